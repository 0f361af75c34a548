//! Families that are found, proved by the checker, and refused with any other coefficient.

use bouton_core::Limits;
use bouton_families::{Family, FamilyError, Pattern, Strip, find};
use bouton_reference::messages;
use bouton_verify::{Bounds, check};

fn found(game: &str, pattern: &str) -> Result<Family, FamilyError> {
    let strip = Strip::named(game).unwrap();
    find(&strip, &Pattern::read(pattern, &strip)?, &Limits::default())
}

/// The cases of the values.
fn told(family: &Family) -> String {
    let cases = family.theorem.cases.iter().map(ToString::to_string);
    cases.collect::<Vec<_>>().join("; ")
}

fn is_proved(certificate: &str) -> bool {
    check(certificate, &Bounds::default()).unwrap().is_ok()
}

/// Families, each with the cases of its values on the lines below it.
const KNOWN: &str = "
// A. Fink, R. J. Nowakowski, A. Siegel, D. Wolfe, Toppling conjectures (2015).
toppling-dominoes: l^a r^b
    a = 0 -> -b; a >= 1, b = 0 -> a; a >= 1, b >= 1 -> {a - 1 | -b + 1}
toppling-dominoes: l^a e r^b
    -> {a | -b}
toppling-dominoes: l^n e e
    n = 0 -> *2; n >= 1 -> {n, {n | 0} | 0, *}
// Equal letters side by side are one run.
clobber: X^a X^b O
    a + b mod 2 = 0, a = 0, b = 0 -> 0; a + b mod 2 = 0, a = 0, b >= 1 -> up(b - 1);
    a + b mod 2 = 0, a >= 1 -> up(a + b - 1); a + b mod 2 = 1 -> up(a + b - 1) + *
// M. H. Albert, J. P. Grossman, R. J. Nowakowski, D. Wolfe, An introduction to Clobber (2005): X^n O.
clobber: X^n O
    n = 0 -> 0; n >= 1, n mod 2 = 0 -> up(n - 1); n >= 1, n mod 2 = 1 -> up(n - 1) + *
elephants-and-rhinos: t^a . . f^b
    a = 0 -> -2b; a >= 1, b = 0 -> 2a; a >= 1, b >= 1 -> a - b
toads-and-frogs: t^a . f
    a = 0 -> -1; a = 1 -> *; a = 2 -> {1/2 | 0}; a >= 3 -> {{a - 2 | 1} | 0}
toads-and-frogs: t^a . . f
    a = 0 -> -2; a >= 1 -> a - 1
// Erickson (1996) has single ones of these; two frogs in a run stay two.
toads-and-frogs: t^a . f f
    a = 0 -> -2; a = 1 -> {0 | -1/2}; a >= 2 -> *
toads-and-frogs: t^a . t^b . f
    b = 0, a = 0 -> -2; b = 0, a >= 1 -> a - 1; b = 1, a = 0 -> -1/2; b = 1, a >= 1 -> a + *;
    b = 2, a = 0 -> {1/2 | 0}; b = 2, a >= 1 -> {{2a | a + 1} | a}; b >= 3 -> {{2a + b - 2 | a + 1} | a}
// Stalks have the values of their sign expansions: E. R. Berlekamp's rule, in Winning Ways (1982), ch. 3.
hackenbush: b^a r^b
    a = 0 -> -b; a >= 1 -> a - 1 + 1/2^b
hackenbush: b r^n b
    n = 0 -> 2; n >= 1 -> 3/2^(n + 1)
hackenbush: b^a r^b g
    a = 0 -> -b + *; a >= 1 -> a - 1 + 1/2^b + *
toppling-dominoes: l r^n l
    n = 0 -> 2; n = 1 -> 1/2; n >= 2 -> {0 | {0 | -n + 2}}
toads-and-frogs: t^a . t f t f
    a = 0 -> 0; a = 1 -> 1/4; a >= 2 -> {a - 1 | 1/2}
hackenbush: b^n r^n b^n
    -> n - 1 + 2/2^n - 1/2^(2n)
hackenbush: b^a r^b b^c
    b = 0 -> a + c; b >= 1, a = 0 -> -b + 1 - 1/2^c; b >= 1, a >= 1 -> a - 1 + 2/2^b - 1/2^(b + c)
hackenbush: b^a r^b b^c r^d
    b = 0, -a + b - c >= 0 -> -d; b = 0, a - b + c >= 1 -> a + c - 1 + 1/2^d; b >= 1, a = 0, c = 0 -> -b - d;
    b >= 1, a = 0, c >= 1 -> -b + 1 - 2/2^c + 1/2^(c + d);
    b >= 1, a >= 1 -> a - 1 + 2/2^b - 2/2^(b + c) + 1/2^(b + c + d)
";

/// The game and the pattern of each family of a table, with the lines below it.
fn families(table: &str) -> Vec<(&str, &str, Vec<&str>)> {
    let mut families = Vec::new();
    let lines = table.lines().filter(|line| !line.starts_with("//"));
    for line in lines.skip(1) {
        match line.strip_prefix("    ") {
            Some(line) => families
                .last_mut()
                .map(|(.., lines): &mut (_, _, Vec<_>)| lines.push(line)),
            None => line
                .split_once(": ")
                .map(|(game, pattern)| families.push((game, pattern, vec![]))),
        };
    }
    families
}

/// Families that are proved by lemmas that are inequalities.
const BOUNDED: &str = "
// J. Erickson, New Toads and Frogs results (1996): * for a, b >= 2.
toads-and-frogs: t^a . f^b
    a = 0 -> -b; a >= 1, b = 0 -> a; b = 1, a = 1 -> *; b = 1, a = 2 -> {1/2 | 0}; b = 1, a >= 3 -> {{a - 2 | 1} | 0};
    a = 1, b = 2 -> {0 | -1/2}; a = 1, b >= 3 -> {0 | {-1 | -b + 2}}; b >= 2, a >= 2 -> *
// T. Thanatipanonda, Hopping with Toads and Frogs (2011), has t^a . . f^b for large a > b: here a = b + c + 1.
toads-and-frogs: t^(b+c+1) . . f^b
    b = 0 -> 2c + 2; b = 1 -> c + 1; b = 2 -> {c + 1/2 | 0}; b >= 3 -> {{b + c - 2 | c + 1} | {* | -b + 3}}
toads-and-frogs: t^a . f f f f
    a = 0 -> -4; a = 1 -> {0 | {-1 | -2}}; a >= 2 -> *
// Values that have no formula: only the comparison with 0 is proved.
toads-and-frogs: t^a . . f^b
    a = 0, b = 0 -> 0; a = 0, b >= 1 -> < 0; a >= 1, b = 0 -> > 0; b = 1, a = 1 -> 0; b = 1, a >= 2 -> > 0;
    b >= 2, a = 1 -> < 0; b >= 2, a >= 2 -> <> 0
toads-and-frogs: t^a . t f^b
    a = 0 -> 0; a >= 1 -> > 0
toads-and-frogs: t^a . f t f^b
    a = 0 -> < 0; a >= 1 -> <> 0
toads-and-frogs: t^a . t . f^b
    a = 0, b = 0 -> > 0; a = 0, b >= 1 -> < 0; a = 1, b = 0 -> > 0; a = 1, b = 1 -> > 0; a = 1, b >= 2 -> 0;
    a >= 2 -> > 0
";

#[test]
fn families_are_found_and_proved() {
    for (game, pattern, cases) in [KNOWN, BOUNDED].into_iter().flat_map(families) {
        let family = found(game, pattern).unwrap();
        assert_eq!(told(&family), cases.join(" "), "{game} {pattern}");
        let certificate = family.certificate();
        let refused = check(&certificate, &Bounds::default()).unwrap().err();
        assert!(
            refused.is_none(),
            "{game} {pattern}: {refused:?}\n{certificate}"
        );
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
    let known = families(KNOWN);
    for (game, pattern, _) in known[..4].iter().chain(&known[7..9]) {
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
    messages("families that are not found", |asked| {
        let (game, pattern) = asked.split_once(' ').unwrap();
        found(game, pattern).unwrap_err().to_string()
    });
}

/// Of a theorem whose lemmas are inequalities, no coefficient and no sign can be another one.
#[test]
fn no_other_claim_than_the_proved_one_is_accepted() {
    for (game, pattern, _) in families(BOUNDED) {
        let family = found(game, pattern).unwrap();
        let text = family.certificate();
        for case in &family.theorem.cases {
            let (line, guard) = (format!("case {case}\n"), case.guard());
            assert!(text.contains(&line), "{line}");
            let mut others = Vec::new();
            if family.has_values() {
                others = changed(&case.formula());
                others.extend(
                    ["<", ">", "<>", "|>", "<|"].map(|sign| format!("{sign} {}", case.formula())),
                );
            } else {
                let signs = ["> 0", "< 0", "<> 0", "0"];
                let own = case.formula();
                others.extend(
                    signs
                        .iter()
                        .filter(|sign| **sign != own)
                        .map(ToString::to_string),
                );
            }
            for other in others {
                let space = if guard.is_empty() { "" } else { " " };
                let forged = text.replacen(&line, &format!("case {guard}{space}-> {other}\n"), 1);
                assert!(
                    forged != text && !is_proved(&forged),
                    "{game} {pattern}: {line}{other}"
                );
            }
        }
    }
}

#[test]
fn a_proof_by_inequalities_is_told_step_by_step() {
    let family = found("toads-and-frogs", "t^a . f^b").unwrap();
    let told = family.explained(&Limits::default()).unwrap().join("\n");
    for part in [
        "t^a . f^b, exponents from 2 on\n  the value is *\n    Right to t^a f . f^(b - 1): |> the value, by lemma ",
        "    Left can move to t^(a - 1) . t f^b: >= 0, by lemma ",
        "t^a . f t f^b, exponents from 2 on\n  the value is <| 0\n    \
         Right can move to t^a f . t f^b: <= 0, by counting the moves that are left\n",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
}

#[test]
fn families_without_values_answer_no_questions_about_them() {
    let family = found("toads-and-frogs", "t^a . t f^b").unwrap();
    assert_eq!(family.value(&[3, 4]), None);
    assert_eq!(
        asked(&family, "A a, b: value(a, b) >= 0").unwrap_err(),
        "expected a pattern whose values are proved, found one that is only compared with 0"
    );
}

fn asked(family: &Family, formula: &str) -> Result<(Option<bool>, String), String> {
    let answer = family.ask(formula, &Limits::default());
    let answer = answer.map_err(|error| error.to_string())?;
    let example = answer.example.unwrap_or_default();
    let example: Vec<String> = example
        .iter()
        .map(|(name, n)| format!("{name} = {n}"))
        .collect();
    Ok((answer.truth, example.join(", ")))
}

/// Questions about families, each after its answer and the numbers that show it.
const ASKED: &str = "
clobber: X^n O
    no n = 1 | A n: n >= 1 => value(n) > 0
    yes | A n: n >= 2 => value(n) > 0
    yes | A n: n >= 1 => value(n + 1) = value(n) + up(1) + *
    yes | A n: value(n) < 1/1024
    yes n = 1 | E n: value(n) <> 0
    no n = 1 | A n: value(n) <= up(n)
    yes | A n: n >= 2 => 2*value(n) = up(2*n - 2)
    yes | A n: n != 0 => value(n - 1) <= value(n) + *
toppling-dominoes: l^a r^b
    yes | A a, b: value(a, b) = -value(b, a)
    yes | A a, b: value(a, b) + value(b, a) = 0
    yes | A a: a > 1 => value(a, a) <> 0
    no a = 0 | A a: value(a, a) <> 0
    yes a = 4, b = 3 | E a, b: value(a, b) = {3 | -2}
    yes | A a, b: value(a + 1, b) >= value(a, b)
    yes | A a, b: b > 1 => value(a, b) <= a
toads-and-frogs: t^a . f
    no n = 0 | A n: value(n) >= 0
    no n = 2 | A n: n > 1 => value(n) >= 0 & ~ value(n) > 0
    no n = 9 | A n: value(n) < {{7 | 1} | 0}
hackenbush: b^a r^b
    no a = 1, b = 1 | A a, b: value(a, b) = -value(b, a)
    yes | A a, b: a >= 1 => value(a, b) > value(a, b + 1) > a - 1
    yes | A a, b: a >= 1 => value(a, b) = a - 1 + 1/2^b
    no b = 10 | A b: value(1, b) > 1/1024
    yes | A b: value(1, b + 12) < {0 | 1/1024}
    yes | A b: value(1, b) = 2*value(1, b + 1)
    yes a = 2, b = 1 | E a, b: value(a, b) - value(b, a) = 5/4
    yes | A a, b: a > 1 & b > 1 => value(1, a) + value(1, b) < 1
hackenbush: b^a r^b b^c
    yes | A a, b, c: a > 0 & b > 0 => value(a, b, c) < a
    yes | A a, b, c: a > 0 & b > 0 => value(a, b, c) < value(a, b, c + 1)
    yes | A b, c: b > 0 => value(1, b, c) = 1/2^(b - 1) - 1/2^(b + c)
";

#[test]
fn formulas_about_values_are_decided() {
    for (game, pattern, questions) in families(ASKED) {
        let family = found(game, pattern).unwrap();
        for question in questions {
            let (expected, formula) = question.split_once(" | ").unwrap();
            let told = match asked(&family, formula).unwrap() {
                (Some(truth), example) => [if truth { "yes" } else { "no" }, &example].join(" "),
                (None, _) => "open".to_owned(),
            };
            assert_eq!(told.trim_end(), expected, "{game} {pattern}: {formula}");
        }
    }
}

#[test]
fn free_variables_keep_the_order_of_the_question() {
    let family = found("toads-and-frogs", "t^a . t^b . f").unwrap();
    let answer = family.ask("value(a, b) = 7/2 - 4", &Limits::default());
    let relation = answer.unwrap().relation;
    let names: Vec<&str> = relation.names().iter().map(|name| &**name).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(relation.examples(2), [[0u8.into(), 1u8.into()]]);
}

#[test]
fn what_is_no_formula_about_values_is_told() {
    let family = found("toppling-dominoes", "l^a r^b").unwrap();
    messages("formulas about values that are none", |formula| {
        asked(&family, formula).unwrap_err()
    });
}

#[test]
fn a_proof_is_told_step_by_step() {
    let told = |game, pattern| {
        let family = found(game, pattern).unwrap();
        family.explained(&Limits::default()).unwrap().join("\n")
    };
    assert_eq!(
        told("toads-and-frogs", "t^a . f"),
        "\
Lemma 1: t^a . f, exponents from 2 on
  if a = 2, the value is {1/2 | 0}
    Left to t . t f = 1/2 by lemma 5; Left's option of the value
    Right to t^2 f . = 0 by counting the moves that are left; Right's option of the value
  if a >= 3, the value is {{a - 2 | 1} | 0}
    Left to t^(a - 1) . t f = {a - 2 | 1} by lemma 2; Left's option of the value
    Right to t^a f . = 0 by counting the moves that are left; Right's option of the value
Lemma 2: t^a . t f, exponents from 2 on
  the value is {a - 1 | 1}
    Left to t^(a - 1) . t^2 f = a - 1 by counting the moves that are left; Left's option of the value
    Right to t^a f t . = 1 by lemma 3; Right's option of the value
Lemma 3: t^a f t ., exponents from 2 on
  the value is 1
    Left to t^a f . t = 0 by counting the moves that are left; Left's option of the value
    Right has no move
Lemma 4: t . f
  the value is *
    Left to . t f = 0 by counting the moves that are left; Left's option of the value
    Right to t f . = 0 by counting the moves that are left; Right's option of the value
Lemma 5: t . t f
  the value is 1/2
    Left to . t^2 f = 0 by counting the moves that are left; Left's option of the value
    Right to t f t . = 1 by lemma 6; Right's option of the value
Lemma 6: t f t .
  the value is 1
    Left to t f . t = 0 by counting the moves that are left; Left's option of the value
    Right has no move
Theorem: t^a . f, exponents from 0 on
  if a = 0, the value is -1
  if a = 1, the value is *
  if a = 2, the value is {1/2 | 0}
  if a >= 3, the value is {{a - 2 | 1} | 0}
  each position is a sum of parts that have a lemma, and of parts whose moves are counted"
    );
    let dominoes = told("toppling-dominoes", "l^a r^b");
    for line in [
        "    Left to r^b = -b by lemma 7; dominated by a - 1, an option of the value",
        "    Right to l^a r^(b - 1) = {a - 1 | -b + 2} by lemma 2; dominated by -b + 1, an option of the value",
    ] {
        assert!(dominoes.lines().any(|told| told == line), "{line}");
    }
    let clobber = told("clobber", "X^n O X O");
    assert!(clobber.contains("reversible: "), "{clobber}");
}

/// The outcomes of 2 by n: M. Lachmann, C. Moore, I. Rapaport, Who wins Domineering on rectangular boards? (2002). The last
/// case is about all boards that are not named before.
const TWO_ROWS: &str = "n = 0 -> 0; n = 1 -> > 0; n = 2 -> <> 0; n = 3 -> <> 0; n = 4 -> < 0; n = 5 -> > 0; n = 6 -> <> 0; \
    n = 7 -> <> 0; n = 9 -> > 0; n = 10 -> <> 0; n = 11 -> <> 0; n = 13 -> 0; n = 14 -> <| 0; n = 15 -> <| 0; n = 18 -> <| 0; \
    n = 19 -> <| 0; n = 22 -> <| 0; n = 23 -> <| 0; n = 26 -> <= 0; n = 27 -> <| 0; n = 31 -> <| 0; n = 35 -> <| 0; \
    n = 39 -> <= 0; -> < 0";

#[test]
fn long_words_are_won_by_cuts() {
    let family = found("domineering", ".^n").unwrap();
    assert_eq!(told(&family), TWO_ROWS);
    let certificate = family.certificate();
    assert!(is_proved(&certificate));
    let long = found("domineering", ".^(n+40)").unwrap();
    assert_eq!(told(&long), "-> < 0");
    assert!(is_proved(&long.certificate()));
    let explained = family.explained(&Limits::default()).unwrap().join("\n");
    for line in [
        "    if a = 17, the value is < 0\n    cut into .^4 and .^13, which no move of the other player ever crosses\n",
        "    if a >= 18, a mod 4 = 1, the value is < 0\n    cut into .^4 and .^(a - 4), which",
    ] {
        let line = line.replace("    if", "  if");
        assert!(explained.contains(&line), "{line}\n{explained}");
    }
    // Every case of the theorem, and of the lemma about all long boards, is needed as it is.
    let lines: Vec<&str> = certificate.lines().collect();
    let from = lines.iter().position(|line| *line == "lemma .^a").unwrap();
    let mut forged = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let is_theorem = (2..2 + family.theorem.cases.len()).contains(&(at - at.min(1)));
        if !line.starts_with("case") || !(is_theorem || at > from) {
            continue;
        }
        for (own, other) in [
            ("-> < 0", "-> < -1"),
            ("-> <= 0", "-> < 0"),
            ("-> <| 0", "-> <= 0"),
            ("-> > 0", "-> > 1"),
            ("-> <> 0", "-> 0"),
        ] {
            forged.push((at, line.replace(own, other)));
        }
        forged.push((at, line.replace(".^4 | .^(a - 4)", ".^3 | .^(a - 3)")));
        forged.push((at, line.replace(" cut .^4 | .^(a - 4)", "")));
    }
    forged.retain(|(at, line)| lines[*at] != line);
    assert!(forged.len() > 30, "{}", forged.len());
    for (at, line) in &forged {
        let mut others = lines.clone();
        others[*at] = line;
        assert!(!is_proved(&(others.join("\n") + "\n")), "{line}");
    }
}

/// Exchanging Left and Right exchanges the outcomes.
#[test]
fn cuts_are_found_for_either_player() {
    let pairs = |list: &[[&str; 2]]| -> Vec<[String; 2]> {
        list.iter().map(|pair| pair.map(str::to_owned)).collect()
    };
    let vertical = pairs(&[[".", "#"]]);
    let horizontal = pairs(&[
        ["..", "bb"],
        ["..", "tt"],
        ["tt", "##"],
        ["bb", "##"],
        [".t", "b#"],
        ["t.", "#b"],
        [".b", "t#"],
        ["b.", "#t"],
    ]);
    let theorem = |rules: [Vec<[String; 2]>; 2]| {
        let strip = Strip::of_rewritings("mine.star", rules).unwrap();
        let pattern = Pattern::read(".^n", &strip).unwrap();
        let family = find(&strip, &pattern, &Limits::default()).unwrap();
        let refused = check(&family.certificate(), &Bounds::default())
            .unwrap()
            .err();
        assert!(refused.is_none(), "{refused:?}");
        told(&family)
    };
    assert_eq!(theorem([vertical.clone(), horizontal.clone()]), TWO_ROWS);
    let mut exchanged = TWO_ROWS.to_owned();
    for (own, other) in [
        ("-> < 0", "-> MORE 0"),
        ("-> > 0", "-> < 0"),
        ("MORE", ">"),
        ("-> <= 0", "-> >= 0"),
        ("-> <| 0", "-> |> 0"),
    ] {
        exchanged = exchanged.replace(own, other);
    }
    assert_eq!(theorem([horizontal, vertical]), exchanged);
}

/// A formula with numbers in place of its variables.
fn put_in(formula: &str, names: &[char], numbers: &[i64]) -> String {
    let mut text = String::new();
    let mut rest = formula;
    while let Some(first) = rest.chars().next() {
        let word = rest.len() - rest.trim_start_matches(char::is_alphabetic).len();
        let length = word.max(first.len_utf8());
        let place = names
            .iter()
            .position(|name| rest[..length] == name.to_string());
        match place {
            Some(place) => text += &numbers[place].to_string(),
            None => text += &rest[..length],
        }
        rest = &rest[length..];
    }
    text
}

/// The calculator reads the printed formulas: each case, with numbers put in, has the value that is proved.
#[test]
fn formulas_are_read_by_the_calculator() {
    let limits = Limits::default();
    let (mut arena, meter) = (bouton_values::Arena::new(), &mut limits.meter());
    let mut read = 0;
    for (game, pattern, _) in [KNOWN, BOUNDED].into_iter().flat_map(families) {
        let family = found(game, pattern).unwrap();
        for case in family.theorem.cases.iter().filter(|_| family.has_values()) {
            let count = case.names.len() as u32;
            for nth in 0..4i64.pow(count) {
                let numbers: Vec<i64> = (0..count).map(|at| nth / 4i64.pow(at) % 4).collect();
                if !case.applies(&numbers) {
                    continue;
                }
                let text = put_in(&case.formula(), &case.names, &numbers);
                let proved = arena.read(&case.value.value(&numbers), meter).unwrap();
                assert_eq!(
                    arena.read(&text, meter),
                    Ok(proved),
                    "{pattern} {numbers:?}: {text}"
                );
                read += 1;
            }
        }
    }
    assert!(read > 300, "{read}");
}
