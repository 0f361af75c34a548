//! [`Rules`]: a rule file asked about positions. What goes wrong is kept in the file, and from then on every position is
//! at its end, so that a solver is soon through.

use std::cell::RefCell;
use std::sync::Arc;

use bouton_core::{InputError, Side};

use crate::fault::Fault;
use crate::file::{Function, RuleFile};
use crate::machine::ask;
use crate::plain::{Item, Plain};
use crate::request::{Look, Move, Reply, Request, Trouble};

/// A rule file that answers as a game does: without errors.
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

thread_local! {
    /// What was looked at last: solvers ask whether play is over, and then for the moves.
    static LOOK: RefCell<Seen<Look>> = const { RefCell::new(None) };
    static LABELS: RefCell<Seen<Vec<Option<String>>>> = const { RefCell::new(None) };
}

/// What `find` finds at a position, unless that was found last. Nothing is remembered of what goes wrong.
fn seen<T: Default>(
    cache: &RefCell<Seen<T>>,
    (id, side, at): (u64, Side, &Plain),
    find: impl FnOnce() -> Option<T>,
) -> Arc<T> {
    if let Some((of, by, there, found)) = &*cache.borrow()
        && (*of, *by, there) == (id, side, at)
    {
        return found.clone();
    }
    let Some(found) = find().map(Arc::new) else {
        return Arc::default();
    };
    *cache.borrow_mut() = Some((id, side, at.clone(), found.clone()));
    found
}

impl Rules {
    /// The reply, unless something went wrong: now, or before.
    fn ask(&self, request: Request) -> Option<Reply> {
        if self.0.is_broken() {
            return None;
        }
        ask(&self.0, request)
            .map_err(|trouble| self.0.record(trouble))
            .ok()
    }

    fn value(&self, function: Function, at: &Plain) -> Option<Plain> {
        match self.ask(Request::Value(function, at.clone()))? {
            Reply::Value(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn list(&self, function: Function, at: &Plain) -> Option<Vec<Plain>> {
        match self.ask(Request::List(function, at.clone()))? {
            Reply::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn look(&self, at: &Plain, side: Side) -> Arc<Look> {
        let find = || match self.ask(Request::Look(at.clone(), side))? {
            Reply::Look(look) => Some(look),
            _ => None,
        };
        LOOK.with(|last| seen(last, (self.0.id(), side, at), find))
    }

    /// The moves; after a mishap one that leads to a position without any, since there was to be one.
    pub(crate) fn moves(&self, at: &Plain, side: Side) -> Moves {
        let look = self.look(at, side);
        if self.0.is_broken() && look.moves.is_empty() && !at.is_nowhere() {
            let nowhere = Move {
                nth: 0,
                to: Plain::default(),
                gain: 0,
                keeps_turn: false,
            };
            let moves = vec![nowhere];
            return Moves(Arc::new(Look { end: None, moves }), 0);
        }
        Moves(look, 0)
    }

    pub(crate) fn canonical(&self, at: Plain) -> Plain {
        if !self.0.has(Function::Canonical) {
            return at;
        }
        self.value(Function::Canonical, &at).unwrap_or(at)
    }

    pub(crate) fn plies_left(&self, at: &Plain) -> i128 {
        let Some(told) = self.value(Function::PliesLeft, at) else {
            return 0;
        };
        told.as_int().unwrap_or_else(|| {
            let found = crate::notation::literal(&told);
            self.wrong(
                Function::PliesLeft,
                at,
                format!("plies_left must return an int, found {found}"),
            );
            0
        })
    }

    pub(crate) fn summands(&self, at: &Plain) -> Vec<Plain> {
        if !self.0.has(Function::Summands) || at.is_nowhere() {
            return vec![at.clone()];
        }
        let parts = self.list(Function::Summands, at);
        parts.unwrap_or_else(|| vec![at.clone()])
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
            _ => {
                let message = format!("{} has no such position", self.0.name());
                Err(InputError::new(message, text, 0..text.len()))
            }
        }
    }

    pub(crate) fn show(&self, at: &Plain) -> String {
        if at.is_nowhere() {
            return "?".into();
        }
        if self.0.has(Function::Show)
            && let Some(told) = self.value(Function::Show, at)
        {
            return match told.head() {
                Item::Str(text) => text.to_owned(),
                _ => crate::notation::literal(&told),
            };
        }
        self.0.shape().show(at)
    }

    pub(crate) fn show_move(&self, at: &Plain, side: Side, mv: &Move) -> String {
        let find = || match self.ask(Request::Labels(at.clone(), side))? {
            Reply::Labels(labels) => Some(labels),
            _ => None,
        };
        let labels = LABELS.with(|last| seen(last, (self.0.id(), side, at), find));
        let label = labels.get(mv.nth as usize).cloned().flatten();
        label.unwrap_or_else(|| self.show(&mv.to))
    }

    pub(crate) fn rows(&self, at: &Plain) -> Option<Vec<Vec<String>>> {
        if !self.0.has(Function::Draw) || at.is_nowhere() {
            return None;
        }
        match self.ask(Request::Rows(at.clone()))? {
            Reply::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// The moves that a strategy allows: it returns a label or a next position, or a list of these, or `None`.
    pub(crate) fn allowed(&self, strategy: Function, at: &Plain) -> Vec<Move> {
        let Some(told) = self.value(strategy, at).filter(|told| !told.is_none()) else {
            return Vec::new();
        };
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
                let found = crate::notation::literal(&told);
                let message = format!("a strategy returns a move's label, the position after it, or a list of these; found {found}");
                self.wrong(strategy, at, message);
                Vec::new()
            },
            |places| places.into_iter().map(|place| moves[place].clone()).collect(),
        )
    }

    /// Keeps it that a function did not return what it should.
    pub(crate) fn wrong(&self, function: Function, at: &Plain, message: String) {
        let fault = self.0.fault(function, at, message);
        self.0.record(Trouble::Fault(fault));
    }

    /// Keeps it that a position came back in a game whose plays must end.
    pub(crate) fn came_back(&self, at: &Plain) {
        let message = format!(
            "play need not end: {} can come back, and here every line of play must come to an end",
            self.show(at)
        );
        self.0
            .record(Trouble::Fault(Fault::new(self.0.path(), message)));
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
