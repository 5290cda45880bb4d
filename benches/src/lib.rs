//! Measurements beside the peers, each a ratio within one run.

mod artifact;
pub mod build_cost;
pub mod catalogs;
pub mod growth;
pub mod http;
pub mod in_process;
mod process;
pub mod report;
mod request;
pub mod servers;
pub mod startup;
pub mod stats;
pub mod timing;
pub mod tree;

/// The protocol version of all requests.
const VERSION: &str = "2026-07-28";
