//! The protocol between the server and a worker over the worker's standard streams: frames, each its length followed by
//! that many bytes.

use std::io::{self, Read};
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use bouton_web::{Head, Query};

/// The most bytes of a frame: answers and queries are shorter.
const LONGEST: u32 = 16 << 20;

/// A message to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// Answer a query; no other is running.
    Answer(TimedQuery),
    /// Report the progress.
    Tell,
    /// Give up: the client has left.
    Stop,
}

/// A query with its limits.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct TimedQuery {
    /// The path of its route.
    pub(crate) route: String,
    pub(crate) query: Query,
    pub(crate) time: Duration,
    pub(crate) memory: u64,
}

/// A message from a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Report {
    /// The progress: units done, and the most in all (0: unknown).
    Progress(u64, u64),
    /// The result of the query; its bytes are the next frame.
    Answer(Head),
    /// It ends itself, with the reason.
    Ends(String),
}

/// Appends a message as a frame.
///
/// # Errors
/// If the message is too long.
pub(crate) fn put(message: &impl Serialize, out: &mut Vec<u8>) -> io::Result<()> {
    put_bytes(&serde_json::to_vec(message)?, out)
}

/// Appends bytes as a frame.
///
/// # Errors
/// If there are too many of them.
pub(crate) fn put_bytes(bytes: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
    out.extend(checked(length)?.to_le_bytes());
    out.extend(bytes);
    Ok(())
}

/// The length at the beginning of a frame, if it is valid.
///
/// # Errors
/// If the frame is longer than the limit.
pub(crate) fn checked(length: u32) -> io::Result<u32> {
    if length > LONGEST {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(length)
}

/// Reads a message from the incoming frames.
///
/// # Errors
/// At the end of the stream, or if the frame is not such a message.
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
