//! The rule files under `examples/` give the answers in `examples/README.md`, and every file has some.

use std::collections::BTreeSet;

use bouton::answers::{Counts, Table};
use bouton::experiment::analyze;
use bouton::questions::{Losing, Question, Refute, Values};
use bouton::{Answer, How, Session};

const EXAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");

/// A row of the table of known answers.
struct Row<'t> {
    game: &'t str,
    position: &'t str,
    question: &'t str,
    answer: &'t str,
    source: &'t str,
}

fn rows(readme: &str) -> Vec<Row<'_>> {
    let table = readme.split("| game | position |").nth(1).unwrap();
    let lines = table.lines().filter(|line| line.starts_with("| `"));
    lines.map(row).collect()
}

fn row(line: &str) -> Row<'_> {
    let cells: Vec<_> = line
        .split('|')
        .map(|cell| cell.trim().trim_matches('`'))
        .collect();
    let [_, game, position, question, answer, source, _] = cells[..] else {
        panic!("not a row: {line}");
    };
    Row {
        game,
        position,
        question,
        answer,
        source,
    }
}

impl Row<'_> {
    fn open(&self, position: &str) -> Session {
        let position = (!position.is_empty()).then_some(position);
        bouton::Open::game(format!("{EXAMPLES}/{}", self.game))
            .position(position)
            .session()
            .unwrap_or_else(|error| panic!("{}: {error}", self.game))
    }

    /// The program's answer.
    fn found(&self) -> String {
        if let Some(strategy) = self.question.strip_prefix("refute ") {
            return self.refuted(strategy);
        }
        match self.question {
            "losing" => self.lost(),
            "values" => self.values(),
            "analyze" => self.counted(),
            question => said(&self.solved(), question),
        }
    }

    fn solved(&self) -> Answer {
        let mut session = self.open(self.position);
        session.solve(&How::default()).unwrap()
    }

    fn up_to(&self) -> u64 {
        self.position.parse().unwrap()
    }

    fn lost(&self) -> String {
        let mut session = self.open("");
        let lost = Losing::asked([("up_to", self.up_to().to_string())]).unwrap();
        let found = lost.answer(&mut session, &How::default(), None).unwrap();
        found.column("position").join(" ")
    }

    fn values(&self) -> String {
        let mut session = self.open("");
        let given = [
            ("up_to", self.up_to().to_string()),
            ("kind", "grundy".into()),
        ];
        let table = Values::asked(given)
            .unwrap()
            .answer(&mut session, &How::default());
        let Table::Line(line) = table.unwrap().values else {
            panic!("{}: not a line of values", self.game);
        };
        let cells: Vec<_> = line
            .iter()
            .map(|cell| serde_json::to_string(cell).unwrap())
            .collect();
        cells.join(" ")
    }

    fn refuted(&self, strategy: &str) -> String {
        let mut session = self.open("");
        let asked = Refute::asked([("strategy", strategy)]).unwrap();
        let refutation = asked.answer(&mut session, None, false, &How::default());
        let refutation = refutation.unwrap();
        refutation
            .counterexample
            .map_or_else(|| "never".to_owned(), |found| found.position)
    }

    fn counted(&self) -> String {
        let session = self.open(self.position);
        let analysis = analyze(&session, &How::default()).unwrap();
        let folded = analysis.up_to_symmetry.as_ref().unwrap();
        format!(
            "{}; up to symmetry {}",
            counts(&analysis.all),
            counts(folded)
        )
    }
}

fn said(answer: &Answer, question: &str) -> String {
    match question {
        "best" => {
            let mut moves: Vec<_> = answer.best.iter().map(|best| best.name.as_str()).collect();
            moves.sort_unstable();
            moves.join("; ")
        }
        field => match &serde_json::to_value(answer).unwrap()[field] {
            serde_json::Value::String(text) => text.clone(),
            value => value.to_string(),
        },
    }
}

fn counts(counts: &Counts) -> String {
    let Counts {
        positions,
        loss,
        by_remoteness,
        ..
    } = counts;
    format!(
        "{positions} positions, {loss} lost, {} at once",
        by_remoteness[0].loss
    )
}

#[test]
fn the_examples_give_their_known_answers() {
    let readme = std::fs::read_to_string(format!("{EXAMPLES}/README.md")).unwrap();
    let rows = rows(&readme);
    assert!(rows.len() > 200);
    let wrong: Vec<_> = rows
        .iter()
        .filter_map(|row| {
            let found = row.found();
            (found != row.answer).then(|| {
                let Row {
                    game,
                    position,
                    question,
                    answer,
                    source,
                } = row;
                format!("{game} {position}: {question} is {found}, {answer} by {source}")
            })
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_example_has_a_known_answer_and_a_place_in_the_list() {
    let readme = std::fs::read_to_string(format!("{EXAMPLES}/README.md")).unwrap();
    let asked: BTreeSet<_> = rows(&readme)
        .iter()
        .map(|row| row.game.split(':').next().unwrap().to_owned())
        .collect();
    let files: BTreeSet<_> = std::fs::read_dir(EXAMPLES)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".star"))
        .collect();
    assert_eq!(asked, files);
    assert!(files.len() >= 32);
    assert!(
        files
            .iter()
            .all(|file| readme.contains(&format!("({file})")))
    );
}

#[test]
fn check_finds_no_mistake_in_the_examples() {
    for entry in std::fs::read_dir(EXAMPLES).unwrap() {
        let path = entry.unwrap().path();
        let path = path.to_str().unwrap();
        if path.ends_with(".star") {
            let checked = bouton::check(path, &[], &bouton::Terms::default());
            let report = checked.unwrap();
            assert!(report.mistakes.is_empty(), "{path}: {:?}", report.mistakes);
            assert!(!report.line.is_empty(), "{path}");
            // None of them grows without bound, and none is reported as growing.
            let grows = |note: &String| note.contains("is a bound missing?");
            assert!(
                !report.notes.iter().any(grows),
                "{path}: {:?}",
                report.notes
            );
        }
    }
}
