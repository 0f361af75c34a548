//! Streams a sequence: `cargo run --release --example sequence_stream -- 0.106 10000000000`.

use bouton_core::limits::Limits;
use bouton_solvers::sequence::stream::Stream;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let heaps: u64 = words[1].parse()?;
    let clock = std::time::Instant::now();
    let mut stream = Stream::new(&words[0].parse()?, &Limits::default())?;
    let (mut largest, mut hash) = (0, 0u64);
    stream.advance(heaps, &Limits::default(), |_, value| {
        largest = largest.max(value);
        hash = hash.wrapping_mul(31).wrapping_add(value.into());
    })?;
    let seconds = clock.elapsed().as_secs_f64();
    println!(
        "{} heaps in {seconds:.2} s, {:.3e} a second",
        stream.next_heap(),
        stream.next_heap() as f64 / seconds
    );
    println!(
        "rares {:?}, largest {largest}, hash of the values streamed {hash:x}",
        stream.rares()
    );
    Ok(())
}
