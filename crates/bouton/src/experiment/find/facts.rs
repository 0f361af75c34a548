//! [`Facts`]: fields of an opened position, each computed once.

use bouton_answers::{Class, Whole};
use bouton_core::solver::Field as Filled;
use bouton_core::{Outcome, Side};
use bouton_engine::{Error, KeptParts};
use bouton_solvers::values::Valuer;
use bouton_values::{Number, Relation, Value};

use super::super::table_solver::TableSolver;
use super::condition::Test;
use super::field::Field;
use super::worth::{ValueQuery, is_within, relation_to_zero};
use crate::session::{How, Session, Value as SolvedValue};

/// The most moves counted at one position.
const MOST_MOVES: usize = 100_000;
/// The largest nimber that is constructed for a comparison.
const LARGEST_NIMBER: u32 = 1000;

/// The solvers and the limits for the fields.
#[derive(Clone, Copy)]
pub(super) struct Solvers<'f> {
    pub(super) how: &'f How,
    pub(super) outcomes: &'f TableSolver<'f>,
    /// The outcome, if it is known.
    pub(super) outcome: Option<Outcome>,
}

/// The requested fields of a position.
pub(super) struct Facts<'f> {
    session: &'f mut Session,
    valuer: &'f mut Valuer,
    kept: &'f mut KeptParts,
    how: &'f How,
    outcomes: &'f TableSolver<'f>,
    /// Whether the outcome is derived from values: faster for very many small boards.
    by_value: bool,
    value: Option<Value>,
    outcome: Option<Outcome>,
}

impl<'f> Facts<'f> {
    pub(super) fn of(
        session: &'f mut Session,
        valuer: &'f mut Valuer,
        kept: &'f mut KeptParts,
        solvers: Solvers<'f>,
        by_value: bool,
    ) -> Self {
        Self {
            session,
            valuer,
            kept,
            how: solvers.how,
            outcomes: solvers.outcomes,
            by_value,
            value: None,
            outcome: solvers.outcome,
        }
    }
}

impl Facts<'_> {
    pub(super) fn test(&mut self, test: &Test) -> Result<bool, Error> {
        Ok(match test {
            Test::Outcome(wanted) => self.outcome()? == *wanted,
            Test::Class(wanted) => self.class()? == *wanted,
            // A loony position has none of the Grundy values.
            Test::Number(sum, relation) if sum.has(Field::Grundy) && self.is_loony()? => {
                *relation == Relation::Unequal
            }
            Test::Within(sum, ..) if sum.has(Field::Grundy) && self.is_loony()? => false,
            Test::Value(relation, _) if self.is_loony()? => *relation == Relation::Unequal,
            Test::Number(sum, relation) => {
                relation_to_zero(*relation, &sum.value(|field| self.number(field))?)
            }
            Test::Within(sum, low, high) => {
                let number = sum.value(|field| self.number(field))?;
                is_within(&number, low.as_ref(), high.as_ref())
            }
            Test::Value(relation, to) => self.worth()?.compares(*relation, *to)?,
        })
    }

    /// Whether the position is loony; never where no move entails another.
    fn is_loony(&mut self) -> Result<bool, Error> {
        if !self.session.is_entailing() {
            return Ok(false);
        }
        let how = How::by(Some(self.session.grundy_solver())).within(self.how.limits.clone());
        Ok(self.session.value(&how)?.loony)
    }

    /// The value, if Left and Right have different moves.
    fn partizan_value(&mut self) -> Result<Option<Value>, Error> {
        if self.value.is_none() && !self.session.is_misere() {
            let (limits, valuer) = (&self.how.limits, &mut *self.valuer);
            let mut found = None;
            self.session.short(limits, self.kept, &mut |short| {
                let root = short.root();
                found = Some(valuer.value(short.parts(), &root, &mut limits.meter()));
            })?;
            self.value = found.transpose()?;
        }
        Ok(self.value)
    }

    /// The same; none where play comes back.
    fn value_of_play_that_ends(&mut self) -> Result<Option<Value>, Error> {
        match self.partizan_value() {
            Err(_) if self.valuer.came_back() => Ok(None),
            value => value,
        }
    }

    /// The value; if both players have the same moves, a nimber.
    fn value(&mut self) -> Result<Value, Error> {
        if let Some(value) = self.partizan_value()? {
            return Ok(value);
        }
        if self.session.is_misere() {
            return Err(Error::Unfit(
                "values are those of normal play: --misere has none".into(),
            ));
        }
        let grundy = self.number(Field::Grundy)?.to_string();
        let small = grundy.parse().ok().filter(|n| *n <= LARGEST_NIMBER);
        let large = || {
            Error::Unfit(format!(
                "*{grundy} is too large a nimber to compare: ask for grundy"
            ))
        };
        let meter = &mut self.how.limits.meter();
        let value = self.valuer.arena.nimber(small.ok_or_else(large)?, meter)?;
        self.value = Some(value);
        Ok(value)
    }

    fn class(&mut self) -> Result<Class, Error> {
        if let Some(value) = self.value_of_play_that_ends()? {
            return Ok(self.worth_of(value).class()?);
        }
        self.session.class(self.how)?.ok_or_else(|| {
            Error::Unfit(format!(
                "{} has no classes: L, R, N and P are for games in which Left and Right have different moves",
                self.session.game()
            ))
        })
    }

    /// The fields derived from the value.
    fn worth(&mut self) -> Result<ValueQuery<'_>, Error> {
        let value = self.value()?;
        Ok(self.worth_of(value))
    }

    fn worth_of(&mut self, value: Value) -> ValueQuery<'_> {
        ValueQuery {
            value,
            side: self.session.side().unwrap_or(Side::Left),
            arena: &mut self.valuer.arena,
            limits: &self.how.limits,
        }
    }

    fn outcome(&mut self) -> Result<Outcome, Error> {
        if let Some(outcome) = self.outcome {
            return Ok(outcome);
        }
        let value = match self.by_value && self.session.side().is_some() {
            true => self.value_of_play_that_ends()?,
            false => None,
        };
        let outcome = match value {
            Some(value) => self.worth_of(value).outcome()?,
            None => self.outcomes.value(self.session)?.outcome,
        };
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    /// The result of a solver that computes the field: a law of outcomes, for example, has no Grundy values.
    fn told<T>(
        &mut self,
        (told, name): (Filled, &str),
        field: impl Fn(SolvedValue) -> Option<T>,
    ) -> Result<Option<T>, Error> {
        if self.how.solver.is_some() {
            return Ok(field(self.session.value(self.how)?));
        }
        let limits = &self.how.limits;
        let solvers = self.session.solvers();
        let tellers = solvers.iter().filter(|about| about.fills.contains(&told));
        let mut is_served = false;
        for teller in tellers {
            if self.session.accepts(teller.id, limits).is_err() {
                continue;
            }
            is_served = true;
            let how = How::by(Some(teller.id)).within(limits.clone());
            if let Some(found) = field(self.session.value(&how)?) {
                return Ok(Some(found));
            }
        }
        let game = self.session.game();
        match is_served {
            true => Ok(None),
            false => Err(Error::Unfit(format!("no solver of {game} computes {name}"))),
        }
    }

    fn number(&mut self, field: Field) -> Result<Number, Error> {
        let untold = |session: &Session| {
            let (game, name) = (session.game(), field.name());
            Error::Unfit(format!("{name} is not computed for positions of {game}"))
        };
        let whole = |session: &Session, number: Option<i128>| {
            let number = number.ok_or_else(|| untold(session))?;
            Ok(Number::ratio(number, 0))
        };
        match field {
            Field::Remoteness => {
                let remoteness = (Filled::Remoteness, "remoteness");
                let told = self.told(remoteness, |value| value.remoteness)?;
                whole(self.session, told.map(i128::from))
            }
            Field::Grundy => {
                let grundy = (Filled::Grundy, "Grundy values");
                let told = self.told(grundy, |value| value.grundy)?;
                whole(self.session, told.as_ref().and_then(Whole::to_i128))
            }
            Field::Margin => {
                let told = self.session.value(self.how)?.margin;
                whole(self.session, told)
            }
            Field::Moves => {
                let moves = self.session.choices(MOST_MOVES + 1)?.len();
                if moves > MOST_MOVES {
                    return Err(Error::Unfit(format!(
                        "{} has more than {MOST_MOVES} moves",
                        self.session.position()?
                    )));
                }
                Ok(Number::ratio(moves as u64, 0))
            }
            Field::Best => {
                if self.session.is_over()? {
                    return Ok(Number::ZERO);
                }
                let moves = self.outcomes.moves(self.session)?.moves;
                let best = moves.iter().filter(|mv| mv.best).count();
                Ok(Number::ratio(best as u64, 0))
            }
            Field::Total | Field::Max | Field::Min | Field::Heaps | Field::Heap(_) => {
                self.counted(field)
            }
            _ => Ok(self.worth()?.number(field)?),
        }
    }

    /// The fields derived from the numbers of a position.
    fn counted(&self, field: Field) -> Result<Number, Error> {
        let position = self.session.position()?;
        let numbers: Result<Vec<i64>, _> = position.split(',').map(|n| n.trim().parse()).collect();
        let told = numbers.ok().and_then(|numbers| match field {
            Field::Heap(n) => numbers.get(n - 1).copied().map(i128::from),
            Field::Heaps => Some(numbers.iter().filter(|n| **n != 0).count() as i128),
            Field::Max => numbers.into_iter().max().map(i128::from),
            Field::Min => numbers.into_iter().min().map(i128::from),
            _ => Some(numbers.into_iter().map(i128::from).sum()),
        });
        let none = || {
            Error::Unfit(format!(
                "{} is defined for positions that are numbers, such as 3,4: found {position}",
                field.name()
            ))
        };
        Ok(Number::ratio(told.ok_or_else(none)?, 0))
    }

    pub(super) fn text(&mut self, field: Field) -> Result<String, Error> {
        if matches!(field, Field::Grundy | Field::Value) && self.is_loony()? {
            return Ok("loony".into());
        }
        Ok(match field {
            Field::Game => self.session.game().to_owned(),
            Field::Position => self.session.position()?,
            Field::Outcome => self.outcome()?.to_string(),
            Field::Class => self.class()?.to_string(),
            Field::Value => self.worth()?.text(field)?,
            _ => self.number(field)?.to_string(),
        })
    }
}
