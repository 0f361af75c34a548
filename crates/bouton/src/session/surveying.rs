//! Questions of a session: all positions of the game.

use bouton_core::Limits;
use bouton_engine::{Error, Explore, ShowLayers, ShowWhole};
use bouton_solvers::retrograde::Symmetric;

use super::Session;

impl Session {
    /// The counts of all positions that can be reached from here.
    ///
    /// # Errors
    /// If the game is not known to end, a limit is reached, or the rules fail.
    pub fn census(&self, limits: &Limits) -> Result<Symmetric, Error> {
        let counted = self.look_within(limits, |face| face.census(limits))?;
        Ok(counted.ok_or_else(|| self.uncountable())??)
    }

    /// The error if positions cannot be counted.
    pub(crate) fn uncountable(&self) -> Error {
        let game = self.game();
        let how = match [".py", ".star"].iter().any(|end| game.contains(end)) {
            true => "a function plies_left(position) in the file would",
            false => "such games are solved, but not counted",
        };
        Error::Unfit(format!(
            "positions of {game} cannot be counted by win, loss and draw: it is not known whether play ends; {how}"
        ))
    }

    /// Whether reachable positions can be counted.
    pub(crate) fn is_countable(&self) -> bool {
        self.face.is_countable()
    }

    /// Passes all reachable positions to `work`, within limits of the rules.
    pub(crate) fn explore(&self, limits: &Limits, work: Explore<'_>) -> Result<(), Error> {
        self.look_within(limits, |face| face.explore(work))
    }

    /// Passes the full space of numbered positions to `work`, or with a total all positions with at most that many tokens;
    /// false if they are not numbered in this way.
    pub(crate) fn whole(
        &self,
        total: Option<u64>,
        limits: &Limits,
        work: ShowWhole<'_>,
    ) -> Result<bool, Error> {
        self.look_within(limits, |face| face.whole(total, work))
    }

    /// Passes the layers from here on to `work`; false if positions do not lie in layers.
    pub(crate) fn layers(&self, limits: &Limits, work: ShowLayers<'_>) -> Result<bool, Error> {
        self.look_within(limits, |face| face.layers(work))
    }
}
