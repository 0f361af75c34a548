//! [`meet`]: connects the workers and checks that they have the same job, before any work is done.
//!
//! Each worker listens at its own line of the hosts file and calls the workers before it. Both ends send a
//! [hello](crate::hello): the worker's number, the version, the job and the hosts. A worker with other data is refused, and
//! so is an unknown client; the others continue to wait. Every connection has its own thread and deadline, so that a slow
//! one delays neither the others nor the meeting.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bouton_core::Limits;

use crate::hello::{Hello, Opening, Sealing, Timed, put, take};
use crate::{ClusterError, Hosts, Secret};

/// The time limit of a whole handshake.
const POLITE: Duration = Duration::from_secs(5);
/// The most simultaneous callers; beyond that, the earliest is refused.
const CALLERS: usize = 64;
/// The interval between two checks for connected workers.
const PAUSE: Duration = Duration::from_millis(20);
/// The time between two calls of the same worker.
const AGAIN: Duration = Duration::from_millis(200);
/// The time after which the missing workers are reported.
const QUIET: Duration = Duration::from_secs(3);

/// The data that all workers must agree on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The version of the program.
    pub version: String,
    /// The game, its rules and how its positions are named.
    pub rules: String,
}

/// The parameters of a meeting.
pub struct Meeting<'m> {
    /// All workers.
    pub hosts: &'m Hosts,
    /// The number of this one.
    pub me: usize,
    /// The job.
    pub job: &'m Job,
    /// The shared secret.
    pub secret: Option<&'m Secret>,
    /// The address at which it listens, if not that of its line in the hosts file.
    pub listen: Option<SocketAddr>,
    /// The time to wait for the others.
    pub patience: Duration,
    /// Receives reports, one sentence each.
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

/// The reply to a caller: call again, welcome, number already connected, or wrong secret.
const LATER: u8 = 0;
const WELCOME: u8 = 1;
const TAKEN: u8 = 2;
const STRANGER: u8 = 3;

/// Meets all other workers.
///
/// # Errors
/// If the address cannot be listened at, another worker has another job or secret or does not connect, or a limit is
/// reached.
pub fn meet(meeting: &Meeting<'_>, limits: &Limits) -> Result<Peers, ClusterError> {
    let Meeting { hosts, me, .. } = *meeting;
    if me >= hosts.count() {
        return Err(ClusterError::Refused(format!(
            "there is no worker {me}: the hosts file lists {}, from 0 on",
            hosts.count()
        )));
    }
    let listener = meeting.listener()?;
    let (desk, news) = Desk::of(meeting);
    let desk = Arc::new(desk);
    let _end = End(&desk);
    for worker in 0..me {
        let desk = desk.clone();
        std::thread::spawn(move || desk.call(worker));
    }
    let (mut callers, mut is_told) = (Callers::default(), false);
    let begun = Instant::now();
    loop {
        for _ in 0..CALLERS {
            let Ok((stream, from)) = listener.accept() else {
                break;
            };
            callers.hear(&desk, stream, from);
        }
        meeting.told(&news)?;
        let Some(missing) = desk.missing() else {
            return Ok(desk.take());
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

impl Meeting<'_> {
    fn listener(&self) -> Result<TcpListener, ClusterError> {
        let Meeting { hosts, me, .. } = *self;
        let own: &[SocketAddr] = match &self.listen {
            Some(address) => std::slice::from_ref(address),
            None => hosts.addresses(me),
        };
        let listener = TcpListener::bind(own).and_then(|listener| {
            listener.set_nonblocking(true)?;
            Ok(listener)
        });
        listener.map_err(|error| {
            let shown = self
                .listen
                .map_or_else(|| hosts.name(me).to_owned(), |address| address.to_string());
            ClusterError::Refused(format!("worker {me} cannot listen at {shown}: {error}"))
        })
    }

    /// The results of the conversations.
    fn told(&self, news: &Receiver<News>) -> Result<(), ClusterError> {
        for news in news.try_iter() {
            match news {
                News::Note(sentence) => (self.note)(&sentence),
                News::Refused(sentence) => return Err(ClusterError::Refused(sentence)),
            }
        }
        Ok(())
    }
}

/// The result of a conversation, unless another worker is connected now.
enum News {
    /// A connection was refused.
    Note(String),
    /// The other worker refused this one.
    Refused(String),
}

/// The place of another worker.
enum Seat {
    Free,
    /// The other worker was accepted.
    Coming,
    There(TcpStream),
}

/// The data shared by the connections of a meeting.
struct Desk {
    hosts: Hosts,
    me: usize,
    job: Job,
    secret: Option<Secret>,
    seats: Mutex<Vec<Seat>>,
    news: Sender<News>,
    is_over: AtomicBool,
}

/// Ends all conversations when it is dropped.
struct End<'d>(&'d Desk);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
    }
}

impl Desk {
    fn of(meeting: &Meeting<'_>) -> (Self, Receiver<News>) {
        let (news, heard) = channel();
        let seats = (0..meeting.hosts.count()).map(|_| Seat::Free).collect();
        let desk = Self {
            hosts: meeting.hosts.clone(),
            me: meeting.me,
            job: meeting.job.clone(),
            secret: meeting.secret.cloned(),
            seats: Mutex::new(seats),
            news,
            is_over: AtomicBool::new(false),
        };
        (desk, heard)
    }

    fn seats(&self) -> MutexGuard<'_, Vec<Seat>> {
        // No code panics while the lock is held.
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The first worker that is not connected.
    fn missing(&self) -> Option<usize> {
        let seats = self.seats();
        let mut numbers = 0..seats.len();
        numbers.find(|worker| *worker != self.me && !matches!(seats[*worker], Seat::There(_)))
    }

    fn take(&self) -> Peers {
        let stream = |seat| match seat {
            Seat::There(stream) => Some(stream),
            _ => None,
        };
        self.seats().drain(..).map(stream).collect()
    }

    /// Sets the place of another worker, unless the meeting is over.
    fn sit(&self, worker: usize, seat: Seat) {
        if let Some(place) = self.seats().get_mut(worker) {
            *place = seat;
        }
    }

    /// Reports an event, unless the meeting is over.
    fn tell(&self, news: News) {
        let _ = self.news.send(news);
    }

    fn note(&self, sentence: String) {
        self.tell(News::Note(sentence));
    }

    fn hello(&self, to: usize) -> Hello {
        Hello {
            worker: self.me,
            to,
            version: self.job.version.clone(),
            rules: self.job.rules.clone(),
            hosts: self.hosts.text(),
        }
    }

    /// The data in which another worker differs from this one.
    fn differs(&self, hello: &Hello) -> Option<String> {
        if hello.version != self.job.version {
            return Some(format!(
                "version {}, and this one {}",
                hello.version, self.job.version
            ));
        }
        if hello.hosts != self.hosts.text() {
            return Some("a hosts file with other lines".to_owned());
        }
        (hello.rules != self.job.rules).then(|| "another game, or other rules of it".to_owned())
    }

    /// The difference, if only one of the two workers has a secret.
    fn differs_in_secret(&self, opening: &Opening) -> Option<&'static str> {
        match (opening.is_sealed, self.secret.is_some()) {
            (true, false) => Some("a secret, and this one has none"),
            (false, true) => Some("no secret, and this one has one"),
            _ => None,
        }
    }

    /// Calls a worker before this one until it is connected.
    fn call(&self, worker: usize) {
        let shown = format!("worker {worker} ({})", self.hosts.name(worker));
        while !self.is_over.load(Ordering::Relaxed) {
            let addresses = self.hosts.addresses(worker).iter();
            let mut streams =
                addresses.filter_map(|to| TcpStream::connect_timeout(to, POLITE).ok());
            let spoken = streams
                .next()
                .map(|stream| (self.ask(&stream, worker), stream));
            match spoken {
                Some((Ok(Answer::Come), stream)) => {
                    return self.sit(worker, ready(stream).map_or(Seat::Free, Seat::There));
                }
                Some((Ok(Answer::Refused(why)), _)) => {
                    return self.tell(News::Refused(format!("{shown} {why}")));
                }
                // It has not started, is ending, or is already at work.
                _ => std::thread::sleep(AGAIN),
            }
        }
    }

    /// Asks a worker before this one to accept it.
    fn ask(&self, stream: &TcpStream, worker: usize) -> io::Result<Answer> {
        let mut timed = polite(stream)?;
        let caller = Opening::new(self.secret.is_some())?;
        caller.write(&mut timed)?;
        let called = Opening::read(&mut timed)?;
        if let Some(what) = self.differs_in_secret(&called) {
            return Ok(Answer::Refused(format!(
                "has {what}: all need the same one"
            )));
        }
        let sealing = Sealing {
            secret: self.secret.as_ref(),
            caller,
            called,
        };
        let own = self.hello(worker).bytes();
        let own_seal = sealing.of_caller(&own);
        put(&own, &own_seal, &mut timed)?;
        let mut verdict = [0];
        timed.read_exact(&mut verdict)?;
        if verdict == [STRANGER] {
            return Ok(Answer::Refused("has another secret".to_owned()));
        }
        let (bytes, seal) = take(&mut timed)?;
        if seal != sealing.of_called(&own_seal, verdict[0], &bytes) {
            return Ok(Answer::Refused("does not know the secret".to_owned()));
        }
        let hello = Hello::of(&bytes)?;
        if let Some(what) = self.differs(&hello) {
            return Ok(Answer::Refused(format!("has {what}")));
        }
        Ok(match verdict {
            [WELCOME] if hello.worker == worker => Answer::Come,
            [TAKEN] => Answer::Refused(format!(
                "has met another worker {}: each number is for one process",
                self.me
            )),
            _ => Answer::Again,
        })
    }

    /// Handles a caller: connects or refuses it.
    fn answer(&self, stream: TcpStream, from: SocketAddr, is_decided: &AtomicBool) {
        match self.hear(&stream, from, is_decided) {
            Ok(Some(worker)) => self.sit(worker, ready(stream).map_or(Seat::Free, Seat::There)),
            sent_away => {
                if sent_away.is_err() {
                    self.note(format!(
                        "a connection from {from} that is no worker's was closed"
                    ));
                }
                // It may be closed already.
                let _ = stream.shutdown(Shutdown::Both);
            }
        }
    }

    /// The number of an accepted caller. The caller learns of a conflicting worker first.
    fn hear(
        &self,
        stream: &TcpStream,
        from: SocketAddr,
        is_decided: &AtomicBool,
    ) -> io::Result<Option<usize>> {
        let mut timed = polite(stream)?;
        let caller = Opening::read(&mut timed)?;
        let called = Opening::new(self.secret.is_some())?;
        if let Some(what) = self.differs_in_secret(&caller) {
            self.note(format!("a worker at {from} has {what}: refused"));
            called.write(&mut timed).unwrap_or_default();
            return Ok(None);
        }
        called.write(&mut timed)?;
        let sealing = Sealing {
            secret: self.secret.as_ref(),
            caller,
            called,
        };
        let (bytes, seal) = take(&mut timed)?;
        if seal != sealing.of_caller(&bytes) {
            if self.secret.is_none() {
                return Err(io::ErrorKind::InvalidData.into());
            }
            self.note(format!(
                "a caller at {from} does not know the secret: refused"
            ));
            timed.write_all(&[STRANGER]).unwrap_or_default();
            return Ok(None);
        }
        let hello = Hello::of(&bytes)?;
        let (verdict, why) = self.verdict(&hello, is_decided);
        if let Some(why) = why {
            self.note(format!("worker {} at {from} {why}: refused", hello.worker));
        }
        let own = self.hello(hello.worker).bytes();
        let own_seal = sealing.of_called(&seal, verdict, &own);
        let answered = timed
            .write_all(&[verdict])
            .and_then(|()| put(&own, &own_seal, &mut timed));
        match (verdict, answered) {
            (WELCOME, Ok(())) => Ok(Some(hello.worker)),
            (WELCOME, Err(_)) => {
                self.sit(hello.worker, Seat::Free);
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// The reply to a caller with the secret, and the reason if it is refused. An accepted caller gets a reserved place.
    fn verdict(&self, hello: &Hello, is_decided: &AtomicBool) -> (u8, Option<String>) {
        if let Some(what) = self.differs(hello) {
            return (LATER, Some(format!("has {what}")));
        }
        let mut seats = self.seats();
        let is_ours = hello.to == self.me && hello.worker > self.me;
        let Some(seat) = seats.get_mut(hello.worker).filter(|_| is_ours) else {
            return (LATER, Some(format!("looks for worker {}", hello.to)));
        };
        match seat {
            Seat::There(stream) if is_there(stream) => {
                return (TAKEN, Some("is the second of that number".to_owned()));
            }
            Seat::Coming => return (LATER, Some("is the second of that number".to_owned())),
            _ => {}
        }
        if is_decided.swap(true, Ordering::Relaxed) {
            return (LATER, Some("came among too many others".to_owned()));
        }
        *seat = Seat::Coming;
        (WELCOME, None)
    }
}

/// The reply of a called worker.
enum Answer {
    Come,
    /// Not yet.
    Again,
    /// Refused, with the reason.
    Refused(String),
}

/// Callers in progress, in the order of arrival.
#[derive(Default)]
struct Callers(VecDeque<Caller>);

struct Caller {
    stream: TcpStream,
    /// Whether it was accepted, or refused because there are too many.
    is_decided: Arc<AtomicBool>,
}

impl Callers {
    /// Accepts one more. If there are many, the earliest is dropped: a real worker would have finished.
    fn hear(&mut self, desk: &Arc<Desk>, stream: TcpStream, from: SocketAddr) {
        self.0
            .retain(|caller| Arc::strong_count(&caller.is_decided) > 1);
        if self.0.len() >= CALLERS
            && let Some(first) = self.0.pop_front()
            && !first.is_decided.swap(true, Ordering::Relaxed)
        {
            let _ = first.stream.shutdown(Shutdown::Both);
        }
        // If the system has no more files or threads, the caller tries again.
        let Ok(copy) = stream.try_clone() else {
            return;
        };
        let is_decided = Arc::new(AtomicBool::new(false));
        self.0.push_back(Caller {
            stream: copy,
            is_decided: is_decided.clone(),
        });
        let desk = desk.clone();
        let hear = move || desk.answer(stream, from, &is_decided);
        let _ = std::thread::Builder::new().spawn(hear);
    }
}

/// The socket options for the handshake.
fn polite(stream: &TcpStream) -> io::Result<Timed<'_>> {
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    let until = Instant::now() + POLITE;
    Ok(Timed { stream, until })
}

/// The socket options for the work: it waits as long as needed, but detects a dead machine within minutes.
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

/// Whether the other end is still connected: it sends nothing before the work begins.
fn is_there(stream: &TcpStream) -> bool {
    let asked = stream.set_nonblocking(true);
    let peeked = stream.peek(&mut [0]);
    let back = stream.set_nonblocking(false);
    let waits = |error: &io::Error| error.kind() == io::ErrorKind::WouldBlock;
    asked.and(back).is_ok() && !matches!(&peeked, Ok(0)) && peeked.as_ref().err().is_none_or(waits)
}
