//! Hackenbush: Left cuts a blue or a green edge, Right a red or a green one; edges no longer connected to the ground, 0,
//! are removed. A player with no edge to cut loses.
//!
//! A position is the side to move, then three numbers for each edge: its points, and its colour, 0 blue, 1 red, 2 green.

use super::{Named, Position, Rules, Step};

struct Hackenbush;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Hackenbush))
}

/// More edges than can be examined.
const MOST: usize = 256;

const COLOURS: [char; 3] = ['b', 'r', 'g'];

/// The edges connected to the ground, in order.
fn standing(edges: &[[i64; 3]]) -> Vec<[i64; 3]> {
    let (mut joined, mut stays) = (vec![0], vec![false; edges.len()]);
    let mut next = 0;
    while let Some(point) = joined.get(next).copied() {
        for (edge, stays) in edges.iter().zip(&mut stays) {
            let [a, b, _] = *edge;
            if !*stays && (a == point || b == point) {
                *stays = true;
                joined.extend([a, b].into_iter().filter(|other| *other != point));
            }
        }
        next += 1;
    }
    let left = edges.iter().zip(stays).filter(|(_, stays)| *stays);
    let mut left: Vec<[i64; 3]> = left.map(|(edge, _)| *edge).collect();
    left.sort_unstable();
    left
}

fn edge(text: &str) -> Option<[i64; 3]> {
    let (colour, letter) = COLOURS
        .iter()
        .enumerate()
        .find(|(_, letter)| text.contains(**letter))?;
    let (a, b) = text.split_once(*letter)?;
    let (a, b): (u32, u32) = (a.trim().parse().ok()?, b.trim().parse().ok()?);
    Some([a.min(b).into(), a.max(b).into(), colour as i64])
}

impl Rules for Hackenbush {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let edges: Vec<[i64; 3]> = at[1..]
            .chunks(3)
            .map(|edge| [edge[0], edge[1], edge[2]])
            .collect();
        for cut in (0..edges.len()).filter(|edge| [at[0], 2].contains(&edges[*edge][2])) {
            let mut left = edges.clone();
            left.remove(cut);
            let mut after = vec![1 - at[0]];
            after.extend(standing(&left).concat());
            see(after.into());
        }
    }

    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        let letters: Option<Vec<i64>> = text
            .chars()
            .map(|letter| {
                COLOURS
                    .iter()
                    .position(|known| *known == letter)
                    .map(|colour| colour as i64)
            })
            .collect();
        let edges: Vec<[i64; 3]> = match letters {
            Some(stalk) => stalk
                .into_iter()
                .zip(0..)
                .map(|(colour, a)| [a, a + 1, colour])
                .collect(),
            None => {
                let edges: Option<_> = text.split(',').map(|item| edge(item.trim())).collect();
                edges.ok_or("expected edges like 0b1, 1r2 or 2g3")?
            }
        };
        if edges.len() > MOST {
            return Err(format!("expected at most {MOST} edges"));
        }
        let standing = standing(&edges);
        if standing.len() < edges.len() {
            return Err("expected edges that are all joined to the ground, 0".into());
        }
        Ok([i64::from(right)]
            .into_iter()
            .chain(standing.concat())
            .collect())
    }

    fn show(&self, at: &[i64]) -> String {
        let edges = at[1..].chunks(3);
        let shown =
            edges.map(|edge| format!("{}{}{}", edge[0], COLOURS[edge[2] as usize], edge[1]));
        shown.collect::<Vec<_>>().join(",")
    }

    fn is_rights(&self, at: &[i64]) -> bool {
        at[0] == 1
    }

    fn has_sides(&self) -> bool {
        true
    }
}
