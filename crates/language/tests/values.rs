//! Literals and operators of a host's own values: a small calculator of texts.

use std::any::Any;
use std::sync::Arc;

use bouton_language::{
    Done, Foreign, Heap, Host, Limits, Module, Operator, Program, Relation, Trouble, Value, View,
    Words,
};

/// A value that shows how it was made.
#[derive(Debug)]
struct Shown(String);

impl Foreign for Shown {
    fn type_name(&self) -> &'static str {
        "value"
    }
    fn show(&self) -> String {
        self.0.clone()
    }
    fn as_any(&self) -> &dyn Any {
        self
    }
    fn hash(&self) -> Option<u64> {
        Some(self.0.len() as u64)
    }
    fn equals(&self, other: &Value, heap: &Heap) -> bool {
        shown(other, heap) == self.0
    }
    fn binary(
        &self,
        operator: Operator,
        other: &Value,
        is_left: bool,
        heap: &mut Heap,
    ) -> Done<Value> {
        let (own, other) = (self.0.clone(), shown(other, heap));
        let (a, b) = if is_left { (own, other) } else { (other, own) };
        made(format!("({a}{}{b})", operator.sign()), heap)
    }
    fn unary(&self, sign: char, heap: &mut Heap) -> Done<Value> {
        made(format!("{sign}{}", self.0), heap)
    }
    fn compare(
        &self,
        relation: Relation,
        other: &Value,
        is_left: bool,
        heap: &mut Heap,
    ) -> Done<bool> {
        let other = shown(other, heap);
        let order = if is_left {
            self.0.cmp(&other)
        } else {
            other.cmp(&self.0)
        };
        Ok(match relation {
            Relation::Less => order.is_lt(),
            Relation::Equal => order.is_eq(),
            Relation::Greater => order.is_gt(),
            Relation::Confused => self.0.contains('*') || other.contains('*'),
            _ => return Err(Trouble::new("these are not compared")),
        })
    }
    fn attribute(&self, name: &str, heap: &mut Heap) -> Done<Option<Value>> {
        match name {
            "mean" => made(format!("mean({})", self.0), heap).map(Some),
            "left" => heap.list_of(&[Value::Int(1)]).map(Some),
            _ => Ok(None),
        }
    }
}

fn shown(value: &Value, heap: &Heap) -> String {
    match (heap.as_foreign(value), value) {
        (Some(own), _) => own.show(),
        (None, Value::Int(n)) => n.to_string(),
        _ => "?".into(),
    }
}

fn made(text: String, heap: &mut Heap) -> Done<Value> {
    heap.foreign(Arc::new(Shown(text)))
}

struct Calculator;

impl Host for Calculator {
    fn call(
        &mut self,
        native: usize,
        args: &[Value],
        _: &[(Value, Value)],
        heap: &mut Heap,
    ) -> Done<Value> {
        let text = args
            .iter()
            .map(|arg| shown(arg, heap))
            .collect::<Vec<_>>()
            .join(",");
        made(
            format!("{}({text})", ["cool", "Tiny", "outcome"][native]),
            heap,
        )
    }
    fn literal(&mut self, text: &str, _: usize, heap: &mut Heap) -> Done<Value> {
        made(format!("`{text}`"), heap)
    }
    fn braces(&mut self, left: Value, right: Value, heap: &mut Heap) -> Done<Value> {
        let side = |heap: &Heap, side: Value| match heap.view(side) {
            View::List(items) => items
                .values()
                .iter()
                .map(|item| shown(item, heap))
                .collect::<Vec<_>>()
                .join(","),
            _ => String::new(),
        };
        let text = format!("{{{}|{}}}", side(heap, left), side(heap, right));
        made(text, heap)
    }
    fn divide(&mut self, a: Value, b: Value, heap: &mut Heap) -> Done<Value> {
        let text = format!("{}/{}", shown(&a, heap), shown(&b, heap));
        made(text, heap)
    }
    fn plus_minus(&mut self, a: Value, heap: &mut Heap) -> Done<Value> {
        let text = format!("±{}", shown(&a, heap));
        made(text, heap)
    }
}

fn is_literal(word: &str) -> bool {
    let digits = word.trim_start_matches('v');
    matches!(
        word,
        "over" | "under" | "on" | "up" | "pass" | "Tiny" | "Miny"
    ) || word.starts_with('v') && digits.bytes().all(|c| c.is_ascii_digit())
}

fn run(before: &Program, text: &str) -> Result<Arc<Program>, String> {
    let defined = |name: &str| before.global(name).is_some();
    let words = Words::of(text, &is_literal, &defined);
    let module = Module::parse_values(text, &["cool", "Tiny", "outcome"], &words)
        .map_err(|error| error.to_string())?;
    module
        .run_after(before, &mut Calculator, &Limits::default())
        .map_err(|error| error.to_string())
}

fn told(text: &str) -> String {
    match run(&Program::default(), text) {
        Err(error) => format!("!{error}"),
        Ok(program) => {
            let mut machine = program.machine();
            let mut text = String::new();
            if let Some(last) = program.last() {
                machine.heap().write_repr(last, &mut text).unwrap();
            }
            text
        }
    }
}

#[test]
fn literals_are_read_where_operands_are_expected() {
    for (typed, expected) in [
        ("{2|-1}", "`{2|-1}`"),
        ("x = 1\n[{n|-x} for n in range(2)]", "[{0|-1}, {1|-1}]"),
        ("x = 1; y = 2\n{x,y||2|x}", "{1,2|{2|1}}"),
        ("x = 1\n{x|-x}^*", "({1|-1}+`^*`)"),
        ("[*2, *, ^3*]", "[`*2`, `*`, `^3*`]"),
        ("1/2 + 3/4*", "(`1/2`+`3/4*`)"),
        ("-1/2* - 1*", "(`-1/2*`-`1*`)"),
        ("2 - 1", "1"),
        ("n = 5; x = 3\nn * 2 - x*", "(7+`*`)"),
        ("n = 3\n[2*n, 2*(1), 2*2]", "[6, 2, `2*2`]"),
        ("2*^ + 3*over", "((2*`^`)+(3*`over`))"),
        ("0.5 + 1.5*", "(`0.5`+`1.5*`)"),
        ("2**3 + 1/2**3*", "(`2**3`+`1/2**3*`)"),
        ("2 * 2", "4"),
        ("5 ^ 3", "6"),
        ("x = 5; y = 3\nx ^ y", "6"),
        ("g = ^\n3.g", "(3*`^`)"),
        ("g = ^\ng.mean", "mean(`^`)"),
        ("x = 2\n+-1 + +-x", "(`+-1`+±2)"),
        ("a = *; b = ^\na <> b", "True"),
        ("let g := 1\ng", "1"),
        ("{1: 2}", "{1: 2}"),
        ("{}", "{}"),
        ("\"{x|-x}\" # {x|", "'{x|-x}'"),
        ("def f(a, *, b): return *\nf(1, b=2)", "`*`"),
        ("def f(*a): return a\nf(*[1, 2])", "(1, 2)"),
        ("v + over + {0|v}", "((`v`+`over`)+`{0|v}`)"),
        ("[v for v in [1]]", "[1]"),
        ("a{0||a|0}", "`a{0||a|0}`"),
        ("x = 1\n{x|pass}", "{1|`pass`}"),
        ("class(^)", "outcome(`^`)"),
        ("f = lambda x: {x|-x}\nf(2)", "{2|-2}"),
        ("xs = [2]; ys = [1, 3]\nxs[0] * ys[1]", "6"),
        ("x = 4\n1Tiny(2) + Tiny(x)", "(`1Tiny(2)`+Tiny(4))"),
        ("  g = 1\n  g", "1"),
        ("y = 1\n2* if y else 3", "`2*`"),
        ("f = lambda x, y: x\n{f(1, 2)|-1}", "{1|-1}"),
        ("n = 3\n1/2 + n/4", "(`1/2`+3/4)"),
        ("d = {1: *2}\nd[1]", "`*2`"),
        ("sum([1/2, ^, *])", "(((0+`1/2`)+`^`)+`*`)"),
        ("sorted([^, *, up])", "[`*`, `^`, `up`]"),
        ("max([^, *])", "`^`"),
        ("{^: 1, ^: 2}", "{`^`: 2}"),
        ("g = *\ng == *", "True"),
        ("g = {1|0}\ng.left", "[1]"),
        ("f'{^}'", "'`^`'"),
    ] {
        assert_eq!(told(typed), expected, "{typed}");
    }
}

#[test]
fn what_could_be_read_both_ways_is_refused() {
    for text in [
        "n = 1\nn*2",
        "n = 1\nn *2",
        "2 *3",
        "n = 1\nn*-1",
        "x = 1\n2*x*",
        "x = 1\n3.x^",
        "x = 1\n{x|-x}*2",
    ] {
        assert!(told(text).contains("both ways"), "{text}: {}", told(text));
    }
    for text in ["v = 3", "let on = 3", "x = 1\nv3 = 2", "over += 1"] {
        assert!(
            told(text).contains("name this my_"),
            "{text}: {}",
            told(text)
        );
    }
    for (text, expected) in [
        ("{1|", "!1:1: this `{` is not closed"),
        (
            "x = 1\n{x|y|z}",
            "!2:5: expected one longest run of bars, found two",
        ),
        ("let x = 1\nz + x", "!2:1: the name `z` is not defined"),
        ("g = ^\nh = g > 3 >= g", "!2:5: these are not compared"),
    ] {
        assert_eq!(told(text), expected, "{text}");
    }
}

#[test]
fn what_is_defined_is_known_in_the_next_text() {
    let first = run(
        &Program::default(),
        "def f(x): return {x|-x}\nxs = [1]\ng = f(2)",
    )
    .unwrap();
    let second = run(&first, "h = [f(3), g]\nh").unwrap();
    let mut text = String::new();
    let last = second.last().unwrap();
    second.machine().heap().write_repr(last, &mut text).unwrap();
    assert_eq!(text, "[{3|-3}, {2|-2}]");
    assert!(
        run(&second, "xs.append(2)")
            .unwrap_err()
            .contains("cannot be changed")
    );
    assert_eq!(second.names().collect::<Vec<_>>(), ["f", "g", "xs", "h"]);
}
