//! Games of the catalogue, written in GDL: as many positions of each value and remoteness as those that are built in.

use bouton_core::{Alternating, Entry, Limits, Outcome, Score, Sided, Solver, WinDrawLoss};
use bouton_games::boards::{Clobber, Connect, Domineering, Hexapawn, Mnk};
use bouton_gdl::{Gdl, Opened, open};
use bouton_solvers::OnGraph;
use bouton_solvers::retrograde::{Census, census};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/kif");

fn game_of(name: &str) -> Gdl<u64, WinDrawLoss> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}.kif")).expect("the file is there");
    let opened = open(name, &text, None, &Limits::default());
    match opened {
        Ok(Opened::Outcome64(game)) => game,
        other => panic!("won, drawn or lost, and small: {other:?}"),
    }
}

fn described(name: &str) -> Census {
    let game = game_of(name);
    let found = census(&game, &game.start(), &Limits::default());
    found.expect("no limit").all
}

fn built_in<E: Entry<Game: Alternating>>(parameters: &str) -> Census {
    let parameters = Some(parameters).filter(|text| !text.is_empty());
    let (game, at) = E::open(parameters, None).expect("it is a game with a start");
    census(&game, &at, &Limits::default())
        .expect("no limit")
        .all
}

/// Who wins at the start, and in how many plies.
fn value<G: Alternating<Score: From<Outcome>> + 'static>(
    game: &G,
    at: &G::Position,
) -> (Outcome, Option<u32>) {
    let value = OnGraph::retrograde().evaluate(game, at, &Limits::default());
    let value = value.expect("no limit");
    (value.score.outcome(), value.remoteness)
}

#[test]
fn described_games_are_as_those_built_in() {
    assert_eq!(described("mnk_3x3x3"), built_in::<Mnk>("3,3,3"));
    assert_eq!(described("mnk_4x3x3"), built_in::<Mnk>("3,4,3"));
    assert_eq!(described("mnk_3x4x3"), built_in::<Mnk>("4,3,3"));
    assert_eq!(described("connect_4x4x4"), built_in::<Connect>("4,4,4"));
    assert_eq!(described("clobber_4x3"), built_in::<Sided<Clobber>>("3,4"));
    assert_eq!(
        described("domineering_5x4"),
        built_in::<Sided<Domineering>>("4,5")
    );
}

/// Those built in show each position to who moves, so that there are fewer of them.
#[test]
fn hexapawn_is_won_as_the_one_built_in() {
    for (name, parameters) in [("hexapawn_3x4", "4,3"), ("hexapawn_4x4", "4,4")] {
        let (game, at) = Hexapawn::open(Some(parameters), None).expect("it is a game");
        let described = game_of(name);
        assert_eq!(
            value(&described, &described.start()),
            value(&game, &at),
            "{name}"
        );
    }
}
