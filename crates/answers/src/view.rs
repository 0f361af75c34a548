//! [`View`]: the data to show and play a position.

use bouton_core::scene::Deed;
use bouton_core::{Outcome, Side};
use serde::Serialize;

use super::whole::Whole;

/// The kind of figure.
///
/// ```
/// assert_eq!(serde_json::to_string(&bouton_answers::FigureKind::Net)?, "\"net\"");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum FigureKind {
    /// Only the position's notation.
    Words,
    /// Heaps.
    Heaps,
    /// A row of coins.
    Coins,
    /// Cards.
    Cards,
    /// A board.
    Board,
    /// Points and edges.
    Net,
    /// Games that are played together, beside each other.
    Games,
}

/// A legal move, not valued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewMove {
    /// The move in the game's notation.
    #[serde(rename = "move")]
    pub name: String,
    /// The move with the names at the edges of the board, if the player to move sits above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shown: Option<String>,
    /// The move in words, if its notation is hard to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<String>,
    /// The position as the next player faces it.
    pub to: String,
    /// The points that it earns, in a game of points.
    pub gain: Option<Whole>,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
    /// The parts of the position's picture that it changes, counted from 0.
    pub changes: Vec<usize>,
    /// The change that it makes to them.
    pub deed: Deed,
}

/// One of several games that are played together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ViewGame {
    /// Its number in the names of moves.
    pub number: usize,
    /// The name of the game.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// Whether no player has a move in it.
    pub over: bool,
    /// The first of its parts in the picture, counted from 0.
    pub first: usize,
    /// The number of its parts.
    pub parts: usize,
    /// The kind of figure.
    pub figure: FigureKind,
    /// The set of board and pieces for the drawing.
    pub set: String,
}

/// The data to show and play a position, without solving it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Position"))]
pub struct View {
    /// The game, as named in the query.
    pub game: String,
    /// The position in the game's notation.
    pub position: String,
    /// Whether play is over.
    pub over: bool,
    /// The result for the player to move, when play is over.
    pub outcome: Option<Outcome>,
    /// In a game of points, when play is over: the last points of the player to move, above those of the other.
    pub margin: Option<Whole>,
    /// The side to move, in a game in which Left and Right have different moves.
    pub mover: Option<Side>,
    /// Legal moves in the game's own order.
    pub moves: Vec<ViewMove>,
    /// Whether there are more moves than are listed.
    pub more: bool,
    /// The canonical representative up to symmetry, if it is another position.
    pub canonical: Option<String>,
    /// The name of a family of positions with equal play, if the game defines one.
    pub family: Option<String>,
    /// The games that are played together, in the order of the picture; none for a single game.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<ViewGame>,
    /// The kind of figure.
    pub figure: FigureKind,
    /// The set of board and pieces for the drawing.
    pub set: String,
    /// The side from which it is drawn: `table` if both players see the same, `mover` if the first colour is that of the
    /// player to move, `mover-below` if that player also sits below.
    pub seat: String,
    /// The caption of the picture, or "".
    pub note: String,
}
