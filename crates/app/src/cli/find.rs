//! `bouton find`: the positions that meet a condition.

use bouton::questions::Find;

use super::list::ListArgs;
use super::options::{GameArg, HowArgs, PositionArg, read_position};
use super::posed::Posed;
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
    #[command(flatten)]
    asked: Posed<Find>,
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
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let typed = args.position.position.as_deref();
    let position = typed.map(read_position).transpose()?;
    let how = args.how.how();
    let open = |name: String| {
        args.game
            .called(name, &how.limits)
            .position(position.clone())
    };
    let watch = Watch::over(&how.limits);
    let game = &args.game.game;
    let fields = args.asked.fields.as_ref();
    (args.list).tell(fields, watch, |each| {
        args.asked.answer(game, open, &how, each)
    })
}
