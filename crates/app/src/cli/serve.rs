//! `bouton serve`: the same in a browser.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::bail;

use super::options::{TableArgs, bytes, time};
use super::output::line;
use crate::child::Child;
use crate::interruption;
use crate::status::Status;
use crate::web::{Budget, Plan, Reach, RulesBudget, serve};

/// The same in a browser: pages to play and look at, and a JSON API
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton serve
  bouton serve --port 0
  bouton serve --time 60s --memory 1G --workers 1

The pages are for this machine alone. With --public anybody who can reach the machine may ask; each question is
held to --time and --memory, and the program takes no more than --workers times --memory and some 400 MB; twice
--memory and some 600 MB more where rule files are evaluated that come with questions: not with --public, unless
--public-rules.")]
pub(crate) struct Args {
    /// The port; 0 takes a free one
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// The address to listen at; any but this machine's own needs --public
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Let other machines ask
    #[arg(long)]
    public: bool,
    /// Evaluate the rule files of whoever asks, too
    #[cfg(feature = "rules")]
    #[arg(long, requires = "public")]
    public_rules: bool,
    /// The most time for one question
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "30s")]
    time: Duration,
    /// The most memory for one question
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "512M")]
    memory: u64,
    /// Long questions that are answered at once; half as many as there are processors by default, but two
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Tell of every request on standard error
    #[arg(long)]
    log: bool,
    #[command(flatten)]
    tables: TableArgs,
}

/// What is answered within this time stands before what is not.
const MOMENT: Duration = Duration::from_millis(20);
/// A worker that has not answered by then is ended: a late one is not waited for, but a busy machine may be.
const MOMENT_GRACE: Duration = Duration::from_millis(250);
/// The same where there is time to draw and to write down what was found.
const GRACE: Duration = Duration::from_secs(2);
/// No question takes longer, whatever is asked for.
const LONGEST: Duration = Duration::from_secs(1 << 30);
/// Workers of each of the three lanes for rule files: beside what one client asks, another one is answered.
const RULES_WORKERS: usize = 2;
/// The same moment for a rule file, which is read first.
const RULES_MOMENT: Duration = Duration::from_millis(50);
/// Processes for such moments, with those that wait for the next question about their file.
const RULES_PROCESSES: usize = 8;
/// Memory for such an answer.
const MOMENT_MEMORY: u64 = 64 << 20;

pub(crate) fn run(args: &Args, child: &Child) -> anyhow::Result<Status> {
    if !args.address.is_loopback() && !args.public {
        bail!(
            "{} can be reached from other machines: say --public if that is meant",
            args.address
        );
    }
    // What is wrong with them is told here, not by every worker.
    args.tables.files()?;
    // The server ends itself at a first interruption, and answers what it has begun.
    let _ends_itself = interruption::handle(|| ());
    serve(&args.plan(), child, |address| {
        line(format!("bouton is at http://{address}/ (Ctrl-C ends it)"))
    })?;
    Ok(Status::Answered)
}

impl Args {
    /// Whether questions may come with rules of their own.
    fn takes_rules(&self) -> bool {
        #[cfg(feature = "rules")]
        return !self.public || self.public_rules;
        #[cfg(not(feature = "rules"))]
        false
    }

    fn plan(&self) -> Plan {
        let processors = available_parallelism().map_or(2, usize::from);
        // Of this machine all who ask are one client.
        let each = |workers: usize| match self.public {
            true => (workers - 1).max(1),
            false => workers,
        };
        let workers = self
            .workers
            .map_or(processors.div_ceil(2).max(2), usize::from);
        let long = Budget {
            time: self.time.min(LONGEST),
            grace: GRACE,
            memory: self.memory,
            workers,
            places: 32,
            each: each(workers),
        };
        let quick_workers = processors.clamp(2, 4);
        let quick = Budget {
            time: MOMENT.min(self.time),
            grace: MOMENT_GRACE,
            memory: MOMENT_MEMORY.min(self.memory),
            workers: quick_workers,
            places: 64,
            each: each(quick_workers),
        };
        Plan {
            address: SocketAddr::new(self.address, self.port),
            reach: if self.public {
                Reach::Public
            } else {
                Reach::Loopback
            },
            log: self.log,
            tables: self.tables.paths().to_vec(),
            rules: self.takes_rules().then(|| {
                let own = |budget| Budget {
                    workers: RULES_WORKERS,
                    places: 64,
                    each: each(RULES_WORKERS),
                    ..budget
                };
                let moment = Budget {
                    time: RULES_MOMENT.min(self.time),
                    ..own(quick)
                };
                RulesBudget {
                    met: moment,
                    fresh: moment,
                    long: own(long),
                    most: RULES_PROCESSES,
                }
            }),
            quick,
            long,
        }
    }
}
