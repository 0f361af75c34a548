//! [`Abilities`]: the questions that a game can be asked, collected from its properties, by kind.

use std::sync::Arc;

use bouton_core::{Alternating, Declares, Powers, Score};

use crate::experimenting::Experiments;
use crate::looking::Looks;
use crate::playing::Plays;
use crate::proving::Proofs;
use crate::surveying::Surveys;
use crate::valuing::Values;

/// The questions that a game can be asked besides the value that its solvers find, a field for each kind.
pub(crate) struct Abilities<S: Score> {
    pub(crate) plays: Plays,
    pub(crate) looks: Looks,
    pub(crate) experiments: Experiments<S>,
    pub(crate) surveys: Surveys<S>,
    pub(crate) values: Values,
    pub(crate) proofs: Proofs,
}

impl<S: Score> Abilities<S> {
    pub(crate) fn of<G: Declares + Alternating<Score = S>>(game: &Arc<G>) -> Self {
        Self {
            plays: collected(game),
            looks: collected(game),
            experiments: collected(game),
            surveys: Surveys::of(game),
            values: collected(game),
            proofs: collected(game),
        }
    }
}

/// Collects from the properties of a game of a known type what can be asked of it, on words: what it finds may keep the game.
pub(crate) struct Collect<G, A> {
    pub(crate) game: Arc<G>,
    pub(crate) found: A,
}

/// The findings in the properties of a game.
pub(crate) fn collected<G: Declares, A: Default>(game: &Arc<G>) -> A
where
    Collect<G, A>: Powers<G>,
{
    collected_into(A::default(), game)
}

/// The same, beside others.
pub(crate) fn collected_into<G: Declares, A>(found: A, game: &Arc<G>) -> A
where
    Collect<G, A>: Powers<G>,
{
    let mut collect = Collect {
        game: game.clone(),
        found,
    };
    game.declare(&mut collect);
    collect.found
}
