//! Boards on which two players have pieces (men): [`Men`] as two sets of cells, [`MenBoard`], the rules that such games
//! share, and their numbering.
//!
//! A position is seen by the player to move, whose pieces are written `X`; after a move the roles change. Pieces are first
//! put on the board in turn (if [`Board::DROPS`]), then one is moved to a neighbouring empty cell. A player wins by making
//! the winning pattern, or by leaving the other without a move.

use std::fmt::Debug;
use std::marker::PhantomData;

use bouton_core::entry::{Card, Entry, Example, OpenError, Opened, plain};
use bouton_core::scene::{
    Cell, Drawn, Edge, EdgeKind, Figure, Names, Owner, Point, Scene, Seat, Set,
};
use bouton_core::{
    Alternating, Game, Indexed, InputError, Notation, Reversible, WinDrawLoss, declares,
};
use smallvec::SmallVec;

pub use super::subsets::Cells;
pub(crate) use super::subsets::cells;
use super::subsets::{rank, rank_outside, sets, spread};

/// The pieces of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Men {
    /// The pieces of the player to move.
    pub mover: Cells,
    /// The pieces of the other player.
    pub other: Cells,
}

bouton_core::packs!(Men { mover, other });

/// A piece put on the board, or moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    from: Option<u32>,
    to: u32,
}

bouton_core::packs!(Step { from, to });

/// The rules of one such game.
pub trait Board: Copy + Default + PartialEq + Debug + Send + Sync + 'static {
    /// The catalogue's description.
    const CARD: Card;
    /// A good position to begin play at, as [`Entry::TO_PLAY`].
    const TO_PLAY: Option<Example> = None;
    /// The number of cells.
    const CELLS: u32;
    /// The number of pieces of each player.
    const MEN: u32;
    /// Whether play begins on an empty board.
    const DROPS: bool;
    /// The start of play.
    const START: Men;
    /// The line breaks of a position's text: the number of cells in each line, in order.
    const LINES: &'static [u32];
    /// The cells next to each cell.
    const NEIGHBOURS: &'static [Cells];
    /// Mirror images and turns of the board: for each cell its image.
    const SYMMETRIES: &'static [&'static [u32]];
    /// The coordinates of the cells, in thousandths of width and height, for a board that is not a grid.
    const PLACES: Option<&'static [(u16, u16)]> = None;
    /// The name of a cell.
    fn name(cell: u32) -> String;
    /// Whether these pieces make a winning pattern.
    fn won(_men: Cells) -> bool {
        false
    }
    /// Whether the game forbids this move of a piece to a neighbouring empty cell.
    fn forbids(_at: &Men, _from: u32, _to: u32) -> bool {
        false
    }
}

/// The rules, with the tables that number the positions.
#[derive(Clone, Debug)]
pub struct MenBoard<B> {
    stages: Vec<Stage>,
    board: PhantomData<B>,
}

impl<B: Board> PartialEq for MenBoard<B> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<B: Board> Default for MenBoard<B> {
    fn default() -> Self {
        let first = if B::DROPS { 0 } else { 2 * B::MEN };
        let mut stages = Vec::new();
        let mut offset = 0;
        for men in first..=2 * B::MEN {
            let stage = Stage::new(offset, B::CELLS, men / 2, men.div_ceil(2));
            offset = stage.end;
            stages.push(stage);
        }
        Self {
            stages,
            board: PhantomData,
        }
    }
}

/// The positions with the same numbers of pieces.
#[derive(Clone, Debug)]
struct Stage {
    offset: u64,
    end: u64,
    /// The sets of the mover's pieces, by rank.
    movers: Vec<Cells>,
    /// The sets of the other's pieces among the cells that the mover's leave, by rank.
    others: Vec<Cells>,
}

impl Stage {
    fn new(offset: u64, count: u32, mover: u32, other: u32) -> Self {
        let (movers, others) = (sets(count, mover), sets(count - mover, other));
        let end = offset + movers.len() as u64 * others.len() as u64;
        Self {
            offset,
            end,
            movers,
            others,
        }
    }

    #[inline]
    fn index(&self, at: &Men) -> u64 {
        self.offset + rank(at.mover) * self.others.len() as u64 + rank_outside(at.other, at.mover)
    }

    #[inline]
    fn men(&self, index: u64) -> Men {
        let (high, low) = {
            // Both are below 2³², where division is faster.
            let (index, others) = ((index - self.offset) as u32, self.others.len() as u32);
            ((index / others) as usize, (index % others) as usize)
        };
        let mover = self.movers[high];
        Men {
            mover,
            other: spread(self.others[low], mover),
        }
    }
}

impl<B: Board> MenBoard<B> {
    const BOARD: Cells = ((1u64 << B::CELLS) - 1) as Cells;

    #[inline]
    fn stage(&self, at: &Men) -> &Stage {
        let men = (at.mover | at.other).count_ones();
        let first = if B::DROPS { 0 } else { 2 * B::MEN };
        &self.stages[(men - first) as usize]
    }

    /// Whether the player to move still has pieces to put on the board.
    fn drops(at: &Men) -> bool {
        at.mover.count_ones() < B::MEN
    }

    /// The cells that the piece on `from` can move to.
    fn targets(at: Men, from: u32) -> impl Iterator<Item = u32> {
        let free = B::NEIGHBOURS[from as usize] & !(at.mover | at.other);
        cells(free).filter(move |to| !B::forbids(&at, from, *to))
    }

    fn has_move(at: &Men) -> bool {
        Self::drops(at) || cells(at.mover).any(|from| Self::targets(*at, from).next().is_some())
    }

    /// Takes back the move that led to `at`: the other player's piece on `to` was on `from`, or in hand.
    #[inline]
    fn taken_back(at: Men, from: Option<u32>, to: u32) -> Option<Men> {
        let before = Men {
            mover: at.other & !(1 << to) | from.map_or(0, |from| 1 << from),
            other: at.mover,
        };
        let legal = from.is_none_or(|from| !B::forbids(&before, from, to));
        // The other player must not have won before, otherwise `at` would not be reachable.
        (legal && !B::won(before.mover)).then_some(before)
    }

    fn image(at: &Men, symmetry: &[u32]) -> Men {
        let image = |set| cells(set).map(|cell| 1 << symmetry[cell as usize]).sum();
        Men {
            mover: image(at.mover),
            other: image(at.other),
        }
    }
}

impl<B: Board> Game for MenBoard<B> {
    type Position = Men;
    type Move = Step;
    fn canonical(&self, at: Men) -> Men {
        let images = B::SYMMETRIES.iter().map(|s| Self::image(&at, s));
        images.fold(at, Men::min)
    }
}

impl<B: Board> Alternating for MenBoard<B> {
    type Score = WinDrawLoss;
    fn moves<'g>(&'g self, at: &Men) -> impl Iterator<Item = Step> + use<'g, B> {
        let at = *at;
        let over = B::won(at.other);
        let empty = Self::BOARD & !(at.mover | at.other);
        let drops = if Self::drops(&at) && !over { empty } else { 0 };
        let movers = if Self::drops(&at) || over {
            0
        } else {
            at.mover
        };
        let slide = move |from| {
            let step = move |to| Step {
                from: Some(from),
                to,
            };
            Self::targets(at, from).map(step)
        };
        cells(drops)
            .map(|to| Step { from: None, to })
            .chain(cells(movers).flat_map(slide))
    }
    fn play(&self, at: &Men, step: &Step) -> Men {
        let left = step.from.map_or(0, |from| 1 << from);
        Men {
            mover: at.other,
            other: at.mover & !left | 1 << step.to,
        }
    }
    fn score(&self, at: &Men) -> Option<WinDrawLoss> {
        (B::won(at.other) || !Self::has_move(at)).then_some(WinDrawLoss::Loss)
    }
}

impl<B: Board> Indexed for MenBoard<B> {
    #[inline]
    fn index(&self, at: &Men) -> Option<u64> {
        Some(self.stage(at).index(at))
    }
    #[inline]
    fn position(&self, index: u64) -> Option<Men> {
        let stage = self
            .stages
            .iter()
            .rev()
            .find(|stage| stage.offset <= index)?;
        Some(stage.men(index)).filter(|at| !B::won(at.mover))
    }
}

impl<B: Board> Reversible for MenBoard<B> {
    fn count(&self) -> u64 {
        self.stages.last().map_or(0, |stage| stage.end)
    }
    #[inline]
    fn predecessors<'g>(&'g self, at: &Men) -> impl Iterator<Item = Men> + use<'g, B> {
        let at = *at;
        let empty = Self::BOARD & !(at.mover | at.other);
        let all = (at.mover | at.other).count_ones() == 2 * B::MEN;
        let dropped = if B::DROPS { at.other } else { 0 };
        let slid = if all { at.other } else { 0 };
        let back = move |to: u32| {
            cells(B::NEIGHBOURS[to as usize] & empty)
                .filter_map(move |from| Self::taken_back(at, Some(from), to))
        };
        cells(dropped)
            .filter_map(move |to| Self::taken_back(at, None, to))
            .chain(cells(slid).flat_map(back))
    }
}

impl<B: Board> MenBoard<B> {
    /// The lines along which pieces move, each once.
    fn lines() -> impl Iterator<Item = (u32, u32)> {
        (0..B::CELLS).flat_map(|a| {
            let next = cells(B::NEIGHBOURS[a as usize]);
            next.filter(move |b| a < *b).map(move |b| (a, b))
        })
    }
}

impl<B: Board> Drawn for MenBoard<B> {
    fn scene(&self, at: &Men) -> Scene {
        let man = |cell: u32| match (at.mover >> cell & 1, at.other >> cell & 1) {
            (1, _) => Cell::Piece(Owner::First, "X".into()),
            (_, 1) => Cell::Piece(Owner::Second, "O".into()),
            _ => Cell::Empty,
        };
        let figure = match B::PLACES {
            None => {
                let side = B::LINES[0];
                let row = |row| (row * side..(row + 1) * side).map(man).collect();
                Figure::Board((0..B::CELLS / side).map(row).collect())
            }
            Some(places) => {
                let point = |(n, &(x, y)): (usize, &(u16, u16))| Point {
                    x,
                    y,
                    label: B::name(n as u32),
                    cell: man(n as u32),
                };
                let edge = |(a, b): (u32, u32)| Edge {
                    from: a as usize,
                    to: b as usize,
                    kind: EdgeKind::Of(Owner::Neutral),
                    label: String::new(),
                };
                Figure::Net {
                    points: places.iter().enumerate().map(point).collect(),
                    edges: Self::lines().map(edge).collect(),
                }
            }
        };
        let scene = Scene::of(figure)
            .to_move("X: the player to move")
            .with(Set::Stones)
            .seen(Seat::Mover);
        match B::PLACES {
            None => scene.named(Names::FromTop),
            Some(_) => scene,
        }
    }
}

impl<B: Board> Notation for MenBoard<B> {
    fn parse(&self, text: &str) -> Result<Men, InputError> {
        let whole = |message: String| InputError::whole(message, text);
        let lines: Vec<_> = text.trim().split('/').collect();
        let shape: Vec<_> = lines
            .iter()
            .map(|line| line.chars().count() as u32)
            .collect();
        if shape != B::LINES {
            let like = self.show(&B::START);
            return Err(whole(format!("expected a board like {like}")));
        }
        let mut at = Men { mover: 0, other: 0 };
        let marks = text
            .char_indices()
            .skip_while(|(_, mark)| mark.is_whitespace())
            .take(text.trim().chars().count())
            .filter(|(_, mark)| *mark != '/');
        for (cell, (place, mark)) in marks.enumerate() {
            match mark.to_ascii_uppercase() {
                'X' => at.mover |= 1 << cell,
                'O' => at.other |= 1 << cell,
                '.' => {}
                _ => {
                    let message =
                        format!("expected X (the player to move), O or ., found {mark:?}");
                    return Err(InputError::new(
                        message,
                        text,
                        place..place + mark.len_utf8(),
                    ));
                }
            }
        }
        let (mover, other) = (at.mover.count_ones(), at.other.count_ones());
        let full = mover == B::MEN && other == B::MEN;
        let dropping =
            B::DROPS && mover + other < 2 * B::MEN && (mover..=mover + 1).contains(&other);
        if !full && !dropping {
            let men = B::MEN;
            return Err(whole(match B::DROPS {
                true => format!(
                    "{mover} X and {other} O: X is to move, so O needs as many men as X or one more, at most {men}"
                ),
                false => format!("{mover} X and {other} O: each player needs {men} men"),
            }));
        }
        if B::won(at.mover) {
            return Err(whole("the player to move has won already".into()));
        }
        Ok(at)
    }

    fn show(&self, at: &Men) -> String {
        let mark = |cell: u32| match (at.mover >> cell & 1, at.other >> cell & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let mut next = 0;
        let lines: SmallVec<[String; 5]> = B::LINES
            .iter()
            .map(|length| {
                next += length;
                (next - length..next).map(mark).collect()
            })
            .collect();
        lines.join("/")
    }

    fn show_move(&self, _at: &Men, step: &Step) -> String {
        match step.from {
            None => B::name(step.to),
            Some(from) => format!("{}-{}", B::name(from), B::name(step.to)),
        }
    }
    /// Only boards without rows and columns have words; on a grid, players name the cells themselves.
    fn move_in_words(&self, _at: &Men, step: &Step) -> Option<String> {
        let from = step.from.filter(|_| B::PLACES.is_some())?;
        let name = |cell| match B::name(cell) {
            middle if middle == "m" => "the middle".into(),
            point => point,
        };
        Some(format!("move from {} to {}", name(from), name(step.to)))
    }
}

/// The neighbours of each cell of a square board, in all eight directions if `diagonal`.
pub(crate) const fn neighbours<const N: usize>(side: u32, diagonal: bool) -> [Cells; N] {
    let mut table = [0; N];
    let mut a = 0;
    while a < side * side {
        let mut b = 0;
        while b < side * side {
            let (rows, columns) = ((a / side).abs_diff(b / side), (a % side).abs_diff(b % side));
            if rows <= 1 && columns <= 1 && (rows + columns == 1 || rows + columns == 2 && diagonal)
            {
                table[a as usize] |= 1 << b;
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The image of each cell of a square board under symmetry number `symmetry` of 8.
pub(crate) const fn symmetry<const N: usize>(side: u32, symmetry: u32) -> [u32; N] {
    let mut table = [0; N];
    let mut cell = 0;
    while cell < side * side {
        let (mut row, mut column) = (cell / side, cell % side);
        if symmetry & 1 != 0 {
            row = side - 1 - row;
        }
        if symmetry & 2 != 0 {
            column = side - 1 - column;
        }
        if symmetry & 4 != 0 {
            (row, column) = (column, row);
        }
        table[cell as usize] = row * side + column;
        cell += 1;
    }
    table
}

impl<B: Board> Entry for MenBoard<B> {
    type Game = Self;
    const CARD: Card = B::CARD;
    const TO_PLAY: Option<Example> = B::TO_PLAY;
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        plain(parameters, position)
    }
    fn start(&self) -> Option<Men> {
        Some(B::START)
    }
}

declares!(<B: Board> MenBoard<B>: loopy, reversible, look);
