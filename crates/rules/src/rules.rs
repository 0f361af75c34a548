//! [`Rules`]: queries of positions to a rule file. Errors are thrown to the caller; see [`bouton_core::oracle`].

use std::cell::RefCell;
use std::hash::BuildHasher;
use std::sync::Arc;

use bouton_core::hashing::Hashing;
use bouton_core::scene::Scene;
use bouton_core::{InputError, Side, fail};
use bouton_external::{Contents, Height, Step};
use smallvec::{SmallVec, smallvec};

use crate::fault::Trouble;
use crate::file::RuleFile;
use crate::function::Function;
use crate::machine::ask;
use crate::notation::literal;
use crate::plain::{Item, Plain};
use crate::request::{Reply, Request};

/// A rule file with the queries of a game.
#[derive(Clone, Debug)]
pub struct Rules(pub(crate) Arc<RuleFile>);

/// Two games are equal if they come from the same reading of a file.
impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        self.0.id() == other.0.id()
    }
}

/// A cache of recent results by the hash of the query: solvers reach a position in many ways, and ask for its end, its
/// moves and its representative.
struct Recent<T> {
    slots: Vec<Option<(CacheKey, T)>>,
}

/// The query: the file, the side, the position.
type CacheKey = (u64, Side, Plain);

/// The size of the cache.
#[derive(Clone, Copy)]
struct Room {
    slots: usize,
    /// Larger results share one slot.
    bytes: usize,
}

const LISTS: Room = Room {
    slots: 1 << 11,
    bytes: 1 << 12,
};
const POSITIONS: Room = Room {
    slots: 1 << 14,
    bytes: 1 << 8,
};
const LAST: Room = Room { slots: 1, bytes: 0 };

/// A result that knows its memory use.
trait Weighed: Clone {
    fn bytes(&self) -> usize;
}

impl Weighed for Plain {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl Weighed for Arc<Contents<Plain>> {
    fn bytes(&self) -> usize {
        let each = self
            .moves
            .iter()
            .map(|mv| size_of::<Step<Plain>>() + mv.to.len());
        each.sum()
    }
}

impl Weighed for Arc<[Plain]> {
    fn bytes(&self) -> usize {
        let each = self.iter().map(|part| size_of::<Plain>() + part.len());
        each.sum()
    }
}

impl Weighed for Arc<[Option<String>]> {
    fn bytes(&self) -> usize {
        let each = self.iter().flatten().map(String::len);
        size_of_val(&**self) + each.sum::<usize>()
    }
}

impl<T: Weighed> Recent<T> {
    const fn new() -> Self {
        Self { slots: Vec::new() }
    }

    /// The result of `find` at a position, unless it is cached.
    fn seen(cache: &RefCell<Self>, room: Room, asked: CacheKey, find: impl FnOnce() -> T) -> T {
        let slot = (Hashing.hash_one(&asked) >> 32) as usize % room.slots;
        let kept = |slot: usize| -> Option<T> {
            let kept = cache.borrow();
            let (known, found) = kept.slots.get(slot)?.as_ref()?;
            (*known == asked).then(|| found.clone())
        };
        if let Some(found) = kept(slot).or_else(|| kept(room.slots)) {
            return found;
        }
        let found = find();
        let is_large = asked.2.len() + found.bytes() > room.bytes;
        let slots = &mut cache.borrow_mut().slots;
        slots.resize_with(room.slots + 1, || None);
        slots[if is_large { room.slots } else { slot }] = Some((asked, found.clone()));
        found
    }
}

thread_local! {
    static LOOKS: RefCell<Recent<Arc<Contents<Plain>>>> = const { RefCell::new(Recent::new()) };
    static CANONICAL: RefCell<Recent<Plain>> = const { RefCell::new(Recent::new()) };
    static SUMMANDS: RefCell<Recent<Arc<[Plain]>>> = const { RefCell::new(Recent::new()) };
    static LABELS: RefCell<Recent<Arc<[Option<String>]>>> = const { RefCell::new(Recent::new()) };
}

/// The contents of a reply of the requested kind.
macro_rules! replied {
    ($kind:path, $reply:expr) => {
        match $reply {
            $kind(reply) => reply,
            _ => unreachable!("invariant: a reply is of the kind of its request"),
        }
    };
}

impl Rules {
    /// The reply; errors are thrown.
    fn ask(&self, request: Request) -> Reply {
        ask(&self.0, &request).unwrap_or_else(|trouble| fail(trouble.into()))
    }

    pub(crate) fn value(&self, function: Function, at: &Plain) -> Plain {
        replied!(Reply::Value, self.ask(Request::Value(function, at.clone())))
    }

    pub(crate) fn list(&self, function: Function, at: &Plain) -> Vec<Plain> {
        replied!(Reply::List, self.ask(Request::List(function, at.clone())))
    }

    /// The end of play and the moves at a position; if the rules define `plies_left`, every move is checked to lower it.
    pub(crate) fn look(&self, at: &Plain, side: Side) -> Arc<Contents<Plain>> {
        let find = || {
            self.0.reach().meet(&at.extent());
            let contents = replied!(
                Reply::Contents,
                self.ask(Request::Contents(at.clone(), side))
            );
            self.0.samples().keep(at, &contents.moves);
            contents
        };
        let asked = (self.0.id(), side, at.clone());
        LOOKS.with(|kept| Recent::seen(kept, LISTS, asked, || Arc::new(find())))
    }

    /// The same, without the check of `plies_left`.
    pub(crate) fn unchecked(&self, at: &Plain, side: Side) -> Contents<Plain> {
        replied!(
            Reply::Contents,
            self.ask(Request::Unchecked(at.clone(), side))
        )
    }

    pub(crate) fn representative(&self, at: Plain) -> Plain {
        if !self.0.has(Function::Canonical) {
            return at;
        }
        let asked = (self.0.id(), Side::Left, at);
        let at = asked.2.clone();
        CANONICAL.with(|kept| {
            Recent::seen(kept, POSITIONS, asked, || {
                self.value(Function::Canonical, &at)
            })
        })
    }

    pub(crate) fn plies_left(&self, at: &Plain) -> Height {
        replied!(Reply::Plies, self.ask(Request::Plies(at.clone())))
    }

    pub(crate) fn parts(&self, at: &Plain) -> SmallVec<[Plain; 2]> {
        if !self.0.has(Function::Summands) {
            return smallvec![at.clone()];
        }
        let asked = (self.0.id(), Side::Left, at.clone());
        let find = || self.list(Function::Summands, at).into();
        let parts = SUMMANDS.with(|kept| Recent::seen(kept, POSITIONS, asked, find));
        SmallVec::from(&*parts)
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Plain, InputError> {
        let read = self.read(text);
        if let Ok(at) = &read {
            self.0.reach().ask(&at.extent());
        }
        read
    }

    fn read(&self, text: &str) -> Result<Plain, InputError> {
        if !self.0.has(Function::Parse) {
            return self.0.parse_plain(text);
        }
        match ask(&self.0, &Request::Value(Function::Parse, Plain::text(text))) {
            Ok(Reply::Value(at)) if !at.is_none() => Ok(at),
            Err(Trouble::Fault(fault) | Trouble::Overrun(fault)) => {
                Err(InputError::whole(fault.message(), text))
            }
            Err(Trouble::Stopped(reason)) => Err(InputError::whole(
                format!("the position was not read: {reason}"),
                text,
            )),
            Ok(_) => {
                let message = format!("{} has no such position", self.0.name());
                Err(InputError::whole(message, text))
            }
        }
    }

    pub(crate) fn written(&self, at: &Plain) -> String {
        let text = self.written_plain(at);
        // Such a text would be read as another position.
        if self.0.kind().has_sides() && is_turned(&text) {
            let message = format!(
                "the position {text:?} ends like one with a player to move: a game of Left and Right cannot write it so"
            );
            self.wrong(self.0.moves_of(Side::Left), at, message);
        }
        text
    }

    fn written_plain(&self, at: &Plain) -> String {
        if !self.0.has(Function::Show) {
            return self.0.shape().show(at);
        }
        self.text_of(Function::Show, at)
    }

    /// The string that a function returns, or its literal.
    fn text_of(&self, function: Function, at: &Plain) -> String {
        let told = self.value(function, at);
        match told.head() {
            Item::Str(text) => text.to_owned(),
            _ => literal(&told),
        }
    }

    pub(crate) fn called(&self, at: &Plain, mv: &Step<Plain>) -> String {
        let find = || {
            replied!(
                Reply::Labels,
                self.ask(Request::Labels(at.clone(), mv.side))
            )
        };
        let asked = (self.0.id(), mv.side, at.clone());
        let labels = LABELS.with(|kept| Recent::seen(kept, LAST, asked, || find().into()));
        let label = labels.get(mv.place as usize).cloned().flatten();
        label.unwrap_or_else(|| self.written(&mv.to))
    }

    /// The text below a picture, or "".
    pub(crate) fn caption(&self, at: &Plain) -> String {
        match self.0.has(Function::Caption) {
            true => self.text_of(Function::Caption, at),
            false => String::new(),
        }
    }

    /// The scene that `draw` returns, if the file has it.
    pub(crate) fn picture(&self, at: &Plain) -> Option<Scene> {
        let is_drawn = self.0.has(Function::Draw);
        is_drawn.then(|| replied!(Reply::Scene, self.ask(Request::Scene(at.clone()))))
    }

    /// The moves that a strategy allows: it returns a label or a next position, or a list of these, or `None`.
    pub(crate) fn chosen(&self, strategy: Function, at: &Plain) -> Vec<Step<Plain>> {
        let told = self.value(strategy, at);
        if told.is_none() {
            return Vec::new();
        }
        let moves = &self.look(at, Side::Left).moves;
        let labels: Vec<_> = moves.iter().map(|mv| self.called(at, mv)).collect();
        let named = |told: &Plain| -> Option<Step<Plain>> {
            let is_named = |(mv, label): &(&Step<Plain>, &String)| {
                mv.to == *told || told.as_str() == Some(label.as_str())
            };
            let mut found = moves.iter().zip(&labels).filter(is_named);
            let (first, _) = found.next()?;
            if found.any(|(mv, _)| (&mv.to, mv.gain) != (&first.to, first.gain)) {
                let told = literal(told);
                let message = format!("{told} is the label of one move and names another, too");
                self.wrong(strategy, at, message);
            }
            Some(first.clone())
        };
        let each = told.items();
        let listed = each.and_then(|each| each.iter().map(named).collect::<Option<Vec<_>>>());
        let message = match (named(&told), listed) {
            (Some(mv), None) => return vec![mv],
            (Some(mv), Some(listed)) if listed.is_empty() => return vec![mv],
            (None, Some(listed)) => return listed,
            (None, None) => {
                "a strategy returns a move's label, the position after it, or a list of these; found"
            }
            (Some(_), Some(_)) => "this is a position and a list of labels; give one label:",
        };
        self.wrong(strategy, at, format!("{message} {}", literal(&told)))
    }

    /// The error if a function did not return an expected value.
    fn wrong(&self, function: Function, at: &Plain, message: String) -> ! {
        fail(Trouble::Fault(self.0.fault(function, at, message)).into())
    }
}

/// Whether a text ends like that of a position with its player.
pub fn is_turned(text: &str) -> bool {
    text.ends_with(" R") || text.ends_with(" L")
}

impl RuleFile {
    /// Reads a position.
    ///
    /// # Errors
    /// If the text is not a position.
    pub fn parse(self: &Arc<Self>, text: &str) -> Result<Plain, InputError> {
        Rules(self.clone()).parse(text)
    }

    /// A description of the notation, from the start position.
    pub fn notation(self: &Arc<Self>) -> String {
        let start = self.start().map(|start| Rules(self.clone()).written(start));
        start.map_or_else(
            || "as the file says".into(),
            |start| format!("as its start, {start}"),
        )
    }
}

/// Moves, one by one.
#[derive(Debug)]
pub struct Moves(Arc<Contents<Plain>>, usize);

impl Moves {
    pub(crate) fn of(look: Arc<Contents<Plain>>) -> Self {
        Self(look, 0)
    }
}

impl Iterator for Moves {
    type Item = Step<Plain>;
    fn next(&mut self) -> Option<Step<Plain>> {
        let mv = self.0.moves.get(self.1).cloned();
        self.1 += 1;
        mv
    }
}
