//! The statements of `docs/rule-files.md` about Python and this language.

use bouton_reference::messages;
use bouton_rules::RuleFile;

/// The reason why a file with this text cannot be read, if it cannot.
fn refused(text: &str) -> Option<String> {
    let file = format!("start = 1\ndef moves(n):\n    return [n - 1] if n else []\n{text}\n");
    let read = RuleFile::of("python.star", &file, None);
    read.err().map(|fault| fault.to_string())
}

#[test]
fn what_is_the_same_is_read() {
    for text in [
        "def f(x, y = 2, *rest):\n    return x + y if x else f(1)\nq = f(1, 3)",
        "q = [i for i in range(9) if i % 2]\nfor i in q:\n    if i == 1:\n        continue",
        "q = lambda x: x + 1\nr = sorted([2, 1], key = q, reverse = True)",
        "q = (1, 2) < (1, 3) and 'a' in 'abc' and 1 not in [2]",
        "q = f'{1}' + '%d of %d' % (1, 2) + '{} of {}'.format(1, 2)",
        "q = set([1, 2])\nr = {'a': 1}\ns = struct(a = 1).a",
        "q = any([1]) and all([1])\nfor i, x in enumerate(zip([1], [2])):\n    pass",
        "q = 'abc'[1] + 'abc'[:2]\nr = [c for c in 'abc'.elems()]",
        "from functools import partial\nq = sum(map(partial(max, 2), filter(lambda x: x, [1])))",
        "x = 1\nwhile x:\n    x = 0\nassert x == 0 and x is not None",
        "q = 2 ** 3\nr = 1 < 2 < 3\ns = {1, 2} | {c for c in 'abc'}",
        "a, *rest = [1, 2]\nq = [*rest, a]\nr = f'{a:>3}'",
        "q = isinstance(1, int)\nfor c in 'abc'[0:len('abc'):2]:\n    q <<= 2",
        "from itertools import product\nq = any(a for a in product((0, 1), repeat = 2))",
        "from bouton.rules import parameter, struct, fail\nq = parameter('q', 1)",
    ] {
        assert_eq!(refused(text), None, "{text}");
    }
}

#[test]
fn what_is_otherwise_is_refused() {
    messages("statements of Python", |text| {
        refused(text).unwrap_or_default()
    });
}
