//! Certificates of positions: answers that are proved and checked.

use std::collections::BTreeSet;

use bouton::certificates::{KnownBounds, can_certify, write, write_value};
use bouton::{How, Limits, Open, Outcome};
use bouton_reference::messages;
use bouton_verify::{Bounds, Checked, Refusal, check_from};

use crate::support::table;

fn checked(text: &[u8]) -> Result<Checked, Refusal> {
    check_from(&mut &*text, &Bounds::default()).expect("a certificate")
}

/// Solves a position, certifies the answer and checks the certificate; returns the claim.
fn certified(open: Open<'_>, solver: Option<&str>) -> String {
    let mut session = open.session().unwrap();
    let how = How::by(solver);
    let answer = session.solve(&how).unwrap();
    let known = KnownBounds::of(&session, &answer).unwrap().unwrap();
    let before = session.position().unwrap();
    let mut text = Vec::new();
    let written = write(&mut session, &[known], &how, &mut text).unwrap();
    assert_eq!(session.position().unwrap(), before);
    let checked =
        checked(&text).unwrap_or_else(|why| panic!("{why}\n{}", String::from_utf8_lossy(&text)));
    assert_eq!(checked.claim, written.claim);
    checked.claim
}

#[test]
fn answers_of_all_kinds_are_certified() {
    for [game, position, claim] in table(
        "
        clobber => XOX/OXO => Left, to move, loses within 4 plies
        clobber => XOX/OXO/XOX => Left, to move, wins within 5 plies
        mnk:3,3,3 => .../.../... => the player to move can draw and no more
        nim => 3,4,5 => the Grundy value is 2
        nim => 3,4,7 => the Grundy value is 0
        wythoff => 8,13 => the player to move loses
        row-ends => 4,5,3,1,2 => the player to move gets exactly 1
        dots-and-boxes:1,3 => .../..../... => the player to move gets exactly -1
        three-mens-morris => X.O/.O./..X => the player to move can draw and no more
        pong-hau-k-i => OO/./XX => the player to move can draw and no more
        hexapawn:3,3 => OOO/.../XXX => the player to move loses within 6 plies
        ",
    ) {
        let claim = format!("{game}: at {position:?} {claim}");
        assert_eq!(certified(Open::game(game).at(position), None), claim);
    }
}

/// Moves of games on graphs: each position after a move lacks other points, so the first claim is about the position before, which
/// has all. Also where a graph is a part of a sum.
#[test]
fn moves_on_graphs_are_certified() {
    for [game, position] in table(
        "
        snort => 1-2,2-3,3-4,4-5,3-6/1
        col => 1-2,2-3/1
        node-kayles => 1-2,2-3,3-4
        poset => a>b,c>b,d
        sum => node-kayles a + kayles 1
        sum => snort a-b + nim 1
        sum => poset a>b + nim 1
        ",
    ) {
        let mut session = Open::game(game).at(position).session().unwrap();
        let how = How::default();
        let known = KnownBounds::after(&mut session, None, &how).unwrap();
        let mut text = Vec::new();
        let written = write(&mut session, &known, &how, &mut text).unwrap();
        let claim = checked(&text).unwrap().claim;
        assert_eq!(claim, written.claim);
        assert_eq!(claim.matches("at \"").count(), known.len(), "{claim}");
    }
}

/// The text of a certificate of the results at a position.
fn text_of(game: &str, position: &str, misere: bool) -> String {
    let mut session = Open::game(game)
        .misere(misere)
        .position(Some(position))
        .session()
        .unwrap();
    let how = How::default();
    let answer = session.solve(&how).unwrap();
    let known = KnownBounds::of(&session, &answer).unwrap().unwrap();
    let mut text = Vec::new();
    write(&mut session, &[known], &how, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// Whether the claim of a certificate agrees with the solvers.
fn is_true(text: &str) -> bool {
    let lines = || text.lines();
    let after = |word: &str| {
        lines()
            .filter_map(|line| line.strip_prefix(word))
            .collect::<Vec<_>>()
    };
    let (game, misere) = (after("game ")[0], after("play ")[0] == "misere");
    after("claim ")
        .iter()
        .zip(after("position "))
        .all(|(claim, position)| {
            let session = Open::game(game)
                .misere(misere)
                .position(Some(position))
                .session();
            let value = session.unwrap().value(&How::default()).unwrap();
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

/// Random edits: none that makes a claim false is accepted.
#[test]
fn edits_are_refused_unless_they_leave_the_claim_true() {
    const KINDS: [(&str, &str, bool); 10] = [
        ("clobber", "XOX/OXO", false),
        ("clobber", "XOX/OXO", true),
        ("domineering", ".../.../.#.", false),
        ("mnk:3,3,3", "X.O/.X./O..", false),
        ("nim", "3,4,5", false),
        ("nim", "2,2,3", true),
        ("octal:0.77", "7,4", false),
        ("row-ends", "4,5,3,1,2", false),
        ("dots-and-boxes:1,2", "../.../-.", false),
        ("pong-hau-k-i", "OO/./XX", false),
    ];
    let mut random = fastrand::Rng::with_seed(0x2545_f491_4f6c_dd1d);
    let (mut accepted, mut tried) = (0, 0);
    for (game, position, misere) in KINDS {
        let whole = text_of(game, position, misere);
        assert!(is_true(&whole), "{whole}");
        for _ in 0..100 {
            let mut bytes = whole.clone().into_bytes();
            let at = random.usize(..bytes.len());
            match random.usize(..4) {
                0 => {
                    bytes.remove(at);
                }
                1 => bytes.insert(at, b"0123456789 ,/-XO."[random.usize(..17)]),
                2 => bytes[at] = b"0123456789 ,/-XO."[random.usize(..17)],
                _ => {
                    let to = random.usize(..bytes.len());
                    bytes.swap(at, to);
                }
            }
            tried += 1;
            let text = String::from_utf8(bytes).unwrap();
            let Some(found) = check_from(&mut text.as_bytes(), &Bounds::default()) else {
                continue;
            };
            if found.is_ok() {
                accepted += 1;
                assert!(is_true(&text), "accepted:\n{text}\nof\n{whole}");
            }
        }
    }
    assert_eq!(tried, 1000);
    // Some edits change nothing: a blank between moves, another move that wins.
    assert!(accepted < 200, "{accepted} of {tried}");
}

/// The answer in words of the value of a position.
fn value_of(game: &str, position: &str) -> (String, String) {
    let mut session = Open::game(game).position(Some(position)).session().unwrap();
    let mut text = Vec::new();
    let written = write_value(&mut session, &Limits::default(), &mut text).unwrap();
    assert_eq!(session.position().unwrap(), position);
    assert_eq!(checked(&text).unwrap().claim, written.claim);
    (String::from_utf8(text).unwrap(), written.claim)
}

#[test]
fn values_are_certified() {
    for (game, position, value) in [
        ("domineering:2,2", "../..", "{1|-1}"),
        ("domineering:1,4", "....", "-2"),
        ("clobber:1,3", "XOX", "{{0|*}|{0|*}}"),
        ("toads-and-frogs", "t.f", "*"),
        ("push", ".lr", "-7/4"),
    ] {
        let (_, claim) = value_of(game, position);
        assert!(
            claim.starts_with(&format!("the value of \"{position}\" in {game} is ")),
            "{claim}"
        );
        // Fractions are written there by their options.
        if !value.contains('/') && game != "clobber:1,3" {
            assert!(claim.ends_with(&format!(" is {value}")), "{claim}");
        }
    }
}

/// Random edits: none that makes the value false is accepted.
#[test]
fn edits_of_values_are_refused_unless_they_leave_the_claim_true() {
    let calculate = |text: &str| {
        let mut calculator = bouton::calculus::Calculator::default();
        let told = calculator.calculate(text, Default::default(), &Limits::default());
        told.unwrap().to_string()
    };
    let mut random = fastrand::Rng::with_seed(0x1234_5678_9abc_def1);
    for (game, position) in [
        ("domineering:2,3", ".../..."),
        ("domineering:3,3", ".../.../.#."),
        ("clobber:2,3", "XOX/OX."),
        ("toads-and-frogs", "tt..ff"),
        ("konane", "XO.O/OXOX"),
    ] {
        let (whole, _) = value_of(game, position);
        for _ in 0..100 {
            let mut bytes = whole.clone().into_bytes();
            let at = random.usize(..bytes.len());
            match random.usize(..3) {
                0 => {
                    bytes.remove(at);
                }
                1 => bytes.insert(at, b"0123456789 ,;:/."[random.usize(..16)]),
                _ => bytes[at] = b"0123456789 ,;:/.#"[random.usize(..17)],
            }
            let text = String::from_utf8(bytes).unwrap();
            let Some(Ok(found)) = check_from(&mut text.as_bytes(), &Bounds::default()) else {
                continue;
            };
            let claim = found.claim.strip_prefix("the value of ").unwrap();
            let (of, is) = claim.rsplit_once(" is ").unwrap();
            let (position, game) = of.split_once(" in ").unwrap();
            let position = position.trim_matches('"');
            let session = &mut Open::game(game).position(Some(position)).session().unwrap();
            let value = bouton::calculus::value(session, Default::default(), &Limits::default());
            let value = value.unwrap().value.unwrap();
            assert_eq!(calculate(&format!("{is} = {value}")), "true", "{claim}");
        }
    }
}

#[test]
fn sums_misere_and_every_solver() {
    for [game, position, claim] in table(
        "
        sum => nim 3,4 + kayles 5 => sum: at \"nim 3,4 + octal:0.77 5\" the Grundy value is 3
        sum => domineering:2,2 ../.. + clobber:1,3 XOX => sum: at \"domineering:2,2 ../.. + clobber:1,3 XOX\" Left, to move, wins within 3 plies
        sum => nim 1,2 + nim 2 => sum, misère play: at \"nim 1,2 + nim 2\" the player to move wins within 4 plies
        sum => row-ends 4,5,3 + row-rest 1,2 => sum: at \"row-ends 4,5,3 + row-rest 1,2\" the player to move gets exactly 0
        nim => 1,1,1 => nim, misère play: at \"1,1,1\" the player to move loses
        ",
    ) {
        let misere = claim.contains("misère play");
        let open = match game {
            "sum" => Open::game(position),
            game => Open::game(game).at(position),
        };
        assert_eq!(certified(open.misere(misere), None), claim);
    }
    for (game, position) in [
        ("clobber", "XOXO/OXOX"),
        ("mnk:3,3,3", "X.O/.X./..."),
        ("kalah:2,2", "2,2/2,2"),
    ] {
        let session = bouton::open(game, position).unwrap();
        let solvers = session.solvers();
        let solvers = solvers.iter().map(|about| about.id);
        let fits = |id: &&str| session.accepts(id, &Limits::default()).is_ok();
        let claims: BTreeSet<String> = solvers
            .filter(fits)
            .map(|id| certified(Open::game(game).at(position), Some(id)))
            // Not all of them count plies.
            .map(|claim| {
                claim
                    .split(" within ")
                    .next()
                    .unwrap_or_default()
                    .to_owned()
            })
            .collect();
        assert_eq!(claims.len(), 1, "{claims:?}");
    }
}

#[test]
fn what_has_no_certificate_is_told() {
    messages("positions without a certificate", |asked| {
        let (game, position) = asked.split_once(' ').unwrap();
        let session = bouton::open(game, position).unwrap();
        can_certify(&session).unwrap_err().to_string()
    });
}
