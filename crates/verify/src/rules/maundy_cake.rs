//! Maundy Cake: Left divides the columns of a cake, Right its rows, into two or more equal parts. A player who cannot move
//! loses.

use super::{Named, Rules, pieces};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(pieces::cakes(|all: i64, cut: &mut dyn FnMut(&[i64])| {
        let equal = (1..all).filter(|part| all % part == 0);
        equal.for_each(|part| cut(&vec![part; (all / part) as usize]));
    }))
}
