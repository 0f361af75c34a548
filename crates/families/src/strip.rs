//! [`Strip`]: games whose positions are words, by the moves of words and the parts that words fall into.

use bouton_core::Side;

/// A position: its letters.
pub(crate) type Word = Vec<u8>;

/// A whole number, and words whose values are added to it.
pub(crate) type Parts = (i64, Vec<Word>);

/// The letters of a move, before and after it.
type Rewriting = [&'static str; 2];

/// The place of a move, by runs: it says nothing of their lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Letters from the last of a run on are replaced by this rule.
    Rewrite(usize, usize),
    /// The first letter of a run falls; to the right, or not.
    First(usize, bool),
    /// The last letter of a run, if it is not its first.
    Last(usize, bool),
    /// A letter between the two.
    Inner(usize, bool),
}

#[derive(Debug)]
enum Moves {
    /// Of Left, and of Right.
    Rewriting([&'static [Rewriting]; 2]),
    /// A player's own letter falls, with all that follow it on one side.
    Toppling([u8; 2]),
    /// A letter of those that a player may cut falls, with all that follow it on the right.
    Cutting([&'static [u8]; 2]),
}

/// A game on a strip.
///
/// ```
/// use bouton_families::Strip;
/// assert!(Strip::named("toads-and-frogs").is_some() && Strip::named("chomp").is_none());
/// ```
#[derive(Debug)]
pub struct Strip {
    /// Its name in the catalogue.
    pub name: &'static str,
    /// The letters of its words.
    pub letters: &'static str,
    moves: Moves,
    parts: fn(&[u8]) -> Parts,
    /// Whether a word read backwards is worth the same.
    pub(crate) is_mirrored: bool,
}

static STRIPS: [Strip; 5] = [
    Strip {
        name: "toads-and-frogs",
        letters: "tf.",
        moves: Moves::Rewriting([
            &[["t.", ".t"], ["tf.", ".ft"]],
            &[[".f", "f."], [".tf", "ft."]],
        ]),
        parts: of_toads,
        is_mirrored: false,
    },
    Strip {
        name: "elephants-and-rhinos",
        letters: "tf.",
        moves: Moves::Rewriting([&[["t.", ".t"]], &[[".f", "f."]]]),
        parts: of_elephants,
        is_mirrored: false,
    },
    Strip {
        name: "clobber",
        letters: "XO.",
        moves: Moves::Rewriting([&[["XO", ".X"], ["OX", "X."]], &[["XO", "O."], ["OX", ".O"]]]),
        parts: of_clobber,
        is_mirrored: true,
    },
    Strip {
        name: "toppling-dominoes",
        letters: "lr.",
        moves: Moves::Toppling(*b"lr"),
        parts: between_gaps,
        is_mirrored: true,
    },
    // A stalk, from the ground up.
    Strip {
        name: "hackenbush",
        letters: "brg",
        moves: Moves::Cutting([b"bg", b"rg"]),
        parts: between_gaps,
        is_mirrored: false,
    },
];

impl Strip {
    /// The game of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        STRIPS.iter().find(|strip| strip.name == name)
    }

    /// The names of all of them.
    pub fn names() -> impl Iterator<Item = &'static str> {
        STRIPS.iter().map(|strip| strip.name)
    }

    /// The words after a move of a side.
    pub(crate) fn options(&self, word: &[u8], side: Side) -> Vec<Word> {
        let moves = self.moves(word, side).into_iter();
        moves.map(|(_, option)| option).collect()
    }

    /// The moves of a side, with the words after them.
    pub(crate) fn moves(&self, word: &[u8], side: Side) -> Vec<(Place, Word)> {
        match &self.moves {
            Moves::Rewriting(rules) => {
                let mut moves = Vec::new();
                for (rule, [before, after]) in rules[side as usize].iter().enumerate() {
                    for place in 0..word.len() {
                        if word[place..].starts_with(before.as_bytes()) {
                            let mut option = word.to_vec();
                            option[place..place + after.len()].copy_from_slice(after.as_bytes());
                            moves.push((Place::Rewrite(run(word, place), rule), option));
                        }
                    }
                }
                moves
            }
            Moves::Toppling(own) => {
                topples(word, &own[side as usize..=side as usize], &[true, false])
            }
            Moves::Cutting(own) => topples(word, own[side as usize], &[true]),
        }
    }

    /// The parts of a word, each read in the direction that comes first, and what else it is worth.
    pub(crate) fn parts(&self, word: &[u8]) -> Parts {
        let (number, mut parts) = (self.parts)(word);
        if self.is_mirrored {
            for part in &mut parts {
                let backwards: Word = part.iter().rev().copied().collect();
                *part = backwards.min(std::mem::take(part));
            }
        }
        (number, parts)
    }
}

/// The number of runs up to a letter.
fn run(word: &[u8], place: usize) -> usize {
    word[..=place].chunk_by(|a, b| a == b).count()
}

/// The moves in which a letter falls, in these directions.
fn topples(word: &[u8], own: &[u8], ways: &[bool]) -> Vec<(Place, Word)> {
    let mut moves = Vec::new();
    for place in (0..word.len()).filter(|place| own.contains(&word[*place])) {
        let run = run(word, place);
        let same = |other: Option<&u8>| other == Some(&word[place]);
        let is_first = place == 0 || !same(word.get(place - 1));
        let is_last = !same(word.get(place + 1));
        for &falls_right in ways {
            let option = match falls_right {
                true => &word[..place],
                false => &word[place + 1..],
            };
            let topple = match (is_first, is_last) {
                (true, _) => Place::First(run, falls_right),
                (_, true) => Place::Last(run, falls_right),
                _ => Place::Inner(run, falls_right),
            };
            moves.push((topple, option.to_vec()));
        }
    }
    moves
}

fn between_gaps(word: &[u8]) -> Parts {
    let stretches = word.split(|letter| *letter == b'.');
    let full = stretches.filter(|stretch| !stretch.is_empty());
    (0, full.map(<[u8]>::to_vec).collect())
}

fn of_clobber(word: &[u8]) -> Parts {
    let (number, mut parts) = between_gaps(word);
    parts.retain(|part| part.contains(&b'X') && part.contains(&b'O'));
    (number, parts)
}

fn joined(left: Parts, right: Parts) -> Parts {
    (left.0 + right.0, [left.1, right.1].concat())
}

/// Whether no toad is to the left of a frog: then they never meet.
fn has_passed(word: &[u8]) -> bool {
    let first = word.iter().position(|letter| *letter == b't');
    let last = word.iter().rposition(|letter| *letter == b'f');
    first.is_none() || last.is_none() || first > last
}

/// The moves of toads and of frogs that never meet: over all free cells in front of each.
fn walks(word: &[u8]) -> i64 {
    let (mut toads, mut free, mut moves) = (0, 0, 0);
    for letter in word {
        match letter {
            b't' => toads += 1,
            b'f' => moves -= free,
            _ => (free, moves) = (free + 1, moves + toads),
        }
    }
    moves
}

/// `ttff` never changes, and nothing passes it. The same holds for `tff` and frogs at the left end, and for `ttf` and toads at
/// the right end. No animal moves in a stretch without free cells from two toads or an end to two frogs or an end. If each free cell is alone and can only be jumped on, a jump is answered by the animal that was jumped
/// over, which steps back: the word is worth 0 (Erickson's death leap principle).
fn of_toads(word: &[u8]) -> Parts {
    if let Some(at) = word.windows(4).position(|four| four == b"ttff") {
        return joined(
            // The rest of both runs is immobile at the wall.
            of_toads(trimmed_end(&word[..at], b't')),
            of_toads(trimmed_start(&word[at + 4..], b'f')),
        );
    }
    let mut from = 0;
    for stretch in word.split(|letter| *letter == b'.') {
        let to = from + stretch.len();
        let is_held_left = from == 0 || stretch.starts_with(b"tt");
        let is_held_right = to == word.len() || stretch.ends_with(b"ff");
        if !stretch.is_empty() && is_held_left && is_held_right {
            return joined(of_toads(&word[..from]), of_toads(&word[to..]));
        }
        from = to + 1;
    }
    let rest = trimmed_end(trimmed_start(word, b'f'), b't');
    let rest = rest.strip_prefix(b"tff").unwrap_or(rest);
    let rest = rest.strip_suffix(b"ttf").unwrap_or(rest);
    if rest.len() < word.len() {
        return of_toads(rest);
    }
    if has_passed(word) {
        return (walks(word), Vec::new());
    }
    let only_leaps = !word
        .windows(2)
        .any(|two| [b"t.", b".f", b".."].contains(&two.try_into().unwrap_or(b"  ")));
    (
        0,
        if only_leaps {
            Vec::new()
        } else {
            vec![word.to_vec()]
        },
    )
}

fn trimmed_start(word: &[u8], letter: u8) -> &[u8] {
    let from = word.iter().position(|other| *other != letter);
    &word[from.unwrap_or(word.len())..]
}

fn trimmed_end(word: &[u8], letter: u8) -> &[u8] {
    let to = word.iter().rposition(|other| *other != letter);
    &word[..to.map_or(0, |last| last + 1)]
}

/// `tf` never changes; frogs and toads to their right never meet. A free cell behind a toad that is yet to meet frogs is
/// crossed once by each toad behind it, whatever else happens.
fn of_elephants(word: &[u8]) -> Parts {
    if let Some(at) = word.windows(2).position(|two| two == b"tf") {
        return joined(of_elephants(&word[..at]), of_elephants(&word[at + 2..]));
    }
    for at in (0..word.len()).filter(|at| word[*at] == b'f') {
        let next = word[at + 1..].iter().find(|letter| **letter != b'.');
        if next == Some(&b't') {
            return joined(of_elephants(&word[..=at]), of_elephants(&word[at + 1..]));
        }
    }
    let rest = trimmed_end(trimmed_start(word, b'f'), b't');
    if rest.len() < word.len() {
        return of_elephants(rest);
    }
    if has_passed(word) {
        return (walks(word), Vec::new());
    }
    let front = word.iter().rposition(|letter| *letter == b't').unwrap_or(0);
    let (behind, before) = word.split_at(front + 1);
    let back = before
        .iter()
        .position(|letter| *letter == b'f')
        .unwrap_or(0);
    let (gap, beyond) = before.split_at(back);
    let number = walks(behind) + walks(beyond);
    let bare = |side: &[u8]| {
        side.iter()
            .copied()
            .filter(|letter| *letter != b'.')
            .collect::<Word>()
    };
    (
        number,
        vec![[bare(behind), gap.to_vec(), bare(beyond)].concat()],
    )
}
