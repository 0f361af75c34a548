//! Questions of a session that solvers answer: the chosen solver and its result.

use std::sync::Arc;

use bouton_answers::{Answer, BestMove, Class, Move, Moves, Progress, Proof, Whole};
use bouton_core::solver::{About, Field};
use bouton_core::{Limits, Outcome, Reason, Side, StopReason};
use bouton_engine::{Error, Face, FullValue, LONGEST_POSITION, SearchResult, Stop, ValuedMove};
use bouton_solvers::{Chapter, Tables};
use web_time::Instant;

use super::racing::Raced;
use super::{How, Session, Value};
use crate::words::why;

/// The outcome class and, in a game of points, the scores by who begins.
type Standing = (Class, Option<[i128; 2]>);

/// The most work for plies alone: some hundredths of a second of interpreted rules.
const MOST_FOR_PLIES: u64 = 1 << 17;

/// The most memory, in bytes, and the longest time, in seconds, that a stopped answer advises.
const MOST_MEMORY: f64 = (1_u64 << 40) as f64;
const A_DAY: f64 = 86_400.0;

/// A large number as a power of ten.
fn rounded(n: f64) -> String {
    match n < 10_000.0 {
        true => format!("{n:.0}"),
        false => format!("10^{:.0}", n.log10()),
    }
}

/// The solver that searches for a law longer if it is asked for by name.
const LAW: &str = "law";

/// The solver that knows the first plies of some games.
const BOOK: &str = "book";

/// The solver for games in which moves entail.
const ENTAILING: &str = "entailing";

/// The reason why a solver that may serve did not answer.
pub(crate) enum Unchosen {
    /// It took too long to find out which solver serves.
    Stopped(StopReason),
    Error(Error),
}

impl From<bouton_core::RuleError> for Unchosen {
    fn from(error: bouton_core::RuleError) -> Self {
        match Error::from(error) {
            Error::Stopped(reason) => Self::Stopped(reason),
            error => Self::Error(error),
        }
    }
}

impl From<Unchosen> for Error {
    fn from(unchosen: Unchosen) -> Self {
        match unchosen {
            Unchosen::Stopped(reason) => Self::Stopped(reason),
            Unchosen::Error(error) => error,
        }
    }
}

impl Session {
    /// The solvers that serve the game, best first.
    pub fn solvers(&self) -> Vec<&'static About> {
        self.face.solvers()
    }

    /// Whether play may return to a position: a line of play then need not end, and there is no tree of lines.
    pub fn can_come_back(&self) -> bool {
        let serves = |solver| self.accepts(solver, &Limits::default()).is_ok();
        serves("retrograde") && !serves("memo")
    }

    /// The solvers that answered since the last call, each once.
    pub(crate) fn take_used(&mut self) -> Vec<&'static About> {
        std::mem::take(&mut self.used)
    }

    /// The solver that finds Grundy values by search.
    pub(crate) fn grundy_solver(&self) -> &'static str {
        match self.least_board() {
            _ if self.is_entailing() => ENTAILING,
            // Few positions of a board are needed for its own value.
            Some(_) => "nimber",
            None => "grundy",
        }
    }

    /// Whether moves entail an answer or a second move.
    pub(crate) fn is_entailing(&self) -> bool {
        self.solvers().iter().any(|about| about.id == ENTAILING)
    }

    /// Whether the solver with this name serves the position; a solver that must search to find out does so within the
    /// limits.
    ///
    /// # Errors
    /// A sentence with the reason, if not; or the rules fail.
    pub fn accepts(&self, solver: &str, limits: &Limits) -> Result<(), Error> {
        self.look_within(limits, |face| named(face, solver, limits).map(|_| ()))?
    }

    /// Whether a solver that is better than this one offers itself here.
    pub(crate) fn offers_before(&self, solver: &str, limits: &Limits) -> bool {
        let better = self.solvers();
        let better = better.iter().take_while(|about| about.id != solver).count();
        let offers = self.look_within(limits, |face| {
            (0..better).any(|n| face.offers_itself(n, limits))
        });
        offers.unwrap_or(false)
    }

    /// Answers from these tables, which belong to these rules.
    pub(crate) fn answer_from(&mut self, tables: Tables) {
        self.face.answer_from(tables);
    }

    /// Answers the first plies from these values, which belong to these rules.
    pub(crate) fn open_book(&mut self, chapter: Chapter) {
        self.face.open_book(chapter);
    }

    /// The place of the solver to use.
    pub(crate) fn choose(&mut self, how: &How) -> Result<usize, Unchosen> {
        let chosen = self.ask(&how.limits, |face| choose(face, how))?;
        chosen.map_err(Unchosen::Error)
    }

    /// The answer to the position.
    ///
    /// # Errors
    /// If a solver does not serve the game or the position, or the rules fail. A limit that is reached is part of the answer.
    pub fn solve(&mut self, how: &How) -> Result<Answer, Error> {
        let answer = self.answer(how)?;
        let progress = answer
            .stopped
            .map(|reason| self.progress(how, &answer, reason));
        Ok(Answer { progress, ..answer })
    }

    /// How far a stopped question got, and what would help.
    fn progress(&self, how: &How, answer: &Answer, reason: StopReason) -> Progress {
        let (done, all) = how.limits.progress.get();
        // The share as it is shown.
        let percent = (all > 0).then(|| (100 * u128::from(done) / u128::from(all)).min(100));
        let mut tries = Vec::new();
        if how.solver.is_some() {
            tries.push("no `--solver`: then those that serve take turns".to_owned());
        } else if reason == StopReason::Time && self.has_formulas() && answer.solver != LAW {
            tries.push(format!("--solver {LAW}"));
        }
        let times = (all > 0 && done > 0).then(|| (all as f64 / done as f64).max(1.0));
        let smaller = |needs: f64, unit: &str| {
            let [all, needs] = [all as f64, needs].map(rounded);
            format!(
                "a smaller position: from this one, play reaches about {all}, which take {needs} {unit}"
            )
        };
        tries.extend(match (reason, how.limits.memory) {
            (StopReason::Memory, Some(memory)) => {
                let needed = times.unwrap_or(2.0).max(2.0) * memory as f64;
                let gigabytes = needed / f64::from(1 << 30);
                Some(match needed < MOST_MEMORY {
                    true => format!("--memory {}G", gigabytes.ceil()),
                    false => smaller(gigabytes, "GB"),
                })
            }
            (StopReason::Time, _) => times.map(|times| {
                let seconds = times * answer.seconds;
                match seconds < A_DAY {
                    true => format!("--time {}s", seconds.ceil()),
                    false => smaller(seconds / A_DAY, "days"),
                }
            }),
            _ => None,
        });
        Progress {
            share: percent.map(|percent| percent as f64 / 100.0),
            tries,
        }
    }

    fn answer(&mut self, how: &How) -> Result<Answer, Error> {
        let start = Instant::now();
        let raced = self.race(how, &|face, n, limits| face.solve(n, limits));
        let Raced {
            by: n,
            found,
            visited,
        } = match raced {
            Ok(raced) => raced,
            Err(Unchosen::Stopped(reason)) => return self.unsolved(0, reason),
            Err(Unchosen::Error(error)) => return Err(error),
        };
        let answer = Answer {
            visited,
            seconds: start.elapsed().as_secs_f64(),
            ..self.blank(n)?
        };
        let proof = match self.solvers()[n].proves {
            true => Proof::Proved,
            false => Proof::Seen,
        };
        match found {
            Ok(found) => {
                let found = self.with_plies(n, how, found)?;
                let standing = match found.stopped {
                    Some(reason) => Err(Error::Stopped(reason)),
                    None => self.standing(n, &how.limits),
                };
                let (standing, stopped) = match standing {
                    Ok(standing) => (standing, None),
                    Err(Error::Stopped(reason)) => (None, Some(reason)),
                    Err(error) => return Err(error),
                };
                let (class, scores) = standing.unzip();
                Ok(Answer {
                    class,
                    scores: scores.flatten().map(|scores| scores.map(Whole::from)),
                    stopped,
                    ..self.solved(found, answer, proof)?
                })
            }
            Err(stop) => {
                if let Some((book, worth)) = self.in_the_book(how) {
                    let value = Whole::from(worth.rank());
                    return Ok(Answer {
                        outcome: Some(worth.outcome),
                        remoteness: worth.remoteness,
                        margin: worth.margin.map(Whole::from),
                        proof: Some(Proof::Seen),
                        stopped: Some(stop.reason),
                        bounds: Some([value.clone(), value]),
                        solver: book.id.to_owned(),
                        ..answer
                    });
                }
                let would_fit = match stop.reason {
                    StopReason::Memory => self.face.would_fit(n, &how.limits),
                    _ => None,
                };
                let answer = self.stopped(stop, answer, proof);
                Ok(Answer {
                    why: answer.why.or(would_fit),
                    ..answer
                })
            }
        }
    }

    /// The value of a position that the book has as an entry: without the values of the positions after it, no best move is
    /// known, so that others look for one first.
    fn in_the_book(&mut self, how: &How) -> Option<(&'static About, FullValue)> {
        let solvers = self.solvers();
        let n = solvers.iter().position(|about| about.id == BOOK);
        let n = n.filter(|_| how.solver.is_none())?;
        let limits = Limits::default();
        let found = self.ask(&limits, |face| face.evaluate(n, None, &limits));
        Some((solvers[n], found.ok()?.ok()?))
    }

    /// A solver that tells the plies to the end, where the one that was chosen does not: a rule file whose `plies_left` makes
    /// other solvers available is answered in no less detail.
    fn telling_plies(&self, n: usize, how: &How) -> Option<usize> {
        let tells = |about: &&About| about.fills.contains(&Field::Remoteness);
        let solvers = self.solvers();
        let is_external = self.face.can_fail() && self.game() != "sum";
        let is_missing = how.solver.is_none() && is_external && !tells(&solvers[n]);
        solvers.iter().position(tells).filter(|_| is_missing)
    }

    /// Looks for the plies to the end of all positions that can be reached, if they are few; false if they are not.
    fn reach_plies(&mut self, n: usize, limits: &Limits) -> Result<bool, Error> {
        let limits = Limits {
            work: Some(limits.spent.work() + MOST_FOR_PLIES),
            progress: Arc::default(),
            ..limits.clone()
        };
        let found = self.ask(&limits, |face| face.evaluate(n, None, &limits));
        match found.map_err(Error::from) {
            Ok(found) => Ok(found.is_ok_and(|worth| worth.remoteness.is_some())),
            Err(Error::Stopped(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The result with the plies to the end, the quickest moves and a line, where a small search finds them.
    fn with_plies(
        &mut self,
        n: usize,
        how: &How,
        found: SearchResult,
    ) -> Result<SearchResult, Error> {
        let by = self
            .telling_plies(n, how)
            .filter(|_| found.stopped.is_none());
        let Some(by) = by else {
            return Ok(found);
        };
        if !self.reach_plies(by, &how.limits)? {
            return Ok(found);
        }
        let timed = self.ask(&how.limits, |face| face.solve(by, &how.limits));
        let timed = match timed.map_err(Error::from) {
            Ok(Ok(timed)) if timed.stopped.is_none() => timed,
            Ok(_) | Err(Error::Stopped(_)) => return Ok(found),
            Err(error) => return Err(error),
        };
        Ok(SearchResult {
            worth: FullValue {
                remoteness: timed.worth.remoteness,
                ..found.worth
            },
            reason: match found.reason {
                Reason::NimSum { parts, .. } if parts.len() < 2 => timed.reason,
                Reason::Searched => timed.reason,
                reason => reason,
            },
            ..timed
        })
    }

    /// The answer of a solver that a limit in the rules stopped.
    fn unsolved(&self, n: usize, reason: StopReason) -> Result<Answer, Error> {
        let stop = reason.into();
        Ok(self.stopped(stop, self.blank(n)?, Proof::Proved))
    }

    /// The answer of a solver that stopped at a limit.
    fn stopped(&self, stop: Stop, answer: Answer, proof: Proof) -> Answer {
        let outcome = stop.bounds.and_then(decided);
        Answer {
            outcome,
            proof: outcome.map(|_| proof),
            why: self.growth(),
            stopped: Some(stop.reason),
            bounds: stop.bounds.map(|bounds| bounds.map(Whole::from)),
            ..answer
        }
    }

    fn blank(&self, n: usize) -> Result<Answer, Error> {
        let position = match &self.typed {
            Some(_) => Some(self.named_position()?),
            None => self.look(|face| face.show_within(LONGEST_POSITION))?,
        };
        Ok(Answer {
            game: self.game().to_owned(),
            position: position.unwrap_or("…".into()),
            misere: self.is_misere(),
            outcome: None,
            remoteness: None,
            margin: None,
            totals: None,
            grundy: None,
            loony: false,
            best: Vec::new(),
            best_count: None,
            preferred: None,
            class: None,
            scores: None,
            line: None,
            why: None,
            proof: None,
            bounds: None,
            solver: self
                .solvers()
                .get(n)
                .map_or("", |about| about.id)
                .to_owned(),
            visited: 0,
            seconds: 0.0,
            stopped: None,
            progress: None,
        })
    }

    fn solved(&self, found: SearchResult, answer: Answer, proof: Proof) -> Result<Answer, Error> {
        let SearchResult {
            worth,
            best,
            preferred,
            count,
            stopped,
            line,
            reason,
        } = found;
        let value = Whole::from(worth.rank());
        let preferred = preferred.map(best_move);
        let mut rest: Vec<_> = best.into_iter().map(best_move).collect();
        let place = rest.iter().position(|mv| Some(mv) == preferred.as_ref());
        place.map(|place| rest.remove(place));
        Ok(Answer {
            outcome: Some(worth.outcome),
            remoteness: worth.remoteness,
            margin: worth.margin.map(Whole::from),
            totals: match worth.margin {
                Some(margin) => self.totals(margin)?,
                None => None,
            },
            grundy: worth.grundy.map(Whole::from),
            loony: worth.loony,
            best: preferred.iter().cloned().chain(rest).collect(),
            best_count: count.map(Whole::from),
            why: Some(why(&reason, line.as_deref())),
            preferred,
            line,
            proof: Some(proof),
            bounds: stopped.map(|_| [value.clone(), value]),
            ..answer
        })
    }

    fn totals(&self, margin: i128) -> Result<Option<[Whole; 2]>, Error> {
        let Some(stake) = self.at_stake()? else {
            return Ok(None);
        };
        let mover = stake.checked_add(margin).map(|twice| twice / 2);
        Ok(mover.map(|mover| [mover.into(), (stake - mover).into()]))
    }

    /// The outcome class and, in a game of points, Left's points minus Right's, both if Left begins and if Right begins; `None` if
    /// both have the same moves.
    fn standing(&mut self, n: usize, limits: &Limits) -> Result<Option<Standing>, Error> {
        let Some(own) = self.side() else {
            return Ok(None);
        };
        // A table or a book need not have the position with the other player to begin.
        if !self.solvers()[n].proves {
            let other = self.ask(limits, |face| {
                face.set_side(own.other());
                let accepted = face.accepts(n, limits).is_ok();
                face.set_side(own);
                accepted
            })?;
            if !other {
                return Ok(None);
            }
        }
        let [left, right] = [
            self.begun(n, Side::Left, limits)?,
            self.begun(n, Side::Right, limits)?,
        ];
        Ok(Some(match (left.margin, right.margin) {
            (Some(left), Some(right)) => {
                let scores = [left, -right];
                (Class::of_scores(scores), Some(scores))
            }
            _ => (Class::of(left.outcome, right.outcome), None),
        }))
    }

    /// The value where a side begins, by this solver; or by one for endless play, if a position comes back then.
    fn begun(&mut self, n: usize, side: Side, limits: &Limits) -> Result<FullValue, Error> {
        let solvers = self.solvers();
        let mut begun = |n| self.ask(limits, |face| face.evaluate(n, Some(side), limits));
        let found = begun(n);
        let other = solvers.iter().position(|about| about.endless);
        let other = other.filter(|_| found.is_err() && !solvers[n].endless);
        Ok(other.map_or(found, begun)??)
    }

    /// The outcome class of a position of Left and Right.
    ///
    /// # Errors
    /// As for [`Session::moves`].
    pub(crate) fn class(&mut self, how: &How) -> Result<Option<Class>, Error> {
        let n = self.choose(how)?;
        let standing = self.standing(n, &how.limits)?;
        Ok(standing.map(|(class, _)| class))
    }

    /// Every legal move with the value it leads to, best first.
    ///
    /// # Errors
    /// As for [`Session::solve`]; a limit that is reached.
    pub fn moves(&mut self, how: &How) -> Result<Moves, Error> {
        let raced = self.race(how, &|face, n, limits| Ok(face.valued_moves(n, limits)?))?;
        let (n, mut valued) = (raced.by, raced.answer()?);
        if let Some(by) = self.telling_plies(n, how)
            && self.reach_plies(by, &how.limits)?
            && let Ok(timed) = self.ask(&how.limits, |face| face.valued_moves(by, &how.limits))?
        {
            let plies = timed.iter().map(|mv| mv.worth.remoteness);
            valued
                .iter_mut()
                .zip(plies)
                .for_each(|(mv, plies)| mv.worth.remoteness = plies);
        }
        Ok(Moves {
            game: self.game().to_owned(),
            position: self.named_position()?,
            moves: ranked(valued),
        })
    }

    /// The value alone.
    ///
    /// # Errors
    /// As for [`Session::moves`].
    pub fn value(&mut self, how: &How) -> Result<Value, Error> {
        let ask = |face: &mut dyn Face, n, limits: &Limits| Ok(face.evaluate(n, None, limits)?);
        Ok(self.race(how, &ask)?.answer()?.into())
    }
}

/// The place of the solver to use.
fn choose(face: &dyn Face, how: &How) -> Result<usize, Error> {
    if let Some(solver) = &how.solver {
        return named(face, solver, &how.limits);
    }
    let solvers = face.solvers();
    let find = |serves: &dyn Fn(usize) -> bool| (0..solvers.len()).find(|n| serves(*n));
    let ranked = find(&|n| face.offers_itself(n, &how.limits));
    let fit = match ranked {
        Some(n) if solvers[n].endless && solvers[n].proves => find(&|n| face.leads(n)).or(ranked),
        _ => ranked,
    };
    let fit = fit.or_else(|| find(&|n| face.accepts(n, &how.limits).is_ok()));
    fit.ok_or_else(|| Error::NoSolver(format!("no solver serves {} here", face.name())))
}

/// The index of the solver with this name, if it accepts the position.
fn named(face: &dyn Face, solver: &str, limits: &Limits) -> Result<usize, Error> {
    let solvers = face.solvers();
    let Some(n) = solvers.iter().position(|about| about.id == solver) else {
        let ids: Vec<_> = solvers.iter().map(|about| about.id).collect();
        let play = if face.is_misere() {
            " in misère play"
        } else {
            ""
        };
        return Err(Error::NoSolver(format!(
            "no solver {solver:?} serves {}{play} at this position; there are: {}",
            face.name(),
            ids.join(", ")
        )));
    };
    match face.accepts(n, limits) {
        Ok(()) => Ok(n),
        Err(why) => Err(Error::NoSolver(format!(
            "solver {solver} does not serve this: {why}"
        ))),
    }
}

/// The outcome, if these bounds decide it.
fn decided([low, high]: [i128; 2]) -> Option<Outcome> {
    match (low.signum(), high.signum()) {
        (1, _) => Some(Outcome::Win),
        (_, -1) => Some(Outcome::Loss),
        (0, 0) => Some(Outcome::Draw),
        _ => None,
    }
}

fn best_move(best: bouton_engine::BestMove) -> BestMove {
    BestMove {
        name: best.name,
        words: best.words,
        to: best.to,
        component: best.component,
    }
}

/// Best first: by value, then quickest wins and draws and slowest losses first, then in the game's own order.
fn ranked(mut valued: Vec<ValuedMove>) -> Vec<Move> {
    valued.sort_by_key(|mv| (std::cmp::Reverse(mv.worth.rank()), hurry(&mv.worth)));
    let top = valued.first().map(|mv| mv.worth.rank());
    let row = |ValuedMove { mv, worth }: ValuedMove| Move {
        name: mv.name,
        words: mv.words,
        to: mv.to,
        best: Some(worth.rank()) == top,
        outcome: worth.outcome,
        margin: worth.margin.map(Whole::from),
        remoteness: worth.remoteness,
        grundy: worth.grundy.map(Whole::from),
    };
    valued.into_iter().map(row).collect()
}

fn hurry(worth: &FullValue) -> i64 {
    let plies = i64::from(worth.remoteness.unwrap_or(0));
    if worth.outcome == Outcome::Loss {
        -plies
    } else {
        plies
    }
}
