//! Laws known from the literature, found and proved from the rules; and tables against plain recursion.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bouton_automata::BYTES_A_CELL;
use bouton_core::limits::{Listener, Progress};
use bouton_core::{Limits, StopReason};
use bouton_laws::{Choice, Finding, Law, LawStrategy, Referee, Search, Winning, family, read};
use bouton_reference::{message, messages};
use num_bigint::BigUint;

fn check_law(text: &str) -> Result<bouton_verify::Checked, bouton_verify::Refusal> {
    bouton_verify::check(text, &bouton_verify::Bounds::default()).expect("the header is known")
}

fn search(game: &str, heaps: usize, misere: bool) -> Finding {
    let rules = read(&family(game, heaps, misere).unwrap()).unwrap();
    Search::default().run(&rules).unwrap()
}

fn law(game: &str, heaps: usize, misere: bool) -> Box<Law> {
    search(game, heaps, misere)
        .law
        .unwrap_or_else(|| panic!("no law of {game}"))
}

fn player(game: &str, heaps: usize) -> LawStrategy {
    law(game, heaps, false).player().unwrap()
}

fn named(player: &LawStrategy, parts: &[Vec<BigUint>], most: usize) -> Winning {
    let limits = Limits::default();
    player.winning_moves(parts, most, &limits).unwrap()
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
    for (game, heaps, misere, states) in [
        // Bouton 1901.
        ("nim", 2, false, 2),
        ("nim", 3, false, 2),
        ("nim", 4, false, 2),
        ("nim", 5, false, 2),
        ("nim", 3, true, 5),
        ("nim-pass", 2, false, 6),
        // Moore 1910.
        ("moore", 3, false, 2),
        ("moore", 4, false, 2),
        ("staircase", 4, false, 2),
        ("exact-nim", 3, false, 5),
        ("exact-slow-nim", 3, false, 29),
        ("nimhoff-5", 2, false, 17),
        ("leave-half", 2, false, 3),
    ] {
        let found = sizes(&law(game, heaps, misere));
        assert_eq!(found, ("base 2".into(), vec![states]), "{game} {heaps}");
    }
}

#[test]
fn laws_of_one_heap() {
    for (game, sentence) in [
        ("subtraction:1,2,3", "A n: P(n) <=> n = 0 mod 4"),
        ("half", "A n: P(n) <=> place(n + 1)"),
        ("powers-of-two", "A n: P(n) <=> n = 0 mod 3"),
    ] {
        holds(&mut law(game, 1, false), sentence);
    }
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
    // Lost sums of two and of three heaps, from the values of single heaps.
    let two = kayles.theory().relation("E v: G(a, v) & G(b, v)").unwrap();
    let three = kayles
        .theory()
        .relation("E u, v, w: G(a, u) & G(b, v) & G(c, w) & xor(u, v, w)")
        .unwrap();
    let value = |n: u32| kayles.grundy(&[n.into()]).unwrap();
    for (a, b, c) in [
        (3, 4, 0),
        (5, 9, 0),
        (10, 88, 0),
        (1, 2, 3),
        (3, 5, 8),
        (12, 16, 27),
        (70, 71, 72),
        (9, 9, 11),
    ] {
        let lost = value(a) ^ value(b) == value(c);
        assert_eq!(
            three.contains(&[a.into(), b.into(), c.into()]),
            lost,
            "{a}, {b}, {c}"
        );
        assert_eq!(two.contains(&[a.into(), b.into()]), value(a) == value(b));
    }
    // The value 3 is taken by four heaps only: the law of two heaps, asked for the partners of 3.
    let partners = (0..500u32).filter(|&n| two.contains(&[n.into(), 3u32.into()]));
    assert_eq!(partners.collect::<Vec<_>>(), [3, 6, 18, 39]); // Guy, Smith 1956
    holds(
        &mut kayles,
        "A n: G(n, 3) <=> n = 3 | n = 6 | n = 18 | n = 39",
    );
    assert_eq!(
        kayles.grundy(&[num_bigint::BigUint::from(10u32).pow(1000)]),
        kayles.grundy(&[88u32.into()])
    );
}

/// 0.2048 takes a minute here: its law is proved in release builds, `cargo bench -p bouton-laws --bench theorems ruler`.
#[test]
fn witnesses_must_be_enough() {
    let text = |witness: &str| {
        format!(
            "game Kayles with witnesses\nvariables n\nrank n\nmode grundy\nmove | n >= 1 -> n - 1\nmove | n >= 2 -> n - 2\n\
             move x, y | 1 <= x <= y & x + y + 1 = n -> x; y\nwitness {witness}\n\
             move x, y | 1 <= x <= y & x + y + 2 = n -> x; y\nwitness {witness}\n"
        )
    };
    let run = |witness: &str| {
        let found = Search {
            positions: 1000,
            ..Search::default()
        };
        found.run(&read(&text(witness)).unwrap()).unwrap().law
    };
    let enough = run("x >= 0").unwrap();
    assert_eq!(sizes(&enough), ("base 2".into(), vec![49]));
    let certificate = enough.certificate();
    assert!(check_law(&certificate).is_ok());
    let fewer = certificate.replace("witness x >= 0", "witness x = 1");
    message("a law of too few witnesses", check_law(&fewer).unwrap_err());
    assert!(run("x = 1").is_none());
    let early = read("game g\nvariables n\nrank n\nmode grundy\nwitness n = 1\n").unwrap_err();
    assert_eq!(early.message, "expected a move before its witnesses");
    let normal = "game g\nvariables n\nrank n\nmove k | 1 <= k <= n -> n - k\nwitness k = 1\n";
    message("a witness without mode grundy", read(normal).unwrap_err());
}

#[test]
fn euclids_game() {
    let mut law = law("euclid", 2, false);
    assert_eq!(sizes(&law), ("Zeckendorf".into(), vec![22, 14, 14]));
    assert_eq!(law.lost(&[15u32.into(), 24u32.into()]), Some(true));
    assert_eq!(law.lost(&[34u32.into(), 12u32.into()]), Some(false));
    holds(&mut law, "A a, b: P(a, b) & a > 0 & b > a => b < 2*a"); // Cole, Davie 1969
}

/// Taking at most half of one of two heaps: lost exactly when a + 1 and b + 1 have the same odd part, for the options of n
/// are the numbers x with n/2 < x + 1 <= n, which have every odd part up to n but that of n + 1. In base 2 the
/// numbers are m01…1 with the same m: with k digits for m and k ones after it in one heap, none in the other, all
/// 2^k values of m must be told apart before the other heap begins, so that no automaton has enough states.
#[test]
fn no_law_is_claimed_where_there_is_none() {
    let options = |a: u64, b: u64| {
        let single = (1..=a / 2).map(|k| (a - k, b));
        single.chain((1..=b / 2).map(|k| (a, b - k))).collect()
    };
    let odd_part = |n: u64| n >> n.trailing_zeros();
    let mut known = HashMap::new();
    for (a, b) in (0..64).flat_map(|a| (0..64).map(move |b| (a, b))) {
        let lost = lost_by_recursion(a, b, &options, false, &mut known);
        assert_eq!(lost, odd_part(a + 1) == odd_part(b + 1), "{a}, {b}");
    }
    let rules = read(&family("half-two", 2, false).unwrap()).unwrap();
    let search = Search {
        systems: vec!["base 2".parse().unwrap()],
        positions: 1 << 16,
        ..Search::default()
    };
    let finding = search.run(&rules).unwrap();
    assert!(finding.law.is_none());
    let steps = &finding.trials[0].steps;
    assert!(steps.len() > 4);
    for step in steps {
        assert!(
            step.least_states >= 1 << ((step.digits - 1) / 2),
            "{step:?}"
        );
    }
}

#[test]
fn laws_play_on_large_positions() {
    let wythoff = player("wythoff", 2);
    let mut position = [
        num_bigint::BigUint::from(3u32).pow(700),
        num_bigint::BigUint::from(7u32).pow(500),
    ];
    assert_eq!(wythoff.law().lost(&position), Some(false));
    let moves = named(&wythoff, &[position.to_vec()], 100);
    assert_eq!(moves.total, moves.moves.len().into());
    assert!(!moves.moves.is_empty());
    for winning in moves.moves {
        assert_eq!(wythoff.law().lost_sum(&winning.targets), Some(true));
        position.clone_from_slice(&winning.targets[0]);
        let none = named(&wythoff, &[position.to_vec()], 100);
        assert_eq!(none.moves, []);
    }
    let small = named(&wythoff, &[vec![75u32.into(), 90u32.into()]], 100);
    let targets = small
        .moves
        .into_iter()
        .map(|m| format!("{},{}", m.targets[0][0], m.targets[0][1]));
    assert_eq!(targets.collect::<Vec<_>>(), ["75,46", "24,39"]);
}

/// Of many winning moves, the least and the greatest of each kind are listed, and the count.
#[test]
fn many_winning_moves_are_counted() {
    let half = player("leave-half", 2);
    let position = vec![vec![1000u32.into(), 7u32.into()]];
    let all = named(&half, &position, 10_000);
    assert_eq!(all.total, all.moves.len().into());
    assert!(all.moves.len() > 2);
    let some = named(&half, &position, 1);
    assert_eq!(some.total, all.total);
    assert!(some.moves.len() < all.moves.len());
    assert!(some.moves.iter().all(|choice| all.moves.contains(choice)));
    let late = Limits {
        deadline: Some(Instant::now()),
        ..Limits::default()
    };
    assert!(half.winning_moves(&position, 10_000, &late).is_err());
}

/// Every winning move of Grundy laws and of repeated moves, against the options that the rules list.
#[test]
fn winning_moves_in_sums_and_of_repeated_moves_are_all_that_win() {
    for (game, parts) in [("lasker", 3), ("octal:0.77", 2), ("euclid", 1)] {
        let player = player(game, 2);
        let law = player.law();
        let rules = read(&family(game, 2, false).unwrap()).unwrap();
        let arity = rules.variables.len();
        let referee = Referee::new(rules, Limits::default()).unwrap();
        for seed in 0..300u32 {
            let number = |at: usize| -> BigUint {
                (seed.wrapping_mul(2_654_435_761) >> (5 * at) & 31).into()
            };
            let sum: Vec<Vec<BigUint>> = (0..parts)
                .map(|part| (0..arity).map(|at| number(part * arity + at)).collect())
                .collect();
            let after = |choice: &Choice| {
                [
                    &sum[..choice.part],
                    &choice.targets,
                    &sum[choice.part + 1..],
                ]
                .concat()
            };
            let mut expected: Vec<Choice> = (0..parts)
                .flat_map(|part| referee.moves(part, sum[part].clone()))
                .filter(|choice| law.lost_sum(&after(choice)) == Some(true))
                .collect();
            expected.sort();
            let found = named(&player, &sum, 10_000);
            assert_eq!(found.moves, expected, "{game} {sum:?}");
            assert_eq!(found.moves.is_empty(), law.lost_sum(&sum) == Some(true));
        }
    }
}

/// Euclid's game with a quotient of two hundred digits: the repetitions are found without counting them one by one.
#[test]
fn a_repeated_move_is_made_as_often_as_it_takes() {
    let euclid = player("euclid", 2);
    let small = BigUint::from(10u32).pow(150) + 7u32;
    let large = &small * BigUint::from(3u32).pow(420) + &small / 3u32;
    let found = named(&euclid, &[vec![large.clone(), small.clone()]], 10);
    assert_eq!(found.moves.len(), 1);
    let Choice { times, targets, .. } = &found.moves[0];
    assert_eq!(&targets[0][0] + times * &small, large);
    assert_eq!(euclid.law().lost(&targets[0]), Some(true));
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
    messages("mistakes in rules", |text| run(&format!("{text}\n")));
}

#[test]
fn errors_in_rules_point_at_their_place() {
    let at = |text: &str| {
        let error = read(text).unwrap_err();
        error.within(text).placed().message().to_owned()
    };
    let head = "game g\nvariables a, b\nrank a + b\n";
    messages("errors in rules and their places", |line| {
        at(&format!("{head}{line}\n"))
    });
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
fn sentences_in_words_are_those_of_the_literature() {
    let told = |game: &str, heaps: usize, misere: bool| -> Vec<String> {
        let told = law(game, heaps, misere).sentences().unwrap();
        told.into_iter().map(|sentence| sentence.words).collect()
    };
    let words = |game: &str, heaps: usize| told(game, heaps, false);
    assert_eq!(
        told("nim", 3, true),
        [
            "a position is lost exactly when the nim-sum (xor) of a, b, c is 0 while one of them is above 1, and 1 when none is"
        ]
    ); // Bouton 1901
    assert_eq!(
        words("leave-half", 2),
        ["a position is lost exactly when a and b have the same number of digits in base 2"]
    );
    assert_eq!(
        words("euclid", 2),
        [
            "a position is lost exactly when a number is 0, or they differ and the larger is less than (1 + √5)/2 times the smaller"
        ]
    ); // Cole, Davie 1969
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

/// Progress is reported; cancelling or a time limit takes effect soon, and the states reached are reported.
#[test]
fn searches_tell_what_they_do_and_end_when_told() {
    let rules = read(&family("half-two", 2, false).unwrap()).unwrap();
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let cancel: Arc<AtomicBool> = Arc::default();
    let (listener, canceller) = (told.clone(), cancel.clone());
    let mut search = Search::default();
    search.limits.cancel = cancel;
    let listener: Listener = Arc::new(move |sentence| {
        let mut told = listener.lock().unwrap();
        told.push(sentence.to_string());
        canceller.store(
            told.iter().filter(|line| line.starts_with("table")).count() > 4,
            Ordering::Relaxed,
        );
    });
    search.limits.progress = Arc::new(Progress::to(listener));
    let finding = search.run(&rules).unwrap();
    assert!(finding.law.is_none());
    assert!(finding.trials[0].steps.len() >= 2);
    let told = told.lock().unwrap();
    assert!(
        told.iter()
            .any(|line| line.starts_with("proving the arithmetic of base 2")),
        "{told:?}"
    );
    for milliseconds in [0, 50, 400] {
        let mut search = Search::default();
        search.limits.deadline = Some(Instant::now() + Duration::from_millis(milliseconds));
        let ended = search.run(&rules);
        assert!(ended.is_err() || ended.unwrap().law.is_none());
    }
}

/// A table too large, or automata too large, end in a sentence.
#[test]
fn bounds_end_in_a_sentence() {
    let stopped = |search: Search| {
        let rules = read(&family("half-two", 2, false).unwrap()).unwrap();
        let finding = search.run(&rules).unwrap();
        assert!(finding.law.is_none());
        finding.trials[0].stop.clone().unwrap_or_default()
    };
    let small = Search {
        positions: 5000,
        ..Search::default()
    };
    assert_eq!(
        stopped(small),
        "the table would have more than 5000 positions"
    );
    let mut narrow = Search::default();
    narrow.limits.memory = Some(10 * BYTES_A_CELL);
    let rules = read(&family("wythoff", 2, false).unwrap()).unwrap();
    let stopped = narrow.run(&rules).unwrap_err().stopped();
    assert_eq!(stopped, Some(StopReason::Memory));
}
