//! Whole commands on rows: `cargo bench -p bouton-cli --bench rows`.
//!
//! A row of 10⁷ values from a file, beside a C program that only reads it with `strtoll` and adds (where gcc is there), and
//! rows tried a second by `refute`.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// The least seconds of some runs of a command.
fn seconds(program: &Path, arguments: &[&str]) -> f64 {
    let run = || {
        let start = Instant::now();
        let status = Command::new(program)
            .args(arguments)
            .stdout(Stdio::null())
            .status();
        assert!(status.is_ok_and(|status| status.success()));
        start.elapsed().as_secs_f64()
    };
    (0..7).map(|_| run()).fold(f64::INFINITY, f64::min)
}

/// 10⁷ values that look random, of at most `digits` digits, with signs where `signed`.
fn write_row(path: &Path, digits: u32, signed: bool) {
    let mut x: u64 = 88_172_645_463_325_252;
    let mut text = String::new();
    for i in 0..10_000_000 {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        let comma = if i == 0 { "" } else { "," };
        let minus = if signed && x >> 63 == 1 { "-" } else { "" };
        write!(text, "{comma}{minus}{}", (x >> 8) % 10_u64.pow(digits))
            .expect("invariant: strings grow");
    }
    std::fs::write(path, text).expect("a file for the row");
}

fn compiled_reader() -> Option<PathBuf> {
    let program = std::env::temp_dir().join(format!("bouton-read-{}", std::process::id()));
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/rows/read.c");
    let status = Command::new("gcc")
        .args(["-O3", "-march=native", source, "-o"])
        .arg(&program)
        .status();
    status
        .is_ok_and(|status| status.success())
        .then_some(program)
}

fn whole_commands(bouton: &Path) {
    let path = std::env::temp_dir().join(format!("bouton-row-{}.txt", std::process::id()));
    let reader = compiled_reader();
    for (digits, signed) in [(3, false), (9, true), (18, true)] {
        write_row(&path, digits, signed);
        let file = path.to_string_lossy();
        let ours = seconds(bouton, &["solve", "row-ends", &format!("@{file}")]);
        print!(
            "solve row-ends, 10^7 values of {digits} digits: {:.0} ms",
            ours * 1e3
        );
        match &reader {
            Some(reader) => {
                let plain = seconds(reader, &[&file]);
                println!(
                    "; C program that reads and adds: {:.0} ms, ratio {:.2}",
                    plain * 1e3,
                    ours / plain
                );
            }
            None => println!("; no gcc here to compare with"),
        }
    }
    for path in reader.iter().chain([&path]) {
        std::fs::remove_file(path).expect("a file that was written here");
    }
}

fn refutations(bouton: &Path) {
    let length_6 = [
        "refute",
        "row-ends",
        "folded-ends",
        "--by",
        "margin",
        "--length",
        "6..6",
        "--values",
        "1..16",
    ];
    let rows = 16_f64.powi(6);
    let time = seconds(bouton, &length_6);
    println!(
        "refute, rows of 6 values: {:.1} M rows a second",
        rows / time / 1e6
    );
}

fn main() {
    let bouton = Path::new(env!("CARGO_BIN_EXE_bouton"));
    whole_commands(bouton);
    refutations(bouton);
}
