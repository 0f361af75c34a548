//! The smallest position of each game with a value, over ranges of sizes.

use bouton_answers::{Atlas as AtlasAnswer, AtlasPlace, AtlasRow};
use bouton_engine::Error;
use bouton_names::Name;

use super::{Finder, MOST_GAMES, Places, games};
use crate::open::Open;
use crate::questions::{Atlas, HeapBound};
use crate::session::{How, Session};

/// The games of an atlas if none are named, with sizes that take seconds.
pub const ATLAS: [&str; 10] = [
    "clobber:1..3,1..4",
    "domineering:1..3,1..4",
    "nogo:1..2,1..4",
    "toads-and-frogs:1,1..8",
    "elephants-and-rhinos:1,1..8",
    "toppling-dominoes:1,1..7",
    "push:1,1..7",
    "shove:1,1..7",
    "fission:1..3,1..4",
    "cram:1..3,1..4",
];

/// One size of a game.
struct Size {
    /// Which of the games.
    row: usize,
    /// The name with the parameters of this size; or without, if the size is that of the position.
    name: String,
    position: Option<String>,
    cells: u64,
}

impl Atlas {
    /// The positions: the sizes of all games are searched in the order of their cells, so that a search that is stopped has
    /// searched the small ones.
    ///
    /// ```
    /// use bouton::questions::{Atlas, Question};
    /// use bouton::{How, Open};
    /// let given = [("value", "^"), ("games", "clobber:1..2,1..4"), ("games", "domineering:1..2,1..2")];
    /// let found = Atlas::asked(given)?.answer(Open::game, &How::default())?;
    /// let [clobber, domineering] = &found.games[..] else { panic!() };
    /// let smallest = clobber.smallest.as_ref().unwrap();
    /// assert_eq!((&*smallest.game, &*smallest.position), ("clobber:1,3", "XXO"));
    /// assert!(domineering.smallest.is_none() && domineering.complete);
    /// # Ok::<(), bouton::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not a value (with the place), or a game cannot be opened, or is in a file. A limit that is reached is
    /// reported in the answer.
    pub fn answer<'o>(
        &self,
        open: impl Fn(String) -> Open<'o>,
        how: &How,
    ) -> Result<AtlasAnswer, Error> {
        let value = self.value.as_str();
        let mut finder = Finder::of("", &format!("value = {value}"), Places::Boards, how)?;
        if !finder.condition.is_one_test() {
            let message = format!("expected a value, found {value}");
            return Err(Error::whole("value", value, message));
        }
        let defaults = || ATLAS.map(str::to_owned).to_vec();
        let names = match self.games.as_slice() {
            [] => &defaults(),
            named => named,
        };
        let row = |game: &String| AtlasRow {
            game: game.clone(),
            smallest: None,
            visited: 0,
            complete: false,
        };
        let mut atlas = AtlasAnswer {
            value: value.to_owned(),
            games: names.iter().map(row).collect(),
            stopped: None,
        };
        let mut sizes = Vec::new();
        for (row, name) in names.iter().enumerate() {
            for name in games(name)? {
                sizes.push(Size::of(row, name, &open)?);
            }
            if sizes.len() > MOST_GAMES {
                let message = format!("expected at most {MOST_GAMES} sizes, found {}", sizes.len());
                return Err(Error::Unfit(message));
            }
        }
        for size in sizes.iter().filter(|size| size.position.is_some()) {
            // The game takes no parameters, so the row is not named as if it did.
            let row = &mut atlas.games[size.row];
            row.game = row.game.replacen(':', " on ", 1);
        }
        // A stable sort: boards of as many cells stay in the order of the parameters.
        sizes.sort_by_key(|size| size.cells);
        for size in &sizes {
            if atlas.games[size.row].smallest.is_some() {
                continue;
            }
            let before = finder.found.visited;
            let searched = size.search(&mut finder, &open, self.up_to);
            let row = &mut atlas.games[size.row];
            row.visited += finder.found.visited - before;
            match searched {
                Ok(place) => row.smallest = place,
                Err(Error::Stopped(reason)) => {
                    atlas.stopped = Some(reason);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        for row in &mut atlas.games {
            row.complete = row.smallest.is_some() || atlas.stopped.is_none();
        }
        Ok(atlas)
    }
}

impl Size {
    /// A size by its name. A game whose boards are as large as the position has no parameters: the size is that of an
    /// empty board.
    fn of<'o>(row: usize, name: String, open: &impl Fn(String) -> Open<'o>) -> Result<Self, Error> {
        if Name::read(&name)?.reads_files(None) {
            let message = format!("{name}: games in files are searched by find, not in an atlas");
            return Err(Error::Unfit(message));
        }
        let mut size = Self {
            row,
            name,
            position: None,
            cells: 0,
        };
        let opened = open(size.name.clone()).session();
        if let (Err(_), Some((game, _))) = (&opened, size.name.split_once(':')) {
            let heaps = open(game.to_owned()).anywhere();
            if heaps.is_ok_and(|session| session.heaps().is_some()) {
                return Err(Error::Unfit(format!(
                    "{}: {game} is a game of heaps without sizes: expected {game} alone, with the largest heap as --up-to",
                    size.name
                )));
            }
        }
        if let Some((game, empty)) = empty(&size.name).filter(|_| opened.is_err()) {
            size.name = game;
            size.position = Some(empty);
        }
        let session = match (opened, &size.position) {
            (Ok(session), _) => session,
            (Err(_), Some(_)) => size.session(open)?,
            (Err(error), None) => match open(size.name.clone()).anywhere() {
                Ok(session) if session.heaps().is_some() => return Ok(size),
                _ => return Err(error),
            },
        };
        let signs = session.signs();
        let position = session.position()?;
        let cells = position.chars().filter(|sign| signs.contains(sign));
        size.cells = cells.count() as u64;
        Ok(size)
    }

    fn session<'o>(&self, open: &impl Fn(String) -> Open<'o>) -> Result<Session, Error> {
        open(self.name.clone())
            .position(self.position.clone())
            .session()
    }

    /// The first position of this size that has the value.
    fn search<'o>(
        &self,
        finder: &mut Finder<'_, '_>,
        open: &impl Fn(String) -> Open<'o>,
        up_to: u64,
    ) -> Result<Option<AtlasPlace>, Error> {
        let mut session = match self.session(open) {
            Ok(session) if !session.signs().is_empty() => session,
            _ => return self.search_heaps(finder, open, up_to),
        };
        let found = finder.first_in(&mut session, Places::Boards)?;
        Ok(found.map(|position| self.place(position, self.cells)))
    }

    fn search_heaps<'o>(
        &self,
        finder: &mut Finder<'_, '_>,
        open: &impl Fn(String) -> Open<'o>,
        up_to: u64,
    ) -> Result<Option<AtlasPlace>, Error> {
        let mut session = open(self.name.clone()).anywhere()?;
        let bound = HeapBound {
            up_to: Some(up_to),
            ..HeapBound::default()
        };
        let places = Places::UpTo(&bound);
        let found = finder.first_in(&mut session, places)?;
        Ok(found.map(|position| {
            let heaps = position
                .split(',')
                .map(|heap| heap.parse::<u64>().unwrap_or(0));
            let size = heaps.sum();
            self.place(position, size)
        }))
    }

    fn place(&self, position: String, size: u64) -> AtlasPlace {
        AtlasPlace {
            game: self.name.clone(),
            position,
            size,
        }
    }
}

/// The empty board of a name with one or two numbers, and the game without them.
fn empty(name: &str) -> Option<(String, String)> {
    let (game, numbers) = name.split_once(':')?;
    let numbers: Option<Vec<usize>> = numbers.split(',').map(|n| n.parse().ok()).collect();
    let (rows, columns) = match numbers?[..] {
        [columns] => (1, columns),
        [rows, columns] => (rows, columns),
        _ => return None,
    };
    let cells = rows
        .checked_mul(columns)
        .filter(|cells| (1..=64).contains(cells))?;
    let rows = vec![".".repeat(columns); cells / columns];
    Some((game.to_owned(), rows.join("/")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions::{Find, Question};

    fn search(value: &str, games: &[&str], how: &How) -> Result<AtlasAnswer, Error> {
        let games = games.iter().map(|game| ("games", *game));
        let given = [("value", value), ("up_to", "20")].into_iter().chain(games);
        Atlas::asked(given)?.answer(Open::game, how)
    }

    fn smallest(value: &str, game: &str) -> Option<(String, String)> {
        let found = search(value, &[game], &How::default()).unwrap();
        let [row] = &found.games[..] else {
            panic!("{found:?}");
        };
        assert!(row.complete);
        let place = row.smallest.as_ref();
        place.map(|place| (place.game.clone(), place.position.clone()))
    }

    /// Of each value: the sizes before have no board with it, and this size has the position first.
    #[test]
    fn no_smaller_board_has_the_value() {
        let sizes = [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)];
        let mut sizes: Vec<_> = sizes
            .iter()
            .map(|(a, b)| (a * b, format!("{a},{b}")))
            .collect();
        sizes.sort_by_key(|(cells, _)| *cells);
        for game in ["clobber", "domineering", "nogo"] {
            for value in [
                "0", "*", "^", "1", "-1/2", "+-1", "{2|-1/2}", "{1|0}", "^*", "5",
            ] {
                let condition = format!("value = {value}");
                let first = sizes.iter().find_map(|(_, size)| {
                    let name = format!("{game}:{size}");
                    let given = [("where", &*condition), ("all", "1"), ("first", "1")];
                    let find = Find::asked(given).unwrap();
                    let found = find.answer(&name, Open::game, &How::default(), None);
                    let found = found.unwrap();
                    found
                        .column("position")
                        .pop()
                        .map(|position| (name, position))
                });
                let told = smallest(value, &format!("{game}:1..2,1..3"));
                assert_eq!(told, first, "{game} {value}");
            }
        }
    }

    /// Values from the literature: Winning Ways has the boards of domineering, Lessons in Play those of clobber.
    #[test]
    fn known_values_have_known_places() {
        let at = |game: &str, position: &str| Some((game.to_owned(), position.to_owned()));
        assert_eq!(
            smallest("+-1", "domineering:1..3,1..3"),
            at("domineering:2,2", "../..")
        );
        assert_eq!(
            smallest("{2|-1/2}", "domineering:1..3,1..3"),
            at("domineering:2,3", ".../...")
        );
        assert_eq!(smallest("^", "clobber:1,1..4"), at("clobber:1,3", "XXO"));
        // Kayles: 1, 2, 3, 1, 4 are the first Grundy values.
        assert_eq!(smallest("*4", "kayles"), at("kayles", "5"));
        assert_eq!(smallest("*4", "nim"), at("nim", "4"));
        // A strip of two cells: toad and frog face each other across none.
        assert_eq!(
            smallest("*", "toads-and-frogs:1,1..4"),
            at("toads-and-frogs", "t.f")
        );
    }

    #[test]
    fn what_is_no_value_or_no_board_is_refused() {
        let refused = |value: &str, game: &str| {
            let found = search(value, &[game], &How::default());
            found.unwrap_err().to_string()
        };
        assert!(refused("^ & loss", "clobber:1,2").contains("expected a value"));
        assert!(refused("^", "mine.star:1..3").contains("searched by find"));
        assert!(
            refused("1", "nim:1..3")
                .contains("expected nim alone, with the largest heap as --up-to")
        );
        let sum = refused("1", "domineering:1..2,1..2 + nim 3");
        assert_eq!(sum, "a sum takes no ranges: name one size of each part");
        assert!(refused("^", "clobbered:1,2").contains("no game is called"));
        assert!(!refused("^", "domineering:0,2").is_empty());
    }

    /// All sizes of all games are searched in the order of their cells: when the work is stopped, the smaller ones are done.
    #[test]
    fn a_stopped_search_has_searched_the_small_boards() {
        let mut how = How::default();
        how.limits.last_look = Some(60);
        let found = search("17", &["domineering:1..4,1..4", "clobber:1,1..3"], &how).unwrap();
        assert!(found.stopped.is_some());
        assert!(
            found
                .games
                .iter()
                .all(|row| !row.complete && row.smallest.is_none())
        );
        assert!(found.games[0].visited > 16);
    }
}
