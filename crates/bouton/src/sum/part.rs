//! [`Part`]: a component of a sum behind one object-safe face, its positions interned as numbers.

use std::sync::Arc;

use bouton_core::game::Shared;
use bouton_core::{
    Alternating, Impartial, InputError, Limits, Mishap, Notation, Powers, Side, Sides,
};
use bouton_solvers::store::Store;
use smallvec::{SmallVec, smallvec};

/// A game in which the last to move wins, its positions known by number.
pub(crate) trait Part: Send {
    /// The game as it was named, with its parameters.
    fn name(&self) -> &str;
    /// Whether both players have the same moves.
    fn is_impartial(&self) -> bool;
    /// The position in the game's notation.
    fn show(&self, number: u32) -> String;
    /// Reads a position.
    fn parse(&mut self, text: &str) -> Result<u32, InputError>;
    /// Where the moves of `side` lead, in the game's own order.
    fn options(&mut self, number: u32, side: Side) -> Arc<[u32]>;
    /// What the move to option `place` is called.
    fn show_move(&self, number: u32, side: Side, place: usize) -> String;
    /// The position that stands for this one and its mirror images.
    fn canonical(&mut self, number: u32) -> u32;
    /// As for a game.
    fn begin(&self, limits: &Limits);
    /// As for a game.
    fn mishap(&self) -> Option<Mishap>;
    /// As for a game.
    fn came_back(&self, number: u32);
    /// The independent parts of a position.
    fn summands(&mut self, number: u32) -> SmallVec<[u32; 2]>;
}

type Summands<G> = fn(
    &G,
    &<G as bouton_core::Game>::Position,
) -> SmallVec<[<G as bouton_core::Game>::Position; 2]>;
type WithSide<G> =
    fn(&G, &<G as bouton_core::Game>::Position, Side) -> <G as bouton_core::Game>::Position;

/// A game of the catalogue as a part. Positions that hold a side are stored with Left to move.
struct Interned<G: Alternating> {
    name: String,
    game: G,
    positions: Store<G::Position, ()>,
    options: Vec<[Option<Arc<[u32]>>; 2]>,
    impartial: bool,
    with_side: WithSide<G>,
    summands: Summands<G>,
}

impl<G: Alternating + Notation> Interned<G> {
    fn number(&mut self, at: G::Position) -> u32 {
        let at = (self.with_side)(&self.game, &at, Side::Left);
        let number = self.positions.number(&at).unwrap_or_else(|| {
            self.options.push([None, None]);
            self.positions.insert(at, ())
        });
        u32::try_from(number).expect("invariant: the store holds fewer than 2^32 positions")
    }

    fn at(&self, number: u32, side: Side) -> G::Position {
        (self.with_side)(&self.game, self.positions.key(number as usize), side)
    }
}

impl<G: Alternating + Notation> Part for Interned<G> {
    fn name(&self) -> &str {
        &self.name
    }

    fn is_impartial(&self) -> bool {
        self.impartial
    }

    fn show(&self, number: u32) -> String {
        self.game.show(self.positions.key(number as usize))
    }

    fn parse(&mut self, text: &str) -> Result<u32, InputError> {
        let at = self.game.parse(text)?;
        Ok(self.number(at))
    }

    fn options(&mut self, number: u32, side: Side) -> Arc<[u32]> {
        if let Some(known) = &self.options[number as usize][side as usize] {
            return known.clone();
        }
        let at = self.at(number, side);
        let moves: Vec<_> = self.game.moves(&at).collect();
        let to = moves.iter().map(|mv| self.game.play(&at, mv));
        let to: Vec<_> = to.collect();
        let options: Arc<[u32]> = to.into_iter().map(|to| self.number(to)).collect();
        self.options[number as usize][side as usize] = Some(options.clone());
        options
    }

    fn show_move(&self, number: u32, side: Side, place: usize) -> String {
        let at = self.at(number, side);
        let mv = self.game.moves(&at).nth(place);
        mv.map_or_else(String::new, |mv| self.game.show_move(&at, &mv))
    }

    fn canonical(&mut self, number: u32) -> u32 {
        let at = self.positions.key(number as usize).clone();
        let at = self.game.canonical(at);
        self.number(at)
    }

    fn begin(&self, limits: &Limits) {
        self.game.begin(limits);
    }

    fn mishap(&self) -> Option<Mishap> {
        self.game.mishap()
    }

    fn came_back(&self, number: u32) {
        self.game.came_back(self.positions.key(number as usize));
    }

    fn summands(&mut self, number: u32) -> SmallVec<[u32; 2]> {
        let parts = (self.summands)(&self.game, self.positions.key(number as usize));
        parts.into_iter().map(|part| self.number(part)).collect()
    }
}

/// Makes a part of a game, if the last to move wins there.
pub(crate) struct PartMaker<'n, G: Alternating> {
    pub(crate) name: &'n str,
    pub(crate) opened: Option<(G, G::Position)>,
    /// The part, and the number of the position.
    pub(crate) made: Option<(Box<dyn Part>, u32)>,
}

impl<G: Alternating + Notation + 'static> PartMaker<'_, G> {
    fn make(&mut self, impartial: bool, with_side: WithSide<G>, summands: Summands<G>) {
        let Some((game, at)) = self.opened.take() else {
            return;
        };
        let mut part = Interned {
            name: self.name.to_owned(),
            game,
            positions: Store::default(),
            options: Vec::new(),
            impartial,
            with_side,
            summands,
        };
        let number = part.number(at);
        self.made = Some((Box::new(part), number));
    }
}

impl<G: Alternating + Notation + 'static> Powers<G> for PartMaker<'_, G> {
    fn impartial(&mut self)
    where
        G: Impartial,
    {
        self.make(true, |_, at, _| at.clone(), |game, at| game.summands(at));
    }
    fn shared(&mut self)
    where
        G: Shared,
    {
        self.make(true, |_, at, _| at.clone(), |game, at| game.parts(at));
    }
    fn sides(&mut self)
    where
        G: Sides,
    {
        let with_side: WithSide<G> = |game, at, side| game.with_side(at, side);
        self.make(false, with_side, |_, at| smallvec![at.clone()]);
    }
}
