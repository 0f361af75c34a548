//! [`Component`]: a game as part of a sum behind one object-safe trait, its positions interned as numbers.

use std::any::Any;
use std::sync::Arc;

use bouton_core::entry::Opened;
use bouton_core::game::{Apart, ClosedForm, Entailing, ImpartialScoring, Shared};
use bouton_core::oracle::{Oracle, RuleError, fail};
use bouton_core::solver::{Field, Solver};
use bouton_core::{
    Alternating, Declares, Game, Impartial, InputError, KnownValues, Limits, Loopfree, Origin,
    Outcome, Powers, Score, ScoredSides, Side, Sides, StopReason, Summands,
};
use bouton_solvers::store::Store;
use num_bigint::BigUint;
use smallvec::{SmallVec, smallvec};

use crate::abilities::Abilities;
use crate::error::Error;
use crate::menu::Menu;
use crate::playing::WithSide;

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
type MovesToGrundy<G> = fn(&G, &<G as Game>::Position, &BigUint) -> Option<Vec<<G as Game>::Move>>;

type PartsOf<G> = fn(&G, &<G as Game>::Position) -> SmallVec<[<G as Game>::Position; 2]>;
type ApartOf<G> = fn(&G, &<G as Game>::Position) -> Apart<<G as Game>::Position>;
type NegativeOf<G> = fn(&G, &<G as Game>::Position) -> Option<<G as Game>::Position>;
type ValueOf<G> = fn(&G, &<G as Game>::Position) -> Option<String>;

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
struct Part<G: Alternating> {
    name: String,
    game: G,
    positions: Store<G::Position, ()>,
    moves: Vec<Moves>,
    convention: Convention,
    role: Role<G>,
    /// The solvers that find Grundy values, best first.
    solvers: Vec<Box<dyn Solver<G>>>,
    /// The limits of the current query.
    limits: Limits,
}

impl<G: Declares + Alternating> Part<G> {
    fn number(&mut self, at: G::Position) -> u32 {
        let at = (self.role.with_side)(&self.game, &at, Side::Left);
        let number = self.positions.number(&at).unwrap_or_else(|| {
            self.moves.push(Moves::default());
            self.positions.insert(&at, ())
        });
        u32::try_from(number).expect("invariant: the store holds fewer than 2^32 positions")
    }

    /// The positions after the first moves. There can be so many moves that only the limits end the list.
    fn first(&self, number: u32, side: Side, most: usize) -> Vec<G::Position> {
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

    fn at(&self, number: u32, side: Side) -> G::Position {
        (self.role.with_side)(&self.game, &self.positions.key(number as usize), side)
    }
}

/// If both players have the same moves, positions contain no side.
fn unsided<G: Alternating>(_: &G, at: &G::Position, _: Side) -> G::Position {
    at.clone()
}

/// The Grundy value by the first solver that finds it.
fn grundy_by<G: Alternating>(
    solvers: &mut [Box<dyn Solver<G>>],
    game: &G,
    at: &G::Position,
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
fn search_moves<G: Alternating>(
    solvers: &mut [Box<dyn Solver<G>>],
    game: &G,
    at: &G::Position,
    grundy: &BigUint,
    limits: &Limits,
) -> Result<Vec<G::Move>, StopReason> {
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

impl<G: Declares + Alternating> Component for Part<G> {
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
            points: G::Score::points(self.game.gain(&at, &mv)).unwrap_or(0),
            keeps_turn: self.game.keeps_turn(&at, &mv),
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
        if self.role.names_right(&self.game, &at) {
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
        let Some(apart) = self.role.apart else {
            return Apart {
                bound: None,
                free: self.summands(number),
            };
        };
        let Apart { bound, free } = apart(&self.game, &self.positions.key(number as usize));
        Apart {
            bound: bound.map(|part| self.number(part)),
            free: free.into_iter().map(|part| self.number(part)).collect(),
        }
    }

    fn summands(&mut self, number: u32) -> SmallVec<[u32; 2]> {
        let parts = (self.role.summands)(&self.game, &self.positions.key(number as usize));
        parts.into_iter().map(|part| self.number(part)).collect()
    }

    fn negative(&mut self, number: u32) -> Option<u32> {
        if self.convention == Convention::Impartial {
            return Some(number);
        }
        let negative = (self.role.negative)(&self.game, &self.positions.key(number as usize));
        negative.map(|at| self.number(at))
    }

    fn value(&self, number: u32) -> Option<String> {
        (self.role.value)(&self.game, &self.positions.key(number as usize))
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
        let moves = match (self.role.moves_to_grundy)(&self.game, &at, grundy) {
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

/// A game as a component of sums, with the number of its position.
///
/// # Errors
/// If the game cannot be part of a sum.
pub fn component<G: Declares + Alternating>(
    name: &str,
    (game, at): Opened<G>,
) -> Result<(Box<dyn Component>, u32), Error> {
    let mut role = Role::default();
    game.declare(&mut role);
    let convention = role.convention.ok_or_else(|| no_component(name))?;
    if role.names_right(&game, &at) {
        return Err(Error::whole("position", &game.show(&at), RIGHT_ONCE));
    }
    let mut solvers = Menu::of(&game, &Abilities::of(&game), None).solvers;
    solvers.retain(|solver| solver.about().fills.contains(&Field::Grundy));
    let mut component = Part {
        name: name.to_owned(),
        game,
        positions: Store::default(),
        moves: Vec::new(),
        convention,
        role,
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
struct Role<G: Alternating> {
    convention: Option<Convention>,
    is_loopfree: bool,
    with_side: WithSide<G>,
    summands: PartsOf<G>,
    /// Only where moves entail.
    apart: Option<ApartOf<G>>,
    negative: NegativeOf<G>,
    value: ValueOf<G>,
    moves_to_grundy: MovesToGrundy<G>,
}

impl<G: Alternating> Role<G> {
    /// Whether the position says that Right is to move.
    fn names_right(&self, game: &G, at: &G::Position) -> bool {
        (self.with_side)(game, at, Side::Left) != *at
    }
}

impl<G: Alternating> Default for Role<G> {
    fn default() -> Self {
        Self {
            convention: None,
            is_loopfree: false,
            with_side: unsided,
            summands: |_, at| smallvec![at.clone()],
            apart: None,
            negative: |_, _| None,
            value: |_, _| None,
            moves_to_grundy: |_, _, _| None,
        }
    }
}

impl<G: Alternating> Powers<G> for Role<G> {
    fn loopfree(&mut self)
    where
        G: Alternating<Score: From<Outcome>> + Loopfree,
    {
        self.is_loopfree = true;
    }
    fn points(&mut self)
    where
        G: Loopfree,
    {
        self.is_loopfree = true;
    }
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.convention = Some(Convention::Impartial);
        self.summands = |game, at| game.summands(at);
    }
    fn shared(&mut self)
    where
        G: Shared,
    {
        self.convention = Some(Convention::Impartial);
        self.summands = |game, at| game.parts(at);
    }
    fn entailing(&mut self)
    where
        G: Entailing,
    {
        self.convention = Some(Convention::Impartial);
        self.apart = Some(|game, at| game.apart(at));
    }
    fn sides(&mut self)
    where
        G: Sides,
    {
        self.convention = Some(Convention::Partizan);
        self.with_side = |game, at, side| game.with_side(at, side);
    }
    fn impartial_scoring(&mut self)
    where
        G: ImpartialScoring,
    {
        self.convention = Some(Convention::Points);
    }
    fn scored_sides(&mut self)
    where
        G: ScoredSides,
    {
        self.convention = Some(Convention::PartizanPoints);
    }
    fn summands(&mut self)
    where
        G: Summands,
    {
        self.summands = |game, at| game.summands(at);
        self.negative = |game, at| game.negative(at);
    }
    fn known_values(&mut self)
    where
        G: KnownValues,
    {
        self.value = |game, at| game.value(at);
    }
    fn closed_form(&mut self)
    where
        G: ClosedForm,
    {
        self.moves_to_grundy = |game, at, grundy| game.moves_to_grundy(at, grundy);
    }
}
