//! Published periods: those of octal games from `testdata/octal_periods.csv`, the others from *Winning Ways*, chapter 4,
//! Siegel's *Combinatorial Game Theory*, chapter IV, and Flammenkamp's tables.

use bouton_core::limits::Limits;
use bouton_core::take_and_break::Code;
use bouton_solvers::sequence::Sequence;
use bouton_solvers::sequence::period::{Period, Status, find};
use bouton_solvers::sequence::run::Run;
use num_bigint::BigUint;

fn status(text: &str, heaps: usize) -> Status {
    let code: Code = text.parse().unwrap();
    let mut run = Run::new(code.clone(), None, 1).unwrap();
    run.extend(heaps, &Limits::default()).unwrap();
    find(&code, run.values())
}

fn proved(text: &str, heaps: usize, period: u64, preperiod: u64, saltus: u64) {
    let found = status(text, heaps);
    assert_eq!(
        found.period(),
        Some(Period {
            period,
            preperiod,
            saltus
        }),
        "{text} {found:?}"
    );
    assert!(found.is_proved(), "{text}: {found:?}");
}

#[test]
fn subtraction_sets_have_their_periods() {
    let cases = [
        ("2,4,7", 3, 8),
        ("2,5,7", 22, 0),
        ("1,8,11", 19, 13),
        ("3,5,9", 2, 14),
        ("2,8,11", 13, 22),
        ("6,13,20", 26, 0),
        ("1,3,4,7", 8, 0),
    ];
    for (set, period, preperiod) in cases {
        proved(&format!("subtraction:{set}"), 400, period, preperiod, 0);
    }
}

#[test]
fn hexadecimal_codes_have_their_saltus() {
    let cases = [
        ("0.8", 3, 1, 1),
        ("0.3F", 6, 3, 0),
        ("0.137F", 2, 1, 0),
        ("0.13FF", 7, 4, 6),
        ("0.3FF", 1, 1, 0),
        ("0.89", 4, 2, 3),
    ];
    for (code, period, saltus, preperiod) in cases {
        proved(code, 400, period, preperiod, saltus);
    }
}

#[test]
fn all_but_games_and_nim_are_arithmetic_periodic() {
    proved("0.[3]", 64, 1, 0, 1);
    proved("all-but:1", 200, 2, 0, 1);
}

#[test]
fn a_range_too_short_proves_nothing() {
    assert!(!status("0.77", 167).is_proved());
    assert!(status("0.77", 168).is_proved());
    assert_eq!(
        status("0.77", 168).to_string(),
        "octal periodicity, heaps 0..167"
    );
    // Before the first split of 0.4, 0.04 and 0.004 all values are 0.
    for text in ["0.4", "0.04", "0.004"] {
        for heaps in [4, 5, 6, 7, 8] {
            assert!(!status(text, heaps).is_proved(), "{text} {heaps}");
        }
    }
    proved("0.4", 177, 34, 54, 0);
}

/// Every code of `testdata/octal_periods.csv` whose proof needs no more heaps than this; the others take a minute.
fn octal_table(most_needed: u64) {
    let table = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../testdata/octal_periods.csv"
    );
    let table = std::fs::read_to_string(table).unwrap();
    let mut checked = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let number = |column: usize| cells[column].parse::<u64>().unwrap();
        let (period, preperiod, largest, first) = (number(1), number(2), number(3), number(4));
        let needed = number(5) + if preperiod == 0 { 2 } else { 0 };
        if needed > most_needed {
            continue;
        }
        let code = Code::octal(cells[0]).unwrap();
        let found = Sequence::compute(code, needed - 1, &Limits::default()).unwrap();
        assert_eq!(
            found.status.period(),
            Some(Period {
                period,
                preperiod,
                saltus: 0
            }),
            "{row}"
        );
        assert!(matches!(found.status, Status::Proved { .. }), "{row}");
        assert_eq!(found.largest(), Some((largest, first)), "{row}");
        checked += 1;
    }
    assert!(checked > 250, "{checked}");
}

#[test]
fn octal_games_have_their_periods() {
    octal_table(20_000);
}

#[test]
#[ignore = "a minute"]
fn octal_games_with_long_periods_have_them() {
    octal_table(5_000_000);
}

/// The sequence of Grundy's game to heap `last`.
fn grundys_game(last: u64) -> Sequence {
    let sequence = Sequence::compute(Code::grundy(), last, &Limits::default()).unwrap();
    assert_eq!(sequence.status, Status::None);
    sequence
}

/// The number of rare heaps, by the run and by the values.
fn rares(sequence: &Sequence) -> usize {
    let sparseness = sequence.sparseness.unwrap();
    assert_eq!(sequence.rares(sparseness.space).len(), sparseness.rares);
    sparseness.rares
}

#[test]
fn grundys_game_has_its_rares() {
    assert!(rares(&grundys_game(20_000)) > 1000);
}

#[test]
#[ignore = "ten seconds in release"]
fn grundys_game_has_its_largest_values_far_out() {
    let million = grundys_game(1_000_000);
    assert_eq!(
        (rares(&million), million.largest()),
        (1273, Some((231, 763_622)))
    );
    // The last heap has the first value beyond the classes of its space.
    let further = grundys_game(7_250_049);
    assert_eq!(further.largest(), Some((256, 7_250_049)));
}

/// Tables in print take some of these codes for the same.
#[test]
fn codes_confused_in_print_differ() {
    for (one, other, heap) in [
        ("0.27", "0.06", 2),
        ("0.314", "0.31", 5),
        ("0.161", "0.36", 519),
    ] {
        let values = |text: &str| {
            let mut run = Run::new(text.parse().unwrap(), None, 1).unwrap();
            run.extend(600, &Limits::default()).unwrap();
            run.into_values()
        };
        let (one, other) = (values(one), values(other));
        let differs = one.iter().zip(other.iter()).position(|(a, b)| a != b);
        assert_eq!(differs, Some(heap));
    }
}

#[test]
fn a_proved_period_tells_any_heap() {
    let kayles =
        Sequence::compute(Code::octal("0.77").unwrap(), 1_000_000, &Limits::default()).unwrap();
    assert!(kayles.values.len() < 1000);
    assert_eq!(kayles.value(1_000_000_000_000_000_000), kayles.value(76));
    let huge = (BigUint::from(1u8) << 20_000) + 5u8;
    let residue = u64::try_from(&huge % BigUint::from(12u8)).unwrap();
    assert_eq!(
        kayles.big_value(&huge).unwrap(),
        kayles.value(120 + residue).unwrap().into()
    );
    let hex = Sequence::compute("0.3F".parse().unwrap(), 500, &Limits::default()).unwrap();
    assert_eq!(hex.value(600), Some(300));
}
