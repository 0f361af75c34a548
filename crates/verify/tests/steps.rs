//! Every step of the argument in `docs/certificates.md` has here a certificate of a false law that only this step refuses.

use bouton_reference::{message, messages};
use bouton_verify::{Bounds, Refusal, check};

fn refusal(text: &str) -> String {
    match check(text, &Bounds::default()).expect("the header is known") {
        Ok(checked) => panic!("accepted: {}\n{text}", checked.claim),
        Err(Refusal::Text { message, .. }) => message,
        Err(refusal) => refusal.to_string(),
    }
}

fn accepted(text: &str) {
    let checked = check(text, &Bounds::default()).expect("the header is known");
    assert!(checked.is_ok(), "{}\n{text}", checked.unwrap_err());
}

/// A set of tuples, in base 2, that repeats with period 2 from 8 on in each number.
fn set(name: &str, arity: u32, holds: impl Fn(&[u64]) -> bool) -> String {
    const CAP: u64 = 10;
    let after = |value: u64, digit: u64| {
        let value = 2 * value + digit;
        if value < CAP { value } else { 8 + value % 2 }
    };
    let split = |mut number: u64, base: u64| -> Vec<u64> {
        let mut parts: Vec<u64> = Vec::new();
        for _ in 0..arity {
            parts.insert(0, number % base);
            number /= base;
        }
        parts
    };
    let mut rows = format!("set {name} {arity} {}\n", CAP.pow(arity));
    for state in 0..CAP.pow(arity) {
        let values = split(state, CAP);
        let mark = if holds(&values) { "+" } else { "" };
        rows += &format!("{state}{mark}");
        for column in 0..2u64.pow(arity) {
            let pairs = values.iter().zip(split(column, 2));
            let next = pairs.fold(0, |next, (&value, digit)| next * CAP + after(value, digit));
            rows += &format!(" {next}");
        }
        rows.push('\n');
    }
    rows
}

fn law(rules: &str, sets: &[String]) -> String {
    let lines = rules.lines().count();
    let sets = sets.concat();
    format!("bouton law certificate 1\nsystem 2\nrules {lines}\n{rules}\n{sets}end\n")
}

fn even(n: &[u64]) -> bool {
    n[0].is_multiple_of(2)
}

const TAKE_ONE: &str = "variables n\nrank n\nmove | n >= 1 -> n - 1";

#[test]
fn what_is_true_is_accepted() {
    accepted(&law(TAKE_ONE, &[set("P", 1, even)]));
    let misere = format!("{TAKE_ONE}\nmode misere");
    accepted(&law(&misere, &[set("P", 1, |n| !even(n))]));
    let grundy = format!("{TAKE_ONE}\nmode grundy");
    accepted(&law(&grundy, &[set("G", 2, |g| g[0] % 2 == g[1])]));
}

#[test]
fn ranks_are_natural_numbers() {
    let rules = TAKE_ONE.replace("rank n", "rank n - 5");
    message("ranks", refusal(&law(&rules, &[set("P", 1, even)])));
}

#[test]
fn moves_lower_the_rank() {
    // Endless play: every second position could as well be called lost.
    let rules = "variables n\nrank n\nmove | n >= 1 -> n + 1";
    message("endless play", refusal(&law(rules, &[set("P", 1, even)])));
}

#[test]
fn moves_stay_in_the_domain() {
    let rules = format!("{TAKE_ONE}\ndomain n != 3");
    let outside = refusal(&law(&rules, &[set("P", 1, even)]));
    message("a move out of the domain", outside);
    let below = TAKE_ONE.replace("n >= 1", "true");
    message(
        "a move below 0",
        refusal(&law(&below, &[set("P", 1, even)])),
    );
}

#[test]
fn lost_positions_are_positions() {
    let rules = "variables n\nrank n\ndomain n != 2\nmove | n >= 1 & n != 3 -> n - 1";
    let lost = |n: &[u64]| n[0] == 0 || (n[0] >= 3 && !even(n));
    accepted(&law(rules, &[set("P", 1, lost)]));
    let more = refusal(&law(rules, &[set("P", 1, |n| lost(n) || n[0] == 2)]));
    message("a lost position out of the domain", more);
}

#[test]
fn no_lost_position_has_a_move_to_a_lost_one() {
    let all = refusal(&law(TAKE_ONE, &[set("P", 1, |_| true)]));
    message("a move from a lost position to a lost one", all);
}

#[test]
fn every_other_position_has_a_move_to_a_lost_one() {
    let none = refusal(&law(TAKE_ONE, &[set("P", 1, |_| false)]));
    message("a won position without a move to a lost one", none);
}

#[test]
fn in_misere_play_lost_positions_have_a_move() {
    let rules = "variables n\nrank n\nmode misere\nmove | n >= 2 -> n - 2";
    let stuck = refusal(&law(rules, &[set("P", 1, |n| n[0] % 4 < 1 && n[0] < 8)]));
    message("a lost position without a move in misère play", stuck);
}

#[test]
fn repeated_moves_are_followed_to_the_end() {
    let law = |moves: &str, p: &[u64], w: &[u64]| {
        let rules = format!("variables n\nrank n\n{moves}");
        let of = |n: u64, set: &[u64]| set.contains(&n) || n > 7 && set.contains(&8);
        law(
            &rules,
            &[set("P", 1, |n| of(n[0], p)), set("W", 1, |n| of(n[0], w))],
        )
    };
    let few = "domain n <= 2\nrepeat | n >= 1 -> n - 1";
    accepted(&law(few, &[0], &[1, 2]));
    let stuck = "domain n <= 2\nrepeat | n >= 2 -> n - 2";
    accepted(&law(stuck, &[0, 1], &[2]));
    let turns = "domain n <= 2\nmove | n = 1 -> 0\nrepeat | n = 2 -> 1";
    accepted(&law(turns, &[0, 2], &[]));
    let one = "domain n <= 1\nrepeat | n >= 1 -> n - 1";
    messages("winners by repeated moves", |why| {
        refusal(&match why {
            "1 is no winner by a step that is not legal there" => law(stuck, &[0], &[1, 2]),
            "nor 2 by one that leads nowhere" => law(turns, &[0], &[2]),
            "from 1 a step leads to a lost position" => law(one, &[0, 1], &[]),
            _ => law(few, &[0, 2], &[1]),
        })
    });
}

#[test]
fn grundy_values_are_what_they_are() {
    let rules =
        format!("{TAKE_ONE}\ndomain n != 9\nmode grundy").replace("n >= 1", "n >= 1 & n != 10");
    let value = |g: &[u64]| g[0] % 2 == g[1];
    let outside = refusal(&law(&rules, &[set("G", 2, value)]));
    message("a Grundy value out of the domain", outside);
    let rules = format!("{TAKE_ONE}\nmode grundy");
    messages("sets of wrong Grundy values", |asked| {
        let wrong = match asked {
            "4 has none" => set("G", 2, |g| value(g) && g[0] != 4),
            "4 has two" => set("G", 2, |g| value(g) || g == [4, 3]),
            "all have 0" => set("G", 2, |g| g[1] == 0),
            _ => set("G", 2, |g| if g[0] == 0 { g[1] == 2 } else { value(g) }),
        };
        refusal(&law(&rules, &[wrong]))
    });
}

#[test]
fn rules_are_about_something() {
    let none = refusal(&law("variables n\nrank n", &[set("P", 1, |_| true)]));
    message("rules without a move", none);
    let empty = format!("{TAKE_ONE}\ndomain false");
    let empty = refusal(&law(&empty, &[set("P", 1, |_| false)]));
    message("rules without a position", empty);
}

#[test]
fn rules_speak_of_no_set_that_is_to_be_proved() {
    messages("sets that rules speak of", |name| {
        let rules = format!("variables n\nrank n\nmove | n >= 1 & {name}(n) -> n - 1");
        refusal(&law(&rules, &[set("P", 1, even)]))
    });
}

#[test]
fn leading_zeros_change_nothing() {
    let text = law(TAKE_ONE, &["set P 1 2\n0+ 1 1\n1 0 0\n".into()]);
    message("a set that leading zeros change", refusal(&text));
}

/// Where a law begins to be false only beyond a number, it is refused or undecided, whatever the number.
#[test]
fn numbers_of_every_size_are_tried() {
    let all = |digits: usize| format!("set P 1 1\n0+{}\n", " 0".repeat(digits));
    let bounds = Bounds {
        memory: 1 << 20,
        ..Bounds::default()
    };
    for (system, digits) in [("2", 2), ("3", 3), ("1,1", 2), ("2,1", 3), ("1,1,1", 2)] {
        for exponent in 0..63 {
            for more in [-1i64, 0, 1] {
                let number = (1i64 << exponent) + more;
                let rules = format!("variables n\nrank n\nmove | n >= {number} -> n - {number}");
                let text = law(&rules, &[all(digits)]);
                let text = text.replace("system 2", &format!("system {system}"));
                let refusal = check(&text, &bounds).unwrap().unwrap_err();
                if (2..1 << 8).contains(&number) {
                    assert!(
                        matches!(refusal, Refusal::Refuted(_)),
                        "{system} {number}: {refusal}"
                    );
                }
            }
        }
    }
}
