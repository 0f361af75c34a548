//! Advice for Python programmers: replacements for features that rule files lack, and for divisions that give fractions.

use std::ops::Range;

use crate::words::{comment, string};

/// A Starlark error with advice if there is any; `span` is the range of bytes of the error.
pub(crate) fn advised(message: String, text: &str, span: Range<usize>) -> String {
    let plain = message.strip_prefix("Parse error: ").unwrap_or(&message);
    if let Some(word) = quoted(plain, "cannot use reserved keyword `") {
        return format!("there is no `{word}` here: {}", instead_of_word(word));
    }
    let told = match unexpected(plain, text, &span) {
        Some(advice) => return advice,
        None => found_while_running(plain),
    };
    match told {
        Some(advice) => {
            let plain = plain.split(", did you mean").next().unwrap_or(plain);
            format!("{plain}: {advice}")
        }
        None => message,
    }
}

/// The text between `before` and the next backtick.
fn quoted<'m>(message: &'m str, before: &str) -> Option<&'m str> {
    message.split_once(before)?.1.split('`').next()
}

/// The replacement for a word of Python.
fn instead_of_word(word: &str) -> &'static str {
    match word {
        "while" => "use `for … in range(…)`, and `break` where it is to end sooner",
        "import" | "from" => {
            "a rule file stands alone; docs/rule-files.md lists the functions that it can call"
        }
        "class" => "write `start = …` and `def moves(position):` at the beginning of a line",
        "is" => "use `==`, and `!=` for `is not`",
        "try" | "except" | "finally" => "ask with `if` first",
        "raise" => "use `fail(\"…\")`",
        "assert" => "use `if not …: fail(\"…\")`",
        "del" => "use `.pop(…)`, or make another list without the item",
        "global" | "nonlocal" => {
            "a function cannot change what is defined outside of it; return what changes, or put it into the position"
        }
        "yield" => "collect the moves in a list and `return` it",
        _ => "a rule file reads and writes nothing else; leave it out",
    }
}

/// Advice for a syntax error.
fn unexpected(message: &str, text: &str, span: &Range<usize>) -> Option<String> {
    let expects = |what: &str| message.contains(&format!("expected {what}"));
    let (here, before) = (text.get(span.clone())?, text.get(..span.start)?);
    let line = before.rsplit('\n').next().unwrap_or(before);
    let next = text.get(span.end..)?;
    let advice = match here {
        "**" => "there is no `**` here: write `n * n`, or multiply in a loop",
        "for" if expects("symbol ')'") => "a list is needed here: write [ ] around `… for … in …`",
        "for" | "," if expects("symbol ':'") && line.contains('{') => {
            "there is no {…} for a set here: use `set([…])`"
        }
        "=" if expects("symbol ':'") => "`=` gives a name to a value: use `==` to compare",
        "&" if line.ends_with('&') => "there is no `&&` here: use `and`",
        "|" if line.ends_with('|') => "there is no `||` here: use `or`",
        "!" => "there is no `!` here: use `not`, and `!=` for unequal",
        ":" if next.starts_with('=') => {
            "there is no `:=` here: give the value its name in a line before"
        }
        "*" if expects("expression") => {
            "there is no `*` here that takes a list apart: add lists with `+`"
        }
        "@" => "there are no decorators here: the names of the functions tell what they are",
        "\n" | "\r\n" if line.ends_with("++") || line.ends_with("--") => {
            "there is no `++` or `--` here: use `n += 1` or `n -= 1`"
        }
        "\n" | "\r\n" if expects("symbol ':'") => "a `:` is missing at the end of this line",
        _ if message.contains("comparisons are not associative") => {
            "two comparisons at once: write `a < b and b < c`"
        }
        _ if message.contains("f-string expression end") => {
            "an f-string takes no format here: use `\"%d\" % n`, or `str(…)`"
        }
        _ if message.contains("new indentation block") => {
            "the lines of a function, a loop or an `if` must be indented, by four spaces, say"
        }
        _ if message.contains("tabs are not allowed") => "indent with spaces, not with tabs",
        _ if message.contains("string literal") && line.trim_end().ends_with("print") => {
            "`print` is a function: write ( ) around what it prints"
        }
        _ if here.starts_with('_') && line.ends_with(|sign: char| sign.is_ascii_digit()) => {
            "numbers are written without `_`"
        }
        _ => return None,
    };
    Some(advice.into())
}

/// Advice for an error in a call.
fn found_while_running(message: &str) -> Option<&'static str> {
    if let Some(name) = quoted(message, "Variable `") {
        return instead_of_name(name);
    }
    if message.contains("`float (repr: ") {
        return Some("`/` makes a number with a fraction, use `//`");
    }
    if message.contains("for call to") {
        let called = message.trim_end_matches('`').rsplit(['.', '`']).next()?;
        let is_ours = crate::function::Function::NAMED
            .iter()
            .any(|(_, name)| *name == called);
        return is_ours.then_some("it is called with the position (`turn` with the one before and the one after): take a tuple apart within, `a, b = position`");
    }
    Some(match message {
        "Operation `(iter)` not supported on type `string`" => {
            "of a string write `.elems()` behind it to have its signs one by one"
        }
        "Operation `(iter)` not supported on type `int`" => "use `range(…)`",
        "Operation `+` not supported for types `string` and `int`"
        | "Operation `+` not supported for types `int` and `string`" => {
            "write `str(…)` around the number"
        }
        "Operation `+` not supported for types `tuple` and `list`"
        | "Operation `+` not supported for types `list` and `tuple`" => {
            "both must be lists or both tuples: `list(…)`, `tuple(…)`"
        }
        "Value of type `list` is not hashable" => "use `tuple(…)`",
        _ if message.starts_with("Object of type `list` has no attribute `sort`") => {
            "use `sorted(…)`"
        }
        _ if message.starts_with("Object of type `list` has no attribute `copy`") => {
            "use `list(…)`"
        }
        _ if message.starts_with("Local variable") => {
            "a function cannot change what is defined outside of it"
        }
        _ => return None,
    })
}

/// The replacement for a name of other languages.
fn instead_of_name(name: &str) -> Option<&'static str> {
    Some(match name {
        "true" => "is `True` meant?",
        "false" => "is `False` meant?",
        "null" | "none" | "nil" => "is `None` meant?",
        "isinstance" => "use `type(x) == \"int\"`",
        "frozenset" => "use `tuple(sorted(…))`",
        "math" | "random" | "itertools" | "functools" | "collections" | "copy" => {
            "a rule file stands alone; docs/rule-files.md lists the functions that it can call"
        }
        "divmod" | "round" => "use `//` and `%`",
        "pow" => "multiply in a loop",
        "__name__" => "leave the `if` out: the functions of a rule file are called by their names",
        _ => return None,
    })
}

/// The places of `/` and `/=` in a text, outside of strings and comments.
pub(crate) fn divisions(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        at += match first {
            '#' => comment(rest),
            '"' | '\'' => string(rest),
            '/' if rest.starts_with("//") => 2,
            '/' => {
                found.push(at..at + 1);
                1
            }
            other => other.len_utf8(),
        };
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_found_in_code_alone() {
        let text = "a = b / c  # d / e\nx = 'f / g' + \"\"\"h\n/ '\"\"\"\ny = n // 2\nz /= 3\n";
        let lines = divisions(text);
        let lines: Vec<_> = lines
            .iter()
            .map(|span| text[..span.start].matches('\n').count() + 1)
            .collect();
        assert_eq!(lines, [1, 5]);
        assert!(divisions("x = 'open / and").is_empty());
    }
}
