//! [`Field`]: the fields of conditions.

/// A field of a position that is not a truth value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Remoteness,
    Margin,
    Grundy,
    Moves,
    Best,
    Total,
    /// The number of its numbers that are not 0.
    Heaps,
    /// One of its numbers, counted from 1.
    Heap(usize),
    Value,
    Mean,
    Temperature,
    LeftStop,
    RightStop,
    Birthday,
}

/// The fields with fixed names.
pub(super) const NAMED: [(&str, Field); 13] = [
    ("remoteness", Field::Remoteness),
    ("margin", Field::Margin),
    ("grundy", Field::Grundy),
    ("moves", Field::Moves),
    ("best_count", Field::Best),
    ("total", Field::Total),
    ("heaps", Field::Heaps),
    ("value", Field::Value),
    ("mean", Field::Mean),
    ("temperature", Field::Temperature),
    ("left_stop", Field::LeftStop),
    ("right_stop", Field::RightStop),
    ("birthday", Field::Birthday),
];

impl Field {
    /// The field with this name.
    pub(super) fn named(word: &str) -> Option<Self> {
        // The earlier short name is still accepted.
        let word = if word == "best" { "best_count" } else { word };
        let named = NAMED.iter().find(|(name, _)| *name == word);
        let heap = || word.strip_prefix('h')?.parse().ok().filter(|n| *n > 0);
        named
            .map(|(_, field)| *field)
            .or_else(|| heap().map(Self::Heap))
    }

    /// Whether it follows from the value alone.
    pub(super) fn is_of_values(self) -> bool {
        matches!(
            self,
            Self::Value
                | Self::Mean
                | Self::Temperature
                | Self::LeftStop
                | Self::RightStop
                | Self::Birthday
        )
    }

    /// Its name.
    pub(super) fn name(self) -> String {
        match self {
            Self::Heap(n) => format!("h{n}"),
            named => {
                let found = NAMED.iter().find(|(_, field)| *field == named);
                found.map_or(String::new(), |(name, _)| (*name).to_owned())
            }
        }
    }
}
