//! The positions of parts, by number: by their keys of 8 bytes, if the game can read its keys.

use std::hash::{BuildHasher, Hash};

use bouton_core::hashing::Hashing;
use bouton_core::packed::beside;
use bouton_core::{Game, Packed};

use super::Signed;
use crate::index::mixed;
use crate::store::Store;

/// At most this many positions are cached with their parts, if the heap memory of each is no larger than this.
const RECENT: usize = 1 << 16;
const LONG: usize = 1 << 7;

/// Positions in canonical form, with Left to move, by number; and a cache of positions with their parts, by hash: bringing a position
/// into canonical form takes longer than looking it up there.
#[derive(Debug)]
pub(super) enum Forms<P> {
    Keys {
        store: Store<u64, ()>,
        recent: Vec<(u64, Signed)>,
    },
    Positions {
        store: Store<P, ()>,
        recent: Vec<Option<(P, Signed)>>,
    },
}

impl<P> Default for Forms<P> {
    fn default() -> Self {
        Self::Keys {
            store: Store::compact(),
            recent: Vec::new(),
        }
    }
}

/// Reads a position from its key.
pub(super) type Read<G> = fn(&G, u64) -> Option<<G as Game>::Position>;

impl<P: Packed + Clone + Eq + Hash> Forms<P> {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Keys { store, .. } => store.len(),
            Self::Positions { store, .. } => store.len(),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Keys { store, recent } => store.bytes() + size_of_val(&recent[..]) as u64,
            Self::Positions { store, recent } => store.bytes() + size_of_val(&recent[..]) as u64,
        }
    }

    /// A known position.
    pub(super) fn at<G: Game<Position = P>>(&self, game: &G, read: Read<G>, number: usize) -> P {
        match self {
            Self::Keys { store, .. } => known(game, read, store.key(number)),
            Self::Positions { store, .. } => store.key(number),
        }
    }

    /// The number of a position in canonical form.
    #[inline]
    pub(super) fn number<G: Game<Position = P>>(&self, game: &G, at: &P) -> Option<usize> {
        match self {
            Self::Keys { store, .. } => store.number(&game.key(at)?),
            Self::Positions { store, .. } => store.number(at),
        }
    }

    /// Stores a new position in canonical form; its number is the next one.
    pub(super) fn insert<G: Game<Position = P>>(&mut self, game: &G, read: Read<G>, at: &P) {
        let key = game.key(at);
        if let Self::Keys { store, .. } = self
            && let Some(key) = key
            // The first shows whether the game reads its keys.
            && (!store.is_empty() || read(game, key).is_some_and(|other| other == *at))
        {
            store.insert(&key, ());
            return;
        }
        self.leave_keys(game, read);
        let Self::Positions { store, .. } = self else {
            unreachable!("invariant: keys were left")
        };
        store.insert(at, ());
    }

    /// Stores positions in place of keys, from the first position on that has none.
    fn leave_keys<G: Game<Position = P>>(&mut self, game: &G, read: Read<G>) {
        if let Self::Keys { store: keys, .. } = self {
            let mut store = Store::compact();
            for (key, ()) in keys.iter() {
                store.insert(&known(game, read, key), ());
            }
            let recent = Vec::new();
            *self = Self::Positions { store, recent };
        }
    }

    /// The part that was kept last for a position, if it still is.
    #[inline]
    pub(super) fn recent<G: Game<Position = P>>(&self, game: &G, at: &P) -> Option<Signed> {
        match self {
            Self::Keys { recent, .. } => {
                let key = game.key(at)?;
                let (other, part) = recent.get(place(mixed(key), recent.len()))?;
                (*other == key && *part != Signed::NONE).then_some(*part)
            }
            Self::Positions { recent, .. } => {
                let found = recent.get(place(Hashing.hash_one(at), recent.len()))?;
                let (other, part) = found.as_ref()?;
                (other == at).then_some(*part)
            }
        }
    }

    pub(super) fn keep<G: Game<Position = P>>(&mut self, game: &G, at: P, part: Signed) {
        // As many slots as parts; the cache fills again quickly.
        let slots = self.len().next_power_of_two().min(RECENT);
        match self {
            Self::Keys { recent, .. } => {
                let Some(key) = game.key(&at) else {
                    return;
                };
                if recent.len() < slots {
                    *recent = vec![(0, Signed::NONE); slots];
                }
                recent[place(mixed(key), slots)] = (key, part);
            }
            Self::Positions { recent, .. } => {
                if beside(&at) > LONG {
                    return;
                }
                if recent.len() < slots {
                    *recent = std::iter::repeat_with(|| None).take(slots).collect();
                }
                let place = place(Hashing.hash_one(&at), slots);
                recent[place] = Some((at, part));
            }
        }
    }
}

fn known<G: Game>(game: &G, read: Read<G>, key: u64) -> G::Position {
    read(game, key).expect("invariant: the game reads the keys that it gave")
}

/// The slot of a hash among a power of two of them.
#[inline]
fn place(hash: u64, slots: usize) -> usize {
    (hash >> 32) as usize & slots.wrapping_sub(1)
}
