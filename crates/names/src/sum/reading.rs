//! Reads the text of a sum, and opens it as the kind of sum that its components make.

use bouton_core::partizan::split_side;
use bouton_core::{Declares, Side};
use bouton_engine::{Component, Convention, Error, Opening, Untyped};

use super::kind::{Impartial, Kind, Partizan, PartizanPoints, Points};
use super::{Declared, Placed, Sum, open_again};
use crate::names::expression::{EXPRESSION, is_expression, no_misere};
use crate::names::{Name, Terms};

/// The text between components.
pub(crate) const PLUS: &str = " + ";

/// The texts of a sum's components, each a game and its position, or an expression.
pub(crate) fn components(text: &str) -> Vec<&str> {
    let text = split_side(text).0;
    let (mut components, mut start, mut depth) = (Vec::new(), 0, 0i64);
    for (place, sign) in text.char_indices() {
        match sign {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            ' ' if depth == 0 && place >= start && text[place..].starts_with(PLUS) => {
                components.push(text[start..place].trim());
                start = place + PLUS.len();
            }
            _ => {}
        }
    }
    components.push(text[start..].trim());
    components
}

/// The names of the games in a sum, component by component.
///
/// ```
/// assert_eq!(bouton_names::games_of_sum("nim 3,4,5 + kayles 7"), ["nim", "kayles"]);
/// ```
pub fn games_of_sum(text: &str) -> Vec<&str> {
    let components = components(text).into_iter();
    components.map(|component| split(component).0).collect()
}

/// The game and the position of a component; an expression has no position.
pub(crate) fn split(component: &str) -> (&str, Option<&str>) {
    let mut depth = 0_i64;
    let space = component.find(|sign: char| {
        depth += i64::from(sign == '(') - i64::from(sign == ')');
        depth <= 0 && sign.is_whitespace()
    });
    match space {
        Some(space) if !is_expression(component) => {
            (&component[..space], Some(component[space..].trim()))
        }
        _ => (component, None),
    }
}

/// Opens the sum of this text, for misère play or normal.
pub(crate) fn open(text: &str, misere: bool, terms: &Terms) -> Result<Untyped, Error> {
    let (components, side) = read(text, terms)?;
    if misere && components.iter().any(|(part, _)| part.name() == EXPRESSION) {
        return Err(no_misere());
    }
    if misere && components.iter().any(|(part, _)| counts_points(&**part)) {
        let message = "a sum of games of points has no misère form: --misere does not apply there";
        return Err(Error::Unfit(message.into()));
    }
    if is_of::<Points>(&components) {
        open_kind::<Points>(components, side, misere)
    } else if is_of::<PartizanPoints>(&components) {
        open_kind::<PartizanPoints>(components, side, misere)
    } else if is_of::<Impartial>(&components) {
        open_kind::<Impartial>(components, side, misere)
    } else {
        open_kind::<Partizan>(components, side, misere)
    }
}

fn open_kind<K: Kind>(components: Vec<Placed>, side: Side, misere: bool) -> Result<Untyped, Error>
where
    Sum<K>: Declares,
{
    let opened = Sum::<K>::new(components, side);
    let declared = Declared::of(&opened.0);
    let game = Untyped::of(Opening {
        name: "sum".into(),
        opened,
        again: Some(Box::new(move |text| open_again(text, declared))),
    });
    match misere {
        true => game.misere(),
        false => Ok(game),
    }
}

/// Whether a sum of these components is of this kind. If both players have the same moves, it is not one of Left and Right.
pub(super) fn is_of<K: Kind>(components: &[Placed]) -> bool {
    let all = |takes: fn(Convention) -> bool| {
        let mut parts = components.iter();
        parts.all(|(part, _)| takes(part.convention()))
    };
    all(K::takes) && (K::SHARED || !(all(Impartial::takes) || all(Points::takes)))
}

fn counts_points(part: &dyn Component) -> bool {
    PartizanPoints::takes(part.convention())
}

/// Points and last moves cannot be mixed; where moves entail, both players must have the same moves; and where they have, no side
/// is named.
fn check(components: &[Placed], side: Side) -> Result<(), Error> {
    let mut parts = components.iter().map(|(part, _)| part);
    if let Some(entailing) = parts.find(|part| part.is_entailing())
        && !is_of::<Impartial>(components)
    {
        return Err(Error::Unfit(format!(
            "moves of {} entail an answer or a second move: expected a sum of games in which both players have the same moves",
            entailing.name()
        )));
    }
    let mut parts = components.iter().map(|(part, _)| part);
    let Some(scoring) = parts.clone().find(|part| counts_points(&***part)) else {
        return Ok(());
    };
    if let Some(other) = parts.find(|part| !counts_points(&***part)) {
        return Err(Error::Unfit(format!(
            "{} is won by points and {} by the last move: expected a sum of games of one kind",
            scoring.name(),
            other.name()
        )));
    }
    if side == Side::Right && is_of::<Points>(components) {
        let message = "expected no R after a sum of games of points in which both players have the same moves";
        return Err(Error::Unfit(message.into()));
    }
    Ok(())
}

/// Opens games with their positions.
pub(crate) fn each(texts: Vec<&str>, terms: &Terms) -> Result<Vec<Placed>, Error> {
    if texts.len() > usize::from(u8::MAX) {
        return Err(Error::Unfit("expected at most 255 games".into()));
    }
    let opened = texts.into_iter().map(|text| {
        let (game, position) = split(text);
        let name = Name::read_for(game, terms)?;
        // A position where play is over may be left out.
        name.component(position).or_else(|error| match position {
            None => name.component(Some("")).map_err(|_| error),
            Some(_) => Err(error),
        })
    });
    opened.collect()
}

/// Opens each component.
pub(super) fn read(text: &str, terms: &Terms) -> Result<(Vec<Placed>, Side), Error> {
    let mut opened = each(components(text), terms)?;
    let side = split_side(text).1;
    check(&opened, side)?;
    let must_be_answered =
        |(part, number): &mut Placed| part.is_entailing() && part.apart(*number).bound.is_some();
    let bound = opened.iter_mut().map(must_be_answered);
    if bound.filter(|is_bound| *is_bound).count() > 1 {
        let message =
            "a move entails an answer in one part only: expected the mark ! in one game of the sum";
        return Err(Error::Unfit(message.into()));
    }
    Ok((opened, side))
}
