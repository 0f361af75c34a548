//! Moves, and how a position is changed besides by them.

use bouton_core::erased::Place;
use bouton_core::scene::Deed;
use bouton_core::{Game, Powers, Side, Sides};

use crate::abilities::Collect;

/// A move that was made.
///
/// ```
/// # use bouton_core::Entry;
/// # use bouton_engine::{Opening, Untyped};
/// # use bouton_games::rows::RowEnds;
/// let opened = <RowEnds>::open(None, Some("4,5,3")).unwrap();
/// let mut face = Untyped::of(Opening { name: "row-ends".into(), opened, again: None }).face();
/// let played = face.play("L").unwrap();
/// assert_eq!((played.name.as_str(), played.gain), ("L", Some(4)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move as the game writes it.
    pub name: String,
    /// The move in words, if its notation is hard to read.
    pub words: Option<String>,
    /// The points that it earned, in a game of points.
    pub gain: Option<i128>,
    /// Whether the same player moves again.
    pub keeps_turn: bool,
}

impl Played {
    /// The move for a reader: in words, otherwise in the game's notation.
    pub fn said(&self) -> &str {
        self.words.as_deref().unwrap_or(&self.name)
    }
}

/// A legal move, not valued.
///
/// ```
/// # use bouton_core::Entry;
/// # use bouton_engine::{Opening, Untyped};
/// # use bouton_games::rows::RowEnds;
/// let opened = <RowEnds>::open(None, Some("4,5,3")).unwrap();
/// let face = Untyped::of(Opening { name: "row-ends".into(), opened, again: None }).face();
/// let right = &face.choices(10)[1];
/// assert_eq!((right.played.name.as_str(), right.to.as_str()), ("R", "4,5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the move and the points it earns.
    pub played: Played,
    /// The position as the next player faces it.
    pub to: String,
    /// The change that the move makes to this position's scene.
    pub deed: Deed,
}

/// The same position with a side to move.
pub(crate) type WithSide = Box<dyn Fn(&Place, Side) -> Place + Send + Sync>;

/// How the position of a game is changed, besides by its moves.
#[derive(Default)]
pub(crate) struct Plays {
    /// In a game in which Left and Right have different moves.
    pub(crate) with_side: Option<WithSide>,
}

impl<G: Game + 'static> Powers<G> for Collect<G, Plays> {
    fn sides(&mut self)
    where
        G: Sides,
    {
        let game = self.game.clone();
        self.found.with_side = Some(Box::new(move |at, side| {
            Place::of(&game.with_side(&at.position(), side))
        }));
    }
}
