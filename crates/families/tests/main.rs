//! Families that are found, proved by the checker, and refused with any other coefficient.

use bouton_core::Limits;
use bouton_families::{Family, FamilyError, Pattern, Strip, find};
use bouton_verify::{Bounds, check};

fn found(game: &str, pattern: &str) -> Result<Family, FamilyError> {
    let strip = Strip::named(game).unwrap();
    find(strip, &Pattern::read(pattern, strip)?, &Limits::default())
}

fn is_proved(certificate: &str) -> bool {
    check(certificate, &Bounds::default()).unwrap().is_ok()
}

/// Families with the cases of their values.
const KNOWN: &[(&str, &str, &str)] = &[
    // A. Fink, R. J. Nowakowski, A. Siegel, D. Wolfe, Toppling conjectures (2015).
    (
        "toppling-dominoes",
        "l^a r^b",
        "a = 0 -> -b; a >= 1, b = 0 -> a; a >= 1, b >= 1 -> {a - 1 | -b + 1}",
    ),
    // M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber (2005): X^n O.
    (
        "clobber",
        "X^n O",
        "n = 0 -> 0; n >= 1, n mod 2 = 0 -> up(n - 1); n >= 1, n mod 2 = 1 -> up(n - 1) + *",
    ),
    (
        "elephants-and-rhinos",
        "t^a . . f^b",
        "a = 0 -> -2b; a >= 1, b = 0 -> 2a; a >= 1, b >= 1 -> a - b",
    ),
    (
        "toads-and-frogs",
        "t^a . f",
        "a = 0 -> -1; a = 1 -> *; a = 2 -> {1/2 | 0}; a >= 3 -> {{a - 2 | 1} | 0}",
    ),
    (
        "toads-and-frogs",
        "t^a . . f",
        "a = 0 -> -2; a >= 1 -> a - 1",
    ),
    (
        "toads-and-frogs",
        "t^a . t^b . f",
        "b = 0, a = 0 -> -2; b = 0, a >= 1 -> a - 1; b = 1, a = 0 -> -1/2; b = 1, a >= 1 -> a + *; \
         b = 2, a = 0 -> {1/2 | 0}; b = 2, a >= 1 -> {{2a | a + 1} | a}; b >= 3 -> {{2a + b - 2 | a + 1} | a}",
    ),
];

#[test]
fn families_are_found_and_proved() {
    for (game, pattern, cases) in KNOWN {
        let family = found(game, pattern).unwrap();
        let told: Vec<String> = family
            .theorem
            .cases
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(told.join("; "), *cases, "{game} {pattern}");
        assert!(is_proved(&family.certificate()), "{game} {pattern}");
    }
}

/// The text of a value with one number larger by one, for each number.
fn changed(value: &str) -> Vec<String> {
    let mut all = Vec::new();
    let is_inner = |at: usize| at > 0 && value.as_bytes()[at - 1].is_ascii_digit();
    for (at, digit) in value.char_indices().filter(|(_, c)| c.is_ascii_digit()) {
        if !is_inner(at) {
            let larger = digit.to_digit(10).unwrap() + 1;
            all.push(format!("{}{larger}{}", &value[..at], &value[at + 1..]));
        }
    }
    all
}

#[test]
fn no_other_coefficient_is_accepted() {
    for (game, pattern, _) in &KNOWN[..4] {
        let text = found(game, pattern).unwrap().certificate();
        let lines: Vec<&str> = text.lines().collect();
        for (at, line) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.starts_with("case"))
        {
            let (guard, value) = line.split_once("-> ").unwrap();
            for other in changed(value) {
                let mut forged = lines.clone();
                let line = format!("{guard}-> {other}");
                forged[at] = &line;
                assert!(
                    !is_proved(&(forged.join("\n") + "\n")),
                    "{game} {pattern}: {line}"
                );
            }
        }
    }
}

#[test]
fn what_is_not_understood_or_not_closed_is_told() {
    let told = |game, pattern| found(game, pattern).unwrap_err().to_string();
    assert_eq!(
        told("clobber", "(XO)^n"),
        "expected letters of clobber, XO and ., found `(`: only one letter is repeated, like t^n, in `(XO)^n`"
    );
    assert!(told("toads-and-frogs", "t^a . f^b").contains("no finite set of patterns was found"));
}
