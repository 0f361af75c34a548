//! [`Atoms`]: the parts of positions where the last to move loses, by number, each with its options as sums of parts.
//!
//! A game splits a position into parts ([`MisereParts`]). In normal play a split may be valid for Grundy values only, as in
//! games where coins are turned. Here every move must be a move in one of the parts. So each position with several parts is
//! compared with them when it is first met: its options must be those of the sum. A difference is an error.

use bouton_core::game::MisereParts;
use bouton_core::{Game, Limits, Meter, Notation, StopReason};
use bouton_quotients::Position as Sum;
use smallvec::SmallVec;

use crate::store::Store;

/// The reason why the parts cannot be listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Apart {
    /// A limit was reached.
    Stopped(StopReason),
    /// The game's parts are not a sum where the last to move loses, or a text is not a position; with a sentence.
    NoSum(String),
}

bouton_core::made_from!(StopReason => Apart::Stopped);

/// The parts that play can reach, each after those that its moves lead to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// The name of each; the first, which is not a part, has none.
    pub names: Vec<String>,
    /// The options of each, as the numbers of their parts, smallest first.
    pub options: Vec<Vec<Sum>>,
    /// The parts of the other positions that were asked for.
    pub sums: Vec<Sum>,
}

type Parts<P> = SmallVec<[P; 2]>;

/// A part whose options are being examined.
struct Open<P> {
    at: P,
    /// The options, each as its parts; an option with several parts is compared with them first.
    options: Vec<Parts<P>>,
    whole: Vec<P>,
    /// The parts of the options before this index are known.
    next: usize,
}

/// The parts that were met so far.
#[derive(Debug)]
pub struct Atoms<G: Game> {
    /// Parts by position, each with its number; those without moves have number 0.
    numbers: Store<G::Position, u32>,
    options: Vec<Vec<Sum>>,
    /// Positions with several parts that were compared with their sum.
    compared: Store<G::Position, ()>,
    /// Bytes held by the options.
    held: u64,
}

impl<G: Game> Default for Atoms<G> {
    fn default() -> Self {
        Self {
            numbers: Store::default(),
            options: vec![Vec::new()],
            compared: Store::default(),
            held: 0,
        }
    }
}

/// The number of parts of a position is below this.
const MOST_PARTS: usize = 1 << 20;

impl<G: MisereParts> Atoms<G> {
    /// The options of every part; a part refers only to parts with smaller numbers. The first entry has none: it is not a
    /// part.
    pub fn options(&self) -> &[Vec<Sum>] {
        &self.options
    }

    /// The parts of a position; new parts are examined.
    ///
    /// # Errors
    /// If a limit is reached, or the game's parts are not a sum.
    pub fn sum(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Result<Sum, Apart> {
        let mut meter = limits.meter();
        let parts = self.parts(game, at)?;
        for part in &parts {
            self.know(game, part, limits, &mut meter)?;
        }
        if parts.len() > 1 {
            self.compare(game, at, &mut meter)?;
        }
        Ok(self
            .known(&parts)
            .expect("invariant: every part was looked through"))
    }

    /// The parts that do not split further.
    fn parts(&self, game: &G, at: &G::Position) -> Result<Parts<G::Position>, Apart> {
        let (mut parts, mut open) = (Parts::new(), vec![at.clone()]);
        while let Some(at) = open.pop() {
            if parts.len() + open.len() > MOST_PARTS {
                let why = format!("a position falls into more than {MOST_PARTS} parts");
                return Err(Apart::NoSum(why));
            }
            let canonical = game.canonical(at.clone());
            if self.numbers.get(&canonical).is_some() {
                parts.push(canonical);
                continue;
            }
            let mut apart = game.summed(&at);
            match apart.len() {
                0 => {}
                1 => parts.push(game.canonical(apart.remove(0))),
                _ => open.extend(apart),
            }
        }
        Ok(parts)
    }

    /// The numbers of parts; `None` if one was not examined yet.
    fn known(&self, parts: &[G::Position]) -> Option<Sum> {
        let numbers = parts.iter().map(|part| self.numbers.get(part).copied());
        let mut sum: Sum = numbers.collect::<Option<_>>()?;
        sum.retain(|number| *number > 0);
        sum.sort_unstable();
        Some(sum)
    }

    /// Examines a part, after all parts that its moves lead to.
    fn know(
        &mut self,
        game: &G,
        part: &G::Position,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> Result<(), Apart> {
        if self.numbers.get(part).is_some() {
            return Ok(());
        }
        let mut stack = vec![self.open(game, part.clone(), meter)?];
        while let Some(top) = stack.last_mut() {
            let parts = top.options.get(top.next);
            let new = parts.map(|parts| parts.iter().find(|part| self.numbers.get(part).is_none()));
            match new {
                Some(Some(part)) => {
                    let part = part.clone();
                    stack.push(self.open(game, part, meter)?);
                    continue;
                }
                Some(None) => {
                    top.next += 1;
                    continue;
                }
                None => {}
            }
            let Some(done) = stack.pop() else { break };
            for whole in &done.whole {
                self.compare(game, whole, meter)?;
            }
            self.close(done);
            limits.afford(self.held + self.numbers.bytes() + self.compared.bytes())?;
        }
        Ok(())
    }

    fn open(
        &self,
        game: &G,
        at: G::Position,
        meter: &mut Meter<'_>,
    ) -> Result<Open<G::Position>, Apart> {
        let (mut options, mut whole) = (Vec::new(), Vec::new());
        for mv in game.moves(&at) {
            meter.visit()?;
            let to = game.play(&at, &mv);
            let parts = self.parts(game, &to)?;
            if parts.len() > 1 {
                whole.push(to);
            }
            options.push(parts);
        }
        Ok(Open {
            at,
            options,
            whole,
            next: 0,
        })
    }

    fn close(&mut self, done: Open<G::Position>) {
        let options = done.options.iter().filter_map(|parts| self.known(parts));
        let options = each_once(options.collect());
        let mut number = 0;
        if !done.options.is_empty() {
            number = self.options.len() as u32;
            self.held += (options.len() * size_of::<Sum>()) as u64;
            self.options.push(options);
        }
        self.numbers.insert(&done.at, number);
    }

    /// Compares the options of a position with those of the sum of its parts.
    fn compare(&mut self, game: &G, at: &G::Position, meter: &mut Meter<'_>) -> Result<(), Apart> {
        if self.compared.get(at).is_some() {
            return Ok(());
        }
        let no_sum = || {
            let why = "moves at a position of several parts are not those of its parts, as they must be where the last to move loses (it may be that only their Grundy values add up)";
            Apart::NoSum(why.to_owned())
        };
        let parts = self.parts(game, at)?;
        let sum = self.known(&parts).ok_or_else(no_sum)?;
        let mut found = Vec::new();
        for mv in game.moves(at) {
            meter.visit()?;
            let parts = self.parts(game, &game.play(at, &mv))?;
            found.push(self.known(&parts).ok_or_else(no_sum)?);
        }
        let mut expected = Vec::new();
        for (place, part) in sum.iter().enumerate() {
            for option in &self.options[*part as usize] {
                meter.spend(1)?;
                let others = sum.iter().enumerate().filter(|(other, _)| *other != place);
                let mut after: Sum = others
                    .map(|(_, part)| *part)
                    .chain(option.iter().copied())
                    .collect();
                after.sort_unstable();
                expected.push(after);
            }
        }
        if each_once(found) != each_once(expected) {
            return Err(no_sum());
        }
        self.compared.insert(at, ());
        Ok(())
    }
}

fn each_once(mut sums: Vec<Sum>) -> Vec<Sum> {
    sums.sort_unstable();
    sums.dedup();
    sums
}

/// The parts that play can reach from a position (its own parts come last), and the parts of other positions, given as
/// texts.
///
/// # Errors
/// As for [`Atoms::sum`]; also if a text is not a position.
pub fn listed<G: MisereParts + Notation>(
    game: &G,
    at: &G::Position,
    others: &[String],
    limits: &Limits,
) -> Result<Listed, Apart> {
    let mut atoms = Atoms::default();
    atoms.sum(game, at, limits)?;
    let mut sums = Vec::with_capacity(others.len());
    for other in others {
        let at = game.parse(other);
        let at = at.map_err(|error| Apart::NoSum(format!("{other:?}: {}", error.message())))?;
        sums.push(atoms.sum(game, &at, limits)?);
    }
    let mut names = vec![String::new(); atoms.options.len()];
    for (part, number) in atoms.numbers.iter() {
        if *number > 0 {
            names[*number as usize] = game.show(&part);
        }
    }
    Ok(Listed {
        names,
        options: atoms.options,
        sums,
    })
}
