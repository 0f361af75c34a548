//! Compiles a function to a list of operations on registers.
//!
//! The registers of a function are its variables, then intermediate values, then its constants. Each operation has 8 bytes.

use crate::builtins::{Builtin, Method};
use crate::node::{Body, Clause, Comprehension, Node, Operator, Step, Target, Test};
use crate::value::Value;

/// A register.
pub(crate) type Reg = u16;
/// A place in a list of operations.
pub(crate) type Place = u16;

/// An operation; the result goes to the first register. `Jump…` continues at a place if its condition holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Move(Reg, Reg),
    Unset(Reg),
    /// Bails if a variable has no value.
    Check(Reg),
    Bail,
    Add(Reg, Reg, Reg),
    Sub(Reg, Reg, Reg),
    And(Reg, Reg, Reg),
    Or(Reg, Reg, Reg),
    Binary(Operator, Reg, Reg, Reg),
    /// `+=`: a list grows in its place.
    Grow(Reg, Reg, Reg),
    Minus(Reg, Reg),
    Invert(Reg, Reg),
    Index(Reg, Reg, Reg),
    /// `a[:b]`
    Front(Reg, Reg, Reg),
    /// `a[b:]`
    Back(Reg, Reg, Reg),
    /// A slice whose three parts are in consecutive registers.
    Slice(Reg, Reg, Reg),
    SetIndex(Reg, Reg, Reg),
    Len(Reg, Reg),
    Pair(Reg, Reg, Reg),
    /// A tuple of values in consecutive registers, and their number.
    Tuple(Reg, Reg, u16),
    List(Reg, Reg, u16),
    Push(Reg, Reg),
    Dict(Reg),
    /// Sets the value of a key; with `true`, the key must be new.
    Enter(bool, Reg, Reg, Reg),
    /// Two items to two registers.
    Unpack(Reg, Reg, Reg),
    /// Items to consecutive registers: the first, the value, their number.
    UnpackAll(Reg, Reg, u16),
    /// A call of a function with arguments in consecutive registers.
    Call(Reg, u16, Reg),
    Builtin(Builtin, Reg, Reg, u16),
    Method(Method, Reg, Reg, u16),
    /// Begins to iterate over a value.
    Begin(Reg, Reg),
    /// The next item, and a jump if there is one.
    Next(Reg, Reg, Place),
    /// Ends to iterate before the last item.
    Release(Reg),
    Jump(Place),
    JumpTrue(Reg, Place),
    JumpFalse(Reg, Place),
    JumpEqual(Reg, Reg, Place),
    JumpUnequal(Reg, Reg, Place),
    JumpLess(Reg, Reg, Place),
    JumpLessEqual(Reg, Reg, Place),
    JumpIn(Reg, Reg, Place),
    JumpNotIn(Reg, Reg, Place),
    Return(Reg),
}

/// A function.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) ops: Box<[Op]>,
    pub(crate) constants: Box<[Value]>,
    pub(crate) parameters: usize,
    /// The place of the constants, after all other registers.
    pub(crate) registers: Reg,
}

impl Code {
    /// The number of registers with those of constants.
    pub(crate) fn size(&self) -> usize {
        usize::from(self.registers) + self.constants.len()
    }
}

/// More registers, constants and operations are left to the other interpreter.
const MOST: usize = 1 << 10;
const LONGEST: usize = 1 << 15;

/// The operations of a function.
pub(crate) fn flatten(body: &Body) -> Option<Code> {
    // The first pass counts the registers, after which the constants lie.
    let first = Flattener::run(body, MOST as Reg)?;
    Flattener::run(body, first.registers)
}

struct Flattener {
    ops: Vec<Op>,
    constants: Vec<Value>,
    /// Where the constants begin.
    base: Reg,
    /// The next free register.
    next: Reg,
    /// The number of registers.
    registers: Reg,
    /// The iterators of the loops around, and where their `break` and `continue` go.
    loops: Vec<Loop>,
}

struct Loop {
    iterator: Reg,
    /// Places of jumps to the end.
    breaks: Vec<usize>,
    /// Places of jumps to the next item.
    continues: Vec<usize>,
}

impl Flattener {
    fn run(body: &Body, base: Reg) -> Option<Code> {
        let variables = Reg::try_from(body.variables).ok()?;
        let mut flattener = Self {
            ops: Vec::new(),
            constants: Vec::new(),
            base,
            next: variables,
            registers: variables,
            loops: Vec::new(),
        };
        for place in &body.unset {
            if usize::from(*place) >= body.parameters {
                flattener.ops.push(Op::Unset(*place));
            }
        }
        flattener.steps(&body.steps);
        let none = flattener.constant(Value::None);
        flattener.ops.push(Op::Return(none));
        let fits = usize::from(flattener.registers) < MOST
            && flattener.constants.len() < MOST
            && flattener.ops.len() < LONGEST;
        fits.then(|| Code {
            ops: flattener.ops.into(),
            constants: flattener.constants.into(),
            parameters: body.parameters,
            registers: flattener.registers,
        })
    }

    // Registers.

    fn temporary(&mut self) -> Reg {
        self.temporaries(1)
    }

    /// Consecutive registers; a function that needs too many is refused at the end.
    fn temporaries(&mut self, count: usize) -> Reg {
        let first = self.next;
        if usize::from(first) + count >= MOST {
            self.registers = MOST as Reg;
            return 0;
        }
        self.next += count as Reg;
        self.registers = self.registers.max(self.next);
        first
    }

    /// Frees the registers that `work` took.
    fn scratch<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.next;
        let done = work(self);
        self.next = before;
        done
    }

    fn constant(&mut self, value: Value) -> Reg {
        let same = |known: &Value| match (known, &value) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Short(a), Value::Short(b)) => a == b,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::None, Value::None) => true,
            _ => false,
        };
        let place = self.constants.iter().position(same).unwrap_or_else(|| {
            self.constants.push(value);
            self.constants.len() - 1
        });
        self.base.saturating_add(place as Reg)
    }

    // Jumps.

    fn here(&self) -> Place {
        self.ops.len() as Place
    }

    /// Emits a jump whose place is set by [`Flattener::land`].
    fn jump(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    fn land(&mut self, jumps: Vec<usize>) {
        let here = self.here();
        for jump in jumps {
            match &mut self.ops[jump] {
                Op::Jump(to)
                | Op::JumpTrue(_, to)
                | Op::JumpFalse(_, to)
                | Op::JumpEqual(_, _, to)
                | Op::JumpUnequal(_, _, to)
                | Op::JumpLess(_, _, to)
                | Op::JumpLessEqual(_, _, to)
                | Op::JumpIn(_, _, to)
                | Op::JumpNotIn(_, _, to) => *to = here,
                _ => unreachable!("invariant: only jumps land"),
            }
        }
    }

    /// Jumps if the condition is `wanted`; the jumps are to be landed.
    fn test(&mut self, test: &Test, wanted: bool) -> Vec<usize> {
        self.scratch(|flat| flat.condition(test, wanted))
    }

    fn condition(&mut self, test: &Test, wanted: bool) -> Vec<usize> {
        let op = match (test, wanted) {
            (Test::Not(test), _) => return self.test(test, !wanted),
            (Test::And(tests), false) | (Test::Or(tests), true) => {
                let mut jumps = self.test(&tests[0], wanted);
                jumps.extend(self.test(&tests[1], wanted));
                return jumps;
            }
            (Test::And(tests), true) | (Test::Or(tests), false) => {
                let over = self.test(&tests[0], !wanted);
                let jumps = self.test(&tests[1], wanted);
                self.land(over);
                return jumps;
            }
            (Test::Truth(node), _) => {
                let value = self.get(node);
                match wanted {
                    true => Op::JumpTrue(value, 0),
                    false => Op::JumpFalse(value, 0),
                }
            }
            (Test::Equal(a, b), true) | (Test::Unequal(a, b), false) => {
                let (a, b) = self.both(a, b);
                Op::JumpEqual(a, b, 0)
            }
            (Test::Equal(a, b), false) | (Test::Unequal(a, b), true) => {
                let (a, b) = self.both(a, b);
                Op::JumpUnequal(a, b, 0)
            }
            (Test::Less(a, b), true) | (Test::GreaterEqual(a, b), false) => {
                let (a, b) = self.both(a, b);
                Op::JumpLess(a, b, 0)
            }
            (Test::Less(a, b), false) | (Test::GreaterEqual(a, b), true) => {
                let (a, b) = self.both(a, b);
                Op::JumpLessEqual(b, a, 0)
            }
            (Test::LessEqual(a, b), true) | (Test::Greater(a, b), false) => {
                let (a, b) = self.both(a, b);
                Op::JumpLessEqual(a, b, 0)
            }
            (Test::LessEqual(a, b), false) | (Test::Greater(a, b), true) => {
                let (a, b) = self.both(a, b);
                Op::JumpLess(b, a, 0)
            }
            (Test::In(a, b), true) | (Test::NotIn(a, b), false) => {
                let (a, b) = self.both(a, b);
                Op::JumpIn(a, b, 0)
            }
            (Test::In(a, b), false) | (Test::NotIn(a, b), true) => {
                let (a, b) = self.both(a, b);
                Op::JumpNotIn(a, b, 0)
            }
        };
        vec![self.jump(op)]
    }

    fn both(&mut self, a: &Node, b: &Node) -> (Reg, Reg) {
        let a = self.get(a);
        (a, self.get(b))
    }

    // Statements.

    fn steps(&mut self, steps: &[Step]) {
        for step in steps {
            self.scratch(|flat| flat.step(step));
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Do(node) => {
                self.get(node);
            }
            Step::Assign(Target::Local(to), node) => self.put(*to, node),
            Step::Assign(Target::Items(targets), node) => {
                let value = self.get(node);
                self.unpack(targets, value);
            }
            Step::Assign(target, node) => {
                let value = self.get(node);
                self.assign(target, value);
            }
            Step::Update(operator, target, node) => self.update(*operator, target, node),
            Step::If(condition, then, otherwise) => {
                let unless = self.test(condition, false);
                self.steps(then);
                if otherwise.is_empty() {
                    return self.land(unless);
                }
                let over = self.jump(Op::Jump(0));
                self.land(unless);
                self.steps(otherwise);
                self.land(vec![over]);
            }
            Step::For(target, source, body) => {
                self.repeat(target, source, |flat| flat.steps(body));
            }
            Step::Return(node) => {
                let value = self.get(node);
                for nth in (0..self.loops.len()).rev() {
                    let iterator = self.loops[nth].iterator;
                    self.ops.push(Op::Release(iterator));
                }
                self.ops.push(Op::Return(value));
            }
            Step::Break | Step::Continue => {
                let is_break = matches!(step, Step::Break);
                let Some(iterator) = self.loops.last().map(|here| here.iterator) else {
                    return self.ops.push(Op::Bail);
                };
                if is_break {
                    self.ops.push(Op::Release(iterator));
                }
                let jump = self.jump(Op::Jump(0));
                if let Some(here) = self.loops.last_mut() {
                    match is_break {
                        true => here.breaks.push(jump),
                        false => here.continues.push(jump),
                    }
                }
            }
        }
    }

    /// A loop; the test is at its end.
    fn repeat(&mut self, target: &Target, source: &Node, body: impl FnOnce(&mut Self)) {
        let source = self.get(source);
        let iterator = self.temporary();
        self.ops.push(Op::Begin(iterator, source));
        self.loops.push(Loop {
            iterator,
            breaks: Vec::new(),
            continues: Vec::new(),
        });
        let item = match target {
            Target::Local(place) => *place,
            _ => self.temporary(),
        };
        let start = self.jump(Op::Jump(0));
        let again = self.here();
        self.scratch(|flat| {
            if !matches!(target, Target::Local(_)) {
                flat.assign(target, item);
            }
            body(flat);
        });
        let Some(done) = self.loops.pop() else { return };
        self.land(vec![start]);
        self.land(done.continues);
        self.ops.push(Op::Next(item, iterator, again));
        self.land(done.breaks);
    }

    fn assign(&mut self, target: &Target, value: Reg) {
        match target {
            Target::Local(to) => self.ops.push(Op::Move(*to, value)),
            Target::Items(targets) => self.unpack(targets, value),
            Target::Index(parts) => {
                let (all, at) = self.both(&parts[0], &parts[1]);
                self.ops.push(Op::SetIndex(all, at, value));
            }
            Target::Unknown => self.ops.push(Op::Bail),
        }
    }

    fn unpack(&mut self, targets: &[Target], value: Reg) {
        if let [Target::Local(a), Target::Local(b)] = targets {
            return self.ops.push(Op::Unpack(*a, value, *b));
        }
        let first = self.temporaries(targets.len());
        self.ops
            .push(Op::UnpackAll(first, value, targets.len() as u16));
        for (target, item) in targets.iter().take(MOST).zip(first..) {
            self.scratch(|flat| flat.assign(target, item));
        }
    }

    fn update(&mut self, operator: Operator, target: &Target, node: &Node) {
        match target {
            Target::Local(place) => {
                let more = self.get(node);
                self.ops.push(updating(operator, *place, *place, more));
            }
            Target::Index(parts) => {
                let (all, at) = self.both(&parts[0], &parts[1]);
                let value = self.temporary();
                self.ops.push(Op::Index(value, all, at));
                let more = self.get(node);
                self.ops.push(updating(operator, value, value, more));
                self.ops.push(Op::SetIndex(all, at, value));
            }
            Target::Items(_) | Target::Unknown => self.ops.push(Op::Bail),
        }
    }

    // Expressions.

    /// The register with the value of a node.
    fn get(&mut self, node: &Node) -> Reg {
        match node {
            Node::Const(value) => self.constant(*value),
            Node::Local(place) => *place,
            Node::Checked(place) => {
                self.ops.push(Op::Check(*place));
                *place
            }
            _ => {
                let to = self.temporary();
                self.put(to, node);
                to
            }
        }
    }

    /// Writes the value of a node to a register.
    fn put(&mut self, to: Reg, node: &Node) {
        self.scratch(|flat| flat.write(to, node));
    }

    fn write(&mut self, to: Reg, node: &Node) {
        let op = match node {
            Node::Const(_) | Node::Local(_) | Node::Checked(_) => Op::Move(to, self.get(node)),
            Node::Unknown => Op::Bail,
            Node::Binary(operator, parts) => {
                let (a, b) = self.both(&parts[0], &parts[1]);
                binary(*operator, to, a, b)
            }
            Node::Minus(node) => Op::Minus(to, self.get(node)),
            Node::Invert(node) => Op::Invert(to, self.get(node)),
            Node::Len(node) => Op::Len(to, self.get(node)),
            Node::Index(parts) => {
                let (all, at) = self.both(&parts[0], &parts[1]);
                Op::Index(to, all, at)
            }
            Node::Slice(parts) => self.slice(to, &parts.0, &parts.1),
            Node::Pair(parts) => {
                let (a, b) = self.both(&parts[0], &parts[1]);
                Op::Pair(to, a, b)
            }
            Node::Tuple(nodes) => Op::Tuple(to, self.row(nodes), nodes.len() as u16),
            Node::List(nodes) => Op::List(to, self.row(nodes), nodes.len() as u16),
            Node::Call(function, arguments) => match u16::try_from(*function) {
                Ok(function) => Op::Call(to, function, self.row(arguments)),
                Err(_) => Op::Bail,
            },
            Node::Builtin(builtin, arguments) => {
                Op::Builtin(*builtin, to, self.row(arguments), arguments.len() as u16)
            }
            Node::Method(method, arguments) => {
                Op::Method(*method, to, self.row(arguments), arguments.len() as u16)
            }
            // These write before they have read everything.
            _ => {
                let value = self.temporary();
                self.compose(value, node);
                Op::Move(to, value)
            }
        };
        self.ops.push(op);
    }

    /// The values of nodes in consecutive registers.
    fn row(&mut self, nodes: &[Node]) -> Reg {
        let first = self.temporaries(nodes.len());
        for (node, to) in nodes.iter().take(MOST).zip(first..) {
            self.put(to, node);
        }
        first
    }

    fn slice(&mut self, to: Reg, all: &Node, ends: &[Option<Node>; 3]) -> Op {
        let all = self.get(all);
        match ends {
            [None, Some(end), None] => Op::Front(to, all, self.get(end)),
            [Some(first), None, None] => Op::Back(to, all, self.get(first)),
            _ => {
                let parts = self.temporaries(3);
                for (end, at) in ends.iter().zip(parts..) {
                    match end {
                        Some(node) => self.put(at, node),
                        None => self.put(at, &Node::Const(Value::None)),
                    }
                }
                Op::Slice(to, all, parts)
            }
        }
    }

    /// Writes a value with several operations to a register of its own.
    fn compose(&mut self, to: Reg, node: &Node) {
        match node {
            Node::Test(test) => {
                self.put(to, &Node::Const(Value::Bool(true)));
                let holds = self.test(test, true);
                self.put(to, &Node::Const(Value::Bool(false)));
                self.land(holds);
            }
            Node::If(parts) => {
                let (condition, then, otherwise) = &**parts;
                let unless = self.test(condition, false);
                self.put(to, then);
                let over = self.jump(Op::Jump(0));
                self.land(unless);
                self.put(to, otherwise);
                self.land(vec![over]);
            }
            Node::And(parts) | Node::Or(parts) => {
                self.put(to, &parts[0]);
                let over = match node {
                    Node::And(_) => self.jump(Op::JumpFalse(to, 0)),
                    _ => self.jump(Op::JumpTrue(to, 0)),
                };
                self.put(to, &parts[1]);
                self.land(vec![over]);
            }
            Node::ListOf(parts) => {
                self.ops.push(Op::List(to, to, 0));
                let Comprehension { value, clauses } = &**parts;
                self.clauses(clauses, &mut |flat| {
                    let item = flat.get(value);
                    flat.ops.push(Op::Push(to, item));
                });
            }
            Node::DictOf(parts) => {
                self.ops.push(Op::Dict(to));
                let Comprehension { value, clauses } = &**parts;
                self.clauses(clauses, &mut |flat| {
                    let (key, value) = flat.both(&value[0], &value[1]);
                    flat.ops.push(Op::Enter(false, to, key, value));
                });
            }
            Node::Dict(entries) => {
                self.ops.push(Op::Dict(to));
                for (key, value) in entries {
                    self.scratch(|flat| {
                        let (key, value) = flat.both(key, value);
                        // A key that is given twice is an error.
                        flat.ops.push(Op::Enter(true, to, key, value));
                    });
                }
            }
            Node::By(builtin, parts) => {
                let (values, place, key, reverse) = &**parts;
                let first = self.temporaries(3);
                self.ops.push(Op::List(first, first, 0));
                self.ops.push(Op::List(first + 1, first, 0));
                self.repeat(&Target::Local(*place), values, |flat| {
                    flat.ops.push(Op::Push(first, *place));
                    let key = flat.get(key);
                    flat.ops.push(Op::Push(first + 1, key));
                });
                self.put(first + 2, &Node::Const(Value::Bool(*reverse)));
                self.ops.push(Op::Builtin(*builtin, to, first, BY));
            }
            _ => self.ops.push(Op::Bail),
        }
    }

    fn clauses(&mut self, clauses: &[Clause], value: &mut dyn FnMut(&mut Self)) {
        match clauses.split_first() {
            None => self.scratch(value),
            Some((Clause::If(condition), rest)) => {
                let unless = self.test(condition, false);
                self.clauses(rest, value);
                self.land(unless);
            }
            Some((Clause::For(target, source), rest)) => {
                self.scratch(|flat| {
                    flat.repeat(target, source, |flat| flat.clauses(rest, value));
                });
            }
        }
    }
}

/// The number of arguments of `sorted`, `min` and `max` with a list of values, a list of keys, and whether in reverse.
pub(crate) const BY: u16 = u16::MAX;

fn binary(operator: Operator, to: Reg, a: Reg, b: Reg) -> Op {
    match operator {
        Operator::Add => Op::Add(to, a, b),
        Operator::Sub => Op::Sub(to, a, b),
        Operator::BitAnd => Op::And(to, a, b),
        Operator::BitOr => Op::Or(to, a, b),
        _ => Op::Binary(operator, to, a, b),
    }
}

fn updating(operator: Operator, to: Reg, a: Reg, b: Reg) -> Op {
    match operator {
        Operator::Add => Op::Grow(to, a, b),
        _ => binary(operator, to, a, b),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operation_has_eight_bytes() {
        assert_eq!(size_of::<Op>(), 8);
    }
}
