//! [`Extent`]: the range of numbers and lengths in positions. It detects a line of play that leaves the range of its start
//! permanently, which happens if the rules lack a bound.

/// The least and the greatest number in some positions, and the greatest length of a text or a tuple.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    numbers: Option<(i128, i128)>,
    longest: i128,
}

/// A direction in which positions can grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Numbers become smaller.
    Down,
    /// Numbers become larger.
    Up,
    /// Texts or tuples become longer.
    Long,
}

impl Way {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Down, Self::Up, Self::Long];
}

/// Growth below this distance from the range of the start is not given as the reason for a limit.
const FAR: i128 = 64;
/// A line of play counts as growing if it grows in each of this many parts of it.
const PARTS: usize = 8;

impl Extent {
    /// Includes a number.
    pub fn number(&mut self, n: i128) {
        let (least, greatest) = self.numbers.unwrap_or((n, n));
        self.numbers = Some((least.min(n), greatest.max(n)));
    }

    /// Includes a length.
    pub fn length(&mut self, length: usize) {
        self.longest = self.longest.max(length as i128);
    }

    /// Includes another extent.
    pub fn join(&mut self, other: &Self) {
        if let Some((least, greatest)) = other.numbers {
            self.number(least);
            self.number(greatest);
        }
        self.longest = self.longest.max(other.longest);
    }

    /// The greatest value in a direction.
    pub(crate) fn reach(&self, way: Way) -> i128 {
        let (least, greatest) = self.numbers.unwrap_or_default();
        match way {
            Way::Down => least.saturating_neg(),
            Way::Up => greatest,
            Way::Long => self.longest,
        }
    }

    /// The distance beyond the range of a start; the range includes 0, since heaps and counters fall to it.
    fn beyond(&self, start: &Self, way: Way) -> i128 {
        self.reach(way).saturating_sub(start.reach(way).max(0))
    }
}

/// The direction in which a line of play from `start` leaves the range of the start, and goes further and further without
/// coming back.
///
/// ```
/// use bouton_rules::growth::{Extent, Way, outgrows};
/// let at = |n| {
///     let mut extent = Extent::default();
///     extent.number(n);
///     extent
/// };
/// let line: Vec<_> = (0..2000).map(|ply| at(3 - ply)).collect();
/// assert_eq!(outgrows(&at(3), &line), Some(Way::Down));
/// // A heap of a million ends at 0; what goes round comes back.
/// let line: Vec<_> = (0..2000).map(|ply| at(1_000_000 - ply)).collect();
/// assert_eq!(outgrows(&at(1_000_000), &line), None);
/// let line: Vec<_> = (0..2000).map(|ply| at(3 + ply % 40)).collect();
/// assert_eq!(outgrows(&at(3), &line), None);
/// ```
pub fn outgrows(start: &Extent, line: &[Extent]) -> Option<Way> {
    Way::ALL.into_iter().find(|way| {
        let beyond = |extent: &Extent| extent.beyond(start, *way);
        let left = line.iter().rposition(|extent| beyond(extent) <= 0);
        let rest = &line[left.map_or(0, |last| last + 1)..];
        if 2 * rest.len() < line.len() || rest.len() < PARTS {
            return false;
        }
        let mut parts = rest.chunks(rest.len().div_ceil(PARTS));
        let mut farthest = 0;
        let grows = |part: &[Extent]| {
            let before = farthest;
            farthest = part.iter().map(beyond).fold(before, i128::max);
            farthest > before
        };
        parts.all(grows)
    })
}

/// The extents of the queried positions, and of those visited for the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    asked: Extent,
    met: Extent,
}

impl Reach {
    /// Adds a queried position.
    pub fn ask(&mut self, extent: &Extent) {
        self.asked.join(extent);
    }

    /// The extent of the queried positions.
    pub(crate) fn asked(&self) -> Extent {
        self.asked
    }

    /// Adds a visited position.
    pub fn meet(&mut self, extent: &Extent) {
        self.met.join(extent);
    }

    /// A sentence about the growth of the visited positions before a limit was reached; `None` if they stay near the
    /// queried ones. `look` searches for a missing bound.
    pub fn outgrown(&self, look: &str) -> Option<String> {
        outgrown(&self.asked, &self.met, look)
    }
}

fn outgrown(start: &Extent, met: &Extent, look: &str) -> Option<String> {
    let way = Way::ALL
        .into_iter()
        .max_by_key(|way| met.beyond(start, *way))?;
    let beyond = met.beyond(start, way);
    let (least, greatest) = start.numbers.unwrap_or_default();
    let width = match way {
        Way::Long => start.longest,
        _ => greatest.saturating_sub(least),
    };
    if beyond < FAR || beyond / 2 < width {
        return None;
    }
    let far = grouped(match way {
        Way::Down => met.reach(way).saturating_neg(),
        _ => met.reach(way),
    });
    let grown = match way {
        Way::Down => format!("numbers went down to {far}"),
        Way::Up => format!("numbers went up to {far}"),
        Way::Long => format!("positions grew to a length of {far}"),
    };
    let from = grouped(match way {
        Way::Down => least,
        Way::Up => greatest,
        Way::Long => start.longest,
    });
    Some(format!("{grown} from {from}: is a bound missing? {look}"))
}

/// A number with commas between its thousands; for more than thirty digits, their number.
pub fn grouped(n: i128) -> String {
    let digits = n.unsigned_abs().to_string();
    let sign = if n < 0 { "-" } else { "" };
    if digits.len() > 30 {
        return format!("{sign}10^{}", digits.len() - 1);
    }
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        for (n, told) in [
            (0, "0"),
            (-998, "-998"),
            (2000, "2,000"),
            (-1_234_567, "-1,234,567"),
            (i128::MAX, "10^38"),
        ] {
            assert_eq!(grouped(n), told);
        }
    }

    #[test]
    fn what_stays_near_the_start_is_not_named() {
        let of = |numbers: &[i128], length| {
            let mut extent = Extent::default();
            numbers.iter().for_each(|n| extent.number(*n));
            extent.length(length);
            extent
        };
        let start = of(&[3, 5], 2);
        let told = |met: Extent| outgrown(&start, &met, "LOOK");
        assert_eq!(told(of(&[0, 60], 2)), None);
        assert_eq!(
            told(of(&[-70_000, 5], 2)).as_deref(),
            Some("numbers went down to -70,000 from 3: is a bound missing? LOOK")
        );
        let long = told(of(&[3], 500)).unwrap();
        assert!(long.starts_with("positions grew to a length of 500 from 2"));
        // A heap of a million does not count as growth.
        let heap = of(&[1_000_000], 0);
        assert_eq!(outgrown(&heap, &of(&[-1, 1_000_000], 0), ""), None);
    }
}
