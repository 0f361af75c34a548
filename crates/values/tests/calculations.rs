//! Calculations: their results, and the errors of invalid texts.

use bouton_core::Limits;
use bouton_values::{Arena, FUNCTIONS, Fault, Names};

fn calculate(text: &str) -> Result<String, String> {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    match arena.calculate(text, &mut Names::default(), meter) {
        Ok(answer) => Ok(arena.answer_text(&answer, meter).unwrap()),
        Err(Fault::Input(error)) => Err(error.to_string()),
        Err(Fault::Stopped(why)) => panic!("{text}: {why}"),
    }
}

#[test]
fn calculations_mean_what_the_guide_says() {
    let lines = include_str!("../testdata/calculations.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let (text, wanted) = line.split_once(" => ").unwrap();
        let text = text.replace("\\n", "\n");
        assert_eq!(calculate(&text).as_deref(), Ok(wanted), "{text}");
    }
}

/// Messages, each with the text that it is about, and with carets below their place where that is shown.
const WRONG: &str = include_str!("../testdata/wrong_calculations.txt");

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let mut lines = WRONG.lines().peekable();
    while let Some(message) = lines.next() {
        let below = [(); 2].map(|()| lines.next_if(|line| line.starts_with("  ")));
        let text = below[0].unwrap_or_default().trim_start();
        let found = calculate(text).unwrap_err();
        let wanted = match below {
            [Some(text), Some(carets)] => [message, text, carets].join("\n"),
            _ => message.to_owned(),
        };
        assert!(found.starts_with(&wanted), "{text}: {found}");
    }
}

#[test]
fn values_are_written_in_latex() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for (text, wanted) in [
        ("-3/2^*", "-\\frac{3}{2}{\\uparrow}{\\ast}"),
        ("^^*2", "{\\Uparrow}{\\ast}2"),
        ("v<2>", "{\\downarrow}^{2}"),
        ("^[3]", "{\\uparrow}^{[3]}"),
        ("{3||2|1}", "\\{3 \\parallel 2 \\mid 1\\}"),
        ("+-{3|1}", "\\pm \\{3 \\mid 1\\}"),
        ("2Tiny(3)", "2 + {+}_{3}"),
    ] {
        let v = arena.read(text, meter).unwrap();
        assert_eq!(arena.latex(v, meter).unwrap(), wanted);
    }
}

#[test]
fn values_are_called_by_their_kind() {
    let limits = Limits::default();
    let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    for (text, wanted) in [
        ("3/4", "number"),
        ("*3", "nimber"),
        ("^*", "uptimal"),
        ("1*", "number plus an infinitesimal"),
        ("1^*", "number plus an infinitesimal"),
        ("{3|1}", "switch"),
        ("Miny(1)", "tiny"),
        ("-2Miny(1)", "number plus an infinitesimal"),
        ("{3||2|1}", "hot"),
        ("{^^|*}", "infinitesimal"),
        ("2*Tiny(2)", "infinitesimal"),
        ("1 + {^^|*}", "number plus an infinitesimal"),
    ] {
        let v = arena.read(text, meter).unwrap();
        assert_eq!(arena.kind(v, meter).unwrap().name(), wanted);
    }
}

#[test]
fn any_text_is_read_or_refused() {
    let words = [
        "{", "}", "|", "||", ",", "1", "1/2", "^", "v", "*", "+-", "-", "(", ")", ".", ":", "'",
        "Tiny(", "mean(", "<", "^<2>", "[", "let", "a", "=", ";", "⇑", "é", ".Mean", ".Cool(",
        "**", "/", "0.5", "\n", " ",
    ];
    let mut seed = 7u64;
    for _ in 0..5_000 {
        let mut text = String::new();
        for _ in 0..1 + seed % 12 {
            seed = seed
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            text += words[(seed >> 33) as usize % words.len()];
        }
        let _ = calculate(&text);
    }
}

/// Nothing calls itself: depth costs memory only.
#[test]
fn depth_is_no_harm() {
    let deep = 100_000;
    let nested = format!("{}0{}", "{".repeat(deep), "|}".repeat(deep));
    assert_eq!(calculate(&nested), Ok(deep.to_string()));
    let minus = format!("{}1", "-".repeat(deep));
    assert_eq!(calculate(&minus).as_deref(), Ok("1"));
    let parentheses = format!("{}1{}", "(".repeat(deep), ")".repeat(deep));
    assert_eq!(calculate(&parentheses).as_deref(), Ok("1"));
    let stars = format!("0{}", "*1".repeat(deep));
    assert_eq!(calculate(&stars).as_deref(), Ok("0"));
    let powers = format!("1{}", "**1".repeat(deep));
    assert_eq!(calculate(&powers).as_deref(), Ok("1"));
    assert_eq!(calculate("^20000 - v20000 - ^40000").as_deref(), Ok("0"));
    assert_eq!(calculate("birthday(^20000)").as_deref(), Ok("20001"));
    let hot = format!(
        "let g = {{1|-1}}; {} temp(g)",
        "let g = {{g|0}|-1};".repeat(3000)
    );
    assert!(calculate(&hot).is_ok());
}

#[test]
fn every_function_can_be_called() {
    for card in FUNCTIONS {
        let arguments = vec!["2"; card.arguments].join(",");
        assert!(
            calculate(&format!("{}({arguments})", card.name)).is_ok(),
            "{}",
            card.name
        );
    }
}
