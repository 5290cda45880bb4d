//! Asking a policy: whatever it does, there is a decision or an error that says nothing (A4).

use std::{
    any::Any,
    error::Error as StdError,
    mem,
    panic::{AssertUnwindSafe, catch_unwind},
};

use super::PolicyError;
use crate::{Error, error::Cause};

/// Where the causes of failures are logged.
const TARGET: &str = "skills_runtime::policy";

/// The answer to `question`; a failure or a panic is logged and becomes one error for the client.
pub(super) fn ask<'a>(
    policy: &'static str,
    uri: impl Fn() -> &'a str,
    method: &str,
    question: impl FnOnce() -> Result<bool, PolicyError>,
) -> Result<bool, Error> {
    let answer = guarded(|| {
        question().map_err(|error| {
            let error: &(dyn StdError + 'static) = &*error;
            tracing::error!(target: TARGET, policy, method, uri = uri(), error, "a policy failed");
        })
    });
    match answer {
        Ok(answer) => answer.map_err(|()| Cause::Policy.into()),
        Err(payload) => {
            // The payload is the policy's too: to look at it and to drop it is as risky as the policy.
            let logged = guarded(move || {
                let panic = message(&*payload);
                tracing::error!(target: TARGET, policy, method, uri = uri(), panic, "a policy panicked");
            });
            logged.unwrap_or_else(mem::forget);
            Err(Cause::Policy.into())
        }
    }
}

/// Runs what is not ours. What it leaves behind when it panics is seen by nobody but itself.
fn guarded<T>(run: impl FnOnce() -> T) -> Result<T, Box<dyn Any + Send>> {
    catch_unwind(AssertUnwindSafe(run))
}

/// What `panic!` was called with.
fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a value that is no text")
}
