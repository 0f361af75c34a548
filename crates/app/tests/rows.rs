//! Rows on the command line: files, reviews, strategies, exit codes.

use std::io::Write;

use bouton_reference::message;

use crate::support::bouton;

fn json(arguments: &[&str]) -> (serde_json::Value, Option<i32>) {
    let said = bouton(&[arguments, &["--json"]].concat());
    (said.json(), said.code)
}

/// Margins beyond 64 bits are printed whole: as texts, which no reader rounds.
#[test]
fn large_margins_are_whole() {
    let row = ["9223372036854775807,-9223372036854775808"; 3].join(",");
    let output = bouton(&["solve", "row-ends", &row, "--json"]);
    let text = output.out;
    let margin = 3 * (i128::from(i64::MAX) - i128::from(i64::MIN));
    assert!(
        text.contains(&format!("\"margin\":\"{margin}\",")),
        "{text}"
    );
}

#[test]
fn a_long_row_is_read_from_a_file() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    let values: Vec<String> = (0..200_000)
        .map(|i| (i * 7919 % 1000).to_string())
        .collect();
    writeln!(file, "{}", values.join(", ")).unwrap();
    let name = format!("@{}", file.path().display());
    let (answer, code) = json(&["solve", "row-ends", &name]);
    assert_eq!(
        (code, answer["position"].as_str()),
        (Some(0), Some(name.as_str()))
    );
    assert_eq!(answer["preferred"]["to"], serde_json::Value::Null);
    assert!(answer["margin"].is_number());
}

/// Each move that threw something away is named, not the last one alone.
#[test]
fn every_turn_of_a_line_is_named() {
    let line = ["review", "row-ends", "2,1,2,5,5,3", "L", "R", "R", "L"];
    let (review, code) = json(&line);
    assert_eq!(code, Some(0));
    assert_eq!(review["turning_points"], serde_json::json!([1, 4]));
    assert_eq!(review["turning_point"], 4);
    message("a review with two turns", bouton(&line).out);
}

#[test]
fn a_strategy_that_stands_ends_with_0() {
    let bounds = ["--values", "-1..2", "--length", "..4", "--by", "margin"];
    let (stands, code) = json(&[&["refute", "row-ends", "folded-ends"][..], &bounds].concat());
    assert_eq!(code, Some(0));
    assert_eq!(
        (&stands["refuted"], &stands["visited"]),
        (&false.into(), &(4 + 16 + 64 + 256).into())
    );
    assert_eq!(stands["counterexample"], serde_json::Value::Null);
}

#[test]
fn a_search_that_is_stopped_ends_with_3() {
    let bounds = ["--length", "12..12", "--time", "10ms"];
    let (stopped, code) = json(&[&["refute", "row-ends", "folded-ends"][..], &bounds].concat());
    assert_eq!((code, &stopped["stopped"]), (Some(3), &"time".into()));
}
