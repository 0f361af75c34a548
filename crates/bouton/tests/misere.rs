//! Misère play by quotients and by genus, against search.

use std::collections::BTreeSet;

use bouton::answers::{Answer, Proof};
use bouton::quotients::QuotientReport;
use bouton::verify::Bounds;
use bouton::{Error, Limits, Open};
use bouton_reference::{message, messages};

use crate::support::by;

/// The quotient of heaps, or of the parts of a position.
fn of(game: &str, position: Option<&str>, most: u64) -> Result<QuotientReport, Error> {
    QuotientReport::of(
        &Open::game(game).position(position),
        most,
        &Limits::default(),
    )
}

/// The answer of a solver under misère play; `None` where it does not accept the position.
fn answer(game: &str, position: Option<&str>, solver: &str) -> Option<Answer> {
    let open = Open::game(game).misere(true).position(position);
    let mut session = open.session().unwrap();
    session.accepts(solver, &Limits::default()).ok()?;
    Some(session.solve(&by(solver)).unwrap())
}

/// Two solvers agree on the winner and the best moves.
fn agree(game: &str, position: Option<&str>, solver: &str) -> bool {
    let Some(found) = answer(game, position, solver) else {
        return false;
    };
    let searched = answer(game, position, "memo").unwrap();
    assert_eq!(found.outcome, searched.outcome, "{game} {position:?}");
    let names = |answer: &Answer| -> BTreeSet<String> {
        answer.best.iter().map(|best| best.name.clone()).collect()
    };
    assert_eq!(names(&found), names(&searched), "{game} {position:?}");
    assert_eq!(found.best_count, searched.best_count, "{game} {position:?}");
    true
}

/// Heaps of one kind are analysed once, so many need no more work than few: the best move in each of them is the same for all
/// numbers of them that are even.
#[test]
fn best_moves_of_very_many_heaps_are_counted() {
    let found = |threes: usize| {
        let mut heaps = vec!["3"; threes];
        heaps.extend(["4", "2"]);
        let answer = answer("kayles", Some(&heaps.join(",")), "quotient").unwrap();
        let count = answer.best_count.unwrap().to_i128().unwrap();
        (
            answer.outcome,
            count,
            answer.preferred.map(|best| best.name),
        )
    };
    let ([ten, twelve], many) = ([10, 12].map(found), found(200_000));
    let of_two_more = twelve.1 - ten.1;
    assert!(of_two_more > 0);
    assert_eq!(many.1, ten.1 + of_two_more * (200_000 - 10) / 2);
    assert_eq!(many.0, ten.0);
    assert!(many.2.is_some());
}

#[test]
fn tame_games_by_genus_are_won_as_search_says() {
    let mut told = 0;
    for (game, positions) in [
        (
            "cram",
            &["..", ".../...", "..../....", ".#../....", "../../.."][..],
        ),
        ("nim", &["1,2,3", "2,2", "3,3,1", "1,1,1", "4,2,5"]),
        ("wythoff", &["2,3", "4,7"]),
    ] {
        for position in positions {
            told += u32::from(agree(game, Some(position), "genus"));
        }
    }
    for sum in [
        "nim 2,3 + nim 4",
        "nim 1 + subtraction:1,2,3 7 + nim 2",
        "kayles 4 + nim 3,3",
        "cram .../... + nim 2",
        "nim 1 + nim 1 + kayles 2",
        "kayles 6,7 + nim 5",
        "cram ..../..../.... + nim 2,1",
    ] {
        told += u32::from(agree(sum, None, "genus"));
    }
    assert!(told >= 12, "{told}");
}

#[test]
fn the_reason_names_the_theorem() {
    let found = answer("nim 2,3 + nim 4", None, "genus").unwrap();
    message(
        "why a tame game is lost or won in misère play",
        found.why.unwrap(),
    );
    // Kayles has a wild heap of 5 and more.
    let refused = Open::game("kayles").at("9").misere(true).session().unwrap();
    let why = refused.accepts("genus", &Limits::default()).unwrap_err();
    message("a wild game in misère play", why);
}

/// The quotient of the parts that a heap leads to is that of heaps up to it.
#[test]
fn quotients_of_parts_are_those_of_heaps() {
    for (game, heap) in [("kayles", 11), ("octal:0.75", 9), ("subtraction:1,2,3", 8)] {
        let by_code = of(game, None, heap).unwrap().told();
        let by_parts = of(game, Some(&heap.to_string()), 500);
        let by_parts = by_parts.unwrap().told();
        assert_eq!(by_parts.proof, Some(Proof::Proved));
        assert_eq!(
            (by_parts.order, by_parts.p_order, by_parts.tame),
            (by_code.order, by_code.p_order, by_code.tame),
            "{game}"
        );
    }
    let cut = of("kayles", Some("11"), 3).unwrap().told();
    assert_eq!((cut.heaps, cut.proof), (3, None));
}

/// In any time, an answer that does not report a stop is complete.
#[test]
fn what_a_limit_leaves_out_is_told() {
    for game in ["octal:0.75", "kayles"] {
        let found = |limits: &Limits| {
            QuotientReport::of(&Open::game(game), 40, limits)
                .unwrap()
                .told()
        };
        let whole = found(&Limits::default());
        for step in 0..60 {
            let time = std::time::Duration::from_micros(400 * step);
            let part = found(&Limits::within(time));
            if part.stopped.is_none() {
                assert_eq!((&part.genus, part.heaps), (&whole.genus, whole.heaps));
            }
        }
    }
}

#[test]
fn games_without_a_quotient_are_refused() {
    messages("games without a quotient", |game| {
        of(game, Some("1,2,3").filter(|_| game == "row-ends"), 500)
            .unwrap_err()
            .to_string()
    });
}

/// The verdict of the checker on the certificate of a quotient.
fn checked(found: &QuotientReport) -> Result<String, String> {
    let text = found.certificate(&Limits::default()).unwrap();
    let verified = bouton::verify(&text, &Bounds::default()).expect("a certificate");
    verified.claim.ok_or(verified.error.unwrap_or_default())
}

/// The claim of a certificate, of all that play can reach from here.
fn claim(found: &QuotientReport, from: &str) -> String {
    let answer = found.told();
    format!(
        "the misère quotient of all sums of what play can reach from {from} has {} elements, {} of them lost",
        answer.order, answer.p_order
    )
}

#[test]
fn quotients_of_parts_are_certified() {
    for (game, position) in [
        ("cram", ".../..."),
        ("cram", "..../.#../...."),
        ("chomp:2,5", "5,5"),
        ("wythoff", "3,4"),
        ("nim", "3,1,4"),
        ("kayles", "9"),
        ("grundy", "10,3"),
        ("euclid", "9,5"),
        ("node-kayles", "a-b,b-c,c-d,d-e,b-d"),
        ("fibonacci-nim", "9"),
    ] {
        let found = of(game, Some(position), 500).unwrap();
        let start = found.told().start.unwrap();
        let named = bouton_names::full_name(game).unwrap_or_else(|| game.into());
        let expected = claim(&found, &format!("{start:?} in {named}"));
        assert_eq!(checked(&found).as_ref(), Ok(&expected), "{game}");
    }
    let sum = of("nim 3 + kayles 4 + cram .../...", None, 500).unwrap();
    let expected = claim(&sum, "\"nim 3 + octal:0.77 4 + cram .../...\"");
    assert_eq!(checked(&sum), Ok(expected));
}

/// Those of the first parts only are certified for the positions from which play goes on.
#[test]
fn quotients_of_some_parts_are_certified() {
    let found = of("kayles", Some("11"), 5).unwrap();
    assert_eq!(found.told().proof, None);
    let verified = checked(&found).unwrap();
    assert!(
        verified.starts_with(&claim(&found, "\"5\" in octal:0.77")),
        "{verified}"
    );
}

/// A list of positions and moves is in the certificate, and is checked as a whole.
#[test]
fn quotients_of_graphs_are_certified() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("heap.jsonl");
    let lines = (0..5).rev().map(|heap: u32| {
        let to: Vec<String> = (0..heap).map(|to| format!("[\"{to}\",\"{to}\"]")).collect();
        format!("{{\"id\":\"{heap}\",\"to\":[{}]}}\n", to.join(","))
    });
    std::fs::write(&path, lines.collect::<String>()).unwrap();
    let found = of(path.to_str().unwrap(), None, 500).unwrap();
    message("the quotient of a list of moves", checked(&found).unwrap());
}

#[cfg(feature = "rules")]
mod rule_files {
    use super::*;

    /// Every position is checked by the rules in the certificate, whatever these claim about their parts. If there are
    /// too many, the claim names the assumption.
    #[test]
    fn quotients_of_rule_files_are_certified() {
        for (file, position) in [
            ("laskers-nim", "7"),
            ("flip-game", "+++++++"),
            ("knight", "5,5"),
        ] {
            let found = of(&format!("../../examples/{file}.star"), Some(position), 500).unwrap();
            let start = found.told().start.unwrap();
            let rules = told(file);
            let expected = claim(&found, &format!("{start:?} by {rules}"));
            assert_eq!(checked(&found), Ok(expected), "{file}");
        }
        let found = of("../../examples/laskers-nim.star", Some("17"), 500).unwrap();
        let expected = claim(&found, &format!("\"17\" by {}", told("laskers-nim")));
        let believing = ", if its rules are right about `canonical` and `summands`";
        assert_eq!(checked(&found), Ok(expected + believing));
    }

    /// The rules of an example as a claim names them, except for the hash.
    fn told(file: &str) -> String {
        format!("the rules of the file \"{file}.star\" (SHA-256 …)")
    }

    /// The verdict of the checker, with `…` for each hash.
    fn checked(found: &QuotientReport) -> Result<String, String> {
        let claim = super::checked(found)?;
        let mut parts = claim.split("(SHA-256 ");
        let first = parts.next().unwrap_or_default().to_owned();
        Ok(parts.fold(first, |told, part| told + "(SHA-256 …" + &part[64..]))
    }

    /// Rules that identify positions that differ: the certificate is refused.
    #[test]
    fn what_rules_say_of_themselves_is_not_believed() {
        let rules = "start = 5\ndef moves(n):\n    return [n - k for k in (1, 2) if k <= n]\n\
                     def plies_left(n):\n    return n\ndef canonical(n):\n    return min(n, 2)\n";
        let path = std::env::temp_dir().join(format!("false-{}.star", std::process::id()));
        std::fs::write(&path, rules).unwrap();
        let found = of(path.to_str().unwrap(), None, 500).unwrap();
        let text = found.certificate(&Limits::default()).unwrap();
        std::fs::remove_file(&path).unwrap();
        let verified = bouton::verify(&text, &Bounds::default()).unwrap();
        assert!(!verified.valid && verified.error.unwrap().starts_with("refuted: "));
    }

    /// If rules are assumptions, the file lists their parts; and they are those of their hash.
    #[test]
    fn rules_in_a_certificate_cannot_be_exchanged() {
        let found = of("../../examples/laskers-nim.star", Some("5"), 500).unwrap();
        let text = found.certificate(&Limits::default()).unwrap();
        assert!(!text.contains("believing"));
        let believing = text.replace("position 5", "believing canonical and summands\nposition 5");
        let refused = |text: &str| bouton::verify(text, &Bounds::default()).unwrap().error;
        message(
            "parts that are believed and not listed",
            refused(&believing).unwrap(),
        );
        let other = refused(&text.replacen("takes", "taken", 1));
        message("rules that are not those of the hash", other.unwrap());
        let whole = bouton::verify(&text, &Bounds::default()).unwrap();
        let mut random = fastrand::Rng::with_seed(21);
        for _ in 0..300 {
            let mut bytes = text.as_bytes().to_vec();
            let [at, from] = [(); 2].map(|()| random.usize(..bytes.len()));
            let byte = bytes[from];
            match random.u8(..3) {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, byte),
            }
            let edited = String::from_utf8_lossy(&bytes);
            if let Some(found) = bouton::verify(&edited, &Bounds::default()) {
                assert!(!found.valid || found.claim == whole.claim, "{edited}");
            }
        }
    }

    /// Lasker's Nim as a rule file: its parts are heaps of their own.
    #[test]
    fn rule_files_that_split_have_quotients() {
        let game = "../../examples/laskers-nim.star";
        let found = of(game, Some("7"), 500).unwrap();
        let code = of("octal:4.[3]", None, 7);
        let (found, code) = (found.told(), code.unwrap().told());
        assert_eq!((found.order, found.p_order), (code.order, code.p_order));
        assert_eq!(found.parts.len() as u64, found.heaps + 1);
    }

    /// Turned coins are parts in normal play only: in misère play, two equal ones are not worth 0.
    #[test]
    fn parts_of_normal_play_alone_are_refused() {
        messages("parts of normal play alone", |game| {
            of(game, None, 500).unwrap_err().to_string()
        });
    }
}
