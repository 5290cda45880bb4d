//! Serves Agent Skills that are part of the program over the Model Context Protocol.
//!
//! A [`SkillSet`] is a catalog of skills that was read, checked and encoded when the program was compiled. One or more
//! of them form a [`Catalog`]; a [`SkillsService`] answers the five methods over it: `skills/list`, `skills/get`,
//! `resources/list`, `resources/read` and `resources/directory/read`. What it answers with are slices of the program's
//! own data: nothing is parsed, hashed or read from a disk when a server starts.
//!
//! # Examples
//!
//! ```
//! use skills_runtime::{RequestView, SkillSet, SkillsService};
//!
//! // What `embed_skills!("skills")` yields.
//! static SKILLS: SkillSet = SkillSet::EMPTY;
//!
//! let service = SkillsService::builder(&SKILLS).scope("acme").build()?;
//! let body = service.list(&RequestView::new("2026-07-28"), None)?;
//! assert_eq!(
//!     body.into_vec(),
//!     br#"{"resultType":"complete","skills":[],"ttlMs":0,"cacheScope":"private"}"#,
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Who may see what
//!
//! Everybody sees everything, unless [`SkillsServiceBuilder::availability`] or [`SkillsServiceBuilder::resource_policy`] says
//! otherwise. A policy decides by the skill or file and by the [`RequestView`]; what is concealed from a caller is to that
//! caller as if it did not exist. A listing of several pages hangs together by cursors that are signed
//! ([`SkillsServiceBuilder::cursor_secret`]): they end when what their caller may see has changed.
//!
//! # Features
//!
//! - `macros` (default): `embed_skills!`.
//! - `rmcp`: `WithSkills`, which adds a catalog to any handler of the `rmcp` SDK, and `SkillsServer`, which serves it alone, on
//!   any of the SDK's transports.
//! - `http`: policies see the parts of the HTTP request, and what a server's middleware left in their extensions. With `rmcp`
//!   too: `SkillsLayer`, a shorter way to the catalog in front of the SDK's streamable HTTP service.
//!
//! Without features, the crate brings neither a YAML parser nor a file walker nor an async runtime into a program.

mod body;
mod builder;
mod cache;
mod catalog;
mod cursor;
mod decide;
mod digest;
mod directory;
mod envelope;
mod error;
mod fingerprint;
mod get;
#[cfg(all(feature = "http", feature = "rmcp"))]
mod http;
mod include;
mod instructions;
mod limits;
mod list;
mod page;
mod policy;
mod private;
mod read;
mod request;
mod resources;
#[cfg(feature = "rmcp")]
mod rmcp;
mod service;
mod set;
mod verify;
mod view;
mod visible;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use body::{Body, Segments};
pub use builder::{BuildError, SkillsServiceBuilder};
pub use cache::CacheScope;
pub use catalog::{Catalog, CatalogError};
pub use digest::Digest;
pub use error::Error;
pub use fingerprint::catalog_fingerprint;
pub use limits::{LimitError, Limits, LimitsBuilder};
pub use policy::{Availability, Decision, PolicyError, ResourcePolicy};
pub use request::RequestView;
pub use resources::ResourceListing;
pub use service::SkillsService;
pub use set::{LoadError, SkillSet};
pub use verify::{Problem, VerifyError};
pub use view::{Child, Directory, Entry, File};
pub use visible::Visible;

#[cfg(all(feature = "http", feature = "rmcp"))]
pub use crate::http::{SkillsHttpService, SkillsLayer, SkillsRequestBody, SkillsResponseBody};
#[cfg(feature = "rmcp")]
pub use crate::rmcp::{SkillsServer, WithSkills, WithSkillsError, WithSkillsExt};

#[cfg(feature = "macros")]
pub use skills_macros::embed_skills;

/// What the macro's expansion calls. Not part of the public interface: it may change in any release.
#[doc(hidden)]
pub mod __private {
    pub use crate::private::set_v1;
}
