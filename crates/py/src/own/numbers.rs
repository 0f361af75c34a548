//! [`Numbers`]: the positions met so far, with their numbers.
//!
//! Most positions are plain: an int, a string, `None`, or a tuple of these. A plain position is encoded in a few words, so
//! that recognising it needs no call of Python. Other positions are stored in a Python dictionary, which also gets all
//! plain ones when the first other position comes: it may equal a plain one, as `True` equals 1.

use std::hash::{BuildHasher, Hash};

use bouton_core::hashing::Hashing;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyString, PyTuple};
use smallvec::SmallVec;

/// A plain position, encoded in words.
pub(super) type Words = SmallVec<[u64; 8]>;

/// A position of more words is not plain.
const MOST: usize = 32;
/// A tuple of more items is not plain.
const ITEMS: usize = 24;

/// The type of a word: two bits for each item are stored with the length of a tuple.
const INT: u64 = 0;
const TEXT: u64 = 1;
const TUPLE: u64 = 2;
const NONE: u64 = 3;

/// A position in words, if it is plain: of exactly these types, since subclasses may define equality themselves.
pub(super) fn plain(object: &Bound<'_, PyAny>) -> Option<Words> {
    let mut words = Words::from_slice(&[0]);
    words[0] = write(object, &mut words)?;
    (words.len() <= MOST).then_some(words)
}

/// Writes an item; returns its type.
fn write(item: &Bound<'_, PyAny>, words: &mut Words) -> Option<u64> {
    if item.is_exact_instance_of::<PyInt>() {
        words.push(item.extract::<i64>().ok()? as u64);
        return Some(INT);
    }
    if let Ok(tuple) = item.cast_exact::<PyTuple>() {
        let (count, place) = (tuple.len(), words.len());
        if count > ITEMS || place > MOST {
            return None;
        }
        words.push(0);
        let mut head = 0;
        for item in tuple.iter_borrowed() {
            head = head << 2 | write(&item, words)?;
        }
        words[place] = head << 8 | count as u64;
        return Some(TUPLE);
    }
    if let Ok(text) = item.cast_exact::<PyString>() {
        let text = text.to_str().ok()?.as_bytes();
        if text.len() > 8 * MOST {
            return None;
        }
        words.push(text.len() as u64);
        let word = |bytes: &[u8]| {
            let bytes = bytes.iter().rev();
            bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
        };
        words.extend(text.chunks(8).map(word));
        return Some(TEXT);
    }
    item.is_none().then_some(NONE)
}

/// The numbers of all positions met so far.
pub(super) struct Numbers {
    /// The words of all plain positions, and the end of those of each number.
    words: Vec<u64>,
    ends: Vec<usize>,
    /// Numbers of plain ones by the hash of their words.
    index: Vec<u32>,
    plain: usize,
    /// All positions, after one of them is not plain.
    others: Option<Py<PyDict>>,
}

/// An unused place in the index.
const FREE: u32 = u32::MAX;

impl Default for Numbers {
    fn default() -> Self {
        Self {
            words: Vec::new(),
            ends: vec![0],
            index: vec![FREE; 16],
            plain: 0,
            others: None,
        }
    }
}

impl Numbers {
    /// The number of a plain position.
    pub(super) fn of_plain(&self, words: &[u64]) -> Option<u32> {
        let number = self.index[self.place(words)];
        (number != FREE).then_some(number)
    }

    /// Whether a dictionary is needed but does not exist yet.
    pub(super) fn lacks_others(&self, is_plain: bool) -> bool {
        !is_plain && self.others.is_none()
    }

    /// Adds all positions so far to a dictionary.
    pub(super) fn with_others(
        &mut self,
        objects: &[Bound<'_, PyAny>],
        py: Python<'_>,
    ) -> PyResult<()> {
        let others = PyDict::new(py);
        for (number, object) in objects.iter().enumerate() {
            others.set_item(object, number)?;
        }
        self.others = Some(others.unbind());
        Ok(())
    }

    /// The number of a position in the dictionary, if there is one.
    pub(super) fn of_other(&self, object: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
        let Some(others) = &self.others else {
            return Ok(None);
        };
        let number = others.bind(object.py()).get_item(object)?;
        number.map(|number| number.extract()).transpose()
    }

    /// Adds a new position, with the next number.
    pub(super) fn add(
        &mut self,
        object: &Bound<'_, PyAny>,
        words: Option<&[u64]>,
    ) -> PyResult<u32> {
        let number = u32::try_from(self.ends.len() - 1).ok();
        let number = number.filter(|number| *number != FREE);
        let number = number.ok_or_else(|| PyMemoryError::new_err("four billion positions"))?;
        if let Some(others) = &self.others {
            others.bind(object.py()).set_item(object, number)?;
        }
        if let Some(words) = words {
            self.words.extend(words);
        }
        self.ends.push(self.words.len());
        if let Some(words) = words {
            self.plain += 1;
            if self.plain * 4 > self.index.len() * 3 {
                self.grow();
            }
            let place = self.place(words);
            self.index[place] = number;
        }
        Ok(number)
    }

    fn words_of(&self, number: u32) -> &[u64] {
        let number = number as usize;
        &self.words[self.ends[number]..self.ends[number + 1]]
    }

    /// The place of these words in the index, or the free place for them.
    fn place(&self, words: &[u64]) -> usize {
        let mask = self.index.len() - 1;
        let mut place = Self::hash(words) & mask;
        loop {
            match self.index[place] {
                FREE => return place,
                number if self.words_of(number) == words => return place,
                _ => place = (place + 1) & mask,
            }
        }
    }

    fn hash(words: &[u64]) -> usize {
        struct Words<'w>(&'w [u64]);
        impl Hash for Words<'_> {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                self.0.iter().for_each(|word| state.write_u64(*word));
            }
        }
        Hashing.hash_one(Words(words)) as usize
    }

    fn grow(&mut self) {
        let numbers = std::mem::take(&mut self.index);
        self.index = vec![FREE; 2 * numbers.len()];
        for number in numbers.into_iter().filter(|number| *number != FREE) {
            let place = self.place(self.words_of(number));
            self.index[place] = number;
        }
    }

    /// The approximate bytes: an entry of a dictionary has about 100, including its number.
    pub(super) fn bytes(&self) -> u64 {
        let each = if self.others.is_some() { 108 } else { 8 };
        (each * self.ends.len() + 8 * self.words.len() + 4 * self.index.len()) as u64
    }
}
