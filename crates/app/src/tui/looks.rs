//! [`Looks`]: styles by colour, or by brightness, weight or inversion without colours.

use bouton::Outcome;
use bouton::scene::Owner;
use ratatui::style::{Color, Modifier, Style};

/// With or without colours.
#[derive(Clone, Copy, Debug)]
pub(super) struct Looks {
    colours: bool,
}

impl Looks {
    pub(super) fn new(colours: bool) -> Self {
        Self { colours }
    }

    fn coloured(self, colour: Color) -> Style {
        if self.colours {
            Style::new().fg(colour)
        } else {
            Style::new()
        }
    }

    /// A piece, by its owner. Colour-blind people can tell cyan and yellow apart.
    pub(super) fn side(self, side: Owner) -> Style {
        let style = match side {
            Owner::First => self.coloured(Color::Cyan),
            Owner::Second => self.coloured(Color::Yellow),
            Owner::Neutral => Style::new(),
        };
        style.add_modifier(Modifier::BOLD)
    }

    /// A value, by the winner.
    pub(super) fn outcome(self, outcome: Outcome) -> Style {
        match outcome {
            Outcome::Win => self.coloured(Color::Cyan).add_modifier(Modifier::BOLD),
            Outcome::Loss => self.coloured(Color::Yellow),
            Outcome::Draw => Style::new(),
        }
    }

    /// The parts that the selected move changes.
    pub(super) fn marked(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD)
    }

    /// Less important text.
    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// More important text.
    pub(super) fn strong(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}
