//! The numbers of positions: by the pieces on the board, the cells of the lions, and the cells of the other pieces among
//! the rest.

use bouton_core::Indexed;

use super::{ALL, Board, CELLS, CHICK, Cells, DobutsuShogi, HEN, bit, cells};

/// Pairs of lions on the board: the mover's not on the far row, the other's on another cell.
const LIONS: u32 = 9 * 11;
/// The number of positions with both lions; those in which one was taken follow.
pub(super) const ALIVE: u32 = 1_175_944_473;

/// Positions by the numbers of elephants, giraffes and chicks on the board: the first number of each such class.
static CLASSES: [u32; 28] = classes();

const fn classes() -> [u32; 28] {
    let mut starts = [0; 28];
    let mut class = 0;
    while class < 27 {
        let [e, g, c] = [class / 9, class / 3 % 3, class % 3];
        let places = CHOICES[10][e] * CHOICES[10 - e][g] * CHOICES[10 - e - g][c];
        let hands = (3 - e as u32) * (3 - g as u32) * (3 - c as u32);
        let signs = 1 << (e + g + 2 * c);
        starts[class + 1] = starts[class] + LIONS * places * hands * signs;
        class += 1;
    }
    starts
}

/// Ways to choose at most two of this many cells.
const CHOICES: [[u32; 3]; 11] = {
    let mut choices = [[1, 0, 0]; 11];
    let mut cells = 0;
    while cells < 11 {
        choices[cells][1] = cells as u32;
        choices[cells][2] = (cells * cells.saturating_sub(1) / 2) as u32;
        cells += 1;
    }
    choices
};

/// The two of a number of pairs, the larger first.
static PAIRS: [(u8, u8); 45] = {
    let (mut pairs, mut pair, mut high) = ([(0, 0); 45], 0, 1);
    while high < 10 {
        let mut low = 0;
        while low < high {
            pairs[pair] = (high, low);
            pair += 1;
            low += 1;
        }
        high += 1;
    }
    pairs
};

/// The number of a choice of at most two among the free cells; the chosen cells are removed from these.
#[inline]
fn rank(chosen: Cells, free: &mut Cells) -> u32 {
    let place = |cell: Cells| (*free & (cell - 1)).count_ones();
    let low = chosen & chosen.wrapping_neg();
    let high = chosen ^ low;
    let rank = match (low, high) {
        (0, _) => 0,
        (low, 0) => place(low),
        (low, high) => CHOICES[place(high) as usize][2] + place(low),
    };
    *free &= !chosen;
    rank
}

/// The choice of `count` among the free cells that has this number.
#[inline]
fn unrank(rank: u32, count: u32, free: &mut Cells) -> Cells {
    let nth = |n: u8| {
        let mut left = *free;
        for _ in 0..n {
            left &= left - 1;
        }
        left & left.wrapping_neg()
    };
    let chosen = match count {
        0 => 0,
        1 => nth(rank as u8),
        _ => {
            let (high, low) = PAIRS[rank as usize];
            nth(high) | nth(low)
        }
    };
    *free &= !chosen;
    chosen
}

/// A bit for each of the chosen cells, the lowest first: whether it is in the set.
#[inline]
fn signs(set: Cells, chosen: Cells) -> u32 {
    let (bits, _) = cells(chosen).fold((0, 0), |(bits, n), cell| {
        (bits | u32::from(set >> cell & 1) << n, n + 1)
    });
    bits
}

/// The chosen cells whose bit is set.
#[inline]
fn signed(bits: u32, chosen: Cells) -> Cells {
    let marked = cells(chosen).zip(0..);
    marked.fold(0, |set, (cell, n)| set | ((bits >> n & 1) as Cells) << cell)
}

impl Indexed for DobutsuShogi {
    #[inline]
    fn index(&self, at: &Board) -> Option<u64> {
        let [own, other] = at.lions.map(u32::from);
        if at.is_taken() {
            return Some(u64::from(ALIVE + other));
        }
        let [mine, theirs] = at.men;
        let chicks = mine[CHICK] | theirs[CHICK] | mine[HEN] | theirs[HEN];
        let placed = [mine[0] | theirs[0], mine[1] | theirs[1], chicks];
        let counts = placed.map(|set| set.count_ones() as usize);
        let mut free = ALL & !(bit(at.lions[0]) | bit(at.lions[1]));
        let mut number = (own - 3) * 11 + other - u32::from(other > own);
        let mut left = 10;
        for (set, count) in placed.into_iter().zip(counts) {
            number = number * CHOICES[left][count] + rank(set, &mut free);
            left -= count;
        }
        for (kind, count) in counts.into_iter().enumerate() {
            number = number * (3 - count as u32) + u32::from(at.hand[kind]);
        }
        let owned = [mine[0], mine[1], mine[CHICK] | mine[HEN]];
        for (set, (chosen, count)) in owned.into_iter().zip(placed.into_iter().zip(counts)) {
            number = number << count | signs(set, chosen);
        }
        number = number << counts[2] | signs(mine[HEN] | theirs[HEN], chicks);
        let class = 9 * counts[0] + 3 * counts[1] + counts[2];
        Some(u64::from(CLASSES[class] + number))
    }

    #[inline]
    fn position(&self, index: u64) -> Option<Board> {
        let index = u32::try_from(index).ok()?;
        if let Some(lion) = index.checked_sub(ALIVE) {
            return (lion < u32::from(CELLS)).then(|| Board::ended(11 - lion as u8));
        }
        let class = CLASSES.partition_point(|start| *start <= index) - 1;
        let counts = [class / 9, class / 3 % 3, class % 3].map(|count| count as u32);
        let mut number = index - CLASSES[class];
        let mut bits = |count: u32| {
            let bits = number & ((1 << count) - 1);
            number >>= count;
            bits
        };
        let hens = bits(counts[2]);
        let mut owned = [0; 3];
        for kind in (0..3).rev() {
            owned[kind] = bits(counts[kind]);
        }
        let mut digit = |base: u32| {
            let digit = number % base;
            number /= base;
            digit
        };
        let mut hand = [0; 3];
        for kind in (0..3).rev() {
            hand[kind] = digit(3 - counts[kind]) as u8;
        }
        let (mut ranks, mut left) = ([0; 3], 10 - counts[0] - counts[1]);
        for kind in (0..3).rev() {
            ranks[kind] = digit(CHOICES[left as usize][counts[kind] as usize]);
            left += counts[kind.saturating_sub(1)];
        }
        let (own, other) = (number / 11 + 3, number % 11);
        let lions = [own as u8, (other + u32::from(other >= own)) as u8];
        let mut free = ALL & !(bit(lions[0]) | bit(lions[1]));
        let (mut mine, mut theirs) = ([0; 4], [0; 4]);
        for kind in 0..3 {
            let chosen = unrank(ranks[kind], counts[kind], &mut free);
            mine[kind] = signed(owned[kind], chosen);
            theirs[kind] = chosen & !mine[kind];
            if kind == CHICK {
                let hens = signed(hens, chosen);
                (mine[HEN], theirs[HEN]) = (mine[CHICK] & hens, theirs[CHICK] & hens);
                (mine[CHICK], theirs[CHICK]) = (mine[CHICK] & !hens, theirs[CHICK] & !hens);
            }
        }
        Some(Board {
            lions,
            men: [mine, theirs],
            hand,
        })
    }
}
