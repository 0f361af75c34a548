//! Games on graphs.

pub mod cat_and_mouse;
pub mod geography;
pub mod graph;
pub mod hackenbush;
pub mod node_kayles;
pub mod poset;

pub use cat_and_mouse::CatAndMouse;
pub use geography::Geography;
pub use hackenbush::Hackenbush;
pub use node_kayles::{ArcKayles, Kayles, NodeKayles};
pub use poset::{Divisors, Poset};
