//! The laws that a prototype proved, with its times: `cargo bench -p bouton-laws`. Each is the best of three runs, by
//! the system named and by all systems in turn, and the independent check of the certificate, in processor seconds;
//! words on the command line choose rows by the name of the game.

use bouton_laws::{Search, family, read};
use bouton_verify::{Bounds, check};
use cpu_time::ProcessTime;

/// A row: the game, its heaps, misère play, the system, and the prototype's seconds.
type Row = (&'static str, usize, bool, &'static str, f64);

/// Times given as "less than" count as that bound.
const ROWS: [Row; 30] = [
    ("subtraction:1,2,3", 1, false, "base 2", 0.001),
    ("nim", 2, false, "base 2", 0.003),
    ("nim", 3, false, "base 2", 0.003),
    ("nim", 4, false, "base 2", 0.003),
    ("nim", 5, false, "base 2", 0.003),
    ("nim", 3, true, "base 2", 0.002),
    ("wythoff", 2, false, "zeckendorf", 0.02),
    ("wythoff", 2, true, "zeckendorf", 0.02),
    ("wythoff:2", 2, false, "(2,1)", 0.1),
    ("wythoff:3", 2, false, "(3,1)", 1.0),
    ("fibonacci-nim", 2, false, "zeckendorf", 0.01),
    ("box", 2, false, "base 2", 0.002),
    ("staircase", 3, false, "base 2", 0.002),
    ("staircase", 4, false, "base 2", 0.002),
    ("lasker", 1, false, "base 2", 0.001),
    ("moore", 3, false, "base 2", 0.003),
    ("moore", 4, false, "base 2", 0.003),
    ("half", 1, false, "base 2", 0.001),
    ("leave-half", 2, false, "base 2", 0.001),
    ("chomp-2", 2, false, "base 2", 0.001),
    ("octal:0.77", 1, false, "base 2", 0.6),
    ("octal:0.07", 1, false, "base 2", 0.3),
    ("octal:0.137", 1, false, "base 2", 0.3),
    ("euclid", 2, false, "zeckendorf", 0.001),
    ("nimhoff-5", 2, false, "base 2", 0.3),
    ("exact-slow-nim", 3, false, "base 2", 0.3),
    ("exact-nim", 3, false, "base 2", 0.3),
    ("nim-pass", 2, false, "base 2", 0.3),
    ("powers-of-two", 1, false, "base 2", 0.3),
    ("ruler", 1, false, "base 2", 11.5),
];

/// The measurements of a search.
struct Measured {
    seconds: f64,
    states: Option<usize>,
    /// The bytes of the certificate, and the seconds of its independent check.
    verified: Option<(usize, f64)>,
}

/// The best of three searches; a long one is not repeated.
fn measure(game: &str, heaps: usize, misere: bool, search: &Search) -> Measured {
    let text = family(game, heaps, misere).expect("the rows name games");
    let rules = read(&text).expect("their rules are rules");
    let mut best = f64::INFINITY;
    let mut law = None;
    for _ in 0..3 {
        let began = ProcessTime::now();
        let finding = search
            .run(&rules)
            .expect("their rules hold what they promise");
        best = best.min(began.elapsed().as_secs_f64());
        law = finding.law;
        if best > 1.0 {
            break;
        }
    }
    let verified = law.as_ref().and_then(|law| {
        let certificate = law.certificate();
        let began = ProcessTime::now();
        let checked = check(&certificate, &Bounds::default());
        let seconds = began.elapsed().as_secs_f64();
        checked
            .is_some_and(|checked| checked.is_ok())
            .then_some((certificate.len(), seconds))
    });
    Measured {
        seconds: best,
        states: law.map(|law| law.automaton().states()),
        verified,
    }
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let chosen =
        |row: &&Row| wanted.is_empty() || wanted.iter().any(|word| row.0.contains(word.as_str()));
    println!(
        "| game | heaps | states | theirs | here | ratio | systems in turn | bytes | verified |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    for (game, heaps, misere, system, theirs) in ROWS.iter().filter(chosen) {
        let only = Search {
            systems: vec![system.parse().expect("the rows name systems")],
            ..Search::default()
        };
        let Measured {
            seconds,
            states,
            verified,
        } = measure(game, *heaps, *misere, &only);
        let in_turn = measure(game, *heaps, *misere, &Search::default()).seconds;
        let name = format!("`{game}`{}", if *misere { " misère" } else { "" });
        let states = states.map_or("none".to_string(), |states| states.to_string());
        let verified = verified.map_or("– | no".to_string(), |(bytes, seconds)| {
            format!("{bytes} | {seconds:.3}")
        });
        let ratio = seconds / theirs;
        println!(
            "| {name} | {heaps} | {states} | {theirs} | {seconds:.4} | {ratio:.1} | {in_turn:.4} | {verified} |"
        );
    }
}
