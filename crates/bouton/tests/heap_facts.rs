//! Published values of the heap games, each with its source; common mistakes; and bad input.

use bouton::{Answer, How, Limits, Outcome, Session};
use bouton_core::take_and_break::Code;
use bouton_solvers::sequence::Sequence;

use crate::support::by;

fn session(game: &str, position: &str, misere: bool) -> Session {
    bouton::Open::game(game)
        .at(position)
        .misere(misere)
        .session()
        .unwrap_or_else(|error| panic!("{game} {position}: {error}"))
}

fn answer(game: &str, position: &str) -> Answer {
    session(game, position, false)
        .solve(&How::default())
        .unwrap()
}

fn misere(game: &str, position: &str) -> &'static str {
    session(game, position, true)
        .solve(&How::default())
        .unwrap()
        .outcome
        .unwrap()
        .word()
}

fn grundy(game: &str, position: &str) -> u64 {
    answer(game, position)
        .grundy
        .unwrap()
        .to_string()
        .parse()
        .unwrap()
}

fn is_lost(game: &str, position: &str) -> bool {
    answer(game, position).outcome == Some(Outcome::Loss)
}

/// Values of single heaps: take-and-break codes by Guy and Smith (1956) and Winning Ways, chapter 4, table 6.
#[test]
fn sequences() {
    let kayles = [
        0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
    ];
    let dawson = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3];
    let grundys = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3];
    let values = |game: &str, count: usize| {
        (0..count)
            .map(|n| grundy(game, &n.to_string()))
            .collect::<Vec<_>>()
    };
    assert_eq!(values("kayles", kayles.len()), kayles);
    assert_eq!(values("crosses", dawson.len()), dawson);
    assert_eq!(values("dawson-chess", dawson.len()), dawson);
    assert_eq!(values("grundy", grundys.len()), grundys);
    assert_eq!(
        values("subtraction:1,2,3", 12),
        [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3]
    );
}

/// A cross in an end cell leaves n - 2 cells; a widely copied recurrence says n - 1.
#[test]
fn a_cross_at_the_end_takes_its_neighbour_too() {
    let moves = session("crosses", "6", false)
        .moves(&How::default())
        .unwrap()
        .moves;
    let first = moves.iter().find(|mv| mv.name == "cross 1").unwrap();
    assert_eq!(first.to.as_deref(), Some("4"));
}

/// Games.md and Bouton (1901): misère nim; zeros don't count, and with no heap at all the mover wins.
#[test]
fn misere_nim() {
    for (position, outcome) in [
        ("", "win"),
        ("0", "win"),
        ("0,0", "win"),
        ("1", "loss"),
        ("1,0,0", "loss"),
        ("1,0,1", "win"),
        ("0,1,1,1", "loss"),
        ("2", "win"),
        ("2,2", "loss"),
        ("1,2,3", "loss"),
        ("2,1,0", "win"),
    ] {
        assert_eq!(misere("nim", position), outcome, "{position}");
    }
}

/// The lost totals of {1,2,3}: multiples of 4; the list of games.md by every solver that takes it.
#[test]
fn stones() {
    let strip = |id: &str| -> String {
        let how = by(id);
        let letter = |n: u32| {
            let mut session = session("subtraction:1,2,3", &n.to_string(), false);
            session.value(&how).unwrap().outcome.letter()
        };
        (0..10).map(letter).collect()
    };
    for id in ["period", "winning-states", "grundy", "memo"] {
        assert_eq!(strip(id), "LWWWLWWWLW", "{id}");
    }
}

/// Periods and preperiods of subtraction sets' Grundy values: computed by hand in the project's notes; states repeat with them too.
#[test]
fn far_away_stones_agree_between_solvers() {
    for set in [
        "2,4,7", "2,5,7", "1,8,11", "3,5,9", "2,8,11", "6,13,20", "1,3,4,7",
    ] {
        let game = format!("subtraction:{set}");
        for heap in [
            "1000",
            "999999999999999999",
            "123456789012345678901234567890123456789",
        ] {
            let mut session = session(&game, heap, false);
            let (period, states) = (
                session.solve(&by("period")).unwrap(),
                session.solve(&by("winning-states")).unwrap(),
            );
            assert_eq!(period.outcome, states.outcome, "{game} {heap}");
            assert_eq!(period.best, states.best, "{game} {heap}");
        }
    }
}

/// Euclid, Cole and Davie (1969); box and Fibonacci nim as listed.
/// No sum with the largest numbers of 64 bits wraps round; G(s - 1) = 1 where 1 and s are taken, s even.
#[test]
fn the_largest_numbers_may_be_taken() {
    for (game, position, value) in [
        (
            "subtraction:18446744073709551615",
            "18446744073709551615",
            1,
        ),
        (
            "subtraction:18446744073709551614",
            "18446744073709551614",
            1,
        ),
        (
            "subtraction:18446744073709551615",
            "18446744073709551614",
            0,
        ),
        ("subtraction:1000000000000", "1000000000000", 1),
    ] {
        assert_eq!(grundy(game, position), value, "{game} {position}");
    }
    // Positions out of reach are not answered. Each of these is won.
    let most = "18446744073709551614";
    for (game, position) in [
        (format!("subtraction:1,{most}"), most),
        (format!("subtraction:{most}"), "99999999999999999999999"),
    ] {
        let limits = bouton::Limits::within(std::time::Duration::from_millis(300));
        let how = bouton::How::default().within(limits);
        let answer = session(&game, position, false).solve(&how).unwrap();
        assert_ne!(answer.outcome, Some(Outcome::Loss), "{game} {position}");
    }
}

#[test]
fn two_heaps_and_one() {
    assert!(!is_lost("euclid", "34,12") && is_lost("euclid", "15,24") && !is_lost("euclid", "7,7"));
    let lost: Vec<_> = (1..=130)
        .filter(|n| is_lost("box", &format!("{n},1")))
        .collect();
    assert_eq!(lost, [1, 3, 7, 15, 31, 63, 127]);
    let lost: Vec<_> = (2..=90)
        .filter(|n| is_lost("fibonacci-nim", &n.to_string()))
        .collect();
    assert_eq!(lost, [2, 3, 5, 8, 13, 21, 34, 55, 89]);
    assert_eq!(
        answer("fibonacci-nim", "20")
            .preferred
            .unwrap()
            .to
            .as_deref(),
        Some("18/4")
    );
}

/// Kayles from a heap far beyond any table: 10^18 is heap 88 by the period 12 from heap 71, whose value is 8.
#[test]
fn kayles_far_away() {
    let heap = 1_000_000_000_000_000_000u64;
    let near = 72 + (heap - 72) % 12;
    let found = answer("octal:0.77", &heap.to_string());
    assert_eq!(
        found.grundy.as_ref().unwrap().to_string(),
        grundy("kayles", &near.to_string()).to_string()
    );
    assert_eq!(found.solver, "period");
    let to = found.preferred.unwrap().to.unwrap();
    assert!(is_lost("octal:0.77", &to), "{to}");
    let wide = answer("kayles", "1000000000000000000000000000000000000000000");
    assert!(is_lost("kayles", &wide.preferred.unwrap().to.unwrap()));
}

/// Every Grundy value up to `heap`.
fn values_up_to(code: &str, heap: u64) -> Vec<u64> {
    let code = Code::octal(code).unwrap();
    let sequence = Sequence::compute(code, heap, &Limits::default()).unwrap();
    (0..=heap).map(|n| sequence.value(n).unwrap()).collect()
}

/// The number of winning moves where they are not listed, against trying each: kayles and crosses beside a heap of 5, from sizes
/// whose options are too many to list.
#[test]
fn winning_moves_are_counted_without_listing() {
    let (kayles, crosses) = (
        values_up_to("0.77", 230_006),
        values_up_to("0.137", 230_006),
    );
    for heap in 230_000..230_006u64 {
        let splits = |rest: u64| (0..=rest / 2).map(move |a| [a, rest - a]);
        let options = |n: u64| (1..=n.min(2)).flat_map(move |taken| splits(n - taken));
        let count = count_to_zero(&kayles, heap, options);
        assert_eq!(best_count("kayles", heap), count, "kayles {heap}");

        let options = |n: u64| (1..=n).map(move |c| [c.saturating_sub(2), n.saturating_sub(c + 1)]);
        let count = count_to_zero(&crosses, heap, options);
        assert_eq!(best_count("crosses", heap), count, "crosses {heap}");
    }
}

/// The moves from `heap,5` to positions of value 0, or all moves where there are none.
fn count_to_zero<I: Iterator<Item = [u64; 2]>>(
    values: &[u64],
    heap: u64,
    options: impl Fn(u64) -> I,
) -> usize {
    let value = |n: u64| values[n as usize];
    let moves = [(heap, 5), (5, heap)];
    let moves = moves.iter().flat_map(|(moved, other)| {
        options(*moved).map(|[a, b]| value(a) ^ value(b) ^ value(*other))
    });
    let results: Vec<u64> = moves.collect();
    if value(heap) == value(5) {
        return results.len();
    }
    results.iter().filter(|result| **result == 0).count()
}

fn best_count(game: &str, heap: u64) -> usize {
    let found = answer(game, &format!("{heap},5"));
    let to = found.preferred.unwrap().to.unwrap();
    assert_eq!(
        is_lost(game, &to),
        found.outcome == Some(Outcome::Win),
        "{game} {heap}"
    );
    found.best_count.unwrap().to_string().parse().unwrap()
}

/// Thousands of digits: the theorems answer, and the moves they name lead to lost positions.
#[test]
fn heaps_of_thousands_of_digits() {
    let (a, b) = ("9".repeat(3000), "7".repeat(2999));
    let (c, d) = ("9".repeat(1500), "7".repeat(1499));
    for (game, position) in [
        ("nim", format!("{a},{b},5")),
        ("wythoff", format!("{a},{b}")),
        ("r-wythoff", format!("{a},{b}")),
        ("moore:2", format!("{a},{b},{a},5")),
        ("moore:4", format!("{c},{d},{c},{d},{c},5")),
        ("staircase", format!("{a},{b},7")),
        ("euclid", format!("{a},{b}")),
        ("box", format!("{a},{b}")),
        ("fibonacci-nim", a.clone()),
        ("subtraction:1,2,3", format!("{a},{b}")),
        ("subtraction:2,5,7", a.clone()),
    ] {
        let mut here = session(game, &position, false);
        let found = here.solve(&How::default()).unwrap();
        let best = found.preferred.expect("there is a move");
        let to = best.to.expect("below 10,000 characters");
        here.go(&to).unwrap();
        let next = here.solve(&How::default()).unwrap();
        assert_ne!(found.outcome, next.outcome, "{game}");
    }
    assert_eq!(misere("nim", &format!("{a},{a}")), "loss");
}

/// A heap stays in its place, an emptied one as 0; a split puts two in the place of one.
#[test]
fn heaps_stay_in_their_places() {
    let to = |game: &str, position: &str, mv: &str| {
        let mut session = session(game, position, false);
        session.play(mv).unwrap();
        session.position().unwrap()
    };
    assert_eq!(to("nim", "3,4,5", "take 4 from heap 2"), "3,0,5");
    assert_eq!(
        to("kayles", "3,9", "take 1 from the second leave 3+5"),
        "3,3,5"
    );
    assert_eq!(to("kayles", "2,9", "take 2 from the first"), "0,9");
    assert_eq!(to("grundy", "7,5", "split the first into 3+4"), "3,4,5");
    assert_eq!(to("crosses", "9,2", "cross 6 in the first"), "4,2,2");
    assert_eq!(to("staircase", "2,0,3", "move 2 from step 3"), "2,2,1");
    assert_eq!(to("fibonacci-nim", "20", "take 2"), "18/4");
    assert_eq!(to("box", "12,4", "divide into 5+7"), "5,7");
    assert_eq!(to("euclid", "34,12", "subtract 24 from the first"), "10,12");
}

/// The empty position of every game that has one: play is over.
#[test]
fn nothing_at_all() {
    for game in
        "nim kayles subtraction:1,2 hex:0.8 grundy crosses staircase fibonacci-nim".split(' ')
    {
        for position in ["", "0", " "] {
            let found = answer(game, position);
            assert_eq!(found.outcome, Some(Outcome::Loss), "{game} {position:?}");
            assert!(found.preferred.is_none() && found.best.is_empty());
        }
    }
}

/// Where no heap splits, the solvers of single heaps give the length of play, as a search does.
#[test]
fn how_long_one_heap_lasts_is_told_without_a_search() {
    for (game, misere) in [
        ("subtraction:1,2,3", false),
        ("subtraction:2,5,7", false),
        ("subtraction:2,5,7", true),
        ("octal:0.3033", false),
        ("all-but:1,4", false),
    ] {
        for heap in 0..40u64 {
            let mut session = session(game, &heap.to_string(), misere);
            let told = session.solve(&How::default()).unwrap();
            let searched = session.solve(&by("memo")).unwrap();
            assert_ne!(told.solver, "memo");
            assert_eq!(told.remoteness, searched.remoteness, "{game} {heap}");
            let best = |answer: &Answer| {
                let mut names: Vec<_> = answer.best.iter().map(|mv| mv.name.clone()).collect();
                names.sort();
                names
            };
            assert_eq!(best(&told), best(&searched), "{game} {heap}");
            assert_eq!(told.preferred, searched.preferred, "{game} {heap}");
        }
    }
    assert_eq!(answer("subtraction:1,2,3", "8").remoteness, Some(4));
    assert_eq!(answer("kayles", "8").remoteness, None);
}

/// Boards of more than 64 cells and graphs of more than 64 points: a strip on which dominoes are laid is Dawson's Kayles (octal 0.07),
/// as are the edges of a path; its points are Dawson's Chess (octal 0.137). Guy and Smith 1956.
#[test]
fn wide_boards_are_answered_by_their_parts() {
    for size in [65, 100, 200, 255] {
        let path = format!("path {size}");
        for (game, position, code) in [
            (format!("cram:1,{size}"), None, "octal:0.07"),
            ("arc-kayles".into(), Some(&path), "octal:0.07"),
            ("node-kayles".into(), Some(&path), "octal:0.137"),
        ] {
            let opened = bouton::Open::game(game).position(position);
            let found = opened.session().unwrap().solve(&How::default()).unwrap();
            let known = grundy(code, &size.to_string());
            assert_eq!(found.grundy.unwrap().to_string(), known.to_string());
        }
    }
}

/// The claim of the box game, straight from its rules: all boxes up to 600.
#[test]
fn box_claim() {
    let mut lost = vec![false; 601];
    for larger in 1..=600usize {
        lost[larger] = (1..larger).all(|first| !lost[first.max(larger - first)]);
        assert_eq!(lost[larger], (larger + 1).is_power_of_two(), "{larger}");
    }
}
