//! Compiles a network to a [`Machine`].

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use bouton_core::Meter;
use bouton_core::hashing::FastMap;
use smallvec::SmallVec;

use super::{Change, Choice, Machine, Mover};
use crate::circuit::{Circuit, Signal};
use crate::effects::{Effect, Groups, Specialiser};
use crate::fault::{Fault, Refusal};
use crate::field::{Field, Write, fields};
use crate::groups;
use crate::height;
use crate::layout::Layout;
use crate::network::Network;
use crate::plays::{Joint, Plays};
use crate::program::{Compiler, Places, Probe, Program};
use crate::turns::{Turns, control, joints};
use crate::worth::GoalScoring;

/// The most bytes of all effects together.
const LARGEST: usize = 1 << 30;

/// Machines are distinguished by number; 0 is not used.
static IDS: AtomicU64 = AtomicU64::new(1);

/// A machine under construction.
pub(super) struct Builder {
    network: Network,
    plays: Plays,
    specialiser: Specialiser,
    turns: Turns,
    effects: Vec<Effect>,
    groups: Groups,
}

impl Builder {
    pub(super) fn of(
        mut network: Network,
        plays: Plays,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Refusal> {
        let specialiser = Specialiser::of(&mut network, meter)?;
        Ok(Self {
            network,
            plays,
            specialiser,
            turns: Turns::Watched {
                waiting: Default::default(),
            },
            effects: Vec::new(),
            groups: Groups::default(),
        })
    }

    /// Finds the effects and the groups. A group determines the player to move, if that can be proved.
    pub(super) fn settle(&mut self, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let control = control(&self.network, &self.specialiser, meter)?;
        meter.pause()?;
        if let Some(control) = control {
            self.specialise(&joints(&self.network, &self.plays, Some(&control)), meter)?;
            if let Some(turns) = control.proved(&self.groups) {
                self.turns = turns;
                return Ok(());
            }
        }
        self.turns = Turns::Watched {
            waiting: self.plays.waiting.clone(),
        };
        self.specialise(&joints(&self.network, &self.plays, None), meter)
    }

    fn specialise(&mut self, joints: &[Joint], meter: &mut Meter<'_>) -> Result<(), Refusal> {
        self.effects.clear();
        for joint in joints {
            let effect = self.specialiser.effect(&mut self.network, *joint);
            self.network.circuit.spend(meter)?;
            self.effects.extend(effect);
        }
        self.groups = groups::find(
            &mut self.network,
            &self.plays.positions,
            &self.effects,
            meter,
        )?;
        Ok(())
    }

    /// The non-constant changes of each pair of moves.
    fn simplified(&mut self, meter: &mut Meter<'_>) -> Result<Vec<Simplified>, Refusal> {
        let circuit = &mut self.network.circuit;
        let mut all = Vec::with_capacity(self.effects.len());
        for effect in &self.effects {
            let simplified = effect.simplified(circuit, &self.groups);
            circuit.spend(meter)?;
            all.extend(simplified.map(|(changes, _)| (effect.joint, changes)));
        }
        Ok(all)
    }

    /// The compiled changes of each pair of moves.
    fn changes(
        &self,
        (compiler, fields): (&Compiler<'_>, &[Field]),
        simplified: &[Simplified],
        places: impl Fn(Option<usize>) -> Places,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Change>, Refusal> {
        let before = [Some(0), Some(1), None].map(places);
        let mut changes = Vec::with_capacity(simplified.len());
        let mut held = 0;
        for (joint, next) in simplified {
            let before = &before[self.turns.mover_of(*joint).unwrap_or(2)];
            let known = (fields, &self.groups, &self.turns);
            let change = change(compiler, known, (*joint, next), before);
            let size = change.program.bytes() + 64 * change.choices.len();
            held += size;
            if held > LARGEST {
                let message = "the moves have too many conditions to hold in memory";
                return Err(Fault::whole(&self.network.source, message).into());
            }
            meter.spend_holding(size, || held as u64)?;
            changes.push(change);
        }
        Ok(changes)
    }

    pub(super) fn machine(
        mut self,
        worth: GoalScoring,
        meter: &mut Meter<'_>,
    ) -> Result<Machine, Refusal> {
        let weights = height::find(&mut self.network, &self.effects, &self.groups, meter)?;
        let simplified = self.simplified(meter)?;
        meter.pause()?;
        let (fields, words) = fields(&self.groups);
        let bits = bits(&self.network);
        let network = &self.network;
        let compiler = Compiler {
            circuit: &network.circuit,
            bits: &bits,
        };
        let mut first = Places::default();
        let over = compiler.program(&[network.terminal], &mut first);
        let over = (
            over,
            compiler.probe(network.terminal, |node| first.of(node)),
        );
        meter.pause()?;
        let movers = [0, 1].map(|role| mover(&compiler, network, (&self.turns, role), &first));
        let goals = compile_goals(&compiler, network, &first);
        let places = |mover: Option<usize>| mover.map_or(&first, |mover| &movers[mover].1).clone();
        meter.pause()?;
        let effects = self.changes((&compiler, &fields), &simplified, places, meter)?;
        let numbered = effects.iter().zip(0..);
        let effect_of: FastMap<Joint, u32> =
            numbered.map(|(change, n)| (change.joint, n)).collect();
        let fluents = network.fluents.iter().enumerate();
        let mut machine = Machine {
            id: IDS.fetch_add(1, Ordering::Relaxed),
            limits: Mutex::default(),
            layout: Layout::of(network, &fields),
            fluent_of: fluents.map(|(n, fluent)| (*fluent, n)).collect(),
            turn_names: Vec::new(),
            waited: [0, 1].map(|role| self.turns.waited(network, role, &effect_of)),
            movers: movers.map(|mover| mover.0),
            unpacked: bits.iter().flatten().count().div_ceil(64),
            network: self.network,
            plays: self.plays,
            turns: self.turns,
            effects,
            worth,
            fields,
            bits,
            words,
            over,
            goals,
            effect_of,
            weights,
        };
        machine.turn_names = turn_names(&machine);
        Ok(machine)
    }
}

/// A pair of moves, and the fluents that may change, with their next values.
type Simplified = (Joint, Vec<(usize, Signal)>);

/// A bit for each relevant fluent.
fn bits(network: &Network) -> Vec<Option<u32>> {
    let mut next = 0;
    let bit = |kept: &bool| {
        kept.then(|| {
            next += 1;
            next - 1
        })
    };
    network.kept.iter().map(bit).collect()
}

fn mover(
    compiler: &Compiler<'_>,
    network: &Network,
    (turns, own): (&Turns, usize),
    first: &Places,
) -> (Mover, Places) {
    let moves = [0, 1].map(|role: usize| {
        let all = network.moves[role].iter().enumerate();
        let may = all.filter(|(n, _)| role == own || turns.may_wait(role, *n));
        may.map(|(n, mv)| (n as u32, mv.legal)).collect::<Vec<_>>()
    });
    let roots: Vec<_> = moves.iter().flatten().map(|mv| mv.1).collect();
    let mut places = first.clone();
    let program = compiler.program(&roots, &mut places);
    let probe = |(n, legal): &(u32, Signal)| (*n, compiler.probe(*legal, |node| places.of(node)));
    let legal = moves
        .each_ref()
        .map(|moves| moves.iter().map(probe).collect());
    (Mover { program, legal }, places)
}

type Goals = [Vec<(i64, Probe)>; 2];

fn compile_goals(compiler: &Compiler<'_>, network: &Network, first: &Places) -> (Program, Goals) {
    let roots: Vec<_> = network.goals.iter().flatten().map(|goal| goal.1).collect();
    let mut places = first.clone();
    let program = compiler.program(&roots, &mut places);
    let probe = |goal: &(i64, Signal)| (goal.0, compiler.probe(goal.1, |node| places.of(node)));
    let goals = network
        .goals
        .each_ref()
        .map(|goals| goals.iter().map(probe).collect());
    (program, goals)
}

/// Compiles the changes of a pair of moves; the gates used for listing moves are already evaluated.
fn change(
    compiler: &Compiler<'_>,
    (fields, groups, turns): (&[Field], &Groups, &Turns),
    (joint, changes): (Joint, &[(usize, Signal)]),
    before: &Places,
) -> Change {
    let next: FastMap<usize, Signal> = changes.iter().copied().collect();
    let mut touched: Vec<usize> = next.keys().map(|fluent| groups.of[fluent]).collect();
    touched.sort_unstable();
    touched.dedup();
    let roots: Vec<_> = changes.iter().map(|change| change.1).collect();
    let (program, own) = compiler.after(&roots, before);
    let place = |node| before.of(node).or_else(|| own.get(&node).copied());
    let mut always: SmallVec<[Write; 1]> = SmallVec::new();
    let mut choices = Vec::new();
    // If no deciding fluent changes, the same role moves again.
    let mut mover = turns
        .group()
        .and(turns.mover_of(joint))
        .map(|mover| mover as u8);
    for group in touched {
        let field = &fields[group];
        let of = |fluent: &usize| next.get(fluent).copied().unwrap_or(Circuit::input(*fluent));
        let signals: Vec<_> = field.members.iter().map(of).collect();
        let code = settled(field, &signals);
        if turns.group() == Some(group) {
            mover = code.and_then(|code| turns.of_code(code));
        }
        match code {
            Some(code) => merge(&mut always, field.put(code)),
            None => choices.push(choice((group, field), &signals, |signal| {
                compiler.probe(signal, place)
            })),
        }
    }
    Change {
        joint,
        always,
        program,
        choices,
        next: mover,
    }
}

/// A field whose next value depends on conditions, one for each member.
fn choice(
    (group, field): (usize, &Field),
    signals: &[Signal],
    probe: impl Fn(Signal) -> Probe,
) -> Choice {
    let open = signals
        .iter()
        .enumerate()
        .filter(|(_, signal)| signal.value().is_none());
    Choice {
        field: group as u32,
        codes: open
            .map(|(n, signal)| (field.code(n), probe(*signal)))
            .collect(),
    }
}

/// The next value of a field, if it is constant.
fn settled(field: &Field, signals: &[Signal]) -> Option<u64> {
    if let Some(member) = signals.iter().position(|signal| *signal == Signal::TRUE) {
        return Some(field.code(member));
    }
    signals
        .iter()
        .all(|signal| *signal == Signal::FALSE)
        .then_some(0)
}

fn merge(writes: &mut SmallVec<[Write; 1]>, write: Write) {
    match writes.iter_mut().find(|other| other.word == write.word) {
        Some(other) => {
            other.kept &= write.kept;
            other.set = other.set & write.kept | write.set;
        }
        None => writes.push(write),
    }
}

/// The fluents that determine the player to move, by the names of the roles in which they end.
fn turn_names(machine: &Machine) -> Vec<(String, usize)> {
    let (Some(group), Layout::Board(_)) = (machine.turns.group(), &machine.layout) else {
        return Vec::new();
    };
    let terms = &machine.network.terms;
    let named = machine.fields[group].members.iter().filter_map(|member| {
        let [role] = terms.arguments(machine.network.fluents[*member]) else {
            return None;
        };
        machine
            .network
            .roles
            .contains(role)
            .then(|| (terms.show(*role), *member))
    });
    named.collect()
}
