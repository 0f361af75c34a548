//! How fast the row methods are, each beside the naive one in the same run: `cargo bench -p bouton-solvers --bench rows`.
//!
//! The plain loop in C is compiled with `gcc -O3 -march=native` where gcc is there.

use std::hint::black_box;
use std::process::Command;
use std::time::Instant;

use bouton_solvers::rows::cell::Width;
use bouton_solvers::rows::doubling::DoublingTable;
use bouton_solvers::rows::fold::fold_row;
use bouton_solvers::rows::front::FrontTable;
use bouton_solvers::rows::triangle::Triangle;
use bouton_solvers::rows::{diagonal, triangle};
use cpu_time::ProcessTime;

/// Values 0 to 999 that look random; the same as in `plain.c`.
fn row(length: usize) -> Vec<i64> {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        i64::try_from(x % 1000).expect("invariant: below 1000")
    };
    (0..length).map(|_| next()).collect()
}

/// The least processor seconds of at least three runs and half a second: what the work takes when nobody disturbs it.
fn seconds<T>(mut work: impl FnMut() -> T) -> f64 {
    let begin = Instant::now();
    let mut least = f64::INFINITY;
    for run in 0.. {
        if run >= 3 && begin.elapsed().as_secs_f64() > 0.5 {
            break;
        }
        let start = ProcessTime::now();
        black_box(work());
        least = least.min(start.elapsed().as_secs_f64());
    }
    least
}

/// The cells of an interval table above its single values.
fn cells(length: usize) -> f64 {
    length as f64 * (length as f64 - 1.0) / 2.0
}

fn folding() {
    let length = 10_000_000;
    let shapes: [(&str, Vec<i64>); 4] = [
        ("random", row(length)),
        ("rising", (0..10_000_000).collect()),
        (
            "zigzag",
            (0..10_000_000)
                .map(|i| if i % 2 == 0 { i } else { -i })
                .collect(),
        ),
        (
            "past 64 bits",
            (0..10_000_000)
                .map(|i| if i % 2 == 0 { i64::MIN } else { i64::MAX })
                .collect(),
        ),
    ];
    for (shape, row) in shapes {
        let time = seconds(|| fold_row(&row));
        println!(
            "folding 10^7 values, {shape}: {:.0} ms, {:.1} ns a value",
            time * 1e3,
            time * 1e9 / length as f64
        );
    }
}

/// Cells a second of the plain loop in C, with its margin; `None` without gcc.
fn plain_in_c(cell: &str, length: usize) -> Option<(f64, i128)> {
    let program = std::env::temp_dir().join(format!("bouton-plain-{cell}-{}", std::process::id()));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/rows/plain.c");
    let flags = [
        "-O3",
        "-march=native",
        &format!("-DCELL={cell}"),
        source,
        "-o",
    ];
    let compiled = Command::new("gcc")
        .args(flags)
        .arg(&program)
        .status()
        .ok()?;
    let run = || -> Option<(f64, i128)> {
        let output = Command::new(&program)
            .arg(length.to_string())
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let (margin, rate) = text.trim().split_once(' ')?;
        Some((rate.parse().ok()?, margin.parse().ok()?))
    };
    let best = compiled.success().then(|| {
        (0..7)
            .filter_map(|_| run())
            .max_by(|a, b| a.0.total_cmp(&b.0))
    })?;
    std::fs::remove_file(&program).ok()?;
    best
}

/// The diagonal mode beside the plain loop in C, in cells of the same size: the row is stretched for wider cells.
fn diagonals() {
    for (cell, stretch) in [("int32_t", 1), ("int64_t", 1 << 31)] {
        for length in [5_000, 20_000, 100_000] {
            let row: Vec<i64> = row(length).iter().map(|value| value * stretch).collect();
            let time = seconds(|| diagonal::ends(&row, || true));
            let rate = cells(length) / time;
            print!(
                "diagonal, {length} values, {:?}: {:.1} G cells/s",
                Width::of(&row),
                rate / 1e9
            );
            match plain_in_c(cell, length) {
                Some((plain, margin)) => {
                    let ours = diagonal::ends(&row, || true)
                        .ok()
                        .flatten()
                        .map(|ends| ends.margin());
                    assert_eq!(ours, Some(margin * i128::from(stretch)), "both count alike");
                    println!(
                        "; plain C loop over {cell}: {:.1} G, ratio {:.2}",
                        plain / 1e9,
                        rate / plain
                    );
                }
                None => println!("; no gcc here to compare with"),
            }
        }
    }
}

fn folding_beside_the_table() {
    for length in [20_000, 100_000] {
        let row = row(length);
        let fold = seconds(|| fold_row(&row));
        let table = seconds(|| diagonal::ends(&row, || true));
        println!(
            "{length} values: fold {:.3} ms, table {:.1} ms, ratio {:.0}",
            fold * 1e3,
            table * 1e3,
            table / fold
        );
    }
}

fn triangles() {
    for length in [2_000, 20_000] {
        let row = row(length);
        let time = seconds(|| {
            Triangle::fill(&row, u64::MAX, || true).map(|triangle| triangle.margin(0..length))
        });
        let bytes = triangle::bytes_needed(&row) as f64 / 1e6;
        println!(
            "triangle, {length} values: {:.0} ms, {bytes:.0} MB, {:.1} G cells/s",
            time * 1e3,
            cells(length) / time / 1e9
        );
    }
}

fn fronts() {
    let row = row(10_000_000);
    for most in [3, 1000, 10_000_000] {
        let time =
            seconds(|| FrontTable::fill(&row, most, u64::MAX, || true).map(|table| table.total(0)));
        println!(
            "front:{most}, 10^7 values: {:.0} ms, {:.1} ns a value",
            time * 1e3,
            time * 1e2
        );
    }
}

/// The obvious table of the doubling game: every taking tried in every state.
fn doubling_by_trying_all(row: &[i64]) -> i64 {
    let length = row.len();
    let mut sums = vec![0; length + 1];
    let mut totals = vec![vec![0; length + 1]; length + 1];
    for start in (0..length).rev() {
        sums[start] = sums[start + 1] + row[start];
        for largest in (1..=length).rev() {
            let most = (2 * largest).min(length - start);
            let least = (1..=most)
                .map(|taken| totals[start + taken][largest.max(taken)])
                .min();
            totals[start][largest] = sums[start] - least.unwrap_or_default();
        }
    }
    totals[0][1]
}

fn doublings() {
    for length in [500, 1_000, 2_000, 4_000, 8_000] {
        let row = row(length);
        let time =
            seconds(|| DoublingTable::fill(&row, u64::MAX, || true).map(|table| table.total(0, 1)));
        let states = length as f64 * length as f64 / 4.0;
        print!(
            "doubling, {length} values: {:.1} ms, {:.1} ns a state",
            time * 1e3,
            time * 1e9 / states
        );
        if length <= 1_000 {
            let naive = seconds(|| doubling_by_trying_all(&row));
            print!(
                "; trying every taking: {:.0} ms, ratio {:.0}",
                naive * 1e3,
                naive / time
            );
        }
        println!();
    }
}

fn main() {
    folding();
    folding_beside_the_table();
    diagonals();
    triangles();
    fronts();
    doublings();
}
