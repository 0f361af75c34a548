//! Staircase nim: chips are on the steps of a stair; move any positive number of chips from one step to the next lower one,
//! from the first to the ground. The last to move wins.
//!
//! A position is the chips on steps 1, 2, 3 …: `2,0,3`.
//!
//! The Grundy value is the xor of the chips on the odd steps 1, 3, 5 …: a move from an odd step lowers one of these numbers
//! as in Nim, and a move from an even step raises one, which is answered by moving the same chips on.
//!
//! ```
//! use bouton_core::{game::ClosedForm, heaps::Heaps, score::WinLoss};
//! use bouton_games::heaps::Staircase;
//! let game = Staircase::<u64>::default();
//! assert_eq!(game.closed_form(&Heaps::from_slice(&[3, 9, 3])).score, WinLoss::Loss);
//! assert_eq!(game.closed_form(&Heaps::from_slice(&[2, 0, 3])).score, WinLoss::Win);
//! ```
//!
//! Source: T. S. Ferguson, Game Theory, part I, section 2.4 (Staircase Nim).

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, plain};
use bouton_core::game::{Alternating, Closed, ClosedForm, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heap, Heaps, show_heaps, takes, total};
use bouton_core::scene::Set;
use bouton_core::{
    Counted, Declares, Formulas, InputError, Lawful, Notation, Reason, Step, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::{any_heaps, heaps_of};

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staircase<H = u64>(PhantomData<H>);

/// Moves `number` chips down from `step`, counted from 0 for the first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent<H = u64> {
    step: usize,
    number: H,
}

bouton_core::packs!(<H: Heap> Descent<H> { step, number });

impl<H: Heap> Game for Staircase<H> {
    type Position = Heaps<H>;
    type Move = Descent<H>;
    fn canonical(&self, mut at: Heaps<H>) -> Heaps<H> {
        while at.last().is_some_and(H::is_zero) {
            at.pop();
        }
        at
    }
    fn merged(&self, at: Heaps<H>) -> Heaps<H> {
        self.canonical(at)
    }
    fn tokens(&self, at: &Heaps<H>) -> Option<BigUint> {
        Some(total(at))
    }
    fn removed(&self, mv: &Descent<H>) -> Option<BigUint> {
        let leaves = mv.step == 0;
        Some(if leaves {
            mv.number.big()
        } else {
            BigUint::ZERO
        })
    }
}

impl<H: Heap> Alternating for Staircase<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps<H>) -> impl Iterator<Item = Descent<H>> + use<'g, H> {
        let steps = at.clone().into_iter().enumerate();
        steps.flat_map(|(step, chips)| takes(chips).map(move |number| Descent { step, number }))
    }
    fn play(&self, at: &Heaps<H>, Descent { step, number }: &Descent<H>) -> Heaps<H> {
        let mut chips = at.clone();
        chips[*step] = chips[*step].clone() - number;
        if let Some(below) = step.checked_sub(1) {
            chips[below] = chips[below].clone() + number;
        }
        chips
    }
    fn score(&self, at: &Heaps<H>) -> Option<WinLoss> {
        at.iter().all(H::is_zero).then_some(WinLoss::Loss)
    }
}

/// The total number of steps that the chips still have to go.
impl<H: Heap> Loopfree for Staircase<H> {
    type Height = BigUint;
    fn height(&self, at: &Heaps<H>) -> BigUint {
        (1u32..)
            .zip(at)
            .map(|(step, chips)| chips.big() * step)
            .sum()
    }
}

impl<H: Heap> Impartial for Staircase<H> {}

impl<H: Heap> Lawful for Staircase<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family("staircase".into())
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        vec![at.iter().map(Heap::big).collect()]
    }
    fn moves_of(&self, _at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        step.chosen()
            .map(|[number]| Descent {
                step: step.number,
                number,
            })
            .into_iter()
            .collect()
    }
}

impl<H: Heap> HeapGame for Staircase<H> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = false;
    fn drawn_with(&self) -> Set {
        Set::Stairs
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps<H>> {
        let heaps = heaps_of(heaps);
        (H::UNBOUNDED || H::from_big(&total(&heaps)).is_some()).then_some(heaps)
    }
}

impl<H: Heap> ClosedForm for Staircase<H> {
    fn closed_form(&self, at: &Heaps<H>) -> Closed<Self> {
        let odd: Vec<&H> = at.iter().step_by(2).collect();
        let sum = odd.iter().fold(H::zero(), |sum, chips| sum.xor(chips));
        let winning = (0..at.len())
            .filter_map(|step| settles(at, step, &sum))
            .collect();
        let reason = Reason::NimSum {
            what: Counted {
                one: "number of chips on the odd step",
                many: "numbers of chips on odd steps",
            },
            parts: odd.into_iter().map(H::big).collect(),
            sum: sum.big(),
        };
        Closed::by_winning_moves(winning, Some(total(at)), reason).with_grundy(sum.into())
    }
}

/// The move from `step` after which the xor over the odd steps, now `sum`, is 0.
fn settles<H: Heap>(at: &[H], step: usize, sum: &H) -> Option<Descent<H>> {
    let counts = step.is_multiple_of(2);
    let odd = if counts { step } else { step - 1 };
    let wanted = at[odd].xor(sum);
    let number = match counts {
        true if wanted < at[odd] => at[odd].clone() - wanted,
        false if wanted > at[odd] => wanted - &at[odd],
        _ => return None,
    };
    (number <= at[step]).then_some(Descent { step, number })
}

impl<H: Heap> Notation for Staircase<H> {
    fn parse(&self, text: &str) -> Result<Heaps<H>, InputError> {
        let chips = any_heaps::<H>(text)?;
        if !H::UNBOUNDED && H::from_big(&total(&chips)).is_none() {
            let message = "expected fewer than 2^64 chips in all";
            return Err(InputError::whole(message, text).beyond_64_bits());
        }
        Ok(chips)
    }
    fn show(&self, at: &Heaps<H>) -> String {
        show_heaps(at)
    }
    fn show_move(&self, _at: &Heaps<H>, Descent { step, number }: &Descent<H>) -> String {
        format!("move {number} from step {}", step + 1)
    }
}

impl<H: Heap> Entry for Staircase<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "staircase",
        kind: Kind::Heaps,
        aliases: &[("staircase-nim", "")],
        parameters: "",
        text: text("staircase"),
        notation: "the chips on steps 1, 2, 3 …, like 2,0,3",
        example: Example::at("2,0,3"),
        sources: &["T. S. Ferguson, Game Theory, part I, section 2.4"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Staircase<BigUint>>();
    }
}

declares!(Staircase: impartial, loopfree, closed_form, lawful, heaps);
declares!(Staircase<BigUint>: misere, closed_form, lawful);
