//! `bouton puzzles`: positions with only one good move, and sheets of them.

use std::path::{Path, PathBuf};

use anyhow::bail;
use bouton::questions::{Puzzles, Question};
use bouton::{How, Limits};
use bouton_pictures::{Printed, Sheet, Theme, sheet};

use super::options::{GameArg, LimitArgs, PositionArg, SolverArg, TableArgs, open_to_play};
use super::output::{complain, file, json, line, text};
use super::posed::Posed;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Make puzzles: positions where only one move wins, or only one saves the draw, hardest first
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton puzzles tic-tac-toe --count 5
  bouton puzzles nim 3,4,5 --count 3 --json
  bouton puzzles domineering:4,4 --date 2026-11-22
  bouton puzzles hexapawn:3,3 --sheet hexapawn.html
  bouton puzzles tic-tac-toe --seed 2 --sheet second.html --paper letter

The program plays at random from POSITION and keeps the positions that are puzzles, one for each
symmetry class. Without POSITION it starts at the usual start, or at many starts of a usual size.
With --table, puzzles come from all positions of the table.
The difficulty is that for a player who looks two plies ahead. It counts along a line of best play,
as long as only one move holds: 1 for each move to find, 1 for each wrong move that does not fail
within two plies, and 3 if the player would make a wrong one. Then it adds 2 for each strategy of
the game that misses the move. Positions that need a search of more than 50,000 positions are left
out, or if there are too few others searched 5 plies ahead for the quickest win.
The same game, position and date or seed give the same puzzles.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    #[command(flatten)]
    asked: Posed<Puzzles>,
    /// Write a sheet to print from a browser (`.html`), as a picture (`.svg`, `.png`), or the puzzles as `.json`
    #[arg(long, value_name = "FILE")]
    sheet: Option<PathBuf>,
    /// The paper of the sheet
    #[arg(long, value_parser = ["a4", "letter"], default_value = "a4", requires = "sheet")]
    paper: String,
    #[command(flatten)]
    solver: SolverArg,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    tables: TableArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .spending(&self.limits)
            .told(self.json, &["puzzles", "visited"])
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = How {
        solver: args.solver.named.clone(),
        limits: args.limits.begin(),
    };
    let mut watch = Watch::over(&how.limits);
    let position = args.position.position.as_deref();
    let (session, varied) = open_to_play(&args.game, position, &how.limits)?;
    let mut session = args.tables.attach(session)?;
    let version = args.asked.version()?;
    let found = args.asked.answer(&mut session, varied, &how)?;
    watch.found();
    if args.json {
        json(&found)?;
    } else if args.sheet.is_none() {
        text(&found)?;
    }
    if let Some(path) = &args.sheet {
        let rules = args.game.rules_on_paper(&how.limits)?;
        let written = Sheet {
            rules: &rules,
            paper: Printed::asked([("paper", &args.paper)])?.paper,
            seed: version.as_deref(),
        };
        let picture = sheet(&mut session, &found, &written)?;
        write(path, &picture, &Limits::default())?;
        if !args.json {
            let count = match found.puzzles.len() {
                1 => "1 puzzle".to_owned(),
                count => format!("{count} puzzles"),
            };
            let found = found.remark(args.asked.wanted()).unwrap_or(count);
            line(format!("{}: {found}", path.display()))?;
        }
    } else if !found.puzzles.is_empty()
        && let Some(remark) = found.remark(args.asked.wanted())
    {
        complain(remark);
    }
    if let Some(why) = found.stopped {
        complain(format_args!("{why}; there may be harder puzzles"));
        return Ok(Watch::status());
    }
    Ok(Status::Answered)
}

#[cfg_attr(not(feature = "png"), allow(unused_variables))]
fn write(path: &Path, picture: &bouton_pictures::Picture, limits: &Limits) -> anyhow::Result<()> {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let bytes = match ending.map(str::to_lowercase).as_deref() {
        Some("html") => picture.html().into_bytes(),
        Some("svg") => picture.svg(Theme::Light).into_bytes(),
        Some("json") => format!("{}\n", picture.json()).into_bytes(),
        #[cfg(feature = "png")]
        Some("png") => picture.png(Theme::Light, 2.0, limits)?,
        _ => bail!(
            "{}: expected a name that ends in .html, .svg, .png or .json",
            path.display()
        ),
    };
    file(path, |out| out.write_all(&bytes))
}
