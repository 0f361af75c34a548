//! [`Outbox`]: messages to cells of other holders, gathered by part, and their format.
//!
//! A record begins with the part's place among those of its holder (four bytes, little-endian like all numbers here). Then
//! come two bytes: the number of messages that follow and, in the highest bit, their kind. Then comes the cell's place in
//! the part for each message (two bytes). If the messages to a part are consecutive, its cells stay in the cache; that
//! saves more time than the shorter messages do.

use super::wave::REFUTED;

/// The most messages in a record.
const MOST: usize = 2048;
/// The fewest messages that a bucket must hold.
const LEAST: usize = 16;
/// Bytes of a record before its messages.
const HEAD: usize = 6;

/// The assignment of a space to holders: it is cut into parts of 2^`shift` cells, which are assigned to the holders in
/// turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Assignment {
    pub(super) count: u64,
    /// The exponent of the part size, at most 16.
    pub(super) shift: u32,
    pub(super) holders: usize,
}

impl Assignment {
    /// The number of cells of a part.
    pub(super) fn part(self) -> usize {
        1 << self.shift
    }

    pub(super) fn parts(self) -> u64 {
        self.count.div_ceil(1 << self.shift)
    }

    pub(super) fn parts_of(self, holder: usize) -> usize {
        let (parts, holders) = (self.parts(), self.holders as u64);
        ((parts + holders - 1 - holder as u64) / holders) as usize
    }

    /// The bytes of the cells of one holder, for a width.
    pub(super) fn bytes(self, holder: usize, width: usize) -> u64 {
        (self.parts_of(holder) as u64 * width as u64) << self.shift
    }

    /// The first number of the `own`-th part of a holder, and the number of its cells.
    pub(super) fn numbers(self, holder: usize, own: usize) -> (u64, usize) {
        let first = (own as u64 * self.holders as u64 + holder as u64) << self.shift;
        let left = self.count.saturating_sub(first);
        (first, left.min(1 << self.shift) as usize)
    }
}

/// Outgoing messages.
pub(super) struct Outbox {
    deal: Assignment,
    /// The number of messages that a bucket holds.
    room: usize,
    /// The number of messages in each bucket; there is one bucket for each part and kind.
    lengths: Vec<u16>,
    slots: Vec<u16>,
    /// The written records for each holder; a batch is sent when it has this length.
    batches: Vec<Vec<u8>>,
    enough: usize,
}

impl Outbox {
    /// The size of a bucket if all of them may take this many bytes; `None` if that is not enough.
    pub(super) fn room(deal: Assignment, bytes: u64) -> Option<usize> {
        let each = bytes / 4 / deal.parts().max(1);
        (each >= LEAST as u64).then(|| each.min(MOST as u64) as usize)
    }

    /// The fewest bytes that suffice for the buckets.
    pub(super) fn least(deal: Assignment) -> u64 {
        4 * LEAST as u64 * deal.parts()
    }

    /// Bytes held.
    pub(super) fn bytes(deal: Assignment, room: usize, enough: usize) -> u64 {
        let batches = deal.holders * (enough + HEAD + 2 * room);
        deal.parts() * 4 * (room as u64 + 1) + batches as u64
    }

    pub(super) fn new(deal: Assignment, room: usize, enough: usize) -> Self {
        let buckets = 2 * deal.parts() as usize;
        Self {
            deal,
            room,
            lengths: vec![0; buckets],
            slots: vec![0; buckets * room],
            batches: vec![Vec::new(); deal.holders],
            enough,
        }
    }

    /// Adds a message for a number; true if a batch may be ready.
    #[inline(always)]
    pub(super) fn put(&mut self, number: u64, kind: usize) -> bool {
        let bucket = (number >> self.deal.shift) as usize * 2 + kind;
        let length = usize::from(self.lengths[bucket]);
        let place = number & ((1 << self.deal.shift) - 1);
        self.slots[bucket * self.room + length] = place as u16;
        self.lengths[bucket] = length as u16 + 1;
        if length + 1 < self.room {
            return false;
        }
        self.write(bucket)
    }

    /// Writes the contents of a bucket as a record; true if a batch is ready.
    #[inline(never)]
    fn write(&mut self, bucket: usize) -> bool {
        let length = usize::from(self.lengths[bucket]);
        if length == 0 {
            return false;
        }
        self.lengths[bucket] = 0;
        let (part, kind) = (bucket / 2, bucket % 2);
        let batch = &mut self.batches[part % self.deal.holders];
        batch.reserve(HEAD + 2 * length);
        batch.extend_from_slice(&((part / self.deal.holders) as u32).to_le_bytes());
        batch.extend_from_slice(&(length as u16 | (kind as u16) << 15).to_le_bytes());
        let slots = &self.slots[bucket * self.room..][..length];
        // In chunks, which compile to one copy; an iterator of bytes does not.
        let start = batch.len();
        batch.resize(start + 2 * length, 0);
        for (two, place) in batch[start..].as_chunks_mut().0.iter_mut().zip(slots) {
            *two = place.to_le_bytes();
        }
        batch.len() >= self.enough
    }

    /// Takes a batch that is ready, with its receiver.
    pub(super) fn ready(&mut self) -> Option<(usize, Vec<u8>)> {
        let holder = self
            .batches
            .iter()
            .position(|batch| batch.len() >= self.enough)?;
        Some((holder, self.batches[holder].split_off(0)))
    }

    /// Passes on all that is left, batch by batch.
    pub(super) fn close<E>(
        &mut self,
        mut send: impl FnMut(usize, Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        for bucket in 0..self.lengths.len() {
            if self.write(bucket) {
                while let Some((holder, batch)) = self.ready() {
                    send(holder, batch)?;
                }
            }
        }
        for holder in 0..self.batches.len() {
            let batch = std::mem::take(&mut self.batches[holder]);
            if !batch.is_empty() {
                send(holder, batch)?;
            }
        }
        Ok(())
    }
}

/// Sends messages to the predecessors of positions that a wave found, as a space lists them.
///
/// The type is not a generic parameter: a space writes into the buckets directly. A list of numbers in between took a tenth
/// of the time.
pub(super) struct Sender<'o> {
    outbox: &'o mut Outbox,
    /// The kind of message for a move that changes the turn, and for one that keeps it.
    kinds: [usize; 2],
    /// Whether a batch may be ready.
    pub(super) is_ready: bool,
}

impl<'o> Sender<'o> {
    pub(super) fn new(outbox: &'o mut Outbox, kinds: [usize; 2]) -> Self {
        Self {
            outbox,
            kinds,
            is_ready: false,
        }
    }

    /// Adds a message for a number, from which a move leads here.
    // Always inlined: otherwise the compiler makes it a call in the innermost loop (krk takes 0.07 s, not 0.055).
    #[inline(always)]
    pub(super) fn tell(&mut self, number: u64, keeps_turn: bool) {
        self.is_ready |= self.outbox.put(number, self.kinds[usize::from(keeps_turn)]);
    }
}

/// A record: the part's place among those of its holder, the kind, and the messages, two bytes each.
pub(super) type Record<'b> = (usize, usize, &'b [u8]);

/// Takes a record off the front; `None` if it is incomplete.
pub(super) fn take<'b>(bytes: &mut &'b [u8]) -> Option<Record<'b>> {
    let (head, rest) = bytes.split_first_chunk::<HEAD>()?;
    let part = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
    let length = u16::from_le_bytes([head[4], head[5]]);
    let (kind, length) = (usize::from(length >> 15), usize::from(length & 0x7fff));
    let (messages, rest) = rest.split_at_checked(2 * length)?;
    *bytes = rest;
    debug_assert!(kind <= REFUTED);
    Some((part, kind, messages))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_message_comes_to_its_holder() {
        for (shift, holders, room, enough) in [(4, 3, 2, 10), (16, 1, 16, 1000), (5, 7, 20, 1)] {
            let deal = Assignment {
                count: 1000,
                shift,
                holders,
            };
            let mut outbox = Outbox::new(deal, room, enough);
            let (mut sent, mut got) = (Vec::new(), Vec::new());
            let mut hear = |holder: usize, batch: Vec<u8>| {
                let mut bytes = &batch[..];
                while !bytes.is_empty() {
                    let (part, kind, messages) = take(&mut bytes).unwrap();
                    let (first, count) = deal.numbers(holder, part);
                    for two in messages.chunks(2) {
                        let place = u16::from_le_bytes([two[0], two[1]]);
                        assert!(usize::from(place) < count);
                        got.push((first + u64::from(place), kind));
                    }
                }
                Ok::<_, ()>(())
            };
            for nth in 0..5000u64 {
                let (number, kind) = (nth * nth % 1000, (nth % 3 / 2) as usize);
                sent.push((number, kind));
                if outbox.put(number, kind) {
                    while let Some((holder, batch)) = outbox.ready() {
                        hear(holder, batch).unwrap();
                    }
                }
            }
            outbox.close(&mut hear).unwrap();
            outbox.close(|_, _| Err(())).unwrap();
            sent.sort_unstable();
            got.sort_unstable();
            assert_eq!(sent, got);
        }
    }

    #[test]
    fn what_is_cut_off_is_no_record() {
        let whole = [1, 0, 0, 0, 2, 0x80, 7, 0, 9, 0];
        assert_eq!(take(&mut &whole[..]), Some((1, REFUTED, &whole[6..])));
        for length in 0..whole.len() {
            assert_eq!(take(&mut &whole[..length]), None);
        }
    }

    #[test]
    fn parts_are_dealt_in_turn() {
        let deal = Assignment {
            count: 100,
            shift: 4,
            holders: 3,
        };
        let mut all: Vec<_> = (0..3)
            .flat_map(|holder| (0..deal.parts_of(holder)).map(move |own| deal.numbers(holder, own)))
            .collect();
        all.sort_unstable();
        let wanted: Vec<_> = (0..7)
            .map(|part| (16 * part, 16.min(100 - 16 * part as usize)))
            .collect();
        assert_eq!(all, wanted);
    }
}
