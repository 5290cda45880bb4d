//! How far a check is, where somebody watches.

use std::io::{IsTerminal as _, stderr};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use skills_compiler::Progress;

/// Shorter work needs no bar.
const PATIENCE: Duration = Duration::from_secs(1);

const TEMPLATE: &str = "checking {bar:40} {human_pos}/{human_len} skills";

/// A bar on standard error that appears after a second, and only on a terminal.
pub(crate) struct Bar {
    started: Instant,
    is_watched: bool,
    drawn: Option<ProgressBar>,
}

impl Bar {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            is_watched: stderr().is_terminal(),
            drawn: None,
        }
    }

    pub(crate) fn show(&mut self, progress: Progress) {
        if !self.is_watched || self.started.elapsed() < PATIENCE {
            return;
        }
        let (done, total) = (progress.done as u64, progress.total as u64);
        self.drawn
            .get_or_insert_with(|| {
                ProgressBar::new(total)
                    .with_style(style())
                    .with_position(done)
            })
            .set_position(done);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if let Some(bar) = &self.drawn {
            bar.finish_and_clear();
        }
    }
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template(TEMPLATE).unwrap_or_else(|_| ProgressStyle::default_bar())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_template_is_one() {
        assert!(ProgressStyle::with_template(TEMPLATE).is_ok());
    }
}
