//! [`MisereQuotient`]: the misère quotient of a heap game.

use std::fmt;

use bouton_core::StopReason;
use derive_where::derive_where;
use serde::Serialize;

use super::proof::Proof;

/// The misère quotient of all sums of heaps, to a last one or of any size.
#[derive_where(PartialEq)]
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MisereQuotient {
    /// The game, as named in the query.
    pub game: String,
    /// The position whose parts are used, if the game is not one of heaps that follow a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The parts with the numbers 0, 1, 2, …, if the game is not one of heaps; the first is the empty one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// The last heap searched.
    pub heaps: u64,
    /// The number of elements of the quotient.
    pub order: u64,
    /// The number of lost elements.
    pub p_order: u64,
    /// Whether the pretending function repeats: `Proved` if a theorem says that it does forever, so that the quotient is that of all
    /// heaps; `None` if it does not among the heaps searched.
    pub proof: Option<Proof>,
    /// The least period of the pretending function.
    pub period: Option<u64>,
    /// The first heap from which it holds.
    pub preperiod: Option<u64>,
    /// Whether it is the quotient of some sums of nim-heaps; otherwise the game is wild.
    pub tame: bool,
    /// The genus of the first heaps, found by a search.
    pub genus: Vec<String>,
    /// The generators.
    pub generators: Vec<String>,
    /// The heap of each generator.
    pub generator_heaps: Vec<u64>,
    /// The relations between them.
    pub presentation: Vec<String>,
    /// The elements that are lost, in their simplest form.
    pub p_portion: Vec<String>,
    /// The element of each heap.
    pub pretending: Vec<String>,
    /// Seconds that it took.
    #[derive_where(skip(EqHashOrd))]
    pub seconds: f64,
    /// The limit that stopped it before the last heap.
    pub stopped: Option<StopReason>,
}

impl fmt::Display for MisereQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            heaps,
            order,
            p_order,
            ..
        } = self;
        let of = match (&self.start, self.proof) {
            (Some(start), Some(Proof::Proved)) => {
                format!("all sums of the {heaps} parts that play can reach from {start}")
            }
            (Some(start), _) => {
                format!("all sums of the first {heaps} parts that play can reach from {start}")
            }
            (None, Some(Proof::Proved)) => "all heaps".to_owned(),
            (None, _) => format!("heaps to {heaps}"),
        };
        let heap = |heap: usize| match self.parts.get(heap) {
            Some(part) => part.clone(),
            None => format!("heap {heap}"),
        };
        let kind = if self.tame { "tame" } else { "wild" };
        let lost = if *p_order == 1 { "element" } else { "elements" };
        writeln!(
            f,
            "misère quotient of {of}: order {order}, {p_order} {lost} lost; {kind}"
        )?;
        if let (Some(period), Some(preperiod)) = (self.period, self.preperiod) {
            let known = match self.proof {
                Some(Proof::Proved) => format!("proved by heaps 0..{heaps}"),
                _ => "seen, not proved".to_owned(),
            };
            writeln!(f, "period {period} from heap {preperiod} ({known})")?;
        }
        let named = self.generators.iter().zip(&self.generator_heaps);
        let named: Vec<String> = named
            .map(|(name, number)| format!("{name} = {}", heap(*number as usize)))
            .collect();
        writeln!(f, "generators: {}", named.join(", "))?;
        writeln!(f, "relations: {}", self.presentation.join(", "))?;
        writeln!(f, "lost: {}", self.p_portion.join(" "))?;
        match self.parts.is_empty() {
            true => write!(
                f,
                "pretending function of heaps 0..{heaps}: {}",
                self.pretending.join(" ")
            )?,
            false => {
                let each = self.parts.iter().zip(&self.pretending).skip(1);
                let each: Vec<String> = each
                    .map(|(part, form)| format!("{part} = {form}"))
                    .collect();
                write!(f, "pretending function: {}", each.join(", "))?;
            }
        }
        match self.stopped {
            Some(why) => write!(f, "\n{why}"),
            None => Ok(()),
        }
    }
}
