//! [`Field`]: the place of a group of fluents in the words of a position.

use crate::effects::Groups;

/// A group of fluents of which at most one holds, stored as a number in a position.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) members: Vec<usize>,
    /// Whether one always holds; otherwise 0 means that none does, and the members count from 1.
    pub(crate) exact: bool,
    pub(crate) word: u32,
    pub(crate) shift: u32,
    mask: u64,
}

impl Field {
    /// The number of its bits.
    pub(crate) fn width(&self) -> u32 {
        self.mask.count_ones()
    }

    pub(crate) fn code(&self, member: usize) -> u64 {
        member as u64 + u64::from(!self.exact)
    }

    pub(crate) fn member(&self, words: &[u64]) -> Option<usize> {
        let code = words[self.word as usize] >> self.shift & self.mask;
        (code as usize).checked_sub(usize::from(!self.exact))
    }

    pub(crate) fn put(&self, code: u64) -> Write {
        Write {
            word: self.word,
            kept: !(self.mask << self.shift),
            set: code << self.shift,
        }
    }
}

/// A change of a word of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub(crate) word: u32,
    pub(crate) kept: u64,
    pub(crate) set: u64,
}

/// A place for each group; no place spans two words.
pub(crate) fn fields(groups: &Groups) -> (Vec<Field>, usize) {
    let (mut word, mut shift) = (0, 0);
    let mut fields = Vec::new();
    for group in &groups.all {
        let codes = group.members.len() + usize::from(!group.exact);
        let width = codes.next_power_of_two().trailing_zeros();
        if shift + width > 64 {
            (word, shift) = (word + 1, 0);
        }
        fields.push(Field {
            members: group.members.clone(),
            exact: group.exact,
            word,
            // A group of one fluent that always holds has no bits, and may come after the last one.
            shift: shift.min(63),
            mask: (1 << width) - 1,
        });
        shift += width;
    }
    (fields, word as usize + 1)
}
