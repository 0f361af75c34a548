//! Games that fall apart: the solvers that search sums of parts beside those that look at every position or part, and alone
//! where those have too much to do: `cargo bench -p bouton-games --bench components`. Processor seconds of one thread.

use bouton_core::entry::Entry;
use bouton_core::{Alternating, Limits, Sided, Solver, WinLoss};
use bouton_games::boards::{Clobber, Cram, Domineering};
use bouton_games::sides::NoGo;
use bouton_solvers::{Components, Grundy, Memo, Nimber};
use cpu_time::ProcessTime;

/// Finds and prints the value of the start.
fn tell<G: Entry<Game: Alternating<Score = WinLoss>>>(size: &str, solver: impl Solver<G::Game>) {
    tell_of::<G>(size, None, solver);
}

/// The same of a position.
fn tell_of<G: Entry<Game: Alternating<Score = WinLoss>>>(
    size: &str,
    at: Option<&str>,
    mut solver: impl Solver<G::Game>,
) {
    let (game, at) = G::open(Some(size), at).expect("a board");
    let start = ProcessTime::now();
    let found = solver.evaluate(&game, &at, &Limits::default());
    let found = found.expect("no limit");
    println!(
        "{}:{size} {}: {:?}{}, {} visited, {:.3} s",
        G::CARD.name,
        solver.about().id,
        found.score,
        found.grundy.map_or(String::new(), |n| format!(" ({n})")),
        solver.visited(),
        start.elapsed().as_secs_f64()
    );
}

fn main() {
    tell::<Cram>("3,9", Grundy::default());
    for size in ["3,9", "3,12", "3,13", "3,14"] {
        tell::<Cram>(size, Nimber::default());
    }
    tell::<Sided<Clobber>>("2,8", Memo::default());
    for size in ["2,8", "2,12", "2,13", "4,5"] {
        tell::<Sided<Clobber>>(size, Components::apart());
    }
    for size in ["1,15", "1,17", "1,18", "4,4"] {
        tell::<Sided<NoGo>>(size, Components::apart());
    }
    for side in ["", " R"] {
        let row = format!("O....O...X.......X.XO....XXO.X{side}");
        tell_of::<Sided<NoGo>>("1,30", Some(&row), Components::apart());
    }
    for size in ["6,6", "7,7", "6,8", "8,8"] {
        tell::<Sided<Domineering>>(size, Components::apart());
    }
}
