//! Borrowed views of what a catalog holds.
//!
//! A view is not an authorization (A5): it shows what is there, whoever may see it.

mod directory;
mod entry;
mod file;

pub use directory::{Child, Directory};
pub use entry::Entry;
pub use file::File;
