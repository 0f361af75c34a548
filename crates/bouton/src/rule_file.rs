//! Games written down in rule files: `file.star`, or `file.star:parameters`.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bouton_core::entry::{OpenError, Opened as Placed};
use bouton_core::{Declares, InputError, Limits};
pub use bouton_rules::check::Report;
pub use bouton_rules::watch;
use bouton_rules::{Kind, Opened, Parameter, RuleFile, Written};

use crate::error::Error;
use crate::menu::{HasMisere, Menu};
use crate::room::{Door, Room};
use crate::session::Session;
use crate::sum::{Part, PartMaker};

/// The ending of a rule file's name.
const ENDING: &str = ".star";

/// A rule file as it is named: path and parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Named<'n> {
    /// As typed.
    game: &'n str,
    path: &'n str,
    parameters: Option<&'n str>,
}

/// The rule file of that name, if it is the name of one.
pub(crate) fn named(game: &str) -> Option<Named<'_>> {
    let end = game.find(&format!("{ENDING}:"));
    let (path, parameters) = match end {
        Some(end) => {
            let (path, rest) = game.split_at(end + ENDING.len());
            (path, Some(&rest[1..]))
        }
        None => (game.strip_suffix(ENDING).map(|_| game)?, None),
    };
    Some(Named {
        game,
        path,
        parameters,
    })
}

/// Whether a game's name is that of a rule file, or of a sum with one in it.
pub fn is_rule_file(game: &str) -> bool {
    game.split_whitespace().any(|word| named(word).is_some())
}

impl Named<'_> {
    fn read(&self) -> Result<Arc<RuleFile>, Error> {
        RuleFile::read(self.path, self.parameters).map_err(|fault| Error::Rules(fault.to_string()))
    }
}

/// What was found in a rule file.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The name of the game.
    pub name: String,
    /// What kind of game the file describes, in words.
    pub kind: &'static str,
    /// Mistakes, notes, and a line of play.
    pub report: Report,
}

/// Looks for mistakes in a rule file, from its start and from some positions.
///
/// # Errors
/// A file that does not describe a game, or a position that it cannot read.
pub fn check(game: &str, positions: &[String], limits: &Limits) -> Result<Checked, Error> {
    let named = named(game).ok_or_else(|| {
        let message = format!("expected the path of a rule file, which ends in {ENDING}");
        Error::input("file", InputError::new(message, game, 0..game.len()))
    })?;
    let file = named.read()?;
    let read = |text: &String| {
        file.parse(text)
            .map_err(|error| Error::input("position", error))
    };
    let positions = positions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    Ok(Checked {
        name: file.name().to_owned(),
        kind: kind(&file),
        report: bouton_rules::check::check(&file, &positions, limits),
    })
}

/// The kind of game in words.
fn kind(file: &RuleFile) -> &'static str {
    match (file.kind(), file.is_loopfree()) {
        (Kind::Impartial, true) => "impartial: the same moves for both, the last to move wins",
        (Kind::Impartial, false) => {
            "impartial: the same moves for both, the last to move wins; without plies_left, endless play is looked for, and a draw"
        }
        (Kind::Outcome, true) => "won, drawn or lost",
        (Kind::Outcome, false) => {
            "won, drawn or lost; without plies_left, endless play is looked for, and a draw"
        }
        (Kind::Points, true) => "a game of points",
        (Kind::Points, false) => {
            "a game of points; without plies_left, endless play is looked for, and refused"
        }
        (Kind::Partizan, true) => {
            "partizan: Left and Right have moves of their own, the last to move wins"
        }
        (Kind::Partizan, false) => {
            "partizan: Left and Right have moves of their own, the last to move wins; without plies_left, endless play is looked for, and refused"
        }
    }
}

/// What is told about a rule file, as of a game of the catalogue.
#[derive(Clone, Debug)]
pub struct RuleCard {
    /// The name of the game.
    pub name: String,
    /// What may follow the file's name after a colon, or "".
    pub parameters: String,
    /// The rules, and what kind of game they make.
    pub rules: String,
    /// How a position is written, by the example of the start.
    pub notation: String,
    /// Where the game is from, or "".
    pub source: String,
}

/// What a rule file tells about itself; `None` for a name that is no rule file's.
///
/// # Errors
/// A file that does not describe a game.
pub fn card(game: &str) -> Result<Option<RuleCard>, Error> {
    let Some(named) = named(game) else {
        return Ok(None);
    };
    let file = named.read()?;
    let parameter = |p: &Parameter| format!("{}={}", p.name, p.default);
    let parameters: Vec<_> = file.parameters().iter().map(parameter).collect();
    let rules = file.rules();
    let rules = if rules.is_empty() {
        String::new()
    } else {
        format!("{rules} ")
    };
    Ok(Some(RuleCard {
        name: file.name().to_owned(),
        parameters: parameters.join(","),
        rules: format!("{rules}({})", kind(&file)),
        notation: file.notation(),
        source: file.source().to_owned(),
    }))
}

/// Does `$work` with the game that a file describes as `$game`.
macro_rules! with_game {
    ($opened:expr, $game:ident => $work:expr) => {
        match $opened {
            Opened::Impartial($game) => $work,
            Opened::SharedEndless($game) => $work,
            Opened::Outcome($game) => $work,
            Opened::OutcomeEndless($game) => $work,
            Opened::Points($game) => $work,
            Opened::PointsEndless($game) => $work,
            Opened::Partizan($game) => $work,
            Opened::PartizanEndless($game) => $work,
        }
    };
}

/// Opens a rule file.
pub(crate) fn open(
    named: &Named,
    position: Option<&str>,
    misere: bool,
) -> Result<Box<dyn Session>, Error> {
    with_game!(bouton_rules::open(named.read()?), game => seat(game, named, position, misere))
}

/// Opens a rule file as a component of a sum.
pub(crate) fn open_part(
    named: &Named,
    position: Option<&str>,
) -> Result<(Box<dyn Part>, u32), Error> {
    with_game!(bouton_rules::open(named.read()?), game => part(game, named, position))
}

/// The position that a text stands for, or the usual start.
fn place<G: Written + Declares + Clone>(
    game: &G,
    position: Option<&str>,
) -> Result<G::Position, Error> {
    let at = match position {
        Some(text) => game.parse(text),
        None => game.start().ok_or_else(|| {
            let message = "the rule file has no start: give a position";
            InputError::new(message, "", 0..0)
        }),
    };
    at.map_err(|error| Error::input("position", error))
}

fn part<G: Written + Declares + Clone>(
    game: G,
    named: &Named,
    position: Option<&str>,
) -> Result<(Box<dyn Part>, u32), Error> {
    if game.file().scores_the_end() {
        return Err(Error::Unfit(format!(
            "{} cannot be part of a sum: its score is told at its end to whoever is to move then, who may be the other player where more games go on; give points by the moves (points = True)",
            named.game
        )));
    }
    let at = place(&game, position)?;
    let made = PartMaker::part(named.game, (game, at));
    made.ok_or_else(|| {
        Error::Unfit(format!(
            "{} cannot be part of a sum: there the last to move wins, or both players earn points by the same moves",
            named.game
        ))
    })
}

fn seat<G: Written + Declares + Clone>(
    game: G,
    named: &Named,
    position: Option<&str>,
    misere: bool,
) -> Result<Box<dyn Session>, Error> {
    let at = place(&game, position)?;
    let shelf = Shelf::new(game.clone(), named);
    if !misere {
        let door = Door {
            open: Box::new(move |text| shelf.open(text)),
            menu: |game| Menu::gather(|menu| game.declare(menu)),
        };
        return Ok(Box::new(Room::new(named.game, (game, at), false, door)));
    }
    let room = HasMisere::of(&game).ok_or_else(|| {
        Error::Unfit(format!(
            "{} has no misère form: --misere means nothing there",
            named.game
        ))
    })?;
    let open = Box::new(move |text: &str| shelf.open(text));
    Ok(room(named.game, (game, at), open))
}

/// A rule file as it was read last; it is read again when it has changed.
struct Shelf<G> {
    path: String,
    parameters: Option<String>,
    held: Mutex<(G, Stamp)>,
}

/// What tells that a file has changed: when it was written, and its length.
type Stamp = Option<(SystemTime, u64)>;

fn stamp(path: &str) -> Stamp {
    let about = std::fs::metadata(path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

impl<G: Written + Declares + Clone> Shelf<G> {
    fn new(game: G, named: &Named) -> Self {
        Self {
            path: named.path.to_owned(),
            parameters: named.parameters.map(str::to_owned),
            held: Mutex::new((game, stamp(named.path))),
        }
    }

    /// The game at another position.
    fn open(&self, text: &str) -> Result<Placed<G>, OpenError> {
        let game = self
            .game()
            .map_err(|message| OpenError::Position(InputError::new(message, "", 0..0)))?;
        let at = game.parse(text).map_err(OpenError::Position)?;
        Ok((game, at))
    }

    fn game(&self) -> Result<G, String> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.path);
        if now != held.1 {
            let file = RuleFile::read(&self.path, self.parameters.as_deref());
            let file = file.map_err(|fault| fault.to_string())?;
            let kind = |file: &RuleFile| (file.kind(), file.is_loopfree());
            if kind(&file) != kind(held.0.file()) {
                let message = "the file now describes a game of another kind: open it again";
                return Err(format!("{}: {message}", self.path));
            }
            *held = (G::of(file), now);
        }
        Ok(held.0.clone())
    }
}
