//! Thermographs: the stops of a game when every move costs t, for all t ≥ −1 at once.
//!
//! The left scaffold is the greatest right wall of the left options minus t, the right scaffold the least left wall of the
//! right options plus t. Above the greatest t at which the left scaffold is at least the right one, both walls are the
//! mast, the mean value; below it they are the scaffolds. The temperature is the foot of the mast (Winning Ways ch. 6;
//! Berlekamp 1996 for t down to −1).

use std::fmt;
use std::sync::Arc;

use bouton_core::hashing::FastMap;
use bouton_core::{Meter, Side, StopReason};

use crate::arena::{Arena, Value};
use crate::memory;
use crate::number::Number;
use crate::recurrence::{Weighs, by_options};
use crate::trajectory::Trajectory;

/// Both walls of a game, and its temperature.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thermograph {
    /// The left wall.
    pub left: Trajectory,
    /// The right wall.
    pub right: Trajectory,
    /// The temperature where the mast begins: −1 for an integer, −1/2^k for another number, 0 for an infinitesimal, more
    /// for a hot game.
    pub temperature: Number,
}

/// The thermograph itself is held once for all values that have it, by [`Shapes`].
impl Weighs for Arc<Thermograph> {}

/// All thermographs so far, each once: the 700,000 values of a board of clobber have a few dozen.
#[derive(Debug, Default)]
pub(crate) struct Shapes {
    all: FastMap<Arc<Thermograph>, ()>,
    outside: u64,
}

impl Shapes {
    pub(crate) fn bytes(&self) -> u64 {
        memory::of_map(&self.all) + self.outside
    }

    /// The stored thermograph that equals this one.
    fn keep(
        &mut self,
        shape: Thermograph,
        held: u64,
        meter: &Meter,
    ) -> Result<Arc<Thermograph>, StopReason> {
        if let Some((known, ())) = self.all.get_key_value(&shape) {
            return Ok(known.clone());
        }
        let walls = shape.left.bytes() + shape.right.bytes();
        let weight = size_of::<Thermograph>() as u64 + walls;
        meter.afford(held + weight)?;
        memory::in_map(&mut self.all, held + weight, meter)?;
        self.outside += weight;
        let shape = Arc::new(shape);
        self.all.insert(shape.clone(), ());
        Ok(shape)
    }
}

/// Each thermograph once; equal ones are one.
fn once_each(all: &mut Vec<Arc<Thermograph>>) {
    all.sort_unstable_by_key(Arc::as_ptr);
    all.dedup_by(|a, b| Arc::ptr_eq(a, b));
}

impl Thermograph {
    fn of_integer(n: Number) -> Self {
        Self {
            left: Trajectory::mast(n.clone()),
            right: Trajectory::mast(n),
            temperature: Number::from(-1),
        }
    }

    /// The thermograph from those of the options; `None` if the scaffolds do not meet: the game is an integer.
    fn of_options(
        left: &[Arc<Self>],
        right: &[Arc<Self>],
        meter: &mut Meter,
    ) -> Result<Option<Self>, StopReason> {
        let left = furthest(left.iter().map(|o| &o.right), Trajectory::max, meter)?;
        let right = furthest(right.iter().map(|o| &o.left), Trajectory::min, meter)?;
        let scaffolds = left.zip(right);
        Ok(scaffolds.and_then(|(left, right)| Self::between(&left.tilted(-1), &right.tilted(1))))
    }

    /// The walls between two scaffolds.
    fn between(left_scaffold: &Trajectory, right_scaffold: &Trajectory) -> Option<Self> {
        let meeting = left_scaffold.last_at_least(right_scaffold)?;
        let (left, right) = (
            left_scaffold.then_mast(&meeting),
            right_scaffold.then_mast(&meeting),
        );
        // The walls may have met at a lower temperature already.
        let temperature = left.last().from.clone().max(right.last().from.clone());
        Some(Self {
            left,
            right,
            temperature,
        })
    }

    /// The mean value.
    pub fn mean(&self) -> &Number {
        &self.left.last().value
    }

    /// The player whose move is *sente*: just below the temperature it costs nothing, because the other player must answer it. The
    /// other player's move is *reverse sente*. `None` if neither is: *gote* (Winning Ways ch. 6).
    pub fn sente(&self) -> Option<Side> {
        let walls = [&self.left, &self.right].map(|wall| wall.last().from < self.temperature);
        let vertical = walls.iter().position(|is_vertical| *is_vertical);
        vertical.map(|side| Side::BOTH[side])
    }

    /// The same in CGSuite's form: mast, breaks from the top, slopes from the top; of the left wall, then of the right one.
    pub fn in_cgsuite(&self) -> String {
        let list = |items: Vec<String>| format!("[{}]", items.join(","));
        let wall = |wall: &Trajectory| {
            let pieces = wall.pieces().iter().rev();
            let breaks = pieces
                .clone()
                .map(|piece| piece.from.to_string())
                .take(wall.pieces().len() - 1);
            let slopes = pieces.map(|piece| piece.slope.to_string());
            format!(
                "{},{},{}",
                self.mean(),
                list(breaks.collect()),
                list(slopes.collect())
            )
        };
        format!("Thermograph({},{})", wall(&self.left), wall(&self.right))
    }
}

/// The maximum (or minimum) of some walls at each temperature.
fn furthest<'w>(
    mut walls: impl Iterator<Item = &'w Trajectory>,
    further: fn(&Trajectory, &Trajectory) -> Trajectory,
    meter: &mut Meter,
) -> Result<Option<Trajectory>, StopReason> {
    let Some(mut furthest) = walls.next().cloned() else {
        return Ok(None);
    };
    for wall in walls {
        meter.spend(furthest.pieces().len() + wall.pieces().len())?;
        furthest = further(&furthest, wall);
    }
    Ok(Some(furthest))
}

impl fmt::Display for Thermograph {
    /// The corners of the walls as (value, temperature), from the bottom: `L: (3,-1) (3/4,5/4); R: …`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, wall) in [("L:", &self.left), ("; R:", &self.right)] {
            f.write_str(name)?;
            for piece in wall.pieces() {
                write!(f, " ({},{})", piece.value, piece.from)?;
            }
        }
        Ok(())
    }
}

impl Arena {
    /// The thermograph of the canonical form.
    ///
    /// ```
    /// # use bouton_core::Limits;
    /// # use bouton_values::Arena;
    /// # let limits = Limits::default();
    /// # let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    /// let options = [arena.integer(2, meter)?, arena.integer(-1, meter)?];
    /// let game = arena.make(&options[..1], &options[1..], meter)?; // {2|-1}
    /// let thermograph = arena.thermograph(game, meter)?;
    /// assert_eq!(thermograph.to_string(), "L: (3,-1) (1/2,3/2); R: (-2,-1) (1/2,3/2)");
    /// # Ok::<(), bouton_core::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn thermograph(
        &mut self,
        v: Value,
        meter: &mut Meter,
    ) -> Result<Arc<Thermograph>, StopReason> {
        let mut known = std::mem::take(&mut self.known.thermographs);
        let integer = |arena: &mut Self, v, meter: &mut Meter| {
            let integer = arena.as_number(v).filter(Number::is_integer);
            let walls = integer.map(Thermograph::of_integer);
            walls.map(|walls| arena.shape(walls, meter)).transpose()
        };
        let join = |arena: &mut Self, _, mut sides: [Vec<_>; 2], meter: &mut Meter| {
            sides.iter_mut().for_each(once_each);
            let walls = Thermograph::of_options(&sides[0], &sides[1], meter)?;
            let walls = walls.expect("a game that is no integer has options that meet");
            arena.shape(walls, meter)
        };
        let found = by_options(self, v, &mut known, meter, integer, join);
        self.known.thermographs = known;
        found
    }

    /// A thermograph, stored.
    fn shape(&mut self, walls: Thermograph, meter: &Meter) -> Result<Arc<Thermograph>, StopReason> {
        let held = self.bytes();
        self.known.shapes.keep(walls, held, meter)
    }

    /// The thermograph of a game by options that need not be canonical: for t ≥ 0 that of its value. `None` if the
    /// scaffolds do not meet anywhere, as for some numbers.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn thermograph_of_options(
        &mut self,
        left: &[Value],
        right: &[Value],
        meter: &mut Meter,
    ) -> Result<Option<Thermograph>, StopReason> {
        let mut of = |side: &[Value]| {
            side.iter()
                .map(|o| self.thermograph(*o, meter))
                .collect::<Result<Vec<_>, _>>()
        };
        let (left, right) = (of(left)?, of(right)?);
        Thermograph::of_options(&left, &right, meter)
    }

    /// The mean value: n·G stays within a bounded distance of n times the mean.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn mean(&mut self, v: Value, meter: &mut Meter) -> Result<Number, StopReason> {
        match self.mast_by_stops(v) {
            Some([mean, _]) => Ok(mean),
            None => Ok(self.thermograph(v, meter)?.mean().clone()),
        }
    }

    /// The temperature: how urgent it is to move; −1 for an integer, −1/2^k for m/2^k.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn temperature(&mut self, v: Value, meter: &mut Meter) -> Result<Number, StopReason> {
        match self.mast_by_stops(v) {
            Some([_, temperature]) => Ok(temperature),
            None => Ok(self.thermograph(v, meter)?.temperature.clone()),
        }
    }

    /// Mean and temperature if they need no thermograph: of a number, and where both stops are one number.
    fn mast_by_stops(&self, v: Value) -> Option<[Number; 2]> {
        if let Some(x) = self.as_number(v) {
            let temperature = -&Number::ratio(1, x.exponent());
            return Some([x, temperature]);
        }
        let [left, right] = self.stops(v);
        (left == right).then_some([left, Number::ZERO])
    }
}
