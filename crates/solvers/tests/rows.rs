//! The row methods against plain recursion over real rows, straight from the rules and sharing no code with them.

use bouton_solvers::rows::cell::{TableError, Width};
use bouton_solvers::rows::doubling::DoublingTable;
use bouton_solvers::rows::fold::{Ends, Valley, fold_row, margin};
use bouton_solvers::rows::front::FrontTable;
use bouton_solvers::rows::triangle::Triangle;
use bouton_solvers::rows::{diagonal, triangle};
use fastrand::Rng;

const PLENTY: u64 = 1 << 30;

/// Take an end, score it.
fn slow_ends(row: &[i64]) -> i128 {
    slow_moves(row).map_or(0, |(left, right)| left.max(right))
}

fn slow_moves(row: &[i64]) -> Option<(i128, i128)> {
    let (first, without_first) = row.split_first()?;
    let (last, without_last) = row.split_last()?;
    Some((
        i128::from(*first) - slow_ends(without_first),
        i128::from(*last) - slow_ends(without_last),
    ))
}

/// Take an end, score the sum of what remains.
fn slow_rest(row: &[i64]) -> i128 {
    let sum = |rest: &[i64]| rest.iter().map(|&value| i128::from(value)).sum::<i128>();
    let value = |rest: &[i64]| sum(rest) - slow_rest(rest);
    match row {
        [] => 0,
        [without_last @ .., _] => value(&row[1..]).max(value(without_last)),
    }
}

/// Take 1 to `most` from the left, score their sum.
fn slow_front(row: &[i64], most: usize) -> i128 {
    let value = |taken: usize| {
        row[..taken].iter().map(|&v| i128::from(v)).sum::<i128>() - slow_front(&row[taken..], most)
    };
    (1..=most.min(row.len())).map(value).max().unwrap_or(0)
}

/// Take 1 to 2M from the left, M being the largest number taken so far.
fn slow_doubling(row: &[i64], largest: usize) -> i128 {
    (1..=(2 * largest).min(row.len()))
        .map(|taken| slow_doubling_move(row, largest, taken))
        .max()
        .unwrap_or(0)
}

fn slow_doubling_move(row: &[i64], largest: usize, taken: usize) -> i128 {
    let gain: i128 = row[..taken].iter().map(|&v| i128::from(v)).sum();
    gain - slow_doubling(&row[taken..], largest.max(taken))
}

/// All rows of `length` values from `values`.
fn all_rows(
    length: usize,
    values: std::ops::RangeInclusive<i64>,
) -> impl Iterator<Item = Vec<i64>> {
    let size = usize::try_from(values.end() - values.start() + 1).unwrap();
    (0..size.pow(u32::try_from(length).unwrap())).map(move |mut code| {
        let digit = |_| {
            let digit = code % size;
            code /= size;
            values.start() + i64::try_from(digit).unwrap()
        };
        (0..length).map(digit).collect()
    })
}

/// A row that looks random, the same in each run.
fn row(random: &mut Rng, length: usize, values: std::ops::RangeInclusive<i64>) -> Vec<i64> {
    (0..length).map(|_| random.i64(values.clone())).collect()
}

fn pair(ends: Option<Ends>) -> Option<(i128, i128)> {
    ends.map(|ends| (ends.left, ends.right))
}

fn triangle(row: &[i64]) -> Triangle {
    Triangle::fill(row, PLENTY, || true).unwrap()
}

/// Every way to answer a row taken from its ends says what the rules say.
fn check_ends(row: &[i64]) {
    let expected = slow_moves(row);
    let folded = fold_row(row);
    assert_eq!(
        pair(folded.as_ref().map(|folded| folded.ends)),
        expected,
        "folding {row:?}"
    );
    assert_eq!(
        margin(row.iter().copied()),
        slow_ends(row),
        "folding {row:?}"
    );
    assert_eq!(
        pair(diagonal::ends(row, || true).unwrap()),
        expected,
        "diagonal of {row:?}"
    );
    assert_eq!(
        pair(triangle(row).ends(0..row.len())),
        expected,
        "triangle of {row:?}"
    );
    if let Some(folded) = folded {
        check_valley(&folded.valley, folded.ends, row);
    }
}

/// The larger end of a folded row is a best first move, and a valley has no peak.
fn check_valley(valley: &Valley, ends: Ends, row: &[i64]) {
    let values: Vec<i128> = valley.values().collect();
    assert!(
        values.windows(3).all(|v| v[0] > v[1] || v[1] < v[2]),
        "{row:?} folds to {values:?}"
    );
    let (first, last) = (values[0], values[values.len() - 1]);
    assert!(
        first < last || ends.left == ends.margin(),
        "{row:?} folds to {values:?}"
    );
    assert!(
        last < first || ends.right == ends.margin(),
        "{row:?} folds to {values:?}"
    );
}

#[test]
fn rows_taken_from_the_ends_all_small() {
    for length in 0..=8 {
        all_rows(length, -1..=2).for_each(|row| check_ends(&row));
    }
    for length in 1..=6 {
        all_rows(length, -3..=4).for_each(|row| check_ends(&row));
    }
}

#[test]
fn rows_taken_from_the_ends_random() {
    let mut rows = Rng::with_seed(1);
    for i in 0..600 {
        let bound = [3, 100, 1 << 20, i64::MAX][i % 4];
        check_ends(&row(&mut rows, 8 + i % 7, -bound..=bound));
    }
}

#[test]
fn known_rows() {
    // shared facts of the project; 4,5,3,1,2 and 1,2,4,3 by hand
    assert_eq!(pair(fold_row(&[1, 2, 4, 3]).map(|f| f.ends)), Some((0, 0)));
    assert_eq!(margin([4, 5, 3, 1, 2]), 8 - 7);
    assert_eq!(margin([1, 5, 1]), -3);
    assert_eq!(
        pair(fold_row(&[2, 1, 2, 3, 3, 3]).map(|f| f.ends)),
        Some((0, 2))
    );
    assert_eq!(
        pair(fold_row(&[2, 1, 2, 5, 5, 3]).map(|f| f.ends)),
        Some((0, 2))
    );
    // Rows that must not be folded: monotone triples and pits.
    assert_eq!(margin([1, 0, 1, 2]), slow_ends(&[1, 0, 1, 2]));
    assert_eq!(margin([1, 0, 1]), 0);
}

/// Larger rows: folding, the diagonal (with its sweeps over stripes) and the triangle have nothing in common.
#[test]
fn large_rows_agree() {
    let mut rows = Rng::with_seed(2);
    for length in [255, 256, 257, 1000, 1023, 1500] {
        for bound in [1, 9, 30, 1000, 1 << 40, i64::MAX] {
            let row = row(&mut rows, length, -bound..=bound);
            let folded = pair(fold_row(&row).map(|folded| folded.ends));
            assert_eq!(
                pair(diagonal::ends(&row, || true).unwrap()),
                folded,
                "{length} values up to {bound}"
            );
            assert_eq!(
                pair(triangle(&row).ends(0..length)),
                folded,
                "{length} values up to {bound}"
            );
        }
    }
}

#[test]
fn sweeps_of_every_width_agree_with_folding() {
    let mut rows = Rng::with_seed(3);
    for (bound, width) in [
        (2, Width::Bits16),
        (1000, Width::Bits32),
        (1 << 45, Width::Bits64),
    ] {
        for length in [4099, 6000] {
            let row = row(&mut rows, length, -bound..=bound);
            assert_eq!(Width::of(&row), width);
            assert_eq!(
                diagonal::ends(&row, || true).unwrap(),
                fold_row(&row).map(|folded| folded.ends)
            );
        }
    }
}

#[test]
fn a_triangle_knows_every_sub_row() {
    let mut rows = Rng::with_seed(4);
    for _ in 0..20 {
        let row = row(&mut rows, 40, -9..=9);
        let triangle = triangle(&row);
        for start in 0..=row.len() {
            for end in start..=row.len() {
                let folded = fold_row(&row[start..end]).map(|folded| folded.ends);
                assert_eq!(triangle.ends(start..end), folded);
                assert_eq!(triangle.margin(start..end), folded.map_or(0, Ends::margin));
            }
        }
    }
}

/// The largest value alternating with the smallest: folded values grow far past 64 bits.
#[test]
fn folding_leaves_64_bits() {
    for length in [3, 4, 101, 1000] {
        let row: Vec<i64> = (0..length)
            .map(|i| if i % 2 == 0 { i64::MIN } else { i64::MAX })
            .collect();
        let folded = fold_row(&row).unwrap();
        assert_eq!(Some(folded.ends), diagonal::ends(&row, || true).unwrap());
        let size = i128::from(u64::MAX) * (length as i128 / 2);
        let expected = if length % 2 == 0 {
            size
        } else {
            i128::from(i64::MIN) - size
        };
        assert_eq!(folded.ends.margin(), expected);
    }
}

/// With every sign flipped, folding answers the game that scores the rest of the row.
#[test]
fn the_rest_is_the_ends_in_disguise() {
    let mut rows = Rng::with_seed(5);
    let small = (0..=6).flat_map(|length| all_rows(length, -2..=2));
    let random: Vec<_> = (0..300)
        .map(|i| row(&mut rows, 7 + i % 6, -50..=50))
        .collect();
    for row in small.chain(random) {
        let flipped: Vec<i64> = row.iter().map(|value| -value).collect();
        let sum: i128 = row.iter().map(|&value| i128::from(value)).sum();
        let halved = |ends: Ends| Ends {
            left: (sum + ends.left) / 2,
            right: (sum + ends.right) / 2,
        };
        let ends = fold_row(&flipped).map(|folded| halved(folded.ends));
        assert_eq!(ends.map_or(0, Ends::margin), slow_rest(&row), "{row:?}");
        let rest =
            |rest: &[i64]| rest.iter().map(|&v| i128::from(v)).sum::<i128>() - slow_rest(rest);
        if let Some(ends) = ends {
            assert_eq!(
                (ends.left, ends.right),
                (rest(&row[1..]), rest(&row[..row.len() - 1])),
                "{row:?}"
            );
        }
    }
    assert_eq!(slow_rest(&[5, 3, 1, 4, 2]), 6);
    assert_eq!(slow_rest(&[7, 90, 5, 1, 100, 10, 10, 2]), 122);
}

fn check_front(row: &[i64], most: usize) {
    let table = FrontTable::fill(row, most, PLENTY, || true).unwrap();
    for start in 0..=row.len() {
        let rest = &row[start..];
        assert_eq!(
            table.margin(start),
            slow_front(rest, most),
            "at most {most} of {rest:?}"
        );
        let value = |taken: &usize| {
            rest[..*taken].iter().map(|&v| i128::from(v)).sum::<i128>()
                - slow_front(&rest[*taken..], most)
        };
        let best: Vec<usize> = (1..=most.min(rest.len()))
            .filter(|x| value(x) == slow_front(rest, most))
            .collect();
        assert_eq!(
            table.best(start).collect::<Vec<_>>(),
            best,
            "at most {most} of {rest:?}"
        );
    }
}

#[test]
fn rows_taken_from_the_front() {
    let mut rows = Rng::with_seed(6);
    for most in 1..=4 {
        for length in 0..=5 {
            all_rows(length, -2..=2).for_each(|row| check_front(&row, most));
        }
        for bound in [5, 1000, i64::MAX] {
            check_front(&row(&mut rows, 12, -bound..=bound), most);
        }
    }
    let at_most_3 = |row: &[i64]| FrontTable::fill(row, 3, PLENTY, || true).unwrap().margin(0);
    assert_eq!(at_most_3(&[1, 2, 3, 6]), 0);
}

fn check_doubling(row: &[i64]) {
    let table = DoublingTable::fill(row, PLENTY, || true).unwrap();
    for start in 0..=row.len() {
        for largest in 1..=row.len() + 1 {
            let rest = &row[start..];
            let value = slow_doubling(rest, largest);
            assert_eq!(
                table.margin(start, largest),
                value,
                "{rest:?} with {largest}"
            );
            let moves = 1..=(2 * largest).min(rest.len());
            let best: Vec<usize> = moves
                .filter(|&x| slow_doubling_move(rest, largest, x) == value)
                .collect();
            assert_eq!(
                table.best(start, largest).collect::<Vec<_>>(),
                best,
                "{rest:?} with {largest}"
            );
        }
    }
}

#[test]
fn rows_taken_by_doubling() {
    let mut rows = Rng::with_seed(7);
    for length in 0..=5 {
        all_rows(length, -2..=2).for_each(|row| check_doubling(&row));
    }
    for i in 0..60 {
        let bound = [4, 100, 1 << 33, i64::MAX][i % 4];
        check_doubling(&row(&mut rows, 6 + i % 7, -bound..=bound));
    }
    let table = DoublingTable::fill(&[2, 7, 9, 4, 4], PLENTY, || true).unwrap();
    assert_eq!(table.total(0, 1), 10);
}

/// Longer rows, against a table filled state by state without windows or clamping.
#[test]
fn long_rows_taken_by_doubling() {
    let mut rows = Rng::with_seed(8);
    for length in [30, 61, 90] {
        let row = row(&mut rows, length, -20..=60);
        let mut slow = vec![vec![0_i128; 2 * length + 2]; length + 1];
        for start in (0..length).rev() {
            for largest in 1..=length {
                let value = |taken: usize| {
                    let gain: i128 = row[start..start + taken]
                        .iter()
                        .map(|&v| i128::from(v))
                        .sum();
                    gain - slow[start + taken][largest.max(taken)]
                };
                let margin = (1..=(2 * largest).min(length - start))
                    .map(value)
                    .max()
                    .unwrap();
                slow[start][largest] = margin;
            }
        }
        let table = DoublingTable::fill(&row, PLENTY, || true).unwrap();
        for (start, margins) in slow.iter().enumerate() {
            for (largest, &margin) in margins.iter().enumerate().take(length + 1).skip(1) {
                assert_eq!(
                    table.margin(start, largest),
                    margin,
                    "{length} values, {start}/{largest}"
                );
            }
        }
    }
}

#[test]
fn tables_keep_to_their_limits() {
    let row = vec![1; 1000];
    let needed = triangle::bytes_needed(&row);
    assert_eq!(needed, 500 * 1001 * 2);
    let refused = Triangle::fill(&row, 1_000_999, || true).unwrap_err();
    assert_eq!(
        refused,
        TableError::Memory {
            needed,
            allowed: 1_000_999
        }
    );
    assert_eq!(
        Triangle::fill(&row, PLENTY, || false).unwrap_err(),
        TableError::Stopped
    );
    assert_eq!(
        diagonal::ends(&vec![1; 5000], || false),
        Err(TableError::Stopped)
    );
    assert!(matches!(
        DoublingTable::fill(&row, 1000, || true),
        Err(TableError::Memory { .. })
    ));
    assert_eq!(
        DoublingTable::fill(&row, PLENTY, || false).unwrap_err(),
        TableError::Stopped
    );
    assert_eq!(
        FrontTable::fill(&row, 2, PLENTY, || false).unwrap_err(),
        TableError::Stopped
    );
}

#[test]
fn the_narrowest_safe_integers_are_chosen() {
    assert_eq!(Width::of(&[]), Width::Bits16);
    assert_eq!(Width::of(&[i64::from(i16::MAX)]), Width::Bits16);
    assert_eq!(Width::of(&[i64::from(i16::MIN)]), Width::Bits32);
    assert_eq!(Width::of(&[i64::from(i32::MAX), -1]), Width::Bits64);
    assert_eq!(Width::of(&[i64::MIN]), Width::Bits128);
}
