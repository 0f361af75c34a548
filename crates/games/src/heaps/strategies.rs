//! Strategies for games of heaps, good in one game and bad in another.

use bouton_core::heaps::{Heap, total};
use bouton_core::strategy::StrategyCard;
use bouton_core::{Alternating, InputError};

/// The strategies of a game of heaps.
pub(super) const STRATEGIES: &[StrategyCard] = &[
    StrategyCard {
        name: "take-one",
        plays: "takes a single token, from any heap that allows it",
    },
    StrategyCard {
        name: "nim-sum",
        plays: "makes the xor of the heap sizes 0, and says nothing where no move does",
    },
    StrategyCard {
        name: "leave-multiple:k",
        plays: "leaves a multiple of k tokens in all, and says nothing where no move does",
    },
];

/// A strategy of a game of heaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapStrategy {
    /// Take a single token.
    TakeOne,
    /// Make the xor of the sizes 0.
    NimSum,
    /// Leave a multiple of this many tokens.
    LeaveMultiple(u64),
}

const NAMES: &str = "take-one, nim-sum or leave-multiple:k";

impl HeapStrategy {
    /// The strategy with this name.
    pub(super) fn parse(name: &str) -> Result<Self, InputError> {
        match name.split_once(':') {
            None if name == "take-one" => Ok(Self::TakeOne),
            None if name == "nim-sum" => Ok(Self::NimSum),
            Some(("leave-multiple", k)) => multiple(name, k),
            _ => Err(InputError::whole(
                format!("expected {NAMES}, found {name:?}"),
                name,
            )),
        }
    }

    /// The moves of `game` that it allows at `at`; `heaps` returns the sizes of a position.
    pub(super) fn allowed<G: Alternating, H: Heap>(
        self,
        game: &G,
        at: &G::Position,
        heaps: impl Fn(&G::Position) -> &[H],
    ) -> Vec<G::Move> {
        let before = total(heaps(at));
        let allows = |mv: &G::Move| {
            let to = game.play(at, mv);
            let left = heaps(&to);
            match self {
                Self::TakeOne => total(left) + 1u32 == before,
                Self::NimSum => left
                    .iter()
                    .fold(H::zero(), |sum, heap| sum.xor(heap))
                    .is_zero(),
                Self::LeaveMultiple(k) => total(left) % k == 0u32.into(),
            }
        };
        game.moves(at).filter(allows).collect()
    }
}

fn multiple(name: &str, k: &str) -> Result<HeapStrategy, InputError> {
    let number = k.trim().parse().ok().filter(|k| *k > 0);
    number.map(HeapStrategy::LeaveMultiple).ok_or_else(|| {
        let message = format!("expected a number from 1 on, as in leave-multiple:4, found {k:?}");
        InputError::new(message, name, name.len() - k.len()..name.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_others_refused() {
        assert_eq!(HeapStrategy::parse("nim-sum"), Ok(HeapStrategy::NimSum));
        assert_eq!(
            HeapStrategy::parse("leave-multiple:4"),
            Ok(HeapStrategy::LeaveMultiple(4))
        );
        let refused = |name| HeapStrategy::parse(name).unwrap_err().span();
        assert_eq!(refused("leave-multiple:0"), 15..16);
        assert_eq!(refused("leave-multiple"), 0..14);
        assert_eq!(refused("take-two"), 0..8);
    }
}
