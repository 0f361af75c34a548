//! [`Rules`] that are written anew, and a table held against them.

use super::lines::Lines;
use super::refuted;
use crate::Refusal;
use crate::bounds::Work;

/// What a number stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// No position.
    Hole,
    /// Play is over: `win`, `loss` or `draw`, for the player to move.
    Over(&'static str),
    /// Moves to these numbers.
    Open(Vec<u64>),
}

/// The rules of a game whose positions are numbered and whose players take turns.
pub trait Rules {
    /// How many numbers there are.
    fn count(&self) -> u64;
    /// What a number stands for.
    fn look(&self, number: u64) -> Look;
    /// The position in words.
    fn show(&self, number: u64) -> String;
}

/// A value, as a table writes it.
fn entry(word: &str, plies: Option<u32>) -> String {
    match plies {
        Some(plies) => format!("{word} {plies}"),
        None => word.to_owned(),
    }
}

/// Checks that one step of the rules says of every number what the table says.
pub(super) fn check(
    rules: &dyn Rules,
    lines: &Lines,
    codes: &[u8],
    work: &mut Work,
) -> Result<(), Refusal> {
    if lines.count != rules.count() {
        return Err(refuted(format!(
            "there are {} numbers, as the rules have it",
            rules.count()
        )));
    }
    let values: Vec<_> = lines.codes.iter().map(|(text, _)| read(text)).collect();
    let width = lines.width() as usize;
    let says = |number: u64| {
        let code = &codes[number as usize * width..][..width];
        code.iter()
            .rev()
            .fold(0, |code, byte| code << 8 | usize::from(*byte))
    };
    for number in 0..lines.count {
        work.spend(256).map_err(Refusal::Undecided)?;
        if number.is_multiple_of(1 << 16) {
            work.tell(&format!("number {number} of {}", lines.count));
        }
        let is = match rules.look(number) {
            Look::Hole => "hole".to_owned(),
            Look::Over(word) => entry(word, Some(0)),
            Look::Open(moves) => {
                let after: Vec<_> = moves.into_iter().map(|to| values[says(to)]).collect();
                step(&after).ok_or_else(|| {
                    refuted(format!(
                        "every move from {} leads to a position with a value",
                        rules.show(number)
                    ))
                })?
            }
        };
        let said = &lines.codes[says(number)].0;
        if *said != is {
            return Err(refuted(format!(
                "{} is worth {said}: its moves say {is}",
                rules.show(number)
            )));
        }
    }
    Ok(())
}

/// A value: who wins, and in how many plies; holes and margins are none.
fn read(text: &str) -> Option<(char, Option<u32>)> {
    let (word, plies) = match text.split_once(' ') {
        Some((word, plies)) => (word, Some(plies.parse().ok()?)),
        None => (text, None),
    };
    match word {
        "win" => Some(('W', plies)),
        "loss" => Some(('L', plies)),
        "draw" => Some(('D', plies)),
        _ => None,
    }
}

/// What a position is whose moves lead to these.
fn step(after: &[Option<(char, Option<u32>)>]) -> Option<String> {
    let all: Vec<_> = after.iter().copied().collect::<Option<_>>()?;
    let plies = |of: char| {
        all.iter()
            .filter(move |(who, _)| *who == of)
            .map(|(_, plies)| *plies)
    };
    if all.is_empty() {
        return None;
    }
    if let Some(soonest) = plies('L').min() {
        return Some(entry("win", Some(soonest? + 1)));
    }
    if plies('W').count() == all.len() {
        return Some(entry("loss", Some(plies('W').max()?? + 1)));
    }
    let soonest = plies('D').flatten().min();
    Some(entry("draw", soonest.map(|plies| plies + 1)))
}
