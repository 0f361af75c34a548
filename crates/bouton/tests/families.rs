//! The families of `testdata/families.tsv`, which `docs/families.md` shows: their members have the values that `value` finds, comparisons of them are those of
//! the calculus, and no formula with another coefficient is accepted by either checker.

use std::fmt::Write as _;
use std::process::Command;

use bouton::answers::{Calculation, Class};
use bouton::calculus::{Calculator, Show, value};
use bouton::families::{FamilyLaw, law};
use bouton::verify::Bounds;
use bouton::{Limits, open, verify};
use bouton_families::{Family, Relation};
use bouton_reference::{message, messages};

/// The game, the pattern and the source of each family whose values were known.
const FAMILIES: &str = include_str!("../../../testdata/families.tsv");

/// The cells of the lines of the list.
fn listed() -> impl Iterator<Item = [&'static str; 3]> {
    FAMILIES.lines().map(|line| {
        let mut cells = line.split('\t');
        std::array::from_fn(|_| cells.next().unwrap())
    })
}

/// The games and the patterns of the list.
fn rows() -> Vec<(String, String)> {
    let opened = |game: &str| match game.ends_with(".star") {
        true => format!("{}/../../{game}", env!("CARGO_MANIFEST_DIR")),
        false => game.to_owned(),
    };
    listed()
        .map(|[game, pattern, _]| (opened(game), pattern.to_owned()))
        .collect()
}

/// A word as a position: of domineering the two rows, for each column whether its cells are free.
fn position(game: &str, word: &str) -> String {
    if game != "domineering" {
        return word.to_owned();
    }
    let row = |free: [char; 2]| -> String {
        let cells = word.chars().map(|column| match free.contains(&column) {
            true => '.',
            false => '#',
        });
        cells.collect()
    };
    format!("{}/{}", row(['.', 't']), row(['.', 'b']))
}

fn proved(game: &str, pattern: &str) -> FamilyLaw {
    cases(game, pattern).0
}

/// The law of a family, and its cases as the program shows them.
fn cases(game: &str, pattern: &str) -> (FamilyLaw, String) {
    let found = law(game, pattern, &Limits::default()).unwrap();
    let cases: Vec<_> = found.report.cases.iter().map(ToString::to_string).collect();
    let law = found
        .law
        .unwrap_or_else(|| panic!("{game} {pattern}: {:?}", found.report.why));
    (law, cases.join("; "))
}

/// The most letters of a member; and where play takes long, with two free cells or more or without a formula of the value.
struct Letters(usize, usize);

/// The exponents of the members whose words have at most so many letters: all of them, or so many at random.
fn members(family: &Family, most: usize, letters: usize) -> Vec<Vec<i64>> {
    let pattern = &family.theorem.pattern;
    let is_short = |exponents: &Vec<i64>| (1..=letters).contains(&pattern.word(exponents).len());
    let mut all = vec![Vec::new()];
    for _ in &pattern.names {
        let longer = |exponents: &Vec<i64>| {
            let exponents = exponents.clone();
            (0..=letters as i64).map(move |next| [exponents.clone(), vec![next]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(is_short);
    fastrand::Rng::with_seed(37).shuffle(&mut all);
    all.truncate(most);
    all
}

fn calculated(calculator: &mut Calculator, expression: &str) -> Calculation {
    let told = calculator.calculate(expression, Show::default(), &Limits::default());
    told.unwrap_or_else(|error| panic!("{expression}: {error}"))
}

#[test]
fn members_have_the_values_that_are_found_by_play() {
    compare(25, &Letters(18, 12));
}

/// The same with larger members and more of them: `cargo test -p bouton --test all -- --ignored --nocapture families::five`.
#[test]
#[ignore = "takes minutes"]
fn five_hundred_members_have_the_values_that_are_found_by_play() {
    compare(500, &Letters(33, 18));
}

fn compare(most: usize, letters: &Letters) {
    let rows = rows();
    assert!(rows.len() >= 40, "the list has {} families", rows.len());
    let mut calculator = Calculator::default();
    let mut compared = 0;
    let mut told = Vec::new();
    for (game, pattern) in rows {
        let (law, cases) = cases(&game, &pattern);
        told.push(cases);
        let family = law.family();
        let takes_long = pattern.matches('.').count() > 1 || !family.has_values();
        // Values of long boards of two rows take long in any case.
        let letters = match game.as_str() {
            "domineering" => letters.1.min(12),
            _ if game.ends_with(".star") => letters.1,
            _ if takes_long => letters.1,
            _ => letters.0,
        };
        let members = members(family, most, letters);
        assert!(members.len() >= 5, "{game} {pattern}");
        for exponents in &members {
            let word = family.theorem.pattern.word(exponents);
            let mut session = open(&game, &position(&game, &word)).unwrap();
            let played = value(&mut session, Show::default(), &Limits::default()).unwrap();
            match family.value(exponents) {
                Some(formula) => {
                    let Calculation::Value(told) = calculated(&mut calculator, &formula) else {
                        panic!("{game} {pattern} {exponents:?}: {formula} is no value");
                    };
                    assert_eq!(told.value, played.value, "{game} {word}: {formula}");
                }
                None => {
                    let possible = outcomes(family, exponents);
                    let class = played.class.unwrap();
                    assert!(possible.contains(&class), "{game} {word}: {class:?}");
                }
            }
        }
        compared += members.len();
        println!("{game} {pattern}: {} members", members.len());
    }
    println!("{compared} members");
    is_the_page(&told);
}

/// `docs/families.md` has the list with the cases that were found: `WRITE_DOCS=1 cargo test -p bouton --test all families::`
/// writes it.
fn is_the_page(told: &[String]) {
    let mut page = String::from(
        "# Families\n\nThis page is for people who study games of Left and Right: a test writes it, with families of positions and \
         their values, proved for all exponents.\n\n\
         [Theorems about values](theorems-values.md) says how to read, find and check them. The first case that applies is meant. \
         Where a case compares with 0, only the outcome is proved. A source is named where the values were known.\n\n\
         | game | pattern | cases | source |\n|---|---|---|---|\n",
    );
    let cell = |text: &str| text.replace('|', "\\|");
    for ([game, pattern, source], cases) in listed().zip(told) {
        let (pattern, cases) = (cell(pattern), cell(cases));
        writeln!(page, "| {game} | `{pattern}` | `{cases}` | {source} |").unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/families.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(path, &page).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == page,
        "docs/families.md is not what the program finds"
    );
}

/// A rule file that states rewritings, and the same game of the catalogue, have the same families.
#[test]
fn rewritings_of_a_file_are_the_game_they_describe() {
    let file = |name: &str, left: &str, right: &str| {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(name);
        let text = format!("left = [{left}]\nright = [{right}]\n");
        std::fs::write(&path, text).unwrap();
        (path.to_str().unwrap().to_owned(), dir)
    };
    let (clobber, _kept) = file(
        "mine.star",
        r#"("XO", ".X"), ["OX", "X."]"#,
        r#"("XO", "O."), ("OX", ".O")"#,
    );
    let told = |game: &str| {
        let found = law(game, "X^n O", &Limits::default()).unwrap();
        let cases = found.report.cases.iter().map(ToString::to_string);
        (cases.collect::<Vec<_>>(), found.law.unwrap())
    };
    let (by_file, of_file) = told(&clobber);
    let (by_name, of_name) = told("clobber");
    assert_eq!(by_file, by_name);
    // The certificate has the rewritings, and claims nothing about the game of the catalogue.
    let text = of_file.certificate();
    assert!(
        text.contains("left XO .X\nleft OX X.\nright XO O.\nright OX .O\ntheorem"),
        "{text}"
    );
    let verdict = verify(text, &Bounds::default()).unwrap();
    assert!(verdict.valid, "{verdict:?}");
    message("the claim of a family of a file", verdict.claim.unwrap());
    let (_, name) = text.split_once("game ").unwrap();
    let (name, _) = name.split_once('\n').unwrap();
    let posing = text.replacen(name, "clobber", 1);
    assert!(!verify(&posing, &Bounds::default()).unwrap().valid);
    assert!(!of_name.certificate().contains("letter"));

    messages("rewritings that are refused", |left| {
        let (path, _kept) = file("other.star", left, "");
        law(&path, "o", &Limits::default()).unwrap_err().to_string()
    });
}

/// The outcome classes that a member may have by the theorem.
fn outcomes(family: &Family, exponents: &[i64]) -> &'static [Class] {
    let mut cases = family.theorem.cases.iter();
    let case = cases.find(|case| case.applies(exponents)).unwrap();
    match case.relation {
        Relation::Equal => &[Class::P],
        Relation::More => &[Class::L],
        Relation::Less => &[Class::R],
        Relation::Confused => &[Class::N],
        Relation::AtLeast => &[Class::L, Class::P],
        Relation::AtMost => &[Class::R, Class::P],
        Relation::NotAtMost => &[Class::L, Class::N],
        Relation::NotAtLeast => &[Class::R, Class::N],
    }
}

/// Random members: `ask` and the calculus agree.
#[test]
fn comparisons_of_members_are_those_of_the_calculus() {
    const EACH: usize = 30;
    const RELATIONS: [&str; 7] = ["<=", ">=", "<", ">", "=", "!=", "<>"];
    const MORE: [&str; 7] = [
        "",
        " + 1",
        " - 1/2",
        " + *",
        " + *2",
        " + {2 | -1}",
        " + {1 | {0 | -3}}",
    ];
    let mut random = fastrand::Rng::with_seed(38);
    let mut calculator = Calculator::default();
    for (game, pattern) in rows() {
        let law = proved(&game, &pattern);
        let family = law.family();
        if !family.has_values() {
            continue;
        }
        for _ in 0..EACH {
            let mut member = || -> Vec<i64> {
                let names = &family.theorem.pattern.names;
                names.iter().map(|_| random.i64(0..=5)).collect()
            };
            let (a, b) = (member(), member());
            let listed = |exponents: &[i64]| {
                let texts: Vec<String> = exponents.iter().map(i64::to_string).collect();
                format!("value({})", texts.join(", "))
            };
            let relation = *random.choice(&RELATIONS).unwrap();
            let more = *random.choice(&MORE).unwrap();
            let question = format!("{} {relation} {}{more}", listed(&a), listed(&b));
            let asked = law.ask(&question, &Default::default(), &Limits::default());
            let [a, b] = [a, b].map(|exponents| family.value(&exponents).unwrap());
            let sign = if relation == "!=" { "=" } else { relation };
            let compared = format!("({a}) {sign} ({b}){more}");
            let Calculation::Truth { truth, .. } = calculated(&mut calculator, &compared) else {
                panic!("{question}: no relation");
            };
            let truth = truth != (relation == "!=");
            assert_eq!(
                asked.unwrap().truth,
                Some(truth),
                "{game} {pattern}: {question}: {a}, {b}"
            );
        }
    }
}

/// A value with one coefficient changed by one, for each coefficient and both directions; another outcome for an outcome; a
/// stronger bound for a bound by 0 (a weaker one is true).
fn changed(value: &str) -> Vec<String> {
    for (relation, stronger) in [("<|", "-1"), ("<=", "-1"), ("|>", "1"), (">=", "1")] {
        if value == format!("{relation} 0") {
            return vec![format!("{relation} {stronger}")];
        }
    }
    const OUTCOMES: [&str; 4] = ["> 0", "< 0", "<> 0", "0"];
    if OUTCOMES[..3].contains(&value) {
        let others = OUTCOMES.iter().filter(|other| **other != value);
        return others.map(ToString::to_string).collect();
    }
    let bytes = value.as_bytes();
    let mut all = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if length > 0 {
            let number: u64 = value[at..at + length].parse().unwrap();
            let others = [Some(number + 1), number.checked_sub(1)];
            for other in others.into_iter().flatten() {
                all.push(format!("{}{other}{}", &value[..at], &value[at + length..]));
            }
            at += length;
            // A variable behind a number is no coefficient of its own.
            at += usize::from(bytes.get(at).is_some_and(u8::is_ascii_lowercase));
            continue;
        }
        let is_alone = |at: usize| !bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
        if bytes[at].is_ascii_lowercase() && is_alone(at + 1) && (at == 0 || is_alone(at - 1)) {
            for other in ["2", "0"] {
                all.push(format!("{}{other}{}", &value[..at], &value[at..]));
            }
        }
        if bytes[at] == b'*' && !bytes.get(at + 1).is_some_and(u8::is_ascii_digit) {
            all.push(format!("{}*2{}", &value[..at], &value[at + 1..]));
        }
        at += 1;
    }
    all
}

/// Runs the checker in Python on files; the places of those that it accepts.
const MANY: &str = "
import sys
sys.path.insert(0, sys.argv[1])
import check_rewritings as checker
for at, path in enumerate(sys.argv[2:]):
    try:
        certificate = checker.Certificate(open(path).read())
        for lemma in certificate.statements[1:]: certificate.lemma(*lemma)
        certificate.theorem(*certificate.statements[0])
        print(at)
    except (ValueError, TypeError, IndexError, AttributeError, KeyError):
        pass
";

/// A proof with more lemmas takes seconds.
const LARGE: usize = 12;

#[test]
fn no_other_coefficient_is_accepted() {
    change(false);
}

/// The same for every coefficient of every case, and for large proofs: there only the first coefficient of each case is changed, and
/// only for the checker in Rust.
#[test]
#[ignore = "takes minutes"]
fn no_other_coefficient_of_any_family_is_accepted() {
    change(true);
}

/// Changes coefficients of theorems by one: both checkers accept what was proved, and nothing else.
fn change(all: bool) {
    let dir = tempfile::tempdir().unwrap();
    let (mut files, mut accepted, mut forged) = (Vec::new(), Vec::new(), 0);
    let mut file = |text: &str| {
        let path = dir.path().join(format!("{}.family", files.len()));
        std::fs::write(&path, text).unwrap();
        files.push(path);
        files.len() - 1
    };
    for (game, pattern) in rows() {
        let law = proved(&game, &pattern);
        if law.family().lemmas.len() > LARGE && !all {
            continue;
        }
        if law.family().lemmas.len() <= LARGE {
            accepted.push(file(law.certificate()).to_string());
        }
        let lines: Vec<&str> = law.certificate().lines().collect();
        let is_large = law.family().lemmas.len() > LARGE;
        let most = if is_large || !all { 1 } else { usize::MAX };
        let is_theorem = |line: &&str| line.starts_with("theorem ");
        let first = lines.iter().position(is_theorem).unwrap() + 1;
        let theorem = lines
            .iter()
            .skip(first)
            .take_while(|line| line.starts_with("case "));
        let cases = if all { usize::MAX } else { 2 };
        for (at, line) in (first..).zip(theorem).take(cases) {
            let (guard, value) = line.split_once("-> ").unwrap();
            for other in changed(value).into_iter().take(most) {
                let mut other_lines = lines.clone();
                let line = format!("{guard}-> {other}");
                other_lines[at] = &line;
                let text = other_lines.join("\n") + "\n";
                let verdict = verify(&text, &Bounds::default()).unwrap();
                assert!(!verdict.valid, "{game} {pattern}: {line}");
                forged += 1;
                if !is_large {
                    file(&text);
                }
            }
        }
    }
    assert!(forged > 10, "{forged} coefficients are changed");
    let python = Command::new("python3")
        .args([
            "-c",
            MANY,
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples"),
        ])
        .args(&files)
        .output()
        .expect("python3 is there: `./check` installs it");
    let told = String::from_utf8(python.stdout).unwrap();
    assert_eq!(told.lines().collect::<Vec<_>>(), accepted);
}

/// Texts that are no certificates of a family: the checker in Rust and that in Python refuse each, in a sentence.
#[test]
fn both_checkers_refuse_what_is_no_formula() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.family");
    let with = |case: &str| {
        format!(
            "bouton family certificate 1\ngame toppling-dominoes\ntheorem l^n\ncase {case}\ncase -> n\nlemma l\ncase -> 1\nlemma l^a\ncase -> a\nend\n"
        )
    };
    let python = |text: &str| {
        std::fs::write(&path, text).unwrap();
        let script = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../examples/check_family.py"
        );
        let ran = Command::new("python3").arg(script).arg(&path).output();
        let ran = ran.expect("python3 is there: `./check` installs it");
        (ran.status.success(), String::from_utf8(ran.stderr).unwrap())
    };
    assert!(python(&with("n = 0 -> 0")).0);
    for case in [
        "n = 0 -> ",
        "n = 0 -> +",
        "n = 0 -> 0 + ",
        "n = 0 -> 0/0",
        "n = 0 -> /1",
        "n = 0 -> ٠",
        "n mod 2 = 3 -> 100",
        "n mod 2 = -1 -> 100",
        "n mod 2 = 1 = 5 -> 100",
        "n mod 0 = 0 -> n",
        "n = 0 -> {0|0",
    ] {
        let text = with(case);
        assert!(!verify(&text, &Bounds::default()).unwrap().valid, "{case}");
        let (valid, told) = python(&text);
        assert!(!valid && told.starts_with("not proved: "), "{case}: {told}");
    }
    let (valid, told) = python(&with("n = 0 -> 0").replace("lemma l\n", "lemma x\n"));
    assert!(!valid && told.contains("letters of the game"), "{told}");
}
