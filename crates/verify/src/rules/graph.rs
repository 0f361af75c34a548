//! Graphs written as lists of edges, in both directions (`a-b`) or one way (`a>b`), and of points without edges.

use crate::shown::brief;

/// A graph, its points numbered in the order in which they are named.
pub(super) struct Graph {
    names: Vec<String>,
    edges: Vec<(usize, usize, bool)>,
}

/// More points than any of these games has.
const MOST: usize = 64;

impl Graph {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut graph = Self {
            names: Vec::new(),
            edges: Vec::new(),
        };
        for item in text
            .split(',')
            .map(str::trim)
            .filter(|item| !item.is_empty())
        {
            let split = |sign: char| item.split_once(sign).map(|(a, b)| (a, b, sign == '>'));
            match split('-').or_else(|| split('>')) {
                Some((a, b, one_way)) => {
                    let (a, b) = (graph.point(a)?, graph.point(b)?);
                    if a == b {
                        return Err("expected edges between two points".into());
                    }
                    let turned = (b, a, one_way);
                    let is_known = graph.edges.contains(&(a, b, one_way))
                        || !one_way && graph.edges.contains(&turned);
                    if !is_known {
                        graph.edges.push((a, b, one_way));
                    }
                }
                None => {
                    graph.point(item)?;
                }
            }
            if graph.names.len() > MOST {
                return Err(format!("expected at most {MOST} points"));
            }
        }
        Ok(graph)
    }

    /// The number of a point; a new name gets a new number.
    fn point(&mut self, name: &str) -> Result<usize, String> {
        if let Some(point) = self.number(name) {
            return Ok(point);
        }
        let name = name.trim();
        if name.is_empty()
            || !name
                .chars()
                .all(|sign| sign.is_alphanumeric() || sign == '_')
        {
            let found = brief(name);
            return Err(format!(
                "expected a point named by letters and digits, found {found}"
            ));
        }
        self.names.push(name.to_owned());
        Ok(self.names.len() - 1)
    }

    /// Refuses one-way edges.
    pub(super) fn both_ways(self) -> Result<Self, String> {
        match self.edges.iter().any(|(_, _, one_way)| *one_way) {
            true => Err("expected edges that lead both ways, like a-b".into()),
            false => Ok(self),
        }
    }

    /// Refuses edges both ways.
    pub(super) fn one_way(self) -> Result<Self, String> {
        match self.edges.iter().all(|(_, _, one_way)| *one_way) {
            true => Ok(self),
            false => Err("expected edges that lead one way, like a>b".into()),
        }
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name.trim())
    }

    pub(super) fn name(&self, point: usize) -> &str {
        &self.names[point]
    }

    pub(super) fn list(&self, points: impl Iterator<Item = usize>) -> String {
        let names: Vec<&str> = points.map(|point| self.name(point)).collect();
        names.join(",")
    }

    /// The points that an edge leads to from this one.
    pub(super) fn near(&self, point: usize) -> Vec<usize> {
        let mut near = Vec::new();
        for &(a, b, one_way) in &self.edges {
            if a == point {
                near.push(b);
            } else if b == point && !one_way {
                near.push(a);
            }
        }
        near.sort_unstable();
        near.dedup();
        near
    }

    /// The points that a text names; its edges must be those that the graph has between them.
    pub(super) fn part(&self, text: &str) -> Result<Vec<bool>, String> {
        let part = Self::read(text)?;
        let mut left = vec![false; self.count()];
        for name in &part.names {
            let point = self
                .number(name)
                .ok_or_else(|| format!("expected a point of the graph, found {}", brief(name)))?;
            left[point] = true;
        }
        let written = |from: usize| {
            let from = part.number(self.name(from));
            let near = from.map(|from| part.near(from)).unwrap_or_default();
            let mut near: Vec<_> = near
                .iter()
                .filter_map(|to| self.number(part.name(*to)))
                .collect();
            near.sort_unstable();
            near
        };
        let same = |point: &usize| {
            let near = self.near(*point).into_iter().filter(|near| left[*near]);
            !left[*point] || near.collect::<Vec<_>>() == written(*point)
        };
        match (0..self.count()).all(|point| same(&point)) {
            true => Ok(left),
            false => Err("expected what is left of the graph".into()),
        }
    }

    pub(super) fn show(&self, left: &[bool]) -> String {
        let edges = self.edges.iter().filter(|(a, b, _)| left[*a] && left[*b]);
        let mut shown: Vec<String> = edges
            .clone()
            .map(|(a, b, one_way)| {
                format!(
                    "{}{}{}",
                    self.names[*a],
                    if *one_way { '>' } else { '-' },
                    self.names[*b]
                )
            })
            .collect();
        let lone =
            |point: &usize| left[*point] && !edges.clone().any(|(a, b, _)| [a, b].contains(&point));
        shown.extend(
            (0..left.len())
                .filter(lone)
                .map(|point| self.names[point].clone()),
        );
        shown.join(",")
    }
}
