//! The depth of nesting in a text of rules: Starlark's parser is recursive, and a stack overflow would end the checker.

/// The greatest depth that is parsed; each level takes less than 16 KB of the stack.
pub(super) const DEEPEST: usize = 1000;

/// An upper bound of the depth: in each open bracket the words and signs since the last comma, the indentation of a line,
/// and every `elif`, which is nested in the one before.
pub(super) fn depth(text: &str) -> usize {
    let mut rest = text;
    let (mut open, mut run, mut outside) = (Vec::new(), 0, 0);
    let (mut indent, mut elifs, mut deepest) = (0, 0, 0);
    let mut before = "";
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '#' => rest.find('\n').unwrap_or(rest.len()),
            '"' | '\'' => string(rest, first),
            '\\' => rest.chars().take(2).map(char::len_utf8).sum(),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let token = &rest[..length];
        rest = &rest[length..];
        let is_f_string = std::mem::replace(&mut before, token).ends_with(['f', 'F']);
        match first {
            '#' | '\\' | ' ' | '\t' | '\r' => continue,
            '\n' | ';' => {
                if open.is_empty() {
                    run = 0;
                    indent = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                    elifs = if indent == 0 { 0 } else { elifs };
                }
                continue;
            }
            ',' => run = 0,
            '(' | '[' | '{' => {
                outside += run + 1;
                open.push(run + 1);
                run = 0;
            }
            ')' | ']' | '}' => {
                run = open.pop().unwrap_or(0);
                outside -= run;
            }
            '"' | '\'' if is_f_string => run += 1 + in_braces(token),
            _ => {
                run += 1;
                elifs += usize::from(token == "elif");
            }
        }
        deepest = deepest.max(outside + run + indent + elifs);
    }
    deepest
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// An upper bound of the depth of the expressions in an f-string: the most characters between braces. Where it may end elsewhere
/// than here (a quote or a brace in a string between braces, a comment there) it is as deep as can be.
fn in_braces(text: &str) -> usize {
    let (mut level, mut length, mut longest) = (0, 0, 0);
    let mut signs = text.chars().peekable();
    while let Some(c) = signs.next() {
        match c {
            '{' | '}' if level == 0 && signs.peek() == Some(&c) => {
                signs.next();
            }
            '{' => level += 1,
            '}' if level > 0 => level -= 1,
            '"' | '\'' if level > 0 => {
                let mut inner = signs.by_ref().take_while(|end| *end != c);
                if inner.any(|c| "{}\\\"'".contains(c)) || signs.peek().is_none() {
                    return DEEPEST + 1;
                }
            }
            '#' if level > 0 => return DEEPEST + 1,
            _ => {}
        }
        length = if level > 0 { length + 1 } else { 0 };
        longest = longest.max(length);
    }
    longest.min(DEEPEST + 1)
}

/// The length of the string that a text begins with, or of its line if the string does not end.
fn string(text: &str, quote: char) -> usize {
    let three: String = [quote; 3].iter().collect();
    let end = if text.starts_with(&three) {
        &three[..]
    } else {
        &three[..1]
    };
    let mut at = end.len();
    while let Some(c) = text[at..].chars().next() {
        if text[at..].starts_with(end) {
            return at + end.len();
        }
        if c == '\n' && end.len() == 1 {
            return at;
        }
        at += c.len_utf8();
        if c == '\\' {
            at += text[at..].chars().next().map_or(0, char::len_utf8);
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nesting in an f-string, or behind one that may end elsewhere.
    const F_STRINGS: [&str; 8] = [
        "x = f'{DEEP}'",
        "x = f\"\"\"a\n{DEEP}\"\"\"",
        "x = F'{{{DEEP}}}'",
        "x = f\"{ \"#\" + DEEP }\"",
        "x = f\"{ \"}\" + DEEP }\"",
        "x = f\"{ '}' \" DEEP \" }\"",
        "x = f\"{ \",\"+(\",\"+(1)) }\" # DEEP",
        "x = f'{ 1 # }'\n} ' DEEP",
    ];

    #[test]
    fn what_nests_is_deep_and_what_is_long_is_not() {
        for deep in [
            "(",
            "[",
            "-",
            "not ",
            "f().",
            "{1: ",
            "\\\n-",
            "1 if 1 else ",
        ] {
            assert!(
                depth(&format!("x = {}", deep.repeat(DEEPEST))) > DEEPEST,
                "{deep}"
            );
        }
        let elifs = format!(
            "def f():\n if 1: pass\n{}",
            " elif 1: pass\n".repeat(DEEPEST)
        );
        assert!(depth(&elifs) > DEEPEST);
        for text in F_STRINGS.map(|text| text.replace("DEEP", &"(".repeat(DEEPEST))) {
            assert!(depth(&text) > DEEPEST, "{text}");
        }
        for long in [
            "f'{a} of {b[0]} {{((}} {c:}', ",
            "f'{d[\"k\"]}{(1, 2)}', ",
            "1, ",
            "(1, [2]), ",
            "'(((', ",
            "\"\"\"((\n(\"\"\", ",
            "'\\'(', ",
        ] {
            assert!(
                depth(&format!("x = [{}]", long.repeat(DEEPEST))) < 20,
                "{long}"
            );
        }
        for lines in [
            "x = 1\n",
            "# (((\n",
            "x = 'é((\n",
            "def f(x):\n    return x + 1\n",
        ] {
            assert!(depth(&lines.repeat(DEEPEST)) < 20, "{lines}");
        }
    }
}
