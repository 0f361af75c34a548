//! Laws known from the literature, found and proved from the rules; and tables against plain recursion.

use std::collections::HashMap;

use bouton_laws::{Finding, Law, Search, family, read};

fn search(game: &str, heaps: usize, misere: bool) -> Finding {
    let rules = read(&family(game, heaps, misere).unwrap()).unwrap();
    Search::default().run(&rules).unwrap()
}

fn law(game: &str, heaps: usize, misere: bool) -> Box<Law> {
    search(game, heaps, misere)
        .law
        .unwrap_or_else(|| panic!("no law of {game}"))
}

fn holds(law: &mut Law, sentence: &str) {
    assert_eq!(law.ask(sentence).unwrap().truth, Some(true), "{sentence}");
}

fn sizes(law: &Law) -> (String, Vec<usize>) {
    (
        law.system().to_string(),
        law.sets().iter().map(|(_, set)| set.states()).collect(),
    )
}

#[test]
fn nim_and_its_kin() {
    for heaps in 2..=5 {
        assert_eq!(sizes(&law("nim", heaps, false)), ("base 2".into(), vec![2])); // Bouton 1901
    }
    assert_eq!(sizes(&law("nim", 3, true)), ("base 2".into(), vec![5]));
    assert_eq!(
        sizes(&law("nim-pass", 2, false)),
        ("base 2".into(), vec![6])
    );
    assert_eq!(sizes(&law("moore", 3, false)), ("base 2".into(), vec![2])); // Moore 1910
    assert_eq!(sizes(&law("moore", 4, false)), ("base 2".into(), vec![2]));
    assert_eq!(
        sizes(&law("staircase", 4, false)),
        ("base 2".into(), vec![2])
    );
    assert_eq!(
        sizes(&law("exact-nim", 3, false)),
        ("base 2".into(), vec![5])
    );
    assert_eq!(
        sizes(&law("exact-slow-nim", 3, false)),
        ("base 2".into(), vec![29])
    );
    assert_eq!(
        sizes(&law("nimhoff-5", 2, false)),
        ("base 2".into(), vec![17])
    );
    assert_eq!(
        sizes(&law("leave-half", 2, false)),
        ("base 2".into(), vec![3])
    );
}

#[test]
fn laws_of_one_heap() {
    holds(
        &mut law("subtraction:1,2,3", 1, false),
        "A n: P(n) <=> n = 0 mod 4",
    );
    holds(&mut law("half", 1, false), "A n: P(n) <=> place(n + 1)");
    holds(
        &mut law("powers-of-two", 1, false),
        "A n: P(n) <=> n = 0 mod 3",
    );
}

#[test]
fn wythoff_and_its_kin() {
    let mut wythoff = law("wythoff", 2, false);
    assert_eq!(sizes(&wythoff), ("Zeckendorf".into(), vec![8]));
    holds(&mut wythoff, "A a: E b: P(a,b) & (A c: P(a,c) => c = b)");
    holds(
        &mut wythoff,
        "A d: E a: P(a, a + d) & (A c: P(c, c + d) => c = a)",
    );
    assert_eq!(
        sizes(&law("wythoff", 2, true)),
        ("Zeckendorf".into(), vec![14])
    );
    let mut two = law("wythoff:2", 2, false);
    assert_eq!(sizes(&two), ("(2,1)".into(), vec![10])); // Fraenkel 1982
    holds(&mut two, "A a, b: P(a,b) & a <= b => b = a mod 2");
}

#[test]
fn fibonacci_nim_is_lost_on_fibonacci_numbers() {
    let mut law = law("fibonacci-nim", 2, false); // Whinihan 1963
    assert_eq!(law.system().to_string(), "Zeckendorf");
    holds(&mut law, "A n: n >= 2 => (P(n, n - 1) <=> place(n))");
    holds(
        &mut law,
        "A n, l: n > 0 => (P(n, l) <=> (E u: lowest(n, u) & l < u))",
    );
}

#[test]
fn the_box_game_and_chomp() {
    let mut law_of_box = law("box", 2, false);
    assert_eq!(sizes(&law_of_box), ("base 2".into(), vec![7]));
    holds(
        &mut law_of_box,
        "A a, b: a >= b & b >= 1 => (P(a, b) <=> place(a + 1))",
    );
    holds(
        &mut law("chomp-2", 2, false),
        "A a, b: P(a, b) <=> a = b + 1",
    );
}

#[test]
fn grundy_values() {
    let mut lasker = law("lasker", 1, false);
    assert_eq!(sizes(&lasker), ("base 2".into(), vec![12]));
    holds(
        &mut lasker,
        "A k: G(4k+1, 4k+1) & G(4k+2, 4k+2) & G(4k+3, 4k+4) & G(4k+4, 4k+3)",
    ); // Lasker 1931
    let mut kayles = law("octal:0.77", 1, false);
    assert_eq!(sizes(&kayles), ("base 2".into(), vec![49]));
    holds(&mut kayles, "A n, v: n >= 71 => (G(n, v) <=> G(n + 12, v))"); // Guy, Smith 1956
    assert_eq!(
        kayles
            .ask("A n, v: n >= 70 => (G(n, v) <=> G(n + 12, v))")
            .unwrap()
            .truth,
        Some(false)
    );
    assert_eq!(
        kayles.grundy(&[num_bigint::BigUint::from(10u32).pow(1000)]),
        kayles.grundy(&[88u32.into()])
    );
}

#[test]
fn euclids_game() {
    let mut law = law("euclid", 2, false);
    assert_eq!(sizes(&law), ("Zeckendorf".into(), vec![22, 14, 14]));
    assert_eq!(law.lost(&[15u32.into(), 24u32.into()]), Some(true));
    assert_eq!(law.lost(&[34u32.into(), 12u32.into()]), Some(false));
    holds(&mut law, "A a, b: P(a, b) & a > 0 & b > a => b < 2*a"); // Cole, Davie 1969
}

#[test]
fn no_law_is_claimed_where_none_is_known() {
    let rules = read(&family("half-two", 2, false).unwrap()).unwrap();
    let search = Search {
        systems: vec!["base 2".parse().unwrap()],
        positions: 1 << 16,
        ..Search::default()
    };
    let finding = search.run(&rules).unwrap();
    assert!(finding.law.is_none());
    let growth: Vec<usize> = finding.trials[0]
        .steps
        .iter()
        .map(|step| step.least_states)
        .collect();
    assert!(
        growth.windows(2).all(|pair| pair[0] < pair[1]),
        "{growth:?}"
    );
}

#[test]
fn laws_play_on_large_positions() {
    let mut wythoff = law("wythoff", 2, false);
    let mut position = [
        num_bigint::BigUint::from(3u32).pow(700),
        num_bigint::BigUint::from(7u32).pow(500),
    ];
    assert_eq!(wythoff.lost(&position), Some(false));
    let moves = wythoff.winning_moves(&position).unwrap();
    assert!(!moves.is_empty());
    for winning in moves {
        assert_eq!(wythoff.lost(&winning.target), Some(true));
        position.clone_from_slice(&winning.target);
        assert_eq!(wythoff.winning_moves(&position).unwrap(), []);
    }
    let small = wythoff
        .winning_moves(&[75u32.into(), 90u32.into()])
        .unwrap();
    let targets: Vec<String> = small
        .iter()
        .map(|m| format!("{},{}", m.target[0], m.target[1]))
        .collect();
    assert_eq!(targets, ["75,46", "24,39"]);
}

/// Plain recursion for games of subtraction from one of two heaps, or from both.
fn lost_by_recursion(
    a: u64,
    b: u64,
    options: &dyn Fn(u64, u64) -> Vec<(u64, u64)>,
    misere: bool,
    known: &mut HashMap<(u64, u64), bool>,
) -> bool {
    if let Some(&lost) = known.get(&(a, b)) {
        return lost;
    }
    let next = options(a, b);
    let lost = if next.is_empty() {
        !misere
    } else {
        next.iter()
            .all(|&(a, b)| !lost_by_recursion(a, b, options, misere, known))
    };
    known.insert((a, b), lost);
    lost
}

#[test]
fn laws_agree_with_plain_recursion() {
    type Options = fn(u64, u64) -> Vec<(u64, u64)>;
    let wythoff: Options = |a, b| {
        let single = (0..a).map(|x| (x, b)).chain((0..b).map(|y| (a, y)));
        single
            .chain((1..=a.min(b)).map(|k| (a - k, b - k)))
            .collect()
    };
    let the_box: Options = |a, b| {
        let larger = a.max(b);
        (1..larger).map(|x| (x, larger - x)).collect()
    };
    let euclid: Options = |a, b| match (a.min(b), a.max(b)) {
        (0, _) => vec![],
        (small, large) => (1..=large / small)
            .map(|k| {
                if a >= b {
                    (a - k * small, b)
                } else {
                    (a, b - k * small)
                }
            })
            .collect(),
    };
    for (game, options, misere, least) in [
        ("wythoff", wythoff, false, 0),
        ("wythoff", wythoff, true, 0),
        ("box", the_box, false, 1),
        ("euclid", euclid, false, 0),
    ] {
        let law = law(game, 2, misere);
        let mut known = HashMap::new();
        for a in least..60 {
            for b in least..60 {
                let expected = lost_by_recursion(a, b, &options, misere, &mut known);
                assert_eq!(
                    law.lost(&[a.into(), b.into()]),
                    Some(expected),
                    "{game} {a},{b}"
                );
            }
        }
    }
}

#[test]
fn mistakes_are_shown_as_concrete_moves() {
    let run = |text: &str| {
        Search::default()
            .run(&read(text).unwrap())
            .unwrap_err()
            .to_string()
    };
    let up = run("game up\nvariables a, b\nrank a + b\nmove k | 1 <= k <= a -> a - k, b + k\n");
    assert_eq!(
        up,
        "a move does not lower the rank: `k | 1 <= k <= a -> a - k, b + k` with a = 1, b = 0, k = 1 leads to (0, 1)"
    );
    let out = run("game out\nvariables a\nrank a\nmove k | 1 <= k <= a + 1 -> a - k\n");
    assert_eq!(
        out,
        "a move leads out of the domain: `k | 1 <= k <= a + 1 -> a - k` with a = 0, k = 1 leads to (-1)"
    );
    let negative = run("game negative\nvariables a, b\nrank a - b\nmove | a >= 1 -> a - 1, b\n");
    assert_eq!(negative, "the rank is negative at (0, 1)");
    let endless = run("game endless\nvariables a, b\nrank a\nmove k | a >= 1 -> a - 1, k\n");
    assert!(endless.contains("not bounded"), "{endless}");
}

#[test]
fn errors_in_rules_point_at_their_place() {
    let at = |text: &str| {
        let error = read(text).unwrap_err();
        error.show(text).lines().next().unwrap().to_string()
    };
    let head = "game g\nvariables a, b\nrank a + b\n";
    let unknown = at(&format!("{head}move k | 1 <= k <= c -> a - k, b\n"));
    assert_eq!(
        unknown,
        "line 4, column 20: expected a variable of the position or of the move, found `c`"
    );
    let short = at(&format!("{head}move k | 1 <= k <= a -> a - k\n"));
    assert_eq!(
        short,
        "line 4, column 25: expected 2 numbers of the new position, found 1"
    );
    let digits = at(&format!("{head}move k | place(k) & k <= a -> a - k, b\n"));
    assert!(
        digits.starts_with("line 4, column 10: expected a line `system`"),
        "{digits}"
    );
    for broken in [
        "",
        "game x",
        "variables a",
        "variables a\nrank a\nmove",
        "variables a, a\nrank a",
        "variables A\nrank A",
        "nonsense",
        "variables a\nrank a\nmode sideways",
        "variables a\nrank a\nmove x, y | x + y = a -> x; y",
        "variables a\nrank a\nsystem base",
        "variables a\nrank a\nfinite p < 0",
        "variables a\nrank a\nclaim c P(a)",
        "variables a\nrank a\nclaim c: P(a)",
        "variables a\nrank 99999999999*a",
    ] {
        assert!(read(broken).is_err(), "{broken}");
    }
}

#[test]
fn pictures_show_every_state_and_every_lost_pair() {
    let law = law("wythoff", 2, false);
    let accepting = (0..law.automaton().states() as u32)
        .filter(|&state| law.automaton().accepts_at(state))
        .count();
    let drawn = law.automaton_svg();
    assert_eq!(
        drawn.matches("<circle").count(),
        law.automaton().states() - 1 + accepting
    );
    let lost = (0..40u32)
        .flat_map(|a| (0..40u32).map(move |b| [a.into(), b.into()]))
        .filter(|position| law.lost(position) == Some(true))
        .count();
    let scatter = law.scatter_svg(40).unwrap();
    assert_eq!(scatter.matches("<rect").count(), lost + 1);
}

#[test]
fn sentences_in_words_are_those_of_the_literature() {
    let words = |game: &str, heaps: usize| -> Vec<String> {
        let told = law(game, heaps, false).sentences().unwrap();
        told.into_iter().map(|sentence| sentence.words).collect()
    };
    assert_eq!(
        words("subtraction:1,2,3", 1),
        ["n is lost exactly when it leaves the remainder 0 by 4"]
    );
    assert_eq!(
        words("box", 2),
        ["a position is lost exactly when the larger number + 1 is a power of 2"]
    );
    assert_eq!(
        words("staircase", 3),
        ["a position is lost exactly when the nim-sum (xor) of a, c is 0"]
    );
    assert_eq!(
        words("octal:0.77", 1),
        [
            "the values repeat with period 12 from n = 71 on, and not before",
            "the largest value is 8"
        ]
    );
    assert!(words("wythoff", 2)[0].starts_with("the lost pairs are (⌊nα⌋, ⌊nα⌋ + n)"));
}
