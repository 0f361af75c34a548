//! Pictures come out as they did before (`WRITE_GOLDEN=1 cargo test -p bouton-pictures --test golden` writes them again;
//! look at each before it is committed), and every game of the catalogue can be drawn.

use std::path::Path;

use bouton::{How, Session};
use bouton_core::scene::{Figure, Seat};
use bouton_pictures::{Draw, Kind, Levels, Show, Theme};

/// The game, the position drawn, the kind of picture, and its option besides the defaults, with two spaces between them.
const GOLDEN: &str = include_str!("golden.txt");

fn asked(kind: Kind, more: &str) -> Draw {
    let mut asked = Draw::default();
    asked.kind = kind;
    asked.show = (more == "margin").then_some(Show::Margin);
    asked.grundy = more == "grundy";
    asked.alpha_beta = more == "alpha-beta";
    asked.levels = (more == "remoteness").then_some(Levels::Remoteness);
    asked.most = (more == "most").then_some(50);
    asked.with = Vec::from_iter(more.starts_with('{').then(|| more.to_owned()));
    asked
}

#[test]
fn golden_pictures() {
    for line in GOLDEN.lines() {
        let mut fields = line.split("  ");
        let [game, position, kind_name, more] = [(); 4].map(|()| fields.next().unwrap_or_default());
        let kind = Kind::ALL
            .iter()
            .find(|(name, _)| *name == kind_name)
            .unwrap()
            .1;
        let mut session = match kind.is_table() {
            true => bouton::Open::game(game).anywhere().unwrap(),
            false => bouton::open(game, position).unwrap(),
        };
        let asked = asked(kind, more).of_size(Some(position)).unwrap();
        let picture = asked.answer(&mut session, &How::default()).unwrap();
        let found = picture.svg(Theme::Auto);
        let game = game.split(':').next().unwrap();
        let more = if more.starts_with('{') {
            "beside"
        } else {
            more
        };
        let name = format!("tests/golden/{game}-{kind_name}-{more}");
        let name = format!("{}.svg", name.trim_end_matches('-'));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&name);
        if std::env::var_os("WRITE_GOLDEN").is_some() {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &found).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "{name} has changed");
    }
}

#[test]
fn every_game_has_a_look() {
    for card in bouton::cards() {
        let [name, position] = card.example;
        let mut session = bouton::open(&name, &position).unwrap();
        has_a_look(&mut session, &name);
    }
}

fn has_a_look(session: &mut Session, name: &str) {
    let position = session.position().unwrap();
    let picture = Draw::default().answer(session, &How::default());
    let svg = picture.unwrap().svg(Theme::Light);
    assert!(svg.contains("</text>"), "{name}");
    for no_number in ["\"inf\"", "\"-inf\"", "\"NaN\""] {
        assert!(!svg.contains(no_number), "{name}: {no_number}");
    }
    for choice in session.choices(50).unwrap() {
        for part in choice.deed.parts() {
            let tag = format!("data-part=\"{part}\"");
            assert!(
                svg.contains(&tag),
                "{name}: {} changes {part}",
                choice.played.name
            );
        }
    }
    assert_eq!(session.position().unwrap(), position);
}

/// A board each: the parts are counted through, and a move changes those of its own game.
#[test]
fn every_game_is_drawn_beside_another() {
    let mut drawn = 0;
    for card in bouton::cards() {
        let [name, position] = card.example;
        for [game, text] in [
            ["sum", &format!("nim 2,1 + {name} {position}")],
            ["ordinal", &format!("nim 2,1; {name} {position}")],
        ] {
            let Ok(mut session) = bouton::open(game, text) else {
                continue;
            };
            drawn += 1;
            has_a_look(&mut session, text);
            let Figure::Games(games) = session.scene().unwrap().figure else {
                panic!("{text}: {:?}", session.scene());
            };
            assert_eq!((games.len(), games[1].scene.seat), (2, Seat::Table));
            for choice in session.choices(50).unwrap() {
                let [step] = &choice.deed.steps[..] else {
                    panic!("{text}: {:?}", choice.deed);
                };
                let named = format!("{}: {}", step.game, step.name);
                assert_eq!(choice.played.name, named);
                assert!(choice.to.contains(&step.to), "{text}: {choice:?}");
                let is_own = |part: &usize| (*part < 2) == (step.game == 0);
                assert!(choice.deed.parts().iter().all(is_own), "{text}: {choice:?}");
            }
        }
    }
    assert!(drawn > 60, "{drawn}");
}

#[test]
fn pictures_of_laws_show_every_lost_pair_and_every_state() {
    let mut session = bouton::open("wythoff", "1,2").unwrap();
    let drawn = |session: &mut Session, kind| {
        let asked = asked(kind, "").of_size(Some("39")).unwrap();
        asked.answer(session, &How::default())
    };
    let lost = (0..40u32)
        .flat_map(|a| (0..40u32).map(move |b| format!("{a},{b}")))
        .filter(|position| {
            session.go(position).unwrap();
            session.solve(&How::default()).unwrap().outcome == Some(bouton::Outcome::Loss)
        })
        .count();
    let scatter = drawn(&mut session, Kind::Scatter).unwrap();
    assert_eq!(scatter.json()["pairs"].as_array().unwrap().len(), lost);
    let automaton = drawn(&mut session, Kind::Automaton).unwrap();
    assert_eq!(automaton.json()["states"], 8);
    // Seven states are alive; those that accept have a second ring.
    assert!(automaton.svg(Theme::Light).matches("<circle").count() > 7);
    let nim = &mut bouton::open("nim", "1,2,3").unwrap();
    let error = drawn(nim, Kind::Scatter).unwrap_err();
    bouton_reference::message("a scatter of three heaps", error);
}
