//! Every game of the catalogue, along random play.

use bouton::{Open, cards};
use bouton_verify::games;

use super::Compared;
use crate::support::positions;

/// Further positions than the catalogue shows.
const FURTHER: &str = include_str!("further.txt");

/// Both rules tell the same moves along random play.
fn agree(game: &str, position: Option<&str>, misere: bool) {
    let mut compared = Compared::open(game, misere, position);
    let start = compared.session.position().unwrap();
    let mut random = fastrand::Rng::with_seed(0x9e37_79b9);
    for play in 0..2 {
        compared.go(&start);
        if compared.session.side().is_some() && play == 1 {
            compared.session.right_first().unwrap();
        }
        for _ in 0..40 {
            let here = compared.session.position().unwrap();
            // The checker reads at most 64 pieces.
            if here.matches(',').count() > 30 {
                break;
            }
            let at = compared.go(&here);
            compared.check_moves(&at);
            let choices = compared.choices();
            let Some(last) = choices.len().checked_sub(1) else {
                break;
            };
            let (name, _) = &choices[random.usize(..=last)];
            compared.session.play(name).unwrap();
        }
    }
}

#[test]
fn rules_of_the_checker_are_those_of_the_games() {
    let known = games();
    let mut trials: Vec<(String, Option<String>)> = Vec::new();
    for card in cards() {
        let [game, position] = card.example;
        assert!(known.contains(&card.name.as_str()), "{game}: no rules");
        trials.push((game.clone(), Some(position)));
        if Open::game(game.as_str()).session().is_ok() {
            trials.push((game, None));
        }
    }
    let further = positions(FURTHER);
    trials.extend(further.map(|(game, position)| (game.to_string(), Some(position.to_string()))));
    let mut wrong = Vec::new();
    for (game, position) in &trials {
        let position = position.as_deref();
        let open = Open::game(game.as_str()).misere(true).position(position);
        let has_misere = open.session().is_ok();
        for misere in [false, true].into_iter().take(1 + usize::from(has_misere)) {
            let tried = std::panic::catch_unwind(|| agree(game, position, misere));
            wrong.extend(tried.err().map(|_| game));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}
