//! Games on boards.

pub mod cells;
pub mod chomp;
pub mod clobber;
pub mod connect;
pub mod cram;
pub mod dobutsu_shogi;
pub mod domineering;
pub mod dots_and_boxes;
pub(crate) mod free;
pub(crate) mod grid;
pub mod hexapawn;
pub mod kalah;
pub mod krk;
pub mod men;
pub mod mnk;
pub mod mu_torere;
pub mod pong_hau_k_i;
pub mod teeko;
pub mod three_mens_morris;

pub use chomp::Chomp;
pub use clobber::Clobber;
pub use connect::Connect;
pub use cram::Cram;
pub use dobutsu_shogi::DobutsuShogi;
pub use domineering::Domineering;
pub use dots_and_boxes::DotsAndBoxes;
pub use hexapawn::Hexapawn;
pub use kalah::Kalah;
pub use krk::Krk;
pub use mnk::Mnk;
pub use mu_torere::MuTorere;
pub use pong_hau_k_i::PongHauKi;
pub use teeko::Teeko;
pub use three_mens_morris::ThreeMensMorris;
