//! The handshake of two workers: an [`Opening`] with a fresh number from each, then a [`Hello`] from each, sealed with both
//! numbers. The calling worker speaks first.
//!
//! ```text
//! caller → called   magic, 1 if it has a secret, fresh number
//! called → caller   the same
//! caller → called   length, hello, seal of "caller", both numbers, hello
//! called → caller   verdict, length, hello, seal of "called", both numbers, the caller's seal, verdict, hello
//! ```

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use crate::secret::{FRESH, KEY, Seal, Secret, fresh, seal};

/// The first bytes of a connection.
const MAGIC: &[u8; 8] = b"BOUTONC2";
/// The most bytes of a hello.
const LONGEST: usize = 1 << 20;

fn damaged() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// A connection that is closed at a deadline, however slowly the other end sends.
pub(crate) struct Timed<'s> {
    pub(crate) stream: &'s TcpStream,
    pub(crate) until: Instant,
}

impl Timed<'_> {
    /// The time that is left, if any is.
    fn left(&self) -> io::Result<Option<Duration>> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        Ok(Some(left))
    }
}

impl Read for Timed<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(bytes)
    }
}

impl Write for Timed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The opening message of either end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    /// Whether this end has a secret.
    pub(crate) is_sealed: bool,
    fresh: [u8; FRESH],
}

impl Opening {
    pub(crate) fn new(is_sealed: bool) -> io::Result<Self> {
        let fresh = fresh()?;
        Ok(Self { is_sealed, fresh })
    }

    pub(crate) fn write(&self, to: &mut impl Write) -> io::Result<()> {
        let flag = [u8::from(self.is_sealed)];
        to.write_all(&[&MAGIC[..], &flag, &self.fresh].concat())
    }

    pub(crate) fn read(from: &mut impl Read) -> io::Result<Self> {
        let (mut magic, mut flag, mut fresh) = ([0; MAGIC.len()], [0], [0; FRESH]);
        from.read_exact(&mut magic)?;
        if magic != *MAGIC {
            return Err(damaged());
        }
        from.read_exact(&mut flag)?;
        from.read_exact(&mut fresh)?;
        let is_sealed = match flag {
            [0] => false,
            [1] => true,
            _ => return Err(damaged()),
        };
        Ok(Self { is_sealed, fresh })
    }
}

/// The openings of both ends, and the secret of this one: the input of a seal.
#[derive(Debug)]
pub(crate) struct Sealing<'s> {
    pub(crate) secret: Option<&'s Secret>,
    pub(crate) caller: Opening,
    pub(crate) called: Opening,
}

impl Sealing<'_> {
    /// The seal of the caller's hello.
    pub(crate) fn of_caller(&self, hello: &[u8]) -> Seal {
        seal(
            self.secret,
            &[b"caller", &self.caller.fresh, &self.called.fresh, hello],
        )
    }

    /// The seal of the hello of the called worker.
    pub(crate) fn of_called(&self, to: &Seal, verdict: u8, hello: &[u8]) -> Seal {
        let (caller, called) = (&self.caller.fresh, &self.called.fresh);
        seal(
            self.secret,
            &[b"called", caller, called, &to.0, &[verdict], hello],
        )
    }
}

/// The identity of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hello {
    pub(crate) worker: usize,
    /// The worker that it calls or answers.
    pub(crate) to: usize,
    pub(crate) version: String,
    pub(crate) rules: String,
    pub(crate) hosts: String,
}

impl Hello {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for number in [self.worker, self.to] {
            bytes.extend_from_slice(&(number as u32).to_le_bytes());
        }
        for text in [&self.version, &self.rules, &self.hosts] {
            bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
            bytes.extend_from_slice(text.as_bytes());
        }
        bytes
    }

    pub(crate) fn of(mut bytes: &[u8]) -> io::Result<Self> {
        let from = &mut bytes;
        let hello = Self {
            worker: number(from)?,
            to: number(from)?,
            version: text(from)?,
            rules: text(from)?,
            hosts: text(from)?,
        };
        match bytes.is_empty() {
            true => Ok(hello),
            false => Err(damaged()),
        }
    }
}

fn number(from: &mut impl Read) -> io::Result<usize> {
    let mut bytes = [0; 4];
    from.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes) as usize)
}

fn text(from: &mut &[u8]) -> io::Result<String> {
    let length = number(from)?;
    let (text, rest) = from.split_at_checked(length).ok_or_else(damaged)?;
    *from = rest;
    String::from_utf8(text.to_vec()).map_err(|_| damaged())
}

/// Sends a hello and its seal.
pub(crate) fn put(hello: &[u8], seal: &Seal, to: &mut impl Write) -> io::Result<()> {
    if hello.len() > LONGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let length = (hello.len() as u32).to_le_bytes();
    to.write_all(&[&length[..], hello, &seal.0].concat())
}

/// Receives a hello and its seal, which is not compared yet. Memory is allocated only for bytes that have arrived.
pub(crate) fn take(from: &mut impl Read) -> io::Result<(Vec<u8>, Seal)> {
    let length = number(from)?;
    if length > LONGEST {
        return Err(damaged());
    }
    let mut hello = Vec::new();
    from.take(length as u64).read_to_end(&mut hello)?;
    if hello.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    let mut seal = [0; KEY];
    from.read_exact(&mut seal)?;
    Ok((hello, Seal(seal)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hello_is_read_as_it_was_written() {
        let hello = Hello {
            worker: 7,
            to: 0,
            version: "1".into(),
            rules: "krk\n".into(),
            hosts: "é".into(),
        };
        let bytes = hello.bytes();
        assert_eq!(Hello::of(&bytes).unwrap(), hello);
        for cut in 0..bytes.len() {
            assert!(Hello::of(&bytes[..cut]).is_err(), "{cut}");
        }
        assert!(Hello::of(&[&bytes[..], b"x"].concat()).is_err());
        let seal = seal(None, &[&bytes]);
        let mut sent = Vec::new();
        put(&bytes, &seal, &mut sent).unwrap();
        assert_eq!(take(&mut sent.as_slice()).unwrap(), (bytes, seal));
        assert!(take(&mut &u32::MAX.to_le_bytes()[..]).is_err());
        assert!(take(&mut &sent[..sent.len() - 1]).is_err());
    }

    #[test]
    fn neither_end_can_say_what_the_other_one_said() {
        let secret = Secret::of(b"0123456789abcdef", "s").unwrap();
        let sealing = |caller: &Opening, called: &Opening| Sealing {
            secret: Some(&secret),
            caller: caller.clone(),
            called: called.clone(),
        };
        let openings = [(); 3].map(|()| Opening::new(true).unwrap());
        let [a, b, c] = &openings;
        let said = sealing(a, b).of_caller(b"hello");
        // The recorded number is compared at both ends: another number is refused.
        assert_ne!(said, sealing(a, c).of_caller(b"hello"));
        assert_ne!(said, sealing(c, b).of_caller(b"hello"));
        assert_ne!(said, sealing(b, a).of_caller(b"hello"));
        // Sent back to its sender, it is not accepted as an answer.
        assert_ne!(said, sealing(a, b).of_called(&said, 1, b"hello"));
        let answer = sealing(a, b).of_called(&said, 1, b"hello");
        assert_ne!(answer, sealing(a, b).of_called(&said, 2, b"hello"));
        assert_ne!(answer, sealing(a, b).of_called(&answer, 1, b"hello"));
    }
}
