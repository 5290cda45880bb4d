//! Answers in front of the `rmcp` SDK's streamable HTTP service (feature `http` together with `rmcp`).

mod answer;
mod call;
mod gate;
mod hosts;
mod layer;
mod message;
mod meta;
mod request_body;
mod response_body;

pub use layer::{SkillsHttpService, SkillsLayer};
pub use request_body::SkillsRequestBody;
pub use response_body::SkillsResponseBody;
