//! The comparisons of the report's part `in-process`, with criterion's statistics: `cargo bench -p skills-bench --bench
//! in_process -- <filter>`, for whoever changes one of them.

#![allow(missing_docs, reason = "criterion's macro writes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use skills_bench::{in_process::comparisons, servers::Servers};

fn in_process(criterion: &mut Criterion) {
    let servers = Servers::new().expect("a place for temporary files");
    let all = comparisons(&servers).expect("the trees are valid");
    for mut comparison in all {
        let mut group = criterion.benchmark_group(&comparison.what);
        group.bench_function("ours", |bencher| bencher.iter(&mut comparison.ours));
        group.bench_function(comparison.beside, |bencher| {
            bencher.iter(&mut comparison.theirs);
        });
        group.finish();
    }
}

criterion_group!(benches, in_process);
criterion_main!(benches);
