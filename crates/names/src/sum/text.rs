//! Sums as text: their components with ` + ` between them.

use std::fmt::{Debug, Formatter};

use bouton_core::partizan::split_side;
use bouton_core::{InputError, Notation, Side};
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

impl<K: Kind> Notation for Sum<K> {
    fn parse(&self, text: &str) -> Result<Place, InputError> {
        let (sum, side) = split_side(text);
        let texts = components(sum);
        let bad = || InputError::whole(format!("expected a sum of {self:?}"), text);
        // Components that are left out are over.
        let (mut parts, mut left) = (SmallVec::new(), 0..self.components.len() as u8);
        for text in texts {
            let place = left.by_ref().find_map(|component| {
                let part = self.part(component);
                let position = match part.name() {
                    EXPRESSION => Some(text),
                    name => text.strip_prefix(name),
                };
                Some((component, position?.trim()))
            });
            let (component, position) = place.ok_or_else(bad)?;
            parts.push((component, self.part(component).parse(position)?));
        }
        Ok(Place { parts, side })
    }
    fn show(&self, at: &Place) -> String {
        let show = |(component, number): &(u8, u32)| {
            let part = self.part(*component);
            match part.name() {
                EXPRESSION => part.show(*number),
                name => format!("{name} {}", part.show(*number)),
            }
        };
        let shown: Vec<_> = at.parts.iter().map(show).collect();
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
