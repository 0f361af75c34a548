//! [`Module`], [`Program`] and [`Machine`]: a text, what it defines, and calls.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use crate::compiler::{Compiler, Globals};
use crate::error::Error;
use crate::heap::{Heap, Limits, Object};
use crate::host::{Host, NoHost};
use crate::ops::{Code, Source};
use crate::run::{Parts, Run};
use crate::tree::{Expr, Kind, Step, Stmt};
use crate::value::Value;
use crate::view::View;
use crate::words::{Dialect, Words};

/// A text that was parsed.
#[derive(Debug)]
pub struct Module {
    text: Arc<str>,
    statements: Vec<Stmt>,
    natives: Vec<String>,
}

impl Module {
    /// Parses a text; `natives` are the names of the host's functions. Time in the length of the text.
    ///
    /// # Errors
    /// The first mistake, at its place; a bracket that is not closed is reported where it opens.
    pub fn parse(text: &str, natives: &[&str]) -> Result<Self, Box<Error>> {
        Self::read(text, natives, &Dialect::default())
    }

    /// Parses a text in which there are literals of the host's values.
    ///
    /// # Errors
    /// The first mistake, at its place.
    pub fn parse_values(
        text: &str,
        natives: &[&str],
        words: &Words<'_>,
    ) -> Result<Self, Box<Error>> {
        Self::read(
            text,
            natives,
            &Dialect {
                values: Some(words),
            },
        )
    }

    fn read(text: &str, natives: &[&str], dialect: &Dialect<'_>) -> Result<Self, Box<Error>> {
        Ok(Self {
            statements: crate::parser::parse(text, dialect)?,
            text: text.into(),
            natives: natives.iter().map(|name| (*name).to_owned()).collect(),
        })
    }

    /// The name to which its last statement gives a value, if that is `NAME = …`.
    pub fn last_name(&self) -> Option<&str> {
        match &self.statements.last()?.kind {
            Step::Assign(targets, _) => match &targets.first()?.kind {
                Expr::Name(name) => Some(name),
                _ => None,
            },
            _ => None,
        }
    }

    /// Runs its statements; then what they made cannot change.
    ///
    /// # Errors
    /// The first mistake, or a limit.
    pub fn run(&self, host: &mut dyn Host, limits: &Limits) -> Result<Arc<Program>, Box<Error>> {
        self.run_after(&Program::default(), host, limits)
    }

    /// The same after another text, whose names are known.
    ///
    /// # Errors
    /// The first mistake, or a limit.
    pub fn run_after(
        &self,
        before: &Program,
        host: &mut dyn Host,
        limits: &Limits,
    ) -> Result<Arc<Program>, Box<Error>> {
        let mut program = before.clone();
        program.printed.clear();
        let source = Arc::new(Source {
            text: self.text.clone(),
            number: program.texts,
        });
        program.texts += 1;
        program.heap.reset(limits);
        let mut compiler = Compiler::new(
            &mut program.heap,
            &mut program.globals,
            &mut program.codes,
            &self.natives,
            source,
        );
        let code = compiler.module(&self.statements)?;
        let constants = program.heap.marks();
        program.heap.freeze();
        program
            .values
            .resize(program.globals.names.len(), Value::Unset);
        if let Some(last) = program.globals.places.get(crate::LAST) {
            program.values[usize::from(*last)] = Value::Unset;
        }
        let (mut stack, mut caches) = (Vec::new(), HashMap::new());
        let parts = Parts {
            codes: &program.codes,
            heap: &mut program.heap,
            stack: &mut stack,
            globals: &mut program.values,
            names: &program.globals.names,
            host,
            printed: &mut program.printed,
            caches: &mut caches,
            frozen: false,
        };
        Run::new(parts).statements(code)?;
        let ends_with_value = matches!(
            self.statements.last(),
            Some(Stmt {
                kind: Step::Expr(_),
                ..
            })
        );
        if let Some(last) = program.globals.places.get(crate::LAST)
            && !ends_with_value
        {
            program.values[usize::from(*last)] = Value::Unset;
        }
        // A copy needs as much as the data itself.
        if program.heap.memory() < limits.memory / 2
            && let Some((heap, values)) =
                program
                    .heap
                    .compacted(constants, constants, &program.values)
        {
            (program.heap, program.values) = (heap, values);
        }
        program.heap.freeze();
        // The flag of this question is not kept.
        program.heap.reset(&Limits::default());
        Ok(Arc::new(program))
    }
}

/// The functions and values of one or several texts. Nothing of it changes, so threads share it.
#[derive(Clone, Debug, Default)]
pub struct Program {
    heap: Heap,
    globals: Globals,
    values: Vec<Value>,
    codes: Vec<Arc<Code>>,
    printed: Vec<String>,
    texts: usize,
}

/// A function of a file, as checks need it.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The names of its parameters; a `*` stands before the one that takes the rest.
    pub parameters: Vec<String>,
    /// The number of parameters that must be given by their place.
    pub required: usize,
    /// The defaults of those that have one, for [`Program::view`].
    pub defaults: Vec<Value>,
    /// The bytes of its head.
    pub span: Range<usize>,
    /// The line of its head, from 1.
    pub line: usize,
}

impl Program {
    /// The value of a name at the top level.
    pub fn global(&self, name: &str) -> Option<Value> {
        let place = *self.globals.places.get(name)?;
        match self.values[usize::from(place)] {
            Value::Unset => None,
            value => Some(value),
        }
    }

    /// The value of the text's last statement, if that is an expression other than `None`.
    pub fn last(&self) -> Option<Value> {
        self.global(crate::LAST)
            .filter(|value| !matches!(value, Value::None))
    }

    /// The names at the top level that have values, in the order in which they are first given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.globals.names.iter().zip(&self.values);
        names
            .filter(|(name, value)| *name != crate::LAST && !matches!(value, Value::Unset))
            .map(|(name, _)| name.as_str())
    }

    /// A value of it as data.
    pub fn view(&self, value: Value) -> View<'_> {
        View::of(&self.heap, value)
    }

    /// The data of it.
    pub fn heap(&self) -> &Heap {
        &self.heap
    }

    /// The lines that its statements printed.
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// A function of it, also below `@cache` or `partial`.
    pub fn function(&self, value: Value) -> Option<Function> {
        let mut value = value;
        let closure = loop {
            value = match value {
                Value::Function(at) => break self.heap.closure(at),
                Value::Cached(at) | Value::Partial(at) => match self.heap.objects[at as usize] {
                    Object::Cached(inner) | Object::Partial(inner, ..) => inner,
                    _ => return None,
                },
                _ => return None,
            };
        };
        let code = &self.codes[closure.code as usize];
        let before = &code.source.text[..code.at.start as usize];
        let names = code
            .parameters
            .iter()
            .map(|parameter| match parameter.kind {
                Kind::Rest => format!("*{}", parameter.name),
                _ => parameter.name.clone(),
            });
        let is_required = |kind: Kind| matches!(kind, Kind::Plain | Kind::Positional);
        Some(Function {
            name: code.name.clone(),
            parameters: names.collect(),
            defaults: closure.defaults.to_vec(),
            required: code
                .parameters
                .iter()
                .filter(|parameter| is_required(parameter.kind) && !parameter.has_default)
                .count(),
            span: code.at.range(),
            line: before.matches('\n').count() + 1,
        })
    }

    /// A machine for calls; it copies the data of the program.
    pub fn machine(self: &Arc<Self>) -> Machine {
        let mut heap = self.heap.clone();
        heap.reset(&Limits::default());
        Machine {
            globals: self.values.clone(),
            program: self.clone(),
            heap,
            stack: Vec::new(),
            caches: HashMap::new(),
            printed: Vec::new(),
        }
    }
}

/// Calls the functions of a program, one after the other.
#[derive(Debug)]
pub struct Machine {
    program: Arc<Program>,
    heap: Heap,
    globals: Vec<Value>,
    stack: Vec<Value>,
    caches: HashMap<u32, u32>,
    printed: Vec<String>,
}

impl Machine {
    /// Drops the data of earlier calls; the calls that follow share these limits.
    pub fn begin(&mut self, limits: &Limits) {
        self.heap.reset(limits);
        self.caches.clear();
        self.printed.clear();
        if self.stack.len() > 1 << 16 {
            self.stack = Vec::new();
        }
    }

    /// The data of the calls since [`Machine::begin`], where arguments are made.
    pub fn heap(&mut self) -> &mut Heap {
        &mut self.heap
    }

    /// The same, to read.
    pub fn data(&self) -> &Heap {
        &self.heap
    }

    /// A value as data.
    pub fn view(&self, value: Value) -> View<'_> {
        View::of(&self.heap, value)
    }

    /// The lines printed since [`Machine::begin`].
    pub fn printed(&self) -> &[String] {
        &self.printed
    }

    /// Calls a function.
    ///
    /// # Errors
    /// A mistake in the file, or a limit, with the place that ran.
    pub fn call(
        &mut self,
        function: Value,
        args: &[Value],
        host: &mut dyn Host,
    ) -> Result<Value, Box<Error>> {
        let parts = Parts {
            codes: &self.program.codes,
            heap: &mut self.heap,
            stack: &mut self.stack,
            globals: &mut self.globals,
            names: &self.program.globals.names,
            host,
            printed: &mut self.printed,
            caches: &mut self.caches,
            frozen: true,
        };
        Run::new(parts).call_value(function, args)
    }

    /// The same with a host that supplies nothing.
    ///
    /// # Errors
    /// A mistake in the file, or a limit.
    pub fn call_plain(&mut self, function: Value, args: &[Value]) -> Result<Value, Box<Error>> {
        self.call(function, args, &mut NoHost)
    }
}
