//! `bouton value`: the value of a partizan position.

use bouton::answers::GameValue;
use bouton::bidding;
use bouton::calculus::{Show, value};
use bouton::certificates::write_value;
use bouton::experiment::sizes;

use super::batch::batch;
use super::certificate::CertificateArg;
use super::options::{GameArg, LimitArgs, PositionsArg, open};
use super::output::tell;
use super::posed::Posed;
use super::sizes::Sizes;
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Find the value of a partizan position: canonical form, mean, temperature, each move
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton value domineering:4,4
  bouton value clobber:2,3 XOX/OX.
  bouton value 'domineering:2,3 ... /... + {2|-1}' --json
  bouton value kayles 5 --misere
  bouton value 'game.star 2 + game.star 3'
  bouton value domineering:4,4 --certificate d44.gz && bouton verify d44.gz
  bouton value domineering --sizes 1..4x1..4
  bouton value domineering --sizes 1..3x1..3 --show mean,temperature
  bouton value domineering:2,3 --bidding

In a game of points of Left and Right: scores, mean, temperature, accounting.
`bouton calc` calculates with values; `bouton values` is another thing: a table of outcomes or Grundy values.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    #[command(flatten)]
    position: PositionsArg,
    /// Tabulate boards of these sizes instead, such as `1..4x1..4` or `2x1..6`
    #[arg(long, value_name = "ROWSxCOLUMNS", conflicts_with = "position")]
    sizes: Option<Sizes>,
    /// With --sizes: fields to show, such as `value`, `mean`, `temperature`, `class`, `kind`
    #[arg(
        long,
        value_name = "FIELDS",
        value_delimiter = ',',
        default_value = "value",
        requires = "sizes",
        conflicts_with = "position"
    )]
    show: Vec<String>,
    /// Instead, the price where both bid for each move: the part of all money with which Left wins
    #[arg(long, conflicts_with_all = ["sizes", "certificate", "latex", "width"])]
    bidding: bool,
    #[command(flatten)]
    style: Posed<Show>,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    certificate: CertificateArg,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .at(self.position.position.as_ref())
            .spending(&self.limits)
            .told(
                self.json,
                if self.bidding {
                    &["price", "bid"]
                } else {
                    &["value", "class"]
                },
            )
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    if args.game.right {
        anyhow::bail!(
            "--right does not apply here: the value of a position does not depend on who moves"
        );
    }
    if let Some(Sizes { rows, columns }) = &args.sizes {
        let limits = args.limits.begin();
        let mut watch = Watch::over(&limits);
        let (game, show) = (&args.game, args.style.0);
        for (option, is_asked) in [
            ("latex", show.latex),
            ("certificate", args.certificate.is_asked()),
        ] {
            if is_asked {
                anyhow::bail!("--{option} does not apply to a table over sizes");
            }
        }
        let sides = [rows.clone(), columns.clone()];
        let table = sizes(&game.game, game.misere, sides, &args.show, show, &limits)?;
        watch.found();
        tell(&table, args.json)?;
        drop(watch);
        return Ok(status(table.stopped.is_some()));
    }
    match args.position.position.as_deref() {
        Some("-") if args.certificate.is_asked() => {
            anyhow::bail!("--certificate is of one position, not of a batch")
        }
        Some("-") => batch(|position| one(args, Some(position), true)),
        typed => one(args, typed, args.json),
    }
}

fn one(args: &Args, typed: Option<&str>, as_json: bool) -> anyhow::Result<Status> {
    let limits = args.limits.begin();
    let mut watch = Watch::over(&limits);
    let mut session = open(&args.game, typed, &limits)?;
    if args.bidding {
        let answer = bidding(&mut session, &limits)?;
        watch.found();
        tell(&answer, as_json)?;
        drop(watch);
        return Ok(status(answer.stopped.is_some()));
    }
    let mut answer: GameValue = value(&mut session, args.style.0, &limits)?;
    let written = match answer.stopped {
        None => args
            .certificate
            .write_by(|out| write_value(&mut session, &limits, out))?,
        Some(_) => args.certificate.nothing_proved(),
    };
    watch.found();
    match as_json {
        true => {
            answer.certificate = written.path().map(str::to_owned);
            tell(&answer, true)?;
        }
        false => written.tell(&answer, false)?,
    }
    let status = status(answer.stopped.is_some() || written.is_missing());
    drop(watch);
    Ok(status)
}

/// The status of a complete or stopped answer.
pub(crate) fn status(is_stopped: bool) -> Status {
    if is_stopped {
        Watch::status()
    } else {
        Status::Answered
    }
}
