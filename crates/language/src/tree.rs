//! A text as a tree.

use num_bigint::BigInt;

use crate::numbers::Operator;
use crate::operate::Relation;

/// Bytes of the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl At {
    pub(crate) fn to(self, end: Self) -> Self {
        Self {
            start: self.start,
            end: end.end,
        }
    }

    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// An expression with its place.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Expr,
    pub(crate) at: At,
}

/// A piece of an f-string.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    Text(String),
    /// A value, the letter after `!`, and the format with pieces of its own.
    Value(Node, Option<char>, Vec<Piece>),
}

/// The kind of a comprehension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Made {
    List,
    Set,
    Dict,
    Generator,
}

#[derive(Clone, Debug)]
pub(crate) enum Expr {
    None,
    Bool(bool),
    Int(i64),
    Big(BigInt),
    Str(String),
    Join(Vec<Piece>),
    Name(String),
    Tuple(Vec<Node>),
    List(Vec<Node>),
    Set(Vec<Node>),
    /// Without a key: `**` of another dictionary.
    Dict(Vec<(Option<Node>, Node)>),
    Star(Box<Node>),
    /// In brackets.
    Group(Box<Node>),
    /// Operators of one level, from the left.
    Chain(Box<Node>, Vec<(Operator, Node)>),
    Unary(char, Box<Node>),
    Not(Box<Node>),
    And(Vec<Node>),
    Or(Vec<Node>),
    Compare(Box<Node>, Vec<(Relation, Node)>),
    /// The condition, the value if it holds, the other value.
    If(Box<[Node; 3]>),
    Lambda(Box<Def>),
    /// The item, the value of a dictionary, the clauses.
    Comprehension(Made, Box<(Node, Option<Node>)>, Vec<Clause>),
    Call(Box<Node>, Vec<Argument>),
    Attribute(Box<Node>, String),
    Index(Box<[Node; 2]>),
    Slice(Box<Node>, Box<[Option<Node>; 3]>),
    Walrus(String, Box<Node>),
    Yield(Option<Box<Node>>),
    YieldFrom(Box<Node>),
    /// A literal of the host.
    Literal(String),
    /// `{left|right}` of the host.
    Braces(Vec<Node>, Vec<Node>),
}

#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Plain(Node),
    Star(Node),
    Named(String, Node),
}

#[derive(Clone, Debug)]
pub(crate) enum Clause {
    For(Node, Node),
    If(Node),
}

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Plain,
    /// Before `/`: not by its name.
    Positional,
    /// After `*`: by its name alone.
    Named,
    /// `*rest`
    Rest,
}

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) default: Option<Node>,
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Def {
    pub(crate) name: String,
    /// The line of its head.
    pub(crate) at: At,
    pub(crate) parameters: Vec<Parameter>,
    pub(crate) decorators: Vec<Node>,
    pub(crate) body: Vec<Stmt>,
    pub(crate) is_lambda: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Stmt {
    pub(crate) kind: Step,
    pub(crate) at: At,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    Expr(Node),
    Assign(Vec<Node>, Node),
    Update(Operator, Node, Node),
    If(Vec<(Node, Vec<Stmt>)>, Vec<Stmt>),
    While(Node, Vec<Stmt>, Vec<Stmt>),
    For(Node, Node, Vec<Stmt>, Vec<Stmt>),
    Def(Def),
    Return(Option<Node>),
    Break,
    Continue,
    Pass,
    Assert(Node, Option<Node>),
    Raise(Option<Node>),
    Delete(Vec<Node>),
    Global(Vec<String>),
    Nonlocal(Vec<String>),
    /// Names of a module, and how they are called here.
    Import(String, Vec<(String, String, At)>),
}
