//! The operations of functions, on registers. The registers of a function are its variables, then intermediate values, then its
//! constants. Each operation has 8 bytes.

use std::sync::Arc;

use crate::builtins::Builtin;
use crate::methods::Method;
use crate::numbers::Operator;
use crate::operate::Relation;
use crate::tree::{At, Kind};
use crate::value::Value;

/// A register.
pub(crate) type Reg = u16;
/// The distance of a jump.
pub(crate) type Way = i16;
/// Constants have these registers until their place is known.
pub(crate) const CONSTANTS: Reg = 0x8000;

/// An operation; the result goes to the first register.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move(Reg, Reg),
    Unset(Reg),
    /// Fails if a variable has no value.
    Check(Reg),
    Global(Reg, u16),
    SetGlobal(u16, Reg),
    /// Puts a value into a cell that functions share.
    NewCell(Reg),
    Load(Reg, Reg),
    Store(Reg, Reg),
    Add(Reg, Reg, Reg),
    Sub(Reg, Reg, Reg),
    Binary(Operator, Reg, Reg, Reg),
    Update(Operator, Reg, Reg, Reg),
    Minus(Reg, Reg),
    Plus(Reg, Reg),
    Invert(Reg, Reg),
    PlusMinus(Reg, Reg),
    Not(Reg, Reg),
    Compare(Relation, Reg, Reg, Reg),
    Index(Reg, Reg, Reg),
    SetIndex(Reg, Reg, Reg),
    DeleteIndex(Reg, Reg),
    /// `a[:b]`
    Front(Reg, Reg, Reg),
    /// `a[b:]`
    Back(Reg, Reg, Reg),
    /// A slice whose three ends are in consecutive registers.
    Slice(Reg, Reg, Reg),
    SetSlice(Reg, Reg, Reg),
    DeleteSlice(Reg, Reg),
    /// The name is a constant.
    Attribute(Reg, Reg, Reg),
    Pair(Reg, Reg, Reg),
    /// Values in consecutive registers, and their number.
    Tuple(Reg, Reg, u16),
    List(Reg, Reg, u16),
    Dict(Reg),
    Set(Reg),
    Push(Reg, Reg),
    Add1(Reg, Reg),
    Enter(Reg, Reg, Reg),
    Extend(Reg, Reg),
    AddAll(Reg, Reg),
    Merge(Reg, Reg),
    TupleOf(Reg, Reg),
    /// Items to consecutive registers: the first, the value, their number.
    Unpack(Reg, Reg, u16),
    /// The same with a star: the numbers of items before and after it.
    UnpackStar(u8, Reg, Reg, u16),
    Len(Reg, Reg),
    /// A call: the function, then its arguments, in consecutive registers.
    Call(u8, Reg, Reg),
    /// A call of a global function; the arguments are in consecutive registers.
    CallGlobal(u8, Reg, Reg, u16),
    /// A call with stars or names: the function, a list of arguments, a tuple of names, a list of their values.
    CallSpread(Reg, Reg),
    Builtin(Builtin, Reg, Reg, u16),
    /// The object and its arguments are in consecutive registers; their number without it.
    Method(u8, Method, Reg, Reg),
    /// A method of another name, such as a field of a `struct` that is a function: the name is a constant.
    MethodNamed(u8, Reg, Reg, Reg),
    /// The code, and defaults in consecutive registers.
    Function(Reg, u16, Reg),
    /// Begins to iterate; the state needs two registers.
    Begin(Reg, Reg),
    /// The same where the order of a set does not matter.
    BeginAny(Reg, Reg),
    /// The next item, and a jump back if there is one.
    Next(Reg, Reg, Way),
    Tick(u16),
    Jump(Way),
    JumpFar(u32),
    JumpTrue(Reg, Way),
    JumpFalse(Reg, Way),
    /// Jumps if the relation holds.
    JumpIf(Relation, Reg, Reg, Way),
    /// Jumps if it does not.
    JumpUnless(Relation, Reg, Reg, Way),
    /// Text of a value in a format: the value, the format; the letter after `!`.
    Format(u8, Reg, Reg, Reg),
    Join(Reg, Reg, u16),
    Raise(Reg),
    Literal(Reg, Reg),
    Braces(Reg, Reg),
    Return(Reg),
}

impl Op {
    /// Calls a function for each register.
    pub(crate) fn registers(&mut self, mut each: impl FnMut(&mut Reg)) {
        match self {
            Self::Move(a, b)
            | Self::Load(a, b)
            | Self::Store(a, b)
            | Self::Minus(a, b)
            | Self::Plus(a, b)
            | Self::Invert(a, b)
            | Self::PlusMinus(a, b)
            | Self::Not(a, b)
            | Self::DeleteIndex(a, b)
            | Self::DeleteSlice(a, b)
            | Self::Push(a, b)
            | Self::Add1(a, b)
            | Self::Extend(a, b)
            | Self::AddAll(a, b)
            | Self::Merge(a, b)
            | Self::TupleOf(a, b)
            | Self::Len(a, b)
            | Self::Begin(a, b)
            | Self::BeginAny(a, b)
            | Self::Next(a, b, _)
            | Self::Tuple(a, b, _)
            | Self::List(a, b, _)
            | Self::Unpack(a, b, _)
            | Self::UnpackStar(_, a, b, _)
            | Self::Call(_, a, b)
            | Self::CallGlobal(_, a, b, _)
            | Self::CallSpread(a, b)
            | Self::Builtin(_, a, b, _)
            | Self::Method(_, _, a, b)
            | Self::Function(a, _, b)
            | Self::JumpIf(_, a, b, _)
            | Self::JumpUnless(_, a, b, _)
            | Self::Join(a, b, _)
            | Self::Literal(a, b)
            | Self::Braces(a, b) => {
                each(a);
                each(b);
            }
            Self::Unset(a)
            | Self::Check(a)
            | Self::Global(a, _)
            | Self::SetGlobal(_, a)
            | Self::NewCell(a)
            | Self::Dict(a)
            | Self::Set(a)
            | Self::JumpTrue(a, _)
            | Self::JumpFalse(a, _)
            | Self::Raise(a)
            | Self::Return(a) => each(a),
            Self::Add(a, b, c)
            | Self::Sub(a, b, c)
            | Self::Binary(_, a, b, c)
            | Self::Update(_, a, b, c)
            | Self::Compare(_, a, b, c)
            | Self::Index(a, b, c)
            | Self::SetIndex(a, b, c)
            | Self::Front(a, b, c)
            | Self::Back(a, b, c)
            | Self::Slice(a, b, c)
            | Self::SetSlice(a, b, c)
            | Self::Attribute(a, b, c)
            | Self::Pair(a, b, c)
            | Self::Enter(a, b, c)
            | Self::MethodNamed(_, a, b, c)
            | Self::Format(_, a, b, c) => {
                each(a);
                each(b);
                each(c);
            }
            Self::Tick(_) | Self::Jump(_) | Self::JumpFar(_) => {}
        }
    }
}

/// A parameter of a function.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) has_default: bool,
}

/// A text, for messages.
#[derive(Debug)]
pub(crate) struct Source {
    pub(crate) text: Arc<str>,
    pub(crate) number: usize,
}

/// A function.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) name: String,
    pub(crate) ops: Vec<Op>,
    pub(crate) places: Vec<At>,
    pub(crate) constants: Vec<Value>,
    pub(crate) parameters: Vec<Taken>,
    /// Whether each parameter takes one argument by its place or name.
    pub(crate) is_simple: bool,
    /// Where the variables of functions around begin.
    pub(crate) free: usize,
    /// The registers of the function around that this one takes.
    pub(crate) captures: Vec<Reg>,
    /// The names of variables, for messages.
    pub(crate) names: Vec<String>,
    /// The place of the constants, after all other registers.
    pub(crate) registers: usize,
    /// The list of a function with `yield`.
    pub(crate) collects: Option<Reg>,
    pub(crate) at: At,
    pub(crate) source: Arc<Source>,
}

impl Code {
    /// The number of registers with those of constants.
    pub(crate) fn size(&self) -> usize {
        self.registers + self.constants.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_has_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }
}
