//! [`Erased`]: a game of any type as one of few types, whose positions and moves are words.
//!
//! Code that is generic in the game is compiled for each type of score when it is used with [`Erased`], and not for each game. A call asks
//! the game behind it, which unpacks the position: what lists many positions uses [`Alternating::words`].

use std::any::Any;
use std::ops::Range;
use std::sync::Arc;

use num_bigint::BigUint;
use smallvec::SmallVec;

use crate::game::{Alternating, Game, Shared};
use crate::notation::{InputError, MOST_LOOKED_AT, Notation};
use crate::oracle::{Oracle, RuleError};
use crate::origin::Origin;
use crate::packed::{Packed, Put, Take, Words, is_same, pack_after, pack_into, packed, unpacked};
use crate::rules::{Fold, Listed, Opening, Options, Others, Rules, SharedRules, Step, Sums};
use crate::score::Score;

/// The words of a position; packed they are the same words.
#[derive(Clone, Debug, Eq, Hash)]
#[expect(
    clippy::derived_hash_with_manual_eq,
    reason = "equal words have equal hashes"
)]
pub struct Place(pub Words);

impl PartialEq for Place {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        is_same(&self.0, &other.0)
    }
}

impl Place {
    /// The words of a position of some game.
    #[inline]
    pub fn of<P: Packed>(at: &P) -> Self {
        Self(packed(at))
    }

    /// The position.
    #[inline]
    pub fn position<P: Packed>(&self) -> P {
        unpacked(&self.0)
    }
}

impl Packed for Place {
    #[inline]
    fn pack(&self, to: &mut impl Put) {
        self.0.iter().for_each(|word| to.put(*word, 64));
    }
    #[inline]
    fn unpack(from: &mut impl Take) -> Self {
        Self(from.rest().into())
    }
}

impl<S: Score> Packed for Listed<S> {
    fn pack(&self, to: &mut impl Put) {
        self.keeps_turn.pack(to);
        self.gain.pack(to);
        self.words.pack(to);
    }
    fn unpack(from: &mut impl Take) -> Self {
        Self {
            keeps_turn: Packed::unpack(from),
            gain: Packed::unpack(from),
            words: Packed::unpack(from),
        }
    }
}

/// At one position, moves with the same words are the same.
impl<S: Score> PartialEq for Listed<S> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        is_same(&self.words, &other.words)
    }
}

impl<S: Score> Eq for Listed<S> {}

impl<S: Score> Listed<S> {
    /// A move of a game.
    #[inline]
    pub fn of<G: Alternating<Score = S>>(game: &G, at: &G::Position, mv: &G::Move) -> Self {
        let mut words = SmallVec::new();
        pack_into(mv, &mut words);
        Self {
            words,
            gain: game.gain(at, mv),
            keeps_turn: game.keeps_turn(at, mv),
        }
    }
}

impl Sums {
    #[inline]
    fn push<G: Shared>(&mut self, game: &G, at: &G::Position) {
        for part in game.parts(at) {
            pack_after(&game.canonical(part), &mut self.words);
            self.parts.push(self.words.len());
        }
        self.ends.push(self.parts.len());
    }
}

/// The representative of a position.
#[inline]
pub fn folded<G: Game>(game: &G, at: G::Position, fold: Fold) -> G::Position {
    match fold {
        Fold::Nothing => at,
        Fold::Same => game.merged(at),
        Fold::Symmetric => game.canonical(at),
    }
}

/// Pushes the first moves, at most this many; those after them, if there may be any.
#[inline]
fn some<'g, M, T>(
    mut moves: impl Iterator<Item = M> + 'g,
    push: impl Fn(&mut T, M) + 'g,
    most: usize,
    to: &mut T,
) -> Option<Others<'g, T>> {
    let mut list = move |most: usize, to: &mut T| {
        for _ in 0..most {
            let Some(mv) = moves.next() else {
                return false;
            };
            push(to, mv);
        }
        true
    };
    list(most, to).then(|| Box::new(list) as _)
}

impl<G: Alternating> Rules<G::Score> for G {
    fn open<'g>(
        &'g self,
        at: Range<usize>,
        fold: Fold,
        most: usize,
        to: &mut Options<G::Score>,
    ) -> Opening<'g, G::Score> {
        let at = unpacked(&to.words[at]);
        if let Some(score) = Alternating::score(self, &at) {
            return Opening::Over(score);
        }
        let moves = self.moves(&at);
        let push = move |to: &mut Options<_>, mv| {
            pack_after(&folded(self, self.play(&at, &mv), fold), &mut to.words);
            to.steps.push(Step {
                end: to.words.len(),
                gain: self.gain(&at, &mv),
                keeps_turn: self.keeps_turn(&at, &mv),
            });
        };
        some(moves, push, most, to).map_or(Opening::All, Opening::Some)
    }

    fn list<'g>(
        &'g self,
        at: &[u64],
        most: usize,
        to: &mut Vec<Listed<G::Score>>,
    ) -> Option<Others<'g, Vec<Listed<G::Score>>>> {
        let at = unpacked(at);
        let moves = self.moves(&at);
        let push = move |to: &mut Vec<_>, mv| to.push(Listed::of(self, &at, &mv));
        some(moves, push, most, to)
    }

    fn play(&self, at: &[u64], mv: &[u64]) -> Words {
        packed(&Alternating::play(self, &unpacked(at), &unpacked(mv)))
    }
    fn after(&self, at: &[u64], mv: &[u64]) -> Words {
        packed(&Alternating::after(self, &unpacked(at), &unpacked(mv)))
    }
    fn score(&self, at: &[u64]) -> Option<G::Score> {
        Alternating::score(self, &unpacked(at))
    }
    fn folded(&self, at: &[u64], fold: Fold) -> Words {
        packed(&folded(self, unpacked(at), fold))
    }
    fn key(&self, at: &[u64]) -> Option<u64> {
        Game::key(self, &unpacked(at))
    }
    fn tokens(&self, at: &[u64]) -> Option<BigUint> {
        Game::tokens(self, &unpacked(at))
    }
    fn removed(&self, mv: &[u64]) -> Option<BigUint> {
        Game::removed(self, &unpacked(mv))
    }
    fn at_stake(&self, at: &[u64]) -> Option<i128> {
        Alternating::at_stake(self, &unpacked(at))
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        Game::oracle(self)
    }
    fn origins(&self) -> Vec<Origin> {
        Game::origins(self)
    }
    fn endless(&self, at: &[u64]) -> RuleError {
        Game::endless(self, &unpacked(at))
    }
}

impl<G: Shared> SharedRules for G {
    fn parts(&self, at: &[u64], to: &mut Sums) {
        to.push(self, &unpacked(at));
    }

    fn width(&self, at: &[u64]) -> usize {
        self.moves(&unpacked(at)).count()
    }

    fn open<'g>(&'g self, at: &[u64], most: usize, to: &mut Sums) -> Option<Others<'g, Sums>> {
        let at = unpacked(at);
        let moves = self.moves(&at);
        let push = move |to: &mut Sums, mv| to.push(self, &self.play(&at, &mv));
        some(moves, push, most, to)
    }

    fn endless(&self, at: &[u64]) -> RuleError {
        Game::endless(self, &unpacked(at))
    }
}

/// [`Rules`] with names. Methods with the name of one of [`Notation`] do the same; a move that is called is a legal one.
#[allow(missing_docs, reason = "see there")]
pub trait Written<S: Score>: Rules<S> + Any {
    fn parse(&self, text: &str) -> Result<Words, InputError>;
    fn show(&self, at: &[u64]) -> String;
    fn show_within(&self, at: &[u64], longest: usize) -> Option<String>;
    fn show_move(&self, at: &[u64], mv: &[u64]) -> String;
    fn move_in_words(&self, at: &[u64], mv: &[u64]) -> Option<String>;
    fn component(&self, mv: &[u64]) -> Option<usize>;
    fn signs(&self) -> Vec<char>;
    fn with_board(&self, at: &[u64], number: u64) -> Option<Words>;
    fn board_number(&self, at: &[u64]) -> Option<u64>;
    fn move_called(&self, at: &[u64], text: &str) -> Option<Listed<S>>;
    /// Whether these are the same rules with the same parameters.
    fn is(&self, other: &dyn Any) -> bool;
}

impl<G: Alternating + Notation + PartialEq + 'static> Written<G::Score> for G {
    fn parse(&self, text: &str) -> Result<Words, InputError> {
        Notation::parse(self, text).map(|at| packed(&at))
    }
    fn show(&self, at: &[u64]) -> String {
        Notation::show(self, &unpacked(at))
    }
    fn show_within(&self, at: &[u64], longest: usize) -> Option<String> {
        Notation::show_within(self, &unpacked(at), longest)
    }
    fn show_move(&self, at: &[u64], mv: &[u64]) -> String {
        Notation::show_move(self, &unpacked(at), &unpacked(mv))
    }
    fn move_in_words(&self, at: &[u64], mv: &[u64]) -> Option<String> {
        Notation::move_in_words(self, &unpacked(at), &unpacked(mv))
    }
    fn component(&self, mv: &[u64]) -> Option<usize> {
        Notation::component(self, &unpacked(mv))
    }
    fn signs(&self) -> Vec<char> {
        Notation::signs(self)
    }
    fn with_board(&self, at: &[u64], number: u64) -> Option<Words> {
        Notation::with_board(self, &unpacked(at), number).map(|at| packed(&at))
    }
    fn board_number(&self, at: &[u64]) -> Option<u64> {
        Notation::board_number(self, &unpacked(at))
    }
    fn move_called(&self, at: &[u64], text: &str) -> Option<Listed<G::Score>> {
        let at = unpacked(at);
        let called = Notation::move_called(self, &at, text)?;
        let mut moves = self.moves(&at).take(MOST_LOOKED_AT);
        let mv = moves.find(|mv| *mv == called)?;
        Some(Listed::of(self, &at, &mv))
    }
    fn is(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<Self>() == Some(self)
    }
}

/// A game of any type with this type of score.
pub struct Erased<S>(Arc<dyn Written<S>>);

impl<S: Score> Erased<S> {
    /// A game.
    pub fn of(game: Arc<dyn Written<S>>) -> Self {
        Self(game)
    }

    /// The same rules on words, with names.
    pub fn written(&self) -> &dyn Written<S> {
        &*self.0
    }
}

impl<S: Score> PartialEq for Erased<S> {
    fn eq(&self, other: &Self) -> bool {
        self.0.is(&*other.0)
    }
}

/// This many moves are listed at once.
const AT_ONCE: usize = 32;

/// Moves, listed some at a time.
struct Moves<'g, S: Score> {
    listed: std::vec::IntoIter<Listed<S>>,
    others: Option<Others<'g, Vec<Listed<S>>>>,
}

impl<S: Score> Iterator for Moves<'_, S> {
    type Item = Listed<S>;
    fn next(&mut self) -> Option<Listed<S>> {
        loop {
            if let Some(mv) = self.listed.next() {
                return Some(mv);
            }
            let mut more = Vec::new();
            if !self.others.as_mut()?(AT_ONCE, &mut more) {
                self.others = None;
            }
            self.listed = more.into_iter();
        }
    }
}

impl<S: Score> Game for Erased<S> {
    type Position = Place;
    type Move = Listed<S>;
    fn canonical(&self, at: Place) -> Place {
        Place(self.0.folded(&at.0, Fold::Symmetric))
    }
    fn merged(&self, at: Place) -> Place {
        Place(self.0.folded(&at.0, Fold::Same))
    }
    fn key(&self, at: &Place) -> Option<u64> {
        self.0.key(&at.0)
    }
    fn tokens(&self, at: &Place) -> Option<BigUint> {
        self.0.tokens(&at.0)
    }
    fn removed(&self, mv: &Listed<S>) -> Option<BigUint> {
        self.0.removed(&mv.words)
    }
    fn oracle(&self) -> Option<&dyn Oracle> {
        self.0.oracle()
    }
    fn origins(&self) -> Vec<Origin> {
        self.0.origins()
    }
    fn endless(&self, at: &Place) -> RuleError {
        self.0.endless(&at.0)
    }
}

impl<S: Score> Alternating for Erased<S> {
    type Score = S;
    fn moves<'g>(&'g self, at: &Place) -> impl Iterator<Item = Listed<S>> + use<'g, S> {
        let mut listed = Vec::with_capacity(AT_ONCE / 2);
        let others = self.0.list(&at.0, AT_ONCE, &mut listed);
        let listed = listed.into_iter();
        Moves { listed, others }
    }
    fn play(&self, at: &Place, mv: &Listed<S>) -> Place {
        Place(self.0.play(&at.0, &mv.words))
    }
    fn after(&self, at: &Place, mv: &Listed<S>) -> Place {
        Place(self.0.after(&at.0, &mv.words))
    }
    fn gain(&self, _at: &Place, mv: &Listed<S>) -> S::Gain {
        mv.gain
    }
    fn keeps_turn(&self, _at: &Place, mv: &Listed<S>) -> bool {
        mv.keeps_turn
    }
    fn score(&self, at: &Place) -> Option<S> {
        self.0.score(&at.0)
    }
    fn at_stake(&self, at: &Place) -> Option<i128> {
        self.0.at_stake(&at.0)
    }
    fn words(&self) -> &dyn Rules<S> {
        &*self.0
    }
}

impl<S: Score> Notation for Erased<S> {
    fn parse(&self, text: &str) -> Result<Place, InputError> {
        self.0.parse(text).map(Place)
    }
    fn show(&self, at: &Place) -> String {
        self.0.show(&at.0)
    }
    fn show_within(&self, at: &Place, longest: usize) -> Option<String> {
        self.0.show_within(&at.0, longest)
    }
    fn show_move(&self, at: &Place, mv: &Listed<S>) -> String {
        self.0.show_move(&at.0, &mv.words)
    }
    fn move_in_words(&self, at: &Place, mv: &Listed<S>) -> Option<String> {
        self.0.move_in_words(&at.0, &mv.words)
    }
    fn component(&self, mv: &Listed<S>) -> Option<usize> {
        self.0.component(&mv.words)
    }
    fn signs(&self) -> Vec<char> {
        self.0.signs()
    }
    fn with_board(&self, at: &Place, number: u64) -> Option<Place> {
        self.0.with_board(&at.0, number).map(Place)
    }
    fn board_number(&self, at: &Place) -> Option<u64> {
        self.0.board_number(&at.0)
    }
    fn move_called(&self, at: &Place, text: &str) -> Option<Listed<S>> {
        self.0.move_called(&at.0, text)
    }
}
