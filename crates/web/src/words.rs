//! [`in_other_words`]: messages of the command line on other faces.

use bouton::questions::{Kind, Parameter};

use crate::routes::{ROUTES, Route};

/// A message with options of the command line as parameters, `yes` being the value of a switch; whole commands, in backquotes,
/// stay as they are, but for `bouton games`.
///
/// ```
/// use bouton_web::in_other_words;
/// let told = "nim has no such form: --misere does not apply there; expected --up-to 9 or `bouton law nim --misere`";
/// let other = "nim has no such form: misere=1 does not apply there; expected up_to=9 or `bouton law nim --misere`";
/// assert_eq!(in_other_words(told, "1", ""), other);
/// assert_eq!(in_other_words("expected a heap, found \"a--b\"", "1", ""), "expected a heap, found \"a--b\"");
/// assert_eq!(in_other_words("no game is called x; `bouton games` lists them all", "1", "/api/games"), "no game is called x; `/api/games` lists them all");
/// ```
pub fn in_other_words(message: &str, yes: &str, games: &str) -> String {
    let mut told = Vec::new();
    for (n, part) in message.split('`').enumerate() {
        told.push(match (n % 2, part) {
            (0, words) => as_parameters(words, yes),
            (_, "bouton games") => games.to_owned(),
            (_, command) => command.to_owned(),
        });
    }
    told.join("`")
}

fn as_parameters(words: &str, yes: &str) -> String {
    let mut parameters = vec![
        Parameter::of::<String>("memory", ""),
        Parameter::of::<String>("threads", ""),
    ];
    parameters.extend(ROUTES.iter().flat_map(Route::parameters));
    let mut parts = words.split("--");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_of_option = |c: char| c.is_ascii_lowercase() || c == '-';
        let end = part.find(|c| !is_of_option(c)).unwrap_or(part.len());
        let (option, rest) = part.split_at(end);
        let value = rest.strip_prefix(' ');
        let value = value.filter(|value| value.starts_with(|c: char| c.is_ascii_digit()));
        let named = parameters
            .iter()
            .filter(|parameter| parameter.option() == option);
        let kinds: Vec<_> = named.map(|parameter| parameter.kind).collect();
        let name = option.replace('-', "_");
        told += &match value {
            // Other dashes are those of a text that the message repeats.
            _ if kinds.is_empty() => format!("--{part}"),
            // Messages about `values` speak of a range, though a sequence has it as a switch.
            _ if kinds.iter().all(|kind| *kind == Kind::Flag) => format!("{name}={yes}{rest}"),
            Some(value) => format!("{name}={value}"),
            None => format!("{name}{rest}"),
        };
    }
    told
}
