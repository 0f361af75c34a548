//! [`Contents`]: the header of a table.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use crate::entry::{Entry, Tally};

/// The first bytes of a table, and its last ones.
pub const MAGIC: &[u8; 8] = b"BOUTONTB";
/// The format: it changes with the meaning of any byte.
pub const VERSION: u32 = 2;
/// Bytes of the trailer, the last ones of a table.
pub const TRAILER: u64 = 64;

/// A hash of the rules, in terms of the names of positions in the table: see `bouton tabulate`.
pub type Rules = [u8; 32];

/// Computes a hash of rules from their results at positions that are spread over the table.
#[derive(Clone, Debug, Default)]
pub struct Fingerprint(Sha256);

impl Fingerprint {
    /// Adds a number.
    pub fn number(&mut self, number: i128) -> &mut Self {
        self.0.update(number.to_le_bytes());
        self
    }

    /// Adds a text.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.number(text.len() as i128);
        self.0.update(text.as_bytes());
        self
    }

    /// The hash of the added data.
    pub fn rules(&self) -> Rules {
        self.0.clone().finalize().into()
    }
}

/// The way positions are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// Each has a number, counted from 0.
    Numbers,
    /// Each has a key; keys ascend.
    Keys,
    /// Each has a text; texts ascend, byte by byte.
    Texts,
}

/// The name of a position in a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Name {
    /// A number.
    Number(u64),
    /// A key.
    Key(u64),
    /// A text.
    Text(String),
}

impl Naming {
    const ALL: [(Self, &str); 3] = [
        (Self::Numbers, "numbers"),
        (Self::Keys, "keys"),
        (Self::Texts, "texts"),
    ];

    /// The word in the header.
    pub fn word(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The number of positions in a block, except for the last one.
    pub(crate) fn block(self) -> u64 {
        match self {
            Self::Numbers => crate::Packer::BLOCK as u64,
            Self::Keys => 2048,
            Self::Texts => 256,
        }
    }
}

/// The header of a table: lines of text, each a word and its value.
///
/// The parts of a file are: [`MAGIC`], [`VERSION`] and 0 (four bytes each, little-endian like all numbers); the blocks;
/// these lines; the index; the trailer. A block is a frame, a DEFLATE stream (RFC 1951), with the names of its positions, if they are not
/// numbers, and then their codes, of one byte each if there are at most 256 of them, otherwise of two. Keys are stored as
/// gaps, without the first key. A text is stored as the length of the prefix that it shares with the previous one, the
/// length of the rest, and the rest. Gaps and lengths are stored in groups of seven bits, lowest first, with the highest
/// bit set if another group follows.
///
/// The index has for every block the length of the frame, that of its contents, the CRC-32 of the frame (four bytes each),
/// and the first key (eight bytes) or text (its length in four bytes, and the text). The trailer has the offset of these
/// lines, the offset of the index and the length of the file (eight bytes each), the SHA-256 hash of everything except the
/// blocks (the first 16 bytes, the lines, the index, and the first 24 bytes of the trailer), and [`MAGIC`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// The game, by the name with which it was opened.
    pub game: String,
    /// Whether it is in misère play.
    pub misere: bool,
    /// The position from which all others can be reached, or the usual start if the table has the full space.
    pub position: String,
    /// The way positions are named.
    pub naming: Naming,
    /// The most tokens of a position, if that bounds the table.
    pub total: Option<u64>,
    /// The identification of the rules and of the naming.
    pub rules: Rules,
    /// The files that the rules were read from: the SHA-256 hash of each, and the terms with which it was opened.
    pub origins: Vec<String>,
    /// The number of names in the table.
    pub count: u64,
    /// The meaning of each code, with its count.
    pub codes: Vec<(Entry, u64)>,
    /// The number of positions in each layer, if the table was made layer by layer.
    pub layers: Vec<u64>,
}

impl Contents {
    /// The header of a table that is still to be written.
    pub fn of(game: &str, naming: Naming, codes: Vec<Entry>) -> Self {
        Self {
            game: game.to_owned(),
            misere: false,
            position: String::new(),
            naming,
            total: None,
            rules: [0; 32],
            origins: Vec::new(),
            count: 0,
            codes: codes.into_iter().map(|entry| (entry, 0)).collect(),
            layers: Vec::new(),
        }
    }

    /// The bytes of a code.
    pub fn width(&self) -> usize {
        if self.codes.len() <= 256 { 1 } else { 2 }
    }

    /// The counts of positions by value.
    pub fn tally(&self) -> Tally {
        let codes = self.codes.iter();
        codes.fold(Tally::default(), |tally, (entry, count)| {
            tally.with(*entry, *count)
        })
    }

    /// The rules' hash as text.
    pub fn rules_text(&self) -> String {
        let mut text = String::new();
        for byte in self.rules {
            let _ = write!(text, "{byte:02x}");
        }
        text
    }

    /// The number of blocks.
    pub(crate) fn blocks(&self) -> u64 {
        self.count.div_ceil(self.naming.block())
    }

    /// The header as lines of text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |word: &str, what: &dyn std::fmt::Display| {
            let _ = writeln!(text, "{word} {what}");
        };
        line("game", &self.game);
        line("misere", &self.misere);
        line("position", &self.position);
        line("naming", &self.naming.word());
        if let Some(total) = self.total {
            line("total", &total);
        }
        line("rules", &self.rules_text());
        for origin in &self.origins {
            line("origin", origin);
        }
        line("count", &self.count);
        for (entry, count) in &self.codes {
            line("code", &format_args!("{count} {entry}"));
        }
        for count in &self.layers {
            line("layer", count);
        }
        text
    }

    /// Reads the lines.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines().map(|line| line.split_once(' ')).peekable();
        let mut next = |word: &str| match lines.next_if(|line| line.is_some_and(|(w, _)| w == word))
        {
            Some(Some((_, what))) => Ok(what),
            _ => Err(format!("expected a line that begins with {word}")),
        };
        let game = next("game")?.to_owned();
        let misere = match next("misere")? {
            "true" => true,
            "false" => false,
            other => return Err(format!("expected misere true or false, found {other:?}")),
        };
        let position = next("position")?.to_owned();
        let word = next("naming")?;
        let mut namings = Naming::ALL.into_iter();
        let naming = namings.find(|(_, its)| *its == word);
        let naming =
            naming.ok_or_else(|| format!("positions named by {word:?} are not known here"))?;
        let total = next("total").ok().map(number).transpose()?;
        let rules = hash(next("rules")?)?;
        let mut origins = Vec::new();
        while let Ok(line) = next("origin") {
            origins.push(line.to_owned());
        }
        let count = number(next("count")?)?;
        let mut codes = Vec::new();
        while let Ok(line) = next("code") {
            let (count, entry) = line.split_once(' ').ok_or("a code stands for nothing")?;
            codes.push((entry.parse()?, number(count)?));
        }
        let mut layers = Vec::new();
        while let Ok(line) = next("layer") {
            layers.push(number(line)?);
        }
        if lines.next().is_some() {
            return Err("a line that is not known here".to_owned());
        }
        Ok(Self {
            game,
            misere,
            position,
            naming: naming.0,
            total,
            rules,
            origins,
            count,
            codes,
            layers,
        })
    }
}

fn number(text: &str) -> Result<u64, String> {
    let number = text.parse();
    number.map_err(|_| format!("expected a number, found {text:?}"))
}

fn hash(text: &str) -> Result<Rules, String> {
    let refused = || format!("expected 64 hexadecimal digits, found {text:?}");
    if text.len() != 64 || !text.is_ascii() {
        return Err(refused());
    }
    let mut rules = [0; 32];
    for (byte, place) in rules.iter_mut().zip((0..).step_by(2)) {
        let digits = &text[place..place + 2];
        *byte = u8::from_str_radix(digits, 16).map_err(|_| refused())?;
    }
    Ok(rules)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entry::TableValue;

    #[test]
    fn lines_are_read_back() {
        let codes = ["hole", "draw", "win 3", "margin -7"];
        let codes = codes.map(|text| text.parse().unwrap());
        let mut contents = Contents::of("row ends", Naming::Texts, codes.to_vec());
        assert_eq!(Contents::read(&contents.text()).unwrap(), contents);
        contents.total = Some(7);
        contents.layers = vec![1, 2];
        contents.rules[3] = 0xab;
        contents.position = "a b ä".into();
        contents.origins = vec!["ab".into(), "cd :3".into()];
        let text = contents.text();
        assert_eq!(Contents::read(&text).unwrap(), contents);
        for (from, to) in [
            ("naming texts", "naming words"),
            ("misere false", "misere no"),
            ("count 0", "count -1"),
            ("code 0 win 3", "code 0 win"),
            ("layer 2", "layer 2\nlayer"),
            ("rules 00", "rules 0g"),
            ("rules 00", "rules ä"),
        ] {
            assert!(text.contains(from));
            assert!(Contents::read(&text.replace(from, to)).is_err(), "{to}");
        }
    }

    #[test]
    fn a_tally_counts_each_kind() {
        let endless: Entry = "draw".parse().unwrap();
        let tally = Tally::default().with(endless, 2).with(Entry::Hole, 5);
        let tally = tally.with(Entry::Value(TableValue::Margin(-1)), 3);
        let tally = tally.with("win 9".parse().unwrap(), 1);
        assert_eq!((tally.positions, tally.endless, tally.loss), (6, 2, 3));
        assert_eq!((tally.win, tally.draw, tally.longest), (1, 0, Some(9)));
    }
}
