//! `bouton serve`: the same in a browser.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use anyhow::bail;

use super::options::{TableArgs, bytes, time};
use super::output::layout;
use super::subject::Subject;
use crate::console::here;
use crate::status::Status;
use crate::web::{Budget, Plan, Reach, serve};

/// Serve the program to a browser on this machine: pages and a JSON API
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bouton serve
  bouton serve --port 0
  bouton serve --time 60s --memory 1G --workers 1

The pages are for this machine only. They can have games solved into tables, one at a time, in the
first folder of --table or in the user's cache. With --public, anybody who can reach the machine can
send requests, and no tables are made. Each request is held to --time and --memory. In total the program takes at
most --workers × 9/8 × (--memory + 64 MB) + 400 MB. With --public rule files in requests are refused,
unless --public-rules is given.")]
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
    /// Requests answered at the same time [default: twice the processors, at least six]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    /// Log every request to standard error
    #[arg(long)]
    log: bool,
    #[command(flatten)]
    tables: TableArgs,
}

/// The longest time limit of a request.
const LONGEST: Duration = Duration::from_secs(1 << 30);
/// The fewest requests answered at the same time by default: a small one need not wait until a few long ones are answered.
const FEWEST: usize = 6;

pub(crate) fn run(args: &Args) -> anyhow::Result<Status> {
    if !args.address.is_loopback() && !args.public {
        bail!(
            "{} can be reached from other machines: add --public to allow that",
            args.address
        );
    }
    let plan = args.plan()?;
    // The server stops at the first interruption and finishes the running requests.
    let _ends_itself = here().interruption().handle(|| ());
    serve(&plan, |address| {
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
        Subject::default()
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

    fn plan(&self) -> anyhow::Result<Plan> {
        let usual = || (2 * available_parallelism().map_or(1, usize::from)).max(FEWEST);
        let at_once = self.workers.map_or_else(usual, usize::from);
        Ok(Plan {
            address: SocketAddr::new(self.address, self.port),
            reach: if self.public {
                Reach::Public
            } else {
                Reach::Loopback
            },
            log: self.log,
            tables: self.tables.files()?.offered(),
            makes: (!self.public).then(|| self.folder()).flatten(),
            budget: Budget {
                time: self.time.min(LONGEST),
                memory: self.memory,
                at_once,
                // All requests from this machine count as one client.
                each: match self.public {
                    true => (at_once - 1).max(1),
                    false => at_once,
                },
                evaluates: self.takes_rules(),
            },
        })
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
