//! `bouton find`: the positions that meet a condition.

use bouton::experiment::{Places, Wanted, find};

use super::options::{GameArg, HowArgs, PositionArg, read_position};
use super::output::{complain, credit, csv, json, text};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Find the positions that meet a condition, among heaps up to N or all boards of a size
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton find wythoff --up-to 49 --where loss
  bouton find wythoff --up-to 30 --where 'h1 = 7 & win & best_count > 1'
  bouton find kayles --up-to 100 --where 'grundy in 7..'
  bouton find domineering:2,3 --all --where 'value = *'
  bouton find 'clobber:2,2' --all --where 'temperature >= 0 & !(value = 0)' --csv
  bouton find domineering:3,3 --all --sort -temperature --first 5
  bouton find wythoff --up-to 1000 --where loss --count
  bouton find subtraction:1,3,4 --up-to 40 --where 'loss & remoteness <= 4'
  bouton find 'file.star:1..9' --where 'loss & remoteness in 2..4'

Conditions compare these names with = != < <= > >= (values also with <>) or with `in A..B`,
and join comparisons with & | ! and parentheses:
  win, loss, draw        the outcome, for the player to move
  L, R, N, P, T          the outcome class, in a partizan game
  remoteness, margin, grundy
  moves, best_count      the number of moves, and of best moves
  total, heaps           the sum of the heaps, and their number
  h1, h2, …              each heap
  value, mean, temperature, left_stop, right_stop, birthday")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// The condition, such as `win & moves > 3`
    #[arg(long = "where", value_name = "CONDITION", default_value = "", required_unless_present_any = ["sort", "count"])]
    condition: String,
    /// Search all positions with heaps up to N
    #[arg(long, value_name = "N", conflicts_with = "all")]
    up_to: Option<u64>,
    /// With --up-to: number of heaps, in a game with any number of them
    #[arg(long, value_name = "K", requires = "up_to")]
    piles: Option<usize>,
    /// Search every way to fill the board
    #[arg(long)]
    all: bool,
    /// Stop after N positions are found
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Sort by a field such as `temperature`; `-temperature`: the largest first
    #[arg(long, value_name = "FIELD", allow_hyphen_values = true)]
    sort: Option<String>,
    /// Answer with the number of positions alone
    #[arg(long)]
    count: bool,
    #[command(flatten)]
    how: HowArgs,
    /// Answer with one JSON object on one line
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Answer with a CSV table
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
        sort: args.sort.as_deref(),
        count: args.count,
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
        csv(&found, |found| found.csv())?;
    } else if args.count {
        text(&found.count)?;
    } else {
        text(&found)?;
    }
    credit(found.proved.as_ref(), args.json);
    if let Some(why) = found.stopped {
        complain(format_args!("{why}; the list may be incomplete"));
        return Ok(Watch::status());
    }
    Ok(Status::Answered)
}
