//! The price of a position where the players bid for the right to move (Richman games).
//!
//! Both players have money, together 1. Before each move both bid; the higher bidder pays the bid to the other and decides who
//! moves next. A player who must move and cannot loses, unless the rules say who has won. Left wins if Left has more money than the *price* R of the position,
//! and Right wins if Left has less: with L the least price after a move of Left (1 if there is none) and H the
//! greatest after one of Right (0 if there is none), R = (L + H)/2, and the bid of both is |H - L|/2.
//!
//! The search is depth-first with an explicit stack and stores each position once, with the numerator and the power of 2 of
//! its price: a position n plies before the end has one of at most n + 1 bits. The price is that of the whole position: it does not
//! follow from prices, or values, of its parts.
//!
//! Source: A. Lazarus, D. Loeb, J. Propp, D. Ullman, Richman games (1996), and Combinatorial games under auction play (1999).

use bouton_core::{Alternating, Game, Limits, Meter, Outcome, Score, Side, StopReason, fail};
pub use bouton_values::Number;

use crate::repetition::Repetition;
use crate::store::Store;

/// The position with a side to move; both have the same moves if there is none.
pub type Turned<'g, P> = Option<&'g dyn Fn(&P, Side) -> P>;

/// A move of a side, from the position with that side to move, with the price after it.
type Priced<G> = (Side, <G as Game>::Position, <G as Game>::Move, Number);

/// The prices of the positions of a game.
pub struct Prices<'g, G: Alternating> {
    game: &'g G,
    turned: Turned<'g, G::Position>,
    known: Store<G::Position, ()>,
    /// The price of each.
    prices: Vec<Number>,
    /// Bytes of long prices.
    bytes: u64,
}

/// A position whose options are being priced.
struct Frame<P> {
    at: P,
    /// The positions after the moves of each side.
    to: Vec<(Side, P)>,
    /// The first of them whose price is not known.
    next: usize,
    /// For each side, the price if it must move and cannot.
    stuck: [Number; 2],
}

impl<P> Frame<P> {
    fn bytes(&self) -> u64 {
        (size_of::<Self>() + self.to.capacity() * size_of::<(Side, P)>()) as u64
    }
}

impl<G: Alternating> std::fmt::Debug for Prices<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Prices").finish_non_exhaustive()
    }
}

impl<'g, G: Alternating> Prices<'g, G> {
    /// The prices of a game in which a player who cannot move loses.
    pub fn of(game: &'g G, turned: Turned<'g, G::Position>) -> Self {
        Self {
            game,
            turned,
            known: Store::default(),
            prices: Vec::new(),
            bytes: 0,
        }
    }

    /// The number of positions whose price is known.
    pub fn positions(&self) -> u64 {
        self.known.len() as u64
    }

    /// The price of a position, for either player to move.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn price(&mut self, at: &G::Position, limits: &Limits) -> Result<Number, StopReason> {
        let root = self.without_turn(at);
        if self.known.get(&root).is_none() {
            self.explore(root.clone(), &mut limits.meter())?;
        }
        Ok(self.priced(&root))
    }

    /// Every move of both players with the price after it, Left's first.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn moves(
        &mut self,
        at: &G::Position,
        limits: &Limits,
    ) -> Result<Vec<Priced<G>>, StopReason> {
        let mut moves = Vec::new();
        for side in Side::BOTH {
            let at = self.with_turn(at, side);
            for mv in self.game.moves(&at) {
                let price = self.price(&self.game.play(&at, &mv), limits)?;
                moves.push((side, at.clone(), mv, price));
            }
        }
        Ok(moves)
    }

    fn with_turn(&self, at: &G::Position, side: Side) -> G::Position {
        self.turned
            .map_or_else(|| at.clone(), |turned| turned(at, side))
    }

    fn without_turn(&self, at: &G::Position) -> G::Position {
        let at = self.game.canonical(self.with_turn(at, Side::Left));
        self.with_turn(&at, Side::Left)
    }

    fn frame(&self, at: G::Position) -> Frame<G::Position> {
        let mut to = Vec::new();
        let mut stuck = [Number::from(1), Number::ZERO];
        for side in Side::BOTH {
            let at = self.with_turn(&at, side);
            let after = |mv| self.without_turn(&self.game.play(&at, &mv));
            to.extend(self.game.moves(&at).map(|mv| (side, after(mv))));
            // A player wins without a move only where play ends otherwise than by the last move.
            if self.game.score(&at).map(Score::outcome) == Some(Outcome::Win) {
                stuck[side as usize] = Number::from(side as i64);
            }
        }
        Frame {
            at,
            to,
            next: 0,
            stuck,
        }
    }

    fn priced(&self, at: &G::Position) -> Number {
        let number = self.known.number(at);
        self.prices[number.expect("invariant: its price is known")].clone()
    }

    fn explore(&mut self, root: G::Position, meter: &mut Meter) -> Result<(), StopReason> {
        let mut stack = Vec::new();
        let mut repetition = Repetition::default();
        let mut held = 0;
        let mut todo = Some(root);
        loop {
            if let Some(at) = todo.take() {
                meter.visit()?;
                let frame = self.frame(at);
                meter.spend(frame.to.len())?;
                held += frame.bytes();
                meter.afford(self.known.bytes() + self.bytes + held)?;
                stack.push(frame);
                let line = || stack.iter().map(|frame| &frame.at);
                if let Some(twice) = repetition.look(stack.len(), line) {
                    fail(self.game.endless(twice));
                }
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(());
            };
            let unknown = frame.to[frame.next..].iter();
            let known = unknown.take_while(|(_, to)| self.known.get(to).is_some());
            frame.next += known.count();
            if let Some((_, to)) = frame.to.get(frame.next) {
                todo = Some(to.clone());
                continue;
            }
            let frame = stack.pop().expect("invariant: the frame was there");
            held -= frame.bytes();
            let price = self.of_options(&frame);
            self.bytes += size_of::<Number>() as u64 + price.exponent() / 8;
            self.known.insert(&frame.at, ());
            self.prices.push(price);
        }
    }

    /// The price, if those after all moves are known.
    fn of_options(&self, frame: &Frame<G::Position>) -> Number {
        let of = |side: Side| {
            let to = frame.to.iter().filter(move |(mover, _)| *mover == side);
            to.map(|(_, to)| self.priced(to))
        };
        let [stuck_left, stuck_right] = frame.stuck.clone();
        let low = of(Side::Left).min().unwrap_or(stuck_left);
        let high = of(Side::Right).max().unwrap_or(stuck_right);
        (&low + &high).half()
    }
}
