//! Games in which play can come back, on small random graphs, against the slow solver: outcomes and classes of Left and Right, nim
//! values where both have the same moves.

#![cfg(feature = "rules")]

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use bouton::answers::Class;
use bouton::calculus::{Show, value};
use bouton::certificates::{KnownBounds, write};
use bouton::{How, Limits, Open, Outcome, Session, Side, Terms};
use bouton_reference::{Contents, Move, Slow};
use bouton_verify::{Bounds, check_from};

use crate::support::{by, find, session};

/// The nodes of a graph; in capitals its negative.
const NODES: &str = "abcd";

/// The nodes that each side can move to.
type Graph = HashMap<char, [Vec<char>; 2]>;

/// A random graph, in which the moves of Left and of Right are the same or not.
fn graph(random: &mut fastrand::Rng, is_impartial: bool) -> Graph {
    let mut graph = Graph::new();
    for node in NODES.chars() {
        let mut side = || {
            let to = NODES.chars().filter(|_| random.u8(..3) == 0);
            to.collect::<Vec<_>>()
        };
        let left = side();
        let right = if is_impartial { left.clone() } else { side() };
        let capitals = |to: &[char]| to.iter().map(char::to_ascii_uppercase).collect();
        let negative = [capitals(&right), capitals(&left)];
        graph.insert(node.to_ascii_uppercase(), negative);
        graph.insert(node, [left, right]);
    }
    graph
}

/// The rules: a token on each of some graphs, with parts and negatives.
fn rules(graph: &Graph) -> String {
    let mut text = "start = 'a'\nG = {\n".to_owned();
    for (node, sides) in graph {
        let [left, right] = sides.each_ref().map(|to| to.iter().collect::<String>());
        writeln!(text, "    '{node}': ('{left}', '{right}'),").unwrap();
    }
    text + "}
def to(p, side):
    return [(str(i) + n, p[:i] + n + p[i + 1:]) for i in range(len(p)) for n in G[p[i]][side]]
def left(p): return to(p, 0)
def right(p): return to(p, 1)
def summands(p): return [c for c in p]
def negative(p): return p.swapcase()
"
}

/// A position with the side to move, as text.
fn shown((at, side): &(String, Side)) -> String {
    let right = if *side == Side::Right { " R" } else { "" };
    at.clone() + right
}

/// The positions after the moves of a side.
fn after<'g>(
    graph: &'g Graph,
    at: &'g str,
    side: Side,
) -> impl Iterator<Item = (String, Side)> + 'g {
    at.char_indices().flat_map(move |(place, node)| {
        let to = graph[&node][side as usize].iter();
        to.map(move |to| {
            let to = at[..place].to_owned() + &to.to_string() + &at[place + 1..];
            (to, side.other())
        })
    })
}

fn contents<P>(to: impl Iterator<Item = P>) -> Contents<P> {
    let moves: Vec<Move<P>> = to
        .map(|to| Move {
            to,
            gain: 0,
            again: false,
        })
        .collect();
    match moves.is_empty() {
        true => Contents::Over(-1),
        false => Contents::Open(moves),
    }
}

fn opened(rules: &str) -> Session {
    let terms = Terms {
        rules: Some(rules.into()),
        ..Terms::default()
    };
    Open::game("g.star").on(terms).session().unwrap()
}

/// Positions of one token, and random ones of two or three.
fn positions(random: &mut fastrand::Rng) -> Vec<String> {
    let all: Vec<char> = (NODES.chars())
        .chain(NODES.to_uppercase().chars())
        .collect();
    let mut positions: Vec<String> = NODES.chars().map(String::from).collect();
    for tokens in [2, 2, 2, 3] {
        let at = (0..tokens).map(|_| all[random.usize(..all.len())]);
        positions.push(at.collect());
    }
    // on + off is drawn: they do not cancel.
    positions.push("aA".into());
    positions
}

#[test]
fn games_of_left_and_right() {
    let mut random = fastrand::Rng::with_seed(62);
    let (mut classes, mut by_value) = (HashMap::<Class, u32>::new(), 0);
    for _ in 0..24 {
        let graph = graph(&mut random, false);
        let rules = rules(&graph);
        let mut slow = Slow::new(false, |(at, side): &(String, Side)| {
            contents(after(&graph, at, *side))
        });
        let mut outcome = |at: &str, side| {
            let value = slow.value(&(at.to_owned(), side));
            (Outcome::of_margin(value.score.into()), value.plies)
        };
        let mut session = opened(&rules);
        let solvers = session.solvers();
        for at in positions(&mut random) {
            let class = Class::of(outcome(&at, Side::Left).0, outcome(&at, Side::Right).0);
            *classes.entry(class).or_default() += 1;
            for side in Side::BOTH {
                let text = shown(&(at.clone(), side));
                let (expected, plies) = outcome(&at, side);
                session.go(&text).unwrap();
                let answer = session.solve(&How::default()).unwrap();
                assert_eq!(answer.outcome, Some(expected), "{text}\n{rules}");
                assert_eq!(answer.remoteness, plies, "{text}\n{rules}");
                assert_eq!(answer.class, Some(class), "{text}\n{rules}");
                let best: BTreeSet<_> = answer
                    .best
                    .iter()
                    .map(|mv| mv.to.clone().unwrap())
                    .collect();
                let keeps = |(to, side): &(String, Side)| outcome(to, *side).0 == -expected;
                let kept: BTreeSet<_> = after(&graph, &at, side)
                    .filter(keeps)
                    .map(|to| shown(&to))
                    .collect();
                assert_eq!(best, kept, "{text}\n{rules}");
                for about in &solvers {
                    // Some refuse play that comes back.
                    match session.solve(&by(about.id)) {
                        Ok(answer) => assert_eq!(
                            answer.outcome,
                            Some(expected),
                            "{text} by {}\n{rules}",
                            about.id
                        ),
                        Err(why) => assert!(
                            !about.endless && why.to_string().contains("can come back"),
                            "{why}"
                        ),
                    }
                }
            }
            if at.len() == 1 {
                // Sums of more take minutes.
                session.go(&at).unwrap();
                let found = value(&mut session, Show::default(), &Limits::default());
                by_value += u32::from(found.is_ok());
                let told = found.map_or(class, |found| found.class.unwrap());
                assert_eq!(told, class, "{at}\n{rules}");
            }
        }
    }
    let met = Class::ALL.iter().filter(|class| **class != Class::T);
    for class in met {
        assert!(classes.contains_key(class), "{class}: {classes:?}");
    }
    assert!(by_value > 80, "{by_value}");
}

/// A position and its negative cancel only where play ends: on + off is drawn.
#[test]
fn on_and_off_do_not_cancel() {
    let on = Graph::from([('a', [vec!['a'], vec![]]), ('A', [vec![], vec!['A']])]);
    let mut session = opened(&rules(&on));
    session.go("aA").unwrap();
    let found = value(&mut session, Show::default(), &Limits::default()).unwrap();
    assert_eq!(
        (found.value.as_deref(), found.class),
        (Some("dud"), Some(Class::D))
    );
}

/// Beside a position of ∞(1), a heap of 1 is won by the first player, and any other drawn.
#[test]
fn sums() {
    let token = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/token.star c");
    for (other, expected) in [
        ("nim 0", Outcome::Draw),
        ("nim 1", Outcome::Win),
        ("nim 2", Outcome::Draw),
        ("northcott LRL", Outcome::Draw),
    ] {
        let mut sum = session("sum", &*format!("{token} + {other}"));
        let answer = sum.solve(&How::default()).unwrap();
        assert_eq!(answer.outcome, Some(expected), "{other}");
    }
}

/// Boards of a size by outcome and by class, where values come back.
#[test]
fn boards_are_found() {
    let found = |condition| {
        let wanted = [("where", String::from(condition)), ("all", "1".into())];
        let open = |game| Open::game(game).at("L.R");
        let found = find("northcott", open, &wanted, &How::default());
        found.unwrap().count
    };
    let all = ["win", "draw", "loss"].map(found);
    assert_eq!(all.iter().sum::<u64>(), 64);
    let classes = found("D | N | P | L | R | NHat | PHat | NCheck | PCheck");
    assert_eq!(classes, 64);
}

/// Draws, too, are proved to the checker.
#[test]
fn certificates() {
    let mut random = fastrand::Rng::with_seed(63);
    let mut drawn = 0;
    for _ in 0..20 {
        let rules = rules(&graph(&mut random, false));
        let mut session = opened(&rules);
        for at in positions(&mut random) {
            session.go(&at).unwrap();
            let answer = session.solve(&How::default()).unwrap();
            drawn += u32::from(answer.outcome == Some(Outcome::Draw));
            let known = KnownBounds::of(&session, &answer).unwrap().unwrap();
            let mut text = Vec::new();
            write(&mut session, &[known], &How::default(), &mut text).unwrap();
            let checked = check_from(&mut &*text, &Bounds::default()).unwrap();
            checked.unwrap_or_else(|why| panic!("{why}\n{}", String::from_utf8_lossy(&text)));
        }
    }
    assert!(drawn > 20, "{drawn}");
}

/// A position has the value n if the second player wins it beside a heap of n; ∞(K) is won by the first player beside heaps in K.
#[test]
fn nim_values() {
    let mut random = fastrand::Rng::with_seed(64);
    let mut infinite = 0;
    for _ in 0..100 {
        let graph = graph(&mut random, true);
        let mut text = rules(&graph).replace(
            "def left(p): return to(p, 0)",
            "def moves(p): return to(p, 0)",
        );
        text = text
            .replace("def right(p): return to(p, 1)\n", "")
            .replace("def negative(p): return p.swapcase()\n", "");
        let mut slow = Slow::new(false, |(at, heap): &(String, u32)| {
            let moves = after(&graph, at, Side::Left).map(|(to, _)| (to, *heap));
            contents(moves.chain((0..*heap).map(|left| (at.clone(), left))))
        });
        let mut session = opened(&text);
        for at in positions(&mut random) {
            // No option has a value above the number of its moves.
            let heaps = 0..=(3 * NODES.len()) as u32;
            let beside: Vec<i64> = heaps
                .map(|heap| slow.value(&(at.clone(), heap)).score)
                .collect();
            let expected = match beside.iter().position(|score| *score < 0) {
                Some(0) => "0".to_owned(),
                Some(1) => "*".to_owned(),
                Some(heap) => format!("*{heap}"),
                None => {
                    infinite += 1;
                    let won = (0..).zip(&beside).filter(|(_, score)| **score > 0);
                    let won: Vec<String> =
                        won.map(|(heap, _): (u32, _)| heap.to_string()).collect();
                    match won.is_empty() {
                        true => "∞".to_owned(),
                        false => format!("∞({})", won.join(",")),
                    }
                }
            };
            session.go(&at).unwrap();
            let found = value(&mut session, Show::default(), &Limits::default()).unwrap();
            assert_eq!(found.value, Some(expected), "{at}\n{text}");
        }
    }
    assert!(infinite > 200, "{infinite}");
}

/// A strip whose play comes back almost everywhere: the class of its value is that of its outcomes.
#[test]
fn a_long_strip_has_a_value() {
    let mut strip = session("backsliding-toads-and-frogs", "tt...ff");
    let told = value(&mut strip, Show::default(), &Limits::default()).unwrap();
    let solved = strip.solve(&by("retrograde")).unwrap();
    assert_eq!((told.class, told.stopped), (solved.class, None));
}
