//! Certificates are accepted by the checker, and refused when any of their fields is changed.

use bouton_core::limits::Limits;
use bouton_reference::message;
use bouton_solvers::sequence::Sequence;
use bouton_verify::{Bounds, Checked, Refusal, check};

fn check_period(text: &str) -> Result<Checked, Refusal> {
    check(text, &Bounds::default()).unwrap_or_else(|| {
        let (kind, message) = ("certificate", "the header is not known".into());
        Err(Refusal::Text { kind, message })
    })
}

fn certificate(text: &str, heaps: u64) -> String {
    let found = Sequence::compute(text.parse().unwrap(), heaps, &Limits::default()).unwrap();
    found
        .certificate()
        .unwrap_or_else(|| panic!("{text} is not proved: {:?}", found.status))
}

#[test]
fn the_checker_accepts_every_theorem() {
    let cases = [
        ("0.77", 400),
        ("0.07", 400),
        ("0.4", 400),
        ("0.6", 400),
        ("4.007", 0),
        ("0.1", 20),
        ("0.0", 20),
        ("4=.7", 400),
        ("8.7", 400),
        ("0.17", 400),
        ("subtraction:2,5,7", 400),
        ("subtraction:1,100", 1000),
        ("0.8", 300),
        ("0.3F", 300),
        ("0.137F", 300),
        ("0.13FF", 300),
        ("0.3FF", 300),
        ("0.89", 300),
        ("0.[3]", 64),
        ("all-but:1", 200),
        ("all-but:2,5", 400),
    ];
    for (text, heaps) in cases.into_iter().filter(|&(_, heaps)| heaps > 0) {
        let found = Sequence::compute(text.parse().unwrap(), heaps, &Limits::default()).unwrap();
        let Some(certificate) = found.certificate() else {
            assert!(
                ["4=.7", "8.7", "0.6"].contains(&text),
                "{text}: {:?}",
                found.status
            );
            continue;
        };
        let checked = check_period(&certificate)
            .unwrap_or_else(|error| panic!("{text}: {error}\n{certificate}"));
        assert!(checked.conditions.len() >= 4);
    }
}

#[test]
fn the_checker_computes_sparsely() {
    let text = certificate("0.356", 15_000);
    assert!(text.contains("compute sparse"), "{text}");
    let checked = check_period(&text).unwrap();
    message("the claim of 0.356", checked.claim);
    // The hint may be any: it costs time only.
    let plain = certificate("0.644", 8_000);
    let other = plain.lines().map(|line| {
        if line.starts_with("compute") {
            "compute sparse 5 steady"
        } else {
            line
        }
    });
    assert!(check_period(&other.collect::<Vec<_>>().join("\n")).is_ok());
}

/// The longest preperiod that is proved here: 443,139,471 heaps, four bytes each for the checker.
#[test]
#[ignore = "three minutes in release, 2 GB"]
fn the_certificate_of_0_454_is_checked() {
    let text = certificate("0.454", 443_139_471);
    assert!(
        text.contains("\nperiod 60620715\npreperiod 160949019\n"),
        "{text}"
    );
    let checked = check_period(&text).unwrap();
    assert!(checked.claim.contains("60620715"), "{}", checked.claim);
}

/// Every field of a certificate in turn, changed to something else that reads well.
#[test]
fn tampered_certificates_are_refused() {
    are_refused(&[
        ("0.77", 400),
        ("subtraction:2,4,7", 100),
        ("0.13FF", 300),
        ("all-but:2,5", 400),
    ]);
}

#[test]
#[ignore = "takes two minutes"]
fn tampered_certificates_of_a_long_period_are_refused() {
    are_refused(&[("0.644", 8_000)]);
}

fn are_refused(codes: &[(&str, u64)]) {
    for &(text, heaps) in codes {
        let good = certificate(text, heaps);
        assert!(check_period(&good).is_ok());
        for (index, line) in good.lines().enumerate() {
            let (name, value) = line.split_once(' ').unwrap();
            for changed in changes(name, value) {
                let lines = good
                    .lines()
                    .enumerate()
                    .map(|(at, line)| if at == index { changed.as_str() } else { line });
                let bad = lines.collect::<Vec<_>>().join("\n");
                assert!(
                    check_period(&bad).is_err(),
                    "{text}: accepted {changed:?} for {line:?}"
                );
            }
            let without: Vec<&str> = good
                .lines()
                .enumerate()
                .filter(|&(at, _)| at != index)
                .map(|(_, line)| line)
                .collect();
            assert!(
                matches!(check_period(&without.join("\n")), Err(Refusal::Text { .. })),
                "{text} without {line}"
            );
        }
        assert!(check_period(&format!("{good}more\n")).is_err());
    }
}

fn changes(name: &str, value: &str) -> Vec<String> {
    let number = |by: i64| {
        value
            .parse::<i64>()
            .map(|number| format!("{name} {}", number + by))
            .ok()
    };
    match name {
        "bouton" => vec!["bouton period certificate 2".into()],
        "code" => vec![
            "code 0.7".into(),
            "code 0.75".into(),
            "code nonsense".into(),
            "code 0.[3]".into(),
            "code 0.8".into(),
        ],
        "theorem" => [
            "octal periodicity",
            "subtraction periodicity",
            "taking-and-breaking periodicity",
            "arithmetic periodicity",
            "all-but periodicity",
            "hope",
        ]
        .iter()
        .filter(|&&theorem| theorem != value)
        .map(|theorem| format!("theorem {theorem}"))
        .collect(),
        "compute" => vec!["compute quickly".into(), "compute sparse 0 steady".into()],
        "largest" => {
            let (largest, first) = value.split_once(" at ").unwrap();
            let largest: u32 = largest.parse().unwrap();
            vec![
                format!("largest {} at {first}", largest + 1),
                format!("largest {largest} at {first}1"),
                "largest".into(),
            ]
        }
        "checksum" => vec![
            format!(
                "checksum {:016x}",
                u64::from_str_radix(value, 16).unwrap() ^ 1
            ),
            "checksum x".into(),
        ],
        "period" => {
            let double = value.parse::<u64>().unwrap() * 2;
            [
                number(1),
                number(-1),
                Some(format!("period {double}")),
                Some("period 0".into()),
            ]
            .into_iter()
            .flatten()
            .collect()
        }
        // Fewer heaps prove nothing, and more are not what the theorem needs: but for those whose theorem names no number.
        "heaps" => vec![
            number(-3000).unwrap_or_default(),
            "heaps 1".into(),
            "heaps 99999999999".into(),
        ],
        _ => [number(1), number(-1), number(7)]
            .into_iter()
            .flatten()
            .collect(),
    }
}
