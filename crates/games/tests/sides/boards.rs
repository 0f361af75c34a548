//! Games of marks on rows and boards.

use std::collections::HashMap;

use bouton_core::{Disjunctive, Entry, Notation, Partizan, Side};
use bouton_games::sides::*;

use super::held::*;
use super::slow;

#[test]
fn toads_and_frogs() {
    all_rows::<ToadsAndFrogs>("tf.", 1..=7, slow::toads);
    random_boards::<ToadsAndFrogs>("ttff...#", [150, 1, 11], slow::toads);
    random_boards::<ToadsAndFrogs>("tf..", [20, 2, 5], slow::toads);
}

#[test]
fn elephants_and_rhinos() {
    all_rows::<ElephantsAndRhinos>("tf.", 1..=7, slow::elephants);
    random_boards::<ElephantsAndRhinos>("ttff...#", [150, 1, 11], slow::elephants);
}

#[test]
fn konane() {
    all_boards::<Konane>("XO.", 6, slow::konane);
    random_boards::<Konane>("XXXOOO..#", [150, 3, 4], slow::konane);
    random_boards::<Konane>("XO.", [60, 4, 4], slow::konane);
    random_boards::<Konane>("XO.", [40, 1, 14], slow::konane);
}

#[test]
fn fission() {
    all_boards::<Fission>("X.", 9, slow::fission);
    random_boards::<Fission>("X....#", [80, 3, 4], slow::fission);
    against::<Fission>("...../..X../.....", slow::fission);
}

#[test]
fn amazons() {
    all_boards::<Amazons>("XO.#", 4, slow::amazons);
    random_boards::<Amazons>("XO...##", [120, 2, 4], slow::amazons);
    random_boards::<Amazons>("X#O#.#.##.##", [120, 3, 4], slow::amazons);
}

#[test]
fn nogo() {
    allowed_boards::<NoGo>("XO.", 6, slow::nogo_allows, slow::nogo);
    allowed_boards::<NoGo>("XO.#", 4, slow::nogo_allows, slow::nogo);
    let mut random = Random(4711);
    for _ in 0..60 {
        let text = rows(&random.text("XO...#", 9), 3);
        allowed::<NoGo>(&text, slow::nogo_allows, slow::nogo);
    }
    against::<NoGo>("........", slow::nogo);
}

#[test]
fn toppling_dominoes() {
    all_rows::<TopplingDominoes>("lre", 1..=6, slow::toppling);
    random_boards::<TopplingDominoes>("llrre.", [100, 1, 10], slow::toppling);
}

#[test]
fn push_and_shove() {
    all_rows::<Push>("lr.", 1..=6, slow::push);
    all_rows::<Shove>("lr.", 1..=6, slow::shove);
}

/// Boards with stones of both players: those that may lie there, and no others, are positions.
fn coloured_boards<E: Entry<Game: Disjunctive>>(
    cells: usize,
    columns: usize,
    allows: fn(&slow::Board) -> bool,
    options: slow::Options,
) {
    let mut known = HashMap::new();
    for text in texts("XO.", cells) {
        let text = rows(&text, columns);
        let opened = E::open(None, Some(&text)).ok();
        assert_eq!(opened.is_some(), allows(&slow::board(&text)), "{text}");
        let Some((game, at)) = opened else {
            continue;
        };
        let again = game.parse(&game.show(&at)).unwrap();
        assert_eq!(again, at, "{text}");
        let mut held = Held::of(game);
        for side in Side::BOTH {
            let board = slow::board(&text);
            let expected = slow::wins(&board, side, &options, &mut known);
            assert_eq!(held.wins(&at, side), expected, "{text} {side:?}");
            let moves = held.game.0.moves(&at, side).count();
            assert_eq!(moves, options(&board, side).len(), "{text} {side:?}");
        }
    }
}

#[test]
fn snort_and_col_on_boards() {
    for columns in [2, 3, 6] {
        coloured_boards::<Snort>(6, columns, slow::snort_allows, slow::snort);
        coloured_boards::<Col>(6, columns, slow::col_allows, slow::col);
    }
    coloured_boards::<Snort>(8, 8, slow::snort_allows, slow::snort);
    coloured_boards::<Col>(8, 8, slow::col_allows, slow::col);
}
