//! Statements.

use super::{Compiled, Compiler, Found, Loop};
use crate::numbers::Operator;
use crate::operate::Relation;
use crate::ops::{Op, Reg};
use crate::tree::{Argument, At, Def, Expr, Node, Step, Stmt};
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn block(&mut self, statements: &[Stmt]) -> Compiled<()> {
        for statement in statements {
            let before = self.unit().at;
            self.unit().at = statement.at;
            self.scratch(|own| own.statement(statement))?;
            self.unit().at = before;
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Stmt) -> Compiled<()> {
        match &statement.kind {
            Step::Expr(node) => self.expression(node),
            Step::Assign(targets, value) => self.assignment(targets, value),
            Step::Update(operator, target, value) => self.update(*operator, target, value),
            Step::If(branches, otherwise) => self.branches(branches, otherwise),
            Step::While(condition, body, otherwise) => self.while_loop(condition, body, otherwise),
            Step::For(target, source, body, otherwise) => {
                self.for_loop(target, source, body, otherwise)
            }
            Step::Def(def) => self.definition(def),
            Step::Return(value) => self.returned(value.as_ref()),
            Step::Break | Step::Continue => {
                self.leave(matches!(statement.kind, Step::Break), statement.at)
            }
            Step::Pass => Ok(()),
            Step::Assert(condition, message) => self.assertion(condition, message.as_ref()),
            Step::Raise(what) => self.raised(what.as_ref(), statement.at),
            Step::Delete(targets) => targets.iter().try_for_each(|target| self.deletion(target)),
            Step::Global(names) => {
                for name in names {
                    if self
                        .unit_ref()
                        .variables
                        .iter()
                        .any(|own| own.contains_key(name))
                    {
                        return self.wrong(
                            format!("`{name}` is a parameter: it cannot be global"),
                            statement.at,
                        );
                    }
                }
                Ok(())
            }
            Step::Nonlocal(_) if self.unit().is_module => {
                self.wrong("`nonlocal` stands in a function only", statement.at)
            }
            Step::Nonlocal(_) => Ok(()),
            Step::Import(module, names) => self.import(module, names, statement.at),
        }
    }

    fn expression(&mut self, node: &Node) -> Compiled<()> {
        // A text for the reader.
        if matches!(node.kind, Expr::Str(_)) && !self.unit().is_module {
            return Ok(());
        }
        // The last expression of a text is its result.
        if self.unit().is_module {
            let last = self.globals.place(crate::LAST);
            let value = self.get(node)?;
            if let Some(last) = last {
                self.emit(Op::SetGlobal(last, value));
            }
            return Ok(());
        }
        self.get(node).map(|_| ())
    }

    fn assignment(&mut self, targets: &[Node], value: &Node) -> Compiled<()> {
        if let [target] = targets {
            if let Expr::Name(name) = &target.kind
                && let Found::Local(to) = self.find_target(name)
            {
                self.put(to, value)?;
                self.now_assigned(to);
                return Ok(());
            }
            if let (Expr::Tuple(targets), Expr::Tuple(values)) = (&target.kind, &value.kind)
                && targets.len() == values.len()
                && !targets
                    .iter()
                    .chain(values)
                    .any(|node| matches!(node.kind, Expr::Star(_)))
            {
                let first = self.row(values)?;
                for (nth, target) in targets.iter().enumerate() {
                    self.assign(target, first + nth as Reg)?;
                }
                return Ok(());
            }
        }
        let value = match targets.len() {
            1 => self.get(value)?,
            _ => self.get_kept(value)?,
        };
        targets
            .iter()
            .try_for_each(|target| self.assign(target, value))
    }

    /// Where the value of a name goes.
    pub(super) fn find_target(&mut self, name: &str) -> Found {
        let unit = self.unit_ref();
        if unit.scope.globals.contains(name) {
            return match self.globals.place(name) {
                Some(place) => Found::Global(place),
                None => Found::Nowhere,
            };
        }
        self.find(name)
    }

    pub(super) fn now_assigned(&mut self, reg: Reg) {
        if let Some(assigned) = self.unit().assigned.get_mut(usize::from(reg)) {
            *assigned = true;
        }
    }

    /// Gives the value of a register to a target.
    pub(super) fn assign(&mut self, target: &Node, value: Reg) -> Compiled<()> {
        let before = self.unit().at;
        match &target.kind {
            Expr::Name(name) => match self.find_target(name) {
                Found::Local(to) => {
                    self.emit(Op::Move(to, value));
                    self.now_assigned(to);
                }
                Found::Cell(to) => self.emit(Op::Store(to, value)),
                Found::Global(place) => self.emit(Op::SetGlobal(place, value)),
                Found::Constant(_) | Found::Nowhere => return self.unknown(name, target.at),
            },
            Expr::Tuple(items) | Expr::List(items) => {
                self.unit().at = target.at;
                self.unpack(items, value)?;
            }
            Expr::Index(parts) => {
                let (all, at) = (self.get(&parts[0])?, self.get(&parts[1])?);
                self.unit().at = target.at;
                self.emit(Op::SetIndex(all, at, value));
            }
            Expr::Slice(of, ends) => {
                let (all, ends) = (self.get(of)?, self.ends_of(ends)?);
                self.unit().at = target.at;
                self.emit(Op::SetSlice(all, ends, value));
            }
            _ => {
                return self.wrong(
                    "a value is given to a name, an item `x[i]` or a tuple of these",
                    target.at,
                );
            }
        }
        self.unit().at = before;
        Ok(())
    }

    fn unpack(&mut self, items: &[Node], value: Reg) -> Compiled<()> {
        let first = self.temporaries(items.len());
        let star = items
            .iter()
            .position(|item| matches!(item.kind, Expr::Star(_)));
        match star {
            None => self.emit(Op::Unpack(first, value, items.len() as u16)),
            Some(before) if before < 256 => {
                let after = items.len() - before - 1;
                self.emit(Op::UnpackStar(before as u8, first, value, after as u16));
            }
            Some(before) => return self.wrong("too many names before a `*`", items[before].at),
        }
        for (nth, item) in items.iter().enumerate() {
            let item = match &item.kind {
                Expr::Star(inner) => inner,
                _ => item,
            };
            self.scratch(|own| own.assign(item, first + nth as Reg))?;
        }
        Ok(())
    }

    fn update(&mut self, operator: Operator, target: &Node, value: &Node) -> Compiled<()> {
        match &target.kind {
            Expr::Index(parts) => {
                let (all, at) = (self.get_kept(&parts[0])?, self.get_kept(&parts[1])?);
                let item = self.temporary();
                self.emit(Op::Index(item, all, at));
                let more = self.get(value)?;
                self.emit(Op::Update(operator, item, item, more));
                self.emit(Op::SetIndex(all, at, item));
            }
            Expr::Slice(of, ends) => {
                let (all, ends) = (self.get_kept(of)?, self.ends_of(ends)?);
                let item = self.temporary();
                self.emit(Op::Slice(item, all, ends));
                let more = self.get(value)?;
                self.emit(Op::Update(operator, item, item, more));
                self.emit(Op::SetSlice(all, ends, item));
            }
            Expr::Name(name) => {
                if let Found::Local(reg) = self.find_target(name) {
                    self.checked(reg);
                    let more = self.get(value)?;
                    let op = match operator {
                        Operator::Sub => Op::Sub(reg, reg, more),
                        _ => Op::Update(operator, reg, reg, more),
                    };
                    self.emit(op);
                    self.now_assigned(reg);
                    return Ok(());
                }
                let item = self.temporary();
                self.put(item, target)?;
                let more = self.get(value)?;
                self.emit(Op::Update(operator, item, item, more));
                self.assign(target, item)?;
            }
            _ => return self.wrong("a value is given to a name or an item, `x[i]`", target.at),
        }
        Ok(())
    }

    /// Whether a block ends before the next statement.
    fn ends(body: &[Stmt]) -> bool {
        body.iter().any(|statement| {
            matches!(
                statement.kind,
                Step::Return(_) | Step::Raise(_) | Step::Break | Step::Continue
            )
        })
    }

    fn branches(&mut self, branches: &[(Node, Vec<Stmt>)], otherwise: &[Stmt]) -> Compiled<()> {
        let mut over = Vec::new();
        let mut after: Option<Vec<bool>> = None;
        let mut meet = |own: &mut Self, body: &[Stmt]| {
            if Self::ends(body) {
                return;
            }
            let now = own.unit().assigned.clone();
            match &mut after {
                None => after = Some(now),
                Some(after) => after.iter_mut().zip(now).for_each(|(all, now)| *all &= now),
            }
        };
        for (nth, (condition, body)) in branches.iter().enumerate() {
            if is_main(condition) {
                continue;
            }
            let unless = self.scratch(|own| own.test(condition, false))?;
            let before = self.unit().assigned.clone();
            self.block(body)?;
            meet(self, body);
            self.unit().assigned = before;
            if nth + 1 < branches.len() || !otherwise.is_empty() {
                over.push(self.jump(Op::Jump(0)));
            }
            self.land(unless);
        }
        self.block(otherwise)?;
        meet(self, otherwise);
        if let Some(after) = after {
            self.unit().assigned = after;
        }
        self.land(over);
        Ok(())
    }

    fn while_loop(&mut self, condition: &Node, body: &[Stmt], otherwise: &[Stmt]) -> Compiled<()> {
        let start = self.here();
        let tick = self.jump(Op::Tick(0));
        let done = self.scratch(|own| own.test(condition, false))?;
        let before = self.unit().assigned.clone();
        self.unit().loops.push(Loop {
            breaks: Vec::new(),
            continues: Vec::new(),
        });
        self.block(body)?;
        let again = self.jump(Op::Jump(0));
        self.aim(again, start);
        let inside = self.unit().loops.pop();
        self.unit().assigned = before;
        let weight = ((self.here() - start) / 16 + 1).min(usize::from(u16::MAX));
        self.unit().ops[tick] = Op::Tick(weight as u16);
        self.land(done);
        if let Some(inside) = inside {
            for jump in inside.continues {
                self.aim(jump, start);
            }
            let before = self.unit().assigned.clone();
            self.block(otherwise)?;
            self.unit().assigned = before;
            self.land(inside.breaks);
        }
        Ok(())
    }

    fn for_loop(
        &mut self,
        target: &Node,
        source: &Node,
        body: &[Stmt],
        otherwise: &[Stmt],
    ) -> Compiled<()> {
        let before = self.unit().assigned.clone();
        let breaks = self.repeat(target, source, false, &mut |own| own.block(body))?;
        self.unit().assigned.clone_from(&before);
        self.block(otherwise)?;
        self.unit().assigned = before;
        self.land(breaks);
        Ok(())
    }

    /// A loop over the items of something; returns its jumps to the end, `break`.
    pub(super) fn repeat(
        &mut self,
        target: &Node,
        source: &Node,
        any: bool,
        body: &mut dyn FnMut(&mut Self) -> Compiled<()>,
    ) -> Compiled<Vec<usize>> {
        if let Some(source) = self.counted(target, source) {
            return self.repeat_counted(target, source, any, body);
        }
        let at = self.unit().at;
        let iterator = self.temporaries(2);
        let value = self.get(source)?;
        self.unit().at = source.at;
        self.emit(if any {
            Op::BeginAny(iterator, value)
        } else {
            Op::Begin(iterator, value)
        });
        self.unit().at = at;
        let start = self.jump(Op::Jump(0));
        let again = self.here();
        let item = match &target.kind {
            Expr::Name(name) => match self.find_target(name) {
                Found::Local(reg) => reg,
                _ => self.temporary(),
            },
            _ => self.temporary(),
        };
        self.unit().loops.push(Loop {
            breaks: Vec::new(),
            continues: Vec::new(),
        });
        self.assign_item(target, item)?;
        body(self)?;
        let inside = self.unit().loops.pop();
        self.land(vec![start]);
        let (breaks, continues) =
            inside.map_or_else(Default::default, |inside| (inside.breaks, inside.continues));
        self.land(continues);
        self.unit().at = source.at;
        let next = self.jump(Op::Next(item, iterator, 0));
        self.aim(next, again);
        self.unit().at = at;
        Ok(breaks)
    }

    fn assign_item(&mut self, target: &Node, item: Reg) -> Compiled<()> {
        if let Expr::Name(name) = &target.kind
            && let Found::Local(reg) = self.find_target(name)
            && reg == item
        {
            self.now_assigned(reg);
            return Ok(());
        }
        self.scratch(|own| own.assign(target, item))
    }

    /// The source of `for i, x in enumerate(source)`.
    fn counted<'n>(&self, target: &Node, source: &'n Node) -> Option<&'n Node> {
        let Expr::Tuple(items) = &target.kind else {
            return None;
        };
        let Expr::Call(function, arguments) = &source.kind else {
            return None;
        };
        let is_enumerate = self.builtin(function) == Some(crate::builtins::Builtin::Enumerate);
        let are_plain =
            items.len() == 2 && !items.iter().any(|item| matches!(item.kind, Expr::Star(_)));
        match &arguments[..] {
            [Argument::Plain(source)] if is_enumerate && are_plain => match source.kind {
                Expr::Comprehension(crate::tree::Made::Generator, ..) => None,
                _ => Some(source),
            },
            _ => None,
        }
    }

    /// The same with a count: no pairs are made.
    fn repeat_counted(
        &mut self,
        target: &Node,
        source: &Node,
        any: bool,
        body: &mut dyn FnMut(&mut Self) -> Compiled<()>,
    ) -> Compiled<Vec<usize>> {
        let Expr::Tuple(items) = &target.kind else {
            return Ok(Vec::new());
        };
        let count = self.temporary();
        let one = self.constant(Some(super::Key::Int(1)), Value::Int(1));
        let least = self.constant(Some(super::Key::Int(-1)), Value::Int(-1));
        self.emit(Op::Move(count, least));
        let item = &items[1];
        self.repeat(item, source, any, &mut |own| {
            own.emit(Op::Add(count, count, one));
            own.assign(&items[0], count)?;
            body(own)
        })
    }

    fn leave(&mut self, is_break: bool, at: At) -> Compiled<()> {
        let word = if is_break { "break" } else { "continue" };
        if self.unit().loops.is_empty() {
            return self.wrong(format!("`{word}` stands in a loop only"), at);
        }
        let jump = self.jump(Op::Jump(0));
        if let Some(inside) = self.unit().loops.last_mut() {
            match is_break {
                true => inside.breaks.push(jump),
                false => inside.continues.push(jump),
            }
        }
        Ok(())
    }

    fn definition(&mut self, def: &Def) -> Compiled<()> {
        let name = Node {
            kind: Expr::Name(def.name.clone()),
            at: def.at,
        };
        self.unit().at = def.at;
        let decorators = def
            .decorators
            .iter()
            .map(|node| self.get(node))
            .collect::<Compiled<Vec<_>>>()?;
        let call = self.temporaries(2);
        self.closure(call + 1, def)?;
        for (decorator, node) in decorators.iter().zip(&def.decorators).rev() {
            self.unit().at = node.at;
            self.emit(Op::Move(call, *decorator));
            self.emit(Op::Call(1, call + 1, call));
        }
        self.assign(&name, call + 1)
    }

    /// Makes a function in a register.
    pub(super) fn closure(&mut self, to: Reg, def: &Def) -> Compiled<()> {
        let defaults: Vec<&Node> = def
            .parameters
            .iter()
            .filter_map(|parameter| parameter.default.as_ref())
            .collect();
        let first = self.temporaries(defaults.len());
        for (nth, node) in defaults.iter().enumerate() {
            self.put(first + nth as Reg, node)?;
        }
        let code = self.function(def)?;
        match u16::try_from(code) {
            Ok(code) => {
                self.emit(Op::Function(to, code, first));
                Ok(())
            }
            Err(_) => self.wrong("there are too many functions", def.at),
        }
    }

    fn returned(&mut self, value: Option<&Node>) -> Compiled<()> {
        let value = match value {
            Some(node) => self.get(node)?,
            None => self.constant_none(),
        };
        self.emit(Op::Return(value));
        Ok(())
    }

    fn assertion(&mut self, condition: &Node, message: Option<&Node>) -> Compiled<()> {
        let holds = self.scratch(|own| own.test(condition, true))?;
        let text = match message {
            Some(node) => self.get(node)?,
            None => {
                let shown = self.source.text[condition.at.range()].to_owned();
                self.constant_text(&format!("this does not hold: {shown}"))?
            }
        };
        self.emit(Op::Raise(text));
        self.land(holds);
        Ok(())
    }

    fn raised(&mut self, what: Option<&Node>, at: At) -> Compiled<()> {
        let Some(what) = what else {
            return self.wrong("`raise` names an error: `raise ValueError(\"…\")`", at);
        };
        let (name, arguments) = match &what.kind {
            Expr::Name(name) => (name, &[][..]),
            Expr::Call(function, arguments) => match &function.kind {
                Expr::Name(name) => (name, &arguments[..]),
                _ => {
                    return self
                        .wrong("`raise` names an error: `raise ValueError(\"…\")`", what.at);
                }
            },
            _ => return self.wrong("`raise` names an error: `raise ValueError(\"…\")`", what.at),
        };
        let is_error = name.ends_with("Error")
            || matches!(
                name.as_str(),
                "Exception" | "StopIteration" | "KeyboardInterrupt"
            );
        if !is_error {
            return self.wrong(
                format!("`raise` names an error such as ValueError, found `{name}`"),
                what.at,
            );
        }
        let text = match arguments {
            [] => self.constant_text(name)?,
            [Argument::Plain(node), ..] => self.get(node)?,
            _ => return self.wrong("an error takes its sentence", what.at),
        };
        self.emit(Op::Raise(text));
        Ok(())
    }

    fn deletion(&mut self, target: &Node) -> Compiled<()> {
        match &target.kind {
            Expr::Index(parts) => {
                let (all, at) = (self.get(&parts[0])?, self.get(&parts[1])?);
                self.emit(Op::DeleteIndex(all, at));
            }
            Expr::Slice(of, ends) => {
                let (all, ends) = (self.get(of)?, self.ends_of(ends)?);
                self.emit(Op::DeleteSlice(all, ends));
            }
            Expr::Name(name) => match self.find_target(name) {
                Found::Local(reg) => {
                    self.checked(reg);
                    self.emit(Op::Unset(reg));
                    if let Some(assigned) = self.unit().assigned.get_mut(usize::from(reg)) {
                        *assigned = false;
                    }
                }
                _ => {
                    return self.wrong(
                        "`del` takes an item, or a variable of this function",
                        target.at,
                    );
                }
            },
            _ => return self.wrong("`del` takes an item, `x[i]`", target.at),
        }
        Ok(())
    }

    fn import(&mut self, module: &str, names: &[(String, String, At)], at: At) -> Compiled<()> {
        for (name, own, place) in names {
            let native = self.natives.iter().position(|native| native == name);
            let value = match crate::modules::item(module, name) {
                Ok(value) => value,
                Err(_) if module == "bouton.rules" && native.is_some() => {
                    Value::Native(native.unwrap_or(0) as u16)
                }
                Err(message) => {
                    let at = if crate::modules::example(module).is_some() {
                        *place
                    } else {
                        at
                    };
                    return self.wrong(message, at);
                }
            };
            let reg = self.constant(None, value);
            let target = Node {
                kind: Expr::Name(own.clone()),
                at: *place,
            };
            self.assign(&target, reg)?;
        }
        Ok(())
    }
}

/// Whether a condition is `__name__ == "__main__"`: what stands behind it is for running the file by itself.
fn is_main(condition: &Node) -> bool {
    let Expr::Compare(first, others) = &condition.kind else {
        return false;
    };
    matches!(&first.kind, Expr::Name(name) if name == "__name__")
        && matches!(&others[..], [(Relation::Equal, Node { kind: Expr::Str(text), .. })] if text == "__main__")
}
