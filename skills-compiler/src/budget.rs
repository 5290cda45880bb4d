//! Counts and sizes, judged before anything is read whole (contract, L).

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::limits::Limits;
use crate::member_path::below;
use crate::source::Listing;
use crate::tree::SkillTree;

/// How many of the largest children a message names.
const SHOWN: usize = 3;

/// Reports what is over a bound; `false` when the skill is too large to be read.
pub(crate) fn check(
    skill: &SkillTree<'_>,
    listing: &Listing<'_>,
    limits: &Limits,
    problems: &mut Diagnostics,
) -> bool {
    let help = "remove what does not belong to the skill, or leave it out with `exclude`";
    let over = |code, message: String, note: String| {
        let problem = Diagnostic::new(code, listing.display(skill.directory), message);
        problem.note(note).help(help).in_skill(skill.directory)
    };
    let files = as_u64(skill.files.len());
    let bytes = skill
        .files
        .iter()
        .fold(0_u64, |sum, file| sum.saturating_add(file.size));
    if files > limits.files {
        let message = format!(
            "skill has too many files (got {files}, limit {})",
            limits.files
        );
        let note = format!("most are in {}", heaviest(skill, |_| 1, files_text));
        problems.push(over(code::REVISION_FILES, message, note));
    }
    if bytes > limits.bytes {
        let message = format!(
            "skill is too large (got {bytes} bytes, limit {})",
            limits.bytes
        );
        let note = format!(
            "largest are {}",
            heaviest(skill, |size| size, |size| format!("{size} bytes"))
        );
        problems.push(over(code::REVISION_SIZE, message, note));
    }
    files <= limits.files && bytes <= limits.bytes
}

/// A file that is over its own bound.
pub(crate) fn file_too_large(path: String, size: u64, limits: &Limits) -> Diagnostic {
    let message = format!(
        "file is too large (got {size} bytes, limit {})",
        limits.file
    );
    let problem = Diagnostic::new(code::FILE_SIZE, path, message);
    if Limits::default().set("file", size).is_ok() {
        problem.help(format!(
            "make it smaller, leave it out with `exclude`, or set `limits(file = {size})`"
        ))
    } else {
        problem.help("make it smaller, or leave it out with `exclude`")
    }
}

/// The children of a skill's directory that weigh the most, as a list.
fn heaviest(
    skill: &SkillTree<'_>,
    weigh: impl Fn(u64) -> u64,
    unit: impl Fn(u64) -> String,
) -> String {
    let mut sums = BTreeMap::<String, u64>::new();
    for file in &skill.files {
        let rest = below(&file.path, skill.directory).unwrap_or(&file.path);
        let child = rest
            .split_once('/')
            .map_or_else(|| rest.to_owned(), |(child, _)| format!("{child}/"));
        *sums.entry(child).or_default() += weigh(file.size);
    }
    let mut sums: Vec<_> = sums.into_iter().collect();
    sums.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let shown = sums
        .into_iter()
        .take(SHOWN)
        .map(|(child, sum)| format!("`{child}` ({})", unit(sum)));
    shown.collect::<Vec<_>>().join(", ")
}

fn files_text(count: u64) -> String {
    if count == 1 {
        "1 file".to_owned()
    } else {
        format!("{count} files")
    }
}

pub(crate) fn as_u64(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::{Options, tree, walk};

    fn problems(files: &[(&str, usize)], options: &Options) -> Vec<String> {
        let files = files
            .iter()
            .map(|(path, size)| ((*path).to_owned(), vec![b'x'; *size]));
        let mut problems = Diagnostics::default();
        let listing = walk::list(Source::files(files), options, &mut problems);
        for skill in tree::group(&listing, &mut problems) {
            check(&skill, &listing, &options.limits, &mut problems);
        }
        problems.iter().map(ToString::to_string).collect()
    }

    // L: files and bytes in a revision, with what takes the room.
    #[test]
    fn a_skill_over_its_bounds_names_its_largest_children() {
        let mut options = Options::new();
        options
            .limit("files", 3)
            .and_then(|o| o.limit("bytes", 10))
            .expect("limits");
        let files = [("s/SKILL.md", 1), ("s/m/a", 4), ("s/m/b", 5), ("s/z", 2)];
        assert_eq!(
            problems(&files, &options),
            [
                "error[revision_files]: skill has too many files (got 4, limit 3)\n--> s\n = note: most are in `m/` (2 files), `SKILL.md` (1 file), `z` (1 file)\n = help: remove what does not belong to the skill, or leave it out with `exclude`",
                "error[revision_size]: skill is too large (got 12 bytes, limit 10)\n--> s\n = note: largest are `m/` (9 bytes), `z` (2 bytes), `SKILL.md` (1 bytes)\n = help: remove what does not belong to the skill, or leave it out with `exclude`",
            ]
        );
    }

    // L: exactly at a bound is in order.
    #[test]
    fn a_skill_at_its_bounds_is_in_order() {
        let mut options = Options::new();
        options
            .limit("files", 2)
            .and_then(|o| o.limit("bytes", 3))
            .expect("limits");
        assert!(problems(&[("s/SKILL.md", 1), ("s/a", 2)], &options).is_empty());
    }
}
