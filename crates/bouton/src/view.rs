//! The data to show and play a position.

use bouton_answers::{FigureKind, View, ViewGame, ViewMove};
use bouton_core::scene::{Figure, Scene, Seat};

use crate::course::Course;
use crate::session::Session;
use bouton_engine::Choice;
use bouton_engine::Error;

/// The most moves listed.
const MOST_MOVES: usize = 2000;
/// The most bytes of positions that are written out: if positions are long, fewer moves are listed.
const MOST_WRITTEN: usize = 2_000_000;

/// The data to show and play the session's position. Nothing is solved: the result is given when play is over, by the rules.
///
/// ```
/// let mut session = bouton::open("nim", "1,2")?;
/// let view = bouton::view(&mut session)?;
/// assert_eq!(view.moves.len(), 3);
/// assert!(!view.over);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the rules fail.
pub fn view(session: &mut Session) -> Result<View, Error> {
    view_after(session, &[])
}

/// The same after a line of play: moves have the names of the board at its start, and earned points count.
///
/// ```
/// let mut session = bouton::open("hexapawn:3,3", "OOO/.../XXX")?;
/// let view = bouton::view_after(&mut session, &["b3-b2".into()])?;
/// let takes = &view.moves[0];
/// assert_eq!((takes.name.as_str(), takes.shown.as_deref()), ("a3-a2", Some("c1-c2")));
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// As for [`view`]; also if a move does not exist.
pub fn view_after(session: &mut Session, line: &[String]) -> Result<View, Error> {
    let course = Course::follow(session, line)?;
    let end = session.end()?;
    let over = end.is_some();
    let position = session.position()?;
    let most = (MOST_WRITTEN / position.len().max(1)).clamp(1, MOST_MOVES);
    let mut choices = session.choices(most + 1)?;
    let more = choices.len() > most;
    choices.truncate(most);
    let scene = session.scene()?;
    Ok(View {
        game: session.game().to_owned(),
        over,
        outcome: end.map(|(outcome, _)| outcome),
        margin: end.and_then(|(_, margin)| margin).map(Into::into),
        mover: session.side(),
        moves: choices
            .into_iter()
            .map(|choice| listed(choice, course.now()))
            .collect(),
        more,
        canonical: Some(session.canonical()?).filter(|canonical| *canonical != position),
        family: session.family(),
        games: games(&scene.figure),
        figure: kind(&scene.figure),
        set: scene.set.name().to_owned(),
        seat: seat(scene.seat).to_owned(),
        note: match scene.seat {
            Seat::Table => scene.caption(over),
            // If the mover's pieces are always drawn alike, the player to move has a fixed colour.
            Seat::Mover | Seat::MoverBelow => scene.note,
        },
        position,
    })
}

fn listed(choice: Choice, board: &Scene) -> ViewMove {
    let shown = board.called(&choice.played.name);
    ViewMove {
        shown: Some(shown).filter(|shown| *shown != choice.played.name),
        name: choice.played.name,
        words: choice.played.words,
        to: choice.to,
        gain: choice.played.gain.map(Into::into),
        keeps_turn: choice.played.keeps_turn,
        changes: choice.deed.parts(),
        deed: choice.deed,
    }
}

fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::Table => "table",
        Seat::Mover => "mover",
        Seat::MoverBelow => "mover-below",
    }
}

fn kind(figure: &Figure) -> FigureKind {
    match figure {
        Figure::Words(_) => FigureKind::Words,
        Figure::Heaps(_) => FigureKind::Heaps,
        Figure::Coins(_) => FigureKind::Coins,
        Figure::Cards { .. } => FigureKind::Cards,
        Figure::Board(_) => FigureKind::Board,
        Figure::Net { .. } => FigureKind::Net,
        Figure::Games(_) => FigureKind::Games,
    }
}

fn games(figure: &Figure) -> Vec<ViewGame> {
    let Figure::Games(games) = figure else {
        return Vec::new();
    };
    let games = games.iter().scan(0, |first, game| {
        let parts = *first..*first + game.scene.parts();
        *first = parts.end;
        Some(ViewGame {
            number: game.number,
            game: game.game.clone(),
            position: game.position.clone(),
            over: game.over,
            first: parts.start,
            parts: parts.len(),
            figure: kind(&game.scene.figure),
            set: game.scene.set.name().to_owned(),
        })
    });
    games.collect()
}
