//! Certificates of somebody who means harm: none is accepted, none takes more than it is allowed, none ends the checker.

use std::time::Duration;

use bouton_verify::{Bounds, Refusal, check};
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
fn refused(what: &str, text: &str) -> Refusal {
    let began = ThreadTime::now();
    let Some(result) = check(text, &bounds()) else {
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
    refusal
}

const HEAD: &str = "bouton law certificate 1";
const EVERYTHING: &str = "set P 1 1\n0+ 0 0\nend";

fn law(system: &str, rules: &str, sets: &str) -> String {
    let lines = rules.lines().count();
    format!("{HEAD}\nsystem {system}\nrules {lines}\n{rules}\n{sets}\n")
}

fn one_move(a_move: &str) -> String {
    law("2", &format!("variables n\nrank n\n{a_move}"), EVERYTHING)
}

#[test]
fn systems() {
    let ones = |count: usize| vec!["1"; count].join(",");
    for system in [
        "",
        "0",
        "1",
        "-1",
        "64",
        "2,3",
        "1,0",
        "9223372036854775807",
        "1,1,",
        "a",
        &ones(17),
        &ones(40),
        &ones(100_000),
        &format!("15,{}", ones(17)),
        &format!("63,{}", ones(15)),
        &format!("63,{}", ["63"; 12].join(",")),
    ] {
        let text = law(
            system,
            "variables n\nrank n\nmove | n >= 1 -> n - 1",
            EVERYTHING,
        );
        refused(
            &format!("system {}", &system[..system.len().min(20)]),
            &text,
        );
    }
}

#[test]
fn tables() {
    let rules = "variables n\nrank n\nmove | n >= 1 -> n - 1";
    let numbers = vec!["n"; 30].join(",");
    let wide = (0..16)
        .map(|n| format!("n{n}"))
        .collect::<Vec<_>>()
        .join(", ");
    for sets in [
        "",
        "end",
        "set",
        "set P",
        "set P 1",
        "set P 62 0\nend",
        "set P 36 0\nend",
        "set P 1 18446744073709551615\nend",
        "set P 1 4294967295\nend",
        "set P 1 1\n0+ 0\nend",
        "set P 1 1\n0+ 0 0 0\nend",
        "set P 1 1\n0+ 1 0\nend",
        "set P 1 1\n0+ - 0\nend",
        "set P 1 1\n1+ 1 1\nend",
        "set P 1 2\n0+ 0 0\n0 0 0\nend",
        "set P 1 2\n0+ 0 0\nend",
        "set Q 1 1\n0+ 0 0\nend",
        "set P 2 1\n0+ 0 0 0 0\nend",
        "set P 1 1\n0+ 0 0",
        "set P 1 1\n0+ 0 0\nend\nset P 1 1",
        "set P 1 1\n0+ 0 0\nset W 1 1\n0 0 0\nend",
        "set valid 1 1\n0+ 0 0\nset P 1 1\n0+ 0 0\nend",
        "set P 1 0\nend",
        "set P 1 1\n0+ +0 0\nend",
        "set P 1 1\n\u{1b}[2J+ 0 0\nend",
    ] {
        refused(sets, &law("2", rules, sets));
    }
    let long_row = format!("set P 1 1\n0+{}\nend", " 0".repeat(1_000_000));
    refused("a row of a million", &law("2", rules, &long_row));
    let states = 300_000;
    let mut many = format!("set P 1 {states}\n0+ 0 1\n");
    for state in 1..states {
        many += &format!(
            "{state} {} {}\n",
            (2 * state) % states,
            (2 * state + 1) % states
        );
    }
    refused("300,000 states", &law("2", rules, &format!("{many}end")));
    refused(
        "16 numbers at once",
        &law(
            "2",
            &format!("variables {wide}\nrank n0\nmove | n0 >= 1 -> {wide}"),
            "set P 16 0\nend",
        ),
    );
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
        ("a large modulus", "n = 0 mod 2147483647".to_owned()),
        ("too large a modulus", "n = 0 mod 2147483648".to_owned()),
        ("no modulus", "n = 0 mod 0".to_owned()),
        (
            "a long sum",
            format!("{} >= 1", vec!["n"; 1_000_000].join(" + ")),
        ),
        ("a long number", format!("n >= {}", "9".repeat(1_000_000))),
        (
            "doubled",
            format!("n >= {}1{}", "2 * (".repeat(190), ")".repeat(190)),
        ),
        ("products", "n * n >= 1".to_owned()),
        ("P", "P(n)".to_owned()),
        ("W", "W(n)".to_owned()),
        ("valid", "~valid(n)".to_owned()),
        ("xor", "xor(n, n, n)".to_owned()),
        ("xor of two", "xor(n, n)".to_owned()),
        ("unknown", "mod(n)".to_owned()),
        ("escape", "n >= 1 \u{1b}]0;owned\u{7}".to_owned()),
        ("turned", "n >= \u{202e}1".to_owned()),
        ("nothing", String::new()),
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
    for (what, guard) in guards {
        refused(what, &one_move(&format!("move | {guard} -> 0")));
        refused(
            what,
            &one_move(&format!(
                "move | n >= 1 -> n - 1\ndomain {guard}\nmove | n >= 2 -> n - 2"
            )),
        );
    }
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
    for rules in [
        "variables n\nrank n",
        "variables n, n\nrank n\nmove | n >= 1 -> n - 1",
        "rank 1\nvariables n\nmove | n >= 1 -> n - 1",
        "variables n\nrank m\nmove | n >= 1 -> n - 1",
        "variables n\nrank n\nmove k, k | n >= k -> n - 1",
        "variables n\nrank n\nwitness n = 1\nmove | n >= 1 -> n - 1",
        "variables n\nrank n\nmove | n >= 1 -> n - 1; n - 1",
        "variables n\nrank n\nmode grundy\nrepeat | n >= 1 -> n - 1",
        "variables n\nrank n\nmode \u{7}\nmove | n >= 1 -> n - 1",
        "variables n\nrank n\nfinite m < n\nmove | n >= 1 -> n - 1, 0",
        "variables n\nrank n\nsystem fibonacci\nmove | n >= 1 -> n - 1",
        "variables n\nrank n\nmove | n >= 1 -> n - 1\ndomain false",
    ] {
        refused(rules, &law("2", rules, EVERYTHING));
    }
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
    let lines = fields.map(|(name, value)| {
        let value = if name == change.0 { change.1 } else { value };
        format!("{name} {value}\n")
    });
    format!("bouton period certificate 1\n{}", lines.concat())
}

#[test]
fn periods() {
    let digits = "7".repeat(200_000);
    let listed = (1..20_000)
        .map(|n| n.to_string())
        .collect::<Vec<_>>()
        .join(",");
    for code in [
        "",
        ".",
        "0",
        "1.7",
        "0.",
        "0.w",
        "0.7[",
        "0.[7",
        "0.7]",
        "0.7[7]x",
        "!.7",
        "4.?",
        "subtraction:",
        "subtraction:0",
        "subtraction:18446744073709551615",
        "subtraction:16777217",
        "subtraction:-1",
        "couples",
        &format!("0.{digits}"),
        &format!("0.3[{digits}]"),
        &format!("subtraction:{listed}"),
        "0.\u{1b}[2J",
        "16.",
        "0.V",
        "V.V",
    ] {
        let shown = &code[..code.len().min(20)];
        refused(shown, &period(code, ("", "")));
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
    for field in [
        "period",
        "preperiod",
        "saltus",
        "heaps",
        "largest",
        "checksum",
        "compute",
        "theorem",
    ] {
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
    let lines = fields.map(|(name, value)| {
        let value = if name == change.0 { change.1 } else { value };
        format!("{name} {value}\n")
    });
    format!("bouton value period certificate 1\n{}", lines.concat())
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
    assert!(matches!(
        check(&text, &bounds),
        Some(Err(Refusal::Undecided(_)))
    ));
}

/// Rewritings of a file, and words that are cut.
#[test]
fn rewritings() {
    let family = |lines: &str| format!("bouton family certificate 1\n{lines}\nend\n");
    let game = "game x.star\nletter . 0\nletter o 1\n";
    let theorem = "theorem o^n\ncase -> 0\nlemma o^a\ncase -> 0";
    let many = |line: &str, count: usize| line.repeat(count);
    for (what, lines) in [
        (
            "a name with an escape",
            format!("game \u{1b}[2J.star\nletter o 1\nleft o o\n{theorem}"),
        ),
        (
            "a name of a game",
            format!("game hackenbush\nletter b 0\nletter o 1\nleft o b\n{theorem}"),
        ),
        (
            "many rewritings",
            format!("{game}{}{theorem}", many("left o .\n", 1 << 20)),
        ),
        (
            "long words",
            format!(
                "{game}left {} {}\n{theorem}",
                many("o", 1 << 22),
                many(".", 1 << 22)
            ),
        ),
        (
            "many letters",
            format!(
                "game x.star\n{}left o o\n{theorem}",
                many("letter o 1\n", 1 << 16)
            ),
        ),
        (
            "a large weight",
            format!("game x.star\nletter o 99999999999999999999999999999999999999999\n{theorem}"),
        ),
        (
            "a negative weight",
            format!("game x.star\nletter o -1\n{theorem}"),
        ),
        (
            "letters of two bytes",
            format!("game x.star\nletter é 1\n{theorem}"),
        ),
        (
            "a letter that is none",
            format!("{game}left o x\n{theorem}"),
        ),
        ("no words", format!("{game}left \n{theorem}")),
        ("three words", format!("{game}left o . .\n{theorem}")),
        ("play that goes on", format!("{game}left o o\n{theorem}")),
        (
            "left after right",
            format!("{game}right o .\nleft o .\n{theorem}"),
        ),
        (
            "a cut of nothing",
            format!("{game}left o .\ntheorem o\ncase -> 0\nlemma o\ncase -> 0 cut "),
        ),
        (
            "a cut without a place",
            format!("{game}left o .\ntheorem o\ncase -> 0\nlemma o\ncase -> 0 cut o"),
        ),
        (
            "a cut into three",
            format!(
                "{game}left o .\ntheorem o\ncase -> 0\nlemma o^a\ncase -> 0 cut o | o | o^(a - 2)"
            ),
        ),
        (
            "a cut of a theorem",
            format!(
                "{game}left o .\ntheorem o^n\ncase n = 0 -> 0\ncase -> 0 cut o | o^(n - 1)\nlemma o\ncase -> 1"
            ),
        ),
        (
            "a cut with an exponent beyond all",
            format!(
                "{game}left o .\ntheorem o\ncase -> 0\nlemma o^a\ncase -> <= 0 cut o^(9999999999a) | o"
            ),
        ),
        (
            "a cut with a variable of its own",
            format!(
                "{game}left o .\ntheorem o\ncase -> 0\nlemma o^a\ncase -> <= 0 cut o^b | o^(a - b)"
            ),
        ),
        (
            "a cut by half",
            format!(
                "{game}left o .\ntheorem o\ncase -> 0\nlemma o^a\ncase -> <= 0 cut o^(1/2a) | o^(1/2a)"
            ),
        ),
        (
            "cuts that lead to each other",
            format!(
                "{game}left o .\nright oo ..\ntheorem o o\ncase -> <= -1\nlemma o^a\ncase -> <= -1 cut o^0 | o^a"
            ),
        ),
    ] {
        refused(what, &family(&lines));
    }
}
