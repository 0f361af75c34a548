//! Looks for a proof of a period: `cargo run --release --example sequence_proof -- 0.104 420000000`.

use bouton_core::limits::Limits;
use bouton_solvers::sequence::Sequence;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let clock = std::time::Instant::now();
    let found = Sequence::compute(words[0].parse()?, words[1].parse()?, &Limits::default())?;
    println!("{:?}: {}", found.status, found.status);
    println!(
        "{} heaps computed in {:.2?}, {} bytes a heap",
        found.values.len(),
        clock.elapsed(),
        found.values.width()
    );
    Ok(())
}
