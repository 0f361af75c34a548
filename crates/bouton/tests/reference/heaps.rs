//! Games of heaps, in normal and misère play; each test names its sizes.

use std::collections::HashMap;

use super::Compared;

type Heaps = Vec<u64>;

fn commas(heaps: &Heaps) -> String {
    let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
    heaps.join(",")
}

/// Every list of `count` sizes from `from` to `to`.
fn lists(count: usize, from: u64, to: u64) -> Vec<Heaps> {
    (0..count).fold(vec![vec![]], |lists, _| {
        lists
            .iter()
            .flat_map(|list| (from..=to).map(|n| [&list[..], &[n]].concat()))
            .collect()
    })
}

/// `number` lists of `count` sizes up to `to`, the same each time.
fn random(count: usize, to: u64, number: usize) -> Vec<Heaps> {
    let mut random = fastrand::Rng::with_seed(0x1907);
    let list = |_| (0..count).map(|_| random.u64(..=to)).collect();
    (0..number).map(list).collect()
}

/// Positions by all solvers, in both forms of play; how many each solver answered of the second.
fn agree(game: &str, positions: &[String]) -> HashMap<&'static str, usize> {
    let mut answered = HashMap::new();
    for misere in [false, true] {
        let mut compared = Compared::open(game, misere, Some(&positions[0]));
        // A position of Fibonacci nim holds more than tokens.
        compared.has_heaps = game != "fibonacci-nim";
        compared.check_all(positions);
        answered = compared.answered;
    }
    answered
}

fn agree_on(game: &str, lists: &[Vec<Heaps>]) -> HashMap<&'static str, usize> {
    let positions: Vec<String> = lists.iter().flatten().map(commas).collect();
    agree(game, &positions)
}

#[test]
fn nim() {
    agree_on(
        "nim",
        &[
            lists(1, 0, 6),
            lists(2, 0, 6),
            lists(3, 0, 6),
            random(3, 20, 4),
            lists(5, 0, 1),
        ],
    );
}

#[test]
fn moores_nim() {
    for most in 1..=3 {
        agree_on(
            &format!("moore:{most}"),
            &[
                lists(2, 0, 5),
                lists(3, 0, 3),
                random(3, 6, 4),
                lists(4, 0, 1),
                random(4, 3, 6),
                lists(6, 0, 1),
            ],
        );
    }
}

#[test]
fn subtraction() {
    for set in ["1,2,3", "3,1,2,2", "2,3,5", "2,5,7", "3", "1,8,11"] {
        agree_on(
            &format!("subtraction:{set}"),
            &[lists(1, 0, 60), lists(2, 0, 12), random(3, 20, 4)],
        );
    }
}

#[test]
fn codes() {
    for game in "\
        kayles octal:0.137 dawson-chess dawson-kayles octal:0.16 octal:4.3 octal:0.04 hex:0.3F \
        hex:0.8"
        .split(' ')
    {
        agree_on(game, &[lists(1, 0, 13), lists(2, 0, 6), random(2, 9, 4)]);
    }
}

/// Misère play by quotients: at most three heaps of at most five, and many that are equal.
#[test]
fn codes_of_three_heaps() {
    for game in "\
        kayles octal:0.75 octal:0.53 octal:4.07 hex:0.3F crosses subtraction:1,3,4 \
        take-and-break:4!.0"
        .split(' ')
    {
        let mut heaps = [lists(1, 0, 5), lists(2, 1, 5), lists(3, 1, 5)].concat();
        heaps.retain(|list| list.len() < 3 || list[1] <= list[2]);
        let equal = [
            &[1, 1, 1, 1, 1, 1][..],
            &[3, 3, 3, 2, 2, 2],
            &[2, 5, 2, 5, 2, 1],
        ];
        heaps.extend(equal.map(<[u64]>::to_vec));
        let count = heaps.len();
        assert_eq!(agree_on(game, &[heaps])["quotient"], count, "{game}");
    }
}

/// Misère play by genus, of what play can reach: some sums of heaps of Kayles are answered, others not.
#[test]
fn sums_of_tame_games() {
    for (game, start, told) in [
        ("nim", "3,4,5", 119),
        ("nim", "2,2,2,1", 53),
        ("subtraction:1,2,3", "7,6,5", 300),
        ("wythoff", "6,7", 55),
        ("octal:0.77", "9,4", 20),
        ("octal:0.77", "6,6", 20),
        ("octal:0.26", "9,4", 20),
    ] {
        let mut compared = Compared::open(game, true, Some(start));
        compared.solvers.retain(|id| *id == "genus");
        compared.check_reachable(start, usize::MAX);
        let found = compared.answered.get("genus");
        assert!(
            found.is_some_and(|found| *found > told),
            "{game}: {found:?}"
        );
    }
}

#[test]
fn grundys_game() {
    agree_on(
        "grundy",
        &[lists(1, 0, 15), lists(2, 0, 8), random(3, 7, 4)],
    );
}

#[test]
fn crosses() {
    agree_on(
        "crosses",
        &[lists(1, 0, 13), lists(2, 0, 6), random(3, 6, 4)],
    );
}

#[test]
fn staircase() {
    agree_on(
        "staircase",
        &[
            lists(1, 0, 4),
            lists(2, 0, 4),
            lists(3, 0, 4),
            random(4, 3, 6),
        ],
    );
}

#[test]
fn euclid() {
    agree_on("euclid", &[lists(2, 0, 30), random(2, 60, 40)]);
}

#[test]
fn grossmans_euclid() {
    agree_on("grossman-euclid", &[lists(2, 1, 30)]);
}

#[test]
fn end_nim() {
    let rows = [
        lists(1, 0, 5),
        lists(2, 0, 5),
        lists(3, 0, 4),
        lists(4, 1, 2),
        random(5, 3, 6),
    ];
    agree_on("end-nim", &rows);
}

#[test]
fn boxes() {
    let mut some = random(2, 40, 10);
    some.iter_mut().flatten().for_each(|n| *n = (*n).max(1));
    agree_on("box", &[lists(2, 1, 16), some]);
}

/// Every heap up to 24 with every limit up to 26, starts up to 40.
#[test]
fn fibonacci_nim() {
    let mut positions = lists(2, 0, 26);
    positions.retain(|at| at[0] <= 24);
    positions.extend((1..=40).map(|n| vec![n, n - 1]));
    let show = |at: &Heaps| format!("{}/{}", at[0], at[1]);
    agree(
        "fibonacci-nim",
        &positions.iter().map(show).collect::<Vec<_>>(),
    );
}

/// Up to three stacks, each free or to be answered.
#[test]
fn top_entails() {
    let mut positions: Vec<String> = lists(1, 0, 9).iter().map(commas).collect();
    positions.extend(lists(2, 0, 5).iter().map(commas));
    positions.extend(lists(3, 0, 3).iter().map(commas));
    let answered: Vec<String> = positions.iter().map(|at| format!("{at}!")).collect();
    positions.extend(answered);
    // A position holds more than tokens.
    Compared::open("top-entails", false, Some("1")).check_all(&positions);
}

#[test]
fn wythoff() {
    agree_on("wythoff", &[lists(2, 0, 16), random(2, 30, 6)]);
    agree_on("r-wythoff", &[lists(2, 0, 16), random(2, 30, 6)]);
}
