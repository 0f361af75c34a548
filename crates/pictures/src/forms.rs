//! The forms in which a state graph is drawn: graph, tree, dag, or both of these next to each other.

use bouton_core::Outcome;
use serde::Serialize;
use serde_json::{Value, json};

use super::canvas::{Canvas, shortened};
use super::legend::entitle;
use super::states::{Extent, Link, State, States, explore};
use super::{Draw, Error, Kind, Levels, dot, graph, named, placed, tree};
use bouton::{How, Session};

/// The default number of positions in a graph.
const MOST_STATES: usize = 300;

/// Draws the session's position and the positions that follow from it.
pub(crate) fn draw(
    session: &mut Session,
    asked: &Draw,
    how: &How,
) -> Result<(Canvas, Value, Option<String>), Error> {
    let kind = asked.kind;
    let most = asked.most.unwrap_or(MOST_STATES);
    let how = match asked.levels.unwrap_or_default() {
        Levels::Distance => how,
        Levels::Remoteness => &counting_plies(session, how)?,
    };
    let extents = &Extent::ALL[usize::from(asked.best_only)..];
    let mut graph = explore(session, how, extents, most, kind == Kind::Graph)?;
    if asked.best_only && matches!(kind, Kind::Tree | Kind::Both) && !tree::fits(&graph, asked) {
        // Best play may branch as much as all play: from a lost position every move is best.
        graph = explore(session, how, &[Extent::Line], most, false)?;
    }
    let start = placed(session, &session.position()?);
    let start = format!("{}: from {}", named(session), shown(&start));
    let dot = dot::dot(&graph, &named(session));
    let data = data(&graph);
    let canvas = match kind {
        Kind::Graph => {
            let (graph, _) = graph.thinned(graph::MOST_LINKS);
            graph::draw(
                &graph,
                asked.levels.unwrap_or_default(),
                &counted(&start, &graph),
                &[],
            )
        }
        Kind::Tree => tree::draw(&graph, asked, &both_counts(&start, &graph))?,
        Kind::Dag => {
            let heading = both_counts(&start, &graph);
            dag(graph, asked, &heading)
        }
        _ => {
            let (nodes, leaves) = graph.tree_size().unwrap_or_default();
            let lines = match graph.extent {
                Extent::Whole => "every line of play",
                Extent::BestMoves => "every line of best play",
                Extent::Line => "one line of best play",
            };
            let heading = format!("{start}: {lines}, {nodes} nodes, {leaves} leaves");
            let mut canvas = tree::draw(&graph, asked, &heading)?;
            let heading = format!("every position once, {}", graph.states.len());
            let mut once = dag(graph, asked, &heading);
            let title = asked.title.as_deref();
            entitle(&mut canvas, title);
            // A custom title replaces the tree's title; the dag keeps its own.
            entitle(&mut once, title.filter(|title| title.trim().is_empty()));
            canvas.beside(&once);
            canvas
        }
    };
    Ok((canvas, data, Some(dot)))
}

/// The same query with a solver that counts plies.
fn counting_plies(session: &mut Session, how: &How) -> Result<How, Error> {
    let askeded = [how.solver.as_deref(), Some("memo"), Some("retrograde")];
    for solver in askeded {
        let asked = How {
            solver: solver.map(str::to_owned),
            ..how.clone()
        };
        let fits = solver.is_none_or(|solver| session.accepts(solver, &how.limits).is_ok());
        if fits && counts_plies(&session.value(&asked)?) {
            return Ok(asked);
        }
    }
    Err(Error::Unfit(format!(
        "levels by remoteness need a count of plies to the end, which no solver has for {} from here: use levels by distance",
        session.game()
    )))
}

/// An endless draw has no plies.
fn counts_plies(value: &bouton::Value) -> bool {
    value.remoteness.is_some() || (value.outcome == Outcome::Draw && value.margin.is_none())
}

/// The dag with the number of orders of play that lead to each position.
fn dag(graph: States, asked: &Draw, heading: &str) -> Canvas {
    let orders = graph.orders();
    let (graph, kept) = graph.thinned(graph::MOST_LINKS);
    let mut heading = match graph.thinned {
        Some(_) => format!("{heading}; {} are drawn", graph.states.len()),
        None => heading.to_owned(),
    };
    let mut more = Vec::new();
    if let Some(orders) = orders {
        let many = |n: u128| {
            if n > 1 {
                format!(" · ×{n}")
            } else {
                String::new()
            }
        };
        more = kept.iter().map(|&n| many(orders[n])).collect();
        heading += "; ×n: n orders of play lead there";
    }
    graph::draw(&graph, asked.levels.unwrap_or_default(), &heading, &more)
}

fn shown(position: &str) -> String {
    if position.is_empty() {
        return "the start".into();
    }
    shortened(position, 40)
}

fn counted(start: &str, graph: &States) -> String {
    let count = graph.states.len();
    if let Some(all) = graph.thinned.filter(|all| *all > count) {
        return format!(
            "{start}, the {count} of {all} positions that winning and preferred moves reach"
        );
    }
    match graph.extent {
        Extent::Whole => format!("{start}, {count} positions"),
        Extent::BestMoves => format!("{start}, the {count} positions that best play reaches"),
        Extent::Line => format!("{start}, one line of best play, {count} positions"),
    }
}

fn both_counts(start: &str, graph: &States) -> String {
    let counted = counted(start, graph);
    let whose = match graph.extent {
        Extent::Whole => "the",
        _ => "their",
    };
    match graph.tree_size() {
        Some((nodes, leaves)) => {
            format!("{counted}; {whose} tree has {nodes} nodes, {leaves} leaves")
        }
        None => counted,
    }
}

/// A state graph as data.
fn data(graph: &States) -> Value {
    #[derive(Serialize)]
    struct Node<'s> {
        position: &'s str,
        label: &'s str,
        outcome: &'static str,
        margin: Option<bouton::Whole>,
        remoteness: Option<u32>,
        over: bool,
    }
    let node = |state: &State| {
        json!(Node {
            position: &state.position,
            label: &state.label,
            outcome: state.value.outcome.word(),
            margin: state.value.margin.map(bouton::Whole::from),
            remoteness: state.value.remoteness,
            over: state.over,
        })
    };
    let link = |link: &Link| json!({"from": link.from, "to": link.to, "move": link.name, "best": link.best});
    json!({
        "whole": graph.extent == Extent::Whole,
        "nodes": graph.states.iter().map(node).collect::<Vec<_>>(),
        "links": graph.links.iter().map(link).collect::<Vec<_>>(),
    })
}
