//! Requests to a file's functions, and their answers inside the evaluator.

use bouton_core::{Outcome, RuleError, Side, StopReason};
use bouton_external::{Contents, End, Height, Step};
use starlark::eval::Evaluator;
use starlark::values::tuple::TupleRef;
use starlark::values::{UnpackValue, Value};

use crate::fault::Fault;
use crate::file::RuleFile;
use crate::form::Listed;
use crate::function::Function;
use crate::notation::{literal, shortened};
use crate::plain::{Plain, items};
use crate::rewriting::Rewritings;

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
    Plies(Height),
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

/// A move as it is listed.
struct Entry<'v> {
    label: Option<&'v str>,
    next: Value<'v>,
    gain: Option<Value<'v>>,
}

impl<'v> Entry<'v> {
    fn position(next: Value<'v>) -> Self {
        let (label, gain) = (None, None);
        Self { label, next, gain }
    }
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
        let listed = self.moves_listed(function, at, value)?;
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
            moves.push(self.one_move((function, side), at, value, nth, entry)?);
        }
        if checked && !moves.is_empty() {
            self.see_fall((at, value), &moves, &listed)?;
        }
        Ok(Contents { end: None, moves })
    }

    fn plies_of(&mut self, at: &Plain) -> Result<Height, Fault> {
        let value = self.heap_value(at);
        self.plies(at, value)
    }

    /// The result of `plies_left` at a position.
    fn plies(&mut self, at: &Plain, value: Value<'v>) -> Result<Height, Fault> {
        let told = self.call(Function::PliesLeft, &[value])?;
        let plies = match i64::unpack_value(told) {
            Ok(Some(plies)) => Some(plies.into()),
            _ if told.get_type() == "int" => told.to_repr().parse().ok(),
            _ => None,
        };
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
        listed: &[Entry<'v>],
    ) -> Result<(), Fault> {
        let left = self.plies(at, value)?;
        for (mv, entry) in moves.iter().zip(listed) {
            let then = self.plies(&mv.to, entry.next)?;
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
        self.see_many(function, at, told, listed)?;
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

    /// Checks that a list of moves or positions is not one of them.
    fn see_many(
        &self,
        function: Function,
        at: &Plain,
        told: Value<'v>,
        listed: &[Value<'v>],
    ) -> Result<(), Fault> {
        let of_moves = Function::MOVES.contains(&function);
        let has_positions =
            of_moves || matches!(function, Function::Summands | Function::Positions);
        let list = Listed {
            value: &told,
            items: listed,
            is_tuple: told.get_type() == "tuple",
            of_moves,
        };
        if !has_positions || !self.file.forms().is_single(at, &list) {
            return Ok(());
        }
        let what = if of_moves { "moves" } else { "positions" };
        let message = format!(
            "{} must return a list of {what}, found {}, which can be one of them: write [ ] around each list",
            self.file.name_of(function),
            shortened(&told.to_repr())
        );
        Err(self.wrong(function, at, message))
    }

    /// The list of moves that a function returns at a position.
    fn moves_listed(
        &mut self,
        function: Function,
        at: &Plain,
        value: Value<'v>,
    ) -> Result<Vec<Entry<'v>>, Fault> {
        let listed = self.listed(function, at, value)?;
        let is_rewritten = self.file.rewritten(function).is_some();
        let read = |(nth, entry): (usize, &Value<'v>)| match is_rewritten {
            true => Ok(Entry::position(*entry)),
            false => self.entry(function, at, nth, *entry),
        };
        listed.iter().enumerate().map(read).collect()
    }

    fn entry(
        &self,
        function: Function,
        at: &Plain,
        nth: usize,
        entry: Value<'v>,
    ) -> Result<Entry<'v>, Fault> {
        let tuple = TupleRef::from_value(entry).map(TupleRef::content);
        let is_labelled = self.file.forms().is_labelled(at, &entry, tuple);
        let is_labelled = is_labelled.map_err(|why| {
            let message = format!("move {nth}, {}, {why}", shortened(&entry.to_repr()));
            self.wrong(function, at, message)
        })?;
        Ok(match tuple.filter(|_| is_labelled) {
            Some([label, next, gain @ ..]) => Entry {
                label: label.unpack_str(),
                next: *next,
                gain: gain.first().copied(),
            },
            _ => Entry::position(entry),
        })
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
        entry: &Entry<'v>,
    ) -> Result<Step<Plain>, Fault> {
        let next = entry.next;
        let gain = match entry.gain {
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
        let listed = self.moves_listed(self.file.moves_of(side), at, value)?;
        let labels = listed.iter().map(|entry| entry.label.map(str::to_owned));
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
