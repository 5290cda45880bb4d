//! Medians of measurements that take turns.

/// Runs each measurement once a round, in turn, and gives the median of each.
///
/// A machine's speed drifts; what is measured in turn drifts together.
///
/// # Errors
///
/// The first one of a measurement.
pub fn interleaved<T: Ord + Clone, E>(
    rounds: usize,
    count: usize,
    mut measure: impl FnMut(usize) -> Result<T, E>,
) -> Result<Vec<T>, E> {
    let mut samples = vec![Vec::with_capacity(rounds); count];
    for round in 0..rounds.max(1) {
        for turn in 0..count {
            // Nobody always comes behind the same one.
            let index = (turn + round) % count;
            samples[index].push(measure(index)?);
        }
    }
    Ok(samples.into_iter().map(median).collect())
}

fn median<T: Ord + Clone>(mut samples: Vec<T>) -> T {
    samples.sort();
    samples[samples.len() / 2].clone()
}

/// The exponent of growth: 0 for what stays the same, 1 for what grows with the number of skills.
///
/// The slope of the line through the logarithms, by least squares.
pub fn exponent(points: &[(f64, f64)]) -> f64 {
    let logs: Vec<_> = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    let count: f64 = logs.iter().map(|_| 1.0).sum();
    let mean = |pick: fn(&(f64, f64)) -> f64| logs.iter().map(pick).sum::<f64>() / count;
    let (mean_x, mean_y) = (mean(|point| point.0), mean(|point| point.1));
    let covariance: f64 = logs.iter().map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let variance: f64 = logs.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    covariance / variance
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_median_ignores_the_order_and_one_bad_round() {
        let samples = [5, 900, 7];
        let mut next = samples.into_iter();
        let medians = interleaved(3, 1, |_| next.next().ok_or("no more"));
        assert_eq!(medians, Ok(vec![7]));
    }

    #[test]
    fn exponents_are_slopes_of_logarithms() {
        let points = |power: i32| [10.0, 100.0, 1_000.0].map(|x: f64| (x, 3.0 * x.powi(power)));
        for power in [0, 1, 2] {
            assert!((exponent(&points(power)) - f64::from(power)).abs() < 1e-9);
        }
    }
}
