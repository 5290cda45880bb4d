//! The arguments of `embed_skills!`, as a model whose parts keep their spans.
//!
//! Reading never stops at the first mistake: a wrong argument becomes an error in its place, and reading goes on behind
//! the next comma.

mod item;
mod option;

use crate::report::problem;
use item::{end_of_item, next_item, separated, string};
use option::Reader;
use proc_macro2::{Span, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::{Ident, LitStr, Path, Result};

/// One invocation.
pub(crate) struct Input {
    /// The directory of skills, as written.
    pub(crate) directory: Result<LitStr>,
    /// Where the runtime is found, if not at `::skills_runtime`.
    pub(crate) runtime: Option<Path>,
    /// Everything for the compiler, in the order in which it was written.
    pub(crate) settings: Vec<Result<Setting>>,
}

/// One call of a setter of the compiler's options.
pub(crate) enum Setting {
    Base(LitStr),
    Include(LitStr),
    Exclude(LitStr),
    Text(LitStr),
    Binary(LitStr),
    Mime { glob: LitStr, mime_type: LitStr },
    Allow { skill: Option<LitStr>, lint: Ident },
    Limit { name: Ident, value: Number },
    Expect(Expectation),
    AllowEmpty,
}

/// What is asserted about one file.
pub(crate) struct Expectation {
    pub(crate) path: LitStr,
    pub(crate) digest: Option<LitStr>,
    pub(crate) size: Option<Number>,
}

/// An integer and the place where it stands.
pub(crate) struct Number {
    pub(crate) value: u64,
    pub(crate) span: Span,
}

impl Input {
    pub(crate) fn parse(tokens: TokenStream) -> Self {
        let read = |input: ParseStream| Ok(arguments(input));
        read.parse2(tokens).unwrap_or_else(|error| Self {
            directory: Err(error),
            runtime: None,
            settings: Vec::new(),
        })
    }
}

fn arguments(input: ParseStream) -> Input {
    let directory = directory(input);
    let mut reader = Reader::default();
    let settings = separated(input, |input| reader.option(input))
        .into_iter()
        .flat_map(|option| option.unwrap_or_else(|error| vec![Err(error)]))
        .collect();
    Input {
        directory,
        runtime: reader.runtime,
        settings,
    }
}

fn directory(input: ParseStream) -> Result<LitStr> {
    const HELP: &str =
        "the directory comes first, relative to the crate's own: `embed_skills!(\"skills\")`";
    if input.is_empty() {
        return Err(problem(
            Span::call_site(),
            "the directory of skills is missing",
            HELP,
        ));
    }
    let place = input.span();
    if option::comes_next(input) {
        return Err(problem(
            place,
            "the directory of skills is missing before the options",
            HELP,
        ));
    }
    let directory = string(input).map_err(|error| problem(place, error.to_string(), HELP));
    let end = end_of_item(input);
    next_item(input)?;
    directory.and_then(|directory| end.map(|()| directory))
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::ToTokens;
    use std::str::FromStr;

    fn parse(arguments: &str) -> Input {
        Input::parse(TokenStream::from_str(arguments).expect("the test's tokens are Rust's"))
    }

    /// The first line of each error, in order.
    fn errors(arguments: &str) -> Vec<String> {
        let Input {
            directory,
            settings,
            ..
        } = parse(arguments);
        let errors = directory
            .err()
            .into_iter()
            .chain(settings.into_iter().filter_map(Result::err));
        errors
            .map(|error| error.to_string().lines().take(1).collect())
            .collect()
    }

    #[test]
    fn every_option_is_read_in_the_order_in_which_it_is_written() {
        let input = parse(
            r#""skills", base = "skill://acme", include("a", "b",), exclude("c"), text("d"), binary("e"),
            mime("*.f" = "text/f"), allow(g), allow("pdf": h, i), limits(files = 1_000),
            expect("j", digest = "k", size = 5), allow_empty, crate = ::x::y,"#,
        );
        assert!(
            input
                .directory
                .is_ok_and(|directory| directory.value() == "skills")
        );
        let runtime = input.runtime.map(|path| path.to_token_stream().to_string());
        assert_eq!(runtime.as_deref(), Some(":: x :: y"));
        let settings: Vec<_> = input
            .settings
            .into_iter()
            .map(|setting| describe(&setting))
            .collect();
        let expected = "base skill://acme; include a; include b; exclude c; text d; binary e; mime *.f text/f; allow g; \
                        allow h in pdf; allow i in pdf; limit files 1000; expect j Some(\"k\") Some(5); allow_empty";
        assert_eq!(settings.join("; "), expected);
    }

    fn describe(setting: &Result<Setting>) -> String {
        match setting {
            Ok(Setting::Base(base)) => format!("base {}", base.value()),
            Ok(Setting::Include(glob)) => format!("include {}", glob.value()),
            Ok(Setting::Exclude(glob)) => format!("exclude {}", glob.value()),
            Ok(Setting::Text(glob)) => format!("text {}", glob.value()),
            Ok(Setting::Binary(glob)) => format!("binary {}", glob.value()),
            Ok(Setting::Mime { glob, mime_type }) => {
                format!("mime {} {}", glob.value(), mime_type.value())
            }
            Ok(Setting::Allow { skill: None, lint }) => format!("allow {lint}"),
            Ok(Setting::Allow {
                skill: Some(skill),
                lint,
            }) => format!("allow {lint} in {}", skill.value()),
            Ok(Setting::Limit { name, value }) => format!("limit {name} {}", value.value),
            Ok(Setting::Expect(expected)) => {
                let digest = expected.digest.as_ref().map(LitStr::value);
                let size = expected.size.as_ref().map(|size| size.value);
                format!("expect {} {digest:?} {size:?}", expected.path.value())
            }
            Ok(Setting::AllowEmpty) => "allow_empty".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_wrong_argument_costs_only_itself() {
        assert_eq!(
            errors(
                r#"b"skills", base("x"), include("a", 5, "b" "c", 'd'), bsae = (1, 2), limits(files = 1u8, depth), 7"#
            ),
            [
                r#"expected a string literal (got `b"skills"`)"#,
                "`base` takes one value",
                "expected a string literal (got `5`)",
                "expected `,`",
                "expected a string literal (got `'d'`)",
                "unknown option `bsae`",
                "expected a whole number without a suffix, at most 18446744073709551615 (got `1u8`)",
                "`depth` takes one value",
                "expected the name of an option",
            ]
        );
    }

    #[test]
    fn the_runtime_is_known_whatever_else_is_wrong() {
        for arguments in [
            "crate = r",
            "5, crate = r",
            r#""skills", base = , mime("x"), ?, crate = r, 'x'"#,
        ] {
            assert!(
                parse(arguments)
                    .runtime
                    .is_some_and(|path| path.is_ident("r")),
                "{arguments}"
            );
        }
    }

    #[test]
    fn what_can_be_said_once_is_refused_twice() {
        assert_eq!(
            errors(
                r#""skills", base = "a", base = "b", limits(files = 1), limits(files = 2), crate = a, crate = b"#
            ),
            [
                "`base` is given twice",
                "`files` is given twice",
                "`crate` is given twice"
            ]
        );
    }

    #[test]
    fn a_forgotten_directory_is_named() {
        assert_eq!(errors(""), ["the directory of skills is missing"]);
        assert_eq!(
            errors(r#"base = "a""#),
            ["the directory of skills is missing before the options"]
        );
        assert_eq!(errors("skills()"), ["expected a string literal"]);
    }
}
