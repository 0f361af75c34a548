//! Questions of a session: positions to try, and strategies to try there.

use bouton_core::Limits;
use bouton_core::strategy::{StrategyCard, Trial};
use bouton_engine::{Error, RowStrategy};

use super::Session;

impl Session {
    /// For a game of heaps: their number, if fixed, and whether their order does not matter.
    pub fn heaps(&self) -> Option<(Option<usize>, bool)> {
        match self.boards {
            Some(_) => Some((Some(1), true)),
            None => self.face.heaps(),
        }
    }

    /// Goes to the position with these heaps; false if there is none.
    pub fn set_heaps(&mut self, heaps: &[u64]) -> bool {
        if let (Some((boards, _)), &[n]) = (&self.boards, heaps) {
            let sized = boards.with_size(n, &self.terms);
            let opened = sized.and_then(|name| name.open(None, self.is_misere()).ok());
            let side = self.side();
            return opened.is_some_and(|face| {
                self.face = face;
                side.is_none_or(|side| self.face.set_side(side))
            });
        }
        // Rules that cannot say whether heaps are parts have no such position.
        let set = self.ask(&Limits::default(), |face| face.set_heaps(heaps));
        set.unwrap_or(false)
    }

    /// The number of positions up to a bound, in a game that lists them itself.
    ///
    /// # Errors
    /// If the rules fail.
    pub fn list(&mut self, up_to: u64) -> Result<Option<usize>, Error> {
        Ok(self.ask(&Limits::default(), |face| face.list(up_to))?)
    }

    /// Goes to one of the positions that were listed last, counted from 0; false if there is none.
    pub fn set_listed(&mut self, nth: usize) -> bool {
        self.face.set_listed(nth)
    }

    /// The characters that may be in any cell of a board; none for other games.
    pub fn signs(&self) -> Vec<char> {
        self.face.signs()
    }

    /// The strategies that are known for the game.
    pub fn strategies(&self) -> Vec<StrategyCard<'_>> {
        self.face.strategies()
    }

    /// The positions at which strategies are tried.
    pub(crate) fn trial(&self) -> Trial {
        self.face.trial()
    }

    /// The moves that a strategy allows here.
    ///
    /// # Errors
    /// If the game has no such strategy, or the rules fail.
    pub fn allowed(&self, strategy: &str) -> Result<Vec<String>, Error> {
        let allowed = self.look(|face| face.allowed(strategy))?;
        let none = || Error::Unfit(format!("{} has no named strategies", self.game()));
        let allowed = allowed.ok_or_else(none)?;
        allowed.map_err(|error| Error::input("strategy", error))
    }

    /// Whether the game has a strategy of this name, without a look at its moves, which may be many.
    ///
    /// # Errors
    /// If it has none.
    pub fn check_strategy(&self, strategy: &str) -> Result<(), Error> {
        let none = || Error::Unfit(format!("{} has no named strategies", self.game()));
        let checked = self.face.check_strategy(strategy).ok_or_else(none)?;
        checked.map_err(|error| Error::input("strategy", error))
    }

    /// The ends that a strategy allows to take from any row of two values or more, if the game's strategies depend on
    /// nothing else.
    ///
    /// # Errors
    /// If the game has no such strategy.
    pub fn row_strategy(&self, strategy: &str) -> Result<Option<RowStrategy>, Error> {
        let named = self.face.row_strategy(strategy).transpose();
        named.map_err(|error| Error::input("strategy", error))
    }
}
