//! A position of a scoring game of Left and Right as a game among [`ScoringGames`].

use std::collections::HashMap;
use std::hash::Hash;

use bouton_core::oracle::fail;
use bouton_core::packed::{Packed, beside};
use bouton_core::{Limits, Meter, Notation, Score, ScoredSides, Side, StopReason};
use bouton_solvers::parts::MOVE;
use bouton_values::{ScoringGame, ScoringGames, ScoringMove};
use derive_where::derive_where;
use smallvec::SmallVec;

/// A position as a sum of scoring games.
#[derive(Clone, Debug)]
pub struct ScoredForm {
    /// The parts in the game's notation.
    pub parts: Vec<(String, ScoringGame)>,
    /// The moves of Left, then those of Right.
    pub moves: Vec<ScoredMove>,
    /// A position that play can reach where being unable to move is a merit, if there is one.
    pub merit: Option<String>,
    /// A position that play can reach where a player would rather not move, if there is one.
    pub zugzwang: Option<String>,
}

/// A move in a sum of scoring games.
#[derive(Clone, Debug)]
pub struct ScoredMove {
    /// Its name.
    pub name: String,
    /// The player.
    pub side: Side,
    /// The part that changes.
    pub part: usize,
    /// The part after it.
    pub to: ScoringGame,
    /// The points that Left has more by it.
    pub gain: i128,
}

/// The positions whose scoring games are known; `None` while their moves are examined.
#[derive_where(Default)]
pub(crate) struct Forms<P> {
    known: HashMap<P, Option<ScoringGame>>,
    merit: Option<String>,
    zugzwang: Option<String>,
    held: usize,
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

/// A position with Left to move, in canonical form.
fn neutral<G: ScoredSides>(game: &G, at: &G::Position) -> G::Position {
    game.with_side(&game.canonical(at.clone()), Side::Left)
}

/// The points that Left has more by a move of `side` at a position with that side to move; `None` if the move keeps the turn.
fn gain_of<G: ScoredSides>(game: &G, at: &G::Position, side: Side, mv: &G::Move) -> Option<i128> {
    let gain = <G::Score as Score>::points(game.gain(at, mv)).unwrap_or(0);
    (!game.keeps_turn(at, mv)).then_some(if side == Side::Left { gain } else { -gain })
}

/// The scoring games of a position's parts, or of the position as one part if it is not taken `apart`; `None` if a player moves twice in
/// a row somewhere. A position that comes back is an error, which is thrown as by an [`Oracle`](bouton_core::Oracle).
pub(crate) fn form<G: ScoredSides + Notation>(
    game: &G,
    at: &G::Position,
    apart: bool,
    forms: &mut Forms<G::Position>,
    games: &mut ScoringGames,
    limits: &Limits,
) -> Result<Option<ScoredForm>, StopReason> {
    let meter = &mut limits.meter();
    let split = |at: &G::Position| match apart {
        true => game.parts(at),
        false => SmallVec::from_iter([at.clone()]),
    };
    let whole = game.with_side(at, Side::Left);
    let (mut parts, mut moves) = (Vec::new(), Vec::new());
    for part in split(&whole) {
        let Some(made) = forms.find(game, &part, games, meter)? else {
            return Ok(None);
        };
        parts.push((game.show(&part), made));
    }
    for side in Side::BOTH {
        let at = game.with_side(at, side);
        let before = split(&at);
        for mv in game.moves(&at) {
            meter.spend(MOVE)?;
            let to = game.with_side(&game.play(&at, &mv), side);
            let mut pairs = split(&to).into_iter().zip(&before).enumerate();
            let changed = pairs.find(|(_, (after, before))| after != *before);
            let (Some((part, (after, _))), Some(gain)) = (changed, gain_of(game, &at, side, &mv))
            else {
                return Ok(None);
            };
            let Some(to) = forms.find(game, &after, games, meter)? else {
                return Ok(None);
            };
            moves.push(ScoredMove {
                name: game.show_move(&at, &mv),
                side,
                part,
                to,
                gain,
            });
        }
    }
    Ok(Some(ScoredForm {
        parts,
        moves,
        merit: forms.merit.clone(),
        zugzwang: forms.zugzwang.clone(),
    }))
}

impl<P> Forms<P> {
    fn find<G: ScoredSides<Position = P> + Notation>(
        &mut self,
        game: &G,
        at: &P,
        games: &mut ScoringGames,
        meter: &mut Meter,
    ) -> Result<Option<ScoringGame>, StopReason>
    where
        P: Clone + Eq + Hash + Packed,
    {
        let root = neutral(game, at);
        let mut stack = Vec::<Frame<P>>::new();
        let mut todo = (!self.known.contains_key(&root)).then(|| root.clone());
        loop {
            if let Some(at) = todo.take() {
                meter.visit()?;
                let Some(frame) = looked_at(game, at) else {
                    return Ok(None);
                };
                let listed: usize = frame.next.iter().map(Vec::len).sum();
                self.held += size_of::<Frame<P>>() + beside(&frame.at);
                self.held += listed * size_of::<(P, i128)>();
                meter.spend_holding(16 * (1 + listed), || self.held as u64 + games.bytes())?;
                self.known.insert(frame.at.clone(), None);
                stack.push(frame);
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(self.known[&root]);
            };
            let side = frame.next.iter().position(|next| !next.is_empty());
            let Some((side, (to, gain))) =
                side.and_then(|side| Some((side, frame.next[side].last()?)))
            else {
                let frame = stack.pop().expect("invariant: just seen");
                let made = games.make(frame.done, frame.stuck);
                if self.merit.is_none() && !games.is_guaranteed(made) {
                    self.merit = Some(game.show(&frame.at));
                }
                if self.zugzwang.is_none() && games.is_zugzwang(made) {
                    self.zugzwang = Some(game.show(&frame.at));
                }
                self.known.insert(frame.at, Some(made));
                continue;
            };
            match self.known.get(to) {
                Some(Some(made)) => {
                    frame.done[side].push((*made, *gain));
                    frame.next[side].pop();
                }
                Some(None) => fail(game.endless(to)),
                None => todo = Some(to.clone()),
            }
        }
    }
}

/// The moves and the ends of a position; `None` if a move keeps the turn.
fn looked_at<G: ScoredSides>(game: &G, at: G::Position) -> Option<Frame<G::Position>> {
    let (mut next, mut stuck) = ([Vec::new(), Vec::new()], [0; 2]);
    for side in Side::BOTH {
        let at = game.with_side(&at, side);
        for mv in game.moves(&at) {
            let gain = gain_of(game, &at, side, &mv)?;
            next[side as usize].push((neutral(game, &game.play(&at, &mv)), gain));
        }
        let sign = if side == Side::Left { 1 } else { -1 };
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
