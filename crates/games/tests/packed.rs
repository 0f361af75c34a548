//! Positions and moves as words: those of every game come back, and no two positions have the same words.

use std::collections::HashMap;

use bouton_core::packed::{Words, packed, unpacked};
use bouton_core::{Alternating, Entry, Game};
use bouton_games::catalogue::{Visitor, each};

/// Positions of each game: all of a small one, otherwise those that play reaches first.
const MOST: usize = 4000;
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
                come_back(E::CARD.name, &game, at);
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
