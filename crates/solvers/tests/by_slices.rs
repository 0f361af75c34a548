//! Games whose positions fall into slices, made at random: with all kinds of ends, within a slice and outside.

use std::ops::Range;

use bouton_core::{Alternating, Game, Indexed, Limits, Outcome, Slice, Sliced, WinDrawLoss};
use bouton_reference::{Contents, Move, Slow};
use bouton_solvers::Keeper;
use bouton_solvers::retrograde::solve_slices;
use bouton_tables::{Entry, TableValue};

/// Positions with their moves, of which none leads to a later slice.
struct Random {
    slices: Vec<Range<u64>>,
    moves: Vec<Vec<u64>>,
    ends: Vec<Option<Outcome>>,
    /// Numbers of no position, to which no move leads.
    holes: Vec<bool>,
}

impl Random {
    fn new(random: &mut fastrand::Rng) -> Self {
        let mut slices = Vec::new();
        let mut next = 0;
        for _ in 0..random.u64(1..5) {
            let size = random.u64(1..80);
            slices.push(next..next + size);
            next += size;
        }
        let holes: Vec<_> = (0..next).map(|_| random.u8(0..20) == 0).collect();
        let (mut moves, mut ends) = (Vec::new(), Vec::new());
        let drawn = random.u8(0..3);
        for slice in &slices {
            for number in slice.clone() {
                let mut own = Vec::new();
                for _ in 0..random.u32(0..5) {
                    let low = if random.u8(0..3) == 0 { 0 } else { slice.start };
                    let to = random.u64(low..slice.end);
                    own.extend((!holes[to as usize] && !holes[number as usize]).then_some(to));
                }
                let end = match random.u8(0..12) {
                    0 => Outcome::Win,
                    1 if drawn > 0 => Outcome::Draw,
                    _ => Outcome::Loss,
                };
                let is_over = own.is_empty() || random.u8(0..8) == 0;
                ends.push(is_over.then_some(end));
                moves.push(if is_over { Vec::new() } else { own });
            }
        }
        Self {
            slices,
            moves,
            ends,
            holes,
        }
    }

    /// The value of every number, by the slow solver; none where play does not end.
    fn values(&self) -> Vec<Option<(Outcome, u32)>> {
        let mut slow = Slow::new(false, |at: &usize| {
            let step = |to: &u64| Move {
                to: *to as usize,
                gain: 0,
                again: false,
            };
            match self.ends[*at] {
                Some(end) => Contents::Over(end as i64 - 1),
                None => Contents::Open(self.moves[*at].iter().map(step).collect()),
            }
        });
        let value = |at| {
            let value = slow.value(&at);
            let outcome = Outcome::of_margin(value.score.into());
            value.plies.map(|plies| (outcome, plies))
        };
        (0..self.ends.len()).map(value).collect()
    }
}

impl Game for Random {
    type Position = u64;
    type Move = u64;
}

impl Alternating for Random {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &u64) -> impl Iterator<Item = u64> + use<'g> {
        self.moves[*at as usize].iter().copied()
    }
    fn play(&self, _: &u64, mv: &u64) -> u64 {
        *mv
    }
    fn score(&self, at: &u64) -> Option<WinDrawLoss> {
        self.ends[*at as usize].map(WinDrawLoss::from)
    }
}

impl Indexed for Random {
    fn index(&self, at: &u64) -> Option<u64> {
        Some(*at)
    }
    fn position(&self, number: u64) -> Option<u64> {
        (!self.holes[number as usize]).then_some(number)
    }
}

impl Sliced for Random {
    fn slices(&self) -> Vec<Slice> {
        let slices = self.slices.iter().enumerate();
        let slices = slices.map(|(nth, numbers)| Slice {
            numbers: numbers.clone(),
            total: nth as u64,
            feeds: (0..nth).collect(),
        });
        slices.collect()
    }
    fn total(&self, at: &u64) -> u64 {
        let slices = self.slices.iter();
        slices.take_while(|numbers| numbers.end <= *at).count() as u64
    }
    fn moves_out(&self, numbers: &Range<u64>, at: &u64, tell: &mut impl FnMut(u64)) -> u32 {
        let moves = &self.moves[*at as usize];
        let out = moves.iter().filter(|to| !numbers.contains(to));
        out.copied().for_each(tell);
        moves.iter().filter(|to| numbers.contains(to)).count() as u32
    }
    fn take_back(&self, numbers: &Range<u64>, number: u64, tell: &mut impl FnMut(u64)) {
        for from in numbers.clone() {
            let moves = self.moves[from as usize].iter();
            moves.filter(|to| **to == number).for_each(|_| tell(from));
        }
    }
}

#[test]
fn slices_agree_with_sweeps_over_all() {
    let mut random = fastrand::Rng::with_seed(11);
    for round in 0..150 {
        let game = Random::new(&mut random);
        let folder = tempfile::tempdir().unwrap();
        let mut keeper = Keeper::at(&folder.path().join("waves"));
        let limits = Limits::of_threads(1 + round % 3);
        let files = solve_slices(&game, &game.slices(), &limits, &mut keeper).unwrap();
        let (mut number, values) = (0, game.values());
        let told = files.each(&mut |place| {
            let wanted = match (game.holes[number], values[number]) {
                (true, _) => Entry::Hole,
                (false, None) => Entry::Value(TableValue::Outcome(Outcome::Draw, None)),
                (false, Some((outcome, plies))) => {
                    Entry::Value(TableValue::Outcome(outcome, Some(plies)))
                }
            };
            assert_eq!(
                files.entries()[place],
                wanted,
                "round {round}, number {number}"
            );
            number += 1;
            Ok(())
        });
        told.unwrap();
        assert_eq!(number as u64, files.count());
    }
}
