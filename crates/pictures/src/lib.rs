//! Pictures of games, for the command line and for pages, over any [`Session`].
//!
//! Outcomes differ in shape as well as in colour. Every picture has a legend. The same input gives the same picture.

mod asked;
mod board;
mod boards;
mod canvas;
mod cells;
mod dot;
mod family;
mod figures;
mod form;
mod forms;
mod graph;
mod heaps;
mod law;
mod legend;
mod names;
mod node;
mod picture;
mod plot;
#[cfg(feature = "png")]
mod png;
mod scenes;
mod sheet;
mod states;
mod theme;
mod thermograph;
mod tikz;
mod tree;
mod triangle;

use bouton_core::Limits;
use bouton_laws::Law;
use serde_json::{Value, json};

pub use asked::{Draw, Kind, Painted, Printed};
pub use graph::Levels;
pub use picture::Picture;
pub use sheet::{Paper, Sheet};
pub use theme::{Theme, page_style};
pub use triangle::Show;

use self::canvas::Canvas;
use self::heaps::Heaps;
use self::legend::entitle;
use bouton::Error;
use bouton::answers::{Cell, CellKind, Puzzles};
use bouton::families::FamilyLaw;
use bouton::{How, Name, Session, games_of_sum};

/// The most heaps of a plot.
const MOST_HEAPS: u64 = 1_000_000;

impl Draw {
    /// Draws the session's position, or its game up to a bound. The session keeps its position.
    ///
    /// # Errors
    /// If the kind does not apply to the game, a solver does not serve it, or a limit is reached.
    pub fn answer(&self, session: &mut Session, how: &How) -> Result<Picture, Error> {
        // A tree is solved otherwise, and marked.
        let is_searched = matches!(how.solver.as_deref(), Some("alpha-beta" | "minimax"));
        if is_searched && matches!(self.kind, Kind::Tree | Kind::Both) {
            let asked = Self {
                alpha_beta: self.alpha_beta || how.solver.as_deref() == Some("alpha-beta"),
                ..self.clone()
            };
            let how = How::default().within(how.limits.clone());
            return asked.answer(session, &how);
        }
        let (kind, up_to) = (self.kind, self.largest());
        let values = match self.grundy {
            true => CellKind::Grundy,
            false => CellKind::Outcome,
        };
        let title = self.title.as_deref();
        let (mut canvas, data, dot) = match kind {
            Kind::Board => (
                board::draw(session, self)?,
                json!({"position": session.position()?}),
                None,
            ),
            Kind::Line => {
                let film = board::line(session, self, how)?;
                let data = json!({"frames": film.frames});
                let mut strip = film.strip;
                entitle(&mut strip, title);
                let strip = picture(session.game(), kind, strip, data, title);
                return Ok(Picture {
                    frames: film.drawn,
                    ..strip
                });
            }
            Kind::Graph | Kind::Tree | Kind::Dag | Kind::Both => forms::draw(session, self, how)?,
            Kind::Triangle => {
                let (canvas, cells) = triangle::draw(session, how, self.show)?;
                (canvas, json!({"cells": cells}), None)
            }
            Kind::Strip => {
                let (canvas, heaps) = cells::strip(session, how, up_to, values)?;
                (canvas, json!(heaps), None)
            }
            Kind::Grid => {
                let (canvas, rows) = cells::grid(session, how, up_to, values)?;
                (canvas, json!({"values": rows}), None)
            }
            Kind::Plot | Kind::Spectrum => {
                let (values, heaps) = grundy_values(session, how, up_to)?;
                let canvas = match kind {
                    Kind::Plot => plot::plot(&named(session), &values, &heaps),
                    _ => plot::spectrum(&named(session), &values),
                };
                (canvas, json!({"spectrum": plot::count(&values)}), None)
            }
            Kind::Thermograph => {
                let (canvas, data) = thermograph::draw(session, &self.with, &how.limits)?;
                (canvas, data, None)
            }
            Kind::Form => {
                let (canvas, data) = form::draw(session, self.most, &how.limits)?;
                (canvas, data, None)
            }
            Kind::Boards | Kind::Heat => {
                let heat = kind == Kind::Heat;
                let (canvas, data) = boards::draw(session, up_to, heat, &how.limits)?;
                (canvas, data, None)
            }
            Kind::Family => {
                let message =
                    "a family is drawn from its pattern: `draw clobber 'X^n O' --as family`";
                return Err(Error::Unfit(message.into()));
            }
            Kind::Scatter | Kind::Automaton => {
                let law = session.law(&how.limits)?;
                law_drawn(law.law(), kind, up_to)?
            }
        };
        entitle(&mut canvas, title);
        let picture = picture(session.game(), kind, canvas, data, title);
        Ok(Picture { dot, ..picture })
    }
}

/// A sheet of puzzles to print, with the solutions on pages of their own. The session must be of their game; it keeps its
/// position.
///
/// # Errors
/// If the game has no such position.
pub fn sheet(
    session: &mut Session,
    puzzles: &Puzzles,
    sheet: &Sheet<'_>,
) -> Result<Picture, Error> {
    let pages = sheet::draw(session, puzzles, sheet)?;
    Ok(Picture {
        title: format!("puzzles of {}", name_of(session.game())),
        canvas: sheet::stacked(&pages),
        data: json!(puzzles),
        dot: None,
        frames: pages,
        paper: sheet.paper,
    })
}

/// A picture of a proved law of this game: its [`Kind::Scatter`] up to a bound, otherwise its automaton.
///
/// # Errors
/// If a scatter is requested for a law that is not about two numbers, or the bound or the automaton is too large.
pub fn of_law(law: &Law, game: &str, kind: Kind, up_to: u64) -> Result<Picture, Error> {
    let (mut canvas, data, dot) = law_drawn(law, kind, up_to)?;
    entitle(&mut canvas, None);
    let picture = picture(game, kind, canvas, data, None);
    Ok(Picture { dot, ..picture })
}

/// A picture of the members of a family of positions whose values are proved: the [`Kind::Family`] of its pattern.
///
/// # Errors
/// If the pattern has not one exponent, if the bound is too large, or a limit is reached.
pub fn of_family(law: &FamilyLaw, asked: &Draw, limits: &Limits) -> Result<Picture, Error> {
    let up_to = asked.up_to.unwrap_or(family::USUAL);
    let (mut canvas, data) = family::draw(law, up_to, limits)?;
    let title = asked.title.as_deref();
    entitle(&mut canvas, title);
    Ok(picture(
        &law.family().strip.name,
        Kind::Family,
        canvas,
        data,
        title,
    ))
}

fn law_drawn(law: &Law, kind: Kind, up_to: u64) -> Result<(Canvas, Value, Option<String>), Error> {
    let refused = |why: String| Err(Error::Unfit(why));
    if kind == Kind::Scatter {
        if up_to > law::MOST_SIDE {
            return refused(format!(
                "a scatter goes up to {}, found {up_to}",
                law::MOST_SIDE
            ));
        }
        match law::scatter(law, up_to) {
            Some((canvas, data)) => Ok((canvas, data, None)),
            None => refused("a scatter needs a law of two numbers".into()),
        }
    } else if law.automaton().states() > law::MOST_STATES {
        let states = law.automaton().states();
        refused(format!(
            "an automaton of {states} states is no picture any more, {} are",
            law::MOST_STATES
        ))
    } else {
        let (canvas, data, dot) = law::automaton(law);
        Ok((canvas, data, Some(dot)))
    }
}

fn picture(game: &str, kind: Kind, canvas: Canvas, data: Value, title: Option<&str>) -> Picture {
    let name = Kind::ALL
        .iter()
        .find(|(_, other)| *other == kind)
        .map_or("", |(name, _)| name);
    let mut object = json!({"game": game, "kind": name});
    if let (Some(object), Value::Object(data)) = (object.as_object_mut(), data) {
        object.extend(data);
    }
    let title = title.filter(|title| !title.trim().is_empty());
    Picture {
        title: title.map_or_else(|| format!("{name} of {}", name_of(game)), str::to_owned),
        canvas,
        data: object,
        dot: None,
        frames: Vec::new(),
        paper: Paper::default(),
    }
}

/// The game in a heading.
fn named(session: &Session) -> String {
    let misere = if session.is_misere() { " misère" } else { "" };
    format!("{}{misere}", name_of(session.game()))
}

/// The name of a game in a heading; for a file, the file's name without folder and ending, with the parameters after the
/// colon.
fn name_of(game: &str) -> String {
    if !Name::read(game).is_ok_and(|name| name.reads_files(None)) {
        return game.to_owned();
    }
    let path = game.strip_prefix("graph:").unwrap_or(game);
    let (path, parameters) = path.split_at(path.find(':').unwrap_or(path.len()));
    let file = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = file.split('.').next().filter(|name| !name.is_empty());
    format!("{}{parameters}", name.unwrap_or(file))
}

/// A position in a heading; the games of a sum by their names.
fn placed(session: &Session, position: &str) -> String {
    let mut placed = position.to_owned();
    if session.game() == "sum" {
        for game in games_of_sum(position) {
            placed = placed.replacen(game, &name_of(game), 1);
        }
    }
    placed
}

/// The Grundy value of every heap up to a bound.
fn grundy_values(session: &mut Session, how: &How, up_to: u64) -> Result<(Vec<u64>, Heaps), Error> {
    if up_to > MOST_HEAPS {
        return Err(Error::Unfit(format!(
            "a plot goes up to {MOST_HEAPS}, found {up_to}"
        )));
    }
    let heaps = Heaps::of(session, how, up_to, CellKind::Grundy)?;
    let number = |cell: &Cell| match cell {
        Cell::Number(number) => number.to_string().parse().ok(),
        Cell::Loony => None,
        // A heap that the game does not have counts as an empty one.
        _ => Some(0),
    };
    if let Some(heap) = heaps.cells.iter().position(|cell| *cell == Cell::Loony) {
        return Err(Error::Unfit(format!(
            "heap {heap} is loony, so that it has no place in a plot: draw a strip with --grundy"
        )));
    }
    let missing = || Error::Unfit("a Grundy value does not fit 64 bits".into());
    let values = heaps
        .cells
        .iter()
        .map(|cell| number(cell).ok_or_else(missing));
    Ok((values.collect::<Result<_, _>>()?, heaps))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(session: &mut Session, kind: Kind, asked: &Draw, how: &How) -> Result<Picture, Error> {
        let asked = Draw {
            kind,
            ..asked.clone()
        };
        asked.answer(session, how)
    }

    /// "The title of my worksheet was a path."
    #[test]
    fn titles_are_names_and_can_be_set_or_left_out() {
        for (game, name) in [
            ("../rules/my.game", "my"),
            ("a/b.law", "b"),
            ("wythoff", "wythoff"),
            ("subtraction:1,2,3", "subtraction:1,2,3"),
            ("my own game", "my own game"),
        ] {
            assert_eq!(name_of(game), name);
        }
        let mut session = bouton::open("wythoff", "2,3").unwrap();
        let mut drawn = |kind, title: Option<&str>| {
            let wish = Draw {
                title: title.map(str::to_owned),
                up_to: Some(5),
                ..Draw::default()
            };
            let picture = draw(&mut session, kind, &wish, &How::default()).unwrap();
            picture.svg(Theme::Light)
        };
        for kind in [
            Kind::Board,
            Kind::Line,
            Kind::Graph,
            Kind::Tree,
            Kind::Dag,
            Kind::Both,
            Kind::Grid,
        ] {
            let heading = "class=\"ink strong\"";
            let usual = drawn(kind, None);
            assert!(usual.contains(">wythoff: "), "{kind:?}");
            let own = drawn(kind, Some("Who wins?"));
            assert!(
                own.contains(">Who wins?</text>") && !own.contains(">wythoff: "),
                "{kind:?}"
            );
            assert!(own.contains("<title>Who wins?</title>"));
            let none = drawn(kind, Some(""));
            assert!(!none.contains(">wythoff: ") && !none.contains("every position once"));
            assert!(
                none.matches(heading).count() < usual.matches(heading).count(),
                "{kind:?}"
            );
        }
    }

    #[test]
    fn a_board_keeps_its_size_when_nothing_is_left() {
        let mut session = bouton::open("eatcake", "1x1").unwrap();
        let mut bounds = |line: &[&str]| {
            let wish = Draw {
                bare: true,
                line: line.iter().map(|name| (*name).to_owned()).collect(),
                ..Draw::default()
            };
            let picture = draw(&mut session, Kind::Board, &wish, &How::default()).unwrap();
            picture.canvas.bounds()
        };
        assert_eq!(bounds(&["1x1>0"]), bounds(&[]));
    }

    #[test]
    fn labels_never_collide() {
        let wish = Draw {
            up_to: Some(60),
            grundy: true,
            ..Draw::default()
        };
        let large = Draw {
            up_to: Some(120),
            ..Draw::default()
        };
        let beside = Draw {
            with: vec![
                "{2|-1}".into(),
                "^*".into(),
                "-7".into(),
                "{100||99|1/1024}".into(),
            ],
            ..Draw::default()
        };
        let four = Draw {
            up_to: Some(4),
            ..Draw::default()
        };
        // The game, the position, the kind of picture, and which of the wishes above.
        let table = r"
            wythoff  5,8  graph  wish
            wythoff  20,3  graph  wish
            wythoff  3,3  dag  wish
            wythoff  1000,9000  board  wish
            wythoff  1,2  grid  wish
            wythoff  1,2  grid  large
            row-ends  4,5,3,1,2  tree  wish
            row-ends  123456789,5,-3,1,2000000000  triangle  wish
            row-ends  1000000,5,-3,1,2  dag  wish
            row-ends  1000000,5,-3,1,2  board  wish
            mu-torere  ./XXXXOOOO  board  wish
            hackenbush  0b1,1r2,1g3,0r4,0r4  board  wish
            node-kayles  1-2,2-3,3-4,4-5,5-1,5-6  board  wish
            hackenbush  0b1,1r2,1r2,1g2,2b3,0r3,0r3  board  wish
            pong-hau-k-i  OO/./XX  board  wish
            dots-and-boxes:2,2  -./|.|/../.../..  board  wish
            kayles  1  strip  wish
            octal:0.137  1  strip  large
            tic-tac-toe  XXO/O.X/...  graph  wish
            wythoff  1,2  scatter  large
            wythoff  1,2  automaton  large
            expression  {3||2|1}  thermograph  beside
            domineering:4,3  .../.../.../...  thermograph  beside
            expression  3/4  thermograph  beside
            expression  {10|9||8|{7|0}||||-1/2,^||-3|-100}  thermograph  wish
            expression  {7^|3^||2|v}  form  wish
            domineering:2,2  ../..  boards  four
            domineering:2,2  ../..  heat  four
            two-values  5,2,3,1/1,5,3,4  board  wish
        ";
        for line in table.trim().lines() {
            let [game, position, kind, asked] = line.trim().split("  ").collect::<Vec<_>>()[..]
            else {
                panic!("{line}")
            };
            let kind = Kind::ALL.iter().find(|(name, _)| *name == kind).unwrap().1;
            let wish = match asked {
                "large" => &large,
                "beside" => &beside,
                "four" => &four,
                _ => &wish,
            };
            let mut session = bouton::open(game, position).unwrap();
            let picture = draw(&mut session, kind, wish, &How::default()).unwrap();
            let labels = &picture.canvas.labels;
            assert!(labels.len() > 2);
            for (n, a) in labels.iter().enumerate() {
                for b in &labels[..n] {
                    let apart = a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3];
                    assert!(apart, "{line}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn what_is_too_large_is_cut_to_best_play_or_refused() {
        let mut session = bouton::open("wythoff", "60,70").unwrap();
        let picture = draw(&mut session, Kind::Graph, &Draw::default(), &How::default()).unwrap();
        assert_eq!(picture.json()["whole"], false);
        let mut session = bouton::open("row-ends", "1,2,3,4,5,6,7,8,9,10,11,12").unwrap();
        let refused = draw(&mut session, Kind::Tree, &Draw::default(), &How::default());
        assert!(matches!(refused, Err(Error::Unfit(why)) if why.contains("nodes")));
        assert_eq!(session.position().unwrap(), "1,2,3,4,5,6,7,8,9,10,11,12");
        let wish = Draw {
            best_only: true,
            ..Draw::default()
        };
        let mut session = bouton::open("nim", "3,4,5").unwrap();
        let picture = draw(&mut session, Kind::Tree, &wish, &How::default()).unwrap();
        assert_eq!(picture.json()["whole"], false);
    }

    #[cfg(feature = "png")]
    #[test]
    fn a_line_is_a_film_of_as_many_frames() {
        let mut session = bouton::open("tic-tac-toe", "XXO/O.X/...").unwrap();
        let wish = Draw::default();
        let picture = draw(&mut session, Kind::Line, &wish, &How::default()).unwrap();
        let film = picture.gif(Theme::Light, 1.0, &Limits::default()).unwrap();
        let mut decoder = gif::DecodeOptions::new().read_info(&film[..]).unwrap();
        let mut count = 0;
        while decoder.read_next_frame().unwrap().is_some() {
            count += 1;
        }
        assert_eq!(count, picture.json()["frames"].as_array().unwrap().len());
        let board = draw(&mut session, Kind::Board, &wish, &How::default()).unwrap();
        assert!(board.gif(Theme::Light, 1.0, &Limits::default()).is_err());
    }

    /// Captions name the player and the result, and points are seen from one side.
    #[test]
    fn a_given_line_is_filmed() {
        let film = |game, position, line: &[&str]| {
            let mut session = bouton::open(game, position).unwrap();
            let line = line.iter().map(|mv| (*mv).to_owned()).collect();
            let wish = Draw {
                line,
                ..Draw::default()
            };
            let picture = draw(&mut session, Kind::Line, &wish, &How::default());
            assert_eq!(session.position().unwrap(), position);
            picture
        };
        let picture = film("row-ends", "1,2,4,3", &["R", "R", "L"]).unwrap();
        let frames = picture.json()["frames"].as_array().unwrap();
        let moves: Vec<_> = frames.iter().map(|frame| frame["move"].as_str()).collect();
        assert_eq!(moves, [None, Some("R"), Some("R"), Some("L")]);
        let svg = picture.svg(Theme::Light);
        for told in [
            "start; first player ends level",
            "second player: take from the right end; first player ends level",
            "first player: take from the left end; first player ends 2 behind",
            "as the first player sees them",
        ] {
            assert!(svg.contains(told), "{told}");
        }
        let svg = film("hexapawn:3,3", "OOO/.../XXX", &["b3-b2"]).unwrap();
        let svg = svg.svg(Theme::Light);
        assert!(svg.contains("start; White loses in 6 plies"));
        assert!(svg.contains("White: b3-b2; Black now wins in 5 plies"));
        let svg = film("nim", "1", &["0"]).unwrap().svg(Theme::Light);
        assert!(svg.contains("second player has lost"));
        assert!(film("nim", "3,4", &["take 9"]).is_err());
    }

    #[test]
    fn levels_by_remoteness_are_never_made_up() {
        let wish = Draw {
            levels: Some(Levels::Remoteness),
            ..Draw::default()
        };
        let mut session = bouton::open("wythoff", "3,5").unwrap();
        let picture = draw(&mut session, Kind::Graph, &wish, &How::default()).unwrap();
        let nodes = picture.json()["nodes"].as_array().unwrap();
        assert!(nodes.iter().all(|node| node["remoteness"].is_number()));
        let mut session = bouton::open("row-ends", "1,2,4").unwrap();
        let refused = draw(&mut session, Kind::Graph, &wish, &How::default());
        assert!(matches!(refused, Err(Error::Unfit(why)) if why.contains("plies")));
    }

    #[test]
    fn a_film_strip_of_endless_play_stops_where_it_comes_back() {
        let mut session = bouton::open("mu-torere", "./XXXXOOOO").unwrap();
        let wish = Draw::default();
        let picture = draw(&mut session, Kind::Line, &wish, &How::default()).unwrap();
        let frames = picture.json()["frames"].as_array().unwrap();
        let mut positions: Vec<_> = frames.iter().map(|frame| &frame["position"]).collect();
        let count = positions.len();
        positions.sort_by_key(|position| position.to_string());
        positions.dedup();
        assert_eq!(positions.len(), count);
        assert!(count < 40 && picture.svg(Theme::Light).contains("again as after move"));
    }
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
