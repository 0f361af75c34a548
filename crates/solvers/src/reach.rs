//! How much there is to look at.

use bouton_core::{Alternating, Limits};

use crate::store::Store;

/// Fewer positions than this are looked at one by one within some hundredths of a second.
const FEW: usize = 1 << 14;

/// So many heaps, one after the other, are computed in less than a second.
pub(crate) const QUICK: u64 = 1 << 24;

/// Whether play reaches few positions, so that a solver which looks at each is soon done.
pub(crate) fn reaches_few<G: Alternating>(game: &G, at: &G::Position, limits: &Limits) -> bool {
    let mut met = Store::default();
    met.insert(game.canonical(at.clone()), ());
    let mut next = 0;
    while next < met.len() && met.len() < FEW && limits.check().is_ok() {
        let here = met.key(next).clone();
        for mv in game.moves(&here).take(FEW) {
            let to = game.canonical(game.play(&here, &mv));
            if met.number(&to).is_none() {
                met.insert(to, ());
            }
        }
        next += 1;
    }
    next == met.len() && next < FEW
}
