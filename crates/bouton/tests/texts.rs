//! The texts of the catalogue's games (`crates/games/rules`) are the rules that the games in Rust play by: the same moves, gains and
//! ends, on all positions that can be reached in small sizes, and in random play from the example.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};

use bouton::{Open, Session};
use bouton_core::scene::{Edge, EdgeKind, Figure, Scene};

use crate::support::positions;

/// Small sizes: a game and a position.
pub(crate) const SMALL: &str = include_str!("small.txt");

/// The most positions of a small size.
const POSITIONS: usize = 1500;
/// Positions of random play from the example.
const RANDOM: usize = 1000;

/// The game in Rust, and the one of its text.
fn both(game: &str, position: &str) -> [Session; 2] {
    let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
    let colon = if parameters.is_empty() { "" } else { ":" };
    let text = format!("../games/rules/{name}.py{colon}{parameters}");
    let position = Some(position).filter(|position| !position.is_empty());
    [game, &text].map(|name| {
        let session = Open::game(name).position(position).session();
        session.unwrap_or_else(|error| panic!("{name} {position:?}: {error}"))
    })
}

/// Moves, their gains, whether the turn is kept, the positions after them, and the result if play is over.
type View = (BTreeSet<(String, Option<i128>, bool, String)>, String);

fn view(game: &str, session: &Session) -> View {
    let choices = session.choices(100_000).unwrap().into_iter().map(|choice| {
        let (played, to) = (choice.played, in_order(game, choice.to));
        (played.name, played.gain, played.keeps_turn, to)
    });
    (choices.collect(), format!("{:?}", session.end().unwrap()))
}

/// A position with its parts in order where that has no meaning: the points of a graph that have no edge left.
fn in_order(game: &str, position: String) -> String {
    let name = game.split(':').next().unwrap_or(game);
    if ![
        "node-kayles",
        "arc-kayles",
        "geography",
        "poset",
        "snort",
        "col",
    ]
    .contains(&name)
    {
        return position;
    }
    let sorted = |part: &str| {
        let mut items: Vec<_> = part.split(',').collect();
        items.sort_unstable();
        items.join(",")
    };
    position
        .split('/')
        .map(sorted)
        .collect::<Vec<_>>()
        .join("/")
}

/// Compares both at a position; the positions after it.
fn compared(game: &str, sessions: &mut [Session; 2], at: &str) -> Vec<String> {
    for session in sessions.iter_mut() {
        let gone = session.go(at);
        gone.unwrap_or_else(|error| panic!("{} at {at}: {error}", session.game()));
    }
    let [built_in, text] = [view(game, &sessions[0]), view(game, &sessions[1])];
    assert_eq!(built_in, text, "{game} at {at}");
    built_in.0.into_iter().map(|choice| choice.3).collect()
}

#[test]
fn all_positions_of_small_sizes_have_the_same_moves() {
    for (game, position) in positions(SMALL) {
        let mut sessions = both(game, position);
        let start = sessions[0].position().unwrap();
        let mut seen = HashSet::from([start.clone()]);
        let mut left = VecDeque::from([start]);
        while let Some(at) = left.pop_front() {
            for to in compared(game, &mut sessions, &at) {
                if seen.len() < POSITIONS && seen.insert(to.clone()) {
                    left.push_back(to);
                }
            }
        }
    }
}

#[test]
fn random_play_from_the_examples_has_the_same_moves() {
    let mut random = fastrand::Rng::with_seed(57);
    for card in bouton::cards() {
        let [game, position] = &card.example;
        let mut sessions = both(game, position);
        let start = sessions[0].position().unwrap();
        let mut at = start.clone();
        for _ in 0..RANDOM {
            let next = compared(game, &mut sessions, &at);
            at = match next.is_empty() {
                true => start.clone(),
                false => next[random.usize(..next.len())].clone(),
            };
        }
    }
}

/// The parts of a net by their names and places: their order and the direction of lines have no meaning. Also how a figure is
/// drawn: all but the words below it.
fn drawn(scene: Scene) -> String {
    let figure = match &scene.figure {
        Figure::Net { points, edges } => {
            let end = |n: usize| format!("{:?}", points[n]);
            let line = |edge: &Edge| {
                let mut ends = [end(edge.from), end(edge.to)];
                if edge.kind != EdgeKind::OneWay {
                    ends.sort();
                }
                format!("{ends:?} {:?} {}", edge.kind, edge.label)
            };
            let points = (0..points.len()).map(end);
            points
                .chain(edges.iter().map(line))
                .collect::<BTreeSet<_>>()
        }
        other => BTreeSet::from([format!("{other:?}")]),
    };
    let Scene {
        set,
        names,
        seat,
        hands,
        ..
    } = scene;
    format!("{figure:#?} {set:?} {names:?} {seat:?} {hands:?}")
}

/// The figures, the set, the names at the edges, the seat and the pieces in hand are those of the game in Rust.
#[test]
fn texts_are_drawn_as_the_games() {
    for card in bouton::cards() {
        let [game, position] = &card.example;
        let [own, text] = both(game, position).map(|session| drawn(session.scene().unwrap()));
        assert_eq!(own, text, "{}", card.name);
    }
}

/// The parts of a picture that each move changes: edges and points of a net by their names.
fn changes(session: &Session) -> BTreeMap<String, Vec<String>> {
    let scene = session.scene().unwrap();
    let named = |part: usize| match &scene.figure {
        Figure::Net { points, edges } => match edges.get(part) {
            Some(edge) => {
                let mut ends = [edge.from, edge.to].map(|end| points[end].label.clone());
                ends.sort();
                format!("{ends:?} {}", edge.label)
            }
            None => match points.get(part - edges.len()) {
                Some(point) => point.label.clone(),
                None => "hand".into(),
            },
        },
        _ => part.to_string(),
    };
    let choices = session.choices(100_000).unwrap().into_iter();
    let changes = choices.map(|choice| {
        let parts = choice.deed.parts().into_iter().map(named);
        (choice.played.name, parts.collect())
    });
    changes.collect()
}

/// Games whose moves change other parts in the text. Snort and col: a line goes with its points and is not counted. Kalah: the
/// houses that get seeds are counted, too.
const OTHERWISE: [&str; 3] = ["snort", "col", "kalah"];

/// A move is taken by a click on the same parts.
#[test]
fn moves_of_texts_change_the_same_parts() {
    let mut otherwise = Vec::new();
    for card in bouton::cards() {
        let [game, position] = &card.example;
        let [own, text] = both(game, position).map(|session| changes(&session));
        if own != text {
            otherwise.push(card.name);
        }
    }
    assert_eq!(otherwise, OTHERWISE);
}

/// Each text is of the catalogue, and each game has one.
#[test]
fn every_game_has_a_text() {
    let names: BTreeSet<_> = bouton_texts::TEXTS.iter().map(|(name, _)| *name).collect();
    let cards = bouton::cards();
    let expected: BTreeSet<_> = cards.iter().map(|card| card.name.as_str()).collect();
    assert_eq!(names, expected);
}
