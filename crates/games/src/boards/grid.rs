//! Boards as text: rows from the top, separated by `/` (read also: `|`), one sign a cell, in any case.

use bouton_core::InputError;
use bouton_core::entry::OpenError;
use bouton_core::notation::items;

/// The separators between rows.
const BETWEEN: [char; 2] = ['/', '|'];

/// The sign itself, or its form in the other case.
fn in_any_case(sign: char, signs: &str) -> Option<char> {
    let cases = [sign, sign.to_ascii_lowercase(), sign.to_ascii_uppercase()];
    cases.into_iter().find(|case| signs.contains(*case))
}

/// The number of rows of a written board, and of the cells in its first row.
pub(crate) fn extent(text: &str) -> [usize; 2] {
    let first = text.split(BETWEEN).next().unwrap_or("");
    [text.split(BETWEEN).count(), first.chars().count()]
}

/// Reads `rows` rows of `columns` signs each; the cells row by row.
///
/// # Errors
/// If the number of rows or cells differs, or a sign is not in `signs`; with the place.
pub(crate) fn parse(
    text: &str,
    rows: usize,
    columns: usize,
    signs: &str,
) -> Result<Vec<char>, InputError> {
    let error =
        |message: String, from: usize, to: usize| Err(InputError::new(message, text, from..to));
    let found = text.split(BETWEEN).count();
    if found != rows {
        let message = format!("expected {rows} rows separated by /, found {found}");
        return error(message, 0, text.len());
    }
    let mut cells = Vec::with_capacity(rows * columns);
    let mut start = 0;
    for row in text.split(BETWEEN) {
        let width = row.chars().count();
        if width != columns {
            let message = format!("expected {columns} cells in each row, found {width}");
            return error(message, start, start + row.len());
        }
        for (offset, sign) in row.char_indices() {
            let Some(known) = in_any_case(sign, signs) else {
                let message = format!("expected one of the signs {signs}, found {sign:?}");
                return error(message, start + offset, start + offset + sign.len_utf8());
            };
            cells.push(known);
        }
        start += row.len() + 1;
    }
    Ok(cells)
}

/// Writes cells given row by row.
pub(crate) fn show(columns: usize, cells: impl Iterator<Item = char>) -> String {
    let mut text = String::new();
    for (cell, sign) in cells.enumerate() {
        if cell > 0 && cell % columns == 0 {
            text.push('/');
        }
        text.push(sign);
    }
    text
}

/// The name of a cell: its column as a letter (`a` to `z`, then `aa` …) and its row, counted from the top.
pub(crate) fn cell_name(row: usize, column: usize) -> String {
    let mut letters = String::new();
    let mut left = column + 1;
    while left > 0 {
        left -= 1;
        letters.insert(0, char::from(b'a' + (left % 26) as u8));
        left /= 26;
    }
    format!("{letters}{}", row + 1)
}

/// Reads `N` positive numbers, the parameters of a board game.
///
/// # Errors
/// If the number of them differs, or one is not between 1 and 255.
pub(crate) fn parameters<const N: usize>(
    text: Option<&str>,
    names: &str,
) -> Result<[usize; N], OpenError> {
    let text = text.unwrap_or("");
    let error =
        |message: String, span| Err(OpenError::Parameters(InputError::new(message, text, span)));
    let mut numbers = Vec::new();
    for (span, item) in items(text) {
        match item.parse::<u8>() {
            Ok(number) if number > 0 => numbers.push(usize::from(number)),
            _ => {
                return error(
                    format!("expected a number from 1 to 255, found {item:?}"),
                    span,
                );
            }
        }
    }
    <[usize; N]>::try_from(numbers).or_else(|found| {
        let message = format!("expected {N} numbers ({names}), found {}", found.len());
        error(message, 0..text.len())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_like_the_columns_of_a_spreadsheet() {
        let names = [0, 1, 25, 26, 27, 51, 52, 701, 702].map(|column| cell_name(0, column));
        assert_eq!(
            names,
            ["a1", "b1", "z1", "aa1", "ab1", "az1", "ba1", "zz1", "aaa1"]
        );
    }

    #[test]
    fn what_is_wrong_is_pointed_at() {
        let place = |text| parse(text, 2, 3, "XO.").unwrap_err().span();
        assert_eq!(place("XO."), 0..3);
        assert_eq!(place("XO./X?O"), 5..6);
        assert_eq!(place("XO./X"), 4..5);
        assert_eq!(
            show(3, parse("XO./..X", 2, 3, "XO.").unwrap().into_iter()),
            "XO./..X"
        );
    }
}
