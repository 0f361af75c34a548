//! The searched games: every solver that serves one against rules written a second time, from the book.

mod connect;
mod dots_and_boxes;
mod facts;
mod hexapawn;
mod kalah;
mod learnt;
mod limits;
mod mnk;
mod slow;
mod thirty_one;
mod threads;
