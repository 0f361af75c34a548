//! Alpha-beta with one thread and with two, on positions that outgrow the first table: `cargo bench -p bouton-games --bench threads`.
//! The seconds are those of the clock, so that it wants a machine with nothing else to do.

use std::time::Instant;

use bouton_core::entry::Entry;
use bouton_core::{Alternating, Limits, Loopfree, Sided, Solver};
use bouton_games::boards::{Clobber, Connect, Cram, Domineering};
use bouton_solvers::alpha_beta::{AlphaBeta, Hints, Plain};

/// Seconds by one thread and by two, added up.
#[derive(Default)]
struct Sum([f64; 2]);

impl Sum {
    fn measure<G: Entry + Alternating + Loopfree, S: Solver<G>>(
        &mut self,
        (parameters, position): (&str, Option<&str>),
        solver: impl Fn() -> S,
    ) {
        let (game, at) = G::open(Some(parameters), position).expect("a position");
        let found = [1, 2].map(|threads| {
            let limits = Limits {
                threads: Some(threads),
                ..Limits::default()
            };
            let (mut solver, start) = (solver(), Instant::now());
            let value = solver.evaluate(&game, &at, &limits).expect("no limit");
            (value.score, start.elapsed().as_secs_f64(), solver.visited())
        });
        let [(one, first, nodes), (two, second, more)] = found;
        assert_eq!(one, two, "one thread and two disagree");
        self.0 = [self.0[0] + first, self.0[1] + second];
        println!(
            "{}:{parameters} {}: {first:.2} s, {second:.2} s, ratio {:.2}; nodes {nodes}, {more}",
            G::CARD.name,
            position.unwrap_or("at the start"),
            first / second
        );
    }
}

fn main() {
    let mut sum = Sum::default();
    for position in ["62424321556", "1512556537623"] {
        let solver = AlphaBeta::<Connect, Hints>::default;
        sum.measure(("6,7,4", Some(position)), solver);
    }
    for size in ["4,5", "5,5"] {
        sum.measure((size, None), AlphaBeta::<Cram, Plain>::default);
    }
    for size in ["3,5", "4,4"] {
        sum.measure((size, None), AlphaBeta::<Sided<Clobber>, Plain>::default);
    }
    for size in ["5,5", "5,6"] {
        sum.measure(
            (size, None),
            AlphaBeta::<Sided<Domineering>, Plain>::default,
        );
    }
    let [one, two] = sum.0;
    println!("all: {one:.2} s, {two:.2} s, ratio {:.2}", one / two);
}
