//! [`Text`]: rules that are in a certificate.

use sha2::{Digest, Sha256};

use crate::Refusal;

/// The rules of a game that the checker does not know, as its file has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// What the game is called by.
    pub name: String,
    /// The whole file.
    pub text: String,
}

impl Text {
    /// The text of these bytes, if they are those of a hash.
    pub(super) fn hashed(name: &str, bytes: Vec<u8>, hash: &str) -> Result<Self, Refusal> {
        let name = name.to_owned();
        let text = String::from_utf8(bytes)
            .map_err(|_| Refusal::position(format!("the rules of {name} are no text")))?;
        let text = Self { name, text };
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
        let (Self { name, text }, hash) = (self, self.hash());
        format!("rules {} {hash} {name}\n{text}\n", text.len())
    }

    pub(super) fn told(&self) -> String {
        format!(
            "the rules of {} are the text with the SHA-256 hash {}",
            self.name,
            self.hash()
        )
    }
}
