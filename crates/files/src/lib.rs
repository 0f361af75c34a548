//! Safe writing of files: files that are [written](write()) completely or not at all, and [logs](Log) that lose at most the
//! piece that was being written.
//!
//! Every change on the disk goes through one file (`disk`). In builds with debug assertions each step can be made to fail (`faults`), so
//! tests try a failure at every place, as those of SQLite do.
//!
//! ```
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("table.csv");
//! bouton_files::write(&path, |out| writeln!(out, "heap,value"))?;
//! assert_eq!(std::fs::read_to_string(&path)?, "heap,value\n");
//! # Ok::<(), std::io::Error>(())
//! ```

mod disk;
#[cfg(debug_assertions)]
pub mod faults;
mod leftovers;
mod log;
mod space;
mod whole;

pub use disk::{create_folder, remove, remove_folder};
pub use leftovers::remove_leftovers;
pub use log::{Chain, Log, LogError};
pub use space::free;
pub use whole::{abandon, publish, write};
