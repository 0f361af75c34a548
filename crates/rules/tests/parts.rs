//! `check` finds how positions fall into parts.

use std::fmt::Write;

use bouton_core::Limits;
use bouton_rules::RuleFile;
use bouton_rules::check::check;

const SEEM: &str =
    "positions seem to fall into independent parts, which are solved one by one with `";

fn notes(text: &str) -> Vec<String> {
    let file = RuleFile::of("game.star", text, None).unwrap();
    let report = check(&file, &[], &Limits::default());
    assert_eq!(report.mistakes, Vec::<String>::new(), "{text}");
    report.notes
}

/// The suggested function. With it, `check` compares values of positions and of their parts.
fn suggested(text: &str) -> Option<String> {
    let notes = notes(text);
    let function = notes.iter().find_map(|note| note.strip_prefix(SEEM))?;
    let function = function.strip_suffix('`').unwrap().to_owned();
    let mut text = text.to_owned();
    writeln!(text, "\n{function}").unwrap();
    let again = self::notes(&text);
    assert!(
        !again.iter().any(|note| note.starts_with(SEEM)),
        "{again:?}"
    );
    Some(function)
}

#[test]
fn pieces_between_signs() {
    let dominoes = r###"
start = "." * 9
def moves(row):
    return [row[:i] + "##" + row[i + 2:] for i in range(len(row) - 1) if row[i:i + 2] == ".."]
def plies_left(row): return row.count(".") // 2
"###;
    let split =
        r##"def summands(position): return [part for part in position.split("#") if part]"##;
    assert_eq!(suggested(dominoes).as_deref(), Some(split));
    // A further kind of cell that nothing fits on.
    let two = dominoes.replace("\"##\"", "\"#%\"").replace('%', "x");
    let split = r##"def summands(position): return [part for part in position.replace("#", "|").replace("x", "|").split("|") if part]"##;
    assert_eq!(suggested(&two).as_deref(), Some(split));
}

#[test]
fn cuts_between_neighbours() {
    let nogo = include_str!("../../../docs/nogo.star").replace("\"....\"", "\".......\"");
    let (before, rest) = nogo.split_once("def summands").unwrap();
    let (_, after) = rest.split_once("def negative").unwrap();
    let cuts = r#"def summands(position): return [part for part in position.replace("OX", "O|X").replace("XO", "X|O").split("|") if part]"#;
    let without = format!("{before}def negative{after}");
    assert_eq!(suggested(&without).as_deref(), Some(cuts));
    assert_eq!(suggested(&nogo), None, "it says so itself");
}

#[test]
fn items_of_a_tuple() {
    let nim = "
start = (2, 3, 4)
def moves(heaps):
    return [heaps[:i] + (k,) + heaps[i + 1:] for i in range(len(heaps)) for k in range(heaps[i])]
";
    let items = "def summands(position): return [(item,) for item in position]";
    assert_eq!(suggested(nim).as_deref(), Some(items));
    // Left counts up, Right down.
    let sides = "
start = (2, 3, 4)
def left(heaps):
    return [heaps[:i] + (heaps[i] - 1,) + heaps[i + 1:] for i in range(len(heaps)) if heaps[i] > 0]
def right(heaps):
    return [heaps[:i] + (heaps[i] - 2,) + heaps[i + 1:] for i in range(len(heaps)) if heaps[i] > 1]
def plies_left(heaps): return sum(heaps)
";
    assert_eq!(suggested(sides).as_deref(), Some(items));
}

#[test]
fn what_does_not_fall_apart() {
    // A move on both heaps; heaps that know their number; a turn that is kept; one row of which all of it matters.
    for text in [
        "start = (3, 4)\ndef moves(p):\n    a, b = p\n    return [(a - k, b) for k in range(1, a + 1)] + [(a, b - k) for k in range(1, b + 1)] + [(a - k, b - k) for k in range(1, min(a, b) + 1)]\n",
        "start = (3, 4, 5)\ndef moves(p):\n    return [p[:i] + (p[i] - k,) + p[i + 1:] for i in range(3) for k in range(1, p[i] + 1)]\n",
        "start = \"......\"\ndef moves(p):\n    return [p[:i] + \"#\" + p[i + 1:] for i in range(len(p)) if p[i] == \".\" and p.count(\"#\") < 4]\n",
        "start = \"#.#.#.#\"\ndef moves(p):\n    return [p[:i] + \"#\" + p[i + 1:] for i in range(len(p)) if p[i] == \".\" and p[0] == \"#\"]\n",
    ] {
        assert_eq!(suggested(text), None, "{text}");
    }
}
