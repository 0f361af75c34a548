//! `bouton refute`: the smallest position where a strategy breaks its promise.

use bouton::answers::{By, Promise, Refutation};
use bouton::certificates::KnownBounds;
use bouton::experiment::{Heaps, Heeded, Rows, Search, Strategy, refute};
use bouton::{How, Limits, Session};
use clap::ValueEnum;

use super::certificate::{CertificateArg, Written};
use super::options::{GameArg, HowArgs};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;
use bouton_web::ranges::{lengths, values};

/// Find the smallest position where a strategy fails
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton refute row-ends larger-end
  bouton refute row-ends larger-end --strict
  bouton refute row-ends peak-then-totals --even
  bouton refute expression hotstrat --piles 4
  bouton refute row-ends alternating-totals --even --values 0..20 --length ..6 --by margin
  bouton refute row-ends alternating-totals --even --promise never-loses
  bouton refute two-values largest-own
  bouton refute tic-tac-toe mine.star:centre --prescribes

A function in a rule file takes the position as text and returns a move or a list of moves.
Exit code 4: the strategy fails. Exit code 0: no counterexample was found within the bounds.")]
pub(crate) struct Args {
    #[command(flatten)]
    game: GameArg,
    /// The strategy (`bouton games NAME` lists them), or a function in a rule file: FILE.star:NAME
    strategy: String,
    /// The requirement on the strategy: only best moves, or no loss of a game that it could have held
    #[arg(long, value_enum, default_value_t = Condition::BestAlways)]
    promise: Condition,
    /// Ask for a position where no move that the strategy allows is best
    #[arg(long)]
    strict: bool,
    /// Test only the first move that the strategy allows, in the game's own order of moves
    #[arg(long)]
    prescribes: bool,
    /// The measure by which a move is best
    #[arg(long, value_enum, default_value_t = Measure::Outcome)]
    by: Measure,
    /// For rows: only even lengths
    #[arg(long)]
    even: bool,
    /// For rows: the range of values [default: 1..9]
    #[arg(long, value_name = "A..B", value_parser = values, allow_hyphen_values = true)]
    values: Option<(i64, i64)>,
    /// For rows: the range of lengths [default: ..8]
    #[arg(long, value_name = "..N", value_parser = lengths)]
    length: Option<(usize, usize)>,
    /// For heaps: the largest heap [default: 20]
    #[arg(long, value_name = "N")]
    up_to: Option<u64>,
    /// For heaps or sums: the most heaps or parts [default: 3]
    #[arg(long, value_name = "K")]
    piles: Option<usize>,
    #[command(flatten)]
    how: HowArgs,
    #[command(flatten)]
    certificate: CertificateArg,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Condition {
    BestAlways,
    NeverLoses,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Measure {
    Outcome,
    Margin,
}

/// The fields of the answer besides the game.
const FIELDS: &[&str] = &[
    "strategy",
    "by",
    "refuted",
    "visited",
    "counterexample",
    "guarantee",
];

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    let how = args.how.how();
    let mut watch = Watch::over(&how.limits);
    let (mut session, reachable) = args.opened(&how.limits)?;
    args.refuse_what_is_not_tried(&mut session)?;
    let strategy = args.read()?;
    let search = Search {
        reachable,
        ..args.search()
    };
    let found = refute(&mut session, strategy, &search, &how)?;
    let written = args.certify(&mut session, &found, &how)?;
    watch.found();
    written.tell(&found, args.json)?;
    drop(watch);
    Ok(if found.refuted {
        Status::Refuted
    } else if found.stopped.is_some() {
        Watch::status()
    } else {
        Status::Answered
    })
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::of(&self.game)
            .by(&self.how)
            .told(self.json, FIELDS)
    }

    /// Refuses bounds that do not apply to the game.
    fn refuse_what_is_not_tried(&self, session: &mut Session) -> anyhow::Result<()> {
        if self.strict && matches!(self.promise, Condition::NeverLoses) {
            anyhow::bail!("--strict goes with --promise best-always");
        }
        let heeded = Heeded::of(session)?;
        let asked = [
            ("values", self.values.is_some(), heeded.rows),
            ("length", self.length.is_some(), heeded.rows),
            ("even", self.even, heeded.rows),
            ("up-to", self.up_to.is_some(), heeded.up_to),
            ("piles", self.piles.is_some(), heeded.piles),
        ];
        for (option, is_asked, is_heeded) in asked {
            if is_asked && !is_heeded {
                let game = session.game();
                anyhow::bail!(
                    "--{option} does not apply to the positions of {game} that are tried"
                );
            }
        }
        Ok(())
    }

    /// The game at its usual start, and true; if it has none, the game at any position, and false.
    fn opened(&self, limits: &Limits) -> anyhow::Result<(Session, bool)> {
        match self.game.open(None, limits) {
            Ok(session) => Ok((session, true)),
            Err(_) => Ok((self.game.open_anywhere(limits)?, false)),
        }
    }

    /// Writes the proof that the move of the counterexample is not best.
    fn certify(
        &self,
        session: &mut Session,
        found: &Refutation,
        how: &How,
    ) -> anyhow::Result<Written> {
        if !self.certificate.is_asked() {
            return Ok(Written::NotAsked);
        }
        let Some(counterexample) = &found.counterexample else {
            return Ok(Written::Not("no counterexample was found".to_owned()));
        };
        let (position, mv) = (&counterexample.position, &counterexample.name);
        let known = KnownBounds::of_mistake(session, position, mv, how)?;
        session.go(position)?;
        self.certificate.check(session)?;
        self.certificate.write(session, &known, how)
    }

    #[cfg(feature = "rules")]
    fn read(&self) -> anyhow::Result<Strategy> {
        Ok(Strategy::read(&self.strategy)?)
    }

    #[cfg(not(feature = "rules"))]
    fn read(&self) -> anyhow::Result<Strategy> {
        Ok(Strategy::from(self.strategy.as_str()))
    }

    fn search(&self) -> Search {
        let (rows, heaps) = (Rows::default(), Heaps::default());
        Search {
            by: match self.by {
                Measure::Outcome => By::Outcome,
                Measure::Margin => By::Margin,
            },
            rows: Rows {
                values: self.values.unwrap_or(rows.values),
                lengths: self.length.unwrap_or(rows.lengths),
                even: self.even,
            },
            heaps: Heaps {
                up_to: self.up_to.unwrap_or(heaps.up_to),
                piles: self.piles.unwrap_or(heaps.piles),
            },
            reachable: false,
            promise: match self.promise {
                Condition::BestAlways => Promise::BestAlways,
                Condition::NeverLoses => Promise::NeverLoses,
            },
            strict: self.strict,
            prescribes: self.prescribes,
        }
    }
}
