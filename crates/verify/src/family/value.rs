//! [`Formula`]: a value for each choice of the parameters of a region, compared for all of them at once.
//!
//! A formula is a sum x + n·↑ + *m with a number x and linear n, or it lists the options of a game that is no number. The comparison
//! follows the definition of the order: F ≥ H if no right option of F is ≤ H and no left option of H is ≥ F. Against a number
//! only the options of the game that is none are looked at (number avoidance).

use super::linear::{Decided, Linear, Region, Stop};
use super::number::Number;
use crate::Refusal;
use crate::obligation::Obligation;

/// Numbers are counted in units of 1/1024.
pub(super) const UNIT: i128 = 1 << 10;

/// Sums of formulas are nested at most so deep.
const DEEPEST: usize = 16;

/// A number, a multiple of ↑, and a nimber.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) number: Number,
    pub(super) ups: Linear,
    pub(super) star: u32,
}

impl Sum {
    /// The sum of this and a multiple of another, by 1 or -1.
    fn plus(&self, factor: i128, other: &Self) -> Self {
        Self {
            number: self.number.plus(factor, &other.number),
            ups: self.ups.plus(factor, &other.ups),
            star: self.star ^ other.star,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Sum(Sum),
    /// The options of Left and of Right.
    Options(Vec<Formula>, Vec<Formula>),
}

use Formula::Options;

impl Formula {
    pub(super) fn number(number: Number) -> Self {
        let (ups, star) = (Linear::number(0), 0);
        Self::Sum(Sum { number, ups, star })
    }

    pub(super) fn negated(&self) -> Self {
        let all = |list: &[Self]| list.iter().map(Self::negated).collect();
        match self {
            Self::Sum(Sum { number, ups, star }) => Self::Sum(Sum {
                number: number.negated(),
                ups: ups.negated(),
                star: *star,
            }),
            Options(left, right) => Options(all(right), all(left)),
        }
    }

    /// The formula in which each variable is replaced by an expression.
    pub(super) fn at(&self, values: &[Linear]) -> Self {
        let all = |list: &[Self]| list.iter().map(|option| option.at(values)).collect();
        match self {
            Self::Sum(Sum { number, ups, star }) => Self::Sum(Sum {
                number: number.at(values),
                ups: ups.at(values),
                star: *star,
            }),
            Options(left, right) => Options(all(left), all(right)),
        }
    }

    fn is_number(&self, region: &Region<'_>) -> Decided<bool> {
        match self {
            Self::Sum(Sum { ups, star, .. }) => Ok(*star == 0 && region.sign(ups)? == 0),
            Options(..) => Ok(false),
        }
    }

    /// Left's options of a form of the value.
    pub(super) fn lefts(&self, region: &Region<'_>) -> Decided<Vec<Self>> {
        let (number, ups, star) = match self {
            Options(left, _) => return Ok(left.clone()),
            Self::Sum(Sum { number, ups, star }) => (number, ups, *star),
        };
        let with = |ups: Linear, star: u32| {
            let number = number.clone();
            Self::Sum(Sum { number, ups, star })
        };
        let none = || Linear::number(0);
        Ok(match region.sign(ups)? {
            0 if star == 0 => {
                let less = number.left(region)?;
                less.map(Self::number).into_iter().collect()
            }
            0 => (0..star).map(|smaller| with(none(), smaller)).collect(),
            1 if star == 1 && region.sign(&ups.shifted(-1))? == 0 => {
                vec![with(none(), 0), with(none(), 1)]
            }
            1 => vec![with(none(), 0)],
            _ => vec![with(ups.shifted(1), star ^ 1)],
        })
    }

    /// Right's options of the same form.
    pub(super) fn rights(&self, region: &Region<'_>) -> Decided<Vec<Self>> {
        let mirrored = self.negated().lefts(region)?;
        Ok(mirrored.iter().map(Self::negated).collect())
    }

    /// Whether it is at least another for all of the region.
    pub(super) fn at_least(&self, other: &Self, region: &Region<'_>) -> Decided<bool> {
        if let (Self::Sum(own), Self::Sum(its)) = (self, other) {
            let Sum { number, ups, star } = own.plus(-1, its);
            return Ok(match number.sign(region)? {
                0 => match region.sign(&ups)? {
                    0 => star == 0,
                    1 => star != 1 || region.sign(&ups.shifted(-1))? == 1,
                    _ => false,
                },
                sign => sign > 0,
            });
        }
        if !self.is_number(region)? {
            for option in self.rights(region)? {
                if other.at_least(&option, region)? {
                    return Ok(false);
                }
            }
        }
        if !other.is_number(region)? {
            for option in other.lefts(region)? {
                if option.at_least(self, region)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The number that is reached when Left begins, or when Right begins.
    fn stop(&self, left_begins: bool, region: &Region<'_>) -> Decided<Number> {
        let options = match self {
            Self::Sum(own) => return Ok(own.number.clone()),
            Options(left, right) => [right, left][usize::from(left_begins)],
        };
        let mut best: Option<Number> = None;
        for option in options {
            let stop = option.stop(!left_begins, region)?;
            let is_better = match &best {
                None => true,
                Some(best) => (stop.plus(-1, best).sign(region)? > 0) == left_begins,
            };
            if is_better {
                best = Some(stop);
            }
        }
        best.ok_or_else(|| no_options().into())
    }

    /// Checks that no game that is given by options is equal to a number, which the comparison assumes, and that no exponent is
    /// negative.
    pub(super) fn check(&self, region: &Region<'_>) -> Decided<()> {
        match self.lists_no_number(region)? {
            true => Ok(()),
            false => {
                let what = "a formula that lists options is no number";
                Err(Refusal::Refuted(what.to_owned()).into())
            }
        }
    }

    /// The same, without a refusal if a game that is given by options may be a number.
    pub(super) fn lists_no_number(&self, region: &Region<'_>) -> Decided<bool> {
        let (left, right) = match self {
            Self::Sum(own) => return own.number.check(region).map(|()| true),
            Options(left, right) => (left, right),
        };
        for option in left.iter().chain(right) {
            if !option.lists_no_number(region)? {
                return Ok(false);
            }
        }
        if left.is_empty() || right.is_empty() {
            return Err(no_options().into());
        }
        let (first, second) = (self.stop(true, region)?, self.stop(false, region)?);
        let stop = Self::number(first.clone());
        let is_hot = match first.plus(-1, &second).sign(region)? {
            0 => {
                any(left, |option| option.at_least(&stop, region))?
                    || any(right, |option| stop.at_least(option, region))?
            }
            sign => sign > 0,
        };
        Ok(Obligation::FamilyNoNumber.met(is_hot))
    }

    /// The same value, in which games that are given by options and are equal to their stops are these numbers.
    ///
    /// Let both stops be x, no left option be at least x, and no right option at most x. Then x is a number between the options,
    /// and each smaller number is at most a left option whose right stop is x, as each larger one is at least a right option. So
    /// x is the only number between them, and the value (simplicity).
    pub(super) fn settled(&self, region: &Region<'_>) -> Decided<Self> {
        let Options(left, right) = self else {
            return Ok(self.clone());
        };
        let all = |list: &[Self]| -> Decided<Vec<Self>> {
            list.iter().map(|option| option.settled(region)).collect()
        };
        let (left, right) = (all(left)?, all(right)?);
        for option in left.iter().chain(&right) {
            if !option.lists_no_number(region)? {
                return Ok(Options(left, right));
            }
        }
        let own = Options(left, right);
        let stops = [own.stop(true, region)?, own.stop(false, region)?];
        let is_one = stops[0].plus(-1, &stops[1]).sign(region)? == 0;
        Ok(match is_one && !own.lists_no_number(region)? {
            true => Self::number(stops[0].clone()),
            false => own,
        })
    }

    /// The sum of two values.
    pub(super) fn plus(&self, other: &Self, region: &Region<'_>, depth: usize) -> Decided<Self> {
        region.spend()?;
        if depth > DEEPEST {
            let why = "a sum of formulas has more options than are looked at".to_owned();
            return Err(Refusal::Undecided(why).into());
        }
        if let (Self::Sum(own), Self::Sum(its)) = (self, other) {
            return Ok(Self::Sum(own.plus(1, its)));
        }
        // A move in a number is never needed next to a game that is none.
        let own = !self.is_number(region)?;
        let its = !other.is_number(region)?;
        let sums = |mine: Vec<Self>, theirs: Vec<Self>| -> Decided<Vec<Self>> {
            let mut sums = Vec::new();
            for option in mine.iter().filter(|_| own) {
                sums.push(option.plus(other, region, depth + 1)?);
            }
            for option in theirs.iter().filter(|_| its) {
                sums.push(self.plus(option, region, depth + 1)?);
            }
            Ok(sums)
        };
        let lefts = sums(self.lefts(region)?, other.lefts(region)?)?;
        let rights = sums(self.rights(region)?, other.rights(region)?)?;
        Ok(Options(lefts, rights))
    }
}

fn no_options() -> Refusal {
    Refusal::family("expected options of Left and of Right in { | }")
}

/// Whether a question is answered with yes for an item. If one is, it does not matter that another needs a split.
pub(super) fn any<T>(
    items: impl IntoIterator<Item = T>,
    mut question: impl FnMut(T) -> Decided<bool>,
) -> Decided<bool> {
    let mut stopped: Option<Stop> = None;
    for item in items {
        match question(item) {
            Ok(true) => return Ok(true),
            Ok(false) => {}
            Err(Stop::Refused(refusal)) => return Err(refusal.into()),
            Err(stop) => stopped = stopped.or(Some(stop)),
        }
    }
    stopped.map_or(Ok(false), Err)
}
