//! [`Set`]: the board and pieces that a figure is drawn with. [`Seat`] and [`Names`]: the side it is seen from, and the
//! names at its edges.

/// A set of board and pieces: how marks are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Set {
    /// Letters in cells, tokens in heaps, points and lines.
    #[default]
    Letters,
    /// Crosses for X and rings for O, on paper.
    Marks,
    /// Stones on a wooden board.
    Stones,
    /// Stones on the crossings of lines.
    Go,
    /// Chessmen by their letters K, Q, R, B, N, P, the first player's light, on a chequered board.
    Chess,
    /// X and O as pawns on a chequered board.
    Pawns,
    /// X and O as amazons on a chequered board, # as burnt.
    Amazons,
    /// Discs in a rack.
    Rack,
    /// A bar of chocolate; P is poisoned.
    Chocolate,
    /// Cells that are covered by dominoes.
    Dominoes,
    /// Two rows of pits with seeds, the other's above, and a store on either side.
    Pits,
    /// Toads for t and frogs for f on a strip.
    Toads,
    /// Elephants for t and rhinos for f on a strip.
    Elephants,
    /// Geese for G and a fox for F.
    Geese,
    /// Coins with their heads up for H, and their tails for T.
    Faces,
    /// Dominoes that stand in a row.
    Standing,
    /// Coins on a strip.
    Coins,
    /// Cakes with their lines.
    Cake,
    /// Heaps as rows of pins.
    Pins,
    /// Heaps as strips of cells.
    Strips,
    /// Heaps as rows of tokens, which can be divided.
    Rows,
    /// Heaps as the steps of a stair, the first at the bottom.
    Stairs,
    /// Two heaps as the sides of a rectangle.
    Rectangle,
    /// Heaps as balls in boxes.
    Balls,
    /// Edges above a ground line.
    Ground,
    /// Dots with lines between them, boxes filled.
    Boxes,
    /// Tiles of wood that point away from their owner, with an animal on each.
    Tiles,
}

impl Set {
    /// All sets, with their names in rule files.
    pub const ALL: [(&'static str, Self); 27] = [
        ("letters", Self::Letters),
        ("marks", Self::Marks),
        ("stones", Self::Stones),
        ("go", Self::Go),
        ("chess", Self::Chess),
        ("pawns", Self::Pawns),
        ("amazons", Self::Amazons),
        ("rack", Self::Rack),
        ("chocolate", Self::Chocolate),
        ("dominoes", Self::Dominoes),
        ("pits", Self::Pits),
        ("toads", Self::Toads),
        ("elephants", Self::Elephants),
        ("geese", Self::Geese),
        ("faces", Self::Faces),
        ("standing", Self::Standing),
        ("coins", Self::Coins),
        ("cake", Self::Cake),
        ("pins", Self::Pins),
        ("strips", Self::Strips),
        ("rows", Self::Rows),
        ("stairs", Self::Stairs),
        ("rectangle", Self::Rectangle),
        ("balls", Self::Balls),
        ("ground", Self::Ground),
        ("boxes", Self::Boxes),
        ("tiles", Self::Tiles),
    ];

    /// The set of this name.
    ///
    /// ```
    /// use bouton_core::scene::Set;
    /// assert_eq!(Set::named("rack"), Some(Set::Rack));
    /// assert_eq!(Set::Rack.name(), "rack");
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let known = Self::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, set)| *set)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, set)| *set == self);
        known.map_or("letters", |(name, _)| name)
    }
}

/// The side that a position is written from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// Both players see the same.
    #[default]
    Table,
    /// The first player's pieces are those of the player to move.
    Mover,
    /// The same, and the player to move sits below.
    MoverBelow,
}

impl Seat {
    /// All sides but the table, with their names in rule files.
    pub const ALL: [(&'static str, Self); 2] =
        [("mover", Self::Mover), ("below", Self::MoverBelow)];
}

/// The kind of names at the edges of a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Names {
    /// None.
    #[default]
    None,
    /// Letters for the columns, numbers for the rows from the top.
    FromTop,
    /// Letters for the columns, numbers for the rows from the bottom.
    FromBottom,
    /// Numbers for the columns.
    Columns,
}

impl Names {
    /// All kinds but none, with their names in rule files.
    pub const ALL: [(&'static str, Self); 3] = [
        ("top", Self::FromTop),
        ("bottom", Self::FromBottom),
        ("columns", Self::Columns),
    ];

    /// The label of a row, counted from 0 at the top, of this many rows.
    ///
    /// ```
    /// use bouton_core::scene::Names;
    /// assert_eq!(Names::FromBottom.row(0, 8).as_deref(), Some("8"));
    /// assert_eq!(Names::Columns.row(0, 8), None);
    /// ```
    pub fn row(self, row: usize, rows: usize) -> Option<String> {
        match self {
            Self::FromTop => Some((row + 1).to_string()),
            Self::FromBottom => Some(rows.saturating_sub(row).to_string()),
            Self::Columns | Self::None => None,
        }
    }

    /// The label of a column, counted from 0 at the left: a number, or letters as in a spreadsheet.
    ///
    /// ```
    /// use bouton_core::scene::Names;
    /// let names = [0, 25, 26, 701, 702].map(|column| Names::FromTop.column(column).unwrap());
    /// assert_eq!(names, ["a", "z", "aa", "zz", "aaa"]);
    /// assert_eq!(Names::Columns.column(0).as_deref(), Some("1"));
    /// ```
    pub fn column(self, mut column: usize) -> Option<String> {
        match self {
            Self::None => None,
            Self::Columns => Some((column + 1).to_string()),
            Self::FromTop | Self::FromBottom => {
                let mut letters = String::new();
                loop {
                    letters.insert(0, char::from(b'a' + (column % 26) as u8));
                    match (column / 26).checked_sub(1) {
                        Some(left) => column = left,
                        None => return Some(letters),
                    }
                }
            }
        }
    }
}
