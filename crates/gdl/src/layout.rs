//! Boards and heaps among the fluents of a game, recognised by their form.

use bouton_core::hashing::{FastMap, FastSet};

use crate::field::Field;
use crate::network::Network;
use crate::term::{Symbol, Term};

/// The character for a missing cell.
pub(crate) const HOLE: char = '~';

/// The layout of positions.
#[derive(Clone, Debug)]
pub(crate) enum Layout {
    Board(Board),
    Heaps(Vec<Heap>),
    Words,
}

/// A rectangle of fields.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Row by row from the top; `None` if there is no cell.
    pub(crate) rows: Vec<Vec<Option<usize>>>,
    /// The character of each fluent.
    pub(crate) marks: FastMap<usize, Mark>,
    /// The character if no member of a field holds.
    pub(crate) absent: char,
}

/// The mark of a fluent on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) letter: char,
    pub(crate) owner: Option<usize>,
}

/// A field that is a number.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    pub(crate) field: usize,
    /// The size of each member.
    pub(crate) sizes: Vec<u32>,
}

/// The mark of an empty cell.
pub(crate) const EMPTY: char = '.';
/// Names that are not pieces.
const BLANK: [&str; 5] = ["blank", "empty", "dirt", "none", "free"];
/// Letters for pieces whose own letters are in use.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

impl Layout {
    pub(crate) fn of(network: &Network, fields: &[Field]) -> Self {
        let finder = Finder { network, fields };
        let names = network
            .fluents
            .iter()
            .map(|fluent| network.terms.symbol_of(*fluent));
        let names: FastSet<Symbol> = names.collect();
        let boards = names.iter().flat_map(|name| finder.boards(*name));
        let size = |board: &Board| board.rows.iter().flatten().flatten().count();
        if let Some(board) = boards.max_by_key(size) {
            return Self::Board(board);
        }
        let mut heaps: Vec<_> = names
            .iter()
            .filter_map(|name| finder.heaps(*name))
            .collect();
        heaps.sort_by_key(|heaps| heaps.iter().map(|heap| heap.sizes.len()).sum::<usize>());
        heaps.pop().map_or(Self::Words, Self::Heaps)
    }
}

struct Finder<'n> {
    network: &'n Network,
    fields: &'n [Field],
}

impl Finder<'_> {
    fn arguments(&self, fluent: usize) -> &[Term] {
        self.network.terms.arguments(self.network.fluents[fluent])
    }

    fn name(&self, term: Term) -> String {
        self.network.terms.show(term)
    }

    /// The fields whose members all have a name and this many arguments.
    fn named(&self, name: Symbol, arity: usize) -> Vec<usize> {
        let fits = |member: &usize| {
            let fluent = self.network.fluents[*member];
            self.network.terms.symbol_of(fluent) == name && self.arguments(*member).len() == arity
        };
        let fields = 0..self.fields.len();
        fields
            .filter(|n| self.fields[*n].members.iter().all(fits))
            .collect()
    }

    /// The argument places in which a field's members differ.
    fn varying(&self, field: usize) -> Vec<usize> {
        let members = &self.fields[field].members;
        let first = self.arguments(members[0]);
        let differs = |place: &usize| {
            members
                .iter()
                .any(|member| self.arguments(*member)[*place] != first[*place])
        };
        (0..first.len()).filter(differs).collect()
    }

    fn boards(&self, name: Symbol) -> Vec<Board> {
        let full = (0..3).filter_map(|value| {
            let fields = self.named(name, 3);
            let fits = |field: &usize| self.varying(*field).iter().all(|place| *place == value);
            let fields: Vec<_> = fields.into_iter().filter(fits).collect();
            let varies = fields.iter().any(|field| !self.varying(*field).is_empty());
            varies.then(|| self.board(&fields, Some(value))).flatten()
        });
        let flags: Vec<_> = self.named(name, 2);
        let flags: Vec<_> = flags
            .into_iter()
            .filter(|field| self.varying(*field).is_empty())
            .collect();
        full.chain(self.board(&flags, None)).collect()
    }

    /// The fields as a board; `value` is the argument place of the cell's value, if there is one.
    fn board(&self, fields: &[usize], value: Option<usize>) -> Option<Board> {
        let places: Vec<usize> = (0..3).filter(|place| Some(*place) != value).collect();
        let at =
            |field: usize, axis: usize| self.arguments(self.fields[field].members[0])[places[axis]];
        let [mut rows, mut columns] = [0, 1].map(|axis| {
            let axis = fields.iter().map(|field| at(*field, axis));
            self.sorted(axis.collect())
        });
        let (mut across, mut down) = (1, 0);
        if self.are_letters(&rows) && !self.are_letters(&columns) {
            (rows, columns) = (columns, rows);
            (across, down) = (0, 1);
        }
        if self.are_letters(&columns) && !self.are_letters(&rows) {
            // The first row is at the bottom, as on a chessboard.
            rows.reverse();
        }
        if rows.len() < 2 || columns.len() < 2 || 2 * fields.len() < rows.len() * columns.len() {
            return None;
        }
        let mut board = vec![vec![None; columns.len()]; rows.len()];
        for &field in fields {
            let row = rows.iter().position(|row| *row == at(field, down))?;
            let column = columns
                .iter()
                .position(|column| *column == at(field, across))?;
            if board[row][column].replace(field).is_some() {
                return None;
            }
        }
        self.marked(board, fields, value)
    }

    fn sorted(&self, axis: Vec<Term>) -> Vec<Term> {
        let mut axis = axis;
        axis.sort_by_cached_key(|term| {
            let name = self.name(*term);
            (name.parse::<i64>().unwrap_or(i64::MAX), name)
        });
        axis.dedup();
        axis
    }

    fn are_letters(&self, axis: &[Term]) -> bool {
        axis.iter().all(|term| {
            let name = self.name(*term);
            name.len() == 1 && name.bytes().all(|letter| letter.is_ascii_alphabetic())
        })
    }

    fn marked(
        &self,
        rows: Vec<Vec<Option<usize>>>,
        fields: &[usize],
        value: Option<usize>,
    ) -> Option<Board> {
        let members = || fields.iter().flat_map(|field| &self.fields[*field].members);
        let word = |fluent: usize| match value {
            Some(value) => self.name(self.arguments(fluent)[value]),
            None => self
                .network
                .terms
                .name(self.network.terms.symbol_of(self.network.fluents[fluent]))
                .to_owned(),
        };
        let mut words: Vec<String> = members().map(|member| word(*member)).collect();
        words.sort_unstable();
        words.dedup();
        let roles = [0, 1].map(|role| self.network.role(role));
        let marks = marks(&words, &roles)?;
        let is_marked = |letter: char| marks.values().any(|mark| mark.letter == letter);
        let absent = match (value, is_marked(EMPTY)) {
            (None, true) => '#',
            (_, true) => '-',
            _ => EMPTY,
        };
        Some(Board {
            rows,
            marks: members()
                .map(|member| (*member, marks[&word(*member)]))
                .collect(),
            absent,
        })
    }

    /// Fields that are numbers, one for each name of a heap.
    fn heaps(&self, name: Symbol) -> Option<Vec<Heap>> {
        let fields = self.named(name, 2);
        let heap = |field: &usize| {
            let [place] = self.varying(*field)[..] else {
                return None;
            };
            let size = |member: &usize| self.name(self.arguments(*member)[place]).parse().ok();
            let sizes = self.fields[*field].members.iter().map(size);
            Some(Heap {
                field: *field,
                sizes: sizes.collect::<Option<_>>()?,
            })
        };
        let heaps: Option<Vec<_>> = fields.iter().map(heap).collect();
        heaps.filter(|heaps| !heaps.is_empty())
    }
}

/// A letter for each word, upper case for the first role's; `None` if there are too many.
fn marks(words: &[String], roles: &[String; 2]) -> Option<FastMap<String, Mark>> {
    let mut marks: FastMap<String, Mark> = FastMap::default();
    // A word that is the name of a role gets its first letter before all others.
    let mut order: Vec<&String> = words.iter().collect();
    order.sort_by_key(|word| (!roles.contains(word), *word));
    for word in order {
        let owner = owner(word, roles);
        let taken =
            |letter: &char| *letter == '-' || marks.values().any(|mark| mark.letter == *letter);
        let letter = match is_blank(word, roles) {
            true => Some(EMPTY).filter(|letter| !taken(letter)),
            false => None,
        };
        let own = candidates(word, owner, roles).into_iter();
        let letter = letter.or_else(|| own.chain(LETTERS.chars()).find(|letter| !taken(letter)))?;
        let owner = owner.filter(|_| letter != EMPTY);
        marks.insert(word.clone(), Mark { letter, owner });
    }
    Some(marks)
}

fn is_blank(word: &str, roles: &[String; 2]) -> bool {
    let stands_for_a_role = || roles.iter().any(|role| role.starts_with('b'));
    BLANK.contains(&word) || word == "b" && !stands_for_a_role() || word == "e"
}

/// The owner of a piece: the role that the word names, or whose first letter it begins with.
fn owner(word: &str, roles: &[String; 2]) -> Option<usize> {
    if let Some(role) = roles.iter().position(|role| role == word) {
        return Some(role);
    }
    let initial = |text: &str| text.chars().next();
    let fits = roles.each_ref().map(|role| initial(role) == initial(word));
    match fits {
        [true, false] if !is_blank(word, roles) => Some(0),
        [false, true] if !is_blank(word, roles) => Some(1),
        _ => None,
    }
}

fn candidates(word: &str, owner: Option<usize>, roles: &[String; 2]) -> Vec<char> {
    let whole = owner.is_some_and(|owner| {
        word.len() == 1 || roles[owner].starts_with(word) || word.starts_with(&roles[owner])
    });
    let letters = word.chars().filter(|letter| letter.is_ascii_alphanumeric());
    // In `wp` the piece counts, in `white` the role.
    let letters = letters.skip(usize::from(owner.is_some() && !whole));
    letters
        .map(|letter| match owner {
            Some(0) => letter.to_ascii_uppercase(),
            _ => letter.to_ascii_lowercase(),
        })
        .collect()
}
