//! How many instructions the service needs for what must not become slower.
//!
//! Valgrind counts them (Callgrind's `Ir`), so that a run gives the same numbers however busy the machine is. Beside each
//! benchmark stands its baseline, the count of the day when somebody last looked at it. More than 5 % above it fails the
//! run: make it faster, or write down the new count and say in the commit what it buys. A count that falls fails
//! nothing, because gungraun's hard limits are upper ones, and its soft limits compare with an earlier run, which a fresh
//! machine does not have. Whoever makes something faster writes down the new count, or the gain is free to be lost again.
//!
//! The counts hold for x86-64 with AVX2, the glibc of Debian 12 and the toolchain of `rust-toolchain.toml`. glibc, and
//! the crates that encode files, choose their instructions by what the processor can do, which under Valgrind is AVX2 at
//! most: a processor without it needs more of them, and one with AVX-512 as many.
//!
//! Nothing here asks for the time or for random numbers. Each call was made once before it is counted, so that neither
//! the allocator's first steps nor the look at the processor's features is a part of it. What is left is in the
//! allocator, which takes other paths where the catalog's compilation, with its hash maps, left another heap behind: less
//! than 1 %.
//!
//! Answers are written to nowhere. The one copy into a buffer, which is not the runtime's work, would be 98 % of a page of
//! 100, and nobody would see what happens to the rest. Copies that the runtime makes count.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]
#![allow(
    missing_docs,
    reason = "the items that gungraun's macros write have no documentation"
)]

use std::{
    hint::black_box,
    io::{self, Write},
};

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use serde_json::Value;
use skills_bench_instructions::{
    catalogs::catalog,
    tree::{self, Tree, skill_uri},
};
use skills_runtime::{
    Body, Catalog, Entry, Error, Limits, RequestView, SkillsService, SkillsServiceBuilder,
};

type Method = fn(&SkillsService, &RequestView<'_>, &str) -> Result<Body, Error>;

const LIST: Method = |service, request, cursor| service.list(request, Some(cursor));
const GET: Method = SkillsService::get;
const READ: Method = SkillsService::read;

/// Fails a benchmark whose count is above what its baseline allows.
fn baseline(count: u64) -> LibraryBenchmarkConfig {
    // Caches are simulated by default, which takes time and is judged by nobody.
    let mut callgrind = Callgrind::with_args(["--cache-sim=no"]);
    callgrind.hard_limits([(EventKind::Ir, limit(count))]);
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(callgrind);
    config
}

/// 5 % more.
const fn limit(count: u64) -> u64 {
    count * 105 / 100
}

#[library_benchmark(setup = Call::prepared)]
#[bench::list_of_100(args = (LIST, hundred(), ""), config = baseline(1_257))]
#[bench::list_of_every_other(args = (LIST, every_other(), ""), config = baseline(77_062))]
#[bench::second_page(args = (LIST, tens(), &next_cursor(tens())), config = baseline(31_233))]
#[bench::get(args = (GET, hundred(), &skill_uri(50)), config = baseline(1_231))]
#[bench::read_text_of_4_kib(args = (READ, reads(), "skill://reads/small.md"), config = baseline(8_030))]
#[bench::read_text_of_1_mib(args = (READ, reads(), "skill://reads/large.md"), config = baseline(1_490_822))]
#[bench::read_bytes_of_1_mib(args = (READ, reads(), "skill://reads/large.bin"), config = baseline(1_183_664))]
fn answer(call: Call) -> Call {
    call.make().unwrap();
    call
}

#[library_benchmark(setup = Call::prepared)]
#[bench::get_concealed(args = (GET, every_other(), &skill_uri(51)), config = baseline(1_053))]
#[bench::get_unknown(args = (GET, every_other(), &skill_uri(100)), config = baseline(627))]
#[bench::read_unknown(args = (READ, every_other(), "skill://reads/small.md"), config = baseline(589))]
fn refuse(call: Call) -> Call {
    call.make().unwrap_err();
    call
}

#[library_benchmark]
#[bench::service(args = (made_before(catalog(Tree::HUNDRED.contents()).unwrap())), config = baseline(10_110))]
fn make(catalog: Catalog) -> SkillsService {
    service(catalog).build().unwrap()
}

library_benchmark_group!(name = service_calls, benchmarks = [answer, refuse, make]);
main!(library_benchmark_groups = service_calls);

/// One request to a service, which can be made again and again.
struct Call {
    method: Method,
    service: SkillsService,
    request: RequestView<'static>,
    /// The URI or the cursor.
    parameter: String,
}

impl Call {
    /// Makes the call once.
    fn prepared(method: Method, service: SkillsServiceBuilder, parameter: &str) -> Self {
        let call = Self {
            method,
            service: service.build().unwrap(),
            request: RequestView::new("2026-07-28"),
            parameter: parameter.to_owned(),
        };
        // Whether it is refused is what the benchmark looks at.
        let _ = call.make();
        call
    }

    fn make(&self) -> Result<(), Error> {
        let body = (self.method)(&self.service, &self.request, &self.parameter)?;
        body.write_to(Nowhere).unwrap();
        Ok(())
    }
}

/// Takes all bytes, which have to be there when they are written, and keeps none.
struct Nowhere;

impl Write for Nowhere {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(black_box(bytes).len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Everything that could differ from run to run is set.
fn service(catalog: Catalog) -> SkillsServiceBuilder {
    SkillsService::builder(catalog)
        .scope("instructions")
        .cursor_secret([1; 32])
}

/// As many skills as are on a page.
fn hundred() -> SkillsServiceBuilder {
    service(catalog(Tree::HUNDRED.contents()).unwrap())
}

/// The same skills, of which the caller sees those with even numbers.
fn every_other() -> SkillsServiceBuilder {
    hundred().availability(|entry: &Entry<'_>, _: &RequestView<'_>| {
        entry.name().ends_with(['0', '2', '4', '6', '8'])
    })
}

/// The same skills on pages of ten.
fn tens() -> SkillsServiceBuilder {
    hundred().limits(Limits::builder().page_size(10).build().unwrap())
}

/// The skill whose files are read.
fn reads() -> SkillsServiceBuilder {
    service(catalog(tree::reads()).unwrap())
}

/// What the first page says about the second.
fn next_cursor(service: SkillsServiceBuilder) -> String {
    let service = service.build().unwrap();
    let first = service.list(&RequestView::new("2026-07-28"), None).unwrap();
    let first: Value = serde_json::from_slice(&first.into_vec()).unwrap();
    first["nextCursor"].as_str().unwrap().to_owned()
}

/// The catalog, of which a service was made.
fn made_before(catalog: Catalog) -> Catalog {
    service(catalog.clone()).build().unwrap();
    catalog
}
