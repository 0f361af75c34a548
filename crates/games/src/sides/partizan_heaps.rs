//! Heaps with different rules for Left and Right: partizan subtraction games, in which each player has a set of numbers,
//! and partizan octal games, in which each has a code. A player who cannot take loses.
//!
//! Left's rules and Right's follow the name, `partizan-subtraction:1,3/2,3`, `partizan-octal:0.3/0.07`; a position is the
//! list of heaps, `8,5`. A move gives a heap and its parts: `8>5`, `7>1+4`.
//!
//! With {1} for Left and {2} for Right heaps of 1 to 5 are worth 1, {1|0}, 0, 1 and {1|0}.
//!
//! Sources: A. S. Fraenkel, A. Kotzig, Partizan octal games: partizan subtraction games, International Journal of Game
//! Theory 16 (1987); T. Plambeck, Notes on partizan subtraction games, unpublished (1995).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, needed};
use bouton_core::notation::items;
use bouton_core::scene::{Figure, Scene, Set};
use bouton_core::take_and_break::Code;
use bouton_core::{InputError, Notation, Side};
use bouton_texts::text;
use std::num::NonZero;

use super::pieced::{LARGEST, Options, Piece, Pieced, Rules, number};
use crate::heaps::taking::and;

/// The rules of taking for Left and for Right.
#[derive(Debug)]
struct Codes([Code; 2]);

impl Rules for Codes {
    fn options(&self, [_, heap]: Piece, side: Side) -> Options<'_> {
        let options = self.0[side as usize].options(u64::from(heap));
        // No remaining heap is larger than the heap itself.
        Box::new(options.map(|taking| taking.left.iter().map(|left| [1, *left as u32]).collect()))
    }
    fn negative(&self, heap: Piece) -> Option<Piece> {
        (self.0[0] == self.0[1]).then_some(heap)
    }
    fn read(&self, text: &str) -> Option<Piece> {
        match text {
            "0" => Some([0, 0]),
            _ => Some([1, number(text)?]),
        }
    }
    fn expected(&self) -> &'static str {
        "the size of a heap"
    }
    fn show(&self, [_, heap]: Piece) -> String {
        heap.to_string()
    }
    fn words(&self, [_, heap]: Piece, into: &[Piece]) -> String {
        let left: Vec<u32> = into.iter().map(|[_, left]| *left).collect();
        let taken = heap - left.iter().sum::<u32>();
        match (taken, and(&left), left.first()) {
            (0, Some(parts), _) => format!("split the heap of {heap} into {parts}"),
            (_, Some(parts), _) => format!("take {taken} from the heap of {heap}, leaving {parts}"),
            (_, None, Some(left)) => {
                format!("take {taken} from the heap of {heap}, leaving {left}")
            }
            (_, None, None) => format!("take the heap of {heap}"),
        }
    }
    fn scene(&self, at: &[Piece]) -> Scene {
        let heaps = at.iter().map(|[_, heap]| (*heap).into());
        Scene::of(Figure::Heaps(heaps.collect())).with(Set::Rows)
    }
    fn codes(&self) -> Option<&[Code; 2]> {
        Some(&self.0)
    }
}

/// Reads the rules of both players, each with `read`, and a position.
fn open(
    parameters: Option<&str>,
    position: Option<&str>,
    read: impl Fn(&str) -> Result<Code, InputError>,
    card: &Card,
) -> Result<Opened<Pieced>, OpenError> {
    let text = parameters.unwrap_or("");
    let Some((left, right)) = text.split_once('/') else {
        let message = format!("expected {}", card.parameters);
        return Err(OpenError::parameters(parameters, message));
    };
    let read = |part: &str, start| {
        let code = read(part).map_err(|error| error.within(text, start));
        code.map_err(OpenError::Parameters)
    };
    let codes = [read(left, 0)?, read(right, left.len() + 1)?];
    let game = Pieced(Box::new(Codes(codes)));
    let at = game.parse(needed(position, card.notation)?);
    Ok((game, at.map_err(OpenError::Position)?))
}

/// A set of numbers to take.
fn set(text: &str) -> Result<Code, InputError> {
    let number = |(span, item): (_, &str)| {
        number(item)
            .and_then(|n| NonZero::new(u64::from(n)))
            .ok_or_else(|| {
                let message =
                    format!("expected a number to take, from 1 to {LARGEST}, found {item:?}");
                InputError::new(message, text, span)
            })
    };
    Ok(Code::subtraction(
        items(text).map(number).collect::<Result<Vec<_>, _>>()?,
    ))
}

/// Partizan subtraction games.
#[derive(Debug)]
pub struct PartizanSubtraction;

impl Entry for PartizanSubtraction {
    type Game = Pieced;
    const CARD: Card = Card {
        name: "partizan-subtraction",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "the numbers that Left may take, and those that Right may, like partizan-subtraction:1,3/2,3",
        text: text("partizan-subtraction"),
        notation: "heap sizes, like 8 or 8,5; R after it if Right is to move",
        example: Example::new("1,3/2,3", "8,5"),
        sources: &[
            "Fraenkel, Kotzig, Partizan octal games: partizan subtraction games, Int. J. Game Theory 16 (1987)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Pieced>, OpenError> {
        open(parameters, position, set, &Self::CARD)
    }
}

/// Partizan octal games.
#[derive(Debug)]
pub struct PartizanOctal;

impl Entry for PartizanOctal {
    type Game = Pieced;
    const CARD: Card = Card {
        name: "partizan-octal",
        kind: Kind::Sides,
        aliases: &[],
        parameters: "an octal code for Left and one for Right, like partizan-octal:0.3/0.07",
        text: text("partizan-octal"),
        notation: "heap sizes, like 8 or 8,5; R after it if Right is to move",
        example: Example::new("0.3/0.07", "8,5"),
        sources: &[
            "Fraenkel, Kotzig, Partizan octal games: partizan subtraction games, Int. J. Game Theory 16 (1987)",
        ],
    };
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Pieced>, OpenError> {
        open(parameters, position, Code::octal, &Self::CARD)
    }
}
