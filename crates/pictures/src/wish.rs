//! [`Kind`] and [`Wish`]: the kind of a picture, and its options.

use bouton::Session;
use bouton::answers::CellKind;
use bouton_core::Limits;

use crate::graph::Levels;
use crate::triangle::Show;
use crate::{boards, can_come_back, triangle};

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The position as a board or figure.
    Board,
    /// A line of play from the position as a film strip: the requested one, otherwise best play.
    Line,
    /// All reachable positions, with symmetric positions and families merged.
    Graph,
    /// Every line of play as a separate branch.
    Tree,
    /// Every position once, with the number of orders of play that lead to it.
    Dag,
    /// The tree and the dag, next to each other.
    Both,
    /// All rests of a row taken from its ends.
    Triangle,
    /// One heap: its values.
    Strip,
    /// Two heaps: their values.
    Grid,
    /// A long Grundy sequence.
    Plot,
    /// The frequency of each Grundy value.
    Spectrum,
    /// For two numbers: the pairs in the proved law of the game.
    Scatter,
    /// The automaton of the law.
    Automaton,
    /// The walls of the value's thermograph, and of further values.
    Thermograph,
    /// The tree of the canonical form of the value.
    Form,
    /// The values of the boards of a game, by size.
    Boards,
    /// The temperatures of the boards of a game.
    Heat,
    /// The members of a family of positions whose values are proved.
    Family,
}

impl Kind {
    /// All kinds, with their names on the command line.
    pub const ALL: [(&'static str, Self); 18] = [
        ("board", Self::Board),
        ("line", Self::Line),
        ("graph", Self::Graph),
        ("tree", Self::Tree),
        ("dag", Self::Dag),
        ("both", Self::Both),
        ("triangle", Self::Triangle),
        ("strip", Self::Strip),
        ("grid", Self::Grid),
        ("plot", Self::Plot),
        ("spectrum", Self::Spectrum),
        ("scatter", Self::Scatter),
        ("automaton", Self::Automaton),
        ("thermograph", Self::Thermograph),
        ("form", Self::Form),
        ("boards", Self::Boards),
        ("heat", Self::Heat),
        ("family", Self::Family),
    ];

    /// Whether it shows all positions up to a bound, rather than one.
    pub fn is_table(self) -> bool {
        matches!(
            self,
            Self::Strip
                | Self::Grid
                | Self::Plot
                | Self::Spectrum
                | Self::Scatter
                | Self::Boards
                | Self::Heat
        )
    }

    /// Whether it applies to the session's game.
    pub fn fits(self, session: &Session) -> bool {
        let heaps =
            |count| matches!(session.heaps(), Some((fixed, _)) if fixed.is_none_or(|n| n == count));
        match self {
            Self::Board | Self::Line | Self::Graph | Self::Dag => true,
            Self::Tree | Self::Both => !can_come_back(session),
            Self::Triangle => triangle::fits(session),
            Self::Grid => heaps(2),
            Self::Strip => heaps(1),
            Self::Plot | Self::Spectrum => {
                heaps(1) && session.accepts("grundy", &Limits::default()).is_ok()
            }
            Self::Scatter => {
                matches!(session.heaps(), Some((Some(2), _))) && session.has_formulas()
            }
            Self::Automaton => session.has_formulas(),
            Self::Thermograph | Self::Form => session.has_values(),
            Self::Boards | Self::Heat => session.has_values() && boards::fits(session),
            Self::Family => false,
        }
    }
}

/// Options of a picture.
#[derive(Clone, Debug, Default)]
pub struct Wish {
    /// The largest heap, for the kinds that show tables.
    pub up_to: u64,
    /// The last exponent of a family; `None`: 8.
    pub last: Option<u64>,
    /// The values in a triangle or a tree; `None`: totals in a triangle if known, margins in a tree.
    pub show: Option<Show>,
    /// The values in strips and grids; `None` for outcomes.
    pub values: Option<CellKind>,
    /// Whether the tree marks what alpha-beta prunes.
    pub alpha_beta: bool,
    /// How a graph is divided into levels.
    pub levels: Levels,
    /// The most positions of a graph, and nodes of a tree; `None`: 300 and 400.
    pub most: Option<usize>,
    /// Whether a graph or a tree shows only the positions that best moves of both players reach.
    pub best_only: bool,
    /// Whether a board is drawn alone, without a heading and a note.
    pub bare: bool,
    /// Expressions whose thermographs are drawn next to that of the position.
    pub with: Vec<String>,
    /// Whether a board is drawn as the player who does not move sees it.
    pub turned: bool,
    /// Moves from the position: the board after them is drawn, or the line as a film strip.
    pub line: Vec<String>,
    /// The heading; `None` for the game and the kind, empty for no heading.
    pub title: Option<String>,
}
