//! `graph` and `dag`: positions in levels, moves between them.

use super::canvas::Canvas;
use super::legend::{Sign, frame, outcomes};
use super::node::Node;
use super::states::{Extent, Link, States};

/// Free space between two nodes of a level.
const GAP: f64 = 18.0;
/// Free space between two levels.
const RISE: f64 = 54.0;
/// A level wider than this goes on in a row below.
const WIDEST: f64 = 2200.0;
/// Beyond this many, moves that are not best are left out.
const MOST_LINKS: usize = 700;

/// How positions are put into levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Levels {
    /// By the moves made so far: the most there can be.
    #[default]
    Distance,
    /// By the plies to the end under best play.
    Remoteness,
}

/// The level of each state, from the top.
fn levels(graph: &States, by: Levels) -> Vec<usize> {
    let plies: Option<Vec<_>> = match by {
        Levels::Distance => None,
        Levels::Remoteness => graph
            .states
            .iter()
            .map(|state| state.value.remoteness)
            .collect(),
    };
    match plies {
        None => graph.distance(),
        Some(plies) => {
            let most = plies.iter().max().copied().unwrap_or(0);
            plies.iter().map(|plies| (most - plies) as usize).collect()
        }
    }
}

/// Draws the states; `more` is what each node tells besides its value.
pub(crate) fn draw(graph: &States, by: Levels, heading: &str, more: &[String]) -> Canvas {
    let nodes: Vec<Node> = graph
        .states
        .iter()
        .enumerate()
        .map(|(n, state)| Node::of(state, more.get(n).map_or("", String::as_str)))
        .collect();
    let every = graph.links.len() <= MOST_LINKS;
    let plan = Plan::of(graph, &levels(graph, by), &nodes, every);
    let mut canvas = Canvas::default();
    for best in [false, true] {
        let drawn = graph.links.iter().zip(&plan.bends);
        for (link, bends) in drawn.filter(|(link, _)| link.best == best && (best || every)) {
            let (from, to) = (plan.places[link.from], plan.places[link.to]);
            let start = (from.0, from.1 + nodes[link.from].size().1);
            canvas.open("", None, &link.name);
            arrow(&mut canvas, start, bends, to, best);
            canvas.close();
        }
    }
    for (node, &(x, y)) in nodes.iter().zip(&plan.places) {
        node.draw(&mut canvas, x, y);
    }
    let mut legend = outcomes(graph.states.iter().map(|state| state.value.outcome));
    legend.push((Sign::Line("best"), "best move".into()));
    if every && graph.links.iter().any(|link| !link.best) {
        legend.push((Sign::Line("edge"), "other move".into()));
    }
    legend.push((Sign::Words, key(graph, every)));
    frame(&mut canvas, heading, &legend);
    canvas
}

/// What the small letters mean, and what was left out.
fn key(graph: &States, every: bool) -> String {
    let first = &graph.states[0].value;
    let mut words = match (first.margin, first.remoteness) {
        (Some(_), _) => "+2: ahead by 2 in what is left to play".to_owned(),
        (None, Some(_)) => "W4: won in 4 plies".to_owned(),
        (None, None) => "W: won, L: lost".to_owned(),
    };
    match graph.extent {
        Extent::Whole if every => {}
        Extent::Whole => words += "; of so many moves only the best are drawn",
        Extent::BestMoves => words += "; too large to be drawn whole: what best moves reach",
        Extent::Line => words += "; too large to be drawn whole: the preferred moves",
    }
    words
}

/// An arrow that leaves downwards, passes between the nodes of the rows on its way and arrives from above.
fn arrow(canvas: &mut Canvas, from: (f64, f64), bends: &[Bend], to: (f64, f64), best: bool) {
    let (class, head) = if best {
        ("best", "besthead")
    } else {
        ("edge", "edgehead")
    };
    let tip = if best { 8.0 } else { 6.0 };
    let end = (to.0, to.1 - tip);
    let mut here = from;
    for &Bend { x, top, bottom } in bends {
        swing(canvas, here, (x, top), class);
        canvas.line((x, top), (x, bottom), class);
        here = (x, bottom);
    }
    swing(canvas, here, end, class);
    let half = tip * 0.5;
    canvas.polygon(&[to, (to.0 - half, end.1), (to.0 + half, end.1)], head);
}

/// A curve that is upright at both ends.
fn swing(canvas: &mut Canvas, from: (f64, f64), to: (f64, f64), class: &str) {
    let pull = ((to.1 - from.1).abs() / 2.0).clamp(18.0, 90.0);
    canvas.curve(
        [from, (from.0, from.1 + pull), (to.0, to.1 - pull), to],
        class,
    );
}

/// Where an arrow passes a row of nodes.
#[derive(Clone, Copy, Debug)]
struct Bend {
    x: f64,
    top: f64,
    bottom: f64,
}

/// Where everything stands.
struct Plan {
    /// The middle of the upper edge of each node.
    places: Vec<(f64, f64)>,
    /// Where each link passes the rows between its ends.
    bends: Vec<Vec<Bend>>,
}

/// Beyond this many bends arrows go straight, under the nodes.
const MOST_BENDS: usize = 3000;
/// What a bend needs of a row.
const BEND_WIDTH: f64 = 2.0;

impl Plan {
    /// Layers in the manner of Sugiyama: a link that passes a row has a place of its own in it, rows are ordered by the
    /// mean of their neighbours, and places are as near to that mean as the widths allow.
    fn of(graph: &States, level: &[usize], nodes: &[Node], every: bool) -> Self {
        let mut rows = rows(graph, level, nodes);
        let mut row_of = vec![0; nodes.len()];
        for (r, row) in rows.iter().enumerate() {
            row.iter().for_each(|&n| row_of[n] = r);
        }
        let mut widths: Vec<f64> = nodes.iter().map(|node| node.size().0).collect();
        let mut near = vec![Vec::new(); nodes.len()];
        let mut passing = vec![Vec::new(); graph.links.len()];
        let span = |link: &Link| row_of[link.to].saturating_sub(row_of[link.from] + 1);
        let bends: usize = graph.links.iter().map(span).sum();
        for (l, link) in graph
            .links
            .iter()
            .enumerate()
            .filter(|(_, link)| link.best || every)
        {
            let mut here = link.from;
            if bends <= MOST_BENDS {
                for row in rows
                    .iter_mut()
                    .take(row_of[link.to])
                    .skip(row_of[link.from] + 1)
                {
                    let item = widths.len();
                    row.push(item);
                    widths.push(BEND_WIDTH);
                    near.push(vec![here]);
                    near[here].push(item);
                    passing[l].push(item);
                    here = item;
                }
            }
            near[here].push(link.to);
            near[link.to].push(here);
        }
        let x = across(&mut rows, &widths, &near);
        let mut tops = Vec::with_capacity(rows.len());
        let mut top = 0.0;
        for row in &rows {
            let real = row.iter().filter_map(|&item| nodes.get(item));
            let high = real.map(|node| node.size().1).fold(0.0, f64::max);
            tops.push((top, top + high));
            top += high + RISE;
        }
        let bend = |from: usize, passed: usize, item: usize| {
            let (top, bottom) = tops[row_of[from] + 1 + passed];
            Bend {
                x: x[item],
                top,
                bottom,
            }
        };
        let bends = graph.links.iter().zip(&passing).map(|(link, items)| {
            let items = items.iter().enumerate();
            items
                .map(|(passed, &item)| bend(link.from, passed, item))
                .collect()
        });
        Self {
            bends: bends.collect(),
            places: (0..nodes.len())
                .map(|n| (x[n], tops[row_of[n]].0))
                .collect(),
        }
    }
}

/// Orders the rows and gives every item its place across.
fn across(rows: &mut [Vec<usize>], widths: &[f64], near: &[Vec<usize>]) -> Vec<f64> {
    let mut x = vec![0.0; widths.len()];
    for row in rows.iter() {
        spread(row, widths, &mut x, |_| 0.0);
    }
    for round in 0..12 {
        let mut order: Vec<usize> = (0..rows.len()).collect();
        if round % 2 == 1 {
            order.reverse();
        }
        for r in order {
            let old = x.clone();
            let wish = |n: usize| {
                let sum: f64 = near[n].iter().map(|&m| old[m]).sum();
                if near[n].is_empty() {
                    old[n]
                } else {
                    sum / near[n].len() as f64
                }
            };
            if round < 8 {
                rows[r].sort_by(|&a, &b| wish(a).total_cmp(&wish(b)).then(a.cmp(&b)));
            }
            spread(&rows[r], widths, &mut x, wish);
        }
    }
    x
}

/// The states of each level, cut into rows that are not too wide.
fn rows(graph: &States, level: &[usize], nodes: &[Node]) -> Vec<Vec<usize>> {
    let deepest = level.iter().max().copied().unwrap_or(0);
    let mut rows = Vec::new();
    for depth in 0..=deepest {
        let here = (0..graph.states.len()).filter(|&n| level[n] == depth);
        let (mut row, mut wide) = (Vec::new(), 0.0);
        for n in here {
            wide += nodes[n].size().0 + GAP;
            if wide > WIDEST && !row.is_empty() {
                rows.push(std::mem::take(&mut row));
                wide = nodes[n].size().0 + GAP;
            }
            row.push(n);
        }
        if !row.is_empty() {
            rows.push(row);
        }
    }
    rows
}

/// Puts a row as near to its wishes as its order and the widths of its nodes allow.
fn spread(row: &[usize], widths: &[f64], x: &mut [f64], wish: impl Fn(usize) -> f64) {
    let apart = |a: usize, b: usize| {
        let bends = widths[a] == BEND_WIDTH && widths[b] == BEND_WIDTH;
        (widths[a] + widths[b]) / 2.0 + if bends { GAP / 3.0 } else { GAP }
    };
    // From the left as far left as wished, from the right as far right; the mean keeps the distances.
    let mut from_left = Vec::with_capacity(row.len());
    for (i, &n) in row.iter().enumerate() {
        let least = if i == 0 {
            f64::MIN
        } else {
            from_left[i - 1] + apart(row[i - 1], n)
        };
        from_left.push(wish(n).max(least));
    }
    let mut bound = f64::MAX;
    for i in (0..row.len()).rev() {
        let place = wish(row[i]).min(bound);
        x[row[i]] = (place + from_left[i]) / 2.0;
        if i > 0 {
            bound = place - apart(row[i - 1], row[i]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::picture::states::explore;
    use crate::session::How;

    use super::*;

    #[test]
    fn no_two_nodes_overlap() {
        let mut session = crate::open("wythoff", Some("5,8"), false).unwrap();
        let graph = explore(&mut *session, &How::default(), 300, true).unwrap();
        let nodes: Vec<_> = graph
            .states
            .iter()
            .map(|state| Node::of(state, ""))
            .collect();
        for by in [Levels::Distance, Levels::Remoteness] {
            let places = Plan::of(&graph, &levels(&graph, by), &nodes, true).places;
            for a in 0..nodes.len() {
                for b in 0..a {
                    let apart = (nodes[a].size().0 + nodes[b].size().0) / 2.0;
                    let beside = (places[a].0 - places[b].0).abs() >= apart;
                    let below = (places[a].1 - places[b].1).abs() >= nodes[a].size().1;
                    assert!(
                        beside || below,
                        "{} over {}",
                        nodes[a].title,
                        nodes[b].title
                    );
                }
            }
        }
    }
}
