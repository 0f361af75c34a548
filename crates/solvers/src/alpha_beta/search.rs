//! The search of one thread: it answers a query about a position with bounds, on an explicit stack.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bouton_core::game::Alternating;
use bouton_core::{Limits, Meter, StopReason};

use super::known::TableLookups;
use super::order::{Cutters, name};
use super::sight::Sight;
use super::stored::{NO_MOVE, Stored, WHOLE};
use crate::bounds::{Bounds, Turn, after, before, turn};
use crate::table::{Key, Table};

/// The data that the threads of a search share.
pub(crate) struct Shared<'t, P> {
    pub(crate) table: &'t Table<P>,
    /// Set when one of the threads has the answer, or must stop.
    pub(crate) halt: AtomicBool,
    /// The number of entries that were replaced by others.
    pub(crate) lost: AtomicU64,
    /// The number of lost entries beyond which a larger table pays; `None` if no larger table is possible.
    pub(crate) bearable: Option<u64>,
    /// The number of positions that a single thread visits before others are started; `None` if there are no others.
    pub(crate) alone: Option<u64>,
    /// Children that some thread is searching, so that others postpone them; empty for one thread.
    pub(crate) busy: Vec<AtomicU64>,
}

/// The reason why a thread stopped without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// A limit was reached.
    Limit(StopReason),
    /// The table has become too small.
    Full,
    /// One thread has visited so many positions that starting others pays.
    Long,
    /// Another thread has stopped.
    Halted,
}

bouton_core::made_from!(StopReason => Halt::Limit);

/// A query: is the value of `at` at least `window.high`, or at most `window.low`, or which value in between?
#[derive(Clone, Debug)]
pub(crate) struct Question<P, S> {
    pub(crate) at: P,
    pub(crate) window: Bounds<S>,
    /// The plies to look ahead.
    pub(crate) depth: u32,
}

/// One thread of a search.
pub(crate) struct Searcher<'s, G: Alternating, V> {
    game: &'s G,
    shared: &'s Shared<'s, G::Position>,
    known: Option<&'s TableLookups<G>>,
    meter: Meter<'s>,
    cutters: Cutters,
    /// The moves still to be tried of all positions on the stack; those of one position are contiguous, the most promising
    /// last.
    waiting: Vec<Waiting>,
    /// These moves themselves, in the order in which they were listed.
    moves: Vec<G::Move>,
    /// The positions after the moves of the position that is being entered, by place.
    ahead: Vec<(G::Position, Key)>,
    lost: u64,
    /// Whether a line was cut at the horizon, so that its value is unknown.
    pub(crate) beyond: bool,
    sight: PhantomData<V>,
}

/// A waiting move: its priority (highest last), its place in the game's own order, and its index among the listed moves.
type Waiting = (i64, u8, usize);

/// A position being searched.
struct Frame<G: Alternating, I> {
    at: G::Position,
    key: Key,
    /// The index of its first waiting move, and of its first listed one.
    first: usize,
    moves: usize,
    /// The moves after the waiting ones.
    rest: I,
    /// Moves taken from `rest` so far.
    listed: usize,
    /// The place of the best move of an earlier search.
    hash_move: u8,
    window: Bounds<G::Score>,
    /// The bounds proved without looking at the moves.
    known: Bounds<G::Score>,
    /// The bounds of the best move so far: a value that is proved to be reached, and one that may be reached.
    reached: Bounds<G::Score>,
    best: u8,
    pending: Option<Pending<G>>,
    depth: u32,
    entered: u64,
}

/// The move being searched.
struct Pending<G: Alternating> {
    /// Its name among the cutters.
    cutter: u64,
    place: u8,
    turn: Turn<G::Score>,
    /// Its index among the busy children.
    busy: Option<usize>,
}

/// The result of entering a position.
enum Entered<S, F> {
    Known(Bounds<S>),
    Open(F),
}

/// The number of moves sorted at a time; more are sorted when these have been tried.
const BATCH: usize = 64;
/// Positions between two checks of the other threads.
const STRIDE: u64 = 1024;
/// If the first moves took this many positions, the threads share the rest of the moves.
const WORTH_SHARING: u64 = 64;

type Answer<G> = Result<Bounds<<G as Alternating>::Score>, Halt>;

impl<'s, G: Alternating, V: Sight<G>> Searcher<'s, G, V> {
    pub(crate) fn new(
        game: &'s G,
        shared: &'s Shared<'s, G::Position>,
        known: Option<&'s TableLookups<G>>,
        limits: &'s Limits,
    ) -> Self {
        Self {
            game,
            shared,
            known,
            meter: limits.meter(),
            cutters: Cutters::default(),
            waiting: Vec::new(),
            moves: Vec::new(),
            ahead: Vec::new(),
            lost: 0,
            beyond: false,
            sight: PhantomData,
        }
    }

    /// Positions visited.
    pub(crate) fn visited(&self) -> u64 {
        self.meter.visited()
    }

    /// Bounds on the value: outside the window, or exact within it if nothing was cut at the horizon.
    pub(crate) fn ask(&mut self, question: &Question<G::Position, G::Score>) -> Answer<G> {
        let at = self.game.canonical(question.at.clone());
        // An explicit stack: a line of play may have thousands of plies, and its memory counts against the limit.
        let mut stack = match self.enter(at, question.window, question.depth, 0)? {
            Entered::Known(bounds) => return Ok(bounds),
            Entered::Open(frame) => vec![frame],
        };
        loop {
            let ply = stack.len();
            let frame = stack
                .last_mut()
                .expect("invariant: the root is popped last");
            let entered = match self.next(frame, ply) {
                Some((to, window, depth)) => self.enter(to, window, depth, ply)?,
                None => {
                    let bounds = self.close(frame, ply);
                    stack.pop();
                    Entered::Known(bounds)
                }
            };
            match (entered, stack.last_mut()) {
                (Entered::Known(bounds), Some(frame)) => self.fold(frame, bounds),
                (Entered::Known(bounds), None) => return Ok(bounds),
                (Entered::Open(frame), _) => {
                    if stack.len() == stack.capacity() {
                        let frames = 4 * stack.capacity() * size_of_val(&frame);
                        self.meter
                            .afford(self.shared.table.bytes() + frames as u64)?;
                    }
                    stack.push(frame);
                }
            }
        }
    }

    #[inline]
    #[expect(clippy::type_complexity, reason = "an iterator without a name")]
    fn enter(
        &mut self,
        at: G::Position,
        mut window: Bounds<G::Score>,
        depth: u32,
        ply: usize,
    ) -> Result<
        Entered<G::Score, Frame<G, impl Iterator<Item = (G::Move, i32)> + use<'s, G, V>>>,
        Halt,
    > {
        self.meter.visit()?;
        if self.meter.visited().is_multiple_of(STRIDE) {
            self.report()?;
        }
        // The cheapest test comes first: the end of play and the bounds of the hints need no memory but the position
        // itself, while a probe of the table is a cache miss.
        if let Some(score) = self.game.score(&at) {
            return Ok(Entered::Known(Bounds::exactly(score)));
        }
        let glance = V::glance(self.game, &at);
        let (low, high) = (glance.low, glance.high);
        let mut known = Bounds { low, high };
        let is_settled = |known: Bounds<G::Score>| {
            known.low >= window.high || known.high <= window.low || known.is_exact()
        };
        if is_settled(known) {
            return Ok(Entered::Known(known));
        }
        let key = self.shared.table.key(self.game, &at);
        let (mut hash_move, mut searched) = (NO_MOVE, 0);
        if let Some(word) = self.shared.table.get(key, &at) {
            let stored = Stored::<G::Score>::from_word(word);
            known = known.and(stored.bounds);
            if is_settled(known) {
                return Ok(Entered::Known(known));
            }
            (hash_move, searched) = (stored.best, stored.depth);
        }
        // A table of solved positions may be a file, so it is read last.
        if let Some(tables) = self.known
            && let Some(score) = tables.score(self.game, &at, Bounds { low, high })
        {
            return Ok(Entered::Known(Bounds::exactly(score)));
        }
        // An entry that was searched to this depth has no more information: bounds within the horizon do not change.
        if depth == 0 || (depth != WHOLE && searched >= depth) {
            self.beyond = true;
            return Ok(Entered::Known(known));
        }
        window = window.and(known);
        let mut frame = Frame {
            at,
            key,
            first: self.waiting.len(),
            moves: self.moves.len(),
            rest: glance.moves,
            listed: 0,
            hash_move,
            window,
            known,
            reached: Bounds::exactly(known.low),
            best: hash_move,
            pending: None,
            depth,
            entered: self.meter.visited(),
        };
        self.ahead.clear();
        self.list(&mut frame, ply);
        self.meter.spend(self.moves.len() - frame.moves)?;
        if let Some(low) = self.foreseen(&mut frame) {
            known.low = known.low.max(low);
            self.waiting.truncate(frame.first);
            self.moves.truncate(frame.moves);
            return Ok(Entered::Known(known));
        }
        Ok(Entered::Open(frame))
    }

    /// Whether it pays to look up all moves of a position in the table before the first is searched. It does not if the
    /// game's hints are good: then few of its positions are searched without effect. It does if positions are numbers: then
    /// all entries are fetched from memory at once.
    #[inline]
    fn looks_ahead(&self) -> bool {
        V::HINTED && self.shared.table.is_numbered()
    }

    /// A stored value after a move that answers the query (enhanced transposition cutoff, Plaat et al. 1996). Moves that
    /// are known to be too weak are removed.
    #[inline]
    fn foreseen<I>(&mut self, frame: &mut Frame<G, I>) -> Option<G::Score> {
        if !self.looks_ahead() {
            return None;
        }
        // From the end: the most promising move is there, and a removal does not shift the moves still to be checked.
        for n in (frame.first..self.waiting.len()).rev() {
            let (_, place, mv) = &self.waiting[n];
            let (to, key) = &self.ahead[usize::from(*place)];
            let Some(word) = self.shared.table.get(*key, to) else {
                continue;
            };
            let turn = turn(self.game, &frame.at, &self.moves[*mv]);
            let bounds = before(Stored::<G::Score>::from_word(word).bounds, turn);
            if bounds.low >= frame.window.high {
                return Some(bounds.low);
            }
            if bounds.high <= frame.window.low {
                frame.reached.high = frame.reached.high.max(bounds.high);
                self.waiting.remove(n);
            }
        }
        None
    }

    /// Takes the next moves from the game and sorts them.
    #[inline]
    fn list<I: Iterator<Item = (G::Move, i32)>>(&mut self, frame: &mut Frame<G, I>, ply: usize) {
        for (mv, hint) in frame.rest.by_ref().take(BATCH) {
            let place = frame.listed.min(usize::from(NO_MOVE)) as u8;
            // The best move of an earlier search goes first: a move that cut then usually cuts again.
            let promise = if place == frame.hash_move && place != NO_MOVE {
                i32::MAX
            } else if V::HINTED {
                hint
            } else {
                self.cutters.promise(ply, name(&mv))
            };
            // Moves of equal priority keep the order of the game. A batch has at most 64 moves, so the place fits in the
            // bits below the priority.
            let order = (i64::from(promise) << 8) - (frame.listed % BATCH) as i64;
            if self.looks_ahead() && frame.pending.is_none() {
                let to = self.game.after(&frame.at, &mv);
                let key = self.shared.table.key(self.game, &to);
                // The entries of all moves are fetched into the cache while the others are listed, not one by one.
                self.shared.table.fetch(key);
                self.ahead.push((to, key));
            }
            self.wait(frame.first, (order, place, self.moves.len()));
            self.moves.push(mv);
            frame.listed += 1;
        }
    }

    /// Inserts a move at its place among the waiting moves from `first` on.
    #[inline]
    fn wait(&mut self, first: usize, waiting: Waiting) {
        // By insertion: games list their moves nearly in order, and most positions are cut before a second batch is sorted.
        let mut place = self.waiting.len();
        let order = waiting.0;
        self.waiting.push(waiting);
        while place > first && self.waiting[place - 1].0 > order {
            self.waiting.swap(place - 1, place);
            place -= 1;
        }
    }

    /// The next position to search below `frame`, with its window and depth.
    #[inline]
    fn next<I: Iterator<Item = (G::Move, i32)>>(
        &mut self,
        frame: &mut Frame<G, I>,
        ply: usize,
    ) -> Option<(G::Position, Bounds<G::Score>, u32)> {
        if frame.reached.low >= frame.window.high {
            return None;
        }
        if self.waiting.len() == frame.first {
            self.moves.truncate(frame.moves);
            self.list(frame, ply);
        }
        if self.waiting.len() == frame.first {
            return None;
        }
        let mut chosen = self.waiting.pop()?;
        let mut to = self.after(frame, chosen.2);
        let mut busy = None;
        if !self.shared.busy.is_empty()
            && frame.pending.is_some()
            && self.meter.visited() - frame.entered >= WORTH_SHARING
        {
            busy = Some(self.leave_busy_ones(frame, &mut chosen, &mut to));
        }
        let (_, place, mv) = chosen;
        let mv = &self.moves[mv];
        let turn = turn(self.game, &frame.at, mv);
        let cutter = if V::HINTED { 0 } else { name(mv) };
        let low = frame.window.low.max(frame.reached.low);
        let window = after(
            Bounds {
                low,
                ..frame.window
            },
            turn,
        );
        let depth = if frame.depth == WHOLE {
            WHOLE
        } else {
            frame.depth - 1
        };
        frame.pending = Some(Pending {
            cutter,
            place,
            turn,
            busy,
        });
        Some((to, window, depth))
    }

    /// The canonical position after a move, which is the one that tables store.
    #[inline]
    fn after<I>(&self, frame: &Frame<G, I>, mv: usize) -> G::Position {
        self.game.after(&frame.at, &self.moves[mv])
    }

    /// Exchanges a move that another thread is searching for the next free one, if there is any, and marks the chosen one
    /// as busy. The first move of a position is never postponed: all threads help to prove it (Kerrigan's simplified
    /// ABDADA).
    #[cold]
    fn leave_busy_ones<I>(
        &mut self,
        frame: &Frame<G, I>,
        chosen: &mut Waiting,
        to: &mut G::Position,
    ) -> usize {
        let shared = self.shared;
        let slot = |to: &G::Position| shared.table.key(self.game, to).place(shared.busy.len());
        // `Relaxed`: the counts only avoid double work. A stale count costs time; it never changes an answer.
        let is_free = |place: usize| shared.busy[place].load(Relaxed) == 0;
        let mut place = slot(to);
        if !is_free(place) {
            let others = self.waiting[frame.first..].iter().enumerate().rev();
            let mut others = others.map(|(other, waiting)| (other, self.after(frame, waiting.2)));
            if let Some((other, free)) = others.find(|(_, to)| is_free(slot(to))) {
                (place, *to) = (slot(&free), free);
                let other = self.waiting.remove(frame.first + other);
                self.waiting.push(std::mem::replace(chosen, other));
            }
        }
        shared.busy[place].fetch_add(1, Relaxed);
        place
    }

    /// Combines the result of the pending move with the frame's bounds.
    #[inline]
    fn fold<I>(&self, frame: &mut Frame<G, I>, bounds: Bounds<G::Score>) {
        let pending = frame.pending.as_ref().expect("invariant: a move led here");
        let bounds = before(bounds, pending.turn);
        if bounds.low > frame.reached.low {
            frame.reached.low = bounds.low;
            frame.best = pending.place;
        }
        frame.reached.high = frame.reached.high.max(bounds.high);
        if let Some(busy) = pending.busy {
            self.shared.busy[busy].fetch_sub(1, Relaxed);
        }
    }

    /// The bounds of a position from all its moves, or from the one that cut; stored in the table.
    #[inline]
    fn close<I>(&mut self, frame: &mut Frame<G, I>, ply: usize) -> Bounds<G::Score> {
        let mut bounds = frame.known;
        bounds.low = bounds.low.max(frame.reached.low);
        if frame.reached.low >= frame.window.high {
            // A cut proves a lower bound only: the remaining moves may be better.
            if let (false, Some(pending)) = (V::HINTED, &frame.pending) {
                self.cutters.cut(ply - 1, pending.cutter);
            }
        } else {
            bounds.high = bounds.high.min(frame.reached.high);
        }
        self.waiting.truncate(frame.first);
        self.moves.truncate(frame.moves);
        let nodes = self.meter.visited() - frame.entered;
        let stored = Stored {
            bounds,
            best: frame.best,
            depth: frame.depth,
        };
        self.lost += u64::from(
            self.shared
                .table
                .put(frame.key, &frame.at, stored.word(nodes)),
        );
        bounds
    }

    /// Reports the lost entries to the other threads, and checks whether to continue.
    #[cold]
    fn report(&mut self) -> Result<(), Halt> {
        // Once in `STRIDE` positions: a counter that all threads wrote at each position would move between their caches.
        let lost = self.shared.lost.fetch_add(self.lost, Relaxed) + self.lost;
        self.lost = 0;
        if self.shared.halt.load(Relaxed) {
            return Err(Halt::Halted);
        }
        match self.shared.bearable {
            Some(bearable) if lost > bearable => Err(Halt::Full),
            _ if self.shared.alone.is_some_and(|most| self.visited() > most) => Err(Halt::Long),
            _ => Ok(()),
        }
    }
}
