//! All tests of the crate in one program, which is linked once: a module for each subject.

mod asked;
mod batch;
mod census;
mod certificates;
mod cluster;
mod contract;
mod docs;
mod examples;
mod families;
mod forgiving;
mod fuzz;
mod golden;
mod graphs;
mod interrupted;
mod laws;
mod limits;
mod names;
mod rows;
mod rule_files;
mod sequence;
mod serve;
mod server;
mod sources;
mod stops;
mod support;
mod tables;
mod until;
mod version;
mod workspace;
#[cfg(debug_assertions)]
mod writing;
mod written;
