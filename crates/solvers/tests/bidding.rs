//! Prices where the players bid: known ones, on games of the tests' own.

use bouton_core::{Alternating, Game, Limits, Side, StopReason, WinLoss};
use bouton_solvers::bidding::{Number, Prices};

/// Tic-tac-toe for Left, who plays X and must make a line; either player may be to move anywhere.
struct TicTacToe;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    marks: [u16; 2],
    side: Side,
}

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

fn turned(_: &TicTacToe, at: &Board, side: Side) -> Board {
    Board { side, ..at.clone() }
}

/// M. Develin and S. Payne, Discrete bidding games, Electronic Journal of Combinatorics 17 (2010), section 6.
#[test]
fn tic_tac_toe() {
    let mut prices = Prices::of(&TicTacToe, Some(turned));
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
    let limits = Limits {
        nodes: Some(10),
        ..Limits::default()
    };
    let stopped = Prices::of(&TicTacToe, Some(turned)).price(&START, &limits);
    assert_eq!(stopped, Err(StopReason::Nodes));
}
