//! What a caller may choose, each value checked where it is set.

use std::fmt;

use crate::diagnostic::{Code, Level};
use crate::glob::GlobSet;
use crate::limits::{LimitError, Limits};
use crate::media::MediaType;
use crate::uri::Base;

/// The choices of one compilation; each setter checks its value at once.
///
/// Globs follow the rules of `.gitignore` lines, relative to the embedded directory: `*.bak` matches in every
/// directory, `/pdf/**` only below `pdf`, `drafts/` a directory with all that it holds.
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) base: Base,
    pub(crate) include: GlobSet,
    pub(crate) exclude: GlobSet,
    pub(crate) text: GlobSet,
    pub(crate) binary: GlobSet,
    pub(crate) mime: Vec<(GlobSet, MediaType)>,
    pub(crate) allowances: Vec<Allowance>,
    pub(crate) limits: Limits,
    pub(crate) allow_empty: bool,
    pub(crate) advice: bool,
    pub(crate) expectations: Vec<Expectation>,
}

/// What a publisher asserts about a file (contract, S8).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// Below the embedded directory.
    pub(crate) path: String,
    pub(crate) digest: Option<String>,
    pub(crate) size: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            base: Base::default(),
            include: GlobSet::default(),
            exclude: GlobSet::default(),
            text: GlobSet::default(),
            binary: GlobSet::default(),
            mime: Vec::new(),
            allowances: Vec::new(),
            limits: Limits::default(),
            allow_empty: false,
            advice: true,
            expectations: Vec::new(),
        }
    }
}

/// A lint that may pass, everywhere or in one skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Allowance {
    pub(crate) lint: &'static Code,
    pub(crate) skill: Option<String>,
}

impl fmt::Display for Allowance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.skill {
            None => write!(f, "allow({})", self.lint.name()),
            Some(skill) => write!(f, "allow({skill:?}: {})", self.lint.name()),
        }
    }
}

impl Options {
    /// The defaults: base `skill://`, no globs, no allowances, the limits of the contract.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether to look for what fails no build (contract, F8), as it does by default. The macro, which cannot show
    /// warnings, leaves it out.
    pub fn advice(&mut self, yes: bool) -> &mut Self {
        self.advice = yes;
        self
    }

    /// The names that [`limit`](Self::limit) knows.
    pub fn limit_names() -> impl Iterator<Item = &'static str> {
        Limits::names()
    }

    /// The names that [`allow`](Self::allow) knows.
    pub fn lint_names() -> impl Iterator<Item = &'static str> {
        Code::all()
            .filter(|code| code.level() == Level::Lint)
            .map(Code::name)
    }

    /// Sets what every root URI starts with (contract, S4 and S4a), `skill://` by default.
    ///
    /// # Errors
    ///
    /// When the URI is not in its one canonical spelling.
    pub fn base(&mut self, uri: &str) -> Result<&mut Self, OptionError> {
        self.base = Base::parse(uri)?;
        Ok(self)
    }

    /// Embeds only files that match this or another `include` glob.
    ///
    /// # Errors
    ///
    /// When the glob is not one.
    pub fn include(&mut self, glob: &str) -> Result<&mut Self, OptionError> {
        self.include.add(glob)?;
        Ok(self)
    }

    /// Leaves out files that match; wins over `include`.
    ///
    /// # Errors
    ///
    /// When the glob is not one.
    pub fn exclude(&mut self, glob: &str) -> Result<&mut Self, OptionError> {
        self.exclude.add(glob)?;
        Ok(self)
    }

    /// Declares that matching files are text, whatever the MIME table says (contract, S7).
    ///
    /// # Errors
    ///
    /// When the glob is not one.
    pub fn text(&mut self, glob: &str) -> Result<&mut Self, OptionError> {
        self.text.add(glob)?;
        Ok(self)
    }

    /// Declares that matching files are served as Base64; wins over `text`.
    ///
    /// # Errors
    ///
    /// When the glob is not one.
    pub fn binary(&mut self, glob: &str) -> Result<&mut Self, OptionError> {
        self.binary.add(glob)?;
        Ok(self)
    }

    /// Sets the MIME type of matching files; the last match wins.
    ///
    /// # Errors
    ///
    /// When the glob is not one, or the type is not of the form `type/subtype`.
    pub fn mime(&mut self, glob: &str, media_type: &str) -> Result<&mut Self, OptionError> {
        let media_type = MediaType::parse(media_type)?;
        let mut globs = GlobSet::default();
        globs.add(glob)?;
        self.mime.push((globs, media_type));
        Ok(self)
    }

    /// Lets a lint pass everywhere.
    ///
    /// # Errors
    ///
    /// When no lint has this name.
    pub fn allow(&mut self, lint: &str) -> Result<&mut Self, OptionError> {
        self.push_allowance(lint, None)
    }

    /// Lets a lint pass in one skill, named by its directory's path below the embedded directory.
    ///
    /// # Errors
    ///
    /// When no lint has this name.
    pub fn allow_for(&mut self, skill: &str, lint: &str) -> Result<&mut Self, OptionError> {
        self.push_allowance(lint, Some(skill.to_owned()))
    }

    /// Sets a bound of the contract's list (L).
    ///
    /// # Errors
    ///
    /// When no bound has this name, or the value is outside its range.
    pub fn limit(&mut self, name: &str, value: u64) -> Result<&mut Self, OptionError> {
        match self.limits.set(name, value) {
            Ok(()) => Ok(self),
            Err(LimitError::Unknown) => Err(OptionError::unknown("limit", name, Limits::names())),
            Err(LimitError::Range(valid)) => Err(OptionError::new(format!(
                "limit `{name}` is out of range (got {value}, valid {} to {})",
                valid.start(),
                valid.end()
            ))),
        }
    }

    /// Whether an embedded directory without any skill is in order.
    pub fn allow_empty(&mut self, yes: bool) -> &mut Self {
        self.allow_empty = yes;
        self
    }

    /// Asserts the digest, the size or both of the file at `path` below the embedded directory (contract, S8).
    ///
    /// # Errors
    ///
    /// When the digest is not `sha256:` and 64 lowercase hexadecimal digits, or nothing is asserted.
    pub fn expect(
        &mut self,
        path: &str,
        digest: Option<&str>,
        size: Option<u64>,
    ) -> Result<&mut Self, OptionError> {
        if let Some(digest) = digest.filter(|digest| !is_digest(digest)) {
            return Err(OptionError::new(format!("`{digest}` is not a digest"))
                .with_help("write `sha256:` and 64 lowercase hexadecimal digits"));
        }
        if digest.is_none() && size.is_none() {
            return Err(OptionError::new(format!("nothing is expected of `{path}`"))
                .with_help("give a `digest`, a `size` or both"));
        }
        let digest = digest.map(str::to_owned);
        self.expectations.push(Expectation {
            path: path.to_owned(),
            digest,
            size,
        });
        Ok(self)
    }

    fn push_allowance(
        &mut self,
        lint: &str,
        skill: Option<String>,
    ) -> Result<&mut Self, OptionError> {
        let lint = match Code::find(lint) {
            Some(code) if code.level() == Level::Lint => code,
            Some(code) if code.level() == Level::Warning => {
                return Err(OptionError::new(format!(
                    "`{lint}` is a warning, which fails no build"
                ))
                .with_help("leave it out"));
            }
            Some(_) => {
                return Err(OptionError::new(format!(
                    "`{lint}` is an error, which cannot be allowed"
                ))
                .with_help("mend what it reports"));
            }
            None => return Err(OptionError::unknown("lint", lint, Self::lint_names())),
        };
        self.allowances.push(Allowance { lint, skill });
        Ok(self)
    }
}

fn is_digest(text: &str) -> bool {
    text.strip_prefix("sha256:").is_some_and(|hex| {
        hex.len() == 64 && hex.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Why an option's value was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError {
    message: String,
    help: Option<String>,
}

impl OptionError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            help: None,
        }
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn unknown(kind: &str, got: &str, known: impl Iterator<Item = &'static str>) -> Self {
        let known: Vec<_> = known.collect();
        let error = Self::new(format!("unknown {kind} `{got}`"));
        match nearest(got, known.iter().copied()) {
            Some(near) => error.with_help(format!("did you mean `{near}`?")),
            None => error.with_help(format!("known are `{}`", known.join("`, `"))),
        }
    }

    /// What to write instead.
    pub fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for OptionError {}

/// The known word closest to `got`, when it is close enough to have been meant.
fn nearest<'a>(got: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|word| (strsim::damerau_levenshtein(got, word), word))
        .filter(|(distance, word)| *distance <= 1 + word.len() / 5)
        .min()
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(result: Result<&mut Options, OptionError>) -> (String, Option<String>) {
        let error = result.map(drop).expect_err("the value is refused");
        (error.to_string(), error.help().map(str::to_owned))
    }

    #[test]
    fn unknown_names_are_answered_with_the_nearest_known_one() {
        let mut options = Options::new();
        assert_eq!(
            refused(options.allow("nested_metdata")),
            (
                "unknown lint `nested_metdata`".into(),
                Some("did you mean `nested_metadata`?".into())
            )
        );
        assert_eq!(
            refused(options.limit("file_s", 1)),
            (
                "unknown limit `file_s`".into(),
                Some("did you mean `files`?".into())
            )
        );
        let (message, help) = refused(options.limit("pages", 1));
        assert_eq!(message, "unknown limit `pages`");
        assert!(help.is_some_and(|help| help.starts_with("known are `files`, `bytes`, ")));
    }

    // S8: what is no assertion is refused where it is set.
    #[test]
    fn an_expectation_has_one_spelling() {
        let mut options = Options::new();
        let upper = format!("sha256:{}", "A".repeat(64));
        assert_eq!(
            refused(options.expect("a", Some(&upper), None)).0,
            format!("`{upper}` is not a digest")
        );
        assert_eq!(
            refused(options.expect("a", None, None)).0,
            "nothing is expected of `a`"
        );
    }

    // L: a value outside its range is an error where it is set.
    #[test]
    fn a_limit_outside_its_range_names_field_value_and_range() {
        let mut options = Options::new();
        assert_eq!(
            refused(options.limit("files", 513)),
            (
                "limit `files` is out of range (got 513, valid 1 to 512)".into(),
                None
            )
        );
    }

    #[test]
    fn only_lints_can_be_allowed() {
        let mut options = Options::new();
        assert_eq!(
            refused(options.allow("name_mismatch")).0,
            "`name_mismatch` is an error, which cannot be allowed"
        );
        assert_eq!(
            refused(options.allow_for("pdf", "outside_skill")).0,
            "`outside_skill` is a warning, which fails no build"
        );
    }
}
