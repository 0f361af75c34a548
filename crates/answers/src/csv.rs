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
        let mark = if is_formula(cell) { "'" } else { "" };
        if !mark.is_empty() || cell.contains([',', '"', '\r', '\n']) {
            self.0.push('"');
            self.0.push_str(mark);
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

/// Whether a spreadsheet could compute a cell instead of showing it: it begins as a formula does, and is no number. An apostrophe
/// before it says that it is text.
fn is_formula(cell: &str) -> bool {
    let begins = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let is_number = match digits.split_once(['.', '/']) {
        Some((whole, rest)) => is_digits(whole) && is_digits(rest),
        None => is_digits(digits),
    };
    cell.starts_with(begins) && !is_number
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

    #[test]
    fn no_cell_is_a_formula() {
        let formulas = [
            "=1", "+1+1", "-1,2", "-x", "@SUM(A1)", "\t=1", "\r\n=1", "＝1", "-", "=\"",
        ];
        let mut csv = Csv::new(formulas);
        csv.row(["-1", "-1.5", "-1/2", "1+1", "a=", " b ", "", "'"]);
        let text = csv.text();
        assert_eq!(text.matches("\"'").count(), formulas.len(), "{text}");
        assert!(
            text.ends_with("\r\n-1,-1.5,-1/2,1+1,a=, b ,,'\r\n"),
            "{text}"
        );
    }
}
