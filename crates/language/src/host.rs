//! [`Host`]: what a program around the interpreter supplies.

use crate::error::{Done, wrong};
use crate::heap::Heap;
use crate::value::Value;

/// The host's part while a file runs: functions of its own, and literals of its own values.
pub trait Host {
    /// Calls the function of this number, counted in the names given to [`crate::Module::parse`].
    ///
    /// # Errors
    /// If the call is wrong.
    fn call(
        &mut self,
        _native: usize,
        _args: &[Value],
        _named: &[(Value, Value)],
        _heap: &mut Heap,
    ) -> Done<Value> {
        wrong("this function can be called only while the file is read")
    }

    /// The value of a literal at this byte of the text.
    ///
    /// # Errors
    /// If it has no value.
    fn literal(&mut self, _text: &str, _at: usize, _heap: &mut Heap) -> Done<Value> {
        wrong("there are no such values here")
    }

    /// The value `{left|right}`; both are lists.
    ///
    /// # Errors
    /// If there is none.
    fn braces(&mut self, _left: Value, _right: Value, _heap: &mut Heap) -> Done<Value> {
        wrong("there are no such values here")
    }

    /// `a / b` of values of the language.
    ///
    /// # Errors
    /// If there is no such value.
    fn divide(&mut self, _a: Value, _b: Value, _heap: &mut Heap) -> Done<Value> {
        wrong(crate::numbers::NO_FRACTIONS)
    }

    /// `+-a`
    ///
    /// # Errors
    /// If there is no such value.
    fn plus_minus(&mut self, _a: Value, _heap: &mut Heap) -> Done<Value> {
        wrong("there are no such values here")
    }
}

/// A host that supplies nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoHost;

impl Host for NoHost {}
