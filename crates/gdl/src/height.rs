//! A proof that play ends: weights of fluents whose sum every move lowers, found by a search and then checked move by move.

use bouton_core::Meter;
use bouton_core::hashing::{FastMap, FastSet};

use crate::circuit::{Circuit, Node, Signal};
use crate::effects::{Effect, Group, Groups};
use crate::fault::Refusal;
use crate::network::Network;

/// The rounds of adjusting weights after which the search gives up.
const ROUNDS: usize = 400;
/// No weight is larger.
const HEAVIEST: i64 = 1 << 32;

/// The weight of each fluent; empty if no weights were found.
pub(crate) type Weights = Vec<i64>;

/// A member of a group that may hold before a move, and one that may hold after it; `None` means no member.
type Step = (Option<usize>, Option<usize>);

/// The possible changes of each group that a move touches.
type Steps = Vec<Vec<Step>>;

/// Weights whose sum over the fluents that hold is lowered by every move (found by the perceptron rule, Rosenblatt 1958).
pub(crate) fn find(
    network: &mut Network,
    effects: &[Effect],
    groups: &Groups,
    meter: &mut Meter<'_>,
) -> Result<Weights, Refusal> {
    let mut all = Vec::new();
    for effect in effects {
        if let Some(steps) = steps(network, effect, groups, meter)? {
            all.push(steps);
        }
    }
    let mut weights = vec![0; network.fluents.len()];
    for _ in 0..ROUNDS {
        let mut mended = false;
        for steps in &all {
            meter.spend(1 + steps.iter().map(Vec::len).sum::<usize>())?;
            mended |= mend(steps, &mut weights);
        }
        if weights.iter().any(|weight| weight.abs() > HEAVIEST) {
            break;
        }
        if !mended {
            return Ok(weights);
        }
    }
    Ok(Vec::new())
}

/// The possible changes of each group by a move; `None` if the move is never legal.
fn steps(
    network: &mut Network,
    effect: &Effect,
    groups: &Groups,
    meter: &mut Meter<'_>,
) -> Result<Option<Steps>, Refusal> {
    let simplified = effect.simplified(&mut network.circuit, groups);
    network.circuit.spend(meter)?;
    let Some((changes, known)) = simplified else {
        return Ok(None);
    };
    let legal = [0, 1].map(|role: usize| network.moves[role][effect.joint[role]].legal);
    let changes: FastMap<usize, Signal> = changes.into_iter().collect();
    let touched: FastSet<usize> = changes.keys().map(|fluent| groups.of[fluent]).collect();
    let mut all = Vec::new();
    for n in touched {
        let group = &groups.all[n];
        let mut steps = Vec::new();
        for held in cases(group, &known) {
            meter.spend_holding(8 + 8 * group.members.len(), || network.circuit.bytes())?;
            let after = after(&mut network.circuit, group, held, (&changes, legal));
            network.circuit.spend(meter)?;
            steps.extend(after.into_iter().map(|to| (held, to)));
        }
        all.push(steps);
    }
    Ok(Some(all))
}

/// The members that may hold before.
fn cases(group: &Group, known: &FastMap<Node, bool>) -> Vec<Option<usize>> {
    let of = |member: &usize| known.get(&Circuit::input(*member).node()).copied();
    if let Some(held) = group.members.iter().find(|member| of(member) == Some(true)) {
        return vec![Some(*held)];
    }
    let may = group.members.iter().filter(|member| of(member).is_none());
    let none = (!group.exact).then_some(None);
    may.map(|member| Some(*member)).chain(none).collect()
}

/// The members that may hold after a move, if this one held before; none at all if the move is not legal there.
fn after(
    circuit: &mut Circuit,
    group: &Group,
    held: Option<usize>,
    (changes, legal): (&FastMap<usize, Signal>, [Signal; 2]),
) -> Vec<Option<usize>> {
    let of = |member: &usize| {
        changes
            .get(member)
            .copied()
            .unwrap_or(Circuit::input(*member))
    };
    let known = group.members.iter();
    let known = known.map(|member| (Circuit::input(*member).node(), Some(*member) == held));
    let mut next: Vec<Signal> = group.members.iter().map(of).chain(legal).collect();
    circuit.given(&mut next, &known.collect(), 4_000);
    let legal = next.split_off(group.members.len());
    if legal.contains(&Signal::FALSE) {
        return Vec::new();
    }
    let members = || group.members.iter().zip(&next);
    if let Some((member, _)) = members().find(|(_, next)| **next == Signal::TRUE) {
        return vec![Some(*member)];
    }
    let may = members().filter(|(_, next)| **next != Signal::FALSE);
    let mut after: Vec<_> = may.map(|(member, _)| Some(*member)).collect();
    let opposed = matches!(members().filter(|(_, next)| next.value().is_none()).map(|(_, next)| *next).collect::<Vec<_>>()[..], [one, other] if one == !other);
    if !group.exact && !opposed {
        after.push(None);
    }
    after
}

/// Whether a move might not lower the sum; then adjusts the weights.
fn mend(steps: &Steps, weights: &mut [i64]) -> bool {
    let weight =
        |member: Option<usize>, weights: &[i64]| member.map_or(0, |member| weights[member]);
    let gain = |step: &Step, weights: &[i64]| weight(step.1, weights) - weight(step.0, weights);
    let mut worst = Vec::new();
    for steps in steps {
        // If no change of this group is legal, neither is the move.
        let Some(step) = steps.iter().max_by_key(|step| gain(step, weights)) else {
            return false;
        };
        worst.push(*step);
    }
    let sum: i64 = worst.iter().map(|step| gain(step, weights)).sum();
    if sum < 0 {
        return false;
    }
    for (before, after) in worst {
        if let Some(before) = before {
            weights[before] += 1;
        }
        if let Some(after) = after {
            weights[after] -= 1;
        }
    }
    true
}

/// The weights, heaviest first, as many as fit on a line.
pub(crate) fn show_weights(network: &Network, weights: &Weights) -> String {
    let kept = (0..weights.len()).filter(|fluent| weights[*fluent] != 0);
    let mut heavy: Vec<_> = kept.collect();
    heavy.sort_by_key(|fluent| (-weights[*fluent].abs(), *fluent));
    let show = |fluent: &usize| {
        format!(
            "{} for {}",
            weights[*fluent],
            network.terms.show(network.fluents[*fluent])
        )
    };
    let shown: Vec<_> = heavy.iter().take(4).map(show).collect();
    let more = if heavy.len() > shown.len() {
        " …"
    } else {
        ""
    };
    format!("{}{more}", shown.join(", "))
}
