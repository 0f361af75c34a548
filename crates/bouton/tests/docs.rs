//! The tables of games and solvers in `docs/` are what the catalogue says, and stay so:
//! `WRITE_DOCS=1 cargo test -p bouton --test docs` writes them anew.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use bouton::catalogue::{Listing, listings};
use bouton::{About, Session};

fn check(file: &str, expected: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../docs")
        .join(file);
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(&path, expected).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    let how = "`WRITE_DOCS=1 cargo test -p bouton --test docs` writes it anew";
    assert!(
        found == expected,
        "docs/{file} is not what the catalogue says; {how}"
    );
}

/// The game's name with the parameters of its example.
fn named(listing: &Listing) -> String {
    let card = listing.card;
    match card.example.parameters {
        "" => card.name.to_owned(),
        parameters => format!("{}:{parameters}", card.name),
    }
}

fn example(listing: &Listing, misere: bool) -> Option<Box<dyn Session>> {
    bouton::Open::game(&named(listing))
        .at(listing.card.example.position)
        .misere(misere)
        .session()
        .ok()
}

fn solvers(session: Option<Box<dyn Session>>) -> Vec<&'static About> {
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
        "# The games\n\nWritten from the catalogue (`bouton games`). Every solver in a row is tested against a slow reference \
         written from the\nrules; the first one answers unless `--solver` asks for another.\n\n",
    );
    for listing in listings() {
        let card = listing.card;
        writeln!(page, "## {}\n\n{}\n", card.name, card.rules).unwrap();
        if !card.aliases.is_empty() {
            let aliases: Vec<_> = card
                .aliases
                .iter()
                .map(|(alias, _)| format!("`{alias}`"))
                .collect();
            writeln!(page, "- also called {}", aliases.join(", ")).unwrap();
        }
        if !card.parameters.is_empty() {
            writeln!(page, "- parameters: {}", card.parameters).unwrap();
        }
        let position = match card.example.position {
            "" => "''".to_owned(),
            position if position.contains([' ', '|', '*', ';', '&', '(']) => {
                format!("'{position}'")
            }
            position => position.to_owned(),
        };
        writeln!(
            page,
            "- position: {}; try `bouton solve {} {position}`",
            card.notation,
            named(listing)
        )
        .unwrap();
        writeln!(
            page,
            "- solvers: {}",
            ids(&solvers(example(listing, false)))
        )
        .unwrap();
        if let Some(session) = example(listing, true) {
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
    // Two solvers may share a name where each serves games of its own.
    let mut serves: BTreeMap<(&str, &str), (&About, Vec<&str>)> = BTreeMap::new();
    for listing in listings() {
        for about in solvers(example(listing, false))
            .into_iter()
            .chain(solvers(example(listing, true)))
        {
            let name = (about.id, about.method);
            let entry = serves.entry(name).or_insert((about, Vec::new()));
            if entry.1.last() != Some(&listing.card.name) {
                entry.1.push(listing.card.name);
            }
        }
    }
    let mut page = String::from(
        "# The solvers\n\nWritten from the menu (`bouton games NAME` lists those of a game, best first). Every one is tested \
         against slow references\nwritten from the rules, and against all others that serve the same position.\n\n\
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
