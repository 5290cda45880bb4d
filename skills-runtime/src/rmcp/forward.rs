//! Methods that go to the inner handler as they are.

/// Writes one method for each line of a table; each calls the method of the same name on the field `inner`.
///
/// A table cannot forward a method to the wrong place, and can be read at a glance.
macro_rules! forward {
    ($($(#[$attribute:meta])* $method:ident($($param:ident: $kind:ty),*) -> $result:ty;)*) => {$(
        $(#[$attribute])*
        async fn $method(&self, $($param: $kind),*) -> $result {
            self.inner.$method($($param),*).await
        }
    )*};
}

pub(super) use forward;
