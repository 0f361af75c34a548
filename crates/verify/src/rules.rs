//! The rules of games, written a second time from their texts, for checking claims about positions: [`Rules`], one file a
//! game.
//!
//! They are simple and slow, and share no code with the games of the catalogue.

mod amazons;
mod board;
mod boxes;
mod cat_and_mouse;
mod chomp;
mod clobber;
mod coded;
mod coin_turning;
mod col;
mod colouring;
mod connect;
mod cram;
mod crosses;
mod cutcake;
mod dobutsu_shogi;
mod domineering;
mod dots_and_boxes;
mod eatcake;
mod elephants_and_rhinos;
mod euclid;
mod fibonacci_nim;
mod fission;
pub(crate) mod form;
mod fox_and_geese;
mod geography;
mod graph;
mod grundy;
mod hackenbush;
mod heaps;
mod hexapawn;
mod kalah;
mod konane;
mod krk;
mod lines;
mod listed;
mod maundy_cake;
mod men;
mod mnk;
mod morris;
mod mu_torere;
mod nim;
mod nimstring;
mod node_kayles;
mod nogo;
mod partizan_octal;
mod partizan_subtraction;
mod pieces;
mod pong_hau_k_i;
mod poset;
mod push;
mod row_doubling;
mod row_ends;
mod row_front;
mod row_rest;
mod rows;
mod shove;
mod snort;
mod staircase;
#[cfg(feature = "rules")]
mod star;
mod subtraction;
pub(crate) mod sum;
mod teeko;
mod thirty_one;
mod three_mens_morris;
mod toads_and_frogs;
mod top_entails;
mod toppling_dominoes;
mod two_heaps;
mod two_values;
mod wythoff;

use crate::obligation::Obligation;
use crate::position::{Language, Text};
use crate::shown::{brief, quoted};
use crate::{Bounds, Refusal};
use Takes::{Nothing, Own, Size};

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

    /// The position without parts of value 0, if the last to move wins.
    fn reduced(&self, at: Position) -> Position {
        at
    }

    /// The representative of positions that are equal up to symmetry, or, if the last to move wins, as sums.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        at.to_vec()
    }

    /// The representative of a part of a position of an impartial game: parts with the same one are the same game.
    fn shape(&self, part: &[i64]) -> Position {
        self.key(part, true)
    }

    /// Bounds of the value by counting alone.
    fn bounds(&self, _at: &[i64]) -> Option<(i64, i64)> {
        None
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

type Open = fn(&Named<'_>) -> Result<Box<dyn Rules>, String>;

/// The parameters that may follow the colon of a game's name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// The numbers of rows and columns of a position's board, or nothing.
    Size,
    /// Parameters that the game itself reads.
    Own,
}

/// The game and position to open.
pub(crate) struct Named<'n> {
    /// The text after the colon of the game's name.
    pub(crate) parameters: Option<&'n str>,
    /// The first position, which determines the size of a board.
    pub(crate) position: &'n str,
}

/// The texts of rules in a certificate, and the limits for evaluating them.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "rules"),
    allow(dead_code, reason = "only what evaluates texts looks at it")
)]
pub(crate) struct Brought<'n> {
    pub(crate) texts: &'n [Text],
    /// Whether their own claims are trusted.
    pub(crate) believes: bool,
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

/// Every game whose rules are in this crate, one line each.
const GAMES: &[(&str, Takes, Open)] = &[
    ("amazons", Size, amazons::open),
    (
        "backsliding-toads-and-frogs",
        Nothing,
        toads_and_frogs::backsliding,
    ),
    ("box", Nothing, boxes::open),
    ("cat-and-mouse", Own, cat_and_mouse::open),
    ("chomp", Own, chomp::open),
    ("clobber", Size, clobber::open),
    ("coin-turning", Own, coin_turning::open),
    ("col", Size, col::open),
    ("connect", Own, connect::open),
    ("cram", Size, cram::open),
    ("crosses", Nothing, crosses::open),
    ("cutcake", Nothing, cutcake::open),
    ("divisors", Own, poset::divisors),
    ("domineering", Size, domineering::open),
    ("dobutsu-shogi", Nothing, dobutsu_shogi::open),
    ("dots-and-boxes", Own, dots_and_boxes::open),
    ("eatcake", Nothing, eatcake::open),
    ("elephants-and-rhinos", Nothing, elephants_and_rhinos::open),
    ("euclid", Nothing, euclid::open),
    ("fibonacci-nim", Nothing, fibonacci_nim::open),
    ("fission", Size, fission::open),
    ("form", Nothing, form::open),
    ("fox-and-geese", Size, fox_and_geese::open),
    ("geography", Nothing, geography::open),
    ("grundy", Nothing, grundy::open),
    ("hackenbush", Nothing, hackenbush::open),
    ("hex", Own, coded::open),
    ("hexapawn", Own, hexapawn::open),
    ("kalah", Own, kalah::open),
    ("konane", Size, konane::open),
    ("krk", Nothing, krk::open),
    ("maundy-cake", Nothing, maundy_cake::open),
    ("mnk", Own, mnk::open),
    ("mu-torere", Nothing, mu_torere::open),
    ("nim", Nothing, nim::open),
    ("nimstring", Own, nimstring::open),
    ("nine-mens-morris", Nothing, morris::nine),
    ("node-kayles", Nothing, node_kayles::open),
    ("nogo", Size, nogo::open),
    ("octal", Own, coded::open),
    ("partizan-octal", Own, partizan_octal::open),
    ("partizan-subtraction", Own, partizan_subtraction::open),
    ("pong-hau-k-i", Nothing, pong_hau_k_i::open),
    ("poset", Nothing, poset::open),
    ("push", Nothing, push::open),
    ("row-doubling", Nothing, row_doubling::open),
    ("row-ends", Nothing, row_ends::open),
    ("row-front", Own, row_front::open),
    ("row-rest", Nothing, row_rest::open),
    ("shove", Nothing, shove::open),
    ("six-mens-morris", Nothing, morris::six),
    ("snort", Size, snort::open),
    ("staircase", Nothing, staircase::open),
    ("subtraction", Own, subtraction::open),
    ("take-and-break", Own, coded::open),
    ("teeko", Nothing, teeko::open),
    ("thirty-one", Nothing, thirty_one::open),
    ("three-mens-morris", Nothing, three_mens_morris::open),
    ("toads-and-frogs", Nothing, toads_and_frogs::open),
    ("top-entails", Nothing, top_entails::open),
    ("toppling-dominoes", Nothing, toppling_dominoes::open),
    ("two-values", Nothing, two_values::open),
    ("wythoff", Nothing, wythoff::open),
];

/// The names of the games whose rules are in this crate.
///
/// ```
/// assert!(bouton_verify::games().contains(&"clobber"));
/// ```
pub fn games() -> Vec<&'static str> {
    let names = GAMES.iter().map(|(name, ..)| *name);
    names.chain([SUM]).collect()
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
    let rules = known(game, position).map_err(Refusal::position)?;
    let whose = Whose::Checker(game.to_owned());
    Ok(Opened { rules, whose })
}

/// The rules of the checker for a game.
fn known(game: &str, position: &str) -> Result<Box<dyn Rules>, String> {
    let (name, parameters) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let known = GAMES.iter().find(|(known, ..)| *known == name);
    let (_, takes, open) = known
        .ok_or_else(|| format!("the rules of {} are not known to the checker", brief(name)))?;
    if let Some(parameters) = parameters {
        let is_sign = |c: char| c.is_ascii_alphanumeric() || ".,!?=[]/<>-".contains(c);
        let fits = *takes != Nothing && parameters.chars().all(is_sign);
        if !Obligation::Parameters.met(fits) {
            let found = brief(parameters);
            return Err(format!(
                "{name}: expected no such parameters, found {found}"
            ));
        }
        let is_size = || board::size(position).as_deref() == Some(parameters);
        if !Obligation::BoardSize.met(*takes != Size || is_size()) {
            let found = brief(position);
            return Err(format!(
                "{name}: expected a board of {parameters}, found {found}"
            ));
        }
    }
    let named = Named {
        parameters,
        position,
    };
    open(&named).map_err(|why| format!("{name}: {why}"))
}

#[cfg(feature = "rules")]
fn written_in(
    text: &Text,
    parameters: Option<&str>,
    brought: Brought<'_>,
) -> Result<Box<dyn Rules>, Refusal> {
    star::open(&text.text, parameters, brought)
}

#[cfg(not(feature = "rules"))]
fn written_in(_: &Text, _: Option<&str>, _: Brought<'_>) -> Result<Box<dyn Rules>, Refusal> {
    let message =
        "its rules are in a file; this checker was built without the interpreter of rules";
    Err(Refusal::Undecided(message.into()))
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

/// The position with this text.
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
