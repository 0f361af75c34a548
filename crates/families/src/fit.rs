//! [`cases`]: formulas that agree with a table of values, each for the exponents that satisfy some conditions.

use bouton_core::{Limits, StopReason};

use crate::formula::{Condition, Formula, Linear, Number};
use crate::powers::{constant, powers, rounded};
use crate::word_values::Tree;

/// The value for some exponents.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) at: Vec<i64>,
    pub(crate) tree: Tree,
    skeleton: String,
}

impl Point {
    pub(crate) fn new(at: Vec<i64>, tree: Tree) -> Self {
        let skeleton = tree.skeleton();
        Self { at, tree, skeleton }
    }
}

/// A formula with its conditions.
pub(crate) type ConditionalFormula = (Vec<Condition>, Formula);

/// Conditions are added one after the other, at most so many.
const DEEPEST: usize = 7;
/// The most cases.
const MOST_CASES: usize = 16;
/// So many ways to divide a table are followed, and the best one of each other kind.
const WIDEST: usize = 3;

/// The fewest cases that agree with all points, as far as a search among the simplest divisions finds them.
pub(crate) fn cases(
    points: &[Point],
    least: i64,
    limits: &Limits,
) -> Result<Option<Vec<ConditionalFormula>>, StopReason> {
    let variables = points.first().map_or(0, |point| point.at.len());
    let whole = Part {
        points: points.iter().collect(),
        conditions: Vec::new(),
        least: vec![least; variables],
        equations: 0,
        parity: vec![false; variables],
    };
    whole.fewest(limits)
}

/// The same for points in a cell: each exponent is a number, or if this is `from`, at least that.
pub(crate) fn cases_within(
    points: &[Point],
    cell: &[i64],
    from: i64,
    limits: &Limits,
) -> Result<Option<Vec<ConditionalFormula>>, StopReason> {
    let own = |at: usize| unit(cell.len(), &[(at, 1)]);
    let condition = |(at, least): (usize, &i64)| match *least == from {
        true => Condition::Least(own(at), from),
        false => Condition::Equal(own(at), *least),
    };
    let part = Part {
        points: points.iter().collect(),
        conditions: cell.iter().enumerate().map(condition).collect(),
        least: cell.to_vec(),
        equations: cell.iter().filter(|least| **least != from).count(),
        parity: vec![false; cell.len()],
    };
    part.fewest(limits)
}

/// The formula that agrees with all of a table, if there is one; of a single point, its own value.
pub(crate) fn fitted(points: &[Point]) -> Option<Formula> {
    let variables = points.first()?.at.len();
    let part = Part {
        points: points.iter().collect(),
        conditions: Vec::new(),
        least: vec![0; variables],
        equations: if points.len() == 1 { variables } else { 0 },
        parity: vec![false; variables],
    };
    part.formula()
}

/// The kinds of conditions, simple ones first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Bound,
    Remainder,
    Order,
    Triple,
}

/// Points to which no formula fits count one each; this many of a hundred are accepted for a simpler condition.
const PRICES: [usize; 4] = [0, 6, 8, 16];

/// A way to divide the points of a part.
struct Way<'p> {
    price: usize,
    kind: Kind,
    parts: Vec<Part<'p>>,
}

/// The points that satisfy some conditions.
#[derive(Clone)]
struct Part<'p> {
    points: Vec<&'p Point>,
    conditions: Vec<Condition>,
    /// The least of each exponent.
    least: Vec<i64>,
    /// How many of the conditions are equations.
    equations: usize,
    /// The variables whose remainder is fixed.
    parity: Vec<bool>,
}

impl<'p> Part<'p> {
    fn fewest(&self, limits: &Limits) -> Result<Option<Vec<ConditionalFormula>>, StopReason> {
        for most in [1, 2, 3, 4, 6, 9, MOST_CASES] {
            if let Some(found) = self.cases(DEEPEST, most, limits)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn cases(
        &self,
        depth: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<Option<Vec<ConditionalFormula>>, StopReason> {
        if let Some(formula) = self.formula() {
            return Ok(Some(vec![(self.conditions.clone(), formula)]));
        }
        if depth == 0 || most < 2 {
            return Ok(None);
        }
        limits.check()?;
        let mut ways = self.ways();
        ways.sort_by_key(|way| way.price);
        let mut followed = [0; PRICES.len()];
        let mut best: Option<Vec<ConditionalFormula>> = None;
        for (rank, way) in ways.iter().enumerate() {
            let count = &mut followed[way.kind as usize];
            if rank >= WIDEST && *count > 0 {
                continue;
            }
            *count += 1;
            let most = best.as_ref().map_or(most, |best| best.len() - 1);
            let mut cases = Vec::new();
            let mut is_full = true;
            for (place, part) in way.parts.iter().enumerate() {
                let others = way.parts.len() - place - 1;
                let room = most.saturating_sub(cases.len() + others);
                match part.cases(depth - 1, room, limits)? {
                    Some(more) if more.len() <= room => cases.extend(more),
                    _ => {
                        is_full = false;
                        break;
                    }
                }
            }
            if is_full {
                best = Some(cases);
            }
        }
        Ok(best)
    }

    /// The number of points that are left when formulas are fitted to the whole, or to each remainder of a variable by 2.
    fn unexplained(&self) -> usize {
        if self.formula().is_some() {
            return 0;
        }
        let halves = |at: usize| {
            let half = |rest: i64| {
                let mut half = self.clone();
                half.points
                    .retain(|point| point.at[at].rem_euclid(2) == rest);
                match half.formula() {
                    Some(_) => 0,
                    None => half.points.len(),
                }
            };
            half(0) + half(1)
        };
        let free = (0..self.least.len()).filter(|at| !self.parity[*at]);
        free.map(halves).min().unwrap_or(self.points.len())
    }

    /// The part whose points satisfy one more condition; `None` if there are none.
    fn with(&self, condition: Condition) -> Option<Self> {
        let mut part = self.clone();
        part.points.retain(|point| condition.holds(&point.at));
        part.equations += usize::from(matches!(condition, Condition::Equal(..)));
        part.conditions.push(condition);
        (!part.points.is_empty()).then_some(part)
    }

    /// The ways to divide the points.
    fn ways(&self) -> Vec<Way<'p>> {
        let variables = self.least.len();
        let mut ways = Vec::new();
        let mut add = |kind: Kind, parts: Vec<Option<Self>>| {
            let parts: Vec<Self> = parts.into_iter().flatten().collect();
            if parts.len() > 1 {
                let left: usize = parts.iter().map(Self::unexplained).sum();
                let price = left * 100 / self.points.len() + PRICES[kind as usize];
                ways.push(Way { price, kind, parts });
            }
        };
        let one = |at: usize| unit(variables, &[(at, 1)]);
        for at in 0..variables {
            let least = self
                .points
                .iter()
                .map(|point| point.at[at])
                .min()
                .unwrap_or(0);
            for first in 0..3 {
                let mut parts = Vec::new();
                for equal in 0..=first {
                    let condition = Condition::Equal(one(at), least + equal);
                    parts.push(self.without(at).with(condition));
                }
                let beyond = Condition::Least(one(at), least + first + 1);
                parts.push(self.without(at).with(beyond));
                add(Kind::Bound, parts);
            }
        }
        for at in (0..variables).filter(|at| !self.parity[*at]) {
            let rest = |rest| {
                let mut part = self.with(Condition::Remainder(one(at), 2, rest))?;
                part.parity[at] = true;
                Some(part)
            };
            add(Kind::Remainder, vec![rest(0), rest(1)]);
        }
        for high in 0..variables {
            for low in 0..variables {
                if high < low {
                    let both = unit(variables, &[(high, 1), (low, 1)]);
                    let rest = |rest| self.with(Condition::Remainder(both.clone(), 2, rest));
                    add(Kind::Remainder, vec![rest(0), rest(1)]);
                }
                if high != low {
                    let more = unit(variables, &[(high, 1), (low, -1)]);
                    let less = unit(variables, &[(high, -1), (low, 1)]);
                    for by in -2..=2 {
                        add(
                            Kind::Order,
                            vec![
                                self.with(Condition::Least(more.clone(), by)),
                                self.with(Condition::Least(less.clone(), 1 - by)),
                            ],
                        );
                        if high < low {
                            add(
                                Kind::Order,
                                vec![
                                    self.with(Condition::Equal(more.clone(), by)),
                                    self.with(Condition::Least(more.clone(), by + 1)),
                                    self.with(Condition::Least(less.clone(), 1 - by)),
                                ],
                            );
                        }
                    }
                }
                for third in (low + 1..variables).filter(|third| high != low && high != *third) {
                    let more = unit(variables, &[(high, 1), (low, -1), (third, -1)]);
                    let less = unit(variables, &[(high, -1), (low, 1), (third, 1)]);
                    for by in -3..=2 {
                        add(
                            Kind::Triple,
                            vec![
                                self.with(Condition::Least(more.clone(), by)),
                                self.with(Condition::Least(less.clone(), 1 - by)),
                            ],
                        );
                    }
                }
            }
        }
        ways
    }

    /// The same without a bound of one exponent, which a stricter one replaces.
    fn without(&self, at: usize) -> Self {
        let variables = self.least.len();
        let own = unit(variables, &[(at, 1)]);
        let mut part = self.clone();
        part.conditions
            .retain(|condition| !matches!(condition, Condition::Least(of, _) if *of == own));
        part
    }

    /// The formula that agrees with all points, if there are more points than it has coefficients.
    fn formula(&self) -> Option<Formula> {
        let form = self
            .points
            .iter()
            .max_by_key(|point| point.skeleton.len())?;
        let leaves_of = |point: &&Point| {
            let mut leaves = Vec::new();
            point.tree.like(&form.tree)?.leaves(&mut leaves);
            Some(leaves)
        };
        let values: Vec<Vec<i64>> = self.points.iter().map(leaves_of).collect::<Option<_>>()?;
        let is_one_point = self.equations >= self.least.len();
        let mut leaves = Vec::new();
        for leaf in 0..values[0].len() {
            let values: Vec<i64> = values.iter().map(|leaves| leaves[leaf]).collect();
            let at: Vec<&[i64]> = self.points.iter().map(|point| &point.at[..]).collect();
            // Numbers and multiples of ↑ alternate.
            let (number, unknowns) = match leaf % 2 {
                0 => number(&at, &values)?,
                _ => affine(&at, &values).map(|(ups, unknowns)| (scaled(&ups).into(), unknowns))?,
            };
            if unknowns >= self.points.len() && !is_one_point {
                return None;
            }
            leaves.push(number);
        }
        Some(built(&form.tree, &mut leaves.into_iter()))
    }
}

fn unit(variables: usize, parts: &[(usize, i64)]) -> Linear {
    let mut all = vec![0; variables];
    for (at, part) in parts {
        all[*at] = *part;
    }
    Linear::whole(all, 0)
}

/// The formula of a tree's form with these linear expressions.
fn built(tree: &Tree, leaves: &mut impl Iterator<Item = Number>) -> Formula {
    match tree {
        Tree::Sum { star, .. } => Formula::Sum {
            number: leaves.next().unwrap_or_default(),
            ups: leaves.next().unwrap_or_default().linear,
            star: *star,
        },
        Tree::Options(left, right) => {
            let mut all = |list: &[Tree]| {
                list.iter()
                    .map(|option| built(option, leaves))
                    .collect::<Vec<_>>()
            };
            let left = all(left);
            Formula::Options(left, all(right))
        }
    }
}

/// Multiples of ↑ are counted in ones, numbers in units.
fn scaled(ups: &Linear) -> Linear {
    Linear::whole(ups.parts.clone(), ups.constant)
}

/// The number that gives the value of every point, in the unit of trees, and how many of its coefficients the points determine.
fn number(points: &[&[i64]], values: &[i64]) -> Option<(Number, usize)> {
    if values.iter().all(|value| *value == values[0]) {
        return Some((constant(values[0]), 1));
    }
    let linear = affine(points, values);
    let rounded = linear.and_then(|(linear, unknowns)| Some((rounded(&linear)?, unknowns)));
    match rounded {
        Some((linear, unknowns)) => Some((linear.into(), unknowns)),
        None => powers(points, values),
    }
}

/// The linear expression that gives the value of every point, and how many of its coefficients the points determine.
pub(crate) fn affine(points: &[&[i64]], values: &[i64]) -> Option<(Linear, usize)> {
    let variables = points.first()?.len();
    // Rows of exponents, 1 and the value, in echelon form; numbers stay small, since the exponents are.
    let mut rows: Vec<(usize, Vec<i128>)> = Vec::new();
    for (point, value) in points.iter().zip(values) {
        // A part that is the same for all points belongs to the constant, which comes first.
        let mut row = vec![1];
        row.extend(point.iter().map(|n| i128::from(*n)));
        row.push(i128::from(*value));
        for (pivot, known) in &rows {
            let (mine, its) = (row[*pivot], known[*pivot]);
            if mine != 0 {
                for (a, b) in row.iter_mut().zip(known) {
                    *a = a.checked_mul(its)?.checked_sub(b.checked_mul(mine)?)?;
                }
                reduce(&mut row);
            }
        }
        match row.iter().position(|part| *part != 0) {
            None => {}
            // No expression has both values.
            Some(pivot) if pivot > variables => return None,
            Some(pivot) => rows.push((pivot, row)),
        }
    }
    // Where there is a choice, coefficients are 0.
    let mut solution = vec![0i128; variables + 1];
    let unknowns = rows.len();
    for (pivot, row) in rows.iter().rev() {
        let known: i128 = (0..=variables)
            .filter(|at| at != pivot)
            .map(|at| row[at] * solution[at])
            .sum();
        let rest = row[variables + 1] - known;
        if rest % row[*pivot] != 0 {
            return None;
        }
        solution[*pivot] = rest / row[*pivot];
    }
    let whole: Option<Vec<i64>> = solution
        .iter()
        .map(|part| i64::try_from(*part).ok())
        .collect();
    let mut parts = whole?;
    let constant = parts.remove(0);
    let linear = Linear { parts, constant };
    let mut all = points.iter().zip(values);
    let agrees = all.all(|(point, value)| linear.at(point) == *value);
    agrees.then_some((linear, unknowns))
}

fn reduce(row: &mut [i128]) {
    let divisor = row.iter().fold(0i128, |a, b| {
        let (mut a, mut b) = (a, b.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    });
    if divisor > 1 {
        row.iter_mut().for_each(|part| *part /= divisor);
    }
}
