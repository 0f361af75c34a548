//! Games written in the Game Description Language, version I (Love, Hinrichs, Haley, Schkufza and Genesereth 2008), for two
//! roles that take turns.
//!
//! ```
//! use bouton_core::{Limits, Side};
//! use bouton_external::ExternalRules;
//! use bouton_gdl::{Opened, open};
//! let text = "
//! (role first) (role second) (init (control first)) (init (heap 3))
//! (succ 0 1) (succ 1 2) (succ 2 3)
//! (<= (legal ?p (leave ?m)) (true (control ?p)) (true (heap ?n)) (or (succ ?m ?n) (and (succ ?m ?k) (succ ?k ?n))))
//! (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
//! (<= (next (heap ?m)) (does ?p (leave ?m)))
//! (<= (next (control ?q)) (role ?q) (true (control ?p)) (distinct ?p ?q))
//! (<= terminal (true (heap 0)))
//! (<= (goal ?p 0) (true (control ?p)))
//! (<= (goal ?p 100) (role ?p) (not (true (control ?p))))";
//! let Opened::Word(rules) = open("heap.kif", text, None, &Limits::default())? else { panic!("it is small") };
//! let at = rules.read("leave 2")?;
//! assert_eq!(rules.moves(&at, Side::Left).map(|mv| rules.label(&at, &mv)).collect::<Vec<_>>(), ["leave 1", "leave 0"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The parts, and what each costs
//! | part | to | cost |
//! |---|---|---|
//! | [`open`] | read, instantiate, exercise and prove | 0.004 s for tic-tac-toe, 0.12 s for the slowest of 30 files; grows with the instances of the rules, not with the positions |
//! | [`Opened`] | play; positions are of 64 bits, of 128, or of any size | from 0.7 million moves a second (73 bits) to 17.7 million (tic-tac-toe) |
//!
//! The figures are those of `cargo bench -p bouton-gdl`.
//!
//! # When not to use it
//! - For chance, hidden information (GDL-II), one player, three or more roles, or roles that move at the same time: such files are refused.
//! - For rules whose instances do not fit in memory: a small program in a rule file of another kind computes its moves on demand.
//! - For a game of the catalogue: its own type is faster, and has theorems.
//!
//! # How a file becomes a game
//! A file is read (`expression`, `description`). Its rules are instantiated (`grounding`) and become a circuit (`network`),
//! which random plays exercise (`plays`). The circuit of the next position is specialised for every move (`effects`).
//! Groups of fluents of which at most one holds are proved (`groups`), and the player to move is proved or checked
//! (`turns`). Then positions are packed bits, which moves change (`machine`, `game`).
//!
//! The traits of games have no errors. Rules that fail at a position unwind through the solver with a [`bouton_core::RuleError`], which the
//! caller catches with [`bouton_core::asked`].
//!
//! A file imports from those before it in this order: `fault`, `components`, `lists`, `expression`, `term`, `rule`,
//! `formula`, `description`, `plan`, `stages`, `grounding`, `circuit`, `network`, `program`, `plays`, `implied`, `effects`, `groups`,
//! `turns`, `height`, `field`, `worth`, `layout`, `machine`, `packed`, `look`, `game`, `notation`, `check`, `opened`.

mod check;
mod circuit;
mod components;
mod description;
mod effects;
mod expression;
mod fault;
mod field;
mod formula;
mod game;
mod grounding;
mod groups;
mod height;
mod implied;
mod layout;
mod lists;
mod look;
mod machine;
mod network;
mod notation;
mod opened;
mod packed;
mod plan;
mod plays;
mod program;
mod rule;
mod stages;
mod term;
mod turns;
mod worth;
pub use fault::{Fault, Refusal};
pub use game::Gdl;
pub use opened::{Opened, open};
pub use packed::{Packed, Words};
pub use worth::Aim;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
