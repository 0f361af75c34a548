//! [`Bounds`]: how much may be spent on a law, and [`Work`] within them.

use std::io::BufRead;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bouton::Limits;
use bouton::answers::Verified;
use bouton::text::escaped;
use bouton_automata::{Budget, Numeration};
use bouton_laws::{Finding, Rules, Search};
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::options::{bytes, time};
use super::output::complain;
use super::watch::Watch;

/// How much may be spent.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Bounds {
    /// Stop after this time: `10s`, `500ms`, `5m`
    #[arg(long, value_parser = time, default_value = "60s")]
    pub(crate) time: Duration,
    /// Take no more memory than about this: `2G`, `500M`
    #[arg(long, value_parser = bytes, default_value = "2G")]
    pub(crate) memory: u64,
    /// Use no more threads than this; the search for a law takes one
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..1024))]
    pub(crate) threads: Option<u64>,
}

/// Work on a law: it can be cancelled, and after a second tells what is being built.
pub(crate) struct Work {
    pub(crate) budget: Budget,
    bar: ProgressBar,
    /// Handles Ctrl-C as long as it lives.
    watch: Watch,
}

impl Work {
    /// What was sought is found, and only to be told.
    pub(crate) fn found(&mut self) {
        self.bar.finish_and_clear();
        self.watch.found();
    }
}

impl Bounds {
    /// Begins work within these bounds.
    pub(crate) fn begin(&self) -> Work {
        let limits = Limits {
            memory: Some(self.memory),
            threads: self.threads.map(|threads| threads as usize),
            ..Limits::within(self.time)
        };
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (shown, began) = (bar.clone(), Instant::now());
        let progress = move |sentence: &str| {
            if began.elapsed() >= Duration::from_secs(1) && shown.is_hidden() {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.set_style(indicatif::ProgressStyle::default_spinner());
            }
            shown.set_message(escaped(sentence).into_owned());
            shown.tick();
        };
        let cells = usize::try_from(self.memory / BYTES_A_CELL).unwrap_or(usize::MAX);
        let budget = Budget {
            states: cells,
            cells,
            deadline: limits.deadline,
            cancel: limits.cancel.clone(),
            progress: Some(Arc::new(progress)),
            ..Budget::default()
        };
        Work {
            budget,
            bar,
            watch: Watch::quiet(&limits),
        }
    }

    /// What a check of a certificate says; `None` where it is none that is known here.
    pub(crate) fn verify(&self, certificate: &mut dyn BufRead) -> Option<Verified> {
        let work = self.begin();
        let bounds = bouton::verify::Bounds {
            memory: self.memory,
            time: Some(self.time),
            cancel: work.budget.cancel.clone(),
            progress: work.budget.progress.clone(),
        };
        bouton::verify_from(certificate, &bounds)
    }

    /// What a search finds; nothing, which is told, where not even the rules fit the bounds.
    pub(crate) fn find(
        &self,
        rules: &Rules,
        systems: &[Numeration],
        budget: &Budget,
    ) -> anyhow::Result<Option<Finding>> {
        match self.search(systems, budget.clone()).run(rules) {
            Ok(finding) => Ok(Some(finding)),
            Err(error) if error.is_limit() => {
                complain(format_args!("no law found, and nothing claimed: {error}"));
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
        self.found();
    }
}

/// Transitions cost this much while an automaton is minimised.
const BYTES_A_CELL: u64 = 24;
/// Positions of a table cost this much while it grows.
const BYTES_A_POSITION: u64 = 40;
