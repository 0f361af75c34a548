//! Sums of different games: against the same sums written as one position of one game, and against Grundy values.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use bouton::answers::Class;
use bouton::{Answer, How, Limits, Outcome};

use bouton_reference::message;

use crate::support::session;

fn solve(game: &str, position: Option<&str>, solver: Option<&str>) -> Answer {
    let how = How::by(solver);
    session(game, position).solve(&how).unwrap()
}

fn grundy(game: &str, position: Option<&str>) -> u64 {
    let answer = solve(game, position, Some("grundy"));
    answer.grundy.unwrap().to_string().parse().unwrap()
}

#[test]
fn grundy_values_are_xored() {
    let games = [
        ("wythoff", "3,4"),
        ("wythoff", "5,1"),
        ("chomp:2,3", "3,3"),
        ("chomp:3,3", "3,2,1"),
        ("cram:2,3", ".../..#"),
        ("node-kayles", "1-2,2-3,3-4"),
        ("geography", "a-b,b-c/a"),
    ];
    for (a, at_a) in games {
        for (b, at_b) in games {
            let sum = format!("{a} {at_a} + {b} {at_b}");
            let expected = grundy(a, Some(at_a)) ^ grundy(b, Some(at_b));
            assert_eq!(grundy(&sum, None), expected, "{sum}");
            let searched = solve(&sum, None, Some("memo"));
            assert_eq!(
                searched.outcome == Some(Outcome::Loss),
                expected == 0,
                "{sum}"
            );
            let by_values = solve(&sum, None, Some("grundy"));
            assert_eq!(by_values.best_count, searched.best_count, "{sum}");
        }
    }
}

/// Each component by the solver that is best for it, and the whole by search: value, best moves and their names.
#[test]
fn parts_agree_with_search() {
    let games = [
        ("nim", "3,5"),
        ("nim", "0"),
        ("kayles", "4,3"),
        ("subtraction:1,3,4", "6"),
        ("staircase", "1,2,3"),
        ("wythoff", "2,3"),
        ("chomp:2,3", "3,2"),
        ("node-kayles", "1-2,2-3,3-4"),
    ];
    for (a, at_a) in games {
        for (b, at_b) in games {
            let sum = format!("{a} {at_a} + {b} {at_b}");
            let parts = solve(&sum, None, Some("parts"));
            let searched = solve(&sum, None, Some("grundy"));
            assert_eq!(
                (parts.outcome, &parts.grundy),
                (searched.outcome, &searched.grundy),
                "{sum}"
            );
            assert_eq!(parts.best_count, searched.best_count, "{sum}");
            let by_name = |answer: &Answer| {
                let names = answer
                    .best
                    .iter()
                    .map(|best| (best.name.clone(), best.to.clone()));
                names.collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(by_name(&parts), by_name(&searched), "{sum}");
        }
    }
}

/// Heaps as large as 64 bits hold, beside a game that has to be searched.
#[test]
fn a_large_heap_beside_a_searched_game() {
    let cram = grundy("cram:3,5", Some("...../...../....."));
    assert_eq!(cram, 1);
    let sum = "nim 1000000000000,1000000000000 + cram:3,5 ...../...../.....";
    let answer = solve(sum, None, None);
    assert_eq!(
        (answer.solver.as_str(), answer.outcome),
        ("parts", Some(Outcome::Win))
    );
    let names: Vec<_> = answer.best.iter().map(|best| best.name.as_str()).collect();
    assert!(
        names.iter().all(|name| name.starts_with("1: ")),
        "{names:?}"
    );
    let far = solve("nim 1000000000001 + cram:3,5 ...../...../.....", None, None);
    let far: Vec<_> = far
        .best
        .iter()
        .filter(|best| best.component == Some(0))
        .collect();
    assert_eq!(far[0].name, "0: take 1000000000000");
    let lost = solve(
        "nim 1000000000000,1000000000000 + node-kayles 1-2,3-4",
        None,
        None,
    );
    assert_eq!((lost.outcome, lost.best_count), (Some(Outcome::Loss), None));
    assert_eq!(lost.best.len(), 1);
}

#[test]
fn best_moves_name_their_component() {
    let answer = solve("wythoff 1,2 + chomp:2,2 2,2", None, None);
    assert_eq!(
        (answer.game.as_str(), answer.outcome),
        ("sum", Some(Outcome::Win))
    );
    for best in &answer.best {
        let component = best.component.unwrap();
        assert!(best.name.starts_with(&format!("{component}: ")), "{best:?}");
        let to = solve("sum", best.to.as_deref(), None);
        assert_eq!(to.outcome, Some(Outcome::Loss), "{best:?}");
    }
    assert!(!answer.best.is_empty());
}

#[test]
fn moves_can_be_typed_back() {
    let mut sum = session("wythoff 1,2 + chomp:2,2 2,2 + wythoff 3,3", None);
    let moves = sum.moves(&How::default()).unwrap().moves;
    let start = sum.position().unwrap();
    for mv in moves {
        sum.play(&mv.name).unwrap();
        assert_eq!(Some(sum.position().unwrap()), mv.to);
        sum.go(&start).unwrap();
    }
}

/// Figures of hackenbush side by side are one figure.
#[test]
fn hackenbush_in_parts() {
    let figures = [
        ("0b1,1r2", "0b3,3r4"),
        ("0r1", "0r5"),
        ("0g1,1g2", "0g6,6g7"),
        ("0b1,1g2", "0b8,8g9"),
        ("0r1,1b2,1r3", "0r4,4b5,4r6"),
        ("0g1", "0g4"),
    ];
    for (a, _) in figures {
        for (_, b) in figures {
            let apart = format!("hackenbush {a} + hackenbush {b}");
            let apart = solve(&apart, None, None);
            let together = solve("hackenbush", Some(&join(a, b)), None);
            assert_eq!(
                (apart.class, apart.outcome),
                (together.class, together.outcome),
                "{a} {b}"
            );
            // Theory may give the value of one component, without plies.
            let plies = together.remoteness.or(apart.remoteness);
            assert_eq!(
                (apart.remoteness, apart.best_count.is_some()),
                (plies, true)
            );
        }
    }
}

/// The points of `b` renamed, so that none is one of `a`.
fn join(a: &str, b: &str) -> String {
    let renamed = b.replace(|c: char| c.is_ascii_digit() && c != '0', "#");
    let mut fresh = String::new();
    for (old, new) in b.chars().zip(renamed.chars()) {
        if new == '#' {
            fresh += &format!("1{old}");
        } else {
            fresh.push(new);
        }
    }
    format!("{a},{fresh}")
}

/// Sums where Left and Right have moves of their own, searched by components and position by position.
#[test]
fn sums_are_searched_by_components() {
    let games = [
        "domineering:2,3",
        "domineering:3,2 ../#./..",
        "clobber:2,3",
        "clobber:1,5",
        "hackenbush 0b1,1r2,0g3",
        "hackenbush 0r1,1b2,0g3",
        "nim 1,2",
        "cram:2,2",
    ];
    for a in games {
        for b in games {
            for c in ["hackenbush 0b1,0g2", "clobber:1,4"] {
                for side in ["", " R"] {
                    let sum = format!("{a} + {b} + {c}{side}");
                    let [parts, whole] =
                        ["components", "memo"].map(|solver| solve(&sum, None, Some(solver)));
                    assert_eq!(parts.outcome, whole.outcome, "{sum}");
                    assert_eq!(parts.class, whole.class, "{sum}");
                    if whole.outcome == Some(Outcome::Win) {
                        assert_eq!(parts.best_count, whole.best_count, "{sum}");
                    }
                }
            }
        }
    }
}

/// A component and its negative together have value 0.
#[test]
fn what_cancels_is_lost_for_the_mover() {
    let one = "0b1,1r2,2b3,0g5";
    let other = one.replace('b', "x").replace('r', "b").replace('x', "r");
    let sum = format!("hackenbush {one} + clobber:2,4 + hackenbush {other} + clobber:2,4");
    let found = solve(&sum, None, Some("components"));
    assert_eq!(
        (found.outcome, found.class),
        (Some(Outcome::Loss), Some(Class::P))
    );
    assert!(found.visited < 100_000, "{}", found.visited);
}

/// Boards of domineering with a wall between them are one board; an impartial game beside them is a nim heap.
#[test]
fn domineering_in_parts() {
    for (a, b, both) in [
        ("../..", "../.#", "..#../..#.#"),
        ("../..", "../..", "..#../..#.."),
        ("./.", "../..", ".#../.#.."),
    ] {
        let name = |text: &str| format!("domineering:2,{}", text.find('/').unwrap());
        let apart = format!("{} {a} + {} {b}", name(a), name(b));
        for side in ["", " R"] {
            let found = solve(&format!("{apart}{side}"), None, None);
            let expected = solve(&name(both), Some(&format!("{both}{side}")), None);
            assert_eq!(found.outcome, expected.outcome, "{apart}{side}");
            assert_eq!(found.class, expected.class, "{apart}");
            assert_eq!(found.best_count, expected.best_count, "{apart}{side}");
        }
    }
    let mixed = solve("hackenbush 0g1,1g2 + node-kayles a-b,b-c", None, None);
    assert_eq!(mixed.class, Some(Class::P), "two nim heaps of 2");
}

/// Even long components are not played through before the search begins.
#[test]
fn a_sum_of_long_components_keeps_its_limits() {
    let points = "row-rest 1,2,3,4,5,6,7,8 + dots-and-boxes:2,3";
    for (sum, solver) in [
        ("nim 100000 + kayles 7", "nimber"),
        ("nim 100000 + kayles 7", "grundy"),
        (points, "memo"),
        (points, "alpha-beta"),
    ] {
        let how = How {
            solver: Some(solver.to_owned()),
            limits: Limits {
                nodes: Some(1000),
                ..Limits::within(Duration::from_secs(1))
            },
        };
        let answer = session(sum, None).solve(&how).unwrap();
        assert!(answer.stopped.is_some(), "{sum} by {solver}");
    }
}

#[test]
fn last_mover_loses() {
    let misere = |sum: &str| {
        let mut session = bouton::Open::game(sum).misere(true).session().unwrap();
        session.solve(&How::default()).unwrap().outcome
    };
    // Like nim in misère play: three heaps of 1 are lost for the player to move, two are won.
    assert_eq!(
        misere("node-kayles a + node-kayles b + hackenbush 0g1"),
        Some(Outcome::Loss)
    );
    assert_eq!(misere("node-kayles a + node-kayles b"), Some(Outcome::Win));
    assert_eq!(misere("wythoff 0,1 + chomp:1,2 2"), Some(Outcome::Win));
}

/// The side to move is that of the sum: that of a part would be ignored.
#[test]
fn a_part_has_no_side_to_move() {
    let mut sum = session("domineering ../.. + nim 1", None);
    let there = sum.go("domineering ../.. R + nim 1").unwrap_err();
    message("the side to move of a part", there);
    sum.go("domineering ../.. + nim 1 R").unwrap();
}

/// Games of points side by side, by plain recursion over the moves of each game alone.
#[derive(Default)]
struct Slow(HashMap<Vec<(String, String)>, i128>);

/// The number of a component and the name of a move, with what it is worth to the player who makes it.
type Worth = (usize, String, i128);

impl Slow {
    fn moves(&mut self, parts: &[(String, String)]) -> Vec<Worth> {
        let mut moves = Vec::new();
        for (number, (game, position)) in parts.iter().enumerate() {
            for choice in session(game, position.as_str()).choices(1000).unwrap() {
                let mut after = parts.to_vec();
                after[number].1 = choice.to;
                let rest = self.margin(&after);
                let rest = if choice.played.keeps_turn {
                    rest
                } else {
                    -rest
                };
                moves.push((
                    number,
                    choice.played.name,
                    choice.played.gain.unwrap() + rest,
                ));
            }
        }
        moves
    }

    fn margin(&mut self, parts: &[(String, String)]) -> i128 {
        if let Some(known) = self.0.get(parts) {
            return *known;
        }
        let values = self.moves(parts).into_iter().map(|(_, _, value)| value);
        let margin = values.max().unwrap_or(0);
        self.0.insert(parts.to_vec(), margin);
        margin
    }
}

#[test]
fn points_are_added_up() {
    let games = [
        ("row-ends", "4,5"),
        ("row-ends", "1,2,3"),
        ("row-ends", "3,-8,2,5"),
        ("row-rest", "2,7,1"),
        ("row-front:2", "3,1,2"),
        ("row-doubling", "2,5,1"),
        ("dots-and-boxes:1,1", ""),
        ("dots-and-boxes:1,2", ""),
    ];
    let mut slow = Slow::default();
    let part = |(game, position): (&str, &str)| match position {
        "" => (game.to_owned(), session(game, None).position().unwrap()),
        _ => (game.to_owned(), position.to_owned()),
    };
    for a in games {
        for b in games {
            let parts = [part(a), part(b)];
            let texts = parts.each_ref().map(|(game, at)| format!("{game} {at}"));
            let sum = texts.join(" + ");
            let margin = slow.margin(&parts);
            let worth = slow.moves(&parts).into_iter();
            let best: BTreeSet<_> = worth
                .filter(|(_, _, value)| *value == margin)
                .map(|(number, name, _)| format!("{number}: {name}"))
                .collect();
            for solver in ["memo", "alpha-beta"] {
                let found = solve(&sum, None, Some(solver));
                let value = found.margin.unwrap().to_string();
                assert_eq!(value, margin.to_string(), "{sum} by {solver}");
                let names: BTreeSet<_> = found.best.into_iter().map(|best| best.name).collect();
                assert_eq!(names, best, "{sum} by {solver}");
            }
        }
    }
}

/// To the end, where components are written as nothing.
#[test]
fn points_are_played_to_the_end() {
    let mut sum = session("row-ends 4,5 + dots-and-boxes:1,1", None);
    let mut plies = 0;
    while let Some(best) = sum.solve(&How::default()).unwrap().preferred {
        sum.play(&best.name).unwrap();
        let here = sum.position().unwrap();
        sum.go(&here).unwrap();
        assert_eq!(
            solve("sum", Some(&here), None).margin,
            sum.solve(&How::default()).unwrap().margin
        );
        plies += 1;
    }
    assert_eq!(plies, 2 + 4);
}
