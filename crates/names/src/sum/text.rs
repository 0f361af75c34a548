//! Sums as text: their components with ` + ` between them.

use std::fmt::{Debug, Formatter};
use std::sync::MutexGuard;

use bouton_core::partizan::split_side;
use bouton_core::{InputError, Notation, Side};
use bouton_engine::Component;
use smallvec::SmallVec;

use super::kind::Kind;
use super::{Move, PLUS, Place, Sum, Which, components};
use crate::names::expression::EXPRESSION;

impl<K: Kind> Debug for Sum<K> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let names = (0..self.components.len())
            .map(|component| self.part(component as u8).name().to_owned());
        f.debug_list().entries(names).finish()
    }
}

/// The components with their positions, each by the first of those left that has its name. Components that are left out are over.
pub(crate) fn read_parts<'p>(
    texts: Vec<&str>,
    count: usize,
    part: impl Fn(u8) -> MutexGuard<'p, Box<dyn Component>>,
    bad: impl Fn() -> InputError,
) -> Result<SmallVec<[(u8, u32); 4]>, InputError> {
    let (mut parts, mut left) = (SmallVec::new(), 0..count as u8);
    for text in texts {
        let place = left.by_ref().find_map(|component| {
            let part = part(component);
            let position = match part.name() {
                EXPRESSION => Some(text),
                name => text.strip_prefix(name),
            };
            Some((component, position?.trim()))
        });
        let (component, position) = place.ok_or_else(&bad)?;
        parts.push((component, part(component).parse(position)?));
    }
    Ok(parts)
}

/// A component with its position.
pub(crate) fn show_part(part: &dyn Component, number: u32) -> String {
    match part.name() {
        EXPRESSION => part.show(number),
        name => format!("{name} {}", part.show(number)),
    }
}

impl<K: Kind> Notation for Sum<K> {
    fn parse(&self, text: &str) -> Result<Place, InputError> {
        let (sum, side) = split_side(text);
        let texts = components(sum);
        let bad = || InputError::whole(format!("expected a sum of {self:?}"), text);
        let parts = read_parts(
            texts,
            self.components.len(),
            |component| self.part(component),
            bad,
        )?;
        Ok(Place { parts, side })
    }
    fn show(&self, at: &Place) -> String {
        let shown = (at.parts.iter())
            .map(|(component, number)| show_part(&**self.part(*component), *number));
        let shown: Vec<_> = shown.collect();
        let side = if at.side == Side::Right { " R" } else { "" };
        shown.join(PLUS) + side
    }
    fn show_move(&self, at: &Place, mv: &Move) -> String {
        let (component, number) = at.parts[mv.slot];
        let name = match &mv.which {
            Which::Nth(nth) => self.part(component).show_move(number, at.side, *nth),
            Which::Named(name) => name.to_string(),
        };
        format!("{component}: {name}")
    }
    fn move_in_words(&self, at: &Place, mv: &Move) -> Option<String> {
        let (component, number) = at.parts[mv.slot];
        let Which::Nth(nth) = &mv.which else {
            return None;
        };
        let words = self.part(component).move_in_words(number, at.side, *nth)?;
        Some(format!("{component}: {words}"))
    }
    fn component(&self, mv: &Move) -> Option<usize> {
        Some(mv.component.into())
    }
}
