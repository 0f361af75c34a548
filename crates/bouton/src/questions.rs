//! Questions, each a struct of its parameters. The options of a command, the parameters of a route and the keywords of a function in
//! Python are made of them, and read by them: a text has one meaning, and one refusal, wherever it is written.
//!
//! ```
//! use bouton::questions::{Find, Question};
//!
//! let find = Find::asked([("where", "loss"), ("up_to", "49")])?;
//! assert_eq!((find.condition.as_str(), find.bound.up_to), ("loss", Some(49)));
//!
//! let wrong = Find::asked([("up_to", "many")]).unwrap_err();
//! assert!(wrong.to_string().starts_with("up_to: expected a whole number, found \"many\""));
//! assert_eq!(Find::parameters().first().map(|first| first.name), Some("where"));
//! # Ok::<(), bouton::Error>(())
//! ```

mod ask;
mod find;
mod moves;
mod parameter;
mod puzzles;
mod refute;
mod sequence;
mod texts;
mod time;

pub use ask::{Ask, Law, Pattern, Solutions};
pub use find::{Atlas, Find, HeapBound, Losing, Values};
#[cfg(feature = "rules")]
pub use moves::Goal;
pub use moves::{Compare, Review};
pub use parameter::{Kind, Parameter};
pub use puzzles::Puzzles;
pub use refute::Refute;
pub use sequence::{Quotient, Sequence};
pub use texts::{Field, Question, Texts};
pub use time::{time, with_unit};

/// A question: the sentence about it, and its fields, each with what it is. Keys of [`Parameter`] follow a field in braces; `use`
/// brings the fields of another question.
#[macro_export]
macro_rules! question {
    (
        $(#[doc = $about:literal])+
        $(#[derive($also:ident)])?
        $name:ident {
            $(
                $(#[doc = $text:literal])+
                $field:ident: $type:ty $({ $($key:ident: $value:expr),+ })?,
            )*
            $(use $part:ident: $of:ty,)*
        }
    ) => {
        $(#[doc = $about])+
        #[derive(Clone, Debug, PartialEq)]
        $(#[derive($also)])?
        #[non_exhaustive]
        pub struct $name {
            $($(#[doc = $text])+ pub $field: $type,)*
            $(
                #[doc = "The fields that other questions have, too."]
                pub $part: $of,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    $($field: $crate::parameter_of!(
                        $(#[doc = $text])+ $field: $type $({ $($key: $value),+ })?
                    ).usual(),)*
                    $($part: <$of>::default(),)*
                }
            }
        }

        impl $crate::questions::Question for $name {
            fn parameters() -> Vec<$crate::questions::Parameter> {
                #[allow(unused_mut)]
                let mut all = vec![$($crate::parameter_of!(
                    $(#[doc = $text])+ $field: $type $({ $($key: $value),+ })?
                )),*];
                $(all.extend(<$of as $crate::questions::Question>::parameters());)*
                all
            }

            fn read(given: &$crate::questions::Texts) -> Result<Self, $crate::Error> {
                Ok(Self {
                    $($field: given.read(&$crate::parameter_of!(
                        $(#[doc = $text])+ $field: $type $({ $($key: $value),+ })?
                    ))?,)*
                    $($part: $crate::questions::Question::read(given)?,)*
                })
            }
        }
    };
}

/// The parameter of a field of a [`question!`].
#[macro_export]
macro_rules! parameter_of {
    ($(#[doc = $text:literal])+ $field:ident: $type:ty $({ $($key:ident: $value:expr),+ })?) => {
        $crate::questions::Parameter {
            $($($key: $value,)+)?
            ..$crate::questions::Parameter::of::<$type>(stringify!($field), concat!($($text),+))
        }
    };
}

pub use crate::question;
