//! Which requests are answered here, as far as it shows before the body is read.

use ::http::{HeaderMap, HeaderName, Method as Verb, Request, header};
use ::rmcp::transport::streamable_http_server::StreamableHttpServerConfig;

use super::{
    call::{Call, Method},
    hosts::Hosts,
};
use crate::SkillsService;

/// The one protocol version whose requests are answered here.
pub(super) const VERSION: &str = "2026-07-28";

pub(super) static MCP_METHOD: HeaderName = HeaderName::from_static("mcp-method");
pub(super) static MCP_NAME: HeaderName = HeaderName::from_static("mcp-name");
static PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
static LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");

const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";

#[derive(Clone)]
pub(super) struct Gate {
    config: StreamableHttpServerConfig,
    hosts: Hosts,
    skills: bool,
    directories: bool,
    other_resources: bool,
}

impl Gate {
    pub(super) fn new(service: &SkillsService, config: &StreamableHttpServerConfig) -> Self {
        Self {
            hosts: Hosts::new(&config.allowed_hosts),
            config: config.clone(),
            skills: service.serves_skills(),
            directories: service.serves_directories(),
            other_resources: true,
        }
    }

    pub(super) fn owns_resources(&mut self) {
        self.other_resources = false;
    }

    pub(super) fn max_body_bytes(&self) -> usize {
        self.config.max_request_body_bytes
    }

    /// The method that a request asks for, where everything but its body is as it must be.
    pub(super) fn admits<B>(&self, request: &Request<B>) -> Option<Method> {
        let headers = request.headers();
        let method = Method::named(sole(headers, &MCP_METHOD)?)?;
        let admitted = self.serves(method)
            && self.config.json_response
            && !self.config.cancellation_token.is_cancelled()
            && request.method() == Verb::POST
            && sole(headers, &PROTOCOL_VERSION) == Some(VERSION)
            && is_plain(headers)
            && sends_json(headers)
            && accepts_both(headers)
            && self.hosts.admit(request.uri(), headers);
        admitted.then_some(method)
    }

    /// Whether the answer to a well-formed call is the catalog's.
    pub(super) fn takes(&self, service: &SkillsService, call: &Call<'_>) -> bool {
        match call.method() {
            Method::ReadResource if self.other_resources => service.catalog().claims(call.uri()),
            // The SDK answers URIs of any other shape by itself.
            Method::GetSkill => ::rmcp::model::skill_name_from_uri(call.uri()).is_some(),
            _ => true,
        }
    }

    fn serves(&self, method: Method) -> bool {
        match method {
            Method::ListSkills | Method::GetSkill => self.skills,
            Method::ReadDirectory => self.directories,
            Method::ReadResource => true,
            Method::ListResources => !self.other_resources,
        }
    }
}

/// The value of a header that comes exactly once and is readable.
pub(super) fn sole<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().ok(),
        _ => None,
    }
}

/// Whether nothing is there that is about browsers, sessions or encodings.
fn is_plain(headers: &HeaderMap) -> bool {
    let special = [
        &header::ORIGIN,
        &header::CONTENT_ENCODING,
        &SESSION,
        &LAST_EVENT,
    ];
    !special.into_iter().any(|name| headers.contains_key(name))
}

fn sends_json(headers: &HeaderMap) -> bool {
    let essence = sole(headers, &header::CONTENT_TYPE).and_then(|value| value.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case(JSON))
}

/// Parameters may hold commas and weights, and are left to the SDK.
fn accepts_both(headers: &HeaderMap) -> bool {
    let Some(accept) = sole(headers, &header::ACCEPT) else {
        return false;
    };
    let names = |wanted: &str| {
        let mut types = accept.split(',');
        types.any(|name| name.trim().eq_ignore_ascii_case(wanted))
    };
    !accept.contains([';', '"']) && names(JSON) && names(EVENTS)
}
