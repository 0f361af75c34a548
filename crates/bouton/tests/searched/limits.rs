//! The answer when a limit is reached: first the outcome, then the winning moves that are known.

use bouton::{Answer, How, Limits, StopReason};

fn solve(game: &str, at: Option<&str>, solver: &str, nodes: Option<u64>) -> Answer {
    let how = How {
        solver: Some(solver.into()),
        limits: Limits {
            nodes,
            threads: Some(1),
            ..Limits::default()
        },
    };
    let mut session = bouton::Open::game(game).position(at).session().unwrap();
    session.solve(&how).unwrap()
}

/// With any limit of positions the answer is true, and a larger limit never gives less about the outcome.
#[test]
fn what_is_told_within_a_limit_is_part_of_the_whole() {
    let mut told_in_part = Vec::new();
    for (game, at, solver) in [
        ("domineering:4,5", None, "components"),
        ("clobber:2,8", None, "components"),
        ("domineering:4,4", None, "alpha-beta"),
        ("connect:4,5,4", Some("33"), "alpha-beta"),
        ("kalah:2,3", None, "alpha-beta"),
        ("tic-tac-toe", Some("x../.o./..."), "proof-number"),
        ("tic-tac-toe", None, "memo"),
        ("cram:3,5", None, "nimber"),
        ("cram:3,5", None, "grundy"),
    ] {
        let whole = solve(game, at, solver, None);
        assert_eq!(whole.stopped, None, "{game}");
        let (mut decided, mut partly, mut nodes) = (false, false, 0);
        loop {
            let told = solve(game, at, solver, Some(nodes));
            assert!(
                told.outcome == whole.outcome || told.outcome.is_none() && !decided,
                "{game} by {solver} within {nodes}"
            );
            decided |= told.outcome.is_some();
            assert!(
                told.best.iter().all(|mv| whole.best.contains(mv)),
                "{game} {nodes}"
            );
            if told.stopped.is_none() {
                assert_eq!(told.best, whole.best, "{game} {nodes}");
                assert_eq!(told.best_count, whole.best_count, "{game} {nodes}");
                break;
            }
            assert_eq!(told.stopped, Some(StopReason::Nodes));
            assert!(told.best_count.is_none() || told.best_count == whole.best_count);
            assert_eq!(told.preferred.as_ref(), told.best.first());
            partly |= !told.best.is_empty();
            nodes += 1 + nodes / 8;
        }
        if partly {
            told_in_part.push(solver);
        }
    }
    // A proof of a win gives a winning move before the others are searched.
    for solver in ["components", "alpha-beta"] {
        assert!(told_in_part.contains(&solver), "{solver} {told_in_part:?}");
    }
}
