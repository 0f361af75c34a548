//! [`GameGraph`]: a graph as a game, with the traits that its kind may have.

use std::marker::PhantomData;
use std::sync::Arc;

use bouton_core::game::ImpartialScoring;
use bouton_core::game::Shared;
use bouton_core::scene::{Look, Scene};
use bouton_core::{
    Alternating, Declares, Game, Impartial, InputError, Loopfree, Margin, Mishap, Notation, Origin,
    Outcome, Powers, Score, WinDrawLoss, WinLoss,
};
use smallvec::{SmallVec, smallvec};

use crate::graph::{Course, End, Graph, Node, Place, Turns};

/// A graph as a game, with the score `S`. A position is the number of an id, doubled, and the player who moves there, where
/// that matters; a move is its place among all.
#[derive(Debug)]
pub struct GameGraph<S> {
    pub(crate) graph: Arc<Graph>,
    score: PhantomData<fn() -> S>,
}

/// A score that a graph can speak of.
pub trait Worth: Score {
    /// Of an end where a player has won, or nobody, for the one to move.
    fn of_outcome(outcome: Outcome) -> Self;
    /// Of an end with points, for the one to move.
    fn of_points(points: i64) -> Self;
    /// What a move earns.
    fn gain(points: i64) -> Self::Gain;
}

impl Worth for WinLoss {
    fn of_outcome(outcome: Outcome) -> Self {
        outcome.into()
    }
    fn of_points(points: i64) -> Self {
        Outcome::of_margin(points.into()).into()
    }
    fn gain(_: i64) {}
}

impl Worth for WinDrawLoss {
    fn of_outcome(outcome: Outcome) -> Self {
        outcome.into()
    }
    fn of_points(points: i64) -> Self {
        Outcome::of_margin(points.into()).into()
    }
    fn gain(_: i64) {}
}

impl Worth for Margin<i64> {
    fn of_outcome(_: Outcome) -> Self {
        Self(0)
    }
    fn of_points(points: i64) -> Self {
        Self(points)
    }
    fn gain(points: i64) -> i64 {
        points
    }
}

/// The position with this number, and the player to move there.
pub(crate) fn parts(at: u32) -> (Node, u8) {
    (at >> 1, (at & 1) as u8)
}

fn whole(node: Node, player: u8) -> u32 {
    node << 1 | u32::from(player)
}

impl<S> GameGraph<S> {
    pub(crate) fn of(graph: Arc<Graph>) -> Self {
        Self {
            graph,
            score: PhantomData,
        }
    }

    /// The position of the first line.
    pub fn start(&self) -> u32 {
        let node = self.graph.start;
        whole(node, self.graph.next_player(1, node))
    }

    /// Bytes that the graph takes.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
    }
}

impl<S> Clone for GameGraph<S> {
    fn clone(&self) -> Self {
        Self::of(self.graph.clone())
    }
}

/// The same rules are those of the same reading of a file.
impl<S> PartialEq for GameGraph<S> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph)
    }
}

impl<S: Worth> Game for GameGraph<S> {
    type Position = u32;
    type Move = u32;
    fn key(&self, at: &u32) -> Option<u64> {
        Some((*at).into())
    }
    fn origins(&self) -> Vec<Origin> {
        vec![self.graph.origin.clone()]
    }
    fn endless(&self, at: &u32) -> Mishap {
        Mishap::Broken(format!(
            "{}: play need not end: {:?} can come back; games of points are solved only where every line of play ends",
            self.graph.file,
            self.show(at)
        ))
    }
}

impl<S: Worth> Alternating for GameGraph<S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &u32) -> impl Iterator<Item = u32> + use<'g, S> {
        match self.graph.lists.place(parts(*at).0) {
            Place::Moves { first, count } => first..first + count,
            Place::Over(_) => 0..0,
        }
    }
    fn play(&self, at: &u32, mv: &u32) -> u32 {
        let to = self.graph.lists.to[*mv as usize];
        whole(to, self.graph.next_player(parts(*at).1, to))
    }
    fn gain(&self, _at: &u32, mv: &u32) -> S::Gain {
        S::gain(self.graph.lists.gain(*mv))
    }
    fn keeps_turn(&self, at: &u32, mv: &u32) -> bool {
        let is_told = matches!(self.graph.turns, Turns::Told(_));
        is_told && parts(*at).1 == parts(self.play(at, mv)).1
    }
    fn score(&self, at: &u32) -> Option<S> {
        let (node, player) = parts(*at);
        let Place::Over(end) = self.graph.lists.place(node) else {
            return None;
        };
        Some(match end {
            End::Stuck => S::of_outcome(Outcome::Loss),
            End::Drawn => S::of_outcome(Outcome::Draw),
            End::Won(winner) if winner.0 == player => S::of_outcome(Outcome::Win),
            End::Won(_) => S::of_outcome(Outcome::Loss),
            End::Points(points) => S::of_points(if player == 0 { points } else { -points }),
        })
    }
}

/// Where play ends; it is not declared of others.
impl<S: Worth> Loopfree for GameGraph<S> {
    type Height = u32;
    fn height(&self, at: &u32) -> u32 {
        match &self.graph.course {
            Course::Ends(heights) => heights[parts(*at).0 as usize],
            Course::Cycle(_) => 0,
        }
    }
}

/// Where all that matters is who moves last.
impl Impartial for GameGraph<WinLoss> {}

/// The same where play need not end; it is not declared of others.
impl Shared for GameGraph<WinDrawLoss> {
    fn parts(&self, at: &u32) -> SmallVec<[u32; 2]> {
        smallvec![*at]
    }
}

/// Where players alternate and ends are worth nothing; it is not declared of others.
impl ImpartialScoring for GameGraph<Margin<i64>> {}

impl Declares for GameGraph<WinLoss> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        powers.loopfree();
        powers.impartial();
        powers.look();
    }
}

impl Declares for GameGraph<WinDrawLoss> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match self.graph.course {
            Course::Ends(_) => powers.loopfree(),
            Course::Cycle(_) => powers.loopy(),
        }
        // Where ends name the winner, they name no one who moved last.
        if matches!(self.graph.turns, Turns::Unseen) {
            powers.misere();
        }
        if self.graph.is_of_last_move() {
            powers.shared();
        }
        powers.look();
    }
}

impl Declares for GameGraph<Margin<i64>> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        match self.graph.course {
            Course::Ends(_) => powers.points(),
            Course::Cycle(_) => powers.ending(),
        }
        if matches!(self.graph.turns, Turns::Unseen) {
            powers.impartial_scoring();
        }
        powers.look();
    }
}

impl<S: Worth> Notation for GameGraph<S> {
    fn parse(&self, text: &str) -> Result<u32, InputError> {
        let graph = &*self.graph;
        let found = graph.ids.find(text).or_else(|| graph.ids.find(text.trim()));
        match (found, &graph.turns) {
            (Some(node), Turns::Alternate(movers)) => match movers[node as usize] {
                1 => Ok(whole(node, 0)),
                2 => Ok(whole(node, 1)),
                _ => {
                    let [one, other] = [0, 1].map(|player| graph.show(node, player));
                    let message = format!(
                        "either player can be to move there: expected {one:?} or {other:?}"
                    );
                    Err(InputError::new(message, text, 0..text.len()))
                }
            },
            (Some(node), _) => Ok(whole(node, graph.next_player(0, node))),
            (None, _) => self.with_player(text.trim()).ok_or_else(|| {
                let message = format!("expected the id of a position in {}", graph.file);
                InputError::new(message, text, 0..text.len())
            }),
        }
    }
    fn show(&self, at: &u32) -> String {
        let (node, player) = parts(*at);
        self.graph.show(node, player)
    }
    fn show_move(&self, _at: &u32, mv: &u32) -> String {
        let label = self.graph.lists.labels[*mv as usize];
        self.graph.labels.get(label).to_owned()
    }
}

impl<S: Worth> GameGraph<S> {
    /// A position where either player can be to move, with the one who is.
    fn with_player(&self, text: &str) -> Option<u32> {
        let Turns::Alternate(movers) = &self.graph.turns else {
            return None;
        };
        let (id, player) = text.strip_suffix(')')?.rsplit_once(" (")?;
        let player = ["0", "1"].iter().position(|known| *known == player)? as u8;
        let node = self.graph.ids.find(id)?;
        (movers[node as usize] == 3).then(|| whole(node, player))
    }
}

impl<S: Worth> Look for GameGraph<S> {
    fn scene(&self, at: &u32) -> Scene {
        let (node, player) = parts(*at);
        let scene = Scene::of_notation(self.graph.ids.get(node), false);
        match self.graph.turns {
            Turns::Unseen => scene,
            _ => scene.to_move(format!("player {player} to move")),
        }
    }
}
