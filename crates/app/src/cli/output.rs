//! Writing to standard output.

use std::io::Write;

use serde::Serialize;

/// One JSON object on one line.
pub(crate) fn json(value: &impl Serialize) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    serde_json::to_writer(&mut out, value)?;
    writeln!(out)?;
    Ok(())
}

/// A line of text.
pub(crate) fn line(text: impl AsRef<str>) -> anyhow::Result<()> {
    writeln!(std::io::stdout().lock(), "{}", text.as_ref())?;
    Ok(())
}

/// Rows as a table with aligned columns and two spaces between them.
pub(crate) fn table(rows: &[Vec<String>]) -> anyhow::Result<()> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| {
        rows.iter()
            .filter_map(|row| row.get(column))
            .map(|cell| cell.chars().count())
            .max()
    };
    let widths: Vec<_> = (0..columns)
        .map(|column| wide(column).unwrap_or(0))
        .collect();
    let mut out = std::io::stdout().lock();
    for row in rows {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join("  ").trim_end())?;
    }
    Ok(())
}
