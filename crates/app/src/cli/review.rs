//! `bouton review`: a line of play, replayed against best play.

use bouton::experiment::review;
use bouton::{Choice, Error, Limits, Name, Session};

use super::halted::Missing;
use super::options::{GameArg, HowArgs, TableArgs, open};
use super::output::tell;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Review a line of play: the value before and after each move, and where the outcome turned
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton review row-ends 1,2,4,3 R R L
  bouton review nim 3,4,5 'take 2 from heap 1' 'take 1 from heap 2'
  bouton review tic-tac-toe a1 b1 b2
  bouton review 'nim 2 + kayles 2' '1: take 1' '0: take 1'")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The position, or the first move if the line begins at the usual start (or at a sum's position)
    #[arg(allow_hyphen_values = true)]
    position: Option<String>,
    /// The moves in order, as the program writes them, or the positions they lead to
    #[arg(value_name = "MOVE")]
    moves: Vec<String>,
    #[command(flatten)]
    how: HowArgs,
    #[command(flatten)]
    tables: TableArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.as_ref())
            .by(&self.how)
            .told(self.json, LINE.fields)
    }
}

/// The number of moves of the usual start that are compared with the first word.
const MOST: usize = 10_000;

/// The session, and whether the first word is a move from the usual start.
fn begin(args: &Args, word: Option<&str>, limits: &Limits) -> anyhow::Result<(Session, bool)> {
    let there = open(&args.game, word, limits);
    let Some(word) = word else {
        return Ok((there?, false));
    };
    // GDL files and graphs take long to read, and standard input can be read only once.
    let slow = [".kif", ".gdl", ".jsonl", "graph:"];
    let is_slow = slow.iter().any(|name| args.game.game.contains(name));
    if there.is_ok() && is_slow {
        return Ok((there?, false));
    }
    let Ok(start) = open(&args.game, None, limits) else {
        return Ok((there?, false));
    };
    match is_move(&start, word)? || there.is_err() && open_after(args, word, limits) {
        true => Ok((start, true)),
        false => Ok((there?, false)),
    }
}

/// Whether a word is the name of a move; moves named by their positions count, too.
fn is_move(start: &Session, word: &str) -> Result<bool, Error> {
    let choices = start.choices(MOST)?;
    let called = |choice: &Choice| choice.played.name.eq_ignore_ascii_case(word.trim());
    Ok(choices
        .iter()
        .any(|choice| called(choice) && choice.played.name != choice.to))
}

/// Whether a word names a move of the usual start in any other way.
fn open_after(args: &Args, word: &str, limits: &Limits) -> bool {
    let start = open(&args.game, None, limits);
    start.is_ok_and(|mut start| start.play(word).is_ok())
}

const LINE: Missing = Missing {
    fields: &["moves", "turning_points", "turning_point", "totals"],
    undone: "the line was valued",
};

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let mut moves = args.moves.clone();
    let mut position = args.position.clone();
    if Name::read(&args.game.game)?.has_position() {
        moves.splice(0..0, position.take());
    }
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let (session, is_move) = begin(args, position.as_deref(), &how.limits)?;
    if is_move {
        moves.splice(0..0, position.take());
    }
    let mut session = args.tables.attach(session)?;
    let begun = session.position()?;
    let result = review(&mut session, &moves, &how);
    watch.found();
    let review = match result {
        Err(Error::Stopped(why)) => {
            return LINE.tell(session.game(), begun, why, args.json);
        }
        answered => answered?,
    };
    tell(&review, args.json)?;
    drop(watch);
    Ok(Status::Answered)
}
