//! [`Code`]: a function as operations on a stack of values.

use std::cell::Cell;
use std::rc::Rc;

use crate::tree::{Binary, Compare, Name, Span, Unary};
use crate::value::{Native, Value};

/// An operation. Values are pushed and popped at the end of the stack; places are counted from the function's first value.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Constant(u32),
    Local(u32),
    SetLocal(u32),
    DropLocal(u32),
    /// A shared variable at a place.
    Cell(u32),
    SetCell(u32),
    /// The value at a place becomes a shared variable.
    Share(u32),
    Global(u32),
    SetGlobal(u32),
    Pop,
    Copy,
    CopyTwo,
    Swap,
    /// `a b` becomes `b a b`.
    Under,
    /// `a b c` becomes `c a b`.
    Sink,
    Tuple(u32),
    List(u32),
    Set(u32),
    Dict,
    /// Adds a value to the list, set or dict that is so many values before it.
    Append(u32),
    Add(u32),
    Put(u32),
    /// Adds all items to a list.
    Extend,
    /// Adds all entries to a dict.
    Merge,
    /// The same, where no entry is there already.
    MergeNew,
    Unary(Unary),
    Binary(Binary),
    /// `x += y`: a list is changed.
    Change(Binary),
    Compare(Compare),
    Jump(u32),
    /// Back to the start of a loop: counted.
    Loop(u32),
    JumpIf(u32),
    JumpUnless(u32),
    /// The value stays if the jump is taken.
    JumpIfKeep(u32),
    JumpUnlessKeep(u32),
    Iterate,
    /// The order of the items has no effect.
    IterateAny,
    /// Pushes the next item, or drops the iterator and jumps.
    Next(u32),
    Unpack(u32),
    /// Values before and after the star.
    UnpackStar(u16, u16),
    Index,
    SetIndex,
    DropIndex,
    Slice,
    SetSlice,
    DropSlice,
    Attribute(u32),
    Call(u32),
    /// A method with so many arguments, its name and its site.
    Method(u16, u32),
    /// With names: the shape of the call.
    CallNamed(u32),
    /// A function, a list and a dict.
    CallAll,
    Define(u32),
    Return,
    Yield,
    YieldFrom,
    Raise,
    /// A value and its format; whether `repr` is applied first.
    Format(bool),
    Join(u32),
}

/// A function.
pub(crate) struct Code {
    pub(crate) name: Name,
    pub(crate) ops: Vec<Op>,
    pub(crate) spans: Vec<Span>,
    pub(crate) constants: Vec<Value>,
    pub(crate) sites: Vec<Site>,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) codes: Vec<Rc<Code>>,
    /// The names of places, for messages and for arguments by name.
    pub(crate) names: Vec<Name>,
    /// The number of parameters, and of those that can be given without a name and only so.
    pub(crate) parameters: usize,
    pub(crate) by_place: usize,
    pub(crate) without_name: usize,
    /// The parameters that have a default.
    pub(crate) defaults: Vec<usize>,
    pub(crate) rest: bool,
    pub(crate) others: bool,
    /// The number of places.
    pub(crate) locals: usize,
    /// Variables of the functions around: the first of their places here, and their places there.
    pub(crate) captured_at: usize,
    pub(crate) captured: Vec<u32>,
    pub(crate) yields: bool,
}

/// A call of a method: its name, and the last method found for a type.
pub(crate) struct Site {
    pub(crate) name: Name,
    pub(crate) found: Cell<Option<(&'static str, &'static Native)>>,
}

/// Arguments of a call.
#[derive(Debug)]
pub(crate) struct Shape {
    pub(crate) given: usize,
    pub(crate) names: Vec<Name>,
}

impl Code {
    /// Whether a call with so many arguments needs nothing else.
    pub(crate) fn takes(&self, given: usize) -> bool {
        given == self.parameters && given == self.by_place && !self.rest && !self.others
    }
}
