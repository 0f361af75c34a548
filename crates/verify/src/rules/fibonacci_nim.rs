//! Fibonacci nim: take at least one token and at most the limit, which then is twice what was just taken; the first limit is
//! one less than the heap. The last to move wins.

use super::heaps::MOST;
use super::{Named, Position, Rules, Step};

struct FibonacciNim;

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(FibonacciNim))
}

impl Rules for FibonacciNim {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let (heap, limit) = (at[0], at[1]);
        for taken in 1..=heap.min(limit) {
            see(vec![heap - taken, 2 * taken].into());
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let wrong = |_| "expected a heap, or a heap and a limit like 13/16".to_owned();
        let fits = |n: i64| (0..=MOST).contains(&n);
        let at = match text.split_once('/') {
            Some((heap, limit)) => {
                vec![heap.parse().map_err(wrong)?, limit.parse().map_err(wrong)?]
            }
            None if text.is_empty() => vec![0, 0],
            None => {
                let heap: i64 = text.parse().map_err(wrong)?;
                vec![heap, (heap - 1).max(0)]
            }
        };
        match at.iter().all(|n| fits(*n)) {
            true => Ok(at),
            false => Err("expected numbers of at least 0 and at most 65536".into()),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        format!("{}/{}", at[0], at[1])
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        vec![at[0], at[1].min(at[0])]
    }

    fn is_impartial(&self) -> bool {
        true
    }
}
