//! All tests of the crate in one program, which is linked once: a module for each subject.

mod every_message_is_asked;
mod every_test_is_run;
mod slow;
