//! The functions that a rule file may call: Starlark's standard functions, `map`, `filter`, `partial`, `struct`, `set`,
//! `print`, `sum`, and `parameter`. None of them accesses files, the network or a clock.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use starlark::codemap::{Pos, Span};
use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::starlark_module;
use starlark::syntax::ast::{AssignOp, AstExpr, AstLiteral, AstStmt, Expr, Stmt};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::values::{UnpackValue, Value};

use crate::fault::Fault;
use crate::plain::Plain;

/// A parameter that a file asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its default, as a literal.
    pub default: String,
}

/// The given parameters, returned in the order in which the file asks for them.
#[derive(Debug, Default)]
pub(crate) struct Given {
    left: std::vec::IntoIter<String>,
    asked: Vec<Parameter>,
}

thread_local! {
    /// Set while a file is read.
    static GIVEN: RefCell<Option<Given>> = RefCell::default();
}

impl Given {
    pub(crate) fn of(parameters: Option<&str>) -> Self {
        let given = parameters.map(|text| text.split(',').map(|item| item.trim().to_owned()));
        Self {
            left: given.into_iter().flatten().collect::<Vec<_>>().into_iter(),
            asked: Vec::new(),
        }
    }

    /// The result of `read`, which may call `parameter`, with the parameters asked for and those not used.
    pub(crate) fn to<R>(self, read: impl FnOnce() -> R) -> (R, Vec<Parameter>, Vec<String>) {
        GIVEN.set(Some(self));
        let read = read();
        let given = GIVEN.take().unwrap_or_default();
        (read, given.asked, given.left.collect())
    }
}

#[starlark_module]
fn parameters(builder: &mut GlobalsBuilder) {
    /// The parameter given after the file's name, or the default.
    fn parameter<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Value<'v>,
        eval: &mut starlark::eval::Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        GIVEN.with(|given| {
            let mut given = given.borrow_mut();
            let given = given.as_mut().ok_or_else(|| {
                wrong("parameter is called outside of functions, while the file is read".into())
            })?;
            given.asked.push(Parameter {
                name: name.to_owned(),
                default: default.to_repr(),
            });
            if let Some(items) = crate::plain::items(default) {
                let rest: Vec<_> = given.left.by_ref().collect();
                let is_text = items.first().is_some_and(|item| item.unpack_str().is_some());
                return match (rest.is_empty(), is_text) {
                    (true, _) => Ok(default),
                    (_, true) => Ok(eval.heap().alloc(rest)),
                    _ => all_ints(name, &rest).map(|list| list.value(eval.heap())),
                };
            }
            match given.left.next() {
                None => Ok(default),
                Some(text) if default.unpack_str().is_some() => Ok(eval.heap().alloc(text)),
                Some(text) if is_int(default) => {
                    Ok(Plain::int(int(name, &text)?).value(eval.heap()))
                }
                Some(_) => Err(wrong(format!(
                    "the default of parameter {name:?} must be an int, a string, or a list of ints or of strings"
                ))),
            }
        })
    }
}

#[starlark_module]
pub(crate) fn sums(builder: &mut GlobalsBuilder) {
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

fn is_int(value: Value) -> bool {
    matches!(i64::unpack_value(value), Ok(Some(_)))
}

fn all_ints(name: &str, texts: &[String]) -> starlark::Result<Plain> {
    let ints: starlark::Result<Vec<_>> = texts.iter().map(|text| int(name, text)).collect();
    Ok(Plain::ints(&ints?))
}

fn int(name: &str, text: &str) -> starlark::Result<i64> {
    text.parse().map_err(|_| {
        wrong(format!(
            "parameter {name:?} is a whole number, found {text:?}"
        ))
    })
}

/// Functions that make text of a value. A function has none: it would show where it is evaluated.
#[starlark_module]
fn texts(builder: &mut GlobalsBuilder) {
    fn str<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut starlark::eval::Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        check_data(value, DEEPEST_DATA)?;
        Ok(match value.unpack_str() {
            Some(_) => value,
            None => eval.heap().alloc(value.to_str()),
        })
    }

    fn repr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut starlark::eval::Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        check_data(value, DEEPEST_DATA)?;
        Ok(eval.heap().alloc(value.to_repr()))
    }
}

/// Deeper data is not examined: Starlark writes it.
const DEEPEST_DATA: usize = 8;

fn check_data(value: Value<'_>, depth: usize) -> starlark::Result<()> {
    if value.get_type() == "function" {
        return Err(wrong(
            "a function has no text: only data does, like numbers, strings and lists".into(),
        ));
    }
    match crate::plain::items(value) {
        Some(items) if depth > 0 => items
            .iter()
            .try_for_each(|item| check_data(*item, depth - 1)),
        _ => Ok(()),
    }
}

fn wrong(sentence: String) -> starlark::Error {
    starlark::Error::new_kind(starlark::ErrorKind::Fail(
        std::io::Error::other(sentence).into(),
    ))
}

/// The functions that a file can call.
pub(crate) static GLOBALS: LazyLock<Globals> = LazyLock::new(|| {
    GlobalsBuilder::extended_by(&[
        LibraryExtension::Map,
        LibraryExtension::Filter,
        LibraryExtension::Partial,
        LibraryExtension::StructType,
        LibraryExtension::SetType,
        LibraryExtension::Print,
    ])
    .with(parameters)
    .with(sums)
    .with(shifts)
    .with(texts)
    .build()
});

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
pub(crate) fn parsed(path: &Arc<str>, text: &str) -> Result<AstModule, Fault> {
    if let Some(at) = text.find(SHIFT_LEFT) {
        let message = format!("`{SHIFT_LEFT}` is a name of the program: choose another one");
        let place = (&text.into(), at..at + SHIFT_LEFT.len());
        return Err(Fault::new(path, message).at(place));
    }
    // The text of a function begins with this name: rules do not see the path.
    let ast = AstModule::parse("rules", text.to_owned(), &dialect());
    let mut ast = ast.map_err(|error| Fault::of(path, &error))?;
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
pub(crate) fn shifts(builder: &mut GlobalsBuilder) {
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
