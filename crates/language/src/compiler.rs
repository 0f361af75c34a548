//! Compiles the functions of a file: names become places in a frame, constants, or functions.

use std::collections::HashMap;

use crate::builtins::{Builtin, Method};
use crate::heap::Heap;
use crate::node::{Body, Clause, Comprehension, Node, Operator, Step, Target, Test};
use crate::ops::{Code, flatten};
use crate::tree::{self, Def, Expr, Stmt};
use crate::value::Value;

/// The meaning of a name at the top level of a file, after the file was read.
#[derive(Clone, Copy, Debug)]
pub enum Global {
    /// There is no such name.
    Absent,
    /// A value that the fast path does not know.
    Unknown,
    /// A constant.
    Value(Value),
}

/// The functions of a file.
pub(crate) struct Functions {
    pub(crate) names: HashMap<String, u32>,
    pub(crate) codes: Vec<Option<Code>>,
}

/// Deeper trees are left to the other interpreter.
const DEEPEST_TREE: usize = 100;

/// Compiles the functions at the top level. `global` gives the values of names.
pub(crate) fn compile(
    statements: &[Stmt],
    heap: &mut Heap,
    global: &mut dyn FnMut(&str, &mut Heap) -> Global,
) -> Functions {
    let mut bound = HashMap::new();
    count_names(statements, &mut bound);
    let defs = statements.iter().filter_map(|statement| match statement {
        // A name with several meanings is looked up among the values, where it is no constant.
        Stmt::Def(def) if bound[&def.name] == 1 => Some(def),
        _ => None,
    });
    let defs: Vec<&Def> = defs.collect();
    let numbered = defs.iter().zip(0..);
    let names = numbered.map(|(def, n)| (def.name.clone(), n)).collect();
    let mut constants = HashMap::new();
    let mut codes = Vec::new();
    for def in &defs {
        let mut compiler = Compiler {
            defs: &defs,
            names: &names,
            global,
            constants: &mut constants,
            heap,
            scopes: Vec::new(),
            assigned: Vec::new(),
            unset: Vec::new(),
            depth: 0,
            deepest: 0,
        };
        codes.push(compiler.def(def).and_then(|body| flatten(&body)));
    }
    Functions { names, codes }
}

/// How often each name is bound at the top level.
fn count_names(statements: &[Stmt], bound: &mut HashMap<String, usize>) {
    let mut names = Vec::new();
    assigned_names(statements, &mut names);
    for name in names {
        *bound.entry(name).or_default() += 1;
    }
}

/// The names that statements assign, once for each assignment.
fn assigned_names(statements: &[Stmt], names: &mut Vec<String>) {
    for statement in statements {
        match statement {
            Stmt::Assign(target, _) | Stmt::Update(_, target, _) => target_names(target, names),
            Stmt::If(_, then, otherwise) => {
                assigned_names(then, names);
                assigned_names(otherwise, names);
            }
            Stmt::For(target, _, body) => {
                target_names(target, names);
                assigned_names(body, names);
            }
            Stmt::Def(def) => names.push(def.name.clone()),
            Stmt::Expr(_) | Stmt::Return(_) | Stmt::Break | Stmt::Continue | Stmt::Pass => {}
        }
    }
}

fn target_names(target: &Expr, names: &mut Vec<String>) {
    match target {
        Expr::Name(name) => names.push(name.clone()),
        Expr::Tuple(items) | Expr::List(items) => {
            items.iter().for_each(|item| target_names(item, names));
        }
        _ => {}
    }
}

struct Compiler<'c> {
    defs: &'c [&'c Def],
    names: &'c HashMap<String, u32>,
    global: &'c mut dyn FnMut(&str, &mut Heap) -> Global,
    constants: &'c mut HashMap<String, Global>,
    heap: &'c mut Heap,
    /// Names with their places, the innermost scope last.
    scopes: Vec<Vec<(String, u16)>>,
    /// Whether each place of the frame has a value here.
    assigned: Vec<bool>,
    /// Variables that are read where they may have no value.
    unset: Vec<u16>,
    depth: usize,
    deepest: usize,
}

impl Compiler<'_> {
    /// `None` if the fast path does not know something that every call needs.
    fn def(&mut self, def: &Def) -> Option<Body> {
        let parameters = def.parameters.as_ref()?;
        let mut names: Vec<_> = parameters.iter().map(|(name, _)| name.clone()).collect();
        let count = names.len();
        assigned_names(&def.body, &mut names);
        let mut scope: Vec<(String, u16)> = Vec::new();
        for (n, name) in names.into_iter().enumerate() {
            if !scope.iter().any(|(known, _)| *known == name) {
                let place = self.place(n < count);
                scope.push((name, place));
            }
        }
        self.scopes.push(scope);
        let body = self.block(&def.body)?;
        if self.deepest > DEEPEST_TREE {
            return None;
        }
        Some(Body {
            steps: body,
            parameters: count,
            variables: self.assigned.len(),
            unset: std::mem::take(&mut self.unset),
        })
    }

    /// A new place in the frame.
    fn place(&mut self, assigned: bool) -> u16 {
        self.assigned.push(assigned);
        (self.assigned.len() - 1) as u16
    }

    fn local(&self, name: &str) -> Option<u16> {
        let scopes = self.scopes.iter().rev();
        let mut names = scopes.flat_map(|scope| scope.iter().rev());
        names.find(|(known, _)| known == name).map(|(_, at)| *at)
    }

    fn deeper<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        let done = work(self);
        self.depth -= 1;
        done
    }

    // Statements.

    fn block(&mut self, statements: &[Stmt]) -> Option<Box<[Step]>> {
        self.deeper(|compiler| {
            let mut steps = Vec::new();
            for statement in statements {
                steps.extend(compiler.statement(statement)?);
            }
            Some(steps.into())
        })
    }

    /// The outer `None` if the function is not known.
    fn statement(&mut self, statement: &Stmt) -> Option<Option<Step>> {
        Some(Some(match statement {
            Stmt::Pass | Stmt::Expr(Expr::Str(_)) => return Some(None),
            Stmt::Expr(value) => Step::Do(self.node(value)),
            Stmt::Assign(target, value) => {
                let value = self.node(value);
                Step::Assign(self.target(target), value)
            }
            Stmt::Update(operator, target, value) => {
                let target = match target {
                    Expr::Name(_) | Expr::Index(_) => self.updated(target),
                    _ => Target::Unknown,
                };
                match operator_of(operator) {
                    Some(operator) => Step::Update(operator, target, self.node(value)),
                    None => Step::Do(Node::Unknown),
                }
            }
            Stmt::If(condition, then, otherwise) => {
                let condition = self.test(condition);
                let before = self.assigned.clone();
                let then = self.block(then)?;
                let after = std::mem::replace(&mut self.assigned, before);
                // Places made in the first branch stay.
                self.assigned.resize(after.len(), false);
                let otherwise = self.block(otherwise)?;
                for (here, there) in self.assigned.iter_mut().zip(after) {
                    *here &= there;
                }
                Step::If(condition, then, otherwise)
            }
            Stmt::For(target, source, body) => {
                let source = self.source(source);
                let before = self.assigned.clone();
                let target = self.target(target);
                let body = self.block(body)?;
                let places = self.assigned.len();
                self.assigned = before;
                self.assigned.resize(places, false);
                Step::For(target, source, body)
            }
            Stmt::Return(value) => Step::Return(match value {
                Some(value) => self.node(value),
                None => Node::Const(Value::None),
            }),
            Stmt::Break => Step::Break,
            Stmt::Continue => Step::Continue,
            Stmt::Def(_) => return None,
        }))
    }

    /// The target of an assignment; its variables have values from here on.
    fn target(&mut self, target: &Expr) -> Target {
        match target {
            Expr::Name(name) => match self.local(name) {
                Some(place) => {
                    self.assigned[usize::from(place)] = true;
                    Target::Local(place)
                }
                None => Target::Unknown,
            },
            Expr::Tuple(items) | Expr::List(items) => {
                let items = items.iter().map(|item| self.target(item));
                Target::Items(items.collect())
            }
            Expr::Index(parts) => Target::Index(self.pair(parts)),
            _ => Target::Unknown,
        }
    }

    /// The target of `+=`, whose variable must have a value before.
    fn updated(&mut self, target: &Expr) -> Target {
        match target {
            Expr::Name(name) => match self.local(name) {
                Some(place) => {
                    if !self.assigned[usize::from(place)] {
                        self.unset.push(place);
                    }
                    Target::Local(place)
                }
                None => Target::Unknown,
            },
            Expr::Index(parts) => Target::Index(self.pair(parts)),
            _ => Target::Unknown,
        }
    }

    // Expressions.

    fn pair(&mut self, parts: &[Expr; 2]) -> Box<[Node; 2]> {
        let first = self.node(&parts[0]);
        Box::new([first, self.node(&parts[1])])
    }

    fn nodes(&mut self, values: &[Expr]) -> Box<[Node]> {
        values.iter().map(|value| self.node(value)).collect()
    }

    fn node(&mut self, value: &Expr) -> Node {
        self.deeper(|compiler| compiler.shallow(value))
    }

    fn shallow(&mut self, value: &Expr) -> Node {
        match value {
            Expr::Name(name) => self.named(name),
            Expr::Int(n) => Node::Const(Value::Int(*n)),
            Expr::Str(text) => self.text(text),
            Expr::Tuple(items) => {
                let nodes = self.nodes(items);
                self.tuple(nodes)
            }
            Expr::List(items) => Node::List(self.nodes(items)),
            Expr::Dict(entries) => {
                let entries = entries.iter().map(|(key, value)| {
                    let key = self.node(key);
                    (key, self.node(value))
                });
                Node::Dict(entries.collect())
            }
            Expr::Unary("-", value) => match self.node(value) {
                Node::Const(Value::Int(n)) if n != i64::MIN => Node::Const(Value::Int(-n)),
                node => Node::Minus(Box::new(node)),
            },
            Expr::Unary("~", value) => Node::Invert(Box::new(self.node(value))),
            Expr::Unary("+", _) => Node::Unknown,
            Expr::Unary(..) => Node::Test(Box::new(self.test(value))),
            Expr::Binary("and", parts) => Node::And(self.pair(parts)),
            Expr::Binary("or", parts) => Node::Or(self.pair(parts)),
            // Numbers with a fraction are not known.
            Expr::Binary("/", _) => Node::Unknown,
            Expr::Binary(operator, parts) => match operator_of(operator) {
                Some(operator) => Node::Binary(operator, self.pair(parts)),
                None => Node::Test(Box::new(self.test(value))),
            },
            Expr::If(parts) => {
                let condition = self.test(&parts[0]);
                let then = self.node(&parts[1]);
                Node::If(Box::new((condition, then, self.node(&parts[2]))))
            }
            Expr::Index(parts) => Node::Index(self.pair(parts)),
            // With all three parts, `starlark` 0.14 ignores two of them unless they are constants.
            Expr::Slice(parts) if parts.1.iter().all(Option::is_some) => Node::Unknown,
            Expr::Slice(parts) => {
                let (value, ends) = &**parts;
                let value = self.node(value);
                let [first, end, step] = ends;
                let mut of = |end: &Option<Expr>| end.as_ref().map(|end| self.node(end));
                Node::Slice(Box::new((value, [of(first), of(end), of(step)])))
            }
            Expr::Call(function, arguments) => self.call(function, arguments),
            Expr::ListOf(value, clauses) => {
                let made = self.comprehension(clauses, |compiler| compiler.node(value));
                made.map_or(Node::Unknown, |made| Node::ListOf(Box::new(made)))
            }
            Expr::DictOf(entry, clauses) => {
                let made = self.comprehension(clauses, |compiler| *compiler.pair(entry));
                made.map_or(Node::Unknown, |made| Node::DictOf(Box::new(made)))
            }
            Expr::Dot(..) | Expr::Lambda(..) | Expr::Unknown => Node::Unknown,
        }
    }

    /// A tuple of constants is one.
    fn tuple(&mut self, nodes: Box<[Node]>) -> Node {
        let constant = |node: &Node| match node {
            Node::Const(value) => Some(*value),
            _ => None,
        };
        let constants: Option<Vec<_>> = nodes.iter().map(constant).collect();
        if let Some(constants) = constants
            && let Ok(tuple) = self.heap.tuple(&constants)
        {
            return Node::Const(tuple);
        }
        match <Box<[Node; 2]>>::try_from(nodes) {
            Ok(pair) => Node::Pair(pair),
            Err(nodes) => Node::Tuple(nodes),
        }
    }

    fn text(&mut self, text: &str) -> Node {
        self.heap
            .string(text.as_bytes())
            .map_or(Node::Unknown, Node::Const)
    }

    fn named(&mut self, name: &str) -> Node {
        if let Some(place) = self.local(name) {
            return match self.assigned[usize::from(place)] {
                true => Node::Local(place),
                false => {
                    self.unset.push(place);
                    Node::Checked(place)
                }
            };
        }
        if self.names.contains_key(name) {
            return Node::Unknown;
        }
        match (self.constant(name), name) {
            (Global::Value(value), _) => Node::Const(value),
            (Global::Unknown, _) => Node::Unknown,
            (Global::Absent, "None") => Node::Const(Value::None),
            (Global::Absent, "True") => Node::Const(Value::Bool(true)),
            (Global::Absent, "False") => Node::Const(Value::Bool(false)),
            (Global::Absent, _) => Node::Unknown,
        }
    }

    fn constant(&mut self, name: &str) -> Global {
        if let Some(known) = self.constants.get(name) {
            return *known;
        }
        let found = (self.global)(name, self.heap);
        self.constants.insert(name.to_owned(), found);
        found
    }

    /// A value that is iterated over or searched: a list of constants is as good as a tuple.
    fn source(&mut self, value: &Expr) -> Node {
        match value {
            Expr::List(items) => {
                let nodes = self.nodes(items);
                match self.tuple(nodes) {
                    Node::Pair(pair) => Node::List(pair as Box<[Node]>),
                    Node::Tuple(nodes) => Node::List(nodes),
                    constant => constant,
                }
            }
            _ => self.node(value),
        }
    }

    fn test(&mut self, value: &Expr) -> Test {
        self.deeper(|compiler| compiler.shallow_test(value))
    }

    fn shallow_test(&mut self, value: &Expr) -> Test {
        match value {
            Expr::Unary("not", value) => Test::Not(Box::new(self.test(value))),
            Expr::Binary("and", parts) => Test::And(self.tests(parts)),
            Expr::Binary("or", parts) => Test::Or(self.tests(parts)),
            Expr::Binary(operator @ ("in" | "not in"), parts) => {
                let item = self.node(&parts[0]);
                let all = self.source(&parts[1]);
                match *operator {
                    "in" => Test::In(item, all),
                    _ => Test::NotIn(item, all),
                }
            }
            Expr::Binary(operator @ ("==" | "!=" | "<" | "<=" | ">" | ">="), parts) => {
                let [a, b] = *self.pair(parts);
                match *operator {
                    "==" => Test::Equal(a, b),
                    "!=" => Test::Unequal(a, b),
                    "<" => Test::Less(a, b),
                    "<=" => Test::LessEqual(a, b),
                    ">" => Test::Greater(a, b),
                    _ => Test::GreaterEqual(a, b),
                }
            }
            _ => match self.node(value) {
                Node::Test(test) => *test,
                node => Test::Truth(node),
            },
        }
    }

    fn tests(&mut self, parts: &[Expr; 2]) -> Box<[Test; 2]> {
        let first = self.test(&parts[0]);
        Box::new([first, self.test(&parts[1])])
    }

    fn comprehension<T>(
        &mut self,
        clauses: &[tree::Clause],
        value: impl FnOnce(&mut Self) -> T,
    ) -> Option<Comprehension<T>> {
        let before = self.assigned.len();
        // The first source is evaluated outside of the scope.
        let Some(tree::Clause::For(_, first)) = clauses.first() else {
            return None;
        };
        let mut first = Some(self.source(first));
        let mut names = Vec::new();
        for clause in clauses {
            if let tree::Clause::For(target, _) = clause {
                target_names(target, &mut names);
            }
        }
        let scope = names.into_iter().map(|name| (name, self.place(false)));
        let scope = scope.collect();
        self.scopes.push(scope);
        let mut made = Vec::new();
        for clause in clauses {
            made.push(match clause {
                tree::Clause::For(target, source) => {
                    let source = first.take().unwrap_or_else(|| self.source(source));
                    Clause::For(self.target(target), source)
                }
                tree::Clause::If(condition) => Clause::If(self.test(condition)),
            });
        }
        let value = value(self);
        self.scopes.pop();
        // Nothing outside refers to these places, nor reads one before it is set: see `Checked`.
        let places = self.assigned.len();
        self.assigned[before..places].fill(false);
        Some(Comprehension {
            value,
            clauses: made.into(),
        })
    }

    // Calls.

    fn call(&mut self, function: &Expr, arguments: &[(Option<String>, Expr)]) -> Node {
        match function {
            Expr::Dot(value, method) => {
                let known = Method::named(method);
                let is_positional = arguments.iter().all(|(name, _)| name.is_none());
                let Some(method) = known.filter(|_| is_positional) else {
                    return Node::Unknown;
                };
                let value = self.node(value);
                let mut nodes = vec![value];
                nodes.extend(arguments.iter().map(|(_, argument)| self.node(argument)));
                Node::Method(method, nodes.into())
            }
            Expr::Name(name) => match self.names.get(name) {
                Some(place) if self.local(name).is_none() => self.called(*place, arguments),
                _ => self.builtin(name, arguments),
            },
            _ => Node::Unknown,
        }
    }

    /// A call of a function of the file.
    fn called(&mut self, place: u32, arguments: &[(Option<String>, Expr)]) -> Node {
        let Some(parameters) = &self.defs[place as usize].parameters else {
            return Node::Unknown;
        };
        if arguments.len() > parameters.len() {
            return Node::Unknown;
        }
        let mut nodes: Vec<Option<Node>> = vec![None; parameters.len()];
        for (n, (name, argument)) in arguments.iter().enumerate() {
            let place = match name {
                None => Some(n),
                Some(name) => parameters.iter().position(|(known, _)| known == name),
            };
            let node = self.node(argument);
            match place {
                // Named arguments are evaluated in their order only if they are given in that order.
                Some(place) if place == n && nodes[place].is_none() => nodes[place] = Some(node),
                _ => return Node::Unknown,
            }
        }
        for ((_, default), node) in parameters.iter().zip(&mut nodes) {
            if node.is_none() {
                *node = default.as_ref().and_then(|value| self.default(value));
            }
        }
        let nodes: Option<Box<[Node]>> = nodes.into_iter().collect();
        nodes.map_or(Node::Unknown, |nodes| Node::Call(place, nodes))
    }

    /// A default that is a literal; a list is a constant, because a call can no longer change it.
    fn default(&mut self, value: &Expr) -> Option<Node> {
        self.literal(value).map(Node::Const)
    }

    fn literal(&mut self, value: &Expr) -> Option<Value> {
        Some(match value {
            Expr::Int(n) => Value::Int(*n),
            Expr::Str(text) => self.heap.string(text.as_bytes()).ok()?,
            Expr::Unary("-", value) => match **value {
                Expr::Int(n) => Value::Int(-n),
                _ => return None,
            },
            Expr::Name(name) => match &**name {
                "None" => Value::None,
                "True" => Value::Bool(true),
                "False" => Value::Bool(false),
                _ => return None,
            },
            Expr::Tuple(items) | Expr::List(items) => {
                let items = items.iter().map(|item| self.literal(item));
                let items: Vec<_> = items.collect::<Option<_>>()?;
                match value {
                    Expr::Tuple(_) => self.heap.tuple(&items).ok()?,
                    _ => self.heap.list_of(&items).ok()?,
                }
            }
            _ => return None,
        })
    }

    fn builtin(&mut self, name: &str, arguments: &[(Option<String>, Expr)]) -> Node {
        let shadowed = self.local(name).is_some() || !matches!(self.constant(name), Global::Absent);
        let Some(builtin) = Builtin::named(name).filter(|_| !shadowed) else {
            return Node::Unknown;
        };
        let positional = arguments.iter().filter(|(name, _)| name.is_none());
        let positional: Vec<_> = positional.map(|(_, value)| value).collect();
        if positional.len() < arguments.len() {
            return self.with_options(builtin, &positional, arguments);
        }
        let nodes: Vec<_> = positional.iter().map(|value| self.node(value)).collect();
        match (builtin, <[Node; 1]>::try_from(nodes)) {
            (Builtin::Len, Ok([node])) => Node::Len(Box::new(node)),
            (_, Ok(node)) => Node::Builtin(builtin, Box::new(node)),
            (_, Err(nodes)) => Node::Builtin(builtin, nodes.into()),
        }
    }

    /// `sorted`, `min` and `max` with `key` and `reverse`.
    fn with_options(
        &mut self,
        builtin: Builtin,
        positional: &[&Expr],
        arguments: &[(Option<String>, Expr)],
    ) -> Node {
        let [values] = positional else {
            return Node::Unknown;
        };
        let values = self.node(values);
        let (mut key, mut reverse) = (None, false);
        for (name, value) in arguments.iter().filter(|(name, _)| name.is_some()) {
            match (builtin, name.as_deref(), value) {
                (Builtin::Sorted | Builtin::Min | Builtin::Max, Some("key"), key_of) => {
                    key = Some(key_of);
                }
                (Builtin::Sorted, Some("reverse"), Expr::Name(truth)) if self.is_true(truth) => {
                    reverse = true;
                }
                _ => return Node::Unknown,
            }
        }
        let place = self.place(true);
        let of = || vec![(None, Expr::Name(String::new()))];
        let key = match key {
            None => Node::Local(place),
            Some(Expr::Lambda(parameters, value)) if parameters.len() == 1 => {
                self.scopes.push(vec![(parameters[0].clone(), place)]);
                let node = self.node(value);
                self.scopes.pop();
                node
            }
            Some(function @ Expr::Name(_)) => {
                self.scopes.push(vec![(String::new(), place)]);
                let node = self.call(function, &of());
                self.scopes.pop();
                node
            }
            Some(_) => Node::Unknown,
        };
        Node::By(builtin, Box::new((values, place, key, reverse)))
    }

    fn is_true(&mut self, name: &str) -> bool {
        name == "True"
            && self.local(name).is_none()
            && matches!(self.constant(name), Global::Absent)
    }
}

fn operator_of(sign: &str) -> Option<Operator> {
    Some(match sign {
        "+" => Operator::Add,
        "-" => Operator::Sub,
        "*" => Operator::Mul,
        "//" => Operator::FloorDiv,
        "%" => Operator::Mod,
        "&" => Operator::BitAnd,
        "|" => Operator::BitOr,
        "^" => Operator::BitXor,
        "<<" => Operator::Shl,
        ">>" => Operator::Shr,
        _ => return None,
    })
}
