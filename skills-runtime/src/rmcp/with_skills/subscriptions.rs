//! Subscriptions are the inner handler's; there is none to anything in a skill (C5).

use ::rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        ConstString, SubscribeRequestMethod, SubscribeRequestParams, SubscriptionFilter,
        UnsubscribeRequestMethod, UnsubscribeRequestParams,
    },
    service::RequestContext,
};

use super::WithSkills;
use crate::{Error, rmcp::request::refuse};

// Whole namespaces are left out, not only what is in the catalog: an inner handler may accept any URI, and then the ones
// that are not accepted would be a list of the concealed skills (D10).
impl<H: ServerHandler> WithSkills<H> {
    pub(super) fn accepted(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        let mut accepted = self.inner.accepted_subscription_filter(requested)?;
        if let Some(uris) = &mut accepted.resource_subscriptions {
            uris.retain(|uri| !self.shares_namespace(uri));
        }
        Some(accepted)
    }

    pub(super) async fn subscribed(
        &self,
        request: SubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if self.shares_namespace(&request.uri) {
            return Err(self.no_subscription::<SubscribeRequestMethod>());
        }
        #[expect(deprecated, reason = "clients before 2026-07-28 call it")]
        self.inner.subscribe(request, context).await
    }

    pub(super) async fn unsubscribed(
        &self,
        request: UnsubscribeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        if self.shares_namespace(&request.uri) {
            return Err(self.no_subscription::<UnsubscribeRequestMethod>());
        }
        #[expect(deprecated, reason = "clients before 2026-07-28 call it")]
        self.inner.unsubscribe(request, context).await
    }

    /// A server without subscriptions does not have the method; one that has them does not know the URI.
    fn no_subscription<M: ConstString>(&self) -> ErrorData {
        let resources = self.inner.get_info().capabilities.resources;
        if resources.is_some_and(|resources| resources.subscribe == Some(true)) {
            return refuse(Error::UNKNOWN_RESOURCE);
        }
        ErrorData::method_not_found::<M>()
    }
}
