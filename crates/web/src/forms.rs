//! The forms of answers, for the description of the API: those of `answers`, and of routes with several.

#![allow(
    dead_code,
    clippy::large_enum_variant,
    reason = "only the forms are used"
)]

pub(crate) use bouton_answers::{
    Analysis, Answer, Asked, Atlas, Bidding, Calculation, Checked, FoundPositions, Game, GameValue,
    Levels, MisereQuotient, MoveMade, Moves, Order, Puzzles, Refutation, Review, Values, View,
};
use bouton_answers::{FamilyReport, LawReport, MisereSequence, TableCheck};
use schemars::JsonSchema;

/// The Grundy sequence of a heap game, or the outcomes of single heaps when the last to move loses.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Sequence {
    Normal(bouton_answers::Sequence),
    Misere(MisereSequence),
}

/// Of a game, the law of its lost positions or Grundy values; of a pattern, the values of its positions.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Law {
    Game(LawReport),
    Pattern(FamilyReport),
}

/// Of a certificate or of a table.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(crate) enum Verified {
    Certificate(bouton_answers::Verified),
    Table(TableCheck),
}

/// The rules of a game as a rule file.
#[derive(JsonSchema)]
pub(crate) struct Text {
    game: String,
    text: String,
}

/// A picture as JSON.
#[derive(JsonSchema)]
pub(crate) struct Picture {
    game: String,
    kind: String,
}

/// The text of a certificate.
#[derive(JsonSchema)]
pub(crate) struct Certificate(String);
