//! The host's side: names, values both ways, lines printed, callers, what lasts from call to call.

use std::cell::RefCell;
use std::rc::Rc;

use bouton_language::{Error, Host, Limits, Machine, Value};

const TEXT: &str = "\
TABLE = {'a': (1, 2), 'b': [3]}
BIG = 2 ** 70
SIZE = parameter('size', 3)
def moves(position, depth=3, *rest, label='x'):
    print('moves', position)
    return [(label, position[:1] + (k,)) for k in range(SIZE)]
def broken(n):
    return inner(n)
def inner(n):
    return n + 'a'
def cyclic(n):
    a = [n]
    b = {1: a}
    a.append(b)
    return a
def grow():
    TABLE['b'].append(1)
";

/// Keeps the lines, and gives each parameter the value 2.
#[derive(Clone, Default)]
struct Lines(Rc<RefCell<Vec<String>>>);

impl Host for Lines {
    fn print(&mut self, line: &str) {
        self.0.borrow_mut().push(line.to_owned());
    }
    fn parameter(&mut self, name: &str, default: &Value) -> Result<Value, Error> {
        self.print(&format!("{name} {default:?}"));
        Ok(Value::Int(2))
    }
}

fn machine() -> (Machine, Lines) {
    let lines = Lines::default();
    let mut machine = Machine::new(Box::new(lines.clone()));
    machine.read(TEXT, &Limits::default()).unwrap();
    (machine, lines)
}

fn ask(machine: &mut Machine, name: &str, arguments: &[Value]) -> Result<Value, Error> {
    let function = machine.get(name).unwrap().clone();
    machine.ask(&function, arguments, &Limits::default())
}

#[test]
fn values_go_both_ways() {
    let (mut machine, lines) = machine();
    assert_eq!(machine.names().count(), 8);
    assert!(
        machine
            .get("BIG")
            .unwrap()
            .as_big()
            .is_some_and(|n| n.bits() == 71)
    );
    let position = Value::tuple([Value::str("ab").unwrap(), Value::Int(5)]).unwrap();
    let listed = ask(&mut machine, "moves", &[position]).unwrap();
    let items = listed.items().unwrap();
    assert_eq!(items.len(), 2);
    let pair = items[1].items().unwrap();
    assert_eq!(pair[0].as_str(), Some("x"));
    assert_eq!(pair[1].items().unwrap()[1].as_int(), Some(1));
    assert_eq!(*lines.0.borrow(), ["size 3", "moves ('ab', 5)"]);
}

#[test]
fn errors_name_the_callers() {
    let (mut machine, _) = machine();
    let error = ask(&mut machine, "broken", &[Value::Int(1)]).unwrap_err();
    assert_eq!(&TEXT[error.span().unwrap()], "n + 'a'");
    let callers: Vec<&str> = error
        .callers()
        .iter()
        .map(|caller| &TEXT[caller.1.clone()])
        .collect();
    assert_eq!(callers, ["inner(n)"]);
    // The machine goes on after an error, and what is defined outside of functions stays.
    assert!(
        ask(&mut machine, "grow", &[])
            .unwrap_err()
            .message()
            .contains("cannot be changed")
    );
    assert!(ask(&mut machine, "moves", &[Value::tuple([]).unwrap()]).is_ok());
    assert!(ask(&mut machine, "moves", &[]).is_err());
}

/// The result of a call stays while the host holds it, though it contains itself.
#[test]
fn results_last() {
    let (mut machine, _) = machine();
    let first = ask(&mut machine, "cyclic", &[Value::Int(7)]).unwrap();
    let second = ask(&mut machine, "cyclic", std::slice::from_ref(&first)).unwrap();
    assert_eq!(first.items().unwrap()[0].as_int(), Some(7));
    assert_eq!(second.items().unwrap()[0].items().unwrap().len(), 2);
}
