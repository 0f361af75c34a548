//! Parses a text that Starlark has accepted. Constructs that the fast path does not know become [`Expr::Unknown`], or there is
//! no tree.

use crate::token::{Token, tokens};
use crate::tree::{Clause, Def, Expr, Stmt};

/// The statements of a text.
pub(crate) fn parse(text: &str) -> Option<Vec<Stmt>> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
    };
    let mut statements = Vec::new();
    while parser.at < parser.tokens.len() {
        parser.statement(&mut statements)?;
    }
    Some(statements)
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
}

/// Binary operators by precedence, the weakest first; `not` stands between `and` and the comparisons.
const LEVELS: [&[&str]; 8] = [
    &["or"],
    &["and"],
    &["==", "!=", "<", "<=", ">", ">=", "in", "not in"],
    &["|"],
    &["^"],
    &["&"],
    &["<<", ">>"],
    &["+", "-"],
];
const PRODUCTS: &[&str] = &["*", "//", "/", "%"];
const UPDATES: [(&str, &str); 11] = [
    ("+=", "+"),
    ("-=", "-"),
    ("*=", "*"),
    ("//=", "//"),
    ("/=", "/"),
    ("%=", "%"),
    ("&=", "&"),
    ("|=", "|"),
    ("^=", "^"),
    ("<<=", "<<"),
    (">>=", ">>"),
];
const KEYWORDS: [&str; 22] = [
    "and", "or", "not", "in", "if", "elif", "else", "for", "def", "return", "break", "continue",
    "pass", "lambda", "load", "while", "import", "class", "del", "is", "with", "yield",
];

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    /// Takes the token if it is this one.
    fn takes(&mut self, token: &Token) -> bool {
        let is = self.peek() == Some(token);
        self.at += usize::from(is);
        is
    }

    fn takes_sign(&mut self, sign: &'static str) -> bool {
        self.takes(&Token::Sign(sign))
    }

    fn sign(&mut self, sign: &'static str) -> Option<()> {
        self.takes_sign(sign).then_some(())
    }

    fn is_word(&self, at: usize, word: &str) -> bool {
        matches!(self.tokens.get(at), Some(Token::Name(name)) if name == word)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        let is = self.is_word(self.at, word);
        self.at += usize::from(is);
        is
    }

    fn word(&mut self, word: &str) -> Option<()> {
        self.takes_word(word).then_some(())
    }

    /// A name that is no keyword.
    fn name(&mut self) -> Option<String> {
        match self.peek() {
            Some(Token::Name(name)) if !KEYWORDS.contains(&&**name) => {
                let name = name.clone();
                self.at += 1;
                Some(name)
            }
            _ => None,
        }
    }

    fn statement(&mut self, found: &mut Vec<Stmt>) -> Option<()> {
        if self.takes_word("def") {
            found.push(Stmt::Def(self.def()?));
        } else if self.takes_word("if") {
            found.push(self.branches()?);
        } else if self.takes_word("for") {
            let target = self.targets()?;
            self.word("in")?;
            let source = self.listed()?;
            found.push(Stmt::For(target, source, self.block()?));
        } else {
            self.small(found)?;
            while self.takes_sign(";") {
                if self.takes(&Token::Line) {
                    return Some(());
                }
                self.small(found)?;
            }
            return self.takes(&Token::Line).then_some(());
        }
        Some(())
    }

    fn block(&mut self) -> Option<Vec<Stmt>> {
        self.sign(":")?;
        let mut body = Vec::new();
        if !self.takes(&Token::Line) {
            self.statement(&mut body)?;
            return Some(body);
        }
        if !self.takes(&Token::Indent) {
            return None;
        }
        while !self.takes(&Token::Dedent) {
            self.statement(&mut body)?;
        }
        Some(body)
    }

    fn branches(&mut self) -> Option<Stmt> {
        let (condition, then) = (self.expr()?, self.block()?);
        let otherwise = if self.takes_word("elif") {
            vec![self.branches()?]
        } else if self.takes_word("else") {
            self.block()?
        } else {
            Vec::new()
        };
        Some(Stmt::If(condition, then, otherwise))
    }

    fn def(&mut self) -> Option<Def> {
        let name = self.name()?;
        self.sign("(")?;
        let mut parameters = Some(Vec::new());
        while !self.takes_sign(")") {
            if self.takes_sign("*") || self.takes_sign("**") || self.takes_sign("/") {
                parameters = None;
            }
            if let Some(parameter) = self.name() {
                if self.takes_sign(":") {
                    self.expr()?;
                }
                let default = self.takes_sign("=").then(|| self.expr());
                let default = match default {
                    Some(default) => Some(default?),
                    None => None,
                };
                if let Some(parameters) = &mut parameters {
                    parameters.push((parameter, default));
                }
            }
            if !self.takes_sign(",") {
                self.sign(")")?;
                break;
            }
        }
        if self.takes_sign("->") {
            self.expr()?;
        }
        let body = self.block()?;
        Some(Def {
            name,
            parameters,
            body,
        })
    }

    fn small(&mut self, found: &mut Vec<Stmt>) -> Option<()> {
        let ends = |parser: &Self| matches!(parser.peek(), Some(Token::Line | Token::Sign(";")));
        found.push(if self.takes_word("return") {
            match ends(self) {
                true => Stmt::Return(None),
                false => Stmt::Return(Some(self.listed()?)),
            }
        } else if self.takes_word("break") {
            Stmt::Break
        } else if self.takes_word("continue") {
            Stmt::Continue
        } else if self.takes_word("pass") {
            Stmt::Pass
        } else {
            let left = self.listed()?;
            if self.takes_sign(":") {
                self.expr()?;
            }
            let update = UPDATES
                .iter()
                .find(|(sign, _)| self.peek() == Some(&Token::Sign(sign)));
            if let Some((_, operator)) = update {
                self.at += 1;
                Stmt::Update(operator, left, self.listed()?)
            } else if self.takes_sign("=") {
                Stmt::Assign(left, self.listed()?)
            } else {
                Stmt::Expr(left)
            }
        });
        Some(())
    }

    /// An expression, or a tuple without brackets.
    fn listed(&mut self) -> Option<Expr> {
        let first = self.expr()?;
        self.rest_of_tuple(first, Self::expr)
    }

    fn rest_of_tuple(
        &mut self,
        first: Expr,
        item: impl Fn(&mut Self) -> Option<Expr>,
    ) -> Option<Expr> {
        if self.peek() != Some(&Token::Sign(",")) {
            return Some(first);
        }
        let mut items = vec![first];
        while self.takes_sign(",") {
            let ends = matches!(
                self.peek(),
                None | Some(Token::Line | Token::Sign(")" | "=" | ":" | ";"))
            );
            if ends || self.is_word(self.at, "in") {
                break;
            }
            items.push(item(self)?);
        }
        Some(Expr::Tuple(items))
    }

    /// The targets of a `for`.
    fn targets(&mut self) -> Option<Expr> {
        let first = self.primary()?;
        self.rest_of_tuple(first, Self::primary)
    }

    fn expr(&mut self) -> Option<Expr> {
        if self.takes_word("lambda") {
            let mut parameters = Vec::new();
            while !self.takes_sign(":") {
                parameters.push(self.name()?);
                self.takes_sign(",");
            }
            return Some(Expr::Lambda(parameters, Box::new(self.expr()?)));
        }
        let value = self.binary(0)?;
        if !self.takes_word("if") {
            return Some(value);
        }
        let condition = self.binary(0)?;
        self.word("else")?;
        Some(Expr::If(Box::new([condition, value, self.expr()?])))
    }

    /// The operator at this place, if it is of this level, and its number of tokens.
    fn operator(&self, level: &[&'static str]) -> Option<(&'static str, usize)> {
        match self.peek()? {
            Token::Sign(sign) => level.iter().find(|known| *known == sign).map(|op| (*op, 1)),
            Token::Name(name) if name == "not" && self.is_word(self.at + 1, "in") => level
                .iter()
                .find(|known| **known == "not in")
                .map(|op| (*op, 2)),
            Token::Name(name) => level.iter().find(|known| *known == name).map(|op| (*op, 1)),
            _ => None,
        }
    }

    fn binary(&mut self, level: usize) -> Option<Expr> {
        if level == 2 && self.takes_word("not") {
            return Some(Expr::Unary("not", Box::new(self.binary(2)?)));
        }
        let operators = LEVELS.get(level).copied().unwrap_or(PRODUCTS);
        let mut left = self.operand(level)?;
        while let Some((operator, length)) = self.operator(operators) {
            self.at += length;
            let right = self.operand(level)?;
            left = Expr::Binary(operator, Box::new([left, right]));
        }
        Some(left)
    }

    fn operand(&mut self, level: usize) -> Option<Expr> {
        if level < LEVELS.len() {
            self.binary(level + 1)
        } else {
            self.unary()
        }
    }

    fn unary(&mut self) -> Option<Expr> {
        let sign = ["-", "+", "~"]
            .into_iter()
            .find(|sign| self.takes_sign(sign));
        match sign {
            Some(sign) => Some(Expr::Unary(sign, Box::new(self.unary()?))),
            None => self.primary(),
        }
    }

    fn primary(&mut self) -> Option<Expr> {
        let mut value = self.atom()?;
        loop {
            value = if self.takes_sign(".") {
                Expr::Dot(Box::new(value), self.name()?)
            } else if self.takes_sign("(") {
                self.call(value)?
            } else if self.takes_sign("[") {
                self.index(value)?
            } else {
                return Some(value);
            };
        }
    }

    fn call(&mut self, function: Expr) -> Option<Expr> {
        let mut arguments = Vec::new();
        while !self.takes_sign(")") {
            if self.takes_sign("*") || self.takes_sign("**") {
                self.expr()?;
                arguments.push((None, Expr::Unknown));
            } else {
                let named = self.tokens.get(self.at + 1) == Some(&Token::Sign("="));
                let name = match named {
                    true => {
                        let name = self.name()?;
                        self.sign("=")?;
                        Some(name)
                    }
                    false => None,
                };
                arguments.push((name, self.expr()?));
            }
            if !self.takes_sign(",") {
                self.sign(")")?;
                break;
            }
        }
        Some(Expr::Call(Box::new(function), arguments))
    }

    fn index(&mut self, value: Expr) -> Option<Expr> {
        let mut parts = [None, None, None];
        let mut place = 0;
        loop {
            if self.takes_sign("]") {
                break;
            } else if self.takes_sign(":") {
                place += 1;
            } else {
                *parts.get_mut(place)? = Some(self.listed()?);
            }
        }
        Some(match (place, parts) {
            (0, [Some(at), ..]) => Expr::Index(Box::new([value, at])),
            (_, parts) => Expr::Slice(Box::new((value, parts))),
        })
    }

    fn atom(&mut self) -> Option<Expr> {
        let token = self.peek()?.clone();
        match token {
            Token::Name(_) => return self.name().map(Expr::Name),
            _ => self.at += 1,
        }
        match token {
            Token::Int(n) => Some(Expr::Int(n)),
            Token::Str(text) => Some(Expr::Str(text)),
            Token::Unknown => Some(Expr::Unknown),
            Token::Sign("(") => {
                if self.takes_sign(")") {
                    return Some(Expr::Tuple(Vec::new()));
                }
                let value = self.listed()?;
                self.sign(")")?;
                Some(value)
            }
            Token::Sign("[") => self.list(),
            Token::Sign("{") => self.dict(),
            _ => None,
        }
    }

    fn list(&mut self) -> Option<Expr> {
        let mut items = Vec::new();
        while !self.takes_sign("]") {
            items.push(self.expr()?);
            if self.is_word(self.at, "for") {
                let clauses = self.clauses()?;
                self.sign("]")?;
                return Some(Expr::ListOf(Box::new(items.pop()?), clauses));
            }
            if !self.takes_sign(",") {
                self.sign("]")?;
                break;
            }
        }
        Some(Expr::List(items))
    }

    fn dict(&mut self) -> Option<Expr> {
        let mut entries = Vec::new();
        while !self.takes_sign("}") {
            let key = self.expr()?;
            self.sign(":")?;
            let value = self.expr()?;
            if self.is_word(self.at, "for") {
                let clauses = self.clauses()?;
                self.sign("}")?;
                return Some(Expr::DictOf(Box::new([key, value]), clauses));
            }
            entries.push((key, value));
            if !self.takes_sign(",") {
                self.sign("}")?;
                break;
            }
        }
        Some(Expr::Dict(entries))
    }

    fn clauses(&mut self) -> Option<Vec<Clause>> {
        let mut clauses = Vec::new();
        loop {
            if self.takes_word("for") {
                let target = self.targets()?;
                self.word("in")?;
                clauses.push(Clause::For(target, self.binary(0)?));
            } else if self.takes_word("if") {
                clauses.push(Clause::If(self.binary(0)?));
            } else {
                return Some(clauses);
            }
        }
    }
}
