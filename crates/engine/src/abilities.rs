//! [`Abilities`]: the questions that a game can be asked, collected from its properties, by kind.

use bouton_core::{Alternating, Declares, Powers};

use crate::experimenting::Experiments;
use crate::looking::Looks;
use crate::playing::Plays;
use crate::proving::Proofs;
use crate::surveying::Surveys;
use crate::valuing::Values;

/// The questions that a game can be asked besides the value that its solvers find, a field for each kind.
pub(crate) struct Abilities<G: Alternating + Declares> {
    pub(crate) plays: Plays<G>,
    pub(crate) looks: Looks<G>,
    pub(crate) experiments: Experiments<G>,
    pub(crate) surveys: Surveys<G>,
    pub(crate) values: Values<G>,
    pub(crate) proofs: Proofs<G>,
}

impl<G: Declares + Alternating> Abilities<G> {
    /// The properties of the game.
    pub(crate) fn of(game: &G) -> Self {
        Self {
            plays: declared(game),
            looks: declared(game),
            experiments: declared(game),
            surveys: declared(game),
            values: declared(game),
            proofs: declared(game),
        }
    }
}

fn declared<G: Declares, A: Powers<G> + Default>(game: &G) -> A {
    let mut abilities = A::default();
    game.declare(&mut abilities);
    abilities
}
