//! Functions of values that are computed from those of other values, mostly the options: on an explicit stack, each value
//! once.

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, StopReason};

use crate::arena::{Arena, Options, Value};
use crate::memory;

/// Results by value, kept for reuse.
#[derive(Debug)]
pub(crate) struct Memory<T> {
    all: FastMap<Value, T>,
    /// Bytes that results hold outside the table.
    outside: u64,
}

impl<T> Default for Memory<T> {
    fn default() -> Self {
        Self {
            all: FastMap::default(),
            outside: 0,
        }
    }
}

/// A result that knows its memory use.
pub(crate) trait Weighs {
    /// Bytes held outside itself.
    fn outside(&self) -> u64 {
        0
    }
}

impl Weighs for Value {}
impl Weighs for bool {}
impl Weighs for u64 {}

impl<T: Weighs> Memory<T> {
    pub(crate) fn get(&self, v: Value) -> Option<&T> {
        self.all.get(&v)
    }

    pub(crate) fn of(&self, v: Value) -> &T {
        &self.all[&v]
    }

    pub(crate) fn bytes(&self) -> u64 {
        memory::of_map(&self.all) + self.outside
    }

    fn keep(&mut self, v: Value, found: T, held: u64, meter: &Meter) -> Result<(), StopReason> {
        let weight = found.outside();
        meter.afford(held + weight)?;
        memory::in_map(&mut self.all, held + weight, meter)?;
        self.outside += weight;
        self.all.insert(v, found);
        Ok(())
    }
}

/// The dependencies of a result.
pub(crate) enum Needs<T> {
    /// No dependencies: this is the result.
    Nothing(T),
    /// The results of these values.
    These(Options),
}

/// Computes `T` of `v` and of its dependencies. `needs` returns the dependencies; `join` combines their results.
pub(crate) fn find<T: Weighs>(
    arena: &mut Arena,
    v: Value,
    found: &mut Memory<T>,
    meter: &mut Meter,
    mut needs: impl FnMut(&mut Arena, Value, &mut Meter) -> Result<Needs<T>, StopReason>,
    mut join: impl FnMut(&mut Arena, Value, &Memory<T>, &mut Meter) -> Result<T, StopReason>,
) -> Result<(), StopReason> {
    // A value, and whether its dependencies have been pushed.
    let mut stack: Vec<(Value, bool)> = vec![(v, false)];
    while let Some((v, ready)) = stack.pop() {
        if found.get(v).is_some() {
            continue;
        }
        meter.spend(1)?;
        let held = |arena: &Arena, found: &Memory<T>, stack: &Vec<_>| {
            arena.bytes() + found.bytes() + (stack.capacity() * size_of::<(Value, bool)>()) as u64
        };
        if ready {
            let this = join(arena, v, found, meter)?;
            let held = held(arena, found, &stack);
            found.keep(v, this, held, meter)?;
            continue;
        }
        match needs(arena, v, meter)? {
            Needs::Nothing(this) => {
                let held = held(arena, found, &stack);
                found.keep(v, this, held, meter)?;
            }
            Needs::These(values) => {
                meter.spend(values.len())?;
                if stack.capacity() - stack.len() <= values.len() {
                    let held = held(arena, found, &stack);
                    memory::in_vector(held, &mut stack, values.len() + 1, meter)?;
                }
                stack.push((v, true));
                let missing = values.iter().filter(|o| found.get(**o).is_none());
                stack.extend(missing.map(|o| (*o, false)));
            }
        }
    }
    Ok(())
}

/// The same if the dependencies are the options: `join` receives the results of Left's and of Right's.
pub(crate) fn by_options<T: Weighs + Clone>(
    arena: &mut Arena,
    v: Value,
    found: &mut Memory<T>,
    meter: &mut Meter,
    mut at_once: impl FnMut(&mut Arena, Value, &mut Meter) -> Result<Option<T>, StopReason>,
    mut join: impl FnMut(&mut Arena, Value, [Vec<T>; 2], &mut Meter) -> Result<T, StopReason>,
) -> Result<T, StopReason> {
    let needs = |arena: &mut Arena, v: Value, meter: &mut Meter| {
        if let Some(this) = at_once(arena, v, meter)? {
            return Ok(Needs::Nothing(this));
        }
        let [mut options, right] = arena.options(v, meter)?;
        options.extend(right);
        Ok(Needs::These(options))
    };
    let join = |arena: &mut Arena, v: Value, found: &Memory<T>, meter: &mut Meter| {
        let options = arena.options(v, meter)?;
        meter.spend(options[0].len() + options[1].len())?;
        let of = |side: &Options| side.iter().map(|o| found.of(*o).clone()).collect();
        join(arena, v, [of(&options[0]), of(&options[1])], meter)
    };
    find(arena, v, found, meter, needs, join)?;
    Ok(found.of(v).clone())
}
