//! [`Subject`]: the subject of a command, as far as it matters before the query runs.

use std::path::{Path, PathBuf};
use std::time::Duration;

use bouton::answers::Halted;
use bouton::{Name, StopReason};

use super::bounds::Bounds;
use super::options::{GameArg, HowArgs, LimitArgs, TableArgs};

/// The subject of a command, and its limits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subject<'c> {
    /// Whether the input is code, or as risky as code, whatever its name.
    untrusted: bool,
    /// Whether no rule file ever runs in the process of this command.
    pub(crate) has_no_rules: bool,
    game: &'c str,
    position: Option<&'c str>,
    /// The requested memory limit, if there is one.
    pub(crate) memory: Option<u64>,
    /// The requested time limit, if there is one.
    pub(crate) time: Option<Duration>,
    /// The file that the answer is written to.
    pub(crate) output: Option<&'c Path>,
    /// Whether unfinished work is saved next to it.
    keeps_work: bool,
    /// Tables to answer from.
    tables: Option<&'c TableArgs>,
    /// A file that may be a table, which names the rules for its check.
    pub(crate) checked: Option<&'c Path>,
    /// Whether files are read again when they have changed.
    pub(crate) rereads: bool,
    /// The fields of the JSON answer.
    fields: Option<&'static [&'static str]>,
}

/// A query about a game that was not opened, with a JSON answer.
pub(crate) struct Unopened {
    game: String,
    position: Option<String>,
    fields: &'static [&'static str],
}

impl Unopened {
    /// The answer if a limit is reached before the game is opened.
    pub(crate) fn halted(&self, why: StopReason) -> Halted {
        let fields = self.fields.iter().copied();
        Halted::of(self.game.as_str(), self.position.clone(), fields, why)
    }
}

impl<'c> Subject<'c> {
    /// A game by its name.
    pub(crate) fn named(game: &'c str) -> Self {
        Self {
            game,
            ..Self::default()
        }
    }

    /// A file that may use all resources within its bounds.
    pub(crate) fn untrusted() -> Self {
        Self {
            untrusted: true,
            ..Self::default()
        }
    }

    /// A subject without rule files, or whose rule files run in other processes.
    pub(crate) fn without_rules() -> Self {
        Self {
            has_no_rules: true,
            ..Self::default()
        }
    }

    /// The same, with a second file of code.
    pub(crate) fn evaluating(self) -> Self {
        Self {
            untrusted: true,
            ..self
        }
    }

    /// The same, answered in a confined process if `confined`, whatever it is.
    pub(crate) fn confined(self, confined: bool) -> Self {
        Self {
            untrusted: self.untrusted || confined,
            ..self
        }
    }

    /// A game.
    pub(crate) fn of(game: &'c GameArg) -> Self {
        Self::named(&game.game)
    }

    /// The same at a position.
    pub(crate) fn at(self, position: Option<&'c String>) -> Self {
        Self {
            position: position.map(String::as_str),
            ..self
        }
    }

    /// The same with these limits of time and memory.
    pub(crate) fn by(self, how: &HowArgs) -> Self {
        self.spending(&how.limits.spent)
    }

    /// The same with these limits of time and memory.
    pub(crate) fn spending(self, limits: &LimitArgs) -> Self {
        Self {
            memory: limits.memory,
            time: limits.time,
            ..self
        }
    }

    /// The same with this limit of memory; that of time is for each line.
    pub(crate) fn holding(self, limits: &LimitArgs) -> Self {
        Self {
            memory: limits.memory,
            ..self
        }
    }

    /// The same with its answer written to a file.
    pub(crate) fn to(self, output: &'c Path) -> Self {
        Self {
            output: Some(output),
            ..self
        }
    }

    /// The same with its answer written to a file, unless that is `-` for standard output.
    pub(crate) fn to_unless_standard(self, output: &'c Path) -> Self {
        match output.as_os_str() == "-" {
            true => self,
            false => self.to(output),
        }
    }

    /// The same with unfinished work saved next to the file.
    pub(crate) fn keeping_work(self) -> Self {
        Self {
            keeps_work: true,
            ..self
        }
    }

    /// The same, answered from tables.
    pub(crate) fn with_tables(self, tables: &'c TableArgs) -> Self {
        Self {
            tables: Some(tables),
            ..self
        }
    }

    /// The check of a file that may be a table.
    pub(crate) fn checking(self, file: &'c Path) -> Self {
        Self {
            checked: Some(file),
            ..self
        }
    }

    /// The same for a period in which its files may change.
    pub(crate) fn rereading(self) -> Self {
        Self {
            rereads: true,
            ..self
        }
    }

    /// The same within the bounds of a search for laws.
    pub(crate) fn within(self, bounds: &Bounds) -> Self {
        Self {
            memory: Some(bounds.memory),
            time: Some(bounds.time),
            ..self
        }
    }

    /// The same with these fields of a JSON answer.
    pub(crate) fn told(self, as_json: bool, fields: &'static [&'static str]) -> Self {
        Self {
            fields: as_json.then_some(fields),
            ..self
        }
    }

    /// The query before the game is opened, if the answer is JSON.
    pub(crate) fn unopened(&self) -> Option<Unopened> {
        Some(Unopened {
            game: self.game.to_owned(),
            position: self.position.map(str::to_owned),
            fields: self.fields.filter(|_| !self.is_batch())?,
        })
    }

    /// The game and the position.
    pub(crate) fn place(&self) -> (&'c str, Option<&'c str>) {
        (self.game, self.position)
    }

    /// The folder with unfinished work.
    pub(crate) fn work(&self) -> Option<PathBuf> {
        let output = self.output.filter(|_| self.keeps_work);
        output.map(bouton::tables::work_beside)
    }

    /// The paths of tables to answer from, files and folders.
    pub(crate) fn tables(&self) -> Vec<PathBuf> {
        self.tables.map_or_else(Vec::new, TableArgs::listed)
    }

    /// Refuses a graph and positions that would both be read from standard input.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        if self.game == "graph:-" && self.is_batch() {
            anyhow::bail!("standard input holds the graph: positions cannot come from there, too");
        }
        Ok(())
    }

    /// Whether each line of standard input is a query.
    pub(crate) fn is_batch(&self) -> bool {
        self.position == Some("-")
    }

    /// Whether files may be named in places that cannot be searched: on standard input, in a pipe.
    pub(crate) fn names_files_later(&self) -> bool {
        let is_unnamed = |path: &str| !Path::new(path).is_file();
        let position = self.position.and_then(|typed| typed.strip_prefix('@'));
        self.game == SUM && (self.is_batch() || position.is_some_and(is_unnamed))
    }

    /// Whether the query evaluates a rule file or similar code.
    pub(crate) fn needs_confinement(&self) -> bool {
        self.untrusted
            || runs_program(self.game, self.position)
            || self.game == SUM && self.position.is_some_and(is_not_told)
    }
}

/// The game whose positions name games.
pub(crate) const SUM: &str = "sum";

/// Whether a game with this name runs external code.
fn runs_program(game: &str, position: Option<&str>) -> bool {
    Name::read(game).is_ok_and(|name| name.runs_program(position))
}

/// Whether the position of a sum is still in a file or comes from standard input, and may name any game.
fn is_not_told(position: &str) -> bool {
    position == "-" || position.starts_with('@')
}

#[cfg(all(test, feature = "rules"))]
mod tests {
    use super::*;

    #[test]
    fn rule_files_are_found_wherever_they_are_named() {
        let needs = |game, position: Option<&str>| {
            let position = position.map(str::to_owned);
            let subject = Subject::named(game).at(position.as_ref());
            subject.needs_confinement()
        };
        for game in [
            "a.star",
            "dir/a.star:3,4",
            "nim 3 + a.star 2",
            "a.kif",
            "a.jsonl",
            "a.jsonl.zst",
            "graph:-",
        ] {
            assert!(needs(game, None), "{game}");
        }
        for position in ["nim 3 + a.star 2", "@sum.txt", "-"] {
            assert!(needs("sum", Some(position)), "{position}");
            assert!(!needs("nim", Some(position)), "{position}");
        }
        for game in ["nim", "a.game", "nim 3 + kayles 2", "star"] {
            assert!(!needs(game, None), "{game}");
        }
        assert!(!needs("sum", Some("nim 3 + kayles 2")));
    }
}
