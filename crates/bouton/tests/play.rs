//! The game between a person and the program, compared with the values of the solvers.

use std::sync::atomic::Ordering;

use bouton::answers::PositionValue;
use bouton::play::{Level, Play, Player, State, Turn, Valued};
use bouton::{How, Limits, Open, Outcome};
use bouton_reference::{message, messages};

use crate::support::{by, table};

fn open(game: &str, position: &str, program: Player, level: &str) -> Play {
    let session = bouton::open(game, position).unwrap();
    let level = Level::named(level, &session).unwrap();
    Play::new(session, program, level).unwrap()
}

/// The value for the first player, as a number that grows with it.
fn number(worth: PositionValue) -> i128 {
    match worth {
        PositionValue::Margin(margin) => margin,
        PositionValue::Outcome(outcome) => outcome as i128 - 1,
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

/// Plays a random person against the program, with at most this many moves.
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

/// The value after each of the program's moves, less the value before, as the program computes it.
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
    messages("levels that are not known", |asked| {
        let (game, level) = asked.split_once(", ").unwrap();
        let session = Open::game(game).anywhere().unwrap();
        Level::named(level, &session).unwrap_err().to_string()
    });
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
        for mv in play.moves(&how).unwrap().moves {
            let Valued { mv, standing } = mv;
            let told = play.explain(&mv.name, &how).unwrap();
            assert_eq!(
                (Some(told.worth), told.is_best),
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
    assert!(play.result().unwrap().starts_with("Draw"));
}

#[test]
fn a_limit_leaves_the_game_as_it_was() {
    let mut how = How::default();
    how.limits.nodes = Some(10);
    let mut play = open("tic-tac-toe", ".../.../...", Player::First, "perfect");
    let chosen = play.answer(&how).unwrap();
    let remark = chosen.remark().unwrap();
    message("a move within a limit of nodes", remark);
    assert_eq!((chosen.name.as_str(), play.state()), ("b2", State::Person));
}

/// A hint and the values of the moves look ahead, too, and say how far.
#[test]
fn a_hint_within_a_limit_looks_ahead() {
    let mut how = How::default();
    how.limits.nodes = Some(10);
    let mut play = open("tic-tac-toe", ".../.../...", Player::Second, "perfect");
    let hint = play.hint(&how).unwrap();
    assert_eq!(hint.name, "b2");
    let looked = "stopped by the limit of nodes; looked 1 ply ahead";
    assert_eq!(hint.remark, looked);
    let found = play.moves(&how).unwrap();
    assert_eq!(found.moves.len(), 9);
    assert!(found.moves.iter().all(|one| one.standing.is_none()));
    assert!(
        found
            .remark
            .unwrap()
            .starts_with("stopped by the limit of nodes; ")
    );
    assert_eq!((play.position(), play.made().len()), (".../.../...", 0));
    how.limits.cancel.store(true, Ordering::Relaxed);
    assert!(play.hint(&how).is_err() && play.moves(&how).is_err());
}

/// A win that is near is found within a limit that stops the solvers.
#[test]
fn a_win_within_a_limit_is_valued() {
    let mut how = How::default();
    how.limits.nodes = Some(15);
    let mut play = open(
        "mnk:4,4,3",
        "XX../OO../..../....",
        Player::Second,
        "perfect",
    );
    let found = play.moves(&how).unwrap();
    let [first, others @ ..] = &found.moves[..] else {
        panic!("there are moves")
    };
    let standing = first.standing.as_ref().unwrap();
    assert_eq!(standing.sentence(), "win in 1 ply");
    assert!(first.mv.best && others.iter().all(|one| !one.mv.best));
    assert!(found.remark.is_some());
}

/// Why begins with the preferred move beside its nearest rival.
#[test]
fn why_compares_two_moves_first() {
    messages("why a move is made", |asked| {
        let (game, position) = asked.split_once(' ').unwrap();
        let mut play = open(game, position, Player::Second, "perfect");
        play.why(&How::default()).unwrap().join("\n")
    });
}

/// A level that was cancelled makes no move.
#[test]
fn a_level_that_was_told_to_stop_leaves_the_game_as_it_was() {
    let how = How::default();
    how.limits.cancel.store(true, Ordering::Relaxed);
    let mut play = open("connect:6,8,4", "", Player::First, "perfect");
    message("a move that is cancelled", play.answer(&how).unwrap_err());
    assert_eq!((play.made().len(), play.state()), (0, State::Program));
    play.make_any().unwrap();
    assert_eq!(play.state(), State::Person);
}

/// Of every game of points: the comment at each move is the final result if both continue with best moves.
#[test]
fn what_is_told_of_the_whole_game_comes_out() {
    let how = How::default();
    for (game, position) in [
        ("row-ends", "4,5,3,1,2,7"),
        ("row-rest", "4,5,3,1,2,7"),
        ("row-front:3", "4,-5,3,1,2,7"),
        ("row-doubling", "1,2,1,1"),
        ("two-values", "5,2,3,1/1,5,3,4"),
        ("kalah:3,2", "2,2,2/2,2,2"),
        ("dots-and-boxes:1,2", "../.../.."),
    ] {
        for seed in 0..6 {
            let mut play = open(game, position, Player::Second, "random");
            play.set_seed(seed);
            for _ in 0..seed {
                if play.state() != State::Over {
                    play.answer(&how).unwrap();
                }
            }
            play.set_level("perfect").unwrap();
            if play.state() == State::Over {
                continue;
            }
            let mover = play.mover();
            let best = play.moves(&how).unwrap().moves.remove(0);
            while play.state() != State::Over {
                play.answer(&how).unwrap();
            }
            let PositionValue::Margin(end) = play.appraise(&how).unwrap() else {
                panic!("{game} has points");
            };
            let end = if mover == Player::First { end } else { -end };
            assert_eq!(
                best.standing.unwrap().whole(),
                PositionValue::Margin(end),
                "{game} {seed}"
            );
        }
    }
}

/// "Every time the same program beats me": there is a level for everybody, the same seed plays the same game, and no level needs the
/// game to know it.
#[test]
fn every_game_has_levels_from_any_move_to_perfect() {
    let how = How::default();
    for card in bouton::cards() {
        let [game, position] = &card.example;
        let at = Some(position.as_str()).filter(|position| !position.is_empty());
        let session = bouton::Open::game(game).position(at).session().unwrap();
        let levels = Level::names(&session).unwrap();
        assert!(levels.len() == 1 || levels[0] == "random", "{game}");
        assert_eq!(levels.last().unwrap(), "perfect", "{game}");
        assert!(levels.len() <= 8, "{game}: {levels:?}");
        let start = session.position().unwrap();
        let told = Level::all(&session).unwrap().levels;
        for name in &levels {
            let card = told.iter().find(|card| card.level == *name).unwrap();
            assert!(!card.plays.is_empty(), "{game} {name}");
            // Solved results are the same each time: other tests check that.
            if matches!(name.as_str(), "slips" | "perfect") {
                continue;
            }
            let moves = [7, 7].map(|seed| {
                let mut play = open(game, &start, Player::First, name);
                play.set_seed(seed);
                play.answer(&how).unwrap().name
            });
            assert_eq!(moves[0], moves[1], "{game} {name}");
        }
    }
}

/// "I set the level to 2": a number is a place on the game's ladder.
#[test]
fn a_level_has_a_number() {
    let session = bouton::open("nim", "3,4,5").unwrap();
    let names = Level::names(&session).unwrap();
    for (n, name) in names.iter().enumerate() {
        let number = (n + 1).to_string();
        let numbered = Level::named(&number, &session).unwrap();
        assert_eq!(numbered.to_string(), *name);
    }
}

/// At a position that is searched to its end, the level gives the solvers' value and one of the best moves.
#[test]
fn what_is_seen_to_the_end_is_true() {
    let how = How::default();
    for (game, position) in [
        ("tic-tac-toe", "X.O/.../..."),
        ("tic-tac-toe", "XO./.X./..."),
        ("nim", "1,2,3"),
        ("nim", "2,3"),
        ("hexapawn:3,3", "OOO/.../XXX"),
        ("dots-and-boxes:1,2", "../.../.."),
        ("row-ends", "4,5,3,1,2"),
        ("kalah:2,2", "2,2/2,2"),
        ("domineering:3,3", ".../.../..."),
    ] {
        let mut session = bouton::open(game, position).unwrap();
        let level = Level::named("looks-40", &session).unwrap();
        let chosen = level.reply(&mut session, &Turn::default(), &how).unwrap();
        let answer = session.solve(&how).unwrap();
        assert_eq!(chosen.outcome, answer.outcome, "{game} {position}");
        assert_eq!(session.position().unwrap(), position);
        if answer.outcome == Some(Outcome::Win) {
            let mut best = answer.best.iter().map(|best| &best.name);
            assert!(best.any(|name| *name == chosen.name), "{game}");
        }
    }
}

#[test]
fn nothing_is_claimed_of_what_was_not_seen() {
    let mut session = bouton::open("connect:6,7,4", "").unwrap();
    let level = Level::named("looks-2", &session).unwrap();
    let how = How::default();
    let chosen = level.reply(&mut session, &Turn::default(), &how).unwrap();
    assert_eq!((chosen.outcome, chosen.depth), (None, Some(2)));
    assert_eq!(chosen.name, "4");
}

/// The greedy player takes the larger coin, the capture, the most tokens.
#[test]
fn greed_takes_what_can_be_had() {
    let how = How::default();
    for (game, position, takes) in [
        ("row-ends", "1,2,9,3", "R"),
        ("hexapawn:3,3", "OO./..O/XXX", "b3xc2"),
        ("nim", "3,9,5", "take 9 from heap 2"),
    ] {
        let mut play = open(game, position, Player::First, "greedy");
        assert_eq!(play.answer(&how).unwrap().name, takes, "{game}");
    }
}

/// Play by temperatures makes legal moves to the end, in sums and on boards; other games have no such levels.
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

/// A threat is answered in its component, even if a threat of your own could be carried out in a hotter one.
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

/// The result of a finished game comes from its rules, not from a solver that may stop: every game, its last position.
#[test]
fn every_game_ends_with_the_result_of_its_rules() {
    let mut random = fastrand::Rng::with_seed(55);
    let (mut ended, mut valued) = (0, 0);
    for card in bouton::cards() {
        let [game, position] = &card.example;
        let mut session = bouton::open(game, position).unwrap();
        for _ in 0..2000 {
            let choices = session.choices(100).unwrap();
            let Some(choice) = random.choice(&choices) else {
                break;
            };
            session.go(&choice.to).unwrap();
        }
        let Some((outcome, margin)) = session.end().unwrap() else {
            continue;
        };
        ended += 1;
        let view = bouton::view(&mut session).unwrap();
        assert!(view.over && view.moves.is_empty(), "{game}");
        assert_eq!(view.outcome, Some(outcome), "{game}");
        let solvers = ["closed-form", "memo", "alpha-beta"];
        let accepts = |solver: &&str| session.accepts(solver, &Limits::default()).is_ok();
        if let Some(solver) = solvers.into_iter().find(accepts) {
            let value = session.value(&by(solver)).unwrap();
            assert_eq!((value.outcome, value.margin), (outcome, margin), "{game}");
            valued += 1;
        }
    }
    assert!(ended > 50 && valued > 40, "{ended}, {valued}");
    // Teeko, won at once: the solver of its positions would need minutes.
    let mut teeko = bouton::open("teeko", "...../.XX../.X.../.O.X./.OO.O").unwrap();
    let view = bouton::view_after(&mut teeko, &["d4-c3".to_owned()]).unwrap();
    assert_eq!((view.over, view.outcome), (true, Some(Outcome::Loss)));
}

/// The change of the picture is what a hint is drawn by.
#[test]
fn a_move_tells_its_deed_by_the_parts_of_the_picture() {
    for [game, position, name, expected] in table(include_str!("deeds.txt")) {
        let session = bouton::open(game, position).unwrap();
        let choices = session.choices(1000).unwrap();
        let found = choices.iter().find(|choice| choice.played.name == name);
        let Some(choice) = found else {
            let names: Vec<_> = choices.iter().map(|choice| &choice.played.name).collect();
            panic!("{game} {position}: {names:?}")
        };
        let deed = serde_json::to_string(&choice.deed).unwrap();
        assert_eq!(deed, expected, "{game} {position}: {name}");
    }
}
