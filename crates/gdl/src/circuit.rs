//! [`Circuit`]: conditions on a position and on the moves, as conjunctions of each other, each stored once.

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, StopReason};

use crate::lists::Lists;

/// The number of a condition: an input, or a conjunction. A node's inputs have smaller numbers than it has.
pub(crate) type Node = u32;

/// A node, or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Signal(u32);

impl Signal {
    pub(crate) const TRUE: Self = Self(0);
    pub(crate) const FALSE: Self = Self(1);

    pub(crate) fn node(self) -> Node {
        self.0 >> 1
    }

    /// Whether it is a node's negation.
    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The signal of another node with the same sign.
    fn of(self, node: Self) -> Self {
        Self(node.0 ^ self.0 & 1)
    }

    pub(crate) fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Its value, if it is constant.
    pub(crate) fn value(self) -> Option<bool> {
        (self.node() == 0).then_some(self == Self::TRUE)
    }
}

impl std::ops::Not for Signal {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// The first number of an input's list: no signal is that large.
const INPUT: u32 = u32::MAX;

/// Conjunctions, with negation, over numbered inputs. Node 0 is the empty conjunction, which is true.
#[derive(Clone, Debug)]
pub(crate) struct Circuit {
    nodes: Lists,
    inputs: u32,
    /// Nodes and parts visited, for the caller to count.
    work: usize,
}

impl Circuit {
    /// A circuit of this many inputs.
    pub(crate) fn new(inputs: usize) -> Self {
        let mut nodes = Lists::default();
        nodes.number(&[]);
        for input in 0..inputs as u32 {
            nodes.number(&[INPUT, input]);
        }
        Self {
            nodes,
            inputs: inputs as u32,
            work: 0,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.nodes.bytes()
    }

    pub(crate) fn input(input: usize) -> Signal {
        Signal((input as u32 + 1) << 1)
    }

    /// The number of the input, if the node is one.
    pub(crate) fn as_input(&self, node: Node) -> Option<usize> {
        (1..=self.inputs).contains(&node).then(|| node as usize - 1)
    }

    /// The parts of a node's conjunction; none for an input.
    pub(crate) fn parts(&self, node: Node) -> impl ExactSizeIterator<Item = Signal> + '_ {
        let is_input = (1..=self.inputs).contains(&node);
        let list = if is_input { &[] } else { self.nodes.list(node) };
        list.iter().map(|part| Signal(*part))
    }

    /// Returns the count since the last call.
    pub(crate) fn spend(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        let steps = std::mem::take(&mut self.work);
        meter.spend_holding(steps, || self.bytes())
    }

    /// The conjunction of the list, which is consumed.
    pub(crate) fn all(&mut self, parts: &mut Vec<Signal>) -> Signal {
        self.work += 1 + parts.len();
        parts.sort_unstable();
        parts.dedup();
        parts.retain(|part| *part != Signal::TRUE);
        let opposed = parts.windows(2).any(|pair| pair[0] == !pair[1]);
        if opposed || parts.first() == Some(&Signal::FALSE) {
            return Signal::FALSE;
        }
        match parts[..] {
            [] => Signal::TRUE,
            [one] => one,
            _ => {
                let list: smallvec::SmallVec<[u32; 16]> = parts.iter().map(|part| part.0).collect();
                Signal(self.nodes.number(&list) << 1)
            }
        }
    }

    /// The disjunction of the list, which is consumed.
    pub(crate) fn any(&mut self, parts: &mut Vec<Signal>) -> Signal {
        for part in parts.iter_mut() {
            *part = !*part;
        }
        !self.all(parts)
    }

    /// The conjunction with other parts.
    pub(crate) fn again(&mut self, node: Node, other: impl Fn(Node) -> Signal) -> Signal {
        let parts = self.parts(node).map(|part| part.of(other(part.node())));
        let mut parts: Vec<_> = parts.collect();
        self.all(&mut parts)
    }

    /// The nodes that some signals depend on, including their own, in ascending order and without constants; `None` if
    /// there are more than `most`.
    pub(crate) fn cone(&self, roots: &[Signal], most: usize) -> Option<Vec<Node>> {
        let mut seen = bouton_core::hashing::FastSet::default();
        let mut open: Vec<Node> = roots.iter().map(|root| root.node()).collect();
        while let Some(node) = open.pop() {
            if node != 0 && seen.insert(node) {
                open.extend(self.parts(node).map(Signal::node));
            }
            if seen.len() > most {
                return None;
            }
        }
        let mut cone: Vec<_> = seen.into_iter().collect();
        cone.sort_unstable();
        Some(cone)
    }

    /// The signals after some nodes have known values; cones of more than `most` nodes are not changed.
    pub(crate) fn given(
        &mut self,
        signals: &mut [Signal],
        known: &FastMap<Node, bool>,
        most: usize,
    ) {
        let cone = self.cone(signals, most);
        self.work += signals.len() + cone.as_ref().map_or(most, Vec::len);
        let Some(cone) = cone else {
            return;
        };
        let mut now: FastMap<Node, Signal> = FastMap::default();
        now.insert(0, Signal::TRUE);
        for node in cone {
            let signal = match known.get(&node) {
                Some(value) => Signal::constant(*value),
                None if self.as_input(node).is_some() => Signal(node << 1),
                None => self.again(node, |part| now[&part]),
            };
            now.insert(node, signal);
        }
        for signal in signals {
            *signal = signal.of(now[&signal.node()]);
        }
    }

    /// The replacement of `signal` if every node is replaced.
    pub(crate) fn replaced(signal: Signal, other: impl Fn(Node) -> Signal) -> Signal {
        signal.of(other(signal.node()))
    }
}
