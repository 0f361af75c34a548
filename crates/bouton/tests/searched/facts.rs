//! Known counts and outcomes, through `analyze` and `solve` as people ask them. The long ones:
//! `cargo test -p bouton --test all searched:: -- --ignored`, half a minute of processor time.

use bouton::experiment::analyze;
use bouton::{How, StopReason};
use serde_json::{Value, json};

use crate::support::{by, nodes};

fn analysis(game: &str) -> Value {
    let session = bouton::Open::game(game).session().unwrap();
    let analysis = analyze(&session, &How::default()).unwrap();
    serde_json::to_value(analysis).unwrap()
}

fn counts(analysis: &Value) -> [u64; 4] {
    ["positions", "win", "loss", "draw"].map(|field| analysis[field].as_u64().unwrap())
}

fn at(game: &str, position: &str) -> Value {
    let session = bouton::open(game, position).unwrap();
    let analysis = analyze(&session, &How::default()).unwrap();
    serde_json::to_value(analysis).unwrap()
}

/// The rows left of n coins after taking from the ends: n (n + 1) / 2, and the empty one.
#[test]
fn the_empty_row_is_one_position() {
    for game in ["row-ends", "row-rest"] {
        assert_eq!(at(game, "4,5,3,1,2")["positions"], 16, "{game}");
        assert_eq!(at(game, "")["positions"], 1, "{game}");
        let sum = at("sum", &format!("{game} 4,5 + {game} 7"));
        assert_eq!(sum["positions"], 4 * 2, "{game}");
    }
    // M is 1 at the start; at 2,3/1 and 3/1, 3/2 and the end, one and the same.
    assert_eq!(at("row-doubling", "1,2,3")["positions"], 5);
}

/// The lists of heaps that can be reached, written straight from the rules of Kayles.
fn kayles(start: u64) -> usize {
    let mut seen = std::collections::BTreeSet::from([vec![start]]);
    let mut open = vec![vec![start]];
    while let Some(heaps) = open.pop() {
        for (place, heap) in heaps.iter().enumerate() {
            for taken in 1..=2.min(*heap) {
                for left in 0..=heap - taken {
                    let mut to = heaps.clone();
                    to.remove(place);
                    to.extend(
                        [left, heap - taken - left]
                            .into_iter()
                            .filter(|heap| *heap > 0),
                    );
                    to.sort_unstable();
                    if seen.insert(to.clone()) {
                        open.push(to);
                    }
                }
            }
        }
    }
    seen.len()
}

#[test]
fn lists_of_heaps_are_counted_without_their_arrangements() {
    let found = at("kayles", "20");
    assert_eq!(found["positions"], 792);
    assert!(found["up_to_symmetry"].is_null());
    assert_eq!(kayles(20), 792);
    assert_eq!(at("kayles", "30")["positions"], kayles(30));
    assert_eq!(at("nim", "2,2")["positions"], 6);
    assert_eq!(at("wythoff", "2,1")["positions"], 5);
    assert_eq!(at("sum", "kayles 20 + nim 1")["positions"], 2 * 792);
}

/// E. W. Weisstein, "Tic-Tac-Toe", MathWorld; the rows by remoteness are those of the slow solver (`reference/boards.rs`).
#[test]
fn tic_tac_toe() {
    let found = analysis("tic-tac-toe");
    assert_eq!(counts(&found), [5478, 2836, 1574, 1068]);
    assert_eq!(counts(&found["up_to_symmetry"]), [765, 390, 224, 151]);
    let rows = [
        [0, 942, 16],
        [2358, 0, 80],
        [0, 508, 200],
        [356, 0, 200],
        [0, 124, 264],
        [122, 0, 136],
        [0, 0, 138],
        [0, 0, 24],
        [0, 0, 9],
        [0, 0, 1],
    ];
    let row = |(remoteness, [win, loss, draw]): (usize, &[u64; 3])| json!({"remoteness": remoteness, "win": win, "loss": loss, "draw": draw});
    let rows: Vec<_> = rows.iter().enumerate().map(row).collect();
    assert_eq!(found["by_remoteness"], json!(rows));
    assert_eq!(found["endless"], 0);
}

/// Positions not yet ended: won, drawn and lost.
fn open_counts(analysis: &Value) -> [u64; 3] {
    let ended = &analysis["by_remoteness"][0];
    ["win", "draw", "loss"].map(|of| analysis[of].as_u64().unwrap() - ended[of].as_u64().unwrap())
}

/// J. Tromp, John's Connect Four Playground: 161,029 legal positions; by value as the project asks for them, and found here.
#[test]
fn connect_four_by_four() {
    let found = analysis("connect:4,4,4");
    assert_eq!(found["positions"], 161_029);
    assert_eq!(open_counts(&found), [38_675, 84_784, 10_830]);
}

/// J. Tromp: 1,706,255 legal positions.
#[test]
fn connect_five_rows_of_four() {
    assert_eq!(analysis("connect:5,4,4")["positions"], 1_706_255);
}

fn outcome_class(game: &str) -> String {
    let mut session = bouton::Open::game(game).session().unwrap();
    session
        .solve(&How::default())
        .unwrap()
        .class
        .unwrap()
        .to_string()
}

/// Albert, Grossman, Nowakowski and Wolfe, An introduction to Clobber, Integers 5 (2005).
#[test]
#[ignore = "boards of up to 24 stones: to 22 in the tests of the games"]
fn clobber_of_two_rows() {
    let found: String = (2..=12)
        .map(|columns| outcome_class(&format!("clobber:2,{columns}")))
        .collect();
    assert_eq!(found, "NPNNPNNPNNP");
}

/// Lemoine and Viennot, Nimbers are inevitable (2012).
#[test]
#[ignore = "boards of up to 42 cells: to 36 in the tests of the games"]
fn cram_of_three_rows() {
    let grundy = |columns: u32| {
        let mut session = bouton::Open::game(format!("cram:3,{columns}"))
            .session()
            .unwrap();
        let answer = session.solve(&How::default()).unwrap();
        answer.grundy.unwrap().to_string()
    };
    let found: Vec<_> = (3..=14).map(grundy).collect();
    assert_eq!(found.join(" "), "0 1 1 4 1 3 1 2 0 1 2 3");
}

/// A position that is too large is not answered, only bounded; a guess never replaces a value.
#[test]
fn too_large_is_not_solved() {
    for (game, solver, bounds) in [
        ("mnk:6,6,5", "alpha-beta", Some(["-1", "1"])),
        ("mnk:6,6,5", "proof-number", Some(["-1", "1"])),
        ("domineering:8,8", "alpha-beta", Some(["-1", "1"])),
        ("domineering:8,8", "proof-number", Some(["-1", "1"])),
        ("domineering:8,8", "memo", None),
    ] {
        let mut session = bouton::Open::game(game).session().unwrap();
        let how = How::by(Some(solver)).within(nodes(20_000));
        let answer = session.solve(&how).unwrap();
        let said = format!("{game} by {solver}");
        assert_eq!(answer.stopped, Some(StopReason::Nodes), "{said}");
        assert_eq!((answer.outcome, answer.margin), (None, None), "{said}");
        assert!(answer.best.is_empty() && answer.proof.is_none(), "{said}");
        let found = answer
            .bounds
            .map(|bounds| bounds.map(|bound| bound.to_string()));
        assert_eq!(
            found,
            bounds.map(|bounds| bounds.map(str::to_owned)),
            "{said}"
        );
    }
}

/// The first player wins by 1 (Allis 1988; in the last move but one), so that bounds proved earlier hold it.
#[test]
fn bounds_of_connect_four_hold_the_value() {
    let mut session = bouton::Open::game("connect-four").session().unwrap();
    for most in [1, 1000, 30_000, 300_000] {
        let limits = nodes(most);
        let how = How::by(Some("alpha-beta")).within(limits);
        let answer = session.solve(&how).unwrap();
        let bounds = answer.bounds.unwrap().map(|bound| bound.to_string());
        let [low, high] = bounds.map(|bound| bound.parse::<i32>().unwrap());
        assert!(low <= 1 && 1 <= high && low < high, "{low} to {high}");
        assert_eq!(
            (answer.stopped, answer.margin),
            (Some(StopReason::Nodes), None)
        );
    }
}

/// A solver asked for by name is refused, not passed over.
#[test]
fn analyze_takes_no_solver() {
    let session = bouton::Open::game("tic-tac-toe").session().unwrap();
    let error = analyze(&session, &by("memo")).unwrap_err();
    bouton_reference::message("a solver of analyze", error);
}

/// A green Fibonacci tree with 53 edges and a chain of 4,000 are answered without search; positions beyond the theory are
/// searched.
#[test]
fn hackenbush_by_theory() {
    fn tree(order: usize, point: usize, edges: &mut Vec<String>) {
        for order in [order.saturating_sub(1), order.saturating_sub(2)] {
            if order > 0 {
                let next = edges.len() + 1;
                edges.push(format!("{point}g{next}"));
                tree(order, next, edges);
            }
        }
    }
    let mut fibonacci = Vec::new();
    tree(8, 0, &mut fibonacci);
    let chain: Vec<_> = (0..4_000)
        .map(|n| format!("{n}{}{}", ["b", "r"][n % 2], n + 1))
        .collect();
    for (figure, class, solver) in [
        (fibonacci.join(","), "N", "closed-form"),
        (chain.join(","), "L", "closed-form"),
        ("0b1,1g2".into(), "L", "memo"),
    ] {
        let mut session = bouton::Open::game("hackenbush")
            .at(&figure)
            .session()
            .unwrap();
        let answer = session.solve(&How::default()).unwrap();
        assert_eq!(answer.class.unwrap().to_string(), class);
        assert_eq!(answer.solver, solver);
    }
}

/// Published outcomes (J. Tromp): 4 × 4 and 5 rows × 4 columns are drawn, 4 rows × 6 columns is won by the second player.
#[test]
fn known_outcomes_of_smaller_boards() {
    for (game, outcome) in [
        ("connect:4,4,4", "draw"),
        ("connect:5,4,4", "draw"),
        ("connect:4,5,4", "draw"),
        ("connect:4,6,4", "loss"),
    ] {
        let mut session = bouton::Open::game(game).session().unwrap();
        let answer = session.solve(&bouton::How::default()).unwrap();
        assert_eq!(
            (
                answer.outcome.map(bouton::Outcome::word),
                answer.solver.as_str()
            ),
            (Some(outcome), "alpha-beta"),
            "{game}"
        );
    }
}

/// Gardner 1962.
#[test]
fn three_by_three_is_lost_for_the_mover() {
    let mut session = bouton::Open::game("hexapawn:3,3").session().unwrap();
    let answer = session.solve(&bouton::How::default()).unwrap();
    assert_eq!(answer.outcome, Some(bouton::Outcome::Loss));
}

/// Dudeney: the first player wins, beginning with 1, 2 or 5.
#[test]
fn begin_with_one_two_or_five() {
    let mut session = bouton::Open::game("thirty-one").session().unwrap();
    let answer = session.solve(&bouton::How::default()).unwrap();
    assert_eq!(answer.outcome, Some(bouton::Outcome::Win));
    let best: Vec<_> = answer.best.iter().map(|best| best.name.as_str()).collect();
    assert_eq!(best.len(), 3, "{best:?}");
    assert!(
        ["1", "2", "5"].iter().all(|card| best.contains(card)),
        "{best:?}"
    );
}

#[test]
fn bad_boards_are_refused() {
    for at in "XX./.../... XXX/OOO/... XXX/OO./O.. X.O/... X.O/.?./... X.O/..../...".split(' ') {
        assert!(bouton::open("tic-tac-toe", at).is_err(), "{at}");
    }
    for game in "mnk: mnk:3,3 mnk:3,3,0 mnk:3,x,3 mnk:99,99,5 tic-tac-toe:3,3,3".split(' ') {
        assert!(bouton::Open::game(game).session().is_err(), "{game}");
    }
}

#[test]
fn bad_histories_are_refused() {
    for at in ["11111", "6666551", "7", "0", "1;2", "66666"] {
        assert!(bouton::open("thirty-one", at).is_err(), "{at}");
    }
}
