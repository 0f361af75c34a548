//! All tests of the crate in one program, which is linked once: a module for each subject.

mod bidding;
mod boards;
mod certificates;
mod choice;
mod docs;
mod entailing;
mod families;
mod faults;
mod fuzz;
mod game_values;
mod heap_facts;
mod ladders;
mod laws;
mod loopy;
mod mcgs;
mod misere;
mod own;
mod play;
mod properties;
mod published;
mod reference;
mod refused;
mod refute;
mod rows;
mod scoring;
mod searched;
mod sums;
mod support;
#[cfg(debug_assertions)]
mod table_faults;
mod tables;
mod texts;
mod value_sequences;
mod variants;
mod verify;
mod whys;
