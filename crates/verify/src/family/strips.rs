//! The moves of games on a strip, for all lengths of its runs at once: [`Strip`].
//!
//! A position is a row of runs, each of one letter. Every run of a word in normal form is known to be one letter, or to be
//! longer; neighbouring runs have different letters. Then a move of letters that are not all equal can only happen where runs
//! meet.

use super::linear::{Decided, Linear, Region};
use super::rewriting::{Rewriting, Rules};
use crate::Refusal;
use crate::obligation::Obligation;

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
pub(super) fn normal(runs: &[Run], region: &Region<'_>) -> Decided<Vec<Run>> {
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

/// Whether two words in normal form are the same.
pub(super) fn are_same(one: &[Run], other: &[Run], region: &Region<'_>) -> Decided<bool> {
    let mut is_same = one.len() == other.len();
    for (run, own) in one.iter().zip(other) {
        is_same = is_same
            && run.letter == own.letter
            && region.sign(&run.count.plus(-1, &own.count))? == 0;
    }
    Ok(is_same)
}

/// A move, by the place of a run. It says nothing of the lengths of runs: these are the position's.
#[derive(Clone)]
pub(super) enum Move<'s> {
    /// Letters from the run at this place on are replaced: the last ones of this run, whole runs, and the first ones of another;
    /// or letters of this run alone.
    Rewrite { place: usize, rule: &'s Rewriting },
    /// A letter of the run at this place falls, with all on one side of it up to a gap.
    Topple { place: usize, falls_right: bool },
}

impl Move<'_> {
    /// The position after it; of the places in one run, this one is chosen, from 0.
    pub(super) fn after(&self, from: &[Run], chosen: &Linear) -> Vec<Run> {
        match self {
            Self::Rewrite { place, rule } => {
                let last = place + rule.runs.len() - 1;
                let less = |at: usize, by: i128| run(from[at].letter, from[at].count.shifted(-by));
                let (before, beyond) = match &rule.runs[..] {
                    [(letter, count)] => {
                        let beyond = from[*place].count.plus(-1, chosen).shifted(-count);
                        (run(*letter, chosen.clone()), run(*letter, beyond))
                    }
                    [(_, first), .., (_, count)] => (less(*place, *first), less(last, *count)),
                    [] => unreachable!("invariant: a rewriting has letters"),
                };
                let mut made = from[..*place].to_vec();
                made.push(before);
                made.extend(
                    rule.after
                        .iter()
                        .map(|letter| run(*letter, Linear::number(1))),
                );
                made.push(beyond);
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

    /// The number of places of which one is chosen.
    pub(super) fn choices(&self, from: &[Run]) -> Option<Linear> {
        match self {
            Self::Rewrite { place, rule } => match &rule.runs[..] {
                [(_, count)] => Some(from[*place].count.shifted(1 - count)),
                _ => None,
            },
            Self::Topple { place, .. } => Some(from[*place].count.clone()),
        }
    }
}

/// A whole number, and words whose values are added to it.
pub(super) type Parts = (Linear, Vec<Vec<Run>>);

/// The parts of a position in normal form, which are played as a sum.
type Parting = fn(&[Run]) -> Option<Parts>;

/// The moves of a game.
enum Moves {
    /// Letters are replaced by others.
    Rewriting(Rules),
    /// A letter of those that the player may topple falls with all on one side of it.
    Toppling([&'static [u8]; 2]),
    /// A letter of those that the player may cut falls with all to the right of it.
    Cutting([&'static [u8]; 2]),
}

/// A game on a strip.
pub(super) struct Strip {
    pub(super) name: String,
    /// The letters of a position; a free cell or a gap is the last, if there is one.
    pub(super) letters: Vec<u8>,
    moves: Moves,
    /// `None` if they follow from the rewritings.
    parts: Option<Parting>,
    /// Whether a word read backwards is worth the same.
    pub(super) is_mirrored: bool,
    /// Whether the rewritings are those of a file, stated in the certificate.
    is_brought: bool,
}

/// Domineering on two rows: the letters of columns in which both cells are free, the top one, the bottom one, none.
const DOMINEERING: &str = "#bt.";

impl Strip {
    pub(super) fn named(name: &str) -> Option<Self> {
        let rules = |left: &[[&str; 2]], right: &[[&str; 2]]| {
            let all = |list: &[[&str; 2]]| list.iter().map(|[a, b]| Rewriting::of(a, b)).collect();
            Moves::Rewriting(Rules::of([all(left), all(right)]))
        };
        let (letters, moves, parts): (_, _, Option<Parting>) = match name {
            "toads-and-frogs" => (
                "tf.",
                rules(
                    &[["t.", ".t"], ["tf.", ".ft"]],
                    &[[".f", "f."], [".tf", "ft."]],
                ),
                Some(toads_and_frogs),
            ),
            "elephants-and-rhinos" => (
                "tf.",
                rules(&[["t.", ".t"]], &[[".f", "f."]]),
                Some(elephants_and_rhinos),
            ),
            "clobber" => (
                "XO.",
                rules(&[["XO", ".X"], ["OX", "X."]], &[["XO", "O."], ["OX", ".O"]]),
                None,
            ),
            "domineering" => (
                DOMINEERING,
                rules(
                    &[[".", "#"]],
                    &[
                        ["..", "bb"],
                        ["..", "tt"],
                        ["tt", "##"],
                        ["bb", "##"],
                        [".t", "b#"],
                        ["t.", "#b"],
                        [".b", "t#"],
                        ["b.", "#t"],
                    ],
                ),
                None,
            ),
            "toppling-dominoes" => ("lre.", Moves::Toppling([b"le", b"re"]), Some(between_gaps)),
            // A stalk, from the ground up.
            "hackenbush" => ("brg", Moves::Cutting([b"bg", b"rg"]), Some(between_gaps)),
            _ => return None,
        };
        Some(Self {
            name: name.to_owned(),
            letters: letters.into(),
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

    /// A game of rewritings in a certificate.
    pub(super) fn brought(name: &str, rules: Rules) -> Self {
        Self {
            name: name.to_owned(),
            letters: rules.letters(),
            is_mirrored: rules.is_mirrored(),
            moves: Moves::Rewriting(rules),
            parts: None,
            is_brought: true,
        }
    }

    /// Rewritings in a certificate are a game in which play ends, and whose name is that of no other.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        match &self.moves {
            Moves::Rewriting(rules) if self.is_brought => {
                let has_name = crate::position::is_name_of_rules(&self.name);
                Obligation::FamilyName.demand(has_name, || {
                    let what = "expected rewritings with the name of a file, of letters, digits and ._-/ with the ending .star";
                    Refusal::family(what)
                })?;
                rules.check()
            }
            _ => Ok(()),
        }
    }

    /// The game in a claim.
    pub(super) fn told(&self) -> String {
        match &self.moves {
            Moves::Rewriting(rules) if self.is_brought => rules.told(&self.name),
            _ if self.name == "domineering" => format!(
                "{} of two rows, with a letter for each column, . if both of its cells are free, t if only the top one is, b if only the bottom one is, # if none is",
                self.name
            ),
            _ => self.name.clone(),
        }
    }

    /// Every move of a side (0 Left, 1 Right) from a word in normal form.
    pub(super) fn moves(
        &self,
        from: &[Run],
        side: usize,
        region: &Region<'_>,
    ) -> Decided<Vec<Move<'_>>> {
        Ok(match &self.moves {
            Moves::Rewriting(rules) => {
                let mut moves = Vec::new();
                for rule in &rules.moves[side] {
                    for place in 0..from.len() {
                        if fits(&from[place..], &rule.runs, region)? {
                            moves.push(Move::Rewrite { place, rule });
                        }
                    }
                }
                moves
            }
            Moves::Toppling(own) => {
                let both = [true, false].into_iter();
                both.flat_map(|way| topples(from, own[side], way)).collect()
            }
            Moves::Cutting(own) => topples(from, own[side], true).collect(),
        })
    }

    /// Whether a move of a side can ever replace letters on both sides of the place between two words.
    pub(super) fn crosses(&self, left: &[Run], right: &[Run], side: usize) -> bool {
        let (Some(left), Some(right)) = (left.last(), right.first()) else {
            return false;
        };
        match &self.moves {
            Moves::Rewriting(rules) => rules.crosses([left.letter, right.letter], side),
            Moves::Toppling(_) | Moves::Cutting(_) => true,
        }
    }

    /// The parts of a position that are played as a sum, in normal form, and what else it is worth.
    pub(super) fn parts(&self, runs: &[Run], region: &Region<'_>) -> Decided<Parts> {
        let runs = normal(runs, region)?;
        let Some(parting) = self.parts else {
            return Ok((Linear::number(0), self.uncrossed(&runs, region)?));
        };
        let Some((number, parts)) = parting(&runs) else {
            let why = "the number of moves of a part is no linear expression".to_owned();
            return Err(Refusal::Undecided(why).into());
        };
        let parts = parts.iter().map(|part| normal(part, region));
        Ok((number, parts.collect::<Decided<_>>()?))
    }

    /// The stretches between places that no move ever crosses, without those in which there is no move.
    fn uncrossed(&self, runs: &[Run], region: &Region<'_>) -> Decided<Vec<Vec<Run>>> {
        let mut parts = Vec::new();
        let mut from = 0;
        for to in 1..=runs.len() {
            let both = [&runs[from..to], &runs[to..]];
            if (0..2).any(|side| self.crosses(both[0], both[1], side)) {
                continue;
            }
            let moves = [0, 1].map(|side| self.moves(both[0], side, region));
            let [left, right] = moves;
            if !(left?.is_empty() && right?.is_empty()) {
                parts.push(both[0].to_vec());
            }
            from = to;
        }
        Ok(parts)
    }
}

/// The moves of runs of some letters that fall in a direction.
fn topples<'s>(
    from: &[Run],
    own: &[u8],
    falls_right: bool,
) -> impl Iterator<Item = Move<'s>> + use<'s> {
    let own = own.to_vec();
    let letters: Vec<u8> = from.iter().map(|run| run.letter).collect();
    let places = (0..letters.len()).filter(move |place| own.contains(&letters[*place]));
    places.map(move |place| Move::Topple { place, falls_right })
}

/// Whether letters stand here: the last ones of the first run, whole runs, and the first ones of the last run; or if they are
/// all equal, within a run.
fn fits(runs: &[Run], letters: &[(u8, i128)], region: &Region<'_>) -> Decided<bool> {
    let both = || runs.iter().zip(letters);
    if runs.len() < letters.len() || !both().all(|(run, (letter, _))| run.letter == *letter) {
        return Ok(false);
    }
    for (at, (run, (_, count))) in both().enumerate() {
        let is_whole = at > 0 && at + 1 < letters.len();
        let more = match count {
            1 => i32::from(run.is_long),
            _ => region.sign(&run.count.shifted(-count))?,
        };
        if more < 0 || is_whole && more > 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The stretches between gaps.
fn between_gaps(runs: &[Run]) -> Option<Parts> {
    let stretches = runs.split(|run| run.letter == b'.');
    let full = stretches.filter(|stretch| !stretch.is_empty());
    Some((Linear::number(0), full.map(<[Run]>::to_vec).collect()))
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
    let block = runs.windows(2).position(is_block).map(|at| (at, at + 2));
    if let Some((from, to)) = block.or_else(|| stuck(runs)) {
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
    let is_block = |pair: &[Run]| is(&pair[0], b't') && is(&pair[1], b'f');
    let block = runs.windows(2).position(is_block).map(|at| (at, at + 2));
    let is_apart = |at: &usize| {
        let next = runs[*at..].iter().find(|run| !is(run, b'.'));
        is(&runs[at - 1], b'f') && next.is_some_and(|next| is(next, b't'))
    };
    let apart = || (1..runs.len()).find(is_apart).map(|at| (at, at));
    if let Some((from, to)) = block.or_else(apart) {
        let (left, right) = (&runs[..from], &runs[to..]);
        return joined(elephants_and_rhinos(left), elephants_and_rhinos(right));
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
