//! Finding the positions that meet a condition.

mod condition;
mod field;

use bouton_answers::{Class, Found, FoundRow, Whole};
use bouton_core::solver::Field as Told;
use bouton_core::{Meter, Outcome, Side};
use bouton_engine::{Error, Kept};
use bouton_solvers::values::Valuer;
use bouton_values::{self as values, Number, Value};

use super::enumerate::{each_heaps, shape};
use crate::calculus::class_of;
use crate::open::Open;
use crate::session::{How, Session};
use condition::{Condition, Relation, Test};
use field::Field;

/// Where to look.
///
/// ```
/// use bouton::experiment::Places;
/// assert_eq!(Places::default(), Places::Start);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Places {
    /// The position of the session only: for games in a range.
    #[default]
    Start,
    /// All positions with heaps up to a bound, or those that a rule file lists.
    UpTo {
        /// The largest heap.
        up_to: u64,
        /// How many heaps, where the game has any number of them; `None`: one.
        piles: Option<usize>,
    },
    /// Every way to fill the cells of the board.
    Boards,
}

/// What to look for.
///
/// ```
/// use bouton::experiment::{Places, Wanted};
/// let wanted = Wanted { condition: "loss", places: Places::Boards, first: None };
/// assert!(wanted.first.is_none());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'w> {
    /// The condition.
    pub condition: &'w str,
    /// Where to look.
    pub places: Places,
    /// So many are enough.
    pub first: Option<usize>,
}

/// More games are not opened for one question.
const MOST_GAMES: usize = 100_000;
/// More moves of one position are not counted.
const MOST_MOVES: usize = 100_000;
/// A larger nimber is not made to be compared.
const LARGEST_NIMBER: u32 = 1000;

/// The positions that meet a condition, of a game or of each game in a range of parameters: `file.star:1..9`.
///
/// ```
/// use bouton::{How, Open, experiment::{Places, Wanted, find}};
/// let wanted = Wanted {
///     condition: "loss & total in 1..9",
///     places: Places::UpTo { up_to: 9, piles: None },
///     first: None,
/// };
/// let found = find("wythoff", Open::game, &wanted, &How::default())?;
/// let positions: Vec<_> = found.rows.iter().map(|row| row.position.as_str()).collect();
/// assert_eq!(positions, ["1,2", "3,5"]);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// A text that is no condition, with the place; a game that cannot be opened, or that does not tell what is asked. A limit that is
/// reached is told in the answer.
pub fn find<'o>(
    game: &str,
    open: impl Fn(String) -> Open<'o>,
    wanted: &Wanted<'_>,
    how: &How,
) -> Result<Found, Error> {
    let mut meter = how.limits.meter();
    let mut valuer = Valuer::default();
    let condition = Condition::read(wanted.condition, &mut valuer.arena, &mut meter)?;
    let mut finder = Finder {
        found: Found {
            game: game.to_owned(),
            condition: wanted.condition.to_owned(),
            fields: condition.fields().into_iter().map(Field::name).collect(),
            rows: Vec::new(),
            looked: 0,
            stopped: None,
        },
        condition,
        valuer,
        kept: Kept::default(),
        first: wanted.first.unwrap_or(usize::MAX),
        how,
        by_value: wanted.places == Places::Boards,
    };
    for name in games(game)? {
        let opened = open(name);
        let mut session = match wanted.places {
            Places::UpTo { .. } => opened.anywhere()?,
            Places::Start | Places::Boards => opened.session()?,
        };
        finder.kept = Kept::default();
        finder.valuer.forget_parts();
        match finder.look_through(&mut session, wanted.places) {
            Ok(true) => {}
            Ok(false) => break,
            Err(Error::Stopped(reason)) => {
                finder.found.stopped = Some(reason);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(finder.found)
}

/// The games that a name with ranges among its parameters means: `a.star:1..3,x` is `a.star:1,x` to `a.star:3,x`.
fn games(name: &str) -> Result<Vec<String>, Error> {
    let (game, parameters) = match name.split_once(':') {
        Some(parts) => parts,
        None => return Ok(vec![name.to_owned()]),
    };
    let mut games = vec![format!("{game}:")];
    for (n, parameter) in parameters.split(',').enumerate() {
        let range = parameter
            .split_once("..")
            .and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let (from, to): (i64, i64) = match range {
            Some(range) => range,
            None => {
                let comma = if n > 0 { "," } else { "" };
                games
                    .iter_mut()
                    .for_each(|game| *game += &format!("{comma}{parameter}"));
                continue;
            }
        };
        let count = u64::try_from(i128::from(to) - i128::from(from) + 1).unwrap_or(0);
        if count == 0 || count.saturating_mul(games.len() as u64) > MOST_GAMES as u64 {
            let message = format!("expected a range of 1 to {MOST_GAMES} games, found {parameter}");
            return Err(Error::whole("game", name, message));
        }
        let comma = if n > 0 { "," } else { "" };
        let each = |game: &String| {
            let game = game.clone();
            (from..=to).map(move |n| format!("{game}{comma}{n}"))
        };
        games = games.iter().flat_map(each).collect();
    }
    Ok(games)
}

struct Finder<'f> {
    condition: Condition,
    valuer: Valuer,
    kept: Kept,
    first: usize,
    how: &'f How,
    by_value: bool,
    found: Found,
}

impl Finder<'_> {
    /// Looks at all places; whether more is wanted.
    fn look_through(&mut self, session: &mut Session, places: Places) -> Result<bool, Error> {
        let (up_to, piles) = match places {
            Places::Start => return self.look(session),
            Places::Boards => return self.boards(session),
            Places::UpTo { up_to, piles } => (up_to, piles),
        };
        if let Some(count) = session.list(up_to)? {
            for nth in 0..count {
                if session.set_listed(nth) && !self.look(session)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let (count, unordered) = shape(session, piles)?;
        for heaps in each_heaps(count, up_to, unordered) {
            self.how.limits.check()?;
            if session.set_heaps(&heaps) && !self.look(session)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Looks at every way to fill the cells of the board, the first cell changing last.
    fn boards(&mut self, session: &mut Session) -> Result<bool, Error> {
        let signs = session.signs();
        if signs.is_empty() {
            return Err(Error::Unfit(format!(
                "{} has no boards to fill: --all is for boards on which each cell may hold any sign",
                session.game()
            )));
        }
        let side = session.side();
        let mut board: Vec<char> = session.position()?.chars().collect();
        if side == Some(Side::Right) {
            board.truncate(board.len() - " R".len());
        }
        let cells: Vec<usize> = (0..board.len())
            .filter(|place| signs.contains(&board[*place]))
            .collect();
        let mut digits = vec![0; cells.len()];
        loop {
            for (cell, digit) in cells.iter().zip(&digits) {
                board[*cell] = signs[*digit];
            }
            let text: String = board.iter().collect();
            session.go(&text)?;
            if side == Some(Side::Right) {
                session.right_first()?;
            }
            if !self.look(session)? {
                return Ok(false);
            }
            let Some(place) = digits.iter().rposition(|digit| *digit + 1 < signs.len()) else {
                return Ok(true);
            };
            digits[place] += 1;
            digits[place + 1..].fill(0);
        }
    }

    /// Looks at the session's position; whether more is wanted.
    fn look(&mut self, session: &mut Session) -> Result<bool, Error> {
        let limits = &self.how.limits;
        limits.check()?;
        self.found.looked += 1;
        limits.progress.set(self.found.looked, 0);
        let mut facts = Facts {
            session,
            valuer: &mut self.valuer,
            kept: &mut self.kept,
            how: self.how,
            by_value: self.by_value,
            value: None,
            outcome: None,
        };
        if !self.condition.holds(|test| facts.test(test))? {
            return Ok(true);
        }
        let mut told = std::collections::BTreeMap::new();
        for field in self.condition.fields() {
            // Of what did not matter something may not be known.
            let text = match facts.text(field) {
                Err(Error::Unfit(_)) => continue,
                text => text?,
            };
            told.insert(field.name(), text);
        }
        self.found.rows.push(FoundRow {
            game: session.game().to_owned(),
            position: session.position()?,
            facts: told,
        });
        Ok(self.found.rows.len() < self.first)
    }
}

/// What is told of a position, as far as it was asked for.
struct Facts<'f> {
    session: &'f mut Session,
    valuer: &'f mut Valuer,
    kept: &'f mut Kept,
    how: &'f How,
    /// Whether who wins is read off values: of very many small boards.
    by_value: bool,
    value: Option<Value>,
    outcome: Option<Outcome>,
}

impl Facts<'_> {
    fn test(&mut self, test: &Test) -> Result<bool, Error> {
        Ok(match test {
            Test::Outcome(wanted) => self.outcome()? == *wanted,
            Test::Class(wanted) => self.class()? == *wanted,
            Test::Number(field, relation, to) => {
                let order = self.number(*field)?.cmp(to);
                match relation {
                    Relation::Is => order.is_eq(),
                    Relation::IsNot => order.is_ne(),
                    Relation::Less => order.is_lt(),
                    Relation::AtMost => order.is_le(),
                    Relation::More => order.is_gt(),
                    Relation::AtLeast => order.is_ge(),
                    Relation::Confused => false,
                }
            }
            Test::Within(field, low, high) => {
                let number = self.number(*field)?;
                low.as_ref().is_none_or(|low| *low <= number)
                    && high.as_ref().is_none_or(|high| number <= *high)
            }
            Test::Value(relation, to) => {
                let value = self.value()?;
                let meter = &mut self.how.limits.meter();
                let arena = &mut self.valuer.arena;
                if let Relation::Is | Relation::IsNot = relation {
                    return Ok((value == *to) == (*relation == Relation::Is));
                }
                let [below, above] = [arena.le(value, *to, meter)?, arena.le(*to, value, meter)?];
                match relation {
                    Relation::Less => below && !above,
                    Relation::AtMost => below,
                    Relation::More => above && !below,
                    Relation::AtLeast => above,
                    _ => !below && !above,
                }
            }
        })
    }

    /// The value, where Left and Right have moves of their own.
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

    /// The value; of a position in which both have the same moves, a nimber.
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
        let Some(value) = self.partizan_value()? else {
            return Err(Error::Unfit(format!(
                "{} has no classes: L, R, N and P are told of games that Left and Right play differently",
                self.session.game()
            )));
        };
        let meter = &mut self.how.limits.meter();
        Ok(class_of(self.valuer.arena.class(value, meter)?))
    }

    fn outcome(&mut self) -> Result<Outcome, Error> {
        if let Some(outcome) = self.outcome {
            return Ok(outcome);
        }
        let outcome = match self.session.side().filter(|_| self.by_value) {
            Some(side) if self.partizan_value()?.is_some() => match self.class()?.is_won_by(side) {
                true => Outcome::Win,
                false => Outcome::Loss,
            },
            _ => self.session.value(self.how)?.outcome,
        };
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    /// What a solver says that tells such a thing.
    fn told(&mut self, told: Told, name: &str) -> Result<crate::session::Value, Error> {
        let limits = &self.how.limits;
        let fit = match &self.how.solver {
            Some(solver) => Some(solver.clone()),
            None => {
                let solvers = self.session.solvers();
                let mut tellers = solvers.iter().filter(|about| about.fills.contains(&told));
                tellers
                    .find(|about| self.session.accepts(about.id, limits).is_ok())
                    .map(|about| about.id.to_owned())
            }
        };
        let none = || Error::Unfit(format!("no solver of {} tells {name}", self.session.game()));
        let how = How {
            solver: Some(fit.ok_or_else(none)?),
            limits: limits.clone(),
        };
        self.session.value(&how)
    }

    fn number(&mut self, field: Field) -> Result<Number, Error> {
        let untold = |session: &Session| {
            let (game, name) = (session.game(), field.name());
            Error::Unfit(format!("{name} is not told of positions of {game}"))
        };
        let whole = |session: &Session, number: Option<i128>| {
            let number = number.ok_or_else(|| untold(session))?;
            Ok(Number::ratio(number, 0))
        };
        match field {
            Field::Remoteness => {
                let told = self.told(Told::Remoteness, "remoteness")?.remoteness;
                whole(self.session, told.map(i128::from))
            }
            Field::Grundy => {
                let told = self.told(Told::Grundy, "Grundy values")?.grundy;
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
                let moves = self.session.moves(self.how)?.moves;
                let best = moves.iter().filter(|mv| mv.best).count();
                Ok(Number::ratio(best as u64, 0))
            }
            Field::Total | Field::Heaps | Field::Heap(_) => self.counted(field),
            Field::Mean | Field::Temperature | Field::LeftStop | Field::RightStop => {
                let value = self.value()?;
                let meter = &mut self.how.limits.meter();
                weighed(&mut self.valuer.arena, value, field, meter).map_err(Error::Stopped)
            }
            Field::Birthday => {
                let value = self.value()?;
                let meter = &mut self.how.limits.meter();
                let birthday = self.valuer.arena.birthday(value, meter)?;
                Ok(Number::ratio(birthday, 0))
            }
            Field::Value => unreachable!("invariant: values are compared as such"),
        }
    }

    /// What the numbers tell that a position is made of.
    fn counted(&self, field: Field) -> Result<Number, Error> {
        let position = self.session.position()?;
        let numbers: Result<Vec<i64>, _> = position.split(',').map(|n| n.trim().parse()).collect();
        let told = numbers.ok().and_then(|numbers| match field {
            Field::Heap(n) => numbers.get(n - 1).copied().map(i128::from),
            Field::Heaps => Some(numbers.iter().filter(|n| **n != 0).count() as i128),
            _ => Some(numbers.into_iter().map(i128::from).sum()),
        });
        let none = || {
            Error::Unfit(format!(
                "{} is told of positions that are numbers, such as 3,4: found {position}",
                field.name()
            ))
        };
        Ok(Number::ratio(told.ok_or_else(none)?, 0))
    }

    fn text(&mut self, field: Field) -> Result<String, Error> {
        if field != Field::Value {
            return Ok(self.number(field)?.to_string());
        }
        let value = self.value()?;
        let meter = &mut self.how.limits.meter();
        Ok(self.valuer.arena.text(value, meter)?)
    }
}

fn weighed(
    arena: &mut values::Arena,
    value: Value,
    field: Field,
    meter: &mut Meter,
) -> Result<Number, bouton_core::StopReason> {
    match field {
        Field::Mean => arena.mean(value, meter),
        Field::Temperature => arena.temperature(value, meter),
        Field::LeftStop => Ok(arena.left_stop(value)),
        _ => Ok(arena.right_stop(value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(game: &str, condition: &str, places: Places) -> Vec<String> {
        let wanted = Wanted {
            condition,
            places,
            first: None,
        };
        let found = find(game, Open::game, &wanted, &How::default()).unwrap();
        found.rows.into_iter().map(|row| row.position).collect()
    }

    const TO_NINE: Places = Places::UpTo {
        up_to: 9,
        piles: None,
    };

    #[test]
    fn heaps_are_found() {
        assert_eq!(
            positions("wythoff", "loss", TO_NINE),
            ["0,0", "1,2", "3,5", "4,7"]
        );
        assert_eq!(
            positions("wythoff", "h1 = 4 & loss | h2 in 9.. & best >= 3", TO_NINE)[0],
            "4,7"
        );
        assert_eq!(positions("kayles", "grundy = 4", TO_NINE), ["5", "9"]);
        let lost = positions("subtraction:1..3", "loss & remoteness in 2..4", TO_NINE);
        // By ones, by twos, by threes.
        assert_eq!(lost, ["2", "4", "4", "5", "8", "9", "6", "7", "8"]);
    }

    /// The boards of 2 × 2: the full one ±1, four of three cells *, two with an upright pair 1, two with a level pair −1, the
    /// others 0.
    #[test]
    fn boards_are_found() {
        let all = |condition| positions("domineering:2,2", condition, Places::Boards);
        assert_eq!(all("value = +-1"), ["../.."]);
        assert_eq!(all("value = *").len(), 4);
        assert_eq!(all("value = 1 & L"), [".#/.#", "#./#."]);
        assert_eq!(all("mean = -1").len(), 2);
        assert_eq!(all("value = 0 & P & loss & moves = 0").len(), 7);
        assert_eq!(all("temperature >= 0 | value <> 0 & best >= 1").len(), 5);
    }

    /// Each says the same twice.
    #[test]
    fn there_are_long_words_for_short_ones() {
        for (long, short) in [
            ("outcome = loss", "loss"),
            ("outcome != win & best_count = 0", "!win & best = 0"),
            ("!outcome != win", "win"),
            ("heaps = 2", "h1 > 0 & h2 > 0"),
            (
                "heaps in ..1 & total > 0",
                "h1 = 0 & h2 > 0 | h1 > 0 & h2 = 0",
            ),
        ] {
            let [long, short] = [long, short].map(|text| positions("wythoff", text, TO_NINE));
            assert!(!long.is_empty() && long == short, "{long:?} {short:?}");
        }
        let all = |condition| positions("domineering:2,2", condition, Places::Boards);
        assert_eq!(all("class = L"), all("L"));
        assert_eq!(all("class != N"), all("L | R | P"));
        let wrong = |condition| {
            let places = Places::Boards;
            let wanted = Wanted {
                condition,
                places,
                first: None,
            };
            find("domineering:2,2", Open::game, &wanted, &How::default())
                .unwrap_err()
                .to_string()
        };
        assert!(wrong("class = win").contains("expected L, R, N or P, found \"win\""));
        assert!(wrong("outcome < win").contains("expected = or !=, found \"<\""));
    }

    #[test]
    fn ranges_of_parameters_are_games() {
        assert_eq!(games("nim").unwrap(), ["nim"]);
        assert_eq!(
            games("a.star:1..3,x").unwrap(),
            ["a.star:1,x", "a.star:2,x", "a.star:3,x"]
        );
        assert_eq!(
            games("a:0..1,5..6").unwrap(),
            ["a:0,5", "a:0,6", "a:1,5", "a:1,6"]
        );
        assert!(games("a:3..1").is_err());
        assert!(games("a:1..1000000").is_err());
    }
}
