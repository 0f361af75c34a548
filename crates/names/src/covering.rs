//! [`covering`]: the take-and-break code that is equivalent to rules written as formulas, if that can be proved.
//!
//! A code says for each number of tokens whether a move that takes this many may leave no heap, one or two. Rules of single
//! heaps are those of a code if the heaps that a move may leave depend on that number alone, and no number above some bound
//! can be taken. Both are sentences about heaps of all sizes, which are decided; theorems about codes then hold for the
//! rules.

use bouton_automata::{AskError, Comparison, Formula, Name, Numeration, Term, Theory};
use bouton_core::Limits;
use bouton_core::take_and_break::{Code, Digit};
use bouton_laws::{Mode, Rules};

/// The largest number of taken tokens that is tried.
const MOST: u8 = 64;

/// The heaps that moves may leave of a heap `n`, and the condition; the bound replaces `m`.
const LEFT: [(&str, &str); 3] = [
    ("End", "One(n,0) | Two(n,0,0)"),
    ("Left", "b >= 1 & (One(n,b) | Two(n,b,0) | Two(n,0,b))"),
    ("Split", "b >= 1 & c >= 1 & (Two(n,b,c) | Two(n,c,b))"),
];
const SENTENCES: [&str; 7] = [
    "A n: Heap(n)",
    "A n: End(n) => n >= 1 & n <= m",
    "A n, b: Left(n,b) => b < n & n <= b + m",
    "A n, b, c: Split(n,b,c) => b + c <= n & n <= b + c + m",
    "A n, b: b >= 1 => (Left(n,b) <=> Left(n + 1,b + 1))",
    "A n, b, c: b >= 1 & c >= 1 => (Split(n,b,c) <=> Split(n + 1,b + 1,c))",
    "A n, b, c: b >= 1 & c >= 1 => (Split(n,b,c) <=> Split(n + 1,b,c + 1))",
];

/// The code of rules of single heaps, if they are proved to follow one.
pub(crate) fn covering(rules: &Rules) -> Option<Code> {
    let is_of_heaps = rules.variables.len() == 1 && rules.mode != Mode::Misere;
    let leaves_few = |a_move: &bouton_laws::Move| !a_move.repeated && a_move.targets.len() <= 2;
    if !is_of_heaps || !rules.moves.iter().all(leaves_few) {
        return None;
    }
    // Formulas that take too long remain undecided.
    found(rules).ok().flatten()
}

fn found(rules: &Rules) -> Result<Option<Code>, AskError> {
    let plain = Numeration::base(2).expect("invariant: 2 is a base");
    let system = rules.system.clone().unwrap_or(plain);
    let Ok(mut theory) = Theory::new(system, Limits::default()) else {
        return Ok(None);
    };
    let heap = theory.relation_of(&rules.domain, &rules.variables)?;
    theory.define("Heap", heap.automaton().clone());
    for (name, count) in [("One", 1), ("Two", 2)] {
        let names: Vec<Name> = ["what is left", "what else is left"][..count]
            .iter()
            .map(|name| Name::from(*name))
            .collect();
        let all = [rules.variables.as_slice(), &names].concat();
        let relation = theory.relation_of(&leading_to(rules, &names), &all)?;
        theory.define(name, relation.automaton().clone());
    }
    let mut relations = Vec::new();
    for (name, text) in LEFT {
        let names = ["n", "b", "c"].map(Name::from);
        let formula = bouton_automata::parse(text).expect("invariant: it is a formula");
        let relation = theory.relation_of(&formula, &names[..relations.len() + 1])?;
        theory.define(name, relation.automaton().clone());
        relations.push(relation);
    }
    let bits = |taken: u8| {
        let least = [&[taken][..], &[taken + 1, 1], &[taken + 2, 1, 1]];
        let leaves = relations.iter().zip(least).map(|(relation, tuple)| {
            let tuple: Vec<_> = tuple.iter().map(|&number| number.into()).collect();
            relation.contains(&tuple)
        });
        leaves
            .zip([1, 2, 4])
            .map(|(may, bit)| if may { bit } else { 0 })
            .sum::<u8>()
    };
    let mut digits: Vec<u8> = (0..=MOST).map(bits).collect();
    while digits.last() == Some(&0) {
        digits.pop();
    }
    let bound = digits.len().saturating_sub(1).to_string();
    for sentence in SENTENCES {
        let sentence = sentence.replace('m', &bound);
        if theory.ask(&sentence)?.truth != Some(true) {
            return Ok(None);
        }
    }
    let digits = digits.into_iter().map(|bits| Digit::from_bits(bits.into()));
    Ok(Some(Code::from_digits(digits.collect(), 0)))
}

/// Some move of a heap leaves exactly these heaps, one number each.
fn leading_to(rules: &Rules, left: &[Name]) -> Formula {
    let moves = rules
        .moves
        .iter()
        .filter(|a_move| a_move.targets.len() == left.len());
    let leads = moves.map(|a_move| {
        let targets = a_move.targets.iter().zip(left).map(|(target, left)| {
            Formula::Compare(target[0].clone(), Comparison::Equal, Term::variable(left))
        });
        let all = [a_move.guard.clone()].into_iter().chain(targets).collect();
        Formula::Exists(a_move.chosen.clone(), Box::new(Formula::And(all)))
    });
    Formula::Or(leads.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(mode: &str, moves: &[&str]) -> Option<String> {
        let moves: String = moves
            .iter()
            .map(|words| format!("move {words}\n"))
            .collect();
        let text = format!("game Some\nvariables a\nrank a\n{mode}{moves}");
        let rules =
            bouton_laws::read(&text).unwrap_or_else(|error| panic!("{}", error.within(&text)));
        covering(&rules).map(|code| code.to_string())
    }

    #[test]
    fn rules_that_follow_a_code() {
        let take = "k | 1 <= k <= a & k <= 3 -> a - k";
        assert_eq!(code("", &[take]).as_deref(), Some("0.333"));
        let kayles = "k, b | 1 <= k <= 2 & k + b <= a -> b; a - k - b";
        assert_eq!(code("mode grundy\n", &[kayles]).as_deref(), Some("0.77"));
        let dawson = [
            "| a = 2 -> 0",
            "| a >= 3 -> a - 2",
            "b | 1 <= b & b + 3 <= a -> b; a - 2 - b",
        ];
        assert_eq!(code("mode grundy\n", &dawson).as_deref(), Some("0.07"));
        let bound = "k | 1 <= k <= a & k != 2 & k <= 5 -> a - k";
        assert_eq!(code("", &[bound]).as_deref(), Some("0.30333"));
    }

    #[test]
    fn rules_that_follow_none() {
        // Any number; at most half; from even heaps only; all but the largest is left.
        for moves in [
            "k | 1 <= k <= a -> a - k",
            "k | 1 <= k & 2*k <= a -> a - k",
            "k | 1 <= k <= 3 & k <= a & a = 0 mod 2 -> a - k",
            "k | 1 <= k <= 3 & k <= a & a <= 100 -> a - k",
            "k | 1 <= k <= 3 & k + 2 <= a -> a - k",
            "k | 70 <= k <= 80 & k <= a -> a - k",
        ] {
            assert_eq!(code("", &[moves]), None, "{moves}");
        }
        assert_eq!(
            code("mode misere\n", &["k | 1 <= k <= a & k <= 3 -> a - k"]),
            None
        );
        assert_eq!(
            code("mode grundy\n", &["b | 1 <= b & b + b < a -> b; a - b"]),
            None
        );
    }
}
