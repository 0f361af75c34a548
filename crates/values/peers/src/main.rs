//! Values of boards by [cgt](https://crates.io/crates/cgt) 0.11, to be compared with `bouton value`: `cargo run --release` in this folder. Processor seconds; words on the command line choose rows. The rules of domineering are
//! cgt's own; clobber, which it does not have, is given to it on bits.

use std::str::FromStr;

use cgt::short::partizan::games::domineering::Domineering;
use cgt::short::partizan::partizan_game::PartizanGame;
use cgt::short::partizan::transposition_table::ParallelTranspositionTable;
use cpu_time::ProcessTime;

/// Stones of Left and of Right on rows of eight cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Clobber {
    left: u64,
    right: u64,
}

const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;

impl Clobber {
    fn moved(mine: u64, theirs: u64) -> Vec<(u64, u64)> {
        let mut after = Vec::new();
        for cell in 0..64 {
            let from = 1 << cell;
            if mine & from == 0 {
                continue;
            }
            for to in [
                from << 8,
                from >> 8,
                from << 1 & NOT_FIRST,
                from >> 1 & NOT_LAST,
            ] {
                if theirs & to != 0 {
                    after.push((mine & !from | to, theirs & !to));
                }
            }
        }
        after
    }
}

impl PartizanGame for Clobber {
    fn left_moves(&self) -> Vec<Self> {
        let after = Self::moved(self.left, self.right).into_iter();
        after.map(|(left, right)| Self { left, right }).collect()
    }
    fn right_moves(&self) -> Vec<Self> {
        let after = Self::moved(self.right, self.left).into_iter();
        after.map(|(right, left)| Self { left, right }).collect()
    }
    fn decompositions(&self) -> Vec<Self> {
        let (mut rest, mut parts) = (self.left | self.right, Vec::new());
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            loop {
                let level = (part << 1 & NOT_FIRST) | (part >> 1 & NOT_LAST);
                let grown = part | (level | part << 8 | part >> 8) & rest;
                if grown == part {
                    break;
                }
                part = grown;
            }
            rest &= !part;
            let (left, right) = (self.left & part, self.right & part);
            if left != 0 && right != 0 {
                // To the corner: where a part lies does not matter.
                let columns = (0..8).fold(0, |all, row| all | (part >> (8 * row)) & 255);
                let shift = (part.trailing_zeros() & !7) + columns.trailing_zeros();
                parts.push(Self {
                    left: left >> shift,
                    right: right >> shift,
                });
            }
        }
        parts
    }
}

fn domineering(text: &str) -> Domineering {
    Domineering::from_str(text).expect("a board of points and hashes")
}

fn rectangle(rows: usize, columns: usize) -> String {
    vec![".".repeat(columns); rows].join("|")
}

fn chequers(rows: u32, columns: u32) -> Clobber {
    let all = (0..rows).fold(0, |all, row| all | ((1 << columns) - 1) << (8 * row));
    let light = 0xAA55_AA55_AA55_AA55;
    Clobber {
        left: all & light,
        right: all & !light,
    }
}

fn row(name: &str, value: impl FnOnce() -> String) {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    if !chosen.is_empty() && !chosen.iter().any(|word| name.contains(word)) {
        return;
    }
    let began = ProcessTime::now();
    let value = value();
    let seconds = began.elapsed().as_secs_f64();
    let value: String = value.chars().take(60).collect();
    println!("{name:18} {seconds:8.4} s  {value}");
}

fn main() {
    for (rows, columns) in [(4, 4), (4, 6), (5, 5)] {
        row(&format!("domineering {rows}x{columns}"), || {
            let table = ParallelTranspositionTable::new();
            let board = domineering(&rectangle(rows, columns));
            board.canonical_form(&table).to_string()
        });
    }
    for (rows, columns) in [(3, 4), (4, 4)] {
        row(&format!("clobber {rows}x{columns}"), || {
            let table = ParallelTranspositionTable::new();
            chequers(rows, columns).canonical_form(&table).to_string()
        });
    }
}
