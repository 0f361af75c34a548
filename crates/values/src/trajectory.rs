//! Trajectories: values as a function of temperature t ≥ −1, linear between breaks, with integer slopes.

use crate::number::Number;

/// A linear piece: from a temperature up to the next piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The temperature where it begins.
    pub from: Number,
    /// The value there.
    pub value: Number,
    /// The value's growth per unit of temperature.
    pub slope: i32,
}

impl Piece {
    fn at(&self, t: &Number) -> Number {
        &self.value + &(t - &self.from).times(&self.slope.into())
    }
}

/// A continuous function of t ≥ −1: pieces in order, the first from −1 on, neighbours with different slopes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Trajectory(Vec<Piece>);

impl Trajectory {
    /// The constant function.
    pub fn mast(value: Number) -> Self {
        Self(vec![Piece {
            from: Number::from(-1),
            value,
            slope: 0,
        }])
    }

    /// The pieces, in order of temperature.
    pub fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// The last piece, which has no end.
    pub(crate) fn last(&self) -> &Piece {
        self.0.last().expect("a trajectory has a piece")
    }

    /// The value at a temperature of −1 or more.
    pub fn at(&self, t: &Number) -> Number {
        self.piece_at(t).at(t)
    }

    fn piece_at(&self, t: &Number) -> &Piece {
        let after = self.0.partition_point(|piece| piece.from <= *t);
        &self.0[after.saturating_sub(1)]
    }

    /// The part from a temperature on.
    pub fn above(&self, t: &Number) -> Self {
        let value = self.at(t);
        let first = Piece {
            from: t.clone(),
            value,
            slope: self.piece_at(t).slope,
        };
        let rest = self.0.iter().filter(|piece| piece.from > *t).cloned();
        Self(std::iter::once(first).chain(rest).collect())
    }

    /// The function plus slope·t.
    pub fn tilted(&self, slope: i32) -> Self {
        let tilt = |piece: &Piece| Piece {
            from: piece.from.clone(),
            value: &piece.value + &piece.from.times(&slope.into()),
            slope: piece.slope + slope,
        };
        Self(self.0.iter().map(tilt).collect())
    }

    /// The sum, at each temperature.
    pub fn plus(&self, other: &Self) -> Self {
        let add = |a: &Piece, b: &Piece| Piece {
            from: a.from.clone(),
            value: &a.value + &b.value,
            slope: a.slope + b.slope,
        };
        Self::of(self.shared_pieces(other).iter().map(|(a, b)| add(a, b)))
    }

    /// The negative, at each temperature.
    pub fn negated(&self) -> Self {
        let negate = |piece: &Piece| Piece {
            from: piece.from.clone(),
            value: -&piece.value,
            slope: -piece.slope,
        };
        Self(self.0.iter().map(negate).collect())
    }

    /// The maximum at each temperature. Slopes must differ by no more than 2, so that crossings are dyadic.
    pub(crate) fn max(&self, other: &Self) -> Self {
        let mut pieces = Vec::new();
        let shared = self.shared_pieces(other);
        for (i, (a, b)) in shared.iter().enumerate() {
            let (above, below) = if (&a.value, a.slope) >= (&b.value, b.slope) {
                (a, b)
            } else {
                (b, a)
            };
            pieces.push(above.clone());
            if let Some(t) = crossing(above, below)
                && shared.get(i + 1).is_none_or(|(next, _)| t < next.from)
            {
                pieces.push(Piece {
                    value: below.at(&t),
                    from: t,
                    slope: below.slope,
                });
            }
        }
        Self::of(pieces.into_iter())
    }

    /// The minimum at each temperature.
    pub(crate) fn min(&self, other: &Self) -> Self {
        self.negated().max(&other.negated()).negated()
    }

    /// The greatest t ≥ −1 where this is at least the other, beyond which it falls below; `None` if it is below everywhere.
    pub(crate) fn last_at_least(&self, other: &Self) -> Option<Number> {
        let shared = self.shared_pieces(other);
        let (above, below) = shared.iter().rev().find(|(a, b)| a.value >= b.value)?;
        crossing(above, below)
    }

    /// This function up to t, then its value there forever.
    pub(crate) fn then_mast(&self, t: &Number) -> Self {
        let top = Piece {
            from: t.clone(),
            value: self.at(t),
            slope: 0,
        };
        let below = self.0.iter().filter(|piece| piece.from < *t).cloned();
        Self::of(below.chain([top]))
    }

    /// The pieces of both, cut at the breaks of either.
    fn shared_pieces(&self, other: &Self) -> Vec<(Piece, Piece)> {
        let mut breaks: Vec<_> = self
            .0
            .iter()
            .chain(&other.0)
            .map(|piece| &piece.from)
            .collect();
        breaks.sort();
        breaks.dedup();
        let cut = |of: &Self, t: &Number| {
            let piece = of.piece_at(t);
            Piece {
                from: t.clone(),
                value: piece.at(t),
                slope: piece.slope,
            }
        };
        breaks
            .into_iter()
            .map(|t| (cut(self, t), cut(other, t)))
            .collect()
    }

    /// The function with these pieces, neighbours of which may have equal slopes.
    fn of(pieces: impl Iterator<Item = Piece>) -> Self {
        let mut all: Vec<Piece> = Vec::new();
        for piece in pieces {
            if all.last().is_none_or(|last| last.slope != piece.slope) {
                all.push(piece);
            }
        }
        Self(all)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let heap = |piece: &Piece| piece.from.heap_bytes() + piece.value.heap_bytes();
        (self.0.capacity() * size_of::<Piece>()) as u64 + self.0.iter().map(heap).sum::<u64>()
    }
}

/// The temperature where the lower of two pieces that begin together meets the upper one, if it does.
fn crossing(above: &Piece, below: &Piece) -> Option<Number> {
    let gap = &above.value - &below.value;
    match below.slope - above.slope {
        ..=0 => None,
        1 => Some(&above.from + &gap),
        2 => Some(&above.from + &gap.half()),
        steep => unreachable!("slopes of scaffolds differ by {steep}"),
    }
}
