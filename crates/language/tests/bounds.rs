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

#[test]
fn large_data_is_refused_before_it_is_made() {
    let texts = [
        "x = 'abc'\nwhile True: x = x + x",
        "x = [1]\nwhile True: x = x + x",
        "x = (1,)\nwhile True: x = x + x",
        "x = [1]\nwhile True: x += x",
        "x = 'a'\nwhile True: x = f'{x}{x}'",
        "x = 'abc' * 10**12",
        "x = [0] * 10**10",
        "x = (0,) * 10**30",
        "x = [0]\nx *= 10**10",
        "x = [[0] * 10**5 for i in range(10**5)]",
        "x = 1 << 10**9",
        "x = 1 << 10**30",
        "x = 10**10**6",
        "x = 10**10**60",
        "x = 7\nwhile True: x = x * x",
        "x = str(1 << 10**7)",
        "x = int('9' * 10**7)",
        "x = f'{1 << 10**7}'",
        "x = '%d' % (1 << 10**7)",
        "x = 'a'.zfill(10**10)",
        "x = 'a'.ljust(10**10)",
        "x = 'é'.center(10**10, '日')",
        "x = f'{1:>{10**10}}'",
        "x = f'{1:010000000000,}'",
        "x = '%999999999999d' % 1",
        "x = '%.999999999999d' % 1",
        "x = '{:999999999999}'.format(1)",
        "x = ('{0:1000000}' * 1000).format(1)",
        "x = ('%1000000d' * 1000) % ((1,) * 1000)",
        "x = ('a' * 10**6).replace('a', 'b' * 10**6)",
        "x = ('a' * 10**6).replace('', 'b' * 10**6)",
        "x = ('a' * 10**6).join(['b'] * 10**6)",
        "x = ('a' * 10**6).translate({97: 'b' * 10**6})",
        "x = ('a' * 10**7).split('a')",
        "x = ('a ' * 10**7).split()",
        "x = ('\\n' * 10**7).splitlines()",
        "x = ('ab' * 10**7).elems()",
        "x = list('ab' * 10**8)",
        "x = sorted(range(10**9))",
        "x = list(range(10**9))",
        "x = tuple(range(10**12))",
        "x = [*range(10**9)]",
        "x = set(range(10**9))",
        "x = {i: i for i in range(10**9)}",
        "x = [i for i in range(10**9)]",
        "x = dict.fromkeys(range(10**9))",
        "x = dict(enumerate(range(10**9)))",
        "x = list(zip(range(10**10), range(10**10)))",
        "x = list(map(lambda v: [0] * 10**6, range(10**6)))",
        "x = repr([[[0] * 1000] * 1000] * 1000)",
        "x = ((((('a' * 100,) * 100,) * 100,) * 100,) * 100,)\ny = str(x)",
        "x = 3 ** (1 << 22)\ny = {(x, n) for n in range(10**7)}",
        "from math import factorial\nx = factorial(10**8)",
        "from math import comb\nx = comb(10**9, 10**8)",
        "from math import prod\nx = prod(range(1, 10**9))",
        "from itertools import product\nx = list(product(range(1000), repeat=10))",
        "from itertools import product\nx = product('ab', repeat=10**9)",
        "from itertools import permutations\nx = list(permutations(range(20)))",
        "from itertools import combinations\nx = list(combinations(range(100), 50))",
        "from itertools import combinations_with_replacement as c\nx = c('ab', 10**10)",
        "from itertools import repeat\nx = list(repeat(1, 10**10))",
        "from itertools import cycle\nx = list(cycle('ab'))",
        "from itertools import count, cycle\nx = list(zip(cycle(count()), count()))",
        "from collections import Counter\nx = list(Counter({1: 10**10}).elements())",
        "from collections import deque\nx = deque()\nwhile True: x.append(1)",
        "from functools import reduce\nx = reduce(lambda a, b: a + a, range(10**6), 'a')",
        "from functools import cache\n@cache\ndef f(n): return n\nfor i in range(10**9): f(i)",
        "def f(*a, **b): return f(*a, *a, 1, **b)\nf(1)",
        "def g(n):\n    x = [0] * n\n    yield n\n    yield x\nx = [next(g(10**5)) and g(10**5) for n in range(10**9)]",
        "x = []\nwhile True: x = [x, x]",
        "x = []\nwhile True: x.append(lambda: x)",
        "x = ()\nfor i in range(60): x = (x, x)\nd = {x: 1}",
        "a, b = (), ()\nfor i in range(60): a, b = (a, a), (b, b)\nx = a == b",
        "x = ()\nfor i in range(60): x = (x, x)\ny = str(x)",
    ];
    each(texts, |stop, _| {
        matches!(stop, "Some(Memory)" | "Some(Steps)")
    });
}

/// A question takes time in its steps: work on long data is counted.
#[test]
fn endless_programs_are_stopped() {
    let long = "s = 'a' * 10**7\nt = 'a' * 10**7 + 'b'\nu = 3 ** (1 << 20)\nr = list(range(10**5))\nm = {n: n for n in r}\n";
    let texts = [
        "pass",
        "s == s + ''",
        "s < t",
        "t in t",
        "{t: 1}",
        "s + t",
        "t.find('b')",
        "'b' in t",
        "t.count('ab')",
        "t.index('b')",
        "t.endswith(t)",
        "t.strip('ab')",
        "t.upper()",
        "t.isalpha()",
        "t[5:]",
        "s * 3",
        "f'{s}'",
        "'%s' % s",
        "u + 1",
        "u == u + 0",
        "{u: 1}",
        "-u",
        "u * 3",
        "u & 1",
        "u >> 1",
        "abs(u)",
        "u % 7",
        "str(u % 10**3000)",
        "r + r",
        "r == r[:]",
        "r[1:]",
        "-1 in r",
        "r.index(-1) if 0 else r.count(-1)",
        "r.insert(0, r.pop(0))",
        "tuple(r)",
        "sum(r)",
        "max(r)",
        "sorted(r)",
        "r.reverse()",
        "r.sort()",
        "a, *b = r",
        "max(*r)",
        "dict(m)",
        "m == dict(m)",
        "m | m",
        "set(m) & set(m)",
        "set(m) <= set(m)",
        "m.keys() & m.keys()",
        "m.values()\n    list(m.items())",
        "-1 in m.values()",
        "m.pop(0, None)\n    m[0] = 0\n    m.pop(1)\n    m[1] = 1",
        "list(reversed(r))",
    ];
    let texts = texts.map(|text| format!("{long}while True:\n    {text}"));
    each(texts.iter().map(String::as_str), |stop, _| {
        stop == "Some(Steps)"
    });
}

#[test]
fn deep_calls_and_data_end_in_a_sentence() {
    let texts = [
        "def f(n): return f(n + 1)\nf(0)",
        "f = lambda n: g(n)\ng = lambda n: f(n)\nf(0)",
        "def f(n): return sorted([1, 2], key=f)\nf(0)",
        "def f(n): return list(map(f, [n]))\nf(0)",
        "def f(n): yield from f(n + 1)\nlist(f(0))",
        "def f(n): return max(f(k) for k in [n])\nf(0)",
        "def f(n): return [x for x in (f(k) for k in [n])]\nf(0)",
        "from functools import cache\n@cache\ndef f(n): return f(n + 1)\nf(0)",
        "from collections import defaultdict\nd = defaultdict(lambda: d[len(d)])\nd[0]",
        "from functools import reduce\ndef f(a, b): return reduce(f, [a, b, 1])\nf(0, 1)",
        "x = iter([1])\nfor i in range(10**6): x = zip(x)\nlist(x)",
        "x = ()\nfor i in range(10**6): x = (x,)\n{x: 1}",
        "x = []\nfor i in range(3 * 10**5): x = [x]\ny = []\nfor i in range(3 * 10**5): y = [y]\nx == y",
        "x = {}\nfor i in range(10**5): x = {1: x}\nstr(x)",
        "x = []\nx.append(x)\ny = []\ny.append(y)\nx == y",
    ];
    each(texts, |stop, message| stop == "None" && message != "fine");
    // Deep data is dropped without the stack.
    let steps = [
        "x = (x,)",
        "x = [x]",
        "x = {1: x}",
        "x = struct(a=x)",
        "x = (lambda x: lambda: x)(x)",
        "x = (lambda x=x: x)",
        "x = partial(len, x)",
        "x = (n for n in [x])",
        "x = iter([x])",
        "x = deque([x])",
        "x = g(x)\n    next(x)",
        "x = [x].append",
        "x = {1: x}.items()",
        "x = defaultdict(int, {1: x})",
    ];
    let imports = "from functools import partial\nfrom collections import deque, defaultdict\ndef g(y): yield 1; yield y\n";
    let texts =
        steps.map(|step| format!("{imports}x = None\nfor i in range(2 * 10**5):\n    {step}"));
    each(texts.iter().map(String::as_str), |_, message| {
        message == "fine"
    });
}

/// A loop gives back all that it no longer needs; data that contains itself is given back by the next call.
#[test]
fn memory_is_given_back() {
    let texts = [
        "for i in range(10**6): x = [i, (i, i + 1), str(i) * 8]",
        "def f(n): return {n: (n, [n])}\ny = [f(i) for i in range(300000) if i % 1000 == 0]\nassert y[7] == {7000: (7000, [7000])}",
        "s = ''\nfor i in range(10**4): s += str(i)\nassert len(s) == 38890",
        "x = list(range(10**6))\nwhile x: x.pop()\nfor i in range(9): y = list(range(10**6))",
        "from collections import deque\nq = deque()\nfor i in range(10**6):\n    q.append(i)\n    if len(q) > 9: q.popleft()",
    ];
    each(texts, |_, message| message == "fine");
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
