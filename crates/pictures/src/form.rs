//! `form`: a canonical form as a tree, Left's options to the left and Right's to the right.

use bouton::Session;
use bouton::calculus::{Follower, form};
use bouton_core::Limits;
use serde_json::{Value, json};

use super::canvas::{Anchor, Canvas, SMALL, shortened, width};
use super::legend::{Sign, frame};
use super::{Error, named, placed};

/// The default number of nodes of a tree.
const MOST: usize = 400;
/// Free space between neighbours, and from a row of nodes to the next.
const GAP: f64 = 12.0;
const RISE: f64 = 64.0;
/// The height of a node.
const HIGH: f64 = 22.0;
/// The most characters of a value.
const LONGEST: usize = 30;

/// A node of the tree: a follower at one place of it.
struct Node {
    follower: usize,
    depth: usize,
    /// Its options in order, each with whether it is Left's.
    children: Vec<(usize, bool)>,
    /// The x coordinate of its middle.
    x: f64,
}

/// Draws the tree of the canonical form of the session's position.
pub(crate) fn draw(
    session: &mut Session,
    most: Option<usize>,
    limits: &Limits,
) -> Result<(Canvas, Value), Error> {
    let most = most.unwrap_or(MOST);
    let followers = form(session, most, limits)?;
    let mut nodes = grow(&followers, most)?;
    settle(&followers, &mut nodes);
    let mut canvas = Canvas::default();
    for node in &nodes {
        for &(child, is_left) in &node.children {
            let class = if is_left { "winline" } else { "lossline" };
            let child = &nodes[child];
            let foot = (child.x, top(child));
            canvas.line((node.x, top(node) + HIGH), foot, class);
        }
    }
    for node in &nodes {
        let text = shortened(&followers[node.follower].value, LONGEST);
        let wide = wide(&followers[node.follower]);
        let corner = [node.x - wide / 2.0, top(node), wide, HIGH];
        canvas.open("node", None, &followers[node.follower].value);
        canvas.rect(corner, 5.0, "plain");
        let at = (node.x, top(node) + 15.0);
        canvas.text(at, Anchor::Middle, SMALL, "ink", &text);
        canvas.close();
    }
    let heading = format!(
        "{}: canonical form of {}, {} nodes",
        named(session),
        shortened(&placed(session, &session.position()?), LONGEST),
        nodes.len()
    );
    let legend = [
        (Sign::Line("winline"), "an option of Left".to_owned()),
        (Sign::Line("lossline"), "an option of Right".to_owned()),
        (Sign::Words, "numbers are not followed".to_owned()),
    ];
    frame(&mut canvas, &heading, &legend);
    let data = followers.iter().map(
        |Follower { value, left, right }| json!({"value": value, "left": left, "right": right}),
    );
    Ok((canvas, json!({"followers": data.collect::<Vec<_>>()})))
}

fn top(node: &Node) -> f64 {
    node.depth as f64 * RISE
}

fn wide(follower: &Follower) -> f64 {
    width(&shortened(&follower.value, LONGEST), SMALL) + 14.0
}

/// Every path through the followers as a separate node; parents come before their children.
fn grow(followers: &[Follower], most: usize) -> Result<Vec<Node>, Error> {
    let node = |follower, depth| Node {
        follower,
        depth,
        children: Vec::new(),
        x: 0.0,
    };
    let mut nodes = vec![node(0, 0)];
    let mut next = 0;
    while next < nodes.len() {
        let (from, depth) = (&followers[nodes[next].follower], nodes[next].depth + 1);
        let left = from.left.iter().map(|option| (*option, true));
        let options = left.chain(from.right.iter().map(|option| (*option, false)));
        for (option, is_left) in options {
            let child = nodes.len();
            nodes[next].children.push((child, is_left));
            nodes.push(node(option, depth));
        }
        if nodes.len() > most {
            return Err(Error::Unfit(format!(
                "the tree of this canonical form has more than {most} nodes: allow more with --most"
            )));
        }
        next += 1;
    }
    Ok(nodes)
}

/// Gives each subtree a strip wide enough for its root and for its options next to each other, and puts the root over the
/// gap between Left's and Right's; every value that is not a number has options of both.
fn settle(followers: &[Follower], nodes: &mut [Node]) {
    let mut needed = vec![0.0; nodes.len()];
    for (n, node) in nodes.iter().enumerate().rev() {
        let below = node.children.iter().map(|(child, _)| needed[*child]);
        let own = wide(&followers[node.follower]) + GAP;
        needed[n] = below.sum::<f64>().max(own);
    }
    let mut lefts = vec![0.0; nodes.len()];
    for n in 0..nodes.len() {
        let strip = lefts[n]..lefts[n] + needed[n];
        let children = std::mem::take(&mut nodes[n].children);
        let below = children.iter().map(|(child, _)| needed[*child]);
        let mut left = strip.start + (needed[n] - below.sum::<f64>()) / 2.0;
        let mut gap = left;
        for &(child, is_left) in &children {
            lefts[child] = left;
            left += needed[child];
            gap = if is_left { left } else { gap };
        }
        let half = (wide(&followers[nodes[n].follower]) + GAP) / 2.0;
        nodes[n].x = if children.is_empty() {
            strip.start + half
        } else {
            gap.clamp(strip.start + half, strip.end - half)
        };
        nodes[n].children = children;
    }
}
