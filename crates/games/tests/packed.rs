//! Positions and moves as words: those of every game come back, and no two positions have the same words.

use std::collections::HashMap;
use std::sync::Arc;

use bouton_core::erased::Place;
use bouton_core::packed::{Words, packed, unpacked};
use bouton_core::rules::{Fold, Opening, Options};
use bouton_core::{Alternating, Declares, Entry, Erased, Game, Notation};
use bouton_games::catalogue::{Visitor, each};

/// Positions of each game: all of a small one, otherwise those that play reaches first.
const MOST: usize = 4000;
/// The same, of those that are compared without their type.
const ERASED: usize = 200;
/// Moves of a position that are followed.
const MOVES: usize = 60;

/// How many examples were walked from.
#[derive(Default)]
struct Walk(usize);

impl Visitor for Walk {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        for example in std::iter::once(E::CARD.example).chain(E::TO_PLAY) {
            let parameters = Some(example.parameters).filter(|some| !some.is_empty());
            if let Ok((game, at)) = E::open(parameters, Some(example.position)) {
                come_back(E::CARD.name, &game, at.clone());
                lose_nothing(E::CARD.name, game, at);
                self.0 += 1;
            }
        }
    }
}

/// The same with the forms of games for larger positions.
#[derive(Default)]
struct Wide(Walk);

impl Visitor for Wide {
    fn game<E: Entry<Game: Alternating>>(&mut self) {
        E::beyond_64_bits(&mut self.0);
    }
}

fn come_back<G: Alternating>(name: &str, game: &G, at: G::Position) {
    let mut known = HashMap::new();
    let mut next = vec![at];
    let mut from = 0;
    while let Some(at) = next.get(from).cloned() {
        from += 1;
        assert_eq!(unpacked::<G::Position>(&packed(&at)), at, "{name}");
        let words = shortest::<G>(&at);
        assert_eq!(unpacked::<G::Position>(&words), at, "{name}");
        let other = known.insert(words, at.clone());
        assert!(other.is_none_or(|other| other == at), "{name}: {at:?}");
        if next.len() < MOST {
            for mv in game.moves(&at).take(MOVES) {
                assert_eq!(unpacked::<G::Move>(&packed(&mv)), mv, "{name}");
                let to = game.play(&at, &mv);
                let both = [game.canonical(to.clone()), to];
                let new = |to: &G::Position| !known.contains_key(&shortest::<G>(to));
                next.extend(both.into_iter().filter(new));
            }
        }
    }
}

/// The erased game answers as the typed one, on the positions that play reaches first.
fn lose_nothing<G: Alternating + Declares>(name: &str, game: G, at: G::Position) {
    let game = Arc::new(game);
    let erased = Erased::of(game.clone());
    let mut next = vec![at];
    let mut from = 0;
    while let Some(at) = next.get(from).cloned() {
        from += 1;
        let place = Place::of(&at);
        assert_eq!(erased.show(&place), game.show(&at), "{name}");
        assert_eq!(erased.score(&place), game.score(&at), "{name}");
        assert_eq!(erased.key(&place), game.key(&at), "{name}");
        assert_eq!(erased.tokens(&place), game.tokens(&at), "{name}");
        let canonical = Place::of(&game.canonical(at.clone()));
        assert_eq!(erased.canonical(place.clone()), canonical, "{name}");
        let moves: Vec<_> = game.moves(&at).take(MOVES).collect();
        let listed: Vec<_> = erased.moves(&place).take(MOVES).collect();
        assert_eq!(listed.len(), moves.len(), "{name}");
        let mut options = Options::after(&place.0);
        let fold = Fold::Symmetric;
        let opening = erased
            .words()
            .open(0..place.0.len(), fold, MOVES, &mut options);
        assert_eq!(
            matches!(opening, Opening::Over(_)),
            game.score(&at).is_some()
        );
        let mut start = place.0.len();
        for (n, (mv, listed)) in moves.iter().zip(&listed).enumerate() {
            assert_eq!(listed.gain, game.gain(&at, mv), "{name}");
            assert_eq!(listed.keeps_turn, game.keeps_turn(&at, mv), "{name}");
            assert_eq!(
                erased.show_move(&place, listed),
                game.show_move(&at, mv),
                "{name}"
            );
            let to = game.play(&at, mv);
            assert_eq!(erased.play(&place, listed), Place::of(&to), "{name}");
            let after = Place::of(&game.canonical(to.clone()));
            assert_eq!(erased.after(&place, listed), after, "{name}");
            let step = options.steps[n];
            assert_eq!(options.words[start..step.end], after.0[..], "{name}");
            assert_eq!(
                (step.gain, step.keeps_turn),
                (listed.gain, listed.keeps_turn)
            );
            start = step.end;
            if next.len() < ERASED && !next.contains(&to) {
                next.push(to);
            }
        }
    }
}

/// The words without zeros at the end, which tell nothing.
fn shortest<G: Game>(at: &G::Position) -> Words {
    let mut words = packed(at);
    while words.last() == Some(&0) {
        words.pop();
    }
    words
}

#[test]
fn positions_of_every_game_come_back() {
    let mut walk = Walk::default();
    each(&mut walk);
    assert!(walk.0 >= 70, "{}", walk.0);
}

#[test]
fn positions_beyond_64_bits_come_back() {
    let mut wide = Wide::default();
    each(&mut wide);
    assert!(wide.0.0 > 10, "{}", wide.0.0);
}
