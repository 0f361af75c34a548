//! [`Reference`]: the rules of one game by its text, with which other implementations are compared.

pub use crate::rules::{Position, Step};

use crate::position::Played;
use crate::rules::{self, Rules};
use crate::{Bounds, Refusal};

/// The rules of a game by its text: slow, and without code shared with the games in Rust.
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
/// assert_eq!(shown, ["1,1", "0,1", "2,0"]);
/// ```
pub struct Reference {
    rules: Box<dyn Rules>,
    played: Played,
}

impl Reference {
    /// The rules of a game, without a position.
    ///
    /// # Errors
    /// If the checker does not know the game, or it is a sum.
    pub fn of(played: &Played) -> Result<Self, Refusal> {
        Self::begun(played, "")
    }

    /// The rules of a game that has this position.
    ///
    /// # Errors
    /// If the checker does not know the game, or the game has no such position or play.
    pub fn open(played: &Played, position: &str) -> Result<Self, Refusal> {
        let opened = Self::begun(played, position)?;
        opened.read(position).map(|_| opened)
    }

    fn begun(played: &Played, position: &str) -> Result<Self, Refusal> {
        let bounds = Bounds::default();
        let rules = rules::open(&played.game, position, played.brought(&bounds))?.rules;
        let played = played.clone();
        Ok(Self { rules, played })
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

    /// The representative of the positions that are the same as this one, up to symmetry, or in a normal sum as its parts in any order.
    ///
    /// # Errors
    /// If rules of a file fail.
    pub fn key(&self, at: &[i64]) -> Result<Position, Refusal> {
        let key = self.rules.key(at, self.played.misere);
        self.rules.trouble().map(|()| key)
    }

    /// The independent parts that the rules list, of an impartial game, or of one of Left and Right with Left to move.
    ///
    /// # Errors
    /// If rules of a file fail.
    pub fn parts(&self, at: &[i64]) -> Result<Vec<Position>, Refusal> {
        let parts = self.rules.parts(at);
        self.rules.trouble().map(|()| parts)
    }

    /// Whether Left and Right have different moves.
    pub fn has_sides(&self) -> bool {
        self.rules.has_sides()
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
