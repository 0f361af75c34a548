//! The numbers of positions without pieces in hand, in slices by the pieces of both players.
//!
//! Consider the positions in which the player to move has `a` pieces and the other `b`. The mover's pieces belong to one of
//! the classes of sets of `a` points that are equal up to symmetry, and the position is turned so that they are the
//! representative. The other's pieces are numbered by their rank among the remaining points. If symmetries keep the mover's
//! pieces, the image with the least rank counts; the other numbers belong to no position.
//!
//! All positions in which a player has two pieces left have number 0: play is over.

use std::ops::Range;
use std::sync::OnceLock;

use bouton_core::{Indexed, Slice, Sliced};

use super::{FEWEST, Morris, Placed};
use crate::boards::subsets::{Cells, cells, choices, rank, rank_outside, sets, spread};

/// The most pieces of a player, plus one.
const SIZES: usize = 10;
/// The most points of a board, plus one.
const POINTS: usize = 25;

/// The numbers of a board.
#[derive(Debug)]
pub(super) struct Numbers {
    /// For each number of pieces the representative of every class.
    classes: [OnceLock<Classes>; SIZES],
    /// All sets of this many points among this many.
    sets: [[OnceLock<Vec<Cells>>; SIZES]; POINTS],
    /// By the pieces of the player to move and of the other, in order of their numbers.
    halves: Vec<Half>,
    /// The first number of each.
    starts: [[u64; SIZES]; SIZES],
    slices: Vec<Slice>,
}

/// The positions with the same numbers of pieces.
#[derive(Clone, Debug)]
struct Half {
    mover: u32,
    other: u32,
    numbers: Range<u64>,
}

/// Sets of points of one size.
#[derive(Debug)]
struct Classes {
    /// The least set of each class.
    least: Vec<Cells>,
    /// The symmetries that keep it, a bit each.
    fixed: Vec<u16>,
    /// For each set, by its rank: its class, and the symmetry that maps it to the least one.
    of: Vec<(u32, u8)>,
}

impl Morris {
    fn numbers(self) -> &'static Numbers {
        self.plan.numbers.get_or_init(|| Numbers::of(self))
    }

    fn classes(self, men: u32) -> &'static Classes {
        self.numbers().classes[men as usize].get_or_init(|| Classes::of(self, men))
    }

    /// All sets of this size among the points that this many pieces leave.
    fn sets_beside(self, men: u32, size: u32) -> &'static [Cells] {
        let points = self.plan.points() - men;
        let sets = &self.numbers().sets[points as usize][size as usize];
        sets.get_or_init(|| self::sets(points, size))
    }

    /// The number of classes of sets of this many points: the average number of sets that a symmetry keeps (Burnside).
    fn count_classes(self, men: u32) -> u64 {
        let cycles = &self.plan.tables().cycles;
        let fixed = cycles.iter().map(|cycles| {
            let mut ways = [0; POINTS];
            ways[0] = 1;
            for length in cycles {
                for size in (*length as usize..POINTS).rev() {
                    ways[size] += ways[size - *length as usize];
                }
            }
            ways[men as usize]
        });
        fixed.sum::<u64>() / cycles.len() as u64
    }

    /// A position turned so that the mover's pieces are the least of their class and the other's as low as possible; also
    /// the class, and the number of symmetries that keep the position.
    #[inline]
    fn turned(self, at: &Placed) -> (Placed, u32, u32) {
        let (classes, tables) = (self.classes(at.mover.count_ones()), self.plan.tables());
        let (class, symmetry) = classes.of[rank(at.mover) as usize];
        let fixed = classes.fixed[class as usize];
        let turned = tables.image(symmetry.into(), at.other);
        let (mut least, mut same) = (turned, 1);
        if fixed != 1 {
            let symmetries = cells(fixed.into()).skip(1);
            let images = symmetries.map(|symmetry| tables.image(symmetry as usize, turned));
            for image in images {
                same += u32::from(image == turned);
                least = least.min(image);
            }
        }
        let at = Placed {
            mover: classes.least[class as usize],
            other: least,
            ..*at
        };
        (at, class, same)
    }

    /// The number of a position with at least three pieces each, none in hand, and the number of symmetries that keep it.
    #[inline]
    fn number(self, at: &Placed) -> (u64, u32) {
        let (at, class, same) = self.turned(at);
        let (mover, other) = (at.mover.count_ones(), at.other.count_ones());
        let start = self.numbers().starts[mover as usize][other as usize];
        let others = choices(self.plan.points() - mover, other);
        let number = u64::from(class) * u64::from(others) + rank_outside(at.other, at.mover);
        (start + number, same)
    }
}

impl Numbers {
    fn of(game: Morris) -> Self {
        let men = FEWEST..=game.plan.men;
        let pairs = men
            .clone()
            .flat_map(|few| (few..=game.plan.men).map(move |many| (few, many)));
        let mut pairs: Vec<_> = pairs.collect();
        pairs.sort_unstable_by_key(|(few, many)| (few + many, *few));
        let (mut halves, mut next) = (Vec::new(), 1);
        let mut starts = [[0; SIZES]; SIZES];
        let mut slices = vec![Slice {
            numbers: 0..1,
            total: u64::from(2 * FEWEST - 1),
            feeds: Vec::new(),
        }];
        for (few, many) in &pairs {
            let first = next;
            let both = [(*few, *many), (*many, *few)];
            for (mover, other) in both.into_iter().take(if few == many { 1 } else { 2 }) {
                let others = choices(game.plan.points() - mover, other);
                let count = game.count_classes(mover) * u64::from(others);
                starts[mover as usize][other as usize] = next;
                halves.push(Half {
                    mover,
                    other,
                    numbers: next..next + count,
                });
                next += count;
            }
            // One piece less for either player; all positions with two pieces left have one number.
            let less = [(*few - 1, *many), (*few, *many - 1)];
            let slice = |(a, b): (u32, u32)| {
                let pair = (a.min(b), a.max(b));
                pairs
                    .iter()
                    .position(|its| *its == pair)
                    .map_or(0, |nth| nth + 1)
            };
            let mut feeds: Vec<_> = less.into_iter().map(slice).collect();
            feeds.dedup();
            slices.push(Slice {
                numbers: first..next,
                total: u64::from(few + many),
                feeds,
            });
        }
        Self {
            classes: [const { OnceLock::new() }; SIZES],
            sets: [const { [const { OnceLock::new() }; SIZES] }; POINTS],
            halves,
            starts,
            slices,
        }
    }
}

impl Classes {
    fn of(game: Morris, men: u32) -> Self {
        let tables = game.plan.tables();
        let all = choices(game.plan.points(), men);
        let unknown = (u32::MAX, 0);
        let mut classes = Self {
            least: Vec::new(),
            fixed: Vec::new(),
            of: vec![unknown; all as usize],
        };
        // In ascending order, so that the first of a class is the least.
        for set in sets(game.plan.points(), men) {
            if classes.of[rank(set) as usize] != unknown {
                continue;
            }
            let (class, mut fixed) = (classes.least.len() as u32, 0);
            for symmetry in 0..tables.images() {
                let image = tables.image(symmetry, set);
                fixed |= u16::from(image == set) << symmetry;
                let place = &mut classes.of[rank(image) as usize];
                if *place == unknown {
                    *place = (class, tables.undone[symmetry] as u8);
                }
            }
            classes.least.push(set);
            classes.fixed.push(fixed);
        }
        classes
    }
}

impl Indexed for Morris {
    fn index(&self, at: &Placed) -> Option<u64> {
        match at.hand {
            [0, 0] if at.mover.count_ones() < FEWEST => Some(0),
            [0, 0] => Some(self.number(at).0),
            _ => None,
        }
    }

    fn position(&self, number: u64) -> Option<Placed> {
        if number == 0 {
            let (mover, other) = (0b11, 0b11100);
            let hand = [0; 2];
            return Some(Placed { mover, other, hand });
        }
        let halves = &self.numbers().halves;
        let half = halves.get(halves.partition_point(|half| half.numbers.end <= number))?;
        let others = u64::from(choices(self.plan.points() - half.mover, half.other));
        let place = number - half.numbers.start;
        let (class, other) = ((place / others) as usize, (place % others) as usize);
        let mover = self.classes(half.mover).least[class];
        let other = spread(self.sets_beside(half.mover, half.other)[other], mover);
        let hand = [0; 2];
        let at = Placed { mover, other, hand };
        let is_whole = self.classes(half.mover).fixed[class] == 1 || self.turned(&at).0 == at;
        is_whole.then_some(at)
    }
}

impl Sliced for Morris {
    fn slices(&self) -> Vec<Slice> {
        self.numbers().slices.clone()
    }

    fn total(&self, at: &Placed) -> u64 {
        let men = (at.mover | at.other).count_ones();
        at.hand.iter().map(|men| u64::from(*men)).sum::<u64>() + u64::from(men)
    }

    fn moves_out(&self, _numbers: &Range<u64>, at: &Placed, tell: &mut impl FnMut(u64)) -> u32 {
        let (mut stay, mut takes) = (0, 0);
        for (from, to) in self.ways(*at) {
            if !self.closes(at, from, to) {
                stay += 1;
                continue;
            }
            if takes == 0 {
                takes = self.takeable(at.other);
            }
            for taken in cells(takes) {
                let takes = Some(taken);
                let after = Self::after(at, &super::Step { from, to, takes });
                tell(match after.mover.count_ones() {
                    0..FEWEST => 0,
                    _ => self.number(&after).0,
                });
            }
        }
        stay
    }

    /// The number of moves from a position p to the symmetry class of q, times the number of symmetries of q, equals the
    /// number of moves taken back from q to the class of p, times the number of symmetries of p.
    fn take_back(&self, _numbers: &Range<u64>, number: u64, tell: &mut impl FnMut(u64)) {
        let Some(at) = self.position(number).filter(|_| number > 0) else {
            return;
        };
        let same = self.turned(&at).2;
        let flies = self.plan.flies && at.other.count_ones() == FEWEST;
        let (empty, mut several) = (self.empty(&at), Vec::new());
        for to in cells(at.other) {
            // Such a move would have captured a piece.
            if self.is_in_mill(at.other, to) {
                continue;
            }
            let near = self.plan.tables().near[to as usize];
            for from in cells(empty & if flies { Cells::MAX } else { near }) {
                let before = Placed {
                    mover: at.other & !(1 << to) | 1 << from,
                    other: at.mover,
                    ..at
                };
                let (number, times) = self.number(&before);
                if same == 1 {
                    (0..times).for_each(|_| tell(number));
                } else {
                    several.extend(std::iter::repeat_n(number, times as usize));
                }
            }
        }
        several.sort_unstable();
        for moves in several.chunk_by(|a, b| a == b) {
            (0..moves.len() / same as usize).for_each(|_| tell(moves[0]));
        }
    }
}
