//! The race of solvers: if the first in rank has not ended within its first budget of work, the others that serve the
//! question take turns with it, with budgets that double.
//!
//! Work is positions visited and moves listed, never the time, so that the same solver answers on an idle and on a busy
//! machine. The first keeps its tables from turn to turn; each other one begins again with twice the budget, which costs at
//! most twice its work, and frees its memory before the next takes its turn. All others together get at most one and a half
//! times the work of the first.

use std::sync::Arc;

use bouton_core::solver::{About, Field};
use bouton_core::{Limits, StopReason};
use bouton_engine::{Error, Face, FullValue, SearchResult, Stop, ValuedMove};

use super::searching::Unchosen;
use super::{How, Session};

/// The work for which the first in rank is alone: a second or two for rules that are compiled.
const ALONE: u64 = 1 << 24;
/// The same for one that tells neither plies nor Grundy values: another that ends before it tells no less.
const SOON_JOINED: u64 = 1 << 21;
/// A solver before this rank has no rivals: it looks up a theorem or computes heaps, and does not search.
const LAW: u8 = 60;
/// A unit of work of interpreted rules takes so many times longer (a power of two).
const INTERPRETED: u32 = 5;
/// The others begin with the sixteenth part of this: a solver with an answer at once gives it soon. Of interpreted rules they
/// have a quarter in each round.
const SHORTER: u32 = 4;
/// If a solver that proves less ends first, those that prove as much as the first go on until all have worked this much, or
/// twice as much as until then.
const PATIENCE: u64 = 1 << 23;
/// A solver that has not found out by this round that it serves is not asked again.
const SOON: u32 = 8;
/// Once the first has been alone, the number of positions is estimated, by this part of that work (a power of two), from two samples of
/// so many positions of each level.
const PREDICTION: u32 = 5;
const OF_A_LEVEL: usize = 500;
/// The first does not fit where the positions would take this many times the memory: estimates may count some more than once.
const SURELY: f64 = 8.0;
/// From this rank on, solvers search positions one by one; those that count plies look at all that play can reach.
const SEARCHES: u8 = 100;

/// The result of a turn.
pub(super) trait Found {
    /// Whether points decide, so that no plies are counted.
    fn counts_points(&self) -> bool;
    /// The limit that ended it before all best moves were known.
    fn stopped(&self) -> Option<StopReason> {
        None
    }
}

impl Found for SearchResult {
    fn counts_points(&self) -> bool {
        self.worth.margin.is_some()
    }
    fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }
}

impl Found for FullValue {
    fn counts_points(&self) -> bool {
        self.margin.is_some()
    }
}

impl Found for Vec<ValuedMove> {
    fn counts_points(&self) -> bool {
        self.iter().any(|mv| mv.worth.margin.is_some())
    }
}

/// The result of a race.
pub(super) struct Raced<T> {
    /// The place of the solver that answers.
    pub(super) by: usize,
    /// Its answer, or the limit that was reached.
    pub(super) found: Result<T, Stop>,
    /// The positions that all have visited.
    pub(super) visited: u64,
}

impl<T> Raced<T> {
    /// The answer, or the limit that was reached.
    pub(super) fn answer(self) -> Result<T, Error> {
        self.found.map_err(|stop| Error::Stopped(stop.reason))
    }
}

/// A solver in the race.
#[derive(Clone, Copy)]
struct Runner {
    n: usize,
    /// Its budgets are those of the first, halved so many times.
    halved: u32,
    /// Whether it does without a turn while the first holds most of the memory.
    waits: bool,
}

/// How a turn ended.
enum Turn<T> {
    /// With the answer, or at a limit of the question.
    Ended(Result<T, Stop>),
    /// At the end of the budget.
    Open,
    /// Before it began: the solver does not serve, or has not found out within the budget.
    Declined,
    /// Without enough memory.
    Full(Stop),
    /// At a mistake in the rules, or where a position comes back.
    Failed(Error),
}

/// Asks one solver within limits.
pub(super) type Asks<'a, T> = &'a dyn Fn(&mut dyn Face, usize, &Limits) -> Result<T, Stop>;

struct Race<'r, T> {
    session: &'r mut Session,
    solvers: Vec<&'static About>,
    limits: &'r Limits,
    ask: Asks<'r, T>,
    runners: Vec<Runner>,
    /// The place of the first in rank.
    first: usize,
    /// The bytes that its tables hold.
    held: u64,
    /// The positions that it has visited.
    reached: u64,
    /// Budgets are halved so many times: more than not at all if the rules are interpreted.
    slower: u32,
    /// The number of positions that play can reach, estimated once the first has not ended soon.
    predicted: Option<f64>,
    visited: u64,
    bounds: Option<[i128; 2]>,
    /// An answer that tells less than the first would, with its solver.
    lesser: Option<(usize, T)>,
    /// The work at which the race ends: such an answer is good enough, or the first is without memory and none is quicker.
    until: Option<u64>,
}

impl Session {
    /// The answer of the solver that is named, or else of the first to end.
    ///
    /// # Errors
    /// If no solver serves, or the rules fail.
    pub(super) fn race<T: Found>(
        &mut self,
        how: &How,
        ask: Asks<'_, T>,
    ) -> Result<Raced<T>, Unchosen> {
        let first = self.choose(how)?;
        how.limits.progress.set(0, 0);
        how.limits.progress.expect(0, 0);
        let race = Race {
            solvers: self.solvers(),
            slower: if self.face.can_fail() { INTERPRETED } else { 0 },
            session: self,
            limits: &how.limits,
            ask,
            runners: Vec::new(),
            first,
            held: 0,
            reached: 0,
            predicted: None,
            visited: 0,
            bounds: None,
            lesser: None,
            until: None,
        };
        let ended = match &how.solver {
            None if race.solvers[first].rank >= LAW => race.run(),
            named => race.alone(named.is_none()),
        };
        let raced = ended.map_err(Unchosen::Error)?;
        let about = self.solvers()[raced.by];
        if raced.found.is_ok() && !self.used.iter().any(|used| used.id == about.id) {
            self.used.push(about);
        }
        Ok(raced)
    }
}

impl<T: Found> Race<'_, T> {
    /// The first alone; if a position comes back, others may answer in its place.
    fn alone(mut self, has_others: bool) -> Result<Raced<T>, Error> {
        let first = self.first;
        match self.turn(first, None) {
            Turn::Ended(found) => Ok(self.ended(first, found)),
            Turn::Full(stop) => Ok(self.ended(first, Err(stop))),
            Turn::Failed(error) => {
                let mut others = self.solvers.iter();
                let other = others.position(|about| about.endless);
                match other.filter(|_| has_others) {
                    Some(n) => Race { first: n, ..self }.run(),
                    None => Err(error),
                }
            }
            Turn::Open | Turn::Declined => unreachable!("invariant: it has no budget"),
        }
    }

    fn run(mut self) -> Result<Raced<T>, Error> {
        self.runners.push(Runner {
            n: self.first,
            halved: 0,
            waits: false,
        });
        let (mut full, mut failed) = (None, None);
        for round in 0.. {
            let mut place = 0;
            while let Some(&Runner { n, halved, waits }) = self.runners.get(place) {
                let is_last = round > 0 && self.runners.len() == 1;
                let budget = match is_last && self.until.is_none() {
                    true => None,
                    false => Some(self.budget(n, round.min(20), halved)),
                };
                let turn = match waits {
                    true => Turn::Open,
                    false => self.turn(n, budget),
                };
                if round == 0 && n == self.first && !matches!(turn, Turn::Ended(_)) {
                    let rivals = self.rivals();
                    self.runners.extend(rivals);
                    if matches!(turn, Turn::Open) && self.looks_at_all(n) {
                        self.predict();
                    }
                }
                match turn {
                    Turn::Ended(Ok(found)) if !self.tells_all(n, &found) => self.keep(n, found),
                    Turn::Ended(found) => return Ok(self.ended(n, found)),
                    Turn::Open => place += 1,
                    Turn::Declined if round < SOON && budget.is_some() => place += 1,
                    Turn::Declined => self.leaves(place),
                    // The tables of the first may be in the way.
                    Turn::Full(_) if self.held > 0 && n != self.first => {
                        self.runners[place].waits = true;
                    }
                    Turn::Full(stop) => {
                        full.get_or_insert(stop);
                        self.leaves(place);
                        if n == self.first {
                            self.ends_after(4);
                        }
                    }
                    Turn::Failed(error) => {
                        // A position that comes back serves some solvers. A mistake is met by these, too.
                        let serves_others = !self.solvers[n].endless && self.has_endless();
                        if n == self.first && !serves_others {
                            return Err(error);
                        }
                        failed.get_or_insert(error);
                        self.leaves(place);
                    }
                }
                if self.is_over() {
                    break;
                }
            }
            if self.runners.is_empty() || self.is_over() {
                break;
            }
        }
        let found = match (self.lesser.take(), full, failed) {
            (Some((n, found)), ..) => return Ok(self.ended(n, Ok(found))),
            (None, None, Some(error)) => return Err(error),
            (None, full, _) => Err(full.unwrap_or(StopReason::Memory.into())),
        };
        let first = self.first;
        Ok(self.ended(first, found))
    }

    /// The others that may answer, in the order in which they take turns: by rank, and of those that look at all positions
    /// only one.
    fn rivals(&self) -> Vec<Runner> {
        let mut looks = self.looks_at_all(self.first);
        let mut rivals = Vec::new();
        for n in (0..self.solvers.len()).filter(|n| *n != self.first) {
            if self.looks_at_all(n) && std::mem::replace(&mut looks, true) {
                continue;
            }
            // A position takes longer than what solvers count that do not search.
            let searches = self.solvers[n].rank >= SEARCHES;
            let is_slower = searches && self.solvers[self.first].rank < SEARCHES;
            rivals.push(Runner {
                n,
                halved: (rivals.len() as u32).max(1) + u32::from(is_slower),
                waits: false,
            });
        }
        rivals
    }

    /// Whether a solver visits each position that play can reach.
    fn looks_at_all(&self, n: usize) -> bool {
        let about = self.solvers[n];
        about.rank >= SEARCHES && about.fills.contains(&Field::Remoteness)
    }

    /// Estimates how many positions there are. Where the first would need far more memory than there is for all, it gives way to the
    /// others.
    fn predict(&mut self) {
        let work = ALONE >> PREDICTION >> (self.slower / 2);
        let limits = Limits {
            work: Some(self.limits.spent.work() + work),
            memory: (self.limits.memory).map(|all| all.saturating_sub(self.held)),
            progress: Arc::default(),
            ..self.limits.clone()
        };
        let each = OF_A_LEVEL >> (self.slower - self.slower / 4);
        let told = (self.session).look_within(&limits, |face| face.predicted(each, &limits));
        self.predicted = told.ok().flatten();
        if let (Some(all), Some(memory)) = (self.predicted, self.limits.memory) {
            let needed = all * (self.held as f64 / self.reached.max(1) as f64);
            if self.runners.len() > 1 && needed > SURELY * memory as f64 {
                self.runners[0].halved = SHORTER;
            }
        }
    }

    /// Measures the progress of a solver by the prediction, if it visits each position, of which it has visited so many.
    fn expect(&self, n: usize, visited: u64) -> u64 {
        let expected = self.predicted.filter(|_| self.looks_at_all(n));
        let earlier = expected.map_or(0, |_| visited);
        let all = expected.map_or(0, |all| all as u64);
        self.limits.progress.expect(earlier, all);
        earlier
    }

    fn has_endless(&self) -> bool {
        let mut runners = self.runners.iter();
        runners.any(|runner| self.solvers[runner.n].endless)
    }

    /// The budget of a round, or what is left before an answer is good enough.
    fn budget(&self, n: usize, round: u32, halved: u32) -> u64 {
        let tells_more = [Field::Remoteness, Field::Grundy].map(|field| self.first_tells(field));
        let all = match tells_more.contains(&true) {
            true => ALONE >> self.slower << round,
            false => SOON_JOINED >> self.slower << round,
        };
        let work = match n == self.first {
            true => all >> halved,
            false if self.slower > 0 => all >> 1 >> halved,
            false => (all << round >> SHORTER).min(all) >> halved,
        };
        let left = (self.until).map(|until| until.saturating_sub(self.limits.spent.work()));
        left.into_iter().chain([work]).min().unwrap_or(work)
    }

    fn turn(&mut self, n: usize, budget: Option<u64>) -> Turn<T> {
        let is_first = n == self.first;
        let limits = Limits {
            work: budget.map(|budget| self.limits.spent.work() + budget),
            memory: (self.limits.memory).map(|all| match is_first {
                true => all,
                false => all.saturating_sub(self.held),
            }),
            ..self.limits.less(self.visited)
        };
        if !is_first && !self.serves(n, &limits, budget) {
            return Turn::Declined;
        }
        let (before, ask) = (self.session.face.visited(n), self.ask);
        let earlier = self.expect(n, before);
        let asked = self.session.ask(&limits, |face| ask(face, n, &limits));
        // A solver that the rules ended is dropped, but had reported its progress.
        self.visited += match asked {
            Ok(_) => self.session.face.visited(n) - before,
            Err(_) => self.limits.progress.get().0 - earlier,
        };
        if is_first {
            self.reached = self.session.face.visited(n);
        }
        let found = match asked.map_err(Error::from) {
            Ok(found) => found,
            Err(Error::Stopped(reason)) => Err(reason.into()),
            Err(error) => return Turn::Failed(error),
        };
        let reason = match &found {
            Ok(found) => found.stopped(),
            Err(stop) => Some(stop.reason),
        };
        if let Err(Stop { bounds, .. }) = &found {
            self.narrow(*bounds);
        }
        let turn = match (reason, found) {
            (None, found) => return Turn::Ended(found),
            (Some(StopReason::Nodes), _) if limits.has_spent_budget() => Turn::Open,
            (Some(StopReason::Memory), Err(stop)) => Turn::Full(stop),
            (_, found) => return Turn::Ended(found),
        };
        match is_first {
            true => self.held = limits.spent.held(),
            false => self.session.face.forget_one(n),
        }
        turn
    }

    /// Whether a solver serves: one that must search to find out does so within the budget.
    fn serves(&self, n: usize, limits: &Limits, budget: Option<u64>) -> bool {
        let limits = Limits {
            steps: budget.into_iter().chain(limits.steps).min(),
            ..limits.clone()
        };
        let offers = (self.session).look_within(&limits, |face| face.offers_itself(n, &limits));
        offers.unwrap_or(false)
    }

    fn leaves(&mut self, place: usize) {
        let Runner { n, .. } = self.runners.remove(place);
        if n == self.first {
            self.session.face.forget_one(n);
            self.held = 0;
            for runner in &mut self.runners {
                runner.waits = false;
            }
        }
    }

    fn narrow(&mut self, bounds: Option<[i128; 2]>) {
        let known = self.bounds.take();
        let both = known.zip(bounds);
        let both = both.map(|([low, high], [l, h])| [low.max(l), high.min(h)]);
        self.bounds = both.or(known).or(bounds);
    }

    /// Whether the result of a solver has each field that the first would fill.
    fn tells_all(&self, n: usize, found: &T) -> bool {
        self.is_as_full(n) || (found.counts_points() && !self.first_tells(Field::Grundy))
    }

    fn is_as_full(&self, n: usize) -> bool {
        let wanted = match self.first_tells(Field::Grundy) {
            true => Field::Grundy,
            false => Field::Remoteness,
        };
        !self.first_tells(wanted) || self.solvers[n].fills.contains(&wanted)
    }

    fn first_tells(&self, field: Field) -> bool {
        self.solvers[self.first].fills.contains(&field)
    }

    /// Keeps an answer that tells less; only those that tell all have further turns.
    fn keep(&mut self, n: usize, found: T) {
        let mut runners = std::mem::take(&mut self.runners);
        runners.retain(|runner| self.is_as_full(runner.n));
        self.runners = runners;
        self.lesser = Some((n, found));
        self.ends_after(2);
    }

    /// Ends the race when the work is so many times what it is now, and not before a little more is done.
    fn ends_after(&mut self, times: u64) {
        let until = (PATIENCE >> self.slower).max(times * self.limits.spent.work());
        self.until = Some(self.until.map_or(until, |before| before.min(until)));
    }

    fn is_over(&self) -> bool {
        let spent = self.limits.spent.work();
        self.until.is_some_and(|until| spent >= until)
    }

    /// The end of the race: all but the winner free their memory.
    fn ended(mut self, by: usize, found: Result<T, Stop>) -> Raced<T> {
        if found.is_err() && self.predicted.is_some() {
            self.expect(self.first, self.reached);
            self.limits.progress.set(0, 0);
        }
        if by != self.first {
            self.session.face.forget_one(self.first);
        }
        let (by, found) = match (self.lesser.take(), found) {
            (Some((n, found)), Err(_)) => (n, Ok(found)),
            (_, Err(stop)) => {
                let bounds = self.bounds.or(stop.bounds);
                (self.first, Err(Stop { bounds, ..stop }))
            }
            (_, Ok(found)) => (by, Ok(found)),
        };
        let visited = self.visited;
        Raced { by, found, visited }
    }
}

#[cfg(test)]
mod tests {
    use crate::{How, Limits, Open};

    #[test]
    fn the_number_of_positions_is_predicted() {
        let limits = Limits {
            work: Some(1 << 20),
            ..Limits::default()
        };
        let how = How::by(Some("memo"));
        // Beside what `memo` visits, which is each position once; the second and the fourth are exact.
        for (game, position, most) in [
            ("mnk:4,4,4", None, 2.0),
            ("chomp:6,7", None, 1.0),
            ("clobber:3,5", None, 1.2),
            ("nim", Some("9,10,11"), 1.0),
            ("domineering:4,5", None, 1.2),
        ] {
            let open = Open::game(game);
            let open = match position {
                Some(position) => open.at(position),
                None => open,
            };
            let mut session = open.session().unwrap();
            let told = session.face.predicted(500, &limits).unwrap();
            let ratio = told / session.solve(&how).unwrap().visited as f64;
            assert!(ratio <= most && 1.0 / ratio <= most, "{game}: {ratio}");
        }
        // 4,531,985,219,092 positions, half of them up to reflection (oeis.org/A212693).
        let four = Open::game("connect-four").session().unwrap();
        let order = four.face.predicted(500, &limits).unwrap().log10();
        assert!((11.0..14.0).contains(&order), "{order}");
        let endless = Open::game("teeko").session().unwrap();
        assert_eq!(endless.face.predicted(500, &limits), None);
    }

    /// The share that is done is measured by the prediction.
    #[test]
    fn a_search_that_stops_tells_its_share() {
        let mut how = How::default();
        how.limits.nodes = Some(4_000_000);
        let mut session = Open::game("mnk:5,5,4").session().unwrap();
        let answer = session.solve(&how).unwrap();
        assert_eq!(answer.progress.unwrap().share, Some(0.0));
    }
}
