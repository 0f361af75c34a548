//! [`WordValues`]: the values of words, each computed once, and their trees.

use bouton_core::hashing::FastMap;
use bouton_core::{Limits, Meter, Side, StopReason};
use bouton_values::{Arena, Number as Dyadic, Uptimal, Value};
use num_traits::ToPrimitive;

use crate::formula::{Formula, UNIT};
use crate::relation::Claim;
use crate::strip::{Strip, Word};

/// Numbers of trees are counted in units of 1/2^40.
pub(crate) const PLACES: u32 = 40;

/// Larger numbers are no instances of formulas.
const LARGEST: i64 = 1 << 20;

/// A value as a formula without variables.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Tree {
    Sum { number: i64, ups: i64, star: u32 },
    Options(Vec<Tree>, Vec<Tree>),
}

impl Tree {
    /// The shape that it shares with the trees of one formula.
    pub(crate) fn skeleton(&self) -> String {
        let list = |options: &[Self]| options.iter().map(Self::skeleton).collect::<String>();
        match self {
            Self::Sum { star, .. } => format!("*{star}"),
            Self::Options(left, right) => format!("{{{}|{}}}", list(left), list(right)),
        }
    }

    /// Appends the numbers and the multiples of ↑ in it, in order, with options where another tree lists them; false if their
    /// forms differ.
    pub(crate) fn leaves_like(&self, other: &Self, leaves: &mut Vec<i64>) -> bool {
        match (self, other) {
            (Self::Sum { number, ups, star }, Self::Sum { star: its, .. }) => {
                leaves.extend([*number, *ups]);
                star == its
            }
            (Self::Options(left, right), Self::Options(its_left, its_right)) => {
                let mut both = left.iter().zip(its_left).chain(right.iter().zip(its_right));
                (left.len(), right.len()) == (its_left.len(), its_right.len())
                    && both.all(|(a, b)| a.leaves_like(b, leaves))
            }
            (Self::Sum { number, ups, star }, Self::Options(..)) => {
                let with = |ups, star| Self::Sum {
                    number: *number,
                    ups,
                    star,
                };
                let (left, right) = match (*ups, *star) {
                    (0, 1) => (with(0, 0), with(0, 0)),
                    (1, 1) | (-1, 1) | (0, _) => return false,
                    (1.., star) => (with(0, 0), with(ups - 1, star ^ 1)),
                    (_, star) => (with(ups + 1, star ^ 1), with(0, 0)),
                };
                Self::Options(vec![left], vec![right]).leaves_like(other, leaves)
            }
            (Self::Options(..), Self::Sum { .. }) => false,
        }
    }
}

/// Deeper trees, and trees of more options, are no formulas of interest.
const DEEPEST: usize = 6;
const MOST_OPTIONS: usize = 6;

/// Larger numbers are no bounds of parts.
const LARGEST_BOUND: i64 = 64;

/// Bytes of an entry besides its word.
const ENTRY: u64 = 64;

/// The values of the words of a game.
pub(crate) struct WordValues<'l> {
    pub(crate) strip: &'l Strip,
    pub(crate) arena: Arena,
    meter: Meter<'l>,
    pub(crate) values: FastMap<Word, Value>,
    held: u64,
}

impl<'l> WordValues<'l> {
    pub(crate) fn new(strip: &'l Strip, limits: &'l Limits) -> Self {
        Self {
            strip,
            arena: Arena::new(),
            meter: limits.meter(),
            values: FastMap::default(),
            held: 0,
        }
    }

    /// The value of a word: the sum of those of its parts.
    pub(crate) fn of(&mut self, word: &[u8]) -> Result<Value, StopReason> {
        let (number, parts) = self.strip.parts(word);
        let sum = self.of_parts(parts)?;
        self.less(sum, -number)
    }

    /// The sum of the values of parts.
    pub(crate) fn of_parts(&mut self, parts: Vec<Word>) -> Result<Value, StopReason> {
        let mut sum = Value::ZERO;
        for part in parts {
            let value = self.of_part(part)?;
            sum = self.arena.add(sum, value, &mut self.meter)?;
        }
        Ok(sum)
    }

    fn of_part(&mut self, part: Word) -> Result<Value, StopReason> {
        if let Some(value) = self.values.get(&part) {
            return Ok(*value);
        }
        self.meter.visit()?;
        let mut sides = [Vec::new(), Vec::new()];
        for (side, values) in Side::BOTH.into_iter().zip(&mut sides) {
            for option in self.strip.options(&part, side) {
                values.push(self.of(&option)?);
            }
        }
        let [left, right] = sides;
        let value = self.arena.make(&left, &right, &mut self.meter)?;
        self.keep(&part)?;
        self.values.insert(part, value);
        Ok(value)
    }

    /// The value of a formula for some exponents.
    pub(crate) fn of_formula(
        &mut self,
        formula: &Formula,
        exponents: &[i64],
    ) -> Result<Value, StopReason> {
        match formula {
            Formula::Sum { number, ups, star } => {
                let uptimal = Uptimal {
                    number: number.value(exponents),
                    coefficients: vec![ups.at(exponents) / UNIT],
                    nimber: *star,
                };
                self.arena.of_uptimal(&uptimal, &mut self.meter)
            }
            Formula::Options(left, right) => {
                let mut sides = [Vec::new(), Vec::new()];
                for (list, values) in [left, right].into_iter().zip(&mut sides) {
                    for option in list {
                        values.push(self.of_formula(option, exponents)?);
                    }
                }
                self.arena.make(&sides[0], &sides[1], &mut self.meter)
            }
        }
    }

    /// Whether no game that a formula gives by its options is a number for these exponents.
    pub(crate) fn lists_no_number(
        &mut self,
        formula: &Formula,
        exponents: &[i64],
    ) -> Result<bool, StopReason> {
        let Formula::Options(left, right) = formula else {
            return Ok(true);
        };
        for option in left.iter().chain(right) {
            if !self.lists_no_number(option, exponents)? {
                return Ok(false);
            }
        }
        let value = self.of_formula(formula, exponents)?;
        Ok(!self.arena.is_number(value))
    }

    /// A number that is counted in 2^-places.
    pub(crate) fn dyadic(&mut self, n: i64, places: u32) -> Result<Value, StopReason> {
        let number = Dyadic::ratio(n, places.into());
        self.arena.number(&number, &mut self.meter)
    }

    /// The number that is best for a player among those for which a claim about a value is true, counted in 2^-places; `None`
    /// if it is too large.
    pub(crate) fn best_number(
        &mut self,
        value: Value,
        claim: Claim,
        places: u32,
    ) -> Result<Option<i64>, StopReason> {
        // Right's claims are true of all large numbers, Left's of all small ones.
        let sign = if claim.side == Side::Right { 1 } else { -1 };
        let known = Claim::second(claim.side);
        let (mut low, mut high) = (-(LARGEST_BOUND << places), LARGEST_BOUND << places);
        let holds = |worth: &mut Self, n: i64| {
            let number = worth.dyadic(sign * n, places)?;
            worth.implied(value, known, number, claim)
        };
        if holds(self, low)? || !holds(self, high)? {
            return Ok(None);
        }
        while high - low > 1 {
            let middle = i64::midpoint(low, high);
            match holds(self, middle)? {
                true => high = middle,
                false => low = middle,
            }
        }
        Ok(Some(sign * high))
    }

    /// A value less a whole number.
    pub(crate) fn less(&mut self, value: Value, number: i64) -> Result<Value, StopReason> {
        let number = self.arena.integer(-number, &mut self.meter)?;
        self.arena.add(value, number, &mut self.meter)
    }

    /// Counts an entry of a table for a word.
    pub(crate) fn keep(&mut self, word: &Word) -> Result<(), StopReason> {
        self.held += word.len() as u64 + ENTRY;
        self.arena.hold_elsewhere(self.held);
        self.meter.afford(self.arena.bytes())
    }

    /// Counts a position that is looked at.
    pub(crate) fn visit(&mut self) -> Result<(), StopReason> {
        self.meter.visit()
    }

    /// The options of the canonical form.
    pub(crate) fn options(&mut self, value: Value) -> Result<[Vec<Value>; 2], StopReason> {
        let options = self.arena.options(value, &mut self.meter)?;
        Ok(options.map(|list| list.to_vec()))
    }

    pub(crate) fn le(&mut self, a: Value, b: Value) -> Result<bool, StopReason> {
        self.arena.le(a, b, &mut self.meter)
    }

    /// Whether the second value is as good as the first for Left, or for Right.
    pub(crate) fn le_by(&mut self, a: Value, b: Value, left: bool) -> Result<bool, StopReason> {
        match left {
            true => self.le(a, b),
            false => self.le(b, a),
        }
    }

    /// Whether a claim about one value shows one about another.
    pub(crate) fn implied(
        &mut self,
        known: Value,
        claim: Claim,
        wanted: Value,
        to: Claim,
    ) -> Result<bool, StopReason> {
        let left = to.side == Side::Left;
        Ok(claim.side == to.side
            && match (claim.begins, to.begins) {
                (false, true) => !self.le_by(known, wanted, left)?,
                (true, false) => false,
                _ => self.le_by(wanted, known, left)?,
            })
    }

    /// A value in the notation of the calculus.
    pub(crate) fn text(&mut self, value: Value) -> Result<String, StopReason> {
        self.arena.text(value, &mut self.meter)
    }

    /// The tree of a value, if it is small enough to be an instance of a formula.
    pub(crate) fn tree(&mut self, value: Value) -> Result<Option<Tree>, StopReason> {
        tree(&mut self.arena, value, &mut self.meter, DEEPEST)
    }
}

/// The tree of a value, if it is not too deep and its numbers are multiples of a unit.
pub(crate) fn tree(
    arena: &mut Arena,
    value: Value,
    meter: &mut Meter<'_>,
    depth: usize,
) -> Result<Option<Tree>, StopReason> {
    if let Some(uptimal) = arena.uptimal(value, meter)?
        && uptimal.coefficients.len() <= 1
    {
        let ups = uptimal.coefficients.first().copied().unwrap_or(0);
        let (mantissa, exponent) = uptimal.number.parts();
        let places = u64::from(PLACES);
        let is_large = |m: i64, exponent: u64| m.abs() >> exponent >= LARGEST;
        let number = mantissa
            .to_i64()
            .filter(|m| exponent <= places && !is_large(*m, exponent));
        let star = uptimal.nimber;
        return Ok(number.map(|m| Tree::Sum {
            number: m << (places - exponent),
            ups,
            star,
        }));
    }
    let options = arena.options(value, meter)?;
    if depth == 0 || options.iter().any(|list| list.len() > MOST_OPTIONS) {
        return Ok(None);
    }
    let mut sides = [Vec::new(), Vec::new()];
    for (list, trees) in options.iter().zip(&mut sides) {
        for option in list {
            match tree(arena, *option, meter, depth - 1)? {
                Some(tree) => trees.push(tree),
                None => return Ok(None),
            }
        }
        trees.sort_by_cached_key(|tree| (tree.skeleton(), tree.clone()));
    }
    let [left, right] = sides;
    Ok(Some(Tree::Options(left, right)))
}
