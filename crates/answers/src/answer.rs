//! [`Answer`]: the answer to one position.

use std::fmt;

use bouton_core::{Outcome, StopReason};
use derive_where::derive_where;
use serde::Serialize;

use super::best_move::BestMove;
use super::class::Class;
use super::progress::Progress;
use super::proof::Proof;
use super::text::listed;
use super::whole::Whole;
use super::worth::{plies_in_words, points_in_words};

/// The answer to one position: the winner, the margin, every best move, and the reason. Outcome, margin and totals are
/// those of the player to move.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answer {
    /// The game, as named in the query.
    pub game: String,
    /// The position as typed, or else in the game's notation; … if that takes more than 10,000 characters.
    pub position: String,
    /// Whether it is misère play.
    pub misere: bool,
    /// The outcome; `None` only if it stopped early.
    pub outcome: Option<Outcome>,
    /// Plies to the end when the winner hurries and the loser delays.
    pub remoteness: Option<u32>,
    /// Mover's points minus the other's.
    pub margin: Option<Whole>,
    /// Mover's and other's points.
    pub totals: Option<[Whole; 2]>,
    /// The Grundy value.
    pub grundy: Option<Whole>,
    /// Whether it is loony: won together with any other parts, so that there is no Grundy value. In JSON only if it is.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub loony: bool,
    /// Every best move, the preferred one first; the preferred one alone beyond 10,000.
    pub best: Vec<BestMove>,
    /// The number of best moves.
    pub best_count: Option<Whole>,
    /// The preferred move.
    pub preferred: Option<BestMove>,
    /// The outcome class, for games where Left and Right move differently.
    pub class: Option<Class>,
    /// In a scoring game of Left and Right: Left's points minus Right's if Left begins, and if Right begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scores: Option<[Whole; 2]>,
    /// Best play, as moves.
    pub line: Option<Vec<String>>,
    /// The explanation.
    pub why: Option<String>,
    /// Whether it is proved.
    pub proof: Option<Proof>,
    /// The bounds of the value, if it stopped early.
    pub bounds: Option<[Whole; 2]>,
    /// The solver that answered.
    pub solver: String,
    /// Positions that it visited.
    #[derive_where(skip(EqHashOrd))]
    pub visited: u64,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
    /// How far it got, if it stopped early. In JSON only then.
    #[derive_where(skip(EqHashOrd))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<Progress>,
}

/// The most best moves shown besides the preferred one.
const SHOWN: usize = 8;
/// A Grundy value of more digits than this is not shown in the headline.
const LONGEST_GRUNDY: usize = 20;
/// The time, in seconds, from which on it is shown.
const LONG_WAIT: f64 = 0.1;

impl Answer {
    /// Value and preferred move.
    fn headline(&self) -> String {
        let Some(outcome) = self.outcome else {
            let why = self.stopped.map(|why| format!(": {why}"));
            return format!("not solved{}", why.unwrap_or_default());
        };
        let play = match &self.preferred {
            Some(best) => best.to_string(),
            None if self.stopped.is_some() => "which move is best is not known".into(),
            None => "play is over".into(),
        };
        format!("{}{}: {play}", self.result(outcome), self.details())
    }

    /// `win by 3 points`, `draw`, `loss`.
    fn result(&self, outcome: Outcome) -> String {
        match &self.margin {
            Some(margin) if outcome != Outcome::Draw => {
                format!("{outcome} by {}", points_in_words(margin))
            }
            _ => outcome.to_string(),
        }
    }

    /// Totals, plies and Grundy value, where known.
    fn details(&self) -> String {
        let mut details = String::new();
        if let Some([mover, other]) = &self.totals {
            details += &format!(" ({mover} to {other})");
        }
        if let Some(plies) = self.remoteness.filter(|plies| *plies > 0) {
            details += &format!(" in {}", plies_in_words(plies));
        }
        if self.loony {
            details += ", loony";
        }
        let grundy = self.grundy.as_ref().map(Whole::to_string);
        if let Some(digits) = grundy.filter(|digits| digits.len() <= LONGEST_GRUNDY) {
            details += &format!(", Grundy value {digits}");
        }
        details
    }

    /// The best moves besides the preferred one.
    fn others(&self) -> Option<String> {
        let others = self.best.get(1..).filter(|others| !others.is_empty())?;
        if self.outcome == Some(Outcome::Loss) && self.margin.is_none() {
            return Some("every move loses".into());
        }
        let mut shown: Vec<_> = others.iter().take(SHOWN).map(BestMove::to_string).collect();
        if others.len() > SHOWN {
            shown.push(format!("… ({} best moves)", self.best.len()));
        }
        Some(format!("as good: {}", listed(&shown)))
    }

    /// The source of the answer; the time only if it was long.
    fn provenance(&self) -> String {
        let is_whole = self.preferred.is_some() || self.stopped.is_none();
        let proof = self.proof.filter(|_| is_whole);
        let proof = proof.map(|proof| format!("{proof} "));
        let visited = match self.visited {
            0 => String::new(),
            1 => ", 1 position".into(),
            n => format!(", {n} positions"),
        };
        let time = if self.seconds >= LONG_WAIT {
            format!(" in {:.2} s", self.seconds)
        } else {
            String::new()
        };
        let proof = proof.unwrap_or_default();
        format!("{proof}by {}{visited}{time}", self.solver)
    }
}

/// The scores of a scoring game of Left and Right, by who begins.
pub(crate) fn scores_in_words([left, right]: &[Whole; 2]) -> String {
    format!("Left's points minus Right's are {left} if Left begins, {right} if Right begins")
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        if let Some(others) = self.others() {
            write!(f, "\n  {others}")?;
        }
        match (self.class, &self.scores) {
            (Some(class), Some(scores)) => {
                write!(f, "\n  class {class}: {}", scores_in_words(scores))?;
            }
            (Some(class), None) => write!(f, "\n  class {class}: {}", class.meaning())?,
            _ => {}
        }
        if let Some(why) = &self.why {
            write!(f, "\n  why: {why}")?;
        }
        if let (Some(why), Some(outcome)) = (self.stopped, self.outcome) {
            match &self.preferred {
                Some(_) => write!(f, "\n  not all was found: {why}")?,
                None => {
                    let proof = self.proof.unwrap_or(Proof::Seen);
                    write!(f, "\n  {proof}: the player to move has a {outcome}")?;
                    write!(f, "\n  not found: a best move; {why}")?;
                }
            }
        }
        if let Some([low, high]) = self.bounds.as_ref().filter(|[low, high]| low != high) {
            write!(f, "\n  known: the value lies between {low} and {high}")?;
        }
        if let Some(progress) = &self.progress {
            progress.fmt(f)?;
        }
        write!(f, "\n  ({})", self.provenance())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The proved result and the missing move are two sentences.
    #[test]
    fn a_stopped_answer_says_what_is_proved() {
        let answer = Answer {
            game: "connect".into(),
            position: "444444".into(),
            misere: false,
            outcome: Some(Outcome::Win),
            remoteness: None,
            margin: None,
            totals: None,
            grundy: None,
            loony: false,
            best: Vec::new(),
            best_count: None,
            preferred: None,
            class: None,
            scores: None,
            line: None,
            why: None,
            proof: Some(Proof::Proved),
            bounds: Some([1, 17].map(Whole::from)),
            solver: "alpha-beta".into(),
            visited: 5,
            seconds: 0.0,
            stopped: Some(StopReason::Time),
            progress: None,
        };
        let shown = "win: which move is best is not known\n  proved: the player to move has a win\n  not found: a best move; \
                     stopped by the limit of time\n  known: the value lies between 1 and 17\n  (by alpha-beta, 5 positions)";
        assert_eq!(answer.to_string(), shown);
    }
}
