//! What several of the whole-product tests share.

mod project;
mod tree;

pub use project::{Build, Project};
pub use tree::{copy_tree, workspace};
