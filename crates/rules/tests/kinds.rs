//! The kind of game of a rule file, and the known values of such games.

use bouton_core::solver::Solver;
use bouton_core::{
    Alternating, Limits, Margin, Notation, Outcome, RuleError, Score, WinDrawLoss, asked,
};
use bouton_external::{ExternalRules, Opened, open};
use bouton_reference::{message, messages};
use bouton_rules::{Fault, RuleFile, Rules};
use bouton_solvers::alpha_beta::{AlphaBeta, Plain};
use bouton_solvers::{ByValues, Components, Grundy, Memo, Nimber, OnGraph};

fn read(text: &str) -> Opened<Rules> {
    let file = RuleFile::of("game.star", text, None);
    open(Rules::of(file.unwrap()))
}

fn fault(text: &str) -> Fault {
    RuleFile::of("game.star", text, None).unwrap_err()
}

const SUBTRACTION: &str = "
start = 21
def moves(n):
    return [n - k for k in (1, 2, 3) if k <= n]
";

fn evaluate<G: Alternating + Notation, S: Solver<G>>(
    solver: &mut S,
    game: &G,
    at: &str,
) -> (Outcome, Option<u32>) {
    let at = game.parse(at).unwrap();
    let value = solver.evaluate(game, &at, &Limits::default()).unwrap();
    (value.score.outcome(), value.remoteness)
}

#[test]
fn a_loop_free_impartial_game_has_grundy_values() {
    let Opened::Impartial(game) = read(&format!("{SUBTRACTION}def plies_left(n): return n\n"))
    else {
        panic!("it has plies_left and no outcome")
    };
    let mut solver = Grundy::default();
    for n in 0..30 {
        let at = game.parse(&n.to_string()).unwrap();
        let value = solver.evaluate(&game, &at, &Limits::default()).unwrap();
        assert_eq!(value.grundy, Some((n % 4u32).into()));
    }
}

#[test]
fn without_a_vouched_end_the_same_values_come_out() {
    let Opened::Outcome(game) = read(SUBTRACTION) else {
        panic!("nothing vouches for its end")
    };
    for n in 0..30u32 {
        let outcome = if n % 4 == 0 {
            Outcome::Loss
        } else {
            Outcome::Win
        };
        let text = n.to_string();
        assert_eq!(evaluate(&mut Grundy::default(), &game, &text).0, outcome);
        assert_eq!(
            evaluate(&mut OnGraph::retrograde(), &game, &text).0,
            outcome
        );
    }
}

#[test]
fn a_cycle_is_a_draw_or_refused() {
    let round = "
start = 0
def moves(n):
    return [(n + 1) % 3]
";
    let Opened::Outcome(game) = read(round) else {
        panic!("nothing vouches for its end")
    };
    assert_eq!(
        evaluate(&mut OnGraph::retrograde(), &game, "0"),
        (Outcome::Draw, None)
    );
    let at = game.rules().start().unwrap();
    let answer = asked(|| Grundy::default().evaluate(&game, &at, &Limits::default()));
    let Err(RuleError::Broken(told)) = answer else {
        panic!("the cycle was not noticed")
    };
    message("a cycle", told);
}

/// Take one or two from 7, the mover earns what is taken; best play of the pile was worked out by hand:
/// D(0) = 0, D(n) = max(1 - D(n - 1), 2 - D(n - 2)) = 0 1 2 1 2 1 2 ….
#[test]
fn points_are_counted() {
    let text = "
start = 7
points = True
def moves(n):
    return [('take %d' % k, n - k, k) for k in (1, 2) if k <= n]
";
    let Opened::Points(game) = read(text) else {
        panic!("points without plies_left")
    };
    let mut by_hand = vec![0i64, 1];
    for n in 2..20 {
        by_hand.push((1 - by_hand[n - 1]).max(2 - by_hand[n - 2]));
    }
    for (n, margin) in by_hand.into_iter().enumerate() {
        let at = game.parse(&n.to_string()).unwrap();
        let value = Memo::default()
            .evaluate(&game, &at, &Limits::default())
            .unwrap();
        assert_eq!(value.score, Margin(margin));
    }
}

#[test]
fn a_kept_turn_and_the_last_mover_losing_are_heard() {
    let text = "
start = 5
last = 'loses'
def moves(n):
    return [n - k for k in (1, 2) if k <= n]
def turn(before, after):
    return 'same' if before - after == 2 else 'other'
def plies_left(n):
    return n
";
    let Opened::Outcome(game) = read(text) else {
        panic!("it has turn")
    };
    /// The mover's worth, straight from the rules.
    fn wins(n: i32) -> bool {
        if n == 0 {
            return true;
        }
        (n >= 1 && !wins(n - 1)) || (n >= 2 && wins(n - 2))
    }
    for n in 0..12 {
        let outcome = if wins(n) {
            WinDrawLoss::Win
        } else {
            WinDrawLoss::Loss
        };
        assert_eq!(
            evaluate(&mut Memo::default(), &game, &n.to_string()).0,
            outcome.outcome()
        );
    }
}

#[test]
fn left_and_right_have_moves_of_their_own() {
    let text = "
start = (2, 3)
def left(p): return [(p[0] - 1, p[1])] if p[0] else []
def right(p): return [(p[0], p[1] - 1)] if p[1] else []
def plies_left(p): return p[0] + p[1]
";
    let Opened::Partizan(game) = read(text) else {
        panic!("it has left and right")
    };
    for (at, outcome) in [
        ("2,3", Outcome::Loss),
        ("3,2", Outcome::Win),
        ("2,2 R", Outcome::Loss),
    ] {
        assert_eq!(evaluate(&mut Memo::default(), &game, at).0, outcome, "{at}");
    }
}

#[test]
fn mistakes_are_told_with_their_place() {
    messages("mistakes in rule files", |text| {
        fault(&format!("{text}\n")).to_string()
    });
}

#[test]
fn a_fault_at_a_move_is_thrown_to_whoever_asks() {
    let text = "
start = 9
def moves(n):
    if n == 3:
        return [n + 'x']
    return [n - 1] if n else []
";
    let Opened::Outcome(game) = read(text) else {
        panic!("nothing vouches for its end")
    };
    let at = game.rules().start().unwrap();
    let answer = asked(|| OnGraph::retrograde().evaluate(&game, &at, &Limits::default()));
    let Err(RuleError::Broken(message)) = answer else {
        panic!("the fault was not thrown")
    };
    assert!(message.starts_with("game.star:5:"), "{message}");
    assert!(message.ends_with("in moves(3)"), "{message}");
}

/// Solvers rely on the height, so a height that does not fall is an error in every solver.
#[test]
fn plies_left_that_do_not_fall_are_told_to_every_solver() {
    const HASTY: &str = "
start = 9
def moves(n):
    return [n - k for k in (0, 1, 2) if k <= n]
def plies_left(n):
    return n
";
    fn told<G: Alternating>(game: &G, at: &G::Position, mut solver: impl Solver<G>) -> String {
        match asked(|| solver.evaluate(game, at, &Limits::default())) {
            Err(RuleError::Broken(message)) => message,
            other => panic!("{other:?}"),
        }
    }
    let Opened::Impartial(game) = read(HASTY) else {
        panic!("it has plies_left and no outcome")
    };
    let at = game.rules().start().unwrap();
    for told in [
        told(&game, &at, Grundy::default()),
        told(&game, &at, Nimber::default()),
        told(&game, &at, Memo::default()),
        told(&game, &at, OnGraph::minimax()),
        told(&game, &at, OnGraph::proof_number()),
        told(&game, &at, OnGraph::retrograde()),
        told(&game, &at, AlphaBeta::<_, Plain>::default()),
    ] {
        message("plies_left that do not fall", told);
    }
}

#[test]
fn parameters_are_handed_out_in_order() {
    let text = "
most = parameter('most', 3)
word = parameter('word', 'a')
heaps = parameter('heaps', [1, 2])
start = (most, word, heaps)
def moves(p): return []
";
    let start = |parameters| {
        let file = RuleFile::of("g.star", text, parameters)?;
        let Opened::Outcome(game) = open(Rules::of(file)) else {
            panic!("nothing vouches for its end")
        };
        Ok::<_, Fault>(game.show(&game.rules().start().unwrap()))
    };
    assert_eq!(start(None).unwrap(), "(3, \"a\", (1, 2))");
    assert_eq!(start(Some("5,b,7,8,9")).unwrap(), "(5, \"b\", (7, 8, 9))");
    message("a parameter of another type", start(Some("x")).unwrap_err());
    assert!(RuleFile::of("g.star", "def moves(n): return []", Some("1")).is_err());
}

/// NoGo on a strip, with and without what is known of its parts.
const NOGO: &str = include_str!("../../../docs/nogo.star");

#[test]
fn parts_and_negatives_of_left_and_right_change_no_winner() {
    let (bare, _) = NOGO.split_once("def summands").unwrap();
    let [whole, apart] = [bare, NOGO].map(|text| match read(text) {
        Opened::Partizan(game) => game,
        _ => panic!("it has left and right"),
    });
    let (mut slow, mut quick) = (Memo::default(), Components::apart());
    let (mut searched, mut valued) = (Components::whole(), ByValues::apart());
    for n in 0..3u32.pow(7) {
        let strip: String = (0..7)
            .map(|i| ['.', 'X', 'O'][(n / 3u32.pow(i) % 3) as usize])
            .collect();
        for at in [strip.clone(), strip + " R"] {
            let expected = evaluate(&mut slow, &whole, &at).0;
            assert_eq!(evaluate(&mut searched, &whole, &at).0, expected, "{at}");
            if is_legal(&at) {
                assert_eq!(evaluate(&mut quick, &apart, &at).0, expected, "{at}");
                assert_eq!(evaluate(&mut valued, &apart, &at).0, expected, "{at}");
            }
        }
    }
}

/// Whether every block has a free neighbour.
fn is_legal(strip: &str) -> bool {
    let strip = strip.trim_end_matches(" R");
    let blocks = strip.replace("XO", "X|O").replace("OX", "O|X");
    let blocks = blocks.replace("XO", "X|O").replace("OX", "O|X");
    let has_no_stones = |part: &str| !part.contains(['X', 'O']);
    let breathes = |block: &str| block.contains('.') || has_no_stones(block);
    blocks.split('|').all(breathes)
}

#[test]
fn what_is_untrue_of_parts_is_found() {
    for (right, wrong, kind) in [
        (r#""XO", "X|O""#, r#"".X", ".|X""#, "summands are unsound"),
        (
            r#"replace("x", "O")"#,
            r#"replace("x", "X")"#,
            "negative is unsound",
        ),
    ] {
        assert!(NOGO.contains(right));
        let file = RuleFile::of("nogo.star", &NOGO.replace(right, wrong), None).unwrap();
        let report = bouton_rules::check::check(&file, &[], &Limits::default());
        let found = report.mistakes.iter().any(|mistake| mistake.contains(kind));
        assert!(found, "{:?}", report.mistakes);
    }
    let file = RuleFile::of("nogo.star", NOGO, None).unwrap();
    let report = bouton_rules::check::check(&file, &[], &Limits::default());
    assert_eq!(report.mistakes, Vec::<String>::new());
}

#[test]
fn negative_goes_with_left_and_right() {
    let fault = fault(&format!("{SUBTRACTION}def negative(n):\n    return n\n"));
    message("negative without left and right", fault);
}

/// Boards are not heaps: their Grundy values are found by questions, and equal to those found by looking at all.
#[test]
fn grundy_values_of_boards_are_asked_for() {
    let text = include_str!("../../../examples/knight.star");
    let Opened::Impartial(game) = read(text) else {
        panic!("both have the same moves")
    };
    let start = game.rules().start().unwrap();
    let limits = Limits::default();
    let by_questions = Nimber::default().evaluate(&game, &start, &limits).unwrap();
    let by_all = Grundy::default().evaluate(&game, &start, &limits).unwrap();
    assert_eq!(by_questions.grundy, by_all.grundy);
}

/// A heap from which both take; the rest belongs to the other player.
const REST: &str = include_str!("../../../docs/rest.star");

#[test]
fn left_and_right_with_points_are_a_scoring_game() {
    let Opened::PartizanPoints(game) = read(REST) else {
        panic!("it has left, right and a score")
    };
    let value = |at: &str| {
        let at = game.parse(at).unwrap();
        let value = Memo::default().evaluate(&game, &at, &Limits::default());
        value.unwrap().score
    };
    assert_eq!([value("4"), value("4 R")], [Margin(4), Margin(2)]);
    assert_eq!([value("1"), value("1 R")], [Margin(1), Margin(-1)]);
    let single = REST.replace("return (-n, n)", "return -n");
    let Opened::PartizanPoints(game) = read(&single) else {
        panic!("it has left, right and a score")
    };
    let at = game.parse("1 R").unwrap();
    let value = Memo::default().evaluate(&game, &at, &Limits::default());
    assert_eq!(
        value.unwrap().score,
        Margin(1),
        "Right cannot move: -1 for Left"
    );
}

#[test]
fn what_does_not_go_with_points_of_left_and_right_is_refused() {
    messages("beside points of Left and Right", |more| {
        fault(&format!("{REST}{more}\n")).to_string()
    });
    let told = |change: [&str; 2]| {
        let opened = read(&REST.replace(change[0], change[1]));
        let (Opened::PartizanPoints(_) | Opened::Partizan(_)) = &opened else {
            panic!("it has left and right")
        };
        let answer = match &opened {
            Opened::PartizanPoints(game) => asked(|| {
                let at = game.parse("10").unwrap();
                Memo::default()
                    .evaluate(game, &at, &Limits::default())
                    .is_ok()
            }),
            Opened::Partizan(game) => asked(|| {
                let at = game.parse("10").unwrap();
                Memo::default()
                    .evaluate(game, &at, &Limits::default())
                    .is_ok()
            }),
            _ => unreachable!("just seen"),
        };
        match answer {
            Err(RuleError::Broken(message)) => message,
            other => panic!("{other:?}"),
        }
    };
    messages("wrong scores", |wrong| told(["(-n, n)", wrong]));
    // Without a score, and points of no game of points.
    let ending = told(["def score(n)", "def ending(n)"]);
    message("points of no game of points", ending);
}

/// The check of rule files knows the kind: nothing is wrong here, and points that nothing earns are.
#[test]
fn the_check_knows_points_of_left_and_right() {
    let report = |text: &str| {
        let file = RuleFile::of("game.star", text, None).unwrap();
        bouton_rules::check::check(&file, &[], &Limits::default())
    };
    let told = report(REST);
    assert!(
        told.mistakes.is_empty() && told.notes.is_empty(),
        "{told:?}"
    );
    message("the kind of points of Left and Right", told.kind);
    let nothing = "points = True\nstart = 3\ndef left(n): return [n - 1] if n else []\ndef right(n): return left(n)\ndef plies_left(n): return n\n";
    message(
        "points that nothing earns",
        report(nothing).mistakes.join("\n"),
    );
}
