//! [`Lines`]: the header lines of a table.

use super::step::Value;
use crate::Refusal;

/// The way positions are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Naming {
    #[default]
    Numbers,
    Keys,
    Texts,
}

/// The statements of a table's header.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    pub(super) game: String,
    pub(super) misere: bool,
    pub(super) naming: Naming,
    pub(super) total: Option<u64>,
    pub(super) count: u64,
    /// The value of each code, and its count.
    pub(super) codes: Vec<(Value, u64)>,
    /// The number of positions in each layer.
    pub(super) layers: Vec<u64>,
}

impl Lines {
    pub(super) fn read(text: &str) -> Result<Self, Refusal> {
        let mut lines = Self::default();
        // The order of lines: each kind is followed by itself or a later one.
        const ORDER: [&str; 10] = [
            "game", "misere", "position", "naming", "total", "rules", "origin", "count", "code",
            "layer",
        ];
        const AGAIN: [&str; 3] = ["origin", "code", "layer"];
        let (mut last, mut seen, mut start) = (None, Vec::new(), "");
        for line in text.lines() {
            let (word, what) = line.split_once(' ').ok_or_else(|| bad(line))?;
            let place = ORDER
                .iter()
                .position(|known| *known == word)
                .ok_or_else(|| bad(line))?;
            let again = AGAIN.contains(&word);
            if last.is_some_and(|last| place < last || place == last && !again) {
                return Err(bad(line));
            }
            last = Some(place);
            seen.push(word);
            match word {
                "game" => lines.game = what.to_owned(),
                "position" => start = what,
                "misere" => lines.misere = what.parse().map_err(|_| bad(line))?,
                "naming" => {
                    lines.naming = match what {
                        "numbers" => Naming::Numbers,
                        "keys" => Naming::Keys,
                        "texts" => Naming::Texts,
                        _ => return Err(bad(line)),
                    }
                }
                "total" => lines.total = Some(number(what)?),
                "rules" if what.len() != 64 || !what.bytes().all(|c| c.is_ascii_hexdigit()) => {
                    return Err(bad(line));
                }
                "count" => lines.count = number(what)?,
                "code" => {
                    let (count, entry) = what.split_once(' ').ok_or_else(|| bad(line))?;
                    let value = entry.parse().map_err(|()| bad(line))?;
                    if lines.codes.iter().any(|(other, _)| *other == value) {
                        return Err(bad(line));
                    }
                    lines.codes.push((value, number(count)?));
                }
                "layer" => lines.layers.push(number(what)?),
                _ => {}
            }
        }
        let all = ["game", "misere", "position", "naming", "rules", "count"];
        match all.iter().find(|word| !seen.contains(word)) {
            Some(word) => Err(Refusal::table(format!("no line begins with {word}"))),
            // All positions have numbers: none of them is the start, and nothing would check it.
            None if lines.naming == Naming::Numbers && !start.is_empty() => {
                Err(Refusal::table("a table of numbers names no position"))
            }
            None => Ok(lines),
        }
    }

    /// The bytes of a code.
    pub(super) fn width(&self) -> u64 {
        if self.codes.len() <= 256 { 1 } else { 2 }
    }

    /// The number of positions in a block.
    pub(super) fn block(&self) -> u64 {
        match self.naming {
            Naming::Numbers => 4096,
            Naming::Keys => 2048,
            Naming::Texts => 256,
        }
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> u64 {
        self.count.div_ceil(self.block())
    }
}

fn bad(line: &str) -> Refusal {
    Refusal::table(format!("the line {line:?} does not belong here"))
}

fn number(text: &str) -> Result<u64, Refusal> {
    text.parse()
        .map_err(|_| Refusal::table(format!("expected a number, found {text:?}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A claim does not rest on a line that nothing checks.
    #[test]
    fn only_a_table_that_begins_somewhere_names_a_position() {
        let rules = "0".repeat(64);
        let read = |naming: &str, position: &str| {
            Lines::read(&format!(
                "game krk\nmisere false\nposition {position}\nnaming {naming}\nrules {rules}\ncount 1\n"
            ))
        };
        assert!(read("numbers", "").is_ok());
        assert!(read("keys", "Kh5 Rb3 kh7").is_ok());
        let refused = read("numbers", "Kh5 Rb3 kh7").unwrap_err();
        assert!(
            refused.to_string().contains("names no position"),
            "{refused}"
        );
    }
}
