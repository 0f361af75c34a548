//! [`Playing`]: the position, its moves, and going on from it.

use bouton_core::entry::OpenError;
use bouton_core::erased::Place;
use bouton_core::notation::parse_move;
use bouton_core::rules::Listed;
use bouton_core::scene::Deed;
use bouton_core::{Alternating, Erased, Game, Notation, Outcome, Powers, Score, Side, Sides};

use crate::abilities::{Abilities, Collect};
use crate::looking::Looking;
use crate::searching::Searching;
use crate::typed::Behind;

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

/// Questions about the position and its moves.
pub trait Playing {
    /// The position in the game's notation.
    fn show(&self) -> String;
    /// The same, unless it takes more than this many bytes.
    fn show_within(&self, longest: usize) -> Option<String>;
    /// Goes to another position. Learned results are kept if the rules stay the same.
    ///
    /// # Errors
    /// If the game has no such position.
    fn go(&mut self, position: &str) -> Result<(), OpenError>;
    /// The side to move here, in a game in which Left and Right have different moves.
    fn side(&self) -> Option<Side>;
    /// Lets a side move here, in a game in which Left and Right have different moves; false in others.
    fn set_side(&mut self, side: Side) -> bool;
    /// The canonical representative up to symmetry.
    fn canonical(&self) -> String;
    /// The canonical representative for people, as in [`Game::merged`](bouton_core::Game::merged).
    fn merged(&self) -> String;
    /// The result for the player to move, with the points if they count, where play is over.
    fn end(&self) -> Option<(Outcome, Option<i128>)>;
    /// In a game of points: the sum of both players' points still to come, where play cannot change it.
    fn at_stake(&self) -> Option<i128>;
    /// Legal moves in the game's own order, at most this many.
    fn choices(&self, most: usize) -> Vec<Choice>;
    /// The number of legal moves.
    fn width(&self) -> usize;
    /// Makes the move with this name, or the move to this position; `None` if there is none.
    fn play(&mut self, text: &str) -> Option<Played>;
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

impl<S: Score> Behind<S> {
    fn played(&self, mv: &Listed<S>) -> Played {
        Played {
            name: self.game.show_move(&self.at, mv),
            words: self.game.move_in_words(&self.at, mv),
            gain: S::points(mv.gain),
            keeps_turn: mv.keeps_turn,
        }
    }

    pub(crate) fn set(&mut self, at: Option<Place>) -> bool {
        at.map(|at| self.at = at).is_some()
    }
}

impl<S: Score> Playing for Behind<S> {
    fn show(&self) -> String {
        self.game.show(&self.at)
    }

    fn show_within(&self, longest: usize) -> Option<String> {
        self.game.show_within(&self.at, longest)
    }

    fn go(&mut self, position: &str) -> Result<(), OpenError> {
        let Some(again) = &self.again else {
            self.at = self.game.parse(position).map_err(OpenError::Position)?;
            return Ok(());
        };
        let (source, at) = again(position)?;
        let game = Erased::of(source.clone().written());
        if game != self.game {
            // Tables belong to the previous rules.
            self.tables = None;
            self.game = game;
            self.abilities = source.clone().abilities();
            self.source = source;
            self.forget();
        }
        self.at = at;
        Ok(())
    }

    fn side(&self) -> Option<Side> {
        let with_side = self.abilities.plays.with_side.as_ref()?;
        let is_left = with_side(&self.at, Side::Left) == self.at;
        Some(if is_left { Side::Left } else { Side::Right })
    }

    fn set_side(&mut self, side: Side) -> bool {
        let with_side = self.abilities.plays.with_side.as_ref();
        let at = with_side.map(|with_side| with_side(&self.at, side));
        self.set(at)
    }

    fn canonical(&self) -> String {
        self.game.show(&self.game.canonical(self.at.clone()))
    }

    fn merged(&self) -> String {
        self.game.show(&self.game.merged(self.at.clone()))
    }

    fn end(&self) -> Option<(Outcome, Option<i128>)> {
        let score = self.game.score(&self.at)?;
        Some((score.outcome(), score.margin()))
    }

    fn at_stake(&self) -> Option<i128> {
        self.game.at_stake(&self.at)
    }

    fn choices(&self, most: usize) -> Vec<Choice> {
        let Abilities {
            looks, experiments, ..
        } = &self.abilities;
        let before = self.scene();
        let mut choices = Vec::new();
        for mv in self.game.moves(&self.at).take(most) {
            let played = self.played(&mv);
            choices.push(Choice {
                deed: looks.deed(&self.game, (&self.at, &before), &mv, experiments.plain()),
                to: self.game.show(&self.game.play(&self.at, &mv)),
                played,
            });
        }
        choices
    }

    fn width(&self) -> usize {
        self.game.moves(&self.at).count()
    }

    fn play(&mut self, text: &str) -> Option<Played> {
        let mv = parse_move(&self.game, &self.at, text)?;
        let played = self.played(&mv);
        self.at = self.game.play(&self.at, &mv);
        Some(played)
    }
}
