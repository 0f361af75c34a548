//! Names of families whose rules are known as formulas, beyond the games of the catalogue: `ruler`, `wythoff:2`, `moore`.

use std::sync::Arc;

use bouton_engine::{Component, Error, Untyped};
use bouton_laws::family;

use super::{Card, Named, Terms};
use crate::formulated::Reading;

/// The number of heaps of a family with any number of heaps, if nothing determines it.
const HEAPS: usize = 2;

/// The name of a family, with its parameters.
struct Family(String);

pub(super) fn read(text: &str, _: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    let name = text.split(':').next()?;
    if !bouton_laws::names().contains(&name) {
        return None;
    }
    Some(match family(text, HEAPS, false) {
        Ok(_) if text == name || has_parameters(text) => Ok(Arc::new(Family(text.to_owned()))),
        Ok(_) => Err(Error::whole(
            "game",
            text,
            format!("{name} takes no parameters"),
        )),
        Err(error) => Err(Error::whole("game", text, error.to_string())),
    })
}

/// Whether the parameters after a family's name are valid.
pub(super) fn has_parameters(text: &str) -> bool {
    let rules = |text| family(text, HEAPS, false).ok();
    let name = text.split(':').next().unwrap_or(text);
    rules(text).is_some_and(|with| rules(name) != Some(with))
}

impl Family {
    fn reading(&self, heaps: usize) -> Result<Reading, Error> {
        let text = family(&self.0, heaps, false);
        let text = text.map_err(|error| Error::Unfit(error.to_string()))?;
        Reading::of(&self.0, text)
    }

    /// The reading for a position. Where a position has one more number than heaps, such as a pass that is left, it is read
    /// with one heap less.
    fn reading_at(&self, position: Option<&str>) -> Result<Reading, Error> {
        let count = position.map_or(HEAPS, |text| text.split(',').count());
        let reading = self.reading(count)?;
        if position.is_some() && reading.numbers() == count + 1 && count > 1 {
            return self.reading(count - 1);
        }
        Ok(reading)
    }
}

impl Named for Family {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        self.reading_at(position)?.open(position, misere)
    }

    fn open_anywhere(&self, misere: bool) -> Result<Untyped, Error> {
        self.reading(HEAPS)?.open_smallest(misere)
    }

    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        self.reading_at(position)?.component(position)
    }

    fn card(&self) -> Result<Card, Error> {
        Ok(self.reading(HEAPS)?.card())
    }

    fn formulas(&self, heaps: usize) -> Option<Result<String, Error>> {
        let text = family(&self.0, heaps, false);
        Some(text.map_err(|error| Error::Unfit(error.to_string())))
    }
}
