//! The row games at the door: every solver against slow references written straight from the rules.

use bouton::{Answer, How, Limits, Outcome, Session, StopReason};

/// The legal moves of a position, each with its margin, and the sum of all points still to come.
type Played = (Vec<(String, i128)>, Option<i128>);

fn sum(row: &[i64]) -> i128 {
    row.iter().map(|&value| i128::from(value)).sum()
}

fn best(moves: &[(String, i128)]) -> i128 {
    moves.iter().map(|(_, margin)| *margin).max().unwrap_or(0)
}

fn row_ends(row: &[i64]) -> Vec<(String, i128)> {
    let n = row.len();
    let left = || ("L".into(), i128::from(row[0]) - best(&row_ends(&row[1..])));
    let right = || {
        (
            "R".into(),
            i128::from(row[n - 1]) - best(&row_ends(&row[..n - 1])),
        )
    };
    match n {
        0 => vec![],
        1 => vec![left()],
        _ => vec![left(), right()],
    }
}

fn row_rest(row: &[i64]) -> Vec<(String, i128)> {
    let n = row.len();
    let leaving = |rest: &[i64]| sum(rest) - best(&row_rest(rest));
    match n {
        0 => vec![],
        1 => vec![("L".into(), 0)],
        _ => vec![
            ("L".into(), leaving(&row[1..])),
            ("R".into(), leaving(&row[..n - 1])),
        ],
    }
}

fn row_front(row: &[i64], most: usize) -> Vec<(String, i128)> {
    let taking = |x: usize| sum(&row[..x]) - best(&row_front(&row[x..], most));
    (1..=most.min(row.len()))
        .map(|x| (format!("take {x}"), taking(x)))
        .collect()
}

fn row_doubling(row: &[i64], largest: usize) -> Vec<(String, i128)> {
    let taking = |x: usize| sum(&row[..x]) - best(&row_doubling(&row[x..], largest.max(x)));
    (1..=(2 * largest).min(row.len()))
        .map(|x| (format!("take {x}"), taking(x)))
        .collect()
}

fn two_values(mine: &[i64], others: &[i64]) -> Vec<(String, i128)> {
    let without = |row: &[i64], i: usize| [&row[..i], &row[i + 1..]].concat();
    let taking =
        |i: usize| i128::from(mine[i]) - best(&two_values(&without(others, i), &without(mine, i)));
    (0..mine.len())
        .map(|i| (format!("take stone {}", i + 1), taking(i)))
        .collect()
}

fn show(row: &[i64]) -> String {
    row.iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

fn session(game: &str, position: &str) -> Session {
    bouton::open(game, position).unwrap()
}

fn answer(game: &str, position: &str, solver: &str) -> Answer {
    let how = How {
        solver: Some(solver.into()),
        ..How::default()
    };
    session(game, position).solve(&how).unwrap()
}

/// Every solver gives the margin, the totals and exactly the best moves, the first one preferred.
fn check(game: &str, position: &str, (moves, stake): Played) {
    let margin = best(&moves);
    let names: Vec<&String> = moves
        .iter()
        .filter(|(_, value)| *value == margin)
        .map(|(name, _)| name)
        .collect();
    let totals = stake
        .map(|stake| [(stake + margin) / 2, (stake - margin) / 2].map(|total| total.to_string()));
    let solvers: Vec<_> = session(game, position)
        .solvers()
        .iter()
        .map(|about| about.id)
        .collect();
    for solver in solvers {
        let answer = answer(game, position, solver);
        let what = format!("{game} {position} by {solver}");
        assert_eq!(
            answer.margin.map(|m| m.to_string()),
            Some(margin.to_string()),
            "{what}"
        );
        assert_eq!(
            answer.totals.map(|totals| totals.map(|t| t.to_string())),
            totals,
            "{what}"
        );
        assert_eq!(
            answer.best.iter().map(|mv| &mv.name).collect::<Vec<_>>(),
            names,
            "{what}"
        );
        assert_eq!(
            answer.preferred.as_ref().map(|mv| &mv.name),
            names.first().copied(),
            "{what}"
        );
        assert_eq!(
            answer.best_count.map(|count| count.to_string()),
            Some(names.len().to_string()),
            "{what}"
        );
        let outcome = Outcome::of_margin(margin);
        assert_eq!(answer.outcome, Some(outcome), "{what}");
        assert_eq!(answer.remoteness, None, "{what}");
    }
}

fn check_row(row: &[i64]) {
    let text = show(row);
    let stake = Some(sum(row));
    check("row-ends", &text, (row_ends(row), stake));
    check("row-rest", &text, (row_rest(row), None));
    check("row-front:2", &text, (row_front(row, 2), stake));
    check("row-front:3", &text, (row_front(row, 3), stake));
    for largest in 1..=3 {
        check(
            "row-doubling",
            &format!("{text}/{largest}"),
            (row_doubling(row, largest), stake),
        );
    }
    check("row-doubling", &text, (row_doubling(row, 1), stake));
}

fn check_stones(mine: &[i64], others: &[i64]) {
    check(
        "two-values",
        &format!("{}/{}", show(mine), show(others)),
        (two_values(mine, others), None),
    );
}

/// All rows of `length` values from `values`.
fn all_rows(length: u32, values: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    (0..values.len().pow(length)).map(move |code| {
        (0..length)
            .map(|place| values[code / values.len().pow(place) % values.len()])
            .collect()
    })
}

#[test]
fn all_small_rows() {
    for length in 0..=5 {
        all_rows(length, &[-1, 0, 1, 2]).for_each(|row| check_row(&row));
    }
}

#[test]
fn all_small_sets_of_stones() {
    for length in 0..=3 {
        for mine in all_rows(length, &[-1, 0, 2]) {
            all_rows(length, &[-1, 0, 1]).for_each(|others| check_stones(&mine, &others));
        }
    }
}

/// Rows that look random, the same in each run (xorshift).
fn random_rows(mut seed: u64) -> impl FnMut(usize, i64) -> Vec<i64> {
    move |length, bound| {
        let mut next = || {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let size = 2 * i128::from(bound) + 1;
            i64::try_from(i128::from(seed) % size - i128::from(bound)).unwrap()
        };
        (0..length).map(|_| next()).collect()
    }
}

#[test]
fn random_larger_rows() {
    let mut rows = random_rows(11);
    for i in 0..80 {
        check_row(&rows(6 + i % 5, [2, 9, 1000, i64::MAX][i % 4]));
    }
}

#[test]
fn random_larger_sets_of_stones() {
    let mut rows = random_rows(12);
    for i in 0..60 {
        let (length, bound) = (4 + i % 3, [1, 3, 100, i64::MAX][i % 4]);
        check_stones(&rows(length, bound), &rows(length, bound));
    }
}

/// Values of 64 bits at their extremes, where sums and flipped signs leave 64 bits.
#[test]
fn extreme_values() {
    for row in all_rows(4, &[i64::MIN, i64::MAX, 0]) {
        check_row(&row);
        check_stones(&row[..2], &row[2..]);
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

/// What people would type for these games, and what they would do to them.
#[test]
fn names_and_wrong_texts() {
    for alias in ["greedy-coins", "stone-game"] {
        assert_eq!(margin_of(alias, "4,5,3,1,2"), "1");
    }
    let refused = |game: &str, position: Option<&str>| match bouton::Open::game(game)
        .position(position)
        .session()
    {
        Ok(_) => panic!("{game} {position:?} was opened"),
        Err(error) => error.to_string(),
    };
    assert!(refused("row-ends", Some("1,9223372036854775808")).contains("64 bits"));
    assert!(refused("row-ends", Some("1,,2")).contains("found nothing"));
    assert!(refused("row-ends:3", Some("1")).contains("no parameters"));
    assert!(refused("row-front", Some("1,2")).contains("row-front:3"));
    assert!(refused("row-front:0", Some("1,2")).contains("from 1"));
    assert!(refused("row-doubling", Some("1,2/0")).contains("from 1"));
    assert!(refused("row-doubling", Some("1,2/3/4")).contains("from 1"));
    assert!(refused("two-values", Some("1,2")).contains("slash"));
    assert!(refused("two-values", Some("1,2/3")).contains("as many values"));
    assert!(refused("two-values", Some("1,2/3,x")).contains("found \"x\""));
    assert!(refused("row-ends", None).contains("no usual start"));
    assert!(
        bouton::Open::game("row-ends")
            .at("1")
            .misere(true)
            .session()
            .is_err()
    );
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

/// Where a row is too long to be written out, `to` is left out, and nothing else.
#[test]
fn long_rows() {
    let row = show(&(0..20_000).map(|i| i * 7919 % 1000).collect::<Vec<i64>>());
    for game in ["row-ends", "row-rest", "row-front:5"] {
        let answer = session(game, &row).solve(&How::default()).unwrap();
        assert!(answer.margin.is_some() && !answer.best.is_empty(), "{game}");
        assert_eq!(answer.preferred.unwrap().to, None, "{game}");
    }
    let folded = answer("row-ends", &row, "closed-form").margin;
    assert_eq!(answer("row-ends", &row, "table").margin, folded);
}

fn limited(game: &str, position: &str, solver: &str, limits: Limits) -> Option<StopReason> {
    let how = How {
        solver: Some(solver.into()),
        limits,
    };
    let answer = session(game, position).solve(&how).unwrap();
    assert_eq!(answer.stopped.is_none(), answer.margin.is_some());
    answer.stopped
}

#[test]
fn solvers_stop_at_their_limits() {
    let row = show(&vec![3; 2000]);
    let memory = |memory| Limits {
        memory: Some(memory),
        ..Limits::default()
    };
    let nodes = |nodes| Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
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
    let mut session = session("row-ends", &show(&row));
    let how = |solver: &str| How {
        solver: Some(solver.into()),
        ..How::default()
    };
    let mut visited = Vec::new();
    for _ in 0..12 {
        let [folded, table] = ["closed-form", "table"].map(|id| session.solve(&how(id)).unwrap());
        assert_eq!((folded.margin, folded.best), (table.margin, table.best));
        visited.push(table.visited);
        session.play("L").unwrap();
        session.play("R").unwrap();
    }
    assert_eq!(visited[0], 3000 * 3001 / 2);
    assert_eq!(visited[8], 3000 * 3001 / 2, "the whole table");
    assert_eq!(visited[9..], [0, 0, 0]);
}
