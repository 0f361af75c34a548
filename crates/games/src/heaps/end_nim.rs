//! End-nim: heaps in a row; take any positive number from the first or the last heap that is left. The last to move wins.
//!
//! A position is the row of sizes, `3,4,5`; an empty heap is passed over.
//!
//! The lost positions of misère play are the same, except for rows of equal heaps (Cairns and Ho 2011).
//!
//! Sources: M. H. Albert, R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8(2) (2001), R1; G.
//! Cairns, N. B. Ho, Some remarks on End-Nim, International Journal of Combinatorics (2011).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, plain};
use bouton_core::game::{Alternating, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heaps, show_heaps, takes, total};
use bouton_core::{InputError, Notation, WinLoss, declares};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::{Take, any_heaps, heaps_of};

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EndNim;

impl Game for EndNim {
    type Position = Heaps;
    type Move = Take;
    fn canonical(&self, mut at: Heaps) -> Heaps {
        at.retain(|heap| *heap > 0);
        let back = at.iter().rev().copied().collect();
        at.min(back)
    }
    fn merged(&self, at: Heaps) -> Heaps {
        self.canonical(at)
    }
    fn tokens(&self, at: &Heaps) -> Option<BigUint> {
        Some(total(at))
    }
}

impl Alternating for EndNim {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps) -> impl Iterator<Item = Take> + use<'g> {
        let first = at.iter().position(|heap| *heap > 0);
        let last = at.iter().rposition(|heap| *heap > 0);
        let ends = first.into_iter().chain(last.filter(|_| first != last));
        let sizes: Heaps = ends.clone().map(|heap| at[heap]).collect();
        let ends = ends.zip(sizes);
        ends.flat_map(|(heap, size)| takes(size).map(move |number| Take { heap, number }))
    }
    fn play(&self, at: &Heaps, mv: &Take) -> Heaps {
        mv.from(at)
    }
    fn score(&self, at: &Heaps) -> Option<WinLoss> {
        at.iter().all(|heap| *heap == 0).then_some(WinLoss::Loss)
    }
}

impl Loopfree for EndNim {
    type Height = BigUint;
    fn height(&self, at: &Heaps) -> BigUint {
        total(at)
    }
}

impl Impartial for EndNim {}

impl HeapGame for EndNim {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = false;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps> {
        Some(heaps_of(heaps))
    }
}

impl Notation for EndNim {
    fn parse(&self, text: &str) -> Result<Heaps, InputError> {
        any_heaps(text)
    }
    fn show(&self, at: &Heaps) -> String {
        show_heaps(at)
    }
    fn show_move(&self, at: &Heaps, mv: &Take) -> String {
        mv.show(at.len())
    }
}

impl Entry for EndNim {
    type Game = Self;
    const CARD: Card = Card {
        name: "end-nim",
        kind: Kind::Heaps,
        aliases: &[("burning-the-candle-at-both-ends", "")],
        parameters: "",
        text: text("end-nim"),
        notation: "a row of heap sizes, like 3,5,4,2",
        example: Example::at("3,5,4,2"),
        sources: &[
            "M. H. Albert, R. J. Nowakowski, The game of End-Nim, Electronic Journal of Combinatorics 8(2) (2001)",
            "G. Cairns, N. B. Ho, Some remarks on End-Nim, International Journal of Combinatorics (2011)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
}

declares!(EndNim: impartial, loopfree, heaps);
