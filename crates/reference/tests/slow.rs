//! The slow solver on games whose values are known.

use bouton_reference::{Contents, Move, Slow, Value, of_checker};
use bouton_verify::position::Played;

fn value(score: i64, plies: impl Into<Option<u32>>) -> Value {
    let plies = plies.into();
    Value { score, plies }
}

/// Kayles: Guy and Smith (1956).
#[test]
fn kayles() {
    let (rules, mut slow) = of_checker(&Played::normal("octal:0.77"), "11").unwrap();
    let grundy = |heap: u64| slow.grundy(&rules.read(&heap.to_string()).unwrap());
    let found: Vec<u64> = (0..12).map(grundy).collect();
    assert_eq!(found, [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]);
}

/// E. W. Weisstein, "Tic-Tac-Toe", MathWorld; whatever is asked first, the values are the same.
#[test]
fn tic_tac_toe() {
    let played = Played::normal("mnk:3,3,3");
    let (rules, mut slow) = of_checker(&played, ".../.../...").unwrap();
    let start = rules.read(".../.../...").unwrap();
    let all = slow.reachable(&start);
    assert_eq!(all.len(), 5478);
    let late_first: Vec<Value> = all.iter().rev().map(|at| slow.value(at)).collect();
    let (_, mut slow) = of_checker(&played, ".../.../...").unwrap();
    let early_first: Vec<Value> = all.iter().map(|at| slow.value(at)).collect();
    assert!(early_first.iter().eq(late_first.iter().rev()));
    let count = |score| early_first.iter().filter(|at| at.score == score).count();
    assert_eq!([1, -1, 0].map(count), [2836, 1574, 1068]);
    assert_eq!(early_first[0], value(0, 9));
}

/// Play that comes back, moves that keep the turn, and a drawn end that only one player hurries to: each worked out by hand.
#[test]
fn play_that_comes_back() {
    let moves: [&[(u8, bool)]; 8] = [
        &[],                       // 0: lost for who would move
        &[(0, false)],             // 1: won in 1
        &[(1, false), (3, false)], // 2: there and back between 2 and 3, or lost: drawn without end
        &[(2, false)],             // 3
        &[(1, true)],              // 4: won in 2, the turn kept
        &[(4, false), (1, false)], // 5: lost in 3
        &[],                       // 6: drawn
        &[(6, false), (2, false)], // 7: drawn in 1
    ];
    let mut slow = Slow::new(false, |at: &u8| match at {
        0 => Contents::Over(-1),
        6 => Contents::Over(0),
        _ => {
            let moves = moves[usize::from(*at)].iter();
            let step = |&(to, again): &(u8, bool)| Move { to, gain: 0, again };
            Contents::Open(moves.map(step).collect())
        }
    });
    let found: Vec<Value> = (0..8).map(|at| slow.value(&at)).collect();
    let expected = [
        value(-1, 0),
        value(1, 1),
        value(0, None),
        value(0, None),
        value(1, 2),
        value(-1, 3),
        value(0, 0),
        value(0, 1),
    ];
    assert_eq!(found, expected);
    assert_eq!(slow.best(&7), [6, 2]);
    assert_eq!(slow.best(&2), [3]);
}

/// Points that are earned, and a turn that is kept for it.
#[test]
fn points() {
    let (rules, mut slow) = of_checker(&Played::normal("row-ends"), "4,5,3,1,2").unwrap();
    let start = rules.read("4,5,3,1,2").unwrap();
    assert_eq!(slow.value(&start).score, 1);
    let played = Played::normal("dots-and-boxes:1,3");
    let (rules, mut slow) = of_checker(&played, ".../..../...").unwrap();
    let start = rules.read(".../..../...").unwrap();
    assert_eq!(slow.value(&start).score, -1);
}
