//! Notices files that are added to a skill; edits and removals are noticed without it.

fn main() {
    println!("cargo::rerun-if-changed=skills");
}
