//! Known values of positions, with their sources (`crates/values/testdata/values.csv`), through the library; and the solver `values`
//! beside the others.

use bouton::answers::{Class, GameValue};
use bouton::calculus::{Calculator, Show, value};
use bouton::questions::Question;
use bouton::{How, Limits, Open};

use crate::support::{fields, nodes};

fn valued(game: &str, position: Option<&str>) -> Result<GameValue, bouton::Error> {
    let mut session = Open::game(game).position(position).session()?;
    value(&mut session, Show::default(), &Limits::default())
}

/// The name and the position that a fact is about; `None` for games that are not in the catalogue.
fn named(game: &str, position: &str) -> Option<(String, Option<String>)> {
    let plain = |game: &str| Some((game.to_owned(), Some(position.to_owned())));
    let board = |sized: bool| {
        let rows: Vec<_> = position.split('|').collect();
        let size = format!("{game}:{},{}", rows.len(), rows[0].len());
        let name = if sized { size } else { game.to_owned() };
        Some((name, Some(rows.join("/").to_uppercase())))
    };
    match game {
        "domineering" => {
            let Some((rows, columns)) = position.split_once('x') else {
                return board(true);
            };
            Some((format!("{game}:{rows},{columns}"), None))
        }
        "clobber" | "konane" | "nogo" | "fission" => board(true),
        "amazons" => board(false),
        "hackenbush-string" => plain("hackenbush"),
        "partizan-subtraction" => {
            let (sets, heap) = position.split_once(':')?;
            Some((format!("{game}:{sets}"), Some(heap.to_owned())))
        }
        "snort" | "col" if position.starts_with("grid ") => {
            let (rows, columns) = position.strip_prefix("grid ")?.split_once('x')?;
            let row = ".".repeat(columns.parse().ok()?);
            Some((
                game.to_owned(),
                Some(vec![row; rows.parse().ok()?].join("/")),
            ))
        }
        "fox-and-geese" => {
            // Rows and columns from the lower left, on a board of eight by eight.
            let (geese, fox) = position.strip_prefix("geese ")?.split_once(" fox ")?;
            let mut rows = vec![vec!['.'; 8]; 8];
            for (sign, places) in [('G', geese), ('F', fox)] {
                for place in places
                    .split(')')
                    .filter_map(|place| place.strip_prefix('('))
                {
                    let (row, column) = place.split_once(',')?;
                    let [row, column]: [usize; 2] = [row.parse().ok()?, column.parse().ok()?];
                    rows[8 - row][column - 1] = sign;
                }
            }
            let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
            plain(game).map(|(name, _)| (name, Some(rows.join("/"))))
        }
        _ => plain(game),
    }
}

/// The fact as the answer words it.
fn told<'a>(found: &'a GameValue, property: &str) -> Option<&'a str> {
    match property {
        "value" => found.value.as_deref(),
        "mean" => found.mean.as_deref(),
        "temperature" => found.temperature.as_deref(),
        "left stop" => found.left_stop.as_deref(),
        "right stop" => found.right_stop.as_deref(),
        "atomic weight" => found.atomic_weight.as_deref(),
        _ => None,
    }
}

/// Boards that take minutes.
fn is_large(game: &str, position: &str) -> bool {
    game == "fox-and-geese" && position.contains("(4,2)")
        || game == "domineering"
            && matches!(
                position,
                "5x6" | "6x5" | "4x7" | "7x4" | "4x8" | "8x4" | "5x7" | "7x5" | "6x6"
            )
}

#[test]
fn known_values_of_positions() {
    let text = std::fs::read_to_string("../values/testdata/values.csv").unwrap();
    let (mut checked, mut faults, mut without) = (0, Vec::new(), Vec::new());
    for line in text.lines().filter(|line| line.starts_with("game,")) {
        let fields = fields(line);
        let [_, game, position, facts, _] = &fields[..] else {
            panic!("{line}")
        };
        let Some((name, at)) = named(game, position) else {
            without.push(game.clone());
            continue;
        };
        if is_large(game, position) {
            continue;
        }
        let found = valued(&name, at.as_deref()).unwrap_or_else(|error| panic!("{line}: {error}"));
        for (property, wanted) in properties(&with_signs(facts)) {
            if property == "outcome" {
                checked += 1;
                let class = found.class.unwrap().to_string();
                if class != wanted {
                    faults.push(format!("{game} {position}: {class}, expected {wanted}"));
                }
            } else if let Some(told) = told(&found, &property) {
                checked += 1;
                if told != wanted {
                    faults.push(format!(
                        "{game} {position} {property}: {told}, expected {wanted}"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 350, "{checked} facts");
    assert!(without.len() <= 4, "{without:?}");
}

/// The file writes a number beside tiny as CGSuite does, without the sign.
fn with_signs(text: &str) -> String {
    let mut text = text.to_owned();
    for name in ["Tiny(", "Miny("] {
        for digit in '0'..='9' {
            text = text.replace(&format!("{digit}{name}"), &format!("{digit} + {name}"));
        }
    }
    text
}

/// `left stop=0 right stop=-2 outcome=N` as pairs.
fn properties(facts: &str) -> Vec<(String, String)> {
    let names = [
        "value",
        "mean",
        "temperature",
        "left stop",
        "right stop",
        "outcome",
        "atomic weight",
    ];
    let starts = names.iter().filter_map(|name| {
        let at = facts.find(&format!("{name}="))?;
        Some((at, *name))
    });
    let mut starts: Vec<_> = starts.collect();
    starts.sort_unstable();
    let ends = starts
        .iter()
        .skip(1)
        .map(|(at, _)| *at)
        .chain([facts.len()]);
    let pair = |((at, name), end): (&(usize, &str), usize)| {
        let text = facts[at + name.len() + 1..end].trim();
        ((*name).to_owned(), text.to_owned())
    };
    starts.iter().zip(ends).map(pair).collect()
}

/// The value gives the same winner as every other solver, whichever player moves, for positions of every game that has values.
#[test]
fn values_tell_who_wins() {
    let mut compared = 0;
    for card in bouton::cards() {
        let [game, position] = &card.example;
        for right in [false, true] {
            let Ok(mut session) = Open::game(game).at(position).right(right).session() else {
                continue;
            };
            if session.side().is_none() {
                continue;
            }
            let by = |solver: &str| How::by(Some(solver)).within(nodes(200_000));
            let Ok(values) = session.value(&by("values")) else {
                continue;
            };
            let memo = session.value(&by("memo"));
            if let Ok(memo) = memo {
                assert_eq!(values.outcome, memo.outcome, "{game} {position} {right}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "{compared}");
}

#[test]
fn sums_of_different_games_and_rule_files_have_values() {
    let found = valued("domineering:2,2 ../.. + hackenbush 0b1 + nim 1", None).unwrap();
    assert_eq!(found.value.as_deref(), Some("{2*|*}"));
    assert_eq!(found.parts.len(), 3);
    let mut calculator = Calculator::default();
    let sum = calculator.calculate("+-1 + 1 + *", Show::default(), &Limits::default());
    assert!(sum.unwrap().to_string().starts_with("{2*|*}"));
    assert_eq!(
        valued("nim", Some("3,5")).unwrap().value.as_deref(),
        Some("*6")
    );
    assert!(valued("kalah", None).is_err());
}

#[test]
fn a_limit_is_told_with_what_is_known() {
    let mut session =
        bouton::open("domineering:5,6", "....../....../....../....../......").unwrap();
    let limits = Limits::of_memory(1 << 20);
    let found = value(&mut session, Show::default(), &limits).unwrap();
    assert_eq!(found.stopped, Some(bouton::StopReason::Memory));
    assert_eq!(found.value, None);
    // It is -3/2.
    assert_eq!(found.class, Some(Class::R));
    let found = after(
        "domineering:5,6",
        "....../....../....../....../......",
        20_000,
    );
    assert_eq!(found.stopped, Some(bouton::StopReason::Nodes));
    let bounds = [found.at_least, found.at_most].map(|bound| bound.unwrap().parse::<i64>());
    let [low, high] = bounds.map(Result::unwrap);
    assert!(
        (-8..=-2).contains(&low) && (-1..=0).contains(&high),
        "{low} {high}"
    );
}

/// The information about a position after this many parts were looked at.
fn after(game: &str, position: &str, most: u64) -> GameValue {
    let mut session = bouton::open(game, position).unwrap();
    value(&mut session, Show::default(), &nodes(most)).unwrap()
}

/// Stopped at any point, the value lies between the bounds, and the outcome is right.
#[test]
fn bounds_of_a_stopped_value_hold() {
    let games = [
        ("domineering", "...../...../...../....#"),
        ("clobber", "XOXO/OXOX/XOXO"),
        ("clobber", "XOX.O/.XOOX/XXOXO"),
        ("toads-and-frogs", "TTTT...FFFF"),
        ("konane", "XOXOX/OXO.O/XOXOX"),
        ("hackenbush", "0b1,1r2,2b3,1b3,3r4,0r4"),
        ("amazons", "X..../..O.."),
        ("cutcake", "40x17"),
    ];
    let limits = Limits::default();
    let (mut bounded, mut classed) = (0, 0);
    for (game, position) in games {
        let whole = after(game, position, u64::MAX);
        let exact = whole.value.unwrap();
        assert_eq!((whole.at_least, whole.at_most), (None, None), "{game}");
        let mut calculator = Calculator::default();
        for nodes in (1..60).map(|n| n * n) {
            let found = after(game, position, nodes);
            if found.stopped.is_none() {
                continue;
            }
            let bounds = [(">=", found.at_least), ("<=", found.at_most)];
            for (relation, bound) in bounds {
                let Some(bound) = bound else { continue };
                let text = format!("{exact} {relation} {bound}");
                let truth = calculator.calculate(&text, Show::default(), &limits);
                assert_eq!(truth.unwrap().to_string(), "true", "{game} {nodes}: {text}");
                bounded += 1;
            }
            if let Some(class) = found.class {
                assert_eq!(Some(class), whole.class, "{game} {position} {nodes}");
                classed += 1;
            }
        }
    }
    assert!(bounded > 80 && classed > 50, "{bounded} {classed}");
}

#[test]
fn long_values_are_told_by_their_options() {
    let show = Show::asked([("width", "10"), ("latex", "1")]).unwrap();
    let mut session = bouton::open("domineering:4,4", "..../..../..../....").unwrap();
    let found = value(&mut session, show, &Limits::default()).unwrap();
    let id = found.value.unwrap();
    assert!(
        id.starts_with('#') && found.values.contains_key(&id),
        "{id}"
    );
    for sides in found.values.values() {
        for name in sides.left.iter().chain(&sides.right) {
            assert!(name.len() <= 10, "{name}");
            assert!(
                !name.starts_with('#') || found.values.contains_key(name),
                "{name}"
            );
        }
    }
    assert!(found.latex.unwrap().contains('\\'));
}

/// A game whose ends are integers: the deeper, the hotter.
fn random_game(next: &mut impl FnMut(i64) -> i64, depth: u32, about: i64) -> String {
    if depth == 0 || next(4) == 0 {
        return (about + next(3) - 1).to_string();
    }
    let heat = next(5);
    let left = random_game(next, depth - 1, about + heat);
    let right = random_game(next, depth - 1, about - heat);
    format!("{{{left}|{right}}}")
}

/// The stops of a sum, and the results of the lines of orthodox play, are within the bound of the forecast.
#[test]
fn forecasts_bound_the_stops_of_sums() {
    let mut state = 5_u64;
    let mut next = |below: i64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((state >> 33) % below as u64) as i64
    };
    let read = |text: &String| bouton_values::Number::parse(text).unwrap();
    let mut accounted = 0;
    for _ in 0..200 {
        let parts: Vec<_> = (0..3).map(|_| random_game(&mut next, 3, 0)).collect();
        let sum = parts.join(" + ");
        let found = valued(&sum, None).unwrap();
        let Some(accounting) = found.accounting else {
            continue;
        };
        accounted += 1;
        let within = read(&accounting.within);
        let stops = [found.left_stop, found.right_stop].map(Option::unwrap);
        let lines = accounting.lines.into_iter().flatten();
        let results = stops.into_iter().chain(lines.map(|line| line.result));
        for (result, begins) in results.zip([0, 1, 0, 1]) {
            let away = &read(&result) - &read(&accounting.forecasts[begins]);
            assert!(away.abs() <= within, "{sum}: {result}");
        }
    }
    assert!(accounted > 100, "{accounted}");
}
