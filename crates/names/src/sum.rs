//! Sums of different games: a move is a move in one component. The player who makes the last move of all wins, or the player
//! with more points in all.
//!
//! A sum is written with ` + ` between its components, each a game and its position: `nim 3,4,5 + kayles 7`; ` R` at the
//! end if Right is to move. A move begins with the number of its component, counted from 0: `1: take 2`.

mod by_parts;
mod kind;
mod reading;
mod text;

pub(crate) use text::{read_parts, show_part};

use std::marker::PhantomData;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bouton_core::entry::{OpenError, Opened};
use bouton_core::game::{Apart, Entailing};
use bouton_core::oracle::{Oracle, RuleError};
use bouton_core::packed::{Packed, Put, Take};
use bouton_core::scene::{Beside, Deed, Drawn, Figure, Scene, Step};
use bouton_core::{
    Alternating, Declares, Disjunctive, Game, InputError, KnownValues, Limits, Loopfree, Origin,
    Powers, Score, ScoredSides, Side, Sides,
};
use bouton_engine::{Component, Earned, Error};
use smallvec::SmallVec;

use by_parts::ByParts;
use kind::{Impartial, Kind, Partizan, PartizanPoints, Points};

pub use reading::games_of_sum;
pub(crate) use reading::{PLUS, components, each, open, split};
use reading::{is_of, read};

use crate::names::Terms;

/// A component with its position's number in it.
pub(crate) type Placed = (Box<dyn Component>, u32);

/// The components.
#[derive(Clone)]
struct Sum<K> {
    /// The games, each once.
    games: Arc<[Mutex<Box<dyn Component>>]>,
    /// The game of each component, by its place.
    components: Arc<[u8]>,
    /// Whether moves of some component entail an answer or a second move.
    entails: bool,
    kind: PhantomData<K>,
}

/// A position in some of the components, by number, and the side to move (Left if both have the same moves).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    pub(crate) parts: SmallVec<[(u8, u32); 4]>,
    pub(crate) side: Side,
}

bouton_core::packs!(Place { parts, side });

/// A move in the component that is listed at `slot`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Move {
    slot: usize,
    component: u8,
    which: Which,
    to: u32,
}

bouton_core::packs!(Move {
    slot,
    component,
    which,
    to
});

/// Identifies one of a component's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// By its index among them.
    Nth(usize),
    /// By its name, if there are too many to count.
    Named(Arc<str>),
}

impl Packed for Which {
    fn pack(&self, to: &mut impl Put) {
        let (place, name) = match self {
            Self::Nth(place) => (Some(*place), None),
            Self::Named(name) => (None, Some(name.clone())),
        };
        (place, name).pack(to);
    }
    fn unpack(from: &mut impl Take) -> Self {
        match <(Option<usize>, Option<Arc<str>>)>::unpack(from) {
            (_, Some(name)) => Self::Named(name),
            (place, None) => Self::Nth(place.unwrap_or(0)),
        }
    }
}

/// The number of moves of a component that are listed at first.
const FIRST_OPTIONS: usize = 256;

/// Fewer properties are declared if a component is not known to end, or if moves entail.
impl Declares for Sum<Impartial> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.look();
        if self.entails {
            powers.entailing();
            match self.is_loopfree() {
                true => powers.loopfree(),
                false => powers.ending(),
            }
            return;
        }
        if self.is_loopfree() {
            powers.loopfree();
            powers.impartial();
        } else {
            powers.ending();
            powers.shared();
            powers.misere();
        }
        powers.solved_by::<ByParts>();
    }
}

impl Declares for Sum<Partizan> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.look();
        if self.is_loopfree() {
            powers.loopfree();
            powers.summands();
        } else {
            powers.ending();
            powers.parts();
        }
        powers.known_values();
        powers.sides();
        powers.short();
        powers.misere();
    }
}

impl Declares for Sum<Points> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.look();
        if self.is_loopfree() {
            powers.points();
        } else {
            powers.ending();
        }
    }
}

impl Declares for Sum<PartizanPoints> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.look();
        if self.is_loopfree() {
            powers.points();
        } else {
            powers.ending();
        }
        powers.sides();
        powers.scored_sides();
    }
}

/// The properties on which the declaration of a sum depends.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Declared {
    is_loopfree: bool,
    entails: bool,
}

impl Declared {
    fn of<K: Kind>(sum: &Sum<K>) -> Self {
        Self {
            is_loopfree: sum.is_loopfree(),
            entails: sum.entails,
        }
    }
}

/// Opens a sum of the same kind at another position.
fn open_again<K: Kind>(text: &str, declared: Declared) -> Result<Opened<Sum<K>>, OpenError> {
    let read = read(text, &Terms::default());
    let (components, side) = read.map_err(|error| as_position(error, text))?;
    let is_kind = is_of::<K>(&components);
    let (sum, at) = Sum::new(components, side);
    if !is_kind || Declared::of(&sum) != declared {
        let message = "expected a sum of the same kind of games";
        let error = InputError::whole(message, text);
        return Err(OpenError::Position(error));
    }
    Ok((sum, at))
}

pub(crate) fn as_position(error: Error, text: &str) -> OpenError {
    OpenError::Position(match error {
        Error::Input { error, .. } => error,
        error => InputError::whole(error.to_string(), text),
    })
}

impl<K: Kind> Sum<K> {
    fn new(opened: Vec<Placed>, side: Side) -> Opened<Self> {
        let (mut games, mut components) = (Vec::<Box<dyn Component>>::new(), Vec::new());
        let mut parts = SmallVec::new();
        for (component, (part, number)) in opened.into_iter().enumerate() {
            let known = games.iter_mut().enumerate();
            let adopted = known
                .filter_map(|(game, known)| Some((game, known.adopt(&*part, number)?)))
                .next();
            let (game, number) = adopted.unwrap_or_else(|| {
                games.push(part);
                (games.len() - 1, number)
            });
            components.push(game as u8);
            parts.push((component as u8, number));
        }
        let entails = games.iter().any(|part| part.is_entailing());
        let sum = Self {
            entails,
            games: games.into_iter().map(Mutex::new).collect(),
            components: components.into(),
            kind: PhantomData,
        };
        (sum, Place { parts, side })
    }

    fn part(&self, component: u8) -> MutexGuard<'_, Box<dyn Component>> {
        let game = self.components[usize::from(component)];
        locked(&self.games[usize::from(game)])
    }

    fn is_loopfree(&self) -> bool {
        self.games().all(|part| part.is_loopfree())
    }

    /// The games, each once.
    fn games(&self) -> impl Iterator<Item = MutexGuard<'_, Box<dyn Component>>> {
        self.games.iter().map(locked)
    }

    /// The first component with the same game as this one.
    fn first_like(&self, component: u8) -> u8 {
        let game = self.components[usize::from(component)];
        let first = self.components.iter().position(|other| *other == game);
        first.map_or(component, |first| first as u8)
    }

    /// The single parts of the remaining components, as positions of the sum.
    fn parts_of(&self, at: &Place) -> SmallVec<[Place; 2]> {
        let mut summands = SmallVec::new();
        for (component, number) in &at.parts {
            for part in self.part(*component).summands(*number) {
                summands.push(Place {
                    parts: [(*component, part)].into_iter().collect(),
                    side: at.side,
                });
            }
        }
        summands
    }

    /// The slots in which the player to move may move: only one, if its component must be answered.
    fn slots(&self, at: &Place) -> Range<usize> {
        let is_bound = |(component, number): &(u8, u32)| {
            let parts = self.part(*component).apart(*number);
            parts.bound.is_some()
        };
        let bound = self.entails.then(|| at.parts.iter().position(is_bound));
        match bound.flatten() {
            Some(slot) => slot..slot + 1,
            None => 0..at.parts.len(),
        }
    }

    /// The moves in one component, listed on demand.
    fn moves_in(&self, slot: usize, at: &Place) -> impl Iterator<Item = Move> + use<'_, K> {
        let ((component, number), side) = (at.parts[slot], at.side);
        let (mut asked, mut nth) = (FIRST_OPTIONS, 0);
        let mut options = self.part(component).options(number, side, asked);
        std::iter::from_fn(move || {
            if nth == options.len() && nth >= asked {
                asked = 2 * nth;
                options = self.part(component).options(number, side, asked);
            }
            let to = *options.get(nth)?;
            nth += 1;
            Some(Move {
                slot,
                component,
                which: Which::Nth(nth - 1),
                to,
            })
        })
    }

    /// The result of a move in a game of points.
    fn earned(&self, at: &Place, mv: &Move) -> Earned {
        let earned = self.part(mv.component).earned(at.parts[mv.slot].1, at.side);
        match mv.which {
            Which::Nth(nth) => earned[nth],
            Which::Named(_) => {
                unreachable!("invariant: moves have names where points are not counted")
            }
        }
    }
}

/// How the parts look beside each other.
pub(crate) fn scene_of<'p>(
    at: &Place,
    part: impl Fn(u8) -> MutexGuard<'p, Box<dyn Component>>,
) -> Scene {
    let games = at.parts.iter().map(|(component, number)| {
        let part = part(*component);
        let position = part.show(*number);
        let mut scene = part.scene(*number, at.side);
        if let Figure::Words(words) = &mut scene.figure {
            // The side to move stands once, behind all.
            words.clone_from(&position);
        }
        let has_move = |side: &Side| part.has_move(*number, *side);
        Beside {
            number: usize::from(*component),
            game: part.name().to_owned(),
            position,
            over: !Side::BOTH.iter().any(has_move),
            scene,
        }
    });
    Scene::beside(games.collect())
}

/// The change that moves make to such a scene: each is in the part that is listed at a slot, by its index, to a position.
pub(crate) fn deed_of<'p>(
    at: &Place,
    part: impl Fn(u8) -> MutexGuard<'p, Box<dyn Component>>,
    moves: impl IntoIterator<Item = (usize, usize, u32)>,
) -> Deed {
    let scene = scene_of(at, &part);
    let moves = moves.into_iter();
    moves.fold(Deed::default(), |deed, (slot, nth, to)| {
        let (component, number) = at.parts[slot];
        let part = part(component);
        let step = Step {
            game: slot,
            name: part.show_move(number, at.side, nth),
            to: part.show(to),
        };
        deed.and_in(&scene, step, part.deed(number, at.side, nth))
    })
}

/// The longest play in a component, for either player.
pub(crate) fn longest(part: &mut dyn Component, number: u32) -> u64 {
    let mut level = vec![number];
    let mut plies = 0;
    while !level.is_empty() {
        plies += 1;
        let options = |n: &u32| Side::BOTH.map(|side| part.options(*n, side, usize::MAX));
        let next: Vec<_> = level.iter().flat_map(options).collect();
        level = next
            .iter()
            .flat_map(|options| options.iter().copied())
            .collect();
        level.sort_unstable();
        level.dedup();
    }
    plies - 1
}

pub(crate) fn locked(part: &Mutex<Box<dyn Component>>) -> MutexGuard<'_, Box<dyn Component>> {
    part.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Numbers have the same meaning only in identical components.
impl<K: Kind> PartialEq for Sum<K> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.games, &other.games)
    }
}

impl<K: Kind> Game for Sum<K> {
    type Position = Place;
    type Move = Move;
    /// Components with the same game are interchangeable.
    fn canonical(&self, at: Place) -> Place {
        let each = at.parts.iter().map(|(component, number)| {
            let number = self.part(*component).canonical(*number);
            (self.first_like(*component), number)
        });
        let mut parts: SmallVec<_> = each.collect();
        parts.sort_unstable();
        Place { parts, ..at }
    }
    fn merged(&self, mut at: Place) -> Place {
        for (component, number) in &mut at.parts {
            *number = self.part(*component).merged(*number);
        }
        at
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(self)
    }
    fn origins(&self) -> Vec<Origin> {
        let games = self.games.iter().map(|game| locked(game).origins());
        games.flatten().collect()
    }
    fn endless(&self, at: &Place) -> RuleError {
        let asked = |(component, _): &&(u8, u32)| self.part(*component).oracle().is_some();
        let first = at.parts.iter().find(asked).or(at.parts.first());
        first.map_or_else(
            || RuleError::Broken("play need not end".into()),
            |(component, number)| self.part(*component).endless(*number),
        )
    }
}

/// Every component receives the limits of the query.
impl<K: Kind> Oracle for Sum<K> {
    fn begin(&self, limits: &Limits) {
        for mut game in self.games() {
            game.begin(limits);
        }
    }

    fn is_interpreted(&self) -> bool {
        let mut games = self.games();
        games.any(|game| game.oracle().is_some_and(Oracle::is_interpreted))
    }

    fn growth(&self) -> Option<String> {
        self.games().find_map(|game| game.oracle()?.growth())
    }
}

impl<K: Kind> Alternating for Sum<K> {
    type Score = K::Score;
    fn moves<'g>(&'g self, at: &Place) -> impl Iterator<Item = Move> + use<'g, K> {
        let at = at.clone();
        self.slots(&at)
            .flat_map(move |slot| self.moves_in(slot, &at))
    }
    fn play(&self, at: &Place, mv: &Move) -> Place {
        let mut to = at.clone();
        to.parts[mv.slot].1 = mv.to;
        if !K::SHARED && !self.keeps_turn(at, mv) {
            to.side = at.side.other();
        }
        to
    }
    fn gain(&self, at: &Place, mv: &Move) -> <K::Score as Score>::Gain {
        K::gain(|| self.earned(at, mv).points)
    }
    fn keeps_turn(&self, at: &Place, mv: &Move) -> bool {
        (K::POINTS || self.entails) && self.earned(at, mv).keeps_turn
    }
    fn at_stake(&self, at: &Place) -> Option<i128> {
        let stake = |(component, number): &(u8, u32)| self.part(*component).at_stake(*number);
        at.parts.iter().map(stake).sum()
    }
    fn score(&self, at: &Place) -> Option<K::Score> {
        let has_move =
            |(component, number): &(u8, u32)| self.part(*component).has_move(*number, at.side);
        let stuck = |(component, number): &(u8, u32)| self.part(*component).stuck(*number, at.side);
        let is_over = !at.parts[self.slots(at)].iter().any(has_move);
        is_over.then(|| K::over(|| at.parts.iter().map(stuck).sum()))
    }
}

impl<K: Kind> Drawn for Sum<K> {
    fn scene(&self, at: &Place) -> Scene {
        scene_of(at, |component| self.part(component))
    }
    fn deed(&self, at: &Place, mv: &Move) -> Option<Deed> {
        let Which::Nth(nth) = mv.which else {
            return None;
        };
        let part = |component| self.part(component);
        Some(deed_of(at, part, [(mv.slot, nth, mv.to)]))
    }
}

impl<K: Kind> Loopfree for Sum<K> {
    type Height = u64;
    fn height(&self, at: &Place) -> u64 {
        let longest =
            |(component, number): &(u8, u32)| longest(&mut **self.part(*component), *number);
        at.parts.iter().map(longest).sum()
    }
}

impl bouton_core::Impartial for Sum<Impartial> {
    fn summands(&self, at: &Place) -> SmallVec<[Place; 2]> {
        self.parts_of(at)
    }
}

impl Entailing for Sum<Impartial> {
    fn apart(&self, at: &Place) -> Apart<Place> {
        let (mut bound, mut free) = (None, SmallVec::new());
        for (component, number) in &at.parts {
            let alone = |part| Place {
                parts: [(*component, part)].into_iter().collect(),
                side: at.side,
            };
            let parts = self.part(*component).apart(*number);
            bound = bound.or(parts.bound.map(alone));
            free.extend(parts.free.into_iter().map(alone));
        }
        Apart { bound, free }
    }
}

impl Sides for Sum<Partizan> {
    fn with_side(&self, at: &Place, side: Side) -> Place {
        Place { side, ..at.clone() }
    }
}

impl Sides for Sum<PartizanPoints> {
    fn with_side(&self, at: &Place, side: Side) -> Place {
        Place { side, ..at.clone() }
    }
}

impl ScoredSides for Sum<PartizanPoints> {
    fn parts(&self, at: &Place) -> SmallVec<[Place; 2]> {
        let alone = |part| Place {
            parts: SmallVec::from_iter([part]),
            side: at.side,
        };
        at.parts.iter().copied().map(alone).collect()
    }
}

/// For positions in one component.
impl KnownValues for Sum<Partizan> {
    fn value(&self, at: &Place) -> Option<String> {
        match at.parts[..] {
            [(component, number)] => self.part(component).value(number),
            _ => None,
        }
    }
}

impl Disjunctive for Sum<Partizan> {
    fn summands(&self, at: &Place) -> SmallVec<[Place; 2]> {
        self.parts_of(at)
    }
    fn negative(&self, at: &Place) -> Option<Place> {
        let negatives = at.parts.iter().map(|(component, number)| {
            let negative = self.part(*component).negative(*number)?;
            Some((*component, negative))
        });
        Some(Place {
            parts: negatives.collect::<Option<_>>()?,
            side: at.side,
        })
    }
}
