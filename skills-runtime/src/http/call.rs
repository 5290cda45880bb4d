//! A well-formed request for one of our methods.

use std::borrow::Cow;

use ::http::HeaderMap;

use super::{
    gate::{MCP_NAME, sole},
    message::{Id, Message},
};

/// The methods that are answered here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    ListSkills,
    GetSkill,
    ListResources,
    ReadResource,
    ReadDirectory,
}

impl Method {
    const ALL: [Method; 5] = [
        Self::ListSkills,
        Self::GetSkill,
        Self::ListResources,
        Self::ReadResource,
        Self::ReadDirectory,
    ];

    pub(super) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    fn name(self) -> &'static str {
        match self {
            Self::ListSkills => "skills/list",
            Self::GetSkill => "skills/get",
            Self::ListResources => "resources/list",
            Self::ReadResource => "resources/read",
            Self::ReadDirectory => "resources/directory/read",
        }
    }

    fn takes_uri(self) -> bool {
        !matches!(self, Self::ListSkills | Self::ListResources)
    }

    fn takes_cursor(self) -> bool {
        !matches!(self, Self::GetSkill | Self::ReadResource)
    }
}

/// What is asked, and how the answer is to be labelled.
#[derive(Debug)]
pub(super) struct Call<'a> {
    method: Method,
    id: Id<'a>,
    uri: Option<Cow<'a, str>>,
    cursor: Option<Cow<'a, str>>,
}

impl<'a> Call<'a> {
    /// Reads a body; nothing comes of one that anybody could read otherwise, or that its headers belie.
    pub(super) fn parse(method: Method, headers: &HeaderMap, text: &'a [u8]) -> Option<Self> {
        let message = Message::parse(text)?;
        let well_formed = message.method == method.name()
            && message.params.uri.is_some() == method.takes_uri()
            && (message.params.cursor.is_none() || method.takes_cursor())
            && message.params.meta.is_complete();
        let call = Self {
            method,
            id: message.id,
            uri: message.params.uri,
            cursor: message.params.cursor,
        };
        (well_formed && call.is_named(headers)).then_some(call)
    }

    /// Whether `Mcp-Name` is as it must be.
    fn is_named(&self, headers: &HeaderMap) -> bool {
        if headers.contains_key(&MCP_NAME) {
            return self.uri.is_some() && sole(headers, &MCP_NAME) == self.uri.as_deref();
        }
        self.method != Method::ReadResource
    }

    pub(super) fn method(&self) -> Method {
        self.method
    }

    pub(super) fn id(&self) -> &Id<'a> {
        &self.id
    }

    /// The URI, empty for methods that take none.
    pub(super) fn uri(&self) -> &str {
        self.uri.as_deref().unwrap_or_default()
    }

    pub(super) fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }
}
