//! Loopy values of positions: for games of Left and Right in which play can return to an earlier position.

use std::collections::HashMap;

use bouton_answers::{Class, GameValue, ValuedMove};
use bouton_core::{Limits, Meter, Outcome, Side, StopReason};
use bouton_engine::{Error, KeptParts, Short};
use bouton_solvers::parts::Sum;
use bouton_values::{Arena, Graph, Loopy, Place, Value};

use crate::session::Session;

/// The information about a loopy value.
pub(super) fn told(
    arena: &mut Arena,
    loopy: &Loopy,
    meter: &mut Meter,
) -> Result<GameValue, StopReason> {
    // A player wins if she wins where all endless play is lost for her, and loses if she loses where it is won.
    let [on, off] = [&loopy.onside, &loopy.offside].map(|side| Loopy {
        onside: side.clone(),
        offside: side.clone(),
    });
    let zero = Loopy::from(Value::ZERO);
    let class = Class::of(
        first(
            !arena.loopy_le(&off, &zero, meter)?,
            arena.loopy_le(&on, &zero, meter)?,
        ),
        first(
            !arena.loopy_le(&zero, &on, meter)?,
            arena.loopy_le(&zero, &off, meter)?,
        ),
    );
    let sides = [&loopy.onside, &loopy.offside].map(|side| arena.side_text(side, meter));
    let [onside, offside] = sides;
    let mut options = [Vec::new(), Vec::new()];
    if let (true, [left, right]) = (loopy.is_stopper(), canonical_options(loopy)) {
        for (texts, values) in options.iter_mut().zip([left, right]) {
            for value in values {
                texts.push(arena.loopy_text(&value, meter)?);
            }
        }
    }
    let [left, right] = options;
    Ok(GameValue {
        left,
        right,
        value: Some(arena.loopy_text(loopy, meter)?),
        kind: Some("loopy".into()),
        class: Some(class),
        sides: Some([onside?, offside?]),
        ..GameValue::default()
    })
}

/// The outcome for the first player.
fn first(wins: bool, loses: bool) -> Outcome {
    match (wins, loses) {
        (true, _) => Outcome::Win,
        (_, true) => Outcome::Loss,
        _ => Outcome::Draw,
    }
}

/// The loopy value of the session's position, and of the position after each move.
///
/// # Errors
/// If no stoppers are found for its sides, or the rules fail.
pub(super) fn value(
    session: &Session,
    arena: &mut Arena,
    limits: &Limits,
) -> Result<GameValue, Error> {
    let mut found = None;
    session.short(limits, &mut KeptParts::default(), &mut |short| {
        found = Some(of_position(short, arena, limits));
    })?;
    match found {
        Some(Ok(Some(told))) => Ok(told),
        Some(Err(why)) => Ok(super::cut(why)),
        _ => Err(Error::Unfit(format!(
            "play comes back at {} of {}, and its sides are not found to be stoppers",
            session.position()?,
            session.game()
        ))),
    }
}

fn of_position(
    short: &mut dyn Short,
    arena: &mut Arena,
    limits: &Limits,
) -> Result<Option<GameValue>, StopReason> {
    let (root, meter) = (short.root(), &mut limits.meter());
    let mut moves = Vec::new();
    for side in Side::BOTH {
        for (name, sum) in short.moves(side, meter)? {
            moves.push((name, side, sum));
        }
    }
    let (graph, places) = graph(short, root, arena, meter)?;
    let Some(value) = arena.loopy(&graph, meter)? else {
        return Ok(None);
    };
    let mut answer = match value.as_short() {
        // A repetition of play may be irrelevant.
        Some(short) => {
            let show = super::Show::default();
            let mut told = super::Teller::new(arena, show).tell(short, meter);
            super::derive(arena, short, show, &mut told, limits);
            told
        }
        None => told(arena, &value, meter)?,
    };
    for (name, side, sum) in moves {
        let Some(&root) = places.get(&sum) else {
            return Ok(None);
        };
        let from = Graph {
            root,
            ..graph.clone()
        };
        let Some(value) = arena.loopy(&from, meter)? else {
            return Ok(None);
        };
        // A canonical form is written in one way.
        let text = arena.loopy_text(&value, meter)?;
        let sensible = match side {
            Side::Left => answer.left.contains(&text),
            Side::Right => answer.right.contains(&text),
        };
        let temperature = match value.as_short() {
            Some(short) => arena.temperature(short, meter)?.to_string(),
            None => String::new(),
        };
        answer.moves.push(ValuedMove {
            name,
            side,
            value: text,
            sensible,
            mean: None,
            temperature,
            orthodox: false,
            part: None,
        });
    }
    Ok(Some(answer))
}

/// The options of a stopper.
fn canonical_options(Loopy { onside: graph, .. }: &Loopy) -> [Vec<Loopy>; 2] {
    let Place::Node(root) = graph.root else {
        return Default::default();
    };
    graph.nodes[root as usize].each_ref().map(|side| {
        let at = |root: &Place| {
            let option = Graph {
                root: *root,
                ..graph.clone()
            };
            Loopy {
                onside: option.clone(),
                offside: option,
            }
        };
        side.iter().map(at).collect()
    })
}

/// The graph of all positions that play reaches, as sums of parts, with the place of each.
fn graph(
    short: &mut dyn Short,
    root: Sum,
    arena: &Arena,
    meter: &mut Meter,
) -> Result<(Graph, HashMap<Sum, Place>), StopReason> {
    let (mut sums, mut places) = (vec![root.clone()], HashMap::from([(root, Place::Node(0))]));
    let mut nodes: Vec<[Vec<Place>; 2]> = Vec::new();
    while let Some(sum) = sums.get(nodes.len()).cloned() {
        meter.visit()?;
        let held = sums.len() * 4 * size_of::<Sum>();
        meter.afford(arena.bytes() + short.parts().bytes() + held as u64)?;
        let mut node = [Vec::new(), Vec::new()];
        for (options, side) in node.iter_mut().zip(Side::BOTH) {
            for (n, part) in sum.iter().enumerate() {
                // Left's moves in −G are Right's moves in G.
                let moves_as = if part.is_negative() {
                    side.other()
                } else {
                    side
                };
                for option in short.parts().options(part.number(), moves_as, meter)? {
                    let mut next = sum.clone();
                    next.remove(n);
                    for other in option {
                        let other = if part.is_negative() {
                            other.negative()
                        } else {
                            other
                        };
                        bouton_solvers::parts::add(&mut next, other);
                    }
                    next.sort_unstable();
                    let fresh = Place::Node(sums.len() as u32);
                    let place = *places.entry(next.clone()).or_insert(fresh);
                    if place == fresh {
                        sums.push(next);
                    }
                    if !options.contains(&place) {
                        options.push(place);
                    }
                }
            }
        }
        nodes.push(node);
    }
    let root = Place::Node(0);
    Ok((Graph { nodes, root }, places))
}
