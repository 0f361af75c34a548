//! [`Typed`]: a game of a known type behind the [`Face`].
//!
//! This code is compiled once for every type of game. Work that does not need the type is done above the face, where it is
//! compiled once.

use std::any::Any;
use std::sync::Arc;

use bouton_core::entry::{OpenError, Opened};
use bouton_core::notation::parse_move;
use bouton_core::scene::{Scene, Set, Slope};
use bouton_core::solver::{About, Best, Evaluation, Solution, Stopped, value_of_move};
use bouton_core::strategy::{StrategyCard, Trial};
use bouton_core::take_and_break::Code;
use bouton_core::{
    Alternating, Declares, Game, Impartial, InputError, Limits, Misere, Origin, Powers, Score,
    Side, StopReason,
};
use bouton_laws::LawStrategy;
use bouton_solvers::Tables;
use bouton_solvers::retrograde::Symmetric;
use bouton_values::ScoringGames;

use crate::abilities::Abilities;
use crate::bids::Bids;
use crate::error::Error;
use crate::explored::{Explore, explore};
use crate::face::{
    BestMove, Choice, Face, FullValue, LONGEST_POSITION, Played, RowStrategy, SearchResult,
    ShowLayers, ShowWhole, Stop, ValuedMove,
};
use crate::menu::Menu;
use crate::scoring::ScoredForm;
use crate::short::{Kept, ShortVisit};
use bouton_solvers::atoms::{Apart, Listed};

/// Opens the same game, with the same parameters, at another position, if that takes more than reading the position.
pub type Opener<G> = Box<dyn Fn(&str) -> Result<Opened<G>, OpenError> + Send>;

/// An opened game that is to be put behind the face.
pub struct Opening<G: Game> {
    /// The name with which the game was opened.
    pub name: String,
    /// The rules and the position.
    pub opened: Opened<G>,
    /// Opens it at another position; `None` if the rules read the position.
    pub again: Option<Opener<G>>,
}

/// Puts an opened game behind the face, for normal or misère play.
///
/// # Errors
/// If the game has no misère form.
pub fn open<G: Declares + Alternating>(
    opening: Opening<G>,
    misere: bool,
) -> Result<Box<dyn Face>, Error> {
    if !misere {
        return Ok(open_normal(opening));
    }
    let mut form = MisereForm(None);
    opening.opened.0.declare(&mut form);
    match form.0 {
        Some(open) => Ok(open(opening)),
        None => Err(no_misere(&opening.name)),
    }
}

/// The error for a game without a misère form.
pub fn no_misere(name: &str) -> Error {
    Error::Unfit(format!(
        "{name} has no misère form: --misere does not apply there"
    ))
}

/// Puts an opened game behind the face, for normal play.
pub fn open_normal<G: Declares + Alternating>(opening: Opening<G>) -> Box<dyn Face> {
    open_as(opening, false)
}

/// Puts an opened game, which already has the requested form, behind the face.
pub fn open_as<G: Declares + Alternating>(opening: Opening<G>, misere: bool) -> Box<dyn Face> {
    Box::new(Typed::new(opening, misere))
}

/// Opens the misère form of a game, if it declares one: otherwise the type of that form is not compiled.
struct MisereForm<G: Game>(Option<OpenForm<G>>);

type OpenForm<G> = fn(Opening<G>) -> Box<dyn Face>;

impl<G: Declares + Alternating> Powers<G> for MisereForm<G> {
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.0 = Some(open_misere);
    }
    fn misere(&mut self)
    where
        G: Alternating<Score: Score<Gain = ()>>,
    {
        self.0 = Some(open_misere);
    }
}

fn open_misere<G>(opening: Opening<G>) -> Box<dyn Face>
where
    G: Declares + Alternating<Score: Score<Gain = ()>>,
{
    let Opening {
        name,
        opened: (game, at),
        again,
    } = opening;
    let again = again.map(|again| -> Opener<Misere<G>> {
        Box::new(move |text| again(text).map(|(game, at)| (Misere(game), at)))
    });
    let opened = (Misere(game), at);
    Box::new(Typed::new(
        Opening {
            name,
            opened,
            again,
        },
        true,
    ))
}

/// A game of a known type, opened at a position.
struct Typed<G: Alternating> {
    name: String,
    game: G,
    at: G::Position,
    misere: bool,
    abilities: Abilities<G>,
    menu: Menu<G>,
    again: Option<Opener<G>>,
    /// The positions listed last.
    listed: Vec<G::Position>,
    tables: Option<Tables>,
}

impl<G: Declares + Alternating> Typed<G> {
    fn new(opening: Opening<G>, misere: bool) -> Self {
        let Opening {
            name,
            opened: (game, at),
            again,
        } = opening;
        let abilities = Abilities::of(&game);
        Self {
            menu: Menu::of(&game, &abilities, None),
            abilities,
            name,
            game,
            at,
            misere,
            again,
            listed: Vec::new(),
            tables: None,
        }
    }

    /// A best move; with the position after it only if `is_short`, which says whether this position can be written out.
    fn best_move(&self, mv: &G::Move, is_short: bool) -> BestMove {
        let to = is_short.then(|| self.game.play(&self.at, mv));
        BestMove {
            name: self.game.show_move(&self.at, mv),
            words: self.game.move_in_words(&self.at, mv),
            to: to.and_then(|to| self.game.show_within(&to, LONGEST_POSITION)),
            component: self.game.component(mv),
        }
    }

    fn is_short(&self) -> bool {
        self.show_within(LONGEST_POSITION).is_some()
    }

    fn names(&self, line: &[G::Move]) -> Vec<String> {
        let mut at = self.at.clone();
        let mut names = Vec::with_capacity(line.len());
        for mv in line {
            names.push(self.game.show_move(&at, mv));
            at = self.game.play(&at, mv);
        }
        names
    }

    fn found(&self, solution: Solution<G>) -> SearchResult {
        let Solution {
            value,
            best,
            line,
            reason,
        } = solution;
        let Best {
            moves,
            preferred,
            count,
            stopped,
        } = best;
        let is_short = self.is_short();
        let mut best = Vec::with_capacity(moves.len());
        for mv in &moves {
            best.push(self.best_move(mv, is_short));
        }
        SearchResult {
            worth: worth(value),
            best,
            preferred: preferred.map(|mv| self.best_move(&mv, is_short)),
            count,
            stopped,
            line: line.map(|line| self.names(&line)),
            reason,
        }
    }

    fn played(&self, mv: &G::Move) -> Played {
        Played {
            name: self.game.show_move(&self.at, mv),
            words: self.game.move_in_words(&self.at, mv),
            gain: G::Score::points(self.game.gain(&self.at, mv)),
            keeps_turn: self.game.keeps_turn(&self.at, mv),
        }
    }

    fn scene_at(&self, at: &G::Position) -> Scene {
        match &self.abilities.looks {
            Some(looks) => (looks.scene)(&self.game, at),
            None => {
                let heaps = self.abilities.heaps.as_ref();
                let scene = Scene::of_notation(&self.game.show(at), self.heaps().is_some());
                scene.with(heaps.map_or_else(Set::default, |heaps| (heaps.drawn_with)(&self.game)))
            }
        }
    }

    fn changes(&self, before: &Scene, mv: &G::Move, name: &str) -> Vec<usize> {
        let looks = self.abilities.looks.as_ref();
        let told = looks.and_then(|looks| (looks.changes)(&self.game, &self.at, mv));
        told.unwrap_or_else(|| {
            let after = self.scene_at(&self.game.play(&self.at, mv));
            before.changed(&after, name == "R")
        })
    }

    fn set(&mut self, at: Option<G::Position>) -> bool {
        at.map(|at| self.at = at).is_some()
    }
}

fn worth<S: Score>(value: Evaluation<S>) -> FullValue {
    FullValue {
        outcome: value.score.outcome(),
        margin: value.score.margin(),
        remoteness: value.remoteness,
        grundy: value.grundy,
        loony: value.loony,
    }
}

/// A bound as a number: the margin, or 1, 0, -1 for a win, a draw, a loss.
fn bound(score: impl Score) -> i128 {
    score.margin().unwrap_or(score.outcome() as i128 - 1)
}

fn stop<S: Score>(stopped: Stopped<S>) -> Stop {
    Stop {
        reason: stopped.reason,
        bounds: stopped.bounds.map(|(low, high)| [bound(low), bound(high)]),
    }
}

impl<G: Declares + Alternating> Face for Typed<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_misere(&self) -> bool {
        self.misere
    }

    fn origins(&self) -> Vec<Origin> {
        self.game.origins()
    }

    fn has_rules_of(&self, other: &dyn Face) -> bool {
        let other = (other as &dyn Any).downcast_ref::<Self>();
        other.is_some_and(|other| self.game == other.game)
    }

    fn begin(&self, limits: &Limits) {
        if let Some(oracle) = self.game.oracle() {
            oracle.begin(limits);
        }
    }

    fn growth(&self) -> Option<String> {
        self.game.oracle()?.growth()
    }

    fn would_fit(&self, n: usize, limits: &Limits) -> Option<String> {
        self.menu.solvers[n].would_fit(&self.game, &self.at, limits)
    }

    fn forget(&mut self) {
        self.menu = Menu::of(&self.game, &self.abilities, self.tables.as_ref());
    }

    fn show(&self) -> String {
        self.game.show(&self.at)
    }

    fn show_within(&self, longest: usize) -> Option<String> {
        self.game.show_within(&self.at, longest)
    }

    fn go(&mut self, position: &str) -> Result<(), OpenError> {
        let Some(again) = &self.again else {
            self.at = self.game.parse(position).map_err(OpenError::Position)?;
            return Ok(());
        };
        let (game, at) = again(position)?;
        if game != self.game {
            // Tables belong to the previous rules.
            self.tables = None;
            self.game = game;
            self.abilities = Abilities::of(&self.game);
            self.forget();
        }
        self.at = at;
        Ok(())
    }

    fn side(&self) -> Option<Side> {
        let with_side = self.abilities.with_side?;
        let is_left = with_side(&self.game, &self.at, Side::Left) == self.at;
        Some(if is_left { Side::Left } else { Side::Right })
    }

    fn set_side(&mut self, side: Side) -> bool {
        let with_side = self.abilities.with_side;
        let at = with_side.map(|with_side| with_side(&self.game, &self.at, side));
        self.set(at)
    }

    fn canonical(&self) -> String {
        self.game.show(&self.game.canonical(self.at.clone()))
    }

    fn merged(&self) -> String {
        self.game.show(&self.game.merged(self.at.clone()))
    }

    fn is_over(&self) -> bool {
        self.game.score(&self.at).is_some()
    }

    fn at_stake(&self) -> Option<i128> {
        self.game.at_stake(&self.at)
    }

    fn choices(&self, most: usize) -> Vec<Choice> {
        let before = self.scene();
        let mut choices = Vec::new();
        for mv in self.game.moves(&self.at).take(most) {
            let played = self.played(&mv);
            choices.push(Choice {
                changes: self.changes(&before, &mv, &played.name),
                to: self.game.show(&self.game.play(&self.at, &mv)),
                played,
            });
        }
        choices
    }

    fn play(&mut self, text: &str) -> Option<Played> {
        let mv = parse_move(&self.game, &self.at, text)?;
        let played = self.played(&mv);
        self.at = self.game.play(&self.at, &mv);
        Some(played)
    }

    fn solvers(&self) -> Vec<&'static About> {
        let solvers = self.menu.solvers.iter();
        solvers.map(|solver| solver.about()).collect()
    }

    fn accepts(&self, n: usize, limits: &Limits) -> Result<(), String> {
        self.menu.solvers[n].accepts(&self.game, &self.at, limits)
    }

    fn offers_itself(&self, n: usize, limits: &Limits) -> bool {
        self.menu.solvers[n].offers_itself(&self.game, &self.at, limits)
    }

    fn visited(&self, n: usize) -> u64 {
        self.menu.solvers[n].visited()
    }

    fn solve(&mut self, n: usize, limits: &Limits) -> Result<SearchResult, Stop> {
        match self.menu.solvers[n].solve(&self.game, &self.at, limits) {
            Ok(solution) => Ok(self.found(solution)),
            Err(stopped) => Err(stop(stopped)),
        }
    }

    fn evaluate(
        &mut self,
        n: usize,
        side: Option<Side>,
        limits: &Limits,
    ) -> Result<FullValue, StopReason> {
        let turned = match (side, self.abilities.with_side) {
            (Some(side), Some(with_side)) => Some(with_side(&self.game, &self.at, side)),
            _ => None,
        };
        let at = turned.as_ref().unwrap_or(&self.at);
        match self.menu.solvers[n].evaluate(&self.game, at, limits) {
            Ok(value) => Ok(worth(value)),
            Err(stopped) => Err(stopped.reason),
        }
    }

    fn valued_moves(&mut self, n: usize, limits: &Limits) -> Result<Vec<ValuedMove>, StopReason> {
        let (mut valued, is_short) = (Vec::new(), self.is_short());
        for mv in self.game.moves(&self.at) {
            limits.check()?;
            limits.afford(4 * size_of_val(&valued[..]) as u64)?;
            let to = self.game.play(&self.at, &mv);
            let after = self.menu.solvers[n].evaluate(&self.game, &to, limits);
            let after = after.map_err(|stopped| stopped.reason)?;
            valued.push(ValuedMove {
                worth: worth(value_of_move(&self.game, &self.at, &mv, after)),
                mv: self.best_move(&mv, is_short),
            });
        }
        Ok(valued)
    }

    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>> {
        let laws = self.abilities.laws.as_ref()?;
        Some((laws.law)(&self.game, &self.at, limits))
    }

    fn has_formulas(&self) -> bool {
        self.abilities.laws.is_some()
    }

    fn formulas(&self, numbers: usize) -> Option<Result<String, String>> {
        let laws = self.abilities.laws.as_ref()?;
        Some((laws.formulas)(&self.game, numbers))
    }

    fn code(&self) -> Option<Code> {
        Some((self.abilities.code?)(&self.game))
    }

    fn census(&self, limits: &Limits) -> Option<Result<Symmetric, StopReason>> {
        Some((self.abilities.census?)(&self.game, &self.at, limits))
    }

    fn strategies(&self) -> Vec<StrategyCard<'_>> {
        let named = self.abilities.strategies.as_ref();
        named.map_or_else(Vec::new, |named| (named.cards)(&self.game))
    }

    fn trial(&self) -> Trial {
        let named = self.abilities.strategies.as_ref();
        named.map_or(Trial::default(), |named| named.trial)
    }

    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>> {
        let named = self.abilities.strategies.as_ref()?;
        let moves = match (named.allowed)(&self.game, strategy, &self.at) {
            Ok(moves) => moves,
            Err(error) => return Some(Err(error)),
        };
        let mut names = Vec::with_capacity(moves.len());
        for mv in &moves {
            names.push(self.game.show_move(&self.at, mv));
        }
        Some(Ok(names))
    }

    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>> {
        Some((self.abilities.row_strategy?)(&self.game, strategy))
    }

    fn scene(&self) -> Scene {
        self.scene_at(&self.at)
    }

    fn family(&self) -> Option<String> {
        (self.abilities.looks.as_ref()?.family)(&self.game, &self.at)
    }

    fn slopes(&self) -> Vec<Slope> {
        let looks = self.abilities.looks.as_ref();
        looks.map_or_else(Vec::new, |looks| (looks.slopes)(&self.game))
    }

    fn heaps(&self) -> Option<(Option<usize>, bool)> {
        (self.abilities.heaps.as_ref()?.shape)(&self.game)
    }

    fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        let shape = self.abilities.heaps.as_ref();
        let at = shape.and_then(|shape| (shape.with_heaps)(&self.game, heaps));
        self.set(at)
    }

    fn explore(&self, work: Explore<'_>) {
        explore(&self.game, &self.at, self.abilities.tabled.namer, work);
    }

    fn whole(&self, total: Option<u64>, work: ShowWhole<'_>) -> bool {
        let tabled = &self.abilities.tabled;
        let show = match total {
            None => tabled.all,
            Some(_) => tabled.within,
        };
        show.is_some_and(|show| show(&self.game, total.unwrap_or(0), work))
    }

    fn layers(&self, work: ShowLayers<'_>) -> bool {
        let show = self.abilities.tabled.layers;
        show.map(|show| show(&self.game, &self.at, work)).is_some()
    }

    fn is_countable(&self) -> bool {
        self.abilities.census.is_some()
    }

    fn answer_from(&mut self, tables: Tables) {
        self.tables = Some(tables);
        self.forget();
    }

    fn scoring(
        &self,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Option<Result<Option<ScoredForm>, StopReason>> {
        Some((self.abilities.scoring?)(
            &self.game, &self.at, games, limits,
        ))
    }

    fn short(&self, kept: &mut Kept, work: ShortVisit<'_>) -> bool {
        let show = self.abilities.short;
        show.map(|show| show(&self.game, &self.at, kept, work))
            .is_some()
    }

    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>> {
        Some((self.abilities.bids?)(&self.game, &self.at, limits))
    }

    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<Listed, Apart>> {
        Some((self.abilities.atoms?)(
            &self.game, &self.at, others, limits,
        ))
    }

    fn signs(&self) -> Vec<char> {
        self.game.signs()
    }

    fn list(&mut self, up_to: u64) -> Option<usize> {
        let shape = self.abilities.heaps.as_ref()?;
        self.listed = (shape.listed)(&self.game, up_to)?;
        Some(self.listed.len())
    }

    fn set_listed(&mut self, nth: usize) -> bool {
        let at = self.listed.get(nth).cloned();
        self.set(at)
    }
}
