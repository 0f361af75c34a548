//! [`Reference`]: the rules of one game in the checker, with which other implementations are compared.

pub use crate::rules::{Position, Step};

use crate::position::Played;
use crate::rules::{self, Rules};
use crate::{Bounds, Refusal};

/// The rules of a game, written a second time: slow, simple, and without shared code.
///
/// ```
/// use bouton_verify::position::Played;
/// use bouton_verify::reference::Reference;
///
/// let nim = Reference::open(&Played::normal("nim"), "2,1").unwrap();
/// let start = nim.read("2,1").unwrap();
/// assert_eq!(nim.end(&start).unwrap(), None);
/// let steps = nim.steps(&start).unwrap();
/// let shown: Vec<String> = steps.iter().map(|step| nim.show(&step.to)).collect();
/// assert_eq!(shown, ["0,1", "1,1", "2,0"]);
/// ```
pub struct Reference {
    rules: Box<dyn Rules>,
    played: Played,
}

impl Reference {
    /// The rules of a game; the size of a board follows from the position.
    ///
    /// # Errors
    /// If the checker does not know the game, or the game has no such position or play.
    pub fn open(played: &Played, position: &str) -> Result<Self, Refusal> {
        let bounds = Bounds::default();
        let rules = rules::open(&played.game, position, played.brought(&bounds))?.rules;
        let opened = Self {
            rules,
            played: played.clone(),
        };
        opened.read(position).map(|_| opened)
    }

    /// The position with this text, which ends with ` R` if Right is to move.
    ///
    /// # Errors
    /// If the text is not a position of the game.
    pub fn read(&self, position: &str) -> Result<Position, Refusal> {
        self.played.placed(&*self.rules, position)
    }

    /// The text of a position, which [`Reference::read`] reads.
    pub fn show(&self, at: &[i64]) -> String {
        rules::written(&*self.rules, at)
    }

    /// Every move of a position. If play is over there may be some, which have no effect.
    ///
    /// # Errors
    /// If rules of a file fail.
    pub fn steps(&self, at: &[i64]) -> Result<Vec<Step>, Refusal> {
        let mut steps = Vec::new();
        self.rules.options(at, &mut |step| steps.push(step));
        self.rules.trouble().map(|()| steps)
    }

    /// The value for the player to move, if play is over: points, or 1, 0, -1 for won, drawn, lost.
    ///
    /// # Errors
    /// If rules of a file fail.
    pub fn end(&self, at: &[i64]) -> Result<Option<i64>, Refusal> {
        let end = match self.rules.end(at) {
            Some(end) => Some(end),
            None => self.steps(at)?.is_empty().then_some(-1),
        };
        self.rules.trouble()?;
        Ok(end.map(|end| if self.played.misere { -end } else { end }))
    }

    /// Whether points decide.
    pub fn has_points(&self) -> bool {
        self.rules.has_points()
    }

    /// Whether both players have the same moves and a player with no move loses.
    pub fn is_impartial(&self) -> bool {
        self.rules.is_impartial() && !self.played.misere
    }
}
