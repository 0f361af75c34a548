//! [`HeapValues`]: the values of heaps of Left and Right.

use serde::Serialize;

use super::class::Class;
use super::columns::Columns;
use super::csv::Csv;

/// The value of a heap in a game of Left and Right.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapValue {
    /// The size of the heap.
    pub heap: u64,
    /// Its value in canonical form; `None` if it takes more than 2,000 bytes to write.
    pub value: Option<String>,
    /// The player who wins.
    pub class: Class,
    /// The mean.
    pub mean: String,
    /// The temperature.
    pub temperature: String,
}

/// The values of heaps of Left and Right: the part of a [`Sequence`](crate::Sequence) that numbers cannot tell.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeapValues {
    /// The value added in each period; `None` if there is no period, or it takes more than 2,000 bytes to write.
    pub saltus: Option<String>,
    /// The value of each heap from 0 on, if the values were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heaps: Option<Vec<HeapValue>>,
}

const HEAD: [&str; 5] = ["heap", "value", "class", "mean", "temperature"];

impl HeapValue {
    fn cells(&self, missing: &str) -> [String; 5] {
        [
            self.heap.to_string(),
            self.value.clone().unwrap_or_else(|| missing.to_owned()),
            format!("{:?}", self.class),
            self.mean.clone(),
            self.temperature.clone(),
        ]
    }
}

impl HeapValues {
    /// The values as a table for spreadsheets.
    pub(crate) fn csv(&self) -> String {
        let mut csv = Csv::new(HEAD);
        for heap in self.heaps.iter().flatten() {
            csv.row(heap.cells(""));
        }
        csv.text()
    }

    /// The values as aligned columns, if they were requested.
    pub(crate) fn columns(&self) -> Option<Columns> {
        let rows = self.heaps.as_ref()?.iter();
        Some(Columns::under(
            HEAD,
            rows.map(|heap| heap.cells("(too long)").to_vec()),
        ))
    }
}
