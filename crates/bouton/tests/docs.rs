//! The tables of games and solvers in `docs/` match the catalogue: `WRITE_DOCS=1 cargo test -p bouton
//! --test all docs::` writes them again.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use bouton::{About, Card, Session, cards};

fn check(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(file);
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let how = "`WRITE_DOCS=1 cargo test -p bouton --test all docs::` writes it again";
    assert!(
        found == expected,
        "docs/{file} is not what the catalogue says; {how}"
    );
}

fn example(card: &Card, misere: bool) -> Option<Session> {
    let [game, position] = &card.example;
    bouton::Open::game(game)
        .at(position)
        .misere(misere)
        .session()
        .ok()
}

fn solvers(session: Option<Session>) -> Vec<&'static About> {
    session.map(|session| session.solvers()).unwrap_or_default()
}

fn ids(solvers: &[&About]) -> String {
    if solvers.is_empty() {
        return "–".into();
    }
    solvers
        .iter()
        .map(|about| about.id)
        .collect::<Vec<_>>()
        .join(", ")
}

/// A `|` within a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

#[test]
fn games() {
    let mut page = String::from(
        "# Games\n\nThis page is for players and readers who look for a game: it lists the rules, notation, solvers and sources of each.\n\n\
         The page is written from the catalogue (`bouton games`). Every solver is tested against a slow reference written from the\n\
         rules. The first one answers unless `--solver` asks for another.\n\n",
    );
    for card in &cards() {
        writeln!(page, "## {}\n\n{}\n", card.name, card.rules).unwrap();
        if !card.aliases.is_empty() {
            let aliases: Vec<_> = card
                .aliases
                .iter()
                .map(|alias| format!("`{alias}`"))
                .collect();
            writeln!(page, "- also called {}", aliases.join(", ")).unwrap();
        }
        if !card.parameters.is_empty() {
            writeln!(page, "- parameters: {}", card.parameters).unwrap();
        }
        let [game, position] = &card.example;
        let position = match position.as_str() {
            "" => "''".to_owned(),
            position if position.contains([' ', '|', '*', ';', '&', '(']) => {
                format!("'{position}'")
            }
            position => position.to_owned(),
        };
        writeln!(
            page,
            "- position: {}; try `bouton solve {game} {position}`",
            card.notation
        )
        .unwrap();
        writeln!(page, "- solvers: {}", ids(&solvers(example(card, false)))).unwrap();
        if let Some(session) = example(card, true) {
            writeln!(
                page,
                "- solvers with `--misere`: {}",
                ids(&session.solvers())
            )
            .unwrap();
        }
        writeln!(page, "- source: {}\n", card.sources.join("; ")).unwrap();
    }
    check("games.md", &page);
}

#[test]
fn solvers_table() {
    let catalogue = cards();
    // Two solvers may share a name where each serves games of its own.
    let mut serves: BTreeMap<(&str, &str), (&About, Vec<&str>)> = BTreeMap::new();
    for card in &catalogue {
        for about in solvers(example(card, false))
            .into_iter()
            .chain(solvers(example(card, true)))
        {
            let name = (about.id, about.method);
            let entry = serves.entry(name).or_insert((about, Vec::new()));
            if entry.1.last() != Some(&card.name.as_str()) {
                entry.1.push(&card.name);
            }
        }
    }
    let mut page = String::from(
        "# Solvers\n\nThis page is for readers who want to know which solver serves a game: it lists the method, cost and source of each.\n\n\
         The page is written from the menu of solvers; `bouton games NAME` lists those of a game, best first. Every solver is tested\n\
         against slow references written from the rules, and against all others that serve the same position.\n\
         The page \"How a solver is chosen\" (`docs/choosing.md`) explains them.\n\n\
         | solver | method | gives | cost | serves | source |\n|---|---|---|---|---|---|\n",
    );
    for ((id, _), (about, games)) in serves {
        let fills: Vec<_> = about.fills.iter().map(|field| field.word()).collect();
        let row = [
            about.method,
            &fills.join(", "),
            about.cost,
            &games.join(", "),
            about.source,
        ]
        .map(cell);
        writeln!(page, "| `{id}` | {} |", row.join(" | ")).unwrap();
    }
    check("solvers.md", &page);
}
