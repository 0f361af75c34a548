//! Every solver of every heap game against a slow reference written from the rules: plain recursion over real heaps, no formula,
//! no symmetry, no code shared with the games. Sizes stand at each test.

use std::collections::HashMap;
use std::time::Duration;

use bouton::{How, Limits};

type Heaps = Vec<u64>;
type Options = fn(&[u64]) -> Vec<Heaps>;

/// A game as its rules have it: the positions that moves lead to, each move apart.
struct Reference {
    options: Options,
    misere: bool,
    known: HashMap<Heaps, (bool, u32, u64)>,
}

impl Reference {
    fn new(options: Options, misere: bool) -> Self {
        Self {
            options,
            misere,
            known: HashMap::new(),
        }
    }

    /// Whether the player to move wins, in how many plies, and the mex of the options' values.
    fn value(&mut self, at: &[u64]) -> (bool, u32, u64) {
        if let Some(value) = self.known.get(at) {
            return *value;
        }
        let options = (self.options)(at);
        let values: Vec<_> = options.iter().map(|to| self.value(to)).collect();
        let quickest = values.iter().filter(|v| !v.0).map(|v| v.1 + 1).min();
        let slowest = values.iter().map(|v| v.1 + 1).max();
        let grundy = (0..).find(|g| values.iter().all(|v| v.2 != *g)).unwrap();
        let value = match (quickest, slowest) {
            (Some(plies), _) => (true, plies, grundy),
            (None, Some(plies)) => (false, plies, grundy),
            (None, None) => (self.misere, 0, grundy),
        };
        self.known.insert(at.to_vec(), value);
        value
    }

    /// The positions after best moves, in a fixed order.
    fn best(&mut self, at: &[u64]) -> Vec<Heaps> {
        let wins = self.value(at).0;
        let mut best: Vec<_> = (self.options)(at)
            .into_iter()
            .filter(|to| self.value(to).0 != wins)
            .collect();
        best.sort();
        best
    }
}

/// Reads `3,4/5` as the numbers in it.
fn numbers(text: &str) -> Heaps {
    text.split([',', '/']).map(|n| n.parse().unwrap()).collect()
}

fn commas(heaps: &[u64]) -> String {
    heaps
        .iter()
        .map(u64::to_string)
        .collect::<Vec<_>>()
        .join(",")
}

/// Searches that look at whole trees are held to the rules only where the tree is small.
const SMALL_TREE: u64 = 5_000;

/// Of so many positions the law of the family is asked of one.
const LAWFUL: usize = 16;

/// What a solver may spend: searches are bounded by positions, the search for a law by time.
fn limits(solver: &str) -> Limits {
    match solver {
        "minimax" | "alpha-beta" => Limits {
            nodes: Some(SMALL_TREE),
            ..Limits::default()
        },
        "law" => Limits::within(Duration::from_secs(1)),
        _ => Limits::default(),
    }
}

/// Holds every solver that accepts the positions against the rules, in normal and misère play.
fn agree(game: &str, options: Options, show: fn(&[u64]) -> String, positions: &[Heaps]) {
    for misere in [false, true] {
        let mut reference = Reference::new(options, misere);
        let mut session = bouton::Open::game(game)
            .at(show(&positions[0]))
            .misere(misere)
            .session()
            .unwrap();
        let solvers: Vec<_> = session.solvers().iter().map(|about| about.id).collect();
        for (nth, at) in positions.iter().enumerate() {
            let text = show(at);
            session.go(&text).unwrap();
            for id in &solvers {
                // Slow to tell moves; `laws` holds it to search on all small positions of some families.
                if *id == "law" && !nth.is_multiple_of(LAWFUL) {
                    continue;
                }
                let how = How {
                    solver: Some((*id).into()),
                    limits: limits(id),
                };
                if session.accepts(id, &how.limits).is_err() {
                    continue;
                }
                let answer = session.solve(&how).unwrap();
                let is_bounded = how.limits.nodes.is_some() || how.limits.deadline.is_some();
                if answer.stopped.is_some() && is_bounded {
                    continue;
                }
                let place = format!("{game} {text} misere {misere} by {id}");
                check(&mut reference, at, &answer, &place);
            }
        }
    }
}

fn check(reference: &mut Reference, at: &[u64], answer: &bouton::Answer, place: &str) {
    let (wins, plies, grundy) = reference.value(at);
    assert_eq!(
        answer.outcome,
        Some(if wins {
            bouton::Outcome::Win
        } else {
            bouton::Outcome::Loss
        }),
        "{place}"
    );
    assert!(
        answer.remoteness.is_none_or(|found| found == plies),
        "{place}: {:?}",
        answer.remoteness
    );
    if let Some(found) = &answer.grundy {
        assert_eq!(found.to_string(), grundy.to_string(), "{place}");
    }
    let best = reference.best(at);
    let mut found: Vec<_> = answer
        .best
        .iter()
        .map(|mv| numbers(mv.to.as_ref().unwrap()))
        .collect();
    found.sort();
    assert_eq!(found, best, "{place}");
    assert_eq!(
        answer.best_count.as_ref().unwrap().to_string(),
        best.len().to_string(),
        "{place}"
    );
    assert_eq!(answer.best.first(), answer.preferred.as_ref(), "{place}");
    let Some(preferred) = &answer.preferred else {
        return;
    };
    let to = numbers(preferred.to.as_ref().unwrap());
    if answer.remoteness.is_some() {
        assert_eq!(
            reference.value(&to).1 + 1,
            plies,
            "{place}: preferred {}",
            preferred.name
        );
    } else {
        let left = |heaps: &Heaps| heaps.iter().sum::<u64>();
        let totals = best.iter().map(left);
        let wanted = if wins { totals.min() } else { totals.max() };
        // A position with its limit holds more than tokens.
        assert!(
            place.starts_with("fibonacci") || Some(left(&to)) == wanted,
            "{place}: preferred {}",
            preferred.name
        );
    }
}

/// Every list of `count` sizes from `from` to `to`.
fn boxed(count: usize, from: u64, to: u64) -> Vec<Heaps> {
    (0..count).fold(vec![vec![]], |lists, _| {
        lists
            .iter()
            .flat_map(|list| (from..=to).map(|n| [&list[..], &[n]].concat()))
            .collect()
    })
}

/// `number` lists of `count` sizes up to `to`, the same each time.
fn random(count: usize, to: u64, number: usize) -> Vec<Heaps> {
    let mut state = 0x1907_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % (to + 1)
    };
    (0..number)
        .map(|_| (0..count).map(|_| next()).collect())
        .collect()
}

/// The heaps with the one at `place` replaced by `parts`; an emptied one stays as 0.
fn replace(heaps: &[u64], place: usize, parts: &[u64]) -> Heaps {
    let parts: Heaps = parts.iter().copied().filter(|n| *n > 0).collect();
    let parts = if parts.is_empty() { vec![0] } else { parts };
    [&heaps[..place], &parts, &heaps[place + 1..]].concat()
}

fn each_heap(heaps: &[u64], parts: impl Fn(u64) -> Vec<Heaps>) -> Vec<Heaps> {
    (0..heaps.len())
        .flat_map(|i| {
            parts(heaps[i])
                .into_iter()
                .map(move |parts| replace(heaps, i, &parts))
        })
        .collect()
}

/// Nim: one to three heaps up to 6, and three up to 20 at random.
#[test]
fn nim() {
    let options: Options = |at| each_heap(at, |n| (0..n).map(|left| vec![left]).collect());
    for count in 1..=3 {
        agree("nim", options, commas, &boxed(count, 0, 6));
    }
    agree("nim", options, commas, &random(3, 20, 4));
    agree("nim", options, commas, &boxed(5, 0, 1));
}

fn subtract(heaps: &[u64], set: &[u64]) -> Vec<Heaps> {
    each_heap(heaps, |n| {
        set.iter()
            .filter(|t| **t <= n)
            .map(|t| vec![n - t])
            .collect()
    })
}

/// Subtraction: several sets, one heap up to 60, two up to 12, three at random.
#[test]
fn subtraction() {
    let sets: [(&str, Options); 6] = [
        ("subtraction:1,2,3", |at| subtract(at, &[1, 2, 3])),
        ("subtraction:3,1,2,2", |at| subtract(at, &[1, 2, 3])),
        ("subtraction:2,3,5", |at| subtract(at, &[2, 3, 5])),
        ("subtraction:2,5,7", |at| subtract(at, &[2, 5, 7])),
        ("subtraction:3", |at| subtract(at, &[3])),
        ("subtraction:1,8,11", |at| subtract(at, &[1, 8, 11])),
    ];
    for (game, options) in sets {
        agree(game, options, commas, &boxed(1, 0, 60));
        agree(game, options, commas, &boxed(2, 0, 12));
        agree(game, options, commas, &random(3, 20, 4));
    }
}

/// What a code's digits allow to leave of a heap, by trying every way to split the rest into ordered parts.
fn coded(heaps: &[u64], digits: &[u64]) -> Vec<Heaps> {
    each_heap(heaps, |n| {
        let mut found = Vec::new();
        for (taken, digit) in (0u64..).zip(digits).filter(|(taken, _)| *taken <= n) {
            let rest = n - taken;
            if digit & 1 != 0 && rest == 0 {
                found.push(vec![]);
            }
            if digit & 2 != 0 && rest > 0 {
                found.push(vec![rest]);
            }
            for a in 1..=rest {
                for b in a..=rest {
                    if digit & 4 != 0 && a + b == rest {
                        found.push(vec![a, b]);
                    }
                    if digit & 8 != 0 && a + b < rest && rest - a - b >= b {
                        found.push(vec![a, b, rest - a - b]);
                    }
                }
            }
        }
        found
    })
}

/// Octal and hexadecimal codes: one heap up to 13, two up to 6 and at random up to 9.
#[test]
fn codes() {
    let codes: [(&str, Options); 9] = [
        ("kayles", |at| coded(at, &[0, 7, 7])),
        ("octal:0.137", |at| coded(at, &[0, 1, 3, 7])),
        ("dawson-chess", |at| coded(at, &[0, 1, 3, 7])),
        ("dawson-kayles", |at| coded(at, &[0, 0, 7])),
        ("octal:0.16", |at| coded(at, &[0, 1, 6])),
        ("octal:4.3", |at| coded(at, &[4, 3])),
        ("octal:0.04", |at| coded(at, &[0, 0, 4])),
        ("hex:0.3F", |at| coded(at, &[0, 3, 15])),
        ("hex:0.8", |at| coded(at, &[0, 8])),
    ];
    for (game, options) in codes {
        agree(game, options, commas, &boxed(1, 0, 13));
        agree(game, options, commas, &boxed(2, 0, 6));
        agree(game, options, commas, &random(2, 9, 4));
    }
}

/// Grundy's game: one heap up to 15, two up to 8, three at random.
#[test]
fn grundys_game() {
    let options: Options = |at| {
        each_heap(at, |n| {
            (1..n)
                .filter(|a| *a < n - a)
                .map(|a| vec![a, n - a])
                .collect()
        })
    };
    agree("grundy", options, commas, &boxed(1, 0, 15));
    agree("grundy", options, commas, &boxed(2, 0, 8));
    agree("grundy", options, commas, &random(3, 7, 4));
}

/// The strips that a cross in a strip of free cells leaves, marking cells one by one.
fn crosses_on(cells: u64) -> Vec<Heaps> {
    (0..cells)
        .map(|crossed| {
            let mut strips = vec![];
            let mut run = 0;
            for cell in 0..cells {
                if cell.abs_diff(crossed) > 1 {
                    run += 1;
                } else {
                    strips.push(std::mem::take(&mut run));
                }
            }
            strips.push(run);
            strips
        })
        .collect()
}

/// Crosses: one strip up to 13, two up to 6, three at random.
#[test]
fn crosses() {
    let options: Options = |at| each_heap(at, crosses_on);
    agree("crosses", options, commas, &boxed(1, 0, 13));
    agree("crosses", options, commas, &boxed(2, 0, 6));
    agree("crosses", options, commas, &random(3, 6, 4));
}

/// Staircase nim: up to three steps of up to 4 chips, four of up to 3 at random.
#[test]
fn staircase() {
    let options: Options = |at| {
        let mut found = Vec::new();
        for step in 0..at.len() {
            for number in 1..=at[step] {
                let mut to = at.to_vec();
                to[step] -= number;
                if step > 0 {
                    to[step - 1] += number;
                }
                found.push(to);
            }
        }
        found
    };
    for steps in 1..=3 {
        agree("staircase", options, commas, &boxed(steps, 0, 4));
    }
    agree("staircase", options, commas, &random(4, 3, 6));
}

/// Euclid: both heaps up to 30, and 60 at random.
#[test]
fn euclid() {
    let options: Options = |at| {
        let mut found = Vec::new();
        for (larger, other) in [(0, 1), (1, 0)] {
            if at[other] == 0 {
                continue;
            }
            for times in 1..=at[larger] / at[other] {
                let mut to = at.to_vec();
                to[larger] -= times * at[other];
                found.push(to);
            }
        }
        found
    };
    agree("euclid", options, commas, &boxed(2, 0, 30));
    agree("euclid", options, commas, &random(2, 60, 40));
}

/// The box game: both boxes up to 16, and 40 at random.
#[test]
fn boxes() {
    let options: Options = |at| {
        let balls = at[0].max(at[1]);
        (1..balls).map(|first| vec![first, balls - first]).collect()
    };
    agree("box", options, commas, &boxed(2, 1, 16));
    let some: Vec<_> = random(2, 40, 10)
        .into_iter()
        .map(|b| vec![b[0].max(1), b[1].max(1)])
        .collect();
    agree("box", options, commas, &some);
}

/// The claim of the box game, straight from its rules: all boxes up to 600.
#[test]
fn box_claim() {
    let mut lost = vec![false; 601];
    for larger in 1..=600usize {
        lost[larger] = (1..larger).all(|first| !lost[first.max(larger - first)]);
        assert_eq!(lost[larger], (larger + 1).is_power_of_two(), "{larger}");
    }
}

/// Fibonacci nim: every heap up to 24 with every limit up to 26, starts up to 40.
#[test]
fn fibonacci_nim() {
    let options: Options = |at| {
        (1..=at[0].min(at[1]))
            .map(|taken| vec![at[0] - taken, 2 * taken])
            .collect()
    };
    let show = |at: &[u64]| format!("{}/{}", at[0], at[1]);
    let positions: Vec<_> = boxed(2, 0, 26)
        .into_iter()
        .filter(|at| at[0] <= 24)
        .collect();
    agree("fibonacci-nim", options, show, &positions);
    let starts: Vec<_> = (1..=40).map(|n| vec![n, n - 1]).collect();
    agree("fibonacci-nim", options, show, &starts);
}

/// Wythoff: both heaps up to 16, and 30 at random.
#[test]
fn wythoff() {
    let options: Options = |at| {
        let (a, b) = (at[0], at[1]);
        let first = (1..=a).map(|t| vec![a - t, b]);
        let second = (1..=b).map(|t| vec![a, b - t]);
        let both = (1..=a.min(b)).map(|t| vec![a - t, b - t]);
        first.chain(second).chain(both).collect()
    };
    agree("wythoff", options, commas, &boxed(2, 0, 16));
    agree("wythoff", options, commas, &random(2, 30, 6));
}
