//! `tree`: every line of play as a separate branch, with the branches that alpha-beta does not visit.

use super::canvas::{Anchor, Canvas, SMALL, width};
use super::graph::key;
use super::legend::{Sign, frame};
use super::node::Node;
use super::states::{Link, States};
use super::{Draw, Error, Show};

/// The default of the most nodes of a drawn tree.
const MOST: usize = 400;
/// Free space between neighbours.
const GAP: f64 = 14.0;
/// Moves with wider names are not named: the positions after them suffice.
const WIDEST_NAME: f64 = 60.0;
/// The distance from the foot of a node to the head of the next.
const RISE: f64 = 58.0;

/// A node of the tree.
#[derive(Debug)]
struct Branch {
    state: usize,
    /// The move that leads to the node.
    link: Option<usize>,
    children: Vec<usize>,
    depth: usize,
    /// Whether the player who moves first at the root moves here.
    first_moves: bool,
    /// The points that this player has earned on the path to it.
    earned: i128,
    /// Whether alpha-beta visits it.
    seen: bool,
}

#[derive(Debug)]
struct Tree<'g> {
    graph: &'g States,
    branches: Vec<Branch>,
    /// Whether moves are named.
    named: bool,
    /// Whether nodes show the total of the first player rather than the margin from there on.
    totals: bool,
}

/// Whether the tree of these states is small enough to be drawn.
pub(crate) fn fits(graph: &States, asked: &Draw) -> bool {
    let most = asked.most.unwrap_or(MOST) as u128;
    graph.tree_size().is_some_and(|(nodes, _)| nodes <= most)
}

/// Draws the tree of all lines of play, optionally with the branches that alpha-beta cuts marked, and with totals.
pub(crate) fn draw(graph: &States, asked: &Draw, heading: &str) -> Result<Canvas, Error> {
    let (alpha_beta, most) = (asked.alpha_beta, asked.most.unwrap_or(MOST));
    let size = graph.tree_size();
    let (nodes, _) =
        size.ok_or_else(|| Error::Unfit("play can come back: there is no tree".into()))?;
    if nodes > most as u128 {
        return Err(Error::Unfit(format!(
            "the tree from here has {nodes} nodes (the graph {}), at most {most} are drawn: start nearer to the end, \
             draw the dag, or allow more with --most",
            graph.states.len()
        )));
    }
    let mut tree = Tree::grow(graph);
    tree.totals = asked.show == Some(Show::Total);
    if tree.totals && (0..tree.branches.len()).any(|branch| tree.total(branch).is_none()) {
        let message = "totals are shown where points are counted and best play fixes them";
        return Err(Error::Unfit(message.into()));
    }
    if alpha_beta {
        tree.look();
    }
    Ok(tree.draw(alpha_beta, heading))
}

/// Larger than every value of a tree that can be drawn.
const FAR: i128 = i128::MAX / 4;

impl<'g> Tree<'g> {
    fn grow(graph: &'g States) -> Self {
        let out = graph.out();
        let mut branches = vec![Branch {
            state: 0,
            link: None,
            children: Vec::new(),
            depth: 0,
            first_moves: true,
            earned: 0,
            seen: false,
        }];
        let mut next = 0;
        while next < branches.len() {
            for &number in &out[branches[next].state] {
                let (child, link) = (branches.len(), &graph.links[number]);
                branches[next].children.push(child);
                let above = &branches[next];
                let gain = if above.first_moves { link.gain } else { 0 };
                branches.push(Branch {
                    state: link.to,
                    link: Some(number),
                    children: Vec::new(),
                    depth: above.depth + 1,
                    first_moves: above.first_moves == link.keeps_turn,
                    earned: above.earned + gain,
                    seen: false,
                });
            }
            next += 1;
        }
        let short = |link: &Link| width(&link.name, SMALL) <= WIDEST_NAME;
        Self {
            graph,
            branches,
            named: graph.links.iter().all(short),
            totals: false,
        }
    }

    /// The final points of the first player with best play from here on.
    fn total(&self, branch: usize) -> Option<i128> {
        let branch = &self.branches[branch];
        let state = &self.graph.states[branch.state];
        let mover = (state.at_stake? + state.value.margin?) / 2;
        let rest = if branch.first_moves {
            mover
        } else {
            state.at_stake? - mover
        };
        Some(branch.earned + rest)
    }

    /// Marks the nodes that alpha-beta visits. If a win is the best possible result, it stops at the first one.
    fn look(&mut self) -> i128 {
        let most = match self.graph.states[0].value.margin {
            Some(_) => FAR,
            None => 1,
        };
        self.search(0, -most, most)
    }

    /// Plain alpha-beta in the game's own order of moves; marks the visited nodes.
    fn search(&mut self, branch: usize, mut low: i128, high: i128) -> i128 {
        self.branches[branch].seen = true;
        let children = self.branches[branch].children.clone();
        if children.is_empty() {
            let value = &self.graph.states[self.branches[branch].state].value;
            return value.margin.unwrap_or(value.outcome as i128 - 1);
        }
        let mut best = -FAR;
        for child in children {
            let Link {
                gain, keeps_turn, ..
            } = self.graph.links[self.branches[child]
                .link
                .expect("invariant: only the root has no move")];
            let value = if keeps_turn {
                self.search(child, low - gain, high - gain)
            } else {
                -self.search(child, gain - high, gain - low)
            };
            best = best.max(value + gain);
            low = low.max(best);
            if low >= high {
                break;
            }
        }
        best
    }

    fn draw(&self, alpha_beta: bool, heading: &str) -> Canvas {
        let nodes: Vec<Node> = self
            .branches
            .iter()
            .enumerate()
            .map(|(n, branch)| {
                let mut node = Node::of(&self.graph.states[branch.state], "");
                if let Some(total) = self.total(n).filter(|_| self.totals) {
                    node.small = total.to_string();
                }
                node
            })
            .collect();
        let places = self.place(&nodes);
        let mut canvas = Canvas::default();
        for (n, branch) in self.branches.iter().enumerate() {
            for &child in &branch.children {
                self.edge(&mut canvas, (n, child), &nodes, &places, alpha_beta);
            }
        }
        for ((node, &(x, y)), branch) in nodes.iter().zip(&places).zip(&self.branches) {
            if alpha_beta && !branch.seen {
                canvas.open("cutnode", Some(&node.position), "not looked at");
                let (w, h) = node.size();
                canvas.rect([x - w / 2.0, y, w, h], h / 2.0, "plain");
                canvas.note((x, y + h / 2.0 + 4.0), Anchor::Middle, "cut");
                canvas.close();
            } else {
                node.draw(&mut canvas, x, y);
            }
        }
        let totals = "the total of the first player, the rest being played best";
        let mut legend = key(self.graph, self.totals.then_some(totals));
        if alpha_beta {
            let seen = self.branches.iter().filter(|branch| branch.seen).count();
            let words = format!(
                "cut: alpha-beta looks at {seen} of {} nodes",
                self.branches.len()
            );
            legend.push((Sign::Line("cut"), words));
        }
        frame(&mut canvas, heading, &legend);
        canvas
    }

    fn edge(
        &self,
        canvas: &mut Canvas,
        (from, to): (usize, usize),
        nodes: &[Node],
        places: &[(f64, f64)],
        alpha_beta: bool,
    ) {
        let link = self.branches[to].link.map(|link| &self.graph.links[link]);
        let Some(link) = link else { return };
        let class = match (alpha_beta && !self.branches[to].seen, link.best) {
            (true, _) => "cut",
            (false, true) => "best",
            (false, false) => "edge",
        };
        let foot = places[from].1 + nodes[from].size().1;
        if !self.named {
            return canvas.line((places[from].0, foot), places[to], class);
        }
        // The name of the move is above its node, where nothing else is.
        let end = (places[to].0, places[to].1 - 15.0);
        canvas.line((places[from].0, foot), end, class);
        canvas.note((end.0, end.1 + 11.0), Anchor::Middle, &link.name);
    }

    /// The middle of the upper edge of each node: children next to each other, parents over their middle.
    fn place(&self, nodes: &[Node]) -> Vec<(f64, f64)> {
        let own: Vec<f64> = (0..nodes.len()).map(|n| self.width(nodes, n)).collect();
        let mut needed = own.clone();
        for n in (0..nodes.len()).rev() {
            let below: f64 = self.branches[n].children.iter().map(|&c| needed[c]).sum();
            needed[n] = own[n].max(below);
        }
        let deepest = self.branches.iter().map(|b| b.depth).max().unwrap_or(0);
        let mut top = vec![0.0; deepest + 2];
        for depth in 0..=deepest {
            let here = self
                .branches
                .iter()
                .zip(nodes)
                .filter(|(b, _)| b.depth == depth);
            let high = here.map(|(_, node)| node.size().1).fold(0.0, f64::max);
            top[depth + 1] = top[depth] + high + RISE;
        }
        let mut left = vec![0.0; nodes.len()];
        let mut places = vec![(0.0, 0.0); nodes.len()];
        for n in 0..nodes.len() {
            let children = &self.branches[n].children;
            let below: f64 = children.iter().map(|&c| needed[c]).sum();
            let mut x = left[n] + (needed[n] - below) / 2.0;
            for &child in children {
                left[child] = x;
                x += needed[child];
            }
            places[n] = (left[n] + needed[n] / 2.0, top[self.branches[n].depth]);
        }
        places
    }

    fn width(&self, nodes: &[Node], n: usize) -> f64 {
        let link = self.branches[n].link.filter(|_| self.named);
        let name = link.map_or(0.0, |link| width(&self.graph.links[link].name, SMALL));
        nodes[n].size().0.max(name) + GAP
    }
}

#[cfg(test)]
mod tests {
    use crate::states::{Extent, explore};
    use bouton::How;

    use super::*;

    #[test]
    fn alpha_beta_finds_the_value_and_cuts() {
        let mut cut = 0;
        for position in ["4,5,3,1,2", "1,2,4,3", "5,1,5", "7,7,1,9,2", "-1,2,-3"] {
            let mut session = bouton::open("row-ends", position).unwrap();
            let graph = explore(&mut session, &How::default(), &Extent::ALL, 300, false).unwrap();
            let mut tree = Tree::grow(&graph);
            assert_eq!(Some(tree.look()), graph.states[0].value.margin);
            assert_eq!(tree.branches.len() as u128, graph.tree_size().unwrap().0);
            cut += tree.branches.iter().filter(|branch| !branch.seen).count();
        }
        assert!(cut > 0);
    }

    #[test]
    fn alpha_beta_stops_at_a_win() {
        let mut session = bouton::open("tic-tac-toe", "XOX/.O./X.O").unwrap();
        let graph = explore(&mut session, &How::default(), &Extent::ALL, 300, false).unwrap();
        let mut tree = Tree::grow(&graph);
        assert_eq!(tree.look(), 1);
        let seen = |branches: &[Branch]| branches.iter().filter(|branch| branch.seen).count();
        let looked_at = seen(&tree.branches);
        tree.branches
            .iter_mut()
            .for_each(|branch| branch.seen = false);
        tree.search(0, -FAR, FAR);
        assert!(looked_at < seen(&tree.branches), "{looked_at}");
    }

    /// The totals of the first player are those of the rules, with the same coins for both on the way.
    #[test]
    fn totals_are_those_of_best_play() {
        for position in ["4,5,3,1,2", "1,2,4,3", "5,1,5"] {
            let mut session = bouton::open("row-ends", position).unwrap();
            let graph = explore(&mut session, &How::default(), &Extent::ALL, 300, false).unwrap();
            let tree = Tree::grow(&graph);
            for (n, branch) in tree.branches.iter().enumerate() {
                let below = branch
                    .children
                    .iter()
                    .filter_map(|child| tree.total(*child));
                let best = if branch.first_moves {
                    below.max()
                } else {
                    below.min()
                };
                assert_eq!(tree.total(n), Some(best.unwrap_or(branch.earned)));
            }
        }
    }
}
