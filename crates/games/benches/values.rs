//! The values of boards, found from the rules up: `cargo bench -p bouton-games --bench values`. Processor seconds of one thread.

use bouton_core::entry::Entry;
use bouton_core::partizan::Summands;
use bouton_core::{Limits, Sided, WinLoss};
use bouton_games::boards::{Clobber, Domineering};
use bouton_games::sides::Konane;
use bouton_solvers::parts::{PartTable, PartsOf};
use bouton_solvers::values::Valuer;
use cpu_time::ProcessTime;

/// The value of the start or of a position, found and counted.
fn tell<G: Entry<Game: Summands<Score = WinLoss>>>(size: &str, at: Option<&str>) {
    let (game, at) = G::open(Some(size), at).expect("a board");
    let (mut table, mut valuer) = (PartTable::apart(), Valuer::default());
    let start = ProcessTime::now();
    let sum = table.sum(&game, &at);
    let parts = &mut PartsOf {
        game: &game,
        table: &mut table,
    };
    let value = valuer.value(parts, &sum, &mut Limits::default().meter());
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{}:{size}: {:?}, {} parts, {} values, {} MB, {seconds:.3} s",
        G::CARD.name,
        value.expect("no limit"),
        valuer.visited(),
        valuer.arena.len(),
        valuer.arena.bytes() >> 20,
    );
}

fn main() {
    let large = std::env::args().any(|argument| argument == "large");
    for size in ["5,5", "5,6", "4,8"] {
        tell::<Sided<Domineering>>(size, None);
    }
    tell::<Sided<Clobber>>("4,4", None);
    tell::<Sided<Konane>>("4,5", Some("OXOXO/X..OX/OXOXO/XOXOX"));
    if large {
        tell::<Sided<Clobber>>("4,5", None);
        tell::<Sided<Domineering>>("6,6", None);
    }
}
