//! [`Opened`]: a GDL game by the size of its positions.

use std::sync::Arc;

use bouton_core::Limits;

use crate::fault::Refusal;
use crate::game::Gdl;
use crate::machine::Machine;
use crate::packed::Words;
use crate::worth::Aim;

/// A GDL game by the size of its positions.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Up to 64 bits.
    Word(Gdl<u64>),
    /// Any size.
    Words(Gdl<Words>),
}

/// The game of a GDL text; `name` is the name of its file, `aim` the objective if the file does not determine it.
///
/// # Errors
/// If the text is not valid GDL, the game is not one of two players who take turns, or a limit is reached.
pub fn open(name: &str, text: &str, aim: Option<Aim>, limits: &Limits) -> Result<Opened, Refusal> {
    let machine = Arc::new(Machine::of(name, text, aim, limits)?);
    Ok(match machine.words {
        1 => Opened::Word(Gdl::of(machine)),
        _ => Opened::Words(Gdl::of(machine)),
    })
}

/// Calls a function with the rules, for any size of positions.
#[macro_export]
macro_rules! with_opened {
    ($opened:expr, $rules:ident => $work:expr) => {
        match $opened {
            $crate::Opened::Word($rules) => $work,
            $crate::Opened::Words($rules) => $work,
        }
    };
}
