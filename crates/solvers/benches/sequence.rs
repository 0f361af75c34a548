//! Whether the engine that is chosen is the best one: `cargo bench -p bouton-solvers --bench sequence`.
//!
//! Codes of all sorts, each with the engine chosen as the run goes and then with every single engine; an engine that takes
//! four times as long is stopped. The last column is what was lost by choosing.

use std::time::{Duration, Instant};

use bouton_core::limits::Limits;
use bouton_solvers::sequence::run::{Engine, Run};
use cpu_time::ProcessTime;

/// Codes and how many heaps of them take about a fifth of a second.
const CODES: [(&str, usize); 32] = [
    ("0.37", 200_000),
    ("4!.0", 200_000),
    ("couples-are-forever", 100_000),
    ("4=.37", 100_000),
    ("0.16", 1_000_000),
    ("0.56", 1_000_000),
    ("0.104", 2_000_000),
    ("0.106", 2_000_000),
    ("0.127", 2_000_000),
    ("0.376", 1_000_000),
    ("0.156", 1_000_000),
    ("0.454", 1_000_000),
    ("0.644", 1_000_000),
    ("0.356", 500_000),
    ("0.354", 500_000),
    ("0.165", 300_000),
    ("0.77", 100_000),
    ("0.07", 100_000),
    ("0.137", 100_000),
    ("0.6", 50_000),
    ("0.06", 50_000),
    ("0.04", 50_000),
    ("0.004", 50_000),
    ("0.007", 50_000),
    ("0.0007", 40_000),
    ("0.055", 50_000),
    ("0.316", 50_000),
    ("0.414", 50_000),
    ("0.7071", 50_000),
    ("0.377", 50_000),
    ("4.52", 50_000),
    ("subtraction:2,5,9", 1_000_000),
];

/// Processor seconds of a run; `None` where the engine does not fit or the time given did not suffice.
fn seconds(code: &str, heaps: usize, engine: Option<Engine>, most: Duration) -> Option<(f64, Run)> {
    let code = code.parse().expect("invariant: the codes are well formed");
    let clock = ProcessTime::now();
    let mut run = Run::new(code, engine, 1).ok()?;
    let limits = Limits {
        deadline: Instant::now().checked_add(most),
        ..Limits::default()
    };
    run.extend(heaps, &limits).ok()?;
    Some((clock.elapsed().as_secs_f64(), run))
}

fn main() {
    let single = [Engine::Dense, Engine::Sparse];
    let ids = single.map(|engine| format!("{:>8}", engine.id())).join("");
    println!(
        "{:<20}{:>9}{:>8}  {:<14}{ids}{:>8}",
        "code", "heaps", "rares", "chosen", "lost"
    );
    let mut worst = 0.0;
    for (code, heaps) in CODES {
        let run = |engine, most| seconds(code, heaps, engine, most);
        let Some((chosen, last)) = run(None, Duration::from_secs(60)) else {
            continue;
        };
        let most = Duration::from_secs_f64(4.0 * chosen + 0.01);
        let times = single.map(|engine| run(Some(engine), most).map(|(seconds, _)| seconds));
        let again = run(None, most).map_or(chosen, |(again, _)| chosen.min(again));
        let best = times.iter().flatten().copied().fold(again, f64::min);
        let lost = again / best - 1.0;
        worst = f64::max(worst, lost);
        let shown =
            times.map(|time| time.map_or(format!("{:>8}", "–"), |time| format!("{time:>8.3}")));
        let rares = last.sparseness().map_or(0, |sparseness| sparseness.rares);
        println!(
            "{code:<20}{heaps:>9}{rares:>8}  {:<8}{again:>6.3}{}{:>7.0}%",
            last.engine().id(),
            shown.join(""),
            100.0 * lost
        );
    }
    println!("lost at most {:.0} %", 100.0 * worst);
}
