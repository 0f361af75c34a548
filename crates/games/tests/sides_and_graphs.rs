//! The values known of games of Left and Right and of games on graphs.

use bouton_core::entry::OpenError;
use bouton_core::{
    Alternating, Entry, Impartial, Limits, Notation, Side, Sided, Sides, Solver, Summands, WinLoss,
};
use bouton_games::boards::{Chomp, Clobber, Cram, Domineering};
use bouton_games::graphs::{Geography, Hackenbush, NodeKayles};
use bouton_solvers::{Components, Grundy, Memo, Nimber};

fn value<G: Alternating<Score = WinLoss> + bouton_core::Loopfree>(
    game: &G,
    at: &G::Position,
) -> WinLoss {
    Memo::default()
        .evaluate(game, at, &Limits::default())
        .unwrap()
        .score
}

fn class<G>(parameters: Option<&str>, position: Option<&str>) -> char
where
    Sided<G>: Entry<Game = Sided<G>> + Sides<Score = WinLoss> + bouton_core::Loopfree,
{
    let (game, at) = Sided::<G>::open(parameters, position).unwrap();
    let wins = Side::BOTH.map(|side| value(&game, &game.with_side(&at, side)) == WinLoss::Win);
    letter(wins)
}

fn letter(wins: [bool; 2]) -> char {
    match wins {
        [true, true] => 'N',
        [false, false] => 'P',
        [true, false] => 'L',
        [false, true] => 'R',
    }
}

fn grundy<E: Entry<Game: Impartial>>(parameters: Option<&str>, position: Option<&str>) -> u64 {
    let (game, at) = E::open(parameters, position).unwrap();
    let value = Grundy::default()
        .evaluate(&game, &at, &Limits::default())
        .unwrap();
    let asked = Nimber::default()
        .evaluate(&game, &at, &Limits::default())
        .unwrap();
    assert_eq!(asked, value, "{parameters:?} {position:?}");
    value.grundy.unwrap().try_into().unwrap()
}

/// The same graphs in other notations. The Petersen graph leaves a cycle of 6 points, whose moves leave a path of 3.
#[test]
fn graphs_are_read_in_other_notations() {
    let kayles = |text: &str| grundy::<NodeKayles>(None, Some(text));
    let dimacs = "c a path\np edge 5 4\ne 1 2\ne 2 3\ne 3 4\ne 4 5\n";
    for text in ["1-2,2-3,3-4,4-5", "path 5", "graph6 DhC", dimacs] {
        assert_eq!(kayles(text), 3, "{text}");
    }
    assert_eq!([kayles("cycle 6"), kayles("graph6 IheA@GUAo")], [0, 1]);
    assert_eq!(kayles("graph6 B?"), 1);
    for text in [
        "graph6 Dh",
        "graph6 ~",
        "p edge 2 1\ne 1 3",
        "p edge 3 0\nx",
        "path 65",
    ] {
        let error = <NodeKayles>::open(None, Some(text)).unwrap_err();
        assert!(matches!(error, OpenError::Position(_)), "{text}: {error}");
    }
}

/// Conway, On Numbers and Games, and Breuker et al.
#[test]
fn domineering_squares() {
    let found = ["2,2", "3,3", "4,4", "5,5"].map(|size| class::<Domineering>(Some(size), None));
    assert_eq!(found, ['N', 'N', 'N', 'P']);
    assert_eq!(class::<Domineering>(Some("3,1"), None), 'L');
    assert_eq!(class::<Domineering>(Some("1,3"), None), 'R');
}

/// The class by components.
fn class_by_parts<G>(parameters: &str) -> char
where
    Sided<G>: Entry<Game = Sided<G>> + Summands,
{
    let (game, at) = Sided::<G>::open(Some(parameters), None).unwrap();
    let mut solver = Components::apart();
    let wins = Side::BOTH.map(|side| {
        let at = game.with_side(&at, side);
        let found = solver.evaluate(&game, &at, &Limits::default()).unwrap();
        found.score == WinLoss::Win
    });
    letter(wins)
}

/// Albert, Grossman, Nowakowski, Wolfe (2005).
#[test]
fn clobber_of_two_rows() {
    let found: String = (2..=11)
        .map(|n| class_by_parts::<Clobber>(&format!("2,{n}")))
        .collect();
    assert_eq!(found, "NPNNPNNPNN");
}

#[test]
fn domineering_by_parts() {
    for size in ["4,4", "4,5", "5,4", "5,5", "3,7"] {
        let by_parts = class_by_parts::<Domineering>(size);
        assert_eq!(by_parts, class::<Domineering>(Some(size), None), "{size}");
    }
}

/// Known Grundy values of 3 × n from n = 3.
#[test]
fn cram_of_three_rows() {
    let found: Vec<_> = (3..=12)
        .map(|n| {
            let (game, at) = <Cram>::open(Some(&format!("3,{n}")), None).unwrap();
            let value = Nimber::default()
                .evaluate(&game, &at, &Limits::default())
                .unwrap();
            u64::try_from(value.grundy.unwrap()).unwrap()
        })
        .collect();
    assert_eq!(found, [0, 1, 1, 4, 1, 3, 1, 2, 0, 1]);
}

/// D. Gale (1974): all but 1 × 1 are won.
#[test]
fn chomp() {
    for (rows, columns) in (1..=6).flat_map(|rows| (1..=6).map(move |columns| (rows, columns))) {
        let zero = grundy::<Chomp>(Some(&format!("{rows},{columns}")), None) == 0;
        assert_eq!(zero, (rows, columns) == (1, 1), "{rows},{columns}");
    }
}

/// On paths it is Dawson's Kayles 0.137 (Winning Ways, ch. 4).
#[test]
fn node_kayles_on_paths() {
    let path = |n: usize| (1..=n).map(|p| p.to_string()).collect::<Vec<_>>();
    let found: Vec<_> = (1..=17)
        .map(|n| {
            let points = path(n);
            let edges: Vec<_> = points.windows(2).map(|pair| pair.join("-")).collect();
            let text = if n == 1 { "1".into() } else { edges.join(",") };
            grundy::<NodeKayles>(None, Some(&text))
        })
        .collect();
    assert_eq!(found, [1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2]);
}

/// Every point and some of the edges.
fn random_graph(random: &mut fastrand::Rng, points: u64) -> (Vec<(u64, u64)>, String) {
    let all = (0..points).flat_map(|a| (a + 1..points).map(move |b| (a, b)));
    let edges: Vec<_> = all.filter(|_| random.u8(..3) == 0).collect();
    let lone = (0..points).map(|point| point.to_string());
    let shown = edges.iter().map(|(a, b)| format!("{a}-{b}"));
    let text = lone.chain(shown).collect::<Vec<_>>().join(",");
    (edges, text)
}

/// The size of a largest matching, by trying every edge.
fn matching(edges: &[(u64, u64)], without: Option<u64>) -> usize {
    let Some(((a, b), rest)) = edges.split_first() else {
        return 0;
    };
    let skip = matching(rest, without);
    if without == Some(*a) || without == Some(*b) {
        return skip;
    }
    let left: Vec<_> = rest
        .iter()
        .copied()
        .filter(|(c, d)| ![*c, *d].iter().any(|p| p == a || p == b))
        .collect();
    skip.max(1 + matching(&left, without))
}

/// Fraenkel, Scheinerman, Ullman (1993): won exactly when every largest matching covers the token's point.
#[test]
fn geography_and_matchings() {
    let mut random = fastrand::Rng::with_seed(999);
    for _ in 0..100 {
        let points = random.u64(1..=7);
        let (edges, text) = random_graph(&mut random, points);
        for token in 0..points {
            let covers = matching(&edges, Some(token)) < matching(&edges, None);
            let (game, at) = Geography::open(None, Some(&format!("{text}/{token}"))).unwrap();
            assert_eq!(value(&game, &at) == WinLoss::Win, covers, "{text}/{token}");
            for mv in game.moves(&at) {
                let to = game.play(&at, &mv);
                assert_eq!(game.parse(&game.show(&to)).unwrap(), to);
            }
        }
    }
}

/// Winning Ways, ch. 1: a stalk of blue and red is a number, whose sign is that of its lowest edge; a green stalk
/// is a nim heap.
#[test]
fn hackenbush_classes() {
    let known = [
        ("0b1", 'L'),
        ("0r1", 'R'),
        ("0g1", 'N'),
        ("", 'P'),
        ("0b1,0r2", 'P'),
        ("0b1,1r2", 'L'),
        ("0b1,1r2,0b3,3r4,0r5", 'P'),
        ("0b1,1r2,0r3", 'R'),
        ("0g1,1g2,0g3", 'N'),
        ("0g1,1g2,0g3,3g4", 'P'),
        ("0b1,0g2", 'L'),
    ];
    for (figure, expected) in known {
        assert_eq!(
            class::<Hackenbush>(None, Some(figure)),
            expected,
            "{figure}"
        );
    }
}
