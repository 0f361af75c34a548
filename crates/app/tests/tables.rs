//! `bouton tabulate`, `info`, `verify` and `--table`: in normal use, and killed at any moment.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use bouton_reference::{message, messages};
use serde_json::Value;

use crate::support::{Said, bouton_in, program, said};
use crate::until::until;

fn json(folder: &Path, arguments: &[&str]) -> Value {
    bouton_in(folder, &[arguments, &["--json"]].concat()).json()
}

fn refused(folder: &Path, arguments: &[&str], status: i32) -> String {
    let said = bouton_in(folder, arguments);
    assert_eq!(said.code, Some(status), "{arguments:?}");
    said.all()
}

const MATE: &str = "Kc3 Rh2 ka1";

#[test]
fn a_table_is_made_asked_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let made = json(folder, &["tabulate", "krk", "-o", "krk.tb"]);
    assert_eq!(
        (&made["positions"], &made["longest"]),
        (&402_724.into(), &32.into())
    );
    let info = json(folder, &["info", "krk.tb"]);
    for field in "positions win loss draw endless longest bytes".split(' ') {
        assert_eq!(info[field], made[field], "{field}");
    }
    let plain = json(folder, &["solve", "krk", MATE]);
    let asked = json(folder, &["solve", "krk", MATE, "--table", "krk.tb"]);
    assert_eq!(asked["solver"], "table-file");
    for field in ["outcome", "remoteness", "best", "preferred", "line"] {
        assert_eq!(asked[field], plain[field], "{field}");
    }
    let moves = |more: &[&str]| json(folder, &[&["moves", "krk", MATE], more].concat());
    assert_eq!(moves(&["--table", "."]), moves(&[]));
    let review = |more: &[&str]| json(folder, &[&["review", "krk", MATE, "Rh1"], more].concat());
    assert_eq!(review(&["--table", "krk.tb"]), review(&[]));
    let output = program(&["solve", "krk", MATE, "--json"])
        .env("BOUTON_TABLES", folder)
        .output();
    let by_environment = Said::from(output.unwrap()).json();
    assert_eq!(by_environment["solver"], "table-file");
    let checked = json(folder, &["verify", "krk.tb"]);
    assert_eq!(
        (&checked["valid"], &checked["kind"]),
        (&true.into(), &"table".into())
    );
    assert_eq!(checked["wrong"], Value::Array(Vec::new()));
}

#[test]
fn a_damaged_table_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    json(folder, &["tabulate", "mu-torere", "-o", "m.tb"]);
    let whole = std::fs::read(folder.join("m.tb")).unwrap();
    messages("a table with a changed byte", |place| {
        let mut changed = whole.clone();
        let place = match place.strip_prefix('-') {
            Some(place) => whole.len() - place.parse::<usize>().unwrap(),
            None => place.parse().unwrap(),
        };
        changed[place] ^= 4;
        std::fs::write(folder.join("changed.tb"), &changed).unwrap();
        refused(folder, &["verify", "changed.tb"], 4)
    });
    std::fs::write(folder.join("cut.tb"), &whole[..whole.len() - 1]).unwrap();
    let mut blocks = whole.clone();
    blocks[20] ^= 4;
    std::fs::write(folder.join("blocks.tb"), &blocks).unwrap();
    messages("questions to a damaged table", |question| {
        refused(folder, &question.split(' ').collect::<Vec<_>>(), 4)
    });
}

/// A table may have false values with correct checksums: it is not a proof by itself.
#[test]
fn what_a_table_says_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    json(folder, &["tabulate", "mu-torere", "-o", "m.tb"]);
    let asked = json(folder, &["solve", "mu-torere", "--table", "m.tb"]);
    assert_eq!(
        (&asked["solver"], &asked["proof"]),
        (&"table-file".into(), &"seen".into())
    );
    let play = &mut program(&["play", "mu-torere", "--table", "m.tb"]);
    let said = Said::from(said(play.current_dir(folder), "hint\nquit\n"));
    assert!(
        said.is_well() && said.out.contains("move from 1 to the middle"),
        "{said:?}"
    );
}

#[test]
fn what_is_packed_is_told_by_what_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    json(folder, &["solve", "nim", "1,2", "--certificate", "n.gz"]);
    assert_eq!(
        json(folder, &["info", "n.gz"])["kind"],
        "position certificate"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    // The work that an older version began there would be refused.
    let _ = std::fs::remove_dir_all("/dev/full.work");
    let told = refused(
        folder.path(),
        &["tabulate", "tic-tac-toe", "-o", "/dev/full"],
        2,
    );
    message("a table on a full disk", told);
}

/// A limit leaves the question open.
#[test]
fn a_true_table_is_valid_or_undecided() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for game in [
        &["krk"][..],
        &["six-mens-morris", "--total", "0..8"],
        &["connect:3,3,3"],
        &["wythoff", "20,30"],
        &["kalah:3,2", "--total", "0..7"],
    ] {
        json(folder, &[&["tabulate", "-o", "t.tb"], game].concat());
        let mut met = [0; 2];
        for limits in [
            ["--memory", "100"],
            ["--memory", "10K"],
            ["--memory", "100K"],
            ["--memory", "300M"],
            ["--time", "1ms"],
            ["--memory", "2G"],
        ] {
            let output = bouton_in(folder, &[&["verify", "t.tb"], &limits[..]].concat());
            let told = output.out;
            let why = output.error;
            match output.code {
                Some(0) => assert!(told.starts_with("valid"), "{game:?} {limits:?}: {told}"),
                Some(3) => {
                    assert!(told.is_empty(), "{game:?} {limits:?}: {told}");
                    assert!(why.contains("undecided: "), "{game:?} {limits:?}: {why}");
                }
                other => panic!("{game:?} {limits:?}: {other:?} {told} {why}"),
            }
            met[usize::from(output.code == Some(0))] += 1;
        }
        assert!(met[0] > 0 && met[1] > 0, "{game:?}: {met:?}");
    }
}

/// A game with a change far below its start, beyond any sample: the old and the new version.
struct Changed {
    file: &'static str,
    before: String,
    after: String,
    position: &'static str,
}

/// Rules in every language, with one move changed.
fn changed() -> [Changed; 3] {
    let heap = |odd: &str| {
        format!(
            "start = 3000\ndef moves(n):\n    return [n - k for k in [1, 2] if k <= n{odd}]\ndef plies_left(n):\n    return n\n"
        )
    };
    let graph = |odd: usize| {
        let line = |n: usize| match n {
            0 => "{\"id\": \"p0\", \"to\": []}\n".to_owned(),
            n => {
                let moves = (1..=n.min(if n == odd { 1 } else { 2 }))
                    .map(|k| format!("[\"take {k}\", \"p{}\"]", n - k));
                let moves: Vec<_> = moves.collect();
                format!("{{\"id\": \"p{n}\", \"to\": [{}]}}\n", moves.join(", "))
            }
        };
        (0..=3000).rev().map(line).collect::<String>()
    };
    let described = include_str!("../../../testdata/kif/mnk_3x3x3.kif");
    let drawn = "(<= (goal ?p 50) (role ?p) (not (line x)) (not (line o)))";
    let won = "(<= (goal x 100) (not (line x)) (not (line o))) (<= (goal o 0) (not (line x)) (not (line o)))";
    assert!(described.contains(drawn));
    [
        Changed {
            file: "heap.star",
            before: heap(""),
            after: heap(" and not (n == 50 and k == 2)"),
            position: "50",
        },
        Changed {
            file: "heap.jsonl",
            before: graph(usize::MAX),
            after: graph(50),
            position: "p50",
        },
        Changed {
            file: "board.kif",
            before: described.to_owned(),
            after: described.replace(drawn, won),
            position: "",
        },
    ]
}

/// A table belongs to its file with every line, not only with those of the first thousand positions.
#[test]
fn a_table_of_a_file_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for game in changed() {
        let write = |text: &str| std::fs::write(folder.join(game.file), text).unwrap();
        let at = |question: &'static str| {
            let all = [question, game.file, game.position];
            let asked: Vec<_> = all.into_iter().filter(|word| !word.is_empty()).collect();
            [&asked[..], &["--table", "t.tb"]].concat()
        };
        write(&game.before);
        json(folder, &["tabulate", game.file, "-o", "t.tb"]);
        let solved = json(folder, &at("solve"));
        assert_eq!(solved["solver"], "table-file", "{}", game.file);
        let told = bouton_in(folder, &["verify", "t.tb"]).out;
        let named = format!(
            "of {:?} is true, by the rules of the file with the SHA-256 hash ",
            game.file
        );
        assert!(told.starts_with("valid") && told.contains(&named), "{told}");
        let info = json(folder, &["info", "t.tb"]);
        let hash = info["files"][0].as_str().unwrap();
        assert!(told.contains(hash), "{told}");
        write(&game.after);
        let truth = json(folder, &at("solve")[..at("solve").len() - 2]);
        assert_ne!(truth["outcome"], solved["outcome"], "{}", game.file);
        for question in ["solve", "moves"] {
            let told = refused(folder, &at(question), 2);
            let wanted = format!("made from the file with the SHA-256 hash {hash}");
            assert!(told.contains(&wanted), "{}: {told}", game.file);
        }
        let told = refused(folder, &["verify", "t.tb"], 2);
        assert!(told.contains("made from the file"), "{told}");
        // A table found in a folder is not used.
        let offered = [&at("solve")[..at("solve").len() - 1], &["."]].concat();
        let plain = json(folder, &offered);
        assert_ne!(plain["solver"], "table-file");
        assert_eq!(plain["outcome"], truth["outcome"]);
        write(&game.before);
        assert_eq!(json(folder, &at("solve"))["solver"], "table-file");
    }
}

/// Parameters after the name of a file belong to its rules, and so does the objective of players of a description.
#[test]
fn a_table_of_other_parameters_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let heap = "most = parameter(\"most\", 2)\nstart = 2000\ndef moves(n):\n    return [n - k for k in [1, 2, 3] if k <= n and (k <= most or n > 60)]\ndef plies_left(n):\n    return n\n";
    std::fs::write(folder.join("heap.star"), heap).unwrap();
    json(folder, &["tabulate", "heap.star:2", "-o", "t.tb"]);
    let with = ["solve", "heap.star:3", "50", "--table", "t.tb"];
    message("a table of other parameters", refused(folder, &with, 2));
}

/// A table holds the objective of the players of its description, and is checked with it.
#[test]
fn a_table_says_what_its_players_aim_at() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let board = include_str!("../../../testdata/kif/mnk_3x3x3.kif");
    let drawn = "(<= (goal ?p 50) (role ?p) (not (line x)) (not (line o)))";
    // Where nobody wins, the goals of both players have value 0: they are not opposed.
    let text = board.replace(drawn, &drawn.replace("50", "0"));
    assert_ne!(text, board);
    std::fs::write(folder.join("board.kif"), text).unwrap();
    for aim in ["more", "own"] {
        let made = ["tabulate", "board.kif", "--aim", aim, "-o", "t.tb"];
        json(folder, &made);
        let checked = json(folder, &["verify", "t.tb"]);
        let claim = checked["claim"].as_str().unwrap();
        assert!(
            checked["valid"] == true && claim.contains(&format!(" aim {aim}")),
            "{checked}"
        );
        std::fs::remove_file(folder.join("t.tb")).unwrap();
    }
}

/// The folder of work on a table, as it is when it was begun and ended at once: its file tells what the lines of the table do, but for what
/// is counted. (That it is so is seen when the work goes on.)
fn begin_work(table: &Path, work: &Path) {
    let file = std::fs::read(table).unwrap();
    let trailer = &file[file.len() - 64..];
    let at = |place: usize| u64::from_le_bytes(trailer[place..place + 8].try_into().unwrap());
    let lines = std::str::from_utf8(&file[at(0) as usize..at(8) as usize]).unwrap();
    let mut job = "bouton work 2\n".to_owned();
    for line in lines.lines() {
        match line.split_once(' ').unwrap().0 {
            "code" | "layer" => {}
            "count" => job += "count 0\n",
            _ => job += &format!("{line}\n"),
        }
    }
    std::fs::create_dir(work).unwrap();
    std::fs::write(work.join("job"), job).unwrap();
}

/// Work that was begun with other rules is not continued.
#[test]
fn kept_work_of_a_file_that_was_changed_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for game in changed() {
        let write = |text: &str| std::fs::write(folder.join(game.file), text).unwrap();
        let table = format!("{}.tb", game.file);
        let whole = ["tabulate", game.file, "-o", &table];
        write(&game.before);
        json(folder, &whole);
        let wanted = std::fs::read(folder.join(&table)).unwrap();
        let work = folder.join(format!("{table}.work"));
        begin_work(&folder.join(&table), &work);
        std::fs::remove_file(folder.join(&table)).unwrap();
        write(&game.after);
        let told = refused(folder, &whole, 2);
        message(
            "the unfinished work of other rules",
            told.replace(&table, "TABLE"),
        );
        write(&game.before);
        json(folder, &whole);
        assert_eq!(std::fs::read(folder.join(&table)).unwrap(), wanted);
        assert!(!work.exists());
        // The new table differs.
        write(&game.after);
        json(folder, &whole);
        assert_ne!(std::fs::read(folder.join(&table)).unwrap(), wanted);
    }
}

/// The same for work that a killed run has left behind.
#[test]
fn work_that_a_killed_run_of_other_rules_left_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let heap = "start = 1000000000\ndef moves(n):\n    return [n - k for k in [1, 2] if k <= n]\ndef plies_left(n):\n    return n\n";
    let board = include_str!("../../../testdata/kif/mnk_4x4x4.kif");
    for (file, text, comment) in [("heap.star", heap, "#"), ("board.kif", board, ";")] {
        let write = |text: &str| std::fs::write(folder.join(file), text).unwrap();
        write(text);
        let table = format!("{file}.tb");
        let tabulate = ["tabulate", file, "-o", &table];
        let mut run = program(&tabulate)
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let job = folder.join(format!("{table}.work")).join("job");
        until(|| std::fs::read_to_string(&job).is_ok_and(|job| job.ends_with("\ncount 0\n")));
        run.kill().unwrap();
        run.wait().unwrap();
        write(&format!("{text}{comment} changed\n"));
        let told = refused(folder, &tabulate, 2);
        message(
            "the unfinished work of other rules",
            told.replace(&table, "TABLE"),
        );
        assert!(job.exists());
    }
}

/// Everything in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    let mut names: Vec<_> = entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The unfinished file of a killed process is removed by the next one that writes the same file; that of a living one is not.
#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_process_left_is_removed_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let parts = || {
        let mut names = names(folder);
        names.retain(|name| name.ends_with(".part"));
        names
    };
    // It has far too many positions: its file is being written until the process is ended.
    let writing = |more: usize| {
        let mut child = program(&["graph", "connect:6,7,4", "-o", "a.jsonl"])
            .current_dir(folder)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while parts().len() < more {
            assert_eq!(child.try_wait().unwrap(), None, "it ended by itself");
            std::thread::sleep(Duration::from_millis(10));
        }
        child
    };
    let whole = || json(folder, &["graph", "nim", "1,2", "-o", "a.jsonl"]);
    let mut killed = writing(1);
    killed.kill().unwrap();
    killed.wait().unwrap();
    let left = parts();
    assert_eq!(left.len(), 1, "{left:?}");
    whole();
    assert_eq!(names(folder), ["a.jsonl"]);
    let mut living = writing(1);
    let written = parts();
    whole();
    assert_eq!(parts(), written);
    living.kill().unwrap();
    living.wait().unwrap();
    whole();
    assert_eq!(names(folder), ["a.jsonl"]);
}

/// The number of kills of each kind of work; 30 for a longer check.
fn kills() -> u32 {
    let asked = std::env::var("KILLS").ok();
    asked.and_then(|kills| kills.parse().ok()).unwrap_or(4)
}

/// After kills at random moments, the final file is the same, and its folder is removed.
#[cfg(unix)]
#[test]
fn work_that_is_killed_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut random = fastrand::Rng::with_seed(7);
    // With so little memory the cells of krk lie in three files.
    for (game, memory) in [
        (&["krk"][..], "8G"),
        (&["krk"], "400K"),
        (&["connect:4,4,4"], "8G"),
        (&["kalah:6,4", "--total", "0..9"], "8G"),
        (&["six-mens-morris", "--total", "0..8"], "8G"),
        (&["dots-and-boxes:2,2"], "8G"),
        (&["mnk:3,4,3"], "8G"),
    ] {
        json(folder, &[&["tabulate", "-o", "whole.tb"], game].concat());
        let wanted = std::fs::read(folder.join("whole.tb")).unwrap();
        let begun = std::time::Instant::now();
        let whole = ["tabulate", "-o", "whole.tb", "--memory", memory];
        json(folder, &[&whole, game].concat());
        let longest = begun.elapsed().as_millis() as u64;
        assert_eq!(std::fs::read(folder.join("whole.tb")).unwrap(), wanted);
        for round in 0..kills() {
            let path = folder.join("killed.tb");
            let _ = std::fs::remove_file(&path);
            for _ in 0..3 {
                let mut child = program(&["tabulate", "-o", "killed.tb", "--memory", memory])
                    .args(game)
                    .current_dir(folder)
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn()
                    .unwrap();
                std::thread::sleep(Duration::from_millis(random.u64(..longest)));
                child.kill().unwrap();
                child.wait().unwrap();
            }
            let rest = ["tabulate", "-o", "killed.tb", "--memory", memory];
            json(folder, &[&rest, game].concat());
            assert_eq!(std::fs::read(&path).unwrap(), wanted, "{game:?} {round}");
            assert_eq!(names(folder), ["killed.tb", "whole.tb"]);
        }
    }
}

/// The server's answers come from the table that it was given.
#[cfg(feature = "serve")]
#[test]
fn the_server_answers_from_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    json(folder, &["tabulate", "krk", "-o", "krk.tb"]);
    let table = folder.join("krk.tb");
    let server = crate::server::Server::start(&["--table", table.to_str().unwrap()]);
    let place = "game=krk&position=Kc3%20Rh2%20ka1";
    let [solved, moves] =
        ["solve", "moves"].map(|route| server.get(&format!("/api/{route}?{place}")).json());
    assert_eq!(solved["solver"], "table-file");
    let plain = json(folder, &["moves", "krk", MATE]);
    assert_eq!(moves["moves"], plain["moves"]);
}
