//! How a position looks: [`Scene`], plain data that the terminal, pictures and pages draw.

use num_bigint::BigUint;

use crate::game::Game;

mod deed;
mod ground;
pub mod layout;
mod plain;

pub use crate::set::{Names, Seat, Set};
pub use deed::{Deed, Step, Tokens};

/// A game that defines how its positions are drawn; other games are drawn from their notation.
pub trait Drawn: Game {
    /// The look of a position.
    fn scene(&self, at: &Self::Position) -> Scene;

    /// The change that a move makes to the scene; `None`: it is seen by comparing the scene after the move.
    fn deed(&self, _at: &Self::Position, _mv: &Self::Move) -> Option<Deed> {
        None
    }

    /// The name of a family of positions that play alike, such as `(0, n)`; graphs draw each family as one node.
    fn family(&self, _at: &Self::Position) -> Option<String> {
        None
    }

    /// For games of two heaps: the straight lines through the origin along which the lost pairs lie.
    fn slopes(&self) -> Vec<Slope> {
        Vec::new()
    }
}

/// A straight line through the origin of a grid of two heaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Slope {
    /// Second heap by first heap.
    pub rise: f64,
    /// The name of the line, such as `slope φ`.
    pub label: &'static str,
}

/// A figure, the way it is drawn, and the caption below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// The figure to draw.
    pub figure: Figure,
    /// Information that the figure does not show, such as a limit on the next move, or "".
    pub note: String,
    /// The player to move, or "".
    pub turn: String,
    /// The set of board and pieces.
    pub set: Set,
    /// The side that it is seen from.
    pub seat: Seat,
    /// The names at the edges of the board.
    pub names: Names,
    /// Whether it is seen from the other side: then the parts of a turning board are counted from its end.
    pub turned: bool,
    /// Whether pieces are taken off the board: then pictures keep a place for them beside it.
    pub takes: bool,
    /// The men in hand, the first player's and the second's, by kind; empty in games without. The kinds of the player to move
    /// are parts, counted after those of the figure.
    pub hands: [Vec<InHand>; 2],
}

/// Men of a kind that a player can put on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InHand {
    /// How one is marked on the board.
    pub mark: String,
    /// How many there are; a kind of which there are none keeps its place.
    pub count: usize,
}

/// The figure of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// The notation alone.
    Words(String),
    /// Heaps side by side, by size.
    Heaps(Vec<BigUint>),
    /// Coins in a row, left to right; a coin shows one value, or one for each player.
    Coins(Vec<Vec<String>>),
    /// Cards; its parts are the piles.
    Cards {
        /// The cards that were laid, in order.
        laid: Vec<String>,
        /// Each kind of card, with the number of cards of it that can still be laid.
        piles: Vec<(String, usize)>,
    },
    /// A board, row by row from the top.
    Board(Vec<Vec<Cell>>),
    /// Points and the edges between them; its parts are the edges, then the points.
    Net {
        /// The points.
        points: Vec<Point>,
        /// The edges.
        edges: Vec<Edge>,
    },
    /// Games that are played together, beside each other; parts are counted through.
    Games(Vec<Beside>),
}

/// One of several games that are played together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Its number in the names of moves.
    pub number: usize,
    /// The name of the game.
    pub game: String,
    /// The position, in the game's notation.
    pub position: String,
    /// Whether no player has a move in it.
    pub over: bool,
    /// How it looks.
    pub scene: Scene,
}

impl Figure {
    /// The number of its parts.
    pub fn parts(&self) -> usize {
        match self {
            Self::Words(_) => 0,
            Self::Heaps(heaps) => heaps.len(),
            Self::Coins(coins) => coins.len(),
            Self::Cards { piles, .. } => piles.len(),
            Self::Board(rows) => rows.iter().map(Vec::len).sum(),
            Self::Net { points, edges } => edges.len() + points.len(),
            Self::Games(games) => games.iter().map(|game| game.scene.parts()).sum(),
        }
    }
}

/// A cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// An empty cell.
    Empty,
    /// Not a cell of the board.
    Hole,
    /// A mark or a piece.
    Piece(Owner, String),
}

impl Cell {
    /// Gives a piece to the other player; X becomes O and O becomes X.
    fn change_sides(&mut self) {
        let Self::Piece(owner, mark) = self else {
            return;
        };
        *owner = match owner {
            Owner::First => Owner::Second,
            Owner::Second => Owner::First,
            Owner::Neutral => Owner::Neutral,
        };
        change_mark(mark);
    }
}

/// X becomes O, and O becomes X.
fn change_mark(mark: &mut String) {
    match mark.as_str() {
        "X" => *mark = "O".into(),
        "O" => *mark = "X".into(),
        _ => {}
    }
}

/// The owner of a piece or an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The first player, or Left.
    First,
    /// The second player, or Right.
    Second,
    /// Neither or both.
    Neutral,
}

impl Owner {
    /// All owners, with their names in rule files.
    pub const ALL: [(&'static str, Self); 3] = [
        ("first", Self::First),
        ("second", Self::Second),
        ("both", Self::Neutral),
    ];
}

impl Set {
    /// The owner of a piece with this mark on a board of the set: by default X, L and B are the first player's, O, R and W the other's.
    ///
    /// ```
    /// use bouton_core::scene::{Owner, Set};
    /// assert_eq!(Set::Toads.owner("f"), Owner::Second);
    /// assert_eq!(Set::Stones.owner("X"), Owner::First);
    /// assert_eq!(Set::Letters.owner("a"), Owner::Neutral);
    /// ```
    pub fn owner(self, mark: &str) -> Owner {
        let (first, second): (&[&str], &[&str]) = match self {
            Self::Toads | Self::Elephants => (&["t"], &["f"]),
            Self::Geese => (&["G"], &["F"]),
            Self::Standing | Self::Coins => (&["l"], &["r"]),
            Self::Faces => (&["H"], &[]),
            Self::Chocolate => (&[], &["P"]),
            Self::Tiles => (&["L", "E", "G", "C", "H"], &["l", "e", "g", "c", "h"]),
            Self::Chess => (
                &["K", "Q", "R", "B", "N", "P"],
                &["k", "q", "r", "b", "n", "p"],
            ),
            _ => (&["X", "x", "L", "B"], &["O", "o", "R", "W"]),
        };
        match (first.contains(&mark), second.contains(&mark)) {
            (true, _) => Owner::First,
            (_, true) => Owner::Second,
            _ => Owner::Neutral,
        }
    }
}

/// A point of a net.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// From the left, in thousandths of the width.
    pub x: u16,
    /// From the top, in thousandths of the height.
    pub y: u16,
    /// The text beside it, or "".
    pub label: String,
    /// The cell at the point; a hole if the point is removed.
    pub cell: Cell,
}

/// An edge of a net, between two points by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// One end.
    pub from: usize,
    /// The other.
    pub to: usize,
    /// The kind of edge.
    pub kind: EdgeKind,
    /// The text beside it, or "".
    pub label: String,
}

/// The kind of an edge of a net.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// A part of the figure, with its owner.
    Of(Owner),
    /// A one-way edge from the first end to the second.
    OneWay,
    /// A place where an edge may still be drawn.
    Free,
}

impl Edge {
    /// The index of edge `n` among the edges with the same ends, and their number.
    pub fn among(edges: &[Self], n: usize) -> (usize, usize) {
        let ends = |edge: &Self| (edge.from.min(edge.to), edge.from.max(edge.to));
        let alike = |some: &[Self]| {
            let same = some.iter().filter(|other| ends(other) == ends(&edges[n]));
            same.count()
        };
        (alike(&edges[..n]), alike(edges))
    }
}

impl Scene {
    /// A figure without a note.
    pub fn of(figure: Figure) -> Self {
        Self {
            figure,
            note: String::new(),
            turn: String::new(),
            set: Set::default(),
            seat: Seat::default(),
            names: Names::default(),
            turned: false,
            takes: false,
            hands: Default::default(),
        }
    }

    /// Games beside each other. The player to move is named once, below all.
    ///
    /// ```
    /// use bouton_core::scene::{Beside, Scene};
    /// let game = |number, text: &str| Beside {
    ///     number,
    ///     game: "nim".into(),
    ///     position: text.into(),
    ///     over: false,
    ///     scene: Scene::of_notation(text, true),
    /// };
    /// assert_eq!(Scene::beside(vec![game(0, "3,4"), game(1, "5")]).parts(), 3);
    /// ```
    pub fn beside(mut games: Vec<Beside>) -> Self {
        let mut turns = games
            .iter_mut()
            .map(|game| std::mem::take(&mut game.scene.turn));
        let turn = turns.by_ref().find(|turn| !turn.is_empty());
        turns.for_each(drop);
        Self::of(Figure::Games(games)).to_move(turn.unwrap_or_default())
    }

    /// The number of its parts, with those in hand.
    pub fn parts(&self) -> usize {
        self.figure.parts() + self.hands[0].len()
    }

    /// The same figure, drawn with a set.
    #[must_use]
    pub fn with(self, set: Set) -> Self {
        Self { set, ..self }
    }

    /// The same, with names at the edges of its board.
    #[must_use]
    pub fn named(self, names: Names) -> Self {
        Self { names, ..self }
    }

    /// The same figure, seen from this seat.
    #[must_use]
    pub fn seen(self, seat: Seat) -> Self {
        Self { seat, ..self }
    }

    /// The same figure, for a game in which pieces are taken off the board.
    #[must_use]
    pub fn taking(self) -> Self {
        Self {
            takes: true,
            ..self
        }
    }

    /// The same figure, with pieces in hand.
    #[must_use]
    pub fn holding(self, hands: [Vec<InHand>; 2]) -> Self {
        Self { hands, ..self }
    }

    /// The same figure, with a note about the player to move.
    #[must_use]
    pub fn to_move(self, turn: impl Into<String>) -> Self {
        Self {
            turn: turn.into(),
            ..self
        }
    }

    /// The pieces that both players have in hand, in words; empty if there are none.
    ///
    /// ```
    /// use bouton_core::scene::{Figure, InHand, Scene};
    /// let held = |mark: &str, count| InHand { mark: mark.into(), count };
    /// let scene = Scene::of(Figure::Board(vec![]));
    /// let scene = scene.holding([vec![held("E", 1), held("C", 2)], vec![held("G", 0)]]);
    /// assert_eq!(scene.held(), "in hand: E, 2 C; the other: nothing");
    /// ```
    pub fn held(&self) -> String {
        if self.hands.iter().flatten().all(|held| held.count == 0) {
            return String::new();
        }
        let [mut own, mut other] = [0, 1].map(|side: usize| {
            let there = self.hands[side].iter().filter(|held| held.count > 0);
            let told = there.map(|held| match held.count {
                1 => held.mark.clone(),
                count => format!("{count} {}", held.mark),
            });
            let told: Vec<_> = told.collect();
            match told.is_empty() {
                true => "nothing".to_owned(),
                false => told.join(", "),
            }
        });
        if self.turned {
            std::mem::swap(&mut own, &mut other);
        }
        format!("in hand: {own}; the other: {other}")
    }

    /// The caption below it; the player to move is left out if play is `over`.
    ///
    /// ```
    /// use bouton_core::scene::{Figure, Scene};
    /// let scene = Scene::of(Figure::Heaps(vec![])).noted("at most 3").to_move("Left is to move");
    /// assert_eq!(scene.caption(false), "at most 3; Left is to move");
    /// assert_eq!(scene.caption(true), "at most 3");
    /// ```
    pub fn caption(&self, over: bool) -> String {
        let turn = if over { "" } else { &self.turn };
        let told = [self.note.as_str(), turn].into_iter();
        let told: Vec<_> = told.filter(|words| !words.is_empty()).collect();
        told.join("; ")
    }

    /// The same scene as the player who does not move sees it, if that differs: pieces change colours, coins the order of
    /// their values, and a board with a lower side is turned around.
    ///
    /// ```
    /// use bouton_core::scene::{Cell, Figure, Scene, Seat};
    /// let scene = Scene::of_notation("XX/..", false).seen(Seat::MoverBelow);
    /// let Figure::Board(rows) = scene.turned().figure else { panic!("a board stays one") };
    /// assert_eq!(rows[0], [Cell::Empty, Cell::Empty]);
    /// assert!(matches!(&rows[1][0], Cell::Piece(_, mark) if mark == "O"));
    /// ```
    #[must_use]
    pub fn turned(mut self) -> Self {
        if self.seat == Seat::Table {
            return self;
        }
        self.turned = !self.turned;
        self.hands.swap(0, 1);
        let held = self.hands.iter_mut().flatten();
        held.for_each(|held| change_mark(&mut held.mark));
        match &mut self.figure {
            Figure::Board(rows) => {
                if self.seat == Seat::MoverBelow {
                    rows.reverse();
                    rows.iter_mut().for_each(|row| row.reverse());
                }
                rows.iter_mut().flatten().for_each(Cell::change_sides);
            }
            Figure::Net { points, .. } => points
                .iter_mut()
                .for_each(|point| point.cell.change_sides()),
            Figure::Coins(coins) => coins.iter_mut().for_each(|coin| coin.reverse()),
            Figure::Words(_) | Figure::Heaps(_) | Figure::Cards { .. } | Figure::Games(_) => {}
        }
        self
    }

    /// The name of a move of the player to move here, with the names at the edges of this board. On a board that is turned
    /// around, the player who sits above names each cell from the other end. Applied to such a name, this method gives the
    /// original name.
    ///
    /// ```
    /// use bouton_core::scene::{Names, Scene, Seat};
    /// let scene = Scene::of_notation("OOO/.../XXX", false).seen(Seat::MoverBelow).named(Names::FromTop);
    /// assert_eq!(scene.called("b3xc2"), "b3xc2");
    /// assert_eq!(scene.turned().called("b3xc2"), "b1xa2");
    /// ```
    pub fn called(&self, name: &str) -> String {
        let turned = self.turned && self.seat == Seat::MoverBelow;
        match &self.figure {
            Figure::Board(rows) if turned && self.names.row(0, 1).is_some() => {
                let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
                self.across(name, rows.len(), columns)
            }
            _ => name.to_owned(),
        }
    }

    /// The text with each cell (the letters of a column followed by the number of a row) replaced by the cell opposite
    /// through the centre.
    fn across(&self, text: &str, rows: usize, columns: usize) -> String {
        let column = |letters: &str| {
            (0..columns).find(|&n| self.names.column(n).as_deref() == Some(letters))
        };
        let mut out = String::new();
        let mut rest = text;
        while !rest.is_empty() {
            let letters = rest.find(|c: char| !c.is_ascii_lowercase());
            let (word, behind) = rest.split_at(letters.unwrap_or(rest.len()));
            let digits = behind.find(|c: char| !c.is_ascii_digit());
            let (number, after) = behind.split_at(digits.unwrap_or(behind.len()));
            let row = number.parse::<usize>().ok();
            let row = row.filter(|row| (1..=rows).contains(row));
            // The longest end of the word that names a column: a sign such as x may precede it.
            let named = (0..word.len()).find_map(|n| Some((n, column(&word[n..])?)));
            match (named, row) {
                (Some((start, at)), Some(row)) => {
                    out.push_str(&word[..start]);
                    out.push_str(&self.names.column(columns - 1 - at).unwrap_or_default());
                    out.push_str(&(rows + 1 - row).to_string());
                }
                _ => {
                    out.push_str(word);
                    out.push_str(number);
                }
            }
            rest = after;
            let sign = rest.find(|c: char| c.is_ascii_lowercase());
            let (signs, more) = rest.split_at(sign.unwrap_or(rest.len()));
            out.push_str(signs);
            rest = more;
        }
        out
    }

    /// The same with a line of text below it.
    #[must_use]
    pub fn noted(self, note: impl Into<String>) -> Self {
        Self {
            note: note.into(),
            ..self
        }
    }

    /// The rectangles side by side on a board of cakes: rows and columns of each.
    ///
    /// ```
    /// use bouton_core::scene::{Cell, Figure, Owner, Scene};
    /// let cell = |there| if there { Cell::Piece(Owner::Neutral, String::new()) } else { Cell::Hole };
    /// let row = |cells: [bool; 4]| cells.map(cell).to_vec();
    /// let board = Figure::Board(vec![row([true, true, false, true]), row([false, false, false, true])]);
    /// assert_eq!(Scene::of(board).cakes(), [[1, 2], [2, 1]]);
    /// ```
    pub fn cakes(&self) -> Vec<[usize; 2]> {
        let Figure::Board(rows) = &self.figure else {
            return Vec::new();
        };
        let Some(top) = rows.first() else {
            return Vec::new();
        };
        let there =
            |row: &[Cell], column: usize| row.get(column).is_some_and(|cell| *cell != Cell::Hole);
        let mut cakes = Vec::new();
        let mut column = 0;
        while column < top.len() {
            let wide = (column..top.len()).take_while(|n| there(top, *n)).count();
            if wide > 0 {
                let high = rows.iter().take_while(|row| there(row, column)).count();
                cakes.push([high, wide]);
            }
            column += wide + 1;
        }
        cakes
    }
}
