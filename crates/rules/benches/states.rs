//! `cargo bench -p bouton-rules`: states of tic-tac-toe, as `docs/your-own-game.md` has it, per CPU second, and bytes a position.
//!
//! A state is a position that can be reached: `outcome` is asked there, and the moves are listed where play goes on, which
//! the solver `memo` does once for each. Then breakthrough on 5 × 3 by each solver (`SOLVER=memo` for one). With `--large` also ten million positions of a game of three heaps, in one table.

use std::collections::HashSet;

use bouton_core::solver::Solver;
use bouton_core::{Alternating, Limits, WinDrawLoss};
use bouton_external::{ExternalGame, ExternalRules, Opened, open};
use bouton_rules::{RuleFile, Rules};
use bouton_solvers::alpha_beta::Plain;
use bouton_solvers::{AlphaBeta, Memo, OnGraph};
use cpu_time::ProcessTime;

/// How often tic-tac-toe is solved.
const TIMES: usize = 200;

/// The file of the docs.
const IN_THE_DOCS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tic-tac-toe.star");

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
PLIES = [9 - len([cell for cell in CELLS if taken & cell]) for taken in range(512)]
def plies_left(p):
    return PLIES[p[0] | p[1]]
";

const BREAKTHROUGH: &str = r#"
R = 5
C = 3
start = "OOOOOO...XXXXXXX"
def moves(p):
    me = p[15]
    other = "O" if me == "X" else "X"
    step = -C if me == "X" else C
    found = []
    for i in range(15):
        if p[i] != me:
            continue
        j = i + step
        if j < 0 or j >= 15:
            continue
        column = i % C
        for d in (-1, 0, 1):
            if column + d < 0 or column + d >= C:
                continue
            k = j + d
            there = p[k]
            if there == me or (d == 0 and there != "."):
                continue
            if i < k:
                found.append(p[:i] + "." + p[i + 1:k] + me + p[k + 1:15] + other)
            else:
                found.append(p[:k] + me + p[k + 1:i] + "." + p[i + 1:15] + other)
    return found
def outcome(p):
    if "X" in p[:3] or "O" in p[12:15] or "X" not in p[:15] or "O" not in p[:15]:
        return "loss"
    return None
def plies_left(p):
    n = 0
    for i in range(15):
        if p[i] == "X":
            n += i // C
        elif p[i] == "O":
            n += R - 1 - i // C
    return n
"#;

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

fn bytes_held() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm
        .split_whitespace()
        .nth(1)
        .and_then(|pages| pages.parse::<u64>().ok());
    pages.unwrap_or_default() * 4096
}

type Game = ExternalGame<Rules, WinDrawLoss>;

/// A game that is won, drawn or lost, and ends.
fn read(text: &str) -> Game {
    let file = RuleFile::of("bench.star", text, None).expect("the file is right");
    match open(Rules::of(file)) {
        Opened::Outcome(game) => game,
        _ => panic!("won, drawn or lost, and loop-free"),
    }
}

/// Positions that can be reached.
fn states(game: &Game) -> usize {
    let mut queue: Vec<_> = game.rules().start().into_iter().collect();
    let mut seen: HashSet<_> = queue.iter().cloned().collect();
    while let Some(at) = queue.pop() {
        let after = game.moves(&at).map(|mv| game.play(&at, &mv));
        queue.extend(after.filter(|at| seen.insert(at.clone())));
    }
    seen.len()
}

/// Solves from the start, and returns the solver with what it stored.
fn solve(game: &Game) -> Memo<<Game as bouton_core::Alternating>::Score> {
    let mut memo = Memo::default();
    let at = game.rules().start().expect("there is a start");
    memo.evaluate(game, &at, &Limits::default())
        .expect("no limit");
    memo
}

fn speed(name: &str, text: &str) {
    let game = read(text);
    let states = states(&game) * TIMES;
    let before = ProcessTime::now();
    for _ in 0..TIMES {
        solve(&game);
    }
    let cpu = before.elapsed().as_secs_f64();
    let rate = states as f64 / cpu / 1e6;
    println!(
        "tic-tac-toe {name}: {states} states in {cpu:.2} CPU s: {rate:.3} M states a CPU second"
    );
}

fn size(name: &str, text: &str) {
    let game = read(text);
    let (before, held) = (ProcessTime::now(), bytes_held());
    let memo = solve(&game);
    let (cpu, held) = (before.elapsed().as_secs_f64(), bytes_held() - held);
    let (stored, _) = memo.stored();
    println!(
        "{name}: {stored} positions in {cpu:.1} CPU s, {:.2} GB, {} bytes each",
        held as f64 / 1e9,
        held / stored as u64
    );
}

/// Positions a CPU second that each solver looks at, within some seconds.
fn by_solver(game: &Game, mut solver: impl Solver<Game>) {
    let id = solver.about().id;
    let wanted = std::env::var("SOLVER").unwrap_or_default();
    if !wanted.is_empty() && wanted != id {
        return;
    }
    let at = game.rules().start().expect("there is a start");
    let limits = Limits {
        threads: Some(1),
        ..Limits::within(std::time::Duration::from_secs(20))
    };
    let before = ProcessTime::now();
    // The exception at the end of the time is caught here.
    let done = bouton_core::asked(|| solver.evaluate(game, &at, &limits).is_ok());
    let cpu = before.elapsed().as_secs_f64();
    let visited = solver.visited().max(limits.progress.get().0);
    let rate = visited as f64 / cpu / 1e3;
    println!(
        "breakthrough 5 x 3 by {id}: {visited} positions in {cpu:.1} CPU s, {rate:.0} k a CPU second, done: {done:?}"
    );
}

fn main() {
    let breakthrough = read(BREAKTHROUGH);
    by_solver(&breakthrough, Memo::default());
    by_solver(&breakthrough, AlphaBeta::<_, Plain>::default());
    by_solver(&breakthrough, OnGraph::proof_number());
    by_solver(&breakthrough, OnGraph::retrograde());
    if std::env::var_os("SOLVER").is_some() {
        return;
    }
    speed(
        "as a string",
        &std::fs::read_to_string(IN_THE_DOCS).unwrap(),
    );
    speed("as two numbers", BITS);
    if std::env::args().any(|argument| argument == "--large") {
        size("three heaps", HEAPS);
    }
}
