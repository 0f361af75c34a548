//! Boards of cells: the ground that a set has, its pieces, and names at the edges.

use bouton_core::scene::{Cell, Names, Owner, Scene, Seat, Set};

use super::super::canvas::{Anchor, Canvas, SMALL};
use super::{men, whose};

/// Side of a cell.
pub(super) const CELL: f64 = 44.0;

/// Draws a board; what it stands in is drawn first, then each cell as a part.
pub(super) fn board(canvas: &mut Canvas, scene: &Scene, rows: &[Vec<Cell>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let plan = Plan {
        set: scene.set,
        names: scene.names,
        rows: rows.len(),
        columns,
        back: scene.turned && scene.seat == Seat::MoverBelow,
    };
    plan.table(canvas);
    let count: usize = rows.iter().map(Vec::len).sum();
    let mut n = 0;
    for (r, row) in rows.iter().enumerate() {
        for (c, cell) in row.iter().enumerate() {
            let part = if plan.back { count - 1 - n } else { n };
            n += 1;
            if *cell == Cell::Hole {
                continue;
            }
            let title = format!("{}: {}", plan.name(part), men::named(scene.set, cell));
            canvas.open_held(part, &title, whose(cell));
            let corner = (c as f64 * CELL, r as f64 * CELL);
            plan.ground(canvas, (r, c), corner, cell);
            if let Cell::Piece(owner, mark) = cell {
                men::man(canvas, scene.set, (*owner, mark), corner);
            }
            canvas.close();
        }
    }
    plan.edges(canvas);
}

struct Plan {
    set: Set,
    names: Names,
    rows: usize,
    columns: usize,
    /// Whether it is drawn turned round.
    back: bool,
}

impl Plan {
    /// What a cell is called, by its place as the game counts.
    fn name(&self, part: usize) -> String {
        let (row, column) = (part / self.columns.max(1), part % self.columns.max(1));
        match (self.names.row(row, self.rows), self.names.column(column)) {
            (Some(row), Some(column)) => format!("{column}{row}"),
            _ => format!("row {}, column {}", row + 1, column + 1),
        }
    }

    /// What lies under all cells.
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

    /// What lies under one cell, the first shape of its part.
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
            Set::Cake => {
                canvas.rect(whole, 0.0, "cake");
                if r == 0 {
                    canvas.rect([x, y, CELL, 8.0], 0.0, "icing");
                }
            }
            Set::Dominoes => canvas.rect(inner(1.0), 2.0, "felt"),
            Set::Toads | Set::Elephants | Set::Coins => canvas.rect(inner(1.0), 8.0, "meadow"),
            Set::Standing => canvas.rect(inner(0.0), 0.0, "hit"),
            _ => canvas.rect(inner(1.0), 0.0, "plain"),
        }
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
            let column = if self.back { self.columns - 1 - c } else { c };
            let name = self.names.column(column).unwrap_or_default();
            let x = (c as f64 + 0.5) * CELL;
            canvas.text((x, baseline), Anchor::Middle, SMALL, "faint", &name);
        }
        for r in 0..self.rows {
            let row = if self.back { self.rows - 1 - r } else { r };
            let y = (r as f64 + 0.5) * CELL + 4.0;
            let Some(name) = self.names.row(row, self.rows) else {
                return;
            };
            canvas.text((-out - 3.0, y), Anchor::End, SMALL, "faint", &name);
        }
    }
}

/// The middle of a cell whose corner is there.
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
