//! The box game: there are balls in two boxes, at least one in each. Empty the box with fewer balls (or either, if they are
//! equal), then divide the balls of the other over both boxes, at least one in each. A player who faces one ball in each
//! has lost.
//!
//! A position is the two numbers: `15,4`.
//!
//! A position is lost if and only if the larger number plus 1 is a power of two. A move divides the larger number N into
//! two parts of which the larger is at least N/2 and at most N - 1. If N = 2ᵏ - 1, no number 2ʲ - 1 lies in this range,
//! since 2ᵏ⁻¹ - 1 < N/2; otherwise the largest 2ᵏ - 1 below N does, since N ≤ 2(2ᵏ - 1).
//!
//! ```
//! use bouton_core::{game::ClosedForm, score::WinLoss};
//! use bouton_games::heaps::Boxes;
//! let game = Boxes::<u64>::default();
//! let outcomes: Vec<_> = (1..=7).map(|n| game.closed_form(&[n, 1]).score == WinLoss::Loss).collect();
//! assert_eq!(outcomes, [true, false, true, false, false, false, true]);
//! ```
//!
//! Source: the proof above.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, plain};
use bouton_core::game::{Alternating, Closed, ClosedForm, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heap, show_heaps, takes, total};
use bouton_core::scene::Set;
use bouton_core::{
    Declares, Formulas, InputError, Lawful, Notation, Reason, Step, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::two_heaps;

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Boxes<H = u64>(PhantomData<H>);

/// Divides the balls of the fuller box into these numbers for the first and the second box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Divide<H = u64>([H; 2]);

bouton_core::packs!(<H: Heap> Divide<H> { 0 });

fn larger<H: Heap>([a, b]: &[H; 2]) -> &H {
    a.max(b)
}

impl<H: Heap> Game for Boxes<H> {
    type Position = [H; 2];
    type Move = Divide<H>;
    /// The smaller number does not matter: its balls are removed.
    fn canonical(&self, at: [H; 2]) -> [H; 2] {
        [H::one(), larger(&at).clone()]
    }
    fn merged(&self, at: [H; 2]) -> [H; 2] {
        self.canonical(at)
    }
    fn tokens(&self, at: &[H; 2]) -> Option<BigUint> {
        Some(total(at))
    }
}

impl<H: Heap> Alternating for Boxes<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &[H; 2]) -> impl Iterator<Item = Divide<H>> + use<'g, H> {
        let balls = larger(at).clone();
        takes(balls.clone() - H::one()).map(move |first| {
            let second = balls.clone() - &first;
            Divide([first, second])
        })
    }
    fn play(&self, _at: &[H; 2], Divide(to): &Divide<H>) -> [H; 2] {
        to.clone()
    }
    fn score(&self, at: &[H; 2]) -> Option<WinLoss> {
        larger(at).is_one().then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for Boxes<H> {
    type Height = BigUint;
    fn height(&self, at: &[H; 2]) -> BigUint {
        total(at)
    }
}

impl<H: Heap> Impartial for Boxes<H> {}

impl<H: Heap> Lawful for Boxes<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family("box".into())
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        vec![at.iter().map(Heap::big).collect()]
    }
    fn moves_of(&self, _at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        step.target().map(Divide).into_iter().collect()
    }
}

impl<H: Heap> HeapGame for Boxes<H> {
    const HEAPS: Option<usize> = Some(2);
    const UNORDERED: bool = true;
    fn drawn_with(&self) -> Set {
        Set::Balls
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<[H; 2]> {
        let heaps = <[u64; 2]>::try_from(heaps).ok()?;
        (!heaps.contains(&0)).then(|| heaps.map(H::from))
    }
}

impl<H: Heap> ClosedForm for Boxes<H> {
    fn closed_form(&self, at: &[H; 2]) -> Closed<Self> {
        let balls = larger(at).big();
        let digits = (&balls + 1u32).bits() - 1;
        let lost = (BigUint::from(1u32) << digits) - 1u32;
        if lost == balls {
            let words = format!("the larger number plus 1 is a power of two, 2^{digits}");
            return Closed::by_winning_moves(Vec::new(), Some(balls - 1u32), Reason::Law(words));
        }
        let other = &balls - &lost;
        let parts = H::from_big(&lost).zip(H::from_big(&other));
        let mut winning: Vec<_> = parts
            .into_iter()
            .flat_map(|(lost, other)| {
                [Divide([other.clone(), lost.clone()]), Divide([lost, other])]
            })
            .collect();
        winning.dedup();
        let words = format!(
            "a move leaves 2^{digits} - 1 in one box: the larger number plus 1 is then a power of two"
        );
        Closed::by_winning_moves(winning, None, Reason::Law(words))
    }
}

impl<H: Heap> Notation for Boxes<H> {
    fn parse(&self, text: &str) -> Result<[H; 2], InputError> {
        let boxes = two_heaps(text, "15,4")?;
        if boxes.iter().any(H::is_zero) {
            let message = format!(
                "expected at least one ball in each box, found {}",
                show_heaps(&boxes)
            );
            return Err(InputError::whole(message, text));
        }
        Ok(boxes)
    }
    fn show(&self, at: &[H; 2]) -> String {
        show_heaps(at)
    }
    fn show_move(&self, _at: &[H; 2], Divide([first, second]): &Divide<H>) -> String {
        format!("divide into {first}+{second}")
    }
    fn move_in_words(&self, _at: &[H; 2], Divide([first, second]): &Divide<H>) -> Option<String> {
        Some(format!("divide the balls into {first} and {second}"))
    }
}

impl<H: Heap> Entry for Boxes<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "box",
        kind: Kind::Heaps,
        aliases: &[("boxes", "")],
        parameters: "",
        text: text("box"),
        notation: "the balls in the two boxes, each at least 1, like 15,4",
        example: Example::at("12,4"),
        sources: &["proved in the game's own file"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Boxes<BigUint>>();
    }
}

declares!(Boxes: impartial, loopfree, closed_form, lawful, heaps);
declares!(Boxes<BigUint>: misere, closed_form, lawful);
