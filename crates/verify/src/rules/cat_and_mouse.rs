//! Cat and mouse: both move along edges of a graph in turn, the mouse first; a player without an edge to move along stays.
//! The cat wins if it reaches the mouse's point, the mouse if it reaches the hole, point 0, which the cat may not enter.
//! Endless play is a draw.
//!
//! A position is the mouse's point, the cat's, and 1 if the cat is to move.

use super::graph::Graph;
use super::{Named, Position, Rules, Step};

struct CatAndMouse(Graph);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let graph = Graph::read(named.parameters.unwrap_or(""))?.both_ways()?;
    match graph.number("0") {
        Some(_) => Ok(Box::new(CatAndMouse(graph))),
        None => Err("expected edges of a graph with a point 0, the hole".into()),
    }
}

impl Rules for CatAndMouse {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        if self.end(at).is_some() {
            return;
        }
        let (who, hole) = (at[2] as usize, self.0.number("0"));
        let from = at[who] as usize;
        let mut ways = self.0.near(from);
        ways.retain(|to| who == 0 || Some(*to) != hole);
        if ways.is_empty() {
            ways.push(from);
        }
        for to in ways {
            let mut after = at.to_vec();
            (after[who], after[2]) = (to as i64, 1 - at[2]);
            see(after.into());
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        let by_cat = at[0] == at[1];
        let by_mouse = self.0.number("0") == Some(at[0] as usize);
        let mover_is_cat = at[2] == 1;
        (by_cat || by_mouse).then_some(if by_cat == mover_is_cat { 1 } else { -1 })
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let (places, turn) = match text.strip_suffix(" cat") {
            Some(places) => (places, 1),
            None => (text.trim_end_matches(" mouse"), 0),
        };
        let points: Option<Vec<usize>> =
            places.split(',').map(|name| self.0.number(name)).collect();
        match points.as_deref() {
            Some([mouse, cat]) if self.0.name(*cat) != "0" => {
                Ok(vec![*mouse as i64, *cat as i64, turn])
            }
            _ => Err(
                "expected the points of the mouse and of the cat, the cat not in the hole".into(),
            ),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        let turn = if at[2] == 1 { " cat" } else { "" };
        format!(
            "{},{}{turn}",
            self.0.name(at[0] as usize),
            self.0.name(at[1] as usize)
        )
    }

    fn lasts(&self) -> bool {
        true
    }
}
