//! A position of a scoring game of Left and Right as a game among [`ScoringGames`].

use std::collections::HashMap;

use bouton_core::oracle::fail;
use bouton_core::packed::beside;
use bouton_core::{Limits, Notation, Score, ScoredSides, Side, StopReason};
use bouton_values::{ScoringGame, ScoringGames, ScoringMove};

/// A position as a scoring game.
#[derive(Clone, Debug)]
pub struct ScoredForm {
    /// The game.
    pub game: ScoringGame,
    /// A position that play can reach where being unable to move is a merit, if there is one.
    pub merit: Option<String>,
}

/// The positions after a side's moves, each with the points that Left has more.
type Next<P> = Vec<(P, i128)>;

/// A position whose moves are being examined.
struct Frame<P> {
    at: P,
    next: [Next<P>; 2],
    stuck: [i128; 2],
    done: [Vec<ScoringMove>; 2],
}

/// The scoring game of a position, with either player to move there; `None` if a player moves twice in a row somewhere. A position that
/// comes back is an error, which is thrown as by an [`Oracle`](bouton_core::Oracle).
pub(crate) fn form<G: ScoredSides + Notation>(
    game: &G,
    at: &G::Position,
    games: &mut ScoringGames,
    limits: &Limits,
) -> Result<Option<ScoredForm>, StopReason> {
    let mut meter = limits.meter();
    let neutral = |at: &G::Position| game.with_side(&game.canonical(at.clone()), Side::Left);
    let root = neutral(at);
    // None: its moves are being examined.
    let mut known: HashMap<G::Position, Option<ScoringGame>> = HashMap::new();
    let (mut stack, mut merit, mut held) = (Vec::<Frame<G::Position>>::new(), None, 0);
    let mut todo = Some(root.clone());
    loop {
        if let Some(at) = todo.take() {
            meter.visit()?;
            let Some(frame) = looked_at(game, at, neutral) else {
                return Ok(None);
            };
            let listed: usize = frame.next.iter().map(Vec::len).sum();
            held += size_of::<Frame<G::Position>>() + beside(&frame.at);
            held += listed * size_of::<(G::Position, i128)>();
            meter.spend_holding(16 * (1 + listed), || held as u64 + games.bytes())?;
            known.insert(frame.at.clone(), None);
            stack.push(frame);
        }
        let Some(frame) = stack.last_mut() else {
            let game = known[&root].expect("invariant: all moves are examined");
            return Ok(Some(ScoredForm { game, merit }));
        };
        let side = frame.next.iter().position(|next| !next.is_empty());
        let Some((side, (to, gain))) = side.and_then(|side| Some((side, frame.next[side].last()?)))
        else {
            let frame = stack.pop().expect("invariant: just seen");
            let made = games.make(frame.done, frame.stuck);
            if merit.is_none() && !games.is_guaranteed(made) {
                merit = Some(game.show(&frame.at));
            }
            known.insert(frame.at, Some(made));
            continue;
        };
        match known.get(to) {
            Some(Some(made)) => {
                frame.done[side].push((*made, *gain));
                frame.next[side].pop();
            }
            Some(None) => fail(game.endless(to)),
            None => todo = Some(to.clone()),
        }
    }
}

/// The moves and the ends of a position; `None` if a move keeps the turn.
fn looked_at<G: ScoredSides>(
    game: &G,
    at: G::Position,
    neutral: impl Fn(&G::Position) -> G::Position,
) -> Option<Frame<G::Position>> {
    let (mut next, mut stuck) = ([Vec::new(), Vec::new()], [0; 2]);
    for side in Side::BOTH {
        let at = game.with_side(&at, side);
        let sign = if side == Side::Left { 1 } else { -1 };
        for mv in game.moves(&at) {
            if game.keeps_turn(&at, &mv) {
                return None;
            }
            let gain = <G::Score as Score>::points(game.gain(&at, &mv)).unwrap_or(0);
            next[side as usize].push((neutral(&game.play(&at, &mv)), sign * gain));
        }
        let score = game.score(&at).and_then(Score::margin);
        stuck[side as usize] = sign * score.unwrap_or(0);
    }
    Some(Frame {
        at,
        next,
        stuck,
        done: [Vec::new(), Vec::new()],
    })
}
