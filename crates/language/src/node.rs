//! Functions as trees whose names are resolved to places in a frame.

use crate::builtins::{Builtin, Method};
use crate::value::Value;

/// An expression.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Const(Value),
    /// A variable that has a value here.
    Local(u16),
    /// A variable that may have no value.
    Checked(u16),
    /// Something that the fast path does not know.
    Unknown,
    Binary(Operator, Box<[Node; 2]>),
    /// A comparison or another test.
    Test(Box<Test>),
    And(Box<[Node; 2]>),
    Or(Box<[Node; 2]>),
    If(Box<(Test, Node, Node)>),
    Minus(Box<Node>),
    Invert(Box<Node>),
    Index(Box<[Node; 2]>),
    /// The value, the first index, the end, the step.
    Slice(Box<(Node, [Option<Node>; 3])>),
    Tuple(Box<[Node]>),
    Pair(Box<[Node; 2]>),
    List(Box<[Node]>),
    Dict(Box<[(Node, Node)]>),
    /// A function of the file, with all of its arguments.
    Call(u32, Box<[Node]>),
    Builtin(Builtin, Box<[Node]>),
    Len(Box<Node>),
    /// A method with its receiver and its arguments.
    Method(Method, Box<[Node]>),
    /// `sorted`, `min` or `max` with a key: the values, the variable and the value of the key, whether in reverse.
    By(Builtin, Box<(Node, u16, Node, bool)>),
    ListOf(Box<Comprehension<Node>>),
    DictOf(Box<Comprehension<[Node; 2]>>),
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Add,
    Sub,
    Mul,
    FloorDiv,
    Mod,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
}

/// A condition.
#[derive(Clone, Debug)]
pub(crate) enum Test {
    Truth(Node),
    Not(Box<Test>),
    And(Box<[Test; 2]>),
    Or(Box<[Test; 2]>),
    Equal(Node, Node),
    Unequal(Node, Node),
    Less(Node, Node),
    LessEqual(Node, Node),
    Greater(Node, Node),
    GreaterEqual(Node, Node),
    In(Node, Node),
    NotIn(Node, Node),
}

/// A comprehension.
#[derive(Clone, Debug)]
pub(crate) struct Comprehension<T> {
    pub(crate) value: T,
    pub(crate) clauses: Box<[Clause]>,
}

/// A part of a comprehension.
#[derive(Clone, Debug)]
pub(crate) enum Clause {
    For(Target, Node),
    If(Test),
}

/// The target of an assignment.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Local(u16),
    Items(Box<[Target]>),
    Index(Box<[Node; 2]>),
    Unknown,
}

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Do(Node),
    Assign(Target, Node),
    /// `a += b`.
    Update(Operator, Target, Node),
    If(Test, Box<[Step]>, Box<[Step]>),
    For(Target, Node, Box<[Step]>),
    Return(Node),
    Break,
    Continue,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub(crate) steps: Box<[Step]>,
    /// The number of parameters, which come first in its frame.
    pub(crate) parameters: usize,
    /// The number of variables.
    pub(crate) variables: usize,
    /// Variables that are read where they may have no value.
    pub(crate) unset: Vec<u16>,
}
