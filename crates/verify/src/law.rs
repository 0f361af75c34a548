//! Certificates of laws: an automaton accepts exactly the lost positions of a game, or gives its Grundy values, for all
//! sizes.
//!
//! A certificate is the rules' text, a numeration system and the automata. The checker parses the rules itself and proves
//! its own addition by induction. Then it proves each condition below by searching for a counterexample among all words,
//! creating states only when it reaches them:
//!
//! 1. every move from a position leads to positions of lower rank, and ranks are natural numbers;
//! 2. no lost position has a move to a lost one;
//! 3. every other position has a move to a lost one (in misère play: or has no move at all, and every lost one has a move);
//! 4. for Grundy values: each position has one, no option has the same value, and every smaller value is that of an option;
//! 5. for repeated moves: an auxiliary set contains exactly the positions from which a step leads to a lost position or to
//!    a position in the set.

mod certificate;
mod digits;
mod formula;
mod machine;
mod rules;
mod system;

use certificate::Certificate;
use digits::digit_sets;
use formula::{Formula, Linear, Var, equal, less, not, some};
use machine::Machine;
use rules::{Mode, Move, Rules};

use crate::bounds::Meter;
use crate::obligation::Obligation;
use crate::{Checked, Refusal};

/// The first line of every certificate of a law.
pub const LAW_HEADER: &str = "bouton law certificate 1";

/// Checks a certificate.
pub(crate) fn check(text: &str, mut work: Meter) -> Result<Checked, Refusal> {
    let certificate = Certificate::read(text, &mut work)?;
    let mut check = Check::new(certificate, work)?;
    check.arithmetic()?;
    check.positions_exist()?;
    check.moves()?;
    match check.rules.mode {
        Mode::Grundy => check.values()?,
        Mode::Normal | Mode::Misere => check.outcomes()?,
    }
    let claim = check.claim();
    Ok(Checked {
        title: check.rules.title,
        rules: check.rules.shown,
        ..check.machine.notes.proved(claim)
    })
}

/// The title and the statements of a text of rules.
pub(crate) fn rules(text: &str) -> Result<(Option<String>, Vec<String>), String> {
    let lines: Vec<&str> = text.lines().collect();
    let rules = Rules::read(&lines)?;
    Ok((rules.title, rules.shown))
}

/// A check in progress.
struct Check {
    machine: Machine,
    rules: Rules,
    system_name: String,
}

fn variables(vars: &[Var]) -> Vec<Linear> {
    vars.iter().map(|&var| Linear::variable(var)).collect()
}

fn is(name: &str, sums: Vec<Linear>) -> Formula {
    Formula::Is(name.to_string(), sums)
}

impl Check {
    fn new(certificate: Certificate, work: Meter) -> Result<Self, Refusal> {
        let Certificate {
            system,
            rules,
            sets,
        } = certificate;
        let coefficients: Vec<String> = system.recurrence.iter().map(i64::to_string).collect();
        let system_name = coefficients.join(",");
        let mut machine = Machine::new(system, rules.fresh, work);
        digit_sets(
            &mut machine,
            rules.system.as_deref(),
            &system_name,
            rules.mode,
        )
        .map_err(Refusal::law)?;
        for (name, table) in sets {
            machine.define(&name, table);
        }
        Ok(Check {
            machine,
            rules,
            system_name,
        })
    }

    fn claim(&self) -> String {
        let what = match self.rules.mode {
            Mode::Normal => "the set P holds exactly the lost positions",
            Mode::Misere => "the set P holds exactly the lost positions in misère play",
            Mode::Grundy => "the relation G holds exactly the positions with their Grundy values",
        };
        let rules = self.rules.shown.join("; ");
        format!(
            "{what}, for all sizes (system {}), of the game with these rules: {rules}",
            self.system_name
        )
    }

    /// Checks that the domain is not empty.
    fn positions_exist(&mut self) -> Result<(), Refusal> {
        let vars = self.rules.vars.clone();
        let none = self.never(&vars, self.rules.domain.clone())?;
        self.note(Obligation::HasPosition, !none, "the rules have a position")
    }

    /// Checks that no values of the variables satisfy all parts.
    fn never(&mut self, vars: &[Var], parts: Vec<Formula>) -> Result<bool, Refusal> {
        self.machine.never(vars, parts)
    }

    /// Notes a condition that holds, or refuses.
    fn note(
        &mut self,
        obligation: Obligation,
        holds: bool,
        condition: &str,
    ) -> Result<(), Refusal> {
        self.machine.notes.note(obligation, holds, condition)
    }

    /// New variables for the checker's own use.
    fn own<const N: usize>(&mut self) -> [Var; N] {
        std::array::from_fn(|_| self.machine.fresh())
    }

    /// The values of words, in order, are the natural numbers, and addition is their addition.
    fn arithmetic(&mut self) -> Result<(), Refusal> {
        let [x, y, z, s, w] = self.own();
        let sum = |parts: &[(Var, i64)]| {
            Formula::Zero(Linear {
                parts: parts.iter().copied().collect(),
                constant: 0,
            })
        };
        let before = |a: Var, b: Var| is("before", variables(&[a, b]));
        let between =
            |a: Var, b: Var, m: Var| some(&[m], Formula::And(vec![before(a, m), before(m, b)]));
        let next = |a: Var, b: Var, m: Var| Formula::And(vec![before(a, b), not(between(a, b, m))]);
        let total = self.never(&[x], vec![not(some(&[y], next(x, y, z)))])?;
        self.note(Obligation::NextWord, total, "every word has a next one")?;
        let value_less = Formula::Negative(Linear {
            parts: [(x, 1), (y, -1)].into(),
            constant: 0,
        });
        let wrong = self.never(&[x, y], vec![before(x, y), not(value_less.clone())])?
            && self.never(&[x, y], vec![value_less, not(before(x, y))])?;
        self.note(
            Obligation::Addition,
            wrong,
            "words are ordered as their values",
        )?;
        let zero = Formula::Zero(Linear::variable(y));
        let (plus_zero, same) = (sum(&[(x, 1), (y, 1), (z, -1)]), sum(&[(x, 1), (z, -1)]));
        let base = self.never(
            &[x, y, z],
            vec![zero.clone(), plus_zero.clone(), not(same.clone())],
        )? && self.never(&[x, y, z], vec![zero, same, not(plus_zero)])?;
        self.note(Obligation::Addition, base, "x + 0 = z exactly when x = z")?;
        let [m, n] = self.own();
        let (left, shorter) = (
            sum(&[(x, 1), (s, 1), (z, -1)]),
            sum(&[(x, 1), (y, 1), (w, -1)]),
        );
        let right = some(&[w], Formula::And(vec![shorter.clone(), next(w, z, n)]));
        let step = self.never(&[x, y, s, z], vec![next(y, s, m), left.clone(), not(right)])?
            && self.never(
                &[x, y, s, z, w],
                vec![next(y, s, m), shorter, next(w, z, n), not(left)],
            )?;
        self.note(Obligation::Addition, step, "x + (y + 1) = (x + y) + 1")
    }

    fn positions(&self) -> Vec<Linear> {
        variables(&self.rules.vars)
    }

    /// The variables of a position and of a move.
    fn with_chosen(&self, a_move: &Move) -> Vec<Var> {
        [self.rules.vars.as_slice(), &a_move.chosen].concat()
    }

    fn build<T>(result: Result<T, String>) -> Result<T, Refusal> {
        result.map_err(Refusal::Undecided)
    }

    /// Every move leads to positions of lower rank.
    fn moves(&mut self) -> Result<(), Refusal> {
        let vars = self.rules.vars.clone();
        for rank in self.rules.rank.clone() {
            let negative = Self::build(less(&rank, &Linear::number(0)))?;
            let parts = [self.rules.domain.clone(), vec![negative]].concat();
            let holds = self.never(&vars, parts)?;
            self.note(Obligation::RankNatural, holds, "no rank is negative")?;
        }
        for a_move in self.rules.moves.clone() {
            let vars = self.with_chosen(&a_move);
            for target in &a_move.targets {
                let legal = [self.rules.domain.clone(), vec![a_move.guard.clone()]].concat();
                let falls = Self::build(self.rules.falls(target))?;
                let holds = self.never(&vars, [legal.clone(), vec![not(falls)]].concat())?;
                self.note(
                    Obligation::RankFalls,
                    holds,
                    &format!("the move `{}` lowers the rank", a_move.text),
                )?;
                let arrives = Formula::And(Self::build(self.rules.is_position(target))?);
                let holds = self.never(&vars, [legal, vec![not(arrives)]].concat())?;
                self.note(
                    Obligation::DomainKept,
                    holds,
                    &format!("the move `{}` stays in the domain", a_move.text),
                )?;
            }
        }
        Ok(())
    }

    fn outcomes(&mut self) -> Result<(), Refusal> {
        let vars = self.rules.vars.clone();
        let here = self.positions();
        let outside = not(Formula::And(self.rules.domain.clone()));
        let holds = self.never(&vars, vec![is("P", here.clone()), outside])?;
        self.note(
            Obligation::LostInDomain,
            holds,
            "lost positions are positions",
        )?;
        let mut wins = Vec::new();
        for (at, a_move) in self.rules.moves.clone().into_iter().enumerate() {
            let to_lost = match self.rules.auxiliary(at) {
                Some(name) => vec![is(&name, variables(&self.with_chosen(&a_move)))],
                None => vec![a_move.guard.clone(), is("P", a_move.targets[0].clone())],
            };
            let holds = self.never(
                &self.with_chosen(&a_move),
                [vec![is("P", here.clone())], to_lost.clone()].concat(),
            )?;
            self.note(
                Obligation::LostNotToLost,
                holds,
                &format!(
                    "no lost position has the move `{}` to a lost one",
                    a_move.text
                ),
            )?;
            wins.push(some(&a_move.chosen, Formula::And(to_lost)));
            if let Some(name) = self.rules.auxiliary(at) {
                self.repeated(&a_move, &name)?;
            }
        }
        let can_move = Formula::Or(
            self.rules
                .moves
                .iter()
                .map(|m| some(&m.chosen, m.guard.clone()))
                .collect(),
        );
        if self.rules.mode == Mode::Misere {
            let holds = self.never(&vars, vec![is("P", here.clone()), not(can_move.clone())])?;
            self.note(
                Obligation::LostHasMove,
                holds,
                "every lost position has a move",
            )?;
            wins.push(not(can_move));
        }
        let parts = [
            self.rules.domain.clone(),
            vec![not(is("P", here)), not(Formula::Or(wins))],
        ]
        .concat();
        let holds = self.never(&vars, parts)?;
        self.note(
            Obligation::OthersToLost,
            holds,
            "every other position has a move to a lost one, or in misère play none",
        )
    }

    /// The auxiliary set of a repeated move contains exactly the positions from which a step leads to a lost position or to
    /// a position in the set.
    fn repeated(&mut self, a_move: &Move, name: &str) -> Result<(), Refusal> {
        let vars = self.with_chosen(a_move);
        let here = is(name, variables(&vars));
        let again = [a_move.targets[0].clone(), variables(&a_move.chosen)].concat();
        let legal = Formula::And([self.rules.domain.clone(), vec![a_move.guard.clone()]].concat());
        let (lost, onward) = (is("P", a_move.targets[0].clone()), is(name, again));
        let what = format!(
            "{name} holds exactly where repeating `{}` reaches a lost position",
            a_move.text
        );
        let reached = Formula::Or(vec![lost.clone(), onward.clone()]);
        let parts = [
            (
                Obligation::RepeatLegal,
                vec![here.clone(), not(legal.clone())],
            ),
            (Obligation::RepeatReaches, vec![here.clone(), not(reached)]),
            (
                Obligation::RepeatLost,
                vec![legal.clone(), lost, not(here.clone())],
            ),
            (Obligation::RepeatOnward, vec![legal, onward, not(here)]),
        ];
        for (obligation, parts) in parts {
            let holds = self.never(&vars, parts)?;
            obligation.demand(holds, || Refusal::Refuted(what.clone()))?;
        }
        self.machine.notes.found(what);
        Ok(())
    }

    fn values(&mut self) -> Result<(), Refusal> {
        let vars = self.rules.vars.clone();
        let [v, w] = self.own();
        let value = |check: &Self, v: Var| is("G", [check.positions(), variables(&[v])].concat());
        let with = |more: &[Var]| [vars.as_slice(), more].concat();
        let domain = self.rules.domain.clone();
        let outside = not(Formula::And(domain.clone()));
        let holds = self.never(&with(&[v]), vec![value(self, v), outside])?;
        self.note(
            Obligation::ValuesInDomain,
            holds,
            "only positions have values",
        )?;
        let holds = self.never(
            &vars,
            [domain, vec![not(some(&[v], value(self, v)))]].concat(),
        )?;
        self.note(Obligation::ValueOfEach, holds, "every position has a value")?;
        let smaller = Self::build(less(&Linear::variable(w), &Linear::variable(v)))?;
        let holds = self.never(
            &with(&[v, w]),
            vec![value(self, v), value(self, w), smaller.clone()],
        )?;
        self.note(Obligation::OneValue, holds, "no position has two values")?;
        let mut reached = Vec::new();
        for a_move in self.rules.moves.clone() {
            let (made, parts) = self.option_value(&a_move, v)?;
            let holds = self.never(
                &with(&[made.as_slice(), &[v]].concat()),
                [vec![value(self, v)], parts].concat(),
            )?;
            self.note(
                Obligation::NoOptionSame,
                holds,
                &format!("no option by `{}` has the same value", a_move.text),
            )?;
            let (made, mut parts) = self.option_value(&a_move, w)?;
            parts.extend(a_move.witness);
            reached.push(some(&made, Formula::And(parts)));
        }
        let holds = self.never(
            &with(&[v, w]),
            vec![value(self, v), smaller, not(Formula::Or(reached))],
        )?;
        self.note(
            Obligation::SmallerReached,
            holds,
            "every smaller value is an option's",
        )
    }

    /// "An option by this move has the value v": the variables made and the parts of a conjunction.
    fn option_value(&mut self, a_move: &Move, v: Var) -> Result<(Vec<Var>, Vec<Formula>), Refusal> {
        let mut vars = a_move.chosen.clone();
        let mut parts = vec![a_move.guard.clone()];
        let mut sum: Option<Var> = None;
        for target in &a_move.targets {
            let [part] = self.own();
            vars.push(part);
            parts.push(is("G", [target.clone(), variables(&[part])].concat()));
            sum = Some(match sum {
                None => part,
                Some(before) => {
                    let [total] = self.own();
                    vars.push(total);
                    parts.push(is("xor", variables(&[before, part, total])));
                    total
                }
            });
        }
        let last = sum.ok_or_else(|| Refusal::law("a move leads nowhere"))?;
        parts.push(Self::build(equal(
            &Linear::variable(last),
            &Linear::variable(v),
        ))?);
        Ok((vars, parts))
    }
}
