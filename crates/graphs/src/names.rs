//! [`Names`]: texts by number, each stored once.

use std::hash::BuildHasher;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

/// Texts, each stored once, numbered from 0 in the order of their first occurrence. Texts are compared, never hashes alone.
/// The hash has a new seed for every file, so that no file can be written to make it slow.
#[derive(Debug, Default)]
pub(crate) struct Names {
    text: String,
    /// The end of each text.
    ends: Vec<u64>,
    index: HashTable<u32>,
    hasher: RandomState,
}

impl Names {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> u64 {
        let index = self.index.allocation_size();
        (self.text.capacity() + self.ends.capacity() * size_of::<u64>() + index) as u64
    }

    /// The text of a number.
    pub(crate) fn get(&self, number: u32) -> &str {
        let n = number as usize;
        let from = if n == 0 { 0 } else { self.ends[n - 1] };
        &self.text[from as usize..self.ends[n] as usize]
    }

    /// The number of a text, if it has one.
    pub(crate) fn find(&self, text: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        self.index
            .find(hash, |number| self.get(*number) == text)
            .copied()
    }

    /// The number of a text, which gets one if it has none; `None` if there are no more numbers.
    pub(crate) fn intern(&mut self, text: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(text);
        let (ends, all) = (&self.ends, &self.text);
        let get = |number: u32| {
            let n = number as usize;
            let from = if n == 0 { 0 } else { ends[n - 1] };
            &all[from as usize..ends[n] as usize]
        };
        if let Some(number) = self.index.find(hash, |number| get(*number) == text) {
            return Some(*number);
        }
        let hasher = |number: &u32| self.hasher.hash_one(get(*number));
        let number = u32::try_from(self.ends.len()).ok()?;
        self.index.insert_unique(hash, number, hasher);
        self.text.push_str(text);
        self.ends.push(self.text.len() as u64);
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_text_has_one_number() {
        let mut names = Names::default();
        let texts: Vec<_> = (0..3000)
            .map(|n| "x".repeat(n % 50) + &n.to_string())
            .collect();
        for (n, text) in texts.iter().enumerate() {
            assert_eq!(names.intern(text), Some(n as u32));
        }
        for (n, text) in texts.iter().enumerate() {
            assert_eq!(
                (names.intern(text), names.find(text)),
                (Some(n as u32), Some(n as u32))
            );
            assert_eq!(names.get(n as u32), text);
        }
        assert_eq!((names.len(), names.find("?")), (3000, None));
        assert_eq!(names.intern(""), Some(3000));
        assert_eq!(names.get(3000), "");
    }
}
