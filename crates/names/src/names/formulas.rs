//! Names of files of rules as formulas, `my.game`, and of certificates of laws, `my.law`.

use std::path::Path;
use std::sync::Arc;

use bouton_core::take_and_break::Code;
use bouton_engine::{Component, Error, Untyped};

use super::{Card, Files, Named, Terms};
use crate::formulated::Reading;

/// The endings of such files.
const ENDINGS: [&str; 2] = ["game", "law"];

/// The path of a file.
struct File(String);

pub(super) fn read(text: &str, terms: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    let ending = Path::new(text).extension()?.to_str()?;
    ENDINGS.contains(&ending).then(|| {
        terms
            .check(text)
            .map(|()| Arc::new(File(text.to_owned())) as Arc<dyn Named>)
    })
}

impl File {
    fn text(&self) -> Result<String, Error> {
        let text = std::fs::read_to_string(&self.0);
        let text =
            text.map_err(|error| Error::io(format_args!("cannot read {}", self.0), error))?;
        // Some editors put a mark first, and a return at the end of each line.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        Ok(text.replace("\r\n", "\n"))
    }

    fn reading(&self) -> Result<Reading, Error> {
        Reading::of(&self.0, self.text()?)
    }
}

impl Named for File {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        self.reading()?.open(position, misere)
    }

    fn open_anywhere(&self, misere: bool) -> Result<Untyped, Error> {
        self.reading()?.open_smallest(misere)
    }

    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        self.reading()?.component(position)
    }

    fn card(&self) -> Result<Card, Error> {
        Ok(self.reading()?.card())
    }

    fn code(&self) -> Option<Result<Code, Error>> {
        Some(Err(Error::Unfit(format!(
            "sequences are computed from codes such as octal:0.77; `bouton values {} --up-to N` tabulates a file of rules",
            self.0
        ))))
    }

    fn covering(&self) -> Result<Option<Code>, Error> {
        Ok(self.reading()?.covering())
    }

    fn formulas(&self, _heaps: usize) -> Option<Result<String, Error>> {
        Some(self.text())
    }

    fn files(&self, _position: Option<&str>) -> Files {
        Files::Data
    }
}
