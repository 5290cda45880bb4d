//! The catalogs that instructions are counted on: those of `skills-bench`.

#[path = "../../src/catalogs.rs"]
pub mod catalogs;
#[path = "../../src/tree.rs"]
pub mod tree;
