//! [`Origin`]: a file that rules were read from, identified by its contents.

use std::fmt;

use sha2::{Digest, Sha256};

/// A file that rules were read from. Equal origins have the same rules, whatever the files are called.
///
/// ```
/// use bouton_core::Origin;
/// let origin = Origin::of("start = 3\n", "5");
/// assert!(origin.to_string().ends_with(" 5") && origin.hash().len() == 64);
/// assert_ne!(origin, Origin::of("start = 4\n", "5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    hash: [u8; 32],
    terms: String,
    folds: bool,
}

impl Origin {
    /// A file with this text, opened with these terms: its parameters, or how its ends are scored.
    pub fn of(text: &str, terms: &str) -> Self {
        let mut hashing = Hashing::default();
        hashing.add(text.as_bytes());
        Self {
            terms: terms.escape_default().to_string(),
            ..hashing.origin()
        }
    }

    /// The same, for rules that define themselves which positions are equivalent.
    #[must_use]
    pub fn folding(self, folds: bool) -> Self {
        Self { folds, ..self }
    }

    /// Whether the rules define themselves which positions are equivalent.
    pub fn folds(&self) -> bool {
        self.folds
    }

    /// The SHA-256 hash of the text, in hexadecimal, as `sha256sum` prints it.
    pub fn hash(&self) -> String {
        self.hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// One line: the hash, and the terms after it if there are any.
impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.hash())?;
        match self.terms.is_empty() {
            true => Ok(()),
            false => write!(f, " {}", self.terms),
        }
    }
}

/// The origin of a text that is read piece by piece.
#[derive(Clone, Debug, Default)]
pub struct Hashing(Sha256);

impl Hashing {
    /// Adds what is read next.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// The file, after all of it was read.
    pub fn origin(self) -> Origin {
        Origin {
            hash: self.0.finalize().into(),
            terms: String::new(),
            folds: false,
        }
    }
}
