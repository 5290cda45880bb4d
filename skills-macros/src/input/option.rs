//! One option after the other.

use super::item::{end_of_item, equals, list, next_item, number, separated, string, value};
use super::{Expectation, Setting};
use crate::report::problem;
use proc_macro2::TokenStream;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{Error, Ident, Lit, LitStr, Path, Result, Token, token};

/// Every option, in the order in which help texts list them.
const OPTIONS: [&str; 11] = [
    "base",
    "include",
    "exclude",
    "text",
    "binary",
    "mime",
    "allow",
    "limits",
    "expect",
    "allow_empty",
    "crate",
];

/// Whether an option stands here, known by its name.
pub(super) fn comes_next(input: ParseStream) -> bool {
    let fork = input.fork();
    fork.call(Ident::parse_any)
        .is_ok_and(|name| OPTIONS.contains(&name.to_string().as_str()))
}

/// What the options read so far have to say about the next one.
#[derive(Default)]
pub(super) struct Reader {
    /// The options given so far that take one value.
    values: Vec<Ident>,
    /// The limits given so far.
    limits: Vec<Ident>,
    /// What `crate = …` says.
    pub(super) runtime: Option<Path>,
}

/// What one option asks for. A wrong item of a list does not cost its neighbours.
pub(super) type Settings = Vec<Result<Setting>>;

impl Reader {
    pub(super) fn option(&mut self, input: ParseStream) -> Result<Settings> {
        let name = input
            .call(Ident::parse_any)
            .map_err(|_| input.error("expected the name of an option"))?;
        match name.to_string().as_str() {
            "base" => once(&mut self.values, &name)
                .and_then(|()| value(input, &name))
                .map(|base| vec![Ok(Setting::Base(base))]),
            "include" => strings(input, &name, Setting::Include),
            "exclude" => strings(input, &name, Setting::Exclude),
            "text" => strings(input, &name, Setting::Text),
            "binary" => strings(input, &name, Setting::Binary),
            "mime" => list(input, &name, "\"*.foo\" = \"text/x-foo\"", |items| {
                separated(items, mime)
            }),
            "allow" => list(input, &name, "nested_metadata", allow),
            "limits" => list(input, &name, "files = 64", |items| {
                separated(items, |item| self.limit(item))
            }),
            "expect" => list(input, &name, EXPECT, |items| {
                let expectation = expectation(items);
                // Behind a mistake, nothing of the rest is known to belong to an assertion.
                items.parse::<TokenStream>().ok();
                vec![expectation]
            }),
            "allow_empty" => self.flag(input, &name, Setting::AllowEmpty),
            "crate" => self.runtime(input, &name).map(|()| Vec::new()),
            _ => Err(unknown(&name)),
        }
    }

    fn flag(&mut self, input: ParseStream, name: &Ident, setting: Setting) -> Result<Settings> {
        once(&mut self.values, name)?;
        if input.peek(Token![=]) || input.peek(token::Paren) {
            return Err(problem(
                name.span(),
                format!("`{name}` takes no value"),
                format!("write `{name}` alone"),
            ));
        }
        Ok(vec![Ok(setting)])
    }

    fn runtime(&mut self, input: ParseStream, name: &Ident) -> Result<()> {
        once(&mut self.values, name)?;
        let wrong = |place| {
            problem(
                place,
                "`crate` takes a path",
                "write `crate = other_name`, without quotes",
            )
        };
        input.parse::<Token![=]>().map_err(|_| wrong(name.span()))?;
        let place = input.span();
        self.runtime = Some(
            input
                .call(Path::parse_mod_style)
                .map_err(|_| wrong(place))?,
        );
        Ok(())
    }

    fn limit(&mut self, input: ParseStream) -> Result<Setting> {
        let name = input
            .call(Ident::parse_any)
            .map_err(|_| input.error("expected the name of a limit"))?;
        once(&mut self.limits, &name)?;
        equals(input, &name, "64")?;
        Ok(Setting::Limit {
            name,
            value: number(input)?,
        })
    }
}

fn once(seen: &mut Vec<Ident>, name: &Ident) -> Result<()> {
    if seen.contains(name) {
        return Err(problem(
            name.span(),
            format!("`{name}` is given twice"),
            "keep one of the two",
        ));
    }
    seen.push(name.clone());
    Ok(())
}

fn unknown(name: &Ident) -> Error {
    let written = name.to_string();
    let nearest = OPTIONS
        .iter()
        .map(|option| (strsim::damerau_levenshtein(option, &written), option))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, option)| *distance <= 1 + option.len() / 5);
    let help = match nearest {
        Some((_, option)) => format!("did you mean `{option}`?"),
        None => format!("the options are `{}`", OPTIONS.join("`, `")),
    };
    problem(name.span(), format!("unknown option `{name}`"), help)
}

fn strings(input: ParseStream, name: &Ident, setting: fn(LitStr) -> Setting) -> Result<Settings> {
    list(input, name, "\"*.ext\"", |items| {
        separated(items, |item| string(item).map(setting))
    })
}

/// `"*.foo" = "text/x-foo"`.
fn mime(input: ParseStream) -> Result<Setting> {
    let glob = string(input)?;
    input.parse::<Token![=]>().map_err(|_| {
        problem(
            glob.span(),
            "expected a glob and its MIME type",
            "write `\"*.foo\" = \"text/x-foo\"`",
        )
    })?;
    Ok(Setting::Mime {
        glob,
        mime_type: string(input)?,
    })
}

/// What is asserted about one file.
const EXPECT: &str = "\"pdf/logo.png\", digest = \"sha256:…\", size = 1234";

/// `"path", digest = "…", size = …`, one of the two or both.
fn expectation(input: ParseStream) -> Result<Setting> {
    let mut expectation = Expectation {
        path: string(input)?,
        digest: None,
        size: None,
    };
    let mut given = Vec::new();
    while !input.is_empty() {
        end_of_item(input)?;
        next_item(input)?;
        if input.is_empty() {
            break;
        }
        let name = input
            .call(Ident::parse_any)
            .map_err(|_| input.error("expected `digest` or `size`"))?;
        once(&mut given, &name)?;
        match name.to_string().as_str() {
            "digest" => expectation.digest = Some(value(input, &name)?),
            "size" => {
                equals(input, &name, "1234")?;
                expectation.size = Some(number(input)?);
            }
            _ => {
                let message = format!("unknown assertion `{name}`");
                return Err(problem(
                    name.span(),
                    message,
                    "assert a `digest`, a `size` or both",
                ));
            }
        }
    }
    Ok(Setting::Expect(expectation))
}

/// How lints are allowed, for those who quote one.
const ALLOW: &str =
    "the lints of one skill are `allow(\"skill\": lint)`, those of the whole set `allow(lint)`";

/// `lint, …` for the whole set, or `"skill": lint, …` for one skill.
fn allow(input: ParseStream) -> Settings {
    match skill(input) {
        Ok(skill) => separated(input, |item| {
            let lint = lint(item)?;
            Ok(Setting::Allow {
                skill: skill.clone(),
                lint,
            })
        }),
        Err(error) => {
            // Nothing of what follows is known to belong to a skill.
            input.parse::<TokenStream>().ok();
            vec![Err(error)]
        }
    }
}

fn skill(input: ParseStream) -> Result<Option<LitStr>> {
    if !input.peek(Lit) {
        return Ok(None);
    }
    let skill = string(input)?;
    match input.parse::<Token![:]>() {
        Ok(_) => Ok(Some(skill)),
        Err(_) => Err(problem(skill.span(), "expected a lint", ALLOW)),
    }
}

fn lint(input: ParseStream) -> Result<Ident> {
    input
        .call(Ident::parse_any)
        .map_err(|_| problem(input.span(), "expected a lint", ALLOW))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::Span;

    // The documentation has a section for every option.
    #[test]
    fn every_option_is_documented() {
        let documentation = include_str!("../lib.rs");
        for option in OPTIONS {
            assert!(
                documentation.contains(&format!("/// ## `{option}`")),
                "{option}"
            );
        }
    }

    #[test]
    fn an_unknown_option_is_answered_with_the_nearest_or_all() {
        let help = |option: &str| unknown(&Ident::new(option, Span::call_site())).to_string();
        assert_eq!(
            help("limit"),
            "unknown option `limit`\n  = help: did you mean `limits`?"
        );
        assert!(
            help("colour").starts_with(
                "unknown option `colour`\n  = help: the options are `base`, `include`, "
            )
        );
    }
}
