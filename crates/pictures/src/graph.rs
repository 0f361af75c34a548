//! `graph` and `dag`: positions in levels, moves between them.

use std::cmp::Ordering;

use super::canvas::Canvas;
use super::legend::{Sign, frame, outcomes};
use super::node::Node;
use super::states::{Extent, Link, States};

/// Free space between two nodes of a level.
const GAP: f64 = 18.0;
/// Free space between two levels.
const RISE: f64 = 54.0;
/// A level wider than this continues in a row below.
const WIDEST: f64 = 2200.0;
/// If there are more moves than this, only winning moves, and the preferred move of each position, are drawn.
pub(crate) const MOST_LINKS: usize = 400;

/// The way positions are put into levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Levels {
    /// By the greatest number of moves from the start.
    #[default]
    Distance,
    /// By the plies to the end under best play.
    Remoteness,
}

/// The level of each state, from the top. If plies are counted, endless draws are above all others.
fn levels(graph: &States, by: Levels) -> Vec<usize> {
    let plies = graph.states.iter().map(|state| state.value.remoteness);
    match (by, plies.clone().max().flatten()) {
        (Levels::Remoteness, Some(most)) => plies
            .map(|plies| plies.map_or(0, |plies| (most - plies) as usize + 1))
            .collect(),
        _ => graph.distance(),
    }
}

/// Draws the states; `more` is the text of each node besides its value.
pub(crate) fn draw(graph: &States, by: Levels, heading: &str, more: &[String]) -> Canvas {
    let mut nodes: Vec<Node> = graph
        .states
        .iter()
        .enumerate()
        .map(|(n, state)| Node::of(state, more.get(n).map_or("", String::as_str)))
        .collect();
    // By distance, the start is the uppermost node.
    if let (Levels::Remoteness, [start, ..]) = (by, &mut nodes[..]) {
        start.mark_start();
    }
    let plan = Plan::of(graph, &levels(graph, by), &nodes);
    let mut canvas = Canvas::default();
    for best in [false, true] {
        for (n, link) in graph.links.iter().enumerate() {
            if link.best == best {
                canvas.open("", None, &link.name);
                plan.arrow(&mut canvas, &nodes, link, &plan.bends[n]);
                canvas.close();
            }
        }
    }
    for (node, &(x, y)) in nodes.iter().zip(&plan.places) {
        node.draw(&mut canvas, x, y);
    }
    let mut legend = key(graph, None);
    if graph.thinned.is_some() {
        let words = "of so many moves only those that win, and the preferred ones, are drawn";
        legend.push((Sign::Words, words.into()));
    }
    frame(&mut canvas, heading, &legend);
    canvas
}

/// The legend: the meaning of shapes, lines and small letters (`small`, or the values), and the extent of the drawing.
pub(crate) fn key(graph: &States, small: Option<&str>) -> Vec<(Sign, String)> {
    let mut legend = outcomes(graph.states.iter().map(|state| state.value.outcome));
    if graph.has_best_of_lost() {
        let words = "best move: keeps a win or a draw; where all lose, holds out longest";
        legend.push((Sign::Line("best"), words.into()));
    } else if graph.links.iter().any(|link| link.best) {
        legend.push((Sign::Line("best"), "best move".into()));
    }
    if graph.links.iter().any(|link| !link.best) {
        legend.push((Sign::Line("edge"), "other move".into()));
    }
    let values = || graph.states.iter().map(|state| &state.value);
    let words = if let Some(small) = small {
        small
    } else if values().any(|value| value.margin.is_some()) {
        "+2: ahead by 2 in what is left to play"
    } else if values().any(|value| value.remoteness.is_some()) {
        "W: won, L: lost, D: drawn, with the plies to the end"
    } else {
        "W: won, L: lost, D: drawn"
    };
    legend.push((Sign::Words, words.into()));
    match graph.extent {
        Extent::Whole => {}
        Extent::BestMoves => legend.push((
            Sign::Words,
            "only a part is drawn: positions that best moves reach".into(),
        )),
        Extent::Line => legend.push((
            Sign::Words,
            "only a part is drawn: the preferred moves".into(),
        )),
    }
    legend
}

/// The end of its path at which an arrow has its head.
#[derive(Clone, Copy, PartialEq)]
enum Head {
    Lower,
    Upper,
}

/// The style of an arrow's lines, and the length of its head.
fn style(best: bool) -> (&'static str, &'static str, f64) {
    if best {
        ("best", "besthead", 8.0)
    } else {
        ("edge", "edgehead", 6.0)
    }
}

/// An arrow between the foot of a node and the top of a lower one, passing between the nodes of the rows in between.
fn arrow(canvas: &mut Canvas, foot: Place, bends: &[Bend], top: Place, head: Head, best: bool) {
    let (class, head_class, tip) = style(best);
    let (start, end) = match head {
        Head::Lower => (foot, (top.0, top.1 - tip)),
        Head::Upper => ((foot.0, foot.1 + tip), top),
    };
    let mut here = start;
    for &Bend { x, top, bottom } in bends {
        swing(canvas, here, (x, top), class);
        canvas.line((x, top), (x, bottom), class);
        here = (x, bottom);
    }
    swing(canvas, here, end, class);
    let (point, base) = match head {
        Head::Lower => (top, end.1),
        Head::Upper => (foot, start.1),
    };
    let half = tip * 0.5;
    canvas.polygon(
        &[point, (point.0 - half, base), (point.0 + half, base)],
        head_class,
    );
}

/// The distance from the middle of a node at which an arrow upwards or below a row begins or ends: downward arrows use the
/// middle, and would hide its head.
/// would hide its head.
const ASIDE: f64 = 10.0;
/// The same for an arrow below a row: the beginning and the end differ, so that two opposite arrows do not meet.
const HOP: [f64; 2] = [15.0, 19.0];

/// The side of a node on which another node is: 1 for the right.
fn side(node: Place, other: Place) -> f64 {
    if other.0 < node.0 { -1.0 } else { 1.0 }
}

/// An arrow below two nodes of one row, or from a node back to itself.
fn hop(canvas: &mut Canvas, from: Place, to: Place, best: bool) {
    let (class, head_class, tip) = style(best);
    let way = if from == to { -1.0 } else { side(from, to) };
    let (from, to) = ((from.0 + HOP[0] * way, from.1), (to.0 - HOP[1] * way, to.1));
    let (end, deep) = ((to.0, to.1 + tip), from.1.max(to.1) + RISE * 0.6);
    canvas.curve([from, (from.0, deep), (to.0, deep), end], class);
    let half = tip * 0.5;
    canvas.polygon(
        &[to, (to.0 - half, end.1), (to.0 + half, end.1)],
        head_class,
    );
}

/// A curve that is vertical at both ends.
fn swing(canvas: &mut Canvas, from: Place, to: Place, class: &str) {
    let pull = ((to.1 - from.1).abs() / 2.0).clamp(18.0, 90.0);
    canvas.curve(
        [from, (from.0, from.1 + pull), (to.0, to.1 - pull), to],
        class,
    );
}

type Place = (f64, f64);

/// The point where an arrow passes a row of nodes.
#[derive(Clone, Copy, Debug)]
struct Bend {
    x: f64,
    top: f64,
    bottom: f64,
}

/// The coordinates of all nodes and links.
struct Plan {
    /// The middle of the upper edge of each node.
    places: Vec<Place>,
    /// The row of each node, from the top.
    row_of: Vec<usize>,
    /// The points where each link passes the rows between its ends.
    bends: Vec<Vec<Bend>>,
}

/// If there are more bends than this, arrows are straight, under the nodes.
const MOST_BENDS: usize = 3000;
/// The width of a bend in a row.
const BEND_WIDTH: f64 = 2.0;

impl Plan {
    /// Layers in the style of Sugiyama: a link that passes a row has its own place in it, rows are ordered by the mean of
    /// their neighbours, and places are as near to that mean as the widths allow.
    fn of(graph: &States, level: &[usize], nodes: &[Node]) -> Self {
        let mut rows = rows(graph, level, nodes);
        let mut row_of = vec![0; nodes.len()];
        for (r, row) in rows.iter().enumerate() {
            row.iter().for_each(|&n| row_of[n] = r);
        }
        let mut widths: Vec<f64> = nodes.iter().map(|node| node.size().0).collect();
        let mut near = vec![Vec::new(); nodes.len()];
        let mut passing = vec![Vec::new(); graph.links.len()];
        let ends = |link: &Link| match row_of[link.from] <= row_of[link.to] {
            true => (link.from, link.to),
            false => (link.to, link.from),
        };
        let between = |(upper, lower): (usize, usize)| row_of[upper] + 1..row_of[lower];
        let bends: usize = graph
            .links
            .iter()
            .map(|link| between(ends(link)).len())
            .sum();
        for (n, link) in graph.links.iter().enumerate() {
            let (upper, lower) = ends(link);
            let mut here = upper;
            if bends <= MOST_BENDS {
                for row in between((upper, lower)) {
                    let item = widths.len();
                    rows[row].push(item);
                    widths.push(BEND_WIDTH);
                    near.push(vec![here]);
                    near[here].push(item);
                    passing[n].push(item);
                    here = item;
                }
            }
            near[here].push(lower);
            near[lower].push(here);
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
        let bend = |upper: usize, passed: usize, item: usize| {
            let (top, bottom) = tops[row_of[upper] + 1 + passed];
            Bend {
                x: x[item],
                top,
                bottom,
            }
        };
        let bends = graph.links.iter().zip(&passing).map(|(link, items)| {
            let items = items.iter().enumerate();
            items
                .map(|(passed, &item)| bend(ends(link).0, passed, item))
                .collect()
        });
        Self {
            bends: bends.collect(),
            places: (0..nodes.len())
                .map(|n| (x[n], tops[row_of[n]].0))
                .collect(),
            row_of,
        }
    }

    /// Draws a move: downwards, upwards if it goes back, or below its row if it stays in it.
    fn arrow(&self, canvas: &mut Canvas, nodes: &[Node], link: &Link, bends: &[Bend]) {
        let foot = |n: usize| (self.places[n].0, self.places[n].1 + nodes[n].size().1);
        let (from, to) = (link.from, link.to);
        match self.row_of[from].cmp(&self.row_of[to]) {
            Ordering::Less => arrow(
                canvas,
                foot(from),
                bends,
                self.places[to],
                Head::Lower,
                link.best,
            ),
            Ordering::Greater => {
                let (foot, top) = (foot(to), self.places[from]);
                let aside = ASIDE * side(foot, top);
                arrow(
                    canvas,
                    (foot.0 + aside, foot.1),
                    bends,
                    (top.0 - aside, top.1),
                    Head::Upper,
                    link.best,
                );
            }
            Ordering::Equal => hop(canvas, foot(from), foot(to), link.best),
        }
    }
}

/// Orders the rows and gives every item its horizontal place.
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

/// The states of each level, split into rows that are not too wide.
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

/// Puts a row as close to its preferred places as its order and the widths of its nodes allow.
fn spread(row: &[usize], widths: &[f64], x: &mut [f64], wish: impl Fn(usize) -> f64) {
    let apart = |a: usize, b: usize| {
        let bends = widths[a] == BEND_WIDTH && widths[b] == BEND_WIDTH;
        (widths[a] + widths[b]) / 2.0 + if bends { GAP / 3.0 } else { GAP }
    };
    // From the left as far left as possible, from the right as far right; the mean keeps the distances.
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
    use crate::states::explore;
    use bouton::How;

    use super::*;

    #[test]
    fn no_two_nodes_overlap() {
        let mut session = bouton::open("wythoff", "5,8").unwrap();
        let graph = explore(&mut session, &How::default(), &Extent::ALL, 300, true).unwrap();
        let nodes: Vec<_> = graph
            .states
            .iter()
            .map(|state| Node::of(state, ""))
            .collect();
        for by in [Levels::Distance, Levels::Remoteness] {
            let places = Plan::of(&graph, &levels(&graph, by), &nodes).places;
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

    #[test]
    fn every_move_is_an_arrow_even_where_play_comes_back() {
        let game = "cat-and-mouse:0-2,0-5,1-3,2-4,2-5,3-4,3-5";
        let mut session = bouton::open(game, "1,2").unwrap();
        let graph = explore(&mut session, &How::default(), &Extent::ALL, 300, true).unwrap();
        let level = levels(&graph, Levels::Distance);
        let back = |link: &&Link| level[link.to] < level[link.from];
        assert!(graph.links.iter().any(|link| back(&link)));
        let svg = draw(&graph, Levels::Distance, "", &[]).document("", crate::Theme::Light);
        let heads =
            svg.matches("edgehead\" points").count() + svg.matches("besthead\" points").count();
        assert_eq!(heads, graph.links.len());
    }

    /// "The arrow 2,2 → 2,1 reads as its reverse": a head is not hidden where lines begin.
    #[test]
    fn no_line_begins_or_ends_at_the_head_of_another() {
        let cat = "cat-and-mouse:0-2,0-5,1-3,2-4,2-5,3-4,3-5";
        for (game, position) in [
            ("wythoff", "3,5"),
            ("tic-tac-toe", "XXO/O.X/..."),
            (cat, "1,2"),
        ] {
            let mut session = bouton::open(game, position).unwrap();
            let solver = ["memo", "retrograde"]
                .into_iter()
                .find(|solver| session.accepts(solver, &Default::default()).is_ok());
            let how = How::by(solver);
            let graph = explore(&mut session, &how, &Extent::ALL, 300, true).unwrap();
            let svg = draw(&graph, Levels::Remoteness, "", &[]).document("", crate::Theme::Light);
            let after = |mark: &'static str| {
                let found = svg.split(mark).skip(1);
                found.map(|rest| rest.split('"').next().unwrap().to_owned())
            };
            let tips: Vec<String> = after("head\" points=\"")
                .map(|points| points.split(' ').next().unwrap().to_owned())
                .collect();
            assert!(tips.len() >= graph.links.len());
            for curve in after(" d=\"M") {
                let ends = [curve.split('C').next(), curve.rsplit(' ').next()];
                for end in ends.into_iter().flatten() {
                    assert!(!tips.iter().any(|tip| tip == end), "{game}: {end}");
                }
            }
        }
    }

    /// "Where do we start?"
    #[test]
    fn the_start_is_marked_where_its_place_does_not_tell() {
        let mut session = bouton::open("wythoff", "2,3").unwrap();
        let how = How::by(Some("memo"));
        let graph = explore(&mut session, &how, &Extent::ALL, 300, true).unwrap();
        let svg = |by| draw(&graph, by, "", &[]).document("", crate::Theme::Light);
        assert_eq!(
            svg(Levels::Remoteness)
                .matches("<rect class=\"startring\"")
                .count(),
            1
        );
        let own = svg(Levels::Remoteness);
        let marked = own.split("<rect class=\"startring\"").next().unwrap();
        assert!(
            marked
                .rsplit("data-position=\"")
                .next()
                .unwrap()
                .starts_with("2,3\"")
        );
        assert!(own.contains(">start · "));
        assert!(!svg(Levels::Distance).contains("startring"));
    }

    #[test]
    fn levels_by_remoteness_follow_the_plies() {
        let mut session = bouton::open("wythoff", "3,5").unwrap();
        let how = How::by(Some("memo"));
        let graph = explore(&mut session, &how, &Extent::ALL, 300, true).unwrap();
        let level = levels(&graph, Levels::Remoteness);
        for (state, level) in graph.states.iter().zip(level) {
            assert_eq!(state.value.remoteness.unwrap() as usize, 5 - level);
        }
    }

    #[test]
    fn of_many_moves_each_position_keeps_one_and_each_that_is_drawn_is_reached() {
        let mut session = bouton::open("wythoff", "12,13").unwrap();
        let whole = explore(&mut session, &How::default(), &Extent::ALL, 300, true).unwrap();
        let all = whole.states.len();
        assert!(whole.links.len() > MOST_LINKS);
        let (graph, kept) = whole.thinned(MOST_LINKS);
        assert_eq!(graph.thinned, Some(all));
        assert!(graph.states.len() < all && kept.len() == graph.states.len());
        for (n, state) in graph.states.iter().enumerate() {
            let is_left = graph.links.iter().any(|link| link.from == n);
            let is_reached = graph.links.iter().any(|link| link.to == n);
            assert!(
                (state.over || is_left) && (n == 0 || is_reached),
                "{}",
                state.label
            );
        }
        assert!(graph.links.len() < 2 * graph.states.len());
        let svg = draw(&graph, Levels::Distance, "", &[]).document("", crate::Theme::Light);
        assert_eq!(svg.matches("data-position=").count(), graph.states.len());
    }
}
