//! Strongly connected components (Tarjan 1972), without recursion.

/// The components of a graph of `count` nodes, each after all components that its nodes point to. O(nodes + edges) time.
pub(crate) fn components(count: usize, edges: impl Fn(usize, &mut Vec<usize>)) -> Vec<Vec<usize>> {
    let mut search = Search {
        index: vec![UNSEEN; count],
        low: vec![0; count],
        on_stack: vec![false; count],
        stack: Vec::new(),
        found: Vec::new(),
        seen: 0,
    };
    for node in 0..count {
        if search.index[node] == UNSEEN {
            search.from(node, &edges);
        }
    }
    search.found
}

const UNSEEN: usize = usize::MAX;

struct Search {
    index: Vec<usize>,
    low: Vec<usize>,
    on_stack: Vec<bool>,
    stack: Vec<usize>,
    found: Vec<Vec<usize>>,
    seen: usize,
}

impl Search {
    fn from(&mut self, root: usize, edges: &impl Fn(usize, &mut Vec<usize>)) {
        let mut path = vec![self.enter(root, edges)];
        while let Some((node, open)) = path.last_mut() {
            let node = *node;
            match open.pop() {
                Some(to) if self.index[to] == UNSEEN => path.push(self.enter(to, edges)),
                Some(to) if self.on_stack[to] => {
                    self.low[node] = self.low[node].min(self.index[to]);
                }
                Some(_) => {}
                None => {
                    path.pop();
                    self.leave(node, path.last().map(|(parent, _)| *parent));
                }
            }
        }
    }

    fn enter(
        &mut self,
        node: usize,
        edges: &impl Fn(usize, &mut Vec<usize>),
    ) -> (usize, Vec<usize>) {
        self.index[node] = self.seen;
        self.low[node] = self.seen;
        self.seen += 1;
        self.stack.push(node);
        self.on_stack[node] = true;
        let mut to = Vec::new();
        edges(node, &mut to);
        (node, to)
    }

    fn leave(&mut self, node: usize, parent: Option<usize>) {
        if let Some(parent) = parent {
            self.low[parent] = self.low[parent].min(self.low[node]);
        }
        if self.low[node] < self.index[node] {
            return;
        }
        let start = self.stack.iter().rposition(|other| *other == node);
        let component = self
            .stack
            .split_off(start.expect("invariant: a node leaves the stack last"));
        for node in &component {
            self.on_stack[*node] = false;
        }
        self.found.push(component);
    }
}
