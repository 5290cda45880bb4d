//! Policies that change their mind (A3, D5).

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
};

use super::model::{Request, builder, pages};
use crate::{
    Entry, Error, File, RequestView, SkillsService,
    testing::{current, many, uris},
};

fn lists() -> [Request; 4] {
    [
        Request::List(None),
        Request::Resources(None),
        Request::Directory("skill://acme".to_owned(), None),
        Request::Directory("skill://acme/s01".to_owned(), None),
    ]
}

/// What the policies let through at the moment: entries whose index divided by the state leaves no rest.
fn service(state: &Arc<AtomicUsize>, skills: usize) -> SkillsService {
    let state = Arc::clone(state);
    builder(&many(skills), 1)
        .availability(move |entry: &Entry<'_>, _: &RequestView<'_>| {
            index(entry.uri()).is_multiple_of(state.load(Ordering::SeqCst))
        })
        .build()
        .unwrap()
}

fn index(uri: &str) -> usize {
    uri["skill://acme/s".len()..][..2].parse().unwrap()
}

// D5: a chain of pages ends with the view that it began with.
#[test]
fn a_chain_is_stale_while_something_else_is_visible() {
    let state = Arc::new(AtomicUsize::new(1));
    let service = service(&state, 4);
    for list in lists() {
        state.store(1, Ordering::SeqCst);
        let (_, cursor) = uris(list.send(&service, &current()).unwrap());
        let next = list.at(cursor.as_deref());
        assert!(next.send(&service, &current()).is_ok());
        state.store(2, Ordering::SeqCst);
        let denied = next.send(&service, &current()).unwrap_err();
        let expected = if list == lists()[3] {
            // The directory itself is concealed now.
            Error::UNKNOWN_DIRECTORY
        } else {
            Error::CURSOR
        };
        assert_eq!(denied, expected);
        state.store(1, Ordering::SeqCst);
        assert!(next.send(&service, &current()).is_ok());
    }
}

// A3: a policy that contradicts itself gets the answer that follows from what it said first.
#[test]
fn an_answer_is_of_one_piece_even_if_the_policy_is_not() {
    for start in [false, true] {
        let turn = Arc::new(AtomicBool::new(start));
        let flip = Arc::clone(&turn);
        let service = builder(&many(6), 100)
            .availability(move |_: &Entry<'_>, _: &RequestView<'_>| {
                !flip.fetch_xor(true, Ordering::SeqCst)
            })
            .build()
            .unwrap();
        // Six questions, answered in turn; that every other skill is listed means that each was asked about once.
        let odd = usize::from(start);
        let (skills, cursor) = uris(service.list(&current(), None).unwrap());
        let seen: Vec<_> = skills.iter().map(|uri| index(uri)).collect();
        assert_eq!((seen, cursor), (vec![odd, odd + 2, odd + 4], None));
        let (files, _) = uris(service.list_resources(&current(), None).unwrap());
        let seen: Vec<_> = files.iter().map(|uri| index(uri)).collect();
        assert_eq!(seen, [odd, odd, odd + 2, odd + 2, odd + 4, odd + 4]);
        let (directories, _) = uris(
            service
                .read_directory(&current(), "skill://acme", None)
                .unwrap(),
        );
        let seen: Vec<_> = directories.iter().map(|uri| index(uri)).collect();
        assert_eq!(seen, [odd, odd + 2, odd + 4]);
    }
}

// A2, A3: the same with files.
#[test]
fn a_file_policy_that_contradicts_itself_conceals_whole_entries() {
    let turn = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&turn);
    let service = builder(&many(4), 100)
        .resource_policy(move |_: &File<'_>, _: &RequestView<'_>| {
            count.fetch_add(1, Ordering::SeqCst) != 3
        })
        .build()
        .unwrap();
    // The fourth file is that of the second skill.
    let (skills, _) = uris(service.list(&current(), None).unwrap());
    let seen: Vec<_> = skills.iter().map(|uri| index(uri)).collect();
    assert_eq!(seen, [0, 2, 3]);
}

// A3, D5: while policies change under the clients, a chain is complete and exact for one state, or refused as stale.
#[test]
fn chains_are_complete_or_refused_while_policies_change() {
    let state = Arc::new(AtomicUsize::new(1));
    let service = service(&state, 12);
    let done = Arc::new(AtomicBool::new(false));
    let changing = thread::spawn({
        let (state, done) = (Arc::clone(&state), Arc::clone(&done));
        move || {
            let mut next = 0_usize;
            while !done.load(Ordering::SeqCst) {
                next = (next + 1) % 3;
                state.store(next + 1, Ordering::SeqCst);
                thread::yield_now();
            }
        }
    });
    let clients: Vec<_> = (0..4)
        .map(|_| {
            let service = service.clone();
            thread::spawn(move || (0..50).map(|_| chain(&service)).collect::<Vec<_>>())
        })
        .collect();
    for client in clients {
        for chain in client.join().unwrap() {
            // A request may see one state for some entries and another one for others, but every chain that came to its
            // end had the same entries on its first page as on its last one.
            match chain {
                Ok(seen) => assert!(seen.is_sorted() && !seen.is_empty(), "{seen:?}"),
                Err(error) => assert_eq!(error, Error::CURSOR),
            }
        }
    }
    done.store(true, Ordering::SeqCst);
    changing.join().unwrap();
    for (divisor, expected) in [(1, 12), (2, 6), (3, 4)] {
        state.store(divisor, Ordering::SeqCst);
        assert_eq!(chain(&service).unwrap().len(), expected);
    }
}

fn chain(service: &SkillsService) -> Result<Vec<usize>, Error> {
    let pages = pages(service, &current(), &Request::List(None))?;
    Ok(pages.concat().iter().map(|uri| index(uri)).collect())
}
