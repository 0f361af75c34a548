//! The functions of rule files at some positions, here and in CPython: `cargo bench -p bouton-language`. Each call converts its
//! position and reads the whole result, as the program does. `FILES=nogo` measures some files alone.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use bouton_language::{Done, Heap, Host, Limits, Machine, Module, Value, View};

struct Defaults;

impl Host for Defaults {
    fn call(
        &mut self,
        _: usize,
        args: &[Value],
        _: &[(Value, Value)],
        _: &mut Heap,
    ) -> Done<Value> {
        Ok(args[1])
    }
}

/// Plain data outside of the interpreter.
#[derive(Clone, Debug, PartialEq)]
enum Data {
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    Tuple(Vec<Data>),
}

fn read(view: View<'_>) -> Data {
    match view {
        View::Bool(truth) => Data::Bool(truth),
        View::Int(n) => Data::Int(n),
        View::Short(short) => Data::Text(short.text().to_owned()),
        View::Str(text) => Data::Text(text.to_owned()),
        View::Tuple(items) | View::List(items) => Data::Tuple(items.iter().map(read).collect()),
        _ => Data::None,
    }
}

fn write(data: &Data, heap: &mut Heap) -> Done<Value> {
    Ok(match data {
        Data::None => Value::None,
        Data::Bool(truth) => Value::Bool(*truth),
        Data::Int(n) => Value::Int(*n),
        Data::Text(text) => heap.string(text)?,
        Data::Tuple(items) => {
            let mut items = items.iter();
            heap.tuple_with(items.len(), |heap| {
                write(items.next().unwrap_or(&Data::None), heap)
            })?
        }
    })
}

fn call(machine: &mut Machine, function: Value, at: &Data, limits: &Limits) -> Option<Data> {
    machine.begin(limits);
    let position = write(at, machine.heap()).ok()?;
    let result = machine.call(function, &[position], &mut Defaults).ok()?;
    Some(read(machine.view(result)))
}

fn next(entry: &Data, start: &Data) -> Data {
    match (entry, start) {
        (Data::Tuple(items), Data::Tuple(_)) => match &items[..] {
            [Data::Text(_), inner @ Data::Tuple(_), ..] => inner.clone(),
            _ => entry.clone(),
        },
        (Data::Tuple(items), _) if items.len() > 1 => items[1].clone(),
        _ => entry.clone(),
    }
}

const SCRIPT: &str = r#"
import sys, time, types, builtins, functools
rules = types.ModuleType("bouton.rules")
builtins.parameter = lambda name, default: default
def struct(**fields): return types.SimpleNamespace(**fields)
builtins.struct, builtins.partial = struct, functools.partial
for line in sys.stdin:
    path, name = line.split()
    text = open(path, encoding="utf-8-sig").read().replace(".elems()", "")
    names = {}
    exec(compile(text, path, "exec"), names)
    def plain(v): return tuple([plain(i) for i in v]) if isinstance(v, (list, tuple)) else v
    start = plain(names["start"])
    def after(m):
        if not isinstance(m, tuple): return m
        if not isinstance(start, tuple): return m[1] if len(m) > 1 else m
        return m[1] if len(m) > 1 and isinstance(m[0], str) and isinstance(m[1], tuple) else m
    f, todo, known = names[name], [start], {start: 1}
    for at in todo:
        for m in plain(f(at)):
            m = after(m)
            if m not in known and len(todo) < 60:
                known[m] = 1
                todo.append(m)
    count, begin = 0, time.process_time()
    while time.process_time() - begin < 0.1:
        for _ in range(1 + 500 // len(todo)):
            for at in todo: f(at)
            count += len(todo)
    print(path, (time.process_time() - begin) / count * 1e9, flush=True)
"#;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rows = Vec::new();
    for folder in [
        "../../examples",
        "../../docs",
        "../../testdata/mcgs",
        "testdata/field",
    ] {
        let mut paths: Vec<_> = std::fs::read_dir(root.join(folder))
            .into_iter()
            .flatten()
            .flatten()
            .map(|entry| entry.path())
            .collect();
        paths.sort();
        for path in paths {
            let wanted = std::env::var("FILES").unwrap_or_default();
            if path.extension().is_some_and(|end| end == "star")
                && path.display().to_string().contains(&wanted)
                && let Some(row) = measured(&path)
            {
                rows.push(row);
            }
        }
    }
    let asked: String = rows
        .iter()
        .map(|(path, name, _)| format!("{path} {name}\n"))
        .collect();
    let mut python = Command::new("python3")
        .args(["-c", SCRIPT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is there");
    std::io::Write::write_all(&mut python.stdin.take().expect("piped"), asked.as_bytes())
        .expect("python reads");
    let told = python.wait_with_output().expect("python ends");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    let mut logarithms = 0.0;
    let mut count = 0.0;
    for ((path, _, here), line) in rows.iter().zip(told.lines()) {
        let there: f64 = line
            .rsplit(' ')
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap_or(1.0);
        let file = path.rsplit('/').next().unwrap_or(path);
        println!(
            "{file:30} {here:10.0} ns here, {there:10.0} ns in CPython, {:.2}",
            here / there
        );
        logarithms += (here / there).ln();
        count += 1.0;
    }
    println!(
        "{count} files, geometric mean {:.3} of CPython's time",
        f64::exp(logarithms / count)
    );
}

/// The time that this process had on a processor; on other systems than Linux, the time since its start.
fn processor() -> Duration {
    static BEGIN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(
        || BEGIN.get_or_init(Instant::now).elapsed(),
        Duration::from_nanos,
    )
}

/// The nanoseconds of a call.
fn measured(path: &Path) -> Option<(String, &'static str, f64)> {
    let text = std::fs::read_to_string(path).ok()?;
    let limits = Limits::default();
    let program = Module::parse(&text, &["parameter"])
        .ok()?
        .run(&mut Defaults, &limits)
        .ok()?;
    let (name, function) = ["moves", "left"]
        .into_iter()
        .find_map(|name| Some((name, program.global(name)?)))?;
    program.function(function)?;
    let start = read(program.view(program.global("start")?));
    let mut machine = program.machine();
    let mut positions = vec![start.clone()];
    let mut at = 0;
    while at < positions.len() {
        if let Data::Tuple(moves) = call(&mut machine, function, &positions[at], &limits)? {
            for entry in &moves {
                let next = next(entry, &start);
                if !positions.contains(&next) && positions.len() < 60 {
                    positions.push(next);
                }
            }
        }
        at += 1;
    }
    let (mut count, begin) = (0, processor());
    while processor() - begin < Duration::from_millis(100) {
        for _ in 0..1 + 500 / positions.len() {
            for position in &positions {
                call(&mut machine, function, position, &limits)?;
            }
            count += positions.len();
        }
    }
    Some((
        path.display().to_string(),
        name,
        (processor() - begin).as_nanos() as f64 / count as f64,
    ))
}
