//! Nim on a hypergraph: choose one of the given sets of heaps and take at least one token from each heap in it. In Moore's
//! Nim the sets are all those of at most so many heaps. The last to move wins.

use super::board::listed as shown;
use super::heaps::read;
use super::{Named, Position, Rules, Step};

/// Whether tokens may be taken from exactly these heaps.
type IsSet = dyn Fn(&[usize]) -> bool;

struct Nim {
    is_set: Box<IsSet>,
    /// The number of heaps, if it is given.
    heaps: Option<usize>,
}

/// Every way to take from all heaps is examined: with more tokens there are too many.
const MOST: i64 = 1 << 10;
const MOST_HEAPS: usize = 16;

pub(super) fn listed(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let place = |text: &str| {
        let number = text
            .parse::<usize>()
            .ok()
            .filter(|n| (1..=MOST_HEAPS).contains(n));
        number.ok_or_else(|| format!("expected sets of heaps from 1 to {MOST_HEAPS} like 1-2,2-3"))
    };
    let mut sets = Vec::new();
    for item in named.parameters.unwrap_or("").split(',') {
        let set: Result<Vec<usize>, String> = item.split('-').map(place).collect();
        let mut set = set?;
        set.sort_unstable();
        set.dedup();
        sets.push(set);
    }
    let heaps = sets.iter().flatten().max().copied();
    let numbered = |set: &[usize]| set.iter().map(|place| place + 1).collect::<Vec<_>>();
    Ok(Box::new(Nim {
        is_set: Box::new(move |set| sets.contains(&numbered(set))),
        heaps,
    }))
}

pub(super) fn moore(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let most = named.parameters.and_then(|text| text.parse::<usize>().ok());
    let most = most
        .filter(|most| *most > 0)
        .ok_or("expected a number of heaps")?;
    Ok(Box::new(Nim {
        is_set: Box::new(move |set| set.len() <= most),
        heaps: None,
    }))
}

impl Rules for Nim {
    /// All smaller lists, of which those are moves that are smaller in a set of heaps.
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let mut to = vec![0; at.len()];
        loop {
            let smaller: Vec<usize> = (0..at.len()).filter(|heap| to[*heap] < at[*heap]).collect();
            if !smaller.is_empty() && (self.is_set)(&smaller) {
                see(to.clone().into());
            }
            let Some(next) = (0..at.len()).find(|heap| to[*heap] < at[*heap]) else {
                return;
            };
            to[next] += 1;
            to[..next].fill(0);
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let heaps = read(text, MOST)?;
        match heaps.len() <= MOST_HEAPS && self.heaps.is_none_or(|count| heaps.len() == count) {
            true => Ok(heaps),
            false => Err("expected as many heaps as the sets name".to_owned()),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        match at {
            [] => "0".into(),
            at => shown(at),
        }
    }

    /// In Moore's Nim the order does not matter.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let mut heaps = at.to_vec();
        if self.heaps.is_none() {
            heaps.retain(|heap| *heap > 0);
            heaps.sort_unstable();
        }
        heaps
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
