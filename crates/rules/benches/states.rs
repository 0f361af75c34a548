//! `cargo bench -p bouton-rules`: tic-tac-toe states per CPU second, and bytes a position.
//!
//! A state is a position whose moves are listed and each position after them made, with its outcome asked for: what the
//! solver `memo` does once for each. With `--large` also ten million positions of a game of three heaps, in one table.

use std::time::Instant;

use bouton_core::solver::Solver;
use bouton_core::{Alternating, Game, Limits};
use bouton_rules::{Opened, RuleFile, Written, open};
use bouton_solvers::Memo;

const STRING: &str = include_str!("tic-tac-toe.star");

const BITS: &str = "
start = (0, 0)
LINES = (7, 56, 448, 73, 146, 292, 273, 84)
CELLS = [1 << i for i in range(9)]
def moves(p):
    me, other = p
    taken = me | other
    return [(other, me | cell) for cell in CELLS if not taken & cell]
def outcome(p):
    other = p[1]
    for line in LINES:
        if other & line == line:
            return 'loss'
    return 'draw' if p[0] | other == 511 else None
def plies_left(p):
    return 9
";

const HEAPS: &str = "
start = (215, 215, 215)
last = 'loses'
def moves(p):
    a, b, c = p
    here = []
    if a: here.append((a - 1, b, c))
    if b: here.append((a, b - 1, c))
    if c: here.append((a, b, c - 1))
    return here
def plies_left(p):
    return p[0] + p[1] + p[2]
";

fn cpu_seconds() -> f64 {
    // Fields 14 and 15 of /proc/self/stat: user and system time in hundredths of a second.
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = after.split_whitespace().skip(11).take(2);
    ticks
        .filter_map(|ticks| ticks.parse::<f64>().ok())
        .sum::<f64>()
        / 100.0
}

fn bytes_held() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or_default() * 4096
}

fn solve(text: &str, times: u64) {
    let file = RuleFile::of("bench.star", text, None).expect("the file is right");
    let Opened::Outcome(game) = open(file) else {
        panic!("won, drawn or lost, and loop-free")
    };
    let at = game.start().expect("there is a start");
    let (before, start, held) = (cpu_seconds(), Instant::now(), bytes_held());
    let mut states = 0;
    let mut stored = 0;
    for _ in 0..times {
        let mut memo = Memo::default();
        game.begin(&Limits::default());
        memo.evaluate(&game, &at, &Limits::default())
            .expect("no limit");
        assert_eq!(game.mishap(), None);
        states += memo.visited();
        stored = memo.stored().0 as u64;
        if stored > 1_000_000 {
            println!(
                "{stored} positions in {} bytes each",
                (bytes_held() - held) / stored
            );
        }
    }
    let cpu = cpu_seconds() - before;
    println!(
        "{states} states ({stored} positions, {} moves at the start) in {cpu:.2} CPU s, {:.2} s: {:.3} M states a CPU second",
        game.moves(&at).count(),
        start.elapsed().as_secs_f64(),
        states as f64 / cpu / 1e6
    );
}

fn main() {
    print!("tic-tac-toe as a string: ");
    solve(STRING, 30);
    print!("tic-tac-toe as two numbers: ");
    solve(BITS, 30);
    if std::env::args().any(|argument| argument == "--large") {
        print!("three heaps: ");
        solve(HEAPS, 1);
    }
}
