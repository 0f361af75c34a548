//! Random plays with the uncompiled circuit: observations about a game before it is opened.

use bouton_core::Meter;
use bouton_core::hashing::FastSet;

use crate::fault::Refusal;
use crate::network::Network;
use crate::program::{Compiler, Places, Probe, Program};

/// The most plies of all plays together, and of one.
const PLIES: usize = 6_000;
const LONGEST: usize = 600;
/// The approximate number of evaluated gates after which no further play begins.
const GATES: usize = 20_000_000;
/// The most positions kept.
const KEPT: usize = 1_000;

/// The most positions examined to find the moves that lead to one.
const LOOKED: usize = 20_000;

/// A move of each role.
pub(crate) type Joint = [usize; 2];

/// The observations from some plays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plays {
    /// Positions, each as a flag for every fluent.
    pub(crate) positions: Vec<Vec<bool>>,
    /// Moves that were the only one of a role while the other had a choice.
    pub(crate) waiting: [FastSet<usize>; 2],
    /// The goals at ends, each pair once, with the moves from the start.
    pub(crate) ends: Vec<([i64; 2], Vec<Joint>)>,
    pub(crate) troubles: Vec<(Trouble, Vec<Joint>)>,
    /// The plies of the shortest and of the longest play that ended.
    pub(crate) lengths: Option<[usize; 2]>,
    /// The first play, as far as it was followed.
    pub(crate) line: Vec<Joint>,
}

/// The error of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Both roles have a choice, among these moves.
    BothChoose(Joint, Joint),
    /// A role has no move, although play is not over.
    Stuck(usize),
    /// A role has these goals when play is over.
    Goals(usize, Vec<i64>),
}

/// A completely compiled network.
pub(crate) struct Simulator<'n> {
    network: &'n Network,
    /// Terminal, moves, goals; then the next state.
    seeing: Program,
    going: Program,
    terminal: Probe,
    legal: [Vec<Probe>; 2],
    goals: [Vec<(i64, Probe)>; 2],
    next: Vec<Probe>,
    bits: Vec<u64>,
    values: Vec<bool>,
}

impl<'n> Simulator<'n> {
    pub(crate) fn of(network: &'n Network) -> Self {
        let inputs = network.fluents.len() + network.moves[0].len() + network.moves[1].len();
        let bits: Vec<_> = (0..inputs as u32).map(Some).collect();
        let compiler = Compiler {
            circuit: &network.circuit,
            bits: &bits,
        };
        let mut places = Places::default();
        let mut seen = vec![network.terminal];
        for role in 0..2 {
            seen.extend(network.moves[role].iter().map(|mv| mv.legal));
            seen.extend(network.goals[role].iter().map(|goal| goal.1));
        }
        let seeing = compiler.program(&seen, &mut places);
        let going = compiler.program(&network.next, &mut places);
        let probe = |signal| compiler.probe(signal, |node| places.of(node));
        Self {
            terminal: probe(network.terminal),
            legal: [0, 1].map(|role: usize| {
                network.moves[role]
                    .iter()
                    .map(|mv| probe(mv.legal))
                    .collect()
            }),
            goals: [0, 1].map(|role: usize| {
                network.goals[role]
                    .iter()
                    .map(|goal| (goal.0, probe(goal.1)))
                    .collect()
            }),
            next: network.next.iter().map(|next| probe(*next)).collect(),
            bits: vec![0; inputs.div_ceil(64)],
            values: Vec::new(),
            network,
            seeing,
            going,
        }
    }

    fn set(&mut self, bit: usize, value: bool) {
        let mask = 1 << (bit % 64);
        match value {
            true => self.bits[bit / 64] |= mask,
            false => self.bits[bit / 64] &= !mask,
        }
    }

    /// Sets the position.
    pub(crate) fn go(&mut self, holds: &[bool]) {
        self.bits.fill(0);
        for (fluent, holds) in holds.iter().enumerate() {
            self.set(fluent, *holds);
        }
        self.see();
    }

    fn see(&mut self) {
        self.seeing.run(&self.bits, &mut self.values);
    }

    fn holds(&self, probe: Probe) -> bool {
        probe.holds(&self.bits, &self.values)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.holds(self.terminal)
    }

    pub(crate) fn legal(&self, role: usize) -> Vec<usize> {
        let moves = self.legal[role].iter().enumerate();
        moves
            .filter(|(_, probe)| self.holds(**probe))
            .map(|(n, _)| n)
            .collect()
    }

    pub(crate) fn goals(&self, role: usize) -> Vec<i64> {
        let goals = self.goals[role].iter();
        goals
            .filter(|goal| self.holds(goal.1))
            .map(|goal| goal.0)
            .collect()
    }

    pub(crate) fn position(&self) -> Vec<bool> {
        let fluents = 0..self.network.fluents.len();
        fluents
            .map(|bit| self.bits[bit / 64] >> (bit % 64) & 1 == 1)
            .collect()
    }

    /// Makes a move of each role.
    pub(crate) fn play(&mut self, joint: Joint) {
        let done = [0, 1].map(|role: usize| {
            let does = self.network.moves[role][joint[role]].does;
            self.network
                .circuit
                .as_input(does.node())
                .unwrap_or_default()
        });
        for bit in done {
            self.set(bit, true);
        }
        self.going.run(&self.bits, &mut self.values);
        let next: Vec<bool> = self.next.iter().map(|probe| self.holds(*probe)).collect();
        self.go(&next);
    }

    fn cost(&self) -> usize {
        self.going.end()
    }
}

/// Plays at random, with the same plays each time, until enough was seen.
pub(crate) fn play(network: &Network, meter: &mut Meter<'_>) -> Result<Plays, Refusal> {
    let mut simulator = Simulator::of(network);
    let mut plays = Plays::default();
    let mut random = 0x9e37_79b9_7f4a_7c15;
    let most = PLIES.min(GATES / (simulator.cost() + 1)).max(20);
    let mut plies = 0;
    while plies < most && plays.troubles.is_empty() {
        simulator.go(&network.start);
        let line = plays.once(
            &mut simulator,
            (&mut random, LONGEST.min(most - plies)),
            meter,
        )?;
        plies += line.len() + 1;
        if plays.line.is_empty() {
            plays.line = line;
        }
    }
    Ok(plays)
}

/// Marsaglia's xorshift.
fn one_of(many: &[usize], random: &mut u64) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    many[(*random % many.len() as u64) as usize]
}

impl Plays {
    fn once(
        &mut self,
        simulator: &mut Simulator<'_>,
        (random, most): (&mut u64, usize),
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Joint>, Refusal> {
        let mut line = Vec::new();
        while line.len() < most {
            meter.spend(simulator.cost())?;
            if self.positions.len() < KEPT {
                self.positions.push(simulator.position());
            }
            if simulator.is_over() {
                self.end(simulator, &line);
                break;
            }
            let legal = [0, 1].map(|role| simulator.legal(role));
            if let Some(trouble) = trouble(&legal) {
                self.troubles.push((trouble, line.clone()));
                break;
            }
            for role in 0..2 {
                if legal[role].len() == 1 && legal[1 - role].len() > 1 {
                    self.waiting[role].insert(legal[role][0]);
                }
            }
            let joint = [0, 1].map(|role: usize| one_of(&legal[role], random));
            line.push(joint);
            simulator.play(joint);
        }
        Ok(line)
    }

    fn end(&mut self, simulator: &Simulator<'_>, line: &[Joint]) {
        let goals = [0, 1].map(|role| simulator.goals(role));
        let plies = line.len();
        let [shortest, longest] = self.lengths.unwrap_or([plies, plies]);
        self.lengths = Some([shortest.min(plies), longest.max(plies)]);
        match (&goals[0][..], &goals[1][..]) {
            ([first], [second]) => {
                let pair = [*first, *second];
                if self.ends.iter().all(|(known, _)| *known != pair) {
                    self.ends.push((pair, line.to_vec()));
                }
            }
            _ => {
                let role = usize::from(goals[0].len() == 1);
                let trouble = Trouble::Goals(role, goals[role].clone());
                self.troubles.push((trouble, line.to_vec()));
            }
        }
    }
}

/// The error of a position where play is not over, from its legal moves.
fn trouble(legal: &[Vec<usize>; 2]) -> Option<Trouble> {
    match legal.each_ref().map(Vec::len) {
        [0, _] => Some(Trouble::Stuck(0)),
        [_, 0] => Some(Trouble::Stuck(1)),
        [first, second] if first > 1 && second > 1 => {
            let two = |role: usize| [legal[role][0], legal[role][1]];
            Some(Trouble::BothChoose(two(0), two(1)))
        }
        _ => None,
    }
}

impl Network {
    /// The error of a position, as a sentence.
    pub(crate) fn tell(&self, trouble: &Trouble, position: &str) -> String {
        let what = match trouble {
            Trouble::BothChoose(first, second) => {
                let show = |role: usize, moves: &Joint| {
                    let moves = moves.map(|mv| self.show_move(role, mv));
                    format!("{}: {}, {} …", self.role(role), moves[0], moves[1])
                };
                format!(
                    "both choose at once ({}; {}); only games whose players take turns are solved here",
                    show(0, first),
                    show(1, second)
                )
            }
            Trouble::Stuck(role) => format!(
                "{} has no legal move, though play is not over",
                self.role(*role)
            ),
            Trouble::Goals(role, goals) if goals.is_empty() => {
                format!("play is over, and {} has no goal", self.role(*role))
            }
            Trouble::Goals(role, goals) => {
                let goals: Vec<_> = goals.iter().map(i64::to_string).collect();
                format!(
                    "play is over, and {} has the goals {}",
                    self.role(*role),
                    goals.join(" and ")
                )
            }
        };
        format!("{what}, where {position}")
    }

    /// The error of the position after some moves from the start.
    pub(crate) fn told(&self, trouble: &Trouble, line: &[Joint]) -> String {
        let mut simulator = Simulator::of(self);
        simulator.go(&self.start);
        for joint in line {
            simulator.play(*joint);
        }
        let held = simulator.position();
        let held = (0..held.len()).filter(|fluent| held[*fluent]);
        let position: Vec<_> = held
            .map(|fluent| self.terms.show(self.fluents[fluent]))
            .collect();
        format!(
            "{}; {}",
            self.tell(trouble, &position.join(" ")),
            self.after(line)
        )
    }

    /// The moves to a position that `is_there` recognises, if they are found quickly.
    pub(crate) fn line_to(&self, is_there: impl Fn(&[bool]) -> bool) -> Option<Vec<Joint>> {
        let mut simulator = Simulator::of(self);
        let mut seen = vec![(self.start.clone(), usize::MAX, [0; 2])];
        let mut known: FastSet<Vec<bool>> = seen.iter().map(|place| place.0.clone()).collect();
        let most = LOOKED.min(GATES / (simulator.cost() + 1));
        let mut n = 0;
        while n < seen.len() && seen.len() < most {
            if is_there(&seen[n].0) {
                return Some(line(&seen, n));
            }
            simulator.go(&seen[n].0);
            let legal = [0, 1].map(|role| simulator.legal(role));
            if !simulator.is_over() && trouble(&legal).is_none() {
                let pairs = legal[0]
                    .iter()
                    .flat_map(|a| legal[1].iter().map(move |b| [*a, *b]));
                for joint in pairs {
                    simulator.go(&seen[n].0);
                    simulator.play(joint);
                    let after = simulator.position();
                    if known.insert(after.clone()) {
                        seen.push((after, n, joint));
                    }
                }
            }
            n += 1;
        }
        None
    }

    /// `at the start`, or the moves from the start.
    pub(crate) fn after(&self, line: &[Joint]) -> String {
        if line.is_empty() {
            return "so at the start".to_owned();
        }
        let joint = |joint: &Joint| {
            format!(
                "{} & {}",
                self.show_move(0, joint[0]),
                self.show_move(1, joint[1])
            )
        };
        let moves: Vec<_> = line.iter().map(joint).collect();
        format!("so after {}", moves.join(", "))
    }
}

/// The moves to the nth of some positions, each of which stores its predecessor.
fn line(seen: &[(Vec<bool>, usize, Joint)], mut n: usize) -> Vec<Joint> {
    let mut line = Vec::new();
    while seen[n].1 != usize::MAX {
        line.push(seen[n].2);
        n = seen[n].1;
    }
    line.reverse();
    line
}
