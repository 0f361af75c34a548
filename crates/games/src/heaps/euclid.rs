//! Euclid's game: two heaps; subtract a positive multiple of the smaller from the larger, staying at 0 or more. The player
//! who makes a 0 wins.
//!
//! A position is the two sizes: `34,12`. Of equal heaps either one may be taken away.
//!
//! With a > b > 0 the player to move loses if and only if a/b < φ, the golden ratio, that is, a ≤ ⌊bφ⌋ (Cole and Davie
//! 1969); equal heaps are won at once. In misère play, where the player who makes a 0 loses, equal heaps are lost too, and
//! all other positions have the same outcome.
//!
//! ```
//! use bouton_core::{game::ClosedForm, score::WinLoss};
//! use bouton_games::heaps::Euclid;
//! let game = Euclid::<u64>::default();
//! assert_eq!(game.closed_form(&[34, 12]).score, WinLoss::Win);
//! assert_eq!(game.closed_form(&[15, 24]).score, WinLoss::Loss);
//! ```
//!
//! Source: A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm and a winning strategy for it, The
//! Mathematical Gazette 53 (1969), 354–357.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, plain};
use bouton_core::game::{
    Alternating, Closed, ClosedBest, ClosedForm, Game, HeapGame, Impartial, Loopfree,
    MisereClosedForm,
};
use bouton_core::heaps::{Heap, from_heap, show_heaps, total};
use bouton_core::scene::Set;
use bouton_core::{
    Declares, Formulas, InputError, Lawful, Notation, Reason, Step, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::{Take, two_heaps};

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Euclid<H = u64>(PhantomData<H>);

impl<H: Heap> Game for Euclid<H> {
    type Position = [H; 2];
    type Move = Take<H>;
    fn canonical(&self, [a, b]: [H; 2]) -> [H; 2] {
        if a <= b { [a, b] } else { [b, a] }
    }
    fn merged(&self, at: [H; 2]) -> [H; 2] {
        self.canonical(at)
    }
    fn tokens(&self, at: &[H; 2]) -> Option<BigUint> {
        Some(total(at))
    }
}

/// The multiples of the other heap that may be subtracted from heap number `heap`.
fn multiples<H: Heap>(at: &[H; 2], heap: usize) -> impl Iterator<Item = Take<H>> + use<H> {
    let (mut rest, other) = (at[heap].clone(), at[1 - heap].clone());
    let mut number = H::zero();
    std::iter::from_fn(move || {
        if other.is_zero() || rest < other {
            return None;
        }
        rest = rest.clone() - &other;
        number = number.clone() + &other;
        Some(Take {
            heap,
            number: number.clone(),
        })
    })
}

impl<H: Heap> Alternating for Euclid<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &[H; 2]) -> impl Iterator<Item = Take<H>> + use<'g, H> {
        multiples(at, 0).chain(multiples(at, 1))
    }
    fn play(&self, at: &[H; 2], Take { heap, number }: &Take<H>) -> [H; 2] {
        let mut at = at.clone();
        at[*heap] = at[*heap].clone() - number;
        at
    }
    fn score(&self, at: &[H; 2]) -> Option<WinLoss> {
        at.iter().any(H::is_zero).then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for Euclid<H> {
    type Height = BigUint;
    fn height(&self, at: &[H; 2]) -> BigUint {
        total(at)
    }
}

impl<H: Heap> Impartial for Euclid<H> {}

impl<H: Heap> Lawful for Euclid<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family("euclid".into())
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        vec![at.iter().map(Heap::big).collect()]
    }
    fn moves_of(&self, at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        let heap = step.number;
        let taken = step
            .target::<H, 2>()
            .map(|left| at[heap].clone() - &left[heap]);
        taken
            .map(|number| Take { heap, number })
            .into_iter()
            .collect()
    }
}

impl<H: Heap> HeapGame for Euclid<H> {
    const HEAPS: Option<usize> = Some(2);
    const UNORDERED: bool = true;
    fn drawn_with(&self) -> Set {
        Set::Rectangle
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<[H; 2]> {
        <[u64; 2]>::try_from(heaps)
            .ok()
            .map(|heaps| heaps.map(H::from))
    }
}

/// ⌊bφ⌋ = ⌊(b + ⌊√(5b²)⌋) / 2⌋, the largest heap that is less than φ times `b`.
fn below_ratio(b: &BigUint) -> BigUint {
    (b + (5u32 * b * b).sqrt()) >> 1
}

/// Whether two positive heaps, in any order, are in a ratio below φ.
fn is_close(a: &BigUint, b: &BigUint) -> bool {
    a.max(b) <= &below_ratio(a.min(b))
}

/// The moves from positive heaps; both if they are equal.
struct Division {
    larger: usize,
    /// The smaller heap.
    divisor: BigUint,
    /// The quotient of the larger heap by the smaller one, and the remainder.
    quotient: BigUint,
    rest: BigUint,
}

impl Division {
    fn of<H: Heap>(at: &[H; 2]) -> Self {
        let larger = usize::from(at[1] > at[0]);
        let (large, divisor) = (at[larger].big(), at[1 - larger].big());
        let (quotient, rest) = (&large / &divisor, large % &divisor);
        Self {
            larger,
            divisor,
            quotient,
            rest,
        }
    }

    fn take<H: Heap>(&self, times: &BigUint) -> Option<Take<H>> {
        let number = H::from_big(&(times * &self.divisor))?;
        Some(Take {
            heap: self.larger,
            number,
        })
    }

    /// The number of times that the smaller heap is subtracted, at least once, so that both heaps stay positive and their
    /// ratio is below φ.
    fn to_close(&self) -> Option<BigUint> {
        let one = BigUint::from(1u32);
        let all = self.quotient.clone();
        let candidates = [all.clone() - &one, all];
        candidates.into_iter().find(|times| {
            let left = &self.rest + (&self.quotient - times) * &self.divisor;
            *times >= one && left > BigUint::ZERO && is_close(&left, &self.divisor)
        })
    }
}

fn words(at: &[impl Heap; 2]) -> Reason {
    let [a, b] = at.each_ref().map(|heap| heap.big());
    let (large, small) = (a.clone().max(b.clone()), a.min(b));
    if small == BigUint::ZERO {
        return Reason::Law("one heap is 0: play is over".into());
    }
    let words = if large == small {
        "the heaps are equal"
    } else if is_close(&large, &small) {
        "the larger heap is less than φ = 1.618… times the smaller, so there is only one move, and it leaves a ratio above φ"
    } else {
        "the larger heap is more than φ = 1.618… times the smaller"
    };
    Reason::Law(words.into())
}

fn closed<H: Heap>(score: WinLoss, best: ClosedBest<Take<H>>, reason: Reason) -> Closed<Euclid<H>> {
    Closed {
        score,
        grundy: None,
        best,
        reason,
    }
}

impl<H: Heap> ClosedForm for Euclid<H> {
    fn closed_form(&self, at: &[H; 2]) -> Closed<Self> {
        let reason = words(at);
        if self.score(at).is_some() {
            return closed(WinLoss::Loss, ClosedBest::Only(Vec::new()), reason);
        }
        let division = Division::of(at);
        let winning: Vec<_> = if at[0] == at[1] {
            self.moves(at).collect()
        } else if division.rest == BigUint::ZERO {
            division.take(&division.quotient).into_iter().collect()
        } else if is_close(&at[0].big(), &at[1].big()) {
            Vec::new()
        } else {
            let times = division.to_close();
            times
                .and_then(|times| division.take(&times))
                .into_iter()
                .collect()
        };
        Closed::by_winning_moves(winning, Some(division.quotient), reason)
    }
}

impl<H: Heap> MisereClosedForm for Euclid<H> {
    fn misere_closed_form(&self, at: &[H; 2]) -> Closed<Self> {
        let reason = words(at);
        if self.score(at).is_some() {
            return closed(WinLoss::Win, ClosedBest::Only(Vec::new()), reason);
        }
        if is_close(&at[0].big(), &at[1].big()) {
            return closed(WinLoss::Loss, ClosedBest::Every(None), reason);
        }
        let division = Division::of(at);
        let times = division.to_close();
        let winning = times.and_then(|times| division.take(&times));
        Closed::by_winning_moves(winning.into_iter().collect(), None, reason)
    }
}

impl<H: Heap> Notation for Euclid<H> {
    fn parse(&self, text: &str) -> Result<[H; 2], InputError> {
        two_heaps(text, "34,12")
    }
    fn show(&self, at: &[H; 2]) -> String {
        show_heaps(at)
    }
    fn show_move(&self, _at: &[H; 2], Take { heap, number }: &Take<H>) -> String {
        format!("subtract {number}{}", from_heap(*heap, 2))
    }
}

impl<H: Heap> Entry for Euclid<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "euclid",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "",
        text: text("euclid"),
        notation: "two heap sizes, like 34,12",
        example: Example::at("34,12"),
        sources: &[
            "A. J. Cole and A. J. T. Davie, A game based on the Euclidean algorithm, Math. Gazette 53 (1969)",
        ],
    };
    const TO_PLAY: Option<Example> = Some(Example::at("20,13"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Euclid<BigUint>>();
    }
}

declares!(Euclid: impartial, loopfree, closed_form, misere_closed_form, lawful, heaps);
declares!(Euclid<BigUint>: misere, closed_form, misere_closed_form, lawful);
