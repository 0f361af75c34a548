//! Games opened by their names, and the files that this reads.

use std::error::Error as _;
use std::io;

use bouton_names::Name;
use bouton_reference::messages;

#[test]
fn games_begin_at_their_usual_start_or_ask_for_a_position() {
    messages("a game opened", |asked| {
        let (asked, misere) = match asked.strip_prefix("misère ") {
            Some(rest) => (rest, true),
            None => (asked, false),
        };
        let (name, at) = match asked.split_once(" at ") {
            Some((name, at)) => (name, Some(at)),
            None => (asked, None),
        };
        match Name::read(name).and_then(|name| name.open(at, misere)) {
            Ok(face) => format!("{} {}", face.name(), face.show()),
            Err(error) => error.to_string(),
        }
    });
}

#[test]
fn only_names_of_files_read_files() {
    for name in ["nim", "octal:0.77", "0.77", "nim 3,4 + kayles 5", "wythoff"] {
        let name = Name::read(name).unwrap();
        assert!(
            !name.reads_files(None) && !name.runs_program(None),
            "{name:?}"
        );
    }
    assert!(Name::read("my.law").unwrap().reads_files(None));
    assert!(!Name::read("my.law").unwrap().runs_program(None));
    if cfg!(feature = "rules") {
        assert!(Name::read("my.star").unwrap().runs_program(None));
        assert!(Name::read("nim 3 + my.star").unwrap().runs_program(None));
    }
    assert!(Name::read("nim 3,4 + kayles 5").unwrap().has_position());
    assert!(!Name::read("nim").unwrap().has_position());
}

#[test]
fn an_absent_file_is_the_cause_of_its_error() {
    let error = Name::read("absent.game").unwrap().open(Some("1"), false);
    let error = error.err().unwrap();
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<io::Error>());
    assert_eq!(cause.map(io::Error::kind), Some(io::ErrorKind::NotFound));
}

#[test]
fn rules_in_a_file_of_formulas_are_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("three.game");
    std::fs::write(
        &path,
        "variables a\nrank a\nmove k | 1 <= k <= 3 & k <= a -> a - k\n",
    )
    .unwrap();
    let text = path.to_str().unwrap();
    let name = Name::read(text);
    let described = name.and_then(|name| name.covering());
    match described {
        Ok(code) => assert_eq!(code.map(|code| code.to_string()).as_deref(), Some("0.333")),
        Err(error) => panic!("{error}"),
    }
}

/// The rules as a text have the parameters of the name, if the game takes them.
#[test]
fn rules_are_shown_with_parameters_that_the_game_takes() {
    let text = |name: &str| Name::read(name).and_then(|name| name.rule_text());
    for (name, line) in [
        ("nim", "start = (3, 4, 5)"),
        ("kayles", "code = parameter(\"code\", \"0.77\")"),
        ("octal", "code = parameter(\"code\", \"0.77\")"),
        ("konane:6,6", "rows = parameter(\"rows\", 6)"),
        ("subtraction:2,5", "taken = parameter(\"numbers\", [2, 5])"),
    ] {
        assert!(
            text(name).unwrap().lines().any(|found| found == line),
            "{name}"
        );
    }
    for name in [
        "nim:3",
        "nogo:3,4,5",
        "octal:zz",
        "kayles:2",
        "no-such",
        "nim 1 + nim 2",
    ] {
        assert!(text(name).is_err(), "{name}");
    }
}
