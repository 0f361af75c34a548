//! Questions that would take more than they may: each stops, and says so.

#[cfg(target_os = "linux")]
mod large;
#[cfg(target_os = "linux")]
mod measured;
#[cfg(target_os = "linux")]
mod reproductions;

use std::process::Command;
use std::time::Duration;

use crate::support::{PROGRAM, ROOT, Said, bouton, piped, program, signal, until_it_listens};

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
        let output = bouton(&[&["moves", "sum", position], limits].concat());
        let told = output.error;
        assert_eq!(output.code, Some(3), "{position} {limits:?}: {told}");
        assert!(told.contains("stopped by the limit of"), "{told}");
    }
}

/// A lower bound than ours on the address space is kept, and rule files answer under it.
#[test]
#[cfg(all(unix, feature = "rules"))]
fn rule_files_answer_under_a_lower_bound_of_somebody_elses() {
    let command = format!("ulimit -v 3000000; '{PROGRAM}' solve docs/subtraction.star 21");
    let said: Said = Command::new("sh")
        .args(["-c", &command])
        .current_dir(ROOT)
        .output()
        .unwrap()
        .into();
    assert!(said.out.starts_with("win"), "{said:?}");
}

/// A question that was stopped before it could be answered ends with exit code 3.
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
        let told = output.error;
        assert_eq!(output.code, Some(3), "{arguments:?}: {told}");
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
    let mut child = program(&["solve", deaf.to_str().unwrap()]).spawn().unwrap();
    until_it_listens(&child);
    while child.try_wait().unwrap().is_none() {
        signal(&child, "INT");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Lists of contest size, which once took time quadratic in the number of heaps: hundreds of times as long as they may.
#[test]
fn very_many_heaps_are_answered_within_limits() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("heaps");
    let heaps: Vec<_> = (0..300_000u64)
        .map(|n| (n.wrapping_mul(6_364_136_223_846_793_005) % 1_000_003).to_string())
        .collect();
    std::fs::write(&file, heaps.join(",")).unwrap();
    let at = format!("@{}", file.display());
    for game in [
        &["nim"][..],
        &["nim", "--misere"],
        &["staircase"],
        &["subtraction:1,2,3"],
        &["kayles"],
    ] {
        let output = bouton(
            &[
                &["solve", game[0], &at, "--time", "10m", "--json"],
                &game[1..],
            ]
            .concat(),
        );
        let told = output.error;
        assert_eq!(output.code, Some(0), "{game:?}: {told}");
    }
}

/// The value is reported though there was no time to list the best moves; moves are found among astronomically many.
#[test]
fn the_value_of_a_proved_period_comes_first() {
    for (game, position) in [
        ("hex:0.3F", "1000000000000"),
        ("hex:0.8", "100000000000"),
        ("hex:0.3F", "123456789012345678901234567890"),
    ] {
        let output = bouton(&["solve", game, position, "--json"]);
        let answer: serde_json::Value = output.json();
        assert_eq!(answer["outcome"], "win", "{answer}");
        let to = answer["preferred"]["to"].as_str().unwrap();
        let after = bouton(&["solve", game, to, "--json", "--time", "5s"]);
        let after: serde_json::Value = after.json();
        assert_eq!(
            (&after["outcome"], &after["grundy"]),
            (&"loss".into(), &0.into()),
            "{after}"
        );
    }
}

/// The values of both sides' turns are part of the answer: it is not whole without them.
#[test]
fn a_class_that_was_not_found_is_told() {
    let output = bouton(&["solve", "clobber:2,2", "--memory", "100K", "--json"]);
    let answer: serde_json::Value = output.json();
    assert!(
        answer["class"].is_string() || answer["stopped"].is_string(),
        "{answer}"
    );
    assert_eq!(answer["stopped"].is_string(), output.code == Some(3));
}

/// An interrupt ends what asks one question after another, not only the one that is being asked.
#[test]
#[cfg(unix)]
fn an_interrupt_ends_every_question_to_come() {
    // Any of the questions to come would take hours.
    for arguments in [
        &["solve", "clobber:5,6", "--solver", "all", "--time", "600m"][..],
        &["law", "--sweep", "100000"],
    ] {
        let child = piped(&mut program(arguments));
        until_it_listens(&child);
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, "INT");
        let output = Said::from(child.wait_with_output().unwrap());
        assert_eq!(output.code, Some(130), "{arguments:?}");
    }
}
