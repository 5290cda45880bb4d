//! What a plain scalar is, and whether every parser agrees (contract, F3, F4).
//!
//! The readings come from YAML 1.1 (PyYAML, libyaml ports), from the core schema of YAML 1.2 (ruamel, the npm `yaml`
//! package, saphyr) and from `js-yaml`, which lies between the two. A scalar that looks like a number, a boolean, a
//! null or a date to any of them, and not to all of them alike, is not portable.

use super::number;

/// The reading of a plain scalar.
#[derive(Debug, PartialEq)]
pub(super) enum Plain {
    Null,
    Bool(bool),
    Integer(i64),
    Float(f64),
    Text,
    /// Some parsers read a date, others text.
    Date,
    /// Infinity or not-a-number, which JSON lacks.
    NonFinite,
    /// A number that JSON or a double does not keep.
    OutOfRange(&'static str),
    /// Parsers disagree; the reading of YAML 1.2's core schema follows.
    Disputed(Box<Plain>, &'static str),
}

/// The largest integer up to which a double holds every integer.
const MAX_SAFE_INTEGER: i64 = (1 << 53) - 1;

/// Reads a plain scalar.
pub(super) fn read(text: &str) -> Plain {
    match text {
        "" | "~" | "null" => return Plain::Null,
        "true" => return Plain::Bool(true),
        "false" => return Plain::Bool(false),
        _ => {}
    }
    if let Some(reading) = word(text) {
        return reading;
    }
    if is_date(text) {
        return Plain::Date;
    }
    if is_portable_integer(text) {
        return integer(text, 10);
    }
    if is_portable_float(text) {
        return float(text);
    }
    number::disputed(text).unwrap_or(Plain::Text)
}

/// Words that some parser does not read as text.
fn word(text: &str) -> Option<Plain> {
    let disputed = |reading, why| Some(Plain::Disputed(Box::new(reading), why));
    match text {
        "Null" | "NULL" => disputed(Plain::Null, "null in some parsers, text in others"),
        "True" | "TRUE" => disputed(
            Plain::Bool(true),
            "a boolean in some parsers, text in others",
        ),
        "False" | "FALSE" => disputed(
            Plain::Bool(false),
            "a boolean in some parsers, text in others",
        ),
        "=" => disputed(Plain::Text, "a special value in YAML 1.1"),
        "<<" => disputed(Plain::Text, "a merge key in YAML 1.1"),
        _ => match text.to_ascii_lowercase().as_str() {
            "yes" | "no" | "on" | "off" => {
                disputed(Plain::Text, "a boolean in YAML 1.1, text in YAML 1.2")
            }
            ".inf" | "+.inf" | "-.inf" | ".nan" | "+.nan" | "-.nan" => Some(Plain::NonFinite),
            "inf" | "+inf" | "-inf" | "nan" | "+nan" | "-nan" | "infinity" | "+infinity"
            | "-infinity" => disputed(Plain::Text, "a number in some parsers, text in others"),
            _ => None,
        },
    }
}

pub(super) fn digits(text: &str) -> usize {
    text.bytes().take_while(u8::is_ascii_digit).count()
}

fn is_portable_integer(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    text == "0"
        || (!unsigned.is_empty()
            && !unsigned.starts_with('0')
            && digits(unsigned) == unsigned.len())
}

fn is_portable_float(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let Some((whole, fraction)) = unsigned.split_once('.') else {
        return false;
    };
    let is_whole = whole == "0"
        || (!whole.is_empty() && !whole.starts_with('0') && digits(whole) == whole.len());
    is_whole && !fraction.is_empty() && digits(fraction) == fraction.len()
}

pub(super) fn integer(text: &str, radix: u32) -> Plain {
    match i64::from_str_radix(text, radix) {
        Ok(number) if (-MAX_SAFE_INTEGER..=MAX_SAFE_INTEGER).contains(&number) => {
            Plain::Integer(number)
        }
        _ => Plain::OutOfRange(
            "integer is beyond ±(2^53−1), which is all that JSON hosts keep exactly",
        ),
    }
}

fn float(text: &str) -> Plain {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && keeps_every_digit(text, number) => Plain::Float(number),
        Ok(_) | Err(_) => Plain::OutOfRange("number has more digits than a double keeps"),
    }
}

/// Whether the shortest decimal that means `number` has the digits that the author wrote.
fn keeps_every_digit(text: &str, number: f64) -> bool {
    fn essence(decimal: &str) -> &str {
        decimal
            .trim_start_matches('-')
            .trim_end_matches('0')
            .trim_end_matches('.')
    }
    let shortest = format!("{number:?}");
    if shortest.contains('e') {
        return essence(text) == essence(&format!("{number}"));
    }
    essence(text) == essence(&shortest)
}

/// `2026-02-06`, alone or with a time behind it, as YAML 1.1 writes timestamps.
fn is_date(text: &str) -> bool {
    let Some((year, rest)) = text.split_once('-') else {
        return false;
    };
    let Some((month, rest)) = rest.split_once('-') else {
        return false;
    };
    let day = digits(rest);
    let is_day = year.len() == 4
        && digits(year) == 4
        && matches!(month.len(), 1 | 2)
        && digits(month) == month.len();
    let time = rest.get(day..).unwrap_or_default();
    let starts_time = time.is_empty() || time.starts_with(['T', 't', ' ', '\t']);
    let hour = time.trim_start_matches(['T', 't', ' ', '\t']);
    is_day
        && matches!(day, 1 | 2)
        && starts_time
        && (time.is_empty() || (digits(hour) > 0 && hour.contains(':')))
}

#[cfg(test)]
mod tests {
    use super::*;

    // F4: the portable forms.
    #[test]
    fn what_every_parser_reads_alike() {
        for (text, reading) in [
            ("", Plain::Null),
            ("~", Plain::Null),
            ("null", Plain::Null),
            ("true", Plain::Bool(true)),
            ("false", Plain::Bool(false)),
            ("0", Plain::Integer(0)),
            ("-17", Plain::Integer(-17)),
            ("9007199254740991", Plain::Integer(9_007_199_254_740_991)),
            ("1.10", Plain::Float(1.1)),
            ("-0.5", Plain::Float(-0.5)),
            ("100.0", Plain::Float(100.0)),
        ] {
            assert_eq!(read(text), reading, "{text:?}");
        }
        for text in [
            "a",
            "pdf-tools",
            "1.2.3",
            "v1",
            "10-20",
            "1,5",
            "1 2",
            "nope",
            "Yesterday",
            "-",
            "--",
            ".",
            "..",
            "+",
            "e3",
            "0xg",
            "0o8",
            "0b2",
            "1:99",
            "a:b",
            "2026-02",
            "2026-02-06a",
            "26-02-06",
            "1e",
            "1e+",
            "_1",
            "#1",
            "-a",
            "1.2.3.4",
            "1:2:3x",
            "∞",
            "truely",
            "2026-13-45-67",
        ] {
            assert_eq!(read(text), Plain::Text, "{text:?}");
        }
    }

    // F4: everything that some parser reads as something else.
    #[test]
    fn what_parsers_disagree_on() {
        for text in [
            "yes",
            "No",
            "ON",
            "off",
            "True",
            "FALSE",
            "Null",
            "NULL",
            "012",
            "0777",
            "-0",
            "+1",
            "1_000",
            "0x1f",
            "0X1F",
            "0o17",
            "0b11",
            "1:30",
            "12:30:45",
            "12:30:45.5",
            "1e3",
            "1E+3",
            "1.5e3",
            ".5",
            "5.",
            "-.5",
            "1_0.5",
            "._",
            "00.5",
            "=",
            "<<",
            "inf",
            "NaN",
            "-0x1f",
            "01.5",
            "+1.5",
            "+_",
            "-_1",
            "+_0",
        ] {
            assert!(
                matches!(read(text), Plain::Disputed(..)),
                "{text:?}: {:?}",
                read(text)
            );
        }
    }

    // F4: an allowed scalar is read as YAML 1.2's core schema reads it.
    #[test]
    fn a_disputed_scalar_keeps_its_core_reading() {
        for (text, reading) in [
            ("yes", Plain::Text),
            ("True", Plain::Bool(true)),
            ("NULL", Plain::Null),
            ("012", Plain::Integer(12)),
            ("0x1f", Plain::Integer(31)),
            ("0o17", Plain::Integer(15)),
            ("1e3", Plain::Float(1000.0)),
            (".5", Plain::Float(0.5)),
            ("1_000", Plain::Text),
            ("1:30", Plain::Text),
        ] {
            assert!(
                matches!(read(text), Plain::Disputed(core, _) if *core == reading),
                "{text:?}"
            );
        }
    }

    // F3: non-finite numbers; integers beyond ±(2^53−1); floats with more digits than a double keeps.
    #[test]
    fn what_json_cannot_keep() {
        for text in [".inf", "-.INF", ".NaN"] {
            assert_eq!(read(text), Plain::NonFinite, "{text:?}");
        }
        for text in [
            "9007199254740992",
            "-9007199254740992",
            "123456789012345678901",
            "0.12345678901234567890",
            "1234567890123456.25",
        ] {
            assert!(matches!(read(text), Plain::OutOfRange(_)), "{text:?}");
        }
    }

    // F4: a plain date is an error.
    #[test]
    fn dates_are_told_from_text() {
        for text in [
            "2026-02-06",
            "2026-2-6",
            "2026-06-20T22:53:05Z",
            "2026-06-20 22:53:05",
            "2026-06-20t1:2:3.5+01:00",
        ] {
            assert_eq!(read(text), Plain::Date, "{text:?}");
        }
    }
}
