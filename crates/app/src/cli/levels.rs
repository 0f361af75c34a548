//! `bouton levels`: the levels of the program's play in a game.

use bouton::Error;
use bouton::play::{Contest, Level, ladder};

use super::halted::Missing;
use super::options::{GameArg, HowArgs, PositionArg, open};
use super::output::tell;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// List the levels at which the program can play a game, weakest first
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton levels nim
  bouton levels row-ends 4,5,3,1,2,7 --games 200")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// Measure: play N games between each pair of levels, and keep those that are stronger
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=100_000))]
    games: Option<u64>,
    /// Seed of these games
    #[arg(long, default_value_t = 1, requires = "games")]
    seed: u64,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// The result of games between levels.
const LADDER: Missing = Missing {
    fields: &["games", "seed", "levels", "left_out"],
    undone: "the games were played",
};

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
            .told(self.json, LADDER.fields)
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let position = args.position.position.as_deref();
    let Some(games) = args.games else {
        if args.how.solver.named.is_some() {
            anyhow::bail!(
                "--solver is for the games that --games asks for: nothing is solved here"
            );
        }
        let session = match position {
            None => args.game.open_anywhere(&how.limits)?,
            position => open(&args.game, position, &how.limits)?,
        };
        let levels = Level::all(&session)?;
        watch.found();
        tell(&levels, args.json)?;
        return Ok(Status::Answered);
    };
    let contest = Contest {
        games: games as usize,
        seed: args.seed,
    };
    let session = open(&args.game, position, &how.limits)?;
    let begun = session.position()?;
    let measured = ladder(session, &contest, &how);
    watch.found();
    match measured {
        Err(Error::Stopped(why)) => LADDER.tell(&args.game.game, begun, why, args.json),
        measured => {
            tell(&measured?, args.json)?;
            Ok(Status::Answered)
        }
    }
}
