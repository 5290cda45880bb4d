//! Serving a catalog through the `rmcp` SDK, on any of its transports.
//!
//! The SDK routes, checks protocol and headers, and encodes; what it is given is computed by the same code that writes
//! a [`Body`](crate::Body).

mod answers;
mod forward;
mod lazy;
mod namespace;
mod request;
mod server;
mod skill_tools;
mod typed;
mod with_skills;

#[cfg(test)]
mod tests;

pub use server::SkillsServer;
pub use with_skills::{WithSkills, WithSkillsError, WithSkillsExt};
