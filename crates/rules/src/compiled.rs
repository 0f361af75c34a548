//! [`Compiled`]: the functions of a file as a program of the crate `language`.

use std::sync::Arc;

use bouton_language::{Bail, Global, Heap, Machine, Program, Value as Fast};
use starlark::environment::FrozenModule;
use starlark::values::dict::DictRef;
use starlark::values::list::ListRef;
use starlark::values::tuple::TupleRef;
use starlark::values::{OwnedFrozenValue, UnpackValue, Value};

use crate::function::Function;

/// The compiled functions of a file.
#[derive(Debug)]
pub(crate) struct Compiled {
    program: Arc<Program>,
    /// By [`Function::place`].
    functions: Vec<Option<usize>>,
}

/// Larger constants are left to Starlark: each thread has a copy.
const LARGEST: usize = 1 << 18;
/// The deepest nesting of constants.
const DEEPEST: usize = 50;

impl Compiled {
    /// `None` if no function can be called.
    pub(crate) fn of(
        text: &str,
        module: &FrozenModule,
        functions: &[Option<OwnedFrozenValue>],
    ) -> Option<Self> {
        let get = |name: &str| module.get_option(name).ok().flatten();
        let mut left = LARGEST;
        let program = Program::compile(text, &mut |name, heap| match get(name) {
            None => Global::Absent,
            Some(value) => {
                constant(value.value(), heap, &mut left, 0).map_or(Global::Unknown, Global::Value)
            }
        })?;
        let compiled = |function: &Option<OwnedFrozenValue>| {
            let wanted = function.as_ref()?.value();
            let is_it = |name: &&str| get(name).is_some_and(|value| value.value().ptr_eq(wanted));
            program.function(program.names().find(is_it)?)
        };
        let functions: Vec<_> = functions.iter().map(compiled).collect();
        let has_any = functions.iter().any(Option::is_some);
        has_any.then_some(Self { program, functions })
    }

    /// The number of a function for [`Machine::call`].
    pub(crate) fn function(&self, function: Function) -> Option<usize> {
        self.functions[function.place()]
    }

    pub(crate) fn machine(&self) -> Machine {
        self.program.machine()
    }
}

/// A frozen value as a constant.
fn constant(value: Value, heap: &mut Heap, left: &mut usize, depth: usize) -> Result<Fast, Bail> {
    let size = value.unpack_str().map_or(1, |text| 1 + text.len() / 16);
    *left = left.checked_sub(size).ok_or(Bail)?;
    if depth > DEEPEST {
        return Err(Bail);
    }
    if value.is_none() {
        return Ok(Fast::None);
    }
    if let Some(truth) = value.unpack_bool() {
        return Ok(Fast::Bool(truth));
    }
    if let Ok(Some(n)) = i64::unpack_value(value) {
        return Ok(Fast::Int(n));
    }
    if let Some(text) = value.unpack_str() {
        return heap.string(text.as_bytes());
    }
    if let Some(tuple) = TupleRef::from_value(value) {
        let items = constants(tuple.content(), heap, left, depth)?;
        return heap.tuple(&items);
    }
    if let Some(list) = ListRef::from_value(value) {
        let items = constants(list.content(), heap, left, depth)?;
        return heap.list_of(&items);
    }
    let entries = DictRef::from_value(value).ok_or(Bail)?;
    let dict = heap.dict()?;
    for (key, value) in entries.iter() {
        let key = constant(key, heap, left, depth + 1)?;
        let value = constant(value, heap, left, depth + 1)?;
        heap.insert(dict, key, value)?;
    }
    Ok(Fast::Dict(dict))
}

fn constants(
    values: &[Value],
    heap: &mut Heap,
    left: &mut usize,
    depth: usize,
) -> Result<Vec<Fast>, Bail> {
    let items = values.iter();
    items
        .map(|item| constant(*item, heap, left, depth + 1))
        .collect()
}
