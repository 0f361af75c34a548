//! An interpreter for rule files: a subset of Python 3 with Python's meaning, without files, clocks, or chance, in which every
//! step and every byte is counted before it is taken.
//!
//! ```
//! use bouton_language::{Limits, Module, NoHost, View};
//! let text = "TAKEN = (1, 2)\ndef moves(n):\n    return [n - k for k in TAKEN if k <= n]\n";
//! let module = Module::parse(text, &[])?;
//! let program = module.run(&mut NoHost, &Limits::default())?;
//! let moves = program.global("moves").unwrap();
//! let mut machine = program.machine();
//! machine.begin(&Limits::default());
//! let listed = machine.call(moves, &[bouton_language::Value::Int(7)], &mut NoHost)?;
//! let View::List(items) = machine.view(listed) else { unreachable!() };
//! assert!(items.eq_ints(&[6, 5]));
//! # Ok::<(), Box<bouton_language::Error>>(())
//! ```
//!
//! | part | contents | price |
//! |---|---|---|
//! | [`Module`] | a text as a tree | some microseconds a line |
//! | [`Program`] | the functions and values of a file, shared between threads | its own data |
//! | [`Machine`] | calls functions, one after the other | a copy of the file's data; about 100 ns a call |
//! | [`Heap`] | the data of a call, all dropped at its end | 16 bytes a value; short strings need no more |
//! | [`View`] | data as the host reads it, without a copy | |
//! | [`Host`], [`Foreign`] | functions, literals and values of the host | |
//!
//! Not for programs that run for minutes: it is about as fast as CPython, and what a host needs is fast conversion of positions.

mod builtins;
mod compact;
mod compiler;
mod error;
mod heap;
mod host;
mod interpret;
mod methods;
mod modules;
mod numbers;
mod operate;
mod ops;
mod parser;
mod program;
mod run;
mod scope;
mod show;
mod table;
mod token;
mod tree;
mod value;
mod view;
mod words;

pub use builtins::Builtin;
pub use error::{CALLERS, Caller, Done, Error, Stop, Trouble};
pub use heap::{Ask, Foreign, Heap, Limits, STRIDE};
pub use host::{Host, NoHost};
pub use methods::Method;
pub use numbers::Operator;
pub use operate::Relation;
pub use program::{Function, Machine, Module, Program};
pub use value::{Long, Short, Span, Value, View as Part};
pub use view::{Entries, Fields, Items, View};
pub use words::Words;

/// The name under which the value of a text's last expression is kept.
pub(crate) const LAST: &str = "";
