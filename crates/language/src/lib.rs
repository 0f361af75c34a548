//! A fast evaluator for the functions of rule files, which are written in a subset of Starlark.
//!
//! It never gives an error. Anything that it does not know, and everything unusual, is a [`Bail`]: then the caller asks the
//! `starlark` crate, which gives the answer or the message. That is sound because a call changes nothing: after a file is read, its
//! globals are frozen, and `print` is not known here.
//!
//! ```
//! use bouton_language::{Global, Program, Value};
//! let text = "def ways(n):\n    return [n - k for k in TAKEN if k <= n]";
//! let program = Program::compile(text, &mut |name, heap| match name {
//!     "TAKEN" => heap.tuple(&[Value::Int(1), Value::Int(2)]).map_or(Global::Unknown, Global::Value),
//!     _ => Global::Absent,
//! });
//! let program = program.unwrap();
//! let ways = program.function("ways").unwrap();
//! let mut machine = program.machine();
//! let list = machine.call(ways, |_| Ok([Value::Int(7)])).unwrap();
//! let items = machine.heap().items(&list).unwrap();
//! assert!(matches!(items, [Value::Int(6), Value::Int(5)]));
//! ```
//!
//! | part | contents |
//! |---|---|
//! | `token`, `parser`, `tree` | the text as a tree |
//! | `compiler`, `node` | names become variables, constants or functions |
//! | `ops` | the functions as operations on registers, of 8 bytes each |
//! | `value` | values of 16 bytes; short strings are stored in them |
//! | `heap` | everything longer, dropped at once after a call; steps and memory are counted there |
//! | `evaluator`, `builtins` | evaluation |
//!
//! There is no `unsafe` code. Statements that a person types once, and programs with floats, sets or closures, are not for
//! this crate.

mod builtins;
mod compiler;
mod evaluator;
mod heap;
mod node;
mod ops;
mod parser;
mod token;
mod tree;
mod value;

use std::collections::HashMap;
use std::sync::Arc;

pub use compiler::Global;
use evaluator::{REGISTERS, Run};
pub use heap::{Bail, Heap};
pub use value::{Long, Short, Span, Value};

use ops::Code;

/// The compiled functions of a file.
#[derive(Debug)]
pub struct Program {
    names: HashMap<String, u32>,
    codes: Vec<Option<Code>>,
    /// The constants.
    heap: Heap,
}

impl Program {
    /// Compiles a text that Starlark has accepted; `None` if it has a construct that is not known here. `global` gives the
    /// values of names at the top level that are no functions, on the heap of constants.
    pub fn compile(
        text: &str,
        global: &mut dyn FnMut(&str, &mut Heap) -> Global,
    ) -> Option<Arc<Self>> {
        let statements = parser::parse(text)?;
        let mut heap = Heap::default();
        heap.reset();
        let functions = compiler::compile(&statements, &mut heap, global);
        heap.freeze();
        Some(Arc::new(Self {
            names: functions.names,
            codes: functions.codes,
            heap,
        }))
    }

    /// A function, if it can be called here; one parameter each is an argument of [`Machine::call`].
    pub fn function(&self, name: &str) -> Option<usize> {
        let place = *self.names.get(name)? as usize;
        self.codes[place].as_ref().map(|_| place)
    }

    /// The names of its functions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// A machine for calls.
    pub fn machine(self: &Arc<Self>) -> Machine {
        Machine {
            program: self.clone(),
            heap: self.heap.clone(),
            registers: registers(),
        }
    }
}

/// Calls the functions of a program, one after the other.
#[derive(Debug)]
pub struct Machine {
    program: Arc<Program>,
    heap: Heap,
    registers: Box<[Value; REGISTERS]>,
}

/// Registers, made on the heap: they are too large for the stack.
fn registers() -> Box<[Value; REGISTERS]> {
    let registers = vec![Value::Unset; REGISTERS].into_boxed_slice();
    registers
        .try_into()
        .expect("invariant: the length is the same")
}

impl Machine {
    /// Drops the data of earlier calls.
    pub fn reset(&mut self) {
        self.heap.reset();
    }

    /// The data of the calls since the last reset.
    pub fn heap(&mut self) -> &mut Heap {
        &mut self.heap
    }

    /// Calls a function with the arguments that `arguments` makes on the heap. All calls since the last reset share the
    /// limits.
    ///
    /// # Errors
    /// If the other interpreter must be asked.
    pub fn call<const N: usize>(
        &mut self,
        function: usize,
        arguments: impl FnOnce(&mut Heap) -> Result<[Value; N], Bail>,
    ) -> Result<Value, Bail> {
        let arguments = arguments(&mut self.heap)?;
        let mut run = Run {
            codes: &self.program.codes,
            heap: &mut self.heap,
            registers: &mut self.registers,
            calls: 0,
        };
        run.start(function, &arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(text: &str, at: i64) -> Option<Result<Value, Bail>> {
        let program = Program::compile(text, &mut |_, _| Global::Absent)?;
        let function = program.function("f")?;
        Some(program.machine().call(function, |_| Ok([Value::Int(at)])))
    }

    /// An unknown construct has no answer, wherever it stands.
    #[test]
    fn unknown_constructs_bail() {
        let values = [
            "n / 2",
            "not n / 2",
            "[n / 2 for n in [1]]",
            "f'{n}'",
            "1.5",
            "(lambda x: x)(n)",
            "n.name",
            "unknown(n)",
            "print(n)",
            "fail(n)",
            "set([n])",
            "len(*[n])",
            "'abc'[n:n:n]",
            "1 << 64",
            "n // 0",
            "9223372036854775807 + n",
            "99999999999999999999",
            "[1][n]",
            "f(n)",
        ];
        for value in values {
            let text = format!("def f(n):\n    return {value}");
            let done = called(&text, 7).expect("the rest is known");
            assert!(matches!(done, Err(Bail)), "{value}: {done:?}");
        }
        for text in [
            "def f(n):\n    while n:\n        n -= 1",
            "def f(*n):\n    return n",
            "def f(n):\n    def g(): return n\n    return g()",
        ] {
            let done = called(text, 7);
            assert!(!matches!(done, Some(Ok(_))), "{text}: {done:?}");
        }
    }

    #[test]
    fn a_call_that_does_not_end_bails() {
        let text =
            "def f(n):\n    for i in range(1000000000):\n        n = n + i * 0\n    return n";
        assert!(matches!(called(text, 7), Some(Err(Bail))));
        let text = "def f(n):\n    t = (n,)\n    for _ in range(60):\n        t = (t, t)\n    u = (n,)\n    for _ in range(60):\n        u = (u, u)\n    return t == u";
        assert!(matches!(called(text, 7), Some(Err(Bail))));
        let text = "def f(n):\n    t = 'abcdefghijklmnopqrstuvwxyz'\n    for _ in range(60):\n        t = t + t\n    return len(t)";
        assert!(matches!(called(text, 7), Some(Err(Bail))));
    }
}
