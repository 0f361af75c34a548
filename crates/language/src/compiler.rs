//! Compiles trees to operations on registers: names become registers, cells, or places of globals.

mod calls;
mod expressions;
mod statements;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::builtins::Builtin;
use crate::error::Error;
use crate::heap::Heap;
use crate::ops::{CONSTANTS, Code, Op, Reg, Source, Taken, Way};
use crate::scope::{Scope, Scopes};
use crate::tree::{At, Def, Kind, Node, Stmt};
use crate::value::Value;

pub(crate) type Compiled<T> = Result<T, Box<Error>>;

/// More registers than this are refused.
const MOST: usize = 0x7000;
const MOST_GLOBALS: usize = 0xffff;

/// The names at the top level with their places.
#[derive(Clone, Debug, Default)]
pub(crate) struct Globals {
    pub(crate) places: HashMap<String, u16>,
    pub(crate) names: Vec<String>,
}

impl Globals {
    pub(crate) fn place(&mut self, name: &str) -> Option<u16> {
        if let Some(place) = self.places.get(name) {
            return Some(*place);
        }
        if self.names.len() >= MOST_GLOBALS {
            return None;
        }
        let place = self.names.len() as u16;
        self.places.insert(name.to_owned(), place);
        self.names.push(name.to_owned());
        Some(place)
    }
}

/// Where a name is found.
#[derive(Clone, Copy, Debug)]
enum Found {
    Local(Reg),
    Cell(Reg),
    Global(u16),
    Constant(Value),
    Nowhere,
}

/// A constant, to find the same one again.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    None,
    Bool(bool),
    Int(i64),
    Text(String),
    Builtin(Builtin),
}

struct Loop {
    breaks: Vec<usize>,
    continues: Vec<usize>,
}

/// A function while it is compiled.
struct Unit {
    scope: Rc<Scope>,
    ops: Vec<Op>,
    places: Vec<At>,
    constants: Vec<Value>,
    known_constants: HashMap<Key, Reg>,
    /// Registers of variables, and whether these hold cells; of comprehensions, the innermost last.
    variables: Vec<HashMap<String, (Reg, bool)>>,
    names: Vec<String>,
    /// Whether a variable surely has a value, by its register.
    assigned: Vec<bool>,
    next: usize,
    registers: usize,
    loops: Vec<Loop>,
    at: At,
    is_module: bool,
    collects: Option<Reg>,
    captures: Vec<Reg>,
    /// A jump is too far for its operation.
    too_long: bool,
}

/// Compiles a text.
pub(crate) struct Compiler<'c> {
    pub(crate) heap: &'c mut Heap,
    pub(crate) globals: &'c mut Globals,
    pub(crate) codes: &'c mut Vec<Arc<Code>>,
    pub(crate) natives: &'c [String],
    pub(crate) source: Arc<Source>,
    scopes: Scopes,
    units: Vec<Unit>,
    /// Names that the text gives at the top level.
    bound: crate::scope::Names,
}

impl<'c> Compiler<'c> {
    pub(crate) fn new(
        heap: &'c mut Heap,
        globals: &'c mut Globals,
        codes: &'c mut Vec<Arc<Code>>,
        natives: &'c [String],
        source: Arc<Source>,
    ) -> Self {
        Self {
            heap,
            globals,
            codes,
            natives,
            source,
            scopes: Scopes::default(),
            units: Vec::new(),
            bound: crate::scope::Names::new(),
        }
    }

    /// The number of the code of all statements of a text.
    pub(crate) fn module(&mut self, statements: &[Stmt]) -> Compiled<u32> {
        let scope = self.scopes.of_module(statements);
        self.bound = scope.bound.union(&self.scopes.globals).cloned().collect();
        for name in &self.bound {
            if self.globals.place(name).is_none() {
                return Err(Box::new(Error::new(
                    "there are too many names",
                    &self.source.text,
                    0..0,
                )));
            }
        }
        let at = At::default();
        self.units.push(Unit::new(Rc::new(scope), true));
        self.block(statements)?;
        let none = self.constant_none();
        self.emit(Op::Return(none));
        self.finish("", Vec::new(), 0, at)
    }

    fn unit(&mut self) -> &mut Unit {
        self.units
            .last_mut()
            .expect("invariant: something is compiled")
    }

    fn unit_ref(&self) -> &Unit {
        self.units.last().expect("invariant: something is compiled")
    }

    fn wrong<T>(&self, message: impl Into<String>, at: At) -> Compiled<T> {
        Err(Box::new(Error::new(message, &self.source.text, at.range())))
    }

    /// Compiles a function, and returns the number of its code.
    fn function(&mut self, def: &Def) -> Compiled<u32> {
        let scope = self.scopes.of(def);
        let mut unit = Unit::new(scope.clone(), false);
        let mut places = HashMap::new();
        for parameter in &def.parameters {
            let reg = unit.temporaries(1);
            places.insert(
                parameter.name.clone(),
                (reg, scope.inner.contains(&parameter.name)),
            );
            unit.names.push(parameter.name.clone());
            unit.assigned.push(true);
        }
        for name in &scope.bound {
            if !places.contains_key(name) {
                let reg = unit.temporaries(1);
                places.insert(name.clone(), (reg, scope.inner.contains(name)));
                unit.names.push(name.clone());
                unit.assigned.push(false);
            }
        }
        let locals = unit.next;
        for name in &scope.free {
            if let Found::Cell(outer) = self.find(name) {
                let reg = unit.temporaries(1);
                places.insert(name.clone(), (reg, true));
                unit.captures.push(outer);
            } else if scope.nonlocals.contains(name) {
                return self.wrong(
                    format!("`nonlocal {name}`: no function around has this variable"),
                    def.at,
                );
            }
        }
        let cells: Vec<Reg> = places
            .values()
            .filter(|(reg, cell)| *cell && usize::from(*reg) < locals)
            .map(|(reg, _)| *reg)
            .collect();
        unit.variables.push(places);
        unit.at = def.at;
        self.units.push(unit);
        let mut cells = cells;
        cells.sort_unstable();
        for reg in cells {
            self.emit(Op::NewCell(reg));
        }
        if scope.has_yield {
            let list = self.temporary();
            self.unit().collects = Some(list);
            self.emit(Op::List(list, list, 0));
        }
        if !def.is_lambda && scope.free.len() > MOST {
            return self.wrong("this function uses too many names", def.at);
        }
        self.block(&def.body)?;
        let none = self.constant_none();
        self.emit(Op::Return(none));
        let taken = def.parameters.iter().map(|parameter| Taken {
            name: parameter.name.clone(),
            kind: parameter.kind,
            has_default: parameter.default.is_some(),
        });
        self.finish(&def.name, taken.collect(), locals, def.at)
    }

    fn finish(&mut self, name: &str, parameters: Vec<Taken>, free: usize, at: At) -> Compiled<u32> {
        let mut unit = self.units.pop().expect("invariant: something is compiled");
        if unit.too_long || unit.registers > MOST || unit.constants.len() > MOST {
            return self.wrong("this is too long: split it into functions", at);
        }
        let base = unit.registers as Reg;
        for op in &mut unit.ops {
            op.registers(|reg| {
                if *reg >= CONSTANTS {
                    *reg = base + (*reg - CONSTANTS);
                }
            });
        }
        self.codes.push(Arc::new(Code {
            name: name.to_owned(),
            ops: unit.ops,
            places: unit.places,
            constants: unit.constants,
            is_simple: parameters
                .iter()
                .all(|parameter| matches!(parameter.kind, Kind::Plain | Kind::Positional)),
            parameters,
            free,
            captures: unit.captures,
            names: unit.names,
            registers: unit.registers,
            collects: unit.collects,
            at,
            source: self.source.clone(),
        }));
        Ok(self.codes.len() as u32 - 1)
    }

    // Names.

    fn find(&self, name: &str) -> Found {
        let unit = self.unit_ref();
        for variables in unit.variables.iter().rev() {
            if let Some((reg, cell)) = variables.get(name) {
                return if *cell {
                    Found::Cell(*reg)
                } else {
                    Found::Local(*reg)
                };
            }
        }
        if let Some(place) = self.globals.places.get(name) {
            return Found::Global(*place);
        }
        if let Some(native) = self.natives.iter().position(|native| native == name) {
            return Found::Constant(Value::Native(native as u16));
        }
        match Builtin::named(name) {
            Some(builtin) => Found::Constant(Value::Builtin(builtin)),
            None => Found::Nowhere,
        }
    }

    /// The built-in that a name stands for, if nothing else has the name.
    fn builtin(&self, node: &Node) -> Option<Builtin> {
        let crate::tree::Expr::Name(name) = &node.kind else {
            return None;
        };
        match self.find(name) {
            Found::Constant(Value::Builtin(builtin)) => Some(builtin),
            _ => None,
        }
    }

    fn unknown<T>(&self, name: &str, at: At) -> Compiled<T> {
        if let Some(advice) = crate::modules::instead_of_name(name) {
            return self.wrong(format!("the name `{name}` is not defined: {advice}"), at);
        }
        let own = self
            .globals
            .names
            .iter()
            .chain(&self.unit_ref().names)
            .map(String::as_str);
        let near = own
            .filter(|known| crate::modules::nearly(known, name))
            .min();
        let near =
            near.or_else(|| Builtin::names().find(|known| crate::modules::nearly(known, name)));
        match near {
            Some(near) => self.wrong(
                format!("the name `{name}` is not defined: is `{near}` meant?"),
                at,
            ),
            None => self.wrong(format!("the name `{name}` is not defined"), at),
        }
    }

    // Operations.

    fn emit(&mut self, op: Op) {
        let unit = self.unit();
        unit.ops.push(op);
        unit.places.push(unit.at);
    }

    fn here(&self) -> usize {
        self.unit_ref().ops.len()
    }

    /// Emits a jump whose way is set by [`Self::land`].
    fn jump(&mut self, op: Op) -> usize {
        self.emit(op);
        self.here() - 1
    }

    fn land(&mut self, jumps: Vec<usize>) {
        let here = self.here();
        for jump in jumps {
            self.aim(jump, here);
        }
    }

    /// Sets the way of a jump.
    fn aim(&mut self, jump: usize, to: usize) {
        let unit = self.unit();
        let distance = to as i64 - (jump as i64 + 1);
        let way = match &mut unit.ops[jump] {
            Op::Jump(_) if Way::try_from(distance).is_err() => {
                unit.ops[jump] = Op::JumpFar(to as u32);
                return;
            }
            Op::Jump(way)
            | Op::JumpTrue(_, way)
            | Op::JumpFalse(_, way)
            | Op::JumpIf(_, _, _, way)
            | Op::JumpUnless(_, _, _, way)
            | Op::Next(_, _, way) => way,
            _ => return,
        };
        match Way::try_from(distance) {
            Ok(distance) => *way = distance,
            Err(_) => unit.too_long = true,
        }
    }

    fn temporary(&mut self) -> Reg {
        self.unit().temporaries(1)
    }

    fn temporaries(&mut self, count: usize) -> Reg {
        self.unit().temporaries(count)
    }

    /// Frees the registers that `work` took.
    fn scratch<T>(&mut self, work: impl FnOnce(&mut Self) -> Compiled<T>) -> Compiled<T> {
        let before = self.unit().next;
        let done = work(self)?;
        self.unit().next = before;
        Ok(done)
    }

    fn constant(&mut self, key: Option<Key>, value: Value) -> Reg {
        let unit = self.unit();
        if let Some(key) = &key
            && let Some(reg) = unit.known_constants.get(key)
        {
            return *reg;
        }
        if unit.constants.len() >= MOST {
            unit.too_long = true;
            return CONSTANTS;
        }
        let reg = CONSTANTS + unit.constants.len() as Reg;
        unit.constants.push(value);
        if let Some(key) = key {
            unit.known_constants.insert(key, reg);
        }
        reg
    }

    fn constant_none(&mut self) -> Reg {
        self.constant(Some(Key::None), Value::None)
    }

    fn constant_text(&mut self, text: &str) -> Compiled<Reg> {
        let key = Key::Text(text.to_owned());
        if let Some(reg) = self.unit().known_constants.get(&key) {
            return Ok(*reg);
        }
        let value = self
            .heap
            .string(text)
            .or_else(|trouble| self.wrong(trouble.message.clone(), self.unit_ref().at))?;
        Ok(self.constant(Some(key), value))
    }
}

impl Unit {
    fn new(scope: Rc<Scope>, is_module: bool) -> Self {
        Self {
            scope,
            ops: Vec::new(),
            places: Vec::new(),
            constants: Vec::new(),
            known_constants: HashMap::new(),
            variables: Vec::new(),
            names: Vec::new(),
            assigned: Vec::new(),
            next: 0,
            registers: 0,
            loops: Vec::new(),
            at: At::default(),
            is_module,
            collects: None,
            captures: Vec::new(),
            too_long: false,
        }
    }

    /// Consecutive registers; a function that needs too many is refused at the end.
    fn temporaries(&mut self, count: usize) -> Reg {
        let first = self.next;
        if first + count >= MOST {
            self.too_long = true;
            return 0;
        }
        self.next += count;
        self.registers = self.registers.max(self.next);
        first as Reg
    }
}
