//! Reasons in words.

use bouton_core::Reason;
use num_bigint::BigUint;

/// Longer numbers are shown by their length.
const LONGEST_NUMBER: usize = 60;
/// Of more parts than this only the first are shown.
const MOST_PARTS: usize = 12;

/// The sentence for a reason.
pub(crate) fn why(reason: &Reason, line: Option<&[String]>) -> String {
    match reason {
        Reason::Law(words) => words.clone(),
        Reason::NimSum { what, parts, sum } => nim_sum(what, parts, sum),
        Reason::Residue {
            size,
            modulus,
            residue,
        } => {
            format!(
                "{} leaves {residue} when divided by {modulus}",
                number(size)
            )
        }
        Reason::Valley { folded, length } => {
            let valley = list(folded);
            format!(
                "{length} values fold to the valley {valley}; its values in descending order, added and subtracted in turn, give the margin"
            )
        }
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
            format!(
                "Grundy values of single heaps repeat with period {period} from heap {preperiod} on{grows}; here {}",
                list(parts)
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

/// A draw that never ends: the moves up to the cycle, and the cycle.
fn endless(line: &[String], cycle: usize) -> String {
    let (lead, lap) = line.split_at(cycle.min(line.len()));
    let after = if lead.is_empty() {
        String::new()
    } else {
        format!("after {} ", principal(lead))
    };
    format!(
        "nobody can force an end: {after}the moves {} lead back to the same position, again and again; no other move is better for who makes it",
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
        format!("{shown}; … ({} moves)", line.len())
    } else {
        shown
    }
}

fn nim_sum(what: &str, parts: &[BigUint], sum: &BigUint) -> String {
    let plain = match parts {
        [] => return "nothing is left".into(),
        [one] => return format!("the {what} is {}", number(one)),
        _ => parts
            .iter()
            .take(MOST_PARTS)
            .map(number)
            .collect::<Vec<_>>()
            .join(" xor "),
    };
    let more = if parts.len() > MOST_PARTS {
        " xor …"
    } else {
        ""
    };
    let width = parts
        .iter()
        .chain([sum])
        .map(BigUint::bits)
        .max()
        .unwrap_or(0) as usize;
    if width > 24 || parts.len() > MOST_PARTS {
        return format!("{what}s: {plain}{more} = {}", number(sum));
    }
    let binary = parts
        .iter()
        .map(|part| format!("{part:0width$b}"))
        .collect::<Vec<_>>()
        .join(" xor ");
    format!("{what}s: {plain} = {sum}; in binary {binary} = {sum:0width$b}")
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
