//! The minimum of a window that slides over a sequence, amortised O(1) a step.

use std::collections::VecDeque;

/// The entries that may still become the minimum of a window, each with its place in the sequence.
#[derive(Clone, Debug, Default)]
pub(super) struct SlidingMinimum<T> {
    /// Each is smaller than all later ones.
    rising: VecDeque<(usize, T)>,
}

impl<T: Copy + Ord> SlidingMinimum<T> {
    /// Adds the entry at `place`.
    pub(super) fn push(&mut self, place: usize, value: T) {
        // Of equals the later one is kept: it stays in the window longer.
        while self
            .rising
            .back()
            .is_some_and(|&(_, larger)| larger >= value)
        {
            self.rising.pop_back();
        }
        self.rising.push_back((place, value));
    }

    /// Removes the oldest entries that are outside of the window.
    pub(super) fn keep(&mut self, inside: impl Fn(usize) -> bool) {
        while self
            .rising
            .front()
            .is_some_and(|&(place, _)| !inside(place))
        {
            self.rising.pop_front();
        }
    }

    /// The least entry in the window; `None` if it is empty.
    pub(super) fn minimum(&self) -> Option<T> {
        self.rising.front().map(|&(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::SlidingMinimum;

    #[test]
    fn agrees_with_the_minimum_of_a_slice() {
        let sequence: Vec<i64> = (0_i64..200).map(|i| i * i % 23 - i * 7 % 11).collect();
        for width in 1..20 {
            let mut window = SlidingMinimum::default();
            for (place, &value) in (0_usize..).zip(&sequence) {
                window.push(place, value);
                window.keep(|p| p + width > place);
                let first = (place + 1).saturating_sub(width);
                assert_eq!(
                    window.minimum(),
                    sequence[first..=place].iter().min().copied()
                );
            }
        }
    }
}
