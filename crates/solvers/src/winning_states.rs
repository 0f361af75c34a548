//! `winning-states`: the table of won and lost states of a subtraction game on one heap, in normal or misère play.
//!
//! State n is won if one of the states n - s, with s in the set, is lost; a state without a move is lost, or won in misère
//! play. From max(S) on, every state has all its moves, so it depends only on the max(S) states before it, always in the
//! same way. Hence the theorem: if the windows of max(S) states that end before n and before n + p are equal, n ≥ max(S),
//! the states repeat with period p from n - max(S) on, forever. There are finitely many windows, so this happens. Brent's
//! algorithm finds it in time proportional to preperiod + period; then the table is reduced to the smallest preperiod and
//! period. After that a heap of any size is looked up.
//!
//! Time: |S| steps a state, states up to the heap asked for or to the proof, whichever comes first. Memory: a byte a state.
//! Not for several heaps, which need Grundy values. The length of play is known for heaps up to some 10⁵, from a separate
//! table.
//!
//! Source: C. L. Bouton's method for one heap, found in every text on the game of stones; the window argument is Golomb's
//! (1966).

use bouton_core::heaps::Heap;
use bouton_core::solver::{About, Chooser, Evaluated, Evaluation, Field, Solution, Solved, Solver};
use bouton_core::subtraction::Subtraction;
use bouton_core::{Limits, Meter, Reason, Score, StopReason, WinLoss};
use num_bigint::BigUint;

use crate::lasting::Lasting;
use crate::reach::{QUICK, reaches_few};

/// The states known so far and, when proved, their period.
#[derive(Debug, Default)]
pub struct WinningStates {
    won: Vec<bool>,
    lasting: Lasting,
    proved: Option<Repetition>,
    /// For Brent's algorithm: the length of the table when the window to compare with was taken.
    anchor: usize,
    visited: u64,
}

/// Proved: state n + period is state n from `preperiod` on, both as small as they can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The period.
    pub period: u64,
    /// The first state from which it holds.
    pub preperiod: u64,
}

static ABOUT: About = About {
    id: "winning-states",
    rank: 50,
    endless: false,
    proves: true,
    method: "the table of won and lost states of one heap, until its period is proved",
    cost: "time: the size of the set for each state up to the heap or the end of the second period; memory: a byte a state",
    source: "Golomb, A mathematical investigation of games of take-away (1966)",
    fills: &[Field::Value, Field::Remoteness],
};

impl WinningStates {
    /// The period, if it is proved.
    pub fn proved(&self) -> Option<Repetition> {
        self.proved
    }

    /// Grows the table until it holds `heap` or the period is proved.
    fn extend(
        &mut self,
        set: &[u64],
        ended: bool,
        heap: &BigUint,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        let wanted = usize::try_from(heap).unwrap_or(usize::MAX);
        while self.proved.is_none() && self.won.len() <= wanted {
            meter.visit()?;
            self.visited += 1;
            meter.afford(self.won.len() as u64)?;
            let n = self.won.len() as u64;
            let mut befores = set.iter().take_while(|s| **s <= n).peekable();
            let over = befores.peek().is_none();
            let wins = befores.any(|s| !self.won[(n - s) as usize]);
            self.won.push(if over { ended } else { wins });
            self.compare(set[set.len() - 1]);
        }
        Ok(())
    }

    /// Plies to the end from a heap that is not too large.
    fn plies(
        &mut self,
        set: &[u64],
        heap: &BigUint,
        meter: &mut Meter,
    ) -> Result<Option<u32>, StopReason> {
        let mut lasting = std::mem::take(&mut self.lasting);
        let taken = |taken: &u64| usize::try_from(*taken).ok();
        let options = |n: usize| set.iter().filter_map(move |s| n.checked_sub(taken(s)?));
        let wins = |n: usize| self.lookup(&n.into());
        let plies = lasting.of(heap, set.len() as u64, options, wins, meter);
        self.lasting = lasting;
        plies
    }

    /// Compares the newest window with the anchored one; moves the anchor at each doubling of the table.
    fn compare(&mut self, width: u64) {
        let Ok(width) = usize::try_from(width) else {
            return;
        };
        let length = self.won.len();
        if self.anchor < width {
            self.anchor = if length >= width { length } else { 0 };
            return;
        }
        if self.won[length - width..] == self.won[self.anchor - width..self.anchor] {
            self.prove(width, length - self.anchor);
        } else if length >= 2 * self.anchor {
            self.anchor = length;
        }
    }

    /// The windows before the anchor and `period` later are equal. The distance that Brent's algorithm finds is the least
    /// period of the windows, and so of the states; the preperiod is found by going down.
    fn prove(&mut self, width: usize, period: usize) {
        let mut preperiod = self.anchor - width;
        while preperiod > 0 && self.won[preperiod - 1] == self.won[preperiod - 1 + period] {
            preperiod -= 1;
        }
        self.won.truncate(preperiod + period);
        self.proved = Some(Repetition {
            period: period as u64,
            preperiod: preperiod as u64,
        });
    }

    fn lookup(&self, heap: &BigUint) -> bool {
        let within = match self.proved {
            Some(Repetition { period, preperiod }) if *heap >= preperiod.into() => {
                (heap - preperiod) % period + preperiod
            }
            _ => heap.clone(),
        };
        let place =
            usize::try_from(within).expect("invariant: the table holds the heap or its period");
        self.won[place]
    }

    fn score(&self, heap: &BigUint) -> WinLoss {
        if self.lookup(heap) {
            WinLoss::Win
        } else {
            WinLoss::Loss
        }
    }
}

/// The index and size of the only heap that is not empty.
fn only<G: Subtraction>(game: &G, at: &G::Position) -> Option<(usize, BigUint)> {
    let heaps = game.heaps(at);
    let mut full = heaps
        .iter()
        .enumerate()
        .filter(|(_, heap)| **heap > 0.into());
    let first = full
        .next()
        .map_or((0, BigUint::ZERO), |(place, heap)| (place, heap.big()));
    full.next().is_none().then_some(first)
}

impl<G: Subtraction> Solver<G> for WinningStates {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn accepts(&self, game: &G, at: &G::Position, _limits: &Limits) -> Result<(), String> {
        match only(game, at) {
            Some(_) => Ok(()),
            None => Err("the table of won and lost states is for one heap".into()),
        }
    }

    /// Not if the table would be very long, and play reaches few of its heaps.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        only(game, at)
            .is_some_and(|(_, heap)| heap <= BigUint::from(QUICK) || !reaches_few(game, at, limits))
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        let (_, heap) = only(game, at).expect("invariant: only accepted positions are asked for");
        let (set, mut meter) = (game.set(), limits.meter());
        self.extend(set, G::LAST_LOSES, &heap, &mut meter)?;
        Ok(Evaluation {
            remoteness: self.plies(set, &heap, &mut meter)?,
            ..Evaluation::of(self.score(&heap))
        })
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let value = self.evaluate(game, at, limits)?;
        let (place, heap) =
            only(game, at).expect("invariant: only accepted positions are asked for");
        let mut chooser = Chooser::new(value.score);
        for taken in game
            .set()
            .iter()
            .filter(|taken| BigUint::from(**taken) <= heap)
        {
            if -self.score(&(&heap - taken)) == value.score {
                let mv = game.taking(place, *taken);
                let to = game.play(at, &mv);
                let left = &heap - taken;
                let plies = self.plies(game.set(), &left, &mut limits.meter())?;
                chooser.take(game, mv, &to, plies.map(|plies| plies + 1));
            }
        }
        Ok(Solution {
            value,
            best: chooser.best(),
            line: None,
            reason: self.reason(&heap),
        })
    }
}

impl WinningStates {
    fn reason(&self, heap: &BigUint) -> Reason {
        let word = self.score(heap).outcome().word();
        Reason::Law(match self.proved {
            Some(Repetition { period, preperiod }) if *heap >= preperiod.into() => {
                let residue = heap % period;
                format!(
                    "from heap {preperiod} on, wins and losses repeat with period {period} (proved: a stretch as long as the largest \
                     taking came again); the heap leaves {residue} when divided by {period}, which is a {word}"
                )
            }
            _ => format!("the table of all smaller heaps gives a {word}"),
        })
    }
}
