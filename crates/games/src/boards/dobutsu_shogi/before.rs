//! The moves into a position, taken back.

use bouton_core::Reversible;

use super::numbers::ALIVE;
use super::{Board, CELLS, CHICK, Cells, DobutsuShogi, FAR, HEN, LION, ORIGINS, bit};

/// The positions before a move, found one piece after the other.
struct Before {
    /// The position after the move, as the player who made it sees it.
    at: Board,
    free: Cells,
    /// The mover's pieces that may have moved, and their cells.
    pieces: [Cells; 5],
    /// The current piece: its kind, its cell, its kind before, and the cells that it may have come from.
    kind: usize,
    cell: u8,
    was: usize,
    origins: Cells,
    /// The position before it came from that cell, and the pieces that it may have taken: by kind, the hen after the chick.
    from: u8,
    taken: usize,
    /// Whether it may have been dropped from the hand.
    put: bool,
}

impl Before {
    fn of(at: &Board) -> Self {
        let at = at.turned();
        // A player who can take the lion does so: the moved piece did not attack it before, and the other pieces do not
        // either.
        let (men, lion) = at.takers();
        let seen: u32 = men.iter().map(|men| men.count_ones()).sum::<u32>() + u32::from(lion);
        let mut pieces = match seen {
            0 => [
                at.men[0][0],
                at.men[0][1],
                at.men[0][2],
                at.men[0][3],
                bit(at.lions[0]),
            ],
            1 => [
                men[0],
                men[1],
                men[2],
                men[3],
                if lion { bit(at.lions[0]) } else { 0 },
            ],
            _ => [0; 5],
        };
        // A lion on the far row arrived there with this move.
        if bit(at.lions[0]) & FAR != 0 {
            pieces[..LION].fill(0);
        }
        Self {
            free: at.free(),
            at,
            pieces,
            kind: 0,
            cell: 0,
            was: 0,
            origins: 0,
            from: CELLS,
            taken: 5,
            put: false,
        }
    }

    /// Goes to the next piece; false if there is none.
    #[inline]
    fn next_piece(&mut self) -> bool {
        while self.kind < 5 && self.pieces[self.kind] == 0 {
            self.kind += 1;
        }
        let Some(men) = self.pieces.get_mut(self.kind) else {
            return false;
        };
        self.cell = men.trailing_zeros() as u8;
        *men &= *men - 1;
        self.was = self.kind;
        // A chick on the far row was dropped there; a lion does not come from there.
        let is_put = self.kind == CHICK && bit(self.cell) & FAR != 0;
        self.origins = if is_put { 0 } else { self.ways(self.kind) };
        if self.kind == LION {
            self.origins &= !FAR;
        }
        self.put = self.kind < HEN;
        true
    }

    /// The cells from which a piece of this kind can come to the cell without having attacked the lion.
    fn ways(&self, kind: usize) -> Cells {
        let to = usize::from(self.cell);
        ORIGINS[kind][to] & self.free & !ORIGINS[kind][usize::from(self.at.lions[1])]
    }

    /// The position before, if nothing was taken.
    #[inline]
    fn before(&self) -> Board {
        let mut before = self.at;
        if self.kind == LION {
            before.lions[0] = self.from;
        } else {
            before.men[0][self.kind] ^= bit(self.cell);
            before.men[0][self.was] |= bit(self.from);
        }
        before
    }
}

impl Iterator for Before {
    type Item = Board;

    #[inline]
    fn next(&mut self) -> Option<Board> {
        loop {
            // The piece that was taken by a move from there.
            while self.taken < 4 {
                let kind = self.taken;
                self.taken += 1;
                let held = if kind == HEN { CHICK } else { kind };
                if self.at.hand[held] > 0 {
                    let mut before = self.before();
                    before.hand[held] -= 1;
                    before.men[1][kind] |= bit(self.cell);
                    return Some(before);
                }
            }
            if self.origins != 0 {
                self.from = self.origins.trailing_zeros() as u8;
                self.origins &= self.origins - 1;
                self.taken = 0;
                return Some(self.before());
            }
            if self.kind == HEN && self.was == HEN && bit(self.cell) & FAR != 0 {
                self.was = CHICK;
                self.origins = self.ways(CHICK);
                continue;
            }
            if self.put {
                self.put = false;
                let mut before = self.at;
                before.men[0][self.kind] ^= bit(self.cell);
                before.hand[self.kind] += 1;
                return Some(before);
            }
            if !self.next_piece() {
                return None;
            }
        }
    }
}

impl Reversible for DobutsuShogi {
    fn count(&self) -> u64 {
        u64::from(ALIVE) + u64::from(CELLS)
    }
    #[inline]
    fn predecessors<'g>(&'g self, at: &Board) -> impl Iterator<Item = Board> + use<'g> {
        let ended = at.is_taken();
        (!ended).then(|| Before::of(at)).into_iter().flatten()
    }
    #[inline]
    fn wins_at_once(&self, at: &Board) -> bool {
        at.takes()
    }
}
