//! What the server and a worker tell each other over the worker's standard streams: frames, each its length and then so
//! many bytes.

use std::io::{self, Read};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use bouton_web::{Head, Query};

/// No frame is longer: an answer is shorter, and so is a question.
const LONGEST: u32 = 16 << 20;

/// A message to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// To answer a question; nothing else is under way.
    Answer(Asked),
    /// To say how far it is.
    Tell,
    /// To give up: nobody waits any more.
    Stop,
}

/// A question and what may be spent on it.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Asked {
    /// The path of its route.
    pub(crate) route: String,
    pub(crate) query: Query,
    pub(crate) time: Duration,
    pub(crate) memory: u64,
}

/// What a worker says.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Report {
    /// How far it is: done, and of how much at most (0: unknown).
    Progress(u64, u64),
    /// What comes of the question; its bytes are the next frame.
    Answer(Head),
    /// It ends itself, for this reason.
    Ends(String),
}

/// Appends a message as a frame.
///
/// # Errors
/// A message that is too long.
pub(crate) fn put(message: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    put_bytes(&serde_json::to_vec(message)?, out)
}

/// Appends bytes as a frame.
///
/// # Errors
/// Too many of them.
pub(crate) fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    out.extend(checked(length)?.to_le_bytes());
    out.extend(bytes);
    Ok(())
}

/// The length that a frame begins with, if there are such frames.
///
/// # Errors
/// A longer frame than there are.
pub(crate) fn checked(length: u32) -> io::Result<u32> {
    if length > LONGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(length)
}

/// Takes a message out of the frames that come in.
///
/// # Errors
/// The end of what comes in, or something else than such a message.
pub(crate) fn take<T: DeserializeOwned>(from: &mut impl Read) -> io::Result<T> {
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let mut bytes = vec![0; checked(u32::from_le_bytes(length))? as usize];
    from.read_exact(&mut bytes)?;
    Ok(serde_json::from_slice(&bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_is_taken() {
        let mut frames = Vec::new();
        put(&Order::Tell, &mut frames).unwrap();
        put(&Order::Stop, &mut frames).unwrap();
        let from = &mut frames.as_slice();
        assert!(matches!(take(from), Ok(Order::Tell)));
        assert!(matches!(take(from), Ok(Order::Stop)));
        assert!(take::<Order>(from).is_err());
    }

    #[test]
    fn a_length_is_not_believed() {
        let frame = u32::MAX.to_le_bytes();
        let error = take::<Order>(&mut frame.as_slice()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert!(put_bytes(&vec![0; LONGEST as usize + 1], &mut Vec::new()).is_err());
    }
}
