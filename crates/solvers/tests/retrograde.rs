//! Backward analysis against a slow reference on random games with cycles.

mod web;

use bouton_core::{Limits, Outcome, Score, Solver, StopReason, WinDrawLoss};
use bouton_solvers::retrograde::{census, census_numbered};
use bouton_solvers::{NumberedRetrograde, Retrograde};
use web::{Known, Web, reference, web};

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
        let (count, most) = (2 + seed % 37, 1 + seed % 4);
        check(
            &web(seed, count, most, false),
            &mut NumberedRetrograde::default(),
            &Limits::default(),
        );
        check(
            &web(seed, count, most, false),
            &mut Retrograde::default(),
            &Limits::default(),
        );
        check(
            &web(seed, count, most, true),
            &mut Retrograde::default(),
            &Limits::default(),
        );
    }
}

#[test]
fn one_thread_and_three_find_the_same() {
    let web = web(7, 1000, 3, false);
    for threads in [1, 3] {
        let limits = Limits {
            threads: Some(threads),
            ..Limits::default()
        };
        check(&web, &mut NumberedRetrograde::default(), &limits);
    }
}

/// A line of `count` positions, each of which leads to the one before it: everything from 0 to `count - 1` plies.
fn corridor(count: u32) -> Web {
    let step = |at: u32| {
        if at == 0 {
            vec![]
        } else {
            vec![(at - 1, false)]
        }
    };
    Web {
        edges: (0..count).map(step).collect(),
        ends: vec![Outcome::Loss; count as usize],
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

/// One position with `moves` moves, each of which ends the play.
fn fan(moves: u32) -> Web {
    let mut edges = vec![Vec::new(); moves as usize + 1];
    edges[0] = (1..=moves).map(|to| (to, false)).collect();
    let ends = vec![Outcome::Win; edges.len()];
    Web { edges, ends }
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
fn more_moves_than_a_table_holds_is_no_answer() {
    let mut solver = Retrograde::default();
    let stopped = solver
        .evaluate(&fan(70_000), &0, &Limits::default())
        .unwrap_err();
    assert_eq!(stopped.reason, StopReason::Memory);
}

#[test]
fn limits_stop_the_work() {
    let web = corridor(5000);
    let at = |limits: Limits| {
        Retrograde::default()
            .evaluate(&web, &4999, &limits)
            .unwrap_err()
            .reason
    };
    let memory = Limits {
        memory: Some(10_000),
        ..Limits::default()
    };
    assert_eq!(at(memory), StopReason::Memory);
    assert_eq!(
        at(Limits::within(std::time::Duration::ZERO)),
        StopReason::Time
    );
    let nodes = Limits {
        nodes: Some(100),
        ..Limits::default()
    };
    assert_eq!(at(nodes), StopReason::Nodes);
    let numbered = NumberedRetrograde::default()
        .evaluate(
            &web,
            &4999,
            &Limits {
                memory: Some(5000),
                ..Limits::default()
            },
        )
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
