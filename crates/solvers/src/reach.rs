//! Estimates of the work: how many positions play can reach.

use bouton_core::{Alternating, Limits, Oracle};

use crate::interned::{ENOUGH, Fold, GO_ON, Interned, Number, Positions, Put, View};

/// Fewer positions than this are examined one by one within some hundredths of a second.
const FEW: usize = 1 << 14;

/// The same for interpreted rules.
const FEW_INTERPRETED: usize = 1 << 10;

/// This many heaps, one after the other, are computed in less than a second.
pub(crate) const QUICK: u64 = 1 << 24;

/// Whether play reaches few positions, so that a solver which examines each finishes soon.
pub(crate) fn reaches_few<G: Alternating>(game: &G, at: &G::Position, limits: &Limits) -> bool {
    let mut positions = Positions::default();
    let mut view = View::new(game.words(), &mut positions);
    let at = view.stack(at);
    let is_interpreted = game.oracle().is_some_and(Oracle::is_interpreted);
    let few = if is_interpreted { FEW_INTERPRETED } else { FEW };
    are_few(&mut view, at, few, limits)
}

fn are_few(game: &mut dyn Interned, at: Number, few: usize, limits: &Limits) -> bool {
    game.store(at, Fold::Symmetric);
    let mut next = 0;
    while next < game.stored() && game.stored() < few && limits.check().is_ok() {
        let mut moves = 0;
        let (fold, store) = (Fold::Symmetric, true);
        let told = game.steps(next as Number, Put { fold, store }, &mut |_, _| {
            moves += 1;
            if moves == few { ENOUGH } else { GO_ON }
        });
        told.expect("invariant: listing asks for no limit");
        next += 1;
    }
    next == game.stored() && next < few
}
