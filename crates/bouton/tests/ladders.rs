//! The levels of every game of the catalogue, compared with the one below: `cargo test -p bouton --test all ladders:: --
//! --ignored` plays the games (some hours), and `WRITE_LADDERS=1` before it writes `src/play/ladders.tsv` and
//! `docs/ladders.md` again. With `GAMES=nim,kalah` it is only these.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use bouton::answers::Ladder;
use bouton::play::{Contest, ladder};
use bouton::{Card, How, Limits, Open, Session};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn table() -> String {
    std::fs::read_to_string(path("src/play/ladders.tsv")).unwrap()
}

/// Starts that replace the usual one where that takes hours, or does not separate the levels.
const STARTS: [[&str; 3]; 10] = [
    ["octal", "octal:0.77", "10,7"],
    // A player with positive numbers only wins by moving first.
    ["row-rest", "row-rest", "5,-3,1,-4,2,6,-1,3"],
    ["pong-hau-k-i", "pong-hau-k-i", "XO/X/.O"],
    [
        "geography",
        "geography",
        "a>b,a>c,b>d,c>d,d>e,d>f,f>a,e>g,g>h,f>h,h>a,c>g/a",
    ],
    [
        "elephants-and-rhinos",
        "elephants-and-rhinos",
        "t.t...f.f.t..f",
    ],
    ["konane", "konane:4,4", "XOXO/O..X/XOXO/OXOX"],
    ["fission", "fission:4,4", "..../.X../..../...."],
    ["cutcake", "cutcake", "3x4,2x3"],
    ["maundy-cake", "maundy-cake", "4x4,6x2"],
    ["partizan-octal", "partizan-octal:0.77/0.37", "9,8"],
];

/// The start of play for a game: a chosen start, its usual one, or its example (a list of numbers twice).
fn start(card: &Card) -> Session {
    if let Some([_, game, position]) = STARTS.iter().find(|[name, ..]| *name == card.name) {
        return Open::game(*game).at(*position).session().unwrap();
    }
    let [game, example] = &card.example;
    let rows = example.split('/').map(|row| format!("{row},{row}"));
    let twice = rows.collect::<Vec<_>>().join("/");
    let at = |position: &str| Open::game(game).at(position).session();
    let is_list = example.contains(',')
        && example
            .chars()
            .all(|c| c.is_ascii_digit() || ",/".contains(c));
    let usual = Open::game(game).session();
    let usual = if is_list {
        usual.or_else(|_| at(&twice))
    } else {
        usual
    };
    usual.or_else(|_| at(example)).unwrap()
}

/// The ladder of a game.
fn measured(card: &Card) -> Ladder {
    let how = How::default().within(Limits::of_threads(1));
    ladder(start(card), &Contest::default(), &how).unwrap()
}

/// The line of a ladder. Perfect play that was not played is the last level all the same: it looks ahead where it cannot solve.
fn line(card: &Card, ladder: &Ladder) -> String {
    let mut cells = vec![
        card.name.clone(),
        format!("{} {}", ladder.game, ladder.position),
    ];
    for rung in &ladder.levels {
        let points = rung.points().map(|points| format!(" {points:.1}"));
        cells.push(format!("{}{}", rung.level, points.unwrap_or_default()));
    }
    if ladder.levels.iter().all(|rung| rung.level != "perfect") {
        cells.push("perfect".into());
    }
    cells.join("\t")
}

#[test]
#[ignore = "plays some hundred thousand games"]
fn each_level_is_stronger_than_the_one_below() {
    let chosen = std::env::var("GAMES").unwrap_or_default();
    let write = std::env::var_os("WRITE_LADDERS").is_some();
    let mut wrong = Vec::new();
    for card in bouton::cards() {
        if !chosen.is_empty() && !chosen.split(',').any(|name| name == card.name) {
            continue;
        }
        let found = line(&card, &measured(&card));
        let name = format!("{}\t", card.name);
        let known = table();
        let before = known.lines().find(|line| line.starts_with(&name));
        // If the start does not separate the levels, the game has all of them.
        let found = Some(found.as_str()).filter(|found| found.matches('\t').count() > 2);
        if before == found {
            continue;
        }
        println!("{}", found.unwrap_or(&name));
        wrong.push(card.name.clone());
        if write {
            let mut lines: Vec<_> = known
                .lines()
                .filter(|line| !line.starts_with(&name))
                .collect();
            lines.extend(found);
            std::fs::write(path("src/play/ladders.tsv"), in_order(&lines)).unwrap();
        }
    }
    if write {
        std::fs::write(path(PAGE), page()).unwrap();
    }
    assert!(write || wrong.is_empty(), "measured otherwise: {wrong:?}");
}

/// The lines in the order of the catalogue.
fn in_order(lines: &[&str]) -> String {
    let mut text = String::new();
    for card in bouton::cards() {
        let name = format!("{}\t", card.name);
        for line in lines.iter().filter(|line| line.starts_with(&name)) {
            writeln!(text, "{line}").unwrap();
        }
    }
    text
}

const PAGE: &str = "../../docs/ladders.md";

/// The page as it should be.
fn page() -> String {
    let mut text = String::from(
        "# Measured levels\n\nThis page is for players who want to know how strong a level is: a test writes it, with the levels of each \
         game and their points.\n\n[Levels](levels.md#measured-strength) says how they were measured.\n\n\
         | game | played from | levels, the weakest first, with points of 100 against the one before |\n|---|---|---|\n",
    );
    for line in table().lines() {
        let cells: Vec<_> = line.split('\t').collect();
        let levels = cells[2..].join(", ");
        let from = cells[1].replace('|', "\\|");
        writeln!(text, "| {} | `{from}` | {levels} |", cells[0]).unwrap();
    }
    text
}

/// The page shows the table that the program has.
#[test]
fn the_page_shows_what_was_measured() {
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(path(PAGE), page()).unwrap();
    }
    assert!(
        page() == std::fs::read_to_string(path(PAGE)).unwrap(),
        "docs/ladders.md is not what was measured: `WRITE_DOCS=1` writes it"
    );
}

/// The table has existing games, and levels that they have, each stronger than the one below.
#[test]
fn the_table_is_of_levels_that_there_are() {
    let cards = bouton::cards();
    for line in table().lines() {
        let cells: Vec<_> = line.split('\t').collect();
        let card = cards.iter().find(|card| card.name == cells[0]).unwrap();
        let session = Open::game(&card.example[0])
            .at(&card.example[1])
            .session()
            .unwrap();
        let names = bouton::play::Level::names(&session).unwrap();
        assert_eq!(names.len(), cells.len() - 2);
        for (cell, name) in cells[2..].iter().zip(&names) {
            assert!(bouton::play::Level::named(name, &session).is_ok(), "{name}");
            let points = cell
                .rsplit_once(' ')
                .map(|(_, points)| points.parse::<f64>().unwrap());
            assert!(points.is_none_or(|points| points > 50.0), "{line}");
        }
    }
}
