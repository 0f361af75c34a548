//! [`RuleFile`]: a parsed rule file: its functions, its start, and the kind of game that it describes.

use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Read;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bouton_core::scene::{Figure, Owner, Scene, Set};
use bouton_core::{InputError, Limits, Oracle, Origin, Side, StopReason};
use bouton_external::Kind;
use bouton_language::{Error, Machine, Stop, Value, taken};

use crate::fault::{Fault, Trouble};
use crate::form::Forms;
use crate::function::Function;
use crate::growth::{Reach, Way};
use crate::large::Samples;
use crate::library::{Desk, Parameter};
use crate::nearly::nearly;
use crate::notation::{Shape, literal, shortened, written};
use crate::plain::Plain;
use crate::reading::{FileContents, Names, place_of};

use crate::rewriting::Rewritings;

/// Names with a meaning in a file that are not functions.
const VALUES: &str =
    "name rules source start last points labelled strategies figures owners coordinates seat";

/// A rule file with its parameters, after reading.
pub struct RuleFile {
    id: u64,
    path: Arc<str>,
    text: Arc<str>,
    /// The text as it stands in the file, which identifies it.
    raw: Arc<str>,
    /// The parameters as given.
    given: Option<String>,
    told: FileContents,
    forms: Forms,
    question: Mutex<Question>,
    /// The line that ran when a limit was reached.
    stopped: Mutex<Option<String>>,
    reach: Mutex<Reach>,
    samples: Mutex<Samples>,
    /// The number of positions examined whose moves must lower `plies_left`.
    heights: AtomicU64,
}

/// The first positions of a file at which every move is checked to lower `plies_left`; beyond these, one position in
/// [`SEEN_OF`] is checked: checking all would take a fifth of the time.
const SEEN: u64 = 256;
const SEEN_OF: u64 = 16;

/// The most bytes of a file.
const LONGEST: u64 = 1 << 20;
/// A call that was stopped before it took this many steps is not why a limit was reached.
const LONG: u64 = 1 << 20;

/// The last file that was read.
static LATEST: Mutex<Option<Arc<RuleFile>>> = Mutex::new(None);

/// The reason why a query reached a limit, if it was about the file that this process read last. In a process for one file,
/// that is the file.
pub fn growth() -> Option<String> {
    lock(&LATEST).as_ref()?.growth()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The text of a file, whose length is limited.
fn text(path: &str) -> Result<String, Fault> {
    let read = read_text(path);
    read.map_err(|why| Fault::new(&path.into(), format!("the file cannot be read: {why}")))
}

fn read_text(path: &str) -> Result<String, String> {
    let told = |error: std::io::Error| error.to_string();
    if !std::fs::metadata(path).map_err(told)?.is_file() {
        return Err("expected a file, found a folder or a device".into());
    }
    let file = std::fs::File::open(path).map_err(told)?;
    let mut text = String::new();
    file.take(LONGEST + 1)
        .read_to_string(&mut text)
        .map_err(told)?;
    if text.len() as u64 > LONGEST {
        return Err(format!("it is longer than {} MB", LONGEST >> 20));
    }
    Ok(text)
}

/// A text without the mark that some editors put first, and without the return that they put at the end of each line.
fn plain(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    match text.contains("\r\n") {
        true => text.replace("\r\n", "\n").into(),
        false => text.into(),
    }
}

const CALLED: &str = "it is called with the position (`turn` with the one before and the one after): take a tuple apart within, `a, b = position`";

/// The limits of a question, and of the calls that it makes.
struct Question {
    limits: Limits,
    calls: bouton_language::Limits,
}

impl Question {
    fn of(limits: &Limits) -> Self {
        let own = limits.clone();
        // A solver whose budget is spent stops between two calls, and keeps what it has found.
        let ask = Arc::new(move || {
            own.check_all_but_budget()
                .err()
                .map(|reason| reason.to_string())
        });
        Self {
            limits: limits.clone(),
            calls: bouton_language::Limits {
                ask,
                ..bouton_language::Limits::default()
            },
        }
    }

    /// The limits of a call beside the data that is held already.
    fn allowed(&self) -> bouton_language::Limits {
        let left = self
            .limits
            .left()
            .map(|left| usize::try_from(left).unwrap_or(usize::MAX));
        bouton_language::Limits {
            memory: left.unwrap_or(self.calls.memory),
            ..self.calls.clone()
        }
    }
}

thread_local! {
    /// The machine that has read a file, until its functions are asked.
    static READ: RefCell<Option<(u64, Machine)>> = const { RefCell::new(None) };
}

/// Why work within these limits was stopped.
fn reason(limits: &Limits) -> StopReason {
    limits.check().err().unwrap_or(StopReason::Cancelled)
}

impl std::fmt::Debug for RuleFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RuleFile").field(&self.path).finish()
    }
}

impl Oracle for RuleFile {
    fn begin(&self, limits: &Limits) {
        *lock(&self.question) = Question::of(limits);
        *lock(&self.stopped) = None;
    }

    fn growth(&self) -> Option<String> {
        let look = format!("`bouton check {}` looks for the line of play", self.path);
        // The range is free again before it is read for the way.
        let outgrown = self.reach().outgrown(&look);
        outgrown
            .or_else(|| self.way_to_law())
            .or_else(|| lock(&self.stopped).clone())
    }
}

impl RuleFile {
    /// Whether the moves of the next position are checked to lower `plies_left`.
    pub(crate) fn sees_heights(&self) -> bool {
        self.has(Function::PliesLeft) && {
            let before = self.heights.fetch_add(1, Ordering::Relaxed);
            before < SEEN || before.is_multiple_of(SEEN_OF)
        }
    }

    /// Reads the file at `path`, with the parameters given after its name.
    ///
    /// # Errors
    /// If the file cannot be read, or does not describe a game.
    pub fn read(path: &str, parameters: Option<&str>) -> Result<Arc<Self>, Fault> {
        Self::of(path, &text(path)?, parameters)
    }

    /// The game that `text` describes, as if it were a file at `path`.
    ///
    /// # Errors
    /// If the text does not describe a game.
    pub fn of(path: &str, text: &str, parameters: Option<&str>) -> Result<Arc<Self>, Fault> {
        let read = Self::within(path, Some(text), parameters, &Limits::default());
        read.map_err(|trouble| trouble.into_fault(path))
    }

    /// The game that `text`, or else the file at `path`, describes; it is read within limits.
    ///
    /// # Errors
    /// If the text does not describe a game, or a limit is reached.
    pub fn within(
        path: &str,
        given: Option<&str>,
        parameters: Option<&str>,
        limits: &Limits,
    ) -> Result<Arc<Self>, Trouble> {
        let text = given.map_or_else(|| text(path).map(Cow::Owned), |text| Ok(text.into()))?;
        Self::told(path, &text, parameters, limits, |names, asked| {
            names.told(asked)
        })
    }

    /// Reads the file at `path` for one of its functions, a strategy of some game.
    pub(crate) fn read_for(path: &str, function: &str) -> Result<Arc<Self>, Trouble> {
        let (text, limits) = (text(path)?, Limits::default());
        Self::told(path, &text, None, &limits, |names, _| {
            names.strategy(function)
        })
    }

    fn told(
        path: &str,
        raw: &str,
        parameters: Option<&str>,
        limits: &Limits,
        tell: impl FnOnce(&Names<'_>, Vec<Parameter>) -> Result<FileContents, Fault>,
    ) -> Result<Arc<Self>, Trouble> {
        static IDS: AtomicU64 = AtomicU64::new(0);
        let (path, text): (Arc<str>, Arc<str>) = (path.into(), plain(raw).into());
        let desk = Desk::of(parameters, false);
        let mut machine = Machine::new(Box::new(desk.clone()));
        let read = machine.read(&text, &Question::of(limits).allowed());
        read.map_err(|error| {
            let fault = Fault::of(&path, &text, &error);
            match error.stop() {
                None => Trouble::Fault(fault),
                Some(Stop::Asked) => Trouble::Stopped(reason(limits)),
                Some(_) => Trouble::Overrun(fault),
            }
        })?;
        let given = desk.take();
        let (asked, extra) = given
            .map(|mut given| (given.asked, given.left.next()))
            .unwrap_or_default();
        if let Some(extra) = extra {
            let message = format!(
                "expected {} parameters, found one more: {extra:?}",
                asked.len()
            );
            return Err(Fault::new(&path, message).into());
        }
        let names = Names {
            path: &path,
            text: &text,
            machine: &machine,
        };
        let told = tell(&names, asked)?;
        let mut reach = Reach::default();
        if let Some(start) = &told.start {
            reach.ask(&start.extent());
        }
        let file = Arc::new(Self {
            id: IDS.fetch_add(1, Ordering::Relaxed),
            forms: Forms::of(told.start.as_ref(), told.labelled),
            told,
            text,
            raw: raw.into(),
            given: parameters.map(str::to_owned),
            path,
            question: Mutex::new(Question::of(limits)),
            stopped: Mutex::default(),
            reach: Mutex::new(reach),
            samples: Mutex::default(),
            heights: AtomicU64::default(),
        });
        READ.set(Some((file.id(), machine)));
        *lock(&LATEST) = Some(file.clone());
        Ok(file)
    }

    /// A machine that has read the file, for this thread.
    pub(crate) fn machine(&self) -> Result<Machine, Trouble> {
        if let Some((_, machine)) = READ.take().filter(|(id, _)| *id == self.id()) {
            return Ok(machine);
        }
        let desk = Desk::of(self.given.as_deref(), true);
        let mut machine = Machine::new(Box::new(desk.clone()));
        let read = machine.read(&self.text, &self.allowed());
        desk.take();
        read.map_err(|error| {
            let fault = Fault::of(&self.path, &self.text, &error);
            self.trouble(fault, error.stop())
        })?;
        Ok(machine)
    }

    /// Its functions in a machine that has read it, by [`Function::place`].
    pub(crate) fn functions(&self, machine: &Machine) -> Vec<Option<Value>> {
        let functions = self.told.functions.iter();
        let found = functions.map(|defined| defined.as_ref()?.of(machine));
        found.collect()
    }

    /// The limits of a call.
    pub(crate) fn allowed(&self) -> bouton_language::Limits {
        lock(&self.question).allowed()
    }

    /// Counts the work of a call.
    pub(crate) fn count(&self, work: u64) {
        lock(&self.question).limits.count(work);
    }

    /// The reason why a call has no result: a mistake, or a limit.
    pub(crate) fn trouble(&self, fault: Fault, stop: Option<Stop>) -> Trouble {
        match stop {
            None => Trouble::Fault(fault),
            Some(Stop::Asked) => {
                if taken() > LONG {
                    *lock(&self.stopped) = Some(fault.in_a_line());
                }
                Trouble::Stopped(reason(&lock(&self.question).limits))
            }
            Some(_) => Trouble::Overrun(fault),
        }
    }

    /// The error of a function that was called with some values.
    pub(crate) fn error(&self, function: Function, given: &[Value], error: &Error) -> Trouble {
        let fault = Fault::of(&self.path, &self.text, error);
        let fault = match error.span().is_none() && error.stop().is_none() {
            // The arguments do not fit.
            true => fault.saying(format!("{}: {CALLED}", error.message())),
            false => fault,
        };
        let given = given.iter().map(|value| shortened(&written(value)));
        let given: Vec<_> = given.collect();
        let call = format!("{}({})", self.name_of(function), given.join(", "));
        let fault = fault.at_least(self.place_of(function)).during(call);
        self.trouble(fault, error.stop())
    }

    /// The way to an answer for numbers that are too large for a search, if moves take from heaps and nothing but the last move
    /// decides.
    fn way_to_law(&self) -> Option<String> {
        let others = [Function::Outcome, Function::Score, Function::Turn];
        let kind = self.told.kind;
        let is_of_heaps = !kind.has_sides()
            && !kind.counts_points()
            && !others.iter().any(|other| self.has(*other));
        let largest = self.reach().asked().reach(Way::Up);
        is_of_heaps.then(|| self.samples().way_to_law(largest, !self.told.last_wins))?
    }

    /// The moves at some of its positions so far.
    pub(crate) fn samples(&self) -> MutexGuard<'_, Samples> {
        lock(&self.samples)
    }

    /// The range of its positions so far.
    pub(crate) fn reach(&self) -> MutexGuard<'_, Reach> {
        lock(&self.reach)
    }

    /// A number that no other file has, read before or later.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// The file's origin, by its contents.
    pub(crate) fn origin(&self) -> Origin {
        let terms = self
            .given
            .as_ref()
            .map_or_else(String::new, |given| format!(":{given}"));
        Origin::of(&self.raw, &terms).folding(self.has(Function::Canonical))
    }

    /// Its path, as given.
    pub(crate) fn path(&self) -> &Arc<str> {
        &self.path
    }

    /// The name of the game.
    pub fn name(&self) -> &str {
        &self.told.name
    }

    /// The set of board and pieces with which it is drawn.
    pub(crate) fn figures(&self) -> Set {
        self.told.figures
    }

    /// The owner of a mark, by `owners` or by the set.
    pub(crate) fn owner(&self, mark: &str) -> Owner {
        let known = self.told.owners.iter().find(|(own, _)| own == mark);
        known.map_or_else(|| self.figures().owner(mark), |(_, owner)| *owner)
    }

    /// A scene with the set of board and pieces with which it is drawn, the names at its edges, and the side that it is seen from.
    pub fn drawn(&self, scene: Scene) -> Scene {
        let FileContents {
            figures,
            coordinates,
            seat,
            ..
        } = self.told;
        let scene = scene.with(figures).seen(seat);
        match scene.figure {
            Figure::Net { .. } => scene,
            _ => scene.named(coordinates),
        }
    }

    /// The rules in words, or "".
    pub fn rules(&self) -> &str {
        &self.told.rules
    }

    /// The source of the game, or "".
    pub fn source(&self) -> &str {
        &self.told.source
    }

    /// The parameters that it takes.
    pub fn parameters(&self) -> &[Parameter] {
        &self.told.parameters
    }

    /// The usual start.
    pub fn start(&self) -> Option<&Plain> {
        self.told.start.as_ref()
    }

    /// The kind of game that it describes.
    pub fn kind(&self) -> Kind {
        self.told.kind
    }

    /// Whether the file says that every line of play ends.
    pub fn is_loopfree(&self) -> bool {
        self.has(Function::PliesLeft)
    }

    /// The names of its strategies.
    pub fn strategies(&self) -> &[String] {
        &self.told.strategies
    }

    /// The names at its top level without a meaning, and the known names that are missing.
    pub(crate) fn names(&self) -> (Vec<&str>, Vec<&'static str>) {
        let functions = Function::NAMED.iter().map(|(_, name)| *name);
        let known: Vec<_> = functions.chain(VALUES.split(' ')).collect();
        let here: Vec<_> = self.told.names.iter().map(String::as_str).collect();
        let is_missing = |name: &&str| !here.contains(name);
        let missing = known.iter().copied().filter(is_missing).collect();
        let others = here.iter().copied().filter(|name| !known.contains(name));
        (others.collect(), missing)
    }

    /// How entries of lists of moves are read.
    pub(crate) fn forms(&self) -> &Forms {
        &self.forms
    }

    pub(crate) fn shape(&self) -> Shape {
        self.told.shape
    }

    pub(crate) fn last_wins(&self) -> bool {
        self.told.last_wins
    }

    /// Whether the end itself gives points, as seen by the player who is to move then.
    pub fn scores_the_end(&self) -> bool {
        self.has(Function::Score)
    }

    pub(crate) fn is_points(&self) -> bool {
        self.told.kind.counts_points()
    }

    /// The moves of a function that is a list of rewritings.
    pub(crate) fn rewritten(&self, function: Function) -> Option<&Rewritings> {
        self.told.rewritings.get(function.place())?.as_ref()
    }

    /// The rewritings of Left and of Right, as pairs of words, if nothing else decides the game.
    pub fn rewritings(&self) -> Option<[Vec<[String; 2]>; 2]> {
        if self.kind() != Kind::Partizan {
            return None;
        }
        let [left, right] = [Function::Left, Function::Right].map(|own| self.rewritten(own));
        Some([left?.0.clone(), right?.0.clone()])
    }

    pub(crate) fn has(&self, function: Function) -> bool {
        self.told.functions[function.place()].is_some()
    }

    /// The function that gives the result at the end of play.
    pub(crate) fn end(&self) -> Option<Function> {
        [Function::Outcome, Function::Score]
            .into_iter()
            .find(|function| self.has(*function))
    }

    /// The function that lists the moves of a side.
    pub(crate) fn moves_of(&self, side: Side) -> Function {
        match (self.told.kind, side) {
            (Kind::Partizan | Kind::PartizanPoints, Side::Left) => Function::Left,
            (Kind::Partizan | Kind::PartizanPoints, Side::Right) => Function::Right,
            _ => Function::Moves,
        }
    }

    /// The text of the file, and the bytes where a function is defined.
    pub(crate) fn place_of(&self, function: Function) -> Option<(&Arc<str>, Range<usize>)> {
        place_of(&self.text, self.name_of(function)).map(|span| (&self.text, span))
    }

    pub(crate) fn name_of(&self, function: Function) -> &str {
        match function {
            Function::Strategy(n) => &self.told.strategies[usize::from(n)],
            named => Function::NAMED[named.named_place()].1,
        }
    }

    /// A fault of a function at a position.
    pub(crate) fn fault(
        &self,
        function: Function,
        at: &Plain,
        message: impl Into<String>,
    ) -> Fault {
        let call = format!("{}({})", self.name_of(function), shortened(&literal(at)));
        Fault::new(&self.path, message)
            .at_least(self.place_of(function))
            .during(call)
    }

    /// The name at its top level that was probably meant by a missing one.
    pub fn meant_for(&self, name: &str) -> Option<&str> {
        let (others, missing) = self.names();
        let is_missing = missing.contains(&name);
        let near = others.into_iter().find(|other| nearly(other, name));
        near.filter(|_| is_missing)
    }

    /// Reads a position without `parse`.
    ///
    /// Letters that no rewriting has are refused: no player could ever move there, so they are most likely a slip.
    pub(crate) fn parse_plain(&self, text: &str) -> Result<Plain, InputError> {
        let read = self.told.shape.parse(text)?;
        let Some(letters) = &self.told.letters else {
            return Ok(read);
        };
        match text.char_indices().find(|(_, own)| !letters.contains(own)) {
            None => Ok(read),
            Some((at, own)) => {
                let known: String = letters.iter().collect();
                let message = format!(
                    "expected letters of the rewritings or of start: {known:?}; found {own:?}"
                );
                Err(InputError::new(message, text, at..at + own.len_utf8()))
            }
        }
    }
}
