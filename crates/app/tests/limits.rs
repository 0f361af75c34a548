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

/// What was stopped before it could answer exits with 3, whatever was asked.
#[test]
fn what_stops_before_an_answer_is_no_bad_input() {
    for arguments in [
        &[
            "draw", "kayles", "20,7", "--as", "graph", "-o", "-", "--time", "1ms",
        ][..],
        &[
            "sequence",
            "octal:0.16",
            "--heaps",
            "2000",
            "--stream",
            "--time",
            "1ms",
        ],
        &[
            "solve", "crosses", "40,40,40", "--solver", "memo", "--time", "1ms",
        ],
    ] {
        let output = bouton(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}: {told}");
    }
}

/// A first interruption stops the work politely; a second one ends the program, whatever it is at.
#[test]
#[cfg(all(unix, feature = "rules"))]
fn a_second_interruption_ends_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let deaf = folder.path().join("deaf.star");
    std::fs::write(
        &deaf,
        "start = 1\ndef moves(n): return [max(range(2000000000))]\n",
    )
    .unwrap();
    let mut program = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["solve", deaf.to_str().unwrap()])
        .spawn()
        .unwrap();
    let interrupt = || {
        let id = program.id().to_string();
        let kill = Command::new("kill").args(["-INT", &id]).status();
        assert!(kill.unwrap().success());
    };
    std::thread::sleep(Duration::from_millis(700));
    let began = Instant::now();
    interrupt();
    std::thread::sleep(Duration::from_millis(200));
    interrupt();
    let status = program.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    // A deaf child is given three seconds after the first.
    assert!(
        began.elapsed() < Duration::from_secs(2),
        "{:?}",
        began.elapsed()
    );
}
