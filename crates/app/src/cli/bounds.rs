//! [`Bounds`]: the limits for a law, and [`LawSearch`] within them.

use std::io::BufRead;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bouton::answers::Verified;
use bouton::text::escaped;
use bouton::verify::Text;
use bouton::{Limits, Progress};
use bouton_automata::Numeration;
use bouton_laws::{Finding, Rules, Search};
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::options::{bytes, time};
use super::output::complain;
use super::watch::Watch;
use crate::console::here;

/// The limits of the work.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Bounds {
    /// Stop after this time: `10s`, `500ms`, `5m`
    #[arg(long, value_parser = time, default_value = "60s")]
    pub(crate) time: Duration,
    /// Stop at about this much memory: `2G`, `500M`
    #[arg(long, value_parser = bytes, default_value = "2G")]
    pub(crate) memory: u64,
}

/// A search for a law: it can be cancelled, and after a second it shows its progress.
pub(crate) struct LawSearch {
    pub(crate) limits: Limits,
    bar: ProgressBar,
    /// Handles Ctrl-C while it exists.
    watch: Watch,
}

impl LawSearch {
    /// The result is found and must only be written.
    pub(crate) fn found(&mut self) {
        self.bar.finish_and_clear();
        self.watch.found();
    }
}

impl Bounds {
    /// Begins work within these bounds.
    pub(crate) fn begin(&self) -> LawSearch {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (shown, began) = (bar.clone(), Instant::now());
        let is_shown = here().shows_progress();
        let progress = move |sentence: &str| {
            if is_shown && began.elapsed() >= Duration::from_secs(1) && shown.is_hidden() {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                shown.set_style(indicatif::ProgressStyle::default_spinner());
            }
            shown.set_message(escaped(sentence).into_owned());
            shown.tick();
        };
        let limits = Limits {
            memory: Some(self.memory),
            progress: Arc::new(Progress::to(Arc::new(progress))),
            ..Limits::within(self.time)
        };
        let watch = Watch::quiet(&limits);
        LawSearch { limits, bar, watch }
    }

    /// The result of checking a certificate, by rules that are given or its own; `None` if its kind is unknown.
    pub(crate) fn verify(
        &self,
        certificate: &mut dyn BufRead,
        given: Option<&Text>,
    ) -> Option<Verified> {
        let work = self.begin();
        let bounds = bouton::verify::Bounds {
            memory: self.memory,
            time: Some(self.time),
            cancel: work.limits.cancel.clone(),
            progress: work.limits.progress.listener().cloned(),
        };
        bouton::verify_from(certificate, given, &bounds)
    }

    /// The result of a search; `None`, with a message, if not even the rules fit the bounds.
    pub(crate) fn find(
        &self,
        rules: &Rules,
        systems: &[Numeration],
        limits: &Limits,
    ) -> anyhow::Result<Option<Finding>> {
        let mut search = Search {
            limits: limits.clone(),
            ..Search::default()
        };
        if !systems.is_empty() {
            search.systems = systems.to_vec();
        }
        match search.run(rules) {
            Ok(finding) => Ok(Some(finding)),
            Err(error) if error.stopped().is_some() => {
                complain(format_args!("no law found, and nothing claimed: {error}"));
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }
}

impl Drop for LawSearch {
    fn drop(&mut self) {
        self.found();
    }
}
