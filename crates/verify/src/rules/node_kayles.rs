//! Node Kayles: take a point of a graph together with all points next to it. The last to move wins.

use super::graph::Graph;
use super::{Named, Position, Rules, Step};

struct NodeKayles(Graph);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(NodeKayles(
        Graph::read(named.position)?.both_ways()?,
    )))
}

impl Rules for NodeKayles {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for point in (0..at.len()).filter(|point| at[*point] == 1) {
            let mut after = at.to_vec();
            after[point] = 0;
            self.0.near(point).iter().for_each(|near| after[*near] = 0);
            see(after.into());
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        Ok(self.0.part(text)?.into_iter().map(i64::from).collect())
    }

    fn show(&self, at: &[i64]) -> String {
        let left: Vec<bool> = at.iter().map(|point| *point == 1).collect();
        self.0.show(&left)
    }

    fn is_impartial(&self) -> bool {
        true
    }

    /// The connected parts.
    fn parts(&self, at: &[i64]) -> Vec<Position> {
        let (mut left, mut parts) = (at.to_vec(), Vec::new());
        while let Some(first) = left.iter().position(|point| *point == 1) {
            let (mut part, mut todo) = (vec![0; at.len()], vec![first]);
            while let Some(point) = todo.pop() {
                if std::mem::take(&mut left[point]) == 1 {
                    part[point] = 1;
                    todo.extend(self.0.near(point));
                }
            }
            parts.push(part);
        }
        parts.sort_by_key(|part| part.iter().sum::<i64>());
        parts
    }
}
