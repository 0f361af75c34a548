//! Games of the catalogue, written in GDL: as many positions of each value and remoteness as those that are built in.

use bouton_core::{Alternating, Entry, Limits, Outcome, Score, Sided, Solver, WinDrawLoss};
use bouton_external::{ExternalGame, Opened, open as game_of};
use bouton_games::boards::{Clobber, Connect, Domineering, Hexapawn, Mnk};
use bouton_gdl::{Gdl, Opened as Sized, open};
use bouton_solvers::OnGraph;
use bouton_solvers::retrograde::{Census, census};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/kif");

fn read(name: &str) -> ExternalGame<Gdl<u64>, WinDrawLoss> {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}.kif")).expect("the file is there");
    let opened = open(name, &text, None, &Limits::default());
    let Ok(Sized::Word(rules)) = opened else {
        panic!("it is small: {opened:?}");
    };
    match game_of(rules) {
        Opened::Outcome(game) => game,
        other => panic!("won, drawn or lost: {other:?}"),
    }
}

fn described(name: &str) -> Census {
    let game = read(name);
    let found = census(&game, &game.rules().first(), &Limits::default());
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

/// Those built in show each position to the player who moves, so that there are fewer of them.
#[test]
fn hexapawn_is_won_as_the_one_built_in() {
    for (name, parameters) in [("hexapawn_3x4", "4,3"), ("hexapawn_4x4", "4,4")] {
        let (game, at) = Hexapawn::open(Some(parameters), None).expect("it is a game");
        let described = read(name);
        assert_eq!(
            value(&described, &described.rules().first()),
            value(&game, &at),
            "{name}"
        );
    }
}
