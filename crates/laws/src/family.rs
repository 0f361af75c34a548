//! The rules' texts of well-known games.

use std::fmt::Write as _;
use std::ops::Range;

use thiserror::Error;

/// The games whose rules have no parameter: the name and the text.
const TEXTS: [(&str, &str); 18] = [
    ("box", include_str!("../rules/box.game")),
    ("chomp-2", include_str!("../rules/chomp-2.game")),
    ("chomp-3", include_str!("../rules/chomp-3.game")),
    ("euclid", include_str!("../rules/euclid.game")),
    ("exact-nim", include_str!("../rules/exact-nim.game")),
    (
        "exact-slow-nim",
        include_str!("../rules/exact-slow-nim.game"),
    ),
    ("fibonacci-nim", include_str!("../rules/fibonacci-nim.game")),
    ("grundy", include_str!("../rules/grundy.game")),
    ("half", include_str!("../rules/half.game")),
    ("half-two", include_str!("../rules/half-two.game")),
    ("lasker", include_str!("../rules/lasker.game")),
    ("leave-half", include_str!("../rules/leave-half.game")),
    ("maharaja", include_str!("../rules/maharaja.game")),
    ("nimhoff-5", include_str!("../rules/nimhoff-5.game")),
    ("powers-of-two", include_str!("../rules/powers-of-two.game")),
    ("r-wythoff", include_str!("../rules/r-wythoff.game")),
    ("ruler", include_str!("../rules/ruler.game")),
    (
        "subtract-fibonacci",
        include_str!("../rules/subtract-fibonacci.game"),
    ),
];

/// The reason why a game has no text of rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FamilyError {
    /// No game of this name has its rules as formulas.
    #[error("expected a game whose rules are known as formulas ({known}), found `{found}`", known = names().join(", "))]
    Unknown {
        /// The given text.
        found: String,
    },
    /// The parameters are not those of the game.
    #[error("expected {expected}, found `{found}`")]
    Parameters {
        /// The expected parameters.
        expected: &'static str,
        /// The given text.
        found: String,
    },
}

/// The names that [`family`] knows.
pub fn names() -> Vec<&'static str> {
    let with_parameters = "crosses hex moore nim nim-pass octal staircase subtraction wythoff";
    let mut names: Vec<&str> = TEXTS
        .iter()
        .map(|(name, _)| *name)
        .chain(with_parameters.split(' '))
        .collect();
    names.sort_unstable();
    names
}

/// The rules of `name` or `name:parameters`, for this number of heaps (ignored if the game fixes it), in misère play if
/// requested.
///
/// # Errors
/// If the name is unknown, or its parameters are not what they should be.
///
/// # Example
/// ```
/// let text = bouton_laws::family("wythoff:2", 2, false)?;
/// assert!(bouton_laws::read(&text).is_ok());
/// # Ok::<(), bouton_laws::FamilyError>(())
/// ```
pub fn family(game: &str, heaps: usize, misere: bool) -> Result<String, FamilyError> {
    let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
    let mut text = match name {
        "nim" => nim(heaps.clamp(1, 6)),
        "nim-pass" => nim_with_a_pass(heaps.clamp(1, 6)),
        "moore" => moore(parameters, heaps.clamp(2, 5))?,
        "wythoff" => wythoff(parameters)?,
        "staircase" => staircase(heaps.clamp(1, 6)),
        "subtraction" => subtraction(parameters, heaps.clamp(1, 4))?,
        "octal" => take_and_break("octal", parameters, 8)?,
        "hex" => take_and_break("hex", parameters, 16)?,
        "crosses" => take_and_break("octal", "0.137", 8)?,
        _ => {
            let known = TEXTS.iter().find(|(known, _)| *known == name);
            known
                .map(|(_, text)| text.to_string())
                .ok_or_else(|| FamilyError::Unknown {
                    found: name.to_string(),
                })?
        }
    };
    if misere {
        text.push_str("mode misere\n");
    }
    Ok(text)
}

/// The first names of heaps: a, b, c, ….
fn heap_names(count: usize) -> Vec<String> {
    ('a'..='h').take(count).map(String::from).collect()
}

/// The line of a move that takes from some heaps: `taken` are (heap, name of the number taken).
fn take(names: &[String], chosen: &str, guard: &str, taken: &[(usize, &str)]) -> String {
    let target: Vec<String> = names
        .iter()
        .enumerate()
        .map(
            |(heap, name)| match taken.iter().find(|(from, _)| *from == heap) {
                Some((_, number)) => format!("{name} - {number}"),
                None => name.clone(),
            },
        )
        .collect();
    format!("move {chosen} | {guard} -> {}\n", target.join(", "))
}

fn header(title: &str, names: &[String]) -> String {
    format!(
        "game {title}\nvariables {}\nrank {}\n",
        names.join(", "),
        names.join(" + ")
    )
}

fn nim(heaps: usize) -> String {
    let names = heap_names(heaps);
    let moves: Vec<String> = (0..heaps)
        .map(|heap| {
            take(
                &names,
                "k",
                &format!("1 <= k <= {}", names[heap]),
                &[(heap, "k")],
            )
        })
        .collect();
    header("Nim: take from one heap", &names) + &moves.concat()
}

fn nim_with_a_pass(heaps: usize) -> String {
    let heap = heap_names(heaps);
    let names = [heap.as_slice(), &["pass".to_string()]].concat();
    let takes: Vec<String> = (0..heaps)
        .map(|at| {
            take(
                &names,
                "k",
                &format!("1 <= k <= {}", names[at]),
                &[(at, "k")],
            )
        })
        .collect();
    let (listed, sum) = (heap.join(", "), heap.join(" + "));
    format!(
        "game Nim with a pass that may be used once, while tokens are left\nvariables {listed}\nfinite pass < 2\n\
         rank {sum} + pass\n{}move | pass = 1 & {sum} >= 1 -> {listed}, 0\n",
        takes.concat()
    )
}

/// The subsets of this many numbers, in lexicographic order.
fn subsets(of: Range<usize>, count: usize) -> Vec<Vec<usize>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| {
        let rest = subsets(first + 1..of.end, count - 1).into_iter();
        rest.map(move |rest| [&[first], &rest[..]].concat())
    };
    of.clone().flat_map(with).collect()
}

fn moore(parameters: &str, heaps: usize) -> Result<String, FamilyError> {
    let most: usize =
        match parameters {
            "" => 2,
            given => given.parse().ok().filter(|most| *most > 0).ok_or_else(|| {
                FamilyError::Parameters {
                    expected: "the most heaps that a move lowers, such as 2",
                    found: given.to_string(),
                }
            })?,
        };
    let names = heap_names(heaps);
    let title = match most {
        2 => "Moore's Nim: take from one or two heaps".to_owned(),
        most => format!("Moore's Nim: take from at most {most} heaps"),
    };
    let mut text = header(&title, &names);
    for count in 1..=most.min(heaps) {
        for chosen in subsets(0..heaps, count) {
            // The last heap loses k tokens, the one before it j.
            let numbers = &["g", "h", "i", "j", "k"][5 - count..];
            let taken: Vec<(usize, &str)> =
                chosen.into_iter().zip(numbers.iter().copied()).collect();
            let guards = taken
                .iter()
                .map(|(heap, number)| format!("1 <= {number} <= {}", names[*heap]));
            let guard = guards.collect::<Vec<_>>().join(" & ");
            text += &take(&names, &numbers.join(", "), &guard, &taken);
        }
    }
    Ok(text)
}

fn wythoff(parameters: &str) -> Result<String, FamilyError> {
    let distance: u64 = match parameters {
        "" => 1,
        given => given
            .parse()
            .ok()
            .filter(|k| (1..=50).contains(k))
            .ok_or_else(|| FamilyError::Parameters {
                expected: "a number from 1 to 50",
                found: given.to_string(),
            })?,
    };
    let names = heap_names(2);
    let title = match distance {
        1 => "Wythoff's game".to_owned(),
        k => format!("Wythoff's game, from both numbers that differ by less than {k}"),
    };
    let mut text = header(&title, &names);
    text += &take(&names, "k", "1 <= k <= a", &[(0, "k")]);
    text += &take(&names, "k", "1 <= k <= b", &[(1, "k")]);
    text += &match distance {
        1 => take(&names, "k", "1 <= k <= a & k <= b", &[(0, "k"), (1, "k")]),
        k => {
            let guard = format!("1 <= i <= a & 1 <= j <= b & i < j + {k} & j < i + {k}");
            take(&names, "i, j", &guard, &[(0, "i"), (1, "j")])
        }
    };
    Ok(text)
}

fn staircase(steps: usize) -> String {
    let names = heap_names(steps);
    let weights: Vec<String> = names
        .iter()
        .enumerate()
        .map(|(at, name)| format!("{}*{name}", at + 1))
        .collect();
    let mut text = format!(
        "game Staircase nim: move chips one step down\nvariables {}\nrank {}\n",
        names.join(", "),
        weights.join(" + ")
    );
    for from in 0..steps {
        let name = |at: usize| match at {
            at if at == from => format!("{} - k", names[at]),
            at if at + 1 == from => format!("{} + k", names[at]),
            at => names[at].clone(),
        };
        let target: Vec<String> = (0..steps).map(name).collect();
        writeln!(
            text,
            "move k | 1 <= k <= {} -> {}",
            names[from],
            target.join(", ")
        )
        .expect("invariant: writing to a string succeeds");
    }
    text
}

fn subtraction(parameters: &str, heaps: usize) -> Result<String, FamilyError> {
    let wrong = || FamilyError::Parameters {
        expected: "numbers from 1 to 1000, such as 1,2,3",
        found: parameters.to_string(),
    };
    let number = |part: &str| {
        let number = part.trim().parse::<u64>().ok();
        number.filter(|number| (1..=1000).contains(number))
    };
    let set: Option<Vec<u64>> = parameters.split(',').map(number).collect();
    let set = set.ok_or_else(wrong)?;
    let names = match heaps {
        1 => vec!["n".to_string()],
        _ => heap_names(heaps),
    };
    let mut text = header(&format!("Subtraction of {parameters}"), &names);
    for (heap, name) in names.iter().enumerate() {
        for number in &set {
            let (number, guard) = (number.to_string(), format!("{name} >= {number}"));
            text += &take(&names, "", &guard, &[(heap, &number)]);
        }
    }
    Ok(text)
}

/// The bits of digit d of the code say how many heaps may be left after taking d tokens: none (1), one (2), two (4), three
/// (8).
fn take_and_break(kind: &str, code: &str, base: u32) -> Result<String, FamilyError> {
    let wrong = || FamilyError::Parameters {
        expected: "a code such as 0.77",
        found: code.to_string(),
    };
    let digits: Option<Vec<u32>> = code
        .strip_prefix("0.")
        .unwrap_or("")
        .chars()
        .map(|c| c.to_digit(base))
        .collect();
    let digits = digits
        .filter(|digits| (1..=12).contains(&digits.len()))
        .ok_or_else(wrong)?;
    let mut text = format!("game {kind} {code}\nvariables n\nrank n\nmode grundy\n");
    for (taken, digit) in (1..).zip(digits) {
        let lines = [
            format!("move | n = {taken} -> 0\n"),
            format!("move | n > {taken} -> n - {taken}\n"),
            format!("move x, y | 1 <= x <= y & x + y + {taken} = n -> x; y\n"),
            format!("move x, y, z | 1 <= x <= y & y <= z & x + y + z + {taken} = n -> x; y; z\n"),
        ];
        for (_, line) in lines
            .iter()
            .enumerate()
            .filter(|(bit, _)| digit >> bit & 1 == 1)
        {
            text += line;
        }
    }
    Ok(text)
}
