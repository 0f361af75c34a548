//! Poset games: take an element of an order and all elements above it. The last to move wins. In the game of divisors the
//! elements are the divisors of a number other than 1; each is above those that divide it.

use super::board::numbers;
use super::graph::Graph;
use super::{Named, Position, Rules, Step};

/// An edge leads from an element to one below it.
struct Poset {
    order: Graph,
    is_listed: bool,
}

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let order = Graph::read(named.position)?.one_way()?;
    let poset = Poset {
        order,
        is_listed: false,
    };
    match (0..poset.order.count()).any(|element| poset.is_above(element, element)) {
        true => Err("expected an order, in which no element is above itself".into()),
        false => Ok(Box::new(poset)),
    }
}

/// Numbers whose divisors can be found by trying.
const LARGEST: i64 = 1 << 20;

pub(super) fn divisors(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let number = numbers(named.parameters.unwrap_or(""))?;
    let [number @ 2..=LARGEST] = number[..] else {
        return Err(format!("expected a number from 2 to {LARGEST}"));
    };
    let all: Vec<i64> = (2..=number)
        .filter(|divisor| number % divisor == 0)
        .collect();
    let mut items: Vec<String> = all.iter().map(i64::to_string).collect();
    for high in &all {
        let low = all.iter().filter(|low| *low < high && high % *low == 0);
        items.extend(low.map(|low| format!("{high}>{low}")));
    }
    Ok(Box::new(Poset {
        order: Graph::read(&items.join(","))?,
        is_listed: true,
    }))
}

impl Poset {
    /// Whether a chain of pairs leads from one element down to another.
    fn is_above(&self, high: usize, low: usize) -> bool {
        let (mut seen, mut next) = (vec![high], 0);
        while next < seen.len() {
            for below in self.order.near(seen[next]) {
                if below == low {
                    return true;
                }
                if !seen.contains(&below) {
                    seen.push(below);
                }
            }
            next += 1;
        }
        false
    }
}

impl Rules for Poset {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for element in (0..at.len()).filter(|element| at[*element] == 1) {
            let is_taken = |other: usize| other == element || self.is_above(other, element);
            let left = (0..at.len()).map(|other| at[other] * i64::from(!is_taken(other)));
            see(left.collect::<Position>().into());
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let left = match self.is_listed {
            false => self.order.part(text)?,
            true => {
                let mut left = vec![false; self.order.count()];
                for name in text.split(',').filter(|name| !name.trim().is_empty()) {
                    let element = self.order.number(name);
                    left[element.ok_or("expected divisors of the number")?] = true;
                }
                left
            }
        };
        let lacks = |low: usize| {
            let mut higher = (0..left.len()).filter(|high| left[*high]);
            !left[low] && higher.any(|high| self.is_above(high, low))
        };
        match (0..left.len()).any(lacks) {
            true => Err("expected all elements below those that are left".into()),
            false => Ok(left.into_iter().map(i64::from).collect()),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        let left: Vec<bool> = at.iter().map(|element| *element == 1).collect();
        match self.is_listed {
            true => self
                .order
                .list((0..left.len()).filter(|element| left[*element])),
            false => self.order.show(&left),
        }
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
