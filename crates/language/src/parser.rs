//! Parses a text. Every mistake has its place, and says what to write.

use crate::error::Error;
use crate::numbers::Operator;
use crate::operate::Relation;
use crate::token::{DEEPEST, Placed, Token, tokens, unescaped};
use crate::tree::{
    Argument, At, Clause, Def, Expr, Kind, Made, Node, Parameter, Piece, Step, Stmt,
};
use crate::words::Dialect;

/// The result of parsing something.
type Parsed<T> = Result<T, Box<Error>>;

/// The statements of a text.
pub(crate) fn parse(text: &str, dialect: &Dialect<'_>) -> Parsed<Vec<Stmt>> {
    if text.len() > u32::MAX as usize / 2 {
        return Err(Box::new(Error::new("this text is too long", text, 0..0)));
    }
    // Some editors put a mark first.
    let all = At {
        start: if text.starts_with('\u{feff}') { 3 } else { 0 },
        end: text.len() as u32,
    };
    let mut parser = Parser::new(text, tokens(text, all, false, dialect)?, dialect);
    let mut statements = Vec::new();
    while !parser.is_next(&Token::End) {
        parser.statement(&mut statements)?;
    }
    Ok(statements)
}

struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Placed>,
    at: usize,
    dialect: &'t Dialect<'t>,
    /// The nesting of expressions around, and the height of the one that was read last.
    depth: usize,
    height: usize,
    /// Whether `|` ends an expression: it splits the options of a value.
    bars: bool,
    /// Functions around.
    functions: usize,
    /// The number of `:=` so far.
    walruses: usize,
}

/// The most parameters of a function, and the most arguments before one with a name.
const MOST_ARGUMENTS: usize = 1000;

/// Augmented assignments.
const UPDATES: [(&str, Operator); 12] = [
    ("+=", Operator::Add),
    ("-=", Operator::Sub),
    ("*=", Operator::Mul),
    ("**=", Operator::Pow),
    ("//=", Operator::FloorDiv),
    ("/=", Operator::Div),
    ("%=", Operator::Mod),
    ("&=", Operator::And),
    ("|=", Operator::Or),
    ("^=", Operator::Xor),
    ("<<=", Operator::Shl),
    (">>=", Operator::Shr),
];

/// The binary operators with their precedence.
const OPERATORS: [(&str, u8, Operator); 11] = [
    ("|", 5, Operator::Or),
    ("^", 6, Operator::Xor),
    ("&", 7, Operator::And),
    ("<<", 8, Operator::Shl),
    (">>", 8, Operator::Shr),
    ("+", 9, Operator::Add),
    ("-", 9, Operator::Sub),
    ("*", 10, Operator::Mul),
    ("//", 10, Operator::FloorDiv),
    ("/", 10, Operator::Div),
    ("%", 10, Operator::Mod),
];
const OR: u8 = 1;
const AND: u8 = 2;
const NOT: u8 = 3;
const COMPARISON: u8 = 4;
const UNARY: u8 = 11;

const RELATIONS: [(&str, Relation); 6] = [
    ("==", Relation::Equal),
    ("!=", Relation::Unequal),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::Greater),
];

impl<'t> Parser<'t> {
    fn new(text: &'t str, tokens: Vec<Placed>, dialect: &'t Dialect<'t>) -> Self {
        Self {
            text,
            tokens,
            at: 0,
            dialect,
            depth: 0,
            height: 0,
            bars: false,
            functions: 0,
            walruses: 0,
        }
    }

    fn peek(&self) -> &Token {
        &self.tokens[self.at.min(self.tokens.len() - 1)].0
    }

    fn ahead(&self, count: usize) -> &Token {
        &self.tokens[(self.at + count).min(self.tokens.len() - 1)].0
    }

    fn here(&self) -> At {
        self.tokens[self.at.min(self.tokens.len() - 1)].1
    }

    /// The place of the token before.
    fn last(&self) -> At {
        self.tokens[self.at.saturating_sub(1)].1
    }

    fn is_next(&self, token: &Token) -> bool {
        self.peek() == token
    }

    fn is_sign(&self, sign: &'static str) -> bool {
        matches!(self.peek(), Token::Sign(own) if *own == sign)
    }

    fn is_word(&self, word: &'static str) -> bool {
        matches!(self.peek(), Token::Word(own) if *own == word)
    }

    /// Takes the sign if it is next.
    fn takes(&mut self, sign: &'static str) -> bool {
        let is = self.is_sign(sign);
        self.at += usize::from(is);
        is
    }

    fn takes_word(&mut self, word: &'static str) -> bool {
        let is = self.is_word(word);
        self.at += usize::from(is);
        is
    }

    fn takes_token(&mut self, token: &Token) -> bool {
        let is = self.is_next(token);
        self.at += usize::from(is);
        is
    }

    fn wrong<T>(&self, message: impl Into<String>, at: At) -> Parsed<T> {
        Err(Box::new(Error::new(message, self.text, at.range())))
    }

    /// The error about the next token, with what is expected.
    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let here = self.here();
        let found = match self.peek() {
            Token::Line => "the end of the line".into(),
            Token::End => "the end".into(),
            Token::Indent => "a line that is indented further".into(),
            Token::Dedent => "a line that is indented less".into(),
            _ => format!(
                "`{}`",
                self.text[here.range()].chars().take(30).collect::<String>()
            ),
        };
        let message = match self.advice() {
            Some(advice) => advice.to_owned(),
            None => format!("expected {what}, found {found}"),
        };
        self.wrong(message, here)
    }

    /// Advice for programmers of other languages.
    fn advice(&self) -> Option<&'static str> {
        let before = self.at.checked_sub(1).map(|at| &self.tokens[at].0);
        let is_before = |sign: &str| matches!(before, Some(Token::Sign(own)) if *own == sign);
        let line_ends = matches!(self.peek(), Token::Line | Token::End | Token::Indent);
        Some(match self.peek() {
            Token::Sign("&&") => "there is no `&&` here: use `and`",
            Token::Sign("||") => "there is no `||` here: use `or`",
            Token::Sign("!") => "there is no `!` here: use `not`, and `!=` for unequal",
            Token::Sign("?") => "there is no `? :` here: write `a if condition else b`",
            Token::Sign("&") if is_before("&") => "there is no `&&` here: use `and`",
            Token::Sign("=") => "`=` gives a name to a value: use `==` to compare",
            Token::Sign(":=") => "`:=` needs brackets around it here",
            Token::Word(word) => instead_of(word)?,
            Token::Name(name) if name == "then" => {
                "there is no `then` here: a `:` ends the condition"
            }
            _ if line_ends && (is_before("+") || is_before("-")) && self.is_doubled() => {
                "there is no `++` or `--` here: use `n += 1` or `n -= 1`"
            }
            Token::Indent => {
                "this line is indented further than the lines before, and no block begins here"
            }
            Token::Str(_) if matches!(before, Some(Token::Name(name)) if name == "print") => {
                "`print` is a function: write ( ) around what it prints"
            }
            _ => return None,
        })
    }

    fn is_doubled(&self) -> bool {
        self.at >= 2 && self.tokens[self.at - 1].0 == self.tokens[self.at - 2].0
    }

    fn sign(&mut self, sign: &'static str) -> Parsed<()> {
        match self.takes(sign) {
            true => Ok(()),
            false => self.expected(&format!("`{sign}`")),
        }
    }

    fn name(&mut self) -> Parsed<String> {
        match self.peek() {
            Token::Name(name) => {
                let name = name.clone();
                self.at += 1;
                Ok(name)
            }
            Token::Word(word) => self.wrong(
                format!("`{word}` is a word of the language: choose another name"),
                self.here(),
            ),
            _ => self.expected("a name"),
        }
    }

    // Statements.

    fn statement(&mut self, found: &mut Vec<Stmt>) -> Parsed<()> {
        let start = self.here();
        let kind = match self.peek() {
            Token::Word("def") => {
                self.at += 1;
                Step::Def(self.def(Vec::new(), start)?)
            }
            Token::Sign("@") => self.decorated(start)?,
            Token::Word("if") => {
                self.at += 1;
                self.branches()?
            }
            Token::Word("while") => {
                self.at += 1;
                let condition = self.condition()?;
                let body = self.block()?;
                Step::While(condition, body, self.otherwise()?)
            }
            Token::Word("for") => {
                self.at += 1;
                let target = self.targets()?;
                if !self.takes_word("in") {
                    return self.expected("`in`");
                }
                let source = self.listed()?;
                let body = self.block()?;
                Step::For(target, source, body, self.otherwise()?)
            }
            Token::Word(
                word
                @ ("class" | "try" | "with" | "async" | "except" | "finally" | "elif" | "else"),
            ) => {
                return self.wrong(refused(word), start);
            }
            Token::Indent => return self.expected("a statement"),
            _ => return self.line(found),
        };
        let at = start.to(self.last());
        found.push(Stmt { kind, at });
        Ok(())
    }

    /// Small statements with `;` between them.
    fn line(&mut self, found: &mut Vec<Stmt>) -> Parsed<()> {
        loop {
            let start = self.here();
            let kind = self
                .small()
                .or_else(|error| self.misspelled(start, error))?;
            found.push(Stmt {
                kind,
                at: start.to(self.last()),
            });
            if self.takes(";") {
                if self.takes_token(&Token::Line) {
                    return Ok(());
                }
                continue;
            }
            return match self.takes_token(&Token::Line) || self.is_next(&Token::End) {
                true => Ok(()),
                false => self.expected("the end of the line"),
            };
        }
    }

    /// A mistake in a statement that begins with something like a word of the language.
    fn misspelled<T>(&self, start: At, error: Box<Error>) -> Parsed<T> {
        let word = &self.text[start.range()];
        let words = [
            "return", "while", "import", "from", "else", "elif", "assert", "raise", "continue",
            "break", "yield",
        ];
        match words
            .iter()
            .find(|known| crate::modules::nearly(known, word))
        {
            Some(known) => self.wrong(
                format!("`{word}` is no word of the language: is `{known}` meant?"),
                start,
            ),
            None => Err(error),
        }
    }

    fn decorated(&mut self, start: At) -> Parsed<Step> {
        let mut decorators = Vec::new();
        while self.takes("@") {
            decorators.push(self.expr()?);
            if !self.takes_token(&Token::Line) {
                return self.expected("the end of the line");
            }
        }
        if !self.takes_word("def") {
            return match self.is_word("class") {
                true => self.wrong(refused("class"), self.here()),
                false => self.expected("`def`"),
            };
        }
        Ok(Step::Def(self.def(decorators, start)?))
    }

    fn condition(&mut self) -> Parsed<Node> {
        self.named()
    }

    fn otherwise(&mut self) -> Parsed<Vec<Stmt>> {
        match self.takes_word("else") {
            true => self.block(),
            false => Ok(Vec::new()),
        }
    }

    fn branches(&mut self) -> Parsed<Step> {
        let mut branches = Vec::new();
        loop {
            let condition = self.condition()?;
            branches.push((condition, self.block()?));
            if !self.takes_word("elif") {
                break;
            }
        }
        Ok(Step::If(branches, self.otherwise()?))
    }

    fn block(&mut self) -> Parsed<Vec<Stmt>> {
        if !self.takes(":") {
            if matches!(self.peek(), Token::Line | Token::Indent) {
                return self.wrong("a `:` is missing at the end of this line", self.here());
            }
            if self.is_word("if")
                && matches!(
                    self.tokens[self.at.saturating_sub(1)].0,
                    Token::Word("else")
                )
            {
                return self.wrong(
                    "there is no `else if` here: write `elif`",
                    self.last().to(self.here()),
                );
            }
            return self.expected("`:`");
        }
        let mut body = Vec::new();
        if !self.takes_token(&Token::Line) {
            if matches!(self.peek(), Token::Word("def" | "if" | "for" | "while")) {
                return self.wrong("a block begins on a line of its own", self.here());
            }
            self.line(&mut body)?;
            return Ok(body);
        }
        if !self.takes_token(&Token::Indent) {
            let message =
                "the lines of a function, a loop or an `if` must be indented, by four spaces, say";
            return self.wrong(message, self.here());
        }
        while !self.takes_token(&Token::Dedent) {
            if self.is_next(&Token::End) {
                break;
            }
            self.statement(&mut body)?;
        }
        Ok(body)
    }

    fn def(&mut self, decorators: Vec<Node>, start: At) -> Parsed<Def> {
        let name = self.name()?;
        self.sign("(")?;
        let parameters = self.parameters(")", true)?;
        self.sign(")")?;
        if self.takes("->") {
            self.expr()?;
        }
        let head = start.to(self.here());
        self.functions += 1;
        let body = self.block();
        self.functions -= 1;
        Ok(Def {
            name,
            at: head,
            parameters,
            decorators,
            body: body?,
            is_lambda: false,
        })
    }

    fn parameters(&mut self, end: &'static str, typed: bool) -> Parsed<Vec<Parameter>> {
        let mut found: Vec<Parameter> = Vec::new();
        let mut kind = Kind::Plain;
        while !self.is_sign(end) {
            let at = self.here();
            if self.takes("**") {
                return self.wrong("there are no `**` parameters here: name each one", at);
            }
            if self.takes("/") {
                for parameter in &mut found {
                    parameter.kind = Kind::Positional;
                }
            } else if self.takes("*") && self.is_sign(",") {
                kind = Kind::Named;
            } else {
                let is_rest = matches!(self.tokens[self.at.saturating_sub(1)].0, Token::Sign("*"))
                    && self.last() == at;
                let name = self.name()?;
                if found.len() >= MOST_ARGUMENTS {
                    return self.wrong(
                        format!("at most {MOST_ARGUMENTS} parameters are allowed"),
                        at,
                    );
                }
                if found.iter().any(|known| known.name == name) {
                    return self.wrong(format!("two parameters are named `{name}`"), at);
                }
                if typed && self.takes(":") {
                    self.expr()?;
                }
                let default = match self.takes("=") && !is_rest {
                    true => Some(self.expr()?),
                    false => None,
                };
                let after_default = found
                    .iter()
                    .any(|known| known.default.is_some() && known.kind != Kind::Named);
                let is_plain = kind == Kind::Plain && !is_rest;
                if is_plain && default.is_none() && after_default {
                    return self.wrong(
                        format!("the parameter `{name}` needs a default, as one before it has one"),
                        at,
                    );
                }
                found.push(Parameter {
                    name,
                    kind: if is_rest { Kind::Rest } else { kind },
                    default,
                });
                if is_rest {
                    kind = Kind::Named;
                }
            }
            if !self.takes(",") {
                break;
            }
        }
        Ok(found)
    }

    /// Whether a small statement ends here.
    fn ends(&self) -> bool {
        matches!(self.peek(), Token::Line | Token::End | Token::Sign(";"))
    }

    fn small(&mut self) -> Parsed<Step> {
        let start = self.here();
        if let Token::Word(word) = *self.peek() {
            self.at += 1;
            match word {
                "return" => {
                    if self.functions == 0 {
                        return self.wrong("`return` stands in a function only", start);
                    }
                    return Ok(Step::Return(match self.ends() {
                        true => None,
                        false => Some(self.listed()?),
                    }));
                }
                "break" => return Ok(Step::Break),
                "continue" => return Ok(Step::Continue),
                "pass" => return Ok(Step::Pass),
                "assert" => {
                    let condition = self.expr()?;
                    let message = if self.takes(",") {
                        Some(self.expr()?)
                    } else {
                        None
                    };
                    return Ok(Step::Assert(condition, message));
                }
                "raise" => {
                    let what = if self.ends() {
                        None
                    } else {
                        Some(self.expr()?)
                    };
                    if self.takes_word("from") {
                        self.expr()?;
                    }
                    return Ok(Step::Raise(what));
                }
                "del" => return self.deletion(),
                "global" | "nonlocal" => {
                    let mut names = vec![self.name()?];
                    while self.takes(",") {
                        names.push(self.name()?);
                    }
                    return Ok(if word == "global" {
                        Step::Global(names)
                    } else {
                        Step::Nonlocal(names)
                    });
                }
                "from" => return self.import(start),
                "import" => return self.wrong(whole_import(self.peek()), start.to(self.here())),
                _ => self.at -= 1,
            }
        }
        self.assignment()
    }

    fn deletion(&mut self) -> Parsed<Step> {
        let node = self.listed()?;
        let targets = match node.kind {
            Expr::Tuple(items) | Expr::List(items) => items,
            _ => vec![node],
        };
        for target in &targets {
            if !matches!(
                target.kind,
                Expr::Index(_) | Expr::Slice(..) | Expr::Name(_)
            ) {
                return self.wrong("`del` takes an item, `x[i]`, a slice or a name", target.at);
            }
        }
        Ok(Step::Delete(targets))
    }

    fn import(&mut self, start: At) -> Parsed<Step> {
        let mut module = self.name()?;
        while self.takes(".") {
            module.push('.');
            module.push_str(&self.name()?);
        }
        if !self.takes_word("import") {
            return self.expected("`import`");
        }
        if self.takes("*") {
            return self.wrong(
                "name what you import: `from … import a, b`",
                start.to(self.last()),
            );
        }
        let bracketed = self.takes("(");
        let mut names = Vec::new();
        loop {
            let at = self.here();
            let name = self.name()?;
            let own = match self.takes_word("as") {
                true => self.name()?,
                false => name.clone(),
            };
            names.push((name, own, at));
            if !self.takes(",") || self.is_sign(")") {
                break;
            }
        }
        if bracketed {
            self.sign(")")?;
        }
        Ok(Step::Import(module, names))
    }

    fn assignment(&mut self) -> Parsed<Step> {
        let start = self.here();
        if matches!(self.peek(), Token::Name(name) if name == "let")
            && self.dialect.values.is_some()
            && matches!(self.ahead(1), Token::Name(_))
        {
            self.at += 1;
        }
        let left = self.listed()?;
        if self.is_sign(":")
            && matches!(
                left.kind,
                Expr::Name(_) | Expr::Index(_) | Expr::Attribute(..)
            )
        {
            self.at += 1;
            self.expr()?;
            if !self.is_sign("=") {
                return Ok(Step::Pass);
            }
        }
        let update = UPDATES.iter().find(|(sign, _)| self.is_sign(sign));
        if let Some((sign, operator)) = update {
            if *sign == "/=" && self.dialect.values.is_none() {
                return self.wrong(crate::numbers::NO_FRACTIONS, self.here());
            }
            self.at += 1;
            if !matches!(left.kind, Expr::Name(_) | Expr::Index(_) | Expr::Slice(..)) {
                return self.wrong(
                    format!("`{sign}` stands behind a name or an item, `x[i]`"),
                    left.at,
                );
            }
            let value = self.listed_or_yield()?;
            return Ok(Step::Update(*operator, left, value));
        }
        let gives = self.dialect.values.is_some()
            && self.is_sign(":=")
            && matches!(left.kind, Expr::Name(_));
        if !self.is_sign("=") && !gives {
            return Ok(Step::Expr(left));
        }
        let mut targets = vec![left];
        let mut value = None;
        while self.takes("=") || gives && self.takes(":=") {
            let node = self.listed_or_yield()?;
            if let Some(before) = value.replace(node) {
                targets.push(before);
            }
        }
        for target in &targets {
            self.check_target(target)?;
        }
        match value {
            Some(value) => Ok(Step::Assign(targets, value)),
            None => self.wrong("expected a value behind `=`", start),
        }
    }

    fn listed_or_yield(&mut self) -> Parsed<Node> {
        self.listed()
    }

    /// Checks that something can be assigned to.
    fn check_target(&self, target: &Node) -> Parsed<()> {
        match &target.kind {
            Expr::Name(_) | Expr::Index(_) | Expr::Slice(..) => Ok(()),
            Expr::Tuple(items) | Expr::List(items) => {
                let stars = items
                    .iter()
                    .filter(|item| matches!(item.kind, Expr::Star(_)))
                    .count();
                if stars > 1 {
                    return self.wrong("one `*` is allowed here", target.at);
                }
                items.iter().try_for_each(|item| match &item.kind {
                    Expr::Star(inner) => self.check_target(inner),
                    _ => self.check_target(item),
                })
            }
            Expr::Star(_) => self.wrong("a `*` here needs a comma: `*rest, = …`", target.at),
            Expr::Attribute(..) => self.wrong(
                "fields cannot be changed: make another `struct(…)`",
                target.at,
            ),
            Expr::None | Expr::Bool(_) => {
                let word = &self.text[target.at.range()];
                self.wrong(
                    format!("`{word}` is a word of the language: choose another name"),
                    target.at,
                )
            }
            Expr::Compare(..) => self.wrong(
                "`=` gives a name to a value: use `==` to compare",
                target.at,
            ),
            _ => self.wrong(
                "a value is given to a name, an item `x[i]` or a tuple of these",
                target.at,
            ),
        }
    }

    // Expressions.

    fn node(&self, kind: Expr, start: At) -> Node {
        Node {
            kind,
            at: start.to(self.last()),
        }
    }

    /// An expression whose height counts for the one around it.
    fn part(&mut self, high: &mut usize) -> Parsed<Node> {
        let node = self.named()?;
        *high = self.height.max(*high);
        Ok(node)
    }

    fn starred(&mut self, high: &mut usize) -> Parsed<Node> {
        let start = self.here();
        if !self.takes("*") {
            return self.part(high);
        }
        let inner = self.binary(5)?;
        *high = (self.height + 1).max(*high);
        Ok(self.node(Expr::Star(Box::new(inner)), start))
    }

    /// An expression, or a tuple without brackets.
    fn listed(&mut self) -> Parsed<Node> {
        let (start, mut high) = (self.here(), 0);
        let first = self.starred(&mut high)?;
        self.height = high;
        if !self.is_sign(",") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.takes(",") {
            if self.begins() {
                items.push(self.starred(&mut high)?);
            } else {
                break;
            }
        }
        self.height = high + 1;
        Ok(self.node(Expr::Tuple(items), start))
    }

    /// Whether an expression can begin here.
    fn begins(&self) -> bool {
        match self.peek() {
            Token::Sign(sign) => matches!(*sign, "(" | "[" | "{" | "-" | "+" | "~" | "*" | "..."),
            Token::Word(word) => matches!(
                *word,
                "not" | "lambda" | "None" | "True" | "False" | "yield" | "await"
            ),
            Token::Line | Token::Indent | Token::Dedent | Token::End => false,
            _ => true,
        }
    }

    /// The targets of a `for`.
    fn targets(&mut self) -> Parsed<Node> {
        let (start, mut high) = (self.here(), 0);
        let mut items = Vec::new();
        let mut is_tuple = false;
        loop {
            let star = self.here();
            let is_star = self.takes("*");
            let inner = self.postfix()?;
            high = self.height.max(high);
            items.push(match is_star {
                true => self.node(Expr::Star(Box::new(inner)), star),
                false => inner,
            });
            if !self.takes(",") {
                break;
            }
            is_tuple = true;
            if self.is_word("in") {
                break;
            }
        }
        self.height = high + 1;
        let target = match (is_tuple, items.pop()) {
            (false, Some(only)) => only,
            (_, last) => {
                items.extend(last);
                self.node(Expr::Tuple(items), start)
            }
        };
        self.check_target(&target)?;
        Ok(target)
    }

    /// An expression, or `name := expression`.
    fn named(&mut self) -> Parsed<Node> {
        let start = self.here();
        if let (Token::Name(name), Token::Sign(":=")) = (self.peek(), self.ahead(1)) {
            let name = name.clone();
            self.at += 2;
            self.walruses += 1;
            let value = self.expr()?;
            self.height += 1;
            return Ok(self.node(Expr::Walrus(name, Box::new(value)), start));
        }
        self.expr()
    }

    fn too_deep<T>(&self) -> Parsed<T> {
        self.wrong(
            format!("this is nested more than {DEEPEST} levels deep"),
            self.here(),
        )
    }

    fn expr(&mut self) -> Parsed<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.too_deep();
        }
        let node = self.conditional();
        self.depth -= 1;
        node
    }

    fn conditional(&mut self) -> Parsed<Node> {
        let start = self.here();
        match self.peek() {
            Token::Word("lambda") => return self.lambda(),
            Token::Word("yield") => return self.yielded(),
            _ => {}
        }
        let value = self.binary(OR)?;
        if !self.is_word("if") {
            return Ok(value);
        }
        self.at += 1;
        let mut high = self.height;
        let condition = self.binary(OR)?;
        high = high.max(self.height);
        if !self.takes_word("else") {
            return self.expected("`else`");
        }
        let other = self.expr()?;
        self.height = high.max(self.height) + 1;
        Ok(self.node(Expr::If(Box::new([condition, value, other])), start))
    }

    fn yielded(&mut self) -> Parsed<Node> {
        let start = self.here();
        if self.functions == 0 {
            return self.wrong("`yield` stands in a function only", start);
        }
        self.at += 1;
        if self.takes_word("from") {
            let source = self.expr()?;
            self.height += 1;
            return Ok(self.node(Expr::YieldFrom(Box::new(source)), start));
        }
        let value = match self.begins() {
            true => Some(Box::new(self.listed()?)),
            false => None,
        };
        self.height += 1;
        Ok(self.node(Expr::Yield(value), start))
    }

    fn lambda(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.at += 1;
        let parameters = self.parameters(":", false)?;
        self.sign(":")?;
        self.functions += 1;
        let value = self.expr();
        self.functions -= 1;
        let value = value?;
        self.height += 1;
        let at = start.to(self.last());
        let body = vec![Stmt {
            at: value.at,
            kind: Step::Return(Some(value)),
        }];
        let def = Def {
            name: "lambda".into(),
            at,
            parameters,
            decorators: Vec::new(),
            body,
            is_lambda: true,
        };
        Ok(self.node(Expr::Lambda(Box::new(def)), start))
    }

    /// The relation that is next.
    fn relation(&mut self) -> Option<Relation> {
        let relation = match self.peek() {
            Token::Sign(sign) => RELATIONS
                .iter()
                .find(|(own, _)| own == sign)
                .map(|(_, relation)| *relation)
                .or(match *sign {
                    "<>" => Some(Relation::Confused),
                    "<|" => Some(Relation::NotAbove),
                    "|>" => Some(Relation::NotBelow),
                    _ => None,
                })?,
            Token::Word("in") => Relation::In,
            Token::Word("is") if matches!(self.ahead(1), Token::Word("not")) => {
                self.at += 1;
                Relation::IsNot
            }
            Token::Word("is") => Relation::Is,
            Token::Word("not") if matches!(self.ahead(1), Token::Word("in")) => {
                self.at += 1;
                Relation::NotIn
            }
            _ => return None,
        };
        self.at += 1;
        Some(relation)
    }

    /// Operators of at least this precedence.
    fn binary(&mut self, least: u8) -> Parsed<Node> {
        let start = self.here();
        let mut left = if self.is_word("not") && least <= NOT {
            self.at += 1;
            let inner = self.nested(|parser| parser.binary(NOT))?;
            self.node(Expr::Not(Box::new(inner)), start)
        } else {
            self.unary()?
        };
        let mut high = self.height;
        loop {
            let before = self.at;
            let (precedence, operator) = match self.peek() {
                Token::Word("or") => (OR, None),
                Token::Word("and") => (AND, None),
                Token::Sign("|") if self.bars => break,
                Token::Sign(sign) => match OPERATORS.iter().find(|(own, ..)| own == sign) {
                    Some((_, precedence, operator)) => (*precedence, Some(*operator)),
                    None => (COMPARISON, None),
                },
                _ => (COMPARISON, None),
            };
            if precedence < least {
                break;
            }
            if precedence == COMPARISON {
                let Some(relation) = self.relation() else {
                    break;
                };
                let right = self.binary(COMPARISON + 1)?;
                high = high.max(self.height);
                left = match left.kind {
                    Expr::Compare(first, mut others) => {
                        others.push((relation, right));
                        self.node(Expr::Compare(first, others), start)
                    }
                    kind => {
                        let first = Node { kind, at: left.at };
                        self.node(
                            Expr::Compare(Box::new(first), vec![(relation, right)]),
                            start,
                        )
                    }
                };
                high += 1;
                continue;
            }
            self.at += 1;
            if let Some(Operator::Div) = operator
                && self.dialect.values.is_none()
            {
                return self.wrong(crate::numbers::NO_FRACTIONS, self.tokens[before].1);
            }
            let right = self.binary(precedence + 1)?;
            high = high.max(self.height) + 1;
            if high > 2 * DEEPEST
                && !matches!(left.kind, Expr::Chain(..) | Expr::And(_) | Expr::Or(_))
            {
                return self.too_deep();
            }
            left = self.joined(left, precedence, operator, right, start);
            if let Expr::Chain(_, others) = &left.kind
                && others.len() > 1
            {
                high -= 1;
            }
        }
        self.height = high;
        Ok(left)
    }

    fn joined(
        &self,
        left: Node,
        precedence: u8,
        operator: Option<Operator>,
        right: Node,
        start: At,
    ) -> Node {
        let kind = match (operator, left.kind) {
            (None, Expr::Or(mut nodes)) if precedence == OR => {
                nodes.push(right);
                Expr::Or(nodes)
            }
            (None, Expr::And(mut nodes)) if precedence == AND => {
                nodes.push(right);
                Expr::And(nodes)
            }
            (None, kind) => {
                let nodes = vec![Node { kind, at: left.at }, right];
                if precedence == OR {
                    Expr::Or(nodes)
                } else {
                    Expr::And(nodes)
                }
            }
            (Some(operator), Expr::Chain(first, mut others))
                if level(others[0].0) == precedence =>
            {
                others.push((operator, right));
                Expr::Chain(first, others)
            }
            (Some(operator), kind) => {
                let first = Node { kind, at: left.at };
                Expr::Chain(Box::new(first), vec![(operator, right)])
            }
        };
        self.node(kind, start)
    }

    /// Reads something one level deeper.
    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Node>) -> Parsed<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.too_deep();
        }
        let node = read(self)?;
        self.depth -= 1;
        self.height += 1;
        Ok(node)
    }

    fn unary(&mut self) -> Parsed<Node> {
        let start = self.here();
        let sign = match self.peek() {
            Token::Sign("-") => '-',
            Token::Sign("+") => '+',
            Token::Sign("~") => '~',
            Token::Sign("±") => '±',
            _ => return self.power(),
        };
        self.at += 1;
        let inner = self.nested(Self::unary)?;
        let kind = match (sign, inner.kind) {
            ('-', Expr::Int(n)) if n != i64::MIN => Expr::Int(-n),
            (sign, kind) => Expr::Unary(sign, Box::new(Node { kind, at: inner.at })),
        };
        Ok(self.node(kind, start))
    }

    fn power(&mut self) -> Parsed<Node> {
        let start = self.here();
        let base = self.postfix()?;
        if !self.takes("**") {
            return Ok(base);
        }
        let high = self.height;
        let exponent = self.nested(Self::unary)?;
        self.height = high.max(self.height) + 1;
        Ok(self.node(
            Expr::Chain(Box::new(base), vec![(Operator::Pow, exponent)]),
            start,
        ))
    }

    fn postfix(&mut self) -> Parsed<Node> {
        let start = self.here();
        let mut node = self.atom()?;
        let mut own = self.height;
        loop {
            let mut high = own;
            let kind = if self.takes(".") {
                Expr::Attribute(Box::new(node), self.name()?)
            } else if self.is_sign("(") {
                Expr::Call(Box::new(node), self.arguments(&mut high)?)
            } else if self.is_sign("[") {
                self.subscript(node, &mut high)?
            } else {
                break;
            };
            own = high + 1;
            if own > 2 * DEEPEST {
                return self.too_deep();
            }
            node = self.node(kind, start);
        }
        self.height = own;
        Ok(node)
    }

    /// Reads what is in brackets, where bars are operators again.
    fn inside<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        let bars = std::mem::take(&mut self.bars);
        let done = read(self);
        self.bars = bars;
        done
    }

    fn arguments(&mut self, high: &mut usize) -> Parsed<Vec<Argument>> {
        self.inside(|parser| parser.arguments_inside(high))
    }

    fn arguments_inside(&mut self, high: &mut usize) -> Parsed<Vec<Argument>> {
        self.sign("(")?;
        let mut found = Vec::new();
        while !self.is_sign(")") {
            let start = self.here();
            if self.takes("**") {
                return self.wrong("there is no `**` in a call here: name each argument", start);
            }
            if self.takes("*") {
                found.push(Argument::Star(self.part(high)?));
            } else if let (Token::Name(name), Token::Sign("=")) = (self.peek(), self.ahead(1)) {
                let name = name.clone();
                self.at += 2;
                if found.len() >= MOST_ARGUMENTS {
                    return self.wrong(
                        format!("at most {MOST_ARGUMENTS} arguments may have names"),
                        start,
                    );
                }
                found.push(Argument::Named(name, self.part(high)?));
            } else {
                let node = self.part(high)?;
                if self.is_word("for") {
                    let node = self.comprehension(Made::Generator, node, None, start, high)?;
                    found.push(Argument::Plain(node));
                } else if found
                    .iter()
                    .any(|argument| matches!(argument, Argument::Named(..)))
                {
                    return self.wrong(
                        "an argument without a name stands before those with names",
                        node.at,
                    );
                } else {
                    found.push(Argument::Plain(node));
                }
            }
            if !self.takes(",") {
                break;
            }
        }
        self.sign(")")?;
        Ok(found)
    }

    fn subscript(&mut self, of: Node, high: &mut usize) -> Parsed<Expr> {
        self.inside(|parser| {
            parser.at += 1;
            let start = parser.here();
            let mut parts = [None, None, None];
            let mut nth = 0;
            loop {
                if !parser.is_sign(":") && !parser.is_sign("]") {
                    parts[nth] = Some(parser.starred(high)?);
                }
                if nth < 2 && parser.takes(":") {
                    nth += 1;
                } else {
                    break;
                }
            }
            let [first, ..] = &mut parts;
            let kind = match (nth, first.take()) {
                (0, Some(mut index)) => {
                    if parser.is_sign(",") {
                        let mut items = vec![index];
                        while parser.takes(",") {
                            if parser.is_sign("]") {
                                break;
                            }
                            items.push(parser.part(high)?);
                        }
                        index = parser.node(Expr::Tuple(items), start);
                    }
                    Expr::Index(Box::new([of, index]))
                }
                (0, None) => return parser.expected("an index"),
                (_, first) => {
                    parts[0] = first;
                    Expr::Slice(Box::new(of), Box::new(parts))
                }
            };
            parser.sign("]")?;
            Ok(kind)
        })
    }

    fn comprehension(
        &mut self,
        made: Made,
        item: Node,
        value: Option<Node>,
        start: At,
        high: &mut usize,
    ) -> Parsed<Node> {
        let mut clauses = Vec::new();
        loop {
            if self.takes_word("for") {
                let target = self.targets()?;
                *high = self.height.max(*high);
                if !self.takes_word("in") {
                    return self.expected("`in`");
                }
                let before = self.walruses;
                let source = self.binary(OR)?;
                if self.walruses > before {
                    let message = "`:=` cannot stand in what a comprehension goes through: give the name in a line before";
                    return self.wrong(message, source.at);
                }
                *high = self.height.max(*high);
                clauses.push(Clause::For(target, source));
            } else if self.takes_word("if") {
                let start = self.here();
                let condition = match (self.peek(), self.ahead(1)) {
                    (Token::Name(_), Token::Sign(":=")) => {
                        return self.wrong("`:=` needs brackets around it here", start);
                    }
                    _ => self.binary(OR)?,
                };
                *high = self.height.max(*high);
                clauses.push(Clause::If(condition));
            } else {
                break;
            }
        }
        *high += 1;
        Ok(self.node(
            Expr::Comprehension(made, Box::new((item, value)), clauses),
            start,
        ))
    }

    fn atom(&mut self) -> Parsed<Node> {
        let start = self.here();
        self.height = 1;
        let kind = match self.peek() {
            Token::Int(n) => Expr::Int(*n),
            Token::Big(n) => Expr::Big(n.clone()),
            Token::Name(name) => Expr::Name(name.clone()),
            Token::Literal(text) => Expr::Literal(text.clone()),
            Token::Word("None") | Token::Sign("...") => Expr::None,
            Token::Word("True") => Expr::Bool(true),
            Token::Word("False") => Expr::Bool(false),
            Token::Str(_) | Token::Format(..) => return self.strings(),
            Token::Sign("(") => return self.inside(Self::bracketed),
            Token::Sign("[") => return self.inside(Self::list),
            Token::Sign("{") => return self.braces(),
            Token::Sign("*") => {
                return self.wrong("a `*` stands before an item of a list, a tuple or a call, or between two numbers", start);
            }
            _ => return self.expected("a value"),
        };
        self.at += 1;
        Ok(self.node(kind, start))
    }

    fn bracketed(&mut self) -> Parsed<Node> {
        let (start, mut high) = (self.here(), 0);
        self.at += 1;
        if self.takes(")") {
            return Ok(self.node(Expr::Tuple(Vec::new()), start));
        }
        let first = self.starred(&mut high)?;
        let node = if self.is_word("for") {
            let node = self.comprehension(Made::Generator, first, None, start, &mut high)?;
            self.sign(")")?;
            node
        } else if self.is_sign(",") {
            let mut items = vec![first];
            while self.takes(",") {
                if self.is_sign(")") {
                    break;
                }
                items.push(self.starred(&mut high)?);
            }
            self.sign(")")?;
            self.node(Expr::Tuple(items), start)
        } else {
            self.sign(")")?;
            if let Expr::Star(_) = first.kind {
                return self.wrong("a `*` here needs a comma: `(*items,)`", first.at);
            }
            match first.kind {
                Expr::Compare(..) | Expr::Chain(..) | Expr::And(_) | Expr::Or(_) => {
                    let at = first.at;
                    Node {
                        kind: Expr::Group(Box::new(first)),
                        at,
                    }
                }
                _ => first,
            }
        };
        self.height = high + 1;
        Ok(Node {
            at: start.to(self.last()),
            ..node
        })
    }

    fn list(&mut self) -> Parsed<Node> {
        let (start, mut high) = (self.here(), 0);
        self.at += 1;
        let mut items = Vec::new();
        while !self.is_sign("]") {
            let item = self.starred(&mut high)?;
            if items.is_empty() && self.is_word("for") {
                let node = self.comprehension(Made::List, item, None, start, &mut high)?;
                self.sign("]")?;
                self.height = high + 1;
                return Ok(Node {
                    at: start.to(self.last()),
                    ..node
                });
            }
            items.push(item);
            if !self.takes(",") {
                break;
            }
        }
        self.sign("]")?;
        self.height = high + 1;
        Ok(self.node(Expr::List(items), start))
    }

    /// A dictionary, a set, or a value of the host.
    fn braces(&mut self) -> Parsed<Node> {
        if self.dialect.values.is_some()
            && let Some(bars) = self.bars_inside()
        {
            return self.game(&bars);
        }
        self.inside(Self::dict_or_set)
    }

    fn dict_or_set(&mut self) -> Parsed<Node> {
        let (start, mut high) = (self.here(), 0);
        self.at += 1;
        let (mut entries, mut items) = (Vec::new(), Vec::new());
        while !self.is_sign("}") {
            let first = self.here();
            if self.takes("**") {
                let other = self.binary(5)?;
                high = high.max(self.height);
                entries.push((None, other));
            } else {
                let key = self.starred(&mut high)?;
                let value = match items.is_empty() && self.takes(":") {
                    true => Some(self.part(&mut high)?),
                    false => None,
                };
                if self.is_word("for") && entries.is_empty() && items.is_empty() {
                    let made = if value.is_some() {
                        Made::Dict
                    } else {
                        Made::Set
                    };
                    let node = self.comprehension(made, key, value, start, &mut high)?;
                    self.sign("}")?;
                    self.height = high + 1;
                    return Ok(Node {
                        at: start.to(self.last()),
                        ..node
                    });
                }
                match value {
                    Some(value) => entries.push((Some(key), value)),
                    None if entries.is_empty() => items.push(key),
                    None => {
                        return self.wrong(
                            "expected `:` and a value behind this key",
                            first.to(self.last()),
                        );
                    }
                }
            }
            if !self.takes(",") {
                break;
            }
        }
        self.sign("}")?;
        self.height = high + 1;
        Ok(self.node(
            match items.is_empty() {
                true => Expr::Dict(entries),
                false => Expr::Set(items),
            },
            start,
        ))
    }

    /// The bars directly inside of the braces that open here, as the first token of each run and the number of bars; `None` if
    /// there is none, or a colon.
    fn bars_inside(&self) -> Option<Vec<(usize, usize)>> {
        let (mut depth, mut at) = (0, self.at);
        let mut bars: Vec<(usize, usize, u32)> = Vec::new();
        loop {
            let (token, place) = self.tokens.get(at)?;
            match token {
                Token::Sign("(" | "[" | "{") => depth += 1,
                Token::Sign(")" | "]" | "}") => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                }
                Token::Sign(":") if depth == 1 => return None,
                Token::Sign(sign @ ("|" | "||")) if depth == 1 => match bars.last_mut() {
                    Some((_, count, end)) if *end == place.start => {
                        (*count, *end) = (*count + sign.len(), place.end);
                    }
                    _ => bars.push((at, sign.len(), place.end)),
                },
                _ => {}
            }
            at += 1;
        }
        (!bars.is_empty()).then(|| bars.iter().map(|(at, count, _)| (*at, *count)).collect())
    }

    /// `{left|right}`, split at the longest run of bars.
    fn game(&mut self, bars: &[(usize, usize)]) -> Parsed<Node> {
        let start = self.here();
        self.at += 1;
        let outer = std::mem::replace(&mut self.bars, true);
        let node = self.split(bars, start);
        self.bars = outer;
        let node = node?;
        self.sign("}")?;
        Ok(Node {
            at: start.to(self.last()),
            ..node
        })
    }

    fn split(&mut self, bars: &[(usize, usize)], start: At) -> Parsed<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.too_deep();
        }
        let longest = bars.iter().map(|(_, count)| *count).max().unwrap_or(0);
        let mut splits = bars
            .iter()
            .enumerate()
            .filter(|(_, (_, count))| *count == longest);
        let nth = splits.next().map_or(0, |(nth, _)| nth);
        if let Some((_, (at, _))) = splits.next() {
            return self.wrong(
                "expected one longest run of bars, found two",
                self.tokens[*at].1,
            );
        }
        let mut high = 0;
        let left = self.options(&bars[..nth], &mut high)?;
        while self.takes("|") || self.takes("||") {}
        let right = self.options(&bars[nth + 1..], &mut high)?;
        self.height = high + 1;
        self.depth -= 1;
        Ok(self.node(Expr::Braces(left, right), start))
    }

    fn options(&mut self, bars: &[(usize, usize)], high: &mut usize) -> Parsed<Vec<Node>> {
        if !bars.is_empty() {
            let start = self.here();
            let node = self.split(bars, start)?;
            *high = self.height.max(*high);
            return Ok(vec![node]);
        }
        let mut found = Vec::new();
        while !matches!(self.peek(), Token::Sign("|" | "||" | "}")) {
            let start = self.here();
            if self.takes_word("pass") {
                found.push(self.node(Expr::Literal("pass".into()), start));
            } else {
                found.push(self.part(high)?);
            }
            if !self.takes(",") {
                break;
            }
        }
        Ok(found)
    }

    /// Strings one after the other are one string.
    fn strings(&mut self) -> Parsed<Node> {
        let start = self.here();
        let (mut pieces, mut high) = (Vec::new(), 0);
        loop {
            match self.peek() {
                Token::Str(text) => pieces.push(Piece::Text(text.clone())),
                Token::Format(contents, raw) => {
                    let (contents, raw) = (*contents, *raw);
                    self.pieces(contents, raw, 0, &mut pieces, &mut high)?;
                }
                _ => break,
            }
            self.at += 1;
        }
        self.height = high + 1;
        let mut joined = String::new();
        let texts = pieces.iter().all(|piece| match piece {
            Piece::Text(text) => {
                joined.push_str(text);
                true
            }
            Piece::Value(..) => false,
        });
        let kind = if texts {
            Expr::Str(joined)
        } else {
            Expr::Join(pieces)
        };
        Ok(self.node(kind, start))
    }

    /// The pieces of an f-string.
    fn pieces(
        &mut self,
        contents: At,
        raw: bool,
        depth: usize,
        found: &mut Vec<Piece>,
        high: &mut usize,
    ) -> Parsed<()> {
        let inside = &self.text[contents.range()];
        let base = contents.start;
        let part = |start: usize, end: usize| At {
            start: base + start as u32,
            end: base + end as u32,
        };
        let (mut at, mut text_start) = (0, 0);
        let bytes = inside.as_bytes();
        while at < bytes.len() {
            let c = bytes[at];
            if c == b'\\' && !raw {
                at += 1 + inside[at + 1..].chars().next().map_or(1, char::len_utf8);
                continue;
            }
            if c != b'{' && c != b'}' {
                at += 1;
                continue;
            }
            let doubled = bytes.get(at + 1) == Some(&c) && depth == 0;
            let end = at + usize::from(doubled);
            if end > text_start {
                found.push(Piece::Text(unescaped(
                    self.text,
                    part(text_start, end),
                    raw,
                )?));
            }
            if doubled {
                at += 2;
                text_start = at;
                continue;
            }
            if c == b'}' {
                return self.wrong(
                    "a `}` stands alone in this f-string: write it twice for the sign itself",
                    part(at, at + 1),
                );
            }
            let Some(field) = Field::of(inside, at + 1) else {
                return self.wrong("a `{` of this f-string is not closed", part(at, at + 1));
            };
            if depth > 1 {
                return self.wrong("formats are nested too deeply", part(at, at + 1));
            }
            self.field(&field, inside, base, raw, depth, found, high)?;
            at = field.end + 1;
            text_start = at;
        }
        if text_start < inside.len() {
            found.push(Piece::Text(unescaped(
                self.text,
                part(text_start, inside.len()),
                raw,
            )?));
        }
        Ok(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the state of one loop, which is split for its length"
    )]
    fn field(
        &mut self,
        field: &Field,
        inside: &str,
        base: u32,
        raw: bool,
        depth: usize,
        found: &mut Vec<Piece>,
        high: &mut usize,
    ) -> Parsed<()> {
        let part = |start: usize, end: usize| At {
            start: base + start as u32,
            end: base + end as u32,
        };
        let code = &inside[field.start..field.code_end];
        if code.trim().is_empty() {
            return self.wrong(
                "expected a value between `{` and `}` of this f-string",
                part(field.start - 1, field.code_end + 1),
            );
        }
        let mut conversion = field.conversion;
        let mut code_end = field.code_end;
        if let Some(plain) = code.trim_end().strip_suffix('=') {
            let is_relation = plain.ends_with(['=', '!', '<', '>']);
            if !is_relation {
                found.push(Piece::Text(code.to_owned()));
                code_end = field.start + plain.len();
                if conversion.is_none() && field.format.is_none() {
                    conversion = Some('r');
                }
            }
        }
        let tokens = tokens(self.text, part(field.start, code_end), true, self.dialect)?;
        let mut inner = Parser::new(self.text, tokens, self.dialect);
        inner.depth = self.depth + 1;
        inner.functions = self.functions;
        let node = inner.listed()?;
        *high = inner.height.max(*high);
        self.walruses += inner.walruses;
        if !inner.is_next(&Token::End) {
            return inner.expected("`}`");
        }
        let mut format = Vec::new();
        if let Some(start) = field.format {
            self.pieces(part(start, field.end), raw, depth + 1, &mut format, high)?;
        }
        found.push(Piece::Value(node, conversion, format));
        Ok(())
    }
}

/// The places of a field of an f-string.
struct Field {
    start: usize,
    code_end: usize,
    conversion: Option<char>,
    /// Where the format begins.
    format: Option<usize>,
    end: usize,
}

impl Field {
    /// The field that begins at a place, behind its brace.
    fn of(text: &str, start: usize) -> Option<Self> {
        let bytes = text.as_bytes();
        let (mut depth, mut at) = (0_usize, start);
        let mut quote = None;
        let (code_end, conversion) = loop {
            let c = *bytes.get(at)?;
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (Some(_), _) => {}
                (None, b'\'' | b'"') => quote = Some(c),
                (None, b'(' | b'[' | b'{') => depth += 1,
                (None, b')' | b']') => depth = depth.saturating_sub(1),
                (None, b'}') if depth > 0 => depth -= 1,
                (None, b'}' | b':') if depth == 0 => break (at, None),
                (None, b'!') if depth == 0 && bytes.get(at + 1) != Some(&b'=') => {
                    let letter = char::from(*bytes.get(at + 1)?);
                    break (at, Some(letter));
                }
                _ => {}
            }
            at += 1;
        };
        if conversion.is_some() {
            at += 2;
        }
        let format = (bytes.get(at) == Some(&b':')).then_some(at + 1);
        let mut depth = 0;
        loop {
            match bytes.get(at)? {
                b'{' => depth += 1,
                b'}' if depth == 0 => break,
                b'}' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        Some(Self {
            start,
            code_end,
            conversion,
            format,
            end: at,
        })
    }
}

/// The precedence of an operator.
fn level(operator: Operator) -> u8 {
    let found = OPERATORS.iter().find(|(_, _, own)| *own == operator);
    found.map_or(UNARY + 1, |(_, precedence, _)| *precedence)
}

/// The sentence about a word that is out.
fn refused(word: &str) -> String {
    format!(
        "there is no `{word}` here: {}",
        match word {
            "class" =>
                "write `start = …` and `def moves(position):` at the beginning of a line; `struct(a=1)` holds named values",
            "try" | "except" | "finally" => "ask with `if` first",
            "elif" | "else" =>
                "it stands behind the block of an `if` or a loop, indented as that one",
            _ => "a rule file reads and writes nothing else; leave it out",
        }
    )
}

fn instead_of(word: &str) -> Option<&'static str> {
    Some(match word {
        "class" => {
            "there is no `class` here: write `start = …` and `def moves(position):` at the beginning of a line"
        }
        "try" | "except" | "finally" => "there is no `try` here: ask with `if` first",
        "async" | "await" | "with" => "there is no `async`, `await` or `with` here; leave it out",
        "import" => "write `from … import …` on a line of its own",
        _ => return None,
    })
}

/// The sentence about `import` of a whole module.
fn whole_import(next: &Token) -> String {
    let Token::Name(name) = next else {
        return "name what you import: `from … import …`".into();
    };
    match crate::modules::example(name) {
        Some(example) => format!("name what you import: `from {name} import {example}`"),
        None => crate::modules::refused(name),
    }
}
