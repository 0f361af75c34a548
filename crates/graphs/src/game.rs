//! [`GameGraph`]: a graph as the rules of a game.

use std::ops::Range;
use std::sync::Arc;

use bouton_core::scene::Scene;
use bouton_core::{InputError, Margin, Origin, Outcome, Side};
use bouton_external::{End as RulesEnd, ExternalRules, Height, Kind, Opens, Promises};

use crate::graph::{Course, End, Graph, Node, Place, Turns};

/// A graph as the rules of a game. A position is the number of an id, doubled, and the player who moves there, where that
/// matters; a move is its place among all.
#[derive(Clone, Debug)]
pub struct GameGraph {
    pub(crate) graph: Arc<Graph>,
}

/// The position with this number, and the player to move there.
pub(crate) fn parts(at: u32) -> (Node, u8) {
    (at >> 1, (at & 1) as u8)
}

fn whole(node: Node, player: u8) -> u32 {
    node << 1 | u32::from(player)
}

impl GameGraph {
    /// Bytes of the graph.
    pub fn bytes(&self) -> u64 {
        self.graph.bytes()
    }

    /// The position of the first line.
    pub fn first(&self) -> u32 {
        let node = self.graph.start;
        whole(node, self.graph.next_player(1, node))
    }

    fn of_kind(&self) -> Kind {
        if self.graph.counts_points() {
            Kind::Points
        } else if self.graph.is_of_last_move() {
            Kind::Impartial
        } else {
            Kind::Outcome
        }
    }

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

/// The same rules are those of the same reading of a file.
impl PartialEq for GameGraph {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.graph, &other.graph)
    }
}

// Solvers ask for these millions of times a second, from the crates in which they are compiled for this type: without
// `inline`, each look at an array would be a call.
impl ExternalRules for GameGraph {
    type Position = u32;
    type Move = u32;
    type Moves = Range<u32>;

    fn name(&self) -> &str {
        &self.graph.file
    }
    fn promises(&self) -> Promises {
        Promises {
            bounded: matches!(self.graph.course, Course::Ends(_)),
            // Where ends are worth points, it matters who faces them.
            same_points: matches!(self.graph.turns, Turns::Unseen),
            ..Promises::of(self.of_kind())
        }
    }
    fn start(&self) -> Result<u32, InputError> {
        Ok(self.first())
    }

    #[inline]
    fn end(&self, at: &u32) -> Option<RulesEnd> {
        let (node, player) = parts(*at);
        let Place::Over(end) = self.graph.lists.place(node) else {
            return None;
        };
        Some(match end {
            End::Stuck => RulesEnd::Outcome(Outcome::Loss),
            End::Drawn => RulesEnd::Outcome(Outcome::Draw),
            End::Won(winner) if winner.0 == player => RulesEnd::Outcome(Outcome::Win),
            End::Won(_) => RulesEnd::Outcome(Outcome::Loss),
            End::Points(points) => RulesEnd::Points(if player == 0 { points } else { -points }),
        })
    }
    #[inline]
    fn moves(&self, at: &u32, _side: Side) -> Range<u32> {
        match self.graph.lists.place(parts(*at).0) {
            Place::Moves { first, count } => first..first + count,
            Place::Over(_) => 0..0,
        }
    }
    #[inline]
    fn play(&self, at: &u32, mv: &u32) -> u32 {
        let to = self.graph.lists.to[*mv as usize];
        whole(to, self.graph.next_player(parts(*at).1, to))
    }
    #[inline]
    fn gain(&self, mv: &u32) -> i64 {
        self.graph.lists.gain(*mv)
    }
    #[inline]
    fn keeps_turn(&self, at: &u32, mv: &u32) -> bool {
        let is_told = matches!(self.graph.turns, Turns::Told(_));
        is_told && parts(*at).1 == parts(self.play(at, mv)).1
    }
    #[inline]
    fn height(&self, at: &u32) -> Height {
        match &self.graph.course {
            Course::Ends(heights) => heights[parts(*at).0 as usize].into(),
            Course::Cycle(_) => Height::ZERO,
        }
    }

    fn read(&self, text: &str) -> Result<u32, InputError> {
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
                    Err(InputError::whole(message, text))
                }
            },
            (Some(node), _) => Ok(whole(node, graph.next_player(0, node))),
            (None, _) => self.with_player(text.trim()).ok_or_else(|| {
                let message = format!("expected the id of a position in {}", graph.file);
                InputError::whole(message, text)
            }),
        }
    }
    fn show(&self, at: &u32) -> String {
        let (node, player) = parts(*at);
        self.graph.show(node, player)
    }
    fn label(&self, _at: &u32, mv: &u32) -> String {
        let label = self.graph.lists.labels[*mv as usize];
        self.graph.labels.get(label).to_owned()
    }
    fn scene(&self, at: &u32) -> Scene {
        let (node, player) = parts(*at);
        let scene = Scene::of_notation(self.graph.ids.get(node), false);
        match self.graph.turns {
            Turns::Unseen => scene,
            _ => scene.to_move(format!("player {player} to move")),
        }
    }

    #[inline]
    fn key(&self, at: &u32) -> Option<u64> {
        Some((*at).into())
    }
    fn origins(&self) -> Vec<Origin> {
        vec![self.graph.origin.clone()]
    }
}

impl Opens for GameGraph {
    type Points = Margin<i64>;
    const PARTIZAN: bool = false;
    const NAMES_STRATEGIES: bool = false;
}
