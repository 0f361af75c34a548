//! Columns of characters, the bottom first.

use super::slow::{Random, Rules, Slow, Step};

struct Board {
    rows: Vec<Vec<char>>,
}

impl Board {
    fn read(at: &str) -> Self {
        let rows = at.split('/').map(|row| row.chars().collect()).collect();
        Self { rows }
    }

    fn write(&self) -> String {
        let rows: Vec<String> = self.rows.iter().map(|row| row.iter().collect()).collect();
        rows.join("/")
    }

    fn count(&self, sign: char) -> i64 {
        self.rows
            .iter()
            .flatten()
            .filter(|cell| **cell == sign)
            .count() as i64
    }

    fn has_line(&self, sign: char, k: usize) -> bool {
        let is = |row: usize, column: usize| {
            self.rows.get(row).and_then(|row| row.get(column)) == Some(&sign)
        };
        let starts =
            (0..self.rows.len()).flat_map(|r| (0..self.rows[0].len()).map(move |c| (r, c)));
        starts.into_iter().any(|(r, c)| {
            (0..k).all(|n| is(r + n, c))
                || (0..k).all(|n| is(r, c + n))
                || (0..k).all(|n| is(r + n, c + n))
                || (0..k).all(|n| c >= n && is(r + n, c - n))
        })
    }
}

/// The rules with lines of `k`; `made` is 1 if who makes one wins, -1 if who makes one loses.
fn rules(k: usize, made: i64) -> Rules {
    let over = move |at: &str| {
        let board = Board::read(at);
        let cells = (board.rows.len() * board.rows[0].len()) as i64;
        let played = (board.count('X'), board.count('O'));
        let last = if played.0 > played.1 { 'X' } else { 'O' };
        if board.has_line(last, k) {
            let spare = (cells + 1) / 2 + 1 - board.count(last);
            Some(-made * spare)
        } else {
            (board.count('.') == 0).then_some(0)
        }
    };
    let steps = |at: &str| -> Vec<Step> {
        let sign = if Board::read(at).count('X') > Board::read(at).count('O') {
            'O'
        } else {
            'X'
        };
        let dropped = |column: usize| {
            let mut board = Board::read(at);
            let row = (0..board.rows.len())
                .rev()
                .find(|row| board.rows[*row][column] == '.')?;
            board.rows[row][column] = sign;
            Some((board.write(), 0, false))
        };
        (0..Board::read(at).rows[0].len())
            .filter_map(dropped)
            .collect()
    };
    Rules {
        over: Box::new(over),
        steps: Box::new(steps),
        points: true,
    }
}

fn empty(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("/")
}

#[test]
fn small_boards() {
    for (rows_, columns, k) in [
        (3, 3, 3),
        (2, 5, 2),
        (4, 3, 3),
        (3, 4, 4),
        (1, 4, 1),
        (5, 1, 2),
        (3, 3, 9),
    ] {
        let mut slow = Slow::new(rules(k, 1));
        let all = slow.reachable(&empty(rows_, columns));
        let step = (all.len() / 300).max(1);
        slow.agree(
            &format!("connect:{rows_},{columns},{k}"),
            false,
            all.iter().step_by(step),
        );
    }
}

#[test]
fn who_makes_a_line_loses() {
    let mut slow = Slow::new(rules(3, -1));
    let all = slow.reachable(&empty(3, 4));
    slow.agree("connect:3,4,3", true, all.iter().step_by(97));
}

/// Random positions of the full board with few cells left.
#[test]
fn late_positions_of_six_by_seven() {
    let (mut slow, mut random) = (Slow::new(rules(4, 1)), Random(7));
    let mut tried = 0;
    while tried < 60 {
        let mut at = empty(6, 7);
        while at.matches('.').count() > 9 && (slow.rules().over)(&at).is_none() {
            let steps = (slow.rules().steps)(&at);
            at = steps[random.below(steps.len())].0.clone();
        }
        if (slow.rules().over)(&at).is_none() {
            slow.agree("connect-four", false, [&at]);
            tried += 1;
        }
    }
}

/// Published outcomes (J. Tromp): 4 × 4 and 5 rows × 4 columns are drawn, 4 rows × 6 columns is won by the second player.
#[test]
fn known_outcomes_of_smaller_boards() {
    for (game, outcome) in [
        ("connect:4,4,4", "draw"),
        ("connect:5,4,4", "draw"),
        ("connect:4,5,4", "draw"),
        ("connect:4,6,4", "loss"),
    ] {
        let mut session = bouton::Open::game(game).session().unwrap();
        let answer = session.solve(&bouton::How::default()).unwrap();
        assert_eq!(
            (
                answer.outcome.map(bouton::Outcome::word),
                answer.solver.as_str()
            ),
            (Some(outcome), "alpha-beta"),
            "{game}"
        );
    }
}
