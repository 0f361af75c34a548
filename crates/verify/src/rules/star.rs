//! Games in rule files, whose text is in the certificate: `docs/rule-files.md` defines their names. The interpreter
//! `bouton-language` evaluates the text, as it does for solvers; no other code is shared with them.
//!
//! `moves`, `left` and `right` may be lists of rewritings in place of functions: pairs of words, of which a move replaces the
//! first by the second anywhere in a position, which is a word.
//!
//! Every position is examined by `moves`, `left`, `right`, `turn`, `outcome` and `score`. Claims of the rules about
//! themselves are trusted as [`Trust`] says: in a text of the catalogue all, of a certificate's own rules `canonical` and `summands`
//! if the claim states this condition, `negative` nowhere. If there is `plies_left`, endless play is not taken as a draw, nor, where it
//! is not trusted, as ended.
//!
//! A position is the side to move, then its data in numbers.

mod data;
mod evaluation;
mod form;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use bouton_language::{Machine, Value};
use rustc_hash::FxHashMap;

use super::{Position, Rules, Step};
use crate::obligation::Obligation;
use crate::shown::brief;
use crate::{Bounds, Refusal};
use data::{as_ints, as_text, literal, read, value};
use evaluation::{Text, failed, limits, too_long, wrong};
use form::parts;

/// More moves at a position, or more parts, are refused.
const MOST_MOVES: usize = 1 << 16;
const MOST_PARTS: usize = 256;
/// Letters of a position times rewritings, and letters of all positions after its moves.
const MOST_REWRITTEN: usize = 1 << 24;

/// The claims of rules about themselves that are taken as true.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Trust {
    Nothing,
    /// `canonical` and `summands`.
    Believed,
    /// These, and that play ends where there is `plies_left`: in a text of the catalogue, or one that the reader gives.
    Whole,
}

/// The representative of each position: of the whole, or as a sum.
type Representatives = FxHashMap<(Position, bool), Position>;

/// Facts that the text itself does not state.
#[derive(Clone, Copy)]
pub(super) struct Facts {
    pub(super) trust: Trust,
    /// Whether moves can entail an answer or a second move: then it is no part of sums, and has no misère form.
    pub(super) is_entailing: bool,
    /// Whether its points are added in sums.
    pub(super) adds_points: bool,
    /// Whether it has a misère form though points count.
    pub(super) has_misere_points: bool,
}

impl Facts {
    /// Rules that are known by their text alone.
    pub(super) fn of(trust: Trust) -> Self {
        Self {
            trust,
            is_entailing: false,
            adds_points: false,
            has_misere_points: false,
        }
    }
}

/// Numbers of representatives that are kept: 8 MB, or an eighth of the memory that is allowed.
const MOST_KEPT: usize = 1 << 20;

/// The limit of points of a text of the catalogue, so that a sum of two fits in 64 bits.
const MOST_POINTS: u64 = 1 << 61;

struct Star {
    text: Text,
    facts: Facts,
    /// Whether there is `plies_left`.
    ends: bool,
    /// `moves`, or `left` and `right`.
    moves: [Moves; 2],
    outcome: Option<Value>,
    score: Option<Value>,
    turn: Option<Value>,
    parse: Option<Value>,
    show: Option<Value>,
    has_sides: bool,
    has_points: bool,
    /// Whether a player without a move loses.
    last_wins: bool,
    /// The value of `labelled`.
    labelled: Option<bool>,
    /// Whether endless play is a draw.
    is_drawn_endless: bool,
    start: Option<Position>,
    /// Whether parameters give the numbers of rows and columns.
    is_sized: bool,
    /// Trusted if they are present.
    canonical: Option<Value>,
    summands: Option<Value>,
    /// Representatives of positions that were asked for, and how many numbers they take together.
    keys: RefCell<(Representatives, usize)>,
    most_kept: usize,
    /// The last position, with its moves.
    latest: RefCell<Option<(Position, Rc<StarPosition>)>>,
    /// The first error.
    trouble: RefCell<Option<Refusal>>,
}

/// The moves of a player.
#[derive(Clone)]
enum Moves {
    Function(Value),
    /// Letters before a move, and after it.
    Rewriting(Vec<[String; 2]>),
}

impl Moves {
    fn of(name: &str, found: Value) -> Result<Self, Refusal> {
        if found.kind() == "function" {
            return Ok(Self::Function(found));
        }
        let word = |value: &Value| value.as_str().map(str::to_owned);
        let pair = |entry: &Value| match &entry.items()?[..] {
            [before, after] => Some([word(before)?, word(after)?]),
            _ => None,
        };
        let pairs = found
            .items()
            .and_then(|list| list.iter().map(pair).collect());
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
    facts: Facts,
    bounds: &Bounds,
) -> Result<Box<dyn Rules>, Refusal> {
    let given: Vec<&str> = parameters
        .into_iter()
        .flat_map(|text| text.split(',').map(str::trim))
        .collect();
    let text = Text::read(text, &given, limits(bounds))?;
    let is_whole = given.is_empty() || facts.trust != Trust::Whole || text.takes(given.len());
    Obligation::Parameters.demand(is_whole, || wrong("expected all parameters, or none"))?;
    let function = |name: &str| match text.get(name) {
        Some(found) if found.kind() != "function" => {
            Err(wrong(format!("{name} must be a function")))
        }
        found => Ok(found),
    };
    let moves = |name: &str| {
        text.get(name)
            .map(|found| Moves::of(name, found))
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
        text.get(name).map(|found| match found {
            Value::Bool(truth) => Ok(truth.holds()),
            _ => Err(wrong(format!("{name} must be True or False"))),
        })
    };
    let counts = truth("points").transpose()?.unwrap_or_default();
    let has_points = counts || score.is_some();
    let is_both = outcome.is_some() && has_points;
    let last = text.get("last");
    let is_decided = outcome.is_some() || turn.is_some() || has_points && last.is_some();
    Obligation::OneAim.demand(!(is_both || has_sides && is_decided), || {
        wrong("expected one aim: outcome, points, or with left and right the last move or points")
    })?;
    let last_wins = match last.as_ref().map(Value::as_str) {
        None | Some(Some("wins")) => true,
        Some(Some("loses")) => false,
        _ => return Err(wrong("last must be \"wins\" or \"loses\"")),
    };
    let believed = |name: &str| match facts.trust {
        Trust::Nothing => Ok(None),
        Trust::Believed | Trust::Whole => function(name),
    };
    let ends = function("plies_left")?.is_some();
    let start = text.get("start").map(|start| read(&start));
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
        is_drawn_endless: !ends && !has_points,
        ends,
        facts,
        start,
        is_sized: text.asks_for(["rows", "columns"]) && !given.is_empty(),
        canonical: believed("canonical")?,
        summands: believed("summands")?,
        text,
        keys: RefCell::default(),
        most_kept: (bounds.memory / 64).min(MOST_KEPT as u64) as usize,
        latest: RefCell::default(),
        trouble: RefCell::default(),
    }))
}

impl Star {
    fn look_by(&self, machine: &mut Machine, at: &[i64]) -> Result<StarPosition, Refusal> {
        let here = value(&at[1..])?;
        let ended = |end| StarPosition {
            end: Some(end),
            steps: Vec::new(),
        };
        let score = self.score.as_ref().filter(|_| !self.has_sides);
        for (end, is_score) in [(self.outcome.as_ref(), false), (score, true)] {
            let Some(end) = end else { continue };
            let end = self.text.call(machine, end, std::slice::from_ref(&here))?;
            if !matches!(end, Value::None) {
                return Ok(ended(self.worth(&end, is_score)?));
            }
        }
        let listed = match &self.moves[at[0] as usize] {
            Moves::Function(moves) => {
                self.text
                    .listed(machine, moves, &here, (MOST_MOVES, "moves"))?
            }
            Moves::Rewriting(rules) => {
                let word = here
                    .as_str()
                    .ok_or_else(|| wrong("expected a position that is a word"))?;
                let words = rewritten(word, rules).filter(|words| words.len() <= MOST_MOVES);
                let words = words.ok_or_else(|| too_long(MOST_MOVES, "moves"))?;
                let words = words.iter().map(|word| Value::str(word));
                words
                    .collect::<Result<_, _>>()
                    .map_err(|error| failed(&error, ""))?
            }
        };
        if listed.is_empty() {
            if let Some(score) = self.score.as_ref().filter(|_| self.has_sides) {
                let score = self.text.call(machine, score, &[here])?;
                return Ok(ended(self.stuck(&score, at[0])?));
            }
            if self.score.is_some() {
                return Err(wrong("no move is left, but score says None: play goes on"));
            }
            return Ok(ended(match (self.has_points, self.last_wins) {
                (true, _) => 0,
                (false, true) => -1,
                (false, false) => 1,
            }));
        }
        let (mut steps, mut held) = (Vec::new(), 0);
        for entry in &listed {
            let before = &at[1..];
            let start = self.start.as_deref().unwrap_or(before);
            let (next, gain) = parts(entry, [start, before], self.labelled)?;
            let gain = gain.map_or(Some(0), |gain| self.points(&gain));
            let gain =
                gain.filter(|gain| Obligation::GainsArePoints.met(*gain == 0 || self.has_points));
            let is_far = gain.is_none() && self.facts.trust == Trust::Whole && self.has_points;
            if is_far {
                let why = "a move earns more points than are counted here";
                return Err(Refusal::undecided(why));
            }
            let gain = gain.ok_or_else(|| {
                wrong("a move earns what is no whole number, or in a game without points")
            })?;
            let again = match &self.turn {
                None => false,
                Some(turn) => match self
                    .text
                    .call(machine, turn, &[here.clone(), next.clone()])?
                    .as_str()
                {
                    Some("same") => true,
                    Some("other") => false,
                    _ => return Err(wrong("turn must return \"same\" or \"other\"")),
                },
            };
            let side = if self.has_sides { 1 - at[0] } else { 0 };
            let mut to = vec![side];
            to.extend(read(&next)?);
            held += to.len() * size_of::<i64>() + size_of::<Step>();
            if held > self.text.room() {
                let why = "the positions after a move take more memory than is allowed";
                return Err(Refusal::undecided(why));
            }
            steps.push(Step { to, gain, again });
        }
        Ok(StarPosition { end: None, steps })
    }

    fn at(&self, function: &Value, at: &[i64]) -> Result<Position, Refusal> {
        self.text.ask(|machine| {
            let here = value(at)?;
            read(&self.text.call(machine, function, &[here])?)
        })
    }

    fn look(&self, at: &[i64]) -> Rc<StarPosition> {
        if let Some((latest, look)) = &*self.latest.borrow()
            && latest == at
        {
            return look.clone();
        }
        let found = self.text.ask(|machine| self.look_by(machine, at));
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

    /// The data of a position; none if there is no such position.
    fn data(&self, text: &str) -> Result<Option<Position>, Refusal> {
        if let Some(parse) = &self.parse {
            return self.text.ask(|machine| {
                let text = Value::str(text).map_err(|error| failed(&error, ""))?;
                match self.text.call(machine, parse, &[text])? {
                    Value::None => Ok(None),
                    at => read(&at).map(Some),
                }
            });
        }
        let start = self.start.as_deref().unwrap_or(&[]);
        if self.has_words() {
            let unknown = |letters: BTreeSet<char>| text.chars().find(|own| !letters.contains(own));
            if let Some(own) = self.letters().and_then(unknown) {
                return Err(wrong(format!("no rewriting has the letter {own:?}")));
            }
            return read(&Value::str(text).map_err(|error| failed(&error, ""))?).map(Some);
        }
        let is_int = |item: &str| item.trim().parse::<i128>().is_ok();
        let is_one = as_ints(start).is_none() && !text.contains(',');
        let value = match text.split(',').all(is_int) && !is_one || text.is_empty() {
            true if text.is_empty() => self.text.literal("()"),
            true => self.text.literal(&format!("({text},)")),
            false => self.text.literal(text),
        };
        read(&value?).map(Some)
    }
}

impl Star {
    /// Points: a whole number, of 32 bits in rules that come with a certificate.
    fn points(&self, value: &Value) -> Option<i64> {
        let Value::Int(points) = value else {
            return None;
        };
        let fits = match self.facts.trust {
            Trust::Whole => points.unsigned_abs() <= MOST_POINTS,
            _ => i32::try_from(*points).is_ok(),
        };
        fits.then_some(*points)
    }

    /// The result of `outcome` or `score`.
    fn worth(&self, end: &Value, is_score: bool) -> Result<i64, Refusal> {
        if is_score {
            return self
                .points(end)
                .ok_or_else(|| wrong("score must return a whole number"));
        }
        match end.as_str() {
            Some("win") => Ok(1),
            Some("draw") => Ok(0),
            Some("loss") => Ok(-1),
            _ => Err(wrong(
                "outcome must return \"win\", \"draw\", \"loss\" or None",
            )),
        }
    }

    /// The result of `score` for the side that cannot move: Left's points minus Right's, or that if Left cannot and if Right cannot.
    fn stuck(&self, score: &Value, side: i64) -> Result<i64, Refusal> {
        let points = match score.items().as_deref() {
            Some([left, right]) => self.points([left, right][side as usize]),
            Some(_) => None,
            None => self.points(score),
        };
        let points = points.ok_or_else(|| {
            wrong("score must return a whole number or a pair of them: if Left cannot move, if Right cannot")
        })?;
        Ok(if side == 0 { points } else { -points })
    }

    /// Whether a board has as many rows as the start, of the same lengths.
    fn is_of_size(&self, at: &[i64]) -> bool {
        let start = self.start.as_deref().and_then(as_text);
        let (Some(start), Some(board)) = (start, as_text(at)) else {
            return true;
        };
        let shape = |board: &str| board.split('/').map(str::len).collect::<Vec<usize>>();
        shape(&start) == shape(&board)
    }

    /// Whether it is a game of Left and Right whose positions are sums of parts.
    fn splits_by_side(&self) -> bool {
        self.has_sides && !self.has_points && self.summands.is_some()
    }

    /// For Left and Right, the representative of a sum: its parts in order.
    fn key_of_sum(&self, at: &[i64]) -> Position {
        let parts = self.parts(at);
        let mut parts: Vec<Position> = parts.iter().map(|part| self.canonical(part)).collect();
        parts.sort_unstable();
        let parts = parts.iter().flat_map(|part| &part[1..]).copied();
        std::iter::once(at[0]).chain(parts).collect()
    }

    fn canonical(&self, at: &[i64]) -> Position {
        let found = match &self.canonical {
            Some(canonical) => self.noted(self.at(canonical, &at[1..])).unwrap_or_default(),
            None => at[1..].to_vec(),
        };
        [&at[..1], &found[..]].concat()
    }
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
        let data = self.data(text).map_err(|why| {
            if matches!(why, Refusal::Undecided(_)) {
                // A limit makes no position one that does not exist.
                self.noted::<()>(Err(why.clone()));
            }
            why.into_message()
        })?;
        let data = data.ok_or("there is no such position")?;
        if !Obligation::BoardSize.met(!self.is_sized || self.is_of_size(&data)) {
            let found = brief(text);
            return Err(format!(
                "expected a board as large as the parameters say, found {found}"
            ));
        }
        let at = [&[i64::from(right)], &data[..]].concat();
        let shown = self.show(&at);
        self.trouble().map_err(Refusal::into_message)?;
        // A text of the catalogue may read one position in several forms; the claim tells that of the text.
        let reads_more = self.facts.trust == Trust::Whole && self.parse.is_some();
        match reads_more || Obligation::AsWritten.met(shown == text) {
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
            let shown = self.noted(self.at(show, at)).unwrap_or_default();
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
        self.last_wins && !self.has_sides && !has_ends && !self.facts.is_entailing
    }

    /// The checker does not prove that `plies_left` decreases.
    fn is_known_to_end(&self) -> bool {
        self.facts.trust == Trust::Whole && self.ends
    }

    fn is_played_in_sums(&self) -> bool {
        let is_sided = self.has_sides && (self.has_points || self.last_wins);
        self.is_impartial() || is_sided || self.facts.adds_points
    }

    fn has_misere(&self) -> bool {
        let counts = self.has_points && !self.facts.has_misere_points;
        let has_end = self.has_sides || self.facts.trust != Trust::Whole || !self.lasts();
        !counts && has_end && !self.facts.is_entailing
    }

    fn key(&self, at: &[i64], misere: bool) -> Position {
        if let Some(key) = self.key_at_hand(at, misere) {
            return key;
        }
        let is_sum = !misere && self.splits_by_side();
        let key = match is_sum {
            true => self.key_of_sum(at),
            false => self.canonical(at),
        };
        let (keys, taken) = &mut *self.keys.borrow_mut();
        *taken += at.len() + key.len();
        if *taken > self.most_kept {
            keys.clear();
            *taken = at.len() + key.len();
        }
        keys.insert((at.to_vec(), is_sum), key.clone());
        key
    }

    fn key_at_hand(&self, at: &[i64], misere: bool) -> Option<Position> {
        let is_sum = !misere && self.splits_by_side();
        match self.canonical.is_some() || is_sum {
            true => self.keys.borrow().0.get(&(at.to_vec(), is_sum)).cloned(),
            false => Some(at.to_vec()),
        }
    }

    fn parts(&self, at: &[i64]) -> Vec<Position> {
        let Some(summands) = &self.summands else {
            return vec![at.to_vec()];
        };
        let found = self.text.ask(|machine| {
            let here = value(&at[1..])?;
            let listed = self
                .text
                .listed(machine, summands, &here, (MOST_PARTS, "summands"))?;
            listed.iter().map(read).collect()
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
        if self.facts.trust == Trust::Whole {
            return Vec::new();
        }
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
