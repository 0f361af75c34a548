//! Nim on a hypergraph: the parameter lists sets of heaps; a move chooses one of the sets and takes at least one token from
//! each heap in it. In Moore's Nim the sets are all those of at most k heaps. The last to move wins.
//!
//! A position is the list of sizes: `3,4,5`. The sets are separated by commas: `hypergraph-nim:1-2,2-3,3` lets a move take
//! from heaps 1 and 2, from 2 and 3, or from 3 alone. `moores-nim:2` takes from one or two heaps. A move says how many
//! tokens it takes from which heaps.
//!
//! Moore's Nim: a position is lost if and only if in each binary digit the number of heaps with a 1 there is divisible by
//! k + 1.
//!
//! Sources: E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910); E. Boros, V. Gurvich,
//! N. B. Ho, K. Makino, P. Mursic, Impartial games with decreasing Sprague–Grundy function and their hypergraph compound,
//! International Journal of Game Theory 53 (2024).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed};
use bouton_core::game::HeapGame;
use bouton_core::heaps::{Heaps, parse_heaps, show_heaps, sorted, spilled, total};
use bouton_core::notation::items;
use bouton_core::{
    Alternating, Declares, Game, Impartial, InputError, Loopfree, Notation, Powers, WinLoss,
};
use num_bigint::BigUint;
use smallvec::SmallVec;

use super::taking::and;

/// A set of heaps, by their numbers from 0.
type Places = u64;

/// The sets of heaps that a move may take from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Sets {
    /// These, of so many heaps.
    Listed(Vec<Places>, usize),
    /// All of at most so many heaps.
    UpTo(usize),
}

/// The rules: the sets of heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HypergraphNim(Sets);

/// The number of tokens taken from each heap; at least one from some.
pub type Takes = SmallVec<[u64; 4]>;

/// The most heaps.
const MOST: usize = 64;

/// The most sets of heaps that Moore's Nim lists at a position.
const MOST_SETS: u128 = 1 << 16;

/// The sets of 1 to `most` of `all` heaps.
fn sets_up_to(most: usize, all: usize) -> u128 {
    let (mut sum, mut choices) = (0, 1u128);
    for count in 1..=most.min(all) {
        choices = choices * (all + 1 - count) as u128 / count as u128;
        sum += choices;
    }
    sum
}

impl Sets {
    /// The sets of nonempty heaps that a move may take from.
    fn within(&self, heaps: &[u64]) -> Vec<Places> {
        let present = heaps.iter().enumerate().filter(|(_, size)| **size > 0);
        let present = present.fold(0, |set, (place, _)| set | 1 << place);
        match self {
            Self::Listed(sets, _) => {
                let whole = sets.iter().filter(|set| *set & !present == 0);
                whole.copied().collect()
            }
            Self::UpTo(most) => {
                let mut sets: Vec<Places> = vec![0];
                for place in (0..heaps.len()).filter(|place| present >> place & 1 == 1) {
                    let small = sets
                        .iter()
                        .filter(|set| (set.count_ones() as usize) < *most);
                    let more: Vec<Places> = small.map(|set| set | 1 << place).collect();
                    sets.extend(more);
                }
                sets.retain(|set| *set != 0);
                sets.sort_unstable();
                sets
            }
        }
    }
}

/// Every way to take at least one token from each heap of a set, the fewest first.
fn takes(heaps: &[u64], set: Places) -> impl Iterator<Item = Takes> + use<> {
    let most: Takes = heaps.iter().copied().collect();
    let is_in = move |place: usize| set >> place & 1 == 1;
    let first: Takes = (0..most.len())
        .map(|place| u64::from(is_in(place)))
        .collect();
    std::iter::successors(Some(first), move |last| {
        let mut next = last.clone();
        for place in (0..most.len()).filter(|place| is_in(*place)) {
            if next[place] < most[place] {
                next[place] += 1;
                return Some(next);
            }
            next[place] = 1;
        }
        None
    })
}

impl Game for HypergraphNim {
    type Position = Heaps;
    type Move = Takes;
    fn canonical(&self, at: Heaps) -> Heaps {
        match self.0 {
            Sets::UpTo(_) => sorted(at),
            Sets::Listed(..) => at,
        }
    }
    fn merged(&self, at: Heaps) -> Heaps {
        self.canonical(at)
    }
    fn spilled(&self, at: &Heaps) -> usize {
        spilled(at)
    }
    fn tokens(&self, at: &Heaps) -> Option<BigUint> {
        Some(total(at))
    }
    fn removed(&self, taken: &Takes) -> Option<BigUint> {
        Some(total(taken))
    }
}

impl Alternating for HypergraphNim {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Heaps) -> impl Iterator<Item = Takes> + use<'g> {
        let heaps = at.clone();
        let sets = self.0.within(at).into_iter();
        sets.flat_map(move |set| takes(&heaps, set))
    }
    fn play(&self, at: &Heaps, taken: &Takes) -> Heaps {
        let left = at.iter().zip(taken);
        left.map(|(size, taken)| size - taken).collect()
    }
    fn score(&self, at: &Heaps) -> Option<WinLoss> {
        self.0.within(at).is_empty().then_some(WinLoss::Loss)
    }
}

impl Loopfree for HypergraphNim {
    type Height = BigUint;
    fn height(&self, at: &Heaps) -> BigUint {
        total(at)
    }
}

impl Impartial for HypergraphNim {}

impl HeapGame for HypergraphNim {
    const HEAPS: Option<usize> = None;
    const UNORDERED: bool = true;
    fn shape(&self) -> Option<(Option<usize>, bool)> {
        Some(match self.0 {
            Sets::Listed(_, heaps) => (Some(heaps), false),
            Sets::UpTo(_) => (None, true),
        })
    }
    fn with_heaps(&self, heaps: &[u64]) -> Option<Heaps> {
        let fits = match self.0 {
            Sets::Listed(_, count) => heaps.len() == count,
            Sets::UpTo(most) => heaps.len() <= MOST && sets_up_to(most, heaps.len()) <= MOST_SETS,
        };
        fits.then(|| heaps.into())
    }
}

impl Notation for HypergraphNim {
    fn parse(&self, text: &str) -> Result<Heaps, InputError> {
        let heaps: Heaps = parse_heaps(text)?;
        let refused = |message: String| Err(InputError::new(message, text, 0..text.len()));
        match self.0 {
            Sets::Listed(_, count) if heaps.len() != count => {
                refused(format!("expected {count} heaps, found {}", heaps.len()))
            }
            _ if heaps.len() > MOST => refused(format!(
                "expected at most {MOST} heaps, found {}",
                heaps.len()
            )),
            Sets::UpTo(most) if sets_up_to(most, heaps.len()) > MOST_SETS => refused(format!(
                "expected heaps of which at most {MOST_SETS} sets can be taken from, found more"
            )),
            _ => Ok(heaps),
        }
    }
    fn show(&self, at: &Heaps) -> String {
        show_heaps(at)
    }
    fn show_move(&self, at: &Heaps, taken: &Takes) -> String {
        let from = |(place, number): (usize, &u64)| match at.len() {
            1 => number.to_string(),
            _ => format!("{number} from heap {}", place + 1),
        };
        let taken = taken.iter().enumerate().filter(|(_, number)| **number > 0);
        let parts: Vec<String> = taken.map(from).collect();
        format!("take {}", and(&parts).unwrap_or_else(|| parts.concat()))
    }
}

/// The sets of heaps that a text lists.
fn sets(parameters: Option<&str>) -> Result<Sets, OpenError> {
    let text = parameters.unwrap_or("");
    let (mut sets, mut all) = (Vec::new(), 0);
    for (span, item) in items(text) {
        let mut set: Places = 0;
        for name in item.split('-') {
            let place = name.trim().parse().ok();
            let place = place
                .filter(|place| (1..=MOST).contains(place))
                .ok_or_else(|| {
                    let message = format!(
                        "expected numbers of heaps from 1 to {MOST} like 1-2, found {item}"
                    );
                    OpenError::Parameters(InputError::new(message, text, span.clone()))
                })?;
            set |= 1 << (place - 1);
        }
        all |= set;
        sets.push(set);
    }
    sets.sort_unstable();
    sets.dedup();
    if sets.is_empty() {
        let message = "expected sets of heaps that a move takes from, like hypergraph-nim:1-2,2-3";
        return Err(OpenError::parameters(parameters, message));
    }
    let heaps = MOST - all.leading_zeros() as usize;
    Ok(Sets::Listed(sets, heaps))
}

fn at(
    game: HypergraphNim,
    position: Option<&str>,
    notation: &str,
) -> Result<Opened<HypergraphNim>, OpenError> {
    let at = game.parse(needed(position, notation)?);
    Ok((game, at.map_err(OpenError::Position)?))
}

impl Entry for HypergraphNim {
    type Game = Self;
    const CARD: Card = Card {
        name: "hypergraph-nim",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "the sets of heaps that a move takes from, like hypergraph-nim:1-2,2-3",
        rules: "Choose one of the given sets of heaps and take at least one token from each heap in it; the last to move wins.",
        notation: "the sizes of the heaps in their order, like 3,4,5",
        example: Example {
            parameters: "1-2,2-3,1-3",
            position: "3,4,5",
        },
        sources: &[
            "E. Boros, V. Gurvich, N. B. Ho, K. Makino, P. Mursic, Impartial games with decreasing Sprague–Grundy function and their hypergraph compound, International Journal of Game Theory 53 (2024)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        at(Self(sets(parameters)?), position, Self::CARD.notation)
    }
}

/// Moore's Nim.
#[derive(Debug)]
pub struct MooresNim;

impl Entry for MooresNim {
    type Game = HypergraphNim;
    const CARD: Card = Card {
        name: "moores-nim",
        kind: Kind::Heaps,
        aliases: &[],
        parameters: "the most heaps that a move takes from, like moores-nim:2",
        rules: "Take any number of tokens from one or more heaps, but from no more than the given number of them; the last to move wins.",
        notation: "heap sizes, like 3,4,5",
        example: Example {
            parameters: "2",
            position: "3,4,5",
        },
        sources: &[
            "E. H. Moore, A generalization of the game called Nim, Annals of Mathematics 11 (1910)",
        ],
    };
    fn open(
        parameters: Option<&str>,
        position: Option<&str>,
    ) -> Result<Opened<HypergraphNim>, OpenError> {
        let most = parameters.and_then(|text| text.trim().parse().ok());
        let most = most
            .filter(|most| (1..=MOST).contains(most))
            .ok_or_else(|| {
                OpenError::parameters(
                    parameters,
                    format!("expected a number of heaps from 1 to {MOST}, like moores-nim:2"),
                )
            })?;
        at(
            HypergraphNim(Sets::UpTo(most)),
            position,
            Self::CARD.notation,
        )
    }
}

impl Declares for HypergraphNim {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.impartial();
        powers.loopfree();
        powers.heaps();
    }
}
