//! Nim: any number of heaps; take any positive number from one of them. The last to move wins.
//!
//! A position is the list of sizes, `3,4,5`; no heap is `0`.
//!
//! A position is lost if and only if the xor of the sizes is 0, and that xor is its Grundy value (Bouton 1901). In misère
//! play, where the last to move loses, the same holds as long as some heap has two or more tokens; if none has, the player
//! to move wins if and only if the number of heaps of one token is even.
//!
//! ```
//! use bouton_core::{game::{Alternating, ClosedForm, MisereClosedForm}, heaps::Heaps, score::WinLoss};
//! use bouton_games::heaps::Nim;
//! let game = Nim::<u64>::default();
//! assert_eq!(game.closed_form(&Heaps::from_slice(&[1, 2, 3])).score, WinLoss::Loss);
//! assert_eq!(game.misere_closed_form(&Heaps::from_slice(&[1, 0, 1])).score, WinLoss::Win);
//! ```
//!
//! Source: C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901), 35–39.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, plain};
use bouton_core::game::{
    Alternating, Closed, ClosedBest, ClosedForm, Game, HeapGame, Impartial, Loopfree,
    MisereClosedForm,
};
use bouton_core::heaps::{Heap, Heaps, show_heaps, single, sorted, takes, total};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::take_and_break::{Code, HeapCode};
use bouton_core::{
    Counted, Declares, Formulas, InputError, Lawful, Notation, Reason, Step, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;
use smallvec::SmallVec;

use super::strategies::{HeapStrategy, STRATEGIES};
use super::taking::{Take, any_heaps, heaps_of};

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Nim<H = u64>(PhantomData<H>);

impl<H: Heap> Game for Nim<H> {
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
    fn removed(&self, mv: &Take<H>) -> Option<BigUint> {
        Some(mv.number.big())
    }
}

impl<H: Heap> Alternating for Nim<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps<H>) -> impl Iterator<Item = Take<H>> + use<'g, H> {
        let heaps = at.clone().into_iter().enumerate();
        heaps.flat_map(|(heap, size)| takes(size).map(move |number| Take { heap, number }))
    }
    fn play(&self, at: &Heaps<H>, mv: &Take<H>) -> Heaps<H> {
        mv.from(at)
    }
    fn score(&self, at: &Heaps<H>) -> Option<WinLoss> {
        at.iter().all(H::is_zero).then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for Nim<H> {
    type Height = BigUint;
    fn height(&self, at: &Heaps<H>) -> BigUint {
        total(at)
    }
}

impl<H: Heap> Impartial for Nim<H> {
    fn summands(&self, at: &Heaps<H>) -> SmallVec<[Heaps<H>; 2]> {
        single(at)
    }
}

impl<H: Heap> Lawful for Nim<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family("nim".into())
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        vec![at.iter().map(Heap::big).collect()]
    }
    fn moves_of(&self, _at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        step.chosen()
            .map(|[number]| Take {
                heap: step.number,
                number,
            })
            .into_iter()
            .collect()
    }
}

/// Any number may be taken from a heap: `0.[3]`.
impl HeapCode for Nim {
    fn heap_code(&self) -> Code {
        Code::all_but([])
    }
}

impl<H: Heap> HeapGame for Nim<H> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps<H>> {
        Some(heaps_of(heaps))
    }
}

fn xor<H: Heap>(heaps: &[H]) -> H {
    heaps.iter().fold(H::zero(), |sum, heap| sum.xor(heap))
}

/// The moves after which the xor is 0.
fn to_zero<H: Heap>(heaps: &[H]) -> Vec<Take<H>> {
    changing(heaps, &xor(heaps))
}

/// The moves that change the xor of all heaps by `sum`.
fn changing<H: Heap>(heaps: &[H], sum: &H) -> Vec<Take<H>> {
    let lower = |(heap, size): (usize, &H)| {
        let left = size.xor(sum);
        (left < *size).then(|| Take {
            heap,
            number: size.clone() - left,
        })
    };
    heaps.iter().enumerate().filter_map(lower).collect()
}

fn reason<H: Heap>(heaps: &[H]) -> Reason {
    Reason::NimSum {
        what: Counted::HEAP,
        parts: heaps.iter().map(H::big).collect(),
        sum: xor(heaps).into(),
    }
}

impl<H: Heap> ClosedForm for Nim<H> {
    fn closed_form(&self, at: &Heaps<H>) -> Closed<Self> {
        Closed::by_winning_moves(to_zero(at), Some(total(at)), reason(at))
            .with_grundy(xor(at).into())
    }
    fn moves_to_grundy(&self, at: &Heaps<H>, grundy: &BigUint) -> Option<Vec<Take<H>>> {
        // A value that no heap of this type can hold is not reached.
        let moves = |grundy| changing(at, &xor(at).xor(&grundy));
        Some(H::from_big(grundy).map_or_else(Vec::new, moves))
    }
}

impl<H: Heap> MisereClosedForm for Nim<H> {
    fn misere_closed_form(&self, at: &Heaps<H>) -> Closed<Self> {
        let large = at.iter().filter(|size| **size > H::one()).count();
        let ones = at.iter().filter(|size| size.is_one()).count();
        match large {
            0 => ones_left(at, ones),
            1 => Closed::by_winning_moves(last_large(at, ones), None, one_large(ones)),
            _ => Closed::by_winning_moves(to_zero(at), Some(total(at)), reason(at)),
        }
    }
}

/// Misère Nim with heaps of one token only: they are taken one by one.
fn ones_left<H: Heap>(heaps: &[H], ones: usize) -> Closed<Nim<H>> {
    let every = heaps.iter().enumerate().filter(|(_, size)| size.is_one());
    let every = every.map(|(heap, _)| Take {
        heap,
        number: H::one(),
    });
    let parity = if ones.is_multiple_of(2) {
        "even"
    } else {
        "odd"
    };
    let words = if ones == 0 {
        "nothing is left: the other player took the last token, which loses".to_owned()
    } else {
        format!(
            "only heaps of one token are left, {ones} of them: an {parity} number, and the player who takes the last token loses"
        )
    };
    Closed {
        score: if ones.is_multiple_of(2) {
            WinLoss::Win
        } else {
            WinLoss::Loss
        },
        grundy: None,
        best: ClosedBest::Only(every.collect()),
        reason: Reason::Law(words),
    }
}

/// The one winning move of misère Nim if one heap has more than one token: it must leave an odd number of ones.
fn last_large<H: Heap>(heaps: &[H], ones: usize) -> Vec<Take<H>> {
    let left = if ones.is_multiple_of(2) {
        H::one()
    } else {
        H::zero()
    };
    let large = heaps
        .iter()
        .enumerate()
        .filter(|(_, size)| **size > H::one());
    large
        .map(|(heap, size)| Take {
            heap,
            number: size.clone() - &left,
        })
        .collect()
}

fn one_large(ones: usize) -> Reason {
    let left = if ones.is_multiple_of(2) {
        "lowered to one token"
    } else {
        "taken whole"
    };
    Reason::Law(format!(
        "one heap has more than one token, beside {ones} of one token: it is {left}, which leaves an odd number of heaps of one token"
    ))
}

impl<H: Heap> Notation for Nim<H> {
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

impl<H: Heap> Strategies for Nim<H> {
    type Strategy = HeapStrategy;
    const STRATEGIES: &'static [StrategyCard<'static>] = STRATEGIES;
    fn strategy(&self, name: &str) -> Result<HeapStrategy, InputError> {
        HeapStrategy::parse(name)
    }
    fn allowed(&self, strategy: &HeapStrategy, at: &Heaps<H>) -> Vec<Take<H>> {
        strategy.allowed(self, at, |heaps| heaps)
    }
}

impl<H: Heap> Entry for Nim<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "nim",
        kind: Kind::Heaps,
        aliases: &[("bouton", "")],
        parameters: "",
        text: text("nim"),
        notation: "heap sizes, like 3,4,5",
        example: Example::at("3,4,5"),
        sources: &[
            "C. L. Bouton, Nim, a game with a complete mathematical theory, Annals of Mathematics 3 (1901)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Nim<BigUint>>();
    }
}

declares!(
    Nim: impartial, loopfree, closed_form, misere_closed_form, lawful, heap_code, heaps, strategies
);

declares!(Nim<BigUint>: closed_form, misere, misere_closed_form, lawful);
