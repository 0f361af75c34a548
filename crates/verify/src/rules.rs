//! The rules of games, for checking claims about positions: [`Rules`]. Those of the catalogue's games are their texts
//! (`bouton-texts`), which the interpreter evaluates; no moves of a game are written here.

mod coded;
pub(crate) mod form;
mod listed;
mod star;
pub(crate) mod sum;

use sha2::{Digest, Sha256};

use crate::obligation::Obligation;
use crate::position::{Language, Text};
use crate::shown::{brief, quoted};
use crate::{Bounds, Refusal};

/// All data that further play depends on: cells, heaps or numbers, and the turn if it matters.
pub type Position = Vec<i64>;

/// A move: the position after it, the points that it earns for the player who makes it, and whether the same player moves
/// again.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The position after it.
    pub to: Position,
    /// The points that it earns.
    pub gain: i64,
    /// Whether the same player moves again.
    pub again: bool,
}

impl From<Position> for Step {
    fn from(to: Position) -> Self {
        Self {
            to,
            gain: 0,
            again: false,
        }
    }
}

/// The rules of one game with its parameters.
pub(crate) trait Rules {
    /// Every legal move, in any fixed order.
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step));

    /// The score of a finished play for the player to move: points, or 1, 0, -1 for won, drawn, lost. By default a player
    /// without a move loses.
    fn end(&self, _at: &[i64]) -> Option<i64> {
        None
    }

    /// The position with this text, with Right to move or not.
    fn parse(&self, text: &str, right: bool) -> Result<Position, String>;

    /// The position in the game's notation.
    fn show(&self, at: &[i64]) -> String;

    /// Whether Right moves here, in a game in which Left and Right have different moves.
    fn is_rights(&self, _at: &[i64]) -> bool {
        false
    }

    /// Whether Left and Right have different moves.
    fn has_sides(&self) -> bool {
        false
    }

    /// The representative of positions that are equal up to symmetry, or, if the last to move wins, as sums.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        at.to_vec()
    }

    /// The same, unless rules would have to be evaluated for it.
    fn key_at_hand(&self, at: &[i64], misere: bool) -> Option<Position> {
        Some(self.key(at, misere))
    }

    /// The representative of a part of a position of an impartial game: parts with the same one are the same game.
    fn shape(&self, part: &[i64]) -> Position {
        self.key(part, true)
    }

    /// Whether both players have the same moves and the last to move wins.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Whether every line of play is known to end, by more than a statement of rules in a file.
    fn is_known_to_end(&self) -> bool {
        true
    }

    /// Whether it can be a part of a sum: the last to move in all parts wins, or the points of all parts count.
    fn is_played_in_sums(&self) -> bool {
        self.has_sides() || self.is_impartial()
    }

    /// The independent parts of a position of an impartial game that have a move, the largest last.
    fn parts(&self, at: &[i64]) -> Vec<Position> {
        vec![at.to_vec()]
    }

    /// Whether play may go on forever, which is a draw.
    fn lasts(&self) -> bool {
        false
    }

    /// Whether the value is counted in points.
    fn has_points(&self) -> bool {
        false
    }

    /// Whether misère play is defined: the last move decides.
    fn has_misere(&self) -> bool {
        !self.has_points()
    }

    /// The trusted functions of written rules.
    fn believed(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// The first error since the rules were opened, if they can fail. Results are proved only after this is checked.
    fn trouble(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

/// Opened rules with their identification.
pub(crate) struct Opened {
    pub(crate) rules: Box<dyn Rules>,
    pub(crate) whose: Whose,
}

/// The identification of rules, which a claim states instead of the title of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// The checker's own rules, for the game of this name with its parameters.
    Checker(String),
    /// The rules of the text with this number, with these parameters.
    File(usize, Option<String>),
    /// Each part of a sum has its own rules.
    Parts(Vec<Whose>),
}

impl Whose {
    fn uses(&self, text: usize) -> bool {
        match self {
            Self::Checker(_) => false,
            Self::File(number, _) => *number == text,
            Self::Parts(parts) => parts.iter().any(|part| part.uses(text)),
        }
    }

    /// Their name in a claim.
    pub(crate) fn told(&self, texts: &[Text]) -> String {
        match self {
            Self::Checker(name) => name.clone(),
            Self::File(number, parameters) => {
                let file = texts[*number].told();
                match parameters {
                    Some(parameters) => {
                        format!("{file} with the parameters {}", quoted(parameters))
                    }
                    None => file,
                }
            }
            Self::Parts(parts) => {
                let is_file = |part: &&Self| matches!(part, Self::File(..));
                let mut files: Vec<String> = parts
                    .iter()
                    .filter(is_file)
                    .map(|part| part.told(texts))
                    .collect();
                files.dedup();
                match files.is_empty() {
                    true => "sum".to_owned(),
                    false => format!("sum, with {}", files.join(" and ")),
                }
            }
        }
    }
}

/// The texts of rules in a certificate, and the limits for evaluating them.
#[derive(Clone, Copy)]
pub(crate) struct Brought<'n> {
    pub(crate) texts: &'n [Text],
    /// Whether their own claims are trusted.
    pub(crate) believes: bool,
    /// The game that the reader's rules replace.
    pub(crate) given: Option<&'n str>,
    pub(crate) bounds: &'n Bounds,
}

impl Brought<'_> {
    /// Each has the name of a file, and no two are equal: so no text can replace a game of the checker, or another text.
    fn check(&self) -> Result<(), Refusal> {
        for (n, text) in self.texts.iter().enumerate() {
            text.check_name()?;
            let is_new = self.texts[..n].iter().all(|other| other.name != text.name);
            Obligation::TextOnce.demand(is_new, || {
                Refusal::position(format!("expected {} once", quoted(&text.name)))
            })?;
        }
        Ok(())
    }
}

/// A game without a text, whose code is its text.
const CODED: &str = "take-and-break";
/// The game given by lists of options.
pub(crate) const FORM: &str = "form";

/// Games that are none without parameters.
const WITH_PARAMETERS: &str = "cat-and-mouse chomp coin-turning divisors hex octal partizan-octal partizan-subtraction row-front subtraction";

/// Games whose moves can entail an answer or a second move: they are no part of sums, and have no misère form.
const ENTAILING: [&str; 2] = ["nimstring", "top-entails"];
/// Games of points whose points are added in sums.
const ADDED: [&str; 4] = ["row-doubling", "row-ends", "row-front", "row-rest"];
/// Games of points with a misère form, in which the points count against their maker.
const MISERE: [&str; 1] = ["connect"];

/// The names of the games whose rules the checker knows.
///
/// ```
/// assert!(bouton_verify::games().contains(&"clobber"));
/// ```
pub fn games() -> Vec<&'static str> {
    let names = bouton_texts::TEXTS.iter().map(|(name, _)| *name);
    names.chain([CODED, FORM, SUM]).collect()
}

/// The game whose positions name the games of their parts.
pub(crate) const SUM: &str = "sum";

/// Opens a game; the position determines the size of a board.
pub(crate) fn open(game: &str, position: &str, brought: Brought<'_>) -> Result<Opened, Refusal> {
    brought.check()?;
    let (position, _) = split_side(position);
    let opened = match game {
        SUM => sum::open(position, brought)?,
        game => part(game, position, brought)?,
    };
    for (n, text) in brought.texts.iter().enumerate() {
        Obligation::TextUsed.demand(opened.whose.uses(n), || {
            Refusal::position(format!(
                "expected only rules that are played by, found those of {}",
                quoted(&text.name)
            ))
        })?;
    }
    Ok(opened)
}

/// Opens one game: the text with exactly this name, or else the checker's game.
fn part(game: &str, position: &str, brought: Brought<'_>) -> Result<Opened, Refusal> {
    let after = |text: &Text| match game.strip_prefix(&text.name)? {
        "" => Some(None),
        rest => Some(Some(rest.strip_prefix(':')?.to_owned())),
    };
    let mut texts = brought.texts.iter().enumerate();
    if let Some((number, parameters)) = texts.find_map(|(n, text)| Some((n, after(text)?))) {
        let text = &brought.texts[number];
        let rules = match (text.language, &parameters) {
            (Language::Rules, parameters) => written_in(text, parameters.as_deref(), brought)?,
            (Language::Graph, None) => listed::open(&text.text, brought)?,
            (Language::Graph, Some(_)) => {
                let message = format!("{}: nothing follows the name of a graph", quoted(game));
                return Err(Refusal::position(message));
            }
        };
        let whose = Whose::File(number, parameters);
        return Ok(Opened { rules, whose });
    }
    let rules = known(game, position, brought.bounds)?;
    let whose = Whose::Checker(game.to_owned());
    Ok(Opened { rules, whose })
}

/// The rules of the checker for a game.
fn known(game: &str, position: &str, bounds: &Bounds) -> Result<Box<dyn Rules>, Refusal> {
    let (name, parameters) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let is_sign = |c: char| c.is_ascii_alphanumeric() || ".,!?=[]/<>-".contains(c);
    // Whole numbers are counts, written in one way.
    let is_plain = |item: &str| {
        let number = item.parse::<i128>();
        number.is_ok_and(|n| n > 0 && n.to_string() == item) || item.parse::<i128>().is_err()
    };
    let fits = match parameters {
        Some(all) => all.chars().all(is_sign) && all.split(',').all(is_plain),
        None => !WITH_PARAMETERS.split(' ').any(|known| known == name),
    };
    Obligation::Parameters.demand(fits, || {
        let found = brief(parameters.unwrap_or_default());
        Refusal::position(format!("{name}: expected its parameters, found {found}"))
    })?;
    let in_game = |why: String| Refusal::position(format!("{name}: {why}"));
    match (name, parameters) {
        (FORM, None) => form::open(position).map_err(in_game),
        (CODED, Some(code)) => coded::open(code).map_err(in_game),
        _ => of_catalogue(name, parameters, bounds),
    }
}

/// The text of a game of the catalogue.
fn text_of(name: &str) -> Result<&'static str, Refusal> {
    let known = bouton_texts::TEXTS.iter().find(|(known, _)| *known == name);
    let known = known.map(|(_, text)| *text);
    known.ok_or_else(|| {
        let name = brief(name);
        Refusal::position(format!("the rules of {name} are not known to the checker"))
    })
}

/// The line of a certificate that names a game of the catalogue, with the hash of the words of its text: it stays the same when
/// comments and blanks change. None for other games.
pub(crate) fn line(game: &str) -> Option<String> {
    let words = bouton_language::words(text_of(game).ok()?).ok()?;
    let hash = Sha256::digest(words);
    let hash: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
    Some(format!("{BY}{game} {hash}\n"))
}

/// The word that begins such a line.
const BY: &str = "by ";

/// Whether a line names a game, and, if the reader gives no rules, its text by which the certificate was made.
pub(crate) fn is_named(found: &str, is_given: bool) -> Result<bool, Refusal> {
    let Some(named) = found.strip_prefix(BY) else {
        return Ok(false);
    };
    let game = named.split(' ').next().unwrap_or(named);
    let is_same = is_given || line(game).is_some_and(|line| line.trim_end() == found);
    Obligation::TextSame.demand(is_same, || {
        let game = quoted(game);
        Refusal::position(format!("it was made by another text of the rules of {game}: make it again, or check it by that text (`--rules FILE`)"))
    })?;
    Ok(true)
}

/// The rules of a game of the catalogue, by its text.
fn of_catalogue(
    name: &str,
    parameters: Option<&str>,
    bounds: &Bounds,
) -> Result<Box<dyn Rules>, Refusal> {
    star::open(text_of(name)?, parameters, facts(name), bounds)
}

fn facts(name: &str) -> star::Facts {
    star::Facts {
        is_entailing: ENTAILING.contains(&name),
        adds_points: ADDED.contains(&name),
        has_misere_points: MISERE.contains(&name),
        ..star::Facts::of(star::Trust::Whole)
    }
}

fn written_in(
    text: &Text,
    parameters: Option<&str>,
    brought: Brought<'_>,
) -> Result<Box<dyn Rules>, Refusal> {
    let facts = match (brought.given, brought.believes) {
        (Some(name), _) => facts(name),
        (None, true) => star::Facts::of(star::Trust::Believed),
        (None, false) => star::Facts::of(star::Trust::Nothing),
    };
    star::open(&text.text, parameters, facts, brought.bounds)
}

/// Refuses if the rules failed since they were opened: their results are then not proved.
pub(crate) fn answered(rules: &dyn Rules) -> Result<(), Refusal> {
    match rules.trouble() {
        Err(why) if !Obligation::RulesAnswer.met(false) => Err(why),
        _ => Ok(()),
    }
}

/// A position in the game's notation, followed by ` R` if Right is to move.
pub(crate) fn written(rules: &dyn Rules, at: &[i64]) -> String {
    let turn = if rules.is_rights(at) { " R" } else { "" };
    rules.show(at) + turn
}

pub(crate) fn read(rules: &dyn Rules, text: &str) -> Result<Position, String> {
    match rules.has_sides() {
        true => {
            let (text, is_rights) = split_side(text);
            rules.parse(text, is_rights)
        }
        false => rules.parse(text, false),
    }
}

/// The text of a position without the side to move, and whether that is Right: ` R` or ` L` may end it.
fn split_side(text: &str) -> (&str, bool) {
    let text = text.trim_end();
    match text.strip_suffix(" R") {
        Some(text) => (text, true),
        None => (text.strip_suffix(" L").unwrap_or(text), false),
    }
}
