//! Graphs of as many points as a set holds, written as lists of edges; read also as `path 5`, `cycle 5`, in graph6 and in DIMACS.

use std::collections::HashSet;
use std::sync::OnceLock;

use bouton_core::InputError;
use bouton_core::notation::items;
use bouton_core::scene::{Cell, Edge, EdgeKind, Figure, Owner, Point, layout};

use crate::boards::cells::Cells;
use crate::boards::free::grown;
pub(crate) use crate::boards::free::members;

/// A graph in another notation: the number of points, counted from 1, and the edges.
struct Numbered(usize, Vec<[usize; 2]>);

impl Numbered {
    fn listed(&self) -> String {
        let Self(points, edges) = self;
        let joined = edges.iter().map(|[a, b]| format!("{a}-{b}"));
        let is_lone = |point: &usize| !edges.iter().flatten().any(|end| end == point);
        let lone = (1..=*points).filter(is_lone).map(|point| point.to_string());
        joined.chain(lone).collect::<Vec<_>>().join(",")
    }
}

/// More points are not read in another notation.
const MOST_NUMBERED: usize = 1000;

/// The graph, if the text is in another notation; an error says what was expected.
fn notated(text: &str) -> Option<Result<Numbered, String>> {
    let text = text.trim();
    let (kind, rest) = text.split_once([' ', '\n']).unwrap_or((text, ""));
    match kind {
        "path" | "cycle" => named(kind, rest).map(Ok),
        "graph6" => Some(graph6(rest.trim()).ok_or_else(|| {
            format!("expected a graph of at most {MOST_NUMBERED} points in graph6, such as `graph6 D?{{`")
        })),
        _ if text.lines().any(is_dimacs) => Some(dimacs(text)),
        _ => None,
    }
}

/// Whether it is the line of DIMACS with the number of points.
fn is_dimacs(line: &str) -> bool {
    line.starts_with("p edge ") || line.starts_with("p col ")
}

/// The path or the cycle of so many points.
fn named(kind: &str, count: &str) -> Option<Numbered> {
    let count: usize = count.trim().parse().ok()?;
    let least = if kind == "path" { 1 } else { 3 };
    (least..=MOST_NUMBERED).contains(&count).then(|| {
        let mut edges: Vec<_> = (1..count).map(|n| [n, n + 1]).collect();
        edges.extend((kind == "cycle").then_some([count, 1]));
        Numbered(count, edges)
    })
}

/// The graph of a text of graph6 (B. D. McKay): letters of six bits for the number of points, then for the pairs of points,
/// those with the second first.
fn graph6(text: &str) -> Option<Numbered> {
    let six = |letter: u8| letter.checked_sub(63).filter(|bits| *bits < 64);
    let letters: Vec<u8> = text.bytes().map(six).collect::<Option<_>>()?;
    let (count, rest) = match &*letters {
        [63, a, b, c, rest @ ..] => (
            usize::from(*a) << 12 | usize::from(*b) << 6 | usize::from(*c),
            rest,
        ),
        [count, rest @ ..] => (usize::from(*count), rest),
        [] => return None,
    };
    let pairs = count * count.saturating_sub(1) / 2;
    if count > MOST_NUMBERED || rest.len() != pairs.div_ceil(6) {
        return None;
    }
    let all = (1..=count).flat_map(|b| (1..b).map(move |a| [a, b]));
    let is_edge = |(n, _): &(usize, [usize; 2])| rest[n / 6] >> (5 - n % 6) & 1 == 1;
    let edges = all.enumerate().filter(is_edge).map(|(_, pair)| pair);
    Some(Numbered(count, edges.collect()))
}

/// The graph of lines of DIMACS: `p edge 3 2` with the numbers of points and edges, then `e 1 2` for each edge; `c` begins a
/// comment.
fn dimacs(text: &str) -> Result<Numbered, String> {
    let (mut points, mut edges) = (0, Vec::new());
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let number = |word: &str| word.parse::<usize>().ok();
        let ends = |a: &str, b: &str| Some([number(a)?, number(b)?]);
        let is_read = match &*words {
            [] | ["c", ..] => Some(()),
            ["p", "edge" | "col", count, _] => number(count)
                .filter(|count| *count <= MOST_NUMBERED)
                .map(|count| points = count),
            ["e", a, b] => ends(a, b)
                .filter(|ends| ends.iter().all(|end| (1..=points).contains(end)))
                .map(|ends| edges.push(ends)),
            _ => None,
        };
        is_read.ok_or_else(|| {
            format!("expected lines of DIMACS, `p edge 3 2` with at most {MOST_NUMBERED} points and then `e 1 2`, found {line:?}")
        })?;
    }
    Ok(Numbered(points, edges))
}

/// A set of at most 64 points.
pub type Points = u64;

/// A graph whose points are named and numbered in the order of their first occurrence.
#[derive(Clone, Debug)]
pub struct Graph<S = u64> {
    names: Vec<String>,
    /// The written edges: from, to, and whether the edge is one-way.
    edges: Vec<(usize, usize, bool)>,
    /// The points that the edges of each point lead to.
    next: Vec<S>,
    /// The places of its points in a drawing, once computed.
    places: OnceLock<Vec<(u16, u16)>>,
}

impl<S> PartialEq for Graph<S> {
    fn eq(&self, other: &Self) -> bool {
        (&self.names, &self.edges) == (&other.names, &other.edges)
    }
}

impl<S> Eq for Graph<S> {}

impl<S: Cells> Graph<S> {
    /// Reads `a-b,b>c,d`: edges in both directions, one-way edges, and points without edges; or a graph in another notation.
    ///
    /// # Errors
    /// If a name is not a word of letters and digits, an edge joins a point to itself, or there are more points than a set holds.
    pub fn parse(text: &str) -> Result<Self, InputError> {
        if let Some(found) = notated(text) {
            let found = found.map_err(|message| InputError::whole(message, text))?;
            return Self::parse(&found.listed())
                .map_err(|error| InputError::whole(error.message(), text).beyond_64_bits());
        }
        let mut graph = Self {
            names: Vec::new(),
            edges: Vec::new(),
            next: Vec::new(),
            places: OnceLock::new(),
        };
        let mut known = HashSet::new();
        for (span, item) in items(text) {
            let error = |message: &str| InputError::new(message, text, span.clone());
            let (ends, one_way) = match item.split_once('-') {
                Some(ends) => (Some(ends), false),
                None => (item.split_once('>'), true),
            };
            let mut point = |name: &str| {
                let name = name.trim();
                if name.is_empty() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
                    return Err(error(
                        "expected a point like 3 or b, or an edge like a-b or a>b",
                    ));
                }
                let full = || error(&format!("expected at most {} points", S::MOST));
                graph.number(name).ok_or_else(|| full().beyond_64_bits())
            };
            match ends {
                None => {
                    point(item)?;
                }
                Some((a, b)) => {
                    let (a, b) = (point(a)?, point(b)?);
                    if a == b {
                        return Err(error("expected an edge between two points"));
                    }
                    if known.insert((a, b, one_way)) {
                        known.extend((!one_way).then_some((b, a, false)));
                        graph.join(a, b, one_way);
                    }
                }
            }
        }
        Ok(graph)
    }

    /// The number of a point; a new name gets a new number, unless there are too many.
    fn number(&mut self, name: &str) -> Option<usize> {
        let known = self.point(name);
        if known.is_some() || self.names.len() == S::MOST {
            return known;
        }
        self.names.push(name.to_owned());
        self.next.push(S::NONE);
        Some(self.names.len() - 1)
    }

    /// Adds a new edge.
    fn join(&mut self, a: usize, b: usize, one_way: bool) {
        self.next[a] = self.next[a] | S::one(b);
        if !one_way {
            self.next[b] = self.next[b] | S::one(a);
        }
        self.edges.push((a, b, one_way));
    }

    /// The point with this name.
    pub fn point(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The name of a point.
    pub fn name(&self, point: usize) -> &str {
        &self.names[point]
    }

    /// Every point.
    pub fn all(&self) -> S {
        match self.names.len() {
            0 => S::NONE,
            count => S::first(count),
        }
    }

    /// The points that the edges of a point lead to.
    pub fn next(&self, point: usize) -> S {
        self.next[point]
    }

    /// The ends of each edge.
    pub fn ends(&self) -> impl Iterator<Item = (usize, usize)> {
        self.edges.iter().map(|(a, b, _)| (*a, *b))
    }

    /// Whether some edge is one-way.
    pub fn has_one_way(&self) -> bool {
        self.edges.iter().any(|(_, _, one_way)| *one_way)
    }

    /// Whether some edge leads both ways.
    pub fn has_edge_both_ways(&self) -> bool {
        self.edges.iter().any(|(_, _, one_way)| !one_way)
    }

    /// Writes the part of the graph on `points`: its edges, then its points without edges.
    pub fn show(&self, points: S) -> String {
        let both = |a: usize, b: usize| points.has(a) && points.has(b);
        let edges = self.edges.iter().filter(|(a, b, _)| both(*a, *b));
        let ends = edges.clone().flat_map(|(a, b, _)| [*a, *b]);
        let joined = S::union(ends.map(S::one));
        let shown = edges.map(|(a, b, one_way)| {
            let sign = if *one_way { '>' } else { '-' };
            format!("{}{sign}{}", self.names[*a], self.names[*b])
        });
        let lone = members(points & !joined).map(|point| self.names[point].clone());
        shown.chain(lone).collect::<Vec<_>>().join(",")
    }

    /// The figure of the part of the graph on `points`; `cell` gives the contents of a remaining point. The parts of the
    /// figure keep their numbers when points are removed.
    pub fn figure(&self, points: S, cell: impl Fn(usize) -> Cell) -> Figure {
        let places = self
            .places
            .get_or_init(|| layout::of(self.names.len(), self.ends()));
        let point = |(n, name): (usize, &String)| {
            let left = points.has(n);
            Point {
                x: places[n].0,
                y: places[n].1,
                label: name.clone(),
                cell: if left { cell(n) } else { Cell::Hole },
            }
        };
        let edge = |&(from, to, one_way): &(usize, usize, bool)| Edge {
            from,
            to,
            kind: match (points.has(from) && points.has(to), one_way) {
                (false, _) => EdgeKind::Free,
                (_, true) => EdgeKind::OneWay,
                (_, false) => EdgeKind::Of(Owner::Neutral),
            },
            label: String::new(),
        };
        Figure::Net {
            points: self.names.iter().enumerate().map(point).collect(),
            edges: self.edges.iter().map(edge).collect(),
        }
    }

    /// The number of a point among the parts of [`Graph::figure`].
    pub fn part(&self, point: usize) -> usize {
        self.edges.len() + point
    }

    /// The points of the part of this graph with this text, in the form of [`Graph::show`], in any order.
    ///
    /// # Errors
    /// If the text is not a part of this graph.
    pub fn parse_part(&self, text: &str) -> Result<S, InputError> {
        let part = Self::parse(text)?;
        let number = |name: &String| self.point(name);
        let numbers: Option<Vec<_>> = part.names.iter().map(number).collect();
        let other = || {
            let message = format!(
                "expected what is left of the graph {}",
                self.show(self.all())
            );
            InputError::whole(message, text)
        };
        let numbers = numbers.ok_or_else(other)?;
        let points = S::union(numbers.iter().map(|point| S::one(*point)));
        let same = numbers.iter().zip(&part.next).all(|(point, next)| {
            let image = S::union(members(*next).map(|to| S::one(numbers[to])));
            self.next[*point] & points == image
        });
        if same { Ok(points) } else { Err(other()) }
    }

    /// The connected parts of `points`; one-way edges count in both directions.
    pub fn parts(&self, points: S) -> impl Iterator<Item = S> {
        let mut joined = self.next.clone();
        for (a, b) in self.ends() {
            joined[b] = joined[b] | S::one(a);
        }
        grown(points, move |part| {
            S::union(members(part).map(|point| joined[point]))
        })
    }
}
