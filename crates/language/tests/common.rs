//! Runs programs here and in CPython.

use std::io::Write;
use std::process::{Command, Stdio};

use bouton_language::{Error, Host, Limits, Machine, Value, repr};

/// Supplies the defaults of parameters, and prints nowhere.
pub(crate) struct Defaults;

impl Host for Defaults {
    fn print(&mut self, _: &str) {}
    fn parameter(&mut self, _: &str, default: &Value) -> Result<Value, Error> {
        Ok(default.clone())
    }
}

/// The result of `result()` of a program, as `repr` writes it.
pub(crate) fn here(program: &str, limits: &Limits) -> Result<String, Error> {
    let mut machine = Machine::new(Box::new(Defaults));
    machine.read(program, limits)?;
    let result = machine
        .get("result")
        .expect("the program has a result")
        .clone();
    let value = machine.ask(&result, &[], limits)?;
    machine.within(limits, |_| repr(&value))
}

/// The same of many programs in CPython; `!` begins an error.
pub(crate) fn in_python(programs: &[String]) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/oracle.py");
    let mut python = Command::new("python3")
        .args(["-X", "utf8", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is on every machine");
    let mut input = python.stdin.take().expect("it was piped");
    let all: String = programs
        .iter()
        .flat_map(|program| [program, "\0"])
        .collect();
    let writer = std::thread::spawn(move || input.write_all(all.as_bytes()).expect("python reads"));
    let output = python.wait_with_output().expect("python ends");
    writer.join().expect("the writer ends");
    let text = String::from_utf8(output.stdout).expect("python writes UTF-8");
    let results: Vec<String> = text.split_terminator('\0').map(str::to_owned).collect();
    assert_eq!(results.len(), programs.len(), "a result for each program");
    results
}

/// Numbers that only look random.
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % most.max(1)
    }

    pub(crate) fn one<'t, T: ?Sized>(&mut self, of: &[&'t T]) -> &'t T {
        of[self.below(of.len())]
    }
}

/// A number from the environment.
pub(crate) fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// The cases of a file: lines behind `> `, and the line below them.
pub(crate) fn cases(text: &str) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix('>') {
            Some(line) => {
                if found.last().is_none_or(|case| !case.1.is_empty()) {
                    found.push(Default::default());
                }
                let case = &mut found.last_mut().expect("one was begun").0;
                case.push_str(line.strip_prefix(' ').unwrap_or(line));
                case.push('\n');
            }
            None => line.clone_into(&mut found.last_mut().expect("a case is above").1),
        }
    }
    found
}

/// Compares what was found with what a file expects; `WRITE_GOLDEN=1` writes the file.
pub(crate) fn compare(file: &str, cases: &[(String, String)], found: &[String]) {
    let mut wrong = Vec::new();
    let mut written = String::new();
    for ((text, expected), found) in cases.iter().zip(found) {
        for line in text.lines() {
            written += format!("> {line}").trim_end();
            written += "\n";
        }
        written += &format!("{found}\n\n");
        if found != expected {
            wrong.push(format!("{text}  found:    {found}\n  expected: {expected}"));
        }
    }
    if std::env::var("WRITE_GOLDEN").is_ok() {
        std::fs::write(
            format!("{}/tests/{file}", env!("CARGO_MANIFEST_DIR")),
            written,
        )
        .unwrap();
    }
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}
