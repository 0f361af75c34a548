use bouton_reference::messages;

use super::*;

fn none(
    _: &mut Arena,
    game: &str,
    position: Option<&str>,
    _: &Limits,
) -> Result<Answer, CalculationFault> {
    match (game, position) {
        ("zero", None) => Ok(Answer::Value(bouton_values::Value::ZERO)),
        _ => Err(InputError::whole("no such game", game).into()),
    }
}

#[derive(Default)]
struct Sheet {
    arena: Arena,
    names: Names,
    defined: Defined,
}

impl Sheet {
    fn run(&mut self, text: &str, limits: &Limits) -> Result<Shown, CalculationFault> {
        let surroundings = Surroundings {
            arena: &mut self.arena,
            names: &mut self.names,
            defined: &mut self.defined,
            games: none,
            game_at: |text| text.starts_with("zero").then_some(4),
            width: 200,
        };
        run(text, surroundings, limits)
    }

    /// The output of a text, in lines.
    fn told(&mut self, text: &str) -> String {
        match self.run(text, &Limits::default()) {
            Err(fault) => fault.to_string(),
            Ok(Shown { mut printed, last }) => {
                match last {
                    None => {}
                    Some(Last::Lines(lines)) => printed.extend(lines),
                    Some(Last::Table(table)) => printed.push(table.to_string()),
                    Some(Last::Plot(plot)) => printed.push(plot.to_string()),
                    Some(Last::Answer(answer)) => {
                        let limits = Limits::default();
                        printed.push(
                            self.arena
                                .answer_text(&answer, &mut limits.meter())
                                .unwrap(),
                        );
                    }
                }
                printed.join("; ")
            }
        }
    }
}

fn told(text: &str) -> String {
    Sheet::default().told(text)
}

#[test]
fn statements_calculate_with_values() {
    messages("statements with values", told);
}

#[test]
fn what_is_defined_is_known_in_the_next_text() {
    let mut sheet = Sheet::default();
    assert_eq!(
        sheet.told("def f(x): return {x|-x}\nxs = [1]\ng = f(2)"),
        "+-2"
    );
    assert_eq!(sheet.told("f(3) + g"), "+-{5|1}");
    assert!(sheet.defined.is_other("f") && sheet.defined.has("g") && !sheet.defined.is_other("g"));
    let limits = Limits::default();
    let plain = sheet
        .arena
        .calculate("g + 1", &mut sheet.names, &mut limits.meter());
    assert!(matches!(plain, Ok(Answer::Value(_))));
    // The name of a calculation is the newer one.
    sheet
        .arena
        .calculate("let g = 5", &mut sheet.names, &mut limits.meter())
        .unwrap();
    sheet.defined.follow(&sheet.names);
    assert_eq!(sheet.told("[g]"), "5");
    assert_eq!(sheet.told("f = 3\n[f]"), "3");
    assert!(sheet.told("xs.append(2)").contains("cannot be changed"));
}

#[test]
fn mistakes_are_placed_where_they_were_typed() {
    messages("mistakes in statements", told);
}

#[test]
fn limits_hold() {
    let limits = Limits::within(std::time::Duration::ZERO);
    let stopped = Sheet::default().run("for i in range(1000000000): x = i", &limits);
    assert!(
        matches!(stopped, Err(CalculationFault::Stopped(StopReason::Time))),
        "{stopped:?}"
    );
    let stopped = Sheet::default().run("[{1|0} + n for n in range(5)]", &limits);
    assert!(
        matches!(stopped, Err(CalculationFault::Stopped(StopReason::Time))),
        "{stopped:?}"
    );
    let few = Limits::of_memory(100_000);
    let stopped = Sheet::default().run("g = 0\nfor n in range(2000): g += {n + 1/2|-n}", &few);
    assert!(
        matches!(stopped, Err(CalculationFault::Stopped(StopReason::Memory))),
        "{stopped:?}"
    );
    assert!(told("for i in range(1000000000): x = i").contains("more than 20 million steps"));
    assert!(told("def f(n): return {f(n)|0}\nf(1)").contains("too deeply"));
    let mut nested = String::from("x = 1\ny = ");
    nested.push_str(&"(".repeat(5000));
    assert!(told(&nested).contains("levels deep"));
    assert!(told(&"[1]\n".repeat(20_000)).contains("at most 64 KB"));
}

/// After a limit the arena and the names are those from before.
#[test]
fn after_a_limit_the_names_are_there() {
    let mut sheet = Sheet::default();
    sheet.told("g = {1|0}");
    let limits = Limits::within(std::time::Duration::ZERO);
    assert!(sheet.run("[g + 1]", &limits).is_err());
    assert_eq!(sheet.told("[g + 1]"), "{2|1}");
}

/// Whatever a text is, there is an answer or a mistake. `CHANGES=100000` tries more.
#[test]
fn changed_texts_are_answered_or_refused() {
    const TEXTS: [&str; 9] = [
        "g = {2|-1}\ng + ^* - -1/2* + 3.g",
        "def f(x, *, y=1): return {x|-x}\n[f(n) + {n, pass||*2|{0|v<2>}} for n in range(3)]",
        "x = ±1 + +-{1|0} - ∗2 ≤ ⇑ + 2**3/4; [x <> *, x <| 0, x.mean]",
        "zero \"a\" + zero:1,2 - zero '2' # {",
        "table([[n, {n|-n}] for n in range(2)], head=[\"n\", \"G\"])",
        "let on = 1Tiny(2) - Miny({1|0})^; xs = {1: 'a', 2: \"\"\"b\"\"\"}; xs[1:2]",
        "f = lambda *a, **k: {a|0} if a else -^[3]*; f(*2, v=*)",
        "a{0||a|0} + on - off & over*",
        "class(^) == v3 - ↓<2> + 0.5*",
    ];
    let most = std::env::var("CHANGES")
        .ok()
        .and_then(|text| text.parse().ok());
    let mut state = 7_u64;
    let mut below = move |n: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % n.max(1)
    };
    let limits = Limits::of_memory(50_000_000);
    for _ in 0..most.unwrap_or(3000) {
        let mut text: Vec<char> = TEXTS[below(TEXTS.len())].chars().collect();
        let other: Vec<char> = TEXTS[below(TEXTS.len())].chars().collect();
        for _ in 0..=below(4) {
            let at = below(text.len() + 1);
            let end = (at + below(4)).min(text.len());
            let from = below(other.len());
            let to = (from + below(9)).min(other.len());
            text.splice(at..end, other[from..to].iter().copied());
        }
        let text: String = text.into_iter().collect();
        if let Err(CalculationFault::Input(error)) = Sheet::default().run(&text, &limits) {
            assert!(error.span().end <= text.len(), "{text}");
        }
    }
}
