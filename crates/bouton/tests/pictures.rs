//! Pictures come out as they did before (`WRITE_GOLDEN=1 cargo test -p bouton --test pictures` writes them anew; look
//! at each before it is committed), and every game of the catalogue can be drawn.

use std::path::Path;

use bouton::How;
use bouton::catalogue::listings;
use bouton::picture::{Kind, Theme, Wish, draw};

#[test]
fn golden_pictures() {
    for (game, position, kind, up_to) in [
        ("row-ends", "4,5,3,1,2", "triangle", 0),
        ("row-ends", "5,1,5", "both", 0),
        ("row-ends", "1,2,4", "tree", 0),
        ("row-ends", "1,2,4", "dag", 0),
        ("wythoff", "2,3", "graph", 0),
        ("wythoff", "2,3", "line", 0),
        ("wythoff", "0,0", "grid", 6),
        ("kayles", "1", "strip", 20),
        ("kayles", "1", "plot", 100),
        ("kayles", "1", "spectrum", 100),
        ("wythoff", "3,25", "board", 0),
        ("two-values", "5,2,3/1,5,3", "board", 0),
        ("tic-tac-toe", "X.O/.../...", "board", 0),
        ("thirty-one", "35362", "board", 0),
        ("mu-torere", "./XXXXOOOO", "board", 0),
        ("hackenbush", "0b1,1r2,1g3,0r4", "board", 0),
        ("geography", "a>b,a>c,b>d,c>d,d>e,d>f,f>a/a", "board", 0),
        ("dots-and-boxes:2,2", "-./|.|/../.../..", "board", 0),
    ] {
        let kind = Kind::ALL.iter().find(|(name, _)| *name == kind).unwrap();
        let mut session = bouton::open(game, Some(position), false).unwrap();
        let wish = Wish {
            up_to,
            ..Wish::default()
        };
        let picture = draw(&mut *session, kind.1, &wish, &How::default()).unwrap();
        let found = picture.svg(Theme::Auto);
        let name = game.split(':').next().unwrap();
        let name = format!("tests/golden/{name}-{}.svg", kind.0);
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
    for listing in listings() {
        let card = listing.card;
        let name = match card.example.parameters {
            "" => card.name.to_owned(),
            parameters => format!("{}:{parameters}", card.name),
        };
        let mut session = bouton::open(&name, Some(card.example.position), false).unwrap();
        let position = session.position();
        let picture = draw(
            &mut *session,
            Kind::Board,
            &Wish::default(),
            &How::default(),
        )
        .unwrap();
        let svg = picture.svg(Theme::Light);
        assert!(svg.contains("</text>"), "{name}");
        for choice in session.choices(50) {
            for part in choice.changes {
                let tag = format!("data-part=\"{part}\"");
                assert!(
                    svg.contains(&tag),
                    "{name}: {} changes {part}",
                    choice.played.name
                );
            }
        }
        assert_eq!(session.position(), position);
    }
}
