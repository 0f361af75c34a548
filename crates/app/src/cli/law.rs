//! `bouton law`: the law of a whole family of positions, found and proved from the rules.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use bouton::{Name, laws};
use bouton_automata::{Budget, Numeration};
use bouton_laws::Law;
use bouton_pictures::{Kind, Theme, of_law};

use super::bounds::Bounds;
use super::output::{file, tell};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

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

impl Family {
    /// The text of the rules or of the certificate.
    fn text(&self, game: &str) -> anyhow::Result<String> {
        match Name::read(game) {
            Ok(name) => Ok(name.formulas(self.piles)?),
            // Rules may stand in a file of any name.
            Err(_) if Path::new(game).is_file() => {
                std::fs::read_to_string(game).with_context(|| format!("cannot read {game}"))
            }
            Err(error) => Err(error.into()),
        }
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
    let mut work = args.bounds.begin();
    let source = args.family.text(game)?;
    if source.starts_with(bouton_verify::LAW_HEADER) {
        return Err(anyhow!(
            "{game} is a certificate: `bouton verify` checks it, `bouton ask` asks it"
        ));
    }
    let rules = laws::rules(&source, args.family.misere)?;
    let systems = &args.family.system;
    let Some(mut finding) = args.bounds.find(&rules, systems, &work.budget)? else {
        return Ok(Watch::status());
    };
    let report = laws::report(&rules, &mut finding)?;
    work.found();
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
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::named(self.game.as_deref().unwrap_or_default()).within(&self.bounds)
    }

    fn save(&self, law: &Law) -> anyhow::Result<()> {
        let write = |path: &Path, text: String| file(path, |out| out.write_all(text.as_bytes()));
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
