//! [`Behind`]: the game behind the [`Face`].

use std::any::Any;
use std::sync::Arc;

use bouton_core::entry::OpenError;
use bouton_core::erased::Place;
use bouton_core::notation::parse_move;
use bouton_core::packed::packed;
use bouton_core::rules::Listed;
use bouton_core::scene::{Scene, Slope};
use bouton_core::solver::{About, Best, Solution, value_of_move};
use bouton_core::strategy::{StrategyCard, Trial};
use bouton_core::take_and_break::Code;
use bouton_core::{
    Alternating, Erased, Game, InputError, Limits, Notation, Origin, Outcome, Score, Side,
    StopReason,
};
use bouton_laws::LawStrategy;
use bouton_solvers::atoms::{self, Apart};
use bouton_solvers::bidding::Turned;
use bouton_solvers::retrograde::{Symmetric, census, census_of_points};
use bouton_solvers::{Chapter, Tables, predicted};
use bouton_values::ScoringGames;

use crate::abilities::Abilities;
use crate::bids::{Bids, bids};
use crate::by_law::law_of;
use crate::experimenting::RowStrategy;
use crate::explored::{Explore, explore};
use crate::face::Face;
use crate::menu::Menu;
use crate::playing::{Choice, Played};
use crate::scoring::{Forms, Scored, ScoredForm};
use crate::searching::{
    BestMove, FullValue, LONGEST_POSITION, SearchResult, Stop, ValuedMove, stop, worth,
};
use crate::short::{KeptParts, Ply, ShortVisit};
use crate::surveying::{CensusBy, ShowLayers, ShowWhole};
use crate::typed::{Again, Source};

/// A game behind the face, opened at a position.
pub(crate) struct Behind<S: Score> {
    pub(crate) name: String,
    pub(crate) source: Arc<dyn Source<S>>,
    pub(crate) game: Erased<S>,
    pub(crate) at: Place,
    pub(crate) misere: bool,
    pub(crate) abilities: Abilities<S>,
    pub(crate) menu: Menu<S>,
    pub(crate) again: Option<Again<S>>,
    /// The positions listed last.
    pub(crate) listed: Vec<Place>,
    pub(crate) tables: Option<Tables>,
    pub(crate) book: Option<Chapter>,
}

impl<S: Score> Behind<S> {
    fn played(&self, mv: &Listed<S>) -> Played {
        Played {
            name: self.game.show_move(&self.at, mv),
            words: self.game.move_in_words(&self.at, mv),
            gain: S::points(mv.gain),
            keeps_turn: mv.keeps_turn,
        }
    }

    pub(crate) fn set(&mut self, at: Option<Place>) -> bool {
        at.map(|at| self.at = at).is_some()
    }

    /// A best move; with the position after it only if `is_short`, which says whether this position can be written out.
    fn best_move(&self, mv: &Listed<S>, is_short: bool) -> BestMove {
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

    fn names(&self, line: &[Listed<S>]) -> Vec<String> {
        let mut at = self.at.clone();
        let mut names = Vec::with_capacity(line.len());
        for mv in line {
            names.push(self.game.show_move(&at, mv));
            at = self.game.play(&at, mv);
        }
        names
    }

    fn found(&self, solution: Solution<Erased<S>>) -> SearchResult {
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

    fn new_menu(&self) -> Menu<S> {
        let offers = self.source.clone().offers(self.tables.as_ref());
        let tables = self
            .tables
            .as_ref()
            .map(|tables| (tables, &self.abilities.surveys.namer));
        Menu::of(offers, tables, self.book)
    }

    /// The same position with a side to move, if the sides have different moves.
    fn turned(&self) -> Turned<'_, Place> {
        let turned = self.abilities.plays.with_side.as_ref();
        turned.map(|turned| turned as _)
    }
}

impl<S: Score> Face for Behind<S> {
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

    fn can_fail(&self) -> bool {
        self.game.oracle().is_some()
    }

    fn begin(&self, limits: &Limits) {
        if let Some(oracle) = self.game.oracle() {
            oracle.begin(limits);
        }
    }

    fn growth(&self) -> Option<String> {
        self.game.oracle()?.growth()
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
        let (source, at) = again(position)?;
        let game = Erased::of(source.clone().written());
        if game != self.game {
            // Tables belong to the previous rules.
            self.tables = None;
            self.game = game;
            self.abilities = source.clone().abilities();
            self.source = source;
            self.forget();
        }
        self.at = at;
        Ok(())
    }

    fn side(&self) -> Option<Side> {
        let with_side = self.abilities.plays.with_side.as_ref()?;
        let is_left = with_side(&self.at, Side::Left) == self.at;
        Some(if is_left { Side::Left } else { Side::Right })
    }

    fn set_side(&mut self, side: Side) -> bool {
        let with_side = self.abilities.plays.with_side.as_ref();
        let at = with_side.map(|with_side| with_side(&self.at, side));
        self.set(at)
    }

    fn canonical(&self) -> String {
        self.game.show(&self.game.canonical(self.at.clone()))
    }

    fn merged(&self) -> String {
        self.game.show(&self.game.merged(self.at.clone()))
    }

    fn end(&self) -> Option<(Outcome, Option<i128>)> {
        let score = self.game.score(&self.at)?;
        Some((score.outcome(), score.margin()))
    }

    fn at_stake(&self) -> Option<i128> {
        self.game.at_stake(&self.at)
    }

    fn choices(&self, most: usize) -> Vec<Choice> {
        let Abilities {
            looks, experiments, ..
        } = &self.abilities;
        let before = self.scene();
        let mut choices = Vec::new();
        for mv in self.game.moves(&self.at).take(most) {
            let played = self.played(&mv);
            choices.push(Choice {
                deed: looks.deed(&self.game, (&self.at, &before), &mv, experiments.plain()),
                to: self.game.show(&self.game.play(&self.at, &mv)),
                played,
            });
        }
        choices
    }

    fn width(&self) -> usize {
        self.game.moves(&self.at).count()
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

    fn leads(&self, n: usize) -> bool {
        self.menu.solvers[n].leads(&self.game, &self.at)
    }

    fn would_fit(&self, n: usize, limits: &Limits) -> Option<String> {
        self.menu.solvers[n].would_fit(&self.game, &self.at, limits)
    }

    fn predicted(&self, each: usize, limits: &Limits) -> Option<f64> {
        predicted(self.game.words(), &packed(&self.at), each, limits)
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
        let turned = match (side, &self.abilities.plays.with_side) {
            (Some(side), Some(with_side)) => Some(with_side(&self.at, side)),
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

    fn answer_from(&mut self, tables: Tables) {
        self.tables = Some(tables);
        self.forget();
    }

    fn open_book(&mut self, chapter: Chapter) {
        self.book = Some(chapter);
        self.forget();
    }

    fn forget(&mut self) {
        self.menu = self.new_menu();
    }

    fn forget_one(&mut self, n: usize) {
        let mut new = self.new_menu();
        self.menu.solvers[n] = new.solvers.swap_remove(n);
    }

    fn scene(&self) -> Scene {
        let Abilities {
            looks, experiments, ..
        } = &self.abilities;
        looks.scene(&self.game, &self.at, experiments.plain())
    }

    fn family(&self) -> Option<String> {
        self.abilities.looks.0.as_ref()?.family.as_ref()?(&self.at)
    }

    fn slopes(&self) -> Vec<Slope> {
        let own = self.abilities.looks.0.as_ref();
        own.map_or_else(Vec::new, |own| own.slopes.clone())
    }

    fn heaps(&self) -> Option<(Option<usize>, bool)> {
        self.abilities.experiments.shape()
    }

    fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        let shape = self.abilities.experiments.heaps.as_ref();
        let at = shape.and_then(|shape| shape.with_heaps(heaps));
        self.set(at)
    }

    fn list(&mut self, up_to: u64) -> Option<usize> {
        let shape = self.abilities.experiments.heaps.as_ref()?;
        self.listed = shape.listed(up_to)?;
        Some(self.listed.len())
    }

    fn set_listed(&mut self, nth: usize) -> bool {
        let at = self.listed.get(nth).cloned();
        self.set(at)
    }

    fn signs(&self) -> Vec<char> {
        self.game.signs()
    }

    fn strategies(&self) -> Vec<StrategyCard<'_>> {
        let named = self.abilities.experiments.strategies.as_ref();
        named.map_or_else(Vec::new, |named| named.cards())
    }

    fn trial(&self) -> Trial {
        let named = self.abilities.experiments.strategies.as_ref();
        named.map_or(Trial::default(), |named| named.trial())
    }

    fn allowed(&self, strategy: &str) -> Option<Result<Vec<String>, InputError>> {
        let named = self.abilities.experiments.strategies.as_ref()?;
        let moves = named.allowed(strategy, &self.at);
        let show = |mv: &_| self.game.show_move(&self.at, mv);
        Some(moves.map(|moves| moves.iter().map(show).collect()))
    }

    fn check_strategy(&self, strategy: &str) -> Option<Result<(), InputError>> {
        let named = self.abilities.experiments.strategies.as_ref()?;
        Some(named.check(strategy))
    }

    fn row_strategy(&self, strategy: &str) -> Option<Result<RowStrategy, InputError>> {
        let named = self.abilities.experiments.row_strategy.as_ref()?;
        Some(named(strategy))
    }

    fn census(&self, limits: &Limits) -> Option<Result<Symmetric, StopReason>> {
        Some(match self.abilities.surveys.census.as_ref()? {
            CensusBy::Graph => census(&self.game, &self.at, limits),
            CensusBy::Points => census_of_points(&self.game, &self.at, limits),
            CensusBy::Numbers(census) => census(&self.at, limits),
        })
    }

    fn is_countable(&self) -> bool {
        self.abilities.surveys.census.is_some()
    }

    fn explore(&self, work: Explore<'_>) {
        explore(&self.game, &self.at, &self.abilities.surveys.namer, work);
    }

    fn whole(&self, total: Option<u64>, work: ShowWhole<'_>) -> bool {
        let surveys = &self.abilities.surveys;
        let show = match total {
            None => &surveys.all,
            Some(_) => &surveys.within,
        };
        let total = total.unwrap_or(u64::MAX);
        show.as_ref().is_some_and(|show| show(total, work))
    }

    fn layers(&self, work: ShowLayers<'_>) -> bool {
        let show = self.abilities.surveys.layers.as_ref();
        show.map(|show| show(&self.at, work)).is_some()
    }

    fn short(&self, kept: &mut KeptParts, work: ShortVisit<'_>) -> bool {
        let show = self.abilities.values.short.as_ref();
        show.map(|show| show(&self.at, kept, work)).is_some()
    }

    fn scoring(
        &self,
        path: &[Ply],
        apart: bool,
        kept: &mut KeptParts,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Option<Result<Option<ScoredForm>, StopReason>> {
        let values = &self.abilities.values;
        let scored = Scored {
            game: &self.game,
            turned: self.turned(),
            split: values.split.as_deref().filter(|_| apart),
        };
        let at = || scored.along(&self.at, path);
        (values.is_scoring).then(|| scored.form(&at(), kept.table(Forms::default), games, limits))
    }

    fn bids(&self, limits: &Limits) -> Option<Result<Bids, StopReason>> {
        let has_prices = self.abilities.values.has_prices;
        has_prices.then(|| bids(&self.game, &self.at, self.turned(), limits))
    }

    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>> {
        let terms = self.abilities.proofs.terms.as_ref()?;
        Some(law_of(&**terms, &self.at, limits))
    }

    fn has_formulas(&self) -> bool {
        self.abilities.proofs.terms.is_some()
    }

    fn formulas(&self, numbers: usize) -> Option<Result<String, String>> {
        Some(self.abilities.proofs.terms.as_ref()?.formulas(numbers))
    }

    fn code(&self) -> Option<Code> {
        self.abilities.proofs.code.clone()
    }

    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<atoms::Listed, Apart>> {
        let atoms = self.abilities.proofs.atoms.as_ref()?;
        Some(atoms(&self.at, others, limits))
    }
}
