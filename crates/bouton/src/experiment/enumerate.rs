//! Enumerates the positions of a heap game.

use web_time::Instant;

use crate::session::{How, Session};
use bouton_engine::Error;

/// The bounds of the positions.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The largest heap.
    pub up_to: u64,
    /// The number of heaps, in a game with any number of them; `None`: one.
    pub piles: Option<usize>,
    /// The smallest and the largest total, both included.
    pub total: Option<(u64, u64)>,
}

/// A hint for an error: the function that a rule file needs so that its positions can be enumerated.
pub(super) fn how_to_list(session: &Session) -> &'static str {
    match [".py", ".star"]
        .iter()
        .any(|end| session.game().contains(end))
    {
        true => {
            "; a function positions(n) in the file, which lists those up to n, would give it one"
        }
        false => "",
    }
}

/// The number of positions up to `up_to`, if the game lists them itself. The last one is solved first: solvers that keep
/// their results then know most of the others. An error there is reported at its place.
///
/// # Errors
/// Rules that fail.
pub(super) fn listed(session: &mut Session, up_to: u64, how: &How) -> Result<Option<usize>, Error> {
    let count = session.list(up_to)?;
    if count.is_some_and(|count| count > 1 && session.set_listed(count - 1)) {
        // Half of the time is reserved for positions that can be solved only one by one.
        let mut half = how.clone();
        half.limits.deadline = how.limits.deadline.map(|end| {
            let left = end.saturating_duration_since(Instant::now());
            end - left / 2
        });
        let _ = session.value(&half);
    }
    Ok(count)
}

/// The number of heaps of the positions, and whether their order does not matter.
///
/// # Errors
/// If the game has no heaps, or another number of them than requested.
pub(super) fn shape(session: &mut Session, piles: Option<usize>) -> Result<(usize, bool), Error> {
    let (fixed, unordered) = session.heaps().ok_or_else(|| {
        Error::Unfit(format!(
            "{} is not a game of heaps: it has no table up to N{}",
            session.game(),
            how_to_list(session)
        ))
    })?;
    match (fixed, piles) {
        // The position as typed has others, but each heap is a part.
        (Some(fixed), Some(asked)) if fixed != asked && session.set_heaps(&vec![1; asked]) => {
            Ok((asked, unordered))
        }
        (Some(fixed), Some(asked)) if fixed != asked => Err(Error::Unfit(format!(
            "{} has {fixed} heaps, --piles asks for {asked}",
            session.game()
        ))),
        (_, Some(0)) => Err(Error::Unfit(
            "expected at least one heap, found --piles 0".into(),
        )),
        (Some(fixed), _) => Ok((fixed, unordered)),
        (None, asked) => Ok((asked.unwrap_or(1), unordered)),
    }
}

/// Every list of `count` sizes up to `up_to` in lexicographic order, ascending ones only if order does not matter.
pub(super) fn each_heaps(
    count: usize,
    up_to: u64,
    unordered: bool,
) -> impl Iterator<Item = Vec<u64>> {
    let mut next = Some(vec![0; count]);
    std::iter::from_fn(move || {
        let now = next.take()?;
        next = successor(&now, up_to, unordered);
        Some(now)
    })
}

fn successor(heaps: &[u64], up_to: u64, unordered: bool) -> Option<Vec<u64>> {
    let place = heaps.iter().rposition(|heap| *heap < up_to)?;
    let grown = heaps[place] + 1;
    let rest = if unordered { grown } else { 0 };
    let mut heaps = heaps.to_vec();
    heaps[place] = grown;
    heaps[place + 1..].fill(rest);
    Some(heaps)
}
