//! Misère quotients: the algebra that decides sums of heaps when the last player to move loses.
//!
//! Two positions of a game are **indistinguishable** if no third one, added to both, makes one of the sums lost and the
//! other won. The classes of this relation form a commutative monoid, the **misère quotient**. Its lost elements are the
//! **P-portion**, and the **pretending function** gives the class of each heap. If the quotient is finite, the outcome of a
//! thousand heaps is a product in a small table.
//!
//! A [`Search`] receives the options of one heap after the other, and holds the proved quotient of all sums of the heaps so far:
//!
//! ```
//! use bouton_core::{Limits, take_and_break::Code};
//! use bouton_quotients::{Search, period};
//!
//! let kayles = Code::octal("0.77")?;
//! let mut search = Search::default();
//! for heap in 1..=180 {
//!     let options = kayles.options(heap).map(|option| option.left.iter().map(|&left| left as u32).collect());
//!     search.add(options.collect(), &Limits::default()).unwrap();
//! }
//! let quotient = search.quotient();
//! assert_eq!((quotient.order(), quotient.lost().count()), (40, 9));
//! assert!(quotient.is_lost(quotient.class_of([1, 4, 4].into_iter())));
//! // By the theorem of Plambeck and Siegel it is that of all heaps, and comes back.
//! let found = period(quotient.pretending(), 2, 2).unwrap();
//! assert_eq!((found.period, found.preperiod), (12, 71));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts, and what each costs
//! | part | to | cost |
//! |---|---|---|
//! | [`Search`] | extend the quotient by a heap, with proof | depends on the quotient: all of Kayles, 40 elements, takes 0.04 s; a quotient may be infinite |
//! | [`Coded`] | the same for heaps that follow a code, until it is proved to be that of all heaps | the heaps up to the proof; later ones follow by the period |
//! | [`Quotient`] | the class and the outcome of a sum | a look-up in the table of products for each heap |
//! | [`period`](period()) | the period of the classes of heaps, by the theorem | the heaps so far |
//! | [`Presentation`] | generators and relations for a reader | the square of the order, times the generators |
//!
//! # When not to use it
//! - In normal play: Grundy values decide every sum, and are far cheaper.
//! - For one small sum: searching it takes less than a proved quotient.
//! - Where the quotient is infinite: the search ends at its limit, with the quotient of the heaps so far.
//!
//! **How it is found, and why it is correct.** The files are ordered, and none imports from a later one: `position`;
//! `heaps`, heaps that are equal to sums of smaller ones; `quotient`, the monoid; `closure`, the proof that a monoid gives the outcomes of all sums; `outcomes`, the winner of a
//! sum by search; `table`, a monoid learned from such outcomes; `search`, which learns and proves until both agree;
//! `period`, `presentation`, `certificate`, `coded`. A learned monoid is only a guess, and may depend on guesses;
//! `search` returns only results that `closure` has proved.
//!
//! Sources: T. E. Plambeck, *Taming the wild in impartial combinatorial games*, Integers 5 (2005) G5; T. E. Plambeck and A.
//! N. Siegel, *Misère quotients for impartial games*, J. Combin. Theory A 115 (2008); D. Angluin, *Learning regular sets
//! from queries and counterexamples*, Inform. and Comput. 75 (1987), whose method of learning an automaton is used here for
//! a monoid.

mod certificate;
mod closure;
mod coded;
mod heaps;
mod outcomes;
mod period;
mod position;
mod presentation;
mod quotient;
mod search;
mod table;

pub use coded::Coded;
pub use period::{Period, period, repeats};
pub use position::Position;
pub use presentation::{Monomial, Presentation, Relation};
pub use quotient::{Class, Quotient};
pub use search::Search;
