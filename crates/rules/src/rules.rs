//! [`Rules`]: a rule file asked about positions. What goes wrong is thrown to whoever asked; see [`bouton_core::oracle`].

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::Arc;

use bouton_core::{InputError, Mishap, Side, fail};
use rustc_hash::FxBuildHasher;

use crate::fault::Fault;
use crate::file::RuleFile;
use crate::function::Function;
use crate::machine::ask;
use crate::notation::literal;
use crate::plain::{Item, Plain};
use crate::request::{Look, Move, Reply, Request, Trouble};

/// A rule file that answers as a game does.
#[derive(Clone, Debug)]
pub(crate) struct Rules(pub(crate) Arc<RuleFile>);

/// The same rules are those of the same reading of a file.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.0.id() == other.0.id()
    }
}

/// A position and what was found there.
type Seen<T> = Option<(u64, Side, Plain, Arc<T>)>;

/// What was found at the positions that were looked at last, each at the place that its hash tells.
type Cache<T> = RefCell<Vec<Seen<T>>>;

/// Positions whose moves are remembered: solvers ask whether play is over, and then for the moves; and those that search come back.
const LOOKS: usize = 1 << 12;
/// Of more moves than this only the last are remembered, so that some megabytes hold them all.
const FEW_MOVES: usize = 32;

thread_local! {
    static LOOK: Cache<Look> = const { RefCell::new(Vec::new()) };
    static LABELS: Cache<Vec<Option<String>>> = const { RefCell::new(Vec::new()) };
}

/// What `find` finds at a position, unless that is remembered at one of so many places; what is not `lasting` is put at the
/// first, where the next one takes it away.
fn seen<T>(
    cache: &Cache<T>,
    places: usize,
    key: (u64, Side, &Plain),
    find: impl FnOnce() -> T,
    lasting: impl FnOnce(&T) -> bool,
) -> Arc<T> {
    let (id, side, at) = key;
    let place = 1 + FxBuildHasher.hash_one(key) as usize % places;
    let known = |place: usize| match cache.borrow().get(place) {
        Some(Some((of, by, there, found))) if (*of, *by, there) == key => Some(found.clone()),
        _ => None,
    };
    if let Some(found) = known(0).or_else(|| known(place)) {
        return found;
    }
    let found = Arc::new(find());
    let place = if lasting(&found) { place } else { 0 };
    let mut cache = cache.borrow_mut();
    if cache.len() <= place {
        cache.resize(places + 1, None);
    }
    cache[place] = Some((id, side, at.clone(), found.clone()));
    found
}

/// Takes what is in a reply of the kind that its request asks for.
macro_rules! replied {
    ($kind:path, $reply:expr) => {
        match $reply {
            $kind(reply) => reply,
            _ => unreachable!("invariant: a reply is of the kind of its request"),
        }
    };
}

impl Rules {
    /// The reply; what goes wrong is thrown.
    fn ask(&self, request: Request) -> Reply {
        ask(&self.0, request).unwrap_or_else(|trouble| fail(trouble.into()))
    }

    pub(crate) fn value(&self, function: Function, at: &Plain) -> Plain {
        replied!(Reply::Value, self.ask(Request::Value(function, at.clone())))
    }

    pub(crate) fn list(&self, function: Function, at: &Plain) -> Vec<Plain> {
        replied!(Reply::List, self.ask(Request::List(function, at.clone())))
    }

    /// A position as the rules see it; where they tell how many plies are left, every move is seen to lower that.
    pub(crate) fn look(&self, at: &Plain, side: Side) -> Arc<Look> {
        let find = || replied!(Reply::Look, self.ask(Request::Look(at.clone(), side)));
        let is_small = |look: &Look| look.moves.len() <= FEW_MOVES && at.is_short();
        let key = (self.0.id(), side, at);
        LOOK.with(|looks| seen(looks, LOOKS, key, find, is_small))
    }

    /// The same, whatever is told of the plies left.
    pub(crate) fn unchecked(&self, at: &Plain, side: Side) -> Look {
        replied!(Reply::Look, self.ask(Request::Unchecked(at.clone(), side)))
    }

    pub(crate) fn moves(&self, at: &Plain, side: Side) -> Moves {
        Moves(self.look(at, side), 0)
    }

    pub(crate) fn canonical(&self, at: Plain) -> Plain {
        if !self.0.has(Function::Canonical) {
            return at;
        }
        self.value(Function::Canonical, &at)
    }

    pub(crate) fn plies_left(&self, at: &Plain) -> i128 {
        replied!(Reply::Plies, self.ask(Request::Plies(at.clone())))
    }

    pub(crate) fn summands(&self, at: &Plain) -> Vec<Plain> {
        if !self.0.has(Function::Summands) {
            return vec![at.clone()];
        }
        self.list(Function::Summands, at)
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Plain, InputError> {
        if !self.0.has(Function::Parse) {
            return self.0.parse_plain(text);
        }
        match ask(&self.0, Request::Value(Function::Parse, Plain::text(text))) {
            Ok(Reply::Value(at)) if !at.is_none() => Ok(at),
            Err(Trouble::Fault(fault)) => {
                Err(InputError::new(fault.message(), text, 0..text.len()))
            }
            Err(Trouble::Stopped(reason)) => {
                let message = format!("the position was not read: {reason}");
                Err(InputError::new(message, text, 0..text.len()))
            }
            Ok(_) => {
                let message = format!("{} has no such position", self.0.name());
                Err(InputError::new(message, text, 0..text.len()))
            }
        }
    }

    pub(crate) fn show(&self, at: &Plain) -> String {
        if !self.0.has(Function::Show) {
            return self.0.shape().show(at);
        }
        let told = self.value(Function::Show, at);
        match told.head() {
            Item::Str(text) => text.to_owned(),
            _ => literal(&told),
        }
    }

    pub(crate) fn show_move(&self, at: &Plain, side: Side, mv: &Move) -> String {
        let find = || replied!(Reply::Labels, self.ask(Request::Labels(at.clone(), side)));
        let key = (self.0.id(), side, at);
        let labels = LABELS.with(|last| seen(last, 1, key, find, |_| false));
        let label = labels.get(mv.nth as usize).cloned().flatten();
        label.unwrap_or_else(|| self.show(&mv.to))
    }

    pub(crate) fn rows(&self, at: &Plain) -> Option<Vec<Vec<String>>> {
        let has_rows = self.0.has(Function::Draw);
        has_rows.then(|| replied!(Reply::Rows, self.ask(Request::Rows(at.clone()))))
    }

    /// The moves that a strategy allows: it returns a label or a next position, or a list of these, or `None`.
    pub(crate) fn allowed(&self, strategy: Function, at: &Plain) -> Vec<Move> {
        let told = self.value(strategy, at);
        if told.is_none() {
            return Vec::new();
        }
        let moves: Vec<_> = self.moves(at, Side::Left).collect();
        let labels: Vec<_> = moves
            .iter()
            .map(|mv| self.show_move(at, Side::Left, mv))
            .collect();
        let named = |told: &Plain| {
            let place = moves.iter().position(|mv| mv.to == *told);
            place.or_else(|| {
                labels
                    .iter()
                    .position(|label| Some(label.as_str()) == told.as_str())
            })
        };
        if let Some(place) = named(&told) {
            return vec![moves[place].clone()];
        }
        let each = told.items().unwrap_or_else(|| vec![told.clone()]);
        let places: Option<Vec<_>> = each.iter().map(named).collect();
        places.map_or_else(
            || {
                let found = literal(&told);
                let message = format!("a strategy returns a move's label, the position after it, or a list of these; found {found}");
                self.wrong(strategy, at, message)
            },
            |places| places.into_iter().map(|place| moves[place].clone()).collect(),
        )
    }

    /// A function did not return what it should.
    fn wrong(&self, function: Function, at: &Plain, message: String) -> ! {
        fail(Trouble::Fault(self.0.fault(function, at, message)).into())
    }

    /// What is wrong when a position comes back in a game whose plays must end.
    pub(crate) fn endless(&self, at: &Plain) -> Mishap {
        let message = format!(
            "play need not end: {} can come back, and here every line of play must come to an end",
            self.show(at)
        );
        Trouble::Fault(Fault::new(self.0.path(), message)).into()
    }
}

impl RuleFile {
    /// Reads a position.
    ///
    /// # Errors
    /// A text that is no position.
    pub fn parse(self: &Arc<Self>, text: &str) -> Result<Plain, InputError> {
        Rules(self.clone()).parse(text)
    }

    /// How positions are written, by the example of the start.
    pub fn notation(self: &Arc<Self>) -> String {
        let start = self.start().map(|start| Rules(self.clone()).show(start));
        start.map_or_else(
            || "as the file says".into(),
            |start| format!("as its start, {start}"),
        )
    }
}

/// Moves, one by one.
#[derive(Debug)]
pub(crate) struct Moves(Arc<Look>, usize);

impl Iterator for Moves {
    type Item = Move;
    fn next(&mut self) -> Option<Move> {
        let mv = self.0.moves.get(self.1).cloned();
        self.1 += 1;
        mv
    }
}
