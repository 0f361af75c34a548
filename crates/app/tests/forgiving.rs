//! Input that means something clear, though it is not written as the help says; and what is said where it does not.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn bouton(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(arguments)
        .output()
        .unwrap()
}

fn told(output: &Output) -> String {
    let out = String::from_utf8_lossy(&output.stdout).into_owned();
    out + &String::from_utf8_lossy(&output.stderr)
}

/// The answers to a batch.
fn batch(game: &str, lines: &str) -> String {
    let mut program = Command::new(env!("CARGO_BIN_EXE_bouton"))
        .args(["solve", game, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = program.stdin.take().unwrap();
    input.write_all(lines.as_bytes()).unwrap();
    drop(input);
    told(&program.wait_with_output().unwrap())
}

#[test]
fn names_are_read_in_any_case() {
    for (name, position) in [
        ("NIM", "3,4"),
        ("Wythoff", "3,5"),
        ("Octal:0.77", "12"),
        ("Nim 3 + Kayles 7", ""),
    ] {
        let words = ["solve", name, position];
        let words = &words[..if position.is_empty() { 2 } else { 3 }];
        let output = bouton(words);
        assert!(output.status.success(), "{name}: {}", told(&output));
        let small = bouton(&[&["solve", &name.to_lowercase()], &words[2..]].concat());
        assert_eq!(output.stdout, small.stdout, "{name}");
    }
    assert!(told(&bouton(&["solve", "NIMM", "3"])).contains("did you mean nim?"));
}

#[test]
fn a_mark_of_the_byte_order_is_no_part_of_a_position() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heaps");
    std::fs::write(&path, "\u{feff}3,4,5\n").unwrap();
    let read = bouton(&["solve", "nim", &format!("@{}", path.display())]);
    assert_eq!(told(&read), told(&bouton(&["solve", "nim", "3,4,5"])));
    let answers = batch("nim", "\u{feff}3,4\n5\n");
    assert_eq!(
        answers.matches("\"outcome\":\"win\"").count(),
        2,
        "{answers}"
    );
}

#[test]
fn a_batch_reads_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("secret");
    std::fs::write(&path, "3,4,5").unwrap();
    let answers = batch("nim", &format!("@{}\n1,2\n", path.display()));
    assert!(
        answers.contains("files are read where the command line names them"),
        "{answers}"
    );
    assert_eq!(
        answers.matches("\"outcome\":\"win\"").count(),
        1,
        "{answers}"
    );
}

#[test]
fn what_is_wrong_is_said_of_what_was_typed() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("x.SVG");
    let drawn = bouton(&[
        "draw",
        "nim",
        "3",
        "--as",
        "board",
        "-o",
        picture.to_str().unwrap(),
    ]);
    assert!(
        drawn.status.success() && picture.exists(),
        "{}",
        told(&drawn)
    );
    let never = told(&bouton(&["solve", "nim", "3", "--time", "-1s"]));
    assert!(never.contains("expected a time like 10s"), "{never}");
    let kayles = told(&bouton(&["games", "kayles"]));
    assert!(kayles.contains("kayles is octal:0.77."), "{kayles}");
}
