//! The names that `from … import …` brings, and advice about names that are not known.

use crate::builtins::Builtin;
use crate::value::Value;

/// The modules, what can be imported from them, and an example.
const MODULES: [(&str, &[&str], &str); 5] = [
    (
        "functools",
        &["cache", "lru_cache", "partial", "reduce"],
        "cache",
    ),
    (
        "itertools",
        &[
            "product",
            "combinations",
            "combinations_with_replacement",
            "permutations",
            "chain",
            "accumulate",
            "repeat",
            "zip_longest",
            "islice",
            "pairwise",
        ],
        "product",
    ),
    (
        "math",
        &["gcd", "lcm", "isqrt", "comb", "perm", "factorial", "prod"],
        "gcd",
    ),
    (
        "collections",
        &["Counter", "deque", "defaultdict"],
        "Counter",
    ),
    (
        "bouton.rules",
        &["struct", "fail", "partial"],
        "parameter, struct",
    ),
];

/// Modules whose names are for annotations, which are not read.
const IGNORED: [&str; 3] = ["typing", "__future__", "collections.abc"];

/// An example of what a module has, if it is known.
pub(crate) fn example(module: &str) -> Option<&'static str> {
    let found = MODULES.iter().find(|(name, ..)| *name == module);
    found.map(|(_, _, example)| *example)
}

/// The value of a name in a module.
pub(crate) fn item(module: &str, name: &str) -> Result<Value, String> {
    if IGNORED.contains(&module) {
        return Ok(Value::None);
    }
    let Some((_, names, _)) = MODULES.iter().find(|(own, ..)| *own == module) else {
        return Err(refused(module));
    };
    let builtin = names
        .contains(&name)
        .then(|| Builtin::anywhere(name))
        .flatten();
    builtin.map(Value::Builtin).ok_or_else(|| {
        let advice = match name {
            "inf" => ": write a number that is large enough, such as 10**9".to_owned(),
            "sqrt" | "floor" | "ceil" | "log" | "log2" | "pi" => {
                ": there are only whole numbers here; `isqrt`, `//` and `.bit_length()` give some"
                    .to_owned()
            }
            "namedtuple" => ": write `struct(a=1)`, or a tuple".to_owned(),
            "OrderedDict" => ": a dict keeps its order".to_owned(),
            "count" | "cycle" => ": it has no end; write `range(…)` or `while`".to_owned(),
            _ => format!(": it has {}", names.join(", ")),
        };
        format!("`{module}` has no `{name}` here{advice}")
    })
}

/// The sentence about a module that is not known.
pub(crate) fn refused(module: &str) -> String {
    let advice = match module {
        "random" => "the result of a call depends on the position alone",
        "copy" => "write `list(…)`, `dict(…)`, or `[list(row) for row in rows]`",
        "dataclasses" | "enum" => "write `struct(a=1)`, or a tuple",
        "bouton" => "write `from bouton.rules import …`",
        _ => {
            "a rule file stands alone; functools, itertools, math, collections and bouton.rules are known"
        }
    };
    format!("`{module}` cannot be imported here: {advice}")
}

/// Advice about a name that is not known.
pub(crate) fn instead_of_name(name: &str) -> Option<String> {
    let module = MODULES.iter().find(|(_, names, _)| names.contains(&name));
    if let Some((module, ..)) = module {
        return Some(format!("write `from {module} import {name}` at the top"));
    }
    Some(
        match name {
            "true" => "is `True` meant?",
            "false" => "is `False` meant?",
            "null" | "none" | "nil" | "undefined" => "is `None` meant?",
            "type" => "write `isinstance(x, int)`",
            "math" | "itertools" | "functools" | "collections" => {
                "name what you import: `from math import gcd`"
            }
            "random" | "copy" | "sys" | "os" | "time" | "string" | "re" | "numpy" | "np" => {
                "a rule file stands alone; functools, itertools, math and collections are known"
            }
            "float" | "complex" | "Fraction" | "Decimal" => "there are only whole numbers here",
            "inf" => "write a number that is large enough, such as 10**9",
            "id" | "hash" => "it is another number in each run; compare with `==`",
            "eval" | "exec" | "compile" | "globals" | "locals" | "vars" | "dir" | "getattr"
            | "setattr" | "hasattr" | "super" | "object" | "property" | "staticmethod"
            | "classmethod" => "write a function or a dict in place of it",
            "open" | "input" | "exit" | "quit" | "breakpoint" => {
                "a rule file reads and writes nothing else; leave it out"
            }
            "bytes" | "bytearray" | "memoryview" => "write a string or a tuple of numbers",
            "__name__" | "__file__" => {
                "leave it out: the functions of a rule file are called by their names"
            }
            "self" => "there are no classes here: give the position as an argument",
            "xrange" => "write `range`",
            "raw_input" | "unicode" | "long" => "it is Python 2's",
            "namedtuple" => "write `struct(a=1)`, or a tuple",
            "deepcopy" => "write `list(…)`, or `[list(row) for row in rows]`",
            "load" => "a rule file stands alone: load is not allowed",
            _ => return None,
        }
        .to_owned(),
    )
}

/// Whether two names differ only in case, or in a letter or two.
pub(crate) fn nearly(a: &str, b: &str) -> bool {
    if a == b || a.len() > 40 || b.len() > 40 {
        return false;
    }
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let most = 1 + usize::from(b.len() > 7);
    a == b || a.len() > 3 && b.len() > 3 && distance(a.as_bytes(), b.as_bytes()) <= most
}

/// The number of insertions, deletions and replacements between `a` and `b`; exchanged neighbours count once.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut least = (rows[i][j] + usize::from(x != y))
                .min(rows[i][j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(rows[i - 1][j - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
