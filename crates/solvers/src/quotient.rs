//! `quotient`: misère play of take-and-break games by the misère quotient.
//!
//! For games with the property [`MisereHeaps`]. [`bouton_quotients`] finds and proves the quotient up to the largest heap,
//! or until it is the quotient of all heaps. A position is then the product of its heaps' classes, for any number of heaps
//! of any size, and a move is best if it leads to a lost class. Grundy values do not decide misère play.
//!
//! Time and memory: those of the quotient, which may be infinite; then a lookup for each heap and each move. Not for few
//! small heaps, where a search also counts the plies.
//!
//! Source: T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory A 115 (2008).

use std::sync::{Mutex, PoisonError};

use bouton_core::hashing::FastMap;
use bouton_core::score::Score;
use bouton_core::solver::{
    About, Best, Evaluated, Evaluation, Field, Preference, Solution, Solved, Solver,
};
use bouton_core::take_and_break::{MisereHeaps, Taking};
use bouton_core::{Limits, Reason, StopReason, WinLoss};
use bouton_quotients::{Class, Coded, Presentation};
use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::reach::reaches_few;

/// The quotient, as far as it was needed.
#[derive(Debug, Default)]
pub struct ByQuotient {
    known: Mutex<Option<HeapQuotient>>,
    visited: u64,
}

#[derive(Debug)]
struct HeapQuotient {
    coded: Coded,
    /// The first heap for which it was not found.
    gave_up: Option<u64>,
}

static ABOUT: About = About {
    id: "quotient",
    rank: 95,
    endless: false,
    proves: true,
    method: "the misère quotient of single heaps, until it is proved to be that of all, then a product in its table",
    cost: "time and memory: the quotient, which may have no end; then a look-up for each heap and move",
    source: "Plambeck and Siegel, Misère quotients for impartial games (2008)",
    fills: &[Field::Value],
};

/// The most outcomes that are looked up for a heap: less than half a second. A quotient that is not found by then may well
/// be infinite.
const EFFORT: u64 = 1 << 18;

/// At most this many moves are examined if there are more: some seconds of work.
const MANY: usize = 3_000_000;

impl ByQuotient {
    /// Passes the quotient, extended to the heaps of the position, to `work`.
    fn with<G: MisereHeaps, T>(
        &self,
        game: &G,
        at: &G::Position,
        limits: &Limits,
        show: impl FnOnce(&Coded) -> T,
    ) -> Result<T, StopReason> {
        let largest = game.heaps_of(at).into_iter().max().unwrap_or_default();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get_or_insert_with(|| HeapQuotient {
            coded: Coded::new(game.heap_code().clone()),
            gave_up: None,
        });
        let largest = u64::try_from(&largest).unwrap_or(u64::MAX);
        if known.gave_up.is_some_and(|heap| heap <= largest) {
            return Err(StopReason::Nodes);
        }
        let limits = Limits {
            nodes: Some(EFFORT),
            ..limits.clone()
        };
        let reached = known.coded.reach(largest, &limits);
        if reached == Err(StopReason::Nodes) {
            known.gave_up = Some(known.coded.heaps() + 1);
        }
        reached?;
        Ok(show(&known.coded))
    }
}

impl<G: MisereHeaps> Solver<G> for ByQuotient {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn accepts(&self, game: &G, at: &G::Position, limits: &Limits) -> Result<(), String> {
        match self.with(game, at, limits, |_| ()) {
            Err(StopReason::Nodes) => Err(format!(
                "its misère quotient was not found by {EFFORT} outcomes; `bouton quotient` looks further"
            )),
            _ => Ok(()),
        }
    }

    fn offers_itself(&self, game: &G, at: &G::Position, limits: &Limits) -> bool {
        !reaches_few(game, at, limits) && self.with(game, at, limits, |_| ()).is_ok()
    }

    fn visited(&self) -> u64 {
        self.visited
    }

    fn evaluate(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Evaluated<G> {
        self.visited += 1;
        let score = self.with(game, at, limits, |known| score(known, &game.heaps_of(at)))?;
        Ok(Evaluation::of(score))
    }

    fn solve(&mut self, game: &G, at: &G::Position, limits: &Limits) -> Solved<G> {
        let value = self.evaluate(game, at, limits)?;
        let (best, reason) = self.with(game, at, limits, |known| {
            (
                best(known, game, at, value.score, limits),
                reason(known, &game.heaps_of(at)),
            )
        })?;
        Ok(Solution {
            best,
            value,
            line: None,
            reason,
        })
    }
}

/// The class of a sum of known heaps.
fn class(known: &Coded, heaps: &[BigUint]) -> Class {
    heaps.iter().fold(0, |class, heap| {
        let of = known
            .class(heap)
            .expect("invariant: the quotient was found to the largest heap");
        known.quotient().times(class, of)
    })
}

fn score(known: &Coded, heaps: &[BigUint]) -> WinLoss {
    if known.quotient().is_lost(class(known, heaps)) {
        WinLoss::Loss
    } else {
        WinLoss::Win
    }
}

/// Heaps of one size.
struct Kind<'h> {
    size: &'h BigUint,
    /// Their places in the position.
    places: Vec<usize>,
    /// The class of all heaps except one of these.
    beside: Class,
}

/// The sizes of heaps, each once, in the order of their first occurrence.
fn kinds<'h>(known: &Coded, heaps: &'h [BigUint]) -> Vec<Kind<'h>> {
    let (mut kinds, mut numbers) = (Vec::<Kind<'_>>::new(), FastMap::default());
    for (place, size) in heaps.iter().enumerate() {
        let number = *numbers.entry(size).or_insert(kinds.len());
        if number == kinds.len() {
            kinds.push(Kind {
                size,
                places: Vec::new(),
                beside: 0,
            });
        }
        kinds[number].places.push(place);
    }
    let times = |left, right| known.quotient().times(left, right);
    let several = |kind: &Kind<'_>, count: usize| {
        let one = class(known, std::slice::from_ref(kind.size));
        (0..count).fold(0, |product, _| times(product, one))
    };
    let mut before = 0;
    for kind in &mut kinds {
        kind.beside = times(before, several(kind, kind.places.len() - 1));
        before = times(before, several(kind, kind.places.len()));
    }
    let mut after = 0;
    for kind in kinds.iter_mut().rev() {
        kind.beside = times(kind.beside, after);
        after = times(after, several(kind, kind.places.len()));
    }
    kinds
}

/// A best move in a heap of some size.
struct Breaking {
    kind: usize,
    taken: u64,
    left: SmallVec<[BigUint; 3]>,
}

/// The best moves: every move if the position is lost, and only the first one found if there are too many to examine. The
/// moves in heaps of one size are examined once.
fn best<G: MisereHeaps>(
    known: &Coded,
    game: &G,
    at: &G::Position,
    value: WinLoss,
    limits: &Limits,
) -> Best<G::Move> {
    let heaps = game.heaps_of(at);
    let (kinds, tokens) = (kinds(known, &heaps), game.tokens(at));
    let (mut meter, mut preference) = (limits.meter(), Preference::new(value.outcome()));
    let (mut listed, mut count, mut looked) = (Vec::new(), BigUint::ZERO, 0);
    let (mut preferred, mut stopped) = (None, None);
    let one_of = |breaking: &Breaking| {
        let Breaking { kind, taken, left } = breaking;
        game.breaking_of(at, kinds[*kind].places[0], *taken, left)
    };
    'kinds: for (
        kind,
        Kind {
            size,
            places,
            beside,
        },
    ) in kinds.iter().enumerate()
    {
        for Taking { taken, left } in game.heap_code().options_of((*size).clone()) {
            if let Err(reason) = meter.visit() {
                stopped = Some(reason);
                break 'kinds;
            }
            looked += 1;
            if looked > MANY && preferred.is_some() {
                return Best::unlisted(preferred, None);
            }
            let to = known.quotient().times(*beside, class(known, &left));
            if value == WinLoss::Win && !known.quotient().is_lost(to) {
                continue;
            }
            let left = left.into_iter().collect();
            let breaking = Breaking { kind, taken, left };
            let ways = one_of(&breaking);
            let rest = tokens.as_ref().map(|tokens| tokens - taken);
            if preference.prefers(None, rest) {
                preferred = ways.first().cloned();
            }
            count += ways.len() * places.len();
            if count <= BigUint::from(Best::<G::Move>::LISTED) {
                listed.push(breaking);
            }
        }
    }
    let mut moves = Vec::new();
    if count <= BigUint::from(Best::<G::Move>::LISTED) {
        for (nth, Breaking { kind, taken, left }) in listed.iter().enumerate() {
            for place in &kinds[*kind].places {
                let ways = game.breaking_of(at, *place, *taken, left);
                moves.extend(ways.into_iter().map(|mv| ((*place, nth), mv)));
            }
        }
        moves.sort_by_key(|(place, _)| *place);
    }
    Best {
        moves: moves.into_iter().map(|(_, mv)| mv).collect(),
        preferred,
        count: stopped.is_none().then_some(count),
        stopped,
    }
}

fn reason(known: &Coded, heaps: &[BigUint]) -> Reason {
    /// If there are more heaps than this, they are not listed one by one.
    const FEW: usize = 12;
    let forms = Presentation::of(known.quotient()).forms;
    let form = |class: Class| forms[class as usize].to_string();
    let product = class(known, heaps);
    let factors = heaps
        .iter()
        .map(|heap| class(known, std::slice::from_ref(heap)));
    let factors: Vec<String> = factors.take(FEW + 1).map(form).collect();
    let product_of = match factors.len() {
        2..=FEW => format!("{} = ", factors.join(" · ")),
        _ => String::new(),
    };
    let (verb, order) = (
        if known.quotient().is_lost(product) {
            "is"
        } else {
            "is not"
        },
        known.quotient().order(),
    );
    let of = if known.whole().is_some() {
        "all heaps".to_owned()
    } else {
        format!("heaps to {}", known.heaps())
    };
    Reason::Law(format!(
        "{product_of}{} {verb} among the lost elements of the misère quotient of {of}, which has {order} elements",
        form(product)
    ))
}
