//! The cost of a large graph: `cargo bench -p bouton-graphs`. Two million positions with five moves each, with ids of a
//! program that numbers them; once as a graph where play ends, once with cycles.

use std::io::{Cursor, Read};

use bouton_core::Limits;
use bouton_core::solver::Solver;
use bouton_external::{Opened, open};
use bouton_graphs::read;
use bouton_solvers::{Memo, OnGraph};
use cpu_time::ProcessTime;

const POSITIONS: u64 = 2_000_000;
const MOVES: u64 = 5;

/// The lines of a random graph, made as they are read.
struct Lines {
    next: u64,
    cycles: bool,
    chance: u64,
    line: Cursor<Vec<u8>>,
    told: u64,
}

impl Lines {
    fn of(cycles: bool) -> Self {
        Self {
            next: 0,
            cycles,
            chance: 0x9e37_79b9_7f4a_7c15,
            line: Cursor::default(),
            told: 0,
        }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        self.chance % bound
    }

    fn line(&mut self) -> String {
        let own = self.next;
        let to = |n: u64, mv: u64| format!("[\"move {mv}\",\"position {n}\"]");
        let moves: Vec<_> = (0..MOVES)
            .map(|mv| {
                let back = if self.cycles { 500.min(own) } else { 0 };
                let first = if self.cycles { own - back } else { own + 1 };
                let bound = POSITIONS.min(own + 2000) - first;
                let n = first + if bound == 0 { 0 } else { self.below(bound) };
                to(n, mv)
            })
            .collect();
        let is_end = own + 1 == POSITIONS || self.below(50) == 0;
        let moves = if is_end {
            String::new()
        } else {
            moves.join(",")
        };
        format!("{{\"id\":\"position {own}\",\"to\":[{moves}]}}\n")
    }
}

impl Read for Lines {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.line.position() == self.line.get_ref().len() as u64 && self.next < POSITIONS {
            self.line = Cursor::new(self.line().into_bytes());
            self.next += 1;
        }
        let read = self.line.read(into)?;
        self.told += read as u64;
        Ok(read)
    }
}

/// Megabytes held at most so far.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.map_or_else(String::new, |line| {
        line.split_whitespace()
            .skip(1)
            .collect::<Vec<_>>()
            .join(" ")
    })
}

fn main() {
    for cycles in [false, true] {
        let mut lines = Lines::of(cycles);
        let begun = ProcessTime::now();
        std::io::copy(&mut lines, &mut std::io::sink()).expect("no file is read");
        let made = begun.elapsed().as_secs_f64();
        let begun = ProcessTime::now();
        let opened = read("bench.jsonl", Lines::of(cycles), &Limits::default());
        let seconds = begun.elapsed().as_secs_f64() - made;
        let graph = opened.expect("a graph");
        let (bytes, start) = (graph.bytes(), graph.first());
        println!(
            "{} MB of text, {} positions: read in {seconds:.2} s, {:.1} bytes a move, peak {}",
            lines.told >> 20,
            POSITIONS,
            bytes as f64 / (POSITIONS * MOVES) as f64 / 0.98,
            peak()
        );
        let begun = ProcessTime::now();
        let limits = Limits::default();
        let outcome = match open(graph) {
            Opened::Impartial(game) => Memo::default()
                .evaluate(&game, &start, &limits)
                .map(|found| found.score == bouton_core::WinLoss::Win)
                .ok(),
            Opened::Outcome(game) => OnGraph::retrograde()
                .evaluate(&game, &start, &limits)
                .map(|found| found.score == bouton_core::WinDrawLoss::Win)
                .ok(),
            Opened::Points(_) | Opened::Partizan(_) | Opened::PartizanPoints(_) => None,
        };
        println!(
            "solved in {:.2} s (won: {outcome:?}), peak {}",
            begun.elapsed().as_secs_f64(),
            peak()
        );
    }
}
