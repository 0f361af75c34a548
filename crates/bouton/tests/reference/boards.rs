//! Games of boards that both players see alike, and of cards.

use bouton::How;
use bouton::experiment::analyze;
use bouton_reference::Value;

use super::{Compared, empty, rows_of, texts};

/// Positions that play can reach from the start of a game, or from a position of it.
fn reachable(game: &str, start: Option<&str>, misere: bool, most: usize) {
    let mut compared = Compared::open(game, misere, start);
    let start = compared.session.position().unwrap();
    compared.check_reachable(&start, most);
}

/// Positions of random play from an empty board, with this many free cells left.
fn late(game: &str, size: [usize; 2], free: usize, number: usize) {
    let start = empty(size[0], size[1]);
    let mut compared = Compared::open(game, false, Some(&start));
    let mut random = fastrand::Rng::with_seed(7);
    let mut tried = 0;
    while tried < number {
        let mut at = compared.rules.read(&start).unwrap();
        while compared.rules.show(&at).matches('.').count() > free {
            let moves = compared.slow.moves(&at);
            let Some(last) = moves.len().checked_sub(1) else {
                break;
            };
            at = moves[random.usize(..=last)].to.clone();
        }
        if !compared.slow.moves(&at).is_empty() {
            let text = compared.rules.show(&at);
            compared.check(&text);
            tried += 1;
        }
    }
}

#[test]
fn connect() {
    for size in [
        "3,3,3", "2,5,2", "4,3,3", "3,4,4", "1,4,1", "5,1,2", "3,3,9",
    ] {
        reachable(&format!("connect:{size}"), None, false, 300);
    }
    reachable("connect:3,4,3", None, true, 120);
}

#[test]
fn late_positions_of_connect_four() {
    late("connect:6,7,4", [6, 7], 9, 60);
}

#[test]
fn lines_of_k() {
    for size in ["1,5,2", "2,4,3", "4,2,2", "3,3,1", "2,3,4", "3,4,3"] {
        reachable(&format!("mnk:{size}"), None, false, 200);
    }
    reachable("tic-tac-toe", None, false, 800);
    reachable("tic-tac-toe", None, true, 500);
    late("mnk:4,4,4", [4, 4], 7, 40);
}

/// How many positions are won, lost and drawn in how many plies.
#[test]
fn counts_of_tic_tac_toe() {
    let mut compared = Compared::open("tic-tac-toe", false, None);
    let start = compared.rules.read(&empty(3, 3)).unwrap();
    let all = compared.slow.reachable(&start);
    assert_eq!(all.len(), 5478);
    let analysis = analyze(&compared.session, &How::default()).unwrap();
    for row in analysis.all.by_remoteness {
        let of = [1, -1, 0].map(|score| {
            let plies = Some(row.remoteness as u32);
            let value = Value { score, plies };
            let same = all.iter().filter(|at| compared.slow.value(at) == value);
            same.count() as u64
        });
        assert_eq!([row.win, row.loss, row.draw], of);
    }
}

#[test]
fn dots_and_boxes() {
    for size in ["1,1", "1,2", "2,1", "1,3", "2,2"] {
        reachable(&format!("dots-and-boxes:{size}"), None, false, 200);
    }
    let mut larger = Compared::open("dots-and-boxes:2,3", false, None);
    larger
        .solvers
        .retain(|id| ["memo", "alpha-beta"].contains(id));
    let start = larger.session.position().unwrap();
    larger.check(&start);
}

#[test]
fn nimstring() {
    for size in ["1,1", "1,2", "2,1", "1,3", "2,2"] {
        reachable(&format!("nimstring:{size}"), None, false, 200);
    }
}

#[test]
fn hexapawn() {
    for size in ["2,3", "3,1", "3,3", "4,3", "3,4", "5,2"] {
        for misere in [false, true] {
            reachable(&format!("hexapawn:{size}"), None, misere, 150);
        }
    }
}

#[test]
fn kalah() {
    for size in ["1,1", "1,5", "2,2", "2,3", "3,1", "3,2"] {
        reachable(&format!("kalah:{size}"), None, false, 150);
    }
    // Houses with more seeds than once round.
    for (size, at) in [
        ("3,2", "7,0,0/0,1,1"),
        ("3,3", "0,0,14/2,0,1"),
        ("2,3", "5,5/0,1"),
        ("1,10", "16/3"),
        ("3,2", "0,8,0/1,1,1"),
    ] {
        reachable(&format!("kalah:{size}"), Some(at), false, 40);
    }
}

#[test]
fn margins_of_kalah_at_the_start() {
    for (houses, most) in [(1, 6), (2, 5), (3, 2)] {
        for seeds in 1..=most {
            let mut compared = Compared::open(&format!("kalah:{houses},{seeds}"), false, None);
            let start = compared.session.position().unwrap();
            compared.check(&start);
        }
    }
}

/// From the third card on.
#[test]
fn thirty_one() {
    let play = "353622611";
    for misere in [false, true] {
        let mut compared = Compared::open("thirty-one", misere, Some(&play[..3]));
        compared.check_all((3..=play.len()).map(|end| &play[..end]));
    }
}

#[test]
fn cram() {
    for size in ["1,7", "2,3", "2,4", "3,3", "3,4", "4,3"] {
        reachable(&format!("cram:{size}"), None, false, usize::MAX);
    }
    for (at, size) in [
        ("..../....", "2,4"),
        (".../.../...", "3,3"),
        ("....#/#....", "2,5"),
    ] {
        reachable(&format!("cram:{size}"), Some(at), true, usize::MAX);
    }
}

#[test]
fn chomp() {
    reachable("chomp:4,5", None, false, usize::MAX);
    reachable("chomp:3,4", None, true, usize::MAX);
    reachable("chomp:2,2,3", None, false, usize::MAX);
    reachable("chomp:2,3,2", None, true, usize::MAX);
}

/// Games in which play may come back: every position by the solver for such games, and some by all.
#[test]
fn games_in_which_play_comes_back() {
    for game in "three-mens-morris pong-hau-k-i mu-torere cat-and-mouse:0-2,0-5,1-3,2-4,2-5,3-4,3-5 cat-and-mouse:0-1,0-3,2-3 cat-and-mouse:0-3,3-2,2-1".split(' ') {
        reachable(game, None, false, 60);
        let mut compared = Compared::open(game, false, None);
        compared.solvers.retain(|id| *id == "retrograde");
        assert!(!compared.solvers.is_empty(), "{game}");
        let start = compared.session.position().unwrap();
        compared.check_reachable(&start, usize::MAX);
    }
}

/// Every row of coins in each game, and small boards.
#[test]
fn coin_turning() {
    for game in "turtles mock-turtles moebius twins triplets ruler".split(' ') {
        let mut compared = Compared::open(&format!("coin-turning:{game}"), false, Some("TTTTTTT"));
        compared.check_all(texts("HT", 7));
    }
    for game in ["twins,twins", "ruler,turtles", "mock-turtles,twins"] {
        let mut compared = Compared::open(&format!("coin-turning:{game}"), false, Some("TTT/TTT"));
        let texts = texts("HT", 6).into_iter();
        let boards: Vec<String> = texts.map(|text| rows_of(&text, 3)).collect();
        compared.check_all(&boards);
    }
    reachable("coin-turning:ruler", Some("THHTH"), true, 300);
}

/// The values of single heads that the sources give.
#[test]
fn single_coins() {
    let known: [(&str, &[u64]); 5] = [
        ("turtles", &[1, 2, 3, 4, 5, 6, 7, 8]),
        ("mock-turtles", &[1, 2, 4, 7, 8, 11, 13, 14]),
        ("moebius", &[1, 2, 4, 8, 16, 31, 32, 64]),
        ("twins", &[0, 1, 2, 3, 4, 5, 6, 7]),
        ("ruler", &[1, 2, 1, 4, 1, 2, 1, 8]),
    ];
    for (game, values) in known {
        for (place, value) in values.iter().enumerate() {
            let row = format!("{}H", "T".repeat(place));
            assert_eq!(grundy(game, &row), *value, "{game}: {row}");
        }
    }
}

/// The Tartan theorem: on a board a head is worth the nim product of its values in the two games.
#[test]
fn tartan_theorem() {
    let mut calculator = bouton::calculus::Calculator::default();
    for (rows, columns) in [
        ("twins", "twins"),
        ("turtles", "ruler"),
        ("mock-turtles", "twins"),
    ] {
        for row in 0..4 {
            for column in 0..4 {
                let of =
                    |game: &str, place: usize| grundy(game, &format!("{}H", "T".repeat(place)));
                let before = format!("{}/", "T".repeat(4)).repeat(row);
                let board = format!("{before}{}H{}", "T".repeat(column), "T".repeat(3 - column));
                let found = grundy(&format!("{rows},{columns}"), &board);
                let [a, b] = [of(rows, row), of(columns, column)];
                let product = format!("nimmul({a}, {b})");
                let show = bouton::calculus::Show::default();
                let told = calculator.calculate(&product, show, &bouton::Limits::default());
                let told = told.unwrap().to_string();
                let first = told.split_whitespace().next().unwrap_or("");
                let number = match first {
                    "0" => 0,
                    "*" => 1,
                    star => star.trim_start_matches('*').parse().unwrap(),
                };
                assert_eq!(found, number, "{rows},{columns} at {row},{column}: {told}");
            }
        }
    }
}

fn grundy(game: &str, row: &str) -> u64 {
    let open = bouton::Open::game(format!("coin-turning:{game}")).at(row);
    let found = open.session().unwrap().value(&How::default()).unwrap();
    found.grundy.unwrap().to_string().parse().unwrap()
}
