//! Published outcomes and values of games of the catalogue: `testdata/published_games.csv`, and theorems about all small positions.

use bouton::{Answer, How, Open};

use crate::support::fields;

const CASES: &str = include_str!("../../../testdata/published_games.csv");

fn solved(game: &str, position: &str, misere: bool) -> Answer {
    let opened = Open::game(game).at(position).misere(misere).session();
    let mut session = opened.unwrap_or_else(|error| panic!("{game} {position}: {error}"));
    let answer = session.solve(&How::default());
    answer.unwrap_or_else(|error| panic!("{game} {position}: {error}"))
}

#[test]
fn games_have_their_published_values() {
    for line in CASES.lines().skip(1) {
        let cells = fields(line);
        let [game, position, play, field, value, _source] = &cells[..] else {
            panic!("{line}");
        };
        let answer = solved(game, position, play == "misere");
        let found = match &**field {
            "outcome" => answer.outcome.unwrap().word().to_owned(),
            "grundy" => answer.grundy.unwrap().to_string(),
            "best" => {
                let is_best = answer.best.iter().any(|best| best.name == *value);
                if is_best {
                    value.clone()
                } else {
                    "none".into()
                }
            }
            other => panic!("{other}"),
        };
        assert_eq!(found, *value, "{line}");
    }
}

/// A path of n points is a heap of n of Dawson's Kayles, 0.07: Huggan and Stevens, Integers 16 (2016).
#[test]
fn arc_kayles_on_a_path_is_dawsons_kayles() {
    let dawson = [
        0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0,
        4, 5, 2, 7, 4,
    ];
    for (points, value) in dawson.into_iter().enumerate().skip(2) {
        let edges: Vec<_> = (1..points).map(|n| format!("{n}-{}", n + 1)).collect();
        let answer = solved("arc-kayles", &edges.join(","), false);
        assert_eq!(
            answer.grundy.unwrap().to_string(),
            value.to_string(),
            "{points}"
        );
    }
}

/// The lost rows of end-nim are the same in misère play, but for rows of equal heaps: Cairns and Ho, Int. J. Combin. (2011).
#[test]
fn end_nim_is_lost_alike_in_misere_play() {
    let mut lost = 0;
    for number in 0..6u32.pow(4) {
        let row: Vec<u32> = (0..4).map(|heap| number / 6u32.pow(heap) % 6).collect();
        let left: Vec<_> = row.iter().filter(|heap| **heap > 0).collect();
        let text = row.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
        let [normal, misere] = [false, true].map(|play| solved("end-nim", &text, play).outcome);
        lost += usize::from(normal == Some(bouton::Outcome::Loss));
        if left.iter().any(|heap| *heap != left[0]) {
            assert_eq!(normal, misere, "{text}");
        }
    }
    assert!(lost > 100);
}

/// The player to move wins each bar of more than one square: Gale 1974, by strategy stealing.
#[test]
fn bars_of_chocolate_are_won() {
    for [rows, columns, layers] in [[1, 2, 3], [2, 2, 3], [2, 3, 3], [2, 2, 4], [3, 3, 2]] {
        let name = format!("chomp:{rows},{columns},{layers}");
        let mut session = Open::game(&*name).session().unwrap();
        let answer = session.solve(&How::default()).unwrap();
        assert_eq!(answer.outcome, Some(bouton::Outcome::Win), "{name}");
    }
}
