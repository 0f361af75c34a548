//! [`Course`]: a line of play as seen on one board.

use bouton_core::Side;
use bouton_core::scene::{Owner, Scene};
use bouton_engine::Error;

use crate::session::Session;

/// A move of a line that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move in the game's notation.
    pub name: String,
    /// The owner of the moved pieces: Left or the first player, Right or the second.
    pub owner: Owner,
    /// Whether the second player made it.
    pub second: bool,
}

/// A line of play on one board for both players: sides and colours stay fixed.
///
/// ```
/// let mut session = bouton::open("hexapawn:3,3", "OOO/.../XXX")?;
/// let course = bouton::Course::follow(&mut session, &["b3-b2"])?;
/// assert!(course.now().turned);
/// assert_eq!(course.now().called("a3xb2"), "c1xb2");
/// # Ok::<(), bouton::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The scene at the start, and after each move.
    scenes: Vec<Scene>,
    plies: Vec<Ply>,
    /// Whether the second player is to move.
    second: bool,
}

impl Course {
    /// A course without moves.
    pub fn of(scene: Scene) -> Self {
        Self {
            scenes: vec![scene],
            plies: Vec::new(),
            second: false,
        }
    }

    /// Plays a line from the session's position; the session does not change.
    ///
    /// # Errors
    /// If a move does not exist, or the rules fail.
    pub fn follow(session: &mut Session, line: &[impl AsRef<str>]) -> Result<Self, Error> {
        let mut course = Self::of(session.scene()?);
        for name in line {
            course.play(session, name.as_ref())?;
        }
        Ok(course)
    }

    /// Plays one more move.
    ///
    /// # Errors
    /// If there is no such move, or the rules fail.
    pub fn play(&mut self, session: &mut Session, name: &str) -> Result<(), Error> {
        let second = self.second;
        let by_second = session.side().map_or(second, |side| side == Side::Right);
        let played = session.play(name)?;
        let scene = session.scene()?;
        self.second ^= !played.keeps_turn;
        self.scenes
            .push(if self.second { scene.turned() } else { scene });
        self.plies.push(Ply {
            name: played.name,
            owner: if by_second {
                Owner::Second
            } else {
                Owner::First
            },
            second,
        });
        Ok(())
    }

    /// The scene at the start.
    pub fn start(&self) -> &Scene {
        &self.scenes[0]
    }

    /// The present scene.
    pub fn now(&self) -> &Scene {
        self.scenes.last().unwrap_or(&self.scenes[0])
    }

    /// All scenes, from the start on.
    pub fn scenes(&self) -> &[Scene] {
        &self.scenes
    }

    /// Each move, with the scenes before and after it.
    pub fn plies(&self) -> impl Iterator<Item = (&Ply, &Scene, &Scene)> {
        let pairs = self.scenes.windows(2);
        let pairs = pairs.zip(&self.plies);
        pairs.map(|(pair, ply)| (ply, &pair[0], &pair[1]))
    }
}
