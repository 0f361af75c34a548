//! [`Measured`]: the time and memory of a question, as the system reports them.

use std::fs::File;
use std::process::Child;
use std::time::{Duration, Instant};

use crate::support::program;

/// How a question ended, and what it took.
#[derive(Debug)]
pub(crate) struct Measured {
    pub(crate) code: Option<i32>,
    pub(crate) told: String,
    pub(crate) error: String,
    /// Processor seconds.
    pub(crate) spent: f64,
    /// The most bytes that it held at once.
    pub(crate) held: u64,
}

/// One that goes on for this long is ended, and at fault.
const ENDLESS: Duration = Duration::from_secs(60);

impl Measured {
    fn of(arguments: &[String]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let [out, err] = ["out", "err"].map(|name| folder.path().join(name));
        let mut child = program(arguments)
            .stdout(File::create(&out).unwrap())
            .stderr(File::create(&err).unwrap())
            .spawn()
            .unwrap();
        let (spent, held) = watched(&mut child);
        let code = child.wait().unwrap().code();
        let read = |path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned();
        Self {
            code,
            told: read(out),
            error: read(err),
            spent,
            held,
        }
    }

    /// The time and memory of a question, and its violations of these limits. A busy machine charges more processor time for
    /// the same work, so a question is at fault only if three runs are.
    pub(crate) fn within(
        arguments: &[String],
        time: Duration,
        solvers: u32,
        memory: u64,
    ) -> (Self, Option<String>) {
        let run = || {
            let measured = Self::of(arguments);
            let fault = measured.fault(time, solvers, memory);
            (measured, fault)
        };
        let mut last = run();
        for _ in 0..2 {
            if last.1.is_some() {
                last = run();
            }
        }
        last
    }

    /// The violations of these limits of time, which each of `solvers` has, and memory.
    fn fault(&self, time: Duration, solvers: u32, memory: u64) -> Option<String> {
        let error: String = self.error.chars().take(300).collect();
        if !matches!(self.code, Some(0 | 2 | 3 | 4)) || self.error.contains("panicked") {
            return Some(format!("ended with {:?}: {error}", self.code));
        }
        let threads = std::thread::available_parallelism().map_or(1.0, |n| n.get() as f64);
        let time = (time * solvers).as_secs_f64();
        // Three times its time and half a second; where many threads work, their time, and what one may do when it is over.
        let most = (3.0 * time + 0.5).max((threads + 0.5) * time + 0.6);
        if self.spent > most {
            return Some(format!(
                "took {} of {most} processor seconds: {error}",
                self.spent
            ));
        }
        // Beside its memory, an eighth of that and 64 MB, what is taken between two looks of the guard.
        let most = memory + memory / 8 + (64 << 20) + (64 << 20);
        (self.held > most).then(|| format!("held {} MB: {error}", self.held >> 20))
    }
}

/// The processor time and the peak memory of a child that has ended and was not waited for yet.
fn watched(child: &mut Child) -> (f64, u64) {
    let began = Instant::now();
    let about = |name: &str| std::fs::read_to_string(format!("/proc/{}/{name}", child.id()));
    let mut held = 0;
    loop {
        let status = about("status").unwrap_or_default();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        if let Some(kilobytes) = most.and_then(|line| line.trim().strip_suffix(" kB")) {
            held = held.max(kilobytes.parse::<u64>().unwrap() << 10);
        }
        let stat = about("stat").unwrap();
        let fields: Vec<&str> = stat
            .rsplit(')')
            .next()
            .unwrap()
            .split_whitespace()
            .collect();
        if fields[0] == "Z" {
            // Its own and its children's, in hundredths.
            let ticks = fields[11..15]
                .iter()
                .map(|ticks| ticks.parse::<f64>().unwrap());
            return (ticks.sum::<f64>() / 100.0, held);
        }
        if began.elapsed() > ENDLESS {
            child.kill().unwrap();
            return (f64::INFINITY, held);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
