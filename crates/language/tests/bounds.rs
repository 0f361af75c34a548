//! Whatever is asked, one sentence comes back, and the memory of the process stays within the limit: each program runs in a
//! process of its own.

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bouton_language::{Error, Limits, Machine, Stop, Value};

use crate::common::Defaults;

const MEMORY: usize = 128 << 20;

fn limits() -> Limits {
    Limits {
        memory: MEMORY,
        depth: 1000,
        ..Limits::default()
    }
}

fn run(text: &str) -> Result<(), Error> {
    Machine::new(Box::new(Defaults)).read(text, &limits())
}

/// The most bytes that this process has held, where the system tells.
fn most() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    number.unwrap_or(0_usize) << 10
}

/// The process of the other tests: runs the program in `PROGRAM`.
#[test]
fn child() {
    if let Ok(text) = std::env::var("PROGRAM") {
        let done = run(&text);
        let stop = done.as_ref().err().and_then(Error::stop);
        let message = done
            .err()
            .map_or_else(|| "fine".to_owned(), |error| error.message().to_owned());
        println!("\n=> {stop:?}: {message} ({} KB)", most() >> 10);
    }
}

/// Runs a program on its own, with a small stack: the limit that it reaches, and the message.
fn told(text: &str) -> (String, String) {
    let mut child = Command::new(std::env::current_exe().expect("tests are a program"));
    child.args(["--exact", "bounds::child", "--nocapture"]);
    let output = child
        .env("PROGRAM", text)
        .env("RUST_MIN_STACK", "1048576")
        .output()
        .expect("it runs");
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    let Some(line) = shown.lines().find_map(|line| line.strip_prefix("=> ")) else {
        return (
            "crash".into(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        );
    };
    let (line, memory) = line
        .strip_suffix(" KB)")
        .and_then(|line| line.rsplit_once(" ("))
        .expect("the memory is last");
    let memory = memory.parse::<usize>().expect("a number") << 10;
    if memory > MEMORY + MEMORY / 10 + (20 << 20) {
        return ("memory".into(), format!("{} MB", memory >> 20));
    }
    let (stop, message) = line.split_once(": ").expect("a message is there");
    assert!(message.len() < 300, "{text}: {message}");
    (stop.to_owned(), message.to_owned())
}

/// Runs programs, and lists those whose end is another one.
fn each<'t>(texts: impl IntoIterator<Item = &'t str>, expected: impl Fn(&str, &str) -> bool) {
    let wrong = texts.into_iter().filter_map(|text| {
        let (stop, message) = told(text);
        (!expected(&stop, &message)).then(|| format!("{text}\n  {stop}: {message}\n"))
    });
    let wrong: String = wrong.collect();
    assert!(wrong.is_empty(), "{wrong}");
}

/// The programs of a part of `bounds.txt`, between empty lines.
fn programs(part: &str) -> impl Iterator<Item = &'static str> {
    let parts = include_str!("bounds.txt").split("# ");
    let mut found = parts.filter_map(|text| text.strip_prefix(part)?.strip_prefix("\n\n"));
    let programs = found.next().expect("a part of the file");
    programs.trim_end().split("\n\n")
}

#[test]
fn large_data_is_refused_before_it_is_made() {
    each(programs("large data"), |stop, _| {
        matches!(stop, "Some(Memory)" | "Some(Steps)")
    });
}

/// A question takes time in its steps: work on long data is counted.
#[test]
fn endless_programs_are_stopped() {
    let long = "s = 'a' * 10**7\nt = 'a' * 10**7 + 'b'\nu = 3 ** (1 << 20)\nr = list(range(10**5))\nm = {n: n for n in r}\n";
    let texts = programs("endless steps").map(|text| format!("{long}while True:\n    {text}"));
    let texts: Vec<_> = texts.collect();
    each(texts.iter().map(String::as_str), |stop, _| {
        stop == "Some(Steps)"
    });
}

#[test]
fn deep_calls_and_data_end_in_a_sentence() {
    each(programs("deep calls and data"), |stop, message| {
        stop == "None" && message != "fine"
    });
    // Deep data is dropped without the stack.
    let imports = "from functools import partial\nfrom collections import deque, defaultdict\ndef g(y): yield 1; yield y\n";
    let texts = programs("deep data that is dropped")
        .map(|step| format!("{imports}x = None\nfor i in range(2 * 10**5):\n    {step}"));
    let texts: Vec<_> = texts.collect();
    each(texts.iter().map(String::as_str), |_, message| {
        message == "fine"
    });
}

/// A loop gives back all that it no longer needs; data that contains itself is given back by the next call.
#[test]
fn memory_is_given_back() {
    each(programs("memory that is given back"), |_, message| {
        message == "fine"
    });
    let mut machine = Machine::new(Box::new(Defaults));
    machine
        .read(
            "def f(n):\n    x = [0] * n\n    x.append(x)\n    y = lambda: y\n    return n",
            &limits(),
        )
        .unwrap();
    let f = machine.get("f").unwrap().clone();
    for _ in 0..100 {
        machine
            .ask(&f, &[Value::Int(1_000_000)], &limits())
            .unwrap();
    }
    assert!(
        bouton_language::used() < 40 << 20,
        "{}",
        bouton_language::used()
    );
}

#[test]
fn texts_are_nested_only_so_deep() {
    let nested = [
        ("(", ")"),
        ("[", "]"),
        ("{1: ", "}"),
        ("f(", ")"),
        ("-", ""),
        ("not ", ""),
        ("lambda: ", ""),
        ("x[", "]"),
        ("1 if 1 else ", ""),
        ("2 ** ", ""),
        ("[x for x in [", "]]"),
        ("(1 < ", ")"),
        ("f'{", "}'"),
        ("f\"{f'{", "}'}\""),
    ];
    for (open, close) in nested {
        for depth in [10, 50, 100, 190, 1000, 100_000] {
            let text = format!(
                "f = x = len\ny = lambda: {}1{}\n",
                open.repeat(depth),
                close.repeat(depth)
            );
            let done = std::thread::Builder::new()
                .stack_size(1 << 20)
                .spawn(move || run(&text));
            let done = done.unwrap().join().expect("no panic");
            assert!(depth < 1000 || done.is_err(), "{open}");
        }
    }
    let blocks = |n: usize, head: &str| {
        (0..n)
            .map(|k| format!("{}{head}\n", " ".repeat(k)))
            .collect::<String>()
    };
    for head in ["if 1:", "for i in [1]:", "while 0:", "def f():"] {
        assert!(
            run(&(blocks(20, head) + &" ".repeat(20) + "pass")).is_ok(),
            "{head}"
        );
        assert!(
            run(&(blocks(5000, head) + &" ".repeat(5000) + "pass")).is_err(),
            "{head}"
        );
    }
    for text in [
        format!("x = 1{}", ".a".repeat(100_000)),
        format!("x = len{}", "()".repeat(100_000)),
        format!("x = f'{}'", "{x:".repeat(1000)),
        "(".repeat(100_000),
    ] {
        assert!(run(&text).is_err(), "{:?}", &text[..40]);
    }
    // Long chains are no nesting.
    for text in [
        format!("x = 1{}", " + 1".repeat(500)),
        format!("x = 1{}", " and 1".repeat(500)),
        format!("x = 1{}", " < 1".repeat(500)),
        format!("if 0: pass\n{}", "elif 0: pass\n".repeat(90)),
        format!("x = [{}]", "1, ".repeat(100_000)),
        format!("x = {{{}}}", "1: 2, ".repeat(50_000)),
        format!("x = {}", "'a' ".repeat(50_000)),
    ] {
        let done = run(&text);
        assert!(done.is_ok(), "{:?}: {done:?}", &text[..40]);
    }
}

/// The flag is asked for while built-ins work, too.
#[test]
fn the_flag_is_asked() {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let ask = move || (counter.fetch_add(1, Ordering::Relaxed) >= 10).then(|| "enough".to_owned());
    let limits = Limits {
        ask: Arc::new(ask),
        ..limits()
    };
    let text = "x = 3\nfor i in range(100000): x = x * x % (1 << 4000)";
    let error = Machine::new(Box::new(Defaults))
        .read(text, &limits)
        .unwrap_err();
    assert_eq!(
        (error.stop(), error.message()),
        (Some(Stop::Asked), "enough")
    );
    assert_eq!(asked.load(Ordering::Relaxed), 11);
}

/// The steps of a call are the same after other calls, though results are kept.
#[test]
fn limits_do_not_depend_on_what_was_before() {
    let text = "from functools import cache\n@cache\ndef f(n): return 1 if n < 2 else f(n - 1) + f(n - 2)\n\
                @cache\ndef g(n): return [f(n), sum(f(k) for k in range(n)), 'ab' * n, [0] * n]\n";
    let machine = || {
        let mut machine = Machine::new(Box::new(Defaults));
        machine.read(text, &limits()).unwrap();
        machine
    };
    let steps = |machine: &mut Machine, n: i64| {
        let g = machine.get("g").unwrap().clone();
        machine.ask(&g, &[Value::Int(n)], &limits()).unwrap();
        bouton_language::taken()
    };
    let mut warm = machine();
    for n in [50, 3, 51, 90, 3, 50, 90] {
        assert_eq!(steps(&mut warm, n), steps(&mut machine(), n), "{n}");
    }
    // Nor does the depth.
    let short = Limits {
        depth: 60,
        ..limits()
    };
    let f = warm.get("f").unwrap().clone();
    assert!(warm.ask(&f, &[Value::Int(80)], &short).is_err());
    assert!(warm.ask(&f, &[Value::Int(50)], &short).is_ok());
}

/// A limit that is reached while keys are compared is no other answer: each number of steps gives the value or a limit.
#[test]
fn a_limit_is_no_answer() {
    let text = "d = {(1, 'a' * 9, (2, 3)): 1}\ndef f(n): return (n, 'a' * 9, (2, 3)) in d\n";
    let mut machine = Machine::new(Box::new(Defaults));
    machine.read(text, &limits()).unwrap();
    let f = machine.get("f").unwrap().clone();
    let results = (0..40).map(|steps| {
        let limits = Limits { steps, ..limits() };
        machine
            .ask(&f, &[Value::Int(1)], &limits)
            .map(|value| value.truth())
    });
    let results: Vec<_> = results.collect();
    assert!(
        !results.contains(&Ok(false)) && results.contains(&Ok(true)),
        "{results:?}"
    );
}
