//! The rules in a certificate are compared with those of the game that it names.

use bouton::answers::Verified;
use bouton::verify::Bounds;
use bouton_reference::messages;

/// "Take one" under a title: lost exactly when n is even.
fn titled(title: &str) -> Verified {
    let text = format!(
        "bouton law certificate 1\nsystem 2\nrules 4\ngame {title}\nvariables n\nrank n\n\
         move | n >= 1 -> n - 1\nset P 1 2\n0+ 0 1\n1 0 1\nend\n"
    );
    bouton::verify(&text, &Bounds::default()).unwrap()
}

#[test]
fn rules_under_a_borrowed_name_are_refused() {
    messages("rules under a borrowed name", |title| {
        titled(title).error.unwrap()
    });
}

#[test]
fn what_else_they_are_called_is_not_repeated() {
    let verified = titled("the greatest game\u{1b}[2J");
    assert!(verified.valid);
    assert!(!format!("{verified:?}").contains("greatest"));
}

#[test]
fn rules_that_are_known_are_named() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/wythoff.law");
    let text = std::fs::read_to_string(kept).unwrap();
    let verified = bouton::verify(&text, &Bounds::default()).unwrap();
    assert_eq!(
        verified.checked.last().unwrap(),
        "the rules are those of `wythoff`"
    );
    let other = text.replace("game Wythoff's game", "game nim");
    assert_eq!(
        bouton::verify(&other, &Bounds::default()).unwrap(),
        verified
    );
}
