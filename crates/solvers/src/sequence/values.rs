//! Grundy values in one, two or four bytes each, depending on the largest.

/// The Grundy values of heaps 0, 1, 2, …
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// All below 256.
    Bytes(Vec<u8>),
    /// All below 65,536.
    Words(Vec<u16>),
    /// Any.
    Longs(Vec<u32>),
}

impl Default for Values {
    fn default() -> Self {
        Values::Bytes(Vec::new())
    }
}

impl Values {
    /// The number of heaps with a value.
    pub fn len(&self) -> usize {
        match self {
            Values::Bytes(values) => values.len(),
            Values::Words(values) => values.len(),
            Values::Longs(values) => values.len(),
        }
    }

    /// Whether no heap has a value.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap, if it is known.
    pub fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Values::Bytes(values) => values.get(heap).map(|&value| value.into()),
            Values::Words(values) => values.get(heap).map(|&value| value.into()),
            Values::Longs(values) => values.get(heap).copied(),
        }
    }

    /// The value of a known heap.
    #[inline]
    pub(crate) fn at(&self, heap: usize) -> u32 {
        match self {
            Values::Bytes(values) => values[heap].into(),
            Values::Words(values) => values[heap].into(),
            Values::Longs(values) => values[heap],
        }
    }

    /// Appends the value of the next heap; all values become wider if it does not fit.
    pub fn push(&mut self, value: u32) {
        loop {
            match self {
                Values::Bytes(values) if value < 1 << 8 => return values.push(value as u8),
                Values::Words(values) if value < 1 << 16 => return values.push(value as u16),
                Values::Longs(values) => return values.push(value),
                _ => self.widen(),
            }
        }
    }

    /// All values in order of the heaps.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.len()).map(|heap| self.at(heap))
    }

    /// The bytes of each value.
    pub fn width(&self) -> usize {
        match self {
            Values::Bytes(_) => 1,
            Values::Words(_) => 2,
            Values::Longs(_) => 4,
        }
    }

    /// Drops all values except the first `length`.
    pub fn truncate(&mut self, length: usize) {
        match self {
            Values::Bytes(values) => values.truncate(length),
            Values::Words(values) => values.truncate(length),
            Values::Longs(values) => values.truncate(length),
        }
    }

    /// The number of heaps, counted from the end and not below `period`, whose value is that of the heap `period` before.
    pub(crate) fn repeated_tail(&self, period: usize) -> usize {
        fn tail<T: PartialEq>(values: &[T], period: usize) -> usize {
            let (early, late) = (&values[..values.len() - period], &values[period..]);
            early
                .iter()
                .rev()
                .zip(late.iter().rev())
                .take_while(|(early, late)| early == late)
                .count()
        }
        match self {
            Values::Bytes(values) => tail(values, period),
            Values::Words(values) => tail(values, period),
            Values::Longs(values) => tail(values, period),
        }
    }

    fn widen(&mut self) {
        *self = match self {
            Values::Bytes(values) => {
                Values::Words(values.iter().map(|&value| value.into()).collect())
            }
            Values::Words(values) => {
                Values::Longs(values.iter().map(|&value| value.into()).collect())
            }
            Values::Longs(values) => Values::Longs(std::mem::take(values)),
        };
    }
}

impl FromIterator<u32> for Values {
    fn from_iter<I: IntoIterator<Item = u32>>(values: I) -> Self {
        let mut all = Values::default();
        values.into_iter().for_each(|value| all.push(value));
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_widen_and_stay() {
        let all: Vec<u32> = (0..300).chain([65_535, 65_536, 7]).collect();
        for length in [0, 1, 256, 257, 301, 302, 303] {
            let values: Values = all[..length].iter().copied().collect();
            assert_eq!(values.iter().collect::<Vec<_>>(), &all[..length]);
        }
    }

    #[test]
    fn repeated_tails_are_counted() {
        let values: Values = [9, 1, 2, 3, 1, 2, 3, 1, 2].into_iter().collect();
        assert_eq!(
            [1, 2, 3, 6, 8].map(|period| values.repeated_tail(period)),
            [0, 0, 5, 2, 0]
        );
    }
}
