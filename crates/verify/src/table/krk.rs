//! King and rook against king. A number consists, from its highest bits, of the player to move (1: Black), and the squares
//! of White's king, of the rook and of Black's king, six bits each: 8 × row + column. After the rook is taken, its square
//! is that of Black's king.

use super::rules::Numbered;
use super::step::{Move, NumberState, Rules};

pub(super) struct Krk;

#[derive(Clone, Copy)]
struct Board {
    black_moves: bool,
    king: i32,
    rook: i32,
    black: i32,
}

fn near(a: i32, b: i32) -> bool {
    (a / 8 - b / 8).abs() <= 1 && (a % 8 - b % 8).abs() <= 1 && a != b
}

/// Whether a rook attacks a square; these pieces may block it.
fn sees(rook: i32, square: i32, between: &[i32]) -> bool {
    let (down, right) = (
        (square / 8 - rook / 8).signum(),
        (square % 8 - rook % 8).signum(),
    );
    if rook == square || (down != 0 && right != 0) {
        return false;
    }
    let mut at = rook;
    loop {
        at += 8 * down + right;
        if at == square {
            return true;
        }
        if between.contains(&at) {
            return false;
        }
    }
}

impl Board {
    fn of(number: u64) -> Self {
        let square = |shift: u32| (number >> shift & 63) as i32;
        Self {
            black_moves: number >> 18 & 1 == 1,
            king: square(12),
            rook: square(6),
            black: square(0),
        }
    }

    fn number(self) -> u64 {
        let turn = u64::from(self.black_moves);
        turn << 18 | (self.king << 12 | self.rook << 6 | self.black) as u64
    }

    fn taken(self) -> bool {
        self.rook == self.black
    }

    fn check(self) -> bool {
        !self.taken() && sees(self.rook, self.black, &[self.king])
    }

    fn is_position(self) -> bool {
        self.king != self.black
            && !near(self.king, self.black)
            && self.king != self.rook
            && (self.black_moves || !self.check())
            && !(self.black_moves && self.taken())
    }

    /// The squares to which Black's king may move; it may take the rook.
    fn flights(self) -> Vec<i32> {
        let free = |to: &i32| {
            near(self.black, *to)
                && *to != self.king
                && !near(self.king, *to)
                && !sees(self.rook, *to, &[self.king])
        };
        (0..64).filter(free).collect()
    }
}

impl Rules for Krk {
    fn count(&self) -> u64 {
        1 << 19
    }

    fn look(&self, number: u64, tell: &mut dyn FnMut(Move)) -> NumberState {
        let at = Board::of(number);
        if !at.is_position() {
            return NumberState::Hole;
        }
        if at.taken() {
            return NumberState::Over(0);
        }
        let turned = Board {
            black_moves: !at.black_moves,
            ..at
        };
        let mut go = |to: Board| tell(Move::to(to.number()));
        if at.black_moves {
            let flights = at.flights();
            match (flights.is_empty(), at.check()) {
                (true, true) => return NumberState::Over(-1),
                (true, false) => return NumberState::Over(0),
                (false, _) => {}
            }
            for black in flights {
                go(Board { black, ..turned });
            }
            return NumberState::Open;
        }
        let kings = (0..64).filter(|to| {
            near(at.king, *to) && *to != at.rook && *to != at.black && !near(at.black, *to)
        });
        let rooks = (0..64).filter(|to| {
            *to != at.king && *to != at.black && sees(at.rook, *to, &[at.king, at.black])
        });
        kings.for_each(|king| go(Board { king, ..turned }));
        rooks.for_each(|rook| go(Board { rook, ..turned }));
        NumberState::Open
    }
}

impl Numbered for Krk {
    fn show(&self, number: u64) -> String {
        let at = Board::of(number);
        let name = |square: i32| {
            format!(
                "{}{}",
                char::from(b'a' + (square % 8) as u8),
                square / 8 + 1
            )
        };
        let turn = if at.black_moves { " b" } else { "" };
        format!(
            "K{} R{} k{}{turn}",
            name(at.king),
            name(at.rook),
            name(at.black)
        )
    }
}
