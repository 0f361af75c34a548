//! What the calculator needs of Starlark, until its statements run on `bouton_language`.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Once};

use starlark::PrintHandler;
use starlark::codemap::{Pos, Span};
use starlark::environment::GlobalsBuilder;
use starlark::starlark_module;
use starlark::syntax::ast::{AssignOp, AstExpr, AstLiteral, AstStmt, Expr, Stmt};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::values::Value;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;

use crate::fault::Fault;
use crate::printing::line;

/// The most function calls and loop iterations in one call from outside.
pub(super) const STEPS: u64 = 20_000_000;
/// Starlark checks the limits after this many steps.
pub(super) const STRIDE: u64 = 1000;
/// The deepest nesting of calls; each takes some kilobytes of a thread's stack of two megabytes.
pub(super) const DEEPEST: usize = 150;
/// The most bytes that one call may leave on the heap.
pub(super) const LARGEST_HEAP: usize = 1 << 30;

thread_local! {
    static IN_RULES: Cell<bool> = const { Cell::new(false) };
}

/// The message for a panic of Starlark.
pub(super) fn gave_up(message: &str) -> String {
    format!("this is more than Starlark can do, most likely because memory ran out ({message})")
}

pub(super) fn too_many_steps(what: &str) -> String {
    format!(
        "{what} takes more than {} million steps: is there a loop that does not end?",
        STEPS / 1_000_000
    )
}

/// The result of `work`, or the message of its panic, which is not printed.
pub(super) fn guarded<R>(work: impl FnOnce() -> R) -> Result<R, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let shown = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IN_RULES.get() {
                shown(panic);
            }
        }));
    });
    IN_RULES.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    IN_RULES.set(false);
    done.map_err(|payload| {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied());
        text.unwrap_or("no reason was given").to_owned()
    })
}

/// Keeps what is printed.
#[derive(Default)]
pub(super) struct Lines {
    /// The lines, and the number of bytes so far.
    kept: RefCell<(Vec<String>, usize)>,
}

impl Lines {
    /// Whether nothing was printed.
    pub(super) fn is_empty(&self) -> bool {
        self.kept.borrow().0.is_empty()
    }

    /// The lines so far.
    pub(super) fn take(&self) -> Vec<String> {
        self.kept.take().0
    }
}

impl PrintHandler for Lines {
    fn println(&self, text: &str) -> starlark::Result<()> {
        let (lines, printed) = &mut *self.kept.borrow_mut();
        let told = line(text, *printed);
        *printed = printed.saturating_add(text.len() + 1);
        lines.extend(told);
        Ok(())
    }
}

/// The items of a tuple or a list.
pub(super) fn items<'v>(value: Value<'v>) -> Option<&'v [Value<'v>]> {
    TupleRef::from_value(value)
        .map(TupleRef::content)
        .or_else(|| ListRef::from_value(value).map(ListRef::content))
}

#[starlark_module]
pub(super) fn sums(builder: &mut GlobalsBuilder) {
    /// The sum of whole numbers.
    fn sum<'v>(
        #[starlark(require = pos)] numbers: Value<'v>,
        eval: &mut starlark::eval::Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let zero = heap.alloc(0);
        numbers
            .iterate(heap)?
            .try_fold(zero, |sum, number| sum.add(number, heap))
    }
}

/// Starlark with `if` and `for` outside of functions, f-strings and unchecked type annotations; no `load`.
fn dialect() -> Dialect {
    Dialect {
        enable_load: false,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        enable_keyword_only_arguments: true,
        enable_positional_only_arguments: true,
        enable_types: DialectTypes::ParseOnly,
        ..Dialect::Standard
    }
}

/// The parsed text, or its first mistake.
pub(super) fn parsed(path: &Arc<str>, text: &str) -> Result<AstModule, Fault> {
    if let Some(at) = text.find(SHIFT_LEFT) {
        let message = format!("`{SHIFT_LEFT}` is a name of the program: choose another one");
        let place = (&text.into(), at..at + SHIFT_LEFT.len());
        return Err(Fault::new(path, message).at(place));
    }
    // The text of a function begins with this name: rules do not see the path.
    let ast = AstModule::parse("rules", text.to_owned(), &dialect());
    let mut ast = ast.map_err(|error| fault_of(path, &error))?;
    let mut misread = None;
    ast.statement()
        .visit_expr(|expr| find_misread(expr, &mut misread));
    find_shift(ast.statement(), &mut misread);
    if let Some((span, message)) = misread {
        let span = ast.file_span(span).span;
        let bytes = |pos: Pos| pos.get() as usize;
        let place = (&text.into(), bytes(span.begin())..bytes(span.end()));
        return Err(Fault::new(path, message).at(place));
    }
    ast.replace_binary_operators(&SHIFT);
    Ok(ast)
}

/// Starlark 0.14 gets the sign wrong where the shift of a small number needs more than 31 bits: `1 << 31` is negative there.
static SHIFT: LazyLock<HashMap<String, String>> =
    LazyLock::new(|| HashMap::from([("<<".to_owned(), SHIFT_LEFT.to_owned())]));

/// The function that stands for `<<`.
const SHIFT_LEFT: &str = "_shift_left";

#[starlark_module]
pub(super) fn shifts(builder: &mut GlobalsBuilder) {
    /// `a << b`.
    fn _shift_left<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut starlark::eval::Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        match (a.unpack_i32(), b.unpack_i32()) {
            (Some(a), Some(b @ 0..32)) => Ok(heap.alloc(i64::from(a) << b)),
            _ => a.left_shift(b, heap),
        }
    }
}

/// The first statement `a <<= b`, which shifts as Starlark does.
fn find_shift(statement: &AstStmt, found: &mut Option<(Span, &'static str)>) {
    if let Stmt::AssignModify(_, AssignOp::LeftShift, _) = &statement.node {
        found.get_or_insert((statement.span, "there is no `<<=` here: write `x = x << n`"));
    }
    statement.node.visit_stmt(|part| find_shift(part, found));
}

const MISREAD: &str = "a slice with a start, an end and a step takes plain numbers: write `part = x[a:b]`, then `part[::step]`";

/// The first slice `x[a:b:c]` that Starlark 0.14 may read as `x[::]`: it does so where `x` is constant and one of the others
/// is not. Which names are constant is known only after it has put functions into one another, so a slice of anything is meant.
fn find_misread(expr: &AstExpr, found: &mut Option<(Span, &'static str)>) {
    if let Expr::Slice(_, Some(start), Some(stop), Some(step)) = &expr.node
        && !(is_number(start) && is_number(stop) && is_number(step))
    {
        found.get_or_insert((expr.span, MISREAD));
    }
    expr.node.visit_expr(|part| find_misread(part, found));
}

fn is_number(expr: &AstExpr) -> bool {
    match &expr.node {
        Expr::Literal(AstLiteral::Int(_)) => true,
        Expr::Minus(number) => is_number(number),
        _ => false,
    }
}

/// An error of Starlark.
pub(super) fn fault_of(file: &Arc<str>, error: &starlark::Error) -> Fault {
    let mut message = error.without_diagnostic().to_string();
    if let Some(told) = message.strip_prefix("fail:") {
        message = told.trim().to_owned();
    }
    let frames = &error.call_stack().frames;
    let frame = frames.last().and_then(|frame| frame.location.as_ref());
    let first = message.lines().next().unwrap_or_default().to_owned();
    let with_causes = format!("{:?}", error.without_diagnostic());
    let place = error.span().or(frame).map(|span| {
        let bytes = |pos: Pos| pos.get() as usize;
        let text: Arc<str> = span.file.source().into();
        (text, bytes(span.span.begin())..bytes(span.span.end()))
    });
    let (text, span) = match &place {
        Some((text, span)) => (&**text, span.clone()),
        None => ("", 0..0),
    };
    let message = advice::advised(friendly(&first, &with_causes), text, span);
    let place = place.as_ref().map(|(text, span)| (text, span.clone()));
    Fault::new(file, message).at_least(place)
}

/// Plain versions of the most common Starlark errors.
fn friendly(message: &str, with_causes: &str) -> String {
    if let Some((_, number)) = with_causes.split_once("too big to fit in i32: ") {
        let number = number.lines().next().unwrap_or_default();
        return format!("{number} is too large here: at most {}", i32::MAX);
    }
    if message == "Immutable" {
        return "this cannot be changed: positions, and all that is defined outside of functions, stay as they are during play; change a copy, `cells = list(…)`, of a string `list(….elems())`".into();
    }
    if message.contains("`load` is not allowed") {
        return "a rule file stands alone: load is not allowed".into();
    }
    if message.contains("call stack overflow") {
        return "functions call each other too deeply: is there an endless recursion? A loop can go on for longer".into();
    }
    if message.contains("Heap memory limit") {
        return "this call needs too much memory: more than a gibibyte".into();
    }
    // The name under which a file is parsed.
    message.replace("`rules.", "`")
}

pub(super) mod nesting {
    //! Bounds the nesting of a text before it is parsed: Starlark's compiler recurses for every nested expression, and a stack
    //! overflow aborts the process.

    use std::ops::Range;

    use crate::words::{comment, string, word};

    /// The deepest nesting. Each level takes at most ten kilobytes of the reader's stack, in an unoptimised program.
    pub(in crate::script) const DEEPEST: usize = 1000;

    /// The place where a text nests too deeply.
    ///
    /// It is an upper bound: each level of nesting needs a token. So the depth is at most the number of tokens of a statement
    /// since the last comma, in every open bracket; plus the indentation of a block; plus the number of `elif`, since each is
    /// nested in the one before.
    pub(in crate::script) fn too_deep(text: &str) -> Option<Range<usize>> {
        let mut depth = Depth::default();
        for (token, place) in (Tokens { text, at: 0 }) {
            depth.take(token);
            if depth.sum() > DEEPEST {
                return Some(place);
            }
        }
        None
    }

    /// The nesting at a place.
    #[derive(Default)]
    struct Depth {
        /// Tokens before the innermost bracket.
        before: usize,
        /// For each open bracket, the tokens before it.
        open: Vec<usize>,
        /// Tokens in the innermost bracket since the last comma.
        run: usize,
        indent: usize,
        elifs: usize,
    }

    impl Depth {
        fn sum(&self) -> usize {
            self.before + self.run + self.indent + self.elifs
        }

        fn take(&mut self, token: Token) {
            match token {
                Token::Line(indent) if self.open.is_empty() => {
                    self.run = 0;
                    self.indent = indent;
                    if indent == 0 {
                        self.elifs = 0;
                    }
                }
                Token::Line(_) => {}
                Token::Comma => self.run = 0,
                Token::Open => {
                    self.before += self.run + 1;
                    self.open.push(self.run + 1);
                    self.run = 0;
                }
                Token::Close => {
                    // The parser reports a surplus bracket.
                    let run = self.open.pop().unwrap_or(0);
                    self.before -= run;
                    self.run = run;
                }
                Token::Elif => {
                    self.elifs += 1;
                    self.run += 1;
                }
                Token::Text(depth) => self.run += 1 + depth,
                Token::Other => self.run += 1,
            }
        }
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Token {
        /// The end of a line or of a statement, and the indentation of the next.
        Line(usize),
        Comma,
        Open,
        Close,
        Elif,
        /// A string, with the depth in its braces.
        Text(usize),
        Other,
    }

    /// The remaining tokens of a text.
    struct Tokens<'t> {
        text: &'t str,
        at: usize,
    }

    impl Iterator for Tokens<'_> {
        type Item = (Token, Range<usize>);

        fn next(&mut self) -> Option<Self::Item> {
            loop {
                let start = self.at;
                let text = &self.text[start..];
                let rest = text.as_bytes();
                let token = match *rest.first()? {
                    b' ' | b'\t' | b'\r' => {
                        self.at += 1;
                        continue;
                    }
                    // The statement continues on the next line.
                    b'\\' if rest.get(1) == Some(&b'\n') => {
                        self.at += 2;
                        continue;
                    }
                    b'#' => {
                        self.at += comment(text);
                        continue;
                    }
                    b'\n' | b';' => {
                        self.at += 1;
                        let white = |c: &&u8| matches!(**c, b' ' | b'\t');
                        Token::Line(rest[1..].iter().take_while(white).count())
                    }
                    b'"' | b'\'' => {
                        self.at += string(text);
                        let is_f_string = self.text[..start].ends_with(['f', 'F']);
                        Token::Text(match is_f_string {
                            true => in_braces(&self.text[start..self.at]),
                            false => 0,
                        })
                    }
                    c => {
                        let first = text.chars().next().map_or(1, char::len_utf8);
                        self.at += word(text).max(first);
                        match c {
                            b',' => Token::Comma,
                            b'(' | b'[' | b'{' => Token::Open,
                            b')' | b']' | b'}' => Token::Close,
                            _ if &self.text[start..self.at] == "elif" => Token::Elif,
                            _ => Token::Other,
                        }
                    }
                };
                return Some((token, start..self.at));
            }
        }
    }

    /// An upper bound of the depth of the expressions in an f-string: the most characters between braces. Where it may end elsewhere
    /// than here (a quote or a brace in a string between braces, a comment there) it is as deep as can be.
    fn in_braces(text: &str) -> usize {
        let (mut level, mut length, mut longest) = (0, 0, 0);
        let mut signs = text.chars().peekable();
        while let Some(c) = signs.next() {
            match c {
                '{' | '}' if level == 0 && signs.peek() == Some(&c) => {
                    signs.next();
                }
                '{' => level += 1,
                '}' if level > 0 => level -= 1,
                '"' | '\'' if level > 0 => {
                    let mut inner = signs.by_ref().take_while(|end| *end != c);
                    if inner.any(|c| "{}\\\"'".contains(c)) || signs.peek().is_none() {
                        return DEEPEST + 1;
                    }
                }
                '#' if level > 0 => return DEEPEST + 1,
                _ => {}
            }
            length = if level > 0 { length + 1 } else { 0 };
            longest = longest.max(length);
        }
        longest.min(DEEPEST + 1)
    }
}

pub(super) mod advice {
    //! Advice for Python programmers: replacements for features that rule files lack, and for divisions that give fractions.

    use std::ops::Range;

    /// A Starlark error with advice if there is any; `span` is the range of bytes of the error.
    pub(super) fn advised(message: String, text: &str, span: Range<usize>) -> String {
        let plain = message.strip_prefix("Parse error: ").unwrap_or(&message);
        if let Some(word) = quoted(plain, "cannot use reserved keyword `") {
            return format!("there is no `{word}` here: {}", instead_of_word(word));
        }
        let told = match unexpected(plain, text, &span) {
            Some(advice) => return advice,
            None => found_while_running(plain),
        };
        match told {
            Some(advice) => {
                let plain = plain.split(", did you mean").next().unwrap_or(plain);
                format!("{plain}: {advice}")
            }
            None => message,
        }
    }

    /// The text between `before` and the next backtick.
    fn quoted<'m>(message: &'m str, before: &str) -> Option<&'m str> {
        message.split_once(before)?.1.split('`').next()
    }

    /// The replacement for a word of Python.
    fn instead_of_word(word: &str) -> &'static str {
        match word {
            "while" => "use `for … in range(…)`, and `break` where it is to end sooner",
            "import" | "from" => {
                "a rule file stands alone; docs/rule-files.md lists the functions that it can call"
            }
            "class" => "write `start = …` and `def moves(position):` at the beginning of a line",
            "is" => "use `==`, and `!=` for `is not`",
            "try" | "except" | "finally" => "ask with `if` first",
            "raise" => "use `fail(\"…\")`",
            "assert" => "use `if not …: fail(\"…\")`",
            "del" => "use `.pop(…)`, or make another list without the item",
            "global" | "nonlocal" => {
                "a function cannot change what is defined outside of it; return what changes, or put it into the position"
            }
            "yield" => "collect the moves in a list and `return` it",
            _ => "a rule file reads and writes nothing else; leave it out",
        }
    }

    /// Advice for a syntax error.
    fn unexpected(message: &str, text: &str, span: &Range<usize>) -> Option<String> {
        let expects = |what: &str| message.contains(&format!("expected {what}"));
        let (here, before) = (text.get(span.clone())?, text.get(..span.start)?);
        let line = before.rsplit('\n').next().unwrap_or(before);
        let next = text.get(span.end..)?;
        let advice = match here {
            "**" => "there is no `**` here: write `n * n`, or multiply in a loop",
            "for" if expects("symbol ')'") => {
                "a list is needed here: write [ ] around `… for … in …`"
            }
            "for" | "," if expects("symbol ':'") && line.contains('{') => {
                "there is no {…} for a set here: use `set([…])`"
            }
            "=" if expects("symbol ':'") => "`=` gives a name to a value: use `==` to compare",
            "&" if line.ends_with('&') => "there is no `&&` here: use `and`",
            "|" if line.ends_with('|') => "there is no `||` here: use `or`",
            "!" => "there is no `!` here: use `not`, and `!=` for unequal",
            ":" if next.starts_with('=') => {
                "there is no `:=` here: give the value its name in a line before"
            }
            "*" if expects("expression") => {
                "there is no `*` here that takes a list apart: add lists with `+`"
            }
            "@" => "there are no decorators here: the names of the functions tell what they are",
            "\n" | "\r\n" if line.ends_with("++") || line.ends_with("--") => {
                "there is no `++` or `--` here: use `n += 1` or `n -= 1`"
            }
            "\n" | "\r\n" if expects("symbol ':'") => "a `:` is missing at the end of this line",
            _ if message.contains("comparisons are not associative") => {
                "two comparisons at once: write `a < b and b < c`"
            }
            _ if message.contains("f-string expression end") => {
                "an f-string takes no format here: use `\"%d\" % n`, or `str(…)`"
            }
            _ if message.contains("new indentation block") => {
                "the lines of a function, a loop or an `if` must be indented, by four spaces, say"
            }
            _ if message.contains("tabs are not allowed") => "indent with spaces, not with tabs",
            _ if message.contains("string literal") && line.trim_end().ends_with("print") => {
                "`print` is a function: write ( ) around what it prints"
            }
            _ if here.starts_with('_') && line.ends_with(|sign: char| sign.is_ascii_digit()) => {
                "numbers are written without `_`"
            }
            _ => return None,
        };
        Some(advice.into())
    }

    /// Advice for an error in a call.
    fn found_while_running(message: &str) -> Option<&'static str> {
        if let Some(name) = quoted(message, "Variable `") {
            return instead_of_name(name);
        }
        if message.contains("`float (repr: ") {
            return Some("`/` makes a number with a fraction, use `//`");
        }
        if message.contains("for call to") {
            let called = message.trim_end_matches('`').rsplit(['.', '`']).next()?;
            let is_ours = crate::function::Function::NAMED
                .iter()
                .any(|(_, name)| *name == called);
            return is_ours.then_some("it is called with the position (`turn` with the one before and the one after): take a tuple apart within, `a, b = position`");
        }
        Some(match message {
            "Operation `(iter)` not supported on type `string`" => {
                "of a string write `.elems()` behind it to have its signs one by one"
            }
            "Operation `(iter)` not supported on type `int`" => "use `range(…)`",
            "Operation `+` not supported for types `string` and `int`"
            | "Operation `+` not supported for types `int` and `string`" => {
                "write `str(…)` around the number"
            }
            "Operation `+` not supported for types `tuple` and `list`"
            | "Operation `+` not supported for types `list` and `tuple`" => {
                "both must be lists or both tuples: `list(…)`, `tuple(…)`"
            }
            "Value of type `list` is not hashable" => "use `tuple(…)`",
            _ if message.starts_with("Object of type `list` has no attribute `sort`") => {
                "use `sorted(…)`"
            }
            _ if message.starts_with("Object of type `list` has no attribute `copy`") => {
                "use `list(…)`"
            }
            _ if message.starts_with("Local variable") => {
                "a function cannot change what is defined outside of it"
            }
            _ => return None,
        })
    }

    /// The replacement for a name of other languages.
    fn instead_of_name(name: &str) -> Option<&'static str> {
        Some(match name {
            "true" => "is `True` meant?",
            "false" => "is `False` meant?",
            "null" | "none" | "nil" => "is `None` meant?",
            "isinstance" => "use `type(x) == \"int\"`",
            "frozenset" => "use `tuple(sorted(…))`",
            "math" | "random" | "itertools" | "functools" | "collections" | "copy" => {
                "a rule file stands alone; docs/rule-files.md lists the functions that it can call"
            }
            "divmod" | "round" => "use `//` and `%`",
            "pow" => "multiply in a loop",
            "__name__" => {
                "leave the `if` out: the functions of a rule file are called by their names"
            }
            _ => return None,
        })
    }
}
