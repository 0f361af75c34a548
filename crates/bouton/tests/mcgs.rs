//! Positions with which MCGS is tested, half of them as rule files (`testdata/mcgs`): their outcome classes and Grundy values.

use std::time::Duration;

use bouton::{How, Limits, Open};

use crate::support::fields;

/// From the folder of the crate, where its tests run: a name in a sum ends at a space, which the path of a clone may have.
const FOLDER: &str = "../../testdata/mcgs";

/// Words that name a rule file, as paths.
fn with_paths(text: &str) -> String {
    let word = |word: &str| match word.split(':').next() {
        Some(name) if name.ends_with(".star") => format!("{FOLDER}/{word}"),
        _ => word.to_owned(),
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Solves the positions of the table that `is_chosen` takes, by their seconds; returns how many ended, of how many.
fn solve(limits: impl Fn() -> Limits, is_chosen: impl Fn(Option<f64>) -> bool) -> [usize; 2] {
    let table = std::fs::read_to_string(format!("{FOLDER}/cases.csv")).unwrap();
    let (mut ended, mut all) = (0, 0);
    for line in table.lines().skip(1) {
        let fields = fields(line);
        let [game, position, field, expected, _, seconds] = &fields[..] else {
            panic!("{line}")
        };
        if !is_chosen(seconds.parse().ok()) {
            continue;
        }
        all += 1;
        let (game, position) = (with_paths(game), with_paths(position));
        let opened = Open::game(&game).position(Some(&*position)).session();
        let mut session = opened.unwrap_or_else(|error| panic!("{line}: {error}"));
        let how = How::default().within(limits());
        let answer = session.solve(&how).unwrap();
        if let Some(why) = answer.stopped {
            println!("{game} {position}: {why}");
            continue;
        }
        ended += 1;
        let found = match &**field {
            "class" => answer.class.unwrap().to_string(),
            "grundy" => answer.grundy.unwrap().to_string(),
            _ => answer.outcome.unwrap().to_string(),
        };
        assert!(
            expected.split('|').any(|class| class == found),
            "{line}: {found}"
        );
    }
    [ended, all]
}

#[test]
fn quick_positions_have_the_known_results() {
    let [ended, all] = solve(Limits::default, |seconds| {
        seconds.is_some_and(|seconds| seconds < 0.1)
    });
    assert_eq!(ended, all);
    assert!(all >= 8, "{all} positions");
}

/// `cargo test --release -p bouton --test all -- --ignored --nocapture mcgs`: says which positions do not end within 45 seconds.
#[test]
#[ignore = "takes ten minutes"]
fn all_positions_that_end_have_the_known_results() {
    let [ended, all] = solve(|| Limits::within(Duration::from_secs(45)), |_| true);
    println!("{ended} of {all} ended");
    assert!(ended > 30, "{ended} of {all} ended");
}
