//! `genus`: misère play of sums of tame games by the genus of each part.
//!
//! A part has a Grundy value g⁺ in normal play and a value g⁻ in misère play. Both are the mex (least missing number) of
//! the options' values, except that g⁻ of an end is 1. A part is **fickle** if (g⁺, g⁻) is (0, 1) or (1, 0), and **firm**
//! if g⁺ = g⁻. If every part that play can reach is fickle or firm (the game is *hereditarily tame*), sums behave like sums
//! of heaps of Nim. A sum of fickle parts is fickle, with g⁺ the exclusive or of theirs. If one part is firm, g⁺ = g⁻ = the
//! exclusive or of all g⁺. A position is lost if and only if g⁻ = 0.
//!
//! Proof. Call a sum lost if its g⁻, as defined above, is 0. *No lost sum has a lost option.* Case 1: a sum of fickle parts
//! with exclusive or 1. The part in which the move is made becomes fickle with the other g⁺, or firm with g⁺ ≥ 2 (0 and 1
//! are its own two values), so the exclusive or of all is not 0. Case 2: a sum with exclusive or 0 and a firm part. A move
//! changes one g⁺. If no firm part is left, the part of the move was the only firm one, with g⁺ = g⁻ = v and v = 0 or 1,
//! which is the exclusive or of the others; it became fickle with neither value equal to v, which is impossible. *Every
//! other sum has a lost option or no move.* Case 1: fickle parts with exclusive or 0. If one has g⁺ = 1, it can become 0
//! (its g⁺ is 1, and no firm option has g⁻ = 0). If all have g⁺ = 0, one with a move has an option with g⁻ = 0, which is
//! fickle with g⁺ = 1. Case 2: exclusive or s ≠ 0 with a firm part. Some part can lower its g⁺ to its exclusive or with s.
//! If that part is the only firm one, it moves to an option whose g⁻ is the exclusive or of the other parts; this works
//! whether the option is fickle or firm.
//!
//! Time: the options of all reachable parts; memory: these parts. It serves sums of very many parts. If a part is neither
//! fickle nor firm, the theory does not apply.
//!
//! Source: J. H. Conway, On Numbers and Games, chapter 12; *Winning Ways*, chapter 13.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bouton_core::game::MisereParts;
use bouton_core::solver::{About, Chooser, Evaluated, Evaluation, Field, Solution, Solved, Solver};
use bouton_core::{Best, Limits, Oracle, Reason, StopReason, WinLoss};
use bouton_quotients::Position as Sum;

use crate::atoms::{Apart, Atoms};
use crate::reach::reaches_few;

/// The genus of a tame part, or of a sum of tame parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Genus {
    /// g⁺ is 0 or 1, and g⁻ is the other.
    Fickle(bool),
    /// g⁺ = g⁻.
    Firm(u32),
}

impl Genus {
    /// The genus of a sum without parts.
    const NOTHING: Self = Self::Fickle(false);

    fn normal(self) -> u32 {
        match self {
            Self::Fickle(value) => value.into(),
            Self::Firm(value) => value,
        }
    }

    fn misere(self) -> u32 {
        match self {
            Self::Fickle(value) => (!value).into(),
            Self::Firm(value) => value,
        }
    }

    /// The genus of the sum of two.
    fn with(self, other: Self) -> Self {
        match (self, other) {
            (Self::Fickle(one), Self::Fickle(other)) => Self::Fickle(one != other),
            _ => Self::Firm(self.normal() ^ other.normal()),
        }
    }

    /// The genus of a part with these options; `None` if it is wild.
    fn of_options(options: &[Self]) -> Option<Self> {
        if options.is_empty() {
            return Some(Self::NOTHING);
        }
        let [normal, misere] = [Self::normal, Self::misere].map(|value: fn(Self) -> u32| {
            least_without(options.iter().map(|option| value(*option)))
        });
        match (normal, misere) {
            (0, 1) => Some(Self::Fickle(false)),
            (1, 0) => Some(Self::Fickle(true)),
            (normal, misere) => (normal == misere).then_some(Self::Firm(normal)),
        }
    }
}

/// As for heaps of Nim: 0 and 1 are fickle.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}^{}", self.normal(), self.misere())
    }
}

/// The least number that is not among these.
fn least_without(values: impl Iterator<Item = u32>) -> u32 {
    let mut values: Vec<u32> = values.collect();
    values.sort_unstable();
    values.dedup();
    let gap = (0..).zip(&values).find(|(n, value)| n != *value);
    gap.map_or(values.len() as u32, |(n, _)| n)
}

/// Remembers the genus of each part that was met.
#[derive(Debug)]
pub struct ByGenus<G: MisereParts> {
    known: Mutex<GenusTable<G>>,
    visited: u64,
}

#[derive(Debug)]
struct GenusTable<G: MisereParts> {
    atoms: Atoms<G>,
    /// The genus of each part; `None` if the part, or a part that it leads to, is wild.
    genera: Vec<Option<Genus>>,
    /// The position that was refused last, with the reason.
    refused: Option<(G::Position, String)>,
    /// Whether some position had too many parts.
    is_large: bool,
}

impl<G: MisereParts> Default for ByGenus<G> {
    fn default() -> Self {
        Self {
            known: Mutex::new(GenusTable {
                atoms: Atoms::default(),
                genera: Vec::new(),
                refused: None,
                is_large: false,
            }),
            visited: 0,
        }
    }
}

static ABOUT: About = About {
    id: "genus",
    rank: 97,
    endless: false,
    proves: true,
    method: "the misère and normal Grundy values of each part, where all parts that play can reach are tame",
    cost: "time: the options of all parts that can be reached; memory: these parts",
    source: "Conway, On Numbers and Games (1976), chapter 12",
    fills: &[Field::Value],
};

/// Moves that are examined before the error "too many parts": less than a second.
const EFFORT: u64 = 1 << 18;

/// The same for interpreted rules.
const EFFORT_INTERPRETED: u64 = 1 << 13;

/// After there were too many parts once, each further position gets this fraction of the effort.
const ONCE_MORE: u64 = 64;

impl<G: MisereParts> GenusTable<G> {
    /// The genus of each part of a position; `None` where one is wild.
    fn parts(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Option<Vec<Genus>>, Apart> {
        let sum = self.atoms.sum(game, at, limits)?;
        while let Some(options) = self.atoms.options().get(self.genera.len()) {
            let of = |option: &Sum| self.of_sum(option);
            let options: Option<Vec<Genus>> = options.iter().map(of).collect();
            let genus = options.and_then(|options| Genus::of_options(&options));
            self.genera.push(genus);
        }
        let parts = sum.iter().map(|part| self.genera[*part as usize]);
        Ok(parts.collect())
    }

    fn of_sum(&self, sum: &Sum) -> Option<Genus> {
        let parts = sum.iter().map(|part| self.genera[*part as usize]);
        parts
            .reduce(|one, other| Some(one?.with(other?)))
            .unwrap_or(Some(Genus::NOTHING))
    }

    /// The reason why it cannot decide a position, if it cannot.
    fn refusal(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Option<String> {
        if let Some((refused, why)) = &self.refused
            && refused == at
        {
            return Some(why.clone());
        }
        let is_interpreted = game.oracle().is_some_and(Oracle::is_interpreted);
        let effort = if is_interpreted {
            EFFORT_INTERPRETED
        } else {
            EFFORT
        };
        let within = Limits {
            nodes: Some(if self.is_large {
                effort / ONCE_MORE
            } else {
                effort
            }),
            ..limits.clone()
        };
        let why = match self.parts(game, at, &within) {
            Ok(Some(_)) => return None,
            Ok(None) => "play can reach a part that is wild, of which the tame theory says nothing"
                .to_owned(),
            Err(Apart::NoSum(why)) => why,
            Err(Apart::Stopped(StopReason::Nodes)) => {
                self.is_large = true;
                "its parts have too many moves to look at all of them".to_owned()
            }
            Err(Apart::Stopped(why)) => return Some(why.to_string()),
        };
        self.refused = Some((at.clone(), why.clone()));
        Some(why)
    }
}

impl<G: MisereParts> ByGenus<G> {
    fn known(&self) -> MutexGuard<'_, GenusTable<G>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The genus of each part of a position that is accepted.
    fn parts(&self, game: &G, at: &G::Position, limits: &Limits) -> Result<Vec<Genus>, StopReason> {
        match self.known().parts(game, at, limits) {
            Ok(Some(parts)) => Ok(parts),
            Err(Apart::Stopped(why)) => Err(why),
            Ok(None) | Err(Apart::NoSum(_)) => Err(StopReason::Nodes),
        }
    }
}

fn total(parts: &[Genus]) -> Genus {
    parts
        .iter()
        .fold(Genus::NOTHING, |sum, part| sum.with(*part))
}

fn score(genus: Genus) -> WinLoss {
    match genus.misere() {
        0 => WinLoss::Loss,
        _ => WinLoss::Win,
    }
}

impl<G: MisereParts> Solver<G> for ByGenus<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, game: &G, at: &G::Position, limits: &Limits) -> Result<(), String> {
        match self.known().refusal(game, at, limits) {
            Some(why) => Err(why),
            None => Ok(()),
        }
    }

    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        !reaches_few(game, at, limits) && self.accepts(game, at, limits).is_ok()
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.visited += 1;
        let parts = self.parts(game, at, limits)?;
        Ok(Evaluation::of(score(total(&parts))))
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        self.visited += 1;
        let parts = self.parts(game, at, limits)?;
        let value = Evaluation::of(score(total(&parts)));
        Ok(Solution {
            best: self.best(game, at, value.score, limits),
            value,
            line: None,
            reason: reason(&parts),
        })
    }
}

impl<G: MisereParts> ByGenus<G> {
    fn best(&self, game: &G, at: &G::Position, value: WinLoss, limits: &Limits) -> Best<G::Move> {
        let (mut chooser, mut meter) = (Chooser::new(value), limits.meter());
        for mv in game.moves(at) {
            let to = game.play(at, &mv);
            let to_score = meter.visit().and_then(|()| match value {
                // If the player had lost before any move, every move loses.
                WinLoss::Loss => Ok(WinLoss::Loss),
                WinLoss::Win => Ok(score(total(&self.parts(game, &to, limits)?))),
            });
            match to_score {
                Err(reason) => return chooser.stopped(reason),
                Ok(WinLoss::Loss) => chooser.take(game, mv, &to, None),
                Ok(WinLoss::Win) => {}
            }
        }
        chooser.best()
    }
}

fn reason(parts: &[Genus]) -> Reason {
    /// If there are more parts than this, they are not listed one by one.
    const FEW: usize = 12;
    let total = total(parts);
    let sum = match parts.len() {
        2..=FEW => {
            let each: Vec<String> = parts.iter().map(Genus::to_string).collect();
            format!("{} = ", each.join(" + "))
        }
        _ => String::new(),
    };
    let verb = match score(total) {
        WinLoss::Loss => "is",
        WinLoss::Win => "is not",
    };
    Reason::Law(format!(
        "all parts that play can reach are tame, so that their genera add up as those of heaps of Nim (Conway): {sum}{total}, whose misère value {verb} 0"
    ))
}

#[cfg(test)]
mod tests;
