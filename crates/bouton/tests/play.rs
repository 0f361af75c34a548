//! The game between a person and the program, held against the values of the solvers.

use bouton::How;
use bouton::answers::Worth;
use bouton::play::{Level, Play, Player, State, Valued};

fn open(game: &str, position: &str, program: Player, level: &str) -> Play {
    let session = bouton::open(game, position).unwrap();
    let level = Level::named(level, &session).unwrap();
    Play::new(session, program, level).unwrap()
}

/// A worth to the first player as a number that grows with it.
fn number(worth: Worth) -> i128 {
    match worth {
        Worth::Margin(margin) => margin,
        Worth::Outcome(outcome) => outcome as i128 - 1,
    }
}

const GAMES: [(&str, &str); 9] = [
    ("nim", "3,4,5"),
    ("wythoff", "6,9"),
    ("fibonacci-nim", "13/12"),
    ("row-ends", "4,5,3,1,2,7"),
    ("two-values", "5,2,3,1/1,5,3,4"),
    ("tic-tac-toe", ".../.../..."),
    ("kalah:3,2", "2,2,2/2,2,2"),
    ("dots-and-boxes:1,2", "../.../.."),
    ("mu-torere", "./XXXXOOOO"),
];

/// Plays a person who moves anyhow against the program; at most so many moves.
fn played_anyhow(play: &mut Play, mut seed: usize, most: usize) {
    let how = How::default();
    while play.made().len() < most {
        play.appraise(&how).unwrap();
        match play.state() {
            State::Person => {
                let choices = play.choices(100).unwrap();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let name = choices[(seed >> 33) % choices.len()].played.name.clone();
                play.make(&name).unwrap();
            }
            State::Program => {
                play.answer(&how).unwrap();
            }
            State::Over | State::Repeated => return,
        }
    }
}

/// The value after each of the program's moves, less that before, as the program sees it.
fn changes(play: &Play) -> Vec<(i128, i128)> {
    let worths: Vec<_> = play
        .worths()
        .iter()
        .map(|worth| worth.map(number))
        .collect();
    let turn = |worth: i128| {
        if play.program() == Player::First {
            worth
        } else {
            -worth
        }
    };
    let own = play
        .made()
        .iter()
        .enumerate()
        .filter(|(_, made)| made.player == play.program());
    own.filter_map(|(n, _)| Some((turn(worths[n]?), turn(worths[n + 1]?))))
        .collect()
}

#[test]
fn a_perfect_program_never_loses_anything() {
    for (game, position) in GAMES {
        for (seed, program) in [(1, Player::First), (2, Player::Second), (3, Player::Second)] {
            let mut play = open(game, position, program, "perfect");
            played_anyhow(&mut play, seed, 60);
            for (before, after) in changes(&play) {
                assert_eq!(before, after, "{game} {:?}", play.made());
            }
        }
    }
}

#[test]
fn a_program_that_gives_chances_keeps_what_it_has_won_and_takes_its_time() {
    for (game, position) in GAMES {
        let mut longer = 0;
        for (seed, program) in [(1, Player::First), (2, Player::Second), (3, Player::First)] {
            let mut play = open(game, position, program, "chances");
            played_anyhow(&mut play, seed, 60);
            for (before, after) in changes(&play) {
                assert_eq!(before.signum(), after.signum(), "{game} {:?}", play.made());
            }
            longer += play.made().len();
        }
        assert!(longer > 0);
    }
    // The slowest way to win: one token at a time.
    let mut play = open("nim", "1,1,9", Player::First, "chances");
    play.answer(&How::default()).unwrap();
    assert_eq!(play.position(), "1,1,0");
    let mut play = open("fibonacci-nim", "20", Player::First, "perfect");
    let quick = play.answer(&How::default()).unwrap().name;
    let mut play = open("fibonacci-nim", "20", Player::First, "chances");
    assert_eq!(
        play.answer(&How::default()).unwrap().name,
        quick,
        "only one move wins"
    );
    let mut quick = open("tic-tac-toe", "XX./.OO/...", Player::First, "perfect");
    quick.answer(&How::default()).unwrap();
    assert_eq!(quick.state(), State::Over);
    let mut slow = open("tic-tac-toe", "XX./OO./...", Player::First, "chances");
    slow.answer(&How::default()).unwrap();
    assert_eq!(slow.state(), State::Over, "nothing else wins");
}

#[test]
fn a_strategy_is_followed() {
    let how = How::default();
    let mut play = open("row-ends", "1,2,9,3", Player::First, "larger-end");
    assert_eq!(play.answer(&how).unwrap().name, "R");
    let session = bouton::open("nim", "3").unwrap();
    let unknown = Level::named("alpha", &session).unwrap_err().to_string();
    assert!(unknown.contains("take-one"), "{unknown}");
    let session = bouton::open("chomp:2,2", "2,2").unwrap();
    let unknown = Level::named("alpha", &session).unwrap_err().to_string();
    assert!(unknown.contains("perfect and chances"), "{unknown}");
}

#[test]
fn moves_are_taken_back_and_sides_changed() {
    for (game, position) in GAMES {
        let mut play = open(game, position, Player::Second, "perfect");
        assert!(!play.undo().unwrap());
        played_anyhow(&mut play, 5, 9);
        let count = play.made().len();
        let persons = play
            .made()
            .iter()
            .filter(|made| made.player == Player::First)
            .count();
        for _ in 0..persons {
            assert!(play.undo().unwrap());
            assert_eq!((play.state(), play.mover()), (State::Person, Player::First));
            assert_eq!(play.worths().len(), play.made().len() + 1);
        }
        assert!(count > 0 && play.made().is_empty());
        assert_eq!((play.position(), play.totals()), (position, [0, 0]));
        play.change_sides();
        assert_eq!(play.state(), State::Program);
    }
}

#[test]
fn an_explanation_tells_what_the_list_tells_and_leaves_the_game_as_it_was() {
    let how = How::default();
    for (game, position) in GAMES {
        let mut play = open(game, position, Player::Second, "perfect");
        for mv in play.moves(&how).unwrap() {
            let Valued { mv, standing } = mv;
            let told = play.explain(&mv.name, &how).unwrap();
            assert_eq!(
                (told.worth, told.better.is_none()),
                (standing, mv.best),
                "{game}"
            );
            assert_eq!(Some(&told.to), mv.to.as_ref());
        }
        assert!(play.explain("no such move", &how).is_err());
        assert_eq!(play.position(), position);
        assert_eq!(play.made(), []);
    }
}

#[test]
fn points_are_counted_and_the_review_agrees() {
    let how = How::default();
    let mut play = open("row-ends", "4,5,3,1,2", Player::Second, "perfect");
    played_anyhow(&mut play, 4, 60);
    let [first, second] = play.totals();
    assert_eq!(first + second, 15);
    let review = play.review(&how).unwrap();
    let totals = review.totals.unwrap().map(|total| total.to_string());
    assert_eq!(totals, [first.to_string(), second.to_string()]);
    assert_eq!(play.state(), State::Over);
    assert!(
        play.result()
            .unwrap()
            .contains(&format!("{first} to {second}"))
    );
}

#[test]
fn going_in_circles_ends_in_a_draw() {
    let mut play = open("mu-torere", "./XXXXOOOO", Player::Second, "perfect");
    let cycle = ["1-m", "5-m", "m-1", "m-5"];
    for mv in cycle.iter().cycle().take(60) {
        if play.state() == State::Repeated {
            break;
        }
        let legal = play.choices(20).unwrap();
        let name = legal.iter().find(|choice| choice.played.name == *mv);
        let name = name.unwrap_or(&legal[0]).played.name.clone();
        play.make(&name).unwrap();
    }
    assert_eq!(play.state(), State::Repeated);
    assert!(play.result().unwrap().contains("draw"));
}

#[test]
fn a_limit_leaves_the_game_as_it_was() {
    let mut how = How::default();
    how.limits.nodes = Some(10);
    let mut play = open("tic-tac-toe", ".../.../...", Player::First, "perfect");
    let stopped = play.answer(&how).unwrap_err().to_string();
    assert!(stopped.contains("nodes"), "{stopped}");
    assert_eq!((play.made().len(), play.state()), (0, State::Program));
    play.make_any().unwrap();
    assert_eq!(play.state(), State::Person);
}

/// Whoever plays by temperatures makes legal moves to the end, of sums and of boards; other games have no such levels.
#[test]
fn temperatures_play_to_the_end() {
    let how = How::default();
    for level in ["hotstrat", "thermostrat", "sentestrat"] {
        for (game, position) in [
            ("domineering:3,4", "..../.#../...."),
            ("sum", "{4|0} + {3||2|-1} + domineering ... + ^ + 1/2"),
        ] {
            let mut play = open(game, position, Player::First, level);
            let mut plies = 0;
            while matches!(play.state(), State::Person | State::Program) {
                play.answer(&how).unwrap();
                plies += 1;
            }
            assert!(plies > 2, "{level} {game}");
        }
        let nim = bouton::open("nim", "3").unwrap();
        assert!(Level::named(level, &nim).is_err());
    }
    let mut play = open("sum", "{4|0} + {9|-9}", Player::First, "hotstrat");
    assert_eq!(play.answer(&how).unwrap().name, "1: 9");
}

/// A threat is answered where it was made, though a threat of one's own could be carried out in a hotter part.
#[test]
fn sentestrat_answers_threats() {
    let how = How::default();
    for (level, answer) in [("hotstrat", "1: 20"), ("sentestrat", "0: 0")] {
        let mut play = open("sum", "{0||0|-9} + {20|0||0}", Player::First, level);
        play.make("1: {20|0}").unwrap();
        play.make("0: {0|-9}").unwrap();
        assert_eq!(play.answer(&how).unwrap().name, answer, "{level}");
    }
}
