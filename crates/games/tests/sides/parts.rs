//! The parts into which positions fall are worth together what the whole is, computed from its moves alone.

use bouton_core::entry::Entry;
use bouton_core::notation::Notation;
use bouton_core::partizan::{Disjunctive, Summands};
use bouton_core::{Game, Limits, Sided, WinLoss};
use bouton_games::boards::{Clobber, Domineering};
use bouton_games::sides::{Amazons, Col, Konane, NoGo, Snort, ToadsAndFrogs};
use bouton_solvers::parts::{PartTable, PartsOf};
use bouton_solvers::values::Valuer;

/// Compares the values of random boards of this size, of these signs.
fn compare<E>((rows, columns): (usize, usize), signs: &str, boards: usize, seed: u64)
where
    E: Entry,
    E::Game: Summands<Score = WinLoss> + Notation,
{
    let mut random = fastrand::Rng::with_seed(seed);
    let signs: Vec<char> = signs.chars().collect();
    let texts = (0..50 * boards).map(|_| {
        let mut row = || -> String {
            let sign = |_| signs[random.usize(..signs.len())];
            (0..columns).map(sign).collect()
        };
        (0..rows).map(|_| row()).collect::<Vec<_>>().join("/")
    });
    // Not every board belongs to the game.
    let compared = texts.filter(|text| is_sum_of_parts::<E>(text)).take(boards);
    assert_eq!(compared.count(), boards, "boards of {}", E::CARD.name);
}

/// Compares the values of a position; false if it does not belong to the game.
fn is_sum_of_parts<E>(text: &str) -> bool
where
    E: Entry,
    E::Game: Summands<Score = WinLoss> + Notation,
{
    let Ok((game, at)) = E::open(None, Some(text)) else {
        return false;
    };
    let mut valuer = Valuer::default();
    let mut value = |mut table: PartTable<E::Game>| {
        valuer.forget_parts();
        let sum = table.sum(&game, &at);
        let mut parts = PartsOf {
            game: &game,
            table: &mut table,
        };
        let limits = Limits::default();
        valuer.value(&mut parts, &sum, &mut limits.meter()).unwrap()
    };
    let apart = value(PartTable::apart());
    assert_eq!(apart, value(PartTable::whole()), "{} {text}", E::CARD.name);
    true
}

#[test]
fn nogo_beside_stones_of_the_other_colour() {
    for (size, seed) in [(1, 9), (9, 1), (2, 4), (3, 3)].into_iter().zip(0..) {
        compare::<Sided<NoGo>>(size, "XO...", 30, seed);
    }
    // Blocks of several stones in a row.
    compare::<Sided<NoGo>>((1, 14), "XXO.", 30, 4);
    compare::<Sided<NoGo>>((3, 4), "XXO.#", 30, 5);
}

#[test]
fn games_of_steps() {
    compare::<Sided<Konane>>((3, 4), "XO.", 20, 6);
    compare::<Sided<Konane>>((2, 6), "XXOO.#", 20, 7);
    compare::<Sided<ToadsAndFrogs>>((1, 11), "ttff..#", 20, 8);
}

#[test]
fn other_boards() {
    compare::<Sided<Clobber>>((3, 4), "XO.", 20, 9);
    compare::<Sided<Snort>>((3, 4), "LR..#", 10, 10);
    compare::<Sided<Amazons>>((3, 3), "XO..#", 10, 11);
}

/// On graphs, where parts of the same shape are valued once.
#[test]
fn graphs_of_points_to_colour() {
    let mut random = fastrand::Rng::with_seed(12);
    for _ in 0..40 {
        let edges = (0..7).map(|_| format!("{}-{}", random.u8(1..4), random.u8(4..8)));
        let mut text: String = edges.collect::<Vec<_>>().join(",");
        let point = text[..1].to_owned();
        text += ["", "/7", "//7", &format!("/{point}")][random.usize(..4)];
        let belongs = is_sum_of_parts::<Sided<Col>>(&text);
        assert_eq!(belongs, is_sum_of_parts::<Sided<Snort>>(&text), "{text}");
    }
}

/// Parts of the same shape are valued once, for all boards: each is worth what its own moves make it.
#[test]
fn shapes_of_clobber() {
    let mut random = fastrand::Rng::with_seed(12);
    let (mut apart, mut table) = (Valuer::default(), PartTable::apart());
    let limits = Limits::default();
    let meter = &mut limits.meter();
    for _ in 0..60 {
        let mut row = || -> String {
            (0..4)
                .map(|_| ['X', 'O', 'X', 'O', '.'][random.usize(..5)])
                .collect()
        };
        let text = [row(), row(), row()].join("/");
        let (game, at) = <Sided<Clobber>>::open(Some("3,4"), Some(&text)).unwrap();
        let sum = table.sum(&game, &at);
        let parts = &mut PartsOf {
            game: &game,
            table: &mut table,
        };
        let value = apart.value(parts, &sum, meter).unwrap();
        let mut whole = PartTable::whole();
        let sum = whole.sum(&game, &at);
        let parts = &mut PartsOf {
            game: &game,
            table: &mut whole,
        };
        let mut slow = Valuer::default();
        let other = slow.value(parts, &sum, meter).unwrap();
        let [value, other] = [
            apart.arena.text(value, meter),
            slow.arena.text(other, meter),
        ];
        assert_eq!(value, other, "{text}");
    }
    // Most parts have a twin: the same shape elsewhere.
    assert!(apart.visited() > 500, "{}", apart.visited());
}

/// A summand is its own only summand, and is brought into canonical form as any position; so is its negative.
#[test]
fn summands_are_parts() {
    fn looks<E>(rows: usize, columns: usize, signs: &str, seed: u64)
    where
        E: Entry,
        E::Game: Summands<Score = WinLoss> + Notation,
    {
        let mut random = fastrand::Rng::with_seed(seed);
        let signs: Vec<char> = signs.chars().collect();
        let mut parts = 0;
        for _ in 0..400 {
            let mut row = || -> String {
                (0..columns)
                    .map(|_| signs[random.usize(..signs.len())])
                    .collect()
            };
            let text = (0..rows).map(|_| row()).collect::<Vec<_>>().join("/");
            let Ok((game, at)) = E::open(None, Some(&text)) else {
                continue;
            };
            for part in game.summands(&at) {
                assert_eq!(
                    *game.summands(&part),
                    *std::slice::from_ref(&part),
                    "{text}"
                );
                let least = game.canonical(part.clone());
                assert_eq!(game.canonical_part(part), least, "{text}");
                if let Some(negative) = game.negative(&least) {
                    let other = game.canonical(negative.clone());
                    assert_eq!(game.canonical_part(negative), other, "{text}");
                }
                let read = game.key(&least).and_then(|key| game.with_key(key));
                assert!(read.is_none_or(|read| read == least), "{text}");
                parts += 1;
            }
        }
        assert!(parts > 100, "{}", E::CARD.name);
    }
    looks::<Sided<Clobber>>(4, 5, "XXOO..", 1);
    looks::<Sided<Domineering>>(4, 6, ".#", 2);
    looks::<Sided<Konane>>(4, 5, "XXOO.", 3);
    looks::<Sided<Konane>>(4, 5, "XO.#", 4);
    looks::<Sided<ToadsAndFrogs>>(1, 12, "tf..#", 5);
    looks::<Sided<NoGo>>(3, 4, "XO..#", 6);
    looks::<Sided<Snort>>(3, 4, "LR..#", 7);
    looks::<Sided<Amazons>>(3, 4, "XO..###", 8);
}
