//! `bouton play`: a game against best play, as a dialogue in plain text.

use std::io::{BufRead, Write};

use bouton::{How, Session};

use super::Status;
use super::options::{GameArg, HowArgs, PositionArg, open};

/// Play in the terminal against best play, with hints
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton play nim 3,4,5
  bouton play tic-tac-toe --second")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// Let the program move first
    #[arg(long)]
    second: bool,
    #[command(flatten)]
    how: HowArgs,
}

const HELP: &str = "Type a move, or: moves, hint, why, undo, help, quit.";

/// All that a move changes besides the position.
#[derive(Clone, Copy)]
struct Turn {
    persons: bool,
    /// Points of the person and of the program.
    totals: [i128; 2],
}

/// A game in progress.
struct Dialogue {
    session: Box<dyn Session>,
    how: How,
    turn: Turn,
    /// The position and the turn before each move.
    past: Vec<(String, Turn)>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let session = open(&args.game, args.position.position.as_deref())?;
    let turn = Turn {
        persons: !args.second,
        totals: [0, 0],
    };
    say(HELP)?;
    Dialogue {
        session,
        how: args.how.how(),
        turn,
        past: Vec::new(),
    }
    .run()?;
    Ok(Status::Answered)
}

fn say(text: impl AsRef<str>) -> anyhow::Result<()> {
    super::output::line(text)
}

impl Dialogue {
    fn run(&mut self) -> anyhow::Result<()> {
        loop {
            say(format!("position: {}", self.session.position()))?;
            if self.session.is_over() {
                return self.end();
            }
            if !self.turn.persons {
                self.answer()?;
            } else if !self.ask()? {
                return Ok(());
            }
        }
    }

    /// The program's move.
    fn answer(&mut self) -> anyhow::Result<()> {
        let answer = self.session.solve(&self.how)?;
        let best = answer
            .preferred
            .ok_or_else(|| anyhow::anyhow!("stopped at a limit before a move was found"))?;
        say(format!("I play: {}", best.name))?;
        Ok(self.play(&best.name)?)
    }

    /// Makes a move and hands over the turn, unless it is kept.
    fn play(&mut self, text: &str) -> Result<(), bouton::Error> {
        let before = self.session.position();
        let played = self.session.play(text)?;
        self.past.push((before, self.turn));
        self.turn.totals[usize::from(!self.turn.persons)] += played.gain.unwrap_or(0);
        self.turn.persons ^= !played.keeps_turn;
        Ok(())
    }

    /// One line from the person; false when there is no more.
    fn ask(&mut self) -> anyhow::Result<bool> {
        write!(std::io::stdout(), "your move> ")?;
        std::io::stdout().flush()?;
        let mut text = String::new();
        if std::io::stdin().lock().read_line(&mut text)? == 0 {
            say("")?;
            return Ok(false);
        }
        match text.trim() {
            "quit" | "q" | "exit" => return Ok(false),
            "help" | "?" | "" => say(HELP)?,
            "moves" => self.list()?,
            "hint" => self.hint()?,
            "why" => say(self
                .session
                .solve(&self.how)?
                .why
                .unwrap_or_else(|| "not solved".into()))?,
            "undo" => self.undo()?,
            mv => {
                if let Err(error) = self.play(mv) {
                    say(error.to_string())?;
                }
            }
        }
        Ok(true)
    }

    fn list(&mut self) -> anyhow::Result<()> {
        match self.session.moves(&self.how)? {
            Ok(moves) => moves.iter().try_for_each(|mv| {
                let margin = mv
                    .margin
                    .as_ref()
                    .map(|margin| format!(", margin {margin}"))
                    .unwrap_or_default();
                say(format!("  {} ({}{margin})", mv.name, mv.outcome))
            }),
            Err(why) => say(format!("stopped by the limit of {}", why.word())),
        }
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        let answer = self.session.solve(&self.how)?;
        match (answer.preferred, answer.outcome) {
            (Some(best), Some(outcome)) => say(format!("{} ({outcome})", best.name)),
            _ => say("not solved within the limits"),
        }
    }

    /// Back to the person's last move.
    fn undo(&mut self) -> anyhow::Result<()> {
        while let Some((position, turn)) = self.past.pop() {
            self.session.go(&position)?;
            self.turn = turn;
            if turn.persons {
                return Ok(());
            }
        }
        say("nothing to undo")
    }

    fn end(&mut self) -> anyhow::Result<()> {
        let answer = self.session.solve(&self.how)?;
        let [person, program] = self.turn.totals;
        let lead = match (answer.margin.is_some(), answer.outcome, self.turn.persons) {
            (true, ..) => person - program,
            (false, Some("draw"), _) => 0,
            (false, Some("win"), true) | (false, Some("loss"), false) => 1,
            _ => -1,
        };
        let result = match lead.signum() {
            0 => "a draw",
            1 => "you win",
            _ => "you lose",
        };
        let points = if answer.margin.is_some() {
            format!(", {person} to {program}")
        } else {
            String::new()
        };
        say(format!("Play is over: {result}{points}."))
    }
}
