//! One thread and two threads that share a table give the same answer.

use bouton::{Answer, How, Limits};

fn solve(game: &str, at: Option<&str>, threads: usize) -> Answer {
    let how = How::by(Some("alpha-beta")).within(Limits::of_threads(threads));
    let mut session = bouton::Open::game(game).position(at).session().unwrap();
    session.solve(&how).unwrap()
}

/// Positions that take more than the first table, which one thread searches alone.
#[test]
fn one_and_two_threads_agree() {
    for (game, at) in [
        ("connect-four", Some("62424321556")),
        ("connect-four", Some("1512556537623")),
        ("connect:5,5,4", Some("33")),
        ("cram:4,5", None),
        ("clobber:3,5", None),
        ("domineering:5,5", None),
        ("kalah:3,3", None),
    ] {
        let [one, two] = [1, 2].map(|threads| solve(game, at, threads));
        assert_eq!(
            (one.outcome, one.margin, one.class),
            (two.outcome, two.margin, two.class),
            "{game}"
        );
        assert_eq!(
            (one.best, one.best_count),
            (two.best, two.best_count),
            "{game}"
        );
    }
}
