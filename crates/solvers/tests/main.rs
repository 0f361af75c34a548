//! All tests of the crate in one program, which is linked once: a module for each subject.

mod by_files;
mod by_machines;
mod by_slices;
#[cfg(target_os = "linux")]
mod memory_by_files;
#[cfg(target_os = "linux")]
mod memory_by_slices;
mod minimax;
mod proof_number;
mod retrograde;
mod rows;
mod sequence_certificates;
mod sequence_checkpoints;
mod sequence_engines;
mod sequence_facts;
mod sequence_streams;
mod thrown;
mod web;
