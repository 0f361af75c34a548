//! Grossman's Euclid: two heaps; subtract a positive multiple of the smaller from the larger, so that it stays positive. The
//! last to move wins: play is over at equal heaps.
//!
//! A position is the two sizes, each 1 or more: `34,12`.
//!
//! The Grundy value of x,y is ⌊|x/y − y/x|⌋ (Nivasch 2006): the player to move loses if and only if the ratio of the heaps is
//! below φ, the golden ratio, as in [`Euclid`](super::Euclid) save for equal heaps.
//!
//! Sources: J. W. Grossman, A nim-type game, problem 1537, Mathematics Magazine 70 (1997), 382; G. Nivasch, The Sprague–Grundy
//! function of the game Euclid, Discrete Mathematics 306 (2006), 2798–2800.

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, plain};
use bouton_core::game::{Alternating, Closed, ClosedForm, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{from_heap, show_heaps, total};
use bouton_core::scene::Set;
use bouton_core::{InputError, Notation, Reason, WinLoss, declares};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::{Take, two_heaps};

/// The rules, without parameters.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrossmanEuclid;

/// The larger heap, the other one, and the smaller size.
fn larger(at: &[u64; 2]) -> (usize, u64) {
    (usize::from(at[0] < at[1]), at[0].min(at[1]))
}

fn grundy(at: &[u64; 2]) -> BigUint {
    let [a, b] = at.map(BigUint::from);
    let (large, small) = (a.clone().max(b.clone()), a.min(b));
    (&large * &large - &small * &small) / (large * small)
}

impl Game for GrossmanEuclid {
    type Position = [u64; 2];
    type Move = Take;
    fn canonical(&self, [a, b]: [u64; 2]) -> [u64; 2] {
        [a.min(b), a.max(b)]
    }
    fn merged(&self, at: [u64; 2]) -> [u64; 2] {
        self.canonical(at)
    }
    fn tokens(&self, at: &[u64; 2]) -> Option<BigUint> {
        Some(total(at))
    }
}

impl Alternating for GrossmanEuclid {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &[u64; 2]) -> impl Iterator<Item = Take> + use<'g> {
        let (heap, small) = larger(at);
        let times = 1..=(at[heap] - 1) / small;
        times.map(move |times| Take {
            heap,
            number: times * small,
        })
    }
    fn play(&self, at: &[u64; 2], Take { heap, number }: &Take) -> [u64; 2] {
        let mut at = *at;
        at[*heap] -= number;
        at
    }
    fn score(&self, [a, b]: &[u64; 2]) -> Option<WinLoss> {
        (a == b).then_some(WinLoss::Loss)
    }
}

impl Loopfree for GrossmanEuclid {
    type Height = BigUint;
    fn height(&self, at: &[u64; 2]) -> BigUint {
        total(at)
    }
}

impl Impartial for GrossmanEuclid {}

impl HeapGame for GrossmanEuclid {
    const HEAPS: Option<usize> = Some(2);
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<[u64; 2]> {
        let heaps: [u64; 2] = heaps.try_into().ok()?;
        (!heaps.contains(&0)).then_some(heaps)
    }
    fn drawn_with(&self) -> Set {
        Set::Rectangle
    }
}

impl ClosedForm for GrossmanEuclid {
    fn closed_form(&self, at: &[u64; 2]) -> Closed<Self> {
        let (heap, small) = larger(at);
        let most = (at[heap] - 1) / small;
        // Only the two lowest sizes that the larger heap can get may have a ratio below φ.
        let takes = (most.saturating_sub(1).max(1)..=most).map(|times| Take {
            heap,
            number: times * small,
        });
        let winning = takes.filter(|mv| grundy(&self.play(at, mv)) == BigUint::ZERO);
        let words = match grundy(at) == BigUint::ZERO {
            true => "the larger heap is less than φ = 1.618… times the smaller",
            false => "the larger heap is more than φ = 1.618… times the smaller",
        };
        let reason = Reason::Law(words.into());
        Closed::by_winning_moves(winning.collect(), Some(most.into()), reason)
            .with_grundy(grundy(at))
    }
}

impl Notation for GrossmanEuclid {
    fn parse(&self, text: &str) -> Result<[u64; 2], InputError> {
        let heaps = two_heaps(text, "34,12")?;
        match heaps.contains(&0) {
            true => Err(InputError::whole("expected heaps of 1 or more", text)),
            false => Ok(heaps),
        }
    }
    fn show(&self, at: &[u64; 2]) -> String {
        show_heaps(at)
    }
    fn show_move(&self, _at: &[u64; 2], Take { heap, number }: &Take) -> String {
        format!("subtract {number}{}", from_heap(*heap, 2))
    }
}

impl Entry for GrossmanEuclid {
    type Game = Self;
    const CARD: Card = Card {
        name: "grossman-euclid",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "",
        text: text("grossman-euclid"),
        notation: "two heap sizes of 1 or more, like 34,12",
        example: Example::at("34,12"),
        sources: &[
            "J. W. Grossman, A nim-type game, problem 1537, Mathematics Magazine 70 (1997)",
            "G. Nivasch, The Sprague–Grundy function of the game Euclid, Discrete Mathematics 306 (2006)",
        ],
    };
    const TO_PLAY: Option<Example> = Some(Example::at("20,13"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
}

declares!(GrossmanEuclid: impartial, loopfree, closed_form, heaps);
