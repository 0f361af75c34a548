//! Reads a text as a tree.

use std::mem;
use std::ops::Range;

use num_bigint::BigInt;

use crate::error::{Done, Error};
use crate::token::{Kind, Notation, Piece, Token, is_keyword, is_name_start, tokens};
use crate::tree::{
    Argument, Binary, CONSUMERS, Clause, Collects, Compare, Comprehension, Expr, Function, Name,
    Node, Parameters, Part, Place, Scope, Span, Statement, Step, Unary,
};
use crate::value::Value;

/// A text as a tree, with the names of its functions; the first are those of the module.
pub(crate) struct Tree {
    pub(crate) body: Vec<Statement>,
    pub(crate) scopes: Vec<Scope>,
}

/// The error about a value of the host that could belong to either side.
pub const BOTH_WAYS: &str = "expected brackets or spaces, found a star or an arrow that could be read both ways: write G + *2 or 2*G, \
     G* - 1 or G * (-1), 2*G + * or 2*(G*)";

/// The deepest expression.
const DEEPEST: usize = 100;

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    scopes: Vec<Scope>,
    scope: usize,
    /// Whether the function being read has a `yield`.
    yields: bool,
    depth: usize,
    loops: usize,
    /// That of the host, and its values among the tokens.
    notation: Option<&'t dyn Notation>,
    foreign: Vec<Value>,
}

/// Reads a text.
pub(crate) fn parse(text: &str, notation: Option<&dyn Notation>) -> Done<Tree> {
    if u32::try_from(text.len()).is_err() {
        return Err(Error::new("the text is too long").limit());
    }
    let (tokens, foreign) = tokens(text, 0..text.len(), false, notation)?;
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        scopes: vec![Scope::new(Place::Module, 0)],
        scope: 0,
        yields: false,
        depth: 0,
        loops: 0,
        notation,
        foreign,
    };
    let mut body = Vec::new();
    while parser.kind() != &Kind::End {
        parser.statement(&mut body)?;
    }
    Ok(Tree {
        body,
        scopes: parser.scopes,
    })
}

/// The advice in place of a statement that there is not.
fn instead(word: &str) -> Option<&'static str> {
    Some(match word {
        "class" => {
            "there are no classes here: `struct(a = 1)` holds named values, and functions take them"
        }
        "try" | "except" | "finally" => {
            "there is no `try` here: test the condition with `if` before"
        }
        "with" => "there is no `with` here: a rule file reads nothing",
        "async" | "await" => "there is no `async` here",
        _ => return None,
    })
}

impl Parser<'_> {
    fn kind(&self) -> &Kind {
        &self.tokens[self.at].kind
    }

    fn span(&self) -> Span {
        Span::of(&self.tokens[self.at].span)
    }

    fn word(&self) -> &str {
        match self.kind() {
            Kind::Name | Kind::Number => &self.text[self.tokens[self.at].span.clone()],
            Kind::Sign(sign) => sign,
            _ => "",
        }
    }

    /// The end of the last token.
    fn since(&self, start: Span) -> Span {
        let last = &self.tokens[self.at.saturating_sub(1)].span;
        Span {
            end: last.end as u32,
            ..start
        }
    }

    fn is(&self, word: &str) -> bool {
        self.word() == word
    }

    fn take(&mut self, word: &str) -> bool {
        let found = self.is(word);
        if found {
            self.at += 1;
        }
        found
    }

    fn wrong<T>(&self, span: Span, message: impl Into<String>) -> Done<T> {
        Err(Error::new(message).at(span.range()))
    }

    /// The token here, for messages.
    fn found(&self) -> String {
        match self.kind() {
            Kind::Newline => "the end of the line".into(),
            Kind::End => "the end of the text".into(),
            Kind::Indent => "an indented line".into(),
            Kind::Dedent => "the end of the block".into(),
            _ => format!(
                "`{}`",
                self.text[self.span().range()]
                    .lines()
                    .next()
                    .unwrap_or_default()
            ),
        }
    }

    fn unexpected<T>(&self, expected: &str) -> Done<T> {
        if let Some(message) = instead(self.word()) {
            return self.wrong(self.span(), message);
        }
        let message = match (expected, self.word()) {
            ("`:`", "=") => "expected `:`, found `=`: to compare, write `==`".into(),
            _ => format!("expected {expected}, found {}", self.found()),
        };
        self.wrong(self.span(), message)
    }

    fn expect(&mut self, word: &str) -> Done<()> {
        match self.take(word) {
            true => Ok(()),
            false => self.unexpected(&format!("`{word}`")),
        }
    }

    fn name(&mut self) -> Done<Name> {
        let word = self.word();
        // A function of values is called `class`.
        let is_class = word == "class" && self.notation.is_some();
        if self.kind() != &Kind::Name || is_keyword(word) && !is_class {
            return self.unexpected("a name");
        }
        let name = if is_class { "outcome" } else { word }.into();
        self.at += 1;
        Ok(name)
    }

    /// The scope in which names are bound: no comprehension.
    fn function(&self) -> usize {
        let mut scope = self.scope;
        while self.scopes[scope].place == Place::Comprehension {
            scope = self.scopes[scope].parent;
        }
        scope
    }

    fn bind(&mut self, scope: usize, name: &Name) {
        self.scopes[scope].bound.insert(name.clone());
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Done<T>) -> Done<T> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self
                .wrong(
                    self.span(),
                    format!("this is nested more than {DEEPEST} levels deep"),
                )
                .map_err(Error::limit);
        }
        let done = read(self);
        self.depth -= 1;
        done
    }

    fn statement(&mut self, body: &mut Vec<Statement>) -> Done<()> {
        let start = self.span();
        let word = self.word().to_owned();
        let node = match &*word {
            "if" => self.conditional()?,
            "while" => {
                self.at += 1;
                let condition = self.expression()?;
                let (body, otherwise) = self.round()?;
                Step::While(condition, body, otherwise)
            }
            "for" => {
                self.at += 1;
                let target = self.targets("in")?;
                self.expect("in")?;
                let items = self.listed(true)?;
                let (body, otherwise) = self.round()?;
                Step::For(target, items, body, otherwise)
            }
            "def" | "@" => self.define()?,
            _ if self.kind() == &Kind::Indent => {
                return self.wrong(
                    start,
                    "this line is indented, but no block begins before it",
                );
            }
            _ => return self.line(body),
        };
        let span = start;
        match node {
            // `if __name__ == "__main__":` is for those who run the file.
            Step::If(condition, ..)
                if self.text[condition.span.range()].starts_with("__name__") => {}
            node => body.push(Statement { span, node }),
        }
        Ok(())
    }

    /// Simple statements up to the end of the line.
    fn line(&mut self, body: &mut Vec<Statement>) -> Done<()> {
        loop {
            let start = self.span();
            let node = self.simple()?;
            if let Some(node) = node {
                body.push(Statement {
                    span: self.since(start),
                    node,
                });
            }
            let more = self.take(";");
            if self.kind() == &Kind::Newline {
                self.at += 1;
                return Ok(());
            }
            if self.kind() == &Kind::End {
                return Ok(());
            }
            if !more {
                return self.unexpected("the end of the line");
            }
        }
    }

    fn block(&mut self) -> Done<Vec<Statement>> {
        self.expect(":")?;
        let mut body = Vec::new();
        if self.kind() != &Kind::Newline {
            self.line(&mut body)?;
            return Ok(body);
        }
        self.at += 1;
        if self.kind() != &Kind::Indent {
            return self.unexpected("an indented block");
        }
        self.at += 1;
        self.deeper(|parser| {
            while parser.kind() != &Kind::Dedent {
                parser.statement(&mut body)?;
            }
            Ok(())
        })?;
        self.at += 1;
        Ok(body)
    }

    /// The body of a loop, and its `else`.
    fn round(&mut self) -> Done<(Vec<Statement>, Vec<Statement>)> {
        self.loops += 1;
        let body = self.block()?;
        self.loops -= 1;
        let otherwise = match self.take("else") {
            true => self.block()?,
            false => Vec::new(),
        };
        Ok((body, otherwise))
    }

    fn conditional(&mut self) -> Done<Step> {
        self.at += 1;
        let condition = self.expression()?;
        let body = self.block()?;
        let start = self.span();
        let otherwise = if self.is("elif") {
            let node = self.deeper(Self::conditional)?;
            vec![Statement { span: start, node }]
        } else if self.take("else") {
            self.block()?
        } else {
            Vec::new()
        };
        Ok(Step::If(condition, body, otherwise))
    }

    fn define(&mut self) -> Done<Step> {
        let mut decorators = Vec::new();
        while self.take("@") {
            decorators.push(self.expression()?);
            if self.kind() != &Kind::Newline {
                return self.unexpected("the end of the line");
            }
            self.at += 1;
        }
        self.expect("def")?;
        let name = self.name()?;
        let function = self.function();
        self.bind(function, &name);
        self.expect("(")?;
        let function = self.function_of(name, ")", |parser| {
            parser.expect(")")?;
            if parser.take("->") {
                parser.skip_type()?;
            }
            parser.block()
        })?;
        Ok(Step::Define(function, decorators))
    }

    /// A type annotation has no meaning.
    fn skip_type(&mut self) -> Done<()> {
        let (scopes, used) = (self.scopes.len(), self.scopes[self.scope].used.clone());
        self.expression()?;
        self.scopes.truncate(scopes);
        self.scopes[self.scope].used = used;
        Ok(())
    }

    /// A function after its name: parameters up to `close`, and a body.
    fn function_of(
        &mut self,
        name: Name,
        close: &str,
        body: impl FnOnce(&mut Self) -> Done<Vec<Statement>>,
    ) -> Done<Function> {
        let scope = self.scopes.len();
        self.scopes.push(Scope::new(Place::Function, self.scope));
        let parameters = self.parameters(close, scope)?;
        let (around, loops) = (
            mem::replace(&mut self.scope, scope),
            mem::take(&mut self.loops),
        );
        let yields = mem::take(&mut self.yields);
        let body = self.deeper(body)?;
        self.scope = around;
        self.loops = loops;
        let yields = mem::replace(&mut self.yields, yields);
        Ok(Function {
            name,
            parameters,
            body,
            scope,
            yields,
        })
    }

    fn parameters(&mut self, close: &str, scope: usize) -> Done<Parameters> {
        let mut parameters = Parameters::default();
        let mut by_name = false;
        while !self.is(close) {
            let start = self.span();
            if self.take("**") {
                let name = self.name()?;
                self.bind(scope, &name);
                parameters.others = Some(name);
                self.annotation(close)?;
                self.take(",");
                if !self.is(close) {
                    return self.unexpected(&format!("`{close}`: nothing follows `**`"));
                }
                break;
            }
            if self.take("/") {
                parameters.without_name = parameters.each.len();
            } else if self.take("*") || self.takes_star() {
                if by_name {
                    return self.wrong(start, "a second `*`");
                }
                by_name = true;
                if !self.is(",") {
                    let name = self.name()?;
                    self.bind(scope, &name);
                    parameters.rest = Some(name);
                    self.annotation(close)?;
                }
            } else {
                let name = self.name()?;
                if !self.scopes[scope].bound.insert(name.clone()) {
                    return self.wrong(start, format!("a second parameter {name}"));
                }
                self.annotation(close)?;
                let default = match self.take("=") {
                    true => Some(self.expression()?),
                    false => None,
                };
                if default.is_none()
                    && !by_name
                    && parameters.each.last().is_some_and(|last| last.1.is_some())
                {
                    return self.wrong(
                        start,
                        format!("{name} needs a default, since a parameter before it has one"),
                    );
                }
                parameters.each.push((name, default));
                if !by_name {
                    parameters.by_place = parameters.each.len();
                }
            }
            if !self.take(",") && !self.is(close) {
                return self.unexpected(&format!("`,` or `{close}`"));
            }
        }
        Ok(parameters)
    }

    /// A star between parameters is no value of the host.
    fn takes_star(&mut self) -> bool {
        let is_star =
            matches!(self.kind(), Kind::Foreign(_)) && self.text[self.span().range()] == *"*";
        self.at += usize::from(is_star);
        is_star
    }

    fn annotation(&mut self, close: &str) -> Done<()> {
        match close == ")" && self.take(":") {
            true => self.skip_type(),
            false => Ok(()),
        }
    }

    /// A statement on a line; `None` if it has no meaning here.
    fn simple(&mut self) -> Done<Option<Step>> {
        let start = self.span();
        let word = self.word().to_owned();
        let node = match &*word {
            "pass" => {
                self.at += 1;
                Step::Pass
            }
            "break" | "continue" => {
                self.at += 1;
                if self.loops == 0 {
                    return self.wrong(start, format!("`{word}` is outside of a loop"));
                }
                if word == "break" {
                    Step::Break
                } else {
                    Step::Continue
                }
            }
            "return" => {
                self.at += 1;
                if self.scopes[self.scope].place == Place::Module {
                    return self.wrong(start, "`return` is outside of a function");
                }
                Step::Return(match self.ends() {
                    true => None,
                    false => Some(self.listed(true)?),
                })
            }
            "global" | "nonlocal" => {
                self.at += 1;
                loop {
                    let at = self.span();
                    let name = self.name()?;
                    if self.scopes[self.scope].place == Place::Module {
                        if word == "nonlocal" {
                            return self.wrong(at, "`nonlocal` is outside of a function");
                        }
                    } else {
                        let scope = &mut self.scopes[self.scope];
                        if scope.bound.contains(&name) || scope.used.contains(&name) {
                            return self.wrong(at, format!("{name} is used before `{word}`"));
                        }
                        let names = if word == "global" {
                            &mut scope.globals
                        } else {
                            &mut scope.nonlocals
                        };
                        names.insert(name);
                    }
                    if !self.take(",") {
                        break;
                    }
                }
                return Ok(None);
            }
            "assert" => {
                self.at += 1;
                let condition = self.expression()?;
                let why = match self.take(",") {
                    true => Some(self.expression()?),
                    false => None,
                };
                Step::Assert(condition, why)
            }
            "raise" => {
                self.at += 1;
                if self.ends() {
                    return self.unexpected("an exception, as in `raise ValueError(\"why\")`");
                }
                Step::Raise(self.expression()?)
            }
            "del" => {
                self.at += 1;
                let targets = self.listed(false)?;
                let targets = match targets.node {
                    Node::Tuple(items) => items,
                    _ => vec![targets],
                };
                for target in &targets {
                    if let Node::Name(name) = &target.node {
                        let (name, function) = (name.clone(), self.function());
                        self.bind(function, &name);
                    } else if !matches!(target.node, Node::Index(..) | Node::Slice(..)) {
                        return self.wrong(target.span, "`del` takes names and items");
                    }
                }
                Step::Delete(targets)
            }
            "from" | "import" => return self.import(),
            word => {
                if let Some(message) = instead(word)
                    && !(self.notation.is_some()
                        && self.tokens[self.at + 1].kind == Kind::Sign("("))
                {
                    return self.wrong(start, message);
                }
                return match self.notation {
                    Some(notation) => self.named(notation),
                    None => self.assignment(),
                };
            }
        };
        Ok(Some(node))
    }

    fn ends(&self) -> bool {
        matches!(self.kind(), Kind::Newline | Kind::End | Kind::Sign(";"))
    }

    fn import(&mut self) -> Done<Option<Step>> {
        let start = self.span();
        let from = self.take("from");
        self.at += usize::from(!from);
        let path = |parser: &mut Self| -> Done<String> {
            let mut path = parser.name()?.to_string();
            while parser.take(".") {
                path = format!("{path}.{}", parser.name()?);
            }
            Ok(path)
        };
        let module = path(self)?;
        // Other tools read these.
        let is_silent = matches!(&*module, "typing" | "__future__" | "collections.abc");
        let known = matches!(
            &*module,
            "functools" | "itertools" | "math" | "collections" | "bouton.rules" | "operator"
        );
        if !known && !is_silent {
            let message = format!(
                "{module} cannot be imported: a rule file has functools, itertools, math, collections, operator and bouton.rules"
            );
            return self.wrong(self.since(start), message);
        }
        let mut names = Vec::new();
        if from {
            self.expect("import")?;
            if self.is("*") {
                return self.wrong(
                    self.span(),
                    format!("name what you need: `from {module} import …`"),
                );
            }
            let open = self.take("(");
            loop {
                let name = self.name()?;
                let called = if self.take("as") {
                    self.name()?
                } else {
                    name.clone()
                };
                names.push((format!("{module}.{name}"), called));
                if !self.take(",") || open && self.is(")") {
                    break;
                }
            }
            if open {
                self.expect(")")?;
            }
        } else {
            let called = match self.take("as") {
                true => self.name()?,
                false => module.split('.').next().unwrap_or_default().into(),
            };
            names.push((module, called));
        }
        if is_silent {
            return Ok(None);
        }
        let function = self.function();
        for (_, called) in &names {
            self.bind(function, called);
        }
        Ok(Some(Step::Import(names)))
    }

    /// An assignment as it is written to the calculator, too: `let g = …`, `g := …`.
    fn named(&mut self, notation: &dyn Notation) -> Done<Option<Step>> {
        let is_name = |parser: &Self, at: usize| parser.tokens[at].kind == Kind::Name;
        if self.is("let") && is_name(self, self.at + 1) {
            self.at += 1;
        }
        let Kind::Sign(next) = self.tokens[(self.at + 1).min(self.tokens.len() - 1)].kind else {
            return self.assignment();
        };
        let gives = next.ends_with('=') && !matches!(next, "==" | "!=" | "<=" | ">=");
        if is_name(self, self.at) && gives {
            let word = self.word();
            if notation.is_fixed(word) {
                let message = format!(
                    "expected a name that is not taken, found {word:?}: it stands for a value; name this my_{word}, or compare by =="
                );
                return self.wrong(self.span(), message);
            }
            if next == ":=" {
                self.tokens[self.at + 1].kind = Kind::Sign("=");
            }
        }
        self.assignment()
    }

    fn assignment(&mut self) -> Done<Option<Step>> {
        let first = self.listed(true)?;
        if let Kind::Sign(sign) = self.kind()
            && let Some(sign) = sign.strip_suffix('=')
            && let Some((_, binary)) = Binary::ALL.into_iter().find(|(known, _)| *known == sign)
        {
            if !matches!(first.node, Node::Name(_) | Node::Index(..)) {
                return self.wrong(first.span, "only a name or an item can be changed");
            }
            self.target(&first)?;
            self.at += 1;
            let value = self.listed(true)?;
            return Ok(Some(Step::Change(first, binary, value)));
        }
        if self.take(":") {
            self.skip_type()?;
            self.target(&first)?;
            if !self.is("=") {
                return Ok(None);
            }
        }
        if !self.is("=") {
            return Ok(Some(Step::Value(first)));
        }
        let mut targets = Vec::new();
        let mut value = first;
        while self.take("=") {
            self.target(&value)?;
            targets.push(value);
            value = self.listed(true)?;
        }
        Ok(Some(Step::Assign(targets, value)))
    }

    /// Binds the names of a target.
    fn target(&mut self, target: &Expr) -> Done<()> {
        match &target.node {
            Node::Name(name) => {
                let name = name.clone();
                let scope = self.scope;
                self.bind(scope, &name);
            }
            Node::Tuple(items) | Node::List(items) => {
                if items
                    .iter()
                    .filter(|item| matches!(item.node, Node::Star(_)))
                    .count()
                    > 1
                {
                    return self.wrong(target.span, "one star at most in an assignment");
                }
                for item in items {
                    match &item.node {
                        Node::Star(inner) => self.target(inner)?,
                        _ => self.target(item)?,
                    }
                }
            }
            Node::Index(..) | Node::Slice(..) => {}
            Node::Attribute(..) => {
                return self.wrong(
                    target.span,
                    "fields of a struct stay as they are: make another struct",
                );
            }
            _ => {
                let text = &self.text[target.span.range()];
                return self.wrong(
                    target.span,
                    format!(
                        "`{}` cannot be assigned to",
                        text.lines().next().unwrap_or_default()
                    ),
                );
            }
        }
        Ok(())
    }

    /// The targets of a loop, before `end`.
    fn targets(&mut self, end: &str) -> Done<Expr> {
        let start = self.span();
        let mut items = Vec::new();
        let mut comma = false;
        loop {
            let at = self.span();
            let item = match self.take("*") {
                true => Expr {
                    node: Node::Star(Box::new(self.postfix()?)),
                    span: self.since(at),
                },
                false => self.postfix()?,
            };
            items.push(item);
            if !self.take(",") {
                break;
            }
            comma = true;
            if self.is(end) {
                break;
            }
        }
        let target = match (items.len(), comma) {
            (1, false) => items.remove(0),
            _ => Expr {
                span: self.since(start),
                node: Node::Tuple(items),
            },
        };
        self.target(&target)?;
        Ok(target)
    }

    /// An expression, or several with commas: a tuple.
    fn listed(&mut self, with_stars: bool) -> Done<Expr> {
        if self.is("yield") {
            return self.expression();
        }
        let start = self.span();
        let first = self.starred(with_stars)?;
        if !self.is(",") {
            if matches!(first.node, Node::Star(_)) {
                return self.wrong(start, "a star needs a list around it, or a comma after it");
            }
            return Ok(first);
        }
        let mut items = vec![first];
        while self.take(",") {
            if self.ends()
                || matches!(self.word(), "=" | ")" | "]" | "}" | ":")
                || self.word().len() == 2 && self.word().ends_with('=') && self.word() != "=="
            {
                break;
            }
            items.push(self.starred(with_stars)?);
        }
        Ok(Expr {
            span: self.since(start),
            node: Node::Tuple(items),
        })
    }

    fn starred(&mut self, with_stars: bool) -> Done<Expr> {
        let start = self.span();
        if with_stars && self.take("*") {
            let inner = self.binary(0)?;
            return Ok(Expr {
                span: self.since(start),
                node: Node::Star(Box::new(inner)),
            });
        }
        self.expression()
    }

    fn expression(&mut self) -> Done<Expr> {
        self.deeper(Self::expression_here)
    }

    fn expression_here(&mut self) -> Done<Expr> {
        let start = self.span();
        if self.is("lambda") {
            self.at += 1;
            let function = self.function_of("<lambda>".into(), ":", |parser| {
                parser.expect(":")?;
                let start = parser.span();
                let value = parser.expression()?;
                let span = parser.since(start);
                Ok(vec![Statement {
                    span,
                    node: Step::Return(Some(value)),
                }])
            })?;
            return Ok(Expr {
                span: self.since(start),
                node: Node::Lambda(Box::new(function)),
            });
        }
        if self.is("yield") {
            self.at += 1;
            if self.scopes[self.scope].place != Place::Function {
                return self.wrong(start, "`yield` is outside of a function");
            }
            self.yields = true;
            let from = self.take("from");
            let value = match self.ends() || self.is(")") {
                true => None,
                false => Some(Box::new(self.listed(true)?)),
            };
            return Ok(Expr {
                span: self.since(start),
                node: Node::Yield(value, from),
            });
        }
        if self.kind() == &Kind::Name && self.tokens[self.at + 1].kind == Kind::Sign(":=") {
            let name = self.name()?;
            self.at += 1;
            let function = self.function();
            self.bind(function, &name);
            let value = Box::new(self.expression()?);
            return Ok(Expr {
                span: self.since(start),
                node: Node::Walrus(name, value),
            });
        }
        let value = self.logic(false)?;
        if !self.is("if") {
            return Ok(value);
        }
        self.at += 1;
        let condition = self.logic(false)?;
        if !self.take("else") {
            return self.unexpected("`else`");
        }
        let otherwise = self.expression()?;
        let node = Node::If(Box::new([condition, value, otherwise]));
        Ok(Expr {
            span: self.since(start),
            node,
        })
    }

    /// `or`, and `and` within it.
    fn logic(&mut self, and: bool) -> Done<Expr> {
        let start = self.span();
        let part = |parser: &mut Self| {
            if and {
                parser.not()
            } else {
                parser.logic(true)
            }
        };
        let mut parts = vec![part(self)?];
        while self.take(if and { "and" } else { "or" }) {
            parts.push(part(self)?);
            if parts.len() > DEEPEST {
                // Their tree is a chain.
                let right = parts.pop().expect("invariant: one was pushed");
                let left = parts.pop().expect("invariant: there are many");
                let node = Node::Logic(and, Box::new(left), Box::new(right));
                parts.push(Expr {
                    span: self.since(start),
                    node,
                });
                if parts.len() > DEEPEST {
                    return self
                        .wrong(start, "this has too many parts")
                        .map_err(Error::limit);
                }
            }
        }
        let mut right = parts.pop().expect("invariant: there is one");
        while let Some(left) = parts.pop() {
            let span = left.span.to(right.span);
            right = Expr {
                span,
                node: Node::Logic(and, Box::new(left), Box::new(right)),
            };
        }
        Ok(right)
    }

    fn not(&mut self) -> Done<Expr> {
        let start = self.span();
        if self.take("not") {
            let inner = self.deeper(Self::not)?;
            return Ok(Expr {
                span: self.since(start),
                node: Node::Unary(Unary::Not, Box::new(inner)),
            });
        }
        let first = self.binary(0)?;
        let mut rest = Vec::new();
        while let Some(sign) = self.compares() {
            rest.push((sign, self.binary(0)?));
        }
        if rest.is_empty()
            && let Some(sign @ ("<>" | "<|" | "|>")) = self.foreign_sign()
        {
            self.at += 1;
            let second = self.binary(0)?;
            return Ok(self.asked(sign, start, [first, second]));
        }
        match rest.is_empty() {
            true => Ok(first),
            false => Ok(Expr {
                span: self.since(start),
                node: Node::Compare(Box::new(first), rest),
            }),
        }
    }

    fn foreign_sign(&self) -> Option<&'static str> {
        match self.kind() {
            Kind::Sign(sign) if self.notation.is_some() => Some(sign),
            _ => None,
        }
    }

    fn meaning(&self, sign: &str) -> Node {
        let meaning = self.notation.map(|notation| notation.meaning(sign));
        Node::Constant(meaning.unwrap_or_default())
    }

    /// The value that a sign of the host makes of these.
    fn asked(&self, sign: &str, start: Span, values: impl IntoIterator<Item = Expr>) -> Expr {
        let span = self.since(start);
        let node = self.meaning(sign);
        let values = values.into_iter().map(Argument::Given).collect();
        let node = Node::Call(Box::new(Expr { span, node }), values);
        Expr { span, node }
    }

    /// Braces of the host: options with commas, and bars, of which the longest run splits first.
    fn options(&mut self) -> Done<Expr> {
        let start = self.span();
        self.at += 1;
        let (mut sides, mut bars) = (vec![Vec::new()], Vec::new());
        while !self.take("}") {
            let at = self.span();
            if self.kind() == &Kind::Bars {
                self.at += 1;
                bars.push(at);
                sides.push(Vec::new());
                continue;
            }
            let option = match self.take("pass") {
                true => {
                    let node = self.meaning("pass");
                    Expr { span: at, node }
                }
                false => self.expression()?,
            };
            sides
                .last_mut()
                .expect("invariant: there is a side")
                .push(option);
            if !self.take(",") && self.kind() != &Kind::Bars && !self.is("}") {
                return self.unexpected("`,`, `|` or `}`");
            }
        }
        let mut made = self.sides(start, sides, &bars)?;
        Ok(made.remove(0))
    }

    fn sides(&self, start: Span, mut left: Vec<Vec<Expr>>, bars: &[Span]) -> Done<Vec<Expr>> {
        let longest = bars.iter().map(|run| run.range().len()).max();
        let mut splits = (0..bars.len()).filter(|n| Some(bars[*n].range().len()) == longest);
        let Some(n) = splits.next() else {
            return Ok(left.remove(0));
        };
        if let Some(second) = splits.next() {
            let message = "expected one longest run of bars, found two";
            return self.wrong(bars[second], message);
        }
        let right = left.split_off(n + 1);
        let mut both = Vec::new();
        for (side, bars) in [(left, &bars[..n]), (right, &bars[n + 1..])] {
            let node = Node::List(self.sides(start, side, bars)?);
            both.push(Expr {
                span: self.since(start),
                node,
            });
        }
        Ok(vec![self.asked("{|}", start, both)])
    }

    fn compares(&mut self) -> Option<Compare> {
        let sign = match self.word() {
            "<" => Compare::Less,
            "<=" => Compare::LessEqual,
            ">" => Compare::Greater,
            ">=" => Compare::GreaterEqual,
            "==" => Compare::Equal,
            "!=" => Compare::Unequal,
            "in" => Compare::In,
            "not" if self.text[self.tokens[self.at + 1].span.clone()] == *"in" => {
                self.at += 1;
                Compare::NotIn
            }
            "is" if self.text[self.tokens[self.at + 1].span.clone()] == *"not" => {
                self.at += 1;
                Compare::IsNot
            }
            "is" => Compare::Is,
            _ => return None,
        };
        self.at += 1;
        Some(sign)
    }

    /// Operators from the level of `|` on.
    fn binary(&mut self, level: usize) -> Done<Expr> {
        const LEVELS: [&[&str]; 6] = [
            &["|"],
            &["^"],
            &["&"],
            &["<<", ">>"],
            &["+", "-"],
            &["*", "/", "//", "%"],
        ];
        let Some(signs) = LEVELS.get(level) else {
            return self.unary();
        };
        let start = self.span();
        let mut left = self.binary(level + 1)?;
        let mut length = 0;
        while let Some((sign, binary)) = Binary::ALL
            .into_iter()
            .find(|(sign, _)| self.is(sign) && signs.contains(sign))
        {
            length += 1;
            if length > 10 * DEEPEST {
                return self
                    .wrong(self.span(), format!("too many `{sign}` in one expression"))
                    .map_err(Error::limit);
            }
            self.at += 1;
            let right = self.binary(level + 1)?;
            let last = &self.tokens[self.at - 1];
            if binary == Binary::Mul && matches!(last.kind, Kind::Added(_)) {
                return self.wrong(Span::of(&last.span), BOTH_WAYS);
            }
            left = Expr {
                span: self.since(start),
                node: Node::Binary(binary, Box::new(left), Box::new(right)),
            };
        }
        Ok(left)
    }

    fn unary(&mut self) -> Done<Expr> {
        let start = self.span();
        if self.foreign_sign() == Some("+-") {
            self.at += 1;
            let inner = self.deeper(Self::unary)?;
            return Ok(self.asked("+-", start, [inner]));
        }
        let sign = match self.word() {
            "-" => Unary::Minus,
            "+" => Unary::Plus,
            "~" => Unary::Invert,
            _ => {
                let base = self.postfix()?;
                if !self.take("**") {
                    return Ok(base);
                }
                let power = self.deeper(Self::unary)?;
                let node = Node::Binary(Binary::Pow, Box::new(base), Box::new(power));
                return Ok(Expr {
                    span: self.since(start),
                    node,
                });
            }
        };
        self.at += 1;
        let inner = self.deeper(Self::unary)?;
        let node = match (sign, inner.node) {
            (Unary::Minus, Node::Constant(Value::Int(n))) if n != i64::MIN => {
                Node::Constant(Value::Int(-n))
            }
            (sign, node) => Node::Unary(sign, Box::new(Expr { node, ..inner })),
        };
        Ok(Expr {
            span: self.since(start),
            node,
        })
    }

    fn postfix(&mut self) -> Done<Expr> {
        let start = self.span();
        let mut value = self.atom()?;
        let mut length = 0;
        loop {
            length += 1;
            if length > DEEPEST {
                return self
                    .wrong(self.span(), "too many calls in one expression")
                    .map_err(Error::limit);
            }
            let node = match self.word() {
                "(" => {
                    let arguments = self.deeper(|parser| parser.arguments(&value))?;
                    Node::Call(Box::new(value), arguments)
                }
                "[" => self.deeper(|parser| parser.index(value))?,
                "." => {
                    self.at += 1;
                    Node::Attribute(Box::new(value), self.name()?)
                }
                _ => match self.kind() {
                    // In front of `**` that would be raised alone.
                    Kind::Added(place) => {
                        let span = self.span();
                        let node = Node::Constant(self.foreign[*place].clone());
                        self.at += 1;
                        Node::Binary(Binary::Add, Box::new(value), Box::new(Expr { span, node }))
                    }
                    _ => return Ok(value),
                },
            };
            value = Expr {
                span: self.since(start),
                node,
            };
        }
    }

    fn index(&mut self, value: Expr) -> Done<Node> {
        self.at += 1;
        let mut parts = [None, None, None];
        let mut colons = 0;
        if !self.is(":") {
            let index = self.listed(true)?;
            if self.take("]") {
                return Ok(Node::Index(Box::new(value), Box::new(index)));
            }
            parts[0] = Some(index);
        }
        while colons < 2 && self.take(":") {
            colons += 1;
            if !matches!(self.word(), ":" | "]") {
                parts[colons] = Some(self.expression()?);
            }
        }
        self.expect("]")?;
        Ok(Node::Slice(Box::new(value), Box::new(parts)))
    }

    /// Whether the bracket here holds a comprehension.
    fn is_comprehension(&self) -> bool {
        let mut depth = 0;
        for token in &self.tokens[self.at..] {
            match token.kind {
                Kind::Sign("(" | "[" | "{" | "{|") => depth += 1,
                Kind::Sign(")" | "]" | "}") => depth -= 1,
                Kind::Name if depth == 1 && &self.text[token.span.clone()] == "for" => return true,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    fn arguments(&mut self, function: &Expr) -> Done<Vec<Argument>> {
        if self.is_comprehension() {
            let consumer = match &function.node {
                Node::Name(name) if CONSUMERS.split(' ').any(|known| known == &**name) => {
                    Some(name.clone())
                }
                _ => None,
            };
            let all = self.comprehension(Collects::Generator, ")", consumer)?;
            return Ok(vec![Argument::Given(all)]);
        }
        self.at += 1;
        let mut arguments = Vec::new();
        while !self.is(")") {
            let start = self.span();
            let argument = if self.take("**") {
                Argument::Stars(self.expression()?)
            } else if self.take("*") {
                Argument::Star(self.expression()?)
            } else if self.kind() == &Kind::Name && self.tokens[self.at + 1].kind == Kind::Sign("=")
            {
                let name = self.name()?;
                self.at += 1;
                if arguments
                    .iter()
                    .any(|argument| matches!(argument, Argument::Named(other, _) if *other == name))
                {
                    return self.wrong(start, format!("{name} is given twice"));
                }
                Argument::Named(name, self.expression()?)
            } else {
                if arguments
                    .iter()
                    .any(|argument| matches!(argument, Argument::Named(..) | Argument::Stars(_)))
                {
                    return self
                        .wrong(start, "arguments without a name come before those with one");
                }
                Argument::Given(self.expression()?)
            };
            arguments.push(argument);
            if !self.take(",") && !self.is(")") {
                return self.unexpected("`,` or `)`");
            }
        }
        self.at += 1;
        Ok(arguments)
    }

    /// A comprehension with its brackets.
    fn comprehension(
        &mut self,
        collects: Collects,
        close: &str,
        consumer: Option<Name>,
    ) -> Done<Expr> {
        let start = self.span();
        self.at += 1;
        let (scope, around) = (self.scopes.len(), self.scope);
        let mut own = Scope::new(Place::Comprehension, around);
        own.is_inline = collects != Collects::Generator || consumer.is_some();
        own.consumer = consumer;
        self.scopes.push(own);
        self.scope = scope;
        let item = self.starred(false)?;
        let mut collects = collects;
        let value = match collects == Collects::Set && self.take(":") {
            true => {
                collects = Collects::Dict;
                Some(self.expression()?)
            }
            false => None,
        };
        let mut clauses = Vec::new();
        loop {
            if self.take("for") {
                let target = self.targets("in")?;
                self.expect("in")?;
                // The first items come from outside.
                self.scope = if clauses.is_empty() { around } else { scope };
                let items = self.logic(false)?;
                self.scope = scope;
                clauses.push(Clause::For(target, items));
            } else if !clauses.is_empty() && self.take("if") {
                let start = self.span();
                let condition = match self.kind() == &Kind::Name
                    && self.tokens[self.at + 1].kind == Kind::Sign(":=")
                {
                    true => self.expression()?,
                    false => self.logic(false)?,
                };
                if self.is("else") {
                    return self.wrong(start, "write `a if condition else b` before `for`");
                }
                clauses.push(Clause::If(condition));
            } else {
                break;
            }
        }
        self.expect(close)?;
        self.scope = around;
        let node = Node::Comprehension(Box::new(Comprehension {
            collects,
            item,
            value,
            clauses,
            scope,
        }));
        Ok(Expr {
            span: self.since(start),
            node,
        })
    }

    fn atom(&mut self) -> Done<Expr> {
        let start = self.span();
        let kind = self.kind().clone();
        let node = match kind {
            Kind::Name => match self.word() {
                "None" => Node::Constant(Value::None),
                "True" => Node::Constant(Value::bool(true)),
                "False" => Node::Constant(Value::bool(false)),
                _ => {
                    let name = self.name()?;
                    self.scopes[self.scope].used.insert(name.clone());
                    return Ok(Expr {
                        span: start,
                        node: Node::Name(name),
                    });
                }
            },
            Kind::Number => Node::Constant(self.number()?),
            Kind::Foreign(place) => Node::Constant(self.foreign[place].clone()),
            Kind::Str(_) | Kind::Format(_) => return self.strings(),
            Kind::Sign("(") => return self.deeper(Self::parentheses),
            Kind::Sign("[") => {
                return self.deeper(|parser| {
                    if parser.is_comprehension() {
                        return parser.comprehension(Collects::List, "]", None);
                    }
                    parser.at += 1;
                    let items = parser.items("]")?;
                    Ok(Expr {
                        span: parser.since(start),
                        node: Node::List(items),
                    })
                });
            }
            Kind::Sign("{") => return self.deeper(Self::braces),
            Kind::Sign("{|") => return self.deeper(Self::options),
            Kind::Sign("...") => return self.wrong(start, "write `pass` where nothing is done"),
            _ => return self.unexpected("an expression"),
        };
        self.at += 1;
        Ok(Expr { span: start, node })
    }

    fn items(&mut self, close: &str) -> Done<Vec<Expr>> {
        let mut items = Vec::new();
        while !self.take(close) {
            items.push(self.starred(true)?);
            if !self.take(",") && !self.is(close) {
                return self.unexpected(&format!("`,` or `{close}`"));
            }
        }
        Ok(items)
    }

    fn parentheses(&mut self) -> Done<Expr> {
        let start = self.span();
        if self.is_comprehension() {
            return self.comprehension(Collects::Generator, ")", None);
        }
        self.at += 1;
        if self.take(")") {
            return Ok(Expr {
                span: self.since(start),
                node: Node::Tuple(Vec::new()),
            });
        }
        let inner = self.listed(true)?;
        self.expect(")")?;
        // A tuple begins at its bracket; anything else keeps its own place.
        let is_tuple = matches!(inner.node, Node::Tuple(_))
            && !matches!(self.text.as_bytes()[inner.span.start as usize], b'(');
        Ok(match is_tuple {
            true => Expr {
                span: self.since(start),
                ..inner
            },
            false => inner,
        })
    }

    fn braces(&mut self) -> Done<Expr> {
        let start = self.span();
        if self.is_comprehension() {
            return self.comprehension(Collects::Set, "}", None);
        }
        self.at += 1;
        if self.take("}") {
            return Ok(Expr {
                span: self.since(start),
                node: Node::Dict(Vec::new()),
            });
        }
        let mut entries = Vec::new();
        if !self.is("**") {
            let first = self.starred(true)?;
            if !self.take(":") {
                let mut items = vec![first];
                if self.take(",") {
                    items.extend(self.items("}")?);
                } else {
                    self.expect("}")?;
                }
                return Ok(Expr {
                    span: self.since(start),
                    node: Node::Set(items),
                });
            }
            entries.push((Some(first), self.expression()?));
            if !self.take(",") && !self.is("}") {
                return self.unexpected("`,` or `}`");
            }
        }
        while !self.take("}") {
            let key = match self.take("**") {
                true => None,
                false => {
                    let key = self.expression()?;
                    self.expect(":")?;
                    Some(key)
                }
            };
            entries.push((key, self.expression()?));
            if !self.take(",") && !self.is("}") {
                return self.unexpected("`,` or `}`");
            }
        }
        Ok(Expr {
            span: self.since(start),
            node: Node::Dict(entries),
        })
    }

    fn number(&self) -> Done<Value> {
        let word = self.word().to_ascii_lowercase();
        let (digits, radix) = match word.get(..2) {
            Some("0x") => (&word[2..], 16),
            Some("0b") => (&word[2..], 2),
            Some("0o") => (&word[2..], 8),
            _ => (&*word, 10),
        };
        let plain = digits.replace('_', "");
        let is_wrong = digits.starts_with('_') && radix == 10
            || digits.ends_with('_')
            || digits.contains("__");
        if radix == 10
            && plain.len() > 1
            && plain.starts_with('0')
            && plain.bytes().any(|digit| digit != b'0')
        {
            return self.wrong(self.span(), "a number does not begin with 0");
        }
        // Reading digits takes time by their square.
        crate::meter::step(plain.len() / 8 * (plain.len() / 64 + 1))?;
        match BigInt::parse_bytes(plain.as_bytes(), radix) {
            Some(n) if !is_wrong => Value::big(n),
            _ => self.wrong(self.span(), format!("`{word}` is no whole number")),
        }
    }

    /// Strings side by side are one.
    fn strings(&mut self) -> Done<Expr> {
        let start = self.span();
        let mut parts = Vec::new();
        loop {
            let token = self.tokens[self.at].clone();
            match token.kind {
                Kind::Str(text) => parts.push(Part::Text(text)),
                Kind::Format(pieces) => parts.extend(self.parts(pieces)?),
                _ => break,
            }
            self.at += 1;
        }
        let span = self.since(start);
        if parts.iter().all(|part| matches!(part, Part::Text(_))) {
            let texts = parts.into_iter().map(|part| match part {
                Part::Text(text) => text,
                Part::Value(..) => String::new(),
            });
            let text: String = texts.collect();
            return Ok(Expr {
                span,
                node: Node::Constant(Value::str(&text)?),
            });
        }
        Ok(Expr {
            span,
            node: Node::Format(parts),
        })
    }

    fn parts(&mut self, pieces: Vec<Piece>) -> Done<Vec<Part>> {
        let mut parts = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => parts.push(Part::Text(text)),
                Piece::Value {
                    span,
                    shown,
                    conversion,
                    spec,
                } => {
                    let value = self.deeper(|parser| parser.inner(span.clone()))?;
                    let conversion =
                        conversion.or((shown.is_some() && spec.is_empty()).then_some('r'));
                    parts.extend(shown.map(|shown| Part::Text(self.text[shown].to_owned())));
                    let spec = self.deeper(|parser| parser.parts(spec))?;
                    parts.push(Part::Value(value, conversion, spec));
                }
            }
        }
        Ok(parts)
    }

    /// The expression of an f-string.
    fn inner(&mut self, span: Range<usize>) -> Done<Expr> {
        let (inner, _) = tokens(self.text, span, true, None)?;
        let (outer, at) = (
            mem::replace(&mut self.tokens, inner),
            mem::take(&mut self.at),
        );
        let value = self.listed(true);
        let ended = value.and_then(|value| match self.kind() {
            Kind::End => Ok(value),
            _ => self.unexpected("`}`"),
        });
        self.tokens = outer;
        self.at = at;
        ended
    }
}

/// Whether a text is a name.
pub fn is_identifier(text: &str) -> bool {
    text.starts_with(is_name_start)
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !is_keyword(text)
}
