//! Laws that play: against other solvers on small positions, and on heaps of thousands of digits.

use std::io::Write as _;

use bouton::{Answer, How, Limits, Open, Outcome, Session};
use bouton_reference::{message, messages};

use crate::support::{by, find, losing, values};

fn solve(session: &mut Session, solver: &str) -> Answer {
    session.solve(&by(solver)).unwrap()
}

fn agree(session: &mut Session, other: &str) {
    let (law, other) = (solve(session, "law"), solve(session, other));
    let sorted = |answer: &Answer| {
        let mut best: Vec<_> = answer.best.iter().map(|mv| mv.name.clone()).collect();
        best.sort();
        best
    };
    let place = || format!("{} {}", law.game, law.position);
    assert_eq!(law.outcome, other.outcome, "{}", place());
    assert_eq!(sorted(&law), sorted(&other), "{}", place());
    assert_eq!(law.best_count, other.best_count, "{}", place());
}

/// A file with this ending that holds the text.
fn file(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("laws-{name}"));
    std::fs::File::create(&path)
        .unwrap()
        .write_all(text.as_bytes())
        .unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn misere_wythoff_of_any_size_is_played_by_its_law() {
    let mut session = bouton::Open::game("wythoff")
        .at("3,5")
        .misere(true)
        .session()
        .unwrap();
    for a in 0..12 {
        for b in 0..12 {
            session.go(&format!("{a},{b}")).unwrap();
            agree(&mut session, "memo");
        }
    }
    let (a, b) = ("9".repeat(2000), "7".repeat(1990));
    let mut session = bouton::Open::game("wythoff")
        .at(format!("{a},{b}"))
        .misere(true)
        .session()
        .unwrap();
    let answer = session.solve(&How::default()).unwrap();
    assert_eq!(
        (answer.solver.as_str(), answer.outcome),
        ("law", Some(Outcome::Win))
    );
    session.go(&answer.preferred.unwrap().to.unwrap()).unwrap();
    assert_eq!(
        session.solve(&How::default()).unwrap().outcome,
        Some(Outcome::Loss)
    );
}

/// Also when the limits end the search early. A search without the steps for one table says so, and not that it found no law.
#[test]
fn a_law_that_was_not_found_is_not_looked_for_again() {
    let ask = |game: &str, steps: u64| {
        let limits = Limits {
            steps: Some(steps),
            memory: Some(1 << 20),
            ..Limits::default()
        };
        let session = bouton::open(game, "9").unwrap();
        session.accepts("law", &limits).unwrap_err().to_string()
    };
    let missing = ask("grundy", 5000);
    assert_eq!(ask("grundy", 1), missing);
    assert_ne!(ask("octal:0.144", 1), missing);
}

#[test]
fn files_of_rules_are_games() {
    let rules = "game Both by one\nvariables a, b\nrank a + b\nmove | a >= 1 -> a - 1, b\nmove | b >= 1 -> a, b - 1\n\
                 move k | 1 <= k <= a & k <= b -> a - k, b - k\n";
    for misere in [false, true] {
        let game = file("both.game", rules);
        let mut session = bouton::Open::game(&game)
            .at("3,4")
            .misere(misere)
            .session()
            .unwrap();
        for a in 0..9 {
            for b in 0..9 {
                session.go(&format!("{a},{b}")).unwrap();
                agree(&mut session, "memo");
            }
        }
        session
            .go(&format!("{0}1,{0}", "1234567890".repeat(120)))
            .unwrap();
        assert_eq!(session.solve(&How::default()).unwrap().solver, "law");
    }
    let sums = "game Take or split\nvariables n\nrank n\nmode grundy\nmove k | 1 <= k <= n -> n - k\n\
                move x, y | 1 <= x <= y & x + y = n -> x; y\n";
    let mut session = bouton::open(&file("sums.game", sums), "3,4").unwrap();
    for (a, b, c) in (0..5).flat_map(|a| (0..5).flat_map(move |b| (0..5).map(move |c| (a, b, c)))) {
        session.go(&format!("{a},{b},{c}")).unwrap();
        agree(&mut session, "grundy");
        agree(&mut session, "memo");
    }
}

#[test]
fn mistakes_in_files_of_rules_are_told() {
    messages("rules of laws that are refused", |asked| {
        let (position, text) = asked.split_once('\n').unwrap();
        let open = Open::game(file("wrong.game", text))
            .position(Some(position).filter(|at| !at.is_empty()));
        open.session().map(drop).unwrap_err().to_string()
    });
    let absent = bouton::open("absent.game", "1").map(drop).unwrap_err();
    message("a file of rules that is not there", absent);
}

/// The games whose tables are compared: text files of the families' rules, and games of the catalogue.
fn tabled() -> Vec<String> {
    let family = |name: &str, heaps| {
        let text = bouton_laws::family(name, heaps, false).unwrap();
        file(
            &format!("{}-{heaps}.game", name.replace([':', ','], "-")),
            &text,
        )
    };
    let two = "wythoff wythoff:2 euclid chomp-2 exact-nim leave-half nim subtraction:1,3,4";
    let of_files = two.split(' ').map(|name| family(name, 2));
    let three = ["nim", "subtraction:1,2"]
        .iter()
        .map(|name| family(name, 3));
    let one = ["octal:0.77", "lasker", "powers-of-two"]
        .iter()
        .map(|name| family(name, 1));
    let named = ["wythoff", "staircase", "subtraction:2,3"];
    let named = named.iter().map(|name| (*name).to_owned());
    of_files.chain(three).chain(one).chain(named).collect()
}

/// Every position gets the same outcome from the law as from a search of each position; games without a law, and those
/// with a quicker theorem, answer as before.
#[test]
fn tables_from_a_law_are_those_of_a_search() {
    let mut by_law = Vec::new();
    for game in tabled() {
        for misere in [false, true] {
            let open = || bouton::Open::game(&game).misere(misere);
            let Ok(mut session) = open().anywhere() else {
                continue;
            };
            let (fixed, _) = session.heaps().unwrap();
            let heaps = fixed.unwrap_or(1);
            let sides = match heaps {
                1 => [5, 420],
                2 => [3, 21],
                _ => [2, 8],
            };
            // Sums of parts are too many for a search of positions.
            let search = if misere { "memo" } else { "grundy" };
            for up_to in sides {
                let mut bound = vec![("up_to", up_to.to_string())];
                bound.extend(fixed.map(|piles| ("piles", piles.to_string())));
                let place = || format!("{game} misere {misere} up to {up_to}");
                let table = losing(&mut session, &bound, &by(search)).unwrap();
                let told = losing(&mut session, &bound, &How::default()).unwrap();
                assert_eq!(told.rows, table.rows, "{}", place());
                assert_eq!(table.proved.solver.as_deref(), Some(search), "{}", place());
                assert!(
                    up_to == sides[1] || told.proved.why.is_none(),
                    "{}",
                    place()
                );
                let range = format!("{up_to}..{}", 2 * up_to);
                let total = [&bound[..], &[("total", range)]].concat();
                let [some, all] = [by(search), How::default()]
                    .map(|how| losing(&mut session, &total, &how).unwrap().rows);
                assert_eq!(some, all, "{}", place());
                if heaps <= 2 {
                    let [table, told] = [by(search), How::default()]
                        .map(|how| values(&mut session, &bound, &how).unwrap());
                    assert_eq!(table.values, told.values, "{}", place());
                }
                for condition in ["loss", "win & best = 1"] {
                    let wanted = [&bound[..], &[("where", condition.to_owned())]].concat();
                    let open = |name: String| bouton::Open::game(name).misere(misere);
                    let [table, told] = [by(search), How::default()]
                        .map(|how| find(&game, open, &wanted, &how).unwrap());
                    assert_eq!(table.rows, told.rows, "{} {condition}", place());
                }
                if told.proved.why.is_some() {
                    let name = game.rsplit("laws-").next().unwrap();
                    by_law.push(format!("{name}{}", if misere { " misere" } else { "" }));
                }
            }
        }
    }
    by_law.sort();
    println!("{by_law:?}");
    for expected in ["wythoff-2.game", "wythoff-2.game misere"] {
        assert!(by_law.iter().any(|name| name == expected), "{by_law:?}");
    }
}

/// A solver that is asked for answers; `law` says so at any size, and a law of outcomes has no Grundy values.
#[test]
fn a_table_says_whether_a_law_answers() {
    let game = file(
        "asked.game",
        &bouton_laws::family("wythoff", 2, false).unwrap(),
    );
    let mut session = bouton::Open::game(&game).anywhere().unwrap();
    let bound = |up_to: u64| [("up_to", up_to.to_string())];
    let small = losing(&mut session, &bound(3), &by("law")).unwrap();
    message("why a law answers", small.proved.why.clone().unwrap());
    assert_eq!(small.column("position"), ["0,0", "1,2", "2,1"]);
    let table = [("up_to", "30".into()), ("kind", "grundy".into())];
    let grundy = values(&mut session, &table, &How::default()).unwrap();
    assert_eq!(grundy.proved.why, None);
    let again = values(&mut session, &table, &by("grundy")).unwrap();
    assert_eq!(grundy.values, again.values);
    let wanted = [("where", "grundy = 3".into()), ("up_to", "5".into())];
    let rows = |game: &str| {
        let found = find(game, bouton::Open::game, &wanted, &How::default()).unwrap();
        found.column("position")
    };
    let unordered = |position: &String| {
        let (a, b) = position.split_once(',').unwrap();
        a.parse::<u32>().unwrap() <= b.parse().unwrap()
    };
    let mut from_file = rows(&game);
    from_file.retain(unordered);
    assert_eq!(from_file, rows("wythoff"));
}
