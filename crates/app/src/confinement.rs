//! Queries about rule files run in a child process: the program again, with the same arguments and a memory limit. The
//! parent can report every failure of a file in a sentence. If a line of a batch ends the child, another child answers the
//! next lines.

pub(crate) mod bounds;
#[cfg(feature = "rules")]
pub(crate) mod call;
#[cfg(feature = "rules")]
pub(crate) mod lines;
#[cfg(feature = "rules")]
pub(crate) mod link;
#[cfg(feature = "rules")]
mod named;
#[cfg(feature = "rules")]
pub(crate) mod outputs;
#[cfg(feature = "rules")]
mod process;
pub(crate) mod seal;
#[cfg(feature = "rules")]
pub(crate) mod supervised;

/// The confinement of processes that evaluate rule files on this system, by subject.
pub(crate) fn described() -> Vec<(&'static str, String)> {
    let bounds = bounds::described().map(|(subject, how)| (subject, how.to_owned()));
    seal::described().into_iter().chain(bounds).collect()
}
