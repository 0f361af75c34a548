//! Several machines that work on one table: [`Hosts`] tells which, [`meet`] connects them and refuses whoever works on something else, and
//! [`Timely`] is the mesh over which solvers speak ([`bouton_solvers::retrograde::Mesh`]).
//!
//! Nothing is encrypted, and nobody proves who he is: the ports belong in a private network.

mod hosts;
mod meeting;
mod mesh;

pub use hosts::Hosts;
pub use meeting::{Job, Meeting, Peers, meet};
pub use mesh::{Timely, lost};

use bouton_core::StopReason;

/// Why workers do not come together.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// What was typed or stands in the hosts file will not do, or another worker works on something else.
    #[error("{0}")]
    Refused(String),
    /// Another worker is gone, or did not come: started again, it may.
    #[error("{0}")]
    Lost(String),
    /// A limit is reached.
    #[error("{0}")]
    Stopped(StopReason),
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
