//! Shared code of games in which tokens are taken from one heap of a list.

use bouton_core::heaps::{Heap, Heaps, from_heap, parse_heaps};
use bouton_core::{Alternating, InputError};

/// Takes `number` tokens from heap number `heap`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take<H = u64> {
    pub(super) heap: usize,
    pub(super) number: H,
}

bouton_core::packs!(<H: Heap> Take<H> { heap, number });

impl<H: Heap> Take<H> {
    /// The heaps after the move.
    pub(super) fn from(&self, heaps: &Heaps<H>) -> Heaps<H> {
        let mut heaps = heaps.clone();
        heaps[self.heap] = heaps[self.heap].clone() - &self.number;
        heaps
    }

    /// `take 3 from heap 2`, among `heaps` heaps.
    pub(super) fn show(&self, heaps: usize) -> String {
        format!("take {}{}", self.number, from_heap(self.heap, heaps))
    }
}

/// Reads any number of heaps; the text of no heap is one of size 0.
pub(super) fn any_heaps<H: Heap>(text: &str) -> Result<Heaps<H>, InputError> {
    let heaps = parse_heaps(text)?;
    Ok(if heaps.is_empty() {
        Heaps::from_iter([H::zero()])
    } else {
        heaps
    })
}

/// The heaps as sizes of type `H`, if they fit.
pub(super) fn heaps_of<H: Heap>(heaps: &[u64]) -> Heaps<H> {
    heaps.iter().copied().map(H::from).collect()
}

/// Whether no move is left.
pub(crate) fn is_over<G: Alternating>(game: &G, at: &G::Position) -> bool {
    game.moves(at).next().is_none()
}

/// Reads two heaps; `example` is used in errors.
pub(super) fn two_heaps<H: Heap>(text: &str, example: &str) -> Result<[H; 2], InputError> {
    let heaps = parse_heaps::<H>(text)?;
    let found = heaps.len();
    <[H; 2]>::try_from(heaps.into_vec()).map_err(|_| {
        InputError::whole(
            format!("expected two heaps like {example}, found {found}"),
            text,
        )
    })
}

/// `3 and 4`, `1, 2 and 3`; `None` for fewer than two.
pub(crate) fn and(parts: &[impl ToString]) -> Option<String> {
    let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
    let (last, first) = parts.split_last()?;
    (!first.is_empty()).then(|| format!("{} and {last}", first.join(", ")))
}

/// Longer numbers are shortened to their ends and their length.
const LONGEST_NUMBER: usize = 60;

/// A number in the form of an explanation.
pub(super) fn brief(number: &impl ToString) -> String {
    let digits = number.to_string();
    if digits.len() <= LONGEST_NUMBER {
        return digits;
    }
    let (head, tail) = (&digits[..8], &digits[digits.len() - 8..]);
    format!("{head}…{tail} ({} digits)", digits.len())
}
