//! The laws that a prototype proved, with its times: `cargo bench -p bouton-laws`. Each is the best of three runs, by
//! the system named and by all systems in turn; words on the command line choose rows by the name of the game.

use bouton_laws::{Search, family, read};

/// A row: the game, its heaps, misère play, the system, and the prototype's seconds.
type Row = (&'static str, usize, bool, &'static str, f64);

/// Times told as "less than" are taken for that bound.
const ROWS: [Row; 29] = [
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
];

fn seconds(game: &str, heaps: usize, misere: bool, search: &Search) -> (f64, Option<usize>) {
    let text = family(game, heaps, misere).expect("the rows name games");
    let rules = read(&text).expect("their rules are rules");
    let mut best = (f64::INFINITY, None);
    for _ in 0..3 {
        let finding = search
            .run(&rules)
            .expect("their rules hold what they promise");
        let states = finding.law.map(|law| law.automaton().states());
        best = (finding.seconds.min(best.0), states);
    }
    best
}

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with('-'))
        .collect();
    let chosen =
        |row: &&Row| wanted.is_empty() || wanted.iter().any(|word| row.0.contains(word.as_str()));
    println!(
        "{:18} {:>6} {:>7} {:>8} {:>8} {:>6} {:>8}",
        "game", "heaps", "states", "theirs", "ours", "ratio", "in turn"
    );
    for (game, heaps, misere, system, theirs) in ROWS.iter().filter(chosen) {
        let only = Search {
            systems: vec![system.parse().expect("the rows name systems")],
            ..Search::default()
        };
        let (ours, states) = seconds(game, *heaps, *misere, &only);
        let (in_turn, _) = seconds(game, *heaps, *misere, &Search::default());
        let name = format!("{game}{}", if *misere { " misère" } else { "" });
        let states = states.map_or("none".to_string(), |states| states.to_string());
        let ratio = ours / theirs;
        println!(
            "{name:18} {heaps:6} {states:>7} {theirs:8.3} {ours:8.4} {ratio:6.1} {in_turn:8.4}"
        );
    }
}
