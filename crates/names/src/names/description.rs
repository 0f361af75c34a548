//! Games written in the Game Description Language: `file.kif`, or `file.kif:aim=more`.

use std::sync::Arc;
use std::time::Duration;

use bouton_core::oracle::asked;
use bouton_core::{Alternating, Declares, Limits, Notation};
use bouton_engine::{Component, Error, Face, Opening, open};
use bouton_gdl::{Aim, Gdl, Opened, Packed, Refusal, Report, Valued, with_opened};

use super::{Card, Files, Named};

/// The ending of a description's name.
const ENDING: &str = ".kif";
/// What may follow it.
const AIMS: [(&str, Aim); 2] = [("aim=more", Aim::More), ("aim=own", Aim::Own)];
/// Reading one may take so long.
const PATIENCE: Duration = Duration::from_secs(60);
/// No description is longer.
const LONGEST: u64 = 64 << 20;

/// A description as it is named.
#[derive(Clone, Debug)]
struct Path {
    /// As typed.
    game: String,
    path: String,
    aim: Option<Aim>,
}

pub(super) fn read(text: &str) -> Option<Result<Arc<dyn Named>, Error>> {
    Some(path(text)?.map(|path| Arc::new(path) as _))
}

/// The description of that name, if it is the name of one.
fn path(game: &str) -> Option<Result<Path, Error>> {
    let end = game
        .find(&format!("{ENDING}:"))
        .map(|end| end + ENDING.len());
    let (path, aim) = match end {
        Some(end) => (&game[..end], Some(&game[end + 1..])),
        None => (game.strip_suffix(ENDING).map(|_| game)?, None),
    };
    let known = |aim: &str| {
        AIMS.iter()
            .find(|known| known.0 == aim)
            .map(|known| known.1)
    };
    let read = match aim.map(known) {
        None => Ok(None),
        Some(Some(aim)) => Ok(Some(aim)),
        Some(None) => {
            let message = "after the colon expected aim=more (who has more wins) or aim=own (how much of its goal the mover can force)";
            Err(Error::whole("game", game, message))
        }
    };
    Some(read.map(|aim| Path {
        game: game.to_owned(),
        path: path.to_owned(),
        aim,
    }))
}

impl Path {
    fn read(&self, limits: &Limits) -> Result<Opened, Error> {
        let io = |error: std::io::Error| Error::Io(format!("{}: {error}", self.path));
        if std::fs::metadata(&self.path).map_err(io)?.len() > LONGEST {
            return Err(Error::Io(format!(
                "{}: longer than {} MiB",
                self.path,
                LONGEST >> 20
            )));
        }
        let bytes = std::fs::read(&self.path).map_err(io)?;
        let text = String::from_utf8_lossy(&bytes);
        bouton_gdl::open(&self.path, &text, self.aim, limits).map_err(|refusal| match refusal {
            Refusal::Fault(fault) => Error::Rules(fault.to_string()),
            Refusal::Stopped(reason) => Error::Stopped(reason),
        })
    }
}

/// What was found in a description, if the name is one's.
pub(super) fn check(
    game: &str,
    positions: &[String],
    limits: &Limits,
) -> Option<Result<(String, Report), Error>> {
    Some(path(game)?.and_then(|path| {
        with_opened!(path.read(limits)?, game => {
            let read = |text: &String| place(&game, Some(text)).map(|placed| placed.1);
            let positions = positions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
            Ok((title(&path.path), game.check(&positions, limits)))
        })
    }))
}

/// The name of a game, which its file gives nowhere else.
fn title(path: &str) -> String {
    let file = std::path::Path::new(path).file_stem();
    file.map_or_else(
        || path.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// The game at the position that a text stands for, or at its start.
fn place<P: Packed, S: Valued>(
    game: &Gdl<P, S>,
    position: Option<&str>,
) -> Result<(Gdl<P, S>, P), Error>
where
    Gdl<P, S>: Declares + Alternating<Position = P>,
{
    let at = match position {
        Some(text) => {
            asked(|| game.parse(text))?.map_err(|error| Error::input("position", error))?
        }
        None => game.start(),
    };
    let game = asked(|| game.seen_from(&at))?;
    Ok((game, at))
}

impl Path {
    fn face<P: Packed, S: Valued>(
        &self,
        game: Gdl<P, S>,
        position: Option<&str>,
        misere: bool,
    ) -> Result<Box<dyn Face>, Error>
    where
        Gdl<P, S>: Declares + Alternating<Position = P>,
    {
        let opening = Opening {
            name: self.game.clone(),
            opened: place(&game, position)?,
            again: None,
        };
        open(opening, misere)
    }
}

impl Named for Path {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Box<dyn Face>, Error> {
        let opened = self.read(&Limits::within(PATIENCE))?;
        with_opened!(opened, game => self.face(game, position, misere))
    }

    fn component(&self, _position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        Err(Error::Unfit(format!(
            "{} cannot be part of a sum: its goals tell who wins at its own end, not who moves last in all of them",
            self.game
        )))
    }

    fn card(&self) -> Result<Card, Error> {
        let opened = self.read(&Limits::within(PATIENCE))?;
        let (kind, notation) = with_opened!(opened, game => {
            (game.kind(), asked(|| game.notation())?)
        });
        Ok(Card {
            name: title(&self.path),
            parameters: "aim=more or aim=own, where the players are not strictly opposed"
                .to_owned(),
            rules: format!("As the description says ({kind})."),
            notation,
            example: [self.game.clone(), String::new()],
            ..Card::default()
        })
    }

    fn files(&self, _position: Option<&str>) -> Files {
        Files::Program
    }
}
