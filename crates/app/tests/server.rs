//! A server for a test, and a client that sends only the given bytes.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// `bouton serve` on a free port; ended when dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Server {
    pub(crate) fn start(options: &[&str]) -> Self {
        Self::of(env!("CARGO_BIN_EXE_bouton"), options)
    }

    /// A server of that program.
    pub(crate) fn of(program: impl AsRef<OsStr>, options: &[&str]) -> Self {
        let child = Command::new(program)
            .args(["serve", "--port", "0"])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self::running(child)
    }

    /// A server that was started and reports its address on standard output.
    pub(crate) fn running(mut child: Child) -> Self {
        let mut told = String::new();
        let out = child.stdout.as_mut().unwrap();
        BufReader::new(out).read_line(&mut told).unwrap();
        let address = told
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("no address in {told:?}"));
        Self {
            address: address.parse().unwrap(),
            child,
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits for the program to end.
    #[allow(dead_code, reason = "the load run ends it by dropping it")]
    pub(crate) fn wait(mut self) -> std::process::ExitStatus {
        self.child.wait().unwrap()
    }

    /// The same by a client with an address of its own, of those of this machine.
    #[cfg(target_os = "linux")]
    pub(crate) fn connect_as(&self, client: u8) -> TcpStream {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .build()
            .unwrap();
        let connected = async {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind(([127, 0, 0, client], 0).into())?;
            socket.connect(self.address).await?.into_std()
        };
        let stream = runtime.block_on(connected).unwrap();
        stream.set_nonblocking(false).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// If there is only one address, all clients are one.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn connect_as(&self, _client: u8) -> TcpStream {
        self.connect()
    }

    /// A connection on which no request was sent yet.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream
    }

    /// The response to these bytes.
    pub(crate) fn say(&self, request: &str) -> Response {
        let mut stream = self.connect();
        // A server that refuses early closes before the whole request is sent.
        let _ = stream.write_all(request.as_bytes());
        Response::read(&mut BufReader::new(stream)).unwrap()
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.say(&request(path))
    }

    pub(crate) fn post(&self, path: &str, form: &str) -> Response {
        self.say(&form_of(path, form))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn request(path: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n")
}

/// A form sent to an address.
pub(crate) fn form_of(path: &str, form: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n\
         Content-Length: {}\r\n\r\n{form}",
        form.len()
    )
}

/// Whether a question that is answered by events waits for a worker, as soon as this many events in a row say the same: a
/// question may wait for a moment.
#[allow(dead_code, reason = "the load run asks for whole answers")]
pub(crate) fn waits(stream: &mut impl BufRead) -> bool {
    const ENOUGH: usize = 15;
    let (mut last, mut row) = (None, 0);
    let mut line = String::new();
    while row < ENOUGH {
        line.clear();
        assert!(stream.read_line(&mut line).unwrap() > 0, "it is answered");
        let now = ["true", "false"].map(|word| line.contains(&format!("\"waiting\":{word}")));
        if now.contains(&true) {
            row = if last == Some(now) { row + 1 } else { 1 };
            last = Some(now);
        }
    }
    last == Some([true, false])
}

/// An answer in the form in which it was received.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Response {
    /// Reads one answer and leaves the connection for the next.
    pub(crate) fn read(stream: &mut impl BufRead) -> std::io::Result<Self> {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head)? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        let mut response = Self {
            status: head[9..12].parse().unwrap(),
            head: head.to_lowercase(),
            body: Vec::new(),
        };
        if let Some(length) = response.header("content-length") {
            response.body = vec![0; length.parse().unwrap()];
            stream.read_exact(&mut response.body)?;
        } else if response.header("transfer-encoding") == Some("chunked") {
            while chunk(stream, &mut response.body)? {}
        }
        Ok(response)
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .into_iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// Reads one chunk of a body; false at the last.
pub(crate) fn chunk(stream: &mut impl BufRead, body: &mut Vec<u8>) -> std::io::Result<bool> {
    let mut size = String::new();
    stream.read_line(&mut size)?;
    let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
    let start = body.len();
    body.resize(start + size, 0);
    stream.read_exact(&mut body[start..])?;
    stream.read_exact(&mut [0; 2])?;
    Ok(size > 0)
}
