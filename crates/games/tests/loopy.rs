//! Games with cycles against slow references, and the values known of them.

use std::collections::HashMap;

use bouton_core::{Entry, Game, Indexed, Limits, Notation, Outcome, Reversible, Score, Solver};
use bouton_games::boards::{Krk, MuTorere, PongHauKi, Teeko, ThreeMensMorris};
use bouton_games::graphs::CatAndMouse;
use bouton_solvers::retrograde::{Symmetric, census, census_numbered};
use bouton_solvers::{NumberedRetrograde, OnGraph};

/// `position` undoes `index`, and a predecessor is listed as often as a move leads from it: on the numbers given.
fn check_space<G: Reversible>(game: &G, numbers: impl Iterator<Item = u64>) {
    for number in numbers {
        let Some(at) = game.position(number) else {
            continue;
        };
        assert_eq!(game.index(&at), number);
        for mv in game.moves(&at) {
            let to = game.play(&at, &mv);
            assert!(game.index(&to) < game.count());
            assert_eq!(game.position(game.index(&to)).as_ref(), Some(&to));
            let times = game
                .moves(&at)
                .filter(|mv| game.play(&at, mv) == to)
                .count();
            assert_eq!(
                game.predecessors(&to).filter(|p| *p == at).count(),
                times,
                "{at:?} {to:?}"
            );
        }
        for before in game.predecessors(&at) {
            assert!(game.score(&before).is_none(), "{before:?}");
            assert!(
                game.moves(&before).any(|mv| game.play(&before, &mv) == at),
                "{before:?} {at:?}"
            );
        }
        assert_eq!(
            game.score(&at).is_some(),
            game.moves(&at).next().is_none(),
            "{at:?}"
        );
    }
}

/// Text and number of every position give it back, and the whole space and what can be reached agree.
fn check_game<G: Entry<Game = G> + Reversible + Notation>(
    parameters: Option<&str>,
    start: Option<&str>,
    step: usize,
) -> Symmetric {
    let (game, at) = G::open(parameters, start).unwrap();
    check_space(&game, (0..game.count()).step_by(step));
    for at in (0..game.count())
        .step_by(step)
        .filter_map(|number| game.position(number))
    {
        assert_eq!(game.parse(&game.show(&at)).unwrap(), at);
    }
    let numbered = census_numbered(&game, &at, &Limits::default()).unwrap();
    assert_eq!(numbered, census(&game, &at, &Limits::default()).unwrap());
    let (mut whole, mut reached) = (NumberedRetrograde::default(), OnGraph::retrograde());
    let found: [_; 2] = [
        whole.solve(&game, &at, &Limits::default()).unwrap(),
        reached.solve(&game, &at, &Limits::default()).unwrap(),
    ];
    assert_eq!(found[0].value, found[1].value);
    assert_eq!(found[0].best, found[1].best);
    numbered
}

/// The boards of men, told again: a map from point to owner, whole boards compared, nothing shared with the game.
mod slow {
    use std::collections::hash_map::Entry;

    use super::{HashMap, Outcome};

    /// Rows of `X`, `O` and `.`; X is to move.
    pub(super) type Grid = Vec<char>;

    pub(super) struct Rules {
        pub(super) men: usize,
        pub(super) lines: Vec<Vec<usize>>,
        pub(super) near: Vec<Vec<usize>>,
    }

    impl Rules {
        fn won(&self, grid: &Grid, who: char) -> bool {
            self.lines
                .iter()
                .any(|line| line.iter().all(|point| grid[*point] == who))
        }

        fn options(&self, grid: &Grid) -> Vec<Grid> {
            let swap = |grid: Grid| -> Grid {
                grid.into_iter()
                    .map(|c| match c {
                        'X' => 'O',
                        'O' => 'X',
                        c => c,
                    })
                    .collect()
            };
            let points = 0..grid.len();
            let set = |from: Option<usize>, to: usize| {
                let mut grid = grid.clone();
                if let Some(from) = from {
                    grid[from] = '.';
                }
                grid[to] = 'X';
                swap(grid)
            };
            if self.won(grid, 'O') {
                return vec![];
            }
            let empty: Vec<_> = points.clone().filter(|p| grid[*p] == '.').collect();
            if grid.iter().filter(|c| **c == 'X').count() < self.men {
                return empty.iter().map(|to| set(None, *to)).collect();
            }
            let from = points.filter(|p| grid[*p] == 'X');
            from.flat_map(|from| {
                let to = self.near[from].iter().filter(|to| grid[**to] == '.');
                to.map(move |to| (from, *to)).collect::<Vec<_>>()
            })
            .map(|(from, to)| set(Some(from), to))
            .collect()
        }

        /// Every reachable position with its value, by sweeps until nothing changes.
        pub(super) fn values(&self, start: &Grid) -> HashMap<Grid, Option<(Outcome, u32)>> {
            let mut options: HashMap<Grid, Vec<Grid>> = HashMap::new();
            let mut todo = vec![start.clone()];
            while let Some(grid) = todo.pop() {
                if let Entry::Vacant(place) = options.entry(grid) {
                    let next = self.options(place.key());
                    todo.extend(next.iter().cloned());
                    place.insert(next);
                }
            }
            let mut known: HashMap<Grid, Option<(Outcome, u32)>> =
                options.keys().map(|g| (g.clone(), None)).collect();
            for plies in 0.. {
                let mut new = vec![];
                for (grid, next) in options.iter().filter(|(grid, _)| known[*grid].is_none()) {
                    if next
                        .iter()
                        .any(|n| matches!(known[n], Some((Outcome::Loss, _))))
                    {
                        new.push((grid.clone(), Some((Outcome::Win, plies))));
                    } else if next
                        .iter()
                        .all(|n| matches!(known[n], Some((Outcome::Win, _))))
                    {
                        new.push((grid.clone(), Some((Outcome::Loss, plies))));
                    }
                }
                if new.is_empty() {
                    return known;
                }
                known.extend(new);
            }
            known
        }
    }

    pub(super) fn morris() -> Rules {
        let point = |row: usize, column: usize| 3 * row + column;
        let mut lines: Vec<Vec<usize>> = (0..3)
            .map(|r| (0..3).map(|c| point(r, c)).collect())
            .collect();
        lines.extend((0..3).map(|c| (0..3).map(|r| point(r, c)).collect::<Vec<_>>()));
        lines.push(vec![0, 4, 8]);
        lines.push(vec![2, 4, 6]);
        let mut near = vec![vec![]; 9];
        for line in &lines {
            for pair in line.windows(2) {
                near[pair[0]].push(pair[1]);
                near[pair[1]].push(pair[0]);
            }
        }
        Rules {
            men: 3,
            lines,
            near,
        }
    }

    pub(super) fn pong() -> Rules {
        let joined = [(0, 2), (1, 2), (3, 2), (4, 2), (0, 3), (1, 4), (3, 4)];
        let mut near = vec![vec![]; 5];
        for (a, b) in joined {
            near[a].push(b);
            near[b].push(a);
        }
        Rules {
            men: 2,
            lines: vec![],
            near,
        }
    }
}

fn against<G: Entry<Game = G> + Reversible + Notation>(rules: &slow::Rules) {
    let (game, start) = G::open(None, None).unwrap();
    let grid =
        |at: &G::Position| -> Vec<char> { game.show(at).chars().filter(|c| *c != '/').collect() };
    let values = rules.values(&grid(&start));
    let total = census(&game, &start, &Limits::default()).unwrap().all;
    assert_eq!(total.positions(), values.len() as u64);
    let mut solver = NumberedRetrograde::default();
    let mut checked = 0;
    for at in (0..game.count()).filter_map(|number| game.position(number)) {
        if let Some(expected) = values.get(&grid(&at)) {
            let found = solver.evaluate(&game, &at, &Limits::default()).unwrap();
            let expected = expected.map_or((Outcome::Draw, None), |(outcome, plies)| {
                (outcome, Some(plies))
            });
            assert_eq!(
                (found.score.outcome(), found.remoteness),
                expected,
                "{}",
                game.show(&at)
            );
            checked += 1;
        }
    }
    assert_eq!(checked, values.len());
}

fn start_value<G: Entry<Game = G> + Reversible + Notation>() -> (Outcome, Option<u32>) {
    let (game, start) = G::open(None, None).unwrap();
    let value = NumberedRetrograde::default()
        .evaluate(&game, &start, &Limits::default())
        .unwrap();
    (value.score.outcome(), value.remoteness)
}

#[test]
fn three_mens_morris() {
    check_game::<ThreeMensMorris>(None, None, 1);
    against::<ThreeMensMorris>(&slow::morris());
    assert_eq!(start_value::<ThreeMensMorris>().0, Outcome::Win);
}

#[test]
fn pong_hau_k_i_is_a_draw() {
    check_game::<PongHauKi>(None, None, 1);
    against::<PongHauKi>(&slow::pong());
    assert_eq!(start_value::<PongHauKi>(), (Outcome::Draw, None));
}

/// Ascher (1987): 46 arrangements up to turns and mirror images, each with either player to move; a draw.
#[test]
fn mu_torere_is_a_draw() {
    let found = check_game::<MuTorere>(None, None, 1);
    assert_eq!(start_value::<MuTorere>(), (Outcome::Draw, None));
    let game = MuTorere::default();
    let folded: std::collections::HashSet<_> = (0..game.count())
        .filter_map(|n| game.position(n))
        .map(|at| game.canonical(at))
        .collect();
    assert_eq!(folded.len(), 46);
    assert!(found.folded.unwrap().positions() <= 46);
}

/// Bain's data set (UCI, 1994): Black to move, by the moves to mate; draws first.
const BAIN: [u64; 18] = [
    2796, 27, 78, 246, 81, 198, 471, 592, 683, 1433, 1712, 1985, 2854, 3597, 4194, 4553, 2166, 390,
];

#[test]
fn krk_takes_at_most_16_moves() {
    check_game::<Krk>(None, Some("Ka1 Rb2 kc3"), 17);
    let mut solver = NumberedRetrograde::default();
    let mut found = [0; 18];
    let mut seen = std::collections::HashSet::new();
    for at in (0..Krk.count()).filter_map(|number| Krk.position(number)) {
        if !Krk.show(&at).ends_with('b') || !seen.insert(Krk.canonical(at)) {
            continue;
        }
        let value = solver.evaluate(&Krk, &at, &Limits::default()).unwrap();
        match value.score.outcome() {
            Outcome::Draw => found[0] += 1,
            Outcome::Loss => found[1 + value.remoteness.unwrap() as usize / 2] += 1,
            Outcome::Win => panic!("Black wins at {}", Krk.show(&at)),
        }
    }
    assert_eq!(found, BAIN);
}

#[test]
fn teeko_is_numbered_and_reversible() {
    let game = Teeko::default();
    let step = 99_991;
    check_space(&game, (0..game.count()).step_by(step).chain(0..2000));
    for at in (0..game.count())
        .step_by(step)
        .filter_map(|number| game.position(number))
    {
        assert_eq!(game.parse(&game.show(&at)).unwrap(), at);
        assert_eq!(game.canonical(game.canonical(at)), game.canonical(at));
    }
}

/// The 44 winning patterns: 28 rows of four and 16 squares.
#[test]
fn teeko_has_44_winning_patterns() {
    use bouton_games::boards::men::Board;
    use bouton_games::boards::teeko::TeekoBoard;
    let slow = |men: &[u32]| {
        let at = |n: usize| ((men[n] / 5) as i32, (men[n] % 5) as i32);
        let step = |n: usize| (at(n + 1).0 - at(n).0, at(n + 1).1 - at(n).1);
        let row = step(0) == step(1)
            && step(1) == step(2)
            && [(0, 1), (1, 0), (1, 1), (1, -1)].contains(&step(0));
        row || step(0) == (0, 1) && step(1) == (1, -1) && step(2) == (0, 1)
    };
    let mut found = 0;
    for set in (0u32..1 << 25).filter(|set| set.count_ones() == 4) {
        let men: Vec<_> = (0..25).filter(|cell| set >> cell & 1 == 1).collect();
        assert_eq!(TeekoBoard::won(set), slow(&men), "{men:?}");
        found += u32::from(slow(&men));
    }
    assert_eq!(found, 44);
}

/// LeetCode 913's own examples: a draw, a win for the mouse; and a dead end, a win for the cat.
#[test]
fn cat_and_mouse() {
    let known = [
        ("0-2,0-5,1-3,2-4,2-5,3-4,3-5", Outcome::Draw),
        ("0-1,0-3,2-3", Outcome::Win),
        ("0-3,3-2,2-1", Outcome::Loss),
    ];
    for (graph, expected) in known {
        let found = check_game::<CatAndMouse>(Some(graph), None, 1);
        let (game, at) = CatAndMouse::open(Some(graph), None).unwrap();
        let value = NumberedRetrograde::default()
            .evaluate(&game, &at, &Limits::default())
            .unwrap();
        assert_eq!(value.score.outcome(), expected, "{graph}");
        assert!(found.all.positions() <= game.count());
    }
}

/// Steele (1998). Some twenty seconds of processor time: `cargo test -p bouton-games --test all loopy:: -- --ignored`.
#[test]
#[ignore = "goes through 96 million positions"]
fn teeko_is_a_draw() {
    assert_eq!(start_value::<Teeko>(), (Outcome::Draw, None));
}

/// Stopped at once, nothing was visited; to the end, progress counts each position twice but those drawn without end.
#[test]
fn what_was_done_is_told() {
    let (game, at) = ThreeMensMorris::open(None, None).unwrap();
    let mut solver = NumberedRetrograde::default();
    let late = Limits::within(std::time::Duration::ZERO);
    assert!(solver.evaluate(&game, &at, &late).is_err());
    assert_eq!(Solver::<ThreeMensMorris>::visited(&solver), 0);
    let limits = Limits::default();
    solver.evaluate(&game, &at, &limits).unwrap();
    assert_eq!(Solver::<ThreeMensMorris>::visited(&solver), game.count());
    let (mut positions, mut endless) = (0, 0);
    for at in (0..game.count()).filter_map(|number| game.position(number)) {
        positions += 1;
        let value = solver.evaluate(&game, &at, &limits).unwrap();
        endless += u64::from(value.remoteness.is_none());
    }
    assert!(endless > 0 && positions < game.count());
    let told = (game.count() + positions - endless, game.count() + positions);
    assert_eq!(limits.progress.get(), told);
}
