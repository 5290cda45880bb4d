//! The answer to a call.

use std::error::Error as _;

use ::http::{HeaderValue, Response, header, request::Parts};
use ::rmcp::model::{Extensions, RequestMetaObject};
use serde::Serialize;

use super::{
    call::{Call, Method},
    gate::VERSION,
    message::Id,
    response_body::{Answer, SkillsResponseBody},
};
use crate::{Body, Error, RequestView, SkillsService};

/// The answer to a call, which is 200 even where it is an error: those that have another status never get here.
pub(super) fn respond<B>(
    service: &SkillsService,
    call: &Call<'_>,
    parts: Parts,
) -> Response<SkillsResponseBody<B>> {
    let answer = match result(service, call, parts) {
        Ok(body) => success(call.id(), &body),
        Err(error) => failure(call.id(), error),
    };
    let mut response = Response::new(SkillsResponseBody::own(answer));
    let json = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

fn result(service: &SkillsService, call: &Call<'_>, parts: Parts) -> Result<Body, Error> {
    // Nobody but a policy looks at them.
    let extensions = (!service.parts().policies.is_empty()).then(|| extensions(parts));
    let mut view = RequestView::new(VERSION);
    if let Some(extensions) = &extensions {
        view = view.with_extensions(extensions);
    }
    match call.method() {
        Method::ListSkills => service.list(&view, call.cursor()),
        Method::GetSkill => service.get(&view, call.uri()),
        Method::ListResources => service.list_resources(&view, call.cursor()),
        Method::ReadResource => service.read(&view, call.uri()),
        Method::ReadDirectory => service.read_directory(&view, call.uri(), call.cursor()),
    }
}

/// What policies find behind the SDK (A1): the parts, and where `_meta` was until the SDK took it out.
fn extensions(parts: Parts) -> Extensions {
    let mut extensions = Extensions::new();
    extensions.insert(RequestMetaObject::default());
    extensions.insert(parts);
    extensions
}

fn success(id: &Id<'_>, result: &Body) -> Answer {
    // With room for most ids and for what stands before the items of a result.
    let mut open = Vec::with_capacity(256);
    open.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
    push_json(&mut open, id);
    open.extend_from_slice(br#","result":"#);
    Answer {
        len: open.len() + result.len() + 1,
        segments: result.segments_within(open, b"}"),
    }
}

/// The text is the client's to see; why the server was at fault goes to the log alone (A4).
fn failure(id: &Id<'_>, error: Error) -> Answer {
    if let Some(cause) = error.source() {
        tracing::error!(cause, "failed to answer a skills request");
    }
    let mut json = br#"{"jsonrpc":"2.0","id":"#.to_vec();
    push_json(&mut json, id);
    json.extend_from_slice(br#","error":{"code":"#);
    push_json(&mut json, &error.code());
    json.extend_from_slice(br#","message":"#);
    push_json(&mut json, error.message());
    json.extend_from_slice(b"}}");
    Answer::from(json)
}

/// Writes a number or a string, which cannot fail.
fn push_json<T: Serialize + ?Sized>(out: &mut Vec<u8>, value: &T) {
    let written = serde_json::to_writer(out, value);
    debug_assert!(written.is_ok());
}
