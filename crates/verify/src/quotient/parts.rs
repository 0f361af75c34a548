//! [`Parts`]: the reachable parts by the rules, each with its options as sums of parts.
//!
//! For a game of the checker, a part is an independent part of a position. For rules in a certificate, every position is a
//! part, unless these rules are trusted. Parts are numbered from 1, each after all parts that its moves lead to: so play
//! ends.

use rustc_hash::FxHashMap;

use crate::Refusal;
use crate::bounds::{Bounds, Meter};
use crate::obligation::Obligation;
use crate::position::Played;
use crate::rules::{self, Position, Rules, Whose, answered, written};
use crate::shown::quoted;

/// The game and the positions where play begins.
pub(super) struct Parts {
    pub(super) played: Played,
    pub(super) positions: Vec<String>,
    /// The claimed name of each part; the first is empty.
    pub(super) names: Vec<String>,
}

/// All reachable parts.
pub(super) struct Reached {
    /// Each in the game's notation; the first is the empty position.
    pub(super) names: Vec<String>,
    /// The options of each, as numbers of parts.
    pub(super) options: Vec<Vec<Vec<usize>>>,
    /// The positions where play begins, and the game.
    pub(super) from: String,
    /// The rules.
    pub(super) written: String,
    /// The text in a claim about trusted rules.
    pub(super) condition: String,
}

impl Parts {
    /// Enumerates all parts, at most `most`.
    pub(super) fn reached(
        &self,
        most: usize,
        bounds: &Bounds,
        work: &mut Meter,
    ) -> Result<Reached, Refusal> {
        let (played, first) = (&self.played, &self.positions[0]);
        let opened = rules::open(&played.game, first, played.brought(bounds))?;
        let rules = &*opened.rules;
        Obligation::QuotientAlike.demand(rules.is_impartial(), || {
            let game = quoted(&played.game);
            Refusal::quotient(format!(
                "{game}: expected a game in which both have the same moves and the last one decides"
            ))
        })?;
        let mut walk = Walk {
            rules,
            work,
            most,
            numbers: FxHashMap::default(),
            reached: Reached {
                names: vec![String::new()],
                options: vec![Vec::new()],
                from: String::new(),
                written: played.written(&opened.whose),
                condition: played.condition(rules),
            },
        };
        let mut positions = Vec::new();
        for position in &self.positions {
            let at = played.placed(rules, position)?;
            let found = parts(rules, &at);
            positions.push(quoted(&written(rules, &at)));
            answered(rules)?;
            for part in found {
                walk.reach(part)?;
            }
        }
        let by = match &opened.whose {
            Whose::Parts(_) if played.texts.is_empty() => String::new(),
            Whose::Checker(game) => format!(" in {game}"),
            whose => format!(" by {}", whose.told(&played.texts)),
        };
        walk.reached.from = positions.join(" and ") + &by;
        Ok(walk.reached)
    }
}

struct Walk<'w> {
    rules: &'w dyn Rules,
    work: &'w mut Meter,
    most: usize,
    /// The number of each part, by its representative; none while its options are examined.
    numbers: FxHashMap<Position, Option<usize>>,
    reached: Reached,
}

/// A part, and its representative.
struct Part {
    shape: Position,
    at: Position,
}

/// A part whose options are being listed.
struct Open {
    part: Part,
    /// The representatives of the parts of each option.
    options: Vec<Vec<Position>>,
    /// The parts that are still to be reached.
    next: std::vec::IntoIter<Part>,
    bytes: usize,
}

/// The size of a part besides its numbers.
const ENTRY: usize = 128;

/// The independent parts of a position.
fn parts(rules: &dyn Rules, at: &[i64]) -> Vec<Part> {
    let part = |at: Position| Part {
        shape: rules.shape(&at),
        at,
    };
    rules.parts(at).into_iter().map(part).collect()
}

impl Walk<'_> {
    fn reach(&mut self, part: Part) -> Result<(), Refusal> {
        if self.numbers.contains_key(&part.shape) {
            return Ok(());
        }
        let mut stack = vec![self.open(part)?];
        while let Some(top) = stack.last_mut() {
            let Some(part) = top.next.next() else {
                if let Some(done) = stack.pop() {
                    self.close(done)?;
                }
                continue;
            };
            match self.numbers.get(&part.shape) {
                Some(Some(_)) => {}
                Some(None) => Obligation::QuotientPlayEnds
                    .demand(false, || Refusal::Refuted("play ends".into()))?,
                None => stack.push(self.open(part)?),
            }
        }
        Ok(())
    }

    fn open(&mut self, part: Part) -> Result<Open, Refusal> {
        if self.numbers.len() >= self.most {
            let most = self.most;
            return Err(Refusal::Refuted(format!(
                "play can reach at most {most} parts"
            )));
        }
        let (mut options, mut next) = (Vec::new(), Vec::new());
        let (mut bytes, mut stopped) = (0, None);
        let (rules, work) = (self.rules, &mut *self.work);
        rules.options(&part.at, &mut |step| {
            if stopped.is_some() {
                return;
            }
            let parts = parts(rules, &step.to);
            let numbers = |part: &Part| ENTRY + 8 * (2 * part.shape.len() + part.at.len());
            let taken = ENTRY + parts.iter().map(numbers).sum::<usize>();
            bytes += taken;
            stopped = work.spend(taken).and_then(|()| work.hold(taken)).err();
            options.push(parts.iter().map(|part| part.shape.clone()).collect());
            next.extend(parts);
        });
        answered(rules)?;
        if let Some(why) = stopped {
            return Err(why);
        }
        self.numbers.insert(part.shape.clone(), None);
        Ok(Open {
            part,
            options,
            next: next.into_iter(),
            bytes,
        })
    }

    fn close(&mut self, done: Open) -> Result<(), Refusal> {
        let number = self.reached.names.len();
        let numbers = |option: &Vec<Position>| {
            let numbers = option.iter().filter_map(|part| self.numbers[part]);
            let mut numbers: Vec<usize> = numbers.collect();
            numbers.sort_unstable();
            numbers
        };
        let mut options: Vec<Vec<usize>> = done.options.iter().map(numbers).collect();
        options.sort_unstable();
        options.dedup();
        let name = written(self.rules, &done.part.at);
        answered(self.rules)?;
        let words: usize = options.iter().map(|option| option.len() + 3).sum();
        let kept = ENTRY + name.len() + 8 * (words + done.part.shape.len());
        self.work.release(done.bytes);
        self.work.hold(kept)?;
        self.work.spend(kept)?;
        self.reached.names.push(name);
        self.reached.options.push(options);
        self.numbers.insert(done.part.shape, Some(number));
        Ok(())
    }
}
