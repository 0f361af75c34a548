//! Drops what the statements of a file made and nothing needs any more: every machine copies the data of its file.

use std::collections::{HashMap, VecDeque};

use crate::heap::{Heap, Iter, Marks, Object};
use crate::table::Kind;
use crate::value::{Long, Span, Value};

/// Something that was moved, whose items still have to be: its new place and its old one.
enum Work {
    Cells(u32, Span),
    List(u32, u32),
    Table(u32, u32),
    Object(u32, u32),
    Box(u32, u32),
}

struct Mover<'h> {
    old: &'h Heap,
    new: Heap,
    /// Data before these places stay where they are.
    marks: Marks,
    lists: HashMap<u32, u32>,
    tables: HashMap<u32, u32>,
    objects: HashMap<u32, u32>,
    boxes: HashMap<u32, u32>,
    spans: HashMap<(u32, u32), u32>,
    texts: HashMap<(u32, u32), u32>,
    work: Vec<Work>,
    /// The copy is larger than the original: parts of tuples and strings share their items.
    fails: bool,
}

impl Heap {
    /// The same data from `marks` on as far as the roots need it, and the roots in it; `None` if that would be larger.
    /// Data between `frozen` and `marks` stay where they are, but may contain values that move.
    /// Time and memory in the data that is needed.
    pub(crate) fn compacted(
        &self,
        frozen: Marks,
        marks: Marks,
        roots: &[Value],
    ) -> Option<(Self, Vec<Value>)> {
        let mut new = Self::default();
        new.text.push_str(&self.text[..marks.text]);
        new.cells.extend_from_slice(&self.cells[..marks.cells]);
        new.lists.extend_from_slice(&self.lists[..marks.lists]);
        new.tables.extend_from_slice(&self.tables[..marks.tables]);
        new.objects
            .extend_from_slice(&self.objects[..marks.objects]);
        new.boxes.extend_from_slice(&self.boxes[..marks.boxes]);
        let mut mover = Mover {
            old: self,
            new,
            marks,
            lists: HashMap::new(),
            tables: HashMap::new(),
            objects: HashMap::new(),
            boxes: HashMap::new(),
            spans: HashMap::new(),
            texts: HashMap::new(),
            work: Vec::new(),
            fails: false,
        };
        let stay = |from: usize, to: usize| from as u32..to as u32;
        let lists = stay(frozen.lists, marks.lists).map(|at| Work::List(at, at));
        let tables = stay(frozen.tables, marks.tables).map(|at| Work::Table(at, at));
        let objects = stay(frozen.objects, marks.objects).map(|at| Work::Object(at, at));
        let boxes = stay(frozen.boxes, marks.boxes).map(|at| Work::Box(at, at));
        mover
            .work
            .extend(lists.chain(tables).chain(objects).chain(boxes));
        let roots = roots.iter().map(|root| mover.moved(*root)).collect();
        while let Some(work) = mover.work.pop() {
            mover.fill(work);
            if mover.fails {
                return None;
            }
        }
        Some((mover.new, roots))
    }
}

/// The new number of something, which is made when it is first seen.
macro_rules! renumbered {
    ($own:ident, $map:ident, $part:ident, $empty:expr, $work:path, $at:expr) => {{
        let at = $at;
        if (at as usize) < $own.marks.$part {
            return at;
        }
        if let Some(new) = $own.$map.get(&at) {
            return *new;
        }
        let new = $own.new.$part.len() as u32;
        $own.new.$part.push($empty);
        $own.$map.insert(at, new);
        $own.work.push($work(new, at));
        new
    }};
}

impl Mover<'_> {
    fn list(&mut self, at: u32) -> u32 {
        renumbered!(self, lists, lists, Vec::new(), Work::List, at)
    }

    fn table(&mut self, at: u32) -> u32 {
        renumbered!(
            self,
            tables,
            tables,
            crate::table::Table::default(),
            Work::Table,
            at
        )
    }

    fn object(&mut self, at: u32) -> u32 {
        renumbered!(
            self,
            objects,
            objects,
            Object::Wide([0, 0, 1]),
            Work::Object,
            at
        )
    }

    fn shared(&mut self, at: u32) -> u32 {
        renumbered!(self, boxes, boxes, Value::Unset, Work::Box, at)
    }

    fn span(&mut self, span: Span) -> Span {
        if span.range().end <= self.marks.cells {
            return span;
        }
        if let Some(start) = self.spans.get(&(span.start, span.len)) {
            return Span {
                start: *start,
                len: span.len,
            };
        }
        let start = self.new.cells.len() as u32;
        if self.new.cells.len() + span.len as usize > self.old.cells.len() {
            self.fails = true;
            return span;
        }
        self.new
            .cells
            .resize(start as usize + span.len as usize, Value::None);
        self.spans.insert((span.start, span.len), start);
        self.work.push(Work::Cells(start, span));
        Span {
            start,
            len: span.len,
        }
    }

    fn text(&mut self, long: Long) -> Long {
        if long.range().end <= self.marks.text {
            return long;
        }
        if let Some(start) = self.texts.get(&(long.start, long.len)) {
            return Long {
                start: *start,
                ..long
            };
        }
        if self.new.text.len() + long.len as usize > self.old.text.len() {
            self.fails = true;
            return long;
        }
        let start = self.new.text.len() as u32;
        self.new.text.push_str(&self.old.text[long.range()]);
        self.texts.insert((long.start, long.len), start);
        Long { start, ..long }
    }

    fn moved(&mut self, value: Value) -> Value {
        match value {
            Value::Long(long) => Value::Long(self.text(long)),
            Value::Tuple(span) => Value::Tuple(self.span(span)),
            Value::List(at) => Value::List(self.list(at)),
            Value::Dict(at) => Value::Dict(self.table(at)),
            Value::Set(at) => Value::Set(self.table(at)),
            Value::Frozen(at) => Value::Frozen(self.table(at)),
            Value::View(view, at) => Value::View(view, self.table(at)),
            Value::Cell(at) => Value::Cell(self.shared(at)),
            Value::Big(at) => Value::Big(self.object(at)),
            Value::Deque(at) => Value::Deque(self.object(at)),
            Value::Wide(at) => Value::Wide(self.object(at)),
            Value::Iter(at) => Value::Iter(self.object(at)),
            Value::Function(at) => Value::Function(self.object(at)),
            Value::Bound(at) => Value::Bound(self.object(at)),
            Value::Partial(at) => Value::Partial(self.object(at)),
            Value::Cached(at) => Value::Cached(self.object(at)),
            Value::Struct(at) => Value::Struct(self.object(at)),
            Value::Foreign(at) => Value::Foreign(self.object(at)),
            flat => flat,
        }
    }

    fn all<'v>(&mut self, values: impl IntoIterator<Item = &'v Value>) -> Vec<Value> {
        values.into_iter().map(|value| self.moved(*value)).collect()
    }

    fn pairs(&mut self, pairs: &[(Value, Value)]) -> Vec<(Value, Value)> {
        pairs
            .iter()
            .map(|(a, b)| (self.moved(*a), self.moved(*b)))
            .collect()
    }

    fn fill(&mut self, work: Work) {
        let old = self.old;
        match work {
            Work::Cells(start, span) => {
                for (nth, at) in span.range().enumerate() {
                    let value = self.moved(old.cells[at]);
                    self.new.cells[start as usize + nth] = value;
                }
            }
            Work::List(new, at) => {
                let items = self.all(&old.lists[at as usize]);
                self.new.lists[new as usize] = items;
            }
            Work::Table(new, at) => {
                let mut table = old.tables[at as usize].clone();
                for entry in &mut table.entries {
                    entry.key = self.moved(entry.key);
                    entry.value = self.moved(entry.value);
                }
                if let Kind::Default(maker) = table.kind {
                    table.kind = Kind::Default(self.moved(maker));
                }
                self.new.tables[new as usize] = table;
            }
            Work::Box(new, at) => {
                let value = self.moved(old.boxes[at as usize]);
                self.new.boxes[new as usize] = value;
            }
            Work::Object(new, at) => {
                let object = self.moved_object(&old.objects[at as usize]);
                self.new.objects[new as usize] = object;
            }
        }
    }

    fn moved_object(&mut self, object: &Object) -> Object {
        match object {
            Object::Iter(iter, depth) => {
                let iter = match iter {
                    Iter::Seq(source, place) => Iter::Seq(self.moved(*source), *place),
                    Iter::Enumerate(inner, count) => Iter::Enumerate(self.object(*inner), *count),
                    Iter::Zip(inner) => {
                        Iter::Zip(inner.iter().map(|at| self.object(*at)).collect())
                    }
                    Iter::Reversed(source, left) => Iter::Reversed(self.moved(*source), *left),
                };
                Object::Iter(iter, *depth)
            }
            Object::Function(closure) => Object::Function(crate::heap::Closure {
                code: closure.code,
                defaults: self.all(&closure.defaults).into(),
                captured: self.all(&closure.captured).into(),
            }),
            Object::Bound(of, method) => Object::Bound(self.moved(*of), *method),
            Object::Partial(function, args, named) => {
                Object::Partial(self.moved(*function), self.all(args), self.pairs(named))
            }
            Object::Cached(function) => Object::Cached(self.moved(*function)),
            Object::Struct(fields) => Object::Struct(self.pairs(fields)),
            Object::Deque(items, most) => Object::Deque(VecDeque::from(self.all(items)), *most),
            Object::Big(_) | Object::Wide(_) | Object::Foreign(_) => object.clone(),
        }
    }
}
