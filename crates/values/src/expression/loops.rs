//! Calculations with loopy values.

use std::ops::Range;
use std::sync::Arc;

use bouton_core::Meter;
use num_bigint::Sign;

use super::evaluate::Evaluation;
use super::functions::Function;
use super::parse::{Binary, Part, PartId, Unary};
use super::token::Arrow;
use super::{Answer, Fault};
use crate::arena::Value;
use crate::loopy::{Graph, Loopy, Place};
use crate::number::Number;
use crate::order::Relation;

/// Braces that contain a name defined further out: the graphs of their onside and of their offside, with each place of the
/// name as a node, a side of it, and the name.
#[derive(Clone, Debug, Default)]
pub(super) struct Unclosed([(Graph, Vec<Hole>); 2]);

type Hole = (usize, usize, usize);

impl Default for Graph {
    fn default() -> Self {
        Self::of_one(&[], &[])
    }
}

impl Evaluation<'_> {
    /// The answer to a part that is loopy, or may be; none for a short one.
    pub(super) fn loopy_part(
        &mut self,
        (part, span): &(Part, Range<usize>),
        meter: &mut Meter,
    ) -> Result<Option<Answer>, Fault> {
        let loopy = match part {
            Part::Pass | Part::Again(_) => {
                return Ok(Some(Answer::None("a move in a loop, which stands alone")));
            }
            Part::Loopy(name) => self.constant(name, meter)?,
            Part::Arrow(Arrow::Upon { power, down }) => {
                let upon = self.constant(if *power { "uponth" } else { "upon" }, meter)?;
                upon.map(|upon| if *down { upon.negated() } else { upon })
            }
            Part::Game(left, right) if self.loops(left) || self.loops(right) => {
                return self.braces([left, right], None, span, meter).map(Some);
            }
            Part::Cycle(name, left, right) => {
                return self
                    .braces([left, right], Some(*name), span, meter)
                    .map(Some);
            }
            Part::PlusMinus(left) if self.loops(left) => {
                let left = left.iter().map(|id| self.loopy(*id, meter));
                let left = left.collect::<Result<Vec<_>, _>>()?;
                let right: Vec<_> = left.iter().map(|g| Arc::new(g.negated())).collect();
                self.of_options([&left, &right], meter)?
            }
            Part::Unary(unary, id) if self.loops(&[*id]) => {
                let g = self.loopy(*id, meter)?;
                self.loopy_unary(*unary, &g, meter)?
            }
            Part::Binary(Binary::Relation(relation), left, right)
                if self.loops(&[*left, *right]) =>
            {
                let [g, h] = [self.loopy(*left, meter)?, self.loopy(*right, meter)?];
                let truth = self.loopy_relation(*relation, &g, &h, meter)?;
                return Ok(Some(Answer::Truth(truth)));
            }
            Part::Binary(Binary::Norton | Binary::Times, left, right)
                if !self.loops(&[*left]) && self.loops(&[*right]) =>
            {
                let n = self.number(*left, "a whole number of copies of a loopy game", meter)?;
                let g = self.loopy(*right, meter)?;
                self.copies(&n, &g, span, meter)?
            }
            Part::Binary(binary, left, right)
                if *binary == Binary::Sides || self.loops(&[*left, *right]) =>
            {
                let [g, h] = [self.loopy(*left, meter)?, self.loopy(*right, meter)?];
                self.loopy_binary(*binary, &g, &h, span, meter)?
            }
            Part::Call(Function::Degree, arguments) => {
                let g = self.loopy(arguments[0], meter)?;
                self.arena.degree(&g, meter)?
            }
            Part::Call(Function::Variety, arguments) => {
                let g = self.loopy(arguments[0], meter)?;
                self.arena.variety(&g, meter)?
            }
            Part::Call(Function::Onside, arguments) => {
                let side = self.loopy(arguments[0], meter)?.onside.clone();
                self.arena.loopy(&side, meter)?
            }
            Part::Call(Function::Offside, arguments) => {
                let side = self.loopy(arguments[0], meter)?.offside.clone();
                self.arena.loopy(&side, meter)?
            }
            _ => return Ok(None),
        };
        self.told_of(loopy, span).map(Some)
    }

    fn told_of(&self, loopy: Option<Loopy>, span: &Range<usize>) -> Result<Answer, Fault> {
        let loopy = loopy.ok_or_else(|| {
            let message = "expected a loopy game whose sides are stoppers, found one whose sides are not known to be";
            self.error(message, span)
        })?;
        Ok(match loopy.as_short() {
            Some(v) => Answer::Value(v),
            None => Answer::Loopy(Arc::new(loopy)),
        })
    }

    /// Whether one of these parts is loopy.
    fn loops(&self, ids: &[PartId]) -> bool {
        ids.iter().any(|id| {
            let (part, _) = &self.statement.parts[*id];
            matches!(part, Part::Pass | Part::Again(_))
                || self.unclosed[*id].is_some()
                || matches!(self.answers[*id], Answer::Loopy(_))
        })
    }

    /// The value of a part, loopy or not.
    fn loopy(&mut self, id: PartId, meter: &mut Meter) -> Result<Arc<Loopy>, Fault> {
        match &self.answers[id] {
            Answer::Loopy(loopy) => Ok(loopy.clone()),
            _ => Ok(Arc::new(self.value(id, meter)?.into())),
        }
    }

    /// Braces with loopy options, or with `name` for the braces themselves.
    fn braces(
        &mut self,
        options: [&Vec<PartId>; 2],
        name: Option<usize>,
        span: &Range<usize>,
        meter: &mut Meter,
    ) -> Result<Answer, Fault> {
        let mut unclosed = Unclosed::default();
        for (side, ids) in options.into_iter().enumerate() {
            for &id in ids {
                let (part, _) = self.statement.parts[id].clone();
                let inner = self.unclosed[id].clone();
                let whole = match (&part, &inner) {
                    (Part::Pass | Part::Again(_), _) | (_, Some(_)) => None,
                    _ => Some(self.loopy(id, meter)?),
                };
                for (n, (graph, holes)) in unclosed.0.iter_mut().enumerate() {
                    let place = match (&part, &inner, &whole) {
                        (Part::Again(other), ..) if Some(*other) != name => {
                            holes.push((0, side, *other));
                            continue;
                        }
                        (_, Some(inner), _) => {
                            let (inside, inner_holes) = &inner.0[n];
                            let base = graph.nodes.len();
                            for &(node, side, other) in inner_holes {
                                holes.push((base + node, side, other));
                            }
                            graph.take(inside)
                        }
                        (_, _, Some(whole)) => graph.take([&whole.onside, &whole.offside][n]),
                        _ => Place::Node(0),
                    };
                    graph.nodes[0][side].push(place);
                }
            }
        }
        for (graph, holes) in &mut unclosed.0 {
            holes.retain(|&(node, side, other)| {
                let closed = Some(other) == name;
                if closed {
                    graph.nodes[node][side].push(Place::Node(0));
                }
                !closed
            });
        }
        let [(onside, holes), (offside, _)] = &unclosed.0;
        if !holes.is_empty() {
            *self.unclosed.last_mut().expect("this part has a place") = Some(unclosed);
            return Ok(Answer::None("a loop that is not closed here"));
        }
        let loopy = self.arena.of_sides(onside, offside, meter)?;
        self.told_of(loopy, span)
    }

    /// {L|R} with loopy options.
    fn of_options(
        &mut self,
        options: [&[Arc<Loopy>]; 2],
        meter: &mut Meter,
    ) -> Result<Option<Loopy>, Fault> {
        let mut sides = [Graph::default(), Graph::default()];
        for (side, values) in options.into_iter().enumerate() {
            for value in values {
                for (graph, whole) in sides.iter_mut().zip([&value.onside, &value.offside]) {
                    let place = graph.take(whole);
                    graph.nodes[0][side].push(place);
                }
            }
        }
        let [onside, offside] = &sides;
        Ok(self.arena.of_sides(onside, offside, meter)?)
    }

    /// A loopy value with a standard name.
    fn constant(&mut self, name: &str, meter: &mut Meter) -> Result<Option<Loopy>, Fault> {
        let (pass, zero) = (Place::Node(0), Place::Short(Value::ZERO));
        let star = Place::Short(self.arena.nimber(1, meter)?);
        let graph = match name {
            "on" => Graph::of_one(&[pass], &[]),
            "off" => Graph::of_one(&[], &[pass]),
            "over" => Graph::of_one(&[zero], &[pass]),
            "under" => Graph::of_one(&[pass], &[zero]),
            "dud" => Graph::of_one(&[pass], &[pass]),
            "upon" => Graph::of_one(&[pass], &[star]),
            // ^<on> = {0 | v[on]*}, and ^[on]* = {0, pass | 0}.
            "uponth" => Graph {
                nodes: vec![
                    [vec![zero], vec![Place::Node(1)]],
                    [vec![zero], vec![zero, Place::Node(1)]],
                ],
                root: Place::Node(0),
            },
            // tis = {tisn | }, tisn = { | tis}.
            _ => Graph {
                nodes: vec![
                    [vec![Place::Node(1)], Vec::new()],
                    [Vec::new(), vec![Place::Node(0)]],
                ],
                root: Place::Node(u32::from(name == "tisn")),
            },
        };
        Ok(self.arena.loopy(&graph, meter)?)
    }

    fn loopy_unary(
        &mut self,
        unary: Unary,
        g: &Arc<Loopy>,
        meter: &mut Meter,
    ) -> Result<Option<Loopy>, Fault> {
        let zero = Arc::new(Loopy::from(Value::ZERO));
        Ok(match unary {
            Unary::Minus => Some(g.negated()),
            Unary::PlusMinus => {
                let minus = Arc::new(g.negated());
                self.of_options([std::slice::from_ref(g), &[minus]], meter)?
            }
            Unary::Tiny | Unary::Miny => {
                let carried_out = Arc::new(g.negated());
                let zero = std::slice::from_ref(&zero);
                let threat = self.of_options([zero, &[carried_out]], meter)?;
                let Some(threat) = threat else {
                    return Ok(None);
                };
                let tiny = self.of_options([zero, &[Arc::new(threat)]], meter)?;
                match unary {
                    Unary::Tiny => tiny,
                    _ => tiny.map(|tiny| tiny.negated()),
                }
            }
        })
    }

    fn loopy_binary(
        &mut self,
        binary: Binary,
        g: &Loopy,
        h: &Loopy,
        span: &Range<usize>,
        meter: &mut Meter,
    ) -> Result<Option<Loopy>, Fault> {
        match binary {
            Binary::Plus | Binary::Together => Ok(self.arena.loopy_add(g, h, meter)?),
            Binary::Minus => Ok(self.arena.loopy_add(g, &h.negated(), meter)?),
            Binary::Sides => {
                let [onside, offside] = [g.onside.clone(), h.offside.clone()];
                if self.arena.loopy_le(h, g, meter)? {
                    return Ok(self.arena.of_sides(&onside, &offside, meter)?);
                }
                let message = "expected an onside & an offside that is at most it";
                Err(self.error(message, span).into())
            }
            _ => {
                let message = "expected games that must end, found a loopy one";
                Err(self.error(message, span).into())
            }
        }
    }

    /// n copies of a loopy game, by doubling.
    fn copies(
        &mut self,
        n: &Number,
        g: &Loopy,
        span: &Range<usize>,
        meter: &mut Meter,
    ) -> Result<Option<Loopy>, Fault> {
        let Some(n) = n.integer() else {
            let message = "expected a whole number of copies of a loopy game";
            return Err(self.error(message, span).into());
        };
        let one = match n.sign() {
            Sign::Minus => g.negated(),
            _ => g.clone(),
        };
        let mut sum = Some(Loopy::from(Value::ZERO));
        for place in (0..n.bits()).rev() {
            let Some(half) = sum else { return Ok(None) };
            sum = self.arena.loopy_add(&half, &half, meter)?;
            if let (Some(twice), true) = (&sum, n.magnitude().bit(place)) {
                sum = self.arena.loopy_add(twice, &one, meter)?;
            }
        }
        Ok(sum)
    }

    fn loopy_relation(
        &mut self,
        relation: Relation,
        g: &Loopy,
        h: &Loopy,
        meter: &mut Meter,
    ) -> Result<bool, Fault> {
        let at_most = self.arena.loopy_le(g, h, meter)?;
        let at_least = self.arena.loopy_le(h, g, meter)?;
        Ok(relation.holds(at_most, at_least))
    }
}
