//! Values in statements: [`Calculated`], an answer of a calculation as a value of Starlark, and the functions of values.

use std::fmt;
use std::hash::Hash;

use allocative::Allocative;
use bouton_values::{Answer, FUNCTIONS, FunctionCard, Number, function};
use starlark::any::ProvidesStaticType;
use starlark::collections::StarlarkHasher;
use starlark::environment::GlobalsBuilder;
use starlark::eval::{Arguments, Evaluator};
use starlark::values::none::NoneOr;
use starlark::values::{Heap, NoSerialize, StarlarkValue, UnpackValue, Value, starlark_value};
use starlark::{starlark_module, starlark_simple_value};

use super::desk::{self, calculate, literal, named_calculation, note, wrong};
use super::operators::{combined_in, is_number, product};
use crate::plain::items;

/// An answer of a calculation.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative)]
pub(super) struct Calculated(#[allocative(skip)] pub(super) Answer);

starlark_simple_value!(Calculated);

impl fmt::Display for Calculated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&desk::text(&self.0))
    }
}

#[starlark_value(type = "value")]
impl<'v> StarlarkValue<'v> for Calculated {
    fn to_bool(&self) -> bool {
        !matches!(self.0, Answer::None(_))
    }

    fn write_hash(&self, hasher: &mut StarlarkHasher) -> starlark::Result<()> {
        match &self.0 {
            Answer::Value(value) => value.hash(hasher),
            Answer::Number(x) => x.to_string().hash(hasher),
            Answer::Nimber(n) => n.hash(hasher),
            _ => return Err(wrong("only values and numbers can be keys")),
        }
        Ok(())
    }

    fn equals(&self, other: Value<'v>) -> starlark::Result<bool> {
        match operand(other) {
            Some(other) if is_value(&self.0) && is_value(&other) => {
                let answer = calculate("g == h", vec![self.0.clone(), other])?;
                Ok(answer == Answer::Truth(true))
            }
            Some(other) => Ok(self.0 == other),
            None => Ok(false),
        }
    }

    fn compare(&self, other: Value<'v>) -> starlark::Result<std::cmp::Ordering> {
        let other = operand(other).ok_or_else(|| wrong("a value is compared with values only"))?;
        for (sign, order) in [
            ("<", std::cmp::Ordering::Less),
            ("==", std::cmp::Ordering::Equal),
            (">", std::cmp::Ordering::Greater),
        ] {
            let operands = vec![self.0.clone(), other.clone()];
            if calculate(&format!("g {sign} h"), operands)? == Answer::Truth(true) {
                return Ok(order);
            }
        }
        Err(wrong(
            "these values are confused: none of them is the greater one",
        ))
    }

    fn minus(&self, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        Ok(given(calculate("-g", vec![self.0.clone()])?, heap))
    }

    // Operators are functions; these remain for `sum` and `+=`.
    fn add(&self, rhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        combined_in("g + h", self.0.clone(), operand(rhs)?, heap)
    }

    fn radd(&self, lhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        combined_in("g + h", operand(lhs)?, self.0.clone(), heap)
    }

    fn sub(&self, rhs: Value<'v>, heap: Heap<'v>) -> starlark::Result<Value<'v>> {
        let other = operand(rhs).ok_or_else(|| not_a_value(rhs))?;
        let told = combined_in("g - h", self.0.clone(), other, heap);
        told.unwrap_or_else(|| Err(not_a_value(rhs)))
    }

    fn mul(&self, rhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        let answer = product("*", &self.0, &operand(rhs)?);
        Some(answer.map(|answer| given(answer, heap)))
    }

    fn rmul(&self, lhs: Value<'v>, heap: Heap<'v>) -> Option<starlark::Result<Value<'v>>> {
        let answer = product("*", &operand(lhs)?, &self.0);
        Some(answer.map(|answer| given(answer, heap)))
    }

    fn get_attr(&self, attribute: &str, heap: Heap<'v>) -> Option<Value<'v>> {
        if let Some(n) = ["left", "right"].iter().position(|side| *side == attribute) {
            let Ok(Answer::Sides(sides)) = desk::options(&self.0).inspect_err(note) else {
                return None;
            };
            let options = sides[n]
                .iter()
                .map(|option| Calculated(Answer::Value(*option)));
            return Some(heap.alloc(options.collect::<Vec<_>>()));
        }
        let card = function(attribute)?;
        if card.arguments > 1 {
            return Some(heap.alloc(Property(self.0.clone(), card)));
        }
        let answer = calculate(&call(card), vec![self.0.clone()]).inspect_err(note);
        Some(given(answer.ok()?, heap))
    }

    fn dir_attr(&self) -> Vec<String> {
        let functions = FUNCTIONS.iter().map(|card| card.name.to_owned());
        functions
            .chain(["left", "right"].map(str::to_owned))
            .collect()
    }
}

/// Whether an answer can be compared and added.
pub(super) fn is_value(answer: &Answer) -> bool {
    matches!(
        answer,
        Answer::Value(_)
            | Answer::Nimber(_)
            | Answer::Form(_)
            | Answer::Number(_)
            | Answer::Count(_)
            | Answer::Loopy(_)
    )
}

pub(super) fn not_a_value(found: Value) -> starlark::Error {
    wrong(format!("expected a value, found {}", found.get_type()))
}

/// The answer that a value of Starlark is.
pub(super) fn worth(value: Value<'_>) -> Option<&Answer> {
    Calculated::from_value(value).map(|worth| &worth.0)
}

/// A value of Starlark as an operand: an answer or a whole number.
pub(super) fn operand(value: Value) -> Option<Answer> {
    if let Some(Calculated(answer)) = Calculated::from_value(value) {
        return Some(answer.clone());
    }
    if value.get_type() != "int" {
        return None;
    }
    let number = match i64::unpack_value(value) {
        Ok(Some(n)) => Number::from(n),
        _ => Number::from(value.to_repr().parse::<num_bigint::BigInt>().ok()?),
    };
    Some(Answer::Number(number))
}

/// An answer as a value of Starlark: whole numbers, truths and classes are Starlark's own.
pub(super) fn given<'v>(answer: Answer, heap: Heap<'v>) -> Value<'v> {
    let whole = match &answer {
        Answer::Truth(truth) => return Value::new_bool(*truth),
        Answer::Class(class) => return heap.alloc(class.letter().to_string()),
        Answer::Number(x) => x.integer().and_then(|n| i64::try_from(n).ok()),
        Answer::Count(n) => i64::try_from(n.clone()).ok(),
        _ => None,
    };
    match whole {
        Some(n) => heap.alloc(n),
        None => heap.alloc(Calculated(answer)),
    }
}

/// A function with operands for its arguments.
fn call(card: &FunctionCard) -> String {
    let arguments = ["g", "h", "u"][..card.arguments].join(", ");
    format!("{}({arguments})", card.name)
}

/// The result of a function for these arguments.
fn called<'v>(
    card: &FunctionCard,
    first: Option<Answer>,
    arguments: &Arguments<'v, '_>,
    heap: Heap<'v>,
) -> starlark::Result<Value<'v>> {
    arguments.no_named_args()?;
    let mut operands: Vec<Answer> = first.into_iter().collect();
    for value in arguments.positions(heap)? {
        operands.push(operand(value).ok_or_else(|| {
            wrong(format!(
                "{}: expected a value, found {}",
                card.name,
                value.get_type()
            ))
        })?);
    }
    if operands.len() != card.arguments {
        let plural = if card.arguments == 1 { "" } else { "s" };
        return Err(wrong(format!(
            "{} takes {} value{plural}, found {}",
            card.name,
            card.arguments,
            operands.len()
        )));
    }
    Ok(given(calculate(&call(card), operands)?, heap))
}

/// A function of values.
#[derive(Clone, Copy, Debug, ProvidesStaticType, NoSerialize, Allocative)]
struct Function(#[allocative(skip)] &'static FunctionCard);

starlark_simple_value!(Function);

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name)
    }
}

#[starlark_value(type = "function of values")]
impl<'v> StarlarkValue<'v> for Function {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        called(self.0, None, arguments, eval.heap())
    }
}

/// A function behind its first value: `g.cool`.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative)]
struct Property(
    #[allocative(skip)] Answer,
    #[allocative(skip)] &'static FunctionCard,
);

starlark_simple_value!(Property);

impl fmt::Display for Property {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1.name)
    }
}

#[starlark_value(type = "property")]
impl<'v> StarlarkValue<'v> for Property {
    fn invoke(
        &self,
        _: Value<'v>,
        arguments: &Arguments<'v, '_>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        called(self.1, Some(self.0.clone()), arguments, eval.heap())
    }
}

/// A word that stands for an operator, or for `pass` in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative)]
pub(super) enum Word {
    PlusMinus,
    Pass,
    Confused,
    NotAbove,
    NotBelow,
}

starlark_simple_value!(Word);

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::PlusMinus => "+-",
            Self::Pass => "pass",
            Self::Confused => "<>",
            Self::NotAbove => "<|",
            Self::NotBelow => "|>",
        })
    }
}

#[starlark_value(type = "operator")]
impl<'v> StarlarkValue<'v> for Word {}

impl Word {
    /// The relation that it is, between g and h.
    pub(super) fn relation(self) -> Option<&'static str> {
        Some(match self {
            Self::Confused => "g <> h",
            Self::NotAbove => "g <| h",
            Self::NotBelow => "g |> h",
            Self::PlusMinus | Self::Pass => return None,
        })
    }
}

/// The left side of a relation that waits for the right side.
#[derive(Clone, Debug, ProvidesStaticType, NoSerialize, Allocative)]
pub(super) struct Related(#[allocative(skip)] pub(super) Answer, pub(super) Word);

starlark_simple_value!(Related);

impl fmt::Display for Related {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "… {}", self.1)
    }
}

#[starlark_value(type = "half a relation")]
impl<'v> StarlarkValue<'v> for Related {}

/// Rows with aligned columns.
#[derive(Clone, Debug, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative)]
pub struct Table {
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
}

starlark_simple_value!(Table);

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = (!self.head.is_empty()).then_some(&self.head);
        let lines = head.into_iter().chain(&self.rows).map(|row| row.join("  "));
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

#[starlark_value(type = "table")]
impl<'v> StarlarkValue<'v> for Table {}

/// Points of a picture, as numbers.
#[derive(Clone, Debug, PartialEq, Eq, ProvidesStaticType, NoSerialize, Allocative)]
pub struct Plot {
    /// x and y of each point.
    pub points: Vec<[String; 2]>,
}

starlark_simple_value!(Plot);

impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.points.iter().map(|[x, y]| format!("({x}, {y})"));
        f.write_str(&points.collect::<Vec<_>>().join(" "))
    }
}

#[starlark_value(type = "plot")]
impl<'v> StarlarkValue<'v> for Plot {}

/// The most rows of a table, points of a plot and lines of a list.
const MOST_SHOWN: usize = 10_000;

/// An answer, a table or a plot.
pub(super) fn taken(value: Value) -> Option<super::Last> {
    if let Some(table) = Table::from_value(value) {
        return Some(super::Last::Table(table.clone()));
    }
    if let Some(plot) = Plot::from_value(value) {
        return Some(super::Last::Plot(plot.clone()));
    }
    if let Some(truth) = value.unpack_bool() {
        return Some(super::Last::Answer(Answer::Truth(truth)));
    }
    operand(value).map(super::Last::Answer)
}

/// A list as lines, everything else as one line.
pub(super) fn lines(value: Value) -> starlark::Result<Vec<String>> {
    match items(value) {
        Some(items) if items.len() > MOST_SHOWN => Err(too_many("a list", items.len())),
        Some(items) => Ok(items.iter().map(|item| cell(*item)).collect()),
        None => Ok(vec![cell(value)]),
    }
}

fn too_many(what: &str, found: usize) -> starlark::Error {
    wrong(format!("{what} of {found}; at most {MOST_SHOWN} are shown"))
}

/// A value as text.
fn cell(value: Value) -> String {
    match value.unpack_str() {
        Some(text) => text.to_owned(),
        None => value.to_repr(),
    }
}

/// A number of a plot as text.
fn coordinate(value: Value) -> starlark::Result<String> {
    let number = operand(value).map(|answer| match answer {
        Answer::Number(x) => Ok(Some(x)),
        other if is_number(&other) => Ok(match calculate("mean(g)", vec![other])? {
            Answer::Number(x) => Some(x),
            _ => None,
        }),
        _ => Ok(None),
    });
    match number.transpose() {
        Ok(Some(Some(x))) => Ok(x.to_string()),
        Err(error) => Err(error),
        _ => Err(wrong(format!(
            "plot takes numbers, or pairs of them, found {}: take mean(g), temp(g) or another number of it",
            cell(value)
        ))),
    }
}

/// The options of a side of braces, lists among them taken apart, as a text with names; `operands` gets the values.
fn side(options: Value, operands: &mut Vec<(String, Answer)>) -> starlark::Result<String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest: Vec<Value> = items(options)
        .unwrap_or_default()
        .iter()
        .rev()
        .copied()
        .collect();
    while let Some(option) = rest.pop() {
        if let Some(inner) = items(option) {
            rest.extend(inner.iter().rev());
        } else if Word::from_value(option) == Some(&Word::Pass) {
            names.push("pass".into());
        } else {
            let name = format!("x{}", operands.len());
            operands.push((
                name.clone(),
                operand(option).ok_or_else(|| not_a_value(option))?,
            ));
            names.push(name);
        }
    }
    Ok(names.join(","))
}

#[starlark_module]
pub(super) fn functions(builder: &mut GlobalsBuilder) {
    /// A literal at a place of the typed text.
    fn _value<'v>(
        #[starlark(require = pos)] text: &str,
        #[starlark(require = pos)] place: i32,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let answer = literal(text, usize::try_from(place).ok())?;
        // `2**3` is a whole number of Starlark.
        if text.starts_with(|c: char| c.is_ascii_digit()) && is_number(&answer) {
            return Ok(given(calculate("mean(g)", vec![answer])?, eval.heap()));
        }
        Ok(eval.heap().alloc(Calculated(answer)))
    }

    /// A game of its options.
    fn _braces<'v>(
        #[starlark(require = pos)] left: Value<'v>,
        #[starlark(require = pos)] right: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let mut operands = Vec::new();
        let left = side(left, &mut operands)?;
        let right = side(right, &mut operands)?;
        let answer = named_calculation(&format!("{{{left}|{right}}}"), operands)?;
        Ok(eval.heap().alloc(Calculated(answer)))
    }

    /// The value of a text as a calculation reads it, or of a number.
    fn value<'v>(
        #[starlark(require = pos)] of: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let answer = match of.unpack_str() {
            Some(text) => literal(text, None)?,
            None => operand(of).ok_or_else(|| not_a_value(of))?,
        };
        Ok(eval.heap().alloc(Calculated(answer)))
    }

    /// The value of a game at a position, or at its usual start.
    fn game<'v>(
        #[starlark(require = pos)] name: &str,
        #[starlark(require = pos, default = NoneOr::None)] position: NoneOr<&str>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let answer = desk::game(name, position.into_option())?;
        Ok(eval.heap().alloc(Calculated(answer)))
    }

    /// Rows as a table.
    fn table<'v>(
        #[starlark(require = pos)] rows: Value<'v>,
        #[starlark(default = NoneOr::None)] head: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Table> {
        let heap = eval.heap();
        let listed: Vec<Value> = rows.iterate(heap)?.take(MOST_SHOWN + 1).collect();
        if listed.len() > MOST_SHOWN {
            return Err(too_many("a table with rows", listed.len()));
        }
        let row = |row: &Value| match items(*row) {
            Some(cells) => cells.iter().map(|value| cell(*value)).collect(),
            None => vec![cell(*row)],
        };
        Ok(Table {
            head: head.into_option().map_or(Vec::new(), |head| row(&head)),
            rows: listed.iter().map(row).collect(),
        })
    }

    /// Numbers, or pairs of them, as points.
    fn plot<'v>(
        #[starlark(require = pos)] points: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Plot> {
        let mut told = Vec::new();
        for (n, point) in points.iterate(eval.heap())?.enumerate() {
            if n == MOST_SHOWN {
                return Err(too_many("a plot with points", n + 1));
            }
            told.push(match items(point) {
                Some([x, y]) => [coordinate(*x)?, coordinate(*y)?],
                _ => [n.to_string(), coordinate(point)?],
            });
        }
        Ok(Plot { points: told })
    }
}

/// The functions and words that are not written with `starlark_module`.
pub(super) fn named(builder: &mut GlobalsBuilder) {
    for card in &FUNCTIONS {
        builder.set(card.name, Function(card));
    }
    for name in ["temperature", "outcome"] {
        if let Some(card) = function(name) {
            builder.set(name, Function(card));
        }
    }
    for (name, word) in [
        ("_plus_minus", Word::PlusMinus),
        ("_pass", Word::Pass),
        ("_confused", Word::Confused),
        ("_not_above", Word::NotAbove),
        ("_not_below", Word::NotBelow),
    ] {
        builder.set(name, word);
    }
}

#[starlark_module]
pub(super) fn more(builder: &mut GlobalsBuilder) {
    /// {0||0|-G}
    fn Tiny<'v>(g: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
        let g = operand(g).ok_or_else(|| not_a_value(g))?;
        Ok(given(calculate("Tiny(g)", vec![g])?, eval.heap()))
    }

    /// {G|0||0}
    fn Miny<'v>(g: Value<'v>, eval: &mut Evaluator<'v, '_, '_>) -> starlark::Result<Value<'v>> {
        let g = operand(g).ok_or_else(|| not_a_value(g))?;
        Ok(given(calculate("Miny(g)", vec![g])?, eval.heap()))
    }
}
