//! What the journeys share: servers that run, the skills that they have to serve, and two clients.
//!
//! [`Raw`] writes and shows plain JSON, so that a test sees what goes over the wire; [`sdk`] connects the client of the
//! `rmcp` SDK. Neither uses the code under test.

mod disk;
mod made;
mod raw;
pub mod sdk;
mod server;

pub use disk::{Disk, ROOT};
pub use made::{BASE, CALLERS, GROUPS, Made, View, embed, make};
pub use raw::{Raw, Refusal};
pub use server::{Server, program};

/// The protocol's current version, whose requests describe themselves.
pub const CURRENT: &str = "2026-07-28";

/// The version before, whose sessions start with a handshake.
pub const OLDER: &str = "2025-11-25";

/// The key of the extension in a server's capabilities.
pub const EXTENSION: &str = "io.modelcontextprotocol/skills";
