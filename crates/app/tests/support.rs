//! Shared by the tests of the program: they run it and read its output.

use std::ffi::OsStr;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex};

use bouton_cli::{Console, Interruption};
use serde_json::Value;

/// The program, as it was built for these tests.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_bouton");

/// The program that the environment names as `BOUTON`, or that of this build.
pub(crate) fn other_program() -> PathBuf {
    std::env::var_os("BOUTON").map_or_else(|| PROGRAM.into(), PathBuf::from)
}

/// The folder of the whole project.
pub(crate) const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The output of a program, and its exit code.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) error: String,
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            error: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

impl Said {
    pub(crate) fn is_well(&self) -> bool {
        self.code == Some(0)
    }

    pub(crate) fn is_refusal(&self) -> bool {
        self.code == Some(2)
    }

    /// The only object that it printed.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The objects that it printed, one a line.
    pub(crate) fn lines(&self) -> Vec<Value> {
        let lines = self.out.lines();
        lines
            .map(|line| serde_json::from_str(line).unwrap_or_else(|why| panic!("{why}: {line}")))
            .collect()
    }

    /// Answers and errors.
    pub(crate) fn all(&self) -> String {
        format!("{}{}", self.out, self.error)
    }
}

/// The program with these words, without input and without tables of this machine.
pub(crate) fn program<W: AsRef<OsStr>>(words: &[W]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(words)
        .current_dir(ROOT)
        .stdin(Stdio::null())
        .env_remove("BOUTON_TABLES")
        .env_remove("RUST_BACKTRACE");
    command
}

/// A stream that keeps what is written to it.
#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Kept {
    fn taken(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The program's exit code, output and errors.
pub(crate) type Answer = (Option<i32>, Vec<u8>, Vec<u8>);

/// Names files by their paths from the root of the project from now on: names in sums end at a space, which the path of a
/// clone may have.
pub(crate) fn from_root() {
    std::env::set_current_dir(ROOT).unwrap();
}

/// Runs the program in the root of the project.
pub(crate) fn answer<W: AsRef<OsStr>>(words: &[W], input: &str) -> Answer {
    answer_in(Path::new(ROOT), words, input)
}

/// Runs the program in a folder, the same for all that runs at this time: in this process, unless its options concern a
/// whole process.
pub(crate) fn answer_in<W: AsRef<OsStr>>(folder: &Path, words: &[W], input: &str) -> Answer {
    // A limit of memory is that of the process.
    let mut texts = words.iter().filter_map(|word| word.as_ref().to_str());
    if texts.any(|word| word.starts_with("--memory"))
        || ["BOUTON", "BOUTON_TABLES"]
            .iter()
            .any(|name| std::env::var_os(name).is_some())
    {
        let mut command = Command::new(other_program());
        command
            .args(words)
            .current_dir(folder)
            .env_remove("COLUMNS")
            .env_remove("BOUTON_TABLES");
        let output = said(&mut command, input);
        return (output.status.code(), output.stdout, output.stderr);
    }
    std::env::set_current_dir(folder).unwrap();
    let (out, error) = (Kept::default(), Kept::default());
    let console = Console::of(
        Cursor::new(input.to_owned()),
        out.clone(),
        error.clone(),
        Interruption::default(),
    );
    let words = words.iter().map(|word| word.as_ref().to_owned());
    let code = bouton_cli::run(words, &console);
    (Some(code.into()), out.taken(), error.taken())
}

impl From<Answer> for Said {
    fn from((code, out, error): Answer) -> Self {
        Self {
            code,
            out: String::from_utf8(out).unwrap(),
            error: String::from_utf8(error).unwrap(),
        }
    }
}

/// Runs the program.
pub(crate) fn bouton<W: AsRef<OsStr>>(words: &[W]) -> Said {
    answer(words, "").into()
}

/// The words of a question in which no word has a space.
pub(crate) fn split(question: &str) -> Vec<&str> {
    question.split(' ').collect()
}

/// Runs the program in a folder.
pub(crate) fn bouton_in<W: AsRef<OsStr>>(folder: &Path, words: &[W]) -> Said {
    program(words).current_dir(folder).output().unwrap().into()
}

/// Runs the program with input.
pub(crate) fn bouton_with<W: AsRef<OsStr>>(words: &[W], input: &str) -> Said {
    answer(words, input).into()
}

/// Runs a command with input.
pub(crate) fn said(command: &mut Command, input: &str) -> Output {
    let mut child = piped(command.stdin(Stdio::piped()));
    let (mut pipe, input) = (child.stdin.take().unwrap(), input.to_owned());
    // A program that refuses the question may end before the input is written, and an answer may come before the input is read.
    let feeder = std::thread::spawn(move || {
        let _ = pipe.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

/// Starts a command whose output is read later.
pub(crate) fn piped(command: &mut Command) -> Child {
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The only object that a successful command printed.
pub(crate) fn json<W: AsRef<OsStr> + std::fmt::Debug>(words: &[W]) -> Value {
    let said = bouton(words);
    assert!(said.is_well(), "{words:?}: {}", said.error);
    said.json()
}

/// Checks that a walk over many questions found no fault.
pub(crate) fn none(faults: &[String]) {
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

/// The names in the list of commands of the program's help.
pub(crate) fn commands() -> Vec<String> {
    let help = bouton(&["--help"]).out;
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    list.take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

/// Waits until a program handles interruptions, or has ended. Before that an interruption ends it as the system does.
#[cfg(unix)]
pub(crate) fn until_it_listens(child: &Child) {
    const INTERRUPT: u64 = 1 << 1;
    let pause = |milliseconds| std::thread::sleep(std::time::Duration::from_millis(milliseconds));
    if cfg!(not(target_os = "linux")) {
        // The system does not say which signals a process handles.
        return pause(2000);
    }
    let listens = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let field = |name| status.lines().find_map(|line| line.strip_prefix(name));
        let handled =
            field("SigCgt:").map_or(0, |set| u64::from_str_radix(set.trim(), 16).unwrap());
        handled & INTERRUPT != 0
            || field("State:").is_some_and(|state| state.trim().starts_with('Z'))
    };
    while !listens() {
        pause(5);
    }
}

/// Sends a signal: `INT`, `KILL`.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &id])
        .status();
    assert!(sent.unwrap().success());
}
