//! Nimstring: draw a line between neighbouring dots; a player who completes a box draws again. A player with no line left to
//! draw loses.

use super::dots_and_boxes::{Boxes, board};
use super::{Named, Position, Rules, Step};

struct Nimstring(Boxes);

pub(super) fn open(named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(Box::new(Nimstring(board(named)?)))
}

impl Rules for Nimstring {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        self.0
            .options(at, &mut |step| see(Step { gain: 0, ..step }));
    }

    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        self.0.parse(text, right)
    }

    fn show(&self, at: &[i64]) -> String {
        self.0.show(at)
    }

    fn key(&self, at: &[i64], misere: bool) -> Position {
        self.0.key(at, misere)
    }

    fn has_misere(&self) -> bool {
        false
    }
}
