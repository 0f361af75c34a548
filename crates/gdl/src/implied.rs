//! The inputs implied by a condition: those that hold whenever it does, as far as a fast analysis finds them.

use bouton_core::Meter;
use bouton_core::hashing::FastMap;

use crate::circuit::{Circuit, Node, Signal};
use crate::fault::Refusal;

/// Inputs, or their negations, in ascending order; `None` if the condition never holds, and implies everything.
type Implied = Option<Vec<Signal>>;

/// The most conditions that are analysed.
const LARGEST: usize = 300_000;
/// The most inputs stored for each.
const MOST: usize = 48;

/// The implications of some conditions.
pub(crate) fn implied(
    circuit: &Circuit,
    signals: &[Signal],
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<Signal>>, Refusal> {
    let Some(cone) = circuit.cone(signals, LARGEST) else {
        return Ok(vec![Vec::new(); signals.len()]);
    };
    // By node: the inputs implied by the node, and by its negation.
    let mut known: FastMap<Node, [Implied; 2]> = FastMap::default();
    known.insert(0, [Some(Vec::new()), None]);
    for node in cone {
        meter.spend_holding(1 + MOST * circuit.parts(node).len(), || circuit.bytes())?;
        let own = match circuit.as_input(node) {
            Some(input) => {
                let input = Circuit::input(input);
                [Some(vec![input]), Some(vec![!input])]
            }
            None => {
                let of = |part: Signal| &known[&part.node()][usize::from(part.is_negated())];
                let all = circuit.parts(node).map(of).fold(Some(Vec::new()), both);
                let denied = circuit.parts(node).map(|part| of(!part)).fold(None, either);
                [all, denied]
            }
        };
        known.insert(node, own);
    }
    let of = |signal: &Signal| known[&signal.node()][usize::from(signal.is_negated())].clone();
    Ok(signals
        .iter()
        .map(|signal| of(signal).unwrap_or_default())
        .collect())
}

/// The implications of the conjunction of two conditions.
fn both(one: Implied, other: &Implied) -> Implied {
    let mut all = one?;
    all.extend_from_slice(other.as_ref()?);
    all.sort_unstable();
    all.dedup();
    all.truncate(MOST);
    Some(all)
}

/// The implications of the disjunction of two conditions.
fn either(one: Implied, other: &Implied) -> Implied {
    let Some(other) = other else { return one };
    let Some(mut one) = one else {
        return Some(other.clone());
    };
    one.retain(|input| other.binary_search(input).is_ok());
    Some(one)
}
