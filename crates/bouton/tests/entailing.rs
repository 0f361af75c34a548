//! Games in which moves entail an answer or a second move: known values, and each value by play of whole sums.

use bouton::answers::{Cell, Table};
use bouton::calculus::{Show, value};
use bouton::certificates::{KnownBounds, write};
use bouton::questions::{Question, Sequence};
use bouton::{How, Limits, Open, Outcome};
use bouton_reference::message;
use bouton_verify::{Bounds, check_from};

use crate::support::{by, find, session, values};

/// Whether the player to move loses, by play of the whole position.
fn is_lost(game: &str, position: Option<&str>) -> bool {
    let answer = session(game, position).value(&by("memo")).unwrap();
    answer.outcome == Outcome::Loss
}

/// The Grundy value; none if the position is loony.
fn grundy(game: &str, position: &str) -> Option<u64> {
    let answer = session(game, position).solve(&by("entailing")).unwrap();
    assert_eq!(answer.loony, answer.grundy.is_none(), "{game} {position}");
    answer.grundy.map(|n| n.to_string().parse().unwrap())
}

/// J. West, New values for Top Entails, Games of No Chance (1996): the loony stacks after 1 and 3 are 2403, 2505 and 33,243.
#[test]
fn loony_stacks() {
    let given = [("game", "top-entails"), ("heaps", "2510"), ("values", "1")];
    let question = Sequence::asked(given).unwrap();
    let sequence = question.answer(&Limits::default()).unwrap();
    assert_eq!(sequence.loony, [1, 3, 2403, 2505]);
    let values = sequence.values.unwrap();
    let none = values
        .iter()
        .zip(0u64..)
        .filter(|(value, _)| value.is_none());
    let none: Vec<u64> = none.map(|(_, heap)| heap).collect();
    assert_eq!(none, sequence.loony);
}

/// The values by their definition, for single stacks: sets of nimbers up to a bound.
#[test]
fn stacks_by_definition() {
    const MOST: usize = 60;
    const NIMBERS: u64 = 256;
    let mut values = vec![Some(0)];
    let mut before = vec![false; NIMBERS as usize];
    for size in 1..=MOST {
        // An entailing move wins with each nimber with which the answer does not.
        let mut wins: Vec<bool> = before.iter().map(|wins| !wins).collect();
        for first in 1..=size / 2 {
            if let (Some(a), Some(b)) = (values[first], values[size - first]) {
                let sum: u64 = a ^ b;
                wins[sum as usize] = true;
            }
        }
        values.push((0..NIMBERS).find(|n| !wins[*n as usize]));
        before = wins;
    }
    let table = values_of("top-entails", MOST as u64);
    let expected = values.iter().map(|value| match value {
        Some(value) => value.to_string(),
        None => "∞".to_owned(),
    });
    assert_eq!(table, expected.collect::<Vec<_>>());
}

fn values_of(game: &str, up_to: u64) -> Vec<String> {
    let mut session = Open::game(game).anywhere().unwrap();
    let given = [
        ("up_to", up_to.to_string()),
        ("piles", "1".into()),
        ("kind", "grundy".into()),
    ];
    let table = values(&mut session, &given, &How::default()).unwrap();
    let Table::Line(cells) = table.values else {
        panic!("one heap is a line");
    };
    cells.iter().map(Cell::to_string).collect()
}

/// Every sum of up to three stacks, free or with one that must be answered, with a heap of nim.
#[test]
fn top_entails_in_sums() {
    let mut positions: Vec<String> = (0..=8u64).map(|a| a.to_string()).collect();
    for a in 1..=6u64 {
        positions.extend((a..=6).map(|b| format!("{a},{b}")));
        positions.extend((0..=6).map(|b| format!("{a},{b}!")));
    }
    positions.extend(["1,1,1", "3,3,3", "2,4,5!", "1,3,4", "4,4,5", "3,5,5!"].map(str::to_owned));
    for position in &positions {
        let is_bound = position.contains('!');
        let value = (!is_bound).then(|| grundy("top-entails", position));
        for heap in 0..=5u64 {
            let sum = format!("top-entails {position} + nim {heap}");
            let lost = is_lost(&sum, None);
            let fast = session(&sum, None).solve(&by("entailing")).unwrap();
            assert_eq!(lost, fast.outcome == Some(Outcome::Loss), "{sum}");
            if let Some(value) = value {
                assert_eq!(lost, value == Some(heap), "{sum}");
            }
            let slow = session(&sum, None).solve(&by("memo")).unwrap();
            assert_eq!(fast.best_count, slow.best_count, "{sum}");
        }
    }
    // A loony stack is won together with other loony stacks.
    for sum in ["1,1", "1,3", "3,3", "1,1,3", "3,3,3"] {
        assert!(!is_lost("top-entails", Some(sum)), "{sum}");
        assert_eq!(grundy("top-entails", sum), None, "{sum}");
    }
}

/// Every position of small boards that play can reach, with a heap of nim.
#[test]
fn nimstring_in_sums() {
    for [rows, columns] in [[1, 1], [1, 2], [2, 1]] {
        let game = format!("nimstring:{rows},{columns}");
        let lines = 2 * rows * columns + rows + columns;
        for drawn in 0..1u64 << lines {
            let mut text = String::new();
            let mut line = 0;
            for row in 0..=2 * rows {
                let (sign, width) = if row % 2 == 0 {
                    ('-', columns)
                } else {
                    ('|', columns + 1)
                };
                text += if row > 0 { "/" } else { "" };
                for _ in 0..width {
                    text.push(if drawn >> line & 1 == 1 { sign } else { '.' });
                    line += 1;
                }
            }
            let value = grundy(&game, &text);
            for heap in 0..=3u64 {
                let sum = format!("{game} {text} + nim {heap}");
                assert_eq!(is_lost(&sum, None), value == Some(heap), "{sum}");
            }
        }
    }
}

/// Winning Ways, chapter 16: a box with two sides drawn is a chain of length 1, worth *; any line of a chain of three boxes
/// makes a loony position, so the chain is worth 0.
#[test]
fn chains() {
    assert_eq!(grundy("nimstring:1,1", "./||/."), Some(1));
    let chain = "---/..../---";
    assert_eq!(grundy("nimstring:1,3", chain), Some(0));
    let mut at = session("nimstring:1,3", chain);
    let moves: Vec<String> = at.choices(9).unwrap().into_iter().map(|mv| mv.to).collect();
    assert_eq!(moves.len(), 4);
    for to in moves {
        assert_eq!(grundy("nimstring:1,3", &to), None, "{to}");
    }
    assert_eq!(at.value(&by("memo")).unwrap().outcome, Outcome::Loss);
}

#[test]
fn the_calculus_has_no_loony_value() {
    let told = |game: &str, position: &str| {
        value(
            &mut session(game, position),
            Show::default(),
            &Limits::default(),
        )
    };
    assert_eq!(
        told("top-entails", "6").unwrap().value.as_deref(),
        Some("*2")
    );
    let loony = told("top-entails", "3").unwrap();
    assert_eq!(
        (loony.value.as_deref(), loony.kind.as_deref()),
        (Some("loony"), Some("loony"))
    );
    let bound = told("top-entails", "3,4!").unwrap_err();
    message("the value of a position that must be answered", bound);
}

#[test]
fn positions_are_found_by_value() {
    let found = |condition: &str| -> Vec<String> {
        let wanted = [
            ("where", String::from(condition)),
            ("up_to", "12".into()),
            ("piles", "1".into()),
        ];
        let found = find("top-entails", Open::game, &wanted, &How::default()).unwrap();
        found.column("position")
    };
    assert_eq!(found("grundy = 3"), ["8", "11"]);
    assert_eq!(found("grundy in 3.."), ["8", "11", "12"]);
    assert_eq!(found("win & !(grundy >= 0)"), ["1", "3"]);
    assert_eq!(found("value = *2"), ["6"]);
}

#[test]
fn certificates_claim_who_wins() {
    let mut claims = String::new();
    for (game, position) in [
        ("top-entails", "3,4,5"),
        ("top-entails", "2,5"),
        ("nimstring:1,2", "../.|./.."),
    ] {
        let mut at = session(game, position);
        let how = How::default();
        let answer = at.solve(&how).unwrap();
        let known = KnownBounds::of(&at, &answer).unwrap().unwrap();
        let mut file = Vec::new();
        write(&mut at, &[known], &how, &mut file).unwrap();
        let checked = check_from(&mut &*file, &Bounds::default()).expect("a certificate");
        let claim = checked.unwrap().claim;
        claims += &format!("{claim}\n");
    }
    message("claims of games in which moves entail an answer", claims);
}

/// Play never comes to a sum in which two parts must be answered.
#[test]
fn two_parts_that_must_be_answered_are_refused() {
    let mut session = bouton::open("sum", "top-entails 4! + top-entails 5").expect("one mark");
    let refused = session
        .go("top-entails 4! + top-entails 5!")
        .expect_err("two marks");
    message("two parts that must be answered", refused);
}
