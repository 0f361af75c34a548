//! [`Course`]: a line of play as seen on one board.

use bouton_core::Side;
use bouton_core::scene::{Beside, Cell, Figure, Owner, Scene, Set};
use bouton_engine::Error;

use crate::session::Session;

/// A move of a line that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move in the game's notation.
    pub name: String,
    /// The move in words, if its notation is hard to read.
    pub words: Option<String>,
    /// The points that it earned, in a game of points.
    pub gain: Option<i128>,
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
    pub fn play(&mut self, session: &mut Session, name: &str) -> Result<&Ply, Error> {
        let second = self.second;
        let by_second = session.side().map_or(second, |side| side == Side::Right);
        let played = session.play(name)?;
        let scene = session.scene()?;
        self.second ^= !played.keeps_turn;
        let scene = if self.second { scene.turned() } else { scene };
        let left = with_others(self.now(), &played.name, &scene);
        self.scenes.push(left.unwrap_or(scene));
        self.plies.push(Ply {
            name: played.name,
            words: played.words,
            gain: played.gain,
            owner: if by_second {
                Owner::Second
            } else {
                Owner::First
            },
            second,
        });
        Ok(&self.plies[self.plies.len() - 1])
    }

    /// Whether the second player is to move.
    pub fn is_second_to_move(&self) -> bool {
        self.second
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

    /// The course of each game that is played together with others; none for a single game.
    pub fn games(&self) -> Vec<Part> {
        let Figure::Games(games) = &self.start().figure else {
            return Vec::new();
        };
        games.iter().map(|game| self.part(game)).collect()
    }

    fn part(&self, start: &Beside) -> Part {
        let mut course = Self::of(start.scene.clone());
        let (mut game, mut first) = (start.clone(), found(self.start(), start.number).1);
        let key = format!("{}: ", start.number);
        for (ply, _, after) in self.plies() {
            let (now, place) = found(after, start.number);
            first = place;
            let Some(now) = now else {
                break;
            };
            game = now.clone();
            if now.scene == *course.now() {
                continue;
            }
            let own = ply.name.split(" & ").find_map(|step| {
                let (before, name) = step.split_once(&key)?;
                (before.is_empty() || before.ends_with(' ')).then_some(name)
            });
            course.scenes.push(now.scene.clone());
            course.plies.push(Ply {
                name: own.unwrap_or(&ply.name).to_owned(),
                ..ply.clone()
            });
        }
        Part {
            course,
            game,
            first,
        }
    }

    /// Each move, with the scenes before and after it.
    pub fn plies(&self) -> impl Iterator<Item = (&Ply, &Scene, &Scene)> {
        let pairs = self.scenes.windows(2);
        let pairs = pairs.zip(&self.plies);
        pairs.map(|(pair, ply)| (ply, &pair[0], &pair[1]))
    }
}

/// A game that is played together with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The moves in it.
    pub course: Course,
    /// The game as it was seen last.
    pub game: Beside,
    /// The number of the parts of the scene before its own; `None` if it is gone.
    pub first: Option<usize>,
}

/// The game of this number in a scene, and the number of parts before it.
fn found(scene: &Scene, number: usize) -> (Option<&Beside>, Option<usize>) {
    let Figure::Games(games) = &scene.figure else {
        return (None, None);
    };
    let place = games.iter().position(|game| game.number == number);
    let before = |place: usize| games[..place].iter().map(|game| game.scene.parts()).sum();
    (place.map(|place| &games[place]), place.map(before))
}

/// The board after a lion was taken. A position of dōbutsu shōgi then consists of the other lion alone; on the board the other
/// pieces stay, and the piece that took the lion stands where it was.
fn with_others(before: &Scene, name: &str, after: &Scene) -> Option<Scene> {
    let (Figure::Board(rows), Figure::Board(left)) = (&before.figure, &after.figure) else {
        return None;
    };
    let lions = |rows: &[Vec<Cell>]| {
        let cells = rows.iter().flatten();
        let lions = cells.filter(|cell| matches!(cell, Cell::Piece(_, mark) if mark == "L"));
        lions.count()
    };
    if before.set != Set::Tiles || lions(rows) != 2 || lions(left) != 1 {
        return None;
    }
    let name = before.called(name);
    let (from, to) = name.split_once('x')?;
    let place = |cell: &str| {
        let (column, row) = cell.split_at_checked(1)?;
        let is_row = |n: &usize| before.names.row(*n, rows.len()).as_deref() == Some(row);
        let row = (0..rows.len()).find(is_row)?;
        let is_column = |n: &usize| before.names.column(*n).as_deref() == Some(column);
        Some((row, (0..rows[row].len()).find(is_column)?))
    };
    let ((row, column), (to_row, to_column)) = (place(from)?, place(to)?);
    let mut stand = rows.clone();
    stand[to_row][to_column] = std::mem::replace(&mut stand[row][column], Cell::Empty);
    Some(Scene {
        figure: Figure::Board(stand),
        hands: before.hands.clone(),
        ..after.clone()
    })
}
