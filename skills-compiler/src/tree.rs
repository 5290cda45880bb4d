//! From a listing to skills: which file belongs to which, and what belongs to none (contract, S1, S6, S7a).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::diagnostic::{Diagnostic, Diagnostics, Help, code};
use crate::member_path::{self, SKILL_MD, below, file_name, folded, parent, prefixes};
use crate::source::{Listed, Listing};

/// Enough of a Markdown file to see whether it starts with frontmatter that has a name.
const PEEK_BYTES: usize = 4 << 10;

/// One skill's directory and every file below it, in path order.
#[derive(Debug)]
pub(crate) struct SkillTree<'l> {
    /// Its path below the embedded directory, empty when the embedded directory is the skill.
    pub(crate) directory: &'l str,
    pub(crate) files: Vec<&'l Listed<'l>>,
}

/// Groups the files of a listing by skill and reports what the names alone can tell.
pub(crate) fn group<'l>(
    listing: &'l Listing<'_>,
    problems: &mut Diagnostics,
) -> Vec<SkillTree<'l>> {
    let roots: BTreeSet<&str> = listing
        .files
        .iter()
        .filter(|file| file_name(&file.path) == SKILL_MD)
        .map(|file| parent(&file.path))
        .collect();
    let mut skills = BTreeMap::<&str, Vec<&Listed<'_>>>::new();
    let mut outside = Vec::new();
    for file in &listing.files {
        match owner(&file.path, &roots) {
            Some(directory) => skills.entry(directory).or_default().push(file),
            None => outside.push(file),
        }
    }
    report_outside(listing, &outside, problems);
    let skills: Vec<_> = skills
        .into_iter()
        .map(|(directory, files)| SkillTree { directory, files })
        .collect();
    report_paths(listing, &skills, problems);
    skills
}

/// The outermost directory around `path` that holds a `SKILL.md`.
fn owner<'p>(path: &'p str, roots: &BTreeSet<&str>) -> Option<&'p str> {
    if roots.contains("") {
        return Some("");
    }
    prefixes(path)
        .filter(|prefix| prefix.len() < path.len())
        .find(|prefix| roots.contains(prefix))
}

fn report_outside(listing: &Listing<'_>, outside: &[&Listed<'_>], problems: &mut Diagnostics) {
    let mut explained = BTreeSet::new();
    for file in outside {
        let (directory, name) = (parent(&file.path), file_name(&file.path));
        if name.eq_ignore_ascii_case(SKILL_MD) {
            explained.insert(directory);
            problems.push(skill_md_case(listing, file));
        }
    }
    for file in outside {
        let directory = parent(&file.path);
        if !explained.contains(directory) && looks_like_a_skill(file) {
            explained.insert(directory);
            problems.push(missing_skill_md(listing, file));
        }
    }
    for file in outside
        .iter()
        .filter(|file| !explained.contains(parent(&file.path)))
    {
        let path = listing.display(&file.path);
        problems.push(
            Diagnostic::new(
                code::OUTSIDE_SKILL,
                path,
                "file belongs to no skill and is not embedded",
            )
            .help("move it below a skill's directory, or leave it out with `exclude`"),
        );
    }
}

fn skill_md_case(listing: &Listing<'_>, file: &Listed<'_>) -> Diagnostic {
    let path = listing.display(&file.path);
    let name = file_name(&file.path);
    let directory = path.strip_suffix(name).unwrap_or_default();
    let message = format!("found `{name}`; the file must be named exactly `{SKILL_MD}`");
    let help = format!(
        "rename it in two steps, which works on every file system: \
         `git mv {path} {directory}skill.tmp && git mv {directory}skill.tmp {directory}{SKILL_MD}`"
    );
    let to = format!("{directory}{SKILL_MD}");
    Diagnostic::new(code::SKILL_MD_CASE, &path, message).help(Help::rename(help, &path, to))
}

fn missing_skill_md(listing: &Listing<'_>, file: &Listed<'_>) -> Diagnostic {
    let path = listing.display(&file.path);
    let name = file_name(&file.path);
    let message = format!("`{name}` starts like a skill, but its directory has no `{SKILL_MD}`");
    let to = format!("{}{SKILL_MD}", path.strip_suffix(name).unwrap_or_default());
    let help = format!("rename it to `{SKILL_MD}`, or leave it out with `exclude`");
    Diagnostic::new(code::MISSING_SKILL_MD, &path, message).help(Help::rename(help, &path, to))
}

/// Whether a Markdown file starts with frontmatter that has a `name`.
fn looks_like_a_skill(file: &Listed<'_>) -> bool {
    let is_markdown = file
        .path
        .rsplit_once('.')
        .is_some_and(|(_, end)| end.eq_ignore_ascii_case("md"));
    let Some(start) = file.read_start(PEEK_BYTES).filter(|_| is_markdown) else {
        return false;
    };
    let start = String::from_utf8_lossy(&start);
    let mut lines = start.trim_start_matches('\u{feff}').lines();
    lines.next().is_some_and(|line| line.trim_end() == "---")
        && lines
            .take_while(|line| line.trim_end() != "---")
            .any(|line| line.starts_with("name:"))
}

/// Reports each bad, colliding or hidden path once, at its shortest prefix.
fn report_paths(listing: &Listing<'_>, skills: &[SkillTree<'_>], problems: &mut Diagnostics) {
    let mut paths = Paths {
        listing,
        seen: BTreeSet::new(),
        folded: HashMap::new(),
        problems,
    };
    for skill in skills {
        for file in &skill.files {
            paths.check(&file.path, skill.directory);
        }
    }
}

struct Paths<'p, 'l> {
    listing: &'p Listing<'p>,
    /// Every prefix that was looked at, and whether it is a file.
    seen: BTreeSet<(&'l str, bool)>,
    /// What a case-blind file system calls a prefix, and which prefix came first.
    folded: HashMap<String, &'l str>,
    problems: &'p mut Diagnostics,
}

impl<'l> Paths<'_, 'l> {
    fn check(&mut self, path: &'l str, skill: &str) {
        for prefix in prefixes(path) {
            let is_file = prefix.len() == path.len();
            if self.seen.insert((prefix, is_file)) {
                if !self.is_in_order(prefix, is_file, skill) {
                    return;
                }
            } else if is_file {
                self.report(
                    Diagnostic::new(code::DUPLICATE_PATH, path, "path was given twice"),
                    skill,
                );
            }
        }
        let length = below(path, skill).map_or(0, str::len);
        if length > member_path::MAX_BYTES {
            let limit = member_path::MAX_BYTES;
            let message =
                format!("path below its skill is too long (got {length} bytes, limit {limit})");
            self.report(
                Diagnostic::new(code::PATH_LENGTH, self.listing.display(path), message),
                skill,
            );
        }
    }

    /// Whether what lies below the prefix is worth a look of its own.
    fn is_in_order(&mut self, prefix: &'l str, is_file: bool, skill: &str) -> bool {
        let shown = self.listing.display(prefix);
        let name = file_name(prefix);
        if let Some(flaw) = member_path::segment_flaw(name) {
            let message = format!("path {flaw}, which a member path must not hold");
            self.report(
                Diagnostic::new(code::PATH_CHARACTER, shown, message).help("rename it"),
                skill,
            );
            return false;
        }
        if self.seen.contains(&(prefix, !is_file)) {
            let message = "path is both a file and a directory";
            self.report(
                Diagnostic::new(code::FILE_AND_DIRECTORY, shown, message),
                skill,
            );
            return false;
        }
        if let Some(first) = self
            .folded
            .insert(folded(prefix), prefix)
            .filter(|first| *first != prefix)
        {
            let other = self.listing.display(first);
            let message =
                format!("path differs from `{other}` only in letter case or Unicode normalisation");
            let help = "rename one of the two: they are one file on Windows, macOS and hosts that cache skills there";
            self.report(
                Diagnostic::new(code::PATH_COLLISION, shown, message).help(help),
                skill,
            );
            return false;
        }
        let is_inside = below(prefix, skill).is_some();
        if is_inside && name.starts_with('.') {
            let what = if is_file { "file" } else { "directory" };
            let message = format!("hidden {what} `{name}` would be published");
            let help = "remove it or leave it out with `exclude`; where it belongs to the skill, allow `hidden_file`";
            self.report(
                Diagnostic::new(code::HIDDEN_FILE, shown, message).help(help),
                skill,
            );
            return false;
        }
        true
    }

    fn report(&mut self, problem: Diagnostic, skill: &str) {
        self.problems.push(problem.in_skill(skill));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::{Options, walk};

    fn grouped(paths: &[&str]) -> (Vec<(String, usize)>, Vec<String>) {
        let files = paths
            .iter()
            .map(|path| ((*path).to_owned(), b"---\nname: x\n---\n".to_vec()));
        let mut problems = Diagnostics::default();
        let listing = walk::list(Source::files(files), &Options::new(), &mut problems);
        let skills = group(&listing, &mut problems);
        let skills = skills
            .iter()
            .map(|skill| (skill.directory.to_owned(), skill.files.len()))
            .collect();
        problems.sort();
        let problems = problems
            .iter()
            .map(|p| format!("{}: {} [{}]", p.path(), p.message(), p.code().name()))
            .collect();
        (skills, problems)
    }

    // S1: every file below a skill's directory belongs to it, nested `SKILL.md` files included.
    #[test]
    fn files_belong_to_the_outermost_skill() {
        let (skills, problems) = grouped(&[
            "a/SKILL.md",
            "a/b/SKILL.md",
            "a/b/c.txt",
            "a-b/SKILL.md",
            "g/pr/SKILL.md",
            "g/pr/x/y.md",
        ]);
        assert_eq!(
            skills,
            [("a".into(), 3), ("a-b".into(), 1), ("g/pr".into(), 2)]
        );
        assert!(problems.is_empty(), "{problems:?}");
    }

    // S4a: the embedded directory can itself be a skill.
    #[test]
    fn the_top_can_be_the_skill() {
        let (skills, _) = grouped(&["SKILL.md", "a/SKILL.md", "b.md"]);
        assert_eq!(skills, [(String::new(), 3)]);
    }

    // S6: what lies outside every skill.
    #[test]
    fn what_belongs_to_no_skill_is_named() {
        let (_, problems) = grouped(&[
            "a/skill.md",
            "a/x.md",
            "b/Notes.md",
            "b/more.md",
            "c.txt",
            "d/SKILL.md",
        ]);
        assert_eq!(
            problems,
            [
                "a/skill.md: found `skill.md`; the file must be named exactly `SKILL.md` [skill_md_case]",
                "b/Notes.md: `Notes.md` starts like a skill, but its directory has no `SKILL.md` [missing_skill_md]",
                "c.txt: file belongs to no skill and is not embedded [outside_skill]",
            ]
        );
    }

    // S5, S6, S7a: each bad path once, at its shortest prefix.
    #[test]
    fn bad_paths_are_reported_once() {
        let (_, problems) = grouped(&[
            "s/.env",
            "s/.x/a",
            "s/.x/b",
            "s/A.md",
            "s/SKILL.md",
            "s/a.md",
            "s/d",
            "s/d/e",
            "s/dup",
            "s/dup",
            "s/q?/a",
            "s/q?/b",
        ]);
        assert_eq!(
            problems,
            [
                "s/.env: hidden file `.env` would be published [hidden_file]",
                "s/.x: hidden directory `.x` would be published [hidden_file]",
                "s/a.md: path differs from `s/A.md` only in letter case or Unicode normalisation [path_collision]",
                "s/d: path is both a file and a directory [file_and_directory]",
                "s/dup: path was given twice [duplicate_path]",
                "s/q?: path holds `?`, which a member path must not hold [path_character]",
            ]
        );
    }
}
