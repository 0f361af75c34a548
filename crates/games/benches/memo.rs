//! `cargo bench -p bouton-games --bench memo`: Wythoff's game from (500,500) by search, remoteness included, beside plain
//! recursion over a standard hash map in the same run.

use std::collections::HashMap;
use std::time::Instant;

use bouton_core::{Limits, Solver};
use bouton_games::heaps::Wythoff;
use bouton_solvers::Memo;

const SIZE: u64 = 500;
const RUNS: usize = 5;

/// The plies to the end; odd: won, even: lost. Counts the options that it looks at.
fn naive(heaps: (u64, u64), known: &mut HashMap<(u64, u64), u32>, looked: &mut u64) -> u32 {
    let (a, b) = if heaps.0 <= heaps.1 {
        heaps
    } else {
        (heaps.1, heaps.0)
    };
    if (a, b) == (0, 0) {
        return 0;
    }
    if let Some(plies) = known.get(&(a, b)) {
        return *plies;
    }
    let (mut quickest_win, mut longest_loss) = (None, 0);
    let from_a = (1..=a).map(|n| (a - n, b));
    let from_b = (1..=b).map(|n| (a, b - n));
    let from_both = (1..=a).map(|n| (a - n, b - n));
    for option in from_a.chain(from_b).chain(from_both) {
        *looked += 1;
        match naive(option, known, looked) {
            lost if lost % 2 == 0 => {
                quickest_win = Some(quickest_win.unwrap_or(u32::MAX).min(lost + 1))
            }
            won => longest_loss = longest_loss.max(won + 1),
        }
    }
    let plies = quickest_win.unwrap_or(longest_loss);
    known.insert((a, b), plies);
    plies
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

fn main() {
    let (mut fast, mut slow) = (Vec::new(), Vec::new());
    let (mut options, mut stored) = (0, (0, 0));
    for _ in 0..RUNS {
        let start = Instant::now();
        let mut memo = Memo::default();
        let value = memo.evaluate(
            &Wythoff::<u64>::default(),
            &[SIZE, SIZE],
            &Limits::default(),
        );
        fast.push(start.elapsed().as_secs_f64());
        stored = memo.stored();

        let start = Instant::now();
        options = 0;
        let plies = naive((SIZE, SIZE), &mut HashMap::new(), &mut options);
        slow.push(start.elapsed().as_secs_f64());
        assert_eq!(value.ok().and_then(|value| value.remoteness), Some(plies));
    }
    let (fast, slow) = (median(fast), median(slow));
    println!(
        "wythoff {SIZE},{SIZE}: {options} options of {} positions, median of {RUNS} runs",
        stored.0
    );
    println!(
        "memo   {fast:.3} s, {:.1} M options a second",
        options as f64 / fast / 1e6
    );
    println!(
        "naive  {slow:.3} s, {:.1} M options a second",
        options as f64 / slow / 1e6
    );
    println!("ratio  {:.2}", slow / fast);
    println!(
        "memory {:.1} bytes a stored position",
        stored.1 as f64 / stored.0 as f64
    );
}
