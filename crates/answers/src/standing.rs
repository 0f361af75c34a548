//! [`Standing`]: a player's standing in the full game.

use std::fmt;

use bouton_core::Outcome;

use super::whole::Whole;
use super::worth::{PositionValue, plies_in_words, points_in_words, worth_in_words};

/// The standing of the player to move ("you") in the full game: the points so far plus best play of the rest, or the outcome
/// in a game without points.
///
/// ```
/// use bouton_answers::{Outcome, Standing, Whole};
/// let behind = Standing::new(-6, Outcome::Win, Some(&Whole::from(2)), None);
/// assert_eq!(behind.outcome(), Outcome::Loss);
/// assert_eq!(behind.sentence(), "takes 2 more than the other from here; you lose by 4 points");
/// assert_eq!(behind.to_string(), "+2 from here, you lose by 4 points");
/// assert_eq!(behind.end(), "lose by 4 points");
/// let level = Standing::new(0, Outcome::Win, None, Some(3));
/// assert_eq!(level.sentence(), "win in 3 plies");
/// assert_eq!((level.after("7"), behind.after_too("4")), ("7 wins in 3 plies".into(), "4 would leave you 4 behind".into()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    lead: i128,
    ahead: PositionValue,
    plies: Option<u32>,
}

impl Standing {
    /// The standing of a player whose points so far are `lead` more than the other's, and whose value for the rest of play
    /// is `rest`.
    pub fn new(lead: i128, outcome: Outcome, margin: Option<&Whole>, plies: Option<u32>) -> Self {
        let margin = margin.and_then(Whole::to_i128);
        Self {
            lead,
            ahead: margin.map_or(PositionValue::Outcome(outcome), PositionValue::Margin),
            plies,
        }
    }

    /// The value of the full game.
    pub fn whole(&self) -> PositionValue {
        self.ahead.of_whole(self.lead)
    }

    /// The outcome of the full game.
    pub fn outcome(&self) -> Outcome {
        self.whole().outcome()
    }

    /// The result of the full game: `lose by 4 points`, `draw`, `win in 3 plies`.
    pub fn end(&self) -> String {
        match self.whole() {
            PositionValue::Outcome(outcome) => worth_in_words(outcome, None, self.plies),
            PositionValue::Margin(0) => "draw".into(),
            PositionValue::Margin(margin) => {
                let word = if margin > 0 { "win" } else { "lose" };
                format!("{word} by {}", points_in_words(margin))
            }
        }
    }

    /// The result of a move: `7 keeps you 3 ahead`, `7 wins in 5 plies`.
    pub fn after(&self, mv: &str) -> String {
        let (kept, left) = ("keeps", "leaves");
        self.led(mv, [kept, left], ["wins", "draws", "loses"])
    }

    /// The result of another move: `4 would leave you 1 behind`, `4 would lose`.
    pub fn after_too(&self, mv: &str) -> String {
        let (kept, left) = ("would keep", "would leave");
        self.led(mv, [kept, left], ["would win", "would draw", "would lose"])
    }

    fn led(&self, mv: &str, [kept, left]: [&str; 2], ends: [&str; 3]) -> String {
        match self.whole() {
            PositionValue::Margin(0) => format!("{mv} {kept} you level"),
            PositionValue::Margin(margin) if margin > 0 => {
                format!("{mv} {kept} you {margin} ahead")
            }
            PositionValue::Margin(margin) => format!("{mv} {left} you {} behind", -margin),
            PositionValue::Outcome(outcome) => {
                let end = match outcome {
                    Outcome::Win => ends[0],
                    Outcome::Draw => ends[1],
                    Outcome::Loss => ends[2],
                };
                let plies = self
                    .plies
                    .map(|plies| format!(" in {}", plies_in_words(plies)));
                format!("{mv} {end}{}", plies.unwrap_or_default())
            }
        }
    }

    /// The points that the rest of play adds, if they are not all that counts.
    fn rest(&self) -> Option<i128> {
        match self.ahead {
            PositionValue::Margin(margin) if self.lead != 0 => Some(margin),
            _ => None,
        }
    }

    /// The end of the sentence with the player's name.
    fn verdict(&self) -> String {
        match self.whole() {
            PositionValue::Margin(margin) if margin != 0 => format!("you {}", self.end()),
            PositionValue::Margin(_) => "a draw".into(),
            PositionValue::Outcome(_) => self.end(),
        }
    }

    /// The standing in words: the points from here on, if earlier points count, and the result of the full game.
    pub fn sentence(&self) -> String {
        let verdict = self.verdict();
        match self.rest() {
            None => verdict,
            Some(0) => format!("takes as much as the other from here; {verdict}"),
            Some(rest) => {
                let more = if rest > 0 { "more" } else { "less" };
                let points = rest.unsigned_abs();
                format!("takes {points} {more} than the other from here; {verdict}")
            }
        }
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(rest) = self.rest() {
            write!(f, "{rest:+} from here, ")?;
        }
        f.write_str(&self.verdict())
    }
}
