//! `components`: the winner of a game of Left and Right whose positions split into independent parts.
//!
//! A position is the sum of its components in canonical form, each with a number. A component and its negative cancel
//! (Conway 1976), and a sum with Right to move is its negative with Left to move. Small components are replaced by their
//! values in the theory of partizan games: components of equal value become one, only the moves of the canonical form are
//! tried, and numbers are added. The results of the moves in a component are computed once for all sums that contain it.
//! The search is depth-first and visits each sum once, the most promising moves first, until one wins. A game that is not
//! known to split is searched in the same way, each position being one component. A sum that repeats on the line is an
//! error.
//!
//! If a game can [`cut`](bouton_core::Disjunctive::cut) its positions, large components lie between sums of small ones. Most
//! such sums are decided by temperature: Left, to move, reaches at least the sum of the mean values, and at most that plus
//! the largest temperature (Berlekamp, Conway, Guy 1982). Otherwise the sum is searched.
//!
//! Time and memory: the sums visited, about the square root of all if the first moves are good; with bounds far fewer.
//! Domineering 7 × 7 takes some hundred sums, and 1.7 million without bounds. Not for games with few positions: plies are
//! not counted.
//!
//! Sources: J. H. Conway, On Numbers and Games (1976); E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 6; bounds for
//! domineering by taking moves away: D. M. Breuker, J. W. H. M. Uiterwijk, H. J. van den Herik, Solving 8×8 Domineering, Theoretical
//! Computer Science 230 (2000).

mod compared;
mod search;
mod worth;

use bouton_core::solver::{About, Evaluated, Evaluation, Field, Solved, Solver};
use bouton_core::{KnownValues, Limits, Meter, Side, Sides, StopReason, Summands, WinLoss};

use crate::bounds::Bounds;
use crate::parts::{PartTable, Parts, PartsOf, Sum};
use crate::questions::{Prover, solution};
use crate::reach::reaches_few;

pub use compared::Compared;
use search::Search;

static ABOUT: About = About {
    id: "components",
    rank: 90,
    endless: false,
    proves: true,
    method: "depth-first over sums of components, negatives cancelled, small ones by their values, large ones within bounds, each sum once",
    cost: "time and memory: the sums visited, from the square root of all on; with bounds far fewer",
    source: "Conway, On Numbers and Games (1976)",
    fills: &[Field::Value, Field::Line],
};

/// Searches sums of components, and remembers the results.
#[derive(Debug)]
pub struct Components<G: Sides> {
    table: PartTable<G>,
    search: Search,
    /// The sums visited before the current query.
    visited_before: u64,
}

/// The key of a query about a sum and the player to move: `true` for Right.
type Find<T> = fn(&mut Search, &mut dyn Parts, &Sum, bool, &mut Meter) -> Result<T, StopReason>;

impl<G: Sides<Score = WinLoss>> Components<G> {
    /// For a game that is not known to split.
    pub fn whole() -> Self {
        Self::with(PartTable::whole())
    }

    /// For a game whose positions split into parts.
    pub fn apart() -> Self
    where
        G: Summands,
    {
        Self::with(PartTable::apart())
    }

    /// For a game that knows the values of some parts.
    pub fn known() -> Self
    where
        G: KnownValues,
    {
        Self::with(PartTable::known())
    }

    fn with(table: PartTable<G>) -> Self {
        Self {
            table,
            search: Search::default(),
            visited_before: 0,
        }
    }
}

impl<G: Sides<Score = WinLoss>> Components<G> {
    fn is_won(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<WinLoss, StopReason> {
        let wins = self.searched(game, at, limits, Search::wins)?;
        Ok(if wins { WinLoss::Win } else { WinLoss::Loss })
    }

    /// The result of the search for a position.
    fn searched<T>(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
        find: Find<T>,
    ) -> Result<T, StopReason> {
        let limits = limits.less(self.search.visited - self.visited_before);
        let sum = self.table.sum(game, at);
        let is_right = game.with_side(at, Side::Left) != *at;
        let table = &mut self.table;
        let parts = &mut PartsOf { game, table };
        find(&mut self.search, parts, &sum, is_right, &mut limits.meter())
    }
}

impl<G: Sides<Score = WinLoss>> Prover<G> for Components<G> {
    fn ask(
        &mut self,
        game: &G,
        at: &G::Position,
        _window: Bounds<WinLoss>,
        limits: &Limits,
    ) -> Result<Bounds<WinLoss>, StopReason> {
        self.is_won(game, at, limits).map(Bounds::exactly)
    }

    fn known(
        &mut self,
        game: &G,
        at: &G::Position,
        window: Bounds<WinLoss>,
        limits: &Limits,
    ) -> Option<Bounds<WinLoss>> {
        let none = Limits {
            nodes: Some(0),
            ..limits.clone()
        };
        self.ask(game, at, window, &none).ok()
    }

    fn likely(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Option<G::Position> {
        self.searched(game, at, limits, Search::find_winning).ok()?;
        let any = Bounds {
            low: WinLoss::Loss,
            high: WinLoss::Win,
        };
        let lost = Some(Bounds::exactly(WinLoss::Loss));
        let mut after = game.moves(at).map(|mv| game.play(at, &mv));
        let to = after.find(|to| self.known(game, to, any, limits) == lost)?;
        Some(game.canonical(to))
    }
}

impl<G: Sides<Score = WinLoss>> Solver<G> for Components<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    /// Not if there are few positions: other solvers also count their plies.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        !reaches_few(game, at, limits)
    }

    fn visited(&self) -> u64 {
        self.search.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.visited_before = self.search.visited;
        let won = self.is_won(game, at, limits)?;
        Ok(Evaluation::of(won))
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let won = self.evaluate(game, at, limits)?.score;
        Ok(solution(self, game, at, won, limits))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bouton_core::partizan::Turn;
    use bouton_core::{Disjunctive, Game, Loopfree, Oracle, Partizan, RuleError, Sided, asked};
    use smallvec::SmallVec;

    use super::*;

    /// Heaps of two numbers: a move takes one from your own number and halves the other's.
    struct Pairs {
        apart: bool,
        negative: bool,
        cuts: bool,
        /// Whether its rules report that they are slow.
        slow: bool,
    }

    struct Slow;

    impl Oracle for Slow {
        fn begin(&self, _: &Limits) {}
    }

    type Heaps = Vec<(u8, u8)>;

    fn swapped(at: &Heaps) -> Heaps {
        at.iter().map(|(own, other)| (*other, *own)).collect()
    }

    impl Game for Pairs {
        type Position = Heaps;
        type Move = usize;
        fn canonical(&self, mut at: Heaps) -> Heaps {
            at.sort_unstable();
            at
        }
        fn oracle(&self) -> Option<&dyn Oracle> {
            self.slow.then_some(&Slow)
        }
    }

    impl Partizan for Pairs {
        fn moves<'g>(&'g self, at: &Heaps, side: Side) -> impl Iterator<Item = usize> + use<'g> {
            let at = at.clone();
            (0..at.len()).filter(move |heap| match side {
                Side::Left => at[*heap].0 > 0,
                Side::Right => at[*heap].1 > 0,
            })
        }
        fn play(&self, at: &Heaps, side: Side, heap: &usize) -> Heaps {
            let mut to = at.clone();
            let (left, right) = at[*heap];
            to[*heap] = match side {
                Side::Left => (left - 1, right / 2),
                Side::Right => (left / 2, right - 1),
            };
            to
        }
    }

    impl Loopfree for Pairs {
        type Height = u32;
        fn height(&self, at: &Heaps) -> u32 {
            at.iter().map(|(a, b)| u32::from(a + b)).sum()
        }
    }

    impl Disjunctive for Pairs {
        fn summands(&self, at: &Heaps) -> SmallVec<[Heaps; 2]> {
            if self.apart {
                at.iter().map(|heap| vec![*heap]).collect()
            } else {
                SmallVec::from_iter([at.clone()])
            }
        }
        fn negative(&self, at: &Heaps) -> Option<Heaps> {
            self.negative.then(|| swapped(at))
        }
        /// Removes the moves of the other player.
        fn cut(&self, at: &Heaps, side: Side) -> Option<SmallVec<[Heaps; 2]>> {
            let heap = |(left, right): &(u8, u8)| match side {
                Side::Left => vec![(*left, 0)],
                Side::Right => vec![(0, *right)],
            };
            self.cuts.then(|| at.iter().map(heap).collect())
        }
    }

    /// Whether the player of the first numbers, to move, wins: plain recursion over the heaps.
    fn slow(at: &Heaps, known: &mut HashMap<Heaps, bool>) -> bool {
        if let Some(wins) = known.get(at) {
            return *wins;
        }
        let wins = (0..at.len()).any(|heap| {
            let (own, other) = at[heap];
            let mut to = at.clone();
            to[heap] = (own.wrapping_sub(1), other / 2);
            own > 0 && !slow(&swapped(&to), known)
        });
        known.insert(at.clone(), wins);
        wins
    }

    fn all() -> impl Iterator<Item = Heaps> {
        let heap = |n: usize| ((n % 4) as u8, (n / 4) as u8);
        (0..16 * 16 * 16).map(move |n| vec![heap(n % 16), heap(n / 16 % 16), heap(n / 256)])
    }

    #[test]
    fn agrees_with_plain_recursion() {
        let mut known = HashMap::new();
        // All pairs of heaps of four bits; no values, the least, and all small ones.
        for (bits, moves) in (0..16).flat_map(|bits| [0, 1, 22].map(|moves| (bits, moves))) {
            let [apart, negative, cuts, slow_rules] = [1, 2, 4, 8].map(|bit| bits & bit != 0);
            let game = Sided::of(Pairs {
                apart,
                negative,
                cuts,
                slow: slow_rules,
            });
            let (mut kept, mut whole) = (Components::apart(), Components::whole());
            kept.search.worths.value_up_to(moves);
            for at in all() {
                for side in Side::BOTH {
                    let seen = match side {
                        Side::Left => at.clone(),
                        Side::Right => swapped(&at),
                    };
                    let turn = Turn {
                        side,
                        at: at.clone(),
                    };
                    let found = kept.evaluate(&game, &turn, &Limits::default());
                    let wins = found.unwrap().score == WinLoss::Win;
                    assert_eq!(wins, slow(&seen, &mut known), "{turn:?} {bits} {moves}");
                    let found = whole.evaluate(&game, &turn, &Limits::default());
                    assert_eq!(found.unwrap().score == WinLoss::Win, wins, "{turn:?}");
                }
            }
        }
    }

    /// A sum minus n is the sum plus a heap of n moves of Right, or of -n moves of Left.
    #[test]
    fn compares_with_whole_numbers() {
        let mut known = HashMap::new();
        for (bits, n) in (0..8).flat_map(|bits| (-4..=4_i64).map(move |n| (bits, n))) {
            let [apart, cuts, slow_rules] = [1, 2, 4].map(|bit| bits & bit != 0);
            let game = Sided::of(Pairs {
                apart,
                negative: true,
                cuts,
                slow: slow_rules,
            });
            let moves = n.unsigned_abs() as u8;
            let heap = if n > 0 { (0, moves) } else { (moves, 0) };
            let mut table = if apart {
                PartTable::apart()
            } else {
                PartTable::whole()
            };
            let mut compared = Compared::default();
            for at in all().step_by(5) {
                let mut less = at.clone();
                less.push(heap);
                let side = Side::Left;
                let sum = table.sum(&game, &Turn { side, at });
                let parts = &mut PartsOf {
                    game: &game,
                    table: &mut table,
                };
                let limits = Limits::default();
                let meter = &mut limits.meter();
                let at_most = compared.is_at_most(parts, &sum, n, meter).unwrap();
                assert_eq!(at_most, !slow(&less, &mut known), "{less:?} {bits}");
                let at_least = compared.is_at_least(parts, &sum, n, meter).unwrap();
                let less = swapped(&less);
                assert_eq!(at_least, !slow(&less, &mut known), "{less:?} {bits}");
            }
        }
    }

    /// A heap and its negative cancel: no sum is searched.
    #[test]
    fn negatives_cancel() {
        let game = Sided::of(Pairs {
            apart: true,
            negative: true,
            cuts: true,
            slow: false,
        });
        let at = vec![(3, 1), (2, 2), (1, 3), (2, 2)];
        let side = Side::Left;
        let mut solver = Components::apart();
        let found = solver.evaluate(&game, &Turn { side, at }, &Limits::default());
        assert_eq!(found.unwrap().score, WinLoss::Loss);
        assert_eq!(Solver::<Sided<Pairs>>::visited(&solver), 0);
    }

    /// Two points between which both players can move back and forth.
    struct Round;

    impl Game for Round {
        type Position = u8;
        type Move = u8;
    }

    impl Partizan for Round {
        fn moves<'g>(&'g self, at: &u8, _: Side) -> impl Iterator<Item = u8> + use<'g> {
            [1 - at].into_iter()
        }
        fn play(&self, _: &u8, _: Side, to: &u8) -> u8 {
            *to
        }
    }

    #[test]
    fn play_that_comes_back_is_refused() {
        let at = Turn {
            side: Side::Left,
            at: 0,
        };
        let found = asked(|| {
            let mut solver = Components::whole();
            solver
                .evaluate(&Sided::of(Round), &at, &Limits::default())
                .is_ok()
        });
        assert!(matches!(found, Err(RuleError::Broken(_))), "{found:?}");
    }

    /// A sum whose search was cut short by a limit is searched again, and is not mistaken for a repetition.
    #[test]
    fn goes_on_after_a_limit() {
        let game = Sided::of(Pairs {
            apart: true,
            negative: true,
            cuts: true,
            slow: false,
        });
        let at = Turn {
            side: Side::Left,
            at: vec![(9, 8), (7, 9), (5, 3)],
        };
        let mut solver = Components::apart();
        let mut found = None;
        for nodes in [1, 2, 4, 8, 16, 1 << 20] {
            let limits = Limits::of_nodes(nodes);
            found = solver.evaluate(&game, &at, &limits).ok();
        }
        let fresh = Components::apart().evaluate(&game, &at, &Limits::default());
        assert_eq!(found.unwrap().score, fresh.unwrap().score);
    }

    #[test]
    fn stops_at_its_limits() {
        let game = Sided::of(Pairs {
            apart: false,
            negative: false,
            cuts: false,
            slow: false,
        });
        let at = Turn {
            side: Side::Left,
            at: vec![(9, 8), (7, 9), (9, 9)],
        };
        let few = |nodes, memory| Limits {
            nodes,
            memory,
            ..Limits::default()
        };
        for (limits, reason) in [
            (few(Some(10), None), StopReason::Nodes),
            (few(None, Some(100)), StopReason::Memory),
        ] {
            let mut solver = Components::apart();
            let stopped = solver.solve(&game, &at, &limits).map(|found| found.value);
            assert_eq!(stopped.unwrap_err().reason, reason);
            assert!(Solver::<Sided<Pairs>>::visited(&solver) <= 10);
        }
    }
}
