//! Boards of cells: the ground of a set, its pieces, and names at the edges.

use bouton_core::scene::{Cell, Names, Owner, Scene, Seat, Set};

use super::super::canvas::{Anchor, Canvas};
use super::laid::{Men, Taken};
use super::{men, whose};

/// Side of a cell.
pub(super) const CELL: f64 = 44.0;

/// Draws a board: first the ground, then each cell as a part, then the pieces over several cells.
pub(super) fn board(canvas: &mut Canvas, scene: &Scene, rows: &[Vec<Cell>], laid: &Men) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let plan = Plan {
        set: scene.set,
        names: scene.names,
        rows: rows.len(),
        columns,
    };
    // The parts of a turned board are counted by the player to move; its cells have the names of the board.
    let back = scene.turned && scene.seat == Seat::MoverBelow;
    plan.table(canvas);
    let count: usize = rows.iter().map(Vec::len).sum();
    let mut n = 0;
    let covered = |n| laid.dominoes.iter().any(|(cells, _)| cells.contains(&n));
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            let part = if back { count - 1 - n } else { n };
            let place = n;
            n += 1;
            if *cell == Cell::Hole {
                continue;
            }
            let title = format!("{}: {}", plan.name(place), men::named(scene.set, cell));
            canvas.open_held(part, &title, whose(cell));
            let corner = (c as f64 * CELL, r as f64 * CELL);
            plan.ground(canvas, (r, c), corner, cell);
            if let Cell::Piece(owner, mark) = cell
                && !covered(place)
            {
                canvas.open_man(laid.here.get(place).copied().flatten());
                men::man(canvas, scene.set, (*owner, mark), corner);
                canvas.close_man();
            }
            canvas.close();
        }
    }
    plan.edges(canvas);
    for (n, (cells, owner)) in laid.dominoes.iter().enumerate() {
        plan.domino(canvas, *cells, *owner, n);
    }
}

/// Men in hand are drawn so much smaller than on the board.
const IN_HAND: f64 = 0.8;

/// Draws what both players have in hand below a board or a net: the first player's from the left, the second's from the right.
/// The kinds of the player to move are parts, counted from `part` on.
pub(super) fn hands(canvas: &mut Canvas, scene: &Scene, laid: &Men, part: usize) {
    let [left, _, right, bottom] = canvas.bounds();
    let (top, side) = (bottom + 8.0, CELL * IN_HAND);
    canvas.rect([left, top, right - left, side], 0.0, "hit");
    for (second, kinds) in scene.hands.iter().enumerate() {
        let owner = [Owner::First, Owner::Second][second];
        let all: usize = kinds.iter().map(|held| held.count).sum();
        // More than have room lie over each other.
        let step = side.min((right - left) / 2.0 / all.max(1) as f64);
        let mut before = 0;
        for (n, held) in kinds.iter().enumerate().filter(|(_, held)| held.count > 0) {
            let cell = Cell::Piece(owner, held.mark.clone());
            let title = format!("{}, in hand: {}", men::named(scene.set, &cell), held.count);
            if usize::from(scene.turned) == second {
                canvas.open_hand(part + n, &title, whose(&cell));
            } else {
                canvas.open("tray", None, &title);
            }
            let places = (before..before + held.count).map(|n| match second {
                0 => left + n as f64 * step,
                _ => right - side - n as f64 * step,
            });
            let places: Vec<f64> = places.collect();
            let start = places.iter().copied().fold(f64::MAX, f64::min);
            let wide = (held.count - 1) as f64 * step + side;
            canvas.rect([start, top, wide, side], 4.0, "hit");
            let mut keys = laid.held(second, &held.mark);
            for x in places {
                let mut drawn = Canvas::default();
                men::man(&mut drawn, scene.set, (owner, &held.mark), (0.0, 0.0));
                canvas.open_man(keys.next());
                canvas.place(&drawn, (x, top), IN_HAND);
                canvas.close_man();
            }
            canvas.close();
            before += held.count;
        }
        // Beside those in hand, men that do not come back: a lion.
        for (n, man) in laid.taken[second]
            .iter()
            .enumerate()
            .filter(|_| !scene.takes)
        {
            let x = match second {
                0 => left + before as f64 * step + n as f64 * side,
                _ => right - side - before as f64 * step - n as f64 * side,
            };
            let title = taken_title(scene.set, man, second);
            let mut drawn = Canvas::default();
            men::man(&mut drawn, scene.set, (man.owner, &man.mark), (0.0, 0.0));
            canvas.open("tray", None, &title);
            canvas.open_man(Some(man.key));
            canvas.place(&drawn, (x, top), IN_HAND);
            canvas.close_man();
            canvas.close();
        }
    }
}

/// The name of a man off the board: in push and shove players push off their own, too.
fn taken_title(set: Set, man: &Taken, second: usize) -> String {
    let named = men::named(set, &Cell::Piece(man.owner, man.mark.clone()));
    match (man.owner, second) {
        (Owner::First, 0) | (Owner::Second, 1) => format!("{named}, off the board"),
        _ => format!(
            "{named}, taken by the {} player",
            ["first", "second"][second]
        ),
    }
}

/// Draws what was taken below a board or a net of that width, half as large: the first player's from the left, the second's
/// from the right. Nothing where nothing was taken, but its place.
pub(super) fn trays(canvas: &mut Canvas, set: Set, taken: &[Vec<Taken>; 2]) {
    let [left, _, right, bottom] = canvas.bounds();
    let (top, step) = (bottom + 8.0, CELL / 2.0);
    canvas.rect([left, top, right - left, CELL / 2.0], 0.0, "hit");
    for (second, men_taken) in taken.iter().enumerate() {
        for (n, man) in men_taken.iter().enumerate() {
            // More pieces than fit overlap.
            let step = step.min((right - left) / 2.0 / men_taken.len() as f64);
            let x = match second {
                0 => left + n as f64 * step,
                _ => right - CELL / 2.0 - n as f64 * step,
            };
            let mut drawn = Canvas::default();
            men::man(&mut drawn, set, (man.owner, &man.mark), (0.0, 0.0));
            let title = taken_title(set, man, second);
            canvas.open("tray", None, &title);
            canvas.open_man(Some(man.key));
            canvas.place(&drawn, (x, top), 0.5);
            canvas.close_man();
            canvas.close();
        }
    }
}

struct Plan {
    set: Set,
    names: Names,
    rows: usize,
    columns: usize,
}

impl Plan {
    /// The name of a cell, by its index on the board.
    fn name(&self, place: usize) -> String {
        let (row, column) = (place / self.columns.max(1), place % self.columns.max(1));
        match (self.names.row(row, self.rows), self.names.column(column)) {
            (Some(row), Some(column)) => format!("{column}{row}"),
            _ => format!("row {}, column {}", row + 1, column + 1),
        }
    }

    /// The ground under all cells.
    fn table(&self, canvas: &mut Canvas) {
        let (wide, high) = (self.columns as f64 * CELL, self.rows as f64 * CELL);
        match self.set {
            Set::Rack => {
                canvas.rect([-7.0, -7.0, wide + 14.0, high + 14.0], 12.0, "rack");
                for x in [-12.0, wide + 4.0] {
                    canvas.rect([x, high - 6.0, 8.0, 26.0], 3.0, "rack");
                }
            }
            Set::Standing => {
                canvas.rect([-8.0, CELL, wide + 16.0, 6.0], 3.0, "wood");
            }
            Set::Stones | Set::Go if self.rows > 0 => {
                canvas.rect([-6.0, -6.0, wide + 12.0, high + 12.0], 5.0, "wood");
            }
            Set::Chess | Set::Pawns | Set::Amazons if self.rows > 0 => {
                canvas.rect([-3.0, -3.0, wide + 6.0, high + 6.0], 2.0, "chessrim");
            }
            _ => {}
        }
    }

    /// The ground of one cell, the first shape of its part.
    fn ground(&self, canvas: &mut Canvas, (r, c): (usize, usize), (x, y): (f64, f64), cell: &Cell) {
        let whole = [x, y, CELL, CELL];
        let inner = |by: f64| [x + by, y + by, CELL - 2.0 * by, CELL - 2.0 * by];
        match self.set {
            Set::Chess | Set::Pawns | Set::Amazons => {
                // The lower right corner is light.
                let dark = (self.rows - 1 - r + self.columns - 1 - c) % 2 == 1;
                canvas.rect(whole, 0.0, if dark { "darksquare" } else { "lightsquare" });
            }
            Set::Rack => {
                canvas.rect(whole, 0.0, "hit");
                canvas.circle(x + CELL / 2.0, y + CELL / 2.0, 17.5, "hole");
            }
            Set::Go => {
                canvas.rect(whole, 0.0, "hit");
                let (mx, my) = (x + CELL / 2.0, y + CELL / 2.0);
                let end = |first: bool, edge: f64, middle: f64| if first { middle } else { edge };
                let left = end(c == 0, x, mx);
                let right = end(c + 1 == self.columns, x + CELL, mx);
                let top = end(r == 0, y, my);
                let bottom = end(r + 1 == self.rows, y + CELL, my);
                canvas.line((left, my), (right, my), "woodline");
                canvas.line((mx, top), (mx, bottom), "woodline");
            }
            Set::Stones => canvas.rect(inner(1.0), 2.0, "woodcell"),
            Set::Tiles => canvas.rect(whole, 0.0, "plain"),
            Set::Chocolate => match cell {
                Cell::Piece(..) => {
                    canvas.rect(inner(1.0), 5.0, "chocolate");
                    canvas.rect(inner(7.0), 3.0, "chocolatetop");
                }
                _ => canvas.rect(inner(1.0), 5.0, "bitten"),
            },
            Set::Dominoes => canvas.rect(inner(1.0), 2.0, "felt"),
            Set::Toads | Set::Elephants | Set::Coins => canvas.rect(inner(1.0), 8.0, "meadow"),
            Set::Standing => canvas.rect(inner(0.0), 0.0, "hit"),
            _ => canvas.rect(inner(1.0), 0.0, "plain"),
        }
    }

    /// A domino over two cells, in its player's colour.
    fn domino(&self, canvas: &mut Canvas, cells: [usize; 2], owner: Owner, n: usize) {
        let corner = |cell: usize| {
            let (row, column) = (cell / self.columns.max(1), cell % self.columns.max(1));
            (column as f64 * CELL, row as f64 * CELL)
        };
        let [(x, y), (u, v)] = cells.map(corner);
        let (wide, high) = (u - x + CELL, v - y + CELL);
        let class = match owner {
            Owner::First => "firsttile",
            Owner::Second => "secondtile",
            Owner::Neutral => "tile",
        };
        canvas.open("over", None, "");
        canvas.open_man(Some(n));
        canvas.rect([x + 3.0, y + 3.0, wide - 6.0, high - 6.0], 6.0, class);
        let (mx, my) = ((x + u + CELL) / 2.0, (y + v + CELL) / 2.0);
        if wide > high {
            canvas.line((mx, y + 9.0), (mx, y + high - 9.0), "dominoline");
        } else {
            canvas.line((x + 9.0, my), (x + wide - 9.0, my), "dominoline");
        }
        for (cx, cy) in [corner(cells[0]), corner(cells[1])].map(middle) {
            canvas.circle(cx, cy, 4.0, "onstone");
        }
        canvas.close_man();
        canvas.close();
    }

    /// Names along the edges.
    fn edges(&self, canvas: &mut Canvas) {
        if self.names == Names::None || self.rows == 0 {
            return;
        }
        let out = if self.set == Set::Rack { 14.0 } else { 7.0 };
        let high = self.rows as f64 * CELL;
        let below = self.names != Names::FromTop || self.set == Set::Standing;
        let baseline = if below { high + out + 12.0 } else { -out - 3.0 };
        for c in 0..self.columns {
            let name = self.names.column(c).unwrap_or_default();
            let x = (c as f64 + 0.5) * CELL;
            canvas.note((x, baseline), Anchor::Middle, &name);
        }
        for r in 0..self.rows {
            let y = (r as f64 + 0.5) * CELL + 4.0;
            let Some(name) = self.names.row(r, self.rows) else {
                return;
            };
            canvas.note((-out - 3.0, y), Anchor::End, &name);
        }
    }
}

/// The middle of a cell with this corner.
pub(super) fn middle((x, y): (f64, f64)) -> (f64, f64) {
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// The name of an owner's colour.
pub(super) fn colour(owner: Owner) -> &'static str {
    match owner {
        Owner::First => "blue",
        Owner::Second => "red",
        Owner::Neutral => "grey",
    }
}
