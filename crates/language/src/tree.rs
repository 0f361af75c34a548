//! The tree of a text, and which names its functions bind.

use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

use crate::value::Value;

pub(crate) type Name = Rc<str>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Span {
    pub(crate) fn of(range: &Range<usize>) -> Self {
        Self {
            start: range.start as u32,
            end: range.end as u32,
        }
    }

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    pub(crate) fn to(self, other: Self) -> Self {
        Self {
            end: other.end,
            ..self
        }
    }
}

#[derive(Debug)]
pub(crate) struct Expr {
    pub(crate) span: Span,
    pub(crate) node: Node,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is an operator of Python")]
/// An operator between two values.
pub enum Binary {
    Add,
    Sub,
    Mul,
    Divide,
    FloorDiv,
    Mod,
    Pow,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

impl Binary {
    pub(crate) const ALL: [(&'static str, Self); 12] = [
        ("+", Self::Add),
        ("-", Self::Sub),
        ("*", Self::Mul),
        ("/", Self::Divide),
        ("//", Self::FloorDiv),
        ("%", Self::Mod),
        ("**", Self::Pow),
        ("<<", Self::Shl),
        (">>", Self::Shr),
        ("&", Self::And),
        ("|", Self::Or),
        ("^", Self::Xor),
    ];

    /// As it is written.
    pub fn sign(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is a comparison of Python")]
/// A comparison.
pub enum Compare {
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    Unequal,
    In,
    NotIn,
    Is,
    IsNot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is a sign of Python")]
/// A sign before a value.
pub enum Unary {
    Not,
    Minus,
    Plus,
    Invert,
}

#[derive(Debug)]
pub(crate) enum Node {
    Constant(Value),
    Name(Name),
    Tuple(Vec<Expr>),
    List(Vec<Expr>),
    Set(Vec<Expr>),
    /// Keys and values; `**` has no key.
    Dict(Vec<(Option<Expr>, Expr)>),
    /// `*items` in a call, a list or a target.
    Star(Box<Expr>),
    Unary(Unary, Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    Compare(Box<Expr>, Vec<(Compare, Expr)>),
    /// `and` if true.
    Logic(bool, Box<Expr>, Box<Expr>),
    If(Box<[Expr; 3]>),
    Lambda(Box<Function>),
    Call(Box<Expr>, Vec<Argument>),
    Index(Box<Expr>, Box<Expr>),
    Slice(Box<Expr>, Box<[Option<Expr>; 3]>),
    Attribute(Box<Expr>, Name),
    Comprehension(Box<Comprehension>),
    /// Texts and values with their conversions and formats.
    Format(Vec<Part>),
    Walrus(Name, Box<Expr>),
    Yield(Option<Box<Expr>>, bool),
}

#[derive(Debug)]
pub(crate) enum Part {
    Text(String),
    Value(Expr, Option<char>, Vec<Part>),
}

#[derive(Debug)]
pub(crate) enum Argument {
    Given(Expr),
    Named(Name, Expr),
    Star(Expr),
    Stars(Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collects {
    List,
    Set,
    Dict,
    Generator,
}

#[derive(Debug)]
pub(crate) struct Comprehension {
    pub(crate) collects: Collects,
    /// The items, or keys and values.
    pub(crate) item: Expr,
    pub(crate) value: Option<Expr>,
    pub(crate) clauses: Vec<Clause>,
    pub(crate) scope: usize,
}

#[derive(Debug)]
pub(crate) enum Clause {
    For(Expr, Expr),
    If(Expr),
}

#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) name: Name,
    pub(crate) parameters: Parameters,
    pub(crate) body: Vec<Statement>,
    pub(crate) scope: usize,
    pub(crate) yields: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Parameters {
    /// Names and defaults; those after `named` are given by name alone.
    pub(crate) each: Vec<(Name, Option<Expr>)>,
    pub(crate) by_place: usize,
    /// The first ones that cannot be given by name.
    pub(crate) without_name: usize,
    pub(crate) rest: Option<Name>,
    pub(crate) others: Option<Name>,
}

#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) span: Span,
    pub(crate) node: Step,
}

#[derive(Debug)]
pub(crate) enum Step {
    Value(Expr),
    /// Targets and a value.
    Assign(Vec<Expr>, Expr),
    Change(Expr, Binary, Expr),
    If(Expr, Vec<Statement>, Vec<Statement>),
    While(Expr, Vec<Statement>, Vec<Statement>),
    For(Expr, Expr, Vec<Statement>, Vec<Statement>),
    Break,
    Continue,
    Pass,
    Return(Option<Expr>),
    Define(Function, Vec<Expr>),
    Assert(Expr, Option<Expr>),
    Raise(Expr),
    Delete(Vec<Expr>),
    /// Names of the interpreter's modules: the full name, and what it is called here.
    Import(Vec<(String, Name)>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Module,
    Function,
    /// Of a comprehension; for a generator, the function that uses it up.
    Comprehension,
}

/// The names of a function, a comprehension or the module.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) place: Place,
    pub(crate) parent: usize,
    pub(crate) bound: BTreeSet<Name>,
    pub(crate) used: BTreeSet<Name>,
    pub(crate) globals: BTreeSet<Name>,
    pub(crate) nonlocals: BTreeSet<Name>,
    /// A generator is worked off by this function, unless the text gives the name another meaning.
    pub(crate) consumer: Option<Name>,
    /// A comprehension that is part of its function's code.
    pub(crate) is_inline: bool,
    /// Variables that functions within share.
    pub(crate) cells: BTreeSet<Name>,
    /// Variables of functions around.
    pub(crate) free: BTreeSet<Name>,
}

impl Scope {
    pub(crate) fn new(place: Place, parent: usize) -> Self {
        Self {
            place,
            parent,
            bound: BTreeSet::new(),
            used: BTreeSet::new(),
            globals: BTreeSet::new(),
            nonlocals: BTreeSet::new(),
            consumer: None,
            is_inline: place == Place::Comprehension,
            cells: BTreeSet::new(),
            free: BTreeSet::new(),
        }
    }
}

/// The functions that take all items of their only argument, or stop at one, and do nothing else.
pub(crate) const CONSUMERS: &str = "all any frozenset list max min set sorted sum tuple";

/// Finds which variables are shared by functions.
pub(crate) fn resolve(scopes: &mut [Scope]) {
    let given: BTreeSet<Name> = scopes
        .iter()
        .flat_map(|scope| scope.bound.iter().cloned())
        .collect();
    // Inner scopes come after outer ones.
    for n in (1..scopes.len()).rev() {
        if let Some(consumer) = &scopes[n].consumer
            && given.contains(consumer)
        {
            scopes[n].is_inline = false;
        }
        let parent = scopes[n].parent;
        if !scopes[n].is_inline && scopes[parent].place == Place::Comprehension {
            scopes[parent].is_inline = false;
        }
    }
    for n in (1..scopes.len()).rev() {
        let scope = &scopes[n];
        let own = |name: &Name| {
            scope.bound.contains(name)
                && !scope.nonlocals.contains(name)
                && !scope.globals.contains(name)
        };
        let wanted: Vec<Name> = scope
            .used
            .iter()
            .chain(&scope.nonlocals)
            .chain(&scope.free)
            .filter(|name| !own(name) && !scope.globals.contains(*name))
            .cloned()
            .collect();
        let (parent, is_inline) = (scope.parent, scope.is_inline);
        if is_inline {
            scopes[parent].used.extend(wanted);
            continue;
        }
        for name in wanted {
            // The function around that has this variable.
            let mut around = parent;
            let owner = loop {
                let scope = &scopes[around];
                if scope.place == Place::Module {
                    break None;
                }
                if scope.bound.contains(&name) && !scope.nonlocals.contains(&name) {
                    break Some(around).filter(|_| !scope.globals.contains(&name));
                }
                around = scope.parent;
            };
            let Some(owner) = owner else { continue };
            scopes[owner].cells.insert(name.clone());
            let mut between = n;
            while between != owner {
                scopes[between].free.insert(name.clone());
                between = scopes[between].parent;
            }
        }
    }
}
