//! The skills of a caller as a text for a model.

use std::fmt::Write as _;

use crate::{Entry, Error, RequestView, SkillsService};

impl SkillsService {
    /// A short text that names the skills which the caller may see, and their URIs; empty where there are none.
    ///
    /// It is for hosts that know nothing of the skills extension: append it to the server's instructions. It names as many
    /// skills as a page of a list holds, and counts the others. Names and URIs are all that it takes from a skill, and
    /// neither can hold a line break, so no skill can put words of its own into it.
    ///
    /// # Errors
    ///
    /// -32603 where a policy fails (A4).
    ///
    /// # Examples
    ///
    /// ```
    /// use skills_runtime::{RequestView, SkillSet, SkillsService};
    ///
    /// let service = SkillsService::builder(SkillSet::EMPTY).build()?;
    /// assert_eq!(service.instructions(&RequestView::new("2026-07-28"))?, "");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn instructions(&self, request: &RequestView<'_>) -> Result<String, Error> {
        self.instructions_naming(request, None)
    }

    /// The same, with the name of the tool that reads a skill, where there is one.
    pub(crate) fn instructions_naming(
        &self,
        request: &RequestView<'_>,
        tool: Option<&str>,
    ) -> Result<String, Error> {
        let entries = self.entries(request)?;
        let limit = usize::try_from(self.limits().page_size()).unwrap_or(usize::MAX);
        Ok(text(&entries, limit, tool))
    }
}

fn text(entries: &[Entry<'_>], limit: usize, tool: Option<&str>) -> String {
    if entries.is_empty() {
        return String::new();
    }
    let reader = match tool {
        Some(tool) => format!("with the tool `{tool}`"),
        None => "as a resource".to_owned(),
    };
    let mut text = format!(
        "This server has skills: instructions and files for particular tasks. Before a task that one of them is for, \
         read the skill {reader}, by its URI. Paths in its text are relative to the directory of that URI."
    );
    for entry in entries.iter().take(limit) {
        // Writing to a string does not fail.
        let _ = write!(text, "\n- {}: {}", entry.name(), entry.uri());
    }
    let more = entries.len().saturating_sub(limit);
    if more > 0 {
        let _ = write!(text, "\nand {more} more");
    }
    text
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

    use crate::{
        Limits, SkillsService, Visible,
        testing::{Fixture, current, many, mixed, service},
    };

    #[test]
    fn a_text_is_exactly_this() {
        let fixture = Fixture::default()
            .described("skill://acme/pdf", "Fills forms.", &[("a.txt", b"a")])
            .skill("skill://zoo/cat", &[]);
        let expected = "This server has skills: instructions and files for particular tasks. Before a task that one of \
                        them is for, read the skill as a resource, by its URI. Paths in its text are relative to the \
                        directory of that URI.\n\
                        - pdf: skill://acme/pdf/SKILL.md\n\
                        - cat: skill://zoo/cat/SKILL.md";
        let service = service(&fixture);
        assert_eq!(service.instructions(&current()).unwrap(), expected);
        let naming = service.instructions_naming(&current(), Some("read_skill_file"));
        let expected = expected.replace("as a resource", "with the tool `read_skill_file`");
        assert_eq!(naming.unwrap(), expected);
    }

    // A5: what the caller may not see is neither named nor counted.
    #[test]
    fn only_visible_skills_are_named() {
        let service = service(&mixed());
        let see = |names: &'static [&str]| {
            let visible = Visible::select(
                service.catalog(),
                |entry| names.contains(&entry.name()),
                |_| true,
            );
            service
                .instructions(&current().with_visible(visible))
                .unwrap()
        };
        let text = see(&["cat", "pdf"]);
        assert!(
            text.contains("- pdf: ") && text.contains("- cat: "),
            "{text}"
        );
        assert_eq!(text.lines().count(), 3);
        assert_eq!(see(&[]), "");
    }

    // L
    #[test]
    fn a_text_names_as_many_skills_as_a_page_holds() {
        for (page_size, last) in [
            (1, "and 2 more"),
            (2, "and 1 more"),
            (3, "- s02: skill://acme/s02/SKILL.md"),
        ] {
            let limits = Limits::builder().page_size(page_size).build().unwrap();
            let builder = SkillsService::builder(many(3).set()).limits(limits);
            let text = builder.build().unwrap().instructions(&current()).unwrap();
            assert_eq!(text.lines().last(), Some(last));
        }
    }

    // D1: a service of resources only has skills to name all the same.
    #[test]
    fn a_service_of_resources_only_names_its_skills() {
        let service = SkillsService::builder(many(1).set())
            .skills(false)
            .build()
            .unwrap();
        assert!(
            service
                .instructions(&current())
                .unwrap()
                .contains("- s00: ")
        );
    }
}
