//! The row games: extreme values, known ones, names, long rows and limits.

use bouton::{Answer, How, Limits, StopReason};

use crate::reference::rows::all_rows;
use crate::support::{by, nodes, session};

fn show(row: &[i64]) -> String {
    row.iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

fn answer(game: &str, position: &str, solver: &str) -> Answer {
    session(game, position).solve(&by(solver)).unwrap()
}

/// Values of 64 bits at their extremes, where sums and flipped signs leave 64 bits: every solver says the same. The checker reads no
/// such rows.
#[test]
fn extreme_values() {
    let agree = |game: &str, position: &str| {
        let session = session(game, position);
        let solvers = session.solvers();
        let answers = solvers.iter().map(|about| answer(game, position, about.id));
        let told = answers.map(|told| (told.margin, told.totals, told.best, told.best_count));
        let told: Vec<_> = told.collect();
        assert!(told.len() > 1, "{game}");
        assert!(
            told.iter().all(|one| *one == told[0]),
            "{game} {position}: {told:?}"
        );
    };
    for row in all_rows(4, &[i64::MIN, i64::MAX, 0]) {
        let text = show(&row);
        for game in "row-ends row-rest row-front:2 row-front:3 row-doubling".split(' ') {
            agree(game, &text);
        }
        agree(
            "two-values",
            &format!("{}/{}", show(&row[..2]), show(&row[2..])),
        );
    }
}

fn margin_of(game: &str, position: &str) -> String {
    let answer = session(game, position).solve(&How::default()).unwrap();
    answer.margin.unwrap().to_string()
}

/// Published values: LeetCode's examples for problems 877, 1690, 1406, 1140 and 1686, and the project's own facts.
#[test]
fn known_values() {
    for (game, position, margin) in [
        ("row-ends", "1,2,4,3", "0"),
        ("row-ends", "4,5,3,1,2", "1"),
        ("row-ends", "1,5,1", "-3"),
        ("row-ends", "5,3,4,5", "1"),
        ("row-ends", "3,7,2,3", "5"),
        ("row-ends", "2,1,2,5,5,3", "2"),
        ("row-ends", "", "0"),
        ("row-rest", "5,3,1,4,2", "6"),
        ("row-rest", "7,90,5,1,100,10,10,2", "122"),
        ("row-front:3", "1,2,3,7", "-1"),
        ("row-front:3", "1,2,3,-9", "15"),
        ("row-front:3", "1,2,3,6", "0"),
        ("row-doubling", "2,7,9,4,4", "-6"),
        ("row-doubling", "1,2,3,4,5,100", "93"),
        ("two-values", "1,3/2,1", "1"),
        ("two-values", "1,2/3,1", "0"),
        ("two-values", "2,4,3/1,6,7", "-1"),
        ("two-values", "/", "0"),
    ] {
        assert_eq!(margin_of(game, position), margin, "{game} {position}");
    }
}

/// With negative values taking all is not always best.
#[test]
fn taking_all_is_not_always_best() {
    let answer = session("row-doubling", "3,-1")
        .solve(&How::default())
        .unwrap();
    assert_eq!(answer.preferred.unwrap().name, "take 1");
}

/// The last coin is both ends: it is listed as the left one, and may be called the right one.
#[test]
fn the_last_coin_has_two_names() {
    let mut session = session("row-ends", "1,2,4,3");
    for mv in ["R", "right", "l", "R"] {
        session.play(mv).unwrap();
    }
    assert!(session.is_over().unwrap());
    assert!(session.play("R").is_err());
}

/// If a row is too long to be written, only `to` is left out.
#[test]
fn long_rows() {
    let row = show(&(0..20_000).map(|i| i * 7919 % 1000).collect::<Vec<i64>>());
    for game in ["row-ends", "row-rest", "row-front:5"] {
        let answer = session(game, row.as_str()).solve(&How::default()).unwrap();
        assert!(answer.margin.is_some() && !answer.best.is_empty(), "{game}");
        assert_eq!(answer.preferred.unwrap().to, None, "{game}");
    }
    let folded = answer("row-ends", &row, "closed-form").margin;
    assert_eq!(answer("row-ends", &row, "table").margin, folded);
}

fn limited(game: &str, position: &str, solver: &str, limits: Limits) -> Option<StopReason> {
    let how = How::by(Some(solver)).within(limits);
    let answer = session(game, position).solve(&how).unwrap();
    assert_eq!(answer.stopped.is_none(), answer.margin.is_some());
    answer.stopped
}

#[test]
fn solvers_stop_at_their_limits() {
    let row = show(&vec![3; 2000]);
    let memory = |memory| Limits::of_memory(memory);
    let late = || Limits::within(std::time::Duration::ZERO);
    for game in ["row-ends", "row-rest"] {
        assert_eq!(
            limited(game, &row, "closed-form", late()),
            Some(StopReason::Time)
        );
        assert_eq!(
            limited(game, &row, "closed-form", memory(1000)),
            Some(StopReason::Memory)
        );
    }
    for game in ["row-ends", "row-rest", "row-front:3", "row-doubling"] {
        assert_eq!(
            limited(game, &row, "table", late()),
            Some(StopReason::Time),
            "{game}"
        );
        assert_eq!(
            limited(game, &row, "table", memory(1000)),
            Some(StopReason::Memory),
            "{game}"
        );
        assert_eq!(
            limited(game, &row, "table", nodes(100)),
            Some(StopReason::Nodes),
            "{game}"
        );
        assert_eq!(limited(game, &row, "table", nodes(1 << 40)), None, "{game}");
    }
}

/// Question after question about parts of a long row: first diagonals, then the whole table answers.
#[test]
fn many_questions_about_one_row() {
    let row: Vec<i64> = (0..3000).map(|i| i * 7919 % 1000).collect();
    let mut session = session("row-ends", show(&row).as_str());
    let mut visited = Vec::new();
    for _ in 0..12 {
        let [folded, table] = ["closed-form", "table"].map(|id| session.solve(&by(id)).unwrap());
        assert_eq!((folded.margin, folded.best), (table.margin, table.best));
        visited.push(table.visited);
        session.play("L").unwrap();
        session.play("R").unwrap();
    }
    assert_eq!(visited[0], 3000 * 3001 / 2);
    assert_eq!(visited[8], 3000 * 3001 / 2, "the whole table");
    assert_eq!(visited[9..], [0, 0, 0]);
}
