//! Subtraction games: take from one heap a number of tokens in a given finite set. The last to move wins.
//!
//! The set follows the name, `subtraction:1,2,3`; a position is the list of sizes, `21` or `21,7`.
//!
//! The Grundy values of single heaps are periodic for every finite set, since each depends only on the last max(S) ones
//! (Golomb 1966); with {1, …, k} the value of n is n mod (k+1).
//!
//! ```
//! use bouton_core::{entry::Entry, game::Alternating};
//! use bouton_games::heaps::SubtractionGame;
//! let (game, at) = SubtractionGame::<u64>::open(Some("1,2,3"), Some("2,7")).unwrap();
//! assert_eq!(game.moves(&at).count(), 2 + 3);
//! ```
//!
//! Source: S. W. Golomb, A mathematical investigation of games of "take-away", Journal of Combinatorial Theory 1 (1966),
//! 443–458.

use std::marker::PhantomData;
use std::num::NonZero;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, at_position};
use bouton_core::game::{Alternating, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heap, Heaps, show_heaps, single, sorted, total};
use bouton_core::notation::items;
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::subtraction::Subtraction;
use bouton_core::take_and_break::{Code, TakeAndBreak};
use bouton_core::{Declares, Formulas, InputError, Lawful, Notation, Step, WinLoss, declares};
use bouton_texts::text;
use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use super::strategies::{HeapStrategy, STRATEGIES};
use super::taking::{Take, any_heaps, heaps_of};

/// The rules: the numbers that may be taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SubtractionGame<H = u64> {
    set: Vec<u64>,
    code: Code,
    size: PhantomData<H>,
}

impl<H: Heap> SubtractionGame<H> {
    /// The game in which the numbers of `set` may be taken.
    pub fn new(set: impl IntoIterator<Item = NonZero<u64>>) -> Self {
        let code = Code::subtraction(set);
        let set = code.digits().map(|(taken, _)| taken).collect();
        Self {
            set,
            code,
            size: PhantomData,
        }
    }
}

impl<H: Heap> Game for SubtractionGame<H> {
    type Position = Heaps<H>;
    type Move = Take<H>;
    fn canonical(&self, at: Heaps<H>) -> Heaps<H> {
        sorted(at)
    }
    fn merged(&self, at: Heaps<H>) -> Heaps<H> {
        self.canonical(at)
    }
    fn tokens(&self, at: &Heaps<H>) -> Option<BigUint> {
        Some(total(at))
    }
}

impl<H: Heap> Alternating for SubtractionGame<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps<H>) -> impl Iterator<Item = Take<H>> + use<'g, H> {
        let heaps = at.clone().into_iter().enumerate();
        heaps.flat_map(|(heap, size)| {
            let numbers = self.set.iter().map(|number| H::from(*number));
            let fit = numbers.take_while(move |number| *number <= size);
            fit.map(move |number| Take { heap, number })
        })
    }
    fn play(&self, at: &Heaps<H>, mv: &Take<H>) -> Heaps<H> {
        mv.from(at)
    }
    fn score(&self, at: &Heaps<H>) -> Option<WinLoss> {
        let least = H::from(self.set[0]);
        at.iter().all(|heap| *heap < least).then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for SubtractionGame<H> {
    type Height = BigUint;
    fn height(&self, at: &Heaps<H>) -> BigUint {
        total(at)
    }
}

impl<H: Heap> Impartial for SubtractionGame<H> {
    fn summands(&self, at: &Heaps<H>) -> SmallVec<[Heaps<H>; 2]> {
        single(at)
    }
}

impl<H: Heap> Lawful for SubtractionGame<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family({
            let set: Vec<String> = self.set.iter().map(u64::to_string).collect();
            format!("subtraction:{}", set.join(","))
        })
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        vec![at.iter().map(Heap::big).collect()]
    }
    fn moves_of(&self, _at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        let (heap, number) = (step.number / self.set.len(), step.number % self.set.len());
        vec![self.taking(heap, self.set[number])]
    }
}

impl<H: Heap> HeapGame for SubtractionGame<H> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps<H>> {
        Some(heaps_of(heaps))
    }
}

impl<H: Heap> TakeAndBreak for SubtractionGame<H> {
    type Size = H;
    fn code(&self) -> &Code {
        &self.code
    }
    fn sizes<'p>(&self, at: &'p Heaps<H>) -> &'p [H] {
        at
    }
    fn breaking(
        &self,
        _at: &Heaps<H>,
        heap: usize,
        taken: u64,
        _left: &[H],
    ) -> SmallVec<[Take<H>; 2]> {
        smallvec![self.taking(heap, taken)]
    }
}

impl<H: Heap> Subtraction for SubtractionGame<H> {
    type Size = H;
    fn set(&self) -> &[u64] {
        &self.set
    }
    fn heaps<'p>(&self, at: &'p Heaps<H>) -> &'p [H] {
        at
    }
    fn taking(&self, heap: usize, taken: u64) -> Take<H> {
        Take {
            heap,
            number: H::from(taken),
        }
    }
}

impl<H: Heap> Notation for SubtractionGame<H> {
    fn parse(&self, text: &str) -> Result<Heaps<H>, InputError> {
        any_heaps(text)
    }
    fn show(&self, at: &Heaps<H>) -> String {
        show_heaps(at)
    }
    fn show_move(&self, at: &Heaps<H>, mv: &Take<H>) -> String {
        mv.show(at.len())
    }
}

impl<H: Heap> Strategies for SubtractionGame<H> {
    type Strategy = HeapStrategy;
    const STRATEGIES: &'static [StrategyCard<'static>] = STRATEGIES;
    fn strategy(&self, name: &str) -> Result<HeapStrategy, InputError> {
        HeapStrategy::parse(name)
    }
    fn allowed(&self, strategy: &HeapStrategy, at: &Heaps<H>) -> Vec<Take<H>> {
        strategy.allowed(self, at, |heaps| heaps)
    }
}

/// The numbers that may be taken.
fn read_set(parameters: Option<&str>) -> Result<Vec<NonZero<u64>>, OpenError> {
    let text = parameters.unwrap_or("");
    let number = |item: &str| {
        item.parse::<NonZero<u64>>()
            .ok()
            .filter(|_| !item.starts_with('+'))
    };
    let read = |(span, item): (std::ops::Range<usize>, &str)| {
        number(item).ok_or_else(|| {
            let message = format!("expected a number to take, from 1 to 2^64 - 1, found {item:?}");
            OpenError::Parameters(InputError::new(message, text, span))
        })
    };
    let set: Vec<_> = items(text).map(read).collect::<Result<_, _>>()?;
    if set.is_empty() {
        let message = "expected the numbers that may be taken, as in subtraction:1,2,3";
        let error = InputError::whole(message, text);
        return Err(OpenError::Parameters(error));
    }
    Ok(set)
}

impl<H: Heap> Entry for SubtractionGame<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "subtraction",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "the numbers that may be taken, like subtraction:1,2,3",
        text: text("subtraction"),
        notation: "heap sizes, like 21 or 21,7",
        example: Example::new("1,2,3", "21,7"),
        sources: &[
            "S. W. Golomb, A mathematical investigation of games of take-away, J. Combinatorial Theory 1 (1966)",
        ],
    };
    const TO_PLAY: Option<Example> = Some(Example::new("1,2,3", "15"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        at_position(Self::new(read_set(parameters)?), position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<SubtractionGame<BigUint>>();
    }
}

declares!(
    SubtractionGame: impartial, loopfree, take_and_break, subtraction, lawful, heaps, strategies
);

declares!(SubtractionGame<BigUint>: misere, take_and_break, subtraction, lawful);
