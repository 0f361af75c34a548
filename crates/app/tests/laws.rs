//! `law`, `ask` and the solver `law` on the command line: limits, Ctrl-C, wrong input, files.

use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::Duration;

use bouton::{How, Limits, StopReason};

use crate::support::{Said, bouton, piped, program, signal, until_it_listens};

#[test]
fn limits_end_in_a_sentence_and_exit_code_3() {
    let late = bouton(&["law", "half-two", "--time", "1s"]);
    assert_eq!(late.code, Some(3));
    let told = late.out;
    assert!(
        told.contains("no law found, and nothing claimed") && told.contains("stopped: "),
        "{told}"
    );
    let small = bouton(&["law", "half-two", "--memory", "1M", "--time", "20s"]);
    assert_eq!(small.code, Some(3));
    assert!(small.out.contains("the table would have more than"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_search_with_what_was_reached() {
    let child = piped(&mut program(&["law", "half-two", "--time", "600s"]));
    until_it_listens(&child);
    signal(&child, "INT");
    let ended = Said::from(child.wait_with_output().unwrap());
    assert_eq!(ended.code, Some(130));
    // On standard error where it was interrupted before the search had anything to tell.
    assert!(ended.all().contains("nothing claimed"));
}

/// A certificate is found, checked, queried, played and drawn.
#[test]
fn a_certificate_is_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (law, svg) = (path("kin.law"), path("kin.svg"));
    let found = bouton(&["law", "wythoff:2", "--certificate", &law]);
    assert!(found.is_well(), "{}", found.error);
    assert!(bouton(&["verify", &law]).is_well());
    let solved = bouton(&["solve", &law, "5,9", "--solver", "law", "--json"]);
    assert!(
        solved.out.contains("\"solver\":\"law\""),
        "{}",
        solved.error
    );
    let all = bouton(&["solve", &law, "2,4", "--solver", "all"]);
    assert!(all.is_well(), "{}", all.error);
    for (kind, position) in [("scatter", "60"), ("automaton", "5,9")] {
        let drawn = bouton(&["draw", &law, position, "--as", kind, "-o", &svg]);
        assert!(drawn.is_well(), "{kind}: {}", drawn.error);
    }
}

/// Heaps of thousands of digits: the law gives the same moves as the theorem, in the same words (it need not know the number of
/// best moves if all are alike).
#[test]
fn heaps_of_thousands_of_digits() {
    let (a, b) = ("7".repeat(3000), "9".repeat(2998));
    for (game, position) in [
        ("nim", format!("{a},{b}")),
        ("wythoff", format!("{a},{b}")),
        ("euclid", format!("{a},{b}")),
        ("box", format!("{a},{b}")),
        ("subtraction:1,2,3", a.clone()),
        ("octal:0.77", format!("{a},{b}")),
    ] {
        let best = |solver: &str| {
            let how = ["solve", game, &position, "--json", "--solver", solver];
            let told = bouton(&how).out;
            let solver_field = format!("\"solver\":\"{solver}\"");
            assert!(told.contains(&solver_field), "{game} {solver}: {told}");
            let from = told.find("\"outcome\"").unwrap();
            let outcome = told[from..].split(',').next().unwrap().to_owned();
            let from = told.find("\"best\":").unwrap();
            (
                outcome,
                told[from..told.find(",\"best_count\"").unwrap()].to_owned(),
            )
        };
        let theorem = if game.contains(':') {
            "period"
        } else {
            "closed-form"
        };
        assert_eq!(best("law"), best(theorem), "{game}");
    }
}

/// A search for a law that was stopped is reported as such, and is not later taken as a proof that there is none.
#[test]
fn a_search_cut_short_is_not_remembered() {
    let ask = |limits: Limits| {
        let mut session = bouton::Open::game("wythoff")
            .at("2000,3000")
            .misere(true)
            .session()
            .unwrap();
        let how = How::by(Some("law")).within(limits);
        session.solve(&how).unwrap()
    };
    let cancelled = Limits::default();
    cancelled.cancel.store(true, Ordering::Relaxed);
    assert_eq!(ask(cancelled).stopped, Some(StopReason::Cancelled));
    let late = Limits::within(Duration::ZERO);
    assert_eq!(ask(late).stopped, Some(StopReason::Time));
    let answered = ask(Limits::default());
    assert_eq!(answered.stopped, None);
    assert!(answered.outcome.is_some());
}

/// The verdict of the checker in Python on the certificate in a file.
fn second_checker(file: &std::path::Path) -> Said {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/check_law.py");
    Command::new("python3")
        .arg(script)
        .arg(file)
        .output()
        .expect("python3 is there: `./check` installs it")
        .into()
}

/// `examples/check_law.py` and `bouton verify` agree on laws and on the same laws with one state changed.
#[test]
fn a_second_checker_agrees() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.law");
    let file = path.to_str().unwrap();
    let laws: [&[&str]; 6] = [
        &["wythoff"],
        &["subtraction:1,3"],
        &["nim", "--misere"],
        &["euclid"],
        &["fibonacci-nim"],
        &["lasker"],
    ];
    for words in laws {
        let found = bouton(&[&["law"], words, &["--certificate", file]].concat());
        assert!(found.is_well(), "{words:?}: {}", found.error);
        let certificate = std::fs::read_to_string(&path).unwrap();
        let second = second_checker(&path);
        assert!(second.is_well(), "{words:?}: {}", second.error);
        let (rules, sets) = certificate.split_at(certificate.find("\n0").unwrap());
        for (from, to) in [
            ("\n1+ ", "\n1 "),
            ("\n1 ", "\n1+ "),
            ("\n0+ ", "\n0 "),
            ("\n2+ ", "\n2 "),
        ] {
            let changed = sets.replacen(from, to, 1);
            std::fs::write(&path, format!("{rules}{changed}")).unwrap();
            let (first, second) = (bouton(&["verify", file]), second_checker(&path));
            assert_eq!(first.is_well(), second.is_well(), "{words:?} {from:?}");
            assert_eq!(first.is_well(), changed == sets, "{words:?} {from:?}");
        }
    }
}

/// The certificates of the sweep: `cargo test -p bouton-cli --test all laws:: -- --ignored`.
#[test]
#[ignore = "a minute"]
fn a_second_checker_confirms_the_sweep() {
    let dir = tempfile::tempdir().unwrap();
    let swept = bouton(&[
        "law",
        "--sweep",
        "60",
        "--certificate",
        dir.path().to_str().unwrap(),
    ]);
    assert!(swept.is_well());
    let files: Vec<_> = std::fs::read_dir(dir.path()).unwrap().collect();
    assert_eq!(files.len(), 58);
    for file in files {
        let path = file.unwrap().path();
        let second = second_checker(&path);
        assert!(second.is_well(), "{}: {}", path.display(), second.error);
    }
}
