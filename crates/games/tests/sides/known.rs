//! Values that are published or that other programs compute.

use bouton_core::partizan::Turn;
use bouton_core::{Disjunctive, Entry, Limits, Notation, Partizan, Side, Sided, Solver, WinLoss};
use bouton_games::boards::{Clobber, Domineering};
use bouton_games::graphs::Hackenbush;
use bouton_games::sides::*;
use bouton_solvers::Components;

/// The class of a position, by its parts.
fn class<E: Entry<Game: Disjunctive + Partizan>>(parameters: Option<&str>, position: &str) -> char {
    let (game, at) =
        E::open(parameters, Some(position)).unwrap_or_else(|e| panic!("{position}: {e}"));
    let game = Sided::of(game);
    let mut solver = Components::apart();
    let wins = Side::BOTH.map(|side| {
        let turn = Turn {
            side,
            at: at.clone(),
        };
        let found = solver.evaluate(&game, &turn, &Limits::default());
        found.unwrap().score == WinLoss::Win
    });
    match wins {
        [true, true] => 'N',
        [false, false] => 'P',
        [true, false] => 'L',
        [false, true] => 'R',
    }
}

/// Positions, each with the class that its value has.
fn classes<E: Entry<Game: Disjunctive + Partizan>>(known: &str) {
    for (position, expected) in known.split("; ").map(|fact| fact.rsplit_once(' ').unwrap()) {
        assert_eq!(
            class::<E>(None, position).to_string(),
            expected,
            "{position}"
        );
    }
}

/// The classes of values that CGSuite 2.2 and a program of the project's compute alike (of konane: cgt 0.11, of nogo, push
/// and shove: pycgt 0.2): `lrrl` is ↑, so Left's.
#[test]
fn classes_of_known_values() {
    classes::<ToadsAndFrogs>(
        "t.ff N; t.fff N; t...fff R; t.fffff N; t..fffff R; t...fffff R; tt..ff N; tt...ff N; tt.fff N; tt..fff N; \
         tt.ffff N; tt...ffff R; tt.fffff N; ttt.fff N; ttt..fff N; ttttt.fffff N; tftf.tf P; tftft.f N; .ttftff P; \
         tt.f.f P; tt..tff L; ttt..ff N; tttt..fff N; ttttt..fff N; tttt.f N; ttttt..ff N; ttttt...ff L",
    );
    classes::<ElephantsAndRhinos>("t..f P; tt..ff P; tttt..fff L; tt.f.f N");
    classes::<Cutcake>("1x2 L; 2x1 R; 3x2 P; 3x4 L; 5x7 P; 4x9 L");
    classes::<Cutcake>("1,2 L; 2,1 R; 3,2 P; 4, 9 L");
    classes::<MaundyCake>("6x4 P; 9x8 L; 12x5 R; 7x6 L");
    classes::<Eatcake>("2x3 L; 2x4 N; 4x4 N; 1x6 R");
    classes::<TopplingDominoes>(
        "rl N; llr N; lrlr N; lrrl L; ere N; lre N; eee N; lere N; llrlr N; lrrlr N; elr N; leer N; llrrl L; lrllr N",
    );
    classes::<Amazons>(
        "x..o N; x.|.o P; x..|..o N; x.o|... N; x..|o.. N; xo|.. P; .x.|... L; x.o|o.x P",
    );
    classes::<Konane>(
        ".ox. N; xo. L; xox. R; xoxo. L; .xo.|xo.x L; .ox.|o..x|.... N; xoxo|o.xo|xoxo R; ox.o|xoxo|oxox|xoxo R",
    );
    classes::<Snort>(
        "path 5 N; path 6 N; path 7 N; cycle 4 P; cycle 5 N; cycle 7 N; grid 2x2 P; grid 2x3 N",
    );
    classes::<Col>(
        "path 1 N; path 2 P; path 4 P; path 5 P; path 7 P; cycle 3 P; cycle 6 P; grid 2x3 P",
    );
    classes::<Fission>(
        ".....|..x..|..... R; ....|.xx.|.... P; .....|.....|..x..|.....|..... P; ..x.|....|..x.|.... R",
    );
    classes::<NoGo>(". P; .. N; ..... N; x.. N; x.o P; x.x P; .x.. N; .x.o. N");
    classes::<Push>("l. L; .lr R; .rl L; ..l L; .l.r R; rl.l L");
    classes::<Shove>(".lr R; lr. R; .rl L; ..l L; rl.l L; l.r R");
}

/// The same of the games that have types of their own; boards are as large as they are written.
#[test]
fn classes_of_known_values_on_other_boards() {
    classes::<Domineering>(
        "...|.## R; ...|#.# N; .#.|...|#.# L; ...|...|..# N; ...#|....|....|#... P; .....|.###. R; ..#|...|#.. N; \
         ....|....|#..# R; .#..|....|..#. P; ....|.##.|.##.|.... P; .....|.....|..#.. R",
    );
    classes::<Clobber>(
        "xox N; xoxo N; xoxoxox R; xoxoxoxo N; xoxoxoxoxox R; xxxo L; xxoo P; oxxoxx L; xoox P; xxoxoo N; xooxxo N; \
         xxxooo P; xo|ox N; xox|oxo P; xoxo|oxox N; xxo|oox N; xo|ox|xo P; xox|oxo|xox N; xxo|o.x|xoo P; \
         xoxo|oxox|xoxo P",
    );
    classes::<Hackenbush>(
        "b L; bb L; brb L; brbr L; bbrbrr L; rb R; rbb R; gbr N; ggb N; bbg L; bgg L; brgb L; gggb N; bgb L; bbbg L; \
         0b1,1b2,1r3,3b4 L; 0g1,1b2,1r3 N; 0b1,1b2,2r3,1r4 L",
    );
}

#[test]
fn classes_of_partizan_subtraction() {
    for (sets, known) in [
        ("1,3/2,3", "1 L; 2 N; 3 N; 8 L"),
        ("1,2/1,3", "1 N; 4 L; 5 L; 6 L; 8 L"),
        ("2,4/1,3", "2 N; 3 R; 4 N; 6 R; 7 N"),
        ("1,4/2,3", "4 L"),
        ("1/2", "1 L; 2 N; 3 P; 4 L; 5 N"),
    ] {
        for (heap, expected) in known.split("; ").map(|fact| fact.rsplit_once(' ').unwrap()) {
            let found = class::<PartizanSubtraction>(Some(sets), heap);
            assert_eq!(found.to_string(), expected, "{sets} {heap}");
        }
    }
}

/// J. Erickson, New Toads and Frogs Results (1996): tᵃ.fᵇ is * for a, b ≥ 2; tᵃ...ff is (a − 2)*.
#[test]
fn families_of_toads_and_frogs() {
    for (a, b) in (2..6).flat_map(|a| (2..6).map(move |b| (a, b))) {
        let text = format!("{}.{}", "t".repeat(a), "f".repeat(b));
        assert_eq!(class::<ToadsAndFrogs>(None, &text), 'N', "{text}");
    }
    for a in 2..6 {
        let text = format!("{}...ff", "t".repeat(a));
        let expected = if a == 2 { 'N' } else { 'L' };
        assert_eq!(class::<ToadsAndFrogs>(None, &text), expected, "{text}");
    }
}

/// Winning Ways, ch. 2: m × n with m ≤ n is worth ⌊n/2^k⌋ − 1, 2^k being the greatest power of two up to m.
#[test]
fn values_of_cutcake() {
    for (m, n) in (1..8u32).flat_map(|m| (m..16).map(move |n| (m, n))) {
        let value = n / (1 << m.ilog2()) - 1;
        let balanced = format!("{m}x{n},{}", vec!["2x1"; value as usize].join(","));
        let found = class::<Cutcake>(None, balanced.trim_end_matches(','));
        assert_eq!(found, 'P', "{balanced}");
    }
}

/// How many independent parts a position is known to have.
fn parts<E: Entry<Game: Disjunctive + Partizan>>(position: &str) -> Vec<String> {
    let (game, at) = E::open(None, Some(position)).unwrap();
    game.summands(&at)
        .iter()
        .map(|part| game.show(part))
        .collect()
}

#[test]
fn what_cannot_meet_is_apart() {
    assert!(parts::<ToadsAndFrogs>("f..t").is_empty());
    assert_eq!(parts::<ToadsAndFrogs>(".f...t."), [".f#####", "#####t."]);
    assert_eq!(parts::<ToadsAndFrogs>("t.ttff.f"), ["t.######", "######.f"]);
    assert_eq!(parts::<ToadsAndFrogs>("t.ff"), ["t.ff"]);
    assert_eq!(parts::<ElephantsAndRhinos>("t.tf.f"), ["t.####", "####.f"]);
    assert_eq!(
        parts::<Konane>("XO./.../OX."),
        ["XO./###/###", "###/###/OX."]
    );
    assert_eq!(parts::<Amazons>("X.#.X/..#.O").len(), 2);
    assert_eq!(parts::<Amazons>("X.#.."), ["X.###"]);
    assert_eq!(parts::<Snort>("a-b,b-c/a/c"), ["a-b,b-c/a/c"]);
    assert_eq!(parts::<Snort>("a-b,b-c/a,b").len(), 2);
    assert_eq!(parts::<Col>("a-b/a/b").len(), 2);
    assert_eq!(parts::<Cutcake>("2x3,1x1,2x2"), ["2x2", "2x3"]);
    assert_eq!(parts::<Fission>("X..#.X.").len(), 1);
}
