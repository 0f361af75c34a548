//! Games with cycles: their numbers, and the values known of them.

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
        assert_eq!(game.index(&at), Some(number));
        for mv in game.moves(&at) {
            let to = game.play(&at, &mv);
            let number = game.index(&to).unwrap();
            assert!(number < game.count());
            assert_eq!(game.position(number).as_ref(), Some(&to));
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

/// Text and number of every position give it back, and the full space and what can be reached agree.
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
    assert_eq!(start_value::<ThreeMensMorris>().0, Outcome::Win);
}

#[test]
fn pong_hau_k_i_is_a_draw() {
    check_game::<PongHauKi>(None, None, 1);
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
