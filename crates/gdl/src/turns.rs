//! The player to move: given by a proved group of fluents, or checked at every position.

use bouton_core::Meter;
use bouton_core::hashing::{FastMap, FastSet};

use crate::effects::{Groups, Specialiser};
use crate::fault::Refusal;
use crate::network::Network;
use crate::plays::{Joint, Plays};
use crate::term::{Symbol, Term};

/// The most pairs of moves that are all compiled if nothing determines the player to move.
const PAIRS: usize = 4_096;

/// The most ways in which fluents of one name may determine whether a role moves.
const SIDES: usize = 64;

/// The way the player to move is determined.
#[derive(Clone, Debug)]
pub(crate) enum Turns {
    /// By the member of a group that holds. Each role waits in at most one way.
    Told {
        group: usize,
        /// The player for each member of the group.
        movers: Vec<u8>,
        waiting: [Option<usize>; 2],
        exact: bool,
    },
    /// By the role that has more than one move. Holds the moves that were the only one of a role while the other had a
    /// choice.
    Watched { waiting: [FastSet<usize>; 2] },
}

impl Turns {
    /// The player to move, by the member of a group that holds; `None` if only the legal moves determine it.
    pub(crate) fn told(&self, member: impl FnOnce(usize) -> Option<usize>) -> Option<u8> {
        match self {
            Self::Told { group, movers, .. } => {
                Some(member(*group).map_or(0, |member| movers[member]))
            }
            Self::Watched { .. } => None,
        }
    }

    /// The player to move if the group has this code.
    pub(crate) fn of_code(&self, code: u64) -> Option<u8> {
        match self {
            Self::Told { exact, .. } => {
                self.told(|_| (code as usize).checked_sub(usize::from(!exact)))
            }
            Self::Watched { .. } => None,
        }
    }

    /// The group that determines the player to move.
    pub(crate) fn group(&self) -> Option<usize> {
        match self {
            Self::Told { group, .. } => Some(*group),
            Self::Watched { .. } => None,
        }
    }

    /// Whether a move may be the only one of a role while the other has a choice.
    pub(crate) fn may_wait(&self, role: usize, mv: usize) -> bool {
        match self {
            Self::Told { waiting, .. } => waiting[role] == Some(mv),
            Self::Watched { .. } => true,
        }
    }

    /// The player who makes a real move in this pair; `None` if either could.
    pub(crate) fn mover_of(&self, joint: Joint) -> Option<usize> {
        match [0, 1].map(|role: usize| self.may_wait(role, joint[role])) {
            [false, true] => Some(0),
            [true, false] => Some(1),
            _ => None,
        }
    }

    /// The player to move if both have only one move: the one whose move was never seen as waiting, otherwise the first.
    pub(crate) fn of_two(&self, moves: [u32; 2]) -> usize {
        match self {
            Self::Told { .. } => 0,
            Self::Watched { waiting } => {
                let waits = |role: usize| waiting[role].contains(&(moves[role] as usize));
                usize::from(waits(0) && !waits(1))
            }
        }
    }

    /// The effects of a role's moves while the other waits, if it waits in one way only.
    pub(crate) fn waited(
        &self,
        network: &Network,
        role: usize,
        effect_of: &FastMap<Joint, u32>,
    ) -> Vec<Option<u32>> {
        let Self::Told { waiting, .. } = self else {
            return Vec::new();
        };
        let Some(waits) = waiting[1 - role] else {
            return Vec::new();
        };
        let effect = |mv| {
            let mut joint = [waits; 2];
            joint[role] = mv;
            effect_of.get(&joint).copied()
        };
        (0..network.moves[role].len()).map(effect).collect()
    }
}

/// Fluents of one name, some of which hold whenever the first role may choose, and others whenever the second may.
#[derive(Debug)]
pub(crate) struct Control {
    fluents: [FastSet<usize>; 2],
    waiting: [Option<usize>; 2],
}

/// The best guess of the group that determines the player to move.
pub(crate) fn control(
    network: &Network,
    specialiser: &Specialiser,
    meter: &mut Meter<'_>,
) -> Result<Option<Control>, Refusal> {
    let names = network
        .fluents
        .iter()
        .map(|fluent| network.terms.symbol_of(*fluent));
    let names: FastSet<Symbol> = names.collect();
    let mut best: Option<(Doubt, Control)> = None;
    for name in names {
        let mut of = |role| sides(network, specialiser, (role, name), meter);
        let [first, second] = [of(0)?, of(1)?];
        for (one, other) in first
            .iter()
            .flat_map(|one| second.iter().map(move |other| (one, other)))
        {
            meter.spend(one.0.len() + other.0.len())?;
            if !one.0.is_disjoint(&other.0) {
                continue;
            }
            let control = Control {
                fluents: [one.0.clone(), other.0.clone()],
                waiting: [one.1, other.1],
            };
            let doubt = control.doubt(network);
            if best.as_ref().is_none_or(|(least, _)| doubt < *least) {
                best = Some((doubt, control));
            }
        }
    }
    Ok(best.map(|(_, control)| control))
}

/// The number of fluents, the number of them that name no player, and their list.
type Doubt = (usize, usize, Vec<usize>);

/// Fluents of which one holds whenever a role may choose, and the role's only move otherwise.
type Side = (FastSet<usize>, Option<usize>);

/// The fluents of a name that a role's moves need: all of them, or all but one.
fn sides(
    network: &Network,
    specialiser: &Specialiser,
    (role, name): (usize, Symbol),
    meter: &mut Meter<'_>,
) -> Result<Vec<Side>, Refusal> {
    let needs = |mv: usize| -> Vec<usize> {
        let implied = specialiser.implied(role, mv).iter();
        let held = implied.filter(|input| !input.is_negated());
        let fluents = held.filter_map(|input| network.circuit.as_input(input.node()));
        let is_named = |fluent: &Term| network.terms.symbol_of(*fluent) == name;
        fluents
            .filter(|n| network.fluents.get(*n).is_some_and(is_named))
            .collect()
    };
    let needs: Vec<Vec<usize>> = (0..network.moves[role].len())
        .map(|mv| {
            meter.spend(1 + specialiser.implied(role, mv).len())?;
            Ok(needs(mv))
        })
        .collect::<Result<_, Refusal>>()?;
    let mut sides: Vec<Side> = Vec::new();
    let mut counts: FastMap<usize, usize> = FastMap::default();
    for fluent in needs.iter().flatten() {
        *counts.entry(*fluent).or_default() += 1;
    }
    let mut open = needs
        .iter()
        .enumerate()
        .filter(|(_, needs)| needs.is_empty());
    let open = (open.next(), open.next());
    if open.0.is_none() {
        sides.push((counts.keys().copied().collect(), None));
    }
    for (waits, own) in needs.iter().enumerate() {
        let alone = own.iter().all(|fluent| counts[fluent] == 1);
        let others_need = open.1.is_none() && open.0.is_none_or(|(n, _)| n == waits);
        meter.spend(1 + own.len())?;
        if alone && others_need {
            meter.spend(counts.len() * (1 + own.len()))?;
            let others = counts.keys().filter(|fluent| !own.contains(fluent));
            sides.push((others.copied().collect(), Some(waits)));
        }
    }
    sides.retain(|side| !side.0.is_empty());
    sides.truncate(SIDES);
    Ok(sides)
}

impl Control {
    /// The measure of a guess: fewer fluents, and fewer that name no player, are better; the first of equals is taken.
    fn doubt(&self, network: &Network) -> Doubt {
        let unnamed = |role: usize| {
            let names = |fluent: &&usize| {
                let arguments = network.terms.arguments(network.fluents[**fluent]);
                arguments.contains(&network.roles[role])
            };
            let fluents = &self.fluents[role];
            fluents.len() - fluents.iter().filter(names).count()
        };
        let mut all: Vec<_> = self.fluents.iter().flatten().copied().collect();
        all.sort_unstable();
        (all.len(), unnamed(0) + unnamed(1), all)
    }

    /// The player to move, if all the fluents belong to one group, of which at most one holds.
    pub(crate) fn proved(&self, groups: &Groups) -> Option<Turns> {
        let mut all = self
            .fluents
            .iter()
            .flatten()
            .map(|fluent| groups.of[fluent]);
        let group = all.next()?;
        if all.any(|other| other != group) {
            return None;
        }
        let found = &groups.all[group];
        let mover = |member: &usize| u8::from(self.fluents[1].contains(member));
        Some(Turns::Told {
            group,
            movers: found.members.iter().map(mover).collect(),
            waiting: self.waiting,
            exact: found.exact,
        })
    }
}

/// The pairs of moves that may be made together: one of them is waiting, or nothing is known.
pub(crate) fn joints(network: &Network, plays: &Plays, control: Option<&Control>) -> Vec<Joint> {
    let counts = network.moves.each_ref().map(Vec::len);
    let waiting: [Vec<usize>; 2] = match control {
        Some(control) => control.waiting.map(|waits| waits.into_iter().collect()),
        None if counts[0].saturating_mul(counts[1]) <= PAIRS => {
            counts.map(|count| (0..count).collect())
        }
        None => plays
            .waiting
            .each_ref()
            .map(|moves| moves.iter().copied().collect()),
    };
    let mut joints = Vec::new();
    for own in 0..2 {
        for mv in 0..counts[own] {
            for waits in &waiting[1 - own] {
                let mut joint = [*waits; 2];
                joint[own] = mv;
                joints.push(joint);
            }
        }
    }
    joints.sort_unstable();
    joints.dedup();
    joints
}
