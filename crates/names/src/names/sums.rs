//! Names of sums: `nim 3,4,5 + kayles 7`, its positions in it, or `sum` with such a text as its position.

use std::sync::Arc;

use bouton_engine::{Component, Error, Face};

use super::expression::is_expression;
use super::{Card, Files, Name, Named};
use crate::sum::{self, PLUS};

/// A sum: its text, or none where the position is to be it.
struct Sums(Option<String>);

pub(super) fn read(text: &str) -> Option<Result<Arc<dyn Named>, Error>> {
    let sum = match text {
        "sum" => Sums(None),
        text if is_sum(text) => Sums(Some(text.to_owned())),
        _ => return None,
    };
    Some(Ok(Arc::new(sum)))
}

/// Whether there are several components: what stands in the braces of an expression is none.
fn is_sum(text: &str) -> bool {
    text.contains(PLUS) && (sum::components(text).len() > 1 || !is_expression(text))
}

impl Named for Sums {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Box<dyn Face>, Error> {
        match (&self.0, position) {
            (None, Some(text)) => sum::open(text, misere),
            (Some(text), None) => sum::open(text, misere),
            _ => Err(Error::Unfit(
                "expected a sum like \"nim 3,4,5 + kayles 7\", its positions in it".into(),
            )),
        }
    }

    fn component(&self, _position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        Err(Error::Unfit(
            "a sum is no component of a sum: write its components beside the others".into(),
        ))
    }

    fn card(&self) -> Result<Card, Error> {
        let mut names: Vec<String> = Vec::new();
        let mut rules = Vec::new();
        for component in self.0.iter().flat_map(|text| sum::components(text)) {
            let (game, _) = sum::split(component);
            let card = Name::read(game)?.card()?;
            if !names.contains(&card.name) {
                rules.push(format!("{}: {}", card.name, card.rules));
                names.push(card.name);
            }
        }
        let each = rules.join(" ");
        Ok(Card {
            name: "sum".into(),
            rules: format!(
                "A move is a move in one component; who makes the last move of all wins, or who has most points of all together. {each}"
            ).trim_end().to_owned(),
            notation: "games and their positions with + between them".into(),
            example: ["sum".into(), self.0.clone().unwrap_or_else(|| "nim 3,4,5 + kayles 7".into())],
            ..Card::default()
        })
    }

    fn files(&self, position: Option<&str>) -> Files {
        let text = self.0.as_deref().or(position).unwrap_or_default();
        let files = sum::components(text).into_iter().map(|component| {
            let (game, position) = sum::split(component);
            Name::read(game).map_or(Files::None, |name| name.named.files(position))
        });
        files.max().unwrap_or(Files::None)
    }

    fn has_position(&self) -> bool {
        self.0.is_some()
    }
}
