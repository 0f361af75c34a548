//! Answers requests by the compiled functions of a file. Errors and all that is unusual have no answer here; then Starlark
//! is asked, which gives the answer or the message.

use std::cell::RefCell;

use bouton_core::{Outcome, Side};
use bouton_external::{End, Look, Step};
use bouton_language::{Bail, Machine, Value};

use crate::compiled::Compiled;
use crate::evaluation::guarded;
use crate::file::RuleFile;
use crate::function::Function;
use crate::plain::Plain;
use crate::request::{MOST_MOVES, Reply, Request};

/// The number of machines that a thread keeps.
const KEPT: usize = 4;
/// A file is left to Starlark after this many requests without an answer, if they are a quarter of all.
const MISSES: u64 = 64;

/// A machine for a file.
struct Kept {
    file: u64,
    machine: Machine,
    asked: u64,
    missed: u64,
}

thread_local! {
    static MACHINES: RefCell<Vec<Kept>> = const { RefCell::new(Vec::new()) };
}

/// The reply, unless Starlark must be asked.
pub(crate) fn answer(file: &RuleFile, request: &Request) -> Option<Reply> {
    let compiled = file.compiled()?;
    MACHINES.with_borrow_mut(|machines| {
        let found = machines.iter().rposition(|kept| kept.file == file.id());
        let place = found.unwrap_or_else(|| {
            if machines.len() == KEPT {
                machines.remove(0);
            }
            machines.push(Kept {
                file: file.id(),
                machine: compiled.machine(),
                asked: 0,
                missed: 0,
            });
            machines.len() - 1
        });
        let kept = &mut machines[place];
        if kept.missed > MISSES && 4 * kept.missed > kept.asked {
            return None;
        }
        kept.asked += 1;
        kept.machine.reset();
        let machine = &mut kept.machine;
        let replied = guarded(|| {
            let mut call = Call {
                file,
                compiled,
                machine,
            };
            call.answer(request)
        });
        match replied {
            Ok(Ok(reply)) => Some(reply),
            Ok(Err(Bail)) => {
                kept.missed += 1;
                None
            }
            Err(message) if cfg!(test) => panic!("{message}"),
            // A mistake here must not show.
            Err(_) => {
                machines.remove(place);
                None
            }
        }
    })
}

struct Call<'c> {
    file: &'c RuleFile,
    compiled: &'c Compiled,
    machine: &'c mut Machine,
}

impl Call<'_> {
    fn answer(&mut self, request: &Request) -> Result<Reply, Bail> {
        Ok(match request {
            Request::Look(at, side, checked) => Reply::Look(self.look(at, *side, *checked)?),
            Request::Plies(at) => {
                let at = self.put(at)?;
                Reply::Plies(self.plies(at)?.into())
            }
            Request::Labels(at, side) => Reply::Labels(self.labels(at, *side)?),
            Request::Value(function, at) => {
                let at = self.put(at)?;
                let value = self.call(*function, [at])?;
                Reply::Value(self.plain(&value)?)
            }
            Request::List(function, at) => {
                let at = self.put(at)?;
                let listed = self.listed(*function, at)?;
                let items = self.machine.heap().items(&listed)?.to_vec();
                let items: Result<_, _> = items.iter().map(|item| self.plain(item)).collect();
                Reply::List(items?)
            }
            Request::Rows(at) => Reply::Rows(self.rows(at)?),
        })
    }

    /// A position on the heap.
    fn put(&mut self, at: &Plain) -> Result<Value, Bail> {
        at.fast(self.machine.heap())
    }

    fn plain(&mut self, value: &Value) -> Result<Plain, Bail> {
        Plain::of_fast(value, self.machine.heap())
    }

    fn call<const N: usize>(
        &mut self,
        function: Function,
        arguments: [Value; N],
    ) -> Result<Value, Bail> {
        let function = self.compiled.function(function).ok_or(Bail)?;
        self.machine.call(function, |_| Ok(arguments))
    }

    fn look(&mut self, at: &Plain, side: Side, checked: bool) -> Result<Look<Plain>, Bail> {
        let value = self.put(at)?;
        if let Some(end) = self.file.end() {
            let told = self.call(end, [value])?;
            if !matches!(told, Value::None) {
                let end = Some(self.told(end, &told)?);
                let moves = Vec::new();
                return Ok(Look { end, moves });
            }
        }
        let listed = self.listed(self.file.moves_of(side), value)?;
        let count = self.machine.heap().items(&listed)?.len();
        if count == 0 && self.file.has(Function::Score) {
            return Err(Bail);
        }
        let left = match checked && count > 0 {
            true => Some(self.plies(value)?),
            false => None,
        };
        let mut moves = Vec::with_capacity(count);
        for nth in 0..count {
            let entry = self.machine.heap().items(&listed)?[nth];
            let (_, next, gain) = self.parts(entry);
            let gain = match gain {
                None => 0,
                Some(Value::Int(gain)) => i64::from(i32::try_from(gain).map_err(|_| Bail)?),
                Some(_) => return Err(Bail),
            };
            if gain != 0 && !self.file.is_points() {
                return Err(Bail);
            }
            let keeps_turn = self.file.has(Function::Turn) && self.keeps_turn(value, next)?;
            if let Some(left) = left
                && self.plies(next)? >= left
            {
                return Err(Bail);
            }
            moves.push(Step {
                place: nth as u32,
                side,
                to: self.plain(&next)?,
                gain,
                keeps_turn,
            });
        }
        Ok(Look { end: None, moves })
    }

    fn plies(&mut self, at: Value) -> Result<i64, Bail> {
        match self.call(Function::PliesLeft, [at])? {
            Value::Int(plies) => Ok(plies),
            _ => Err(Bail),
        }
    }

    fn told(&mut self, end: Function, told: &Value) -> Result<End, Bail> {
        if let (Function::Score, Value::Int(points)) = (end, told) {
            let points = i32::try_from(*points).map_err(|_| Bail)?;
            return Ok(End::Points(points.into()));
        }
        match (end, self.machine.heap().text(told)?) {
            (Function::Outcome, b"win") => Ok(End::Outcome(Outcome::Win)),
            (Function::Outcome, b"draw") => Ok(End::Outcome(Outcome::Draw)),
            (Function::Outcome, b"loss") => Ok(End::Outcome(Outcome::Loss)),
            _ => Err(Bail),
        }
    }

    /// The list or tuple that a function returns.
    fn listed(&mut self, function: Function, at: Value) -> Result<Value, Bail> {
        let told = self.call(function, [at])?;
        match self.machine.heap().items(&told)?.len() {
            0..=MOST_MOVES => Ok(told),
            _ => Err(Bail),
        }
    }

    /// The label, the next position and the gain of an entry.
    fn parts(&mut self, entry: Value) -> (Option<Value>, Value, Option<Value>) {
        let heap = self.machine.heap();
        if let Value::Tuple(_) = entry
            && let Ok(items) = heap.items(&entry)
        {
            match items {
                [label, next] if heap.text(label).is_ok() => return (Some(*label), *next, None),
                [label, next, gain] if heap.text(label).is_ok() => {
                    return (Some(*label), *next, Some(*gain));
                }
                _ => {}
            }
        }
        (None, entry, None)
    }

    fn keeps_turn(&mut self, before: Value, after: Value) -> Result<bool, Bail> {
        let told = self.call(Function::Turn, [before, after])?;
        match self.machine.heap().text(&told)? {
            b"same" => Ok(true),
            b"other" => Ok(false),
            _ => Err(Bail),
        }
    }

    fn labels(&mut self, at: &Plain, side: Side) -> Result<Vec<Option<String>>, Bail> {
        let at = self.put(at)?;
        let listed = self.listed(self.file.moves_of(side), at)?;
        let entries = self.machine.heap().items(&listed)?.to_vec();
        let label = |entry: &Value| {
            let label = self.parts(*entry).0;
            label.map(|label| self.text(&label)).transpose()
        };
        entries.iter().map(label).collect()
    }

    fn text(&mut self, value: &Value) -> Result<String, Bail> {
        let mut text = Vec::new();
        self.machine.heap().write(value, &mut text)?;
        String::from_utf8(text).map_err(|_| Bail)
    }

    fn rows(&mut self, at: &Plain) -> Result<Vec<Vec<String>>, Bail> {
        let at = self.put(at)?;
        let listed = self.listed(Function::Draw, at)?;
        let rows = self.machine.heap().items(&listed)?.to_vec();
        let row = |row: &Value| {
            if self.machine.heap().text(row).is_ok() {
                let text = self.text(row)?;
                return Ok(text.chars().map(String::from).collect());
            }
            let cells = self.machine.heap().items(row)?.to_vec();
            cells.iter().map(|cell| self.text(cell)).collect()
        };
        rows.iter().map(row).collect()
    }
}
