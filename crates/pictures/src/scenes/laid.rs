//! The information that a line of play gives about the board beyond the position: the move of each piece, the captured
//! pieces and their captors, the cells covered by one domino, the place in the row of the remaining coins.

use std::collections::HashSet;

use bouton::Course;
use bouton_core::scene::{Cell, Figure, Owner, Scene, Set};

/// A piece that is off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    pub(super) key: usize,
    pub(super) owner: Owner,
    pub(super) mark: String,
}

/// The pieces on a board or a net.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Men {
    /// The key of the piece on each cell, as the first player counts the cells; empty if nothing is known.
    pub(super) here: Vec<Option<usize>>,
    /// The pieces that each player has taken.
    pub(super) taken: [Vec<Taken>; 2],
    /// The pieces that each player can put on the board.
    hands: [Vec<Taken>; 2],
    /// Two cells that were covered in one move, and by whom.
    pub(super) dominoes: Vec<([usize; 2], Owner)>,
    /// Points that a move took, with their place and the player.
    pub(super) chosen: Vec<(usize, Owner)>,
    /// The men at the start.
    next: usize,
    /// The keys of those that came later.
    later: HashSet<usize>,
}

/// The contents of each cell.
fn cells(scene: &Scene) -> Vec<&Cell> {
    match &scene.figure {
        Figure::Board(rows) => rows.iter().flatten().collect(),
        Figure::Net { points, .. } => points.iter().map(|point| &point.cell).collect(),
        _ => Vec::new(),
    }
}

fn held(cell: &Cell) -> Option<(Owner, &str)> {
    match cell {
        Cell::Piece(owner, mark) => Some((*owner, mark)),
        Cell::Empty | Cell::Hole => None,
    }
}

impl Men {
    pub(super) fn of(course: &Course) -> Self {
        let start = cells(course.start());
        let mut men = Self {
            here: vec![None; start.len()],
            ..Self::default()
        };
        for (place, cell) in start.iter().enumerate() {
            if held(cell).is_some() {
                men.here[place] = Some(men.key());
            }
        }
        for (second, kinds) in course.start().hands.iter().enumerate() {
            for held in kinds {
                for _ in 0..held.count {
                    let key = men.key();
                    men.hands[second].push(Taken {
                        key,
                        owner: [Owner::First, Owner::Second][second],
                        mark: held.mark.clone(),
                    });
                }
            }
        }
        for (ply, before, after) in course.plies() {
            let (a, b) = (cells(before), cells(after));
            // A board of another size is a different board: nothing is known about its pieces.
            if a.len() != men.here.len() || b.len() != a.len() {
                return Self::default();
            }
            men.step((&a, &b), before, ply.owner);
            men.choose(before, after, &ply.name, ply.owner);
        }
        men
    }

    fn key(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// The key of a man that comes from nowhere: of the place where it appears, so that the order of such moves does not matter.
    fn key_at(&mut self, place: usize) -> usize {
        let mut key = self.next + place;
        while !self.later.insert(key) {
            key += self.here.len();
        }
        key
    }

    /// Applies one move. A piece that disappears on one cell and appears on another is the same one; a piece that
    /// disappears for good was captured.
    fn step(&mut self, (a, b): (&[&Cell], &[&Cell]), scene: &Scene, by: Owner) {
        let second = usize::from(by == Owner::Second);
        let changed: Vec<usize> = (0..a.len()).filter(|&n| a[n] != b[n]).collect();
        let mut lost: Vec<(usize, Option<usize>)> = changed
            .iter()
            .filter(|&&n| held(a[n]).is_some())
            .map(|&n| (n, self.here[n].take()))
            .collect();
        let gained: Vec<usize> = changed
            .iter()
            .copied()
            .filter(|&n| held(b[n]).is_some())
            .collect();
        // From the end: of men that are pushed along it is the first that leaves the strip.
        for &place in gained.iter().rev() {
            let Some((owner, mark)) = held(b[place]) else {
                continue;
            };
            let from = lost
                .iter()
                .rposition(|&(n, _)| held(a[n]).is_some_and(|(whose, _)| whose == owner));
            self.here[place] = match from {
                Some(from) => lost.remove(from).1,
                None => Some(
                    self.dropped(second, mark)
                        .unwrap_or_else(|| self.key_at(place)),
                ),
            };
        }
        for (place, key) in lost {
            let (Some((owner, mark)), Some(key)) = (held(a[place]), key) else {
                continue;
            };
            let mark = in_hand(scene.set, mark).to_owned();
            if scene.hands[second].iter().any(|held| held.mark == mark) {
                let owner = by;
                self.hands[second].push(Taken { key, owner, mark });
            } else if scene.takes || !scene.hands[second].is_empty() {
                self.taken[second].push(Taken { key, owner, mark });
            }
        }
        if let (Set::Dominoes, [one, other], 2) = (scene.set, &changed[..], gained.len()) {
            self.dominoes.push(([*one, *other], by));
        }
    }

    /// A man of this kind that is put on the board from the hand.
    fn dropped(&mut self, second: usize, mark: &str) -> Option<usize> {
        let hand = &mut self.hands[second];
        let held = hand.iter().position(|held| held.mark == mark)?;
        Some(hand.remove(held).key)
    }

    /// The keys of the men of this kind in a hand.
    pub(super) fn held(&self, second: usize, mark: &str) -> impl Iterator<Item = usize> {
        let alike = self.hands[second]
            .iter()
            .filter(move |held| held.mark == mark);
        alike.map(|held| held.key)
    }

    /// Marks the point that a move took as its player's.
    fn choose(&mut self, before: &Scene, after: &Scene, name: &str, by: Owner) {
        let (Figure::Net { points, .. }, Figure::Net { points: left, .. }) =
            (&before.figure, &after.figure)
        else {
            return;
        };
        let place = points.iter().position(|point| point.label == name);
        let gone = place.filter(|&n| points[n].cell != Cell::Hole && left[n].cell == Cell::Hole);
        self.chosen.extend(gone.map(|place| (place, by)));
    }
}

/// The piece that a captured piece becomes: in dōbutsu shōgi a hen becomes a chick again.
fn in_hand(set: Set, mark: &str) -> &str {
    match (set, mark) {
        (Set::Tiles, "H") => "C",
        _ => mark,
    }
}

/// A row from which coins were taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Row {
    /// The place at the start of each remaining coin.
    pub(super) left: Vec<usize>,
    /// The coins that each player has taken.
    pub(super) taken: [Vec<usize>; 2],
}

impl Row {
    /// The row of a course; `None` if a coin has no origin.
    pub(super) fn of(course: &Course) -> Option<Self> {
        let count = |scene: &Scene| match &scene.figure {
            Figure::Coins(coins) => Some(coins.len()),
            _ => None,
        };
        let mut row = Self {
            left: (0..count(course.start())?).collect(),
            taken: Default::default(),
        };
        for (ply, before, after) in course.plies() {
            let gone = before.deed(after, &ply.name).parts();
            if row.left.len() != gone.len() + count(after)? {
                return None;
            }
            let places = gone.iter().map(|&n| row.left.get(n).copied());
            let places: Vec<usize> = places.collect::<Option<_>>()?;
            row.left.retain(|place| !places.contains(place));
            row.taken[usize::from(ply.second)].extend(places);
        }
        Some(row)
    }
}

/// A remaining part of a row of pins or of a strip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    /// The heap of the start that it belongs to.
    pub(super) row: usize,
    /// The number of places of the heap before it.
    pub(super) start: u32,
    pub(super) len: u32,
}

/// Heaps in rows with gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Runs {
    /// Each remaining heap.
    pub(super) left: Vec<Run>,
    /// The original length of each row.
    pub(super) rows: Vec<u32>,
    /// Crossed cells: the row, the place, and the player.
    pub(super) crosses: Vec<(usize, u32, Owner)>,
}

impl Runs {
    /// Rows of which nothing is gone.
    pub(super) fn standing(rows: Vec<u32>) -> Self {
        let left = rows.iter().enumerate();
        let left = left.map(|(row, &len)| Run { row, start: 0, len });
        Self {
            left: left.collect(),
            rows,
            crosses: Vec::new(),
        }
    }

    /// The rows of a course; `None` where the heaps are not parts of those at the start.
    pub(super) fn of(course: &Course) -> Option<Self> {
        let mut runs = Self::standing(small(course.start())?);
        for (ply, before, after) in course.plies() {
            runs.step(&small(before)?, &small(after)?, &ply.name, ply.owner)?;
        }
        Some(runs)
    }

    /// One heap was replaced by others, the first and the last of which are at its ends.
    fn step(&mut self, before: &[u32], after: &[u32], name: &str, by: Owner) -> Option<()> {
        let (at, parts) = replaced(before, after)?;
        let old = *self.left.get(at)?;
        let cross = crossed(name).map(|cell| old.start + cell - 1);
        self.crosses.extend(cross.map(|cell| (old.row, cell, by)));
        let gone = old.len.checked_sub(parts.iter().sum())?;
        // The part to the right of a cross at the left end.
        let ends = parts.len() == 1 && cross.is_some_and(|cell| cell <= old.start + 1);
        let mut start = old.start + if ends { gone } else { 0 };
        // The gaps lie between the parts, one on either side of a third part.
        let gaps = (parts.len() as u32).saturating_sub(1).max(1);
        let mut new = Vec::new();
        for (n, &len) in (0..).zip(&parts) {
            new.push(Run { start, len, ..old });
            start += len + gone * (n + 1) / gaps - gone * n / gaps;
        }
        self.left.splice(at..=at, new);
        // In the order of the position.
        let mut rest = std::mem::take(&mut self.left);
        for len in after {
            let next = rest.iter().position(|run| run.len == *len)?;
            self.left.push(rest.remove(next));
        }
        Some(())
    }
}

/// Which heap was replaced, and by which: those that are there instead of it, or anywhere where heaps are in order of their sizes.
fn replaced(before: &[u32], after: &[u32]) -> Option<(usize, Vec<u32>)> {
    let head = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let head = head.min(before.len().checked_sub(1)?);
    let tail = before.len() - head - 1;
    if let Some(end) = after.len().checked_sub(tail)
        && end >= head
        && before[head + 1..] == after[end..]
    {
        return Some((head, after[head..end].to_vec()));
    }
    let gone = without(before, after);
    let [size] = gone[..] else { return None };
    let at = before.iter().position(|heap| *heap == size)?;
    Some((at, without(after, before)))
}

/// The items of a list that are not in another.
pub(super) fn without<T: PartialEq + Copy>(all: &[T], others: &[T]) -> Vec<T> {
    let mut left = all.to_vec();
    for other in others {
        if let Some(at) = left.iter().position(|one| one == other) {
            left.remove(at);
        }
    }
    left
}

/// The cell that a move crosses, counted from 1 in its heap.
fn crossed(name: &str) -> Option<u32> {
    let rest = name.strip_prefix("cross ")?;
    rest.split(' ')
        .next()?
        .parse()
        .ok()
        .filter(|cell| *cell > 0)
}

fn small(scene: &Scene) -> Option<Vec<u32>> {
    let Figure::Heaps(sizes) = &scene.figure else {
        return None;
    };
    sizes.iter().map(|size| u32::try_from(size).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(game: &str, position: &str, line: &[&str]) -> Course {
        let mut session = bouton::open(game, position).unwrap();
        Course::follow(&mut session, line).unwrap()
    }

    #[test]
    fn a_pawn_that_takes_is_the_same_pawn_and_what_it_took_is_in_the_tray() {
        // By the names of the player to move: the second player sees the board from the other side.
        let men = Men::of(&course("hexapawn:3,3", "OOO/.../XXX", &["b3-b2", "a3xb2"]));
        assert_eq!(
            men.here,
            [
                Some(0),
                Some(1),
                None,
                None,
                Some(2),
                None,
                Some(3),
                None,
                Some(5)
            ]
        );
        assert_eq!(men.taken[0], []);
        let taken = Taken {
            key: 4,
            owner: Owner::First,
            mark: "X".into(),
        };
        assert_eq!(men.taken[1], [taken]);
    }

    #[test]
    fn the_order_in_which_men_came_does_not_matter() {
        let laid = |line: &[&str]| Men::of(&course("tic-tac-toe", ".../.../...", line));
        assert_eq!(laid(&["a1", "b1", "c1"]), laid(&["c1", "b1", "a1"]));
    }

    #[test]
    fn the_piece_of_the_same_kind_leaves_the_hand() {
        // The second player's moves by the names of cells from the other side.
        let line = ["c3xc2", "c4-c3", "c2xc1", "c3-c4", "E*b1"];
        let men = Men::of(&course("dobutsu-shogi", "l.e/..c/.CG/E.L G", &line));
        let left: Vec<&str> = men.hands[0].iter().map(|held| &*held.mark).collect();
        assert_eq!(left, ["G", "C"]);
    }

    #[test]
    fn a_lion_lies_with_whom_took_it() {
        let men = Men::of(&course("dobutsu-shogi", "gle/.G./.../.L. ECc", &["b2xb1"]));
        let marks: Vec<_> = men.taken[0].iter().map(|man| &*man.mark).collect();
        assert_eq!((marks, men.taken[1].len()), (vec!["L"], 0));
    }

    #[test]
    fn a_rook_that_was_taken_is_in_the_tray() {
        let men = Men::of(&course("krk", "Kh1 Rb2 ka1 b", &["kb2"]));
        // Black moves first here.
        let marks: Vec<_> = men.taken[0].iter().map(|man| &*man.mark).collect();
        assert_eq!((marks, men.taken[1].len()), (vec!["R"], 0));
    }

    #[test]
    fn coins_keep_their_places_and_lie_with_whom_took_them() {
        let row = Row::of(&course("row-ends", "4,5,5", &["R", "L"])).unwrap();
        assert_eq!((row.left, row.taken), (vec![1], [vec![2], vec![0]]));
    }

    #[test]
    fn a_strip_keeps_its_crosses_and_what_is_left_of_it_its_place() {
        let runs = Runs::of(&course(
            "crosses",
            "6,3",
            &["cross 3 in the first", "cross 2 in strip 2"],
        ))
        .unwrap();
        assert_eq!(runs.crosses, [(0, 2, Owner::First), (0, 5, Owner::Second)]);
        let run = |row, start, len| Run { row, start, len };
        assert_eq!(runs.left, [run(0, 0, 1), run(0, 6, 0), run(1, 0, 3)]);
    }

    #[test]
    fn a_third_part_stands_between_the_two_others() {
        let runs = Runs::of(&course("hex:0.0F", "10", &["take 2 leave 1+3+4"])).unwrap();
        let run = |start, len| Run { row: 0, start, len };
        assert_eq!(runs.left, [run(0, 1), run(2, 3), run(6, 4)]);
    }

    #[test]
    fn men_that_are_pushed_off_the_strip_lie_in_the_tray() {
        let men = Men::of(&course("push", "rl.", &["b1"]));
        let taken =
            |second: usize| -> Vec<_> { men.taken[second].iter().map(|man| man.key).collect() };
        assert_eq!(
            (men.here.clone(), taken(0), taken(1)),
            (vec![Some(1), None, None], vec![0], vec![])
        );
    }

    #[test]
    fn heaps_in_order_of_their_sizes_stand_where_they_were_left() {
        let runs = Runs::of(&course("partizan-octal:0.7/0.7", "3,9", &["9>2+6", "3>2"]));
        let runs = runs.unwrap();
        let run = |row, start, len| Run { row, start, len };
        assert_eq!(runs.left, [run(1, 0, 2), run(0, 0, 2), run(1, 3, 6)]);
    }

    #[test]
    fn a_domino_is_two_cells_in_the_colour_of_who_laid_it() {
        let men = Men::of(&course("domineering", "../..", &["a1a2"]));
        assert_eq!(men.dominoes, [([0, 2], Owner::First)]);
    }

    #[test]
    fn a_point_that_was_taken_is_of_whom_took_it() {
        let men = Men::of(&course("col", "1-2,2-3", &["2"]));
        assert_eq!(men.chosen, [(1, Owner::First)]);
    }
}
