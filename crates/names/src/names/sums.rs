//! Names of sums: `nim 3,4,5 + kayles 7`, its positions in it, or `sum` with such a text as its position.

use std::sync::Arc;

use bouton_core::take_and_break::Code;
use bouton_engine::{Component, Error, Untyped};

use super::expression::is_expression;
use super::{Card, Files, Name, Named, Terms};
use crate::sum::{self, PLUS};

/// A sum: its text, or none if the position contains it.
struct Sums {
    text: Option<String>,
    terms: Terms,
}

pub(super) fn read(text: &str, terms: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    let text = match text {
        "sum" => None,
        text if is_sum(text) => Some(text.to_owned()),
        _ => return None,
    };
    let terms = terms.clone();
    Some(Ok(Arc::new(Sums { text, terms })))
}

/// Whether there are several components; text in the braces of an expression does not count.
fn is_sum(text: &str) -> bool {
    text.contains(PLUS) && (sum::components(text).len() > 1 || !is_expression(text))
}

/// The rules of games that are written with their positions, each once.
pub(super) fn rules_of<'t>(
    parts: impl Iterator<Item = &'t str>,
    terms: &Terms,
) -> Result<String, Error> {
    let (mut names, mut rules) = (Vec::new(), Vec::new());
    for part in parts {
        let card = Name::read_for(sum::split(part).0, terms)?.card()?;
        if !names.contains(&card.name) {
            let called = card.called.as_ref().unwrap_or(&card.name);
            rules.push(format!("{called}: {}", card.rules));
            names.push(card.name);
        }
    }
    Ok(rules.join(" "))
}

/// The files that opening such games reads.
pub(super) fn files_of(parts: Vec<&str>, terms: &Terms) -> Files {
    let files = parts.into_iter().map(|part| {
        let (game, position) = sum::split(part);
        Name::read_for(game, terms).map_or(Files::None, |name| name.named.files(position))
    });
    files.max().unwrap_or(Files::None)
}

impl Named for Sums {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        match (self.text.as_deref(), position) {
            (None, Some(text)) | (Some(text), None) => sum::open(text, misere, &self.terms),
            (None, None) => Err(Error::Unfit(
                "expected a sum like \"nim 3,4,5 + kayles 7\", its positions in it".into(),
            )),
            (Some(_), Some(beside)) => Err(Error::Unfit(format!(
                "expected no position besides the sum, which contains its positions; found {beside:?}"
            ))),
        }
    }

    fn component(&self, _position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        Err(Error::Unfit(
            "a sum is no component of a sum: write its components beside the others".into(),
        ))
    }

    fn card(&self) -> Result<Card, Error> {
        let components = self.text.iter().flat_map(|text| sum::components(text));
        let each = rules_of(components, &self.terms)?;
        Ok(Card {
            name: "sum".into(),
            rules: format!(
                "A move is a move in one component. The player who makes the last move of all wins, or the player with most points in total. {each}"
            ).trim_end().to_owned(),
            notation: "games and their positions with + between them".into(),
            example: ["sum".into(), self.text.clone().unwrap_or_else(|| "nim 3,4,5 + kayles 7".into())],
            ..Card::default()
        })
    }

    fn code(&self) -> Option<Result<Code, Error>> {
        Some(Err(Error::Unfit(
            "a sum has no sequence: ask for that of one of its games, such as kayles".into(),
        )))
    }

    fn files(&self, position: Option<&str>) -> Files {
        let text = self.text.as_deref().or(position).unwrap_or_default();
        files_of(sum::components(text), &self.terms)
    }

    fn has_position(&self) -> bool {
        self.text.is_some()
    }
}
