//! [`Network`]: a game without variables as a circuit: from the state and the moves to legality, the end, and the next
//! state.

use bouton_core::Meter;
use bouton_core::hashing::FastMap;

use crate::circuit::{Circuit, Signal};
use crate::components::components;
use crate::fault::{Fault, Refusal, Source, shortened};
use crate::grounding::{Ground, Instance};
use crate::rule::{DOES, GOAL, KEYWORDS, LEGAL, NEXT, Predicate, TERMINAL, TRUE};
use crate::term::{Term, Terms};

/// The most conditions of a circuit.
const NODES: usize = 12_000_000;

/// A game as a circuit. Its inputs are the fluents, then the moves.
#[derive(Debug)]
pub(crate) struct Network {
    pub(crate) source: Source,
    pub(crate) terms: Terms,
    pub(crate) circuit: Circuit,
    pub(crate) roles: [Term; 2],
    /// The fluents: the possible arguments of `true`.
    pub(crate) fluents: Vec<Term>,
    /// Whether play depends on each fluent.
    pub(crate) kept: Vec<bool>,
    /// Whether each holds at the start.
    pub(crate) start: Vec<bool>,
    /// The value of each fluent after the moves.
    pub(crate) next: Vec<Signal>,
    /// Each role's moves.
    pub(crate) moves: [Vec<Move>; 2],
    pub(crate) terminal: Signal,
    /// Each role's goals.
    pub(crate) goals: [Vec<(i64, Signal)>; 2],
    /// The number of rules, and of instances of those that depend on the position.
    pub(crate) size: [usize; 2],
}

/// A move of a role.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) term: Term,
    pub(crate) legal: Signal,
    /// The input that is true if the move is made.
    pub(crate) does: Signal,
}

impl Network {
    /// Makes the circuit.
    ///
    /// # Errors
    /// If there are not two roles, a condition is its own negation, a goal is not a number, or a limit is reached.
    pub(crate) fn of(ground: Ground, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let roles = roles(&ground)?;
        let mut wiring = Wiring::of(&ground, meter)?;
        wiring.number_inputs(roles, meter)?;
        wiring.wire(meter)?;
        meter.pause()?;
        let mut network = wiring.network(roles)?;
        meter.pause()?;
        network.size = [ground.rules, ground.instances.len()];
        network.keep();
        network.terms = ground.terms;
        network.source = ground.source;
        Ok(network)
    }

    /// Finds the fluents that affect the course of play.
    fn keep(&mut self) {
        let mut roots = vec![self.terminal];
        for moves in &self.moves {
            roots.extend(moves.iter().map(|mv| mv.legal));
        }
        for goals in &self.goals {
            roots.extend(goals.iter().map(|goal| goal.1));
        }
        self.kept = vec![false; self.fluents.len()];
        let mut seen = vec![false; self.circuit.len()];
        while let Some(root) = roots.pop() {
            if std::mem::replace(&mut seen[root.node() as usize], true) {
                continue;
            }
            roots.extend(self.circuit.parts(root.node()));
            if let Some(fluent) = self.circuit.as_input(root.node())
                && fluent < self.fluents.len()
            {
                self.kept[fluent] = true;
                roots.push(self.next[fluent]);
            }
        }
    }

    /// The move as text for people.
    pub(crate) fn show_move(&self, role: usize, mv: usize) -> String {
        self.terms.show_open(self.moves[role][mv].term)
    }

    pub(crate) fn role(&self, role: usize) -> String {
        self.terms.show(self.roles[role])
    }
}

fn roles(ground: &Ground) -> Result<[Term; 2], Fault> {
    let names: Vec<_> = ground
        .roles
        .iter()
        .map(|role| ground.terms.show(*role))
        .collect();
    if names.iter().any(|name| name == "random") {
        let message = "the role random belongs to GDL-II, for games with chance; only games without chance are solved here";
        return Err(Fault::whole(&ground.source, message));
    }
    match ground.roles[..] {
        [first, second] => Ok([first, second]),
        [] => Err(Fault::whole(
            &ground.source,
            "there are no roles: expected (role …) twice",
        )),
        [_] => {
            let message = format!(
                "this is a puzzle of one role, {}; only games of two are solved here",
                names[0]
            );
            Err(Fault::whole(&ground.source, message))
        }
        _ => {
            let message = format!(
                "this game has {} roles ({}); only games of two are solved here",
                names.len(),
                shortened(&names.join(", "), 60)
            );
            Err(Fault::whole(&ground.source, message))
        }
    }
}

/// A circuit under construction.
struct Wiring<'g> {
    ground: &'g Ground,
    circuit: Circuit,
    /// The inputs by their atoms, `true` and `does`.
    inputs: FastMap<Term, Signal>,
    fluents: Vec<Term>,
    /// The atoms that rules derive, and the number of each term's atom.
    atoms: Vec<Term>,
    atom_of: FastMap<Term, usize>,
    /// The instances by their heads: those of atom n end at `ends[n]`.
    order: Vec<u32>,
    ends: Vec<u32>,
    signals: Vec<Signal>,
}

impl<'g> Wiring<'g> {
    fn of(ground: &'g Ground, meter: &mut Meter<'_>) -> Result<Self, Refusal> {
        let mut atoms: Vec<Term> = Vec::new();
        let mut atom_of = FastMap::default();
        let mut heads = Vec::with_capacity(ground.instances.len());
        for instance in &ground.instances {
            meter.spend(1)?;
            heads.push(*atom_of.entry(instance.head).or_insert_with(|| {
                atoms.push(instance.head);
                atoms.len() - 1
            }));
        }
        let (order, ends) = sorted(&heads, atoms.len());
        Ok(Self {
            ground,
            circuit: Circuit::new(0),
            inputs: FastMap::default(),
            fluents: Vec::new(),
            signals: vec![Signal::FALSE; atoms.len()],
            atoms,
            atom_of,
            order,
            ends,
        })
    }

    /// The atoms of a keyword.
    fn atoms_of(&self, predicate: Predicate) -> impl Iterator<Item = (usize, &[Term])> {
        let terms = &self.ground.terms;
        let symbol = terms.known_symbol(KEYWORDS[predicate as usize].0);
        let atoms = self.atoms.iter().enumerate();
        let named = atoms.filter(move |(_, atom)| Some(terms.symbol_of(**atom)) == symbol);
        named.map(|(n, atom)| (n, terms.arguments(*atom)))
    }

    fn number_inputs(&mut self, roles: [Term; 2], meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let mut fluents = self.ground.start.clone();
        fluents.extend(self.atoms_of(NEXT).map(|(_, arguments)| arguments[0]));
        let mut seen = bouton_core::hashing::FastSet::default();
        fluents.retain(|fluent| seen.insert(*fluent));
        let moves = self
            .atoms_of(LEGAL)
            .map(|(_, arguments)| arguments.to_vec());
        let moves: Vec<_> = moves.filter(|mv| roles.contains(&mv[0])).collect();
        self.circuit = Circuit::new(fluents.len() + moves.len());
        let terms = &self.ground.terms;
        let of = |predicate: Predicate, arguments: &[Term]| {
            let symbol = terms.known_symbol(KEYWORDS[predicate as usize].0)?;
            terms.known(symbol, arguments)
        };
        let held = fluents.iter().map(|fluent| of(TRUE, &[*fluent]));
        let done = moves.iter().map(|mv| of(DOES, mv));
        for (n, atom) in held.chain(done).enumerate() {
            meter.spend(1)?;
            let atom = atom.expect("invariant: every possible fact and move was derived");
            self.inputs.insert(atom, Circuit::input(n));
        }
        self.fluents = fluents;
        Ok(())
    }

    fn instances(&self, atom: usize) -> impl Iterator<Item = &'g Instance> + use<'g, '_> {
        let start = atom.checked_sub(1).map_or(0, |before| self.ends[before]);
        let range = start as usize..self.ends[atom] as usize;
        let ground = self.ground;
        self.order[range]
            .iter()
            .map(|n| &ground.instances[*n as usize])
    }

    /// Wires every atom, each after the atoms that it needs.
    fn wire(&mut self, meter: &mut Meter<'_>) -> Result<(), Refusal> {
        let needs = |atom: usize, to: &mut Vec<usize>| {
            for instance in self.instances(atom) {
                let (positive, negative) = self.ground.body(instance);
                let both = positive.iter().chain(negative);
                to.extend(both.filter_map(|term| self.atom_of.get(term)));
            }
        };
        let components = components(self.atoms.len(), needs);
        meter.pause()?;
        for component in components {
            let alone = component.len() == 1 && !self.needs_itself(component[0]);
            let rounds = if alone { 1 } else { component.len() };
            if !alone {
                self.check_negation(&component)?;
            }
            self.settle(&component, rounds, meter)?;
        }
        Ok(())
    }

    fn needs_itself(&self, atom: usize) -> bool {
        let term = &self.atoms[atom];
        self.instances(atom).any(|instance| {
            let (positive, negative) = self.ground.body(instance);
            positive.contains(term) || negative.contains(term)
        })
    }

    /// Refuses a cycle of atoms that contains a negation.
    fn check_negation(&self, component: &[usize]) -> Result<(), Fault> {
        let inside: bouton_core::hashing::FastSet<_> =
            component.iter().map(|n| self.atoms[*n]).collect();
        for &atom in component {
            for instance in self.instances(atom) {
                let (_, negative) = self.ground.body(instance);
                if let Some(denied) = negative.iter().find(|term| inside.contains(term)) {
                    let show = |term| shortened(&self.ground.terms.show(term), 60);
                    let message = format!(
                        "{} depends on its own negation, by way of (not {}): such rules have no meaning",
                        show(self.atoms[atom]),
                        show(*denied)
                    );
                    return Err(Fault::whole(&self.ground.source, message));
                }
            }
        }
        Ok(())
    }

    /// The least fixed point of atoms that depend on each other: all false, then the rules are applied repeatedly.
    fn settle(
        &mut self,
        component: &[usize],
        rounds: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), Refusal> {
        for _ in 0..rounds {
            let mut changed = false;
            for &atom in component {
                let signal = self.signal(atom);
                changed |= std::mem::replace(&mut self.signals[atom], signal) != signal;
                self.circuit.spend(meter)?;
            }
            if self.circuit.len() > NODES {
                let atom = self.ground.terms.show(self.atoms[component[0]]);
                let message = format!(
                    "the rules make more than {NODES} conditions; the last was {}, which needs itself by way of {} others",
                    shortened(&atom, 60),
                    component.len() - 1
                );
                return Err(Fault::whole(&self.ground.source, message).into());
            }
            if !changed {
                break;
            }
        }
        Ok(())
    }

    fn signal(&mut self, atom: usize) -> Signal {
        let mut bodies = Vec::new();
        let instances: Vec<_> = self.instances(atom).collect();
        for instance in instances {
            let (positive, negative) = self.ground.body(instance);
            let holds = positive.iter().map(|term| self.known(*term));
            let fails = negative.iter().map(|term| !self.known(*term));
            let mut body: Vec<_> = holds.chain(fails).collect();
            bodies.push(self.circuit.all(&mut body));
        }
        self.circuit.any(&mut bodies)
    }

    /// A term that cannot be derived is false.
    fn known(&self, term: Term) -> Signal {
        let atom = || self.atom_of.get(&term).map(|atom| self.signals[*atom]);
        let input = self.inputs.get(&term).copied();
        input.or_else(atom).unwrap_or(Signal::FALSE)
    }

    fn network(self, roles: [Term; 2]) -> Result<Network, Fault> {
        let next: FastMap<Term, Signal> = self
            .atoms_of(NEXT)
            .map(|(n, arguments)| (arguments[0], self.signals[n]))
            .collect();
        let next = |fluent: &Term| next.get(fluent).copied().unwrap_or(Signal::FALSE);
        let terminal = self.atoms_of(TERMINAL).next();
        let starts: bouton_core::hashing::FastSet<_> = self.ground.start.iter().collect();
        Ok(Network {
            source: self.ground.source.clone(),
            terms: Terms::default(),
            roles,
            next: self.fluents.iter().map(next).collect(),
            start: self
                .fluents
                .iter()
                .map(|fluent| starts.contains(fluent))
                .collect(),
            kept: Vec::new(),
            moves: roles.map(|role| self.moves(role)),
            terminal: terminal.map_or(Signal::FALSE, |(n, _)| self.signals[n]),
            goals: [self.goals(roles[0])?, self.goals(roles[1])?],
            size: [0; 2],
            fluents: self.fluents,
            circuit: self.circuit,
        })
    }

    fn moves(&self, role: Term) -> Vec<Move> {
        let inputs = self.fluents.len();
        let legal = self.atoms_of(LEGAL).filter(|(_, arguments)| {
            // In the order in which the inputs were numbered.
            self.ground.roles.contains(&arguments[0])
        });
        let numbered = legal
            .enumerate()
            .filter(|(_, (_, arguments))| arguments[0] == role);
        let moves = numbered.map(|(place, (n, arguments))| Move {
            term: arguments[1],
            legal: self.signals[n],
            does: Circuit::input(inputs + place),
        });
        moves.collect()
    }

    fn goals(&self, role: Term) -> Result<Vec<(i64, Signal)>, Fault> {
        let terms = &self.ground.terms;
        let mut goals = Vec::new();
        for (n, arguments) in self
            .atoms_of(GOAL)
            .filter(|(_, arguments)| arguments[0] == role)
        {
            let value = terms.show(arguments[1]);
            let number = value.parse::<i32>().map_err(|_| {
                let message = format!(
                    "a goal is a whole number, found {} for {}",
                    shortened(&value, 40),
                    terms.show(role)
                );
                Fault::whole(&self.ground.source, message)
            })?;
            goals.push((i64::from(number), self.signals[n]));
        }
        Ok(goals)
    }
}

/// The indexes of a list sorted by value, and the end of the indexes of each value.
fn sorted(values: &[usize], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut ends = vec![0u32; count];
    for value in values {
        ends[*value] += 1;
    }
    let mut sum = 0;
    for end in &mut ends {
        let own = std::mem::replace(end, sum);
        sum += own;
    }
    let mut order = vec![0; values.len()];
    for (place, value) in values.iter().enumerate() {
        order[ends[*value] as usize] = place as u32;
        ends[*value] += 1;
    }
    (order, ends)
}
