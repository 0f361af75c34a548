//! [`Hosts`]: the workers listed in a file.

use std::net::{SocketAddr, ToSocketAddrs};
use std::path::Path;

use crate::ClusterError;

/// The most workers.
const MOST: usize = 1024;

/// The address of each worker: one line a worker, `host:port`, the first for worker 0. Blank lines and text after a `#` are
/// ignored.
///
/// ```
/// use bouton_cluster::Hosts;
/// let hosts = Hosts::read("# two\n127.0.0.1:7001\n127.0.0.1:7002\n", "hosts.txt")?;
/// assert_eq!((hosts.count(), hosts.name(1)), (2, "127.0.0.1:7002"));
/// let twice = Hosts::read("127.0.0.1:7001\n127.0.0.1:7001\n", "hosts.txt").unwrap_err();
/// assert_eq!(twice.to_string(), "hosts.txt, line 2: 127.0.0.1:7001 is worker 0 already");
/// # Ok::<(), bouton_cluster::ClusterError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    names: Vec<String>,
    addresses: Vec<Vec<SocketAddr>>,
}

impl Hosts {
    /// Reads a file.
    ///
    /// # Errors
    /// As for [`Hosts::read`]; also if the file cannot be read.
    pub fn open(path: &Path) -> Result<Self, ClusterError> {
        let shown = path.display();
        let text = std::fs::read_to_string(path);
        let text =
            text.map_err(|error| ClusterError::Refused(format!("cannot read {shown}: {error}")))?;
        Self::read(&text, &shown.to_string())
    }

    /// Reads the lines of a file with this name.
    ///
    /// # Errors
    /// If a line is not `host:port`, a name is unknown, an address is repeated, or there is no line.
    pub fn read(text: &str, file: &str) -> Result<Self, ClusterError> {
        let (mut names, mut addresses) = (Vec::<String>::new(), Vec::<Vec<SocketAddr>>::new());
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (line, text) in text.lines().enumerate() {
            let name = text.split('#').next().unwrap_or("").trim();
            if name.is_empty() {
                continue;
            }
            let refused =
                |why: String| ClusterError::Refused(format!("{file}, line {}: {why}", line + 1));
            let port = name.rsplit_once(':').map(|(_, port)| port.parse::<u16>());
            if !matches!(port, Some(Ok(1..))) {
                return Err(refused(format!(
                    "expected host:port, like machine1:7000, found {name:?}"
                )));
            }
            let found = name.to_socket_addrs();
            let found: Vec<_> = found
                .map_err(|error| refused(format!("cannot find {name}: {error}")))?
                .collect();
            let is_his = |its: &Vec<SocketAddr>| its.iter().any(|one| found.contains(one));
            if let Some(worker) = addresses.iter().position(is_his) {
                return Err(refused(format!("{name} is worker {worker} already")));
            }
            if found.is_empty() || names.len() == MOST {
                return Err(refused(format!(
                    "no address is known of {name}, or there are more than {MOST} workers"
                )));
            }
            names.push(name.to_owned());
            addresses.push(found);
        }
        match names.is_empty() {
            true => Err(ClusterError::Refused(format!("{file} lists no workers"))),
            false => Ok(Self { names, addresses }),
        }
    }

    /// The number of workers.
    pub fn count(&self) -> usize {
        self.names.len()
    }

    /// The line of a worker.
    pub fn name(&self, worker: usize) -> &str {
        self.names.get(worker).map_or("", String::as_str)
    }

    /// All lines.
    pub fn text(&self) -> String {
        self.names.join("\n")
    }

    pub(crate) fn addresses(&self, worker: usize) -> &[SocketAddr] {
        &self.addresses[worker]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_wrong_are_told() {
        for (text, told) in [
            ("", "h lists no workers"),
            ("# none", "h lists no workers"),
            ("127.0.0.1", "h, line 1: expected host:port"),
            ("127.0.0.1:0", "h, line 1: expected host:port"),
            ("127.0.0.1:70000", "h, line 1: expected host:port"),
            ("127.0.0.1:1\n\nx y:3", "h, line 3: cannot find x y:3"),
            ("[::1]:5\n[::1]:5", "h, line 2: [::1]:5 is worker 0 already"),
        ] {
            let error = Hosts::read(text, "h").unwrap_err().to_string();
            assert!(error.starts_with(told), "{text:?}: {error}");
        }
        let hosts = Hosts::read("  127.0.0.1:5 # one\n[::1]:5\r\n", "h").unwrap();
        assert_eq!(hosts.text(), "127.0.0.1:5\n[::1]:5");
    }
}
