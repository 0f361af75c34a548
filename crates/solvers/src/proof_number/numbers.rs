//! Proof and disproof numbers, and the goals that they refer to.

use bouton_core::Outcome;

use crate::table;

/// The remaining work to prove, and to disprove, that the player to move reaches a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// The number of a goal that is impossible.
pub(super) const INFINITE: u32 = (1 << 29) - 1;

impl Numbers {
    pub(super) const UNKNOWN: Self = Self {
        proof: 1,
        disproof: 1,
    };
    pub(super) const PROVED: Self = Self {
        proof: 0,
        disproof: INFINITE,
    };

    pub(super) fn settled(is_true: bool) -> Self {
        if is_true {
            Self::PROVED
        } else {
            Self::PROVED.turned()
        }
    }

    pub(super) fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// The same for the other player, who has to prevent the goal.
    pub(super) fn turned(self) -> Self {
        Self {
            proof: self.disproof,
            disproof: self.proof,
        }
    }

    /// The numbers before a move, for the player who makes it; unchanged if that player moves again.
    pub(super) fn before(self, keeps_turn: bool) -> Self {
        if keeps_turn { self } else { self.turned() }
    }

    pub(super) fn reaches(self, most: Self) -> bool {
        self.proof >= most.proof || self.disproof >= most.disproof
    }

    /// The fields of the word: work 6 bits, proof 29, disproof 29.
    pub(super) fn word(self, nodes: u64) -> u64 {
        table::work(nodes) | u64::from(self.proof) << 29 | u64::from(self.disproof)
    }

    pub(super) fn from_word(word: u64) -> Self {
        let field = |shift: u32| (word >> shift) as u32 & INFINITE;
        Self {
            proof: field(29),
            disproof: field(0),
        }
    }
}

/// The goal of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Aim {
    Win,
    /// Not to lose, in games that can be drawn.
    Draw,
}

impl Aim {
    /// To reach a score of this rank.
    pub(super) fn of(rank: i128) -> Self {
        if rank > 0 { Self::Win } else { Self::Draw }
    }

    /// The goal of the other player: to prevent this one.
    pub(super) fn other(self, can_draw: bool) -> Self {
        match self {
            Self::Win if can_draw => Self::Draw,
            Self::Win | Self::Draw => Self::Win,
        }
    }

    /// The goal, after a move, of the player to move there.
    pub(super) fn after(self, keeps_turn: bool, can_draw: bool) -> Self {
        if keeps_turn {
            self
        } else {
            self.other(can_draw)
        }
    }

    pub(super) fn reached(self, outcome: Outcome) -> bool {
        match self {
            Self::Win => outcome == Outcome::Win,
            Self::Draw => outcome != Outcome::Loss,
        }
    }
}
