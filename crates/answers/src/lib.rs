//! The answers of `bouton` about games, one type each.
//!
//! Each answer is plain owned data. Its JSON is that of the command line and of the server. It is written, not read back.
//! [`Display`](std::fmt::Display), where it exists, is the text of the command
//! line, without a newline at the end; `csv`, where it exists, is a table for spreadsheets. Numbers of any size are [`Whole`], written
//! in full.

mod analysis;
mod answer;
mod asked;
mod atlas;
mod best_move;
mod bidding;
mod calculation;
mod cell;
mod census_row;
mod checked;
mod class;
mod columns;
mod comparison;
mod csv;
mod family_report;
mod fault;
mod found;
mod game;
mod game_value;
mod graphed;
mod halted;
mod heap_values;
mod ladder;
mod law_report;
mod levels;
mod misere_quotient;
mod misere_sequence;
mod move_made;
mod moves;
mod order;
mod player;
mod progress;
mod proof;
mod proved;
mod puzzles;
mod quotient_row;
mod refutation;
mod review;
mod selected;
mod sequence;
mod shown;
mod size_table;
mod standing;
mod streamed_sequence;
mod sweep_row;
mod table_check;
mod table_info;
mod tabulated;
pub mod text;
mod unanswered;
mod values;
mod verified;
mod view;
mod whole;
mod worked;
mod worth;

pub use analysis::{Analysis, Counts, RemotenessRow};
pub use answer::Answer;
pub use asked::Asked;
pub use atlas::{Atlas, AtlasPlace, AtlasRow};
pub use best_move::BestMove;
pub use bidding::{Bidding, PricedMove};
pub use calculation::Calculation;
pub use cell::{Cell, CellKind};
pub use census_row::CensusRow;
pub use checked::Checked;
pub use class::Class;
pub use columns::Columns;
pub use comparison::Comparison;
pub use family_report::{FamilyCase, FamilyReport};
pub use fault::{Fault, FaultKind, Place};
pub use found::{FoundPositions, FoundRow};
pub use game::{Game, HeapShape, SolverCard};
pub use game_value::{
    Accounting, Expansion, GameValue, OrthodoxLine, Part, Sides, ValuedMove, Walls,
};
pub use graphed::Graphed;
pub use halted::Halted;
pub use heap_values::{HeapValue, HeapValues};
pub use ladder::{Ladder, LeftOut, Rung};
pub use law_report::{LawClaim, LawMode, LawReport, LawSentence, LawSet, LawTrial, ProvedLaw};
pub use levels::{LevelCard, Levels};
pub use misere_quotient::MisereQuotient;
pub use misere_sequence::MisereSequence;
pub use move_made::MoveMade;
pub use moves::{Move, Moves};
pub use order::{Order, Relation, ScoredPosition};
pub use player::Player;
pub use progress::Progress;
pub use proof::Proof;
pub use proved::Proved;
pub use puzzles::{Aim, Puzzle, Puzzles};
pub use quotient_row::QuotientRow;
pub use refutation::{By, Counterexample, Guarantee, Promise, Refutation};
pub use review::{Review, Step};
pub use selected::{End, select};
pub use sequence::{Largest, RareHeaps, Sequence};
pub use shown::{shown, write_json};
pub use size_table::{SizeCell, SizeTable};
pub use standing::Standing;
pub use streamed_sequence::StreamedSequence;
pub use sweep_row::SweepRow;
pub use table_check::{TableCheck, WrongEntry};
pub use table_info::TableInfo;
pub use tabulated::Tabulated;
pub use unanswered::Unanswered;
pub use values::{Table, Values};
pub use verified::Verified;
pub use view::{FigureKind, View, ViewGame, ViewMove};
pub use whole::{NotWhole, TooLarge, Whole};
pub use worked::{Piece, Worked};
pub use worth::{PositionValue, plies_in_words, points_in_words, worth_in_words};

pub use bouton_core::{Outcome, Side, StopReason};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
