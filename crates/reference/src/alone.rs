//! Tests that change something of the whole process.

use std::process::Command;

/// Names the test that a process is for.
const ALONE: &str = "TEST_ALONE";

/// Runs the body of a test in a process of its own: it limits the memory of the process, lets its disk fail, or moves to
/// another folder. `test` is the test's name with its modules.
///
/// # Panics
/// If the test fails there, or has another name.
pub fn alone(test: &str, body: impl FnOnce()) {
    if std::env::var_os(ALONE).is_some_and(|alone| alone == test) {
        return body();
    }
    let program = std::env::current_exe().expect("the system tells the path of a program");
    let output = Command::new(program)
        .args(["--exact", test, "--nocapture", "--include-ignored"])
        .env(ALONE, test)
        .output()
        .expect("the tests can be started again");
    let told =
        [output.stdout, output.stderr].map(|told| String::from_utf8_lossy(&told).into_owned());
    assert!(
        output.status.success() && told[0].contains("test result: ok. 1 passed"),
        "{test}: {}\n{}{}",
        output.status,
        told[0],
        told[1]
    );
}
