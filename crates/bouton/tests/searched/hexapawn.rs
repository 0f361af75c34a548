//! Pawns on boards of characters, as the player to move faces them.

use super::slow::{Rules, Slow, Step};

fn read(at: &str) -> Vec<Vec<char>> {
    at.split('/').map(|row| row.chars().collect()).collect()
}

/// Turned round, the sides exchanged.
fn facing(board: &[Vec<char>]) -> String {
    let exchanged = |cell: &char| match cell {
        'X' => 'O',
        'O' => 'X',
        other => *other,
    };
    let rows = board.iter().rev();
    let rows: Vec<String> = rows
        .map(|row| row.iter().rev().map(exchanged).collect())
        .collect();
    rows.join("/")
}

fn steps(at: &str) -> Vec<Step> {
    let board = read(at);
    if board[board.len() - 1].contains(&'O') {
        return Vec::new();
    }
    let mut found = Vec::new();
    for row in 1..board.len() {
        for column in 0..board[0].len() {
            if board[row][column] != 'X' {
                continue;
            }
            for (to, needed) in [
                (column.wrapping_sub(1), 'O'),
                (column, '.'),
                (column + 1, 'O'),
            ] {
                if board[row - 1].get(to) == Some(&needed) {
                    let mut next = board.clone();
                    next[row][column] = '.';
                    next[row - 1][to] = 'X';
                    found.push((facing(&next), 0, false));
                }
            }
        }
    }
    found
}

fn rules(last: i64) -> Rules {
    Rules {
        over: Box::new(move |at| steps(at).is_empty().then_some(-last)),
        steps: Box::new(steps),
        points: false,
    }
}

fn start(rows: usize, columns: usize) -> String {
    let mut board = vec!["O".repeat(columns)];
    board.extend(vec![".".repeat(columns); rows - 2]);
    board.push("X".repeat(columns));
    board.join("/")
}

#[test]
fn small_boards() {
    for (rows_, columns) in [(2, 3), (3, 1), (3, 3), (4, 3), (3, 4), (5, 2)] {
        for (last, misere) in [(1, false), (-1, true)] {
            let mut slow = Slow::new(rules(last));
            let all = slow.reachable(&start(rows_, columns));
            let step = (all.len() / 150).max(1);
            slow.agree(
                &format!("hexapawn:{rows_},{columns}"),
                misere,
                all.iter().step_by(step),
            );
        }
    }
}

/// Gardner 1962.
#[test]
fn three_by_three_is_lost_for_the_mover() {
    let mut session = bouton::Open::game("hexapawn:3,3").session().unwrap();
    let answer = session.solve(&bouton::How::default()).unwrap();
    assert_eq!(answer.outcome, Some(bouton::Outcome::Loss));
}
