//! The checker of every certificate the program writes: small, slow, obviously right.

mod law;

pub use law::{CheckedLaw, LAW_HEADER, LawError, check_law};

mod period;

pub use period::{CheckedPeriod, PERIOD_HEADER, PeriodError, check_period};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
