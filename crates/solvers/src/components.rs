//! `components`: who wins a game of Left and Right whose positions fall into independent parts.
//!
//! A position is known as the sum of its components in canonical form, each by number; a component beside its negative
//! is nothing (Conway 1976), and a sum with Right to move is its negative with Left to move. What a move makes of a
//! component is worked out once for all the sums that it is part of. Depth-first, each sum once, moves that leave the
//! other player fewest moves in comparison first, until one wins. A game that is not known to fall apart is searched in the
//! same way, each position being one component. A sum that comes back on the line is refused.
//!
//! Time and memory: the sums visited, about the square root of all where the first moves are good ones. Every line is
//! searched to the end, plies are not counted: the wrong tool where there are few positions.
//!
//! Source: J. H. Conway, On Numbers and Games (1976).

use std::sync::Arc;

use bouton_core::oracle::fail;
use bouton_core::solver::{About, Evaluation, Field, Solution, Solver, Stopped};
use bouton_core::{Limits, Meter, Side, Sides, StopReason, Summands, WinLoss};

use crate::bounds::Bounds;
use crate::parts::{PartTable, Parts, PartsOf, Signed, Sum, add};
use crate::questions::{Prover, solution};
use crate::reach::reaches_few;
use crate::store::Store;

static ABOUT: About = About {
    id: "components",
    rank: 90,
    endless: false,
    proves: true,
    method: "depth-first over sums of components in canonical form, negatives cancelled, each sum once",
    cost: "time and memory: the sums visited, from the square root of all on",
    source: "Conway, On Numbers and Games (1976)",
    fills: &[Field::Value, Field::Line],
};

/// Searches sums of components, and remembers those searched.
#[derive(Debug)]
pub struct Components<G: Sides> {
    table: PartTable<G>,
    search: Search,
    /// How many sums were visited before the question at hand.
    visited_before: u64,
}

impl<G: Sides<Score = WinLoss>> Components<G> {
    /// For a game that is not known to fall apart.
    pub fn whole() -> Self {
        Self::with(PartTable::whole())
    }

    /// For a game whose positions fall into parts.
    pub fn apart() -> Self
    where
        G: Summands,
    {
        Self::with(PartTable::apart())
    }

    fn with(table: PartTable<G>) -> Self {
        Self {
            table,
            search: Search::default(),
            visited_before: 0,
        }
    }
}

/// What is known of a component.
#[derive(Debug)]
struct Component {
    /// How many moves Left has there, and Right.
    moves: [i64; 2],
    /// What the moves of Left, and of Right, make of it.
    options: [Option<Arc<[Sum]>>; 2],
}

/// What is known of a sum with Left to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fact {
    /// A limit was reached before it was known.
    Nothing,
    /// It lies on the line being searched.
    Open,
    Won,
    Lost,
}

/// Who wins sums with Left to move, by the numbers of their components; compiled once.
#[derive(Debug, Default)]
struct Search {
    /// By number, as far as they were looked at.
    components: Vec<Component>,
    known: Store<Sum, Fact>,
    visited: u64,
    /// Bytes of the options of all components.
    optional: u64,
}

/// How many moves more than the other player the one to move has, and how many both have.
type Mobility = (i64, i64);

/// A sum being searched.
struct Frame {
    /// Its number among those that something is known of.
    sum: usize,
    /// What the other player faces after the moves left to try, the most promising last.
    waiting: Vec<(Mobility, Sum)>,
}

/// The negative of a sum.
fn turned(sum: &Sum) -> Sum {
    let mut turned: Sum = sum.iter().map(|each| each.negative()).collect();
    turned.sort_unstable();
    turned
}

/// What a move makes of a sum, seen by the other player: without the component moved in, with what became of it.
fn moved(turned: &Sum, place: usize, option: &Sum) -> Sum {
    let mut sum = turned.clone();
    sum.remove(place);
    for component in option {
        add(&mut sum, *component);
    }
    sum.sort_unstable();
    sum
}

impl Search {
    fn component(&mut self, parts: &dyn Parts, number: usize) -> &mut Component {
        for next in self.components.len()..=number {
            self.components.push(Component {
                moves: parts.moves(next).map(i64::from),
                options: [None, None],
            });
        }
        &mut self.components[number]
    }

    /// What the moves of Left make of a component, seen by Right.
    fn options(
        &mut self,
        parts: &mut dyn Parts,
        component: Signed,
        meter: &mut Meter,
    ) -> Result<Arc<[Sum]>, StopReason> {
        let (number, side) = (component.number(), usize::from(component.is_negative()));
        if let Some(options) = &self.component(parts, number).options[side] {
            return Ok(options.clone());
        }
        let mut options = parts.options(number, Side::BOTH[side], meter)?;
        if !component.is_negative() {
            options.iter_mut().for_each(|sum| *sum = turned(sum));
        }
        self.optional += (options.len() * size_of::<Sum>()) as u64;
        let options: Arc<[Sum]> = options.into();
        self.component(parts, number).options[side] = Some(options.clone());
        Ok(options)
    }

    fn known(&self, sum: &Sum) -> Option<bool> {
        if sum.is_empty() {
            return Some(false);
        }
        match self.known.get(sum)? {
            Fact::Won => Some(true),
            Fact::Lost => Some(false),
            Fact::Open | Fact::Nothing => None,
        }
    }

    fn learn(&mut self, sum: usize, wins: bool) {
        *self.known.value_mut(sum) = if wins { Fact::Won } else { Fact::Lost };
    }

    /// Puts a sum on the line; one that is there already is thrown, as by an [`Oracle`](bouton_core::oracle::Oracle).
    fn enter(&mut self, parts: &dyn Parts, sum: &Sum) -> usize {
        let Some(number) = self.known.number(sum) else {
            return self.known.insert(sum.clone(), Fact::Open);
        };
        let fact = self.known.value_mut(number);
        if *fact == Fact::Open {
            fail(parts.endless(sum[0].number()));
        }
        *fact = Fact::Open;
        number
    }

    fn bytes(&self) -> u64 {
        let components = self.components.capacity() * size_of::<Component>();
        self.known.bytes() + self.optional + components as u64
    }

    /// The moves of a sum that are to be tried, the most promising last; `None` if one is known to win.
    fn moves(
        &mut self,
        parts: &mut dyn Parts,
        sum: &Sum,
        meter: &mut Meter,
    ) -> Result<Option<Vec<(Mobility, Sum)>>, StopReason> {
        let turned = turned(sum);
        let mut waiting = Vec::new();
        for (place, component) in turned.iter().enumerate() {
            if place > 0 && turned[place - 1] == *component {
                continue;
            }
            let options = self.options(parts, component.negative(), meter)?;
            for option in &*options {
                meter.spend(1)?;
                let to = moved(&turned, place, option);
                match self.known(&to) {
                    Some(false) => return Ok(None),
                    Some(true) => {}
                    None => waiting.push((self.mobility(parts, &to), to)),
                }
            }
        }
        waiting.sort_unstable_by(|a, b| b.cmp(a));
        waiting.dedup();
        Ok(Some(waiting))
    }

    fn mobility(&mut self, parts: &dyn Parts, sum: &Sum) -> Mobility {
        let (mut more, mut both) = (0, 0);
        for each in sum {
            let [left, right] = self.component(parts, each.number()).moves;
            more += if each.is_negative() {
                right - left
            } else {
                left - right
            };
            both += left + right;
        }
        (more, both)
    }

    /// Whether Left, to move, wins.
    ///
    /// # Errors
    /// A limit was reached; what was found is kept.
    fn wins(
        &mut self,
        parts: &mut dyn Parts,
        sum: Sum,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let mut stack = Vec::new();
        let found = self.search(parts, sum, &mut stack, meter);
        for frame in stack {
            *self.known.value_mut(frame.sum) = Fact::Nothing;
        }
        found
    }

    fn search(
        &mut self,
        parts: &mut dyn Parts,
        sum: Sum,
        stack: &mut Vec<Frame>,
        meter: &mut Meter,
    ) -> Result<bool, StopReason> {
        let (mut held, mut todo) = (0, sum);
        loop {
            // Whether who moves there wins; of a sum that is opened only now, that nothing is won yet.
            let mut wins = true;
            if let Some(known) = self.known(&todo) {
                wins = known;
            } else {
                meter.visit()?;
                self.visited += 1;
                meter.afford(parts.bytes() + self.bytes() + held)?;
                let mut frame = Frame {
                    sum: self.enter(parts, &todo),
                    waiting: Vec::new(),
                };
                match self.moves(parts, &todo, meter) {
                    Ok(Some(waiting)) => {
                        frame.waiting = waiting;
                        held += frame.bytes();
                        stack.push(frame);
                    }
                    Ok(None) => self.learn(frame.sum, true),
                    Err(reason) => {
                        stack.push(frame);
                        return Err(reason);
                    }
                }
            }
            todo = loop {
                let Some(frame) = stack.last_mut() else {
                    return Ok(wins);
                };
                if wins && let Some((_, next)) = frame.waiting.pop() {
                    break next;
                }
                held -= frame.bytes();
                wins = !wins;
                let frame = stack.pop().expect("invariant: the frame was there");
                self.learn(frame.sum, wins);
            };
        }
    }
}

impl Frame {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.waiting.capacity() * size_of::<(Mobility, Sum)>()) as u64
    }
}

impl<G: Sides<Score = WinLoss>> Components<G> {
    fn is_won(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<WinLoss, StopReason> {
        let limits = limits.less(self.search.visited - self.visited_before);
        let sum = self.table.sum(game, at);
        let is_left = game.with_side(at, Side::Left) == *at;
        let sum = if is_left { sum } else { turned(&sum) };
        let table = &mut self.table;
        let parts = &mut PartsOf { game, table };
        let wins = self.search.wins(parts, sum, &mut limits.meter())?;
        Ok(if wins { WinLoss::Win } else { WinLoss::Loss })
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
}

impl<G: Sides<Score = WinLoss>> Solver<G> for Components<G> {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    /// Not where there are few positions: other solvers count their plies too.
    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        !reaches_few(game, at, limits)
    }

    fn visited(&self) -> u64 {
        self.search.visited
    }

    fn evaluate(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Evaluation<WinLoss>, Stopped<WinLoss>> {
        self.visited_before = self.search.visited;
        let won = self.is_won(game, at, limits)?;
        Ok(Evaluation::of(won))
    }

    fn solve(
        &mut self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Solution<G>, Stopped<WinLoss>> {
        let won = self.evaluate(game, at, limits)?.score;
        solution(self, game, at, won, limits)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use bouton_core::partizan::Turn;
    use bouton_core::{Disjunctive, Game, Loopfree, Mishap, Partizan, Sided, asked};
    use smallvec::SmallVec;

    use super::*;

    /// Heaps of two numbers: a move takes one from one's own number and halves the other's.
    struct Pairs {
        apart: bool,
        negative: bool,
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
        for (apart, negative) in [(true, true), (true, false), (false, true), (false, false)] {
            let game = Sided(Pairs { apart, negative });
            let (mut kept, mut whole) = (Components::apart(), Components::whole());
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
                    assert_eq!(wins, slow(&seen, &mut known), "{turn:?} {apart} {negative}");
                    let found = whole.evaluate(&game, &turn, &Limits::default());
                    assert_eq!(found.unwrap().score == WinLoss::Win, wins, "{turn:?}");
                }
            }
        }
    }

    /// A heap beside its negative is nothing: no sum is searched.
    #[test]
    fn negatives_cancel() {
        let game = Sided(Pairs {
            apart: true,
            negative: true,
        });
        let at = vec![(3, 1), (2, 2), (1, 3), (2, 2)];
        let side = Side::Left;
        let mut solver = Components::apart();
        let found = solver.evaluate(&game, &Turn { side, at }, &Limits::default());
        assert_eq!(found.unwrap().score, WinLoss::Loss);
        assert_eq!(Solver::<Sided<Pairs>>::visited(&solver), 0);
    }

    /// Two points between which both players go to and fro.
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
                .evaluate(&Sided(Round), &at, &Limits::default())
                .is_ok()
        });
        assert!(matches!(found, Err(Mishap::Broken(_))), "{found:?}");
    }

    /// What a limit cut short is searched again, and not taken for a repetition.
    #[test]
    fn goes_on_after_a_limit() {
        let game = Sided(Pairs {
            apart: true,
            negative: true,
        });
        let at = Turn {
            side: Side::Left,
            at: vec![(9, 8), (7, 9), (5, 3)],
        };
        let mut solver = Components::apart();
        let mut found = None;
        for nodes in [1, 2, 4, 8, 16, 1 << 20] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            found = solver.evaluate(&game, &at, &limits).ok();
        }
        let fresh = Components::apart().evaluate(&game, &at, &Limits::default());
        assert_eq!(found.unwrap().score, fresh.unwrap().score);
    }

    #[test]
    fn stops_at_its_limits() {
        let game = Sided(Pairs {
            apart: false,
            negative: false,
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
