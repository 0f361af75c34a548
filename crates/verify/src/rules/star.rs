//! Games in rule files, whose text is in the certificate: `docs/rule-files.md` defines their names. Starlark evaluates the
//! text; no other code is shared with the implementation for solvers.
//!
//! `moves`, `left` and `right` may be lists of rewritings in place of functions: pairs of words, of which a move replaces the
//! first by the second anywhere in a position, which is a word.
//!
//! Every position is examined by `moves`, `left`, `right`, `turn`, `outcome` and `score`. Claims of the rules about
//! themselves are not trusted: `negative` and `plies_left` are not called, and `canonical` and `summands` only if the claim
//! states this condition. If there is `plies_left`, endless play is not taken as a draw, nor as ended.
//!
//! A position is the side to move, then its data in numbers.

mod data;
mod dialect;
mod evaluation;
mod form;
mod nesting;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use starlark::eval::Evaluator;
use starlark::values::{OwnedFrozenValue, Value};

use super::{Brought, Position, Rules, Step};
use crate::Refusal;
use crate::obligation::Obligation;
use crate::shown::brief;
use data::{as_ints, as_text, items, literal, read, value};
use evaluation::{Limits, Text, wrong};
use form::parts;

/// More moves at a position, or more parts, are refused.
const MOST_MOVES: usize = 1 << 16;
const MOST_PARTS: usize = 256;
/// Letters of a position times rewritings, and letters of all positions after its moves.
const MOST_REWRITTEN: usize = 1 << 24;

struct Star {
    text: Text,
    /// `moves`, or `left` and `right`.
    moves: [Moves; 2],
    outcome: Option<OwnedFrozenValue>,
    score: Option<OwnedFrozenValue>,
    turn: Option<OwnedFrozenValue>,
    parse: Option<OwnedFrozenValue>,
    show: Option<OwnedFrozenValue>,
    has_sides: bool,
    has_points: bool,
    /// Whether a player without a move loses.
    last_wins: bool,
    /// The value of `labelled`.
    labelled: Option<bool>,
    /// Whether endless play is a draw.
    is_drawn_endless: bool,
    start: Option<Position>,
    /// Trusted if they are present.
    canonical: Option<OwnedFrozenValue>,
    summands: Option<OwnedFrozenValue>,
    /// The last position, with its moves.
    latest: RefCell<Option<(Position, Rc<StarPosition>)>>,
    /// The first error.
    trouble: RefCell<Option<Refusal>>,
}

/// The moves of a player.
#[derive(Clone)]
enum Moves {
    Function(OwnedFrozenValue),
    /// Letters before a move, and after it.
    Rewriting(Vec<[String; 2]>),
}

impl Moves {
    fn of(name: &str, found: &OwnedFrozenValue) -> Result<Self, Refusal> {
        if found.value().get_type() == "function" {
            return Ok(Self::Function(found.clone()));
        }
        let word = |value: &Value<'_>| value.unpack_str().map(str::to_owned);
        let pair = |entry: &Value<'_>| match items(*entry) {
            Some([before, after]) => Some([word(before)?, word(after)?]),
            _ => None,
        };
        let pairs = items(found.value()).and_then(|list| list.iter().map(pair).collect());
        let pairs: Option<Vec<[String; 2]>> = pairs;
        let pairs = pairs.filter(|pairs| pairs.iter().all(|[before, _]| !before.is_empty()));
        pairs.map(Self::Rewriting).ok_or_else(|| {
            wrong(format!(
                "{name} must be a function, or a list of pairs of words"
            ))
        })
    }
}

/// The words after all moves from a word: by each rewriting in turn, from the left. `None` if they are too many.
fn rewritten(word: &str, rules: &[[String; 2]]) -> Option<Vec<String>> {
    if word.len() * rules.len() > MOST_REWRITTEN {
        return None;
    }
    let (mut words, mut held) = (Vec::new(), 0);
    for [before, after] in rules {
        for (at, _) in word.char_indices() {
            if let Some(rest) = word[at..].strip_prefix(before.as_str()) {
                held += word.len() + after.len();
                if held > MOST_REWRITTEN {
                    return None;
                }
                words.push([&word[..at], after, rest].concat());
            }
        }
    }
    Some(words)
}

/// A position as evaluated by the rules.
#[derive(Default)]
struct StarPosition {
    end: Option<i64>,
    steps: Vec<Step>,
}

/// The rules in a text, with the parameters after the file's name.
pub(super) fn open(
    text: &str,
    parameters: Option<&str>,
    brought: Brought<'_>,
) -> Result<Box<dyn Rules>, Refusal> {
    let given: Vec<&str> = parameters
        .into_iter()
        .flat_map(|text| text.split(',').map(str::trim))
        .collect();
    let text = Text::read(text, &given, Limits::begin(brought.bounds))?;
    let function = |name: &str| match text.get(name) {
        Some(found) if found.value().get_type() != "function" => {
            Err(wrong(format!("{name} must be a function")))
        }
        found => Ok(found),
    };
    let moves = |name: &str| {
        text.get(name)
            .map(|found| Moves::of(name, &found))
            .transpose()
    };
    let [moves, left, right] = [moves("moves")?, moves("left")?, moves("right")?];
    let has_sides = left.is_some();
    let moves = match (moves, left, right) {
        (Some(moves), None, None) => [moves.clone(), moves],
        (None, Some(left), Some(right)) => [left, right],
        _ => return Err(wrong("expected moves, or left and right")),
    };
    let [outcome, score, turn] = [function("outcome")?, function("score")?, function("turn")?];
    let truth = |name: &str| {
        let found = text.get(name).map(|found| found.value().unpack_bool());
        found.map(|truth| truth.ok_or_else(|| wrong(format!("{name} must be True or False"))))
    };
    let counts = truth("points").transpose()?.unwrap_or_default();
    let has_points = counts || score.is_some();
    let is_both = outcome.is_some() && has_points;
    let last = text.get("last");
    let is_decided = outcome.is_some() || turn.is_some() || has_points && last.is_some();
    Obligation::OneAim.demand(!(is_both || has_sides && is_decided), || {
        wrong("expected one aim: outcome, points, or with left and right the last move or points")
    })?;
    let last_wins = match last.as_ref().map(|last| last.value().unpack_str()) {
        None | Some(Some("wins")) => true,
        Some(Some("loses")) => false,
        _ => return Err(wrong("last must be \"wins\" or \"loses\"")),
    };
    let believed = |name: &str| match brought.believes {
        true => function(name),
        false => Ok(None),
    };
    let start = text.get("start").map(|start| read(start.value()));
    let start = start.transpose()?;
    Ok(Box::new(Star {
        moves,
        outcome,
        score,
        turn,
        parse: function("parse")?,
        show: function("show")?,
        has_sides,
        has_points,
        last_wins,
        labelled: truth("labelled").transpose()?,
        is_drawn_endless: function("plies_left")?.is_none() && !has_sides && !has_points,
        start,
        canonical: believed("canonical")?,
        summands: believed("summands")?,
        text,
        latest: RefCell::default(),
        trouble: RefCell::default(),
    }))
}

type CallResult<T> = starlark::Result<Result<T, Refusal>>;

/// Returns early with the error.
macro_rules! told {
    ($told:expr) => {
        match $told {
            Ok(told) => told,
            Err(why) => return Ok(Err(why)),
        }
    };
}

impl Star {
    fn call<'v>(
        evaluator: &mut Evaluator<'v, '_, '_>,
        function: &OwnedFrozenValue,
        arguments: &[Value<'v>],
    ) -> starlark::Result<Value<'v>> {
        let function = evaluator.heap().access_owned_frozen_value(function);
        evaluator.eval_function(function, arguments, &[])
    }

    fn look_by<'v>(
        &self,
        evaluator: &mut Evaluator<'v, '_, '_>,
        at: &[i64],
    ) -> CallResult<StarPosition> {
        let here = value(&at[1..], evaluator.heap()).0;
        let score = self.score.as_ref().filter(|_| !self.has_sides);
        for (end, is_score) in [(self.outcome.as_ref(), false), (score, true)] {
            let Some(end) = end else { continue };
            let end = Self::call(evaluator, end, &[here])?;
            if !end.is_none() {
                let end = told!(worth(end, is_score));
                let steps = Vec::new();
                return Ok(Ok(StarPosition {
                    end: Some(end),
                    steps,
                }));
            }
        }
        let listed = match &self.moves[at[0] as usize] {
            Moves::Function(moves) => Self::call(evaluator, moves, &[here])?,
            Moves::Rewriting(rules) => {
                let Some(word) = here.unpack_str() else {
                    return Ok(Err(wrong("expected a position that is a word")));
                };
                match rewritten(word, rules) {
                    Some(words) => evaluator.heap().alloc(words),
                    None => return Ok(Err(too_long(Some(&[]), MOST_MOVES, "moves"))),
                }
            }
        };
        let listed = items(listed);
        let fits = |listed: &&[Value<'_>]| listed.len() <= MOST_MOVES;
        let Some(listed) = listed.filter(fits) else {
            return Ok(Err(too_long(listed, MOST_MOVES, "moves")));
        };
        if listed.is_empty() {
            if let Some(score) = self.score.as_ref().filter(|_| self.has_sides) {
                let score = Self::call(evaluator, score, &[here])?;
                let end = Some(told!(stuck(score, at[0])));
                let steps = Vec::new();
                return Ok(Ok(StarPosition { end, steps }));
            }
            if self.score.is_some() {
                return Ok(Err(wrong(
                    "no move is left, but score says None: play goes on",
                )));
            }
            let end = match (self.has_points, self.last_wins) {
                (true, _) => 0,
                (false, true) => -1,
                (false, false) => 1,
            };
            return Ok(Ok(StarPosition {
                end: Some(end),
                steps: Vec::new(),
            }));
        }
        let (mut steps, mut held) = (Vec::new(), 0);
        for entry in listed {
            let before = &at[1..];
            let start = self.start.as_deref().unwrap_or(before);
            let (next, gain) = told!(parts(*entry, [start, before], self.labelled));
            let gain = gain.map_or(Some(0), |gain| gain.unpack_i32());
            let gain = gain
                .map(i64::from)
                .filter(|gain| Obligation::GainsArePoints.met(*gain == 0 || self.has_points));
            let Some(gain) = gain else {
                return Ok(Err(wrong(
                    "a move earns what is no whole number, or in a game without points",
                )));
            };
            let again = match &self.turn {
                None => false,
                Some(turn) => match Self::call(evaluator, turn, &[here, next])?.unpack_str() {
                    Some("same") => true,
                    Some("other") => false,
                    _ => return Ok(Err(wrong("turn must return \"same\" or \"other\""))),
                },
            };
            let side = if self.has_sides { 1 - at[0] } else { 0 };
            let mut to = vec![side];
            to.extend(told!(read(next)));
            held += to.len() * size_of::<i64>() + size_of::<Step>();
            if held > self.text.room() {
                let why = "the positions after a move take more memory than is allowed";
                return Ok(Err(Refusal::Undecided(why.into())));
            }
            steps.push(Step { to, gain, again });
        }
        Ok(Ok(StarPosition { end: None, steps }))
    }

    fn look(&self, at: &[i64]) -> Rc<StarPosition> {
        if let Some((latest, look)) = &*self.latest.borrow()
            && latest == at
        {
            return look.clone();
        }
        let found = self.text.ask(|evaluator| self.look_by(evaluator, at));
        let look = Rc::new(self.noted(found).unwrap_or_default());
        *self.latest.borrow_mut() = Some((at.to_vec(), look.clone()));
        look
    }

    fn noted<T>(&self, found: Result<T, Refusal>) -> Option<T> {
        found
            .map_err(|why| self.trouble.borrow_mut().get_or_insert(why).clone())
            .ok()
    }

    /// Whether a position is written as the string that it is.
    fn has_words(&self) -> bool {
        let mut moves = self.moves.iter();
        as_text(self.start.as_deref().unwrap_or(&[])).is_some()
            || moves.any(|moves| matches!(moves, Moves::Rewriting(_)))
    }

    /// The letters that positions have: in a game of rewritings alone those of its words and of the start.
    fn letters(&self) -> Option<BTreeSet<char>> {
        let mut letters = BTreeSet::new();
        for moves in &self.moves {
            let Moves::Rewriting(rules) = moves else {
                return None;
            };
            letters.extend(rules.iter().flatten().flat_map(|word| word.chars()));
        }
        let start = self.start.as_deref().and_then(as_text);
        letters.extend(start.unwrap_or_default().chars());
        Some(letters)
    }

    /// The data of a position.
    fn data(&self, text: &str) -> Result<Position, Refusal> {
        if let Some(parse) = &self.parse {
            return self.text.ask(|evaluator| {
                let text = evaluator.heap().alloc(text);
                let at = Self::call(evaluator, parse, &[text])?;
                Ok(match at.is_none() {
                    true => Err(wrong("there is no such position")),
                    false => read(at),
                })
            });
        }
        let start = self.start.as_deref().unwrap_or(&[]);
        if self.has_words() {
            let unknown = |letters: BTreeSet<char>| text.chars().find(|own| !letters.contains(own));
            if let Some(own) = self.letters().and_then(unknown) {
                return Err(wrong(format!("no rewriting has the letter {own:?}")));
            }
            return self
                .text
                .ask(|evaluator| Ok(read(evaluator.heap().alloc(text))));
        }
        let is_int = |item: &str| item.trim().parse::<i128>().is_ok();
        let is_one = as_ints(start).is_none() && !text.contains(',');
        match text.split(',').all(is_int) && !is_one || text.is_empty() {
            true if text.is_empty() => self.text.literal("()"),
            true => self.text.literal(&format!("({text},)")),
            false => self.text.literal(text),
        }
    }
}

/// The error for a list that cannot be examined: it is not a list, or has more items than a check can process.
fn too_long(listed: Option<&[Value<'_>]>, most: usize, of: &str) -> Refusal {
    match listed {
        Some(_) => Refusal::Undecided(format!("the rules list more than {most} {of}")),
        None => wrong(format!("expected a list of {of}")),
    }
}

/// The result of `outcome` or `score`.
fn worth(end: Value<'_>, is_score: bool) -> Result<i64, Refusal> {
    if is_score {
        let points = end.unpack_i32().map(i64::from);
        return points.ok_or_else(|| wrong("score must return a whole number"));
    }
    match end.unpack_str() {
        Some("win") => Ok(1),
        Some("draw") => Ok(0),
        Some("loss") => Ok(-1),
        _ => Err(wrong(
            "outcome must return \"win\", \"draw\", \"loss\" or None",
        )),
    }
}

/// The result of `score` for the side that cannot move: Left's points minus Right's, or that if Left cannot and if Right cannot.
fn stuck(score: Value<'_>, side: i64) -> Result<i64, Refusal> {
    let points = match items(score) {
        Some([left, right]) => [left, right][side as usize].unpack_i32(),
        Some(_) => None,
        None => score.unpack_i32(),
    };
    let points = points.map(i64::from).ok_or_else(|| {
        wrong("score must return a whole number or a pair of them: if Left cannot move, if Right cannot")
    })?;
    Ok(if side == 0 { points } else { -points })
}

impl Rules for Star {
    fn options(&self, at: &[i64], see: &mut dyn FnMut(Step)) {
        for step in &self.look(at).steps {
            see(step.clone());
        }
    }

    fn end(&self, at: &[i64]) -> Option<i64> {
        self.look(at).end
    }

    /// The position with this text, if the text is in its normal form.
    fn parse(&self, text: &str, right: bool) -> Result<Position, String> {
        let data = self.data(text).map_err(Refusal::into_message)?;
        let at = [&[i64::from(right)], &data[..]].concat();
        let shown = self.show(&at);
        self.trouble().map_err(Refusal::into_message)?;
        match Obligation::AsWritten.met(shown == text) {
            true => Ok(at),
            false => Err(format!(
                "expected the position as the rules write it, {}",
                brief(&shown)
            )),
        }
    }

    fn show(&self, at: &[i64]) -> String {
        let at = &at[1..];
        if let Some(show) = &self.show {
            let shown = self.text.ask(|evaluator| {
                let here = value(at, evaluator.heap()).0;
                Ok(read(Self::call(evaluator, show, &[here])?))
            });
            let shown = self.noted(shown).unwrap_or_default();
            return as_text(&shown).unwrap_or_else(|| literal(&shown));
        }
        let start = self.start.as_deref().unwrap_or(&[]);
        if self.has_words()
            && let Some(text) = as_text(at)
        {
            return text;
        }
        match as_ints(at) {
            Some(ints) if as_ints(start).is_some() || ints.len() > 1 => ints.join(","),
            _ => literal(at),
        }
    }

    fn is_rights(&self, at: &[i64]) -> bool {
        at[0] == 1
    }

    fn has_sides(&self) -> bool {
        self.has_sides
    }

    fn is_impartial(&self) -> bool {
        let has_ends = self.outcome.is_some() || self.has_points || self.turn.is_some();
        self.last_wins && !self.has_sides && !has_ends
    }

    /// The checker does not prove that `plies_left` decreases.
    fn is_known_to_end(&self) -> bool {
        false
    }

    fn is_played_in_sums(&self) -> bool {
        self.is_impartial() || self.has_sides && (self.has_points || self.last_wins)
    }

    fn key(&self, at: &[i64], _misere: bool) -> Position {
        let Some(canonical) = &self.canonical else {
            return at.to_vec();
        };
        let found = self.text.ask(|evaluator| {
            let here = value(&at[1..], evaluator.heap()).0;
            Ok(read(Self::call(evaluator, canonical, &[here])?))
        });
        let mut key = vec![at[0]];
        key.extend(self.noted(found).unwrap_or_default());
        key
    }

    fn parts(&self, at: &[i64]) -> Vec<Position> {
        let Some(summands) = &self.summands else {
            return vec![at.to_vec()];
        };
        let found = self.text.ask(|evaluator| {
            let here = value(&at[1..], evaluator.heap()).0;
            let listed = items(Self::call(evaluator, summands, &[here])?);
            let fits = |listed: &&[Value<'_>]| listed.len() <= MOST_PARTS;
            let fitting = listed.filter(fits);
            let fitting = fitting.ok_or_else(|| too_long(listed, MOST_PARTS, "summands"));
            Ok(fitting.and_then(|listed| listed.iter().map(|part| read(*part)).collect()))
        });
        let parts: Vec<Position> = self.noted(found).unwrap_or_default();
        let mut parts: Vec<Position> = parts
            .iter()
            .map(|part| [&[0], &part[..]].concat())
            .collect();
        parts.sort_by_key(|part| part.iter().fold(0i64, |sum, n| sum.saturating_add(*n)));
        parts
    }

    fn believed(&self) -> Vec<&'static str> {
        let both = [("canonical", &self.canonical), ("summands", &self.summands)];
        let here = both.into_iter().filter(|(_, function)| function.is_some());
        here.map(|(name, _)| name).collect()
    }

    fn lasts(&self) -> bool {
        self.is_drawn_endless
    }

    fn has_points(&self) -> bool {
        self.has_points
    }

    fn trouble(&self) -> Result<(), Refusal> {
        self.trouble.borrow().clone().map_or(Ok(()), Err)
    }
}
