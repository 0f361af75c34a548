//! [`Deed`]: a move as the change of a picture.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use serde::Serialize;

use super::{Cell, Edge, Figure, Owner, Point, Scene, Set};

/// The change that a move makes to a scene. Parts are those of the scene before the move, counted from 0.
///
/// ```
/// use bouton_core::scene::Scene;
/// let board = |text| Scene::of_notation(text, false);
/// let deed = board("XO./...").deed(&board(".X./..."), "a1xb1");
/// assert_eq!((deed.moves, deed.leaves), (vec![[0, 1]], vec![1]));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deed {
    /// Parts that go, or from which the piece goes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub leaves: Vec<usize>,
    /// Parts that get a piece or a mark, and heaps that grow.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arrives: Vec<usize>,
    /// The piece of the first part goes to the second one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<[usize; 2]>,
    /// Tokens of heaps that go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tokens: Vec<Tokens>,
    /// Neighbouring parts that are divided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cuts: Vec<[usize; 2]>,
    /// The moves of which it is made, where games are played together.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
}

/// A move in one of several games that are played together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// The game's place in the scene, counted from 0.
    pub game: usize,
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The game's position after it.
    pub to: String,
}

/// Tokens of a heap, counted from 0: from the bottom, or from the left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tokens {
    /// The heap.
    pub part: usize,
    /// The first one.
    pub from: usize,
    /// Behind the last one; if it is the first one, none goes and the heap is divided before it.
    pub to: usize,
}

impl Deed {
    /// These parts go.
    pub fn leaving(parts: impl IntoIterator<Item = usize>) -> Self {
        Self {
            leaves: parts.into_iter().collect(),
            ..Self::default()
        }
    }

    /// A piece goes from one part to another.
    pub fn moving(from: usize, to: usize) -> Self {
        Self {
            moves: vec![[from, to]],
            ..Self::default()
        }
    }

    /// The same and a move in the game at place `game` of `scene`, of the games there: its name, the position after it, and the
    /// change that it makes to the scene of this game.
    #[must_use]
    pub fn and_in(mut self, scene: &Scene, step: Step, deed: Self) -> Self {
        let Figure::Games(games) = &scene.figure else {
            return self;
        };
        let before = games.iter().take(step.game);
        let first: usize = before.map(|game| game.scene.parts()).sum();
        let pair = |[a, b]: [usize; 2]| [first + a, first + b];
        self.leaves.extend(deed.leaves.iter().map(|n| first + n));
        self.arrives.extend(deed.arrives.iter().map(|n| first + n));
        self.moves.extend(deed.moves.into_iter().map(pair));
        self.cuts.extend(deed.cuts.into_iter().map(pair));
        self.tokens
            .extend(deed.tokens.into_iter().map(|tokens| Tokens {
                part: first + tokens.part,
                ..tokens
            }));
        self.steps.push(step);
        self
    }

    /// A heap becomes these parts; tokens between them go, or those behind the only one.
    pub fn of_heap(part: usize, size: usize, into: &[usize]) -> Self {
        let left = into
            .iter()
            .fold(0, |sum: usize, left| sum.saturating_add(*left));
        let mut rest = size.saturating_sub(left);
        let (mut from, mut tokens) = (0, Vec::new());
        for (n, left) in into.iter().enumerate() {
            from = left.saturating_add(from);
            // One between two parts, all others at the first place there is.
            let behind = into.len() - 1 - n;
            if behind == 0 && n > 0 {
                break;
            }
            let taken = match behind {
                0 => rest,
                _ => rest.saturating_sub(behind - 1),
            };
            rest -= taken;
            let to = from.saturating_add(taken);
            tokens.push(Tokens { part, from, to });
            from = to;
        }
        if into.is_empty() {
            tokens.push(Tokens {
                part,
                from: 0,
                to: size,
            });
        }
        Self {
            tokens,
            ..Self::default()
        }
    }

    /// All parts that change, in order.
    pub fn parts(&self) -> Vec<usize> {
        let pairs = self.moves.iter().chain(&self.cuts).flatten();
        let single = self.leaves.iter().chain(&self.arrives);
        let heaps = self.tokens.iter().map(|tokens| tokens.part);
        let mut parts: Vec<_> = pairs.chain(single).copied().chain(heaps).collect();
        parts.sort_unstable();
        parts.dedup();
        parts
    }
}

impl Scene {
    /// The change that the move `name` makes to this scene. `after`: the scene after it, seen by the same player ([`turned`]).
    ///
    /// [`turned`]: Self::turned
    pub fn deed(&self, after: &Self, name: &str) -> Deed {
        match (&self.figure, &after.figure) {
            (Figure::Heaps(a), Figure::Heaps(b)) => of_heaps(self.set, a, b, name),
            // If either end of a row fits, the left one is taken, or the right one if the move says so.
            (Figure::Coins(a), Figure::Coins(b)) => Deed::leaving(removed(a, b, name == "R")),
            // A table without a cake is no board.
            (Figure::Board(a), _) if self.set == Set::Cake => {
                let columns = a.first().map_or(0, Vec::len);
                of_cakes(&self.cakes(), &after.cakes(), columns)
            }
            (Figure::Board(a), Figure::Board(b)) => {
                let parts = a.iter().flatten().zip(b.iter().flatten());
                let turned = (0..).zip(parts.clone()).filter(|(_, (a, b))| a != b);
                match self.set {
                    // Coins are turned over where they lie.
                    Set::Faces => Deed {
                        arrives: turned.map(|(n, _)| n).collect(),
                        ..Deed::default()
                    },
                    _ => of_pieces(parts, 0),
                }
            }
            (
                Figure::Net { points, edges },
                Figure::Net {
                    points: p,
                    edges: e,
                },
            ) => of_net((points, edges), (p, e), name),
            (Figure::Cards { piles: a, .. }, Figure::Cards { piles: b, .. }) => {
                let piles = (0..).zip(a.iter().zip(b));
                let changed = piles.filter(|(_, (a, b))| a != b);
                Deed::leaving(changed.map(|(n, _)| n))
            }
            _ => Deed::default(),
        }
    }
}

fn of_heaps(set: Set, before: &[BigUint], after: &[BigUint], name: &str) -> Deed {
    let changed = differing(before, after);
    let size = |heap: &BigUint| usize::try_from(heap).ok();
    let (Some(a), Some(b)) = (sizes(before), sizes(after)) else {
        return Deed::leaving(changed);
    };
    if let (Set::Strips, [part], Some(cell)) = (set, &changed[..], crossed(name)) {
        let (part, from, to) = (*part, cell - 1, cell);
        let tokens = vec![Tokens { part, from, to }];
        return Deed {
            tokens,
            ..Deed::default()
        };
    }
    if let (Set::Rectangle, [part]) = (set, &changed[..]) {
        let less = before.iter().min().and_then(size).filter(|less| *less > 0);
        let taken = a[*part].saturating_sub(b[*part]);
        return Deed {
            tokens: vec![Tokens {
                part: *part,
                from: 0,
                to: less.map_or(0, |less| taken / less),
            }],
            ..Deed::default()
        };
    }
    if let [part] = changed[..] {
        // All others are the same, before it and behind it.
        let new = part..part + b.len() + 1 - a.len();
        return Deed::of_heap(part, a[part], &b[new]);
    }
    if a.len() != b.len() {
        return Deed::leaving(changed);
    }
    let (grown, lost): (Vec<_>, Vec<_>) = changed.into_iter().partition(|n| b[*n] > a[*n]);
    let tokens = lost.iter().map(|&part| Tokens {
        part,
        from: b[part],
        to: a[part],
    });
    let tokens = tokens.collect();
    match (&lost[..], &grown[..]) {
        ([from], [to]) => Deed {
            tokens,
            moves: vec![[*from, *to]],
            ..Deed::default()
        },
        _ => Deed {
            tokens,
            arrives: grown,
            ..Deed::default()
        },
    }
}

/// The sizes of heaps that can be drawn.
fn sizes(heaps: &[BigUint]) -> Option<Vec<usize>> {
    heaps.iter().map(|heap| heap.try_into().ok()).collect()
}

/// The cell of a move that crosses one, counted from 1.
fn crossed(name: &str) -> Option<usize> {
    let cell = name.strip_prefix("cross ")?.split(' ').next()?;
    cell.parse().ok().filter(|cell| *cell > 0)
}

/// Pieces that stand elsewhere have moved; others go or come. Parts are counted from `first`.
fn of_pieces<'a>(pairs: impl Iterator<Item = (&'a Cell, &'a Cell)>, first: usize) -> Deed {
    let mut deed = Deed::default();
    let mut gone: Vec<(usize, Owner, &str)> = Vec::new();
    let mut come = Vec::new();
    for (n, (before, after)) in pairs.enumerate().filter(|(_, (a, b))| a != b) {
        // A hole is no part of a scene, but a point that is removed was one.
        match before {
            // It is turned over where it is.
            Cell::Piece(owner, _) if matches!(after, Cell::Piece(other, _) if other == owner) => {
                deed.arrives.push(first + n);
                continue;
            }
            Cell::Piece(owner, mark) => gone.push((first + n, *owner, mark)),
            Cell::Empty if !matches!(after, Cell::Piece(..)) => deed.leaves.push(first + n),
            Cell::Empty => {}
            Cell::Hole => continue,
        }
        if let Cell::Piece(owner, mark) = after {
            come.push((first + n, *owner, mark.as_str()));
        }
    }
    // First the same pieces, then those that change on their way.
    for alike in [true, false] {
        gone.retain(|(from, owner, mark)| {
            let to = come.iter().position(|(to, other, now)| {
                to != from && other == owner && (!alike || now == mark)
            });
            if let Some(to) = to {
                deed.moves.push([*from, come.remove(to).0]);
            }
            to.is_none()
        });
    }
    deed.leaves.extend(gone.iter().map(|(n, ..)| *n));
    // A piece that is taken goes from where another one comes.
    deed.arrives.extend(come.iter().map(|(n, ..)| *n));
    deed.leaves.sort_unstable();
    deed
}

/// Edges are counted before points. Where as many edges are left, one was drawn. Points have the places of the net before, or
/// their names if they have some: after a move, points may be gone. Edges that go with a point are not counted.
fn of_net((points, edges): (&[Point], &[Edge]), (p, e): (&[Point], &[Edge]), name: &str) -> Deed {
    let is_drawn = edges.len() == e.len();
    let called = |edge: &Edge| !name.is_empty() && edge.label == name;
    if let Some(edge) = edges.iter().position(called) {
        return match is_drawn {
            true => Deed {
                arrives: vec![edge],
                ..Deed::default()
            },
            false => Deed::leaving([edge]),
        };
    }
    let place = |points: &[Point], n: usize| match points.get(n).map(|point| point.label.clone()) {
        Some(label) if !label.is_empty() => (0, label),
        _ => (n, String::new()),
    };
    let cells: HashMap<_, _> = (0..p.len()).map(|n| (place(p, n), &p[n].cell)).collect();
    let after: Vec<_> = (0..points.len())
        .map(|n| cells.get(&place(points, n)).copied())
        .collect();
    let pairs = points.iter().zip(&after);
    let pairs = pairs.map(|(point, after)| (&point.cell, after.unwrap_or(&Cell::Hole)));
    let mut deed = of_pieces(pairs, edges.len());
    let key = |points: &[Point], edge: &Edge| {
        let ends = [edge.from, edge.to].map(|end| place(points, end));
        (ends, edge.kind, edge.label.clone())
    };
    let left: HashSet<_> = e.iter().map(|edge| key(p, edge)).collect();
    let stays = |end: usize| after.get(end).is_some_and(Option::is_some);
    let other = (0..edges.len()).filter(|&n| {
        let edge = &edges[n];
        stays(edge.from) && stays(edge.to) && !left.contains(&key(points, edge))
    });
    match is_drawn {
        true => deed.arrives.extend(other),
        false => deed.leaves.splice(0..0, other).for_each(drop),
    }
    deed
}

/// Cakes lie side by side, a column apart, on a board of so many columns. The cake that is divided is cut along lines; cells that
/// are no part of any cake after that go.
fn of_cakes(before: &[[usize; 2]], after: &[[usize; 2]], columns: usize) -> Deed {
    let mut deed = Deed::default();
    let mut new = after.to_vec();
    let mut kept = |cake: &[usize; 2]| {
        let place = new.iter().position(|other| other == cake);
        place.map(|n| new.remove(n)).is_some()
    };
    let Some(part) = (0..before.len()).rev().find(|&n| !kept(&before[n])) else {
        return deed;
    };
    // The loop ended at the divided cake: those before it are still among the new ones.
    for cake in &before[..part] {
        kept(cake);
    }
    let [rows, wide] = before[part];
    let left: usize = before[..part].iter().map(|cake| cake[1] + 1).sum();
    let cell = |row: usize, column: usize| row * columns + left + column;
    let upright = new.iter().all(|cake| cake[0] == rows);
    let (long, across) = if upright { (wide, rows) } else { (rows, wide) };
    let lengths: Vec<usize> = new.iter().map(|cake| cake[usize::from(upright)]).collect();
    let place = |along: usize, n: usize| match upright {
        true => cell(n, along),
        false => cell(along, n),
    };
    let eaten = long.saturating_sub(lengths.iter().sum());
    let mut at = 0;
    for (n, length) in lengths.iter().enumerate() {
        at += length;
        if n == 0 {
            let lines = (at..at + eaten).flat_map(|along| (0..across).map(move |n| (along, n)));
            deed.leaves.extend(lines.map(|(along, n)| place(along, n)));
            at += eaten;
        }
        if eaten == 0 && at < long {
            let pairs = (0..across).map(|n| [place(at - 1, n), place(at, n)]);
            deed.cuts.extend(pairs);
        }
    }
    if lengths.is_empty() {
        let all = (0..rows).flat_map(|row| (0..wide).map(move |column| (row, column)));
        deed.leaves
            .extend(all.map(|(row, column)| cell(row, column)));
    }
    deed
}

/// The places of `a` that differ from `b`; where parts were added or removed, those between the common ends.
fn differing<T: PartialEq>(a: &[T], b: &[T]) -> Vec<usize> {
    if a.len() == b.len() {
        return (0..a.len()).filter(|&n| a[n] != b[n]).collect();
    }
    let most = a.len().min(b.len());
    let head = (0..most).take_while(|&n| a[n] == b[n]).count();
    let tail = (0..most - head)
        .take_while(|&n| a[a.len() - 1 - n] == b[b.len() - 1 - n])
        .count();
    (head..a.len() - tail).collect()
}

/// The coins of `a` that are gone in `b`, a run of neighbours. After a move the players' values may have changed places.
fn removed(a: &[Vec<String>], b: &[Vec<String>], right: bool) -> Vec<usize> {
    let Some(gone) = a.len().checked_sub(b.len()) else {
        return Vec::new();
    };
    // The last coin of a row for two is written like a number with a limit: a single value.
    let alone = |x: &Vec<String>, y: &Vec<String>| y.len() == 1 && x.contains(&y[0]);
    let same = |x: &Vec<String>, y: &Vec<String>| x == y || x.iter().rev().eq(y) || alone(x, y);
    let fits = |start: usize| {
        let left = a[..start].iter().chain(&a[start + gone..]);
        left.zip(b).all(|(x, y)| same(x, y))
    };
    let mut starts = (0..=b.len()).filter(|&start| fits(start));
    let start = if right {
        starts.next_back()
    } else {
        starts.next()
    };
    start.map_or_else(Vec::new, |start| (start..start + gone).collect())
}

#[cfg(test)]
mod tests {
    use super::super::EdgeKind;
    use super::*;

    fn changed(before: &str, after: &str, heaps: bool, right: bool) -> Vec<usize> {
        let scene = |text| Scene::of_notation(text, heaps);
        let name = if right { "R" } else { "" };
        scene(before).deed(&scene(after), name).parts()
    }

    #[test]
    fn moves_touch_what_they_change() {
        assert_eq!(changed("3,4,5", "3,1,5", true, false), [1]);
        assert_eq!(changed("3,4,5", "3,1,2,5", true, false), [1]);
        assert_eq!(changed("3,4", "1,2", true, false), [0, 1]);
        assert_eq!(changed("7,8,9", "8,9", false, false), [0]);
        assert_eq!(changed("7,8,9", "7,8", false, true), [2]);
        assert_eq!(changed("1,1,1", "1,1", false, true), [2]);
        assert_eq!(changed("1,1,1", "1,1", false, false), [0]);
        assert_eq!(changed("7,8,9,4", "9,4", false, false), [0, 1]);
        assert_eq!(changed("5,2,3/1,5,3", "1,3/5,3", false, false), [1]);
        assert_eq!(changed("3,2/3,4", "4/2", false, false), [0]);
        assert_eq!(changed("3,2/3,4", "3/3", false, false), [1]);
        assert_eq!(changed("X.O/...", "X.O/.X.", false, false), [4]);
        assert_eq!(changed("../..", "#./#. R", false, false), [0, 2]);
    }

    /// A net of these points, each with its mark, and of lines between them.
    fn net(points: &str, lines: &[(usize, usize)]) -> Scene {
        let point = |word: &str| Point {
            x: 0,
            y: 0,
            label: word[..1].into(),
            cell: match &word[1..] {
                "" => Cell::Empty,
                mark => Cell::Piece(Owner::First, mark.into()),
            },
        };
        let line = |&(from, to): &(usize, usize)| Edge {
            from,
            to,
            kind: EdgeKind::OneWay,
            label: String::new(),
        };
        Scene::of(Figure::Net {
            points: points.split(' ').map(point).collect(),
            edges: lines.iter().map(line).collect(),
        })
    }

    #[test]
    fn points_that_are_gone_are_known_by_their_names() {
        let before = net("a b c", &[(0, 1), (1, 2)]);
        assert_eq!(before.deed(&net("b c", &[(0, 1)]), "").leaves, [2]);
        assert_eq!(before.deed(&net("a b c", &[(1, 2)]), "").leaves, [0]);
        let before = net("aT b c", &[(0, 1), (1, 2)]);
        let deed = before.deed(&net("bT c", &[(0, 1)]), "");
        assert_eq!((deed.moves, deed.leaves), (vec![[2, 3]], vec![]));
    }

    #[test]
    fn one_heap_among_many_becomes_its_parts() {
        let heaps = |sizes: &[u64]| {
            Scene::of(Figure::Heaps(
                sizes.iter().map(|size| (*size).into()).collect(),
            ))
        };
        let token = |part, from, to| vec![Tokens { part, from, to }];
        let tokens = |a: &[u64], b: &[u64]| heaps(a).deed(&heaps(b), "").tokens;
        assert_eq!(tokens(&[3, 9, 4], &[3, 2, 5, 4]), token(1, 2, 4));
        assert_eq!(tokens(&[3, 9, 4], &[3, 4]), token(1, 0, 9));
        assert_eq!(tokens(&[3, 9, 4], &[3, 7, 4]), token(1, 7, 9));
        // Rules of others may make heaps that are together larger than any number here.
        assert_eq!(tokens(&[3], &[u64::MAX, u64::MAX]).len(), 1);
        let many: Vec<u64> = (1..100_000).collect();
        let mut less = many.clone();
        less[50_000] = 7;
        assert_eq!(tokens(&many, &less), token(50_000, 7, 50_001));
    }
}
