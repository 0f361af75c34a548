//! Lines of k on boards of characters.

use bouton::How;
use bouton::experiment::analyze;

use super::slow::{Random, Rules, Slow, Step};

/// The rules with lines of `k`; `made` is what making a line is worth to who made it.
fn rules(k: usize, made: i64) -> Rules {
    let over = move |at: &str| {
        let board: Vec<Vec<char>> = at.split('/').map(|row| row.chars().collect()).collect();
        let lined = |sign| has_line(&board, sign, k);
        if lined('X') || lined('O') {
            Some(-made)
        } else {
            (!at.contains('.')).then_some(0)
        }
    };
    let steps = |at: &str| -> Vec<Step> {
        let sign = if at.matches('X').count() == at.matches('O').count() {
            "X"
        } else {
            "O"
        };
        let free = at.match_indices('.');
        free.map(|(cell, _)| {
            (
                format!("{}{sign}{}", &at[..cell], &at[cell + 1..]),
                0,
                false,
            )
        })
        .collect()
    };
    Rules {
        over: Box::new(over),
        steps: Box::new(steps),
        points: false,
    }
}

fn has_line(board: &[Vec<char>], sign: char, k: usize) -> bool {
    let is = |row: i32, column: i32| {
        let row = usize::try_from(row).ok().and_then(|row| board.get(row));
        row.and_then(|row| row.get(usize::try_from(column).ok()?)) == Some(&sign)
    };
    let (rows, columns, k) = (board.len() as i32, board[0].len() as i32, k as i32);
    [(0, 1), (1, 0), (1, 1), (1, -1)]
        .iter()
        .any(|(down, right)| {
            (0..rows).any(|r| (0..columns).any(|c| (0..k).all(|n| is(r + n * down, c + n * right))))
        })
}

fn empty(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("/")
}

#[test]
fn every_board_of_tic_tac_toe() {
    let mut slow = Slow::new(rules(3, 1));
    let all = slow.reachable(&empty(3, 3));
    assert_eq!(all.len(), 5478);
    let count = |slow: &mut Slow, value| all.iter().filter(|at| slow.worth(at).0 == value).count();
    assert_eq!(
        [1, -1, 0].map(|value| count(&mut slow, value)),
        [2836, 1574, 1068]
    );
    assert_eq!(slow.worth(&empty(3, 3)), (0, 9));
    let session = bouton::Open::game("tic-tac-toe").session().unwrap();
    let analysis = analyze(&session, &How::default()).unwrap();
    for row in analysis.all.by_remoteness {
        let mut of = |value| {
            let same = |at: &&String| slow.worth(at) == (value, row.remoteness as u32);
            all.iter().filter(same).count() as u64
        };
        assert_eq!([row.win, row.loss, row.draw], [1, -1, 0].map(&mut of));
    }
    slow.agree("tic-tac-toe", false, all.iter().step_by(7));
    slow.agree("mnk:3,3,3", false, [&empty(3, 3)]);
}

#[test]
fn who_makes_a_line_loses() {
    let mut slow = Slow::new(rules(3, -1));
    let all = slow.reachable(&empty(3, 3));
    slow.agree("tic-tac-toe", true, all.iter().step_by(11));
}

#[test]
fn small_boards_that_are_not_square() {
    for (rows_, columns, k) in [
        (1, 5, 2),
        (2, 4, 3),
        (4, 2, 2),
        (3, 3, 1),
        (2, 3, 4),
        (3, 4, 3),
    ] {
        let mut slow = Slow::new(rules(k, 1));
        let all = slow.reachable(&empty(rows_, columns));
        let step = (all.len() / 200).max(1);
        slow.agree(
            &format!("mnk:{rows_},{columns},{k}"),
            false,
            all.iter().step_by(step),
        );
    }
}

#[test]
fn random_boards_of_four_rows() {
    let (mut slow, mut random) = (Slow::new(rules(4, 1)), Random(31));
    for _ in 0..40 {
        let mut at = empty(4, 4);
        while at.matches('.').count() > 7 && (slow.rules().over)(&at).is_none() {
            let steps = (slow.rules().steps)(&at);
            at = steps[random.below(steps.len())].0.clone();
        }
        slow.agree("mnk:4,4,4", false, [&at]);
    }
}

#[test]
fn bad_boards_are_refused() {
    for at in [
        "XX./.../...",
        "XXX/OOO/...",
        "XXX/OO./O..",
        "X.O/...",
        "X.O/.?./...",
        "X.O/..../...",
    ] {
        assert!(bouton::open("tic-tac-toe", at).is_err(), "{at}");
    }
    for game in [
        "mnk:",
        "mnk:3,3",
        "mnk:3,3,0",
        "mnk:3,x,3",
        "mnk:99,99,5",
        "tic-tac-toe:3,3,3",
    ] {
        assert!(bouton::Open::game(game).session().is_err(), "{game}");
    }
}
