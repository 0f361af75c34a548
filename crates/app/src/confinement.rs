//! Questions about rule files are answered by a child process: the program again, with the same arguments and an end to
//! the memory that it may take. Whatever a file does there, here is somebody left to tell it in a sentence; and the lines of a
//! batch by another child, whatever one of them does.

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
pub(crate) mod seal;
#[cfg(feature = "rules")]
pub(crate) mod ward;
