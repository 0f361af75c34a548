//! Six and nine men's morris: players put pieces in turn on the points of two or three squares: the corners and the
//! midpoints of the sides, which are joined to those of the next square. Then pieces move along lines to the next point or,
//! in nine men's morris with three left, to any point. Three in a line close a mill, which takes one of the other's pieces;
//! a piece in a mill only if all are in mills. A player with two pieces left, or with no move, loses; endless play is a
//! draw.
//!
//! A position is the points row by row from the top, 1 for the mover's pieces and 2 for the other's, and the pieces that
//! both have in hand.

use super::{Named, Position, Rules, Step};

struct Morris {
    men: i64,
    flies: bool,
    points: Vec<(i32, i32)>,
}

pub(super) fn six(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Morris::of(6, 2)))
}

pub(super) fn nine(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Morris::of(9, 3)))
}

/// The square that a point is on.
fn square((x, y): (i32, i32)) -> i32 {
    x.abs().max(y.abs())
}

/// Whether a line joins two points, with none between them.
fn joined(a: (i32, i32), b: (i32, i32)) -> bool {
    let (right, up) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
    let straight = right == 0 || up == 0;
    match square(a) - square(b) {
        0 => straight && right + up == square(a),
        // From the midpoint of a side to that of the next square.
        1 | -1 => straight && right + up == 1 && (a.0 == 0 || a.1 == 0) && (b.0 == 0 || b.1 == 0),
        _ => false,
    }
}

impl Morris {
    fn of(men: i64, squares: i32) -> Self {
        let is_point = |at: &(i32, i32)| {
            let (x, y) = *at;
            square(*at) > 0 && (x == 0 || y == 0 || x.abs() == y.abs())
        };
        let rows = (-squares..=squares).rev();
        let all = rows.flat_map(|y| (-squares..=squares).map(move |x| (x, y)));
        Self {
            men,
            flies: squares == 3,
            points: all.filter(is_point).collect(),
        }
    }

    /// Whether a piece is in a mill.
    fn in_mill(&self, at: &[i64], man: usize) -> bool {
        let count = self.points.len();
        let is_row = |a: usize, b: usize, c: usize| {
            let [p, q, r] = [a, b, c].map(|point| self.points[point]);
            let even = (q.0 - p.0, q.1 - p.1) == (r.0 - q.0, r.1 - q.1);
            joined(p, q) && joined(q, r) && even && at[a] == at[b] && at[b] == at[c]
        };
        let own = |point: &usize| *point != man && at[*point] == at[man];
        (0..count).filter(own).any(|b| {
            let others = (0..count).filter(|c| own(c) && *c != b);
            others
                .into_iter()
                .any(|c| is_row(man, b, c) || is_row(b, man, c))
        })
    }

    /// The pieces of a player, including those in hand.
    fn left(&self, at: &[i64], player: i64) -> i64 {
        let points = &at[..self.points.len()];
        let placed = points.iter().filter(|man| **man == player).count() as i64;
        placed + at[self.points.len() + player as usize - 1]
    }

    /// The position as the next player sees it.
    fn turned(&self, at: &[i64]) -> Position {
        let count = self.points.len();
        let men = at[..count].iter().map(|man| (3 - man) % 3);
        men.chain([at[count + 1], at[count]]).collect()
    }

    fn rows(&self) -> Vec<usize> {
        let mut rows: Vec<(i32, usize)> = Vec::new();
        for (_, y) in &self.points {
            match rows.last_mut() {
                Some((row, points)) if row == y => *points += 1,
                _ => rows.push((*y, 1)),
            }
        }
        rows.into_iter().map(|(_, points)| points).collect()
    }
}

impl Rules for Morris {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        let count = self.points.len();
        if self.left(at, 1) < 3 {
            return;
        }
        let of = |player: i64| (0..count).filter(move |point| at[*point] == player);
        let mut moved = |from: Option<usize>, to: usize| {
            let mut after = at.to_vec();
            after[to] = 1;
            match from {
                Some(from) => after[from] = 0,
                None => after[count] -= 1,
            }
            let mut taken: Vec<usize> = Vec::new();
            if self.in_mill(&after, to) {
                taken = of(2).filter(|man| !self.in_mill(at, *man)).collect();
                if taken.is_empty() {
                    taken = of(2).collect();
                }
            }
            if taken.is_empty() {
                see(self.turned(&after).into());
            }
            for man in taken {
                let mut without = after.clone();
                without[man] = 0;
                see(self.turned(&without).into());
            }
        };
        if at[count] > 0 {
            of(0).for_each(|to| moved(None, to));
            return;
        }
        let anywhere = self.flies && of(1).count() == 3;
        for from in of(1) {
            for to in of(0) {
                if anywhere || joined(self.points[from], self.points[to]) {
                    moved(Some(from), to);
                }
            }
        }
    }

    fn parse(&self, text: &str, _right: bool) -> Result<Position, String> {
        let (board, hand) = text.split_once(' ').unwrap_or((text, "0,0"));
        let rows: Vec<usize> = board.split('/').map(|row| row.chars().count()).collect();
        if rows != self.rows() {
            return Err(format!("expected rows of {:?} points", self.rows()));
        }
        let sign = |c: char| match c.to_ascii_uppercase() {
            '.' => Ok(0),
            'X' => Ok(1),
            'O' => Ok(2),
            _ => Err(format!("expected X, O or ., found {c:?}")),
        };
        let points = board.chars().filter(|c| *c != '/');
        let mut at: Position = points.map(sign).collect::<Result<_, _>>()?;
        let hands: Vec<i64> = hand
            .split(',')
            .filter_map(|men| men.parse().ok())
            .filter(|men| (0..=self.men).contains(men))
            .collect();
        let [mine, others] = hands[..] else {
            return Err("expected the men in hand of both, like 3,2".into());
        };
        at.extend([mine, others]);
        let (own, other) = (self.left(&at, 1), self.left(&at, 2));
        let in_turn = mine == others || mine == others + 1;
        if !in_turn || !(2..=self.men).contains(&own) || !(3..=self.men).contains(&other) {
            return Err("expected men placed in turn, and a game that is not over".into());
        }
        Ok(at)
    }

    fn show(&self, at: &[i64]) -> String {
        let count = self.points.len();
        let mut signs = at[..count].iter().map(|man| ['.', 'X', 'O'][*man as usize]);
        let rows = self.rows().into_iter();
        let rows: Vec<String> = rows
            .map(|points| signs.by_ref().take(points).collect())
            .collect();
        let board = rows.join("/");
        match (at[count], at[count + 1]) {
            (0, 0) => board,
            (mine, others) => format!("{board} {mine},{others}"),
        }
    }

    fn lasts(&self) -> bool {
        true
    }
}
