//! The chain rule: a strategy of dots and boxes and of nimstring, to be tested.
//!
//! In nimstring the number of turns that are left is the lines less the boxes that are not completed, more the moves that will complete
//! two boxes at once. The rule expects one such move in each long chain, three boxes or more in a row, and makes the number even for
//! the opponent (E. Berlekamp, The Dots and Boxes Game, 2000). It is a rule of thumb: chains grow together and loops form.

use bouton_core::InputError;
use bouton_core::strategy::StrategyCard;

use super::dots_and_boxes::DotsAndBoxes;

/// The strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChainRule;

pub(super) const STRATEGIES: &[StrategyCard] = &[StrategyCard {
    name: "chain-rule",
    plays: "counts the lines and the long chains and takes the open boxes away: leaves an even number to the opponent, an odd one to \
            itself, and says nothing where no move does",
}];

/// Fewer boxes in a row are no long chain.
const LONG: usize = 3;

impl ChainRule {
    pub(super) fn parse(name: &str) -> Result<Self, InputError> {
        if name == "chain-rule" {
            return Ok(Self);
        }
        Err(InputError::whole(
            format!("expected chain-rule, found {name:?}"),
            name,
        ))
    }

    /// The moves that leave the right number.
    pub(super) fn allowed(self, board: &DotsAndBoxes, drawn: u64) -> Vec<u8> {
        let lines = (0..board.lines() as u8).filter(|line| drawn >> line & 1 == 0);
        let is_allowed = |line: &u8| {
            let again = board.completed(drawn, *line) > 0;
            is_odd(board, drawn | 1 << line) == again
        };
        lines.filter(is_allowed).collect()
    }
}

/// Whether the lines and long chains less the open boxes are an odd number, which is good for the player to move.
fn is_odd(board: &DotsAndBoxes, drawn: u64) -> bool {
    let lines = (board.all() & !drawn).count_ones() as usize;
    (lines + long_chains(board, drawn) + board.open_boxes(drawn) as usize) % 2 == 1
}

/// Rows of at least three boxes with one or two sides open each, which are no loop.
fn long_chains(board: &DotsAndBoxes, drawn: u64) -> usize {
    let open = |sides: &u64| sides & !drawn;
    let is_link = |sides: &u64| (1..=2).contains(&open(sides).count_ones());
    let mut left: Vec<u64> = board
        .boxes()
        .iter()
        .filter(|sides| is_link(sides))
        .map(open)
        .collect();
    let mut chains = 0;
    while let Some(first) = left.pop() {
        let (mut chain, mut lines) = (vec![first], first);
        while let Some(next) = left.iter().position(|sides| sides & lines != 0) {
            let sides = left.swap_remove(next);
            lines |= sides;
            chain.push(sides);
        }
        // A loop of boxes has as many lines as boxes.
        let is_loop = lines.count_ones() as usize == chain.len();
        let is_opened = chain.iter().any(|sides| sides.count_ones() == 1);
        chains += usize::from(chain.len() >= LONG && (is_opened || !is_loop));
    }
    chains
}
