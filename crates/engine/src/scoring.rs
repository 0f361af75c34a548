//! A position as a sum of games among [`ScoringGames`]: of Left and Right with points, or where the last to move loses.

use std::collections::HashMap;

use bouton_core::erased::Place;
use bouton_core::oracle::fail;
use bouton_core::packed::beside;
use bouton_core::rules::Listed;
use bouton_core::{Alternating, Erased, Game, Limits, Meter, Notation, Score, Side, StopReason};
use bouton_solvers::bidding::Turned;
use bouton_solvers::parts::MOVE;
use bouton_values::{ScoringGame, ScoringGames, ScoringMove, Universe};
use smallvec::SmallVec;

use crate::short::Ply;

/// A position as a sum of scoring games.
#[derive(Clone, Debug)]
pub struct ScoredForm {
    /// The parts in the game's notation.
    pub parts: Vec<(String, ScoringGame)>,
    /// The moves of Left, then those of Right.
    pub moves: Vec<ScoredMove>,
    /// The first position found that is outside of the universes: of guaranteed games, or where the last to move loses, of dead-ending
    /// ones.
    pub outside: Option<String>,
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
#[derive(Default)]
pub(crate) struct Forms {
    known: HashMap<Place, Option<ScoringGame>>,
    outside: Option<String>,
    zugzwang: Option<String>,
    held: usize,
}

/// The independent parts of a position, in an order that a move keeps.
pub(crate) type Split = dyn Fn(&Place) -> SmallVec<[Place; 2]> + Send;

/// A game whose positions are scoring games.
pub(crate) struct Scored<'g, S: Score> {
    pub(crate) game: &'g Erased<S>,
    pub(crate) turned: Turned<'g, Place>,
    /// Where positions are taken apart.
    pub(crate) split: Option<&'g Split>,
}

/// A position whose moves are being examined.
struct Frame {
    at: Place,
    /// The positions after a side's moves, each with the points that Left has more.
    next: [Vec<(Place, i128)>; 2],
    stuck: [i128; 2],
    done: [Vec<ScoringMove>; 2],
}

impl<S: Score> Scored<'_, S> {
    fn sided(&self, at: &Place, side: Side) -> Place {
        (self.turned).map_or_else(|| at.clone(), |turned| turned(at, side))
    }

    /// The position with Left to move, in canonical form.
    fn neutral(&self, at: &Place) -> Place {
        self.sided(&self.game.canonical(at.clone()), Side::Left)
    }

    fn parts(&self, at: &Place) -> SmallVec<[Place; 2]> {
        let whole = || SmallVec::from_iter([at.clone()]);
        self.split.map_or_else(whole, |split| split(at))
    }

    /// The points that Left has more by a move of `side` at a position with that side to move; `None` if the move keeps the turn.
    fn gain(&self, at: &Place, side: Side, mv: &Listed<S>) -> Option<i128> {
        let gain = S::points(self.game.gain(at, mv)).unwrap_or(0);
        let sign = if side == Side::Left { 1 } else { -1 };
        (!self.game.keeps_turn(at, mv)).then_some(sign * gain)
    }

    /// The position after these moves.
    pub(crate) fn along(&self, at: &Place, path: &[Ply]) -> Place {
        path.iter().fold(at.clone(), |at, (side, nth)| {
            let at = self.sided(&at, *side);
            let mv = self.game.moves(&at).nth(*nth);
            let mv = mv.expect("invariant: the moves of a path were listed");
            self.game.play(&at, &mv)
        })
    }

    /// The scoring games of a position's parts; `None` if a player moves twice in a row somewhere. A win is one point where there are
    /// none. A position that comes back is an error, which is thrown as by an [`Oracle`](bouton_core::Oracle).
    pub(crate) fn form(
        &self,
        at: &Place,
        forms: &mut Forms,
        games: &mut ScoringGames,
        limits: &Limits,
    ) -> Result<Option<ScoredForm>, StopReason> {
        let (game, meter) = (self.game, &mut limits.meter());
        let (mut parts, mut moves) = (Vec::new(), Vec::new());
        for part in self.parts(&self.sided(at, Side::Left)) {
            let Some(made) = self.find(&part, forms, games, meter)? else {
                return Ok(None);
            };
            parts.push((game.show(&part), made));
        }
        for side in Side::BOTH {
            let at = self.sided(at, side);
            let before = self.parts(&at);
            for mv in game.moves(&at) {
                meter.spend(MOVE)?;
                let Some(gain) = self.gain(&at, side, &mv) else {
                    return Ok(None);
                };
                let to = self.sided(&game.play(&at, &mv), side);
                let mut pairs = self.parts(&to).into_iter().zip(&before).enumerate();
                let changed = pairs.find(|(_, (after, before))| after != *before);
                let Some((part, (after, _))) = changed else {
                    return Ok(None);
                };
                let Some(to) = self.find(&after, forms, games, meter)? else {
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
            outside: forms.outside.clone(),
            zugzwang: forms.zugzwang.clone(),
        }))
    }

    fn find(
        &self,
        at: &Place,
        forms: &mut Forms,
        games: &mut ScoringGames,
        meter: &mut Meter,
    ) -> Result<Option<ScoringGame>, StopReason> {
        let has_points = S::points(S::Gain::default()).is_some();
        let root = self.neutral(at);
        let mut stack = Vec::<Frame>::new();
        let mut todo = (!forms.known.contains_key(&root)).then(|| root.clone());
        loop {
            if let Some(at) = todo.take() {
                meter.visit()?;
                let Some(frame) = self.looked_at(at) else {
                    return Ok(None);
                };
                let listed: usize = frame.next.iter().map(Vec::len).sum();
                forms.held += size_of::<Frame>() + beside(&frame.at);
                forms.held += listed * size_of::<(Place, i128)>();
                meter.spend_holding(16 * (1 + listed), || forms.held as u64 + games.bytes())?;
                forms.known.insert(frame.at.clone(), None);
                stack.push(frame);
            }
            let Some(frame) = stack.last_mut() else {
                return Ok(forms.known[&root]);
            };
            let side = frame.next.iter().position(|next| !next.is_empty());
            let Some((side, (to, gain))) =
                side.and_then(|side| Some((side, frame.next[side].last()?)))
            else {
                let frame = stack.pop().expect("invariant: just seen");
                let made = games.make(frame.done, frame.stuck);
                let universe = games.universe([made]);
                let is_guaranteed = universe == Some(Universe::Guaranteed);
                if forms.outside.is_none() && (universe.is_none() || is_guaranteed != has_points) {
                    forms.outside = Some(self.game.show(&frame.at));
                }
                if forms.zugzwang.is_none() && games.is_zugzwang(made) {
                    forms.zugzwang = Some(self.game.show(&frame.at));
                }
                forms.known.insert(frame.at, Some(made));
                continue;
            };
            match forms.known.get(to) {
                Some(Some(made)) => {
                    frame.done[side].push((*made, *gain));
                    frame.next[side].pop();
                }
                Some(None) => fail(self.game.endless(to)),
                None => todo = Some(to.clone()),
            }
        }
    }

    /// The moves and the ends of a position; `None` if a move keeps the turn.
    fn looked_at(&self, at: Place) -> Option<Frame> {
        let (mut next, mut stuck) = ([Vec::new(), Vec::new()], [0; 2]);
        for side in Side::BOTH {
            let at = self.sided(&at, side);
            for mv in self.game.moves(&at) {
                let gain = self.gain(&at, side, &mv)?;
                next[side as usize].push((self.neutral(&self.game.play(&at, &mv)), gain));
            }
            let sign = if side == Side::Left { 1 } else { -1 };
            stuck[side as usize] = sign * self.game.score(&at).map_or(0, Score::rank);
        }
        Some(Frame {
            at,
            next,
            stuck,
            done: [Vec::new(), Vec::new()],
        })
    }
}
