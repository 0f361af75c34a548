//! Tests that the compiled functions give the replies of Starlark, or none: on every rule file of the repository, and on
//! random programs.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bouton_core::Side;
use bouton_external::Kind;

use crate::fast;
use crate::file::RuleFile;
use crate::function::Function;
use crate::machine::interpret;
use crate::plain::Plain;
use crate::request::{Reply, Request};

/// The replies of the fast path, and how many there could have been.
#[derive(Default)]
struct Tally {
    answered: usize,
    asked: usize,
}

/// The reply of Starlark, with which the fast path agrees.
fn agreed(file: &Arc<RuleFile>, request: Request, tally: &mut Tally) -> Option<Reply> {
    let fast = fast::answer(file, &request);
    let slow = interpret(file, request.clone());
    tally.asked += usize::from(slow.is_ok());
    if let Some(fast) = fast {
        tally.answered += 1;
        let told = format!("{file:?} {request:?}: {slow:?}");
        assert_eq!(Some(fast), slow.as_ref().ok().map(copied), "{told}");
    }
    slow.ok()
}

fn copied(reply: &Reply) -> Reply {
    match reply {
        Reply::Look(look) => Reply::Look(look.clone()),
        Reply::Plies(plies) => Reply::Plies(*plies),
        Reply::Labels(labels) => Reply::Labels(labels.clone()),
        Reply::Value(value) => Reply::Value(value.clone()),
        Reply::List(list) => Reply::List(list.clone()),
        Reply::Rows(rows) => Reply::Rows(rows.clone()),
    }
}

/// Asks everything at some reachable positions.
fn compare(file: &Arc<RuleFile>, most: usize) -> Tally {
    let mut tally = Tally::default();
    let mut queue: VecDeque<Plain> = file.start().cloned().into_iter().collect();
    let mut seen: BTreeSet<Plain> = queue.iter().cloned().collect();
    let sides: &[Side] = match file.kind() {
        Kind::Partizan => &[Side::Left, Side::Right],
        _ => &[Side::Left],
    };
    if file.has(Function::Positions) {
        agreed(
            file,
            Request::List(Function::Positions, Plain::int(4)),
            &mut tally,
        );
    }
    while let Some(at) = queue.pop_front() {
        for side in sides {
            let look = agreed(file, Request::Look(at.clone(), *side, true), &mut tally);
            agreed(file, Request::Labels(at.clone(), *side), &mut tally);
            if let Some(Reply::Look(look)) = look {
                let after = look.moves.into_iter().map(|mv| mv.to);
                let fresh = after.filter(|to| seen.len() < most && seen.insert(to.clone()));
                queue.extend(fresh);
            }
        }
        for function in (0..file.functions().len()).map(Function::at) {
            let ask = match function {
                _ if !file.has(function) => continue,
                Function::Turn | Function::Positions => continue,
                Function::PliesLeft => Request::Plies(at.clone()),
                Function::Draw => Request::Rows(at.clone()),
                Function::Summands => Request::List(function, at.clone()),
                Function::Parse => {
                    match agreed(file, Request::Value(Function::Show, at.clone()), &mut tally) {
                        Some(Reply::Value(text)) => Request::Value(function, text),
                        _ => continue,
                    }
                }
                _ => Request::Value(function, at.clone()),
            };
            agreed(file, ask, &mut tally);
        }
    }
    tally
}

/// The rule files below a folder.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && !name.starts_with('.') && name != "target" {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "star") {
            found.push(path);
        }
    }
}

/// Files whose functions fail, change a constant, or are no game.
const ODD: [&str; 4] = ["count.star", "forgotten.star", "late.star", "mirror.star"];

#[test]
fn every_rule_file_has_the_replies_of_starlark() {
    let mut found = Vec::new();
    files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."),
        &mut found,
    );
    found.sort();
    assert!(found.len() >= 49, "{found:?}");
    for path in found {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let Ok(file) = RuleFile::read(&path.to_string_lossy(), None) else {
            assert!(ODD.contains(&&*name), "{name} cannot be read");
            continue;
        };
        let tally = compare(&file, 40);
        let is_whole = tally.answered == tally.asked;
        assert!(
            is_whole || ODD.contains(&&*name),
            "{name}: {} of {}",
            tally.answered,
            tally.asked
        );
    }
}

/// Random numbers that are always the same.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((x ^ (x >> 31)) % n as u64) as usize
    }

    fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }

    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The types of random expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Int,
    Bool,
    Str,
    Ints,
    Strs,
    Tuple,
    Dict,
}

const TYPES: [Type; 7] = [
    Type::Int,
    Type::Bool,
    Type::Str,
    Type::Ints,
    Type::Strs,
    Type::Tuple,
    Type::Dict,
];

/// Writes random programs.
struct Writer {
    random: Random,
    names: Vec<(String, Type)>,
    count: usize,
    text: String,
}

impl Writer {
    fn program(seed: u64) -> String {
        let mut writer = Self {
            random: Random(seed),
            names: Vec::new(),
            count: 0,
            text: String::from("start = 3\n"),
        };
        for of in TYPES {
            let value = writer.literal(of);
            writer.count += 1;
            let name = format!("G{}", writer.count);
            writer.text += &format!("{name} = {value}\n");
            writer.names.push((name, of));
        }
        let globals = writer.names.clone();
        writer.names.push(("a".into(), Type::Int));
        writer.names.push(("b".into(), Type::Strs));
        writer.text += "def helper(a, b = ['x', 'yz']):\n";
        let returned = writer.random.of(&TYPES);
        writer.body(1, 2);
        let value = writer.value(returned, 2);
        writer.text += &format!("    return {value}\n");
        writer.names = globals;
        writer.names.push(("p".into(), Type::Int));
        writer.text += "def moves(p):\n";
        writer.body(1, 4);
        let names = writer.names.iter().map(|(name, of)| match of {
            Type::Dict => format!("{name}.items()"),
            _ => name.clone(),
        });
        let names = names.collect::<Vec<_>>().join(", ");
        let call = format!("helper({})", writer.value(Type::Int, 1));
        let call = match returned {
            Type::Dict => format!("{call}.items()"),
            _ => call,
        };
        writer.text += &format!("    return [{names}, {call}]\n");
        writer.text
    }

    /// Statements; the names that they bind may be used after them.
    fn body(&mut self, indent: usize, most: usize) {
        let count = 1 + self.random.below(most);
        for _ in 0..count {
            self.statement(indent, most);
        }
    }

    fn line(&mut self, indent: usize, line: &str) {
        self.text += &"    ".repeat(indent);
        self.text += line;
        self.text.push('\n');
    }

    fn fresh(&mut self, of: Type) -> String {
        self.count += 1;
        let name = format!("v{}", self.count);
        self.names.push((name.clone(), of));
        name
    }

    fn statement(&mut self, indent: usize, most: usize) {
        let of = self.random.of(&TYPES);
        match self.random.below(if indent < 3 { 12 } else { 8 }) {
            0..=3 => {
                let value = self.value(of, 3);
                // A constant may not be rebound in a function that also reads it.
                let name = match self.local(of) {
                    Some(name) if self.random.once_in(2) => name,
                    _ => self.fresh(of),
                };
                self.line(indent, &format!("{name} = {value}"));
            }
            4 => {
                let operator = match of {
                    Type::Int => self
                        .random
                        .of(&["+=", "-=", "*=", "//=", "%=", "&=", "|=", "^="]),
                    _ => "+=",
                };
                let of = if matches!(of, Type::Bool | Type::Dict) {
                    Type::Ints
                } else {
                    of
                };
                let value = self.value(of, 2);
                if let Some(name) = self.local(of) {
                    let operator = if of == Type::Int { operator } else { "+=" };
                    self.line(indent, &format!("{name} {operator} {value}"));
                }
            }
            5 => {
                let value = self.value(Type::Int, 2);
                let at = self.value(Type::Int, 1);
                if let Some(name) = self.local(Type::Ints) {
                    let line = match self.random.below(7) {
                        0 => format!("{name}[{at}] = {value}"),
                        1 => format!("{name}[{at}] += {value}"),
                        2 => format!("{name}.extend([{value}])"),
                        3 => format!("{name}.insert({at}, {value})"),
                        4 => format!("{name}.pop()"),
                        _ => format!("{name}.append({value})"),
                    };
                    self.line(indent, &line);
                }
            }
            6 => {
                let (key, value) = (self.value(Type::Str, 2), self.value(Type::Int, 2));
                if let Some(name) = self.local(Type::Dict) {
                    let line = match self.random.below(4) {
                        0 => format!("{name}.setdefault({key}, {value})"),
                        1 => format!("{name}.pop({key}, None)"),
                        _ => format!("{name}[{key}] = {value}"),
                    };
                    self.line(indent, &line);
                }
            }
            7 => {
                let (value, other) = (self.value(of, 2), self.value(Type::Int, 2));
                let (a, b) = (self.fresh(of), self.fresh(Type::Int));
                let line = match self.random.once_in(2) {
                    true => format!("{a}, {b} = {value}, {other}"),
                    false => format!("({a}, {b}) = [{value}, {other}]"),
                };
                self.line(indent, &line);
            }
            8 | 9 => {
                let condition = self.value(Type::Bool, 3);
                self.line(indent, &format!("if {condition}:"));
                self.nested(indent, most);
                if self.random.once_in(2) {
                    self.line(indent, "else:");
                    self.nested(indent, most);
                }
            }
            _ => {
                let (source, of) = self.source();
                let before = self.names.len();
                let name = self.fresh(of);
                self.line(indent, &format!("for {name} in {source}:"));
                self.names.truncate(before);
                self.names.push((name, of));
                self.nested(indent, most);
                self.names.truncate(before);
            }
        }
    }

    /// A block, whose names are mostly not used after it.
    fn nested(&mut self, indent: usize, most: usize) {
        let before = self.names.len();
        self.body(indent + 1, most.div_ceil(2));
        if self.random.once_in(8) {
            let jump = if self.text.contains("for v") {
                "pass"
            } else {
                "pass # no loop"
            };
            self.line(indent + 1, jump);
        }
        if !self.random.once_in(6) {
            self.names.truncate(before);
        }
    }

    /// A name of a type that may be assigned.
    fn local(&mut self, of: Type) -> Option<String> {
        let is_local = |(name, kind): &&(String, Type)| *kind == of && name.starts_with('v');
        let names: Vec<_> = self.names.iter().filter(is_local).cloned().collect();
        if names.is_empty() {
            return None;
        }
        Some(names[self.random.below(names.len())].0.clone())
    }

    fn named(&mut self, of: Type) -> String {
        let names: Vec<_> = self.names.iter().filter(|(_, kind)| *kind == of).collect();
        if names.is_empty() {
            return self.literal(of);
        }
        names[self.random.below(names.len())].0.clone()
    }

    fn literal(&mut self, of: Type) -> String {
        match of {
            Type::Int => self
                .random
                .of(&[
                    "0",
                    "1",
                    "2",
                    "3",
                    "-1",
                    "-2",
                    "7",
                    "10",
                    "100",
                    "4611686018427387904",
                    "-3",
                    "31",
                ])
                .into(),
            Type::Bool => self.random.of(&["True", "False"]).into(),
            Type::Str => self
                .random
                .of(&[
                    "''",
                    "'a'",
                    "'b'",
                    "'ab'",
                    "'X.O'",
                    "'a-b-c'",
                    "'0123456789abcdef'",
                    "'é.'",
                    "'12'",
                    "\"it's\"",
                ])
                .into(),
            Type::Ints => self
                .random
                .of(&["[]", "[1]", "[3, 1, 2]", "[0, 0, 5]"])
                .into(),
            Type::Strs => self
                .random
                .of(&["[]", "['a']", "['b', 'a', 'ab']", "['X', '.']"])
                .into(),
            Type::Tuple => self
                .random
                .of(&[
                    "()",
                    "(1,)",
                    "(1, 2)",
                    "('a', 1)",
                    "((1, 2), 'x', None)",
                    "(1, 2, 3, 4)",
                ])
                .into(),
            Type::Dict => self
                .random
                .of(&["{}", "{'a': 1}", "{'b': 2, 'a': 3}"])
                .into(),
        }
    }

    /// Something to iterate over, and the type of its items.
    fn source(&mut self) -> (String, Type) {
        match self.random.below(6) {
            0 => (
                format!("range({})", self.random.of(&["3", "2, 5", "5, 0, -2", "p"])),
                Type::Int,
            ),
            1 => (self.value(Type::Ints, 1), Type::Int),
            2 => (self.value(Type::Strs, 1), Type::Str),
            3 => (format!("{}.elems()", self.atom(Type::Str)), Type::Str),
            4 => (self.named(Type::Dict), Type::Str),
            _ => (format!("{}[:5]", self.atom(Type::Ints)), Type::Int),
        }
    }

    /// An expression in brackets where it needs them.
    fn atom(&mut self, of: Type) -> String {
        format!("({})", self.value(of, 1))
    }

    /// Part of a slice.
    fn end(&mut self) -> String {
        match self.random.below(4) {
            0 => String::new(),
            1 => self.value(Type::Int, 1),
            _ => self.random.of(&["0", "1", "2", "-1", "-2", "3"]).into(),
        }
    }

    fn sliced(&mut self, of: Type) -> String {
        let (value, from, to) = (self.atom(of), self.end(), self.end());
        match self.random.below(6) {
            0 => format!(
                "{value}[{from}:{to}:{}]",
                self.random.of(&["-1", "2", "-2", "1"])
            ),
            1 => format!("{value}[::-1]"),
            _ => format!("{value}[{from}:{to}]"),
        }
    }

    fn comprehension(&mut self, of: Type) -> String {
        let before = self.names.len();
        let (source, item) = self.source();
        let name = self.fresh(item);
        let condition = match self.random.once_in(2) {
            true => format!(" if {}", self.value(Type::Bool, 1)),
            false => String::new(),
        };
        let second = if self.random.once_in(4) {
            let (source, item) = self.source();
            let name = self.fresh(item);
            format!(" for {name} in {source}")
        } else {
            String::new()
        };
        let value = self.value(of, 1);
        self.names.truncate(before);
        format!("{value} for {name} in {source}{condition}{second}")
    }

    fn value(&mut self, of: Type, depth: usize) -> String {
        // Sometimes another type, which is mostly an error.
        let of = if self.random.once_in(150) {
            self.random.of(&TYPES)
        } else {
            of
        };
        if depth == 0 || self.random.once_in(4) {
            return match self.random.once_in(3) {
                true => self.literal(of),
                false => self.named(of),
            };
        }
        let depth = depth - 1;
        match self.random.below(12) {
            0 => {
                let condition = self.value(Type::Bool, depth);
                let (one, other) = (self.value(of, depth), self.value(of, depth));
                return format!("({one} if {condition} else {other})");
            }
            1 => {
                let (one, other) = (self.atom(of), self.atom(of));
                return format!("({one} {} {other})", self.random.of(&["and", "or"]));
            }
            _ => {}
        }
        match of {
            Type::Int => self.int(depth),
            Type::Bool => self.truth(depth),
            Type::Str => self.string(depth),
            Type::Ints | Type::Strs => self.list(of, depth),
            Type::Tuple => {
                let one = self.random.of(&TYPES[..6]);
                match self.random.below(6) {
                    0 => format!(
                        "({}, {})",
                        self.value(one, depth),
                        self.value(Type::Int, depth)
                    ),
                    1 => format!("({} + {})", self.atom(of), self.atom(of)),
                    2 => self.sliced(of),
                    3 => format!("tuple([{}])", self.comprehension(Type::Int)),
                    4 => format!(
                        "({} * {})",
                        self.atom(of),
                        self.random.of(&["0", "2", "-1"])
                    ),
                    _ => format!("tuple({})", self.value(Type::Ints, depth)),
                }
            }
            Type::Dict => match self.random.below(3) {
                0 => format!(
                    "{{{}: {}}}",
                    self.value(Type::Str, depth),
                    self.value(Type::Int, depth)
                ),
                1 => format!("dict({})", self.named(of)),
                _ => {
                    let before = self.names.len();
                    let (source, item) = self.source();
                    let name = self.fresh(item);
                    let text = format!(
                        "{{str({name}): {} for {name} in {source}}}",
                        self.value(Type::Int, 1)
                    );
                    self.names.truncate(before);
                    text
                }
            },
        }
    }

    fn int(&mut self, depth: usize) -> String {
        match self.random.below(16) {
            0..=4 => {
                let operator = self.random.of(&["+", "-", "*", "//", "%", "&", "|", "^"]);
                format!(
                    "({} {operator} {})",
                    self.value(Type::Int, depth),
                    self.value(Type::Int, depth)
                )
            }
            5 => format!(
                "({} {} {})",
                self.value(Type::Int, depth),
                self.random.of(&["<<", ">>"]),
                self.random.of(&["0", "1", "3", "40", "70"])
            ),
            6 => {
                let of = self.sized();
                format!("len({})", self.value(of, depth))
            }
            7 => format!("-{}", self.atom(Type::Int)),
            8 => format!("~{}", self.atom(Type::Int)),
            9 => format!(
                "{}({})",
                self.random.of(&["sum", "min", "max"]),
                self.value(Type::Ints, depth)
            ),
            10 => format!(
                "{}({}, {})",
                self.random.of(&["min", "max"]),
                self.value(Type::Int, depth),
                self.value(Type::Int, depth)
            ),
            11 => format!(
                "{}[{}]",
                self.atom(Type::Ints),
                self.value(Type::Int, depth)
            ),
            12 => format!(
                "{}.{}({})",
                self.atom(Type::Str),
                self.random.of(&["find", "count", "rfind", "index"]),
                self.value(Type::Str, depth)
            ),
            13 => format!("abs({})", self.value(Type::Int, depth)),
            14 => format!(
                "{}.get({}, {})",
                self.atom(Type::Dict),
                self.value(Type::Str, depth),
                self.value(Type::Int, depth)
            ),
            _ => format!(
                "int({})",
                self.random
                    .of(&["'7'", "'-12'", "True", "'x'", "'0x1f'", "'+3'"])
            ),
        }
    }

    fn sized(&mut self) -> Type {
        self.random.of(&TYPES[2..])
    }

    fn truth(&mut self, depth: usize) -> String {
        let of = self.random.of(&TYPES[..6]);
        match self.random.below(8) {
            0..=2 => {
                let ordered = self
                    .random
                    .of(&[Type::Int, Type::Str, Type::Tuple, Type::Ints]);
                let operator = self.random.of(&["<", "<=", ">", ">=", "==", "!="]);
                format!("({} {operator} {})", self.atom(ordered), self.atom(ordered))
            }
            3 => format!(
                "({} {} {})",
                self.atom(of),
                self.random.of(&["==", "!="]),
                self.atom(of)
            ),
            4 => format!("(not {})", self.atom(of)),
            5 => {
                let (item, all) = self.random.of(&[
                    (Type::Int, Type::Ints),
                    (Type::Str, Type::Strs),
                    (Type::Str, Type::Str),
                    (Type::Int, Type::Tuple),
                    (Type::Str, Type::Dict),
                ]);
                let (item, all) = (self.atom(item), self.atom(all));
                format!("({item} {} {all})", self.random.of(&["in", "not in"]))
            }
            6 => format!(
                "{}({})",
                self.random.of(&["any", "all", "bool"]),
                self.value(Type::Ints, depth)
            ),
            _ => {
                let method = self.random.of(&["startswith", "endswith"]);
                format!(
                    "{}.{method}({})",
                    self.atom(Type::Str),
                    self.value(Type::Str, depth)
                )
            }
        }
    }

    fn string(&mut self, depth: usize) -> String {
        match self.random.below(15) {
            0 | 1 => format!(
                "({} + {})",
                self.value(Type::Str, depth),
                self.value(Type::Str, depth)
            ),
            2 => format!("{}[{}]", self.atom(Type::Str), self.value(Type::Int, depth)),
            3 | 4 => self.sliced(Type::Str),
            5 => format!(
                "({} * {})",
                self.atom(Type::Str),
                self.random.of(&["0", "2", "-1", "5"])
            ),
            6 => {
                let of = self.sized();
                format!("str({})", self.value(of, depth))
            }
            7 => format!("str({})", self.value(Type::Int, depth)),
            8 => format!(
                "('%s:%d%%' % ({}, {}))",
                self.value(Type::Strs, depth),
                self.value(Type::Int, depth)
            ),
            9 => format!("('<%s>' % {})", self.value(Type::Int, depth)),
            10 => format!(
                "{}.join({})",
                self.atom(Type::Str),
                self.value(Type::Strs, depth)
            ),
            11 => format!("''.join([{}])", self.comprehension(Type::Str)),
            12 => format!(
                "{}.replace({}, {})",
                self.atom(Type::Str),
                self.value(Type::Str, depth),
                self.value(Type::Str, depth)
            ),
            13 => format!(
                "{}.{}({})",
                self.atom(Type::Str),
                self.random.of(&["strip", "lstrip", "rstrip"]),
                self.random.of(&["", "'a'", "'.X'"])
            ),
            _ => format!(
                "{}.{}()",
                self.atom(Type::Str),
                self.random.of(&["upper", "lower"])
            ),
        }
    }

    fn list(&mut self, of: Type, depth: usize) -> String {
        let item = if of == Type::Ints {
            Type::Int
        } else {
            Type::Str
        };
        match self.random.below(12) {
            0 => format!("[{}, {}]", self.value(item, depth), self.value(item, depth)),
            1 => format!("({} + {})", self.atom(of), self.atom(of)),
            2 => self.sliced(of),
            3 | 4 => format!("[{}]", self.comprehension(item)),
            5 => format!("sorted({})", self.value(of, depth)),
            6 => format!("sorted({}, reverse = True)", self.value(of, depth)),
            7 => format!("reversed({})", self.value(of, depth)),
            8 if of == Type::Strs => format!(
                "{}.split({})",
                self.atom(Type::Str),
                self.random.of(&["'-'", "'b'", "", "'ab'"])
            ),
            8 => format!("[i * n for i, n in enumerate({})]", self.value(of, depth)),
            9 if of == Type::Strs => format!("list({}.elems())", self.atom(Type::Str)),
            9 => format!(
                "[a - b for a, b in zip({}, {})]",
                self.value(of, depth),
                self.value(of, depth)
            ),
            10 => format!(
                "sorted({}, key = lambda x: {})",
                self.value(of, depth),
                self.random.of(&["x", "str(x)", "(len(str(x)), x)"])
            ),
            11 if of == Type::Strs => format!("{}.keys()", self.atom(Type::Dict)),
            _ => format!("list({})", self.value(of, depth)),
        }
    }
}

/// Compares random programs, and returns how many calls both knew.
fn compare_random(seeds: std::ops::Range<u64>) -> (usize, usize) {
    let (mut answered, mut asked) = (0, 0);
    for seed in seeds {
        let text = Writer::program(seed);
        let Ok(file) = RuleFile::of(&format!("seed-{seed}.star"), &text, None) else {
            continue;
        };
        for p in [0, 3] {
            let request = || Request::Value(Function::Moves, Plain::int(p));
            let fast = fast::answer(&file, &request());
            let slow = interpret(&file, request());
            asked += usize::from(slow.is_ok());
            if let Some(fast) = fast {
                answered += 1;
                assert_eq!(Some(fast), slow.ok(), "{text}at {p}");
            }
        }
    }
    (answered, asked)
}

#[test]
fn random_programs_have_the_values_of_starlark() {
    let (answered, asked) = compare_random(0..1000);
    // Many programs fail somewhere, on purpose; of the others most are known. The rest are slices with three parts.
    assert!(asked > 250, "{asked}");
    assert!(10 * answered > 7 * asked, "{answered} of {asked}");
}

/// `SEEDS=100000 cargo test -p bouton-rules --lib -- --ignored random_programs`
#[test]
#[ignore = "minutes; CONTRIBUTING.md says when"]
fn many_random_programs_have_the_values_of_starlark() {
    let seeds = std::env::var("SEEDS")
        .ok()
        .and_then(|seeds| seeds.parse().ok());
    let (answered, asked) = compare_random(1000..seeds.unwrap_or(100_000));
    println!("{answered} of {asked} calls that Starlark answers");
    assert!(10 * answered > 7 * asked);
}
