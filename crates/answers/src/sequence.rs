//! [`Sequence`]: the Grundy sequence of a heap game, and its period.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::csv::Csv;
use super::heap_values::HeapValues;
use super::proof::Proof;

/// The largest value of a sequence, and the first heap that has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Largest {
    /// The value.
    pub value: u64,
    /// The first heap that has it.
    pub heap: u64,
}

impl fmt::Display for Largest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "largest value {}, first at heap {}",
            self.value, self.heap
        )
    }
}

/// The rare heaps of a sequence that splits into a sparse space and the rest.
///
/// ```
/// use bouton_answers::RareHeaps;
/// let rare = RareHeaps { mask: 5, alternating: false, count: 2, last: Some(8), heaps: vec![1, 8] };
/// assert_eq!(rare.to_string(), "rare heaps 2 (mask 5), the last 8");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RareHeaps {
    /// The bits whose parity separates rare values from common ones.
    pub mask: u32,
    /// Whether the parity alternates with the heap.
    pub alternating: bool,
    /// The number of rare heaps.
    pub count: usize,
    /// The last of them.
    pub last: Option<u64>,
    /// The first of them, up to a limit.
    pub heaps: Vec<u64>,
}

impl fmt::Display for RareHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.alternating {
            ", alternating"
        } else {
            ""
        };
        let (count, mask, last) = (self.count, self.mask, self.last.unwrap_or(0));
        write!(f, "rare heaps {count} (mask {mask}{kind}), the last {last}")
    }
}

/// The sequence of values of a heap game, and its period: Grundy values, or in a game of Left and Right the [`HeapValues`].
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "GrundySequence"))]
pub struct Sequence {
    /// The game, as named in the query.
    pub game: String,
    /// The last heap whose value is known.
    pub heaps: u64,
    /// Always false: the values are those of normal play.
    pub misere: bool,
    /// The smallest period.
    pub period: Option<u64>,
    /// The smallest heap from which it holds.
    pub preperiod: Option<u64>,
    /// The growth per period.
    pub saltus: Option<u64>,
    /// The certainty of the period; `None` if the computed values do not repeat.
    pub proof: Option<Proof>,
    /// The theorem that proves it, with the heaps that it needs.
    pub why: Option<String>,
    /// The largest value.
    pub max: Option<Largest>,
    /// The last solver that was used.
    pub solver: String,
    /// The rare heaps, if the sequence has a sparse space.
    pub rare: Option<RareHeaps>,
    /// Heaps 1, 2, 4, 8 … with their values.
    pub powers_of_two: Vec<(u64, u64)>,
    /// The values of heaps 0, 1, 2 …, if they were requested; `None` for a loony heap.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Option<u64>>>,
    /// The loony heaps: a player who moves first wins them together with any others, so that they have no value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub loony: Vec<u64>,
    /// In a game of Left and Right: the values, in place of `values`, `saltus` and `max`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partizan: Option<HeapValues>,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it early.
    pub stopped: Option<StopReason>,
    /// The number of computed heaps, which is less than the number of known heaps if a period is proved; not in
    /// JSON.
    #[serde(skip)]
    pub computed: Option<u64>,
}

/// The value of a heap.
fn told(value: &Option<u64>) -> String {
    value.map_or_else(|| "∞".to_owned(), |value| value.to_string())
}

impl Sequence {
    /// The values as a table for spreadsheets; only the header if they were not requested.
    pub fn csv(&self) -> String {
        if let Some(partizan) = &self.partizan {
            return partizan.csv();
        }
        let mut csv = Csv::new(["heap", "value"]);
        for (heap, value) in self.values.iter().flatten().enumerate() {
            csv.row([heap.to_string(), told(value)]);
        }
        csv.text()
    }

    /// The period, and its certainty.
    fn law(&self) -> String {
        let (Some(period), Some(preperiod)) = (self.period, self.preperiod) else {
            return format!("no period seen in heaps 0..{}", self.heaps);
        };
        let number = self.saltus.map(|saltus| saltus.to_string());
        let value = self.partizan.as_ref().map(|partizan| {
            let long = || "too long to write".to_owned();
            partizan.saltus.clone().unwrap_or_else(long)
        });
        let saltus = value.or(number).filter(|saltus| saltus != "0");
        let saltus = saltus.map(|saltus| format!(", saltus {saltus}"));
        let seen = || format!("seen in heaps 0..{}", self.heaps);
        let evidence = self.why.clone().unwrap_or_else(seen);
        format!(
            "period {period} from heap {preperiod} on{}: {} ({evidence})",
            saltus.unwrap_or_default(),
            self.proof.unwrap_or(Proof::Seen)
        )
    }

    /// Its cost.
    fn effort(&self) -> String {
        let computed = self
            .computed
            .map(|heaps| format!("{heaps} heaps computed, "));
        let computed = computed.unwrap_or_default();
        format!("{computed}solver {}, {:.3} s", self.solver, self.seconds)
    }
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(values) = &self.values {
            let values: Vec<_> = values.iter().map(told).collect();
            writeln!(f, "{}", values.join(" "))?;
        }
        if let Some(values) = self.partizan.as_ref().and_then(HeapValues::columns) {
            writeln!(f, "{values}")?;
        }
        writeln!(f, "{}", self.law())?;
        if let Some(max) = &self.max {
            writeln!(f, "{max}")?;
        }
        if !self.loony.is_empty() {
            let heaps: Vec<_> = self.loony.iter().map(u64::to_string).collect();
            writeln!(f, "loony heaps {}", heaps.join(", "))?;
        }
        if let Some(rare) = &self.rare {
            writeln!(f, "{rare}")?;
        }
        f.write_str(&self.effort())?;
        match self.stopped {
            Some(why) => write!(f, "\n{why}"),
            None => Ok(()),
        }
    }
}
