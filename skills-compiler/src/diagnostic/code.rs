//! The static catalogue: every kind of problem that the compiler can report, once.

use std::fmt;

/// How much a problem weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Level {
    /// Fails the build and cannot be turned off.
    Error,
    /// Fails the build unless it is allowed by name, for a whole set or for one skill.
    Lint,
    /// Is shown by tools and never fails the build.
    Warning,
}

/// One kind of problem: its stable name, its level, and what it means, in one line and in full.
#[derive(PartialEq, Eq)]
pub struct Code {
    name: &'static str,
    level: Level,
    title: &'static str,
    explanation: &'static str,
}

impl Code {
    /// The stable name, as it stands in brackets behind a message and in `allow(…)`.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it can be allowed, and whether it fails a build.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// What is wrong, in one line.
    pub const fn title(&self) -> &'static str {
        self.title
    }

    /// What it means, why it matters and what to do about it, with a bad and a good example, as Markdown.
    ///
    /// The prose comes first, in lines of at most 80 characters. An example is indented by four spaces below `Bad:` or
    /// `Good:`, which names a file where that is not `skills/pdf/SKILL.md`. Stand-ins such as `<U+FEFF>` and
    /// `<501 lines>` are for what cannot be seen or would be too long.
    pub const fn explanation(&self) -> &'static str {
        self.explanation
    }

    /// The kind of problem called `name`.
    pub fn find(name: &str) -> Option<&'static Code> {
        CATALOGUE.iter().copied().find(|code| code.name == name)
    }

    /// Every kind of problem, in the order of the contract's rules.
    pub fn all() -> impl Iterator<Item = &'static Code> {
        CATALOGUE.iter().copied()
    }
}

// Without the explanation, which would bury the rest of a problem.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Code")
            .field("name", &self.name)
            .field("level", &self.level)
            .field("title", &self.title)
            .finish_non_exhaustive()
    }
}

macro_rules! catalogue {
    ($($constant:ident $level:ident $name:literal $title:literal)*) => {
        $(pub(crate) const $constant: &Code = &Code {
            name: $name,
            level: Level::$level,
            title: $title,
            explanation: include_str!(concat!("explain/", $name, ".md")),
        };)*
        const CATALOGUE: &[&Code] = &[$($constant),*];
    };
}

catalogue! {
    // The embedded directory and its files (S5, S6, S7, S7a).
    MISSING_DIRECTORY Error "missing_directory" "the directory to embed does not exist or is not a directory"
    UNREADABLE Error "unreadable" "a file or directory cannot be read"
    NO_SKILLS Error "no_skills" "the embedded directory holds no skill"
    SYMBOLIC_LINK Error "symbolic_link" "a symbolic link would be embedded"
    SPECIAL_FILE Error "special_file" "a socket, device or pipe would be embedded"
    FILE_NAME_ENCODING Error "file_name_encoding" "a file name is not UTF-8"
    PATH_CHARACTER Error "path_character" "a path holds a character that a member path must not hold"
    PATH_LENGTH Error "path_length" "a path is too long"
    PATH_COLLISION Error "path_collision" "two paths are the same file on some file systems"
    DUPLICATE_PATH Error "duplicate_path" "a path was given twice"
    FILE_AND_DIRECTORY Error "file_and_directory" "a path is both a file and a directory"
    SKILL_MD_CASE Error "skill_md_case" "a `SKILL.md` has other letter case"
    MISSING_SKILL_MD Lint "missing_skill_md" "a directory looks like a skill but has no `SKILL.md`"
    OUTSIDE_PACKAGE Lint "outside_package" "the embedded directory lies outside the package"
    OUTSIDE_SKILL Warning "outside_skill" "a file belongs to no skill and is not embedded"
    HIDDEN_FILE Lint "hidden_file" "a hidden file would be published"
    LFS_POINTER Error "lfs_pointer" "a Git LFS pointer stands in place of a file"
    CONFLICT_MARKER_FRONTMATTER Error "conflict_marker_frontmatter" "the frontmatter holds a Git conflict marker"
    CONFLICT_MARKER Lint "conflict_marker" "the text holds a Git conflict marker"
    NOT_TEXT Error "not_text" "a text file is not UTF-8 text"

    // URIs (S4, S4a).
    AUTHORITY Error "authority" "a directory name cannot be the host part of a URI"
    UNUSUAL_SCHEME Lint "unusual_scheme" "the base URI is not of the form `skill://…`"
    URI_LENGTH Error "uri_length" "a URI is too long"

    // The frontmatter as text (F1, F3, F4).
    BYTE_ORDER_MARK Lint "byte_order_mark" "`SKILL.md` starts with a byte order mark"
    FRONTMATTER_MISSING Error "frontmatter_missing" "`SKILL.md` does not start with frontmatter"
    FRONTMATTER_UNCLOSED Error "frontmatter_unclosed" "the frontmatter has no closing line"
    FRONTMATTER_SIZE Error "frontmatter_size" "the frontmatter is too large"
    CONTROL_CHARACTER Error "control_character" "the frontmatter holds a character that YAML parsers disagree on"
    YAML_DIRECTIVE Error "yaml_directive" "the frontmatter holds a YAML directive"
    YAML_DOCUMENTS Error "yaml_documents" "the frontmatter holds more than one YAML document"
    YAML_SYNTAX Error "yaml_syntax" "the frontmatter is not valid YAML"
    UNQUOTED_COLON Error "unquoted_colon" "an unquoted value holds `: `"
    UNQUOTED_START Error "unquoted_start" "an unquoted value starts with a character that YAML gives a meaning to"
    TEXT_AFTER_QUOTE Error "text_after_quote" "text follows a closing quote"
    UNCLOSED_QUOTE Error "unclosed_quote" "a quote is not closed"
    TAB Error "tab" "a tab stands where YAML takes only spaces"
    ODD_BLANK Error "odd_blank" "a blank that is not a space stands where YAML takes only spaces"
    FLOW_INDENTATION Error "flow_indentation" "a line inside brackets is not indented"
    SURROGATE_ESCAPE Error "surrogate_escape" "an escape stands for half a character"
    BAD_ESCAPE Error "bad_escape" "a backslash starts an unknown escape"
    YAML_DEPTH Error "yaml_depth" "the frontmatter is nested too deeply"
    YAML_ALIAS Error "yaml_alias" "the frontmatter holds an alias"
    YAML_ANCHOR Error "yaml_anchor" "the frontmatter holds an anchor"
    YAML_TAG Error "yaml_tag" "the frontmatter holds a tag"
    MERGE_KEY Error "merge_key" "the frontmatter holds a merge key"
    DUPLICATE_KEY Error "duplicate_key" "a key stands twice in one mapping"
    KEY_TYPE Error "key_type" "a key is not a string in every parser"
    KEY_LENGTH Error "key_length" "a key is longer than some parsers take"
    RESERVED_KEY Error "reserved_key" "a key cannot be kept by JavaScript hosts"
    NON_FINITE Error "non_finite" "a number is not finite"
    NUMBER_RANGE Error "number_range" "a number is larger or finer than JSON keeps"
    PLAIN_DATE Error "plain_date" "an unquoted date is a date in some parsers and text in others"
    NON_PORTABLE_SCALAR Lint "non_portable_scalar" "an unquoted value is read differently by different parsers"
    TRAILING_LINE_BREAK Lint "trailing_line_break" "a value ends with the line break that some hosts cut off"
    SDK_SUBSET Lint "sdk_subset" "a form of YAML that only some SDKs read"

    // The fields (F6, F7).
    FRONTMATTER_TYPE Error "frontmatter_type" "the frontmatter is not a mapping"
    FIELD_MISSING Error "field_missing" "a required field is missing"
    FIELD_TYPE Error "field_type" "a field has the wrong type"
    FIELD_BLANK Error "field_blank" "a field is blank"
    FIELD_LENGTH Error "field_length" "a field is too long"
    DESCRIPTION_NEAR_LIMIT Warning "description_near_limit" "the description is close to its limit"
    NAME_CHARACTERS Error "name_characters" "the name breaks the naming rule"
    NAME_MISMATCH Error "name_mismatch" "the name differs from its directory"
    UNICODE_NAME Lint "unicode_name" "the name holds characters outside ASCII"
    NESTED_METADATA Lint "nested_metadata" "a value in `metadata` is not a string"
    RESERVED_METADATA Lint "reserved_metadata" "a key in `metadata` is reserved for MCP extensions"
    MISSPELLED_FIELD Lint "misspelled_field" "a field name is close to one that has a meaning"

    // Limits (L).
    FILE_SIZE Error "file_size" "a file is too large"
    READ_SIZE Error "read_size" "a file is too large for one answer"
    REVISION_FILES Error "revision_files" "a skill has too many files"
    REVISION_SIZE Error "revision_size" "a skill is too large"
    ENTRY_SIZE Error "entry_size" "a skill's entry is too large"
    CATALOG_FILES Error "catalog_files" "the catalog has too many files"
    CATALOG_ENTRIES Error "catalog_entries" "the catalog has too many skills"
    LIMITS Error "limits" "two limits contradict each other"
    INCOMPLETE Error "incomplete" "a skill could not be checked to its end"
    PACK_SIZE Error "pack_size" "the catalog does not fit into a pack"
    MANY_PAGES Warning "many_pages" "a list has more pages than some clients read"

    // Assertions (S8).
    EXPECTED_DIGEST Error "expected_digest" "a file differs from its expected digest"
    EXPECTED_SIZE Error "expected_size" "a file differs from its expected size"
    EXPECTED_FILE Error "expected_file" "a file of which something is expected is not embedded"

    // What readers will miss (F8).
    DEAD_LINK Warning "dead_link" "a link leads to nothing that is served"
    UNMENTIONED_FILE Warning "unmentioned_file" "a file that nothing mentions"
    LONG_BODY Warning "long_body" "a `SKILL.md` has more than 500 lines"
    NESTED_SKILL Warning "nested_skill" "a `SKILL.md` lies inside another skill"
    CUT_VALUE Warning "cut_value" "an unquoted value ends at ` #`"
    EXECUTABLE_BIT Warning "executable_bit" "an executable bit is lost over MCP"

    // Allowances.
    UNUSED_ALLOWANCE Error "unused_allowance" "an allowance allows nothing"
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_unique_and_in_snake_case() {
        let names: HashSet<_> = Code::all().map(Code::name).collect();
        assert_eq!(names.len(), Code::all().count());
        assert!(
            names
                .iter()
                .all(|name| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
        );
    }

    #[test]
    fn a_code_is_found_by_its_name() {
        assert_eq!(Code::find("hidden_file"), Some(HIDDEN_FILE));
        assert_eq!(Code::find("hidden-file"), None);
    }
}
