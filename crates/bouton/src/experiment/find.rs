//! Finds the positions that satisfy a condition.

mod atlas;
mod boards;
mod condition;
mod facts;
mod field;
mod worth;

use bouton_answers::{CellKind, FoundPositions, FoundRow};
use bouton_core::{Side, StopReason};
use bouton_engine::{Error, KeptParts, Short};
use bouton_names::games_of_sum;
use bouton_solvers::values::Valuer;
use bouton_values::Number;

use super::enumerate::{each_heaps, listed, shape};
use super::table_solver::{Span, TableSolver};
use crate::open::Open;
use crate::session::{How, Session};
pub use atlas::{ATLAS, atlas};
use boards::Boards;
use condition::Condition;
use facts::{Facts, Solvers};
use field::{Field, NAMED};
use worth::ValueQuery;

/// The positions to search.
///
/// ```
/// use bouton::experiment::Places;
/// assert_eq!(Places::default(), Places::Start);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Places {
    /// The session's position only: for games in a range.
    #[default]
    Start,
    /// All positions with heaps up to a bound, or those that a rule file lists.
    UpTo {
        /// The largest heap.
        up_to: u64,
        /// The number of heaps, in a game with any number of them; `None`: one.
        piles: Option<usize>,
    },
    /// Every way to fill the cells of the board that the rules allow.
    Boards,
}

/// The query.
///
/// ```
/// use bouton::experiment::{Places, Wanted};
/// let wanted = Wanted { condition: "loss", ..Wanted::default() };
/// assert!(wanted.first.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted<'w> {
    /// The condition; every position meets an empty one.
    pub condition: &'w str,
    /// The positions to search.
    pub places: Places,
    /// The most positions to report.
    pub first: Option<usize>,
    /// Sorts by a field with an order, such as `temperature`, or `-temperature`: the largest first. Positions without it are last.
    pub sort: Option<&'w str>,
    /// Counts the positions in place of listing them.
    pub count: bool,
}

/// The most games opened for one query.
const MOST_GAMES: usize = 100_000;
/// Boards between two reports of progress.
const PROGRESS: u64 = 1 << 12;
/// Bytes of a row without its position: its texts, and the node of its fields.
const ROW: u64 = size_of::<FoundRow>() as u64 + 600;

/// The order of the positions.
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
        let has_order = |field: &Field| *field != Field::Value;
        let field = Field::named(name).filter(has_order).ok_or_else(|| {
            let names = NAMED.iter().filter(|(_, field)| has_order(field));
            let names: Vec<_> = names.map(|(name, _)| *name).collect();
            let message = format!(
                "expected {} or a heap (h1, h2, …), or one of these after `-` for the largest first, found {text:?}",
                names.join(", ")
            );
            Error::whole("sort", text, message)
        })?;
        Ok(Self { field, falls })
    }

    /// The number in a text such as `-5/4`; texts without one come last.
    fn key(&self, text: Option<&String>) -> (bool, Option<Number>) {
        let number = text.and_then(|text| Number::parse(text));
        let number = number.map(|number| if self.falls { -&number } else { number });
        (number.is_none(), number)
    }
}

/// The positions that satisfy a condition, in a game or in each game of a range of parameters: `file.star:1..9`.
///
/// ```
/// use bouton::{How, Open, experiment::{Places, Wanted, find}};
/// let wanted = Wanted {
///     condition: "loss & total in 1..9",
///     places: Places::UpTo { up_to: 9, piles: None },
///     ..Wanted::default()
/// };
/// let found = find("wythoff", Open::game, &wanted, &How::default())?;
/// let positions: Vec<_> = found.rows.iter().map(|row| row.position.as_str()).collect();
/// assert_eq!(positions, ["1,2", "3,5"]);
/// # Ok::<(), bouton::Error>(())
/// ```
///
/// # Errors
/// If the text is not a condition (with the place), or a game cannot be opened or lacks a field of the condition. A limit
/// that is reached is reported in the answer.
pub fn find<'o>(
    game: &str,
    open: impl Fn(String) -> Open<'o>,
    wanted: &Wanted<'_>,
    how: &How,
) -> Result<FoundPositions, Error> {
    let mut finder = Finder::of(game, wanted.condition, wanted.places, how)?;
    finder.keep(wanted)?;
    let names = games(game)?;
    let is_range = names.len() > 1;
    for name in names {
        let mut session = match wanted.places {
            Places::UpTo { .. } => open(name).anywhere()?,
            Places::Start => open(name).session()?,
            Places::Boards => {
                let empty = empty_board(&name);
                open(name.clone()).session().or_else(|error| {
                    let empty = empty.ok_or(error)?;
                    open(name).position(Some(empty)).session()
                })?
            }
        };
        finder.begin();
        let looked = finder.look_through(&mut session, wanted.places);
        // Games of a range have a law each, or none.
        finder.found.proved = finder.solver.proved().filter(|_| !is_range);
        match looked {
            Ok(true) => {}
            Ok(false) => break,
            Err(Error::Stopped(reason)) => {
                finder.found.stopped = Some(reason);
                break;
            }
            Err(error) => return Err(error),
        }
    }
    finder.sort(wanted.first);
    Ok(finder.found)
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

struct Finder<'f> {
    condition: Condition,
    valuer: Valuer,
    kept: KeptParts,
    /// The solver for outcomes.
    solver: TableSolver<'f>,
    first: usize,
    fields: Vec<Field>,
    sorted: Option<Sorted>,
    counts: bool,
    how: &'f How,
    by_value: bool,
    found: FoundPositions,
    /// The approximate bytes of the rows.
    told: u64,
}

impl<'f> Finder<'f> {
    fn of(game: &str, condition: &str, places: Places, how: &'f How) -> Result<Self, Error> {
        let mut valuer = Valuer::default();
        let text = condition;
        let condition = Condition::read(text, &mut valuer.arena, &mut how.limits.meter())?;
        Ok(Self {
            found: FoundPositions {
                game: game.to_owned(),
                condition: text.to_owned(),
                fields: condition.fields().into_iter().map(Field::name).collect(),
                rows: Vec::new(),
                count: 0,
                looked: 0,
                stopped: None,
                proved: None,
            },
            fields: condition.fields(),
            condition,
            valuer,
            kept: KeptParts::default(),
            solver: TableSolver::each(how),
            first: usize::MAX,
            sorted: None,
            counts: false,
            how,
            by_value: places == Places::Boards,
            told: 0,
        })
    }

    /// Which of the positions found are kept, and in which order.
    fn keep(&mut self, wanted: &Wanted<'_>) -> Result<(), Error> {
        self.counts = wanted.count;
        if let Some(text) = wanted.sort {
            let sorted = Sorted::read(text)?;
            if !self.fields.contains(&sorted.field) {
                self.fields.push(sorted.field);
                self.found.fields.push(sorted.field.name());
            }
            self.sorted = Some(sorted);
        } else {
            self.first = wanted.first.unwrap_or(usize::MAX);
        }
        Ok(())
    }

    /// Sorts the positions, and keeps the first.
    fn sort(&mut self, first: Option<usize>) {
        if let Some(sorted) = &self.sorted {
            let name = sorted.field.name();
            (self.found.rows).sort_by_cached_key(|row| sorted.key(row.facts.get(&name)));
            self.found.rows.truncate(first.unwrap_or(usize::MAX));
            self.found.count = self.found.count.min(first.unwrap_or(usize::MAX) as u64);
        }
    }

    /// Forgets what belongs to the last game.
    fn begin(&mut self) {
        self.kept = KeptParts::default();
        self.solver = TableSolver::each(self.how);
        self.valuer.forget_parts();
    }

    /// The first position that satisfies the condition.
    fn first_in(&mut self, session: &mut Session, places: Places) -> Result<Option<String>, Error> {
        self.begin();
        self.found.rows.clear();
        self.first = 1;
        self.look_through(session, places)?;
        Ok(self.found.rows.pop().map(|row| row.position))
    }
}

impl Finder<'_> {
    /// Searches all places; returns whether to continue.
    fn look_through(&mut self, session: &mut Session, places: Places) -> Result<bool, Error> {
        let (up_to, piles) = match places {
            Places::Start => return self.look(session),
            Places::Boards => return self.boards(session),
            Places::UpTo { up_to, piles } => (up_to, piles),
        };
        let count = match self.first {
            usize::MAX => listed(session, up_to, self.how)?,
            // If only some are wanted, they may be among the smallest.
            _ => session.list(up_to)?,
        };
        if let Some(count) = count {
            for nth in 0..count {
                if session.set_listed(nth) && !self.look(session)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let (count, unordered) = shape(session, piles)?;
        self.choose_solver(
            session,
            Span {
                lost: false,
                heaps: count,
                unordered,
                up_to,
                all: self.first == usize::MAX,
            },
        );
        for heaps in each_heaps(count, up_to, unordered) {
            self.how.limits.check()?;
            if session.set_heaps(&heaps) && !self.look(session)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Chooses the solver for outcomes.
    fn choose_solver(&mut self, session: &mut Session, span: Span) {
        if !self.condition.is_of_outcomes() {
            return;
        }
        self.solver = TableSolver::of(session, span, CellKind::Outcome, self.how);
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
        let mut boards = Boards::new(count, &mut self.valuer, limits);
        // Whether the condition holds, by the id of the value.
        let mut holds: Vec<Option<bool>> = Vec::new();
        for board in 0..count {
            meter.spend(1)?;
            self.found.looked += 1;
            if self.found.looked.is_multiple_of(PROGRESS) {
                limits.progress.set(self.found.looked, 0);
            }
            let value = boards.value(board, short, &mut self.valuer, (limits, meter))?;
            let id = value.id() as usize;
            if id >= holds.len() {
                holds.resize(id + 1, None);
            }
            let mut worth = ValueQuery {
                value,
                arena: &mut self.valuer.arena,
                limits,
            };
            let known = match holds[id] {
                Some(known) => known,
                None => self.condition.holds(|test| worth.test(test, side))?,
            };
            holds[id] = Some(known);
            if !known {
                continue;
            }
            let fields = self.fields.iter();
            let facts = fields.map(|field| Ok((field.name(), worth.text(*field)?)));
            let position = short.show_board(board);
            let row = FoundRow {
                game: game.to_owned(),
                position: position.expect("invariant: numbers below the count are boards"),
                facts: facts.collect::<Result<_, StopReason>>()?,
            };
            if !self.tell(row)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Adds a row; returns whether to continue.
    fn tell(&mut self, row: FoundRow) -> Result<bool, StopReason> {
        self.found.count += 1;
        if self.counts {
            return Ok(self.found.count < self.first as u64);
        }
        self.told += ROW + (row.game.len() + row.position.len()) as u64;
        self.how
            .limits
            .afford(self.told + self.valuer.arena.bytes())?;
        self.found.rows.push(row);
        Ok(self.found.rows.len() < self.first)
    }

    /// Tests the session's position; returns whether to continue.
    fn look(&mut self, session: &mut Session) -> Result<bool, Error> {
        let limits = &self.how.limits;
        limits.check()?;
        self.found.looked += 1;
        limits.progress.set(self.found.looked, 0);
        let (kept, by_value) = (&mut self.kept, self.by_value);
        let solvers = Solvers {
            how: self.how,
            outcomes: &self.solver,
        };
        let mut facts = Facts::of(session, &mut self.valuer, kept, solvers, by_value);
        if !self.condition.holds(|test| facts.test(test))? {
            return Ok(true);
        }
        let mut told = std::collections::BTreeMap::new();
        for &field in &self.fields {
            // Fields that did not affect the result may be unknown.
            let text = match facts.text(field) {
                Err(Error::Unfit(_)) => continue,
                text => text?,
            };
            told.insert(field.name(), text);
        }
        Ok(self.tell(FoundRow {
            game: session.game().to_owned(),
            position: session.position()?,
            facts: told,
        })?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn positions(game: &str, condition: &str, places: Places) -> Vec<String> {
        let wanted = Wanted {
            condition,
            places,
            ..Wanted::default()
        };
        let found = find(game, Open::game, &wanted, &How::default()).unwrap();
        found.rows.into_iter().map(|row| row.position).collect()
    }

    const TO_NINE: Places = Places::UpTo {
        up_to: 9,
        piles: None,
    };

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
        let all = |condition| positions("domineering:2,2", condition, Places::Boards);
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
        for game in [
            "domineering:2,4",
            "domineering:3,3",
            "domineering:1,1",
            "domineering:4,1",
            "clobber:2,3",
            "clobber:1,5",
        ] {
            for condition in [
                "value = *",
                "loss",
                "mean < 0 & !P",
                "temperature in 0..1",
                "N",
            ] {
                let rows = |condition: &str| {
                    let wanted = Wanted {
                        condition,
                        places: Places::Boards,
                        ..Wanted::default()
                    };
                    let found = find(game, Open::game, &wanted, &How::default()).unwrap();
                    let rows = found.rows.into_iter();
                    let rows = rows.map(|row| (row.position, row.facts.get("value").cloned()));
                    (found.looked, rows.collect::<Vec<_>>())
                };
                let read = rows(&format!("{condition} & moves >= 0"));
                assert_eq!(rows(condition), read, "{game} {condition}");
            }
        }
    }

    #[test]
    fn positions_are_sorted_and_counted() {
        let asked = |sort, first, count| {
            let wanted = Wanted {
                places: Places::Boards,
                sort: Some(sort),
                first,
                count,
                ..Wanted::default()
            };
            find("domineering:2,3", Open::game, &wanted, &How::default())
        };
        let hottest = asked("-temperature", Some(3), false).unwrap();
        let temperatures = hottest.rows.iter().map(|row| &*row.facts["temperature"]);
        assert_eq!(temperatures.collect::<Vec<_>>(), ["5/4", "1", "1"]);
        assert_eq!(hottest.count, 3);
        let all = asked("mean", None, false).unwrap();
        let means = all.rows.iter().map(|row| Number::parse(&row.facts["mean"]));
        assert!(means.collect::<Vec<_>>().is_sorted() && all.count == 64 && all.rows.len() == 64);
        let counted = asked("mean", None, true).unwrap();
        assert!(counted.rows.is_empty() && counted.count == 64);
        assert!(
            asked("value", None, false)
                .unwrap_err()
                .to_string()
                .contains("expected remoteness")
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
        let all = |condition| positions("domineering:2,2", condition, Places::Boards);
        assert_eq!(all("class = L"), all("L"));
        assert_eq!(all("class != N"), all("L | R | P"));
        let wrong = |condition| {
            let places = Places::Boards;
            let wanted = Wanted {
                condition,
                places,
                ..Wanted::default()
            };
            find("domineering:2,2", Open::game, &wanted, &How::default())
                .unwrap_err()
                .to_string()
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
}
