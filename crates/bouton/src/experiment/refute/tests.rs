//! The way through heap positions, on a game of a few lines: any number of heaps, take 1, 2 or 3 from one of them.

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, needed};
use bouton_core::game::{Alternating, Game, HeapGame, Loopfree};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{InputError, Notation, Powers, WinLoss};

use super::*;
use crate::menu::Menu;
use crate::room::{Door, Room};

#[derive(Debug, PartialEq)]
struct ThreeAtMost;

impl Game for ThreeAtMost {
    type Position = Vec<u64>;
    /// The heap and the number taken from it.
    type Move = (usize, u64);
}

impl Alternating for ThreeAtMost {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Vec<u64>) -> impl Iterator<Item = (usize, u64)> + use<'g> {
        let heaps = at.clone().into_iter().enumerate();
        heaps.flat_map(|(heap, size)| (1..=size.min(3)).map(move |taken| (heap, taken)))
    }
    fn play(&self, at: &Vec<u64>, (heap, taken): &(usize, u64)) -> Vec<u64> {
        let mut left = at.clone();
        left[*heap] -= taken;
        left
    }
    fn score(&self, at: &Vec<u64>) -> Option<WinLoss> {
        at.iter().all(|size| *size == 0).then_some(WinLoss::Loss)
    }
}

impl Loopfree for ThreeAtMost {
    type Height = u64;
    fn height(&self, at: &Vec<u64>) -> u64 {
        at.iter().sum()
    }
}

impl HeapGame for ThreeAtMost {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn with_heaps(&self, heaps: &[u64]) -> Option<Vec<u64>> {
        Some(heaps.to_vec())
    }
}

impl Notation for ThreeAtMost {
    fn parse(&self, text: &str) -> Result<Vec<u64>, InputError> {
        let sizes: Result<_, _> = text.split(',').map(str::parse).collect();
        sizes.map_err(|_| InputError::new("expected heap sizes", text, 0..text.len()))
    }
    fn show(&self, at: &Vec<u64>) -> String {
        let sizes: Vec<_> = at.iter().map(u64::to_string).collect();
        sizes.join(",")
    }
    fn show_move(&self, _at: &Vec<u64>, (heap, taken): &(usize, u64)) -> String {
        format!("take {taken} from heap {heap}")
    }
}

impl Strategies for ThreeAtMost {
    type Strategy = &'static str;
    const STRATEGIES: &'static [StrategyCard<'static>] = &[];
    fn strategy(&self, name: &str) -> Result<&'static str, InputError> {
        let known = ["take-one", "mirror", "multiple-of-four"];
        let found = known.into_iter().find(|known| *known == name);
        found.ok_or_else(|| InputError::new("no such strategy", name, 0..name.len()))
    }
    fn allowed(&self, strategy: &&'static str, at: &Vec<u64>) -> Vec<(usize, u64)> {
        let leaves_equal = |left: &[u64]| left.len() == 2 && left[0] == left[1];
        let is_allowed = |mv: &(usize, u64)| match *strategy {
            "take-one" => mv.1 == 1,
            "mirror" => leaves_equal(&self.play(at, mv)),
            _ => at.len() == 1 && self.play(at, mv)[0].is_multiple_of(4),
        };
        self.moves(at).filter(is_allowed).collect()
    }
}

impl Entry for ThreeAtMost {
    const CARD: Card = Card {
        name: "three-at-most",
        aliases: &[],
        parameters: "",
        rules: "Take 1, 2 or 3 from a heap.",
        notation: "heap sizes",
        example: Example {
            parameters: "",
            position: "5",
        },
        sources: &[],
    };
    fn open(_: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let at = Self.parse(needed(position, "heap sizes")?);
        Ok((Self, at.map_err(OpenError::Position)?))
    }
    fn powers(powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.heaps();
        powers.strategies();
    }
}

fn hunt(strategy: &str, up_to: u64, piles: usize) -> Refutation {
    let door = Door {
        open: Box::new(|position| ThreeAtMost::open(None, Some(position))),
        menu: || Menu::gather(ThreeAtMost::powers),
    };
    let mut room = Room::new("three-at-most", (ThreeAtMost, vec![5]), false, door);
    let search = Search {
        heaps: Heaps { up_to, piles },
        ..Search::default()
    };
    refute(&mut room, strategy, &search, &How::default()).unwrap()
}

#[test]
fn the_smallest_heaps_come_first() {
    // Taking one is right at 1, at 1,1 (lost anyway), and wrong at 2.
    let found = hunt("take-one", 20, 3);
    let counterexample = Counterexample {
        position: "2".into(),
        name: "take 1 from heap 0".into(),
        best: vec!["take 2 from heap 0".into()],
    };
    assert_eq!(found, Refutation::found(3, counterexample));
}

#[test]
fn a_strategy_that_stands_is_counted_where_it_speaks() {
    // Sizes 1 to 20 that are no multiples of four.
    assert_eq!(hunt("multiple-of-four", 20, 1), Refutation::stands(15));
    // Two heaps that differ by 1, 2 or 3: 9 + 8 + 7 pairs of sizes from 1 to 10.
    assert_eq!(hunt("mirror", 10, 2), Refutation::stands(24));
}

#[test]
fn an_unknown_strategy_is_refused() {
    let mut session = crate::open("wythoff", Some("1,2"), false).unwrap();
    let refused = refute(
        &mut *session,
        "no-such",
        &Search::default(),
        &How::default(),
    );
    assert!(matches!(
        refused,
        Err(Error::Unfit(_) | Error::Input { .. })
    ));
}
