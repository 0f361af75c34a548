//! Whatever is asked, one sentence comes back, and the memory stays within the limit: an allocator counts it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use bouton_language::{Error, Limits, Module, NoHost, Stop};

struct Counting;

thread_local! {
    /// Bytes that this thread holds now, and the most so far.
    static HELD: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

fn count(bytes: i64) {
    // A thread that ends has nothing to count.
    let _ = HELD.try_with(|held| {
        let (now, most) = held.get();
        held.set((now + bytes, most.max(now + bytes)));
    });
}

#[expect(
    unsafe_code,
    reason = "an allocator that counts what the interpreter takes; it passes everything on"
)]
// SAFETY: all calls go to the allocator of the system, with what was given.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as i64);
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        count(-(layout.size() as i64));
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(place, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

const MEMORY: u64 = 64 << 20;

fn limits() -> Limits {
    Limits {
        steps: 20_000_000,
        memory: MEMORY,
        depth: 1000,
        ask: None,
        garbage: 8 << 20,
    }
}

/// The result of running statements, and the most bytes held meanwhile.
fn run(text: &str) -> (Result<(), Box<Error>>, i64) {
    let before = HELD.with(|held| {
        held.set((held.get().0, held.get().0));
        held.get().0
    });
    let done = Module::parse(text, &[]).and_then(|module| module.run(&mut NoHost, &limits()));
    let most = HELD.with(|held| held.get().1) - before;
    (done.map(|_| ()), most)
}

/// Runs statements that reach a limit.
fn stopped(text: &str) -> Stop {
    let (done, most) = run(text);
    // The interpreter itself and the text need some.
    assert!(
        most < (MEMORY + MEMORY / 10) as i64 + (1 << 20),
        "{text}: {most} bytes"
    );
    let error = done.expect_err(text);
    assert!(
        error.message().len() < 300 && !error.message().contains('\n'),
        "{error}"
    );
    error.stop().unwrap_or_else(|| panic!("{text}: {error}"))
}

/// Runs statements that end.
fn ends(text: &str) {
    let (done, most) = run(text);
    assert!(
        most < (MEMORY + MEMORY / 10) as i64 + (1 << 20),
        "{text}: {most} bytes"
    );
    if let Err(error) = done {
        panic!("{text}: {error}");
    }
}

#[test]
fn large_data_is_refused_before_it_is_made() {
    for text in [
        "x = 'abc'\nfor i in range(100):\n    x = x + x",
        "x = [1]\nfor i in range(100):\n    x = x + x",
        "x = (1,)\nfor i in range(100):\n    x = x + x",
        "x = [1]\nwhile True:\n    x += x",
        "x = 'abc' * 10**12",
        "x = [0] * 10**10",
        "x = (0,) * 10**10",
        "x = 'abc' * 10**30",
        "x = 1 << 10**9",
        "x = 1 << 10**30",
        "x = 10**10**6",
        "x = 10**10**60",
        "x = 7\nwhile True:\n    x = x * x",
        "x = str(1 << 10**7)",
        "x = int('9' * 10**7)",
        "x = f'{1 << 10**7}'",
        "x = '%d' % (1 << 10**7)",
        "x = 'a'.zfill(10**10)",
        "x = 'a'.ljust(10**10)",
        "x = f'{1:>{10**10}}'",
        "x = '%999999999999d' % 1",
        "x = '{:999999999999}'.format(1)",
        "x = ('a' * 10**6).replace('a', 'b' * 10**6)",
        "x = ('a' * 10**6).join(['b'] * 10**6)",
        "x = sorted(range(10**9))",
        "x = list(range(10**9))",
        "x = tuple(range(10**12))",
        "x = set(range(10**9))",
        "x = sum(range(10**12))",
        "x = max(range(10**12))",
        "x = {i: i for i in range(10**9)}",
        "x = [i for i in range(10**9)]",
        "x = 10**9 in [i for i in range(10**12)]",
        "x = pow(3, 1 << 10**6, (1 << 10**6) + 1)",
        "x = pow(2, 10**12)",
        "from math import factorial\nx = factorial(10**8)",
        "from math import comb\nx = comb(10**9, 10**8)",
        "from itertools import product\nx = list(product(range(1000), repeat=10))",
        "from itertools import product\nx = list(product('ab', repeat=10**9))",
        "from itertools import permutations\nx = list(permutations(range(20)))",
        "from itertools import combinations\nx = list(combinations(range(100), 50))",
        "from itertools import repeat\nx = list(repeat(1, 10**10))",
        "from collections import deque\nx = deque()\nwhile True:\n    x.append(1)",
        "x = {}\nn = 0\nwhile True:\n    n += 1\n    x[n] = n",
        "x = set()\nn = 0\nwhile True:\n    n += 1\n    x.add(str(n))",
        "x = []\nwhile True:\n    x.append(x)",
        "x = []\nwhile True:\n    x = [x]",
        "x = ()\nwhile True:\n    x = (x,)",
        "def f():\n    while True:\n        yield 1\nx = f()",
        "while True:\n    print('a' * 1000)",
        "x = ()\nfor i in range(60):\n    x = (x, x)\nx == (x, 1)\ny = repr(x)",
        "x = ()\nfor i in range(60):\n    x = (x, x)\nd = {x: 1}",
        "a, b = (), ()\nfor i in range(60):\n    a, b = (a, a), (b, b)\nx = a == b",
        "from collections import Counter\nx = list(Counter({1: 10**10}).elements())",
        "x = [[0] * 10**5 for i in range(10**5)]",
        "x = 'a b ' * 10**7\ny = x.split()",
        "x = map(lambda v: [0] * 10**6, range(10**6))",
        "x = list(zip(range(10**10), range(10**10)))",
        "from functools import reduce\nx = reduce(lambda a, b: a + a, range(10**6), 'a')",
        "from functools import cache\n@cache\ndef f(n):\n    return n\nfor i in range(10**9):\n    f(i)",
    ] {
        let stop = stopped(text);
        assert!(
            matches!(stop, Stop::Memory | Stop::Steps),
            "{text}: {stop:?}"
        );
    }
}

#[test]
fn endless_programs_are_stopped() {
    for text in [
        "while True:\n    pass",
        "for i in range(10**15):\n    x = i",
        "def f():\n    while 1: pass\nf()",
        "x = 0\nwhile x < 10**15: x += 1",
    ] {
        assert_eq!(stopped(text), Stop::Steps, "{text}");
    }
    for text in [
        "def f(n):\n    return f(n + 1)\nf(0)",
        "f = lambda n: g(n)\ng = lambda n: f(n)\nf(0)",
        "def f(n):\n    return sorted([1, 2], key=f)\nf(0)",
        "def f(n):\n    return list(map(f, [n]))\nf(0)",
        "from functools import cache\n@cache\ndef f(n):\n    return f(n + 1)\nf(0)",
        "from collections import defaultdict\nd = defaultdict(lambda: d[len(d)])\nd[0]",
        "from functools import reduce\ndef f(a, b):\n    return reduce(f, [a, b, 1])\nf(0, 1)",
    ] {
        assert_eq!(stopped(text), Stop::Depth, "{text}");
    }
}

/// A million levels of tuples, in a tenth of the memory that is there.
#[test]
fn deep_data_needs_no_stack() {
    let deep = "x = ()\ny = ()\nfor i in range(400000):\n    x = (x,)\n    y = (y,)\n";
    ends(&format!(
        "{deep}assert x == y\nassert not (x < y)\nd = {{x: 1}}\nassert d[y] == 1"
    ));
    ends(
        "x = 1\nfor i in range(300000):\n    x = [x]\ny = x == [1]\nz = str(x)\nassert len(z) == 600001",
    );
    ends("x = None\nfor i in range(100000):\n    x = {1: x}\ny = repr(x)");
    ends("x = 0\nfor i in range(100000):\n    x = (i, x)\nassert max(x, (5, x)) == x");
    // Frozensets of frozensets and iterators of iterators are bounded.
    for text in [
        "x = frozenset()\nfor i in range(1000):\n    x = frozenset([x])\ny = frozenset()\nfor i in range(1000):\n    y = frozenset([y])\nz = x == y",
        "x = iter([1])\nfor i in range(100000):\n    x = zip(x)\ny = list(x)",
        "x = iter([1])\nfor i in range(100000):\n    x = enumerate(x)\ny = list(x)",
    ] {
        let (done, _) = run(text);
        assert!(
            done.is_err_and(|error| error.message().contains("nested too deeply")),
            "{text}"
        );
    }
}

/// A loop gives back the data that it no longer needs.
#[test]
fn garbage_is_dropped() {
    ends("for i in range(1000000):\n    x = [i, (i, i + 1), str(i) * 8]");
    ends(
        "def f(n):\n    return {n: (n, [n])}\ny = []\nfor i in range(300000):\n    x = f(i)\n    if i % 1000 == 0:\n        y.append(x)\nassert len(y) == 300\nassert y[7] == {7000: (7000, [7000])}",
    );
    ends(
        "from functools import cache\n@cache\ndef f(n):\n    return (n, [n] * 10) if n < 1 else (n, f(n - 1)[1])\ndef g(n):\n    return sorted(range(n), key=lambda v: [v] * 100)[0] + f(n)[0]\nfor i in range(1, 401):\n    x = g(i)\nassert x == 400",
    );
    ends(
        "s = ''\nfor i in range(100000):\n    s += str(i)\nt = s + s\nassert len(t) == 2 * 488890",
    );
}

/// A million calls one after the other are no nesting.
#[test]
fn calls_are_on_the_heap() {
    let limits = Limits {
        depth: 200_000,
        memory: 1 << 30,
        ..limits()
    };
    let text = "def f(n):\n    return 0 if n == 0 else 1 + f(n - 1)\nassert f(100000) == 100000\n";
    Module::parse(text, &[])
        .unwrap()
        .run(&mut NoHost, &limits)
        .unwrap();
}

/// Texts that are nested as deeply as allowed need less than a mebibyte of stack.
#[test]
fn nested_texts_need_little_stack() {
    let done = std::thread::Builder::new().stack_size(1 << 20).spawn(|| {
        for (open, close) in [
            ("(1 + ", ")"),
            ("[", "]"),
            ("{1: ", "}"),
            ("f(", ")"),
            ("not -", ""),
            ("(lambda: ", ")"),
            ("(1 if 1 else ", ")"),
            ("(1 < ", ")"),
            ("[x for x in [", "]]"),
            ("len(x)[", "]"),
        ] {
            for depth in [30, 60, 90, 120, 150, 180, 198] {
                let text = format!(
                    "f = len\nx = [1]\ny = lambda: {}1{}\n",
                    open.repeat(depth),
                    close.repeat(depth)
                );
                let _ = Module::parse(&text, &[])
                    .and_then(|module| module.run(&mut NoHost, &limits()).map(|_| ()));
            }
        }
        let text: String = (0..99)
            .map(|n| {
                format!(
                    "{}{}\n",
                    " ".repeat(n),
                    if n % 2 == 0 { "if 1:" } else { "for i in [1]:" }
                )
            })
            .collect();
        let text = format!("{text}{}pass\n", " ".repeat(99));
        assert!(
            Module::parse(&text, &[])
                .and_then(|module| module.run(&mut NoHost, &limits()))
                .is_ok()
        );
        let text: String = (0..99)
            .map(|n| format!("{}def f{n}():\n", " ".repeat(n)))
            .collect();
        let text = format!("{text}{}pass\n", " ".repeat(99));
        assert!(
            Module::parse(&text, &[])
                .and_then(|module| module.run(&mut NoHost, &limits()))
                .is_ok()
        );
    });
    done.unwrap().join().unwrap();
}

#[test]
fn deep_texts_are_refused() {
    for (open, close) in [
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
        ("(yield ", ")"),
    ] {
        for depth in [1000, 100_000] {
            let text = format!("x = {}1{}\n", open.repeat(depth), close.repeat(depth));
            let (done, _) = run(&text);
            let error = done.expect_err(open);
            let expected = ["nested more than", "stands in a function", "not defined"];
            assert!(
                expected.iter().any(|part| error.message().contains(part)),
                "{open}: {error}"
            );
        }
    }
    for text in [
        format!("x = 1{}", ".a".repeat(100_000)),
        format!("x = f{}", "()".repeat(100_000)),
        format!("x = f'{}'", "{x:".repeat(1000)),
        (0..1000)
            .map(|n| format!("{}if 1:\n", " ".repeat(n)))
            .collect(),
        "x = '".into(),
        "(".repeat(100_000),
        ")".repeat(100_000),
        "x = ".into(),
        "\u{0}".into(),
        "x = 1\n  y = 2\n".into(),
        "def f(".into(),
        "@".into(),
        "x = {".into(),
        "for".into(),
        "\\".into(),
        "f'{'".into(),
        "f'{x!'".into(),
        "'\\".into(),
        "'\\u12".into(),
        "0x".into(),
        "1__0".into(),
    ] {
        assert!(run(&text).0.is_err(), "{:?}", &text[..text.len().min(40)]);
    }
    // Long chains are no nesting.
    ends(&format!("x = 1{}", " + 1".repeat(50_000)));
    ends(&format!("x = 1{}", " and 1".repeat(10_000)));
    ends(&format!("if 0: pass\n{}", "elif 0: pass\n".repeat(10_000)));
    ends(&format!("x = [{}]", "1, ".repeat(100_000)));
    ends(&format!("x = {{{}}}", "1: 2, ".repeat(50_000)));
}

/// Limits are asked for while built-ins work, too.
#[test]
fn the_flag_is_asked() {
    let asked = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = asked.clone();
    let ask: bouton_language::Ask = std::sync::Arc::new(move || {
        counter.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= 10
    });
    let limits = Limits {
        ask: Some(ask),
        ..limits()
    };
    let text = "x = 3\nfor i in range(100000):\n    x = x * x % (1 << 4000)";
    let error = Module::parse(text, &[])
        .unwrap()
        .run(&mut NoHost, &limits)
        .unwrap_err();
    assert_eq!(error.stop(), Some(Stop::Asked));
    assert_eq!(asked.load(std::sync::atomic::Ordering::Relaxed), 11);
}

/// The steps of a call are the same after other calls.
#[test]
fn steps_do_not_depend_on_what_was_before() {
    let text = "from functools import cache\n@cache\ndef f(n):\n    return 1 if n < 2 else f(n - 1) + f(n - 2)\ndef g(n):\n    return [f(n), 'ab' * n, [0] * n]\n";
    let program = Module::parse(text, &[])
        .unwrap()
        .run(&mut NoHost, &limits())
        .unwrap();
    let function = program.global("g").unwrap();
    let mut machine = program.machine();
    let mut costs = Vec::new();
    for n in [50, 3, 90, 50, 3, 90] {
        machine.begin(&limits());
        machine
            .call(function, &[bouton_language::Value::Int(n)], &mut NoHost)
            .unwrap();
        costs.push((machine.data().steps(), machine.data().memory()));
    }
    assert_eq!(costs[..3], costs[3..]);
}
