//! Interprets the names at the top level of an evaluated file.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use bouton_core::scene::{self, Owner, Seat, Set};
use bouton_external::Kind;
use bouton_language::{Machine, Value};

use crate::fault::Fault;
use crate::function::Function;
use crate::library::Parameter;
use crate::nearly::nearly;
use crate::notation::Shape;
use crate::plain::Plain;
use crate::rewriting::{MOST_REWRITINGS, Rewritings};

/// The place of `def name(` or `name =` at the beginning of a line.
pub(crate) fn place_of(text: &str, name: &str) -> Option<Range<usize>> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let defined = line.strip_prefix("def ").unwrap_or(line);
        if let Some(rest) = defined.strip_prefix(name)
            && rest.trim_start().starts_with(['(', '='])
        {
            return Some(start..start + line.trim_end().len());
        }
        start += line.len();
    }
    None
}

/// The comment lines or the docstring at the beginning of a file: the rules, and the source after `Source:`.
fn opening(text: &str) -> (String, String) {
    let docstring = |quotes| text.trim_start().strip_prefix(quotes)?.split_once(quotes);
    let lines: Vec<_> = match docstring("\"\"\"").or_else(|| docstring("'''")) {
        Some((docstring, _)) => docstring.lines().collect(),
        None => text
            .lines()
            .map_while(|line| line.strip_prefix('#'))
            .collect(),
    };
    let lines: Vec<_> = lines
        .into_iter()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    let is_source = |line: &&str| line.starts_with("Source");
    let source = lines.iter().position(is_source).unwrap_or(lines.len());
    let (rules, source) = lines.split_at(source);
    let source = source.join(" ");
    let source = source
        .trim_start_matches("Sources")
        .trim_start_matches("Source");
    (
        rules.join(" "),
        source.trim_start_matches(':').trim().to_owned(),
    )
}

/// Where a function is found in a machine that has read the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Defined {
    /// At the top level, by its name.
    Name(String),
    /// In the dict of strategies, by its place.
    Strategy(usize),
}

impl Defined {
    pub(crate) fn of(&self, machine: &Machine) -> Option<Value> {
        match self {
            Self::Name(name) => machine.get(name).cloned(),
            Self::Strategy(nth) => {
                let listed = machine.get("strategies")?.dict_items()?;
                listed.into_iter().nth(*nth).map(|(_, function)| function)
            }
        }
    }
}

/// The names of a file while it is being read.
pub(crate) struct Names<'n> {
    pub(crate) path: &'n Arc<str>,
    pub(crate) text: &'n str,
    pub(crate) machine: &'n Machine,
}

pub(crate) struct FileContents {
    pub(crate) name: String,
    pub(crate) rules: String,
    pub(crate) source: String,
    pub(crate) parameters: Vec<Parameter>,
    /// By [`Function::place`].
    pub(crate) functions: Vec<Option<Defined>>,
    /// The moves that are rewritings and no function, by [`Function::place`].
    pub(crate) rewritings: Vec<Option<Rewritings>>,
    /// The letters of positions, if all moves are rewritings.
    pub(crate) letters: Option<BTreeSet<char>>,
    pub(crate) strategies: Vec<String>,
    pub(crate) start: Option<Plain>,
    pub(crate) figures: Set,
    /// The owners of marks.
    pub(crate) owners: Vec<(String, Owner)>,
    pub(crate) coordinates: scene::Names,
    pub(crate) seat: Seat,
    pub(crate) shape: Shape,
    pub(crate) kind: Kind,
    pub(crate) last_wins: bool,
    /// The value of `labelled`.
    pub(crate) labelled: Option<bool>,
    /// All names at its top level.
    pub(crate) names: Vec<String>,
}

impl Names<'_> {
    pub(crate) fn told(&self, parameters: Vec<Parameter>) -> Result<FileContents, Fault> {
        let (mut functions, mut rewritings) = (Vec::new(), Vec::new());
        for (function, name) in Function::NAMED {
            let own = if Function::MOVES.contains(&function) {
                self.rewritings(name)?
            } else {
                None
            };
            functions.push(match own {
                Some(_) => Some(Defined::Name(name.to_owned())),
                None => self.function(name)?,
            });
            rewritings.push(own);
        }
        let strategies = self.strategies(&mut functions)?;
        let has = |function: Function| functions[function.place()].is_some();
        let last_wins = self.last()?;
        let kind = self.kind(&has, last_wins)?;
        if kind.has_sides() && (!strategies.is_empty() || has(Function::Positions)) {
            let name = if strategies.is_empty() {
                "positions"
            } else {
                "strategies"
            };
            return Err(self.wrong(
                name,
                format!("{name} go with moves only, not with left and right"),
            ));
        }
        let start = self.start()?;
        let are_words = rewritings.iter().any(Option::is_some);
        let is_word = |start: &Plain| start.as_str().is_some();
        if are_words && !start.as_ref().is_none_or(is_word) {
            let message = "start must be a string: rewritings replace letters of it";
            return Err(self.wrong("start", message));
        }
        let mut moves = Function::MOVES.iter().map(|own| own.place());
        let is_word_game =
            are_words && moves.all(|own| functions[own].is_some() == rewritings[own].is_some());
        let letters = is_word_game.then(|| {
            let rewritten = rewritings.iter().flatten().flat_map(Rewritings::letters);
            let begun = start.as_ref().and_then(Plain::as_str).unwrap_or_default();
            rewritten.chain(begun.chars()).collect()
        });
        let (rules, source) = opening(self.text);
        let stem = Path::new(&**self.path)
            .file_stem()
            .map(|stem| stem.to_string_lossy());
        let names = self.machine.names();
        Ok(FileContents {
            name: self
                .string("name")?
                .unwrap_or_else(|| stem.unwrap_or_default().into()),
            rules: self.string("rules")?.unwrap_or(rules),
            source: self.string("source")?.unwrap_or(source),
            parameters,
            strategies,
            figures: self.one_of("figures", &Set::ALL)?,
            owners: self.owners()?,
            coordinates: self.one_of("coordinates", &scene::Names::ALL)?,
            seat: self.one_of("seat", &Seat::ALL)?,
            shape: match are_words {
                true => Shape::Str,
                false => start.as_ref().map_or(Shape::Other, Shape::of),
            },
            start,
            kind,
            last_wins,
            labelled: self.truth("labelled")?,
            names: names.map(str::to_owned).collect(),
            functions,
            rewritings,
            letters,
        })
    }

    /// The contents of a file for calls of one function.
    pub(crate) fn strategy(&self, name: &str) -> Result<FileContents, Fault> {
        let Some(function) = self.function(name)? else {
            let message = format!("the file has no function {name}(position)");
            return Err(Fault::new(self.path, message));
        };
        let mut functions: Vec<_> = Function::NAMED.iter().map(|_| None).collect();
        functions.push(Some(function));
        Ok(FileContents {
            name: String::new(),
            rules: String::new(),
            source: String::new(),
            parameters: Vec::new(),
            functions,
            rewritings: Vec::new(),
            letters: None,
            strategies: vec![name.to_owned()],
            start: None,
            figures: Set::default(),
            owners: Vec::new(),
            coordinates: scene::Names::default(),
            seat: Seat::default(),
            shape: Shape::Str,
            kind: Kind::Outcome,
            last_wins: true,
            labelled: None,
            names: Vec::new(),
        })
    }

    fn get(&self, name: &str) -> Option<&Value> {
        self.machine.get(name)
    }

    /// A fault at the line that defines `name`.
    fn wrong(&self, name: &str, message: impl Into<String>) -> Fault {
        let fault = Fault::new(self.path, message);
        match place_of(self.text, name) {
            Some(span) => fault.at((&self.text.into(), span)),
            None => fault,
        }
    }

    fn function(&self, name: &str) -> Result<Option<Defined>, Fault> {
        match self.get(name).map(Value::kind) {
            None => Ok(None),
            Some("function") => Ok(Some(Defined::Name(name.to_owned()))),
            Some(kind) => Err(self.wrong(name, format!("{name} must be a function, found {kind}"))),
        }
    }

    /// Rewritings in place of a function; `None` if the name is missing or that of a function.
    fn rewritings(&self, name: &str) -> Result<Option<Rewritings>, Fault> {
        let Some(listed) = self.get(name).and_then(Value::items) else {
            return Ok(None);
        };
        let pair = |entry: &Value| {
            let word = |value: &Value| value.as_str().map(str::to_owned);
            let items = entry.items()?;
            let [before, after] = &*items else {
                return None;
            };
            let pair = [word(before)?, word(after)?];
            (!pair[0].is_empty()).then_some(pair)
        };
        let pairs: Option<Vec<[String; 2]>> = listed.iter().map(pair).collect();
        let pairs = pairs.filter(|pairs| pairs.len() <= MOST_REWRITINGS);
        pairs.map(|pairs| Some(Rewritings(pairs))).ok_or_else(|| {
            let message = format!(
                "{name} must be a function, or a list of at most {MOST_REWRITINGS} rewritings, pairs of strings like (\"t.\", \".t\")"
            );
            self.wrong(name, message)
        })
    }

    fn string(&self, name: &str) -> Result<Option<String>, Fault> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let text = value.as_str().map(str::to_owned);
        text.map(Some)
            .ok_or_else(|| self.wrong(name, format!("{name} must be a string")))
    }

    fn truth(&self, name: &str) -> Result<Option<bool>, Fault> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        match value {
            Value::Bool(truth) => Ok(Some(truth.holds())),
            _ => Err(self.wrong(name, format!("{name} must be True or False"))),
        }
    }

    fn last(&self) -> Result<bool, Fault> {
        match self.string("last")?.as_deref() {
            None | Some("wins") => Ok(true),
            Some("loses") => Ok(false),
            Some(other) => Err(self.wrong(
                "last",
                format!("last must be \"wins\" or \"loses\", found {other:?}"),
            )),
        }
    }

    /// The value of this name among those that it may have, by their own names; the default if it is not there.
    fn one_of<T: Copy + Default>(&self, name: &str, all: &[(&str, T)]) -> Result<T, Fault> {
        let Some(found) = self.string(name)? else {
            return Ok(T::default());
        };
        let known = all.iter().find(|(known, _)| *known == found);
        known.map(|(_, value)| *value).ok_or_else(|| {
            let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let names = names.join(", ");
            self.wrong(
                name,
                format!("{name} must be one of {names}, found {found:?}"),
            )
        })
    }

    /// The owners that the file gives to marks.
    fn owners(&self) -> Result<Vec<(String, Owner)>, Fault> {
        let Some(told) = self.get("owners") else {
            return Ok(Vec::new());
        };
        let entry = |(mark, owner): &(Value, Value)| {
            let name = owner.as_str()?;
            let owner = Owner::ALL.iter().find(|(known, _)| *known == name)?.1;
            Some((mark.as_str()?.to_owned(), owner))
        };
        let entries = told.dict_items().filter(|entries| entries.len() <= 255);
        let owners = entries.and_then(|entries| entries.iter().map(entry).collect());
        owners.ok_or_else(|| {
            let message = "owners must be a dict of at most 255 marks, each with \"first\", \"second\" or \"both\"";
            self.wrong("owners", message)
        })
    }

    fn start(&self) -> Result<Option<Plain>, Fault> {
        let start = self.get("start").map(Plain::of);
        start
            .transpose()
            .map_err(|error| self.wrong("start", error.sentence("start")))
    }

    /// The names of the strategies; their functions come after the others.
    fn strategies(&self, functions: &mut Vec<Option<Defined>>) -> Result<Vec<String>, Fault> {
        let Some(value) = self.get("strategies") else {
            return Ok(Vec::new());
        };
        let listed = value.dict_items().filter(|listed| listed.len() <= 255);
        let names = listed.and_then(|listed| {
            let name = |(name, function): &(Value, Value)| {
                let name = name.as_str().filter(|_| function.kind() == "function");
                name.map(str::to_owned)
            };
            listed.iter().map(name).collect::<Option<Vec<_>>>()
        });
        let names = names.ok_or_else(|| {
            self.wrong(
                "strategies",
                "strategies must be a dict of at most 255 names, each with a function of a position",
            )
        })?;
        functions.extend((0..names.len()).map(|nth| Some(Defined::Strategy(nth))));
        Ok(names)
    }

    fn kind(&self, has: &impl Fn(Function) -> bool, last_wins: bool) -> Result<Kind, Fault> {
        let points = self.truth("points")?.unwrap_or_default();
        let clash = |a: Function, b: Function| {
            let [a, b] = [a, b].map(|function| Function::NAMED[function.place()].1);
            Err(self.wrong(b, format!("a game has {a} or {b}, not both")))
        };
        match [Function::Moves, Function::Left, Function::Right].map(has) {
            [false, false, false] => return Err(self.no_moves()),
            [true, true, _] => return clash(Function::Moves, Function::Left),
            [true, _, true] => return clash(Function::Moves, Function::Right),
            [_, true, false] => return Err(self.wrong("left", "there is left, but no right")),
            [_, false, true] => return Err(self.wrong("right", "there is right, but no left")),
            _ => {}
        }
        let counts = has(Function::Score) || points;
        if has(Function::Outcome) && counts {
            return Err(self.wrong("outcome", "a game has outcome or counts points, not both"));
        }
        let partizan = has(Function::Left);
        let shared = !(has(Function::Outcome) || counts || has(Function::Turn));
        if partizan && (has(Function::Outcome) || has(Function::Turn)) {
            return Err(self.wrong(
                "left",
                "with left and right the last to move wins or points decide: outcome and turn go with moves only",
            ));
        }
        if partizan && counts && self.get("last").is_some() {
            let message = "with left and right the last move or points decide, not both";
            return Err(self.wrong("last", message));
        }
        let impartial = !partizan && shared && last_wins;
        if has(Function::Summands) && !(impartial || partizan && last_wins && !counts) {
            let mut message = "summands need a game in which the last to move wins".to_owned();
            if !last_wins && shared && !partizan {
                message += ": leave out last = \"loses\", and ask with --misere";
            }
            return Err(self.wrong("summands", message));
        }
        if has(Function::Negative) && !partizan {
            let message = "negative exchanges Left and Right: it goes with left and right only";
            return Err(self.wrong("negative", message));
        }
        if has(Function::Negative) && counts {
            let message = "negative needs a game in which the last to move wins";
            return Err(self.wrong("negative", message));
        }
        Ok(if partizan && counts {
            Kind::PartizanPoints
        } else if partizan {
            Kind::Partizan
        } else if counts {
            Kind::Points
        } else if impartial {
            Kind::Impartial
        } else {
            Kind::Outcome
        })
    }

    fn no_moves(&self) -> Fault {
        let called = ["moves", "left", "right"];
        let others = "options get_moves legal_moves possible_moves actions";
        let is_function = |name: &&str| self.get(name).map(Value::kind) == Some("function");
        let near = self.machine.names().filter(is_function).find_map(|name| {
            let meant = called.iter().find(|called| nearly(name, called));
            meant
                .or_else(|| {
                    others
                        .split(' ')
                        .any(|other| other == name)
                        .then_some(&"moves")
                })
                .map(|meant| (name, meant))
        });
        let message = "the file has no function moves(position), nor left and right";
        match near {
            Some((name, meant)) => self.wrong(
                name,
                format!("{message}: {name} means nothing, is `{meant}` meant?"),
            ),
            None => Fault::new(self.path, message),
        }
    }
}
