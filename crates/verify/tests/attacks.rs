//! Certificates of somebody who means harm: none is accepted, none takes more than it is allowed, none ends the checker.

use std::time::Duration;

use bouton_reference::messages;
use bouton_verify::{Bounds, check};
use cpu_time::ThreadTime;

/// The limits for a hostile certificate here.
fn bounds() -> Bounds {
    Bounds {
        memory: 64 << 20,
        time: Some(Duration::from_millis(500)),
        ..Bounds::default()
    }
}

/// Checks that a certificate is refused in time, and that the message has no control characters.
fn refused(what: &str, text: &str) {
    refused_within(&bounds(), what, text);
}

/// The message of a refusal that no clock decides.
fn told(text: &str) -> String {
    let time = None;
    refused_within(&Bounds { time, ..bounds() }, text, text)
}

fn refused_within(bounds: &Bounds, what: &str, text: &str) -> String {
    let began = ThreadTime::now();
    let Some(result) = check(text, bounds) else {
        panic!("{what}: the header is not known");
    };
    let refusal = match result {
        Ok(checked) => panic!("{what}: accepted: {}", checked.claim),
        Err(refusal) => refusal,
    };
    let took = began.elapsed();
    // Processor time: other tests share the machine.
    assert!(took < Duration::from_secs(20), "{what}: {took:?}");
    let said = refusal.to_string();
    assert!(said.chars().all(|c| !c.is_control()), "{what}: {said:?}");
    assert!(said.len() < 4000, "{what}: {} bytes", said.len());
    said
}

const HEAD: &str = "bouton law certificate 1";
const EVERYTHING: &str = "set P 1 1\n0+ 0 0\nend";

fn law(system: &str, rules: &str, sets: &str) -> String {
    let lines = rules.lines().count();
    format!("{HEAD}\nsystem {system}\nrules {lines}\n{rules}\n{sets}\n")
}

const TAKE_ONE: &str = "variables n\nrank n\nmove | n >= 1 -> n - 1";

fn one_move(a_move: &str) -> String {
    law("2", &format!("variables n\nrank n\n{a_move}"), EVERYTHING)
}

#[test]
fn systems() {
    messages("systems", |system| told(&law(system, TAKE_ONE, EVERYTHING)));
    let ones = |count: usize| vec!["1"; count].join(",");
    for system in [
        &ones(17),
        &ones(100_000),
        &format!("15,{}", ones(17)),
        &format!("63,{}", ones(15)),
        &format!("63,{}", ["63"; 12].join(",")),
    ] {
        refused(&system[..20], &law(system, TAKE_ONE, EVERYTHING));
    }
}

#[test]
fn tables() {
    messages("tables", |sets| told(&law("2", TAKE_ONE, sets)));
    let escape = "set P 1 1\n\u{1b}[2J+ 0 0\nend";
    refused("an escape", &law("2", TAKE_ONE, escape));
    let long_row = format!("set P 1 1\n0+{}\nend", " 0".repeat(1_000_000));
    refused("a row of a million", &law("2", TAKE_ONE, &long_row));
    let states = 300_000;
    let mut many = format!("set P 1 {states}\n0+ 0 1\n");
    for state in 1..states {
        many += &format!(
            "{state} {} {}\n",
            (2 * state) % states,
            (2 * state + 1) % states
        );
    }
    refused("300,000 states", &law("2", TAKE_ONE, &format!("{many}end")));
    let wide: Vec<_> = (0..16).map(|n| format!("n{n}")).collect();
    let wide = wide.join(", ");
    refused(
        "16 numbers at once",
        &law(
            "2",
            &format!("variables {wide}\nrank n0\nmove | n0 >= 1 -> {wide}"),
            "set P 16 0\nend",
        ),
    );
    let numbers = vec!["n"; 30].join(",");
    refused(
        "30 targets",
        &law(
            "2",
            &format!("variables n\nrank n\nmove | n >= 1 -> {numbers}"),
            EVERYTHING,
        ),
    );
}

#[test]
fn formulas() {
    let chain = |sign: &str, times: usize| vec!["n >= 1"; times].join(sign);
    let nested = |open: &str, times: usize, close: &str| {
        format!("{}n >= 1{}", open.repeat(times), close.repeat(times))
    };
    let quantifiers = |times: usize| (0..times).map(|x| format!("E x{x}: ")).collect::<String>();
    let guards = [
        ("20,000 =>", chain(" => ", 20_000)),
        ("million &", chain(" & ", 100_000)),
        ("million |", chain(" | ", 100_000)),
        ("16 <=>", chain(" <=> ", 16)),
        ("28 <=>", chain(" <=> ", 28)),
        ("1000 <=>", chain(" <=> ", 1000)),
        ("parentheses", nested("(", 100_000, ")")),
        ("199 parentheses", nested("(", 150, ")")),
        ("negations", nested("~", 1_000_000, "")),
        ("negated parentheses", nested("~(", 100_000, ")")),
        ("quantifiers", format!("{}n >= 1", quantifiers(10_000))),
        (
            "150 quantifiers",
            format!("{}n >= x1 + x2", quantifiers(150)),
        ),
        (
            "many names",
            format!(
                "E {}: n >= 1",
                (0..100_000)
                    .map(|x| format!("x{x}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        ),
        (
            "a long sum",
            format!("{} >= 1", vec!["n"; 1_000_000].join(" + ")),
        ),
        ("a long number", format!("n >= {}", "9".repeat(1_000_000))),
        (
            "doubled",
            format!("n >= {}1{}", "2 * (".repeat(190), ")".repeat(190)),
        ),
        ("escape", "n >= 1 \u{1b}]0;owned\u{7}".to_owned()),
        ("turned", "n >= \u{202e}1".to_owned()),
        ("a large modulus", "n = 0 mod 2147483647".to_owned()),
        (
            "far apart",
            "(E x, y, z: 999983 x + 999979 y + 999961 z = n & x > 0 & y > 0 & z > 0)".to_owned(),
        ),
        (
            "many residues",
            (1..60)
                .map(|m| format!("n != 1 mod {}", 1009 + 2 * m))
                .collect::<Vec<_>>()
                .join(" & "),
        ),
    ];
    let both = |guard: &str| {
        let domain = format!("move | n >= 1 -> n - 1\ndomain {guard}\nmove | n >= 2 -> n - 2");
        [format!("move | {guard} -> 0"), domain].map(|rules| one_move(&rules))
    };
    for (what, guard) in guards {
        both(&guard).iter().for_each(|text| refused(what, text));
    }
    messages("guards and domains", |guard| {
        both(guard).map(|text| told(&text)).join("\n")
    });
    let statements = vec!["move | n >= 1 -> n - 1"; 100_000].join("\n");
    refused("100,000 moves", &one_move(&statements));
    let repeats = vec!["repeat | n >= 1 -> n - 1"; 900].join("\n");
    refused("900 repeats", &one_move(&repeats));
    refused(
        "many lines",
        &format!("{HEAD}\nsystem 2\nrules 18446744073709551615\nvariables n\n"),
    );
    refused(
        "many rules",
        &format!("{HEAD}\nsystem 2\nrules 99999999999999999999\nvariables n\n"),
    );
    messages("rules", |rules| told(&law("2", rules, EVERYTHING)));
    let mode = TAKE_ONE.replace("move", "mode \u{7}\nmove");
    refused("a mode with an escape", &law("2", &mode, EVERYTHING));
}

#[test]
fn numbers() {
    for exponent in 40..64 {
        for more in [-1i128, 0, 1] {
            let number = (1i128 << exponent) + more;
            for a_move in [
                format!("move | n >= {number} -> n - {number}"),
                format!("move | n = {number} -> 0"),
                format!("move k | {number} k = n -> 0"),
                format!("move | n >= 1 & n = 0 mod {number} -> 0"),
            ] {
                refused(&a_move, &one_move(&a_move));
            }
            let rank = law(
                "2",
                &format!("variables n\nrank {number} n - {number}\nmove | n >= 1 -> n - 1"),
                EVERYTHING,
            );
            refused("rank", &rank);
        }
    }
}

/// A certificate of a kind with these fields, of which one is changed.
fn changed(kind: &str, fields: &[(&str, &str)], change: (&str, &str)) -> String {
    let lines = fields.iter().map(|&(name, value)| {
        let value = if name == change.0 { change.1 } else { value };
        format!("{name} {value}\n")
    });
    format!("bouton {kind} certificate 1\n{}", lines.collect::<String>())
}

fn period(code: &str, change: (&str, &str)) -> String {
    let fields = [
        ("code", code),
        ("period", "1"),
        ("preperiod", "0"),
        ("saltus", "0"),
        ("theorem", "octal periodicity"),
        ("heaps", "10"),
        ("compute", "plain"),
        ("largest", "0 at 0"),
        ("checksum", "0000000000000000"),
    ];
    changed("period", &fields, change)
}

#[test]
fn periods() {
    messages("codes", |code| told(&period(code, ("", ""))));
    let digits = "7".repeat(200_000);
    let listed: Vec<_> = (1..20_000).map(|n| n.to_string()).collect();
    for code in [
        &format!("0.{digits}"),
        &format!("0.3[{digits}]"),
        &format!("subtraction:{}", listed.join(",")),
        "0.\u{1b}[2J",
    ] {
        refused(&code[..5], &period(code, ("", "")));
    }
    let huge = [
        "18446744073709551615",
        "18446744073709551616",
        "9223372036854775808",
        "4294967296",
        "-1",
        "",
        "x",
    ];
    for field in "period preperiod saltus heaps largest checksum compute theorem".split(' ') {
        for value in huge {
            refused(&format!("{field} {value}"), &period("0.77", (field, value)));
        }
    }
    for (field, value) in [
        ("heaps", "2147483648"),
        ("heaps", "15000000"),
        ("heaps", "1"),
        ("heaps", "0"),
        ("compute", "sparse 0 steady"),
        ("compute", "sparse 4294967296 steady"),
        ("compute", "sparse 1"),
        ("largest", "0 at 99"),
        ("largest", "99 at 0"),
        ("theorem", "arithmetic periodicity"),
        ("theorem", "all-but periodicity"),
        ("theorem", "subtraction periodicity"),
        ("theorem", "taking-and-breaking periodicity"),
        ("theorem", "none"),
        ("period", "0"),
    ] {
        refused(&format!("{field} {value}"), &period("0.77", (field, value)));
    }
    for code in ["V.VVVVV", "0.VVVVVVVV", "4.", "8.888888", "g.gggg"] {
        refused(code, &period(code, ("heaps", "1000000")));
    }
    for theorem in ["arithmetic periodicity", "all-but periodicity"] {
        for code in ["8.", "0.[3]", "0.3[3]", "0.F", "8.8", "0.00[3]"] {
            let text = period(code, ("theorem", theorem));
            for (from, to) in [
                ("saltus 0", "saltus 18446744073709551615"),
                ("saltus 0", "saltus 1"),
                ("heaps 10", "heaps 100000"),
                ("preperiod 0", "preperiod 18446744073709551614"),
            ] {
                refused(&format!("{theorem} {code} {to}"), &text.replace(from, to));
            }
        }
    }
}

fn values_period(change: (&str, &str)) -> String {
    let fields = [
        ("left", "0.3"),
        ("right", "0.33"),
        ("period", "1"),
        ("preperiod", "1"),
        ("saltus", ":;0:0;0:0,1/2"),
        ("times", "2"),
        ("heaps", "5"),
    ];
    changed("value period", &fields, change)
}

#[test]
fn periods_of_values() {
    assert!(check(&values_period(("", "")), &bounds()).unwrap().is_ok());
    let chain: Vec<String> = (0..60_000).map(|n| format!("{n}:")).collect();
    let chain = format!(":;{}/60000", chain.join(";"));
    // Each game has all earlier ones as options.
    let wide: Vec<String> = (0..400)
        .map(|n: usize| (0..n).map(|m| m.to_string()).collect::<Vec<_>>().join(","))
        .map(|options| format!("{options}:{options}"))
        .collect();
    let wide = format!("{}/399", wide.join(";"));
    let digits = format!("0.{}", "7".repeat(200_000));
    for change in [
        ("left", digits.as_str()),
        ("left", "0.[7]"),
        ("left", "subtraction:65536"),
        ("right", "4!.7"),
        ("right", "couples-are-forever"),
        ("period", "0"),
        ("period", "65536"),
        ("period", "18446744073709551615"),
        ("preperiod", "65536"),
        ("saltus", &chain),
        ("saltus", &wide),
        ("saltus", ":;0:/0"),
        ("saltus", "/0"),
        ("saltus", ":;2:/1"),
        ("times", "0"),
        ("times", "65536"),
        ("heaps", "0"),
        ("heaps", "1"),
        ("heaps", "4"),
        ("heaps", "65537"),
    ] {
        let name = format!("{} {}", change.0, &change.1[..change.1.len().min(30)]);
        refused(&name, &values_period(change));
    }
}

#[test]
fn texts() {
    for text in [
        "bouton law certificate 1",
        "bouton period certificate 1",
        "bouton law certificate 1\r\nsystem 2",
        &format!("{HEAD}\n\u{0}"),
    ] {
        refused(text, text);
    }
    let long = format!("{HEAD}\n{}", "x".repeat(bouton_verify::MOST_BYTES));
    refused("too long", &long);
    assert!(check("", &bounds()).is_none() && check("\u{1b}", &bounds()).is_none());
}

/// A check that is interrupted says so.
#[test]
fn an_interrupted_check_is_undecided() {
    let bounds = bounds();
    bounds
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let text = one_move("move | n >= 1 -> n - 1");
    let refusal = check(&text, &bounds).unwrap().unwrap_err();
    assert!(refusal.to_string().starts_with("undecided: "), "{refusal}");
}

/// Rewritings of a file, and words that are cut.
#[test]
fn rewritings() {
    let family = |lines: &str| format!("bouton family certificate 1\n{lines}\nend\n");
    let game = "game x.star\nletter . 0\nletter o 1\n";
    let theorem = "theorem o^n\ncase -> 0\nlemma o^a\ncase -> 0";
    messages("rewritings", |lines| told(&family(lines)));
    messages("rewritings of a pile", |lines| {
        told(&family(&format!("{game}{lines}")))
    });
    for (what, lines) in [
        (
            "a name with an escape",
            format!("game \u{1b}[2J.star\nletter o 1\nleft o o\n{theorem}"),
        ),
        (
            "many rewritings",
            format!("{game}{}{theorem}", "left o .\n".repeat(1 << 20)),
        ),
        (
            "long words",
            format!(
                "{game}left {} {}\n{theorem}",
                "o".repeat(1 << 22),
                ".".repeat(1 << 22)
            ),
        ),
        (
            "many letters",
            format!(
                "game x.star\n{}left o o\n{theorem}",
                "letter o 1\n".repeat(1 << 16)
            ),
        ),
    ] {
        refused(what, &family(&lines));
    }
}
