//! Games written in the Game Description Language: `file.kif` or `file.gdl`, with an objective if they are not zero-sum.

use std::sync::Arc;
use std::time::Duration;

use bouton_core::Limits;
use bouton_core::oracle::asked;
use bouton_engine::{Component, Error, Sentence, Untyped};
use bouton_external::ExternalRules;
use bouton_gdl::{Opened, Refusal, with_opened};

use super::endings::DESCRIPTIONS;
use super::{Card, Checked, Files, Named, Terms, title};
use crate::external::External;

/// The default time limit of reading.
const PATIENCE: Duration = Duration::from_secs(60);
/// The longest GDL file.
const LONGEST: u64 = 64 << 20;

/// The name of a GDL file.
#[derive(Clone, Debug)]
struct Path {
    /// As typed: the path of the file, or only a name if the text is given.
    game: String,
    terms: Terms,
}

pub(super) fn read(text: &str, terms: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    if DESCRIPTIONS
        .iter()
        .any(|ending| text.contains(&format!("{ending}:")))
    {
        return Some(Err(Error::Unfit(format!(
            "{text}: expected nothing after the name of a GDL file; --aim sets the objective"
        ))));
    }
    let has_ending = DESCRIPTIONS.iter().any(|ending| text.ends_with(ending));
    has_ending.then(|| {
        terms.check(text)?;
        Ok(Arc::new(Path {
            game: text.to_owned(),
            terms: terms.clone(),
        }) as _)
    })
}

impl Path {
    fn text(&self) -> Result<Arc<str>, Error> {
        if let Some(text) = &self.terms.rules {
            return Ok(text.clone());
        }
        let path = &self.game;
        let io = |error: std::io::Error| Error::io(path, error);
        if std::fs::metadata(path).map_err(io)?.len() > LONGEST {
            let why = format!("{path}: longer than {} MiB", LONGEST >> 20);
            return Err(Error::Io(why.into()));
        }
        let bytes = std::fs::read(path).map_err(io)?;
        Ok(String::from_utf8_lossy(&bytes).into())
    }

    fn read(&self) -> Result<Opened, Error> {
        let (path, text) = (&self.game, self.text()?);
        let limits = Limits {
            deadline: (self.terms.limits.deadline).or(Limits::within(PATIENCE).deadline),
            ..self.terms.limits.clone()
        };
        let opened = bouton_gdl::open(path, &text, self.terms.aim, &limits);
        opened.map_err(|refusal| match refusal {
            Refusal::Fault(fault) => Error::Rules(Sentence::of(fault)),
            Refusal::Stopped(reason) => Error::Stopped(reason),
        })
    }

    fn checked(&self, positions: &[String], limits: &Limits) -> Result<Checked, Error> {
        with_opened!(self.read()?, rules => {
            let read = |text: &String| {
                let read = asked(|| rules.read(text))?;
                read.map_err(|error| Error::input("position", error))
            };
            let positions = positions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            Ok(Checked {
                name: title(&self.game),
                report: rules.check(&positions, limits),
            })
        })
    }
}

impl Named for Path {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        let name = self.game.clone();
        with_opened!(self.read()?, rules => {
            let external = External { name, rules, again: None };
            external.open(position, misere)
        })
    }

    fn component(&self, _position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        Err(Error::Unfit(format!(
            "{} cannot be part of a sum: its goals decide at its own end, not by the last move of the sum",
            self.game
        )))
    }

    fn card(&self) -> Result<Card, Error> {
        let opened = self.read()?;
        let (kind, notation) = with_opened!(opened, rules => {
            (rules.kind(), asked(|| rules.notation())?)
        });
        Ok(Card {
            name: title(&self.game),
            rules: format!("As the GDL file says ({kind})."),
            notation,
            example: [self.game.clone(), String::new()],
            ..Card::default()
        })
    }

    fn check(&self, positions: &[String], limits: &Limits) -> Option<Result<Checked, Error>> {
        Some(self.checked(positions, limits))
    }

    fn has_aim(&self) -> bool {
        true
    }

    fn files(&self, _position: Option<&str>) -> Files {
        match self.terms.rules {
            Some(_) => Files::None,
            None => Files::Program,
        }
    }
}
