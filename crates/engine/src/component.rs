//! [`Component`]: a game as part of a sum behind one object-safe trait, its positions interned as numbers.

use std::any::Any;
use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::game::{Apart, ClosedForm, Entailing, ImpartialScoring, Shared};
use bouton_core::oracle::{Oracle, RuleError, asked, fail};
use bouton_core::rules::Listed;
use bouton_core::scene::{Deed, Scene};
use bouton_core::solver::Field;
use bouton_core::{
    Alternating, Erased, Game, Impartial, InputError, KnownValues, Limits, Loopfree, Notation,
    Origin, Outcome, Packed, Powers, Score, ScoredSides, Side, Sides, StopReason, Summands,
};
use bouton_solvers::store::Store;
use derive_where::derive_where;
use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use crate::abilities::Collect;
use crate::error::Error;
use crate::looking::{Looks, Plain};
use crate::menu::{Menu, Solving};
use crate::playing::WithSide;
use crate::typed::{Bare, Source, Untyped, by_score, each_score};

/// The kind of game of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Convention {
    /// Normal play: the last to move wins, and both players have the same moves.
    Impartial,
    /// The last to move wins, and Left and Right have different moves.
    Partizan,
    /// Most points win, and both players have the same moves.
    Points,
    /// Most points win, and Left and Right have different moves.
    PartizanPoints,
}

/// The result of a move in a game of points.
#[derive(Clone, Copy, Debug)]
pub struct Earned {
    /// Points for the player who makes it.
    pub points: i128,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

/// A game whose positions are known by number.
pub trait Component: Any + Send {
    /// The game as it was named, with its parameters.
    fn name(&self) -> &str;
    /// The kind of game.
    fn convention(&self) -> Convention;
    /// Whether every line of play is known to end.
    fn is_loopfree(&self) -> bool;
    /// The number here of a position of another component, if it is the same game.
    fn adopt(&mut self, other: &dyn Component, number: u32) -> Option<u32>;
    /// The result of each move of `side`, in a game of points.
    fn earned(&mut self, number: u32, side: Side) -> Arc<[Earned]>;
    /// The points of `side` minus the other player's if play ends because `side` has no move, in a game of points.
    fn stuck(&self, number: u32, side: Side) -> i128;
    /// See [`Alternating::at_stake`](bouton_core::Alternating::at_stake).
    fn at_stake(&self, number: u32) -> Option<i128>;
    /// The position in the game's notation.
    fn show(&self, number: u32) -> String;
    /// Reads a position.
    fn parse(&mut self, text: &str) -> Result<u32, InputError>;
    /// The positions after the moves of `side`, in the game's own order: all of them, or at least the first `most`. If a
    /// limit is reached, an error is thrown as by an [`Oracle`].
    fn options(&mut self, number: u32, side: Side, most: usize) -> Arc<[u32]>;
    /// The name of the move to option `place`.
    fn show_move(&self, number: u32, side: Side, place: usize) -> String;
    /// The same move in words, if its notation is hard to read.
    fn move_in_words(&self, number: u32, side: Side, place: usize) -> Option<String>;
    /// The look of the position.
    fn scene(&self, number: u32, side: Side) -> Scene;
    /// The change that the move to option `place` makes to it.
    fn deed(&self, number: u32, side: Side, place: usize) -> Deed;
    /// The canonical representative up to symmetry.
    fn canonical(&mut self, number: u32) -> u32;
    /// The canonical representative for people; see [`Game::merged`](bouton_core::Game::merged).
    fn merged(&mut self, number: u32) -> u32;
    /// Sets the limits of the next query.
    fn begin(&mut self, limits: &Limits);
    /// The source of its rules, if they can fail.
    fn oracle(&self) -> Option<&dyn Oracle>;
    /// The files that its rules were read from.
    fn origins(&self) -> Vec<Origin>;
    /// See [`Game::endless`](bouton_core::Game::endless).
    fn endless(&self, number: u32) -> RuleError;
    /// Whether some moves entail an answer or a second move; see [`Entailing`].
    fn is_entailing(&self) -> bool;
    /// The parts of a position, with the one that must be answered.
    fn apart(&mut self, number: u32) -> Apart<u32>;
    /// The independent parts of a position.
    fn summands(&mut self, number: u32) -> SmallVec<[u32; 2]>;
    /// The value, as the calculator writes it, if the game knows it.
    fn value(&self, number: u32) -> Option<String>;
    /// The negative of this position, if the game defines it.
    fn negative(&mut self, number: u32) -> Option<u32>;
    /// Whether `side` has a move.
    fn has_move(&self, number: u32, side: Side) -> bool;
    /// The positions after the first moves, at most this many; both players have these moves.
    fn first_options(&mut self, number: u32, most: usize) -> Vec<u32>;
    /// The Grundy value of a position where both players have the same moves.
    fn grundy(&mut self, number: u32, limits: &Limits) -> Result<BigUint, StopReason>;
    /// The moves to positions of this Grundy value, each with its name and the position after it.
    fn moves_to_grundy(
        &mut self,
        number: u32,
        grundy: &BigUint,
        limits: &Limits,
    ) -> Result<Vec<(String, u32)>, StopReason>;
}

/// The moves to positions of a Grundy value, if a theorem gives them.
pub(crate) type MovesToGrundy<S> =
    Box<dyn Fn(&Place, &BigUint) -> Option<Vec<Listed<S>>> + Send + Sync>;

pub(crate) type PartsOf = Box<dyn Fn(&Place) -> SmallVec<[Place; 2]> + Send + Sync>;
pub(crate) type ApartOf = Box<dyn Fn(&Place) -> Apart<Place> + Send + Sync>;
pub(crate) type NegativeOf = Box<dyn Fn(&Place) -> Option<Place> + Send + Sync>;
pub(crate) type ValueOf = Box<dyn Fn(&Place) -> Option<String> + Send + Sync>;

/// The positions after moves, in the game's own order.
struct Options {
    to: Arc<[u32]>,
    are_all: bool,
}

/// The known moves of a position.
#[derive(Default)]
struct Moves {
    /// The positions after each side's moves, or after the first of them.
    options: [Option<Options>; 2],
    earned: [Option<Arc<[Earned]>>; 2],
}

/// A game of the catalogue as a part. Positions that contain a side are stored with Left to move.
struct Part<S: Score> {
    name: String,
    game: Erased<S>,
    positions: Store<Place, ()>,
    moves: Vec<Moves>,
    convention: Convention,
    role: Role<S>,
    looks: (Looks, Plain),
    /// The solvers that find Grundy values, best first.
    solvers: Vec<Solving<S>>,
    /// The limits of the current query.
    limits: Limits,
}

impl<S: Score> Part<S> {
    fn number(&mut self, at: Place) -> u32 {
        let at = self.role.turned(at, Side::Left);
        let number = self.positions.number(&at).unwrap_or_else(|| {
            self.moves.push(Moves::default());
            self.positions.insert(&at, ())
        });
        u32::try_from(number).expect("invariant: the store holds fewer than 2^32 positions")
    }

    /// The positions after the first moves. There can be so many moves that only the limits end the list.
    fn first(&self, number: u32, side: Side, most: usize) -> Vec<Place> {
        let at = self.at(number, side);
        let mut to = Vec::new();
        for mv in self.game.moves(&at).take(most) {
            if to.len().is_multiple_of(STRIDE) {
                let bytes = 2 * size_of_val(&to[..]) as u64 + self.positions.bytes();
                let left = self.limits.check().and_then(|()| self.limits.afford(bytes));
                left.unwrap_or_else(|reason| fail(RuleError::Stopped(reason)));
            }
            to.push(self.game.play(&at, &mv));
        }
        to
    }

    fn at(&self, number: u32, side: Side) -> Place {
        self.role.turned(self.positions.key(number as usize), side)
    }
}

/// The Grundy value by the first solver that finds it.
fn grundy_by<S: Score>(
    solvers: &mut [Solving<S>],
    game: &Erased<S>,
    at: &Place,
    limits: &Limits,
) -> Result<BigUint, StopReason> {
    for solver in solvers {
        if solver.accepts(game, at, limits).is_err() {
            continue;
        }
        let value = solver.evaluate(game, at, limits);
        if let Some(grundy) = value.map_err(|stopped| stopped.reason)?.grundy {
            return Ok(grundy);
        }
    }
    unreachable!("invariant: some solver finds the Grundy values of every impartial game")
}

/// The moves to positions of a Grundy value, by a search of all moves.
fn search_moves<S: Score>(
    solvers: &mut [Solving<S>],
    game: &Erased<S>,
    at: &Place,
    grundy: &BigUint,
    limits: &Limits,
) -> Result<Vec<Listed<S>>, StopReason> {
    let mut found = Vec::new();
    for (tried, mv) in game.moves(at).enumerate() {
        if tried.is_multiple_of(STRIDE) {
            limits.check()?;
        }
        if grundy_by(solvers, game, &game.play(at, &mv), limits)? == *grundy {
            found.push(mv);
        }
    }
    Ok(found)
}

/// Moves between two readings of the clock.
const STRIDE: usize = 1024;

impl<S: Score> Component for Part<S> {
    fn name(&self) -> &str {
        &self.name
    }

    fn convention(&self) -> Convention {
        self.convention
    }

    fn is_loopfree(&self) -> bool {
        self.role.is_loopfree
    }

    fn adopt(&mut self, other: &dyn Component, number: u32) -> Option<u32> {
        let other = (other as &dyn Any).downcast_ref::<Self>()?;
        let is_same = self.name == other.name && self.game == other.game;
        is_same.then(|| self.number(other.at(number, Side::Left)))
    }

    fn earned(&mut self, number: u32, side: Side) -> Arc<[Earned]> {
        if let Some(known) = &self.moves[number as usize].earned[side as usize] {
            return known.clone();
        }
        let at = self.at(number, side);
        let earned = self.game.moves(&at).map(|mv| Earned {
            points: S::points(mv.gain).unwrap_or(0),
            keeps_turn: mv.keeps_turn,
        });
        let earned: Arc<[Earned]> = earned.collect();
        self.moves[number as usize].earned[side as usize] = Some(earned.clone());
        earned
    }

    fn stuck(&self, number: u32, side: Side) -> i128 {
        let score = self.game.score(&self.at(number, side));
        score.and_then(Score::margin).unwrap_or(0)
    }

    fn at_stake(&self, number: u32) -> Option<i128> {
        self.game.at_stake(&self.positions.key(number as usize))
    }

    fn show(&self, number: u32) -> String {
        self.game.show(&self.positions.key(number as usize))
    }

    fn parse(&mut self, text: &str) -> Result<u32, InputError> {
        let at = self.game.parse(text)?;
        if self.role.names_right(&at) {
            return Err(InputError::whole(RIGHT_ONCE, text));
        }
        Ok(self.number(at))
    }

    fn options(&mut self, number: u32, side: Side, most: usize) -> Arc<[u32]> {
        if let Some(known) = &self.moves[number as usize].options[side as usize]
            && (known.are_all || known.to.len() >= most)
        {
            return known.to.clone();
        }
        let first = self.first(number, side, most);
        let are_all = first.len() < most;
        let to: Arc<[u32]> = first.into_iter().map(|to| self.number(to)).collect();
        self.moves[number as usize].options[side as usize] = Some(Options {
            to: to.clone(),
            are_all,
        });
        to
    }

    fn show_move(&self, number: u32, side: Side, place: usize) -> String {
        let at = self.at(number, side);
        let mv = self.game.moves(&at).nth(place);
        mv.map_or_else(String::new, |mv| self.game.show_move(&at, &mv))
    }

    fn move_in_words(&self, number: u32, side: Side, place: usize) -> Option<String> {
        let at = self.at(number, side);
        let mv = self.game.moves(&at).nth(place)?;
        self.game.move_in_words(&at, &mv)
    }

    fn scene(&self, number: u32, side: Side) -> Scene {
        let (looks, plain) = &self.looks;
        looks.scene(&self.game, &self.at(number, side), *plain)
    }

    fn deed(&self, number: u32, side: Side, place: usize) -> Deed {
        let (at, (looks, plain)) = (self.at(number, side), &self.looks);
        let before = self.scene(number, side);
        let mv = self.game.moves(&at).nth(place);
        mv.map_or_else(Deed::default, |mv| {
            looks.deed(&self.game, (&at, &before), &mv, *plain)
        })
    }

    fn canonical(&mut self, number: u32) -> u32 {
        let at = self.positions.key(number as usize);
        let at = self.game.canonical(at);
        self.number(at)
    }

    fn merged(&mut self, number: u32) -> u32 {
        let at = self.positions.key(number as usize);
        let at = self.game.merged(at);
        self.number(at)
    }

    fn begin(&mut self, limits: &Limits) {
        self.limits = limits.clone();
        if let Some(oracle) = self.game.oracle() {
            oracle.begin(limits);
        }
    }

    fn oracle(&self) -> Option<&dyn Oracle> {
        self.game.oracle()
    }

    fn origins(&self) -> Vec<Origin> {
        self.game.origins()
    }

    fn endless(&self, number: u32) -> RuleError {
        self.game.endless(&self.positions.key(number as usize))
    }

    fn is_entailing(&self) -> bool {
        self.role.apart.is_some()
    }

    fn apart(&mut self, number: u32) -> Apart<u32> {
        let Some(apart) = &self.role.apart else {
            return Apart {
                bound: None,
                free: self.summands(number),
            };
        };
        let Apart { bound, free } = apart(&self.positions.key(number as usize));
        Apart {
            bound: bound.map(|part| self.number(part)),
            free: free.into_iter().map(|part| self.number(part)).collect(),
        }
    }

    fn summands(&mut self, number: u32) -> SmallVec<[u32; 2]> {
        let at = self.positions.key(number as usize);
        let parts = match &self.role.summands {
            Some(summands) => summands(&at),
            None => smallvec![at],
        };
        parts.into_iter().map(|part| self.number(part)).collect()
    }

    fn negative(&mut self, number: u32) -> Option<u32> {
        if self.convention == Convention::Impartial && self.role.is_loopfree {
            return Some(number);
        }
        let negative = self.role.negative.as_ref()?(&self.positions.key(number as usize))?;
        Some(self.number(negative))
    }

    fn value(&self, number: u32) -> Option<String> {
        self.role.value.as_ref()?(&self.positions.key(number as usize))
    }

    fn has_move(&self, number: u32, side: Side) -> bool {
        self.game.moves(&self.at(number, side)).next().is_some()
    }

    fn first_options(&mut self, number: u32, most: usize) -> Vec<u32> {
        let first = self.first(number, Side::Left, most);
        first.into_iter().map(|to| self.number(to)).collect()
    }

    fn grundy(&mut self, number: u32, limits: &Limits) -> Result<BigUint, StopReason> {
        let at = &self.positions.key(number as usize);
        grundy_by(&mut self.solvers, &self.game, at, limits)
    }

    fn moves_to_grundy(
        &mut self,
        number: u32,
        grundy: &BigUint,
        limits: &Limits,
    ) -> Result<Vec<(String, u32)>, StopReason> {
        let at = self.at(number, Side::Left);
        let known = self.role.moves_to_grundy.as_ref();
        let moves = match known.and_then(|known| known(&at, grundy)) {
            Some(moves) => moves,
            None => search_moves(&mut self.solvers, &self.game, &at, grundy, limits)?,
        };
        let named = moves.iter().map(|mv| {
            let name = self.game.show_move(&at, mv);
            let to = self.game.play(&at, mv);
            (name, self.number(to))
        });
        Ok(named.collect())
    }
}

/// A component, with the number of a position.
type Made = Result<(Box<dyn Component>, u32), Error>;

impl Untyped {
    /// The game as a component of sums, with the number of its position.
    ///
    /// # Errors
    /// If the game cannot be part of a sum.
    pub fn component(self) -> Result<(Box<dyn Component>, u32), Error> {
        asked(|| by_score(self, &each_score!(part)))?
    }
}

fn part<S: Score>(game: Untyped) -> Result<Made, Untyped> {
    let (name, is_misere, Bare { source, at, .. }) = game.bare::<S>()?;
    Ok(match is_misere {
        true => Err(no_component(&name)),
        false => component_of(&source, at, &name),
    })
}

fn component_of<S: Score>(source: &Arc<dyn Source<S>>, at: Place, name: &str) -> Made {
    let role = source.clone().role();
    let convention = role.convention.ok_or_else(|| no_component(name))?;
    let game = Erased::of(source.clone().written());
    if role.names_right(&at) {
        return Err(Error::whole("position", &game.show(&at), RIGHT_ONCE));
    }
    let abilities = source.clone().abilities();
    let mut solvers = Menu::of(source.clone().offers(None), None, None).solvers;
    solvers.retain(|solver| solver.about().fills.contains(&Field::Grundy));
    let mut component = Part {
        name: name.to_owned(),
        game,
        positions: Store::default(),
        moves: Vec::new(),
        convention,
        role,
        looks: (abilities.looks, abilities.experiments.plain()),
        solvers,
        limits: Limits::default(),
    };
    let number = component.number(at);
    Ok((Box::new(component), number))
}

/// The error for a part that names its own side to move.
const RIGHT_ONCE: &str =
    "expected no R in a part: the side to move stands once, after the whole sum";

fn no_component(name: &str) -> Error {
    Error::Unfit(format!(
        "{name} cannot be part of a sum: there the last to move wins, or both players earn points by the same moves"
    ))
}

/// The role of a game in a sum, from its properties.
#[derive_where(Default)]
pub(crate) struct Role<S: Score> {
    pub(crate) convention: Option<Convention>,
    pub(crate) is_loopfree: bool,
    /// None: both players have the same moves, and positions contain no side.
    pub(crate) with_side: Option<WithSide>,
    /// None: a position is its only part.
    pub(crate) summands: Option<PartsOf>,
    /// Only where moves entail.
    pub(crate) apart: Option<ApartOf>,
    pub(crate) negative: Option<NegativeOf>,
    pub(crate) value: Option<ValueOf>,
    pub(crate) moves_to_grundy: Option<MovesToGrundy<S>>,
}

impl<S: Score> Role<S> {
    fn turned(&self, at: Place, side: Side) -> Place {
        match &self.with_side {
            Some(with_side) => with_side(&at, side),
            None => at,
        }
    }

    /// Whether the position says that Right is to move.
    pub(crate) fn names_right(&self, at: &Place) -> bool {
        let with_side = self.with_side.as_ref();
        with_side.is_some_and(|with_side| with_side(at, Side::Left) != *at)
    }
}

fn places<P: Packed>(parts: SmallVec<[P; 2]>) -> SmallVec<[Place; 2]> {
    parts.iter().map(Place::of).collect()
}

impl<G: Alternating + 'static> Powers<G> for Collect<G, Role<G::Score>> {
    fn loopfree(&mut self)
    where
        G: Alternating<Score: From<Outcome>> + Loopfree,
    {
        self.found.is_loopfree = true;
    }
    fn points(&mut self)
    where
        G: Loopfree,
    {
        self.found.is_loopfree = true;
    }
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.shared();
    }
    fn shared(&mut self)
    where
        G: Shared,
    {
        let game = self.game.clone();
        self.found.convention = Some(Convention::Impartial);
        self.found.summands = Some(Box::new(move |at| places(game.parts(&at.position()))));
    }
    fn entailing(&mut self)
    where
        G: Entailing,
    {
        let game = self.game.clone();
        self.found.convention = Some(Convention::Impartial);
        self.found.apart = Some(Box::new(move |at| {
            let Apart { bound, free } = game.apart(&at.position());
            let (bound, free) = (bound.as_ref().map(Place::of), places(free));
            Apart { bound, free }
        }));
    }
    fn sides(&mut self)
    where
        G: Sides,
    {
        let game = self.game.clone();
        self.found.convention = Some(Convention::Partizan);
        self.found.with_side = Some(Box::new(move |at, side| {
            Place::of(&game.with_side(&at.position(), side))
        }));
    }
    fn impartial_scoring(&mut self)
    where
        G: ImpartialScoring,
    {
        self.found.convention = Some(Convention::Points);
    }
    fn scored_sides(&mut self)
    where
        G: ScoredSides,
    {
        self.found.convention = Some(Convention::PartizanPoints);
    }
    fn summands(&mut self)
    where
        G: Summands,
    {
        let game = self.game.clone();
        self.found.summands = Some(Box::new(move |at| places(game.summands(&at.position()))));
        let game = self.game.clone();
        self.found.negative = Some(Box::new(move |at| {
            game.negative(&at.position()).as_ref().map(Place::of)
        }));
    }
    fn known_values(&mut self)
    where
        G: KnownValues,
    {
        let game = self.game.clone();
        self.found.value = Some(Box::new(move |at| game.value(&at.position())));
    }
    fn closed_form(&mut self)
    where
        G: ClosedForm,
    {
        let game = self.game.clone();
        self.found.moves_to_grundy = Some(Box::new(move |at, grundy| {
            let at = at.position();
            let moves = game.moves_to_grundy(&at, grundy)?;
            Some(moves.iter().map(|mv| Listed::of(&*game, &at, mv)).collect())
        }));
    }
}
