//! [`Steps`]: compares a table's value of every position with the values of the positions that its moves lead to.
//!
//! `docs/certificates.md` proves that a table which passes is true, although only one step is examined at each position and
//! play may repeat. The conditions of that proof are the [`Obligation`]s, each of which is checked in one place.

use std::fmt;
use std::str::FromStr;

mod walk;

pub use walk::{MOST_TOLD, Steps};

/// A table's value of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The number has no position.
    Hole,
    /// The player to move wins in this many plies.
    Win(u32),
    /// The player to move loses in this many plies.
    Loss(u32),
    /// Nobody can win. Holds the plies to a drawn end if both hurry; none if drawn positions lead to no drawn end.
    Draw(Option<u32>),
    /// The best margin, in a game of points: the mover's points from here on minus the other's.
    Margin(i64),
}

impl Value {
    fn plies(self) -> Option<u32> {
        match self {
            Self::Win(plies) | Self::Loss(plies) => Some(plies),
            Self::Draw(plies) => plies,
            Self::Hole | Self::Margin(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hole => write!(f, "hole"),
            Self::Win(plies) => write!(f, "win {plies}"),
            Self::Loss(plies) => write!(f, "loss {plies}"),
            Self::Draw(Some(plies)) => write!(f, "draw {plies}"),
            Self::Draw(None) => write!(f, "draw"),
            Self::Margin(margin) => write!(f, "margin {margin}"),
        }
    }
}

impl FromStr for Value {
    type Err = ();

    /// Reads only the text that [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (word, number) = text.split_once(' ').unwrap_or((text, ""));
        let plies = || number.parse().map_err(drop);
        let value = match word {
            "win" => Self::Win(plies()?),
            "loss" => Self::Loss(plies()?),
            "draw" if number.is_empty() => Self::Draw(None),
            "draw" => Self::Draw(Some(plies()?)),
            "margin" => Self::Margin(number.parse().map_err(drop)?),
            _ => Self::Hole,
        };
        (value.to_string() == text).then_some(value).ok_or(())
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The number of the position that it leads to.
    pub to: u64,
    /// The points that the mover earns, in a game of points.
    pub gain: i128,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

impl Move {
    /// A move that earns nothing and passes the turn.
    pub fn to(number: u64) -> Self {
        Self {
            to: number,
            gain: 0,
            keeps_turn: false,
        }
    }
}

/// The state of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberState {
    /// There is no position.
    Hole,
    /// Play is over, with this margin for the player to move; in a game without points 1 for a win, 0 for a draw, -1 for a loss.
    Over(i128),
    /// A position with its moves.
    Open,
}

/// The rules of a game whose positions are numbered from 0: its positions and moves, and nothing else.
pub trait Rules: Sync {
    /// The number of numbers.
    fn count(&self) -> u64;
    /// Whether the game counts points.
    fn counts_points(&self) -> bool {
        false
    }
    /// The state of a number; reports the moves of a position where play is not over.
    fn look(&self, number: u64, tell: &mut dyn FnMut(Move)) -> NumberState;
}

/// A condition of the proof that a table is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obligation {
    /// The table has an entry for each number, and each was checked.
    Every,
    /// No value has as many plies as there are positions.
    Plies,
    /// Holes are exactly the numbers without a position.
    Hole,
    /// If play is over, the value is that of the rules.
    End,
    /// Every move leads to a position that has a value.
    Lead,
    /// Values are margins in a game of points, and in no other game.
    Kind,
    /// A win in n has a move to a position lost in n - 1, and none to one lost sooner.
    Win,
    /// No move in a drawn or lost position wins.
    NoWin,
    /// No move in a lost position draws.
    NoDraw,
    /// The longest defence in a position lost in n takes n.
    Loss,
    /// Some move in a drawn position draws.
    Draw,
    /// A draw in n has a move to a draw in n - 1, and none to a sooner one; a draw without end has no move to a draw with an end.
    DrawPlies,
    /// The points that moves earn can be added up.
    Sum,
    /// A margin is that of the best move.
    Best,
    /// In a game of points play ends: no line repeats a position.
    Ends,
}

impl Obligation {
    /// All obligations, in the order in which they are explained.
    pub const ALL: [Self; 15] = [
        Self::Every,
        Self::Plies,
        Self::Hole,
        Self::End,
        Self::Lead,
        Self::Kind,
        Self::Win,
        Self::NoWin,
        Self::NoDraw,
        Self::Loss,
        Self::Draw,
        Self::DrawPlies,
        Self::Sum,
        Self::Best,
        Self::Ends,
    ];
}

impl fmt::Display for Obligation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Every => "the table has exactly one entry for every position",
            Self::Plies => "every value takes fewer plies than there are positions",
            Self::Hole => "a hole stands exactly where the rules have no position",
            Self::End => "where play is over the value is the one that the rules say",
            Self::Lead => "every move leads to a position that has a value",
            Self::Kind => "values are margins in a game of points, and in no other game",
            Self::Win => "the quickest win takes one ply more than the loss that it leads to",
            Self::NoWin => "no move wins in a drawn or lost position",
            Self::NoDraw => "no move draws in a lost position",
            Self::Loss => "the longest defence takes one ply more than the win that it leads to",
            Self::Draw => "a move draws in a drawn position",
            Self::DrawPlies => "the quickest draw takes one ply more than the one that it leads to",
            Self::Sum => "the points of a line can be added up",
            Self::Best => "a margin is that of the best move",
            Self::Ends => "play ends in a game of points: no line comes back to a position",
        })
    }
}

/// A position for which the table's value does not follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The number of the position; `None` if the table as a whole is wrong.
    pub number: Option<u64>,
    /// The table's value.
    pub says: Option<Value>,
    /// The value from one step of the rules, if the rest of the table is true; `None` if the rest does not determine it.
    pub is: Option<Value>,
    /// The violated condition.
    pub fails: Obligation,
}

impl Wrong {
    /// The violated condition and the position, as the end of a sentence; `show` gives the text of a number.
    pub fn told(&self, show: impl FnOnce(u64) -> String) -> String {
        let mut told = self.fails.to_string();
        if let Some(number) = self.number {
            told += &format!(" (at {:?}", show(number));
        }
        let word = |value: Option<Value>| {
            value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
        };
        match (self.number, self.says) {
            (Some(_), None) if self.is.is_none() => told.push(')'),
            (Some(_), says) => {
                told += &format!(
                    " the table says {}, the rules say {})",
                    word(says),
                    word(self.is)
                );
            }
            (None, Some(says)) => told += &format!(" (the table says {says})"),
            (None, None) => {}
        }
        told
    }

    /// An error of the table as a whole.
    pub fn whole(fails: Obligation) -> Self {
        Self {
            number: None,
            says: None,
            is: None,
            fails,
        }
    }
}

#[cfg(test)]
thread_local! {
    /// The condition that a test leaves out.
    pub(super) static LEFT_OUT: std::cell::Cell<Option<Obligation>> = const { std::cell::Cell::new(None) };
}

/// Returns an error with the obligation if the condition does not hold.
pub(super) fn hold(holds: bool, obligation: Obligation) -> Result<(), Obligation> {
    #[cfg(test)]
    if LEFT_OUT.get() == Some(obligation) {
        return Ok(());
    }
    if holds { Ok(()) } else { Err(obligation) }
}

/// The values of a position's moves, combined. Plies have more bits here than in a table, so that no sum overflows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moves {
    /// The fewest plies of a move that wins.
    win: Option<u64>,
    /// The most plies of a move that loses.
    loss: Option<u64>,
    draws: bool,
    /// The fewest plies to a drawn end.
    draw: Option<u64>,
    margin: Option<i128>,
}

impl Moves {
    /// Adds a move to a position with the table's value `after`; `None` if the table has none.
    ///
    /// # Errors
    /// If the position after the move has no value, or the points overflow.
    pub fn add(
        &mut self,
        gain: i128,
        keeps_turn: bool,
        after: Option<Value>,
    ) -> Result<(), Obligation> {
        hold(!matches!(after, None | Some(Value::Hole)), Obligation::Lead)?;
        let Some(after) = after else { return Ok(()) };
        let plies = after.plies().map(|plies| u64::from(plies) + 1);
        match after {
            Value::Margin(margin) => return self.earn(gain, keeps_turn, margin),
            Value::Loss(_) if !keeps_turn => self.win = self.win.into_iter().chain(plies).min(),
            Value::Win(_) if keeps_turn => self.win = self.win.into_iter().chain(plies).min(),
            Value::Win(_) | Value::Loss(_) => self.loss = self.loss.max(plies),
            Value::Draw(_) => {
                self.draws = true;
                self.draw = self.draw.into_iter().chain(plies).min();
            }
            Value::Hole => {}
        }
        Ok(())
    }

    fn earn(&mut self, gain: i128, keeps_turn: bool, margin: i64) -> Result<(), Obligation> {
        let after = if keeps_turn {
            i128::from(margin)
        } else {
            -i128::from(margin)
        };
        let all = gain.checked_add(after);
        hold(all.is_some(), Obligation::Sum)?;
        self.margin = self.margin.max(all);
        Ok(())
    }

    /// Checks that they imply the table's value of the position.
    fn show(&self, says: Value, counts_points: bool) -> Result<(), Obligation> {
        hold(says != Value::Hole, Obligation::Hole)?;
        hold(
            matches!(says, Value::Margin(_)) == counts_points,
            Obligation::Kind,
        )?;
        match says {
            Value::Hole => Ok(()),
            Value::Margin(margin) => hold(self.margin == Some(margin.into()), Obligation::Best),
            Value::Win(plies) => hold(self.win == Some(plies.into()), Obligation::Win),
            Value::Loss(plies) => {
                hold(self.win.is_none(), Obligation::NoWin)?;
                hold(!self.draws, Obligation::NoDraw)?;
                hold(self.loss == Some(plies.into()), Obligation::Loss)
            }
            Value::Draw(plies) => {
                hold(self.win.is_none(), Obligation::NoWin)?;
                hold(self.draws, Obligation::Draw)?;
                hold(self.draw == plies.map(u64::from), Obligation::DrawPlies)
            }
        }
    }

    /// The value that they imply; `None` if no table could contain it.
    fn value(&self) -> Option<Value> {
        let narrow = |plies: u64| u32::try_from(plies).ok();
        match *self {
            Self {
                margin: Some(margin),
                ..
            } => i64::try_from(margin).ok().map(Value::Margin),
            Self {
                win: Some(plies), ..
            } => narrow(plies).map(Value::Win),
            Self {
                draws: true,
                draw: Some(plies),
                ..
            } => narrow(plies).map(|plies| Value::Draw(Some(plies))),
            Self { draws: true, .. } => Some(Value::Draw(None)),
            Self { loss, .. } => loss.and_then(narrow).map(Value::Loss),
        }
    }
}

/// The value at the end of play by the rules.
fn end(rank: i128, counts_points: bool) -> Option<Value> {
    match (counts_points, rank) {
        (true, _) => i64::try_from(rank).ok().map(Value::Margin),
        (false, ..0) => Some(Value::Loss(0)),
        (false, 0) => Some(Value::Draw(Some(0))),
        (false, 1..) => Some(Value::Win(0)),
    }
}

/// A position examined one step deep.
pub enum Examined {
    /// No position.
    Hole,
    /// The end of play, with this margin.
    Over(i128),
    /// A position with these moves.
    Open(Moves),
}

impl Examined {
    /// Compares a table's value of a position with it.
    ///
    /// # Errors
    /// The violated condition.
    pub fn check(&self, says: Option<Value>, counts_points: bool) -> Result<(), Obligation> {
        hold(says.is_some(), Obligation::Every)?;
        let Some(says) = says else { return Ok(()) };
        match self {
            Self::Hole => hold(says == Value::Hole, Obligation::Hole),
            Self::Over(rank) => {
                hold(says != Value::Hole, Obligation::Hole)?;
                hold(Some(says) == end(*rank, counts_points), Obligation::End)
            }
            Self::Open(moves) => moves.show(says, counts_points),
        }
    }

    /// The value that it must have, if the table's values of other positions are true.
    pub fn value(&self, counts_points: bool) -> Option<Value> {
        match self {
            Self::Hole => Some(Value::Hole),
            Self::Over(rank) => end(*rank, counts_points),
            Self::Open(moves) => moves.value(),
        }
    }
}

/// The table's value of a number; `None` if it has none.
pub type Says<'s> = &'s (dyn Fn(u64) -> Option<Value> + Sync);

/// A value with too many plies, if there is one: a win in n passes through n + 1 positions, won or lost in n, n - 1, …, 0,
/// which are all different.
pub fn too_long(values: &[(Value, u64)]) -> Option<Wrong> {
    let is_position = |(value, _): &&(Value, u64)| *value != Value::Hole;
    let counts = values.iter().filter(is_position).map(|(_, count)| *count);
    let positions = counts.fold(0u64, u64::saturating_add);
    let is_long = |(value, count): &&(Value, u64)| {
        *count > 0
            && value
                .plies()
                .is_some_and(|plies| u64::from(plies) >= positions)
    };
    let (long, _) = values.iter().find(is_long)?;
    hold(false, Obligation::Plies).err()?;
    Some(Wrong {
        says: Some(*long),
        ..Wrong::whole(Obligation::Plies)
    })
}

/// Compares a table's value of one number with one step of the rules.
fn position(rules: &dyn Rules, number: u64, says: Says<'_>) -> Result<(), Wrong> {
    let counts_points = rules.counts_points();
    let (mut moves, mut led) = (Moves::default(), Ok(()));
    let look = rules.look(number, &mut |mv: Move| {
        let added = moves.add(mv.gain, mv.keeps_turn, says(mv.to));
        led = led.and(added);
    });
    let (seen, led) = match look {
        NumberState::Hole => (Examined::Hole, Ok(())),
        NumberState::Over(rank) => (Examined::Over(rank), Ok(())),
        NumberState::Open => (Examined::Open(moves), led),
    };
    let says = says(number);
    let fails = led.and_then(|()| seen.check(says, counts_points)).err();
    fails.map_or(Ok(()), |fails| {
        Err(Wrong {
            number: Some(number),
            says,
            is: seen.value(counts_points).filter(|_| led.is_ok()),
            fails,
        })
    })
}

#[cfg(test)]
mod tests;
