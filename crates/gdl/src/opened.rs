//! [`Opened`]: a description as one of the types that it can open as.

use std::sync::Arc;

use bouton_core::{Limits, Payoff, WinDrawLoss};

use crate::fault::Refusal;
use crate::game::Gdl;
use crate::machine::Machine;
use crate::worth::Aim;

/// A described game by its size and by what its ends are worth.
#[derive(Clone, Debug)]
pub enum Opened {
    /// Won, drawn or lost; positions of up to 64 bits.
    Outcome64(Gdl<u64, WinDrawLoss>),
    /// Won, drawn or lost; positions of up to 128 bits.
    Outcome128(Gdl<u128, WinDrawLoss>),
    /// Won, drawn or lost; larger positions.
    Outcome(Gdl<Box<[u64]>, WinDrawLoss>),
    /// Points at the end; positions of up to 64 bits.
    Points64(Gdl<u64, Payoff<i64>>),
    /// Points at the end; larger positions.
    Points(Gdl<Box<[u64]>, Payoff<i64>>),
}

/// The game that a text describes; `name` is what its file is called, `aim` what players aim at if the file leaves that open.
///
/// # Errors
/// A text that is no description, or of a game that is not of two players who take turns; a limit reached meanwhile.
pub fn open(name: &str, text: &str, aim: Option<Aim>, limits: &Limits) -> Result<Opened, Refusal> {
    let machine = Arc::new(Machine::of(name, text, aim, limits)?);
    Ok(match (machine.worth.counts_points(), machine.words) {
        (false, 1) => Opened::Outcome64(Gdl::of(machine)),
        (false, 2) => Opened::Outcome128(Gdl::of(machine)),
        (false, _) => Opened::Outcome(Gdl::of(machine)),
        (true, 1) => Opened::Points64(Gdl::of(machine)),
        (true, _) => Opened::Points(Gdl::of(machine)),
    })
}

/// Does something with the game, whatever its type.
#[macro_export]
macro_rules! with_opened {
    ($opened:expr, $game:ident => $work:expr) => {
        match $opened {
            $crate::Opened::Outcome64($game) => $work,
            $crate::Opened::Outcome128($game) => $work,
            $crate::Opened::Outcome($game) => $work,
            $crate::Opened::Points64($game) => $work,
            $crate::Opened::Points($game) => $work,
        }
    };
}
