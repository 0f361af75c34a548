//! Switches each obligation off in turn: a forged file that was refused is then accepted.

use std::cell::RefCell;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::Obligation;
use crate::{Bounds, check_from};

thread_local! {
    static OFF: RefCell<Vec<Obligation>> = const { RefCell::new(Vec::new()) };
}

pub(super) fn is_off(obligation: Obligation) -> bool {
    OFF.with_borrow(|off| off.contains(&obligation))
}

/// Passes the obligations that are switched off to work on another thread.
pub(crate) fn carried<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let off = OFF.with_borrow(Vec::clone);
    move || {
        OFF.set(off);
        work()
    }
}

/// The verdict on a certificate with some obligations switched off.
fn verdict(text: &[u8], off: &[Obligation]) -> Result<String, String> {
    OFF.set(off.to_vec());
    let bounds = Bounds {
        memory: 1 << 28,
        time: Some(Duration::from_secs(60)),
        ..Bounds::default()
    };
    let found = check_from(&mut &*text, &bounds).expect("a certificate");
    OFF.set(Vec::new());
    let claim = found.map(|checked| checked.claim);
    claim.map_err(|why| why.to_string())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Files that two obligations refuse: the others are switched off from the beginning. The checker's proof about its own
/// addition can fail only in a system that it does not accept; that each position has one value follows from the other
/// conditions.
const BESIDE: &[(Obligation, &[Obligation])] = &[
    (Obligation::TextOnce, &[Obligation::TextUsed]),
    (
        Obligation::BreakingHeaps,
        &[
            Obligation::ValueNotMet,
            Obligation::SmallValuesMet,
            Obligation::LargeValuesMet,
        ],
    ),
    (Obligation::LargeValuesMet, &[Obligation::SmallValuesMet]),
    (Obligation::Coefficients, &[Obligation::Addition]),
    (Obligation::NextWord, &[Obligation::Coefficients]),
    (Obligation::Addition, &[Obligation::Coefficients]),
    (Obligation::RepeatLegal, &[Obligation::RepeatReaches]),
    (Obligation::OneValue, &[Obligation::SmallerReached]),
];

#[test]
fn each_obligation_is_needed() {
    let mut wrong = Vec::new();
    for obligation in Obligation::ALL.iter().copied() {
        let name = obligation.name();
        let path = root().join(format!("testdata/forged/{name}.txt"));
        let Ok(text) = std::fs::read(&path) else {
            wrong.push(format!("{name}: no file"));
            continue;
        };
        let beside = BESIDE.iter().find(|(of, _)| *of == obligation);
        let mut off = beside.map_or(&[][..], |(_, beside)| *beside).to_vec();
        let refused = verdict(&text, &off);
        off.push(obligation);
        let accepted = verdict(&text, &off);
        if refused.is_ok() || accepted.is_err() {
            wrong.push(format!("{name}: {refused:?}, without it {accepted:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn names_in(folder: &str) -> Vec<String> {
    let files = std::fs::read_dir(root().join(folder)).unwrap();
    let names = files.map(|file| file.unwrap().file_name().into_string().unwrap());
    names.collect()
}

/// Every file of the folder belongs to an obligation, or to the files before forging.
#[test]
fn no_forged_file_is_left_over() {
    let is_known = |name: &str| {
        let stem = name.strip_suffix(".txt").unwrap_or_default();
        let mut all = Obligation::ALL.iter();
        name.starts_with("first-") || all.any(|obligation| obligation.name() == stem)
    };
    for name in names_in("testdata/forged") {
        let is_other = name == "README.md" || name == "esc.star" || name.ends_with(".tb");
        assert!(is_other || is_known(&name), "{name}");
    }
}

/// The Rust files of the crate, by their names in `src`, without those of its tests.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let name = path.strip_prefix(&src).unwrap().to_str().unwrap();
        let name = name.replace('\\', "/");
        if path.is_dir() {
            sources(&path, found);
        } else if !name.starts_with("obligation") && !name.ends_with("tests.rs") {
            found.push((name, std::fs::read_to_string(&path).unwrap()));
        }
    }
}

/// The name of the function that a line begins, if it begins one.
fn function(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let line = line.strip_prefix("pub").map_or(line, |line| {
        line.trim_start_matches(|c| c != ' ').trim_start()
    });
    let name = line
        .strip_prefix("const ")
        .unwrap_or(line)
        .strip_prefix("fn ")?;
    name.split(['(', '<']).next()
}

/// The functions that name an obligation, each as ``function`` of ``file``.
fn places(sources: &[(String, String)], variant: &str) -> String {
    let variant = format!("Obligation::{variant}");
    let is_it = |line: &str| {
        let mut found = line.match_indices(&variant);
        found.any(|(at, _)| !line[at + variant.len()..].starts_with(char::is_alphanumeric))
    };
    let mut found = Vec::new();
    for (file, text) in sources {
        let mut within = "";
        for line in text.lines() {
            within = function(line).unwrap_or(within);
            let place = format!("`{within}` of `{file}`");
            if is_it(line) && !found.contains(&place) {
                found.push(place);
            }
        }
    }
    assert!(!found.is_empty(), "{variant} is checked nowhere");
    found.join(", ")
}

/// `docs/obligations.md` has every obligation with the functions that check it: `WRITE_DOCS=1 cargo test -p bouton-verify
/// obligation` writes it.
#[test]
fn the_page_lists_every_obligation() {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    files.sort();
    let mut page = String::from(
        "# Obligations\n\nThis page is for reviewers of the checker: a test writes it, with the conditions of each kind of \
         certificate.\n\n[Certificates](certificates.md#obligations) says how each one is tested. A number in brackets is the step \
         of the argument there.\n",
    );
    let mut last = "";
    for obligation in Obligation::ALL.iter().copied() {
        let [kind, text] = obligation.told();
        if kind != last {
            last = kind;
            write!(
                page,
                "\n| {kind} | must hold | checked by |\n|---|---|---|\n"
            )
            .unwrap();
        }
        let (name, places) = (obligation.name(), places(&files, obligation.variant()));
        let text = text.trim().replace('|', "\\|");
        writeln!(page, "| `{name}` | {text} | {places} |").unwrap();
    }
    page += "\nThe obligations of tables are [the conditions of the theorem](certificates.md#tables-what-valid-means-and-why).\n\n\
             | Tables | checked by |\n|---|---|\n";
    for obligation in crate::table::Obligation::ALL {
        let name = format!("{obligation:?}");
        writeln!(page, "| `{name}` | {} |", places(&files, &name)).unwrap();
    }
    let path = root().join("docs/obligations.md");
    if std::env::var_os("WRITE_DOCS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == page,
        "docs/obligations.md is not what the obligations say"
    );
}
