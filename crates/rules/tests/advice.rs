//! Python code that rule files lack, and the advice for it.

use bouton_core::Limits;
use bouton_rules::RuleFile;
use bouton_rules::check::check;

/// The fault of a rule file, when it is read or when it is played.
fn told(text: &str) -> String {
    match RuleFile::of("game.star", text, None) {
        Err(fault) => fault.to_string(),
        Ok(file) => check(&file, &[], &Limits::default()).mistakes.join("\n"),
    }
}

/// The function `moves` with these lines, of a game that starts at 5, on the lines from 3.
fn moves(lines: &str) -> String {
    let lines: Vec<_> = lines.lines().map(|line| format!("    {line}\n")).collect();
    format!("start = 5\ndef moves(n):\n{}", lines.concat())
}

#[test]
fn what_python_has_and_rule_files_lack() {
    for (lines, words) in [
        (
            "found = []\nwhile n > 0:\n    n -= 1\nreturn found",
            "game.star:4:5: there is no `while` here: use `for … in range(…)`",
        ),
        (
            "return [] if n is None else [n - 1]",
            "there is no `is` here: use `==`",
        ),
        (
            "try:\n    return []\nexcept ValueError:\n    return []",
            "there is no `try` here: ask with `if` first",
        ),
        (
            "return [k for k in (1, 2, 3)[0:n:1]]",
            "game.star:3:25: a slice with a start, an end and a step takes plain numbers: write `part = x[a:b]`, then `part[::step]`",
        ),
        (
            "return [f\"{'abc'[n:0:-1]}\"]",
            "a slice with a start, an end and a step takes plain numbers",
        ),
        (
            "n <<= 2\nreturn [n]",
            "game.star:3:5: there is no `<<=` here: write `x = x << n`",
        ),
        (
            "assert n >= 0\nreturn []",
            "there is no `assert` here: use `if not …: fail(\"…\")`",
        ),
        (
            "raise ValueError('x')",
            "there is no `raise` here: use `fail(\"…\")`",
        ),
        (
            "for k in (1, 2):\n    yield n - k",
            "there is no `yield` here: collect the moves in a list",
        ),
        (
            "global start\nreturn []",
            "a function cannot change what is defined outside of it",
        ),
        ("return [n ** 2]", "there is no `**` here: write `n * n`"),
        (
            "return [n - 1] if 0 < n < 9 else []",
            "two comparisons at once: write `a < b and b < c`",
        ),
        (
            "return [n - 1] if any(k > 0 for k in (n,)) else []",
            "a list is needed here: write [ ] around",
        ),
        (
            "return (n - k for k in (1, 2))",
            "a list is needed here: write [ ] around",
        ),
        ("x = {1, 2}\nreturn []", "use `set([…])`"),
        ("x = {k for k in (1, 2)}\nreturn []", "use `set([…])`"),
        (
            "if n = 0:\n    return []\nreturn [n - 1]",
            "use `==` to compare",
        ),
        (
            "return [] if n > 0 && n < 5 else [n - 1]",
            "there is no `&&` here: use `and`",
        ),
        (
            "return [] if n > 0 || n < 5 else [n - 1]",
            "there is no `||` here: use `or`",
        ),
        (
            "return [] if !n else [n - 1]",
            "there is no `!` here: use `not`",
        ),
        ("n++\nreturn []", "use `n += 1`"),
        (
            "return [] if (k := n) else []",
            "give the value its name in a line before",
        ),
        ("x = [*range(n)]\nreturn []", "add lists with `+`"),
        (
            "x = f\"{n:>3}\"\nreturn []",
            "an f-string takes no format here",
        ),
        ("return [] if true else []", "is `True` meant?"),
        ("return null", "is `None` meant?"),
        (
            "return [] if isinstance(n, int) else []",
            "use `type(x) == \"int\"`",
        ),
        ("return [math.sqrt(n)]", "a rule file stands alone"),
        ("return [round(n)]", "use `//` and `%`"),
        ("x = [2, 1]\nx.sort()\nreturn []", "use `sorted(…)`"),
        ("x = [2, 1].copy()\nreturn []", "use `list(…)`"),
        ("return [k for k in n]", "use `range(…)`"),
        ("x = {}\nx[[1]] = 2\nreturn []", "use `tuple(…)`"),
        (
            "x = [n - 1]",
            "moves must return a list, found NoneType: is a return missing?",
        ),
        (
            "return n - 1",
            "moves must return a list, found int: write [ ] around it",
        ),
        ("return [set([1])]", "write tuple(sorted(…)) around it"),
        ("return [2 * n]", "an int beyond 64 bits"),
        (
            "return [n - k for k in range(1, n / 2)]",
            "game.star:3:28: Type of parameter",
        ),
        ("return [n - k for k in range(1, n / 2)]", "use `//`"),
    ] {
        let told = told(&moves(lines));
        assert!(told.contains(words), "{lines}:\n{told}");
        assert!(
            !words.contains("`//`") || !told.contains("Parse error"),
            "{told}"
        );
    }
    for (text, words) in [
        (
            "import math\nstart = 5\ndef moves(n):\n    return []\n",
            "game.star:1:1: there is no `import` here: a rule file stands alone",
        ),
        (
            "from math import sqrt\n",
            "there is no `from` here: a rule file stands alone",
        ),
        (
            "class Game:\n    start = 5\n",
            "there is no `class` here: write `start = …` and `def moves(position):`",
        ),
        (
            "@game\ndef moves(n):\n    return []\n",
            "there are no decorators here",
        ),
        (
            "start = 1_000\ndef moves(n):\n    return []\n",
            "numbers are written without `_`",
        ),
        ("start = 5\ndef moves(n):\nreturn []\n", "must be indented"),
        (
            "start = 5\ndef moves(n):\n\treturn []\n",
            "indent with spaces, not with tabs",
        ),
        (
            "start = 5\ndef moves(n)\n    return []\n",
            "a `:` is missing at the end of this line",
        ),
        (
            "start = (1, 2)\ndef moves(a, b):\n    return []\n",
            "take a tuple apart within, `a, b = position`",
        ),
        (
            "start = 'abc'\ndef moves(w):\n    return [c for c in w]\n",
            "write `.elems()` behind it",
        ),
        (
            "start = 'ab'\ndef moves(w):\n    return [w + 1]\n",
            "write `str(…)` around the number",
        ),
        (
            "start = (1, 2)\ndef moves(p):\n    return [p + [1]]\n",
            "both must be lists or both tuples",
        ),
        (
            "start = (1, 2)\ndef moves(p):\n    p[0] = 5\n    return [p]\n",
            "change a copy, `cells = list(…)`",
        ),
        (
            "count = 0\nstart = 5\ndef moves(n):\n    count += 1\n    return []\n",
            "a function cannot change what is defined outside of it",
        ),
        (
            "start = 5\ndef moves(n):\n    return []\nif __name__ == '__main__':\n    print(1)\n",
            "leave the `if` out",
        ),
    ] {
        let told = told(text);
        assert!(told.contains(words), "{text}:\n{told}");
    }
}

/// "I divided by two and it says something about `def moves`."
#[test]
fn a_number_with_a_fraction_is_told_where_it_is_made() {
    let half = "start = 8\ndef half(n):\n    # n / 2, rounded\n    return n / 2\n\ndef moves(n):\n    k = half(n)\n    return [k] if n > 1 else []\n";
    let helped = told(half);
    assert!(helped.contains("game.star:4:14: "), "{helped}");
    assert!(
        helped.contains("is of type float") && helped.contains("use `//` in place of `/`"),
        "{helped}"
    );
    // That of the function itself, where both divide.
    let both = "start = 8\ndef odd(n):\n    return n / 3 > 1\n\ndef moves(n):\n    if odd(n):\n        return [n / 2]\n    return []\n";
    assert!(told(both).contains("game.star:7:19: "), "{}", told(both));
}

/// "I wrote `def Moves` and it does not find it."
#[test]
fn names_that_are_nearly_right_are_named() {
    for (name, meant) in [
        ("Moves", "moves"),
        ("mvoes", "moves"),
        ("move", "moves"),
        ("MOVES", "moves"),
        ("legal_moves", "moves"),
        ("Left", "left"),
    ] {
        let told = told(&format!("start = 5\n\ndef {name}(n):\n    return []\n"));
        let words = format!(
            "game.star:3:1: the file has no function moves(position), nor left and right: {name} means nothing, is `{meant}` meant?"
        );
        assert!(told.contains(&words), "{told}");
    }
    let other = told("start = 5\ndef f(n):\n    return []\n");
    assert!(!other.contains("meant"), "{other}");
    let file = RuleFile::of(
        "game.star",
        "Start = 5\ndef moves(n):\n    return []\n",
        None,
    )
    .unwrap();
    assert_eq!(file.meant_for("start"), Some("Start"));
    let notes = check(&file, &[], &Limits::default()).notes;
    assert!(
        notes.iter().any(|note| note.contains("is start meant?")),
        "{notes:?}"
    );
}

/// "It computed until my machine was full. I had only forgotten that a heap cannot be less than nothing."
#[test]
fn a_game_that_grows_without_end_is_noted() {
    let noted = |text: &str| {
        let file = RuleFile::of("game.star", text, None).unwrap();
        let report = check(&file, &[], &Limits::default());
        assert_eq!(report.mistakes, Vec::<String>::new(), "{text}");
        let is_growth = |note: &String| note.contains("is a bound missing?");
        report.notes.into_iter().find(is_growth)
    };
    let down = noted(&moves("return [n - 1, n - 2]")).unwrap();
    assert!(
        down.starts_with("numbers become smaller and smaller: after 2,000 moves: -"),
        "{down}"
    );
    assert!(
        down.contains(", none came back: is a bound missing? (the line: 5; "),
        "{down}"
    );
    let up = noted(&moves("return [n + 1, n + 2]")).unwrap();
    assert!(up.starts_with("numbers become larger and larger"), "{up}");
    // Here a random play mostly ends, or comes back.
    for (text, words) in [
        (moves("return [n - 1, n - 2] if n != 0 else []"), "smaller"),
        (moves("return [n - 1, n + 1] if n > 0 else []"), "larger"),
        ("start = 'a'\ndef moves(w):\n    return [w + 'b', w + 'c']\n".into(), "longer"),
        ("start = (2, 3)\ndef moves(p):\n    a, b = p\n    return [(a - 1, b), (a, b - 1)] if a > 0 else []\n".into(), "smaller"),
        ("start = 'LR'\ndef left(w):\n    return [w + 'L']\ndef right(w):\n    return [w + 'R']\n".into(), "longer"),
    ] {
        let note = noted(&text).unwrap_or_else(|| panic!("{text}"));
        assert!(note.contains(words), "{note}");
    }
    // Files whose play ends or returns, or that limit it themselves, get no advice.
    for text in [
        moves("return [k for k in (n - 1, n - 2) if k >= 0]"),
        "start = 100000\ndef moves(n):\n    return [n - k for k in (1, 2, 3) if k <= n]\n".into(),
        "start = 0\ndef moves(n):\n    return [n + k for k in (1, 2, 3) if n + k <= 9000]\n".into(),
        moves("return [(n + 1) % 5000]"),
        "start = 0\ndef moves(n):\n    return [(n + 1) % 5000, (n - 1) % 5000]\n".into(),
        "start = 0\ndef moves(n):\n    return [n + 1] if n < 1000000 else []\ndef plies_left(n):\n    return 1000000 - n\n".into(),
        "start = 'x.....'\ndef moves(w):\n    return [w[1:] + w[0]]\n".into(),
    ] {
        assert_eq!(noted(&text), None, "{text}");
    }
}

/// Starlark 0.14 says that `1 << 31` is negative.
#[test]
fn numbers_are_shifted_without_a_wrong_sign() {
    for number in [1_i64, -1, 3, 1 << 31] {
        for places in [0, 1, 30, 31] {
            let right = number << places;
            let text = format!(
                "start = 0\ndef shifted(a, b):\n    return a << b\n\ndef moves(n):\n    return []\nif shifted({number}, {places}) != {right} or {number} << {places} != {right}:\n    fail(shifted({number}, {places}))\n"
            );
            RuleFile::of("game.star", &text, None).expect("the right number");
        }
    }
}
