//! `cargo bench -p bouton-games --bench connect -- FOLDER [FILE …]`: Connect Four positions with known scores, from files of lines
//! `columns played, score`; without arguments the empty board, no book, or the bounds known after `SECONDS`. One thread and a
//! table of 1 GiB, unless `THREADS` and `GIBIBYTES` say otherwise. With `WHOLE=1` best moves and a line of best play are
//! asked for, too.

use std::path::Path;
use std::time::{Duration, Instant};

use bouton_core::{Limits, Notation, Payoff, Solver};
use bouton_games::boards::Connect;
use bouton_solvers::alpha_beta::{AlphaBeta, Hints};
use cpu_time::ProcessTime;

/// The number that a variable of the environment holds.
fn asked(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn limits() -> Limits {
    let seconds = asked("SECONDS").map(Duration::from_secs);
    Limits {
        threads: Some(asked("THREADS").map_or(1, |threads| threads as usize)),
        // Half of the memory is the table's.
        memory: asked("GIBIBYTES").map(|size| size << 31),
        deadline: seconds.map(|time| Instant::now() + time),
        ..Limits::default()
    }
}

fn game() -> Connect {
    Connect::new(6, 7, 4).expect("49 bits")
}

fn file(path: &Path) {
    let text = std::fs::read_to_string(path).expect("a file of positions");
    let game = game();
    let mut solver = AlphaBeta::<Connect, Hints>::default();
    let (mut positions, mut right) = (0, 0);
    let cpu = ProcessTime::now();
    let start = Instant::now();
    for line in text.lines() {
        let (moves, score) = line.split_once(' ').expect("moves and a score");
        let at = game.parse(moves).expect("a position");
        let value = match asked("WHOLE") {
            None => solver.evaluate(&game, &at, &limits()),
            Some(_) => solver.solve(&game, &at, &limits()).map(|found| found.value),
        };
        positions += 1;
        right += usize::from(
            value.expect("no limit").score == Payoff(score.trim().parse::<i8>().expect("a score")),
        );
    }
    report(&path.display().to_string(), solver.visited(), cpu, start);
    println!(
        "  {right} of {positions} right, {} nodes each",
        solver.visited() / positions as u64
    );
}

fn report(what: &str, nodes: u64, cpu: ProcessTime, start: Instant) {
    let cpu = cpu.elapsed().as_secs_f64();
    let wall = start.elapsed().as_secs_f64();
    println!(
        "{what}: {nodes} nodes, {cpu:.2} s CPU, {wall:.2} s wall, {:.1} M nodes per CPU second",
        nodes as f64 / cpu.max(0.01) / 1e6
    );
}

fn empty_board() {
    let game = game();
    let at = game.parse("").expect("the empty board");
    let mut solver = AlphaBeta::<Connect, Hints>::default();
    let cpu = ProcessTime::now();
    let start = Instant::now();
    let found = match solver.evaluate(&game, &at, &limits()) {
        Ok(value) => format!("{:?}", value.score),
        Err(stopped) => format!("stopped with the bounds {:?}", stopped.bounds),
    };
    report(
        &format!("empty 6×7 board, {found}"),
        solver.visited(),
        cpu,
        start,
    );
}

fn main() {
    let mut arguments = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"));
    let Some(folder) = arguments.next() else {
        return empty_board();
    };
    let mut files: Vec<_> = arguments
        .map(|name| Path::new(&folder).join(name))
        .collect();
    if files.is_empty() {
        let entries = std::fs::read_dir(&folder).expect("a folder");
        files = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        files.sort();
    }
    files.iter().for_each(|path| file(path));
}
