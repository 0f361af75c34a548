//! Tables that are made in several runs, each of which is stopped, interrupted or killed, and answers from tables.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use fastrand::Rng;
use serde_json::Value;

use super::question::{Question, pick};
use super::{extent, none};
use crate::support::{ROOT, Said, bouton_in, program, signal};

/// Games with small tables, which are made in a moment.
const TABULATED: &[&[&str]] = &[
    &["mu-torere"],
    &["tic-tac-toe"],
    &["connect:4,4,3"],
    &["kalah:2,3", "--total", "0..6"],
    &["docs/tic-tac-toe.star"],
    &["examples/dodgem.star"],
    &["examples/l-game.star"],
    &["docs/coins.star", "4,5,1,7,2,2,9"],
    &["docs/thief.game", "12,9"],
    &["testdata/kif/mnk_3x3x3.kif"],
    &["docs/hill.jsonl"],
    &["sum", "examples/ruler.star 5 + nim 4"],
];

/// Tables of some games in a folder.
pub(crate) struct Tables(tempfile::TempDir);

impl Tables {
    pub(crate) fn made() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (nth, game) in TABULATED.iter().enumerate() {
            let (code, told) = tabulate(game, &folder.path().join(format!("{nth}.tb")), &[]);
            assert_eq!(code, Some(0), "{game:?}: {told}");
        }
        Self(folder)
    }

    /// Whether a question accepts tables.
    pub(crate) fn answer(&self, question: &Question) -> bool {
        matches!(&*question.0[0], "solve" | "moves" | "review")
    }

    pub(crate) fn path(&self) -> String {
        self.0.path().to_str().unwrap().to_owned()
    }
}

/// Drops the Grundy values that are unknown: a table has none.
pub(crate) fn without_grundy(answer: &mut Value) {
    match answer {
        Value::Object(fields) => {
            fields.retain(|name, value| name != "grundy" || !value.is_null());
            fields.values_mut().for_each(without_grundy);
        }
        Value::Array(parts) => parts.iter_mut().for_each(without_grundy),
        _ => {}
    }
}

fn command(game: &[&str], path: &Path, limits: &[&str]) -> Command {
    let mut command = program(&["tabulate"]);
    command.args(game).args(["--json", "-o"]).arg(path);
    command.args(limits).current_dir(ROOT);
    command
}

fn tabulate(game: &[&str], path: &Path, limits: &[&str]) -> (Option<i32>, String) {
    let said = Said::from(command(game, path, limits).output().unwrap());
    (said.code, said.all())
}

/// Makes a table for a while, and ends that by a limit, an interruption or a kill; returns the fault of a wrong ending.
fn for_a_while(game: &[&str], path: &Path, rng: &mut Rng) -> Option<String> {
    let most = if rng.bool() { 60 } else { 600 };
    let millis = rng.u64(1..most);
    let time = format!("{millis}ms");
    let limited = |limits: &[&str]| {
        let (code, told) = tabulate(game, path, limits);
        let is_told = !told.contains("panicked") && matches!(code, Some(0 | 3));
        (!is_told).then(|| format!("{limits:?}: {code:?} {told}"))
    };
    match rng.u8(..4) {
        0 => limited(&["--time", &time]),
        1 => limited(&["--memory", &format!("{}M", rng.u32(1..40)), "--time", "2s"]),
        kind => {
            let mut child = command(game, path, &[])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            std::thread::sleep(Duration::from_millis(millis));
            signal(&child, if kind == 2 { "INT" } else { "KILL" });
            child.wait().unwrap();
            None
        }
    }
}

/// The files left in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries
        .map(|entry| entry.file_name().into_string().unwrap())
        .collect()
}

/// However often the work was ended, the final table is the same and true, and no other file is left.
#[test]
fn a_table_that_was_made_in_several_goes_is_the_same() {
    let (tables, mut rng) = extent(8);
    let mut faults = Vec::new();
    for _ in 0..tables {
        let game = *pick(&mut rng, TABULATED);
        let folder = tempfile::tempdir().unwrap();
        let [whole, made] = ["whole.tb", "made.tb"].map(|name| folder.path().join(name));
        let (code, told) = tabulate(game, &whole, &[]);
        assert_eq!(code, Some(0), "{game:?}: {told}");
        for _ in 0..rng.u8(1..5) {
            let fault = for_a_while(game, &made, &mut rng);
            faults.extend(fault.map(|fault| format!("{game:?} {fault}")));
        }
        let (code, told) = tabulate(game, &made, &[]);
        if code != Some(0) {
            faults.push(format!("{game:?} in the end {code:?}: {told}"));
            continue;
        }
        if fs::read(&whole).unwrap() != fs::read(&made).unwrap() {
            faults.push(format!("{game:?}: another table"));
        }
        let mut left = names(folder.path());
        left.sort();
        if left != ["made.tb", "whole.tb"] {
            faults.push(format!("{game:?}: {left:?}"));
        }
        let verified = bouton_in(
            Path::new(ROOT),
            &["verify", "--json", made.to_str().unwrap()],
        );
        let told: Value = serde_json::from_str(&verified.out).unwrap_or_default();
        if told["valid"] != true {
            faults.push(format!("{game:?}: {verified:?}"));
        }
    }
    none(&faults);
}
