//! The host's side: functions, data both ways, lines printed, callers, threads.

use std::sync::Arc;

use bouton_language::{Done, Heap, Host, Limits, Machine, Module, NoHost, Program, Value, View};

const TEXT: &str = "\
TABLE = {'a': (1, 2), 'b': [3]}
BIG = 2 ** 70
def moves(position, depth=3, *rest, label='x'):
    print('moves', position)
    return [(label, position[:1] + (k,)) for k in range(2)]
def broken(n):
    return inner(n)
def inner(n):
    return n + 'a'
def shared():
    return struct(a=1, b={2: 'long enough not to be short'})
";

fn program() -> Arc<Program> {
    Module::parse(TEXT, &[])
        .unwrap()
        .run(&mut NoHost, &Limits::default())
        .unwrap()
}

#[test]
fn programs_and_machines_go_to_other_threads() {
    fn sends<T: Send>() {}
    fn shares<T: Send + Sync>() {}
    shares::<Program>();
    sends::<Machine>();
    let program = program();
    let threads: Vec<_> = (0..2)
        .map(|_| {
            let program = program.clone();
            std::thread::spawn(move || {
                let mut machine = program.machine();
                machine.begin(&Limits::default());
                let shared = program.global("shared").unwrap();
                let value = machine.call_plain(shared, &[]).unwrap();
                let mut text = String::new();
                machine.heap().write_repr(value, &mut text).unwrap();
                text
            })
        })
        .collect();
    for thread in threads {
        assert_eq!(
            thread.join().unwrap(),
            "struct(a=1, b={2: 'long enough not to be short'})"
        );
    }
}

#[test]
fn functions_are_described() {
    let program = program();
    let moves = program.function(program.global("moves").unwrap()).unwrap();
    assert_eq!(moves.name, "moves");
    assert_eq!(moves.parameters, ["position", "depth", "*rest", "label"]);
    assert_eq!((moves.required, moves.line), (1, 3));
    assert!(TEXT[moves.span].starts_with("def moves("));
    assert!(matches!(program.view(moves.defaults[0]), View::Int(3)));
    assert!(program.function(program.global("BIG").unwrap()).is_none());
    let names: Vec<&str> = program.names().collect();
    assert_eq!(names.len(), 6);
    assert!(matches!(program.view(program.global("BIG").unwrap()), View::Big(n) if n.bits() == 71));
}

#[test]
fn data_goes_both_ways() {
    let program = program();
    let mut machine = program.machine();
    machine.begin(&Limits::default());
    let heap = machine.heap();
    let word = heap.string("ab").unwrap();
    let position = heap.tuple(&[word, Value::Int(5)]).unwrap();
    let listed = machine
        .call_plain(program.global("moves").unwrap(), &[position])
        .unwrap();
    let View::List(items) = machine.view(listed) else {
        panic!()
    };
    assert_eq!(items.len(), 2);
    for (n, item) in items.iter().enumerate() {
        let View::Tuple(pair) = item else { panic!() };
        let mut pair = pair.iter();
        assert!(matches!(pair.next(), Some(View::Short(label)) if label.text() == "x"));
        let Some(View::Tuple(next)) = pair.next() else {
            panic!()
        };
        assert!(matches!(next.iter().nth(1), Some(View::Int(k)) if k == n as i64));
    }
    assert_eq!(machine.printed(), ["moves ('ab', 5)"]);
}

#[test]
fn errors_name_the_callers() {
    let program = program();
    let mut machine = program.machine();
    machine.begin(&Limits::default());
    let error = machine
        .call_plain(program.global("broken").unwrap(), &[Value::Int(1)])
        .unwrap_err();
    assert_eq!(error.line_and_column(), (9, 12));
    assert_eq!(&TEXT[error.span()], "n + 'a'");
    let callers: Vec<_> = error
        .callers()
        .iter()
        .map(|caller| (caller.function.as_str(), caller.line))
        .collect();
    assert_eq!(callers, [("inner", 9), ("broken", 7)]);
    // The machine goes on after an error.
    machine.begin(&Limits::default());
    assert!(
        machine
            .call_plain(program.global("shared").unwrap(), &[])
            .is_ok()
    );
}

/// Data that only the reading of a file needed is not copied to machines.
#[test]
fn what_nothing_needs_is_dropped() {
    let text = "def make():\n    return [str(n) * 20 for n in range(10000)]\nx = make()[:2] + [(1, (2, 'kept for good'))]\nd = {k: [k] for k in x[:2]}\nf = (lambda v: lambda: (v, d))(x)\n";
    let limits = Limits::default();
    let program = Module::parse(text, &[])
        .unwrap()
        .run(&mut NoHost, &limits)
        .unwrap();
    let mut machine = program.machine();
    machine.begin(&limits);
    let value = machine
        .call_plain(program.global("f").unwrap(), &[])
        .unwrap();
    let mut shown = String::new();
    machine.heap().write_repr(value, &mut shown).unwrap();
    let (zeros, ones) = ("0".repeat(20), "1".repeat(20));
    assert_eq!(
        shown,
        format!(
            "(['{zeros}', '{ones}', (1, (2, 'kept for good'))], {{'{zeros}': ['{zeros}'], '{ones}': ['{ones}']}})"
        )
    );
    let held = format!("{:?}", program.heap());
    assert!(held.contains("lists: 3"), "{held}");
}

/// A host that gives each of its functions a text.
struct Echo;

impl Host for Echo {
    fn call(
        &mut self,
        native: usize,
        args: &[Value],
        named: &[(Value, Value)],
        heap: &mut Heap,
    ) -> Done<Value> {
        let text = format!("{native}:{}:{}", args.len(), named.len());
        heap.string(&text)
    }
}

#[test]
fn natives_are_called_with_names() {
    let text = "from bouton.rules import parameter\nx = parameter('a', 1)\ny = other(b=2)\nz = [parameter(k) for k in 'ab']\n";
    let program = Module::parse(text, &["parameter", "other"])
        .unwrap()
        .run(&mut Echo, &Limits::default())
        .unwrap();
    let shown = |name: &str| match program.view(program.global(name).unwrap()) {
        View::Short(text) => text.text().to_owned(),
        other => format!("{other:?}"),
    };
    assert_eq!((shown("x"), shown("y")), ("0:2:0".into(), "1:0:1".into()));
}
