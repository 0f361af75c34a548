//! Games written down in rule files: `file.py` or `file.star`, with `:parameters` or without.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use bouton_core::Limits;
use bouton_core::oracle::asked;
use bouton_core::take_and_break::Code;
use bouton_engine::{Component, Error, Sentence, Untyped};
use bouton_external::Kind;
use bouton_rules::{Parameter, RuleFile, Rules, Trouble};
pub use bouton_rules::{StrategyFile, growth};

use super::endings::RULE_FILES;
use super::{Card, Checked, Files, Language, Named, Source, Terms};
use crate::external::External;

/// The name of a rule file: path and parameters.
#[derive(Clone, Debug)]
struct Path {
    /// As typed.
    game: String,
    path: String,
    parameters: Option<String>,
    /// Its text, if that is given; the path is then only a name.
    text: Option<Arc<str>>,
    /// Those of reading it.
    limits: Limits,
}

pub(super) fn read(text: &str, terms: &Terms) -> Option<Result<Arc<dyn Named>, Error>> {
    Some(Ok(Arc::new(path(text, terms)?)))
}

/// The rule file with this name, if the name is that of a rule file.
fn path(game: &str, terms: &Terms) -> Option<Path> {
    let ends = RULE_FILES.iter().filter_map(|ending| {
        let found = game.find(&format!("{ending}:"));
        found.map(|found| found + ending.len())
    });
    let (path, parameters) = match ends.min() {
        Some(end) => (&game[..end], Some(&game[end + 1..])),
        None => {
            let is_one = RULE_FILES.iter().any(|ending| game.ends_with(ending));
            (is_one.then_some(game)?, None)
        }
    };
    Some(Path {
        game: game.to_owned(),
        path: path.to_owned(),
        parameters: parameters.map(str::to_owned),
        text: terms.rules.clone(),
        limits: terms.limits.clone(),
    })
}

impl Path {
    fn read(&self) -> Result<Arc<RuleFile>, Error> {
        let parameters = self.parameters.as_deref();
        let file = RuleFile::within(&self.path, self.text.as_deref(), parameters, &self.limits);
        file.map_err(|trouble| match trouble {
            Trouble::Fault(fault) => Error::Rules(Sentence::of(fault)),
            Trouble::Overrun(fault) => Error::Overrun(Sentence::of(fault)),
            Trouble::Stopped(reason) => Error::Stopped(reason),
        })
    }

    fn checked(&self, positions: &[String], limits: &Limits) -> Result<Checked, Error> {
        let file = self.read()?;
        let read = |text: &String| {
            let parsed = asked(|| file.parse(text))?;
            parsed.map_err(|error| Error::input("position", error))
        };
        let positions = positions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(Checked {
            name: file.name().to_owned(),
            report: bouton_rules::check::check(&file, &positions, limits),
        })
    }

    fn external(&self) -> Result<External<Rules>, Error> {
        let rules = Rules::of(self.read()?);
        let latest = Latest::new(rules.clone(), self.clone());
        Ok(External {
            name: self.game.clone(),
            rules,
            again: Some(Box::new(move || latest.rules())),
        })
    }
}

impl Named for Path {
    fn open(&self, position: Option<&str>, misere: bool) -> Result<Untyped, Error> {
        self.external()?.open(position, misere)
    }

    fn component(&self, position: Option<&str>) -> Result<(Box<dyn Component>, u32), Error> {
        let external = self.external()?;
        let file = external.rules.file();
        if file.scores_the_end() && file.kind() == Kind::Points {
            return Err(Error::Unfit(format!(
                "{} cannot be part of a sum: its score is that of the player to move at its end, and that may be the other player while other components go on; give points by the moves (points = True)",
                self.game
            )));
        }
        external.open(position, false)?.component()
    }

    fn card(&self) -> Result<Card, Error> {
        let file = self.read()?;
        let parameter = |p: &Parameter| format!("{}={}", p.name, p.default);
        let parameters: Vec<_> = file.parameters().iter().map(parameter).collect();
        let rules = format!(
            "{} ({})",
            file.rules(),
            file.kind().in_words(file.is_loopfree())
        );
        Ok(Card {
            name: file.name().to_owned(),
            parameters: parameters.join(","),
            rules: rules.trim_start().to_owned(),
            notation: file.notation(),
            example: [self.game.clone(), String::new()],
            sources: Some(file.source().to_owned())
                .filter(|source| !source.is_empty())
                .into_iter()
                .collect(),
            ..Card::default()
        })
    }

    fn check(&self, positions: &[String], limits: &Limits) -> Option<Result<Checked, Error>> {
        Some(self.checked(positions, limits))
    }

    fn code(&self) -> Option<Result<Code, Error>> {
        Some(Err(Error::Unfit(format!(
            "sequences are computed from codes such as octal:0.77; `bouton values {} --kind grundy --up-to N` tabulates a rule file",
            self.game
        ))))
    }

    fn formulas(&self, _heaps: usize) -> Option<Result<String, Error>> {
        Some(Err(Error::Unfit(
            "laws are found in rules written as formulas, not in Python: docs/laws.md shows how"
                .into(),
        )))
    }

    fn rewritings(&self) -> Option<Result<[Vec<[String; 2]>; 2], Error>> {
        let read = self.read().and_then(|file| {
            file.rewritings().ok_or_else(|| {
                Error::Unfit(format!(
                    "families of positions are valued where left and right are lists of rewritings, like left = [(\"t.\", \".t\")]; in {} they are functions, or other ends decide",
                    self.game
                ))
            })
        });
        Some(read)
    }

    fn source(&self) -> Option<Result<Source, Error>> {
        let text = match &self.text {
            Some(text) => Ok(text.to_string()),
            None => {
                std::fs::read_to_string(&self.path).map_err(|error| Error::io(&self.path, error))
            }
        };
        Some(text.map(|text| Source {
            path: self.path.clone(),
            language: Language::Rules,
            parameters: self.game[self.path.len()..].to_owned(),
            text,
        }))
    }

    fn files(&self, _position: Option<&str>) -> Files {
        match self.text {
            Some(_) => Files::None,
            None => Files::Program,
        }
    }
}

/// The last reading of a rule file; it is read again if it has changed.
struct Latest {
    path: Path,
    read: Mutex<(Rules, Stamp)>,
}

/// The stamp of a file: its modification time and its length.
type Stamp = Option<(SystemTime, u64)>;

/// None if no file is read.
fn stamp(path: &Path) -> Stamp {
    if path.text.is_some() {
        return None;
    }
    let about = std::fs::metadata(&path.path).ok()?;
    Some((about.modified().ok()?, about.len()))
}

impl Latest {
    fn new(rules: Rules, path: Path) -> Self {
        let read = Mutex::new((rules, stamp(&path)));
        Self { path, read }
    }

    fn rules(&self) -> Result<Rules, String> {
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        let now = stamp(&self.path);
        if now != read.1 {
            let file = self.path.read().map_err(|error| error.to_string())?;
            let kind = |file: &RuleFile| (file.kind(), file.is_loopfree());
            if kind(&file) != kind(read.0.file()) {
                let message = "the file now describes a game of another kind: open it again";
                return Err(format!("{}: {message}", self.path.path));
            }
            *read = (Rules::of(file), now);
        }
        Ok(read.0.clone())
    }
}
