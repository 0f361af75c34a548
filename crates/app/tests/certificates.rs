//! `--certificate FILE` and `bouton verify` on the command line, and the second checker.

use std::path::PathBuf;
use std::process::Command;

use bouton_reference::messages;

use crate::support::{Said, bouton};

fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("certificates");
    std::fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// Asks with `--certificate` and verifies the certificate; returns the claim that was proved.
fn proved(name: &str, arguments: &[&str], code: i32) -> String {
    let path = file(name);
    let path = path.to_str().unwrap();
    let mut all = arguments.to_vec();
    all.extend(["--certificate", path]);
    let answer = bouton(&all);
    assert_eq!(answer.code, Some(code), "{}", answer.error);
    let told = answer.out;
    assert!(
        told.ends_with(&format!("certificate: {path}\n")) || told.contains("\"certificate\":"),
        "{told}"
    );
    let verified = bouton(&["verify", path, "--json"]);
    assert!(verified.is_well(), "{}", verified.out);
    let verified: serde_json::Value = verified.json();
    assert_eq!(verified["valid"], true);
    verified["claim"].as_str().unwrap().to_owned()
}

#[test]
fn answers_are_certified_and_verified() {
    for line in include_str!("certified.txt").lines() {
        // Words are two spaces apart.
        let [name, question, claim] = line.split(" => ").collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let words: Vec<&str> = question.split("  ").collect();
        assert_eq!(proved(name, &words, 0), claim);
    }
    let moves = proved("moves.gz", &["moves", "row-ends", "1,5,2"], 0);
    assert_eq!(
        moves,
        "row-ends: at \"5,2\" the player to move gets exactly 3; at \"1,5\" the player to move gets exactly 4"
    );
    let refuted = proved("refute.gz", &["refute", "row-ends", "larger-end"], 4);
    assert!(refuted.starts_with("row-ends: at \""), "{refuted}");
    assert!(file("solve.gz").metadata().unwrap().len() < 200);
}

#[test]
fn what_has_no_certificate_is_told_before_it_is_sought() {
    let path = file("none.gz");
    let path = path.to_str().unwrap();
    messages("questions that have no certificate", |asked| {
        let words: Vec<_> = asked.split(' ').chain(["--certificate", path]).collect();
        let answer = bouton(&words);
        assert_eq!(answer.code, Some(2), "{asked} {}", answer.out);
        assert!(!PathBuf::from(path).exists());
        answer.error
    });
}

#[test]
fn an_answer_is_told_where_its_certificate_cannot_be_written() {
    let path = file("late.gz");
    let path = path.to_str().unwrap();
    for (arguments, code, why) in [
        (
            &["solve", "clobber:5,6", "--time", "20ms"][..],
            3,
            "no certificate is written: nothing was proved",
        ),
        (
            &["value", "domineering:5,6", "--time", "20ms"],
            3,
            "no certificate is written: nothing was proved",
        ),
        (
            &["refute", "row-ends", "folded-ends", "--length", "..3"],
            0,
            "no certificate is written: no counterexample was found",
        ),
    ] {
        let mut all = arguments.to_vec();
        all.extend(["--certificate", path]);
        let answer = bouton(&all);
        let told = answer.out;
        assert_eq!(answer.code, Some(code), "{arguments:?} {told}");
        assert!(told.lines().last().unwrap().starts_with(why), "{told}");
        all.push("--json");
        let answer = bouton(&all).out;
        let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
        assert!(answer["certificate"].is_null(), "{answer}");
        assert!(!PathBuf::from(path).exists());
    }
}

/// `examples/check_certificate.py` agrees on certificates, and on the same ones with one number changed.
#[test]
fn a_second_checker_confirms_them() {
    let script = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/check_certificate.py"
    );
    let lines = std::fs::read_to_string(script).unwrap().lines().count();
    assert!(lines <= 150, "{lines}");
    let second = |path: &str, rules: &str| {
        let python = Command::new("python3").args([script, path, rules]).output();
        python
            .ok()
            .map(Said::from)
            .map(|said| (said.code, said.out))
    };
    for (name, arguments) in [
        ("mnk.gz", &["solve", "mnk:3,3,3"][..]),
        (
            "mnk-misere.gz",
            &["solve", "mnk:3,3,3", "X.O/.X./...", "--misere"],
        ),
        ("mnk-long.gz", &["solve", "mnk:2,4,3"]),
        ("row.gz", &["solve", "row-ends", "4,5,-3,1,2,8,1"]),
        ("pong.gz", &["solve", "pong-hau-k-i"]),
        ("stones.gz", &["solve", "clobber:3,3"]),
        ("boxes.gz", &["solve", "dots-and-boxes:1,2"]),
        ("seeds.gz", &["solve", "kalah:2,2"]),
    ] {
        let rules = file("rules.py");
        std::fs::write(&rules, bouton(&["rules", arguments[1]]).out).unwrap();
        let rules = rules.to_str().unwrap();
        let claim = proved(name, arguments, 0);
        let path = file(name);
        let Some((code, told)) = second(path.to_str().unwrap(), rules) else {
            eprintln!("skipped: no python3");
            return;
        };
        assert_eq!(code, Some(0), "{claim}: {told}");
        let packed = std::fs::File::open(&path).unwrap();
        let whole = std::io::read_to_string(flate2::read::GzDecoder::new(packed)).unwrap();
        let claims = whole.find("\nplay").unwrap();
        for (n, digit) in whole[claims..]
            .match_indices(|c: char| c.is_ascii_digit())
            .step_by(7)
            .take(12)
            .map(|(n, digit)| (claims + n, digit))
        {
            let mut changed = whole.clone();
            changed.replace_range(n..n + 1, if digit == "0" { "1" } else { "0" });
            let path = file("changed.txt");
            std::fs::write(&path, changed).unwrap();
            let path = path.to_str().unwrap();
            let first = bouton(&["verify", path]).code == Some(0);
            assert_eq!(
                second(path, rules).unwrap().0 == Some(0),
                first,
                "{name} {n}"
            );
        }
    }
}

/// For each forged file the program gives the reason why it proves nothing; where the claim is only too long to be reported,
/// it is not decided.
#[test]
fn forged_files_are_refused() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/forged");
    // Forgeries that were accepted once.
    messages("the first forged files", |name| {
        let answer = bouton(&["verify", &format!("{folder}/{name}")]);
        format!("{} {}", answer.code.unwrap(), answer.all())
    });
    let mut files = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if name == "README.md" {
            continue;
        }
        files += 1;
        let answer = bouton(&["verify", path.to_str().unwrap()]);
        let (code, told) = (answer.code, answer.out + &answer.error);
        match name {
            "told-whole.txt" => {
                assert_eq!(code, Some(3), "{told}");
                assert!(
                    told.starts_with("not decided: what is claimed takes more"),
                    "{told}"
                );
            }
            _ => {
                assert!(matches!(code, Some(2 | 4)), "{name} {code:?}: {told}");
                assert!(!told.contains("valid: by"), "{name}: {told}");
            }
        }
        assert!(
            told.chars().all(|c| c == '\n' || !c.is_control()),
            "{name}: {told:?}"
        );
        assert!(told.lines().next().unwrap().len() > 20, "{name}: {told}");
    }
    assert!(files >= 90, "{files}");
}

/// A true certificate that a limit stops is not decided: whether a call of its rules needs more memory, the tables do, or the time is over.
#[test]
#[cfg(feature = "rules")]
fn a_limit_refutes_nothing() {
    let rules = file("hungry.star");
    let hungry = "start = (1,)\ndef moves(p):\n    x = [str(k) * 100 for k in range(200000)]\n    return [(p[0] - 1,)] if p[0] else []\n";
    std::fs::write(&rules, hungry).unwrap();
    proved("hungry.gz", &["solve", rules.to_str().unwrap()], 0);
    let path = file("hungry.gz");
    let verify = |limit: [&str; 2]| {
        let answer = bouton(&["verify", path.to_str().unwrap(), limit[0], limit[1]]);
        let told = answer.out + &answer.error;
        assert_eq!(answer.code, Some(3), "{limit:?} {told}");
        assert!(!told.contains("not valid"), "{limit:?} {told}");
        told
    };
    let told = verify(["--memory", "300M"]);
    let because = "not decided: the rules reach a limit: ";
    assert!(told.starts_with(because), "{told}");
    for limit in [["--memory", "20M"], ["--memory", "1K"], ["--time", "1ms"]] {
        verify(limit);
    }
}
