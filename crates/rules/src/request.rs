//! Requests to a file's functions, and their answers by a machine that has read the file.

use bouton_core::scene::Scene;
use bouton_core::{Outcome, Side};
use bouton_external::{Contents, End, Height, Step};
use bouton_language::{Machine, Value};
use smallvec::SmallVec;

use crate::fault::Trouble;
use crate::file::RuleFile;
use crate::form::Listed;
use crate::function::Function;
use crate::notation::{literal, shortened, written};
use crate::plain::Plain;
use crate::rewriting::Rewritings;

mod drawing;

use drawing::Drawing;

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
    Scene(Plain),
}

#[derive(Debug)]
pub(crate) enum Reply {
    Contents(Contents<Plain>),
    Plies(Height),
    Labels(Vec<Option<String>>),
    Value(Plain),
    List(Vec<Plain>),
    Scene(Scene),
}

/// Items of a list.
type Values = SmallVec<[Value; 3]>;

/// More moves at a position are refused.
pub(crate) const MOST_MOVES: usize = 1 << 16;

/// A machine with the functions of a file.
struct Call<'c> {
    file: &'c RuleFile,
    functions: &'c [Option<Value>],
    machine: &'c mut Machine,
}

/// A move as it is listed.
struct Entry<'v> {
    label: Option<&'v str>,
    next: &'v Value,
    gain: Option<&'v Value>,
}

impl<'v> Entry<'v> {
    fn position(next: &'v Value) -> Self {
        let (label, gain) = (None, None);
        Self { label, next, gain }
    }
}

impl Request {
    pub(crate) fn answer(
        &self,
        file: &RuleFile,
        functions: &[Option<Value>],
        machine: &mut Machine,
    ) -> Result<Reply, Trouble> {
        let mut call = Call {
            file,
            functions,
            machine,
        };
        match self {
            Self::Contents(at, side) => call
                .look(at, *side, file.sees_heights())
                .map(Reply::Contents),
            Self::Unchecked(at, side) => call.look(at, *side, false).map(Reply::Contents),
            Self::Plies(at) => call.plies(at).map(Reply::Plies),
            Self::Labels(at, side) => call.labels(at, *side).map(Reply::Labels),
            Self::Value(function, at) => call.value(*function, at).map(Reply::Value),
            Self::List(function, at) => call.list(*function, at).map(Reply::List),
            Self::Scene(at) => call.scene(at).map(Reply::Scene),
        }
    }
}

impl Call<'_> {
    /// The value of a position.
    fn value_of(&self, function: Function, at: &Plain) -> Result<Value, Trouble> {
        at.value()
            .map_err(|error| self.file.error(function, &[], &error))
    }

    /// Calls a function that the file has.
    fn call(&mut self, function: Function, arguments: &[Value]) -> Result<Value, Trouble> {
        let called = self.functions[function.place()].as_ref();
        let called = called.expect("invariant: only what is there is called");
        let result = self.machine.call_within(called, arguments);
        result.map_err(|error| self.file.error(function, arguments, &error))
    }

    /// The error if a function returned something unexpected.
    fn wrong(&self, function: Function, at: &Plain, message: String) -> Trouble {
        self.file.fault(function, at, message).into()
    }

    fn plain(
        &self,
        function: Function,
        at: &Plain,
        what: impl Fn() -> String,
        value: &Value,
    ) -> Result<Plain, Trouble> {
        let plain = Plain::of(value);
        plain.map_err(|error| self.wrong(function, at, error.sentence(&what())))
    }

    fn look(&mut self, at: &Plain, side: Side, checked: bool) -> Result<Contents<Plain>, Trouble> {
        let function = self.file.moves_of(side);
        let value = [self.value_of(function, at)?];
        let has_sides = self.file.kind().has_sides();
        if let Some(end) = self.file.end().filter(|_| !has_sides) {
            let told = self.call(end, &value)?;
            if !matches!(told, Value::None) {
                let end = Some(self.told(end, at, &told)?);
                return Ok(Contents {
                    end,
                    moves: Vec::new(),
                });
            }
        }
        let listed = self.listed(function, at, &value)?;
        if listed.is_empty() && self.file.has(Function::Score) {
            if has_sides {
                let told = self.call(Function::Score, &value)?;
                return Ok(Contents {
                    end: Some(self.stuck(at, side, &told)?),
                    moves: Vec::new(),
                });
            }
            let message = "there is no move left, but score says None: play goes on";
            return Err(self.wrong(Function::Score, at, message.into()));
        }
        let mut moves = Vec::with_capacity(listed.len());
        for (nth, entry) in listed.iter().enumerate() {
            moves.push(self.one_move((function, side), (at, &value), nth, entry)?);
        }
        if checked && !moves.is_empty() {
            self.see_fall(at, &moves)?;
        }
        Ok(Contents { end: None, moves })
    }

    /// The result of `plies_left` at a position.
    fn plies(&mut self, at: &Plain) -> Result<Height, Trouble> {
        let value = [self.value_of(Function::PliesLeft, at)?];
        let told = self.call(Function::PliesLeft, &value)?;
        let plies = match &told {
            Value::Int(plies) => Some(Height::from(*plies)),
            other => other.as_big(),
        };
        plies.ok_or_else(|| {
            let found = shortened(&written(&told));
            let message = format!("plies_left must return an int, found {found}");
            self.wrong(Function::PliesLeft, at, message)
        })
    }

    /// Checks that every move lowers `plies_left`, because solvers rely on it.
    fn see_fall(&mut self, at: &Plain, moves: &[Step<Plain>]) -> Result<(), Trouble> {
        let left = self.plies(at)?;
        for mv in moves {
            let then = self.plies(&mv.to)?;
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
    fn stuck(&self, at: &Plain, side: Side, told: &Value) -> Result<End, Trouble> {
        let plain = self.plain(Function::Score, at, result, told)?;
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
    fn told(&self, end: Function, at: &Plain, told: &Value) -> Result<End, Trouble> {
        let plain = self.plain(end, at, result, told)?;
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
        value: &[Value],
    ) -> Result<Values, Trouble> {
        let told = match self.file.rewritten(function) {
            None => self.call(function, value)?,
            Some(rules) => self.rewritten(function, rules, at)?,
        };
        self.many(function, at, value, told)
    }

    /// The items of what a function returned; those of a generator or a range are collected.
    fn many(
        &mut self,
        function: Function,
        at: &Plain,
        value: &[Value],
        told: Value,
    ) -> Result<Values, Trouble> {
        let told = match &told {
            Value::Iter(_) | Value::Range(_) | Value::View(_) => {
                let collected = self.machine.collect(&told).and_then(Value::list);
                collected.map_err(|error| self.file.error(function, value, &error))?
            }
            _ => told,
        };
        let listed = told.items().ok_or_else(|| {
            let advice = match told.kind() {
                "NoneType" => ": is a return missing?",
                "int" | "str" => ": write [ ] around it",
                "dict" => ": write list(…) around it",
                "set" | "frozenset" => ": write sorted(…) around it",
                _ => "",
            };
            let message = format!(
                "{} must return a list, found {}{advice}",
                self.file.name_of(function),
                told.kind()
            );
            self.wrong(function, at, message)
        })?;
        self.see_many(function, at, &told, &listed)?;
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

    fn listed_at(&mut self, function: Function, at: &Plain) -> Result<Values, Trouble> {
        let value = [self.value_of(function, at)?];
        self.listed(function, at, &value)
    }

    /// Checks that a list of moves or positions is not one of them.
    fn see_many(
        &self,
        function: Function,
        at: &Plain,
        told: &Value,
        listed: &[Value],
    ) -> Result<(), Trouble> {
        let of_moves = Function::MOVES.contains(&function);
        let has_positions =
            of_moves || matches!(function, Function::Summands | Function::Positions);
        let list = Listed {
            value: told,
            items: listed,
            is_tuple: matches!(told, Value::Tuple(_)),
            of_moves,
        };
        if !has_positions || !self.file.forms().is_single(at, &list) {
            return Ok(());
        }
        let what = if of_moves { "moves" } else { "positions" };
        let message = format!(
            "{} must return a list of {what}, found {}, which can be one of them: write [ ] around each list",
            self.file.name_of(function),
            shortened(&written(told))
        );
        Err(self.wrong(function, at, message))
    }

    /// An item of a list of moves.
    fn entry<'v>(
        &self,
        function: Function,
        at: &Plain,
        nth: usize,
        entry: &'v Value,
    ) -> Result<Entry<'v>, Trouble> {
        if self.file.rewritten(function).is_some() {
            return Ok(Entry::position(entry));
        }
        let tuple = match entry {
            Value::Tuple(tuple) => Some(tuple.items()),
            _ => None,
        };
        let is_labelled = self.file.forms().is_labelled(at, entry, tuple);
        let is_labelled = is_labelled.map_err(|why| {
            let message = format!("move {nth}, {}, {why}", shortened(&written(entry)));
            self.wrong(function, at, message)
        })?;
        Ok(match tuple.filter(|_| is_labelled) {
            Some([label, next, gain @ ..]) => Entry {
                label: label.as_str(),
                next,
                gain: gain.first(),
            },
            _ => Entry::position(entry),
        })
    }

    /// The list of the positions after rewritings.
    fn rewritten(
        &self,
        function: Function,
        rules: &Rewritings,
        at: &Plain,
    ) -> Result<Value, Trouble> {
        let Some(word) = at.as_str() else {
            let message = "rewritings replace letters: expected a position that is a string";
            return Err(self.wrong(function, at, message.into()));
        };
        let moves = rules.moves(word).ok_or_else(|| {
            let message = "the positions after the moves have too many letters";
            self.wrong(function, at, message.into())
        })?;
        let moves: Result<Vec<_>, _> = moves.iter().map(|word| Value::str(word)).collect();
        let moves = moves.and_then(Value::list);
        moves.map_err(|error| self.file.error(function, &[], &error))
    }

    fn one_move(
        &mut self,
        (function, side): (Function, Side),
        (at, value): (&Plain, &[Value; 1]),
        nth: usize,
        entry: &Value,
    ) -> Result<Step<Plain>, Trouble> {
        let entry = self.entry(function, at, nth, entry)?;
        let gain = match entry.gain {
            None => 0,
            Some(Value::Int(gain)) if i32::try_from(*gain).is_ok() => *gain,
            Some(gain) => {
                let message = format!(
                    "move {nth} earns {}: a gain is an int of 32 bits, the third item of (label, next, gain)",
                    shortened(&written(gain))
                );
                return Err(self.wrong(function, at, message));
            }
        };
        if gain != 0 && !self.file.is_points() {
            let message = format!(
                "move {nth} earns {gain}, but this is no game of points: write points = True, or a function score"
            );
            return Err(self.wrong(function, at, message));
        }
        let what = || format!("the position after move {nth}");
        let to = self.plain(function, at, what, entry.next)?;
        let keeps_turn = self.file.has(Function::Turn) && {
            let after = match entry.next {
                // The function takes a tuple, as elsewhere.
                Value::List(_) => self.value_of(Function::Turn, &to)?,
                next => next.clone(),
            };
            self.keeps_turn(at, &[value[0].clone(), after])?
        };
        Ok(Step {
            place: nth as u32,
            side,
            to,
            gain,
            keeps_turn,
        })
    }

    fn keeps_turn(&mut self, at: &Plain, both: &[Value; 2]) -> Result<bool, Trouble> {
        let told = self.call(Function::Turn, both)?;
        match told.as_str() {
            Some("same") => Ok(true),
            Some("other") => Ok(false),
            _ => {
                let told = shortened(&written(&told));
                let message = format!("turn must return \"same\" or \"other\", found {told}");
                Err(self.wrong(Function::Turn, at, message))
            }
        }
    }

    fn labels(&mut self, at: &Plain, side: Side) -> Result<Vec<Option<String>>, Trouble> {
        let function = self.file.moves_of(side);
        let listed = self.listed_at(function, at)?;
        let label = |(nth, entry)| {
            let entry = self.entry(function, at, nth, entry)?;
            Ok(entry.label.map(str::to_owned))
        };
        listed.iter().enumerate().map(label).collect()
    }

    fn value(&mut self, function: Function, at: &Plain) -> Result<Plain, Trouble> {
        let value = [self.value_of(function, at)?];
        let told = self.call(function, &value)?;
        self.plain(function, at, result, &told)
    }

    fn list(&mut self, function: Function, at: &Plain) -> Result<Vec<Plain>, Trouble> {
        let listed = self.listed_at(function, at)?;
        let plain = |(n, value)| self.plain(function, at, || format!("item {n}"), value);
        listed.iter().enumerate().map(plain).collect()
    }

    fn scene(&mut self, at: &Plain) -> Result<Scene, Trouble> {
        let value = [self.value_of(Function::Draw, at)?];
        let told = self.call(Function::Draw, &value)?;
        let rows = match told.dict_items() {
            Some(entries) => return Drawing { call: self, at }.scene(&entries),
            None => self.many(Function::Draw, at, &value, told)?,
        };
        Drawing { call: self, at }.board(&rows).map(Scene::of)
    }
}

/// The name of what a function returns in messages.
fn result() -> String {
    "the result".into()
}
