//! [`cases`]: formulas that agree with a table of values, each for the exponents that satisfy some conditions.

use std::cell::RefCell;
use std::rc::Rc;

use bouton_core::hashing::FastMap;
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

pub(crate) type ConditionalFormula = (Vec<Condition>, Formula);

/// Conditions are added one after the other, at most so many.
const DEEPEST: usize = 7;
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
        table: &Table::of(points),
        points: (0..points.len()).collect(),
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
        table: &Table::of(points),
        points: (0..points.len()).collect(),
        conditions: cell.iter().enumerate().map(condition).collect(),
        least: cell.to_vec(),
        equations: cell.iter().filter(|least| **least != from).count(),
        parity: vec![false; cell.len()],
    };
    part.fewest(limits)
}

/// The formula that agrees with all of a table, if there is one; of a single point, its own value.
pub(crate) fn fitted(points: &[Point]) -> Option<Formula> {
    let points: Vec<&Point> = points.iter().collect();
    fit(&points, points.len() == 1)
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

/// More sets of points are not remembered, and ways to divide more of them: some ten megabytes each.
const MOST_SETS: usize = 1 << 16;
const MOST_PARTS: usize = 1 << 10;

/// A set of points, a bit each; the variables whose remainder is fixed; and the number of equations that the points satisfy,
/// or whether these leave one point.
type Subset = (Vec<u64>, Vec<bool>, usize);

/// All points, and what was found of sets of them: the same set arises by many ways to divide the table, and again for each
/// number of cases.
struct Table<'p> {
    points: &'p [Point],
    /// The number of points that are left without a formula.
    unexplained: RefCell<FastMap<Subset, usize>>,
    /// The ways to divide a set.
    ways: RefCell<FastMap<Subset, Rc<Vec<Way>>>>,
}

impl<'p> Table<'p> {
    fn of(points: &'p [Point]) -> Self {
        Self {
            points,
            unexplained: RefCell::default(),
            ways: RefCell::default(),
        }
    }

    fn set(&self, points: &[usize]) -> Vec<u64> {
        let mut set = vec![0; self.points.len().div_ceil(64)];
        for n in points {
            set[n / 64] |= 1 << (n % 64);
        }
        set
    }

    fn chosen(&self, points: &[usize]) -> Vec<&'p Point> {
        points.iter().map(|n| &self.points[*n]).collect()
    }

    /// The number of points that are left when formulas are fitted to the whole, or to each remainder of a variable by 2.
    fn unexplained(&self, points: &[usize], parity: Vec<bool>, is_one_point: bool) -> usize {
        let key = (self.set(points), parity, is_one_point.into());
        if let Some(known) = self.unexplained.borrow().get(&key) {
            return *known;
        }
        let all = self.chosen(points);
        let left = match fit(&all, is_one_point) {
            Some(_) => 0,
            None => {
                let half = |at: usize, rest: i64| {
                    let inside = |point: &&&Point| point.at[at].rem_euclid(2) == rest;
                    let half: Vec<&Point> = all.iter().filter(inside).copied().collect();
                    match fit(&half, is_one_point) {
                        Some(_) => 0,
                        None => half.len(),
                    }
                };
                let free = key.1.iter().enumerate().filter(|(_, is_fixed)| !**is_fixed);
                let halves = free.map(|(at, _)| half(at, 0) + half(at, 1));
                halves.min().unwrap_or(points.len())
            }
        };
        remember(&self.unexplained, MOST_SETS, key, left);
        left
    }
}

/// Keeps at most so many results.
fn remember<V>(known: &RefCell<FastMap<Subset, V>>, most: usize, key: Subset, found: V) {
    let mut known = known.borrow_mut();
    if known.len() == most {
        known.clear();
    }
    known.insert(key, found);
}

/// A way to divide the points of a part: each condition with the points that satisfy it.
struct Way {
    price: usize,
    kind: Kind,
    /// The variable whose bound the conditions replace, and the one whose remainder they fix.
    variables: [Option<usize>; 2],
    parts: Vec<(Condition, Vec<usize>)>,
}

/// The points that satisfy some conditions.
struct Part<'p> {
    table: &'p Table<'p>,
    points: Vec<usize>,
    conditions: Vec<Condition>,
    /// The least of each exponent.
    least: Vec<i64>,
    /// How many of the conditions are equations.
    equations: usize,
    /// The variables whose remainder is fixed.
    parity: Vec<bool>,
}

impl Part<'_> {
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
        let mut best: Option<Vec<ConditionalFormula>> = None;
        for way in self.followed().iter() {
            let most = best.as_ref().map_or(most, |best| best.len() - 1);
            let mut cases = Vec::new();
            let mut is_full = true;
            for (place, (condition, points)) in way.parts.iter().enumerate() {
                let part = self.part(way, condition, points);
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

    /// The ways to divide the points that are followed, the best ones first.
    fn followed(&self) -> Rc<Vec<Way>> {
        let set = self.table.set(&self.points);
        let key = (set, self.parity.clone(), self.equations);
        if let Some(known) = self.table.ways.borrow().get(&key) {
            return known.clone();
        }
        let mut ways = self.ways();
        ways.sort_by_key(|way| way.price);
        let (mut rank, mut kinds) = (0, [0; PRICES.len()]);
        ways.retain(|way| {
            let count = &mut kinds[way.kind as usize];
            rank += 1;
            let is_followed = rank <= WIDEST || *count == 0;
            *count += usize::from(is_followed);
            is_followed
        });
        let ways = Rc::new(ways);
        remember(&self.table.ways, MOST_PARTS, key, ways.clone());
        ways
    }

    /// The part whose points satisfy one more condition.
    fn part(&self, way: &Way, condition: &Condition, points: &[usize]) -> Self {
        let [replaced, fixed] = way.variables;
        let own = replaced.map(|at| unit(self.least.len(), &[(at, 1)]));
        let is_replaced = |known: &&Condition| match known {
            Condition::Least(of, _) => Some(of) == own.as_ref(),
            _ => false,
        };
        let kept = self.conditions.iter().filter(|known| !is_replaced(known));
        Self {
            table: self.table,
            points: points.to_vec(),
            conditions: kept.chain([condition]).cloned().collect(),
            least: self.least.clone(),
            equations: self.equations + usize::from(is_equation(condition)),
            parity: self.parity_with(fixed),
        }
    }

    fn parity_with(&self, fixed: Option<usize>) -> Vec<bool> {
        let mut parity = self.parity.clone();
        if let Some(at) = fixed {
            parity[at] = true;
        }
        parity
    }

    /// The ways to divide the points.
    fn ways(&self) -> Vec<Way> {
        let variables = self.least.len();
        let mut ways = Vec::new();
        let mut add = |kind: Kind, variables: [Option<usize>; 2], conditions: Vec<Condition>| {
            let inside = |condition: Condition| {
                let holds = |n: &&usize| condition.holds(&self.table.points[**n].at);
                let points: Vec<usize> = self.points.iter().filter(holds).copied().collect();
                (!points.is_empty()).then_some((condition, points))
            };
            let parts: Vec<_> = conditions.into_iter().filter_map(inside).collect();
            if parts.len() > 1 {
                let left = parts.iter().map(|(condition, points)| {
                    let equations = self.equations + usize::from(is_equation(condition));
                    let parity = self.parity_with(variables[1]);
                    (self.table).unexplained(points, parity, equations >= self.least.len())
                });
                let price = left.sum::<usize>() * 100 / self.points.len() + PRICES[kind as usize];
                ways.push(Way {
                    price,
                    kind,
                    variables,
                    parts,
                });
            }
        };
        let one = |at: usize| unit(variables, &[(at, 1)]);
        for at in 0..variables {
            let all = self.points.iter().map(|n| self.table.points[*n].at[at]);
            let least = all.min().unwrap_or(0);
            for first in 0..3 {
                let equal = (0..=first).map(|by| Condition::Equal(one(at), least + by));
                let beyond = Condition::Least(one(at), least + first + 1);
                add(
                    Kind::Bound,
                    [Some(at), None],
                    equal.chain([beyond]).collect(),
                );
            }
        }
        for at in (0..variables).filter(|at| !self.parity[*at]) {
            let rest = |rest| Condition::Remainder(one(at), 2, rest);
            add(Kind::Remainder, [None, Some(at)], vec![rest(0), rest(1)]);
        }
        for high in 0..variables {
            for low in 0..variables {
                if high < low {
                    let both = unit(variables, &[(high, 1), (low, 1)]);
                    let rest = |rest| Condition::Remainder(both.clone(), 2, rest);
                    add(Kind::Remainder, [None; 2], vec![rest(0), rest(1)]);
                }
                if high != low {
                    let more = unit(variables, &[(high, 1), (low, -1)]);
                    let less = unit(variables, &[(high, -1), (low, 1)]);
                    for by in -2..=2 {
                        let below = Condition::Least(less.clone(), 1 - by);
                        let from = Condition::Least(more.clone(), by);
                        add(Kind::Order, [None; 2], vec![from, below.clone()]);
                        if high < low {
                            let equal = Condition::Equal(more.clone(), by);
                            let beyond = Condition::Least(more.clone(), by + 1);
                            add(Kind::Order, [None; 2], vec![equal, beyond, below]);
                        }
                    }
                }
                for third in (low + 1..variables).filter(|third| high != low && high != *third) {
                    let more = unit(variables, &[(high, 1), (low, -1), (third, -1)]);
                    let less = unit(variables, &[(high, -1), (low, 1), (third, 1)]);
                    for by in -3..=2 {
                        let from = Condition::Least(more.clone(), by);
                        let below = Condition::Least(less.clone(), 1 - by);
                        add(Kind::Triple, [None; 2], vec![from, below]);
                    }
                }
            }
        }
        ways
    }

    /// The formula that agrees with all points, if there are more points than it has coefficients.
    fn formula(&self) -> Option<Formula> {
        let points = self.table.chosen(&self.points);
        fit(&points, self.equations >= self.least.len())
    }
}

fn is_equation(condition: &Condition) -> bool {
    matches!(condition, Condition::Equal(..))
}

/// The formula that agrees with all points, if there are more points than it has coefficients, or they are one.
fn fit(points: &[&Point], is_one_point: bool) -> Option<Formula> {
    let form = points.iter().max_by_key(|point| point.skeleton.len())?;
    // The leaves of the first point, then those of the second, and so on.
    let mut leaves = Vec::new();
    let has_form = |point: &&Point| point.tree.leaves_like(&form.tree, &mut leaves);
    if !points.iter().all(has_form) {
        return None;
    }
    let at: Vec<&[i64]> = points.iter().map(|point| &point.at[..]).collect();
    let count = leaves.len() / points.len();
    let mut numbers = Vec::new();
    for leaf in 0..count {
        let values: Vec<i64> = leaves.iter().skip(leaf).step_by(count).copied().collect();
        // Numbers and multiples of ↑ alternate.
        let (number, unknowns) = match leaf % 2 {
            0 => number(&at, &values)?,
            _ => affine(&at, &values).map(|(ups, unknowns)| (scaled(&ups).into(), unknowns))?,
        };
        if unknowns >= points.len() && !is_one_point {
            return None;
        }
        numbers.push(number);
    }
    Some(built(&form.tree, &mut numbers.into_iter()))
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
    let width = variables + 2;
    // Rows of 1, the exponents and the value, one after the other, in echelon form; numbers stay small, since the exponents
    // are. A part that is the same for all points belongs to the constant, which comes first.
    let mut rows: Vec<i128> = Vec::with_capacity(width * width);
    let mut pivots: Vec<usize> = Vec::with_capacity(width);
    for (point, value) in points.iter().zip(values) {
        // The values at other points are compared with those of the one solution.
        if pivots.len() > variables {
            break;
        }
        let start = rows.len();
        rows.push(1);
        rows.extend(point.iter().map(|n| i128::from(*n)));
        rows.push(i128::from(*value));
        let (known, row) = rows.split_at_mut(start);
        for (pivot, known) in pivots.iter().zip(known.chunks(width)) {
            let (mine, its) = (row[*pivot], known[*pivot]);
            if mine != 0 {
                for (a, b) in row.iter_mut().zip(known) {
                    *a = a.checked_mul(its)?.checked_sub(b.checked_mul(mine)?)?;
                }
                reduce(row);
            }
        }
        match row.iter().position(|part| *part != 0) {
            None => rows.truncate(start),
            // No expression has both values.
            Some(pivot) if pivot > variables => return None,
            Some(pivot) => pivots.push(pivot),
        }
    }
    // Where there is a choice, coefficients are 0.
    let mut solution = vec![0i128; variables + 1];
    let unknowns = pivots.len();
    for (pivot, row) in pivots.iter().zip(rows.chunks(width)).rev() {
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
