//! Why a request is not answered.

use std::fmt;

/// A refused request, as a JSON-RPC error.
///
/// Its text is fixed and says nothing about the request or the catalog, so that an unknown URI and a denied one look
/// the same (D10) and no failure leaks what it was about (A4). What a server's log needs is the
/// [`source`](std::error::Error::source) of an internal error; never send that to a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    UnknownSkill,
    UnknownResource,
    UnknownDirectory,
    Cursor,
    #[cfg(feature = "rmcp")]
    Params,
    Unserved,
    Internal(Cause),
}

impl Error {
    pub(crate) const UNKNOWN_SKILL: Error = Error(Kind::UnknownSkill);
    pub(crate) const UNKNOWN_RESOURCE: Error = Error(Kind::UnknownResource);
    pub(crate) const UNKNOWN_DIRECTORY: Error = Error(Kind::UnknownDirectory);
    pub(crate) const CURSOR: Error = Error(Kind::Cursor);
    #[cfg(feature = "rmcp")]
    pub(crate) const PARAMS: Error = Error(Kind::Params);
    pub(crate) const UNSERVED: Error = Error(Kind::Unserved);

    /// The JSON-RPC code: -32602, -32603, or -32601 for a method that this service does not serve.
    pub const fn code(&self) -> i32 {
        match self.0 {
            Kind::Internal(_) => -32603,
            Kind::Unserved => -32601,
            _ => -32602,
        }
    }

    /// The text for the client, the same for every request that fails in this way.
    pub const fn message(&self) -> &'static str {
        match self.0 {
            Kind::UnknownSkill => "unknown skill",
            Kind::UnknownResource => "unknown resource",
            Kind::UnknownDirectory => "unknown directory",
            Kind::Cursor => "invalid or stale cursor",
            #[cfg(feature = "rmcp")]
            Kind::Params => "invalid params",
            Kind::Unserved => "method not found",
            Kind::Internal(_) => "internal error",
        }
    }

    /// Whether the request was at fault: an unknown or denied URI, a cursor that does not hold, malformed params.
    pub const fn is_invalid_params(&self) -> bool {
        self.code() == -32602
    }

    /// Whether the service is set up without this method.
    pub const fn is_method_not_found(&self) -> bool {
        matches!(self.0, Kind::Unserved)
    }

    /// Whether the server was at fault: a policy that failed, a bound that the catalog does not fit, damaged data.
    pub const fn is_internal(&self) -> bool {
        matches!(self.0, Kind::Internal(_))
    }
}

impl From<Cause> for Error {
    fn from(cause: Cause) -> Self {
        Self(Kind::Internal(cause))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.0 {
            Kind::Internal(cause) => Some(cause),
            _ => None,
        }
    }
}

/// What went wrong inside, for the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// A finished item or result is over a bound.
    Oversized {
        limit: &'static str,
        uri: &'static str,
        got: u64,
        allowed: u64,
    },
    /// The pack does not hold what it must.
    Damaged,
    /// The request's visible set was made for another catalog.
    ForeignVisible,
    /// A policy failed or panicked; what it said was logged when it did.
    Policy,
    /// A cursor of another handler is too long to be carried on.
    #[cfg(any(feature = "rmcp", test))]
    InnerCursor { got: usize },
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Oversized {
                limit,
                uri,
                got,
                allowed,
            } => write!(
                f,
                "`{uri}` does not fit limit `{limit}` (got {got}, allowed {allowed})"
            ),
            Self::Damaged => f.write_str("the pack is damaged; `verify` says where"),
            Self::ForeignVisible => {
                f.write_str("the request's `Visible` was made for another catalog")
            }
            Self::Policy => f.write_str("a policy failed to decide"),
            #[cfg(any(feature = "rmcp", test))]
            Self::InnerCursor { got } => write!(
                f,
                "a cursor of the inner handler is too long (got {got} bytes, allowed {})",
                crate::cursor::MAX_INNER_LEN
            ),
        }
    }
}

impl std::error::Error for Cause {}
