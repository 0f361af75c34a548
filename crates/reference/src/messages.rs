//! The messages that the tests of a crate expect: whole sentences, in one file of the crate.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// The file, in the folder of the crate.
const FILE: &str = "tests/messages.txt";

/// Tests run side by side, and each reads and writes its part of the file.
static FILE_LOCK: Mutex<()> = Mutex::new(());

/// A question, if there is one, and the message that answers it.
#[derive(Debug, Default, PartialEq)]
struct Case {
    asked: Option<String>,
    told: String,
}

/// A heading, and the cases under it.
#[derive(Debug, PartialEq)]
struct Section {
    heading: String,
    cases: Vec<Case>,
}

impl Section {
    fn read_all(text: &str) -> Vec<Self> {
        let mut all = Vec::<Self>::new();
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(heading) = line.strip_prefix("## ") {
                all.push(Self {
                    heading: heading.to_owned(),
                    cases: Vec::new(),
                });
            } else if let Some(last) = all.last_mut() {
                last.read(line);
            }
        }
        all
    }

    /// Reads a line under the heading.
    fn read(&mut self, line: &str) {
        let asked = line.strip_prefix('>');
        let is_next = self.cases.last().is_none_or(|last| !last.told.is_empty());
        if self.cases.is_empty() || is_next && asked.is_some() {
            self.cases.push(Case::default());
        }
        let Some(last) = self.cases.last_mut() else {
            return;
        };
        match asked {
            Some(asked) => {
                let before = last.asked.take().map(|before| before + "\n");
                let asked = asked.strip_prefix(' ').unwrap_or(asked);
                last.asked = Some(before.unwrap_or_default() + asked);
            }
            None => last.told += &format!("{}\n", line.strip_prefix("  ").unwrap_or(line)),
        }
    }

    fn written(&self) -> String {
        let cases: Vec<_> = self.cases.iter().map(Case::written).collect();
        format!("## {}\n{}", self.heading, cases.join("\n"))
    }
}

impl Case {
    fn written(&self) -> String {
        let asked = self.asked.iter().flat_map(|asked| asked.split('\n'));
        let asked = asked.map(|line| format!("> {line}").trim_end().to_owned() + "\n");
        let told = self.told.lines().map(|line| format!("  {line}\n"));
        asked.chain(told).collect()
    }
}

/// The message without empty lines, and with `…` for the folders of temporary files.
fn steady(told: &str) -> String {
    let temporary = std::env::temp_dir().to_string_lossy().into_owned();
    // The folder for files of tests, whose name may have spaces: beside that of this program.
    let own = std::env::current_exe().ok();
    let own = own.and_then(|exe| Some(exe.ancestors().nth(3)?.join("tmp")));
    let told = match own.as_ref().and_then(|own| own.to_str()) {
        Some(own) => told.replace(own, "…"),
        None => told.to_owned(),
    };
    let is_end = |letter: char| letter.is_whitespace() || "\"'`".contains(letter);
    let word = |word: &str| match word.rfind(['/', '\\']) {
        Some(name) if word.starts_with(&temporary) || word.starts_with("…/") => {
            format!("…{}", &word[name..])
        }
        _ => word.to_owned(),
    };
    let line = |line: &str| line.split_inclusive(is_end).map(word).collect::<String>();
    let lines = told.lines().map(|text| line(text.trim_end()));
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(|line| line + "\n").collect()
}

/// That file of the tested crate, whatever folder its process is in.
fn path() -> PathBuf {
    std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| FILE.into(), |root| Path::new(&root).join(FILE))
}

/// Asks each question that stands under a heading of `tests/messages.txt` of the tested crate, and compares the whole messages. With
/// `WRITE_GOLDEN=1` it writes them.
///
/// ```text
/// ## heading
/// > a question, of one line or more
///   the message
/// ```
///
/// # Panics
///
/// If no question stands under the heading, or if a message is another one.
pub fn messages(heading: &str, mut ask: impl FnMut(&str) -> String) {
    hold(heading, |case| {
        ask(case.asked.as_ref().expect("a question above the message"))
    });
}

/// Compares a message with the one that stands under a heading of `tests/messages.txt` of the tested crate. With `WRITE_GOLDEN=1` it writes
/// the message.
///
/// # Panics
///
/// If nothing stands under the heading, or if the message is another one.
pub fn message(heading: &str, told: impl Display) {
    hold(heading, |_| told.to_string());
}

fn hold(heading: &str, mut ask: impl FnMut(&Case) -> String) {
    let is_written = std::env::var_os("WRITE_GOLDEN").is_some();
    let mut cases = read(heading);
    if cases.is_empty() && is_written {
        cases.push(Case::default());
    }
    assert!(!cases.is_empty(), "{FILE}: nothing under {heading:?}");
    let answers: Vec<_> = cases.iter().map(|case| steady(&ask(case))).collect();
    if is_written {
        let asked = cases.into_iter().map(|case| case.asked);
        let pairs = asked.zip(answers);
        let cases = pairs.map(|(asked, told)| Case { asked, told });
        return write(heading, cases.collect());
    }
    let wrong = differing(&cases, &answers);
    assert!(wrong.is_empty(), "{FILE}, {heading:?}:\n{wrong}");
}

/// The questions whose messages are other ones, with both.
fn differing(cases: &[Case], answers: &[String]) -> String {
    let pairs = cases.iter().zip(answers);
    let wrong = pairs.filter(|(case, is)| case.told != **is);
    let told = wrong.map(|(case, is)| format!("{}is:\n{}", case.written(), is));
    told.collect()
}

/// The cases under a heading of the file.
fn read(heading: &str) -> Vec<Case> {
    let _whole = FILE_LOCK.lock();
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    let mut sections = Section::read_all(&text).into_iter();
    let section = sections.find(|section| section.heading == heading);
    section.map_or_else(Vec::new, |section| section.cases)
}

/// Writes the file with other messages under a heading.
fn write(heading: &str, cases: Vec<Case>) {
    let _alone = FILE_LOCK.lock();
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    let mut sections = Section::read_all(&text);
    match sections
        .iter_mut()
        .find(|section| section.heading == heading)
    {
        Some(section) => section.cases = cases,
        None => sections.push(Section {
            heading: heading.to_owned(),
            cases,
        }),
    }
    let written: Vec<_> = sections.iter().map(Section::written).collect();
    std::fs::write(path(), written.join("\n")).expect("the folder can be written");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_again() {
        let text =
            "## one\n  alone\n\n## a table\n> a\n> b\n  told\n    deeper\n\n>\n  no question\n";
        let all = Section::read_all(text);
        let written: Vec<_> = all.iter().map(Section::written).collect();
        assert_eq!(written.join("\n"), text);
        let asked: Vec<_> = all[1]
            .cases
            .iter()
            .map(|case| case.asked.as_deref())
            .collect();
        assert_eq!(asked, [Some("a\nb"), Some("")]);
        assert_eq!(all[1].cases[0].told, "told\n  deeper\n");
    }

    #[test]
    fn folders_of_temporary_files_are_left_out() {
        let file = std::env::temp_dir().join(".tmp12/game.star");
        let own = std::env::current_exe().unwrap();
        let own = own.ancestors().nth(3).unwrap().join("tmp/a/b");
        let told = format!(
            "{}:3:1: not /this/one, \"{}\" \n\n^",
            file.display(),
            own.display()
        );
        assert_eq!(
            steady(&told),
            "…/game.star:3:1: not /this/one, \"…/b\"\n^\n"
        );
    }

    #[test]
    fn another_message_is_told_with_its_question() {
        let case = |asked: &str, told: &str| Case {
            asked: Some(asked.to_owned()),
            told: format!("{told}\n"),
        };
        let cases = [case("1", "one"), case("2", "two")];
        let answers = ["one\n".to_owned(), "three\n".to_owned()];
        assert_eq!(differing(&cases, &answers), "> 2\n  two\nis:\nthree\n");
        assert_eq!(differing(&cases[..1], &answers), "");
    }
}
