//! `tree`: every line of play apart, with the branches that alpha-beta does not look at.

use super::DrawError;
use super::canvas::{Anchor, Canvas, SMALL, width};
use super::graph::key;
use super::legend::{Sign, frame};
use super::node::Node;
use super::states::{Link, States};

/// Trees with more nodes are not drawn.
const MOST: u128 = 400;
/// Free space between neighbours.
const GAP: f64 = 14.0;
/// Moves with wider names are not named: the positions that they lead to tell them.
const WIDEST_NAME: f64 = 60.0;
/// From the foot of a node to the head of the next.
const RISE: f64 = 58.0;

/// A node of the tree.
#[derive(Debug)]
struct Branch {
    state: usize,
    /// The move that leads here.
    link: Option<usize>,
    children: Vec<usize>,
    depth: usize,
    /// Whether alpha-beta looks at it.
    seen: bool,
}

#[derive(Debug)]
struct Tree<'g> {
    graph: &'g States,
    branches: Vec<Branch>,
    /// Whether moves are named.
    named: bool,
}

/// Draws the tree of all lines of play; `alpha_beta`: with the branches marked that are cut.
pub(crate) fn draw(graph: &States, alpha_beta: bool, heading: &str) -> Result<Canvas, DrawError> {
    let size = graph.tree_size();
    let (nodes, _) =
        size.ok_or_else(|| DrawError::Unfit("play can come back: there is no tree".into()))?;
    if nodes > MOST {
        return Err(DrawError::Unfit(format!(
            "the tree from here has {nodes} nodes (the graph {}), at most {MOST} are drawn: start nearer to the end, \
             or draw the dag",
            graph.states.len()
        )));
    }
    let mut tree = Tree::grow(graph);
    if alpha_beta {
        tree.search(0, -FAR, FAR);
    }
    Ok(tree.draw(alpha_beta, heading))
}

/// Beyond every value of a tree that can be drawn.
const FAR: i128 = i128::MAX / 4;

impl<'g> Tree<'g> {
    fn grow(graph: &'g States) -> Self {
        let out = graph.out();
        let root = |state, link, depth| Branch {
            state,
            link,
            children: Vec::new(),
            depth,
            seen: false,
        };
        let mut branches = vec![root(0, None, 0)];
        let mut next = 0;
        while next < branches.len() {
            let (state, depth) = (branches[next].state, branches[next].depth);
            for &link in &out[state] {
                let child = branches.len();
                branches[next].children.push(child);
                branches.push(root(graph.links[link].to, Some(link), depth + 1));
            }
            next += 1;
        }
        let short = |link: &Link| width(&link.name, SMALL) <= WIDEST_NAME;
        Self {
            graph,
            branches,
            named: graph.links.iter().all(short),
        }
    }

    /// Plain alpha-beta in the game's own order of moves; marks what it looks at.
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
            .map(|branch| Node::of(&self.graph.states[branch.state], ""))
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
                canvas.text((x, y + 17.0), Anchor::Middle, SMALL, "faint", "cut");
                canvas.close();
            } else {
                node.draw(&mut canvas, x, y);
            }
        }
        let mut legend = key(self.graph);
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
        // The name of the move stands over its node, where nothing else is.
        let end = (places[to].0, places[to].1 - 15.0);
        canvas.line((places[from].0, foot), end, class);
        canvas.text(
            (end.0, end.1 + 11.0),
            Anchor::Middle,
            SMALL,
            "faint",
            &link.name,
        );
    }

    /// The middle of the upper edge of each node: children side by side, parents over their middle.
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
    use crate::states::explore;
    use bouton::How;

    use super::*;

    #[test]
    fn alpha_beta_finds_the_value_and_cuts() {
        let mut cut = 0;
        for position in ["4,5,3,1,2", "1,2,4,3", "5,1,5", "7,7,1,9,2", "-1,2,-3"] {
            let mut session = bouton::open("row-ends", position).unwrap();
            let graph = explore(&mut session, &How::default(), 300, false).unwrap();
            let mut tree = Tree::grow(&graph);
            assert_eq!(
                Some(tree.search(0, -FAR, FAR)),
                graph.states[0].value.margin
            );
            assert_eq!(tree.branches.len() as u128, graph.tree_size().unwrap().0);
            cut += tree.branches.iter().filter(|branch| !branch.seen).count();
        }
        assert!(cut > 0);
    }
}
