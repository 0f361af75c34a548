//! The files in a command line.

use std::ffi::OsString;
use std::fs::Metadata;
use std::path::{Path, PathBuf};

use bouton::tables::Table;

use crate::cli::SUM;

/// The most bytes of a file of positions that is searched for names of other files.
const LONGEST: u64 = 1 << 20;

/// All files that the arguments name in any form: alone, as `@FILE`, with parameters after a colon, as components of a sum;
/// also those that are named in a file of positions.
pub(crate) fn files(arguments: &[OsString]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for argument in arguments {
        let text = argument.to_string_lossy();
        take(&text, &mut found);
        let Some(path) = text.strip_prefix('@').map(PathBuf::from) else {
            continue;
        };
        // A pipe can be read only once, and a device may be endless.
        let is_short = |about: Metadata| about.is_file() && about.len() <= LONGEST;
        if path.metadata().is_ok_and(is_short) {
            let text = std::fs::read_to_string(&path);
            let _ = text.inspect(|text| take(text, &mut found));
        }
        found.push(path);
    }
    found
}

/// The rule files named in a table.
pub(crate) fn by_table(path: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    if let Some(table) = path.is_file().then(|| Table::open(path).ok()).flatten() {
        let about = table.contents();
        take(&about.game, &mut found);
        // The components of a sum.
        if about.game == SUM {
            take(&about.position, &mut found);
        }
    }
    found
}

/// A name may be the whole text, one of its words, or a part of a word up to or from a colon.
fn take(text: &str, found: &mut Vec<PathBuf>) {
    let words = text.split_whitespace();
    let texts = words.chain(text.split('+').map(str::trim)).chain([text]);
    let names = texts.flat_map(|text| {
        let colons = text.match_indices(':');
        colons
            .flat_map(|(at, _)| [&text[..at], &text[at + 1..]])
            .chain([text])
    });
    found.extend(
        names
            .map(Path::new)
            .filter(|path| path.is_file())
            .map(PathBuf::from),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_wherever_they_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
        for name in ["a.star", "b c.star", "unnamed.star"] {
            std::fs::write(path(name), "").unwrap();
        }
        std::fs::write(path("sum"), format!("nim 3 + {}:4", path("a.star"))).unwrap();
        let named = |argument: String| {
            let mut files = files(&["solve".into(), argument.into()]);
            files.dedup();
            files
        };
        let [a, b, sum] = ["a.star", "b c.star", "sum"].map(path);
        for (argument, expected) in [
            (a.clone(), vec![&a]),
            (format!("{a}:3,4"), vec![&a]),
            (format!("graph:{a}"), vec![&a]),
            (format!("nim 3 + {a} 2"), vec![&a]),
            (b.clone(), vec![&b]),
            (format!("nim 3 + {b}"), vec![&b]),
            (format!("@{sum}"), vec![&a, &sum]),
            ("nim".to_owned(), vec![]),
        ] {
            let expected: Vec<_> = expected.iter().map(PathBuf::from).collect();
            assert_eq!(named(argument.clone()), expected, "{argument}");
        }
    }
}
