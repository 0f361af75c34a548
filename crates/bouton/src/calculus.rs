//! Values of partizan games: of positions ([`value`]) and of expressions ([`Calculator`]).

mod bounds;
mod calculator;
mod form;
mod loops;
mod misere;
mod orthodox;
mod points;
#[cfg(feature = "rules")]
mod script;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bouton_answers::{Accounting, Class, Expansion, GameValue, Sides, Walls, Whole};
use bouton_core::{Limits, Meter, StopReason};
use bouton_engine::{Error, KeptParts, Short};
use bouton_solvers::interned::{Fold, Reached};
use bouton_solvers::values::Valuer;
use bouton_solvers::{LoopyNim, loopy_nim};
use bouton_values::{self as values, Arena, Trajectory, Value};
use web_time::Instant;

use crate::question;
use crate::session::{How, Session};

use orthodox::Play;

pub use calculator::{Calculator, is_script};
pub use form::{Follower, form};

question! {
    /// Options for writing values
    #[derive(Copy)]
    Show {
        /// Shorten values of more than N characters: name parts by numbers, and list them
        width: usize { default: Some("2000") },
        /// Also write the value in LaTeX
        latex: bool,
    }
}

/// The number of values too long to write that are listed with their options.
const LISTED: usize = 1000;

/// The value of the session's position; where the last to move loses, its canonical form and genus.
///
/// ```
/// use bouton::{Limits, calculus::{Show, value}};
/// let mut session = bouton::open("domineering:2,2", "../..")?;
/// let value = value(&mut session, Show::default(), &Limits::default())?;
/// assert_eq!(value.value.as_deref(), Some("+-1"));
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// A fifth of the limits of time and positions is reserved for bounds, in case the value is not found in the rest.
///
/// # Errors
/// If the game has no values (it is not decided by the last move, is endless, or is misère play in which the players have
/// different moves), or the rules fail. A limit that is reached is reported in the answer.
pub fn value(session: &mut Session, show: Show, limits: &Limits) -> Result<GameValue, Error> {
    let start = Instant::now();
    if session.is_misere() {
        let mut told = misere::value(session, show, limits)?;
        (told.game, told.position) = (Some(session.game().to_owned()), Some(session.position()?));
        told.seconds = start.elapsed().as_secs_f64();
        return Ok(told);
    }
    let (mut valuer, mut found) = (Valuer::default(), None);
    let (first, mut bytes, mut kept) = (bounds::reserved(limits), 0, KeptParts::default());
    let asked = session.short(&first, &mut kept, &mut |short| {
        found = Some(Position::valued(short, &mut valuer, &first));
    });
    let mut found = match found {
        None => None,
        Some(Err(why)) => Some(cut(why)),
        Some(Ok(found)) => {
            let accounting = found.accounting(session, &mut valuer, &mut kept);
            // The parts are freed before anything is derived from the values, which may take as much.
            bytes = valuer.arena.bytes();
            drop(kept);
            valuer.free_parts();
            Some(found.told(&mut valuer.arena, show, accounting)?)
        }
    };
    let asked = match asked {
        Err(Error::Stopped(why)) => {
            found = Some(cut(why));
            Ok(true)
        }
        asked => asked,
    };
    let is_short = match asked {
        Err(_) if valuer.came_back() => {
            valuer = Valuer::default();
            found = Some(loops::value(session, &mut valuer.arena, limits)?);
            true
        }
        asked => asked?,
    };
    let mut told = match found {
        Some(told) if is_short => told,
        _ => match points::value(session, &mut valuer, show, limits)? {
            Some(told) => told,
            None => of_impartial(session, &mut valuer.arena, show, limits)?,
        },
    };
    let (visited, held) = (valuer.visited() + told.visited, valuer.arena.len() as u64);
    let bytes = bytes.max(valuer.arena.bytes());
    if let (None, Some(why)) = (&told.value, told.stopped)
        && is_short
    {
        // Memory is freed first, because one limit covers both.
        drop(valuer);
        told = bounds::told(session, why, limits);
    }
    Ok(GameValue {
        game: Some(session.game().to_owned()),
        position: Some(session.position()?),
        visited,
        held,
        bytes,
        seconds: start.elapsed().as_secs_f64(),
        ..told
    })
}

fn refuse_misere(session: &Session) -> Result<(), Error> {
    if session.is_misere() {
        let message =
            "values are those of normal play, in which the last to move wins: --misere has none";
        return Err(Error::Unfit(message.into()));
    }
    Ok(())
}

/// The value of the session's position, in the arena of `valuer`.
fn worth(session: &mut Session, valuer: &mut Valuer, limits: &Limits) -> Result<Value, Error> {
    refuse_misere(session)?;
    let (mut found, meter) = (None, &mut limits.meter());
    let is_short = session.short(limits, &mut KeptParts::default(), &mut |short| {
        let root = short.root();
        found = Some(valuer.value(short.parts(), &root, meter));
    })?;
    if let (true, Some(found)) = (is_short, found) {
        return found.map_err(Error::Stopped);
    }
    let none = match nimber(session, limits)? {
        Nim::Heap(grundy) => return made_nimber(&grundy, valuer, meter),
        Nim::Loony => loony(),
        Nim::Infinite(values) => infinite(&values),
    };
    Err(Error::Unfit(format!(
        "{} at {} is {}: it is no value to calculate with",
        session.game(),
        session.position()?,
        none.value.unwrap_or_default()
    )))
}

fn made_nimber(grundy: &Whole, valuer: &mut Valuer, meter: &mut Meter) -> Result<Value, Error> {
    match made(grundy) {
        Some(n) => valuer.arena.nimber(n, meter).map_err(Error::Stopped),
        None => Err(Error::Unfit(format!(
            "*{grundy} can be shown, but not computed with"
        ))),
    }
}

/// The values of a position, of its moves and of its parts.
struct Position {
    value: Value,
    /// The moves and the parts; or the limit that was reached.
    play: Result<Play, StopReason>,
    /// The limits of all that is derived from the values.
    rest: Limits,
}

impl Position {
    /// The values, within the limits.
    fn valued(
        short: &mut dyn Short,
        valuer: &mut Valuer,
        limits: &Limits,
    ) -> Result<Self, StopReason> {
        let meter = &mut limits.meter();
        let root = short.root();
        let value = valuer.value(short.parts(), &root, meter)?;
        Ok(Self {
            value,
            play: Play::valued(short, valuer, &root, meter),
            rest: limits.less(meter.visited()),
        })
    }

    /// The orthodox accounting.
    fn accounting(
        &self,
        session: &Session,
        valuer: &mut Valuer,
        kept: &mut KeptParts,
    ) -> Result<Option<Accounting>, Error> {
        let (limits, meter) = (&self.rest, &mut self.rest.meter());
        let Ok(play) = &self.play else {
            return Ok(None);
        };
        orthodox::accounting(play, valuer, meter, |path, valuer| {
            let mut play = None;
            session.short(limits, kept, &mut |short| {
                short.play(path);
                let root = short.root();
                play = Some(Play::valued(short, valuer, &root, &mut limits.meter()));
            })?;
            Ok(play.expect("invariant: the position has a value")?)
        })
    }

    /// The answer.
    fn told(
        self,
        arena: &mut Arena,
        show: Show,
        accounting: Result<Option<Accounting>, Error>,
    ) -> Result<GameValue, Error> {
        let (value, meter) = (self.value, &mut self.rest.meter());
        let mut told = Teller::new(arena, show).tell(value, meter);
        if told.stopped.is_none() {
            let play = self.play;
            let play = play.and_then(|play| play.tell(Some(value), arena, show, &mut told, meter));
            told.stopped = play.err();
        }
        let rest = self.rest.less(meter.visited());
        derive(arena, value, show, &mut told, &rest);
        match accounting {
            Ok(accounting) => told.accounting = accounting,
            Err(Error::Stopped(why)) => told.stopped = told.stopped.or(Some(why)),
            Err(error) => return Err(error),
        }
        Ok(told)
    }
}

/// The answer if nothing was found.
fn cut(why: StopReason) -> GameValue {
    GameValue {
        stopped: Some(why),
        ..GameValue::default()
    }
}

/// The bytes that each result derived from a value may hold in addition.
const DERIVED: u64 = 64 << 20;

/// Adds the fields derived from a value. They may be many times as large; fields left out for that reason are listed.
fn derive(arena: &mut Arena, value: Value, show: Show, told: &mut GameValue, limits: &Limits) {
    if told.stopped.is_none()
        && let Err(why) = derived(&mut Teller::new(arena, show), value, told, limits)
    {
        told.stopped = Some(why);
    }
}

fn derived(
    teller: &mut Teller<'_>,
    value: Value,
    told: &mut GameValue,
    limits: &Limits,
) -> Result<(), StopReason> {
    let meter = &mut limits.meter();
    match teller.within(limits, |arena, meter| arena.reduced(value, meter))? {
        Some(reduced) => told.reduced = Some(teller.name(reduced, meter)?),
        None => told.left_out.push("reduced".to_owned()),
    }
    match teller.within(limits, |arena, meter| arena.atomic_weight(value, meter))? {
        Some(None) => {}
        Some(Some(weight)) => told.atomic_weight = Some(teller.name(weight, meter)?),
        None => told.left_out.push("atomic_weight".to_owned()),
    }
    match teller.within(limits, |arena, meter| arena.incentives(value, meter))? {
        Some([left, right]) => {
            told.incentives = Some(Sides {
                left: teller.names(&left, meter)?,
                right: teller.names(&right, meter)?,
            });
        }
        None => told.left_out.push("incentives".to_owned()),
    }
    told.values.extend(teller.long(meter)?);
    Ok(())
}

/// The value of a position in which both have the same moves: a nimber.
fn of_impartial(
    session: &mut Session,
    arena: &mut Arena,
    show: Show,
    limits: &Limits,
) -> Result<GameValue, Error> {
    let grundy = match nimber(session, limits) {
        Ok(Nim::Heap(grundy)) => grundy,
        Ok(Nim::Loony) => return Ok(loony()),
        Ok(Nim::Infinite(values)) => return Ok(infinite(&values)),
        Err(Error::Stopped(why)) => return Ok(cut(why)),
        Err(error) => return Err(error),
    };
    let meter = &mut limits.meter();
    match made(&grundy).map(|n| arena.nimber(n, meter)) {
        Some(Ok(value)) => {
            let mut told = Teller::new(arena, show).tell(value, meter);
            derive(arena, value, show, &mut told, limits);
            Ok(told)
        }
        Some(Err(why)) => Ok(cut(why)),
        None => Ok(named_nimber(&grundy)),
    }
}

/// The answer about a nimber that is not constructed; it is not 0.
fn named_nimber(n: &impl std::fmt::Display) -> GameValue {
    let zero = || Some("0".to_owned());
    GameValue {
        value: Some(format!("*{n}")),
        kind: Some("nimber".into()),
        class: Some(Class::N),
        birthday: Some(n.to_string()),
        mean: zero(),
        temperature: zero(),
        left_stop: zero(),
        right_stop: zero(),
        atomic_weight: zero(),
        reduced: zero(),
        left_out: vec!["options".into()],
        ..GameValue::default()
    }
}

/// The answer for a position that is won together with any other parts.
fn loony() -> GameValue {
    GameValue {
        value: Some("loony".into()),
        kind: Some("loony".into()),
        class: Some(Class::N),
        ..GameValue::default()
    }
}

/// The answer for a position that has no Grundy value because play need not end.
fn infinite(values: &BTreeSet<u32>) -> GameValue {
    let listed: Vec<String> = values.iter().map(u32::to_string).collect();
    let listed = match listed.is_empty() {
        true => String::new(),
        false => format!("({})", listed.join(",")),
    };
    GameValue {
        value: Some(format!("∞{listed}")),
        kind: Some("loopy".into()),
        class: Some(match values.contains(&0) {
            true => Class::N,
            false => Class::D,
        }),
        ..GameValue::default()
    }
}

/// The nim value of a position in which both have the same moves.
enum Nim {
    /// That of a heap.
    Heap(Whole),
    Loony,
    /// Beside a heap of any other size, endless play is best.
    Infinite(BTreeSet<u32>),
}

fn nimber(session: &mut Session, limits: &Limits) -> Result<Nim, Error> {
    let is_entailing = session.is_entailing();
    let mut how = How {
        solver: is_entailing.then(|| session.grundy_solver().to_owned()),
        limits: limits.clone(),
    };
    let mut value = session.value(&how)?;
    // Where play may be endless, a solver answers that tells no Grundy value; the position may have one.
    let solver = session.grundy_solver();
    if value.grundy.is_none() && session.accepts(solver, limits).is_ok() {
        how.solver = Some(solver.to_owned());
        value = match session.value(&how) {
            Err(Error::Rules(_)) if !is_entailing => return loopy(session, limits),
            value => value?,
        };
    }
    if value.loony {
        return Ok(Nim::Loony);
    }
    value.grundy.map(Nim::Heap).ok_or_else(|| {
        let game = session.game();
        if is_entailing {
            return Error::Unfit(format!(
                "a position of {game} in which a part must be answered has no value: leave out the mark !"
            ));
        }
        Error::Unfit(format!(
            "{game} has no values: expected a game that ends, in which a player who cannot move loses"
        ))
    })
}

/// The nim value of a position to which play can come back.
fn loopy(session: &Session, limits: &Limits) -> Result<Nim, Error> {
    let mut found = Err(StopReason::Cancelled);
    session.explore(limits, &mut |game| {
        let reached = Reached::from(game.positions(), 0, Fold::Symmetric, usize::MAX, limits);
        found = reached.and_then(|reached| loopy_nim(&reached, limits));
    })?;
    Ok(match found? {
        LoopyNim::Finite(value) => Nim::Heap(value.into()),
        LoopyNim::Infinite(values) => Nim::Infinite(values),
    })
}

/// The largest n of a *n that is constructed.
fn made(grundy: &Whole) -> Option<u32> {
    let n = grundy.to_string().parse().ok();
    n.filter(|n| *n <= values::LARGEST_NIMBER)
}

/// Writes values, and notes those that are too long.
struct Teller<'a> {
    arena: &'a mut Arena,
    show: Show,
    long: Vec<Value>,
    /// The texts already computed: positions that are equal up to symmetry have one value.
    names: HashMap<Value, String>,
}

impl<'a> Teller<'a> {
    fn new(arena: &'a mut Arena, show: Show) -> Self {
        Self {
            arena,
            show,
            long: Vec::new(),
            names: HashMap::new(),
        }
    }

    /// Results computed from values, unless they take more than their share of memory.
    fn within<T>(
        &mut self,
        limits: &Limits,
        derive: impl FnOnce(&mut Arena, &mut Meter) -> Result<T, StopReason>,
    ) -> Result<Option<T>, StopReason> {
        let share = self.arena.bytes() + DERIVED;
        if limits.memory.is_some_and(|memory| memory <= share) {
            return derive(self.arena, &mut limits.meter()).map(Some);
        }
        let limits = Limits {
            memory: Some(share),
            ..limits.clone()
        };
        match derive(self.arena, &mut limits.meter()) {
            Err(StopReason::Memory) => Ok(None),
            derived => derived.map(Some),
        }
    }

    /// A value as text, or its number where that is too long.
    fn name(&mut self, value: Value, meter: &mut Meter) -> Result<String, StopReason> {
        if let Some(name) = self.names.get(&value) {
            return Ok(name.clone());
        }
        let name = if self.arena.text_length(value, meter)? <= self.show.width.into() {
            self.arena.text(value, meter)?
        } else {
            self.long.push(value);
            format!("#{}", value.id())
        };
        self.names.insert(value, name.clone());
        Ok(name)
    }

    fn names(&mut self, values: &[Value], meter: &mut Meter) -> Result<Vec<String>, StopReason> {
        values
            .iter()
            .map(|value| self.name(*value, meter))
            .collect()
    }

    /// The options of the values that were too long, and of too long values among these.
    fn long(&mut self, meter: &mut Meter) -> Result<BTreeMap<String, Sides>, StopReason> {
        let (mut told, mut next) = (BTreeMap::new(), 0);
        while next < self.long.len().min(LISTED) {
            let value = self.long[next];
            let [left, right] = self.arena.options(value, meter)?;
            let left = self.names(&left, meter)?;
            let right = self.names(&right, meter)?;
            told.insert(format!("#{}", value.id()), Sides { left, right });
            next += 1;
        }
        Ok(told)
    }

    /// The answer about a value; fields beyond a limit are missing.
    fn tell(&mut self, value: Value, meter: &mut Meter) -> GameValue {
        let mut told = GameValue::default();
        if let Err(why) = self.fill(&mut told, value, meter) {
            told.stopped = Some(why);
        }
        told
    }

    fn fill(
        &mut self,
        told: &mut GameValue,
        value: Value,
        meter: &mut Meter,
    ) -> Result<(), StopReason> {
        told.class = Some(class_of(self.arena.class(value, meter)?));
        let [left, right] = self.arena.stops(value).map(|stop| stop.to_string());
        (told.left_stop, told.right_stop) = (Some(left), Some(right));
        told.value = Some(self.name(value, meter)?);
        let [left, right] = self.arena.options(value, meter)?;
        told.left = self.names(&left, meter)?;
        told.right = self.names(&right, meter)?;
        told.number = self.arena.as_number(value).map(|x| x.to_string());
        told.kind = Some(self.arena.kind(value, meter)?.name().to_owned());
        told.mean = Some(self.arena.mean(value, meter)?.to_string());
        told.temperature = Some(self.arena.temperature(value, meter)?.to_string());
        let thermograph = self.arena.thermograph(value, meter)?;
        told.thermograph = Some(Walls {
            left: corners(&thermograph.left),
            right: corners(&thermograph.right),
        });
        told.birthday = Some(self.arena.birthday(value, meter)?.to_string());
        told.uptimal = self.arena.uptimal(value, meter)?.map(|uptimal| Expansion {
            number: uptimal.number.to_string(),
            nimber: uptimal.nimber,
            coefficients: uptimal.coefficients.clone(),
        });
        if self.show.latex {
            told.latex = Some(self.arena.latex(value, meter)?);
        }
        told.values = self.long(meter)?;
        Ok(())
    }
}

fn corners(wall: &Trajectory) -> Vec<[String; 2]> {
    let pieces = wall.pieces().iter();
    pieces
        .map(|piece| [piece.value.to_string(), piece.from.to_string()])
        .collect()
}

/// The class in the form of answers.
pub(crate) fn class_of(class: values::Class) -> Class {
    match class {
        values::Class::Left => Class::L,
        values::Class::Right => Class::R,
        values::Class::Next => Class::N,
        values::Class::Previous => Class::P,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Derived fields have a separate share of the memory; a limit set by the caller is passed on.
    #[test]
    fn what_is_too_large_is_left_out() {
        let mut arena = Arena::new();
        let mut teller = Teller::new(&mut arena, Show::default());
        let mut large = |limits: &Limits, bytes: u64| {
            teller.within(limits, |arena, meter| meter.afford(arena.bytes() + bytes))
        };
        let all = Limits::default();
        assert_eq!(large(&all, DERIVED), Ok(Some(())));
        assert_eq!(large(&all, DERIVED + 1), Ok(None));
        let given = Limits::of_memory(DERIVED);
        assert_eq!(large(&given, DERIVED), Err(StopReason::Memory));
        let late = Limits::within(std::time::Duration::ZERO);
        let stopped = teller.within(&late, |_, meter| meter.visit());
        assert_eq!(stopped, Err(StopReason::Time));
    }

    #[test]
    fn what_was_left_out_is_named() {
        let told = GameValue {
            value: Some("#7".into()),
            left_out: vec!["atomic_weight".into(), "incentives".into()],
            ..GameValue::default()
        };
        let text = told.to_string();
        assert!(
            text.ends_with("many times as large: atomic weight, incentives"),
            "{text}"
        );
    }
}
