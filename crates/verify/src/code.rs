//! Take-and-break codes, with a parser that belongs to this crate.

use crate::Refusal;
use crate::bounds::Meter;
use crate::shown::brief;

/// The numbers of heaps that a digit allows, each with its mark (`' '` for none).
pub(crate) type Digit = Vec<(u64, char)>;

/// The approximate bytes of a digit of a code: its list, and the place of that list.
const BYTES_A_DIGIT: usize = 64;

/// A code: the digit for each number of tokens taken.
pub(crate) struct Code {
    digits: Vec<Digit>,
    /// The number of final digits that repeat forever.
    repeating: usize,
    /// Heaps from which no move is allowed.
    frozen: Vec<u64>,
}

/// The largest number of a list: larger than in any known application of the theorems.
const LARGEST: usize = 1 << 16;

impl Code {
    /// The code of a certificate of a kind.
    pub(crate) fn of(kind: &'static str, text: &str, work: &mut Meter) -> Result<Self, Refusal> {
        work.hold(text.len() * BYTES_A_DIGIT)?;
        Self::read(text).map_err(|why| Refusal::text(kind, why))
    }

    pub(crate) fn read(text: &str) -> Result<Self, String> {
        if text == "couples-are-forever" {
            return Ok(Code {
                digits: vec![vec![(2, ' ')]],
                repeating: 0,
                frozen: vec![2],
            });
        }
        if let Some(list) = text.strip_prefix("subtraction:") {
            return Self::subtraction(list);
        }
        let (zero, rest) = text.split_once('.').ok_or("expected a point in the code")?;
        let (listed, repeated) = match rest.split_once('[') {
            Some((listed, repeated)) => (
                listed,
                repeated
                    .strip_suffix(']')
                    .ok_or("expected `]` at the end of the code")?,
            ),
            None => (rest, ""),
        };
        let mut digits = digits(zero)?;
        if digits.len() != 1 || digits[0].iter().any(|&(heaps, _)| heaps < 2) {
            return Err("expected one digit before the point, for two or more heaps".into());
        }
        digits.extend(self::digits(listed)?);
        let repeated = self::digits(repeated)?;
        let repeating = repeated.len();
        digits.extend(repeated);
        Ok(Code {
            digits,
            repeating,
            frozen: Vec::new(),
        })
    }

    fn subtraction(list: &str) -> Result<Self, String> {
        let mut digits = Vec::new();
        for word in list.split(',') {
            let taken = word
                .parse::<usize>()
                .ok()
                .filter(|taken| (1..=LARGEST).contains(taken));
            let taken =
                taken.ok_or_else(|| format!("expected a number to take, found {}", brief(word)))?;
            digits.resize(digits.len().max(taken + 1), Digit::new());
            digits[taken] = vec![(0, ' '), (1, ' ')];
        }
        Ok(Code {
            digits,
            repeating: 0,
            frozen: Vec::new(),
        })
    }

    /// The digit for taking this many tokens.
    pub(crate) fn digit(&self, taken: usize) -> &[(u64, char)] {
        if taken < self.digits.len() {
            return &self.digits[taken];
        }
        if self.repeating == 0 {
            return &[];
        }
        let first = self.digits.len() - self.repeating;
        &self.digits[first + (taken - first) % self.repeating]
    }

    /// The most that can be taken; `None` if digits repeat.
    pub(crate) fn most_taken(&self) -> Option<u64> {
        let last = self
            .digits
            .iter()
            .rposition(|digit| !digit.is_empty())
            .unwrap_or(0);
        (self.repeating == 0).then_some(last as u64)
    }

    /// The most heaps that can be left.
    pub(crate) fn most_heaps(&self) -> u64 {
        self.digits
            .iter()
            .flatten()
            .map(|&(heaps, _)| heaps)
            .max()
            .unwrap_or(0)
    }

    /// Whether some digit allows this many heaps under this mark.
    pub(crate) fn has(&self, heaps: u64, mark: char) -> bool {
        self.digits
            .iter()
            .any(|digit| digit.contains(&(heaps, mark)))
    }

    /// Whether no digit has a mark and no heap is frozen.
    pub(crate) fn is_plain(&self) -> bool {
        self.frozen.is_empty()
            && self
                .digits
                .iter()
                .flatten()
                .all(|&(heaps, mark)| mark == ' ' || heaps < 2)
    }

    /// Whether the code takes any number beyond the listed ones, and leaves at most one heap.
    pub(crate) fn is_all_but(&self) -> bool {
        let takes = |digit: &Digit| digit == &vec![(0, ' '), (1, ' ')];
        let (listed, repeated) = self.digits.split_at(self.digits.len() - self.repeating);
        !repeated.is_empty()
            && repeated.iter().all(takes)
            && listed.iter().all(|digit| digit.is_empty() || takes(digit))
    }

    /// Passes all options of a heap to a callback, each as the heaps that are left, smallest first.
    pub(crate) fn options(
        &self,
        heap: usize,
        work: &mut Meter,
        show: &mut dyn FnMut(&[usize]),
    ) -> Result<(), Refusal> {
        if self.is_frozen(heap) {
            return Ok(());
        }
        let most = self
            .most_taken()
            .map_or(heap, |most| heap.min(most as usize));
        work.spend(most + 1)?;
        for taken in 0..=most {
            for &(count, mark) in self.digit(taken) {
                let (count, heaps) = (count as usize, &mut Vec::new());
                let leave = &mut Leave {
                    count,
                    mark,
                    show,
                    work,
                };
                leave.all(heap - taken, heaps)?;
            }
        }
        Ok(())
    }

    /// The number of written digits.
    pub(crate) fn digits(&self) -> usize {
        self.digits.len()
    }

    /// The number of digits before those that repeat.
    pub(crate) fn listed(&self) -> usize {
        self.digits.len() - self.repeating
    }

    pub(crate) fn is_frozen(&self, heap: usize) -> bool {
        self.frozen.contains(&(heap as u64))
    }

    /// The first heap above all frozen ones.
    pub(crate) fn first_unfrozen(&self) -> u64 {
        self.frozen.iter().max().map_or(0, |last| last + 1)
    }
}

/// The ways to leave a number of heaps.
struct Leave<'l> {
    count: usize,
    mark: char,
    show: &'l mut dyn FnMut(&[usize]),
    work: &'l mut Meter,
}

impl Leave<'_> {
    /// Shows all ways to add heaps, each no smaller than the last, whose sum is the rest.
    fn all(&mut self, rest: usize, heaps: &mut Vec<usize>) -> Result<(), Refusal> {
        if heaps.len() == self.count {
            if rest == 0 && satisfies(heaps, self.mark) {
                (self.show)(heaps);
            }
            return Ok(());
        }
        let least = heaps.last().copied().unwrap_or(1);
        let missing = self.count - heaps.len();
        let sizes = if missing == 1 {
            rest.max(least)..=rest
        } else {
            least..=rest / missing
        };
        for heap in sizes {
            self.work.spend(1)?;
            heaps.push(heap);
            self.all(rest - heap, heaps)?;
            heaps.pop();
        }
        Ok(())
    }
}

/// Whether heaps in order of size satisfy the constraint of the mark on two or more heaps.
pub(crate) fn satisfies(heaps: &[usize], mark: char) -> bool {
    let mut neighbours = heaps.windows(2);
    match mark {
        _ if heaps.len() < 2 => true,
        '!' => neighbours.all(|pair| pair[0] != pair[1]),
        '=' => neighbours.all(|pair| pair[0] == pair[1]),
        '?' => neighbours.any(|pair| pair[0] != pair[1]),
        _ => true,
    }
}

fn digits(text: &str) -> Result<Vec<Digit>, String> {
    let mut digits: Vec<Digit> = Vec::new();
    for character in text.chars() {
        match character {
            '!' | '?' | '=' => {
                let last = digits.last_mut().ok_or("expected a digit before a mark")?;
                last.iter_mut()
                    .filter(|(heaps, _)| *heaps >= 2)
                    .for_each(|(_, mark)| *mark = character);
            }
            _ => {
                let bits = character
                    .to_digit(32)
                    .ok_or_else(|| format!("expected a digit, found {character:?}"))?;
                digits.push(
                    (0..5)
                        .filter(|heaps| bits >> heaps & 1 == 1)
                        .map(|heaps| (heaps, ' '))
                        .collect(),
                );
            }
        }
    }
    Ok(digits)
}
