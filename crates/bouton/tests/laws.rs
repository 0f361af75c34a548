//! Laws that play: against other solvers on small positions, and on heaps of thousands of digits.

use std::io::Write as _;
use std::time::{Duration, Instant};

use bouton::{Answer, How, Limits, Outcome, Session};

use crate::support::by;

fn solve(session: &mut Session, solver: &str) -> Answer {
    session.solve(&by(solver)).unwrap()
}

fn agree(session: &mut Session, other: &str) {
    let (law, other) = (solve(session, "law"), solve(session, other));
    let sorted = |answer: &Answer| {
        let mut best: Vec<_> = answer.best.iter().map(|mv| mv.name.clone()).collect();
        best.sort();
        best
    };
    let place = || format!("{} {}", law.game, law.position);
    assert_eq!(law.outcome, other.outcome, "{}", place());
    assert_eq!(sorted(&law), sorted(&other), "{}", place());
    assert_eq!(law.best_count, other.best_count, "{}", place());
}

/// A file with this ending that holds the text.
fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("laws-{name}"));
    std::fs::File::create(&path)
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn misere_wythoff_of_any_size_is_played_by_its_law() {
    let mut session = bouton::Open::game("wythoff")
        .at("3,5")
        .misere(true)
        .session()
        .unwrap();
    for a in 0..12 {
        for b in 0..12 {
            session.go(&format!("{a},{b}")).unwrap();
            agree(&mut session, "memo");
        }
    }
    let (a, b) = ("9".repeat(2000), "7".repeat(1990));
    let mut session = bouton::Open::game("wythoff")
        .at(format!("{a},{b}"))
        .misere(true)
        .session()
        .unwrap();
    let answer = session.solve(&How::default()).unwrap();
    assert_eq!(
        (answer.solver.as_str(), answer.outcome),
        ("law", Some(Outcome::Win))
    );
    session.go(&answer.preferred.unwrap().to.unwrap()).unwrap();
    assert_eq!(
        session.solve(&How::default()).unwrap().outcome,
        Some(Outcome::Loss)
    );
}

/// Also when the limits end the search early: then there may be a law, and the answer says that it was stopped.
#[test]
fn a_law_that_was_not_found_is_not_looked_for_again() {
    let session = bouton::open("grundy", "9").unwrap();
    let ask = || {
        let limits = Limits {
            memory: Some(100_000_000),
            ..Limits::within(Duration::from_millis(800))
        };
        let began = Instant::now();
        (session.accepts("law", &limits), began.elapsed())
    };
    let (_, first) = ask();
    let (accepted, again): (Vec<_>, Vec<_>) = (0..5).map(|_| ask()).unzip();
    assert!(accepted.iter().all(Result::is_ok));
    // The quickest run: other processes use the machine as well.
    let again = again.into_iter().min().unwrap();
    assert!(3 * again < first, "{again:?} after {first:?}");
}

#[test]
fn files_of_rules_are_games() {
    let rules = "game Both by one\nvariables a, b\nrank a + b\nmove | a >= 1 -> a - 1, b\nmove | b >= 1 -> a, b - 1\n\
                 move k | 1 <= k <= a & k <= b -> a - k, b - k\n";
    for misere in [false, true] {
        let game = file("both.game", rules);
        let mut session = bouton::Open::game(&game)
            .at("3,4")
            .misere(misere)
            .session()
            .unwrap();
        for a in 0..9 {
            for b in 0..9 {
                session.go(&format!("{a},{b}")).unwrap();
                agree(&mut session, "memo");
            }
        }
        session
            .go(&format!("{0}1,{0}", "1234567890".repeat(120)))
            .unwrap();
        assert_eq!(session.solve(&How::default()).unwrap().solver, "law");
    }
    let sums = "game Take or split\nvariables n\nrank n\nmode grundy\nmove k | 1 <= k <= n -> n - k\n\
                move x, y | 1 <= x <= y & x + y = n -> x; y\n";
    let mut session = bouton::open(&file("sums.game", sums), "3,4").unwrap();
    for (a, b, c) in (0..5).flat_map(|a| (0..5).flat_map(move |b| (0..5).map(move |c| (a, b, c)))) {
        session.go(&format!("{a},{b},{c}")).unwrap();
        agree(&mut session, "grundy");
        agree(&mut session, "memo");
    }
}

#[test]
fn mistakes_in_files_of_rules_are_told() {
    let error = |name: &str, text: &str, position: Option<&str>, misere| {
        let error = bouton::Open::game(file(name, text))
            .position(position)
            .misere(misere)
            .session()
            .err()
            .unwrap();
        error.to_string()
    };
    let head = "game g\nvariables a, b\nrank a + b\n";
    let good = format!("{head}move | a >= 1 -> a - 1, b\n");
    assert!(
        error(
            "bad.game",
            &format!("{head}move | a >= c -> a, b\n"),
            Some("1,1"),
            false
        )
        .contains("found `c`")
    );
    assert!(
        error(
            "up.game",
            &format!("{head}move | a >= 1 -> a + 1, b\n"),
            Some("1,1"),
            false
        )
        .contains("does not lower the rank")
    );
    assert!(error("good.game", &good, None, false).contains("no usual start"));
    assert!(
        error("good.game", &good, Some("1"), false).contains("expected the numbers a,b, found 1")
    );
    assert!(error("good.game", &good, Some("1,x"), false).contains("expected a number"));
    assert!(error("no.law", "nonsense", Some("1,1"), false).contains("expected"));
    assert!(
        bouton::open("absent.game", "1")
            .err()
            .unwrap()
            .to_string()
            .contains("cannot read")
    );
}
