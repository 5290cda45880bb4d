//! The adapters, spoken to over pipes.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod chain;
mod client;
mod declared;
mod handlers;
mod passing;
mod reading;
mod rich;
mod server;
mod tools;
