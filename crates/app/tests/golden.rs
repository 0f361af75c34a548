//! Golden answers: the output and exit code of the program for hundreds of questions to every command.
//!
//! Each file of `tests/golden/commands` holds questions as they are typed, and their results:
//! ```text
//! + game.star            a file in `DIR`, which is there from now on
//! | start = 3            a line of it
//! > solve nim -          the arguments; quotes hold words together, `DIR` is a folder of the test's own
//! < 3,4,5                a line of standard input
//!   {"game":"nim",…      a line of standard output, `_` for times and the like
//! ! bouton: …            a line of standard error
//! = 2                    the exit code, unless it is 0
//! ```
//! `> show FILE` asks for what a question before wrote into a file, `> GET /api/…` asks the server of `bouton serve`;
//! below it stand the body and, after `=`, the status and the type of the content. `WRITE_GOLDEN=1` writes the files again, and with
//! `BOUTON=PROGRAM` another build of the program is asked.

#![cfg(all(feature = "png", feature = "rules", feature = "serve"))]

use std::cell::OnceCell;
use std::fmt::Write as _;

use tempfile::TempDir;

use crate::server::Server;
use crate::support::{Answer, answer, other_program};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/commands");
/// Longer output is reported by its length and a checksum.
const MOST_SHOWN: usize = 5000;
/// Questions with another answer that are reported for each file.
const MOST_TOLD: usize = 10;

/// A question, with the lines above it, and its result.
#[derive(Debug, Default, PartialEq)]
struct Golden {
    /// Comments before the question.
    comments: Vec<String>,
    /// Files that are written before it, by name.
    files: Vec<(String, String)>,
    question: String,
    input: Vec<String>,
    answer: String,
}

impl Golden {
    /// Reads the questions of a file.
    fn read_all(text: &str) -> Vec<Self> {
        let mut all = Vec::<Self>::new();
        let (mut comments, mut files) = (Vec::new(), Vec::<(String, String)>::new());
        for line in text.lines() {
            if let Some(question) = line.strip_prefix("> ") {
                all.push(Self {
                    comments: std::mem::take(&mut comments),
                    files: std::mem::take(&mut files),
                    question: question.to_owned(),
                    ..Self::default()
                });
            } else if line.starts_with('#') {
                comments.push(line.to_owned());
            } else if let Some(name) = line.strip_prefix("+ ") {
                files.push((name.to_owned(), String::new()));
            } else if let (Some(text), Some((_, file))) = (line.strip_prefix('|'), files.last_mut())
            {
                writeln!(file, "{}", text.strip_prefix(' ').unwrap_or(text)).unwrap();
            } else if let Some(last) = all.last_mut() {
                last.read(line);
            }
        }
        all
    }

    /// Reads a line below the question.
    fn read(&mut self, line: &str) {
        if let Some(input) = line.strip_prefix('<') {
            self.input
                .push(input.strip_prefix(' ').unwrap_or(input).to_owned());
        } else if !line.is_empty() {
            self.answer += line;
            self.answer += "\n";
        }
    }

    /// The question with that answer, as in the file.
    fn written(&self, answer: &str) -> String {
        let comments = self.comments.iter().map(|comment| format!("{comment}\n"));
        let input = self.input.iter().map(|line| format!("< {line}\n"));
        let files = self.files.iter().map(|(name, text)| {
            let lines = text.lines().map(|line| format!("| {line}\n"));
            format!("+ {name}\n{}", lines.collect::<String>())
        });
        format!(
            "{}{}> {}\n{}{answer}",
            comments.collect::<String>(),
            files.collect::<String>(),
            self.question,
            input.collect::<String>()
        )
    }

    /// The present output.
    fn asked(&self, place: &Place) -> String {
        let dir = place
            .dir
            .path()
            .to_str()
            .expect("the folder's name is text");
        for (name, text) in &self.files {
            std::fs::write(place.dir.path().join(name), text).expect("there is room for files");
        }
        let words = words(&self.question.replace("DIR", dir));
        match &words[..] {
            [get, path] if get == "GET" => place.served(path),
            [show, file] if show == "show" => told(shown(file), dir),
            _ => told(answer(&words, &typed(&self.input)), dir),
        }
    }
}

/// The folder and server for the questions of a file.
struct Place {
    /// A folder of their own.
    dir: TempDir,
    /// A server that they share, once there is one.
    server: OnceCell<Server>,
}

impl Place {
    fn new(name: &str) -> Self {
        // Names of sums end at a space: the folder is none of the clone's, whose name may have some.
        let dir = tempfile::Builder::new()
            .prefix(name)
            .tempdir()
            .expect("there is room for files");
        Self {
            dir,
            server: OnceCell::new(),
        }
    }

    /// The server's answer, as a golden file has it.
    fn served(&self, path: &str) -> String {
        let start = || Server::of(other_program(), &[]);
        let response = self.server.get_or_init(start).get(path);
        let kind = response.header("content-type").unwrap_or_default();
        let body = response.text();
        // The number of progress messages before the answer depends on time.
        let last = body.rfind("event: ").unwrap_or(0);
        let text = printed(&format!("{}\n", body[last..].trim_end()));
        format!("{text}= {} {kind}\n", response.status)
    }
}

/// The words of a line, as a shell takes it apart.
pub(crate) fn words(line: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in line.chars() {
        match (quote, c) {
            (None, ' ') => words.extend(word.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some(open), c) if open == c => quote = None,
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

fn typed(input: &[String]) -> String {
    input.iter().map(|line| format!("{line}\n")).collect()
}

/// The contents of a file, as if a program had printed them.
fn shown(file: &str) -> Answer {
    let contents = std::fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    (Some(0), contents, Vec::new())
}

/// The printed text, as a golden file has it.
fn printed(text: &str) -> String {
    let steady = steady(text);
    if steady.len() > MOST_SHOWN {
        let (lines, bytes) = (steady.lines().count(), steady.len());
        let sum = checksum(steady.as_bytes());
        return format!("  [{lines} lines, {bytes} bytes, checksum {sum:016x}]\n");
    }
    let mut printed: String = steady.lines().map(|line| format!("  {line}\n")).collect();
    if !text.is_empty() && !text.ends_with('\n') {
        printed += "  [no end of line]\n";
    }
    printed
}

/// The output, as a golden file has it.
fn told((code, out, error): Answer, dir: &str) -> String {
    let mut told = printed(&String::from_utf8_lossy(&out).replace(dir, "DIR"));
    let error = String::from_utf8_lossy(&error).replace(dir, "DIR");
    // The argument parser then prints the usage, which `--help` prints, too.
    let most = if error.starts_with("bouton: ") { 20 } else { 1 };
    for line in steady(&error).lines().take(most) {
        writeln!(told, "! {line}").unwrap();
    }
    match code {
        Some(0) => {}
        Some(code) => writeln!(told, "= {code}").unwrap(),
        None => writeln!(told, "= killed").unwrap(),
    }
    told
}

/// The text without parts that differ between runs: the times, and the progress of a search for a law.
pub(crate) fn steady(text: &str) -> String {
    let steady = |line| {
        let line = without_times(line).replace(" in _ s", "");
        let line = without(&line, "\"trials\":[", "],\"seconds\"");
        without(&line, "proved for all sizes (", "\",\"proof\"")
    };
    text.lines().map(|line| steady(line) + "\n").collect()
}

/// The line with `_` for the text between the two, or after the first if the second is missing.
fn without(line: &str, from: &str, to: &str) -> String {
    let Some((before, rest)) = line.split_once(from) else {
        return line.to_owned();
    };
    let after = rest.find(to).map_or("", |end| &rest[end..]);
    format!("{before}{from}_{after}")
}

/// The line with `_` for each time: `"seconds":0.01`, `0.01 s`, and six decimals in the last column of a table.
fn without_times(line: &str) -> String {
    let mut out = String::new();
    let mut rest = line;
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let length = number_length(&rest[start..]);
        let (before, number) = (&rest[..start], &rest[start..start + length]);
        rest = &rest[start + length..];
        let decimals = number.split_once('.').map_or(0, |(_, d)| d.len());
        let is_time = before.ends_with("\"seconds\":")
            || decimals > 0 && is_unit_second(rest)
            || decimals == 6 && before.ends_with("  ") && rest.trim_end().is_empty();
        out += before;
        out += if is_time { "_" } else { number };
    }
    out + rest
}

/// The length of the number at the beginning of the text.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_part = |at: usize| match bytes[at] {
        b'0'..=b'9' => true,
        b'.' => bytes.get(at + 1).is_some_and(u8::is_ascii_digit),
        b'e' => bytes.get(at + 1) == Some(&b'-'),
        b'-' => bytes[at - 1] == b'e',
        _ => false,
    };
    (1..bytes.len())
        .find(|&at| !is_part(at))
        .unwrap_or(bytes.len())
}

fn is_unit_second(text: &str) -> bool {
    let after = text.strip_prefix(" s");
    after.is_some_and(|after| !after.starts_with(|c: char| c.is_alphanumeric()))
}

/// FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Asks all questions of a file and compares the results, or writes them again.
fn hold(name: &str) {
    let path = format!("{FOLDER}/{name}.txt");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let place = Place::new(name);
    let all = Golden::read_all(&text);
    let answers: Vec<String> = all.iter().map(|golden| golden.asked(&place)).collect();
    let pairs = || all.iter().zip(&answers);
    if std::env::var_os("WRITE_GOLDEN").is_some() {
        let written: Vec<_> = pairs()
            .map(|(golden, answer)| golden.written(answer))
            .collect();
        return std::fs::write(path, written.join("\n")).unwrap();
    }
    let wrong: Vec<_> = pairs()
        .filter(|(golden, answer)| golden.answer != **answer)
        .map(|(golden, answer)| differing(golden, answer))
        .collect();
    let (count, first) = (wrong.len(), &wrong[..wrong.len().min(MOST_TOLD)]);
    assert!(
        wrong.is_empty(),
        "{name}: {count} of {} are answered otherwise\n{}",
        all.len(),
        first.join("\n")
    );
}

/// The question, and the first line that differs.
fn differing(golden: &Golden, answer: &str) -> String {
    let mut old = golden.answer.lines();
    let mut new = answer.lines();
    let (old, new) = loop {
        match (old.next(), new.next()) {
            (old, new) if old == new && old.is_some() => {}
            (old, new) => break (old.unwrap_or("nothing"), new.unwrap_or("nothing")),
        }
    };
    format!("> {}\n  was: {old}\n  is:  {new}", golden.question)
}

/// A test for each file.
macro_rules! golden {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                hold(stringify!($name));
            }
        )*

        #[test]
        fn every_file_is_asked() {
            let files = std::fs::read_dir(FOLDER).unwrap();
            let mut names: Vec<_> = files
                .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
                .collect();
            names.sort();
            let mut asked = vec![$(stringify!($name)),*];
            asked.sort_unstable();
            assert_eq!(names, asked);
        }
    };
}

golden! {
    catalogue_solve
    catalogue_moves
    solvers
    misere_and_right
    batches
    sums
    values_of_games
    value_sequences
    rule_files
    rule_file_commands
    rule_file_mistakes
    readings
    forged
    formulas
    graphs
    laws
    sequences
    tables
    table_files
    lines
    pictures
    play
    wrong
    about
    routes
    puzzles
}

#[test]
fn what_is_read_is_written_again() {
    let text = "# why\n> solve nim -\n< 1\n< \n  {}\n! bad\n= 2\n\n> games\n  nim\n";
    let all = Golden::read_all(text);
    let written: Vec<_> = all
        .iter()
        .map(|golden| golden.written(&golden.answer))
        .collect();
    assert_eq!(written.join("\n"), text);
    assert_eq!(all[0].input, ["1", ""]);
    assert_eq!(all[0].answer, "  {}\n! bad\n= 2\n");
}

#[test]
fn words_are_those_of_a_shell() {
    assert_eq!(words("a 'b c'  d\"e f\" ''"), ["a", "b c", "de f", ""]);
    assert_eq!(words("ask w \"A a: f'\""), ["ask", "w", "A a: f'"]);
}

#[test]
fn what_differs_from_run_to_run_is_left_out_and_nothing_else() {
    for (all, kept) in [
        (
            "{\"seconds\":1.5e-7,\"n\":1.5}",
            "{\"seconds\":_,\"n\":1.5}",
        ),
        ("by memo, 7 positions in 0.25 s)", "by memo, 7 positions)"),
        ("0.104 s", "_ s"),
        ("streamed in 3.000 s", "streamed"),
        ("memo  win  0.000123", "memo  win  _"),
        ("octal:0.137, 2.5 sets, 12.", "octal:0.137, 2.5 sets, 12."),
        (
            "{\"trials\":[{\"n\":1}],\"seconds\":2.0}",
            "{\"trials\":[_],\"seconds\":_}",
        ),
        (
            "by the law of “Nim”, proved for all sizes (base 2); a = b\",\"proof\":\"proved\"",
            "by the law of “Nim”, proved for all sizes (_\",\"proof\":\"proved\"",
        ),
        (
            "by the law of “Nim”, proved for all sizes (base 2); a = b",
            "by the law of “Nim”, proved for all sizes (_",
        ),
    ] {
        assert_eq!(steady(all), format!("{kept}\n"));
    }
}

#[test]
fn another_answer_is_told_by_its_first_line() {
    let golden = Golden {
        question: "q".to_owned(),
        answer: "  a\n  b\n".to_owned(),
        ..Golden::default()
    };
    assert_eq!(
        differing(&golden, "  a\n  c\n"),
        "> q\n  was:   b\n  is:    c"
    );
    assert_eq!(
        differing(&golden, "  a\n"),
        "> q\n  was:   b\n  is:  nothing"
    );
}
