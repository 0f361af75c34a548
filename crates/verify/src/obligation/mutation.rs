//! Switches each obligation off in turn: a forged file that was refused is then accepted.

use std::cell::RefCell;
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

/// The parts of a source that define a function of this name.
fn functions<'s>(source: &'s str, name: &str) -> Vec<&'s str> {
    let begins = |line: &str| {
        let line = line.trim_start();
        let line = line.strip_prefix("pub").map_or(line, |line| {
            line.trim_start_matches(|c| c != ' ').trim_start()
        });
        line.strip_prefix("const ")
            .unwrap_or(line)
            .starts_with("fn ")
    };
    let mut parts = vec![0];
    let mut at = 0;
    for line in source.split_inclusive('\n') {
        if begins(line) {
            parts.push(at);
        }
        at += line.len();
    }
    parts.push(source.len());
    let is_it = |part: &&str| {
        let first = part.lines().next().unwrap_or_default();
        [format!("fn {name}("), format!("fn {name}<")]
            .iter()
            .any(|head| first.contains(head.as_str()))
    };
    let all = parts.windows(2).map(|part| &source[part[0]..part[1]]);
    all.filter(is_it).collect()
}

/// The page lists every obligation once, with a function that checks it.
fn is_listed(page: &str, name: &str, variant: &str) {
    let begin = format!("| `{name}` | ");
    let cells = |line: &str| -> Option<[String; 2]> {
        let cells: Vec<&str> = line.strip_prefix(&begin)?.split(" | ").collect();
        let [.., file, function] = cells[..] else {
            return None;
        };
        let is_file = file.ends_with(".rs`");
        let bare = |cell: &str| cell.trim_matches(['|', ' ', '`']).to_owned();
        is_file.then(|| [bare(file), bare(function)])
    };
    let rows: Vec<[String; 2]> = page.lines().filter_map(cells).collect();
    let [[file, function]] = &rows[..] else {
        panic!("{name} has {} rows", rows.len());
    };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file);
    let source = std::fs::read_to_string(source).unwrap();
    let checks = |part: &&str| {
        let mut found = part.match_indices(variant);
        found.any(|(at, _)| !part[at + variant.len()..].starts_with(char::is_alphanumeric))
    };
    let found = functions(&source, function).iter().any(checks);
    assert!(found, "{name}: {function} of {file} does not check it");
}

#[test]
fn the_page_lists_every_obligation() {
    let page = std::fs::read_to_string(root().join("docs/certificates.md")).unwrap();
    let page = page.split("## Obligations").nth(1).unwrap();
    for obligation in Obligation::ALL.iter().copied() {
        let variant = format!("Obligation::{}", obligation.variant());
        is_listed(page, obligation.name(), &variant);
    }
    for obligation in crate::table::Obligation::ALL {
        let name = format!("{obligation:?}");
        is_listed(page, &name, &format!("Obligation::{name}"));
    }
}
