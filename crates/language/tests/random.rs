//! Random programs, here and in CPython: the same value, or a refusal here of at most two in a hundred. A program that fails in
//! CPython fails here. `PROGRAMS=100000` runs more, `SEED=…` others.

use std::fmt::Write;

use crate::common::{here, in_python};
use bouton_language::Limits;

/// Numbers that only look random.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % most
    }

    fn one<'t>(&mut self, of: &[&'t str]) -> &'t str {
        of[self.below(of.len())]
    }
}

/// Writes programs. Each variable keeps its kind, so that most programs run to their end.
struct Writer {
    chance: Chance,
    text: String,
    indent: usize,
    /// Loops around, in which little is done.
    loops: usize,
    functions: usize,
}

const INTS: &[&str] = &["a", "b", "c", "i", "j"];
const TEXTS: &[&str] = &["s", "t"];
const LISTS: &[&str] = &["xs", "ys"];
const DICTS: &[&str] = &["d", "e"];

impl Writer {
    fn line(&mut self, line: &str) {
        for _ in 0..self.indent {
            self.text.push_str("    ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn int(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.chance.below(4) {
                0 => self
                    .chance
                    .one(&[
                        "0",
                        "1",
                        "2",
                        "3",
                        "-1",
                        "7",
                        "10",
                        "255",
                        "10**12",
                        "9223372036854775807",
                        "-2",
                    ])
                    .to_owned(),
                _ => self.chance.one(INTS).to_owned(),
            };
        }
        let less = depth - 1;
        match self.chance.below(36) {
            30 => format!("gcd({}, {})", self.int(less), self.int(less)),
            31 => format!("Counter({})[{}]", self.any(less), self.short()),
            32 => format!(
                "next((z for z in {} if z > {}), {})",
                self.list(less),
                self.chance.one(INTS),
                self.int(less)
            ),
            33 => format!(
                "reduce(lambda x, y: (x * 3 + y) % 1009, {}, {})",
                self.list(less),
                self.int(less)
            ),
            34 => format!("isqrt(abs({}))", self.int(less)),
            35 => format!(
                "defaultdict(lambda: {}, {})[{}]",
                self.chance.one(INTS),
                self.dict(less),
                self.int(less)
            ),
            0..=2 => format!("({} + {})", self.int(less), self.int(less)),
            3 | 4 => format!("({} - {})", self.int(less), self.int(less)),
            5 | 6 => format!("({} * {})", self.int(less), self.int(less)),
            7 => format!("({} // {})", self.int(less), self.int(less)),
            8 => format!("({} // ({} or 3))", self.int(less), self.int(less)),
            9 => format!("({} % ({} or 7))", self.int(less), self.int(less)),
            10 => format!("abs({})", self.int(less)),
            11 => format!("len({})", self.any(less)),
            12 => format!("sum({})", self.list(less)),
            13 => format!("max({}, {})", self.int(less), self.int(less)),
            14 => format!("min({} or [4])", self.list(less)),
            15 => format!(
                "({} if {} else {})",
                self.int(less),
                self.truth(less),
                self.int(less)
            ),
            16 => format!("{}.count({})", self.text_of(less), self.short()),
            17 => format!(
                "({} {} {})",
                self.int(less),
                self.chance.one(&["&", "|", "^"]),
                self.int(less)
            ),
            18 => format!(
                "({} {} ({} % 70))",
                self.int(less),
                self.chance.one(&["<<", ">>"]),
                self.int(less)
            ),
            19 => {
                let list = self.chance.one(LISTS);
                format!(
                    "({list}[{} % len({list})] if {list} else 5)",
                    self.int(less)
                )
            }
            20 => format!(
                "{}.get({}, {})",
                self.chance.one(DICTS),
                self.int(less),
                self.int(less)
            ),
            21 => format!("(({} % 9) ** ({} % 5))", self.int(less), self.int(less)),
            22 => format!("{}.find({})", self.text_of(less), self.short()),
            23 => format!("ord(({} or 'q')[0])", self.text_of(less)),
            24 => format!("int(str({}))", self.int(less)),
            25 => format!(
                "divmod({}, ({} or 2))[{}]",
                self.int(less),
                self.int(less),
                self.chance.below(2)
            ),
            26 => format!(
                "sum({} for z in {} if {})",
                self.chance.one(&["z", "z * 2", "1", "z % 3"]),
                self.list(less),
                self.chance.one(&["z > 1", "z % 2", "True"])
            ),
            27 => format!("(-{})", self.int(less)),
            28 => format!(
                "(~{} + ({} == {}))",
                self.int(less),
                self.int(less),
                self.int(less)
            ),
            _ => format!(
                "(lambda q, r=2: q * r + {})({})",
                self.chance.one(INTS),
                self.int(less)
            ),
        }
    }

    fn short(&mut self) -> String {
        self.chance
            .one(&["'a'", "'b'", "''", "'ab'", "','", "s[:1]", "t[-1:]", "' '"])
            .to_owned()
    }

    fn text_of(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.chance.below(3) {
                0 => self
                    .chance
                    .one(&[
                        "''", "'a'", "'abcabc'", "'X.O..'", "'a,b c'", "'é日'", "'It\\'s'", "'12'",
                    ])
                    .to_owned(),
                _ => self.chance.one(TEXTS).to_owned(),
            };
        }
        let less = depth - 1;
        match self.chance.below(24) {
            0 | 1 => format!("({} + {})", self.text_of(less), self.text_of(less)),
            2 => format!("({} * ({} % 4))", self.text_of(less), self.int(less)),
            3 => format!("str({})", self.any(less)),
            4 => format!("repr({})", self.any(less)),
            5 => format!("{}[{}:{}]", self.text_of(less), self.end(), self.end()),
            6 => format!(
                "{}[::{}]",
                self.text_of(less),
                self.chance.one(&["-1", "2", "-2", "3"])
            ),
            7 => format!(
                "{}.replace({}, {})",
                self.text_of(less),
                self.chance.one(&["'a'", "'b'", "'ab'", "'.'"]),
                self.short()
            ),
            8 => format!(
                "{}.{}()",
                self.text_of(less),
                self.chance.one(&[
                    "upper",
                    "lower",
                    "strip",
                    "title",
                    "capitalize",
                    "swapcase",
                    "lstrip"
                ])
            ),
            9 => format!("{}.join(str(z) for z in {})", self.short(), self.list(less)),
            10 => format!("{}.join(sorted({}))", self.short(), self.text_of(less)),
            11 => format!(
                "f'{{{}}}{}{{{}!r}}'",
                self.int(0),
                self.chance.one(&["", "-", "x"]),
                self.chance.one(TEXTS)
            ),
            12 => format!(
                "f'{{{}:{}}}'",
                self.chance.one(INTS),
                self.chance.one(&[
                    ">6", "<6", "^7", "05", "x", "b", ",", "+", "#x", "=+8", "*>9", "_"
                ])
            ),
            13 => format!(
                "f'{{{}:{}}}|'",
                self.chance.one(TEXTS),
                self.chance.one(&[">6", "<6", "^7", ".2", "*^9.3"])
            ),
            14 => format!(
                "('%s-%d-%r' % ({}, {}, {}))",
                self.any(less),
                self.int(less),
                self.text_of(less)
            ),
            15 => format!(
                "'{{}}/{{:>4}}/{{0}}'.replace('/{{0}}', '').format({}, {})",
                self.text_of(less),
                self.int(0)
            ),
            16 => format!(
                "({} if {} else {})",
                self.text_of(less),
                self.truth(less),
                self.text_of(less)
            ),
            17 => format!(
                "{}.{}({})",
                self.text_of(less),
                self.chance.one(&["zfill", "center", "ljust", "rjust"]),
                self.chance.below(12)
            ),
            18 => format!(
                "({} or 'm')[{} % len({} or 'm')]",
                self.chance.one(TEXTS),
                self.int(less),
                self.chance.one(TEXTS)
            ),
            19 => format!(
                "{}.{}({})[{}]",
                self.text_of(less),
                self.chance.one(&["partition", "rpartition"]),
                self.chance.one(&["','", "'a'", "' '"]),
                self.chance.below(3)
            ),
            20 => format!(
                "({}.split({}) or ['w'])[{}]",
                self.text_of(less),
                self.chance.one(&["','", "", "' '", "'a', 1", "None, 1"]),
                self.chance.one(&["0", "-1"])
            ),
            21 => format!("chr(({} % 26) + 97)", self.int(less)),
            22 => format!(
                "{}.{}({})",
                self.text_of(less),
                self.chance
                    .one(&["removeprefix", "removesuffix", "strip", "rstrip"]),
                self.chance.one(&["'a'", "'ab'", "'X.'"])
            ),
            _ => format!("''.join(reversed({}))", self.text_of(less)),
        }
    }

    fn end(&mut self) -> String {
        match self.chance.below(3) {
            0 => String::new(),
            1 => self
                .chance
                .one(&["0", "1", "2", "-1", "-2", "5", "100", "-100"])
                .to_owned(),
            _ => format!("{} % 5 - 2", self.chance.one(INTS)),
        }
    }

    fn list(&mut self, depth: usize) -> String {
        if depth == 0 {
            return match self.chance.below(4) {
                0 => self
                    .chance
                    .one(&["[]", "[1, 2, 3]", "[5, 5, 0, -2]", "[7]", "[10**20, 1]"])
                    .to_owned(),
                _ => self.chance.one(LISTS).to_owned(),
            };
        }
        let less = depth - 1;
        match self.chance.below(32) {
            22 => format!("list(accumulate({}))", self.list(less)),
            23 => format!(
                "[x - y for x, y in product({}[:3], {}[:3])]",
                self.list(less),
                self.list(less)
            ),
            24 => format!(
                "[sum(z) for z in {}({}[:4], {})]",
                self.chance.one(&[
                    "combinations",
                    "permutations",
                    "combinations_with_replacement"
                ]),
                self.list(less),
                self.chance.below(4)
            ),
            25 => format!(
                "sorted(Counter({}).{}())",
                self.list(less),
                self.chance.one(&["keys", "values", "elements"])
            ),
            26 => format!(
                "list(deque({}, maxlen={}))",
                self.list(less),
                self.chance.below(5)
            ),
            27 => format!(
                "[x or y for x, y in zip_longest({}, {}, fillvalue=1)]",
                self.list(less),
                self.list(less)
            ),
            28 => format!(
                "list(islice(chain({}, {}), {}))",
                self.list(less),
                self.list(less),
                self.chance.below(9)
            ),
            29 => format!(
                "[{} for x in {}]",
                self.chance.one(&["x", "(x, 1)[0]", "min(x, 3)"]),
                self.list(less)
            ),
            30 => format!(
                "[f(2) for f in [lambda q, z=z: q * z for z in {}]]",
                self.list(less)
            ),
            31 => format!("[f() for f in [lambda: z for z in {}]]", self.list(less)),
            0 => format!("({} + {})", self.list(less), self.list(less)),
            1 => format!("[{}, {}]", self.int(less), self.int(less)),
            2 => format!(
                "[{} for z in {}]",
                self.chance
                    .one(&["z", "z * z % 97", "z + a", "-z", "z // 2"]),
                self.list(less)
            ),
            3 => format!(
                "[z for z in {} if {}]",
                self.list(less),
                self.chance
                    .one(&["z % 2", "z > b", "not z", "0 <= z < 9", "z not in (1, 2)"])
            ),
            4 => format!("sorted({})", self.list(less)),
            5 => format!(
                "sorted({}, key=lambda z: {}, reverse={})",
                self.list(less),
                self.chance.one(&["-z", "z % 3", "(z % 2, z)", "abs(z)"]),
                self.chance.one(&["True", "False"])
            ),
            6 => format!("{}[{}:{}]", self.list(less), self.end(), self.end()),
            7 => format!(
                "{}[::{}]",
                self.list(less),
                self.chance.one(&["-1", "2", "-2", "3"])
            ),
            8 => format!("list(range({} % 8))", self.int(less)),
            9 => format!(
                "list(range({} % 9, {} % 4, -2))",
                self.int(less),
                self.int(less)
            ),
            10 => format!(
                "list(map(lambda z: z {} 2, {}))",
                self.chance.one(&["+", "*", "%", "//"]),
                self.list(less)
            ),
            11 => format!(
                "list(filter(lambda z: z {} 2, {}))",
                self.chance.one(&[">", "%", "!="]),
                self.list(less)
            ),
            12 => format!("list(reversed({}))", self.list(less)),
            13 => format!(
                "sorted(set({}) {} set({}))",
                self.list(less),
                self.chance.one(&["&", "|", "-", "^"]),
                self.list(less)
            ),
            14 => format!("sorted({{z % 5 for z in {}}})", self.list(less)),
            15 => format!(
                "[x + y for x in {} for y in {} if x != y][:10]",
                self.list(0),
                self.list(0)
            ),
            16 => format!(
                "[x * y for x, y in zip({}, {})]",
                self.list(less),
                self.list(less)
            ),
            17 => format!("[n * z for n, z in enumerate({})]", self.list(less)),
            18 => format!(
                "list({}.{}())",
                self.chance.one(DICTS),
                self.chance.one(&["keys", "values"])
            ),
            19 => format!("[*{}, {}]", self.list(less), self.int(less)),
            20 => format!(
                "[len(z) for z in {}.split({})]",
                self.text_of(less),
                self.chance.one(&["", "','", "'a'"])
            ),
            _ => format!(
                "({} if {} else {})",
                self.list(less),
                self.truth(less),
                self.list(less)
            ),
        }
    }

    fn dict(&mut self, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        match self.chance.below(8) {
            0 => format!(
                "{{{}: {}, {}: {}}}",
                self.int(less),
                self.int(less),
                self.int(less),
                self.int(less)
            ),
            1 => format!("{{z: z * 2 for z in {}}}", self.list(less)),
            2 => format!("{{z % 4: n for n, z in enumerate({})}}", self.list(less)),
            3 => format!("({} | {})", self.chance.one(DICTS), self.chance.one(DICTS)),
            4 => format!(
                "{{**{}, {}: {}}}",
                self.chance.one(DICTS),
                self.int(less),
                self.int(less)
            ),
            5 => format!("dict(zip({}, {}))", self.list(less), self.list(less)),
            6 => format!(
                "{{k: v for k, v in {}.items() if {}}}",
                self.chance.one(DICTS),
                self.chance.one(&["k > v", "k % 2", "v"])
            ),
            _ => self.chance.one(DICTS).to_owned(),
        }
    }

    fn any(&mut self, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        match self.chance.below(5) {
            0 => self.text_of(less),
            1 => self.list(less),
            2 => self.dict(less),
            3 => format!("({}, {})", self.text_of(less), self.int(less)),
            _ => format!("tuple({})", self.list(less)),
        }
    }

    fn truth(&mut self, depth: usize) -> String {
        let less = depth.saturating_sub(1);
        match self.chance.below(14) {
            0..=2 => format!(
                "{} {} {}",
                self.int(less),
                self.chance.one(&["<", "<=", "==", "!=", ">", ">="]),
                self.int(less)
            ),
            3 => format!(
                "{} < {} <= {}",
                self.int(less),
                self.int(less),
                self.int(less)
            ),
            4 => format!("{} in {}", self.int(less), self.list(less)),
            5 => format!("{} not in {}", self.short(), self.text_of(less)),
            6 => format!("not {}", self.any(less)),
            7 => format!("({} and {})", self.truth(less), self.truth(less)),
            8 => format!("({} or {})", self.truth(less), self.truth(less)),
            9 => format!(
                "any(z > {} for z in {})",
                self.chance.one(INTS),
                self.list(less)
            ),
            10 => format!(
                "all({} for z in {})",
                self.chance.one(&["z", "z % 2 == 0", "z < 100"]),
                self.list(less)
            ),
            11 => format!(
                "{} {} {}",
                self.text_of(less),
                self.chance.one(&["<", "==", ">=", "!="]),
                self.text_of(less)
            ),
            12 => format!(
                "{} {} {}",
                self.list(less),
                self.chance.one(&["<", "==", ">="]),
                self.list(less)
            ),
            _ => format!(
                "{}.{}()",
                self.text_of(less),
                self.chance.one(&[
                    "isdigit", "isalpha", "isupper", "islower", "isspace", "isalnum"
                ])
            ),
        }
    }

    fn assignment(&mut self) {
        let line = match self.chance.below(18) {
            0..=2 => format!("{} = {} % 10007", self.chance.one(INTS), self.int(3)),
            3 => format!(
                "{} = {} % 10**30",
                self.chance.one(&["a", "b"]),
                self.int(2)
            ),
            4 => format!(
                "{} {}= {}",
                self.chance.one(INTS),
                self.chance.one(&["+", "-", "|", "&", "^"]),
                self.int(0)
            ),
            5 | 6 => format!("{} = ({})[:40]", self.chance.one(TEXTS), self.text_of(3)),
            7 | 8 => format!(
                "{} = [z if -10**25 < z < 10**25 else z % 10**25 for z in {}][:12]",
                self.chance.one(LISTS),
                self.list(3)
            ),
            9 => format!(
                "{} = dict(list(({}).items())[:9])",
                self.chance.one(DICTS),
                self.dict(2)
            ),
            10 => format!(
                "{}[{} % 10] = {}",
                self.chance.one(DICTS),
                self.int(1),
                self.int(1)
            ),
            11 => format!("a, b = {} % 10**30, {}", self.int(1), self.int(0)),
            16 => format!(
                "xs = [y for x in {}[:12] if (y := x % 7) > {}]",
                self.chance.one(LISTS),
                self.int(1)
            ),
            17 => format!(
                "c = (b := {} % 10**30) + (j := {} % 99)",
                self.int(1),
                self.int(1)
            ),
            12 => format!("c, *ys = [{}, {} % 10**30]", self.int(0), self.int(1)),
            13 => format!("p = ({}, {})", self.any(1), self.int(1)),
            14 => format!("u = {{{}, {}}}", self.int(1), self.int(1)),
            _ => format!(
                "(i, j), s = ({} % 99, {} % 10**30), {}[:30]",
                self.int(1),
                self.int(1),
                self.text_of(1)
            ),
        };
        self.line(&line);
    }

    fn change(&mut self) {
        let list = self.chance.one(LISTS);
        let line = match self.chance.below(13) {
            0 | 1 => format!("{list}.append({})", self.int(1)),
            2 => format!("{list} and {list}.pop()"),
            3 => format!("{list}.insert({} % 4 - 2, {})", self.int(1), self.int(1)),
            4 => format!(
                "{list}.sort({})",
                self.chance.one(&["", "reverse=True", "key=lambda z: -z"])
            ),
            5 => format!("{list}.reverse()"),
            6 => format!("{list}[{}:{}] = {}", self.end(), self.end(), self.list(1)),
            7 => format!("{list}.extend({})", self.list(1)),
            8 => format!("del {list}[{}:{}]", self.end(), self.end()),
            9 => format!("{}.pop({}, None)", self.chance.one(DICTS), self.int(1)),
            10 => format!(
                "{}.setdefault({}, {})",
                self.chance.one(DICTS),
                self.int(1),
                self.int(1)
            ),
            11 => format!(
                "u.{}({})",
                self.chance.one(&["add", "discard"]),
                self.int(1)
            ),
            _ => format!("{list} += {}", self.list(1)),
        };
        self.line(&line);
        self.line(&format!(
            "{list}[:] = [z if -10**25 < z < 10**25 else 0 for z in {list}[:12]]"
        ));
    }

    fn block(&mut self, depth: usize) {
        self.indent += 1;
        for _ in 0..1 + self.chance.below(3) {
            self.statement(depth);
        }
        self.indent -= 1;
    }

    fn statement(&mut self, depth: usize) {
        match self.chance.below(if depth == 0 { 9 } else { 16 }) {
            0..=5 => self.assignment(),
            6 | 7 => self.change(),
            8 if self.loops > 0 => {
                let line = format!(
                    "if {}: {}",
                    self.truth(1),
                    self.chance.one(&["break", "continue"])
                );
                self.line(&line);
            }
            8 => self.assignment(),
            9 | 10 => {
                let line = format!("if {}:", self.truth(2));
                self.line(&line);
                self.block(depth - 1);
                if self.chance.below(2) == 0 {
                    let line = format!("elif {}:", self.truth(1));
                    self.line(&line);
                    self.block(depth - 1);
                }
                if self.chance.below(2) == 0 {
                    self.line("else:");
                    self.block(depth - 1);
                }
            }
            11 | 12 if self.loops < 2 => self.repeated(depth),
            13 => self.function(depth),
            14 if self.loops < 2 => self.counted(depth),
            _ => self.assignment(),
        }
    }

    fn repeated(&mut self, depth: usize) {
        let head = match self.chance.below(7) {
            0 => format!("for i in range({} % 5):", self.int(1)),
            1 => format!("for j in list({}):", self.list(1)),
            2 => format!("for i, j in enumerate(list({})):", self.list(1)),
            3 => format!("for i, c in zip({}, list({})):", self.list(1), self.list(1)),
            4 => "for i, j in list(d.items()):".to_owned(),
            5 => format!("for t in {}:", self.text_of(1)),
            _ => format!("for j in sorted(u | {{{}}}):", self.int(1)),
        };
        self.line(&head);
        self.loops += 1;
        self.block(depth - 1);
        self.loops -= 1;
        if self.chance.below(4) == 0 {
            self.line("else:");
            self.block(0);
        }
    }

    /// A loop with a count of its own, and a function that changes a variable of the function around.
    fn counted(&mut self, depth: usize) {
        self.functions += 1;
        let n = format!("n{}", self.functions);
        self.line(&format!("{n} = 0"));
        if self.chance.below(2) == 0 {
            self.line(&format!("def g{n}(q):"));
            self.line(&format!("    nonlocal {n}, a"));
            self.line(&format!("    {n} += 1"));
            let line = format!("    a = (a + q * {n}) % 10007");
            self.line(&line);
            self.line(&format!("    return {n}"));
            let line = format!("ys = [g{n}(z) for z in {}][:12]", self.list(1));
            self.line(&line);
            return;
        }
        let line = format!(
            "while {n} < {} and {}:",
            self.chance.below(6),
            self.truth(1)
        );
        self.line(&line);
        self.line(&format!("    {n} += 1"));
        self.loops += 1;
        self.block(depth.saturating_sub(1));
        self.loops -= 1;
    }

    fn function(&mut self, depth: usize) {
        self.functions += 1;
        let name = format!("f{}", self.functions);
        let kind = self.chance.below(3);
        let line = format!(
            "def {name}(q, r={}{}):",
            self.int(1),
            if kind == 1 { ", *more" } else { "" }
        );
        self.line(&line);
        self.indent += 1;
        match kind {
            0 => {
                let line = format!("return q * 2 + r if {} else {}", self.truth(1), self.int(1));
                self.line(&line);
            }
            1 => {
                let line = format!("return (q, r, more, {})", self.any(1));
                self.line(&line);
            }
            _ => {
                let line = format!("for z in {}:", self.list(1));
                self.line(&line);
                self.line("    yield z + q");
                self.line("yield r");
            }
        }
        self.indent -= 1;
        let args = match self.chance.below(4) {
            0 => self.int(1),
            1 => format!("{}, r={}", self.int(1), self.int(1)),
            2 => format!("*({}, {})", self.int(1), self.int(1)),
            _ => format!("r={}, q={}", self.int(1), self.int(1)),
        };
        let line = match kind {
            0 => format!("a = {name}({args}) % 10007"),
            1 => format!("p = {name}({args})"),
            _ => format!("xs = [z % 10**25 for z in {name}({args})][:12]"),
        };
        self.line(&line);
        let _ = depth;
    }

    fn program(mut self) -> String {
        for line in [
            "from functools import reduce",
            "from itertools import accumulate, product, combinations, permutations, combinations_with_replacement, zip_longest, islice, chain",
            "from math import gcd, isqrt",
            "from collections import Counter, deque, defaultdict",
            "def result():",
        ] {
            self.line(line);
        }
        self.indent = 1;
        for line in [
            "a, b, c, i, j = 3, -4, 0, 1, 2",
            "s, t = 'abcab', 'X.O'",
            "xs, ys = [3, 1, 2], [0, 5]",
            "d, e = {1: 2, 3: 4}, {}",
            "p, u = (1, 'z'), {1, 2, 3}",
        ] {
            self.line(line);
        }
        for _ in 0..3 + self.chance.below(6) {
            self.statement(2);
        }
        self.line("return a, b, c, i, j, s, t, xs, ys, d, e, p, sorted(u)");
        self.text
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

#[test]
fn random_programs_are_the_same_in_python() {
    let (count, seed) = (number("PROGRAMS", 1000), number("SEED", 1));
    let (mut refused, mut wrong, mut failed) = (Vec::new(), Vec::new(), 0);
    for part in 0..count.div_ceil(5000) {
        let programs: Vec<String> = (part * 5000..count.min((part + 1) * 5000))
            .map(|n| {
                let writer = Writer {
                    chance: Chance((seed * 1_000_003 + n + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)),
                    text: String::new(),
                    indent: 0,
                    loops: 0,
                    functions: 0,
                };
                writer.program()
            })
            .collect();
        for (nth, (program, python)) in programs.iter().zip(in_python(&programs)).enumerate() {
            // In every second one garbage is dropped as often as it can be.
            let limits = Limits {
                garbage: if nth % 2 == 0 { 64 << 20 } else { 0 },
                ..Limits::default()
            };
            let mut told = String::new();
            match here(program, &limits) {
                Ok(text) if text == python => continue,
                Ok(text) => {
                    write!(told, "{program}\n  here:   {text}\n  python: {python}").unwrap()
                }
                Err(_) if python.starts_with('!') => {
                    failed += 1;
                    continue;
                }
                Err(error) => {
                    refused.push(format!("{program}\n  here:   {error}\n  python: {python}"));
                    continue;
                }
            }
            wrong.push(told);
        }
    }
    println!(
        "{count} programs: {} wrong, {} refused, {failed} fail in both",
        wrong.len(),
        refused.len()
    );
    let shown: Vec<&str> = wrong.iter().take(4).map(String::as_str).collect();
    assert!(
        wrong.is_empty(),
        "{} of {count} differ:\n{}",
        wrong.len(),
        shown.join("\n")
    );
    let shown: Vec<&str> = refused.iter().take(4).map(String::as_str).collect();
    assert!(
        refused.len() as u64 * 50 <= count,
        "{} of {count} refused:\n{}",
        refused.len(),
        shown.join("\n")
    );
    assert!(failed * 4 <= count, "{failed} of {count} fail");
}
