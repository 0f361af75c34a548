//! [`Draw`]: a picture that is asked for, of a [`Kind`].

use bouton::questions::{Field, Kind as Words};
use bouton::{Error, Session, question};
use bouton_core::Limits;

use crate::graph::Levels;
use crate::sheet::Paper;
use crate::theme::Theme;
use crate::triangle::Show;
use crate::{boards, triangle};

/// The kind of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// The position as a board or figure.
    #[default]
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
            Self::Tree | Self::Both => !session.can_come_back(),
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
            Self::Thermograph => session.has_temperatures(),
            Self::Form => session.has_values(),
            Self::Boards | Self::Heat => session.has_values() && boards::fits(session),
            Self::Family => false,
        }
    }
}

/// The names of all kinds.
const KINDS: [&str; Kind::ALL.len()] = {
    let mut names = [""; Kind::ALL.len()];
    let mut n = 0;
    while n < names.len() {
        names[n] = Kind::ALL[n].0;
        n += 1;
    }
    names
};

/// Types that are read from words.
macro_rules! read_from_words {
    ($($type:ty: $words:expr, $all:expr;)*) => { $(
        impl Field for $type {
            const KIND: Words = Words::Word(&$words);

            fn read<'t>(texts: &[&'t str], _kind: Words) -> Result<Self, &'t str> {
                let text = texts.first().copied().unwrap_or_default();
                let place = $words.iter().position(|word| *word == text);
                place.map(|place| $all[place]).ok_or(text)
            }
        }
    )* };
}

read_from_words! {
    Kind: KINDS, Kind::ALL.map(|(_, kind)| kind);
    Show: ["total", "margin"], [Self::Total, Self::Margin];
    Levels: ["distance", "remoteness"], [Self::Distance, Self::Remoteness];
    Theme: ["auto", "light", "dark"], [Self::Auto, Self::Light, Self::Dark];
    Paper: ["a4", "letter"], [Self::A4, Self::Letter];
}

question! {
    /// A picture of a position or of a full game
    Draw {
        /// The picture; the position is the largest heap for strip, grid, plot and spectrum, and the pattern of a family
        kind: Kind { name: "as", value: "KIND", default: Some("board") },
        /// Of a family the last exponent, 8 by default; of a table the largest heap, if it is not the position
        up_to: Option<u64> { served: 1_000_000 },
        /// The content of each node of a triangle or tree
        show: Option<Show>,
        /// Grundy values in a strip or grid, not outcomes
        grundy: bool,
        /// Mark what alpha-beta prunes from a tree
        alpha_beta: bool,
        /// The rank of positions of a graph: plies from the start (the default) or plies to the end
        levels: Option<Levels>,
        /// Most positions in a graph (300 by default) or nodes in a tree (400)
        most: Option<usize> { served: 1000 },
        /// In a graph or tree, only the positions that best play by both players reaches
        best_only: bool,
        /// The moves of a line, or to play first on a board; of a single text: words, or moves with `;` between them
        line: Vec<String> { name: "move", option: "line", value: "MOVES" },
        /// A value whose thermograph is drawn, too; may be repeated
        with: Vec<String> { value: "EXPRESSION" },
        /// The title above the picture; the game and the kind of picture by default, none if empty
        title: Option<String>,
        /// A board without a heading and a note
        bare: bool,
        /// A board as the player who does not move sees it
        turned: bool,
    }
}

question! {
    /// The colours of a picture
    Painted {
        /// Colours; `auto`, the default, follows the viewer's setting in an SVG and is light elsewhere
        theme: Option<Theme> { value: "THEME" },
    }
}

question! {
    /// A sheet to print
    Printed {
        /// The paper of the sheet
        paper: Paper { default: Some("a4") },
    }
}

/// The largest heap of a table, unless it is given.
const USUAL: u64 = 30;

impl Draw {
    /// Whether the picture needs no certain position of the game.
    pub fn is_of_game(&self, position: Option<&str>) -> bool {
        self.kind.is_table() || self.kind == Kind::Automaton && position.is_none()
    }

    /// The same, of a table as large as the text in place of a position says.
    ///
    /// # Errors
    /// If that is no number.
    pub fn of_size(mut self, position: Option<&str>) -> Result<Self, Error> {
        if let Some(text) = position.filter(|_| self.kind.is_table()) {
            let size = text.parse().map_err(|_| {
                let why = format!(
                    "expected the largest heap, or side of a board, a whole number, found {text:?}"
                );
                Error::whole("position", text, why)
            });
            self.up_to = Some(size?);
        }
        Ok(self)
    }

    /// The largest heap of a table.
    pub(crate) fn largest(&self) -> u64 {
        self.up_to.unwrap_or(USUAL)
    }

    /// Refuses what does not apply to the kind of picture: also a form of the game, and a solver.
    ///
    /// # Errors
    /// If something does not apply.
    pub fn check(&self, right: bool, misere: bool, solver: Option<&str>) -> Result<(), Error> {
        use Kind::{
            Automaton, Board, Boards, Both, Dag, Family, Form, Graph, Grid, Heat, Line, Scatter,
            Strip, Thermograph, Tree, Triangle,
        };
        let is_drawn = |kinds: &[Kind]| kinds.contains(&self.kind);
        let trees = is_drawn(&[Tree, Both]);
        let states = trees || is_drawn(&[Graph, Dag]);
        let unsolved = is_drawn(&[
            Board,
            Scatter,
            Automaton,
            Thermograph,
            Form,
            Boards,
            Heat,
            Family,
        ]);
        for (option, is_asked, is_heeded) in [
            ("show", self.show.is_some(), trees || self.kind == Triangle),
            ("grundy", self.grundy, is_drawn(&[Strip, Grid])),
            ("alpha-beta", self.alpha_beta, trees),
            ("levels", self.levels.is_some(), states),
            ("most", self.most.is_some(), states || self.kind == Form),
            ("best-only", self.best_only, states),
            ("line", !self.line.is_empty(), is_drawn(&[Board, Line])),
            ("with", !self.with.is_empty(), self.kind == Thermograph),
            (
                "up-to",
                self.up_to.is_some(),
                self.kind.is_table() || self.kind == Family,
            ),
            ("right", right, !is_drawn(&[Boards, Heat, Family])),
            ("misere", misere, self.kind != Family),
            ("solver", solver.is_some(), !unsolved),
            ("bare", self.bare, self.kind == Board),
            ("turned", self.turned, self.kind == Board),
        ] {
            if is_asked && !is_heeded {
                let (kind, _) = Kind::ALL[self.kind as usize];
                let why = format!("--{option} does not apply to a picture of the kind {kind}");
                return Err(Error::Unfit(why));
            }
        }
        Ok(())
    }

    /// The moves of the line. A single text is what stands between `;`, otherwise the whole text if it is one move, otherwise its
    /// words.
    pub(crate) fn moves(&self, session: &mut Session) -> Result<Vec<String>, Error> {
        let [line] = self.line.as_slice() else {
            return Ok(self.line.clone());
        };
        let start = session.position()?;
        let is_move = session.play(line).is_ok();
        session.go(&start)?;
        let parts: Vec<&str> = match line.contains(';') {
            true => line.split(';').map(str::trim).collect(),
            false if is_move => vec![line],
            false => line.split_whitespace().collect(),
        };
        let parts = parts.into_iter().filter(|part| !part.is_empty());
        let moves: Vec<_> = parts.map(str::to_owned).collect();
        if moves.is_empty() {
            let why = "--line: expected moves like 'R R L', found none";
            return Err(Error::Unfit(why.into()));
        }
        Ok(moves)
    }
}
