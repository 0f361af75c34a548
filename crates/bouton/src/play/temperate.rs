//! [`Temperate`]: plays sums by the temperatures of their parts (*Winning Ways*, chapter 6); fast, but not always right.

use bouton_core::{Limits, Meter, Side, StopReason};
use bouton_engine::{Error, KeptParts, Short};
use bouton_solvers::parts::{Signed, Sum};
use bouton_solvers::values::Valuer;
use bouton_values::{Arena, Number, Value};

use crate::session::Session;

/// A strategy for sums that considers each part alone.
///
/// ```
/// use bouton::play::Temperate;
/// assert_eq!(Temperate::named("hotstrat"), Some(Temperate::Hot));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temperate {
    /// Moves in the hottest part.
    Hot,
    /// Moves in the part whose thermograph is widest at the temperature that maximises the guarantee of the sum.
    Thermo,
    /// Answers in the part that the other player just made hotter than the lowest temperature so far; else moves in the
    /// hottest part.
    Sente,
}

impl Temperate {
    /// All strategies.
    pub const ALL: [Self; 3] = [Self::Hot, Self::Thermo, Self::Sente];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hot => "hotstrat",
            Self::Thermo => "thermostrat",
            Self::Sente => "sentestrat",
        }
    }

    /// The strategy in words.
    pub fn plays(self) -> &'static str {
        match self {
            Self::Hot => "moves in the hottest part",
            Self::Thermo => "moves where the thermograph of a part is widest",
            Self::Sente => "answers threats where they are made",
        }
    }

    /// The strategy with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|each| each.name() == name)
    }

    /// The part to move in and the temperature to move at, among parts with moves of Left's; Left is to move. `threat`: the
    /// part in which the other player has just moved, and the lowest temperature so far.
    pub(crate) fn focus(
        self,
        arena: &mut Arena,
        parts: &[Value],
        threat: Option<(usize, &Number)>,
        meter: &mut Meter,
    ) -> Result<Option<(usize, Number)>, StopReason> {
        let mut movable = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            if !arena.options(*part, meter)?[0].is_empty() {
                movable.push(place);
            }
        }
        if self == Self::Sente
            && let Some((place, ambient)) = threat
            && movable.contains(&place)
            && arena.temperature(parts[place], meter)? > *ambient
        {
            return Ok(Some((place, ambient.clone())));
        }
        if self == Self::Thermo
            && let Some(found) = widest(arena, parts, &movable, meter)?
        {
            return Ok(Some(found));
        }
        let mut hottest: Option<(usize, Number)> = None;
        for place in movable {
            let temperature = arena.temperature(parts[place], meter)?;
            if hottest.as_ref().is_none_or(|(_, most)| temperature > *most) {
                hottest = Some((place, temperature));
            }
        }
        Ok(hottest)
    }
}

/// The widest part at the lowest temperature that maximises the sum of the right walls plus the greatest width. Between the
/// bends of walls this is a convex function, so it is greatest at one of them.
fn widest(
    arena: &mut Arena,
    parts: &[Value],
    movable: &[usize],
    meter: &mut Meter,
) -> Result<Option<(usize, Number)>, StopReason> {
    let mut walls = Vec::new();
    for part in parts {
        walls.push(arena.thermograph(*part, meter)?);
    }
    let bends = walls.iter().flat_map(|walls| {
        let pieces = walls.left.pieces().iter().chain(walls.right.pieces());
        pieces.map(|piece| piece.from.clone())
    });
    let mut bends: Vec<Number> = bends.filter(|t| *t >= Number::ZERO).collect();
    bends.push(Number::ZERO);
    bends.sort_unstable();
    bends.dedup();
    let mut best: Option<(Number, usize, Number)> = None;
    for t in bends {
        meter.spend(walls.len())?;
        let mut promise = Number::ZERO;
        for walls in &walls {
            promise = &promise + &walls.right.at(&t);
        }
        let width = |place: &usize| &walls[*place].left.at(&t) - &walls[*place].right.at(&t);
        let Some(place) = movable.iter().max_by_key(|place| width(place)) else {
            return Ok(None);
        };
        let width = width(place);
        let promise = &promise + &width;
        if width > Number::ZERO && best.as_ref().is_none_or(|(most, ..)| promise > *most) {
            best = Some((promise, *place, t));
        }
    }
    Ok(best.map(|(_, place, t)| (place, t)))
}

/// The value at a temperature of an option that Left moved to.
pub(crate) fn worth_at(
    arena: &mut Arena,
    option: Value,
    t: &Number,
    meter: &mut Meter,
) -> Result<Number, StopReason> {
    Ok(arena.thermograph(option, meter)?.right.at(t))
}

/// A value as the player to move sees it, as Left.
pub(crate) fn seen_by(value: Value, player: Side) -> Value {
    match player {
        Side::Left => value,
        Side::Right => -value,
    }
}

/// The change of a sum: the removed parts and the new ones.
pub(crate) fn difference(before: &Sum, after: &Sum) -> (Vec<Signed>, Vec<Signed>) {
    let mut came: Vec<Signed> = after.to_vec();
    let gone = before.iter().filter(|part| {
        let place = came.iter().position(|other| other == *part);
        place.map(|place| came.swap_remove(place)).is_none()
    });
    (gone.copied().collect(), came)
}

/// The move that the strategy makes at the session's position, if it finds one; `before` are the positions of play so far.
/// The session may stay at another position.
pub(crate) fn choose(
    strategy: Temperate,
    session: &mut Session,
    before: &[&str],
    limits: &Limits,
) -> Result<Option<String>, Error> {
    let Some(side) = session.side() else {
        return Ok(None);
    };
    let (mut kept, mut valuer, start) =
        (KeptParts::default(), Valuer::default(), session.position()?);
    let (mut ambient, mut last) = (None::<Number>, None::<Sum>);
    if strategy == Temperate::Sente {
        for position in before {
            session.go(position)?;
            let mut told = Ok(());
            session.short(limits, &mut kept, &mut |short| {
                let (root, meter) = (short.root(), &mut limits.meter());
                let mut hottest = || {
                    let mut hottest = None;
                    for part in &root {
                        let value = valuer.value(short.parts(), &[*part], meter)?;
                        hottest = hottest.max(Some(valuer.arena.temperature(value, meter)?));
                    }
                    Ok::<_, StopReason>(hottest)
                };
                told = hottest().map(|hottest| {
                    ambient = match (ambient.take(), hottest) {
                        (Some(least), Some(hottest)) => Some(least.min(hottest)),
                        (least, hottest) => least.or(hottest),
                    };
                });
                last = Some(root);
            })?;
            told?;
        }
        session.go(&start)?;
    }
    let mut chosen = Ok(None);
    session.short(limits, &mut kept, &mut |short| {
        let meter = &mut limits.meter();
        chosen = best(
            strategy,
            short,
            &mut valuer,
            side,
            (last.as_ref(), ambient.as_ref()),
            meter,
        );
    })?;
    chosen.map_err(|reason: StopReason| Error::Stopped(reason))
}

/// The strategy's move for `side`; `last` and `ambient` are the parts before the other's move and the lowest temperature so
/// far.
fn best(
    strategy: Temperate,
    short: &mut dyn Short,
    valuer: &mut Valuer,
    side: Side,
    (last, ambient): (Option<&Sum>, Option<&Number>),
    meter: &mut Meter,
) -> Result<Option<String>, StopReason> {
    let root = short.root();
    let mut parts = Vec::new();
    for part in &root {
        let value = valuer.value(short.parts(), &[*part], meter)?;
        parts.push(seen_by(value, side));
    }
    let came = last.map(|last| difference(last, &root).1);
    let threat = came.as_ref().and_then(|came| {
        let place = |part: &Signed| root.iter().position(|other| other == part);
        Some((came.iter().find_map(place)?, ambient?))
    });
    let arena = &mut valuer.arena;
    let Some((place, t)) = strategy.focus(arena, &parts, threat, meter)? else {
        return Ok(None);
    };
    let mut best: Option<(Number, String)> = None;
    for (name, after) in short.moves(side, meter)? {
        let (gone, came) = difference(&root, &after);
        if gone != [root[place]] {
            continue;
        }
        let option = valuer.value(short.parts(), &came, meter)?;
        let option = seen_by(option, side);
        let worth = worth_at(&mut valuer.arena, option, &t, meter)?;
        if best.as_ref().is_none_or(|(most, _)| worth > *most) {
            best = Some((worth, name));
        }
    }
    Ok(best.map(|(_, name)| name))
}
