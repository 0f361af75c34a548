//! Certificates and their independent checker: true claims are confirmed, every mutant that changes a
//! set is rejected.

use bouton_automata::{Automaton, Theory};
use bouton_core::Limits;
use bouton_laws::{Law, Search, family, read};
use bouton_reference::message;
use bouton_verify::{Bounds, Checked, Refusal, check};

fn check_law(text: &str) -> Result<Checked, Refusal> {
    check(text, &Bounds::default()).unwrap_or_else(|| {
        let (kind, message) = ("certificate", "the header is not known".into());
        Err(Refusal::Text { kind, message })
    })
}

fn law(game: &str, heaps: usize, misere: bool) -> Box<Law> {
    let rules = read(&family(game, heaps, misere).unwrap()).unwrap();
    Search::default().run(&rules).unwrap().law.expect(game)
}

/// Checks every certificate that differs from the law's in one transition of its first set, and
/// returns how many there are and how many change no set.
fn mutants(law: &Law) -> (usize, usize) {
    let text = law.certificate();
    let lines: Vec<&str> = text.lines().collect();
    let header = lines
        .iter()
        .position(|line| line.starts_with("set "))
        .unwrap();
    let words: Vec<&str> = lines[header].split(' ').collect();
    let (arity, states): (usize, usize) = (words[2].parse().unwrap(), words[3].parse().unwrap());
    let rows: Vec<Vec<&str>> = lines[header + 1..=header + states]
        .iter()
        .map(|row| row.split(' ').collect())
        .collect();
    let targets: Vec<String> = rows
        .iter()
        .map(|row| row[0].trim_end_matches('+').to_string())
        .chain(["-".to_string()])
        .collect();
    let theory = Theory::new(law.system().clone(), Limits::default()).unwrap();
    let valid = theory.all(law.automaton().variables()).unwrap();
    let (mut tried, mut harmless) = (0, 0);
    for row in 0..states {
        for column in 1..rows[row].len() {
            for target in targets
                .iter()
                .filter(|target| **target != rows[row][column])
            {
                let mut mutant = rows.clone();
                mutant[row][column] = target;
                let table: Vec<String> = mutant.iter().map(|row| row.join(" ")).collect();
                let table: Vec<&str> = table.iter().map(String::as_str).collect();
                let whole = [&lines[..=header], &table, &lines[header + states + 1..]]
                    .concat()
                    .join("\n");
                let set = Automaton::from_text(law.system().digits(), arity, &table);
                let same = set
                    .is_ok_and(|set| set.and(&valid, theory.limits()).unwrap() == *law.automaton());
                let verdict = check_law(&whole);
                if same && verdict.is_ok() {
                    harmless += 1;
                }
                assert!(
                    same || verdict.is_err(),
                    "row {row}, column {column}, target {target} was accepted"
                );
                tried += 1;
            }
        }
    }
    (tried, harmless)
}

#[test]
fn every_mutant_of_wythoffs_law_that_changes_it_is_rejected() {
    let (tried, harmless) = mutants(&law("wythoff", 2, false));
    assert_eq!(tried, 7 * 4 * 7);
    assert!(harmless < tried / 2, "{harmless}");
}

#[test]
fn every_mutant_of_the_box_games_law_that_changes_it_is_rejected() {
    let (tried, harmless) = mutants(&law("box", 2, false));
    assert_eq!(tried, 6 * 4 * 6);
    assert!(harmless < tried / 2, "{harmless}");
}

#[test]
fn mutants_of_grundy_misere_and_repeat_laws_are_rejected() {
    for law in [
        law("lasker", 1, false),
        law("nim", 2, true),
        law("euclid", 2, false),
    ] {
        let text = law.certificate();
        assert!(check_law(&text).is_ok());
        let header = text.find("set ").unwrap();
        let (head, sets) = text.split_at(header);
        let unmarked = format!("{head}{}", sets.replacen("+ ", " ", 1));
        assert!(check_law(&unmarked).is_err(), "{unmarked}");
        let marked: Vec<String> = sets
            .lines()
            .map(|line| {
                if line.starts_with("2 ") {
                    line.replacen("2 ", "2+ ", 1)
                } else {
                    line.to_string()
                }
            })
            .collect();
        let marked = format!("{head}{}", marked.join("\n"));
        assert!(
            marked == text.trim_end() || check_law(&marked).is_err(),
            "{marked}"
        );
    }
}

/// The law of 0.2048 takes a minute to find here; its certificate is kept, and its rules are those of the family.
#[test]
fn the_law_of_ruler_is_checked_and_a_changed_one_rejected() {
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/ruler.law");
    let text = &std::fs::read_to_string(kept).unwrap();
    assert!(text.contains(&family("ruler", 1, false).unwrap()));
    let checked = check_law(text).unwrap();
    assert!(checked.title.unwrap().contains("0.2048"));
    let fewer = text.replace("(z = 5 | z = 8 | z = 10)", "(z = 5 | z = 8)");
    assert_ne!(*text, fewer);
    message(
        "the law of ruler with a witness less",
        check_law(&fewer).unwrap_err(),
    );
}

#[test]
fn another_games_rules_are_rejected() {
    let text = law("wythoff", 2, false).certificate();
    let nim = text.replace(
        "1 <= k <= a & k <= b -> a - k, b - k",
        "1 <= k <= a & 2*k <= b -> a - k, b - k",
    );
    assert_ne!(text, nim);
    assert!(check_law(&nim).is_err());
    let rising = text.replace("1 <= k <= a -> a - k, b", "1 <= k <= a -> a + k, b");
    message(
        "a law with a move that rises",
        check_law(&rising).unwrap_err(),
    );
}

#[test]
fn broken_certificates_are_refused_without_panic() {
    let text = law("nim", 2, false).certificate();
    for cut in 0..text.len() {
        assert!(
            check_law(&text[..cut]).is_err() || text[cut..].trim().is_empty(),
            "{cut}"
        );
        let limits = Limits::default();
        let _ = Law::from_certificate(&text[..cut], limits);
    }
    for word in [
        "system 0",
        "system 1,2",
        "system",
        "rules -1",
        "set P 99 1",
        "set P 2 99999999999",
        "0 0 0 0 0 0",
    ] {
        for at in 0..text.lines().count() {
            let lines: Vec<&str> = text
                .lines()
                .enumerate()
                .map(|(i, line)| if i == at { word } else { line })
                .collect();
            let _ = check_law(&lines.join("\n"));
            let _ = Law::from_certificate(&lines.join("\n"), Limits::default());
        }
    }
}

#[test]
fn a_law_is_read_back() {
    let text = law("wythoff", 2, false).certificate();
    let mut again = Law::from_certificate(&text, Limits::default()).unwrap();
    assert_eq!(again.certificate(), text);
    assert_eq!(again.ask("A a: E b: P(a,b)").unwrap().truth, Some(true));
    let wrong = text.replacen("+ ", " ", 1);
    assert!(Law::from_certificate(&wrong, Limits::default()).is_err());
}
