//! Reasons in words.

use bouton_core::{Counted, Reason};
use num_bigint::{BigInt, BigUint, Sign};

/// Longer numbers are replaced by their length.
const LONGEST_NUMBER: usize = 60;
/// If there are more parts than this, only the first are shown.
const MOST_PARTS: usize = 12;

/// The sentence for a reason.
pub(crate) fn why(reason: &Reason, line: Option<&[String]>) -> String {
    match reason {
        Reason::Law(words) => words.clone(),
        Reason::NimSum { what, parts, sum } => nim_sum(*what, parts, sum),
        Reason::Valley { folded, length } => valley(folded, *length),
        Reason::Period {
            period,
            preperiod,
            saltus,
            parts,
        } => {
            let grows = if *saltus == 0 {
                String::new()
            } else {
                format!(", growing by {saltus} each time")
            };
            let sum = parts.iter().fold(BigUint::ZERO, |sum, part| sum ^ part);
            format!(
                "Grundy values of single heaps repeat with period {period} from heap {preperiod} on{grows}; here {}",
                xor(parts, &sum)
            )
        }
        Reason::Endless { cycle } => endless(line.unwrap_or(&[]), *cycle),
        Reason::Searched => match line {
            Some([]) => "play is over".into(),
            Some(line) => format!("best play: {}", principal(line)),
            None => "found by search".into(),
        },
    }
}

/// The margin of a row of coins, from the valley that it folds to.
fn valley(folded: &[BigInt], length: usize) -> String {
    let mut falling = folded.to_vec();
    falling.sort_unstable_by(|a, b| b.cmp(a));
    if let [only] = &falling[..]
        && length == 1
    {
        return format!("the only coin is worth {}", number(only));
    }
    let signed = |(place, value): (usize, &BigInt)| {
        if place % 2 == 0 {
            value.clone()
        } else {
            -value
        }
    };
    let margin: BigInt = falling.iter().enumerate().map(signed).sum();
    let folds = if folded.len() == length {
        "there is no peak a ≤ b ≥ c to fold".to_owned()
    } else {
        let left = list(folded);
        format!("each peak a ≤ b ≥ c folds to a - b + c, which leaves {left}")
    };
    match falling.len() {
        1 => format!("{folds}: the margin"),
        2..=MOST_PARTS => {
            let terms: Vec<_> = falling.iter().enumerate().map(term).collect();
            let (sum, margin) = (terms.concat(), number(&margin));
            format!("{folds}; largest first, {sum} = {margin} is the margin")
        }
        _ => format!(
            "{folds}; largest first, added and subtracted in turn, they give the margin {}",
            number(&margin)
        ),
    }
}

/// A value of an alternating sum with the sign before it.
fn term((place, value): (usize, &BigInt)) -> String {
    let shown = match value.sign() {
        Sign::Minus if place > 0 => format!("({})", number(value)),
        _ => number(value),
    };
    match place {
        0 => shown,
        _ if place % 2 == 1 => format!(" - {shown}"),
        _ => format!(" + {shown}"),
    }
}

/// A draw that never ends: the moves up to the cycle, and the cycle.
fn endless(line: &[String], cycle: usize) -> String {
    let (lead, lap) = line.split_at(cycle.min(line.len()));
    let after = if lead.is_empty() {
        String::new()
    } else {
        format!("after {} ", principal(lead))
    };
    format!(
        "neither player can force a win: {after}the moves {} lead back to the same position, again and again; no other move is better for the player who makes it",
        principal(lap)
    )
}

fn principal(line: &[String]) -> String {
    let shown = line
        .iter()
        .take(MOST_PARTS)
        .cloned()
        .collect::<Vec<_>>()
        .join("; ");
    if line.len() > MOST_PARTS {
        format!("{shown}; … ({} plies)", line.len())
    } else {
        shown
    }
}

fn nim_sum(what: Counted, parts: &[BigUint], sum: &BigUint) -> String {
    match parts {
        [] => return "no move is left".into(),
        [one] => return format!("the {} is {}", what.one, number(one)),
        _ => {}
    }
    let plain = format!("{}: {}", what.many, xor(parts, sum));
    let bits = parts.iter().chain([sum]).map(BigUint::bits);
    let width = bits.max().unwrap_or(0) as usize;
    if width > 24 || parts.len() > MOST_PARTS {
        return plain;
    }
    let binary = parts
        .iter()
        .map(|part| format!("{part:0width$b}"))
        .collect::<Vec<_>>()
        .join(" xor ");
    format!("{plain}; in binary {binary} = {sum:0width$b}")
}

/// `3 xor 4 xor 5 = 2`; a single number is written alone.
fn xor(parts: &[BigUint], sum: &BigUint) -> String {
    if let [] | [_] = parts {
        return number(sum);
    }
    let mut shown: Vec<_> = parts.iter().take(MOST_PARTS).map(number).collect();
    if parts.len() > MOST_PARTS {
        shown.push("…".into());
    }
    format!("{} = {}", shown.join(" xor "), number(sum))
}

fn list(parts: &[impl std::fmt::Display]) -> String {
    let shown = parts
        .iter()
        .take(MOST_PARTS)
        .map(number)
        .collect::<Vec<_>>()
        .join(", ");
    if parts.len() > MOST_PARTS {
        format!("{shown}, … ({} in all)", parts.len())
    } else {
        shown
    }
}

fn number(number: &impl std::fmt::Display) -> String {
    let digits = number.to_string();
    if digits.len() <= LONGEST_NUMBER {
        return digits;
    }
    format!(
        "{}…{} ({} digits)",
        &digits[..8],
        &digits[digits.len() - 8..],
        digits.len()
    )
}
