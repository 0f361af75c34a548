//! The operators of statements, as functions: of values where one operand is a value, of Starlark elsewhere.

use std::cmp::Ordering;

use bouton_values::Answer;
use starlark::environment::GlobalsBuilder;
use starlark::eval::Evaluator;
use starlark::starlark_module;
use starlark::values::none::NoneOr;
use starlark::values::tuple::UnpackTuple;
use starlark::values::{Heap, Value};

use super::calculated::{Related, Word, given, is_value, not_a_value, operand, worth};
use super::desk::{calculate, wrong};

/// The operators with the functions in their place.
pub(super) const NAMES: [(&str, &str); 11] = [
    ("+", "_add"),
    ("-", "_subtract"),
    ("*", "_multiply"),
    ("/", "_divide"),
    ("==", "_equal"),
    ("!=", "_unequal"),
    ("<", "_less"),
    ("<=", "_at_most"),
    (">", "_greater"),
    (">=", "_at_least"),
    ("|", "_or"),
];

/// Both operands as answers, if one of them is a value.
fn both(a: Value, b: Value) -> Option<(Answer, Answer)> {
    if worth(a).is_none() && worth(b).is_none() {
        return None;
    }
    operand(a).zip(operand(b))
}

/// The sum or the difference of values.
pub(super) fn combined_in<'v>(
    expression: &str,
    g: Answer,
    h: Answer,
    heap: Heap<'v>,
) -> Option<starlark::Result<Value<'v>>> {
    let answer = calculate(expression, vec![g, h]);
    Some(answer.map(|answer| given(answer, heap)))
}

/// The same, if one of two operands is a value.
fn combined<'v>(
    expression: &str,
    a: Value<'v>,
    b: Value<'v>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> Option<starlark::Result<Value<'v>>> {
    let (g, h) = both(a, b)?;
    combined_in(expression, g, h, eval.heap())
}

/// Whether a relation of values holds.
fn holds(sign: &str, a: Value, b: Value) -> Option<starlark::Result<bool>> {
    let (g, h) = both(a, b)?;
    if !is_value(&g) || !is_value(&h) {
        return match sign {
            "==" => Some(Ok(g == h)),
            "!=" => Some(Ok(g != h)),
            _ => None,
        };
    }
    let answer = calculate(&format!("g {sign} h"), vec![g, h]);
    Some(answer.map(|answer| answer == Answer::Truth(true)))
}

/// Whether an answer is a number.
pub(super) fn is_number(answer: &Answer) -> bool {
    let is = calculate("is_number(g)", vec![answer.clone()]);
    is.is_ok_and(|is| is == Answer::Truth(true))
}

/// A product or a quotient; that of two numbers is a number.
pub(super) fn product(sign: &str, g: &Answer, h: &Answer) -> starlark::Result<Answer> {
    let expression = match is_number(g) && is_number(h) {
        true => format!("mean(g {sign} h)"),
        false => format!("g {sign} h"),
    };
    calculate(&expression, vec![g.clone(), h.clone()])
}

/// The order of two values, or of two other things of Starlark.
fn order<'v>(a: Value<'v>, b: Value<'v>) -> starlark::Result<Ordering> {
    for (sign, order) in [
        ("<", Ordering::Less),
        ("==", Ordering::Equal),
        (">", Ordering::Greater),
    ] {
        match holds(sign, a, b).transpose()? {
            None => return a.compare(b),
            Some(true) => return Ok(order),
            Some(false) => {}
        }
    }
    Err(wrong(
        "these values are confused: none of them is the greater one",
    ))
}

/// The things in the order of their keys.
fn in_order<'v>(
    things: Vec<Value<'v>>,
    key: Option<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Vec<Value<'v>>> {
    let mut keyed = Vec::with_capacity(things.len());
    for thing in things {
        let key = match key {
            Some(key) => eval.eval_function(key, &[thing], &[])?,
            None => thing,
        };
        keyed.push((key, thing));
    }
    let mut failed = None;
    keyed.sort_by(|(a, _), (b, _)| match failed {
        Some(_) => Ordering::Equal,
        None => order(*a, *b).unwrap_or_else(|error| {
            failed = Some(error);
            Ordering::Equal
        }),
    });
    match failed {
        Some(error) => Err(error),
        None => Ok(keyed.into_iter().map(|(_, thing)| thing).collect()),
    }
}

/// The arguments, or the items of the only one, in the order of their keys.
fn ordered<'v>(
    args: UnpackTuple<Value<'v>>,
    key: NoneOr<Value<'v>>,
    eval: &mut Evaluator<'v, '_, '_>,
) -> starlark::Result<Vec<Value<'v>>> {
    let things = match args.items[..] {
        [only] => only.iterate(eval.heap())?.collect(),
        _ => args.items,
    };
    let ordered = in_order(things, key.into_option(), eval)?;
    match ordered.is_empty() {
        true => Err(wrong("there is nothing to choose from")),
        false => Ok(ordered),
    }
}

#[starlark_module]
pub(super) fn orders(builder: &mut GlobalsBuilder) {
    fn min<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(require = named, default = NoneOr::None)] key: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        Ok(ordered(args, key, eval)?[0])
    }

    fn max<'v>(
        #[starlark(args)] args: UnpackTuple<Value<'v>>,
        #[starlark(require = named, default = NoneOr::None)] key: NoneOr<Value<'v>>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let ordered = ordered(args, key, eval)?;
        Ok(ordered[ordered.len() - 1])
    }

    fn sorted<'v>(
        #[starlark(require = pos)] things: Value<'v>,
        #[starlark(require = named, default = NoneOr::None)] key: NoneOr<Value<'v>>,
        #[starlark(require = named, default = false)] reverse: bool,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Vec<Value<'v>>> {
        let things = things.iterate(eval.heap())?.collect();
        let mut ordered = in_order(things, key.into_option(), eval)?;
        if reverse {
            ordered.reverse();
        }
        Ok(ordered)
    }
}

#[starlark_module]
pub(super) fn operators(builder: &mut GlobalsBuilder) {
    fn _add<'v>(
        a: Value<'v>,
        b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        combined("g + h", a, b, eval).unwrap_or_else(|| a.add(b, eval.heap()))
    }

    fn _subtract<'v>(
        a: Value<'v>,
        b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        combined("g - h", a, b, eval).unwrap_or_else(|| a.sub(b, eval.heap()))
    }

    fn _multiply<'v>(
        a: Value<'v>,
        b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        if Word::from_value(a) == Some(&Word::PlusMinus) {
            let g = operand(b).ok_or_else(|| not_a_value(b))?;
            return Ok(given(calculate("+-g", vec![g])?, eval.heap()));
        }
        match both(a, b) {
            Some((g, h)) => Ok(given(product("*", &g, &h)?, eval.heap())),
            None => a.mul(b, eval.heap()),
        }
    }

    fn _divide<'v>(
        a: Value<'v>,
        b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let (Some(g), Some(h)) = (operand(a), operand(b)) else {
            return Err(wrong(format!(
                "`/` stands between numbers, found {} and {}",
                a.get_type(),
                b.get_type()
            )));
        };
        Ok(given(product("/", &g, &h)?, eval.heap()))
    }

    fn _equal<'v>(a: Value<'v>, b: Value<'v>) -> starlark::Result<bool> {
        holds("==", a, b).unwrap_or_else(|| a.equals(b))
    }

    fn _unequal<'v>(a: Value<'v>, b: Value<'v>) -> starlark::Result<bool> {
        holds("!=", a, b).unwrap_or_else(|| a.equals(b).map(|equal| !equal))
    }

    fn _less<'v>(a: Value<'v>, b: Value<'v>) -> starlark::Result<bool> {
        holds("<", a, b).unwrap_or_else(|| Ok(a.compare(b)? == Ordering::Less))
    }

    fn _at_most<'v>(a: Value<'v>, b: Value<'v>) -> starlark::Result<bool> {
        holds("<=", a, b).unwrap_or_else(|| Ok(a.compare(b)? != Ordering::Greater))
    }

    fn _greater<'v>(a: Value<'v>, b: Value<'v>) -> starlark::Result<bool> {
        holds(">", a, b).unwrap_or_else(|| Ok(a.compare(b)? == Ordering::Greater))
    }

    fn _at_least<'v>(a: Value<'v>, b: Value<'v>) -> starlark::Result<bool> {
        holds(">=", a, b).unwrap_or_else(|| Ok(a.compare(b)? != Ordering::Less))
    }

    fn _or<'v>(
        a: Value<'v>,
        b: Value<'v>,
        eval: &mut Evaluator<'v, '_, '_>,
    ) -> starlark::Result<Value<'v>> {
        let heap = eval.heap();
        if let Some(word) = Word::from_value(b) {
            let g = operand(a).ok_or_else(|| not_a_value(a))?;
            return Ok(heap.alloc(Related(g, *word)));
        }
        if let Some(Related(g, word)) = Related::from_value(a) {
            let h = operand(b).ok_or_else(|| not_a_value(b))?;
            let relation = word.relation().unwrap_or_default();
            return Ok(given(calculate(relation, vec![g.clone(), h])?, heap));
        }
        a.bit_or(b, heap)
    }
}
