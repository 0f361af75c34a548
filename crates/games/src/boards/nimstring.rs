//! Nimstring: dots and boxes where boxes do not count. A player who completes a box must draw again; a player who has no line
//! left to draw loses. So the player who completes the last box loses.
//!
//! Positions and moves are those of dots and boxes. Lines that border a common open box belong to one part; a part
//! has a Grundy value or is loony, which a long chain becomes by the first line that is drawn in it.
//!
//! ```
//! use bouton_core::{entry::Entry, game::{Alternating, Entailing}};
//! use bouton_games::boards::Nimstring;
//! // Two boxes side by side, the line between them drawn: two parts.
//! let (game, at) = Nimstring::open(Some("1,2"), Some("../.|./..")).unwrap();
//! assert_eq!(game.apart(&at).free.len(), 2);
//! assert!(game.moves(&at).all(|line| !game.keeps_turn(&at, &line)));
//! ```
//!
//! Sources: E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 16 (1982); E. Berlekamp, The Dots and Boxes Game (2000).

use bouton_core::entry::{Card, Entry, Example, Kind, OpenError, Opened, at_position};
use bouton_core::game::{Alternating, Apart, Entailing, Game, Loopfree};
use bouton_core::scene::{Drawn, Scene};
use bouton_core::strategy::{Strategies, StrategyCard};
use bouton_core::{InputError, Notation, WinLoss, declares};
use bouton_texts::text;
use smallvec::SmallVec;

use super::chains::{ChainRule, STRATEGIES};
use super::dots_and_boxes::DotsAndBoxes;

/// A board of boxes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nimstring(DotsAndBoxes);

impl Game for Nimstring {
    /// The lines drawn.
    type Position = u64;
    type Move = u8;
    fn canonical(&self, at: u64) -> u64 {
        self.0.canonical(at)
    }
    fn key(&self, at: &u64) -> Option<u64> {
        self.0.key(at)
    }
}

impl Alternating for Nimstring {
    type Score = WinLoss;
    fn moves<'g>(&'g self, at: &u64) -> impl Iterator<Item = u8> + use<'g> {
        self.0.moves(at)
    }
    fn play(&self, at: &u64, line: &u8) -> u64 {
        self.0.play(at, line)
    }
    fn keeps_turn(&self, at: &u64, line: &u8) -> bool {
        self.0.keeps_turn(at, line)
    }
    fn score(&self, at: &u64) -> Option<WinLoss> {
        self.0.score(at).map(|_| WinLoss::Loss)
    }
}

impl Loopfree for Nimstring {
    type Height = u32;
    fn height(&self, at: &u64) -> u32 {
        self.0.height(at)
    }
}

impl Entailing for Nimstring {
    fn apart(&self, at: &u64) -> Apart<u64> {
        let free: SmallVec<_> = self.0.parts(*at).into_iter().collect();
        Apart { bound: None, free }
    }
}

impl Notation for Nimstring {
    fn parse(&self, text: &str) -> Result<u64, InputError> {
        self.0.parse(text)
    }
    fn show(&self, at: &u64) -> String {
        self.0.show(at)
    }
    fn show_move(&self, at: &u64, line: &u8) -> String {
        self.0.show_move(at, line)
    }
    fn move_in_words(&self, at: &u64, line: &u8) -> Option<String> {
        self.0.move_in_words(at, line)
    }
}

impl Drawn for Nimstring {
    fn scene(&self, at: &u64) -> Scene {
        self.0.scene(at)
    }
}

impl Strategies for Nimstring {
    type Strategy = ChainRule;
    const STRATEGIES: &'static [StrategyCard<'static>] = STRATEGIES;
    fn strategy(&self, name: &str) -> Result<ChainRule, InputError> {
        ChainRule::parse(name)
    }
    fn allowed(&self, strategy: &ChainRule, at: &u64) -> Vec<u8> {
        strategy.allowed(&self.0, *at)
    }
}

impl Entry for Nimstring {
    type Game = Self;
    const CARD: Card = Card {
        name: "nimstring",
        kind: Kind::Boards,
        aliases: &[],
        parameters: "rows,columns of boxes: 2,2",
        text: text("nimstring"),
        notation: "rows of lines from the top, horizontal and upright in turn, . where none is drawn: -./|.|/../.../..",
        example: Example::new("2,2", "-./|.|/../.../.."),
        sources: &["E. Berlekamp, J. Conway, R. Guy, Winning Ways, chapter 16 (1982)"],
    };
    const USUAL: Option<&'static str> = Some("3,3");
    fn open(parameters: Option<&str>, position: Option<&str>) -> Result<Opened<Self>, OpenError> {
        let game = DotsAndBoxes::of_size(parameters)?;
        at_position(Self(game), position)
    }
    fn start(&self) -> Option<u64> {
        Some(0)
    }
}

declares!(Nimstring: entailing, loopfree, strategies, look);
