//! `boards` and `heat`: the values or the temperatures of the empty boards of a game, by rows and columns.

use std::time::Duration;

use bouton::Session;
use bouton::answers::{SizeCell, SizeTable};
use bouton::calculus::Show;
use bouton::experiment::sizes;
use bouton_core::Limits;
use serde_json::{Value, json};
use web_time::Instant;

use super::Error;
use super::canvas::{Anchor, Canvas, SMALL, shortened, width};
use super::legend::{Sign, frame};
use super::theme::{HEATS, HOT};

/// Without a time limit, the values known after this time are drawn: a larger board may take days.
const PATIENCE: Duration = Duration::from_secs(25);
/// The most rows of a table.
const MOST: u64 = 30;
/// The most characters of a value.
const LONGEST: usize = 26;
const HIGH: f64 = 30.0;

/// A board: its label, its temperature, and its data.
struct Board {
    label: String,
    temperature: f64,
    /// The text of the temperature.
    told: String,
    title: String,
}

/// Whether the game is played on boards.
pub(crate) fn fits(session: &Session) -> bool {
    !session.signs().is_empty()
}

/// Draws the boards of 1 × 1 up to `up_to` × `up_to`, each in the colour of its temperature, and labelled with the
/// temperature if `heat`, otherwise with its value.
pub(crate) fn draw(
    session: &Session,
    up_to: u64,
    heat: bool,
    limits: &Limits,
) -> Result<(Canvas, Value), Error> {
    let up_to = u32::try_from(up_to)
        .ok()
        .filter(|side| (1..=MOST as u32).contains(side));
    let up_to =
        up_to.ok_or_else(|| Error::Unfit(format!("a table of boards has 1 to {MOST} rows")))?;
    let game = session.game().split(':').next().unwrap_or_default();
    let fields = ["value", "temperature"].map(str::to_owned);
    let misere = session.is_misere();
    let mut limits = limits.clone();
    limits.deadline = limits.deadline.or(Instant::now().checked_add(PATIENCE));
    let table = sizes(
        game,
        misere,
        [1..=up_to, 1..=up_to],
        &fields,
        Show::default(),
        &limits,
    )?;
    drawn(game, &table, heat)
}

/// Draws a table; a board without a value within the limits is drawn empty.
fn drawn(game: &str, table: &SizeTable, heat: bool) -> Result<(Canvas, Value), Error> {
    let up_to = table.rows[1];
    let rows: Vec<Vec<_>> = table
        .values
        .iter()
        .map(|row| row.iter().map(|cell| board(cell.as_ref(), heat)).collect())
        .collect();
    let boards = || rows.iter().flatten().flatten();
    if let (Some(reason), None) = (table.stopped, boards().next()) {
        return Err(Error::Stopped(reason));
    }
    let wide = boards()
        .map(|board| width(&board.label, SMALL) + 12.0)
        .fold(HIGH, f64::max);
    let hottest = boards().max_by(|a, b| a.temperature.total_cmp(&b.temperature));
    let (hottest, most) = hottest.map_or((0.0, "0"), |board| (board.temperature, &board.told));
    let mut canvas = Canvas::default();
    for (n, row) in rows.iter().enumerate() {
        for (m, board) in row.iter().enumerate() {
            let corner = (m as f64 * wide, n as f64 * HIGH);
            let name = format!("{} × {}", n + 1, m + 1);
            match board {
                Some(board) => board.draw(&mut canvas, &name, corner, wide, hottest),
                None if table.values[n][m].is_some() => unknown(&mut canvas, &name, corner, wide),
                None => {}
            }
        }
    }
    for n in 1..=up_to {
        let middle = f64::from(n) - 0.5;
        let (above, beside) = ((middle * wide, -7.0), (-7.0, middle * HIGH + 4.0));
        canvas.note(above, Anchor::Middle, &n.to_string());
        canvas.note(beside, Anchor::End, &n.to_string());
    }
    let what = if heat { "temperatures" } else { "values" };
    let heading = format!("{game}: {what} of the boards up to {up_to} × {up_to}");
    let mut legend = vec![
        (
            Sign::Words,
            "rows downwards, columns to the right".to_owned(),
        ),
        (Sign::Heat, format!("temperature -1 to {most}")),
    ];
    if let Some(reason) = table.stopped {
        legend.push((Sign::Square("bitten"), format!("not known: {reason}")));
    }
    frame(&mut canvas, &heading, &legend);
    Ok((canvas, json!({"boards": table.values})))
}

fn unknown(canvas: &mut Canvas, name: &str, (x, y): (f64, f64), wide: f64) {
    canvas.open("node", None, &format!("{name}: not known"));
    canvas.rect([x + 1.0, y + 1.0, wide - 2.0, HIGH - 2.0], 0.0, "bitten");
    canvas.close();
}

fn board(cell: Option<&SizeCell>, heat: bool) -> Option<Board> {
    let Some(SizeCell::Many(told)) = cell else {
        return None;
    };
    let [value, temperature] = told.as_slice() else {
        return None;
    };
    let (above, below) = temperature.split_once('/').unwrap_or((temperature, "1"));
    let above: f64 = above.parse().ok()?;
    Some(Board {
        label: if heat {
            temperature.clone()
        } else {
            shortened(value, LONGEST)
        },
        temperature: above / below.parse::<f64>().ok()?,
        told: temperature.clone(),
        title: format!("{value}, temperature {temperature}"),
    })
}

impl Board {
    fn draw(&self, canvas: &mut Canvas, name: &str, (x, y): (f64, f64), wide: f64, hottest: f64) {
        let share = (self.temperature + 1.0) / (hottest.max(0.0) + 1.0);
        let step = (share * (HEATS - 1) as f64).round() as usize;
        let ink = if step >= HOT { "onhot" } else { "oncold" };
        canvas.open("node", None, &format!("{name}: {}", self.title));
        let area = [x + 1.0, y + 1.0, wide - 2.0, HIGH - 2.0];
        canvas.rect(area, 0.0, &format!("heat{}", step.min(HEATS - 1)));
        let middle = (x + wide / 2.0, y + HIGH / 2.0 + 4.0);
        canvas.text(middle, Anchor::Middle, SMALL, ink, &self.label);
        canvas.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_table_is_drawn_and_what_is_not_has_its_place() {
        let cell = |value: &str, temperature: &str| {
            Some(SizeCell::Many(vec![value.into(), temperature.into()]))
        };
        let mut table = SizeTable {
            game: "domineering".into(),
            rows: [1, 2],
            columns: [1, 2],
            show: vec!["value".into(), "temperature".into()],
            values: vec![
                vec![cell("0", "-1"), cell("-1", "-1")],
                vec![cell("1", "-1"), cell("?", "?")],
            ],
            stopped: Some(bouton_core::StopReason::Time),
        };
        let (canvas, _) = drawn("domineering", &table, true).unwrap();
        let svg = canvas.document("", crate::Theme::Light);
        assert_eq!(svg.matches("<title>2 × 2: not known</title>").count(), 1);
        assert_eq!(svg.matches("class=\"node\"").count(), 4);
        table.values = vec![vec![cell("?", "?")]];
        assert!(matches!(
            drawn("domineering", &table, true),
            Err(Error::Stopped(_))
        ));
    }
}
