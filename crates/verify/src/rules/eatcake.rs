//! Eatcake: Left eats one column of a cake, Right one row; the parts on either side are left. A player who cannot move
//! loses.

use super::{Named, Rules, pieces};

pub(super) fn open(_named: &Named<'_>) -> Result<Box<dyn Rules>, String> {
    Ok(pieces::cakes(|all: i64, cut: &mut dyn FnMut(&[i64])| {
        (0..all).for_each(|one| cut(&[one, all - 1 - one]));
    }))
}
