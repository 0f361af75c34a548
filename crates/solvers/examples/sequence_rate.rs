//! Prints how long an engine takes: `cargo run --release --example sequence_rate -- 0.37 1000000 [engine] [threads]`.

use bouton_core::limits::Limits;
use bouton_solvers::sequence::run::{Engine, Run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let heaps: usize = words[1].parse()?;
    let engine = words
        .get(2)
        .and_then(|id| Engine::ALL.into_iter().find(|engine| engine.id() == id));
    let threads = words.get(3).map_or(Ok(1), |word| word.parse())?;
    let clock = std::time::Instant::now();
    let mut run = Run::new(words[0].parse()?, engine, threads)?;
    let mut length = 1024;
    while length < heaps {
        length = (2 * length).min(heaps);
        let stopped = run.extend(length, &Limits::default());
        println!(
            "{} {:?} {:?} {} {stopped:?}",
            run.len(),
            clock.elapsed(),
            run.sparseness(),
            run.engine().id()
        );
    }
    let seconds = clock.elapsed().as_secs_f64();
    let values = run.into_values();
    let sum = values.iter().take(heaps).fold(0u64, |sum, value| {
        sum.wrapping_mul(31).wrapping_add(value.into())
    });
    println!(
        "{} heaps in {seconds:.3} s, largest {:?}, hash {sum:x}",
        heaps,
        values.iter().max()
    );
    Ok(())
}
