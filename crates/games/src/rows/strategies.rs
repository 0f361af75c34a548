//! Named strategies for a row of coins that look good. Only `folded-ends` is always best; small rows refute the others.

use bouton_core::InputError;
use bouton_core::rows::{AllowedEnds, End};
use bouton_core::strategy::StrategyCard;
use smallvec::SmallVec;

/// A strategy that chooses an end from the values that it sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndStrategy {
    /// Take the larger end; if they are equal, either.
    LargerEnd,
    /// Even rows: take the end of the richer colour; if both colours are equal, either.
    AlternatingTotals,
    /// If the ends differ and the larger is above its neighbour, take it; otherwise the end of the richer colour; otherwise
    /// either.
    PeakThenTotals,
    /// As before, but before `either`: the end that maximises the coin taken minus the better coin left to the other
    /// player.
    PeakTotalsLocal,
    /// Fold three neighbours a ≤ b ≥ c to a − b + c until there are none, and take the larger end of the result.
    FoldedEnds,
}

const EITHER: AllowedEnds = AllowedEnds {
    left: true,
    right: true,
};

impl EndStrategy {
    /// All strategies.
    pub(super) const CARDS: &'static [StrategyCard<'static>] = &[
        StrategyCard {
            name: "larger-end",
            plays: "takes the larger end; either of equal ends",
        },
        StrategyCard {
            name: "alternating-totals",
            plays: "in even rows, coloured alternately, takes the end of the colour with the larger sum; either of equal ones",
        },
        StrategyCard {
            name: "peak-then-totals",
            plays: "if the ends differ and the larger is above its neighbour, takes it; else the end of the richer colour; \
                    else either",
        },
        StrategyCard {
            name: "peak-totals-local",
            plays: "as peak-then-totals, but where that allows either: the end that maximises the coin taken minus the \
                    better coin left to the other",
        },
        StrategyCard {
            name: "folded-ends",
            plays: "folds neighbours a ≤ b ≥ c to a − b + c until there are none, and takes the larger end of what is left",
        },
    ];

    /// The strategy with this name.
    pub(super) fn named(name: &str) -> Result<Self, InputError> {
        match name {
            "larger-end" => Ok(Self::LargerEnd),
            "alternating-totals" => Ok(Self::AlternatingTotals),
            "peak-then-totals" => Ok(Self::PeakThenTotals),
            "peak-totals-local" => Ok(Self::PeakTotalsLocal),
            "folded-ends" => Ok(Self::FoldedEnds),
            _ => Err(InputError::whole(unknown(name), name)),
        }
    }

    /// The ends that it allows to take from a row of two values or more.
    pub(super) fn allows(self, row: &[i64]) -> AllowedEnds {
        match self {
            Self::LargerEnd => larger(ends(row).0, ends(row).1),
            Self::AlternatingTotals if row.len() % 2 == 1 => AllowedEnds::default(),
            Self::AlternatingTotals => richer_colour(row),
            Self::PeakThenTotals => peak(row).unwrap_or_else(|| richer_colour(row)),
            Self::FoldedEnds => larger_folded_end(row),
            Self::PeakTotalsLocal => {
                let allowed = peak(row).unwrap_or_else(|| richer_colour(row));
                if allowed == EITHER {
                    local(row)
                } else {
                    allowed
                }
            }
        }
    }
}

fn unknown(name: &str) -> String {
    let names: Vec<_> = EndStrategy::CARDS.iter().map(|card| card.name).collect();
    format!(
        "no strategy of this game is called {name:?}; there are: {}",
        names.join(", ")
    )
}

/// The moves that a strategy allows at a row that is not empty; the only coin is always allowed.
pub(super) fn moves(strategy: EndStrategy, row: &[i64]) -> Vec<End> {
    if row.len() == 1 {
        return vec![End::Left];
    }
    let allowed = strategy.allows(row);
    let ends = [(End::Left, allowed.left), (End::Right, allowed.right)];
    ends.into_iter()
        .filter_map(|(end, allowed)| allowed.then_some(end))
        .collect()
}

fn ends(row: &[i64]) -> (i128, i128) {
    (row[0].into(), row[row.len() - 1].into())
}

/// The end with the larger number; both if they are equal.
fn larger(left: i128, right: i128) -> AllowedEnds {
    AllowedEnds {
        left: left >= right,
        right: right >= left,
    }
}

/// The larger of two different ends, if it is above its neighbour.
fn peak(row: &[i64]) -> Option<AllowedEnds> {
    let (left, right) = ends(row);
    let above = if left > right {
        row[0] > row[1]
    } else {
        row[row.len() - 1] > row[row.len() - 2]
    };
    (left != right && above).then(|| larger(left, right))
}

/// The end whose colour has the larger sum if an even row is coloured alternately; in an odd row both ends have the same
/// colour.
fn richer_colour(row: &[i64]) -> AllowedEnds {
    if row.len() % 2 == 1 {
        return EITHER;
    }
    let colour = |first: usize| {
        row[first..]
            .iter()
            .step_by(2)
            .map(|&value| i128::from(value))
            .sum()
    };
    larger(colour(0), colour(1))
}

/// The larger end of the row after its peaks are folded.
fn larger_folded_end(row: &[i64]) -> AllowedEnds {
    let mut folded: SmallVec<[i128; 16]> = SmallVec::new();
    for &coin in row {
        let mut coin = i128::from(coin);
        while let [.., a, b] = folded[..] {
            if b < a || b < coin {
                break;
            }
            coin += a - b;
            folded.truncate(folded.len() - 2);
        }
        folded.push(coin);
    }
    larger(folded[0], folded[folded.len() - 1])
}

/// The end that maximises the coin taken minus the better coin left to the other player.
fn local(row: &[i64]) -> AllowedEnds {
    let worth = |taken: i64, left: &[i64]| {
        let better = left
            .first()
            .max(left.last())
            .map_or(0, |&coin| i128::from(coin));
        i128::from(taken) - better
    };
    let (first, last) = (row[0], row[row.len() - 1]);
    larger(worth(first, &row[1..]), worth(last, &row[..row.len() - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(name: &str, row: &[i64]) -> (bool, bool) {
        let allowed = EndStrategy::named(name).unwrap().allows(row);
        (allowed.left, allowed.right)
    }

    #[test]
    fn each_allows_what_its_card_says() {
        assert_eq!(allowed("larger-end", &[1, 5, 2]), (false, true));
        assert_eq!(allowed("larger-end", &[2, 5, 2]), (true, true));
        assert_eq!(allowed("alternating-totals", &[1, 2, 4, 3]), (true, true));
        assert_eq!(
            allowed("alternating-totals", &[2, 1, 2, 3, 3, 3]),
            (true, true)
        );
        assert_eq!(allowed("alternating-totals", &[1, 5, 2]), (false, false));
        // the larger end 3 is not above its neighbour, and both colours are worth 7
        assert_eq!(
            allowed("peak-then-totals", &[2, 1, 2, 3, 3, 3]),
            (true, true)
        );
        assert_eq!(allowed("peak-then-totals", &[2, 9, 1, 3]), (false, true));
        // the colours 2, 4, 3 and 1, 4, 2 differ, the ends are equal
        assert_eq!(
            allowed("peak-then-totals", &[2, 1, 4, 4, 3, 2]),
            (true, false)
        );
        // 2,1,2,3,3,3 folds to 2,1,2,3
        assert_eq!(allowed("folded-ends", &[2, 1, 2, 3, 3, 3]), (false, true));
        // equal colours, and 2 - max(1,3) by the left is as good as 3 - max(2,4) by the right
        assert_eq!(
            allowed("peak-totals-local", &[2, 1, 2, 4, 4, 3]),
            (true, true)
        );
    }

    #[test]
    fn a_wrong_name_is_told_the_right_ones() {
        let error = EndStrategy::named("larger").unwrap_err();
        assert!(
            error.message().contains("larger-end, alternating-totals"),
            "{}",
            error.message()
        );
    }
}
