//! Requests to a file's functions, and their answers inside the evaluator.

use bouton_core::{Outcome, RuleError, Side, StopReason};
use bouton_external::{Contents, End, Step};
use starlark::eval::Evaluator;
use starlark::values::Value;

use crate::fault::Fault;
use crate::file::RuleFile;
use crate::function::Function;
use crate::notation::{literal, shortened};
use crate::plain::{Plain, items};
use crate::rewriting::Rewritings;
use crate::watch::Places;

/// A request to a file's functions.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    /// Whether play is over, and the moves. Each move must lower `plies_left`, if that is checked.
    Contents(Plain, Side),
    /// The same, without the check of `plies_left`.
    Unchecked(Plain, Side),
    /// The result of `plies_left`.
    Plies(Plain),
    /// The labels of the moves, `None` where a move has none.
    Labels(Plain, Side),
    /// The result of a function as plain data.
    Value(Function, Plain),
    /// The result of a function as a list of plain data.
    List(Function, Plain),
    /// The result of `draw`.
    Rows(Plain),
}

/// The reply.
#[derive(Debug)]
pub(crate) enum Reply {
    Contents(Contents<Plain>),
    Plies(i128),
    Labels(Vec<Option<String>>),
    Value(Plain),
    List(Vec<Plain>),
    Rows(Vec<Vec<String>>),
}

/// The reason why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The file has a mistake.
    Fault(Fault),
    /// A limit was reached.
    Stopped(StopReason),
}

impl From<Trouble> for RuleError {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Fault(fault) => Self::Broken(fault.to_string()),
            Trouble::Stopped(reason) => Self::Stopped(reason),
        }
    }
}

/// More moves at a position are refused.
pub(crate) const MOST_MOVES: usize = 1 << 16;

/// The functions of a file on an evaluator's heap.
pub(crate) type Functions<'v> = Vec<Option<Value<'v>>>;

/// An evaluator with the functions of a file.
struct Call<'c, 'v, 'a, 'e> {
    file: &'c RuleFile,
    functions: &'c Functions<'v>,
    evaluator: &'c mut Evaluator<'v, 'a, 'e>,
}

impl Request {
    /// The main function that it calls, and the position.
    pub(crate) fn call(&self, file: &RuleFile) -> (Function, &Plain) {
        match self {
            Self::Contents(at, side) | Self::Unchecked(at, side) | Self::Labels(at, side) => {
                (file.moves_of(*side), at)
            }
            Self::Plies(at) => (Function::PliesLeft, at),
            Self::Value(function, at) | Self::List(function, at) => (*function, at),
            Self::Rows(at) => (Function::Draw, at),
        }
    }

    pub(crate) fn answer<'v>(
        &self,
        file: &RuleFile,
        functions: &Functions<'v>,
        evaluator: &mut Evaluator<'v, '_, '_>,
    ) -> Result<Reply, Trouble> {
        let mut call = Call {
            file,
            functions,
            evaluator,
        };
        let reply = match self {
            Self::Contents(at, side) => call
                .look(at, *side, file.sees_heights())
                .map(Reply::Contents),
            Self::Unchecked(at, side) => call.look(at, *side, false).map(Reply::Contents),
            Self::Plies(at) => call.plies_of(at).map(Reply::Plies),
            Self::Labels(at, side) => call.labels(at, *side).map(Reply::Labels),
            Self::Value(function, at) => call.value(*function, at).map(Reply::Value),
            Self::List(function, at) => call.list(*function, at).map(Reply::List),
            Self::Rows(at) => call.rows(at).map(Reply::Rows),
        };
        reply.map_err(Trouble::Fault)
    }
}

impl<'v> Call<'_, 'v, '_, '_> {
    fn heap_value(&self, at: &Plain) -> Value<'v> {
        at.value(self.evaluator.heap())
    }

    /// Calls a function that the file has.
    fn call(&mut self, function: Function, arguments: &[Value<'v>]) -> Result<Value<'v>, Fault> {
        let called =
            self.functions[function.place()].expect("invariant: only what is there is called");
        let result = self.evaluator.eval_function(called, arguments, &[]);
        result.map_err(|error| {
            Fault::of(self.file.path(), &error)
                .at_least(self.file.place_of(function))
                .during(self.call_text(function, arguments))
        })
    }

    fn call_text(&self, function: Function, arguments: &[Value<'v>]) -> String {
        let shown = arguments.iter().map(|value| shortened(&value.to_repr()));
        let shown: Vec<_> = shown.collect();
        format!("{}({})", self.file.name_of(function), shown.join(", "))
    }

    /// The error if a function returned something unexpected.
    fn wrong(&self, function: Function, at: &Plain, message: String) -> Fault {
        self.file.fault(function, at, message)
    }

    fn plain(
        &self,
        function: Function,
        at: &Plain,
        what: &str,
        value: Value,
    ) -> Result<Plain, Fault> {
        Plain::of(value).map_err(|error| self.file.not_plain(function, at, what, &error))
    }

    fn look(&mut self, at: &Plain, side: Side, checked: bool) -> Result<Contents<Plain>, Fault> {
        let value = self.heap_value(at);
        let has_sides = self.file.kind().has_sides();
        if let Some(end) = self.file.end().filter(|_| !has_sides) {
            let told = self.call(end, &[value])?;
            if !told.is_none() {
                let end = Some(self.told(end, at, told)?);
                return Ok(Contents {
                    end,
                    moves: Vec::new(),
                });
            }
        }
        let function = self.file.moves_of(side);
        let listed = self.listed(function, at, value)?;
        if listed.is_empty() && self.file.has(Function::Score) {
            if has_sides {
                let told = self.call(Function::Score, &[value])?;
                return Ok(Contents {
                    end: Some(self.stuck(at, side, told)?),
                    moves: Vec::new(),
                });
            }
            let message = "there is no move left, but score says None: play goes on";
            return Err(self.wrong(Function::Score, at, message.into()));
        }
        let mut moves = Vec::with_capacity(listed.len());
        for (nth, entry) in listed.iter().enumerate() {
            moves.push(self.one_move((function, side), at, value, nth, *entry)?);
        }
        if checked && !moves.is_empty() {
            self.see_fall((at, value), &moves, listed)?;
        }
        Ok(Contents { end: None, moves })
    }

    fn plies_of(&mut self, at: &Plain) -> Result<i128, Fault> {
        let value = self.heap_value(at);
        self.plies(at, value)
    }

    /// The result of `plies_left` at a position.
    fn plies(&mut self, at: &Plain, value: Value<'v>) -> Result<i128, Fault> {
        let told = self.call(Function::PliesLeft, &[value])?;
        let plies = Plain::of(told).ok().and_then(|told| told.as_int());
        plies.ok_or_else(|| {
            let found = shortened(&told.to_repr());
            let message = format!("plies_left must return an int, found {found}");
            self.wrong(Function::PliesLeft, at, message)
        })
    }

    /// Checks that every move lowers `plies_left`, because solvers rely on it.
    fn see_fall(
        &mut self,
        (at, value): (&Plain, Value<'v>),
        moves: &[Step<Plain>],
        listed: &[Value<'v>],
    ) -> Result<(), Fault> {
        let left = self.plies(at, value)?;
        for (mv, entry) in moves.iter().zip(listed) {
            let then = self.plies(&mv.to, parts(*entry).1)?;
            if then >= left {
                let shown = |at| shortened(&self.file.shape().show(at));
                let message = format!(
                    "play may not end: plies_left is {left} at {} and {then} after the move to {}, and every move must lower it",
                    shown(at),
                    shown(&mv.to)
                );
                return Err(self.wrong(Function::PliesLeft, at, message));
            }
        }
        Ok(())
    }

    /// The score for a side that cannot move, from what `score` may return in a game of Left and Right: Left's points minus
    /// Right's, or a pair of that if Left cannot move and if Right cannot.
    fn stuck(&self, at: &Plain, side: Side, told: Value) -> Result<End, Fault> {
        let plain = self.plain(Function::Score, at, "the result", told)?;
        let small = |plain: &Plain| {
            let points = plain.as_int();
            points.and_then(|points| i32::try_from(points).ok())
        };
        let points = match plain.items().as_deref() {
            Some([left, right]) => small(if side == Side::Left { left } else { right }),
            Some(_) => None,
            None => small(&plain),
        };
        let Some(points) = points.map(i64::from) else {
            let message = format!(
                "score must return Left's points minus Right's, an int of 32 bits, or a pair of them: if Left cannot move, if Right cannot; found {}",
                shortened(&literal(&plain))
            );
            return Err(self.wrong(Function::Score, at, message));
        };
        Ok(End::Points(match side {
            Side::Left => points,
            Side::Right => -points,
        }))
    }

    /// The end of play, from the values that `outcome` or `score` may return.
    fn told(&self, end: Function, at: &Plain, told: Value) -> Result<End, Fault> {
        let plain = self.plain(end, at, "the result", told)?;
        let points = plain.as_int().and_then(|points| i32::try_from(points).ok());
        let expected = match (end, plain.as_str(), points) {
            (Function::Outcome, Some("win"), _) => return Ok(End::Outcome(Outcome::Win)),
            (Function::Outcome, Some("draw"), _) => return Ok(End::Outcome(Outcome::Draw)),
            (Function::Outcome, Some("loss"), _) => return Ok(End::Outcome(Outcome::Loss)),
            (Function::Outcome, ..) => "\"win\", \"draw\" or \"loss\" for the player to move",
            (_, _, Some(points)) => return Ok(End::Points(points.into())),
            _ => "an int of 32 bits",
        };
        let found = shortened(&literal(&plain));
        let message = format!(
            "{} must return {expected}, or None while play goes on; found {found}",
            self.file.name_of(end)
        );
        Err(self.wrong(end, at, message))
    }

    /// The list that a function returns at a position.
    fn listed(
        &mut self,
        function: Function,
        at: &Plain,
        value: Value<'v>,
    ) -> Result<&'v [Value<'v>], Fault> {
        let told = match self.file.rewritten(function) {
            None => self.call(function, &[value])?,
            Some(rules) => self.rewritten(function, rules, at)?,
        };
        let listed = items(told).ok_or_else(|| {
            let advice = match told.get_type() {
                "NoneType" => ": is a return missing?",
                "int" | "string" => ": write [ ] around it",
                "dict" | "set" => ": write list(…) around it",
                _ => "",
            };
            let message = format!(
                "{} must return a list, found {}{advice}",
                self.file.name_of(function),
                told.get_type()
            );
            self.wrong(function, at, message)
        })?;
        if listed.len() > MOST_MOVES {
            let message = format!(
                "{} returned a list of {}; at most {MOST_MOVES} are taken",
                self.file.name_of(function),
                listed.len()
            );
            return Err(self.wrong(function, at, message));
        }
        Ok(listed)
    }

    /// The list of the positions after rewritings.
    fn rewritten(
        &mut self,
        function: Function,
        rules: &Rewritings,
        at: &Plain,
    ) -> Result<Value<'v>, Fault> {
        let Some(word) = at.as_str() else {
            let message = "rewritings replace letters: expected a position that is a string";
            return Err(self.wrong(function, at, message.into()));
        };
        let moves = rules.moves(word).ok_or_else(|| {
            let message = "the positions after the moves have too many letters";
            self.wrong(function, at, message.into())
        })?;
        Ok(self.evaluator.heap().alloc(moves))
    }

    fn one_move(
        &mut self,
        (function, side): (Function, Side),
        at: &Plain,
        before: Value<'v>,
        nth: usize,
        entry: Value<'v>,
    ) -> Result<Step<Plain>, Fault> {
        let (_, next, gain) = parts(entry);
        let gain = match gain {
            None => 0,
            Some(gain) => gain.unpack_i32().map(i64::from).ok_or_else(|| {
                let message = format!(
                    "move {nth} earns {}: a gain is an int of 32 bits, the third item of (label, next, gain)",
                    shortened(&gain.to_repr())
                );
                self.wrong(function, at, message)
            })?,
        };
        if gain != 0 && !self.file.is_points() {
            let message = format!(
                "move {nth} earns {gain}, but this is no game of points: write points = True, or a function score"
            );
            return Err(self.wrong(function, at, message));
        }
        let keeps_turn = self.file.has(Function::Turn) && self.keeps_turn(at, before, next)?;
        Ok(Step {
            place: nth as u32,
            side,
            to: self.plain(
                function,
                at,
                &format!("the position after move {nth}"),
                next,
            )?,
            gain,
            keeps_turn,
        })
    }

    fn keeps_turn(
        &mut self,
        at: &Plain,
        before: Value<'v>,
        after: Value<'v>,
    ) -> Result<bool, Fault> {
        let told = self.call(Function::Turn, &[before, after])?;
        match told.unpack_str() {
            Some("same") => Ok(true),
            Some("other") => Ok(false),
            _ => {
                let told = shortened(&told.to_repr());
                let message = format!("turn must return \"same\" or \"other\", found {told}");
                Err(self.wrong(Function::Turn, at, message))
            }
        }
    }

    fn labels(&mut self, at: &Plain, side: Side) -> Result<Vec<Option<String>>, Fault> {
        let value = self.heap_value(at);
        let listed = self.listed(self.file.moves_of(side), at, value)?;
        let labels = listed
            .iter()
            .map(|entry| parts(*entry).0.map(str::to_owned));
        Ok(labels.collect())
    }

    fn value(&mut self, function: Function, at: &Plain) -> Result<Plain, Fault> {
        let told = self.call(function, &[self.heap_value(at)])?;
        self.plain(function, at, "the result", told)
    }

    fn list(&mut self, function: Function, at: &Plain) -> Result<Vec<Plain>, Fault> {
        let value = self.heap_value(at);
        let listed = self.listed(function, at, value)?;
        let plain =
            |(n, value): (usize, &Value)| self.plain(function, at, &format!("item {n}"), *value);
        listed.iter().enumerate().map(plain).collect()
    }

    fn rows(&mut self, at: &Plain) -> Result<Vec<Vec<String>>, Fault> {
        let value = self.heap_value(at);
        let listed = self.listed(Function::Draw, at, value)?;
        listed.iter().map(|row| self.row(at, *row)).collect()
    }

    fn row(&self, at: &Plain, row: Value<'v>) -> Result<Vec<String>, Fault> {
        if let Some(text) = row.unpack_str() {
            return Ok(text.chars().map(String::from).collect());
        }
        let cells = items(row).map(|cells| cells.iter().map(|cell| cell.to_str()).collect());
        cells.ok_or_else(|| {
            let message = "draw must return a list of rows, each a string or a list of strings";
            self.wrong(Function::Draw, at, message.into())
        })
    }
}

/// The label, the next position and the gain of an entry: a tuple of two or three that begins with a string, or the next
/// position alone.
fn parts<'v>(entry: Value<'v>) -> (Option<&'v str>, Value<'v>, Option<Value<'v>>) {
    let tuple = starlark::values::tuple::TupleRef::from_value(entry).map(|tuple| tuple.content());
    match tuple {
        Some([label, next]) if label.unpack_str().is_some() => (label.unpack_str(), *next, None),
        Some([label, next, gain]) if label.unpack_str().is_some() => {
            (label.unpack_str(), *next, Some(*gain))
        }
        _ => (None, entry, None),
    }
}
