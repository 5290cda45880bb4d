//! What Cargo says about the crate that is being compiled.

use proc_macro2::Span;
use std::env::{self, VarError};
use syn::{Error, Result};

/// The crate that invokes the macro.
pub(crate) struct Package {
    pub(crate) directory: String,
    pub(crate) name: String,
}

impl Package {
    /// Reads it from the environment; `place` is where a problem is shown.
    pub(crate) fn current(place: Span) -> Result<Self> {
        Ok(Self {
            directory: variable("CARGO_MANIFEST_DIR", place)?,
            name: variable("CARGO_PKG_NAME", place)?,
        })
    }
}

fn variable(name: &str, place: Span) -> Result<String> {
    env::var(name).map_err(|error| Error::new(place, explain(name, &error)))
}

fn explain(name: &str, error: &VarError) -> String {
    match error {
        VarError::NotPresent => {
            format!("`{name}` is not set\n  = help: build with Cargo, or set it as Cargo does")
        }
        VarError::NotUnicode(path) => {
            format!(
                "`{name}` is not UTF-8 (got `{}`)\n  = help: move the crate to a directory with a UTF-8 name",
                path.display()
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_variable_is_named() {
        assert_eq!(
            explain("CARGO_MANIFEST_DIR", &VarError::NotPresent),
            "`CARGO_MANIFEST_DIR` is not set\n  = help: build with Cargo, or set it as Cargo does"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_directory_that_is_not_utf_8_is_shown() {
        use std::ffi::OsString;
        use std::os::unix::ffi::OsStringExt;
        let path = OsString::from_vec(b"/caf\xe9".to_vec());
        assert_eq!(
            explain("CARGO_MANIFEST_DIR", &VarError::NotUnicode(path)),
            "`CARGO_MANIFEST_DIR` is not UTF-8 (got `/caf\u{fffd}`)\n  = help: move the crate to a directory with a UTF-8 name"
        );
    }
}
