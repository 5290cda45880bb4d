//! The `Host` check, against rebinding of host names (C5).

use ::http::{HeaderMap, Uri, header, uri::Authority};

/// The hosts that the SDK's configuration allows.
#[derive(Clone)]
pub(super) struct Hosts {
    /// Without any, every host is allowed.
    configured: bool,
    allowed: Vec<Host>,
}

#[derive(Clone, Debug)]
struct Host {
    name: String,
    port: Option<u16>,
}

impl Hosts {
    pub(super) fn new(allowed: &[String]) -> Self {
        Self {
            configured: !allowed.is_empty(),
            allowed: allowed.iter().filter_map(|host| Host::new(host)).collect(),
        }
    }

    /// Whether a request names an allowed host; over HTTP/2 its URI may do so instead of the header.
    pub(super) fn admit(&self, uri: &Uri, headers: &HeaderMap) -> bool {
        if headers.contains_key(header::HOST) {
            let host = super::gate::sole(headers, &header::HOST);
            let host = host.and_then(|host| Authority::try_from(host).ok());
            return host.is_some_and(|host| self.allow(&host));
        }
        uri.authority().is_some_and(|host| self.allow(host))
    }

    fn allow(&self, host: &Authority) -> bool {
        let name = bare(host.host());
        let is = |allowed: &Host| {
            allowed.name.eq_ignore_ascii_case(name)
                && (allowed.port.is_none() || allowed.port == host.port_u16())
        };
        !self.configured || self.allowed.iter().any(is)
    }
}

impl Host {
    /// A host with or without a port. What is no authority, as an IPv6 address without brackets, is a host.
    fn new(allowed: &str) -> Option<Self> {
        let allowed = allowed.trim();
        if allowed.is_empty() {
            return None;
        }
        let authority = Authority::try_from(allowed).ok();
        let (name, port) = match &authority {
            Some(authority) => (authority.host(), authority.port_u16()),
            None => (allowed, None),
        };
        let name = bare(name).to_owned();
        Some(Self { name, port })
    }
}

/// A host without the brackets of an IPv6 address.
fn bare(host: &str) -> &str {
    host.trim_matches('[').trim_matches(']')
}
