//! [`Secret`]: a text that all workers share. Each hello is sealed with a keyed hash of the hello and of a fresh number from
//! both ends, so that a recorded hello is useless later.

use std::fmt;
use std::io::Read;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::ClusterError;

/// A shorter secret can be guessed.
const SHORTEST: usize = 16;
/// A longer file is probably not a secret.
const LONGEST: u64 = 4096;
/// The context of the key: elsewhere the same secret gives another key.
const CONTEXT: &[u8] = b"bouton cluster 2026-11-30 hello";
/// The bytes of a key.
pub(crate) const KEY: usize = 32;

/// The bytes of a fresh number.
pub(crate) const FRESH: usize = 32;

/// A secret that all workers share, read from a file.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; KEY]);

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

impl Secret {
    /// Reads a file. White space at its end is ignored.
    ///
    /// # Errors
    /// As for [`Secret::of`]; also if the file cannot be read, or others may read it.
    pub fn open(path: &Path) -> Result<Self, ClusterError> {
        let shown = path.display().to_string();
        let failed = |error| ClusterError::Refused(format!("cannot read {shown}: {error}"));
        let file = std::fs::File::open(path).map_err(failed)?;
        if others_may_read(&file.metadata().map_err(failed)?) {
            return Err(ClusterError::Refused(format!(
                "{shown}: other users may read it, so it is no secret: `chmod 600 {shown}`, and choose a new one if they had the time to"
            )));
        }
        let mut text = Vec::new();
        file.take(LONGEST + 1)
            .read_to_end(&mut text)
            .map_err(failed)?;
        Self::of(&text, &shown)
    }

    /// The secret in the text of a file with this name.
    ///
    /// # Errors
    /// If the text is too short or too long.
    ///
    /// ```
    /// use bouton_cluster::Secret;
    /// assert_eq!(Secret::of(b"a long random text\n", "key")?, Secret::of(b"a long random text", "key")?);
    /// let short = Secret::of(b"1234\n", "key").unwrap_err();
    /// assert_eq!(short.to_string(), "key: a secret has 16 to 4096 bytes, found 4: `openssl rand -hex 32` prints one");
    /// # Ok::<(), bouton_cluster::ClusterError>(())
    /// ```
    pub fn of(text: &[u8], file: &str) -> Result<Self, ClusterError> {
        let text = text.trim_ascii_end();
        if text.len() < SHORTEST || text.len() as u64 > LONGEST {
            return Err(ClusterError::Refused(format!(
                "{file}: a secret has {SHORTEST} to {LONGEST} bytes, found {}: `openssl rand -hex 32` prints one",
                text.len()
            )));
        }
        Ok(Self(hmac(CONTEXT, text)))
    }
}

/// Whether other users than the owner may read a file. A pipe is nobody else's.
#[cfg(unix)]
fn others_may_read(about: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    about.is_file() && about.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn others_may_read(_: &std::fs::Metadata) -> bool {
    false
}

/// A keyed hash of the messages.
#[derive(Clone, Debug)]
pub(crate) struct Seal(pub(crate) [u8; KEY]);

impl PartialEq for Seal {
    /// In constant time.
    fn eq(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(other.0);
        pairs.fold(0, |differing, (one, other)| differing | one ^ other) == 0
    }
}

/// Seals parts of a handshake, each after its length; without a secret this detects damage only.
pub(crate) fn seal(secret: Option<&Secret>, parts: &[&[u8]]) -> Seal {
    let key = secret.map_or([0; KEY], |secret| secret.0);
    let mut message = Vec::new();
    for part in parts {
        message.extend_from_slice(&(part.len() as u64).to_le_bytes());
        message.extend_from_slice(part);
    }
    Seal(hmac(&key, &message))
}

/// The HMAC with SHA-256 (RFC 2104), for a key of at most 64 bytes.
fn hmac(key: &[u8], message: &[u8]) -> [u8; KEY] {
    let block = |with: u8| {
        let mut block = [with; 64];
        block.iter_mut().zip(key).for_each(|(to, byte)| *to ^= byte);
        Sha256::new().chain_update(block)
    };
    let inner = block(0x36).chain_update(message).finalize();
    block(0x5c).chain_update(inner).finalize().into()
}

/// A number that nobody can predict.
///
/// # Errors
/// If the system has no source of random numbers.
pub(crate) fn fresh() -> std::io::Result<[u8; FRESH]> {
    let mut bytes = [0; FRESH];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seal_is_of_the_secret_and_of_every_part() {
        let secrets =
            [b"0123456789abcdef", b"0123456789abcdeg"].map(|text| Secret::of(text, "s").unwrap());
        let seal_of = |parts: &[&[u8]]| seal(Some(&secrets[0]), parts);
        let whole = seal_of(&[b"ab", b"c"]);
        assert_eq!(whole, seal_of(&[b"ab", b"c"]));
        assert_ne!(whole, seal_of(&[b"a", b"bc"]));
        assert_ne!(whole, seal(Some(&secrets[1]), &[b"ab", b"c"]));
        assert_ne!(whole, seal(None, &[b"ab", b"c"]));
        assert_ne!(fresh().unwrap(), fresh().unwrap());
    }

    /// RFC 4231, test case 2.
    #[test]
    fn a_keyed_hash_is_that_of_the_standard() {
        let hash = hmac(b"Jefe", b"what do ya want for nothing?");
        let shown: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
        let published = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
        assert_eq!(shown, published);
    }

    #[test]
    fn a_secret_is_not_shown() {
        let secret = Secret::of(b"0123456789abcdef", "s").unwrap();
        assert_eq!(format!("{secret:?}"), "Secret");
    }
}
