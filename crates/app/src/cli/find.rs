//! `bouton find`: the positions that meet a condition.

use bouton::experiment::{Places, Wanted, find_each};

use super::list::{BoundArgs, ListArgs};
use super::options::{GameArg, HowArgs, PositionArg, read_position};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Find the positions that meet a condition: of heaps up to N, of all boards of a size, or that play can reach
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton find wythoff --up-to 49 --where loss
  bouton find wythoff --up-to 30 --where 'h1 = 7 & win & best_count > 1'
  bouton find kayles --up-to 100 --where 'grundy in 7..'
  bouton find domineering:2,3 --all --where 'value = *'
  bouton find 'clobber:2,2' --all --where 'temperature >= 0 & !(value = 0)' --csv
  bouton find domineering:3,3 --all --sort -temperature --first 5
  bouton find wythoff --up-to 1000 --where loss --count
  bouton find nim --piles 3 --up-to 7 --where 'loss & h3 = h1 + h2'
  bouton find tic-tac-toe --reachable --group-by outcome,remoteness
  bouton find kayles --up-to 100000 --json --fields position,outcome
  bouton find subtraction:1,3,4 --up-to 40 --where 'loss & remoteness <= 4'
  bouton find 'file.star:1..9' --where 'loss & remoteness in 2..4'

Conditions compare sums such as 2*h1 + 3 of these names with = != < <= > >= (values also with <>)
or with `in A..B`, and join comparisons with & | ! and parentheses. --fields and --group-by take
them, too, and game, position, outcome, class:
  win, loss, draw        the outcome, for the player to move
  L, R, N, P, T          the outcome class, in a partizan game
  remoteness, margin, grundy
  moves, best_count      the number of moves, and of best moves
  total, max, min        the sum of the heaps, the largest, the smallest
  heaps, h1, h2, …       their number, and each of them
  value, mean, temperature, left_stop, right_stop, birthday")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionArg,
    /// The condition, such as `win & moves > 3`
    #[arg(long = "where", value_name = "CONDITION", default_value = "",
        required_unless_present_any = ["sort", "count", "sum", "group_by", "fields"])]
    condition: String,
    #[command(flatten)]
    bound: BoundArgs,
    /// Search every way to fill the board
    #[arg(long, conflicts_with = "size")]
    all: bool,
    /// Search all positions that play can reach from POSITION
    #[arg(long, conflicts_with_all = ["size", "all"])]
    reachable: bool,
    /// Stop after N positions are found
    #[arg(long, value_name = "N")]
    first: Option<usize>,
    /// Sort by a field such as `temperature`; `-temperature`: the largest first
    #[arg(long, value_name = "FIELD", allow_hyphen_values = true)]
    sort: Option<String>,
    /// Answer with the number of positions alone
    #[arg(long, conflicts_with_all = ["sum", "group_by", "fields", "sort", "lines"])]
    count: bool,
    /// Answer with the sum of a field, such as `total`, over the positions
    #[arg(long, value_name = "FIELD", conflicts_with_all = ["group_by", "fields", "sort", "lines"])]
    sum: Option<String>,
    /// Answer with the number of positions for each value of these fields, such as `outcome`
    #[arg(long, value_name = "FIELD,…", conflicts_with_all = ["fields", "sort"])]
    group_by: Option<String>,
    #[command(flatten)]
    list: ListArgs,
    #[command(flatten)]
    how: HowArgs,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .by(&self.how)
            .told(self.list.json, &["where", "positions", "count", "visited"])
    }

    fn places(&self) -> Places {
        match self.bound.bound() {
            Some(bound) => Places::UpTo(bound),
            None if self.all => Places::Boards,
            None if self.reachable => Places::Reachable,
            None => Places::Start,
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
        sum: args.sum.as_deref(),
        group_by: args.group_by.as_deref(),
        fields: args.list.fields.as_deref(),
    };
    let open = |name: String| {
        args.game
            .called(name, &how.limits)
            .position(position.clone())
    };
    let watch = Watch::over(&how.limits);
    let game = &args.game.game;
    (args.list).tell(watch, |each| find_each(game, open, &wanted, &how, each))
}
