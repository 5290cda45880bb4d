//! How long something takes that takes less than a clock tells.

use std::{
    convert::Infallible,
    hint::black_box,
    time::{Duration, Instant},
};

use crate::stats::interleaved;

/// Something that can be done again and again.
pub type Work<'a> = Box<dyn FnMut() + 'a>;

/// How long one batch takes, so that a clock is looked at rarely enough.
const BATCH: Duration = Duration::from_millis(2);

/// The median time of each piece of work, measured in turn.
pub fn times(rounds: usize, work: &mut [Work<'_>]) -> Vec<Duration> {
    let batches: Vec<u32> = work.iter_mut().map(batch).collect();
    let count = work.len();
    let Ok(times) = interleaved(rounds, count, |index| {
        let (work, batch) = (&mut work[index], batches[index]);
        Ok::<_, Infallible>(elapsed(work, batch) / batch)
    });
    times
}

/// How often something can be done in the time of a batch.
fn batch(work: &mut Work<'_>) -> u32 {
    let mut batch = 1;
    while batch < 1 << 20 && elapsed(work, batch) < BATCH {
        batch *= 2;
    }
    batch
}

fn elapsed(work: &mut Work<'_>, times: u32) -> Duration {
    let started = Instant::now();
    for _ in 0..times {
        black_box(&mut *work)();
    }
    started.elapsed()
}
