//! Walking through the whole tree against plain recursion, on random games without cycles, of points and of who wins.

use bouton_core::solver::{Solution, Solver};
use bouton_core::{
    Alternating, Game, Limits, Loopfree, Margin, Outcome, Score, StopReason, Timed, WinDrawLoss,
};
use bouton_solvers::OnGraph;
use bouton_solvers::retrograde::census_of_points;

/// A move: where it leads, always to a lower number, what it earns, and whether it keeps the turn.
type Edge<S> = (u32, <S as Score>::Gain, bool);

/// Positions are numbers, moves are places among the edges; a position without edges is over.
struct Dag<S: Score> {
    edges: Vec<Vec<Edge<S>>>,
    ends: Vec<S>,
}

impl<S: Score> Game for Dag<S> {
    type Position = u32;
    type Move = usize;
}

impl<S: Score> Alternating for Dag<S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &u32) -> impl Iterator<Item = usize> + use<'g, S> {
        0..self.edges[*at as usize].len()
    }
    fn play(&self, at: &u32, mv: &usize) -> u32 {
        self.edges[*at as usize][*mv].0
    }
    fn gain(&self, at: &u32, mv: &usize) -> S::Gain {
        self.edges[*at as usize][*mv].1
    }
    fn keeps_turn(&self, at: &u32, mv: &usize) -> bool {
        self.edges[*at as usize][*mv].2
    }
    fn score(&self, at: &u32) -> Option<S> {
        let end = self.ends[*at as usize];
        self.edges[*at as usize].is_empty().then_some(end)
    }
}

impl<S: Score> Loopfree for Dag<S> {
    type Height = u32;
    fn height(&self, at: &u32) -> u32 {
        *at
    }
}

/// A random game of `count` positions.
fn dag<S: Score>(seed: u64, count: u32, gain: fn(i64) -> S::Gain, end: fn(i64) -> S) -> Dag<S> {
    let mut random = fastrand::Rng::with_seed(seed);
    let edges = (0..count).map(|at| {
        let moves = if at == 0 { 0 } else { random.u64(..4) };
        let edge = |_| {
            let to = random.u32(..at);
            let earned = random.i64(-3..=3);
            (to, gain(earned), random.u8(..4) == 0)
        };
        (0..moves).map(edge).collect()
    });
    let edges = edges.collect();
    let ends = (0..count).map(|_| end(random.i64(-1..=1)));
    let ends = ends.collect();
    Dag { edges, ends }
}

/// The value of a position, the first best line from it, and the nodes of its tree.
fn reference<S: Score>(dag: &Dag<S>, at: u32) -> (S::Timed, Vec<usize>, u64) {
    let mut nodes = 1;
    let mut best: Option<(S::Timed, Vec<usize>)> = None;
    for (mv, (to, gain, keeps)) in dag.edges[at as usize].iter().enumerate() {
        let (value, line, more) = reference(dag, *to);
        nodes += more;
        let value = value.before(*gain, *keeps);
        if best.as_ref().is_none_or(|(best, _)| value > *best) {
            best = Some((value, [&[mv], &line[..]].concat()));
        }
    }
    let (value, line) = best.unwrap_or((Timed::over(dag.ends[at as usize]), Vec::new()));
    (value, line, nodes)
}

/// The moves that reach the score, the one to prefer, and its line.
fn expected<S: Score>(dag: &Dag<S>, at: u32) -> (Vec<usize>, Option<usize>, Vec<usize>) {
    let (value, first_line, _) = reference(dag, at);
    let edges = dag.edges[at as usize].iter().enumerate();
    let options: Vec<_> = edges
        .map(|(mv, (to, gain, keeps))| {
            let (value, line, _) = reference(dag, *to);
            (mv, value.before(*gain, *keeps), line)
        })
        .filter(|(_, option, _)| option.score() == value.score())
        .collect();
    let plies = |mv: usize| {
        options
            .iter()
            .find(|option| option.0 == mv)
            .and_then(|o| o.1.plies())
    };
    let moves: Vec<_> = options.iter().map(|(mv, ..)| *mv).collect();
    let is_decided = value.score().margin().is_none();
    let preferred = match value.score().outcome() {
        Outcome::Win if is_decided => moves.iter().copied().min_by_key(|mv| plies(*mv)),
        Outcome::Loss if is_decided => moves.iter().rev().copied().max_by_key(|mv| plies(*mv)),
        _ => moves.first().copied(),
    };
    let line = options.into_iter().find(|(mv, ..)| Some(*mv) == preferred);
    let line = line.map_or(first_line, |(mv, _, line)| [&[mv], &line[..]].concat());
    (moves, preferred, line)
}

fn check<S: Score>(dag: &Dag<S>) {
    for at in 0..dag.edges.len() as u32 {
        let (value, _, nodes) = reference(dag, at);
        let mut solver = OnGraph::minimax();
        assert_eq!(solver.accepts(dag, &at, &Limits::default()), Ok(()));
        let found: Solution<_> = solver.solve(dag, &at, &Limits::default()).unwrap();
        let (moves, preferred, line) = expected(dag, at);
        assert_eq!(found.value.score, value.score());
        assert_eq!(found.value.remoteness, value.plies());
        assert_eq!(found.best.moves, moves, "{at} in {:?}", dag.edges);
        assert_eq!(found.best.preferred, preferred, "{at} in {:?}", dag.edges);
        assert_eq!(found.line, Some(line), "{at} in {:?}", dag.edges);
        assert_eq!(solver.visited(), nodes);
        let value = solver.evaluate(dag, &at, &Limits::default()).unwrap();
        assert_eq!(value, found.value);
        assert_eq!(solver.visited(), 2 * nodes);
    }
}

fn of_points(seed: u64, count: u32) -> Dag<Margin<i64>> {
    dag(seed, count, |earned| earned, Margin)
}

#[test]
fn random_games() {
    for seed in 0..300 {
        let count = 2 + (seed % 23) as u32;
        check(&of_points(seed, count));
        check(&dag(
            seed,
            count,
            |_| (),
            |end| WinDrawLoss::from_rank(end.into()),
        ));
    }
}

/// Each position but the last has two moves to the one before it.
fn ladder(rungs: usize) -> Dag<Margin<i64>> {
    let step = |at: usize| match at {
        0 => Vec::new(),
        _ => vec![(at as u32 - 1, 0, false); 2],
    };
    Dag {
        edges: (0..=rungs).map(step).collect(),
        ends: vec![Margin(0); rungs + 1],
    }
}

#[test]
fn large_trees_are_refused() {
    let accepts = |dag: &Dag<_>| {
        let at = dag.edges.len() as u32 - 1;
        OnGraph::minimax()
            .accepts(dag, &at, &Limits::default())
            .is_ok()
    };
    // 2^25 - 1 nodes and 2^26 - 1.
    assert!(accepts(&ladder(24)));
    assert!(!accepts(&ladder(25)));
    let mut corridor = ladder(1 << 18);
    corridor
        .edges
        .iter_mut()
        .for_each(|edges| edges.truncate(1));
    assert!(!accepts(&corridor));
    corridor.edges.pop();
    assert!(accepts(&corridor));
}

#[test]
fn limits_stop_the_walk() {
    let stopped = |limits: Limits| {
        let stopped = OnGraph::minimax().evaluate(&ladder(24), &24, &limits);
        stopped.unwrap_err().reason
    };
    let nodes = Limits::of_nodes(1000);
    assert_eq!(stopped(nodes), StopReason::Nodes);
    let time = Limits::within(std::time::Duration::ZERO);
    assert_eq!(stopped(time), StopReason::Time);
    let memory = Limits::of_memory(100);
    assert_eq!(stopped(memory), StopReason::Memory);
}

#[test]
fn points_are_counted_by_who_earns_more() {
    for seed in 0..100 {
        let (dag, start) = (of_points(seed, 20), 19);
        let found = census_of_points(&dag, &start, &Limits::default())
            .unwrap()
            .all;
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(at) = reached.get(next).copied() {
            let new = dag.edges[at as usize].iter().map(|edge| edge.0);
            for to in new {
                if !reached.contains(&to) {
                    reached.push(to);
                }
            }
            next += 1;
        }
        let count = |outcome, is_over| {
            let here = reached
                .iter()
                .filter(|at| dag.edges[**at as usize].is_empty() == is_over);
            here.filter(|at| reference(&dag, **at).0.score().outcome() == outcome)
                .count() as u64
        };
        let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Draw];
        let (open, over) = (found.open, found.by_plies[0]);
        assert_eq!(
            [open.win, open.loss, open.draw],
            outcomes.map(|o| count(o, false))
        );
        assert_eq!(
            [over.win, over.loss, over.draw],
            outcomes.map(|o| count(o, true))
        );
        assert_eq!((found.by_plies.len(), found.endless), (1, 0));
    }
}
