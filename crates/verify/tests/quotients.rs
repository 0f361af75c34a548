//! Certificates of misère quotients: right ones, for each step a false one that only this step refuses, and edits at random.

use bouton_reference::{message, messages};
use bouton_verify::{Bounds, check};

/// Nim with heaps to 2: a² = 1, b³ = b; lost are a and b².
const NIM: [&str; 11] = [
    "code 0.33",
    "heaps 2",
    "generators 1 2",
    "order 6",
    "1 2",
    "0 3",
    "3 4",
    "2 5",
    "5 2",
    "4 3",
    "lost 1 4",
];

/// Kayles, whole: order 40, period 12 from 71.
const KAYLES: &str = include_str!("../../../testdata/quotients/kayles.quotient");

fn text(lines: &[&str], pretending: &str) -> String {
    format!(
        "bouton quotient certificate 1\n{}\npretending {pretending}\nend\n",
        lines.join("\n")
    )
}

fn verdict(text: &str) -> Result<String, String> {
    let found = check(text, &Bounds::default()).expect("a certificate");
    found
        .map(|checked| checked.claim)
        .map_err(|refusal| refusal.to_string())
}

fn refused(text: &str, by: &str) {
    let refusal = verdict(text).expect_err(text);
    assert!(refusal.contains(by), "{refusal}\n{text}");
}

#[test]
fn right_ones_are_valid() {
    let nim = verdict(&text(&NIM, "0 1 2")).unwrap();
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
    // 1. Another order leads elsewhere; an element that nothing leads to.
    let mut nim = NIM;
    nim[5] = "0 4";
    refused(&text(&nim, "0 1 2"), "in any order");
    let mut more = NIM.to_vec();
    more[3] = "order 7";
    more.insert(10, "6 6");
    refused(&text(&more, "0 1 2"), "reach all 7 elements");
    // 2. Coins that are taken one by one: even or odd, not a number modulo 4.
    let coins = [
        "code 0.1",
        "heaps 1",
        "generators 1",
        "order 4",
        "1",
        "2",
        "3",
        "0",
        "lost 1 3",
    ];
    refused(&text(&coins, "0 1"), "told apart");
    // 3. A generator that is not its heap, a lost empty position, a heap without moves that counts.
    refused(&text(&NIM, "0 1 3"), "the element of its heap");
    refused(
        &text(
            &[
                "code 0.1",
                "heaps 1",
                "generators 1",
                "order 2",
                "1",
                "0",
                "lost 0",
            ],
            "0 1",
        ),
        "the empty position is won",
    );
    refused(
        &text(
            &[
                "code 0.01",
                "heaps 2",
                "generators 2",
                "order 2",
                "1",
                "0",
                "lost 1",
            ],
            "0 1 1",
        ),
        "without moves",
    );
    // 4. A heap of two like a heap of one, from which there is a move to it.
    let two = [
        "code 0.33",
        "heaps 2",
        "generators 1",
        "order 2",
        "1",
        "0",
        "lost 1",
    ];
    refused(&text(&two, "0 1 1"), "together with one of its options");
    // 5. Nothing is ever lost.
    refused(
        &text(
            &["code 0.33", "heaps 1", "generators", "order 1", "", "lost"],
            "0 0",
        ),
        "has an option that is",
    );
    // 6. A period that is not there, one heap too few, one that is none.
    let from = |period: &str| KAYLES.replace("period 12 from 71", period);
    refused(&from("period 12 from 70"), "for n in 70..");
    refused(&from("period 12 from 72"), "suffice");
    refused(&from("period 0 from 71"), "suffice");
    // Taking a whole heap of one: no sum, however large its heaps, repeats before that.
    let one = [
        "code 0.1",
        "heaps 1",
        "generators 1",
        "order 2",
        "1",
        "0",
        "lost 1",
    ];
    refused(&text(&one, "0 1\nperiod 1 from 1"), "suffice");
}

#[test]
fn hostile_ones_end() {
    for hostile in [
        "code 0.1\nheaps 18446744073709551615\ngenerators 1\norder 1\n0\nlost\npretending 0\nend",
        "code 0.1\nheaps 1\ngenerators 2\norder 1\n0\nlost\npretending 0 0\nend",
        "code 0.1\nheaps 1\ngenerators 1\norder 18446744073709551615\n0\nlost\npretending 0 0\nend",
        "code 0.1\nheaps 1\ngenerators 1\norder 0\nlost\npretending 0 0\nend",
        "code 0.1\nheaps 1\ngenerators 1\norder 2\n1\n2\nlost\npretending 0 0\nend",
        "code 0.1\nheaps 1\ngenerators 1\norder 2\n1\n0\nlost 2\npretending 0 0\nend",
        "code 0.1\nheaps 1\ngenerators 1\norder 2\n1\n0\nlost 1\npretending 0 2\nend",
        "code 0.1\nheaps 1\ngenerators 1\norder 2\n1\n0\nlost 1\npretending 0 1\nperiod 18446744073709551615 from 18446744073709551615\nend",
        "code 0.1\nheaps 1\ngenerators 1\norder 2\n1\n0\nlost 1\npretending 0 1\nend\nmore",
        "code subtraction:1,65537\nheaps 1\ngenerators\norder 1\n\nlost\npretending 0 0\nend",
        "game nim\nposition 1\nparts 18446744073709551615\ngenerators\norder 1\n\nlost\nend",
        "game nim\nposition 65536,65536\nparts 0\ngenerators\norder 1\n\nlost\nend",
        "game nim\nposition 1\nparts 1\ngenerators 1\norder 2\n1\n0\nlost 1\npart\nend",
        "game nim\nparts 1\ngenerators 1\norder 2\n1\n0\nlost 1\npart 1 1\nend",
        "game cram\nposition ................/................/................/................\nparts 1\ngenerators\norder 1\n\nlost\npart 0 ..\nend",
        "game a\nrules 18446744073709551615 x a\nposition 1\nend",
        "game a\nrules 5 x a\nmoves",
        "game a\nrules x",
    ] {
        let refusal = verdict(&format!("bouton quotient certificate 1\n{hostile}\n"));
        assert!(refusal.is_err(), "{hostile}");
    }
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
    // A part too few, one too many, one that is called otherwise, one with another element.
    let reach = "play can reach";
    refused(&edited("position 2", "position 3"), reach);
    refused(&edited("position 2", "position 1"), reach);
    refused(&edited("part 2 2", "part 2 3"), reach);
    refused(&edited("part 1 1", "part 0 1"), "the element of its heap");
    refused(&edited("part 2 2", "part 4 2"), "the element of its heap");
    let by_one = edited(
        "generators 1 2\norder 6\n1 2\n0 3\n3 4\n2 5\n5 2\n4 3\nlost 1 4",
        "generators 1\norder 2\n1\n0\nlost 1",
    );
    refused(
        &by_one.replace("part 2 2", "part 1 2"),
        "together with one of its options",
    );
    let nothing = edited(
        "generators 1 2\norder 6\n1 2\n0 3\n3 4\n2 5\n5 2\n4 3\nlost 1 4\npart 1 1\npart 2 2",
        "generators\norder 1\n\nlost\npart 0 1\npart 0 2",
    );
    refused(&nothing, "has an option that is");
    // Games in which there is no such sum, and no such game.
    messages("games without a quotient", |game| {
        verdict(&edited("game nim\nposition 2", game)).expect_err(game)
    });
    // A period is one of heaps that follow a code.
    refused(&edited("end\n", "period 1 from 1\nend\n"), "expected `end`");
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
