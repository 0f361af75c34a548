//! [`cases`]: formulas that agree with a table of values, each for the exponents that satisfy some conditions.

use crate::formula::{Condition, Formula, Linear, UNIT};
use crate::worth::Tree;

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
pub(crate) type Found = (Vec<Condition>, Formula);

/// Conditions are added one after the other, at most so many.
const DEEPEST: usize = 6;
/// So many ways to divide a table are followed.
const WIDEST: usize = 3;

/// The fewest cases that agree with all points, in which no exponent is less than `least`.
pub(crate) fn cases(points: &[Point], least: i64) -> Option<Vec<Found>> {
    let all: Vec<&Point> = points.iter().collect();
    let variables = points.first()?.at.len();
    let whole = Part {
        points: all,
        conditions: Vec::new(),
        least: vec![least; variables],
        equations: 0,
        parity: vec![false; variables],
    };
    let found = whole.cases(DEEPEST, usize::MAX)?;
    Some(found)
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
    fn cases(&self, depth: usize, most: usize) -> Option<Vec<Found>> {
        if let Some(formula) = self.formula() {
            return Some(vec![(self.conditions.clone(), formula)]);
        }
        if depth == 0 || most < 2 {
            return None;
        }
        let mut ways: Vec<(usize, Vec<Self>)> = Vec::new();
        for way in self.ways() {
            let left = way.iter().filter(|part| part.formula().is_none());
            let left = left.map(|part| part.points.len()).sum();
            ways.push((left, way));
        }
        ways.sort_by_key(|(left, _)| *left);
        let mut best: Option<Vec<Found>> = None;
        for (_, way) in ways.iter().take(WIDEST) {
            let most = best.as_ref().map_or(most, |best| best.len() - 1);
            let mut cases = Vec::new();
            for part in way {
                match part.cases(depth - 1, most.saturating_sub(cases.len())) {
                    Some(more) => cases.extend(more),
                    None => break,
                }
            }
            let covers = |point: &&&Point| {
                let holds = |(conditions, _): &Found| conditions.iter().all(|c| c.holds(&point.at));
                cases.iter().any(holds)
            };
            if cases.len() <= most && self.points.iter().filter(covers).count() == self.points.len()
            {
                best = Some(cases);
            }
        }
        best
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
    fn ways(&self) -> Vec<Vec<Self>> {
        let variables = self.least.len();
        let mut ways = Vec::new();
        let mut add = |parts: Vec<Option<Self>>| {
            let parts: Vec<Self> = parts.into_iter().flatten().collect();
            if parts.len() > 1 {
                ways.push(parts);
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
            let beyond = self.without(at).with(Condition::Least(one(at), least + 1));
            add(vec![
                self.without(at).with(Condition::Equal(one(at), least)),
                beyond,
            ]);
        }
        for at in (0..variables).filter(|at| !self.parity[*at]) {
            for by in [2, 3] {
                let rest = |rest| {
                    let mut part = self.with(Condition::Remainder(one(at), by, rest))?;
                    part.parity[at] = true;
                    Some(part)
                };
                add((0..by).map(rest).collect());
            }
        }
        for high in 0..variables {
            for low in 0..variables {
                if high < low {
                    let both = unit(variables, &[(high, 1), (low, 1)]);
                    let rest = |rest| self.with(Condition::Remainder(both.clone(), 2, rest));
                    add(vec![rest(0), rest(1)]);
                }
                if high != low {
                    let more = unit(variables, &[(high, 1), (low, -1)]);
                    let less = unit(variables, &[(high, -1), (low, 1)]);
                    for by in -2..=2 {
                        add(vec![
                            self.with(Condition::Least(more.clone(), by)),
                            self.with(Condition::Least(less.clone(), 1 - by)),
                        ]);
                        if high < low {
                            add(vec![
                                self.with(Condition::Equal(more.clone(), by)),
                                self.with(Condition::Least(more.clone(), by + 1)),
                                self.with(Condition::Least(less.clone(), 1 - by)),
                            ]);
                        }
                    }
                }
                for third in (low + 1..variables).filter(|third| high != low && high != *third) {
                    let more = unit(variables, &[(high, 1), (low, -1), (third, -1)]);
                    let less = unit(variables, &[(high, -1), (low, 1), (third, 1)]);
                    for by in -3..=2 {
                        add(vec![
                            self.with(Condition::Least(more.clone(), by)),
                            self.with(Condition::Least(less.clone(), 1 - by)),
                        ]);
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
            let (linear, unknowns) = affine(&self.points, &values)?;
            if unknowns >= self.points.len() && !is_one_point {
                return None;
            }
            leaves.push(linear);
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
fn built(tree: &Tree, leaves: &mut impl Iterator<Item = Linear>) -> Formula {
    match tree {
        Tree::Sum { star, .. } => Formula::Sum {
            number: leaves.next().unwrap_or_default(),
            ups: leaves.next().map(|ups| scaled(&ups)).unwrap_or_default(),
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

/// The linear expression that gives the value of every point, and how many of its coefficients the points determine.
fn affine(points: &[&Point], values: &[i64]) -> Option<(Linear, usize)> {
    let variables = points.first()?.at.len();
    // Rows of exponents, 1 and the value, in echelon form; numbers stay small, since the exponents are.
    let mut rows: Vec<(usize, Vec<i128>)> = Vec::new();
    for (point, value) in points.iter().zip(values) {
        // What is the same for all points is a part of the constant, which comes first.
        let mut row = vec![1];
        row.extend(point.at.iter().map(|n| i128::from(*n)));
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
    let agrees = all.all(|(point, value)| linear.at(&point.at) == *value);
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

const _: () = assert!(UNIT > 1);
