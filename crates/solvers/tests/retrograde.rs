//! Backward analysis against a slow reference on random games with cycles.

use std::collections::HashSet;

use crate::web::{Known, Web, corridor, fan, outcome_of, reference, web};
use bouton_core::{Alternating, Limits, Outcome, Reason, Score, Solver, StopReason, WinDrawLoss};
use bouton_solvers::retrograde::{census, census_numbered};
use bouton_solvers::{NumberedRetrograde, OnGraph};

fn check(web: &Web, solver: &mut impl Solver<Web>, limits: &Limits) {
    let expected = reference(web);
    for at in 0..web.edges.len() as u32 {
        let found = solver.evaluate(web, &at, limits).unwrap();
        let found = (found.score.outcome(), found.remoteness);
        assert_eq!(found, expected[at as usize], "{at} in {:?}", web.edges);
    }
}

#[test]
fn random_games_with_cycles() {
    for seed in 0..400 {
        let limits = Limits::default();
        let made = |keeps| web(seed, 2 + seed % 37, 1 + seed % 4, keeps);
        check(&made(false), &mut NumberedRetrograde::default(), &limits);
        check(&made(false), &mut OnGraph::retrograde(), &limits);
        check(&made(true), &mut OnGraph::retrograde(), &limits);
    }
}

#[test]
fn one_thread_and_three_find_the_same() {
    let web = web(7, 1000, 3, false);
    for threads in [1, 3] {
        let limits = Limits::of_threads(threads);
        check(&web, &mut NumberedRetrograde::default(), &limits);
    }
}

#[test]
fn more_values_than_fit_in_a_byte() {
    let web = corridor(1000);
    let value = NumberedRetrograde::default()
        .evaluate(&web, &999, &Limits::default())
        .unwrap();
    assert_eq!(
        (value.score, value.remoteness),
        (WinDrawLoss::Win, Some(999))
    );
}

#[test]
fn more_moves_than_fit_in_a_byte() {
    check(
        &fan(300),
        &mut NumberedRetrograde::default(),
        &Limits::default(),
    );
}

#[test]
fn more_moves_than_fit_in_two_bytes() {
    check(&fan(70_000), &mut OnGraph::retrograde(), &Limits::default());
}

#[test]
fn as_many_plies_as_positions() {
    let web = corridor(200_001);
    // It checks its limits some four times for each position: work that is quadratic would check them more often.
    let limits = Limits::of_looks(2_000_000);
    let value = OnGraph::retrograde().evaluate(&web, &200_000, &limits);
    let value = value.unwrap();
    assert_eq!(
        (value.score, value.remoteness),
        (WinDrawLoss::Loss, Some(200_000))
    );
}

/// Layers of this many positions, each of which leads to two or three of the layer before it or to none.
fn layers(seed: usize, widths: &[usize]) -> Web {
    let (mut edges, mut before) = (Vec::new(), 0..0);
    for width in widths {
        let from = edges.len();
        for at in from..from + width {
            let mixed = (at + seed).wrapping_mul(0x9e37_79b9) >> 7;
            let moves = if before.is_empty() || mixed.is_multiple_of(50) {
                0
            } else {
                2 + mixed % 2
            };
            let to = |mv: usize| before.start + (mixed + 31 * mv) % before.len();
            edges.push(
                (0..moves)
                    .map(|mv| (to(mv) as u32, seed > 0 && (mixed + mv).is_multiple_of(5)))
                    .collect(),
            );
        }
        before = from..edges.len();
    }
    let all = [Outcome::Loss, Outcome::Draw, Outcome::Win];
    let ends = (0..edges.len()).map(|at| all[(at + seed) % 3]).collect();
    Web { edges, ends }
}

#[test]
fn waves_that_swell_and_shrink() {
    for seed in 0..4 {
        let web = layers(
            seed,
            &[1, 9000, 3, 5, 20_000, 4000, 4500, 10, 30_000, 2, 12_000],
        );
        let mut solver = OnGraph::retrograde();
        let (expected, last) = (reference(&web), web.edges.len() as u32 - 1);
        for at in (0..=last).rev().step_by(17) {
            let found = solver.evaluate(&web, &at, &Limits::default()).unwrap();
            assert_eq!(
                (found.score.outcome(), found.remoteness),
                expected[at as usize]
            );
        }
    }
}

#[test]
fn limits_stop_the_work() {
    let web = corridor(5000);
    let at = |limits: Limits| {
        OnGraph::retrograde()
            .evaluate(&web, &4999, &limits)
            .unwrap_err()
            .reason
    };
    let memory = Limits::of_memory(10_000);
    assert_eq!(at(memory), StopReason::Memory);
    assert_eq!(
        at(Limits::within(std::time::Duration::ZERO)),
        StopReason::Time
    );
    let nodes = Limits::of_nodes(100);
    assert_eq!(at(nodes), StopReason::Nodes);
    let numbered = NumberedRetrograde::default()
        .evaluate(&web, &4999, &Limits::of_memory(5000))
        .unwrap_err();
    assert_eq!(numbered.reason, StopReason::Memory);
}

#[test]
fn a_census_counts_what_can_be_reached() {
    for seed in 0..100 {
        let web = web(seed, 30, 3, false);
        let expected = reference(&web);
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            let new: Vec<_> = web.edges[at as usize].iter().map(|(to, _)| *to).collect();
            new.into_iter().for_each(|to| {
                if !reached.contains(&to) {
                    reached.push(to)
                }
            });
            next += 1;
        }
        let count = |wanted: &dyn Fn(&Known) -> bool| {
            reached
                .iter()
                .filter(|at| wanted(&expected[**at as usize]))
                .count() as u64
        };
        let found = census(&web, &0, &Limits::default()).unwrap();
        assert_eq!(
            found,
            census_numbered(&web, &0, &Limits::default()).unwrap()
        );
        assert_eq!(found.folded, None);
        assert_eq!(found.all.positions(), reached.len() as u64);
        assert_eq!(found.all.endless, count(&|value| value.1.is_none()));
        for (plies, tally) in found.all.by_plies.iter().enumerate() {
            let of = |outcome| count(&|value| *value == (outcome, Some(plies as u32)));
            assert_eq!(
                [tally.win, tally.loss, tally.draw],
                [Outcome::Win, Outcome::Loss, Outcome::Draw].map(of)
            );
        }
    }
}

/// The cycle shown for a draw without end: every move of it keeps the draw, and it comes back to where it began.
fn check_cycle(web: &Web, known: &[Known], start: u32, line: &[usize], cycle: usize) {
    let mut places = vec![start];
    for mv in line {
        let at = places[places.len() - 1];
        assert_eq!(outcome_of(web, known, at, *mv), Outcome::Draw);
        places.push(web.play(&at, mv));
    }
    assert!(cycle < line.len());
    assert_eq!(places[cycle], places[line.len()]);
}

/// A player who plays the preferred moves from a drawn position is never in a lost one.
fn check_holds(web: &Web, known: &[Known], start: u32, solver: &mut impl Solver<Web>) {
    let mut todo = vec![(start, true)];
    let mut seen = HashSet::new();
    while let Some((at, ours)) = todo.pop() {
        if !seen.insert((at, ours)) {
            continue;
        }
        let bad = if ours { Outcome::Loss } else { Outcome::Win };
        assert_ne!(
            known[at as usize].0, bad,
            "{at} from {start} in {:?}",
            web.edges
        );
        let solution = solver.solve(web, &at, &Limits::default()).unwrap();
        let moves: Vec<_> = match ours {
            true => solution.best.preferred.into_iter().collect(),
            false => web.moves(&at).collect(),
        };
        todo.extend(moves.iter().map(|mv| {
            let (to, keeps) = web.edges[at as usize][*mv];
            (to, ours == keeps)
        }));
    }
}

#[test]
fn a_draw_can_be_kept_up() {
    let mut endless = 0;
    for seed in 0..150 {
        let web = web(seed, 5 + seed % 20, 3, seed % 2 == 1);
        let known = reference(&web);
        let mut solver = OnGraph::retrograde();
        let drawn = (0..web.edges.len() as u32).filter(|at| known[*at as usize].0 == Outcome::Draw);
        for at in drawn {
            check_holds(&web, &known, at, &mut solver);
            let solution = solver.solve(&web, &at, &Limits::default()).unwrap();
            if let Reason::Endless { cycle } = solution.reason {
                check_cycle(&web, &known, at, &solution.line.unwrap(), cycle);
                endless += 1;
            } else {
                assert!(known[at as usize].1.is_some());
            }
        }
    }
    assert!(endless > 100, "{endless}");
}
