//! Toads and Frogs: on a strip of cells Left moves toads to the right and Right frogs to the left, by one cell, or over one
//! of the other's animals onto the free cell behind it. A player who cannot move loses. Elephants and Rhinos is the same
//! game without jumps. In the backsliding game an animal may also move back by a cell: play need not end.
//!
//! A position is the strip: `t` a toad, `f` a frog, `.` a free cell, `#` none: `tt..ff`; several strips are separated by
//! `/`. A move names the cells it leads from and to: `b1-c1`.
//!
//! `t…t.f…f` with two or more of each is worth *, `t.f` too; `ttt..fff` is ±1/8.
//!
//! Sources: E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways (1982), ch. 1; J. Erickson, New Toads and Frogs Results,
//! Games of No Chance (1996), MSRI Publications 29.

use bouton_core::Side;
use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, no_parameters};
use bouton_core::scene::Set;
use bouton_texts::text;

use super::marked::{Marked, Marks, Signs, Symmetry};
use super::steps::{LEFT, Pattern, RIGHT, Steps, columns_to_go};
use crate::boards::free::Size;

const SIGNS: Signs = ['t', 'f', '.', '#'];

const fn forward(side: Side, before: &'static str, after: &'static str) -> Pattern {
    Pattern {
        side,
        directions: match side {
            Side::Left => &[RIGHT],
            Side::Right => &[LEFT],
        },
        before,
        after,
        goes_on: false,
    }
}

const SLIDES: [Pattern; 2] = [
    forward(Side::Left, "l.", ".l"),
    forward(Side::Right, "r.", ".r"),
];

/// A move back by a cell.
const fn back(side: Side, before: &'static str, after: &'static str) -> Pattern {
    Pattern {
        directions: match side {
            Side::Left => &[LEFT],
            Side::Right => &[RIGHT],
        },
        ..forward(side, before, after)
    }
}

const BACKSLIDES: [Pattern; 2] = [back(Side::Left, "l.", ".l"), back(Side::Right, "r.", ".r")];

const JUMPS: [Pattern; 2] = [
    forward(Side::Left, "lr.", ".rl"),
    forward(Side::Right, "rl.", ".lr"),
];

fn height(size: Size, at: Marks) -> u32 {
    let to_go = |side| columns_to_go(size, at.only(side), side);
    to_go(Side::Left) + to_go(Side::Right)
}

/// Opens the game of these patterns, in which every line of play ends or not.
fn open(
    patterns: &[&[Pattern]],
    parameters: Option<&str>,
    position: Option<&str>,
    (notation, set): (&str, Set),
    ends: bool,
) -> Result<Opened<Marked>, OpenError> {
    no_parameters(parameters)?;
    Marked::on_board(None, position, notation, (SIGNS, set), |size| {
        let all = patterns.iter().copied().flatten();
        let steps = Steps::new(size, all, Symmetry::Moved, height);
        match ends {
            true => steps,
            false => steps.endless(),
        }
    })
}

/// Toads and Frogs.
#[derive(Debug)]
pub struct ToadsAndFrogs;

impl Entry for ToadsAndFrogs {
    type Game = Marked;
    const CARD: Card = Card {
        name: "toads-and-frogs",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "",
        text: text("toads-and-frogs"),
        notation: "a strip of t for toads, f for frogs, . for free cells, # for none: tt..ff; R after it if Right is to move",
        example: Example::at("ttt..fff"),
        sources: &[
            "Berlekamp, Conway, Guy, Winning Ways (1982), ch. 1",
            "J. Erickson, New Toads and Frogs Results, Games of No Chance (1996), MSRI Publications 29",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let notation = Self::CARD.notation;
        let looks = (notation, Set::Toads);
        open(&[&SLIDES, &JUMPS], parameters, position, looks, true)
    }
}

/// Elephants and Rhinos.
#[derive(Debug)]
pub struct ElephantsAndRhinos;

impl Entry for ElephantsAndRhinos {
    type Game = Marked;
    const CARD: Card = Card {
        name: "elephants-and-rhinos",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "",
        text: text("elephants-and-rhinos"),
        notation: "a strip of t for elephants, f for rhinos, . for free cells, # for none: tt.f.f; R after it if Right is to move",
        example: Example::at("tt..t.ff"),
        sources: &["M. H. Albert, R. J. Nowakowski, D. Wolfe, Lessons in Play (2007)"],
    };
    const TO_PLAY: Option<Example> = Some(Example::at("t..t...f..f"));
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let looks = (Self::CARD.notation, Set::Elephants);
        open(&[&SLIDES], parameters, position, looks, true)
    }
}

/// Backsliding Toads and Frogs.
#[derive(Debug)]
pub struct BackslidingToadsAndFrogs;

impl Entry for BackslidingToadsAndFrogs {
    type Game = Marked;
    const CARD: Card = Card {
        name: "backsliding-toads-and-frogs",
        kind: Kind::Sides,
        aliases: &[("backsliding-toads", "")],
        parameters: "",
        text: text("backsliding-toads-and-frogs"),
        notation: ToadsAndFrogs::CARD.notation,
        example: Example::at("tt.ff"),
        sources: &[
            "Berlekamp, Conway, Guy, Winning Ways (1982), ch. 11",
            "A. N. Siegel, Coping with Cycles, Games of No Chance 3 (2009)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Marked>, OpenError> {
        let looks = (Self::CARD.notation, Set::Toads);
        let patterns: [&[Pattern]; 3] = [&SLIDES, &JUMPS, &BACKSLIDES];
        open(&patterns, parameters, position, looks, false)
    }
}
