//! [`Text`]: rules that are in a certificate.

use sha2::{Digest, Sha256};

use crate::Refusal;
use crate::obligation::Obligation;
use crate::shown::{brief, quoted};

/// The language of the rules in a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rules in Python.
    Rules,
    /// A list of positions and moves, a line of JSON each.
    Graph,
}

impl Language {
    const ALL: [Self; 2] = [Self::Rules, Self::Graph];

    /// The first word of their line in a certificate.
    fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Graph => "graph",
        }
    }

    /// The description of such a text in a claim.
    fn what(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Graph => "list of moves",
        }
    }

    /// The ending of such a file.
    fn ending(self) -> &'static str {
        match self {
            Self::Rules => ".star",
            Self::Graph => ".jsonl",
        }
    }

    /// The language that a line of a certificate announces, and the rest of the line.
    fn told(line: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|language| {
            let rest = line.strip_prefix(language.word())?;
            Some((language, rest.strip_prefix(' ')?))
        })
    }

    /// The longest text that is read, in bytes.
    fn longest(self) -> usize {
        match self {
            Self::Rules => super::LONGEST_LINE,
            Self::Graph => crate::MOST_BYTES,
        }
    }
}

/// The rules of a game that the checker does not know, in the text of their file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The name of the game.
    pub name: String,
    /// The language.
    pub language: Language,
    /// The whole file.
    pub text: String,
}

/// The header line of rules in a certificate.
pub(crate) struct Announced<'l> {
    language: Language,
    /// The number of their bytes.
    pub(crate) bytes: usize,
    hash: &'l str,
    name: &'l str,
}

impl<'l> Announced<'l> {
    /// Reads a line `rules BYTES HASH NAME`; none if the line begins differently.
    pub(crate) fn read(line: &'l str) -> Result<Option<Self>, Refusal> {
        let Some((language, about)) = Language::told(line) else {
            return Ok(None);
        };
        let mut words = about.splitn(3, ' ');
        let bytes = words.next().and_then(|word| word.parse().ok());
        let (Some(bytes), Some(hash), Some(name)) = (bytes, words.next(), words.next()) else {
            let found = brief(line);
            return Err(Refusal::position(format!(
                "expected `rules BYTES HASH NAME`, found {found}"
            )));
        };
        let longest = language.longest();
        if bytes > longest {
            return Err(Refusal::Undecided(format!(
                "the rules have {bytes} bytes; at most {longest} are read"
            )));
        }
        Ok(Some(Self {
            language,
            bytes,
            hash,
            name,
        }))
    }

    /// The text of these bytes, if they have the announced hash.
    pub(crate) fn text(&self, bytes: Vec<u8>) -> Result<Text, Refusal> {
        let text = String::from_utf8(bytes)
            .map_err(|_| Refusal::position("the rules in it are no text"))?;
        let text = Text {
            name: self.name.to_owned(),
            language: self.language,
            text,
        };
        Obligation::TextHash.demand(text.hash() == self.hash, || {
            let name = quoted(&text.name);
            Refusal::Refuted(format!(
                "the rules of {name} have the SHA-256 that stands before them"
            ))
        })?;
        Ok(text)
    }

    /// The error for rules that do not end where they should.
    pub(crate) fn goes_on(&self) -> Refusal {
        let (name, bytes) = (brief(self.name), self.bytes);
        Refusal::position(format!(
            "expected the rules of {name} to end after {bytes} bytes"
        ))
    }
}

impl Text {
    /// The name of a file's rules in a certificate: the name of the file, with `_` for characters that a name may not have.
    pub fn name_for(language: Language, file: &str) -> String {
        let (prefix, file) = match file
            .strip_prefix(GRAPH)
            .filter(|_| language == Language::Graph)
        {
            Some(file) => (GRAPH, file),
            None => ("", file),
        };
        let sign = |c: char| if is_sign(c) { c } else { '_' };
        let mut name = prefix.to_owned();
        name.extend(file.chars().map(sign));
        if !is_name(language, &name) {
            name += language.ending();
        }
        name
    }

    /// Checks that a name is that of a file: no game of the checker and no sum has it, and it contains no character that
    /// could end it in a sentence.
    pub(crate) fn check_name(&self) -> Result<(), Refusal> {
        Obligation::TextName.demand(is_name(self.language, &self.name), || {
            Refusal::position(format!(
                "expected rules with the name of a file, of letters, digits and ._-/ with the ending {}, found {}",
                self.language.ending(),
                brief(&self.name)
            ))
        })
    }

    /// The SHA-256 hash of the file.
    fn hash(&self) -> String {
        let hash = Sha256::digest(self.text.as_bytes());
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Its lines in a certificate.
    pub fn written(&self) -> String {
        let Self { name, text, .. } = self;
        let (word, hash) = (self.language.word(), self.hash());
        format!("{word} {} {hash} {name}\n{text}\n", text.len())
    }

    /// The name of these rules in a claim.
    pub(crate) fn told(&self) -> String {
        let (what, name, hash) = (self.language.what(), quoted(&self.name), self.hash());
        format!("the {what} of the file {name} (SHA-256 {hash})")
    }
}

/// The prefix of the name of a graph.
const GRAPH: &str = "graph:";

fn is_sign(c: char) -> bool {
    c.is_ascii_alphanumeric() || "._-/".contains(c)
}

/// Whether a name can be that of a rule file, and of no game of the checker.
pub(crate) fn is_name_of_rules(name: &str) -> bool {
    is_name(Language::Rules, name)
}

/// Whether it is the name of a file (some letters and an ending), or of a graph in such a file.
fn is_name(language: Language, name: &str) -> bool {
    let (file, needs_ending) = match name.strip_prefix(GRAPH) {
        Some(file) if language == Language::Graph => (file, false),
        _ => (name, true),
    };
    let is_rules = [".star", ".py"].iter().any(|end| file.ends_with(end));
    let ends = match language {
        Language::Rules => is_rules,
        Language::Graph => !needs_ending || file.contains('.') && !is_rules,
    };
    ends && !file.is_empty() && file.chars().all(is_sign)
}
