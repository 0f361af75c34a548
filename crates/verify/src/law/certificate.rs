//! A certificate as text.

use rustc_hash::FxHashMap;

use super::rules::Rules;
use super::system::{System, Table};
use crate::Refusal;
use crate::bounds::Meter;
use crate::shown::brief;

/// The parts of a certificate.
pub(super) struct Certificate {
    pub(super) system: System,
    pub(super) rules: Rules,
    /// The sets that the rules need, in order.
    pub(super) sets: Vec<(String, Table)>,
}

/// The most columns of a table: the digits to the power of its numbers.
const MOST_COLUMNS: usize = 1 << 16;

impl Certificate {
    pub(super) fn read(text: &str, work: &mut Meter) -> Result<Self, Refusal> {
        let mut lines = text.lines();
        let system = system(lines.next()).map_err(Refusal::law)?;
        let count = lines
            .next()
            .and_then(|line| line.strip_prefix("rules "))
            .and_then(|count| count.parse::<usize>().ok())
            .ok_or_else(|| Refusal::law("expected a line `rules` with a number of lines"))?;
        let rule_lines: Vec<&str> = lines.by_ref().take(count).collect();
        let rules = Rules::read(&rule_lines).map_err(Refusal::law)?;
        let mut sets = Vec::new();
        for (name, arity) in rules.sets() {
            let header = lines.next().unwrap_or_default();
            let states = states(header, &name, arity).map_err(Refusal::law)?;
            let rows: Vec<&str> = lines.by_ref().take(states).collect();
            if rows.len() < states {
                let found = rows.len();
                return Err(Refusal::law(format!(
                    "expected {states} rows of {name}, found {found}"
                )));
            }
            let columns = u32::try_from(arity)
                .ok()
                .and_then(|arity| system.digits.checked_pow(arity))
                .filter(|&columns| columns <= MOST_COLUMNS)
                .ok_or_else(|| {
                    Refusal::Undecided(format!("{name} holds too many numbers at once"))
                })?;
            let bytes = states
                .max(1)
                .saturating_mul(columns * size_of::<Option<u32>>() + BYTES_A_NAME);
            work.hold(bytes)?;
            work.spend(states)?;
            sets.push((name, table(&rows, arity, columns).map_err(Refusal::law)?));
        }
        match (lines.next(), lines.next()) {
            (Some("end"), None) => Ok(Certificate {
                system,
                rules,
                sets,
            }),
            (Some("end"), Some(line)) => Err(Refusal::law(format!(
                "expected nothing after `end`, found {}",
                brief(line)
            ))),
            (line, _) => Err(Refusal::law(format!(
                "expected a line `end`, found {}",
                brief(line.unwrap_or_default())
            ))),
        }
    }
}

/// The bytes of a state's name while a table is read.
const BYTES_A_NAME: usize = 64;

fn system(line: Option<&str>) -> Result<System, String> {
    let line = line
        .and_then(|line| line.strip_prefix("system "))
        .ok_or("expected a line `system`")?;
    let recurrence: Result<Vec<i64>, _> = line.split(',').map(|part| part.trim().parse()).collect();
    System::new(recurrence.map_err(|_| "expected the coefficients of a system".to_string())?)
}

/// The number of states in the header of a set with this name and this many numbers.
fn states(header: &str, name: &str, arity: usize) -> Result<usize, String> {
    let wrong = || {
        format!(
            "expected `set {name} {arity}` and a number of states, found {}",
            brief(header)
        )
    };
    let states = header.strip_prefix(&format!("set {name} {arity} "));
    states
        .and_then(|states| states.parse().ok())
        .filter(|&states| states < u32::MAX as usize)
        .ok_or_else(wrong)
}

/// The table of lines such as `0+ 0 1 -`: the state, `+` if it accepts, its successors, `-` for none. States are named by
/// their own numbers; the start is 0.
fn table(rows: &[&str], arity: usize, columns: usize) -> Result<Table, String> {
    let mut names = FxHashMap::default();
    for (row, at) in rows.iter().zip(0u32..) {
        let name = row.split_whitespace().next().unwrap_or_default();
        if names.insert(name.trim_end_matches('+'), at).is_some() {
            return Err(format!(
                "expected states that differ, found {} again",
                brief(name)
            ));
        }
    }
    let state = |word: &str| match word {
        "-" => Ok(None),
        word => names
            .get(word)
            .map(|&at| Some(at))
            .ok_or_else(|| format!("expected a state, found {}", brief(word))),
    };
    let mut table = Table {
        arity,
        columns,
        next: Vec::with_capacity(rows.len() * columns),
        accepting: Vec::with_capacity(rows.len()),
    };
    for row in rows {
        let mut words = row.split_whitespace();
        let name = words.next().unwrap_or_default();
        table.accepting.push(name.ends_with('+'));
        // One more than expected detects that there are too many.
        for word in words.take(columns + 1) {
            table.next.push(state(word)?);
        }
        if table.next.len() != table.accepting.len() * columns {
            return Err(format!("expected {columns} successors of {}", brief(name)));
        }
    }
    if rows.is_empty() {
        table.next = vec![None; columns];
        table.accepting = vec![false];
    } else if names.get("0") != Some(&0) || table.next[0] != Some(0) {
        return Err("expected the start 0, which leading zeros do not leave".to_string());
    }
    Ok(table)
}
