//! The smallest parts of an argument, and what stands between them.

use super::Number;
use crate::report::problem;
use proc_macro2::TokenTree;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Error, Ident, Lit, LitStr, Result, Token, parenthesized, token};

/// `name = "…"`.
pub(super) fn value(input: ParseStream, name: &Ident) -> Result<LitStr> {
    equals(input, name, "\"…\"")?;
    string(input)
}

pub(super) fn equals(input: ParseStream, name: &Ident, example: &str) -> Result<()> {
    let wrong = |_| {
        problem(
            name.span(),
            format!("`{name}` takes one value"),
            format!("write `{name} = {example}`"),
        )
    };
    input.parse::<Token![=]>().map(|_| ()).map_err(wrong)
}

/// `name(item, …)`.
pub(super) fn list<T>(
    input: ParseStream,
    name: &Ident,
    example: &str,
    read: impl FnOnce(ParseStream) -> Vec<Result<T>>,
) -> Result<Vec<Result<T>>> {
    let wrong = |message: &str| {
        problem(
            name.span(),
            format!("`{name}` {message}"),
            format!("write `{name}({example})`"),
        )
    };
    if !input.peek(token::Paren) {
        return Err(wrong("takes a list in parentheses"));
    }
    let content;
    parenthesized!(content in input);
    if content.is_empty() {
        return Err(wrong("lists nothing"));
    }
    Ok(read(&content))
}

pub(super) fn string(input: ParseStream) -> Result<LitStr> {
    match input.parse::<Lit>() {
        Ok(Lit::Str(string)) if string.suffix().is_empty() => Ok(string),
        Ok(other) => Err(got(&other, "expected a string literal")),
        Err(_) => Err(input.error("expected a string literal")),
    }
}

pub(super) fn number(input: ParseStream) -> Result<Number> {
    const EXPECTED: &str = "expected a whole number without a suffix, at most 18446744073709551615";
    match input.parse::<Lit>() {
        Ok(Lit::Int(number)) if number.suffix().is_empty() => {
            let value = number.base10_parse().map_err(|_| got(&number, EXPECTED))?;
            Ok(Number {
                value,
                span: number.span(),
            })
        }
        Ok(other) => Err(got(&other, EXPECTED)),
        Err(_) => Err(input.error(EXPECTED)),
    }
}

fn got(found: &impl ToTokens, expected: &str) -> Error {
    Error::new_spanned(
        found,
        format!("{expected} (got `{}`)", found.to_token_stream()),
    )
}

/// Everything that commas separate; behind a wrong item, reading goes on after the next comma.
pub(super) fn separated<T>(
    input: ParseStream,
    mut item: impl FnMut(ParseStream) -> Result<T>,
) -> Vec<Result<T>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        items.push(item(input).and_then(|item| end_of_item(input).map(|()| item)));
        if let Err(error) = next_item(input) {
            items.push(Err(error));
        }
    }
    items
}

pub(super) fn end_of_item(input: ParseStream) -> Result<()> {
    if input.is_empty() || input.peek(Token![,]) {
        Ok(())
    } else {
        Err(input.error("expected `,`"))
    }
}

/// Leaves the rest of this item and the comma behind.
pub(super) fn next_item(input: ParseStream) -> Result<()> {
    while !input.is_empty() && !input.peek(Token![,]) {
        input.parse::<TokenTree>()?;
    }
    input.parse::<Option<Token![,]>>().map(|_| ())
}
