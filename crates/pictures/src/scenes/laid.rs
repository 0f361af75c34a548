//! The information that a line of play gives about the board beyond the position: the move of each piece, the captured
//! pieces and their captors, the cells covered by one domino, the place in the row of the remaining coins.

use bouton::Course;
use bouton_core::scene::{Cell, Figure, Owner, Scene, Set};

/// A piece that is off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Taken {
    /// Its key.
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
    /// Two cells that were covered in one move, with the player.
    pub(super) dominoes: Vec<([usize; 2], Owner)>,
    /// Points that a move took, with their place and the player.
    pub(super) chosen: Vec<(usize, Owner)>,
    next: usize,
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
        for (ply, before, after) in course.plies() {
            let (a, b) = (cells(before), cells(after));
            // A board of another size is a different board: nothing is known about its pieces.
            if a.len() != men.here.len() || b.len() != a.len() {
                return Self::default();
            }
            men.step((&a, &b), (before.set, before.takes), ply.owner);
            men.choose(before, after, &ply.name, ply.owner);
        }
        men
    }

    fn key(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    /// The effect of one move. A piece that disappears on one cell and appears on another is the same one; a piece that
    /// disappears for good was captured.
    fn step(&mut self, (a, b): (&[&Cell], &[&Cell]), (set, takes): (Set, bool), by: Owner) {
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
        for &place in &gained {
            let Some((owner, mark)) = held(b[place]) else {
                continue;
            };
            let from = lost
                .iter()
                .position(|&(n, _)| held(a[n]).is_some_and(|(whose, _)| whose == owner));
            self.here[place] = match from {
                Some(from) => lost.remove(from).1,
                None => Some(self.dropped(by, set, mark).unwrap_or_else(|| self.key())),
            };
        }
        for (place, key) in lost.into_iter().filter(|_| takes) {
            if let (Some((owner, mark)), Some(key)) = (held(a[place]), key) {
                self.taken[usize::from(by == Owner::Second)].push(Taken {
                    key,
                    owner,
                    mark: in_hand(set, mark).to_owned(),
                });
            }
        }
        if let (Set::Dominoes, [one, other], 2) = (set, &changed[..], gained.len()) {
            self.dominoes.push(([*one, *other], by));
        }
    }

    /// A captured piece of this kind that is put back on the board, in games with a hand.
    fn dropped(&mut self, by: Owner, set: Set, mark: &str) -> Option<usize> {
        if set != Set::Tiles {
            return None;
        }
        let hand = &mut self.taken[usize::from(by == Owner::Second)];
        let held = hand
            .iter()
            .position(|taken| taken.mark.eq_ignore_ascii_case(mark))?;
        Some(hand.remove(held).key)
    }

    /// The owner of a point that a move took.
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
        (Set::Tiles, "h") => "c",
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
            let gone = before.changed(after, ply.name == "R");
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
    /// The rows of a course; `None` if the heaps are not parts of those at the start.
    pub(super) fn of(course: &Course) -> Option<Self> {
        let rows = small(course.start())?;
        let left = rows.iter().enumerate();
        let left = left.map(|(row, &len)| Run { row, start: 0, len });
        let mut runs = Self {
            left: left.collect(),
            rows,
            crosses: Vec::new(),
        };
        for (ply, before, after) in course.plies() {
            runs.step(&small(before)?, &small(after)?, &ply.name, ply.owner)?;
        }
        Some(runs)
    }

    /// One heap was replaced by others, which are at its ends.
    fn step(&mut self, before: &[u32], after: &[u32], name: &str, by: Owner) -> Option<()> {
        let more = after.len().checked_sub(before.len())?;
        let at = before.iter().zip(after).take_while(|(a, b)| a == b).count();
        let at = at.min(before.len().checked_sub(1)?);
        let (old, parts) = (*self.left.get(at)?, after.get(at..=at + more)?);
        let cross = crossed(name).map(|cell| old.start + cell - 1);
        self.crosses.extend(cross.map(|cell| (old.row, cell, by)));
        let end = old.start + old.len;
        let starts: Vec<u32> = match *parts {
            // The part to the right of a cross at the left end.
            [len] if cross.is_some_and(|cell| cell <= old.start + 1) => vec![end.checked_sub(len)?],
            [_] => vec![old.start],
            [_, len] => vec![old.start, end.checked_sub(len)?],
            _ => return None,
        };
        let new = starts.into_iter().zip(parts);
        let new = new.map(|(start, &len)| Run { start, len, ..old });
        self.left.splice(at..=at, new);
        Some(())
    }
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
    fn the_piece_of_the_same_kind_leaves_the_hand() {
        // The second player's moves by the names of cells from the other side.
        let line = ["c3xc2", "c4-c3", "c2xc1", "c3-c4", "E*b1"];
        let men = Men::of(&course("dobutsu-shogi", "l.e/..c/.CG/E.L G", &line));
        let left: Vec<&str> = men.taken[0].iter().map(|taken| &*taken.mark).collect();
        assert_eq!(left.join("").to_uppercase(), "C");
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
