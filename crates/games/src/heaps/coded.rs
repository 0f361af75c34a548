//! Games whose heaps follow a take-and-break code, each heap independently. The last to move wins.
//!
//! A game of this kind is defined by its [`Rules`]: its code and its description. Everything else is shared, the type too.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, OpenError, Opened, Visitor, needed};
use bouton_core::game::{Alternating, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heap, Heaps, from_heap, show_heaps, single, sorted, total};
use bouton_core::lawful::{breaking, heaps_as_parts};
use bouton_core::scene::Set;
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::take_and_break::{Code, TakeAndBreak, Taking};
use bouton_core::{Declares, Formulas, InputError, Lawful, Notation, Step, WinLoss, declares};
use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use super::strategies::{HeapStrategy, STRATEGIES};
use super::taking::{and, any_heaps, heaps_of, is_over};

/// The differences between games whose heaps follow a code.
pub trait Rules: Send + Sync + 'static {
    /// Its description in the catalogue.
    const CARD: Card;
    /// The code for these parameters.
    ///
    /// # Errors
    /// If the game has no such parameters.
    fn code(parameters: Option<&str>) -> Result<Code, OpenError>;
    /// The set that its heaps are drawn with.
    const DRAWN_WITH: Set = Set::Letters;
    /// The family with this code, by its name in laws.
    fn family(code: &Code) -> String {
        format!("{}:{code}", Self::CARD.name)
    }
}

/// The game whose heaps follow a code. One type serves all rules, so that it is compiled with the solvers once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodedHeaps<H = u64> {
    code: Code,
    /// The family with this code, by its name in laws.
    family: String,
    drawn_with: Set,
    size: PhantomData<fn() -> H>,
}

/// Takes some tokens of heap number `heap` and leaves the rest as these heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break<H = u64> {
    heap: usize,
    taken: u64,
    left: SmallVec<[H; 3]>,
}

bouton_core::packs!(<H: Heap> Break<H> { heap, taken, left });

impl<H: Heap> Game for CodedHeaps<H> {
    type Position = Heaps<H>;
    type Move = Break<H>;
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

impl<H: Heap> Alternating for CodedHeaps<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps<H>) -> impl Iterator<Item = Break<H>> + use<'g, H> {
        let heaps = at.clone().into_iter().enumerate();
        heaps.flat_map(|(heap, size)| {
            let options = self.code.options_of(size);
            options.map(move |Taking { taken, left }| Break { heap, taken, left })
        })
    }
    fn play(&self, at: &Heaps<H>, Break { heap, left, .. }: &Break<H>) -> Heaps<H> {
        let mut heaps = at.clone();
        if left.is_empty() {
            heaps[*heap] = H::zero();
        } else {
            heaps.remove(*heap);
            heaps.insert_many(*heap, left.iter().cloned());
        }
        heaps
    }
    fn score(&self, at: &Heaps<H>) -> Option<WinLoss> {
        is_over(self, at).then_some(WinLoss::Loss)
    }
}

/// Twice the tokens minus the number of heaps: a split of one heap lowers it, even if nothing is taken.
impl<H: Heap> Loopfree for CodedHeaps<H> {
    type Height = BigUint;
    fn height(&self, at: &Heaps<H>) -> BigUint {
        let heaps = at.iter().filter(|heap| !heap.is_zero()).count();
        total(at) * 2u32 - heaps
    }
}

impl<H: Heap> Impartial for CodedHeaps<H> {
    fn summands(&self, at: &Heaps<H>) -> SmallVec<[Heaps<H>; 2]> {
        single(at)
    }
}

impl<H: Heap> Lawful for CodedHeaps<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family(self.family.clone())
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        heaps_as_parts(self, at)
    }
    fn moves_of(&self, at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        breaking(self, at, step)
    }
}

impl<H: Heap> HeapGame for CodedHeaps<H> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn drawn_with(&self) -> Set {
        self.drawn_with
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps<H>> {
        Some(heaps_of(heaps))
    }
}

impl<H: Heap> TakeAndBreak for CodedHeaps<H> {
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
        left: &[H],
    ) -> SmallVec<[Break<H>; 2]> {
        let left = left.iter().cloned().collect();
        smallvec![Break { heap, taken, left }]
    }
}

impl<H: Heap> Notation for CodedHeaps<H> {
    fn parse(&self, text: &str) -> Result<Heaps<H>, InputError> {
        any_heaps(text)
    }
    fn show(&self, at: &Heaps<H>) -> String {
        show_heaps(at)
    }
    /// `take 2`, `take 2 from heap 3 leave 4+5`, `split the second into 3+4`.
    fn show_move(&self, at: &Heaps<H>, Break { heap, taken, left }: &Break<H>) -> String {
        let parts: Vec<_> = left.iter().map(ToString::to_string).collect();
        let parts = parts.join("+");
        let from = from_heap(*heap, at.len());
        match (taken, left.len()) {
            (0, _) => format!("split{} into {parts}", from.replacen(" from", "", 1)),
            (_, 0 | 1) => format!("take {taken}{from}"),
            _ => format!("take {taken}{from} leave {parts}"),
        }
    }
    /// Only moves that leave several heaps have words: `take 2 from heap 3, leaving 4 and 5`.
    fn move_in_words(
        &self,
        at: &Heaps<H>,
        Break { heap, taken, left }: &Break<H>,
    ) -> Option<String> {
        let parts = and(left)?;
        let from = from_heap(*heap, at.len());
        Some(match taken {
            0 => format!("split{} into {parts}", from.replacen(" from", "", 1)),
            _ => format!("take {taken}{from}, leaving {parts}"),
        })
    }
}

impl<H: Heap> Strategies for CodedHeaps<H> {
    type Strategy = HeapStrategy;
    const STRATEGIES: &'static [StrategyCard<'static>] = STRATEGIES;
    fn strategy(&self, name: &str) -> Result<HeapStrategy, InputError> {
        HeapStrategy::parse(name)
    }
    fn allowed(&self, strategy: &HeapStrategy, at: &Heaps<H>) -> Vec<Break<H>> {
        strategy.allowed(self, at, |heaps| heaps)
    }
}

/// The entry of the catalogue for the games under the rules `R`.
#[derive(Debug)]
pub struct Coded<R, H = u64>(PhantomData<fn() -> (R, H)>);

impl<R: Rules, H: Heap> Entry for Coded<R, H>
where
    CodedHeaps<H>: Declares,
{
    type Game = CodedHeaps<H>;
    const CARD: Card = R::CARD;
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<CodedHeaps<H>>, OpenError> {
        let code = R::code(parameters)?;
        let game = CodedHeaps {
            family: R::family(&code),
            code,
            drawn_with: R::DRAWN_WITH,
            size: PhantomData,
        };
        let at = game.parse(needed(position, R::CARD.notation)?);
        at.map(|at| (game, at)).map_err(OpenError::Position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Coded<R, BigUint>>();
    }
}

declares!(CodedHeaps: impartial, loopfree, take_and_break, lawful, heaps, strategies);
declares!(CodedHeaps<BigUint>: take_and_break, lawful);
