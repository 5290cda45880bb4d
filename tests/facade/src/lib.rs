//! A library that hands `embed_skills!` on, so that its users need not know the runtime.

pub use skills_runtime;

/// Embeds the skills of the crate that invokes it.
#[macro_export]
macro_rules! skills {
    ($directory:literal $(, $($options:tt)*)?) => {
        $crate::skills_runtime::embed_skills!($directory, crate = $crate::skills_runtime $(, $($options)*)?)
    };
}
