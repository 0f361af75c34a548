//! Writes the certificate of a period: the data that a checker needs to verify it independently.

use super::answer::Sequence;
use super::period::Status;
use super::space::Space;
use std::fmt::Write;

/// Up to this heap the checker examines every option.
const PLAIN: usize = 4096;

impl Sequence {
    /// The certificate of a proved period, as lines of text; `None` if no period is proved.
    ///
    /// It contains the code, the period, the theorem, the heaps of the proof, a hint how to compute them (see
    /// [`super::space`]), their largest value and the FNV-1a checksum of their values in four bytes each, little-endian.
    pub fn certificate(&self) -> Option<String> {
        let Status::Proved {
            period,
            theorem,
            needed,
        } = self.status
        else {
            return None;
        };
        let values = || self.values.iter().take(needed as usize);
        let largest = values().max()?;
        let first = values().position(|value| value == largest)?;
        let mut text = String::from("bouton period certificate 1\n");
        let mut field = |name: &str, value: String| {
            writeln!(text, "{name} {value}").expect("invariant: strings take text")
        };
        field("code", self.code.to_string());
        field("period", period.period.to_string());
        field("preperiod", period.preperiod.to_string());
        field("saltus", period.saltus.to_string());
        field("theorem", theorem.name().into());
        field("heaps", needed.to_string());
        field("compute", self.recipe(values()));
        field("largest", format!("{largest} at {first}"));
        field("checksum", format!("{:016x}", checksum(values())));
        Some(text)
    }

    /// The hint how the checker is to compute the values.
    fn recipe(&self, values: impl ExactSizeIterator<Item = u32>) -> String {
        let splits = self.code.most_heaps() == Some(2) && self.code.most_taken().is_some();
        let halves: Vec<u64> = self
            .code
            .digits()
            .filter(|(_, digit)| digit.constraint(2).is_some())
            .map(|(taken, _)| taken)
            .collect();
        let parity = halves.first().map(|taken| taken % 2 == 1);
        let parity = parity.filter(|&odd| halves.iter().all(|taken| (taken % 2 == 1) == odd));
        let many = values.len() > PLAIN;
        match Space::best(values, parity) {
            Some((space, _)) if splits && many => {
                format!(
                    "sparse {} {}",
                    space.mask,
                    if space.alternating {
                        "alternating"
                    } else {
                        "steady"
                    }
                )
            }
            _ => "plain".into(),
        }
    }
}

fn checksum(values: impl Iterator<Item = u32>) -> u64 {
    let bytes = values.flat_map(u32::to_le_bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}
