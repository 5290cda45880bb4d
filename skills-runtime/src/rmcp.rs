//! Serving a catalog through the `rmcp` SDK, on any of its transports.
//!
//! The SDK routes, checks protocol and headers, and encodes; what it is given is computed by the same code that writes
//! a [`Body`](crate::Body).

mod answers;
mod lazy;
mod request;
mod server;
mod typed;

#[cfg(test)]
mod tests;

pub use server::SkillsServer;
