//! Solved games in a file: a value for each position, in blocks that are packed and checked one by one.
//!
//! The crate knows no game. The writer of a table names positions by numbers from 0, by keys of 64 bits or by texts, and the reader asks by
//! that name. Keys and texts are stored in full and not hashed, so a name that is not in the table is reported as missing. [`Contents`]
//! defines the format byte by byte; [`Writer`] and [`Table`] write and read it.
//!
//! ```
//! use bouton_core::Outcome;
//! use bouton_tables::{Contents, Entry, Naming, Table, TableValue, Writer};
//! let won = Entry::Value(TableValue::Outcome(Outcome::Win, Some(3)));
//! let contents = Contents::of("nim", Naming::Numbers, vec![Entry::Hole, won]);
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("nim.tb");
//! let mut file = std::fs::File::create(&path)?;
//! let mut writer = Writer::begin(&mut file, contents)?;
//! for code in [0, 1, 1] {
//!     writer.number(code)?;
//! }
//! writer.finish()?;
//! let table = Table::open(&path)?;
//! assert_eq!(table.number(2)?, Some(TableValue::Outcome(Outcome::Win, Some(3))));
//! assert_eq!((table.number(0)?, table.number(3)?), (None, None));
//! # Ok::<(), bouton_tables::TableError>(())
//! ```
//!
//! # The parts, and what each costs
//! | part | to | time | memory |
//! |---|---|---|---|
//! | [`Writer`] | write a table in one pass, in the order of the names | DEFLATE at level 4; level 9 takes up to four times as long for blocks 1 to 5 % smaller | a block, and the index |
//! | [`Packer`] | pack blocks of numbers apart from the writer | the same | a block |
//! | [`Table::open`] | read and check the header and the index | the index | 12 bytes a block, and its first name if names are not numbers |
//! | [`Table::number`], [`Table::key`], [`Table::text`] | the value of a position | a block is read, checked and unpacked: 4,096 numbers | a block a thread |
//! | [`NumberWriter`], [`NumberReader`] | long lists of numbers between two passes on disk | one pass | a block |
//!
//! The tables of krk and teeko take 0.305 and 0.232 bytes a position.
//!
//! # When not to use it
//! - For tables that change: a table is written once, in the order of its names.
//! - For single look-ups in a hot loop: each unpacks a block. Read blocks in order, or keep the values in memory.
//! - As a proof: a table says what its writer found. `bouton verify` checks every value by the rules.

mod contents;
mod entry;
mod numbers;
mod packing;
mod reader;
mod source;
mod writer;

pub use contents::{Contents, Fingerprint, MAGIC, Name, Naming, Rules, TRAILER, VERSION};
pub use entry::{Entry, TableValue, Tally};
pub use numbers::{NumberReader, NumberWriter};
pub use packing::Checksum;
pub use reader::{Names, Table, TableError, Unpacked};
pub use source::Source;
pub use writer::{Packer, Paused, Writer, Written};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
