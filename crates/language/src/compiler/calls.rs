//! Calls.

use super::{Compiled, Compiler, Found, Key};
use crate::builtins::Builtin;
use crate::methods::Method;
use crate::ops::{Op, Reg};
use crate::tree::{Argument, Clause, Expr, Made, Node};
use crate::value::Value;

impl Compiler<'_> {
    pub(super) fn write_call(
        &mut self,
        to: Reg,
        function: &Node,
        arguments: &[Argument],
    ) -> Compiled<()> {
        let builtin = self.builtin(function);
        if let Some(builtin) = builtin
            && self.write_generator(to, builtin, arguments)?
        {
            return Ok(());
        }
        let plain: Option<Vec<&Node>> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::Plain(node) => Some(node),
                _ => None,
            })
            .collect();
        match plain {
            Some(plain) if plain.len() <= 200 => self.write_plain(to, function, builtin, &plain),
            _ => self.write_spread(to, function, builtin, arguments),
        }
    }

    /// A call with arguments by their places alone.
    fn write_plain(
        &mut self,
        to: Reg,
        function: &Node,
        builtin: Option<Builtin>,
        arguments: &[&Node],
    ) -> Compiled<()> {
        let count = arguments.len() as u8;
        if let Some(builtin) = builtin {
            if let (Builtin::Len, [node]) = (builtin, arguments) {
                let value = self.get(node)?;
                self.emit(Op::Len(to, value));
                return Ok(());
            }
            let any = builtin.takes_any_order(arguments.len(), false);
            let first = self.arguments(0, arguments, any || builtin.consumes())?;
            self.emit(Op::Builtin(builtin, to, first, count.into()));
            return Ok(());
        }
        if let Expr::Attribute(of, name) = &function.kind {
            let first = self.temporaries(1 + arguments.len());
            self.put(first, of)?;
            for (nth, node) in arguments.iter().enumerate() {
                self.put_argument(first + 1 + nth as Reg, node, name == "join", false)?;
            }
            let op = match Method::named(name) {
                Some(method) => Op::Method(count, method, to, first),
                None => {
                    let name = self.constant_text(name)?;
                    Op::MethodNamed(count, to, first, name)
                }
            };
            self.emit(op);
            return Ok(());
        }
        if let Expr::Name(name) = &function.kind
            && let Found::Global(place) = self.find(name)
        {
            let first = self.arguments(0, arguments, false)?;
            self.emit(Op::CallGlobal(count, to, first, place));
            return Ok(());
        }
        let first = self.temporaries(1 + arguments.len());
        self.put(first, function)?;
        for (nth, node) in arguments.iter().enumerate() {
            self.put(first + 1 + nth as Reg, node)?;
        }
        self.emit(Op::Call(count, to, first));
        Ok(())
    }

    fn arguments(&mut self, before: usize, arguments: &[&Node], consumed: bool) -> Compiled<Reg> {
        let first = self.temporaries(before + arguments.len());
        for (nth, node) in arguments.iter().enumerate() {
            self.put_argument(first + (before + nth) as Reg, node, consumed, false)?;
        }
        Ok(first)
    }

    /// An argument; a generator that is consumed at once is a list.
    fn put_argument(&mut self, to: Reg, node: &Node, consumed: bool, any: bool) -> Compiled<()> {
        match &node.kind {
            Expr::Comprehension(Made::Generator, parts, clauses) if consumed => {
                let before = std::mem::replace(&mut self.unit().at, node.at);
                let done = self.scratch(|own| {
                    own.write_comprehension(
                        to,
                        node,
                        Made::List,
                        (&parts.0, parts.1.as_ref()),
                        clauses,
                        any,
                    )
                });
                self.unit().at = before;
                done
            }
            _ => self.put(to, node),
        }
    }

    /// Calls with one generator that are loops: `any`, `all` and `next`, and those in which the order of a set does not matter.
    fn write_generator(
        &mut self,
        to: Reg,
        builtin: Builtin,
        arguments: &[Argument],
    ) -> Compiled<bool> {
        let Some(Argument::Plain(node)) = arguments.first() else {
            return Ok(false);
        };
        let (parts, clauses) = match &node.kind {
            Expr::Comprehension(Made::Generator, parts, clauses) => (parts, clauses),
            _ => return Ok(false),
        };
        match (builtin, arguments) {
            (Builtin::Any | Builtin::All, [_]) => {
                self.write_quantified(to, node, &parts.0, clauses, builtin == Builtin::Any)?;
            }
            (Builtin::Next, [_, Argument::Plain(default)]) => {
                // The default is evaluated in any case.
                let value = self.temporary();
                self.put(value, default)?;
                let found = self.inside(node, clauses, false, &mut |own| {
                    own.put(value, &parts.0)?;
                    Ok(Some(own.jump(Op::Jump(0))))
                })?;
                self.land(found);
                self.emit(Op::Move(to, value));
            }
            _ if arguments.len() == 1 && builtin.takes_any_order(1, false) => {
                let first = self.temporary();
                self.put_argument(first, node, true, true)?;
                self.emit(Op::Builtin(builtin, to, first, 1));
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `any` or `all` of a generator: it ends with the first item that decides.
    fn write_quantified(
        &mut self,
        to: Reg,
        node: &Node,
        item: &Node,
        clauses: &[Clause],
        is_any: bool,
    ) -> Compiled<()> {
        let value = self.temporary();
        let truth = |own: &mut Self, truth: bool| {
            let reg = own.constant(Some(Key::Bool(truth)), Value::Bool(truth));
            own.emit(Op::Move(value, reg));
        };
        truth(self, is_any);
        // One condition may need several jumps: they meet in one.
        let found = self.inside(node, clauses, true, &mut |own| {
            let unless = own.scratch(|own| own.test(item, !is_any))?;
            let jump = own.jump(Op::Jump(0));
            own.land(unless);
            Ok(Some(jump))
        })?;
        truth(self, !is_any);
        self.land(found);
        self.emit(Op::Move(to, value));
        Ok(())
    }

    /// A call with stars or names.
    fn write_spread(
        &mut self,
        to: Reg,
        function: &Node,
        builtin: Option<Builtin>,
        arguments: &[Argument],
    ) -> Compiled<()> {
        let first = self.temporaries(4);
        if let (Expr::Attribute(of, name), None) = (&function.kind, builtin) {
            let of = self.get(of)?;
            let name = self.constant_text(name)?;
            self.emit(Op::Attribute(first, of, name));
        } else {
            self.put(first, function)?;
        }
        let named = arguments.iter().any(|argument| matches!(argument, Argument::Named(name, _) if name == "key" || name == "default"));
        let any = builtin.is_some_and(|builtin| builtin.takes_any_order(1, named));
        let consumed = builtin.is_some_and(Builtin::consumes);
        let list = first + 1;
        self.emit(Op::List(list, list, 0));
        let mut names = Vec::new();
        let mut values = Vec::new();
        for argument in arguments {
            self.scratch(|own| {
                match argument {
                    Argument::Plain(node) => {
                        let value = own.temporary();
                        own.put_argument(value, node, consumed, any)?;
                        own.emit(Op::Push(list, value));
                    }
                    Argument::Star(node) => {
                        let value = own.get(node)?;
                        own.emit(Op::Extend(list, value));
                    }
                    Argument::Named(name, node) => {
                        names.push(name);
                        values.push(node);
                    }
                }
                Ok(())
            })?;
        }
        for (nth, name) in names.iter().enumerate() {
            if names[..nth].contains(name) {
                return self.wrong(
                    format!("the argument `{name}` is given twice"),
                    self.unit_ref().at,
                );
            }
        }
        let mut texts = Vec::new();
        for name in &names {
            match self.heap.string(name) {
                Ok(text) => texts.push(text),
                Err(trouble) => return self.wrong(trouble.message, self.unit_ref().at),
            }
        }
        let tuple = match self.heap.tuple(&texts) {
            Ok(tuple) => self.constant(None, tuple),
            Err(trouble) => return self.wrong(trouble.message, self.unit_ref().at),
        };
        self.emit(Op::Move(first + 2, tuple));
        let list = first + 3;
        self.emit(Op::List(list, list, 0));
        for node in values {
            self.scratch(|own| {
                let value = own.get(node)?;
                own.emit(Op::Push(list, value));
                Ok(())
            })?;
        }
        self.emit(Op::CallSpread(to, first));
        Ok(())
    }
}
