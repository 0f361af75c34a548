//! Built-in functions. Each counts its steps by items, characters or digits before it works.

use std::cmp::Ordering;

use crate::error::{Done, wrong};
use crate::heap::{ARENA, CELL, Heap, Iter, Object};
use crate::numbers::Operator;
use crate::show::is_unordered;
use crate::table::{Kind, article, small};
use crate::value::Value;

macro_rules! builtins {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// A built-in function or type.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Builtin { $(#[doc = concat!("`", $name, "`")] $variant),* }

        const ALL: &[(Builtin, &str)] = &[$((Builtin::$variant, $name)),*];
    };
}

builtins! {
    Abs "abs", All "all", Any "any", Bin "bin", Bool "bool", Chr "chr", Dict "dict", Divmod "divmod",
    Enumerate "enumerate", Fail "fail", Filter "filter", Format "format", Frozenset "frozenset", Hex "hex", Int "int",
    Isinstance "isinstance", Iter "iter", Len "len", List "list", Map "map", Max "max", Min "min", Next "next",
    Oct "oct", Ord "ord", Partial "partial", Pow "pow", Print "print", Range "range", Repr "repr",
    Reversed "reversed", Round "round", Set "set", Sorted "sorted", Str "str", Struct "struct", Sum "sum",
    Tuple "tuple", Zip "zip", Callable "callable",
    // These are imported.
    Cache "cache", LruCache "lru_cache", Reduce "reduce", Product "product", Combinations "combinations",
    CombinationsWith "combinations_with_replacement", Permutations "permutations", Chain "chain",
    ChainFrom "chain.from_iterable", Accumulate "accumulate", Repeat "repeat", ZipLongest "zip_longest",
    Islice "islice", Pairwise "pairwise", Gcd "gcd", Lcm "lcm", Isqrt "isqrt", Comb "comb", Perm "perm",
    Factorial "factorial", Prod "prod", Counter "Counter", Deque "deque", Defaultdict "defaultdict",
}

impl Builtin {
    /// The one with this name that needs no import.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::anywhere(name).filter(|builtin| (*builtin as usize) < Self::Cache as usize)
    }

    pub(crate) fn anywhere(name: &str) -> Option<Self> {
        ALL.iter()
            .find(|(_, own)| *own == name)
            .map(|(builtin, _)| *builtin)
    }

    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        ALL[..Self::Cache as usize].iter().map(|(_, name)| *name)
    }

    pub(crate) fn name(self) -> &'static str {
        ALL[self as usize].1
    }

    pub(crate) fn is_type(self) -> bool {
        matches!(
            self,
            Self::Bool
                | Self::Dict
                | Self::Frozenset
                | Self::Int
                | Self::List
                | Self::Set
                | Self::Str
                | Self::Tuple
                | Self::Range
                | Self::Counter
                | Self::Deque
                | Self::Defaultdict
        )
    }

    /// Whether the result does not depend on the order of the only argument.
    pub(crate) fn takes_any_order(self, arguments: usize, has_key: bool) -> bool {
        arguments == 1
            && !has_key
            && matches!(
                self,
                Self::Set
                    | Self::Frozenset
                    | Self::Sorted
                    | Self::Min
                    | Self::Max
                    | Self::Sum
                    | Self::Any
                    | Self::All
            )
    }

    /// Whether a generator among the arguments is used up at once.
    pub(crate) fn consumes(self) -> bool {
        matches!(
            self,
            Self::List
                | Self::Tuple
                | Self::Set
                | Self::Frozenset
                | Self::Sorted
                | Self::Min
                | Self::Max
                | Self::Sum
                | Self::Any
                | Self::All
                | Self::Dict
                | Self::Deque
                | Self::Counter
                | Self::Enumerate
                | Self::Zip
                | Self::Map
                | Self::Filter
                | Self::Product
                | Self::Combinations
                | Self::Permutations
                | Self::Chain
                | Self::Accumulate
                | Self::Reduce
                | Self::Prod
                | Self::Pairwise
        )
    }
}

/// Calls of a function on one item after the other, for a built-in.
#[derive(Debug)]
pub(crate) struct Pending {
    pub(crate) job: Job,
    pub(crate) function: Value,
    pub(crate) items: Vec<Value>,
    pub(crate) results: Vec<Value>,
    /// The number of items that were passed.
    pub(crate) at: usize,
}

/// The purpose of the calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Job {
    /// Sort by the results; the list, if it is sorted in its place.
    Sort {
        list: Option<u32>,
        reverse: bool,
        unordered: bool,
    },
    Choose {
        max: bool,
        unordered: bool,
    },
    Map {
        spread: bool,
    },
    Filter,
    Reduce,
    Accumulate,
    /// Make a missing value of a `defaultdict`.
    Missing {
        table: u32,
        key: Value,
    },
}

impl Job {
    /// The list or the dictionary that it holds.
    pub(crate) fn held(&self) -> Value {
        match self {
            Self::Sort {
                list: Some(list), ..
            } => Value::List(*list),
            Self::Missing { table, .. } => Value::Dict(*table),
            _ => Value::None,
        }
    }

    /// The key of a missing value.
    pub(crate) fn key(&self) -> Option<Value> {
        match self {
            Self::Missing { key, .. } => Some(*key),
            _ => None,
        }
    }

    /// Its list or dictionary has another number.
    pub(crate) fn moved(&mut self, held: Value, new_key: Option<Value>) {
        match (self, held) {
            (
                Self::Sort {
                    list: Some(list), ..
                },
                Value::List(at),
            ) => *list = at,
            (Self::Missing { table, key }, Value::Dict(at)) => {
                *table = at;
                *key = new_key.unwrap_or(Value::None);
            }
            _ => {}
        }
    }
}

/// The result of a built-in: a value, or calls that lead to it.
#[derive(Debug)]
pub(crate) enum Answer {
    Value(Value),
    Pending(Box<Pending>),
}

impl From<Value> for Answer {
    fn from(value: Value) -> Self {
        Self::Value(value)
    }
}

/// Named arguments.
pub(crate) type Named<'a> = &'a [(Value, Value)];

impl Heap {
    /// The named arguments of a built-in, in the order of `known`.
    pub(crate) fn options<const N: usize>(
        &self,
        what: &str,
        named: Named<'_>,
        known: [&str; N],
    ) -> Done<[Option<Value>; N]> {
        let mut found = [None; N];
        for (name, value) in named {
            let name = self.str(name);
            match known.iter().position(|known| *known == name) {
                Some(at) => found[at] = Some(*value),
                None => return wrong(format!("{what} takes no argument named `{name}`")),
            }
        }
        Ok(found)
    }

    fn arguments(
        &self,
        builtin: Builtin,
        args: &[Value],
        counts: std::ops::RangeInclusive<usize>,
    ) -> Done<()> {
        if counts.contains(&args.len()) {
            return Ok(());
        }
        let (least, most) = (*counts.start(), *counts.end());
        let expected = match (least, most) {
            (0, 0) => "no arguments".into(),
            (1, 1) => "one argument".into(),
            _ if least == most => format!("{least} arguments"),
            (_, usize::MAX) => format!("at least {least}"),
            _ => format!("{least} to {most} arguments"),
        };
        wrong(format!(
            "{} takes {expected}, found {}",
            builtin.name(),
            args.len()
        ))
    }

    /// The result of a built-in.
    pub(crate) fn call_builtin(
        &mut self,
        builtin: Builtin,
        args: &[Value],
        named: Named<'_>,
    ) -> Done<Answer> {
        use Builtin as B;
        let counts = match builtin {
            B::Chr
            | B::Ord
            | B::Abs
            | B::Bin
            | B::Hex
            | B::Oct
            | B::Repr
            | B::Any
            | B::All
            | B::Len
            | B::Reversed
            | B::Cache
            | B::Sorted
            | B::Callable
            | B::ChainFrom
            | B::Pairwise
            | B::Isqrt
            | B::Factorial => 1..=1,
            B::Bool
            | B::List
            | B::Tuple
            | B::Set
            | B::Frozenset
            | B::Str
            | B::Dict
            | B::Counter => 0..=1,
            B::Int => 0..=2,
            B::Divmod
            | B::Isinstance
            | B::Combinations
            | B::CombinationsWith
            | B::Comb
            | B::Filter => 2..=2,
            B::Enumerate
            | B::Sum
            | B::Round
            | B::Format
            | B::Next
            | B::Permutations
            | B::Accumulate
            | B::Perm => 1..=2,
            B::Pow => 2..=3,
            B::Range => 1..=3,
            B::Iter | B::Prod => 1..=1,
            B::Reduce => 2..=3,
            B::Repeat => 2..=2,
            B::Islice => 2..=4,
            B::Map => 2..=usize::MAX,
            B::Max | B::Min | B::Partial => 1..=usize::MAX,
            B::Defaultdict | B::Deque | B::LruCache => 0..=2,
            B::Fail => 0..=usize::MAX,
            B::Struct => 0..=0,
            B::Print | B::Zip | B::Product | B::Chain | B::ZipLongest | B::Gcd | B::Lcm => {
                0..=usize::MAX
            }
        };
        self.arguments(builtin, args, counts)?;
        self.work(1)?;
        let takes_named = matches!(
            builtin,
            B::Sorted
                | B::Max
                | B::Min
                | B::Dict
                | B::Counter
                | B::Struct
                | B::Partial
                | B::Print
                | B::Product
                | B::Repeat
                | B::Sum
                | B::Enumerate
                | B::Zip
                | B::ZipLongest
                | B::Accumulate
                | B::Deque
                | B::Int
                | B::LruCache
                | B::Pow
                | B::Prod
                | B::Permutations
                | B::Combinations
                | B::Defaultdict
                | B::Round
        );
        if !takes_named && !named.is_empty() {
            return wrong(format!("{} takes no named arguments", builtin.name()));
        }
        Ok(Answer::Value(match builtin {
            B::Sorted => return self.sorted(args[0], named),
            B::Max | B::Min => return self.choose(builtin == B::Max, args, named),
            B::Map | B::Filter => return self.mapped(builtin, args),
            B::Reduce => return self.reduced(args),
            B::Accumulate => return self.accumulated(args, named),
            B::Any | B::All => self.quantified(builtin == B::Any, args[0])?,
            B::Sum | B::Prod => self.sum(builtin, args, named)?,
            B::Int => self.int_of(args, named)?,
            B::Bool => Value::Bool(args.first().is_some_and(|value| self.truth(value))),
            B::Str => match args.first() {
                None => self.string("")?,
                Some(value) => self.str_of(*value)?,
            },
            B::Repr => self.converted(args[0], Some('r'))?,
            B::Format => {
                let spec = args
                    .get(1)
                    .map_or_else(String::new, |spec| self.str(spec).to_owned());
                let text = self.formatted(args[0], &spec)?;
                self.string(&text)?
            }
            B::Len => Value::Int(self.len(&args[0])? as i64),
            B::Abs => self.abs(args[0])?,
            B::Divmod => {
                let quotient = self.binary(Operator::FloorDiv, args[0], args[1])?;
                let rest = self.binary(Operator::Mod, args[0], args[1])?;
                self.tuple(&[quotient, rest])?
            }
            B::Pow => self.pow(args, named)?,
            B::Round => self.round(args)?,
            B::Chr => {
                let c = self.character(&args[0])?;
                self.string(c.encode_utf8(&mut [0; 4]))?
            }
            B::Ord => self.ord(args[0])?,
            B::Bin | B::Hex | B::Oct => self.based(builtin, args[0])?,
            B::List | B::Tuple | B::Set | B::Frozenset => self.container(builtin, args)?,
            B::Dict | B::Counter | B::Defaultdict => self.dict_of(builtin, args, named)?,
            B::Deque => self.deque_of(args, named)?,
            B::Range => self.range_from(args)?,
            B::Enumerate => {
                let [start] = self.options("enumerate", named, ["start"])?;
                let start = start.or(args.get(1).copied()).unwrap_or(Value::Int(0));
                let Some(start) = small(&start) else {
                    return wrong("enumerate starts at a whole number");
                };
                let inner = self.iterator(args[0])?;
                self.iter_object(Iter::Enumerate(inner, start), &[inner])?
            }
            B::Zip => {
                let strict = self.options("zip", named, ["strict"])?[0];
                if strict.is_some_and(|strict| self.truth(&strict)) {
                    self.same_lengths(args)?;
                }
                let mut inner = Vec::with_capacity(args.len());
                self.take(args.len() * CELL)?;
                for source in args {
                    inner.push(self.iterator(*source)?);
                }
                self.iter_object(Iter::Zip(inner.clone()), &inner)?
            }
            B::ZipLongest => self.zip_longest(args, named)?,
            B::Iter => Value::Iter(self.iterator(args[0])?),
            B::Next => self.next_of(args)?,
            B::Reversed => self.reversed(args[0])?,
            B::Isinstance => self.isinstance(args[0], args[1])?,
            B::Callable => Value::Bool(is_callable(&args[0])),
            B::Fail => return self.fail(args),
            B::Struct => {
                self.take(2 * CELL * named.len())?;
                let mut fields = named.to_vec();
                fields.sort_by(|a, b| self.str(&a.0).cmp(self.str(&b.0)));
                Value::Struct(self.object(Object::Struct(fields))?)
            }
            B::Partial => {
                self.take(CELL * (args.len() + 2 * named.len()))?;
                if !is_callable(&args[0]) {
                    return wrong(format!(
                        "partial takes a function, found {}",
                        self.type_name(&args[0])
                    ));
                }
                Value::Partial(self.object(Object::Partial(
                    args[0],
                    args[1..].to_vec(),
                    named.to_vec(),
                ))?)
            }
            B::Cache => self.cached(args[0])?,
            B::LruCache => match args.first() {
                Some(function) if is_callable(function) => self.cached(*function)?,
                // `@lru_cache(maxsize=None)` is `@cache`; the largest size does not change results.
                _ => Value::Builtin(B::Cache),
            },
            B::Product => self.product_of(args, named)?,
            B::Combinations | B::CombinationsWith => {
                self.combinations(args, builtin == B::CombinationsWith)?
            }
            B::Permutations => self.permutations(args)?,
            B::Chain => {
                let list = self.list(Vec::new())?;
                self.chained(args, list)?
            }
            B::ChainFrom => {
                let sources = self.collect(args[0])?;
                let list = self.list(Vec::new())?;
                self.chained(&sources, list)?
            }
            B::Repeat => {
                let Some(count) = small(&args[1]) else {
                    return wrong("repeat needs the number of times");
                };
                let count = count.max(0) as u64;
                self.temporary(count)?;
                let items = vec![args[0]; count as usize];
                self.list_iter(items)?
            }
            B::Islice => self.islice(args)?,
            B::Pairwise => {
                let items = self.collect(args[0])?;
                let mut pairs = Vec::new();
                self.temporary(items.len() as u64)?;
                for pair in items.windows(2) {
                    pairs.push(self.tuple(pair)?);
                }
                self.list_iter(pairs)?
            }
            B::Gcd | B::Lcm | B::Isqrt | B::Comb | B::Perm | B::Factorial => {
                self.math(builtin.name(), args)?
            }
            B::Print => return wrong("print cannot be called in this way"),
        }))
    }

    fn fail(&mut self, args: &[Value]) -> Done<Answer> {
        let mut text = String::new();
        for (n, value) in args.iter().enumerate() {
            if n > 0 {
                text.push(' ');
            }
            self.write(*value, &mut text)?;
        }
        wrong(text)
    }

    fn cached(&mut self, function: Value) -> Done<Value> {
        if !is_callable(&function) {
            return wrong("cache stands before a function");
        }
        Ok(Value::Cached(self.object(Object::Cached(function))?))
    }

    // Iterators.

    /// The number of the iterator over something.
    pub(crate) fn iterator(&mut self, source: Value) -> Done<u32> {
        if let Value::Iter(at) = source {
            return Ok(at);
        }
        let at = self.begin(source)?;
        self.object(Object::Iter(Iter::Seq(source, at), 0))
    }

    /// An iterator over others, which may not be nested too deeply.
    fn iter_object(&mut self, iter: Iter, inner: &[u32]) -> Done<Value> {
        let depths = inner.iter().map(|at| match &self.objects[*at as usize] {
            Object::Iter(_, depth) => *depth,
            _ => 0,
        });
        let depth = depths.max().unwrap_or(0) + 1;
        if depth > 50 {
            return wrong("iterators are nested too deeply: write `list(…)` around one");
        }
        Ok(Value::Iter(self.object(Object::Iter(iter, depth))?))
    }

    /// An iterator over items that were made for it.
    pub(crate) fn list_iter(&mut self, items: Vec<Value>) -> Done<Value> {
        let list = self.list(items)?;
        Ok(Value::Iter(self.iterator(list)?))
    }

    /// The next item of an iterator.
    pub(crate) fn advance(&mut self, at: u32) -> Done<Option<Value>> {
        self.can_change(at as usize >= self.frozen.objects)?;
        let Object::Iter(iter, depth) = self.objects[at as usize].clone() else {
            return Ok(None);
        };
        let (item, iter) = match iter {
            Iter::Seq(source, mut place) => {
                let item = self.next(source, &mut place)?;
                (item, Iter::Seq(source, place))
            }
            Iter::Enumerate(inner, count) => match self.advance(inner)? {
                Some(item) => {
                    let pair = self.tuple(&[Value::Int(count), item])?;
                    (Some(pair), Iter::Enumerate(inner, count + 1))
                }
                None => (None, Iter::Enumerate(inner, count)),
            },
            Iter::Zip(inner) => {
                self.work(inner.len())?;
                let mut items = Vec::with_capacity(inner.len());
                for iter in &inner {
                    match self.advance(*iter)? {
                        Some(item) => items.push(item),
                        None => return Ok(None),
                    }
                }
                let item = if items.is_empty() {
                    None
                } else {
                    Some(self.tuple(&items)?)
                };
                (item, Iter::Zip(inner))
            }
            Iter::Reversed(source, left) => match left.checked_sub(1) {
                None => (None, Iter::Reversed(source, 0)),
                Some(left) => {
                    let item = self.get_item(source, Value::Int(left as i64))?;
                    (Some(item), Iter::Reversed(source, left))
                }
            },
        };
        self.objects[at as usize] = Object::Iter(iter, depth);
        Ok(item)
    }

    fn next_of(&mut self, args: &[Value]) -> Done<Value> {
        let Value::Iter(at) = args[0] else {
            return wrong(format!(
                "next takes an iterator, found {}: write `next(iter(…))`",
                self.type_name(&args[0])
            ));
        };
        match (self.advance(at)?, args.get(1)) {
            (Some(item), _) => Ok(item),
            (None, Some(default)) => Ok(*default),
            (None, None) => wrong("there is no next item: write `next(…, None)`"),
        }
    }

    fn reversed(&mut self, source: Value) -> Done<Value> {
        match source {
            Value::List(_)
            | Value::Tuple(_)
            | Value::Short(_)
            | Value::Long(_)
            | Value::Range(..)
            | Value::Wide(_)
            | Value::Deque(_) => {
                let left = self.len(&source)?;
                Ok(Value::Iter(
                    self.object(Object::Iter(Iter::Reversed(source, left), 0))?,
                ))
            }
            Value::Dict(_) | Value::View(..) => {
                let mut items = self.collect(source)?;
                items.reverse();
                self.list_iter(items)
            }
            _ => {
                let name = self.type_name(&source);
                wrong(format!(
                    "{} {name} cannot be reversed: write `list(…)` around it",
                    article(name)
                ))
            }
        }
    }

    fn same_lengths(&mut self, args: &[Value]) -> Done<()> {
        let mut lengths = Vec::new();
        for source in args {
            lengths.push(self.len(source)?);
        }
        match lengths.windows(2).all(|pair| pair[0] == pair[1]) {
            true => Ok(()),
            false => wrong("zip with strict=True takes sequences of one length"),
        }
    }

    fn zip_longest(&mut self, args: &[Value], named: Named<'_>) -> Done<Value> {
        let [fill] = self.options("zip_longest", named, ["fillvalue"])?;
        let fill = fill.unwrap_or(Value::None);
        let mut columns = Vec::new();
        for source in args {
            columns.push(self.collect(*source)?);
        }
        let longest = columns.iter().map(Vec::len).max().unwrap_or(0);
        self.temporary(longest as u64)?;
        let mut rows = Vec::new();
        for nth in 0..longest {
            let row: Vec<Value> = columns
                .iter()
                .map(|column| column.get(nth).copied().unwrap_or(fill))
                .collect();
            self.work(row.len())?;
            rows.push(self.tuple(&row)?);
        }
        self.list_iter(rows)
    }

    fn islice(&mut self, args: &[Value]) -> Done<Value> {
        let mut ends = [Value::None; 3];
        match args {
            [_, end] => ends[1] = *end,
            _ => ends[..args.len() - 1].copy_from_slice(&args[1..]),
        }
        let [first, end, step] = ends.map(|end| small(&end));
        let (first, step) = (first.unwrap_or(0), step.unwrap_or(1));
        if first < 0 || step < 1 || end.is_some_and(|end| end < 0) {
            return wrong("islice takes numbers that are not negative, and a step of 1 or more");
        }
        let iter = self.iterator(args[0])?;
        let (mut items, mut nth) = (Vec::new(), 0_i64);
        while end.is_none_or(|end| nth < end) {
            let Some(item) = self.advance(iter)? else {
                break;
            };
            self.work(1)?;
            if nth >= first && (nth - first) % step == 0 {
                self.take(CELL)?;
                items.push(item);
            }
            nth += 1;
        }
        self.list_iter(items)
    }

    // Numbers.

    fn int_of(&mut self, args: &[Value], named: Named<'_>) -> Done<Value> {
        let [base] = self.options("int", named, ["base"])?;
        let base = base.or(args.get(1).copied());
        match (args.first(), base) {
            (None, _) => Ok(Value::Int(0)),
            (Some(text @ (Value::Short(_) | Value::Long(_))), base) => {
                let base = match base {
                    None => 10,
                    Some(base) => match small(&base) {
                        Some(base @ (0 | 2..=36)) => base as u32,
                        _ => return wrong("the base of int is 2 to 36, or 0"),
                    },
                };
                let text = self.str(text).to_owned();
                self.work(text.len() / 8)?;
                match self.read_number(&text, base)? {
                    Some(number) => Ok(number),
                    None => {
                        let shown: String = text.chars().take(40).collect();
                        wrong(format!(
                            "int expects the digits of a whole number, found {shown:?}"
                        ))
                    }
                }
            }
            (Some(_), Some(_)) => wrong("int with a base takes a str"),
            (Some(Value::Int(_) | Value::Big(_) | Value::Bool(_)), None) => {
                self.unary('+', &args[0])
            }
            (Some(other), None) => {
                let name = self.type_name(other);
                wrong(format!(
                    "int takes a number or a str, found {} {name}",
                    article(name)
                ))
            }
        }
    }

    fn abs(&mut self, value: Value) -> Done<Value> {
        match value {
            Value::Int(n) if n >= 0 => Ok(value),
            Value::Foreign(_) => wrong("abs takes a whole number"),
            _ if self.order(value, Value::Int(0), "<")? == Ordering::Less => {
                self.unary('-', &value)
            }
            _ => self.unary('+', &value),
        }
    }

    fn pow(&mut self, args: &[Value], named: Named<'_>) -> Done<Value> {
        let [modulus] = self.options("pow", named, ["mod"])?;
        match modulus.or(args.get(2).copied()) {
            None | Some(Value::None) => self.binary(Operator::Pow, args[0], args[1]),
            Some(modulus) => self.power_modulo(&args[0], &args[1], &modulus),
        }
    }

    fn round(&mut self, args: &[Value]) -> Done<Value> {
        match args.get(1).map(small) {
            None => self.unary('+', &args[0]),
            Some(Some(digits)) if digits >= 0 => self.unary('+', &args[0]),
            _ => wrong("round to tens is not known here: write `n // 10 * 10`"),
        }
    }

    fn ord(&mut self, value: Value) -> Done<Value> {
        let mut chars = self.str(&value).chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => Ok(Value::Int(i64::from(u32::from(c)))),
            _ => wrong("ord takes a str of one character"),
        }
    }

    fn based(&mut self, builtin: Builtin, value: Value) -> Done<Value> {
        let spec = match builtin {
            Builtin::Bin => "#b",
            Builtin::Hex => "#x",
            _ => "#o",
        };
        if !matches!(value, Value::Int(_) | Value::Big(_) | Value::Bool(_)) {
            return wrong(format!(
                "{} takes a whole number, found {}",
                builtin.name(),
                self.type_name(&value)
            ));
        }
        let text = self.formatted(value, spec)?;
        self.string(&text)
    }

    fn range_from(&mut self, args: &[Value]) -> Done<Value> {
        let mut ends = [0, 0, 1];
        match args {
            [end] => ends[1] = self.bound(end)?,
            _ => {
                for (end, value) in ends.iter_mut().zip(args) {
                    *end = self.bound(value)?;
                }
            }
        }
        let [start, end, step] = ends;
        if step == 0 {
            return wrong("the step of a range cannot be 0");
        }
        self.range_of(start, end, step)
    }

    fn bound(&self, value: &Value) -> Done<i64> {
        match small(value) {
            Some(n) if (-(1 << 62)..=1 << 62).contains(&n) => Ok(n),
            _ => {
                let name = self.type_name(value);
                match name {
                    "int" => wrong("a range takes numbers of at most 62 bits"),
                    "list" | "tuple" | "str" => wrong(format!(
                        "range takes whole numbers, found {} {name}: write `range(len(…))`",
                        article(name)
                    )),
                    _ => wrong(format!(
                        "range takes whole numbers, found {} {name}",
                        article(name)
                    )),
                }
            }
        }
    }

    // Containers.

    fn container(&mut self, builtin: Builtin, args: &[Value]) -> Done<Value> {
        match (builtin, args.first()) {
            (Builtin::List, None) => self.list(Vec::new()),
            (Builtin::Tuple, None) => self.tuple(&[]),
            (Builtin::Tuple, Some(tuple @ Value::Tuple(_))) => Ok(*tuple),
            (Builtin::Frozenset, Some(set @ Value::Frozen(_))) => Ok(*set),
            (Builtin::List, Some(source)) => {
                let items = self.collect(*source)?;
                self.list(items)
            }
            (Builtin::Tuple, Some(source)) => {
                let items = self.collect(*source)?;
                let tuple = self.tuple(&items);
                self.reuse(items);
                tuple
            }
            (_, source) => {
                let table = self.table()?;
                if let Some(source) = source {
                    self.add_all(table, *source)?;
                }
                Ok(if builtin == Builtin::Set {
                    Value::Set(table)
                } else {
                    Value::Frozen(table)
                })
            }
        }
    }

    /// Adds all items of something to a set.
    pub(crate) fn add_all(&mut self, table: u32, source: Value) -> Done<()> {
        let items = self.collect_unordered(source)?;
        for item in &items {
            self.add_item(table, *item)?;
        }
        self.reuse(items);
        Ok(())
    }

    /// Adds an item to a set; one that is there stays.
    pub(crate) fn add_item(&mut self, table: u32, item: Value) -> Done<()> {
        self.put(table, item, Value::None).map(|_| ())
    }

    fn dict_of(&mut self, builtin: Builtin, args: &[Value], named: Named<'_>) -> Done<Value> {
        let table = self.table()?;
        let mut source = args.first().copied();
        match builtin {
            Builtin::Counter => self.tables[table as usize].kind = Kind::Counter,
            Builtin::Defaultdict => {
                let maker = source.unwrap_or(Value::None);
                if !is_callable(&maker) && !matches!(maker, Value::None) {
                    return wrong(
                        "defaultdict takes a function that makes values, such as `int` or `list`",
                    );
                }
                self.tables[table as usize].kind = match maker {
                    Value::None => Kind::Plain,
                    _ => Kind::Default(maker),
                };
                source = args.get(1).copied();
            }
            _ => {}
        }
        if let Some(source) = source {
            self.fill(table, source)?;
        }
        for (name, value) in named {
            self.put(table, *name, *value)?;
        }
        Ok(Value::Dict(table))
    }

    /// Puts the entries of a dictionary, or pairs, into a table; a counter counts items.
    pub(crate) fn fill(&mut self, table: u32, source: Value) -> Done<()> {
        let counts = matches!(self.tables[table as usize].kind, Kind::Counter);
        if let Value::Dict(other) = source {
            if !counts {
                return self.merge(table, other);
            }
            let entries: Vec<_> = self.tables[other as usize].iter().copied().collect();
            self.temporary(3 * entries.len() as u64)?;
            for entry in entries {
                self.count(table, entry.key, entry.value)?;
            }
            return Ok(());
        }
        let items = self.collect(source)?;
        for item in items {
            if counts {
                self.count(table, item, Value::Int(1))?;
                continue;
            }
            let pair = self.collect(item)?;
            match pair[..] {
                [key, value] => self.put(table, key, value)?,
                _ => {
                    return wrong(format!(
                        "dict takes pairs of a key and a value, found {} items",
                        pair.len()
                    ));
                }
            };
        }
        Ok(())
    }

    fn count(&mut self, table: u32, key: Value, more: Value) -> Done<()> {
        let count = match self.find(table, &key)? {
            Some(place) => {
                let before = self.tables[table as usize].entries[place].value;
                self.binary(Operator::Add, before, more)?
            }
            None => more,
        };
        self.put(table, key, count).map(|_| ())
    }

    fn deque_of(&mut self, args: &[Value], named: Named<'_>) -> Done<Value> {
        let [most] = self.options("deque", named, ["maxlen"])?;
        let most = match most.or(args.get(1).copied()) {
            None | Some(Value::None) => None,
            Some(most) => match small(&most).and_then(|most| usize::try_from(most).ok()) {
                Some(most) => Some(most),
                None => return wrong("maxlen is a whole number that is not negative"),
            },
        };
        let mut items = match args.first() {
            None => Vec::new(),
            Some(source) => self.collect(*source)?,
        };
        if let Some(most) = most {
            items.drain(..items.len().saturating_sub(most));
        }
        self.take(items.len() * CELL * ARENA)?;
        Ok(Value::Deque(
            self.object(Object::Deque(items.into(), most))?,
        ))
    }

    // Choices and sorting.

    fn quantified(&mut self, any: bool, source: Value) -> Done<Value> {
        let mut at = match source {
            Value::Set(_) | Value::Frozen(_) => self.begin_table(source)?,
            _ => self.begin(source)?,
        };
        while let Some(item) = self.next(source, &mut at)? {
            self.work(1)?;
            if self.truth(&item) == any {
                return Ok(Value::Bool(any));
            }
        }
        Ok(Value::Bool(!any))
    }

    fn sum(&mut self, builtin: Builtin, args: &[Value], named: Named<'_>) -> Done<Value> {
        let [start] = self.options(builtin.name(), named, ["start"])?;
        let neutral = i64::from(builtin == Builtin::Prod);
        let mut sum = start
            .or(args.get(1).copied())
            .unwrap_or(Value::Int(neutral));
        if let Value::Short(_) | Value::Long(_) = sum {
            return wrong("sum adds numbers: write `\"\".join(…)` for strings");
        }
        let operator = if builtin == Builtin::Sum {
            Operator::Add
        } else {
            Operator::Mul
        };
        let source = args[0];
        let mut at = match (source, sum) {
            (Value::Set(_) | Value::Frozen(_), Value::Int(_)) => self.begin_table(source)?,
            _ => self.begin(source)?,
        };
        while let Some(item) = self.next(source, &mut at)? {
            self.work(1)?;
            sum = match (sum, item) {
                (Value::Int(a), Value::Int(b)) if operator == Operator::Add => {
                    match a.checked_add(b) {
                        Some(sum) => Value::Int(sum),
                        None => self.binary(operator, sum, item)?,
                    }
                }
                _ => self.binary(operator, sum, item)?,
            };
        }
        Ok(sum)
    }

    fn sorted(&mut self, source: Value, named: Named<'_>) -> Done<Answer> {
        let [key, reverse] = self.options("sorted", named, ["key", "reverse"])?;
        let reverse = reverse.is_some_and(|reverse| self.truth(&reverse));
        let unordered = is_unordered(self, &source);
        let items = self.collect_unordered(source)?;
        match key {
            None | Some(Value::None) => {
                let mut items = items;
                self.sort(&mut items, reverse)?;
                Ok(self.list(items)?.into())
            }
            Some(function) => Ok(Answer::Pending(Box::new(Pending {
                job: Job::Sort {
                    list: None,
                    reverse,
                    unordered,
                },
                function,
                items,
                results: Vec::new(),
                at: 0,
            }))),
        }
    }

    /// `.sort(…)` of a list.
    pub(crate) fn sort_list(&mut self, list: u32, named: Named<'_>) -> Done<Answer> {
        let [key, reverse] = self.options("sort", named, ["key", "reverse"])?;
        let reverse = reverse.is_some_and(|reverse| self.truth(&reverse));
        self.changing(list)?;
        let mut items = self.collect(Value::List(list))?;
        match key {
            None | Some(Value::None) => {
                self.sort(&mut items, reverse)?;
                self.lists[list as usize] = items;
                Ok(Value::None.into())
            }
            Some(function) => Ok(Answer::Pending(Box::new(Pending {
                job: Job::Sort {
                    list: Some(list),
                    reverse,
                    unordered: false,
                },
                function,
                items,
                results: Vec::new(),
                at: 0,
            }))),
        }
    }

    /// Counts the steps of sorting.
    fn sort_work(&mut self, len: usize) -> Done<()> {
        let rounds = len.checked_ilog2().unwrap_or(0) as usize;
        self.temporary(2 * len as u64)?;
        self.work(len * rounds / 4)
    }

    fn sort(&mut self, items: &mut [Value], reverse: bool) -> Done<()> {
        self.sort_work(items.len())?;
        if items.iter().all(|item| matches!(item, Value::Int(_))) {
            let key = |item: &Value| small(item).unwrap_or(0);
            match reverse {
                true => items.sort_by_key(|item| std::cmp::Reverse(key(item))),
                false => items.sort_by_key(key),
            }
            return Ok(());
        }
        let keys = items.to_vec();
        let order = self.sorted_places(&keys, reverse)?;
        for (item, place) in items.iter_mut().zip(order) {
            *item = keys[place];
        }
        Ok(())
    }

    /// The places of keys in their order: a stable merge sort, in which any comparison may fail.
    fn sorted_places(&mut self, keys: &[Value], reverse: bool) -> Done<Vec<usize>> {
        let mut places: Vec<usize> = (0..keys.len()).collect();
        let mut merged = places.clone();
        let mut width = 1;
        while width < keys.len() {
            let mut start = 0;
            while start < keys.len() {
                let middle = (start + width).min(keys.len());
                let end = (start + 2 * width).min(keys.len());
                let (mut a, mut b) = (start, middle);
                for slot in &mut merged[start..end] {
                    let takes_b = a == middle
                        || b < end && {
                            let order = self.order(keys[places[b]], keys[places[a]], "<")?;
                            order
                                == if reverse {
                                    Ordering::Greater
                                } else {
                                    Ordering::Less
                                }
                        };
                    let from = if takes_b { &mut b } else { &mut a };
                    *slot = places[*from];
                    *from += 1;
                }
                start = end;
            }
            std::mem::swap(&mut places, &mut merged);
            width *= 2;
        }
        Ok(places)
    }

    fn choose(&mut self, max: bool, args: &[Value], named: Named<'_>) -> Done<Answer> {
        let what = if max { "max" } else { "min" };
        let [key, default] = self.options(what, named, ["key", "default"])?;
        let key = key.filter(|key| !matches!(key, Value::None));
        if let ([a, b], None) = (args, key) {
            let order = self.order(*b, *a, if max { ">" } else { "<" })?;
            let second = order
                == if max {
                    Ordering::Greater
                } else {
                    Ordering::Less
                };
            return Ok(if second { *b } else { *a }.into());
        }
        let (items, unordered) = match args {
            [source] => (self.collect_unordered(*source)?, is_unordered(self, source)),
            _ => (args.to_vec(), false),
        };
        if items.is_empty() {
            return match default {
                Some(default) => Ok(default.into()),
                None => wrong(format!(
                    "{what} of nothing: test for it first, or write `default=`"
                )),
            };
        }
        if let Some(function) = key {
            return Ok(Answer::Pending(Box::new(Pending {
                job: Job::Choose { max, unordered },
                function,
                items,
                results: Vec::new(),
                at: 0,
            })));
        }
        let best = self.best(&items, max)?;
        let value = items[best];
        self.reuse(items);
        Ok(value.into())
    }

    /// The place of the first of the largest or smallest keys.
    fn best(&mut self, keys: &[Value], max: bool) -> Done<usize> {
        let (mut best, sign) = (0, if max { ">" } else { "<" });
        let wanted = if max {
            Ordering::Greater
        } else {
            Ordering::Less
        };
        self.work(keys.len())?;
        for nth in 1..keys.len() {
            if self.order(keys[nth], keys[best], sign)? == wanted {
                best = nth;
            }
        }
        Ok(best)
    }

    // Calls of functions.

    fn mapped(&mut self, builtin: Builtin, args: &[Value]) -> Done<Answer> {
        let (job, items) = match (builtin, args) {
            (Builtin::Filter, [_, source]) => (Job::Filter, self.collect(*source)?),
            (_, [_, source]) => (Job::Map { spread: false }, self.collect(*source)?),
            (_, [_, sources @ ..]) => {
                let zip = self.call_builtin(Builtin::Zip, sources, &[])?;
                let Answer::Value(zip) = zip else {
                    return Ok(zip);
                };
                (Job::Map { spread: true }, self.collect(zip)?)
            }
            _ => return wrong("map takes a function and what it goes through"),
        };
        if let (Job::Filter, Value::None) = (job, args[0]) {
            let kept: Vec<Value> = items.into_iter().filter(|item| self.truth(item)).collect();
            return Ok(self.list_iter(kept)?.into());
        }
        Ok(Answer::Pending(Box::new(Pending {
            job,
            function: args[0],
            items,
            results: Vec::new(),
            at: 0,
        })))
    }

    fn reduced(&mut self, args: &[Value]) -> Done<Answer> {
        let mut items = self.collect(args[1])?;
        let first = match (args.get(2), items.is_empty()) {
            (Some(first), _) => *first,
            (None, true) => {
                return wrong("reduce of nothing: give a start, `reduce(f, items, start)`");
            }
            (None, false) => items.remove(0),
        };
        Ok(Answer::Pending(Box::new(Pending {
            job: Job::Reduce,
            function: args[0],
            items,
            results: vec![first],
            at: 0,
        })))
    }

    fn accumulated(&mut self, args: &[Value], named: Named<'_>) -> Done<Answer> {
        let [function, initial] = self.options("accumulate", named, ["func", "initial"])?;
        let mut items = self.collect(args[0])?;
        let first = match initial.filter(|initial| !matches!(initial, Value::None)) {
            Some(first) => first,
            None if items.is_empty() => return Ok(self.list_iter(Vec::new())?.into()),
            None => items.remove(0),
        };
        let function = function
            .or(args.get(1).copied())
            .filter(|function| !matches!(function, Value::None));
        let Some(function) = function else {
            let mut sums = vec![first];
            self.temporary(items.len() as u64)?;
            for item in items {
                let sum = self.binary(Operator::Add, sums[sums.len() - 1], item)?;
                sums.push(sum);
            }
            return Ok(self.list_iter(sums)?.into());
        };
        Ok(Answer::Pending(Box::new(Pending {
            job: Job::Accumulate,
            function,
            items,
            results: vec![first],
            at: 0,
        })))
    }

    /// The result of a built-in whose calls are done.
    pub(crate) fn finished_calls(&mut self, pending: Pending) -> Done<Value> {
        let Pending {
            job,
            items,
            mut results,
            ..
        } = pending;
        match job {
            Job::Sort {
                list,
                reverse,
                unordered,
            } => {
                self.sort_work(results.len())?;
                let order = self.sorted_places(&results, reverse)?;
                for pair in order.windows(2) {
                    if unordered && self.equal(results[pair[0]], results[pair[1]])? {
                        return wrong(
                            "two items of this set have the same key, and a set has no order of its own: write `sorted(sorted(…), key=…)`",
                        );
                    }
                }
                let sorted: Vec<Value> = order.iter().map(|place| items[*place]).collect();
                match list {
                    None => self.list(sorted),
                    Some(list) => {
                        self.lists[list as usize] = sorted;
                        Ok(Value::None)
                    }
                }
            }
            Job::Choose { max, unordered } => {
                let best = self.best(&results, max)?;
                for nth in 0..if unordered { results.len() } else { 0 } {
                    if nth != best && self.equal(results[nth], results[best])? {
                        return wrong(
                            "two items of this set have the same key, and a set has no order of its own: write `sorted(…)` around it",
                        );
                    }
                }
                Ok(items[best])
            }
            Job::Map { .. } | Job::Accumulate => self.list_iter(results),
            Job::Filter => {
                let kept = items
                    .iter()
                    .zip(&results)
                    .filter(|(_, keep)| self.truth(keep));
                let kept: Vec<Value> = kept.map(|(item, _)| *item).collect();
                self.list_iter(kept)
            }
            Job::Reduce => Ok(results.pop().unwrap_or(Value::None)),
            Job::Missing { table, key } => {
                let value = results.pop().unwrap_or(Value::None);
                self.changing_table(table)?;
                self.put(table, key, value)?;
                Ok(value)
            }
        }
    }

    // Combinations.

    fn product_of(&mut self, args: &[Value], named: Named<'_>) -> Done<Value> {
        let [repeat] = self.options("product", named, ["repeat"])?;
        let repeat = match repeat.map(|repeat| small(&repeat)) {
            None => 1,
            Some(Some(repeat)) if repeat >= 0 => repeat as usize,
            _ => return wrong("repeat is a whole number that is not negative"),
        };
        let mut pools = Vec::new();
        self.work(repeat.saturating_mul(args.len()))?;
        self.temporary(repeat.saturating_mul(args.len()) as u64)?;
        for source in args {
            pools.push(self.collect(*source)?);
        }
        let all: Vec<&Vec<Value>> = (0..repeat).flat_map(|_| pools.iter()).collect();
        let count = all
            .iter()
            .fold(1_u64, |count, pool| count.saturating_mul(pool.len() as u64));
        self.tuples(count, all.len())?;
        let mut rows = Vec::new();
        let mut at = vec![0; all.len()];
        for _ in 0..count {
            let row: Vec<Value> = at.iter().zip(&all).map(|(at, pool)| pool[*at]).collect();
            rows.push(self.tuple(&row)?);
            for (at, pool) in at.iter_mut().zip(&all).rev() {
                *at += 1;
                if *at < pool.len() {
                    break;
                }
                *at = 0;
            }
        }
        self.list_iter(rows)
    }

    /// Counts the steps of making tuples, and the list of them.
    fn tuples(&mut self, count: u64, size: usize) -> Done<()> {
        self.temporary(
            count
                .saturating_mul(1 + size as u64)
                .saturating_mul(ARENA as u64),
        )
    }

    /// The items of a pool, and how many are chosen.
    fn pool(&mut self, args: &[Value], default: bool) -> Done<(Vec<Value>, usize)> {
        let pool = self.collect(args[0])?;
        let size = match args.get(1) {
            None | Some(Value::None) if default => pool.len() as i64,
            Some(size) => small(size).unwrap_or(-1),
            None => -1,
        };
        match usize::try_from(size) {
            Ok(size) => Ok((pool, size)),
            Err(_) => wrong("the number of items to choose is a whole number that is not negative"),
        }
    }

    fn combinations(&mut self, args: &[Value], again: bool) -> Done<Value> {
        let (pool, size) = self.pool(args, false)?;
        let mut rows = Vec::new();
        if size > pool.len() && !again || pool.is_empty() && size > 0 {
            return self.list_iter(rows);
        }
        self.temporary(size as u64)?;
        let mut at: Vec<usize> = if again {
            vec![0; size]
        } else {
            (0..size).collect()
        };
        loop {
            let row: Vec<Value> = at.iter().map(|at| pool[*at]).collect();
            self.tuples(1, size)?;
            self.take(2 * CELL)?;
            rows.push(self.tuple(&row)?);
            let room = |nth: usize| {
                if again {
                    pool.len() - 1
                } else {
                    pool.len() - size + nth
                }
            };
            let Some(last) = (0..size).rev().find(|nth| at[*nth] < room(*nth)) else {
                break;
            };
            at[last] += 1;
            for nth in last + 1..size {
                at[nth] = at[nth - 1] + usize::from(!again);
            }
        }
        self.list_iter(rows)
    }

    fn permutations(&mut self, args: &[Value]) -> Done<Value> {
        let (pool, size) = self.pool(args, true)?;
        let mut rows = Vec::new();
        if size > pool.len() {
            return self.list_iter(rows);
        }
        // As in Python's description: places and how far each can still be exchanged.
        let mut places: Vec<usize> = (0..pool.len()).collect();
        let mut cycles: Vec<usize> = (pool.len() - size + 1..=pool.len()).rev().collect();
        loop {
            let row: Vec<Value> = places[..size].iter().map(|at| pool[*at]).collect();
            self.tuples(1, size)?;
            self.take(2 * CELL)?;
            rows.push(self.tuple(&row)?);
            let mut nth = size;
            let more = loop {
                let Some(before) = nth.checked_sub(1) else {
                    break false;
                };
                nth = before;
                cycles[nth] -= 1;
                if cycles[nth] > 0 {
                    let other = places.len() - cycles[nth];
                    places.swap(nth, other);
                    break true;
                }
                places[nth..].rotate_left(1);
                cycles[nth] = places.len() - nth;
            };
            if !more {
                break;
            }
        }
        self.list_iter(rows)
    }

    fn chained(&mut self, sources: &[Value], list: Value) -> Done<Value> {
        let Value::List(at) = list else {
            return Ok(list);
        };
        for source in sources {
            self.extend(at, *source)?;
        }
        Ok(Value::Iter(self.iterator(list)?))
    }

    fn isinstance(&mut self, value: Value, kind: Value) -> Done<Value> {
        if let Value::Tuple(span) = kind {
            self.work(span.len as usize)?;
            for at in span.range() {
                let kind = self.cells[at];
                if let Value::Builtin(_) = kind
                    && let Value::Bool(true) = self.isinstance(value, kind)?
                {
                    return Ok(Value::Bool(true));
                }
            }
            return Ok(Value::Bool(false));
        }
        let Value::Builtin(kind) = kind else {
            return wrong(
                "isinstance takes a type: int, str, bool, list, tuple, dict, set, frozenset or range",
            );
        };
        let is = match kind {
            Builtin::Int => matches!(value, Value::Int(_) | Value::Big(_) | Value::Bool(_)),
            Builtin::Bool => matches!(value, Value::Bool(_)),
            Builtin::Str => matches!(value, Value::Short(_) | Value::Long(_)),
            Builtin::List => matches!(value, Value::List(_)),
            Builtin::Tuple => matches!(value, Value::Tuple(_)),
            Builtin::Dict => matches!(value, Value::Dict(_)),
            Builtin::Set => matches!(value, Value::Set(_)),
            Builtin::Frozenset => matches!(value, Value::Frozen(_)),
            Builtin::Range => matches!(value, Value::Range(..) | Value::Wide(_)),
            Builtin::Deque => matches!(value, Value::Deque(_)),
            Builtin::Counter => {
                matches!(value, Value::Dict(table) if matches!(self.tables[table as usize].kind, Kind::Counter))
            }
            Builtin::Defaultdict => {
                matches!(value, Value::Dict(table) if matches!(self.tables[table as usize].kind, Kind::Default(_)))
            }
            _ => {
                return wrong(
                    "isinstance takes a type: int, str, bool, list, tuple, dict, set, frozenset or range",
                );
            }
        };
        Ok(Value::Bool(is))
    }
}

/// Whether a value can be called.
pub(crate) fn is_callable(value: &Value) -> bool {
    matches!(
        value,
        Value::Function(_)
            | Value::Builtin(_)
            | Value::Method(_)
            | Value::Bound(_)
            | Value::Partial(_)
            | Value::Cached(_)
            | Value::Native(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_numbers() {
        for (nth, (builtin, _)) in ALL.iter().enumerate() {
            assert_eq!(*builtin as usize, nth);
        }
    }
}
