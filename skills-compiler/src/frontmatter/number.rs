//! Numbers in forms that only some parsers know (contract, F4).

use super::scalar::{Plain, digits, integer};

const SOMETIMES: &str = "a number in some parsers, text in others";

/// The reading of YAML 1.2's core schema, with what parsers disagree on, where `text` looks like a number to any of them.
pub(super) fn disputed(text: &str) -> Option<Plain> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (reading, why) = based(text, unsigned)
        .or_else(|| {
            is_sexagesimal(unsigned).then_some((Plain::Text, "a number to the base 60 in YAML 1.1"))
        })
        .or_else(|| decimal(text, unsigned))
        .or_else(|| is_loose_float(unsigned).then(|| (loose_float(text), SOMETIMES)))?;
    Some(Plain::Disputed(Box::new(reading), why))
}

/// Hexadecimal, octal and binary numbers.
fn based(text: &str, unsigned: &str) -> Option<(Plain, &'static str)> {
    let (mark, rest) = unsigned.strip_prefix('0')?.split_at_checked(1)?;
    let (radix, why) = match mark {
        "x" | "X" => (16, "a hexadecimal number in some parsers"),
        "o" | "O" => (8, "an octal number in some parsers"),
        "b" | "B" => (2, "a binary number in some parsers"),
        _ => return None,
    };
    if rest.is_empty() || !rest.chars().all(|c| c.is_digit(radix) || c == '_') {
        return None;
    }
    // The core schema knows `0x` and `0o`, in lowercase and without a sign.
    let is_core = matches!(mark, "x" | "o") && text == unsigned && !rest.contains('_');
    Some((
        if is_core {
            integer(rest, radix)
        } else {
            Plain::Text
        },
        why,
    ))
}

/// Digits with a sign, leading zeros or underscores.
fn decimal(text: &str, unsigned: &str) -> Option<(Plain, &'static str)> {
    if unsigned.is_empty() || !unsigned.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
        return None;
    }
    let starts_with_digit = unsigned.starts_with(|c: char| c.is_ascii_digit());
    match (unsigned.contains('_'), starts_with_digit) {
        (false, _) => Some((
            integer(text.strip_prefix('+').unwrap_or(text), 10),
            "different numbers in different parsers",
        )),
        (true, true) => Some((Plain::Text, "different numbers in different parsers")),
        (true, false) => (text != unsigned).then_some((Plain::Text, SOMETIMES)),
    }
}

fn loose_float(text: &str) -> Plain {
    text.parse::<f64>()
        .ok()
        .filter(|number| number.is_finite())
        .map_or(Plain::Text, Plain::Float)
}

/// `12:30` and `12:30:45.5`.
fn is_sexagesimal(unsigned: &str) -> bool {
    let unsigned = unsigned
        .split_once('.')
        .map_or(unsigned, |(whole, fraction)| {
            if fraction.bytes().all(|b| b.is_ascii_digit() || b == b'_') {
                whole
            } else {
                ""
            }
        });
    let mut parts = unsigned.split(':');
    let is_first = parts.next().is_some_and(|first| {
        first.starts_with(|c: char| c.is_ascii_digit())
            && first.bytes().all(|b| b.is_ascii_digit() || b == b'_')
    });
    let mut count = 0;
    let is_rest = parts.all(|part| {
        count += 1;
        matches!(part.len(), 1 | 2)
            && digits(part) == part.len()
            && (part.len() == 1 || part < "60")
    });
    is_first && is_rest && count > 0
}

/// Any float that a parser knows: digits and underscores around one point, an exponent behind it.
fn is_loose_float(unsigned: &str) -> bool {
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        None => (unsigned, None),
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
    };
    let is_exponent = exponent.is_none_or(|exponent| {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        !exponent.is_empty() && digits(exponent) == exponent.len()
    });
    let (whole, fraction) = mantissa
        .split_once('.')
        .map_or((mantissa, None), |(w, f)| (w, Some(f)));
    let is_part = |part: &str| part.bytes().all(|b| b.is_ascii_digit() || b == b'_');
    let is_mantissa = is_part(whole)
        && fraction.is_none_or(is_part)
        && (whole.starts_with(|c: char| c.is_ascii_digit())
            || (whole.is_empty() && fraction.is_some_and(|f| !f.is_empty())));
    is_mantissa && is_exponent && (fraction.is_some() || exponent.is_some())
}
