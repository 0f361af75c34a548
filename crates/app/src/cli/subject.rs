//! [`Subject`]: the subject of a command, as far as it matters before the query runs.

use std::time::Duration;

use bouton::answers::Halted;
use bouton::{Name, StopReason};

use super::bounds::Bounds;
use super::options::{GameArg, HowArgs, LimitArgs};

/// The subject of a command, and its limits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subject<'c> {
    game: &'c str,
    position: Option<&'c str>,
    /// The requested memory limit, if there is one.
    pub(crate) memory: Option<u64>,
    /// The requested time limit, if there is one.
    pub(crate) time: Option<Duration>,
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

    /// Refuses a graph and positions that would both be read from standard input.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        if self.game == "graph:-" && self.is_batch() {
            anyhow::bail!("standard input holds the graph: positions cannot come from there, too");
        }
        Ok(())
    }

    /// Whether each line of standard input is a query.
    fn is_batch(&self) -> bool {
        self.position == Some("-")
    }

    /// Whether the query is about rules in a file, whose play may not end. The positions of a sum in a file or on standard
    /// input may name any game.
    pub(crate) fn runs_rules(&self) -> bool {
        let is_not_told = |position: &str| position == "-" || position.starts_with('@');
        Name::read(self.game).is_ok_and(|name| name.runs_program(self.position))
            || self.game == "sum" && self.position.is_some_and(is_not_told)
    }
}

#[cfg(all(test, feature = "rules"))]
mod tests {
    use super::*;

    #[test]
    fn rule_files_are_found_wherever_they_are_named() {
        let runs = |game, position: Option<&str>| {
            let position = position.map(str::to_owned);
            let subject = Subject::named(game).at(position.as_ref());
            subject.runs_rules()
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
            assert!(runs(game, None), "{game}");
        }
        for position in ["nim 3 + a.star 2", "@sum.txt", "-"] {
            assert!(runs("sum", Some(position)), "{position}");
            assert!(!runs("nim", Some(position)), "{position}");
        }
        for game in ["nim", "a.game", "nim 3 + kayles 2", "star"] {
            assert!(!runs(game, None), "{game}");
        }
        assert!(!runs("sum", Some("nim 3 + kayles 2")));
    }
}
