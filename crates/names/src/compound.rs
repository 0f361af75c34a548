//! Games played at once, in which a move is made in one part, in some or in all.
//!
//! The parts are written with semicolons between them, each a game and its position: `nim 3,4; kayles 7`; ` R` at the end if Right is to
//! move. A player who cannot move loses. A move is written as the moves in its parts, each with the number of its part, counted from 0:
//! `0: take 2 & 1: take 1`.

mod by_theory;
mod text;

use std::sync::{Arc, Mutex, MutexGuard};

use bouton_core::entry::{OpenError, Opened};
use bouton_core::oracle::{Oracle, RuleError};
use bouton_core::partizan::split_side;
use bouton_core::scene::{Deed, Drawn, Scene};
use bouton_core::{
    Alternating, Declares, Game, Impartial, Limits, Loopfree, Origin, Powers, Side, Sides, WinLoss,
};
use bouton_engine::{Component, Convention, Error, Opening, Untyped};
use smallvec::SmallVec;

use by_theory::ByTheory;

use crate::names::Terms;
use crate::sum::{Place, as_position, deed_of, each, locked, scene_of};

/// In which parts a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// In every part, until one is over.
    Conjunctive,
    /// In every part that is not over, until all are.
    Continued,
    /// In one part or more, until all are over.
    Selective,
    /// In one part or more, until one is over.
    Shortened,
    /// In one part, which ends all later ones.
    Ordinal,
    /// In the first part that is not over.
    Sequential,
}

impl How {
    const ALL: [Self; 6] = [
        Self::Conjunctive,
        Self::Continued,
        Self::Selective,
        Self::Shortened,
        Self::Ordinal,
        Self::Sequential,
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|how| how.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Conjunctive => "conjunctive",
            Self::Continued => "continued",
            Self::Selective => "selective",
            Self::Shortened => "shortened",
            Self::Ordinal => "ordinal",
            Self::Sequential => "sequential",
        }
    }

    pub(crate) fn rules(self) -> &'static str {
        match self {
            Self::Conjunctive => {
                "A move is a move in every part. A player who has no move in some part loses."
            }
            Self::Continued => {
                "A move is a move in every part in which the player has one; the other parts are over. A player who has no move in any part loses."
            }
            Self::Selective => {
                "A move is a move in any number of parts, at least one. A player who has no move in any part loses."
            }
            Self::Shortened => {
                "A move is a move in any number of parts, at least one. A player who has no move in some part loses."
            }
            Self::Ordinal => {
                "A move is a move in one part, and all later parts are gone. A player who has no move in any part loses."
            }
            Self::Sequential => {
                "A move is a move in the first part in which the player has one; the parts before it are gone. A player who has no move in any part loses."
            }
        }
    }

    /// The note below the boards of the parts.
    fn caption(self) -> &'static str {
        match self {
            Self::Conjunctive => "a move is made in every part",
            Self::Continued => "a move is made in every part that is not over",
            Self::Selective => "a move is made in any number of parts",
            Self::Shortened => "a move is made in any number of parts, until one is over",
            Self::Ordinal => "a move in one part ends all later ones",
            Self::Sequential => "a move is made in the first part in which there is one",
        }
    }

    pub(crate) fn source(self) -> &'static str {
        match self {
            Self::Conjunctive | Self::Continued | Self::Selective | Self::Shortened => {
                "Smith, Graphs and composite games (1966); Conway, On Numbers and Games (1976), chapter 14"
            }
            Self::Ordinal => "Conway, On Numbers and Games (1976), chapter 15",
            Self::Sequential => {
                "Stromquist and Ullman, Sequential compounds of combinatorial games (1993)"
            }
        }
    }
}

/// The arguments of a text, with semicolons between them; those in brackets do not count.
pub(crate) fn arguments(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_i64);
    for (place, sign) in text.char_indices() {
        match sign {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            ';' if depth == 0 => {
                parts.push(text[start..place].trim());
                start = place + 1;
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}

/// The parts.
#[derive(Clone)]
struct Compound {
    how: How,
    /// The game of each part.
    parts: Arc<[Mutex<Box<dyn Component>>]>,
    /// Whether both players have the same moves in every part.
    is_impartial: bool,
}

/// A move: moves in some parts.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Move(SmallVec<[Step; 2]>);

/// A move in the part that is listed at `slot`, to option `nth`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    slot: u8,
    nth: u32,
    to: u32,
}

bouton_core::packs!(Move { 0 });
bouton_core::packs!(Step { slot, nth, to });

/// Opens the games of this text.
pub(crate) fn open(how: How, text: &str, terms: &Terms) -> Result<Untyped, Error> {
    let opened = read(how, text, terms)?;
    let is_impartial = opened.0.is_impartial;
    Ok(Untyped::of(Opening {
        name: how.name().into(),
        opened,
        again: Some(Box::new(move |text| {
            let opened = read(how, text, &Terms::default());
            let opened = opened.map_err(|error| as_position(error, text))?;
            match opened.0.is_impartial == is_impartial {
                true => Ok(opened),
                false => Err(OpenError::Position(bouton_core::InputError::whole(
                    "expected games of the same kind",
                    text,
                ))),
            }
        })),
    }))
}

/// Opens each part.
fn read(how: How, text: &str, terms: &Terms) -> Result<Opened<Compound>, Error> {
    let (inside, side) = split_side(text);
    let opened = each(arguments(inside), terms)?;
    for (part, _) in &opened {
        let is_fit = matches!(
            part.convention(),
            Convention::Impartial | Convention::Partizan
        );
        if !is_fit || part.is_entailing() {
            return Err(Error::Unfit(format!(
                "{}: expected games in which a player who cannot move loses, and no move entails an answer",
                part.name()
            )));
        }
    }
    let is_impartial = opened
        .iter()
        .all(|(part, _)| part.convention() == Convention::Impartial);
    if is_impartial && side == Side::Right {
        let message = "expected no R after games in which both players have the same moves";
        return Err(Error::Unfit(message.into()));
    }
    let numbers = opened.iter().zip(0..);
    let parts = numbers.map(|((_, number), slot)| (slot, *number)).collect();
    let compound = Compound {
        how,
        is_impartial,
        parts: opened
            .into_iter()
            .map(|(part, _)| Mutex::new(part))
            .collect(),
    };
    Ok((compound, Place { parts, side }))
}

impl Compound {
    fn part(&self, part: u8) -> MutexGuard<'_, Box<dyn Component>> {
        locked(&self.parts[usize::from(part)])
    }

    fn is_loopfree(&self) -> bool {
        self.parts.iter().all(|part| locked(part).is_loopfree())
    }

    fn options(&self, (part, number): (u8, u32), side: Side) -> Arc<[u32]> {
        self.part(part).options(number, side, usize::MAX)
    }

    fn has_move(&self, (part, number): (u8, u32), side: Side) -> bool {
        self.part(part).has_move(number, side)
    }
}

/// Numbers have the same meaning only in identical parts.
impl PartialEq for Compound {
    fn eq(&self, other: &Self) -> bool {
        self.how == other.how && Arc::ptr_eq(&self.parts, &other.parts)
    }
}

impl Declares for Compound {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        let ends = self.is_loopfree();
        match ends {
            true => powers.loopfree(),
            false => powers.ending(),
        }
        match (self.is_impartial, ends) {
            (true, true) => powers.impartial(),
            (true, false) => powers.shared(),
            (false, _) => {
                powers.sides();
                powers.short();
            }
        }
        powers.look();
        powers.misere();
        powers.solved_by::<ByTheory>();
    }
}

impl Game for Compound {
    type Position = Place;
    type Move = Move;
    fn canonical(&self, mut at: Place) -> Place {
        for (part, number) in &mut at.parts {
            *number = self.part(*part).canonical(*number);
        }
        at
    }
    fn merged(&self, mut at: Place) -> Place {
        for (part, number) in &mut at.parts {
            *number = self.part(*part).merged(*number);
        }
        at
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Some(self)
    }
    fn origins(&self) -> Vec<Origin> {
        let parts = self.parts.iter().map(|part| locked(part).origins());
        parts.flatten().collect()
    }
    fn endless(&self, at: &Place) -> RuleError {
        let mut parts = at.parts.iter();
        let open = parts.find(|(part, _)| !self.part(*part).is_loopfree());
        open.map_or_else(
            || RuleError::Broken("play need not end".into()),
            |(part, number)| self.part(*part).endless(*number),
        )
    }
}

/// Every part receives the limits of the query.
impl Oracle for Compound {
    fn begin(&self, limits: &Limits) {
        for part in &*self.parts {
            locked(part).begin(limits);
        }
    }

    fn is_interpreted(&self) -> bool {
        let is_interpreted = |part: &Mutex<Box<dyn Component>>| {
            locked(part).oracle().is_some_and(Oracle::is_interpreted)
        };
        self.parts.iter().any(is_interpreted)
    }

    fn growth(&self) -> Option<String> {
        self.parts
            .iter()
            .find_map(|part| locked(part).oracle()?.growth())
    }
}

/// All ways to choose a digit for each slot, each below its bound.
struct Odometer {
    bounds: Vec<usize>,
    /// `None` if all were counted.
    digits: Option<Vec<usize>>,
}

impl Odometer {
    fn new(bounds: Vec<usize>) -> Self {
        let digits = (!bounds.contains(&0)).then(|| vec![0; bounds.len()]);
        Self { bounds, digits }
    }
}

impl Iterator for Odometer {
    type Item = Vec<usize>;
    fn next(&mut self) -> Option<Vec<usize>> {
        let now = self.digits.clone()?;
        let digits = self.digits.as_mut()?;
        // The last slot is counted fastest.
        for (digit, bound) in digits.iter_mut().zip(&self.bounds).rev() {
            *digit += 1;
            if *digit < *bound {
                return Some(now);
            }
            *digit = 0;
        }
        self.digits = None;
        Some(now)
    }
}

impl Alternating for Compound {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &Place) -> impl Iterator<Item = Move> + use<'g> {
        let side = at.side;
        // In each slot, a digit is one of the options; one beyond them is no move there.
        let together = |digits: fn(usize) -> usize| {
            let options = at.parts.iter().map(|part| self.options(*part, side));
            let options: Vec<_> = options.collect();
            let bounds = options.iter().map(|options| digits(options.len()));
            Odometer::new(bounds.collect()).filter_map(move |digits| {
                let slots = (0..).zip(&options).zip(digits);
                let moves = slots.filter_map(|((slot, options), digit)| {
                    let to = options.get(digit)?;
                    let (nth, to) = (digit as u32, *to);
                    Some(Step { slot, nth, to })
                });
                let moves: SmallVec<_> = moves.collect();
                (!moves.is_empty()).then_some(Move(moves))
            })
        };
        let (mut first, mut apart) = (None, None);
        match self.how {
            How::Conjunctive => first = Some(together(|options| options)),
            How::Continued => first = Some(together(|options| options.max(1))),
            How::Shortened if self.score(at).is_some() => {}
            How::Selective | How::Shortened => first = Some(together(|options| options + 1)),
            How::Ordinal => apart = Some(0..at.parts.len()),
            How::Sequential => {
                let open = at.parts.iter().position(|part| self.has_move(*part, side));
                apart = open.map(|slot| slot..slot + 1);
            }
        }
        let at = at.clone();
        let apart = apart.into_iter().flatten().flat_map(move |slot| {
            let options = self.options(at.parts[slot], side);
            (0..options.len()).map(move |nth| {
                Move(SmallVec::from_iter([Step {
                    slot: slot as u8,
                    nth: nth as u32,
                    to: options[nth],
                }]))
            })
        });
        first.into_iter().flatten().chain(apart)
    }

    fn play(&self, at: &Place, Move(moves): &Move) -> Place {
        let mut to = at.clone();
        for step in moves {
            to.parts[usize::from(step.slot)].1 = step.to;
        }
        let slot = moves.first().map_or(0, |step| usize::from(step.slot));
        match self.how {
            How::Ordinal => to.parts.truncate(slot + 1),
            How::Sequential => drop(to.parts.drain(..slot)),
            How::Continued => {
                let part = |step: &Step| to.parts[usize::from(step.slot)];
                to.parts = moves.iter().map(part).collect();
            }
            How::Conjunctive | How::Selective | How::Shortened => {}
        }
        if !self.is_impartial {
            to.side = at.side.other();
        }
        to
    }

    fn score(&self, at: &Place) -> Option<WinLoss> {
        let has_move = |part: &(u8, u32)| self.has_move(*part, at.side);
        let can_move = match self.how {
            How::Conjunctive | How::Shortened => at.parts.iter().all(has_move),
            _ => at.parts.iter().any(has_move),
        };
        (!can_move || at.parts.is_empty()).then_some(WinLoss::Loss)
    }
}

impl Drawn for Compound {
    fn scene(&self, at: &Place) -> Scene {
        scene_of(at, |part| self.part(part)).noted(self.how.caption())
    }
    fn deed(&self, at: &Place, Move(moves): &Move) -> Option<Deed> {
        let moves = moves.iter();
        let moves = moves.map(|step| (usize::from(step.slot), step.nth as usize, step.to));
        Some(deed_of(at, |part| self.part(part), moves))
    }
}

/// Every move shortens the longest play in some part, or leaves a part out.
impl Loopfree for Compound {
    type Height = u64;
    fn height(&self, at: &Place) -> u64 {
        let mut height = 0_u64;
        for (part, number) in &at.parts {
            height += crate::sum::longest(&mut **self.part(*part), *number);
        }
        height
    }
}

impl Impartial for Compound {}

impl Sides for Compound {
    fn with_side(&self, at: &Place, side: Side) -> Place {
        Place { side, ..at.clone() }
    }
}
