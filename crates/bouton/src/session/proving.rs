//! Questions of a session: the facts from which theorems about a full family follow.

use std::sync::Arc;

use bouton_core::Limits;
use bouton_core::take_and_break::Code;
use bouton_engine::Error;
use bouton_laws::LawStrategy;
use bouton_solvers::atoms::{Apart, Listed};

use super::Session;

impl Session {
    /// The proved law of the game's family.
    ///
    /// # Errors
    /// If the game has no formulas, no law is proved within the limits (by default ten seconds), or a limit is reached.
    pub fn law(&self, limits: &Limits) -> Result<Arc<LawStrategy>, Error> {
        let law = self.look_within(limits, |face| face.law(limits))?;
        let law = law.unwrap_or_else(|| {
            let game = self.game();
            Err(format!("the rules of {game} are not known as formulas"))
        });
        law.map_err(|why| match limits.check() {
            Err(reason) => Error::Stopped(reason),
            Ok(()) => Error::Unfit(why),
        })
    }

    /// Whether the rules are known as formulas, so that there may be a law.
    pub fn has_formulas(&self) -> bool {
        self.face.has_formulas()
    }

    /// The take-and-break code that every heap follows, if there is one.
    pub fn code(&self) -> Option<Code> {
        self.face.code()
    }

    /// In misère play, the parts that play can reach, with their options; and those of other positions, given as text.
    pub(crate) fn atoms(&self, others: &[String], limits: &Limits) -> Result<Listed, Error> {
        let game = self.game();
        match self.look_within(limits, |face| face.atoms(others, limits))? {
            Some(Ok(listed)) => Ok(listed),
            Some(Err(Apart::Stopped(why))) => Err(Error::Stopped(why)),
            Some(Err(Apart::NoSum(why))) => Err(Error::Unfit(format!("{game}: {why}"))),
            None => Err(Error::Unfit(format!(
                "{game} has neither misère values nor a misère quotient: expected a game in which both have the same moves, the last to move decides, and play is known to end (plies_left in a rule file)"
            ))),
        }
    }
}
