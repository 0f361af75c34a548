//! The moves of games on a strip, for all lengths of its runs at once: [`Strip`].
//!
//! A position is a row of runs, each of one letter. Every run of a word in normal form is known to be one letter, or to be
//! longer; neighbouring runs have different letters. Then a move of a few letters can only happen where runs meet.

use super::linear::{Found, Linear, Region};
use crate::Refusal;

/// Some number of equal letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) letter: u8,
    pub(super) count: Linear,
    /// Whether there are two letters or more, in a normal form. Otherwise there is one.
    pub(super) is_long: bool,
}

pub(super) fn run(letter: u8, count: Linear) -> Run {
    Run {
        letter,
        count,
        is_long: false,
    }
}

/// The runs without empty ones, equal neighbours joined, each known to be one letter or longer.
pub(super) fn normal(runs: &[Run], region: &Region<'_>) -> Found<Vec<Run>> {
    let mut normal: Vec<Run> = Vec::new();
    for next in runs {
        match region.sign(&next.count)? {
            0 => {}
            1 => match normal.last_mut() {
                Some(last) if last.letter == next.letter => {
                    last.count = last.count.plus(1, &next.count);
                }
                _ => normal.push(next.clone()),
            },
            _ => return Err(Refusal::family("expected no negative exponent").into()),
        }
    }
    for run in &mut normal {
        run.is_long = region.sign(&run.count.shifted(-1))? > 0;
    }
    Ok(normal)
}

/// A move, by the place of a run. It says nothing of the lengths of runs: these are the position's.
#[derive(Clone)]
pub(super) enum Move {
    /// The last letter of the run at this place, whole runs, and the first letter of another are replaced.
    Rewrite { place: usize, rule: Rewriting },
    /// A letter of the run at this place falls, with all on one side of it up to a gap.
    Topple { place: usize, falls_right: bool },
}

impl Move {
    /// The position after it; a chosen letter has this number in its run, from 0.
    pub(super) fn after(&self, from: &[Run], chosen: &Linear) -> Vec<Run> {
        match self {
            Self::Rewrite {
                place,
                rule: [before, after],
            } => {
                let last = place + before.len() - 1;
                let less = |at: usize| run(from[at].letter, from[at].count.shifted(-1));
                let mut made = from[..*place].to_vec();
                made.push(less(*place));
                made.extend(after.bytes().map(|letter| run(letter, Linear::number(1))));
                made.push(less(last));
                made.extend_from_slice(&from[last + 1..]);
                made
            }
            Self::Topple { place, falls_right } => {
                let is_gap = |run: &Run| run.letter == b'.';
                let own = &from[*place];
                if *falls_right {
                    let gap = from[*place..].iter().position(is_gap);
                    let stands = gap.map_or(&[][..], |gap| &from[place + gap..]);
                    return [&from[..*place], &[run(own.letter, chosen.clone())], stands].concat();
                }
                let gap = from[..*place].iter().rposition(is_gap);
                let stands = gap.map_or(&[][..], |gap| &from[..=gap]);
                let left = own.count.plus(-1, chosen).shifted(-1);
                [stands, &[run(own.letter, left)], &from[place + 1..]].concat()
            }
        }
    }

    /// The number of letters of which one is chosen.
    pub(super) fn choices(&self, from: &[Run]) -> Option<Linear> {
        match self {
            Self::Rewrite { .. } => None,
            Self::Topple { place, .. } => Some(from[*place].count.clone()),
        }
    }
}

/// The letters of a move, before and after it.
type Rewriting = [&'static str; 2];

/// A whole number, and words whose values are added to it.
pub(super) type Parts = (Linear, Vec<Vec<Run>>);

/// The moves of a game.
#[derive(Clone, Copy)]
enum Moves {
    /// Letters of Left's and of Right's moves, before and after.
    Rewriting([&'static [Rewriting]; 2]),
    /// A letter of the player's own falls with all on one side of it.
    Toppling([u8; 2]),
    /// A letter of those that the player may cut falls with all to the right of it.
    Cutting([&'static [u8]; 2]),
}

/// A game on a strip.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    pub(super) name: &'static str,
    /// The letters of a position; a free cell or a gap is the last, if there is one.
    pub(super) letters: &'static [u8],
    moves: Moves,
    /// The parts of a position in normal form, which are played as a sum.
    parts: fn(&[Run]) -> Option<Parts>,
    /// Whether a word read backwards is worth the same.
    pub(super) is_mirrored: bool,
}

/// Every game whose families can be checked.
pub(super) const STRIPS: &[Strip] = &[
    Strip {
        name: "toads-and-frogs",
        letters: b"tf.",
        moves: Moves::Rewriting([
            &[["t.", ".t"], ["tf.", ".ft"]],
            &[[".f", "f."], [".tf", "ft."]],
        ]),
        parts: toads_and_frogs,
        is_mirrored: false,
    },
    Strip {
        name: "elephants-and-rhinos",
        letters: b"tf.",
        moves: Moves::Rewriting([&[["t.", ".t"]], &[[".f", "f."]]]),
        parts: elephants_and_rhinos,
        is_mirrored: false,
    },
    Strip {
        name: "clobber",
        letters: b"XO.",
        moves: Moves::Rewriting([&[["XO", ".X"], ["OX", "X."]], &[["XO", "O."], ["OX", ".O"]]]),
        parts: clobber,
        is_mirrored: true,
    },
    Strip {
        name: "toppling-dominoes",
        letters: b"lr.",
        moves: Moves::Toppling(*b"lr"),
        parts: between_gaps,
        is_mirrored: true,
    },
    // A stalk, from the ground up.
    Strip {
        name: "hackenbush",
        letters: b"brg",
        moves: Moves::Cutting([b"bg", b"rg"]),
        parts: between_gaps,
        is_mirrored: false,
    },
];

impl Strip {
    pub(super) fn named(name: &str) -> Option<Self> {
        STRIPS.iter().find(|strip| strip.name == name).copied()
    }

    /// Every move of a side (0 Left, 1 Right) from a word in normal form.
    pub(super) fn moves(&self, from: &[Run], side: usize) -> Vec<Move> {
        match self.moves {
            Moves::Rewriting(rules) => {
                let mut moves = Vec::new();
                for rule in rules[side] {
                    let places = 0..(from.len() + 1).saturating_sub(rule[0].len());
                    let fits = |place: &usize| fits(&from[*place..], rule[0].as_bytes());
                    let move_at = |place| Move::Rewrite { place, rule: *rule };
                    moves.extend(places.filter(fits).map(move_at));
                }
                moves
            }
            Moves::Toppling(own) => {
                let both = [true, false].into_iter();
                both.flat_map(|way| topples(from, &own[side..=side], way))
                    .collect()
            }
            Moves::Cutting(own) => topples(from, own[side], true).collect(),
        }
    }

    /// The parts of a position that are played as a sum, in normal form, and what else it is worth.
    pub(super) fn parts(&self, runs: &[Run], region: &Region<'_>) -> Found<Parts> {
        let Some((number, parts)) = (self.parts)(&normal(runs, region)?) else {
            let why = "the number of moves of a part is no linear expression".to_owned();
            return Err(Refusal::Undecided(why).into());
        };
        let parts = parts.iter().map(|part| normal(part, region));
        Ok((number, parts.collect::<Found<_>>()?))
    }
}

/// The moves of runs of some letters that fall in a direction.
fn topples(from: &[Run], own: &[u8], falls_right: bool) -> impl Iterator<Item = Move> {
    let places = (0..from.len()).filter(|place| own.contains(&from[*place].letter));
    places.map(move |place| Move::Topple { place, falls_right })
}

/// Whether letters, no two neighbours equal, stand where the first run ends: those between the first and the last are whole
/// runs.
fn fits(runs: &[Run], letters: &[u8]) -> bool {
    let mut both = runs.iter().zip(letters);
    let is_match = both.all(|(run, letter)| run.letter == *letter);
    is_match && !runs[1..letters.len() - 1].iter().any(|run| run.is_long)
}

/// The stretches between gaps.
fn between_gaps(runs: &[Run]) -> Option<Parts> {
    let stretches = runs.split(|run| run.letter == b'.');
    let full = stretches.filter(|stretch| !stretch.is_empty());
    Some((Linear::number(0), full.map(<[Run]>::to_vec).collect()))
}

/// Groups; stones of one colour have no move.
fn clobber(runs: &[Run]) -> Option<Parts> {
    let (number, mut parts) = between_gaps(runs)?;
    parts.retain(|part| part.len() > 1);
    Some((number, parts))
}

fn is(run: &Run, letter: u8) -> bool {
    run.letter == letter
}

fn joined(left: Option<Parts>, right: Option<Parts>) -> Option<Parts> {
    let ((number, parts), (more, others)) = (left?, right?);
    Some((number.plus(1, &more), [parts, others].concat()))
}

/// Whether no `t` is to the left of an `f`: then they never meet.
fn has_passed(runs: &[Run]) -> bool {
    let meets = |at: usize| is(&runs[at], b't') && runs[at..].iter().any(|run| is(run, b'f'));
    !(0..runs.len()).any(meets)
}

/// The moves of `t` less those of `f`, if they never meet: each goes over all free cells before it.
fn walks(runs: &[Run]) -> Option<Linear> {
    let mut moves = Linear::number(0);
    for (at, free) in runs.iter().enumerate().filter(|(_, run)| is(run, b'.')) {
        let of = |runs: &[Run], letter| {
            let own = runs.iter().filter(|run| is(run, letter));
            own.fold(Linear::number(0), |sum, run| sum.plus(1, &run.count))
        };
        let (toads, frogs) = (of(&runs[..at], b't'), of(&runs[at..], b'f'));
        moves = moves.plus(1, &free.count.times(&toads.plus(-1, &frogs))?);
    }
    Some(moves)
}

/// Two toads or more and then two frogs or more never move, and nothing jumps over them: they are a wall. So is a stretch
/// without free cells that begins with two toads or at a wall, and ends with two frogs or at a wall: no animal in it can
/// ever move.
///
/// At a wall on the left: frogs never move; and a toad before two frogs or more does not, and they do not either. At a wall
/// on the right: toads never move; and a frog behind two toads or more does not, and they do not either.
///
/// Death leaps (Erickson): if every free cell is alone, and no toad is before one and no frog behind one, all moves are
/// jumps. After each, the animal that was jumped over steps into the cell that became free, and all this is so again: the
/// second player wins.
fn toads_and_frogs(runs: &[Run]) -> Option<Parts> {
    let is_block = |pair: &[Run]| {
        is(&pair[0], b't') && pair[0].is_long && is(&pair[1], b'f') && pair[1].is_long
    };
    if let Some(at) = runs.windows(2).position(is_block) {
        let (left, right) = (&runs[..at], &runs[at + 2..]);
        return joined(toads_and_frogs(left), toads_and_frogs(right));
    }
    if let Some((from, to)) = stuck(runs) {
        let (left, right) = (&runs[..from], &runs[to..]);
        return joined(toads_and_frogs(left), toads_and_frogs(right));
    }
    match runs {
        [first, rest @ ..] if is(first, b'f') => return toads_and_frogs(rest),
        [rest @ .., last] if is(last, b't') => return toads_and_frogs(rest),
        [first, next, rest @ ..] if is(first, b't') && is(next, b'f') && next.is_long => {
            return toads_and_frogs(rest);
        }
        [rest @ .., next, last] if is(last, b'f') && is(next, b't') && next.is_long => {
            return toads_and_frogs(rest);
        }
        _ => {}
    }
    if has_passed(runs) {
        return Some((walks(runs)?, Vec::new()));
    }
    let steps = |pair: &[Run]| {
        is(&pair[0], b't') && is(&pair[1], b'.') || is(&pair[0], b'.') && is(&pair[1], b'f')
    };
    let has_pair = runs.iter().any(|run| is(run, b'.') && run.is_long);
    let only_leaps = !has_pair && !runs.windows(2).any(steps);
    let parts = if only_leaps {
        Vec::new()
    } else {
        vec![runs.to_vec()]
    };
    Some((Linear::number(0), parts))
}

/// A stretch without free cells in which no animal can ever move.
fn stuck(runs: &[Run]) -> Option<(usize, usize)> {
    let mut from = 0;
    while from < runs.len() {
        let length = runs[from..].iter().position(|run| is(run, b'.'));
        let to = from + length.unwrap_or(runs.len() - from);
        if let [first, ..] = &runs[from..to]
            && let [.., last] = &runs[from..to]
        {
            let is_held_left = from == 0 || is(first, b't') && first.is_long;
            let is_held_right = to == runs.len() || is(last, b'f') && last.is_long;
            if is_held_left && is_held_right {
                return Some((from, to));
            }
        }
        from = to + 1;
    }
    None
}

/// An elephant before a rhino never moves, nor does the rhino: with those in line with them they are a wall. A rhino and an
/// elephant to the right of it never meet. At a wall on the left rhinos never move, at one on the right elephants.
///
/// A free cell behind an elephant that is yet to meet rhinos is crossed once by each elephant behind it, whatever else
/// happens: these moves are counted, and the cell is left out. The same holds for rhinos.
fn elephants_and_rhinos(runs: &[Run]) -> Option<Parts> {
    if let Some(at) = (runs.windows(2)).position(|pair| is(&pair[0], b't') && is(&pair[1], b'f')) {
        let (left, right) = (&runs[..at], &runs[at + 2..]);
        return joined(elephants_and_rhinos(left), elephants_and_rhinos(right));
    }
    for at in (0..runs.len()).filter(|at| is(&runs[*at], b'f')) {
        let next = runs[at + 1..].iter().find(|run| !is(run, b'.'));
        if next.is_some_and(|next| is(next, b't')) {
            let (left, right) = (&runs[..=at], &runs[at + 1..]);
            return joined(elephants_and_rhinos(left), elephants_and_rhinos(right));
        }
    }
    match runs {
        [first, rest @ ..] if is(first, b'f') => return elephants_and_rhinos(rest),
        [rest @ .., last] if is(last, b't') => return elephants_and_rhinos(rest),
        _ => {}
    }
    if has_passed(runs) {
        return Some((walks(runs)?, Vec::new()));
    }
    // All elephants are now to the left of all rhinos.
    let front = runs.iter().rposition(|run| is(run, b't'))?;
    let back = runs.iter().position(|run| is(run, b'f'))?;
    let (behind, gap, beyond) = (&runs[..=front], &runs[front + 1..back], &runs[back..]);
    let number = walks(behind)?.plus(1, &walks(beyond)?);
    let bare = |side: &[Run]| {
        side.iter()
            .filter(|run| !is(run, b'.'))
            .cloned()
            .collect::<Vec<_>>()
    };
    Some((
        number,
        vec![[bare(behind), gap.to_vec(), bare(beyond)].concat()],
    ))
}
