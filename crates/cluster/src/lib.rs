//! Several machines that make one table. [`Hosts`] lists them, [`meet`] connects them and refuses workers with another job, and
//! [`Timely`] carries the messages of the solvers ([`bouton_solvers::retrograde::Mesh`]).
//!
//! A [`Secret`] keeps unknown clients out. Nothing is encrypted: use a private network in any case.

mod hello;
mod hosts;
mod meeting;
mod mesh;
mod secret;

pub use hosts::Hosts;
pub use meeting::{Job, Meeting, Peers, meet};
pub use mesh::{Timely, lost};
pub use secret::Secret;

use bouton_core::StopReason;

/// The reason why workers do not connect.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The arguments or the hosts file are wrong, or another worker has another job.
    #[error("{0}")]
    Refused(String),
    /// Another worker is lost or did not connect; starting it again may help.
    #[error("{0}")]
    Lost(String),
    /// A limit is reached.
    #[error("{0}")]
    Stopped(StopReason),
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
