//! Notices files that are added to the skills.

fn main() {
    println!("cargo::rerun-if-changed=skills");
}
