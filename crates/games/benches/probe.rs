//! The time of a probe of a table of numbers, at random and at dense places: `cargo bench -p bouton-games --bench probe -- FILE.tb`.
//! `bouton tabulate` makes the table.

use std::path::Path;
use std::time::{Duration, Instant};

use bouton_tables::Table;

const PROBES: usize = 200_000;

fn main() {
    let path = std::env::args()
        .skip(1)
        .find(|argument| argument != "--bench");
    let path = path.expect("the file of a table whose positions are numbers");
    let table = Table::open(Path::new(&path)).unwrap();
    let count = table.contents().count;
    let mut random = fastrand::Rng::with_seed(1);
    let anywhere: Vec<_> = (0..PROBES).map(|_| random.u64(..count)).collect();
    let first = random.u64(..count / 2);
    let dense: Vec<_> = (0..PROBES)
        .map(|_| first + random.u64(..count.min(1 << 16) / 2))
        .collect();
    for (what, numbers) in [("random", anywhere), ("dense", dense)] {
        let mut times: Vec<Duration> = numbers
            .iter()
            .map(|number| {
                let begun = Instant::now();
                std::hint::black_box(table.number(*number).unwrap());
                begun.elapsed()
            })
            .collect();
        times.sort_unstable();
        let [median, late] = [times[PROBES / 2], times[PROBES * 99 / 100]];
        println!("a probe at {what} places: {median:?} at the median, {late:?} for 99 in 100");
    }
}
