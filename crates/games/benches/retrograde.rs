//! How fast backward analysis is, beside sweeping over all positions until nothing changes, in the same run:
//! `cargo bench -p bouton-games --bench retrograde`.

use std::time::Instant;

use bouton_core::{Limits, Outcome, Reversible, Score, Solver};
use bouton_games::boards::{Krk, Teeko, ThreeMensMorris};
use bouton_solvers::NumberedRetrograde;
use cpu_time::ProcessTime;

fn timed<T>(work: impl FnOnce() -> T) -> (T, f64, f64) {
    let (start, before) = (Instant::now(), ProcessTime::now());
    let result = work();
    (
        result,
        start.elapsed().as_secs_f64(),
        before.elapsed().as_secs_f64(),
    )
}

/// One value for each number, swept again and again.
fn naive<G: Reversible>(game: &G) -> Vec<Option<Outcome>> {
    let positions: Vec<_> = (0..game.count())
        .map(|number| game.position(number))
        .collect();
    let end = |at: &Option<G::Position>| game.score(at.as_ref()?).map(Score::outcome);
    let mut known: Vec<_> = positions.iter().map(end).collect();
    loop {
        let before = known.clone();
        for (number, at) in positions.iter().enumerate() {
            let Some(at) = at.as_ref().filter(|_| before[number].is_none()) else {
                continue;
            };
            let worth = |mv| {
                before[game.index(&game.play(at, &mv)).unwrap() as usize].map(|outcome| -outcome)
            };
            let options: Vec<_> = game.moves(at).map(worth).collect();
            if options.contains(&Some(Outcome::Win)) {
                known[number] = Some(Outcome::Win);
            } else if options.iter().all(|option| *option == Some(Outcome::Loss)) {
                known[number] = Some(Outcome::Loss);
            }
        }
        if known == before {
            return known;
        }
    }
}

struct Facts {
    positions: u64,
    moves: f64,
}

fn facts<G: Reversible>(game: &G, step: usize) -> Facts {
    let (mut positions, mut moves) = (0u64, 0u64);
    for at in (0..game.count())
        .step_by(step)
        .filter_map(|number| game.position(number))
    {
        positions += 1;
        moves += game.moves(&at).count() as u64;
    }
    Facts {
        positions: positions * step as u64,
        moves: moves as f64 / positions as f64,
    }
}

fn measure<G: Reversible>(name: &str, game: &G, step: usize, with_naive: bool) {
    let Facts { positions, moves } = facts(game, step);
    println!(
        "{name}: {positions} positions, {moves:.1} moves each, {} numbers",
        game.count()
    );
    let at = (0..game.count()).find_map(|number| game.position(number));
    let at = at.expect("invariant: a game has a position");
    for threads in [1, 2] {
        let limits = Limits::of_threads(threads);
        // The quickest of several runs, where one is too short to be timed.
        let runs = 1 + 10_000_000 / positions;
        let (mut wall, mut cpu) = (f64::INFINITY, 0.0);
        for _ in 0..runs {
            let run = timed(|| NumberedRetrograde::default().evaluate(game, &at, &limits));
            wall = run.1.min(wall);
            cpu += run.2 / runs as f64;
        }
        let rate = positions as f64 / wall / 1e6;
        println!(
            "  {threads} threads: {wall:.3} s ({cpu:.3} s of CPU), {rate:.2} M positions a second, a byte each"
        );
    }
    if with_naive {
        let (_, wall, cpu) = timed(|| naive(game));
        let rate = positions as f64 / wall / 1e6;
        println!("  sweeps:    {wall:.3} s ({cpu:.2} s of CPU), {rate:.2} M positions a second");
    }
}

fn main() {
    measure("three-mens-morris", &ThreeMensMorris::default(), 1, true);
    measure("krk", &Krk, 1, true);
    measure("teeko", &Teeko::default(), 1009, false);
}
