//! [`Text`]: rules that are in a certificate.

use sha2::{Digest, Sha256};

use crate::Refusal;

/// What the rules in a certificate are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rules in Starlark.
    Starlark,
    /// A list of positions and moves, a line of JSON each.
    Graph,
}

impl Language {
    const ALL: [Self; 2] = [Self::Starlark, Self::Graph];

    /// What their line in a certificate begins with.
    fn word(self) -> &'static str {
        match self {
            Self::Starlark => "rules",
            Self::Graph => "graph",
        }
    }

    /// The language that a line of a certificate tells of, and what stands after its word.
    pub(crate) fn told(line: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|language| {
            let rest = line.strip_prefix(language.word())?;
            Some((language, rest.strip_prefix(' ')?))
        })
    }

    /// The longest text that is read, in bytes.
    pub(crate) fn longest(self) -> usize {
        match self {
            Self::Starlark => super::LONGEST_LINE,
            Self::Graph => crate::MOST_BYTES,
        }
    }
}

/// The rules of a game that the checker does not know, as its file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What the game is called by.
    pub name: String,
    /// What it is written in.
    pub language: Language,
    /// The whole file.
    pub text: String,
}

impl Text {
    /// The text of these bytes, if they are those of a hash.
    pub(crate) fn hashed(
        name: &str,
        language: Language,
        bytes: Vec<u8>,
        hash: &str,
    ) -> Result<Self, Refusal> {
        let name = name.to_owned();
        let text = String::from_utf8(bytes)
            .map_err(|_| Refusal::position(format!("the rules of {name} are no text")))?;
        let text = Self {
            name,
            language,
            text,
        };
        match text.hash() == hash {
            true => Ok(text),
            false => {
                let name = &text.name;
                let what = format!("the rules of {name} have the SHA-256 hash that stands there");
                Err(Refusal::Refuted(what))
            }
        }
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

    pub(super) fn told(&self) -> String {
        format!(
            "the rules of {} are the text with the SHA-256 hash {}",
            self.name,
            self.hash()
        )
    }
}
