//! `cargo bench -p bouton-gdl`: the files of `testdata/kif`, in processor time: from the text to a game, moves a second
//! through the traits that solvers use (whether play is over, the moves, the positions after them, whose turn it is then),
//! and all positions of connect 4 on 4 × 4 with their values.

use std::collections::HashSet;
use std::hint::black_box;

use bouton_core::{Alternating, Limits, WinDrawLoss};
use bouton_external::{ExternalGame, FromEnd, Opened, open as game_of};
use bouton_gdl::{Gdl, Opened as Sized, Packed, open, with_opened};
use bouton_solvers::retrograde::census;
use cpu_time::ProcessTime;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/kif");
/// Positions of each game whose moves are made.
const POSITIONS: usize = 20_000;
/// Moves of each game that are made.
const MOVES: usize = 3_000_000;
/// How often a file is opened.
const TIMES: u32 = 20;

fn read(name: &str) -> Sized {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}")).expect("the file is there");
    open(name, &text, None, &Limits::default()).expect("the file is right")
}

/// A game of one size and score.
type Game<P, S> = ExternalGame<Gdl<P>, S>;

/// The first positions that play reaches.
fn positions<P: Packed, S: FromEnd>(game: &Game<P, S>) -> Vec<P> {
    let mut positions = vec![game.rules().first()];
    let mut seen: HashSet<P> = positions.iter().cloned().collect();
    let mut next = 0;
    while next < positions.len() && positions.len() < POSITIONS {
        let at = positions[next].clone();
        next += 1;
        if game.score(&at).is_none() {
            let after = game.moves(&at).map(|mv| game.play(&at, &mv));
            positions.extend(after.filter(|to| seen.insert(to.clone())));
        }
    }
    positions
}

/// The moves of some positions, and how many they are.
fn expand<P: Packed, S: FromEnd>(game: &Game<P, S>, positions: &[P]) -> usize {
    let mut moves = 0;
    for at in positions.iter().filter(|at| game.score(at).is_none()) {
        for mv in game.moves(at) {
            black_box((game.play(at, &mv), game.keeps_turn(at, &mv)));
            moves += 1;
        }
    }
    moves
}

/// Moves a second, in millions.
fn rate<P: Packed>(rules: Gdl<P>) -> f64 {
    match game_of(rules) {
        Opened::Outcome(game) => rate_of(&game),
        Opened::Points(game) => rate_of(&game),
        other => panic!("no description is of that kind: {other:?}"),
    }
}

fn rate_of<P: Packed, S: FromEnd>(game: &Game<P, S>) -> f64 {
    let positions = positions(game);
    let (before, mut moves) = (ProcessTime::now(), 0);
    while moves < MOVES {
        moves += expand(game, &positions);
    }
    moves as f64 / before.elapsed().as_secs_f64() / 1e6
}

fn quartile(mut values: Vec<f64>, n: usize) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() * n / 4]
}

fn all_of_connect_4(game: &Game<u64, WinDrawLoss>) {
    let before = ProcessTime::now();
    let limits = Limits::of_threads(1);
    for _ in 0..TIMES {
        let found = census(game, &game.rules().first(), &limits).expect("no limit");
        assert_eq!(found.all.positions(), 161_029);
    }
    let each = before.elapsed().as_secs_f64() / f64::from(TIMES);
    println!("connect_4x4x4.kif: 161029 positions with their values in {each:.3} CPU s");
}

fn main() {
    let folder = std::fs::read_dir(FOLDER).expect("the folder is there");
    let names = folder
        .flatten()
        .filter_map(|file| file.file_name().into_string().ok());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".kif")).collect();
    names.sort_unstable();
    let (mut openings, mut rates) = (Vec::new(), Vec::new());
    for name in &names {
        let before = ProcessTime::now();
        for _ in 0..TIMES {
            black_box(read(name));
        }
        let opening = before.elapsed().as_secs_f64() / f64::from(TIMES);
        let rate = with_opened!(read(name), rules => rate(rules));
        println!("{name:28} opened in {opening:.4} CPU s, {rate:5.2} M moves a CPU second");
        openings.push(opening);
        rates.push(rate);
    }
    println!(
        "three quarters opened in {:.4} CPU s",
        quartile(openings, 3)
    );
    println!("median of {:.2} M moves a CPU second", quartile(rates, 2));
    if let Sized::Word(rules) = read("connect_4x4x4.kif")
        && let Opened::Outcome(game) = game_of(rules)
    {
        all_of_connect_4(&game);
    }
}
