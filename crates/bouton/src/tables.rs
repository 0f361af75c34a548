//! Solved games in files: tables are [made](tabulate), [answered from](TableFiles) and [checked](check_table).
//!
//! ```
//! use bouton::tables::{TableFiles, Wanted, check_table, tabulate};
//! use bouton::{How, Outcome};
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("mu-torere.tb");
//! let session = bouton::Open::game("mu-torere").session()?;
//! let made = tabulate(&session, &Wanted::at(&path), &How::default().limits)?;
//! assert_eq!(made.positions, Some(630));
//! let mut session = bouton::Open::game("mu-torere").session()?;
//! TableFiles::open(&[path.clone()])?.attach(&mut session)?;
//! let answer = session.solve(&How::default())?;
//! assert_eq!((answer.outcome, answer.solver.as_str()), (Some(Outcome::Draw), "table-file"));
//! # Ok::<(), bouton::Error>(())
//! ```

mod checking;
#[cfg(feature = "cluster")]
mod cluster;
mod files;
mod info;
mod layered;
mod making;
mod rules;
mod sampling;
mod work;

pub use bouton_tables::{MAGIC, Table, TableError};
pub use checking::check_table;
#[cfg(feature = "cluster")]
pub use cluster::{Crew, tabulate_together};
pub use files::{TableFiles, files_at};
pub use info::info;
pub use making::{Wanted, tabulate};
pub use work::beside as work_beside;
