//! A game as a part of a sum.

use bouton_core::{Limits, Side};
use bouton_engine::Convention;
use bouton_reference::messages;
use num_bigint::BigUint;

use super::{Added, opened_as};

#[test]
fn a_game_is_added_by_its_kind() {
    messages("a game as a part of a sum", |asked| {
        match opened_as(&Added, asked) {
            Ok((part, number)) => format!("{:?}, {}", part.convention(), part.show(number)),
            Err(error) => error.to_string(),
        }
    });
}

#[test]
fn grundy_values_are_those_of_the_rules() {
    let limits = Limits::default();
    let values = [("nim 3,5", 6u32), ("octal:0.77 10", 2), ("octal:0.77 9", 4)];
    for (asked, value) in values {
        let (mut part, at) = opened_as(&Added, asked).unwrap();
        assert_eq!(part.convention(), Convention::Impartial);
        assert_eq!(part.grundy(at, &limits).unwrap(), BigUint::from(value));
        let (mut less, mut found) = (0u32, part.options(at, Side::Left, usize::MAX).to_vec());
        // The value is the least that no move leads to.
        while found
            .iter()
            .any(|to| part.grundy(*to, &limits).unwrap() == less.into())
        {
            less += 1;
        }
        assert_eq!(less, value, "{asked}");
        // A move to a value exists just where an option has it.
        for wanted in 0..8u32 {
            let wanted = BigUint::from(wanted);
            let moves = part.moves_to_grundy(at, &wanted, &limits).unwrap();
            let leads = |to: &u32| part.grundy(*to, &limits).unwrap() == wanted;
            assert!(moves.iter().map(|(_, to)| to).all(leads), "{asked}");
            found.retain(|to| part.grundy(*to, &limits).unwrap() != wanted || !moves.is_empty());
        }
        assert_eq!(found.len(), part.options(at, Side::Left, usize::MAX).len());
    }
}

#[test]
fn positions_are_adopted_by_the_same_game_only() {
    let (mut nim, at) = opened_as(&Added, "nim 3,5").unwrap();
    let (other, there) = opened_as(&Added, "nim 2,7").unwrap();
    let (kayles, heap) = opened_as(&Added, "octal:0.77 5").unwrap();
    let adopted = nim.adopt(&*other, there).unwrap();
    assert_eq!(nim.show(adopted), "2,7");
    assert_ne!(adopted, at);
    assert_eq!(nim.adopt(&*other, there), Some(adopted));
    assert_eq!(nim.adopt(&*kayles, heap), None);
    let read = nim.parse("3,5").unwrap();
    assert_eq!(read, at);
}

#[test]
fn points_are_those_of_each_move() {
    let (mut row, at) = opened_as(&Added, "row-ends 4,5,3").unwrap();
    let earned = row.earned(at, Side::Left);
    let points: Vec<_> = earned.iter().map(|earned| earned.points).collect();
    assert_eq!(points, [4, 3]);
    let to = row.options(at, Side::Left, usize::MAX);
    assert_eq!(
        to.iter().map(|to| row.show(*to)).collect::<Vec<_>>(),
        ["5,3", "4,5"]
    );
}
