//! Values in statements: [`Calculated`], an answer of a calculation as a value of the language, and the functions of values.

use std::fmt;
use std::rc::Rc;

use bouton_language::{Binary, Compare, Error, Foreign, Machine, Unary, Value, repr, text};
use bouton_values::{Answer, FUNCTIONS, FunctionCard, Number, function};

use super::Last;
use super::desk::{self, calculate, literal, named_calculation, options, wrong};

type Done<T> = Result<T, Error>;

/// The bytes of a small value of ours.
const SIZE: usize = 64;

/// An answer of a calculation.
struct Calculated(Answer);

impl Foreign for Calculated {
    fn kind(&self) -> &'static str {
        "value"
    }

    fn text(&self) -> String {
        desk::text(&self.0)
    }

    fn truth(&self) -> bool {
        !matches!(self.0, Answer::None(_))
    }

    fn unary(&self, sign: Unary) -> Option<Done<Value>> {
        let expression = if sign == Unary::Minus {
            "-g"
        } else {
            return None;
        };
        Some(calculate(expression, vec![self.0.clone()]).and_then(given))
    }

    fn binary(&self, sign: Binary, other: &Value, is_left: bool) -> Option<Done<Value>> {
        let other = operand(other)?;
        let (g, h) = if is_left {
            (self.0.clone(), other)
        } else {
            (other, self.0.clone())
        };
        let answer = match sign {
            Binary::Add => calculate("g + h", vec![g, h]),
            Binary::Sub => calculate("g - h", vec![g, h]),
            Binary::Mul => product("*", g, h),
            Binary::Divide => product("/", g, h),
            _ => return None,
        };
        Some(answer.and_then(given))
    }

    fn compare(&self, sign: Compare, other: &Value, is_left: bool) -> Option<Done<bool>> {
        let sign = match (sign, is_left) {
            (Compare::Less, true) | (Compare::Greater, false) => "<",
            (Compare::Greater, true) | (Compare::Less, false) => ">",
            (Compare::LessEqual, true) | (Compare::GreaterEqual, false) => "<=",
            (Compare::GreaterEqual, true) | (Compare::LessEqual, false) => ">=",
            (Compare::Equal, _) => "==",
            (Compare::Unequal, _) => "!=",
            _ => return None,
        };
        let Some(other) = operand(other) else {
            return match sign {
                "==" | "!=" => Some(Ok(sign == "!=")),
                _ => Some(Err(wrong("a value is compared with values only"))),
            };
        };
        if !is_value(&self.0) || !is_value(&other) {
            return match sign {
                "==" | "!=" => Some(Ok((self.0 == other) == (sign == "=="))),
                _ => Some(Err(wrong("these answers are in no order"))),
            };
        }
        let answer = calculate(&format!("g {sign} h"), vec![self.0.clone(), other]);
        Some(answer.map(|answer| answer == Answer::Truth(true)))
    }

    fn order(&self, other: &Value) -> Option<Done<std::cmp::Ordering>> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        for (sign, order) in [
            (Compare::Less, Less),
            (Compare::Equal, Equal),
            (Compare::Greater, Greater),
        ] {
            match self.compare(sign, other, true)? {
                Ok(true) => return Some(Ok(order)),
                Ok(false) => {}
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Err(wrong(
            "these values are confused: none of them is the greater one",
        )))
    }

    fn attribute(&self, name: &str) -> Option<Done<Value>> {
        if let Some(n) = ["left", "right"].iter().position(|side| *side == name) {
            return Some(options(&self.0).and_then(|answer| match answer {
                Answer::Sides(sides) => {
                    let options = sides[n].iter().map(|option| made(Answer::Value(*option)));
                    Value::list(options.collect::<Done<Vec<_>>>()?)
                }
                _ => Err(wrong("this value has no lists of options")),
            }));
        }
        let card = function(name)?;
        if card.arguments > 1 {
            return Some(Value::foreign(Function(card, Some(self.0.clone())), SIZE));
        }
        Some(calculate(&call(card), vec![self.0.clone()]).and_then(given))
    }
}

/// Whether an answer can be compared and added.
fn is_value(answer: &Answer) -> bool {
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

/// Whether an answer is a number.
fn is_number(answer: &Answer) -> bool {
    let is = calculate("is_number(g)", vec![answer.clone()]);
    is.is_ok_and(|is| is == Answer::Truth(true))
}

/// A product or a quotient; that of two numbers is a number.
fn product(sign: &str, g: Answer, h: Answer) -> Done<Answer> {
    let expression = match is_number(&g) && is_number(&h) {
        true => format!("mean(g {sign} h)"),
        false => format!("g {sign} h"),
    };
    calculate(&expression, vec![g, h])
}

/// `left / right` of whole numbers.
pub(super) fn quotient(left: &Value, right: &Value) -> Done<Value> {
    match (operand(left), operand(right)) {
        (Some(g), Some(h)) => product("/", g, h).and_then(given),
        _ => Err(wrong(format!(
            "`/` stands between numbers, found {} and {}",
            left.kind(),
            right.kind()
        ))),
    }
}

fn not_a_value(found: &Value) -> Error {
    wrong(format!("expected a value, found {}", found.kind()))
}

/// The answer that a value of the language is.
pub(super) fn worth(value: &Value) -> Option<Answer> {
    value
        .as_foreign::<Calculated>()
        .map(|worth| worth.0.clone())
}

/// A value of the language as an operand: an answer or a whole number.
pub(super) fn operand(value: &Value) -> Option<Answer> {
    match value {
        Value::Bool(_) => None,
        Value::Int(n) => Some(Answer::Number(Number::from(*n))),
        value => match value.as_big() {
            Some(n) => Some(Answer::Number(Number::from(n))),
            None => worth(value),
        },
    }
}

fn operand_of(value: &Value) -> Done<Answer> {
    operand(value).ok_or_else(|| not_a_value(value))
}

/// An answer as a value that is no whole number.
pub(super) fn made(answer: Answer) -> Done<Value> {
    Value::foreign(Calculated(answer), SIZE)
}

/// An answer as a value of the language: whole numbers, truths and classes are the language's own.
fn given(answer: Answer) -> Done<Value> {
    let whole = match &answer {
        Answer::Truth(truth) => return Ok(Value::bool(*truth)),
        Answer::Class(class) => return Value::str(&class.letter().to_string()),
        Answer::Number(x) => x.integer().and_then(|n| i64::try_from(n).ok()),
        Answer::Count(n) => i64::try_from(n.clone()).ok(),
        _ => None,
    };
    match whole {
        Some(n) => Ok(Value::Int(n)),
        None => made(answer),
    }
}

/// A function with operands for its arguments.
fn call(card: &FunctionCard) -> String {
    let arguments = ["g", "h", "u"][..card.arguments].join(", ");
    format!("{}({arguments})", card.name)
}

/// A function of values, and its first value in `g.cool`.
struct Function(&'static FunctionCard, Option<Answer>);

impl Foreign for Function {
    fn kind(&self) -> &'static str {
        "function"
    }

    fn text(&self) -> String {
        self.0.name.to_owned()
    }

    fn call(
        &self,
        _: &mut Machine,
        given_: &[Value],
        named: &[(Rc<str>, Value)],
    ) -> Option<Done<Value>> {
        let Self(card, first) = self;
        let operands = given_.iter().map(|value| {
            let found = value.kind();
            operand(value)
                .ok_or_else(|| wrong(format!("{}: expected a value, found {found}", card.name)))
        });
        let operands: Done<Vec<Answer>> = first.iter().cloned().map(Ok).chain(operands).collect();
        Some(operands.and_then(|operands| {
            if operands.len() != card.arguments || !named.is_empty() {
                let plural = if card.arguments == 1 { "" } else { "s" };
                return Err(wrong(format!(
                    "{} takes {} value{plural}, found {}",
                    card.name,
                    card.arguments,
                    operands.len() + named.len()
                )));
            }
            calculate(&call(card), operands).and_then(given)
        }))
    }
}

/// `pass` in braces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pass;

impl Foreign for Pass {
    fn kind(&self) -> &'static str {
        "option"
    }

    fn text(&self) -> String {
        "pass".to_owned()
    }
}

/// Rows with aligned columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The heads of the columns.
    pub head: Vec<String>,
    /// The cells of each row.
    pub rows: Vec<Vec<String>>,
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = (!self.head.is_empty()).then_some(&self.head);
        let lines = head.into_iter().chain(&self.rows).map(|row| row.join("  "));
        f.write_str(&lines.collect::<Vec<_>>().join("\n"))
    }
}

impl Foreign for Table {
    fn kind(&self) -> &'static str {
        "table"
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// Points of a picture, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plot {
    /// x and y of each point.
    pub points: Vec<[String; 2]>,
}

impl fmt::Display for Plot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = self.points.iter().map(|[x, y]| format!("({x}, {y})"));
        f.write_str(&points.collect::<Vec<_>>().join(" "))
    }
}

impl Foreign for Plot {
    fn kind(&self) -> &'static str {
        "plot"
    }

    fn text(&self) -> String {
        self.to_string()
    }
}

/// The most rows of a table, points of a plot and lines of a list.
const MOST_SHOWN: usize = 10_000;

/// The last expression as it is shown.
pub(super) fn last_of(machine: &mut Machine, value: &Value) -> Done<Option<Last>> {
    // A function has nothing to show.
    if matches!(value, Value::None) || value.kind() == "function" {
        return Ok(None);
    }
    if let Some(table) = value.as_foreign::<Table>() {
        return Ok(Some(Last::Table(table.clone())));
    }
    if let Some(plot) = value.as_foreign::<Plot>() {
        return Ok(Some(Last::Plot(plot.clone())));
    }
    if let Value::Bool(truth) = value {
        return Ok(Some(Last::Answer(Answer::Truth(truth.holds()))));
    }
    if let Some(answer) = operand(value) {
        return Ok(Some(Last::Answer(answer)));
    }
    let lines = match value.items() {
        Some(_) => shown(machine, value, "a list")?
            .iter()
            .map(cell)
            .collect::<Done<_>>()?,
        None => vec![cell(value)?],
    };
    Ok(Some(Last::Lines(lines)))
}

/// The items of a value, if they are not too many to be shown.
fn shown(machine: &mut Machine, value: &Value, what: &str) -> Done<Vec<Value>> {
    let items = machine.collect(value)?;
    match items.len() > MOST_SHOWN {
        true => Err(wrong(format!(
            "{what} of {}; at most {MOST_SHOWN} are shown",
            items.len()
        ))),
        false => Ok(items),
    }
}

/// A value as text.
fn cell(value: &Value) -> Done<String> {
    match value.as_str() {
        Some(text) => Ok(text.to_owned()),
        None => repr(value),
    }
}

/// A number of a plot as text.
fn coordinate(value: &Value) -> Done<String> {
    let number = match operand(value) {
        Some(Answer::Number(x)) => Some(x),
        Some(other) if is_number(&other) => match calculate("mean(g)", vec![other])? {
            Answer::Number(x) => Some(x),
            _ => None,
        },
        _ => None,
    };
    match number {
        Some(x) => Ok(x.to_string()),
        None => Err(wrong(format!(
            "plot takes numbers, or pairs of them, found {}: take mean(g), temp(g) or another number of it",
            text(value)?
        ))),
    }
}

/// The options of a side of braces, lists among them taken apart, as a text with names; `operands` gets the values.
fn side(options: &Value, operands: &mut Vec<(String, Answer)>) -> Done<String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest: Vec<Value> = options
        .items()
        .unwrap_or_default()
        .into_iter()
        .rev()
        .collect();
    while let Some(option) = rest.pop() {
        if let Some(inner) = option.items() {
            rest.extend(inner.into_iter().rev());
        } else if option.as_foreign() == Some(&Pass) {
            names.push("pass".into());
        } else {
            let name = format!("x{}", operands.len());
            operands.push((name.clone(), operand_of(&option)?));
            names.push(name);
        }
    }
    Ok(names.join(","))
}

/// The functions of statements that are no functions of calculations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Special {
    /// A game of its options.
    Braces,
    /// A sign in front of a value, or between two, as a calculation writes it.
    Sign(&'static str),
    /// The value of a text as a calculation reads it, or of a number.
    Value,
    /// The value of a game at a position, or at its usual start.
    Game,
    Table,
    Plot,
    /// {0||0|-G}
    Tiny,
    /// {G|0||0}
    Miny,
}

impl Foreign for Special {
    fn kind(&self) -> &'static str {
        "function"
    }

    fn text(&self) -> String {
        format!("{self:?}").to_lowercase()
    }

    fn call(
        &self,
        machine: &mut Machine,
        given: &[Value],
        named: &[(Rc<str>, Value)],
    ) -> Option<Done<Value>> {
        let head = match (self, named) {
            (_, []) => None,
            (Self::Table, [(name, head)]) if &**name == "head" => Some(head),
            (_, [(name, _), ..]) => {
                return Some(Err(wrong(format!(
                    "{} has no parameter {name}",
                    self.text()
                ))));
            }
        };
        Some(self.of(machine, given, head))
    }
}

impl Special {
    fn of(self, machine: &mut Machine, values: &[Value], head: Option<&Value>) -> Done<Value> {
        match (self, values) {
            (Self::Braces, [left, right]) => {
                let mut operands = Vec::new();
                let left = side(left, &mut operands)?;
                let right = side(right, &mut operands)?;
                named_calculation(&format!("{{{left}|{right}}}"), operands).and_then(made)
            }
            (Self::Sign(sign), [g]) => {
                calculate(&format!("{sign}g"), vec![operand_of(g)?]).and_then(given)
            }
            (Self::Sign(sign), [g, h]) => {
                let operands = vec![operand_of(g)?, operand_of(h)?];
                calculate(&format!("g {sign} h"), operands).and_then(given)
            }
            (Self::Value, [of]) => made(match of.as_str() {
                Some(text) => literal(text)?,
                None => operand_of(of)?,
            }),
            (Self::Game, [name]) if name.as_str().is_some() => {
                of_game(name.as_str().unwrap_or_default(), None)
            }
            (Self::Game, [name, position])
                if name.as_str().is_some()
                    && (position.as_str().is_some() || matches!(position, Value::None)) =>
            {
                of_game(name.as_str().unwrap_or_default(), position.as_str())
            }
            (Self::Table, [rows]) => self.table(machine, rows, head),
            (Self::Table, [rows, head]) => self.table(machine, rows, Some(head)),
            (Self::Plot, [points]) => {
                let points = shown(machine, points, "a plot with points")?;
                let points = points.iter().enumerate().map(|(n, point)| {
                    Ok(match point.items().as_deref() {
                        Some([x, y]) => [coordinate(x)?, coordinate(y)?],
                        _ => [n.to_string(), coordinate(point)?],
                    })
                });
                let plot = Plot {
                    points: points.collect::<Done<Vec<_>>>()?,
                };
                let size = plot.points.len() * 2 * SIZE;
                Value::foreign(plot, size)
            }
            (Self::Tiny, [g]) => calculate("Tiny(g)", vec![operand_of(g)?]).and_then(given),
            (Self::Miny, [g]) => calculate("Miny(g)", vec![operand_of(g)?]).and_then(given),
            (Self::Game, _) => Err(wrong(
                "game takes the name of a game and a position, as strings",
            )),
            _ => Err(wrong(format!("{} takes other arguments", self.text()))),
        }
    }

    fn table(self, machine: &mut Machine, rows: &Value, head: Option<&Value>) -> Done<Value> {
        let row = |row: &Value| match row.items() {
            Some(cells) => cells.iter().map(cell).collect(),
            None => Ok(vec![cell(row)?]),
        };
        let rows = shown(machine, rows, "a table with rows")?
            .iter()
            .map(row)
            .collect::<Done<Vec<Vec<_>>>>()?;
        let head = match head {
            None | Some(Value::None) => Vec::new(),
            Some(head) => row(head)?,
        };
        let size = rows.iter().flatten().map(|cell| cell.len() + SIZE).sum();
        Value::foreign(Table { head, rows }, size)
    }
}

/// The value that a text at this byte writes.
pub(super) fn read(text: &str, at: usize) -> Done<Value> {
    let answer = literal(text).map_err(|error| {
        let span = error.span().unwrap_or(0..text.len());
        Error::new(error.message()).at(at + span.start..at + span.end)
    })?;
    // `2**3` is a whole number of the language.
    match text.starts_with(|c: char| c.is_ascii_digit()) && is_number(&answer) {
        true => calculate("mean(g)", vec![answer]).and_then(given),
        false => made(answer),
    }
}

pub(super) fn of_game(name: &str, position: Option<&str>) -> Done<Value> {
    desk::game(name, position).and_then(made)
}

/// The functions of the signs of values, and `pass`.
pub(super) fn meaning(sign: &str) -> Value {
    let made = match sign {
        "{|}" => Value::foreign(Special::Braces, SIZE),
        "pass" => Value::foreign(Pass, SIZE),
        _ => {
            let known = ["+-", "<>", "<|", "|>"]
                .into_iter()
                .find(|known| *known == sign);
            Value::foreign(Special::Sign(known.unwrap_or_default()), SIZE)
        }
    };
    made.unwrap_or_default()
}

/// The meaning of a name in statements.
pub(super) fn known(name: &str) -> Option<Value> {
    let special = match name {
        "value" => Some(Special::Value),
        "game" => Some(Special::Game),
        "table" => Some(Special::Table),
        "plot" => Some(Special::Plot),
        "Tiny" => Some(Special::Tiny),
        "Miny" => Some(Special::Miny),
        _ => None,
    };
    if let Some(special) = special {
        return Value::foreign(special, SIZE).ok();
    }
    let own = FUNCTIONS.iter().find(|card| card.name == name);
    let card = match name {
        "temperature" | "outcome" => function(name),
        _ => own,
    };
    Value::foreign(Function(card?, None), SIZE).ok()
}
