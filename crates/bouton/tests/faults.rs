//! Each function of a rule file fails at one position, and every question is asked of every session: the answer is the
//! fault with its line, or the answer of the sound file; nothing is invented or hidden.
#![cfg(feature = "rules")]

use std::fmt::Debug;
use std::path::{Path, PathBuf};

use bouton::experiment::{analyze, review};
use bouton::play::{Level, Play, Player};
use bouton::{Error, How, Limits, Open, Session};

use crate::support::{losing, refute, values};

/// A sound file: the text before its functions, and these with their arguments and results.
struct File {
    kind: &'static str,
    head: &'static str,
    functions: &'static [(&'static str, &'static str, &'static str)],
}

/// The position at which a function fails.
const BAD: &str = "3";

const FILES: [File; 4] = [
    File {
        kind: "impartial",
        head: "start = 6",
        functions: &[
            ("moves", "n", "[n - k for k in (1, 2) if k <= n]"),
            ("plies_left", "n", "n"),
            ("summands", "n", "[n]"),
            ("canonical", "n", "n"),
            ("show", "n", "str(n)"),
            ("parse", "n", "int(n)"),
            ("draw", "n", "[\"x\" * n]"),
            ("positions", "n", "list(range(n + 1))"),
            ("lazy", "n", "n - 1 if n > 0 else None"),
        ],
    },
    File {
        kind: "outcome",
        head: "start = 6",
        functions: &[
            (
                "moves",
                "n",
                "[(\"take %d\" % k, n - k) for k in (1, 2) if k <= n]",
            ),
            ("outcome", "n", "\"draw\" if n == 0 else None"),
            ("canonical", "n", "n"),
            ("draw", "n", "[\"x\" * n]"),
            ("lazy", "n", "n - 1 if n > 0 else None"),
        ],
    },
    File {
        kind: "points",
        head: "start = 6",
        functions: &[
            (
                "moves",
                "n",
                "[(\"take %d\" % k, n - k, k) for k in (1, 2) if k <= n]",
            ),
            ("score", "n", "0 if n == 0 else None"),
            ("turn", "before, n", "\"same\" if n == 2 else \"other\""),
            ("plies_left", "n", "n"),
            ("lazy", "n", "n - 1 if n > 0 else None"),
        ],
    },
    File {
        kind: "partizan",
        head: "start = 6",
        functions: &[
            ("left", "n", "[n - 1] if n > 0 else []"),
            ("right", "n", "[n - 2] if n > 1 else []"),
            ("plies_left", "n", "n"),
            ("show", "n", "str(n)"),
        ],
    },
];

impl File {
    /// The text, one function of which may fail; `lazy` is a strategy.
    fn text(&self, failing: Option<&str>) -> String {
        let mut text = format!("{}\n", self.head);
        for (name, takes, returns) in self.functions {
            let bad = if *name == "parse" {
                format!("\"{BAD}\"")
            } else {
                BAD.to_owned()
            };
            text += &format!("def {name}({takes}):\n");
            if failing == Some(*name) {
                text += &format!("    if n == {bad}:\n        return 1 // 0\n");
            }
            text += &format!("    return {returns}\n");
        }
        if self.functions.iter().any(|(name, ..)| *name == "lazy") {
            text += "strategies = {\"lazy\": lazy}\n";
        }
        text
    }
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path
}

/// The questions to a session, by name.
type Question = (&'static str, fn(&mut Session) -> Result<String, Error>);

fn told(answer: Result<impl Debug, Error>) -> Result<String, Error> {
    answer.map(|answer| format!("{answer:?}"))
}

fn by_each_solver(
    session: &mut Session,
    ask: impl Fn(&mut Session, &How) -> Result<String, Error>,
) -> Result<String, Error> {
    let mut all = String::new();
    for about in session.solvers() {
        let how = How::by(Some(about.id)).within(Limits::of_threads(1));
        all += &match ask(session, &how) {
            Err(Error::NoSolver(why)) => why,
            answer => answer?,
        };
    }
    Ok(all)
}

const QUESTIONS: [Question; 20] = [
    ("position", |session| session.position()),
    ("solve", |session| {
        by_each_solver(session, |session, how| {
            let answer = session.solve(how)?;
            Ok(format!(
                "{:?} {:?} {:?}",
                answer.outcome, answer.margin, answer.best
            ))
        })
    }),
    ("accepts", |session| {
        by_each_solver(session, |session, how| {
            let solver = how.solver.as_deref().unwrap();
            told(session.accepts(solver, &how.limits))
        })
    }),
    ("moves", |session| {
        by_each_solver(session, |session, how| told(session.moves(how)))
    }),
    ("value", |session| {
        by_each_solver(session, |session, how| {
            let value = session.value(how)?;
            Ok(format!("{:?} {:?}", value.outcome, value.margin))
        })
    }),
    ("census", |session| {
        match session.census(&Limits::default()) {
            Err(Error::Unfit(why)) => Ok(why),
            census => told(census),
        }
    }),
    ("analyze", |session| {
        match analyze(session, &How::default()) {
            Err(Error::Unfit(why)) => Ok(why),
            analysis => told(analysis),
        }
    }),
    ("is_over", |session| told(session.is_over())),
    ("choices", |session| told(session.choices(9))),
    ("scene", |session| told(session.scene())),
    ("canonical", |session| session.canonical()),
    ("at_stake", |session| told(session.at_stake())),
    ("view", |session| told(bouton::view(session))),
    ("play", |session| {
        for _ in 0..3 {
            let Some(choice) = session.choices(1)?.pop() else {
                break;
            };
            session.play(&choice.played.name)?;
        }
        session.position()
    }),
    ("go", |session| {
        session.go(BAD)?;
        told(session.choices(9))
    }),
    ("allowed", |session| match session.allowed("lazy") {
        Err(Error::Unfit(why)) => Ok(why),
        allowed => told(allowed),
    }),
    ("losing", |session| {
        match losing(session, &[("up_to", "6".into())], &How::default()) {
            Err(Error::Unfit(why)) => Ok(why),
            losing => told(losing.map(|found| found.rows)),
        }
    }),
    ("values", |session| {
        match values(session, &[("up_to", "6".into())], &How::default()) {
            Err(Error::Unfit(why)) => Ok(why),
            values => told(values.map(|table| table.values)),
        }
    }),
    ("refute", |session| {
        match refute(session, "lazy", &[], &How::default()) {
            Err(Error::Unfit(why)) => Ok(why),
            refutation => told(refutation),
        }
    }),
    ("review", |session| {
        let mut line = Vec::new();
        let start = session.position()?;
        for _ in 0..3 {
            let Some(choice) = session.choices(1)?.pop() else {
                break;
            };
            line.push(session.play(&choice.played.name)?.name);
        }
        session.go(&start)?;
        told(review(session, &line, &How::default()))
    }),
];

/// An error names its file and the line of the function; while a position is read, also the position.
fn is_the_fault(error: &Error, path: &Path) -> bool {
    let message = error.to_string();
    let is_told = match error {
        Error::Rules(_) => message.contains(&format!("{}:", path.display())),
        Error::Input { .. } => message.contains(BAD),
        _ => false,
    };
    is_told && message.contains("division by zero")
}

#[test]
fn a_function_that_fails_is_told_by_every_question_that_asks_it() {
    let mut faults = 0;
    for file in &FILES {
        let sound = written(&format!("{}.star", file.kind), &file.text(None));
        for (function, ..) in file.functions {
            let name = format!("{}-{function}.star", file.kind);
            let broken = written(&name, &file.text(Some(function)));
            for (question, ask) in QUESTIONS {
                for position in ["6", "4", BAD] {
                    let open = |path: &Path| {
                        let path = path.to_str().unwrap().to_owned();
                        Open::game(path).at(position).session()
                    };
                    let expected = open(&sound).and_then(|mut session| ask(&mut session));
                    let expected = expected.expect("the sound file answers");
                    let expected =
                        expected.replace(sound.to_str().unwrap(), broken.to_str().unwrap());
                    match open(&broken).and_then(|mut session| ask(&mut session)) {
                        Ok(found) => {
                            assert_eq!(found, expected, "{name}: {question} at {position}");
                        }
                        Err(error) => {
                            faults += 1;
                            let what = format!("{name}: {question} at {position}: {error}");
                            assert!(is_the_fault(&error, &broken), "{what}");
                        }
                    }
                }
            }
        }
    }
    assert!(faults > 300, "the functions that fail are asked: {faults}");
}

/// A session whose rules failed answers again where they do not.
#[test]
fn a_session_goes_on_after_a_fault() {
    let broken = written("goes-on.star", &FILES[0].text(Some("moves")));
    let mut session = bouton::open(broken.to_str().unwrap(), "6").unwrap();
    assert!(matches!(
        session.solve(&How::default()),
        Err(Error::Rules(_))
    ));
    session.go("2").unwrap();
    let answer = session.solve(&How::default()).unwrap();
    assert_eq!(answer.preferred.unwrap().name, "0");
}

/// A person's move to a position where the rules fail is not made, and the error is reported.
#[test]
fn a_game_stands_as_before_where_the_rules_fail_after_a_move() {
    let broken = written("play.star", &FILES[0].text(Some("moves")));
    let session = bouton::open(broken.to_str().unwrap(), "5").unwrap();
    let mut play = Play::new(session, Player::Second, Level::Perfect).unwrap();
    let error = play.make("3").unwrap_err();
    assert!(is_the_fault(&error, &broken), "{error}");
    assert_eq!((play.position(), play.made().len()), ("5", 0));
    play.make("4").unwrap();
    assert_eq!(play.position(), "4");
}
