//! A certificate as text.

use super::LAW_HEADER;
use super::rules::Rules;
use super::system::{System, Table};

/// The parts of a certificate.
pub(super) struct Certificate {
    pub(super) system: System,
    pub(super) rules: Rules,
    pub(super) sets: Vec<(String, Table)>,
}

impl Certificate {
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let mut lines = text.lines();
        if lines.next() != Some(LAW_HEADER) {
            return Err(format!("expected the first line `{LAW_HEADER}`"));
        }
        let system_line = lines
            .next()
            .and_then(|line| line.strip_prefix("system "))
            .ok_or("expected a line `system`")?;
        let recurrence: Result<Vec<i64>, _> = system_line
            .split(',')
            .map(|part| part.trim().parse())
            .collect();
        let system = System::new(
            recurrence.map_err(|_| "expected the coefficients of a system".to_string())?,
        )?;
        let count = lines
            .next()
            .and_then(|line| line.strip_prefix("rules "))
            .and_then(|count| count.parse::<usize>().ok());
        let rule_lines: Vec<&str> = lines
            .by_ref()
            .take(count.ok_or("expected a line `rules` with a number of lines")?)
            .collect();
        let rules = Rules::read(&rule_lines)?;
        let mut sets = Vec::new();
        loop {
            let line = lines.next().ok_or("expected a line `end`")?;
            if line == "end" {
                return Ok(Certificate {
                    system,
                    rules,
                    sets,
                });
            }
            let words: Vec<&str> = line.split_whitespace().collect();
            let ["set", name, arity, states] = words.as_slice() else {
                return Err(format!("expected a set, found `{line}`"));
            };
            let number = |word: &str| {
                word.parse::<usize>()
                    .map_err(|_| format!("expected a number, found `{word}`"))
            };
            let rows: Vec<&str> = lines.by_ref().take(number(states)?).collect();
            sets.push((
                name.to_string(),
                read_table(&rows, number(arity)?, system.digits)?,
            ));
        }
    }
}

/// The table of lines such as `0+ 0 1 -`: the state, `+` when it accepts, its successors, `-` for none.
/// States are named by numbers of their own, the start is 0.
fn read_table(rows: &[&str], arity: usize, digits: usize) -> Result<Table, String> {
    let columns = u32::try_from(arity)
        .ok()
        .and_then(|arity| digits.checked_pow(arity))
        .ok_or("the set has too many numbers")?;
    let name = |row: &&str| {
        row.split_whitespace()
            .next()
            .unwrap_or("")
            .trim_end_matches('+')
            .to_string()
    };
    let names: Vec<String> = rows.iter().map(name).collect();
    let state = |word: &str| match word {
        "-" => Ok(None),
        word => names
            .iter()
            .position(|name| name == word)
            .map(Some)
            .ok_or_else(|| format!("expected a state, found `{word}`")),
    };
    let mut table = Table {
        arity,
        next: Vec::new(),
        accepting: Vec::new(),
    };
    for row in rows {
        let mut words = row.split_whitespace();
        table
            .accepting
            .push(words.next().is_some_and(|first| first.ends_with('+')));
        table.next.push(words.map(state).collect::<Result<_, _>>()?);
    }
    if table.next.iter().any(|row| row.len() != columns) {
        return Err(format!("expected {columns} successors of each state"));
    }
    match names.first().map(String::as_str) {
        None => Ok(Table {
            arity,
            next: vec![vec![None; columns]],
            accepting: vec![false],
        }),
        Some("0") if table.next[0][0] == Some(0) => Ok(table),
        _ => Err("expected the start 0, which leading zeros do not leave".to_string()),
    }
}
