//! Questions that would take more than they may: each stops, and says so.

use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn bouton(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(arguments)
        .output()
        .unwrap()
}

/// The moves of a component are listed as far as they are asked for, and no further than the limits allow.
#[test]
fn the_moves_of_a_sum_are_listed_within_limits() {
    let huge = "nim 3 + nim 18446744073709551615";
    for (position, limits) in [
        (huge, &["--time", "300ms", "--memory", "64M"][..]),
        (huge, &["--memory", "16M"]),
        (
            "nim 3 + nim 10000000",
            &["--time", "100ms", "--memory", "64M"],
        ),
        (
            "nim 3 + euclid 18446744073709551615,1",
            &["--memory", "16M"],
        ),
    ] {
        let began = Instant::now();
        let output = bouton(&[&["moves", "sum", position], limits].concat());
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(
            output.status.code(),
            Some(3),
            "{position} {limits:?}: {told}"
        );
        assert!(told.contains("stopped by the limit of"), "{told}");
        assert!(
            began.elapsed() < Duration::from_secs(20),
            "{:?}",
            began.elapsed()
        );
    }
}

/// A lower bound than ours on the address space is kept, and rule files answer under it.
#[test]
#[cfg(all(unix, feature = "rules"))]
fn rule_files_answer_under_a_lower_bound_of_somebody_elses() {
    let command = format!(
        "ulimit -v 3000000; {} solve ../../docs/subtraction.star 21",
        env!("CARGO_BIN_EXE_bouton")
    );
    let output = Command::new("sh").args(["-c", &command]).output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        told.starts_with("win"),
        "{told}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}
