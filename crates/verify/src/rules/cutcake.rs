//! Cutcake: Left divides the columns of a cake, Right its rows, into two parts. A player who cannot move loses.

use super::{Named, Rules, pieces};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(pieces::cakes(|all: i64, cut: &mut dyn FnMut(&[i64])| {
        (1..all).for_each(|one| cut(&[one, all - one]));
    }))
}
