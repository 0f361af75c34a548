//! [`Field`]: the fields of positions, and [`Sum`]s of them.

use bouton_engine::Error;
use bouton_values::Number;
use num_bigint::BigInt;

/// A field of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    Game,
    Position,
    Outcome,
    Class,
    Remoteness,
    Margin,
    Grundy,
    Moves,
    Best,
    Total,
    /// The largest of its numbers.
    Max,
    /// The smallest of them.
    Min,
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

/// The fields with fixed names; those that are no numbers first.
const NAMED: [(&str, Field); 19] = [
    ("game", Field::Game),
    ("position", Field::Position),
    ("outcome", Field::Outcome),
    ("class", Field::Class),
    ("value", Field::Value),
    ("remoteness", Field::Remoteness),
    ("margin", Field::Margin),
    ("grundy", Field::Grundy),
    ("moves", Field::Moves),
    ("best_count", Field::Best),
    ("total", Field::Total),
    ("max", Field::Max),
    ("min", Field::Min),
    ("heaps", Field::Heaps),
    ("mean", Field::Mean),
    ("temperature", Field::Temperature),
    ("left_stop", Field::LeftStop),
    ("right_stop", Field::RightStop),
    ("birthday", Field::Birthday),
];

impl Field {
    /// The field with this name.
    pub(super) fn named(word: &str) -> Option<Self> {
        let word = match word {
            // The earlier short name is still accepted.
            "best" => "best_count",
            "sum" => "total",
            word => word,
        };
        let named = NAMED.iter().find(|(name, _)| *name == word);
        let heap = || word.strip_prefix('h')?.parse().ok().filter(|n| *n > 0);
        named
            .map(|(_, field)| *field)
            .or_else(|| heap().map(Self::Heap))
    }

    /// The field of an option with this name, which must be a number if `number` says so.
    pub(super) fn of_option(what: &'static str, word: &str, number: bool) -> Result<Self, Error> {
        let field = Self::named(word).filter(|field| !number || field.is_number());
        field.ok_or_else(|| {
            let names = Self::names(|field| !number || field.is_number());
            let message = format!("expected one of {names} or a heap (h1, h2, …), found {word:?}");
            Error::whole(what, word, message)
        })
    }

    /// The fields of an option with these names, separated by commas.
    pub(super) fn list(what: &'static str, words: &str) -> Result<Vec<Self>, Error> {
        let words = words.split(',').map(str::trim);
        words
            .map(|word| Self::of_option(what, word, false))
            .collect()
    }

    /// The names of these fields, besides those of heaps.
    pub(super) fn names(wanted: impl Fn(Self) -> bool) -> String {
        let names = NAMED.iter().filter(|(_, field)| wanted(*field));
        names.map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
    }

    /// Whether it is a number.
    pub(super) fn is_number(self) -> bool {
        let texts = &NAMED[..5];
        !texts.iter().any(|(_, text)| *text == self)
    }

    /// Whether it follows from the value, the side to move and the board alone.
    pub(super) fn is_of_values(self) -> bool {
        matches!(
            self,
            Self::Game
                | Self::Position
                | Self::Outcome
                | Self::Class
                | Self::Value
                | Self::Mean
                | Self::Temperature
                | Self::LeftStop
                | Self::RightStop
                | Self::Birthday
        )
    }

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

/// A sum of multiples of fields and a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) terms: Vec<(BigInt, Field)>,
    pub(super) constant: Number,
}

impl Sum {
    /// This minus another one.
    pub(super) fn minus(mut self, other: Self) -> Self {
        let terms = other.terms.into_iter();
        self.terms
            .extend(terms.map(|(times, field)| (-times, field)));
        self.constant = &self.constant - &other.constant;
        self
    }

    /// Whether it has this field.
    pub(super) fn has(&self, field: Field) -> bool {
        self.terms.iter().any(|(_, other)| *other == field)
    }

    /// The sum for these values of its fields.
    pub(super) fn value<E>(
        &self,
        mut of: impl FnMut(Field) -> Result<Number, E>,
    ) -> Result<Number, E> {
        let mut sum = self.constant.clone();
        for (times, field) in &self.terms {
            sum = &sum + &of(*field)?.times(times);
        }
        Ok(sum)
    }
}
