//! Dōbutsu shōgi: its numbers, its moves taken back, and its whole space.

use bouton_core::{Alternating, Game, Indexed, Limits, Notation, Outcome, Reversible, Score};
use bouton_games::boards::DobutsuShogi;
use bouton_solvers::retrograde::outcomes_of_numbers;
use bouton_tables::{Entry, TableValue};

const GAME: DobutsuShogi = DobutsuShogi;
const STEP: u64 = 40_009;

#[test]
fn positions_moves_and_numbers_give_one_another_back() {
    // All ways to place two lions, the mover's not on the far row, and at most two of each kind: counted for themselves.
    let choose = |of: u64, count: u64| match count {
        0 => 1,
        1 => of,
        _ => of * (of - 1) / 2,
    };
    let mut count = 0;
    for (e, g, c) in (0..27).map(|n| (n / 9, n / 3 % 3, n % 3)) {
        let places = choose(10, e) * choose(10 - e, g) * choose(10 - e - g, c);
        count += (99 * places * (3 - e) * (3 - g) * (3 - c)) << (e + g + 2 * c);
    }
    assert_eq!(GAME.count(), count + 12);
    let (mut won, mut taken_back) = (0, 0);
    for number in (0..GAME.count())
        .step_by(STEP as usize)
        .chain(count..count + 12)
    {
        let at = GAME.position(number).unwrap();
        assert_eq!(GAME.index(&at), Some(number));
        assert_eq!(GAME.parse(&GAME.show(&at)).unwrap(), at);
        assert_eq!(GAME.canonical(GAME.canonical(at)), GAME.canonical(at));
        assert_eq!(GAME.score(&at).is_some(), GAME.moves(&at).next().is_none());
        for mv in GAME.moves(&at) {
            let to = GAME.play(&at, &mv);
            assert_eq!(
                GAME.index(&to).and_then(|number| GAME.position(number)),
                Some(to),
                "{}",
                GAME.show(&at)
            );
            if GAME.wins_at_once(&at) {
                assert_eq!(GAME.score(&to).map(Score::outcome), Some(Outcome::Loss));
                won += 1;
                continue;
            }
            let moves = GAME.moves(&at).filter(|mv| GAME.play(&at, mv) == to);
            let back = GAME.predecessors(&to).filter(|before| *before == at);
            assert_eq!(back.count(), moves.count(), "{}", GAME.show(&at));
        }
        for before in GAME.predecessors(&at) {
            taken_back += 1;
            assert!(GAME.score(&before).is_none() && !GAME.wins_at_once(&before));
            let number = GAME.index(&before).unwrap();
            assert_eq!(GAME.position(number), Some(before));
            let leads_here = |mv| GAME.play(&before, &mv) == at;
            assert!(GAME.moves(&before).any(leads_here), "{}", GAME.show(&at));
        }
    }
    assert!(won > 10_000 && taken_back > 10_000, "{won} {taken_back}");
}

#[test]
fn rules() {
    let at = |text: &str| GAME.parse(text).unwrap();
    let moves = |text: &str| {
        let at = at(text);
        let mut all: Vec<_> = GAME.moves(&at).map(|mv| GAME.show_move(&at, &mv)).collect();
        all.sort();
        all
    };
    let after = |text: &str, mv: &str| {
        let at = at(text);
        let mv = GAME.moves(&at).find(|go| GAME.show_move(&at, go) == mv);
        GAME.show(&GAME.play(&at, &mv.unwrap()))
    };
    let score = |text: &str| GAME.score(&at(text)).map(|score| score.outcome());
    // The four first moves, and a chick that is taken and put back.
    assert_eq!(moves(""), ["b3xb2", "b4-a3", "b4-c3", "c4-c3"]);
    assert_eq!(after("", "b3xb2"), "gle/.../.c./ELG c");
    assert_eq!(after("gle/.c./.../ELG C", "C*a2"), "gle/.../.Cc/ELG");
    // A chick grows on the far row, not where it is put; a hen that is taken is a chick.
    assert_eq!(
        after("..l/C../.../..L EEGGC", "a2-a1"),
        "l../.../.../L.h eeggc"
    );
    assert_eq!(
        after("..l/.../.../..L EEGGCC", "C*a1"),
        "l../.../.../L.c eeggc"
    );
    // A player who can take the lion does so.
    assert_eq!(moves(".l./..E/.G./..L EGCc"), ["c2xb1"]);
    assert_eq!(after(".l./..E/.G./..L EGCc", "c2xb1"), "l../.../.../...");
    assert_eq!(score("l../.../.../..."), Some(Outcome::Loss));
    // A lion on the far row has won where it cannot be taken.
    assert_eq!(score(".../.../..L/l.. EEGGCC"), Some(Outcome::Loss));
    assert_eq!(moves(".../.../.L./l.. EEGGCC"), ["b3xa4"]);
    // Nothing can move, and nothing is in hand: three pieces of the mover's and the edge are in the way.
    assert_eq!(score("lEG/EGL/.CC/..."), Some(Outcome::Draw));
    for wrong in [
        "gle/.c./.C./E.G",
        "gle/.c./.C./LLG",
        "gLe/.c./.C./ElG",
        "gle/.c./.C./ELG C",
        "gle/.c./.C./ELG H",
        "gle/.c./.C.",
        ".l./.../.../... C",
    ] {
        assert!(GAME.parse(wrong).is_err(), "{wrong}");
    }
}

/// The published census: T. Tanaka (2009), and jh85, smallgames (2026), up to mirror images.
#[test]
#[ignore = "1.8 GB and seven minutes of processor time"]
fn the_second_player_wins_in_78_plies() {
    let outcomes = outcomes_of_numbers(&GAME, &Limits::default(), None).unwrap();
    let entries = outcomes.entries();
    let value = |number: u64| entries[outcomes.place(number)];
    let start = GAME.parse("").unwrap();
    let lost = |plies| Entry::Value(TableValue::Outcome(Outcome::Loss, Some(plies)));
    assert_eq!(value(GAME.index(&start).unwrap()), lost(78));
    // The reachable positions, each mirror image once.
    let number = |at| GAME.index(&GAME.canonical(at)).unwrap();
    let mut reached = vec![0u64; GAME.count().div_ceil(64) as usize];
    let mut open = reached.clone();
    let first = number(start);
    reached[(first / 64) as usize] |= 1 << (first % 64);
    open[(first / 64) as usize] |= 1 << (first % 64);
    let (mut longest, mut census, mut taken) = (0, [0u64; 3], 0);
    loop {
        let mut any = false;
        for word in 0..open.len() {
            while open[word] != 0 {
                any = true;
                let bit = open[word].trailing_zeros();
                open[word] &= open[word] - 1;
                let here = 64 * word as u64 + u64::from(bit);
                let at = GAME.position(here).unwrap();
                match value(here) {
                    Entry::Value(TableValue::Outcome(outcome, plies)) => {
                        census[outcome as usize] += 1;
                        longest =
                            longest.max(plies.filter(|_| outcome != Outcome::Draw).unwrap_or(0));
                    }
                    other => panic!("{other} at {}", GAME.show(&at)),
                }
                taken += u64::from(
                    GAME.show(&at)
                        .chars()
                        .filter(char::is_ascii_alphabetic)
                        .count()
                        == 1,
                );
                for mv in GAME.moves(&at) {
                    let to = number(GAME.play(&at, &mv));
                    let (word, bit) = ((to / 64) as usize, 1 << (to % 64));
                    if reached[word] & bit == 0 {
                        reached[word] |= bit;
                        open[word] |= bit;
                    }
                }
            }
        }
        if !any {
            break;
        }
    }
    println!(
        "lost, drawn, won: {census:?}, of which with a lion taken: {taken}; longest {longest}"
    );
    let [lost, drawn, won] = census;
    assert_eq!(
        (won, lost - taken, drawn),
        (196_773_087, 47_347_380, 2_682_700)
    );
    assert_eq!(longest, 173);
}
