//! Tables made, asked and checked through sessions.

use std::collections::BTreeSet;
use std::path::Path;

use bouton::answers::Proof;
use bouton::tables::{Table, TableFiles, Wanted, check_table, tabulate};
use bouton::{Error, How, Limits, Open, Outcome, Session};
use bouton_reference::{message, messages};
use bouton_tables::{Names, Unpacked, Writer};

use crate::support::by;

fn session(game: &str) -> Session {
    Open::game(game)
        .session()
        .or_else(|_| Open::game(game).anywhere())
        .unwrap()
}

fn made(game: &str, path: &Path) -> bouton::answers::Tabulated {
    tabulate(&session(game), &Wanted::at(path), &Limits::default()).unwrap()
}

/// Games of every kind of table, at positions that the game's solvers and the table both answer.
#[test]
fn tables_answer_as_the_solvers_do() {
    let folder = tempfile::tempdir().unwrap();
    for (game, position) in [
        ("mu-torere", None),
        ("pong-hau-k-i", None),
        ("tic-tac-toe", Some("X.O/.../...")),
        ("wythoff", Some("3,7")),
        ("connect:3,3,3", Some("12")),
        ("kalah:2,2", None),
        ("nim", Some("1,2,4")),
    ] {
        let path = folder.path().join("table.tb");
        let open = || Open::game(game).position(position).session().unwrap();
        let table = tabulate(&open(), &Wanted::at(&path), &Limits::default()).unwrap();
        assert!(table.stopped.is_none() && table.positions > Some(0));
        let opened = Table::open(&path).unwrap();
        let check = check_table(&opened, &Limits::default()).unwrap();
        assert!(check.valid, "{game}: {check}");
        let mut with = open();
        TableFiles::open(std::slice::from_ref(&path))
            .unwrap()
            .attach(&mut with)
            .unwrap();
        let mut without = open();
        for _ in 0..4 {
            let here = with.solve(&How::default()).unwrap();
            let there = without.solve(&How::default()).unwrap();
            assert_eq!(here.solver, "table-file", "{game}");
            assert_eq!(
                (here.outcome, &here.margin, &here.totals),
                (there.outcome, &there.margin, &there.totals),
                "{game}"
            );
            if there.remoteness.is_some() {
                assert_eq!(here.remoteness, there.remoteness, "{game}");
            }
            assert_eq!(here.best.len(), there.best.len(), "{game}");
            let Some(mv) = there.preferred else { break };
            with.play(&mv.name).unwrap();
            without.play(&mv.name).unwrap();
        }
    }
}

/// Rows of different coins look alike once they are empty, so that texts cannot name them.
#[test]
fn positions_that_are_written_alike_are_not_tabulated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.tb");
    let row = bouton::open("row-ends", "4,5,3").unwrap();
    let refused = tabulate(&row, &Wanted::at(&path), &Limits::default()).unwrap_err();
    message("a table of positions that are written alike", refused);
    assert!(!path.exists());
}

#[test]
fn misere_play_has_tables_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.tb");
    let misere = || {
        Open::game("nim")
            .at("1,2,3")
            .misere(true)
            .session()
            .unwrap()
    };
    tabulate(&misere(), &Wanted::at(&path), &Limits::default()).unwrap();
    let files = TableFiles::open(std::slice::from_ref(&path)).unwrap();
    let mut session = misere();
    files.attach(&mut session).unwrap();
    assert_eq!(
        session.solve(&How::default()).unwrap().outcome,
        Some(Outcome::Loss)
    );
    assert!(
        check_table(&Table::open(&path).unwrap(), &Limits::default())
            .unwrap()
            .valid
    );
    let refused = files
        .attach(&mut bouton::open("nim", "1,2,3").unwrap())
        .unwrap_err();
    message("a table of misère play for normal play", refused);
}

#[test]
fn a_position_that_is_not_there_is_told_as_such() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.tb");
    let wythoff = || bouton::open("wythoff", "3,7").unwrap();
    tabulate(&wythoff(), &Wanted::at(&path), &Limits::default()).unwrap();
    let mut session = wythoff();
    TableFiles::open(&[path])
        .unwrap()
        .attach(&mut session)
        .unwrap();
    session.go("4,7").unwrap();
    let by_table = by("table-file");
    let refused = session.solve(&by_table).unwrap_err();
    assert!(matches!(refused, Error::NoSolver(_)));
    message("a position that is not in the table", refused);
    // Without a name another solver answers.
    assert_ne!(session.solve(&How::default()).unwrap().solver, "table-file");
}

#[test]
fn a_table_of_other_rules_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mu-torere.tb");
    made("mu-torere", &path);
    let files = TableFiles::open(std::slice::from_ref(&path)).unwrap();
    messages("a table of other rules", |game| {
        files.attach(&mut session(game)).unwrap_err().to_string()
    });
    // In a folder it is ignored.
    let mut other = session("tic-tac-toe");
    TableFiles::open(&[folder.path().to_owned()])
        .unwrap()
        .attach(&mut other)
        .unwrap();
    assert_ne!(other.solvers()[0].id, "table-file");
    let mut same = session("mu-torere");
    TableFiles::open(&[folder.path().to_owned()])
        .unwrap()
        .attach(&mut same)
        .unwrap();
    assert_eq!(same.solvers()[0].id, "table-file");
}

#[test]
fn seeds_bound_a_table_of_kalah() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalah.tb");
    let wanted = Wanted {
        total: Some(5),
        ..Wanted::at(&path)
    };
    let limits = Limits::default();
    let table = tabulate(&session("kalah:3,4"), &wanted, &limits).unwrap();
    assert_eq!(table.positions, Some(462)); // C(5 + 6, 6)
    // The number of seeds at the start is not part of the rules.
    let mut asked = Open::game("kalah:3,2").at("1,0,1/0,2,1").session().unwrap();
    TableFiles::open(std::slice::from_ref(&path))
        .unwrap()
        .attach(&mut asked)
        .unwrap();
    let answer = asked.solve(&How::default()).unwrap();
    let wanted = Open::game("kalah:3,2")
        .at("1,0,1/0,2,1")
        .session()
        .unwrap()
        .solve(&How::default())
        .unwrap();
    assert_eq!(
        (answer.solver.as_str(), answer.margin),
        ("table-file", wanted.margin)
    );
    assert!(
        check_table(&Table::open(&path).unwrap(), &limits)
            .unwrap()
            .valid
    );
    let refused = tabulate(
        &session("mu-torere"),
        &Wanted {
            total: Some(3),
            ..Wanted::at(&path)
        },
        &limits,
    );
    message(
        "a total of pieces where none are counted",
        refused.unwrap_err(),
    );
}

#[test]
fn men_bound_a_table_of_morris() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("morris.tb");
    let (limits, position) = (Limits::default(), "X.X/.../X..X/OO./O.O");
    let wanted = Wanted {
        total: Some(8),
        ..Wanted::at(&path)
    };
    let made = tabulate(&session("six-mens-morris"), &wanted, &limits).unwrap();
    assert!(made.stopped.is_none() && made.bytes < made.positions.map(|all| all / 2));
    let table = Table::open(&path).unwrap();
    assert!(check_table(&table, &limits).unwrap().valid);
    let open = |position| Open::game("six-mens-morris").at(position).session();
    let (mut with, mut without) = (open(position).unwrap(), open(position).unwrap());
    let files = TableFiles::open(std::slice::from_ref(&path)).unwrap();
    files.attach(&mut with).unwrap();
    let here = with.solve(&How::default()).unwrap();
    let there = without.solve(&How::default()).unwrap();
    assert_eq!(here.solver, "table-file");
    assert_eq!(
        (here.outcome, here.remoteness, here.best.len()),
        (there.outcome, there.remoteness, there.best.len())
    );
    // A position with men in hand has no number.
    files.attach(&mut session("six-mens-morris")).unwrap();
    let few = Wanted {
        total: Some(4),
        ..Wanted::at(&path)
    };
    let refused = tabulate(&session("six-mens-morris"), &few, &limits).unwrap_err();
    message("a total of too few pieces", refused);
}

#[test]
fn a_table_of_an_older_format_says_how_to_make_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.tb");
    made("pong-hau-k-i", &path);
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[8] = 1;
    std::fs::write(&path, bytes).unwrap();
    message(
        "a table of an older format",
        Table::open(&path).unwrap_err(),
    );
}

#[test]
fn another_table_begun_in_the_same_place_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.tb");
    let stopped = Limits::default();
    stopped
        .cancel
        .store(true, std::sync::atomic::Ordering::Relaxed);
    let first = tabulate(&session("connect:3,3,3"), &Wanted::at(&path), &stopped).unwrap();
    assert!(first.stopped.is_some() && !path.exists());
    let refused = tabulate(
        &session("connect:3,4,3"),
        &Wanted::at(&path),
        &Limits::default(),
    );
    message("the unfinished work of another table", refused.unwrap_err());
    let work = folder.path().join("table.tb.work");
    let held = bouton_files::Log::open(&work.join("job")).unwrap();
    let refused = tabulate(
        &session("connect:3,3,3"),
        &Wanted::at(&path),
        &Limits::default(),
    );
    message("a table that another process makes", refused.unwrap_err());
    drop(held);
    made("connect:3,3,3", &path);
    assert!(path.is_file() && !work.exists());
}

/// The same table with some entries changed or, where the answer is `None`, left out.
fn rewritten(table: &Table, path: &Path, change: &dyn Fn(u64, u16) -> Option<u16>) -> Table {
    let mut file = std::fs::File::create(path).unwrap();
    let mut writer = Writer::begin(&mut file, table.contents().clone()).unwrap();
    let mut nth = 0;
    for block in 0..table.blocks() {
        let Unpacked { names, codes } = table.block(block).unwrap();
        for (place, code) in codes.into_iter().enumerate() {
            if let Some(code) = change(nth, code) {
                let written = match &names {
                    Names::From(_) => writer.number(code),
                    Names::Keys(keys) => writer.key(keys[place], code),
                    Names::Texts(texts) => writer.text(&texts[place], code),
                };
                written.unwrap();
            }
            nth += 1;
        }
    }
    writer.finish().unwrap();
    Table::open(path).unwrap()
}

/// A table whose game is standard input, a device or a pipe is refused; nothing waits for the stream.
#[cfg(all(unix, feature = "rules"))]
#[test]
fn a_table_names_no_stream() {
    let folder = tempfile::tempdir().unwrap();
    let [path, changed, pipe] = ["t.tb", "c.tb", "pipe"].map(|name| folder.path().join(name));
    made("mu-torere", &path);
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let pipe = pipe.display().to_string();
    for game in ["graph:-", "graph:/dev/zero", &format!("graph:{pipe}")] {
        let contents = bouton_tables::Contents {
            game: game.to_owned(),
            ..Table::open(&path).unwrap().contents().clone()
        };
        let mut file = std::fs::File::create(&changed).unwrap();
        let mut writer = Writer::begin(&mut file, contents).unwrap();
        for _ in 0..630 {
            writer.number(0).unwrap();
        }
        writer.finish().unwrap();
        let refused = check_table(&Table::open(&changed).unwrap(), &Limits::default());
        let refused = refused.unwrap_err().to_string();
        assert!(
            refused.ends_with("expected a file, found a stream, a folder or a device"),
            "{refused}"
        );
    }
}

/// Only the true table is accepted: a changed or missing entry is found, in tables of every kind.
#[test]
fn no_entry_of_a_table_can_be_another_one() {
    let folder = tempfile::tempdir().unwrap();
    let (path, changed) = (folder.path().join("t.tb"), folder.path().join("c.tb"));
    for (game, position, total) in [
        ("mu-torere", None, None),
        ("pong-hau-k-i", None, None),
        ("kalah:2,2", None, Some(4)),
        ("six-mens-morris", None, Some(6)),
        ("connect:3,3,3", None, None),
        ("wythoff", Some("5,8"), None),
        ("tic-tac-toe", Some("X.O/.../..."), None),
        ("dots-and-boxes:1,2", None, None),
    ] {
        let session = Open::game(game).position(position).session().unwrap();
        let wanted = Wanted {
            total,
            ..Wanted::at(&path)
        };
        tabulate(&session, &wanted, &Limits::default()).unwrap();
        let table = Table::open(&path).unwrap();
        let (count, codes) = (table.contents().count, table.contents().codes.len() as u16);
        let check = |table: &Table| check_table(table, &Limits::default()).unwrap();
        let same = rewritten(&table, &changed, &|_, code| Some(code));
        assert!(check(&same).valid, "{game}");
        for place in (0..12).map(|nth| nth * (count - 1) / 11) {
            for more in [1, codes / 2, codes - 1] {
                let other = |nth, code| match nth == place {
                    true => Some((code + more) % codes),
                    false => Some(code),
                };
                let told = check(&rewritten(&table, &changed, &other));
                let is_same = more % codes == 0;
                assert_eq!(told.valid, is_same, "{game} {place} {more}: {told}");
            }
            let without = |nth, code| (nth != place).then_some(code);
            let told = check(&rewritten(&table, &changed, &without));
            assert!(!told.valid, "{game} {place}: {told}");
        }
    }
}

/// All positions of kalah with this many seeds: C(n + 12, 12).
fn kalah(seeds: u64, path: &Path) -> bouton::answers::Tabulated {
    let wanted = Wanted {
        total: Some(seeds),
        best: seeds.is_multiple_of(2),
        ..Wanted::at(path)
    };
    tabulate(&session("kalah:6,6"), &wanted, &Limits::default()).unwrap()
}

#[test]
fn a_table_shortens_a_search_that_begins_above_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalah.tb");
    let mut visited = Vec::new();
    let mut answers = Vec::new();
    for (seeds, positions) in [(None, 0), (Some(4), 1820), (Some(7), 50_388)] {
        let mut session = Open::game("kalah:6,2").session().unwrap();
        if let Some(seeds) = seeds {
            assert_eq!(kalah(seeds, &path).positions, Some(positions));
            let files = TableFiles::open(std::slice::from_ref(&path)).unwrap();
            files.attach(&mut session).unwrap();
        }
        let how = by("alpha-beta");
        let answer = session.solve(&how).unwrap();
        visited.push(answer.visited);
        answers.push((answer.margin, answer.best.len()));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    assert!(
        visited[1] < visited[0] && 5 * visited[2] < 4 * visited[0],
        "{visited:?}"
    );
}

/// Men that are still in hand have no number: they are searched down to those that have, if a table has all of these.
#[test]
fn men_in_hand_are_searched_down_to_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let game = "six-mens-morris";
    let with_table = |total: Option<u64>| {
        let path = folder.path().join("six.tb");
        let wanted = Wanted {
            total,
            ..Wanted::at(&path)
        };
        tabulate(&session(game), &wanted, &Limits::default()).unwrap();
        let mut session = session(game);
        let files = TableFiles::open(&[path]).unwrap();
        files.attach(&mut session).unwrap();
        session
    };
    let accepts = |session: &Session| session.accepts("alpha-beta", &Limits::default());
    let few = with_table(Some(8));
    message(
        "a search above a table of few pieces",
        accepts(&few).unwrap_err(),
    );
    let (mut knowing, mut plain) = (with_table(None), session(game));
    let mut met = [0; 3];
    for line in 0..20 {
        let mut here = session(game);
        for ply in 0..12 {
            let at = here.position().unwrap();
            knowing.go(&at).unwrap();
            plain.go(&at).unwrap();
            let found = knowing.solve(&How::default()).unwrap();
            let right = plain.solve(&How::default()).unwrap();
            // Retrograde lists the shortest win first.
            let [found_best, right_best] = [&found, &right].map(|answer| {
                let moves = answer.best.iter().map(|mv| &mv.name);
                moves.collect::<BTreeSet<_>>()
            });
            assert_eq!(
                (found.outcome, found_best),
                (right.outcome, right_best),
                "{at}"
            );
            let searched =
                (found.solver.as_str(), found.proof) == ("alpha-beta", Some(Proof::Seen));
            assert_eq!(searched, accepts(&knowing).is_ok(), "{at}");
            // With the plies of the table, play does not repeat positions.
            let ends = found.line.is_some() || found.outcome == Some(Outcome::Draw);
            assert!(ends || !searched, "{at}");
            met[found.outcome.unwrap() as usize] += usize::from(searched);
            let choices = here.choices(usize::MAX).unwrap();
            if choices.is_empty() {
                break;
            }
            // Spread over the moves, other ones in every line.
            let nth = (line * line + 7 * ply) % choices.len();
            here.play(&choices[nth].played.name).unwrap();
        }
    }
    assert!(met.iter().all(|met| *met > 10), "{met:?}");
}

#[test]
fn seeds_of_a_real_board() {
    let folder = tempfile::tempdir().unwrap();
    let [best, plain] = ["best.tb", "plain.tb"].map(|name| folder.path().join(name));
    let eight = kalah(8, &best);
    assert_eq!(eight.positions, Some(125_970));
    let table = Table::open(&best).unwrap();
    assert!(check_table(&table, &Limits::default()).unwrap().valid);
    let wanted = Wanted {
        total: Some(8),
        ..Wanted::at(&plain)
    };
    let loose = tabulate(&session("kalah:6,6"), &wanted, &Limits::default()).unwrap();
    assert_eq!((loose.win, loose.loss), (eight.win, eight.loss));
    assert!(loose.bytes > eight.bytes && loose.bytes < loose.positions.map(|all| all / 2));
}

/// All positions with at most this many seeds, each compared with one step of the rules; [`best`](Wanted) for even numbers.
fn checked(seeds: u64, positions: u64) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kalah.tb");
    let made = kalah(seeds, &path);
    assert_eq!(made.positions, Some(positions));
    assert!(made.bytes < made.positions.map(|all| all / 2), "{made}");
    let table = Table::open(&path).unwrap();
    assert!(check_table(&table, &Limits::default()).unwrap().valid);
    println!("{made}");
}

#[test]
fn twelve_seeds() {
    checked(12, 2_704_156);
}

#[test]
#[ignore = "a minute, without optimization three"]
fn more_seeds() {
    checked(15, 17_383_860);
}
