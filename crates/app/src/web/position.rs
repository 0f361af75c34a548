//! Questions about one position: what it is, its value, its moves, a line of play from it, what can be reached.

use bouton::experiment::{analyze, review};
use bouton::scene::Figure;
use bouton::{Choice, How, Session, Side, Whole};
use serde::Serialize;

use super::csv::Csv;
use super::desk::Desk;
use super::pool::Answered;
use super::query::Query;
use super::refusal::Refusal;
use super::reply::Reply;
use crate::cli::moves::Moves;

/// A page shows so many moves.
const MOST_MOVES: usize = 2000;
/// Characters of positions that are written out for a page: long positions show fewer moves.
const MOST_WRITTEN: usize = 2_000_000;

/// All that a page needs to show and play a position, without solving it.
#[derive(Serialize)]
struct View {
    game: String,
    position: String,
    over: bool,
    /// For the player to move, when play is over.
    outcome: Option<&'static str>,
    mover: Option<&'static str>,
    moves: Vec<Move>,
    /// Whether there are more moves than are listed.
    more: bool,
    /// The position that stands for all that are the same by symmetry, if it is another.
    canonical: Option<String>,
    family: Option<String>,
    /// What kind of thing lies on the table.
    figure: &'static str,
    note: String,
}

#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    name: String,
    to: String,
    gain: Option<Whole>,
    keeps_turn: bool,
    changes: Vec<usize>,
}

impl From<Choice> for Move {
    fn from(choice: Choice) -> Self {
        Self {
            name: choice.played.name,
            to: choice.to,
            gain: choice.played.gain.map(|gain| Whole::of(&gain)),
            keeps_turn: choice.played.keeps_turn,
            changes: choice.changes,
        }
    }
}

pub(crate) fn view(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open(query)?;
    let outcome = if session.is_over() {
        session.value(how)?.ok().map(|value| value.outcome.word())
    } else {
        None
    };
    Reply::json(&View::of(session, outcome), None)
}

impl View {
    fn of(session: &dyn Session, outcome: Option<&'static str>) -> Self {
        let position = session.position();
        let most = (MOST_WRITTEN / position.len().max(1)).clamp(1, MOST_MOVES);
        let mut choices = session.choices(most + 1);
        let more = choices.len() > most;
        choices.truncate(most);
        let scene = session.scene();
        Self {
            game: session.game().to_owned(),
            over: session.is_over(),
            outcome,
            mover: session.side().map(|side| match side {
                Side::Left => "Left",
                Side::Right => "Right",
            }),
            moves: choices.into_iter().map(Move::from).collect(),
            more,
            canonical: Some(session.canonical()).filter(|canonical| *canonical != position),
            family: session.family(),
            figure: figure(&scene.figure),
            note: scene.note,
            position,
        }
    }
}

fn figure(figure: &Figure) -> &'static str {
    match figure {
        Figure::Words(_) => "words",
        Figure::Heaps(_) => "heaps",
        Figure::Coins(_) => "coins",
        Figure::Cards(_) => "cards",
        Figure::Board(_) => "board",
        Figure::Net { .. } => "net",
    }
}

pub(crate) fn solve(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let mut answer = desk.open(query)?.solve(how)?;
    if let Some(typed) = query.text("position") {
        answer.position = typed.to_owned();
    }
    Reply::json(&answer, answer.stopped)
}

pub(crate) fn moves(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open(query)?;
    let moves = session.moves(how)?.map_err(Refusal::stopped)?;
    let typed = query.text("position").map(str::to_owned);
    let position = typed.unwrap_or_else(|| session.position());
    let answer = Moves {
        game: session.game(),
        position: &position,
        moves,
    };
    Reply::json(&answer, None)
}

pub(crate) fn replay(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open(query)?;
    let answer = review(session, &query.all("move"), how)?.map_err(Refusal::stopped)?;
    if query.text("format") != Some("csv") {
        return Reply::json(&answer, None)?.saved(query, "review");
    }
    let mut csv = Csv::new(["ply", "player", "move", "before", "after", "best"]);
    for (n, step) in answer.moves.iter().enumerate() {
        let player = if step.first_to_move {
            "first"
        } else {
            "second"
        };
        csv.row([
            (n + 1).to_string(),
            player.into(),
            step.name.clone(),
            step.before.to_string(),
            step.after.to_string(),
            step.best.join("; "),
        ]);
    }
    csv.reply()?.saved(query, "review")
}

pub(crate) fn census(desk: &mut Desk, query: &Query, how: &How) -> Answered {
    let session = desk.open(query)?;
    let mut answer = analyze(session, how)?.map_err(Refusal::stopped)?;
    if let Some(typed) = query.text("position") {
        answer.position = typed.to_owned();
    }
    Reply::json(&answer, None)
}
