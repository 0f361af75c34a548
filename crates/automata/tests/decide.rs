//! The decision procedure against textbook facts and against brute force.

use bouton_automata::{
    Answer, AskError, Automaton, BYTES_A_CELL, Comparison, Formula, Numeration, Term, Theory,
    TheoryError, parse,
};
use bouton_core::{Limits, StopReason};
use num_bigint::BigUint;

const SYSTEMS: [&str; 8] = [
    "base 2",
    "base 3",
    "base 4",
    "zeckendorf",
    "(2,1)",
    "(3,1)",
    "(2,2)",
    "tribonacci",
];

fn theory(system: &str) -> Theory {
    Theory::new(system.parse().unwrap(), Limits::default()).unwrap()
}

fn truth(theory: &mut Theory, sentence: &str) -> bool {
    theory
        .ask(sentence)
        .unwrap()
        .truth
        .expect("a sentence has no free variables")
}

#[test]
fn adders_have_the_published_sizes() {
    let states = |system: &str| theory(system).adder_states();
    assert_eq!(states("base 2"), 3);
    // Mousavi, Schaeffer, Shallit, "Decision algorithms for Fibonacci-automatic words I" (2016): 17.
    assert_eq!(states("zeckendorf"), 17);
    assert_eq!((states("(2,1)"), states("(3,1)")), (17, 17));
    assert_eq!(states("tribonacci"), 150);
}

#[test]
fn arithmetic_holds_in_every_system() {
    for system in SYSTEMS {
        let mut theory = theory(system);
        for sentence in [
            "A a, b: a + b = b + a",
            "A a: E b: b = 2a + 5",
            "A a: E b, r: a = 3*b + r & r < 3",
            "A a, b: a < b <=> (E c: a + c + 1 = b)",
            "A a, b: a < b | a = b | b < a",
            "~(E a: a + 1 = 0)",
            "A n: (E k: n = 6k) <=> n = 0 mod 2 & n = 0 mod 3",
            "A n: n = 1 mod 4 => n != 0 mod 2",
            "A a, b: 2a + 3 > b - 4 <=> b < 2a + 7",
            "E a: a = 7 & ~(E b: a = 2b)",
            "A n: n > 0 => E u: lowest(n, u) & place(u) & u <= n",
        ] {
            assert!(truth(&mut theory, sentence), "{sentence} in {system}");
        }
        for sentence in [
            "A a: E b: a = b + 1",
            "E a, b: a + b + 1 = a",
            "A n: n = 0 mod 2",
        ] {
            assert!(!truth(&mut theory, sentence), "{sentence} in {system}");
        }
    }
}

/// A completing value may need more digits than the others: wrong when the start of a projection is
/// not closed under leading zeros.
#[test]
fn leading_zeros_are_closed_under() {
    for system in SYSTEMS {
        let mut theory = theory(system);
        assert!(truth(&mut theory, "A a: E b: b > 2*a + 1"));
        let larger = theory.relation("E b: b > a & b = 0 mod 5").unwrap();
        let everything = theory.relation("a >= 0").unwrap();
        assert_eq!(larger, everything, "{system}");
    }
}

/// A complement must hold valid words only: otherwise it is too large, and a complement twice taken
/// differs.
#[test]
fn complements_hold_valid_words_only() {
    for system in SYSTEMS {
        let mut theory = theory(system);
        let positive = theory.relation("a > 0").unwrap();
        assert_eq!(theory.relation("~~(a > 0)").unwrap(), positive, "{system}");
        let zero = theory.relation("a = 0").unwrap();
        assert_eq!(
            &theory.not(zero.automaton()).unwrap(),
            positive.automaton(),
            "{system}"
        );
        assert!(!truth(&mut theory, "E a: ~(a = 0) & ~(a > 0)"), "{system}");
    }
    let mut zeckendorf = theory("zeckendorf");
    let other = zeckendorf.relation("~(a = 1)").unwrap();
    assert!(
        !other.automaton().accepts(&[vec![1, 1]]),
        "11 is no word of Zeckendorf's system"
    );
}

#[test]
fn leading_zeros_must_not_matter_to_a_table() {
    let no_zero = Automaton::from_table(2, 1, vec![1, 0, 1, 1], vec![true, false]);
    assert!(no_zero.is_err());
}

#[test]
fn zeckendorf_facts() {
    let mut theory = theory("zeckendorf");
    let mut decide = |sentence: &str, expected| {
        assert_eq!(truth(&mut theory, sentence), expected, "{sentence}");
    };
    // Zeckendorf 1972: each n has one sum of places no two of which are neighbours; greedily the
    // largest place at most n is its first part, and what remains is below the place before it.
    decide(
        "A n: n > 0 => E u: place(u) & u <= n & (A v: place(v) & v <= n => v <= u)",
        true,
    );
    decide(
        "A n, u, v: place(u) & shift(u, v) & u <= n & n < v => 2n < 2u + v",
        true,
    );
    // Places are F(2), F(3), …: the shift of the shift is the sum of both.
    decide("A x, y, z: shift(x, y) & shift(y, z) => z = x + y", true);
    // Twice a place above 1 is the sum of the next and of the one two before.
    decide(
        "A u, v, w: place(u) & shift(u, v) & shift(v, w) => 2w = v + w + u",
        true,
    );
    decide("A u, v: place(u) & shift(u, v) => v = 2u - 1", false);
}

/// The Fibonacci word f = 0100101001001…: f[n] is the last digit of n in Zeckendorf's system
/// (Mousavi, Schaeffer, Shallit 2016 decide its properties in this way).
#[test]
fn fibonacci_word_facts() {
    let mut theory = theory("zeckendorf");
    let ones = theory
        .relation("E u: lowest(n, u) & u = 1")
        .unwrap()
        .automaton()
        .clone();
    theory.define("F", ones);
    let word: Vec<bool> = (0..13u32)
        .map(|n| theory.relation("F(n)").unwrap().contains(&[n.into()]))
        .collect();
    assert_eq!(
        word,
        "0100101001001"
            .chars()
            .map(|c| c == '1')
            .collect::<Vec<_>>()
    );
    let same = theory
        .relation("A t: t < n => (F(i + t) <=> F(j + t))")
        .unwrap();
    assert_eq!(
        same.names().iter().map(|n| &**n).collect::<Vec<_>>(),
        ["n", "i", "j"]
    );
    theory.define("Same", same.automaton().clone());
    let mut decide = |sentence: &str, expected| {
        assert_eq!(truth(&mut theory, sentence), expected, "{sentence}");
    };
    // No fourth power.
    decide(
        "E i, n: n > 0 & Same(n, i, i + n) & Same(n, i, i + 2n) & Same(n, i, i + 3n)",
        false,
    );
    // Cubes.
    decide(
        "E i, n: n > 0 & Same(n, i, i + n) & Same(n, i, i + 2n)",
        true,
    );
    // Squares have exactly the Fibonacci numbers as orders (Séébold 1985).
    decide(
        "A n: n > 0 => ((E i: Same(n, i, i + n)) <=> place(n))",
        true,
    );
    // Not periodic from anywhere on.
    decide(
        "E p, m: p > 0 & (A n: n >= m => (F(n) <=> F(n + p)))",
        false,
    );
    // Every factor recurs.
    decide("A i, n: E j: j > i & Same(n, i, j)", true);
}

#[test]
fn counterexamples_and_witnesses_are_smallest() {
    let mut theory = theory("base 2");
    let values = |answer: &Answer| -> Vec<BigUint> {
        answer
            .example
            .clone()
            .unwrap()
            .into_iter()
            .map(|(_, v)| v)
            .collect()
    };
    let squares_like = theory.ask("A a, b: a + b < 20 | a < b").unwrap();
    assert_eq!(
        (squares_like.truth, values(&squares_like)),
        (Some(false), vec![10u32.into(), 10u32.into()])
    );
    let witness = theory.ask("E a, b: 3*a = 5*b + 1 & b > 4").unwrap();
    assert_eq!(
        (witness.truth, values(&witness)),
        (Some(true), vec![12u32.into(), 7u32.into()])
    );
    let residues = theory.relation("n = 3 mod 5").unwrap();
    let listed: Vec<BigUint> = residues.examples(4).concat();
    assert_eq!(listed, [3u32, 8, 13, 18].map(BigUint::from));
    assert_eq!(
        theory
            .relation("a < 3 & b = a + 1")
            .unwrap()
            .examples(10)
            .len(),
        3
    );
}

#[test]
fn limits_end_constructions() {
    let small = Limits::of_memory(20 * BYTES_A_CELL);
    let base = || Numeration::base(2).unwrap();
    let refused = Theory::new(base(), small).err();
    assert_eq!(refused, Some(TheoryError::Stopped(StopReason::Memory)));
    let mut theory = Theory::new(base(), Limits::default()).unwrap();
    let narrow = Limits::of_memory(300 * BYTES_A_CELL);
    let late = Limits::within(std::time::Duration::ZERO);
    for (limits, why) in [(narrow, StopReason::Memory), (late, StopReason::Time)] {
        theory.set_limits(limits);
        let stopped = theory.ask("E a: a = 0 mod 1013");
        assert!(matches!(stopped, Err(AskError::Stopped(reason)) if reason == why));
    }
}

/// The Thue-Morse word t = 0110 1001 …: t[n] is the parity of the ones of n (Thue 1906, 1912).
#[test]
fn thue_morse_facts() {
    let mut theory = theory("base 2");
    let odd = theory
        .by_digits(1, false, |&odd, c| Some(odd != (c[0] == 1)), |&odd| odd)
        .unwrap();
    theory.define("T", odd);
    let mut decide = |sentence: &str, expected| {
        assert_eq!(truth(&mut theory, sentence), expected, "{sentence}");
    };
    // No overlap.
    decide(
        "E i, n: n > 0 & (A t: t <= n => (T(i + t) <=> T(i + n + t)))",
        false,
    );
    // Squares have the orders 2^k and 3·2^k (Pansiot 1981; Brlek 1989).
    decide(
        "A n: n > 0 => ((E i: A t: t < n => (T(i + t) <=> T(i + n + t))) <=> place(n) | (E u: place(u) & n = 3*u))",
        true,
    );
    decide("A n: (T(2*n) <=> T(n)) & (T(2*n + 1) <=> ~T(n))", true);
}

#[test]
fn errors_point_at_their_place() {
    let mut theory = theory("zeckendorf");
    for (text, at) in [
        ("a < ", 4),
        ("A a b: a = b", 4),
        ("a = b mod 0", 10),
        ("(a < b", 6),
        ("a*b = 3", 0),
        ("P(a) & 1 = 1", 0),
        ("1 < 2 & place(a, b)", 8),
        ("a # b", 2),
    ] {
        match theory.ask(text) {
            Err(AskError::Syntax(error)) => assert_eq!(error.at, at, "{text}: {error}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    assert!(parse(&"(".repeat(10_000)).is_err());
    assert!(parse(&"~".repeat(10_000)).is_err());
    assert!(parse("99999999999999999999 = a").is_err());
}

/// A generator of small numbers with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn term(&mut self, names: &[&str]) -> Term {
        let start = Term::constant(self.below(7) as i64 - 2);
        (0..1 + self.below(2)).fold(start, |term, _| {
            let name = names[self.below(names.len() as u64) as usize];
            term.plus(&Term::variable(name), self.below(5) as i64 - 2)
                .unwrap()
        })
    }

    fn atom(&mut self, names: &[&str]) -> Formula {
        let (left, right) = (self.term(names), self.term(names));
        match self.below(5) {
            0 => Formula::Compare(left, Comparison::Less, right),
            1 => Formula::Compare(left, Comparison::AtMost, right),
            2 => Formula::Compare(left, Comparison::Different, right),
            3 => Formula::Congruent(left, right, 1 + self.below(4)),
            _ => Formula::Compare(left, Comparison::Equal, right),
        }
    }

    /// A formula whose quantifiers are bounded by 6, so that brute force can decide it.
    fn formula(&mut self, names: &[&'static str], depth: u64) -> Formula {
        let choice = if depth == 0 { 0 } else { self.below(7) };
        let mut part = |names: &[&'static str]| self.formula(names, depth - 1);
        match choice {
            1 => Formula::And(vec![part(names), part(names)]),
            2 => Formula::Or(vec![part(names), part(names)]),
            3 => Formula::Not(Box::new(part(names))),
            4 => Formula::Iff(Box::new(part(names)), Box::new(part(names))),
            5 | 6 if names.len() < 4 => {
                let name = ["p", "q"][names.len() - 2];
                let inner = part(&[names, &[name]].concat());
                let bound = |comparison| {
                    Formula::Compare(Term::variable(name), comparison, Term::constant(6))
                };
                let exists = Formula::Exists(
                    vec![name.into()],
                    Box::new(Formula::And(vec![bound(Comparison::AtMost), inner.clone()])),
                );
                if choice == 5 {
                    exists
                } else {
                    Formula::ForAll(
                        vec![name.into()],
                        Box::new(Formula::Or(vec![
                            bound(Comparison::AtMost).negated(),
                            inner,
                        ])),
                    )
                }
            }
            _ => self.atom(names),
        }
    }
}

fn holds(formula: &Formula, values: &mut Vec<(String, u64)>) -> bool {
    let value = |term: &Term, values: &[(String, u64)]| {
        term.value(|name| {
            values
                .iter()
                .rev()
                .find(|(known, _)| known == name)
                .unwrap()
                .1
        })
        .unwrap()
    };
    match formula {
        Formula::Constant(truth) => *truth,
        Formula::Compare(a, comparison, b) => {
            let (a, b) = (value(a, values), value(b, values));
            match comparison {
                Comparison::Less => a < b,
                Comparison::AtMost => a <= b,
                Comparison::Equal => a == b,
                Comparison::Different => a != b,
            }
        }
        Formula::Congruent(a, b, modulus) => {
            (value(a, values) - value(b, values)) % i128::from(*modulus) == 0
        }
        Formula::Not(inner) => !holds(inner, values),
        Formula::And(parts) => parts.iter().all(|part| holds(part, values)),
        Formula::Or(parts) => parts.iter().any(|part| holds(part, values)),
        Formula::Iff(a, b) => holds(a, values) == holds(b, values),
        Formula::Exists(names, body) => (0..=6).any(|n| with(names, n, body, values)),
        Formula::ForAll(names, body) => (0..=6).all(|n| with(names, n, body, values)),
        Formula::Member(..) => unreachable!("no predicates are generated"),
    }
}

fn with(
    names: &[bouton_automata::Name],
    n: u64,
    body: &Formula,
    values: &mut Vec<(String, u64)>,
) -> bool {
    values.push((names[0].to_string(), n));
    let truth = holds(body, values);
    values.pop();
    truth
}

#[test]
fn random_formulas_agree_with_brute_force() {
    for (seed, system) in SYSTEMS.iter().enumerate() {
        let mut theory = theory(system);
        let mut random = Random(seed as u64 + 7);
        let rounds = if *system == "tribonacci" { 12 } else { 60 };
        for round in 0..rounds {
            let formula = random.formula(&["a", "b"], 3);
            let relation = theory
                .relation_of(&formula, &["a".into(), "b".into()])
                .unwrap();
            for a in 0..14u64 {
                for b in 0..14u64 {
                    let expected = holds(&formula, &mut vec![("a".into(), a), ("b".into(), b)]);
                    let found = relation.contains(&[a.into(), b.into()]);
                    assert_eq!(
                        found, expected,
                        "{system}, round {round}: {formula:?} at {a}, {b}"
                    );
                }
            }
        }
    }
}
