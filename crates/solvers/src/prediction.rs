//! How many positions play can reach, estimated from some of them before all are looked at.
//!
//! Positions are looked at level by level, of each level all, or two samples of at most some hundreds that do not depend on each
//! other. A level is a number of tokens where the game counts them, else a number of plies: there, a position that can be reached in
//! several numbers of plies counts once for each. How many there are in the next level follows from how many were met from both
//! samples (capture and recapture: F. Lincoln, 1930) or, where these are too few, from how many moves lead to one in the level before.
//! No estimate where play can come back, or where tokens are added. Time and memory: the moves of the positions looked at.

use std::collections::BTreeMap;
use std::hash::BuildHasher;

use bouton_core::hashing::{FastMap, Hashing};
use bouton_core::packed::Words;
use bouton_core::rules::{Fold, Opening, Options};
use bouton_core::{Limits, Rules, Score};

/// Play that is longer may come back.
const MOST_LEVELS: usize = 4096;
/// A position with more moves, or whose moves lead to positions of more words, is not looked at.
const MOST_MOVES: usize = 4096;
const MOST_WORDS: usize = 1 << 16;

/// The bytes of a position that was met, beside its words.
const ENTRY: u64 = 96;
/// Fewer positions that were met twice say too little of how many there are, and of how that grows.
const FEWEST_TWICE: f64 = 4.0;
const FEWEST_FOR_TREND: f64 = 12.0;

/// How many moves lead to a position, level by level, as far as it was measured.
#[derive(Default)]
struct Trend {
    measured: Vec<f64>,
    /// Levels after these.
    later: u32,
}

impl Trend {
    /// How many in the next level, if their number grows half as fast as in the four levels before, since it must end to grow; `None`
    /// if fewer were measured.
    fn next(&mut self) -> Option<f64> {
        self.later += 1;
        let last = self.measured.last()?;
        let slope = (last - self.measured.iter().nth_back(4)?) / 8.0;
        Some(last + f64::from(self.later) * slope.max(0.0))
    }

    fn add(&mut self, led: f64) {
        self.measured.push(led);
        self.later = 0;
    }
}

/// The positions of a level that were met.
#[derive(Default)]
struct Level {
    /// Whether each was met from the first and from the second sample.
    met: FastMap<Words, [bool; 2]>,
    /// The moves that lead here, estimated from each sample.
    moves: [f64; 2],
    /// The approximate bytes.
    bytes: u64,
}

impl Level {
    /// The estimated number of positions.
    fn size(&self, trend: &mut Trend) -> Option<f64> {
        let count = |meets: fn([bool; 2]) -> bool| {
            self.met.values().filter(|from| meets(**from)).count() as f64
        };
        let (met, twice) = (self.met.len() as f64, count(|[one, other]| one && other));
        let moves = (self.moves[0] + self.moves[1]) / 2.0;
        let most = moves.max(met);
        if twice < FEWEST_TWICE.min(met) {
            return Some((moves / trend.next()?).clamp(met, most));
        }
        let size = count(|[one, _]| one) * count(|[_, other]| other) / twice;
        let size = size.clamp(met, most);
        match twice < FEWEST_FOR_TREND.min(met) {
            true => trend.later += 1,
            false => trend.add(moves / size),
        }
        Some(size)
    }

    /// At most so many of the positions that were met from a sample: the next sample.
    fn sample(&self, of: usize, each: usize) -> Vec<&Words> {
        let met = self.met.iter().filter(|(_, from)| from[of]);
        let mut sample: Vec<_> = met.map(|(at, _)| at).collect();
        if sample.len() > each {
            sample.sort_unstable_by_key(|at| Hashing.hash_one((of, &at[..])));
            sample.truncate(each);
        }
        sample
    }
}

/// The estimated number of positions that play can reach, not counting those where it is over; at most so many of each level are
/// looked at. `None` if there is no estimate, or the limits end it.
pub fn predicted<S: Score>(
    game: &dyn Rules<S>,
    at: &[u64],
    each: usize,
    limits: &Limits,
) -> Option<f64> {
    let start = game.folded(at, Fold::Symmetric);
    let tokens = |at: &[u64]| {
        game.tokens(at)
            .and_then(|tokens| i64::try_from(tokens).ok())
    };
    let counts_tokens = tokens(&start).is_some();
    let mut levels: BTreeMap<i64, Level> = BTreeMap::new();
    let first = tokens(&start).map_or(0, |tokens| -tokens);
    levels
        .entry(first)
        .or_default()
        .met
        .insert(start, [true; 2]);
    let mut meter = limits.meter();
    let mut held = 0;
    let (mut all, mut trend) = (0.0, Trend::default());
    for _ in 0..MOST_LEVELS {
        let Some((number, level)) = levels.pop_first() else {
            return Some(all);
        };
        let size = level.size(&mut trend)?;
        let samples = [0, 1].map(|of| level.sample(of, each));
        let stand_for = samples.each_ref().map(|sample| size / sample.len() as f64);
        let mut looked: FastMap<&Words, [bool; 2]> = FastMap::default();
        for (of, sample) in samples.iter().enumerate() {
            for at in sample {
                looked.entry(at).or_default()[of] = true;
            }
        }
        let (looked_at, mut open) = (looked.len() as f64, 0.0);
        for (at, from) in looked {
            let mut options = Options::after(at);
            let most = MOST_MOVES.min(MOST_WORDS / at.len().max(1));
            match game.open(0..at.len(), Fold::Symmetric, most, &mut options) {
                Opening::Over(_) => continue,
                Opening::All => {}
                Opening::Some(_) => return None,
            }
            meter.visit().ok()?;
            meter.spend(options.steps.len()).ok()?;
            if limits.memory.is_some_and(|most| held > most) {
                return None;
            }
            open += 1.0;
            let mut begin = at.len();
            for step in &options.steps {
                let to = &options.words[begin..step.end];
                begin = step.end;
                let next = match counts_tokens {
                    true => -tokens(to)?,
                    false => number + 1,
                };
                if next <= number {
                    return None;
                }
                let next = levels.entry(next).or_default();
                let met = next.met.entry(to.into()).or_insert_with(|| {
                    let bytes = ENTRY + size_of_val(to) as u64;
                    next.bytes += bytes;
                    held += bytes;
                    [false; 2]
                });
                for of in (0..2).filter(|of| from[*of]) {
                    met[of] = true;
                    next.moves[of] += stand_for[of];
                }
            }
        }
        all += size * open / looked_at;
        held -= level.bytes;
    }
    None
}
