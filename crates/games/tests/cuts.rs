//! A cut position is at least as good for the side it is cut for, and is a sum of parts.

use bouton_core::entry::Entry;
use bouton_core::partizan::Turn;
use bouton_core::{Disjunctive, Limits, Partizan, Side, Sided};
use bouton_games::boards::Domineering;
use bouton_solvers::parts::{PartTable, PartsOf};
use bouton_solvers::values::Valuer;

/// Cuts every position of a board that play can reach from `at`; how many could be cut.
fn cuts<G: Partizan + Disjunctive>(game: G, at: G::Position) -> usize {
    let game = Sided::of(game);
    let limits = Limits::default();
    let (mut table, mut valuer) = (PartTable::apart(), Valuer::default());
    let mut value = |valuer: &mut Valuer, at: &Turn<G::Position>| {
        let sum = table.sum(&game, at);
        let table = &mut table;
        let parts = &mut PartsOf { game: &game, table };
        valuer.value(parts, &sum, &mut limits.meter()).unwrap()
    };
    let (mut seen, mut waiting) = (std::collections::HashSet::new(), vec![at]);
    let mut cut = 0;
    while let Some(at) = waiting.pop() {
        if !seen.insert(at.clone()) {
            continue;
        }
        for side in Side::BOTH {
            for mv in game.0.moves(&at, side) {
                waiting.push(game.0.play(&at, side, &mv));
            }
            let turn = Turn {
                side: Side::Left,
                at: at.clone(),
            };
            let Some(pieces) = game.cut(&turn, side) else {
                continue;
            };
            cut += 1;
            assert!(pieces.len() > 1, "{at:?}");
            let whole = value(&mut valuer, &turn);
            let mut sum = bouton_values::Value::ZERO;
            for piece in &pieces {
                let piece = value(&mut valuer, piece);
                sum = valuer.arena.add(sum, piece, &mut limits.meter()).unwrap();
            }
            let (low, high) = match side {
                Side::Left => (whole, sum),
                Side::Right => (sum, whole),
            };
            let holds = valuer.arena.le(low, high, &mut limits.meter());
            assert_eq!(holds, Ok(true), "{at:?} {side:?}");
        }
    }
    cut
}

#[test]
fn a_cut_is_at_least_as_good() {
    for size in ["3,4", "4,3", "2,6", "1,7"] {
        let Ok((game, at)) = <Domineering as Entry>::open(Some(size), None) else {
            panic!("{size} is a board")
        };
        assert!(cuts(game, at) > 0, "{size}");
    }
}
