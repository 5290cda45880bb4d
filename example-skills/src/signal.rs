//! Waiting for the word to stop.

use std::io;

/// A future that ends at Ctrl-C or SIGTERM. Both are watched from this call on, not only once it is awaited.
#[cfg(unix)]
pub(crate) fn told_to_stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => (),
            _ = terminate.recv() => (),
        }
    })
}

/// A future that ends at Ctrl-C. It is watched from this call on, not only once it is awaited.
#[cfg(windows)]
pub(crate) fn told_to_stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
