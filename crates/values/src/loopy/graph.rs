//! [`Graph`]: positions with moves of Left and of Right, starting from one of them.

use crate::arena::Value;

/// A position: a short value, or a node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// Play ends with this value.
    Short(Value),
    /// The node with this number.
    Node(u32),
}

/// A graph of positions with a root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    /// The options of each node, Left's and Right's.
    pub nodes: Vec<[Vec<Place>; 2]>,
    /// The position where play begins.
    pub root: Place,
}

impl Place {
    pub(super) fn negated(self) -> Self {
        match self {
            Self::Short(v) => Self::Short(-v),
            node => node,
        }
    }
}

impl Graph {
    /// The graph of a short value.
    pub fn short(v: Value) -> Self {
        Self {
            nodes: Vec::new(),
            root: Place::Short(v),
        }
    }

    /// A graph of one node, with itself as [`Place::Node`] 0.
    pub(crate) fn of_one(left: &[Place], right: &[Place]) -> Self {
        Self {
            nodes: vec![[left.to_vec(), right.to_vec()]],
            root: Place::Node(0),
        }
    }

    /// The graph with Left and Right exchanged.
    pub fn negated(&self) -> Self {
        let negate = |side: &Vec<Place>| side.iter().map(|place| place.negated()).collect();
        let nodes = self.nodes.iter();
        Self {
            nodes: nodes
                .map(|[left, right]| [negate(right), negate(left)])
                .collect(),
            root: self.root.negated(),
        }
    }

    /// The same graph with another root.
    pub(super) fn from(&self, root: Place) -> Self {
        Self {
            nodes: self.nodes.clone(),
            root,
        }
    }

    /// Adds the nodes of another graph; returns the new place of its root.
    pub(crate) fn take(&mut self, other: &Self) -> Place {
        let base = self.nodes.len() as u32;
        let moved = |place: &Place| match *place {
            Place::Node(n) => Place::Node(n + base),
            short => short,
        };
        let sides = |node: &[Vec<Place>; 2]| {
            node.each_ref()
                .map(|side| side.iter().map(moved).collect::<Vec<_>>())
        };
        self.nodes.extend(other.nodes.iter().map(sides));
        moved(&other.root)
    }

    /// The graph without unreachable nodes; the others are numbered in the order of a search.
    pub(super) fn reached(&self) -> Self {
        let mut numbers = vec![None; self.nodes.len()];
        let mut order = Vec::new();
        let mut meet = |place: Place, order: &mut Vec<usize>| match place {
            Place::Node(n) => {
                let number = numbers[n as usize].get_or_insert_with(|| {
                    order.push(n as usize);
                    order.len() as u32 - 1
                });
                Place::Node(*number)
            }
            short => short,
        };
        let root = meet(self.root, &mut order);
        let mut nodes = Vec::new();
        while let Some(&n) = order.get(nodes.len()) {
            let sides = self.nodes[n].each_ref();
            let node = sides.map(|side| side.iter().map(|o| meet(*o, &mut order)).collect());
            nodes.push(node);
        }
        Self { nodes, root }
    }

    /// The strongly connected components, each before those that lead to it (Tarjan).
    pub(super) fn components(&self) -> Vec<Vec<u32>> {
        let count = self.nodes.len();
        let (mut numbers, mut lowest) = (vec![u32::MAX; count], vec![u32::MAX; count]);
        let (mut met, mut open, mut is_open) = (0, Vec::new(), vec![false; count]);
        let mut components = Vec::new();
        let options = |n: u32| {
            let all = self.nodes[n as usize].iter().flatten();
            all.filter_map(|place| match place {
                Place::Node(to) => Some(*to),
                Place::Short(_) => None,
            })
        };
        for first in 0..count as u32 {
            if numbers[first as usize] != u32::MAX {
                continue;
            }
            // Nodes on the path, each with the number of its options that were followed.
            let mut path = vec![(first, 0)];
            while let Some((n, followed)) = path.last_mut() {
                let (n, place) = (*n, *n as usize);
                if *followed == 0 && numbers[place] == u32::MAX {
                    (numbers[place], lowest[place], is_open[place]) = (met, met, true);
                    met += 1;
                    open.push(n);
                }
                if let Some(to) = options(n).nth(*followed) {
                    *followed += 1;
                    if numbers[to as usize] == u32::MAX {
                        path.push((to, 0));
                    } else if is_open[to as usize] {
                        lowest[place] = lowest[place].min(numbers[to as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some((before, _)) = path.last() {
                    let low = lowest[place].min(lowest[*before as usize]);
                    lowest[*before as usize] = low;
                }
                if lowest[place] == numbers[place] {
                    let start = open.iter().rposition(|other| *other == n).unwrap_or(0);
                    let component = open.split_off(start);
                    component.iter().for_each(|n| is_open[*n as usize] = false);
                    components.push(component);
                }
            }
        }
        components
    }

    /// Whether play leads from one place to another.
    pub(super) fn leads(&self, from: Place, to: Place) -> bool {
        let (mut met, mut open) = (vec![false; self.nodes.len()], vec![from]);
        while let Some(place) = open.pop() {
            let Place::Node(n) = place else { continue };
            if std::mem::replace(&mut met[n as usize], true) {
                continue;
            }
            for &option in self.nodes[n as usize].iter().flatten() {
                if option == to {
                    return true;
                }
                open.push(option);
            }
        }
        false
    }

    /// The number of positions and moves, which is the number of steps of a traversal.
    pub(super) fn size(&self) -> usize {
        let moves = self.nodes.iter().flatten().map(Vec::len);
        1 + self.nodes.len() + moves.sum::<usize>()
    }

    /// Whether no alternating play goes on forever.
    pub(super) fn is_stopper(&self) -> bool {
        // A node with a side to move is removed when all of its options are removed.
        let count = self.nodes.len();
        let mut left_over = vec![[0usize; 2]; count];
        let mut before: Vec<[Vec<u32>; 2]> = vec![Default::default(); count];
        for (n, node) in self.nodes.iter().enumerate() {
            for (side, options) in node.iter().enumerate() {
                for option in options {
                    if let Place::Node(to) = option {
                        left_over[n][side] += 1;
                        before[*to as usize][1 - side].push(n as u32);
                    }
                }
            }
        }
        let all = (0..count).flat_map(|n| [(n, 0), (n, 1)]);
        let mut gone: Vec<_> = all.filter(|&(n, side)| left_over[n][side] == 0).collect();
        let mut next = 0;
        while let Some(&(n, side)) = gone.get(next) {
            next += 1;
            for &from in &before[n][side] {
                let left = &mut left_over[from as usize][1 - side];
                *left -= 1;
                if *left == 0 {
                    gone.push((from as usize, 1 - side));
                }
            }
        }
        gone.len() == 2 * count
    }
}
