//! Games of Left and Right on boards, with either player to move.

use std::collections::BTreeMap;

use super::{Compared, is_position, random_text, rows_of, texts};

/// This many positions that play can reach from one board.
const MOST: usize = 50;

/// Every one of some texts, which are boards of one size.
fn all(game: &str, texts: &[String]) {
    let Some(first) = texts.first() else {
        return;
    };
    let mut compared = Compared::open(game, false, Some(first));
    compared.check_all(texts);
}

/// All rows of up to this many signs.
fn all_rows(game: &str, signs: &str, longest: usize) {
    for length in 1..=longest {
        all(game, &texts(signs, length));
    }
}

/// Every board of this many cells in every shape.
fn boards(signs: &str, cells: usize) -> Vec<Vec<String>> {
    let widths = (1..=cells).filter(|columns| cells.is_multiple_of(*columns));
    let texts = texts(signs, cells);
    widths
        .map(|columns| texts.iter().map(|text| rows_of(text, columns)).collect())
        .collect()
}

/// Random boards with all that play can reach from them.
fn random_boards(game: &str, signs: &str, [number, height, width]: [usize; 3]) {
    let mut random = fastrand::Rng::with_seed(4711);
    let mut opened: Option<Compared> = None;
    for _ in 0..number {
        let text = rows_of(&random_text(&mut random, signs, height * width), width);
        let open = || Compared::open(game, false, Some(&text));
        let compared = opened.get_or_insert_with(open);
        compared.check_reachable(&text, MOST);
    }
}

fn reachable(game: &str, position: Option<&str>) {
    let mut compared = Compared::open(game, false, position);
    let start = compared.session.position().unwrap();
    compared.check_reachable(&start, usize::MAX);
}

#[test]
fn toads_and_frogs() {
    all_rows("toads-and-frogs", "tf.", 7);
    random_boards("toads-and-frogs", "ttff...#", [150, 1, 11]);
    random_boards("toads-and-frogs", "tf..", [20, 2, 5]);
}

#[test]
fn games_in_which_play_comes_back() {
    all_rows("northcott", "LR.", 4);
    random_boards("northcott", "LR..#", [8, 2, 4]);
    all_rows("backsliding-toads-and-frogs", "tf.", 4);
    random_boards("backsliding-toads-and-frogs", "ttff...#", [8, 1, 8]);
    for misere in [false, true] {
        let mut compared = Compared::open("northcott", misere, Some("L..R/.RL."));
        compared.check_reachable("L..R/.RL.", MOST);
    }
}

#[test]
fn elephants_and_rhinos() {
    all_rows("elephants-and-rhinos", "tf.", 7);
    random_boards("elephants-and-rhinos", "ttff...#", [150, 1, 11]);
}

#[test]
fn konane() {
    for texts in boards("XO.", 6) {
        all("konane", &texts);
    }
    random_boards("konane", "XXXOOO..#", [150, 3, 4]);
    random_boards("konane", "XO.", [60, 4, 4]);
    random_boards("konane", "XO.", [40, 1, 14]);
}

#[test]
fn fission() {
    for texts in boards("X.", 9) {
        all("fission", &texts);
    }
    random_boards("fission", "X....#", [80, 3, 4]);
    reachable("fission", Some("...../..X../....."));
}

#[test]
fn amazons() {
    for texts in boards("XO.#", 4) {
        all("amazons", &texts);
    }
    random_boards("amazons", "XO...##", [120, 2, 4]);
    random_boards("amazons", "X#O#.#.##.##", [120, 3, 4]);
}

/// Boards that both rules allow, and no others, are positions.
fn allowed(game: &str, texts: Vec<String>) {
    let mut texts = texts;
    texts.retain(|text| is_position(game, text));
    assert!(!texts.is_empty());
    all(game, &texts);
}

#[test]
fn nogo() {
    for texts in boards("XO.", 6).into_iter().chain(boards("XO.#", 4)) {
        allowed("nogo", texts);
    }
    let mut random = fastrand::Rng::with_seed(4711);
    for _ in 0..60 {
        let text = rows_of(&random_text(&mut random, "XO...#", 9), 3);
        if is_position("nogo", &text) {
            Compared::open("nogo", false, Some(&text)).check_reachable(&text, MOST);
        }
    }
    reachable("nogo", Some("........"));
}

#[test]
fn snort_and_col_on_boards() {
    for game in ["snort", "col"] {
        for columns in [2, 3, 6] {
            let texts = texts("XO.", 6);
            allowed(
                game,
                texts.iter().map(|text| rows_of(text, columns)).collect(),
            );
        }
        allowed(game, texts("XO.", 8));
    }
}

#[test]
fn toppling_dominoes() {
    all_rows("toppling-dominoes", "lre", 6);
    random_boards("toppling-dominoes", "llrre.", [100, 1, 10]);
}

#[test]
fn push_and_shove() {
    all_rows("push", "lr.", 6);
    all_rows("shove", "lr.", 6);
}

#[test]
fn domineering() {
    for size in ["2,3", "3,3", "3,4", "4,3", "2,5"] {
        reachable(&format!("domineering:{size}"), None);
    }
}

#[test]
fn clobber() {
    for size in ["2,3", "3,3", "2,4", "1,9"] {
        reachable(&format!("clobber:{size}"), None);
    }
}

#[test]
fn cakes_and_heaps() {
    let cakes = ["3x4", "2x5", "2x2,5x1", "1x6"];
    let starts = BTreeMap::from([
        ("cutcake", &cakes[..]),
        ("eatcake", &cakes),
        ("maundy-cake", &["6x4", "4x9", "2x3,3x4", "12x2"]),
        ("partizan-subtraction:1,3/2,3", &["5,7"]),
        ("partizan-subtraction:2,4/1,3", &["5,7"]),
        ("partizan-subtraction:1/2", &["5,7"]),
        ("partizan-subtraction:/1,2", &["5,7"]),
        ("partizan-octal:0.7/4.22", &["7", "3,5"]),
    ]);
    for (game, starts) in starts {
        for start in starts {
            Compared::open(game, false, Some(start)).check_reachable(start, 150);
        }
    }
}
