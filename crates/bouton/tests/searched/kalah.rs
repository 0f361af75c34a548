//! Kalah by walking round the board, one seed at a time.

use super::slow::{Rules, Slow, Step};

fn read(at: &str) -> [Vec<i64>; 2] {
    let mut sides = at
        .split('/')
        .map(|side| side.split(',').map(|n| n.parse().unwrap()).collect());
    [sides.next().unwrap(), sides.next().unwrap()]
}

fn write(sides: &[Vec<i64>; 2], mover: usize) -> String {
    let side = |n: usize| {
        sides[n]
            .iter()
            .map(i64::to_string)
            .collect::<Vec<_>>()
            .join(",")
    };
    format!("{}/{}", side(mover), side(1 - mover))
}

fn sow(at: &str, house: usize) -> Step {
    let mut sides = read(at);
    let houses = sides[0].len();
    let (mut hand, mut side, mut place, mut stored) = (sides[0][house], 0, house, 0);
    sides[0][house] = 0;
    let mut in_store = false;
    while hand > 0 {
        hand -= 1;
        if side == 0 && place + 1 == houses && !in_store {
            (stored, in_store) = (stored + 1, true);
            continue;
        }
        if in_store {
            (side, place, in_store) = (1, 0, false);
        } else if place + 1 == houses {
            (side, place) = (0, 0);
        } else {
            place += 1;
        }
        sides[side][place] += 1;
    }
    if in_store {
        return (write(&sides, 0), stored, true);
    }
    let opposite = houses - 1 - place;
    if side == 0 && sides[0][place] == 1 && sides[1][opposite] > 0 {
        stored += 1 + sides[1][opposite];
        (sides[0][place], sides[1][opposite]) = (0, 0);
    }
    (write(&sides, 1), stored, false)
}

fn rules() -> Rules {
    let over = |at: &str| {
        let [mine, theirs] = read(at).map(|side| side.iter().sum::<i64>());
        (mine == 0 || theirs == 0).then_some(mine - theirs)
    };
    let steps = |at: &str| {
        let mine = &read(at)[0];
        (0..mine.len())
            .filter(|house| mine[*house] > 0)
            .map(|house| sow(at, house))
            .collect()
    };
    Rules {
        over: Box::new(over),
        steps: Box::new(steps),
        points: true,
    }
}

fn start(houses: usize, seeds: usize) -> String {
    let side = vec![seeds.to_string(); houses].join(",");
    format!("{side}/{side}")
}

#[test]
fn small_boards() {
    for (houses, seeds) in [(1, 1), (1, 5), (2, 2), (2, 3), (3, 1), (3, 2)] {
        let mut slow = Slow::new(rules());
        let all = slow.reachable(&start(houses, seeds));
        let step = (all.len() / 150).max(1);
        slow.agree(
            &format!("kalah:{houses},{seeds}"),
            false,
            all.iter().step_by(step),
        );
    }
}

/// Houses holding more seeds than once round.
#[test]
fn many_seeds_go_round() {
    let mut slow = Slow::new(rules());
    let all = [
        "7,0,0/0,1,1",
        "0,0,14/2,0,1",
        "5,5/0,1",
        "16/3",
        "0,8,0/1,1,1",
    ]
    .map(str::to_owned);
    for at in &all {
        let held: Vec<usize> = at
            .split(['/', ','])
            .map(|held| held.parse().unwrap())
            .collect();
        // No play has more seeds than lie in the houses when it begins.
        let seeds = held.iter().sum::<usize>().div_ceil(held.len());
        slow.agree(&format!("kalah:{},{seeds}", held.len() / 2), false, [at]);
    }
}

/// Whole boards at the start, against the slow rules.
#[test]
fn margins_at_the_start() {
    for (houses, most) in [(1, 6), (2, 5), (3, 2)] {
        for seeds in 1..=most {
            let at = start(houses, seeds);
            let value = Slow::new(rules()).worth(&at).0;
            let mut session = bouton::Open::game(format!("kalah:{houses},{seeds}"))
                .session()
                .unwrap();
            let answer = session.solve(&bouton::How::default()).unwrap();
            assert_eq!(
                answer.margin.unwrap().to_string(),
                value.to_string(),
                "{at}"
            );
        }
    }
}
