//! The limits of the process that evaluates a rule file.
#![cfg(all(unix, feature = "rules"))]

use std::io::Write;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use bouton_reference::{message, messages};

use crate::support::{Said, bouton_in, piped, program, said};
#[cfg(target_os = "linux")]
use crate::until::until;

/// A folder with one rule file in it, `game.star`.
fn folder(text: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.star"), text).unwrap();
    folder
}

fn command(folder: &tempfile::TempDir, arguments: &[&str]) -> Command {
    let mut command = program(arguments);
    command.current_dir(folder.path());
    command
}

fn run(text: &str, arguments: &[&str]) -> Said {
    bouton_in(folder(text).path(), arguments)
}

const ENDLESS: &str = "start = 1\ndef moves(n):\n    return [n + 1]\n";

/// The process that a program started, once it exists.
#[cfg(target_os = "linux")]
fn child_of(program: &Child) -> String {
    let id = program.id();
    let mut child = None;
    until(|| {
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        child = children
            .unwrap()
            .split_whitespace()
            .next()
            .map(str::to_owned);
        child.is_some()
    });
    format!("/proc/{}", child.unwrap())
}

/// Whether a process has ended, by its folder in `/proc`.
#[cfg(target_os = "linux")]
fn is_ended(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("{process}/stat")).unwrap_or_default();
    !stat.contains("(bouton)") || stat.contains(") Z ")
}

/// The limits of the child as the system reports them.
#[test]
#[cfg(target_os = "linux")]
fn the_child_is_held() {
    let folder = folder(ENDLESS);
    let arguments = ["solve", "game.star", "--memory", "500M", "--time", "100s"];
    let mut program = command(&folder, &arguments)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let child = child_of(&program);
    let told = |file: &str, name: &str| {
        let text = std::fs::read_to_string(format!("{child}/{file}")).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap().split_whitespace().next().unwrap().to_owned()
    };
    // The child sets its limits after it has started.
    until(|| told("limits", "Max cpu time") != "unlimited");
    let limit = |name| told("limits", name).parse::<u64>().unwrap();
    let megabytes = |name| limit(name) >> 20;
    // The memory, an eighth of it, and 64 MB.
    assert_eq!(megabytes("Max data size"), 500 + 62 + 64);
    assert!(megabytes("Max address space") <= 500 + 62 + 64 + 1024);
    assert_eq!(megabytes("Max file size"), 1024);
    assert_eq!(
        (limit("Max open files"), limit("Max core file size")),
        // And the named one.
        (128 + 1, 0)
    );
    assert!(limit("Max cpu time") >= 160);
    until(|| told("status", "NoNewPrivs:") == "1");
    if told("status", "Seccomp:") != "2" {
        eprintln!("SKIPPED: this system has no seccomp");
    }
    program.kill().unwrap();
    program.wait().unwrap();
    // It ends with the caller.
    until(|| is_ended(&child));
}

/// If the program is killed at any moment, even when the child has hardly begun, no child is left.
#[test]
#[cfg(target_os = "linux")]
fn no_child_outlives_its_parent() {
    let folder = folder(ENDLESS);
    let path = folder.path().join("game.star");
    let path = path.to_str().unwrap();
    // Processes that were given this file.
    let left = || {
        let processes = std::fs::read_dir("/proc").unwrap().filter_map(Result::ok);
        let told = |process: &std::fs::DirEntry| std::fs::read(process.path().join("cmdline"));
        let lines = processes.filter_map(|process| told(&process).ok());
        lines
            .filter(|line| String::from_utf8_lossy(line).contains(path))
            .count()
    };
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..40 {
        let mut program = command(&folder, &["solve", path])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(random.u64(0..40_000)));
        program.kill().unwrap();
        program.wait().unwrap();
    }
    until(|| left() == 0);
}

/// 500 MB are below 1200 MB.
#[test]
fn memory_is_close_to_what_was_asked_for() {
    for numbers in [70_000_000, 150_000_000] {
        let text = format!("start = 1\ndef moves(n):\n    x = [n] * {numbers}\n    return []\n");
        let output = run(&text, &["solve", "game.star", "--memory", "500M"]);
        let told = output.error;
        assert!(
            [Some(2), Some(3)].contains(&output.code),
            "{numbers}: {told}"
        );
        assert!(told.contains("memory"), "{numbers}: {told}");
    }
    let text = "start = 1\ndef moves(n):\n    x = [n] * 30000000\n    return []\n";
    let output = run(text, &["solve", "game.star", "--memory", "500M"]);
    assert_eq!(output.code, Some(0), "{}", output.error);
}

#[test]
fn the_time_covers_reading() {
    messages("reading that takes too long", |text| {
        let text = format!("{text}\n");
        let output = run(&text, &["solve", "game.star", "1", "--time", "200ms"]);
        assert_eq!(output.code, Some(3), "{text}");
        output.error
    });
}

#[test]
fn a_file_has_an_end_and_is_one() {
    let folder = folder(ENDLESS);
    let path = folder.path().join("odd.star");
    let told = || {
        let arguments = ["solve", "odd.star", "--time", "1s"];
        let said = bouton_in(folder.path(), &arguments);
        assert!(said.is_refusal());
        said.error
    };
    std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
    message("a rule file that is a device or a pipe", told());
    std::fs::remove_file(&path).unwrap();
    let fifo = Command::new("mkfifo").arg(&path).status().unwrap();
    assert!(fifo.success());
    message("a rule file that is a device or a pipe", told());
    std::fs::remove_file(&path).unwrap();
    std::fs::write(&path, "#".repeat(1 << 20) + "\n").unwrap();
    message("a rule file that is too long", told());
}

#[test]
fn little_is_printed_and_nothing_that_a_terminal_obeys() {
    let text = "start = 1\ndef moves(n):\n    for i in range(100000):\n        print(\"\\x1b[2J\\x07 mark\", i)\n    return []\n";
    let output = run(text, &["solve", "game.star"]);
    assert_eq!(output.code, Some(0));
    let told = output.error;
    assert!(
        told.starts_with("\\u{1b}[2J\\u{7} mark 0\n"),
        "{}",
        &told[..60]
    );
    assert!(told.len() < 200_000, "{}", told.len());
    message("rules that print too much", told.lines().last().unwrap());
    assert!(!told.contains(['\u{1b}', '\u{7}']));
}

/// A crash of the interpreter is reported as a crash.
#[test]
fn what_the_interpreter_cannot_do_is_told() {
    let text = "start = 1\ndef moves(n):\n    return [len(set(range(1000000000 + n)))]\n";
    for memory in ["16M", "100M", "200M"] {
        let output = run(text, &["solve", "game.star", "--memory", memory]);
        let told = output.error;
        assert!([2, 3].contains(&output.code.unwrap()), "{memory}: {told}");
        assert!(told.contains("memory"), "{memory}: {told}");
        assert!(!told.contains("stack"), "{memory}: {told}");
    }
    // The waiting process reports the crash if the child cannot.
    #[cfg(target_os = "linux")]
    messages("a process of rules that is ended", |signal| {
        let folder = folder(ENDLESS);
        let program = piped(&mut command(&folder, &["solve", "game.star"]));
        let child = child_of(&program);
        std::thread::sleep(Duration::from_millis(300));
        let id = child.trim_start_matches("/proc/");
        // The runtime reports the first fault as an overflow, wrongly.
        let kill = || {
            let mut kill = Command::new("kill");
            kill.args([signal, id]).stderr(Stdio::null()).status()
        };
        while kill().unwrap().success() && !is_ended(&child) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = Said::from(program.wait_with_output().unwrap());
        assert_eq!(output.code, Some(3), "{signal}");
        output.error
    });
}

/// Files cannot be opened by any form of path, absolute paths among them.
#[test]
fn files_that_are_named_are_open() {
    let folder = folder("start = 3\ndef moves(n):\n    return [n - 1] if n else []\n");
    let path = folder.path().join("game.star");
    let path = path.to_str().unwrap();
    let sum = format!("nim 3 + {path}");
    std::fs::write(folder.path().join("sum.txt"), &sum).unwrap();
    std::fs::write(folder.path().join("three.txt"), "3").unwrap();
    for arguments in [
        &["solve", path][..],
        &["solve", path, "@three.txt"],
        &["solve", &sum],
        &["solve", "sum", "@sum.txt"],
        &["solve", "sum", &sum],
        &["check", path, "2"],
        &["draw", path, "3", "--as", "graph", "-o", "new.svg"],
    ] {
        let said = bouton_in(folder.path(), arguments);
        assert!(said.is_well(), "{arguments:?}: {said:?}");
    }
    assert!(folder.path().join("new.svg").exists());
    let mut command = command(&folder, &["solve", "sum", "-"]);
    let said = Said::from(said(&mut command, &format!("{sum}\n")));
    assert!(said.is_well() && said.out.contains("win"), "{said:?}");
}

/// An editor replaces the file that it changes; `play` reads the new one.
#[test]
fn a_file_that_another_one_has_replaced_is_read_again() {
    let text = "start = 5\ndef moves(n):\n    return [n - 1] if n else []\n";
    let folder = folder(text);
    let mut program = piped(command(&folder, &["play", "game.star"]).stdin(Stdio::piped()));
    let mut input = program.stdin.take().unwrap();
    input.write_all(b"4\n").unwrap();
    std::thread::sleep(Duration::from_secs(1));
    let changed = folder.path().join("changed");
    std::fs::write(
        &changed,
        text.replace("- 1", "- 2").replace("if n", "if n > 1"),
    )
    .unwrap();
    std::fs::rename(&changed, folder.path().join("game.star")).unwrap();
    input.write_all(b"undo\nmoves\nquit\n").unwrap();
    drop(input);
    let output = Said::from(program.wait_with_output().unwrap());
    let told = &output.out;
    assert!(!output.error.contains("cannot be read"), "{}", output.error);
    assert!(told.contains("→ 3") || told.contains(" 3"), "{told}");
    assert_eq!(output.code, Some(0), "{told}{}", output.error);
}

/// `bouton check` says which protection the system lacks; on this system, too.
#[test]
#[cfg(target_os = "linux")]
fn what_the_system_lacks_is_told() {
    let text = "start = 3\ndef moves(n):\n    return [n - 1] if n else []\ndef plies_left(n):\n    return n\n";
    let output = run(text, &["check", "game.star"]);
    let told = output.error;
    assert_eq!(output.code, Some(0), "{told}");
    let has_landlock = std::fs::read_to_string("/sys/kernel/security/lsm");
    match has_landlock {
        Ok(modules) => assert_eq!(told.contains("no Landlock"), !modules.contains("landlock")),
        Err(_) => eprintln!("SKIPPED: this system does not say whether it has Landlock"),
    }
}
