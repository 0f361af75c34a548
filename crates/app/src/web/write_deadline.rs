//! [`WriteDeadline`]: a connection whose client must receive the data in time.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Sleep, sleep};

/// A connection that breaks if data written to it is not received in time: an answer that is not received holds memory that
/// other answers wait for.
pub(crate) struct WriteDeadline {
    stream: TcpStream,
    /// The time to receive the data written up to a flush.
    patience: Duration,
    /// Runs while some data is not received.
    late: Option<Pin<Box<Sleep>>>,
}

impl WriteDeadline {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Self {
        Self {
            stream,
            patience,
            late: None,
        }
    }

    /// The result of a write; a write that has to wait does not wait forever.
    fn hurry<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_pending() {
            let patience = self.patience;
            let late = self.late.get_or_insert_with(|| Box::pin(sleep(patience)));
            ready!(late.as_mut().poll(context));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        written
    }
}

impl AsyncWrite for WriteDeadline {
    fn poll_write(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write(context, bytes);
        this.hurry(written, context)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let this = self.get_mut();
        let written = Pin::new(&mut this.stream).poll_write_vectored(context, slices);
        this.hurry(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    /// All data that the client had sent was received.
    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let this = self.get_mut();
        this.late = None;
        Pin::new(&mut this.stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(context)
    }
}

impl AsyncRead for WriteDeadline {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_read(context, buffer)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::AsyncWriteExt;
    use tokio::net::TcpListener;

    use super::*;

    /// A connection with a deadline, and its other end.
    async fn pair(patience: Duration) -> (WriteDeadline, TcpStream) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let other = TcpStream::connect(listener.local_addr().unwrap());
        let (other, accepted) = tokio::join!(other, listener.accept());
        (
            WriteDeadline::new(accepted.unwrap().0, patience),
            other.unwrap(),
        )
    }

    #[tokio::test]
    async fn what_nobody_takes_breaks_the_connection() {
        let (mut here, _there) = pair(Duration::from_millis(50)).await;
        let written = here.write_all(&vec![0; 64 << 20]).await;
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }

    #[tokio::test]
    async fn what_is_taken_does_not() {
        let (mut here, mut there) = pair(Duration::from_secs(600)).await;
        let sent = async {
            here.write_all(&vec![0; 8 << 20]).await.unwrap();
            here.flush().await.unwrap();
            drop(here);
        };
        let mut sink = tokio::io::sink();
        let ((), taken) = tokio::join!(sent, tokio::io::copy(&mut there, &mut sink));
        assert_eq!(taken.unwrap(), 8 << 20);
    }
}
