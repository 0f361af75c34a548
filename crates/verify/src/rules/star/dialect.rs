//! The Starlark of rules in a certificate: what a text may contain, and the functions that it may call.
//!
//! The result of a call depends on the text and the position alone. So a function has no text (`str(moves)` would show where it
//! is evaluated): everything that makes text of a value takes data only. Starlark has no place for this in `"{}".format(x)` and
//! `f"{x}"`, so the values there are put into calls of [`INSERTED`] functions before the text is read again.

use std::cell::RefCell;
use std::collections::VecDeque;

use starlark::environment::{Globals, GlobalsBuilder, LibraryExtension};
use starlark::eval::Evaluator;
use starlark::syntax::ast::{AssignOp, AstExpr, AstLiteral, AstStmt, BinOp, Expr, Stmt};
use starlark::syntax::{AstModule, Dialect, DialectTypes};
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::structs::StructRef;
use starlark::values::tuple::{AllocTuple, TupleRef};
use starlark::values::{Heap, Value};
use starlark::{Error, ErrorKind};

use super::data::items;
use super::evaluation::{sentence, wrong};
use super::nesting::{DEEPEST, depth};
use crate::Refusal;
use crate::obligation::Obligation;
use crate::plain_lines::plain;

/// The functions that are put into a text; the text itself must not name them.
const INSERTED: [&str; 3] = ["_shift_left", "_percent", "_data"];

/// The longest text made of a value, and the deepest value.
const LONGEST: usize = 1 << 24;
const DEEPEST_VALUE: usize = 150;

thread_local! {
    /// The parameters that the text did not take yet, while it is read.
    static GIVEN: RefCell<Option<VecDeque<String>>> = const { RefCell::new(None) };
}

/// The result of `read`, which may call `parameter`, and the number of parameters that were not taken.
pub(super) fn with_parameters<T>(given: &[&str], read: impl FnOnce() -> T) -> (T, usize) {
    GIVEN.set(Some(given.iter().map(|&item| item.to_owned()).collect()));
    let read = read();
    (read, GIVEN.take().map_or(0, |left| left.len()))
}

/// The functions that a text may call.
pub(super) fn globals() -> Globals {
    let extensions = [
        LibraryExtension::Map,
        LibraryExtension::Filter,
        LibraryExtension::Partial,
        LibraryExtension::StructType,
        LibraryExtension::SetType,
        LibraryExtension::Print,
    ];
    GlobalsBuilder::extended_by(&extensions)
        .with(own_functions)
        .build()
}

#[starlark::starlark_module]
fn own_functions(builder: &mut GlobalsBuilder) {
    /// Starlark 0.14 has a wrong sign in `1 << 31` and wherever the shift of a small number takes more than 31 bits.
    fn _shift_left<'v>(
        #[starlark(require = pos)] number: Value<'v>,
        #[starlark(require = pos)] places: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        match (number.unpack_i32(), places.unpack_i32()) {
            (Some(number), Some(places)) if (0..=31).contains(&places) => {
                Ok(heap.alloc(i64::from(number) * (1_i64 << places)))
            }
            _ => number.left_shift(places, heap),
        }
    }

    /// `a % b`, a remainder or a text.
    fn _percent<'v>(
        #[starlark(require = pos)] a: Value<'v>,
        #[starlark(require = pos)] b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if a.unpack_str().is_some() {
            is_data(b, eval.heap())?;
        }
        a.percent(b, eval.heap())
    }

    /// The value, if it is data.
    fn _data<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        is_data(value, eval.heap())?;
        Ok(value)
    }

    fn str<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        is_data(value, eval.heap())?;
        Ok(match value.unpack_str() {
            Some(_) => value,
            None => eval.heap().alloc(value.to_str()),
        })
    }

    fn repr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        is_data(value, eval.heap())?;
        Ok(eval.heap().alloc(value.to_repr()))
    }

    fn getattr<'v>(
        #[starlark(require = pos)] value: Value<'v>,
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Option<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if name == "format" {
            return Err(failing(UNCALLED));
        }
        match (value.get_attr(name, eval.heap())?, default) {
            (Some(found), _) | (None, Some(found)) => Ok(found),
            (None, None) => value.get_attr_error(name, eval.heap()),
        }
    }

    fn sum<'v>(
        #[starlark(require = pos)] numbers: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        let zero = heap.alloc(0);
        let mut numbers = numbers.iterate(heap)?;
        numbers.try_fold(zero, |sum, number| sum.add(number, heap))
    }

    /// The next parameter after the file's name, or the default; all that are left, if the default is a list.
    fn parameter<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos)] default: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let whole = |text: String| {
            let number: Option<i64> = text.parse().ok();
            number.ok_or_else(|| failing(&format!("parameter {name:?} is a whole number")))
        };
        let is_text = |value: &Value<'_>| value.unpack_str().is_some();
        let heap = eval.heap();
        GIVEN.with_borrow_mut(|given| {
            let outside = "parameter is called outside of functions, while the rules are read";
            let given = given.as_mut().ok_or_else(|| failing(outside))?;
            if let Some(defaults) = items(default) {
                let rest: Vec<String> = given.drain(..).collect();
                if rest.is_empty() {
                    return Ok(default);
                }
                if defaults.first().is_some_and(is_text) {
                    return Ok(heap.alloc(rest));
                }
                let numbers: starlark::Result<Vec<i64>> = rest.into_iter().map(whole).collect();
                return Ok(heap.alloc(AllocTuple(numbers?)));
            }
            match given.pop_front() {
                None => Ok(default),
                Some(text) if is_text(&default) => Ok(heap.alloc(text)),
                Some(text) => Ok(heap.alloc(whole(text)?)),
            }
        })
    }
}

const UNCALLED: &str = "`format` is not called where it stands";

/// An error of the rules.
fn failing(message: &str) -> Error {
    Error::new_kind(ErrorKind::Fail(
        std::io::Error::other(format!(" {message}")).into(),
    ))
}

/// Checks that a value is data, which has the same text wherever it is evaluated.
fn is_data<'v>(value: Value<'v>, heap: Heap<'v>) -> starlark::Result<()> {
    let mut left = LONGEST;
    look(value, heap, 0, &mut left)
}

fn look<'v>(
    value: Value<'v>,
    heap: Heap<'v>,
    depth: usize,
    left: &mut usize,
) -> starlark::Result<()> {
    let length = value.unpack_str().map_or(8, |text| text.len() + 8);
    let fits = left.checked_sub(length).filter(|_| depth <= DEEPEST_VALUE);
    *left = fits.ok_or_else(|| {
        let message = format!(
            "the text of a value takes more than {LONGEST} bytes, or nests more than {DEEPEST_VALUE} deep"
        );
        // The kind of error that is a limit.
        Error::new_kind(ErrorKind::StackOverflow(std::io::Error::other(message).into()))
    })?;
    let mut each = |part: Value<'v>| look(part, heap, depth + 1, left);
    if let Some(tuple) = TupleRef::from_value(value) {
        return tuple.iter().try_for_each(each);
    }
    if let Some(list) = ListRef::from_value(value) {
        return list.iter().try_for_each(each);
    }
    if value.get_type() == "set" {
        return value.iterate(heap)?.try_for_each(each);
    }
    if let Some(dict) = DictRef::from_value(value) {
        return dict
            .iter()
            .try_for_each(|(key, value)| each(key).and_then(|()| each(value)));
    }
    if let Some(fields) = StructRef::from_value(value) {
        return fields.iter().try_for_each(|(_, value)| each(value));
    }
    let kind = value.get_type();
    let is_plain = ["NoneType", "bool", "int", "string", "range"].contains(&kind);
    match Obligation::PlainText.met(is_plain) {
        true => Ok(()),
        false => Err(failing(&format!(
            "a value of type {kind} is written as text: only data has a text"
        ))),
    }
}

/// Parses a text of rules.
pub(super) fn parsed(text: &str) -> Result<AstModule, Refusal> {
    if depth(text) > DEEPEST {
        let why = format!("the rules nest more than {DEEPEST} deep");
        return Err(Refusal::Undecided(why));
    }
    let named = INSERTED.into_iter().find(|name| text.contains(name));
    Obligation::OwnNames.demand(named.is_none(), || {
        let name = named.unwrap_or_default();
        wrong(format!(
            "`{name}` is a name of the checker: choose another one"
        ))
    })?;
    let text = &plain(text);
    let mut found = Found::default();
    found.statement(read(text)?.statement());
    if let Some(why) = found.refused {
        return Err(wrong(why));
    }
    let mut ast = read(&found.inserted(text))?;
    let functions = [("<<", "_shift_left"), ("%", "_percent")];
    let functions = functions.map(|(sign, name)| (sign.to_owned(), name.to_owned()));
    ast.replace_binary_operators(&functions.into());
    Ok(ast)
}

fn read(text: &str) -> Result<AstModule, Refusal> {
    let dialect = Dialect {
        enable_load: false,
        enable_top_level_stmt: true,
        enable_f_strings: true,
        enable_keyword_only_arguments: true,
        enable_positional_only_arguments: true,
        enable_types: DialectTypes::ParseOnly,
        ..Dialect::Standard
    };
    let ast = AstModule::parse("rules", text.to_owned(), &dialect);
    ast.map_err(|error| wrong(sentence(&error)))
}

/// The findings in a text: the first reason to refuse it, and the parts to put into it.
#[derive(Default)]
struct Found {
    refused: Option<&'static str>,
    /// Places in the text, in bytes, with what is put there.
    insertions: Vec<(usize, String)>,
}

impl Found {
    fn refuse(&mut self, why: &'static str) {
        self.refused.get_or_insert(why);
    }

    fn refuse_floats(&mut self, has_floats: bool) {
        if !Obligation::WholeNumbers.met(!has_floats) {
            self.refuse("they compute with numbers that are not whole: `x // y` is a whole number");
        }
    }

    fn statement(&mut self, statement: &AstStmt) {
        statement.visit_expr(|expr| self.expression(expr));
        self.assignments(statement);
    }

    fn assignments(&mut self, statement: &AstStmt) {
        match &statement.node {
            Stmt::AssignModify(_, AssignOp::LeftShift, _) => self.refuse("they have `<<=`"),
            Stmt::AssignModify(_, AssignOp::Divide, _) => self.refuse_floats(true),
            Stmt::AssignModify(_, AssignOp::Percent, by) => self.data(by),
            _ => {}
        }
        statement.visit_stmt(|part| self.assignments(part));
    }

    fn expression(&mut self, expr: &AstExpr) {
        match &expr.node {
            Expr::Slice(_, Some(start), Some(stop), Some(step))
                if ![start, stop, step].iter().all(|bound| is_number(bound)) =>
            {
                self.refuse("they have a slice x[a:b:c] whose bounds are not plain numbers");
            }
            Expr::Literal(AstLiteral::Float(_)) | Expr::Op(_, BinOp::Divide, _) => {
                self.refuse_floats(true);
            }
            Expr::Identifier(name) => self.refuse_floats(name.node.ident == "float"),
            Expr::Dot(_, name) if name.node == "format" => self.refuse(UNCALLED),
            Expr::Call(called, arguments) => {
                if let Expr::Dot(value, name) = &called.node
                    && name.node == "format"
                {
                    self.expression(value);
                    for argument in &arguments.args {
                        self.data(argument.node.expr());
                        self.expression(argument.node.expr());
                    }
                    return;
                }
            }
            Expr::FString(text) => text
                .node
                .expressions
                .iter()
                .for_each(|part| self.data(part)),
            _ => {}
        }
        expr.node.visit_expr(|part| self.expression(part));
    }

    /// Puts `_data` around an expression.
    fn data(&mut self, expr: &AstExpr) {
        self.insertions
            .push((expr.span.begin().get() as usize, "_data((".into()));
        // The brackets of a tuple are not part of its place.
        self.insertions
            .push((expr.span.end().get() as usize, "))".into()));
    }

    /// The text with everything that is put into it.
    fn inserted(mut self, text: &str) -> String {
        // Stable: what is found first, which is outside, comes first. (What ends at one place is the same sign.)
        self.insertions.sort_by_key(|(at, _)| *at);
        let (mut out, mut done) = (String::with_capacity(text.len()), 0);
        for (at, part) in &self.insertions {
            out += &text[done..*at];
            out += part;
            done = *at;
        }
        out + &text[done..]
    }
}

fn is_number(expr: &AstExpr) -> bool {
    match &expr.node {
        Expr::Literal(AstLiteral::Int(_)) => true,
        Expr::Minus(number) => is_number(number),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::evaluation::{Limits, Text};
    use super::parsed;
    use crate::{Bounds, Refusal};

    fn run(text: &str) -> Result<(), Refusal> {
        let given: &[&str] = if text.contains("parameter(") {
            &["7"]
        } else {
            &[]
        };
        Text::read(text, given, Limits::begin(&Bounds::default())).map(|_| ())
    }

    /// A function, whose text would show where it is evaluated, cannot become text in any way.
    #[test]
    fn only_data_has_a_text() {
        let ways = [
            "str(f)",
            "repr(f)",
            "str([(1, {2: f})])",
            "str(struct(a = f))",
            "str(set([f]))",
            "'%s' % f",
            "'%r %d' % (f, 1)",
            "'{}'.format(f)",
            "'{} {a}'.format(1, a = [f])",
            "'{}'.format(*[f])",
            "'{a}'.format(**{'a': f})",
            "'{}'.format('{}'.format(f))",
            "('a' + '{}').format(f'{f}')",
            "str.format('{}', f)",
            "f'a {n} {f}'",
            "f'{[f]!r}'",
            "f'{(lambda: f)()}'",
            "str(lambda: 1)",
            "str(len)",
            "str(str)",
            "str(parameter)",
            "str('abc'.upper)",
            "str(partial(f, 1))",
            "map(str, [f])",
            "map('{}'.format, [f])",
            "[g(f) for g in [repr]]",
            "sorted([f], key = str)",
            "partial(str, f)()",
            "getattr('{}', 'format')(f)",
            "('{}'.format)(f)",
            "['{}'][0].format(f)",
            "[1 for _ in ['{}'.format(f)]]",
            "{'{}'.format(f): 1}",
            "(lambda x = '{}'.format(f): x)()",
        ];
        let begin = "n = parameter('n', 1)\ndef f(a):\n    return a\n";
        for way in ways {
            let refusal = run(&format!("{begin}x = {way}\n"))
                .expect_err(way)
                .to_string();
            let is_said =
                refusal.contains("only data has a text") || refusal.contains(super::UNCALLED);
            assert!(is_said, "{way}: {refusal}");
        }
        for text in ["x = '%s'\nx %= f\n", "x = {1: 2}\nx['{}'.format(f)] = 1\n"] {
            let refusal = run(&format!("{begin}{text}")).expect_err(text).to_string();
            assert!(
                refusal.contains("only data has a text"),
                "{text}: {refusal}"
            );
        }
    }

    #[test]
    fn data_has_its_text() {
        let texts = [
            ("str([1, 'a', (None, True)])", "[1, \"a\", (None, True)]"),
            ("repr('a')", "\"a\""),
            ("str('a')", "a"),
            ("str(struct(a = {1: set([2])}))", "struct(a={1: set([2])})"),
            ("'%d of %s' % (n, 'a')", "7 of a"),
            ("'%s' % [n]", "[7]"),
            ("'{} {a}{}'.format(n, *[2], **{'a': 3})", "7 32"),
            ("f'{n} é {m}' + f''", "7 é 5"),
            ("f'{n + 1}{ {1: m}[1] }{{}}{str(n)!r}'", "85{}\"7\""),
            ("f'{1}{(n, m)}{\"x\"}'", "1(7, 5)x"),
            ("f'{n}'.join(['é', '{}'.format(f'{m}')])", "é75"),
            ("(('{}').format((n)))", "7"),
            ("str(9 % 5) + str(range(3))", "4range(3)"),
            ("str(sum([1, 2]) + sum([]))", "3"),
            ("str(getattr('a', 'b', 5))", "5"),
            ("k", "1"),
            ("s", "7!"),
        ];
        for (made, text) in texts {
            let text = format!(
                "n = parameter('n', 1)\nm = 5\nk = 9\nk %= 4\nk = str(k)\ns = '%d!'\ns %= n\nx = {made}\nx == '{text}' or fail(x)\n"
            );
            run(&text).expect(made);
        }
    }

    #[test]
    fn slices_that_starlark_may_misread_are_refused() {
        let refused = ["a:1:1", "0:b:1", "0:1:c", "(lambda k: 'abc'[0:k:1])(1):1:"];
        for bounds in refused {
            let text = format!("def moves(a, b = 1, c = 1):\n    return 'abc'[{bounds}]\n");
            let refusal = parsed(&text).expect_err(bounds).to_string();
            assert!(refusal.contains("a slice x[a:b:c]"), "{refusal}");
        }
        for bounds in ["2:0:-1", "a:b", "::c", "a::c", ":b:c"] {
            let text = format!("def moves(a, b, c):\n    return 'abc'[{bounds}]\n");
            assert!(parsed(&text).is_ok(), "{bounds}");
        }
    }

    #[test]
    fn numbers_are_shifted_without_a_wrong_sign() {
        let shifts = [
            "1 << 31",
            "-1 << 31",
            "3 << 31",
            "1 << 32",
            "1 << 61",
            "5 << 3",
            "-7 << 0",
            "(1 << 40) << 20",
        ];
        for text in shifts {
            // (By 32 places more Starlark is right.)
            let (number, places) = text.rsplit_once(" << ").expect("a shift");
            let right = format!(
                "def f():\n    return {text}\ndef g(p):\n    return ({number}) * POWERS[p]\nPOWERS = [{}]\nf() == g({places}) or fail(f())\n",
                (0..62)
                    .map(|n| (1_u64 << n).to_string())
                    .collect::<Vec<_>>()
                    .join(", ")
            );
            run(&right).expect(text);
        }
        assert!(parsed("a = 1\na <<= 3\n").is_err());
    }
}
