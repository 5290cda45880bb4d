//! What happened.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::Duration,
};

use anyhow::{Result, ensure};
use skills_journeys::Refusal;

/// How many faults are kept word by word.
const KEPT: usize = 5;

/// Counts of everything, over all clients.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) requests: AtomicU64,
    pub(crate) complete: AtomicU64,
    pub(crate) stale: AtomicU64,
    pub(crate) answered: AtomicU64,
    pub(crate) refused: AtomicU64,
    pub(crate) errors: AtomicU64,
    pub(crate) wrong: AtomicU64,
    faults: Mutex<Vec<String>>,
    texts: Mutex<BTreeMap<&'static str, String>>,
}

impl Tally {
    /// Something failed that has no reason to.
    pub(crate) fn error(&self, fault: String) {
        self.errors.fetch_add(1, Relaxed);
        self.keep(fault);
    }

    /// An answer that is true at no time.
    pub(crate) fn wrong(&self, fault: String) {
        self.wrong.fetch_add(1, Relaxed);
        self.keep(fault);
    }

    fn keep(&self, fault: String) {
        let mut faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        if faults.len() < KEPT {
            faults.push(fault);
        }
    }

    /// D10: a refusal has the code -32602, no data, and one text for everything that a method may refuse.
    pub(crate) fn is_uniform(&self, what: &'static str, refusal: &Refusal) -> bool {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        let text = texts.entry(what).or_insert_with(|| refusal.message.clone());
        refusal.code == -32602 && refusal.data.is_none() && *text == refusal.message
    }

    pub(crate) fn print(&self, length: Duration) {
        let [requests, complete, stale, answered, refused, errors, wrong] = self.counts();
        let rate = u128::from(requests) * 1000 / length.as_millis().max(1);
        println!("requests         {requests} ({rate} each second)");
        println!("chains of pages  {complete} complete and exact, {stale} refused as stale");
        println!("single items     {answered} exact, {refused} refused");
        println!("errors           {errors}");
        println!("wrong answers    {wrong}");
        for fault in &*self.faults.lock().unwrap_or_else(PoisonError::into_inner) {
            println!("  {fault}");
        }
    }

    /// Nothing went wrong, and everything that may happen happened.
    pub(crate) fn check(&self) -> Result<()> {
        let [_, complete, stale, answered, refused, errors, wrong] = self.counts();
        ensure!(
            errors == 0 && wrong == 0,
            "{errors} errors, {wrong} wrong answers"
        );
        ensure!(
            complete > 0 && stale > 0 && answered > 0 && refused > 0,
            "too few requests to see every kind of answer"
        );
        Ok(())
    }

    fn counts(&self) -> [u64; 7] {
        [
            &self.requests,
            &self.complete,
            &self.stale,
            &self.answered,
            &self.refused,
            &self.errors,
            &self.wrong,
        ]
        .map(|count| count.load(Relaxed))
    }
}
