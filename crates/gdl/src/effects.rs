//! The effect of each move: the circuit of the next state, specialised for every pair of simultaneous moves. This removes
//! frame rules (after Romero, Saffidine and Thielscher, AAAI 2014).

use bouton_core::Meter;
use bouton_core::hashing::{FastMap, FastSet};

use crate::circuit::{Circuit, Node, Signal};
use crate::fault::Refusal;
use crate::implied::implied;
use crate::network::Network;
use crate::plays::Joint;

/// A change of more than this many conditions is not simplified.
const LARGEST: usize = 4_000;

/// The effect of a pair of moves.
#[derive(Clone, Debug)]
pub(crate) struct Effect {
    pub(crate) joint: Joint,
    /// Inputs with known values if both moves are legal.
    known: FastMap<Node, bool>,
    /// The possible changes.
    pub(crate) changes: Vec<(usize, Signal)>,
}

/// The fluents that may change, each with its next value; and the inputs known before.
pub(crate) type Simplified = (Vec<(usize, Signal)>, FastMap<Node, bool>);

/// The network, prepared for one pair of moves after another.
pub(crate) struct Specialiser {
    /// The value of each node if no move is made.
    still: Vec<Signal>,
    /// The fluents that change without a move, with their next values.
    restless: Vec<(usize, Signal)>,
    /// The nodes that depend on each node, among those that the next state depends on.
    fanout: FastMap<Node, Vec<Node>>,
    /// The fluents whose next value is given by each node.
    next_by: FastMap<Node, Vec<usize>>,
    implied: [Vec<Vec<Signal>>; 2],
}

impl Specialiser {
    pub(crate) fn of(network: &mut Network, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let kept = (0..network.fluents.len()).filter(|fluent| network.kept[*fluent]);
        let kept: Vec<usize> = kept.collect();
        let roots: Vec<_> = kept.iter().map(|fluent| network.next[*fluent]).collect();
        let mut of = |role: usize| {
            let legal = network.moves[role].iter().map(|mv| mv.legal);
            implied(&network.circuit, &legal.collect::<Vec<_>>(), meter)
        };
        let legal = [of(0)?, of(1)?];
        meter.pause()?;
        let cone = network.circuit.cone(&roots, usize::MAX).unwrap_or_default();
        let mut specialiser = Self {
            still: vec![Signal::TRUE; network.circuit.len()],
            restless: Vec::new(),
            fanout: FastMap::default(),
            next_by: FastMap::default(),
            implied: legal,
        };
        for &node in &cone {
            meter.spend_holding(network.circuit.parts(node).len() + 1, || {
                network.circuit.bytes()
            })?;
            specialiser.enter(network, node);
        }
        for fluent in kept {
            meter.spend(1)?;
            let next = network.next[fluent];
            specialiser
                .next_by
                .entry(next.node())
                .or_default()
                .push(fluent);
            let still = Circuit::replaced(next, |node| specialiser.still[node as usize]);
            if still != Circuit::input(fluent) {
                specialiser.restless.push((fluent, still));
            }
        }
        Ok(specialiser)
    }

    fn enter(&mut self, network: &mut Network, node: Node) {
        for part in network.circuit.parts(node) {
            self.fanout.entry(part.node()).or_default().push(node);
        }
        let circuit = &mut network.circuit;
        self.still[node as usize] = match circuit.as_input(node) {
            Some(input) if input < network.fluents.len() => Circuit::input(input),
            Some(_) => Signal::FALSE,
            None => {
                let still = &self.still;
                circuit.again(node, |part| still[part as usize])
            }
        };
    }

    /// The effect of a pair of moves; `None` if they are never legal at once.
    pub(crate) fn effect(&self, network: &mut Network, joint: Joint) -> Option<Effect> {
        let known = self.known(joint)?;
        let done = [0, 1].map(|role: usize| network.moves[role][joint[role]].does);
        let mut now: FastMap<Node, Signal> = FastMap::default();
        let mut changes: FastMap<usize, Signal> = self.restless.iter().copied().collect();
        for node in self.downstream(done) {
            let signal = if done.iter().any(|does| does.node() == node) {
                Signal::TRUE
            } else {
                let of = |part: Node| {
                    now.get(&part)
                        .copied()
                        .unwrap_or_else(|| self.still[part as usize])
                };
                network.circuit.again(node, of)
            };
            now.insert(node, signal);
            for &fluent in self
                .next_by
                .get(&node)
                .map_or(&[][..], |fluents| &fluents[..])
            {
                let next = Circuit::replaced(network.next[fluent], |_| signal);
                changes.insert(fluent, next);
            }
        }
        changes.retain(|fluent, next| *next != Circuit::input(*fluent));
        let mut changes: Vec<_> = changes.into_iter().collect();
        changes.sort_unstable();
        Some(Effect {
            joint,
            known,
            changes,
        })
    }

    /// The inputs known if both moves are legal; `None` if they cannot be.
    fn known(&self, joint: Joint) -> Option<FastMap<Node, bool>> {
        let mut known = FastMap::default();
        for input in (0..2).flat_map(|role| &self.implied[role][joint[role]]) {
            let holds = !input.is_negated();
            if known.insert(input.node(), holds) == Some(!holds) {
                return None;
            }
        }
        Some(known)
    }

    /// The nodes that depend on moves, in ascending order.
    fn downstream(&self, moves: [Signal; 2]) -> Vec<Node> {
        let mut open: Vec<Node> = moves.iter().map(|mv| mv.node()).collect();
        let mut seen = FastSet::default();
        while let Some(node) = open.pop() {
            if seen.insert(node)
                && let Some(next) = self.fanout.get(&node)
            {
                open.extend(next);
            }
        }
        let mut nodes: Vec<_> = seen.into_iter().collect();
        nodes.sort_unstable();
        nodes
    }

    /// The inputs that hold whenever a move of a role is legal.
    pub(crate) fn implied(&self, role: usize, mv: usize) -> &[Signal] {
        &self.implied[role][mv]
    }
}

impl Effect {
    /// The changes if at most one member of each group holds, constant as far as possible; also the inputs known before the
    /// moves. `None` if the moves are never legal together.
    pub(crate) fn simplified(&self, circuit: &mut Circuit, groups: &Groups) -> Option<Simplified> {
        let mut known = self.known.clone();
        let holding = self.known.iter().filter(|(_, holds)| **holds);
        for (node, _) in holding {
            let Some(fluent) = circuit.as_input(*node) else {
                continue;
            };
            for &other in groups.others(fluent) {
                let denied = other != fluent
                    && known.insert(Circuit::input(other).node(), false) == Some(true);
                if denied {
                    return None;
                }
            }
        }
        let mut signals: Vec<_> = self.changes.iter().map(|change| change.1).collect();
        circuit.given(&mut signals, &known, LARGEST);
        let fluents = self.changes.iter().map(|change| change.0);
        let changes = fluents.zip(signals).filter(|(fluent, next)| {
            let before = Circuit::input(*fluent);
            let is_so =
                next.value().is_some() && known.get(&before.node()).copied() == next.value();
            *next != before && !is_so
        });
        Some((changes.collect(), known))
    }
}

/// Fluents of which no two hold at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) members: Vec<usize>,
    /// Whether one of them always holds.
    pub(crate) exact: bool,
}

/// Groups that have no member in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Groups {
    pub(crate) all: Vec<Group>,
    pub(crate) of: FastMap<usize, usize>,
}

impl Groups {
    pub(crate) fn put(&mut self, group: Group) {
        for member in &group.members {
            self.of.insert(*member, self.all.len());
        }
        self.all.push(group);
    }

    /// The members of a fluent's group.
    fn others(&self, fluent: usize) -> &[usize] {
        let group = self.of.get(&fluent);
        group.map_or(&[], |group| &self.all[*group].members)
    }
}
