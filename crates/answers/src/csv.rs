//! [`Csv`]: a table as a file for spreadsheets (RFC 4180).

/// A table that is being written; its first row has the names of the columns.
pub(crate) struct Csv(String);

impl Csv {
    pub(crate) fn new<T: AsRef<str>>(head: impl IntoIterator<Item = T>) -> Self {
        let mut csv = Self(String::new());
        csv.row(head);
        csv
    }

    pub(crate) fn row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        for (n, cell) in cells.into_iter().enumerate() {
            if n > 0 {
                self.0.push(',');
            }
            self.cell(cell.as_ref());
        }
        self.0.push_str("\r\n");
    }

    fn cell(&mut self, cell: &str) {
        if cell.contains([',', '"', '\r', '\n']) {
            self.0.push('"');
            self.0.push_str(&cell.replace('"', "\"\""));
            self.0.push('"');
        } else {
            self.0.push_str(cell);
        }
    }

    /// The text written so far.
    pub(crate) fn text(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must() {
        let mut csv = Csv::new(["position", "n"]);
        csv.row(["1,2", "say \"x\""]);
        assert_eq!(csv.text(), "position,n\r\n\"1,2\",\"say \"\"x\"\"\"\r\n");
    }
}
