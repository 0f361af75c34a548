//! Prices where the players bid for each move: worked by hand, and by a slow search of positions as texts.

use std::collections::HashMap;

use bouton::solvers::bidding::Prices;
use bouton::{Limits, Open, Session, bidding};
use bouton_core::{Alternating, Game, Side, StopReason, WinLoss};
use bouton_reference::messages;
use bouton_values::Number;

use crate::support::{nodes, session};

fn price(game: &str, position: &str) -> String {
    let answer = bidding(&mut session(game, position), &Limits::default()).unwrap();
    answer.price.unwrap()
}

/// With the mover's side in each position: 1/4 and 3/4 are those of 1 and -1, where only one player has a move.
#[test]
fn worked_by_hand() {
    for (game, position, expected) in [
        ("nim", "0", "1/2"),
        ("nim", "5", "1/2"),
        // Left alone has a move, and two moves.
        ("domineering", "./.", "1/4"),
        ("domineering", "..", "3/4"),
        ("domineering", "./././.", "1/8"),
        ("domineering", "../..", "1/2"),
        // A toad that can jump, and one that is stuck.
        ("toads-and-frogs", "t.f", "1/2"),
    ] {
        assert_eq!(price(game, position), expected, "{game} {position}");
    }
}

/// The same by recursion over texts.
fn slow(game: &str, text: &str, known: &mut HashMap<String, Number>) -> Number {
    let board = text.strip_suffix(" R").unwrap_or(text).to_owned();
    if let Some(price) = known.get(&board) {
        return price.clone();
    }
    let opened =
        |text: String| -> Session { Open::game(game).position(Some(text)).session().unwrap() };
    let has_sides = opened(board.clone()).side().is_some();
    let mut of = |right: bool| -> Vec<Number> {
        let text = if right && has_sides {
            format!("{board} R")
        } else {
            board.clone()
        };
        let moves = opened(text).choices(usize::MAX).unwrap();
        moves.iter().map(|mv| slow(game, &mv.to, known)).collect()
    };
    let low = of(false).into_iter().min().unwrap_or(Number::from(1));
    let high = of(true).into_iter().max().unwrap_or(Number::ZERO);
    let price = (&low + &high).half();
    known.insert(board, price.clone());
    price
}

#[test]
fn a_slow_search_agrees() {
    for (game, position) in [
        ("domineering", ".../..."),
        ("domineering", "..../..#."),
        ("clobber", "XOX/OXO"),
        ("col", ".../..."),
        ("snort", "....."),
        ("toads-and-frogs", "tt..ff"),
        ("konane", "XOXO/OX.X"),
        ("hackenbush", "0b1,1r2,2b3"),
        ("cutcake", "3x4"),
        ("nim", "2,3"),
        ("kayles", "7"),
        ("sum", "domineering ../.. + nim 2"),
    ] {
        let mut known = HashMap::new();
        let expected = slow(game, position, &mut known);
        let mut at = session(game, position);
        let answer = bidding(&mut at, &Limits::default()).unwrap();
        assert_eq!(
            answer.price,
            Some(expected.to_string()),
            "{game} {position}"
        );
        for mv in &answer.moves {
            let mut after = session(game, position);
            if mv.side == bouton::Side::Right && after.side().is_some() {
                after.right_first().unwrap();
            }
            after.play(&mv.name).unwrap();
            let to = after.position().unwrap();
            assert_eq!(
                mv.price,
                slow(game, &to, &mut known).to_string(),
                "{game} {to}"
            );
        }
    }
}

#[test]
fn what_has_no_price_is_refused() {
    messages("games without a price under bidding", |game| {
        let misere = game.strip_prefix("misère: ");
        let game = misere.unwrap_or(game);
        let (name, position) = game
            .split_once(' ')
            .map_or((game, None), |(a, b)| (a, Some(b)));
        let open = Open::game(name).position(position).misere(misere.is_some());
        let refused = bidding(&mut open.session().unwrap(), &Limits::default());
        refused.unwrap_err().to_string()
    });
    let mut large = session("domineering:4,4", None);
    let stopped = bidding(&mut large, &nodes(50)).unwrap();
    assert!(stopped.price.is_none() && stopped.stopped.is_some());
}

/// Tic-tac-toe for Left, who plays X and must make a line; either player may be to move anywhere.
struct TicTacToe;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    marks: [u16; 2],
    side: Side,
}

bouton_core::packs!(Board { marks, side });

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Board {
    fn has_line(&self, side: Side) -> bool {
        let marks = self.marks[side as usize];
        LINES.iter().any(|line| marks & line == *line)
    }
}

impl Game for TicTacToe {
    type Position = Board;
    type Move = u16;
}

impl Alternating for TicTacToe {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Board) -> impl Iterator<Item = u16> + use<'g> {
        let is_over = Side::BOTH.iter().any(|side| at.has_line(*side));
        let free = if is_over {
            0
        } else {
            0o777 & !(at.marks[0] | at.marks[1])
        };
        (0..9)
            .map(|cell| 1 << cell)
            .filter(move |cell| free & cell != 0)
    }
    fn play(&self, at: &Board, cell: &u16) -> Board {
        let mut to = at.clone();
        to.marks[at.side as usize] |= cell;
        to.side = at.side.other();
        to
    }
    fn score(&self, at: &Board) -> Option<WinLoss> {
        let left_wins = at.has_line(Side::Left);
        let is_over = self.moves(at).next().is_none();
        is_over.then_some(match (at.side == Side::Left) == left_wins {
            true => WinLoss::Win,
            false => WinLoss::Loss,
        })
    }
}

const START: Board = Board {
    marks: [0; 2],
    side: Side::Left,
};

fn turned(at: &Board, side: Side) -> Board {
    Board { side, ..at.clone() }
}

/// M. Develin and S. Payne, Discrete bidding games, Electronic Journal of Combinatorics 17 (2010), section 6.
#[test]
fn tic_tac_toe() {
    let mut prices = Prices::of(&TicTacToe, Some(&turned));
    let price = prices.price(&START, &Limits::default()).unwrap();
    assert_eq!(price.to_string(), "133/256");
    // The centre is the only best first move of either.
    let moves = prices.moves(&START, &Limits::default()).unwrap();
    for side in Side::BOTH {
        let of_side = moves.iter().filter(|(mover, ..)| *mover == side);
        let prices: Vec<(&Number, u16)> = of_side.map(|(.., cell, price)| (price, *cell)).collect();
        let best = match side {
            Side::Left => prices.iter().map(|(price, _)| *price).min(),
            Side::Right => prices.iter().map(|(price, _)| *price).max(),
        };
        let cells: Vec<u16> = prices
            .iter()
            .filter(|(price, _)| Some(*price) == best)
            .map(|(_, cell)| *cell)
            .collect();
        assert_eq!(cells, [0o020], "{side:?}");
    }
}

#[test]
fn limits_stop_it() {
    let limits = Limits::of_nodes(10);
    let stopped = Prices::of(&TicTacToe, Some(&turned)).price(&START, &limits);
    assert_eq!(stopped, Err(StopReason::Nodes));
}
