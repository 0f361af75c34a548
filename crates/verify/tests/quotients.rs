//! Certificates of misère quotients: right ones, for each step a false one that only this step refuses, and edits at random.

use bouton_reference::{message, messages};
use bouton_verify::{Bounds, check};

/// Nim with heaps to 2: a² = 1, b³ = b; lost are a and b².
const NIM: &str = "code 0.33\nheaps 2\ngenerators 1 2\norder 6\n1 2\n0 3\n3 4\n2 5\n5 2\n4 3\nlost 1 4\npretending 0 1 2";

/// Kayles, whole: order 40, period 12 from 71.
const KAYLES: &str = include_str!("../../../testdata/quotients/kayles.quotient");

fn text(lines: &str) -> String {
    format!("bouton quotient certificate 1\n{lines}\nend\n")
}

fn verdict(text: &str) -> Result<String, String> {
    let found = check(text, &Bounds::default()).expect("a certificate");
    found
        .map(|checked| checked.claim)
        .map_err(|refusal| refusal.to_string())
}

fn refused(text: &str) -> String {
    verdict(text).expect_err(text)
}

#[test]
fn right_ones_are_valid() {
    let nim = verdict(&text(NIM)).unwrap();
    assert_eq!(
        nim,
        "the misère quotient of 0.33 has 6 elements, 2 of them lost: for the heaps 0..2"
    );
    let kayles = verdict(KAYLES).unwrap();
    assert_eq!(
        kayles,
        "the misère quotient of 0.77 has 40 elements, 9 of them lost: for all heaps, and the pretending function satisfies \
         Φ(n + 12) = Φ(n) for all n from 71 on"
    );
}

#[test]
fn each_step_is_needed() {
    for heading in [
        "1. Generators may be added in any order, and reach every element",
        "2. Any two elements are told apart: coins that are taken one by one are even or odd, not a number modulo 4",
        "3. A generator is its heap, the empty position is won, and a heap without moves counts nothing",
        "4. No heap is like one of its options",
        "5. Something is lost",
        "6. A heap is taken whole before a period begins",
    ] {
        messages(heading, |lines| refused(&text(lines)));
    }
    messages("6. A period is there, and enough heaps show it", |period| {
        refused(&KAYLES.replace("period 12 from 71", period))
    });
}

#[test]
fn hostile_ones_end() {
    messages("hostile quotients", |lines| {
        refused(&format!("bouton quotient certificate 1\n{lines}\n"))
    });
    let few = Bounds {
        memory: 1000,
        ..Bounds::default()
    };
    let refusal = check(KAYLES, &few).unwrap().unwrap_err();
    assert!(refusal.to_string().starts_with("undecided: "), "{refusal}");
}

/// The parts of a heap of two in Nim, and their quotient.
const NIM_OF_TWO: &str = "bouton quotient certificate 1\ngame nim\nposition 2\nparts 2\ngenerators 1 2\norder 6\n1 2\n0 3\n3 4\n2 5\n5 2\n4 3\n\
     lost 1 4\npart 1 1\npart 2 2\nend\n";

fn edited(from: &str, to: &str) -> String {
    assert!(NIM_OF_TWO.contains(from), "{from}");
    NIM_OF_TWO.replacen(from, to, 1)
}

#[test]
fn what_play_can_reach_is_gone_through() {
    let two = "the misère quotient of all sums of what play can reach from \"2\" in nim has 6 elements, 2 of them lost";
    assert_eq!(verdict(NIM_OF_TWO).unwrap(), two);
    // From several positions.
    let both = edited("position 2", "position 2,1\nposition 1");
    message("the quotient of two positions", verdict(&both).unwrap());
    messages(
        "quotients of other parts than play can reach, or of other elements",
        |change| {
            let (from, to) = change.split_once("\n=>\n").unwrap();
            refused(&edited(from, to))
        },
    );
    // Games in which there is no such sum, and no such game.
    messages("games without a quotient", |game| {
        refused(&edited("game nim\nposition 2", game))
    });
}

/// Rules in a certificate may do anything: a game that returns, grows, takes too long or is of another kind proves nothing.
#[test]
fn hostile_rules_end() {
    use std::time::Duration;

    use bouton_verify::position::{Language, Text};

    let refusal = |rules: &str, believing: &str| {
        let text = Text {
            name: "a.star".into(),
            language: Language::Rules,
            text: format!("start = 1\n{rules}\n"),
        };
        let certificate = format!(
            "bouton quotient certificate 1\ngame a.star\n{}{believing}position 1\nparts 2\ngenerators 2\norder 2\n1\n0\nlost 1\npart 0 0\npart 1 1\nend\n",
            text.written()
        );
        let bounds = Bounds {
            time: Some(Duration::from_secs(20)),
            memory: 1 << 26,
            ..Bounds::default()
        };
        let found = check(&certificate, &bounds).unwrap();
        found
            .map(|checked| checked.claim)
            .map_err(|why| why.to_string())
    };
    // One token that is taken: heaps of none, and of one.
    let right = refusal("def moves(n):\n    return [0] if n else []", "").unwrap();
    message("the quotient of a rule file", right);
    messages("rules that make no quotient", |rules| {
        refusal(rules, "").expect_err(rules)
    });
    let believing = "believing canonical and summands\n";
    let parts = "def moves(n):\n    return [0] if n else []\ndef summands(n):\n    return ";
    for summands in ["[n] * 1000", "[n, n + 1]", "1", "summands(n)"] {
        refusal(&format!("{parts}{summands}"), believing).expect_err(summands);
    }
}

/// Random edits of certificates of parts: those that are accepted claim what they claimed.
#[test]
fn edits_of_parts_at_random_claim_nothing_new() {
    let cram = include_str!("../../../testdata/quotients/cram-3x3.quotient");
    for text in [NIM_OF_TWO, cram] {
        edits(text, 1000);
    }
}

/// An edit that is accepted must leave the claim what it is.
#[test]
fn edits_at_random_claim_nothing_new() {
    let accepted = edits(KAYLES, 500);
    // Those that change nothing but blanks.
    assert!(accepted < 50, "{accepted}");
}

/// Edits a certificate so often; how many edits leave it valid.
fn edits(text: &str, count: usize) -> usize {
    let claim = verdict(text).unwrap();
    let mut random = 1u64;
    let mut next = |bound: usize| {
        random = random
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (random >> 33) as usize % bound
    };
    let mut accepted = 0;
    for _ in 0..count {
        let mut bytes = text.as_bytes().to_vec();
        let at = next(bytes.len());
        let byte = match next(2) {
            0 => b"0123456789 \n"[next(12)],
            _ => bytes[next(bytes.len())],
        };
        match next(3) {
            0 => bytes[at] = byte,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, byte),
        }
        let text = String::from_utf8(bytes).unwrap();
        if let Some(Ok(checked)) = check(&text, &Bounds::default()) {
            assert_eq!(checked.claim, claim, "{text}");
            accepted += 1;
        }
    }
    accepted
}
