//! [`RuleFile`]: a rule file that was read: its functions, its start, and what kind of game it describes.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bouton_core::{InputError, Limits, Mishap, Side};
use starlark::environment::FrozenModule;
use starlark::syntax::AstModule;
use starlark::values::{Heap, OwnedFrozenValue, Value};

use crate::fault::Fault;
use crate::library::{GLOBALS, Given, Parameter, dialect};
use crate::machine::{Broken, evaluate, too_many_steps};
use crate::notation::Shape;
use crate::plain::Plain;
use crate::request::{Functions, Trouble, on_heap};
use crate::rules::Rules;

/// A function that a file may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Function {
    Moves,
    Left,
    Right,
    Outcome,
    Score,
    Turn,
    Summands,
    Canonical,
    PliesLeft,
    Parse,
    Show,
    Draw,
    Positions,
    /// One of `strategies`.
    Strategy(u8),
}

impl Function {
    const NAMED: [(Self, &'static str); 13] = [
        (Self::Moves, "moves"),
        (Self::Left, "left"),
        (Self::Right, "right"),
        (Self::Outcome, "outcome"),
        (Self::Score, "score"),
        (Self::Turn, "turn"),
        (Self::Summands, "summands"),
        (Self::Canonical, "canonical"),
        (Self::PliesLeft, "plies_left"),
        (Self::Parse, "parse"),
        (Self::Show, "show"),
        (Self::Draw, "draw"),
        (Self::Positions, "positions"),
    ];

    /// Its place among the functions of a file.
    pub(crate) fn place(self) -> usize {
        match self {
            Self::Strategy(n) => Self::NAMED.len() + usize::from(n),
            named => named.named_place(),
        }
    }

    fn named_place(self) -> usize {
        let place = Self::NAMED
            .iter()
            .position(|(function, _)| *function == self);
        place.expect("invariant: every function but strategies has a name")
    }
}

/// Names of a file that mean something and are no functions.
const VALUES: [&str; 7] = [
    "name",
    "rules",
    "source",
    "start",
    "last",
    "points",
    "strategies",
];

/// What kind of game a file describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Both players share every move and who makes the last one wins.
    Impartial,
    /// Won, drawn or lost.
    Outcome,
    /// Points are counted.
    Points,
    /// Left and Right have moves of their own and who makes the last one wins.
    Partizan,
}

/// A rule file, read, with its parameters.
pub struct RuleFile {
    id: u64,
    path: Arc<str>,
    text: Arc<str>,
    name: String,
    rules: String,
    source: String,
    parameters: Vec<Parameter>,
    functions: Vec<Option<OwnedFrozenValue>>,
    strategies: Vec<String>,
    start: Option<Plain>,
    shape: Shape,
    kind: Kind,
    last_wins: bool,
    /// All names at its top level.
    names: Vec<String>,
    question: Mutex<Limits>,
    mishap: Mutex<Option<Mishap>>,
    broken: AtomicBool,
}

impl std::fmt::Debug for RuleFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RuleFile").field(&self.path).finish()
    }
}

impl RuleFile {
    /// Reads the file at `path`, with the parameters given after its name.
    ///
    /// # Errors
    /// A file that cannot be read, or does not describe a game.
    pub fn read(path: &str, parameters: Option<&str>) -> Result<Arc<Self>, Fault> {
        let shown: Arc<str> = path.into();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Fault::new(&shown, format!("the file cannot be read: {error}")))?;
        Self::of(path, &text, parameters)
    }

    /// The game that `text` describes, as if it stood in a file at `path`.
    ///
    /// # Errors
    /// A text that does not describe a game.
    pub fn of(path: &str, text: &str, parameters: Option<&str>) -> Result<Arc<Self>, Fault> {
        let path: Arc<str> = path.into();
        let ast = AstModule::parse(&path, text.to_owned(), &dialect());
        let ast = ast.map_err(|error| Fault::of(&path, &error))?;
        let read = || {
            evaluate(
                |_, evaluator| evaluator.eval_module(ast, &GLOBALS),
                |module| module.freeze(),
            )
        };
        let (module, asked, left) = Given::of(parameters).to(read);
        let module = module.map_err(|broken| match broken {
            Broken::Error(error) => Fault::of(&path, &error),
            Broken::Steps(error) => Fault::of(&path, &error).saying(too_many_steps()),
            Broken::Panic(message) => Fault::new(
                &path,
                format!("Starlark gave up, most likely for want of memory: {message}"),
            ),
        })?;
        let module = module.map_err(|error| Fault::new(&path, error.err_msg))?;
        if let Some(extra) = left.first() {
            let message = format!(
                "the file asks for {} parameters, and {extra:?} is one too many",
                asked.len()
            );
            return Err(Fault::new(&path, message));
        }
        let names = Names {
            path: &path,
            text,
            module: &module,
        };
        names.file(asked).map(Arc::new)
    }

    /// A number that no other file has, read now or later.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// Its path, as it was given.
    pub(crate) fn path(&self) -> &Arc<str> {
        &self.path
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules in words, or "".
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Where the game is from, or "".
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The parameters that it takes.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The usual start.
    pub fn start(&self) -> Option<&Plain> {
        self.start.as_ref()
    }

    /// What kind of game it is.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether the file says that every line of play ends.
    pub fn is_loopfree(&self) -> bool {
        self.has(Function::PliesLeft)
    }

    /// The names of its strategies.
    pub fn strategies(&self) -> &[String] {
        &self.strategies
    }

    /// The names at its top level that mean nothing to the program, and those that do.
    pub(crate) fn names(&self) -> (Vec<&str>, Vec<&'static str>) {
        let functions = Function::NAMED.iter().map(|(_, name)| *name);
        let known: Vec<_> = functions.chain(VALUES).collect();
        let others = self.names.iter().map(String::as_str);
        (others.filter(|name| !known.contains(name)).collect(), known)
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    pub(crate) fn last_wins(&self) -> bool {
        self.last_wins
    }

    pub(crate) fn is_points(&self) -> bool {
        self.kind == Kind::Points
    }

    pub(crate) fn has(&self, function: Function) -> bool {
        self.functions[function.place()].is_some()
    }

    /// The function that says how play ended.
    pub(crate) fn end(&self) -> Option<Function> {
        [Function::Outcome, Function::Score]
            .into_iter()
            .find(|function| self.has(*function))
    }

    /// The function that lists the moves of a side.
    pub(crate) fn moves_of(&self, side: Side) -> Function {
        match (self.kind, side) {
            (Kind::Partizan, Side::Left) => Function::Left,
            (Kind::Partizan, Side::Right) => Function::Right,
            _ => Function::Moves,
        }
    }

    pub(crate) fn name_of(&self, function: Function) -> &str {
        match function {
            Function::Strategy(n) => &self.strategies[usize::from(n)],
            named => Function::NAMED[named.named_place()].1,
        }
    }

    /// The text of the file, and the bytes where a function is defined.
    pub(crate) fn place_of(&self, function: Function) -> Option<(&Arc<str>, Range<usize>)> {
        place_of(&self.text, self.name_of(function)).map(|span| (&self.text, span))
    }

    pub(crate) fn functions<'v>(&self, heap: Heap<'v>) -> Functions<'v> {
        on_heap(heap, &self.functions)
    }

    /// The limits of the question that is being answered.
    pub(crate) fn question(&self) -> MutexGuard<'_, Limits> {
        self.question.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a new question.
    pub(crate) fn begin(&self, limits: &Limits) {
        *self.question() = limits.clone();
        *self.trouble() = None;
        self.broken.store(false, Ordering::Relaxed);
    }

    /// Keeps the first trouble of a question.
    pub(crate) fn record(&self, trouble: Trouble) {
        let mishap = match trouble {
            Trouble::Fault(fault) => Mishap::Broken(fault.to_string()),
            Trouble::Stopped(reason) => Mishap::Stopped(reason),
        };
        self.trouble().get_or_insert(mishap);
        self.broken.store(true, Ordering::Relaxed);
    }

    /// Whether something went wrong since the question began.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    pub(crate) fn mishap(&self) -> Option<Mishap> {
        self.trouble().clone()
    }

    fn trouble(&self) -> MutexGuard<'_, Option<Mishap>> {
        self.mishap.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a position.
    ///
    /// # Errors
    /// A text that is no position.
    pub fn parse(self: &Arc<Self>, text: &str) -> Result<Plain, InputError> {
        Rules(self.clone()).parse(text)
    }

    /// How positions are written, by the example of the start.
    pub fn notation(self: &Arc<Self>) -> String {
        let start = self
            .start
            .as_ref()
            .map(|start| Rules(self.clone()).show(start));
        start.map_or_else(
            || "as the file says".into(),
            |start| format!("as its start, {start}"),
        )
    }

    /// Reads a position without `parse`.
    pub(crate) fn parse_plain(&self, text: &str) -> Result<Plain, InputError> {
        self.shape.parse(text)
    }
}

/// Where `def name(` or `name =` begins a line.
fn place_of(text: &str, name: &str) -> Option<Range<usize>> {
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

/// What the comment lines that a file opens with say: the rules, and behind `Source:` where they are from.
fn opening(text: &str) -> (String, String) {
    let lines = text.lines().map_while(|line| line.strip_prefix('#'));
    let lines: Vec<_> = lines
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

/// The names of a file while it is being read.
struct Names<'n> {
    path: &'n Arc<str>,
    text: &'n str,
    module: &'n FrozenModule,
}

impl Names<'_> {
    fn file(&self, parameters: Vec<Parameter>) -> Result<RuleFile, Fault> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        let mut functions = Vec::new();
        for (_, name) in Function::NAMED {
            functions.push(self.function(name)?);
        }
        let strategies = self.strategies(&mut functions)?;
        let has = |function: Function| functions[function.place()].is_some();
        let last_wins = self.last()?;
        let kind = self.kind(&has, last_wins)?;
        let start = self.start()?;
        let (rules, source) = opening(self.text);
        let stem = Path::new(&**self.path).file_stem();
        let stem = stem.map_or_else(
            || self.path.to_string(),
            |stem| stem.to_string_lossy().into(),
        );
        Ok(RuleFile {
            id: IDS.fetch_add(1, Ordering::Relaxed),
            path: self.path.clone(),
            text: self.text.into(),
            name: self.string("name")?.unwrap_or(stem),
            rules: self.string("rules")?.unwrap_or(rules),
            source: self.string("source")?.unwrap_or(source),
            parameters,
            strategies,
            shape: start.as_ref().map_or(Shape::Other, Shape::of),
            start,
            kind,
            last_wins,
            names: self
                .module
                .names()
                .map(|name| name.as_str().to_owned())
                .collect(),
            functions,
            question: Mutex::default(),
            mishap: Mutex::default(),
            broken: AtomicBool::new(false),
        })
    }

    fn get(&self, name: &str) -> Option<OwnedFrozenValue> {
        self.module.get_option(name).ok().flatten()
    }

    /// A fault at the line that defines `name`.
    fn wrong(&self, name: &str, message: impl Into<String>) -> Fault {
        let fault = Fault::new(self.path, message);
        match place_of(self.text, name) {
            Some(span) => fault.at((&self.text.into(), span)),
            None => fault,
        }
    }

    fn function(&self, name: &str) -> Result<Option<OwnedFrozenValue>, Fault> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        if value.value().get_type() == "function" {
            return Ok(Some(value));
        }
        Err(self.wrong(
            name,
            format!(
                "{name} must be a function, found {}",
                value.value().get_type()
            ),
        ))
    }

    fn string(&self, name: &str) -> Result<Option<String>, Fault> {
        let Some(value) = self.get(name) else {
            return Ok(None);
        };
        let text = value.value().unpack_str().map(str::to_owned);
        text.map(Some)
            .ok_or_else(|| self.wrong(name, format!("{name} must be a string")))
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

    fn start(&self) -> Result<Option<Plain>, Fault> {
        let start = self.get("start").map(|start| Plain::of(start.value()));
        start
            .transpose()
            .map_err(|error| self.wrong("start", error.sentence("start")))
    }

    /// The names of the strategies; their functions go behind the others.
    fn strategies(
        &self,
        functions: &mut Vec<Option<OwnedFrozenValue>>,
    ) -> Result<Vec<String>, Fault> {
        let Some(value) = self.get("strategies") else {
            return Ok(Vec::new());
        };
        let wrong = || {
            self.wrong(
                "strategies",
                "strategies must be a dict of at most 255 names, each with a function of a position",
            )
        };
        let dict = value.value();
        let dict = starlark::values::dict::DictRef::from_value(dict).ok_or_else(wrong)?;
        let mut names = Vec::new();
        for (name, function) in dict.iter() {
            let name = name.unpack_str().ok_or_else(wrong)?;
            if function.get_type() != "function" || names.len() == 255 {
                return Err(wrong());
            }
            names.push(name.to_owned());
            functions.push(Some(value.map(|_| frozen(function))));
        }
        Ok(names)
    }

    fn kind(&self, has: &impl Fn(Function) -> bool, last_wins: bool) -> Result<Kind, Fault> {
        let points = match self.get("points") {
            None => false,
            Some(value) => value
                .value()
                .unpack_bool()
                .ok_or_else(|| self.wrong("points", "points must be True or False"))?,
        };
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
        if has(Function::Outcome) && (has(Function::Score) || points) {
            return Err(self.wrong("outcome", "a game has outcome or counts points, not both"));
        }
        let partizan = has(Function::Left);
        let shared =
            !(has(Function::Outcome) || has(Function::Score) || points || has(Function::Turn));
        if partizan && !shared {
            return Err(self.wrong(
                "left",
                "with left and right the last to move wins: outcome, score, points and turn go with moves only",
            ));
        }
        let impartial = !partizan && shared && last_wins;
        if has(Function::Summands) && !impartial {
            return Err(self.wrong(
                "summands",
                "summands need a game in which both share all moves and the last to move wins",
            ));
        }
        Ok(if partizan {
            Kind::Partizan
        } else if has(Function::Score) || points {
            Kind::Points
        } else if impartial {
            Kind::Impartial
        } else {
            Kind::Outcome
        })
    }

    fn no_moves(&self) -> Fault {
        let near = [
            "move",
            "options",
            "get_moves",
            "legal_moves",
            "possible_moves",
            "actions",
        ];
        let near = near.into_iter().find(|name| self.get(name).is_some());
        let message = "the file has no function moves(position), nor left and right";
        match near {
            Some(near) => self.wrong(near, format!("{message}; is {near} meant?")),
            None => Fault::new(self.path, message),
        }
    }
}

/// The value of a frozen module's value is frozen.
fn frozen(value: Value) -> starlark::values::FrozenValue {
    value
        .unpack_frozen()
        .expect("invariant: what is in a frozen module is frozen")
}
