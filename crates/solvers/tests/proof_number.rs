//! Proof numbers against a slow reference on random games with cycles, and what is known when they are stopped.

use std::time::Duration;

use crate::web::{Known, Web, outcome_of, reference, web};
use bouton_core::{
    Alternating, Best, Limits, Outcome, Score, Solver, StopReason, Stopped, WinDrawLoss,
};
use bouton_solvers::OnGraph;

fn check_best(web: &Web, known: &[Known], at: u32, best: &Best<usize>) {
    let outcome = known[at as usize].0;
    let expected: Vec<_> = web
        .moves(&at)
        .filter(|mv| outcome_of(web, known, at, *mv) == outcome)
        .collect();
    assert_eq!(best.moves, expected, "{at} in {:?}", web.edges);
}

/// Each move of a line keeps the value, and the line ends where play does.
fn check_line(web: &Web, known: &[Known], mut at: u32, line: &[usize]) {
    for mv in line {
        assert_eq!(outcome_of(web, known, at, *mv), known[at as usize].0);
        at = web.play(&at, mv);
    }
    assert!(web.score(&at).is_some(), "{line:?} in {:?}", web.edges);
}

fn check(web: &Web, solver: &mut OnGraph<Web>) {
    let known = reference(web);
    for at in 0..web.edges.len() as u32 {
        let found = solver.solve(web, &at, &Limits::default()).unwrap();
        assert_eq!(
            found.value.score.outcome(),
            known[at as usize].0,
            "{at} in {:?}",
            web.edges
        );
        check_best(web, &known, at, &found.best);
        if let Some(line) = found.line {
            check_line(web, &known, at, &line);
        }
    }
}

/// One solver for all positions of a game, so that what is stored for one is used for another.
#[test]
fn random_games_with_cycles() {
    for seed in 0..1500 {
        let (count, most) = (2 + seed % 37, 1 + seed % 4);
        for keeps in [false, true] {
            check(&web(seed, count, most, keeps), &mut OnGraph::proof_number());
        }
    }
}

/// A new solver for each position.
#[test]
fn nothing_learned_before() {
    for seed in 2000..2200 {
        let web = web(seed, 12, 3, false);
        let known = reference(&web);
        for at in 0..12 {
            let found = OnGraph::proof_number().evaluate(&web, &at, &Limits::default());
            assert_eq!(found.unwrap().score.outcome(), known[at as usize].0);
        }
    }
}

/// A position from which no player can lose, and only a long way leads to the win.
fn long_way(length: u32) -> Web {
    let mut edges: Vec<_> = (0..length)
        .map(|at| vec![(at + 1, true), (at, true)])
        .collect();
    edges.push(vec![]);
    let ends = vec![Outcome::Win; edges.len()];
    Web { edges, ends }
}

#[test]
fn stopped_with_what_is_known_by_then() {
    let web = long_way(5000);
    let stopped = |limits: &Limits| {
        OnGraph::proof_number()
            .evaluate(&web, &0, limits)
            .unwrap_err()
    };
    let all = (WinDrawLoss::Loss, WinDrawLoss::Win);
    let limits = |nodes, memory| Limits {
        nodes,
        memory,
        ..Limits::default()
    };
    let because = |reason| Stopped::between(all, reason);
    assert_eq!(stopped(&limits(Some(50), None)), because(StopReason::Nodes));
    assert_eq!(
        stopped(&limits(None, Some(1 << 12))),
        because(StopReason::Memory)
    );
    assert_eq!(
        stopped(&Limits::within(Duration::ZERO)),
        because(StopReason::Time)
    );
    let value = OnGraph::proof_number().evaluate(&web, &0, &Limits::default());
    assert_eq!(value.unwrap().score, WinDrawLoss::Win);
}

/// Not won, as is proved before the limit; whether it is lost is not.
#[test]
fn a_win_excluded_before_the_limit() {
    let web = web(3, 200, 3, false);
    let known = reference(&web);
    let drawn = (0..200).find(|at| known[*at as usize].0 == Outcome::Draw);
    let drawn = drawn.expect("one of two hundred is drawn");
    let mut seen = Vec::new();
    for nodes in 0..2000 {
        let limits = Limits::of_nodes(nodes);
        match OnGraph::proof_number().evaluate(&web, &drawn, &limits) {
            Ok(value) => {
                assert_eq!(value.score, WinDrawLoss::Draw);
                break;
            }
            Err(stopped) => seen.extend(stopped.bounds),
        }
    }
    seen.dedup();
    let (loss, draw, win) = (WinDrawLoss::Loss, WinDrawLoss::Draw, WinDrawLoss::Win);
    assert_eq!(seen, [(loss, win), (loss, draw)]);
}
