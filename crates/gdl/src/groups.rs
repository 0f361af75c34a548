//! Groups of fluents of which at most one holds: guessed from random plays, proved by induction over all moves.

use bouton_core::Meter;
use bouton_core::hashing::{FastMap, FastSet};

use crate::circuit::{Circuit, Node, Signal};
use crate::effects::{Effect, Group, Groups};
use crate::fault::Refusal;
use crate::network::Network;
use crate::term::Term;

/// The most rounds of guesses; after that no group is accepted.
const ROUNDS: usize = 24;
/// The most free conditions of a case; each doubles the number of cases.
const FREE: usize = 9;
/// The most times that the free conditions of a case are expanded.
const DEPTH: usize = 4;

/// Groups that hold at the start and that every effect preserves. Fluents in none of them are groups by themselves.
pub(crate) fn find(
    network: &mut Network,
    positions: &[Vec<bool>],
    effects: &[Effect],
    meter: &mut Meter<'_>,
) -> Result<Groups, Refusal> {
    let mut guesses = guesses(network, positions, meter)?;
    for _ in 0..ROUNDS {
        meter.pause()?;
        let chosen = choose(&guesses, network);
        let failed = failing(network, effects, &chosen, meter)?;
        if failed.is_empty() {
            return Ok(chosen);
        }
        for n in failed {
            let group = &chosen.all[n];
            let place = guesses.iter().position(|guess| guess == group);
            let place = place.expect("invariant: single fluents never fail");
            if group.exact {
                guesses[place].exact = false;
            } else {
                guesses.remove(place);
            }
        }
    }
    Ok(choose(&[], network))
}

/// Fluents that differ only in some arguments, of which no two held in any of the positions; larger groups first.
fn guesses(
    network: &Network,
    positions: &[Vec<bool>],
    meter: &mut Meter<'_>,
) -> Result<Vec<Group>, Refusal> {
    let mut families: FastMap<(u32, usize, u32, Vec<Term>), Vec<usize>> = FastMap::default();
    for (n, fluent) in network
        .fluents
        .iter()
        .enumerate()
        .filter(|(n, _)| network.kept[*n])
    {
        let arguments = network.terms.arguments(*fluent);
        let symbol = network.terms.symbol_of(*fluent);
        meter.spend(1 << arguments.len().min(5))?;
        for open in 1..1u32 << arguments.len().min(5) {
            let fixed = arguments.iter().enumerate();
            let fixed = fixed.filter(|(place, _)| *place >= 5 || open >> place & 1 == 0);
            let fixed = fixed.map(|(_, argument)| *argument).collect();
            families
                .entry((symbol, arguments.len(), open, fixed))
                .or_default()
                .push(n);
        }
    }
    let mut seen = FastSet::default();
    let mut groups = Vec::new();
    for members in families.into_values() {
        if members.len() > 1 && seen.insert(members.clone()) {
            meter.spend(members.len() * positions.len())?;
            groups.extend(guess(members, positions));
        }
    }
    groups.sort_unstable_by_key(|group| (usize::MAX - group.members.len(), group.members.clone()));
    Ok(groups)
}

fn guess(members: Vec<usize>, positions: &[Vec<bool>]) -> Option<Group> {
    let mut exact = true;
    for position in positions {
        let held = members.iter().filter(|member| position[**member]).count();
        exact &= held == 1;
        if held > 1 {
            return None;
        }
    }
    Some(Group { members, exact })
}

/// The first groups that are disjoint, and the other fluents as single groups.
fn choose(guesses: &[Group], network: &Network) -> Groups {
    let mut chosen = Groups::default();
    for guess in guesses {
        if guess
            .members
            .iter()
            .all(|member| !chosen.of.contains_key(member))
        {
            chosen.put(guess.clone());
        }
    }
    for fluent in (0..network.fluents.len()).filter(|fluent| network.kept[*fluent]) {
        if !chosen.of.contains_key(&fluent) {
            chosen.put(Group {
                members: vec![fluent],
                exact: false,
            });
        }
    }
    chosen
}

/// The groups that some effect may violate, if all of them hold before it.
fn failing(
    network: &mut Network,
    effects: &[Effect],
    groups: &Groups,
    meter: &mut Meter<'_>,
) -> Result<Vec<usize>, Refusal> {
    let mut prover = Prover {
        circuit: &mut network.circuit,
        meter,
        proved: FastSet::default(),
    };
    let mut failed = FastSet::default();
    for effect in effects {
        let simplified = effect.simplified(prover.circuit, groups);
        prover.circuit.spend(prover.meter)?;
        let Some((changes, known)) = simplified else {
            continue;
        };
        let changes: FastMap<usize, Signal> = changes.into_iter().collect();
        let touched: FastSet<usize> = changes.keys().map(|fluent| groups.of[fluent]).collect();
        for n in touched {
            let group = &groups.all[n];
            prover.meter.spend(16 * group.members.len())?;
            if group.members.len() > 1
                && !failed.contains(&n)
                && !prover.preserves((n, group), &changes, &known)?
            {
                failed.insert(n);
            }
        }
    }
    let mut failed: Vec<_> = failed.into_iter().collect();
    failed.sort_unstable();
    Ok(failed)
}

/// The next value of a member of a group, and its known value before.
type Member = (Signal, Option<bool>);

struct Prover<'c, 'l> {
    circuit: &'c mut Circuit,
    meter: &'c mut Meter<'l>,
    /// Groups with the next and the known values of each member, that were proved before.
    proved: FastSet<(usize, Vec<Member>)>,
}

impl Prover<'_, '_> {
    /// Whether at most one member holds after an effect (exactly one, if so before), in every case.
    fn preserves(
        &mut self,
        (n, group): (usize, &Group),
        changes: &FastMap<usize, Signal>,
        known: &FastMap<Node, bool>,
    ) -> Result<bool, Refusal> {
        let of = |member: &usize| {
            let before = Circuit::input(*member);
            let next = changes.get(member).copied().unwrap_or(before);
            (next, known.get(&before.node()).copied())
        };
        let members: Vec<_> = group.members.iter().map(of).collect();
        let key = (n, members);
        if self.proved.contains(&key) {
            return Ok(true);
        }
        let members = &key.1;
        let held = members.iter().position(|member| member.1 == Some(true));
        let may = (0..members.len()).filter(|n| members[*n].1 != Some(false));
        let cases: Vec<Option<usize>> = match held {
            Some(held) => vec![Some(held)],
            None if group.exact => may.map(Some).collect(),
            None => may.map(Some).chain([None]).collect(),
        };
        for case in cases {
            if !self.case(group, members, case)? {
                return Ok(false);
            }
        }
        self.proved.insert(key);
        Ok(true)
    }

    /// The same for one case: this member holds before, or none does.
    fn case(
        &mut self,
        group: &Group,
        members: &[Member],
        held: Option<usize>,
    ) -> Result<bool, Refusal> {
        let inputs = group.members.iter().enumerate();
        let known = inputs.map(|(n, member)| (Circuit::input(*member).node(), Some(n) == held));
        let mut next: Vec<_> = members.iter().map(|member| member.0).collect();
        self.circuit.given(&mut next, &known.collect(), usize::MAX);
        next.retain(|signal| *signal != Signal::FALSE);
        let mut free: Vec<Node> = next.iter().map(|signal| signal.node()).collect();
        for _ in 0..DEPTH {
            free.sort_unstable();
            free.dedup();
            free.retain(|node| *node != 0);
            if free.len() > FREE {
                return Ok(false);
            }
            if self.is_one_of(&next, &free, group.exact)? {
                return Ok(true);
            }
            let parts = |node: &Node| {
                let parts: Vec<_> = self.circuit.parts(*node).map(Signal::node).collect();
                if parts.is_empty() { vec![*node] } else { parts }
            };
            free = free.iter().flat_map(parts).collect();
        }
        Ok(false)
    }

    /// Whether at most one of the signals holds, whatever the free nodes are.
    fn is_one_of(
        &mut self,
        signals: &[Signal],
        free: &[Node],
        exact: bool,
    ) -> Result<bool, Refusal> {
        for values in 0..1u32 << free.len() {
            self.circuit.spend(self.meter)?;
            let known = free.iter().enumerate();
            let known = known.map(|(n, node)| (*node, values >> n & 1 == 1));
            let mut now = signals.to_vec();
            self.circuit.given(&mut now, &known.collect(), usize::MAX);
            let unknown = now.iter().any(|signal| signal.value().is_none());
            let held = now.iter().filter(|signal| **signal == Signal::TRUE).count();
            if unknown || held > 1 || held == 0 && exact {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
