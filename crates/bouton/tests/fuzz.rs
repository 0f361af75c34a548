//! No typed text makes the library panic or exceed its limits: examples of every game with random
//! changes. `FUZZ=N` tries N texts a game, each from its own seed (the usual number is small).

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use bouton::{Card, cards};
use bouton::{How, Limits};
use fastrand::Rng;

/// Characters with a meaning in some game, and some without.
const SIGNS: [&str; 36] = [
    "0", "1", "2", "3", "7", "9", ",", ",,", "/", ".", "-", "+", " ", " + ", ":", ";", "|", "[",
    "]", "{", "}", "!", "?", "=", "*", "#", "&", "X", "O", "x", "a", "é", "∞", "\u{0}", "\n", "@",
];

/// Numbers at the ends of what some game takes.
const NUMBERS: [&str; 4] = [
    "255",
    "65536",
    "18446744073709551615",
    "18446744073709551616",
];

/// `text` with up to three characters inserted, removed, doubled or changed.
fn spoilt(random: &mut Rng, text: &str) -> String {
    let mut signs: Vec<String> = text.chars().map(String::from).collect();
    for _ in 0..random.usize(..4) {
        let place = random.usize(..=signs.len());
        let nth = random.usize(..SIGNS.len() + NUMBERS.len());
        let sign = SIGNS.iter().chain(&NUMBERS).nth(nth).unwrap();
        let sign = (*sign).to_owned();
        match random.usize(..4) {
            0 => signs.insert(place, sign),
            1 if place < signs.len() => drop(signs.remove(place)),
            2 if place < signs.len() => signs.insert(place, signs[place].clone()),
            3 if place < signs.len() => signs[place] = sign,
            _ => signs.push(sign),
        }
    }
    signs.concat()
}

/// All questions of a session about a text, within small limits.
///
/// A law is searched for, for up to a second, once a game.
fn ask(game: &str, position: &str, misere: bool, lawful: bool) {
    let Ok(mut session) = bouton::Open::game(game)
        .at(position)
        .misere(misere)
        .session()
    else {
        return;
    };
    let limits = || Limits {
        memory: Some(1 << 24),
        nodes: Some(2_000),
        threads: Some(1),
        ..Limits::within(Duration::from_millis(50))
    };
    let how = |solver: Option<&str>| How::by(solver).within(limits());
    session.scene().unwrap();
    session.family();
    session.canonical().unwrap();
    let shown = session.position().unwrap();
    for about in session.solvers() {
        if about.id == "law" && !lawful {
            continue;
        }
        let _ = session.solve(&how(Some(about.id)));
    }
    let _ = session.moves(&how(None));
    let _ = session.census(&limits());
    let choices = session.choices(3).unwrap();
    for choice in choices {
        session
            .play(&choice.played.name)
            .expect("a move that is listed can be made");
        session.go(&shown).expect("what is shown can be read");
    }
}

fn texts() -> u64 {
    let most = std::env::var("FUZZ").ok();
    most.map_or(25, |number| {
        number.parse().expect("FUZZ: a number of texts a game")
    })
}

/// Many times the limits of all questions about one text.
const PATIENCE: Duration = Duration::from_secs(30);

/// The text that made the library panic.
///
/// Work that exceeds its limits cannot be stopped from outside: the test ends at once and names the text.
fn spoil(card: &Card, seed: u64) -> Option<String> {
    let mut random = Rng::with_seed(seed);
    let game = match card.example[0].split_once(':') {
        None => card.name.clone(),
        Some((name, parameters)) => format!("{name}:{}", spoilt(&mut random, parameters)),
    };
    let position = spoilt(&mut random, &card.example[1]);
    let misere = random.u8(..4) == 0;
    let text = format!("{game} {position:?} misère {misere}");
    let (done, is_done) = channel::<()>();
    thread::scope(|scope| {
        let text = &text;
        scope.spawn(move || {
            if is_done.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                eprintln!("longer than {PATIENCE:?}: {text}");
                std::process::exit(1);
            }
        });
        let asked = || ask(&game, &position, misere, seed == 0);
        let fine = catch_unwind(AssertUnwindSafe(asked)).is_ok();
        drop(done);
        (!fine).then(|| text.clone())
    })
}

#[test]
fn no_text_makes_a_game_panic() {
    let spoil = |card| (0..texts()).filter_map(move |seed| spoil(card, seed));
    let bad: Vec<_> = cards().iter().flat_map(spoil).collect();
    assert!(bad.is_empty(), "{bad:#?}");
}
