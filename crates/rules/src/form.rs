//! [`Forms`]: whether an entry of a list of moves is `(label, position)` or a position.
//!
//! Where positions are tuples that may begin with a string, both have the same type. So the type decides nothing: the start
//! tells what positions look like. An entry that fits both readings, or neither, is refused unless the rules say `labelled`.

use bouton_language::Value;

use crate::notation::{literal, shortened, written};
use crate::plain::{Item, Plain};

/// The type of a value, as far as positions differ by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// Nothing, in place of a value that is not known yet.
    Nothing,
    /// A number or a truth value.
    Number,
    /// A string.
    Text,
    /// A tuple, or a list in its place.
    Tuple,
    /// Anything else that positions may consist of.
    Other,
    /// A value that no position has.
    Alien,
}

/// A value of a language of rules.
pub trait Formed: Sized {
    /// Its type.
    fn sort(&self) -> Sort;
    /// The items of a tuple; no other value has any.
    fn items(&self) -> Vec<Self>;
    /// Its text in the language, shortened.
    fn shown(&self) -> String;
}

/// The look of positions.
#[derive(Clone, Debug)]
enum Form {
    /// Like any value.
    Any,
    Plain(Sort),
    Tuple {
        items: Vec<Form>,
        /// The form of an item, if all items are alike: then tuples of any length are.
        each: Option<Box<Form>>,
    },
}

impl Form {
    fn of<V: Formed>(value: &V) -> Self {
        match value.sort() {
            Sort::Nothing => Self::Any,
            Sort::Tuple => {
                let values = value.items();
                let items: Vec<_> = values.iter().map(Self::of).collect();
                let first = items.first().cloned().unwrap_or(Self::Any);
                let is_uniform = values.iter().all(|value| first.fits(value));
                Self::Tuple {
                    items,
                    each: is_uniform.then(|| first.into()),
                }
            }
            sort => Self::Plain(sort),
        }
    }

    fn fits<V: Formed>(&self, value: &V) -> bool {
        match (self, value.sort()) {
            (Self::Any, _) | (_, Sort::Nothing) => true,
            (Self::Plain(own), sort) => *own == sort,
            (Self::Tuple { items, each }, Sort::Tuple) => {
                let values = value.items();
                let mut pairs = items.iter().zip(&values);
                let is_record =
                    items.len() == values.len() && pairs.all(|(form, item)| form.fits(item));
                let fits_all = |form: &Self| values.iter().all(|item| form.fits(item));
                is_record || each.as_deref().is_some_and(fits_all)
            }
            (Self::Tuple { .. }, _) => false,
        }
    }
}

/// The look of positions, and the value of `labelled`.
#[derive(Debug, Default)]
pub struct Forms {
    start: Option<Form>,
    /// The value of `labelled`.
    labelled: Option<bool>,
}

impl Forms {
    /// The forms of rules with this start and this value of `labelled`.
    pub fn of<V: Formed>(start: Option<&V>, labelled: Option<bool>) -> Self {
        let start = start.map(Form::of);
        Self { start, labelled }
    }

    /// Whether a value looks like the start; without a start, like the position whose moves are listed.
    fn fits<V: Formed>(&self, at: &impl Formed, value: &V) -> bool {
        match &self.start {
            Some(start) => start.fits(value),
            None => Form::of(at).fits(value),
        }
    }

    /// Whether the look of positions says nothing about the moves from this one: it does not look like the start, and begins as
    /// a move with a label does, like the pairs of a tree of any depth.
    fn is_beyond<V: Formed>(&self, at: &V) -> bool {
        let is_start_like = self.start.as_ref().is_none_or(|start| start.fits(at));
        let items = at.items();
        !is_start_like
            && matches!(items.len(), 2 | 3)
            && items.first().is_some_and(|item| item.sort() == Sort::Text)
    }

    /// Whether an entry is `(label, position)` or `(label, position, gain)`; `tuple` has its items, if it is a tuple.
    ///
    /// # Errors
    /// The reason, for a sentence that begins with the entry, if nothing tells how it is meant.
    pub fn is_labelled<V: Formed>(
        &self,
        at: &impl Formed,
        entry: &V,
        tuple: Option<&[V]>,
    ) -> Result<bool, String> {
        let (label, next) = match (self.labelled, tuple) {
            (None, Some([label, next] | [label, next, _])) => (label, next),
            (Some(true), Some([label, _] | [label, _, _])) if label.sort() == Sort::Text => {
                return Ok(true);
            }
            (Some(true), _) => return Err(UNLABELLED.into()),
            _ => return Ok(false),
        };
        let fits = |value: &V| self.fits(at, value);
        match label.sort() {
            // A value that no position has is reported where the position is read.
            Sort::Text if next.sort() == Sort::Alien => Ok(true),
            Sort::Text if self.is_beyond(at) => Err(doubt(true, label, next)),
            Sort::Text => match (fits(next), fits(entry)) {
                (is_labelled, is_position) if is_labelled != is_position => Ok(is_labelled),
                (fits_both, _) => Err(doubt(fits_both, label, next)),
            },
            Sort::Number if fits(next) && !fits(entry) => {
                let label = label.shown();
                Err(format!(
                    "has the label {label}: a label is a string, like \"{label}\""
                ))
            }
            _ => Ok(false),
        }
    }

    /// Whether the items of a list are one move, or one position, where moves or positions were expected.
    pub fn is_single<V: Formed>(&self, at: &impl Formed, list: &Listed<'_, V>) -> bool {
        let fits = |value: &V| self.fits(at, value);
        let is_move = match list.items {
            [label, next] | [label, next, _] => {
                list.of_moves && label.sort() == Sort::Text && fits(next)
            }
            _ => false,
        };
        if list.items.is_empty() || !is_move && !fits(list.value) {
            return false;
        }
        let is_entry = |item: &V| fits(item) || list.of_moves && item.sort() == Sort::Tuple;
        list.is_tuple || !list.items.iter().all(is_entry)
    }
}

/// A value that a function returned as a list.
pub struct Listed<'l, V> {
    /// The value.
    pub value: &'l V,
    /// Its items.
    pub items: &'l [V],
    /// Whether it is a tuple: as a list of moves or positions that is accepted if it cannot be one of them.
    pub is_tuple: bool,
    /// Whether moves are expected, and not positions.
    pub of_moves: bool,
}

const UNLABELLED: &str = "is not (label, position), a tuple of two or three whose first item is a string, as labelled = True says";

/// The reason why an entry is neither read as a move with a label nor as a position.
fn doubt<V: Formed>(fits_both: bool, label: &V, next: &V) -> String {
    let how = "write labelled = True if moves are (label, position), labelled = False if they are positions";
    match fits_both {
        true => format!(
            "can be read in two ways, as the move {} to {} and as a position: {how}",
            label.shown(),
            next.shown()
        ),
        false => format!(
            "is no position that looks like the start, and {} is none after a move {}: {how}",
            next.shown(),
            label.shown()
        ),
    }
}

impl Formed for Value {
    fn sort(&self) -> Sort {
        match self {
            Self::Int(_) | Self::Big(_) | Self::Bool(_) => Sort::Number,
            Self::Str(_) => Sort::Text,
            Self::Tuple(_) | Self::List(_) => Sort::Tuple,
            Self::None => Sort::Nothing,
            _ => Sort::Alien,
        }
    }
    fn items(&self) -> Vec<Self> {
        self.items().unwrap_or_default().to_vec()
    }
    fn shown(&self) -> String {
        shortened(&written(self))
    }
}

impl Formed for Plain {
    fn sort(&self) -> Sort {
        match self.head() {
            Item::None => Sort::Nothing,
            Item::Bool(_) | Item::Int(_) => Sort::Number,
            Item::Str(_) => Sort::Text,
            Item::Tuple(_) => Sort::Tuple,
        }
    }
    fn items(&self) -> Vec<Self> {
        self.items().unwrap_or_default()
    }
    fn shown(&self) -> String {
        shortened(&literal(self))
    }
}
