//! `bouton law`: the law of a whole family of positions, found and proved from the rules.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use bouton::{Limits, laws};
use bouton_automata::{Budget, Numeration};
use bouton_laws::{Finding, Law, Rules, Search, family};
use bouton_pictures::{Kind, Theme, of_law};
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::Status;
use super::options::{bytes, time};
use super::output::tell;
use super::watch::Watch;

/// Find the law of the lost positions (or Grundy values) of a game for all sizes, and prove it
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton law wythoff
  bouton law nim --piles 4 --misere
  bouton law my.game --system zeckendorf --certificate my.law
  bouton law --sweep 60

Exit code 3 when no law was proved within the bounds.")]
pub(crate) struct Args {
    /// A file of rules, a game whose rules are known as formulas, or a certificate
    #[arg(required_unless_present = "sweep")]
    game: Option<String>,
    #[command(flatten)]
    family: Family,
    /// Try random rules of two heaps, this many, and tell how many laws are proved
    #[arg(long, value_name = "N", conflicts_with = "game")]
    sweep: Option<u64>,
    /// With --sweep: where the random rules begin
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the certificate, which `bouton verify` checks; with --sweep, all of them into this directory
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Draw the automaton (`law.svg`), or, with --scatter, the lost positions
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// With --svg: draw the set of a law of two numbers up to N instead of the automaton
    #[arg(long, value_name = "N", requires = "svg")]
    scatter: Option<u64>,
    #[command(flatten)]
    bounds: Bounds,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// What law is meant.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Family {
    /// The number of heaps, where the game has any number of them
    #[arg(long, value_name = "K", default_value_t = 2)]
    piles: usize,
    /// Misère play: who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Only this numeration system: `base 2`, `zeckendorf`, `(2,1)` …; may be given several times
    #[arg(long, value_name = "SYSTEM")]
    system: Vec<Numeration>,
}

/// How much may be spent.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Bounds {
    /// Stop after this time: `10s`, `500ms`, `5m`
    #[arg(long, value_parser = time, default_value = "60s")]
    time: Duration,
    /// Take no more memory than about this: `2G`, `500M`
    #[arg(long, value_parser = bytes, default_value = "2G")]
    memory: u64,
}

/// Work on a law: it can be cancelled, and after a second tells what is being built.
pub(crate) struct Work {
    pub(crate) budget: Budget,
    bar: ProgressBar,
    /// Handles Ctrl-C as long as it lives.
    _watch: Watch,
}

impl Bounds {
    /// Begins work within these bounds.
    pub(crate) fn begin(&self) -> Work {
        let limits = Limits::default();
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (shown, began) = (bar.clone(), Instant::now());
        let progress = move |sentence: &str| {
            if began.elapsed() >= Duration::from_secs(1) && shown.is_hidden() {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.set_style(indicatif::ProgressStyle::default_spinner());
            }
            shown.set_message(sentence.to_string());
            shown.tick();
        };
        let cells = usize::try_from(self.memory / BYTES_A_CELL).unwrap_or(usize::MAX);
        let budget = Budget {
            states: cells,
            cells,
            deadline: Instant::now().checked_add(self.time),
            cancel: limits.cancel.clone(),
            progress: Some(Arc::new(progress)),
        };
        Work {
            budget,
            bar,
            _watch: Watch::quiet(&limits),
        }
    }

    /// What a search finds; nothing, which is told, where not even the rules fit the bounds.
    fn find(
        &self,
        rules: &Rules,
        systems: &[Numeration],
        budget: &Budget,
    ) -> anyhow::Result<Option<Finding>> {
        match self.search(systems, budget.clone()).run(rules) {
            Ok(finding) => Ok(Some(finding)),
            Err(error) if error.is_limit() => {
                eprintln!("bouton: no law found, and nothing claimed: {error}");
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    fn search(&self, systems: &[Numeration], budget: Budget) -> Search {
        let search = Search::default();
        let positions = search.positions.min(self.memory / BYTES_A_POSITION);
        let systems = if systems.is_empty() {
            search.systems
        } else {
            systems.to_vec()
        };
        Search {
            systems,
            positions,
            budget,
        }
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Transitions cost this much while an automaton is minimised.
const BYTES_A_CELL: u64 = 24;
/// Positions of a table cost this much while it grows.
const BYTES_A_POSITION: u64 = 40;

impl Family {
    /// The text of the rules or of the certificate.
    fn text(&self, game: &str) -> anyhow::Result<String> {
        if Path::new(game).is_file() {
            #[cfg(feature = "rules")]
            if bouton::rule_file::is_rule_file(game) {
                anyhow::bail!(
                    "laws are found in rules written as formulas, not in Starlark: docs/laws.md shows how"
                );
            }
            return std::fs::read_to_string(game).with_context(|| format!("cannot read {game}"));
        }
        Ok(family(game, self.piles, self.misere)?)
    }

    /// The law itself: read from a certificate, or found.
    pub(crate) fn law(
        &self,
        game: &str,
        bounds: &Bounds,
        budget: &Budget,
    ) -> anyhow::Result<Option<Box<Law>>> {
        let text = self.text(game)?;
        if text.starts_with(bouton_verify::LAW_HEADER) {
            return Ok(Some(Box::new(Law::from_certificate(
                &text,
                budget.clone(),
            )?)));
        }
        let rules = laws::rules(&text, self.misere)?;
        let finding = bounds.find(&rules, &self.system, budget)?;
        Ok(finding.and_then(|finding| finding.law))
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    if let Some(count) = args.sweep {
        return super::sweep::run(
            count,
            args.seed,
            args.certificate.as_deref(),
            &args.bounds,
            args.json,
        );
    }
    let game = args.game.as_deref().unwrap_or_default();
    let source = args.family.text(game)?;
    if source.starts_with(bouton_verify::LAW_HEADER) {
        return Err(anyhow!(
            "{game} is a certificate: `bouton verify` checks it, `bouton ask` asks it"
        ));
    }
    let rules = laws::rules(&source, args.family.misere)?;
    let work = args.bounds.begin();
    let systems = &args.family.system;
    let Some(mut finding) = args.bounds.find(&rules, systems, &work.budget)? else {
        return Ok(Watch::status());
    };
    let report = laws::report(&rules, &mut finding)?;
    drop(work);
    if let Some(law) = &finding.law {
        args.save(law)?;
    }
    tell(&report, args.json)?;
    Ok(if report.law.is_some() {
        Status::Answered
    } else {
        Watch::status()
    })
}

impl Args {
    fn save(&self, law: &Law) -> anyhow::Result<()> {
        let write = |path: &Path, text: String| {
            std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
        };
        if let Some(path) = &self.certificate {
            write(path, law.certificate())?;
        }
        if let Some(path) = &self.svg {
            let (kind, up_to) = match self.scatter {
                Some(up_to) => (Kind::Scatter, up_to),
                None => (Kind::Automaton, 0),
            };
            let picture = of_law(law, &law.rules().name, kind, up_to)?;
            write(path, picture.svg(Theme::Auto))?;
        }
        Ok(())
    }
}
