//! The load run: clients that ask small questions as fast as they are answered, one that asks for too much, and many that
//! send forms a byte at a time.

use std::fmt::{self, Display, Formatter};
use std::io::{BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

use crate::server::{Response, Server, form_of, request};

/// The questions of people who play and look around.
const SMALL: [&str; 10] = [
    "solve?game=wythoff&position=75,90",
    "solve?game=nim&position=3,4,5",
    "solve?game=row-ends&position=4,5,3,1,2,7,7,1",
    "solve?game=tic-tac-toe&position=X../.O./...",
    "solve?game=kayles&position=30,11",
    "moves?game=wythoff&position=13,21",
    "moves?game=row-ends&position=1,2,4,3",
    "position?game=tic-tac-toe",
    "draw?game=row-ends&position=4,5,3,1,2&as=triangle",
    "losing?game=wythoff&up_to=20",
];

/// Questions without an answer in any time or memory that a server gives.
const HOSTILE: [&str; 7] = [
    "solve?game=connect:6,8,4",
    "values?game=wythoff&up_to=999&kind=grundy",
    "sequence?game=grundy&heaps=100000000",
    "solve?game=dots-and-boxes:6,6",
    "refute?game=row-ends&strategy=folded-ends&length=..60&values=0..90",
    "moves?game=nim&position=1000000000000000000,1000000000000000000",
    "solve?game=octal:0.77&position=5000,3000&misere=1",
];

/// The same as forms: heaps of more digits and in greater numbers than are taken, a position that takes longer to read than
/// a question may, and one that is as large as may be.
fn hostile_form(number: usize) -> String {
    let chain = || {
        let edges: Vec<_> = (0..4000).map(|n| format!("{n}g{}", n + 1)).collect();
        edges.join(",")
    };
    let (path, position) = match number % 4 {
        0 => ("solve?game=fibonacci-nim", "9".repeat(1_000_000)),
        1 => ("solve?game=hackenbush", chain()),
        2 => ("analyze?game=crosses", vec!["3"; 200_000].join(",")),
        _ => ("analyze?game=crosses", vec!["3"; 20_000].join(",")),
    };
    let (path, game) = path.split_once('?').unwrap_or((path, ""));
    form_of(
        &format!("/api/{path}"),
        &format!("{game}&position={position}"),
    )
}

/// Forms that are sent a byte at a time.
const SLOW: usize = 600;

/// Time between two hostile questions.
const HOSTILE_PAUSE: Duration = Duration::from_millis(500);

/// The measurements.
#[derive(Debug, Default)]
pub(crate) struct Report {
    /// Small questions answered.
    pub(crate) answered: usize,
    /// Small questions refused because the queue was full.
    refused: usize,
    hostile: usize,
    /// Anything else that came back.
    pub(crate) errors: Vec<String>,
    /// Seconds of the small questions that were answered, sorted.
    times: Vec<f64>,
    /// Bytes that the program had at most in memory.
    pub(crate) most_memory: u64,
}

impl Report {
    /// The time within which this part of the small questions was answered.
    pub(crate) fn percentile(&self, part: f64) -> f64 {
        let place = (part * self.times.len() as f64) as usize;
        self.times
            .get(place.min(self.times.len().saturating_sub(1)))
            .copied()
            .unwrap_or(f64::NAN)
    }

    fn gather(&mut self, other: Self) {
        self.answered += other.answered;
        self.refused += other.refused;
        self.hostile += other.hostile;
        self.errors.extend(other.errors);
        self.times.extend(other.times);
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let ms = |part| self.percentile(part) * 1000.0;
        writeln!(
            f,
            "small questions: {} answered, {} refused",
            self.answered, self.refused
        )?;
        writeln!(
            f,
            "milliseconds:    {:.1} median, {:.1} 99 %, {:.1} longest",
            ms(0.5),
            ms(0.99),
            ms(1.0)
        )?;
        let late = self.times.iter().filter(|&&time| time > 0.05).count();
        writeln!(f, "over 50 ms:      {late}")?;
        writeln!(f, "hostile:         {}", self.hostile)?;
        writeln!(f, "memory at most:  {} MB", self.most_memory >> 20)?;
        write!(f, "errors:          {}", self.errors.len())?;
        self.errors
            .iter()
            .take(5)
            .try_for_each(|error| write!(f, "\n  {error}"))
    }
}

/// Lets this many clients ask for this many seconds.
pub(crate) fn load(server: &Server, clients: usize, seconds: f64) -> Report {
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let all = Mutex::new(Report::default());
    let gather = |report| {
        all.lock()
            .unwrap_or_else(PoisonError::into_inner)
            .gather(report)
    };
    let over = AtomicBool::new(false);
    scope(|scope| {
        for number in 0..clients {
            let small = |turn: usize| request(&format!("/api/{}", SMALL[turn * 7 % SMALL.len()]));
            scope.spawn(move || gather(client(server.connect(), number, end, small)));
        }
        scope.spawn(|| crawl(server, end));
        let mut asked = 0;
        while Instant::now() < end {
            scope.spawn({
                let over = &over;
                move || gather(hostile(server, asked, over))
            });
            asked += 1;
            sleep(HOSTILE_PAUSE);
        }
        over.store(true, Ordering::Relaxed);
    });
    let mut report = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    report.times.sort_by(f64::total_cmp);
    report.most_memory = most_memory(server.id());
    report
}

/// Asks one small question after the other on one connection.
fn client(
    stream: TcpStream,
    number: usize,
    end: Instant,
    question: impl Fn(usize) -> String,
) -> Report {
    let mut report = Report::default();
    let mut stream = BufReader::new(stream);
    for turn in number.. {
        let question = question(turn);
        let asked = Instant::now();
        if asked >= end {
            break;
        }
        let response = (stream.get_mut().write_all(question.as_bytes()))
            .and_then(|()| Response::read(&mut stream));
        match response {
            Ok(Response { status: 200, .. }) => {
                report.answered += 1;
                report.times.push(asked.elapsed().as_secs_f64());
            }
            Ok(response @ Response { status: 503, .. }) => {
                report.refused += 1;
                let wait = response
                    .header("retry-after")
                    .and_then(|wait| wait.parse().ok());
                let Some(wait) = wait else {
                    report.errors.push("503 without Retry-After".into());
                    break;
                };
                sleep(Duration::from_secs(wait).min(end.saturating_duration_since(Instant::now())));
            }
            other => {
                report.errors.push(format!("{other:?}"));
                break;
            }
        }
    }
    report
}

/// Rule files that multiply big integers, each in another way.
const GROWING: [&str; 6] = [
    "x = x * x",
    "x *= x",
    "x = x * x * x",
    "x = (x * x) // 7",
    "x = (x << 100000) * x",
    "x = int(str(x) + str(x))",
];

/// Rule files and small questions about them.
const RULED: [(&str, &str); 3] = [
    (
        "solve",
        "start = 21\ndef moves(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n",
    ),
    (
        "moves",
        "start = (3, 4, 5)\ndef moves(h):\n    return [h[:i] + (k,) + h[i + 1:] for i in range(3) for k in range(h[i])]\n",
    ),
    (
        "position",
        "start = 9\ndef moves(n):\n    return list(range(n))\n",
    ),
];

fn ruled(route: &str, rules: &str) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("game", "mine.star")
        .append_pair("rules", rules);
    form_of(&format!("/api/{route}"), &form.finish())
}

/// Six clients send rule files that multiply big integers, again and again, beside this many others each that ask small
/// questions: about rule files that were met before, and about games of the catalogue. Returns the measurements of both.
#[allow(dead_code, reason = "the tests have runs of their own")]
pub(crate) fn mixed(server: &Server, clients: usize, seconds: f64) -> [Report; 2] {
    for (route, rules) in RULED {
        server.say(&ruled(route, rules));
    }
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let reports = [(); 2].map(|()| Mutex::new(Report::default()));
    let gather = |place: usize, report| {
        reports[place]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .gather(report);
    };
    scope(|scope| {
        for step in GROWING {
            scope.spawn(move || grow(server, step, end));
        }
        for number in 0..clients {
            scope.spawn(move || {
                let about = |turn: usize| {
                    let (route, rules) = RULED[turn % RULED.len()];
                    ruled(route, rules)
                };
                gather(0, client(server.connect_as(3), number, end, about));
            });
            scope.spawn(move || {
                let small =
                    |turn: usize| request(&format!("/api/{}", SMALL[turn * 7 % SMALL.len()]));
                gather(1, client(server.connect_as(4), number, end, small));
            });
        }
    });
    reports.map(|report| {
        let mut report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
        report.times.sort_by(f64::total_cmp);
        report
    })
}

/// Sends the same hostile rule file, a little different each time, until the run is over.
fn grow(server: &Server, step: &str, end: Instant) {
    for turn in 0.. {
        if Instant::now() >= end {
            return;
        }
        let rules = format!(
            "# {turn}\nstart = 1\ndef moves(n):\n  x = 3\n  for i in range(60):\n    {step}\n  return [x]\n"
        );
        let mut stream = server.connect_as(2);
        let sent = stream.write_all(ruled("solve", &rules).as_bytes());
        // Whatever is answered, or nothing.
        if sent.is_err() || Response::read(&mut BufReader::new(stream)).is_err() {
            sleep(Duration::from_millis(100));
        }
    }
}

/// Asks for too much. Half of these clients leave before the answer.
fn hostile(server: &Server, number: usize, over: &AtomicBool) -> Report {
    let mut report = Report {
        hostile: 1,
        ..Report::default()
    };
    let mut stream = BufReader::new(server.connect());
    let question = if number.is_multiple_of(3) {
        hostile_form(number / 3)
    } else {
        request(&format!("/api/{}", HOSTILE[number % HOSTILE.len()]))
    };
    if let Err(error) = stream.get_mut().write_all(question.as_bytes()) {
        report.errors.push(error.to_string());
        return report;
    }
    if number.is_multiple_of(2) {
        sleep(Duration::from_secs(1));
        return report;
    }
    if !is_answered(stream.get_ref(), over) {
        return report;
    }
    match Response::read(&mut stream) {
        Ok(Response {
            status: 200 | 400 | 408 | 413 | 503 | 504,
            ..
        }) => {}
        other => report.errors.push(format!("{other:?}")),
    }
    report
}

/// Sends many forms at once, a byte a second each, and starts again where the server has heard enough.
fn crawl(server: &Server, end: Instant) {
    let head = "POST /api/solve HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\
                Content-Type: application/x-www-form-urlencoded\r\n\r\ngame=";
    let begin = || {
        let mut stream = TcpStream::connect(server.address).ok()?;
        stream.set_nonblocking(true).ok()?;
        stream.write_all(head.as_bytes()).ok()?;
        Some(stream)
    };
    let mut crowd: Vec<Option<TcpStream>> = Vec::new();
    while Instant::now() < end {
        crowd.resize_with(SLOW, || None);
        for place in &mut crowd {
            let goes_on = place
                .as_mut()
                .is_some_and(|slow| slow.write_all(b"n").is_ok());
            if !goes_on {
                *place = begin();
            }
        }
        sleep(Duration::from_secs(1));
    }
}

/// Waits for an answer; false if the run is over before it comes.
fn is_answered(stream: &TcpStream, over: &AtomicBool) -> bool {
    let wait = |time| stream.set_read_timeout(Some(Duration::from_millis(time)));
    // A socket that takes no timeout only makes the run longer.
    let _ = wait(200);
    while stream.peek(&mut [0]).is_err() {
        if over.load(Ordering::Relaxed) {
            return false;
        }
    }
    let _ = wait(60_000);
    true
}

/// The most memory that a process used, as the system reports it; 0 where it does not.
pub(crate) fn most_memory(id: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    kilobytes.unwrap_or(0u64) << 10
}
