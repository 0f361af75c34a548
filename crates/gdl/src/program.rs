//! Conditions compiled to run on one position: gates that compare words of bits.

use bouton_core::hashing::FastMap;
use smallvec::SmallVec;

use crate::circuit::{Circuit, Node, Signal};

/// The place of a condition's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Probe {
    Known(bool),
    /// A bit of the position, with the required value.
    Bit(u32, bool),
    /// A gate, with the required value.
    Gate(u32, bool),
}

impl Probe {
    #[inline]
    pub(crate) fn holds(self, bits: &[u64], values: &[bool]) -> bool {
        match self {
            Self::Known(value) => value,
            Self::Bit(bit, is) => (bits[bit as usize / 64] >> (bit % 64) & 1 == 1) == is,
            Self::Gate(gate, is) => values[gate as usize] == is,
        }
    }
}

/// Gates in the order of evaluation; each value has its own place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Program {
    /// The place of the first gate's value.
    first: u32,
    gates: Vec<Gate>,
    masks: Vec<Mask>,
    /// Twice the place of a gate, plus one for its negation.
    inputs: Vec<u32>,
}

/// The end of a gate in `masks` and `inputs`; it begins where the previous one ends.
#[derive(Clone, Copy, Debug)]
struct Gate {
    masks: u32,
    inputs: u32,
}

/// Some bits of a word, with the required values.
#[derive(Clone, Copy, Debug)]
struct Mask {
    word: u32,
    mask: u64,
    bits: u64,
}

impl Program {
    /// Evaluates the gates.
    #[inline]
    pub(crate) fn run(&self, bits: &[u64], values: &mut Vec<bool>) {
        let end = self.end();
        if values.len() < end {
            values.resize(end, false);
        }
        let (mut mask, mut input) = (0, 0);
        for (gate, place) in self.gates.iter().zip(self.first as usize..) {
            let masks = &self.masks[mask as usize..gate.masks as usize];
            let inputs = &self.inputs[input as usize..gate.inputs as usize];
            (mask, input) = (gate.masks, gate.inputs);
            values[place] = masks
                .iter()
                .all(|mask| bits[mask.word as usize] & mask.mask == mask.bits)
                && inputs
                    .iter()
                    .all(|input| values[(input >> 1) as usize] != (input & 1 == 1));
        }
    }

    /// The place after the last gate.
    pub(crate) fn end(&self) -> usize {
        self.first as usize + self.gates.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.gates[..]) + size_of_val(&self.masks[..]) + size_of_val(&self.inputs[..])
    }
}

/// The places of the gates that are evaluated earlier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    of: FastMap<Node, u32>,
    count: u32,
}

/// Compiles conditions on inputs that have a bit each.
pub(crate) struct Compiler<'c> {
    pub(crate) circuit: &'c Circuit,
    /// The bit of each input; an input without a bit is never used.
    pub(crate) bits: &'c [Option<u32>],
}

impl Compiler<'_> {
    /// A program that evaluates some conditions, except for gates that already have a place.
    pub(crate) fn program(&self, roots: &[Signal], places: &mut Places) -> Program {
        let first = places.count;
        let (program, new) = self.after(roots, places);
        places.of.extend(new);
        places.count = first + program.gates.len() as u32;
        program
    }

    /// The same, with a separate list of places for its own gates.
    pub(crate) fn after(&self, roots: &[Signal], before: &Places) -> (Program, FastMap<Node, u32>) {
        let mut program = Program {
            first: before.count,
            ..Program::default()
        };
        let mut own = FastMap::default();
        for node in self.needed(roots, before) {
            own.insert(node, program.end() as u32);
            let place = |node: Node| before.of.get(&node).or_else(|| own.get(&node)).copied();
            self.gate(node, place, &mut program);
        }
        (program, own)
    }

    /// The nodes that need a gate, in ascending order.
    fn needed(&self, roots: &[Signal], before: &Places) -> Vec<Node> {
        let mut seen = bouton_core::hashing::FastSet::default();
        let mut open: Vec<Node> = roots.iter().map(|root| root.node()).collect();
        while let Some(node) = open.pop() {
            let is_gate = node != 0 && self.circuit.as_input(node).is_none();
            if !is_gate || before.of.contains_key(&node) || !seen.insert(node) {
                continue;
            }
            let parts = self
                .circuit
                .parts(node)
                .filter(|part| !self.is_inlined(*part));
            open.extend(parts.map(Signal::node));
        }
        let mut needed: Vec<_> = seen.into_iter().collect();
        needed.sort_unstable();
        needed
    }

    /// A conjunction of inputs needs no separate gate in a larger one.
    fn is_inlined(&self, part: Signal) -> bool {
        !part.is_negated()
            && self.circuit.as_input(part.node()).is_none()
            && self
                .circuit
                .parts(part.node())
                .all(|part| self.circuit.as_input(part.node()).is_some())
    }

    fn gate(&self, node: Node, place: impl Fn(Node) -> Option<u32>, program: &mut Program) {
        let mut masks: SmallVec<[Mask; 4]> = SmallVec::new();
        for part in self.circuit.parts(node) {
            if self.is_inlined(part) {
                for inner in self.circuit.parts(part.node()) {
                    self.mask(inner, &mut masks);
                }
            } else if self.circuit.as_input(part.node()).is_some() {
                self.mask(part, &mut masks);
            } else {
                let place = place(part.node()).expect("invariant: parts come before");
                program
                    .inputs
                    .push(2 * place + u32::from(part.is_negated()));
            }
        }
        program.masks.extend(masks);
        program.gates.push(Gate {
            masks: program.masks.len() as u32,
            inputs: program.inputs.len() as u32,
        });
    }

    fn mask(&self, input: Signal, masks: &mut SmallVec<[Mask; 4]>) {
        let (bit, is) = self.bit(input);
        let (word, bit) = (bit / 64, 1 << (bit % 64));
        let known = masks.iter().position(|mask| mask.word == word);
        let place = known.unwrap_or_else(|| {
            masks.push(Mask {
                word,
                mask: 0,
                bits: 0,
            });
            masks.len() - 1
        });
        masks[place].mask |= bit;
        if is {
            masks[place].bits |= bit;
        }
    }

    fn bit(&self, input: Signal) -> (u32, bool) {
        let number = self.circuit.as_input(input.node());
        let bit = number.and_then(|number| self.bits[number]);
        let bit = bit.expect("invariant: every atom in a query has a bit");
        (bit, !input.is_negated())
    }

    /// The place of a condition's value, given the places of gates.
    pub(crate) fn probe(&self, signal: Signal, place: impl Fn(Node) -> Option<u32>) -> Probe {
        if let Some(value) = signal.value() {
            return Probe::Known(value);
        }
        if self.circuit.as_input(signal.node()).is_some() {
            let (bit, is) = self.bit(signal);
            return Probe::Bit(bit, is);
        }
        let place =
            place(signal.node()).expect("invariant: a condition is compiled before it is asked");
        Probe::Gate(place, !signal.is_negated())
    }
}

impl Places {
    pub(crate) fn of(&self, node: Node) -> Option<u32> {
        self.of.get(&node).copied()
    }
}
