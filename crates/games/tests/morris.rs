//! Six and nine men's morris: the numbers of positions, and their values slice by slice.

use std::collections::HashMap;

use bouton_core::game::Hinted;
use bouton_core::{
    Alternating, Game, Indexed, Limits, Notation, Numbered, Outcome, Score, Slice, Sliced, Solver,
    WinDrawLoss,
};
use bouton_games::boards::Morris;
use bouton_solvers::retrograde::solve_slices;
use bouton_solvers::whole::{Numbers, Whole, check_numbers};
use bouton_solvers::{Keeper, OnGraph};
use bouton_tables::{Contents, Entry, Naming, Table, TableValue, Tally, Writer};

fn slices(game: Morris, total: u64) -> Vec<Slice> {
    let mut slices = game.slices();
    slices.retain(|slice| slice.total <= total);
    slices
}

/// The position of each number of the first slices.
fn solved(game: Morris, total: u64, threads: usize) -> Vec<Entry> {
    let folder = tempfile::tempdir().unwrap();
    let mut keeper = Keeper::at(&folder.path().join("waves"));
    let limits = Limits::of_threads(threads);
    let files = solve_slices(&game, &slices(game, total), &limits, &mut keeper).unwrap();
    let mut found = Vec::new();
    let told = files.each(&mut |place| {
        found.push(files.entries()[place]);
        Ok(())
    });
    told.unwrap();
    assert_eq!(found.len() as u64, files.count());
    found
}

#[test]
fn numbers_of_nine_mens_morris_are_as_many_as_was_counted() {
    let slices = Morris::nine().slices();
    // Without the one of all positions with two men.
    assert_eq!(slices.last().unwrap().numbers.end - 1, 9_193_626_407);
    let largest = slices
        .iter()
        .filter(|slice| slice.total == 16)
        .map(|slice| slice.numbers.end - slice.numbers.start);
    assert!(largest.into_iter().any(|count| count == 603_332_730));
    // 158 classes of three men, 757 of four, 2830 of five: times the ways to place the other's.
    let sizes: Vec<_> = slices[..5]
        .iter()
        .map(|slice| slice.numbers.end - slice.numbers.start)
        .collect();
    let beside = [1330, 5985, 1140, 20_349, 969, 4845];
    let wanted = [
        1,
        158 * beside[0],
        158 * beside[1] + 757 * beside[2],
        158 * beside[3] + 2830 * beside[4],
        757 * beside[5],
    ];
    assert_eq!(sizes, wanted);
    for (nth, slice) in slices.iter().enumerate() {
        assert!(slice.feeds.iter().all(|feed| *feed < nth));
    }
}

/// How many moves lead from a number to another one of its slice, and the numbers outside that others lead to.
fn made(game: Morris, slice: &Slice, number: u64) -> (HashMap<u64, u32>, Vec<u64>) {
    let (mut stay, mut out) = (HashMap::new(), Vec::new());
    let at = game.position(number).unwrap();
    for mv in game.moves(&at).filter(|_| game.score(&at).is_none()) {
        let to = game.index(&game.play(&at, &mv)).unwrap();
        if slice.numbers.contains(&to) {
            *stay.entry(to).or_insert(0) += 1;
        } else {
            out.push(to);
        }
    }
    out.sort_unstable();
    (stay, out)
}

/// Moves that stay in a slice, found forwards from the rules and backwards by the numbers.
#[test]
fn moves_are_taken_back_as_often_as_they_are_made() {
    for (game, total, stride) in [(Morris::six(), 7, 7), (Morris::nine(), 6, 997)] {
        let all = game.slices();
        for slice in slices(game, total) {
            let taken = |number| {
                let mut taken = HashMap::new();
                game.take_back(&slice.numbers, number, &mut |from| {
                    *taken.entry(from).or_insert(0) += 1;
                });
                taken
            };
            for number in slice.numbers.clone().step_by(stride) {
                let Some(at) = game.position(number) else {
                    continue;
                };
                assert_eq!(game.index(&at), Some(number));
                assert_eq!(game.index(&game.canonical(at)), Some(number));
                for (from, times) in taken(number) {
                    assert_eq!(made(game, &slice, from).0[&number], times);
                }
                let (stay, out) = made(game, &slice, number);
                for (to, times) in &stay {
                    assert_eq!(taken(*to)[&number], *times);
                }
                if game.score(&at).is_some() {
                    continue;
                }
                let mut told = Vec::new();
                let stays = game.moves_out(&slice.numbers, &at, &mut |to| told.push(to));
                told.sort_unstable();
                assert_eq!((stays, told), (stay.values().sum(), out.clone()));
                let is_fed = |to| {
                    let mut feeds = slice.feeds.iter();
                    feeds.any(|feed| all[*feed].numbers.contains(to))
                };
                assert!(out.iter().all(is_fed));
            }
        }
    }
}

/// Positions on the board that are equal up to symmetry have one number, and all that has a number is one.
#[test]
fn numbers_stand_for_all_that_are_the_same() {
    for (game, total) in [(Morris::six(), 7), (Morris::nine(), 6)] {
        let space = Numbers::in_slices(&game, total).unwrap();
        let all = (0..space.count()).filter_map(|number| game.position(number));
        let shown: std::collections::HashSet<_> =
            all.map(|at| game.show(&game.canonical(at))).collect();
        let holes = (0..space.count()).filter(|number| game.position(*number).is_none());
        assert_eq!(shown.len() as u64, space.count() - holes.count() as u64);
        if game == Morris::nine() {
            // By the lemma of Burnside; and the one where play is over.
            assert_eq!(shown.len(), 169_626 + 1);
        }
    }
}

/// The same positions by backward analysis of all that can be reached, which stores them one by one.
#[test]
fn slices_agree_with_what_is_held_whole() {
    for (game, total, texts) in [
        (
            Morris::six(),
            8,
            &["X.X/.../X..X/OO./O.O", "X.X/..O/X..X/O../O.O"][..],
        ),
        (Morris::nine(), 6, &["X.X/.../.../OO..O./.../.../X.."]),
    ] {
        let found = solved(game, total, 2);
        let mut solver = OnGraph::retrograde();
        for text in texts {
            let at = game.parse(text).unwrap();
            let (mut todo, mut seen) = (vec![at], std::collections::HashSet::new());
            while let Some(at) = todo.pop().filter(|_| seen.len() < 1000) {
                let number = game.index(&at).unwrap();
                if !seen.insert(number) {
                    continue;
                }
                let limits = Limits::default();
                let value = Solver::<Morris>::evaluate(&mut solver, &game, &at, &limits).unwrap();
                let outcome = WinDrawLoss::outcome(value.score);
                let wanted = Entry::Value(TableValue::Outcome(outcome, value.remoteness));
                assert_eq!(found[number as usize], wanted, "{}", game.show(&at));
                todo.extend(game.moves(&at).map(|mv| game.play(&at, &mv)));
            }
        }
    }
}

#[test]
fn threads_change_nothing() {
    let game = Morris::six();
    assert_eq!(solved(game, 7, 1), solved(game, 7, 3));
}

/// Hints leave out no move; of the men that a mill takes, those whose lines are free for the other come first.
#[test]
fn hints_put_every_move_in_order() {
    let mut random = fastrand::Rng::with_seed(9);
    for (game, start) in [
        (Morris::six(), ".../.../..../.../... 6,6"),
        (Morris::nine(), ".../.../.../....../.../.../... 9,9"),
    ] {
        let start = game.parse(start).unwrap();
        let mut at = start;
        for _ in 0..300 {
            if game.score(&at).is_some() {
                at = start;
            }
            let moves: Vec<_> = game.moves(&at).collect();
            let glance = game.glance(&at);
            let range = (glance.low.outcome(), glance.high.outcome());
            assert_eq!(range, (Outcome::Loss, Outcome::Win));
            assert_eq!(glance.moves.map(|(mv, _)| mv).collect::<Vec<_>>(), moves);
            at = game.play(&at, &moves[random.usize(..moves.len())]);
        }
    }
    let game = Morris::nine();
    let at = game.parse("XX./.../.../....../.../.O./OO. 6,6").unwrap();
    let mut moves: Vec<_> = game.glance(&at).moves.collect();
    moves.sort_by_key(|(_, promise)| -promise);
    let moves = moves.iter().take(3);
    let names: Vec<_> = moves.map(|(mv, _)| game.show_move(&at, mv)).collect();
    assert_eq!(names, ["g7xd2", "g7xd1", "g7xa1"]);
}

#[test]
fn mills_take_men() {
    let game = Morris::nine();
    let at = game.parse("XX./.../.../X....O/.../.../OO.").unwrap();
    // To g7: the mill takes any of three, none of which is in a mill.
    let moves: Vec<_> = game.moves(&at).map(|mv| game.show_move(&at, &mv)).collect();
    for wanted in ["a4-g7xg4", "a4-g7xa1", "a4-g7xd1", "a7-b6"] {
        assert!(moves.iter().any(|its| its == wanted), "{wanted}: {moves:?}");
    }
    assert!(!moves.iter().any(|its| its == "a4-g7"));
    // Four men do not fly, and what is in a mill stays while others do not.
    let at = game.parse("XX./.../.../X.X..O/.../.../OOO 1,0").unwrap();
    let moves: Vec<_> = game.moves(&at).map(|mv| game.show_move(&at, &mv)).collect();
    assert!(moves.iter().any(|its| its == "g7xg4") && !moves.iter().any(|its| its == "g7xa1"));
    let blocked = game.parse("XOX/.../.../O....O/.../.../X..").unwrap();
    assert!(game.score(&blocked).is_none(), "three men fly");
    let six = Morris::six();
    let blocked = six.parse("XOX/.../O..O/.../X..").unwrap();
    assert!(six.score(&blocked).is_none());
    let blocked = six.parse("XOX/.../O..O/.../XO.").unwrap();
    assert_eq!(
        six.score(&blocked).map(|score| score.outcome()),
        Some(Outcome::Loss)
    );
    for (game, text, told) in [
        (game, "XX./.../.../....../.../.../OOO 0,0", ""),
        (game, "X../.../.../....../.../.../OOO", "play was over"),
        (game, "XXX/.../.../....../.../.../OOO 3,1", "in turn"),
        (game, "XXX/XXX/XXX/X...../.../.../OOO", "at most 9"),
        (game, "XXX/.../OOO", "expected a board like"),
        (six, "XXX/.../..../OOO/.x? 1,1", "found '?'"),
    ] {
        match game.parse(text) {
            Ok(_) => assert_eq!(told, "", "{text}"),
            Err(error) => assert!(error.to_string().contains(told), "{error}"),
        }
    }
}

/// All positions of nine men's morris with at most eight men, or as many as the variable MEN says, each compared with one
/// step of the rules; `cargo test --release -p bouton-games --test all morris:: -- --ignored --nocapture` tells how many are
/// won and lost.
#[test]
#[ignore = "a minute in release"]
fn few_men_of_nine_mens_morris() {
    let men = std::env::var("MEN").ok().and_then(|men| men.parse().ok());
    let (game, men) = (Morris::nine(), men.unwrap_or(8));
    let folder = tempfile::tempdir().unwrap();
    let (limits, path) = (Limits::default(), folder.path().join("morris.tb"));
    let space = Numbers::in_slices(&game, men).unwrap();
    let mut keeper = Keeper::at(&folder.path().join("waves"));
    let begun = cpu_time::ProcessTime::now();
    let values = space.solve(&limits, &mut keeper).unwrap();
    println!("solved in {:.1?}", begun.elapsed());
    let codes = values.codes().unwrap().unwrap();
    let contents = Contents::of("morris", Naming::Numbers, codes.entries.clone());
    let (mut number, mut slices) = (0, space.slices().iter().peekable());
    let (mut tally, mut positions) = (Tally::default(), Vec::new());
    let mut out = std::fs::File::create(&path).unwrap();
    let mut writer = Writer::begin(&mut out, contents).unwrap();
    let told = values.each(&codes, &mut |code| {
        tally = tally.with(codes.entries[usize::from(code)], 1);
        number += 1;
        if let Some(slice) = slices.next_if(|slice| slice.numbers.end == number) {
            println!(
                "{} men, {} numbers: {tally:?}",
                slice.total,
                number - slice.numbers.start
            );
            positions.push(tally.positions);
            tally = Tally::default();
        }
        writer.number(code)
    });
    told.unwrap();
    // By the lemma of Burnside.
    let counted = [1, 169_626, 1_520_796, 5_160_780, 3_225_597];
    assert!(
        positions
            .iter()
            .zip(counted)
            .all(|(found, counted)| *found == counted)
    );
    let written = writer.finish().unwrap();
    println!("{} bytes", written.bytes);
    let begun = cpu_time::ProcessTime::now();
    let table = Table::open(&path).unwrap();
    assert_eq!(check_numbers(&space, &table, &limits).unwrap(), []);
    println!("checked in {:.1?}", begun.elapsed());
}
