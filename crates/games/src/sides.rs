//! Games of Left and Right that share two types of positions: marks on cells ([`marked`]) and pieces ([`pieced`]).

pub mod amazons;
pub mod cakes;
pub mod col;
mod colouring;
pub mod fission;
pub mod fox_and_geese;
pub mod konane;
pub mod marked;
mod net;
pub mod nogo;
pub mod northcott;
pub mod partizan_heaps;
pub mod pieced;
pub mod push;
pub mod snort;
mod steps;
pub mod toads_and_frogs;
pub mod toppling_dominoes;

pub use amazons::Amazons;
pub use cakes::{Cutcake, Eatcake, MaundyCake};
pub use col::Col;
pub use fission::Fission;
pub use fox_and_geese::FoxAndGeese;
pub use konane::Konane;
pub use marked::Marked;
pub use nogo::NoGo;
pub use northcott::Northcott;
pub use partizan_heaps::{PartizanOctal, PartizanSubtraction};
pub use pieced::Pieced;
pub use push::{Push, Shove};
pub use snort::Snort;
pub use toads_and_frogs::{BackslidingToadsAndFrogs, ElephantsAndRhinos, ToadsAndFrogs};
pub use toppling_dominoes::TopplingDominoes;
