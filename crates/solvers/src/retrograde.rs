//! `retrograde`: win, loss or draw of every position at once, in games whose play may be endless.
//!
//! It works backwards from the ends (Zermelo 1913; Thompson 1986). A position with a move to a lost one is won; a position
//! whose moves all lead to won ones is lost. Waves start from the ends, so that the first wave to reach a position gives
//! the plies. A position that no wave reaches is drawn: by an end that is a draw, if both players can reach one, otherwise
//! by endless play. [`NumberedRetrograde`] fills a table for the full space of a game that numbers its positions and takes
//! moves back; [`OnGraph::retrograde`] first finds the reachable positions, and stores the moves between them.
//!
//! [`OnGraph::retrograde`]: crate::OnGraph::retrograde
//!
//! There is one engine (`engine`): waves over shards of a table. A transport holds the shards and carries the messages
//! between them: memory with threads (`by_threads`), files of which one is in memory (`by_files`), or machines
//! (`by_machines`). The trait `Space` presents a space to it; `by_slices` presents the slices of a larger space one after
//! the other.
//!
//! Time is proportional to all moves, each taken back once. Memory in a numbered space: one byte a position (two in games
//! with more than some 200 values and moves, four beyond 65,000) and some megabytes a thread. Otherwise: the positions, 13
//! bytes for each, and 8 bytes a move. Not for one position of a space that is too large to visit completely.
//!
//! Sources: E. Zermelo, Über eine Anwendung der Mengenlehre auf die Theorie des Schachspiels (1913); K. Thompson,
//! Retrograde analysis of certain endgames, ICCA Journal 9 (1986).

pub(crate) mod by_files;
mod by_machines;
pub(crate) mod by_slices;
mod by_threads;
mod cell;
mod cell_files;
mod census;
mod engine;
mod graph;
mod mesh;
mod numbered;
mod outbox;
mod reached;
mod shard;
mod space;
mod table;
mod values;
mod wave;

pub use by_files::Filed;
pub use by_machines::{Share, part_of, remove_share};
pub use by_slices::{SliceFiles, solve_slices};
pub use census::{Census, Symmetric, Tally, census, census_numbered, census_of_points};
pub use mesh::{Exchange, Mesh, Receive};
pub use numbered::NumberedRetrograde;
pub(crate) use reached::{Lookup, Retrograde, best, line};
pub use table::Outcomes;
pub(crate) use table::Value;
pub use values::{filed_outcomes, outcomes_of_numbers, outcomes_of_reached, shared_outcomes};
