//! Runs programs here and in CPython.

use std::io::Write;
use std::process::{Command, Stdio};

use bouton_language::{Done, Error, Heap, Host, Limits, Module, Value};

/// Supplies `parameter` with its default.
pub(crate) struct Defaults;

impl Host for Defaults {
    fn call(
        &mut self,
        _: usize,
        args: &[Value],
        _: &[(Value, Value)],
        _: &mut Heap,
    ) -> Done<Value> {
        Ok(args.get(1).copied().unwrap_or_default())
    }
}

/// The result of a program's `result()`, as `repr` writes it.
pub(crate) fn here(program: &str, limits: &Limits) -> Result<String, Box<Error>> {
    let program = Module::parse(program, &["parameter"])?.run(&mut Defaults, limits)?;
    let result = program
        .global("result")
        .expect("the program has a function `result`");
    let mut machine = program.machine();
    machine.begin(limits);
    let mut value = machine.call(result, &[], &mut Defaults)?;
    if let bouton_language::View::List(items) = machine.view(value) {
        let items = items.values().to_vec();
        value = machine.heap().list_of(&items).expect("there is room");
    }
    let mut text = String::new();
    match machine.heap().write_repr(value, &mut text) {
        Ok(()) => Ok(text),
        Err(trouble) => Ok(format!("?{trouble:?}")),
    }
}

/// The same of many programs in CPython; `!` begins an error.
pub(crate) fn in_python(programs: &[String]) -> Vec<String> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/oracle.py");
    let mut python = Command::new("python3")
        .args(["-X", "utf8", script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is on every machine");
    let mut input = python.stdin.take().expect("it was piped");
    let all: String = programs
        .iter()
        .map(|program| format!("{program}\0"))
        .collect();
    let writer = std::thread::spawn(move || {
        input.write_all(all.as_bytes()).expect("python reads");
    });
    let output = python.wait_with_output().expect("python ends");
    writer.join().expect("the writer ends");
    let text = String::from_utf8(output.stdout).expect("python writes UTF-8");
    let results: Vec<String> = text.split_terminator('\0').map(str::to_owned).collect();
    assert_eq!(results.len(), programs.len(), "a result for each program");
    results
}
