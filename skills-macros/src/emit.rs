//! The code that an invocation becomes. Nothing here can fail.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Error, Path};

/// Everything that a successful invocation puts into the program.
pub(crate) struct Embedded {
    /// The literal that named the directory: errors about the pack point to it.
    pub(crate) place: Span,
    /// The pack, with the very bytes that were checked and hashed.
    pub(crate) pack: Vec<u8>,
    /// The crate's name.
    pub(crate) scope: String,
    /// Absolute paths of every file that the result depends on.
    pub(crate) tracked: Vec<String>,
}

/// An expression: the set of the embedded skills.
pub(crate) fn set(runtime: Option<&Path>, embedded: &Embedded) -> TokenStream {
    let Embedded {
        place,
        pack,
        scope,
        tracked,
    } = embedded;
    let runtime = runtime_path(runtime);
    // One literal: an array of bytes would cost the compiler a token for each.
    let mut pack = Literal::byte_string(pack);
    pack.set_span(*place);
    // Cargo rebuilds when an included file changes. Inside a function that nobody calls, the contents reach neither
    // the program nor the library's metadata, and the leading underscore works where a lint level is forbidden to change.
    quote_spanned! {Span::mixed_site()=> {
        const _: () = {
            fn _track() {
                #(let _ = ::core::include_bytes!(#tracked);)*
            }
        };
        const SKILLS: #runtime::SkillSet = #runtime::__private::set_v1(#pack, #scope);
        SKILLS
    }}
}

/// An expression: one error for each problem, and an empty set, so that nothing else is reported in the code around.
pub(crate) fn failure(runtime: Option<&Path>, problems: &Error) -> TokenStream {
    let runtime = runtime_path(runtime);
    let errors = problems.to_compile_error();
    quote_spanned! {Span::mixed_site()=> { #errors #runtime::SkillSet::EMPTY }}
}

fn runtime_path(given: Option<&Path>) -> TokenStream {
    given.map_or_else(|| quote!(::skills_runtime), ToTokens::to_token_stream)
}
