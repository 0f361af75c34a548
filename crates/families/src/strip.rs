//! [`Strip`]: games whose positions are words, by the moves of words and the parts that words fall into.

use bouton_core::Side;

use crate::rewriting::{Rewriting, Rules};

/// A position: its letters.
pub(crate) type Word = Vec<u8>;

/// A whole number, and words whose values are added to it.
pub(crate) type Parts = (i64, Vec<Word>);

/// The place of a move, by runs: it says nothing of their lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// Letters from the last of a run on are replaced by this rule.
    Rewrite(usize, usize),
    /// The first letter of a run falls, in this direction, or letters from it on are replaced by this rule.
    First(usize, usize),
    /// Letters up to the last one of a run, if the first is not among them.
    Last(usize, usize),
    /// Letters between the two.
    Inner(usize, usize),
}

impl Place {
    /// The place of this many letters of a run, from one of them on.
    fn within(word: &[u8], at: usize, count: usize, kind: usize) -> Self {
        let run = run(word, at);
        let same = |other: Option<&u8>| other == Some(&word[at]);
        let is_first = at == 0 || !same(word.get(at - 1));
        let is_last = !same(word.get(at + count));
        match (is_first, is_last) {
            (true, _) => Self::First(run, kind),
            (_, true) => Self::Last(run, kind),
            _ => Self::Inner(run, kind),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Moves {
    /// Letters are replaced by others.
    Rewriting(Rules),
    /// A letter of those that a player may topple falls, with all that follow it on one side.
    Toppling([&'static [u8]; 2]),
    /// A letter of those that a player may cut falls, with all that follow it on the right.
    Cutting([&'static [u8]; 2]),
}

/// How words fall into parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Parting {
    Toads,
    Elephants,
    Gaps,
    /// Where no rewriting ever crosses.
    Uncrossed,
}

/// A game on a strip.
///
/// ```
/// use bouton_families::Strip;
/// assert!(Strip::named("toads-and-frogs").is_some() && Strip::named("chomp").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strip {
    /// Its name in the catalogue, or that of the file with its rewritings.
    pub name: String,
    /// The letters of its words.
    pub letters: String,
    moves: Moves,
    parts: Parting,
    /// Whether a word read backwards is worth the same.
    pub(crate) is_mirrored: bool,
    /// Whether certificates have its rewritings.
    is_brought: bool,
}

/// The games of the catalogue.
const NAMES: [&str; 6] = [
    "toads-and-frogs",
    "elephants-and-rhinos",
    "clobber",
    "toppling-dominoes",
    "hackenbush",
    "domineering",
];

/// The rewritings of a player in one line: `t. .t, tf. .ft`.
fn rewritings(line: &str) -> Vec<Rewriting> {
    let all = line.split(", ").filter_map(|pair| pair.split_once(' '));
    all.map(|(before, after)| [before.to_owned(), after.to_owned()])
        .collect()
}

impl Strip {
    /// The game of this name.
    pub fn named(name: &str) -> Option<Self> {
        let rules =
            |left: &str, right: &str| Moves::Rewriting(Rules::of([left, right].map(rewritings)));
        let (letters, moves, parts) = match name {
            "toads-and-frogs" => (
                "tf.",
                rules("t. .t, tf. .ft", ".f f., .tf ft."),
                Parting::Toads,
            ),
            "elephants-and-rhinos" => ("tf.", rules("t. .t", ".f f."), Parting::Elephants),
            "clobber" => (
                "XO.",
                rules("XO .X, OX X.", "XO O., OX .O"),
                Parting::Uncrossed,
            ),
            "toppling-dominoes" => ("lre.", Moves::Toppling([b"le", b"re"]), Parting::Gaps),
            // A stalk, from the ground up.
            "hackenbush" => ("brg", Moves::Cutting([b"bg", b"rg"]), Parting::Gaps),
            // The columns of two rows: both cells are free, the top one, the bottom one, none.
            "domineering" => (
                "#bt.",
                rules(
                    ". #",
                    ".. bb, .. tt, tt ##, bb ##, .t b#, t. #b, .b t#, b. #t",
                ),
                Parting::Uncrossed,
            ),
            _ => return None,
        };
        Some(Self {
            name: name.to_owned(),
            letters: letters.to_owned(),
            is_mirrored: match &moves {
                Moves::Rewriting(rules) => rules.is_mirrored(),
                Moves::Toppling(_) => true,
                Moves::Cutting(_) => false,
            },
            moves,
            parts,
            is_brought: false,
        })
    }

    /// The game of a file in which Left and Right replace letters of words: the first word of each pair by the second.
    ///
    /// ```
    /// use bouton_families::Strip;
    /// let rules = [vec![["oo".to_owned(), "..".to_owned()]], vec![["o".to_owned(), ".".to_owned()]]];
    /// let strip = Strip::of_rewritings("mine.star", rules)?;
    /// assert_eq!(strip.letters, ".o");
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// If the checker does not read such rewritings, or if it is not found that play ends.
    pub fn of_rewritings(name: &str, moves: [Vec<Rewriting>; 2]) -> Result<Self, String> {
        let rules = Rules::read(moves)?;
        Ok(Self {
            name: name.to_owned(),
            letters: rules.letters(),
            is_mirrored: rules.is_mirrored(),
            moves: Moves::Rewriting(rules),
            parts: Parting::Uncrossed,
            is_brought: true,
        })
    }

    /// The names of all of the catalogue.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.into_iter()
    }

    /// Its lines in a certificate.
    pub(crate) fn lines(&self) -> String {
        let rules = match &self.moves {
            Moves::Rewriting(rules) if self.is_brought => rules.lines(),
            _ => String::new(),
        };
        format!("game {}\n{rules}", self.name)
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
                for (kind, [before, after]) in rules.moves[side as usize].iter().enumerate() {
                    for at in 0..word.len() {
                        let Some(rest) = word[at..].strip_prefix(before.as_bytes()) else {
                            continue;
                        };
                        let is_within = before.bytes().all(|letter| letter == word[at]);
                        let place = match is_within {
                            true => Place::within(word, at, before.len(), kind),
                            false => Place::Rewrite(run(word, at), kind),
                        };
                        moves.push((place, [&word[..at], after.as_bytes(), rest].concat()));
                    }
                }
                moves
            }
            Moves::Toppling(own) => topples(word, own[side as usize], &[true, false]),
            Moves::Cutting(own) => topples(word, own[side as usize], &[true]),
        }
    }

    /// Whether a move of a side can ever replace letters on both sides of the place between two neighbours.
    pub(crate) fn crosses(&self, neighbours: [u8; 2], side: Side) -> bool {
        match &self.moves {
            Moves::Rewriting(rules) => rules.crosses(neighbours, side as usize),
            Moves::Toppling(_) | Moves::Cutting(_) => true,
        }
    }

    /// The parts of a word, each read in the direction that comes first, and what else it is worth.
    pub(crate) fn parts(&self, word: &[u8]) -> Parts {
        let (number, mut parts) = match self.parts {
            Parting::Toads => of_toads(word),
            Parting::Elephants => of_elephants(word),
            Parting::Gaps => between_gaps(word),
            Parting::Uncrossed => (0, self.uncrossed(word)),
        };
        if self.is_mirrored {
            for part in &mut parts {
                let backwards: Word = part.iter().rev().copied().collect();
                *part = backwards.min(std::mem::take(part));
            }
        }
        (number, parts)
    }

    /// The stretches between places that no move ever crosses, without those in which there is no move.
    fn uncrossed(&self, word: &[u8]) -> Vec<Word> {
        let is_joined =
            |a: &u8, b: &u8| a == b || Side::BOTH.iter().any(|side| self.crosses([*a, *b], *side));
        let has_move = |part: &&[u8]| {
            Side::BOTH
                .iter()
                .any(|side| !self.moves(part, *side).is_empty())
        };
        let parts = word.chunk_by(is_joined).filter(has_move);
        parts.map(<[u8]>::to_vec).collect()
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
        for &falls_right in ways {
            let option = match falls_right {
                true => &word[..place],
                false => &word[place + 1..],
            };
            let topple = Place::within(word, place, 1, usize::from(falls_right));
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
