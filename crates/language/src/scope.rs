//! Which names a function binds, uses, and shares with the functions inside of it.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use crate::tree::{Argument, Clause, Def, Expr, Node, Piece, Step, Stmt};

/// A set of names, in the order of the alphabet.
pub(crate) type Names = BTreeSet<String>;

/// The names of a function.
#[derive(Clone, Debug, Default)]
pub(crate) struct Scope {
    /// Names that it gives values to, with its parameters.
    pub(crate) bound: Names,
    /// Names that it uses.
    uses: Names,
    /// Names that it does not bind, and uses or passes on.
    pub(crate) free: Names,
    /// Names that functions inside of it use.
    pub(crate) inner: Names,
    pub(crate) globals: Names,
    pub(crate) nonlocals: Names,
    pub(crate) has_walrus: bool,
    pub(crate) has_yield: bool,
    /// Whether a variable loses its value somewhere.
    pub(crate) has_delete: bool,
}

/// Finds the names of functions, each once.
#[derive(Debug, Default)]
pub(crate) struct Scopes {
    found: HashMap<usize, Rc<Scope>>,
    /// All names that some function gives values to at the top level.
    pub(crate) globals: Names,
}

impl Scopes {
    /// The names of a function.
    pub(crate) fn of(&mut self, def: &Def) -> Rc<Scope> {
        let key = std::ptr::from_ref(def) as usize;
        if let Some(scope) = self.found.get(&key) {
            return scope.clone();
        }
        let mut scope = Scope::default();
        for parameter in &def.parameters {
            scope.bound.insert(parameter.name.clone());
        }
        self.block(&def.body, &mut scope);
        scope.close();
        let scope = Rc::new(scope);
        self.globals.extend(scope.globals.iter().cloned());
        self.found.insert(key, scope.clone());
        scope
    }

    /// The names of statements outside of functions.
    pub(crate) fn of_module(&mut self, statements: &[Stmt]) -> Scope {
        let mut scope = Scope::default();
        self.block(statements, &mut scope);
        scope
    }

    /// The names that functions inside of a comprehension use.
    pub(crate) fn inner_of(&mut self, node: &Node) -> Names {
        let mut scope = Scope::default();
        if let Expr::Comprehension(_, parts, clauses) = &node.kind {
            self.comprehension_inside(&parts.0, parts.1.as_ref(), clauses, &mut scope, true);
        }
        scope.inner
    }

    fn block(&mut self, statements: &[Stmt], scope: &mut Scope) {
        for statement in statements {
            self.statement(statement, scope);
        }
    }

    fn statement(&mut self, statement: &Stmt, scope: &mut Scope) {
        match &statement.kind {
            Step::Expr(node) | Step::Return(Some(node)) | Step::Raise(Some(node)) => {
                self.node(node, scope)
            }
            Step::Assign(targets, value) => {
                self.node(value, scope);
                targets.iter().for_each(|target| self.target(target, scope));
            }
            Step::Update(_, target, value) => {
                self.node(target, scope);
                self.target(target, scope);
                self.node(value, scope);
            }
            Step::If(branches, otherwise) => {
                for (condition, body) in branches {
                    self.node(condition, scope);
                    self.block(body, scope);
                }
                self.block(otherwise, scope);
            }
            Step::While(condition, body, otherwise) => {
                self.node(condition, scope);
                self.block(body, scope);
                self.block(otherwise, scope);
            }
            Step::For(target, source, body, otherwise) => {
                self.node(source, scope);
                self.target(target, scope);
                self.block(body, scope);
                self.block(otherwise, scope);
            }
            Step::Def(def) => {
                scope.bound.insert(def.name.clone());
                def.decorators
                    .iter()
                    .for_each(|node| self.node(node, scope));
                self.function(def, scope);
            }
            Step::Assert(condition, message) => {
                self.node(condition, scope);
                message.iter().for_each(|node| self.node(node, scope));
            }
            Step::Delete(targets) => {
                for target in targets {
                    scope.has_delete |= matches!(target.kind, Expr::Name(_));
                    self.node(target, scope);
                    self.target(target, scope);
                }
            }
            Step::Global(names) => scope.globals.extend(names.iter().cloned()),
            Step::Nonlocal(names) => scope.nonlocals.extend(names.iter().cloned()),
            Step::Import(_, names) => scope
                .bound
                .extend(names.iter().map(|(_, own, _)| own.clone())),
            Step::Return(None) | Step::Raise(None) | Step::Break | Step::Continue | Step::Pass => {}
        }
    }

    fn function(&mut self, def: &Def, scope: &mut Scope) {
        for parameter in &def.parameters {
            parameter
                .default
                .iter()
                .for_each(|node| self.node(node, scope));
        }
        let inner = self.of(def);
        scope.inner.extend(inner.free.iter().cloned());
        scope.uses.extend(inner.free.iter().cloned());
    }

    fn target(&mut self, target: &Node, scope: &mut Scope) {
        match &target.kind {
            Expr::Name(name) => {
                scope.bound.insert(name.clone());
            }
            Expr::Tuple(items) | Expr::List(items) => {
                items.iter().for_each(|item| self.target(item, scope))
            }
            Expr::Star(inner) => self.target(inner, scope),
            _ => self.node(target, scope),
        }
    }

    fn node(&mut self, node: &Node, scope: &mut Scope) {
        match &node.kind {
            Expr::None
            | Expr::Bool(_)
            | Expr::Int(_)
            | Expr::Big(_)
            | Expr::Str(_)
            | Expr::Literal(_) => {}
            Expr::Name(name) => {
                scope.uses.insert(name.clone());
            }
            Expr::Join(pieces) => self.pieces(pieces, scope),
            Expr::Tuple(nodes)
            | Expr::List(nodes)
            | Expr::Set(nodes)
            | Expr::And(nodes)
            | Expr::Or(nodes) => {
                nodes.iter().for_each(|node| self.node(node, scope));
            }
            Expr::Dict(entries) => {
                for (key, value) in entries {
                    key.iter().for_each(|key| self.node(key, scope));
                    self.node(value, scope);
                }
            }
            Expr::Star(inner)
            | Expr::Group(inner)
            | Expr::Unary(_, inner)
            | Expr::Not(inner)
            | Expr::Attribute(inner, _) => {
                self.node(inner, scope);
            }
            Expr::YieldFrom(inner) => {
                scope.has_yield = true;
                self.node(inner, scope);
            }
            Expr::Yield(inner) => {
                scope.has_yield = true;
                inner.iter().for_each(|inner| self.node(inner, scope));
            }
            Expr::Chain(first, others) => {
                self.node(first, scope);
                others.iter().for_each(|(_, node)| self.node(node, scope));
            }
            Expr::Compare(first, others) => {
                self.node(first, scope);
                others.iter().for_each(|(_, node)| self.node(node, scope));
            }
            Expr::If(parts) => parts.iter().for_each(|node| self.node(node, scope)),
            Expr::Index(parts) => parts.iter().for_each(|node| self.node(node, scope)),
            Expr::Lambda(def) => self.function(def, scope),
            Expr::Comprehension(_, parts, clauses) => {
                if let Some(Clause::For(_, source)) = clauses.first() {
                    self.node(source, scope);
                }
                self.comprehension_inside(&parts.0, parts.1.as_ref(), clauses, scope, false);
            }
            Expr::Call(function, arguments) => {
                self.node(function, scope);
                for argument in arguments {
                    let (Argument::Plain(node) | Argument::Star(node) | Argument::Named(_, node)) =
                        argument;
                    self.node(node, scope);
                }
            }
            Expr::Slice(of, ends) => {
                self.node(of, scope);
                ends.iter()
                    .flatten()
                    .for_each(|node| self.node(node, scope));
            }
            Expr::Walrus(name, value) => {
                scope.has_walrus = true;
                scope.bound.insert(name.clone());
                self.node(value, scope);
            }
            Expr::Braces(left, right) => left
                .iter()
                .chain(right)
                .for_each(|node| self.node(node, scope)),
        }
    }

    fn pieces(&mut self, pieces: &[Piece], scope: &mut Scope) {
        for piece in pieces {
            if let Piece::Value(node, _, format) = piece {
                self.node(node, scope);
                self.pieces(format, scope);
            }
        }
    }

    /// The names that a comprehension uses, without its own; `all` keeps those of its own that functions inside use.
    fn comprehension_inside(
        &mut self,
        item: &Node,
        value: Option<&Node>,
        clauses: &[Clause],
        scope: &mut Scope,
        all: bool,
    ) {
        let mut own = Scope::default();
        let mut targets = Scope::default();
        for (nth, clause) in clauses.iter().enumerate() {
            match clause {
                Clause::For(target, source) => {
                    if nth > 0 {
                        self.node(source, &mut own);
                    }
                    self.target(target, &mut targets);
                }
                Clause::If(condition) => self.node(condition, &mut own),
            }
        }
        self.node(item, &mut own);
        value.iter().for_each(|value| self.node(value, &mut own));
        own.uses.extend(targets.uses);
        let is_outer = |name: &&String| !targets.bound.contains(*name);
        scope.uses.extend(own.uses.iter().filter(is_outer).cloned());
        scope.inner.extend(
            own.inner
                .iter()
                .filter(|name| all || is_outer(name))
                .cloned(),
        );
        scope.bound.extend(own.bound);
        scope.has_walrus |= own.has_walrus;
        scope.has_yield |= own.has_yield;
    }
}

impl Scope {
    /// Finds the free names, when all names are known.
    fn close(&mut self) {
        let outside: Names = self.globals.union(&self.nonlocals).cloned().collect();
        self.bound.retain(|name| !outside.contains(name));
        let unbound = self
            .uses
            .iter()
            .filter(|name| !self.bound.contains(*name) && !self.globals.contains(*name));
        self.free = unbound.cloned().collect();
        self.free.extend(self.nonlocals.iter().cloned());
    }
}

/// The names that a target binds.
pub(crate) fn names_of(target: &Node, found: &mut Vec<String>) {
    match &target.kind {
        Expr::Name(name) => found.push(name.clone()),
        Expr::Tuple(items) | Expr::List(items) => {
            items.iter().for_each(|item| names_of(item, found))
        }
        Expr::Star(inner) => names_of(inner, found),
        _ => {}
    }
}
