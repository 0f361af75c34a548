//! [`Columns`]: rows of text with aligned columns.

use std::fmt;

/// Rows of text, shown with aligned columns and two spaces between them.
///
/// ```
/// use bouton_answers::Columns;
/// let rows = [["heap", "value"], ["0", "0"]].map(|row| row.map(str::to_owned).to_vec());
/// assert_eq!(Columns::from_iter(rows).to_string(), "heap  value\n0     0");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns(Vec<Vec<String>>);

impl FromIterator<Vec<String>> for Columns {
    fn from_iter<R: IntoIterator<Item = Vec<String>>>(rows: R) -> Self {
        Self(rows.into_iter().collect())
    }
}

impl Columns {
    /// Rows below a head.
    pub(crate) fn under<const N: usize>(
        head: [&str; N],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        let head = head.map(str::to_owned).to_vec();
        std::iter::once(head).chain(rows).collect()
    }

    /// The width of each column, in characters.
    fn widths(&self) -> Vec<usize> {
        let columns = self.0.iter().map(Vec::len).max().unwrap_or(0);
        let wide = |column: usize| {
            let cells = self.0.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        (0..columns).map(wide).collect()
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let widths = self.widths();
        for (n, row) in self.0.iter().enumerate() {
            let cells = row.iter().zip(&widths);
            let cells = cells.map(|(cell, width)| format!("{cell:width$}"));
            let line = cells.collect::<Vec<_>>().join("  ");
            let newline = if n > 0 { "\n" } else { "" };
            write!(f, "{newline}{}", line.trim_end())?;
        }
        Ok(())
    }
}
