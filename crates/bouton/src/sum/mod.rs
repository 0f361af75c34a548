//! Sums of different games: a move is a move in one component, and who makes the last move of all wins.
//!
//! A sum is written with ` + ` between its components, each a game and its position: `nim 3,4,5 + kayles 7`; ` R` after
//! all of it if Right is to move. A move has the number of its component, counted from 0, before it: `1: take 2`.

mod by_parts;
mod part;

use std::fmt::{Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bouton_core::entry::{OpenError, Opened};
use bouton_core::misere::MiserePowers;
use bouton_core::partizan::split_side;
use bouton_core::{
    Alternating, Game, Impartial, InputError, Limits, Loopfree, Misere, Mishap, Notation, Powers,
    Side, Sides, WinLoss,
};
use smallvec::SmallVec;

use by_parts::ByParts;
pub(crate) use part::{Part, PartMaker};

use crate::catalogue::open_part;
use crate::error::Error;
use crate::menu::Menu;
use crate::room::{Door, Room};
use crate::session::Session;

/// A component with its position's number in it.
type Component = (Box<dyn Part>, u32);

/// The components. `IMPARTIAL`: in each of them both players have the same moves, so that Grundy values decide.
#[derive(Clone)]
struct Sum<const IMPARTIAL: bool>(Arc<[Mutex<Box<dyn Part>>]>);

/// A position in some of the components, by number, and the side to move (Left where both have the same moves).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Place {
    parts: SmallVec<[(u8, u32); 4]>,
    side: Side,
}

/// A move in the component that is listed at `slot`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Move {
    slot: usize,
    component: u8,
    which: Which,
    to: u32,
}

/// One of a component's moves.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Which {
    /// Its place among them.
    Nth(usize),
    /// What it is called, where they are too many to count.
    Named(Arc<str>),
}

/// The text between components.
const PLUS: &str = " + ";

/// Whether a game's name is that of a sum.
pub(crate) fn is_sum(game: &str) -> bool {
    game == "sum" || game.contains(PLUS)
}

/// Opens a sum written as the game's name, or as the position of `sum`.
pub(crate) fn open(
    game: &str,
    position: Option<&str>,
    misere: bool,
) -> Result<Box<dyn Session>, Error> {
    let text = match (game, position) {
        ("sum", Some(text)) => text,
        (text, None) if text != "sum" => text,
        _ => {
            let message = "expected a sum like \"nim 3,4,5 + kayles 7\", its positions in it";
            return Err(Error::Unfit(message.into()));
        }
    };
    let (components, side) = read(text)?;
    if components.iter().all(|(part, _)| part.is_impartial()) {
        seat(Sum::<true>::new(components, side), misere)
    } else {
        seat(Sum::<false>::new(components, side), misere)
    }
}

/// Opens each component.
fn read(text: &str) -> Result<(Vec<Component>, Side), Error> {
    let (sum, side) = split_side(text);
    let components = sum.split(PLUS).map(|component| {
        let component = component.trim();
        let (game, position) = match component.split_once(char::is_whitespace) {
            Some((game, position)) => (game, Some(position.trim())),
            None => (component, None),
        };
        open_part(game, position)
    });
    let components = components.collect::<Result<Vec<_>, _>>()?;
    if components.len() > usize::from(u8::MAX) {
        return Err(Error::Unfit("expected a sum of at most 255 games".into()));
    }
    Ok((components, side))
}

/// A sum that says what it can do.
trait Declares: Alternating + Sized {
    fn declare(powers: &mut impl Powers<Self>);
    /// The solvers that serve it when the last to move wins.
    fn menu() -> Menu<Self>;
}

impl Declares for Sum<true> {
    fn declare(powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.impartial();
    }
    fn menu() -> Menu<Self> {
        Menu::gather(|menu| {
            Self::declare(menu);
            menu.offer(ByParts::default());
        })
    }
}

impl Declares for Sum<false> {
    fn declare(powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.sides();
    }
    fn menu() -> Menu<Self> {
        Menu::gather(Self::declare)
    }
}

fn seat<const IMPARTIAL: bool>(
    (sum, at): Opened<Sum<IMPARTIAL>>,
    misere: bool,
) -> Result<Box<dyn Session>, Error>
where
    Sum<IMPARTIAL>: Declares,
{
    if !misere {
        let door = Door {
            open: Box::new(reopen::<IMPARTIAL>),
            menu: Sum::<IMPARTIAL>::menu,
        };
        return Ok(Box::new(Room::new("sum", (sum, at), false, door)));
    }
    let door = Door {
        open: Box::new(|text| reopen(text).map(|(sum, at)| (Misere(sum), at))),
        menu: || Menu::gather(|menu| Sum::<IMPARTIAL>::declare(&mut MiserePowers(menu))),
    };
    Ok(Box::new(Room::new("sum", (Misere(sum), at), true, door)))
}

/// Opens a sum of the same kind at another position.
fn reopen<const IMPARTIAL: bool>(text: &str) -> Result<Opened<Sum<IMPARTIAL>>, OpenError> {
    let (components, side) = read(text).map_err(|error| as_position(error, text))?;
    if IMPARTIAL && components.iter().any(|(part, _)| !part.is_impartial()) {
        let message = "expected a sum of games with the same moves for both";
        let error = InputError::new(message, text, 0..text.len());
        return Err(OpenError::Position(error));
    }
    Ok(Sum::new(components, side))
}

fn as_position(error: Error, text: &str) -> OpenError {
    OpenError::Position(match error {
        Error::Input { error, .. } => error,
        Error::Unfit(message) | Error::Rules(message) => {
            InputError::new(message, text, 0..text.len())
        }
    })
}

impl<const IMPARTIAL: bool> Sum<IMPARTIAL> {
    fn new(components: Vec<Component>, side: Side) -> Opened<Self> {
        let numbers = components.iter().enumerate();
        let parts = numbers.map(|(component, (_, number))| (component as u8, *number));
        let parts = parts.collect();
        let sum = Self(
            components
                .into_iter()
                .map(|(part, _)| part.into())
                .collect(),
        );
        (sum, Place { parts, side })
    }

    fn part(&self, component: u8) -> MutexGuard<'_, Box<dyn Part>> {
        let part = &self.0[usize::from(component)];
        part.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every component's position replaced by `change`.
    fn map(&self, at: &Place, change: impl Fn(&mut dyn Part, u32) -> u32) -> Place {
        let changed = |(component, number): &(u8, u32)| {
            (*component, change(&mut **self.part(*component), *number))
        };
        Place {
            parts: at.parts.iter().map(changed).collect(),
            side: at.side,
        }
    }

    fn options(&self, at: &Place, slot: usize) -> Arc<[u32]> {
        let (component, number) = at.parts[slot];
        self.part(component).options(number, at.side)
    }

    /// The longest play in a component, whoever moves.
    fn longest(&self, component: u8, number: u32) -> u64 {
        let mut level = vec![number];
        let mut plies = 0;
        while !level.is_empty() {
            plies += 1;
            let mut part = self.part(component);
            let options = |n: &u32| Side::BOTH.map(|side| part.options(*n, side));
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
}

impl<const IMPARTIAL: bool> Debug for Sum<IMPARTIAL> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let names = (0..self.0.len()).map(|component| self.part(component as u8).name().to_owned());
        f.debug_list().entries(names).finish()
    }
}

/// Numbers mean the same only in the very same components.
impl<const IMPARTIAL: bool> PartialEq for Sum<IMPARTIAL> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl<const IMPARTIAL: bool> Game for Sum<IMPARTIAL> {
    type Position = Place;
    type Move = Move;
    fn canonical(&self, at: Place) -> Place {
        self.map(&at, |part, number| part.canonical(number))
    }
    fn begin(&self, limits: &Limits) {
        (0..self.0.len()).for_each(|component| self.part(component as u8).begin(limits));
    }
    fn mishap(&self) -> Option<Mishap> {
        (0..self.0.len()).find_map(|component| self.part(component as u8).mishap())
    }
    fn came_back(&self, at: &Place) {
        for (component, number) in &at.parts {
            self.part(*component).came_back(*number);
        }
    }
}

impl<const IMPARTIAL: bool> Alternating for Sum<IMPARTIAL> {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Place) -> impl Iterator<Item = Move> + use<'g, IMPARTIAL> {
        let at = at.clone();
        (0..at.parts.len()).flat_map(move |slot| {
            let component = at.parts[slot].0;
            let options = self.options(&at, slot);
            (0..options.len()).map(move |nth| Move {
                slot,
                component,
                which: Which::Nth(nth),
                to: options[nth],
            })
        })
    }
    fn play(&self, at: &Place, mv: &Move) -> Place {
        let mut to = at.clone();
        to.parts[mv.slot].1 = mv.to;
        if !IMPARTIAL {
            to.side = at.side.other();
        }
        to
    }
    fn score(&self, at: &Place) -> Option<WinLoss> {
        let has_move =
            |(component, number): &(u8, u32)| self.part(*component).has_move(*number, at.side);
        (!at.parts.iter().any(has_move)).then_some(WinLoss::Loss)
    }
}

impl<const IMPARTIAL: bool> Loopfree for Sum<IMPARTIAL> {
    type Height = u64;
    fn height(&self, at: &Place) -> u64 {
        let longest = |(component, number): &(u8, u32)| self.longest(*component, *number);
        at.parts.iter().map(longest).sum()
    }
}

impl Impartial for Sum<true> {
    fn summands(&self, at: &Place) -> SmallVec<[Place; 2]> {
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
}

impl Sides for Sum<false> {
    fn with_side(&self, at: &Place, side: Side) -> Place {
        Place { side, ..at.clone() }
    }
}

impl<const IMPARTIAL: bool> Notation for Sum<IMPARTIAL> {
    fn parse(&self, text: &str) -> Result<Place, InputError> {
        let (sum, side) = split_side(text);
        let texts: Vec<_> = sum.split(PLUS).map(str::trim).collect();
        let bad = || {
            let message = format!("expected a sum of {self:?}");
            InputError::new(message, text, 0..text.len())
        };
        if texts.len() != self.0.len() {
            return Err(bad());
        }
        let mut parts = SmallVec::new();
        for (component, text) in texts.into_iter().enumerate() {
            let mut part = self.part(component as u8);
            let position = text.strip_prefix(part.name()).ok_or_else(bad)?;
            parts.push((component as u8, part.parse(position.trim())?));
        }
        Ok(Place { parts, side })
    }
    fn show(&self, at: &Place) -> String {
        let show = |(component, number): &(u8, u32)| {
            let part = self.part(*component);
            format!("{} {}", part.name(), part.show(*number))
        };
        let shown: Vec<_> = at.parts.iter().map(show).collect();
        let side = if at.side == Side::Right { " R" } else { "" };
        shown.join(PLUS) + side
    }
    fn show_move(&self, at: &Place, mv: &Move) -> String {
        let (component, number) = at.parts[mv.slot];
        let name = match &mv.which {
            Which::Nth(nth) => self.part(component).show_move(number, at.side, *nth),
            Which::Named(name) => name.to_string(),
        };
        format!("{component}: {name}")
    }
    fn component(&self, mv: &Move) -> Option<usize> {
        Some(mv.component.into())
    }
}
