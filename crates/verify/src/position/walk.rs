//! [`Walk`]: proves a claim from position to position; where one move suffices, a [`Guide`] names it.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::guide::{Guide, Option as Offered, Question};
use crate::Refusal;
use crate::notes::Notes;
use crate::obligation::Obligation;
use crate::rules::{Position, Rules, Step, answered, written};
use crate::shown::brief;

/// The statement of a claim about the value of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    AtLeast(i64),
    AtMost(i64),
}

impl Bound {
    fn place(self) -> usize {
        match self {
            Self::AtLeast(_) => 0,
            Self::AtMost(_) => 1,
        }
    }
}

/// A position plus a heap of Nim, which is empty unless a Grundy value is to be proved.
struct Node {
    at: Position,
    heap: u64,
}

/// The proved and the pending claims of a position.
#[derive(Clone, Copy)]
struct ClaimState {
    low: i64,
    high: i64,
    open: [bool; 2],
    /// The plies of the longest play that follows the proof of each bound.
    plies: [u32; 2],
}

impl ClaimState {
    const NOTHING: Self = Self {
        low: i64::MIN,
        high: i64::MAX,
        open: [false; 2],
        plies: [0; 2],
    };

    fn tells(&self, bound: Bound) -> bool {
        match bound {
            Bound::AtLeast(v) => Obligation::ProvedBefore.met(self.low >= v),
            Bound::AtMost(v) => Obligation::ProvedBefore.met(self.high <= v),
        }
    }

    fn is_open(&mut self, bound: Bound) -> &mut bool {
        &mut self.open[bound.place()]
    }
}

/// A claim that is being proved: all of `steps` from `next` on must be proved.
struct Open {
    key: Box<[u8]>,
    bound: Bound,
    steps: Vec<Step>,
    heaps: std::ops::Range<u64>,
    at: Position,
    heap: u64,
    next: usize,
    bytes: usize,
    /// The plies of the longest play that follows the proofs so far.
    plies: u32,
}

/// A sum of impartial parts; all but the last are being assigned their Grundy values.
struct Sum {
    parts: Vec<Position>,
    heap: u64,
    bound: Bound,
    asked: Option<(Box<[u8]>, u64)>,
}

enum Frame {
    Open(Open),
    Sum(Sum),
}

/// Claims about positions of one game, each proved once.
pub(crate) struct Walk<'w> {
    rules: &'w dyn Rules,
    misere: bool,
    notes: &'w mut Notes,
    known: FxHashMap<Box<[u8]>, ClaimState>,
    grundy: FxHashMap<Box<[u8]>, u64>,
    stack: Vec<Frame>,
    /// Whether endless play satisfies the claim.
    holding: bool,
    /// Whether plies are counted: then no shortcut is taken that would shorten play, and no sum is split into its parts.
    timed: bool,
    /// The plies of the longest play that follows the last proof.
    plies: u32,
    /// The number of proved claims, and of moves followed.
    pub(crate) proved: u64,
    pub(crate) looked: u64,
}

/// The size of a table entry besides its key.
const ENTRY: usize = 96;

impl<'w> Walk<'w> {
    pub(crate) fn new(rules: &'w dyn Rules, misere: bool, notes: &'w mut Notes) -> Self {
        Self {
            rules,
            misere,
            notes,
            known: FxHashMap::default(),
            grundy: FxHashMap::default(),
            stack: Vec::new(),
            holding: false,
            timed: false,
            plies: 0,
            proved: 0,
            looked: 0,
        }
    }

    /// Proves that the Grundy value of a position is `value`.
    pub(crate) fn grundy(
        &mut self,
        at: Position,
        value: u64,
        guide: &mut dyn Guide,
    ) -> Result<(), Refusal> {
        (self.holding, self.timed) = (false, false);
        let node = Node { at, heap: value };
        self.enter(node, Bound::AtMost(-1), guide)?;
        self.run(guide)
    }

    /// Proves a bound of the value of a position.
    pub(crate) fn bound(
        &mut self,
        at: Position,
        bound: Bound,
        guide: &mut dyn Guide,
    ) -> Result<(), Refusal> {
        self.timed = false;
        let suffices = match bound {
            Bound::AtLeast(v) => v <= 0,
            Bound::AtMost(v) => v >= 0,
        };
        self.holding = Obligation::EndlessIsDrawn.met(self.rules.lasts())
            && Obligation::DrawSuffices.met(suffices);
        self.enter(Node { at, heap: 0 }, bound, guide)?;
        self.run(guide)
    }

    /// Proves that the position has this value, and that play which follows the proof ends within this many plies.
    pub(crate) fn within(
        &mut self,
        at: Position,
        bound: Bound,
        plies: u32,
        guide: &mut dyn Guide,
    ) -> Result<(), Refusal> {
        (self.holding, self.timed) = (false, true);
        self.enter(Node { at, heap: 0 }, bound, guide)?;
        self.run(guide)?;
        let needed = self.plies;
        Obligation::PliesWithin.demand(needed <= plies, || {
            Refusal::Refuted(format!("play ends within {plies} plies: it takes {needed}"))
        })
    }

    fn run(&mut self, guide: &mut dyn Guide) -> Result<(), Refusal> {
        while let Some(frame) = self.stack.last_mut() {
            answered(self.rules)?;
            match frame {
                Frame::Open(open) => match open.next() {
                    Some((node, bound)) => self.enter(node, bound?, guide)?,
                    None => self.close(),
                },
                Frame::Sum(_) => self.add(guide)?,
            }
        }
        Ok(())
    }

    /// Continues with a sum: the next part gets its value, or the last one is paired with the heap.
    fn add(&mut self, guide: &mut dyn Guide) -> Result<(), Refusal> {
        let Some(Frame::Sum(sum)) = self.stack.last_mut() else {
            return Ok(());
        };
        if let Some((key, value)) = sum.asked.take() {
            sum.heap ^= value;
            sum.parts.remove(0);
            self.notes.work.hold(key.len() + ENTRY)?;
            self.grundy.insert(key, value);
        }
        while sum.parts.len() > 1 {
            let key = packed(&self.rules.key(&sum.parts[0], false), 0);
            if let Some(value) = self.grundy.get(&key) {
                sum.heap ^= value;
                sum.parts.remove(0);
                continue;
            }
            let at = sum.parts[0].clone();
            let value = guide.grundy(&|| written(self.rules, &at))?;
            if Obligation::PartsProved.met(false) {
                sum.heap ^= value;
                sum.parts.remove(0);
                continue;
            }
            sum.asked = Some((key, value));
            return self.enter_whole(Node { at, heap: value }, Bound::AtMost(-1), guide);
        }
        let (last, heap, bound) = (sum.parts.pop(), sum.heap, sum.bound);
        self.stack.pop();
        match last {
            Some(at) => self.enter_whole(Node { at, heap }, bound, guide),
            None => self.ended(if heap == 0 { -1 } else { 1 }, bound),
        }
    }

    /// Begins to prove a claim, unless it is proved already.
    fn enter(&mut self, node: Node, bound: Bound, guide: &mut dyn Guide) -> Result<(), Refusal> {
        if self.rules.is_impartial() && !self.is_plain() && !self.holding {
            let mut parts = self.rules.parts(&node.at);
            // G + G = 0, since the second player can copy every move; valid if play ends.
            if Obligation::PairsEnd.met(self.rules.is_known_to_end()) {
                without_pairs(&mut parts);
            }
            if parts.len() != 1 {
                self.stack.push(Frame::Sum(Sum {
                    parts,
                    heap: node.heap,
                    bound,
                    asked: None,
                }));
                return self.add(guide);
            }
            let at = parts.remove(0);
            return self.enter_whole(Node { at, ..node }, bound, guide);
        }
        self.enter_whole(node, bound, guide)
    }

    fn enter_whole(
        &mut self,
        node: Node,
        bound: Bound,
        guide: &mut dyn Guide,
    ) -> Result<(), Refusal> {
        let Node { at, heap } = node;
        self.looked += 1;
        self.notes.work.spend(at.len() + 8)?;
        if heap == 0
            && let Some(value) = self.rules.end(&at)
        {
            return self.ended(if self.misere { -value } else { value }, bound);
        }
        let part = self.rules.key(&at, self.is_plain());
        if self.rules.is_impartial()
            && !self.is_plain()
            && let Some(value) = self.grundy.get(&packed(&part, 0))
        {
            return self.ended(if *value == heap { -1 } else { 1 }, bound);
        }
        let key = self.named(&part, heap);
        match self.known.entry(key.clone()) {
            Entry::Occupied(mut entry) => {
                let known = entry.get_mut();
                if known.tells(bound) {
                    let plies = known.plies[bound.place()];
                    self.done(plies);
                    return Ok(());
                }
                if std::mem::replace(known.is_open(bound), true) {
                    return match self.holding {
                        true => Ok(()),
                        false => Err(self.refuted(&at, "play does not come back to it")),
                    };
                }
            }
            Entry::Vacant(entry) => {
                self.notes.work.hold(key.len() + ENTRY)?;
                *entry.insert(ClaimState::NOTHING).is_open(bound) = true;
            }
        }
        let (mut steps, mut bytes, room) = (Vec::new(), 0, self.notes.work.room());
        self.rules.options(&at, &mut |step| {
            bytes += 8 * step.to.len() + ENTRY;
            // A claim that does not fit is refused below, and is not stored.
            if bytes as u64 <= room {
                steps.push(step);
            }
        });
        self.notes.work.hold(bytes)?;
        self.notes.work.release(bytes);
        self.looked += steps.len() as u64;
        let cells: usize = steps.iter().map(|step| step.to.len()).sum();
        self.notes.work.spend(8 * cells)?;
        if steps.is_empty() && heap == 0 {
            if let Some(known) = self.known.get_mut(&key) {
                *known.is_open(bound) = false;
            }
            return self.ended(if self.misere { 1 } else { -1 }, bound);
        }
        let mut heaps = 0..heap;
        if let Bound::AtLeast(least) = bound {
            let chosen = self.ask(&at, heap, least, &steps, guide)?;
            if chosen < steps.len() {
                steps = vec![steps.swap_remove(chosen)];
                heaps = 0..0;
            } else {
                let left = (chosen - steps.len()) as u64;
                Obligation::MoveExists.demand(left < heap, || {
                    self.refuted(&at, "there is the move that is named")
                })?;
                steps.clear();
                heaps = left..left + 1;
            }
        }
        if let Bound::AtMost(_) = bound {
            // All replies are followed, including those that lower the heap.
            if Obligation::EveryReply.met(false) {
                steps.truncate(1);
            }
            if Obligation::EveryHeap.met(false) {
                heaps = 0..0;
            }
        }
        let bytes = 8 * (at.len() + steps.iter().map(|step| step.to.len()).sum::<usize>())
            + key.len()
            + (1 + steps.len()) * ENTRY;
        self.notes.work.hold(bytes)?;
        self.stack.push(Frame::Open(Open {
            key,
            bound,
            steps,
            heaps,
            at,
            heap,
            next: 0,
            bytes,
            plies: 0,
        }));
        Ok(())
    }

    /// Whether positions are used without their representative.
    fn is_plain(&self) -> bool {
        !Obligation::NothingLeftOut.met(!self.misere && !self.timed)
    }

    /// The key of a position and a heap.
    fn named(&self, part: &[i64], heap: u64) -> Box<[u8]> {
        let mut key = packed(part, heap).into_vec();
        key.push(self.timed.into());
        key.into()
    }

    /// Records that a claim is proved, with play of at most this many plies.
    fn done(&mut self, plies: u32) {
        self.plies = plies;
        if let Some(Frame::Open(open)) = self.stack.last_mut() {
            open.plies = open.plies.max(plies.saturating_add(1));
        }
    }

    fn ask(
        &self,
        at: &Position,
        heap: u64,
        least: i64,
        steps: &[Step],
        guide: &mut dyn Guide,
    ) -> Result<usize, Refusal> {
        let is_proved = |n: usize| {
            let (Some(step), Ok(bound)) = (
                steps.get(n),
                after(
                    Bound::AtLeast(least),
                    steps.get(n).unwrap_or(&Step::default()),
                ),
            ) else {
                return false;
            };
            let key = self.rules.key_at_hand(&step.to, self.is_plain());
            let known = key.and_then(|key| self.known.get(&self.named(&key, heap)));
            known.is_some_and(|known| known.tells(bound))
        };
        let offered = |n: usize| {
            let step = &steps[n];
            Offered {
                position: written(self.rules, &step.to),
                gain: step.gain,
                again: step.again,
            }
        };
        guide.choose(&Question {
            position: &|| written(self.rules, at),
            heap,
            least,
            count: steps.len(),
            option: &offered,
            is_proved: &is_proved,
            is_timed: self.timed,
            hurries: self.timed || self.rules.lasts() && least > 0,
            misere: self.misere,
        })
    }

    fn close(&mut self) {
        let Some(Frame::Open(open)) = self.stack.pop() else {
            return;
        };
        self.notes.work.release(open.bytes);
        if let Some(known) = self.known.get_mut(&open.key) {
            *known.is_open(open.bound) = false;
            match open.bound {
                Bound::AtLeast(v) => known.low = known.low.max(v),
                Bound::AtMost(v) => known.high = known.high.min(v),
            }
            known.plies[open.bound.place()] = open.plies;
        }
        self.done(open.plies);
        self.proved += 1;
        if self.proved.is_multiple_of(1 << 16) {
            let proved = self.proved;
            self.notes.work.tell(&format!("{proved} positions"));
        }
    }

    fn ended(&mut self, value: i64, bound: Bound) -> Result<(), Refusal> {
        let (holds, what) = match bound {
            Bound::AtLeast(v) => (value >= v, format!("at least {v}")),
            Bound::AtMost(v) => (value <= v, format!("at most {v}")),
        };
        Obligation::EndDecides.demand(holds, || {
            Refusal::Refuted(format!(
                "play ends with {what} for the player to move: it ends with {value}"
            ))
        })?;
        self.done(0);
        Ok(())
    }

    fn refuted(&self, at: &[i64], what: &str) -> Refusal {
        Refusal::Refuted(format!("at {}: {what}", brief(&written(self.rules, at))))
    }
}

impl Open {
    /// The next condition of a claim.
    fn next(&mut self) -> std::option::Option<(Node, Result<Bound, Refusal>)> {
        if let Some(step) = self.steps.get_mut(self.next) {
            self.next += 1;
            let bound = after(self.bound, step);
            let node = Node {
                at: std::mem::take(&mut step.to),
                heap: self.heap,
            };
            return Some((node, bound));
        }
        let heap = self.heaps.next()?;
        let node = Node {
            at: self.at.clone(),
            heap,
        };
        let bound = after(self.bound, &Step::default());
        Some((node, bound))
    }
}

/// The condition after a move for a bound before it.
fn after(bound: Bound, step: &Step) -> Result<Bound, Refusal> {
    let far = || Refusal::undecided("the points need more than 64 bits");
    let turned = |v: i64| {
        let left = match step.again {
            true => v.checked_sub(step.gain),
            false => step.gain.checked_sub(v),
        };
        left.ok_or_else(far)
    };
    Ok(match (bound, step.again) {
        (Bound::AtLeast(v), true) | (Bound::AtMost(v), false) => Bound::AtLeast(turned(v)?),
        (Bound::AtMost(v), true) | (Bound::AtLeast(v), false) => Bound::AtMost(turned(v)?),
    })
}

/// Removes pairs of equal parts of an impartial sum, which are zero.
fn without_pairs(parts: &mut Vec<Position>) {
    let mut n = 0;
    while n < parts.len() {
        match parts[n + 1..].iter().position(|part| *part == parts[n]) {
            Some(twin) => {
                parts.remove(n + 1 + twin);
                parts.remove(n);
            }
            None => n += 1,
        }
    }
}

/// A position and a heap in few bytes; the encoding is unique.
fn packed(at: &[i64], heap: u64) -> Box<[u8]> {
    let mut bytes = Vec::with_capacity(at.len() + 1);
    let whole = at.iter().map(|n| ((n << 1) ^ (n >> 63)) as u64);
    for mut n in whole.chain([heap]) {
        while n >= 0x80 {
            bytes.push(n as u8 | 0x80);
            n >>= 7;
        }
        bytes.push(n as u8);
    }
    bytes.into()
}
