//! `bouton law`: the law of a full family of positions, found and proved from the rules.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use bouton::Limits;
use bouton::{Name, families, laws};
use bouton_automata::Numeration;
use bouton_laws::Law;
use bouton_pictures::{Kind, Theme, of_law};

use super::bounds::Bounds;
use super::options::without_mark;
use super::output::{file, tell};
use super::subject::Subject;
use super::watch::Watch;
use crate::status::Status;

/// Find and prove the law of a game's lost positions (or Grundy values) for all sizes
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton law wythoff
  bouton law nim --piles 4 --misere
  bouton law my.game --system zeckendorf --certificate my.law
  bouton law --sweep 60
  bouton law toads-and-frogs 't^a . t^b . f'
  bouton law clobber 'X^n O' --explain

Exit code 3 when no law was proved within the bounds.")]
pub(crate) struct Args {
    /// A rule file, a game whose rules are known as formulas, or a certificate
    #[arg(required_unless_present = "sweep")]
    game: Option<String>,
    /// The value of positions of this pattern, for all exponents: `"t^a . t^b . f"`
    #[arg(conflicts_with_all = ["sweep", "piles", "misere", "system", "svg"])]
    pattern: Option<String>,
    /// With a pattern: tell the proof step by step
    #[arg(long, requires = "pattern", conflicts_with = "sweep")]
    explain: bool,
    #[command(flatten)]
    family: Family,
    /// Try N random rules of two heaps, and report how many laws are proved
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["game", "pattern", "piles", "misere", "system", "svg"]
    )]
    sweep: Option<u64>,
    /// With --sweep: seed of the random rules
    #[arg(long, default_value_t = 1, conflicts_with = "game")]
    seed: u64,
    /// Write the certificate for `bouton verify`; with --sweep, a folder for all of them
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Draw the automaton, or with --scatter the lost positions
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// With --svg: draw the lost positions of two numbers up to N instead of the automaton
    #[arg(long, value_name = "N", requires = "svg")]
    scatter: Option<u64>,
    #[command(flatten)]
    bounds: Bounds,
    /// Answer with one JSON object on one line
    #[arg(long)]
    json: bool,
}

/// The options that select a law.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Family {
    /// Number of heaps, in a game with any number of them [default: 2]
    #[arg(long, value_name = "K")]
    piles: Option<usize>,
    /// Misère play: a player who cannot move wins
    #[arg(long)]
    misere: bool,
    /// Only this numeration system: `base 2`, `zeckendorf`, `(2,1)`, …; may be repeated
    #[arg(long, value_name = "SYSTEM")]
    system: Vec<Numeration>,
}

/// The default number of heaps.
const DEFAULT_PILES: usize = 2;

fn is_certificate(text: &str) -> bool {
    text.starts_with(bouton_verify::LAW_HEADER)
}

impl Family {
    /// The text of the rules or of the certificate.
    fn text(&self, game: &str) -> anyhow::Result<String> {
        let text = match Name::read(game) {
            Ok(name) => self.formulas(game, &name)?,
            // Rules may be in a file with any name.
            Err(_) if Path::new(game).is_file() => {
                self.refuse_piles(game)?;
                let text = std::fs::read_to_string(game);
                let text = text.with_context(|| format!("cannot read {game}"))?;
                without_mark(&text).replace("\r\n", "\n")
            }
            Err(error) => return Err(error.into()),
        };
        if is_certificate(&text) && (self.misere || !self.system.is_empty()) {
            bail!("{game} is the certificate of one law: --misere and --system do not apply there");
        }
        Ok(text)
    }

    /// The rules of a game, for this many heaps if the game does not fix their number.
    fn formulas(&self, game: &str, name: &Name) -> anyhow::Result<String> {
        let piles = self.piles.unwrap_or(DEFAULT_PILES);
        let text = name.formulas(piles)?;
        let has_any_number = || name.formulas(piles + 1).map_or(true, |more| more != text);
        if self.piles.is_some() && !has_any_number() {
            self.refuse_piles(game)?;
        }
        Ok(text)
    }

    /// Refuses the options that select a law of outcomes where values of positions are asked for.
    pub(crate) fn refuse_for_values(&self) -> anyhow::Result<()> {
        if self.piles.is_some() || self.misere || !self.system.is_empty() {
            bail!("--piles, --misere and --system do not apply to the values of a pattern");
        }
        Ok(())
    }

    fn refuse_piles(&self, game: &str) -> anyhow::Result<()> {
        match self.piles {
            Some(_) => bail!(
                "the rules of {game} say how many heaps there are: --piles does not apply there"
            ),
            None => Ok(()),
        }
    }

    /// The law itself: read from a certificate, or found.
    pub(crate) fn law(
        &self,
        game: &str,
        bounds: &Bounds,
        limits: &Limits,
    ) -> anyhow::Result<Option<Box<Law>>> {
        let text = self.text(game)?;
        if is_certificate(&text) {
            return Ok(Some(Box::new(Law::from_certificate(
                &text,
                limits.clone(),
            )?)));
        }
        let rules = laws::rules(&text, self.misere)?;
        let finding = bounds.find(&rules, &self.system, limits)?;
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
    if let Some(pattern) = &args.pattern {
        return args.values_of(game, pattern);
    }
    let mut work = args.bounds.begin();
    let source = args.family.text(game)?;
    if is_certificate(&source) {
        return Err(anyhow!(
            "{game} is a certificate: `bouton verify` checks it, `bouton ask` answers questions about it"
        ));
    }
    let rules = laws::rules(&source, args.family.misere)?;
    let systems = &args.family.system;
    let Some(mut finding) = args.bounds.find(&rules, systems, &work.limits)? else {
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

    /// The values of a family of positions on a strip.
    fn values_of(&self, game: &str, pattern: &str) -> anyhow::Result<Status> {
        let mut work = self.bounds.begin();
        let mut found = families::law(game, pattern, &work.limits)?;
        if self.explain {
            found.explain(&work.limits)?;
        }
        work.found();
        if let (Some(path), Some(law)) = (&self.certificate, &found.law) {
            file(path, |out| out.write_all(law.certificate().as_bytes()))?;
        }
        tell(&found.report, self.json)?;
        Ok(match found.law {
            Some(_) => Status::Answered,
            None => Watch::status(),
        })
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
