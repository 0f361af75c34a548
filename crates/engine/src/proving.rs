//! The facts from which theorems about a full family of positions follow.

use bouton_core::erased::Place;
use bouton_core::game::Alternating;
use bouton_core::take_and_break::{Code, HeapCode, TakeAndBreak};
use bouton_core::{Declares, Lawful, Limits, Powers};
use bouton_solvers::atoms::{Apart, Listed};

use crate::abilities::Collect;
use crate::by_law::Terms;

/// Lists the parts that play can reach where the last to move loses, by their names.
pub(crate) type ListAtoms = Box<dyn Fn(&Place, &[String], &Limits) -> Result<Listed, Apart> + Send>;

/// Facts about the full family of positions.
#[derive(Default)]
pub(crate) struct Proofs {
    pub(crate) terms: Option<Box<dyn Terms>>,
    pub(crate) code: Option<Code>,
    pub(crate) atoms: Option<ListAtoms>,
}

impl<G: Declares + Alternating> Powers<G> for Collect<G, Proofs> {
    fn lawful(&mut self)
    where
        G: Lawful,
    {
        self.found.terms = Some(Box::new(self.game.clone()));
    }
    fn take_and_break(&mut self)
    where
        G: TakeAndBreak,
    {
        self.found.code = Some(self.game.code().clone());
    }
    fn heap_code(&mut self)
    where
        G: HeapCode,
    {
        self.found.code = Some(self.game.heap_code());
    }
}
