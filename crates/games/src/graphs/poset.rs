//! Poset games: take an element of a finite order together with all elements above it; the last to move wins. The game of
//! divisors (Schuh) is played on the divisors of a number other than 1, ordered by divisibility.
//!
//! A position is the order that is left: `b>a` where b is above a, and elements without such a pair; `c>b,b>a,d`. Pairs
//! that follow from others may be left out. A position of `divisors:72` is the list of the numbers left. A move names the
//! element.
//!
//! A chain of n elements is a heap of n tokens; Chomp is the poset game of a product of two chains without its least
//! element. An order with a greatest element is won by the first player, who has a winning move or else takes that element.
//!
//! Sources: F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952); A. E. Brouwer, The game of Chomp; S. A.
//! Fenner, J. Rogers, Combinatorial game complexity: an introduction with poset games, Bulletin of the EATCS 116 (2015).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed, no_parameters};
use bouton_core::notation::items;
use bouton_core::scene::{Cell, Deed, Drawn, Scene};
use bouton_core::{
    Alternating, Game, Impartial, InputError, Loopfree, Notation, WinLoss, declares,
};
use bouton_texts::text;
use smallvec::{SmallVec, smallvec};

use super::graph::{Graph, Points, members};

/// The rules: the full order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Poset {
    /// An edge leads from an element to one below it.
    order: Graph,
    /// The elements above each, with itself.
    above: Vec<Points>,
    /// Whether positions are written as lists of elements, because the names tell their order.
    is_listed: bool,
}

impl Poset {
    /// The order of a graph; the element that is above itself if there is one.
    fn of(order: Graph, is_listed: bool) -> Result<Self, usize> {
        let count = order.all().count_ones() as usize;
        let mut below: Vec<Points> = (0..count).map(|element| order.next(element)).collect();
        // Each round doubles the length of the chains that are seen, which have at most 64 elements.
        for _ in 0..6 {
            for element in 0..count {
                let further = members(below[element]).fold(0, |set, other| set | below[other]);
                below[element] |= further;
            }
        }
        if let Some(element) = (0..count).find(|element| below[*element] >> element & 1 == 1) {
            return Err(element);
        }
        let above = |element: usize| {
            let higher = (0..count).filter(|other| below[*other] >> element & 1 == 1);
            higher.fold(1 << element, |set, other| set | 1 << other)
        };
        Ok(Self {
            above: (0..count).map(above).collect(),
            order,
            is_listed,
        })
    }

    /// The elements that a list names, if none lacks an element below it.
    fn listed(&self, text: &str) -> Result<Points, InputError> {
        let mut left = 0;
        for (span, item) in items(text) {
            let element = self.order.point(item).ok_or_else(|| {
                let message = format!("expected elements that the game begins with, found {item}");
                InputError::new(message, text, span)
            })?;
            left |= 1 << element;
        }
        let lacking = members(self.order.all() & !left).find(|low| self.above[*low] & left != 0);
        match lacking.map(|low| (low, members(self.above[low] & left).next())) {
            Some((low, Some(high))) => {
                let (low, high) = (self.order.name(low), self.order.name(high));
                Err(InputError::whole(
                    format!("expected {low} too, which is below {high}"),
                    text,
                ))
            }
            _ => Ok(left),
        }
    }
}

impl Game for Poset {
    /// The elements that are left.
    type Position = Points;
    /// The element taken.
    type Move = usize;
    fn key(&self, left: &Points) -> Option<u64> {
        Some(*left)
    }
    fn tokens(&self, left: &Points) -> Option<num_bigint::BigUint> {
        Some(left.count_ones().into())
    }
}

impl Alternating for Poset {
    type Score = WinLoss;
    fn moves<'g>(&'g self, left: &Points) -> impl Iterator<Item = usize> + use<'g> {
        members(*left)
    }
    fn play(&self, left: &Points, element: &usize) -> Points {
        left & !self.above[*element]
    }
    fn score(&self, left: &Points) -> Option<WinLoss> {
        (*left == 0).then_some(WinLoss::Loss)
    }
}

impl Loopfree for Poset {
    type Height = u32;
    fn height(&self, left: &Points) -> u32 {
        left.count_ones()
    }
}

impl Impartial for Poset {
    /// Elements that no chain of pairs joins are independent.
    fn summands(&self, left: &Points) -> SmallVec<[Points; 2]> {
        match *left {
            0 => smallvec![0],
            left => self.order.parts(left).collect(),
        }
    }
}

impl Notation for Poset {
    fn parse(&self, text: &str) -> Result<Points, InputError> {
        match self.is_listed {
            true => self.listed(text),
            false => {
                let left = self.order.parse_part(text)?;
                self.listed(&self.names(left))
                    .map_err(|error| InputError::whole(error.message(), text))
            }
        }
    }
    fn show(&self, left: &Points) -> String {
        match self.is_listed {
            true => self.names(*left),
            false => self.order.show(*left),
        }
    }
    fn show_move(&self, _left: &Points, element: &usize) -> String {
        self.order.name(*element).to_owned()
    }
    fn move_in_words(&self, left: &Points, element: &usize) -> Option<String> {
        let taken = (left & self.above[*element]).count_ones() - 1;
        let name = self.order.name(*element);
        Some(match taken {
            0 => format!("take {name}"),
            1 => format!("take {name} and the one above it"),
            _ => format!("take {name} and the {taken} above it"),
        })
    }
}

impl Poset {
    fn names(&self, left: Points) -> String {
        let names = members(left).map(|element| self.order.name(element));
        names.collect::<Vec<_>>().join(",")
    }
}

impl Drawn for Poset {
    fn scene(&self, left: &Points) -> Scene {
        Scene::of(self.order.figure(*left, |_| Cell::Empty))
    }
    fn deed(&self, left: &Points, element: &usize) -> Option<Deed> {
        let gone = left & self.above[*element];
        Some(Deed::leaving(members(gone).map(|one| self.order.part(one))))
    }
}

impl Entry for Poset {
    type Game = Self;
    const CARD: Card = Card {
        name: "poset",
        kind: Kind::Graphs,
        aliases: &[("poset-game", "")],
        parameters: "",
        text: text("poset"),
        notation: "pairs, the higher element first, and elements without a pair: b>a,c>a,d",
        example: Example::at("b>a,c>a,d>b,d>c,e>c"),
        sources: &[
            "S. A. Fenner, J. Rogers, Combinatorial game complexity: an introduction with poset games, Bulletin of the EATCS 116 (2015)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let text = needed(position, Self::CARD.notation)?;
        let refused = |message: String| OpenError::Position(InputError::whole(message, text));
        let order = Graph::parse(text).map_err(OpenError::Position)?;
        if order.has_edge_both_ways() {
            let message = "expected pairs like b>a: edges like a-b do not apply here";
            return Err(refused(message.to_owned()));
        }
        let all = order.all();
        let names = order.clone();
        let game = Self::of(order, false).map_err(|element| {
            let name = names.name(element);
            refused(format!("expected an order, found {name} above itself"))
        })?;
        Ok((game, all))
    }
}

/// The game of divisors.
#[derive(Debug)]
pub struct Divisors;

/// The largest number whose divisors are listed by trying.
const LARGEST: u64 = 1 << 40;

/// The divisors of a number, other than 1, in ascending order.
fn divisors(number: u64) -> Vec<u64> {
    let small = (1..=number.isqrt()).filter(|divisor| number.is_multiple_of(*divisor));
    let mut all: Vec<u64> = small.flat_map(|small| [small, number / small]).collect();
    all.sort_unstable();
    all.dedup();
    all.retain(|divisor| *divisor > 1);
    all
}

impl Entry for Divisors {
    type Game = Poset;
    const CARD: Card = Card {
        name: "divisors",
        kind: Kind::Graphs,
        aliases: &[],
        parameters: "a number, like divisors:72",
        text: text("divisors"),
        notation: "the numbers left, like 2,3,4,6",
        example: Example::new("72", "2,3,4,6,8,9,12,18,24,36,72"),
        sources: &["F. Schuh, Spel van delers, Nieuw Tijdschrift voor Wiskunde 39 (1952)"],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Poset>, OpenError> {
        let text = parameters.unwrap_or("").trim();
        let refused = |message: String| OpenError::Parameters(InputError::whole(message, text));
        let number = text
            .parse()
            .ok()
            .filter(|number| (2..=LARGEST).contains(number));
        let number = number.ok_or_else(|| {
            refused(format!(
                "expected a number from 2 to {LARGEST}, like divisors:72"
            ))
        })?;
        let all = divisors(number);
        if all.len() > 64 {
            let found = all.len();
            return Err(refused(format!(
                "expected a number with at most 64 divisors besides 1, found {found}"
            )));
        }
        // The divisors of a divisor are among them.
        let is_prime = |quotient: u64| {
            let mut smaller = all.iter().take_while(|divisor| **divisor < quotient);
            quotient > 1 && smaller.all(|divisor| !quotient.is_multiple_of(*divisor))
        };
        let mut items: Vec<String> = all.iter().map(u64::to_string).collect();
        for high in &all {
            let next = |low: &&u64| {
                let quotient = high / **low;
                high.is_multiple_of(**low) && is_prime(quotient)
            };
            items.extend(all.iter().filter(next).map(|low| format!("{high}>{low}")));
        }
        let order = Graph::parse(&items.join(",")).map_err(OpenError::Parameters)?;
        let game = Poset::of(order, true).map_err(|_| refused("expected an order".into()))?;
        let at = match position {
            Some(text) => game.parse(text).map_err(OpenError::Position)?,
            None => game.order.all(),
        };
        Ok((game, at))
    }
}

declares!(Poset: impartial, loopfree, misere, look);
