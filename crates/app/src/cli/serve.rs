//! `bouton serve`: the same in a browser.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::bail;

use super::options::{TableArgs, bytes, time};
use super::output::layout;
use super::subject::Subject;
use crate::child::Child;
use crate::console::here;
use crate::status::Status;
use crate::web::{Budget, Plan, Reach, RulesBudget, serve};

/// Serve the program to a browser on this machine: pages and a JSON API
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton serve
  bouton serve --port 0
  bouton serve --time 60s --memory 1G --workers 1

The pages are for this machine only. They can have games solved into tables, one at a time, in the
first folder of --table or in the user's cache. With --public, anybody who can reach the machine can
send requests, and no tables are made. Each request is held to --time and --memory. In total the program takes at
most --workers × --memory + 400 MB. Rule files in requests add at most 2 × --memory + 600 MB;
with --public they are refused, unless --public-rules is given.")]
pub(crate) struct Args {
    /// The port; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 8000)]
    port: u16,
    /// The address to listen at; other than this machine's own needs --public
    #[arg(long, value_name = "IP", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Accept requests from other machines
    #[arg(long)]
    public: bool,
    /// With --public: also run rule files that clients send
    #[cfg(feature = "rules")]
    #[arg(long, requires = "public")]
    public_rules: bool,
    /// Time limit of one request
    #[arg(long, value_name = "TIME", value_parser = time, default_value = "30s")]
    time: Duration,
    /// Memory limit of one request
    #[arg(long, value_name = "SIZE", value_parser = bytes, default_value = "512M")]
    memory: u64,
    /// Long requests answered at the same time [default: half the processors, at least two]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Log every request to standard error
    #[arg(long)]
    log: bool,
    #[command(flatten)]
    tables: TableArgs,
}

/// The time limit of the quick lane.
const MOMENT: Duration = Duration::from_millis(20);
/// The grace period after which a worker without an answer is killed. The margin allows for a busy machine.
const MOMENT_GRACE: Duration = Duration::from_millis(250);
/// The same with time to draw and to write the results.
const GRACE: Duration = Duration::from_secs(2);
/// The longest time limit of a request.
const LONGEST: Duration = Duration::from_secs(1 << 30);
/// Workers of each of the three lanes for rule files, so that two clients are served at once.
const RULES_WORKERS: usize = 2;
/// The time limit of the quick lane for a rule file, which must be read first.
const RULES_MOMENT: Duration = Duration::from_millis(50);
/// Processes of that lane, including those that wait for the next request about their file.
const RULES_PROCESSES: usize = 8;
/// Memory for such a request.
const MOMENT_MEMORY: u64 = 64 << 20;

pub(crate) fn run(args: &Args, child: &Child) -> anyhow::Result<Status> {
    if !args.address.is_loopback() && !args.public {
        bail!(
            "{} can be reached from other machines: add --public to allow that",
            args.address
        );
    }
    // Errors in them are reported here, not by every worker.
    args.tables.files()?;
    // The server stops at the first interruption and finishes the running requests.
    let _ends_itself = here().interruption().handle(|| ());
    serve(&args.plan(), child, |address| {
        layout(places(address, args.public, outward(address.ip())))
    })?;
    Ok(Status::Answered)
}

/// Where the pages are, for this machine and for others; `outward` is the address of this machine on its network.
fn places(address: SocketAddr, is_public: bool, outward: Option<IpAddr>) -> String {
    let ip = address.ip();
    let mut here = address;
    if ip.is_unspecified() {
        here.set_ip(match ip {
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        });
    }
    let port = address.port();
    let others = match outward {
        _ if ip.is_loopback() && !is_public => {
            "Links to it work on this machine alone; --public --address 0.0.0.0 lets other machines in".into()
        }
        _ if ip.is_loopback() => {
            format!("Other machines do not reach {ip}: --address 0.0.0.0 lets them in")
        }
        _ if !ip.is_unspecified() => "Links to it work on other machines, too".into(),
        Some(ip) => format!(
            "Other machines reach it at http://{}/",
            SocketAddr::new(ip, port)
        ),
        None => format!("Other machines reach it at this machine's address, port {port}"),
    };
    format!("bouton is at http://{here}/ (Ctrl-C ends it)\n{others}")
}

/// The address by which other machines reach this one, if the system knows one of the kind of `listens`.
fn outward(listens: IpAddr) -> Option<IpAddr> {
    // Addresses for examples, which are on no network: to connect sends nothing, and picks the address on the way there.
    let far: IpAddr = match listens {
        IpAddr::V4(_) => Ipv4Addr::new(198, 51, 100, 1).into(),
        IpAddr::V6(_) => Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    };
    let socket = UdpSocket::bind((listens, 0)).ok()?;
    socket.connect((far, 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

impl Args {
    pub(crate) fn subject(&self) -> Subject<'_> {
        Subject::without_rules()
    }

    /// Whether requests may contain rule files.
    fn takes_rules(&self) -> bool {
        #[cfg(feature = "rules")]
        return !self.public || self.public_rules;
        #[cfg(not(feature = "rules"))]
        false
    }

    /// Where tables are made that the pages ask for: in the first folder of tables, or in the user's cache.
    fn folder(&self) -> Option<PathBuf> {
        let named = self.tables.listed().into_iter().find(|path| path.is_dir());
        let cache = || {
            let of = |name: &str| std::env::var_os(name).filter(|folder| !folder.is_empty());
            let home = || of("HOME").map(|home| PathBuf::from(home).join(".cache"));
            let cache = of("XDG_CACHE_HOME").or_else(|| of("LOCALAPPDATA"));
            let cache = cache.map(PathBuf::from).or_else(home)?;
            Some(cache.join("bouton").join("tables"))
        };
        named.or_else(cache)
    }

    fn plan(&self) -> Plan {
        let processors = available_parallelism().map_or(2, usize::from);
        // All requests from this machine count as one client.
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
            tables: self.tables.listed(),
            makes: (!self.public).then(|| self.folder()).flatten(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_for_other_machines_is_reported() {
        let others = |address: &str, is_public, outward: Option<&str>| {
            let outward = outward.map(|ip| ip.parse().unwrap());
            let said = places(address.parse().unwrap(), is_public, outward);
            let (first, second) = said.split_once('\n').unwrap();
            (first.to_owned(), second.to_owned())
        };
        let (here, alone) = others("127.0.0.1:8000", false, None);
        assert_eq!(here, "bouton is at http://127.0.0.1:8000/ (Ctrl-C ends it)");
        assert!(alone.starts_with("Links to it work on this machine alone"));
        assert!(
            others("127.0.0.1:8000", true, None)
                .1
                .contains("do not reach 127.0.0.1")
        );
        let (here, there) = others("0.0.0.0:81", true, Some("192.0.2.7"));
        assert!(here.contains("http://127.0.0.1:81/"), "{here}");
        assert!(there.ends_with("http://192.0.2.7:81/"), "{there}");
        let (here, there) = others("[::]:81", true, Some("2001:db8::7"));
        assert!(here.contains("http://[::1]:81/"), "{here}");
        assert!(there.ends_with("http://[2001:db8::7]:81/"), "{there}");
        assert!(others("0.0.0.0:81", true, None).1.ends_with("port 81"));
        assert!(
            others("192.0.2.7:81", true, None)
                .1
                .contains("other machines, too")
        );
    }
}
