//! Certificates with the rules in them: of every example, edited, and hostile.
#![cfg(feature = "rules")]

use std::path::{Path, PathBuf};
use std::time::Duration;

use bouton::certificates::{KnownBounds, write};
use bouton::{How, Open, Outcome};
use bouton_reference::{message, messages};
use bouton_verify::position::{Language, Played, Text};
use bouton_verify::reference::Reference;
use bouton_verify::{Bounds, Checked, Refusal, check_from};

use crate::support::{bouton, from_root};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
const DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");

fn checked(text: &str) -> Result<Checked, Refusal> {
    let bounds = Bounds {
        time: Some(Duration::from_secs(20)),
        memory: 1 << 28,
        ..Bounds::default()
    };
    check_from(&mut text.as_bytes(), &bounds).expect("a certificate of positions")
}

/// The certificate of the results at a position.
fn certificate(open: Open<'_>) -> String {
    let mut session = open.session().unwrap();
    let how = How::default();
    let answer = session.solve(&how).unwrap();
    let known = KnownBounds::of(&session, &answer).unwrap().unwrap();
    let mut text = Vec::new();
    let written = write(&mut session, &[known], &how, &mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(checked(&text).unwrap().claim, written.claim);
    text
}

fn claim(open: Open<'_>) -> String {
    checked(&certificate(open)).unwrap().claim
}

fn stars(folder: &str) -> Vec<PathBuf> {
    let files = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "star"));
    files.sort();
    files
}

/// A claim with `…` for each hash.
fn without_hash(claim: &str) -> String {
    let mut parts = claim.split("(SHA-256 ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |told, part| told + "(SHA-256 …" + &part[64..])
}

/// Too large: all draws of the first are one graph of 18,368 positions, which takes a minute here.
const LARGE: [&str; 1] = ["l-game.star"];

#[test]
fn every_example_is_certified() {
    let mut certified = 0;
    for path in stars(EXAMPLES) {
        let name = path.file_name().unwrap().to_str().unwrap();
        if LARGE.contains(&name) {
            continue;
        }
        let claim = claim(Open::game(path.to_str().unwrap()));
        let whose = format!("by the rules of the file \"{name}\" (SHA-256 …): at \"");
        assert!(without_hash(&claim).starts_with(&whose), "{claim}");
        // Large sums are proved by their parts alone.
        let is_large = ["interesting-game.star", "laskers-nim.star"].contains(&name);
        assert_eq!(
            claim.contains(", if its rules are right about"),
            is_large,
            "{claim}"
        );
        certified += 1;
    }
    assert!(certified >= 48, "{certified}");
}

#[test]
fn rules_of_all_kinds_are_certified() {
    from_root();
    let examples = |name: &str| format!("examples/{name}");
    // The file, the position, and the claim about the rules of the file.
    let table = r#"
        docs subtraction.star |  |: at "21" the player to move wins within 11 plies
        docs subtraction.star | 20 |: at "20" the player to move loses within 10 plies
        docs subtraction.star | 9 |, misère play: at "9" the player to move loses within 5 plies
        docs coins.star |  |: at "4,5,3,1,2" the player to move gets exactly 1
        docs coins.star:2,9,2 |  | with the parameters "2,9,2": at "2,9,2" the player to move gets exactly -5
        docs tic-tac-toe.star | XO....... |: at "XO......." the player to move wins within 5 plies
        docs tic-tac-toe.star |  |, misère play: at "........." the player to move can draw and no more
        docs halves.star | 7,5 |: at "7,5" the Grundy value is 1
        examples backsliding-toads.star | TT.F R |: at "TT.F R" Right, to move, loses within 4 plies
        examples token.star:ab,bc,ca | a | with the parameters "ab,bc,ca": at "a" the player to move can draw and no more
    "#;
    for line in table.trim().lines() {
        let [file, position, expected] = line.trim().splitn(3, '|').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let (file, position) = (file.trim(), position.trim());
        let (folder, game) = file.split_once(' ').unwrap();
        let position = Some(position).filter(|position| !position.is_empty());
        let open = Open::game(format!("{folder}/{game}"));
        let open = open
            .misere(expected.contains("misère play"))
            .position(position);
        let name = game.split(':').next().unwrap();
        let expected = format!("by the rules of the file \"{name}\" (SHA-256 …){expected}");
        assert_eq!(without_hash(&claim(open)), expected);
    }
    let star = examples("decrementing.star");
    let sum = claim(Open::game("sum").at(format!("{star} 3,2 + nim 4")));
    assert_eq!(
        without_hash(&sum),
        format!(
            "sum, with the rules of the file \"{star}\" (SHA-256 …): at \"{star} 3,2 + nim 4\" the Grundy value is 5"
        )
    );
}

/// The lines before the rules, the rules, and the lines after them.
fn split(text: &str) -> (&str, Text, &str) {
    let at = text.find("\nrules ").unwrap() + 1;
    let (head, rest) = text.split_at(at);
    let (line, rest) = rest.split_once('\n').unwrap();
    let words: Vec<&str> = line.split(' ').collect();
    let (rules, tail) = rest.split_at(words[1].parse().unwrap());
    let text = Text {
        language: Language::Rules,
        name: words[3].to_owned(),
        text: rules.to_owned(),
    };
    (head, text, tail.strip_prefix('\n').unwrap())
}

/// A text with a sign removed, added or changed, or with two exchanged.
fn edit(random: &mut fastrand::Rng, text: &str, with: &[u8]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let at = random.usize(..bytes.len());
    let byte = with[random.usize(..with.len())];
    match random.u8(..4) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, byte),
        2 => bytes[at] = byte,
        _ => {
            let to = random.usize(..bytes.len());
            bytes.swap(at, to);
        }
    }
    String::from_utf8(bytes).unwrap()
}

/// Whether a claim about a position agrees with the solvers by the rules in a file.
fn is_true(path: &Path, tail: &str) -> bool {
    let after = |word: &str| {
        tail.lines()
            .filter_map(|line| line.strip_prefix(word))
            .collect::<Vec<_>>()
    };
    let (path, misere) = (path.to_str().unwrap(), after("play ") == ["misere"]);
    let claims = after("claim ");
    claims
        .iter()
        .zip(after("position "))
        .all(|(claim, position)| {
            let open = Open::game(path).misere(misere).at(position);
            let value = open.session().unwrap().value(&How::default()).unwrap();
            let outcome = match value.outcome {
                Outcome::Win => 1,
                Outcome::Draw => 0,
                Outcome::Loss => -1,
            };
            let found = value.margin.unwrap_or(outcome);
            let (says, number) = claim.rsplit_once(' ').unwrap();
            let number: i128 = number.parse().unwrap();
            match says {
                "at least" => found >= number,
                "at most" => found <= number,
                "won within" => {
                    found == 1
                        && value
                            .remoteness
                            .is_some_and(|plies| i128::from(plies) <= number)
                }
                "lost within" => {
                    found == -1
                        && value
                            .remoteness
                            .is_some_and(|plies| i128::from(plies) <= number)
                }
                _ => value.grundy.and_then(|grundy| grundy.to_i128()) == Some(number),
            }
        })
}

/// Random edits of the rules, of the rules with their hash corrected, of claims and moves. An accepted claim is true of the rules
/// in its file.
#[test]
fn edits_are_refused_unless_the_claim_is_true_of_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = fastrand::Rng::with_seed(0x9e37_79b9_7f4a_7c15);
    let (mut accepted, mut tried) = (0, 0);
    for (game, position) in [
        ("docs/subtraction.star", "7"),
        ("docs/coins.star", "4,5,3,1,2"),
        ("docs/tic-tac-toe.star", "XO.XO...."),
        ("docs/frogs.star", "L..R"),
        ("examples/token.star", "a"),
        ("examples/nimstring.star", "a_,ab,b_"),
        ("examples/three-piles.star", "1,3,3"),
    ] {
        let path = format!("{EXAMPLES}/../{game}");
        let whole = certificate(Open::game(path.as_str()).at(position));
        let (head, rules, tail) = split(&whole);
        for n in 0..90 {
            tried += 1;
            let (mut rules, mut tail) = (rules.clone(), tail.to_owned());
            match n % 3 {
                0 => {
                    let edited = edit(&mut random, &rules.text, b"0123456789 ,()+-<=>nrXO");
                    if edited == rules.text {
                        continue;
                    }
                    let lines = rules.written().replace(&rules.text, &edited);
                    let text = format!("{head}{lines}{tail}");
                    assert!(checked(&text).is_err(), "{text}");
                    continue;
                }
                1 => rules.text = edit(&mut random, &rules.text, b"0123456789 ,()+-<=>nrXO"),
                _ => tail = edit(&mut random, &tail, b"0123456789 ,/-XO."),
            }
            let text = format!("{head}{}{tail}", rules.written());
            if checked(&text).is_err() {
                continue;
            }
            accepted += 1;
            let path = folder.path().join(&rules.name);
            std::fs::write(&path, &rules.text).unwrap();
            assert!(is_true(&path, &tail), "accepted:\n{text}");
        }
    }
    assert!(
        tried >= 600 && (20..400).contains(&accepted),
        "{accepted} of {tried}"
    );
}

/// A certificate with these rules and a claim about position 1.
fn with_rules(rules: &str) -> String {
    let text = Text {
        language: Language::Rules,
        name: "evil.star".into(),
        text: rules.into(),
    };
    format!(
        "bouton position certificate 1\ngame evil.star\n{}play normal\nclaim at least 1\nposition 1\n0\nend\n",
        text.written()
    )
}

#[test]
fn hostile_rules_are_refused_within_their_bounds() {
    let honest = "start = 1\ndef moves(n):\n    return [n - 1] if n else []\n";
    assert!(checked(&with_rules(honest)).is_ok());
    let moves = |body: &str| format!("start = 1\ndef moves(n):\n    {body}\n");
    let refused = |rules: &str| checked(&with_rules(rules)).unwrap_err().to_string();
    for deep in ["(".repeat(5000), "-".repeat(5000) + "1"] {
        message(
            "rules that nest too deep",
            refused(&format!("x = {deep}\n{honest}")),
        );
    }
    messages("hostile rules in a certificate", |rules| {
        refused(&rules.replace("HONEST\n", honest))
    });
    messages("hostile moves in a certificate", |body| {
        refused(&moves(body))
    });
    let long = moves("return [len(['x' * 1000000 + str(k) for k in range(1000000)])]");
    assert!(refused(&long).starts_with("undecided: "));
    messages("rules that are cut in a certificate", |line| {
        let text = format!("bouton position certificate 1\ngame evil.star\n{line}\nplay normal\n");
        checked(&text).unwrap_err().to_string()
    });
}

/// Assumptions are reported with the claim: here a false assumption makes a false claim that follows from it.
#[test]
fn what_is_believed_is_said() {
    let lie = "start = 3\ndef moves(n):\n    return list(range(n))\ndef plies_left(n):\n    return n\ndef summands(n):\n    return []\n";
    let certificate = |believing: &str| {
        let text = Text {
            language: Language::Rules,
            name: "lie.star".into(),
            text: lie.into(),
        };
        let rules = text.written();
        format!(
            "bouton position certificate 1\ngame lie.star\n{rules}{believing}play normal\nclaim grundy 0\nposition 3\nend\n"
        )
    };
    assert!(checked(&certificate("")).is_err());
    let told = checked(&certificate("believing canonical and summands\n")).unwrap();
    assert_eq!(
        without_hash(&told.claim),
        "by the rules of the file \"lie.star\" (SHA-256 …): at \"3\" the Grundy value is 0, if its rules are right about `summands`"
    );
}

/// The rules in the checker give the same moves as those of the search.
#[test]
fn both_readers_of_rules_tell_the_same_moves() {
    for path in stars(EXAMPLES).into_iter().chain(stars(DOCS)) {
        let name = path.file_name().unwrap().to_str().unwrap();
        let Ok(mut session) = Open::game(path.to_str().unwrap()).session() else {
            continue;
        };
        if ["hasty.star", "count.star", "late.star"].contains(&name) {
            continue;
        }
        let played = Played {
            texts: vec![Text {
                name: name.to_owned(),
                language: Language::Rules,
                text: std::fs::read_to_string(&path).unwrap(),
            }],
            ..Played::normal(name)
        };
        let start = session.position().unwrap();
        let rules = Reference::open(&played, &start).unwrap_or_else(|why| panic!("{name}: {why}"));
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..12 {
            let here = session.position().unwrap();
            let at = rules.read(&here).unwrap();
            let is_over = rules.end(&at).unwrap().is_some();
            assert_eq!(is_over, session.is_over().unwrap(), "{name} at {here}");
            let steps = rules.steps(&at).unwrap();
            let choices = session.choices(usize::MAX).unwrap();
            assert_eq!(choices.len(), steps.len(), "{name} at {here}");
            let Some(place) = random.choice(0..choices.len()) else {
                break;
            };
            let gain = choices[place].played.gain.unwrap_or(0);
            assert_eq!(gain, steps[place].gain.into(), "{name} at {here}");
            session.play(&choices[place].played.name).unwrap();
            let to = session.position().unwrap();
            let leads_here = steps.iter().any(|step| rules.show(&step.to) == to);
            assert!(leads_here, "{name} at {here}: {to}");
        }
    }
}

/// A step of the rules ends with the time of the check, or with its count of steps.
#[test]
fn a_step_without_end_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("evil");
    let endless = "start = 1\ndef moves(n):\n    return [max(range(2000000000)) * 0]\n";
    std::fs::write(&path, with_rules(endless)).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(bouton(&["verify", path, "--time", "0.2s"]).code, Some(3));
    let told = bouton(&["verify", path]);
    assert_eq!(told.code, Some(3));
    message("a step of a certificate that does not end", told.all());
}

/// The certificate goes where it was asked to, of moves, counterexamples and values, too.
#[test]
fn the_program_writes_and_verifies_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.gz");
    let path = path.to_str().unwrap();
    let star = |name: &str| format!("{DOCS}/{name}");
    for (arguments, claim) in [
        (
            vec!["solve".to_owned(), star("tic-tac-toe.star")],
            "the player to move can draw and no more",
        ),
        (
            vec!["moves".to_owned(), star("coins.star:2,9,2")],
            "(SHA-256 …) with the parameters \"2,9,2\": at \"9,2\" the player to move gets exactly 7; at",
        ),
        (
            vec!["value".to_owned(), star("frogs.star"), "L.R".to_owned()],
            "the value of \"L.R\" by the rules of the file \"frogs.star\" (SHA-256 …) is *",
        ),
    ] {
        let mut all: Vec<&str> = arguments.iter().map(String::as_str).collect();
        all.extend(["--certificate", path]);
        let told = bouton(&all);
        assert!(told.is_well(), "{}", told.error);
        let verified = bouton(&["verify", path]);
        let verified = verified.out;
        assert!(
            verified.starts_with("valid: ") && without_hash(&verified).contains(claim),
            "{verified}"
        );
    }
}
