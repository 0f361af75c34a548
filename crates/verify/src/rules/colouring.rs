//! The common part of Snort and Col: players colour points of a graph or cells of a board. A coloured point is no longer
//! available to either player, and its neighbours are no longer available to one of them.
//!
//! A position is the player to move, then for each point the players who may still colour it: 0 neither, 1 Left, 2 Right, 3 both.

use super::board::Board;
use super::graph::Graph;
use super::{Named, Position, Rules, Step};

/// The points: those of a graph, or cells of a board.
enum Field {
    Cells(Board),
    Points(Graph),
}

struct Colouring {
    field: Field,
    /// Whether the player who colours a point can no longer colour its neighbours; otherwise the other player cannot.
    takes_own: bool,
}

/// The sign of a stone of each player. Either player may colour the other signs.
const SIGNS: &str = "#LR.XO";

pub(super) fn open(named: &Named<'_>, takes_own: bool) -> Result<Box<dyn Rules>, String> {
    let text = named.position;
    let is_board = text
        .chars()
        .all(|sign| SIGNS.contains(sign.to_ascii_uppercase()) || "/|".contains(sign));
    let field = match is_board {
        true => Field::Cells(Board::like(text, SIGNS)),
        false => Field::Points(Graph::read(text.split('/').next().unwrap_or(""))?.both_ways()?),
    };
    Ok(Box::new(Colouring { field, takes_own }))
}

impl Colouring {
    fn near(&self, point: usize) -> Vec<usize> {
        match &self.field {
            Field::Cells(board) => board.near(point).collect(),
            Field::Points(graph) => graph.near(point),
        }
    }

    /// The player who can no longer colour the neighbours of a point that a side colours.
    fn loser(&self, side: i64) -> i64 {
        if self.takes_own { side } else { 3 - side }
    }
}

impl Rules for Colouring {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let side = 1 + at[0];
        for point in 1..at.len() {
            if at[point] & side == 0 {
                continue;
            }
            let mut after = at.to_vec();
            after[point] = 0;
            for near in self.near(point - 1) {
                after[near + 1] &= !self.loser(side);
            }
            after[0] = 1 - at[0];
            see(after.into());
        }
    }

    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        let mut at = vec![i64::from(right)];
        match &self.field {
            Field::Cells(board) => {
                at.extend(board.read(text)?);
                for cell in (1..at.len())
                    .filter(|cell| at[*cell] > 3)
                    .collect::<Vec<_>>()
                {
                    let side = at[cell] - 3;
                    for near in self.near(cell - 1) {
                        if at[near + 1] <= 3 {
                            at[near + 1] &= !self.loser(side);
                        } else if (at[near + 1] == at[cell]) == self.takes_own {
                            return Err(
                                "expected stones of which no two neighbours break the rules".into(),
                            );
                        }
                    }
                }
                at.iter_mut()
                    .for_each(|cell| *cell = if *cell > 3 { 0 } else { *cell });
            }
            Field::Points(graph) => {
                let mut parts = text.split('/');
                let left = graph.part(parts.next().unwrap_or(""))?;
                at.extend(left.iter().map(|left| 3 * i64::from(*left)));
                for mine in [1, 2] {
                    for name in parts
                        .next()
                        .unwrap_or("")
                        .split(',')
                        .filter(|name| !name.is_empty())
                    {
                        let point = graph.number(name).filter(|point| at[point + 1] == 3);
                        let point =
                            point.ok_or("expected a point of the graph that is given once")?;
                        at[point + 1] = mine;
                    }
                }
            }
        }
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        let marks = &at[1..];
        let graph = match &self.field {
            Field::Cells(board) => return board.show(marks),
            Field::Points(graph) => graph,
        };
        let left: Vec<bool> = marks.iter().map(|mark| *mark > 0).collect();
        let of = |side: i64| graph.list((0..marks.len()).filter(|point| marks[*point] == side));
        let (graph, left, right) = (graph.show(&left), of(1), of(2));
        match left.is_empty() && right.is_empty() {
            true => graph,
            false => format!("{graph}/{left}/{right}"),
        }
    }

    fn is_rights(&self, at: &[i64]) -> bool {
        at[0] == 1
    }

    fn has_sides(&self) -> bool {
        true
    }
}
