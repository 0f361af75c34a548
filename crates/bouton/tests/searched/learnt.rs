//! Results of one question serve the next of the same batch, and the moves of the same line.

use bouton::{Answer, How, Limits, Session};

fn how(solver: &str) -> How {
    How::by(Some(solver)).within(Limits::of_threads(1))
}

fn open(game: &str, at: Option<&str>) -> Session {
    bouton::Open::game(game).position(at).session().unwrap()
}

/// The answer without its cost.
fn told(answer: Answer) -> Answer {
    Answer {
        visited: 0,
        seconds: 0.0,
        ..answer
    }
}

#[test]
fn the_position_after_the_best_move_takes_a_fraction_of_what_it_takes_alone() {
    for (game, at, solver) in [
        ("connect:5,5,4", Some("33"), "alpha-beta"),
        ("connect-four", Some("62424321556"), "alpha-beta"),
        ("kalah:3,3", None, "alpha-beta"),
        ("cram:3,7", None, "nimber"),
    ] {
        let mut session = open(game, at);
        let first = session.solve(&how(solver)).unwrap();
        let next = first.preferred.unwrap().to.unwrap();
        session.go(&next).unwrap();
        let after = session.solve(&how(solver)).unwrap();
        let alone = open(game, Some(&next)).solve(&how(solver)).unwrap();
        assert!(
            4 * after.visited < 3 * alone.visited,
            "{game}: {} and {}",
            after.visited,
            alone.visited
        );
        let (after, alone) = (told(after), told(alone));
        assert_eq!((after.outcome, after.margin), (alone.outcome, alone.margin));
        assert_eq!(after.best, alone.best, "{game}");
    }
}
