//! Whether a text is a calculation or statements of the rule language.

use bouton_core::Limits;

use super::functions::Function;
use super::parse;
use super::token::is_value_name;

/// The most bytes of statements. A longer text is a calculation, so that a server can tell the two apart without much work.
pub const LONGEST_SCRIPT: usize = 64 << 10;

/// Words that only statements have.
const KEYWORDS: [&str; 16] = [
    "def", "for", "if", "elif", "else", "lambda", "return", "in", "not", "and", "or", "break",
    "continue", "True", "False", "None",
];

/// Functions that only statements have.
const CALLS: &str = "table plot game value confused print range len list tuple dict set str repr int bool sum min max abs all any sorted \
    reversed enumerate zip map filter fail struct type partial";

/// Whether a text is statements of the rule language, and not a calculation.
///
/// A text that is a calculation is one, unless a word in it stands for a function or a list, which `is_defined` tells. Other
/// texts are statements if something in them is found in statements only.
///
/// ```
/// use bouton_values::is_script;
/// let none = |_: &str| false;
/// for text in ["g = 7 // 2", "[mean({n|-n}) for n in range(3)]", "def f(x):\n    return {x|-x}", "game(\"nim\", \"3\")"] {
///     assert!(is_script(text, &none), "{text}");
/// }
/// for text in ["{2|-1} = ^", "g = {2|-1}; g + 1", "^[2] + *", "{2|-1", "'{0|}' : 1"] {
///     assert!(!is_script(text, &none), "{text}");
/// }
/// ```
pub fn is_script(text: &str, is_defined: &dyn Fn(&str) -> bool) -> bool {
    if text.len() > LONGEST_SCRIPT {
        return false;
    }
    let words = || Words { text, at: 0 };
    if words().any(|(word, _)| is_defined(word)) {
        return true;
    }
    if parse::statements(text, &mut Limits::default().meter()).is_ok() {
        return false;
    }
    let calls = |(word, end): (&str, usize)| {
        CALLS.split(' ').any(|call| call == word)
            && text[end..].starts_with('(')
            && Function::named(word).is_none()
    };
    assigns(text)
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

/// Whether a statement gives a value to a name that is free.
fn assigns(text: &str) -> bool {
    text.split([';', '\n']).any(|statement| {
        let statement = statement.trim_start();
        let mut words = Words {
            text: statement,
            at: 0,
        };
        words.next().is_some_and(|(name, end)| {
            let rest = statement[end..].trim_start();
            let is_given = rest.starts_with('=') && !rest.starts_with("==")
                || ["+=", "-="].iter().any(|sign| rest.starts_with(sign));
            statement.starts_with(name) && is_given && !is_value_name(name)
        })
    })
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
    fn what_a_calculation_can_say_is_one() {
        let none = |_: &str| false;
        for text in [
            "g = 3",
            "g == 3",
            "g",
            "  h=3; g",
            "h := 2; h = 3",
            "2\n3",
            "let h = 2\nh + 1",
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
            "0.1",
            "{1|0}\n*",
        ] {
            assert!(!is_script(text, &none), "{text}");
        }
        for text in [
            "h = 3 % 2",
            "h += 3",
            "[1, 2]",
            "f = lambda x: x",
            "table([])",
            "min(1, 2)",
            "*2 if 1 else 2",
        ] {
            assert!(is_script(text, &none), "{text}");
        }
        assert!(is_script(&"[1]\n".repeat(1000), &none));
        assert!(!is_script(&"[1]\n".repeat(20_000), &none));
        let function = |name: &str| name == "f";
        assert!(is_script("f(3)", &function));
        assert!(!is_script("ff(3)", &function));
    }
}
