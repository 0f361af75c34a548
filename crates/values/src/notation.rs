//! The notation of values: one text for each value, the shortest customary name, which [`crate::expression`] reads back.
//!
//! 1. **Uptimal values** x + ups + *m whose ups are n·↑, one ↑ᵏ, or ↑\[k\]: `3/2`, `*2`, `^^*`, `73/16v9*8`, `^[4]`, `v<2>`, `6^*`; `^` and
//!    `^^` for ↑ and ⇑, `^n` for n·↑, `^<k>` for ↑ᵏ, `^[k]` for ↑¹ + … + ↑ᵏ, `v` for the negatives; a number 0 is left out before the rest.
//! 2. **G = −G**: `+-` and the left options. A single option is written without braces (in parentheses if its name has
//!    several parts: `+-(1*)`), several in braces: `+-{3,{4|0}}`.
//! 3. **{x || x | y}**, x a number and the mean of y below it: `Tiny(x-y)`, after x if x is not 0; the negatives are
//!    `Miny`.
//! 4. **All other values** `{L|R}`. A single option is written without its braces; the run of slashes between the sides is
//!    longer than in any such option. If that would be four slashes, the braces stay, and outer braces count from none.
//! 5. **Options** are ordered: numbers; nimbers; other uptimal values by number, coefficients, nimber; the rest by their
//!    left options, then by their right ones.

use std::cmp::Ordering;
use std::sync::Arc;

use bouton_core::{Meter, Side, StopReason};
use num_bigint::BigUint;

use crate::arena::{Arena, Options, Value};
use crate::infinitesimal::Uptimal;
use crate::number::Number;
use crate::recurrence::{Memory, Needs, Weighs, find};

mod script;

use script::{Piece, Script};

/// The most slashes between two sides.
const MOST_SLASHES: u8 = 4;

/// The layout of a value.
#[derive(Debug)]
pub(crate) struct Layout {
    /// Left's and Right's options, in order; empty if they are not written.
    sorted: [Options; 2],
    shape: Shape,
}

#[derive(Debug)]
enum Shape {
    Uptimal(Arc<Uptimal>),
    OwnNegative,
    /// Added to a number if that is not 0.
    Tiny {
        beside: Number,
        miny: bool,
        subscript: Value,
    },
    Sides {
        slashes: u8,
    },
}

impl Weighs for Arc<Layout> {
    fn outside(&self) -> u64 {
        let spilled = self.sorted.iter().map(|side| {
            if side.spilled() {
                4 * side.capacity()
            } else {
                0
            }
        });
        (size_of::<Layout>() + 16 + spilled.sum::<usize>()) as u64
    }
}

impl Weighs for BigUint {
    fn outside(&self) -> u64 {
        self.bits() / 8 + 8
    }
}

/// The context in which a value is written.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// Whether braces are kept.
    braced: bool,
    /// Whether a name of several parts is put in parentheses.
    single: bool,
}

impl Place {
    const ALONE: Self = Self {
        braced: true,
        single: false,
    };
}

impl Layout {
    /// The number of slashes visible when the value is written without its braces.
    fn bare_slashes(&self) -> u8 {
        match self.shape {
            Shape::Sides { slashes } if slashes < MOST_SLASHES => slashes,
            _ => 0,
        }
    }

    /// The pieces written around it.
    fn enclosure(&self, place: Place) -> Option<(Piece, Piece)> {
        let parentheses = || Some((Piece::Open, Piece::Close));
        match &self.shape {
            Shape::Uptimal(uptimal) if place.single && !is_compact(uptimal) => parentheses(),
            Shape::Tiny { .. } if place.single => parentheses(),
            Shape::Sides { slashes } if place.braced || *slashes == MOST_SLASHES => {
                Some((Piece::OpenBrace, Piece::CloseBrace))
            }
            _ => None,
        }
    }

    /// Its pieces, without those around it.
    fn pieces(&self) -> Vec<Piece> {
        let [left, right] = &self.sorted;
        let mut pieces = Vec::new();
        match &self.shape {
            Shape::Uptimal(uptimal) => pieces.push(Piece::Uptimal(uptimal.clone())),
            Shape::OwnNegative => {
                let several = left.len() > 1;
                pieces.push(Piece::PlusMinus);
                pieces.extend(several.then_some(Piece::OpenBrace));
                list(
                    left,
                    Place {
                        braced: true,
                        single: !several,
                    },
                    &mut pieces,
                );
                pieces.extend(several.then_some(Piece::CloseBrace));
            }
            Shape::Tiny {
                beside,
                miny,
                subscript,
            } => {
                if *beside != Number::ZERO {
                    pieces.extend([Piece::Number(beside.clone()), Piece::Plus]);
                }
                pieces.push(if *miny { Piece::Miny } else { Piece::Tiny });
                pieces.push(Piece::Value(*subscript, Place::ALONE));
                pieces.push(Piece::EndOfSubscript);
            }
            Shape::Sides { slashes } => {
                let place = |side: &Options| Place {
                    braced: side.len() > 1,
                    single: false,
                };
                list(left, place(left), &mut pieces);
                pieces.push(Piece::Slashes(*slashes));
                list(right, place(right), &mut pieces);
            }
        }
        pieces
    }
}

/// The options, separated by commas.
fn list(options: &[Value], place: Place, pieces: &mut Vec<Piece>) {
    for (i, option) in options.iter().enumerate() {
        pieces.extend((i > 0).then_some(Piece::Comma));
        pieces.push(Piece::Value(*option, place));
    }
}

/// Whether its name is a single part.
fn is_compact(uptimal: &Uptimal) -> bool {
    let Uptimal {
        number,
        nimber,
        coefficients,
    } = uptimal;
    let parts = [
        *number != Number::ZERO,
        *nimber != 0,
        !coefficients.is_empty(),
    ];
    parts.into_iter().filter(|part| *part).count() <= 1
}

/// Whether there is a short name: n·↑, one ↑ᵏ, or ↑\[k\].
fn is_short(uptimal: &Uptimal) -> bool {
    let all = |c: i64| uptimal.coefficients.iter().all(|a| *a == c);
    match uptimal.coefficients.split_last() {
        None | Some((_, [])) => true,
        Some((last, others)) => {
            (last.abs() == 1 && others.iter().all(|a| *a == 0)) || all(1) || all(-1)
        }
    }
}

impl Arena {
    /// The value as text. It may be long: see [`Self::text_length`].
    ///
    /// ```
    /// # use bouton_core::Limits;
    /// # use bouton_values::{Arena, Value};
    /// # let limits = Limits::default();
    /// # let (mut arena, meter) = (Arena::new(), &mut limits.meter());
    /// let star = arena.nimber(1, meter)?;
    /// let up = arena.make(&[Value::ZERO], &[star], meter)?;
    /// let v = arena.add(up, star, meter)?;
    /// assert_eq!(arena.text(v, meter)?, "^*");
    /// # Ok::<(), bouton_core::StopReason>(())
    /// ```
    ///
    /// # Errors
    /// If a limit is reached; the text, too, counts as memory.
    pub fn text(&mut self, v: Value, meter: &mut Meter) -> Result<String, StopReason> {
        self.written(v, Script::Plain, meter)
    }

    /// The value in LaTeX, for mathematics mode.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn latex(&mut self, v: Value, meter: &mut Meter) -> Result<String, StopReason> {
        self.written(v, Script::Latex, meter)
    }

    /// The options for Left and for Right in the order in which they are written.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn written_options(
        &mut self,
        v: Value,
        meter: &mut Meter,
    ) -> Result<[Options; 2], StopReason> {
        let mut sides = self.options(v, meter)?;
        for side in &mut sides {
            *side = self.in_written_order(side, meter)?;
        }
        Ok(sides)
    }

    /// Values in the order in which they are written among options.
    pub(crate) fn in_written_order(
        &mut self,
        values: &[Value],
        meter: &mut Meter,
    ) -> Result<Options, StopReason> {
        for value in values {
            self.layout(*value, meter)?;
        }
        let (layouts, mut steps) = (std::mem::take(&mut self.known.layouts), 0);
        let mut sorted = Options::from_slice(values);
        sorted.sort_by(|a, b| self.order_in_text(*a, *b, &layouts, &mut steps));
        self.known.layouts = layouts;
        meter.spend(steps)?;
        Ok(sorted)
    }

    fn written(
        &mut self,
        v: Value,
        script: Script,
        meter: &mut Meter,
    ) -> Result<String, StopReason> {
        let mut text = String::new();
        let mut pieces = vec![Piece::Value(v, Place::ALONE)];
        while let Some(piece) = pieces.pop() {
            meter.spend(1)?;
            if let Piece::Value(v, place) = piece {
                let layout = self.layout(v, meter)?;
                let (before, after) = layout.enclosure(place).unzip();
                pieces.extend(after);
                pieces.extend(layout.pieces().into_iter().rev());
                pieces.extend(before);
                continue;
            }
            script.write(&piece, &mut text);
            meter.afford(
                self.bytes()
                    + 2 * (text.capacity() + pieces.capacity() * size_of::<Piece>()) as u64,
            )?;
        }
        Ok(text)
    }

    /// The number of bytes of [`Self::text`], without writing it: values share their parts, texts do not.
    ///
    /// # Errors
    /// If a limit is reached.
    pub fn text_length(&mut self, v: Value, meter: &mut Meter) -> Result<BigUint, StopReason> {
        let mut lengths: Memory<BigUint> = Memory::default();
        let needs = |arena: &mut Self, v, meter: &mut Meter| {
            let pieces = arena.layout(v, meter)?.pieces();
            let values = pieces.iter().filter_map(|piece| match piece {
                Piece::Value(v, _) => Some(*v),
                _ => None,
            });
            Ok(Needs::These(values.collect()))
        };
        let join = |arena: &mut Self, v, lengths: &Memory<BigUint>, meter: &mut Meter| {
            let mut length = BigUint::ZERO;
            for piece in arena.layout(v, meter)?.pieces() {
                length += match piece {
                    Piece::Value(v, place) => arena.length_at(v, place, lengths, meter)?,
                    other => Script::Plain.length(&other).into(),
                };
            }
            Ok(length)
        };
        find(self, v, &mut lengths, meter, needs, join)?;
        self.length_at(v, Place::ALONE, &lengths, meter)
    }

    fn length_at(
        &mut self,
        v: Value,
        place: Place,
        lengths: &Memory<BigUint>,
        meter: &mut Meter,
    ) -> Result<BigUint, StopReason> {
        let enclosure = self.layout(v, meter)?.enclosure(place);
        Ok(lengths.of(v) + if enclosure.is_some() { 2u32 } else { 0 })
    }

    fn layout(&mut self, v: Value, meter: &mut Meter) -> Result<Arc<Layout>, StopReason> {
        if let Some(layout) = self.known.layouts.get(v) {
            return Ok(layout.clone());
        }
        let mut known = std::mem::take(&mut self.known.layouts);
        let needs = |arena: &mut Self, v, meter: &mut Meter| {
            if let Some(uptimal) = arena.uptimal(v, meter)?.filter(|u| is_short(u)) {
                let (sorted, shape) = (Default::default(), Shape::Uptimal(uptimal));
                return Ok(Needs::Nothing(Arc::new(Layout { sorted, shape })));
            }
            let [mut options, right] = arena.options(v, meter)?;
            options.extend(right);
            Ok(Needs::These(options))
        };
        let found = find(self, v, &mut known, meter, needs, Self::layout_of_options);
        let layout = found.map(|()| known.of(v).clone());
        self.known.layouts = known;
        layout
    }

    fn layout_of_options(
        &mut self,
        v: Value,
        layouts: &Memory<Arc<Layout>>,
        meter: &mut Meter,
    ) -> Result<Arc<Layout>, StopReason> {
        let mut sorted = self.options(v, meter)?;
        let mut steps = 0;
        for side in &mut sorted {
            side.sort_by(|a, b| self.order_in_text(*a, *b, layouts, &mut steps));
        }
        meter.spend(steps)?;
        let shape = if v.is_own_negative() {
            Shape::OwnNegative
        } else if let Some(tiny) = self.tiny_shape(v, meter)? {
            tiny
        } else {
            let bare = |side: &Options| match side[..] {
                [only] => layouts.of(only).bare_slashes(),
                _ => 0,
            };
            let slashes = 1 + bare(&sorted[0]).max(bare(&sorted[1]));
            Shape::Sides { slashes }
        };
        Ok(Arc::new(Layout { sorted, shape }))
    }

    /// The shape of {x || x | y} and of its negative.
    fn tiny_shape(&mut self, v: Value, meter: &mut Meter) -> Result<Option<Shape>, StopReason> {
        for (v, miny) in [(v, false), (-v, true)] {
            let Some((x, y)) = self.tiny_parts(v) else {
                continue;
            };
            let number = self.left_stop(x);
            if self.mean(y, meter)? < number {
                let subscript = self.subtract(x, y, meter)?;
                let beside = if miny { -&number } else { number };
                return Ok(Some(Shape::Tiny {
                    beside,
                    miny,
                    subscript,
                }));
            }
        }
        Ok(None)
    }

    /// x and y of {x || x | y}, where x is a number.
    pub(crate) fn tiny_parts(&self, v: Value) -> Option<(Value, Value)> {
        let only = |v, side| {
            let mut options = self.listed(v, side);
            options.next().filter(|_| options.next().is_none())
        };
        let (x, threat) = (only(v, Side::Left)?, only(v, Side::Right)?);
        let (again, y) = (only(threat, Side::Left)?, only(threat, Side::Right)?);
        (self.is_number(x) && again == x).then_some((x, y))
    }

    /// The order of options. The first options in which two lists differ decide, and those are never equal: one path is
    /// followed.
    fn order_in_text(
        &self,
        a: Value,
        b: Value,
        layouts: &Memory<Arc<Layout>>,
        steps: &mut usize,
    ) -> Ordering {
        let (mut a, mut b) = (a, b);
        while a != b {
            *steps += 1;
            let (of_a, of_b) = (self.uptimal_of(a), self.uptimal_of(b));
            let order = match (of_a, of_b) {
                (Some(x), Some(y)) => return order_of_uptimals(x, y),
                (Some(_), None) => return Ordering::Less,
                (None, Some(_)) => return Ordering::Greater,
                (None, None) => self.first_difference(layouts.of(a), layouts.of(b)),
            };
            match order {
                Ok(pair) => (a, b) = pair,
                Err(order) => return order,
            }
        }
        Ordering::Equal
    }

    fn uptimal_of(&self, v: Value) -> Option<&Uptimal> {
        self.known.uptimals.of(v).as_deref()
    }

    /// The first options in which the lists differ, or else which list ends first.
    fn first_difference(&self, a: &Layout, b: &Layout) -> Result<(Value, Value), Ordering> {
        for (x, y) in a.sorted.iter().zip(&b.sorted) {
            if let Some((x, y)) = x.iter().zip(y).find(|(x, y)| x != y) {
                return Ok((*x, *y));
            }
            if x.len() != y.len() {
                return Err(x.len().cmp(&y.len()));
            }
        }
        Err(Ordering::Equal)
    }
}

/// The order: numbers, nimbers, the others.
fn order_of_uptimals(x: &Uptimal, y: &Uptimal) -> Ordering {
    let kind = |u: &Uptimal| match (u.nimber, &u.coefficients[..]) {
        (0, []) => 0,
        (_, []) if u.number == Number::ZERO => 1,
        _ => 2,
    };
    let by_parts =
        || (&x.number, &x.coefficients, x.nimber).cmp(&(&y.number, &y.coefficients, y.nimber));
    kind(x).cmp(&kind(y)).then_with(by_parts)
}
