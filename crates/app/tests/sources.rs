//! The same ten games as rule files, in GDL and as graphs: every source of rules has the same answers. The classes in Python
//! are compared with the rule files in `crates/py/tests/test_sources.py`.

#![cfg(feature = "rules")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use bouton::experiment::graph;
use bouton::{Error, How, Limits, Open, Session, Terms, check};

use crate::support::from_root;

const FOLDER: &str = "testdata/sources";
const GAMES: &str = "heap two_heaps last_loses again line token ring ends sides pins";
/// The number of positions of each game that are compared.
const MOST: usize = 60;

/// The three names of a game; its graph is written to a folder.
fn names(game: &str, folder: &Path) -> [String; 3] {
    from_root();
    let [rules, gdl] = ["star", "kif"].map(|ending| format!("{FOLDER}/{game}.{ending}"));
    let listed = folder.join(format!("{game}.jsonl"));
    let mut text = Vec::new();
    let session = Open::game(&*rules).session().unwrap();
    graph(&session, &Limits::default(), &mut text).unwrap();
    std::fs::write(&listed, text).unwrap();
    [rules, gdl, listed.to_string_lossy().into_owned()]
}

/// The points of a move, and whether the same player moves again.
type Brought = (Option<i128>, bool);

/// The information about a move in words, without the plies.
type Told = (String, Option<String>, bool);

/// Every output about a position, except for the notation of positions.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    is_over: bool,
    choices: BTreeMap<String, Brought>,
    /// Every solver gives the same.
    worth: BTreeSet<(String, Option<String>)>,
    plies: BTreeSet<u32>,
    best: BTreeSet<String>,
    moves: BTreeMap<String, Told>,
}

fn seen(session: &mut Session) -> Seen {
    let choices = session.choices(usize::MAX).unwrap();
    let mut seen = Seen {
        is_over: session.is_over().unwrap(),
        choices: choices
            .into_iter()
            .map(|choice| {
                let played = choice.played;
                (played.name, (played.gain, played.keeps_turn))
            })
            .collect(),
        worth: BTreeSet::new(),
        plies: BTreeSet::new(),
        best: BTreeSet::new(),
        moves: BTreeMap::new(),
    };
    let ids: Vec<_> = session.solvers().iter().map(|about| about.id).collect();
    let mut how = How::default();
    for id in ids {
        if session.accepts(id, &how.limits).is_err() {
            continue;
        }
        how.solver = Some(id.to_owned());
        // `grundy` finds during its search that positions repeat.
        let Ok(answer) = session.solve(&how) else {
            continue;
        };
        let outcome = answer.outcome.expect("no limit").to_string();
        seen.worth
            .insert((outcome, answer.margin.map(|margin| margin.to_string())));
        seen.plies.extend(answer.remoteness);
        seen.best = answer.best.into_iter().map(|mv| mv.name).collect();
    }
    for mv in session.moves(&How::default()).unwrap().moves {
        let margin = mv.margin.map(|margin| margin.to_string());
        let told = (mv.outcome.to_string(), margin, mv.best);
        seen.moves.insert(mv.name, told);
    }
    seen
}

/// Plays a game in all its forms at once, by the names of moves.
fn compare(name: &str, mut sessions: Vec<Session>) {
    let start: Vec<String> = sessions.iter().map(|s| s.position().unwrap()).collect();
    let mut known = BTreeSet::from([start[0].clone()]);
    let mut open = VecDeque::from([start]);
    while let Some(at) = open.pop_front() {
        let mut told = Vec::new();
        for (session, at) in sessions.iter_mut().zip(&at) {
            session.go(at).unwrap();
            told.push(seen(session));
        }
        assert_eq!(told[0].worth.len(), 1, "{name} at {at:?}: solvers disagree");
        assert!(
            told[0].plies.len() <= 1,
            "{name} at {at:?}: solvers disagree"
        );
        for other in &told[1..] {
            assert_eq!(told[0], *other, "{name} at {at:?}");
        }
        for mv in told[0].choices.keys() {
            let mut to = Vec::new();
            for (session, at) in sessions.iter_mut().zip(&at) {
                session.go(at).unwrap();
                session.play(mv).unwrap();
                to.push(session.position().unwrap());
            }
            if known.len() < MOST && known.insert(to[0].clone()) {
                open.push_back(to);
            }
        }
    }
}

#[test]
fn ten_games_have_the_same_answers_in_every_way() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES.split(' ') {
        let names = names(game, folder.path());
        for misere in [false, true] {
            let open = |name: &String| Open::game(&**name).misere(misere).session();
            let opened: Vec<Result<Session, Error>> = names.iter().map(open).collect();
            // A game with points has no misère form.
            if misere && game == "ends" {
                assert!(opened.iter().all(Result::is_err));
                continue;
            }
            let sessions = opened.into_iter().map(Result::unwrap).collect();
            compare(&format!("{game}, misere {misere}"), sessions);
        }
    }
}

#[test]
fn ten_games_have_no_mistakes_in_any_way() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES.split(' ') {
        for name in names(game, folder.path()) {
            let checked = check(&name, &[], &Terms::default()).unwrap();
            assert_eq!(checked.mistakes, Vec::<String>::new(), "{name}");
            assert!(checked.complete && !checked.line.is_empty(), "{name}");
        }
    }
}

/// Where the last to move wins and both players have the same moves, rule files and graphs are parts of sums, with the same
/// values.
#[test]
fn parts_of_sums_are_worth_the_same() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["heap", "two_heaps", "pins"] {
        let [rules, gdl, listed] = names(game, folder.path());
        let at = Open::game(&*rules).session().unwrap().position().unwrap();
        for heap in 0..6 {
            let value = |name: &str| {
                let sum = format!("nim {heap} + {name} {at}");
                let mut session = Open::game(sum).session()?;
                session.solve(&How::default())
            };
            let [one, other] = [&rules, &listed].map(|name| value(name).unwrap());
            assert_eq!(one.outcome, other.outcome, "{game} beside {heap}");
            assert_eq!(one.grundy, other.grundy, "{game} beside {heap}");
            assert!(value(&gdl).is_err(), "no rules of GDL are of the last move");
        }
    }
}
