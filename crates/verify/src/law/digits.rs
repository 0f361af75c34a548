//! The predicates of rules about digits.

use super::machine::Machine;
use super::rules::Mode;
use super::system::Table;
use crate::obligation::Obligation;
use crate::shown::brief;

/// The sets about digits: `before` always, the others only for rules that name the system.
pub(super) fn digit_sets(
    machine: &mut Machine,
    stated: Option<&str>,
    system: &str,
    mode: Mode,
) -> Result<(), String> {
    let digits = machine.system.digits;
    let table =
        |arity: u32, accepting: Vec<bool>, after: &dyn Fn(usize, &[usize]) -> Option<usize>| {
            let columns = digits.pow(arity);
            let mut next = Vec::with_capacity(accepting.len() * columns);
            for state in 0..accepting.len() {
                for c in 0..columns {
                    let digit = |at: u32| c / digits.pow(at) % digits;
                    let column: Vec<usize> = (0..arity).rev().map(digit).collect();
                    next.push(after(state, &column).map(|state| state as u32));
                }
            }
            Table {
                arity: arity as usize,
                columns,
                next,
                accepting,
            }
        };
    let before = table(2, vec![false, true], &|state, c| match state {
        0 if c[0] == c[1] => Some(0),
        0 if c[0] > c[1] => None,
        _ => Some(1),
    });
    machine.define("before", before);
    let is_power = machine.system.recurrence.len() == 1 && digits.is_power_of_two();
    if is_power && (mode == Mode::Grundy || stated.is_some()) {
        machine.define(
            "xor",
            table(3, vec![true], &|_, c| (c[0] ^ c[1] == c[2]).then_some(0)),
        );
    }
    let Some(stated) = stated else { return Ok(()) };
    let named = match stated.to_lowercase().as_str() {
        "zeckendorf" | "fibonacci" => "1,1".to_string(),
        "tribonacci" => "1,1,1".to_string(),
        other => other
            .trim_start_matches("base")
            .trim()
            .trim_matches(['(', ')'])
            .replace(' ', ""),
    };
    if !Obligation::SystemStated.met(named == system) {
        return Err(format!(
            "the rules are stated in the system {}, the law in {system}",
            brief(&named)
        ));
    }
    let place = table(1, vec![false, true], &|ones, c| {
        Some(ones + c[0]).filter(|&ones| ones <= 1)
    });
    machine.define("place", place);
    let lowest = table(
        2,
        vec![false, true],
        &|passed, c| match (passed, c[0], c[1]) {
            (0, digit, 1) if digit > 0 => Some(1),
            (0, _, 0) | (1, 0, 0) => Some(passed),
            _ => None,
        },
    );
    machine.define("lowest", lowest);
    let shift = table(2, (0..digits).map(|due| due == 0).collect(), &|due, c| {
        (c[0] == due).then_some(c[1])
    });
    machine.define("shift", shift);
    Ok(())
}
