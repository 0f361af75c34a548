//! [`meet`]: the workers find one another, and make sure that they work on the same thing, before any work is done.
//!
//! Each listens at its own line of the hosts file, and calls those before it. Both ends say hello: some bytes that are nobody else's, the
//! worker's number, and lines that tell version, job and hosts. Whoever says something else is sent away; the others go on waiting.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::{Duration, Instant};

use bouton_core::Limits;

use crate::{ClusterError, Hosts};

/// The first bytes of a hello.
const MAGIC: &[u8; 8] = b"BOUTONCL";
/// The most bytes of a line of it.
const LONGEST: usize = 1 << 20;
/// How long a hello may take.
const POLITE: Duration = Duration::from_secs(5);
/// Between two looks at who is there.
const PAUSE: Duration = Duration::from_millis(20);
/// Between two calls of the same worker.
const AGAIN: Duration = Duration::from_millis(200);
/// After so long without all others it is told for whom one waits.
const QUIET: Duration = Duration::from_secs(3);

/// What all have to agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The version of the program.
    pub version: String,
    /// The game, its rules and how its positions are named.
    pub rules: String,
}

/// Who meets whom, and how.
pub struct Meeting<'m> {
    /// All workers.
    pub hosts: &'m Hosts,
    /// The number of this one.
    pub me: usize,
    /// What it works on.
    pub job: &'m Job,
    /// Where it listens, if not at its line of the hosts file.
    pub listen: Option<SocketAddr>,
    /// How long it waits for the others.
    pub patience: Duration,
    /// Told what goes on, a sentence each.
    pub note: &'m dyn Fn(&str),
}

impl std::fmt::Debug for Meeting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Meeting")
            .field("hosts", self.hosts)
            .field("me", &self.me)
            .finish()
    }
}

/// Connections to all other workers, by number.
pub type Peers = Vec<Option<TcpStream>>;

/// What a worker that calls is told: come in, or that its number is there already.
const WELCOME: u8 = 1;
const TAKEN: u8 = 2;

/// Meets all other workers.
///
/// # Errors
/// An address that cannot be listened at, another worker that works on something else, one that does not come, a limit that is reached.
pub fn meet(meeting: &Meeting<'_>, limits: &Limits) -> Result<Peers, ClusterError> {
    let Meeting { hosts, me, .. } = *meeting;
    if me >= hosts.count() {
        return Err(ClusterError::Refused(format!(
            "there is no worker {me}: the hosts file lists {}, from 0 on",
            hosts.count()
        )));
    }
    let own: &[SocketAddr] = match &meeting.listen {
        Some(address) => std::slice::from_ref(address),
        None => hosts.addresses(me),
    };
    let listener = TcpListener::bind(own).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    let listener = listener.map_err(|error| {
        let shown = meeting
            .listen
            .map_or_else(|| hosts.name(me).to_owned(), |address| address.to_string());
        ClusterError::Refused(format!("worker {me} cannot listen at {shown}: {error}"))
    })?;
    let mut peers: Peers = hosts_of(hosts).map(|_| None).collect();
    let (begun, mut called, mut is_told) = (Instant::now(), None::<Instant>, false);
    loop {
        while let Ok((stream, from)) = listener.accept() {
            meeting.answer(stream, from, &mut peers);
        }
        if called.is_none_or(|called| called.elapsed() >= AGAIN) {
            for worker in (0..me)
                .filter(|worker| peers[*worker].is_none())
                .collect::<Vec<_>>()
            {
                peers[worker] = meeting.call(worker)?;
            }
            called = Some(Instant::now());
        }
        let missing = (0..hosts.count()).find(|worker| *worker != me && peers[*worker].is_none());
        let Some(missing) = missing else {
            return Ok(peers);
        };
        limits.check().map_err(ClusterError::Stopped)?;
        if begun.elapsed() >= meeting.patience {
            return Err(ClusterError::Lost(format!(
                "worker {missing} ({}) did not come within {} s",
                hosts.name(missing),
                meeting.patience.as_secs()
            )));
        }
        if begun.elapsed() >= QUIET && !is_told {
            is_told = true;
            let name = hosts.name(missing);
            (meeting.note)(&format!("waiting for worker {missing} ({name})"));
        }
        std::thread::sleep(PAUSE);
    }
}

fn hosts_of(hosts: &Hosts) -> std::ops::Range<usize> {
    0..hosts.count()
}

/// What a worker says of itself.
#[derive(Debug, PartialEq, Eq)]
struct Hello {
    worker: usize,
    version: String,
    rules: String,
    hosts: String,
}

impl Meeting<'_> {
    fn hello(&self) -> Hello {
        Hello {
            worker: self.me,
            version: self.job.version.clone(),
            rules: self.job.rules.clone(),
            hosts: self.hosts.text(),
        }
    }

    /// Calls a worker before this one; nothing if it is not there yet.
    fn call(&self, worker: usize) -> Result<Option<TcpStream>, ClusterError> {
        let addresses = self.hosts.addresses(worker).iter();
        let mut streams = addresses.filter_map(|to| TcpStream::connect_timeout(to, POLITE).ok());
        let Some(mut stream) = streams.next() else {
            return Ok(None);
        };
        let mut speak = || {
            prepare(&stream)?;
            self.hello().write(&mut stream)?;
            let hello = Hello::read(&mut stream)?;
            let mut welcome = [0];
            stream.read_exact(&mut welcome)?;
            Ok::<_, io::Error>((hello, welcome[0]))
        };
        // It may be going away, or at work already: it is called again.
        let Ok((hello, welcome)) = speak() else {
            return Ok(None);
        };
        let shown = format!("worker {worker} ({})", self.hosts.name(worker));
        if let Some(what) = self.differs(&hello) {
            return Err(ClusterError::Refused(format!("{shown} has {what}")));
        }
        match welcome {
            WELCOME if hello.worker == worker => Ok(ready(stream).ok()),
            TAKEN => Err(ClusterError::Refused(format!(
                "{shown} has met another worker {}: each number is for one process",
                self.me
            ))),
            _ => Ok(None),
        }
    }

    /// What another worker has that this one has not.
    fn differs(&self, hello: &Hello) -> Option<String> {
        let own = self.hello();
        if hello.version != own.version {
            return Some(format!(
                "version {}, and this one {}",
                hello.version, own.version
            ));
        }
        if hello.hosts != own.hosts {
            return Some("a hosts file with other lines".to_owned());
        }
        (hello.rules != own.rules).then(|| "another game, or other rules of it".to_owned())
    }

    /// Answers whoever calls.
    fn answer(&self, mut stream: TcpStream, from: SocketAddr, peers: &mut Peers) {
        let heard = stream
            .set_nonblocking(false)
            .and_then(|()| prepare(&stream))
            .and_then(|()| Hello::read(&mut stream));
        let Ok(hello) = heard else {
            return (self.note)(&format!(
                "a connection from {from} that is no worker's was closed"
            ));
        };
        let worker = hello.worker;
        let is_his = worker > self.me && worker < peers.len();
        let is_taken = is_his && peers[worker].as_ref().is_some_and(is_there);
        let verdict = if is_taken { TAKEN } else { WELCOME };
        let answered = self.hello().write(&mut stream);
        let answered = answered.and_then(|()| stream.write_all(&[verdict]));
        if let Some(what) = self.differs(&hello) {
            return (self.note)(&format!("worker {worker} at {from} has {what}: sent away"));
        }
        if is_taken || !is_his {
            return (self.note)(&format!("a second worker {worker} at {from} was sent away"));
        }
        if answered.is_ok() {
            peers[worker] = ready(stream).ok();
        }
    }
}

/// What a connection needs for the hello.
fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(POLITE))?;
    stream.set_write_timeout(Some(POLITE))
}

/// And for the work: it waits as long as it takes, but hears in some minutes of a machine that stands still.
fn ready(stream: TcpStream) -> io::Result<TcpStream> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)?;
    #[cfg(unix)]
    {
        use rustix::net::sockopt;
        sockopt::set_socket_keepalive(&stream, true)?;
        #[cfg(target_os = "linux")]
        {
            sockopt::set_tcp_keepidle(&stream, Duration::from_secs(60))?;
            sockopt::set_tcp_keepintvl(&stream, Duration::from_secs(10))?;
            sockopt::set_tcp_keepcnt(&stream, 6)?;
        }
    }
    Ok(stream)
}

/// Whether the other end is there still: it says nothing before work begins.
fn is_there(stream: &TcpStream) -> bool {
    let asked = stream.set_nonblocking(true);
    let peeked = stream.peek(&mut [0]);
    let back = stream.set_nonblocking(false);
    let waits = |error: &io::Error| error.kind() == io::ErrorKind::WouldBlock;
    asked.and(back).is_ok() && !matches!(&peeked, Ok(0)) && peeked.as_ref().err().is_none_or(waits)
}

impl Hello {
    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(self.worker as u32).to_le_bytes());
        for text in [&self.version, &self.rules, &self.hosts] {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        to.write_all(&bytes)
    }

    fn read(from: &mut impl Read) -> io::Result<Self> {
        let damaged = || io::Error::from(io::ErrorKind::InvalidData);
        let mut magic = [0; MAGIC.len()];
        from.read_exact(&mut magic)?;
        if magic != *MAGIC {
            return Err(damaged());
        }
        let number = |from: &mut _| {
            let mut bytes = [0; 4];
            Read::read_exact(from, &mut bytes)?;
            Ok::<_, io::Error>(u32::from_le_bytes(bytes) as usize)
        };
        let worker = number(from)?;
        let mut text = || {
            let length = number(from)?;
            if length > LONGEST {
                return Err(damaged());
            }
            let mut bytes = vec![0; length];
            from.read_exact(&mut bytes)?;
            String::from_utf8(bytes).map_err(|_| damaged())
        };
        Ok(Self {
            worker,
            version: text()?,
            rules: text()?,
            hosts: text()?,
        })
    }
}
