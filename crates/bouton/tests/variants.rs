//! Games made from games: variants and compounds of small positions, beside a brute force of their texts in Python.

use std::process::Command;

use bouton::{How, Open, Outcome, Session};
use serde_json::Value;

/// The positions that the brute force decided: name, position, side, misère play, outcome.
fn decided(count: usize, seed: u64) -> Vec<Value> {
    let here = env!("CARGO_MANIFEST_DIR");
    let output = Command::new("python3")
        .arg(format!("{here}/tests/variants/brute.py"))
        .arg(format!("{here}/../games/rules"))
        .args([count.to_string(), seed.to_string()])
        .output()
        .expect("python3 is on every machine");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn opened(case: &Value) -> Session {
    let text = |field: &str| case[field].as_str().unwrap();
    let open = Open::game(text("name")).at(text("position"));
    let open = open
        .misere(case["misere"] == true)
        .right(case["right"] == true);
    open.session()
        .unwrap_or_else(|error| panic!("{case}: {error}"))
}

/// By every solver that accepts the position; and the position is the same when it is read again as it is written.
#[test]
fn agree_with_a_brute_force_by_the_texts() {
    let mut solved = 0;
    for case in decided(1000, 7) {
        let mut session = opened(&case);
        let written = session.position().unwrap();
        session
            .go(&written)
            .unwrap_or_else(|error| panic!("{case}: {error}"));
        assert_eq!(session.position().unwrap(), written, "{case}");
        for about in session.solvers() {
            let how = How::by(Some(about.id));
            if session.accepts(about.id, &how.limits).is_ok() {
                let value = session.value(&how);
                let value = value.unwrap_or_else(|error| panic!("{}: {case}: {error}", about.id));
                assert_eq!(
                    value.outcome.word(),
                    case["outcome"],
                    "{}: {case}",
                    about.id
                );
                solved += 1;
            }
        }
        if case["outcome"] == "win" {
            // Where play is over, the player to move wins without a move.
            let Some(best) = session.solve(&How::default()).unwrap().preferred else {
                continue;
            };
            let best = best.name;
            session
                .play(&best)
                .unwrap_or_else(|error| panic!("{case}: {error}"));
            let after = session.value(&How::default()).unwrap();
            assert_eq!(after.outcome, Outcome::Loss, "{case}: {best}");
        }
    }
    assert!(solved > 5000, "{solved}");
}
