//! Going through the positions of a heap game.

use super::{Heaps, Hunted, Judged, Search, judge, look};
use crate::session::{How, Session};
use bouton_engine::Error;

/// The smallest position of a heap game, by total and then by its heaps, where `strategy` goes wrong.
pub(super) fn refute(
    session: &mut Session,
    strategy: &str,
    search: &Search,
    how: &How,
) -> Result<Hunted, Error> {
    session.allowed(strategy)?;
    if let Some(count) = session.list(search.heaps.up_to)? {
        return hunt(session, strategy, search, how, 0..count, |session, nth| {
            session.set_listed(*nth)
        });
    }
    let (fixed, unordered) = session.heaps().ok_or_else(|| {
        Error::Unfit(format!(
            "{} is neither a game of heaps nor one on a row: its positions have no order to try",
            session.game()
        ))
    })?;
    let heaps = Positions::new(fixed, unordered, &search.heaps);
    hunt(
        session,
        strategy,
        search,
        how,
        heaps,
        |session, heaps: &Vec<u64>| session.set_heaps(heaps),
    )
}

/// The first of the places that `set` goes to where `strategy` goes wrong.
fn hunt<P>(
    session: &mut Session,
    strategy: &str,
    search: &Search,
    how: &How,
    places: impl Iterator<Item = P>,
    set: impl Fn(&mut Session, &P) -> bool,
) -> Result<Hunted, Error> {
    let mut tried = 0;
    for place in places {
        if let Err(why) = look(&how.limits, tried) {
            return Ok(Hunted::stopped(tried, why));
        }
        if !set(session, &place) || session.is_over()? {
            continue;
        }
        match judge(session, strategy, search.by, how)? {
            Judged::Silent => {}
            Judged::Fine => tried += 1,
            Judged::Wrong(counterexample) => {
                return Ok(Hunted::found(tried + 1, counterexample));
            }
            Judged::Stopped(why) => return Ok(Hunted::stopped(tried, why)),
        }
    }
    Ok(Hunted::stands(tried))
}

/// Lists of heaps by total, then in lexicographic order.
struct Positions {
    /// `None`: any number of heaps up to `piles`, none of them empty.
    fixed: Option<usize>,
    unordered: bool,
    piles: usize,
    up_to: u64,
    total: u64,
    /// Those of the current total, the next one last.
    waiting: Vec<Vec<u64>>,
}

impl Positions {
    fn new(fixed: Option<usize>, unordered: bool, heaps: &Heaps) -> Self {
        Self {
            fixed,
            unordered,
            piles: fixed.unwrap_or(heaps.piles),
            up_to: heaps.up_to,
            total: 0,
            waiting: Vec::new(),
        }
    }

    /// All lists with `total` in them that begin with `heaps`, in falling order.
    fn collect(&mut self, heaps: &mut Vec<u64>, total: u64) {
        let is_whole = match self.fixed {
            Some(count) => heaps.len() == count,
            None => total == 0,
        };
        if is_whole && total == 0 {
            self.waiting.push(heaps.clone());
        }
        if is_whole || heaps.len() == self.piles {
            return;
        }
        let least = if self.fixed.is_some() { 0 } else { 1 };
        let least = if self.unordered {
            heaps.last().map_or(least, |last| *last)
        } else {
            least
        };
        for heap in (least..=total.min(self.up_to)).rev() {
            heaps.push(heap);
            self.collect(heaps, total - heap);
            heaps.pop();
        }
    }
}

impl Iterator for Positions {
    type Item = Vec<u64>;
    fn next(&mut self) -> Option<Vec<u64>> {
        let largest = self.up_to.saturating_mul(self.piles as u64);
        while self.waiting.is_empty() && self.total <= largest {
            self.collect(&mut Vec::new(), self.total);
            self.total += 1;
        }
        self.waiting.pop()
    }
}
