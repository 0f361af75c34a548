//! Answers fit their questions: options are obeyed or refused, a game has the same form by each of its names, texts from files
//! are shown and never obeyed, refusals are brief, and answers tell which limit stopped them.

#![cfg(all(unix, feature = "png", feature = "rules", feature = "serve"))]

mod brief;
mod options;
mod shown;
mod stopped;
mod ways;

use std::path::Path;

use tempfile::TempDir;

use crate::support::{Said, program, said};

/// A folder of files that questions are asked in.
struct Place(TempDir);

impl Place {
    fn with(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        Self(folder)
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn ask(&self, arguments: &[&str]) -> Said {
        self.ask_with(arguments, "")
    }

    /// The same, with something to read on standard input.
    fn ask_with(&self, arguments: &[&str], input: &str) -> Said {
        let mut command = program(arguments);
        said(command.current_dir(self.path()), input).into()
    }
}

/// One to three are taken from a heap, and the player who takes the last one wins: in a rule file, in a set of rules, in a graph. And a
/// game of points of Left and Right.
const TAKE: [(&str, &str); 4] = [
    (
        "take.star",
        "start = 5\ndef moves(n): return [n - k for k in (1, 2, 3) if k <= n]\ndef plies_left(n): return n\n",
    ),
    (
        "take.kif",
        "(role a) (role b) (init (heap 5)) (init (control a))
(minus 5 1 4) (minus 5 2 3) (minus 5 3 2) (minus 4 1 3) (minus 4 2 2) (minus 4 3 1)
(minus 3 1 2) (minus 3 2 1) (minus 3 3 0) (minus 2 1 1) (minus 2 2 0) (minus 1 1 0)
(<= (legal ?p (take ?k)) (true (control ?p)) (true (heap ?n)) (minus ?n ?k ?m))
(<= (legal a noop) (true (control b)))
(<= (legal b noop) (true (control a)))
(<= (next (heap ?m)) (does ?p (take ?k)) (true (heap ?n)) (minus ?n ?k ?m))
(<= (next (control a)) (true (control b)))
(<= (next (control b)) (true (control a)))
(<= terminal (true (heap 0)))
(<= (goal a 100) (true (heap 0)) (true (control b)))
(<= (goal a 0) (true (heap 0)) (true (control a)))
(<= (goal b 100) (true (heap 0)) (true (control a)))
(<= (goal b 0) (true (heap 0)) (true (control b)))
",
    ),
    (
        "take.jsonl",
        r#"{"id":"5","to":[["1","4"],["2","3"],["3","2"]]}
{"id":"4","to":[["1","3"],["2","2"],["3","1"]]}
{"id":"3","to":[["1","2"],["2","1"],["3","0"]]}
{"id":"2","to":[["1","1"],["2","0"]]}
{"id":"1","to":[["1","0"]]}
{"id":"0","to":[]}
"#,
    ),
    ("rest.star", include_str!("../../../docs/rest.star")),
];
