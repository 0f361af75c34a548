//! [`Marked`]: games of Left and Right on cells, all of one type, so that the solvers are compiled with it once, and once more
//! for more than 64 cells.
//!
//! A cell has a mark of Left's, of Right's, of both, or none. The rules define the meaning of the marks; a cell without one
//! is not part of the game, like cells beyond the edge of a board.

use std::fmt::Debug;

use bouton_core::entry::{OpenError, Opened, needed, no_parameters};
use bouton_core::partizan::Theorem;
use bouton_core::scene::{self, Cell, Drawn, Names, Owner, Scene};
use bouton_core::{
    Counted, Declares, Disjunctive, Game, InputError, Loopfree, Notation, Partizan, Powers, Reason,
    RuleError, Shape, Side,
};
use num_bigint::BigUint;
use smallvec::SmallVec;

use super::net::Net;
use crate::boards::cells::Cells;
use crate::boards::free::Size;

/// The cells with a mark of Left's, and those with a mark of Right's: a mark of both is in both sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks<S = u64> {
    pub(crate) left: S,
    pub(crate) right: S,
}

bouton_core::packs!(<S: Cells> Marks<S> { left, right });

impl<S: Cells> Marks<S> {
    pub(crate) fn both(self) -> S {
        self.left & self.right
    }

    /// The cells that have a mark.
    pub(crate) fn all(self) -> S {
        self.left | self.right
    }

    /// The cells with a mark of `side`, including marks of both players.
    pub(crate) fn of(self, side: Side) -> S {
        match side {
            Side::Left => self.left,
            Side::Right => self.right,
        }
    }

    /// The cells with a mark of `side` alone.
    pub(crate) fn only(self, side: Side) -> S {
        self.of(side) & !self.of(side.other())
    }

    /// The marks as seen by `side`, with `side` as Left.
    pub(crate) fn seen_by(self, side: Side) -> Self {
        match side {
            Side::Left => self,
            Side::Right => self.turned(),
        }
    }

    /// The marks with Left and Right exchanged.
    pub(crate) fn turned(self) -> Self {
        Self {
            left: self.right,
            right: self.left,
        }
    }

    pub(crate) fn within(self, cells: S) -> Self {
        Self {
            left: self.left & cells,
            right: self.right & cells,
        }
    }

    /// Left's pieces, Right's pieces, and cells that are free.
    pub(crate) fn pieces([left, right]: [S; 2], free: S) -> Self {
        Self {
            left: left | free,
            right: right | free,
        }
    }
}

/// A move, with the resulting marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move<S = u64> {
    /// The cells that name it: one, or from and to, or these and the target of a shot.
    pub(crate) cells: [Option<u8>; 3],
    pub(crate) to: Marks<S>,
}

bouton_core::packs!(<S: Cells> Move<S> { cells, to });

impl<S: Cells> Move<S> {
    pub(crate) fn at(cell: usize, to: Marks<S>) -> Self {
        Self::called([Some(cell), None, None], to)
    }

    pub(crate) fn between(from: usize, end: usize, to: Marks<S>) -> Self {
        Self::called([Some(from), Some(end), None], to)
    }

    /// A move named by cells, all of them below 256.
    pub(crate) fn called(cells: [Option<usize>; 3], to: Marks<S>) -> Self {
        let cells = cells.map(|cell| cell.map(|cell| cell as u8));
        Self { cells, to }
    }
}

/// The meaning of the marks: the rules of one game.
pub(crate) trait Rules<S = u64>: Debug + Send + Sync {
    /// The moves of `side`.
    fn moves(&self, at: Marks<S>, side: Side) -> Vec<Move<S>>;
    /// A condition that the position violates although it holds after every move; such a position does not belong to the
    /// game.
    fn lacks(&self, _at: Marks<S>) -> Option<&'static str> {
        None
    }
    /// Whether marks are removed from the board.
    fn takes(&self) -> bool {
        false
    }
    /// Whether every line of play ends.
    fn ends(&self) -> bool {
        true
    }
    /// A measure that every move lowers, if every line of play ends.
    fn height(&self, at: Marks<S>) -> u32;
    /// The canonical representative, as for a game; parts without moves may be left out.
    fn canonical(&self, at: Marks<S>) -> Marks<S>;
    /// The canonical representative of a position that is one of its own summands.
    fn canonical_part(&self, part: Marks<S>) -> Marks<S> {
        self.canonical(part)
    }
    /// The independent parts, as for a game.
    fn summands(&self, at: Marks<S>) -> SmallVec<[Marks<S>; 2]>;
    /// The negative, as for a game.
    fn negative(&self, at: Marks<S>) -> Option<Marks<S>>;
    /// A graph that determines the value, as for a game.
    fn shape(&self, _at: Marks<S>) -> Option<Shape> {
        None
    }
    /// Whether a theorem makes some positions nim.
    fn is_nim(&self) -> bool {
        false
    }
    /// The heaps of nim that decide the position, with either player to move: every winning move makes their xor 0.
    fn heaps(&self, _at: Marks<S>) -> Option<Vec<u64>> {
        None
    }
    /// A move in words, from the names of its cells; `None` if the names suffice.
    fn words(&self, _cells: &[String]) -> Option<String> {
        None
    }
}

/// The ways in which a board can be turned without a change of the rules.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Symmetry {
    /// It can only be moved; mirroring left to right exchanges Left and Right.
    Moved,
    /// It can be mirrored; exchanging rows and columns exchanges Left and Right.
    Mirrored,
    /// It can be mirrored and turned, and Left and Right exchanged.
    Turned,
}

impl Symmetry {
    pub(crate) fn canonical<S: Cells>(
        self,
        size: Size,
        Marks { left, right }: Marks<S>,
    ) -> Marks<S> {
        let [left, right] = match self {
            Self::Moved => size.cornered([left, right]),
            Self::Mirrored => size.least([left, right]),
            Self::Turned => size.least_of_all([left, right]),
        };
        Marks { left, right }
    }

    pub(crate) fn negative<S: Cells>(self, size: Size, at: Marks<S>) -> Option<Marks<S>> {
        let Marks { left, right } = at;
        let image = match self {
            Self::Turned => return Some(at.turned()),
            Self::Moved => [size.mirrored(right), size.mirrored(left)],
            Self::Mirrored => {
                let [left, right] = size.cornered([left, right]);
                [size.transposed(left)?, size.transposed(right)?]
            }
        };
        let [left, right] = image;
        Some(Marks { left, right })
    }
}

/// The signs of a board's marks: Left's, Right's, those of both, and none. If another sign equals the last one, it is not
/// used.
pub(crate) type Signs = [char; 4];

/// A board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    pub(crate) size: Size,
    pub(crate) signs: Signs,
    pub(crate) set: scene::Set,
}

impl Board {
    pub(crate) fn parse<S: Cells>(&self, text: &str) -> Result<Marks<S>, InputError> {
        let [left, right, both, none]: [S; 4] = self.size.parse(text, self.signs)?;
        Ok(Marks::pieces([left, right], both).within(!none))
    }

    fn sign<S: Cells>(&self, at: Marks<S>, cell: usize) -> char {
        let [left, right, both, none] = self.signs;
        match (at.left.has(cell), at.right.has(cell)) {
            (true, true) => both,
            (true, _) => left,
            (_, true) => right,
            _ => none,
        }
    }

    fn scene<S: Cells>(&self, at: Marks<S>) -> Scene {
        let board = self.size.board(|cell| {
            let sign = self.sign(at, cell);
            let owner = match sign {
                '.' => return Cell::Empty,
                // A stone with only one sign belongs to both players.
                _ if self.signs[1] == self.signs[3] => Owner::Neutral,
                _ if sign == self.signs[0] => Owner::First,
                _ if sign == self.signs[1] => Owner::Second,
                _ => Owner::Neutral,
            };
            Cell::Piece(owner, sign.into())
        });
        Scene::of(board).with(self.set).named(Names::FromTop)
    }
}

/// The arrangement of the cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place<S> {
    Board(Board),
    Net(Net<S>),
}

impl<S: Cells> Place<S> {
    /// The marks of a text.
    pub(crate) fn parse(&self, text: &str) -> Result<Marks<S>, InputError> {
        match self {
            Self::Board(board) => board.parse(text),
            Self::Net(net) => net.parse(text),
        }
    }

    fn cells(&self) -> usize {
        match self {
            Self::Board(board) => board.size.rows * board.size.columns,
            Self::Net(net) => net.graph.all().count() as usize,
        }
    }

    fn name(&self, cell: usize) -> String {
        match self {
            Self::Board(board) => board.size.name(cell),
            Self::Net(net) => net.graph.name(cell).to_owned(),
        }
    }
}

/// A game of Left and Right on as many cells as a set holds.
#[derive(Debug)]
pub struct Marked<S = u64> {
    place: Place<S>,
    rules: Box<dyn Rules<S>>,
}

impl<S: Cells> PartialEq for Marked<S> {
    /// Rules are compared by their debug output, which shows all of their data.
    fn eq(&self, other: &Self) -> bool {
        let rules = [self, other].map(|game| format!("{:?}", game.rules));
        self.place == other.place && rules[0] == rules[1]
    }
}

impl<S: Cells> Marked<S> {
    pub(crate) fn new(place: Place<S>, rules: Box<dyn Rules<S>>) -> Self {
        Self { place, rules }
    }
}

impl Marked {
    /// Opens a game on one row of cells, as long as the position.
    pub(crate) fn on_row<R: Rules + 'static>(
        parameters: Option<&str>,
        position: Option<&str>,
        notation: &str,
        (signs, set): (Signs, scene::Set),
        rules: impl FnOnce(Size) -> R,
    ) -> Result<Opened<Self>, OpenError> {
        no_parameters(parameters)?;
        let (game, at) = Self::on_board(None, position, notation, (signs, set), rules)?;
        match (&game.place, position) {
            (Place::Board(board), Some(text)) if board.size.rows > 1 => {
                let message = format!("expected one row, found {}", board.size.rows);
                let error = InputError::whole(message, text);
                Err(OpenError::Position(error))
            }
            _ => Ok((game, at)),
        }
    }

    /// Opens a game at a position, which determines the size of its board, unless the parameters do.
    pub(crate) fn on_board<R: Rules + 'static>(
        parameters: Option<&str>,
        position: Option<&str>,
        notation: &str,
        (signs, set): (Signs, scene::Set),
        rules: impl FnOnce(Size) -> R,
    ) -> Result<Opened<Self>, OpenError> {
        let text = needed(position, notation)?;
        let size = Size::read_or_seen(parameters, position)?;
        let board = Board { size, signs, set };
        let game = Self::new(Place::Board(board), Box::new(rules(size)));
        let at = game.parse(text).map_err(OpenError::Position)?;
        Ok((game, at))
    }
}

impl<S: Cells> Game for Marked<S> {
    type Position = Marks<S>;
    type Move = Move<S>;
    fn canonical(&self, at: Marks<S>) -> Marks<S> {
        self.rules.canonical(at)
    }
    fn key(&self, at: &Marks<S>) -> Option<u64> {
        let fits = self.place.cells() <= 31;
        Some(at.left.key()? << 31 | at.right.key()?).filter(|_| fits)
    }
    fn endless(&self, at: &Marks<S>) -> RuleError {
        let at = self.show(at);
        RuleError::Broken(format!("play need not end: {at} can come back"))
    }
}

impl<S: Cells> Partizan for Marked<S> {
    fn moves<'g>(
        &'g self,
        at: &Marks<S>,
        side: Side,
    ) -> impl Iterator<Item = Move<S>> + use<'g, S> {
        self.rules.moves(*at, side).into_iter()
    }
    fn play(&self, _at: &Marks<S>, _side: Side, mv: &Move<S>) -> Marks<S> {
        mv.to
    }
}

impl<S: Cells> Theorem for Marked<S> {
    fn covers(&self, at: &Marks<S>) -> Result<(), String> {
        let why =
            "its theorem is about rows that have a piece of each player and no cell without a sign";
        self.rules.heaps(*at).map(|_| ()).ok_or_else(|| why.into())
    }
    fn winning(&self, at: &Marks<S>, side: Side) -> (Vec<Move<S>>, Reason) {
        let heaps = |at: Marks<S>| self.rules.heaps(at).unwrap_or_default();
        let xor = |heaps: &[u64]| heaps.iter().fold(0, |xor, heap| xor ^ heap);
        let mut moves = self.rules.moves(*at, side);
        moves.retain(|mv| xor(&heaps(mv.to)) == 0);
        let parts = heaps(*at);
        let reason = Reason::NimSum {
            what: Counted::GAP,
            sum: xor(&parts).into(),
            parts: parts.into_iter().map(BigUint::from).collect(),
        };
        (moves, reason)
    }
}

impl<S: Cells> Loopfree for Marked<S> {
    type Height = u32;
    fn height(&self, at: &Marks<S>) -> u32 {
        self.rules.height(*at)
    }
}

impl<S: Cells> Disjunctive for Marked<S> {
    fn summands(&self, at: &Marks<S>) -> SmallVec<[Marks<S>; 2]> {
        self.rules.summands(*at)
    }
    fn negative(&self, at: &Marks<S>) -> Option<Marks<S>> {
        self.rules.negative(*at)
    }
    fn canonical_part(&self, part: Marks<S>) -> Marks<S> {
        self.rules.canonical_part(part)
    }
    fn shape(&self, at: &Marks<S>) -> Option<Shape> {
        self.rules.shape(*at)
    }
    fn with_key(&self, key: u64) -> Option<Marks<S>> {
        Some(Marks {
            left: S::of_key(key >> 31)?,
            right: S::of_key(key & ((1 << 31) - 1))?,
        })
    }
}

impl<S: Cells> Notation for Marked<S> {
    fn parse(&self, text: &str) -> Result<Marks<S>, InputError> {
        let at = self.place.parse(text)?;
        match self.rules.lacks(at) {
            Some(expected) => Err(InputError::whole(expected, text)),
            None => Ok(at),
        }
    }
    fn show(&self, at: &Marks<S>) -> String {
        match &self.place {
            Place::Board(board) => board.size.show(|cell| board.sign(*at, cell)),
            Place::Net(net) => net.show(*at),
        }
    }
    /// Each sign once; a sign equal to the last one is not used.
    fn signs(&self) -> Vec<char> {
        let Place::Board(board) = &self.place else {
            return Vec::new();
        };
        let [marks @ .., none] = &board.signs;
        let marks = marks.iter().filter(|sign| *sign != none);
        marks.chain([none]).copied().collect()
    }
    fn show_move(&self, _at: &Marks<S>, mv: &Move<S>) -> String {
        let cells = mv.cells.iter().flatten();
        let names = cells.map(|cell| self.place.name(usize::from(*cell)));
        let signs = ["", "-", "/"];
        let signed = names.zip(signs).map(|(name, sign)| format!("{sign}{name}"));
        signed.collect()
    }
    fn move_in_words(&self, _at: &Marks<S>, mv: &Move<S>) -> Option<String> {
        let cells = mv.cells.iter().flatten();
        let names: Vec<_> = cells
            .map(|cell| self.place.name(usize::from(*cell)))
            .collect();
        self.rules.words(&names)
    }
}

impl<S: Cells> Drawn for Marked<S> {
    fn scene(&self, at: &Marks<S>) -> Scene {
        let scene = match &self.place {
            Place::Board(board) => board.scene(*at),
            Place::Net(net) => net.scene(*at),
        };
        if self.rules.takes() {
            scene.taking()
        } else {
            scene
        }
    }
}

impl<S: Cells> Declares for Marked<S> {
    fn declare(&self, powers: &mut impl Powers<Self>) {
        if self.rules.ends() {
            powers.partizan();
            powers.disjunctive();
        } else {
            powers.partizan_ending();
        }
        if self.rules.is_nim() {
            powers.theorem();
        }
        powers.look();
    }
}
