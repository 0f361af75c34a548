//! The moves of runs are those of [`crate::rules`], and every coefficient of a certificate matters.
