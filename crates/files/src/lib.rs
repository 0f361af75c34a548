//! Everything that is written to a path: files that are [written](write()) whole or not at all, and [logs](Log) that are added to
//! and lose no more than the piece that was being written.
//!
//! All that changes something on the disk goes through one file (`disk`), where each step can be made to fail in builds with debug
//! assertions (`faults`): tests walk through all places, as those of SQLite do.
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("table.csv");
//! bouton_files::write(&path, |out| writeln!(out, "heap,value"))?;
//! assert_eq!(std::fs::read_to_string(&path)?, "heap,value\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod delegated;
mod disk;
#[cfg(debug_assertions)]
pub mod faults;
mod leftovers;
mod log;
mod space;
mod whole;

pub use delegated::{delegate_file, delegate_folder};
pub use disk::{create_folder, open_inherited, remove, remove_folder};
pub use leftovers::remove_leftovers;
pub use log::{Chain, Log, LogError};
pub use space::free;
pub use whole::{Draft, abandon, publish, write};
