//! Sequences of boards: published values, and the values of each board alone.

use bouton::answers::{Cell, Proof, Sequence, Table};
use bouton::calculus::{Show, value};
use bouton::questions::{Question, Sequence as Asked, Values};
use bouton::{How, Limits, Open};

use crate::support::{by, session};

const PUBLISHED: &str = include_str!("../../../testdata/boards.tsv");

fn sequence(game: &str, heaps: u64) -> Sequence {
    let heaps = heaps.to_string();
    let asked = Asked::asked([("game", game), ("heaps", &heaps), ("values", "1")]).unwrap();
    asked.answer(&Limits::default()).unwrap()
}

/// The Grundy value of each board from 0 on, or the class of its value.
fn told(sequence: &Sequence) -> Vec<String> {
    if let Some(values) = &sequence.values {
        return values.iter().flatten().map(u64::to_string).collect();
    }
    let heaps = sequence.partizan.iter().flat_map(|values| &values.heaps);
    let classes = heaps.flatten().map(|heap| format!("{:?}", heap.class));
    classes.collect()
}

#[test]
fn boards_have_their_published_values() {
    for line in PUBLISHED.lines().skip(1) {
        let [game, values, _source] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let values: Vec<_> = values.split(' ').collect();
        let found = told(&sequence(game, values.len() as u64));
        assert_eq!(found[1..], values, "{game}");
    }
}

/// Against the search of each board by another solver; `n` may be any of the parameters, or several.
#[test]
fn values_are_those_of_each_board() {
    for (game, most) in [
        ("cram:n,2", 6),
        ("cram:n,n", 4),
        ("chomp:n,3", 5),
        ("chomp:2,n,2", 3),
    ] {
        let found = sequence(game, most);
        for n in 1..=most {
            let board = game.replace('n', &n.to_string());
            let mut alone = session(&board, None);
            let grundy = alone.value(&by("grundy")).unwrap().grundy.unwrap();
            assert_eq!(told(&found)[n as usize], grundy.to_string(), "{board}");
        }
    }
    for (game, most) in [("domineering:n,3", 5), ("clobber:2,n", 5), ("col:n,2", 5)] {
        let found = sequence(game, most).partizan.unwrap().heaps.unwrap();
        for n in 1..=most {
            let board = game.replacen(":n", &format!(":{n}"), 1);
            let board = board.replace(",n", &format!(",{n}"));
            let mut alone = session(&board, None);
            let alone = value(&mut alone, Show::default(), &Limits::default()).unwrap();
            assert_eq!(found[n as usize].value, alone.value, "{board}");
        }
    }
}

/// No theorem is about boards.
#[test]
fn a_period_is_only_seen() {
    let found = sequence("domineering:1,n", 20);
    let saltus = found.partizan.unwrap().saltus;
    assert_eq!((found.period, saltus.as_deref()), (Some(2), Some("-1")));
    assert_eq!((found.proof, found.why), (Some(Proof::Seen), None));
}

#[test]
fn tables_have_a_cell_for_each_board() {
    for (right, outcomes) in [(false, "·WWWLWWWLWWW"), (true, "·LWWWLWWWLWW")] {
        let boards = Open::game("domineering:2,n").right(right);
        let asked = Values::asked([("up_to", "11")]).unwrap();
        let mut boards = boards.anywhere().unwrap();
        let table = asked.answer(&mut boards, &How::default()).unwrap();
        assert_eq!(table.game, "domineering:2,n");
        assert!(matches!(&table.values, Table::Line(cells) if cells[0] == Cell::None));
        assert_eq!(table.to_string().replace(' ', ""), outcomes);
    }
}

#[test]
fn names_without_boards_are_refused() {
    for game in "nim:3,n subtraction:1,n cram:n cram:3,m octal:n".split(' ') {
        let opened = Open::game(game).anywhere();
        assert!(opened.is_err(), "{game}");
    }
    let cram = bouton::Name::read("cram:3,n").unwrap();
    let message = "cram:3,n has no code: a sequence is that of single heaps that follow one, such as octal:0.77";
    assert_eq!(cram.code().unwrap_err().to_string(), message);
}
