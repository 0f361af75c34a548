//! `refute` against rows sorted and played out by brute force, and against the known smallest counterexamples.

use bouton::answers::{By, PositionValue, Promise, Refutation};
use bouton::questions::Refute;
use bouton::{Error, How, Limits, StopReason};
use bouton_reference::messages;

use crate::support::{losing, refute};

/// The rows that are tried.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Rows {
    values: (i64, i64),
    lengths: (usize, usize),
    even: bool,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            values: (1, 9),
            lengths: (1, 8),
            even: false,
        }
    }
}

impl Rows {
    fn of(self, strategy: &str) -> Refute {
        let mut asked = Refute::default();
        asked.strategy = strategy.to_owned();
        if self != Self::default() {
            (asked.values, asked.length) = (Some(self.values), Some(self.lengths));
        }
        asked.even = self.even;
        asked
    }
}

fn answer(asked: &Refute, game: &str, how: &How) -> Refutation {
    let mut session = bouton::open(game, "1").unwrap();
    asked.answer(&mut session, None, false, how).unwrap()
}

fn hunt(strategy: &str, by: By, rows: Rows, limits: Limits) -> Refutation {
    let mut asked = rows.of(strategy);
    asked.by = by;
    let how = How::default().within(limits);
    answer(&asked, "row-ends", &how)
}

fn found(strategy: &str, by: By, rows: Rows) -> (Option<(String, String, Vec<String>)>, u64) {
    let found = hunt(strategy, by, rows, Limits::default());
    assert_eq!(found.stopped, None);
    (
        found.counterexample.map(|c| (c.position, c.name, c.best)),
        found.visited,
    )
}

/// The smallest counterexamples on even rows of values from 1: those without a tie, where there are any (2,1,2,5,5,3 is
/// published).
#[test]
fn the_smallest_counterexamples_are_known() {
    let rows = Rows {
        even: true,
        ..Rows::default()
    };
    for (strategy, by, row) in [
        ("peak-then-totals", By::Outcome, "2,1,2,3,3,3"),
        ("peak-then-totals", By::Margin, "3,1,3,4,4,4"),
        ("peak-totals-local", By::Outcome, "2,1,2,5,5,3"),
        ("peak-totals-local", By::Margin, "3,1,3,4,4,4"),
    ] {
        let expected = (row.to_owned(), "L".to_owned(), vec!["R".to_owned()]);
        assert_eq!(found(strategy, by, rows).0, Some(expected));
    }
}

fn margin(row: &[i64]) -> i64 {
    let ends = row.first().zip(row.last());
    ends.map_or(0, |(first, last)| {
        (first - margin(&row[1..])).max(last - margin(&row[..row.len() - 1]))
    })
}

/// The moves that a strategy allows by its definition: left, right.
fn allowed(strategy: &str, row: &[i64]) -> (bool, bool) {
    let (first, last, n) = (row[0], row[row.len() - 1], row.len());
    let more = |left: i64, right: i64| (left >= right, right >= left);
    let colour = |parity: usize| {
        (0..n)
            .filter(|i| i % 2 == parity)
            .map(|i| row[i])
            .sum::<i64>()
    };
    let even = n % 2 == 0;
    let totals = if even {
        more(colour(0), colour(1))
    } else {
        (true, true)
    };
    let peak = (first > last && first > row[1]) || (last > first && last > row[n - 2]);
    match strategy {
        "larger-end" => more(first, last),
        "alternating-totals" => {
            if even {
                totals
            } else {
                (false, false)
            }
        }
        "peak-then-totals" => {
            if peak {
                more(first, last)
            } else {
                totals
            }
        }
        "peak-totals-local" if peak => more(first, last),
        "peak-totals-local" if totals != (true, true) => totals,
        "peak-totals-local" => more(first - row[1].max(last), last - first.max(row[n - 2])),
        _ => panic!("no such strategy"),
    }
}

/// All rows within the bounds, in the order in which they are tried.
fn sorted(rows: &Rows) -> Vec<Vec<i64>> {
    let mut all = vec![];
    let mut last = vec![vec![]];
    for length in 1..=rows.lengths.1 {
        last = last
            .iter()
            .flat_map(|row: &Vec<i64>| {
                (rows.values.0..=rows.values.1).map(|value| [row.as_slice(), &[value]].concat())
            })
            .collect();
        if length >= rows.lengths.0 && !(rows.even && length % 2 == 1) {
            all.extend(last.clone());
        }
    }
    all.sort_by_key(|row| {
        (
            row.len(),
            row.iter().max().copied(),
            row.iter().sum::<i64>(),
            row.clone(),
        )
    });
    all
}

fn by_brute_force(
    strategy: &str,
    by: By,
    rows: &Rows,
) -> (Option<(String, String, Vec<String>)>, u64) {
    let (mut tried, mut tie) = (0, None);
    for row in sorted(rows) {
        let worth = |value: i64| {
            if by == By::Margin {
                value
            } else {
                value.signum()
            }
        };
        let left = worth(row[0] - margin(&row[1..]));
        let right = worth(row[row.len() - 1] - margin(&row[..row.len() - 1]));
        let (allows_left, allows_right) = if row.len() == 1 {
            (true, false)
        } else {
            allowed(strategy, &row)
        };
        tried += u64::from(allows_left || allows_right);
        let text = row
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join(",");
        let wrong = match left.cmp(&right) {
            std::cmp::Ordering::Less if allows_left => ["L", "R"],
            std::cmp::Ordering::Greater if allows_right => ["R", "L"],
            _ => continue,
        };
        let [name, best] = wrong.map(str::to_owned);
        let found = (Some((text, name, vec![best])), tried);
        if allows_left != allows_right {
            return found;
        }
        tie = tie.or(Some(found));
    }
    tie.unwrap_or((None, tried))
}

/// 1,1,2,1 is a tie of both ends, at which the strategy does not say which to take: 1,1,3,2 is preferred, and if there is no
/// such row within the bounds, the tie is called one.
#[test]
fn a_tie_is_the_counterexample_only_if_there_is_no_other() {
    let of = |most, strict| {
        let rows = Rows {
            values: (1, most),
            lengths: (1, 4),
            even: false,
        };
        let mut asked = rows.of("larger-end");
        asked.strict = strict;
        answer(&asked, "row-ends", &How::default())
    };
    messages("ties of a strategy", |asked| match asked {
        "values up to 3" => of(3, false).to_string(),
        "values up to 2" => of(2, false).to_string(),
        "values up to 2, strict" => of(2, true).to_string(),
        other => panic!("{other}"),
    });
    let heaps = |strict| {
        let mut asked = Refute::default();
        (asked.strategy, asked.strict) = ("take-one".into(), strict);
        answer(&asked, "nim", &How::default())
            .counterexample
            .unwrap()
    };
    assert!(!heaps(false).is_tie());
    assert_eq!(heaps(false), heaps(true));
}

#[test]
fn the_walk_is_in_order_and_complete() {
    let strategies = [
        "larger-end",
        "alternating-totals",
        "peak-then-totals",
        "peak-totals-local",
    ];
    let bounds = [
        ((1, 3), (1, 6)),
        ((-1, 2), (2, 5)),
        ((0, 1), (3, 9)),
        ((2, 2), (1, 7)),
        ((-5, 5), (1, 3)),
    ];
    for strategy in strategies {
        for by in [By::Outcome, By::Margin] {
            for (values, lengths) in bounds {
                for even in [false, true] {
                    let rows = Rows {
                        values,
                        lengths,
                        even,
                    };
                    let expected = by_brute_force(strategy, by, &rows);
                    assert_eq!(
                        found(strategy, by, rows),
                        expected,
                        "{strategy} {by:?} {rows:?}"
                    );
                }
            }
        }
    }
}

/// The larger end of a folded row is always best: there is no counterexample, and every row is tried.
#[test]
fn the_folded_ends_stand() {
    let rows = Rows {
        values: (-2, 3),
        lengths: (1, 7),
        even: false,
    };
    let all: u64 = (1..=7).map(|length| 6_u64.pow(length)).sum();
    assert_eq!(found("folded-ends", By::Margin, rows), (None, all));
    assert_eq!(found("folded-ends", By::Outcome, rows), (None, all));
}

#[test]
fn a_search_can_be_stopped() {
    let limits = Limits::default();
    limits
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let stopped = hunt("folded-ends", By::Margin, Rows::default(), limits);
    assert_eq!(
        (stopped.counterexample, stopped.stopped),
        (None, Some(StopReason::Cancelled))
    );
    assert!(stopped.visited < 48_427_560);
}

#[test]
fn bad_questions_are_refused() {
    let rows = Rows::default();
    messages("questions of refute that are refused", |asked| {
        let [game, strategy, more] = asked.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{asked}");
        };
        let rows = match more {
            "with rows of any length" => rows,
            "with values from 2 to 1" => Rows {
                values: (2, 1),
                ..rows
            },
            "with rows of up to 65" => Rows {
                lengths: (1, 65),
                ..rows
            },
            _ => Rows {
                values: (0, i64::MAX),
                ..rows
            },
        };
        let mut session = bouton::open(game, "1").unwrap();
        let refused = rows
            .of(strategy)
            .answer(&mut session, None, false, &How::default());
        refused.unwrap_err().to_string()
    });
}

fn hunt_heaps(game: &str, strategy: &str, up_to: u64, piles: usize) -> Result<Refutation, Error> {
    let mut session = bouton::open(game, "1").unwrap();
    let given = [("up_to", up_to.to_string()), ("piles", piles.to_string())];
    refute(&mut session, strategy, &given, &How::default())
}

#[test]
fn a_strategy_that_stands_is_counted_where_it_speaks() {
    let stands = |game, strategy, up_to, piles| {
        let found = hunt_heaps(game, strategy, up_to, piles).unwrap();
        assert_eq!((found.counterexample, found.stopped), (None, None));
        found.visited
    };
    // Sizes 1 to 20 that are not multiples of four.
    let multiples = stands("subtraction:1,2,3", "leave-multiple:4", 20, 1);
    assert_eq!(multiples, 15);
    // One heap of 1 to 10, and two that differ: 10 + 45.
    assert_eq!(stands("nim", "nim-sum", 10, 2), 55);
}

#[test]
fn an_unknown_strategy_is_refused() {
    let refused = hunt_heaps("nim", "no-such", 3, 1);
    let error = refused.unwrap_err();
    assert!(matches!(error, Error::Unfit(_) | Error::Input { .. }));
}

/// The lost positions that a table lists, up to a size.
fn lost(game: &str, up_to: u64, piles: usize) -> Vec<String> {
    let mut session = bouton::open(game, "1").unwrap();
    let bound = [("up_to", up_to.to_string()), ("piles", piles.to_string())];
    let found = losing(&mut session, &bound, &How::default()).unwrap();
    assert_eq!(found.stopped, None);
    found.column("position")
}

#[test]
fn every_list_of_heaps_comes_once() {
    // One taken at a time: lost where an even number is left; the order of the heaps does not matter.
    let mut even = vec![];
    for (a, b, c) in (0..125).map(|n| (n / 25, n / 5 % 5, n % 5)) {
        if a <= b && b <= c && (a + b + c) % 2 == 0 {
            even.push(format!("{a},{b},{c}"));
        }
    }
    assert_eq!(lost("subtraction:1", 4, 3), even);
    // Only the odd step counts; the order of the steps matters.
    assert_eq!(lost("staircase", 2, 2), ["0,0", "0,1", "0,2"]);
}

/// Against the best replies: the result of following a strategy, and that of an opponent who knows it.
fn followed(strategy: &str, row: &[i64]) -> (i64, i64) {
    let n = row.len();
    let Some((first, last)) = row.first().zip(row.last()) else {
        return (0, 0);
    };
    if n == 1 {
        return (*first, *first);
    }
    let [left, right] = [&row[1..], &row[..n - 1]].map(|rest| followed(strategy, rest));
    let (left, right) = (
        (first - left.1, first - left.0),
        (last - right.1, last - right.0),
    );
    let own = match allowed(strategy, row) {
        (true, false) => left.0,
        (false, true) => right.0,
        _ => left.0.min(right.0),
    };
    (own, left.1.max(right.1))
}

fn promised(strategy: &str, rows: Rows) -> Refutation {
    let mut asked = rows.of(strategy);
    asked.promise = Promise::NeverLoses;
    answer(&asked, "row-ends", &How::default())
}

#[test]
fn the_guarantee_is_what_following_throughout_brings() {
    let rows = Rows {
        values: (0, 3),
        lengths: (1, 6),
        even: false,
    };
    for strategy in [
        "larger-end",
        "alternating-totals",
        "peak-then-totals",
        "peak-totals-local",
    ] {
        let (mut tried, mut worst) = (0, None);
        for row in sorted(&rows) {
            let is_asked =
                row.len() == 1 || margin(&row) >= 0 && allowed(strategy, &row) != (false, false);
            if !is_asked {
                continue;
            }
            tried += 1;
            let (own, _) = followed(strategy, &row);
            if row.len() > 1 && worst.as_ref().is_none_or(|(least, _)| own < *least) {
                worst = Some((own, row));
            }
            if own < 0 {
                break;
            }
        }
        let (own, row) = worst.unwrap();
        let found = promised(strategy, rows);
        assert_eq!(found.visited, tried, "{strategy}");
        assert_eq!(found.guarantee.holds, Some(own >= 0), "{strategy}");
        assert_eq!(found.refuted, own < 0);
        assert_eq!(
            found.guarantee.worst,
            Some(PositionValue::Margin(own.into()))
        );
        let row: Vec<_> = row.iter().map(i64::to_string).collect();
        assert_eq!(found.guarantee.position, Some(row.join(",")), "{strategy}");
        // The line has exactly this result.
        let mut session = bouton::open("row-ends", &row.join(",")).unwrap();
        let (mut lead, mut sign) = (0, 1);
        for mv in found.guarantee.line.unwrap() {
            lead += sign * session.play(&mv).unwrap().gain.unwrap();
            sign = -sign;
        }
        assert_eq!(lead, i128::from(own), "{strategy}");
    }
}

/// An even row never loses for the first player who keeps to the richer colour, though that is not always best.
#[test]
fn a_strategy_may_never_lose_and_not_be_best() {
    let rows = Rows {
        even: true,
        lengths: (1, 6),
        values: (1, 5),
    };
    let found = promised("alternating-totals", rows);
    assert_eq!((found.guarantee.holds, found.refuted), (Some(true), false));
    assert!(hunt("alternating-totals", By::Margin, rows, Limits::default()).refuted);
    assert!(promised("larger-end", rows).refuted);
}

fn tried(game: &str, position: &str, strategy: &str, given: &[(&str, String)]) -> Refutation {
    let mut session = bouton::open(game, position).unwrap();
    refute(&mut session, strategy, given, &How::default()).unwrap()
}

#[test]
fn stones_of_two_values_go_by_their_sum() {
    let by = |promise: &str| [("by", "margin".into()), ("promise", promise.into())];
    for promise in ["best-always", "never-loses"] {
        let found = tried("two-values", "1/1", "largest-sum", &by(promise));
        assert!(!found.refuted && found.visited > 100, "{found}");
    }
    let found = tried("two-values", "1/1", "largest-own", &by("best-always"));
    assert!(found.refuted, "{found}");
}

#[test]
fn heaps_too_are_followed_throughout() {
    let search = |prescribes: &str| {
        [
            ("up_to", "6".into()),
            ("piles", "3".into()),
            ("promise", "never-loses".into()),
            ("prescribes", prescribes.into()),
        ]
    };
    for prescribes in ["0", "1"] {
        let found = tried("nim", "1", "nim-sum", &search(prescribes));
        assert_eq!(found.guarantee.holds, Some(true));
        let found = tried("nim", "1", "take-one", &search(prescribes));
        assert_eq!(
            found.guarantee.worst,
            Some(PositionValue::Outcome(bouton::Outcome::Loss))
        );
        assert!(found.refuted);
    }
}

/// A strategy that is right for one heap is tried on several without being asked to.
#[test]
fn several_heaps_are_tried_unasked() {
    let found = tried("subtraction:1,2,3", "1", "leave-multiple:4", &[]);
    let position = found.counterexample.unwrap().position;
    assert!(position.contains(','), "{position}");
}

/// Of two equal ends, the strategy names the left one.
#[test]
fn a_strategy_that_names_one_move_is_held_to_it() {
    let rows = Rows {
        values: (1, 3),
        lengths: (1, 4),
        even: false,
    };
    let tried = |prescribes| {
        let mut asked = rows.of("larger-end");
        (asked.by, asked.prescribes) = (By::Margin, prescribes);
        answer(&asked, "row-ends", &How::default())
    };
    let (either, left) = (tried(false), tried(true));
    let (either, left) = (either.counterexample.unwrap(), left.counterexample.unwrap());
    assert_eq!(
        (either.position.as_str(), either.name.as_str()),
        ("1,1,3,2", "R")
    );
    assert_eq!(left.position, "1,2,1,1");
    let row: Vec<i64> = left
        .position
        .split(',')
        .map(|value| value.parse().unwrap())
        .collect();
    assert!(row.first() < row.last() || left.name == "L", "{left:?}");
}

/// In games that are neither heaps nor rows, the positions reachable from the start are tried.
#[test]
fn other_games_are_tried_from_their_start() {
    let mut session = bouton::Open::game("thirty-one").session().unwrap();
    let refused = refute(&mut session, "any", &[], &How::default());
    assert!(refused.is_err());
}
