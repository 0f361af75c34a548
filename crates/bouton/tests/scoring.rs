//! Scoring games of Left and Right from rule files, against plain minimax: scores, best moves, sums, comparison.

#![cfg(feature = "rules")]

use std::collections::HashMap;
use std::fmt::Write;

use bouton::answers::{Answer, Class, Relation};
use bouton::calculus::{Show, value};
use bouton::certificates::{KnownBounds, write};
use bouton::scoring::compare;
use bouton::{Error, How, Limits, Open, Outcome, Session, Terms};
use bouton_reference::{message, messages};
use bouton_verify::{Bounds, check_from};

/// The moves of both sides at each position, with the gains, and Left's points minus Right's if a side cannot move there.
/// Position n has moves to smaller numbers only.
struct Table {
    moves: Vec<[Vec<(usize, i64)>; 2]>,
    stuck: Vec<[i64; 2]>,
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
    fn points(&mut self) -> i64 {
        self.below(7) as i64 - 3
    }
    fn table(&mut self, positions: usize) -> Table {
        let mut side = |n: usize| {
            let count = if n == 0 { 0 } else { self.below(4) };
            let moves = (0..count).map(|_| (self.below(n as u64) as usize, self.points()));
            moves.collect::<Vec<_>>()
        };
        let moves = (0..positions).map(|n| [side(n), side(n)]).collect();
        let stuck = (0..positions).map(|_| [self.points(), self.points()]);
        Table {
            moves,
            stuck: stuck.collect(),
        }
    }
}

impl Table {
    /// Left's points minus Right's in a sum of positions, by plain minimax.
    fn score(&self, parts: &[usize], begins: usize) -> i64 {
        let mut best = None;
        for (part, at) in parts.iter().enumerate() {
            for (to, gain) in &self.moves[*at][begins] {
                let mut after = parts.to_vec();
                after[part] = *to;
                let gain = if begins == 0 { *gain } else { -gain };
                let score = self.score(&after, 1 - begins) + gain;
                best = Some(best.map_or(score, |best: i64| match begins {
                    0 => best.max(score),
                    _ => best.min(score),
                }));
            }
        }
        best.unwrap_or_else(|| parts.iter().map(|at| self.stuck[*at][begins]).sum())
    }

    fn rules(&self) -> String {
        let mut text = format!("start = {}\n", self.moves.len() - 1);
        for (name, side) in [("left", 0), ("right", 1)] {
            let listed = self.moves.iter().map(|moves| {
                let each = moves[side].iter().enumerate();
                let each = each.map(|(n, (to, gain))| format!("('{n}', {to}, {gain})"));
                format!("[{}]", each.collect::<Vec<_>>().join(", "))
            });
            let listed = listed.collect::<Vec<_>>().join(", ");
            writeln!(
                text,
                "{name}_ = [{listed}]\ndef {name}(n): return {name}_[n]"
            )
            .unwrap();
        }
        let stuck = self
            .stuck
            .iter()
            .map(|[left, right]| format!("({left}, {right})"));
        let stuck = stuck.collect::<Vec<_>>().join(", ");
        writeln!(text, "stuck = [{stuck}]\ndef score(n): return stuck[n]").unwrap();
        text
    }
}

fn opened(game: &str, rules: &str, position: Option<&str>, right: bool) -> Result<Session, Error> {
    let terms = Terms {
        rules: Some(rules.into()),
        ..Terms::default()
    };
    Open::game(game)
        .position(position)
        .right(right)
        .on(terms)
        .session()
}

fn solved(game: &str, rules: &str, position: Option<&str>, right: bool, solver: &str) -> Answer {
    let how = How {
        solver: Some(solver.to_owned()).filter(|solver| !solver.is_empty()),
        limits: Limits::default(),
    };
    let mut session = opened(game, rules, position, right).unwrap();
    session.solve(&how).unwrap()
}

fn number(whole: &bouton::answers::Whole) -> i64 {
    whole.to_string().parse().unwrap()
}

#[test]
fn scores_and_best_moves_are_those_of_plain_minimax() {
    let mut random = Random(3);
    let mut classes = HashMap::new();
    for n in 0..300 {
        let positions = 2 + n % 9;
        let table = random.table(positions);
        let mut rules = table.rules();
        let solvers: &[&str] = match n % 3 {
            0 => &["", "memo"],
            _ => {
                rules += "def plies_left(n): return n\n";
                &["", "memo", "alpha-beta", "minimax"]
            }
        };
        let at = positions - 1;
        let scores = [0, 1].map(|begins| table.score(&[at], begins));
        for (begins, sign) in [(0, 1), (1, -1)] {
            for solver in solvers {
                let answer = solved("table.star", &rules, None, begins == 1, solver);
                let margin = answer.margin.as_ref().map(number);
                assert_eq!(margin, Some(sign * scores[begins]), "{solver}\n{rules}");
                assert_eq!(answer.scores.unwrap().each_ref().map(number), scores);
                let moves = table.moves[at][begins].iter().enumerate();
                let best = moves.filter(|(_, (to, gain))| {
                    sign * table.score(&[*to], 1 - begins) + gain == sign * scores[begins]
                });
                let best: Vec<_> = best.map(|(n, _)| n.to_string()).collect();
                let mut told: Vec<_> = answer.best.into_iter().map(|best| best.name).collect();
                told.sort();
                assert_eq!(told, best, "{solver}\n{rules}");
                *classes.entry(answer.class.unwrap()).or_insert(0) += 1;
            }
        }
    }
    for class in [Class::L, Class::R, Class::N, Class::P, Class::T] {
        assert!(classes[&class] > 10, "{classes:?}");
    }
}

#[test]
fn sums_are_searched_whole() {
    let mut random = Random(4);
    for _ in 0..100 {
        let table = random.table(5);
        let rules = table.rules() + "def plies_left(n): return n\n";
        let parts = [
            random.below(5) as usize,
            random.below(5) as usize,
            random.below(3) as usize,
        ];
        let names = parts.map(|at| format!("table.star {at}"));
        let sum = names.join(" + ");
        let scores = [0, 1].map(|begins| table.score(&parts, begins));
        for (suffix, begins) in [("", 0), (" R", 1)] {
            for solver in ["", "alpha-beta"] {
                let answer = solved(&format!("{sum}{suffix}"), &rules, None, false, solver);
                let margin = answer.margin.as_ref().map(number);
                let sign = if begins == 0 { 1 } else { -1 };
                assert_eq!(margin, Some(sign * scores[begins]), "{sum}\n{rules}");
                assert_eq!(answer.scores.unwrap().each_ref().map(number), scores);
            }
        }
    }
}

/// Where the comparison says that one position is at least another, its sums have at least the scores of the other's.
#[test]
fn comparison_is_that_of_sums() {
    let mut random = Random(5);
    let (mut compared, mut refused) = ([0; 4], Vec::new());
    while compared.iter().sum::<i32>() < 120 {
        let table = random.table(6);
        let rules = table.rules();
        let mut session = opened("table.star", &rules, Some("5"), false).unwrap();
        let order = match compare(&mut session, "4", &Limits::default()) {
            Ok(order) => order,
            Err(Error::Unfit(why)) => {
                refused.push(why);
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        let [one, two] = [&order.first, &order.second];
        for (told, at) in [(one, 5), (two, 4)] {
            let scores = [0, 1].map(|begins| table.score(&[at], begins));
            assert_eq!(told.scores.as_ref().unwrap().each_ref().map(number), scores);
        }
        let relation = order.relation.unwrap();
        compared[relation as usize] += 1;
        for other in 0..4 {
            for begins in [0, 1] {
                let [one, two] = [5, 4].map(|at| table.score(&[at, other], begins));
                match relation {
                    Relation::Less => assert!(one <= two),
                    Relation::Greater => assert!(one >= two),
                    Relation::Equal => assert_eq!(one, two),
                    Relation::Confused => {}
                }
            }
        }
    }
    message("a comparison of a game that is not guaranteed", &refused[0]);
    assert!(
        compared[3] > 0 && compared[0] + compared[2] > 0,
        "{compared:?}"
    );
}

/// Left's points minus Right's at the ends of all plays.
impl Table {
    fn ends(&self, at: usize) -> Vec<i64> {
        let mut all = Vec::new();
        for side in [0, 1] {
            if self.moves[at][side].is_empty() {
                all.push(self.stuck[at][side]);
            }
            for (to, gain) in &self.moves[at][side] {
                let gain = if side == 0 { *gain } else { -gain };
                all.extend(self.ends(*to).into_iter().map(|end| end + gain));
            }
        }
        all
    }

    /// Whether nowhere being unable to move is a merit, and nowhere a player would rather not move.
    fn is_temperate(&self, at: usize) -> bool {
        let ends = self.ends(at);
        let bounded = [0, 1].into_iter().all(|side| {
            let (stuck, sign) = (self.stuck[at][side], [1, -1][side]);
            !self.moves[at][side].is_empty() || ends.iter().all(|end| sign * stuck <= sign * end)
        });
        let mut after = self.moves[at].iter().flatten();
        bounded
            && self.score(&[at], 0) >= self.score(&[at], 1)
            && after.all(|(to, _)| self.is_temperate(*to))
    }
}

fn quarters(number: &str) -> i64 {
    let (above, below) = number.split_once('/').unwrap_or((number, "1"));
    let below: i64 = below.parse().unwrap();
    assert_eq!(64 % below, 0, "{number}");
    above.parse::<i64>().unwrap() * (64 / below)
}

/// The scores of sums are those of plain minimax, and within the bound of the forecast, as the lines of orthodox play; other games
/// are refused.
#[test]
fn accounting_is_right_about_sums() {
    let mut random = Random(9);
    let (mut refused, mut hot) = (0, 0);
    while hot < 60 {
        let table = random.table(4);
        let (rules, parts) = (table.rules(), [3, random.below(4) as usize, 3]);
        let names = parts.map(|at| format!("table.star {at}"));
        let mut session = opened(&names.join(" + "), &rules, None, false).unwrap();
        let value = bouton::calculus::value(&mut session, Default::default(), &Limits::default());
        let is_temperate = parts.iter().all(|at| table.is_temperate(*at));
        assert_eq!(value.is_ok(), is_temperate, "{rules}\n{value:?}");
        let Ok(value) = value else {
            refused += 1;
            continue;
        };
        let scores = [0, 1].map(|begins| table.score(&parts, begins));
        assert_eq!(value.scores.unwrap().each_ref().map(number), scores);
        let Some(accounting) = value.accounting else {
            let means = value
                .parts
                .iter()
                .map(|part| quarters(part.mean.as_ref().unwrap()));
            assert_eq!(scores, [means.sum::<i64>() / 64; 2]);
            continue;
        };
        hot += 1;
        let within = quarters(&accounting.within);
        let lines = accounting.lines.unwrap();
        for begins in [0, 1] {
            let forecast = quarters(&accounting.forecasts[begins]);
            for result in [64 * scores[begins], quarters(&lines[begins].result)] {
                assert!((result - forecast).abs() <= within, "{rules}");
            }
        }
        // The first moves of the lines are among the orthodox ones.
        for (line, side) in lines.iter().zip([bouton::Side::Left, bouton::Side::Right]) {
            let own = value
                .moves
                .iter()
                .filter(|mv| mv.side == side && mv.orthodox);
            let orthodox: Vec<_> = own.map(|mv| mv.name.as_str()).collect();
            assert!(orthodox.contains(&line.moves[0].as_str()), "{rules}");
        }
    }
    assert!(refused > 60, "{refused}");
}

/// Sums of switches: the forecast, and the best line (Milnor 1953).
#[test]
fn switches_are_accounted_by_hand() {
    let sum = "hot-coins.star 5/1 + hot-coins.star 2/2 + row-ends 1";
    let mut session = opened(sum, HOT_COINS, None, false).unwrap();
    let value = bouton::calculus::value(&mut session, Default::default(), &Limits::default());
    let value = value.unwrap();
    let told = |part: &bouton::answers::Part| {
        (
            part.value.clone(),
            part.mean.clone().unwrap(),
            part.temperature.clone(),
        )
    };
    let expected = [("{5|-1}", "2", "3"), ("+-2", "0", "2"), ("+-1", "0", "1")];
    let expected = expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned()));
    assert_eq!(value.parts.iter().map(told).collect::<Vec<_>>(), expected);
    assert_eq!(value.scores.unwrap().each_ref().map(number), [4, 0]);
    let accounting = value.accounting.unwrap();
    assert_eq!(
        (accounting.within.as_str(), &accounting.hottest[..]),
        ("3/2", &[0, 1, 2][..])
    );
    assert_eq!(accounting.forecasts, ["7/2", "1/2"]);
    let [left, right] = accounting.lines.unwrap();
    assert_eq!(left.moves, ["0: 5/1", "1: 2/2", "2: L"]);
    assert_eq!([left.result, right.result], ["4", "0"]);
}

const HOT_COINS: &str = include_str!("../../../examples/hot-coins.star");

/// Milnor 1953: in a sum of switches the best is one with the largest sum of its numbers.
#[test]
fn hot_coins_are_taken_by_their_sums() {
    let mut random = Random(6);
    for _ in 0..50 {
        let count = 1 + random.below(6);
        let mut coins: Vec<[i64; 2]> = (0..count)
            .map(|_| [random.below(9) as i64, random.below(9) as i64])
            .collect();
        let shown = coins.iter().map(|[left, right]| format!("{left}/{right}"));
        let position = shown.collect::<Vec<_>>().join(",");
        coins.sort_by_key(|coin| -coin.iter().sum::<i64>());
        let scores = [0, 1].map(|begins| {
            let turns = coins.iter().enumerate();
            let points = turns.map(|(n, coin)| match (n + begins) % 2 {
                0 => coin[0],
                _ => -coin[1],
            });
            points.sum::<i64>()
        });
        let answer = solved("hot-coins.star", HOT_COINS, Some(&position), false, "");
        assert_eq!(
            answer.scores.unwrap().each_ref().map(number),
            scores,
            "{position}"
        );
    }
}

/// By hand: with 1 token Left takes it, and Right cannot, who leaves it; with 2, Left takes 1 and has the other (Right cannot
/// take), Right takes both.
#[test]
fn small_heaps_by_hand() {
    let rules = include_str!("../../../docs/rest.star");
    for (n, scores, class) in [
        (0, [0, 0], Class::T),
        (1, [1, 1], Class::L),
        (2, [2, -2], Class::N),
        // Left takes 1, Right both others; Right takes all 3.
        (3, [-1, -3], Class::R),
        // Left takes all 4; Right takes 3, Left 1, or Right 2 and Left 1, and the last is Left's.
        (4, [4, -2], Class::N),
    ] {
        let answer = solved("rest.star", rules, Some(&n.to_string()), false, "");
        assert_eq!(answer.scores.unwrap().each_ref().map(number), scores, "{n}");
        assert_eq!(answer.class, Some(class), "{n}");
    }
    let right = solved("rest.star", rules, Some("2 R"), false, "");
    assert_eq!(
        (right.outcome, right.margin.as_ref().map(number)),
        (Some(Outcome::Win), Some(2))
    );
}

/// If Left and Right have the same moves and gains, the scores are the margins of the game of points with `moves`.
#[test]
fn equal_moves_give_the_game_with_moves() {
    let shared = "points = True\nstart = 9\ndef moves(n): return [('take %d' % k, n - k, k) for k in (2, 3) if k <= n]\ndef plies_left(n): return n\n";
    let sided = shared.replace("def moves(n)", "def left(n)") + "def right(n): return left(n)\n";
    for n in 0..20 {
        let at = n.to_string();
        let margin = number(
            &solved("a.star", shared, Some(&at), false, "")
                .margin
                .unwrap(),
        );
        let scores = solved("a.star", &sided, Some(&at), false, "")
            .scores
            .unwrap();
        assert_eq!(scores.each_ref().map(number), [margin, -margin], "{n}");
        // Both have the same value, and may have none because a player would rather not move.
        let [one, other] = [shared, &*sided].map(|rules| {
            let mut session = opened("a.star", rules, Some(&at), false).unwrap();
            let value =
                bouton::calculus::value(&mut session, Default::default(), &Limits::default());
            value.map(|value| (value.value, value.thermograph))
        });
        assert_eq!(one.as_ref().ok(), other.as_ref().ok(), "{n}");
        assert!(one.is_ok() || n > 1, "{n}");
        // Both kinds can be parts of one sum.
        let twice = solved(
            &format!("a.star {at} + row-ends 1,5"),
            &sided,
            None,
            false,
            "",
        );
        let both = solved(
            &format!("a.star {at} + row-ends 1,5"),
            shared,
            None,
            false,
            "",
        );
        assert_eq!(twice.margin, both.margin);
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let rules = include_str!("../../../docs/rest.star");
    let unfit = |game: &str, misere: bool| {
        let terms = Terms {
            rules: Some(rules.into()),
            ..Terms::default()
        };
        let opened = Open::game(game).misere(misere).on(terms).session();
        opened.err().unwrap().to_string()
    };
    assert_eq!(
        unfit("rest.star", true),
        "rest.star has no misère form: --misere does not apply there"
    );
    assert_eq!(
        unfit("rest.star 5 + nim 3", false),
        "rest.star is won by points and nim by the last move: expected a sum of games of one kind"
    );
    assert_eq!(
        unfit("rest.star 5 + rest.star 3", true),
        "a sum of games of points has no misère form: --misere does not apply there"
    );
    let mut nim = bouton::open("nim", "3").unwrap();
    assert_eq!(
        compare(&mut nim, "4", &Limits::default())
            .unwrap_err()
            .to_string(),
        "nim is no game of points of Left and Right: only those, and positions with --misere, are compared here; `bouton calc` compares values"
    );
    let kept = "points = True\nstart = 1\ndef moves(n): return [('a', n - 1, 1)] if n else []\ndef turn(a, b): return 'same'\n";
    let dots = opened("k.star", kept, None, false).unwrap();
    assert_eq!(dots.side(), None);
    let endless =
        "points = True\nstart = 1\ndef left(n): return [1 - n]\ndef right(n): return [1 - n]\n";
    let mut session = opened("e.star", endless, None, false).unwrap();
    messages("points of Left and Right in endless play", |asked| {
        let refused = match asked {
            "solve" => session.solve(&How::default()).map(drop),
            _ => compare(&mut session, "0", &Limits::default()).map(drop),
        };
        refused.unwrap_err().to_string()
    });
}

/// A comparison that is stopped says so and claims nothing.
#[test]
fn a_limit_ends_a_comparison() {
    let rules = include_str!("../../../docs/rest.star");
    let mut session = opened("rest.star", rules, Some("30"), false).unwrap();
    let limits = Limits::of_nodes(3);
    let order = compare(&mut session, "20", &limits).unwrap();
    assert_eq!((order.relation, order.stopped.is_some()), (None, true));
    let order = compare(&mut session, "20", &Limits::default()).unwrap();
    assert_eq!(order.relation, Some(Relation::Equal));
}

/// The checker examines the rules a second time: scores of single positions and of sums.
#[test]
fn scores_are_certified() {
    for (position, right, claim) in [
        (
            "../../docs/rest.star 4",
            false,
            "at \"../../docs/rest.star 4\" Left, to move, gets exactly 4",
        ),
        (
            "../../docs/rest.star 4 + ../../docs/rest.star 3",
            true,
            "at \"../../docs/rest.star 4 + ../../docs/rest.star 3 R\" Right, to move, gets exactly 3",
        ),
    ] {
        let open = Open::game("sum").at(position).right(right);
        let mut session = open.session().unwrap();
        let answer = session.solve(&How::default()).unwrap();
        let known = KnownBounds::of(&session, &answer).unwrap().unwrap();
        let mut text = Vec::new();
        write(&mut session, &[known], &How::default(), &mut text).unwrap();
        let checked = check_from(&mut &*text, &Bounds::default()).unwrap();
        let checked =
            checked.unwrap_or_else(|why| panic!("{why}\n{}", String::from_utf8_lossy(&text)));
        assert!(checked.claim.ends_with(claim), "{}", checked.claim);
    }
}

impl Random {
    /// Moves of Left and Right, where the last to move loses: a player who cannot move wins.
    fn misere(&mut self, positions: usize) -> Table {
        let Table {
            mut moves,
            mut stuck,
        } = self.table(positions);
        for (_, gain) in moves.iter_mut().flatten().flatten() {
            *gain = 0;
        }
        stuck.fill([1, -1]);
        Table { moves, stuck }
    }
}

impl Table {
    fn rules_without_points(&self) -> String {
        let rules = self.rules().replace(", 0)", ")");
        rules[..rules.find("stuck =").unwrap()].to_owned()
    }

    fn class(&self, parts: &[usize]) -> Class {
        match [0, 1].map(|begins| self.score(parts, begins)) {
            [1, 1] => Class::L,
            [-1, -1] => Class::R,
            [1, -1] => Class::N,
            _ => Class::P,
        }
    }

    fn can_ever_move(&self, at: usize, side: usize) -> bool {
        let mut after = self.moves[at].iter().flatten();
        !self.moves[at][side].is_empty() || after.any(|(to, _)| self.can_ever_move(*to, side))
    }

    fn is_dead_ending(&self, at: usize) -> bool {
        let ends = |side: usize| !self.moves[at][side].is_empty() || !self.can_ever_move(at, side);
        let mut after = self.moves[at].iter().flatten();
        ends(0) && ends(1) && after.all(|(to, _)| self.is_dead_ending(*to))
    }

    fn is_dicot(&self, at: usize) -> bool {
        let [left, right] = &self.moves[at];
        let mut after = self.moves[at].iter().flatten();
        left.is_empty() == right.is_empty() && after.all(|(to, _)| self.is_dicot(*to))
    }
}

/// Classes of positions and of their moves, and the order, against plain minimax of the same moves.
#[test]
fn misere_classes_and_order_are_those_of_plain_minimax() {
    let mut random = Random(8);
    let (mut kinds, mut refused) = (HashMap::new(), None);
    for n in 0..300 {
        let table = random.misere(3 + n % 4);
        let (at, other) = (table.moves.len() - 1, table.moves.len() - 2);
        let terms = Terms {
            rules: Some(table.rules_without_points().into()),
            ..Terms::default()
        };
        let open = Open::game("table.star").misere(true).on(terms);
        let mut session = open.session().unwrap();
        let told = value(&mut session, Show::default(), &Limits::default()).unwrap();
        let kind = match (table.is_dicot(at), table.is_dead_ending(at)) {
            (true, _) => Some("dicot"),
            (false, true) => Some("dead-ending"),
            (false, false) => None,
        };
        assert_eq!(
            (told.class, told.kind.as_deref()),
            (Some(table.class(&[at])), kind)
        );
        *kinds.entry(kind).or_insert(0) += 1;
        let moves = (0..2).flat_map(|side| table.moves[at][side].iter());
        let classes = moves.map(|(to, _)| table.class(&[*to]).to_string());
        let found = told.moves.iter().map(|mv| mv.value.clone());
        assert_eq!(found.collect::<Vec<_>>(), classes.collect::<Vec<_>>());
        let both = [at, other];
        let order = match compare(&mut session, &other.to_string(), &Limits::default()) {
            Err(error) => {
                assert!(!both.iter().all(|at| table.is_dead_ending(*at)), "{error}");
                refused = Some(error.to_string());
                continue;
            }
            Ok(order) => order,
        };
        assert!(both.iter().all(|at| table.is_dead_ending(*at)));
        assert_eq!(
            [&order.first, &order.second].map(|at| at.class),
            both.map(|at| Some(table.class(&[at])))
        );
        let is_dicot = both.iter().all(|at| table.is_dicot(*at));
        assert_eq!(
            order.universe.as_deref(),
            Some(if is_dicot { "dicot" } else { "dead-ending" })
        );
        let fits = |at: &usize| table.is_dicot(*at) || !is_dicot && table.is_dead_ending(*at);
        for third in (0..table.moves.len()).filter(fits) {
            for begins in [0, 1] {
                let [one, two] = both.map(|at| table.score(&[at, third], begins));
                match order.relation.unwrap() {
                    Relation::Less => assert!(one <= two),
                    Relation::Greater => assert!(one >= two),
                    Relation::Equal => assert_eq!(one, two),
                    Relation::Confused => {}
                }
            }
        }
    }
    assert!(
        kinds.len() == 3 && kinds.values().all(|count| *count > 10),
        "{kinds:?}"
    );
    message(
        "a comparison in misère play that is not dead-ending",
        refused.unwrap(),
    );
}
