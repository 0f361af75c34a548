//! Dots and boxes: the players draw lines between neighbouring dots in turn. A player who draws the fourth side of a box
//! (or of two at once) gets the box and draws again. The margin of boxes counts.
//!
//! A position is the lines drawn, rows of `-` and of `|` in turn from the top, `.` for those not drawn: one box with its top
//! and left sides is `-/|./.`. The owners of the boxes are not part of it. A move is `h` or `v` with row and column: `h1,1`.
//!
//! ```
//! use bouton_core::{Alternating, Entry, Notation};
//! use bouton_games::boards::DotsAndBoxes;
//! let (game, at) = DotsAndBoxes::open(Some("1,1"), Some("-/||/.")).unwrap();
//! let last = game.moves(&at).next().unwrap();
//! assert_eq!(game.show_move(&at, &last), "h2,1");
//! assert_eq!(game.gain(&at, &last), 1);
//! ```
//!
//! Source: E. Berlekamp, The Dots and Boxes Game (2000).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::game::{Alternating, Game, Glance, Hinted, ImpartialScoring, Loopfree};
use bouton_core::scene::{Cell, Drawn, Edge, EdgeKind, Figure, Owner, Point, Scene, Set};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{InputError, Margin, Notation, declares};
use bouton_texts::text;

use super::chains::{ChainRule, STRATEGIES};
use super::grid;

/// A board of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DotsAndBoxes {
    rows: usize,
    columns: usize,
    /// The four sides of each box.
    boxes: Vec<u64>,
    /// The boxes on either side of each line, as sets of their sides.
    beside: Vec<Vec<u64>>,
    /// The image of each line under the symmetries of the board.
    symmetries: Vec<Vec<u8>>,
}

/// A line: the row and column of its upper or left end among the lines of the same direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Line {
    upright: bool,
    row: usize,
    column: usize,
}

impl DotsAndBoxes {
    /// The game on `rows` × `columns` boxes; `None` beyond 64 lines.
    pub fn new(rows: usize, columns: usize) -> Option<Self> {
        if rows == 0 || columns == 0 || 2 * rows * columns + rows + columns > 64 {
            return None;
        }
        let mut game = Self {
            rows,
            columns,
            boxes: Vec::new(),
            beside: Vec::new(),
            symmetries: Vec::new(),
        };
        let places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        game.boxes = places
            .map(|(row, column)| game.sides(row, column))
            .collect();
        let beside = |line: usize| {
            game.boxes
                .iter()
                .copied()
                .filter(move |sides| sides >> line & 1 == 1)
        };
        game.beside = (0..game.lines())
            .map(|line| beside(line).collect())
            .collect();
        game.symmetries = game.all_symmetries();
        Some(game)
    }

    /// The game with these rows and columns.
    pub(super) fn of_size(parameters: Option<&str>) -> Result<Self, OpenError> {
        let [rows, columns] = grid::parameters(parameters, "rows,columns")?;
        Self::new(rows, columns)
            .ok_or_else(|| OpenError::parameters(parameters, "expected at most 64 lines"))
    }

    /// The parts of a position, with all lines of the other parts drawn: lines on the same open box belong together.
    pub(super) fn parts(&self, drawn: u64) -> Vec<u64> {
        let (mut left, mut parts) = (self.all() & !drawn, Vec::new());
        while left != 0 {
            let (mut part, mut seen) = (left & left.wrapping_neg(), 0);
            while part != seen {
                seen = part;
                let joined = self.boxes.iter().filter(|sides| *sides & part != 0);
                part = joined.fold(part, |part, sides| part | sides & left);
            }
            left &= !part;
            parts.push(self.all() & !part);
        }
        parts
    }

    /// The four sides of each box.
    pub(super) fn boxes(&self) -> &[u64] {
        &self.boxes
    }

    pub(super) fn lines(&self) -> usize {
        2 * self.rows * self.columns + self.rows + self.columns
    }

    /// Lines are numbered in the order of the notation.
    fn number(&self, line: Line) -> usize {
        let start = line.row * (2 * self.columns + 1);
        start + line.column + if line.upright { self.columns } else { 0 }
    }

    fn line(&self, number: usize) -> Line {
        let (row, place) = (
            number / (2 * self.columns + 1),
            number % (2 * self.columns + 1),
        );
        let upright = place >= self.columns;
        Line {
            upright,
            row,
            column: if upright { place - self.columns } else { place },
        }
    }

    fn sides(&self, row: usize, column: usize) -> u64 {
        let bit = |upright, row, column| {
            1u64 << self.number(Line {
                upright,
                row,
                column,
            })
        };
        bit(false, row, column)
            | bit(false, row + 1, column)
            | bit(true, row, column)
            | bit(true, row, column + 1)
    }

    /// Mirrored left to right or not, mirrored top to bottom or not, and rows and columns exchanged or not.
    fn all_symmetries(&self) -> Vec<Vec<u8>> {
        let image = |n: usize, how: usize| {
            let mut line = self.line(n);
            if how & 1 == 1 {
                line.column = self.columns - usize::from(!line.upright) - line.column;
            }
            if how & 2 == 2 {
                line.row = self.rows - usize::from(line.upright) - line.row;
            }
            if how & 4 == 4 {
                line = Line {
                    upright: !line.upright,
                    row: line.column,
                    column: line.row,
                };
            }
            self.number(line) as u8
        };
        let hows = if self.rows == self.columns {
            1..8
        } else {
            1..4
        };
        hows.map(|how| (0..self.lines()).map(|n| image(n, how)).collect())
            .collect()
    }

    /// Boxes that `line` completes.
    pub(super) fn completed(&self, drawn: u64, line: u8) -> i8 {
        let after = drawn | 1 << line;
        self.beside[usize::from(line)]
            .iter()
            .filter(|sides| after & **sides == **sides)
            .count() as i8
    }

    pub(super) fn open_boxes(&self, drawn: u64) -> i8 {
        self.boxes
            .iter()
            .filter(|sides| drawn & **sides != **sides)
            .count() as i8
    }

    pub(super) fn all(&self) -> u64 {
        u64::MAX >> (64 - self.lines())
    }
}

impl Game for DotsAndBoxes {
    /// The lines drawn.
    type Position = u64;
    type Move = u8;
    fn canonical(&self, at: u64) -> u64 {
        let image = |symmetry: &Vec<u8>| {
            let (mut left, mut image) = (at, 0);
            while left != 0 {
                image |= 1 << symmetry[left.trailing_zeros() as usize];
                left &= left - 1;
            }
            image
        };
        self.symmetries.iter().map(image).fold(at, u64::min)
    }
    fn key(&self, at: &u64) -> Option<u64> {
        Some(*at)
    }
}

impl Alternating for DotsAndBoxes {
    type Score = Margin<i8>;
    fn moves<'g>(&'g self, at: &u64) -> impl Iterator<Item = u8> + use<'g> {
        let at = *at;
        (0..self.lines() as u8).filter(move |line| at >> line & 1 == 0)
    }
    fn play(&self, at: &u64, line: &u8) -> u64 {
        at | 1 << line
    }
    fn gain(&self, at: &u64, line: &u8) -> i8 {
        self.completed(*at, *line)
    }
    fn keeps_turn(&self, at: &u64, line: &u8) -> bool {
        self.completed(*at, *line) > 0
    }
    fn score(&self, at: &u64) -> Option<Margin<i8>> {
        (*at == self.all()).then_some(Margin(0))
    }
    fn at_stake(&self, at: &u64) -> Option<i128> {
        Some(self.open_boxes(*at).into())
    }
}

impl ImpartialScoring for DotsAndBoxes {}

impl Loopfree for DotsAndBoxes {
    type Height = u32;
    fn height(&self, at: &u64) -> u32 {
        (self.all() & !at).count_ones()
    }
}

impl Hinted for DotsAndBoxes {
    /// No player wins more boxes than are open. Completing a box comes first; drawing the third side of a box comes last.
    fn glance<'g>(
        &'g self,
        at: &u64,
    ) -> Glance<Margin<i8>, impl Iterator<Item = (u8, i32)> + use<'g>> {
        let at = *at;
        let open = self.open_boxes(at);
        let promise = move |line: u8| {
            let sides = self.beside[usize::from(line)]
                .iter()
                .map(|sides| (at & sides).count_ones());
            sides
                .map(|drawn| [0, 0, -1, 3][drawn as usize])
                .sum::<i32>()
        };
        Glance {
            low: Margin(-open),
            high: Margin(open),
            moves: self.moves(&at).map(move |line| (line, promise(line))),
        }
    }
}

impl Notation for DotsAndBoxes {
    fn parse(&self, text: &str) -> Result<u64, InputError> {
        if text.is_empty() {
            return Ok(0);
        }
        let error = |message: String, span| Err(InputError::new(message, text, span));
        let found = text.split('/').count();
        if found != 2 * self.rows + 1 {
            let message = format!(
                "expected {} rows of lines separated by /, found {found}",
                2 * self.rows + 1
            );
            return error(message, 0..text.len());
        }
        let (mut drawn, mut number, mut start) = (0, 0, 0);
        for (row, part) in text.split('/').enumerate() {
            let (sign, width) = if row % 2 == 0 {
                ('-', self.columns)
            } else {
                ('|', self.columns + 1)
            };
            if part.chars().count() != width {
                let message = format!(
                    "expected {width} signs in this row, found {}",
                    part.chars().count()
                );
                return error(message, start..start + part.len());
            }
            for (place, found) in part.char_indices() {
                if found != sign && found != '.' {
                    let span = start + place..start + place + found.len_utf8();
                    return error(format!("expected {sign} or . here, found {found:?}"), span);
                }
                drawn |= u64::from(found == sign) << number;
                number += 1;
            }
            start += part.len() + 1;
        }
        Ok(drawn)
    }
    fn show(&self, at: &u64) -> String {
        let mut text = String::new();
        for number in 0..self.lines() {
            let line = self.line(number);
            if line.column == 0 && number > 0 {
                text.push('/');
            }
            text.push(match (at >> number & 1, line.upright) {
                (0, _) => '.',
                (_, true) => '|',
                (_, false) => '-',
            });
        }
        text
    }
    fn show_move(&self, _at: &u64, line: &u8) -> String {
        let Line {
            upright,
            row,
            column,
        } = self.line((*line).into());
        format!(
            "{}{},{}",
            if upright { 'v' } else { 'h' },
            row + 1,
            column + 1
        )
    }
    /// A line is the top or left side of the box below it or to its right, except in the last row and column.
    fn move_in_words(&self, _at: &u64, line: &u8) -> Option<String> {
        let Line {
            upright,
            row,
            column,
        } = self.line((*line).into());
        let (side, row, column) = match upright {
            false if row == self.rows => ("bottom", row, column + 1),
            false => ("top", row + 1, column + 1),
            true if column == self.columns => ("right", row + 1, column),
            true => ("left", row + 1, column + 1),
        };
        Some(format!("{side} edge of box {row},{column}"))
    }
}

impl Drawn for DotsAndBoxes {
    fn scene(&self, at: &u64) -> Scene {
        let (wide, step) = (self.columns + 1, 1000 / self.rows.max(self.columns) as u16);
        let point = |n: usize| Point {
            x: (n % wide) as u16 * step,
            y: (n / wide) as u16 * step,
            label: String::new(),
            cell: Cell::Empty,
        };
        let edge = |n: usize| {
            let line = self.line(n);
            let from = line.row * wide + line.column;
            let drawn = at >> n & 1 == 1;
            Edge {
                from,
                to: from + if line.upright { wide } else { 1 },
                kind: if drawn {
                    EdgeKind::Of(Owner::Neutral)
                } else {
                    EdgeKind::Free
                },
                label: if drawn {
                    String::new()
                } else {
                    self.show_move(at, &(n as u8))
                },
            }
        };
        Scene::of(Figure::Net {
            points: (0..wide * (self.rows + 1)).map(point).collect(),
            edges: (0..self.lines()).map(edge).collect(),
        })
        .with(Set::Boxes)
    }
}

impl Strategies for DotsAndBoxes {
    type Strategy = ChainRule;
    const STRATEGIES: &'static [StrategyCard<'static>] = STRATEGIES;
    fn strategy(&self, name: &str) -> Result<ChainRule, InputError> {
        ChainRule::parse(name)
    }
    fn allowed(&self, strategy: &ChainRule, at: &u64) -> Vec<u8> {
        strategy.allowed(self, *at)
    }
}

impl Entry for DotsAndBoxes {
    type Game = Self;
    const CARD: Card = Card {
        name: "dots-and-boxes",
        kind: Kind::Boards,
        aliases: &[("dots", "")],
        parameters: "rows,columns of boxes: 2,2",
        text: text("dots-and-boxes"),
        notation: "rows of lines from the top, horizontal and upright in turn, . where none is drawn: -./|.|/../.../..",
        example: Example::new("2,2", "-./|.|/../.../.."),
        sources: &["E. Berlekamp, The Dots and Boxes Game (2000)"],
    };
    const USUAL: Option<&'static str> = Some("3,3");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        at_position(Self::of_size(parameters)?, position)
    }
    fn start(&self) -> Option<<Self as Game>::Position> {
        Some(0)
    }
}

declares!(DotsAndBoxes: points, impartial_scoring, hinted, strategies, look);
