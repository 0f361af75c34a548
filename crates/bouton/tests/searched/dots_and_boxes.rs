//! Dots and boxes drawn on a page of characters.

use super::slow::{Rules, Slow, Step};

/// Boxes with all four sides, on rows of lines as they are written.
fn boxes(at: &str) -> i64 {
    let page: Vec<Vec<char>> = at.split('/').map(|row| row.chars().collect()).collect();
    let drawn = |row: usize, column: usize| page[row][column] != '.';
    let is_box = |row: usize, column: usize| {
        drawn(row - 1, column)
            && drawn(row + 1, column)
            && drawn(row, column)
            && drawn(row, column + 1)
    };
    let rows = (1..page.len()).step_by(2);
    rows.map(|row| {
        (0..page[0].len())
            .filter(|column| is_box(row, *column))
            .count() as i64
    })
    .sum()
}

fn steps(at: &str) -> Vec<Step> {
    let sign = |place: usize| {
        if at[..place].matches('/').count().is_multiple_of(2) {
            "-"
        } else {
            "|"
        }
    };
    let draw = |place: usize| {
        let to = format!("{}{}{}", &at[..place], sign(place), &at[place + 1..]);
        let gain = boxes(&to) - boxes(at);
        (to, gain, gain > 0)
    };
    at.match_indices('.')
        .map(|(place, _)| draw(place))
        .collect()
}

fn rules() -> Rules {
    Rules {
        over: Box::new(|at| (!at.contains('.')).then_some(0)),
        steps: Box::new(steps),
        points: true,
    }
}

fn empty(rows: usize, columns: usize) -> String {
    let level = ".".repeat(columns);
    format!(
        "{level}{}",
        format!("/{}/{level}", ".".repeat(columns + 1)).repeat(rows)
    )
}

#[test]
fn small_boards() {
    for (rows_, columns) in [(1, 1), (1, 2), (2, 1), (1, 3), (2, 2)] {
        let mut slow = Slow::new(rules());
        let all = slow.reachable(&empty(rows_, columns));
        let step = (all.len() / 200).max(1);
        slow.agree(
            &format!("dots-and-boxes:{rows_},{columns}"),
            false,
            all.iter().step_by(step),
        );
    }
}

/// Two rows of three, against the slow rules.
#[test]
fn two_by_three() {
    let mut slow = Slow::new(rules());
    let at = empty(2, 3);
    let value = slow.worth(&at).0;
    let mut session = bouton::Open::game("dots-and-boxes:2,3").session().unwrap();
    let answer = session.solve(&bouton::How::default()).unwrap();
    assert_eq!(answer.margin.unwrap().to_string(), value.to_string());
}
