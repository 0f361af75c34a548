//! A face: its position, its moves, and what it forgets.

use bouton_core::{Limits, Outcome};
use bouton_engine::{Opening, Untyped};
use bouton_games::rows::RowEnds;
use bouton_reference::messages;

use super::{face, opened};

#[test]
fn moves_are_made_by_name_by_words_and_by_the_position_after_them() {
    messages("a move by its text", |asked| {
        let (at, text) = asked.split_once(" / ").unwrap();
        let mut face = face(at);
        match face.play(text) {
            Some(played) => format!("{} ({}) → {}", played.name, played.said(), face.show()),
            None => format!("no such move → {}", face.show()),
        }
    });
}

#[test]
fn choices_are_the_moves_with_the_positions_after_them() {
    let mut face = face("nim 1,2");
    let choices = face.choices(10);
    assert_eq!(choices.len(), 3);
    assert_eq!(face.choices(2), choices[..2]);
    for choice in choices {
        face.go("1,2").unwrap();
        face.play(&choice.played.name).unwrap();
        assert_eq!(face.show(), choice.to);
    }
}

#[test]
fn another_row_has_rules_of_its_own() {
    let again = |text: &str| Ok(opened::<RowEnds>("row-ends", text));
    let mut face = Untyped::of(Opening {
        name: "row-ends".to_owned(),
        opened: opened::<RowEnds>("row-ends", "4,5,3"),
        again: Some(Box::new(again)),
    })
    .face();
    let same = super::face("row-ends 4,5,3");
    assert!(face.has_rules_of(&*same));
    assert!(!face.has_rules_of(&*super::face("nim 4,5,3")));
    let limits = Limits::default();
    let n = face.solvers().iter().position(|about| about.id == "memo");
    let n = n.unwrap();
    let before = face.evaluate(n, None, &limits).unwrap();
    face.go("1,9,1,2").unwrap();
    assert!(!face.has_rules_of(&*same));
    let after = face.evaluate(n, None, &limits).unwrap();
    let mut fresh = super::face("row-ends 1,9,1,2");
    assert_eq!(fresh.evaluate(n, None, &limits).unwrap(), after);
    assert_ne!(before.margin, after.margin);
}

#[test]
fn a_side_moves_only_where_the_sides_have_different_moves() {
    use bouton_core::Side;
    let mut two = face("domineering:2,1");
    let limits = Limits::default();
    let mut outcome = |side| two.evaluate(0, Some(side), &limits).unwrap().outcome;
    // The board has room for a domino of one of the two only.
    let found = [Side::Left, Side::Right].map(&mut outcome);
    assert!(found.contains(&Outcome::Win) && found.contains(&Outcome::Loss));
    assert!(two.set_side(Side::Right));
    assert_eq!(two.side(), Some(Side::Right));
    let mut one = face("nim 1");
    assert!(!one.set_side(Side::Right) && one.side().is_none());
}

#[test]
fn reached_positions_are_those_of_play() {
    let face = face("nim 1,2");
    let mut found = Vec::new();
    face.explore(&mut |explored| {
        assert_eq!(explored.show(0), "1,2");
        explored.moves(0, &mut |name| {
            found.push(name);
            found.len() < 2
        });
    });
    assert_eq!(found.len(), 2);
    assert!(face.is_countable() && face.census(&Limits::default()).is_some());
}
