//! Values in the calculus of partizan games, of expressions and of positions with their moves; the order of scoring games and in misère play.

use bouton::answers::Calculation;
use bouton::bidding;
use bouton::calculus::{Calculator, value};
use bouton::questions::Compare;
use bouton::scoring::compare;
use bouton::{Error, How};

use crate::last_game::LastGame;
use crate::query::Query;
use crate::reply::Reply;
use crate::routes::Answered;
use crate::routes::parameters::Calculated;

pub(crate) fn calculate(_last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let asked: Calculated = query.read()?;
    let mut calculator = Calculator::default();
    for before in &asked.before {
        // The question of these statements reports their other errors.
        if let Err(Error::Stopped(why)) = calculator.define(before, &how.limits) {
            return Err(Error::Stopped(why).into());
        }
    }
    let answer = calculator.calculate(&asked.expression, query.read()?, &how.limits)?;
    let stopped = match &answer {
        Calculation::Value(value) => value.stopped,
        Calculation::Worked(worked) => worked.stopped(),
        _ => None,
    };
    Reply::told(query, &answer, stopped)
}

pub(crate) fn price(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let answer = bidding(last.open(query)?, &how.limits)?;
    Reply::told(query, &answer, answer.stopped)
}

pub(crate) fn of_position(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let answer = value(last.open(query)?, query.read()?, &how.limits)?;
    Reply::told(query, &answer, answer.stopped)
}

pub(crate) fn order(last: &mut LastGame, query: &Query, how: &How) -> Answered {
    let Compare { other, .. } = query.read()?;
    let answer = compare(last.open(query)?, &other, &how.limits)?;
    Reply::told(query, &answer, answer.stopped)
}
