//! `triangle`: all rests of a row, each over the coins that it spans.

use bouton_core::Outcome;
use bouton_core::scene::Figure;
use serde::Serialize;

use super::canvas::{Anchor, Canvas, TEXT, width};
use super::legend::{Sign, frame};
use super::{Error, named};
use bouton::Whole;
use bouton::{How, Session};

/// The contents of the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Show {
    /// The points that the player who moves first takes of the coins below.
    #[default]
    Total,
    /// The margin of these points over the other player's.
    Margin,
}

/// A longer row is not drawn.
const LONGEST: usize = 40;

/// A rest of a row.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cell {
    /// The first coin, counted from 0.
    pub(crate) from: usize,
    /// The index after the last coin.
    pub(crate) to: usize,
    pub(crate) position: String,
    /// Whether the player who moved first in the full row moves here.
    pub(crate) first_moves: bool,
    /// The value for that player.
    pub(crate) value: Whole,
    /// Whether taking the left coin is best.
    pub(crate) left: bool,
    /// Whether taking the right coin is best.
    pub(crate) right: bool,
}

/// All the cells, the longest row first.
pub(crate) fn cells(
    session: &mut Session,
    how: &How,
    show: Show,
) -> Result<(Vec<String>, Vec<Cell>), Error> {
    let coins = coins(session)?;
    let start = session.position()?;
    let mut cells = Vec::new();
    for length in (1..=coins.len()).rev() {
        for from in 0..=coins.len() - length {
            let cell = cell(session, how, show, &coins, from, from + length);
            if cell.is_err() {
                session.go(&start)?;
            }
            cells.push(cell?);
        }
    }
    session.go(&start)?;
    Ok((coins, cells))
}

/// Whether the session's position is such a row.
pub(crate) fn fits(session: &Session) -> bool {
    coins(session).is_ok()
}

/// The coins of a row from whose ends one coin at a time is taken.
fn coins(session: &Session) -> Result<Vec<String>, Error> {
    let unfit = || {
        Error::Unfit(format!(
            "a triangle shows a row of coins taken one by one from its ends; {} is not played so",
            session.game()
        ))
    };
    let Figure::Coins(coins) = session.scene()?.figure else {
        return Err(unfit());
    };
    let names: Vec<_> = session
        .choices(3)?
        .into_iter()
        .map(|choice| choice.played.name)
        .collect();
    if coins.iter().any(|coin| coin.len() > 1)
        || names.iter().any(|name| name != "L" && name != "R")
    {
        return Err(unfit());
    }
    if coins.is_empty() || coins.len() > LONGEST {
        return Err(Error::Unfit(format!(
            "a triangle shows 1 to {LONGEST} coins, here are {}",
            coins.len()
        )));
    }
    Ok(coins.into_iter().flatten().collect())
}

fn cell(
    session: &mut Session,
    how: &How,
    show: Show,
    coins: &[String],
    from: usize,
    to: usize,
) -> Result<Cell, Error> {
    let position = coins[from..to].join(",");
    session.go(&position)?;
    let first_moves = (coins.len() - (to - from)).is_multiple_of(2);
    let margin = session.value(how)?.margin.unwrap_or(0);
    let margin = if first_moves { margin } else { -margin };
    let value = match show {
        Show::Margin => margin,
        Show::Total => (session.at_stake()?.unwrap_or(0) + margin) / 2,
    };
    let best: Vec<_> = session
        .moves(how)?
        .moves
        .into_iter()
        .filter(|mv| mv.best)
        .collect();
    let is_best = |name: &str| best.iter().any(|mv| mv.name == name);
    // The last coin is both ends.
    let (left, right) = (to - from > 1 && is_best("L"), to - from > 1 && is_best("R"));
    Ok(Cell {
        from,
        to,
        position,
        first_moves,
        value: Whole::from(value),
        left,
        right,
    })
}

/// Draws the triangle; by default it shows totals if they follow from the margin.
pub(crate) fn draw(
    session: &mut Session,
    how: &How,
    show: Option<Show>,
) -> Result<(Canvas, Vec<Cell>), Error> {
    let known = session.at_stake()?.is_some();
    if show == Some(Show::Total) && !known {
        return Err(Error::Unfit(format!(
            "the totals of {} do not follow from its margin: show the margin",
            session.game()
        )));
    }
    let show = show.unwrap_or(if known { Show::Total } else { Show::Margin });
    let (coins, cells) = cells(session, how, show)?;
    let texts: Vec<String> = cells.iter().map(|cell| text(cell, show)).collect();
    let widest = |texts: &[String]| {
        texts
            .iter()
            .map(|text| width(text, TEXT))
            .fold(0.0, f64::max)
    };
    let wide = widest(&texts).max(widest(&coins)).max(26.0) + 30.0;
    let mut canvas = Canvas::default();
    let middle = |cell: &Cell| {
        let x = (cell.from + cell.to - 1) as f64 / 2.0 * wide;
        (x, -((cell.to - cell.from) as f64) * HIGH)
    };
    for cell in &cells {
        let (x, y) = middle(cell);
        for (best, way) in [(cell.left, 1.0), (cell.right, -1.0)] {
            if best {
                arrow(&mut canvas, (x, y), way * wide / 2.0);
            }
        }
    }
    for (cell, text) in cells.iter().zip(&texts) {
        box_of(&mut canvas, cell, middle(cell), wide, text);
    }
    for (n, coin) in coins.iter().enumerate() {
        let x = n as f64 * wide;
        let half = (width(coin, TEXT) / 2.0 + 8.0).max(16.0);
        canvas.rect([x - half, -16.0, 2.0 * half, 32.0], 16.0, "coin");
        canvas.text((x, 5.0), Anchor::Middle, TEXT, "ink", coin);
    }
    heading(&mut canvas, session, show, coins.len());
    Ok((canvas, cells))
}

/// The distance between two levels.
const HIGH: f64 = 54.0;

fn text(cell: &Cell, show: Show) -> String {
    match show {
        Show::Total => cell.value.to_string(),
        Show::Margin => Signed(&cell.value).to_string(),
    }
}

/// A number with its sign.
struct Signed<'w>(&'w Whole);

impl std::fmt::Display for Signed<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = self.0.to_string();
        let sign = if digits.starts_with('-') || digits == "0" {
            ""
        } else {
            "+"
        };
        write!(f, "{sign}{digits}")
    }
}

fn arrow(canvas: &mut Canvas, (x, y): (f64, f64), across: f64) {
    let (from, to) = (
        (x + across * 0.24, y + 13.0),
        (x + across * 0.72, y + HIGH - 15.0),
    );
    canvas.line(from, to, "best");
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    let back = |along: f64, aside: f64| {
        (
            to.0 - ux * along - uy * aside,
            to.1 - uy * along + ux * aside,
        )
    };
    canvas.polygon(
        &[back(-4.0, 0.0), back(5.0, 4.5), back(5.0, -4.5)],
        "besthead",
    );
}

fn box_of(canvas: &mut Canvas, cell: &Cell, (x, y): (f64, f64), wide: f64, text: &str) {
    let who = if cell.first_moves { "first" } else { "second" };
    let best = match (cell.left, cell.right) {
        (true, true) => "both ends are best",
        (true, false) => "the left coin is best",
        (false, true) => "the right coin is best",
        (false, false) => "one coin",
    };
    let title = format!("{}: {text}; the {who} player moves; {best}", cell.position);
    canvas.open("node", Some(&cell.position), &title);
    let w = wide - 22.0;
    let (class, round) = if cell.first_moves {
        ("win", 12.0)
    } else {
        ("loss", 0.0)
    };
    canvas.rect([x - w / 2.0, y - 13.0, w, 26.0], round, class);
    canvas.text((x, y + 5.0), Anchor::Middle, TEXT, "ink", text);
    canvas.close();
}

fn heading(canvas: &mut Canvas, session: &Session, show: Show, coins: usize) {
    let what = match show {
        Show::Total => "the first player's total",
        Show::Margin => "the first player's margin",
    };
    let heading = format!(
        "{}: {what} from every row that can be left of {coins} coin{}",
        named(session),
        if coins == 1 { "" } else { "s" }
    );
    let legend = [
        (
            Sign::Outcome(Outcome::Win),
            "round: the first player moves".to_owned(),
        ),
        (
            Sign::Square("loss"),
            "square: the second player moves".to_owned(),
        ),
        (Sign::Line("best"), "to the best next row".to_owned()),
    ];
    frame(canvas, &heading, &legend);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_and_arrows_of_a_known_row() {
        let mut session = bouton::open("row-ends", "4,5,3,1,2").unwrap();
        let (_, cells) = cells(&mut session, &How::default(), Show::Total).unwrap();
        assert_eq!(cells.len(), 15);
        assert_eq!(cells[0].value, Whole::from(8));
        let mut session = bouton::open("row-ends", "1,2,4,3").unwrap();
        let (_, cells) = super::cells(&mut session, &How::default(), Show::Margin).unwrap();
        assert_eq!(
            (cells[0].value.clone(), cells[0].left, cells[0].right),
            (Whole::from(0), true, true)
        );
    }
}
