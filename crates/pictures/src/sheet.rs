//! A sheet of puzzles for printing: pages with as many boards on each as are readable, and the solutions on pages of their
//! own.

use bouton::answers::{Aim, Puzzle, Puzzles, points_in_words};
use bouton::{Outcome, Session};
use bouton_core::scene::{Cell, Figure, Owner, Scene};

use super::canvas::{Anchor, Canvas, TEXT};
use super::legend::wrapped;
use super::scenes::{scene, turn};
use super::{Error, named};

/// The size of the paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paper {
    /// 210 × 297 mm.
    #[default]
    A4,
    /// 8.5 × 11 inches.
    Letter,
}

impl Paper {
    /// Its name in a style sheet.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::A4 => "A4",
            Self::Letter => "letter",
        }
    }

    /// The height that is printed on, for the width [`WIDE`]: less than the paper has between margins of 12 mm.
    fn high(self) -> f64 {
        match self {
            Self::A4 => 1018.0,
            Self::Letter => 930.0,
        }
    }
}

/// The words of a sheet besides its puzzles.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sheet<'s> {
    /// The rules of the game.
    pub rules: &'s str,
    /// The paper that it is printed on.
    pub paper: Paper,
    /// The day of the puzzles, or the number of this version of the sheet.
    pub seed: Option<&'s str>,
}

/// The width of a page.
const WIDE: f64 = 720.0;
/// The largest scale of boards, and the smallest one if another page can be used.
const LARGEST: f64 = 2.5;
const SMALLEST: f64 = 0.7;
/// The most puzzles next to each other.
const MOST_COLUMNS: usize = 4;
/// Free space between boards.
const GAP: f64 = 24.0;
/// From the baseline of a line of text to the next.
const LEADING: f64 = 16.0;
/// The most solutions next to each other.
const SOLUTIONS: usize = 2;
/// The width of the bold number before a task: "10." is 30.02 wide.
const NUMBER: f64 = 34.0;

/// The task.
const ASKED: &str = "In each position one move does what is asked, and every other fails. Which?";

/// A puzzle that is drawn.
struct Item<'p> {
    number: usize,
    puzzle: &'p Puzzle,
    board: Canvas,
    /// The player to move and the goal.
    task: String,
}

/// Draws the pages, each as large as its paper; the session does not change.
pub(crate) fn draw(
    session: &mut Session,
    puzzles: &Puzzles,
    sheet: &Sheet<'_>,
) -> Result<Vec<Canvas>, Error> {
    let start = session.position()?;
    let mut items = Vec::with_capacity(puzzles.puzzles.len());
    for (n, puzzle) in puzzles.puzzles.iter().enumerate() {
        items.push(Item::of(session, puzzle, n + 1)?);
    }
    session.go(&start)?;
    let version = match sheet.seed {
        None => String::new(),
        Some(day) if day.contains('-') => format!(", {day}"),
        Some(number) => format!(", version {number}"),
    };
    let game = format!("{}{version}", named(session));
    let words = [aimed(sheet.rules, session.is_misere()), asked(puzzles)];
    let head = head(&format!("Puzzles: {game}"), &words);
    let high = sheet.paper.high();
    let pages = pages(&items, &head, high);
    let mut drawn = Vec::new();
    for items in items.chunks(items.len().div_ceil(pages).max(1)) {
        let mut page = head.clone();
        page_of(&mut page, items, high);
        drawn.push(page);
    }
    if items.is_empty() {
        drawn.push(head);
    }
    drawn.extend(solutions(&items, &format!("Solutions: {game}"), high));
    let whole = [0.0, 0.0, WIDE, high];
    Ok(drawn.iter().map(|page| page.reaching(whole)).collect())
}

/// The rules with the aim of this sheet, without that of the other play.
fn aimed(rules: &str, is_misere: bool) -> String {
    let (normal, rest) = rules.split_once("; in misère play ").unwrap_or((rules, ""));
    match (is_misere, rest.find('.')) {
        (true, Some(_)) => rules.to_owned(),
        (true, None) => format!(
            "{rules} Here misère: the aim is the opposite, who would win by these rules loses."
        ),
        (false, Some(end)) => format!("{normal}{}", &rest[end..]),
        (false, None) => rules.to_owned(),
    }
}

/// All pages in one drawing, one below the other.
pub(crate) fn stacked(pages: &[Canvas]) -> Canvas {
    let mut canvas = Canvas::default();
    for page in pages {
        let bottom = canvas.bounds()[3];
        canvas.place(page, (0.0, bottom), 1.0);
    }
    canvas
}

/// The task, and the terms that occur in it.
fn asked(puzzles: &Puzzles) -> String {
    let mut found = puzzles.puzzles.iter();
    if puzzles.puzzles.is_empty() {
        return puzzles.to_string();
    }
    let counts = |puzzle: &Puzzle| puzzle.outcome == Outcome::Win && puzzle.aim != Aim::Most;
    match found.find_map(|puzzle| puzzle.moves.filter(|moves| *moves > 1 && counts(puzzle))) {
        Some(moves) => format!(
            "{ASKED} “In {moves} moves” counts the moves of the player to move, whatever the other does."
        ),
        None => ASKED.to_owned(),
    }
}

impl<'p> Item<'p> {
    fn of(session: &mut Session, puzzle: &'p Puzzle, number: usize) -> Result<Self, Error> {
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
fn mover(session: &mut Session, puzzle: &Puzzle, shown: &Scene) -> Result<String, Error> {
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
        (Aim::Most, Some(margin)) => {
            return format!("the win by {}, the most there is", points_in_words(margin));
        }
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

/// A title with words below; the origin is the page's upper left corner.
fn head(title: &str, words: &[String]) -> Canvas {
    let mut canvas = Canvas::default();
    canvas.text((0.0, 20.0), Anchor::Start, 20.0, "ink strong", title);
    let mut y = 44.0;
    for (words, class) in words.iter().zip(["ink", "faint"]) {
        for line in wrapped(words, TEXT, WIDE)
            .iter()
            .filter(|line| !line.is_empty())
        {
            canvas.text((0.0, y), Anchor::Start, TEXT, class, line);
            y += LEADING;
        }
    }
    canvas.line((0.0, y - 4.0), (WIDE, y - 4.0), "axis");
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
            place: [WIDE / columns as f64, room],
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

/// The height left on a page below its head.
fn room(head: &Canvas, high: f64) -> f64 {
    high - head.bounds()[3] - 8.0
}

/// The fewest pages on which the boards are readable.
fn pages(items: &[Item<'_>], head: &Canvas, high: f64) -> usize {
    let room = room(head, high);
    let can_be_read = |pages: &usize| {
        let smallest = |items: &[Item<'_>]| Grid::best(items, room).smallest(items);
        let mut chunks = items.chunks(items.len().div_ceil(*pages));
        chunks.all(|items| smallest(items) >= SMALLEST)
    };
    (1..items.len())
        .find(can_be_read)
        .unwrap_or(items.len())
        .max(1)
}

/// Draws puzzles below the head.
fn page_of(page: &mut Canvas, items: &[Item<'_>], high: f64) {
    let top = page.bounds()[3] + 8.0;
    let grid = Grid::best(items, room(page, high)).closed_up(items);
    for (n, item) in items.iter().enumerate() {
        let (column, row) = (n % grid.columns, n / grid.columns);
        let corner = [column, row].map(|n| n as f64);
        let place = (grid.place[0] * corner[0], top + grid.place[1] * corner[1]);
        item.draw(page, place, &grid);
    }
}

/// Pages with the move of each puzzle.
fn solutions(items: &[Item<'_>], title: &str, high: f64) -> Vec<Canvas> {
    let head = head(title, &[]);
    let top = head.bounds()[3] + 8.0;
    let place = WIDE / SOLUTIONS as f64;
    let columns: Vec<Vec<(String, String)>> = columns(items, place, high - top);
    let page = |columns: &[Vec<(String, String)>]| {
        let mut page = head.clone();
        for (n, lines) in columns.iter().enumerate() {
            for (row, (number, words)) in lines.iter().enumerate() {
                let (x, y) = (place * n as f64, top + LEADING * (row + 1) as f64);
                page.text((x, y), Anchor::Start, TEXT, "ink strong", number);
                page.text((x + NUMBER, y), Anchor::Start, TEXT, "ink", words);
            }
        }
        page
    };
    columns.chunks(SOLUTIONS).map(page).collect()
}

/// The lines of the solutions, the number before the first of each, in columns of a page's height.
fn columns(items: &[Item<'_>], wide: f64, high: f64) -> Vec<Vec<(String, String)>> {
    let most = (high / LEADING) as usize;
    let mut columns: Vec<Vec<(String, String)>> = Vec::new();
    for item in items {
        let lines = wrapped(item.puzzle.said(), TEXT, wide - NUMBER - GAP);
        let numbers =
            std::iter::once(format!("{}.", item.number)).chain(std::iter::repeat(String::new()));
        let lines = numbers.zip(lines);
        match columns.last_mut() {
            Some(column) if column.len() + lines.size_hint().0 <= most => column.extend(lines),
            _ => columns.push(lines.collect()),
        }
    }
    columns
}

#[cfg(test)]
mod tests {
    use bouton::How;
    use bouton::questions::Puzzles;

    use super::*;

    /// The pages of a game's puzzles, and the words on each.
    fn drawn(game: &str, position: &str, count: usize, paper: Paper) -> (Vec<Canvas>, Vec<String>) {
        let mut session = bouton::open(game, position).unwrap();
        let mut asked = Puzzles::default();
        asked.count = Some(count);
        let found = asked.answer(&mut session, false, &How::default()).unwrap();
        assert!(found.puzzles.len() > count / 2);
        let sheet = Sheet {
            rules: "Take any positive number from one heap; the last to move wins.",
            paper,
            seed: Some("7"),
        };
        let pages = draw(&mut session, &found, &sheet).unwrap();
        let words = pages.iter().map(|page| {
            let svg = page.document("", crate::Theme::Light);
            let pieces = svg.split('<').skip(1).filter_map(|tag| tag.split_once('>'));
            let words = pieces.map(|(_, words)| words);
            let words: Vec<_> = words.filter(|words| !words.is_empty()).collect();
            words.join(" ")
        });
        let words = words.collect();
        (pages, words)
    }

    /// "A sheet that can be solved": rules in a line, the player to move, what is counted, and no solution beside a puzzle.
    #[test]
    fn a_sheet_says_what_there_is_to_do() {
        let (_, pages) = drawn("nim", "3,4,5", 6, Paper::A4);
        assert_eq!(pages.len(), 2);
        assert!(pages[0].contains("Puzzles: nim, version 7"), "{}", pages[0]);
        assert!(
            pages[0].contains("Take any positive number from one heap; the last to move wins.")
        );
        assert!(pages[0].contains(ASKED) && !pages[0].contains(" moves” counts"));
        assert!(pages[0].matches("You are to move. Find the win.").count() >= 4);
        assert!(!pages[0].contains("from heap") && pages[1].matches("from heap").count() >= 4);
        assert!(pages[1].contains("Solutions: nim, version 7"));
        let (_, pages) = drawn("tic-tac-toe", ".../.../...", 10, Paper::Letter);
        for told in [
            "O is to move. Find the draw: nothing wins.",
            "X is to move. Find the win in 3 moves.",
            "X is to move. Find the win in 2 moves.",
            " moves” counts the moves of the player to move",
        ] {
            assert!(pages[0].contains(told), "{told}");
        }
        assert!(!pages[0].contains("You are to move"));
        let (_, pages) = drawn("domineering:4,4", "..../..../..../....", 4, Paper::A4);
        assert!(pages[0].contains("Left is to move. Find the win"));
    }

    #[test]
    fn the_aim_is_that_of_the_sheet() {
        let rules = "The first with 3 in a line wins; in misère play the maker of a line loses. Here rows,columns,k: 3,3,3.";
        assert_eq!(
            aimed(rules, false),
            "The first with 3 in a line wins. Here rows,columns,k: 3,3,3."
        );
        assert_eq!(aimed(rules, true), rules);
        assert!(aimed("The last to move wins.", true).ends_with("loses."));
        assert_eq!(
            aimed("The last to move wins.", false),
            "The last to move wins."
        );
    }

    #[test]
    fn pages_are_filled_and_no_words_collide() {
        for (game, position, count, most) in [
            ("tic-tac-toe", ".../.../...", 10, 1),
            ("nim", "3,4,5", 12, 1),
            ("row-ends", "4,5,3,1,2,7,8", 8, 1),
            ("tic-tac-toe", ".../.../...", 40, 3),
        ] {
            for paper in [Paper::A4, Paper::Letter] {
                let (pages, _) = drawn(game, position, count, paper);
                assert!(pages.len() <= most + 1, "{game}, {count}: {}", pages.len());
                for page in pages {
                    assert_eq!(page.bounds(), [0.0, 0.0, WIDE, paper.high()], "{game}");
                    for (n, a) in page.labels.iter().enumerate() {
                        let inside = a[0] >= -1.0 && a[2] <= WIDE + 1.0 && a[3] <= paper.high();
                        assert!(inside, "{game}: {a:?}");
                        let apart = |b: &&[f64; 4]| {
                            a[2] <= b[0] || b[2] <= a[0] || a[3] <= b[1] || b[3] <= a[1]
                        };
                        assert!(page.labels[..n].iter().all(|b| apart(&b)), "{game}: {a:?}");
                    }
                }
            }
        }
    }
}
