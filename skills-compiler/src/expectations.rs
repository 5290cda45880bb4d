//! What a publisher asserts about files (contract, S8).

use crate::budget::as_u64;
use crate::catalog::digest_text;
use crate::diagnostic::{Diagnostic, Diagnostics, code};
use crate::options::{Expectation, Options};
use crate::revision::{Member, Revision};
use crate::source::Listing;

/// Compares every asserted file with what was read. Files of a skill that failed were not read to their end, so an
/// assertion about one of them is not judged.
pub(crate) fn check(
    options: &Options,
    revisions: &[Revision<'_>],
    listing: &Listing<'_>,
    problems: &mut Diagnostics,
) {
    for expected in &options.expectations {
        let member = revisions
            .iter()
            .flat_map(|revision| &revision.members)
            .find(|member| member.source == expected.path);
        match member {
            Some(member) => compare(expected, member, listing, problems),
            None if listing.files.iter().any(|file| file.path == expected.path) => {}
            None => problems.push(
                Diagnostic::new(
                    code::EXPECTED_FILE,
                    listing.display(&expected.path),
                    "file is expected, but not embedded",
                )
                .help("correct the path, which starts below the embedded directory, or remove the `expect`"),
            ),
        }
    }
}

fn compare(
    expected: &Expectation,
    member: &Member<'_>,
    listing: &Listing<'_>,
    problems: &mut Diagnostics,
) {
    let shown = listing.display(&expected.path);
    let size = as_u64(member.bytes.len());
    if let Some(wanted) = expected.size.filter(|wanted| *wanted != size) {
        let message = format!("file has {size} bytes, expected are {wanted}");
        let problem = Diagnostic::new(code::EXPECTED_SIZE, &shown, message);
        problems.push(problem.help(format!("restore the file, or write `size = {size}`")));
    }
    let digest = digest_text(&member.digest);
    if let Some(wanted) = expected.digest.as_ref().filter(|wanted| **wanted != digest) {
        let message = format!("file has the digest `{digest}`, expected is `{wanted}`");
        let problem = Diagnostic::new(code::EXPECTED_DIGEST, &shown, message);
        problems.push(problem.help(format!(
            "restore the file, or write `digest = \"{digest}\"`"
        )));
    }
}
