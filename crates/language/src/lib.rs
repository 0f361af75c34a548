//! An interpreter for a part of Python in which the rules of games are written.
//!
//! A text means here what it means to CPython, or is refused with what to write instead. The value of a call depends on the
//! text, the parameters and the arguments alone. Every step is counted, and every byte before it is taken, so that [`Limits`]
//! hold on every system; data of any depth needs little stack. There is no `unsafe`, no input and no output here.
//!
//! Values, operators, functions and the machine call one another: these files have no order.

mod builtins;
mod code;
mod compile;
mod error;
mod iterate;
mod machine;
mod meter;
mod methods;
mod operate;
mod parser;
mod show;
mod token;
mod tree;
mod value;

pub use error::{Error, Stop};
pub use machine::{Host, Machine};
pub use meter::{Limits, taken, used};
pub use parser::{BOTH_WAYS, is_identifier};
pub use show::{repr, text};
pub use token::{Notation, Written, is_keyword, words};
pub use tree::{Binary, Compare, Unary};
pub use value::{Foreign, Truth, Value};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct _Readme;
