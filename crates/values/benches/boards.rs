//! Values of whole boards of domineering and clobber, and 22,500 sums: `cargo bench -p bouton-values`. Processor seconds; words on
//! the command line choose rows. The boards are bit patterns of stride 8, looked up by the least of their eight images; no other
//! part of the program knows them.

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, Meter};
use bouton_values::{Arena, Value};
use cpu_time::ProcessTime;

/// All columns but the last.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// Moves the pattern to the corner: how far.
fn to_corner(x: u64) -> u32 {
    let mut columns = x | x >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    (x.trailing_zeros() & !7) + (columns as u8).trailing_zeros()
}

fn transposed(mut x: u64) -> u64 {
    for (shift, mask) in [
        (7, 0x00AA_00AA_00AA_00AA),
        (14, 0x0000_CCCC_0000_CCCC),
        (28, 0x0000_0000_F0F0_F0F0),
    ] {
        let change = (x ^ (x >> shift)) & mask;
        x ^= change ^ (change << shift);
    }
    x
}

/// The four reflections.
fn images(x: u64) -> [u64; 4] {
    let turned = x.reverse_bits();
    [x, x.swap_bytes(), turned, turned.swap_bytes()]
}

fn neighbours(x: u64) -> u64 {
    (x & NOT_LAST) << 1 | (x >> 1) & NOT_LAST | x << 8 | x >> 8
}

/// The connected part of the lowest cell.
fn part(all: u64) -> u64 {
    let mut part = all & all.wrapping_neg();
    loop {
        let grown = part | neighbours(part) & all;
        if grown == part {
            return part;
        }
        part = grown;
    }
}

/// The bits of a pattern, one at a time.
fn bits(mut x: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = x & x.wrapping_neg();
        x ^= bit;
        (bit != 0).then_some(bit)
    })
}

struct Board<'m, 'l> {
    arena: Arena,
    meter: &'m mut Meter<'l>,
    table: FastMap<(u64, u64), Value>,
}

impl Board<'_, '_> {
    /// Domineering on these free cells: the sum of the parts.
    fn domineering(&mut self, free: u64) -> Value {
        let (mut rest, mut sum) = (free, Value::ZERO);
        while rest != 0 {
            let part = part(rest);
            rest &= !part;
            if part & (part - 1) != 0 {
                let v = self.domineering_part(part);
                sum = self.arena.add(sum, v, self.meter).unwrap();
            }
        }
        sum
    }

    fn domineering_part(&mut self, part: u64) -> Value {
        let (plain, across) = (least(part), least(transposed(part)));
        let (key, turned) = (plain.min(across), across < plain);
        let v = match self.table.get(&(key, 0)) {
            Some(v) => *v,
            None => {
                let left: Vec<_> = bits(key & (key >> 8))
                    .map(|b| self.domineering(key & !(b | b << 8)))
                    .collect();
                let right: Vec<_> = bits(key & (key >> 1) & NOT_LAST)
                    .map(|b| self.domineering(key & !(b | b << 1)))
                    .collect();
                let v = self.arena.make(&left, &right, self.meter).unwrap();
                self.table.insert((key, 0), v);
                v
            }
        };
        if turned { -v } else { v }
    }

    /// Clobber with these stones of Left and Right.
    fn clobber(&mut self, left: u64, right: u64) -> Value {
        let (mut rest, mut sum) = (left | right, Value::ZERO);
        while rest != 0 {
            let part = part(rest);
            rest &= !part;
            if part & left != 0 && part & right != 0 {
                let v = self.clobber_part(part & left, part & right);
                sum = self.arena.add(sum, v, self.meter).unwrap();
            }
        }
        sum
    }

    fn clobber_part(&mut self, left: u64, right: u64) -> Value {
        let (key, swapped) = clobber_key(left, right);
        let v = match self.table.get(&key) {
            Some(v) => *v,
            None => {
                let lefts = clobberings(key.0, key.1)
                    .map(|(l, r)| self.clobber(l, r))
                    .collect::<Vec<_>>();
                let rights = clobberings(key.1, key.0)
                    .map(|(r, l)| self.clobber(l, r))
                    .collect::<Vec<_>>();
                let v = self.arena.make(&lefts, &rights, self.meter).unwrap();
                self.table.insert(key, v);
                v
            }
        };
        if swapped { -v } else { v }
    }
}

/// The least image at the corner, with the colours as they are or swapped.
fn clobber_key(left: u64, right: u64) -> ((u64, u64), bool) {
    let (mut least, mut swapped) = ((u64::MAX, u64::MAX), false);
    for (left, right) in [(left, right), (transposed(left), transposed(right))] {
        let (lefts, rights) = (images(left), images(right));
        for i in 0..4 {
            let shift = to_corner(lefts[i] | rights[i]);
            let (l, r) = (lefts[i] >> shift, rights[i] >> shift);
            if (l, r) < least {
                (least, swapped) = ((l, r), false);
            }
            if (r, l) < least {
                (least, swapped) = ((r, l), true);
            }
        }
    }
    (least, swapped)
}

/// The least reflection at the corner.
fn least(x: u64) -> u64 {
    let mut least = u64::MAX;
    for image in images(x) {
        least = least.min(image >> to_corner(image));
    }
    least
}

/// The boards after a move of `mine`.
fn clobberings(mine: u64, theirs: u64) -> impl Iterator<Item = (u64, u64)> {
    type Step = fn(u64) -> u64;
    let steps: [(u64, Step); 4] = [
        (mine & NOT_LAST & (theirs >> 1), |b| b << 1),
        (mine & ((theirs & NOT_LAST) << 1), |b| b >> 1),
        (mine & (theirs >> 8), |b| b << 8),
        (mine & (theirs << 8), |b| b >> 8),
    ];
    steps.into_iter().flat_map(move |(movers, step)| {
        bits(movers).map(move |from| (mine & !from | step(from), theirs & !step(from)))
    })
}

fn rectangle(rows: u32, columns: u32) -> u64 {
    (0..rows).fold(0, |all, row| all | ((1 << columns) - 1) << (8 * row))
}

/// Times one row, with an arena of its own.
fn row(name: &str, value: impl FnOnce(&mut Board) -> Value) {
    let chosen: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    if !chosen.is_empty() && !chosen.iter().any(|word| name.contains(word)) {
        return;
    }
    let limits = Limits::default();
    let began = ProcessTime::now();
    let mut board = Board {
        arena: Arena::new(),
        meter: &mut limits.meter(),
        table: FastMap::default(),
    };
    let value = value(&mut board);
    let seconds = began.elapsed().as_secs_f64();
    let (parts, values) = (board.table.len(), board.arena.len());
    let megabytes = board.arena.bytes() as f64 / 1e6;
    let length = board.arena.text_length(value, board.meter).unwrap();
    let text = if length < 40u32.into() {
        board.arena.text(value, board.meter).unwrap()
    } else {
        format!("({length} characters)")
    };
    println!(
        "{name:18} {seconds:8.4} s {parts:7} parts {values:7} values {megabytes:6.1} MB  {text}"
    );
}

fn main() {
    row("start", |_| Value::ZERO);
    for (rows, columns) in [(4, 4), (4, 6), (5, 5), (5, 6), (4, 8)] {
        row(&format!("domineering {rows}x{columns}"), |board| {
            board.domineering(rectangle(rows, columns))
        });
    }
    let chequers = 0xAA55_AA55_AA55_AA55;
    for (rows, columns) in [(3, 4), (4, 4), (3, 6)] {
        row(&format!("clobber {rows}x{columns}"), |board| {
            let all = rectangle(rows, columns);
            board.clobber(all & chequers, all & !chequers)
        });
    }
    row("clobber, walls", |board| {
        // After each first move: the whole board is worth *, which has no walls to speak of.
        let all = rectangle(4, 4);
        let mut last = Value::ZERO;
        for (left, right) in clobberings(all & chequers, all & !chequers) {
            last = board.clobber(left, right);
            board.arena.thermograph(last, board.meter).unwrap();
        }
        last
    });
    row("sums 150x150", |board| {
        let small = small_values(board, 150);
        let mut last = Value::ZERO;
        for g in &small {
            for h in &small {
                last = board.arena.add(*g, *h, board.meter).unwrap();
            }
        }
        last
    });
}

/// The first values of domineering on boards of three rows, in order of the boards.
fn small_values(board: &mut Board, count: usize) -> Vec<Value> {
    let mut values = Vec::new();
    for cells in 0u64.. {
        let free = cells & 31 | (cells >> 5 & 31) << 8 | (cells >> 10 & 31) << 16;
        let v = board.domineering(free);
        if !values.contains(&v) {
            values.push(v);
        }
        if values.len() == count {
            break;
        }
    }
    values
}
