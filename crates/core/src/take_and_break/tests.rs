use super::*;

fn lefts(code: &Code, heap: u64) -> Vec<(u64, Vec<u64>)> {
    code.options(heap)
        .map(|option| (option.taken, option.left.to_vec()))
        .collect()
}

/// Every way to leave heaps, by brute force over compositions; compare the results as sets.
fn slow_lefts(code: &Code, heap: u64) -> Vec<(u64, Vec<u64>)> {
    fn grow(rest: u64, least: u64, parts: &mut Vec<u64>, all: &mut Vec<Vec<u64>>) {
        if rest == 0 {
            all.push(parts.clone());
        }
        for part in least..=rest {
            parts.push(part);
            grow(rest - part, part, parts, all);
            parts.pop();
        }
    }
    let mut found = vec![];
    for taken in 0..=heap {
        let mut all = vec![];
        grow(heap - taken, 1, &mut vec![], &mut all);
        for parts in all {
            let pairs = || (0..parts.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
            let equal = |(i, j): (usize, usize)| parts[i] == parts[j];
            let holds = match code.digit(taken).constraint(parts.len() as u64) {
                None => false,
                Some(Constraint::Any) => true,
                Some(Constraint::AllEqual) => pairs().all(equal),
                Some(Constraint::AllUnequal) => !pairs().any(equal),
                Some(Constraint::SomeUnequal) => parts.len() < 2 || !pairs().all(equal),
            };
            if holds && !code.frozen().contains(&heap) {
                found.push((taken, parts));
            }
        }
    }
    found
}

#[test]
fn options_are_those_of_brute_force() {
    let codes = "\
        0.77 0.137 4.007 0.3F 0.[3] 0.[07] 4!.0 {2+}=.0 {2+}.0 {2+}!.3 {2+}?.0 0.* 0.*= 8?.7 C!.4= \
        0.{0,2!,3=} 0.{1,3+}? 0.{0,2?,3!+} 0.{1+}= {2+}?.0 0.&40;! grundy couples-are-forever 0.V? \
        0.0 subtraction:2,5,9 all-but:1,4"
        .split(' ');
    for text in codes {
        let code: Code = text.parse().unwrap();
        for heap in 0..13 {
            let mut fast = lefts(&code, heap);
            let ordered = fast.windows(2).all(|pair| {
                (pair[0].0, pair[0].1.len(), &pair[0].1) < (pair[1].0, pair[1].1.len(), &pair[1].1)
            });
            assert!(ordered, "{text} {heap}: {fast:?}");
            let mut slow = slow_lefts(&code, heap);
            fast.sort();
            slow.sort();
            assert_eq!(fast, slow, "{text} {heap}");
        }
    }
}

#[test]
fn shown_codes_are_read_back() {
    for text in "\
        0.77 4.007 0.3F 0.[3] 0.12[07] 4!.0 {2+}=.0 0.{0+} 0.{0,2!,3=} 8?.7 0.&200;! 0.0 \
        couples-are-forever subtraction:1,100 0.{1,4+}?"
        .split(' ')
    {
        let code: Code = text.parse().unwrap();
        assert_eq!(code.to_string(), text);
        assert_eq!(code.to_string().parse::<Code>().unwrap(), code);
    }
    for (text, shown) in [
        (".77", "0.77"),
        ("0.7700", "0.77"),
        ("0.f", "0.F"),
        ("4?.0", "4?.0"),
        ("0.3[0]", "0.3"),
        ("0.*", "0.{0+}"),
    ] {
        assert_eq!(text.parse::<Code>().unwrap().to_string(), shown);
    }
    assert_eq!("all-but:2".parse::<Code>().unwrap().to_string(), "0.30[3]");
}

#[test]
fn kinds_are_told_apart() {
    let kind = |text: &str| {
        let code: Code = text.parse().unwrap();
        (
            code.is_octal(),
            code.is_hexadecimal(),
            code.most_heaps(),
            code.most_taken(),
        )
    };
    assert_eq!(kind("0.137"), (true, true, Some(2), Some(3)));
    assert_eq!(kind("0.3F"), (false, true, Some(3), Some(2)));
    assert_eq!(kind("4!.0"), (false, false, Some(2), Some(0)));
    assert_eq!(kind("0.[3]"), (false, false, Some(1), None));
    assert_eq!(kind("{2+}=.0"), (false, false, None, Some(0)));
    assert_eq!(
        kind("couples-are-forever"),
        (false, false, Some(2), Some(0))
    );
}

#[test]
fn malformed_codes_are_refused_where_they_are_wrong() {
    let cases: [(&str, std::ops::Range<usize>, &str); 20] = [
        ("octal:0.8", 8..9, "hex:0.8"),
        ("octal:0.3F", 9..10, "hex:0.3F"),
        ("octal:4!.0", 7..8, "take-and-break:4!.0"),
        ("octal:077", 7..8, "expected a point"),
        (
            "octal:",
            6..6,
            "expected a code such as 0.77, found the end",
        ),
        (
            "octal:0.",
            8..8,
            "expected an octal digit (0 to 7) after the point, found the end",
        ),
        ("octal:1.7", 6..7, "taking nothing"),
        (
            "hex:0.G",
            6..7,
            "expected a hexadecimal digit (0 to 9, A to F), found 'G'",
        ),
        ("0.3[7", 3..4, "never closed"),
        ("0.3]", 3..4, "without a `[`"),
        ("0.[]", 3..4, "between the brackets"),
        ("0.[3]7", 5..6, "nothing after"),
        ("0.7.7", 3..4, "expected a digit"),
        ("40.7", 1..2, "no move adds tokens"),
        ("0.{2", 2..3, "never closed"),
        ("0.{2!}?", 6..7, "marks of their own"),
        ("0.{99}", 3..5, "from 0 to 63, found 99"),
        ("0.é", 2..4, "found 'é'"),
        ("subtraction:1,0", 14..15, "found \"0\""),
        ("decimal:0.7", 0..7, "expected octal, hex"),
    ];
    for (text, span, part) in cases {
        let error = text.parse::<Code>().unwrap_err();
        assert_eq!(error.span(), span, "{text}: {error}");
        assert!(error.message().contains(part), "{text}: {error}");
    }
}

#[test]
fn options_of_huge_heaps_come_lazily() {
    let heap = u64::MAX;
    let code = Code::octal("4.007").unwrap();
    assert_eq!(
        lefts(&code, 4),
        [(0, vec![1, 3]), (0, vec![2, 2]), (3, vec![1])]
    );
    assert_eq!(
        code.options(heap).take(3).last().unwrap().left.to_vec(),
        [3, heap - 3]
    );
    assert_eq!(
        "0.[3]"
            .parse::<Code>()
            .unwrap()
            .options(heap)
            .next()
            .unwrap()
            .left
            .to_vec(),
        [heap - 1]
    );
}
