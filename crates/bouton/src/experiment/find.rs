//! Finds the positions that satisfy a condition.

mod atlas;
mod boards;
mod condition;
mod facts;
mod field;
mod worth;

use std::collections::HashMap;
use std::sync::Arc;

use bouton_answers::{CellKind, FoundPositions, FoundRow, Progress, Proved};
use bouton_core::solver::About;
use bouton_core::{Outcome, Side, StopReason};
use bouton_engine::{Error, KeptParts, Short};
use bouton_names::games_of_sum;
use bouton_solvers::values::Valuer;
use bouton_values::Number;
use web_time::Instant;

use super::enumerate::{Span, listed, reachable};
use super::table_solver::TableSolver;
use crate::open::Open;
use crate::questions::{Find, HeapBound, Losing};
use crate::session::{How, Session};
pub use atlas::ATLAS;
use boards::Boards;
use condition::Condition;
use facts::{Facts, Solvers};
use field::Field;
use worth::ValueQuery;

/// The positions to search.
#[derive(Clone, Copy, PartialEq)]
enum Places<'f> {
    /// The session's position only: for games in a range.
    Start,
    /// All positions with heaps up to a bound, or those that a rule file lists.
    UpTo(&'f HeapBound),
    /// Every way to fill the cells of the board that the rules allow.
    Boards,
    /// All positions that play can reach from the session's.
    Reachable,
}

impl Find {
    fn places(&self) -> Result<Places<'_>, Error> {
        let bound = self.bound.given()?;
        match (bound, self.all, self.reachable) {
            (Some(bound), false, false) => Ok(Places::UpTo(bound)),
            (None, true, false) => Ok(Places::Boards),
            (None, false, true) => Ok(Places::Reachable),
            (None, false, false) => Ok(Places::Start),
            _ => {
                let why =
                    "expected one of --up-to (or --total), --all and --reachable, found several";
                Err(Error::Unfit(why.into()))
            }
        }
    }
}

impl HeapBound {
    /// The largest heap: of the largest total, if only that is given.
    pub fn largest(&self) -> Option<u64> {
        self.up_to.or(self.total.map(|(_, most)| most))
    }

    /// The bound, if there is one.
    fn given(&self) -> Result<Option<&Self>, Error> {
        let is_bounded = self.largest().is_some();
        for (option, is_given) in [("piles", self.piles.is_some()), ("ordered", self.ordered)] {
            if is_given && !is_bounded {
                let why = format!("--{option} is of heaps: it needs --up-to or --total");
                return Err(Error::Unfit(why));
            }
        }
        Ok(is_bounded.then_some(self))
    }
}

/// The most games opened for one query.
const MOST_GAMES: usize = 100_000;
/// Boards between two reports of progress.
const PROGRESS: u64 = 1 << 12;
/// A row is held in the list, which doubles as it grows, in the text of the answer, and where that is written.
const COPIES: u64 = 5;

/// The form of the answer.
enum Told {
    List(Option<Sorted>),
    Count,
    Sum(Number),
    Groups(HashMap<Vec<Option<String>>, u64>),
}

/// The order of the positions: by the last of their fields.
struct Sorted {
    field: Field,
    falls: bool,
}

impl Sorted {
    /// Reads `temperature` or `-temperature`.
    fn read(text: &str) -> Result<Self, Error> {
        let (name, falls) = match text.strip_prefix('-') {
            Some(name) => (name, true),
            None => (text, false),
        };
        let field = Field::of_option("sort", name, true)?;
        Ok(Self { field, falls })
    }

    /// The number in a text such as `-5/4`; texts without one come last.
    fn key(&self, row: &FoundRow) -> (bool, Option<Number>) {
        let text = row.cells.last().and_then(|cell| cell.as_deref());
        let number = text.and_then(Number::parse);
        let number = number.map(|number| if self.falls { -&number } else { number });
        (number.is_none(), number)
    }
}

/// Receives each row as it is found, or, if rows are sorted, at the end; returns whether to continue.
pub type Each<'e> = &'e mut dyn FnMut(FoundRow) -> bool;

impl Find {
    /// The positions, in a game or in each game of a range of parameters: `file.star:1..9`. If there is an `each`, it receives the
    /// rows, and the answer has none.
    ///
    /// ```
    /// use bouton::questions::{Find, Question};
    /// use bouton::{How, Open};
    /// let lost = Find::asked([("where", "loss & total in 1..9"), ("up_to", "9")])?;
    /// let found = lost.answer("wythoff", Open::game, &How::default(), None)?;
    /// assert_eq!(found.column("position"), ["1,2", "3,5"]);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a condition (with the place), or a game cannot be opened or lacks a field of the condition. A limit
    /// that is reached is reported in the answer.
    pub fn answer<'o>(
        &self,
        game: &str,
        open: impl Fn(String) -> Open<'o>,
        how: &How,
        each: Option<Each<'_>>,
    ) -> Result<FoundPositions, Error> {
        let (names, places) = (games(game)?, self.places()?);
        let is_range = names.len() > 1;
        let mut finder = Finder::of(game, &self.condition, places, how)?;
        finder.tell_of(self, is_range)?;
        finder.each = each;
        for name in names {
            let mut session = match places {
                Places::UpTo(_) => open(name).anywhere()?,
                Places::Start | Places::Reachable => open(name).session()?,
                Places::Boards => {
                    let empty = empty_board(&name);
                    open(name.clone()).session().or_else(|error| {
                        let empty = empty.ok_or(error)?;
                        open(name).position(Some(empty)).session()
                    })?
                }
            };
            finder.begin();
            let more = finder.search(&mut session, places)?;
            finder.credit(&mut session);
            if !more {
                break;
            }
        }
        if is_range {
            // Games of a range have a law each, or none.
            finder.found.progress = None;
            finder.found.proved.why = None;
        }
        Ok(finder.told(self.first))
    }
}

impl Losing {
    /// The positions; if a limit is reached, those found so far. If there is an `each`, it receives the rows, and the answer has
    /// none.
    ///
    /// ```
    /// use bouton::questions::{Losing, Question};
    /// let mut session = bouton::open("wythoff", "0,0")?;
    /// let lost = Losing::asked([("up_to", "5")])?;
    /// let found = lost.answer(&mut session, &bouton::How::default(), None)?;
    /// assert_eq!(found.column("position"), ["0,0", "1,2", "3,5"]);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the game has no heaps, the solver does not serve it, or there are no such fields.
    pub fn answer(
        &self,
        session: &mut Session,
        how: &How,
        each: Option<Each<'_>>,
    ) -> Result<FoundPositions, Error> {
        let bound = self
            .bound
            .given()?
            .ok_or_else(|| Error::Unfit("expected --up-to N or --total A..B".into()))?;
        let find = Find {
            fields: self.fields.clone(),
            ..Find::default()
        };
        let places = Places::UpTo(bound);
        session.take_used();
        let mut finder = Finder::of(session.game(), "loss", places, how)?;
        finder.tell_of(&find, false)?;
        finder.each = each;
        finder.search(session, places)?;
        finder.credit(session);
        Ok(finder.told(None))
    }
}

/// The empty board of a game whose parameters are rows and columns, for a game without a usual start.
fn empty_board(name: &str) -> Option<String> {
    let (rows, columns) = name.split_once(':')?.1.split_once(',')?;
    let (rows, columns): (usize, usize) = (rows.parse().ok()?, columns.parse().ok()?);
    let is_small = rows
        .checked_mul(columns)
        .is_some_and(|cells| cells <= LARGEST_BOARD);
    is_small.then(|| vec![".".repeat(columns); rows].join("/"))
}

/// The most cells of an empty board.
const LARGEST_BOARD: usize = 1 << 10;

/// Whether `..` stands between two numbers.
fn has_range(name: &str) -> bool {
    let mut places = name.match_indices("..");
    places.any(|(place, _)| {
        let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
        is_digit(name[..place].chars().next_back()) && is_digit(name[place + 2..].chars().next())
    })
}

/// The games of a name with ranges among its parameters: `a.star:1..3,x` is `a.star:1,x` to `a.star:3,x`.
fn games(name: &str) -> Result<Vec<String>, Error> {
    if games_of_sum(name).len() > 1 && has_range(name) {
        let message = "a sum takes no ranges: name one size of each part";
        return Err(Error::Unfit(message.into()));
    }
    let (game, parameters) = match name.split_once(':') {
        Some(parts) => parts,
        None => return Ok(vec![name.to_owned()]),
    };
    let mut games = vec![format!("{game}:")];
    for (n, parameter) in parameters.split(',').enumerate() {
        let range = parameter
            .split_once("..")
            .and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let (from, to): (i64, i64) = match range {
            Some(range) => range,
            None => {
                let comma = if n > 0 { "," } else { "" };
                games
                    .iter_mut()
                    .for_each(|game| *game += &format!("{comma}{parameter}"));
                continue;
            }
        };
        let count = u64::try_from(i128::from(to) - i128::from(from) + 1).unwrap_or(0);
        if count == 0 || count.saturating_mul(games.len() as u64) > MOST_GAMES as u64 {
            let message = format!("expected a range of 1 to {MOST_GAMES} games, found {parameter}");
            return Err(Error::whole("game", name, message));
        }
        let comma = if n > 0 { "," } else { "" };
        let each = |game: &String| {
            let game = game.clone();
            (from..=to).map(move |n| format!("{game}{comma}{n}"))
        };
        games = games.iter().flat_map(each).collect();
    }
    Ok(games)
}

struct Finder<'f, 'e> {
    condition: Condition,
    valuer: Valuer,
    kept: KeptParts,
    /// The solver for outcomes.
    solver: TableSolver<'f>,
    /// The solvers that answered.
    used: Vec<&'static About>,
    begun: Instant,
    first: usize,
    fields: Vec<Field>,
    /// The names of the fields that are shown.
    names: Arc<[String]>,
    told: Told,
    each: Option<Each<'e>>,
    how: &'f How,
    /// The outcome of all positions, if it is known.
    outcome: Option<Outcome>,
    by_value: bool,
    /// The number of positions to search; 0 if it is not known.
    total: u64,
    found: FoundPositions,
    /// The approximate bytes of the rows.
    held: u64,
}

impl<'f> Finder<'f, '_> {
    fn of(game: &str, condition: &str, places: Places<'_>, how: &'f How) -> Result<Self, Error> {
        let mut valuer = Valuer::default();
        let text = condition;
        let condition = Condition::read(text, &mut valuer.arena, &mut how.limits.meter())?;
        let up_to = match places {
            Places::UpTo(bound) => bound.largest(),
            _ => None,
        };
        Ok(Self {
            found: FoundPositions {
                game: game.to_owned(),
                misere: false,
                up_to,
                condition: text.to_owned(),
                fields: Vec::new(),
                rows: Vec::new(),
                groups: None,
                count: 0,
                sum: None,
                visited: 0,
                seconds: 0.0,
                stopped: None,
                progress: None,
                proved: Proved::default(),
            },
            fields: vec![Field::Position],
            names: [Field::Position.name()].into(),
            condition,
            valuer,
            kept: KeptParts::default(),
            solver: TableSolver::each(how),
            used: Vec::new(),
            begun: Instant::now(),
            first: usize::MAX,
            told: Told::List(None),
            each: None,
            how,
            outcome: None,
            by_value: places == Places::Boards,
            total: 0,
            held: 0,
        })
    }

    /// Reads the form of the answer.
    fn tell_of(&mut self, wanted: &Find, is_range: bool) -> Result<(), Error> {
        let options = [
            ("fields", wanted.fields.is_some()),
            ("count", wanted.count),
            ("sum", wanted.sum.is_some()),
            ("group-by", wanted.group_by.is_some()),
            ("sort", wanted.sort.is_some()),
        ];
        let given: Vec<_> = options.iter().filter(|(_, is_given)| *is_given).collect();
        if let [(one, _), .., (other, _)] = given[..]
            && (*one, *other) != ("fields", "sort")
        {
            let message =
                format!("--{one} and --{other} do not go together: each says another answer");
            return Err(Error::Unfit(message));
        }
        self.first = wanted.first.unwrap_or(usize::MAX);
        self.fields = match (&wanted.fields, &wanted.sum, &wanted.group_by) {
            (Some(fields), ..) => Field::list("fields", fields)?,
            (_, Some(field), _) => vec![Field::of_option("sum", field, true)?],
            (.., Some(fields)) => Field::list("group-by", fields)?,
            _ if wanted.count => Vec::new(),
            _ => {
                let game = is_range.then_some(Field::Game);
                let named = self.condition.fields().into_iter();
                game.into_iter()
                    .chain([Field::Position])
                    .chain(named)
                    .collect()
            }
        };
        self.told = match &wanted.sort {
            _ if wanted.count => Told::Count,
            _ if wanted.sum.is_some() => Told::Sum(Number::ZERO),
            _ if wanted.group_by.is_some() => Told::Groups(HashMap::new()),
            None => Told::List(None),
            Some(text) => {
                self.first = usize::MAX;
                let sorted = Sorted::read(text)?;
                if wanted.fields.is_none() && !self.fields.contains(&sorted.field) {
                    self.fields.push(sorted.field);
                }
                Told::List(Some(sorted))
            }
        };
        let mut names: Vec<_> = self.fields.iter().map(|field| field.name()).collect();
        if let Told::List(Some(sorted)) = &self.told {
            // The rows are sorted by their last field, which is not shown.
            self.fields.push(sorted.field);
        }
        let is_place = |name: &&String| ["game", "position"].contains(&name.as_str());
        self.found.fields = names
            .iter()
            .filter(|name| !is_place(name))
            .cloned()
            .collect();
        if wanted.group_by.is_some() {
            names.push("count".into());
        }
        self.names = names.into();
        Ok(())
    }

    /// Notes the solvers that answered in a game.
    fn credit(&mut self, session: &mut Session) {
        for about in session.take_used() {
            if !self.used.iter().any(|used| used.id == about.id) {
                self.used.push(about);
            }
        }
        self.found.misere = session.is_misere();
        self.found.proved = self.solver.proved(&self.used);
    }

    /// The answer: sorts the rows, and keeps the first.
    fn told(mut self, first: Option<usize>) -> FoundPositions {
        let found = &mut self.found;
        match self.told {
            Told::Count | Told::List(None) => {}
            Told::Sum(sum) => found.sum = Some(sum.to_string()),
            Told::Groups(groups) => {
                let mut groups: Vec<_> = groups.into_iter().collect();
                groups.sort_by_cached_key(|(group, _)| {
                    let number = |cell: &Option<String>| cell.as_deref().and_then(Number::parse);
                    (group.iter().map(number).collect::<Vec<_>>(), group.clone())
                });
                let row = |(mut cells, count): (Vec<_>, u64)| {
                    cells.push(Some(count.to_string()));
                    let names = self.names.clone();
                    FoundRow { names, cells }
                };
                found.groups = Some(groups.into_iter().map(row).collect());
            }
            Told::List(Some(sorted)) => {
                found.rows.sort_by_cached_key(|row| sorted.key(row));
                found.rows.truncate(first.unwrap_or(usize::MAX));
                found.count = found.count.min(first.unwrap_or(usize::MAX) as u64);
                for row in &mut found.rows {
                    row.cells.truncate(self.names.len());
                }
            }
        }
        if let Some(each) = self.each {
            let rows = found
                .groups
                .take()
                .unwrap_or_else(|| std::mem::take(&mut found.rows));
            let _ = rows.into_iter().all(each);
        }
        found.seconds = self.begun.elapsed().as_secs_f64();
        self.found
    }

    /// Forgets what belongs to the last game.
    fn begin(&mut self) {
        self.total = 0;
        self.kept = KeptParts::default();
        self.solver = TableSolver::each(self.how);
        self.outcome = None;
        self.valuer.forget_parts();
    }

    /// The first position that satisfies the condition.
    fn first_in(
        &mut self,
        session: &mut Session,
        places: Places<'_>,
    ) -> Result<Option<String>, Error> {
        self.begin();
        self.found.rows.clear();
        self.found.count = 0;
        self.first = 1;
        self.look_through(session, places)?;
        let row = self.found.rows.pop();
        Ok(row.map(|row| row.get("position").to_owned()))
    }
}

impl Finder<'_, '_> {
    /// Searches all places until a limit is reached, which is reported; returns whether to continue.
    fn search(&mut self, session: &mut Session, places: Places<'_>) -> Result<bool, Error> {
        match self.look_through(session, places) {
            Err(Error::Stopped(reason)) => {
                self.found.stopped = Some(reason);
                let share = self.found.visited as f64 / self.total as f64;
                self.found.progress = Some(Progress {
                    share: (self.total > 0).then_some(share.min(1.0)),
                    tries: Vec::new(),
                });
                Ok(false)
            }
            looked => looked,
        }
    }

    /// Searches all places; returns whether to continue.
    fn look_through(&mut self, session: &mut Session, places: Places<'_>) -> Result<bool, Error> {
        let bound = match places {
            Places::Start => return self.look(session),
            Places::Boards => return self.boards(session),
            Places::Reachable => {
                let names = reachable(session, &self.how.limits)?;
                self.total = names.len() as u64;
                for name in names {
                    session.go(&name)?;
                    if !self.look(session)? {
                        return Ok(false);
                    }
                }
                return Ok(true);
            }
            Places::UpTo(bound) => bound,
        };
        let most = bound.largest().unwrap_or_default();
        let count = match self.first {
            usize::MAX => listed(session, most, self.how)?,
            // If only some are wanted, they may be among the smallest.
            _ => session.list(most)?,
        };
        if let Some(count) = count {
            if bound.total.is_some() || bound.ordered || bound.piles.is_some() {
                return Err(Error::Unfit(format!(
                    "positions of {} are listed by the game itself: piles, a total and an order do not apply there",
                    session.game()
                )));
            }
            self.total = count as u64;
            for nth in 0..count {
                if session.set_listed(nth) && !self.look(session)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let span = Span {
            all: self.first == usize::MAX,
            lost: self.condition.is_of_lost(),
            ..Span::of(session, bound)?
        };
        let is_of_outcomes = |field: &Field| [Field::Outcome, Field::Best].contains(field);
        if self.condition.is_of_outcomes() || self.fields.iter().any(is_of_outcomes) {
            self.solver = TableSolver::of(session, span, CellKind::Outcome, self.how);
        }
        let lost = self.solver.lists(span).filter(|_| span.lost);
        self.outcome = lost.is_some().then_some(Outcome::Loss);
        self.total = match lost {
            Some(_) => 0,
            None => span.count().unwrap_or(0),
        };
        span.each(lost.as_ref(), &self.how.limits, |heaps| {
            Ok(!session.set_heaps(heaps) || self.look(session)?)
        })
    }

    /// Searches every way to fill the cells of the board, the first cell changing last.
    fn boards(&mut self, session: &mut Session) -> Result<bool, Error> {
        let signs = session.signs();
        if signs.is_empty() {
            return Err(Error::Unfit(format!(
                "{} has no boards to fill: --all is for boards on which each cell may hold any sign",
                session.game()
            )));
        }
        let side = session.side();
        if side.is_some() && self.how.solver.is_some() && self.condition.is_of_values() {
            let message =
                "values of boards are calculated, not searched: --solver does not apply there";
            return Err(Error::Unfit(message.into()));
        }
        let mut board: Vec<char> = session.position()?.chars().collect();
        if side == Some(Side::Right) {
            board.truncate(board.len() - " R".len());
        }
        let cells: Vec<usize> = (0..board.len())
            .filter(|place| signs.contains(&board[*place]))
            .collect();
        if let Some(count) = boards::count(cells.len(), signs.len())
            && let Some(more) = self.by_number(session, count)?
        {
            return Ok(more);
        }
        let mut digits = vec![0; cells.len()];
        loop {
            for (cell, digit) in cells.iter().zip(&digits) {
                board[*cell] = signs[*digit];
            }
            let text: String = board.iter().collect();
            if !self.look_at(session, &text, side)? {
                return Ok(false);
            }
            let Some(place) = digits.iter().rposition(|digit| *digit + 1 < signs.len()) else {
                return Ok(true);
            };
            digits[place] += 1;
            digits[place + 1..].fill(0);
        }
    }

    /// Tests a board, unless the rules forbid it; returns whether to continue.
    fn look_at(
        &mut self,
        session: &mut Session,
        board: &str,
        side: Option<Side>,
    ) -> Result<bool, Error> {
        match session.go(board) {
            Err(Error::Input { .. }) => {
                self.how.limits.check()?;
                return Ok(true);
            }
            went => went?,
        }
        if side == Some(Side::Right) {
            session.right_first()?;
        }
        self.look(session)
    }

    /// The same if boards are numbered and the condition is only about values; `None` otherwise.
    fn by_number(&mut self, session: &Session, count: u64) -> Result<Option<bool>, Error> {
        let Some(side) = session.side().filter(|_| !session.is_misere()) else {
            return Ok(None);
        };
        let is_of_values = self.fields.iter().all(|field| field.is_of_values());
        if !is_of_values || !self.condition.is_of_values() {
            return Ok(None);
        }
        let mut kept = std::mem::take(&mut self.kept);
        let mut found = Ok(None);
        session.short(&self.how.limits, &mut kept, &mut |short| {
            // Numbers beyond those of the cells would be boards of another size.
            let numbered = short.board(count - 1).is_some() && short.board(count).is_none();
            if numbered {
                found = self.numbered(session.game(), side, count, short).map(Some);
            }
        })?;
        self.kept = kept;
        found
    }

    fn numbered(
        &mut self,
        game: &str,
        side: Side,
        count: u64,
        short: &mut dyn Short,
    ) -> Result<bool, Error> {
        let limits = &self.how.limits;
        let meter = &mut limits.meter();
        self.total = count;
        let mut boards = Boards::new(count, &mut self.valuer, limits);
        // Whether the condition holds, by the id of the value.
        let mut holds: Vec<Option<bool>> = Vec::new();
        for board in 0..count {
            meter.spend(1)?;
            self.found.visited += 1;
            if self.found.visited.is_multiple_of(PROGRESS) {
                limits.progress.set(self.found.visited, self.total);
            }
            let value = boards.value(board, short, &mut self.valuer, (limits, meter))?;
            let id = value.id() as usize;
            if id >= holds.len() {
                holds.resize(id + 1, None);
            }
            let mut worth = ValueQuery {
                value,
                side,
                arena: &mut self.valuer.arena,
                limits,
            };
            let known = match holds[id] {
                Some(known) => known,
                None => self.condition.holds(|test| worth.test(test))?,
            };
            holds[id] = Some(known);
            if !known {
                continue;
            }
            let cell = |field: &Field| match field {
                Field::Game => Ok(Some(game.to_owned())),
                Field::Position => Ok(short.show_board(board)),
                field => worth.text(*field).map(Some),
            };
            let cells = self.fields.iter().map(cell);
            let cells = cells.collect::<Result<_, StopReason>>()?;
            if !self.tell(cells)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Takes the fields of a position that was found; returns whether to continue.
    fn tell(&mut self, cells: Vec<Option<String>>) -> Result<bool, StopReason> {
        self.found.count += 1;
        let more = self.found.count < self.first as u64;
        match &mut self.told {
            Told::Count => return Ok(more),
            Told::Sum(sum) => {
                let number = cells[0].as_deref().and_then(Number::parse);
                *sum = &*sum + &number.unwrap_or(Number::ZERO);
                return Ok(more);
            }
            Told::List(None) if self.each.is_some() => {
                let names = self.names.clone();
                let row = FoundRow { names, cells };
                return Ok(self.each.as_mut().is_some_and(|each| each(row)) && more);
            }
            Told::Groups(groups) if groups.contains_key(&cells) => {}
            _ => {
                let texts = cells.iter().flatten().map(String::len).sum::<usize>();
                let held = size_of::<FoundRow>() + cells.len() * size_of::<Option<String>>();
                self.held += COPIES * (held + texts) as u64;
                let limits = &self.how.limits;
                limits.afford(self.held + self.valuer.arena.bytes())?;
            }
        }
        match &mut self.told {
            Told::Groups(groups) => *groups.entry(cells).or_default() += 1,
            _ => {
                let names = self.names.clone();
                self.found.rows.push(FoundRow { names, cells });
            }
        }
        Ok(more)
    }

    /// Tests the session's position; returns whether to continue.
    fn look(&mut self, session: &mut Session) -> Result<bool, Error> {
        let limits = &self.how.limits;
        limits.check()?;
        self.found.visited += 1;
        limits.progress.set(self.found.visited, self.total);
        let (kept, by_value) = (&mut self.kept, self.by_value);
        let solvers = Solvers {
            how: self.how,
            outcomes: &self.solver,
            outcome: self.outcome,
        };
        let mut facts = Facts::of(session, &mut self.valuer, kept, solvers, by_value);
        if !self.condition.holds(|test| facts.test(test))? {
            return Ok(true);
        }
        let cell = |field: &Field| match facts.text(*field) {
            // Fields that did not affect the result may be unknown.
            Err(Error::Unfit(_)) => Ok(None),
            text => text.map(Some),
        };
        let cells = self.fields.iter().map(cell).collect::<Result<_, _>>()?;
        Ok(self.tell(cells)?)
    }
}

#[cfg(test)]
mod tests {
    use bouton_core::Limits;

    use super::*;
    use crate::questions::Question;

    type Given<'g> = [(&'g str, &'g str); 1];

    const TO_NINE: Given<'_> = [("up_to", "9")];
    const BOARDS: Given<'_> = [("all", "1")];

    fn asked(game: &str, condition: &str, places: Given<'_>) -> Result<FoundPositions, Error> {
        let given = [("where", condition)].into_iter().chain(places);
        Find::asked(given)?.answer(game, Open::game, &How::default(), None)
    }

    fn positions(game: &str, condition: &str, places: Given<'_>) -> Vec<String> {
        asked(game, condition, places).unwrap().column("position")
    }

    #[test]
    fn heaps_are_found() {
        assert_eq!(
            positions("wythoff", "loss", TO_NINE),
            ["0,0", "1,2", "3,5", "4,7"]
        );
        assert_eq!(
            positions("wythoff", "h1 = 4 & loss | h2 in 9.. & best >= 3", TO_NINE)[0],
            "4,7"
        );
        assert_eq!(positions("kayles", "grundy = 4", TO_NINE), ["5", "9"]);
        let lost = positions("subtraction:1..3", "loss & remoteness in 2..4", TO_NINE);
        // Taking ones, twos or threes.
        assert_eq!(lost, ["2", "4", "4", "5", "8", "9", "6", "7", "8"]);
    }

    /// The boards of 2 × 2: the full one has ±1, the four of three cells *, two with a vertical pair 1, two with a
    /// horizontal pair −1, the others 0.
    #[test]
    fn boards_are_found() {
        let all = |condition| positions("domineering:2,2", condition, BOARDS);
        assert_eq!(all("value = +-1"), ["../.."]);
        assert_eq!(all("value = *").len(), 4);
        assert_eq!(all("value = 1 & L"), [".#/.#", "#./#."]);
        assert_eq!(all("mean = -1").len(), 2);
        assert_eq!(all("value = 0 & P & loss & moves = 0").len(), 7);
        assert_eq!(all("temperature >= 0 | value <> 0 & best >= 1").len(), 5);
    }

    /// Boards by number agree with boards read as text: a count of moves, which does not follow from the value, needs the
    /// text of each.
    #[test]
    fn boards_by_number_are_those_that_are_read() {
        for game in "domineering:2,4 domineering:3,3 domineering:1,1 domineering:4,1 clobber:2,3 clobber:1,5".split(' ') {
            for condition in [
                "value = *",
                "loss",
                "mean < 0 & !P",
                "temperature in 0..1",
                "N",
            ] {
                let rows = |condition: &str| {
                    let found = asked(game, condition, BOARDS).unwrap();
                    let rows = found.rows.iter();
                    let rows =
                        rows.map(|row| [row.get("position"), row.get("value")].map(str::to_owned));
                    (found.visited, rows.collect::<Vec<_>>())
                };
                let read = rows(&format!("{condition} & moves >= 0"));
                assert_eq!(rows(condition), read, "{game} {condition}");
            }
        }
    }

    #[test]
    fn positions_are_sorted_and_counted() {
        let asked = |sort, first, count| {
            let find = Find {
                all: true,
                sort: Some(String::from(sort)),
                first,
                count,
                ..Find::default()
            };
            find.answer("domineering:2,3", Open::game, &How::default(), None)
        };
        let hottest = asked("-temperature", Some(3), false).unwrap();
        assert_eq!(hottest.column("temperature"), ["5/4", "1", "1"]);
        assert_eq!(hottest.count, 3);
        let all = asked("mean", None, false).unwrap();
        let means = all
            .column("mean")
            .into_iter()
            .map(|mean| Number::parse(&mean));
        assert!(means.collect::<Vec<_>>().is_sorted() && all.count == 64 && all.rows.len() == 64);
        let refused = asked("mean", None, true).unwrap_err().to_string();
        assert!(
            refused.contains("--count and --sort do not go together"),
            "{refused}"
        );
        assert!(
            asked("value", None, false)
                .unwrap_err()
                .to_string()
                .contains("expected one of remoteness")
        );
    }

    /// Each pair of texts has the same meaning.
    #[test]
    fn there_are_long_words_for_short_ones() {
        for (long, short) in [
            ("outcome = loss", "loss"),
            ("outcome != win & best_count = 0", "!win & best = 0"),
            ("!outcome != win", "win"),
            ("heaps = 2", "h1 > 0 & h2 > 0"),
            (
                "heaps in ..1 & total > 0",
                "h1 = 0 & h2 > 0 | h1 > 0 & h2 = 0",
            ),
        ] {
            let [long, short] = [long, short].map(|text| positions("wythoff", text, TO_NINE));
            assert!(!long.is_empty() && long == short, "{long:?} {short:?}");
        }
        let all = |condition| positions("domineering:2,2", condition, BOARDS);
        assert_eq!(all("class = L"), all("L"));
        assert_eq!(all("class != N"), all("L | R | P"));
        let wrong = |condition| {
            let refused = asked("domineering:2,2", condition, BOARDS);
            refused.unwrap_err().to_string()
        };
        assert!(wrong("class = win").contains("expected L, R, N or P, found \"win\""));
        assert!(wrong("outcome < win").contains("expected = or !=, found \"<\""));
    }

    #[test]
    fn ranges_of_parameters_are_games() {
        assert_eq!(games("nim").unwrap(), ["nim"]);
        assert_eq!(
            games("a.star:1..3,x").unwrap(),
            ["a.star:1,x", "a.star:2,x", "a.star:3,x"]
        );
        assert_eq!(
            games("a:0..1,5..6").unwrap(),
            ["a:0,5", "a:0,6", "a:1,5", "a:1,6"]
        );
        assert!(games("a:3..1").is_err());
        assert!(games("a:1..1000000").is_err());
    }

    /// A list that a law makes quickly is bounded by the memory of the question, and ends with what was found.
    #[test]
    fn a_long_list_holds_its_memory() {
        let found = |memory| {
            let mut session = crate::open("wythoff", "0,0").unwrap();
            let lost = Losing::asked([("up_to", "100000")]).unwrap();
            let how = How {
                limits: Limits {
                    memory,
                    ..Limits::default()
                },
                ..How::default()
            };
            lost.answer(&mut session, &how, None).unwrap()
        };
        let (all, some) = (found(None), found(Some(2 << 20)));
        assert_eq!(
            (all.stopped, some.stopped),
            (None, Some(StopReason::Memory))
        );
        assert!(all.rows.len() > 38_000 && some.rows.len() > 1000);
        assert_eq!(some.rows, all.rows[..some.rows.len()]);
        let positions = some.column("position").into_iter();
        let bytes: usize = positions
            .map(|at| size_of::<FoundRow>() + size_of::<String>() + at.len())
            .sum();
        assert!(bytes < 1 << 20, "{bytes}");
    }
}
