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
    for (text, expected) in [
        ("g = {2|-1}\ng + ^*", "{2^*|-1^*}"),
        (
            "def f(x): return {x|-x}\n[f(n) for n in range(1, 4)]",
            "+-1; +-2; +-3",
        ),
        ("[mean({n|-1}) for n in range(3)]", "-1/2; 0; 1/2"),
        ("g = {1|0}\n3 * g - 2*g == g", "true"),
        ("n = 3\n1/2 + n/4", "5/4"),
        ("x = 1\n+-x + x", "{2|0}"),
        ("let g = +-1; xs = [g, -g]; xs[0] + xs[1]", "0"),
        (
            "g = ^\n[g > 0, g <> *, * <> g, g < 1/1024, {1|-1} <> 0]",
            "True; True; True; True; True",
        ),
        (
            "g = {3||2|1}\n[g.mean, g.Temperature, g.cool(1/2).mean]",
            "9/4; 3/4; 9/4",
        ),
        ("xs = [+-1, {2|-1}]\n{xs, 3|-1}", "{3|-1}"),
        ("x = 1\n{0, pass|x}", "1under"),
        (
            "t = 0\nfor n in range(4): t += {n|-n}\nt",
            "+-{6*|4*||2*|*}",
        ),
        ("sum([1/2, ^, *])", "1/2^*"),
        (
            "[options({1|0}), {1|0}.left, aw(1)]",
            "Left: 1; Right: 0; [1]; not atomic: no atomic weight",
        ),
        ("for n in range(2): print(n, {n|0})", "0 *; 1 {1|0}"),
        ("d = {1: *2}\nd[1]", "*2"),
        ("class(^)", "L"),
        ("[2*2, 2 * 2, 1/2 * 1/2]", "2*2; 4; 1/4"),
        (
            "table([[n, {n|-n}] for n in range(2)], head=[\"n\", \"G\"])",
            "n  G\n0  *\n1  +-1",
        ),
        (
            "plot([mean({n|0}) for n in range(3)])",
            "(0, 0) (1, 1/2) (2, 1)",
        ),
        ("game(\"zero\") + 1", "1"),
        ("a = value(\"'{0|0}'\")\nordinal(a, 1)", "^*"),
        ("f = lambda *xs: xs[1]\nf(*2, *3)", "*3"),
        ("v + v3", "v4"),
        ("max([1/2, 3, ^])", "3"),
        ("min(1/2, 3, key=lambda x: -x)", "3"),
        ("sorted([3, 1/2, -^])", "v; 1/2; 3"),
        (
            "sorted([{n|0} for n in range(3)], key=mean, reverse=True)",
            "{2|0}; {1|0}; *",
        ),
        ("sorted([3, 1, 2])", "1; 2; 3"),
        ("1Tiny(2) + (1 if 1 > 0 else 0)", "2 + Tiny(2)"),
        ("[0.5, 2 * 1.5, 2.(5), 1.5*]", "1/2; 3; 10; 3/2*"),
        ("[2*^, 3*over, 2*{1|0} + 3*^*]", "^^; over; 1^3*"),
        ("g = {2|-1}\n[2*g == 2.g, g * 2 == g + g]", "True; True"),
        ("[n for n in range(2**2)] + [3/2**3]", "0; 1; 2; 3; 3/8"),
        ("[v for v in range(2)]", "0; 1"),
        ("[birthday({1|0}) + 1, len([1])]", "3; 1"),
        // A star or an arrow directly behind a value belongs to it, in front of an operator and behind one.
        (
            "x = 1\n[2 - x^ == 1 - ^, (x*) * 2 == 2, -x^]",
            "True; True; -1v",
        ),
        ("x = 1\n[2 - x+-3, f\"{x}\", 3.x]", "{4|-2}; 1; 3"),
        ("[x*y for x, y in [(2, *), (3, ^)]]", "0; ^3"),
        ("def f(a, *, b=2): return a\nf(*)", "*"),
        ("xs = {1: {2|1}}\nxs[1]", "{2|1}"),
        ("x = 2\n{x, 1|pass||{3|x}|}", "{2over|2}"),
        ("x = 3; [x ≤ 3, x − 1, x ∗ 2]", "True; 2; 6"),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
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
    for (text, expected) in [
        (
            "x = 1\ny = {x|\n",
            "line 2, column 5: this `{` is not closed",
        ),
        ("x = {1|2|3}\n[x]", "line 1, column 5: expected \"|\" once"),
        ("let x = 1\nz + x", "line 2, column 1: there is no name z"),
        (
            "x = *2\nx * *3",
            "line 2, column 1: expected a whole number before *, which makes copies: n*G",
        ),
        ("[1/3]", "line 1, column 2: expected a number n or n/d"),
        (
            "n = 3\n1/2 + 1/n",
            "line 2, column 7: expected a quotient with a power of two below",
        ),
        (
            "[0.1]",
            "line 1, column 2: expected a number with a power of two below, like 1/2; found 0.1",
        ),
        (
            "[2*1.5]",
            "line 1, column 5: expected brackets: a point between digits",
        ),
        (
            "[1/2.5]",
            "line 1, column 5: expected brackets: a point between digits",
        ),
        (
            "[2.5.^]",
            "line 1, column 2: expected brackets: the second point",
        ),
        (
            "x = [1]\non = 3",
            "line 2, column 1: expected a name that is not taken, found \"on\": it stands for a value",
        ),
        (
            "[n*2 for n in range(3)]",
            "line 1, column 3: expected brackets or spaces, found a star",
        ),
        (
            "[mean(over)]",
            "line 1, column 2: expected a game that must end",
        ),
        (
            "[over.mean]",
            "line 1, column 2: expected a game that must end",
        ),
        (
            "x = 1\ntry: x = 0",
            "line 2, column 1: there is no `try` here",
        ),
        ("game(\"nothing\")", "line 1, column 1: no such game"),
        (
            "[cool(1)]",
            "line 1, column 2: cool takes 2 values, found 1",
        ),
        (
            "sorted([*, 0])",
            "line 1, column 1: these values are confused",
        ),
        ("plot([*])", "line 1, column 1: plot takes numbers"),
        ("{n|0} + n", "line 1, column 2: there is no name n"),
        ("load(\"a.star\", \"b\")", "line 1, column 1: "),
        (
            "def f(*, a=1, *b): return a",
            "line 1, column 15: a second `*`",
        ),
        ("{x<|y|0} + [1]", "line 1, column 2: there is no name x"),
        ("[1, zero \"1\"]", "line 1, column 5: no such game"),
        (
            "{1|0} = [2]",
            "line 1, column 1: `{1|0}` cannot be assigned to",
        ),
        ("[x ≤ 3]", "line 1, column 2: there is no name x"),
        (
            "x = 3\n[2*x^]",
            "line 2, column 5: expected brackets or spaces, found a star or an arrow",
        ),
        ("x = 3\n{x|1", "line 2, column 1: this `{` is not closed"),
        (
            "x = 3\n{x|1)",
            "line 2, column 5: this `)` does not close the `{` of line 2",
        ),
        (
            "x = 3\n{x|1 2}",
            "line 2, column 6: expected `,`, `|` or `}`, found `2`",
        ),
    ] {
        let told = told(text);
        assert!(told.starts_with(expected), "{text}: {told}");
    }
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
    let few = Limits {
        memory: Some(100_000),
        ..Limits::default()
    };
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
    let limits = Limits {
        memory: Some(50_000_000),
        ..Limits::default()
    };
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
