//! The rules of a game whose positions are tuples of numbers, as formulas.

use bouton_automata::{Comparison, Formula, Name, Numeration, Term};
use num_bigint::{BigInt, BigUint};

/// The mode: normal play, misère play, or Grundy values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A player who cannot move loses.
    Normal,
    /// A player who cannot move wins.
    Misere,
    /// The Grundy values of normal play.
    Grundy,
}

/// One kind of move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The numbers that the player chooses.
    pub chosen: Vec<Name>,
    /// The condition under which the move is legal.
    pub guard: Formula,
    /// The legal choices that suffice to reach every smaller Grundy value, if the text gives them: tables ignore the
    /// others, and it is proved that these suffice.
    pub witness: Option<Formula>,
    /// The positions it leads to: one, or several that are played as a sum.
    pub targets: Vec<Vec<Term>>,
    /// Whether it may be repeated any number of times, with the same choice, as one move.
    pub repeated: bool,
    /// Its text.
    pub text: String,
}

impl Move {
    /// The condition that the move is legal and among the sufficient choices.
    pub(crate) fn enough(&self) -> Formula {
        let parts = [Some(self.guard.clone()), self.witness.clone()];
        Formula::And(parts.into_iter().flatten().collect())
    }
}

/// A named claim about the law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Its name.
    pub name: String,
    /// The formula.
    pub formula: Formula,
    /// Its text.
    pub text: String,
}

/// The rules of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The name of the game.
    pub name: String,
    /// The text the rules were read from.
    pub source: String,
    /// The numbers that make a position.
    pub variables: Vec<Name>,
    /// The condition for a tuple to be a position.
    pub domain: Formula,
    /// The rank, which every move lowers, compared from left to right.
    pub rank: Vec<Term>,
    /// The moves.
    pub moves: Vec<Move>,
    /// The mode.
    pub mode: Mode,
    /// The only numeration system of the rules, if they mention digits.
    pub system: Option<Numeration>,
    /// Claims to be decided after the law is known.
    pub claims: Vec<Claim>,
}

impl Rules {
    /// The terms `a, b, …` of the position itself.
    pub fn position(&self) -> Vec<Term> {
        self.variables
            .iter()
            .map(|name| Term::variable(name))
            .collect()
    }

    /// "The tuple of these terms is a position": the domain, and no term negative.
    pub fn is_position(&self, terms: &[Term]) -> Formula {
        let mut parts: Vec<Formula> = terms
            .iter()
            .map(|term| Formula::Compare(Term::constant(0), Comparison::AtMost, term.clone()))
            .collect();
        let replaced: Vec<(Name, Term)> = self
            .variables
            .iter()
            .cloned()
            .zip(terms.iter().cloned())
            .collect();
        parts.push(substitute(&self.domain, &replaced));
        Formula::And(parts)
    }

    /// The rank of the position of these terms.
    pub fn rank_of(&self, terms: &[Term]) -> Vec<Term> {
        let replaced: Vec<(Name, Term)> = self
            .variables
            .iter()
            .cloned()
            .zip(terms.iter().cloned())
            .collect();
        self.rank
            .iter()
            .map(|term| substitute_term(term, &replaced))
            .collect()
    }

    /// The names of the numbers of a position and of the choice for a move, with their values.
    pub(crate) fn values(
        &self,
        number: usize,
        position: &[BigUint],
        chosen: &[BigUint],
    ) -> Vec<(Name, BigUint)> {
        let names = self.variables.iter().chain(&self.moves[number].chosen);
        let numbers = position.iter().chain(chosen).cloned();
        names.cloned().zip(numbers).collect()
    }

    /// The positions that a move leads to; nothing if a number would be negative.
    pub(crate) fn targets(
        &self,
        number: usize,
        position: &[BigUint],
        chosen: &[BigUint],
    ) -> Option<Vec<Vec<BigUint>>> {
        let values = self.values(number, position, chosen);
        let numbers = |target: &Vec<Term>| -> Option<Vec<BigUint>> {
            let value = |term| evaluate(term, &values).to_biguint();
            target.iter().map(value).collect()
        };
        self.moves[number].targets.iter().map(numbers).collect()
    }

    /// The names of the auxiliary relations of the repeated moves, with the number of the move: `W`, or `W1`, `W2` … if
    /// there are several.
    pub fn repeated(&self) -> Vec<(usize, Name)> {
        let numbers: Vec<usize> = (0..self.moves.len())
            .filter(|&at| self.moves[at].repeated)
            .collect();
        let only = numbers.len() == 1;
        let name = |at: usize| {
            if only {
                Name::from("W")
            } else {
                Name::from(format!("W{}", at + 1))
            }
        };
        numbers
            .iter()
            .enumerate()
            .map(|(at, &number)| (number, name(at)))
            .collect()
    }
}

/// "The first tuple is smaller than the second, compared from left to right."
pub(crate) fn lexicographically_less(left: &[Term], right: &[Term]) -> Formula {
    let at = |k: usize| {
        let equal =
            (0..k).map(|i| Formula::Compare(left[i].clone(), Comparison::Equal, right[i].clone()));
        let less = Formula::Compare(left[k].clone(), Comparison::Less, right[k].clone());
        Formula::And(equal.chain([less]).collect())
    };
    Formula::Or((0..left.len()).map(at).collect())
}

/// The term with names replaced. Coefficients were bounded when the rules were read.
pub(crate) fn substitute_term(term: &Term, replaced: &[(Name, Term)]) -> Term {
    term.coefficients
        .iter()
        .fold(Term::constant(term.constant), |sum, (name, &times)| {
            let found = replaced
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, term)| term.clone());
            let part = found.unwrap_or_else(|| Term::variable(name));
            sum.plus(&part, times)
                .expect("invariant: coefficients in rules are small")
        })
}

/// The formula with free names replaced; bound names are renamed apart.
pub(crate) fn substitute(formula: &Formula, replaced: &[(Name, Term)]) -> Formula {
    let all = |parts: &[Formula]| {
        parts
            .iter()
            .map(|part| substitute(part, replaced))
            .collect()
    };
    let inner = |part: &Formula| Box::new(substitute(part, replaced));
    let term = |term: &Term| substitute_term(term, replaced);
    match formula {
        Formula::Constant(truth) => Formula::Constant(*truth),
        Formula::Compare(a, comparison, b) => Formula::Compare(term(a), *comparison, term(b)),
        Formula::Congruent(a, b, modulus) => Formula::Congruent(term(a), term(b), *modulus),
        Formula::Member(name, terms, place) => Formula::Member(
            name.clone(),
            terms.iter().map(term).collect(),
            place.clone(),
        ),
        Formula::Not(part) => Formula::Not(inner(part)),
        Formula::And(parts) => Formula::And(all(parts)),
        Formula::Or(parts) => Formula::Or(all(parts)),
        Formula::Iff(a, b) => Formula::Iff(inner(a), inner(b)),
        Formula::Exists(names, body) => {
            let (names, body) = renamed_apart(names, body, replaced);
            Formula::Exists(names, Box::new(body))
        }
        Formula::ForAll(names, body) => {
            let (names, body) = renamed_apart(names, body, replaced);
            Formula::ForAll(names, Box::new(body))
        }
    }
}

fn renamed_apart(
    names: &[Name],
    body: &Formula,
    replaced: &[(Name, Term)],
) -> (Vec<Name>, Formula) {
    let fresh: Vec<Name> = names
        .iter()
        .map(|name| Name::from(format!("{name}\u{0}")))
        .collect();
    let mut inner: Vec<(Name, Term)> = names
        .iter()
        .zip(&fresh)
        .map(|(name, fresh)| (name.clone(), Term::variable(fresh)))
        .collect();
    inner.extend(
        replaced
            .iter()
            .filter(|(name, _)| !names.contains(name))
            .cloned(),
    );
    (fresh, substitute(body, &inner))
}

/// The value of a term of big numbers.
pub(crate) fn evaluate(term: &Term, values: &[(Name, BigUint)]) -> BigInt {
    term.coefficients
        .iter()
        .fold(term.constant.into(), |sum, (name, &times)| {
            let value = values
                .iter()
                .find(|(known, _)| known == name)
                .map(|(_, value)| value.clone());
            sum + BigInt::from(value.unwrap_or_default()) * times
        })
}
