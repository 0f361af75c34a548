//! The value of the game from move to move, as a line of box characters.

use bouton::answers::PositionValue;

/// The most columns from one position to the next.
const WIDEST_STEP: usize = 4;

/// The line, and the values at its upper and lower edge.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) rows: Vec<String>,
    pub(super) top: i128,
    pub(super) bottom: i128,
}

fn number(worth: PositionValue) -> i128 {
    match worth {
        PositionValue::Margin(margin) => margin,
        PositionValue::Outcome(outcome) => outcome as i128 - 1,
    }
}

/// Draws the last positions that fit in `width` columns, on `height` rows, with gaps for unknown values.
pub(super) fn line(worths: &[Option<PositionValue>], width: usize, height: usize) -> Line {
    let most = width.max(1);
    let values: Vec<_> = worths[worths.len().saturating_sub(most)..]
        .iter()
        .map(|worth| worth.map(number))
        .collect();
    let margins = worths
        .iter()
        .flatten()
        .any(|worth| matches!(worth, PositionValue::Margin(_)));
    let least = i128::from(!margins);
    let top = values
        .iter()
        .flatten()
        .copied()
        .fold(least, i128::max)
        .max(0);
    let bottom = values
        .iter()
        .flatten()
        .copied()
        .fold(-least, i128::min)
        .min(0);
    let (top, bottom) = if top == bottom {
        (1, -1)
    } else {
        (top, bottom)
    };
    let last = height.saturating_sub(1);
    let row = |value: i128| {
        let share = (top - value) as f64 / (top - bottom) as f64;
        (share * last as f64).round() as usize
    };
    let step = (width / values.len().max(1)).clamp(1, WIDEST_STEP);
    let mut cells = vec![vec![' '; width]; height.max(1)];
    cells[row(0)].fill('┄');
    let mut before: Option<usize> = None;
    for (n, value) in values.iter().enumerate() {
        let here = value.map(row);
        if let Some(here) = here {
            let columns = n * step..((n + 1) * step).min(width);
            columns.clone().for_each(|x| cells[here][x] = '─');
            if let Some(before) = before {
                turn(&mut cells, columns.start, before, here);
            }
        }
        before = here;
    }
    if let (Some(here), Some(x)) = (before, (values.len() * step).checked_sub(1)) {
        cells[here][x.min(width.saturating_sub(1))] = '●';
    }
    Line {
        rows: cells.into_iter().map(String::from_iter).collect(),
        top,
        bottom,
    }
}

/// From one row to another in one column.
fn turn(cells: &mut [Vec<char>], x: usize, from: usize, to: usize) {
    let (start, end) = match from.cmp(&to) {
        std::cmp::Ordering::Equal => return,
        std::cmp::Ordering::Greater => ('╯', '╭'),
        std::cmp::Ordering::Less => ('╮', '╰'),
    };
    for row in &mut cells[from.min(to) + 1..from.max(to)] {
        row[x] = '│';
    }
    cells[from][x] = start;
    cells[to][x] = end;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn margins(values: &[i128]) -> Vec<Option<PositionValue>> {
        values
            .iter()
            .map(|value| Some(PositionValue::Margin(*value)))
            .collect()
    }

    #[test]
    fn the_line_goes_through_every_value() {
        let drawn = line(&margins(&[2, 2, -2, 0]), 8, 5);
        assert_eq!((drawn.top, drawn.bottom), (2, -2));
        assert_eq!(
            drawn.rows,
            ["────╮   ", "    │   ", "┄┄┄┄│┄╭●", "    │ │ ", "    ╰─╯ "]
        );
    }

    #[test]
    fn what_is_not_known_is_a_gap_and_what_is_too_old_is_left_out() {
        let mut worths = margins(&[1, 1, 1]);
        worths[1] = None;
        assert_eq!(line(&worths, 6, 2).rows, ["──  ─●", "┄┄┄┄┄┄"]);
        assert_eq!(line(&margins(&[5, 1, 1]), 2, 2).rows, ["─●", "┄┄"]);
        assert_eq!(line(&[None], 2, 3).rows, ["  ", "┄┄", "  "]);
    }
}
