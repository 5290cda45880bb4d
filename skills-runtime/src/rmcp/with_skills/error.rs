//! Why skills cannot stand beside a handler.

use std::fmt;

/// A handler that skills cannot be added to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithSkillsError(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Declared,
    Tool(&'static str),
}

impl WithSkillsError {
    pub(super) const DECLARED: Self = Self(Kind::Declared);

    pub(super) const fn tool(name: &'static str) -> Self {
        Self(Kind::Tool(name))
    }

    /// Whether the handler declares the skills extension itself (C1).
    pub const fn is_already_declared(&self) -> bool {
        matches!(self.0, Kind::Declared)
    }

    /// Whether the handler has a tool of the same name as one that was to be added.
    pub const fn is_tool_name_taken(&self) -> bool {
        matches!(self.0, Kind::Tool(_))
    }
}

impl fmt::Display for WithSkillsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Kind::Declared => {
                f.write_str("the handler declares `io.modelcontextprotocol/skills` itself")
            }
            Kind::Tool(name) => write!(f, "the handler has a tool named `{name}` itself"),
        }
    }
}

impl std::error::Error for WithSkillsError {}
