//! King and rook against king: White has a king and a rook, Black a king, on a chessboard, and they move as in chess. White
//! wins by checkmate; it is a draw if the rook is taken or Black is stalemated.
//!
//! A position names the pieces with their squares, and `b` if Black is to move: `Kc3 Rh1 ka1 b`. After the rook is
//! taken: `Kc3 ka1`. A move is the piece and the square it goes to: `Rh8`, `ka2`.
//!
//! The longest mate takes 16 moves. Of the 28,056 positions with Black to move, up to symmetry, 2,796 are drawn, 27 are
//! mates, and 390 are mated in 16 (Bain's data set).
//!
//! Sources: K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986); M. Bain, Chess
//! (king-rook vs. king) data set, UCI (1994).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, plain};
use bouton_core::packed::{Packed, Put, Take};
use bouton_core::scene::{Cell, Drawn, Figure, Names, Owner, Scene, Set};
use bouton_core::{
    Alternating, Game, Indexed, InputError, Notation, Reversible, WinDrawLoss, declares,
};
use bouton_texts::text;

/// A square: 8 × row + column, from a1.
type Square = u32;

/// The rules, without parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Krk;

/// The pieces and the player to move. A rook on the square of the black king has been taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Board {
    black_to_move: bool,
    king: Square,
    rook: Square,
    black: Square,
}

bouton_core::packs!(Board {
    black_to_move,
    king,
    rook,
    black
});

/// The piece that moves, and its target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Go {
    piece: Piece,
    to: Square,
}

bouton_core::packs!(Go { piece, to });

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    King,
    Rook,
    Black,
}

impl Packed for Piece {
    fn pack(&self, to: &mut impl Put) {
        to.put(*self as u64, 2);
    }
    fn unpack(from: &mut impl Take) -> Self {
        match from.take(2) {
            0 => Self::King,
            1 => Self::Rook,
            _ => Self::Black,
        }
    }
}

/// The squares around each square.
const fn rings() -> [u64; 64] {
    let mut table = [0; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let near = u32::abs_diff(a / 8, b / 8) <= 1 && u32::abs_diff(a % 8, b % 8) <= 1;
            if near && a != b {
                table[a as usize] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

static RINGS: [u64; 64] = rings();

#[inline]
fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(square)
    })
}

fn near(a: Square, b: Square) -> bool {
    RINGS[a as usize] >> b & 1 == 1
}

/// The squares up, right, down and left of each square.
const fn rays() -> [[u64; 64]; 4] {
    let mut table = [[0; 64]; 4];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let (row, column) = (from / 8 == to / 8, from % 8 == to % 8);
            if column && to > from {
                table[0][from] |= 1 << to;
            } else if row && to > from {
                table[1][from] |= 1 << to;
            } else if column && to < from {
                table[2][from] |= 1 << to;
            } else if row && to < from {
                table[3][from] |= 1 << to;
            }
            to += 1;
        }
        from += 1;
    }
    table
}

static RAYS: [[u64; 64]; 4] = rays();

/// The squares that a rook on `from` attacks: along its row and column up to and including the first piece of `pieces`.
#[inline]
fn seen(from: Square, pieces: u64) -> u64 {
    let seen = |direction: usize| {
        let ray = &RAYS[direction];
        let all = ray[from as usize];
        let first = match (all & pieces, direction) {
            (0, _) => return all,
            (blocked, 0 | 1) => blocked.trailing_zeros(),
            (blocked, _) => 63 - blocked.leading_zeros(),
        };
        all & !ray[first as usize]
    };
    seen(0) | seen(1) | seen(2) | seen(3)
}

impl Board {
    fn taken(&self) -> bool {
        self.rook == self.black
    }

    /// Whether the rook attacks the black king.
    #[inline]
    fn check(&self) -> bool {
        !self.taken() && seen(self.rook, 1 << self.king) >> self.black & 1 == 1
    }

    /// Whether the position is possible: pieces on different squares, kings apart, the player to move cannot take a king,
    /// and White is to move after the rook was taken.
    #[inline]
    fn stands(&self) -> bool {
        let apart = self.king != self.black && !near(self.king, self.black);
        let turn = self.black_to_move || !self.check();
        apart && self.king != self.rook && turn && !(self.taken() && self.black_to_move)
    }

    /// The squares of the empty board that Black's king can move to: those that White does not attack.
    fn flights(&self) -> u64 {
        let attacked = RINGS[self.king as usize] | 1 << self.king;
        let by_rook = seen(self.rook, 1 << self.king);
        RINGS[self.black as usize] & !attacked & !by_rook
    }

    fn white_moves(&self) -> [(Piece, u64); 2] {
        let own = 1 << self.king | 1 << self.rook;
        let king =
            RINGS[self.king as usize] & !RINGS[self.black as usize] & !own & !(1 << self.black);
        let rook = seen(self.rook, own | 1 << self.black) & !own & !(1 << self.black);
        [(Piece::King, king), (Piece::Rook, rook)]
    }

    #[inline]
    fn with(self, Go { piece, to }: Go) -> Self {
        let turned = Self {
            black_to_move: !self.black_to_move,
            ..self
        };
        match piece {
            Piece::King => Self { king: to, ..turned },
            Piece::Rook => Self { rook: to, ..turned },
            Piece::Black => Self {
                black: to,
                ..turned
            },
        }
    }

    fn image(self, symmetry: u32) -> Self {
        let image = |square: Square| {
            let flipped = square ^ ((symmetry & 1) * 7) ^ ((symmetry >> 1 & 1) * 56);
            match symmetry & 4 {
                0 => flipped,
                _ => flipped % 8 * 8 + flipped / 8,
            }
        };
        Self {
            black_to_move: self.black_to_move,
            king: image(self.king),
            rook: image(self.rook),
            black: image(self.black),
        }
    }
}

impl Game for Krk {
    type Position = Board;
    type Move = Go;
    fn canonical(&self, at: Board) -> Board {
        (1..8)
            .map(|symmetry| at.image(symmetry))
            .fold(at, Board::min)
    }
}

impl Alternating for Krk {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &Board) -> impl Iterator<Item = Go> + use<'g> {
        let sets = match (at.taken(), at.black_to_move) {
            (true, _) => [(Piece::King, 0), (Piece::Rook, 0)],
            (false, true) => [(Piece::Black, at.flights()), (Piece::Rook, 0)],
            (false, false) => at.white_moves(),
        };
        let go = |(piece, to)| squares(to).map(move |to| Go { piece, to });
        sets.into_iter().flat_map(go)
    }
    fn play(&self, at: &Board, go: &Go) -> Board {
        at.with(*go)
    }
    fn score(&self, at: &Board) -> Option<WinDrawLoss> {
        let stuck = at.black_to_move && at.flights() == 0;
        match (at.taken(), stuck) {
            (true, _) => Some(WinDrawLoss::Draw),
            (false, true) if at.check() => Some(WinDrawLoss::Loss),
            (false, true) => Some(WinDrawLoss::Draw),
            (false, false) => None,
        }
    }
}

impl Indexed for Krk {
    #[inline]
    fn index(&self, at: &Board) -> Option<u64> {
        let turn = u64::from(at.black_to_move);
        Some(turn << 18 | u64::from(at.king << 12 | at.rook << 6 | at.black))
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Board> {
        let square = |shift: u32| (index >> shift & 63) as Square;
        let at = Board {
            black_to_move: index >> 18 & 1 == 1,
            king: square(12),
            rook: square(6),
            black: square(0),
        };
        at.stands().then_some(at)
    }
}

impl Board {
    /// The squares from which White's king or rook may have come: they must not have given check, since White was to move.
    fn white_origins(&self) -> [(Piece, u64); 2] {
        let (king, rook, black) = (1 << self.king, 1 << self.rook, 1 << self.black);
        let pieces = king | rook | black;
        let unchecking = !seen(self.black, king | black);
        let rooks = seen(self.rook, pieces) & !pieces & unchecking;
        let aligned = seen(self.black, rook | black) & rook != 0;
        let shield = if aligned {
            seen(self.black, rook | black) & seen(self.rook, rook | black)
        } else {
            u64::MAX
        };
        let kings = RINGS[self.king as usize] & !RINGS[self.black as usize] & !pieces & shield;
        [(Piece::King, kings), (Piece::Rook, rooks)]
    }

    /// The squares from which Black's king may have come: not next to White's.
    fn black_origins(&self) -> u64 {
        let pieces = 1 << self.king | 1 << self.rook | 1 << self.black;
        RINGS[self.black as usize] & !RINGS[self.king as usize] & !pieces
    }
}

impl Reversible for Krk {
    fn count(&self) -> u64 {
        1 << 19
    }
    #[inline]
    fn predecessors<'g>(&'g self, at: &Board) -> impl Iterator<Item = Board> + use<'g> {
        let at = *at;
        let sets = if at.black_to_move {
            at.white_origins()
        } else {
            [(Piece::Black, at.black_origins()), (Piece::Rook, 0)]
        };
        let go = |(piece, to)| squares(to).map(move |to| Go { piece, to });
        sets.into_iter().flat_map(go).map(move |back| at.with(back))
    }
}

fn name(square: Square) -> String {
    format!(
        "{}{}",
        char::from(b'a' + (square % 8) as u8),
        square / 8 + 1
    )
}

/// The square that `text` names.
fn read(text: &str) -> Option<Square> {
    let [column @ b'a'..=b'h', row @ b'1'..=b'8'] = text.as_bytes() else {
        return None;
    };
    Some(u32::from(row - b'1') * 8 + u32::from(column - b'a'))
}

/// How a position is written, for messages.
const LIKE: &str = "Kc3 Rh1 ka1, with b after it if Black is to move";

impl Notation for Krk {
    fn parse(&self, text: &str) -> Result<Board, InputError> {
        let bad = |message: String| InputError::whole(message, text);
        let mut words: Vec<_> = text.split_whitespace().collect();
        let black_to_move = words.last() == Some(&"b");
        if matches!(words.last(), Some(&"b" | &"w")) {
            words.pop();
        }
        let piece = |letter: char| {
            let mut found = words.iter().filter_map(|word| word.strip_prefix(letter));
            found
                .next()
                .and_then(read)
                .filter(|_| found.next().is_none())
        };
        let (king, rook, black) = (piece('K'), piece('R'), piece('k'));
        let at = match (words.len(), king, rook, black) {
            (3, Some(king), Some(rook), Some(black)) if rook != black => (king, rook, black),
            (2, Some(king), None, Some(black)) => (king, black, black),
            _ => return Err(bad(format!("expected {LIKE}"))),
        };
        let (king, rook, black) = at;
        let at = Board {
            black_to_move,
            king,
            rook,
            black,
        };
        if at.stands() {
            Ok(at)
        } else {
            Err(bad("no such position: two pieces on a square, kings side by side, Black in check with White to move, or no rook with Black to move".into()))
        }
    }
    fn show(&self, at: &Board) -> String {
        let rook = match at.taken() {
            true => String::new(),
            false => format!("R{} ", name(at.rook)),
        };
        let turn = if at.black_to_move { " b" } else { "" };
        format!("K{} {rook}k{}{turn}", name(at.king), name(at.black))
    }
    fn show_move(&self, _at: &Board, go: &Go) -> String {
        let letter = match go.piece {
            Piece::King => 'K',
            Piece::Rook => 'R',
            Piece::Black => 'k',
        };
        format!("{letter}{}", name(go.to))
    }
    fn move_in_words(&self, _at: &Board, go: &Go) -> Option<String> {
        let piece = match go.piece {
            Piece::King | Piece::Black => "king",
            Piece::Rook => "rook",
        };
        Some(format!("{piece} to {}", name(go.to)))
    }
}

impl Drawn for Krk {
    fn scene(&self, at: &Board) -> Scene {
        let white = |mark: &str| Cell::Piece(Owner::First, mark.into());
        let cell = |square: Square| match square {
            _ if square == at.black => Cell::Piece(Owner::Second, "k".into()),
            _ if square == at.king => white("K"),
            _ if square == at.rook => white("R"),
            _ => Cell::Empty,
        };
        let row = |row: u32| (8 * row..8 * row + 8).map(cell).collect();
        let turn = if at.black_to_move { "Black" } else { "White" };
        Scene::of(Figure::Board((0..8).rev().map(row).collect()))
            .to_move(format!("{turn} is to move"))
            .with(Set::Chess)
            .named(Names::FromBottom)
            .taking()
    }
}

impl Entry for Krk {
    type Game = Self;
    const CARD: Card = Card {
        name: "krk",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "",
        text: text("krk"),
        notation: "the pieces with their squares, and b if Black is to move: Kc3 Rh1 ka1 b",
        example: Example::at("Ka1 Rb2 kc3"),
        sources: &[
            "K. Thompson, Retrograde analysis of certain endgames, ICCA Journal 9 (1986)",
            "M. Bain, Chess (king-rook vs. king), UCI (1994)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
}

declares!(Krk: loopy, reversible, look);
