//! Geography: a token moves along an edge of a graph to a point that it has not visited. A player who cannot move loses.
//!
//! A position is the token's point, then the points that are left, including its own.

use super::graph::Graph;
use super::{Named, Position, Rules, Step};

struct Geography(Graph);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    let (graph, _) = split(named.position)?;
    Ok(Box::new(Geography(Graph::read(graph)?)))
}

fn split(text: &str) -> Result<(&str, &str), String> {
    text.rsplit_once('/')
        .ok_or_else(|| "expected a graph, a slash and the point of the token".into())
}

impl Rules for Geography {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let from = at[0] as usize;
        for to in self
            .0
            .near(from)
            .into_iter()
            .filter(|to| at[to + 1] == 1 && *to != from)
        {
            let mut after = at.to_vec();
            (after[0], after[from + 1]) = (to as i64, 0);
            see(after.into());
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let (graph, token) = split(text)?;
        let left = self.0.part(graph)?;
        let token = self.0.number(token).filter(|token| left[*token]);
        let token = token.ok_or("expected a point that is left")?;
        let left = left.into_iter().map(i64::from);
        Ok([token as i64].into_iter().chain(left).collect())
    }

    fn show(&self, at: &[i64]) -> String {
        let left: Vec<bool> = at[1..].iter().map(|point| *point == 1).collect();
        format!("{}/{}", self.0.show(&left), self.0.name(at[0] as usize))
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
