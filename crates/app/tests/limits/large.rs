//! Positions and parameters of any size, to every command and every game: whatever is typed, no question takes more than it may, and
//! none ends without a word.
//!
//! `LARGE=5000 cargo test -p bouton-cli --test all limits::large -- --nocapture` asks this many; `SEED` begins elsewhere.

use std::time::Duration;

use bouton_pictures::Kind;
use fastrand::Rng;

use super::measured::Measured;
use crate::support::none;

const TIME: Duration = Duration::from_millis(200);
const MEMORY: u64 = 200 << 20;

/// Ways to make a text longer.
const WAYS: u8 = 9;

/// A position that was made much longer, as a rule in a way in which the game has longer positions.
fn position(game: &str, position: &str, rng: &mut Rng) -> String {
    let is_read = |way, rng: &mut Rng| {
        let longer = stretched(position, way, 12, rng);
        bouton::open(game, &longer).is_ok()
    };
    let mut ways = (0..8).map(|_| rng.u8(..WAYS)).collect::<Vec<_>>();
    if rng.u8(..5) > 0 {
        ways.retain(|way| is_read(*way, rng));
    }
    let way = rng.choice(&ways).copied().unwrap_or(1);
    stretched(position, way, length(rng), rng)
}

fn length(rng: &mut Rng) -> usize {
    10usize.pow(rng.u32(2..=6)) * rng.usize(1..=3)
}

/// A text of about that length, in one of the ways in which texts of games are long.
fn stretched(text: &str, way: u8, length: usize, rng: &mut Rng) -> String {
    let times = (length / text.len().max(1)).max(2);
    let digit = text.find(|c: char| c.is_ascii_digit());
    let glue = *pick(rng, &[",", "/", " ", "", ";", " + "]);
    match way {
        // Many of the same.
        0 => vec![text; times].join(glue),
        // Many of different ones: all numbers are moved on.
        1 | 2 => {
            let pieces: Vec<&str> = text.split([',', '/']).collect();
            let glue = if text.contains('/') { "/" } else { "," };
            let piece = *pick(rng, &pieces);
            let moved = (0..times).map(|n| moved_on(piece, n));
            moved.collect::<Vec<_>>().join(glue)
        }
        // A number of many digits.
        3 => match digit {
            Some(at) => format!(
                "{}{}{}",
                &text[..at],
                "9".repeat(length.min(300_000)),
                &text[at + 1..]
            ),
            None => "9".repeat(length.min(300_000)),
        },
        // A number that fits, just so.
        4 => {
            let numbers = "4294967295 18446744073709551615 9223372036854775807 1000000 65536 4000";
            let number = *pick(rng, &numbers.split(' ').collect::<Vec<_>>());
            let at = digit.unwrap_or(0);
            let end = text[at..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(text.len(), |end| at + end);
            format!("{}{number}{}", &text[..at], &text[end..])
        }
        // Wide rows, many of them.
        5 => {
            let side = (times as f64).sqrt() as usize + 1;
            let rows: Vec<String> = text.split('/').map(|row| row.repeat(side)).collect();
            vec![rows.join("/"); side].join("/")
        }
        // One sign again and again.
        6 => {
            let signs: Vec<char> = text.chars().collect();
            let sign = rng.choice(&signs).copied().unwrap_or('(');
            let at = text.find(sign).unwrap_or(0);
            format!(
                "{}{}{}",
                &text[..at],
                String::from(sign).repeat(length),
                &text[at..]
            )
        }
        // Numbers at random.
        7 => {
            let most = *pick(rng, &[3, 1000, u64::MAX]);
            let numbers = (0..times).map(|_| rng.u64(1..=most).to_string());
            numbers.collect::<Vec<_>>().join(",")
        }
        // Nothing that any game reads.
        _ => pick(rng, &["(", "{", "[", "-", "\u{301}", "x", "~", "1", ","]).repeat(length),
    }
}

/// Parameters with other numbers in the places of theirs.
fn sized(parameters: &str, rng: &mut Rng) -> String {
    let number = |word: &str| match word.parse::<u64>() {
        Ok(_) => pick(rng, &["3", "7", "20", "60", "300", "5000", "100000"]).to_string(),
        Err(_) => word.to_owned(),
    };
    parameters
        .split(',')
        .map(number)
        .collect::<Vec<_>>()
        .join(",")
}

/// A piece with `n` added to each of its numbers.
fn moved_on(piece: &str, n: usize) -> String {
    let (mut told, mut rest) = (String::new(), piece);
    while let Some(at) = rest.find(|c: char| c.is_ascii_digit()) {
        let end = rest[at..]
            .find(|c: char| !c.is_ascii_digit())
            .map_or(rest.len(), |end| at + end);
        let number = rest[at..end].parse::<u64>().unwrap_or(0);
        told += &format!("{}{}", &rest[..at], number.saturating_add(n as u64));
        rest = &rest[end..];
    }
    told + rest
}

fn pick<'a, T>(rng: &mut Rng, of: &'a [T]) -> &'a T {
    &of[rng.usize(..of.len())]
}

/// A random question; a position that is too long for a command line is in the file `at`.
fn question(rng: &mut Rng, at: &std::path::Path) -> Vec<String> {
    let cards = bouton::cards();
    let card = pick(rng, &cards);
    let [mut game, position] = card.example.clone();
    let session = bouton::open(&game, &position).unwrap();
    let mut position = self::position(&game, &position, rng);
    let mut is_at_start = false;
    if rng.u8(..4) == 0
        && let Some((name, parameters)) = game.split_once(':')
    {
        let mut parameters = if rng.u8(..3) == 0 {
            stretched(parameters, rng.u8(..WAYS), length(rng), rng)
        } else {
            is_at_start = true;
            sized(parameters, rng)
        };
        // Arguments are no longer than this.
        parameters.truncate(parameters.floor_char_boundary(100_000));
        game = format!("{name}:{parameters}");
    }
    if rng.u8(..12) == 0 {
        let part = |rng: &mut Rng| {
            let card = pick(rng, &cards);
            card.example.join(" ")
        };
        position = (0..rng.usize(2..20_000))
            .map(|_| part(rng))
            .collect::<Vec<_>>()
            .join(" + ");
        game = "sum".to_owned();
    }
    std::fs::write(at, &position).unwrap();
    let position = if position.len() > 100_000 || rng.bool() {
        format!("@{}", at.display())
    } else {
        position
    };
    let numbers = "10 1000 1000000 4294967296 18446744073709551615";
    let numbers: Vec<&str> = numbers.split(' ').collect();
    let number = *pick(rng, &numbers);
    let folder = at.parent().unwrap();
    let output = |name: &str| folder.join(name).display().to_string();
    let asked = |words: &[&str]| -> Vec<String> { words.iter().map(ToString::to_string).collect() };
    let (name, at) = (game.as_str(), position.as_str());
    let mut words: Vec<String> = match rng.u8(..20) {
        0..=2 => asked(&["solve", name, at]),
        3..=6 => {
            let mut solvers: Vec<&str> = session.solvers().iter().map(|about| about.id).collect();
            solvers.push("all");
            asked(&["solve", name, at, "--solver", *pick(rng, &solvers)])
        }
        7 | 8 => asked(&["moves", name, at]),
        9 | 10 => asked(&["analyze", name, at]),
        11 => {
            let choices = session.choices(1).unwrap();
            let first = choices.first().map_or("", |choice| &choice.played.name);
            asked(&["review", name, at, first])
        }
        12 if session.side().is_some() => asked(&["value", name, at]),
        13 | 14 => {
            let kinds = Kind::ALL.into_iter();
            let fit: Vec<_> = kinds.filter(|(_, kind)| kind.fits(&session)).collect();
            let (as_kind, kind) = *pick(rng, &fit);
            let ending = output(pick::<&str>(rng, &["a.svg", "a.png", "a.json"]));
            let at = if kind.is_table() { number } else { at };
            asked(&["draw", name, at, "--as", as_kind, "-o", &ending])
        }
        15 if session.heaps().is_some() => asked(&["losing", name, "--up-to", number]),
        16 if session.heaps().is_some() => asked(&["values", name, "--up-to", number]),
        17 if session.code().is_some() => asked(&["sequence", name, "--heaps", number, "--values"]),
        18 => match session.strategies().first() {
            Some(card) => asked(&["refute", name, card.name, "--up-to", number]),
            None => asked(&["moves", name, at]),
        },
        19 if session.has_formulas() => asked(&["law", name]),
        _ => {
            let mut expression = stretched("{3||2|1*}", rng.u8(..WAYS), length(rng), rng);
            expression.truncate(expression.floor_char_boundary(100_000));
            asked(&["calc", &expression])
        }
    };
    let has_position = ["solve", "moves", "analyze", "value", "draw"].contains(&words[0].as_str());
    if is_at_start && has_position {
        // A board of that size as it is at the beginning.
        words.remove(2);
    }
    if rng.u8(..5) == 0 && !matches!(words[0].as_str(), "value" | "sequence" | "law" | "calc") {
        words.push("--misere".into());
    }
    if rng.bool() && words[0] != "draw" {
        words.push("--json".into());
    }
    let limits = ["--time", "200ms", "--memory", "200M"].map(str::to_owned);
    words.extend(limits);
    words
}

/// How many solvers a question asks, at most.
pub(crate) fn solvers(words: &[String]) -> u32 {
    if words.iter().any(|word| word == "all") {
        10
    } else {
        1
    }
}

/// The words of a question as messages show them: the beginning of each.
fn shown(words: &[String]) -> String {
    let short = words.iter().map(|word| {
        let start: String = word.chars().take(60).collect();
        match word.len() > start.len() {
            true => format!("{start}…({})", word.len()),
            false => start,
        }
    });
    short.collect::<Vec<_>>().join(" ")
}

#[test]
fn large_positions_take_no_more_than_they_may() {
    let read = |name: &str| {
        std::env::var(name)
            .ok()
            .map(|text| text.parse::<u64>().unwrap())
    };
    let questions = read("LARGE").unwrap_or(80);
    let mut rng = Rng::with_seed(read("SEED").unwrap_or(1));
    let kept = std::env::temp_dir();
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().join("position");
    let (mut faults, mut endings) = (Vec::new(), [0; 5]);
    for nth in 0..questions {
        let words = question(&mut rng, &at);
        let (measured, fault) = Measured::within(&words, TIME, solvers(&words), MEMORY);
        if let Some(code @ 0..=4) = measured.code {
            endings[code as usize] += 1;
        }
        if let Some(fault) = fault {
            let mut told = format!("{}: {fault}", shown(&words));
            if words.iter().any(|word| word.starts_with('@')) {
                // To be asked again by hand.
                let copy = kept.join(format!("bouton-large-{}-{nth}", std::process::id()));
                std::fs::copy(&at, &copy).unwrap();
                told += &format!(" (the position is in {})", copy.display());
            }
            eprintln!("{told}");
            faults.push(told);
        }
    }
    eprintln!("{questions} questions: {endings:?} ended with 0, 1, 2, 3, 4");
    none(&faults);
}
