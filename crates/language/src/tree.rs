//! The syntax tree.

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Name(String),
    Int(i64),
    Str(String),
    Tuple(Vec<Self>),
    List(Vec<Self>),
    Dict(Vec<(Self, Self)>),
    /// `not`, `-`, `+` or `~`.
    Unary(&'static str, Box<Self>),
    /// An operator between two values; `and` and `or`, too.
    Binary(&'static str, Box<[Self; 2]>),
    /// The condition, the value if it holds, the value if it does not.
    If(Box<[Self; 3]>),
    Index(Box<[Self; 2]>),
    /// The value, the first index, the end, the step.
    Slice(Box<(Self, [Option<Self>; 3])>),
    Dot(Box<Self>, String),
    Call(Box<Self>, Vec<(Option<String>, Self)>),
    ListOf(Box<Self>, Vec<Clause>),
    DictOf(Box<[Self; 2]>, Vec<Clause>),
    /// Parameters and value.
    Lambda(Vec<String>, Box<Self>),
    /// Something that the fast path does not know.
    Unknown,
}

/// A part of a comprehension after its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Clause {
    For(Expr, Expr),
    If(Expr),
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt {
    Expr(Expr),
    Assign(Expr, Expr),
    /// `a += b` with the operator `+`.
    Update(&'static str, Expr, Expr),
    If(Expr, Vec<Self>, Vec<Self>),
    For(Expr, Expr, Vec<Self>),
    Return(Option<Expr>),
    Break,
    Continue,
    Pass,
    Def(Def),
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Def {
    pub(crate) name: String,
    /// Names with their defaults; `None` if there is a parameter that the fast path does not know.
    pub(crate) parameters: Option<Vec<(String, Option<Expr>)>>,
    pub(crate) body: Vec<Stmt>,
}
