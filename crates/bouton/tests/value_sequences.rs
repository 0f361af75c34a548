//! Sequences of values of Left and Right: against the values of single positions, known periods, certificates, and limits.

use bouton::answers::{HeapValue, Proof, Sequence};
use bouton::calculus::{Show, value};
use bouton::questions::{Question, Sequence as Asked};
use bouton::verify::Bounds;
use bouton::{Limits, StopReason, open, verify};
use bouton_reference::messages;

fn question(game: &str, heaps: u64, values: bool) -> Asked {
    let heaps = heaps.to_string();
    let values = if values { "1" } else { "0" };
    Asked::asked([("game", game), ("heaps", &heaps), ("values", values)]).unwrap()
}

fn asked(game: &str, heaps: u64, limits: &Limits) -> Sequence {
    question(game, heaps, true).answer(limits).unwrap()
}

fn sequence(game: &str, heaps: u64) -> Sequence {
    asked(game, heaps, &Limits::default())
}

fn listed(sequence: &Sequence) -> &[HeapValue] {
    let partizan = sequence.partizan.as_ref().unwrap();
    partizan.heaps.as_ref().unwrap()
}

fn texts(sequence: &Sequence) -> Vec<&str> {
    let values = listed(sequence).iter().map(|heap| heap.value.as_deref());
    values.map(Option::unwrap).collect()
}

/// The period, the preperiod and the saltus of a proved period.
fn proved(sequence: &Sequence) -> (u64, u64, &str) {
    assert_eq!(sequence.proof, Some(Proof::Proved), "{}", sequence.game);
    let saltus = sequence.partizan.as_ref().unwrap().saltus.as_deref();
    (
        sequence.period.unwrap(),
        sequence.preperiod.unwrap(),
        saltus.unwrap(),
    )
}

fn certificate(game: &str, heaps: u64) -> Option<String> {
    let question = question(game, heaps, false);
    let limits = &Limits::default();
    let mut sides = question.sides(limits).unwrap().unwrap();
    sides.certificate(limits).unwrap()
}

/// Games whose periods are proved, of each kind of saltus: heaps to compare, period, preperiod, saltus.
const PROVED: &[(&str, u64, u64, u64, &str)] = &[
    ("partizan-subtraction:1/2", 30, 3, 0, "0"),
    ("partizan-subtraction:3/5", 40, 8, 0, "0"),
    ("partizan-subtraction:2/2", 20, 2, 0, "*"),
    ("partizan-octal:0.3/0.33", 12, 1, 1, "v*"),
    ("partizan-octal:0.6/0.2", 12, 1, 2, "^*"),
    ("partizan-octal:0.7/0.33", 14, 2, 0, "v"),
    ("partizan-octal:0.5/0.03", 14, 2, 1, "{1|0}"),
    ("partizan-octal:0.5/0.01", 14, 2, 1, "2"),
    ("partizan-octal:0.4/0.7", 24, 7, 1, "-4*"),
    ("partizan-octal:0.4/0.07", 18, 4, 1, "{*|-1}"),
    ("partizan-octal:0.7/4.3", 12, 2, 1, "v[2]"),
];

/// Each value, also those that the period gives, is that of the position of this one heap.
#[test]
fn values_are_those_of_the_positions() {
    for (game, heaps, period, preperiod, saltus) in PROVED {
        let found = sequence(game, *heaps);
        assert_eq!(proved(&found), (*period, *preperiod, *saltus), "{game}");
        assert_eq!(listed(&found).len() as u64, heaps + 1);
        for heap in listed(&found) {
            let mut session = open(game, &heap.heap.to_string()).unwrap();
            let alone = value(&mut session, Show::default(), &Limits::default()).unwrap();
            assert_eq!(alone.value, heap.value, "{game} {}", heap.heap);
            assert_eq!(alone.class, Some(heap.class), "{game} {}", heap.heap);
            assert_eq!(alone.mean.as_ref(), Some(&heap.mean));
            assert_eq!(alone.temperature.as_ref(), Some(&heap.temperature));
        }
    }
}

/// If Left takes a and Right takes b, the period is a + b: measured here, with a proof for each pair. Heaps of 1 to 5 with a = 1 and b = 2 are in the catalogue's description of the game.
#[test]
fn one_number_each_has_their_sum_as_period() {
    let found = sequence("partizan-subtraction:1/2", 5);
    assert_eq!(texts(&found), ["0", "1", "{1|0}", "0", "1", "{1|0}"]);
    for (left, right) in [(1, 2), (1, 5), (2, 3), (4, 7), (9, 5)] {
        let found = sequence(&format!("partizan-subtraction:{left}/{right}"), 60);
        assert_eq!(proved(&found), (left + right, 0, "0"));
    }
}

/// With equal codes the values are nimbers, and their period is that of the Grundy values.
#[test]
fn equal_codes_have_the_period_of_their_grundy_values() {
    for (sides, both) in [
        ("partizan-octal:0.07/0.07", "octal:0.07"),
        ("partizan-octal:0.77/0.77", "octal:0.77"),
        ("partizan-subtraction:2,5,7/2,5,7", "subtraction:2,5,7"),
    ] {
        let values = sequence(sides, 260);
        let grundy = sequence(both, 260);
        let theirs = grundy.values.iter().flatten().flatten();
        let nimber = |n: &u64| match n {
            0 => "0".to_owned(),
            1 => "*".to_owned(),
            n => format!("*{n}"),
        };
        assert_eq!(texts(&values), theirs.map(nimber).collect::<Vec<_>>());
        let (period, preperiod, saltus) = proved(&values);
        // A nimber may be added where Grundy values have twice the period.
        let times = if saltus == "0" { 1 } else { 2 };
        assert_eq!(Some(times * period), grundy.period, "{sides}");
        assert!(Some(preperiod) <= grundy.preperiod, "{sides}");
    }
}

#[test]
fn the_checker_accepts_every_proof_and_no_other_numbers() {
    for (game, heaps, ..) in PROVED {
        let text = certificate(game, *heaps).unwrap();
        let verdict = |text: &str| verify(text, &Bounds::default()).unwrap();
        let good = verdict(&text);
        assert!(good.valid, "{game}: {good:?}\n{text}");
        for (name, change) in [
            ("period", 1),
            ("preperiod", 1),
            ("preperiod", -1),
            ("heaps", -1000),
        ] {
            let lines = text.lines().map(|line| match line.split_once(' ') {
                Some((field, number)) if field == name => {
                    let number: i64 = number.parse().unwrap();
                    format!("{name} {}\n", (number + change).max(0))
                }
                _ => format!("{line}\n"),
            });
            let other: String = lines.collect();
            if other != text {
                assert!(!verdict(&other).valid, "{game}: {name} {change}\n{other}");
            }
        }
        let other = text.replace("saltus ", "saltus :;0:;");
        assert!(!verdict(&other).valid, "{other}");
    }
}

/// A pair of sets from a seed.
fn pair(seed: u64) -> String {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut set = || {
        let bits = random.u8(1..64);
        let numbers = (0..6).filter(|n| bits >> n & 1 == 1);
        let texts: Vec<String> = numbers.map(|n| (n + 1).to_string()).collect();
        texts.join(",")
    };
    format!("partizan-subtraction:{}/{}", set(), set())
}

/// Values may grow without bound: nodes and memory stop a question, and the values found so far are shown.
#[test]
fn random_pairs_are_proved_or_stop() {
    let mut certified = 0;
    for seed in 1..=20 {
        let game = pair(seed);
        let limits = Limits {
            nodes: Some(40),
            memory: Some(2 << 20),
            ..Limits::default()
        };
        let found = asked(&game, 10_000, &limits);
        match found.proof {
            Some(Proof::Proved) => {
                let text = certificate(&game, 40).unwrap();
                let verdict = verify(&text, &Bounds::default()).unwrap();
                assert!(verdict.valid, "{game}: {verdict:?}\n{text}");
                certified += 1;
            }
            _ => assert!(found.stopped.is_some(), "{game}"),
        }
    }
    assert!(certified >= 3, "{certified}");
}

#[test]
fn a_limit_of_nodes_counts_heaps() {
    let limits = Limits::of_nodes(20);
    let found = asked("partizan-subtraction:1,3/2,3", 1000, &limits);
    assert_eq!(found.stopped, Some(StopReason::Nodes));
    assert_eq!(found.proof, None);
    assert_eq!(found.computed, Some(20));
}

#[test]
fn games_whose_positions_are_not_heaps_are_refused() {
    messages("games without a sequence of values", |game| {
        let question = question(game, 5, false);
        question.answer(&Limits::default()).unwrap_err().to_string()
    });
}
