//! Minimisation of complete automata, with a canonical numbering of the states.

use bouton_core::StopReason;

use crate::automaton::Draft;

/// The minimal automaton of the same language, with states numbered breadth-first from the start; `None` if `step`, which
/// receives the number of processed transitions, reports that the limit is reached.
///
/// Hopcroft's algorithm (1971): O(k n log n) for n states and k columns.
pub(crate) fn minimise(
    draft: &Draft,
    mut step: impl FnMut(usize) -> Result<(), StopReason>,
) -> Result<Draft, StopReason> {
    let classes = Partition::coarsest(draft, &mut step)?;
    quotient(draft, &classes, &mut step)
}

/// A partition of the states, refined in place.
struct Partition {
    /// The states, with those of a class contiguous.
    states: Vec<u32>,
    /// The index of each state in `states`.
    place: Vec<u32>,
    class_of: Vec<u32>,
    /// The first index of each class, and one past its last.
    range: Vec<(u32, u32)>,
    /// The number of marked states at the front of each class.
    marked: Vec<u32>,
    touched: Vec<u32>,
}

/// For each column, the states that lead to each state.
struct Predecessors {
    /// For each column and state, the index of its first source; the sources end where the next ones begin.
    first: Vec<u32>,
    sources: Vec<u32>,
    states: usize,
}

impl Predecessors {
    fn of(
        draft: &Draft,
        step: &mut impl FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<Self, StopReason> {
        let states = draft.accepting.len();
        let mut first = vec![0u32; draft.next.len() + 1];
        for row in draft.next.chunks(draft.columns) {
            step(row.len())?;
            for (column, &target) in row.iter().enumerate() {
                first[column * states + target as usize] += 1;
            }
        }
        let mut begin = 0;
        for slot in &mut first {
            begin += std::mem::replace(slot, begin);
        }
        let mut sources = vec![0u32; draft.next.len()];
        let mut end = first.clone();
        for (column, ends) in end.chunks_mut(states).take(draft.columns).enumerate() {
            for (state, row) in draft.next.chunks(draft.columns).enumerate() {
                step(1)?;
                let slot = &mut ends[row[column] as usize];
                sources[*slot as usize] = state as u32;
                *slot += 1;
            }
        }
        Ok(Predecessors {
            first,
            sources,
            states,
        })
    }

    fn before(&self, column: usize, state: u32) -> &[u32] {
        let at = column * self.states + state as usize;
        &self.sources[self.first[at] as usize..self.first[at + 1] as usize]
    }
}

impl Partition {
    fn coarsest(
        draft: &Draft,
        step: &mut impl FnMut(usize) -> Result<(), StopReason>,
    ) -> Result<Vec<u32>, StopReason> {
        let mut partition = Partition::by_acceptance(&draft.accepting);
        let predecessors = Predecessors::of(draft, step)?;
        let size = |class: &u32| {
            let (first, end) = partition.range[*class as usize];
            end - first
        };
        let classes = 0..partition.range.len() as u32;
        let mut waiting: Vec<u32> = classes.clone().min_by_key(size).into_iter().collect();
        let mut is_waiting: Vec<bool> = classes.map(|class| waiting.contains(&class)).collect();
        while let Some(class) = waiting.pop() {
            is_waiting[class as usize] = false;
            let (first, end) = partition.range[class as usize];
            let splitter = partition.states[first as usize..end as usize].to_vec();
            for column in 0..draft.columns {
                for &state in &splitter {
                    let sources = predecessors.before(column, state);
                    step(1 + sources.len())?;
                    sources.iter().for_each(|&source| partition.mark(source));
                }
                partition.split(|old, new, smaller| {
                    is_waiting.push(false);
                    // The smaller part suffices (Hopcroft): a state is in at most log n splitters.
                    let chosen = if is_waiting[old as usize] {
                        new
                    } else {
                        smaller
                    };
                    is_waiting[chosen as usize] = true;
                    waiting.push(chosen);
                });
            }
        }
        Ok(partition.class_of)
    }

    fn by_acceptance(accepting: &[bool]) -> Self {
        let count = accepting.len();
        let mut states: Vec<u32> = (0..count as u32).collect();
        states.sort_by_key(|&state| accepting[state as usize]);
        let rejecting = accepting.iter().filter(|&&accepts| !accepts).count() as u32;
        let mut range = vec![(0, rejecting), (rejecting, count as u32)];
        range.retain(|(first, end)| first < end);
        let mut place = vec![0; count];
        let mut class_of = vec![0; count];
        for (at, &state) in states.iter().enumerate() {
            place[state as usize] = at as u32;
            class_of[state as usize] = range
                .iter()
                .position(|&(_, end)| (at as u32) < end)
                .expect("invariant: the ranges cover all places")
                as u32;
        }
        let marked = vec![0; range.len()];
        Partition {
            states,
            place,
            class_of,
            range,
            marked,
            touched: Vec::new(),
        }
    }

    /// Moves a state to the marked front of its class.
    fn mark(&mut self, state: u32) {
        let class = self.class_of[state as usize] as usize;
        let border = self.range[class].0 + self.marked[class];
        let place = self.place[state as usize];
        if place < border {
            return;
        }
        if self.marked[class] == 0 {
            self.touched.push(class as u32);
        }
        let other = self.states[border as usize];
        self.states.swap(border as usize, place as usize);
        self.place[other as usize] = place;
        self.place[state as usize] = border;
        self.marked[class] += 1;
    }

    /// Splits the marked front off every class that also has unmarked states; reports the old class, the new one, and the
    /// smaller of both.
    fn split(&mut self, mut told: impl FnMut(u32, u32, u32)) {
        while let Some(old) = self.touched.pop() {
            let (first, end) = self.range[old as usize];
            let marked = std::mem::take(&mut self.marked[old as usize]);
            let border = first + marked;
            if border == end {
                continue;
            }
            let new = self.range.len() as u32;
            self.range[old as usize].0 = border;
            self.range.push((first, border));
            self.marked.push(0);
            for &state in &self.states[first as usize..border as usize] {
                self.class_of[state as usize] = new;
            }
            told(old, new, if marked <= end - border { new } else { old });
        }
    }
}

/// The same automaton, which is minimal, with its states numbered again.
pub(crate) fn renumbered(draft: &Draft) -> Draft {
    let classes: Vec<u32> = (0..draft.accepting.len() as u32).collect();
    quotient(draft, &classes, &mut |_| Ok(())).expect("invariant: it is never too late")
}

/// The automaton of the reachable classes, numbered in breadth-first order.
fn quotient(
    draft: &Draft,
    class_of: &[u32],
    step: &mut impl FnMut(usize) -> Result<(), StopReason>,
) -> Result<Draft, StopReason> {
    const UNSEEN: u32 = u32::MAX;
    let mut number = vec![UNSEEN; class_of.len()];
    let mut member = vec![0u32];
    number[class_of[0] as usize] = 0;
    let mut result = Draft {
        columns: draft.columns,
        ..Draft::default()
    };
    let mut at = 0;
    while at < member.len() {
        step(draft.columns)?;
        let state = member[at] as usize;
        result.accepting.push(draft.accepting[state]);
        for &target in &draft.next[state * draft.columns..][..draft.columns] {
            let slot = &mut number[class_of[target as usize] as usize];
            if *slot == UNSEEN {
                *slot = member.len() as u32;
                member.push(target);
            }
            result.next.push(*slot);
        }
        at += 1;
    }
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Moore's algorithm, slow and simple: refine by all columns until nothing splits.
    fn moore(draft: &Draft) -> usize {
        let mut class: Vec<usize> = draft.accepting.iter().map(|&a| a as usize).collect();
        loop {
            let signature = |s: usize| -> Vec<usize> {
                let row = &draft.next[s * draft.columns..][..draft.columns];
                std::iter::once(class[s])
                    .chain(row.iter().map(|&t| class[t as usize]))
                    .collect()
            };
            let all: Vec<Vec<usize>> = (0..class.len()).map(signature).collect();
            let mut distinct = all.clone();
            distinct.sort();
            distinct.dedup();
            let refined: Vec<usize> = all
                .iter()
                .map(|s| distinct.binary_search(s).unwrap())
                .collect();
            if refined == class {
                let mut reached = vec![false; class.len()];
                let mut stack = vec![0usize];
                while let Some(s) = stack.pop() {
                    if !std::mem::replace(&mut reached[s], true) {
                        stack.extend(
                            draft.next[s * draft.columns..][..draft.columns]
                                .iter()
                                .map(|&t| t as usize),
                        );
                    }
                }
                let mut used: Vec<usize> = (0..class.len())
                    .filter(|&s| reached[s])
                    .map(|s| class[s])
                    .collect();
                used.sort_unstable();
                used.dedup();
                return used.len();
            }
            class = refined;
        }
    }

    /// Every part of the work checks the limit: with fewer steps than the total it never finishes, and each part counts its
    /// own steps.
    #[test]
    fn every_transition_counts_as_a_step() {
        let (count, columns) = (1000, 4);
        let next = (0..count * columns).map(|at| (at * 7 % count) as u32);
        let draft = Draft {
            columns,
            next: next.collect(),
            accepting: (0..count).map(|state| state % 3 == 0).collect(),
        };
        let mut steps = 0;
        let whole = minimise(&draft, |more| {
            steps += more;
            Ok(())
        });
        assert!(whole.is_ok() && steps > 2 * count * columns, "{steps}");
        for most in (0..steps).step_by(count) {
            let mut left = most as i64;
            let cut = minimise(&draft, |more| {
                left -= more as i64;
                (left >= 0).then_some(()).ok_or(StopReason::Nodes)
            });
            assert!(cut.is_err(), "{most} of {steps}");
        }
    }

    #[test]
    fn agrees_with_moore_on_random_automata() {
        let mut seed = 12345u64;
        let mut random = move |below: u64| {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            (seed >> 33) % below
        };
        for round in 0..2000 {
            let count = 1 + random(12);
            let columns = 1 + random(3) as usize;
            let next = (0..count as usize * columns)
                .map(|_| random(count) as u32)
                .collect();
            let accepting = (0..count).map(|_| random(3) == 0).collect();
            let draft = Draft {
                columns,
                next,
                accepting,
            };
            let minimal = minimise(&draft, |_| Ok(())).unwrap();
            assert_eq!(minimal.accepting.len(), moore(&draft), "round {round}");
            for length in 0..6u32 {
                for word in 0..(columns as u32).pow(length) {
                    let run = |d: &Draft| {
                        let (mut state, mut rest) = (0usize, word as usize);
                        for _ in 0..length {
                            state = d.next[state * columns + rest % columns] as usize;
                            rest /= columns;
                        }
                        d.accepting[state]
                    };
                    assert_eq!(run(&draft), run(&minimal));
                }
            }
            let again = minimise(&minimal, |_| Ok(())).unwrap();
            assert_eq!(
                (again.next, again.accepting),
                (minimal.next, minimal.accepting)
            );
        }
    }
}
