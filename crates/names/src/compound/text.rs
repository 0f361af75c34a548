//! Games played at once, as text: the parts with semicolons between them.

use std::fmt::{Debug, Formatter};

use bouton_core::partizan::split_side;
use bouton_core::{InputError, Notation, Side};

use super::{Compound, Move, Place, arguments};
use crate::sum::{read_parts, show_part};

impl Debug for Compound {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        let names = (0..self.parts.len()).map(|part| self.part(part as u8).name().to_owned());
        f.debug_list().entries(names).finish()
    }
}

impl Notation for Compound {
    fn parse(&self, text: &str) -> Result<Place, InputError> {
        let (inside, side) = split_side(text);
        let bad = || InputError::whole(format!("expected {self:?}, with ; between them"), text);
        if self.is_impartial && side == Side::Right {
            let message = "expected no R: both players have the same moves";
            return Err(InputError::whole(message, text));
        }
        let texts = arguments(inside);
        let parts = read_parts(texts, self.parts.len(), |part| self.part(part), bad)?;
        Ok(Place { parts, side })
    }
    fn show(&self, at: &Place) -> String {
        let shown = at
            .parts
            .iter()
            .map(|(part, number)| show_part(&**self.part(*part), *number));
        let shown: Vec<_> = shown.collect();
        let side = if at.side == Side::Right { " R" } else { "" };
        shown.join("; ") + side
    }
    fn show_move(&self, at: &Place, Move(moves): &Move) -> String {
        let shown = moves.iter().map(|step| {
            let (part, number) = at.parts[usize::from(step.slot)];
            let name = self
                .part(part)
                .show_move(number, at.side, step.nth as usize);
            format!("{part}: {name}")
        });
        shown.collect::<Vec<_>>().join(" & ")
    }
}
