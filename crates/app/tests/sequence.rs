//! `bouton sequence` and `verify` as people call them; long runs survive being killed at any moment.

use std::hash::{BuildHasher, RandomState};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use bouton_reference::message;

use crate::support::{Said, bouton, piped, program, split};

fn answer(arguments: &[&str]) -> serde_json::Value {
    bouton(arguments).json()
}

#[test]
fn certificates_go_to_the_checker_and_false_ones_exit_with_4() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kayles.txt");
    let file = path.to_str().unwrap();
    assert!(bouton(&["sequence", "kayles", "--certificate", file]).is_well());
    assert_eq!(answer(&["verify", file, "--json"])["valid"], true);
    let good = std::fs::read_to_string(&path).unwrap();
    // Every field in turn; how to compute is a hint, which may be any.
    for (field, other) in [
        ("code 0.77", "code 0.75"),
        ("period 12", "period 24"),
        ("preperiod 71", "preperiod 72"),
        ("saltus 0", "saltus 1"),
        (
            "theorem octal periodicity",
            "theorem subtraction periodicity",
        ),
        ("heaps 168", "heaps 167"),
        ("compute plain", "compute quickly"),
        ("largest 8 at 27", "largest 9 at 27"),
        ("checksum ", "checksum 1"),
    ] {
        let bad = good.replace(field, other);
        assert_ne!(good, bad, "{field} is not in\n{good}");
        std::fs::write(&path, bad).unwrap();
        assert_eq!(bouton(&["verify", file]).code, Some(4), "{other}");
    }
    std::fs::write(&path, good.replace("certificate 1", "certificate 2")).unwrap();
    assert_eq!(bouton(&["verify", file]).code, Some(2));
}

#[test]
fn limits_stop_with_3_and_tell_what_is_known() {
    let output = bouton(&split(
        "sequence octal:0.007 --heaps 100000000 --time 300ms --json",
    ));
    let stopped: serde_json::Value = output.json();
    assert_eq!(output.code, Some(3));
    assert_eq!(stopped["stopped"], "time");
}

/// A stream that was ended continues from its checkpoint; one that is not a checkpoint is refused.
#[test]
fn a_stream_goes_on_from_its_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept");
    let file = path.to_str().unwrap();
    let stream = |heaps, rest: &[&str]| {
        let words = ["sequence", "octal:0.356", "--stream", "--json", "--heaps"];
        answer(&[&words[..], &[heaps], rest].concat())
    };
    let begun = stream("600000", &["--checkpoint", file]);
    assert!(begun["period"].is_null() && begun.get("resumed").is_none());
    let whole = stream("2000000", &[]);
    let rest = stream("2000000", &["--checkpoint", file]);
    assert!(rest["resumed"].as_u64() > begun["heaps"].as_u64());
    assert_eq!(whole["proof"], "proved");
    for field in ["period", "preperiod", "heaps", "rare"] {
        assert_eq!(rest[field], whole[field], "{field}");
    }
    let [whole, rest] = [&whole, &rest].map(|one| one["why"].as_str().unwrap());
    let believed = rest.strip_prefix(whole).unwrap();
    assert!(believed.ends_with("as the checkpoint says"), "{rest}");
    std::fs::write(&path, "something else").unwrap();
    let output = bouton(&["sequence", "octal:0.356", "--stream", "--checkpoint", file]);
    assert_eq!(output.code, Some(2));
    message("a file that is no checkpoint", output.error);
}

/// The most memory that a process takes while it runs, in bytes, and its exit code.
#[cfg(target_os = "linux")]
fn peak(arguments: &[&str]) -> (u64, Option<i32>) {
    let mut child = program(arguments).stdout(Stdio::null()).spawn().unwrap();
    let mut peak = 0;
    loop {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let told = status.unwrap_or_default();
        let line = told.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB"));
        peak = peak.max(kilobytes.map_or(0, |number| number.trim().parse::<u64>().unwrap()));
        if let Some(status) = child.try_wait().unwrap() {
            return (1024 * peak, status.code());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// The memory given holds for everything beside the program itself, and a run that fits it is not refused.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_given_holds() {
    const PROGRAM: u64 = 40 << 20;
    let run = |heaps: &str, memory: &str| {
        let arguments = ["sequence", "octal:0.106", "--time", "20s"];
        peak(&[&arguments[..], &["--heaps", heaps, "--memory", memory]].concat())
    };
    let (bytes, code) = run("100000000", "2M");
    assert_eq!(code, Some(3));
    assert!(bytes < PROGRAM + (2 << 20), "{bytes}");
    let (bytes, code) = run("1500000", "8M");
    assert_eq!(code, Some(0));
    assert!(bytes < PROGRAM + (8 << 20), "{bytes}");
    assert_eq!(run("100000", "20K").1, Some(3));
}

/// Runs with a checkpoint, is killed again and again at random moments, and ends with what an undisturbed run finds.
#[test]
fn killed_runs_go_on_from_their_checkpoint() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, values, right) = (
        folder.path().join("kept"),
        folder.path().join("a.npy"),
        folder.path().join("b.npy"),
    );
    let text = |path: &Path| path.to_str().unwrap().to_owned();
    let run = |more: &[&str]| {
        let mut command = program(&["sequence", "octal:0.37", "--heaps", "150000"]);
        command.args(more).stdout(Stdio::null()).spawn().unwrap()
    };
    // Other times in every run of this test; on a busy machine some kills come before anything is kept.
    let moments = RandomState::new();
    let kept_bytes = || std::fs::metadata(&kept).map_or(0, |about| about.len());
    for kill in 0.. {
        if kill >= 8 && kept_bytes() > 1000 {
            break;
        }
        assert!(kill < 100, "nothing is kept");
        let milliseconds = moments.hash_one(kill) % (250 + 20 * kill);
        let mut child = run(&["--interval", "10ms", "--checkpoint", &text(&kept)]);
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(
        run(&["--checkpoint", &text(&kept), "-o", &text(&values)])
            .wait()
            .unwrap()
            .success()
    );
    assert!(run(&["-o", &text(&right)]).wait().unwrap().success());
    assert_eq!(
        std::fs::read(values).unwrap(),
        std::fs::read(right).unwrap()
    );
    assert_eq!(
        bouton(&["sequence", "kayles", "--checkpoint", &text(&kept)]).code,
        Some(2)
    );
}

/// A stream is killed ten times at random moments, and goes on each time from what it kept; the proof and
/// the file in the end are those of an undisturbed one.
fn a_killed_stream_ends_with_the_same(code: &str, heaps: &str, interval: &str) {
    const KILLS: u64 = 10;
    let folder = tempfile::tempdir().unwrap();
    let [whole, kept] = ["whole", "kept"].map(|name| folder.path().join(name));
    let run = |path: &Path| {
        let mut command = program(&["sequence", code, "--stream", "--json", "--heaps", heaps]);
        command.args(["--interval", interval, "--checkpoint"]);
        piped(command.arg(path))
    };
    let answer = |path: &Path| -> serde_json::Value {
        Said::from(run(path).wait_with_output().unwrap()).json()
    };
    let right = answer(&whole);
    let written = || {
        std::fs::metadata(&kept)
            .and_then(|about| about.modified())
            .ok()
    };
    let (moments, mut kills, mut ends) = (RandomState::new(), 0, 0);
    while kills < KILLS {
        let (before, mut child) = (written(), run(&kept));
        // It is at work once it has kept something; a moment later it is killed, wherever it is by then.
        let ended = loop {
            if child.try_wait().unwrap().is_some() {
                break true;
            }
            if written() != before {
                std::thread::sleep(Duration::from_micros(moments.hash_one(kills) % 3000));
                break child.try_wait().unwrap().is_some();
            }
            std::thread::sleep(Duration::from_micros(200));
        };
        if ended {
            std::fs::remove_file(&kept).unwrap();
            ends += 1;
            assert!(ends < 10 * KILLS, "it is never killed at work");
        } else {
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
        }
    }
    let found = answer(&kept);
    assert!(found["resumed"].as_u64() > Some(0), "{found}");
    assert_eq!(right["proof"], "proved");
    for field in ["period", "preperiod", "heaps", "rare", "proof"] {
        assert_eq!(found[field], right[field], "{field}");
    }
    let [right, found] = [&right, &found].map(|one| one["why"].as_str().unwrap());
    assert!(found.starts_with(right), "{found}");
    assert_eq!(std::fs::read(kept).unwrap(), std::fs::read(whole).unwrap());
}

#[test]
fn a_killed_stream_goes_on_to_the_same_proof() {
    a_killed_stream_ends_with_the_same("octal:0.356", "2000000", "1ms");
}

#[test]
#[ignore = "half a minute of processor time"]
fn a_long_stream_that_is_killed_goes_on_to_the_same_proof() {
    a_killed_stream_ends_with_the_same("octal:0.104", "1000000000", "200ms");
}
