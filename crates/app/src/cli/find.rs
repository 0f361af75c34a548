//! `bouton find`: the positions that meet a condition.

use bouton::experiment::{Places, Wanted, find};

use super::options::{GameArg, HowArgs, PositionArg, read_position};
use super::output::{complain, json, lines, text};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// The positions that meet a condition: heaps up to N, all boards of a size, or the starts of a range of games
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton find wythoff --up-to 49 --where loss
  bouton find wythoff --up-to 30 --where 'h1 = 7 & win & best_count > 1'
  bouton find kayles --up-to 100 --where 'grundy in 7..'
  bouton find domineering:2,3 --all --where 'value = *'
  bouton find 'clobber:2,2' --all --where 'temperature >= 0 & !(value = 0)' --csv
  bouton find subtraction:1,3,4 --up-to 40 --where 'loss & remoteness <= 4'
  bouton find 'file.star:1..9' --where 'loss & remoteness in 2..4'

Conditions: win, loss, draw; classes L, R, N, P; remoteness, margin, grundy, moves (how many there are), best_count (how many are best),
total, heaps (how many), h1, h2, … (each), value, mean, temperature, left_stop, right_stop, birthday, each with = != < <= > >= (values: <>, too) or
in A..B; joined by & | ! and parentheses.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// What the positions are to meet
    #[arg(long = "where", value_name = "CONDITION")]
    condition: String,
    /// Look at all positions with heaps up to N
    #[arg(long, value_name = "N", conflicts_with = "all")]
    up_to: Option<u64>,
    /// With --up-to: how many heaps, where the game has any number of them
    #[arg(long, value_name = "K", requires = "up_to")]
    piles: Option<usize>,
    /// Look at every way to fill the board
    #[arg(long)]
    all: bool,
    /// Stop when so many are found
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Answer with a table for spreadsheets
    #[arg(long)]
    csv: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
            .told(self.json, &["where", "positions", "count", "tried"])
    }

    fn places(&self) -> Places {
        match (self.all, self.up_to) {
            (true, _) => Places::Boards,
            (_, Some(up_to)) => Places::UpTo {
                up_to,
                piles: self.piles,
            },
            _ => Places::Start,
        }
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let typed = args.position.position.as_deref();
    let position = typed.map(read_position).transpose()?;
    let how = args.how.how();
    let wanted = Wanted {
        condition: &args.condition,
        places: args.places(),
        first: args.first,
    };
    let open = |name: String| {
        args.game
            .called(name, &how.limits)
            .position(position.clone())
    };
    let mut watch = Watch::over(&how.limits);
    let found = find(&args.game.game, open, &wanted, &how)?;
    watch.found();
    if args.json {
        json(&found)?;
    } else if args.csv {
        lines(&found, |found| found.csv().trim_end().to_owned())?;
    } else {
        text(&found)?;
    }
    if let Some(why) = found.stopped {
        complain(format_args!(
            "{why}; the list is complete only as far as it goes"
        ));
        return Ok(Watch::status());
    }
    Ok(Status::Answered)
}
