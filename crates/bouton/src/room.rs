//! [`Room`]: a game of a known type behind the door of [`Session`].

use std::sync::Arc;
use std::time::Instant;

use bouton_answers::{Answer, BestMove, Class, Move, Proof, Whole};
use bouton_core::entry::{OpenError, Opened};
use bouton_core::notation::parse_move;
use bouton_core::scene::{Scene, Slope};
use bouton_core::solver::{About, Best, Evaluation, Solution, Solver, Stopped, value_of_move};
use bouton_core::strategy::StrategyCard;
use bouton_core::{
    Alternating, InputError, Limits, Mishap, Notation, Outcome, Score, Side, StopReason,
};
use bouton_laws::Player;
use bouton_solvers::retrograde::Symmetric;

use crate::error::Error;
use crate::menu::{Menu, RowStrategy};
use crate::session::{Choice, How, Played, Session, Value};
use crate::words::why;

/// Opens a game at another position.
pub(crate) type Opener<G> = Box<dyn Fn(&str) -> Result<Opened<G>, OpenError> + Send>;

/// How a room is furnished.
pub(crate) struct Door<G: Alternating> {
    /// Opens the same game, with the same parameters, at another position.
    pub(crate) open: Opener<G>,
    /// What the game can do, with solvers that know nothing yet.
    pub(crate) menu: fn() -> Menu<G>,
}

/// A game of a known type behind the door of [`Session`].
pub(crate) struct Room<G: Alternating> {
    name: String,
    game: G,
    at: G::Position,
    misere: bool,
    menu: Menu<G>,
    door: Door<G>,
    /// The positions that were listed last.
    listed: Vec<G::Position>,
}

/// Longer positions are not written out in answers.
const LONGEST_POSITION: usize = 10_000;

impl<G: Alternating + Notation + PartialEq> Room<G> {
    pub(crate) fn new(name: &str, (game, at): Opened<G>, misere: bool, door: Door<G>) -> Self {
        Self {
            name: name.to_owned(),
            game,
            at,
            misere,
            menu: (door.menu)(),
            door,
            listed: Vec::new(),
        }
    }

    /// The solver to use, its place on the menu.
    fn choose(&self, wanted: Option<&str>, limits: &Limits) -> Result<usize, Error> {
        let solvers = &self.menu.solvers;
        let Some(wanted) = wanted else {
            let offers = |n: &usize| solvers[*n].offers_itself(&self.game, &self.at, limits);
            let serves = |n: &usize| {
                let accepted = solvers[*n].accepts(&self.game, &self.at, limits);
                accepted.is_ok()
            };
            let fit = (0..solvers.len()).find(offers);
            let fit = fit.or_else(|| (0..solvers.len()).find(serves));
            return fit.ok_or_else(|| Error::Unfit(format!("no solver serves {} here", self.name)));
        };
        let found = solvers
            .iter()
            .position(|solver| solver.about().id == wanted);
        let index = found.ok_or_else(|| {
            let ids: Vec<_> = solvers.iter().map(|solver| solver.about().id).collect();
            let play = if self.misere { " in misère play" } else { "" };
            Error::Unfit(format!(
                "no solver {wanted:?} serves {}{play} at this position; there are: {}",
                self.name,
                ids.join(", ")
            ))
        })?;
        let refused = solvers[index].accepts(&self.game, &self.at, limits);
        refused
            .map(|()| index)
            .map_err(|why| Error::Unfit(format!("solver {wanted} does not serve this: {why}")))
    }

    /// Whether what the game has told can be relied on; the error tells what its rules got wrong, or why it stopped.
    fn told(&self) -> Result<Result<(), StopReason>, Error> {
        match self.game.mishap() {
            None => Ok(Ok(())),
            Some(Mishap::Stopped(reason)) => Ok(Err(reason)),
            Some(Mishap::Broken(message)) => Err(Error::Rules(message)),
        }
    }

    /// The same, and where it cannot be, what the solvers learned is dropped.
    fn reliable(&mut self) -> Result<Result<(), StopReason>, Error> {
        let told = self.told();
        if !matches!(told, Ok(Ok(()))) {
            self.menu = (self.door.menu)();
        }
        told
    }

    fn played(&self, mv: &G::Move) -> Played {
        Played {
            name: self.game.show_move(&self.at, mv),
            gain: G::Score::points(self.game.gain(&self.at, mv)),
            keeps_turn: self.game.keeps_turn(&self.at, mv),
        }
    }

    fn scene_at(&self, at: &G::Position) -> Scene {
        match &self.menu.look {
            Some(look) => (look.scene)(&self.game, at),
            None => Scene::of_notation(&self.game.show(at), self.heaps().is_some()),
        }
    }

    fn best_move(&self, mv: &G::Move) -> BestMove {
        let to = self.game.play(&self.at, mv);
        BestMove {
            name: self.game.show_move(&self.at, mv),
            to: self.game.show_within(&to, LONGEST_POSITION),
            component: self.game.component(mv),
        }
    }

    fn blank(&self, solver: &'static str) -> Answer {
        Answer {
            game: self.name.clone(),
            position: (self.game.show_within(&self.at, LONGEST_POSITION)).unwrap_or("…".into()),
            misere: self.misere,
            outcome: None,
            remoteness: None,
            margin: None,
            totals: None,
            grundy: None,
            best: Vec::new(),
            best_count: None,
            preferred: None,
            class: None,
            line: None,
            why: None,
            proof: None,
            bounds: None,
            solver: solver.to_owned(),
            visited: 0,
            seconds: 0.0,
            stopped: None,
        }
    }

    fn totals(&self, margin: i128) -> Option<[Whole; 2]> {
        let stake = self.game.at_stake(&self.at)?;
        let mover = stake.checked_add(margin)? / 2;
        Some([Whole::from(mover), Whole::from(stake - mover)])
    }

    fn solved(&self, solution: Solution<G>, answer: Answer) -> Answer {
        let Solution {
            value,
            best,
            line,
            reason,
        } = solution;
        let line = line.map(|line| self.show_line(&line));
        let margin = value.score.margin();
        let Best {
            moves,
            preferred,
            count,
        } = best;
        let preferred = preferred.map(|mv| (self.best_move(&mv), mv));
        let first = preferred.iter().map(|(shown, _)| shown.clone());
        let rest = moves
            .iter()
            .filter(|mv| preferred.as_ref().is_none_or(|(_, p)| p != *mv));
        Answer {
            outcome: Some(value.score.outcome()),
            remoteness: value.remoteness,
            margin: margin.map(Whole::from),
            totals: margin.and_then(|margin| self.totals(margin)),
            grundy: value.grundy.map(Whole::from),
            best: first.chain(rest.map(|mv| self.best_move(mv))).collect(),
            best_count: count.map(Whole::from),
            preferred: preferred.map(|(shown, _)| shown),
            why: Some(why(&reason, line.as_deref())),
            line,
            proof: Some(Proof::Proved),
            ..answer
        }
    }

    fn show_line(&self, line: &[G::Move]) -> Vec<String> {
        let mut at = self.at.clone();
        let mut shown = Vec::with_capacity(line.len());
        for mv in line {
            shown.push(self.game.show_move(&at, mv));
            at = self.game.play(&at, mv);
        }
        shown
    }

    fn stopped(stopped: Stopped<G::Score>, answer: Answer) -> Answer {
        let bounds = stopped.bounds.map(|(low, high)| [low, high].map(bound));
        Answer {
            stopped: Some(stopped.reason),
            bounds,
            ..answer
        }
    }

    fn evaluate(
        &mut self,
        index: usize,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<G::Score>, StopReason> {
        self.menu.solvers[index]
            .evaluate(&self.game, at, limits)
            .map_err(|stopped| stopped.reason)
    }

    /// Who wins when Left begins and when Right does; `None` where both have the same moves, or beyond the limits.
    fn class(&mut self, index: usize, limits: &Limits) -> Option<Class> {
        let with_side = self.menu.with_side?;
        let mut wins = |side| {
            let at = with_side(&self.game, &self.at, side);
            let value = self.evaluate(index, &at, limits).ok()?;
            Some(value.score.outcome() == Outcome::Win)
        };
        Some(Class::of(wins(Side::Left)?, wins(Side::Right)?))
    }

    fn move_values(&mut self, index: usize, limits: &Limits) -> Result<Vec<Move>, StopReason> {
        let mut rows: Vec<(Evaluation<G::Score>, usize, G::Move)> = Vec::new();
        for (order, mv) in self.game.moves(&self.at).enumerate() {
            limits.check()?;
            limits.afford(4 * size_of_val(&rows[..]) as u64)?;
            let to = self.game.play(&self.at, &mv);
            let after = self.menu.solvers[index]
                .evaluate(&self.game, &to, limits)
                .map_err(|stopped| stopped.reason)?;
            let value = value_of_move(&self.game, &self.at, &mv, after);
            rows.push((value, order, mv));
        }
        let top = rows.iter().map(|(value, ..)| value.score).max();
        rows.sort_by_key(|(value, order, _)| {
            (std::cmp::Reverse(value.score), hurry(value), *order)
        });
        Ok(rows
            .into_iter()
            .map(|(value, _, mv)| self.move_answer(value, &mv, top))
            .collect())
    }

    fn move_answer(
        &self,
        value: Evaluation<G::Score>,
        mv: &G::Move,
        top: Option<G::Score>,
    ) -> Move {
        let BestMove { name, to, .. } = self.best_move(mv);
        Move {
            name,
            to,
            outcome: value.score.outcome(),
            margin: value.score.margin().map(Whole::from),
            remoteness: value.remoteness,
            grundy: value.grundy.map(Whole::from),
            best: Some(value.score) == top,
        }
    }
}

/// A bound as a number: the margin, or 1, 0, -1 for a win, a draw, a loss.
fn bound(score: impl Score) -> Whole {
    Whole::from(score.margin().unwrap_or(score.outcome() as i128 - 1))
}

/// The order of moves of the same score: wins and draws quickest first, losses slowest first.
fn hurry<S: Score>(value: &Evaluation<S>) -> i64 {
    let plies = i64::from(value.remoteness.unwrap_or(0));
    if value.score.outcome() == Outcome::Loss {
        -plies
    } else {
        plies
    }
}

impl<G: Alternating + Notation + PartialEq> Session for Room<G> {
    fn game(&self) -> &str {
        &self.name
    }

    fn is_misere(&self) -> bool {
        self.misere
    }

    fn position(&self) -> String {
        self.game.show(&self.at)
    }

    fn solvers(&self) -> Vec<&'static About> {
        self.menu
            .solvers
            .iter()
            .map(|solver| solver.about())
            .collect()
    }

    fn accepts(&self, solver: &str, limits: &Limits) -> Result<(), Error> {
        self.choose(Some(solver), limits).map(|_| ())
    }

    fn solve(&mut self, how: &How) -> Result<Answer, Error> {
        let index = self.choose(how.solver.as_deref(), &how.limits)?;
        self.game.begin(&how.limits);
        let solver: &mut dyn Solver<G> = &mut *self.menu.solvers[index];
        let (before, start) = (solver.visited(), Instant::now());
        let result = solver.solve(&self.game, &self.at, &how.limits);
        let (seconds, visited) = (start.elapsed().as_secs_f64(), solver.visited() - before);
        let id = solver.about().id;
        let answer = Answer {
            visited,
            seconds,
            ..self.blank(id)
        };
        let answered = match result {
            Ok(solution) => Answer {
                class: self.class(index, &how.limits),
                ..self.solved(solution, answer)
            },
            Err(stopped) => Self::stopped(stopped, answer),
        };
        Ok(match self.reliable()? {
            Ok(()) => answered,
            Err(reason) => Self::stopped(reason.into(), self.blank(id)),
        })
    }

    fn moves(&mut self, how: &How) -> Result<Result<Vec<Move>, StopReason>, Error> {
        let index = self.choose(how.solver.as_deref(), &how.limits)?;
        self.game.begin(&how.limits);
        let values = self.move_values(index, &how.limits);
        Ok(self.reliable()?.and(values))
    }

    fn value(&mut self, how: &How) -> Result<Result<Value, StopReason>, Error> {
        let index = self.choose(how.solver.as_deref(), &how.limits)?;
        let at = self.at.clone();
        self.game.begin(&how.limits);
        let value = self.evaluate(index, &at, &how.limits).map(|value| Value {
            outcome: value.score.outcome(),
            margin: value.score.margin(),
            remoteness: value.remoteness,
            grundy: value.grundy.map(Whole::from),
        });
        Ok(self.reliable()?.and(value))
    }

    fn law(&self) -> Result<Arc<Player>, Error> {
        let none = || {
            Err(format!(
                "the rules of {} are not known as formulas",
                self.name
            ))
        };
        let law = self
            .menu
            .law
            .map_or_else(none, |law| law(&self.game, &self.at));
        law.map_err(Error::Unfit)
    }

    fn census(&self, limits: &Limits) -> Result<Result<Symmetric, StopReason>, Error> {
        let census = self.menu.census.ok_or_else(|| {
            Error::Unfit(format!(
                "positions of {} cannot be counted by win, loss and draw",
                self.name
            ))
        })?;
        self.game.begin(limits);
        let counted = census(&self.game, &self.at, limits);
        Ok(self.told()?.and(counted))
    }

    fn go(&mut self, position: &str) -> Result<(), Error> {
        let (OpenError::Position(error) | OpenError::Parameters(error)) =
            match (self.door.open)(position) {
                Ok((game, at)) => {
                    if game != self.game {
                        (self.game, self.menu) = (game, (self.door.menu)());
                    }
                    self.at = at;
                    return Ok(());
                }
                Err(error) => error,
            };
        Err(Error::input("position", error))
    }

    fn right_first(&mut self) -> Result<(), Error> {
        let with_side = self.menu.with_side.ok_or_else(|| {
            Error::Unfit(format!(
                "both players have the same moves in {}: --right means nothing there",
                self.name
            ))
        })?;
        self.at = with_side(&self.game, &self.at, Side::Right);
        Ok(())
    }

    fn side(&self) -> Option<Side> {
        let with_side = self.menu.with_side?;
        let is_left = with_side(&self.game, &self.at, Side::Left) == self.at;
        Some(if is_left { Side::Left } else { Side::Right })
    }

    fn play(&mut self, text: &str) -> Result<Played, Error> {
        let mv = parse_move(&self.game, &self.at, text).ok_or_else(|| {
            let message = format!("no legal move at {} is called {text:?}", self.position());
            Error::input("move", InputError::new(message, text, 0..text.len()))
        })?;
        let played = self.played(&mv);
        self.at = self.game.play(&self.at, &mv);
        Ok(played)
    }

    fn at_stake(&self) -> Option<i128> {
        self.game.at_stake(&self.at)
    }

    fn strategies(&self) -> Vec<StrategyCard<'_>> {
        let desk = self.menu.strategies.as_ref();
        desk.map_or_else(Vec::new, |desk| (desk.cards)(&self.game))
    }

    fn allowed(&self, strategy: &str) -> Result<Vec<String>, Error> {
        let desk = self.menu.strategies.as_ref();
        let desk =
            desk.ok_or_else(|| Error::Unfit(format!("no strategy is known for {}", self.name)))?;
        let moves = (desk.allowed)(&self.game, strategy, &self.at);
        let moves = moves.map_err(|error| Error::input("strategy", error))?;
        let names = moves.iter().map(|mv| self.game.show_move(&self.at, mv));
        let names = names.collect();
        self.check().map(|()| names)
    }

    fn row_strategy(&self, strategy: &str) -> Result<Option<RowStrategy>, Error> {
        let named = self
            .menu
            .row_strategies
            .map(|named| named(&self.game, strategy));
        named
            .transpose()
            .map_err(|error| Error::input("strategy", error))
    }

    fn check(&self) -> Result<(), Error> {
        match self.told()? {
            Ok(()) => Ok(()),
            Err(reason) => Err(Error::Unfit(format!(
                "{reason} amid the rules of {}",
                self.name
            ))),
        }
    }

    fn is_over(&self) -> bool {
        self.game.score(&self.at).is_some()
    }

    fn choices(&self, most: usize) -> Vec<Choice> {
        let before = self.scene();
        let look = self.menu.look.as_ref();
        let choice = |mv| {
            let (played, to) = (self.played(&mv), self.game.play(&self.at, &mv));
            let told = look.and_then(|look| (look.changes)(&self.game, &self.at, &mv));
            let seen = || before.changed(&self.scene_at(&to), played.name == "R");
            Choice {
                changes: told.unwrap_or_else(seen),
                to: self.game.show(&to),
                played,
            }
        };
        self.game.moves(&self.at).take(most).map(choice).collect()
    }

    fn scene(&self) -> Scene {
        self.scene_at(&self.at)
    }

    fn canonical(&self) -> String {
        self.game.show(&self.game.canonical(self.at.clone()))
    }

    fn family(&self) -> Option<String> {
        (self.menu.look.as_ref()?.family)(&self.game, &self.at)
    }

    fn slopes(&self) -> Vec<Slope> {
        let look = self.menu.look.as_ref();
        look.map_or_else(Vec::new, |look| (look.slopes)(&self.game))
    }

    fn heaps(&self) -> Option<(Option<usize>, bool)> {
        let heaps = self.menu.heaps.as_ref()?;
        (heaps.shape)(&self.game)
    }

    fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        let found = self
            .menu
            .heaps
            .as_ref()
            .and_then(|shape| (shape.with_heaps)(&self.game, heaps));
        found.map(|at| self.at = at).is_some()
    }

    fn list(&mut self, up_to: u64) -> Result<Option<usize>, Error> {
        let Some(shape) = &self.menu.heaps else {
            return Ok(None);
        };
        self.game.begin(&Limits::default());
        let listed = (shape.listed)(&self.game, up_to);
        self.check()?;
        Ok(listed.map(|listed| {
            self.listed = listed;
            self.listed.len()
        }))
    }

    fn set_listed(&mut self, nth: usize) -> bool {
        let found = self.listed.get(nth).cloned();
        found.map(|at| self.at = at).is_some()
    }
}
