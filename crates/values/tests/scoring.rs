//! Scoring games against trees that are searched plainly, and the order against sums with other games.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use bouton_core::Limits;
use bouton_values::{Arena, Number, ScoringGame, ScoringGames, Universe, Value};

/// A game as a tree: the moves of Left and of Right, and the scores of those who cannot move. No code of the crate is used.
#[derive(Debug)]
struct Tree {
    moves: [Vec<(Rc<Tree>, i128)>; 2],
    stuck: [i128; 2],
}

type Game = Rc<Tree>;

fn tree(left: Vec<(Game, i128)>, right: Vec<(Game, i128)>, stuck: [i128; 2]) -> Game {
    Rc::new(Tree {
        moves: [left, right],
        stuck,
    })
}

fn number(n: i128) -> Game {
    tree(vec![], vec![], [n, n])
}

/// Plain minimax of the sum of two games.
fn score(one: &Game, two: &Game, begins: usize) -> i128 {
    let after = |(to, gain): &(Game, i128), rest: &Game| score(to, rest, 1 - begins) + gain;
    let in_one = one.moves[begins].iter().map(|mv| after(mv, two));
    let in_two = two.moves[begins].iter().map(|mv| after(mv, one));
    let scores = in_one.chain(in_two);
    let best = if begins == 0 {
        scores.max()
    } else {
        scores.min()
    };
    best.unwrap_or(one.stuck[begins] + two.stuck[begins])
}

fn scores(one: &Game, two: &Game) -> [i128; 2] {
    [0, 1].map(|begins| score(one, two, begins))
}

/// n moves that only one side can make, and that earn nothing.
fn waiting(side: usize, n: usize) -> Game {
    (0..n).fold(number(0), |fewer, _| {
        let moves = [0, 1].map(|other| match other == side {
            true => vec![(fewer.clone(), 0)],
            false => vec![],
        });
        Rc::new(Tree {
            moves,
            stuck: [0, 0],
        })
    })
}

fn depth(game: &Game) -> usize {
    let after = game.moves.iter().flatten();
    after.map(|(to, _)| 1 + depth(to)).max().unwrap_or(0)
}

/// More than any score of the game.
fn large(game: &Game) -> i128 {
    let after = game.moves.iter().flatten();
    let after = after.map(|(to, gain)| large(to) + gain.abs()).max();
    after
        .unwrap_or(0)
        .max(game.stuck[0].abs())
        .max(game.stuck[1].abs())
        + 1
}

/// The scores of all ends.
fn ends(game: &Game) -> Vec<i128> {
    let stuck = [0, 1]
        .into_iter()
        .filter(|side| game.moves[*side].is_empty());
    let mut all: Vec<_> = stuck.map(|side| game.stuck[side]).collect();
    for (to, gain) in game.moves.iter().flatten() {
        all.extend(ends(to).into_iter().map(|end| end + gain));
    }
    all
}

/// Being unable to move is never a merit.
fn is_guaranteed(game: &Game) -> bool {
    let ends = ends(game);
    let left = !game.moves[0].is_empty() || ends.iter().all(|end| game.stuck[0] <= *end);
    let right = !game.moves[1].is_empty() || ends.iter().all(|end| game.stuck[1] >= *end);
    let mut after = game.moves.iter().flatten();
    left && right && after.all(|(to, _)| is_guaranteed(to))
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
    fn points(&mut self, most: u64) -> i128 {
        i128::from(self.below(2 * most + 1)) - i128::from(most)
    }
    fn game(&mut self, depth: u64) -> Game {
        let mut side = || {
            let count = if depth == 0 { 0 } else { self.below(3) };
            let moves = (0..count).map(|_| (self.game_of_less(depth), self.points(2)));
            moves.collect::<Vec<_>>()
        };
        let (left, right) = (side(), side());
        tree(left, right, [self.points(2), self.points(2)])
    }
    fn game_of_less(&mut self, depth: u64) -> Game {
        let less = self.below(depth);
        self.game(less)
    }
    fn guaranteed(&mut self, depth: u64) -> Game {
        loop {
            let game = self.game(depth);
            if is_guaranteed(&game) {
                return game;
            }
        }
    }
}

fn made(games: &mut ScoringGames, game: &Game) -> ScoringGame {
    let moves = [0, 1].map(|side| {
        let moves = game.moves[side].iter();
        moves.map(|(to, gain)| (made(games, to), *gain)).collect()
    });
    games.make(moves, game.stuck)
}

/// Whether the first is at least the second, by the crate.
fn is_at_least(one: &Game, two: &Game) -> bool {
    let mut games = ScoringGames::default();
    let both = [one, two].map(|game| made(&mut games, game));
    let limits = Limits::default();
    let meter = &mut limits.meter();
    let order = games.compare(both[0], both[1], Universe::Guaranteed, meter);
    matches!(order.unwrap(), Some(Ordering::Greater | Ordering::Equal))
}

fn shifted(game: &Game, points: i128) -> Game {
    let moves = [0, 1].map(|side| {
        let moves = game.moves[side].iter();
        moves
            .map(|(to, gain)| (to.clone(), gain + points))
            .collect()
    });
    Rc::new(Tree {
        moves,
        stuck: game.stuck.map(|score| score + points),
    })
}

/// A guaranteed game whose sum with `one` has a lower score than that with `two`, and the side that begins there, where `one` is
/// not at least `two`: the construction of the theorem's proof.
fn witness(one: &Game, two: &Game) -> (Game, usize) {
    let waits = depth(one) + depth(two) + 1;
    for (side, begins) in [(1, 0), (0, 1)] {
        let waiting = waiting(side, waits);
        if score(one, &waiting, begins) < score(two, &waiting, begins) {
            return (waiting, begins);
        }
    }
    for (to, gain) in &two.moves[0] {
        let to = shifted(to, *gain);
        if !has_answer(one, &to) {
            return (link(one, &to), 0);
        }
    }
    for (to, gain) in &one.moves[1] {
        let to = shifted(to, *gain);
        if !has_answer(&to, two) {
            return (link(&to, two), 1);
        }
    }
    panic!("{one:?} is at least {two:?}");
}

/// Whether a left option of the first is at least the second, or the first at least a right option of the second.
fn has_answer(one: &Game, two: &Game) -> bool {
    let mut left = one.moves[0].iter();
    let mut right = two.moves[1].iter();
    left.any(|(to, gain)| is_at_least(&shifted(to, *gain), two))
        || right.any(|(to, gain)| is_at_least(one, &shifted(to, *gain)))
}

/// A game with which the first has a score below 0 if Left begins, and the second at least 0 if Right does.
fn link(one: &Game, two: &Game) -> Game {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    for (to, gain) in &one.moves[0] {
        let (mut other, begins) = witness(&shifted(to, *gain), two);
        if begins == 1 {
            let most = 2 * (large(one) + large(two) + large(&other));
            other = tree(vec![(other, 0)], vec![(number(-most), 0)], [0, 0]);
        }
        let lead = score(two, &other, 0);
        right.push((other, -lead));
    }
    for (to, gain) in &two.moves[1] {
        let (mut other, begins) = witness(one, &shifted(to, *gain));
        if begins == 0 {
            let most = 2 * (large(one) + large(two) + large(&other));
            other = tree(vec![(number(most), 0)], vec![(other, 0)], [0, 0]);
        }
        let lead = score(&shifted(to, *gain), &other, 1);
        left.push((other, -lead));
    }
    let most = 2 * (large(one) + large(two));
    if left.is_empty() {
        left.push((number(-most), 0));
    }
    if right.is_empty() {
        right.push((number(most), 0));
    }
    tree(left, right, [0, 0])
}

#[test]
fn scores_are_those_of_plain_minimax() {
    let mut random = Random(1);
    let zero = number(0);
    for _ in 0..2000 {
        let game = random.game(4);
        let mut games = ScoringGames::default();
        let known = made(&mut games, &game);
        assert_eq!(games.scores(known), scores(&game, &zero), "{game:?}");
        let universe = games.universe([known]);
        let is_found = universe == Some(Universe::Guaranteed);
        assert_eq!(is_found, is_guaranteed(&game), "{game:?}");
    }
}

/// If one game is at least another, it has at least its scores in sums with other games; if not, some game tells the difference.
#[test]
fn order_is_that_of_sums() {
    let mut random = Random(2);
    let mut others: Vec<_> = (0..200).map(|_| random.guaranteed(2)).collect();
    others.extend(
        [0, 1]
            .into_iter()
            .flat_map(|side| [1, 2, 5].map(|n| waiting(side, n))),
    );
    let mut found = [0; 4];
    for n in 0..3000 {
        let one = random.guaranteed(2 + n % 2);
        let two = match n % 3 {
            // Games that differ in one move are comparable more often.
            0 => {
                let mut moves = one.moves.clone();
                let stuck = one.stuck;
                moves[random.below(2) as usize].push((random.guaranteed(1), random.points(2)));
                let two = Rc::new(Tree { moves, stuck });
                if is_guaranteed(&two) {
                    two
                } else {
                    one.clone()
                }
            }
            _ => random.guaranteed(2),
        };
        let order = [is_at_least(&one, &two), is_at_least(&two, &one)];
        found[usize::from(order[0]) + 2 * usize::from(order[1])] += 1;
        for (at_least, [one, two]) in order.into_iter().zip([[&one, &two], [&two, &one]]) {
            if at_least {
                for other in &others {
                    let [more, less] = [one, two].map(|game| scores(game, other));
                    assert!(
                        more[0] >= less[0] && more[1] >= less[1],
                        "{one:?}\n{two:?}\n{other:?}"
                    );
                }
                continue;
            }
            let (other, begins) = witness(one, two);
            assert!(is_guaranteed(&other));
            let [less, more] = [one, two].map(|game| score(game, &other, begins));
            assert!(less < more, "{one:?}\n{two:?}\n{other:?}");
        }
    }
    assert!(found.iter().all(|count| *count > 30), "{found:?}");
}

/// ⟨∅^1 | ∅^-1⟩ is not guaranteed: the player who cannot move gains by it.
#[test]
fn a_merit_of_being_unable_to_move_is_not_guaranteed() {
    let mut games = ScoringGames::default();
    let merit = games.make([vec![], vec![]], [1, -1]);
    assert_eq!(games.universe([merit]), Some(Universe::Dicot));
    let fault = games.make([vec![], vec![]], [-1, 1]);
    assert_eq!(games.universe([fault]), Some(Universe::Guaranteed));
    assert_eq!(games.universe([merit, fault]), None);
    let zero = games.make([vec![], vec![]], [0, 0]);
    let limits = Limits::default();
    let meter = &mut limits.meter();
    let order = games.compare(fault, zero, Universe::Guaranteed, meter);
    assert_eq!(order.unwrap(), None);
}

/// Of many games of the same moves one is stored; a limit ends a comparison.
#[test]
fn a_limit_ends_a_comparison() {
    let mut games = ScoringGames::default();
    let mut long = games.make([vec![], vec![]], [0, 0]);
    for n in 0..40 {
        long = games.make([vec![(long, n)], vec![(long, -n)]], [0, 0]);
    }
    assert_eq!(games.len(), 41);
    let limits = Limits::of_nodes(5);
    let mut compared = |limits: &Limits| {
        let meter = &mut limits.meter();
        games.compare(long, long, Universe::Guaranteed, meter)
    };
    assert!(compared(&limits).is_err());
    let equal = compared(&Limits::default());
    assert_eq!(equal.unwrap(), Some(Ordering::Equal));
}

/// Guaranteed, and no follower is in zugzwang.
fn is_temperate(game: &Game) -> bool {
    let zero = number(0);
    let [left, right] = scores(game, &zero);
    let mut after = game.moves.iter().flatten();
    left >= right && is_guaranteed(game) && after.all(|(to, _)| is_temperate(to))
}

impl Random {
    fn temperate(&mut self, depth: u64) -> Game {
        loop {
            let game = self.game(depth);
            if !game.moves[0].is_empty() && is_temperate(&game) {
                return game;
            }
        }
    }
}

/// The value of the last game, by the crate.
fn valued(games: &[&Game], arena: &mut Arena) -> Vec<Value> {
    let (mut all, mut values, limits) = (ScoringGames::default(), vec![], Limits::default());
    let numbers: Vec<_> = games.iter().map(|game| made(&mut all, game)).collect();
    all.values(&mut values, arena, &mut limits.meter()).unwrap();
    numbers.iter().map(|game| values[game.number()]).collect()
}

/// Plain minimax of many copies of one game, and of a stack of coupons n, n - 1, … 1, each as many points as its number: a move is
/// a move in a copy, or takes the first coupon. Scores of games count `unit` times.
struct Rich {
    unit: i128,
    known: HashMap<(Vec<*const Tree>, i128, usize), i128>,
}

impl Rich {
    fn score(&mut self, at: &[&Game], coupons: i128, begins: usize) -> i128 {
        let mut key: Vec<*const Tree> = at.iter().map(|game| Rc::as_ptr(game)).collect();
        key.sort_unstable();
        let key = (key, coupons, begins);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let sign = [1, -1][begins];
        let mut scores = Vec::new();
        for (place, game) in at.iter().enumerate() {
            for (to, gain) in &game.moves[begins] {
                let mut after = at.to_vec();
                after[place] = to;
                scores.push(self.score(&after, coupons, 1 - begins) + self.unit * gain);
            }
        }
        if coupons > 0 {
            scores.push(self.score(at, coupons - 1, 1 - begins) + sign * coupons);
        }
        let best = scores.into_iter().max_by_key(|score| score * sign);
        let stuck = || at.iter().map(|game| self.unit * game.stuck[begins]).sum();
        let score = best.unwrap_or_else(stuck);
        self.known.insert(key, score);
        score
    }

    fn of(unit: i128) -> Self {
        Self {
            unit,
            known: HashMap::new(),
        }
    }
}

/// Scores of sums are the stops of the values; n copies stay within the temperature of n times the mean (Hanner 1959).
#[test]
fn sums_have_the_scores_of_their_values() {
    let (mut random, mut arena) = (Random(7), Arena::new());
    let (limits, mut hot) = (Limits::default(), 0);
    let meter = &mut limits.meter();
    for n in 0..500 {
        let (one, two) = (random.temperate(3), random.temperate(2 + n % 2));
        let values = valued(&[&one, &two], &mut arena);
        let sum = arena.add(values[0], values[1], meter).unwrap();
        let expected = scores(&one, &two).map(|score| Number::ratio(score, 0));
        assert_eq!(arena.stops(sum), expected, "{one:?}\n{two:?}");
        let mean = arena.mean(values[0], meter).unwrap();
        let temperature = arena.temperature(values[0], meter).unwrap();
        let temperature = temperature.max(Number::ZERO);
        hot += usize::from(temperature > Number::ZERO);
        let mut rich = Rich::of(1);
        for copies in 1..=5 {
            for begins in [0, 1] {
                let score = rich.score(&vec![&one; copies], 0, begins);
                let away = &Number::ratio(score, 0) - &mean.times(&copies.into());
                let away = if begins == 0 { away } else { -&away };
                assert!(away >= Number::ZERO && away <= temperature, "{one:?}");
            }
        }
    }
    assert!(hot > 80, "{hot}");
}

/// With coupons t, t - 1/16, … 1/16 beside it, a game has the score of its wall at t, with half of t for the player who begins
/// (Berlekamp 1996), up to the last few coupons.
#[test]
fn walls_are_scores_among_coupons() {
    let (mut random, mut arena, limits) = (Random(8), Arena::new(), Limits::default());
    let meter = &mut limits.meter();
    let mut most = Number::ZERO;
    for _ in 0..300 {
        let game = random.temperate(3);
        let value = valued(&[&game], &mut arena)[0];
        let walls = arena.thermograph(value, meter).unwrap();
        let mut rich = Rich::of(16);
        for coupons in (0..=48).step_by(4) {
            let t = Number::ratio(coupons, 4);
            for (begins, wall) in [&walls.left, &walls.right].into_iter().enumerate() {
                let half = if begins == 0 { t.half() } else { -&t.half() };
                let expected = &wall.at(&t) + &half;
                let score = Number::ratio(rich.score(&[&game], coupons, begins), 4);
                most = most.max((&score - &expected).abs());
            }
        }
    }
    assert!(most <= Number::ratio(1, 3), "{most}");
}

/// The game whose ends are the integers among the followers of a value.
fn tree_of(value: Value, arena: &mut Arena, limits: &Limits) -> Game {
    let meter = &mut limits.meter();
    if let Some(points) = arena.as_number(value) {
        return number(i128::try_from(points.parts().0).unwrap());
    }
    let options = arena.options(value, meter).unwrap();
    let [left, right] = options.map(|options| {
        let games = options.iter().map(|to| (tree_of(*to, arena, limits), 0));
        games.collect()
    });
    tree(left, right, [0, 0])
}

/// The published thermographs of `testdata/points.csv`.
#[test]
fn published_thermographs_are_found() {
    let (mut arena, limits) = (Arena::new(), Limits::default());
    let lines = include_str!("../../../testdata/points.csv").lines().skip(1);
    for line in lines {
        let fields: Vec<_> = line.split(',').collect();
        let value = arena.read(fields[0], &mut limits.meter()).unwrap();
        let game = tree_of(value, &mut arena, &limits);
        let value = valued(&[&game], &mut arena)[0];
        let walls = arena.thermograph(value, &mut limits.meter()).unwrap();
        let corners = [&walls.left, &walls.right].map(|wall| {
            let above = wall.above(&Number::ZERO);
            let corners = above.pieces().iter();
            let corners = corners.map(|piece| format!("({},{})", piece.value, piece.from));
            corners.collect::<Vec<_>>().join(" ")
        });
        let [mean, temperature] = [walls.mean(), &walls.temperature].map(Number::to_string);
        let told = format!(
            "{},{mean},{temperature},\"{}\",\"{}\",",
            fields[0], corners[0], corners[1]
        );
        assert!(line.starts_with(&told), "{line}\n{told}");
    }
}
