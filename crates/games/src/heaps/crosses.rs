//! Crosses: strips of cells; write a cross in a cell that has no crossed neighbour. The last to move wins.
//!
//! A position is the lengths of the strips, counting only cells in which a cross may be written: `6`, or `6,3`.
//!
//! A cross splits its strip: cell c of n leaves c - 2 cells on the left and n - c - 1 on the right, where a negative number
//! means none. So a cross in an end cell leaves n - 2 cells, and the game is the octal game 0.137, Dawson's Chess.
//!
//! ```
//! use bouton_core::{entry::Entry, game::Alternating, notation::Notation};
//! use bouton_games::heaps::Crosses;
//! let (game, at) = Crosses::<u64>::open(None, Some("6")).unwrap();
//! let left: Vec<_> = game.moves(&at).map(|mv| game.show(&game.play(&at, &mv))).collect();
//! assert_eq!(left, ["4", "3", "1,2", "2,1", "3", "4"]);
//! ```
//!
//! Source: Berlekamp, Conway and Guy, Winning Ways, chapter 4 (Dawson's Chess and Treblecross).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, plain};
use bouton_core::game::{Alternating, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heap, Heaps, from_heap, show_heaps, single, sorted, takes, total};
use bouton_core::lawful::{breaking, heaps_as_parts};
use bouton_core::scene::Set;
use bouton_core::take_and_break::{Code, Digit, TakeAndBreak};
use bouton_core::{Declares, Formulas, InputError, Lawful, Notation, Step, WinLoss, declares};
use bouton_texts::text;
use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};
use std::marker::PhantomData;

use super::taking::{any_heaps, heaps_of};

/// The rules, without parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosses<H = u64> {
    code: Code,
    size: PhantomData<H>,
}

impl<H> Default for Crosses<H> {
    fn default() -> Self {
        let digits = [0, 1, 3, 7].map(Digit::from_bits);
        Self {
            code: Code::from_digits(digits.into(), 0),
            size: PhantomData,
        }
    }
}

/// Write a cross in cell number `cell`, counted from 1, of strip number `strip`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cross<H = u64> {
    strip: usize,
    cell: H,
}

bouton_core::packs!(<H: Heap> Cross<H> { strip, cell });

impl<H: Heap> Game for Crosses<H> {
    type Position = Heaps<H>;
    type Move = Cross<H>;
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

/// `number` minus `taken`, or none if nothing is left.
fn positive<H: Heap>(number: &H, taken: H) -> Option<H> {
    (*number > taken).then(|| number.clone() - taken)
}

impl<H: Heap> Alternating for Crosses<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps<H>) -> impl Iterator<Item = Cross<H>> + use<'g, H> {
        let strips = at.clone().into_iter().enumerate();
        strips.flat_map(|(strip, cells)| takes(cells).map(move |cell| Cross { strip, cell }))
    }
    fn play(&self, at: &Heaps<H>, Cross { strip, cell }: &Cross<H>) -> Heaps<H> {
        let mut strips = at.clone();
        let cells = strips.remove(*strip);
        let left = positive(cell, H::from(2));
        let right = positive(&cells, cell.clone() + H::one());
        let parts: SmallVec<[H; 2]> = left.into_iter().chain(right).collect();
        let emptied = parts.is_empty().then(H::zero);
        strips.insert_many(*strip, parts.into_iter().chain(emptied));
        strips
    }
    fn score(&self, at: &Heaps<H>) -> Option<WinLoss> {
        at.iter().all(H::is_zero).then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for Crosses<H> {
    type Height = BigUint;
    fn height(&self, at: &Heaps<H>) -> BigUint {
        total(at)
    }
}

impl<H: Heap> Impartial for Crosses<H> {
    fn summands(&self, at: &Heaps<H>) -> SmallVec<[Heaps<H>; 2]> {
        single(at)
    }
}

impl<H: Heap> Lawful for Crosses<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family("crosses".into())
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        heaps_as_parts(self, at)
    }
    fn moves_of(&self, at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        breaking(self, at, step)
    }
}

impl<H: Heap> HeapGame for Crosses<H> {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn drawn_with(&self) -> Set {
        Set::Strips
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps<H>> {
        Some(heaps_of(heaps))
    }
}

/// A cross takes one cell of a strip of one, two at an end, three elsewhere; its mirror image leaves the same strips.
impl<H: Heap> TakeAndBreak for Crosses<H> {
    type Size = H;
    fn code(&self) -> &Code {
        &self.code
    }
    fn sizes<'p>(&self, at: &'p Heaps<H>) -> &'p [H] {
        at
    }
    fn breaking(
        &self,
        at: &Heaps<H>,
        strip: usize,
        taken: u64,
        left: &[H],
    ) -> SmallVec<[Cross<H>; 2]> {
        let cell = match (taken, left) {
            (3, [least, _]) => least.clone() + H::from(2),
            (3, _) => H::from(2),
            _ => H::one(),
        };
        let mirrored = at[strip].clone() - &cell + H::one();
        let mut crosses = smallvec![Cross {
            strip,
            cell: cell.clone()
        }];
        if mirrored != cell {
            crosses.push(Cross {
                strip,
                cell: mirrored,
            });
        }
        crosses
    }
}

impl<H: Heap> Notation for Crosses<H> {
    fn parse(&self, text: &str) -> Result<Heaps<H>, InputError> {
        any_heaps(text)
    }
    fn show(&self, at: &Heaps<H>) -> String {
        show_heaps(at)
    }
    fn show_move(&self, at: &Heaps<H>, Cross { strip, cell }: &Cross<H>) -> String {
        let strip = from_heap(*strip, at.len()).replacen("heap", "strip", 1);
        format!("cross {cell}{}", strip.replacen("from", "in", 1))
    }
    fn move_in_words(&self, at: &Heaps<H>, Cross { strip, cell }: &Cross<H>) -> Option<String> {
        Some(match at.len() {
            0 | 1 => format!("cross cell {cell}"),
            _ => format!("cross cell {cell} of strip {}", strip + 1),
        })
    }
}

impl<H: Heap> Entry for Crosses<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "crosses",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "",
        text: text("crosses"),
        notation: "the lengths of the strips of cells that are still free to cross, like 6 or 6,3",
        example: Example::at("6,3"),
        sources: &["Berlekamp, Conway and Guy, Winning Ways, chapter 4"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Crosses<BigUint>>();
    }
}

declares!(Crosses: impartial, loopfree, take_and_break, lawful, heaps);
declares!(Crosses<BigUint>: take_and_break, lawful);
