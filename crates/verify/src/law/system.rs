//! Numeration systems and tables of transitions, as the checker has them.

/// A table over columns of digits; the start is 0 and absent states reject for ever.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) arity: usize,
    pub(super) next: Vec<Vec<Option<usize>>>,
    pub(super) accepting: Vec<bool>,
}

/// The numeration system of a recurrence.
#[derive(Clone, Debug)]
pub(super) struct System {
    pub(super) recurrence: Vec<i64>,
    pub(super) digits: usize,
    /// The place values below 2^60.
    pub(super) places: Vec<i128>,
}

impl System {
    pub(super) fn new(recurrence: Vec<i64>) -> Result<Self, String> {
        let falls = recurrence.windows(2).all(|pair| pair[0] >= pair[1]);
        let in_range = recurrence.iter().all(|t| (1..=63).contains(t));
        if !falls || !in_range || recurrence.is_empty() || recurrence == [1] {
            return Err("expected coefficients from 1 to 63 that do not increase".to_string());
        }
        let digits = recurrence[0] as usize + usize::from(recurrence.len() > 1);
        let mut places: Vec<i128> = Vec::new();
        while places.last().is_none_or(|&place| place < 1 << 60) {
            let sum: i128 = recurrence
                .iter()
                .zip(places.iter().rev())
                .map(|(&t, &u)| i128::from(t) * u)
                .sum();
            places.push(sum + i128::from(places.len() < recurrence.len()));
        }
        Ok(System {
            recurrence,
            digits,
            places,
        })
    }

    /// The words whose every suffix is at most `t1 … t(m-1) (tm - 1)` repeated.
    pub(super) fn valid(&self) -> Table {
        let mut bound = self.recurrence.clone();
        let last = bound.len() - 1;
        bound[last] -= 1;
        let row = |at: usize| {
            let after = |digit: usize| match (digit as i64).cmp(&bound[at]) {
                std::cmp::Ordering::Less => Some(0),
                std::cmp::Ordering::Equal => Some((at + 1) % bound.len()),
                std::cmp::Ordering::Greater => None,
            };
            (0..self.digits).map(after).collect()
        };
        Table {
            arity: 1,
            next: (0..bound.len()).map(row).collect(),
            accepting: vec![true; bound.len()],
        }
    }

    /// What `Σ r[i]·U(n+i)` is for n digits to come, with `parts` as the coefficients of the digits to
    /// come and a constant: always positive, always negative, or not yet known.
    pub(super) fn sign(&self, r: &[i64], parts: &[i64], constant: i64) -> Option<bool> {
        let most: i128 = parts.iter().map(|&c| i128::from(c.max(0))).sum();
        let least: i128 = parts.iter().map(|&c| i128::from(c.min(0))).sum();
        let worth = |n: usize| -> i128 {
            i128::from(constant)
                + r.iter()
                    .zip(&self.places[n..])
                    .map(|(&r, u)| i128::from(r) * u)
                    .sum::<i128>()
        };
        let lengths = 0..self.places.len() - r.len();
        // A word of n digits is worth from 0 to U(n) - 1.
        let positive = lengths
            .clone()
            .all(|n| worth(n) + least * (self.places[n] - 1) > 0);
        let negative = || {
            lengths
                .clone()
                .all(|n| worth(n) + most * (self.places[n] - 1) < 0)
        };
        if positive {
            Some(true)
        } else {
            negative().then_some(false)
        }
    }
}
