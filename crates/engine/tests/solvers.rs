//! The solvers on the menu of a game.

use bouton_core::{Limits, Outcome, StopReason};
use bouton_reference::messages;

use super::{Faced, face, opened_as};

const GAMES: [&str; 7] = [
    "nim 3,4,5",
    "octal:0.77 10",
    "top-entails 5",
    "row-ends 4,5,3",
    "three-mens-morris",
    "domineering:2,3",
    "mnk:3,3,3",
];

#[test]
fn a_game_has_the_solvers_of_its_properties() {
    messages("the solvers of a game", |asked| {
        let (misere, game) = match asked.strip_prefix("misère ") {
            Some(game) => (true, game),
            None => (false, asked),
        };
        match opened_as(&Faced { misere }, game) {
            Ok(face) => {
                let ids = face.solvers().into_iter().map(|about| about.id);
                ids.collect::<Vec<_>>().join(", ")
            }
            Err(error) => error.to_string(),
        }
    });
}

#[test]
fn no_two_solvers_of_a_menu_have_one_rank() {
    for game in GAMES {
        let mut ranks: Vec<_> = face(game)
            .solvers()
            .iter()
            .map(|about| about.rank)
            .collect();
        // A solver that a property puts first keeps its rank.
        ranks.sort_unstable();
        assert!(
            ranks.is_sorted_by(|one, other| one < other),
            "{game}: {ranks:?}"
        );
    }
}

#[test]
fn all_solvers_of_a_menu_agree() {
    for game in GAMES {
        let mut face = face(game);
        let limits = Limits::default();
        let mut found = Vec::new();
        for n in 0..face.solvers().len() {
            if face.accepts(n, &limits).is_ok() {
                let solved = face.solve(n, &limits).unwrap();
                let alone = face.evaluate(n, None, &limits).unwrap();
                assert_eq!(solved.worth.outcome, alone.outcome, "{game}");
                found.push((alone.outcome, alone.margin, solved.count));
            }
        }
        assert!(found.len() > 1, "{game}: only one solver accepts it");
        assert!(
            found.iter().all(|one| *one == found[0]),
            "{game}: {found:?}"
        );
    }
}

#[test]
fn a_limit_stops_with_what_was_proved() {
    let mut face = face("mnk:3,4,3");
    let alpha_beta = |about: &&bouton_core::solver::About| about.id == "alpha-beta";
    let n = face.solvers().iter().position(alpha_beta).unwrap();
    let few = Limits::of_nodes(10);
    let stop = face.solve(n, &few).unwrap_err();
    assert_eq!(stop.reason, StopReason::Nodes);
    assert!(stop.bounds.is_none_or(|[low, high]| low < high));
    // The facts that the search has learned stay right.
    let solved = face.solve(n, &Limits::default()).unwrap();
    assert_eq!(solved.worth.outcome, Outcome::Win);
}
