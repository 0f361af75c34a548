//! Fibonacci nim: one heap; take at least one token and at most the limit, after which the limit is twice the number just
//! taken. The first limit is one less than the heap. The last to move wins.
//!
//! A position is the heap, `21`, with the limit after a slash after play has begun, `13/16`.
//!
//! Every number is in exactly one way a sum of Fibonacci numbers without two neighbours (Zeckendorf). A position is lost if
//! and only if the limit is below the smallest of these parts of the heap (Whinihan 1963), so a start is lost if and only
//! if it is a Fibonacci number. The winning moves take the k smallest parts whose sum s is within the limit, if the next
//! part, if there is one, exceeds 2s. Proof: if a move s wins, every part of the rest exceeds 2s and so is at least two
//! places above every part of s; the parts of both together are then those of the heap.
//!
//! ```
//! use bouton_core::{entry::Entry, game::ClosedForm, score::WinLoss};
//! use bouton_games::heaps::FibonacciNim;
//! let lost = |start: u64| {
//!     let (game, at) = FibonacciNim::<u64>::open(None, Some(&start.to_string())).unwrap();
//!     game.closed_form(&at).score == WinLoss::Loss
//! };
//! assert_eq!((2..40).filter(|n| lost(*n)).collect::<Vec<_>>(), [2, 3, 5, 8, 13, 21, 34]);
//! ```
//!
//! Source: M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963), 9–13.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, plain};
use bouton_core::game::{Alternating, Closed, ClosedForm, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heap, parse_heap, takes};
use bouton_core::scene::{Drawn, Figure, Scene};
use bouton_core::{
    Declares, Formulas, InputError, Lawful, Notation, Reason, Step, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::brief;

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FibonacciNim<H = u64>(PhantomData<H>);

/// A heap and the most tokens that may be taken from it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Limited<H = u64> {
    heap: H,
    limit: H,
}

bouton_core::packs!(<H: Heap> Limited<H> { heap, limit });

impl<H: Heap> Limited<H> {
    /// The usual start, if twice the number taken from it fits the type.
    fn start(heap: H) -> Option<Self> {
        let limit = if heap.is_zero() {
            H::zero()
        } else {
            heap.clone() - H::one()
        };
        Self { heap, limit }.fitting()
    }

    /// The position, if twice the heap fits the type.
    fn fitting(self) -> Option<Self> {
        H::from_big(&(self.heap.big() * 2u32)).map(|_| self)
    }

    fn most(&self) -> &H {
        (&self.limit).min(&self.heap)
    }
}

impl<H: Heap> Game for FibonacciNim<H> {
    type Position = Limited<H>;
    type Move = H;
    /// A limit above the heap has no effect.
    fn canonical(&self, at: Limited<H>) -> Limited<H> {
        Limited {
            limit: at.most().clone(),
            heap: at.heap,
        }
    }
    fn merged(&self, at: Limited<H>) -> Limited<H> {
        self.canonical(at)
    }
    fn tokens(&self, at: &Limited<H>) -> Option<BigUint> {
        Some(at.heap.big())
    }
}

impl<H: Heap> Alternating for FibonacciNim<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Limited<H>) -> impl Iterator<Item = H> + use<'g, H> {
        takes(at.most().clone())
    }
    fn play(&self, at: &Limited<H>, taken: &H) -> Limited<H> {
        Limited {
            heap: at.heap.clone() - taken,
            limit: taken.clone() + taken,
        }
    }
    fn score(&self, at: &Limited<H>) -> Option<WinLoss> {
        at.most().is_zero().then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for FibonacciNim<H> {
    type Height = BigUint;
    fn height(&self, at: &Limited<H>) -> BigUint {
        at.heap.big()
    }
}

impl<H: Heap> Impartial for FibonacciNim<H> {}

impl<H: Heap> Lawful for FibonacciNim<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family("fibonacci-nim".into())
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        vec![vec![at.heap.big(), at.limit.big()]]
    }
    fn moves_of(&self, _at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        step.chosen().map(|[taken]| taken).into_iter().collect()
    }
}

impl<H: Heap> HeapGame for FibonacciNim<H> {
    const HEAPS: Option<usize> = Some(1);
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Limited<H>> {
        match heaps {
            [heap] => Limited::start(H::from(*heap)),
            _ => None,
        }
    }
}

/// The Zeckendorf parts of a number, smallest first.
fn parts(number: &BigUint) -> Vec<BigUint> {
    let (mut low, mut high) = (BigUint::from(1u32), BigUint::from(2u32));
    while high <= *number {
        (low, high) = (high.clone(), low + high);
    }
    let mut rest = number.clone();
    let mut parts = Vec::new();
    while rest > BigUint::ZERO {
        if low <= rest {
            rest -= &low;
            parts.push(low.clone());
        }
        (low, high) = (&high - &low, low);
    }
    parts.reverse();
    parts
}

/// The winning moves: sums of smallest parts within the limit, below half the next part.
fn winning<H: Heap>(parts: &[BigUint], limit: &BigUint) -> Vec<H> {
    let mut sum = BigUint::ZERO;
    let mut moves = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        sum += part;
        if sum > *limit {
            break;
        }
        if parts.get(place + 1).is_none_or(|next| &sum * 2u32 < *next) {
            moves.extend(H::from_big(&sum));
        }
    }
    moves
}

/// If there are more parts than this, only the smallest are shown.
const MOST_SHOWN: usize = 8;

fn reason(parts: &[BigUint], limit: &BigUint) -> Reason {
    let Some(least) = parts.first() else {
        return Reason::Law("nothing is left".into());
    };
    let sum = if parts.len() <= MOST_SHOWN {
        let shown: Vec<_> = parts.iter().rev().map(brief).collect();
        format!("the Zeckendorf sum of the heap is {}", shown.join(" + "))
    } else {
        format!("the Zeckendorf sum of the heap has {} parts", parts.len())
    };
    let (least_shown, limit_shown) = (brief(least), brief(limit));
    let words = if limit < least {
        format!("{sum}; its smallest part {least_shown} is above the limit {limit_shown}")
    } else {
        format!("{sum}; its smallest part {least_shown} is within the limit {limit_shown}")
    };
    Reason::Law(words)
}

/// The digits of the largest heap: the number of its parts grows with them, and so does each part.
const MOST_DIGITS: usize = 10_000;

impl<H: Heap> ClosedForm for FibonacciNim<H> {
    fn closed_form(&self, at: &Limited<H>) -> Closed<Self> {
        let (parts, limit) = (parts(&at.heap.big()), at.limit.big());
        let every = Some(at.most().big());
        Closed::by_winning_moves(winning(&parts, &limit), every, reason(&parts, &limit))
    }
}

impl<H: Heap> Notation for FibonacciNim<H> {
    fn parse(&self, text: &str) -> Result<Limited<H>, InputError> {
        if text.trim().is_empty() {
            return Ok(Limited {
                heap: H::zero(),
                limit: H::zero(),
            });
        }
        let (heap_text, limit_text) = match text.split_once('/') {
            None => (text, None),
            Some((heap, limit)) => (heap, Some(limit)),
        };
        let digits = heap_text.trim().len();
        if digits > MOST_DIGITS {
            let message =
                format!("expected a heap of at most {MOST_DIGITS} digits, found one of {digits}");
            return Err(InputError::new(message, text, 0..heap_text.len()).beyond_64_bits());
        }
        let heap: H = parse_heap(heap_text, "a heap").map_err(|error| error.within(text, 0))?;
        let at = match limit_text {
            None => Limited::start(heap),
            Some(limit) => {
                let limit = parse_heap(limit, "a limit")
                    .map_err(|error| error.within(text, heap_text.len() + 1))?;
                Limited { heap, limit }.fitting()
            }
        };
        at.ok_or_else(|| {
            let message = "expected a heap below 2^63";
            InputError::new(message, text, 0..heap_text.len()).beyond_64_bits()
        })
    }
    fn show(&self, at: &Limited<H>) -> String {
        format!("{}/{}", at.heap, at.limit)
    }
    fn show_move(&self, _at: &Limited<H>, taken: &H) -> String {
        format!("take {taken}")
    }
}

impl<H: Heap> Drawn for FibonacciNim<H> {
    fn scene(&self, at: &Limited<H>) -> Scene {
        let scene = Scene::of(Figure::Heaps(vec![at.heap.big()]));
        scene.noted(format!("at most {} may be taken", at.most().big()))
    }
}

impl<H: Heap> Entry for FibonacciNim<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "fibonacci-nim",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "",
        text: text("fibonacci-nim"),
        notation: "the heap, like 20, or with the limit on the next move, like 12/16",
        example: Example::at("20"),
        sources: &["M. J. Whinihan, Fibonacci Nim, Fibonacci Quarterly 1 (1963)"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<FibonacciNim<BigUint>>();
    }
}

declares!(FibonacciNim: impartial, loopfree, closed_form, lawful, heaps, look);
declares!(FibonacciNim<BigUint>: misere, closed_form, lawful);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_fibonacci_numbers_no_two_of_them_neighbours() {
        let mut fibonacci = vec![1u32, 2];
        while fibonacci.len() < 20 {
            fibonacci.push(fibonacci[fibonacci.len() - 2] + fibonacci[fibonacci.len() - 1]);
        }
        for number in 0..5000u32 {
            let found = parts(&number.into());
            let places: Vec<_> = found
                .iter()
                .map(|part| {
                    fibonacci
                        .iter()
                        .position(|f| BigUint::from(*f) == *part)
                        .unwrap()
                })
                .collect();
            assert!(places.is_sorted_by(|a, b| a + 2 <= *b), "{number}");
            assert_eq!(found.iter().sum::<BigUint>(), number.into());
        }
    }
}
