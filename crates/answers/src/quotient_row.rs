//! [`QuotientRow`]: the misère quotient of one code of a family.

use serde::Serialize;

use super::proof::Proof;

/// The misère quotient of one code of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuotientRow {
    /// The code.
    pub code: String,
    /// Whether it is known to be the quotient of all heaps: as in [`MisereQuotient`](crate::MisereQuotient).
    pub proof: Option<Proof>,
    /// The number of elements.
    pub order: u64,
    /// The number of lost elements.
    pub p_order: u64,
    /// Whether it is the quotient of some sums of nim-heaps; otherwise the game is wild.
    pub tame: bool,
    /// The least period of the pretending function.
    pub period: Option<u64>,
    /// The first heap from which it holds.
    pub preperiod: Option<u64>,
    /// The last heap searched.
    pub heaps: u64,
}

impl QuotientRow {
    /// The heading of a table of rows.
    pub const HEADING: &'static str = "code,proof,order,p_order,tame,period,preperiod,heaps";

    /// Its certainty as a word: `proved`, `seen`, or `partial`.
    pub fn status(&self) -> &'static str {
        match self.proof {
            Some(Proof::Proved) => "proved",
            Some(Proof::Seen) => "seen",
            None => "partial",
        }
    }

    /// The row as comma-separated values.
    pub fn to_csv(&self) -> String {
        let number = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        format!(
            "{},{},{},{},{},{},{},{}",
            self.code,
            self.status(),
            self.order,
            self.p_order,
            self.tame,
            number(self.period),
            number(self.preperiod),
            self.heaps
        )
    }

    /// Reads the text that [`QuotientRow::to_csv`] writes; `None` for any other text.
    pub fn from_csv(line: &str) -> Option<Self> {
        let cells: Vec<&str> = line.split(',').collect();
        let [code, status, order, p_order, tame, period, preperiod, heaps] = cells[..] else {
            return None;
        };
        let maybe = |cell: &str| match cell {
            "" => Some(None),
            cell => cell.parse().ok().map(Some),
        };
        Some(Self {
            code: code.to_owned(),
            proof: match status {
                "proved" => Some(Proof::Proved),
                "seen" => Some(Proof::Seen),
                "partial" => None,
                _ => return None,
            },
            order: order.parse().ok()?,
            p_order: p_order.parse().ok()?,
            tame: tame.parse().ok()?,
            period: maybe(period)?,
            preperiod: maybe(preperiod)?,
            heaps: heaps.parse().ok()?,
        })
    }
}
