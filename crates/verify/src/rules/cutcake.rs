//! Cutcake: Left divides the columns of a cake, Right its rows, into two parts. Who cannot has lost.

use super::{Named, Rules, pieces};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(pieces::cakes(|all: i64, cut: &mut dyn FnMut(&[i64])| {
        (1..all).for_each(|one| cut(&[one, all - one]));
    }))
}
