//! Games of rows of numbers, and of stones with two values.

use std::collections::HashMap;

use bouton::How;

use super::Compared;

fn show(row: &[i64]) -> String {
    let row: Vec<String> = row.iter().map(ToString::to_string).collect();
    row.join(",")
}

/// The games, each opened once.
#[derive(Default)]
struct Games(HashMap<&'static str, Compared>);

impl Games {
    /// Every solver at a position; where all points are earned, the totals are those of the margin.
    fn check(&mut self, game: &'static str, position: &str, stake: Option<i64>) {
        let open = || Compared::open(game, false, Some(position));
        let compared = self.0.entry(game).or_insert_with(open);
        compared.check(position);
        let answer = compared.session.solve(&How::default()).unwrap();
        let margin = answer.margin.unwrap().to_i128().unwrap();
        let expected = stake.map(i128::from);
        let expected = expected.map(|stake| [(stake + margin) / 2, (stake - margin) / 2]);
        let totals = answer.totals;
        let totals = totals.map(|totals| totals.map(|total| total.to_i128().unwrap()));
        assert_eq!(totals, expected, "{game} {position}");
    }

    fn check_row(&mut self, row: &[i64]) {
        let (text, stake) = (show(row), Some(row.iter().sum()));
        self.check("row-ends", &text, stake);
        self.check("row-rest", &text, None);
        self.check("row-front:2", &text, stake);
        self.check("row-front:3", &text, stake);
        self.check("row-doubling", &text, stake);
        for largest in 1..=3 {
            self.check("row-doubling", &format!("{text}/{largest}"), stake);
        }
    }

    fn check_stones(&mut self, mine: &[i64], others: &[i64]) {
        let text = format!("{}/{}", show(mine), show(others));
        self.check("two-values", &text, None);
    }
}

/// All rows of `length` values from `values`.
pub(crate) fn all_rows(length: u32, values: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    (0..values.len().pow(length)).map(move |code| {
        (0..length)
            .map(|place| values[code / values.len().pow(place) % values.len()])
            .collect()
    })
}

#[test]
fn all_small_rows() {
    let mut games = Games::default();
    for length in 0..=5 {
        all_rows(length, &[-1, 0, 1, 2]).for_each(|row| games.check_row(&row));
    }
}

#[test]
fn all_small_sets_of_stones() {
    let mut games = Games::default();
    for length in 0..=3 {
        for mine in all_rows(length, &[-1, 0, 2]) {
            let others = all_rows(length, &[-1, 0, 1]);
            others.for_each(|others| games.check_stones(&mine, &others));
        }
    }
}

/// The largest values are those that the checker reads.
#[test]
fn random_larger_rows_and_sets_of_stones() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut row = |length: usize, bound: i64| -> Vec<i64> {
        (0..length).map(|_| random.i64(-bound..=bound)).collect()
    };
    let mut games = Games::default();
    for i in 0..80 {
        games.check_row(&row(6 + i % 5, [2, 9, 1000, 1 << 40][i % 4]));
    }
    for i in 0..60 {
        let (length, bound) = (4 + i % 3, [1, 3, 100, 1 << 40][i % 4]);
        games.check_stones(&row(length, bound), &row(length, bound));
    }
}
