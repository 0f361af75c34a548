//! Alpha-beta with one thread and with two, on positions that outgrow the first table: `cargo bench -p bouton-games --bench
//! threads`. The ratio is that of the clock, so that it wants a machine with nothing else to do; processor seconds and nodes
//! tell what two threads do without effect, whatever else the machine does.

use std::time::Instant;

use bouton_core::entry::Entry;
use bouton_core::{Alternating, Limits, Loopfree, Sided, Solver};
use bouton_games::boards::{Clobber, Connect, Cram, Domineering};
use bouton_solvers::alpha_beta::{AlphaBeta, Hints, Plain};
use cpu_time::ProcessTime;

/// The cost of a run.
#[derive(Clone, Copy, Default)]
struct Cost {
    clock: f64,
    processor: f64,
    nodes: u64,
}

/// The costs of one thread and of two, added up.
#[derive(Default)]
struct Sum([Cost; 2]);

impl Sum {
    fn measure<G: Entry<Game = G> + Alternating + Loopfree, S: Solver<G>>(
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
            let (mut solver, start, began) = (solver(), Instant::now(), ProcessTime::now());
            let value = solver.evaluate(&game, &at, &limits).expect("no limit");
            let cost = Cost {
                clock: start.elapsed().as_secs_f64(),
                processor: began.elapsed().as_secs_f64(),
                nodes: solver.visited(),
            };
            (value.score, cost)
        });
        let [(one, _), (two, _)] = found;
        assert_eq!(one, two, "one thread and two disagree");
        for (sum, (_, cost)) in self.0.iter_mut().zip(found) {
            sum.clock += cost.clock;
            sum.processor += cost.processor;
            sum.nodes += cost.nodes;
        }
        let position = position.unwrap_or("at the start");
        let name = format!("{}:{parameters} {position}", G::CARD.name);
        print(&name, found.map(|(_, cost)| cost));
    }
}

fn print(name: &str, [one, two]: [Cost; 2]) {
    println!(
        "{name}: {:.2} s, {:.2} s, ratio {:.2}; processor {:.2}, {:.2}, {:.2} times; nodes {}, {}, {:.2} times",
        one.clock,
        two.clock,
        one.clock / two.clock,
        one.processor,
        two.processor,
        two.processor / one.processor,
        one.nodes,
        two.nodes,
        two.nodes as f64 / one.nodes as f64
    );
}

fn main() {
    let mut sum = Sum::default();
    for position in ["62424321556", "1512556537"] {
        let solver = AlphaBeta::<Connect, Hints>::default;
        sum.measure(("6,7,4", Some(position)), solver);
    }
    sum.measure(("4,7", None), AlphaBeta::<Cram, Plain>::default);
    sum.measure(("3,6", None), AlphaBeta::<Sided<Clobber>, Plain>::default);
    sum.measure(
        ("5,6", None),
        AlphaBeta::<Sided<Domineering>, Plain>::default,
    );
    print("all", sum.0);
}
