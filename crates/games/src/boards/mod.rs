//! Games on boards.

pub mod chomp;
pub mod clobber;
pub mod cram;
pub mod domineering;
mod free;
mod grid;
pub mod krk;
pub mod men;
pub mod mu_torere;
pub mod pong_hau_k_i;
pub mod teeko;
pub mod three_mens_morris;

pub use chomp::Chomp;
pub use clobber::Clobber;
pub use cram::Cram;
pub use domineering::Domineering;
pub use krk::Krk;
pub use mu_torere::MuTorere;
pub use pong_hau_k_i::PongHauKi;
pub use teeko::Teeko;
pub use three_mens_morris::ThreeMensMorris;
