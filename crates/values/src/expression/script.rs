//! Whether a text is a calculation or statements of the rule language.

use bouton_core::Limits;

use super::functions::Function;
use super::parse;
use super::token::is_loopy;

/// The most bytes of statements. A longer text is a calculation, so that a server can tell the two apart without much work.
pub const LONGEST_SCRIPT: usize = 64 << 10;

/// Words that only statements have.
const KEYWORDS: [&str; 16] = [
    "def", "for", "if", "elif", "else", "lambda", "return", "in", "not", "and", "or", "break",
    "continue", "True", "False", "None",
];

/// Functions that only statements have.
const CALLS: [&str; 32] = [
    "table",
    "plot",
    "game",
    "value",
    "confused",
    "print",
    "range",
    "len",
    "list",
    "tuple",
    "dict",
    "set",
    "str",
    "repr",
    "int",
    "bool",
    "sum",
    "min",
    "max",
    "abs",
    "all",
    "any",
    "sorted",
    "reversed",
    "enumerate",
    "zip",
    "map",
    "filter",
    "fail",
    "struct",
    "type",
    "partial",
];

/// Whether a text is statements of the rule language, and not a calculation.
///
/// A text that is a calculation is one, except for `NAME = …` with a name that `let` did not give: that is an assignment. Other
/// texts are statements if something in them is found in statements only. `is_let` tells which names were given by `let` before,
/// `is_defined` which names stand for something that is no value: a function or a list.
///
/// ```
/// use bouton_values::is_script;
/// let none = |_: &str| false;
/// for text in ["g = {2|-1}", "[mean({n|-n}) for n in range(3)]", "def f(x):\n    return {x|-x}", "game(\"nim\", \"3\")"] {
///     assert!(is_script(text, &none, &none), "{text}");
/// }
/// for text in ["{2|-1} = ^", "let g = +-1; g = 0", "^[2] + *", "{2|-1", "'{0|}' : 1"] {
///     assert!(!is_script(text, &none, &none), "{text}");
/// }
/// ```
pub fn is_script(
    text: &str,
    is_let: &dyn Fn(&str) -> bool,
    is_defined: &dyn Fn(&str) -> bool,
) -> bool {
    if text.len() > LONGEST_SCRIPT {
        return false;
    }
    let words = || Words { text, at: 0 };
    let is_calculation = parse::statements(text, &mut Limits::default().meter()).is_ok();
    if words().any(|(word, _)| is_defined(word)) {
        return true;
    }
    if is_calculation {
        return assigns(text, is_let);
    }
    let calls = |(word, end): (&str, usize)| {
        CALLS.contains(&word) && text[end..].starts_with('(') && Function::named(word).is_none()
    };
    assigns(text, is_let)
        || has_lines(text)
        || text.contains('"')
        || has_list(text)
        || words().any(|word| KEYWORDS.contains(&word.0) || calls(word))
}

/// Whether there are several lines.
fn has_lines(text: &str) -> bool {
    text.lines().filter(|line| !line.trim().is_empty()).count() > 1
}

/// Whether a bracket opens a list, not the exponent of an arrow.
fn has_list(text: &str) -> bool {
    let is_exponent = |before: &str| before.ends_with(['^', '↑', '↓', 'v']);
    let mut brackets = text.match_indices('[');
    brackets.any(|(at, _)| !is_exponent(&text[..at]))
}

/// Whether a statement is `NAME = …` with a name that was not given by `let`.
fn assigns(text: &str, is_let: &dyn Fn(&str) -> bool) -> bool {
    let mut given: Vec<&str> = Vec::new();
    for statement in text.split([';', '\n']) {
        let statement = statement.trim_start();
        let Some((name, end)) = (Words {
            text: statement,
            at: 0,
        })
        .next() else {
            continue;
        };
        if !statement.starts_with(name) {
            continue;
        }
        let rest = statement[end..].trim_start();
        if name == "let" || rest.starts_with(":=") {
            let named = if name == "let" {
                (Words { text: rest, at: 0 }).next().map(|(name, _)| name)
            } else {
                Some(name)
            };
            given.extend(named);
            continue;
        }
        let is_single = rest.starts_with('=') && !rest.starts_with("==")
            || rest.starts_with("+=")
            || rest.starts_with("-=");
        let is_value = is_loopy(name) || is_arrows(name);
        if is_single && !is_value && !given.contains(&name) && !is_let(name) {
            return true;
        }
    }
    false
}

/// Whether a word is `v`, `vv`, `v3`: arrows down.
fn is_arrows(name: &str) -> bool {
    let arrows = name.trim_end_matches(|c: char| c.is_ascii_digit());
    !arrows.is_empty() && arrows.bytes().all(|b| b == b'v')
}

/// The names and keywords of a text outside of double quotes, each with the byte after it.
struct Words<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Iterator for Words<'t> {
    type Item = (&'t str, usize);

    fn next(&mut self) -> Option<Self::Item> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        loop {
            let rest = &self.text[self.at..];
            let first = rest.chars().next()?;
            if first == '"' {
                let inside = rest[1..].find('"').map_or(rest.len(), |end| end + 2);
                self.at += inside;
            } else if is_word(first) {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                self.at += length;
                if !first.is_ascii_digit() {
                    return Some((&rest[..length], self.at));
                }
            } else {
                self.at += first.len_utf8();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_script;

    #[test]
    fn what_was_a_calculation_stays_one() {
        let given = |name: &str| name == "g";
        let none = |_: &str| false;
        for text in [
            "g = 3",
            "g == 3",
            "g",
            "h",
            "let h = 2; h = 3",
            "h := 2; h = 3",
            "v = -1",
            "v3 = -1",
            "on = off",
            "^[2] * ",
            "v[2]",
            "nonsense(",
            "{1|0}.Temprature",
            "*2 * *3",
            "{2|-1",
            "'{3|2}' : 1",
            "",
            "  ",
            "1/3",
            "{1|0}\n*",
        ] {
            assert!(!is_script(text, &given, &none), "{text}");
        }
        for text in [
            "h = 3",
            "  h=3; g",
            "h += 3",
            "[1, 2]",
            "f = lambda x: x",
            "2\n3",
            "let h = 2\nh + 1",
            "table([])",
            "min(1, 2)",
            "*2 if 1 else 2",
        ] {
            assert!(is_script(text, &given, &none), "{text}");
        }
        assert!(is_script(&"[1]\n".repeat(1000), &given, &none));
        assert!(!is_script(&"[1]\n".repeat(20_000), &given, &none));
        let function = |name: &str| name == "f";
        assert!(is_script("f(3)", &given, &function));
        assert!(!is_script("ff(3)", &given, &function));
    }
}
