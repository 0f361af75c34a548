//! The rules of games, written anew from their texts, for checking what is claimed of positions: [`Rules`], one file a game.
//!
//! They are plain and slow, and share nothing with the games that are searched.

mod amazons;
mod board;
mod boxes;
mod cat_and_mouse;
mod chomp;
mod clobber;
mod coded;
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
mod node_kayles;
mod nogo;
mod partizan_octal;
mod partizan_subtraction;
mod pieces;
mod pong_hau_k_i;
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
mod sum;
mod teeko;
mod thirty_one;
mod three_mens_morris;
mod toads_and_frogs;
mod toppling_dominoes;
mod two_heaps;
mod two_values;
mod wythoff;

use crate::position::{Language, Text};
use crate::{Bounds, Refusal};

/// All that play from here on depends on: cells, heaps or numbers, whose turn it is where that matters.
pub(crate) type Position = Vec<i64>;

/// A move: where it leads, what it earns to who makes it, and whether the same player goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Step {
    pub(crate) to: Position,
    pub(crate) gain: i64,
    pub(crate) again: bool,
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
    /// Every legal move, in an order of the rules' own.
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step));

    /// The worth of an ended play to who would move: points, or 1, 0, -1 for won, drawn, lost. Where nothing is told and no
    /// move is left, who would move has lost.
    fn end(&self, _at: &[i64]) -> Option<i64> {
        None
    }

    /// The position that is so written, with Right to move or not.
    fn parse(&self, text: &str, right: bool) -> Result<Position, String>;

    /// The position in the game's notation.
    fn show(&self, at: &[i64]) -> String;

    /// Whether Right moves here, in a game that Left and Right play differently.
    fn is_rights(&self, _at: &[i64]) -> bool {
        false
    }

    /// Whether Left and Right have moves of their own.
    fn has_sides(&self) -> bool {
        false
    }

    /// The position without what is worth nothing to who wins by moving last.
    fn reduced(&self, at: Position) -> Position {
        at
    }

    /// What stands for all positions that are the same by symmetry, or, where the last to move wins, as sums.
    fn key(&self, at: &[i64], _misere: bool) -> Position {
        at.to_vec()
    }

    /// What stands for a part of a position of an impartial game, wherever it lies: those it stands for are the same game.
    fn shape(&self, part: &[i64]) -> Position {
        self.key(part, true)
    }

    /// What counting alone tells of the value.
    fn bounds(&self, _at: &[i64]) -> Option<(i64, i64)> {
        None
    }

    /// Whether both players have the same moves, the last to move wins, and play ends.
    fn is_impartial(&self) -> bool {
        false
    }

    /// Whether both players have the same moves and the last to move wins; play need not be told to end.
    fn is_alike(&self) -> bool {
        self.is_impartial()
    }

    /// The independent parts of a position of an impartial game that have a move, the largest last.
    fn parts(&self, at: &[i64]) -> Vec<Position> {
        vec![at.to_vec()]
    }

    /// Whether play may go on for ever, which is a draw.
    fn lasts(&self) -> bool {
        false
    }

    /// Whether the value is counted in points.
    fn has_points(&self) -> bool {
        false
    }

    /// Whether the opposite aim means something: the end alone counts.
    fn has_misere(&self) -> bool {
        !self.has_points()
    }

    /// The functions of written rules that are believed.
    fn believed(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// What went wrong since the rules were opened, where they can fail. Until this was asked, nothing that they told is proved.
    fn trouble(&self) -> Result<(), Refusal> {
        Ok(())
    }
}

type Open = fn(&Named<'_>) -> Result<Box<dyn Rules>, String>;

/// What is to be opened.
pub(crate) struct Named<'n> {
    /// What stands after the colon of the game's name.
    pub(crate) parameters: Option<&'n str>,
    /// The first position, which tells the size of a board.
    pub(crate) position: &'n str,
    /// What a certificate brings with it.
    pub(crate) brought: Brought<'n>,
}

/// The texts of rules that a certificate brings, and what it may take to evaluate them.
#[derive(Clone, Copy)]
#[cfg_attr(
    not(feature = "rules"),
    allow(dead_code, reason = "only what evaluates texts looks at it")
)]
pub(crate) struct Brought<'n> {
    pub(crate) texts: &'n [Text],
    /// Whether what they say of themselves is believed.
    pub(crate) believes: bool,
    pub(crate) bounds: &'n Bounds,
}

/// Every game whose rules stand here, one line each.
const GAMES: &[(&str, Open)] = &[
    ("amazons", amazons::open),
    ("box", boxes::open),
    ("cat-and-mouse", cat_and_mouse::open),
    ("chomp", chomp::open),
    ("clobber", clobber::open),
    ("col", col::open),
    ("connect", connect::open),
    ("cram", cram::open),
    ("crosses", crosses::open),
    ("cutcake", cutcake::open),
    ("domineering", domineering::open),
    ("dobutsu-shogi", dobutsu_shogi::open),
    ("dots-and-boxes", dots_and_boxes::open),
    ("eatcake", eatcake::open),
    ("elephants-and-rhinos", elephants_and_rhinos::open),
    ("euclid", euclid::open),
    ("fibonacci-nim", fibonacci_nim::open),
    ("fission", fission::open),
    ("form", form::open),
    ("geography", geography::open),
    ("grundy", grundy::open),
    ("hackenbush", hackenbush::open),
    ("hex", coded::open),
    ("hexapawn", hexapawn::open),
    ("kalah", kalah::open),
    ("konane", konane::open),
    ("krk", krk::open),
    ("maundy-cake", maundy_cake::open),
    ("mnk", mnk::open),
    ("mu-torere", mu_torere::open),
    ("nim", nim::open),
    ("nine-mens-morris", morris::nine),
    ("node-kayles", node_kayles::open),
    ("nogo", nogo::open),
    ("octal", coded::open),
    ("partizan-octal", partizan_octal::open),
    ("partizan-subtraction", partizan_subtraction::open),
    ("pong-hau-k-i", pong_hau_k_i::open),
    ("push", push::open),
    ("row-doubling", row_doubling::open),
    ("row-ends", row_ends::open),
    ("row-front", row_front::open),
    ("row-rest", row_rest::open),
    ("shove", shove::open),
    ("six-mens-morris", morris::six),
    ("snort", snort::open),
    ("staircase", staircase::open),
    ("subtraction", subtraction::open),
    ("sum", sum::open),
    ("take-and-break", coded::open),
    ("teeko", teeko::open),
    ("thirty-one", thirty_one::open),
    ("three-mens-morris", three_mens_morris::open),
    ("toads-and-frogs", toads_and_frogs::open),
    ("toppling-dominoes", toppling_dominoes::open),
    ("two-values", two_values::open),
    ("wythoff", wythoff::open),
];

/// The names of the games whose rules are known here.
///
/// ```
/// assert!(bouton_verify::games().contains(&"clobber"));
/// ```
pub fn games() -> Vec<&'static str> {
    GAMES.iter().map(|(name, _)| *name).collect()
}

/// Opens a game, the size of whose boards a position tells.
pub(crate) fn open(
    game: &str,
    position: &str,
    brought: Brought<'_>,
) -> Result<Box<dyn Rules>, Refusal> {
    let position = position.strip_suffix(" R").unwrap_or(position);
    if let Some(opened) = by_text(game, brought) {
        return opened;
    }
    let opened = named(game, position, brought);
    opened.map_err(|why| Refusal::position(format!("{game}: {why}")))
}

/// The game whose rules a text holds that the certificate brings.
fn by_text(game: &str, brought: Brought<'_>) -> Option<Result<Box<dyn Rules>, Refusal>> {
    let of = |text: &&Text| {
        let rest = game.strip_prefix(&text.name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    let text = brought.texts.iter().find(of)?;
    let parameters = game[text.name.len()..].strip_prefix(':');
    Some(match (text.language, parameters) {
        (Language::Starlark, _) => written_in(text, parameters, brought),
        (Language::Graph, None) => listed::open(&text.text, brought),
        (Language::Graph, Some(_)) => Err(Refusal::position(format!(
            "{game}: nothing follows the name of a graph"
        ))),
    })
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
    let message = "its rules are in Starlark, without which this checker was built";
    Err(Refusal::Undecided(message.into()))
}

fn named(game: &str, position: &str, brought: Brought<'_>) -> Result<Box<dyn Rules>, String> {
    if let Some(opened) = by_text(game, brought) {
        return opened.map_err(|why| why.to_string());
    }
    let (name, parameters) = match game.split_once(':') {
        Some((name, parameters)) => (name, Some(parameters)),
        None => (game, None),
    };
    let open = GAMES.iter().find(|(known, _)| *known == name);
    let (_, open) =
        open.ok_or_else(|| format!("the rules of {name} are not known to the checker"))?;
    open(&Named {
        parameters,
        position,
        brought,
    })
}

/// A position in the game's notation, with ` R` after it where Right is to move.
pub(crate) fn written(rules: &dyn Rules, at: &[i64]) -> String {
    let turn = if rules.is_rights(at) { " R" } else { "" };
    rules.show(at) + turn
}

/// The position that is so written.
pub(crate) fn read(rules: &dyn Rules, text: &str) -> Result<Position, String> {
    match text.strip_suffix(" R").filter(|_| rules.has_sides()) {
        Some(text) => rules.parse(text, true),
        None => rules.parse(text, false),
    }
}
