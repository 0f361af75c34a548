//! [`Proving`]: the facts from which theorems about a full family of positions follow.

use std::sync::Arc;

use bouton_core::game::{Alternating, Game, MisereParts};
use bouton_core::take_and_break::{Code, HeapCode, TakeAndBreak};
use bouton_core::{Declares, Lawful, Limits, Powers};
use bouton_laws::LawStrategy;
use bouton_solvers::atoms::{self, Apart, Listed};
use derive_where::derive_where;

use crate::by_law::{formulas_of, law_of};
use crate::typed::Typed;

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

/// Finds the law of a game's family within limits.
type LawOf<G> = fn(&G, &<G as Game>::Position, &Limits) -> Result<Arc<LawStrategy>, String>;

/// The rules as formulas, for positions with this many numbers.
type FormulasOf<G> = fn(&G, usize) -> Result<String, String>;

/// Lists the parts that play can reach where the last to move loses, by their names.
type ListAtoms<G> = fn(&G, &<G as Game>::Position, &[String], &Limits) -> Result<Listed, Apart>;

/// Facts about the full family of positions.
#[derive_where(Default)]
pub(crate) struct Proofs<G: Game> {
    law: Option<LawOf<G>>,
    formulas: Option<FormulasOf<G>>,
    code: Option<fn(&G) -> Code>,
    atoms: Option<ListAtoms<G>>,
}

impl<G: Declares + Alternating> Powers<G> for Proofs<G> {
    fn lawful(&mut self)
    where
        G: Lawful,
    {
        self.law = Some(law_of);
        self.formulas = Some(formulas_of);
    }
    fn take_and_break(&mut self)
    where
        G: TakeAndBreak,
    {
        self.code = Some(|game| game.code().clone());
    }
    fn heap_code(&mut self)
    where
        G: HeapCode,
    {
        self.code = Some(G::heap_code);
    }
    fn misere_parts(&mut self)
    where
        G: MisereParts,
    {
        self.atoms = Some(atoms::listed);
    }
}

impl<G: Declares + Alternating> Proving for Typed<G> {
    fn law(&self, limits: &Limits) -> Option<Result<Arc<LawStrategy>, String>> {
        Some((self.abilities.proofs.law?)(&self.game, &self.at, limits))
    }

    fn has_formulas(&self) -> bool {
        self.abilities.proofs.formulas.is_some()
    }

    fn formulas(&self, numbers: usize) -> Option<Result<String, String>> {
        Some((self.abilities.proofs.formulas?)(&self.game, numbers))
    }

    fn code(&self) -> Option<Code> {
        Some((self.abilities.proofs.code?)(&self.game))
    }

    fn atoms(&self, others: &[String], limits: &Limits) -> Option<Result<Listed, Apart>> {
        Some((self.abilities.proofs.atoms?)(
            &self.game, &self.at, others, limits,
        ))
    }
}
