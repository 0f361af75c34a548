//! A sheet of puzzles for printing: pages of A4, with as many boards on each as are readable, and the solutions upside down
//! at its foot.

use bouton::answers::{Aim, Puzzle, Puzzles};
use bouton::{Outcome, Session};
use bouton_core::scene::{Cell, Figure, Owner, Scene};

use super::canvas::{Anchor, Canvas, TEXT, shortened};
use super::legend::wrapped;
use super::scenes::{scene, turn};
use super::{DrawError, named};

/// Width and height of a page.
const PAGE: [f64; 2] = [720.0, 1018.0];
/// The largest scale of boards, and the smallest one if another page can be used.
const LARGEST: f64 = 2.5;
const SMALLEST: f64 = 0.7;
/// The most puzzles next to each other.
const MOST_COLUMNS: usize = 4;
/// Free space between boards.
const GAP: f64 = 24.0;
/// From the baseline of a line of text to the next.
const LEADING: f64 = 16.0;
/// The number of solutions next to each other, and the height of one.
const SOLUTIONS: usize = 2;
const SOLUTION: f64 = 14.0;
/// The width of the bold number before a task: "10." is 30.02 wide.
const NUMBER: f64 = 34.0;

/// The task and its size.
const ASKED: &str = "In each position one move does it and every other fails. Which? “In 3 moves” counts the moves of the player to \
                     move, whatever the other does.";

/// A puzzle that is drawn.
struct Item<'p> {
    number: usize,
    puzzle: &'p Puzzle,
    board: Canvas,
    /// The player to move and the goal.
    task: String,
}

/// Draws the puzzles, with the rules above; the session does not change.
pub(crate) fn draw(
    session: &mut Session,
    puzzles: &Puzzles,
    rules: &str,
) -> Result<Canvas, DrawError> {
    let start = session.position()?;
    let mut items = Vec::with_capacity(puzzles.puzzles.len());
    for (n, puzzle) in puzzles.puzzles.iter().enumerate() {
        items.push(Item::of(session, puzzle, n + 1)?);
    }
    session.go(&start)?;
    let head = head(session, puzzles, rules);
    let pages = pages(&items, &head);
    let mut canvas = Canvas::default();
    for (n, items) in items.chunks(items.len().div_ceil(pages).max(1)).enumerate() {
        let mut page = head.clone();
        page_of(&mut page, items, pages == 1);
        canvas.place(&page, (0.0, PAGE[1] * n as f64), 1.0);
    }
    if items.is_empty() {
        canvas.place(&head, (0.0, 0.0), 1.0);
    }
    Ok(canvas)
}

impl<'p> Item<'p> {
    fn of(session: &mut Session, puzzle: &'p Puzzle, number: usize) -> Result<Self, DrawError> {
        session.go(&puzzle.position)?;
        let shown = session.scene()?;
        let mut board = Canvas::default();
        scene(&mut board, &shown);
        let who = match turn(&shown) {
            "" => mover(session, puzzle, &shown)?,
            turn => turn.to_owned(),
        };
        let note = match &shown.note[..] {
            "" => String::new(),
            note => format!(" ({note})"),
        };
        Ok(Self {
            number,
            puzzle,
            board,
            task: format!("{who}. Find {}.{note}", task(puzzle)),
        })
    }

    fn size(&self) -> [f64; 2] {
        let [left, top, right, bottom] = self.board.bounds();
        [(right - left).max(1.0), (bottom - top).max(1.0)]
    }

    /// Draws it at a place of the page, with the board in its middle.
    fn draw(&self, canvas: &mut Canvas, (x, y): (f64, f64), grid: &Grid) {
        let number = format!("{}.", self.number);
        canvas.text((x, y + 16.0), Anchor::Start, LEADING, "ink strong", &number);
        for (n, line) in grid.lines(&self.task).iter().enumerate() {
            let place = (x + NUMBER, y + 16.0 + LEADING * n as f64);
            canvas.text(place, Anchor::Start, TEXT - 1.0, "ink", line);
        }
        let ([left, top, ..], [wide, _]) = (self.board.bounds(), self.size());
        let scale = grid.scale(self);
        let aside = (grid.place[0] - GAP - wide * scale) / 2.0;
        let above = y + grid.above + 10.0;
        canvas.open("puzzle", Some(&self.puzzle.position), &self.task);
        canvas.place(
            &self.board,
            (x + aside - left * scale, above - top * scale),
            scale,
        );
        canvas.close();
    }
}

/// The player to move if the scene does not show it: the player whose mark the solution places, if it places one.
fn mover(session: &mut Session, puzzle: &Puzzle, shown: &Scene) -> Result<String, DrawError> {
    session.play(&puzzle.name)?;
    let after = session.scene()?;
    if let (Figure::Board(before), Figure::Board(after)) = (&shown.figure, &after.figure) {
        let cells = before.iter().flatten().zip(after.iter().flatten());
        let set = |(old, new): (&Cell, &Cell)| match new {
            Cell::Piece(Owner::First | Owner::Second, mark) if old != new => Some(mark.clone()),
            _ => None,
        };
        let mut marks: Vec<_> = cells.filter_map(set).collect();
        marks.dedup();
        if let [mark] = &marks[..] {
            return Ok(format!("{mark} is to move"));
        }
    }
    Ok("You are to move".to_owned())
}

/// In how many moves of the player to move.
fn within(puzzle: &Puzzle) -> String {
    match (puzzle.moves, puzzle.remoteness) {
        (Some(1), _) => ", in 1 move".to_owned(),
        (Some(moves), _) => format!(", in {moves} moves"),
        (None, Some(plies)) => format!(", in {plies} plies (turns of both players)"),
        (None, None) => String::new(),
    }
}

/// The goal: the number of moves of the player to move, if known.
fn task(puzzle: &Puzzle) -> String {
    match (puzzle.aim, &puzzle.margin) {
        (Aim::Holds, _) => {}
        (Aim::Soonest, _) => return format!("the quickest win{}", within(puzzle)),
        (Aim::Most, Some(margin)) => return format!("the win by {margin}, the most there is"),
        (Aim::Most, None) => return "the win by most points".to_owned(),
    }
    match (puzzle.outcome, puzzle.moves, puzzle.remoteness) {
        (Outcome::Win, Some(1), _) => "the win in 1 move".to_owned(),
        (Outcome::Win, Some(moves), _) => format!("the win in {moves} moves"),
        (Outcome::Win, None, Some(plies)) => {
            format!("the win in {plies} plies (turns of both players)")
        }
        (Outcome::Win, None, None) => "the win".to_owned(),
        _ => "the draw: nothing wins".to_owned(),
    }
}

/// Title, rules and task; the origin is the page's upper left corner.
fn head(session: &Session, puzzles: &Puzzles, rules: &str) -> Canvas {
    let mut canvas = Canvas::default();
    let title = format!("Puzzles: {}", named(session));
    canvas.text((0.0, 20.0), Anchor::Start, 20.0, "ink strong", &title);
    let mut y = 44.0;
    let asked = match puzzles.puzzles.is_empty() {
        true => puzzles.to_string(),
        false => ASKED.to_owned(),
    };
    for (class, words) in [("ink", rules), ("faint", &asked)] {
        for line in wrapped(words, TEXT, PAGE[0])
            .iter()
            .filter(|line| !line.is_empty())
        {
            canvas.text((0.0, y), Anchor::Start, TEXT, class, line);
            y += LEADING;
        }
    }
    canvas.line((0.0, y - 4.0), (PAGE[0], y - 4.0), "axis");
    canvas
}

/// The arrangement of the puzzles of a page.
struct Grid {
    columns: usize,
    /// Width and height of a place.
    place: [f64; 2],
    /// The height of the words above a board.
    above: f64,
}

impl Grid {
    /// The arrangement with this many columns in this height.
    fn of(items: &[Item<'_>], columns: usize, room: f64) -> Self {
        let mut grid = Self {
            columns,
            place: [PAGE[0] / columns as f64, room],
            above: 0.0,
        };
        let lines = items.iter().map(|item| grid.lines(&item.task).len()).max();
        grid.above = 4.0 + LEADING * lines.unwrap_or(0) as f64;
        grid.place[1] = room / items.len().div_ceil(columns).max(1) as f64;
        grid
    }

    /// The grid of the largest boards.
    fn best(items: &[Item<'_>], room: f64) -> Self {
        let grids = (1..=MOST_COLUMNS).map(|columns| Self::of(items, columns, room));
        let best = grids.reduce(|best, grid| {
            if grid.smallest(items) > best.smallest(items) {
                grid
            } else {
                best
            }
        });
        best.expect("invariant: there is a grid of one column")
    }

    /// Words in lines that fit next to the number.
    fn lines(&self, words: &str) -> Vec<String> {
        wrapped(words, TEXT - 1.0, self.place[0] - GAP - NUMBER)
    }

    /// The scale of a board.
    fn scale(&self, item: &Item<'_>) -> f64 {
        let [wide, high] = item.size();
        let room = [
            self.place[0] - GAP,
            (self.place[1] - self.above - 10.0 - GAP).max(1.0),
        ];
        (room[0] / wide).min(room[1] / high).min(LARGEST)
    }

    fn smallest(&self, items: &[Item<'_>]) -> f64 {
        let scales = items.iter().map(|item| self.scale(item));
        scales.fold(f64::INFINITY, f64::min)
    }

    /// Without free space below the boards, if they have the largest scale.
    fn closed_up(mut self, items: &[Item<'_>]) -> Self {
        let high = |item: &Item<'_>| item.size()[1] * self.scale(item);
        let needed = items.iter().map(high).fold(0.0, f64::max) + self.above + 10.0 + GAP;
        self.place[1] = self.place[1].min(needed);
        self
    }
}

/// The height left on a page for the boards of this many puzzles.
fn room(puzzles: usize, head: &Canvas) -> f64 {
    let solutions = puzzles.div_ceil(SOLUTIONS) as f64 * SOLUTION + 16.0;
    PAGE[1] - head.bounds()[3] - solutions - 16.0
}

/// The fewest pages on which the boards are readable.
fn pages(items: &[Item<'_>], head: &Canvas) -> usize {
    let can_be_read = |pages: &usize| {
        let each = items.len().div_ceil(*pages);
        let room = room(each, head);
        let smallest = |items: &[Item<'_>]| Grid::best(items, room).smallest(items);
        items.chunks(each).all(|items| smallest(items) >= SMALLEST)
    };
    (1..items.len())
        .find(can_be_read)
        .unwrap_or(items.len())
        .max(1)
}

/// Draws puzzles and their solutions below the head; `short`: the page may be shorter than others.
fn page_of(page: &mut Canvas, items: &[Item<'_>], short: bool) {
    let top = page.bounds()[3] + 8.0;
    let mut grid = Grid::best(items, room(items.len(), page));
    if short {
        grid = grid.closed_up(items);
    }
    for (n, item) in items.iter().enumerate() {
        let (column, row) = (n % grid.columns, n / grid.columns);
        let corner = [column, row].map(|n| n as f64);
        let place = (grid.place[0] * corner[0], top + grid.place[1] * corner[1]);
        item.draw(page, place, &grid);
    }
    let rows = items.len().div_ceil(grid.columns) as f64;
    solutions(page, items, top + grid.place[1] * rows);
}

/// All solutions of a page, turned upside down, so that readers do not see them by accident.
fn solutions(canvas: &mut Canvas, items: &[Item<'_>], y: f64) {
    canvas.line((0.0, y), (PAGE[0], y), "axis");
    let mut turned = Canvas::default();
    for (n, item) in items.iter().enumerate() {
        let words = shortened(&format!("{}. {}", item.number, item.puzzle.name), 44);
        let (column, row) = (n % SOLUTIONS, n / SOLUTIONS);
        let at = (
            PAGE[0] / SOLUTIONS as f64 * column as f64,
            SOLUTION * row as f64,
        );
        turned.note(at, Anchor::Start, &words);
    }
    let rows = items.len().div_ceil(SOLUTIONS) as f64;
    canvas.place_turned(&turned, (PAGE[0], y + SOLUTION * rows + 4.0));
}

#[cfg(test)]
mod tests {
    use bouton::How;
    use bouton::experiment::{Wish, puzzles};

    use super::*;

    /// The sheet of a game's puzzles, and the words on it.
    fn drawn(game: &str, position: &str, count: usize) -> (Canvas, String) {
        let mut session = bouton::open(game, position).unwrap();
        let wish = Wish {
            count,
            date: None,
            varied: false,
        };
        let found = puzzles(&mut session, &wish, &How::default()).unwrap();
        assert!(found.puzzles.len() > count / 2);
        let rules = "Take any positive number from one heap; the last to move wins.";
        let canvas = draw(&mut session, &found, rules).unwrap();
        let svg = canvas.document("", crate::Theme::Light);
        let pieces = svg.split('<').skip(1).filter_map(|tag| tag.split_once('>'));
        let words: Vec<_> = pieces
            .map(|(_, words)| words)
            .filter(|words| !words.is_empty())
            .collect();
        (canvas, words.join(" "))
    }

    /// "A sheet that can be solved": rules in a line, the player to move, what is counted.
    #[test]
    fn a_sheet_says_what_there_is_to_do() {
        let (_, words) = drawn("nim", "3,4,5", 6);
        assert!(words.contains("Take any positive number from one heap; the last to move wins."));
        assert!(words.contains(ASKED));
        assert!(words.matches("You are to move. Find the win.").count() >= 4);
        let (_, words) = drawn("tic-tac-toe", ".../.../...", 10);
        for told in [
            "O is to move. Find the draw: nothing wins.",
            "X is to move. Find the win in 3 moves.",
            "X is to move. Find the win in 2 moves.",
        ] {
            assert!(words.contains(told), "{told}");
        }
        assert!(!words.contains("You are to move"));
        let (_, words) = drawn("domineering:4,4", "..../..../..../....", 4);
        assert!(words.contains("Left is to move. Find the win"));
    }

    #[test]
    fn pages_are_filled_and_no_words_collide() {
        for (game, position, count) in [
            ("tic-tac-toe", ".../.../...", 10),
            ("nim", "3,4,5", 12),
            ("row-ends", "4,5,3,1,2,7,8", 8),
            ("tic-tac-toe", ".../.../...", 40),
        ] {
            let (canvas, _) = drawn(game, position, count);
            let [_, _, right, bottom] = canvas.bounds();
            assert!(right <= PAGE[0] + 1.0, "{game}: {right}");
            let full = bottom / PAGE[1];
            assert_eq!(full > 1.0, count > 30, "{game}: {full} pages");
            assert!(full > full.ceil() - 0.4, "{game}: {full} pages");
            for (n, a) in canvas.labels.iter().enumerate() {
                let apart =
                    |b: &&[f64; 4]| a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1];
                assert!(
                    canvas.labels[..n].iter().all(|b| apart(&b)),
                    "{game}: {a:?}"
                );
            }
        }
    }
}
