//! The text of a game's rules, with the parameters of its name.

/// A text with values in place of the defaults of its parameters, in order; a list takes all that are left.
pub(crate) fn with_parameters(text: &str, given: &str) -> String {
    const CALL: &str = "parameter(\"";
    let given = Some(given).filter(|given| !given.is_empty());
    let mut given = given
        .into_iter()
        .flat_map(|all| all.split(',').map(str::trim));
    let (mut made, mut rest) = (String::new(), text);
    while let Some(call) = rest.find(CALL)
        && let Some(comma) = rest[call..].find(", ")
        && let Some(first) = given.next()
    {
        let start = call + comma + 2;
        let (before, after) = rest.split_at(start);
        let (default, after) = after.split_at(end_of(after));
        made += before;
        if default.starts_with('[') {
            let all = std::iter::once(first).chain(given.by_ref());
            let all: Vec<_> = all.map(|value| written(default, value)).collect();
            made += &format!("[{}]", all.join(", "));
        } else {
            made += &written(default, first);
        }
        rest = after;
    }
    made + rest
}

/// The place of the bracket that closes a call.
fn end_of(text: &str) -> usize {
    let (mut open, mut is_quoted) = (0_usize, false);
    for (at, c) in text.char_indices() {
        match c {
            '"' => is_quoted = !is_quoted,
            '[' | '(' if !is_quoted => open += 1,
            ']' | ')' if !is_quoted && open == 0 => return at,
            ']' | ')' if !is_quoted => open -= 1,
            _ => {}
        }
    }
    text.len()
}

/// A value as the default is written: a number, or a text.
fn written(default: &str, value: &str) -> String {
    match default.contains('"') || value.parse::<i64>().is_err() {
        true => format!("{value:?}"),
        false => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::with_parameters;

    #[test]
    fn values_take_the_place_of_defaults() {
        for (text, given, expected) in [
            (
                "rows = parameter(\"rows\", 8)\ncolumns = parameter(\"columns\", 8)\n",
                "3,4",
                "rows = parameter(\"rows\", 3)\ncolumns = parameter(\"columns\", 4)\n",
            ),
            (
                "a = parameter(\"a\", \"0.(77)\").split()\nb = parameter(\"b\", [1, 2])",
                "0.3,5, 6,7",
                "a = parameter(\"a\", \"0.3\").split()\nb = parameter(\"b\", [5, 6, 7])",
            ),
            (
                "x = parameter(\"x\", 1)",
                "\"); fail(\"",
                "x = parameter(\"x\", \"\\\"); fail(\\\"\")",
            ),
            ("x = 1", "3", "x = 1"),
        ] {
            assert_eq!(with_parameters(text, given), expected);
        }
    }
}
