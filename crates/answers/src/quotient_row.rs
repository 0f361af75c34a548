//! [`QuotientRow`]: the misère quotient of one code of a family.

use serde::Serialize;

use super::misere_quotient::QuotientStatus;

/// The misère quotient of one code of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QuotientRow {
    /// The code.
    pub code: String,
    /// Whether it is known to be the quotient of all heaps.
    pub status: QuotientStatus,
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
    pub const HEADING: &'static str = "code,status,order,p_order,tame,period,preperiod,heaps";

    /// The row as comma-separated values.
    pub fn to_csv(&self) -> String {
        let number = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        format!(
            "{},{},{},{},{},{},{},{}",
            self.code,
            self.status.word(),
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
        let all = [
            QuotientStatus::Proved,
            QuotientStatus::Seen,
            QuotientStatus::Partial,
        ];
        Some(Self {
            code: code.to_owned(),
            status: all.into_iter().find(|known| known.word() == status)?,
            order: order.parse().ok()?,
            p_order: p_order.parse().ok()?,
            tame: tame.parse().ok()?,
            period: maybe(period)?,
            preperiod: maybe(preperiod)?,
            heaps: heaps.parse().ok()?,
        })
    }
}
