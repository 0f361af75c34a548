//! Wythoff's game: two heaps; take any positive number from one heap, or the same number from both. The last
//! to move wins. In R-Wythoff only the larger heap may be lowered alone.
//!
//! A position is the two sizes: `75,90`.
//!
//! The lost positions are (⌊kφ⌋, ⌊kφ²⌋) for k = 0, 1, 2 …, φ the golden ratio (Wythoff 1907): (0,0), (1,2), (3,5),
//! (4,7) … Those of R-Wythoff are the same (Ho 2012). Since ⌊kφ⌋ = ⌊(k + ⌊√(5k²)⌋) / 2⌋, integers suffice.
//!
//! ```
//! use bouton_core::{game::{Alternating, ClosedForm}, score::WinLoss};
//! use bouton_games::heaps::Wythoff;
//! let game = Wythoff::<u64>::default();
//! assert_eq!(game.closed_form(&[24, 39]).score, WinLoss::Loss);
//! assert_eq!(game.closed_form(&[75, 90]).score, WinLoss::Win);
//! ```
//!
//! Sources: W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907), 199–202; N. B. Ho, Two
//! variants of Wythoff's game preserving its P-positions, Journal of Combinatorial Theory A 119 (2012), 1302–1314.

use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, Visitor, plain};
use bouton_core::game::{Alternating, Closed, ClosedForm, Game, HeapGame, Impartial, Loopfree};
use bouton_core::heaps::{Heap, from_heap, parse_heaps, show_heaps, takes, total};
use bouton_core::scene::{Drawn, Figure, Scene, Slope};
use bouton_core::{
    Declares, Formulas, InputError, Lawful, Notation, Reason, Step, WinLoss, declares,
};
use bouton_texts::text;
use num_bigint::BigUint;

use super::taking::brief;

/// The rules of one of the two games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wythoff<H = u64> {
    /// Whether only the larger heap may be lowered alone.
    keeps_smaller: bool,
    heaps: PhantomData<H>,
}

impl<H: Heap> Wythoff<H> {
    /// The largest number that may be taken from the first heap alone, and from the second.
    fn alone([a, b]: &[H; 2], keeps_smaller: bool) -> [H; 2] {
        let most = |heap: &H, other: &H| match keeps_smaller && heap < other {
            true => H::zero(),
            false => heap.clone(),
        };
        [most(a, b), most(b, a)]
    }
}

/// Takes `number` tokens from `from`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Take<H> {
    /// None: from both.
    from: Option<usize>,
    number: H,
}

bouton_core::packs!(<H: Heap> Take<H> { from, number });

impl<H: Heap> Game for Wythoff<H> {
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

impl<H: Heap> Alternating for Wythoff<H> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &[H; 2]) -> impl Iterator<Item = Take<H>> + use<'g, H> {
        let phase = |from, most: H| takes(most).map(move |number| Take { from, number });
        let [first, second] = Self::alone(at, self.keeps_smaller);
        let [a, b] = at;
        phase(Some(0), first)
            .chain(phase(Some(1), second))
            .chain(phase(None, a.min(b).clone()))
    }
    fn play(&self, [a, b]: &[H; 2], Take { from, number }: &Take<H>) -> [H; 2] {
        let taken = |heap: &H| heap.clone() - number;
        match from {
            Some(0) => [taken(a), b.clone()],
            Some(_) => [a.clone(), taken(b)],
            None => [taken(a), taken(b)],
        }
    }
    fn score(&self, [a, b]: &[H; 2]) -> Option<WinLoss> {
        (a.is_zero() && b.is_zero()).then_some(WinLoss::Loss)
    }
}

impl<H: Heap> Loopfree for Wythoff<H> {
    type Height = BigUint;
    fn height(&self, at: &[H; 2]) -> BigUint {
        total(at)
    }
}

impl<H: Heap> Impartial for Wythoff<H> {}

impl<H: Heap> Lawful for Wythoff<H> {
    fn formulas(&self) -> Formulas {
        Formulas::Family(match self.keeps_smaller {
            true => "r-wythoff".into(),
            false => "wythoff".into(),
        })
    }
    fn tuples(&self, at: &Self::Position) -> Vec<Vec<BigUint>> {
        vec![at.iter().map(Heap::big).collect()]
    }
    fn moves_of(&self, _at: &Self::Position, step: &Step) -> Vec<Self::Move> {
        let from = match step.number {
            2 => None,
            heap => Some(heap),
        };
        step.chosen()
            .map(|[number]| Take { from, number })
            .into_iter()
            .collect()
    }
}

impl<H: Heap> HeapGame for Wythoff<H> {
    const HEAPS: Option<usize> = Some(2);
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<[H; 2]> {
        match heaps {
            [a, b] => Some([H::from_big(&(*a).into())?, H::from_big(&(*b).into())?]),
            _ => None,
        }
    }
}

impl<H: Heap> Drawn for Wythoff<H> {
    fn scene(&self, at: &[H; 2]) -> Scene {
        Scene::of(Figure::Heaps(at.iter().map(Heap::big).collect()))
    }
    fn family(&self, [a, b]: &[H; 2]) -> Option<String> {
        (a.is_zero() != b.is_zero()).then(|| "(0, n)".into())
    }
    fn slopes(&self) -> Vec<Slope> {
        let phi = (1.0 + 5f64.sqrt()) / 2.0;
        let line = |rise, label| Slope { rise, label };
        vec![line(phi, "slope φ"), line(1.0 / phi, "slope 1/φ")]
    }
}

/// ⌊kφ⌋.
fn lower(k: &BigUint) -> BigUint {
    (k + (5u32 * k * k).sqrt()) >> 1
}

/// The heap that makes a lost pair with `heap`, and the number k of that pair. Every heap has exactly one, since the two
/// Beatty sequences partition the positive integers.
fn partner(heap: &BigUint) -> (BigUint, BigUint) {
    let k = lower(heap) - heap + 1u32;
    if *heap == BigUint::ZERO {
        (BigUint::ZERO, BigUint::ZERO)
    } else if lower(&k) == *heap {
        (heap + &k, k)
    } else {
        let k = 2u32 * heap - lower(heap);
        (heap - &k, k)
    }
}

impl<H: Heap> ClosedForm for Wythoff<H> {
    fn closed_form(&self, at: &[H; 2]) -> Closed<Self> {
        let [a, b] = at.each_ref().map(H::big);
        let [first, second] = Self::alone(at, self.keeps_smaller).map(|most| most.big());
        let difference = if a < b { &b - &a } else { &a - &b };
        let mut winning = Vec::new();
        let mut pairs = Vec::new();
        let mut take = |from, heap: &BigUint, left: BigUint, k: BigUint| {
            if let Some(number) = (left < *heap)
                .then(|| H::from_big(&(heap - &left)))
                .flatten()
            {
                winning.push(Take { from, number });
                pairs.push(k);
            }
        };
        let ((left_a, k_a), (left_b, k_b)) = (partner(&b), partner(&a));
        // A heap that may not be lowered alone counts as empty.
        take(Some(0), &first, left_a, k_a);
        take(Some(1), &second, left_b, k_b);
        take(None, (&a).min(&b), lower(&difference), difference.clone());
        let moves = first + second + (&a).min(&b);
        Closed::by_winning_moves(
            winning,
            Some(moves),
            Reason::Law(reason(&difference, pairs)),
        )
    }
}

/// The lost pair that the heaps are, or the lost pairs that can be reached, by their k.
fn reason(difference: &BigUint, mut reached: Vec<BigUint>) -> String {
    if reached.is_empty() {
        return format!(
            "the heaps are the lost pair (⌊kφ⌋, ⌊kφ²⌋) with k = {}",
            brief(difference)
        );
    }
    reached.sort();
    reached.dedup();
    let pairs = reached.iter().map(|k| {
        let pair = [lower(k), lower(k) + k].map(|heap| brief(&heap));
        format!("({}) with k = {}", pair.join(", "), brief(k))
    });
    format!(
        "a move leads to the lost pair (⌊kφ⌋, ⌊kφ²⌋) = {}",
        pairs.collect::<Vec<_>>().join(" or ")
    )
}

impl<H: Heap> Notation for Wythoff<H> {
    fn parse(&self, text: &str) -> Result<[H; 2], InputError> {
        let heaps = parse_heaps::<H>(text)?;
        let found = heaps.len();
        <[H; 2]>::try_from(heaps.into_vec()).map_err(|_| {
            InputError::whole(
                format!("expected two heaps like 75,90, found {found}"),
                text,
            )
        })
    }
    fn show(&self, at: &[H; 2]) -> String {
        show_heaps(at)
    }
    fn show_move(&self, _at: &[H; 2], Take { from, number }: &Take<H>) -> String {
        match from {
            Some(heap) => format!("take {number}{}", from_heap(*heap, 2)),
            None => format!("take {number} from both"),
        }
    }
}

impl<H: Heap> Entry for Wythoff<H>
where
    Self: Declares,
{
    type Game = Self;
    const CARD: Card = Card {
        name: "wythoff",
        kind: Kind::Heaps,
        aliases: &[("wythoff-nim", ""), ("queens", "")],
        parameters: "",
        text: text("wythoff"),
        notation: "two heap sizes",
        example: Example::at("75,90"),
        sources: &[
            "W. A. Wythoff, A modification of the game of nim, Nieuw Archief voor Wiskunde 7 (1907)",
        ],
    };
    const TO_PLAY: Option<Example> = Some(Example::at("5,8"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<Wythoff<BigUint>>();
    }
}

/// R-Wythoff.
#[derive(Debug)]
pub struct RWythoff<H = u64>(PhantomData<H>);

impl<H: Heap> Entry for RWythoff<H>
where
    Wythoff<H>: Declares,
{
    type Game = Wythoff<H>;
    const CARD: Card = Card {
        name: "r-wythoff",
        aliases: &[],
        text: text("r-wythoff"),
        example: Example::at("75,122"),
        sources: &[
            "N. B. Ho, Two variants of Wythoff's game preserving its P-positions, Journal of Combinatorial Theory A 119 (2012)",
        ],
        ..Wythoff::<u64>::CARD
    };
    const TO_PLAY: Option<Example> = Some(Example::at("5,8"));
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<Self::Game>, OpenError> {
        let (game, at) = Wythoff::open(parameters, position)?;
        let keeps_smaller = true;
        Ok((
            Wythoff {
                keeps_smaller,
                ..game
            },
            at,
        ))
    }
    fn beyond_64_bits(visitor: &mut impl Visitor) {
        visitor.game::<RWythoff<BigUint>>();
    }
}

declares!(Wythoff: impartial, loopfree, closed_form, lawful, heaps, look);
declares!(Wythoff<BigUint>: misere, closed_form, lawful);
