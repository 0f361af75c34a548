//! [`Proving`]: the facts from which theorems about a full family of positions follow.

use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::game::Alternating;
use bouton_core::take_and_break::{Code, HeapCode, TakeAndBreak};
use bouton_core::{Declares, Lawful, Limits, Powers, Score};
use bouton_laws::LawStrategy;
use bouton_solvers::atoms::{Apart, Listed};

use crate::abilities::Collect;
use crate::by_law::{Terms, law_of};
use crate::typed::Behind;

/// Questions from which theorems about a full family follow.
pub trait Proving {
    /// The proved law of the game's family; `None` if its rules are not known as formulas.
    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>>;
    /// Whether the rules are known as formulas, which a law requires.
    fn has_formulas(&self) -> bool;
    /// The text of the rules as formulas, for positions with this many numbers; `None` if they are not known as formulas.
    fn formulas(&self, numbers: usize) -> Option<Result<String, String>>;
    /// The take-and-break code that every heap follows, if there is one.
    fn code(&self) -> Option<Code>;
    /// The parts reachable from here, with their options, and those of other positions. `None` unless both players have the
    /// same moves, every line of play ends and the last to move loses.
    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<Listed, Apart>>;
}

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

impl<S: Score> Proving for Behind<S> {
    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>> {
        let terms = self.abilities.proofs.terms.as_ref()?;
        Some(law_of(&**terms, &self.at, limits))
    }

    fn has_formulas(&self) -> bool {
        self.abilities.proofs.terms.is_some()
    }

    fn formulas(&self, numbers: usize) -> Option<Result<String, String>> {
        Some(self.abilities.proofs.terms.as_ref()?.formulas(numbers))
    }

    fn code(&self) -> Option<Code> {
        self.abilities.proofs.code.clone()
    }

    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<Listed, Apart>> {
        let atoms = self.abilities.proofs.atoms.as_ref()?;
        Some(atoms(&self.at, others, limits))
    }
}
