//! Any tokens as arguments of `embed_skills!`: options or problems, never a panic.

#![no_main]
// The modules are the macro's own, which uses more of them than this target.
#![allow(dead_code)]

#[path = "../../skills-macros/src"]
mod macros {
    pub(crate) mod input;
    pub(crate) mod options;
    pub(crate) mod report;
}

use libfuzzer_sys::fuzz_target;
// Where the modules look for each other.
use macros::{input, options, report};

fuzz_target!(|text: &str| {
    let Ok(tokens) = text.parse::<proc_macro2::TokenStream>() else { return };
    let input = input::Input::parse(tokens);
    if let Err(problems) = options::options(input.settings) {
        assert!(!problems.to_compile_error().is_empty());
    }
});
